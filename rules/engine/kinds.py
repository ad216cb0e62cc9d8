"""Annotations of the fields of a game's states, steps and events.

Codecs, notation, views, samples and censuses are derived from them (`codecs`, `notation`, `views`). A number must say
what it is:

    Cell = Annotated[int, Kind("cell")]
    Gold = Annotated[int, Range(0, 74), Total("gold")]
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from dataclasses import fields as dataclass_fields
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias, Union, cast, get_args, get_origin, get_type_hints

from rules.engine.plain_data import MAX_ITEMS, AnyCodec
from rules.engine.secrecy import Secret


@dataclass(frozen=True, slots=True)
class Kind:
    """A number that names one of the things of a kind, from 0, e.g. a card; the game has a word for each."""

    name: str
    piece: bool = False
    """Whether the thing itself is in this place. Each piece is in exactly one place of a state."""


@dataclass(frozen=True, slots=True)
class Range:
    """A plain number between two bounds, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Text:
    """A text of 1 to `most` plain Latin letters, digits and signs, without spaces at either end."""

    most: int = 40
    slug: bool = False
    """Whether it is a key of letters a to z, digits and hyphens only."""

    def fits(self, value: str) -> bool:
        """Return whether a text is one of these."""
        return len(value) <= self.most and (_SLUG if self.slug else _TEXT).fullmatch(value) is not None


_SLUG = re.compile(r"[a-z0-9-]+")
_TEXT = re.compile(r"(?! )[ -~\u00a1-\u00ac\u00ae-\u024f\u2013\u2014\u2018\u2019\u201c-\u201e]+(?<! )")


@dataclass(frozen=True, slots=True)
class Bits:
    """A set of things of a kind as a mask, a bit for each."""

    name: str
    optional: bool = False
    """Whether the form of the empty set is None."""
    piece: bool = False
    """Whether the things themselves are in this place."""


@dataclass(frozen=True, slots=True)
class Total:
    """Amounts of one name, with the same sum throughout a match. A record counts as one, a tuple as its sum."""

    name: str


@dataclass(frozen=True, slots=True)
class Most:
    """The maximum length of a tuple."""

    length: int = MAX_ITEMS
    ascending: bool = False
    """Whether it holds different numbers, ascending."""


@dataclass(frozen=True, slots=True)
class PerSeat:
    """A tuple of at most one part for each seat."""


@dataclass(frozen=True, slots=True)
class Form:
    """A canonical form other than the one that follows from the type."""

    codec: AnyCodec


@dataclass(frozen=True, slots=True)
class Letters:
    """Counts of the things of a kind, each written as its letter repeated: "RRB"; "0" for none."""

    name: str


@dataclass(frozen=True, slots=True)
class NoneWord:
    """How None is written in the notation, instead of "-". If the word is empty, a last field is left out."""

    word: str


@dataclass(frozen=True, slots=True)
class Usual:
    """What a last field is where its word is left out. It is written all the same."""

    value: Any


@dataclass(frozen=True, slots=True)
class Late:
    """The last field of a record, added later: while it is empty, form and notation are the earlier ones."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The name of a field in readable components, where it is not the field's own."""

    name: str


Words: TypeAlias = Mapping[str, Sequence[str]]
"""For each kind its words, without spaces and commas; the place of a word is the number of the thing."""


class Annotation(NamedTuple):
    """A type without its annotations, and these."""

    type: Any
    notes: tuple[Any, ...]

    def note(self, kind: type) -> Any:
        """Return the annotation of a class, or None."""
        return next((note for note in self.notes if isinstance(note, kind)), None)


@cache
def unpack(annotation: Any) -> Annotation:
    """Return a type without `Annotated`, and its annotations."""
    notes: tuple[Any, ...] = ()
    if get_origin(annotation) is Annotated:
        annotation, *rest = get_args(annotation)
        notes = tuple(rest)
    origin = get_origin(annotation)
    generic = isinstance(origin, type) and origin not in (tuple, Secret, UnionType)
    return Annotation(origin if generic else annotation, notes)


@cache
def alternatives(annotation: Any) -> tuple[Any, ...]:
    """Return the members of a union; of any other type the type alone."""
    return get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)


@cache
def without_none(annotation: Any) -> Any:
    """Return the type in an optional type, or None if the type is not optional."""
    members = alternatives(annotation)
    rest = tuple(member for member in members if member is not NoneType)
    return None if len(rest) == len(members) else Union[rest]  # noqa: UP007 (made at run time)


def is_record(kind: Any) -> bool:
    """Return whether a class is a named tuple or a dataclass."""
    return isinstance(kind, type) and (is_dataclass(cast("Any", kind)) or hasattr(cast("Any", kind), "_fields"))


@cache
def field_types(kind: type) -> dict[str, Any]:
    """Return the fields of a named tuple or dataclass with their annotated types, in order."""
    hints = {
        name: it for name, it in get_type_hints(kind, include_extras=True).items() if get_origin(it) is not ClassVar
    }
    made: Any = kind
    names: Sequence[str] = [it.name for it in dataclass_fields(made)] if is_dataclass(kind) else made._fields
    return {name: hints[name] for name in names}


@cache
def tag(kind: type) -> str:
    """Return the stable name of a class in codecs and notation: its `tag`, or its name in kebab case."""
    named: str | None = kind.__dict__.get("tag")
    return named or re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower().removesuffix("-step")
