"""The notice that covers everything while the window is too small; the app takes it away when there is room."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.events import Resize
from textual.widgets import Static

from galli_tui.screens.base import SNUG, GalliScreen
from galli_tui.style.actions import bindings


class TooSmallScreen(GalliScreen[None]):
    """Says what size is needed, and what it is. Nothing of a match is shown, and no key reaches one."""

    SCOPES: ClassVar[tuple[str, ...]] = ("too-small",)
    BINDINGS = bindings(*SCOPES)
    CURSOR_AT: ClassVar[str] = "Static"
    DEFAULT_CSS = """
    TooSmallScreen { align: center middle; background: $ground; color: $ink; }
    TooSmallScreen Static { width: 1fr; height: auto; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        yield Static()

    def on_resize(self, event: Resize) -> None:
        width, height = event.size
        bold = Style(bold=True)
        self.query_one(Static).update(
            Text.assemble(
                ("A larger window, please", bold),
                "\n",
                f"{SNUG.width} by {SNUG.height} cells are needed, and here are ",
                (f"{width} by {height}", bold),
                ".\n",
                "Every move is saved; the match goes on as soon as there is room.\n",
                "q ends the program.",
            )
        )

    def action_leave(self) -> None:
        self.app.exit()
