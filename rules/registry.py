"""Every game of the house by its key. The only place that names them all."""

from __future__ import annotations

from importlib import import_module

from rules.engine.game import GameBox

_BOXES = {"campus-galli": "rules.campus_galli.game"}


def games() -> tuple[str, ...]:
    """The keys of all games, in the menu's order."""
    return tuple(_BOXES)


def package_of(key: str) -> str:
    """The package in which a game's rules and components lie. Raises KeyError for an unknown key."""
    return _BOXES[key].rpartition(".")[0]


def game_box(key: str) -> GameBox:
    """The game of a key. Raises KeyError for an unknown one. Imported only when asked for."""
    box: GameBox = import_module(_BOXES[key]).BOX
    return box
