"""The position builders make the position described, and reject impossible ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.engine.refusal import Refused
from tests.support.play import Play
from tests.support.positions import filling, opening, position, start, table

SQUARE = "1 hut blue tower b9 b10 c9 c10"


def test_a_position_is_what_it_says() -> None:
    play = position(
        table(3),
        turns=["2 double-hall-1 hut", "3 angel-3"],
        wood="ABCH",
        laid=[f"{SQUARE} builder"],
        beside=["3 H"],
        lazy={"b11": 2},
        board=["progress-church"],
        aside=["progress-barn"],
        taken={1: ["red-west"]},
    )
    assert (play.due, play.wood, play.board) == ("2", "ABCH", ["progress-church", "-", "-", "-", "-"])
    assert (play.builders, play.lazy, play.tasks(1)) == ({"hut blue tower": 1, "H": 3}, {"b11": 2}, ["red-west"])
    assert [play.supply(seat) for seat in (1, 2, 3)] == [14, 14, 14]
    assert play.aside == ["progress-barn"]
    assert play.legal(2)[0] == "2 take hut red hall"


def test_an_opening_deals_the_hands_that_it_names() -> None:
    play = opening(hands={1: "pray-hall angel-2", 2: "seer-1 master-1"})
    assert play.due == "1 2"
    assert play.legal(1) == ["1 choose pray-hall", "1 choose angel-2"]


def test_a_position_of_level_ii_has_tiles_books_guests_and_what_was_declared() -> None:
    play = position(
        table(3, level=2),
        turns=["1 guest-iso beg", "2 double-hall-1 hut", "3 seer-1 ?"],
        beside=["1 A", "2 B guest"],
        tiles={1: "RR", 2: "RG", 3: "BB"},
        books={1: "book-abrogans"},
        guests={2: "guest-findan guest-notker"},
    )
    assert (play.due, play.legal(3)) == ("3", ["3 play", "3 beg"])
    assert [play.tiles(seat) for seat in (1, 2, 3)] == ["RR", "RG", "BB"]
    assert len(play.tiles_left) == 48 - 6
    assert (play.books(1), play.guests(2)) == (["book-abrogans"], ["guest-findan", "guest-notker"])
    assert play.beside == ["1 A", "2 B guest"]


def test_a_position_of_special_actions_asks_the_first_seat_that_can_act() -> None:
    play = position(table(level=2), special="2 1", tiles={1: "RRG", 2: "RRG"}, wood="AB", begging=[2])
    assert (play.due, play.order) == ("1", "2 1")


def test_a_filling_begins_the_next_round() -> None:
    play = filling(board=["progress-church"])
    assert (play.due, play.state.round) == ("dealer tasks", 2)


NONSENSE: dict[str, Callable[[], Play]] = {
    "the spaces make no section": lambda: position(laid=["1 hut red hall c4 c5 c6 d7"]),
    "lies where it may not": lambda: position(laid=["1 hut red hall c4 c5 c6 d6"]),
    "hut red tower lies where it may not": lambda: position(laid=[SQUARE, "1 hut red tower c8 c9 d8 d9"]),
    "red hall lies where it may not": lambda: position(laid=["1 hut red hall e5 f5 e6 f6"]),
    "sections are missing or doubled|pieces": lambda: position(laid=[SQUARE, "1 hut blue tower e5 f5 e6 f6"]),
    "there is no section": lambda: position(laying="hut pink hall"),
    "tasks are missing or doubled|pieces": lambda: position(board=["red-west"], taken={1: ["red-west"]}),
    "a lazy monk lies in no gap": lambda: position(laid=[SQUARE], lazy={"b10": 1}),
    "a lazy monk lies in a large gap": lambda: position(lazy={"c5": 1}),
    "two lazy monks lie in one gap": lambda: position(laid=["1 hut red wing b9 c9 c10 c11"], lazy={"b10": 1, "b11": 2}),
    "a builder stands beside parchment": lambda: position(beside=["1 D"]),
    "more monks are on the plan than there are": lambda: position(
        table(monks=1), laid=[f"{SQUARE} builder"], lazy={"b11": 1}
    ),
    "seats have more tiles than there are": lambda: position(table(level=2), tiles={1: "R" * 13}),
    "pieces|a seat has cards too many": lambda: position(table(level=2), books={1: "book-troper", 2: "book-troper"}),
    "the board is full": lambda: filling(board=["red-west", "blue-west", "red-east", "blue-east"]),
    "the task deck is empty": lambda: filling(board=["red-west"], deck=[]),
}


@pytest.mark.parametrize(("saying", "make"), NONSENSE.items(), ids=NONSENSE.keys())
def test_a_position_that_no_match_could_hold_is_refused(saying: str, make: Callable[[], Play]) -> None:
    with pytest.raises(AssertionError, match=saying):
        make()


def test_going_on_against_the_rules_is_refused() -> None:
    with pytest.raises(Refused):
        start().do("1 flip D")


def test_asking_for_the_refusal_of_a_legal_move_fails() -> None:
    with pytest.raises(AssertionError, match="is not refused"):
        position().why_not("1 take hut red hall")
