"""Decisions with tiles, books and guests explain themselves before they are made: what is paid, what comes back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from galli_tui.games.campus_galli.move_entry.base import MoveEntry
from galli_tui.games.campus_galli.move_entry.borrowing import BorrowEntry
from galli_tui.games.campus_galli.move_entry.choosing import ChooseCardEntry
from galli_tui.games.campus_galli.move_entry.score_again import ScoreAgainEntry
from galli_tui.games.campus_galli.move_entry.tile_menus import (
    EndTurnEntry,
    PayEntry,
    PlayOrBegEntry,
    ReceiveTilesEntry,
)
from galli_tui.games.campus_galli.sidebar import InspectedSpace, Sidebar
from galli_tui.screens.table.prompt import CLICK_AGAIN
from rules.campus_galli.guests import ScoreAgain
from rules.campus_galli.leftovers import BorrowStep
from rules.campus_galli.state import LeftoverPile
from rules.campus_galli.tile_turns import ClaimTask, EndTurn
from rules.campus_galli.tiles import NO_TILES
from rules.engine.secrecy import NOBODY, Seat, Zone
from tests.support.app_driver import SIZES, Driver, drive
from tests.support.play import Play
from tests.support.positions import CHURCH_BUT_F6, opening, position, table
from tests.support.table_positions import PICTURED, PositionTable, at_table, context, entering, words

Compare = Callable[..., bool]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
COLUMN = (45, 21)
CROWDED = ["progress-church", "red-beside-blue", "green-beside-blue", "blue-east", "hall-beside-wing", "alms-1"]
LIBRARY = "book-legendary book-cantatorium book-troper"


def shown(way: MoveEntry, play: Play) -> str:
    """What stands in the column at 80x24, blanks run together; without the shape of a card, beside which it runs."""
    lines = Sidebar(context(play)).lines(play.state, way, (), InspectedSpace(), *COLUMN)
    assert len(lines) <= COLUMN[1]
    return " ".join(words(lines).translate(PICTURED).split())


def producing(**said: str) -> Play:
    """Seat 1 is to declare its book, with a library of three."""
    return position(
        table(2, level=2),
        turns=["1 book-hortulus ?", "2 angel-2"],
        tiles={1: said.get("tiles", "GR")},
        books={1: said.get("books", LIBRARY)},
        board=CROWDED[:5],
    )


def housing(
    guest: str = "guest-wolfcoz", *, said: str = "?", wood: str = "ABC", beside: list[str] | None = None
) -> Play:
    """Seat 1 is to declare its guest, with another on its board."""
    return position(
        table(2, level=2),
        turns=[f"1 {guest} {said}", "2 angel-2"],
        tiles={1: "Y"},
        guests={1: "guest-udalrich"},
        wood=wood,
        laid=CHURCH_BUT_F6,
        board=CROWDED[:5],
        beside=beside or [],
    )


def test_the_first_click_on_what_is_selected_asks_for_another() -> None:
    async def script(driver: Driver) -> None:
        row = next(place for place, text in enumerate(driver.lines) if "▸1 play (Hortulus)" in text)
        column = driver.lines[row].index("play")
        await driver.click(column, row)
        assert CLICK_AGAIN in driver.lines[-2]
        await driver.click(column, row)
        assert "play (Hortulus)" not in driver.text

    drive(at_table(PositionTable(producing())), script)


def test_a_book_shows_its_cost_and_its_points_now_and_later() -> None:
    play = producing()
    way = entering(play)
    assert isinstance(way, PlayOrBegEntry)
    text = shown(way, play)
    assert "play (Hortulus) ◆" in text
    assert "Costs 1 green tile, paid on your turn (turn order 12)." in text
    assert "1 red tile now and when scored again; ½ point at the end. Score up to 2 other books again." in text


def test_before_a_card_is_played_it_is_said_which_way_would_take_nothing() -> None:
    play = position(table(2, level=2), turns=["1 double-hall-1 ?", "2 angel-2"], tiles={1: "BB"})
    (hall,) = (shape for shape, it in enumerate(play.game.setting.box.shapes) if it.name == "hall")
    play = Play(play.game, play.state._replace(pouch=play.state.pouch & ~play.game.setting.shape_sections[hall]))
    way = entering(play)
    way.select_number(2)
    text = shown(way, play)
    assert "No hall is left in the pouch: the card would take nothing and be spent. Costs" in text


def test_an_unaffordable_card_shows_its_price_and_no_gain() -> None:
    play = position(table(2, level=2), turns=["1 double-hall-1 ?", "2 angel-2"], tiles={1: "R"})
    way = entering(play)
    assert isinstance(way, PlayOrBegEntry)
    way.select_number(2)
    text = shown(way, play)
    assert "Costs 1 blue tile" in text
    assert "You pay" not in text
    assert "You must swap" not in text


def test_the_first_book_promises_no_other() -> None:
    play = producing(books="")
    assert "1 red tile now and when scored again; ½ point at the end" in shown(entering(play), play)


@pytest.mark.parametrize(
    ("guest", "wood", "told"),
    [
        ("guest-wolfcoz", "ABC", "1 monk beside the cloister (B): +1."),
        ("guest-salomo", "ABC", "No monk: the novitiate (G) is parchment (CG-II-3e5)."),
        (
            "guest-winihart",
            "ABC",
            "No monk: the workshops (E) are parchment (CG-II-3e5).",
        ),
    ],
)
def test_a_guest_shows_how_many_monks_move_in(guest: str, wood: str, told: str) -> None:
    play = housing(guest, wood=wood)
    assert told in shown(entering(play), play)


def test_a_complete_building_takes_two_monks_of_a_guest() -> None:
    play = position(
        table(2, level=2),
        turns=["1 guest-notker ?", "2 angel-2"],
        tiles={1: "Y"},
        laid=[*CHURCH_BUT_F6, "1 hut yellow hall f6 f7 f8 f9"],
    )
    assert "2 monks beside the church (A): +2." in shown(entering(play), play)


def test_without_a_monk_left_nobody_moves_in() -> None:
    play = position(
        table(2, level=2, monks=1), turns=["1 guest-wolfcoz ?", "2 angel-2"], tiles={1: "Y"}, beside=["1 A guest"]
    )
    assert "no monk is left to place (CG-II-3e6)" in shown(entering(play), play)


def test_a_guest_of_two_colours_shows_what_follows_his_tile() -> None:
    play = housing(said="play")
    way = entering(play)
    assert isinstance(way, ReceiveTilesEntry)
    assert "1 monk beside the cloister (B): +1." in shown(way, play)


def test_paying_shows_its_effects() -> None:
    play = position(table(2, level=2), turns=["1 seer-1", "2 angel-2"], tiles={1: "BBRG"})
    way = entering(play)
    assert isinstance(way, PayEntry)
    text = shown(way, play)
    assert "Draw any shape from the pouch; its colour is random." in text
    assert "You will have" in text


def again(library: str = LIBRARY) -> tuple[Play, ScoreAgainEntry]:
    play = producing(books=library).do("1 play")
    way = entering(play)
    assert isinstance(way, ScoreAgainEntry)
    return play, way


def test_scoring_again_is_a_library_with_the_tile_of_each_book() -> None:
    play, way = again()
    text = shown(way, play)
    assert "library: score up to 2 again" in text
    for line in ("1 Legendary › ▲ red", "2 Cantatorium › ● blue", "3 Troper › ◆ green", "4 nothing"):
        assert line in text


def test_scoring_again_shows_its_total_before_confirmation() -> None:
    play, way = again()
    assert "Gain 1 red tile in all." in shown(way, play)
    assert 'choose a book to score again, or "nothing" to finish.' in way.prompt
    assert way.enter() is None
    assert 'choose another book, or "score this again" to finish.' in way.prompt
    text = shown(way, play)
    assert "so far ▲ from Legendary" in text
    assert "Gain 1 red and 1 blue tile in all. You will have 3 red and 1 blue tiles." in text
    way.jump(-1)
    assert way.item.words == "score this again"
    assert "Gain 1 red tile in all." in shown(way, play)
    way.jump(1)
    move = way.enter()
    assert isinstance(move, ScoreAgain)
    assert Play(play.game, play.game.apply(play.state, move)).tiles(1) == "RRRB"


def test_a_picked_book_can_be_put_back() -> None:
    play, way = again()
    before = shown(way, play)
    way.enter()
    assert way.close_page()
    assert shown(way, play) == before


def test_a_book_whose_tile_has_run_out_is_shown_as_bringing_none() -> None:
    play, way = again()
    bare = Play(play.game, play.state._replace(tiles=NO_TILES))
    way = ScoreAgainEntry(context(bare), bare.game.view(bare.state, Seat(0)), Seat(0))
    assert "Legendary › no red left" in shown(way, bare)
    assert "Gain no tile in all." in shown(way, bare)


def test_scoring_guests_again_names_their_buildings() -> None:
    play = housing("guest-findan", said="play")
    way = entering(play)
    assert isinstance(way, ScoreAgainEntry)
    text = shown(way, play)
    assert "guest list: score one again" in text
    assert "Count Udalrich, visiting D ▲ red" in text


def test_the_hand_shows_costs_and_which_cards_are_unaffordable() -> None:
    game = table(2, level=2)
    play = opening(game, hands={1: "book-hortulus build-red-1 double-hall-1", 2: "angel-1 seer-1 pray-hall"})
    way = entering(play)
    assert isinstance(way, ChooseCardEntry)
    text = shown(way, play)
    assert "your tiles" in text
    for cost in ("book: Hortulus ◆", "build ▲", "build or pray ●/▲"):
        assert cost in text
    assert "✗" not in text
    poor = Play(game, play.state._replace(seats=tuple(it._replace(tiles=NO_TILES) for it in play.state.seats)))
    text = shown(entering(poor), poor)
    assert "book: Hortulus ✗ ◆" in text
    assert "You can't pay for it now, only beg with it." in text


def borrowing(*tops: str) -> tuple[Play, BorrowEntry]:
    """Seat 1 borrows; these cards are turned up on the board of unfinished tasks."""
    game = table(4, level=3)
    play = position(
        game, turns=["1 angel-1", "2 angel-2", "3 angel-3", "4 angel-4"], board=[*CROWDED, "dues-1", "alms-2"]
    )
    keys = [card.key for card in game.setting.box.cards]
    piles = tuple(LeftoverPile(Zone.of((), NOBODY), keys.index(key)) for key in tops)
    state = play.state._replace(leftovers=piles, agenda=(*play.state.agenda, BorrowStep(Seat(0))))
    bare = Play(game, state)
    return bare, BorrowEntry(context(bare), state, Seat(0))


def test_borrowing_shows_the_full_text_of_all_four_cards() -> None:
    play, way = borrowing("book-hortulus", "double-corner-1", "double-hall-1", "guest-haito")
    text = shown(way, play)
    for told in (
        "1 12 Hortulus",
        "1 red tile now and when scored again; ½ point at the end.",
        "build or pray, pouch",
        "Draw a corner from the pouch; its colour is random.",
        "build or pray, hut",
        "Take a hall of any colour from the hut.",
        "82 Haito",
        "No monk: the guests' house (K) is parchment (CG-II-3e5).",
    ):
        assert told in text
    assert "press i to see them" in text


def test_a_card_that_cannot_be_carried_out_says_so_with_its_clause() -> None:
    play, way = borrowing("book-hortulus", "pray-hall", "build-red-1", "guest-haito")
    bare = Play(play.game, play.state._replace(pouch=0))
    way = BorrowEntry(context(bare), bare.state, Seat(0))
    text = shown(way, bare)
    assert "✗ No section that the card allows is left. (CG-III-3a3)" in text
    way.select_number(2)
    assert way.refusal is not None
    assert way.refusal.clause == "CG-III-3a3"


def test_a_card_whose_sections_have_no_place_says_so() -> None:
    play, _ = borrowing("book-hortulus", "pray-hall", "build-red-1", "guest-haito")
    bare = Play(play.game, play.state._replace(open=0))
    way = BorrowEntry(context(bare), bare.state, Seat(0))
    assert "✗ No section that the card allows has a legal place on the plan. (CG-III-3a3)" in shown(way, bare)


def ending(tiles: str, *board: str) -> tuple[Play, EndTurnEntry]:
    """Seat 1 ends its turn with these tiles, and these tasks on the board."""
    game = table(2, level=2)
    play = position(game, laying="hut red hall", tiles={1: tiles, 2: "RGBY"}, board=board).do("1 lay d6 d7 d8 d9")
    way = entering(play)
    assert isinstance(way, EndTurnEntry)
    return play, way


def test_a_task_that_can_be_taken_stands_before_the_end_of_the_turn() -> None:
    play, way = ending("R", "long-hours-blue", "long-hours-red")
    assert isinstance(way.enter(), ClaimTask)
    way.jump(1)
    assert isinstance(way.enter(), EndTurn)
    assert "Leaves long hours of prayer: no blue (+½)." in shown(way, play)


def test_the_end_of_the_turn_leaves_nothing_where_no_task_can_be_taken() -> None:
    play, way = ending("RRR", "long-hours-red")
    assert isinstance(way.enter(), EndTurn)
    assert "press Enter to end your turn, or first swap tiles." in way.prompt
    assert "Leaves" not in shown(way, play)


STATES: dict[str, tuple[Callable[[], Play], tuple[str, ...]]] = {
    "playing-a-book": (producing, ()),
    "playing-a-guest": (housing, ()),
    "receiving": (lambda: housing(said="play"), ()),
    "scoring-again": (lambda: again()[0], ("enter", "down")),
}


@sizes
@pytest.mark.parametrize(("make", "keys"), STATES.values(), ids=STATES)
def test_tile_move_entries_match_their_snapshots(
    snap_compare: Compare, make: Callable[[], Play], keys: tuple[str, ...], size: tuple[int, int]
) -> None:
    assert snap_compare(at_table(PositionTable(make())), press=keys, terminal_size=size)


@sizes
def test_borrowing_matches_its_snapshots(snap_compare: Compare, size: tuple[int, int]) -> None:
    play, _ = borrowing("book-hortulus", "pray-hall", "double-hall-1", "guest-haito")
    assert snap_compare(at_table(PositionTable(play)), press=("down",), terminal_size=size)
