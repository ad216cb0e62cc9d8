"""Level I, setting up."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.campus_galli.box import CardKind, Origin
from rules.campus_galli.dealing import DealPiles
from rules.campus_galli.game import CampusGalli
from rules.engine.entropy import derive_entropy
from rules.engine.game import OptionError, Options
from rules.engine.grid import spaces_of
from rules.engine.secrecy import DEALER, EVERYONE, NOBODY, PUBLIC, Seat, Secret
from tests.support.play import Play
from tests.support.positions import opening, start, table

SEATS = (1, 2, 3, 4)
DEALT = {1: 31, 2: 15, 3: 10, 4: 7}


def dealt(seats: int, seed: int = 0) -> Play:
    """The piles have been dealt, nothing else has happened."""
    play = start(table(seats))
    return Play(play.game, play.game.apply(play.state, play.game.deal(play.state, derive_entropy(seed))))


@pytest.mark.rule("CG-I-0a")
def test_church_cloister_and_bakery_start_in_wood_and_the_other_eight_as_parchment() -> None:
    play = start()
    assert play.wood == "ABC"
    assert [building.letter for building in play.setting.box.plan.buildings] == [*"ABCDEFGHIJK"]


@pytest.mark.rule("CG-I-0b")
@pytest.mark.parametrize("seats", SEATS)
def test_hut_and_pouch_hold_every_shape_in_every_colour_once(seats: int) -> None:
    play = start(table(seats))
    sections = play.setting.box.sections
    for stock, origin in ((play.state.hut, Origin.HUT), (play.state.pouch, Origin.POUCH)):
        kinds = [(sections[number].shape, sections[number].colour) for number in spaces_of(stock)]
        assert sorted(kinds) == [(shape, colour) for shape in range(5) for colour in range(4)]
        assert {sections[number].origin for number in spaces_of(stock)} == {origin}


@pytest.mark.rule("CG-I-0b")
def test_the_five_jokers_stay_in_the_box() -> None:
    play = start()
    out = [number for number in range(45) if not (play.state.hut | play.state.pouch) >> number & 1]
    assert [play.setting.box.sections[number].colour for number in out] == [None] * 5


@pytest.mark.rule("CG-I-0c")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_has_15_monks(seats: int) -> None:
    assert [seat.supply for seat in start(table(seats)).state.seats] == [15] * seats


@pytest.mark.rule("CG-I-0f")
def test_a_solo_seat_has_25_monks() -> None:
    assert start(table(1)).supply(1) == 25


@pytest.mark.rule("CG-I-0d", "CG-I-0e")
@pytest.mark.parametrize("seats", SEATS)
def test_every_seat_is_dealt_its_cards_and_one_angel(seats: int) -> None:
    play = dealt(seats)
    for own in play.state.seats:
        assert isinstance(own.pile.cards, tuple)
        kinds = Counter(play.setting.box.cards[card].kind is CardKind.ANGEL for card in own.pile.cards)
        assert kinds == {True: 1, False: DEALT[seats]}
    assert play.state.box.count == 44 - seats * (DEALT[seats] + 1)


@pytest.mark.rule("CG-I-0d")
@pytest.mark.parametrize("seats", SEATS)
def test_no_card_is_dealt_twice(seats: int) -> None:
    play = dealt(seats)
    zones = [play.state.box, *(own.pile for own in play.state.seats)]
    cards = [card for zone in zones if isinstance(zone.cards, tuple) for card in zone.cards]
    assert sorted(cards) == list(range(44))


@pytest.mark.rule("CG-I-0d")
def test_nobody_has_seen_a_dealt_pile_nor_what_is_left_in_the_box() -> None:
    play = dealt(2)
    for viewer in (Seat(0), Seat(1), PUBLIC):
        seen = play.seen_by(viewer)
        assert seen.cards(seen.own(1).pile) == "16 unseen"
        assert seen.cards(seen.own(2).pile) == "16 unseen"
        assert seen.cards(seen.state.box) == "12 unseen"
    assert play.seen_by(DEALER).state == play.state


@pytest.mark.rule("CG-I-0d")
def test_every_card_is_dealt_as_often_as_any_other() -> None:
    seen: Counter[int] = Counter()
    for seed in range(400):
        cards = dealt(2, seed).own(1).pile.cards
        assert isinstance(cards, tuple)
        seen.update(cards)
    angels = [count for card, count in seen.items() if card >= 40]
    others = [count for card, count in seen.items() if card < 40]
    assert len(seen) == 44
    assert all(70 < count < 130 for count in angels)
    assert all(110 < count < 190 for count in others)


def deal(*piles: tuple[int, ...]) -> DealPiles:
    """A deal of these piles."""
    return DealPiles(tuple(Secret(NOBODY, pile) for pile in piles))


GOOD = ((*range(15), 40), (*range(15, 30), 41))
BAD_DEALS = {
    "a pile is missing": deal(GOOD[0]),
    "a pile too many": deal(*GOOD, (30, 42)),
    "a card too few": deal(GOOD[0][1:], GOOD[1]),
    "a card twice in a pile": deal((0, *GOOD[0][:-2], 40), GOOD[1]),
    "a card in two piles": deal(GOOD[0], (*range(14, 29), 41)),
    "no angel": deal(tuple(range(16)), (*range(16, 31), 41)),
    "two angels": deal((*range(14), 40, 41), (*range(14, 29), 42)),
    "one angel twice": deal(GOOD[0], (*range(15, 30), 40)),
    "out of order": deal((40, *range(15)), GOOD[1]),
    "an unknown card": deal((*range(14), 40, 44), GOOD[1]),
    "shown to the seat": DealPiles((Secret(EVERYONE, GOOD[0]), Secret(NOBODY, GOOD[1]))),
}


@pytest.mark.rule("CG-I-0d")
@pytest.mark.parametrize("event", BAD_DEALS.values(), ids=BAD_DEALS.keys())
def test_a_deal_that_is_not_so_is_refused(event: DealPiles) -> None:
    assert start().why_not(event) == ("bad-deal", "CG-I-0d")


@pytest.mark.rule("CG-I-0d")
def test_a_deal_that_is_so_is_not() -> None:
    play = start()
    assert play.game.refusal(play.state, deal(*GOOD)) is None


@pytest.mark.rule("CG-I-0e")
def test_three_seats_play_24_actions_with_eleven_cards_each() -> None:
    assert [own.pile.count for own in dealt(3).state.seats] == [11] * 3


@pytest.mark.rule("CG-I-0g")
def test_one_player_alone_plays_by_the_cooperative_rules() -> None:
    solo = start(table(1))
    sheet = solo.game.sheet(solo.state)
    assert sheet.team == -2 * (8 * 6 + 1 * 3)
    assert sheet.winners == ()
    assert sheet.band == "iron-gall"


@pytest.mark.rule("CG-I-0h")
def test_with_open_hands_every_drawn_hand_lies_open_to_all() -> None:
    hands = {1: "build-red-1 pray-hall", 2: "master-1 seer-1"}
    play = opening(table(2, variants=("open-hands",)), hands=hands).seen_by(PUBLIC)
    assert play.cards(play.own(1).hand) == "pray-hall build-red-1"
    assert play.cards(play.own(2).hand) == "seer-1 master-1"


@pytest.mark.rule("CG-I-0h", "CG-I-2b")
def test_with_open_hands_the_choice_is_secret_all_the_same() -> None:
    hands = {1: "build-red-1 pray-hall", 2: "master-1 seer-1"}
    play = opening(table(2, variants=("open-hands",)), hands=hands).do("1 choose pray-hall").seen_by(PUBLIC)
    assert play.own(1).hand.count == 0
    assert play.cards(play.own(1).next_year) == "1 unseen"


@pytest.mark.rule("CG-I-0h")
def test_without_the_variant_hands_are_closed() -> None:
    play = opening(hands={1: "build-red-1 pray-hall", 2: "master-1 seer-1"})
    assert play.seen_by(PUBLIC).cards(play.seen_by(PUBLIC).own(1).hand) == "2 unseen"


REFUSED_OPTIONS = {
    "five seats": Options(5, "versus", 1),
    "versus alone": Options(1, "versus", 1),
    "solo with two": Options(2, "solo", 1),
    "together alone": Options(1, "coop", 1),
    "no seat": Options(0, "solo", 1),
    "an unknown mode": Options(2, "teams", 1),
    "an unknown level": Options(2, "coop", 4),
    "an unknown variant": Options(2, "coop", 1, ("peeking",)),
    "a variant twice": Options(2, "coop", 1, ("open-hands", "open-hands")),
}


@pytest.mark.parametrize("options", REFUSED_OPTIONS.values(), ids=REFUSED_OPTIONS.keys())
def test_options_that_the_game_does_not_offer_are_refused(options: Options) -> None:
    with pytest.raises(OptionError):
        CampusGalli(options, table().setting.box)
