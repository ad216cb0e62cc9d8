"""Single constraints on values of components. Each raises `ComponentError` with file, key and expected value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.engine.kinds import Text
from rules.engine.toml_table import fault, shown


def slug(file: str, key: str, value: str, most: int = 40) -> None:
    """Check that a value is a key of at most `most` characters. Raises `ComponentError`."""
    if not Text(most, slug=True).fits(value):
        raise fault(file, f"{key} {shown(value)}", f"a key of at most {most} characters a to z, 0 to 9 and -")


def text(file: str, key: str, value: str, most: int = 40) -> None:
    """Check that a value is a name of at most `most` characters. Raises `ComponentError`."""
    if not Text(most).fits(value):
        expected = f"1 to {most} plain Latin letters, digits and signs without spaces at either end"
        raise fault(file, key, f"{expected}, got {shown(value)}")


def within(file: str, key: str, value: int, low: int, high: int) -> None:
    """Check that a number lies between `low` and `high`."""
    if not low <= value <= high:
        raise fault(file, key, f"a number from {low} to {high}, got {shown(value)}")


def points(file: str, key: str, value: int, low: int, high: int) -> None:
    """Check that half-points lie between `low` and `high`."""
    if not low <= value <= high:
        raise fault(file, key, f"{low / 2:g} to {high / 2:g} points, got {value / 2:g}")


def some_of(file: str, key: str, members: Sequence[int], known: int, least: int, most: int) -> None:
    """Check that `members` are `least` to `most` different numbers below `known`, ascending."""
    several = len(members) if len(set(members)) == len(members) else -1
    _check_count(file, key, members, several, least, most, "different values")
    in_order(file, key, members, known)


def sorted_of(file: str, key: str, members: Sequence[int], known: int, least: int, most: int, what: str) -> None:
    """Check that `members` are `least` to `most` numbers below `known`, ascending, repeats allowed."""
    _check_count(file, key, members, len(members), least, most, what)
    in_order(file, key, members, known)


def _check_count(file: str, key: str, members: Sequence[int], count: int, least: int, most: int, what: str) -> None:
    if not least <= count <= most:
        wanted = f"{least} to {most}" if least < most else f"{most}"
        raise fault(file, key, f"{wanted} {what}, got {len(members)}")


def in_order(file: str, key: str, members: Sequence[int], known: int) -> None:
    """Check that `members` are numbers below `known`, ascending, repeats allowed."""
    if any(not 0 <= member < known for member in members) or list(members) != sorted(members):
        raise fault(file, key, "known values, in their fixed order")


def distinct(file: str, key: str, what: str, values: Iterable[object], rows: Sequence[str] = ()) -> None:
    """Check that no value occurs twice. `rows` names the row of each value in the file."""
    seen: dict[object, int] = {}
    for place, value in enumerate(values):
        if value in seen:
            where = f"{rows[seen[value]]} and {rows[place]}" if rows else ""
            if isinstance(value, str):
                where = f"{shown(value)} occurs twice{', in ' if where else ''}{where}"
            elif where:
                where = f"they are the same in {where}"
            raise fault(file, key, f"different {what}{'; ' if where else ''}{where}")
        seen[value] = place


def numbered(what: str, count: int) -> list[str]:
    """Return names for the rows of a list in a file: "shape 1", "shape 2"."""
    return [f"{what} {place}" for place in range(1, count + 1)]
