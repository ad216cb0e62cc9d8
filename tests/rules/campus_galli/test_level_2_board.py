"""Level II, 1: filling the task board; dues, feast days and study days."""

from __future__ import annotations

import pytest

from tests.support.play import Play
from tests.support.positions import filling, position, start, table

GAME = table(level=2)
THREE = table(3, level=2)
LIBRARY = "book-legendary book-troper book-cantatorium"
"""Red, green and blue."""


@pytest.mark.rule("CG-II-1a")
@pytest.mark.parametrize(("seats", "places"), [(1, 3), (2, 5), (3, 6), (4, 7)])
def test_the_board_is_filled_up_to_its_places(seats: int, places: int) -> None:
    play = start(table(seats, level=2)).dealt(until="dealer tasks")
    play = play.filled(*[f"progress-{name}" for name in ("church", "cloister", "bakery", "stables")][: places - 1])
    while play.due == "dealer tasks":
        play = play.dealt(until="dealer pile 1")
    assert len(play.board) == places
    assert "-" not in play.board


@pytest.mark.rule("CG-II-1a")
def test_a_task_that_is_not_in_the_deck_cannot_be_turned_up() -> None:
    play = filling(GAME, board=["progress-church"])
    assert play.why_not("dealer task progress-church") == ("bad-draw", "CG-II-1a")


DUES = {1: "RRRRGGBB", 2: "RRRGGBB"}


@pytest.mark.rule("CG-II-1b", "CG-II-1c")
def test_at_dues_who_has_more_than_seven_tiles_returns_them_all_and_receives_one_of_each() -> None:
    play = filling(GAME, tiles=DUES).do("dealer task dues-1")
    assert (play.tiles(1), play.tiles(2)) == ("RGBY", "RRRGGBB")
    assert play.told[-2:] == ["1 tiles-returned RRRRGGBB", "1 tiles-received RGBY"]


@pytest.mark.rule("CG-II-1b")
def test_such_a_card_takes_effect_on_a_half_filled_board_and_the_filling_continues() -> None:
    play = filling(GAME, tiles=DUES).filled("progress-church", "dues-1")
    assert play.tiles(1) == "RGBY"
    assert (play.board, play.due) == (["progress-church", "dues-1", "-", "-", "-"], "dealer tasks")


@pytest.mark.rule("CG-II-1b")
def test_a_seat_decides_before_the_filling_continues() -> None:
    play = filling(GAME, books={1: "book-troper"}).do("dealer task study-day-1")
    assert play.due == "1"
    assert play.do("1 again none").due == "dealer tasks"


GUESTS = {1: "guest-udalrich guest-wolfcoz guest-grimald"}


@pytest.mark.rule("CG-II-1d")
def test_at_a_feast_day_up_to_two_guests_are_scored_again() -> None:
    play = filling(GAME, guests=GUESTS, tiles={1: "Y"}).do("dealer task feast-day-1")
    assert "1 again none" in play.legal(1)
    assert play.do("1 again guest-udalrich R").tiles(1) == "RY"
    assert play.do("1 again guest-udalrich R guest-wolfcoz B").tiles(1) == "RBY"
    assert play.do("1 again guest-grimald - guest-wolfcoz G").tiles(1) == "GY"
    assert play.do("1 again guest-grimald - guest-wolfcoz G").beside == []


@pytest.mark.rule("CG-II-1d", "CG-II-1g")
@pytest.mark.parametrize(
    "line",
    [
        "1 again guest-grimald - guest-udalrich R guest-wolfcoz G",
        "1 again guest-udalrich G",
        "1 again guest-udalrich -",
        "1 again guest-iso Y",
    ],
)
def test_no_third_one_nor_another_nor_what_he_does_not_bring(line: str) -> None:
    play = filling(GAME, guests=GUESTS).do("dealer task feast-day-1")
    assert play.why_not(line) == ("wrong-cards", "CG-II-1d")


@pytest.mark.rule("CG-II-1e")
def test_at_a_study_day_up_to_two_books_are_scored_again() -> None:
    play = filling(GAME, books={2: LIBRARY}, tiles={2: "0"}).do("dealer task study-day-2")
    assert play.due == "2"
    assert len(play.legal(2)) == 1 + 3 + 3
    assert play.do("2 again book-legendary R book-cantatorium B").tiles(2) == "RB"
    assert play.why_not("2 again book-legendary B") == ("wrong-cards", "CG-II-1e")


@pytest.mark.rule("CG-II-1e")
def test_a_feast_day_is_for_guests_alone_and_a_study_day_for_books() -> None:
    feast = filling(GAME, books={1: LIBRARY}, guests={2: "guest-iso"}).do("dealer task feast-day-1")
    study = filling(GAME, books={1: LIBRARY}, guests={2: "guest-iso"}).do("dealer task study-day-1")
    assert (feast.due, study.due) == ("2", "1")


@pytest.mark.rule("CG-II-3g5", "CG-II-1d", "CG-II-1e", "CG-II-1c")
def test_what_comes_while_the_board_is_filled_fulfils_no_all_together() -> None:
    board = ["red-with-green", "green-with-blue"]
    study = filling(GAME, board=board, books={1: LIBRARY}).do("dealer task study-day-1")
    assert study.do("1 again book-legendary R book-troper G").tasks(1) == []
    assert filling(GAME, board=board, tiles=DUES).do("dealer task dues-1").tasks(1) == []
    tiles = {1: "RRG", 2: "0"}
    before = position(GAME, special="1 2", wood="AB", board=board, tiles=tiles, books={2: LIBRARY}).do("1 pass")
    after = before.do("dealer task study-day-1", "2 again book-legendary R book-troper G")
    assert (after.tiles(2), after.tasks(2)) == ("RG", [])


@pytest.mark.rule("CG-II-1f")
@pytest.mark.parametrize(("order", "asked"), [("1 2 3", "123"), ("2 1 3", "231"), ("3 2 1", "312")])
def test_seats_come_in_their_order_from_the_one_that_had_the_first_turn(order: str, asked: str) -> None:
    books = {1: "book-legendary", 2: "book-troper", 3: "book-cantatorium"}
    play = filling(THREE, order=order, books=books).do("dealer task study-day-1")
    seen = ""
    while play.due != "dealer tasks":
        seen += play.due
        play = play.do(f"{play.due} again none")
    assert seen == asked


@pytest.mark.rule("CG-II-1f")
def test_in_the_first_round_they_begin_with_seat_1() -> None:
    play = start(THREE).dealt(until="dealer tasks")
    assert (play.state.round, play.state.first) == (1, 0)


@pytest.mark.rule("CG-II-1f", "CG-II-3s3")
def test_the_first_of_them_takes_the_last_tile() -> None:
    books = {1: "book-legendary", 2: "book-hortulus"}
    play = filling(THREE, order="2 1 3", books=books, tiles={1: "0", 2: "0", 3: "R" * 11}).do("dealer task study-day-1")
    after = play.do("2 again book-hortulus R")
    assert after.due == "1"
    assert after.legal(1) == ["1 again book-legendary -", "1 again none"]


@pytest.mark.rule("CG-II-1f")
def test_at_dues_all_return_their_tiles_before_the_first_receives_any() -> None:
    tiles = {1: "RRRRRRRR", 2: "GGGGGGGG", 3: "GGGG"}
    play = filling(THREE, order="1 2 3", tiles=tiles).do("dealer task dues-1")
    assert (play.tiles(1), play.tiles(2)) == ("RGBY", "RGBY")
    returned = [line.split()[:2] for line in play.told[-4:]]
    assert returned == [
        ["1", "tiles-returned"],
        ["2", "tiles-returned"],
        ["1", "tiles-received"],
        ["2", "tiles-received"],
    ]


@pytest.mark.rule("CG-II-1f", "CG-II-1c")
def test_at_dues_the_supply_may_not_suffice_for_all() -> None:
    four = table(4, level=2)
    tiles = {1: "GGGGGGGG", 2: "BBBBBBBB", 3: "Y" * 5, 4: "Y" * 6}
    play = filling(four, order="2 1 3 4", tiles=tiles).do("dealer task dues-1")
    assert (play.tiles(2), play.tiles(1)) == ("RGBY", "RGB")


@pytest.mark.rule("CG-II-1g")
def test_a_seat_without_books_or_guests_is_not_asked() -> None:
    play = filling(GAME, books={2: LIBRARY})
    assert play.do("dealer task study-day-1").due == "2"
    assert play.do("dealer task feast-day-1").due == "dealer tasks"


@pytest.mark.rule("CG-II-1h")
def test_the_card_keeps_its_place_until_the_end_of_the_round_and_is_then_discarded() -> None:
    play = filling(GAME).filled("dues-1", *[f"progress-{name}" for name in ("church", "cloister", "bakery", "stables")])
    assert play.board[0] == "dues-1"
    assert play.due == "dealer pile 1"
    after = _to_the_next_round(play)
    assert "dues-1" in after.aside
    assert after.board[0] == "-"
    assert after.due == "dealer tasks"


def _to_the_next_round(play: Play) -> Play:
    """All seats choose their first card and do the first thing that they may, or end."""
    number = play.state.round
    while play.state.round == number:
        play = play.dealt(until="dealer tasks")
        for seat in play.due.split():
            lines = play.legal(int(seat))
            short = [line for line in lines if line.split()[1] in ("beg", "end", "pass")]
            play = play.do((short or lines)[0])
    return play


@pytest.mark.rule("CG-II-1i")
@pytest.mark.parametrize("task", ["dues-1", "feast-day-1", "study-day-1"])
def test_it_is_never_ignored_nor_replaced(task: str) -> None:
    play = filling(GAME).filled(task)
    assert play.board[0] == task
    assert play.state.turned == 1
    assert play.aside == []


@pytest.mark.rule("CG-II-1j")
@pytest.mark.parametrize("task", ["new-person-west-1", "new-person-east-1"])
def test_a_task_for_a_new_person_flips_no_building(task: str) -> None:
    play = filling(GAME, wood="AB").filled(task)
    assert (play.wood, play.board[0]) == ("AB", task)


@pytest.mark.rule("CG-II-1k")
@pytest.mark.parametrize("task", ["long-hours-red", "alms-1", "red-with-green", "church-bell", "complete-1"])
def test_tasks_of_level_ii_stay_possible(task: str) -> None:
    assert filling(GAME).filled(task).board[0] == task


def _all_covered() -> Play:
    """A board to be filled, while every space of every building is taken to be covered."""
    play = filling(GAME, wood="ABCDEFGHIJK")
    areas = 0
    for area in play.setting.layout.areas:
        areas |= area
    return Play(play.game, play.state._replace(covered=type(play.state.covered)(areas)))


@pytest.mark.rule("CG-II-1k")
def test_complete_is_beyond_fulfilment_when_all_eleven_buildings_are_complete() -> None:
    play = _all_covered().filled("complete-1")
    assert (play.aside, play.board[0]) == (["complete-1"], "-")
    one_left = _all_covered()
    open_but_k = one_left.state._replace(open=one_left.state.open & ~(1 << 10))
    assert Play(one_left.game, open_but_k).filled("complete-1").board[0] == "complete-1"


BOOKS = [card.key for card in GAME.setting.box.cards if card.key.startswith("book-")]
GUEST_KEYS = [card.key for card in GAME.setting.box.cards if card.key.startswith("guest-")]


@pytest.mark.rule("CG-II-1k")
def test_new_book_is_beyond_fulfilment_when_all_books_lie_in_libraries_or_on_played_piles() -> None:
    libraries = {1: " ".join(BOOKS[:8]), 2: " ".join(BOOKS[8:])}
    assert filling(GAME, books=libraries).filled("new-book-1").aside == ["new-book-1"]
    played = filling(GAME, books={1: " ".join(BOOKS[:8])}, piles=0)
    assert set(BOOKS[8:]) <= {*played.cards_played(1), *played.cards_played(2)}
    assert played.filled("new-book-1").aside == ["new-book-1"]
    one_unseen = {**libraries, 2: " ".join(BOOKS[8:15])}
    assert filling(GAME, books=one_unseen).filled("new-book-1").board[0] == "new-book-1"


@pytest.mark.rule("CG-II-1k")
def test_new_person_is_when_no_building_of_its_side_is_parchment_and_all_guests_are_gone() -> None:
    boards = {1: " ".join(GUEST_KEYS[:8]), 2: " ".join(GUEST_KEYS[8:])}
    west = "new-person-west-1"
    assert filling(GAME, guests=boards, wood="ABCDK").filled(west).aside == [west]
    assert filling(GAME, guests=boards, wood="ABCD").filled(west).board[0] == west
    one_unseen = {**boards, 2: " ".join(GUEST_KEYS[8:15])}
    assert filling(GAME, guests=one_unseen, wood="ABCDK").filled(west).board[0] == west
    assert filling(GAME, guests=boards, wood="ABCDK").filled("new-person-east-1").board[0] == "new-person-east-1"


@pytest.mark.rule("CG-II-1k")
def test_old_tasks_are_looked_at_again() -> None:
    libraries = {1: " ".join(BOOKS[:8]), 2: " ".join(BOOKS[8:])}
    play = filling(GAME, books=libraries, board=["new-book-1", "progress-church"])
    assert (play.board[:2], play.aside) == (["-", "progress-church"], ["new-book-1"])
