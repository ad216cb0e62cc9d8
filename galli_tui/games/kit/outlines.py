"""Small pictures of pieces in half blocks: two rows of spaces on a line, one space a cell."""

from __future__ import annotations

from collections.abc import Collection

_BLOCKS = " ▀▄█"
_PLAIN = " '.:"
"""In ASCII: an upper space, a lower space, and both."""


def outline(spaces: Collection[tuple[int, int]], *, ascii_only: bool) -> list[str]:
    """Return the lines of a piece whose spaces are (column, row) from 0; nothing stands behind the last of a line."""
    glyphs = _PLAIN if ascii_only else _BLOCKS
    width, height = max(x for x, _ in spaces) + 1, max(y for _, y in spaces) + 1
    return [
        "".join(glyphs[((x, y) in spaces) + 2 * ((x, y + 1) in spaces)] for x in range(width)).rstrip()
        for y in range(0, height, 2)
    ]
