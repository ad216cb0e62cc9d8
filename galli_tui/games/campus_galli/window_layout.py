"""The layout of the table for a window: the largest plan that fits, hut and pouch below it or under the sidebar."""

from __future__ import annotations

from typing import NamedTuple

from textual.geometry import Size

from galli_tui.games.campus_galli.plan_scene import PlanScene
from galli_tui.games.kit.grid_board import SCALES, Scale
from galli_tui.screens.base import size_classes

_STOCK = 33
"""Columns of hut and pouch."""
_STOCK_ROWS = 6
"""Rows of hut and pouch, without the supplies."""
_SUPPLIES = 2
"""Rows of the seats' supplies below hut and pouch."""
_BOARDS = {"-wide": 34, "-grand": 63}
"""Columns of the seats' boards, by size class of the window."""
_SIDEBAR = 46, 21
"""The least columns and rows of the sidebar."""
_MARGINS = 3 + 1, 3 + 1
"""Columns and rows outside the spaces: row names and gutter; header, prompt, footer and column names."""


class TableLayout(NamedTuple):
    """The scale of the plan, and where hut and pouch are."""

    scale: Scale
    beside: bool
    """Whether hut and pouch are under the sidebar, which leaves the plan nearly the whole height."""


def choose_layout(scene: PlanScene, window: Size) -> TableLayout:
    """Return the layout with the largest plan; hut and pouch go below it where that does not make it smaller."""
    found = TableLayout(SCALES[0], beside=False)
    for scale in SCALES:
        width, height = scene.width * scale.columns, scene.height * scale.rows
        if width + _MARGINS[0] + _SIDEBAR[0] > window.width:
            continue
        rest = window.height - _MARGINS[1] - height
        if rest >= _STOCK_ROWS + _SUPPLIES:
            found = TableLayout(scale, beside=False)
        elif rest >= _SUPPLIES and window.height - _MARGINS[1] + 1 - _stock_rows(rest) >= _SIDEBAR[1]:
            found = TableLayout(scale, beside=True)
    return found


def _stock_rows(rest: int) -> int:
    """Return the rows of hut and pouch under the sidebar, given the rows left below the plan."""
    return max(_STOCK_ROWS, rest + 1)


def grid_tracks(plan: Size, window: Size, *, beside: bool) -> tuple[str, str]:
    """Return the rows and columns of the grid around a plan, in the notation of styles."""
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
