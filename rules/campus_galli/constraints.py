"""Single constraints on values of a box. Each raises `ComponentError` with file, key and expected value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rules.campus_galli.box import ANY_TILE, Plan
from rules.campus_galli.box_limits import MAX_TEXT, TASKS
from rules.engine.toml_table import fault, shown

_SLUG = re.compile(r"[a-z0-9-]{1,40}")
_TEXT = re.compile(r"(?! )[ -~\u00a1-\u00ac\u00ae-\u024f\u2013\u2014\u2018\u2019\u201c-\u201e]{1,40}(?<! )")


def slug(file: str, key: str, value: str) -> None:
    """Check a key."""
    if _SLUG.fullmatch(value) is None:
        raise fault(file, f"{key} {shown(value)}", f"a key of at most {MAX_TEXT} characters a to z, 0 to 9 and -")


def text(file: str, key: str, value: str) -> None:
    """Check a name."""
    if _TEXT.fullmatch(value) is None:
        expected = f"1 to {MAX_TEXT} plain Latin letters, digits and signs without spaces at either end"
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
    if not least <= len(members) <= most or len(set(members)) < len(members):
        wanted = f"{least} to {most}" if least < most else f"{most}"
        raise fault(file, key, f"{wanted} different values, got {len(members)}")
    in_order(file, key, members, known)


def building(file: str, key: str, building: int | None, plan: Plan, *, needed: bool) -> None:
    """Check that a building of the plan is given where one is needed, else none."""
    known = building is not None and 0 <= building < len(plan.buildings)
    if known != needed or (building is None) == needed:
        raise fault(file, key, "a building of the plan" if needed else "no building")


def tiles(file: str, key: str, tiles: Sequence[int], least: int, most: int) -> None:
    """Check that a cost has `least` to `most` tiles by colour, ascending, ANY_TILE last."""
    if not least <= len(tiles) <= most:
        wanted = f"{least} to {most}" if least < most else f"{most}"
        raise fault(file, key, f"{wanted} tiles, got {len(tiles)}")
    in_order(file, key, tiles, ANY_TILE + 1)


def all_of(key: str, members: Sequence[int], known: int) -> None:
    """Check that all numbers below `known` occur once, in any order."""
    if sorted(members) != list(range(known)):
        raise fault(TASKS, key, f"all {known}, each once")


def several(key: str, members: Sequence[int], known: int) -> None:
    """Check that one or more different numbers below `known` are given, in any order."""
    if not members or len(set(members)) < len(members) or not all(0 <= member < known for member in members):
        raise fault(TASKS, key, f"1 to {known} different values")


def exactly(key: str, members: Sequence[int], known: int, count: int) -> None:
    """Check that there are `count` numbers below `known`, ascending; a pair may be of two equal ones."""
    if len(members) != count:
        raise fault(TASKS, key, f"{count} known values, got {len(members)}")
    in_order(TASKS, key, members, known)


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
