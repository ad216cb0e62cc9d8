"""Level II: what it keeps of level I, and setting up."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from rules.campus_galli.box import CardKind, Origin
from rules.campus_galli.dealing import DealPiles
from rules.campus_galli.game import INSTEAD
from rules.engine.entropy import derive_entropy
from rules.engine.grid import spaces_of
from rules.engine.rulebook import clauses
from rules.engine.secrecy import NOBODY, PUBLIC, Seat, Secret
from rules.registry import game_box
from tests.support.play import Play
from tests.support.positions import start, table

SEATS = (1, 2, 3, 4)
DEALT = {1: (31, 22), 2: (15, 11), 3: (10, 7), 4: (7, 7)}
CLAUSES = clauses(game_box("campus-galli").rulebook())
NOT_HELD = re.findall(r"CG-I-\w+", CLAUSES["CG-II-0"].text)


def fresh(seats: int = 2) -> Play:
    """Before anything has happened."""
    return start(table(seats, level=2))


def dealt(seats: int = 2, seed: int = 0) -> Play:
    """The fifth tiles have been drawn, the piles dealt."""
    return fresh(seats).dealt(seed, until="dealer tasks")


@pytest.mark.rule("CG-II-0")
def test_the_clauses_that_do_not_hold_are_written_and_some_stand_in_their_place() -> None:
    assert set(NOT_HELD) <= set(CLAUSES)
    assert set(INSTEAD) <= set(NOT_HELD)
    assert set(INSTEAD.values()) <= set(CLAUSES)


@pytest.mark.rule("CG-II-0")
def test_no_row_of_the_score_sheet_rests_on_a_clause_that_does_not_hold() -> None:
    play = fresh()
    rows = {line.clause for line in play.game.sheet(play.state).lines}
    assert rows
    assert not rows & set(NOT_HELD)


@pytest.mark.rule("CG-II-0a")
def test_church_and_cloister_start_in_wood_and_the_other_nine_as_parchment() -> None:
    assert fresh().wood == "AB"


@pytest.mark.rule("CG-II-0b")
@pytest.mark.parametrize("seats", SEATS)
def test_hut_and_pouch_are_filled_as_at_level_i_with_the_five_jokers_in_the_pouch(seats: int) -> None:
    play, before = fresh(seats), start(table(seats))
    assert play.hut == before.hut
    assert set(play.pouch) - set(before.pouch) == {f"pouch joker {shape.key}" for shape in play.setting.box.shapes}
    assert set(before.pouch) < set(play.pouch)


@pytest.mark.rule("CG-II-0b")
def test_a_joker_has_no_colour_and_there_is_one_of_each_shape() -> None:
    play = fresh()
    sections = [play.setting.box.sections[number] for number in spaces_of(play.state.pouch)]
    jokers = [section for section in sections if section.colour is None]
    assert sorted(section.shape for section in jokers) == [0, 1, 2, 3, 4]
    assert {section.origin for section in jokers} == {Origin.POUCH}


@pytest.mark.rule("CG-II-0c")
@pytest.mark.parametrize("seats", SEATS)
def test_there_are_twelve_tiles_of_each_colour_and_the_supply_is_what_no_seat_owns(seats: int) -> None:
    play = dealt(seats)
    assert Counter(play.tiles_left + "".join(play.tiles(seat + 1) for seat in range(seats))) == dict.fromkeys(
        "RGBY", 12
    )


@pytest.mark.rule("CG-II-0c")
def test_tiles_lie_open_to_all() -> None:
    play = dealt()
    seen = play.seen_by(PUBLIC)
    assert (seen.tiles(1), seen.tiles(2), seen.tiles_left) == (play.tiles(1), play.tiles(2), play.tiles_left)
    assert play.seen_by(Seat(0)).tiles(2) == play.tiles(2)


@pytest.mark.rule("CG-II-0d", "CG-II-0e")
def test_all_seats_have_their_four_tiles_before_the_first_fifth_is_drawn() -> None:
    play = fresh(3)
    assert play.due == "dealer tile"
    assert [play.tiles(seat) for seat in (1, 2, 3)] == ["RGBY"] * 3
    assert Counter(play.tiles_left) == dict.fromkeys("RGBY", 9)


@pytest.mark.rule("CG-II-0d", "CG-II-0e")
def test_the_fifth_tile_is_drawn_for_one_seat_after_the_other() -> None:
    play = fresh(2)
    assert play.why_not("dealer tile 2 R") == ("bad-draw", "CG-II-0d")
    play = play.do("dealer tile 1 B")
    assert (play.tiles(1), play.tiles(2)) == ("RGBBY", "RGBY")
    play = play.do("dealer tile 2 B")
    assert (play.tiles(2), play.due) == ("RGBBY", "dealer deal")
    assert Counter(play.tiles_left) == {"R": 10, "G": 10, "B": 8, "Y": 10}


@pytest.mark.rule("CG-II-0e")
def test_every_tile_left_is_equally_likely() -> None:
    play = fresh(4)
    first = Counter(play.game.format(play.game.deal(play.state, derive_entropy("tile", i)))[-1] for i in range(2_000))
    assert all(430 < first[letter] < 570 for letter in "RGBY")
    later = play.do("dealer tile 1 R", "dealer tile 2 R", "dealer tile 3 R")
    last = Counter(later.game.format(later.game.deal(later.state, derive_entropy("tile", i)))[-1] for i in range(2_900))
    assert 420 < last["R"] < 580
    assert all(700 < last[letter] < 900 for letter in "GBY")


@pytest.mark.rule("CG-II-0f", "CG-II-0g")
@pytest.mark.parametrize("seats", SEATS)
def test_every_seat_is_dealt_an_angel_and_its_cards_of_both_levels(seats: int) -> None:
    play = dealt(seats)
    box = play.setting.box
    for own in play.state.seats:
        assert isinstance(own.pile.cards, tuple)
        angels = [card for card in own.pile.cards if box.cards[card].kind is CardKind.ANGEL]
        levels = Counter(box.cards[card].level for card in own.pile.cards if card not in angels)
        assert (len(angels), levels[1], levels[2]) == (1, *DEALT[seats])
    assert play.state.box.count == 76 - seats * (sum(DEALT[seats]) + 1)


@pytest.mark.rule("CG-II-0f")
def test_nobody_has_seen_a_pile_nor_what_is_left_in_the_box() -> None:
    play = dealt()
    for viewer in (Seat(0), Seat(1), PUBLIC):
        seen = play.seen_by(viewer)
        assert [seen.cards(own.pile) for own in seen.state.seats] == ["27 unseen", "27 unseen"]
        assert seen.cards(seen.state.box) == "22 unseen"


@pytest.mark.rule("CG-II-0f")
def test_a_deal_with_too_few_cards_of_a_level_is_refused() -> None:
    play = fresh().do("dealer tile 1 R", "dealer tile 2 R")
    angels, first, second = play.setting.angels, play.setting.cards_of_level(1), play.setting.cards_of_level(2)

    def pile(seat: int, of_first: int, of_second: int) -> Secret[tuple[int, ...]]:
        cards = (*first[16 * seat :][:of_first], *second[12 * seat :][:of_second], angels[seat])
        return Secret(NOBODY, tuple(sorted(cards)))

    assert play.game.refusal(play.state, DealPiles((pile(0, 15, 11), pile(1, 15, 11)))) is None
    assert play.why_not(DealPiles((pile(0, 16, 10), pile(1, 15, 11)))) == ("bad-deal", "CG-II-0f")


@pytest.mark.rule("CG-II-0g")
def test_four_seats_have_fifteen_cards_each() -> None:
    assert [own.pile.count for own in dealt(4).state.seats] == [15] * 4


@pytest.mark.rule("CG-II-0h")
def test_the_tasks_of_both_levels_are_one_deck() -> None:
    play = fresh()
    assert isinstance(play.state.deck.cards, tuple)
    levels = Counter(play.setting.box.tasks[task].level for task in play.state.deck.cards)
    assert levels == {1: 36, 2: 32}
    turned = {play.game.format(play.game.deal(dealt().state, derive_entropy("deck", i))) for i in range(1_000)}
    assert len(turned) == 68
