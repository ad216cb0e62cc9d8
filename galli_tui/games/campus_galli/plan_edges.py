"""Lines along the rim of a space: the outline of a region, and the fence around an illegal placement."""

from __future__ import annotations

from typing import Final

from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.plan_colours import ColourKey
from galli_tui.games.campus_galli.plan_look import (
    EAST,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    WEST,
    SpaceLook,
)
from galli_tui.games.campus_galli.plan_paint import Cell, ground_of, ink_of
from galli_tui.games.campus_galli.plan_scale import HUGE

_NORTH_ARM, _EAST_ARM, _SOUTH_ARM, _WEST_ARM = 1, 2, 4, 8
_VERTICAL: Final = _NORTH_ARM | _SOUTH_ARM
_HORIZONTAL: Final = _EAST_ARM | _WEST_ARM
_OPEN_ROW: Final = 1
"""The row where the fence of the largest spaces has no sides: vertical lines cost the most bytes to draw."""


def draw_outline(
    cells: list[list[Cell]], edges: int, lines: str, ink: ColourKey, ground: ColourKey, *, strong: bool
) -> None:
    """Draw the edges of a region along the rim of one of its spaces, with joined corners."""
    for (y, x), arms in _rim(edges, len(cells), len(cells[0])).items():
        cells[y][x] = Cell(lines[arms], ink, ground, strong)


def draw_fence(cells: list[list[Cell]], look: SpaceLook, glyphs: Glyphs) -> None:
    """Draw the fence along the rim of a space: solid at the sides, in every other cell at top and bottom."""
    ink, ground = ink_of(look), ground_of(look)
    for (y, x), arms in _rim(look.held_edges, len(cells), len(cells[0])).items():
        vertical = arms == _VERTICAL
        if not (vertical and y == _OPEN_ROW and len(cells) == HUGE.rows):
            cells[y][x] = Cell(glyphs.illegal if vertical or (x + y) % 2 == 0 else " ", ink, ground, strong=True)


def _rim(edges: int, rows: int, columns: int) -> dict[tuple[int, int], int]:
    """Return the cells of a space along which edges run, as (row, column), with the arms of the line in each."""
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
            add(y, 0, _VERTICAL)
        if edges & EAST:
            add(y, right, _VERTICAL)
    for first, second, inner, y, x, in_y, in_x in (
        (NORTH, WEST, NORTH_WEST, 0, 0, _SOUTH_ARM, _EAST_ARM),
        (NORTH, EAST, NORTH_EAST, 0, right, _SOUTH_ARM, _WEST_ARM),
        (SOUTH, WEST, SOUTH_WEST, bottom, 0, _NORTH_ARM, _EAST_ARM),
        (SOUTH, EAST, SOUTH_EAST, bottom, right, _NORTH_ARM, _WEST_ARM),
    ):
        if edges & first and edges & second:
            arms[y, x] = in_y | in_x
        elif edges & inner:
            arms[y, x] = (_VERTICAL - in_y) | (_HORIZONTAL - in_x)
    return arms
