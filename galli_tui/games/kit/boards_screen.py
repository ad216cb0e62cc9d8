"""The screen of the public planning boards, one at a time or side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Size

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.games.kit.blocks import beside, block
from galli_tui.games.kit.game_board import BoardPage
from galli_tui.games.kit.keys import BOARDS
from galli_tui.games.kit.lines import Line, Span, line, trimmed
from galli_tui.games.kit.lines_panel import LinesPanel
from galli_tui.screens.subject import Subject
from galli_tui.screens.table.header import TableHeader
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.actions import bindings
from galli_tui.style.key_names import KEY
from galli_tui.tables.table import Table
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.prompt import Prompt

GUTTER = 2
"""Columns between two pages, or between the halves of one."""
_TWO_HALVES = 76
"""The least cells of a page in two columns."""
_TWO_BOARDS = 96
"""The least columns of a window with several boards side by side."""
_PAGE = "page:"
"""The target of a page's name begins with it."""


def halves(left: Callable[[int], list[Line]], right: Callable[[int], list[Line]], width: int) -> list[Line]:
    """Return both parts of a page side by side if they fit, else one below the other."""
    if width < _TWO_HALVES:
        return [*left(width), *right(width)]
    half = (width - GUTTER) // 2
    return beside(block(left(half), half), block(right(half), half), gap=GUTTER)


class BoardsScreen(TableScreenBase[None]):
    """Shows public information only."""

    SCOPES: ClassVar[tuple[str, ...]] = (BOARDS,)
    BINDINGS = bindings(*SCOPES)
    DEFAULT_CSS = """
    BoardsScreen LinesPanel { width: 1fr; height: 1fr; background: $page; }
    """

    def __init__(
        self,
        table: Table,
        texts: GameTexts,
        pages: Sequence[BoardPage],
        first: int,
        subject_of: Callable[[str], Subject | None] | None = None,
    ) -> None:
        """Show the pages, which are public, one of them first.

        `subject_of` returns what a target in the lines is, which a click asks; None if there is nothing to say.
        """
        super().__init__(table, texts)
        self._pages, self._subject_of = pages, subject_of
        self._asked: Subject | None = None
        self._at = first
        self._top = 0
        """The first visible line."""
        self._all: list[Line] = []
        self._panel = LinesPanel(id="boards")

    def compose(self) -> ComposeResult:
        yield TableHeader(self.table, self.texts)
        yield self._panel
        yield Prompt()
        yield Footer()

    def on_mount(self) -> None:
        self.query_one(TableHeader).show(None)

    def on_lines_panel_resized(self, event: LinesPanel.Resized) -> None:
        self._lay_out()

    def on_lines_panel_picked(self, event: LinesPanel.Picked) -> None:
        kind, _, number = event.target.partition(":")
        if kind == _PAGE[:-1] and number.isdecimal():
            self._at = int(number)
            self._top = 0
            self._lay_out()
            return
        self._asked = None if self._subject_of is None else self._subject_of(event.target)
        if self._asked is not None:
            words = " ".join(it.text for it in self._asked.text)
            title = self._asked.title
            said = f"{title}: {words}" if words else f"{title}."
            self.query_one(Prompt).show_note(f"{said} {KEY:app.help}: its rule.")

    @property
    def subject(self) -> Subject | None:
        """What was clicked last."""
        return self._asked

    @property
    def _side_by_side(self) -> int:
        """The number of boards visible at once."""
        size: Size = self.size
        if size.width < _TWO_BOARDS:
            return 1
        least = max(page.least for page in self._pages)
        return max(1, min(len(self._pages), (self._panel.size.width + GUTTER) // (least + GUTTER)))

    @property
    def _room(self) -> int:
        """The lines available for boards."""
        return self._panel.size.height - (self._side_by_side < len(self._pages))

    def _lay_out(self) -> None:
        """Build all lines for the current size."""
        self._asked = None
        shown = self._side_by_side
        first = max(0, min(self._at - shown // 2, len(self._pages) - shown))
        width = (self._panel.size.width - 1 - GUTTER * (shown - 1)) // shown
        pages = self._pages[first : first + shown]
        self._all = beside(*(block(page.lines(width), width) for page in pages), gap=GUTTER)
        self._show()
        self.refresh_bindings()

    def _show(self) -> None:
        room, width = self._room, self._panel.size.width
        self._top = max(0, min(self._top, len(self._all) - room))
        below = len(self._all) - self._top - room
        shown = self._all[self._top : self._top + room]
        if self._side_by_side < len(self._pages):
            shown = [trimmed(self._names(), width), *shown]
        self._panel.show(shown)
        words = "Public boards. Esc: back."
        if below > 0 or self._top:
            more = f"{below} more lines below" if below > 1 else "1 more line below" if below else "end of the boards"
            words = f"Up, Down: scroll ({more}). Esc: back."
        self.query_one(Prompt).show_next(words)

    def _names(self) -> Line:
        """Return the names of all boards, the current one marked; a click shows that board."""
        spans: list[Span] = []
        for number, page in enumerate(self._pages):
            here = number == self._at
            spans += [Span(" "), Span(f" {page.name} ", "faint", target=f"{_PAGE}{number}", chosen=here)]
        return line(*spans)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("next", "previous"):
            return self._side_by_side < len(self._pages)
        if action == "scroll":
            return len(self._all) > self._room
        return super().check_action(action, parameters)

    def _go(self, steps: int) -> None:
        self._at = (self._at + steps) % len(self._pages)
        self._top = 0
        self._lay_out()

    def action_next(self) -> None:
        self._go(1)

    def action_previous(self) -> None:
        self._go(-1)

    def action_scroll(self, key: str) -> None:
        page = max(1, self._room - 1)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "home": -len(self._all)}
        self._top += steps.get(key, len(self._all))
        self._show()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.action_scroll("down")

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.action_scroll("up")

    def action_back(self) -> None:
        self.dismiss()
