"""Lines beside the board: the display with what each building does, and the legend. They change seldom."""

from __future__ import annotations

from functools import lru_cache

from galli_tui.games.kit.blocks import legend
from galli_tui.games.kit.lines import Line, Span, flowed, heading, targeted
from galli_tui.games.ora_et_labora.effect_words import effect_line
from galli_tui.games.ora_et_labora.signs import OraSigns
from galli_tui.games.ora_et_labora.words import building_name
from rules.ora_et_labora.game import OraEtLabora

_KEPT = 16
"""How many results of each kind are kept."""


@lru_cache(_KEPT)
def display_lines(game: OraEtLabora, display: tuple[int, ...], width: int) -> tuple[Line, ...]:
    """Return the buildings of the display with what they do."""
    found = [heading("display", width, "display")]
    for number in display:
        name = Span(f"{building_name(game, number)}: ", strong=True)
        words = flowed([name, Span(effect_line(game, number), "faint")], width, indent=4)
        found += targeted(words, f"building {number}")
    return tuple(found)


@lru_cache(_KEPT)
def legend_lines(signs: OraSigns, width: int, height: int) -> tuple[Line, ...]:
    """Return what the signs of the board mean."""
    shown = [
        (Span("G02", "oak_fill", strong=True), "building"),
        (Span(f"G02{signs.cloister}", "blue_fill", strong=True), "cloister"),
        (Span("S1", "red_fill", strong=True), "settlement"),
        (Span("+3"), "dwelling value"),
        (Span("=8"), "what a settlement counts"),
        (Span(signs.lay), "lay brother"),
        (Span(signs.prior), "prior"),
        (Span("LP"), "at home"),
        (Span("6+1", "gold"), "on the wheel: now, more next"),
        (Span(signs.new), "since your last turn"),
        (Span(signs.forest, "green_text"), "forest"),
        (Span(signs.moor, "oak_text"), "moor"),
        (Span(signs.hillside, "yellow_text"), "hillside"),
        (Span(signs.coast, "green_text"), "coast"),
        (Span(signs.water, "blue_text"), "water"),
        (Span(signs.mountain), "mountain"),
    ]
    return tuple(legend("signs", shown, width, height))
