"""The player's own keys: the check of a key map, and the keys that actions have by it.

Textual applies the map (`App.set_keymap`). Its own report of clashes counts an action against itself and sees only
one widget at a time, so the check is ours: two actions clash if both can be live on one screen with one key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import combinations
from typing import Final, NamedTuple

from galli_tui.settings.schema import KeyMap
from galli_tui.style.actions import Action, defaults
from galli_tui.style.key_names import character_of, key_from, key_vocabulary, key_words
from galli_tui.style.key_screens import TYPING, scope_title

FIXED: Final = frozenset(
    {"escape", "enter", "tab", "shift+tab", "up", "down", "left", "right", "pageup", "pagedown", "home", "end"}
    | {"ctrl+c"}
)
"""The keys that keep their meaning everywhere: an action that has one keeps it, and no other action gets it."""
_SAME_AS: Final = {"ctrl+i": "Tab", "ctrl+m": "Enter", "ctrl+j": "Enter", "ctrl+h": "Backspace"}
"""Keys that many terminals cannot tell from another."""
EDITING: Final = frozenset(
    {"backspace", "delete", "shift+delete", "shift+insert", "ctrl+a", "ctrl+d", "ctrl+e", "ctrl+f", "ctrl+k"}
    | {"ctrl+u", "ctrl+v", "ctrl+w", "ctrl+x"}
    | {f"{held}+{key}" for held in ("ctrl", "shift", "ctrl+shift") for key in ("left", "right", "home", "end")}
)
"""The keys with which a text field is edited."""


class KeyProblem(NamedTuple):
    """Why an action cannot have the keys that were asked for."""

    action_id: str
    text: str
    """The reason, as the beginning of a sentence."""


class CheckedKeys(NamedTuple):
    """The part of a key map that can be applied, and what is wrong with the rest."""

    keys: dict[str, tuple[str, ...]]
    """All keys of each action that is changed, as Textual names them."""
    problems: tuple[KeyProblem, ...]


def check_keys(wanted: KeyMap, together: Sequence[frozenset[str]]) -> CheckedKeys:
    """Check a key map against all actions, given the scopes that are live together.

    An action with a problem keeps its default keys; of two changes that clash, the later one is refused.
    """
    every = defaults()
    keys: dict[str, tuple[str, ...]] = {}
    problems: list[KeyProblem] = []
    for action_id, given in wanted.items():
        found = _keys_of(every, action_id, given)
        if isinstance(found, str):
            problems.append(KeyProblem(action_id, found))
        elif found != every[action_id].keys:
            keys[action_id] = found
    while clash := _first_clash(every, keys, together):
        del keys[clash.action_id]
        problems.append(clash)
    refused = {problem.action_id for problem in problems}
    for it in every.values():
        if it.id not in keys.keys() | refused and (follow := _with_openers(it, every, keys)) != it.keys:
            follows = {**keys, it.id: follow}
            if _first_clash(every, follows, together) is None:
                keys = follows
    return CheckedKeys(keys, tuple(problems))


def may_change(it: Action) -> bool:
    """Return whether the player may change the keys of an action."""
    return not it.each_key


def _keys_of(every: Mapping[str, Action], action_id: str, given: Sequence[str]) -> tuple[str, ...] | str:
    """Return all keys of an action, or why it cannot have the given ones."""
    it = every.get(action_id)
    if it is None:
        return f"there is no such action{_nearest(action_id, every)}"
    if not may_change(it):
        return f"the keys of “{it.label}” cannot be changed"
    keys: list[str] = []
    for word in given:
        key = key_from(word)
        if key is None:
            return f"“{word}” is no key{_nearest(word.lower(), key_vocabulary())}"
        if reason := _refused(it, key):
            return reason
        keys.append(key)
    return tuple(dict.fromkeys((*keys, *(key for key in it.keys if key in FIXED))))


def _with_openers(it: Action, every: Mapping[str, Action], keys: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the keys of an action that closes a screen, with those that open it now in place of those before."""
    if not it.opener:
        return it.keys
    openers = [one for one in every.values() if one.id == it.opener or f".{one.id.partition('.')[2]}" == it.opener]
    now = [key for one in openers for key in keys.get(one.id, one.keys)]
    before = [key for one in openers for key in one.keys if key not in now]
    place = next((number for number, key in enumerate(it.keys) if key in before), len(it.keys))
    kept = [key for key in it.keys if key not in before or key in FIXED]
    return tuple(dict.fromkeys((*kept[:place], *(key for key in now if key not in FIXED), *kept[place:])))


def _nearest(word: str, words: Iterable[str]) -> str:
    near = get_close_matches(word, list(words), 1)
    return f" (the nearest is {near[0]})" if near else ""


def _refused(it: Action, key: str) -> str:
    """Return why an action cannot have a key, whatever other actions have; empty if it can."""
    if key in it.keys:
        return ""
    if key in FIXED:
        return f"{key_words(key)} keeps its meaning everywhere"
    if key in _SAME_AS:
        return f"many terminals cannot tell {key_words(key)} from {_SAME_AS[key]}"
    if it.scope in TYPING and character_of(key):
        return f"{key_words(key)} would be typed into the text field"
    if it.scope in TYPING and key in EDITING:
        return f"{key_words(key)} edits the text field"
    return ""


def _first_clash(
    every: Mapping[str, Action], keys: Mapping[str, tuple[str, ...]], together: Sequence[frozenset[str]]
) -> KeyProblem | None:
    """Return the clash of the change that was made last among those that clash; None if there is none."""
    order = list(keys)
    clashes: dict[str, KeyProblem] = {}
    for scopes in together:
        live = sorted((it for it in every.values() if it.scope in scopes), key=lambda it: it.id)
        by_key: dict[str, list[Action]] = {}
        for it in live:
            for key in keys.get(it.id, it.keys):
                by_key.setdefault(key, []).append(it)
        for key, sharing in by_key.items():
            for one, other in combinations(sharing, 2):
                # What shares a key by default is never live at the same time, or meant to be covered.
                if key in one.keys and key in other.keys:
                    continue
                late, early = sorted((one, other), key=lambda it: order.index(it.id) if it.id in keys else -1)[::-1]
                clashes.setdefault(late.id, KeyProblem(late.id, _clash(key, early)))
    return clashes[max(clashes, key=order.index)] if clashes else None


def _clash(key: str, it: Action) -> str:
    return f"{key_words(key)} is the key of “{it.label}” ({it.id}, {scope_title(it.scope)})"
