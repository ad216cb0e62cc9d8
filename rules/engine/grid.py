"""Spaces of a plan as bits: space i is column i % width, row i // width; a mask is a set of spaces.

Names are as on a chessboard, but with row 1 in the north: `a1` is the north-west corner.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NewType, TypeAlias

Mask = NewType("Mask", int)
"""A set of spaces, one bit each."""

Cells: TypeAlias = tuple[tuple[int, int], ...]
"""Columns and rows of the spaces of a shape."""

_NAME = re.compile(r"([a-z])([1-9][0-9]?)")


def spaces_of(mask: int) -> Iterator[int]:
    """Yield the spaces of a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(spaces: Iterable[int]) -> Mask:
    """Return the mask of these spaces."""
    mask = 0
    for space in spaces:
        mask |= 1 << space
    return Mask(mask)


def union(masks: Iterable[int]) -> Mask:
    """Return the mask of all spaces of several masks."""
    found = 0
    for mask in masks:
        found |= mask
    return Mask(found)


def space_name(space: int, width: int) -> str:
    """Return the name of a space, e.g. `e4`."""
    return f"{chr(97 + space % width)}{space // width + 1}"


def space_named(name: str, width: int, height: int) -> int:
    """Return the space with this name. Raises ValueError if it is not on the plan."""
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r} is not a space such as 'e4'")
    column, row = ord(match[1]) - 97, int(match[2]) - 1
    if column >= width or row >= height:
        raise ValueError(f"space {name!r} is not on a plan of {width} columns and {height} rows")
    return row * width + column


@lru_cache(maxsize=8)
def edges(width: int, height: int) -> tuple[int, int, int]:
    """Return the masks of all spaces, of those not in the first column, and of those not in the last."""
    row_without_first = ((1 << width) - 1) & ~1
    inner = sum(row_without_first << row * width for row in range(height))
    return (1 << width * height) - 1, inner, inner >> 1


def border(mask: int, width: int, height: int) -> Mask:
    """Return the spaces outside `mask` that share an edge with it."""
    everything, not_first, not_last = edges(width, height)
    grown = (mask & not_last) << 1 | (mask & not_first) >> 1 | mask << width | mask >> width
    return Mask(grown & everything & ~mask)


def ring(mask: int, width: int, height: int) -> Mask:
    """Return the spaces outside `mask` that share an edge or a corner with it."""
    everything, not_first, not_last = edges(width, height)
    rows = mask | (mask & not_last) << 1 | (mask & not_first) >> 1
    return Mask((rows | rows << width | rows >> width) & everything & ~mask)


def regions(mask: int, width: int, height: int) -> tuple[Mask, ...]:
    """Return the edge-connected components of `mask`, by first space."""
    everything, not_first, not_last = edges(width, height)
    mask &= everything
    found: list[Mask] = []
    while mask:
        part = mask & -mask
        while True:
            grown = part | (part & not_last) << 1 | (part & not_first) >> 1 | part << width | part >> width
            grown &= mask
            if grown == part:
                break
            part = grown
        found.append(Mask(part))
        mask ^= part
    return tuple(found)


@lru_cache(4096)
def oriented(cells: Cells, quarter_turns: int, mirrored: bool) -> Cells:
    """Return the cells flipped west to east if `mirrored`, then rotated clockwise, normalized to (0, 0)."""
    points = [(-x, y) if mirrored else (x, y) for x, y in cells]
    for _ in range(quarter_turns % 4):
        points = [(-y, x) for x, y in points]
    west, north = min(x for x, _ in points), min(y for _, y in points)
    return tuple(sorted(((x - west, y - north) for x, y in points), key=lambda cell: (cell[1], cell[0])))


def canonical(cells: Cells) -> Cells:
    """Return the first of the eight orientations of cells, equal for congruent shapes."""
    return min(oriented(cells, turns, mirrored) for turns in range(4) for mirrored in (False, True))
