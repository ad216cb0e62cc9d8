"""Level I against a slow second reading of its clauses: every place of the plan, and every turn of whole matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from rules.campus_galli.box import COLOUR_LETTERS, Origin
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.gaps import LazyMonksStep, SendBuilderHome, SendBuilderHomeStep
from rules.campus_galli.laying_sections import (
    FlipBuilding,
    FlipBuildingStep,
    LaySection,
    LaySectionStep,
    TakeFromHut,
    TakeFromPouch,
    placement_refusal,
)
from rules.campus_galli.rounds import ChooseCard
from rules.campus_galli.rule_base import CampusMove
from rules.campus_galli.state import EffectKind, State
from rules.campus_galli.tasks import possible
from rules.campus_galli.turn_order import Declare
from rules.engine import laws
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Event
from rules.engine.laws import Policy
from rules.engine.secrecy import Seat, Secret, only
from rules.engine.steps import current_step
from tests.support import cg_oracle as oracle
from tests.support.positions import table


class OracleStep(NamedTuple):
    """A state and the event that leads on from it."""

    state: State
    event: Event


class OracleMatch(NamedTuple):
    """A match by its settings; equal ones are played once."""

    seats: int
    monks: int
    policy: Policy
    seed: int

    def __str__(self) -> str:
        return f"{self.seats}-seats-{self.monks}-monks-{self.policy.__name__}-{self.seed}"


POLICIES = (laws.random_policy, laws.greedy_policy, laws.losing_policy)
MATCHES = tuple(
    OracleMatch(seats, monks, policy, seed)
    for seed, (seats, monks) in enumerate([(1, 25), (2, 15), (3, 15), (4, 15), (1, 2), (2, 1), (3, 2), (4, 1)])
    for policy in POLICIES
)


def alternately(matches: tuple[OracleMatch, ...]) -> Iterator[object]:
    """Return one match of each table for the short run, each with another policy; the long run has the others."""
    for number, match in enumerate(matches):
        table_number, policy = divmod(number, len(POLICIES))
        marks = () if policy == table_number % len(POLICIES) else pytest.mark.long
        yield pytest.param(match, marks=marks)


@cache
def played(match: OracleMatch) -> tuple[CampusGalli, list[OracleStep], State]:
    """The whole match, moment by moment, and its end."""
    game = table(match.seats, "solo" if match.seats == 1 else "coop", monks=match.monks)
    state, stream = game.initial(), RandomStream(derive_entropy("oracle", str(match)))
    moments: list[OracleStep] = []
    offered: Counter[str] = Counter()
    while not (due := game.due(state)).over:
        if due.dealer:
            event: Event = game.deal(state, stream.bytes32())
        else:
            moves = game.legal(state, due.seats[0])
            laws.count_offer(offered, moves)
            event = match.policy(game, state, moves, stream, offered)
        moments.append(OracleStep(state, event))
        state = game.apply(state, event)
    return game, moments, state


def test_the_layout_knows_every_place_of_every_shape() -> None:
    setting = table().setting
    for number, shape in enumerate(setting.box.shapes):
        known = [oracle.cells_of(setting, it.index) for it in setting.layout.placements if it.shape == number]
        assert len(set(known)) == len(known)
        assert set(known) == oracle.places(shape.key)


@pytest.mark.rule("CG-I-3a1", "CG-I-3a2", "CG-I-3a3", "CG-I-3a4", "CG-I-3a5", "CG-I-3a6", "CG-I-3a7")
@pytest.mark.parametrize("match", alternately(MATCHES[:9]), ids=str)
def test_a_section_may_lie_just_where_the_oracle_lets_it(match: OracleMatch) -> None:
    game, moments, _ = played(match)
    layout = game.setting.layout
    lays = [it.state for it in moments if isinstance(it.event, LaySection)]
    for state in (lays[0], lays[len(lays) // 2], lays[-1]):
        reading = oracle.table_of(game.setting, state)
        may = {
            place.index for place in layout.placements if reading.may_lie(oracle.cells_of(game.setting, place.index))
        }
        for shape in range(len(game.setting.box.shapes)):
            holding = state._replace(agenda=(LaySectionStep(Seat(0), 4 * shape),))
            listed = {move.placement for move in game.legal(holding, Seat(0)) if isinstance(move, LaySection)}
            assert listed == {index for index in may if layout.placements[index].shape == shape}
            for place in layout.placements:
                refusal = placement_refusal(game.setting, state, 4 * shape, place.index)
                assert (refusal is None) is (place.index in listed)
            assert layout.fits(shape, state.open, state.covered) is bool(listed)


def conceivable(game: CampusGalli, seat: Seat) -> Iterator[CampusMove]:
    """Every move that a seat could ever make, wherever and whenever."""
    setting = game.setting
    cards, sections, buildings = (
        range(len(setting.box.cards)),
        range(len(setting.box.sections)),
        setting.box.plan.buildings,
    )
    yield from (ChooseCard(seat, Secret(only(seat), card)) for card in cards)
    yield from (Declare(seat, origin) for origin in Origin)
    yield from (TakeFromHut(seat, section) for section in sections)
    yield from (TakeFromPouch(seat, shape) for shape in range(len(setting.box.shapes)))
    yield from (LaySection(seat, placement.index) for placement in setting.layout.placements)
    yield from (FlipBuilding(seat, building) for building in (None, *range(len(buildings))))
    yield from (SendBuilderHome(seat, section, None) for section in sections)
    yield from (SendBuilderHome(seat, None, building) for building in range(len(buildings)))


@pytest.mark.rule("CG-I-3y", "CG-I-3a13", "CG-I-2b", "CG-I-3d2", "CG-I-3e6")
@pytest.mark.parametrize("match", alternately(MATCHES[9:]), ids=str)
def test_of_all_conceivable_moves_just_the_legal_ones_are_not_refused(match: OracleMatch) -> None:
    game, moments, end = played(match)
    everything = {seat: list(conceivable(game, seat)) for seat in game.setting.seats}
    for state in [*(moment.state for moment in moments[::9]), end]:
        for seat, moves in everything.items():
            listed = set(game.legal(state, seat))
            assert [move for move in moves if move in listed] == [
                move for move in moves if not game.refusal(state, move)
            ]
            assert listed <= set(moves)


class LayingTurn(NamedTuple):
    """From the laying of a section to the end of what it brought."""

    before: State
    lay: LaySection
    later: list[FlipBuilding | SendBuilderHome]
    after: State
    """The state in which nothing more of it is owed."""


def turns(game: CampusGalli, moments: list[OracleStep], end: State) -> Iterator[LayingTurn]:
    """All turns of a match in which a section was laid."""
    states = [*(moment.state for moment in moments), end]
    owed = FlipBuildingStep | SendBuilderHomeStep | LazyMonksStep
    for number, (state, event) in enumerate(moments):
        if isinstance(event, LaySection):
            later: list[FlipBuilding | SendBuilderHome] = []
            at = number + 1
            while states[at].agenda and isinstance(states[at].agenda[-1], owed):
                following = moments[at].event
                assert isinstance(following, FlipBuilding | SendBuilderHome)
                later.append(following)
                at += 1
            yield LayingTurn(state, event, later, states[at])


@pytest.mark.rule(
    "CG-I-3b", "CG-I-3c", "CG-I-3d", "CG-I-3e", "CG-I-3e1", "CG-I-3e2", "CG-I-3e3", "CG-I-3e5", "CG-I-3e6"
)
@pytest.mark.parametrize("match", alternately(MATCHES), ids=str)
def test_every_turn_ends_as_the_oracle_has_it(match: OracleMatch) -> None:
    game, moments, end = played(match)
    setting = game.setting
    for turn in turns(game, moments, end):
        reading = oracle.table_of(setting, turn.before)
        number = current_step(turn.before, LaySectionStep).section
        section, seat = setting.box.sections[number], int(turn.lay.seat)
        assert section.colour is not None
        cells = oracle.cells_of(setting, turn.lay.placement)
        colour, shape = COLOUR_LETTERS[section.colour], setting.box.shapes[section.shape].key
        completed = reading.lay(seat, number, cells, colour, shape)
        assert completed == completed_in(game, turn)
        for event in turn.later:
            if isinstance(event, FlipBuilding) and (letter := oracle.flipped_by(setting, event)):
                reading.flip(seat, letter)
        homes = iter([oracle.home_of(setting, it) for it in turn.later if isinstance(it, SendBuilderHome)])
        reading.settle(seat, cells, homes)
        assert next(homes, None) is None
        found = oracle.table_of(setting, turn.after)
        assert found.lazy == reading.lazy
        assert found.supply == reading.supply
        assert found.builders == reading.builders
        assert found.tasks == reading.tasks
        assert found.wood == reading.wood
        assert found.laid == reading.laid


def completed_in(game: CampusGalli, turn: LayingTurn) -> list[str]:
    """The buildings that the laying itself completed, by its news."""
    news = game.apply(turn.before, turn.lay).told
    return sorted(game.setting.box.plan.buildings[it.facts[0]].letter for it in news if it.key is EffectKind.COMPLETED)


@pytest.mark.rule("CG-I-1g", "CG-I-3e", "CG-I-6g", "CG-I-6h")
@pytest.mark.parametrize("match", alternately(MATCHES), ids=str)
def test_at_every_moment_gaps_tasks_and_points_are_as_the_oracle_has_them(match: OracleMatch) -> None:
    game, moments, end = played(match)
    setting, tasks = game.setting, [game.setting.box.tasks[task] for task in game.setting.tasks]
    for state in [*(it.state for it in moments if isinstance(it.event, LaySection)), end]:
        reading = oracle.table_of(setting, state)
        free = setting.layout.wood(state.open) & ~state.covered
        gaps = [frozenset(map(oracle.cell_of, spaces(gap))) for gap in setting.layout.gaps(free)]
        assert gaps == reading.gaps()
        doable = {task.key for task in tasks if possible(setting, state, task)}
        assert doable == {task.key for task in tasks if reading.possible(task.key)}
        points = {line.key: line.points for line in game.sheet(state).lines if line.seat is None}
        assert points["large-gaps"] == -6 * sum(len(gap) > 3 for gap in gaps)
        assert points["parchment"] == -12 * (11 - len(reading.wood))


def spaces(mask: int) -> list[int]:
    """The numbers of a mask's bits."""
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


def test_these_matches_meet_what_seldom_happens() -> None:
    found: dict[str, int] = {}
    for match in MATCHES:
        game, moments, end = played(match)
        for turn in turns(game, moments, end):
            flips = [it for it in turn.later if isinstance(it, FlipBuilding)]
            news = game.apply(turn.before, turn.lay).told
            for what, met in {
                "a building completed": bool(flips),
                "a builder sent home": len(turn.later) > len(flips),
                "several tasks at once": sum(it.key is EffectKind.TASK_FULFILLED for it in news) > 1,
                "a gap without anyone": not game.setting.monks - turn.after.seats[turn.lay.seat].supply,
            }.items():
                found[what] = found.get(what, 0) + met
    assert min(found.values()) > 10, found
