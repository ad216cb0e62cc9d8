"""Codecs derived from the annotated types of a game's states, steps and events (`kinds`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, cast, get_args, get_origin

from rules.engine import plain_data
from rules.engine.deck import Deck
from rules.engine.kinds import (
    Bits,
    Form,
    Kind,
    Late,
    Most,
    PerSeat,
    Range,
    Text,
    Words,
    alternatives,
    field_types,
    is_record,
    tag,
    unpack,
    without_none,
)
from rules.engine.plain_data import AnyCodec, Codec, PlainError
from rules.engine.secrecy import Audience, Seat, Secret, Slot, Zone


class DerivedCodecs:
    """The codecs of one game.

    `words` bounds the numbers of each kind, and `members` lists the classes that may stand where a base class is
    annotated, such as the steps of an agenda. A record may have a method `disagreement`, which says what does not agree
    among its decoded fields, or nothing.
    """

    def __init__(self, words: Words, seats: int, members: Mapping[type, Sequence[type]]) -> None:
        self._words = words
        self._seats = seats
        self._members = members
        self._known: dict[Any, AnyCodec] = {}

    def of(self, annotation: Any) -> AnyCodec:
        """Return the codec of an annotated type. Raises TypeError for a type without a canonical form."""
        if annotation not in self._known:
            self._known[annotation] = self._derive(annotation)
        return self._known[annotation]

    def union(self, kinds: Sequence[type]) -> AnyCodec:
        """Return the codec of a value that is of one of these classes."""
        return plain_data.union({tag(kind): (kind, self._record(kind)) for kind in kinds})

    def _derive(self, annotation: Any) -> AnyCodec:
        if (inner := without_none(annotation)) is not None:
            return plain_data.optional(self.of(inner))
        if len(members := alternatives(annotation)) > 1:
            return self.union(members)
        kind, notes = known = unpack(annotation)
        if (form := known.note(Form)) is not None:
            return form.codec
        if (bits := known.note(Bits)) is not None:
            mask = plain_data.mask(len(self._words[bits.name]))
            return plain_data.filled(mask, 0) if bits.optional else mask
        if kind in self._members:
            return self.union(self._members[kind])
        number = self._number(annotation)
        if get_origin(kind) is tuple:
            return self._tuple(annotation)
        if get_origin(kind) is Secret:
            return plain_data.secret(self.of(get_args(kind)[0]))
        if kind in (Zone, Slot, Deck) and number is not None:
            return {Zone: plain_data.zone, Slot: plain_data.slot, Deck: deck_codec}[kind](number)
        if kind is int and number is not None:
            return number
        if kind is bool:
            return plain_data.BOOL
        if kind is Seat:
            return plain_data.integer(0, self._seats - 1)
        if kind is Audience:
            return plain_data.AUDIENCE
        if kind is str and (named := known.note(Kind)) is not None:
            return _word(self._words[named.name])
        if kind is str and (limits := known.note(Text)) is not None:
            return _text(limits)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return _member(tuple(kind))
        if is_record(kind):
            return self._record(cast("Any", kind))
        raise TypeError(f"no codec follows from {annotation!r} with {notes!r}")

    def _number(self, annotation: Any) -> Codec[int] | None:
        limits = unpack(annotation)
        if (named := limits.note(Kind)) is not None:
            return plain_data.integer(0, len(self._words[named.name]) - 1)
        if (bounds := limits.note(Range)) is not None:
            return plain_data.integer(bounds.low, bounds.high)
        return None

    def _tuple(self, annotation: Any) -> AnyCodec:
        kind, _ = unpack(annotation)
        parts = get_args(kind)
        if len(parts) == 2 and parts[1] is Ellipsis:
            known = unpack(annotation)
            most = Most(self._seats) if known.note(PerSeat) is not None else known.note(Most) or Most()
            return (plain_data.ascending if most.ascending else plain_data.items)(self.of(parts[0]), most.length)
        return plain_data.record(_together, *map(self.of, parts))

    def _record(self, kind: type) -> AnyCodec:
        codec = self._fields(kind)
        return plain_data.checked(codec, cast("Any", kind).disagreement) if hasattr(kind, "disagreement") else codec

    def _fields(self, kind: type) -> AnyCodec:
        types = dict(field_types(kind))
        last = next(reversed(types), "")
        late = last and (without_none(types[last]) or types[last])
        if late and unpack(late).note(Late) is not None:
            del types[last]
            return plain_data.extended(kind, last, self.of(late), **{name: self.of(it) for name, it in types.items()})
        return plain_data.structure(kind, **{name: self.of(it) for name, it in types.items()})


def _together(*parts: Any) -> tuple[Any, ...]:
    return parts


def _word(words: Sequence[str]) -> Codec[str]:
    def decode(value: plain_data.Plain) -> str:
        if not isinstance(value, str) or value not in words:
            raise PlainError("expected a word of the game")
        return value

    return Codec(lambda value: value, decode)


def _text(limits: Text) -> Codec[str]:
    def decode(value: plain_data.Plain) -> str:
        if not isinstance(value, str) or not limits.fits(value):
            raise PlainError(f"expected a text of at most {limits.most} plain letters")
        return value

    return Codec(lambda value: value, decode)


def _member(members: tuple[Enum, ...]) -> Codec[Enum]:
    number = plain_data.integer(0, len(members) - 1)
    return Codec(members.index, lambda value: members[number.decode(value)])


def deck_codec(card: Codec[int]) -> Codec[Deck]:
    """Return a codec for decks."""
    return plain_data.record(
        cast("Any", Deck), plain_data.items(card), plain_data.ascending(card), plain_data.items(card)
    )
