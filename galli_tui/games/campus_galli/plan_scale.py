"""The scales at which the plan can be drawn."""

from __future__ import annotations

from typing import Final, NamedTuple


class Scale(NamedTuple):
    """The size of a space in cells of the screen."""

    columns: int
    rows: int


SMALL: Final = Scale(2, 1)
NARROW: Final = Scale(3, 2)
MEDIUM: Final = Scale(4, 2)
LARGE: Final = Scale(6, 3)
HUGE: Final = Scale(8, 4)
SCALES: Final = (SMALL, NARROW, MEDIUM, LARGE, HUGE)
