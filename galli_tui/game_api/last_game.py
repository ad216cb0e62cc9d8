"""The game played last, kept in the settings: it is proposed first."""

from __future__ import annotations

from rules.registry import games
from saves.storage.settings import load_settings, save_setting

_SETTING = "game"


def games_by_use() -> tuple[str, ...]:
    """Return the keys of all games, the one played last first, the others in menu order."""
    last = load_settings().get(_SETTING)
    return tuple(sorted(games(), key=lambda key: key != last))


def remember_game(key: str) -> None:
    """Save that a game was played."""
    if load_settings().get(_SETTING) != key:
        save_setting(_SETTING, key)
