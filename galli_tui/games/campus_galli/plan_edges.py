"""Lines along the rim of a space: the outline of a region, and the fence around an illegal placement."""

from __future__ import annotations

from typing import Final

from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.plan_colours import ColourKey
from galli_tui.games.campus_galli.plan_look import SpaceLook
from galli_tui.games.campus_galli.plan_paint import Cell, ground_of, ink_of
from galli_tui.games.kit.grid_board import HUGE
from galli_tui.games.kit.grid_edges import VERTICAL, rim_of

_OPEN_ROW: Final = 1
"""The row where the fence of the largest spaces has no sides: vertical lines cost the most bytes to draw."""


def draw_outline(
    cells: list[list[Cell]], edges: int, lines: str, ink: ColourKey, ground: ColourKey, *, strong: bool
) -> None:
    """Draw the edges of a region along the rim of one of its spaces, with joined corners."""
    for (y, x), arms in rim_of(edges, len(cells), len(cells[0])).items():
        cells[y][x] = Cell(lines[arms], ink, ground, strong)


def draw_fence(cells: list[list[Cell]], look: SpaceLook, glyphs: Glyphs) -> None:
    """Draw the fence along the rim of a space: solid at the sides, in every other cell at top and bottom."""
    ink, ground = ink_of(look), ground_of(look)
    for (y, x), arms in rim_of(look.held_edges, len(cells), len(cells[0])).items():
        vertical = arms == VERTICAL
        if not (vertical and y == _OPEN_ROW and len(cells) == HUGE.rows):
            cells[y][x] = Cell(glyphs.illegal if vertical or (x + y) % 2 == 0 else " ", ink, ground, strong=True)
