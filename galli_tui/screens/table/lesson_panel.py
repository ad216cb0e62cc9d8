"""The text of a lesson over a part of the table: its step, and what to do."""

from __future__ import annotations

from typing import Final

from rich.style import Style
from textual.binding import BindingsMap
from textual.events import Click
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip

from galli_tui.lessons.lesson import LessonPlace, runs
from galli_tui.style.actions import bindings
from galli_tui.style.text_wrap import wrapped_pieces
from galli_tui.widgets.footer import do_by_key
from galli_tui.widgets.key_in_text import click_key
from galli_tui.widgets.line_widget import Piece, ThemedWidget, app_of, cells, ellipsize, strip_of

MOST_LINES: Final = 4
"""The most lines of text and of what to do over the whole width, at 80x24."""
MOST_CORNER_LINES: Final = 7
"""The most lines in a corner, which cover fewer cells; in Campus Galli, hut and pouch and nothing of the plan."""
_ABOVE, _BELOW = 1, 2
"""The lines of the header, and those of prompt and footer."""
_WIDEST = 100
"""The most cells of a line of text."""


class LessonPanel(ThemedWidget):
    """A few lines with a title above them. A click goes on, or does what a key does that is named there."""

    SCOPES: Final = ("lesson",)
    BINDINGS = bindings("lesson")
    DEFAULT_CSS = """
    LessonPanel { layer: lesson; width: 80; height: 3; }
    """

    class GoOn(Message):
        """The player wants to go on."""

    class Back(Message):
        """The player wants to read the step before once more."""

    class Skip(Message):
        """The player wants the script to do this step."""

    class Waits(Message):
        """The player wants to go on by a click, but the step asks for something else."""

    def __init__(self) -> None:
        super().__init__()
        self.read_only = True
        """Whether the step is only read, so that the key to go on is accepted."""
        self._title, self._progress = "", ""
        self._text, self._todo = "", ""
        self._lines: list[list[Piece]] = []
        self._drawn_for, self._room = "", 0

    def show(self, title: str, progress: str, text: str, todo: str) -> None:
        """Show a step."""
        self._title, self._progress, self._text, self._todo = title, progress, text, todo

    def fit(self, window: Size, place: LessonPlace, seam: int) -> Region:
        """Take the place for a window, and return it.

        It takes whole lines, or in a corner those before or after the gap beside the column `seam`, so that no word is
        cut beside it.
        """
        ends_at_seam = seam > 0 and place is LessonPlace.LEFT
        x = seam if place is LessonPlace.RIGHT else 0
        room = seam if ends_at_seam else window.width - x
        self._room = min(room, _WIDEST) - 3
        self._lines = self._wrapped(self._room)
        width, height = room - ends_at_seam, len(self._lines) + 1
        y = _ABOVE if place is LessonPlace.TOP else window.height - _BELOW - height
        self.styles.width, self.styles.height = width, height
        self.styles.offset = (x, y)
        self.refresh()
        return Region(x, y, width, height)

    def _wrapped(self, width: int) -> list[list[Piece]]:
        ink = self.brushes
        found = self._styled(self._text, width, ink.ink, ink.gold)
        if self._todo:
            mark: Piece = (f"{self.glyphs.here} ", ink.gold)
            lines = self._styled(self._todo, width - 2, ink.strong, ink.gold)
            found += [[mark if number == 0 else ("  ", ink.ink), *line] for number, line in enumerate(lines)]
        return found

    def _styled(self, text: str, width: int, plain: Style, strong: Style) -> list[list[Piece]]:
        return wrapped_pieces([(part, strong if is_strong else plain) for part, is_strong in runs(text)], width)

    @property
    def key_map(self) -> BindingsMap:
        """The keys of the lesson."""
        return app_of(self).with_own_keys(self._bindings)

    @property
    def text_start(self) -> Offset:
        """The cell of the screen where the text begins."""
        return self.region.offset + Offset(2, 1)

    @property
    def lines(self) -> list[str]:
        """The lines of text, without the title."""
        return ["".join(text for text, _ in line) for line in self._lines]

    def render_line(self, y: int) -> Strip:
        theme, width, ink = app_of(self).theme, self.size.width, self.brushes
        if theme != self._drawn_for:
            self._drawn_for = theme
            self._lines = self._wrapped(self._room)
        if y == 0:
            return strip_of(self._heading(width), width, ink.edge)
        line = self._lines[y - 1] if y <= len(self._lines) else []
        return strip_of([(f"{self.glyphs.bar} ", ink.gold), *line], width, ink.ink)

    def _heading(self, width: int) -> list[Piece]:
        ink, rule = self.brushes, self.glyphs.rule
        room = width - cells(self._progress) - 8
        title = self._title if cells(self._title) <= room else ellipsize(self._title.partition(":")[0], room)
        rest = width - cells(title) - cells(self._progress) - 7
        return [
            (f"{self.glyphs.bar}", ink.gold),
            (f"{rule} ", ink.edge),
            (title, ink.rubric),
            (f" {rule * rest} ", ink.edge),
            (self._progress, ink.faint),
            (f" {rule}", ink.edge),
        ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "go_on":
            return self.read_only
        return super().check_action(action, parameters)

    def action_go_on(self) -> None:
        self.post_message(self.GoOn())

    def action_step_back(self) -> None:
        self.post_message(self.Back())

    def action_skip(self) -> None:
        self.post_message(self.Skip())

    async def on_click(self, event: Click) -> None:
        if self.read_only:
            self.post_message(self.GoOn())
        elif (digit := self._digit_at(event.offset)) in self.screen.active_bindings:
            await do_by_key(digit, self.screen)
        elif not await click_key(self._text_at(event.y), event.x, self.screen):
            self.post_message(self.Waits())

    def _digit_at(self, spot: Offset) -> str:
        """Return the digit that the step asks for at a cell; empty for none."""
        x = 2
        for text, style in self._lines[spot.y - 1] if 0 < spot.y <= len(self._lines) else ():
            x += cells(text)
            if spot.x < x:
                return text.strip() if style == self.brushes.gold and f"**{text.strip()}**" in self._todo else ""
        return ""

    def _text_at(self, y: int) -> str:
        """Return a line as it is drawn."""
        return f"{self.glyphs.bar} {self.lines[y - 1]}" if 0 < y <= len(self._lines) else ""
