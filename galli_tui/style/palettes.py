"""The palettes: every colour on the screen, for each theme in 24 bits, 256 colours and 16 colours, and for none.

`theme_names` says which themes there are.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

from galli_tui.settings.theme_names import COLOURS_16, COLOURS_256, NO_COLOURS


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
    oak: Swatch
    """What is made of wood; no colour of a player."""


PARCHMENT = Palette(
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
    oak=Swatch("#C8A97A", "#7A5230", "#1E1913", "#6B4520"),
)

LAMP_BLACK = Palette(
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
    oak=Swatch("#7A5230", "#B98A5E", "#FFF8E8", "#D0A276"),
)

PARCHMENT_256 = Palette(
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
    oak=Swatch("#d7af87", "#875f00", "#000000", "#5f5f00"),
)

LAMP_BLACK_256 = Palette(
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
    oak=Swatch("#875f00", "#d7af87", "#ffffff", "#d7af87"),
)

LAMP_BLACK_16 = Palette(
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
    oak=Swatch("ansi_white", "ansi_yellow", "ansi_black", "ansi_yellow"),
)

PARCHMENT_16 = Palette(
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
    oak=Swatch("ansi_white", "ansi_bright_black", "ansi_black", "ansi_black"),
)

HIGH_CONTRAST = Palette(
    ground="#000000",
    page="#000000",
    edge="#B8B8B8",
    ink="#FFFFFF",
    faint="#D2D2D2",
    rubric="#FFB199",
    gold="#FFD21E",
    on_gold="#000000",
    gold_text="#FFD21E",
    refusal="#FFA8F4",
    refusal_ground="#5A0049",
    on_refusal="#FFFFFF",
    good="#5CFFA0",
    link="#9CC8FF",
    red=Swatch("#FF7A55", "#FFD3C5", "#000000", "#FF8A69"),
    green=Swatch("#3DF0A0", "#CFFFE6", "#000000", "#3DF0A0"),
    blue=Swatch("#53A9EC", "#CBE6FF", "#000000", "#6BB8F5"),
    yellow=Swatch("#FFD21E", "#FFF3BF", "#000000", "#FFD21E"),
    white=Swatch("#FFFFFF", "#B8B8B8", "#000000", "#FFFFFF"),
    oak=Swatch("#C99A5B", "#F0DCC0", "#000000", "#E0B070"),
)

HIGH_CONTRAST_256 = Palette(
    ground="#000000",
    page="#000000",
    edge="#87afaf",
    ink="#ffffff",
    faint="#d7d7af",
    rubric="#ffafaf",
    gold="#ffd700",
    on_gold="#000000",
    gold_text="#ffd700",
    refusal="#ffafff",
    refusal_ground="#5f005f",
    on_refusal="#ffffff",
    good="#5fffaf",
    link="#afd7ff",
    red=Swatch("#ff875f", "#ffd7d7", "#000000", "#ff875f"),
    green=Swatch("#5fffaf", "#d7ffd7", "#000000", "#5fffaf"),
    blue=Swatch("#5fafff", "#d7ffff", "#000000", "#5fafff"),
    yellow=Swatch("#ffd700", "#ffffaf", "#000000", "#ffd700"),
    white=Swatch("#ffffff", "#87afaf", "#000000", "#ffffff"),
    oak=Swatch("#d7af5f", "#ffd7af", "#000000", "#d7af87"),
)

HIGH_CONTRAST_16 = LAMP_BLACK_16._replace(
    edge="ansi_white",
    ink="ansi_bright_white",
    faint="ansi_bright_white",
    gold="ansi_bright_yellow",
    refusal_ground="ansi_bright_white",
    on_refusal="ansi_black",
    red=Swatch("ansi_bright_red", "ansi_bright_white", "ansi_black", "ansi_bright_red"),
    green=Swatch("ansi_bright_green", "ansi_bright_white", "ansi_black", "ansi_bright_green"),
    blue=Swatch("ansi_bright_cyan", "ansi_bright_white", "ansi_black", "ansi_bright_cyan"),
)

# Red, green and blue differ in lightness as well, since some eyes see little else of red and green, others of green
# and blue: dark red and blue, bluish green between, light yellow.
COLOUR_BLIND = LAMP_BLACK._replace(
    rubric="#EEA07F",
    gold_text="#EEC11B",
    refusal="#F0B4E6",
    refusal_ground="#6A2C62",
    good="#8FD9FF",
    link="#A9C4FF",
    red=Swatch("#A8321A", "#F29A78", "#FFF8E8", "#E0703A"),
    green=Swatch("#22A98B", "#8AF0D2", "#04140F", "#2BE38C"),
    blue=Swatch("#17408A", "#8FB6F5", "#FFF8E8", "#6A9CF0"),
    yellow=Swatch("#E3B820", "#FFE48A", "#1A150E", "#EEC11B"),
    white=Swatch("#F2EEE3", "#FFFFFF", "#221C14", "#F2EEE3"),
    oak=Swatch("#6E5A3A", "#C9B48A", "#FFF8E8", "#C9B48A"),
)

COLOUR_BLIND_256 = LAMP_BLACK_256._replace(
    rubric="#ffaf87",
    gold_text="#ffd700",
    refusal="#ffafff",
    good="#87d7ff",
    link="#afafff",
    red=Swatch("#d75f00", "#ffaf5f", "#000000", "#ff875f"),
    green=Swatch("#00af87", "#87ffd7", "#000000", "#5fffaf"),
    blue=Swatch("#005faf", "#87afff", "#ffffff", "#5fafff"),
    yellow=Swatch("#ffd700", "#ffff87", "#000000", "#ffd700"),
    white=Swatch("#ffffff", "#ffffff", "#262626", "#ffffff"),
)

COLOUR_BLIND_16 = LAMP_BLACK_16._replace(
    good="ansi_bright_cyan",
    red=Swatch("ansi_red", "ansi_bright_red", "ansi_bright_white", "ansi_bright_red"),
    green=Swatch("ansi_cyan", "ansi_bright_cyan", "ansi_black", "ansi_bright_cyan"),
    blue=Swatch("ansi_blue", "ansi_bright_blue", "ansi_bright_white", "ansi_bright_blue"),
)

_BARE = Swatch("ansi_default", "ansi_default", "ansi_default", "ansi_default")
NONE = Palette._make(_BARE if isinstance(value, Swatch) else "ansi_default" for value in PARCHMENT)

PALETTES = MappingProxyType(
    {
        f"{theme}{ending}": palette
        for theme, palettes in {
            "parchment": (PARCHMENT, PARCHMENT_256, PARCHMENT_16),
            "lamp-black": (LAMP_BLACK, LAMP_BLACK_256, LAMP_BLACK_16),
            "high-contrast": (HIGH_CONTRAST, HIGH_CONTRAST_256, HIGH_CONTRAST_16),
            "colour-blind": (COLOUR_BLIND, COLOUR_BLIND_256, COLOUR_BLIND_16),
        }.items()
        for ending, palette in zip(("", COLOURS_256, COLOURS_16), palettes, strict=True)
    }
    | {NO_COLOURS: NONE}
)
"""By the name of the theme, with "-256" or "-16" for fewer colours."""
