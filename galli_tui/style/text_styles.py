"""Text styles from a palette's colours, for widgets that draw their own lines."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from rich.style import Style
from textual.color import Color

from galli_tui.style.palettes import NONE, PALETTES, PARCHMENT, Swatch


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
    lit: Style
    """What a lesson points at."""


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
        lit=brush(back, palette.link, bold=True, reverse=bare),
    )


@cache
def tone_style(theme: str, tone: str, ground: str, strong: bool = False) -> Style:
    """Return the style of a tone on a background of the theme. Raises AttributeError for an unknown tone."""
    palette = PALETTES.get(theme, PARCHMENT)
    name, _, part = tone.partition("_")
    paint = getattr(palette, name, None)
    if part and isinstance(paint, Swatch):
        if part == "fill":
            return brush(paint.ink, paint.fill, bold=strong, reverse=palette is NONE)
        return brush(getattr(paint, part), getattr(palette, ground), bold=strong)
    style: Style = getattr(brushes(theme, ground), tone)
    return style + Style(bold=True) if strong else style
