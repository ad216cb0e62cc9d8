"""Talk at a table or in its lobby: a line to type in, with the last lines that were said above it."""

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
from galli_tui.tables.peers import MAX_TALK, ChatLine
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.rich_text import wrapped
from galli_tui.widgets.text_field import TextField

MOST_CELLS = 240
"""Cells of a chat line or notice that are shown at most."""
_SHOWN = 8
"""So many rows of talk stand above the line that is typed."""
_FRAME = 4
"""Cells beside a row: the frame and the margin."""


class ChatRoom(NamedTuple):
    """How one talks where one is."""

    title: str
    """Of the terminal's window."""
    where: str
    """Where closing leads back to: the table or the lobby."""
    remarks: Callable[[], Sequence[ChatLine]]
    """The last ones, oldest first."""
    send: Callable[[str], None]
    """Says something to all. Raises ValueError with a sentence if that cannot be."""
    subscribe: Callable[[Callable[[], None]], Callable[[], None]]
    """Calls after every change; returns what ends that."""


class ChatScreen(GalliScreen[None]):
    """Stays open for the next line: enter says what was typed, or closes where nothing was."""

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
            box.border_title = "Talk"
            yield Static(id="said")
            yield _ChatField(placeholder="Say something to all at the table", most=MAX_TALK)
        with Container(id="foot"):
            yield Prompt()
            yield Footer()

    def on_mount(self) -> None:
        self.query_one(Prompt).show_next(f"Enter says it to all; esc goes back to the {self._voice.where}.")
        self._unsubscribe = self._voice.subscribe(self._changed)
        self._changed()

    def on_unmount(self) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()

    def _changed(self) -> None:
        width = self.app.size.width - _FRAME
        lines = [
            "".join(text for text, _ in line)
            for remark in self._voice.remarks()[-_SHOWN:]
            for line in wrapped([(remark_words(remark), "ink")], width, 2)
        ]
        said = "\n".join(lines[-_SHOWN:]) or "Nobody has said anything yet."
        self.query_one("#said", Static).update(Content(said))

    def say(self) -> None:
        """Says what was typed."""
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
    """Where the words are typed."""

    def on_key(self, event: Key) -> None:
        screen = self.screen
        if isinstance(screen, ChatScreen) and event.key == "enter":
            event.stop()
            event.prevent_default()
            screen.say()


def remark_words(remark: ChatLine) -> str:
    """A line of talk, with who said it."""
    return sanitize(f"{remark.name}: {remark.text}", MOST_CELLS)
