"""The command palette: every action that is possible on the screen below, by name, to search and run."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Input

from galli_tui.actions import Action, bindings, known
from galli_tui.screens.base import GalliScreen
from galli_tui.widgets.field import Field
from galli_tui.widgets.key_line import KeyLine, key_name
from galli_tui.widgets.line import cells, fitted
from galli_tui.widgets.rows import Row, Rows

_WIDTH = 72


class CommandScreen(GalliScreen[None]):
    """A line to type in and the commands that match; enter runs the one under the cursor."""

    SCOPES: ClassVar[tuple[str, ...]] = ("palette", "list")
    BINDINGS = bindings("palette")
    DEFAULT_CSS = """
    CommandScreen { align: center top; background: $ground 60%; }
    CommandScreen:ansi { background: transparent; }
    CommandScreen Vertical { width: 76; height: 18; margin-top: 2; border: round $gold; padding: 0 1;
        background: $page; }
    CommandScreen Input { margin-bottom: 1; }
    CommandScreen KeyLine { dock: bottom; }
    """

    def __init__(self, below: Screen[object]) -> None:
        super().__init__()
        self._all = possible(below)
        self._found: list[Action] = []
        self._below = below

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Field(placeholder="Type words, or choose with the arrows")
            yield Rows()
        yield KeyLine()

    def on_mount(self) -> None:
        rows = self.query_one(Rows)
        rows.can_focus, rows.lit = False, True
        self._search("")

    def on_input_changed(self, event: Input.Changed) -> None:
        self._search(event.value)

    def on_input_submitted(self) -> None:
        self.query_one(Rows).action_choose()

    def on_key(self, event: Key) -> None:
        if event.key in ("up", "down", "pageup", "pagedown"):
            event.stop()
            self.query_one(Rows).action_move(event.key)

    def action_close(self) -> None:
        self.dismiss()

    def _search(self, words: str) -> None:
        wanted = words.lower().split()
        self._found = [one for one in self._all if all(word in f"{one.label} {one.help}".lower() for word in wanted)]
        self.query_one(Rows).show([_row(one) for one in self._found], index=0)

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        if event.index >= len(self._found):
            return  # A letter typed right after enter has made the list shorter.
        chosen, below = self._found[event.index], self._below
        self.dismiss()
        self.house.call_later(below.run_action, chosen.command)


def possible(screen: Screen[object]) -> list[Action]:
    """Every action with a name that is possible on a screen now, in the order of its keys."""
    found: dict[str, Action] = {}
    for active in screen.active_bindings.values():
        one = known(active.binding.id)
        if one is not None and active.enabled and not one.each_key and one.scope != "list":
            found[one.id] = one
    return list(found.values())


def _row(one: Action) -> Row:
    keys = key_name(one.shown or one.keys[0])
    label = one.label.ljust(14)
    text = fitted(one.help, _WIDTH - 4 - cells(label) - cells(keys))
    gap = " " * max(1, _WIDTH - 2 - cells(label) - cells(text) - cells(keys))
    return Row(((label, "strong"), (text, "faint"), (gap, "ink"), (keys, "gold")))
