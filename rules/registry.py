"""The registry: every game by its key. The only module that names them all."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.engine.game import GameBox, Meta

_PACKAGES = {
    "campus-galli": "rules.campus_galli",
    "builders-duel": "rules.builders_duel",
    "ora-et-labora": "rules.ora_et_labora",
}


def games() -> tuple[str, ...]:
    """Return the keys of all games, in menu order."""
    return tuple(_PACKAGES)


def package_of(key: str) -> str:
    """Return the package that holds a game's rules and components. Raises KeyError for an unknown key."""
    return _PACKAGES[key]


def game_meta(key: str) -> Meta:
    """Return what is known of a game before a match, without its rules. Raises KeyError for an unknown key."""
    meta: Meta = import_module(f"{_PACKAGES[key]}.meta").META
    return meta


def game_box(key: str) -> GameBox:
    """Import and return the game registered under a key. Raises KeyError for an unknown key."""
    box: GameBox = import_module(f"{_PACKAGES[key]}.game").BOX
    return box
