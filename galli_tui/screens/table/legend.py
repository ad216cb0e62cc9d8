"""What the signs on the table mean, over the board until the next key or click."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Click, Key

from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.actions import bindings
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.rich_text import RichText

_SCROLLING = frozenset({"up", "down", "pageup", "pagedown", "home", "end"})


class LegendScreen(TableScreenBase[None]):
    """The game's own legend, as large as it needs to be."""

    SCOPES: ClassVar[tuple[str, ...]] = ("legend",)
    BINDINGS = bindings("legend")
    DEFAULT_CSS = """
    LegendScreen { align: center middle; background: $ground 60%; }
    LegendScreen:ansi { background: transparent; }
    LegendScreen RichText { width: 80; height: auto; max-height: 100%; border: round $gold; border-title-color: $rubric;
        border-title-style: bold; }
    LegendScreen #foot { dock: bottom; height: 2; width: 1fr; background: $ground; }
    """

    def compose(self) -> ComposeResult:
        text = RichText()
        text.border_title = "What the signs mean"
        yield text
        with Container(id="foot"):
            yield Prompt()
            yield Footer()

    def on_mount(self) -> None:
        legend = self.texts.legend(self.table.game.options, self.table.players, ascii_only=self.app.terminal.ascii)
        # The border's title says what the first heading does.
        self.query_one(RichText).show(legend[1:] if legend and legend[0].heading else legend)
        self.query_one(Prompt).show_next("Any key, or a click, goes back to the table.")

    def on_key(self, event: Key) -> None:
        text = self.query_one(RichText)
        if event.key.startswith("ctrl+"):
            return
        event.stop()
        event.prevent_default()
        if event.key in _SCROLLING and text.max_scroll_y:
            text.focus()
            text.post_message(event)
        else:
            self.action_back()

    def on_click(self, event: Click) -> None:
        event.stop()
        self.action_back()

    def action_back(self) -> None:
        self.dismiss()
