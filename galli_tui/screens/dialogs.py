"""Small dialogs over the screen: a question with two answers, a choice of several, and a notice."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widgets import Static

from galli_tui.screens.base import GalliScreen
from galli_tui.style.actions import Action, bindings
from galli_tui.style.key_names import with_keys
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.option_list import OptionList, row
from galli_tui.widgets.prompt import Prompt

T = TypeVar("T")


class _Dialog(GalliScreen[T]):
    """A box in the middle."""

    NEXT: ClassVar[str] = ""
    """The text of the prompt."""

    PATIENCE: ClassVar[float] = 1.0
    DEFAULT_CSS = """
    _Dialog { align: center middle; background: $ground 60%; }
    _Dialog:ansi { background: transparent; }
    _Dialog Vertical { width: 68; height: auto; max-height: 20; border: round $gold; padding: 1 2; background: $page; }
    _Dialog .heading { color: $rubric; text-style: bold; height: auto; margin-bottom: 1; }
    _Dialog .text { height: auto; color: $ink; margin-bottom: 1; }
    _Dialog OptionList { height: auto; }
    _Dialog #foot { dock: bottom; height: 2; width: 1fr; border: none; padding: 0; background: $ground; }
    """

    def __init__(self, heading: str, text: str, answers: tuple[str, ...], first: int = 0) -> None:
        super().__init__()
        self._heading, self._text, self._answers, self._first = heading, text, answers, first

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Content(self._heading), classes="heading")
            yield Static(Content(self._text), classes="text")
            rows = OptionList([row(answer) for answer in self._answers])
            rows.styles.height = len(self._answers)
            rows.index = self._first
            yield rows
        with Container(id="foot"):
            yield Prompt()
            yield Footer()

    def on_mount(self) -> None:
        self.query_one(Prompt).show_next(self.next_words)

    @property
    def next_words(self) -> str:
        """The text of the prompt."""
        return with_keys(self.NEXT)


class Question(_Dialog[bool]):
    """A question before something that is hard to undo. If `careful`, the cursor starts on the safe answer."""

    NEXT = "Click an answer, or press Enter for the selected one; Esc cancels."
    SCOPES: ClassVar[tuple[str, ...]] = ("dialog", "list")
    BINDINGS = bindings("dialog")

    def __init__(self, heading: str, text: str, yes: str, no: str = "stay", *, careful: bool = False) -> None:
        super().__init__(heading, text, (yes, no), 1 if careful else 0)

    def on_option_list_chosen(self, event: OptionList.Chosen) -> None:
        self.dismiss(event.index == 0)

    def action_yes(self) -> None:
        self.dismiss(True)  # noqa: FBT003

    def action_no(self) -> None:
        self.dismiss(False)  # noqa: FBT003


class Choice(_Dialog[int]):
    """A choice between several actions: returns its index, or None for none of them.

    The cursor starts on `first`, by default on none of them.
    """

    SCOPES: ClassVar[tuple[str, ...]] = ("notice", "list")
    BINDINGS = bindings("notice")

    def __init__(
        self, heading: str, text: str, choices: tuple[str, ...], none: str, *, first: int | None = None
    ) -> None:
        super().__init__(heading, text, (*choices, none), len(choices) if first is None else first)
        self._none = len(choices)

    @property
    def next_words(self) -> str:
        return f"Click an answer, or press Enter for the selected one; Esc: {self._none_words}."

    @property
    def _none_words(self) -> str:
        none = self._answers[self._none]
        return f"{none[0].lower()}{none[1:]}"

    def label(self, action: Action) -> str:
        return self._none_words if action.id == "notice.close" else super().label(action)

    def on_option_list_chosen(self, event: OptionList.Chosen) -> None:
        self.dismiss(None if event.index == self._none else event.index)

    def action_close(self) -> None:
        self.dismiss(None)


class Notice(_Dialog[bool]):
    """A message to read and close."""

    NEXT = "Click close, or press Enter or Esc."
    SCOPES: ClassVar[tuple[str, ...]] = ("notice", "list")
    BINDINGS = bindings("notice")

    def __init__(self, heading: str, text: str) -> None:
        super().__init__(heading, text, ("close",))

    def on_option_list_chosen(self) -> None:
        self.action_close()

    def action_close(self) -> None:
        self.dismiss(True)  # noqa: FBT003
