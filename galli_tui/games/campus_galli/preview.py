"""What laying a section somewhere would bring, found by asking the rules: nothing here knows them a second time.

The lay is applied to what the deciding seat sees. Where a building is completed, the turn is played on without a
flip, and once with each flip, to tell which lazy monks a flip would spare.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from rules.campus_galli.events import FlipBuilding, LaySection, SendBuilderHome
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.gaps import free_spaces
from rules.campus_galli.layout import Placement
from rules.campus_galli.scoring import BUILDER, LAZY
from rules.campus_galli.state import Effect, EffectKind, State
from rules.campus_galli.steps import FlipBuildingStep, SendBuilderHomeStep
from rules.engine.game import Sheet
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat


class GainKind(Enum):
    """What a lay can bring about."""

    TASK = "task"  # item: the task
    BUILDER = "builder"  # item: the section
    COMPLETED = "completed"  # item: the building; a flip is offered
    COMPLETED_LAST = "completed-last"  # item: the building; nothing is left to flip
    LAZY_MONK = "lazy-monk"  # item: the gap's space; `sparing`: buildings whose flip would widen it
    TILES = "tiles"  # `tiles`: red, green, blue, yellow
    LAZY_MONK_HOME = "lazy-monk-home"  # item: the space; `seat`: whose
    BUILDER_HOME = "builder-home"  # item: the gap's space


class Gain(NamedTuple):
    """One consequence and what it is worth to the seat, in half-points."""

    kind: GainKind
    item: int
    points: int
    seat: Seat
    sparing: tuple[int, ...] = ()
    tiles: tuple[int, ...] = ()


class Preview(NamedTuple):
    """What laying at one placement would bring."""

    refusal: Refusal | None
    gains: tuple[Gain, ...] = ()
    own: int = 0
    """The difference to the seat's points, in half-points, with nothing flipped."""
    team: int | None = None
    """The difference to everybody's total, where the seats play together."""
    flipped: int | None = None
    """The difference to the seat's points with the flip that is best for them; None where none is offered."""
    team_flipped: int | None = None
    """The difference to everybody's total with the flip that is best for it."""
    large_gaps: int = 0
    """How many more gaps the table pays for at the end, too large for a lazy monk; fewer where negative."""
    large_gap_points: int = 0
    """What that is worth to the table, in half-points."""
    gaps: int = 0
    """The spaces of the gaps in which a lazy monk would lie down."""

    @property
    def rank(self) -> tuple[int, int]:
        """What placements are sorted by, the best first: their worth, then the tiles they bring."""
        return -self.worth, -sum(sum(gain.tiles) for gain in self.gains if gain.kind is GainKind.TILES)

    @property
    def worth(self) -> int:
        """What placements are compared by, the best flip included: the table's total, or the seat's points."""
        own = self.own if self.flipped is None else max(self.own, self.flipped)
        team = self.team if self.team is None or self.team_flipped is None else max(self.team, self.team_flipped)
        return own if team is None else team


def preview(game: CampusGalli, own_view: State, seat: Seat, placement: Placement) -> Preview:
    """What it brings the seat to lay the section it has taken there."""
    move = LaySection(seat, placement.index)
    if refusal := game.refusal(own_view, move):
        return Preview(refusal)
    laid = game.apply(own_view, move)
    news = [*laid.effects]
    flips = _flips(game, laid, seat)
    end, later = _finished(game, laid, seat)
    news += later
    flipped = {flip: _flipped(game, laid, seat, flip) for flip in flips}
    sparing = {flip: _lazy(news) for flip, (_, news) in flipped.items()}
    before, after = game.sheet(own_view), game.sheet(end)
    sheets = [game.sheet(state) for state, _ in flipped.values()]
    sets = _of_tiles(after, seat) - _of_tiles(before, seat)
    gains = [gain for item in news if (gain := _gain(game, item, seat, flips, sparing, sets))]
    lazy = [gain.item for gain in gains if gain.kind in (GainKind.LAZY_MONK, GainKind.BUILDER_HOME)]
    free = free_spaces(game.setting.layout, end)
    spaces = 0
    for space in lazy:
        spaces |= game.setting.layout.gap_at(space, free)
    return Preview(
        refusal=None,
        gains=tuple(gains),
        own=after.seats[seat] - before.seats[seat],
        team=_team(before, after),
        flipped=max((sheet.seats[seat] - before.seats[seat] for sheet in sheets), default=None),
        team_flipped=max((team for sheet in sheets if (team := _team(before, sheet)) is not None), default=None),
        large_gaps=_large_gaps(after)[0] - _large_gaps(before)[0],
        large_gap_points=_large_gaps(after)[1] - _large_gaps(before)[1],
        gaps=spaces,
    )


def _team(before: Sheet, after: Sheet) -> int | None:
    """The difference to everybody's total, where there is one."""
    return None if before.team is None or after.team is None else after.team - before.team


def _large_gaps(sheet: Sheet) -> tuple[int, int]:
    """How many gaps the table pays for, and their half-points; none where the seats play against each other."""
    return next(((line.count, line.points) for line in sheet.lines if line.key == "large-gaps"), (0, 0))


def _of_tiles(sheet: Sheet, seat: Seat) -> int:
    """The half-points that a seat's tiles are worth; none at level I."""
    return sum(line.points for line in sheet.lines if line.key == "tiles" and line.seat == seat)


def _flips(game: CampusGalli, state: State, seat: Seat) -> tuple[int, ...]:
    """The buildings that the seat may flip now."""
    moves = game.legal(state, seat)
    return tuple(move.building for move in moves if isinstance(move, FlipBuilding) and move.building is not None)


def _flipped(game: CampusGalli, state: State, seat: Seat, building: int) -> tuple[State, list[Effect]]:
    """As `_finished`, but with this building flipped first."""
    state = game.apply(state, FlipBuilding(seat, building))
    end, later = _finished(game, state, seat)
    return end, [*state.effects, *later]


def _finished(game: CampusGalli, state: State, seat: Seat) -> tuple[State, list[Effect]]:
    """The state at the turn's end if nothing more is flipped, and what happens until then.

    A builder who must go home is the first that may.
    """
    news: list[Effect] = []
    while state.agenda:
        step = state.agenda[-1]
        if isinstance(step, FlipBuildingStep) and step.seat == seat:
            state = game.apply(state, FlipBuilding(seat, None))
        elif isinstance(step, SendBuilderHomeStep) and step.seat == seat:
            first = next(move for move in game.legal(state, seat) if isinstance(move, SendBuilderHome))
            state = game.apply(state, first)
        else:
            break
        news += state.effects
    return state, news


def _lazy(news: list[Effect]) -> set[int]:
    """The spaces of the gaps that cost something."""
    return {item.items[0] for item in news if item.kind in (EffectKind.LAZY_MONK, EffectKind.BUILDER_HOME)}


def _gain(
    game: CampusGalli, news: Effect, seat: Seat, flips: tuple[int, ...], sparing: dict[int, set[int]], sets: int
) -> Gain | None:
    """A consequence; `sets` are the half-points that the seat's tiles rise by, told where it receives them."""
    item = news.items[0] if news.items else -1
    whose = seat if news.seat is None else news.seat
    spared = tuple(flip for flip, spaces in sparing.items() if item not in spaces)
    match news.kind:
        case EffectKind.TASK_FULFILLED:
            return Gain(GainKind.TASK, item, game.setting.box.tasks[item].points, whose)
        case EffectKind.BUILDER_PLACED:
            return Gain(GainKind.BUILDER, item, BUILDER, whose)
        case EffectKind.COMPLETED:
            return Gain(GainKind.COMPLETED if flips else GainKind.COMPLETED_LAST, item, 0, whose)
        case EffectKind.LAZY_MONK:
            return Gain(GainKind.LAZY_MONK, item, LAZY, whose, spared)
        case EffectKind.BUILDER_HOME:
            return Gain(GainKind.BUILDER_HOME, item, LAZY, whose, spared)
        case EffectKind.TILES_RECEIVED:
            return Gain(GainKind.TILES, item, sets, whose, tiles=news.items)
        case EffectKind.LAZY_MONK_HOME:
            return Gain(GainKind.LAZY_MONK_HOME, item, -LAZY, whose)
        case _:
            return None
