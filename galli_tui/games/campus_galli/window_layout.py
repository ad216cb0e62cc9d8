"""How a window is shared out: the plan as large as fits, hut and pouch below it or under the column beside it."""

from __future__ import annotations

from typing import NamedTuple

from textual.geometry import Size

from galli_tui.games.campus_galli.plan_picture import SCALES, Scale
from galli_tui.games.campus_galli.plan_scene import PlanScene
from galli_tui.screens.base import size_classes

_STOCK = 33
"""Columns for hut and pouch."""
_STOCK_ROWS = 6
"""Rows for hut and pouch alone."""
_SUPPLIES = 2
"""Rows for what the seats have."""
_BOARDS = {"-wide": 34, "-grand": 63}
"""Columns for the seats' boards."""
_COLUMN = 46, 21
"""Columns and rows that the column needs in which moves are entered."""
_MARGINS = 3 + 1, 3 + 1
"""Columns and rows beside the plan's spaces: row names and a gutter; the screen's own lines and the column names."""


class TableLayout(NamedTuple):
    """How the table is laid out."""

    scale: Scale
    beside: bool
    """Whether hut and pouch stand under the column, so that the plan has nearly the whole height."""


def choose_layout(scene: PlanScene, window: Size) -> TableLayout:
    """Return the layout with the largest plan; hut and pouch stand below it wherever that costs it nothing."""
    found = TableLayout(SCALES[0], beside=False)
    for scale in SCALES:
        width, height = scene.width * scale.columns, scene.height * scale.rows
        if width + _MARGINS[0] + _COLUMN[0] > window.width:
            continue
        rest = window.height - _MARGINS[1] - height
        if rest >= _STOCK_ROWS + _SUPPLIES:
            found = TableLayout(scale, beside=False)
        elif rest >= _SUPPLIES and window.height - _MARGINS[1] + 1 - _stock_rows(rest) >= _COLUMN[1]:
            found = TableLayout(scale, beside=True)
    return found


def _stock_rows(rest: int) -> int:
    """Return the rows of hut and pouch under the column, given the rows left below the plan."""
    return max(_STOCK_ROWS, rest + 1)


def grid_tracks(plan: Size, window: Size, *, beside: bool) -> tuple[str, str]:
    """Return the grid's rows and columns around a plan of so many cells, as styles say them."""
    if beside:
        rest = window.height - _MARGINS[1] + 1 - plan.height
        stock = _stock_rows(rest)
        return f"{plan.height + rest - stock} {stock - rest} {rest}", f"{plan.width} 1fr"
    name = next(name for name, holds in size_classes(window).items() if holds)
    if name == "-snug":
        columns = f"{max(plan.width, _STOCK)} 1fr"
    else:
        columns = f"{_STOCK} {max(plan.width, _STOCK + 1 + _BOARDS[name]) - _STOCK - 1} 1fr"
    return f"{plan.height} 1fr", columns
