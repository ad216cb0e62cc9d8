"""The characters that the plan and its panels are drawn with: one set for good terminals, one of plain ASCII.

Every character is one cell wide, and none of them has an emoji form that a terminal could draw two cells wide. In
ASCII too a colour has a sign and no letter: G and B are buildings.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Glyphs(NamedTuple):
    """One set of characters. Strings of four are indexed by colour; strings of sixteen by edges (see `lines`)."""

    name: str
    symbols: str
    """A symbol on wood, by colour."""
    faint: str
    """A symbol on parchment, by colour."""
    stock: str
    """A section, by colour, jokers last: in hut or pouch, and repeated on the plan."""
    barred: str
    """One that may not be taken now."""
    tree: str
    builder: str
    lazy: str
    gap: str
    """A space of a small gap."""
    legal: str
    """A space of a section held over a legal place."""
    illegal: str
    cursor: str
    cursor_end: str
    mark: str
    """A highlighted space."""
    pointed_at: str
    """A space or task that somebody else points at."""
    recent: str
    """Before the letter of a seat whose last move this is."""
    cordon: str
    """A space that nothing may cover while the cordon lies."""
    tuft: str
    plank: str
    stone: str
    """Edges of a laid section at the smallest scale: none, west, south, west and south."""
    lines: str
    """A thin line by its arms: 1 north, 2 east, 4 south, 8 west."""
    double: str
    """The same, for a section held over a legal place."""


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
    recent="»",
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
    recent='"',
    cordon="/",
    tuft=".",
    plank="-",
    stone=" |_[",
    lines=" ||++|++-+-+++++",
    double="****************",
)
