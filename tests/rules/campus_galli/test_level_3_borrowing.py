"""Level III, 3: cards of unfinished tasks, and what they borrow."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.campus_galli.box import CardKind
from rules.campus_galli.game import CampusGalli
from rules.engine.entropy import derive_entropy
from tests.support.play import Play
from tests.support.positions import filling, position, table

GAME = table(level=3)
TOPS = {1: "book-abrogans book-troper ...", 2: "seer-1 ...", 3: "master-1 ...", 4: "guest-iso ..."}
"""A card of each kind lies open, with others below it."""
DOUBLE = {**TOPS, 2: "double-hall-1", 3: "master-1 ..."}
"""The same with a double-coloured card on the pile of prayers."""
HUT_HALLS = (
    "2 hut red hall c4 c5 c6 c7",
    "2 hut green hall d5 e5 f5 g5",
    "2 hut blue hall d6 e6 f6 g6",
    "2 hut yellow hall h5 i5 j5 k5",
)
"""No hall is left in the hut."""
POUCH_HALLS = (
    "2 pouch red hall c4 c5 c6 c7",
    "2 pouch green hall d5 e5 f5 g5",
    "2 pouch blue hall d6 e6 f6 g6",
    "2 pouch yellow hall h5 i5 j5 k5",
    "2 pouch joker hall h6 i6 j6 k6",
)
"""No hall is left in the pouch."""
BOOKS = [card.key for card in GAME.setting.box.cards if card.kind is CardKind.BOOK]
GUESTS = [card.key for card in GAME.setting.box.cards if card.kind is CardKind.GUEST]


def unfinished(
    tiles: str = "R",
    *,
    turn: str = "1 unfinished-1",
    then: str = "2 angel-2",
    other: str = "0",
    leftovers: Mapping[int, str] = TOPS,
    borrowed: Mapping[int, str] | None = None,
    board: tuple[str, ...] = (),
    books: str = "",
    guests: str = "",
    laid: tuple[str, ...] = (),
    wood: str = "AB",
    game: CampusGalli = GAME,
) -> Play:
    """Seat 1 plays a card of unfinished tasks; with one tile, or several alike, it has paid already."""
    return position(
        game,
        turns=[turn, then],
        tiles={1: tiles, 2: other},
        leftovers=leftovers,
        borrowed=borrowed or {},
        board=board,
        books={1: books},
        guests={1: guests},
        laid=laid,
        wood=wood,
    )


@pytest.mark.rule("CG-III-3a")
@pytest.mark.parametrize("colour", "RGBY")
def test_it_costs_one_tile_of_any_colour(colour: str) -> None:
    play = unfinished(colour)
    assert (play.tiles(1), play.due) == ("0", "1")
    assert f"1 tiles-paid {colour}" in play.told


@pytest.mark.rule("CG-III-3a")
def test_who_has_several_chooses_the_tile_and_pays_no_more_than_one() -> None:
    play = unfinished("RG")
    assert set(play.legal(1)) == {"1 pay R", "1 pay G"}
    assert play.why_not("1 pay RG") == ("wrong-payment", "CG-II-3p6")
    assert play.why_not("1 pay B") == ("tiles-missing", "CG-II-3p6")
    assert play.do("1 pay G").tiles(1) == "R"


@pytest.mark.rule("CG-III-3a")
def test_it_borrows_one_of_the_cards_turned_up() -> None:
    play = unfinished()
    assert play.legal(1) == ["1 borrow 1", "1 borrow 2", "1 borrow 3", "1 borrow 4"]
    assert {play.why_not(f"1 {move}") for move in ("take hut red hall", "pass", "end")} == {("not-now", "CG-I-3y")}
    after = play.do("1 borrow 3")
    assert after.told[0] == "1 borrowed master-1 pile 3"
    assert after.tops == ["book-abrogans", "seer-1", "-", "guest-iso"]


@pytest.mark.rule("CG-III-3a")
def test_where_a_pile_is_empty_nothing_is_borrowed() -> None:
    play = unfinished(leftovers={**TOPS, 1: "book-abrogans ...", 4: ""})
    assert play.tops[3] == "-"
    assert play.legal(1) == ["1 borrow 1", "1 borrow 2", "1 borrow 3"]
    assert play.why_not("1 borrow 4") == ("nothing-borrowed", "CG-III-3a")


@pytest.mark.rule("CG-III-3a", "CG-II-3x2")
def test_who_has_no_tile_begs_unasked() -> None:
    play = unfinished("0", turn="1 unfinished-1 ?")
    assert "1 begs unfinished-1" in play.told
    assert play.do("1 receive RG").tops == ["book-abrogans", "seer-1", "master-1", "guest-iso"]


@pytest.mark.rule("CG-III-3a1")
def test_a_borrowed_grand_master_builder_or_seer_costs_nothing_more() -> None:
    built = unfinished("Y").do("1 borrow 3", "dealer turn-up 3 build-blue-yellow")
    assert (built.tiles(1), built.due) == ("0", "1")
    assert "1 take hut blue tower" in built.legal(1)
    prayed = unfinished("Y", leftovers={**TOPS, 2: "seer-1"}).do("1 borrow 2", "1 take pouch wing")
    assert (prayed.tiles(1), prayed.due) == ("0", "dealer pouch")


@pytest.mark.rule("CG-III-3a1")
def test_nor_does_a_borrowed_book_or_guest_or_either_side_of_a_double_coloured_card() -> None:
    book = unfinished("R", leftovers={**TOPS, 1: "book-abrogans"}).do("1 borrow 1")
    assert (book.books(1), book.tiles(1)) == (["book-abrogans"], "G")
    guest = unfinished("R", leftovers={**TOPS, 4: "guest-iso"}).do("1 borrow 4")
    assert (guest.guests(1), guest.tiles(1)) == (["guest-iso"], "Y")
    double = unfinished("B", leftovers=DOUBLE).do("1 borrow 2 hut")
    assert double.tiles(1) == "0"


@pytest.mark.rule("CG-III-3a2")
def test_its_own_number_orders_the_turn_whatever_may_be_borrowed() -> None:
    assert unfinished("R", then="2 guest-haito", other="Y").order == "2 1"
    assert unfinished("R", then="2 master-2", other="RR").order == "2 1"
    assert unfinished("R", turn="1 unfinished-18", then="2 angel-2").order == "1 2"
    assert unfinished("R", turn="1 unfinished-2", then="2 unfinished-1", other="R").order == "2 1"


@pytest.mark.rule("CG-III-3a2")
def test_it_is_declared_to_play_or_to_beg_and_no_more() -> None:
    play = unfinished("RG", turn="1 unfinished-1 ?", leftovers=DOUBLE)
    assert play.legal(1) == ["1 play", "1 beg"]
    assert play.why_not("1 declare hut") == ("not-now", "CG-II-3x1")
    assert play.why_not("1 borrow 1") == ("not-now", "CG-I-3y")
    paying = play.do("1 play")
    assert paying.why_not("1 borrow 1") == ("not-now", "CG-I-3y")
    assert "1 borrow 1" in paying.do("1 pay R").legal(1)


@pytest.mark.rule("CG-III-3a2")
def test_with_a_double_coloured_card_pouch_or_hut_is_said_as_it_is_borrowed() -> None:
    play = unfinished(leftovers=DOUBLE)
    assert play.legal(1) == ["1 borrow 1", "1 borrow 2 hut", "1 borrow 2 pouch", "1 borrow 3", "1 borrow 4"]
    assert play.why_not("1 borrow 2") == ("not-now", "CG-III-3a2")
    assert play.why_not("1 borrow 3 hut") == ("not-now", "CG-III-3a2")
    hut = play.do("1 borrow 2 hut")
    assert {line.split()[2] for line in hut.legal(1)} == {"hut"}
    assert hut.why_not("1 take pouch hall") == ("card-does-not-allow", "CG-I-3a10")
    assert hut.why_not("1 take hut red tower") == ("card-does-not-allow", "CG-I-3a10")
    assert play.do("1 borrow 2 pouch").legal(1) == ["1 take pouch hall"]


@pytest.mark.rule("CG-III-3a2", "CG-II-3f", "CG-II-3x4")
def test_who_begs_with_it_borrows_nothing_and_comes_after_all_cards_but_angels() -> None:
    play = unfinished("R", turn="1 unfinished-1 beg", then="2 unfinished-2", other="R")
    assert play.order == "2 1"
    over = play.do("2 borrow 1").dealt().do("1 receive GG", "1 end")
    assert over.due == "dealer tasks"
    assert over.cards_played(1)[-1] == "unfinished-1"
    assert (over.books(1), over.tiles(1)) == ([], "RGG")
    assert unfinished("R", turn="1 unfinished-1 beg").order == "1 2"


@pytest.mark.rule("CG-III-3a3")
@pytest.mark.parametrize(("laid", "way", "other"), [(HUT_HALLS, "pouch", "hut"), (POUCH_HALLS, "hut", "pouch")])
def test_a_double_coloured_card_is_borrowed_only_with_an_origin_that_can_be_played(
    laid: tuple[str, ...], way: str, other: str
) -> None:
    play = unfinished(leftovers=DOUBLE, laid=laid)
    assert f"1 borrow 2 {way}" in play.legal(1)
    assert f"1 borrow 2 {other}" not in play.legal(1)
    assert play.why_not(f"1 borrow 2 {other}") == ("cannot-be-carried-out", "CG-III-3a3")


@pytest.mark.rule("CG-III-3a3")
def test_a_card_that_takes_a_section_is_borrowed_only_if_one_has_a_legal_place() -> None:
    prayer = unfinished(leftovers={**TOPS, 2: "pray-hall ..."}, laid=POUCH_HALLS)
    assert prayer.why_not("1 borrow 2") == ("cannot-be-carried-out", "CG-III-3a3")
    assert "1 borrow 3" in prayer.legal(1)
    halted = unfinished(wood="A", board=("halt-church",))
    assert halted.legal(1) == ["1 borrow 1", "1 borrow 4"]
    assert halted.why_not("1 borrow 3") == ("cannot-be-carried-out", "CG-III-3a3")


@pytest.mark.rule("CG-III-3a3")
def test_a_guest_whose_building_is_parchment_can_still_be_borrowed() -> None:
    play = unfinished("R", leftovers={**TOPS, 4: "guest-charles"}).do("1 borrow 4")
    assert (play.guests(1), play.beside) == (["guest-charles"], [])


DRY = {1: " ".join(BOOKS[:5]), 2: " ".join(GUESTS[:5])}
"""Every book and every guest that was left over has been borrowed."""


@pytest.mark.rule("CG-III-3a3", "CG-II-3b3")
def test_if_no_card_can_be_borrowed_the_seat_begs_at_once_and_pays_nothing() -> None:
    piles = {1: "", 2: "seer-1 ...", 3: "master-1 ...", 4: ""}
    play = unfinished("RG", leftovers=piles, borrowed=DRY, wood="A", board=("halt-church",))
    assert play.order == "1 2"
    assert play.told[-1] == "1 begs unfinished-1"
    assert {line.split()[1] for line in play.legal(1)} == {"receive"}
    after = play.do("1 receive BB", "1 end")
    # With its tiles it could lift the cordon, but a beggar takes no special action.
    assert (after.tiles(1), after.tops, after.due) == ("RGBB", play.tops, "dealer tasks")


@pytest.mark.rule("CG-III-3a3")
def test_without_the_cordon_the_same_seat_borrows() -> None:
    piles = {1: "", 2: "seer-1 ...", 3: "master-1 ...", 4: ""}
    assert unfinished("R", leftovers=piles, borrowed=DRY, wood="A").legal(1) == ["1 borrow 2", "1 borrow 3"]


@pytest.mark.rule("CG-III-3a4")
def test_the_next_card_of_the_pile_is_turned_up_at_once_before_the_borrowed_one_is_played() -> None:
    play = unfinished().do("1 borrow 1")
    assert (play.due, play.books(1), play.tops[0]) == ("dealer leftover 1", [], "-")
    assert play.why_not("1 take hut red hall") == ("not-your-turn", "CG-I-3y")
    assert play.why_not("dealer turn-up 1 guest-iso") == ("bad-draw", "CG-III-0c")
    assert play.why_not("dealer turn-up 4 book-troper") == ("bad-draw", "CG-III-0c")
    after = play.do("dealer turn-up 1 book-troper")
    assert after.told[0] == "- turned-up book-troper pile 1"
    assert (after.tops[0], after.books(1)) == ("book-troper", ["book-abrogans"])


@pytest.mark.rule("CG-III-3a4")
def test_any_card_of_the_pile_may_come_next() -> None:
    play = unfinished(leftovers={**TOPS, 1: "book-abrogans book-troper book-hortulus"}).do("1 borrow 1")
    drawn = {play.game.format(play.game.deal(play.state, derive_entropy("turn-up", seed))) for seed in range(40)}
    assert drawn == {"dealer turn-up 1 book-troper", "dealer turn-up 1 book-hortulus"}


@pytest.mark.rule("CG-III-3a4")
def test_later_unfinished_tasks_of_the_round_may_borrow_it() -> None:
    play = unfinished("R", then="2 unfinished-2", other="R", leftovers={**TOPS, 1: "book-abrogans book-troper"})
    second = play.do("1 borrow 1", "dealer turn-up 1 book-troper")
    assert second.due == "2"
    after = second.do("2 borrow 1")
    assert (after.books(1), after.books(2)) == (["book-abrogans"], ["book-troper"])


@pytest.mark.rule("CG-III-3a4")
def test_a_pile_that_runs_dry_stays_empty() -> None:
    play = unfinished("R", then="2 unfinished-2", other="R", leftovers={**TOPS, 1: "book-abrogans"})
    second = play.do("1 borrow 1")
    assert (second.due, second.tops[0]) == ("2", "-")
    assert second.why_not("2 borrow 1") == ("nothing-borrowed", "CG-III-3a")
    assert second.legal(2) == ["2 borrow 2", "2 borrow 3", "2 borrow 4"]


@pytest.mark.rule("CG-III-3a5")
def test_a_borrowed_book_is_produced_in_every_respect() -> None:
    mine = "book-legendary book-cantatorium"
    play = unfinished("Y", leftovers={**TOPS, 1: "book-abrogans"}, books=mine, board=("new-book-1", "red-with-green"))
    play = play.do("1 borrow 1")
    assert (play.tasks(1), play.tiles(1)) == (["new-book-1"], "G")
    assert "1 again book-legendary R book-cantatorium B" in play.legal(1)
    over = play.do("1 again book-legendary R")
    assert (over.books(1), over.tiles(1)) == ([*mine.split(), "book-abrogans"], "RG")
    assert over.tasks(1) == ["new-book-1", "red-with-green"]
    assert over.points("books", 1) == 1.5


@pytest.mark.rule("CG-III-3a5")
def test_a_borrowed_guest_is_played_in_every_respect() -> None:
    board = ("new-person-west-1",)
    there = {**TOPS, 4: "guest-haito"}
    play = unfinished("G", leftovers=there, guests="guest-udalrich", board=board, wood="AK").do("1 borrow 4")
    assert set(play.legal(1)) == {"1 receive R", "1 receive Y"}
    play = play.do("1 receive Y")
    assert play.legal(1) == ["1 again guest-udalrich R", "1 again none"]
    after = play.do("1 again guest-udalrich R")
    assert (after.guests(1), after.tiles(1)) == (["guest-udalrich", "guest-haito"], "RY")
    assert (after.beside, after.tasks(1)) == (["1 K guest"], ["new-person-west-1"])


@pytest.mark.rule("CG-III-3a5")
def test_after_the_round_a_borrowed_book_or_guest_stays_and_the_unfinished_card_is_played() -> None:
    there = {**TOPS, 1: "book-abrogans"}
    play = unfinished("R", then="2 unfinished-2", other="R", leftovers=there).do("1 borrow 1", "2 borrow 4")
    play = play.dealt(until="dealer tasks")
    assert play.due == "dealer tasks"
    assert (play.books(1), play.guests(2)) == (["book-abrogans"], ["guest-iso"])
    assert (play.cards_played(1)[-1], play.cards_played(2)[-1]) == ("unfinished-1", "unfinished-2")
    assert "book-abrogans" not in play.cards_played(1)
    assert "guest-iso" not in play.cards_played(2)


@pytest.mark.rule("CG-III-3a5")
def test_any_other_borrowed_card_goes_with_the_unfinished_one_to_the_played_pile() -> None:
    play = unfinished("R", then="2 unfinished-2").do("1 borrow 2").dealt().do("1 take pouch hall")
    play = play.do("dealer felt joker hall", "1 lay f6 g6 h6 i6", "2 receive GG")
    assert (play.own(1).borrowed, play.due) == (None, "dealer tasks")
    assert play.own(1).declared is None
    assert play.cards_played(1)[-2:] == ["unfinished-1", "seer-1"]


@pytest.mark.rule("CG-III-3a5", "CG-II-3c")
def test_a_section_laid_with_a_borrowed_card_brings_tiles_and_tasks() -> None:
    play = unfinished("R", board=("progress-church",)).do("1 borrow 3").dealt()
    after = play.do("1 take hut red hall", "1 lay d5 e5 f5 g5")
    assert "R" in after.tiles(1)
    assert after.tasks(1) == ["progress-church"]


@pytest.mark.rule("CG-III-3a6", "CG-II-1k")
def test_a_book_on_the_board_of_unfinished_tasks_may_still_be_produced() -> None:
    books = {1: " ".join(BOOKS[:11]), 2: " ".join(BOOKS[11:15])}
    there = filling(GAME, wood="A", books=books, leftovers={1: BOOKS[15]}, board=["new-book-1"])
    assert (there.board[0], there.tops[0]) == ("new-book-1", BOOKS[15])
    gone = filling(GAME, wood="A", books=books, leftovers={1: ""}, borrowed={1: BOOKS[15]}, board=["new-book-1"])
    assert (gone.board[0], gone.aside) == ("-", ["new-book-1"])


@pytest.mark.rule("CG-III-3a6", "CG-II-1k")
def test_a_guest_on_the_board_of_unfinished_tasks_may_still_come() -> None:
    guests, task = {1: " ".join(GUESTS[:11]), 2: " ".join(GUESTS[11:15])}, "new-person-west-1"
    there = filling(GAME, wood="ACDK", guests=guests, leftovers={4: GUESTS[15]}, board=[task])
    assert there.board[0] == task
    gone = filling(GAME, wood="ACDK", guests=guests, leftovers={4: ""}, borrowed={2: GUESTS[15]}, board=[task])
    assert (gone.board[0], gone.aside) == ("-", [task])
