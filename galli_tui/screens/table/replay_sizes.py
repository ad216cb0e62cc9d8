"""How a replay shares its window: boards, text beside them, and the curve, in a small window beside the board too."""

from __future__ import annotations

from typing import Final

from textual.geometry import Size
from textual.screen import Screen

from galli_tui.widgets.board_snapshot import BoardSnapshot
from galli_tui.widgets.rich_text import RichText

_SNUG: Final = "-snug"
_SIDE: Final = {_SNUG: 29, "-wide": 34, "-grand": 44}
"""The least cells beside the board, by size class."""
_CURVE: Final = {_SNUG: 6, "-wide": 7, "-grand": 10}
"""The lines of the curve, by size class: beside the board in a small window, else below it."""
_AROUND: Final = 3
"""The lines of header, prompt and footer."""


def curve_height(screen: Screen[object]) -> int:
    """Return the lines of the curve."""
    return _CURVE[_size_class(screen)]


def fit_boards(screen: Screen[object], board: BoardSnapshot, other: BoardSnapshot) -> bool:
    """Give the boards the room that text and curve leave. Return whether two have room beside each other."""
    kind, (width, height) = _size_class(screen), screen.size
    room = height - _AROUND - (0 if kind == _SNUG else _CURVE[kind])
    free = width - _SIDE[kind] - 1
    two_fit = 2 * (board.fit(Size(0, 0)).width + 1) <= free
    if other.display:
        half = Size(free // 2 - 1, room)
        board.fit(half)
        other.fit(half)
    else:
        board.fit(Size(free - 1, room))
    return two_fit


def fits_beside(screen: Screen[object], text: RichText) -> bool:
    """Return whether the curve stands beside the board and hides nothing of the text there."""
    room = screen.size.height - _AROUND - _CURVE[_SNUG]
    return _size_class(screen) == _SNUG and text.virtual_size.height <= room


def _size_class(screen: Screen[object]) -> str:
    return next((name for name in _SIDE if screen.has_class(name)), _SNUG)
