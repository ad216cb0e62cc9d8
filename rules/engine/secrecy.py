"""Secrecy: viewers, audiences, and the containers that can hide their content.

A view is an ordinary state whose unknown parts are `HIDDEN`. Everything secret lies in a `Zone`, a `Slot` or the
`Secret` of an event, so redaction is generic and no game implements it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cache
from typing import Final, Generic, Literal, NamedTuple, NewType, TypeAlias, TypeVar, cast

Seat = NewType("Seat", int)
"""A seat at the table, from 0."""

Audience = NewType("Audience", int)
"""A bit mask of seats. `EVERYONE` has every bit set and includes the public."""

EVERYONE: Final = Audience(-1)
NOBODY: Final = Audience(0)


class SpecialViewer(Enum):
    """The two viewers that are not seats."""

    PUBLIC = "public"
    """Sees only public information."""
    DEALER = "dealer"
    """Sees everything: it deals and reveals secret choices."""


PUBLIC: Final = SpecialViewer.PUBLIC
DEALER: Final = SpecialViewer.DEALER
Viewer: TypeAlias = Seat | SpecialViewer


class Hidden(Enum):
    """The type of the single value `HIDDEN`, which replaces what a viewer may not see."""

    HIDDEN = "?"

    def __repr__(self) -> str:
        return "HIDDEN"


HIDDEN: Final = Hidden.HIDDEN
HiddenType: TypeAlias = Literal[Hidden.HIDDEN]

T = TypeVar("T")
E = TypeVar("E")


def only(*seats: Seat) -> Audience:
    """Return the audience of exactly these seats."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return Audience(mask)


def knows(audience: Audience, viewer: Viewer) -> bool:
    """Return whether `viewer` belongs to `audience`; the dealer belongs to every audience."""
    if isinstance(viewer, SpecialViewer):
        return viewer is DEALER or audience == EVERYONE
    return bool(audience >> viewer & 1)


class Zone(NamedTuple):
    """An unordered pile: the number of cards, the cards (ascending numbers or `HIDDEN`), and who has seen them."""

    count: int  # pyright: ignore[reportIncompatibleMethodOverride]
    cards: tuple[int, ...] | HiddenType
    seen: Audience

    @classmethod
    def of(cls, cards: Iterable[int], seen: Audience) -> Zone:
        """Make a zone of known cards."""
        known = tuple(sorted(cards))
        return cls(len(known), known, seen)

    def add(self, cards: tuple[int, ...] | HiddenType, count: int) -> Zone:
        """Return the zone with `count` more cards; hidden as a whole if any part is hidden."""
        if self.count == 0:
            merged = cards if cards is HIDDEN else tuple(sorted(cards))
        elif self.cards is HIDDEN or cards is HIDDEN:
            merged = HIDDEN if count else self.cards
        else:
            merged = tuple(sorted(self.cards + cards))
        return Zone(self.count + count, merged, self.seen)

    def remove(self, cards: tuple[int, ...] | HiddenType, count: int) -> Zone:
        """Return the zone with `count` cards fewer; the caller has checked `holds`."""
        left = self.count - count
        if left == 0:
            return Zone(0, (), self.seen)
        if self.cards is HIDDEN or cards is HIDDEN:
            return Zone(left, HIDDEN, self.seen)
        kept = list(self.cards)
        for card in cards:
            kept.remove(card)
        return Zone(left, tuple(kept), self.seen)

    def holds(self, cards: tuple[int, ...] | HiddenType, count: int) -> bool:
        """Return whether these cards can be removed, to the knowledge of this view."""
        if count > self.count:
            return False
        if cards is HIDDEN:
            return True
        if len(cards) != count or len(set(cards)) != count:
            return False
        return self.cards is HIDDEN or set(cards) <= set(self.cards)

    @property
    def shown(self) -> tuple[int, ...]:
        """The cards that this view shows: all or none."""
        return () if self.cards is HIDDEN else self.cards

    @property
    def hidden(self) -> int:
        """The number of cards that this view hides."""
        return self.count if self.cards is HIDDEN else 0

    def filled(self, pool: list[int]) -> Zone:
        """Return the zone with its hidden cards taken from the end of a pool."""
        return Zone.of([pool.pop() for _ in range(self.count)], self.seen) if self.cards is HIDDEN else self

    def view(self, viewer: Viewer) -> Zone:
        """Return the zone as `viewer` knows it. An empty zone hides nothing."""
        if self.count == 0 or knows(self.seen, viewer):
            return self
        return Zone(self.count, HIDDEN, self.seen)


class Slot(NamedTuple):
    """A place for one card: its number, None when empty, or `HIDDEN`; and who has seen it."""

    card: int | None | HiddenType
    seen: Audience

    @property
    def shown(self) -> tuple[int, ...]:
        """The card, if there is one and this view shows it."""
        return () if self.card is None or self.card is HIDDEN else (self.card,)

    @property
    def hidden(self) -> int:
        """The number of cards that this view hides."""
        return int(self.card is HIDDEN)

    def filled(self, pool: list[int]) -> Slot:
        """Return the slot with its hidden card taken from the end of a pool."""
        return Slot(pool.pop(), self.seen) if self.card is HIDDEN else self

    def view(self, viewer: Viewer) -> Slot:
        """Return the slot as `viewer` knows it. Whether it is empty is never secret."""
        if self.card is None or knows(self.seen, viewer):
            return self
        return Slot(HIDDEN, self.seen)


EMPTY: Final = Slot(None, EVERYONE)


@dataclass(frozen=True, slots=True)
class Secret(Generic[T]):
    """A field of an event that only its audience and the dealer may read."""

    audience: Audience
    value: T | HiddenType


def redact(event: E, viewer: Viewer) -> E:
    """Return the event as `viewer` receives it, with the secrets of others `HIDDEN`."""
    changed: dict[str, object] = {}
    for name in secret_fields(type(event)):
        value = cast(object, getattr(event, name))
        if isinstance(value, tuple):
            parts = cast("tuple[object, ...]", value)
            changed[name] = tuple(_redacted(part, viewer) for part in parts)
        else:
            changed[name] = _redacted(value, viewer)
    return cast(E, replace(event, **changed)) if changed else event  # type: ignore[type-var]


def secrets(event: object) -> tuple[Secret[object], ...]:
    """Return all secrets of an event, in field order."""
    found: list[Secret[object]] = []
    for name in secret_fields(type(event)):
        value = cast(object, getattr(event, name))
        parts = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
        found += [cast("Secret[object]", part) for part in parts if isinstance(part, Secret)]
    return tuple(found)


def _redacted(value: object, viewer: Viewer) -> object:
    if isinstance(value, Secret):
        secret = cast("Secret[object]", value)
        hidden: Secret[object] = Secret(secret.audience, HIDDEN)
        return secret if knows(secret.audience, viewer) else hidden
    return value


@cache
def secret_fields(kind: type) -> tuple[str, ...]:
    """Return the names of an event class's fields that are secrets or tuples of secrets."""
    if not is_dataclass(kind):
        return ()
    return tuple(field.name for field in fields(kind) if "Secret[" in str(field.type))
