"""Notation derived from the annotated types of a game's events (`kinds`): "2 throw 1/4", "dealer faces 4".

Each field is one word: a thing's word, a number, "-" for none, "?" where it is hidden. The parts of a tuple are joined
with commas, those of a record with colons; a last field that is a tuple is written in words of its own. A secret is
its seat's own, or nobody's where the event names no seat: the audience is not written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, cast, get_args, get_origin

from rules.engine.events import Move, Outcome
from rules.engine.game_codec import NotationError
from rules.engine.kinds import Annotation, Kind, Range, Words, field_types, is_record, tag, unpack, without_none
from rules.engine.secrecy import HIDDEN, NOBODY, Audience, Seat, Secret, only

NONE = "-"
UNSEEN = "?"
DEALER_WORD = "dealer"


class Notation:
    """The notation of one game's events."""

    def __init__(self, words: Words, seats: int, events: Sequence[type]) -> None:
        self._words = words
        self._numbers = {kind: {word: number for number, word in enumerate(every)} for kind, every in words.items()}
        self._seats = seats
        self._moves: Mapping[str, type] = {tag(kind): kind for kind in events if issubclass(kind, Move)}
        self._outcomes: Mapping[str, type] = {tag(kind): kind for kind in events if issubclass(kind, Outcome)}

    def format(self, event: Move | Outcome) -> str:
        """Return the notation of an event."""
        kind = type(event)
        head = str(event.seat + 1) if isinstance(event, Move) else DEALER_WORD
        return " ".join([head, tag(kind), *self._fields(event)])

    def _fields(self, event: Any) -> list[str]:
        named = _written(cast("type[Any]", type(event)))
        found: list[str] = []
        for place, (name, annotation) in enumerate(named):
            value = getattr(event, name)
            if place == len(named) - 1 and _is_list(annotation):
                inner = get_args(unpack(annotation).type)[0]
                found += [self._word(part, inner) for part in value] or [NONE]
            else:
                found.append(self._word(value, annotation))
        return found

    def _word(self, value: Any, annotation: Any) -> str:
        if value is None:
            return NONE
        annotation = without_none(annotation) or annotation
        kind, _ = known = unpack(annotation)
        if get_origin(kind) is Secret:
            return UNSEEN if value.value is HIDDEN else self._word(value.value, get_args(kind)[0])
        if (named := known.note(Kind)) is not None:
            return str(self._words[named.name][value])
        if get_origin(kind) is tuple:
            types = get_args(kind)
            inner: Sequence[Any] = [types[0]] * len(value) if _is_list(annotation) else types
            return ",".join(map(self._word, value, inner)) or NONE
        if isinstance(value, Enum):
            return str(value.value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if is_record(kind):
            return ":".join(self._word(getattr(value, name), it) for name, it in field_types(kind).items())
        return str(value + 1 if kind is Seat else value)

    def parse(self, text: str) -> Any:
        """Parse the notation of an event. Raises `NotationError`."""
        match text.split():
            case ["dealer", verb, *words] if verb in self._outcomes:
                return self._read(self._outcomes[verb], words, {})
            case [number, verb, *words] if number in self._seat_words() and verb in self._moves:
                return self._read(self._moves[verb], words, {"seat": Seat(int(number) - 1)})
            case [number, *_] if number in self._seat_words():
                raise NotationError(f"expected one of {', '.join(self._moves)}")
            case _:
                raise NotationError(f"expected a seat from 1 to {self._seats} or 'dealer', then a verb: {text[:60]!r}")

    def _seat_words(self) -> tuple[str, ...]:
        return tuple(str(seat + 1) for seat in range(self._seats))

    def _read(self, kind: type, words: list[str], found: dict[str, Any]) -> Any:
        named = _written(kind)
        for place, (name, annotation) in enumerate(named):
            if place == len(named) - 1 and _is_list(annotation) and words:
                found[name] = self._parts([] if words == [NONE] else words, annotation)
                words = []
            elif not words:
                raise NotationError(f"{tag(kind)}: {name} is missing")
            elif get_origin(unpack(annotation).type) is Secret:
                audience = only(found["seat"]) if "seat" in found else NOBODY
                found[name] = Secret(audience, self._hidden_or(words.pop(0), annotation))
            else:
                found[name] = self._value(words.pop(0), annotation)
        if words:
            raise NotationError(f"{tag(kind)}: {words[0]!r} is too much")
        return kind(**found)

    def _hidden_or(self, word: str, annotation: Any) -> Any:
        return HIDDEN if word == UNSEEN else self._value(word, get_args(unpack(annotation).type)[0])

    def _value(self, word: str, annotation: Any) -> Any:
        if (inner := without_none(annotation)) is not None:
            return None if word == NONE else self._value(word, inner)
        kind, _ = known = unpack(annotation)
        if (named := known.note(Kind)) is not None:
            return self._named(word, named.name)
        if get_origin(kind) is tuple:
            return self._parts([] if word == NONE else word.split(","), annotation)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return _member(kind, word)
        if kind is bool:
            return self._one_of(word, {"yes": True, "no": False})
        if kind is Seat:
            return Seat(self._one_of(word, {str(seat + 1): seat for seat in range(self._seats)}))
        if is_record(kind):
            parts, types = word.split(":"), field_types(cast("Any", kind))
            if len(parts) != len(types):
                raise NotationError(f"expected {len(types)} words joined by colons, not {word[:40]!r}")
            return cast("Any", kind)(*map(self._value, parts, types.values()))
        return _number(word, known)

    def _parts(self, words: Sequence[str], annotation: Any) -> tuple[Any, ...]:
        types = get_args(unpack(annotation).type)
        if _is_list(annotation):
            return tuple(self._value(word, types[0]) for word in words)
        if len(words) != len(types):
            raise NotationError(f"expected {len(types)} words joined by commas")
        return tuple(map(self._value, words, types))

    def _named(self, word: str, kind: str) -> int:
        number = self._numbers[kind].get(word)
        if number is None:
            raise NotationError(f"{word[:40]!r} is no {kind}")
        return number

    @staticmethod
    def _one_of(word: str, known: Mapping[str, Any]) -> Any:
        if word not in known:
            raise NotationError(f"expected {' or '.join(known)}, not {word[:40]!r}")
        return known[word]


def _written(kind: type) -> list[tuple[str, Any]]:
    """Return the fields of an event that its notation shows, all but the seat of a move."""
    named = field_types(kind).items()
    return [(name, it) for name, it in named if not (name == "seat" and issubclass(kind, Move)) and it is not Audience]


def _is_list(annotation: Any) -> bool:
    kind = unpack(annotation).type
    return get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis


def _member(kind: type[Enum], word: str) -> Enum:
    found = next((member for member in kind if str(member.value) == word), None)
    if found is None:
        raise NotationError(f"expected one of {', '.join(str(member.value) for member in kind)}, not {word[:40]!r}")
    return found


def _number(word: str, known: Annotation) -> int:
    bounds: Range | None = known.note(Range)
    if bounds is None or not word.removeprefix("-").isascii() or not word.removeprefix("-").isdigit() or len(word) > 9:
        raise NotationError(f"expected a number, not {word[:40]!r}")
    value = int(word)
    if not bounds.low <= value <= bounds.high or str(value) != word:
        raise NotationError(f"expected a number from {bounds.low} to {bounds.high}, not {word[:40]!r}")
    return value
