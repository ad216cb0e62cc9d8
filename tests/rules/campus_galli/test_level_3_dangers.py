"""Level III, 1: fire hazard and risk of epidemic."""

from __future__ import annotations

import pytest

from tests.support.play import Play
from tests.support.positions import filling, judge, table

GAME = table(level=3)
LIBRARY = "book-troper book-monastery-plan"


def fire(*lines: str, books: dict[int, str] | None = None, tiles: dict[int, str] | None = None) -> Play:
    """A fire is turned up, and then this happens."""
    before = filling(GAME, books=books or {1: LIBRARY}, tiles=tiles or {1: "RG", 2: "RG"})
    return before.do("dealer task fire-1", *lines)


@pytest.mark.rule("CG-III-1i")
def test_every_seat_with_a_book_rolls_one_die() -> None:
    both = {1: LIBRARY, 2: "book-abrogans"}
    play = fire(books=both)
    assert play.told[1:] == ["- event fire-1 place 1"]
    play = play.do("dealer dice white")
    assert play.told[0] == "1 dice-rolled fire-1 white"
    assert play.due == "dealer dice"
    assert play.do("dealer dice white").told[0] == "2 dice-rolled fire-1 white"
    assert play.do("dealer dice white").due == "dealer tasks"


@pytest.mark.rule("CG-III-1i")
def test_a_seat_without_a_book_neither_rolls_nor_earns_anything() -> None:
    play = fire("dealer dice red", "1 pay R")
    assert play.due == "dealer tasks"
    assert [play.tasks(2), play.own(2).cooperation] == [[], 0]
    assert fire(books={2: "book-abrogans"}).do("dealer dice white").tasks(2) == ["fire-1"]


@pytest.mark.rule("CG-III-1i")
def test_a_seat_that_pays_keeps_all_books_and_earns_a_point() -> None:
    play = fire("dealer dice green", "1 pay G")
    assert play.told == ["1 tiles-paid G", "1 warded-off fire-1", "1 task-fulfilled fire-1 place 1"]
    assert (play.books(1), play.tiles(1)) == (LIBRARY.split(), "R")
    assert play.points("tasks", 1) == 1
    assert play.points("books", 1) == 1.5
    judge(play.game, play.state)


@pytest.mark.rule("CG-III-1i")
def test_a_seat_with_many_books_rolls_one_die_all_the_same() -> None:
    assert fire().why_not("dealer dice red green") == ("bad-draw", "CG-III-0h")


@pytest.mark.rule("CG-III-1i1")
def test_a_seat_that_does_not_pay_chooses_the_book_that_it_loses() -> None:
    play = fire("dealer dice red", "1 decline")
    assert play.due == "1"
    assert play.legal(1) == ["1 lose-book book-troper", "1 lose-book book-monastery-plan"]
    assert play.why_not("1 lose-book book-abrogans") == ("no-such-book", "CG-III-1i1")
    assert play.why_not("1 decline")[0] == "not-now"
    after = play.do("1 lose-book book-monastery-plan")
    assert after.told == ["1 book-lost book-monastery-plan"]
    assert (after.books(1), after.tiles(1), after.tasks(1)) == (["book-troper"], "RG", [])
    assert after.points("books", 1) == 0.5
    assert after.due == "dealer tasks"
    judge(after.game, after.state)


@pytest.mark.rule("CG-III-1i1")
def test_a_seat_that_cannot_pay_chooses_among_its_books_at_once() -> None:
    play = fire("dealer dice blue")
    assert play.due == "1"
    assert len(play.legal(1)) == 2
    assert play.do("1 lose-book book-troper").books(1) == ["book-monastery-plan"]


@pytest.mark.rule("CG-III-1i1")
def test_the_only_book_is_lost_unasked() -> None:
    play = fire("dealer dice red", books={1: "book-troper"})
    assert play.legal(1) == ["1 pay R", "1 decline"]
    play = play.do("1 decline")
    assert play.told == ["1 book-lost book-troper"]
    assert (play.books(1), play.due) == ([], "dealer tasks")
    assert fire("dealer dice blue", books={1: "book-troper"}).told[-1] == "1 book-lost book-troper"


@pytest.mark.rule("CG-III-1i1", "CG-II-1k")
def test_a_book_that_is_lost_is_back_in_the_box_for_good() -> None:
    keys = [card.key for card in GAME.setting.box.cards if card.key.startswith("book-")]
    libraries = {1: " ".join(keys[:11]), 2: " ".join(keys[11:])}
    play = fire("dealer dice blue", "1 lose-book book-abrogans", "dealer dice white", books=libraries)
    assert [GAME.setting.box.cards[card].key for card in play.own(1).lost] == ["book-abrogans"]
    assert "book-abrogans" not in play.cards_played(1)
    # No book is left that anyone could still produce.
    assert play.filled("new-book-1").aside == ["new-book-1"]


@pytest.mark.rule("CG-III-1i2")
def test_where_nobody_has_a_book_the_fire_is_ignored() -> None:
    play = filling(GAME, guests={1: "guest-iso"}).do("dealer task fire-1")
    assert play.told == ["- task-revealed fire-1 place 1", "- event-ignored fire-1"]
    assert (play.aside, play.board[0], play.state.turned, play.due) == (["fire-1"], "-", 0, "dealer tasks")


def epidemic(side: str, beside: list[str], *lines: str, tiles: str = "RG") -> Play:
    """An epidemic is turned up; all buildings are in wood."""
    before = filling(GAME, wood="ABCDEFGHIJK", beside=beside, tiles={1: tiles, 2: tiles})
    return before.do(f"dealer task epidemic-{side}", *lines)


@pytest.mark.rule("CG-III-1j")
def test_every_seat_with_a_guest_monk_beside_a_building_of_the_side_rolls_two_dice() -> None:
    play = epidemic("east", ["2 G guest", "1 F guest", "1 H guest"])
    assert play.told[1:] == ["- event epidemic-east place 1"]
    assert play.why_not("dealer dice red") == ("bad-draw", "CG-III-0h")
    play = play.do("dealer dice white white")
    assert play.told[0] == "1 dice-rolled epidemic-east white white"
    assert play.due == "dealer dice"
    play = play.do("dealer dice white red")
    assert play.told[0] == "2 dice-rolled epidemic-east white red"
    assert play.due == "2"


@pytest.mark.rule("CG-III-1j")
def test_a_seat_whose_guests_are_elsewhere_is_not_touched() -> None:
    play = epidemic("east", ["1 I guest", "2 G guest"]).do("dealer dice white white")
    assert play.told[0].startswith("2 dice-rolled")
    assert play.due == "dealer tasks"
    assert (play.tasks(1), play.own(1).cooperation, play.beside) == ([], 0, ["1 I guest", "2 G guest"])


@pytest.mark.rule("CG-III-1j")
def test_a_seat_that_pays_keeps_its_guests_and_earns_a_point() -> None:
    play = epidemic("north", ["1 I guest"], "dealer dice red black", "1 pay RG")
    assert (play.beside, play.tiles(1), play.supply(1)) == (["1 I guest"], "0", 14)
    assert (play.points("tasks", 1), play.points("guests", 1)) == (1, 1)


@pytest.mark.rule("CG-III-1j1")
def test_a_seat_that_does_not_pay_chooses_which_guest_monk_of_that_side_goes_home() -> None:
    beside = ["1 I guest", "1 J guest", "1 J guest", "1 E guest", "2 K guest"]
    play = epidemic("north", beside, "dealer dice red red")
    assert play.due == "1"
    assert play.legal(1) == ["1 lose-guest I", "1 lose-guest J"]
    assert play.why_not("1 lose-guest E") == ("no-guest-there", "CG-III-1j1")
    assert play.why_not("1 lose-guest K") == ("no-guest-there", "CG-III-1j1")
    after = play.do("1 lose-guest J")
    assert after.told == ["1 guest-lost J"]
    assert sorted(after.beside) == ["1 E guest", "1 I guest", "1 J guest", "2 K guest"]
    assert (after.supply(1), after.points("guests", 1), after.tiles(1)) == (12, 3, "RG")
    assert after.due == "dealer dice"
    judge(after.game, after.state)


@pytest.mark.rule("CG-III-1j1")
@pytest.mark.parametrize("beside", [["1 I guest"], ["1 I guest", "1 I guest", "1 E guest"]])
def test_where_there_is_one_building_to_choose_the_guest_goes_home_unasked(beside: list[str]) -> None:
    play = epidemic("north", beside, "dealer dice red green", "1 decline")
    assert play.told == ["1 guest-lost I"]
    assert play.beside == beside[1:]
    assert play.due == "dealer tasks"


@pytest.mark.rule("CG-III-1j1", "CG-III-1j2")
def test_a_master_builder_beside_the_same_building_does_not_go_home_instead() -> None:
    play = epidemic("north", ["1 I", "1 I guest", "1 J"], "dealer dice red green", "1 decline")
    assert play.beside == ["1 I", "1 J"]
    assert (play.points("beside", 1), play.points("guests", 1)) == (2, 0)


@pytest.mark.rule("CG-III-1j2")
@pytest.mark.parametrize("beside", [[], ["1 I", "2 J"], ["1 E guest", "2 C guest"]])
def test_where_no_guest_monk_is_there_the_epidemic_is_ignored(beside: list[str]) -> None:
    play = epidemic("north", beside)
    assert play.told == ["- task-revealed epidemic-north place 1", "- event-ignored epidemic-north"]
    assert (play.aside, play.board[0], play.state.turned) == (["epidemic-north"], "-", 0)
    assert (play.beside, play.due) == (beside, "dealer tasks")


@pytest.mark.rule("CG-III-1j3")
@pytest.mark.parametrize(("side", "letters"), [("north", "IJK"), ("east", "FGH"), ("south", "BEF"), ("west", "CDK")])
def test_the_sides_are_those_of_the_plan_and_a_building_may_lie_on_two(side: str, letters: str) -> None:
    touched = ""
    for letter in "ABCDEFGHIJK":
        play = epidemic(side, [f"1 {letter} guest"])
        touched += letter if play.due == "dealer dice" else ""
        assert (play.aside == []) is (play.due == "dealer dice")
    assert touched == letters
