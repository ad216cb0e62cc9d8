"""How keys are written for people: short in footers and lists, in full within a sentence.

Sentences never name a key of an action literally, since the player may change it: write `f"{KEY:table.undo} undoes"`,
or `{key:table.undo}` in a text that goes through `with_keys` or is the guide of a game. Arrows, Enter, Esc and Tab
always keep their meaning and may be named.
"""

from __future__ import annotations

from galli_tui.style.actions import action

_NAMES = {
    "escape": "esc",
    "pageup": "pgup",
    "pagedown": "pgdn",
    "delete": "del",
    "question_mark": "?",
    "exclamation_mark": "!",
    "slash": "/",
    "backslash": "\\",
    "colon": ":",
    "semicolon": ";",
    "comma": ",",
    "full_stop": ".",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
    "asterisk": "*",
    "number_sign": "#",
    "at": "@",
    "percent_sign": "%",
    "ampersand": "&",
    "tilde": "~",
    "underscore": "_",
    "less_than_sign": "<",
    "greater_than_sign": ">",
}
"""Textual's names of keys, and ours."""
_ARROWS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}


def key_name(keys: str, *, ascii_only: bool = False) -> str:
    """Return how keys are written in a footer or a list: "^p", "esc", "↑↓". `keys` are separated by blanks."""
    names = keys.split()
    if names == ["left", "right"] and ascii_only:
        return keys
    if all(name in _ARROWS for name in names) and names:
        return "arrows" if ascii_only else "".join(_ARROWS[name] for name in names)
    return " ".join(_one(name) for name in names)


def _one(key: str) -> str:
    if key.startswith("ctrl+"):
        return f"^{key[5:]}"
    if len(key) > 1 and key[0] == "f" and key[1:].isdecimal():
        return key.upper()
    return _ARROWS.get(key, _NAMES.get(key, key))


def key_words(key: str) -> str:
    """Return how a key is written within a sentence: "Ctrl+S", "Esc", "h", "F1", "?"."""
    *modifiers, last = key.split("+")
    name = _one(last)
    if modifiers or (name.isalpha() and len(name) > 1):
        name = name.capitalize()
    return "+".join((*(modifier.capitalize() for modifier in modifiers), name))


class _Keys:
    """The keys of actions as a format: `f"{KEY:table.undo}"` is "u"."""

    def __format__(self, action_id: str) -> str:
        return key_words(action(action_id).keys[0])


KEY = _Keys()


def with_keys(text: str) -> str:
    """Return a text with the keys of actions in place of `{key:...}`."""
    return text.format(key=KEY)
