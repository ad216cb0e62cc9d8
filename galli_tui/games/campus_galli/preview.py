"""What a placement would score, found by applying it with the rules to the deciding seat's view.

If it completes a building, the turn is simulated without a flip and with each possible flip, which also shows the
lazy monks that a flip would avoid.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from rules.campus_galli.game import CampusGalli
from rules.campus_galli.gaps import SendBuilderHome, SendBuilderHomeStep, free_spaces
from rules.campus_galli.laying_sections import FlipBuilding, FlipBuildingStep, LaySection
from rules.campus_galli.layout import SMALL_GAP, Layout, Placement
from rules.campus_galli.scoring import BUILDER, LAZY
from rules.campus_galli.state import EffectKind, State
from rules.engine.refusal import Refusal
from rules.engine.score_sheet import Sheet
from rules.engine.secrecy import Seat
from rules.engine.tellings import Told


class GainKind(Enum):
    """A kind of consequence of a placement."""

    TASK = "task"  # item: the task
    BUILDER = "builder"  # item: the section
    COMPLETED = "completed"  # item: the building; a flip is offered
    COMPLETED_LAST = "completed-last"  # item: the building; nothing is left to flip
    LAZY_MONK = "lazy-monk"  # item: the gap's space; `sparing`: buildings whose flip would widen it
    TILES = "tiles"  # `tiles`: red, green, blue, yellow
    LAZY_MONK_HOME = "lazy-monk-home"  # item: the space; `seat`: whose
    BUILDER_HOME = "builder-home"  # item: the gap's space


class Gain(NamedTuple):
    """One consequence and its worth to the seat, in half-points."""

    kind: GainKind
    item: int
    points: int
    seat: Seat
    sparing: tuple[int, ...] = ()
    tiles: tuple[int, ...] = ()
    size: int = 0
    """The spaces of a gap for a lazy monk, 0 for other gains."""


class Preview(NamedTuple):
    """The consequences of one placement."""

    refusal: Refusal | None
    gains: tuple[Gain, ...] = ()
    own: int = 0
    """The change of the seat's score without a flip, in half-points."""
    team: int | None = None
    """The change of the team's score without a flip; None in versus."""
    flipped: int | None = None
    """The change of the seat's score with the best flip for it; None if no flip is offered."""
    team_flipped: int | None = None
    """The change of the team's score with the best flip for it."""
    large_gaps: int = 0
    """The change of the number of large gaps, which cost the team points at the end."""
    large_gap_points: int = 0
    """The worth of that change to the team, in half-points."""
    parts: tuple[int, ...] = ()
    """The large gaps that it would leave of others, as masks of their spaces."""
    gaps: int = 0
    """The spaces of the gaps that would get a lazy monk."""

    @property
    def rank(self) -> tuple[int, int, int]:
        """The sort key of placements, the best first: their worth, the tiles they gain, and the fewest new gaps."""
        tiles = sum(sum(gain.tiles) for gain in self.gains if gain.kind is GainKind.TILES)
        gaps = sum(gain.kind in (GainKind.LAZY_MONK, GainKind.BUILDER_HOME) for gain in self.gains)
        return -self.worth, -tiles, gaps + max(0, self.large_gaps)

    @property
    def worth(self) -> int:
        """The change of the score that matters, with the best flip: the team's, or in versus the seat's."""
        own = self.own if self.flipped is None else max(self.own, self.flipped)
        team = self.team if self.team is None or self.team_flipped is None else max(self.team, self.team_flipped)
        return own if team is None else team


def preview(game: CampusGalli, own_view: State, seat: Seat, placement: Placement) -> Preview:
    """Return the consequences for the seat of placing its section there, or the refusal."""
    move = LaySection(seat, placement.index)
    if refusal := game.refusal(own_view, move):
        return Preview(refusal)
    laid = game.apply(own_view, move)
    effects = [*laid.told]
    flips = _flips(game, laid, seat)
    end, later = _finished(game, laid, seat)
    effects += later
    flipped = {flip: _flipped(game, laid, seat, flip) for flip in flips}
    sparing = {flip: _lazy(effects) for flip, (_, effects) in flipped.items()}
    before, after = game.sheet(own_view), game.sheet(end)
    sheets = [game.sheet(state) for state, _ in flipped.values()]
    sets = _tile_points(after, seat) - _tile_points(before, seat)
    gains = [gain for item in effects if (gain := _gain(game, item, seat, flips, sparing, sets))]
    layout = game.setting.layout
    free = free_spaces(layout, end)
    spaces = 0
    for number, gain in enumerate(gains):
        if gain.kind in (GainKind.LAZY_MONK, GainKind.BUILDER_HOME):
            gap = layout.gap_at(gain.item, free)
            gains[number] = gain._replace(size=gap.bit_count())
            spaces |= gap
    more, points = (now - then for now, then in zip(_large_gaps(after), _large_gaps(before), strict=True))
    return Preview(
        refusal=None,
        gains=tuple(gains),
        own=after.seats[seat] - before.seats[seat],
        team=_team(before, after),
        flipped=max((sheet.seats[seat] - before.seats[seat] for sheet in sheets), default=None),
        team_flipped=max((team for sheet in sheets if (team := _team(before, sheet)) is not None), default=None),
        large_gaps=more,
        large_gap_points=points,
        parts=_parts(layout, free_spaces(layout, own_view), free) if more > 0 else (),
        gaps=spaces,
    )


def _team(before: Sheet, after: Sheet) -> int | None:
    """Return the change of the team's score; None in versus."""
    return None if before.team is None or after.team is None else after.team - before.team


def _large_gaps(sheet: Sheet) -> tuple[int, int]:
    """Return the number of large gaps and their half-points; zeros in versus."""
    return next(((line.count, line.points) for line in sheet.lines if line.key == "large-gaps"), (0, 0))


def _parts(layout: Layout, before: int, after: int) -> tuple[int, ...]:
    """Return the large gaps of the free spaces that were parts of larger ones before."""
    known = layout.gaps(before)
    return tuple(gap for gap in layout.gaps(after) if gap.bit_count() > SMALL_GAP and gap not in known)


def _tile_points(sheet: Sheet, seat: Seat) -> int:
    """Return the half-points of a seat's tiles; 0 at level I."""
    return sum(line.points for line in sheet.lines if line.key == "tiles" and line.seat == seat)


def _flips(game: CampusGalli, state: State, seat: Seat) -> tuple[int, ...]:
    """Return the buildings that the seat may flip now."""
    moves = game.legal(state, seat)
    return tuple(move.building for move in moves if isinstance(move, FlipBuilding) and move.building is not None)


def _flipped(game: CampusGalli, state: State, seat: Seat, building: int) -> tuple[State, list[Told]]:
    """Do as `_finished`, after flipping this building."""
    state = game.apply(state, FlipBuilding(seat, building))
    end, later = _finished(game, state, seat)
    return end, [*state.told, *later]


def _finished(game: CampusGalli, state: State, seat: Seat) -> tuple[State, list[Told]]:
    """Return the state at the end of the turn, with no further flips, and the effects until then.

    If a builder must go home, the first possible one does.
    """
    effects: list[Told] = []
    while state.agenda:
        step = state.agenda[-1]
        if isinstance(step, FlipBuildingStep) and step.seat == seat:
            state = game.apply(state, FlipBuilding(seat, None))
        elif isinstance(step, SendBuilderHomeStep) and step.seat == seat:
            first = next(move for move in game.legal(state, seat) if isinstance(move, SendBuilderHome))
            state = game.apply(state, first)
        else:
            break
        effects += state.told
    return state, effects


def _lazy(effects: list[Told]) -> set[int]:
    """Return one space of each gap that costs a monk."""
    return {item.facts[0] for item in effects if item.key in (EffectKind.LAZY_MONK, EffectKind.BUILDER_HOME)}


def _gain(
    game: CampusGalli, effect: Told, seat: Seat, flips: tuple[int, ...], sparing: dict[int, set[int]], sets: int
) -> Gain | None:
    """Return the gain from an effect. `sets` is the change of the tiles' worth, a gain of the tiles received."""
    item = effect.facts[0] if effect.facts else -1
    whose = seat if effect.seat is None else effect.seat
    spared = tuple(flip for flip, spaces in sparing.items() if item not in spaces)
    match effect.key:
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
            return Gain(GainKind.TILES, item, sets, whose, tiles=effect.facts)
        case EffectKind.LAZY_MONK_HOME:
            return Gain(GainKind.LAZY_MONK_HOME, item, -LAZY, whose)
        case _:
            return None
