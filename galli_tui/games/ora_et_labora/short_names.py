"""Short names of buildings and settlements, from the file beside this module."""

from __future__ import annotations

from functools import cache

from rules.engine.toml_table import parsed_beside


@cache
def _names() -> dict[str, tuple[str, ...]]:
    table = parsed_beside("galli_tui.games.ora_et_labora", "short_names.toml").table("names")
    return {name: table.texts(name) for name in table.names()}


def short_names(name: str) -> tuple[str, ...]:
    """Return shorter forms of a card's name, the longest first; the last has at most 5 letters."""
    return _names().get(name, ())
