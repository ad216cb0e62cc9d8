"""Names of sections, buildings, spaces, tiles, points and seats, as every text on the screen writes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.kit.lines import Span
from galli_tui.style.wording import counted, listed
from rules.campus_galli.box import COLOURS, Box, Building, Plan
from rules.campus_galli.tiles import Cost
from rules.engine.grid import space_name, spaces_of

JOKER_WORD: Final = "white"
_MOST_SINGLE_SIGNS = 3
"""The largest number of tiles of a colour that are shown one by one."""

_SHORT_NAMES: Final = {
    "bakery and almshouse": "bakery",
    "abbot's house": "abbot",
    "outer school": "school",
    "guests' house": "guests",
    "novitiate": "novices",
}
"""Short names of the standard plan's buildings, to be written on the plan itself."""


def colour_word(colour: int | None) -> str:
    """Return a colour's name, e.g. "red"; a joker is white."""
    return JOKER_WORD if colour is None else COLOURS[colour]


def shape_words(box: Box, shape: int) -> str:
    """Return a shape's name as the hut lists it: only the last word, e.g. "corner", unless shapes share that word."""
    name = box.shapes[shape].name
    last = name.split()[-1]
    return last if sum(it.name.split()[-1] == last for it in box.shapes) == 1 else name


def section_words(box: Box, section: int) -> str:
    """Return colour and shape of a section, e.g. "red hall"."""
    it = box.sections[section]
    return f"{colour_word(it.colour)} {shape_words(box, it.shape)}"


def building_words(building: Building) -> str:
    """Return a building's name with its letter, e.g. "the church (A)"."""
    return f"the {building.name.removeprefix('the ')} ({building.letter})"


def building_verb(building: Building) -> str:
    """Return the verb after a building's name: "is", or "are" after a plural such as "workshops"."""
    plural = building.name.endswith("s") and not building.name.endswith("ss")
    return "are" if plural else "is"


def map_name(building: Building) -> str:
    """Return a building's name for the plan itself, where there is little room."""
    return _SHORT_NAMES.get(building.name, building.name.removeprefix("the "))


def space_words(plan: Plan, space: int) -> str:
    """Return a space's column and row, e.g. "e4"."""
    return space_name(space, plan.width)


def place_words(plan: Plan, mask: int) -> str:
    """Return the spaces of a mask in reading order, e.g. "d5 e5 f5 g5"."""
    return " ".join(space_words(plan, space) for space in spaces_of(mask))


def tile_words(tiles: Sequence[int]) -> str:
    """Return tiles by colour, e.g. "2 red and 1 blue tiles", "1 red and 1 blue tile"."""
    counts = [(count, colour) for colour, count in enumerate(tiles) if count]
    parts = [f"{count} {COLOURS[colour]}" for count, colour in counts]
    return f"{listed(parts)} {'tile' if max(tiles) == 1 else 'tiles'}" if parts else "no tile"


def tile_spans(glyphs: Glyphs, tiles: Sequence[int]) -> tuple[Span, ...]:
    """Return tiles as glyphs of their colours; more than three of a colour as a number and one glyph."""
    shown: list[Span] = []
    for colour, count in enumerate(tiles):
        if count:
            sign = glyphs.symbols[colour]
            text = sign * count if count <= _MOST_SINGLE_SIGNS else f"{count}{sign}"
            shown.append(Span(f"{' ' if shown else ''}{text}", f"{COLOURS[colour]}_text", strong=True))
    return tuple(shown) or (Span("none", "faint"),)


def cost_words(cost: Cost) -> str:
    """Return a cost in words, e.g. "1 red tile and 1 of any colour"."""
    parts = [tile_words(cost.tiles)] if any(cost.tiles) else []
    if cost.more:
        parts.append(f"{cost.more if parts else counted(cost.more, 'tile')} of any colour")
    return listed(parts) or "nothing"
