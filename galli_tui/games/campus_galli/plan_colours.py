"""The colours of the plan in every palette.

Their values are in `plan_colours.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from types import MappingProxyType

from rich.style import Style
from textual.color import Color

from galli_tui.settings.theme_names import NO_COLOURS, split_name
from galli_tui.style.palettes import PALETTES
from galli_tui.style.text_styles import brush
from rules.engine.toml_table import parsed_beside


class PlanColour(IntEnum):
    """A use of colour on the plan. From `SYMBOL` on, each is the first of five: red, green, blue, yellow, joker."""

    PAGE = 0
    AXIS = 1
    AXIS_LIT = 2
    GRASS = 3
    GRASS_INK = 4
    WOODLAND = 5
    TREE_INK = 6
    PARCHMENT = 7
    PARCHMENT_INK = 8
    OAK = 9
    LIGHT_OAK = 10
    WOOD_INK = 11
    PLANK = 12
    GAP = 13
    GAP_INK = 14
    REFUSED = 15
    REFUSED_INK = 16
    CURSOR = 17
    CURSOR_INK = 18
    MARKED = 19
    MARKED_INK = 20
    FIGURE = 21
    """A master builder on grass."""
    PARCHMENT_LINE = 22
    """The thin lines of the plan."""
    CORDON = 23
    """The foreground of a cordoned building."""
    CORDON_GROUND = 24
    TASK = 25
    """The number of a task on the grass that it indicates."""
    LIT = 26
    """The rim of a space that a lesson speaks of."""
    LIT_INK = 27
    SYMBOL = 30
    """A symbol on wood."""
    FAINT = 35
    """A symbol on parchment."""
    STONE = 40
    """A section on the plan."""
    DARKER_STONE = 45
    """A section beside another of the same colour."""
    STONE_INK = 50
    STONE_EDGE = 55
    STONE_QUIET = 60
    """The glyph on every space of a section but the first."""
    HELD = 65
    """The section being placed, where that is legal."""
    HELD_INK = 70


_COLOURS = ("red", "green", "blue", "yellow", "white")
ColourKey = int
"""A `PlanColour`; from `SYMBOL` on, plus the number of the section's or symbol's colour."""


@cache
def theme_colours(name: str) -> Mapping[ColourKey, str]:
    """Return every colour of the plan in a theme, in Textual's notation."""
    if name == NO_COLOURS:
        return MappingProxyType(dict.fromkeys(range(PlanColour.HELD_INK + len(_COLOURS)), "ansi_default"))
    known = name if name in PALETTES else "parchment"
    file, palette = parsed_beside("galli_tui.games.campus_galli", "plan_colours.toml"), PALETTES[known]
    tones: dict[str, str] = palette._asdict()
    found: dict[ColourKey, str] = {}
    for part in ("every", split_name(known)[1].removeprefix("-") or "true", known):
        table = file.table(part)
        for key in table.names():
            first = PlanColour[key.upper()]
            if first < PlanColour.SYMBOL:
                found[first] = _resolved(table.text(key), tones)
                continue
            values = (table.text(key),) * len(_COLOURS) if table.holds_text(key) else table.texts(key)
            for number, (value, colour) in enumerate(zip(values, _COLOURS, strict=True)):
                found[first + number] = _resolved(value, getattr(palette, colour)._asdict())
    return MappingProxyType(found)


def _resolved(value: str, tones: Mapping[str, str]) -> str:
    """Return a colour that stands for itself, is named among `tones`, or is mixed of two with a share in percent."""
    one, *mixed = value.split()
    if not mixed:
        return tones.get(one, one)
    share, other = mixed
    return Color.parse(tones.get(one, one)).blend(Color.parse(tones.get(other, other)), int(share) / 100).hex6


_SOLID = frozenset(range(PlanColour.STONE, PlanColour.STONE_INK)) | frozenset(
    range(PlanColour.HELD, PlanColour.HELD_INK)
)
_BOLD = frozenset((PlanColour.CURSOR, PlanColour.REFUSED, PlanColour.MARKED, PlanColour.LIT))
_UNDERLINED = frozenset(
    (PlanColour.MARKED, PlanColour.LIT, PlanColour.REFUSED, PlanColour.GAP, PlanColour.CORDON_GROUND)
)


@cache
def cell_style(name: str, ink: ColourKey, ground: ColourKey, strong: bool = False, underlined: bool = False) -> Style:
    """Return the style of a cell. Without colours, sections and light are reversed, highlights bold or underlined."""
    if name != NO_COLOURS:
        shades = theme_colours(name)
        return brush(shades[ink], shades[ground], bold=strong, underline=underlined)
    pointed = ground in _BOLD or ground >= PlanColour.HELD
    return brush(
        "ansi_default",
        "ansi_default",
        bold=strong or pointed,
        reverse=ground in _SOLID or ground in (PlanColour.CURSOR, PlanColour.LIT),
        underline=underlined or ground in _UNDERLINED,
    )
