"""A deck: a pile whose cards are known and whose order is not, until a card is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.engine.entropy import RandomStream


class Deck(NamedTuple):
    """Cards on top in known order, then shuffled cards, then cards put under the deck, in known order.

    Nobody knows the order of the shuffled cards, the dealer included: it is chosen when they are drawn. So nothing of
    a deck is secret. Piles whose cards are secret are `Zone`s.
    """

    top: tuple[int, ...] = ()
    """The next card first."""
    shuffled: tuple[int, ...] = ()
    """Ascending."""
    bottom: tuple[int, ...] = ()
    """The uppermost first."""

    @classmethod
    def of(cls, cards: Iterable[int]) -> Deck:
        """Return a deck of these cards, shuffled."""
        return cls((), tuple(sorted(cards)), ())

    @property
    def cards(self) -> tuple[int, ...]:
        """All cards, the shuffled ones in ascending order."""
        return self.top + self.shuffled + self.bottom

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.top) + len(self.shuffled) + len(self.bottom)

    def chosen(self, count: int, stream: RandomStream) -> tuple[int, ...]:
        """Return the next cards in order, those in doubt at random; all cards if there are fewer."""
        unknown = stream.sample(self.shuffled, min(max(count - len(self.top), 0), len(self.shuffled)))
        return (*self.top, *unknown, *self.bottom)[:count]

    def can_be(self, cards: tuple[int, ...]) -> bool:
        """Return whether these can be the next cards, in this order."""
        on_top, rest = cards[: len(self.top)], cards[len(self.top) :]
        from_shuffled, below = rest[: len(self.shuffled)], rest[len(self.shuffled) :]
        return (
            self.top[: len(on_top)] == on_top
            and len(set(from_shuffled)) == len(from_shuffled)
            and set(from_shuffled) <= set(self.shuffled)
            and self.bottom[: len(below)] == below
        )

    def without(self, cards: tuple[int, ...]) -> Deck:
        """Return the deck after its next cards have been drawn."""
        gone = set(cards)
        return Deck(
            tuple(card for card in self.top if card not in gone),
            tuple(card for card in self.shuffled if card not in gone),
            tuple(card for card in self.bottom if card not in gone),
        )

    def with_bottom(self, cards: Iterable[int]) -> Deck:
        """Return the deck with these cards put under it, in order."""
        return self._replace(bottom=(*self.bottom, *cards))

    def with_top(self, cards: Iterable[int]) -> Deck:
        """Return the deck with these cards put on top of it, the next one first."""
        return self._replace(top=(*cards, *self.top))
