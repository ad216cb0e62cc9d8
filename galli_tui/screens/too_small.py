"""The notice that covers everything while the window is too small; the app removes it when there is room."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.events import Resize

from galli_tui.screens.base import SNUG, GalliScreen
from galli_tui.style.actions import bindings
from galli_tui.style.key_names import KEY
from galli_tui.widgets.key_in_text import TextWithKeys


class TooSmallScreen(GalliScreen[None]):
    """The required and the current size. It shows nothing of a match and lets no key reach one."""

    SCOPES: ClassVar[tuple[str, ...]] = ("too-small",)
    BINDINGS = bindings(*SCOPES)
    CURSOR_AT: ClassVar[str] = "TextWithKeys"
    DEFAULT_CSS = """
    TooSmallScreen { align: center middle; background: $ground; color: $ink; }
    TooSmallScreen Static { width: 1fr; height: auto; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        yield TextWithKeys()

    def on_resize(self, event: Resize) -> None:
        width, height = event.size
        bold = Style(bold=True)
        self.query_one(TextWithKeys).update(
            Text.assemble(
                ("The window is too small", bold),
                "\n",
                f"Needs at least {SNUG.width}x{SNUG.height}; this window is ",
                (f"{width}x{height}", bold),
                ".\n",
                "Enlarge it to continue. Every move is saved.\n",
                f"Press {KEY:too-small.leave} to quit.",
            )
        )

    def action_leave(self) -> None:
        self.app.exit()
