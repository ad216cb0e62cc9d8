"""Colours by meaning: palettes as Textual themes and CSS variables, text styles for Line API widgets, and glyphs.

In CSS the variables are named after the palette's fields (`$on-gold`, `$red-edge`); a widget that draws its own lines
asks `palette_of(self.app.theme)`. No meaning depends on colour alone: a glyph or a letter goes with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rich.style import Style
from textual.color import Color
from textual.theme import Theme

from galli_tui.style.palettes import DAY, NONE, PALETTES, Palette, Swatch

if TYPE_CHECKING:
    pass

PAINTS = ("red", "green", "blue", "yellow", "white")
"""The names of the piece colours."""

TEXT_PAIRS = (
    *((text, ground) for ground in ("ground", "page") for text in ("ink", "faint", "rubric", "gold_text", "refusal")),
    *((text, ground) for ground in ("ground", "page") for text in ("good", "link")),
    *((f"{paint}_text", ground) for ground in ("ground", "page") for paint in PAINTS),
    *((f"{paint}_ink", paint) for paint in PAINTS),
    ("on_gold", "gold"),
    ("on_refusal", "refusal_ground"),
    ("parchment_text", "parchment"),
    ("wood_ink", "wood"),
    ("tree_ink", "tree"),
    ("stone_ink", "stone"),
)
"""Every pair of text and background, by name: a test holds each to WCAG AA, 4.5 to 1."""


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


@cache
def brush(text: str, ground: str, *, bold: bool = False, reverse: bool = False, underline: bool = False) -> Style:
    """Return a Rich style from two colours of a palette, for the strips of a Line API widget."""
    colours = (Color.parse(text).rich_color, Color.parse(ground).rich_color)
    return Style(
        color=colours[0],
        bgcolor=colours[1],
        bold=bold or None,
        reverse=reverse or None,
        underline=underline or None,
    )


class Brushes(NamedTuple):
    """The text styles that every widget needs, for one background."""

    ink: Style
    strong: Style
    faint: Style
    rubric: Style
    gold: Style
    """The seat to move, and what scores points."""
    selected: Style
    """The selected line of a focused widget."""
    marked: Style
    """The selected line of a widget without focus."""
    refusal: Style
    good: Style
    link: Style
    edge: Style


@cache
def brushes(theme: str, ground: str = "page") -> Brushes:
    """Return a theme's text styles on its `page` or `ground`. Without colours, bold and reverse replace them."""
    palette = PALETTES[theme]
    back = str(getattr(palette, ground))
    bare = palette is NONE
    return Brushes(
        ink=brush(palette.ink, back),
        strong=brush(palette.ink, back, bold=True),
        faint=brush(palette.faint, back),
        rubric=brush(palette.rubric, back, bold=True),
        gold=brush(palette.gold_text, back, bold=True),
        selected=brush(palette.on_gold, palette.gold, bold=True, reverse=bare),
        marked=brush(palette.gold_text, back, bold=True, underline=bare),
        refusal=brush(palette.refusal, back, bold=True),
        good=brush(palette.good, back),
        link=brush(palette.link, back, underline=True),
        edge=brush(palette.edge, back),
    )


@cache
def tone_style(theme: str, tone: str, ground: str, strong: bool = False) -> Style:
    """Return the style of a tone on a background of the theme. Raises AttributeError for an unknown tone."""
    palette = PALETTES.get(theme, DAY)
    name, _, part = tone.partition("_")
    paint = getattr(palette, name, None)
    if part and isinstance(paint, Swatch):
        if part == "fill":
            return brush(paint.ink, paint.fill, bold=strong, reverse=palette is NONE)
        return brush(getattr(paint, part), getattr(palette, ground), bold=strong)
    style: Style = getattr(brushes(theme, ground), tone)
    return style + Style(bold=True) if strong else style


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
        dark=not name.startswith("day"),
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


class Glyphs(NamedTuple):
    """The glyphs shared by all games, each one cell wide."""

    here: str
    """Before the selected line."""
    yes: str
    no: str
    seal: str
    dot: str
    """Between parts of a line."""
    dash: str
    left: str
    right: str
    up: str
    down: str
    more: str
    """In place of what did not fit."""
    rule: str
    """A thin line when repeated."""
    ornament: str
    """Beside a title."""
    solid: str
    """A filled area when repeated."""
    bar: str
    """Beside marked text."""
    half: str
    """Half a point, after a whole number."""


UNICODE = Glyphs("▸", "✔", "✖", "✶", "·", "–", "←", "→", "↑", "↓", "…", "─", "❧", "█", "▌", "½")
ASCII = Glyphs(">", "+", "x", "*", "-", "-", "<", ">", "^", "v", "~", "-", "*", "#", "|", ".5")
