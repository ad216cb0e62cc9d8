"""The palettes: every colour on the screen, for day and night, in 24 bits, 256 colours, 16 colours or none."""

from __future__ import annotations

from typing import NamedTuple


class Swatch(NamedTuple):
    """One piece colour."""

    fill: str
    """A filled area."""
    edge: str
    """The edge around the area."""
    ink: str
    """Text upon `fill`."""
    text: str
    """Text or a glyph in this colour on `ground` and `page`."""


class Palette(NamedTuple):
    """All colours by meaning: hex values, or Textual's names of the terminal's own colours."""

    ground: str
    """The screen behind everything."""
    page: str
    """Panels, lists and dialogues."""
    edge: str
    """Borders and rules."""
    ink: str
    """Text."""
    faint: str
    """Text of second rank, still easy to read."""
    rubric: str
    """Headings, as a scribe writes them in red."""
    gold: str
    """Selection and focus: an area."""
    on_gold: str
    """Text upon `gold`."""
    gold_text: str
    """The seat to move, and what is worth points: text."""
    refusal: str
    """Why something cannot be: text."""
    refusal_ground: str
    """The same as an area."""
    on_refusal: str
    """Text upon `refusal_ground`."""
    good: str
    """What succeeds or is earned: text."""
    link: str
    """Clauses and what else leads somewhere: text."""
    red: Swatch
    green: Swatch
    blue: Swatch
    yellow: Swatch
    white: Swatch


DAY = Palette(
    ground="#EFE3C8",
    page="#F8F0DE",
    edge="#A98D5F",
    ink="#2B2622",
    faint="#66584A",
    rubric="#A32E1B",
    gold="#C9A227",
    on_gold="#1E1913",
    gold_text="#765A05",
    refusal="#6E2A5E",
    refusal_ground="#6E2A5E",
    on_refusal="#F8F0DE",
    good="#2B6A41",
    link="#26418F",
    red=Swatch("#C93F28", "#8C2413", "#FFF8E8", "#A8301B"),
    green=Swatch("#3E8E5A", "#235C38", "#0E120D", "#2B6A41"),
    blue=Swatch("#2F6DB5", "#1B4478", "#FFF8E8", "#24568F"),
    yellow=Swatch("#D9A32B", "#96690A", "#1E1913", "#7A5604"),
    white=Swatch("#F4F0E6", "#8D8574", "#2B2622", "#5E564A"),
)

NIGHT = Palette(
    ground="#17130E",
    page="#221C14",
    edge="#6B583F",
    ink="#EADFC6",
    faint="#AC9C80",
    rubric="#EB7C61",
    gold="#C9A227",
    on_gold="#1A150E",
    gold_text="#DDBB4B",
    refusal="#DDA3CF",
    refusal_ground="#6E2A5E",
    on_refusal="#FBEFDC",
    good="#82C79A",
    link="#A3B8F0",
    red=Swatch("#C93F28", "#F08467", "#FFF8E8", "#F0806A"),
    green=Swatch("#3E8E5A", "#7CCB97", "#0B0F0A", "#74C08F"),
    blue=Swatch("#2F6DB5", "#86B5EA", "#FFF8E8", "#85B2E8"),
    yellow=Swatch("#D9A32B", "#F6D27C", "#1A150E", "#E2B347"),
    white=Swatch("#E9E3D4", "#FFFFFF", "#221C14", "#E9E3D4"),
)

FEWER = "-256"
"""Ends the name of a theme for a terminal of 256 colours: its nearest to our earthy ones are garish."""

DAY_FEWER = Palette(
    ground="#d7d7af",
    page="#ffffd7",
    edge="#87875f",
    ink="#262626",
    faint="#4e4e4e",
    rubric="#af0000",
    gold="#d7af00",
    on_gold="#000000",
    gold_text="#5f5f00",
    refusal="#5f005f",
    refusal_ground="#5f005f",
    on_refusal="#ffd7ff",
    good="#005f00",
    link="#0000af",
    red=Swatch("#d70000", "#870000", "#ffffff", "#af0000"),
    green=Swatch("#00af5f", "#005f00", "#000000", "#005f00"),
    blue=Swatch("#005faf", "#00005f", "#ffffff", "#005f87"),
    yellow=Swatch("#d7af00", "#875f00", "#000000", "#5f5f00"),
    white=Swatch("#ffffff", "#767676", "#262626", "#585858"),
)

NIGHT_FEWER = Palette(
    ground="#121212",
    page="#1c1c1c",
    edge="#87875f",
    ink="#ffffd7",
    faint="#afaf87",
    rubric="#ff875f",
    gold="#d7af00",
    on_gold="#000000",
    gold_text="#ffd75f",
    refusal="#d7afd7",
    refusal_ground="#5f005f",
    on_refusal="#ffd7ff",
    good="#87d787",
    link="#afafff",
    red=Swatch("#d70000", "#ff875f", "#ffffff", "#ff875f"),
    green=Swatch("#00af5f", "#87d787", "#000000", "#87d787"),
    blue=Swatch("#005faf", "#87afff", "#ffffff", "#87afff"),
    yellow=Swatch("#d7af00", "#ffd75f", "#000000", "#ffd75f"),
    white=Swatch("#ffffff", "#ffffff", "#262626", "#ffffff"),
)

NIGHT_SIXTEEN = Palette(
    ground="ansi_black",
    page="ansi_black",
    edge="ansi_yellow",
    ink="ansi_white",
    faint="ansi_white",
    rubric="ansi_bright_red",
    gold="ansi_yellow",
    on_gold="ansi_black",
    gold_text="ansi_bright_yellow",
    refusal="ansi_bright_magenta",
    refusal_ground="ansi_magenta",
    on_refusal="ansi_bright_white",
    good="ansi_bright_green",
    link="ansi_bright_cyan",
    red=Swatch("ansi_red", "ansi_bright_red", "ansi_bright_white", "ansi_bright_red"),
    green=Swatch("ansi_green", "ansi_bright_green", "ansi_black", "ansi_bright_green"),
    blue=Swatch("ansi_blue", "ansi_bright_cyan", "ansi_bright_white", "ansi_bright_cyan"),
    yellow=Swatch("ansi_bright_yellow", "ansi_yellow", "ansi_black", "ansi_bright_yellow"),
    white=Swatch("ansi_bright_white", "ansi_white", "ansi_black", "ansi_bright_white"),
)

DAY_SIXTEEN = Palette(
    ground="ansi_bright_white",
    page="ansi_bright_white",
    edge="ansi_bright_black",
    ink="ansi_black",
    faint="ansi_black",
    rubric="ansi_red",
    gold="ansi_yellow",
    on_gold="ansi_black",
    gold_text="ansi_blue",
    refusal="ansi_magenta",
    refusal_ground="ansi_magenta",
    on_refusal="ansi_bright_white",
    good="ansi_blue",
    link="ansi_blue",
    # Yellow text is too pale on white, so it is magenta; the shapes of the signs tell colours apart.
    red=Swatch("ansi_red", "ansi_red", "ansi_bright_white", "ansi_red"),
    green=Swatch("ansi_green", "ansi_green", "ansi_black", "ansi_green"),
    blue=Swatch("ansi_blue", "ansi_blue", "ansi_bright_white", "ansi_blue"),
    yellow=Swatch("ansi_bright_yellow", "ansi_yellow", "ansi_black", "ansi_magenta"),
    white=Swatch("ansi_white", "ansi_bright_black", "ansi_black", "ansi_black"),
)

_BARE = Swatch("ansi_default", "ansi_default", "ansi_default", "ansi_default")
NONE = Palette._make(_BARE if isinstance(value, Swatch) else "ansi_default" for value in DAY)

PALETTES = {
    "day": DAY,
    "night": NIGHT,
    f"day{FEWER}": DAY_FEWER,
    f"night{FEWER}": NIGHT_FEWER,
    "day-16": DAY_SIXTEEN,
    "night-16": NIGHT_SIXTEEN,
    "none": NONE,
}
"""By the name of the theme."""


def other_light(theme: str) -> str:
    """Return the theme's counterpart for the same terminal: dark for light, light for dark."""
    light, dash, colours = theme.partition("-")
    return f"{'night' if light == 'day' else 'day'}{dash}{colours}"
