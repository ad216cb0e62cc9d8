"""Components read from TOML by the annotated types of their records (`kinds`).

The keys of a table are the fields of the record; fields with a default may be left out, and a tuple of records is an
array of tables whose key is the field's name without its plural s. What the types cannot say, the game checks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, TypeVar, cast, get_args, get_origin

from rules.engine.game import ComponentError, Readable
from rules.engine.kinds import (
    Bits,
    Kind,
    Most,
    Range,
    Shown,
    Text,
    Words,
    field_types,
    is_record,
    unpack,
    without_none,
)
from rules.engine.plain_data import Codec, Plain, PlainError
from rules.engine.toml_table import TomlTable, shown

R = TypeVar("R")


def read_record(record: type[R], table: TomlTable, words: Words) -> R:
    """Read a record from a table; `words` are those of the kinds in it. Raises `ComponentError` with file and key."""
    keys = {name: _key(name, annotation) for name, annotation in field_types(record).items()}
    optional = {name for name in keys if name in _defaults(record)}
    table.only(
        *(key for name, key in keys.items() if name not in optional),
        optional=tuple(key for name, key in keys.items() if name in optional),
    )
    reader = _Reader(table, words)
    return record(
        **{
            name: reader.value(keys[name], annotation)
            for name, annotation in field_types(record).items()
            if name not in optional or table.has(keys[name])
        }
    )


def _key(name: str, annotation: Any) -> str:
    """Return the key of a field: tables are named in the singular."""
    return name.removesuffix("s") if _record_in(annotation) is not None else name


def _record_in(annotation: Any) -> Any:
    kind = unpack(annotation).type
    parts = get_args(kind)
    return parts[0] if get_origin(kind) is tuple and is_record(unpack(parts[0]).type) else None


def _defaults(record: type) -> Mapping[str, Any]:
    made: Any = record
    return made._field_defaults if hasattr(record, "_field_defaults") else {}


class _Reader:
    def __init__(self, table: TomlTable, words: Words) -> None:
        self._table = table
        self._words = words

    def value(self, key: str, annotation: Any) -> Any:
        annotation = without_none(annotation) or annotation
        if (record := _record_in(annotation)) is not None:
            tables = self._table.tables(key)
            most: Most | None = unpack(annotation).note(Most)
            if most is not None and len(tables) > most.length:
                raise self._table.fault(key, f"at most {most.length} tables, got {len(tables)}")
            return tuple(read_record(record, table, self._words) for table in tables)
        kind = unpack(annotation).type
        if is_record(kind):
            return read_record(kind, self._table.table(key), self._words)
        return self._part(key, self._table.raw(key), annotation)

    def _part(self, key: str, value: object, annotation: Any) -> Any:
        kind, _ = known = unpack(annotation)
        if get_origin(kind) is tuple:
            return self._list(key, value, annotation)
        if (named := known.note(Kind)) is not None:
            return self._word(key, value, self._words[named.name])
        if isinstance(kind, type) and issubclass(kind, Enum):
            members = {str(member.value): member for member in kind}
            return members[list(members)[self._word(key, value, list(members))]]
        if kind is bool:
            if not isinstance(value, bool):
                raise self._table.fault(key, f"true or false, got {shown(value)}")
            return value
        if (limits := known.note(Text)) is not None:
            if not isinstance(value, str) or not limits.fits(value):
                what = "letters a to z, digits and hyphens" if limits.slug else "plain letters, digits and signs"
                raise self._table.fault(key, f"1 to {limits.most} {what}, got {shown(value)}")
            return value
        bounds: Range = known.note(Range)
        if type(value) is not int or not bounds.low <= value <= bounds.high:
            raise self._table.fault(key, f"a number from {bounds.low} to {bounds.high}, got {shown(value)}")
        return value

    def _list(self, key: str, value: object, annotation: Any) -> tuple[Any, ...]:
        kind, _ = known = unpack(annotation)
        types = get_args(kind)
        if not isinstance(value, list):
            raise self._table.fault(key, f"a list, got {shown(value)}")
        found = cast("list[object]", value)
        if types[1] is not Ellipsis:
            if len(found) != len(types):
                raise self._table.fault(key, f"{len(types)} values, got {len(found)}")
            return tuple(self._part(key, part, inner) for part, inner in zip(found, types, strict=True))
        most: Most | None = known.note(Most)
        if most is not None and len(found) > most.length:
            raise self._table.fault(key, f"at most {most.length} values, got {len(found)}")
        return tuple(self._part(key, part, types[0]) for part in found)

    def _word(self, key: str, value: object, words: Any) -> int:
        if not isinstance(value, str) or value not in words:
            raise self._table.fault(key, f"one of {', '.join(words)}, got {shown(value)}")
        return list(words).index(value)


def from_plain(codec: Codec[R], plain: Plain) -> R:
    """Decode components from a match header. Raises `ComponentError`."""
    try:
        return codec.decode(plain)
    except (PlainError, RecursionError) as error:
        reason = str(error) if isinstance(error, PlainError) else "it is nested too deeply"
        raise ComponentError(f"The component data has the wrong form: {reason}.") from None


def readable(value: Any, annotation: Any, words: Words, *, empty: bool = False) -> Readable:
    """Return components with names instead of numbers; empty fields are left out unless `empty`."""
    annotation = without_none(annotation) or annotation
    kind, _ = known = unpack(annotation)
    if value is None:
        return None
    if (named := known.note(Kind)) is not None:
        return words[named.name][value]
    if (bits := known.note(Bits)) is not None:
        return [word for place, word in enumerate(words[bits.name]) if value >> place & 1]
    if isinstance(value, Enum):
        return str(value.value)
    if get_origin(kind) is tuple:
        types, parts = get_args(kind), cast("tuple[Any, ...]", value)
        inner: Sequence[Any] = [types[0]] * len(parts) if types[1] is Ellipsis else types
        return [readable(part, it, words, empty=empty) for part, it in zip(parts, inner, strict=True)]
    if is_record(kind):
        types = field_types(kind)
        named = {_shown(name, it): readable(getattr(value, name), it, words, empty=empty) for name, it in types.items()}
        return named if empty else {name: it for name, it in named.items() if it not in (None, "", [], 0, "none")}
    return cast("Readable", value)


def _shown(name: str, annotation: Any) -> str:
    shown: Shown | None = unpack(without_none(annotation) or annotation).note(Shown)
    return name if shown is None else shown.name
