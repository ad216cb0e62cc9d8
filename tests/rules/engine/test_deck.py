"""Decks: what is known of their order, what is drawn, and what is put on top and below."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rules.engine.deck import Deck
from rules.engine.entropy import RandomStream, derive_entropy

DECK = Deck((7, 3), (0, 1, 2), (9, 8))


def chosen(deck: Deck, count: int, seed: int = 0) -> tuple[int, ...]:
    """Return the next cards of a deck by a seed."""
    return deck.chosen(count, RandomStream(derive_entropy("deck", seed)))


def test_a_shuffled_deck_is_in_no_known_order() -> None:
    assert Deck.of([3, 1, 2]) == Deck((), (1, 2, 3), ())


def test_the_cards_and_their_number() -> None:
    assert DECK.cards == (7, 3, 0, 1, 2, 9, 8)
    assert DECK.size == 7
    assert Deck().size == 0


def test_cards_on_top_are_drawn_first_in_their_order() -> None:
    assert chosen(DECK, 2) == (7, 3)


def test_shuffled_cards_come_at_random_after_those_on_top() -> None:
    third = {chosen(DECK, 3, seed)[2] for seed in range(40)}
    assert third == {0, 1, 2}
    assert {chosen(DECK, 3, seed)[:2] for seed in range(40)} == {(7, 3)}


def test_cards_at_the_bottom_come_last_in_their_order() -> None:
    drawn = chosen(DECK, 7)
    assert sorted(drawn[2:5]) == [0, 1, 2]
    assert drawn[5:] == (9, 8)


def test_all_cards_are_drawn_if_there_are_fewer() -> None:
    assert len(chosen(DECK, 20)) == 7
    assert chosen(Deck(), 3) == ()


def test_what_the_next_cards_can_be() -> None:
    for cards in ((), (7,), (7, 3, 2), (7, 3, 2, 0, 1, 9), (7, 3, 1, 2, 0, 9, 8)):
        assert DECK.can_be(cards)
    for cards in ((3,), (7, 0), (7, 3, 9), (7, 3, 0, 0), (7, 3, 0, 1, 2, 8), (7, 3, 0, 1, 2, 9, 8, 4)):
        assert not DECK.can_be(cards)


@given(st.integers(0, 9), st.integers(0, 99))
def test_what_is_drawn_can_be_and_leaves_the_rest(count: int, seed: int) -> None:
    drawn = chosen(DECK, count, seed)
    assert DECK.can_be(drawn)
    assert sorted((*drawn, *DECK.without(drawn).cards)) == sorted(DECK.cards)


def test_what_is_left_keeps_its_order() -> None:
    assert DECK.without((7, 3, 1)) == Deck((), (0, 2), (9, 8))


def test_cards_are_put_under_and_on_top_in_order() -> None:
    assert DECK.with_bottom([5, 4]).bottom == (9, 8, 5, 4)
    assert DECK.with_top([5, 4]).top == (5, 4, 7, 3)
