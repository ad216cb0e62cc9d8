"""How much room the plan, hut and pouch and the boards get in a window of a given size."""

from __future__ import annotations

from textual.geometry import Size

from galli_tui.campus_galli.plan_picture import LARGE, MEDIUM, SMALL, Scale
from galli_tui.campus_galli.scene import Stage
from galli_tui.screens.base import size_classes

_SCALES = {"-snug": (SMALL,), "-wide": (MEDIUM, SMALL), "-grand": (LARGE, MEDIUM, SMALL)}
"""The scales that a window's size class allows, the largest first."""
_STOCK = 33
"""Columns for hut and pouch."""
_BOARDS = {"-wide": 34, "-grand": 63}
"""Columns for the seats' boards."""
_BESIDE = 3 + 1 + 46
"""Columns beside the plan's spaces: names of the rows, a gutter, and the column where moves are entered."""
_ABOVE_AND_BELOW = 3 + 1 + 8
"""Rows beside the plan's spaces: the screen's own lines, the names of the columns, hut and pouch."""


def _size_class(window: Size) -> str:
    return next(name for name, holds in size_classes(window).items() if holds)


def scale_for(stage: Stage, window: Size) -> Scale:
    """The largest scale of the plan that leaves room for the column beside it and the stock below."""

    def fits(scale: Scale) -> bool:
        width, height = stage.width * scale.columns, stage.height * scale.rows
        return width + _BESIDE <= window.width and height + _ABOVE_AND_BELOW <= window.height

    scales = _SCALES[_size_class(window)]
    return next(filter(fits, scales), scales[-1])


def grid_for(plan: Size, window: Size) -> tuple[str, str]:
    """The grid's rows and columns around a plan of so many cells, as styles say them."""
    name = _size_class(window)
    if name == "-snug":
        columns = f"{max(plan.width, _STOCK)} 1fr"
    else:
        columns = f"{_STOCK} {max(plan.width, _STOCK + 1 + _BOARDS[name]) - _STOCK - 1} 1fr"
    return f"{plan.height} 1fr", columns
