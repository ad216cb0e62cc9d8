"""Level II against a slow second reading: what laying brings, and that just the legal moves are not refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

import pytest

from rules.campus_galli.box import COLOUR_LETTERS
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.gaps import SendBuilderHome, SendBuilderHomeStep
from rules.campus_galli.guests import ScoreAgain
from rules.campus_galli.laying_sections import LayReason, LaySection, LaySectionStep
from rules.campus_galli.rule_base import CampusMove
from rules.campus_galli.special_actions import BuyFromHut, BuyFromPouch, Expand, Pass, PayTask
from rules.campus_galli.state import EffectKind, State
from rules.campus_galli.tile_transfers import PayTiles, ReceiveTiles, SwapTiles
from rules.campus_galli.tile_turns import ClaimTask, EndTurn
from rules.campus_galli.tiles import Tiles
from rules.campus_galli.turn_order import Beg, PlayCard
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Event, Move
from rules.engine.secrecy import Seat
from rules.engine.steps import current_step
from tests.rules.campus_galli.test_level_1_oracle import OracleStep, conceivable
from tests.support import cg_oracle as oracle
from tests.support.campus_text import tiles_text
from tests.support.positions import table

SELDOM = (SwapTiles, EndTurn, Pass, Beg)
"""What a busy seat does only now and then."""


class TiledMatch(NamedTuple):
    """A match by its settings; equal ones are played once."""

    seats: int
    monks: int
    seed: int

    def __str__(self) -> str:
        return f"{self.seats}-seats-{self.monks}-monks-{self.seed}"


MATCHES = tuple(
    TiledMatch(seats, monks, seed)
    for seed in range(4)
    for seats, monks in [(1, 25), (2, 15), (3, 15), (4, 15), (2, 1), (1, 2)]
)
SHORT_AND_LONG = tuple(
    pytest.param(match, marks=pytest.mark.long if match.seats == 3 or match.seed > 0 else ()) for match in MATCHES
)
"""The matches, each a test: the short run checks one of each table but that of three seats, the long run the rest."""
FEW = tuple(
    pytest.param(match, marks=pytest.mark.long if match.seats > 2 or match.seed > 1 else ()) for match in MATCHES
)
"""The same, but the short run checks tables for one and two alone: all conceivable moves are many."""


def busy(moves: Sequence[Move], stream: RandomStream) -> Event:
    """A move at random: a paid task at once, mostly one that brings something about, an end rather than a swap."""
    if paid := [move for move in moves if isinstance(move, PayTask)]:
        return stream.choice(paid)
    busily = [move for move in moves if not isinstance(move, SELDOM)]
    if busily and stream.choice(range(5)):
        return stream.choice(busily)
    steady = [move for move in moves if not isinstance(move, SwapTiles)]
    return stream.choice(steady if steady and stream.choice(range(5)) else list(moves))


@cache
def played(match: TiledMatch) -> tuple[CampusGalli, list[OracleStep], State]:
    """The whole match, moment by moment, and its end."""
    game = table(match.seats, "solo" if match.seats == 1 else "coop", level=2, monks=match.monks)
    state, stream = game.initial(), RandomStream(derive_entropy("oracle II", str(match)))
    moments: list[OracleStep] = []
    while not (due := game.due(state)).over:
        if due.dealer:
            event: Event = game.deal(state, stream.bytes32())
        else:
            event = busy(game.legal(state, due.seats[0]), stream)
        moments.append(OracleStep(state, event))
        state = game.apply(state, event)
    return game, moments, state


class Lay(NamedTuple):
    """The laying of a section, who was sent home for it, and what was then."""

    before: State
    event: LaySection
    homes: list[SendBuilderHome]
    after: State


def lays(moments: list[OracleStep], end: State) -> Iterator[Lay]:
    """All sections laid in a match."""
    states = [*(moment.state for moment in moments), end]
    for number, (state, event) in enumerate(moments):
        if isinstance(event, LaySection):
            homes: list[SendBuilderHome] = []
            at = number + 1
            while states[at].agenda and isinstance(states[at].agenda[-1], SendBuilderHomeStep):
                following = moments[at].event
                assert isinstance(following, SendBuilderHome)
                homes.append(following)
                at += 1
            yield Lay(state, event, homes, states[at])


def judge(game: CampusGalli, lay: Lay) -> None:
    """Fails where a laying brought anything but what the second reading has it bring."""
    setting = game.setting
    step, seat = current_step(lay.before, LaySectionStep), lay.event.seat
    section, reading = setting.box.sections[step.section], oracle.table_of(setting, lay.before)
    reading.lifted = frozenset() if step.lifted is None else oracle.cells_of(setting, step.lifted)
    colour = "-" if section.colour is None else COLOUR_LETTERS[section.colour]
    cells = oracle.cells_of(setting, lay.event.placement)
    assert reading.may_lie(cells)
    earned = reading.earned(cells, colour) if step.reason is LayReason.CARD else ""
    completed = reading.lay(seat, step.section, cells, colour, setting.box.shapes[section.shape].key)
    homes = iter([oracle.home_of(setting, it) for it in lay.homes])
    reading.settle(seat, cells, homes)
    assert next(homes, None) is None
    found = oracle.table_of(setting, lay.after)
    assert found.lazy == reading.lazy
    assert found.laid == reading.laid
    assert found.wood == reading.wood
    assert found.supply[seat] == reading.supply[seat]
    news = game.apply(lay.before, lay.event).told
    letters = [building.letter for building in setting.box.plan.buildings]
    assert sorted(letters[it.facts[0]] for it in news if it.key is EffectKind.COMPLETED) == completed
    got = [tiles_text(it.facts) for it in news if it.key is EffectKind.TILES_RECEIVED and it.seat == seat]
    assert got[:1] == [text for text in [given(earned, lay.before.tiles)] if text]
    taken = {key for key in found.tasks[seat] if oracle.TASKS[key][0] != "together"}
    assert taken == {key for key in reading.tasks[seat] if oracle.TASKS[key][0] != "together"}


@pytest.mark.rule("CG-II-3b1", "CG-II-3c", "CG-II-3c1", "CG-II-3c2", "CG-II-3d", "CG-II-3d1", "CG-II-3g1", "CG-II-4f")
@pytest.mark.parametrize("match", SHORT_AND_LONG, ids=str)
def test_every_laying_brings_what_the_oracle_has_it_bring(match: TiledMatch) -> None:
    game, moments, end = played(match)
    for lay in lays(moments, end):
        judge(game, lay)


def given(earned: str, supply: Tiles) -> str:
    """What of the earned tiles the supply has."""
    return "".join(
        letter * min(earned.count(letter), left) for letter, left in zip(COLOUR_LETTERS, supply, strict=True)
    )


def tiles_of_sum(*sums: int) -> list[Tiles]:
    """Return all sets of this many tiles."""
    most = max(sums)
    found: list[Tiles] = []
    for red, green, blue, yellow in product(range(most + 1), repeat=4):
        if red + green + blue + yellow in sums:
            found.append((red, green, blue, yellow))
    return found


def conceivable_deeds(game: CampusGalli, state: State, seat: Seat) -> Iterator[CampusMove]:
    """Every move of level II that a seat could ever make, wherever and whenever, with the cards that it has out."""
    setting, own = game.setting, state.seats[seat]
    yield from conceivable(game, seat)
    yield from (PlayCard(seat), Beg(seat), EndTurn(seat), Pass(seat))
    yield from (PayTiles(seat, tiles) for tiles in tiles_of_sum(0, 1, 2, 3))
    yield from (ReceiveTiles(seat, tiles) for tiles in tiles_of_sum(0, 1, 2, 3))
    yield from (SwapTiles(seat, tiles, colour) for tiles in tiles_of_sum(2, 3, 4) for colour in range(5))
    out = sorted({*own.books, *own.guests})
    for number in range(3):
        for cards in combinations(out, number):
            yield from (ScoreAgain(seat, cards, colours) for colours in product((None, 0, 1, 2, 3), repeat=number))
    for place in range(-1, setting.board_size + 1):
        yield from (ClaimTask(seat, place), PayTask(seat, place))
    buildings, sections = len(setting.box.plan.buildings), range(len(setting.box.sections))
    yield from (Expand(seat, building) for building in range(-1, buildings + 1))
    yield from (SendBuilderHome(seat, None, building, guest=True) for building in range(buildings))
    prices = tiles_of_sum(5)
    yield from (BuyFromHut(seat, section, tiles) for section in sections for tiles in prices)
    yield from (BuyFromPouch(seat, shape, tiles) for shape in range(-1, 6) for tiles in prices)


def just_the_legal_ones_are_not_refused(
    game: CampusGalli,
    states: Iterable[State],
    conceivable: Callable[[CampusGalli, State, Seat], Iterable[CampusMove]],
    *,
    every: int,
) -> None:
    """Check the first state of each step, and every n-th state of that step after it."""
    steps = Counter[str]()
    for state in states:
        step = type(state.agenda[-1]).__name__ if state.agenda else "over"
        steps[step] += 1
        if steps[step] % every != 1:
            continue
        for seat in game.setting.seats:
            listed = game.legal(state, seat)
            assert len(set(listed)) == len(listed)
            assert set(listed) == {move for move in conceivable(game, state, seat) if not game.refusal(state, move)}


@pytest.mark.rule("CG-I-3y", "CG-II-3p6", "CG-II-3s", "CG-II-3x3", "CG-II-3g", "CG-II-4b", "CG-II-4c", "CG-II-4d")
@pytest.mark.parametrize("match", FEW[:6], ids=str)
def test_of_all_conceivable_moves_just_the_legal_ones_are_not_refused(match: TiledMatch) -> None:
    game, moments, end = played(match)
    states = [*(moment.state for moment in moments), end]
    just_the_legal_ones_are_not_refused(game, states, conceivable_deeds, every=12)


def test_these_matches_meet_what_seldom_happens() -> None:
    found = Counter[str]()
    for match in MATCHES:
        game, moments, end = played(match)
        found.update(type(moment.event).__name__ for moment in moments)
        for lay in lays(moments, end):
            step = current_step(lay.before, LaySectionStep)
            found["jokers"] += game.setting.box.sections[step.section].colour is None
            found["bought"] += step.reason is LayReason.BOUGHT
    seldom = ("SendBuilderHome", "ClaimTask", "PayTask", "Expand", "BuyFromHut", "BuyFromPouch", "jokers", "bought")
    assert min(found[what] for what in seldom) > 2, {what: found[what] for what in seldom}
