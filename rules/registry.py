"""The registry: every game by its key. The only module that names them all."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.engine.game import GameBox

_BOXES = {
    "campus-galli": "rules.campus_galli.game",
    "builders-duel": "rules.builders_duel.game",
    "ora-et-labora": "rules.ora_et_labora.game",
}


def games() -> tuple[str, ...]:
    """Return the keys of all games, in menu order."""
    return tuple(_BOXES)


def package_of(key: str) -> str:
    """Return the package that holds a game's rules and components. Raises KeyError for an unknown key."""
    return _BOXES[key].rpartition(".")[0]


def game_box(key: str) -> GameBox:
    """Import and return the game registered under a key. Raises KeyError for an unknown key."""
    box: GameBox = import_module(_BOXES[key]).BOX
    return box
