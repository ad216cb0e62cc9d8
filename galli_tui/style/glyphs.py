"""The glyphs of widgets, for Unicode and for ASCII terminals."""

from __future__ import annotations

from typing import NamedTuple


class WidgetGlyphs(NamedTuple):
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
    new: str
    """Before what has happened since the player's last turn."""


UNICODE = WidgetGlyphs("▸", "✔", "✖", "✶", "·", "–", "←", "→", "↑", "↓", "…", "─", "❧", "█", "▌", "½", "»")


ASCII = WidgetGlyphs(">", "+", "x", "*", "-", "-", "<", ">", "^", "v", "~", "-", "*", "#", "|", ".5", '"')
