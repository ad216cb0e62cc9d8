"""The chat of a table or lobby: a text field below the last messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.events import Key
from textual.widgets import Static

from galli_tui.screens.base import GalliScreen
from galli_tui.style.actions import bindings
from galli_tui.style.text_wrap import wrapped
from galli_tui.tables.peers import MAX_TALK, ChatLine
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.text_field import TextField

MOST_CELLS = 240
"""The most cells shown of a chat message or notice."""
_SHOWN = 8
"""Rows of messages above the text field."""
_FRAME = 4
"""Cells beside a row: frame and margin."""


class ChatRoom(NamedTuple):
    """What the chat screen needs to know of its table or lobby."""

    title: str
    """The title of the terminal window."""
    where: str
    """The place that closing returns to: "table" or "lobby"."""
    chat_lines: Callable[[], Sequence[ChatLine]]
    """Returns the last messages, oldest first."""
    send: Callable[[str], None]
    """Sends a message to everyone. Raises ValueError with a sentence if that is not possible."""
    subscribe: Callable[[Callable[[], None]], Callable[[], None]]
    """Subscribes to changes; returns a function that unsubscribes."""


class ChatScreen(GalliScreen[None]):
    """Stays open after a message is sent; Enter in an empty field closes it."""

    SCOPES: ClassVar[tuple[str, ...]] = ("chat",)
    BINDINGS = bindings(*SCOPES)
    DEFAULT_CSS = """
    ChatScreen { align: center bottom; background: transparent; }
    ChatScreen Vertical { width: 1fr; height: auto; border: round $gold; padding: 0 1; background: $page;
        border-title-color: $rubric; border-title-style: bold; }
    ChatScreen #said { height: auto; color: $ink; }
    ChatScreen #foot { height: 2; width: 1fr; background: $ground; }
    """

    def __init__(self, voice: ChatRoom) -> None:
        super().__init__()
        self._voice = voice
        self._unsubscribe: Callable[[], None] | None = None

    @property
    def window_title(self) -> str:
        return self._voice.title

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = "Chat"
            yield Static(id="said")
            yield _ChatField(placeholder="Message to everyone", most=MAX_TALK)
        with Container(id="foot"):
            yield Prompt()
            yield Footer()

    def on_mount(self) -> None:
        self.query_one(Prompt).show_next(f"Enter sends the message; Esc goes back to the {self._voice.where}.")
        self._unsubscribe = self._voice.subscribe(self._changed)
        self._changed()

    def on_unmount(self) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()

    def _changed(self) -> None:
        width = self.app.size.width - _FRAME
        lines = [
            line
            for chat_line in self._voice.chat_lines()[-_SHOWN:]
            for line in wrapped(chat_line_words(chat_line), width, 2)
        ]
        said = "\n".join(lines[-_SHOWN:]) or "No messages yet."
        self.query_one("#said", Static).update(Content(said))

    def say(self) -> None:
        """Send the typed message."""
        line = self.query_one(_ChatField)
        if not line.value.strip():
            self.dismiss()
            return
        try:
            self._voice.send(line.value)
        except ValueError as error:
            self.query_one(Prompt).show_problem(str(error))
        else:
            line.value = ""

    def action_back(self) -> None:
        self.dismiss()


class _ChatField(TextField):
    """The text field for a message."""

    def on_key(self, event: Key) -> None:
        screen = self.screen
        if isinstance(screen, ChatScreen) and event.key == "enter":
            event.stop()
            event.prevent_default()
            screen.say()


def chat_line_words(chat_line: ChatLine) -> str:
    """Return a message with its sender's name."""
    return sanitize(f"{chat_line.name}: {chat_line.text}", MOST_CELLS)
