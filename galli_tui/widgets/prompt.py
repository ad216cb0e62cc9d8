"""The line that always says what to do next, or why something could not be done."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from textual.events import Click
from textual.geometry import Offset

from galli_tui.style.actions import action
from galli_tui.style.key_names import key_name
from galli_tui.widgets.key_in_text import click_key
from galli_tui.widgets.line_widget import LineWidget, Piece, app_of, cells, ellipsize, shortened

_LEAST_PASSING = 30
"""The least cells for a passing remark, however long the text beside it."""
_LEAST_NEXT = 22
"""The least cells for the next step beside a remark; waiting and notes keep more, as they do not come back at once."""

_SENTENCE_END: Final = re.compile(r"[.?!] ")


class _Kind(Enum):
    NEXT = 0
    WAITING = 1
    NOTE = 2
    REFUSAL = 3
    PROBLEM = 4


class Prompt(LineWidget):
    """A line with one sentence, which `text` returns. A click on a key in it does what the key does."""

    why: str = "table.why"
    """The action that explains a refusal."""

    def __init__(self) -> None:
        super().__init__()
        self._kind = _Kind.NEXT
        self.text = ""
        """The sentence shown."""
        self._words = ""
        """The last step or wait, even while a note or refusal replaces it."""
        self.clause = ""
        """The clause of the refusal shown; else empty."""
        self._brief = ""
        """The passing remark with short names, for a line that would be cut."""
        self.passing = ""
        """The remark shown beside the text for a while; refusals hide it."""
        self._passing_names_keys = False
        """Whether a click on a key in the passing remark does what the key does."""

    def show_next(self, text: str) -> None:
        """Show what to do."""
        self._say(_Kind.NEXT, text, "")

    def show_waiting(self, text: str) -> None:
        """Show who or what the table waits for."""
        self._say(_Kind.WAITING, text, "")

    def show_note(self, text: str) -> None:
        """Show a remark in place of the next step."""
        self._say(_Kind.NOTE, text, "")

    def show_refusal(self, text: str, clause: str) -> None:
        """Show why a move is refused, and the clause."""
        self._say(_Kind.REFUSAL, text, clause)

    def show_problem(self, text: str) -> None:
        """Show why something cannot be done, where no rule is the reason."""
        self._say(_Kind.PROBLEM, text, "")

    def show_passing(self, text: str, brief: str = "", *, names_keys: bool = False) -> None:
        """Show a remark beside the next step, wait or note, until `end_passing`; `brief` replaces one that is cut.

        Keys in it can be clicked only if it `names_keys`, which nothing that other people write does.
        """
        if text != self.passing:
            self.passing, self._brief, self._passing_names_keys = text, brief or text, names_keys
            self.refresh()

    def end_passing(self) -> None:
        """Remove the passing remark."""
        self.show_passing("")

    def holds_passing(self, words: str) -> bool:
        """Return whether a note replaces exactly these words, so that they are nothing new."""
        return self._kind is _Kind.NOTE and self._words == words

    def _say(self, kind: _Kind, text: str, clause: str) -> None:
        if kind in (_Kind.NEXT, _Kind.WAITING):
            self._words = text
        if (kind, text, clause) != (self._kind, self.text, self.clause):
            self._kind, self.text, self.clause = kind, text, clause
            self.refresh()

    @property
    def start(self) -> Offset:
        """Return the cell of the screen where the text begins."""
        return self.region.offset + Offset(1, 0)

    def pieces(self, width: int) -> list[Piece]:
        ink = self.brushes
        beside = self._kind in (_Kind.NEXT, _Kind.WAITING, _Kind.NOTE)
        if self.passing and beside and self.text and not self.text.startswith(self.passing):
            most = width - 4 - _LEAST_NEXT if self._kind is _Kind.NEXT else _LEAST_PASSING
            least = width - 4 - cells(self.text)
            passing = self.passing if cells(self.passing) <= least else self._brief
            left = max(least, min(most, cells(passing)))
            words = whole_sentences(self.text, width - 4 - left)
            return [
                (" ", ink.ink),
                (words, ink.good if self._kind is _Kind.NOTE else ink.strong),
                (f" {self.glyphs.bar}", ink.gold),
                (ellipsize(passing, width - 3 - cells(words)), ink.good),
            ]
        if self.passing and self._kind in (_Kind.NEXT, _Kind.NOTE):
            passing = self.passing if cells(self.passing) <= width - 3 else self._brief
            return [(f" {self.glyphs.bar}", ink.gold), (ellipsize(passing, width - 3), ink.good)]
        match self._kind:
            case _Kind.NEXT | _Kind.WAITING:
                return [(" ", ink.ink), (shortened(self.text, width - 2), ink.strong)]
            case _Kind.NOTE:
                return [(" ", ink.ink), (whole_sentences(self.text, width - 2), ink.good)]
            case _Kind.PROBLEM:
                return [(f" {self.glyphs.no} ", ink.refusal), (shortened(self.text, width - 4), ink.refusal)]
            case _Kind.REFUSAL:
                key = key_name(action(self.why).keys[0], ascii_only=app_of(self).terminal.ascii)
                tail = f" ({self.clause})  {key} why "
                room = max(0, width - cells(tail) - 3)
                return [
                    (f" {self.glyphs.no} ", ink.refusal),
                    (shortened(self.text, room), ink.refusal),
                    (f" ({self.clause})", ink.link),
                    (f"  {key}", ink.gold),
                    (" why ", ink.faint),
                ]

    async def on_click(self, event: Click) -> None:
        text = "".join(text for text, _ in self.pieces(self.size.width))
        if self.passing and not self._passing_names_keys:
            text = text.partition(self.glyphs.bar)[0]
        await click_key(text, event.x, self.screen, asks=self._kind in (_Kind.NEXT, _Kind.WAITING))


def whole_sentences(text: str, room: int) -> str:
    """Return the first sentences that fit into `room` cells, or the first words if not even one does."""
    ends = [end.start() + 1 for end in _SENTENCE_END.finditer(text) if cells(text[: end.start() + 1]) <= room]
    return text if cells(text) <= room else text[: ends[-1]] if ends else shortened(text, room)
