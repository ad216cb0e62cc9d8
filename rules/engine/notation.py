"""Notation derived from the annotated types of a game's events (`kinds`): "2 throw 1/4", "dealer faces 4".

Each field is one word: a thing's word (or words), a number, "-" for none, "?" where it is hidden. The parts of a tuple
are joined with commas, those of a record with colons. A last field that is a tuple is written in words of its own,
several such tuples with "/" between them. The audience of a secret follows from the event and is not written.

Reading knows more than writing does: letters may be small or capital where that is clear, counts of things may stand in
any order and with numbers ("2wo1pt" for "WoWoPt"), and a last field that has a usual value may be left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Any, cast, get_args, get_origin

from rules.engine.events import Move, Outcome
from rules.engine.game_codec import NotationError
from rules.engine.kinds import (
    Annotation,
    Kind,
    Late,
    Letters,
    Most,
    NoneWord,
    PerSeat,
    Range,
    Usual,
    Words,
    field_types,
    is_record,
    tag,
    unpack,
    without_none,
)
from rules.engine.secrecy import HIDDEN, NOBODY, Audience, Seat, Secret, only

NONE = "-"
UNSEEN = "?"
BETWEEN = "/"
DEALER_WORD = "dealer"
_MOST_WORDS = 3
"""Of how many words the name of a thing may consist."""


class _Words:
    """The words for the things of a kind, read exactly or, where that is clear, in other letters."""

    def __init__(self, words: Iterable[str]) -> None:
        self._exact = {word: number for number, word in enumerate(words)}
        times = Counter(word.casefold() for word in self._exact)
        small = ((word.casefold(), number) for word, number in self._exact.items())
        self._small = {word: number for word, number in small if times[word] == 1}
        self.clear = len(self._small) == len(self._exact)
        """Whether all words can be read in other letters."""

    def number(self, word: str) -> int | None:
        """Return the number of a word, or None."""
        return self._exact.get(word, self._small.get(word.casefold()))


class Notation:
    """The notation of one game's events; a game overrides `fields` and `read` for events with a form of their own.

    The verb of an event is its class's `verb`, or its tag.
    """

    def __init__(self, words: Words, seats: int, events: Sequence[type]) -> None:
        self._words = words
        self._numbers: dict[str, _Words] = {}
        self._seats = {str(seat + 1): Seat(seat) for seat in range(seats)}
        self._moves: Mapping[str, type] = {_verb(kind): kind for kind in events if issubclass(kind, Move)}
        self._outcomes: Mapping[str, type] = {_verb(kind): kind for kind in events if issubclass(kind, Outcome)}

    # Writing

    def format(self, event: Move | Outcome) -> str:
        """Return the notation of an event."""
        head = str(event.seat + 1) if isinstance(event, Move) else DEALER_WORD
        return " ".join([head, _verb(type(event)), *self.fields(event)])

    def fields(self, event: Move | Outcome) -> list[str]:
        """Return the words after the verb."""
        named = _written(cast("type[Any]", type(event)))
        return [word for name, it in named for word in self._field(getattr(event, name), it, name == named[-1][0])]

    def _field(self, value: Any, annotation: Any, last: bool) -> list[str]:
        if not last:
            return [self.word(value, annotation)]
        kind = unpack(annotation).type
        if get_origin(kind) is Secret and _is_list(get_args(kind)[0]):
            return [UNSEEN] if value.value is HIDDEN else self._field(value.value, get_args(kind)[0], last)
        if _is_list(annotation):
            inner = get_args(kind)[0]
            if not _is_list(_open(inner)):
                return [self.word(part, inner) for part in value] or [NONE]
            return [word for part in value for word in (BETWEEN, *self._field(part, inner, last))][1:]
        word = self.word(value, annotation)
        return [word] if word else []

    def word(self, value: Any, annotation: Any) -> str:
        """Return the word for a value of this type."""
        inner = without_none(annotation) or annotation
        kind, _ = known = unpack(inner)
        if value is None:
            return _none_word(known)
        if get_origin(kind) is Secret:
            return UNSEEN if value.value is HIDDEN else self.word(value.value, get_args(kind)[0])
        if (named := known.note(Kind)) is not None:
            return str(self._words[named.name][value])
        if (letters := known.note(Letters)) is not None:
            return "".join(map(str.__mul__, self._words[letters.name], value)) or "0"
        if get_origin(kind) is tuple:
            types = get_args(kind)
            parts: Sequence[Any] = [types[0]] * len(value) if _is_list(inner) else types
            return ",".join(map(self.word, value, parts)) or NONE
        if isinstance(value, Enum):
            return str(value.value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if is_record(kind):
            return ":".join(self.word(getattr(value, name), it) for name, it in field_types(kind).items())
        return str(value + 1 if kind is Seat else value)

    # Reading

    def parse(self, text: str) -> Any:
        """Parse the notation of an event. Raises `NotationError`."""
        head, *words = text.split() or [""]
        if head in self._seats:
            for length in (2, 1):
                if (kind := self._moves.get(" ".join(words[:length]).casefold())) is not None:
                    return self._event(kind, words[length:], {"seat": self._seats[head]})
            raise NotationError(f"expected one of {', '.join(self._moves)}")
        if head == DEALER_WORD and words and words[0] in self._outcomes:
            return self._event(self._outcomes[words[0]], words[1:], {})
        raise NotationError(f"expected a seat from 1 to {len(self._seats)} or 'dealer', then a verb: {text[:60]!r}")

    def _event(self, kind: type, words: list[str], found: dict[str, Any]) -> Any:
        self.read(kind, words, found)
        if words:
            raise NotationError(f"{_verb(kind)}: {words[0][:40]!r} is too much")
        return kind(**found)

    def read(self, kind: type, words: list[str], found: dict[str, Any]) -> None:
        """Add to `found` the fields of an event, and take their words. Raises `NotationError`."""
        named = _written(kind)
        for name, annotation in named:
            last = name == named[-1][0]
            if words:
                found[name] = self._read_field(kind, words, found, annotation, last)
            elif last and (usual := unpack(annotation).note(Usual)) is not None:
                found[name] = usual.value
            elif last and _none_word(unpack(without_none(annotation) or annotation)) == "":
                found[name] = None
            else:
                raise NotationError(f"{_verb(kind)}: {name} is missing")

    def _read_field(self, kind: type, words: list[str], found: Mapping[str, Any], annotation: Any, last: bool) -> Any:
        if get_origin(unpack(annotation).type) is Secret:
            return self._secret(kind, words, annotation, found, last)
        if not last or not _is_list(annotation):
            return self.take(words, annotation)
        parts = words.copy()
        words.clear()
        inner = _inner(annotation)
        if get_origin(unpack(inner).type) is not Secret:
            return self.parts([] if parts == [NONE] else parts, annotation)
        return self._checked([self._secret(kind, it, inner, found, last) for it in split(parts)], annotation)

    def audience(self, kind: type, found: Mapping[str, Any]) -> Audience:  # noqa: ARG002 (for subclasses)
        """Return who knows the secret of an event with the fields found so far: the seat that it names, if any."""
        return only(found["seat"]) if "seat" in found else NOBODY

    def _secret(self, kind: type, words: list[str], annotation: Any, found: Mapping[str, Any], last: bool) -> Any:
        inner = get_args(unpack(annotation).type)[0]
        value: Any = HIDDEN
        if words[:1] == [UNSEEN]:
            words.pop(0)
        elif last and _is_list(inner):
            value = self.parts(words, inner)
            words.clear()
        else:
            value = self.take(words, inner)
        return Secret(self.audience(kind, found), value)

    def take(self, words: list[str], annotation: Any) -> Any:
        """Take the words of one value, and return it."""
        named: Kind | None = unpack(without_none(annotation) or annotation).note(Kind)
        length = 1
        if named is not None:
            known = self._numbers_of(named.name)
            length = next(
                (size for size in range(_MOST_WORDS, 1, -1) if known.number(" ".join(words[:size])) is not None), 1
            )
        word = " ".join(words[:length])
        del words[:length]
        return self.value(word, annotation)

    def value(self, word: str, annotation: Any) -> Any:
        """Return the value of this type that a word stands for."""
        if (inner := without_none(annotation)) is not None:
            return None if word == (_none_word(unpack(inner)) or NONE) else self.value(word, inner)
        kind, _ = known = unpack(annotation)
        if (named := known.note(Kind)) is not None:
            return self._named(word, named.name)
        if (letters := known.note(Letters)) is not None:
            return self._counts(word, self._words[letters.name])
        if get_origin(kind) is tuple:
            return self.parts([] if word == NONE else word.split(","), annotation)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return _member(kind, word)
        if kind is bool:
            return self._one_of(word, {"yes": True, "no": False})
        if kind is Seat:
            return self._one_of(word, self._seats)
        if is_record(kind):
            parts, types = word.split(":"), field_types(cast("Any", kind))
            if len(parts) != len(types):
                raise NotationError(f"expected {len(types)} words joined by colons, not {word[:40]!r}")
            return cast("Any", kind)(*map(self.value, parts, types.values()))
        return _number(word, known)

    def parts(self, words: Sequence[str], annotation: Any) -> tuple[Any, ...]:
        """Return the parts of a tuple."""
        types = get_args(unpack(annotation).type)
        if _is_list(annotation):
            return self._checked([self.value(word, types[0]) for word in words], annotation)
        if len(words) != len(types):
            raise NotationError(f"expected {len(types)} words joined by commas")
        return tuple(map(self.value, words, types))

    def _checked(self, parts: list[Any], annotation: Any) -> tuple[Any, ...]:
        """Return the parts of a list as its annotations want them."""
        known = unpack(annotation)
        most: Most | None = known.note(Most)
        if most is not None and most.ascending:
            if len(set(parts)) < len(parts):
                raise NotationError("expected different things")
            parts.sort()
        if most is not None and len(parts) > most.length:
            raise NotationError(f"expected at most {most.length}, got {len(parts)}")
        if known.note(PerSeat) is not None and len(parts) != len(self._seats):
            raise NotationError(f"expected one for each of {len(self._seats)} seats, got {len(parts)}")
        return tuple(parts)

    def _numbers_of(self, kind: str) -> _Words:
        if kind not in self._numbers:
            self._numbers[kind] = _Words(self._words[kind])
        return self._numbers[kind]

    def _named(self, word: str, kind: str) -> int:
        number = self._numbers_of(kind).number(word)
        if number is None:
            raise NotationError(f"{word[:40]!r} is no {kind}")
        return number

    @staticmethod
    def _counts(word: str, letters: Sequence[str]) -> tuple[int, ...]:
        words, pattern = _letters(tuple(letters))
        parts: list[tuple[str, str]] = pattern.findall(word)
        if word != "0" and (not word or "".join(map("".join, parts)) != word):
            raise NotationError(f"expected letters of {''.join(letters)}, not {word[:40]!r}")
        counts = [0] * len(letters)
        for number, letter in parts:
            counts[words.number(letter) or 0] += int(number or 1)
        return tuple(counts)

    @staticmethod
    def _one_of(word: str, known: Mapping[str, Any]) -> Any:
        if word not in known:
            raise NotationError(f"expected {' or '.join(known)}, not {word[:40]!r}")
        return known[word]


def split(words: Sequence[str]) -> list[list[str]]:
    """Return the words between the "/" of a line."""
    found: list[list[str]] = [[]]
    for word in words:
        if word == BETWEEN:
            found.append([])
        else:
            found[-1].append(word)
    if not all(found):
        raise NotationError(f"expected words on both sides of each {BETWEEN!r}")
    return found


@cache
def _letters(letters: tuple[str, ...]) -> tuple[_Words, re.Pattern[str]]:
    """Return the letters of things as words, and the pattern of a count and letters."""
    words, longest = _Words(letters), sorted(letters, key=len, reverse=True)
    either = re.IGNORECASE if words.clear else re.NOFLAG
    return words, re.compile(rf"([1-9][0-9]?)?({'|'.join(map(re.escape, longest))})", re.ASCII | either)


def _verb(kind: type) -> str:
    named: str | None = kind.__dict__.get("verb")
    return named or tag(kind)


@cache
def _written(kind: type) -> list[tuple[str, Any]]:
    """Return the fields of an event that its notation shows, all but the seat of a move.

    Raises TypeError for a list whose parts may be None: that of one None would be written like an empty list.
    """
    named = field_types(kind).items()
    found = [(name, it) for name, it in named if not (name == "seat" and issubclass(kind, Move)) and it is not Audience]
    for name, annotation in found:
        if _is_list(annotation) and without_none(_inner(annotation)) is not None:
            raise TypeError(f"{kind.__name__}.{name}: a list of things that may be None has no notation")
    return found


def _inner(annotation: Any) -> Any:
    """Return the type of the parts of a list."""
    return get_args(unpack(annotation).type)[0]


def _open(annotation: Any) -> Any:
    """Return the type in a secret, or the type itself."""
    kind = unpack(annotation).type
    return get_args(kind)[0] if get_origin(kind) is Secret else annotation


def _none_word(known: Annotation) -> str:
    """Return the word for None; empty where the field is left out."""
    word: NoneWord | None = known.note(NoneWord)
    return word.word if word is not None else "" if known.note(Late) is not None else NONE


def _is_list(annotation: Any) -> bool:
    kind = unpack(annotation).type
    return get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis


def _member(kind: type[Enum], word: str) -> Enum:
    found = next((member for member in kind if str(member.value) in (word, word.casefold())), None)
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
