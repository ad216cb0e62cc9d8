"""Views, samples and censuses derived from the annotated types of a game's states (`kinds`).

A visitor goes only into the fields that can hold what it looks for; it is made once per type.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias, get_args, get_origin

from rules.engine.deck import Deck
from rules.engine.entropy import RandomStream
from rules.engine.kinds import Bits, Kind, Total, alternatives, field_types, is_record, unpack, without_none
from rules.engine.secrecy import Slot, Viewer, Zone

Found: TypeAlias = list[tuple[Any, Any]]
"""Wanted parts with their marks."""
Change: TypeAlias = Callable[[Any, Any], Any]
"""A function of a part and its mark that returns what takes its place."""


class Visitor(NamedTuple):
    """How to visit the values of one type."""

    find: Callable[[Any, Found], None]
    """Adds all wanted parts of a value, in order."""
    change: Callable[[Any, Change], Any]
    """Returns the value with all wanted parts changed, in order."""


class Walker:
    """Makes visitors of types. `members` as in `codecs`; `wanted` returns a mark for what is looked for, or None."""

    def __init__(self, members: Mapping[type, Sequence[type]], wanted: Callable[[Any], Any]) -> None:
        self._members = members
        self._wanted = wanted
        self._known: dict[Any, Visitor | None] = {}

    def visitor(self, annotation: Any) -> Visitor | None:
        """Return how to visit values of this type; None if they hold nothing that is wanted."""
        if annotation not in self._known:
            self._known[annotation] = self._made(annotation)
        return self._known[annotation]

    def _made(self, annotation: Any) -> Visitor | None:
        if (inner := without_none(annotation)) is not None:
            visitor = self.visitor(inner)
            return None if visitor is None else _optional(visitor)
        if (mark := self._wanted(annotation)) is not None:
            return _this(mark)
        kind = unpack(annotation).type
        members = alternatives(annotation) if len(alternatives(annotation)) > 1 else self._members.get(kind, ())
        if members:
            visitors = {member: self.visitor(member) for member in members}
            return _of_class(visitors) if any(visitors.values()) else None
        types = get_args(kind)
        if get_origin(kind) is tuple:
            if types[-1] is Ellipsis:
                visitor = self.visitor(types[0])
                return None if visitor is None else _repeated(visitor)
            return _parts(tuple, list(map(self.visitor, types)))
        if not is_record(kind):
            return None
        return _fields(kind, {name: self.visitor(inner) for name, inner in field_types(kind).items()})


def _this(mark: Any) -> Visitor:
    def find(value: Any, found: Found) -> None:
        found.append((value, mark))

    def change(value: Any, change: Change) -> Any:
        return change(value, mark)

    return Visitor(find, change)


def _optional(inner: Visitor) -> Visitor:
    def find(value: Any, found: Found) -> None:
        if value is not None:
            inner.find(value, found)

    def change(value: Any, change: Change) -> Any:
        return None if value is None else inner.change(value, change)

    return Visitor(find, change)


def _of_class(visitors: Mapping[type, Visitor | None]) -> Visitor:
    def find(value: Any, found: Found) -> None:
        if (inner := visitors[type(value)]) is not None:
            inner.find(value, found)

    def change(value: Any, change: Change) -> Any:
        inner = visitors[type(value)]
        return value if inner is None else inner.change(value, change)

    return Visitor(find, change)


def _repeated(inner: Visitor) -> Visitor:
    def find(value: Any, found: Found) -> None:
        for part in value:
            inner.find(part, found)

    def change(value: Any, change: Change) -> Any:
        return tuple(inner.change(part, change) for part in value)

    return Visitor(find, change)


def _parts(make: Callable[[Any], Any], inner: Sequence[Visitor | None]) -> Visitor | None:
    wanted = [(place, visitor) for place, visitor in enumerate(inner) if visitor is not None]
    if not wanted:
        return None

    def find(value: Any, found: Found) -> None:
        for place, visitor in wanted:
            visitor.find(value[place], found)

    def change(value: Any, change: Change) -> Any:
        parts = list(value)
        for place, visitor in wanted:
            parts[place] = visitor.change(parts[place], change)
        return make(parts)

    return Visitor(find, change)


def _fields(kind: Any, inner: Mapping[str, Visitor | None]) -> Visitor | None:
    if hasattr(kind, "_fields"):
        return _parts(kind._make, list(inner.values()))
    wanted = [(name, visitor) for name, visitor in inner.items() if visitor is not None]
    if not wanted:
        return None

    def find(value: Any, found: Found) -> None:
        for name, visitor in wanted:
            visitor.find(getattr(value, name), found)

    def change(value: Any, change: Change) -> Any:
        return replace(value, **{name: visitor.change(getattr(value, name), change) for name, visitor in wanted})

    return Visitor(find, change)


class Views:
    """Views, samples and censuses of one game's states.

    `pieces` are all pieces of each kind that a match has.
    """

    def __init__(
        self, state: type, members: Mapping[type, Sequence[type]], pieces: Mapping[str, Sequence[int]]
    ) -> None:
        self._pieces = pieces
        self._hiding = Walker(members, _can_hide).visitor(state)
        self._placing = Walker(members, _place).visitor(state)
        self._counting = Walker(members, _counts).visitor(state)

    def view(self, state: Any, viewer: Viewer) -> Any:
        """Return the state as the viewer may know it."""
        return state if self._hiding is None else self._hiding.change(state, lambda part, _: part.view(viewer))

    def sample(self, view: Any, entropy: bytes) -> Any:
        """Return a state that fits the view: unseen pieces in unseen places, each arrangement equally likely."""
        if self._hiding is None:
            return view
        seen: dict[str, set[int]] = {kind: set() for kind in self._pieces}
        for part, place in _found(self._placing, view):
            seen[place.name].update(place.pieces(part))
        stream = RandomStream(entropy)
        unseen = {kind: [it for it in every if it not in seen[kind]] for kind, every in self._pieces.items()}
        pools = {kind: stream.sample(rest, len(rest)) for kind, rest in unseen.items()}

        def fill(part: Any, name: str) -> Any:
            pool = pools[name] if name else []
            return part.filled(pool) if isinstance(part, Zone | Slot) else part

        return self._hiding.change(view, fill)

    def census(self, state: Any) -> Mapping[str, int]:
        """Return how many pieces and amounts of each name there are."""
        found: Counter[str] = Counter()
        for part, (name, amount) in _found(self._counting, state):
            found[name] += amount(part)
        return found


def _found(visitor: Visitor | None, value: Any) -> Found:
    found: Found = []
    if visitor is not None:
        visitor.find(value, found)
    return found


class _Place(NamedTuple):
    """A place of pieces of a kind."""

    name: str
    pieces: Callable[[Any], Sequence[int]]
    """The pieces in it that can be seen."""
    size: Callable[[Any], int]
    """The number of pieces in it."""


def _place(annotation: Any) -> _Place | None:
    known = unpack(annotation)
    bits: Bits | None = known.note(Bits)
    if bits is not None:
        return _Place(bits.name, _members, int.bit_count) if bits.piece else None
    named: Kind | None = known.note(Kind)
    if named is None or not named.piece:
        return None
    return _Place(named.name, *_PLACES.get(known.type, (lambda piece: (piece,), lambda _: 1)))


def _members(mask: int) -> Sequence[int]:
    return tuple(number for number in range(mask.bit_length()) if mask >> number & 1)


_PLACES: Mapping[Any, tuple[Callable[[Any], Sequence[int]], Callable[[Any], int]]] = {
    Zone: (lambda zone: zone.shown, lambda zone: zone.count),
    Slot: (lambda slot: (slot.card,) if isinstance(slot.card, int) else (), lambda slot: int(slot.card is not None)),
    Deck: (lambda deck: deck.cards, lambda deck: deck.size),
}


def _counts(annotation: Any) -> tuple[str, Callable[[Any], int]] | None:
    total: Total | None = unpack(annotation).note(Total)
    if total is not None:
        return total.name, _amount
    place = _place(annotation)
    return None if place is None else (place.name, place.size)


def _amount(part: Any) -> int:
    if isinstance(part, int):
        return part
    return 1 if is_record(type(part)) else sum(part)


def _can_hide(annotation: Any) -> str | None:
    """Return which pieces a part can hide: "" if it does not say."""
    if unpack(annotation).type not in (Zone, Slot):
        return None
    place = _place(annotation)
    return "" if place is None else place.name
