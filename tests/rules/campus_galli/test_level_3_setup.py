"""Level III: what it keeps of level II, and setting up, the board of unfinished tasks included."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from rules.campus_galli.box import DIE_FACES, CardKind
from rules.campus_galli.dealing import DealPiles
from rules.campus_galli.game import INSTEAD_AGAIN
from rules.campus_galli.leftovers import BLUE_PILE, RED_PILE, TurnUpCard, piles_of
from rules.engine.entropy import derive_entropy
from rules.engine.rulebook import clauses
from rules.engine.secrecy import NOBODY, PUBLIC, Seat, Secret, Zone
from rules.registry import game_box
from tests.support.play import Play
from tests.support.positions import filling, start, table

SEATS = (1, 2, 3, 4)
DEALT = {1: (31, 22, 18), 2: (15, 11, 8), 3: (10, 7, 6), 4: (7, 7, 3)}
CLAUSES = clauses(game_box("campus-galli").rulebook())
NOT_HELD = {
    *re.findall(r"CG-I-\w+", CLAUSES["CG-II-0"].text),
    *re.findall(r"CG-II-\w+", CLAUSES["CG-III-0"].text),
}
GAME = table(level=3)
BOX = GAME.setting.box


def fresh(seats: int = 2) -> Play:
    """Before anything has happened."""
    return start(table(seats, level=3))


def dealt(seats: int = 2, seed: int = 0) -> Play:
    """All is set up; the first task is to be turned up."""
    return fresh(seats).dealt(seed, until="dealer tasks")


def numbers(keys: str) -> list[int]:
    """The cards of these keys."""
    known = [card.key for card in BOX.cards]
    return [known.index(key) for key in keys.split()]


def held_in(zone: Zone) -> tuple[int, ...]:
    """The cards of a zone, which a test may see."""
    assert isinstance(zone.cards, tuple)
    return zone.cards


def left_with(seats: int, keep: str = "", give: str = "") -> Play:
    """After the piles are dealt: these cards are kept for the board of unfinished tasks, those are in some pile."""
    play = fresh(seats).dealt(until="dealer deal")
    setting = play.setting
    kept, given = numbers(keep), numbers(give)
    piles = [[angel] for angel in setting.angels[:seats]]
    for level, deal in enumerate(setting.deal_of_levels, 1):
        free = [card for card in setting.cards_of_level(level) if card not in kept]
        free.sort(key=lambda card: card not in given)
        for number in range(seats):
            piles[number] += free[number * deal : (number + 1) * deal]
    deal_all = DealPiles(tuple(Secret(NOBODY, tuple(sorted(pile))) for pile in piles))
    return Play(play.game, play.game.apply(play.state, deal_all))


@pytest.mark.rule("CG-III-0")
def test_the_clauses_that_do_not_hold_are_written_and_some_stand_in_their_place() -> None:
    assert set(CLAUSES) >= NOT_HELD
    assert set(INSTEAD_AGAIN) <= NOT_HELD
    assert set(INSTEAD_AGAIN.values()) <= set(CLAUSES) - NOT_HELD


@pytest.mark.rule("CG-III-0")
@pytest.mark.parametrize("mode", ["versus", "coop"])
def test_no_row_of_the_score_sheet_rests_on_a_clause_that_does_not_hold(mode: str) -> None:
    play = start(table(level=3, mode=mode))
    rows = {line.clause for line in play.game.sheet(play.state).lines}
    assert "CG-III-6a" in rows
    assert not rows & NOT_HELD


@pytest.mark.rule("CG-III-0", "CG-II-0c", "CG-II-0d", "CG-II-0b")
def test_tiles_and_sections_are_those_of_level_ii() -> None:
    play, before = dealt(), start(table(level=2))
    assert play.hut == before.hut
    assert play.pouch == before.pouch
    assert [len(play.tiles(seat)) for seat in (1, 2)] == [5, 5]
    assert len(play.tiles_left) == 38


@pytest.mark.rule("CG-III-0a")
@pytest.mark.parametrize("seats", SEATS)
def test_the_church_starts_in_wood_and_the_other_ten_as_parchment(seats: int) -> None:
    assert fresh(seats).wood == "A"


@pytest.mark.rule("CG-III-0b")
@pytest.mark.parametrize("seats", SEATS)
def test_every_seat_is_dealt_an_angel_and_its_cards_of_three_levels(seats: int) -> None:
    play = dealt(seats)
    for own in play.state.seats:
        angels = [card for card in held_in(own.pile) if BOX.cards[card].kind is CardKind.ANGEL]
        levels = Counter(BOX.cards[card].level for card in held_in(own.pile) if card not in angels)
        assert (len(angels), levels[1], levels[2], levels[3]) == (1, *DEALT[seats])
        unfinished = [card for card in held_in(own.pile) if BOX.cards[card].kind is CardKind.UNFINISHED]
        assert len(unfinished) == levels[3]


@pytest.mark.rule("CG-III-0b")
def test_nobody_has_seen_a_pile_nor_what_is_left_in_the_box() -> None:
    play = dealt()
    for viewer in (Seat(0), Seat(1), PUBLIC):
        seen = play.seen_by(viewer)
        assert [seen.cards(own.pile) for own in seen.state.seats] == ["35 unseen", "35 unseen"]
        assert seen.cards(seen.state.box) == "4 unseen"


@pytest.mark.rule("CG-III-0b")
def test_a_deal_with_too_few_cards_of_a_level_is_refused() -> None:
    play = fresh().dealt(until="dealer deal")
    angels, levels = play.setting.angels, [play.setting.cards_of_level(level) for level in (1, 2, 3)]

    def pile(seat: int, *deal: int) -> Secret[tuple[int, ...]]:
        cards = [card for of, n in zip(levels, deal, strict=True) for card in of[seat * len(of) // 2 :][:n]]
        return Secret(NOBODY, tuple(sorted([*cards, angels[seat]])))

    assert play.game.refusal(play.state, DealPiles((pile(0, 15, 11, 8), pile(1, 15, 11, 8)))) is None
    assert play.why_not(DealPiles((pile(0, 15, 12, 7), pile(1, 15, 11, 8)))) == ("bad-deal", "CG-III-0b")
    assert play.why_not(DealPiles((pile(0, 15, 10, 9), pile(1, 15, 11, 8)))) == ("bad-deal", "CG-III-0b")


@pytest.mark.rule("CG-III-0c")
@pytest.mark.parametrize(("seats", "cards"), [(1, 9 + 10), (2, 10 + 10), (3, 10 + 11), (4, 12 + 4)])
def test_all_cards_of_levels_i_and_ii_that_are_left_lie_in_the_four_piles(seats: int, cards: int) -> None:
    play = fresh(seats).dealt(until="dealer leftovers")
    left = set(held_in(play.state.box))
    after = play.dealt(until="dealer leftover 1")
    laid = {card for pile in after.state.leftovers for card in held_in(pile.pile)}
    assert len(laid) == cards
    assert laid == {card for card in left if BOX.cards[card].level < 3 and BOX.cards[card].kind is not CardKind.ANGEL}
    in_box = held_in(after.state.box)
    assert {BOX.cards[card].kind for card in in_box} <= {CardKind.ANGEL, CardKind.UNFINISHED}
    assert len(in_box) == (4 - seats) + (18 - seats * DEALT[seats][2])


@pytest.mark.rule("CG-III-0c", "CG-III-0f")
def test_books_prayer_building_and_guests_have_a_pile_each() -> None:
    keep = "book-troper pray-hall seer-2 build-red-1 master-3 guest-iso"
    piles = left_with(2, keep).dealt(until="dealer leftover 1").state.leftovers
    found = [next(n for n, pile in enumerate(piles) if pile.pile.holds((card,), 1)) for card in numbers(keep)]
    assert [number + 1 for number in found] == [1, 2, 2, 3, 3, 4]


@pytest.mark.rule("CG-III-0c")
def test_the_top_card_of_each_pile_is_turned_up_for_all_to_see() -> None:
    play = fresh().dealt(until="dealer leftover 1")
    sizes = [pile.pile.count for pile in play.state.leftovers]
    assert [pile.top for pile in play.state.leftovers] == [None] * 4
    after = play.dealt(until="dealer tasks")
    assert [pile.pile.count for pile in after.state.leftovers] == [size - 1 for size in sizes]
    tops = [pile.top for pile in after.state.leftovers]
    assert None not in tops
    for viewer in (Seat(0), PUBLIC):
        assert [pile.top for pile in after.seen_by(viewer).state.leftovers] == tops


@pytest.mark.rule("CG-III-0c")
def test_every_card_of_a_pile_is_as_likely_to_be_turned_up() -> None:
    play = fresh().dealt(until="dealer leftover 1")
    pile = held_in(play.state.leftovers[0].pile)
    tries = 400 * len(pile)
    turned = Counter(play.game.deal(play.state, derive_entropy("leftover", i)) for i in range(tries))
    assert set(turned) == {TurnUpCard(0, card) for card in pile}
    assert all(320 < count < 480 for count in turned.values())


@pytest.mark.rule("CG-III-0c")
def test_a_card_of_another_pile_cannot_be_turned_up_nor_one_that_a_seat_has() -> None:
    play = left_with(2, "book-troper guest-iso", give="book-abrogans").dealt(until="dealer leftover 1")
    assert play.why_not("dealer turn-up 1 guest-iso") == ("bad-draw", "CG-III-0c")
    assert play.why_not("dealer turn-up 1 book-abrogans") == ("bad-draw", "CG-III-0c")
    assert play.do("dealer turn-up 1 book-troper").told == ["- turned-up book-troper pile 1"]


@pytest.mark.rule("CG-III-0d", "CG-III-0e")
@pytest.mark.parametrize(
    ("left", "blue", "red"),
    [
        ("pray-hall build-red-1 double-hall-2 double-hall-1", "pray-hall double-hall-1", "build-red-1 double-hall-2"),
        (
            "build-red-1 build-red-2 double-hall-1 double-tower-1 double-wing-1 double-hall-2",
            "double-hall-1 double-tower-1 double-wing-1",
            "build-red-1 build-red-2 double-hall-2",
        ),
        (
            "pray-hall seer-1 seer-2 double-hall-1 double-tower-1",
            "pray-hall seer-1 seer-2",
            "double-hall-1 double-tower-1",
        ),
    ],
)
def test_double_coloured_cards_go_to_the_smaller_pile_in_the_order_of_their_lower_numbers(
    left: str, blue: str, red: str
) -> None:
    piles = piles_of(GAME.setting, numbers(left))
    assert piles[BLUE_PILE] == tuple(sorted(numbers(blue)))
    assert piles[RED_PILE] == tuple(sorted(numbers(red)))


@pytest.mark.rule("CG-III-0e")
def test_the_lower_number_counts_though_the_higher_one_comes_in_another_order() -> None:
    first, second = numbers("double-hall-1 double-hall-2")
    cards = list(BOX.cards)
    cards[first] = cards[first]._replace(numbers=(22, 45))
    cards[second] = cards[second]._replace(numbers=(27, 40))
    setting = table(level=3, box=BOX._replace(cards=tuple(cards))).setting
    piles = piles_of(setting, [first, second])
    assert (piles[BLUE_PILE], piles[RED_PILE]) == ((first,), (second,))


@pytest.mark.rule("CG-III-0d")
@pytest.mark.parametrize("seats", SEATS)
def test_the_blue_and_the_red_pile_become_as_equal_as_they_can(seats: int) -> None:
    for seed in range(20):
        play = fresh(seats).dealt(seed, until="dealer leftover 1")
        blue, red = (held_in(play.state.leftovers[pile].pile) for pile in (BLUE_PILE, RED_PILE))
        doubles = [sum(BOX.cards[card].kind is CardKind.DOUBLE for card in pile) for pile in (blue, red)]
        # None that lies on the larger pile would bring them nearer on the other one.
        assert len(blue) - len(red) <= 1 or not doubles[0]
        assert len(red) - len(blue) <= 1 or not doubles[1]


@pytest.mark.rule("CG-III-0e")
def test_how_many_cards_each_pile_has_is_seen_by_all_and_which_by_nobody() -> None:
    play = fresh().dealt(until="dealer leftover 1")
    for viewer in (Seat(0), Seat(1), PUBLIC):
        seen = play.seen_by(viewer)
        for own, other in zip(play.state.leftovers, seen.state.leftovers, strict=True):
            assert seen.cards(other.pile) == f"{own.pile.count} unseen"


ALL_GUESTS = " ".join(card.key for card in BOX.cards if card.kind is CardKind.GUEST)


@pytest.mark.rule("CG-III-0e")
def test_a_pile_may_be_empty_from_the_start_and_nothing_is_turned_up_there() -> None:
    play = left_with(4, "pray-hall", give=ALL_GUESTS).dealt(until="dealer leftover 1")
    assert play.state.leftovers[3].pile.count == 0
    after = play.dealt(until="dealer tasks")
    assert [pile.top is None for pile in after.state.leftovers] == [False, False, False, True]


@pytest.mark.rule("CG-III-0g")
def test_the_tasks_of_all_three_levels_are_one_deck() -> None:
    play = fresh()
    assert Counter(BOX.tasks[task].level for task in held_in(play.state.deck)) == {1: 36, 2: 32, 3: 32}
    ready = dealt()
    turned = {play.game.format(play.game.deal(ready.state, derive_entropy("deck", i))) for i in range(1_500)}
    assert len(turned) == 100


@pytest.mark.rule("CG-III-0h")
def test_there_are_28_cards_good_cooperation_three_dice_and_a_cordon_that_lies_nowhere_yet() -> None:
    assert (BOX.counts.cooperation, BOX.counts.dice) == (28, 3)
    assert fresh().state.cordon is None
    assert [own.cooperation for own in fresh().state.seats] == [0, 0]


@pytest.mark.rule("CG-III-0h")
def test_a_die_has_the_four_colours_white_and_black_each_as_likely() -> None:
    assert [DIE_FACES[face] for face in BOX.counts.die] == ["red", "green", "blue", "yellow", "white", "black"]
    play = filling(GAME, books={1: "book-troper"}).do("dealer task fire-1")
    assert play.due == "dealer dice"
    rolled = Counter(play.game.format(play.game.deal(play.state, derive_entropy("die", i))) for i in range(3_000))
    assert set(rolled) == {f"dealer dice {face}" for face in DIE_FACES}
    assert all(420 < count < 580 for count in rolled.values())
    assert play.why_not("dealer dice red red") == ("bad-draw", "CG-III-0h")
