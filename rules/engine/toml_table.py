"""Typed access to the tables of a component file; every error names file and key.

What the values mean is left to the game.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TypeVar, cast

from rules.engine.game import ComponentError
from rules.engine.shipped import DamagedFile, shipped_text

R = TypeVar("R")
MAX_FILE = 65_536
"""The maximum length of a component file in characters; the standard ones stay under 12,000."""


def fault(file: str, key: str, expected: str) -> ComponentError:
    """Return the error for a broken constraint, with its place and the expected value."""
    where = f"{file}: {key}" if key else file
    return ComponentError(f"{where}: expected {expected}.")


def shown(value: object) -> str:
    """Return a foreign value for an error message: short, quoted, without control characters."""
    written = ascii(value) if isinstance(value, str | int | float) else f"a {_KINDS.get(type(value), 'date or time')}"
    return written if len(written) <= 40 else f"{written[:37]}..."


_KINDS: dict[type, str] = {list: "list", dict: "table"}
_PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")


class TomlTable:
    """A TOML table with its path. Readers raise `ComponentError` for a value of the wrong type."""

    __slots__ = ("_values", "file", "path")

    def __init__(self, file: str, path: str, values: Mapping[str, object]) -> None:
        self.file = file
        self.path = path
        self._values = values

    def fault(self, key: str, expected: str) -> ComponentError:
        """Return the error for one key of this table."""
        return fault(self.file, self._place(key), expected)

    def only(self, *required: str, optional: tuple[str, ...] = ()) -> None:
        """Check that the table has all required keys and no others but the optional ones."""
        for key in self._values:
            if key not in required and key not in optional:
                raise fault(self.file, self.path, f"no key {shown(key)}, only {', '.join((*required, *optional))}")
        for key in required:
            if key not in self._values:
                raise fault(self.file, self.path, f"a key '{key}'")

    def holds_text(self, key: str) -> bool:
        """Return whether the key holds a string."""
        return isinstance(self._values.get(key), str)

    def has(self, key: str) -> bool:
        """Return whether the table has the key."""
        return key in self._values

    def raw(self, key: str) -> object:
        """Return a value as it stands in the file."""
        return self._values[key]

    def text(self, key: str) -> str:
        """Return a string."""
        value = self._values[key]
        if type(value) is not str:
            raise self.fault(key, f"a text, got {shown(value)}")
        return value

    def number(self, key: str) -> int:
        """Return an integer."""
        value = self._values[key]
        if type(value) is not int:
            raise self.fault(key, f"a whole number, got {shown(value)}")
        return value

    def halves(self, key: str) -> int:
        """Return a number of points, halves allowed, as half-points."""
        value = self._values[key]
        if type(value) is int:
            return 2 * value
        if type(value) is float and (2 * value).is_integer():
            return int(2 * value)
        raise self.fault(key, f"a number of points such as 1 or 0.5, got {shown(value)}")

    def switch(self, key: str) -> bool:
        """Return a boolean."""
        value = self._values[key]
        if type(value) is not bool:
            raise self.fault(key, f"true or false, got {shown(value)}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of strings."""
        found = self._list(key, "texts")
        if not all(type(one) is str for one in found):
            raise self.fault(key, "a list of texts")
        return cast("tuple[str, ...]", tuple(found))

    def numbers(self, key: str) -> tuple[int, ...]:
        """Return a list of integers."""
        found = self._list(key, "whole numbers")
        if not all(type(one) is int for one in found):
            raise self.fault(key, "a list of whole numbers")
        return cast("tuple[int, ...]", tuple(found))

    def word(self, key: str, known: Sequence[str]) -> int:
        """Return the place of a text among the known ones."""
        value = self.text(key)
        if value not in tuple(known):
            raise self.fault(key, f"one of {', '.join(known)}, got {shown(value)}")
        return tuple(known).index(value)

    def words(self, key: str, known: Sequence[str]) -> tuple[int, ...]:
        """Return the places of a list of texts among the known ones."""
        for value in (found := self.texts(key)):
            if value not in known:
                raise self.fault(key, f"only {', '.join(known)}, got {shown(value)}")
        return tuple(known.index(value) for value in found)

    def letters(self, key: str, known: str) -> tuple[int, ...]:
        """Return the places of a text's letters among the known ones, in the text's order."""
        for letter in (value := self.text(key)):
            if letter not in known:
                raise self.fault(key, f"only letters of {known}, got {shown(letter)}")
        return tuple(known.index(letter) for letter in value)

    def picture(self, key: str, known: str) -> tuple[str, ...]:
        """Return rows of equal length, of known characters."""
        rows = self.texts(key)
        if not rows or len(set(map(len, rows))) != 1:
            raise self.fault(key, "one or more rows of equal length")
        for place, row in enumerate(rows, start=1):
            for character in row:
                if character not in known:
                    raise self.fault(f"{key} row {place}", f"only characters of {known}, got {shown(character)}")
        return rows

    def table(self, key: str) -> TomlTable:
        """Return a nested table. The key may be one of the file's own."""
        value = self._values[key]
        place = self._place(key if _PLAIN_KEY.fullmatch(key) else shown(key))
        if not isinstance(value, dict):
            raise fault(self.file, place, f"a table, got {shown(value)}")
        return TomlTable(self.file, place, cast("dict[str, object]", value))

    def tables(self, key: str) -> tuple[TomlTable, ...]:
        """Return a list of tables, each named by its own `key` if it has one, else by its position."""
        found: list[TomlTable] = []
        for place, value in enumerate(self._list(key, "tables"), start=1):
            if not isinstance(value, dict):
                raise self.fault(key, f"a list of tables, got {shown(value)} as number {place}")
            values = cast("dict[str, object]", value)
            own = values.get("key")
            label = f"{key} {shown(own)}" if isinstance(own, str) else f"{key} {place}"
            found.append(TomlTable(self.file, self._place(label), values))
        return tuple(found)

    def names(self) -> tuple[str, ...]:
        """Return the keys in file order, for tables with keys of the file's own."""
        return tuple(self._values)

    def _list(self, key: str, what: str) -> list[object]:
        value = self._values[key]
        if not isinstance(value, list):
            raise self.fault(key, f"a list of {what}, got {shown(value)}")
        return cast("list[object]", value)

    def _place(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key


def parsed(file: str, text: str) -> TomlTable:
    """Parse a whole file. Raises `ComponentError` if it is too long or not TOML."""
    if len(text) > MAX_FILE:
        raise fault(file, "", f"at most {MAX_FILE} characters")
    try:
        return TomlTable(file, "", tomllib.loads(text))
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "it is nested too deeply or too long"
        raise fault(file, "", f"a TOML file ({ascii(reason)[1:-1][:160]})") from None


def parsed_files(names: Sequence[str], texts: Mapping[str, str]) -> dict[str, TomlTable]:
    """Parse the component files of these names: all of them, and no others. Raises `ComponentError`."""
    for name in texts:
        if name not in names:
            raise fault(shown(name), "", f"one of {', '.join(names)}")
    for name in names:
        if name not in texts:
            raise fault(name, "", "this file; it is missing")
    return {name: parsed(name, texts[name]) for name in names}


def load_shipped(package: str, names: Sequence[str], load: Callable[[Mapping[str, str]], R]) -> R:
    """Return the components that ship with a game, which `load` makes of its files. Raises `DamagedFile`."""
    texts = {name: shipped_text(package, "components", name) for name in names}
    try:
        return load(texts)
    except ComponentError as error:
        raise DamagedFile(f"{package.replace('.', '/')}/components", str(error)) from None


@cache
def parsed_beside(package: str, name: str) -> TomlTable:
    """Return a TOML file that ships in the folder of a package. Raises `DamagedFile`."""
    text = shipped_text(package, name)
    try:
        return parsed(name, text)
    except ComponentError as error:
        raise DamagedFile(f"{package.replace('.', '/')}/{name}", str(error)) from None
