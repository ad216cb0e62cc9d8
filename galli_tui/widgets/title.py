"""The menu's title: the name as five buildings in thin lines, as on the plan, with a golden initial."""

from __future__ import annotations

from functools import cache

from textual.geometry import Size
from textual.strip import Strip

from galli_tui.widgets.line_widget import Piece, ThemedWidget, app_of, strip_of

_GROUND_PLANS = (
    (".####.", "##....", "##.###", "##..##", ".#####"),
    ("..##..", ".####.", "##..##", "######", "##..##"),
    ("##....", "##....", "##....", "##....", "######"),
    ("##....", "##....", "##....", "##....", "######"),
    ("##", "##", "##", "##", "##"),
)
_WALLS = {
    "....": " ",
    "ud..": "│",
    "..lr": "─",
    ".d.r": "╭",
    ".dl.": "╮",
    "u..r": "╰",
    "u.l.": "╯",
    "ud.r": "├",
    "udl.": "┤",
    ".dlr": "┬",
    "u.lr": "┴",
    "udlr": "┼",
}
TAGLINE = "Monastery board games in the terminal"


class MenuTitle(ThemedWidget):
    """A title of six lines, or eleven on larger screens, with the tagline below."""

    GROUND = "ground"
    DEFAULT_CSS = "MenuTitle { height: auto; width: 1fr; }"

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(drawn(*self._scale())) + 2

    def _scale(self) -> tuple[int, int]:
        size = app_of(self).size
        if size.width >= 160 and size.height >= 48:
            return 4, 2
        return (3, 2) if size.width >= 120 and size.height >= 36 else (2, 1)

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        ink = self.brushes
        picture = drawn(*self._scale())
        if y < len(picture):
            walls, initial = picture[y], self._scale()[0] * len(_GROUND_PLANS[0][0]) + 1
            margin = " " * ((width - len(walls)) // 2)
            pieces: list[Piece] = [
                (margin, ink.ink),
                (walls[:initial], ink.gold),
                (walls[initial:], ink.rubric),
            ]
            return strip_of(pieces, width, ink.ink)
        if y == len(picture) + 1:
            ornament = self.glyphs.ornament
            words = f"{ornament}  {TAGLINE}  {ornament}"
            margin = " " * ((width - len(words)) // 2)
            return strip_of(
                [(margin, ink.ink), (ornament, ink.rubric), (f"  {TAGLINE}  ", ink.faint), (ornament, ink.rubric)],
                width,
                ink.ink,
            )
        return Strip.blank(width, ink.ink)


@cache
def drawn(across: int, down: int) -> tuple[str, ...]:
    """Return the walls of all letters; each square of their ground plans is `across` by `down` cells."""
    plan = [".".join(letter[row] for letter in _GROUND_PLANS) for row in range(5) for _ in range(down)]
    wide = len(plan[0])

    def built(row: int, column: int) -> bool:
        return 0 <= row < len(plan) and 0 <= column < wide and plan[row][column] == "#"

    lines: list[str] = []
    for row in range(len(plan) + 1):
        line = ""
        for column in range(wide + 1):
            corners = [built(row - 1, column - 1), built(row - 1, column), built(row, column - 1), built(row, column)]
            ways = (
                "u" if corners[0] != corners[1] else ".",
                "d" if corners[2] != corners[3] else ".",
                "l" if corners[0] != corners[2] else ".",
                "r" if corners[1] != corners[3] else ".",
            )
            line += _WALLS["".join(ways)]
            line += ("─" if ways[3] == "r" else " ") * (across - 1 if column < wide else 0)
        lines.append(line)
    return tuple(lines)
