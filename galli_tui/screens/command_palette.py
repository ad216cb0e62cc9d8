"""The command palette: a searchable list of every action that is possible on the screen below."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.events import Key, Resize
from textual.geometry import Offset
from textual.screen import Screen

from galli_tui.screens.base import GalliScreen
from galli_tui.style.actions import Action, action, bindings, known
from galli_tui.style.key_names import key_name
from galli_tui.widgets.footer import Footer, carry_out
from galli_tui.widgets.line_widget import cells, shortened
from galli_tui.widgets.option_list import OptionList, OptionRow, heading
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.text_field import TextField

_WIDTH = 71
"""Cells of a row before anything is laid out."""
_GAP = 2
"""Cells between a label and its description."""

_NEXT = "Type to search. Up/Down select, Enter or a click runs the command, Esc closes."


class CommandScreen(GalliScreen[None]):
    """A search field and the commands that match; Enter runs the selected one, a click the one clicked."""

    SCOPES: ClassVar[tuple[str, ...]] = ("palette", "list")
    BINDINGS = bindings("palette")
    DEFAULT_CSS = """
    CommandScreen { align: center top; background: $ground 60%; }
    CommandScreen:ansi { background: transparent; }
    CommandScreen Vertical { width: 76; height: 18; margin-top: 2; border: round $gold; padding: 0 1;
        background: $page; }
    CommandScreen Input { margin-bottom: 1; }
    CommandScreen #foot { dock: bottom; height: 2; width: 1fr; background: $ground; }
    """

    def __init__(self, below: Screen[object]) -> None:
        super().__init__()
        self._all = possible(below)
        self._found: list[Action] = []
        self._below = below
        self._words = ""
        self._choosing = False
        """Whether the arrows were used last: then the terminal's cursor is on the selected row."""

    @property
    def cursor_spot(self) -> Offset | None:
        return self.query_one(OptionList).cursor_cell if self._choosing else super().cursor_spot

    def compose(self) -> ComposeResult:
        with Vertical():
            yield _CommandField(placeholder="Type to search, or use the arrows")
            yield OptionList()
        with Container(id="foot"):
            yield Prompt()
            yield Footer()

    def on_mount(self) -> None:
        self.query_one(Prompt).show_next(_NEXT)
        rows = self.query_one(OptionList)
        rows.can_focus, rows.lit, rows.opens_by_number = False, True, True
        self._search("")

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self._show)

    def on_input_changed(self) -> None:
        self._keep_up()

    def move(self, key: str) -> None:
        """Move the selection by a key."""
        self._keep_up()
        self._choosing = bool(self._found)
        self.query_one(OptionList).action_move(key)
        if (spot := self.cursor_spot) is not None:
            self.app.put_cursor(spot)  # With a single row nothing is redrawn, so the cursor would stay.

    def run_chosen(self) -> None:
        """Close the palette and run the selected command. A second Enter does nothing."""
        self._keep_up()
        rows = self.query_one(OptionList)
        if rows.index >= 0:
            self._run(rows.rows[rows.index])

    def action_close(self) -> None:
        self.dismiss()

    def _keep_up(self) -> None:
        """Search for the current text, even if its change event has not arrived yet."""
        words = self.query_one(_CommandField).value
        if words != self._words:
            self._search(words)

    def _search(self, words: str) -> None:
        self._words = words
        wanted = words.lower().split()
        self._found = [one for one in self._all if all(word in f"{one.label} {one.help}".lower() for word in wanted)]
        self._choosing = False
        self._show(0)

    def _show(self, index: int | None = None) -> None:
        """Show the rows, as wide as the scroll bar leaves room."""
        rows = self.query_one(OptionList)
        width = (rows.scrollable_content_region.width or _WIDTH) - 2
        ascii_only = self.app.terminal.ascii
        labels = max((cells(one.label) for one in self._all), default=0) + _GAP
        found = [_row(one, width, labels, ascii_only=ascii_only) for one in self._found]
        rows.show(found or [heading("Nothing found")], index)

    def on_option_list_chosen(self, event: OptionList.Chosen) -> None:
        self._run(event.row)

    def _run(self, chosen: OptionRow) -> None:
        if self.is_current:
            self.dismiss()
            self.app.call_later(carry_out, action(chosen.key), self._below)


class _CommandField(TextField):
    """The search field. It handles keys in order: what is typed after Enter changes no selection."""

    def on_key(self, event: Key) -> None:
        screen = self.screen
        if isinstance(screen, CommandScreen) and event.key in ("enter", "up", "down", "pageup", "pagedown"):
            event.stop()
            event.prevent_default()
            if event.key == "enter":
                screen.run_chosen()
            else:
                screen.move(event.key)


def possible(screen: Screen[object]) -> list[Action]:
    """Return every named action that is possible on a screen now, in the order of its keys."""
    found: dict[str, Action] = {}
    for active in screen.active_bindings.values():
        one = known(active.binding.id)
        if one is None or not active.enabled or one.each_key or one.scope == "list":
            continue
        if not isinstance(screen, GalliScreen) or screen.offers(one):
            found[one.id] = one
    return list(found.values())


def _row(one: Action, width: int, labels: int, *, ascii_only: bool) -> OptionRow:
    keys = key_name(one.shown or one.keys[0], ascii_only=ascii_only)
    label = one.label.ljust(labels)
    text = shortened(one.help, width - _GAP - cells(label) - cells(keys))
    gap = " " * (width - cells(label) - cells(text) - cells(keys))
    return OptionRow(((label, "strong"), (text, "faint"), (gap, "ink"), (keys, "gold")), key=one.id)
