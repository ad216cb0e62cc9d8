"""A click on a key that a text names, or on its label after it, does what the key does, as in the footer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from textual.events import Click
from textual.geometry import Region
from textual.screen import Screen
from textual.widgets import Static

from galli_tui.style.action_registry import known
from galli_tui.style.key_names import key_words
from galli_tui.style.text_wrap import cells
from galli_tui.widgets.footer import OffersActions, do_by_key

_WORD: Final = re.compile(r"[^\s/]+")
_AROUND: Final = ".,;:()"
"""What may stand around a key in a sentence."""
_ASKS: Final = "press"
"""The word after which even a common word or a single letter is a key."""
_COMMON: Final = frozenset({"Space", "Home", "End"})
"""Keys whose names are words of the games too: "Space d0"."""
_ARROWS: Final = re.compile(r"\b(left) and (right)\b|\b(up) and (down)\b", re.IGNORECASE)
"""Arrows in a prompt: "Left and right step". Alone, such a word may be any."""
_DIGITS: Final = re.compile(r"(?<!\S)\d(?: \d)+(?!\S)")
"""Digits in a row, which are keys: "1 2 3 change it". An amount stands alone."""


class TextWithKeys(Static):
    """A text that names keys of its screen. A click on one does what the key does."""

    async def on_click(self, event: Click) -> None:
        (line,) = self.render_lines(Region(0, event.y, self.size.width, 1))
        await click_key(line.text, event.x, self.screen, asks=False)


async def click_key(text: str, cell: int, screen: Screen[object], *, asks: bool = True) -> bool:
    """Do what the key does that a text names at a cell; return whether one stands there.

    A single letter may be something else in a text that does not say what to do, as its caller tells by `asks`.
    Amounts and words of the names of players and components are never keys.
    """
    key = _key_at(text, cell, screen, asks=asks)
    if key:
        await do_by_key(key, screen)
    return bool(key)


def _key_at(text: str, cell: int, screen: Screen[object], *, asks: bool) -> str:
    """Return the key that stands at a cell, or whose label does right after it, as in "? why"; empty for none.

    In a text that `asks`, the blank on either side of a key counts too. So do arrows in words and digits in a row.
    """
    active = _active_keys(screen)
    if asks and (found := _arrow_at(text, cell) or _digit_at(text, cell)) in active:
        return found
    words = [*_WORD.finditer(text)]
    keys = {key_words(key): key for key in reversed(active)}
    for place, word in enumerate(words):
        key = next((keys[name] for name in (word[0], word[0].strip(_AROUND)) if name in keys), "")
        if not key:
            continue
        label = _label_after(key, words[place + 1 :], screen)
        before = words[place - 1][0] if place else ""
        meant = _is_meant(key_words(key), before, asks=asks or bool(label), labelled=bool(label))
        first, end = cells(text[: word.start()]), cells(text[: (label or [word])[-1].end()])
        beside = int(asks)
        if first - beside <= cell < end + beside and meant and not _is_name(key_words(key), screen):
            return key
    return ""


def _arrow_at(text: str, cell: int) -> str:
    """Return the arrow key that a word at a cell names, "" for none."""
    for pair in _ARROWS.finditer(text):
        for number, name in enumerate(pair.groups(), 1):
            if name and cells(text[: pair.start(number)]) <= cell < cells(text[: pair.end(number)]):
                return name.lower()
    return ""


def _digit_at(text: str, cell: int) -> str:
    """Return the digit of a row that stands at a cell, or before the blank there; "" for none."""
    rows = ((cells(text[: row.start()]), row[0]) for row in _DIGITS.finditer(text))
    return next((row[(cell - first) // 2 * 2] for first, row in rows if first <= cell < first + len(row)), "")


def _label_after(key: str, words: Sequence[re.Match[str]], screen: Screen[object]) -> Sequence[re.Match[str]]:
    """Return the first of these words if they say what the key does: "rotate", "rotates", or one of its phrases."""
    chosen = known(screen.active_bindings[key].binding.id)
    if chosen is None or chosen.each_key:
        return ()
    label = (screen.label(chosen) if isinstance(screen, OffersActions) else chosen.label).split()
    told = [word[0].strip(_AROUND) for word in words]
    forms = (label, [*label[:-1], f"{label[-1]}s"], *(phrase.split() for phrase in chosen.phrases))
    return words[: max(len(form) if told[: len(form)] == form else 0 for form in forms)]


def _is_meant(name: str, before: str, *, asks: bool, labelled: bool) -> bool:
    """Return whether a word is a key and not an amount, an article, a space or the letter of a building."""
    if before.lower() == _ASKS:
        return True
    if len(name) > 1 or name == "?":
        return labelled or name not in _COMMON
    return asks and name.isalpha() and name != "a"


def _is_name(word: str, screen: Screen[object]) -> bool:
    """Return whether a word may belong to a player's name, which may be cut or wrapped, or is one of a component's."""
    if not isinstance(screen, OffersActions):
        return False
    people = (name if len(word) > 1 else _WORD.findall(name) for name in screen.names())
    return any(word in name for name in (*people, *map(_WORD.findall, screen.component_names())))


def _active_keys(screen: Screen[object]) -> list[str]:
    """Return the keys that do something on a screen now, other than writing into a text field."""
    active = screen.active_bindings
    return [key for key, it in active.items() if it.enabled and known(it.binding.id) is not None]
