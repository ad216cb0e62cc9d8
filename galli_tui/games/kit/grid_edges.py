"""Edges of regions on a grid: where they run, and the lines that draw them along the rim of a space."""

from __future__ import annotations

from typing import Final

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
"""Sides on which the neighbouring space is outside the region: an edge is drawn there."""
NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST = 16, 32, 64, 128
"""Corners whose diagonal neighbour is outside the region, though both sides are inside."""

_NORTH_ARM, _EAST_ARM, _SOUTH_ARM, _WEST_ARM = 1, 2, 4, 8
VERTICAL: Final = _NORTH_ARM | _SOUTH_ARM
"""The arms of a vertical line."""
_HORIZONTAL: Final = _EAST_ARM | _WEST_ARM


def edges_of(space: int, region: int, width: int, height: int) -> int:
    """Return the sides and corners of a space at which its region, a mask of spaces, ends."""
    column, row = space % width, space // width

    def outside(east: int, south: int) -> bool:
        x, y = column + east, row + south
        return not (0 <= x < width and 0 <= y < height and region >> y * width + x & 1)

    north, right, south, left = outside(0, -1), outside(1, 0), outside(0, 1), outside(-1, 0)
    edges = north * NORTH | right * EAST | south * SOUTH | left * WEST
    for bit, one, other, step in (
        (NORTH_EAST, north, right, (1, -1)),
        (SOUTH_EAST, south, right, (1, 1)),
        (SOUTH_WEST, south, left, (-1, 1)),
        (NORTH_WEST, north, left, (-1, -1)),
    ):
        if not one and not other and outside(*step):
            edges |= bit
    return edges


def rim_of(edges: int, rows: int, columns: int) -> dict[tuple[int, int], int]:
    """Return the cells of a space along which edges run, as (row, column), with the arms of the line in each.

    Arms are bits: north 1, east 2, south 4, west 8. So the glyphs of lines are a string of 16.
    """
    bottom, right = rows - 1, columns - 1
    arms: dict[tuple[int, int], int] = {}

    def add(row: int, column: int, arm: int) -> None:
        arms[row, column] = arms.get((row, column), 0) | arm

    for x in range(columns):
        if edges & NORTH:
            add(0, x, _HORIZONTAL)
        if edges & SOUTH:
            add(bottom, x, _HORIZONTAL)
    for y in range(rows):
        if edges & WEST:
            add(y, 0, VERTICAL)
        if edges & EAST:
            add(y, right, VERTICAL)
    for first, second, inner, y, x, in_y, in_x in (
        (NORTH, WEST, NORTH_WEST, 0, 0, _SOUTH_ARM, _EAST_ARM),
        (NORTH, EAST, NORTH_EAST, 0, right, _SOUTH_ARM, _WEST_ARM),
        (SOUTH, WEST, SOUTH_WEST, bottom, 0, _NORTH_ARM, _EAST_ARM),
        (SOUTH, EAST, SOUTH_EAST, bottom, right, _NORTH_ARM, _WEST_ARM),
    ):
        if edges & first and edges & second:
            arms[y, x] = in_y | in_x
        elif edges & inner:
            arms[y, x] = (VERTICAL - in_y) | (_HORIZONTAL - in_x)
    return arms
