"""How keys are written for people: short in footers and lists, in full within a sentence.

Sentences never name a key of an action literally, since the player may change it: write `f"{KEY:table.undo} undoes"`,
or `{key:table.undo}` in a text that goes through `with_keys` or is the guide of a game. Arrows, Enter, Esc and Tab
always keep their meaning and may be named.
"""

from __future__ import annotations

import unicodedata

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
    "quotation_mark": '"',
    "dollar_sign": "$",
    "apostrophe": "'",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
    "circumflex_accent": "^",
    "grave_accent": "`",
    "vertical_line": "|",
}
"""Textual's names of keys, and ours."""
_OTHER_WORDS = {
    "ins": "insert",
    "return": "enter",
    "page up": "pageup",
    "page down": "pagedown",
    "blank": "space",
    "space bar": "space",
}
"""Further names that players type."""
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
    if "_" in key and key not in _NAMES and "+" not in key:
        return character_of(key) or key
    return _ARROWS.get(key, _NAMES.get(key, key))


def key_from(text: str) -> str | None:
    """Return Textual's name of a key that is written as people do: "u", "?", "Ctrl+S", "^s", "F5", "Esc"; else None."""
    from textual.keys import Keys

    word = text.strip() or text
    if len(word) == 1:
        return _key_of(word)
    word = word.lower().replace("control+", "ctrl+")
    if word.startswith("^") and len(word) == 2:
        word = f"ctrl+{word[1]}"
    word = _LONG.get(word, _OTHER_WORDS.get(word, word))
    if word.startswith("shift+") and len(word) == 7 and word[6].isalpha():
        return word[6].upper()
    if word in _NAMES:
        return word
    return word if word[0] != "<" and word not in _MISNAMED and word in {key.value for key in Keys} else None


def key_vocabulary() -> list[str]:
    """Return names of keys to propose in place of a wrong one."""
    from textual.keys import Keys

    return [*_NAMES, *(key.value for key in Keys if key.value[0] != "<" and key.value not in _MISNAMED)]


def _key_of(character: str) -> str | None:
    if character == " ":
        return "space"
    named = next((name for name, sign in _NAMES.items() if sign == character), None)
    if named is not None or character.isalnum():
        return named or character
    return unicodedata.name(character, "").lower().replace("-", "_").replace(" ", "_") or None


def character_of(key: str) -> str:
    """Return the character that a key writes into a text field; empty for a key that writes none."""
    from textual.keys import key_to_character

    character = " " if key == "space" else key_to_character(key) or ""
    return character if character.isprintable() and len(character) == 1 else ""


_LONG = {short: name for name, short in _NAMES.items()}
_MISNAMED = frozenset({"return", "ctrl-at", "ctrl+@"})
"""Names that Textual lists and never sends."""


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
