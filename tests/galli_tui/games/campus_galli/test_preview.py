"""What the table promises of a lay is what the lay then brings: tasks, builders, completed buildings, lazy monks."""

from __future__ import annotations

import pytest

from galli_tui.game_api.reason_text import THAN, why_words
from galli_tui.game_api.registry import texts_of
from galli_tui.games.campus_galli.preview import Gain, GainKind, Preview, preview
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.style.wording import amount_words
from rules.bots.score_change import score_change
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.gaps import SendBuilderHome, SendBuilderHomeStep
from rules.campus_galli.laying_sections import FlipBuilding, FlipBuildingStep, LaySection
from rules.campus_galli.loader import standard
from rules.campus_galli.rule_base import CampusEvent
from rules.campus_galli.state import State
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.game import Options
from rules.engine.grid import space_name, spaces_of
from rules.engine.secrecy import Seat
from tests.support.play import Play
from tests.support.positions import CHURCH_BUT_F6, position, table, with_symbols
from tests.support.table_positions import own_view, place, players

TEXTS = texts_of("campus-galli")
BARE = with_symbols()
"""No symbols, so that no master builder stands on any section."""


def look(play: Play, names: str, seat: int = 1) -> Preview:
    """What laying the section there would bring to a seat, counted from 1."""
    return preview(play.game, own_view(play, seat), Seat(seat - 1), place(play, names))


def name(space: int) -> str:
    return space_name(space, 15)


def kinds(found: Preview) -> list[GainKind]:
    return [gain.kind for gain in found.gains]


def test_an_illegal_place_shows_only_its_reason() -> None:
    found = look(position(laying="hut red hall"), "k5 k6 k7 k8")
    assert found.refusal is not None
    assert (found.refusal.code, found.refusal.clause) == ("covers-tree", "CG-I-3a4")
    assert name(int(dict(found.refusal.facts)["space"])) == "k8"
    assert (found.gains, found.own, found.gaps) == ((), 0, 0)


def test_tasks_are_named_with_their_points() -> None:
    play = position(laying="hut red transept", board=("progress-church", "transept-on-church", "blue-west"))
    found = look(play, "e5 f5 g5 f6")
    keys = [play.setting.box.tasks[gain.item].key for gain in found.gains if gain.kind is GainKind.TASK]
    assert keys == ["progress-church", "transept-on-church"]
    assert sum(gain.points for gain in found.gains if gain.kind is GainKind.TASK) == 2 + 4


def test_a_master_builder_is_promised_over_a_symbol_without_grass() -> None:
    game = table(box=with_symbols(red="e5"))
    assert GainKind.BUILDER in kinds(look(position(game, laying="hut red hall"), "e5 f5 g5 h5"))
    assert GainKind.BUILDER not in kinds(look(position(game, laying="hut blue hall"), "e5 f5 g5 h5"))
    assert GainKind.BUILDER not in kinds(look(position(game, laying="hut red hall"), "e2 e3 e4 e5"))


@pytest.mark.parametrize(("held", "points"), [("", 2), ("RR", 4), ("GBY", 4), ("GGG", 2)])
def test_tiles_are_listed_with_the_points_of_their_sets(held: str, points: int) -> None:
    play = position(table(level=2, box=standard()), laying="hut red hall", tiles={1: held})
    found = look(play, "d5 e5 f5 g5")
    assert [gain.points for gain in found.gains if gain.kind is GainKind.TILES] == [points]
    assert found.own == sum(gain.points for gain in found.gains if gain.seat == 0)


def test_tiles_without_a_set_score_nothing_yet() -> None:
    play = position(table(level=2, box=standard()), laying="hut yellow tower", tiles={1: "Y"})
    found = look(play, "e5 f5 e6 f6")
    assert [gain.points for gain in found.gains if gain.kind is GainKind.TILES] == [0]


def test_a_completed_building_is_named_and_counts_the_best_flip_apart() -> None:
    play = position(laying="hut yellow hall", laid=CHURCH_BUT_F6)
    found = look(play, "f6 f7 f8 f9")
    completed = [gain for gain in found.gains if gain.kind is GainKind.COMPLETED]
    assert [play.setting.box.plan.buildings[gain.item].letter for gain in completed] == ["A"]
    assert found.flipped == found.own + 2, "a master builder beside the flipped building"


def test_nothing_is_offered_for_a_completed_building_when_none_is_parchment() -> None:
    play = position(laying="hut yellow hall", laid=CHURCH_BUT_F6, wood="ABCDEFGHIJK")
    found = look(play, "f6 f7 f8 f9")
    assert GainKind.COMPLETED_LAST in kinds(found)
    assert found.flipped is None


def test_a_gap_left_behind_costs_a_lazy_monk_and_shows_its_spaces() -> None:
    found = look(position(table(box=BARE), laying="hut red tower"), "b9 c9 b10 c10")
    assert [(gain.kind, name(gain.item), gain.points, gain.sparing) for gain in found.gains] == [
        (GainKind.LAZY_MONK, "b11", -2, ())
    ]
    assert [name(space) for space in spaces_of(found.gaps)] == ["b11"]
    assert found.own == -2


CHURCH_BUT_C7 = (
    "1 hut red wing c4 c5 c6 d6",
    "1 hut red hall d5 e5 f5 g5",
    "1 hut green hall h5 i5 j5 k5",
    "1 hut blue hall e6 f6 g6 h6",
    "1 pouch red hall i6 j6 k6 l6",
    "1 pouch blue hall l2 l3 l4 l5",
)
"""The church covered, but for c7."""


def test_a_lazy_monk_is_listed_with_the_flips_that_spare_him() -> None:
    laid = (*CHURCH_BUT_C7, "2 hut blue tower b10 c10 b11 c11")
    play = position(table(box=BARE), laying="hut green wing", laid=laid)
    found = look(play, "c7 d7 d8 d9")
    (lazy,) = [gain for gain in found.gains if gain.kind is GainKind.LAZY_MONK]
    assert name(lazy.item) == "c8"
    assert [play.setting.box.plan.buildings[flip].letter for flip in lazy.sparing] == ["D"]
    assert found.own == -2
    assert found.flipped == 2, "with the stables flipped a builder stands beside them and nobody lies down"


def test_a_seat_without_a_monk_at_home_sends_a_builder_home_for_a_gap() -> None:
    play = position(table(box=BARE, monks=1), laying="hut red tower", laid=["1 hut blue hall h5 i5 j5 k5 builder"])
    found = look(play, "b9 c9 b10 c10")
    assert [(gain.kind, name(gain.item), gain.points) for gain in found.gains] == [(GainKind.BUILDER_HOME, "b11", -2)]


def test_another_seats_lazy_monk_who_goes_home_is_that_seats_gain() -> None:
    laid = ["1 hut blue tower b9 b10 c9 c10"]
    play = position(table(box=BARE), laying="hut red hall", laid=laid, lazy={"b11": 2})
    found = look(play, "b11 c11 d11 e11")
    (home,) = [gain for gain in found.gains if gain.kind is GainKind.LAZY_MONK_HOME]
    assert (name(home.item), home.seat, home.points) == ("b11", 1, 2)
    assert found.own == 0


def test_in_coop_a_preview_counts_large_gaps() -> None:
    game = table(2, "coop", box=BARE)
    apart = look(position(game, laying="hut red hall"), "c4 c5 c6 c7")
    assert apart.own == 0
    assert apart.team == -6, "the bakery is cut off from the church"
    assert (apart.large_gaps, apart.large_gap_points) == (1, -6)


def outcome(game: CampusGalli, state: State, seat: Seat, lay: LaySection) -> State:
    """The lay and the rest of the turn, with nothing flipped and the first builder sent home where one must be."""
    state = game.apply(state, lay)
    while state.agenda and isinstance(step := state.agenda[-1], FlipBuildingStep | SendBuilderHomeStep):
        moves = game.legal(state, seat)
        if step.seat != seat:
            break
        wanted: list[CampusEvent] = [
            move
            for move in moves
            if isinstance(move, SendBuilderHome) or (isinstance(move, FlipBuilding) and move.building is None)
        ]
        state = game.apply(state, wanted[0])
    return state


@pytest.mark.parametrize(("mode", "seats"), [("versus", 2), ("coop", 3), ("solo", 1)])
def test_a_preview_equals_the_outcome(mode: str, seats: int) -> None:
    game = CampusGalli(Options(seats, mode, 1), standard())
    state, chance = game.initial(), RandomStream(derive_entropy("promises", mode))
    while not (due := game.due(state)).over:
        if due.dealer:
            state = game.apply(state, game.deal(state, chance.bytes32()))
            continue
        seat = due.seats[0]
        move = chance.choice(game.legal(state, seat))
        if isinstance(move, LaySection):
            before = game.sheet(state)
            found = preview(game, game.view(state, seat), seat, game.setting.layout.placements[move.placement])
            after = game.sheet(outcome(game, state, seat, move))
            assert found.refusal is None
            assert found.own == after.seats[seat] - before.seats[seat]
            assert found.own == sum(gain.points for gain in found.gains if gain.seat == seat)
            if before.team is not None and after.team is not None:
                assert found.team == after.team - before.team
                assert found.team == sum(gain.points for gain in found.gains) + found.large_gap_points
        state = game.apply(state, move)


@pytest.mark.parametrize(("mode", "seats"), [("versus", 2), ("coop", 3), ("solo", 1)])
def test_what_a_lay_scores_now_counts_the_lazy_monks_that_a_flip_delays(mode: str, seats: int) -> None:
    game, delayed = CampusGalli(Options(seats, mode, 1), standard()), 0
    for seed in range(3):
        state, chance = game.initial(), RandomStream(derive_entropy("delayed", mode, seed))
        while not (due := game.due(state)).over:
            if due.dealer:
                state = game.apply(state, game.deal(state, chance.bytes32()))
                continue
            seat = due.seats[0]
            for lay in game.legal(state, seat):
                if not isinstance(lay, LaySection):
                    break
                after = game.apply(state, lay)
                if not after.agenda or not isinstance(after.agenda[-1], FlipBuildingStep):
                    continue
                end = outcome(game, state, seat, lay)
                waits = game.foreseen(after, seat).agenda[-1:]
                if waits and isinstance(waits[0], SendBuilderHomeStep):
                    continue
                change = _total(game, end, seat) - _total(game, state, seat)
                assert score_change(game, game.view(state, seat), lay).total == change
                delayed += change != _total(game, after, seat) - _total(game, state, seat)
                assert score_change(game, game.view(after, seat), FlipBuilding(seat, None)).total == 0
            state = game.apply(state, chance.choice(game.legal(state, seat)))
    assert delayed > 2


def test_reasons_for_the_last_lay_compare_the_final_scores_only() -> None:
    game = CampusGalli(Options(1, "solo", 1), standard())
    table, chance, compared = InMemoryTable(game, players("Anna"), 5), RandomStream(bytes(8)), 0
    while not table.due.over:
        view = table.view(Seat(0))
        moves = game.legal(view, Seat(0))
        last = game.due(game.foreseen(game.apply(view, moves[0]), Seat(0))).over
        ends = [it for it in moves if last and game.due(game.foreseen(game.apply(view, it), Seat(0))).over]
        totals = [score_change(game, view, it).total for it in ends]
        if len(set(totals)) > 1:
            best, worst = (ends[totals.index(of(totals))] for of in (max, min))
            lead = amount_words(max(totals) - min(totals), game.meta.unit)
            assert why_words(table, TEXTS, view, best, worst, 3).startswith(f"ends {lead} higher {THAN} (")
            assert not why_words(table, TEXTS, view, worst, best, 3)
            compared += 1
        table.submit(chance.choice(moves))
    assert compared


def _total(game: CampusGalli, state: State, seat: Seat) -> int:
    sheet = game.sheet(state)
    return sheet.seats[seat] if sheet.team is None else sheet.team


def test_of_places_that_score_the_same_those_with_the_fewest_new_gaps_come_first() -> None:
    monks = Gain(GainKind.LAZY_MONK, 5, -2, Seat(0)), Gain(GainKind.LAZY_MONK, 6, -2, Seat(0))
    tiles = Gain(GainKind.TILES, 5, 0, Seat(0), tiles=(1, 0, 0, 0))
    two, large, none = Preview(None, monks, 4), Preview(None, (), 4, large_gaps=1), Preview(None, (), 4, large_gaps=-1)
    found = [Preview(None, (), 2), two, large, none, Preview(None, (*monks, tiles), 4), Preview(None, monks, 6)]
    assert sorted(found, key=lambda it: it.rank) == [found[5], found[4], none, large, two, found[0]]
