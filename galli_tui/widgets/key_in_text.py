"""A click on a key that a text names does what the key does, as in the footer."""

from __future__ import annotations

import re
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
    before = ""
    for word in _WORD.finditer(text):
        start = cells(text[: word.start()])
        if start <= cell < start + cells(word[0]):
            names = {word[0], word[0].strip(_AROUND)}
            found = next((key for key in _active_keys(screen) if key_words(key) in names), "")
            meant = found and _is_meant(key_words(found), before, asks=asks) and not _is_name(key_words(found), screen)
            return found if meant else ""
        before = word[0]
    return ""


def _is_meant(name: str, before: str, *, asks: bool) -> bool:
    """Return whether a word is a key and not an amount, an article, a space or the letter of a building."""
    if before.lower() == _ASKS:
        return True
    if len(name) > 1 or name == "?":
        return name not in _COMMON
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
