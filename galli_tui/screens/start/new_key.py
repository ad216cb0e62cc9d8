"""The question for the new key of an action: the next key that is pressed."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.events import Key
from textual.widgets import Static

from galli_tui.screens.base import GalliScreen
from galli_tui.style.actions import Action, action, bindings
from galli_tui.style.key_names import key_from, key_words
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.prompt import Prompt

_UNKNOWN: Final = "Not every terminal sends this key: press another."
_QUIT: Final = "ctrl+c"
"""The key that ends the program everywhere."""


class NewKeyScreen(GalliScreen[None]):
    """Takes the next key, and says why if the action cannot have it; Esc, or a click on it, keeps the old one."""

    SCOPES: ClassVar[tuple[str, ...]] = ("new-key",)
    BINDINGS = bindings("new-key")
    DEFAULT_CSS = """
    NewKeyScreen { align: center middle; background: $ground 60%; }
    NewKeyScreen:ansi { background: transparent; }
    NewKeyScreen Vertical { width: 68; height: auto; border: round $gold; padding: 1 2; background: $page; }
    NewKeyScreen Static { height: auto; color: $ink; }
    NewKeyScreen .heading { color: $rubric; text-style: bold; margin-bottom: 1; }
    NewKeyScreen #why { color: $refusal; margin-top: 1; }
    NewKeyScreen #foot { dock: bottom; height: 2; width: 1fr; border: none; padding: 0; background: $ground; }
    """

    def __init__(self, chosen: Action, change: Callable[[str], str]) -> None:
        """Ask for a key of an action, given with its default keys; `change` returns why it cannot be had."""
        super().__init__()
        self._chosen, self._change = chosen, change

    def compose(self) -> ComposeResult:
        one = self._chosen
        now, default = (" or ".join(map(key_words, keys)) for keys in (action(one.id).keys, one.keys))
        before = f"Key: {now}" if now == default else f"Key: {now}; by default {default}"
        with Vertical():
            yield Static(Content(f"A new key for “{one.label}”"), classes="heading")
            yield Static(Content(f"{one.help}\n{before}."))
            yield Static(id="why")
        with Container(id="foot"):
            yield Prompt()
            yield Footer()

    def on_mount(self) -> None:
        self.query_one("#why").display = False
        self.query_one(Prompt).show_next("Press the new key, or Esc to keep the old one.")

    def on_key(self, event: Key) -> None:
        if event.key in ("escape", _QUIT):
            return
        event.stop()
        event.prevent_default()
        key = key_from(event.key)
        refusal = _UNKNOWN if key is None else self._change(key)
        if not refusal:
            self.dismiss()
            return
        why = self.query_one("#why", Static)
        why.update(Content(refusal))
        why.display = True
        self.query_one(Prompt).show_next("Press another key, or Esc to keep the old one.")

    def action_back(self) -> None:
        self.dismiss()
