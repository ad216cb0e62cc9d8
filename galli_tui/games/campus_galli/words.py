"""The names of things, as every text on the screen writes them: sections, buildings, spaces, points, seats."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len

from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.lines import Span
from galli_tui.style.wording import points
from galli_tui.tables.table import TablePlayer
from rules.campus_galli.box import COLOURS, Box, Building, Plan
from rules.campus_galli.geometry import space_name, spaces_of
from rules.campus_galli.tiles import Cost
from saves.text import ellipsize

JOKER_WORD: Final = "white"
_MOST_SINGLE_SIGNS = 3
"""So many tiles of a colour are shown one by one."""

_SHORT_NAMES: Final = {
    "bakery and almshouse": "bakery",
    "abbot's house": "abbot",
    "outer school": "school",
    "guests' house": "guests",
    "novitiate": "novices",
}
"""The standard plan's names, as they are written on the plan itself."""


def colour_word(colour: int | None) -> str:
    """E.g. "red"; a joker is white."""
    return JOKER_WORD if colour is None else COLOURS[colour]


def section_words(box: Box, section: int) -> str:
    """E.g. "red hall"."""
    it = box.sections[section]
    return f"{colour_word(it.colour)} {box.shapes[it.shape].name}"


def building_words(building: Building) -> str:
    """E.g. "A, the church"."""
    return f"{building.letter}, the {building.name.removeprefix('the ')}"


def map_name(building: Building) -> str:
    """The name for the plan itself, where there is little room."""
    return _SHORT_NAMES.get(building.name, building.name.removeprefix("the "))


def space_words(plan: Plan, space: int) -> str:
    """E.g. "e4"."""
    return space_name(space, plan.width)


def place_words(plan: Plan, mask: int) -> str:
    """Spaces, the first to the last in reading order, e.g. "d5 e5 f5 g5"."""
    return " ".join(space_words(plan, space) for space in spaces_of(mask))


def tile_words(tiles: Sequence[int]) -> str:
    """Tiles by colours, e.g. "2 red and 1 blue tile"."""
    counts = [(count, colour) for colour, count in enumerate(tiles) if count]
    parts = [f"{count} {COLOURS[colour]}" for count, colour in counts]
    return f"{listed(parts)} {'tile' if counts[-1][0] == 1 else 'tiles'}" if parts else "no tile"


def tile_spans(glyphs: Glyphs, tiles: Sequence[int]) -> tuple[Span, ...]:
    """Tiles by the glyphs of their colours, e.g. two and one; more than three of a colour with their number."""
    shown: list[Span] = []
    for colour, count in enumerate(tiles):
        if count:
            sign = glyphs.symbols[colour]
            text = sign * count if count <= _MOST_SINGLE_SIGNS else f"{count}{sign}"
            shown.append(Span(f"{' ' if shown else ''}{text}", f"{COLOURS[colour]}_text", strong=True))
    return tuple(shown) or (Span("none", "faint"),)


def cost_words(cost: Cost) -> str:
    """What is to be paid, e.g. "1 red tile and 1 of any colour"."""
    parts = [tile_words(cost.tiles)] if any(cost.tiles) else []
    if cost.more:
        parts.append(f"{cost.more if parts else counted(cost.more, 'tile')} of any colour")
    return listed(parts) or "nothing"


def signed(half_points: int) -> str:
    """Points with their sign, e.g. "+2"; nothing is "0"."""
    return ("+" if half_points > 0 else "") + points(half_points)


def counted(number: int, one: str, many: str = "") -> str:
    """E.g. "1 seal", "2 seals"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """E.g. "Anna, Bruno and Clara"."""
    parts = list(words)
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}" if parts else ""


def seat_marks(players: Sequence[TablePlayer]) -> str:
    """One letter for each seat: of its name if that has a plain one that nobody has taken, else its number."""
    marks = ""
    for number, player in enumerate(players, 1):
        letters = (char.upper() for char in _ascii_letters(player.name))
        marks += next((char for char in letters if char not in marks), str(number))
    return marks


def _ascii_letters(name: str) -> str:
    bare = unicodedata.normalize("NFKD", name)
    return "".join(char for char in bare if char.isascii() and char.isalpha())


def fitting(forms: Iterable[str], width: int) -> str:
    """The first of these forms that fits into so many cells; else the last, shortened."""
    last = ""
    for form in forms:
        if cell_len(form) <= width:
            return form
        last = form
    return ellipsize(last, width)
