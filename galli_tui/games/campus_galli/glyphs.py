"""The characters of the plan and its panels: a Unicode set and an ASCII set.

Every character is one cell wide; none has an emoji form that a terminal could draw two cells wide. In ASCII too,
colours are signs and not letters, since G and B are buildings.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from galli_tui.style import glyphs


class Glyphs(NamedTuple):
    """One set of characters. Strings of four are indexed by colour; strings of sixteen by edges (see `lines`)."""

    name: str
    symbols: str
    """A symbol on wood, by colour."""
    faint: str
    """A symbol on parchment, by colour."""
    stock: str
    """A section, by colour, jokers last: in hut and pouch, and on the plan."""
    barred: str
    """A section that may not be taken now, by colour."""
    tree: str
    builder: str
    lazy: str
    gap: str
    """A space of a small gap."""
    legal: str
    """A space under a legal placement."""
    illegal: str
    cursor: str
    cursor_end: str
    mark: str
    """A highlighted space."""
    pointed_at: str
    """A space or task that another player points at."""
    recent: str
    """Before the letter of the seat that has changed this since the player's last turn."""
    cordon: str
    """A space of the cordoned building."""
    tuft: str
    plank: str
    stone: str
    """Edges of a laid section at the smallest scale: none, west, south, west and south."""
    lines: str
    """A thin line by its arms: 1 north, 2 east, 4 south, 8 west."""
    double: str
    """A double line by its arms, around a legal placement."""


UNICODE: Final = Glyphs(
    name="unicode",
    symbols="▲◆●■",
    faint="△◇○□",
    stock="▲◆●■★",
    barred="△◇○□☆",
    tree="♣",
    builder="☻",
    lazy="z",
    gap="⌂",
    legal="+",
    illegal="×",
    cursor="▸",
    cursor_end="◂",
    mark="›",
    pointed_at="!",
    recent=glyphs.UNICODE.new,
    cordon="╱",
    tuft="·",
    plank="─",
    stone=" ▏▁▏",
    lines=" ╵╶└╷│┌├╴┘─┴┐┤┬┼",
    double=" ║═╚║║╔╠═╝═╩╗╣╦╬",
)

ASCII: Final = Glyphs(
    name="ascii",
    symbols="^%o#",
    faint="^%o#",
    stock="^%o#$",
    barred="xxxxx",
    tree="&",
    builder="@",
    lazy="z",
    gap="~",
    legal="*",
    illegal="x",
    cursor=">",
    cursor_end="<",
    mark=":",
    pointed_at="!",
    recent=glyphs.ASCII.new,
    cordon="/",
    tuft=".",
    plank="-",
    stone=" |_[",
    lines=" ||++|++-+-+++++",
    double="****************",
)
