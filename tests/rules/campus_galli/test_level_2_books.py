"""Level II, 3a: producing a book."""

from __future__ import annotations

import pytest

from tests.support.play import Play
from tests.support.positions import position, table

GAME = table(level=2)
LIBRARY = "book-cantatorium book-troper book-legendary"
"""Blue, green and red."""


def producing(book: str = "book-abrogans", library: str = "", tiles: str = "G", *board: str) -> Play:
    """Seat 1 produces the book."""
    return position(GAME, turns=[f"1 {book}", "2 angel-2"], tiles={1: tiles}, books={1: library}, board=board)


@pytest.mark.rule("CG-II-3a")
def test_a_book_is_paid_for_added_to_the_library_and_brings_a_tile_of_its_colour() -> None:
    play = producing("book-cantatorium")
    assert play.books(1) == ["book-cantatorium"]
    assert play.told[-3:] == ["1 tiles-paid G", "1 book-produced book-cantatorium", "1 tiles-received B"]
    assert play.tiles(1) == "B"


@pytest.mark.rule("CG-II-3a")
@pytest.mark.parametrize(
    ("book", "colour"),
    [
        ("book-legendary", "R"),
        ("book-abrogans", "G"),
        ("book-monastery-plan", "B"),
        ("book-golden-psalter", "Y"),
    ],
)
def test_the_books_own_colour_comes(book: str, colour: str) -> None:
    assert producing(book).tiles(1) == colour


@pytest.mark.rule("CG-II-3a1")
def test_the_first_book_has_no_other_to_score_again() -> None:
    assert producing().due == "2"


@pytest.mark.rule("CG-II-3a1", "CG-II-3a2")
def test_up_to_two_others_are_scored_again_each_once() -> None:
    play = producing(library=LIBRARY)
    assert set(play.legal(1)) == {
        "1 again none",
        "1 again book-legendary R",
        "1 again book-cantatorium B",
        "1 again book-troper G",
        "1 again book-legendary R book-cantatorium B",
        "1 again book-legendary R book-troper G",
        "1 again book-cantatorium B book-troper G",
    }
    after = play.do("1 again book-legendary R book-troper G")
    assert after.tiles(1) == "RGG"
    assert {"1 scored-again book-legendary", "1 scored-again book-troper"} <= set(after.told)


@pytest.mark.rule("CG-II-3a1")
@pytest.mark.parametrize(
    "line",
    [
        "1 again book-abrogans G",
        "1 again book-legendary G",
        "1 again book-legendary -",
        "1 again book-hortulus R",
        "1 again book-legendary R book-cantatorium B book-troper G",
    ],
)
def test_nothing_else_is(line: str) -> None:
    assert producing(library=LIBRARY).why_not(line) == ("wrong-cards", "CG-II-3a1")


@pytest.mark.rule("CG-II-3a1")
def test_none_need_be() -> None:
    assert producing(library=LIBRARY).do("1 again none").tiles(1) == "G"


@pytest.mark.rule("CG-II-3a2")
def test_they_are_named_after_the_new_books_tile_has_come() -> None:
    play = producing(library=LIBRARY)
    assert play.tiles(1) == "G"
    assert play.told[-1] == "1 tiles-received G"


@pytest.mark.rule("CG-II-3a2")
def test_they_are_named_all_at_once() -> None:
    after = producing(library=LIBRARY).do("1 again book-legendary R")
    assert (after.due, after.tiles(1)) == ("2", "RG")


@pytest.mark.rule("CG-II-3a1", "CG-II-3s3")
def test_a_book_whose_colour_has_run_out_can_be_named_and_brings_none() -> None:
    play = position(
        GAME,
        turns=["1 book-abrogans", "2 angel-2"],
        tiles={1: "G", 2: "R" * 11},
        books={1: "book-legendary book-hortulus"},
    )
    assert "1 again book-legendary R book-hortulus -" in play.legal(1)
    assert play.why_not("1 again book-legendary R book-hortulus R") == ("wrong-cards", "CG-II-3a1")
    assert play.do("1 again book-legendary R book-hortulus -").tiles(1) == "RG"


@pytest.mark.rule("CG-II-3g2")
def test_new_book_is_fulfilled_by_producing_one() -> None:
    play = producing("book-abrogans", "", "G", "new-book-1", "progress-church", "new-book-2")
    assert play.tasks(1) == ["new-book-1", "new-book-2"]


@pytest.mark.rule("CG-II-3g2")
def test_a_book_begged_with_is_none() -> None:
    play = position(GAME, turns=["1 book-abrogans beg", "2 angel-2"], tiles={1: "G"}, board=["new-book-1"])
    assert play.do("1 receive RR").tasks(1) == []


@pytest.mark.rule("CG-II-3g5", "CG-II-3g6", "CG-II-3g7")
def test_all_together_is_fulfilled_by_books_in_the_middle_of_the_turn() -> None:
    play = producing("book-abrogans", "book-legendary", "G", "red-with-green")
    assert play.tasks(1) == []
    after = play.do("1 again book-legendary R")
    assert after.tasks(1) == ["red-with-green"]


@pytest.mark.rule("CG-II-3g6")
def test_what_was_paid_does_not_count_as_received_nor_what_was_had_before() -> None:
    play = producing("book-legendary", "", "GB", "red-with-green", "red-with-blue")
    assert (play.tiles(1), play.tasks(1)) == ("RB", [])
