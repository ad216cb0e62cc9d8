"""The paints of the plan, and what each of them is in every theme: by day, by night, in 16 colours, in none.

They are the theme's own pigments where it has them; what only the plan needs is mixed here.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from types import MappingProxyType

from rich.style import Style
from textual.color import Color

from galli_tui.style import palettes
from galli_tui.style.palettes import FEWER, PALETTES, Palette
from galli_tui.style.theme import brush


class Paint(IntEnum):
    """A use of colour on the plan. From `SYMBOL` on, each stands for five in a row: R, G, B, Y and joker."""

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
    ROOF = 13
    ROOF_INK = 14
    REFUSED = 15
    REFUSED_INK = 16
    CURSOR = 17
    CURSOR_INK = 18
    MARKED = 19
    MARKED_INK = 20
    FIGURE = 21
    """A master builder on grass."""
    PARCHMENT_LINE = 22
    """The thin red lines of the plan."""
    CORDON = 23
    """What the cordon is drawn with, upon the ground of its building."""
    CORDON_GROUND = 24
    TASK = 25
    """The number of a task upon the grass that it indicates."""
    SYMBOL = 30
    """A symbol on wood."""
    FAINT = 35
    """A symbol on parchment."""
    STONE = 40
    """A section on the plan."""
    STONE_TOO = 45
    """One beside another of the same colour."""
    STONE_INK = 50
    STONE_EDGE = 55
    STONE_QUIET = 60
    """The signs that a section repeats."""
    HELD = 65
    """A section held over a legal place."""
    HELD_INK = 70


_COLOURS = ("red", "green", "blue", "yellow", "white")
Key = int
"""A paint's number; for the five of a colour, that of the first and the colour's own."""


def _mixed(one: str, other: str, share: float) -> str:
    """A colour with a share of another, 0 to 1."""
    return Color.parse(one).blend(Color.parse(other), share).hex6


def _shared(pigments: Palette) -> dict[Key, str]:
    """What the plan has in common with all else on the screen."""
    return {
        Paint.PAGE: pigments.ground,
        Paint.AXIS: pigments.faint,
        Paint.AXIS_LIT: pigments.gold_text,
        Paint.GRASS: pigments.grass,
        Paint.WOODLAND: pigments.tree,
        Paint.TREE_INK: pigments.tree_ink,
        Paint.PARCHMENT: pigments.parchment,
        Paint.PARCHMENT_INK: pigments.parchment_text,
        Paint.PARCHMENT_LINE: pigments.parchment_ink,
        Paint.OAK: pigments.wood,
        Paint.WOOD_INK: pigments.wood_ink,
        Paint.REFUSED: pigments.refusal_ground,
        Paint.REFUSED_INK: pigments.on_refusal,
        Paint.CURSOR: pigments.ink,
        Paint.CURSOR_INK: pigments.ground,
        Paint.MARKED: pigments.gold,
        Paint.MARKED_INK: pigments.on_gold,
        Paint.TASK: pigments.gold_text,
    }


def _five(first: Paint, values: tuple[str, ...]) -> dict[Key, str]:
    return {first + i: value for i, value in enumerate(values)}


def _pieces(pigments: Palette) -> tuple[palettes.Swatch, ...]:
    return (pigments.red, pigments.green, pigments.blue, pigments.yellow, pigments.white)


def _full(pigments: Palette, dark: str, light: str) -> dict[Key, str]:
    """A theme in full colour; `dark` and `light` are the ends of its scale."""
    pieces = _pieces(pigments)
    dark_grass = Color.parse(pigments.grass).brightness < 0.5
    return {
        **_shared(pigments),
        Paint.GRASS_INK: _mixed(pigments.grass, pigments.grass_ink, 0.4),
        Paint.WOODLAND: _mixed(pigments.tree, dark, 0.12),
        Paint.LIGHT_OAK: _mixed(pigments.wood, pigments.wood_light, 0.4),
        Paint.PLANK: _mixed(pigments.wood, "#000000", 0.35),
        Paint.ROOF: "#856111",
        Paint.ROOF_INK: "#FFF3C4",
        Paint.FIGURE: pigments.gold_text if dark_grass else "#4A3600",
        Paint.TASK: pigments.gold_text if dark_grass else "#4A3600",
        Paint.CORDON: "#FFF4D6",
        Paint.CORDON_GROUND: "#4C5058",
        **_five(Paint.SYMBOL, ("#FFA68F", "#93E0AC", "#A8D0FF", "#FFDA6E", light)),
        **_five(Paint.FAINT, ("#A2371F", "#2B6A41", "#24568F", "#7A5604", dark)),
        **_five(Paint.STONE, tuple(piece.fill for piece in pieces)),
        **_five(Paint.STONE_TOO, tuple(_mixed(piece.fill, "#000000", 0.14) for piece in pieces)),
        **_five(Paint.STONE_INK, tuple(piece.ink for piece in pieces)),
        **_five(Paint.STONE_EDGE, tuple(_mixed(piece.fill, "#000000", 0.62) for piece in pieces)),
        **_five(Paint.STONE_QUIET, tuple(_mixed(piece.fill, piece.ink, 0.4) for piece in pieces)),
        **_five(Paint.HELD, ("#FF9B84", "#8FE3AD", "#9CC9FF", "#FFDD7D", "#FFFFFF")),
        **_five(Paint.HELD_INK, ("#3A0A00", "#03240F", "#041C3D", "#2E2100", "#1A150E")),
    }


def _sixteen(pigments: Palette) -> dict[Key, str]:
    """The colours that a terminal names itself."""
    pieces = _pieces(pigments)
    by_day = pigments is palettes.DAY_SIXTEEN
    # A terminal's yellow is brown or dark gold on most, so it is wood; symbols upon it are told by their shapes.
    bright = ("ansi_bright_red", "ansi_bright_green", "ansi_bright_cyan", "ansi_bright_yellow", "ansi_bright_white")
    return {
        **_shared(pigments),
        Paint.GRASS_INK: pigments.grass_ink,
        Paint.LIGHT_OAK: pigments.wood,
        Paint.PLANK: "ansi_black",
        Paint.ROOF: "ansi_bright_black",
        Paint.ROOF_INK: "ansi_bright_yellow",
        Paint.FIGURE: "ansi_red" if by_day else "ansi_bright_yellow",
        Paint.MARKED: "ansi_bright_magenta",
        Paint.CORDON: "ansi_black",
        Paint.CORDON_GROUND: "ansi_cyan",
        **_five(Paint.SYMBOL, ("ansi_black",) * 5),
        **_five(Paint.FAINT, ("ansi_red", "ansi_green", "ansi_blue", "ansi_magenta", "ansi_black")),
        **_five(Paint.STONE, tuple(piece.fill for piece in pieces)),
        **_five(Paint.STONE_TOO, tuple(piece.fill for piece in pieces)),
        **_five(Paint.STONE_INK, tuple(piece.ink for piece in pieces)),
        **_five(Paint.STONE_EDGE, ("ansi_black",) * 5),
        **_five(Paint.STONE_QUIET, tuple(piece.ink for piece in pieces)),
        **_five(Paint.HELD, bright),
        **_five(Paint.HELD_INK, ("ansi_black",) * 5),
    }


_FEWER: Mapping[Key, str] = {
    Paint.LIGHT_OAK: "#875f00",
    Paint.PLANK: "#5f5f00",
    Paint.ROOF: "#5f5f00",
    Paint.ROOF_INK: "#ffffaf",
    Paint.CORDON: "#ffffff",
    Paint.CORDON_GROUND: "#585858",
    **_five(Paint.SYMBOL, ("#ffd7af", "#87ff87", "#87d7ff", "#ffff5f", "#ffffff")),
    **_five(Paint.FAINT, ("#af0000", "#005f00", "#005faf", "#875f00", "#262626")),
    **_five(Paint.STONE, ("#d70000", "#00af5f", "#005faf", "#d7af00", "#ffffff")),
    **_five(Paint.STONE_TOO, ("#af0000", "#00875f", "#005f87", "#af8700", "#d7d7ff")),
    **_five(Paint.STONE_INK, ("#ffffff", "#000000", "#ffffff", "#000000", "#000000")),
    **_five(Paint.STONE_EDGE, ("#000000",) * 5),
    **_five(Paint.STONE_QUIET, ("#ff8787", "#005f00", "#5fafff", "#875f00", "#767676")),
    **_five(Paint.HELD, ("#ff8787", "#87ffaf", "#87d7ff", "#ffff87", "#ffffff")),
    **_five(Paint.HELD_INK, ("#000000",) * 5),
}
_FEWER_BY_NIGHT: Mapping[Key, str] = {
    **_FEWER,
    Paint.GRASS_INK: "#5f875f",
    Paint.WOODLAND: "#005f00",
    Paint.FIGURE: "#ffd75f",
}
_FEWER_BY_DAY: Mapping[Key, str] = {
    **_FEWER,
    Paint.GRASS_INK: "#87af5f",
    Paint.WOODLAND: "#afd787",
    Paint.FIGURE: "#5f0000",
    Paint.TASK: "#5f0000",
}


@cache
def colours(name: str) -> Mapping[Key, str]:
    """Every paint's colour in a theme, as Textual writes colours."""
    pigments = PALETTES.get(name, palettes.DAY)
    if name == "none":
        return MappingProxyType(dict.fromkeys(range(Paint.HELD_INK + len(_COLOURS)), "ansi_default"))
    if pigments.ground.startswith("ansi_"):
        return MappingProxyType(_sixteen(pigments))
    dark, light = ("#17130E", "#EADFC6")
    full = _full(pigments, dark, light)
    if name.endswith(FEWER):
        full |= _FEWER_BY_DAY if name.startswith("day") else _FEWER_BY_NIGHT
    return MappingProxyType(full)


_SOLID = frozenset(range(Paint.STONE, Paint.STONE_INK)) | frozenset(range(Paint.HELD, Paint.HELD_INK))


@cache
def style(name: str, ink: Key, ground: Key, strong: bool = False, underlined: bool = False) -> Style:
    """The style of a cell. Without colours, what is solid is reversed and what is pointed at is bold or underlined."""
    if name != "none":
        shades = colours(name)
        return brush(shades[ink], shades[ground], bold=strong, underline=underlined)
    pointed = ground in (Paint.CURSOR, Paint.REFUSED, Paint.MARKED) or ground >= Paint.HELD
    return brush(
        "ansi_default",
        "ansi_default",
        bold=strong or pointed,
        reverse=ground in _SOLID or ground == Paint.CURSOR,
        underline=underlined or ground in (Paint.MARKED, Paint.REFUSED, Paint.ROOF, Paint.CORDON_GROUND),
    )
