"""The player's own keys: those of the settings file that can be used, what is wrong with the others, and a change."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from galli_tui.game_api.registry import board_scopes
from galli_tui.settings.file import KEYS, Loaded, load, save, settings_path
from galli_tui.settings.schema import KeyMap
from galli_tui.style.actions import Action, defaults
from galli_tui.style.key_map import CheckedKeys, check_keys, may_change
from galli_tui.style.key_names import key_from, key_words
from galli_tui.style.key_screens import live_together, ordered_scopes, scope_title
from galli_tui.terminal.safe_text import sanitize
from saves.errors import quoted

KEPT: Final = "Arrows, digits, Enter, Esc, Tab and page keys keep their meaning."
"""What the player should know beside a list of keys."""
_SHOWN = 40
"""Cells of a wrong name in a notice."""


def checked(wanted: KeyMap) -> CheckedKeys:
    """Check a key map against the actions of all screens and games."""
    return check_keys(wanted, live_together(board_scopes().values()))


def with_usable_keys(loaded: Loaded) -> Loaded:
    """Return the settings with the keys that can be used, and a notice for each that cannot."""
    if not loaded.settings.keys:
        return loaded
    found = checked(loaded.settings.keys)
    every = defaults()
    notices: list[str] = []
    for problem in found.problems:
        it = every.get(problem.action_id)
        stays = "it is ignored" if it is None else f"{keys_words(it.keys)} stays"
        where = f"{quoted(settings_path())}: {KEYS}.{sanitize(problem.action_id, _SHOWN)}"
        notices.append(f"{where}: {sanitize(problem.text, 160)}; {stays}.")
    return loaded._replace(settings=replace(loaded.settings, keys=found.keys), notices=(*loaded.notices, *notices))


def keys_words(keys: tuple[str, ...]) -> str:
    """Return the keys of an action in words: "u", "Ctrl+S or F5"."""
    return " or ".join(key_words(key) for key in keys)


class KeyGroup(NamedTuple):
    """The actions of a scope whose keys can be changed, with their default keys."""

    title: str
    actions: tuple[Action, ...]


def key_groups() -> list[KeyGroup]:
    """Return all actions whose keys can be changed, by scope."""
    board_scopes()
    groups: dict[str, list[Action]] = {scope: [] for scope in ordered_scopes()}
    for it in defaults().values():
        if may_change(it):
            groups[it.scope].append(it)
    return [KeyGroup(scope_title(scope), tuple(actions)) for scope, actions in groups.items() if actions]


class KeyChange(NamedTuple):
    """The outcome of a change: all keys of the changed actions, or why nothing was changed."""

    keys: dict[str, tuple[str, ...]]
    refusal: str = ""


def change_key(action_id: str, keys: tuple[str, ...]) -> KeyChange:
    """Change the keys of an action in the file, or give it back its default keys with none.

    Entries of the file that cannot be used stay as they are. Raises `SettingsError` if the file cannot be written.
    """
    before = load().settings.keys
    wanted = {name: given for name, given in before.items() if name != action_id}
    if keys:
        wanted[action_id] = keys
    found = checked(wanted)
    known = {problem.action_id for problem in checked(before).problems} - {action_id}
    for problem in found.problems:
        if problem.action_id == action_id:
            return KeyChange({}, f"{problem.text}.")
        if problem.action_id not in known:
            there, here = defaults()[problem.action_id], defaults()[action_id]
            shared = next(key for key in wanted[there.id] if key_from(key) in here.keys)
            taken = f"{key_words(shared)} is the key of “{there.label}” ({there.id}) now"
            return KeyChange({}, f"{taken}; change that first.")
    if keys and action_id not in found.keys:  # These are its default keys.
        del wanted[action_id]
    save(KEYS, wanted)
    return KeyChange(found.keys)


def reset_keys() -> None:
    """Give all actions their default keys. Raises `SettingsError` if the file cannot be written."""
    save(KEYS, {})
