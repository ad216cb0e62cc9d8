"""Zones, slots and secrets: their content, who sees it, and what other viewers still know."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.secrecy import (
    DEALER,
    EMPTY,
    EVERYONE,
    HIDDEN,
    NOBODY,
    PUBLIC,
    Audience,
    Seat,
    Secret,
    Slot,
    Viewer,
    Zone,
    knows,
    only,
    redact,
    secret_fields,
    secrets,
)

ONE, TWO = Seat(0), Seat(1)
VIEWERS: tuple[Viewer, ...] = (ONE, TWO, PUBLIC, DEALER)


@pytest.mark.parametrize(
    ("audience", "knowing"),
    [
        (NOBODY, {DEALER}),
        (only(ONE), {ONE, DEALER}),
        (only(ONE, TWO), {ONE, TWO, DEALER}),
        (EVERYONE, {ONE, TWO, PUBLIC, DEALER}),
    ],
)
def test_an_audience_knows_its_viewers(audience: Audience, knowing: set[Viewer]) -> None:
    assert {viewer for viewer in VIEWERS if knows(audience, viewer)} == knowing


def test_all_seats_together_are_not_the_public() -> None:
    assert not knows(only(*(Seat(i) for i in range(32))), PUBLIC)


def test_a_zone_shows_its_cards_to_those_who_have_seen_it_and_its_count_to_all() -> None:
    zone = Zone.of([7, 3], only(ONE))
    assert zone.view(ONE) == Zone(2, (3, 7), only(ONE))
    assert zone.view(TWO) == Zone(2, HIDDEN, only(ONE))


def test_an_empty_zone_hides_nothing() -> None:
    assert Zone.of([], NOBODY).view(TWO) == Zone(0, (), NOBODY)


CARDS = st.sets(st.integers(0, 20), max_size=8)
SEEN = st.sampled_from([NOBODY, only(ONE), only(TWO), EVERYONE])


@given(held=CARDS, more=CARDS, seen=SEEN, viewer=st.sampled_from(VIEWERS))
def test_adding_and_then_looking_is_looking_and_then_adding(
    held: set[int], more: set[int], seen: Audience, viewer: Viewer
) -> None:
    more = more - held
    zone, cards = Zone.of(held, seen), tuple(sorted(more))
    known = cards if knows(seen, viewer) else HIDDEN
    assert zone.add(cards, len(more)).view(viewer) == zone.view(viewer).add(known if more else (), len(more))


@given(held=CARDS, seen=SEEN, viewer=st.sampled_from(VIEWERS), data=st.data())
def test_removing_and_then_looking_is_looking_and_then_removing(
    held: set[int], seen: Audience, viewer: Viewer, data: st.DataObject
) -> None:
    zone = Zone.of(held, seen)
    gone = data.draw(st.sets(st.sampled_from(sorted(held)))) if held else set[int]()
    cards = tuple(sorted(gone))
    assert zone.holds(cards, len(cards))
    assert zone.view(viewer).holds(cards, len(cards))
    assert zone.remove(cards, len(cards)).view(viewer) == zone.view(viewer).remove(cards, len(cards))


@given(held=CARDS, more=CARDS)
def test_what_was_added_can_be_removed(held: set[int], more: set[int]) -> None:
    more = more - held
    zone, cards = Zone.of(held, EVERYONE), tuple(sorted(more))
    assert zone.add(cards, len(cards)).remove(cards, len(cards)) == zone


def test_a_zone_becomes_unknown_as_a_whole_by_one_unknown_card() -> None:
    assert Zone.of([1], EVERYONE).add(HIDDEN, 1) == Zone(2, HIDDEN, EVERYONE)
    assert Zone.of([], EVERYONE).add(HIDDEN, 1) == Zone(1, HIDDEN, EVERYONE)
    assert Zone.of([1, 2], EVERYONE).remove(HIDDEN, 1) == Zone(1, HIDDEN, EVERYONE)


def test_an_unknown_zone_with_nothing_left_is_known_again() -> None:
    assert Zone(2, HIDDEN, NOBODY).remove(HIDDEN, 2) == Zone(0, (), NOBODY)


@pytest.mark.parametrize(
    ("cards", "count", "held"),
    [
        ((1, 2), 2, True),
        ((2,), 1, True),
        ((), 0, True),
        (HIDDEN, 3, True),
        (HIDDEN, 4, False),
        ((1, 4), 2, False),
        ((1, 1), 2, False),
        ((1, 2), 1, False),
        ((1,), 2, False),
    ],
)
def test_what_a_zone_holds(cards: tuple[int, ...], count: int, *, held: bool) -> None:
    assert Zone.of([1, 2, 3], EVERYONE).holds(cards, count) is held


def test_an_unknown_zone_may_hold_any_cards_but_not_more_than_it_counts() -> None:
    zone = Zone(2, HIDDEN, NOBODY)
    assert zone.holds((8, 9), 2)
    assert not zone.holds((7, 8, 9), 3)
    assert not zone.holds((8, 8), 2)


def test_a_slot_shows_its_card_to_its_audience_and_that_it_is_filled_to_all() -> None:
    slot = Slot(4, only(ONE))
    assert [slot.view(viewer).card for viewer in VIEWERS] == [4, HIDDEN, HIDDEN, 4]


def test_that_a_slot_is_empty_is_no_secret() -> None:
    assert Slot(None, only(ONE)).view(TWO).card is None
    assert EMPTY.view(PUBLIC) == EMPTY


@dataclass(frozen=True, slots=True)
class Gift:
    """An event with secrets of each form, and with what is none."""

    giver: Seat
    card: Secret[int]
    piles: tuple[Secret[tuple[int, ...]], ...]
    note: str


GIFT = Gift(ONE, Secret(only(ONE), 3), (Secret(only(ONE), (1, 2)), Secret(only(TWO), (4,)), Secret(EVERYONE, ())), "?")


def test_redacting_hides_the_secrets_of_others_and_nothing_else() -> None:
    assert redact(GIFT, TWO) == Gift(
        ONE, Secret(only(ONE), HIDDEN), (Secret(only(ONE), HIDDEN), Secret(only(TWO), (4,)), Secret(EVERYONE, ())), "?"
    )
    assert redact(GIFT, DEALER) == GIFT


@pytest.mark.parametrize("first", VIEWERS)
@pytest.mark.parametrize("then", VIEWERS)
def test_redacting_twice_shows_no_more_than_redacting_once(first: Viewer, then: Viewer) -> None:
    twice = redact(redact(GIFT, first), then)
    for once in (first, then):
        for secret, known in zip(secrets(twice), secrets(redact(GIFT, once)), strict=True):
            assert secret.value is HIDDEN or secret == known


def test_the_secrets_of_an_event_are_found_in_the_order_of_its_fields() -> None:
    assert secret_fields(Gift) == ("card", "piles")
    assert [secret.value for secret in secrets(GIFT)] == [3, (1, 2), (4,), ()]


def test_a_value_that_is_not_a_dataclass_has_no_secrets() -> None:
    assert secret_fields(int) == ()
    assert redact(7, PUBLIC) == 7
