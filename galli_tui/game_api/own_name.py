"""The player's own name, which the first start asks for: the first seat of every new match has it."""

from __future__ import annotations

import getpass
from contextlib import suppress

from galli_tui.game_api.last_game import again_words, unfinished_matches
from galli_tui.settings.file import SettingsError, load, save
from galli_tui.terminal.safe_text import NAME_CELLS, sanitize
from saves.errors import SaveError
from saves.storage.paths import matches_folder


def own_name() -> str:
    """Return the name that the player chose; empty before that."""
    return sanitize(load().settings.name, NAME_CELLS)


def remember_name(name: str) -> None:
    """Save the name for later matches; where nothing can be saved, it is asked for again."""
    with suppress(SettingsError):
        save("name", name)


def system_name() -> str:
    """Return the name of the system's user, with a capital letter; empty if there is none worth proposing."""
    try:
        name = sanitize(getpass.getuser(), NAME_CELLS)
    except (OSError, KeyError, ImportError):
        return ""
    return "" if name.casefold() in ("root", "user", "nobody", "admin") else name[:1].upper() + name[1:]


def is_first_start() -> bool:
    """Return whether this player has neither a name nor a match yet."""
    if own_name() or again_words() or unfinished_matches():
        return False
    try:
        return not any(matches_folder().iterdir())
    except FileNotFoundError:
        return True
    except (OSError, SaveError):
        return False
