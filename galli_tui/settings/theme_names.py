"""The themes that a player can choose, and the names of their palettes.

A theme has a palette for each number of colours that a terminal may show: the theme's own name stands for 24 bits,
and "-256" or "-16" is added for fewer. Without colours every theme is "none".
"""

from __future__ import annotations

from types import MappingProxyType

THEMES = MappingProxyType(
    {
        "lamp-black": "dark",
        "parchment": "light, like the plan",
        "high-contrast": "black, with bright text",
        "colour-blind": "dark, with colours that colour-blind eyes tell apart",
    }
)
"""What each theme is like, by name, in the order in which the key steps through them."""
DEFAULT_THEME = "lamp-black"
LIGHT_THEMES = frozenset({"parchment"})
OLDER_NAMES = MappingProxyType({"day": "parchment", "night": "lamp-black"})
"""Names that options and settings still accept."""
NO_COLOURS = "none"
"""The palette of a terminal without colours."""
COLOURS_256 = "-256"
"""Ends the name of a palette for a terminal of 256 colours."""
COLOURS_16 = "-16"
"""Ends the name of a palette for a terminal of 16 colours."""


def known_theme(name: str) -> str | None:
    """Return the theme of this name, which may be an older one; None if there is none."""
    name = OLDER_NAMES.get(name, name)
    return name if name in THEMES else None


def split_name(palette: str) -> tuple[str, str]:
    """Return the theme of a palette, and what ends the palette's name: "-256", "-16" or nothing."""
    ending = next((ending for ending in (COLOURS_256, COLOURS_16) if palette.endswith(ending)), "")
    return palette.removesuffix(ending), ending


def palette_name(name: str) -> str:
    """Return the present name of a palette whose theme may have an older name."""
    theme, ending = split_name(name)
    return f"{OLDER_NAMES.get(theme, theme)}{ending}"


def next_palette(palette: str) -> str:
    """Return the palette of the next theme for the same terminal."""
    theme, ending = split_name(palette)
    names = [*THEMES]
    return f"{names[(names.index(theme) + 1) % len(names)]}{ending}"
