"""Colours by meaning: palettes as Textual themes and as CSS variables.

In CSS the variables are named after the palette's fields (`$on-gold`, `$red-edge`); a widget that draws its own lines
asks `palette_of(self.app.theme)`. No meaning depends on colour alone: a glyph or a letter goes with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from textual.theme import Theme

from galli_tui.settings.theme_names import LIGHT_THEMES, split_name
from galli_tui.style.palettes import PALETTES, Palette, Swatch

PAINTS = ("red", "green", "blue", "yellow", "white")
"""The names of the piece colours."""

TEXT_PAIRS = (
    *((text, ground) for ground in ("ground", "page") for text in ("ink", "faint", "rubric", "gold_text", "refusal")),
    *((text, ground) for ground in ("ground", "page") for text in ("good", "link")),
    *((f"{paint}_text", ground) for ground in ("ground", "page") for paint in PAINTS),
    *((f"{paint}_ink", paint) for paint in PAINTS),
    ("on_gold", "gold"),
    ("on_refusal", "refusal_ground"),
)
"""Every pair of text and background, by name: a test holds each to WCAG AA, in high contrast to AAA."""


def named(palette: Palette) -> dict[str, str]:
    """Return all colours of a palette by flat name: "on_gold", "red", "red_edge", "red_ink", "red_text"."""
    return dict(_named(palette))


def _named(palette: Palette) -> Iterator[tuple[str, str]]:
    for name, value in palette._asdict().items():
        if isinstance(value, Swatch):
            yield name, value.fill
            yield f"{name}_edge", value.edge
            yield f"{name}_ink", value.ink
            yield f"{name}_text", value.text
        else:
            yield name, value


def palette_of(theme: str) -> Palette:
    """Return the palette of a theme."""
    return PALETTES[theme]


def seat_colour(name: str, palette: Palette) -> Swatch:
    """Return the swatch of a seat's colour by its name in the game; white for an unknown name."""
    value = getattr(palette, name, None)
    return value if isinstance(value, Swatch) else palette.white


def textual_theme(name: str) -> Theme:
    """Return a palette as a Textual theme."""
    palette = PALETTES[name]
    ansi = palette.ground.startswith("ansi_")
    return Theme(
        name=name,
        primary=palette.gold,
        secondary=palette.rubric,
        accent=palette.link,
        warning=palette.gold_text,
        error=palette.refusal,
        success=palette.good,
        foreground=palette.ink,
        background=palette.ground,
        surface=palette.page,
        panel=palette.page,
        dark=split_name(name)[0] not in LIGHT_THEMES,
        ansi=ansi,
        variables={
            **{key.replace("_", "-"): value for key, value in named(palette).items()},
            "ansi-background": palette.ground,
            "ansi-foreground": palette.ink,
            "input-cursor-background": palette.ink,
            "input-cursor-foreground": palette.page,
            "input-selection-background": palette.gold,
            "input-selection-foreground": palette.on_gold,
            "border": palette.edge,
            "border-blurred": palette.edge,
            "scrollbar": palette.edge,
            "scrollbar-hover": palette.gold,
            "scrollbar-active": palette.gold,
            "scrollbar-background": palette.page,
            "scrollbar-background-hover": palette.page,
            "scrollbar-background-active": palette.page,
            "scrollbar-corner-color": palette.page,
        },
    )
