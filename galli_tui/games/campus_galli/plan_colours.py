"""The colours of the plan in every theme: light, dark, 256 colours, 16 colours, none.

They come from the theme's palette and the plan's pigments, or are mixed here.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from types import MappingProxyType

from rich.style import Style
from textual.color import Color

from galli_tui.games.campus_galli.pigments import PIGMENTS, Pigments
from galli_tui.style import palettes
from galli_tui.style.palettes import FEWER, PALETTES, Palette
from galli_tui.style.text_styles import brush


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


def _mixed(one: str, other: str, share: float) -> str:
    """Return a colour mixed with a share, 0 to 1, of another."""
    return Color.parse(one).blend(Color.parse(other), share).hex6


def _shared(palette: Palette, pigments: Pigments) -> dict[ColourKey, str]:
    """Return the colours of the palette and the pigments as they are."""
    return {
        PlanColour.PAGE: palette.ground,
        PlanColour.AXIS: palette.faint,
        PlanColour.AXIS_LIT: palette.gold_text,
        PlanColour.GRASS: pigments.grass,
        PlanColour.WOODLAND: pigments.tree,
        PlanColour.TREE_INK: pigments.tree_ink,
        PlanColour.PARCHMENT: pigments.parchment,
        PlanColour.PARCHMENT_INK: pigments.parchment_text,
        PlanColour.PARCHMENT_LINE: pigments.parchment_ink,
        PlanColour.OAK: pigments.wood,
        PlanColour.WOOD_INK: pigments.wood_ink,
        PlanColour.REFUSED: palette.refusal_ground,
        PlanColour.REFUSED_INK: palette.on_refusal,
        PlanColour.CURSOR: palette.ink,
        PlanColour.CURSOR_INK: palette.ground,
        PlanColour.MARKED: palette.gold,
        PlanColour.MARKED_INK: palette.on_gold,
        PlanColour.TASK: palette.gold_text,
    }


def _five(first: PlanColour, values: tuple[str, ...]) -> dict[ColourKey, str]:
    return {first + i: value for i, value in enumerate(values)}


def _pieces(palette: Palette) -> tuple[palettes.Swatch, ...]:
    return (palette.red, palette.green, palette.blue, palette.yellow, palette.white)


def _full(palette: Palette, pigments: Pigments, dark: str, light: str) -> dict[ColourKey, str]:
    """Return the colours of a true-colour theme. `dark` and `light` are its darkest and lightest tones."""
    pieces = _pieces(palette)
    dark_grass = Color.parse(pigments.grass).brightness < 0.5
    return {
        **_shared(palette, pigments),
        PlanColour.GRASS_INK: _mixed(pigments.grass, pigments.grass_ink, 0.4),
        PlanColour.WOODLAND: _mixed(pigments.tree, dark, 0.12),
        PlanColour.LIGHT_OAK: _mixed(pigments.wood, pigments.wood_light, 0.4),
        PlanColour.PLANK: _mixed(pigments.wood, "#000000", 0.35),
        PlanColour.GAP: "#856111",
        PlanColour.GAP_INK: "#FFF3C4",
        PlanColour.FIGURE: palette.gold_text if dark_grass else "#4A3600",
        PlanColour.TASK: palette.gold_text if dark_grass else "#4A3600",
        PlanColour.CORDON: "#FFF4D6",
        PlanColour.CORDON_GROUND: "#4C5058",
        **_five(PlanColour.SYMBOL, ("#FFA68F", "#93E0AC", "#A8D0FF", "#FFDA6E", light)),
        **_five(PlanColour.FAINT, ("#A2371F", "#2B6A41", "#24568F", "#7A5604", dark)),
        **_five(PlanColour.STONE, tuple(piece.fill for piece in pieces)),
        **_five(PlanColour.DARKER_STONE, tuple(_mixed(piece.fill, "#000000", 0.14) for piece in pieces)),
        **_five(PlanColour.STONE_INK, tuple(piece.ink for piece in pieces)),
        **_five(PlanColour.STONE_EDGE, tuple(_mixed(piece.fill, "#000000", 0.62) for piece in pieces)),
        **_five(PlanColour.STONE_QUIET, tuple(_mixed(piece.fill, piece.ink, 0.4) for piece in pieces)),
        **_five(PlanColour.HELD, ("#FF9B84", "#8FE3AD", "#9CC9FF", "#FFDD7D", "#FFFFFF")),
        **_five(PlanColour.HELD_INK, ("#3A0A00", "#03240F", "#041C3D", "#2E2100", "#1A150E")),
    }


def _sixteen(palette: Palette, pigments: Pigments) -> dict[ColourKey, str]:
    """Return the colours for a terminal of 16 colours."""
    pieces = _pieces(palette)
    by_day = palette is palettes.DAY_SIXTEEN
    # Most terminals show yellow as brown or dark gold, so it serves as wood; symbols on it differ by shape.
    bright = ("ansi_bright_red", "ansi_bright_green", "ansi_bright_cyan", "ansi_bright_yellow", "ansi_bright_white")
    return {
        **_shared(palette, pigments),
        PlanColour.GRASS_INK: pigments.grass_ink,
        PlanColour.LIGHT_OAK: pigments.wood,
        PlanColour.PLANK: "ansi_black",
        PlanColour.GAP: "ansi_bright_black",
        PlanColour.GAP_INK: "ansi_bright_yellow",
        PlanColour.FIGURE: "ansi_red" if by_day else "ansi_bright_yellow",
        PlanColour.MARKED: "ansi_bright_magenta",
        PlanColour.CORDON: "ansi_black",
        PlanColour.CORDON_GROUND: "ansi_cyan",
        **_five(PlanColour.SYMBOL, ("ansi_black",) * 5),
        **_five(PlanColour.FAINT, ("ansi_red", "ansi_green", "ansi_blue", "ansi_magenta", "ansi_black")),
        **_five(PlanColour.STONE, tuple(piece.fill for piece in pieces)),
        **_five(PlanColour.DARKER_STONE, tuple(piece.fill for piece in pieces)),
        **_five(PlanColour.STONE_INK, tuple(piece.ink for piece in pieces)),
        **_five(PlanColour.STONE_EDGE, ("ansi_black",) * 5),
        **_five(PlanColour.STONE_QUIET, tuple(piece.ink for piece in pieces)),
        **_five(PlanColour.HELD, bright),
        **_five(PlanColour.HELD_INK, ("ansi_black",) * 5),
    }


_FEWER: Mapping[ColourKey, str] = {
    PlanColour.LIGHT_OAK: "#875f00",
    PlanColour.PLANK: "#5f5f00",
    PlanColour.GAP: "#5f5f00",
    PlanColour.GAP_INK: "#ffffaf",
    PlanColour.CORDON: "#ffffff",
    PlanColour.CORDON_GROUND: "#585858",
    **_five(PlanColour.SYMBOL, ("#ffd7af", "#87ff87", "#87d7ff", "#ffff5f", "#ffffff")),
    **_five(PlanColour.FAINT, ("#af0000", "#005f00", "#005faf", "#875f00", "#262626")),
    **_five(PlanColour.STONE, ("#d70000", "#00af5f", "#005faf", "#d7af00", "#ffffff")),
    **_five(PlanColour.DARKER_STONE, ("#af0000", "#00875f", "#005f87", "#af8700", "#d7d7ff")),
    **_five(PlanColour.STONE_INK, ("#ffffff", "#000000", "#ffffff", "#000000", "#000000")),
    **_five(PlanColour.STONE_EDGE, ("#000000",) * 5),
    **_five(PlanColour.STONE_QUIET, ("#ff8787", "#005f00", "#5fafff", "#875f00", "#767676")),
    **_five(PlanColour.HELD, ("#ff8787", "#87ffaf", "#87d7ff", "#ffff87", "#ffffff")),
    **_five(PlanColour.HELD_INK, ("#000000",) * 5),
}
_FEWER_BY_NIGHT: Mapping[ColourKey, str] = {
    **_FEWER,
    PlanColour.GRASS_INK: "#5f875f",
    PlanColour.WOODLAND: "#005f00",
    PlanColour.FIGURE: "#ffd75f",
}
_FEWER_BY_DAY: Mapping[ColourKey, str] = {
    **_FEWER,
    PlanColour.GRASS_INK: "#87af5f",
    PlanColour.WOODLAND: "#afd787",
    PlanColour.FIGURE: "#5f0000",
    PlanColour.TASK: "#5f0000",
}


@cache
def theme_colours(name: str) -> Mapping[ColourKey, str]:
    """Return every colour of the plan in a theme, in Textual's notation."""
    if name == "none":
        return MappingProxyType(dict.fromkeys(range(PlanColour.HELD_INK + len(_COLOURS)), "ansi_default"))
    known = name if name in PIGMENTS else "day"
    palette, pigments = PALETTES[known], PIGMENTS[known]
    if palette.ground.startswith("ansi_"):
        return MappingProxyType(_sixteen(palette, pigments))
    dark, light = ("#17130E", "#EADFC6")
    full = _full(palette, pigments, dark, light)
    if name.endswith(FEWER):
        full |= _FEWER_BY_DAY if name.startswith("day") else _FEWER_BY_NIGHT
    return MappingProxyType(full)


_SOLID = frozenset(range(PlanColour.STONE, PlanColour.STONE_INK)) | frozenset(
    range(PlanColour.HELD, PlanColour.HELD_INK)
)


@cache
def cell_style(name: str, ink: ColourKey, ground: ColourKey, strong: bool = False, underlined: bool = False) -> Style:
    """Return the style of a cell. Without colours, sections are reversed and highlights bold or underlined."""
    if name != "none":
        shades = theme_colours(name)
        return brush(shades[ink], shades[ground], bold=strong, underline=underlined)
    pointed = ground in (PlanColour.CURSOR, PlanColour.REFUSED, PlanColour.MARKED) or ground >= PlanColour.HELD
    return brush(
        "ansi_default",
        "ansi_default",
        bold=strong or pointed,
        reverse=ground in _SOLID or ground == PlanColour.CURSOR,
        underline=underlined
        or ground in (PlanColour.MARKED, PlanColour.REFUSED, PlanColour.GAP, PlanColour.CORDON_GROUND),
    )
