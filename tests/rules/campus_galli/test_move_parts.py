"""The parts that explain a move: they add up to its rating, and count what it does."""

from __future__ import annotations

from itertools import islice

import pytest

from rules.bots.reasons import advantages
from rules.campus_galli import places
from rules.campus_galli.box import COLOURS, CardKind, TaskKind
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.laying_sections import TakeFromHut
from rules.campus_galli.leftovers import Borrow
from rules.campus_galli.placement_batch import JOKER
from rules.campus_galli.placement_parts import placement_parts
from rules.campus_galli.placement_values import COOP_WEIGHTS, VERSUS_WEIGHTS, PlacementEvaluator
from rules.campus_galli.rounds import ChooseCard
from rules.campus_galli.tile_turns import ClaimTask
from rules.campus_galli.turn_order import Declare
from rules.engine.events import Move
from rules.engine.grid import spaces_of
from rules.engine.judge import Part
from rules.engine.secrecy import HIDDEN, Seat
from tests.rules.campus_galli.test_candidate_moves import decisions
from tests.support.play import Play
from tests.support.positions import opening, position, table, with_symbols


@pytest.mark.parametrize(("mode", "level"), [("coop", 1), ("versus", 1), ("versus", 2), ("coop", 3)])
def test_the_parts_of_a_placement_add_up_to_its_value(mode: str, level: int) -> None:
    game, found = table(2, mode, level=level), 0
    evaluator = PlacementEvaluator(game.setting, VERSUS_WEIGHTS if mode == "versus" else COOP_WEIGHTS)
    for state, seat in islice(decisions(game, level), 0, None, 12):
        values = evaluator.values(state, seat)
        for section in {
            section._replace(origin=game.setting.box.sections[0].origin) for section in game.setting.box.sections
        }:
            by_placement = values.by_placement(section.shape, JOKER if section.colour is None else section.colour)
            for place in places.legal(game.setting, state, section.shape)[::7]:
                parts = placement_parts(values, section, place)
                assert sum(part.value for part in parts) == by_placement[place.index]
                assert len({part.key for part in parts}) == len(parts)
                found += 1
    assert found > 300


@pytest.mark.parametrize(("mode", "level"), [("versus", 1), ("coop", 2), ("coop", 3)])
def test_every_legal_move_is_explained(mode: str, level: int) -> None:
    game = table(2, mode, level=level)
    for state, seat in islice(decisions(game, level), 0, None, 5):
        view = game.view(state, seat)
        for move in list(game.legal(view, seat))[:6]:
            keys = [part.key for part in game.explain(view, move)]
            assert len(set(keys)) == len(keys)


def test_a_card_that_costs_no_tiles_has_no_price() -> None:
    game, found = table(2, "versus"), 0
    for state, seat in islice(decisions(game, 1), 0, None, 2):
        view = game.view(state, seat)
        for move in game.legal(view, seat):
            prices = [part.value for part in game.explain(view, move) if part.key == "price"]
            assert not any(prices), move
            found += len(prices)
    assert found > 20


def parts_of(play: Play, move: str) -> dict[str, Part]:
    """Return the parts of a move of the first seat by their keys."""
    event = play.game.parse(move)
    assert isinstance(event, Move)
    return {part.key: part for part in play.game.explain(play.game.view(play.state, Seat(0)), event)}


def test_a_placement_counts_its_tasks() -> None:
    play = position(
        table(2, "versus"), laying="hut red hall", laid=["2 hut red wing d5 e5 f5 d6"], board=["hall-beside-wing"]
    )
    found = [parts_of(play, lay)["tasks"] for lay in play.legal(1)]
    assert {part.count for part in found} == {0, 1}
    task = play.game.setting.box.tasks[play.state.board[0] or 0]
    assert task.kind is TaskKind.SHAPES
    assert {part.names for part in found} == {(), (play.state.board[0],)}


def test_a_placement_names_the_building_that_it_completes() -> None:
    laid = ["1 hut blue tower b9 b10 c9 c10", "2 hut green transept c8 d7 d8 d9"]
    play = position(table(2, "versus", box=with_symbols()), laying="hut red hall", laid=laid, wood="ABC")
    completed = parts_of(play, "1 lay b11 c11 d11 e11")["completed"]
    (building,) = completed.names
    assert completed.count == 1
    assert play.game.setting.box.plan.buildings[building].letter == "C"


def test_of_a_shape_in_the_pouch_only_what_all_its_sections_do_is_named() -> None:
    play = opening(hands={1: "pray-tower seer-1", 2: "build-green-1 build-red-1"})
    for part in parts_of(play, "1 choose pray-tower").values():
        assert len(part.names) in (0, part.count)


def test_a_card_or_section_is_explained_by_its_best_placement() -> None:
    """So its parts add up to its rating."""
    game, found = table(2, "versus", level=1), 0
    for state, seat in islice(decisions(game, 3), 0, None, 2):
        view = game.view(state, seat)
        moves = [move for move in game.legal(view, seat) if isinstance(move, ChooseCard | TakeFromHut | Declare)]
        for move, rating in zip(moves, game.rate(view, seat, moves), strict=True):
            assert sum(part.value for part in game.explain(view, move)) == rating
            found += 1
    assert found > 30


def test_a_shape_of_the_pouch_counts_only_what_any_of_its_sections_brings() -> None:
    play = opening(hands={1: "pray-tower seer-1", 2: "build-green-1 build-red-1"})
    assert parts_of(play, "1 choose pray-tower")["builders"].count == 0


def test_a_card_to_borrow_is_explained_as_if_it_were_the_seats_own() -> None:
    game, found = table(2, "coop", level=3), 0
    for state, seat in decisions(game, 3):
        view = game.view(state, seat)
        moves = [move for move in game.legal(view, seat) if isinstance(move, Borrow)]
        for move, rating in zip(moves, game.rate(view, seat, moves), strict=True):
            parts = {part.key: part.value for part in game.explain(view, move)}
            assert sum(parts.values()) == rating
            assert "other" not in parts
            found += 1
    assert found > 10


def test_a_card_of_unfinished_tasks_is_explained_by_the_best_card_to_borrow() -> None:
    game, found = table(2, "coop", level=3), 0
    for state, seat in decisions(game, 3):
        view = game.view(state, seat)
        moves = [move for move in game.legal(view, seat) if isinstance(move, ChooseCard) and unfinished(game, move)]
        for move, rating in zip(moves, game.rate(view, seat, moves), strict=True):
            parts = game.explain(view, move)
            assert sum(part.value for part in parts) == rating
            found += any(part.key in ("books", "guests", "progress") for part in parts)
    assert found > 3


def unfinished(game: CampusGalli, move: ChooseCard) -> bool:
    return move.card.value is not HIDDEN and game.setting.box.cards[move.card.value].kind is CardKind.UNFINISHED


def test_a_task_taken_at_the_end_of_a_turn_is_named() -> None:
    game, found = table(2, "coop", level=2), 0
    for state, seat in decisions(game, 2):
        for move in game.legal(state, seat):
            if isinstance(move, ClaimTask):
                (part,) = (part for part in game.explain(state, move) if part.key == "tasks")
                assert part.names == (state.board[move.place],)
                found += 1
    assert found > 3


def test_tiles_paid_and_received_are_counted() -> None:
    play = position(table(2, "versus", level=2), turns=["1 build-red-1", "2 angel-2"], tiles={1: "RRG"})
    pay = next(move for move in play.legal(1) if move.startswith("1 pay"))
    assert parts_of(play, pay)["tiles"].count < 0


@pytest.mark.parametrize("mode", ["versus", "coop"])
def test_a_flip_is_explained_by_its_builder_its_spaces_and_the_open_ones_beside_it(mode: str) -> None:
    """So its parts add up to its rating, and say why one building is better than another."""
    laid = ["1 hut blue tower b9 b10 c9 c10", "2 hut green transept c8 d7 d8 d9"]
    at = position(table(2, mode, box=with_symbols()), laying="hut red hall", laid=laid, wood="ABC").do(
        "1 lay b11 c11 d11 e11"
    )
    view, flips = at.game.view(at.state, Seat(0)), [f"1 flip {letter}" for letter in (*"DEFGHIJK", "none")]
    ratings = at.game.rate(view, Seat(0), list(at.game.legal(view, Seat(0))))
    for flip, rating in zip(flips, ratings, strict=True):
        parts = parts_of(at, flip)
        assert sum(part.value for part in parts.values()) == rating
        assert ("opens" in parts) is ("flipped" in parts) is (flip != "1 flip none")
    large, small = parts_of(at, "1 flip I"), parts_of(at, "1 flip D")
    assert (large["beside"].count, large["flipped"].count) == (1, 1)
    areas = {it.letter: it.area.bit_count() for it in at.game.setting.box.plan.buildings}
    assert (large["opens"].count, small["opens"].count) == (areas["I"], areas["D"])
    first, second = (at.game.parse(flip) for flip in ("1 flip I", "1 flip D"))
    assert isinstance(first, Move)
    assert isinstance(second, Move)
    reasons = {it.key for pair in ((first, second), (second, first)) for it in advantages(at.game, view, *pair)}
    assert "opens" in reasons


def test_a_card_fulfils_as_much_as_the_best_section_that_it_allows_wherever_it_is_placed() -> None:
    play = opening(hands={1: "build-green-1 seer-1", 2: "build-red-1 angel-2"})
    view, setting = play.game.view(play.state, Seat(0)), play.game.setting
    event = play.game.parse("1 choose build-green-1")
    assert isinstance(event, Move)
    green = setting.colour_sections[COLOURS.index("green")]
    by_section = [
        play.game.most_task_points(view, TakeFromHut(Seat(0), section)) for section in spaces_of(view.hut & green)
    ]
    assert play.game.most_task_points(view, event) == max(by_section)
    assert play.game.most_task_points(view, ClaimTask(Seat(0), 0)) == 0
