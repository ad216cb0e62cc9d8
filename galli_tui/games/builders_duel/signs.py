"""The signs on the screen of Builders' Duel, for Unicode and for ASCII terminals."""

from __future__ import annotations

from typing import NamedTuple

from galli_tui.style import glyphs


class DuelSigns(NamedTuple):
    """Each has one meaning, and all but `to` and the roofs are one cell wide."""

    row: str
    """A claimed row, column or diagonal, between two cards."""
    column: str
    down: str
    up: str
    supply: str
    """A good in the supply."""
    raw: str
    worked: str
    installed: str
    new: str
    """Before what has come since the player's last turn: a material, a 1x card, the Power."""
    power: str
    first: str
    """A bonus that this side has won."""
    present: str
    """The present round, on the bar of the rounds."""
    full: str
    """The full part of a bar, and its empty part."""
    empty: str
    wall: str
    """The edge of a place for a material."""
    spire: tuple[str, str]
    """The roof of a finished section of the cathedral, in two lines, and of the castle."""
    battlement: tuple[str, str]
    to: str
    """Between a number and what it becomes."""

    def lines(self, line: int) -> str:
        """Return the stroke of one of the eight lines."""
        return (self.row * 3 + self.column * 3 + self.down + self.up)[line]


UNICODE = DuelSigns(
    *"━┃╲╱·○●■",
    new=glyphs.UNICODE.new,
    power="◆",
    first="★",
    present=glyphs.UNICODE.here,
    full="█",
    empty="░",
    wall="╎",
    spire=("╱╲", "╱╱╲╲"),
    battlement=("▄ ▄ ▄", "█▄█▄█"),
    to="→",
)
ASCII = DuelSigns(
    *"-|\\/.o*@",
    new=glyphs.ASCII.new,
    power="$",
    first="!",
    present=glyphs.ASCII.here,
    full="#",
    empty="_",
    wall=":",
    spire=("/\\", "//\\\\"),
    battlement=("_ _ _", "|_|_|"),
    to="->",
)
