"""What has changed since a player's last turn, in spans: numbers, and sentences with names in colour."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from galli_tui.games.kit.lines import Span
from galli_tui.tables.seat_names import seat_names

if TYPE_CHECKING:
    from galli_tui.tables.table import Table


def change(before: int | None, now: int) -> list[Span]:
    """Return how a number has changed, as "+3" or "-2"; empty if it has not, or was not known."""
    if before is None or before == now:
        return []
    return [Span(f" {now - before:+d}", "good" if now > before else "refusal")]


def with_names(sentence: str, table: Table, tone: str) -> list[Span]:
    """Return a sentence whose players' names, with their roles, are in their seats' colours."""
    colours = {name: player.colour for name, player in zip(seat_names(table), table.players, strict=True) if name}
    if not colours:
        return [Span(sentence, tone)]
    names = "|".join(re.escape(name) for name in sorted(colours, key=len, reverse=True))
    parts = re.split(rf"(?<!\w)({names})(?!\w)", sentence)
    return [Span(part, f"{colours[part]}_text" if number % 2 else tone) for number, part in enumerate(parts) if part]
