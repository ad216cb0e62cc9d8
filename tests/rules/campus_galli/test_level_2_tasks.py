"""Level II, 3g: the end of the turn, and the tasks that belong to it."""

from __future__ import annotations

import pytest

from tests.support.play import Play
from tests.support.positions import position, table

GAME = table(level=2)
FULL = "RGBY" * 12


def ending(tiles: str, *board: str, other: str = "RGBY") -> Play:
    """Seat 1 has laid a section that brought nothing, and ends its turn with these tiles."""
    at = position(GAME, laying="hut red hall", tiles={1: tiles, 2: other}, board=board)
    return at.do("1 lay d6 d7 d8 d9")


@pytest.mark.rule("CG-II-3g")
def test_long_hours_of_prayer_is_taken_without_a_tile_of_its_colour_and_brings_one() -> None:
    play = ending("R", "long-hours-blue")
    assert play.legal(1) == ["1 claim 1", "1 end"]
    after = play.do("1 claim 1")
    assert (after.tasks(1), after.tiles(1)) == (["long-hours-blue"], "RB")


@pytest.mark.rule("CG-II-3g")
def test_not_with_a_tile_of_its_colour() -> None:
    play = ending("RB", "long-hours-blue", "long-hours-green")
    assert play.legal(1) == ["1 claim 2", "1 end"]
    assert play.why_not("1 claim 1") == ("task-not-fulfilled", "CG-II-3g")


@pytest.mark.rule("CG-II-3g")
@pytest.mark.parametrize("tiles", ["0", "R", "RB", "BB"])
def test_alms_are_taken_with_two_tiles_or_fewer_and_bring_any_two(tiles: str) -> None:
    play = ending(tiles, "alms-1").do("1 claim 1")
    assert len(play.legal(1)) == 10
    after = play.do("1 receive GY")
    assert after.tasks(1) == ["alms-1"]
    assert after.tiles(1) == "".join(sorted(tiles.replace("0", "") + "GY", key="RGBY".index))


@pytest.mark.rule("CG-II-3g")
def test_not_with_three() -> None:
    assert ending("RGB", "alms-1").why_not("1 claim 1") == ("task-not-fulfilled", "CG-II-3g")


@pytest.mark.rule("CG-II-3g")
def test_no_other_task_is_taken_so() -> None:
    play = ending("0", "alms-1", "progress-church", "church-bell")
    assert play.why_not("1 claim 2") == ("task-not-fulfilled", "CG-II-3g")
    assert play.why_not("1 claim 3") == ("task-not-fulfilled", "CG-II-3g")
    assert play.why_not("1 claim 4") == ("task-not-fulfilled", "CG-II-3g")


@pytest.mark.rule("CG-II-3g8")
def test_the_seat_swaps_and_takes_tasks_in_the_order_it_likes() -> None:
    play = ending("RRR", "long-hours-red", "alms-1")
    assert play.why_not("1 claim 1")[0] == "task-not-fulfilled"
    after = play.do("1 swap RRR G", "1 claim 2", "1 receive YY", "1 claim 1")
    assert (after.tasks(1), after.tiles(1)) == (["alms-1", "long-hours-red"], "RGYY")


@pytest.mark.rule("CG-II-3g8")
def test_the_tile_of_long_hours_may_be_one_too_many_for_alms() -> None:
    play = ending("RR", "long-hours-blue", "alms-1")
    assert play.do("1 claim 1").why_not("1 claim 2") == ("task-not-fulfilled", "CG-II-3g")
    first = play.do("1 claim 2", "1 receive GG", "1 claim 1")
    assert first.tasks(1) == ["alms-1", "long-hours-blue"]


@pytest.mark.rule("CG-II-3g8")
def test_it_need_not_take_any() -> None:
    after = ending("R", "long-hours-blue", "alms-1").do("1 end")
    assert (after.tasks(1), after.due) == ([], "2")


@pytest.mark.rule("CG-II-3g8")
def test_both_alms_can_be_taken_where_two_tiles_are_left_by_a_swap() -> None:
    play = ending("0", "alms-1", "alms-2").do("1 claim 1", "1 receive RG")
    assert play.do("1 claim 2", "1 receive BY").tasks(1) == ["alms-1", "alms-2"]


@pytest.mark.rule("CG-II-3g9")
def test_the_step_is_passed_over_when_the_seat_can_neither_swap_nor_take_a_task() -> None:
    assert ending("RG", "long-hours-red").due == "2"
    assert ending("RG", "long-hours-blue").due == "1"
    assert ending("RRG", "long-hours-red").due == "1"


@pytest.mark.rule("CG-II-3g9")
def test_the_task_can_be_taken_even_if_the_supply_has_no_tile_to_give() -> None:
    full = FULL.replace("RG", "", 1)
    hours = ending("RG", "long-hours-blue", other=full).do("1 claim 1")
    assert (hours.tasks(1), hours.tiles(1), hours.due) == (["long-hours-blue"], "RG", "2")
    alms = ending("RG", "alms-1", other=full).do("1 claim 1")
    assert (alms.tasks(1), alms.tiles(1), alms.due) == (["alms-1"], "RG", "2")


@pytest.mark.rule("CG-II-3g10")
def test_half_a_seal_is_worth_half_a_point() -> None:
    after = ending("R", "long-hours-blue").do("1 claim 1")
    assert after.points("tasks", 1) == 0.5


@pytest.mark.rule("CG-II-3g5", "CG-II-3g6")
def test_alms_and_long_hours_can_bring_all_together() -> None:
    alms = ending("0", "alms-1", "green-with-yellow").do("1 claim 1", "1 receive GY")
    assert alms.tasks(1) == ["alms-1", "green-with-yellow"]
    hours = ending("R", "long-hours-blue", "long-hours-green", "green-with-blue").do("1 claim 1", "1 claim 2")
    assert hours.tasks(1) == ["long-hours-blue", "long-hours-green", "green-with-blue"]


@pytest.mark.rule("CG-II-3g6")
def test_what_the_section_brought_counts_with_what_alms_bring() -> None:
    at = position(GAME, laying="hut green hall", tiles={1: "0"}, board=["alms-1", "green-with-yellow"])
    after = at.do("1 lay d5 e5 f5 g5", "1 claim 1", "1 receive BY")
    assert after.tasks(1) == ["alms-1", "green-with-yellow"]


@pytest.mark.rule("CG-II-3g6")
def test_what_was_swapped_away_meanwhile_still_counts_as_received() -> None:
    at = position(GAME, laying="hut green hall", tiles={1: "RR"}, board=["long-hours-blue", "green-with-blue"])
    after = at.do("1 lay d5 e5 f5 g5", "1 swap RRG Y", "1 claim 1")
    assert after.tasks(1) == ["long-hours-blue", "green-with-blue"]


@pytest.mark.rule("CG-II-3g6")
def test_each_turn_counts_separately() -> None:
    play = position(
        GAME, turns=["1 book-cantatorium", "2 book-golden-psalter"], tiles={1: "G", 2: "G"}, board=["blue-with-yellow"]
    )
    assert (play.tasks(1), play.tasks(2)) == ([], [])


@pytest.mark.rule("CG-II-3g5", "CG-II-3s3")
def test_a_tile_that_did_not_come_was_not_received() -> None:
    at = position(GAME, laying="pouch joker tower", tiles={1: "0", 2: "B" * 12}, board=["red-with-blue"])
    assert at.do("1 lay e5 f5 e6 f6").tasks(1) == []


@pytest.mark.rule("CG-II-3g7")
def test_fulfilled_tasks_are_taken_automatically_as_soon_as_they_are_fulfilled() -> None:
    play = position(
        GAME,
        turns=["1 book-abrogans", "2 angel-2"],
        tiles={1: "G"},
        books={1: "book-legendary book-cantatorium"},
        board=["new-book-1", "red-with-green", "green-with-blue", "red-with-blue"],
    )
    assert play.tasks(1) == ["new-book-1"]
    after = play.do("1 again book-legendary R book-cantatorium B")
    assert after.tasks(1) == ["new-book-1", "red-with-green", "green-with-blue", "red-with-blue"]


@pytest.mark.rule("CG-II-3g5")
@pytest.mark.parametrize("task", ["red-with-green", "red-with-blue", "red-with-yellow"])
@pytest.mark.parametrize("tiles", ["RG", "RB", "RY"])
def test_all_together_is_fulfilled_by_its_own_two_colours(task: str, tiles: str) -> None:
    play = position(GAME, turns=["1 build-red-1 beg", "2 angel-2"], tiles={1: "R"}, board=[task])
    names = {"G": "green", "B": "blue", "Y": "yellow"}
    expected = [task] if names[tiles[1]] in task else []
    assert play.do(f"1 receive {tiles}").tasks(1) == expected
