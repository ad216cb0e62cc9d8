"""The names typed for the seats of a match: which of them clash, and which cannot be kept as they were typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from galli_tui.terminal.safe_text import NAME_CELLS, sanitize


def same_name_text(names: Mapping[int, str]) -> str:
    """Return which two seats, by their number from 1, have the same name; empty if all differ."""
    first: dict[str, int] = {}
    for seat, name in names.items():
        other = first.setdefault(name.casefold(), seat)
        if other != seat:
            return f"Seats {other} and {seat} are both called {name}"
    return ""


def changed_name_text(typed: str) -> str:
    """Return how a typed name will be shown, and why not as it was typed; empty if nothing but blanks changes."""
    shown = sanitize(typed)
    if not shown or shown == unicodedata.normalize("NFC", " ".join(typed.split())):
        return ""
    whole = sanitize(typed, len(typed) * 2)
    why = f"A name has at most {NAME_CELLS} characters" if whole != shown else "Not every character can be shown"
    return f"{why}: this one will be {shown}"
