"""The list of all lessons, with their minutes and what is done."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Resize

from galli_tui.game_api.last_game import games_by_use
from galli_tui.lessons.lesson import Lesson
from galli_tui.lessons.progress import next_lesson, progress_of
from galli_tui.lessons.reader import lesson_names, load_lesson
from galli_tui.screens.base import GalliScreen
from galli_tui.style.actions import bindings
from galli_tui.style.wording import counted
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.line_widget import cells, glyphs_of
from galli_tui.widgets.option_list import OptionList, OptionRow, heading
from galli_tui.widgets.prompt import Prompt
from rules.registry import game_meta

_NEXT = "Enter begins the lesson, or goes on where you left it; Esc goes back."
_NOTHING = "No lessons."
_TITLE, _MINUTES = 46, 12


class LessonsScreen(GalliScreen[None]):
    """One line for each lesson, under the title of its game."""

    SCOPES: ClassVar[tuple[str, ...]] = ("lessons", "list")
    BINDINGS = bindings("lessons")
    DEFAULT_CSS = """
    LessonsScreen Vertical { border: round $edge; border-title-color: $rubric; border-title-style: bold;
        background: $page; padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._lessons: list[Lesson | None] = []
        """The lesson of each row; None for a heading."""

    def compose(self) -> ComposeResult:
        with Vertical() as page:
            page.border_title = "Learn the game"
            yield OptionList()
        yield Prompt()
        yield Footer()

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()
        self.query_one(Prompt).show_next(_NEXT)
        self._show()

    def on_resize(self, event: Resize) -> None:
        self._show()

    def _show(self) -> None:
        rows: list[OptionRow] = []
        self._lessons, first = [], None
        for key in games_by_use():
            names = lesson_names(key)
            if not names:
                continue
            rows += [*([heading()] if rows else []), heading(game_meta(key).title)]
            for name in names:
                lesson = load_lesson(key, name)
                if first is None and name == next_lesson(key):
                    first = len(rows)
                rows.append(self._row(lesson))
            self._lessons += [None] * (len(rows) - len(self._lessons) - len(names))
            self._lessons += [load_lesson(key, name) for name in names]
        self.query_one(OptionList).show(rows or [heading(_NOTHING)], first)

    def _row(self, lesson: Lesson) -> OptionRow:
        glyphs, progress = glyphs_of(self), progress_of(lesson.game_key, lesson.name)
        title = f"  {lesson.title}"
        place = f"step {progress.step + 1} of {len(lesson.steps)}" if progress.step else ""
        done = f"{glyphs.yes} done" if progress.done else ""
        parts = (
            (title + " " * max(1, _TITLE - cells(title)), "strong"),
            (counted(lesson.minutes, "minute").ljust(_MINUTES), "ink"),
            (done + ("  " if done and place else ""), "good"),
            (place, "gold"),
        )
        return OptionRow(parts)

    def on_option_list_chosen(self, event: OptionList.Chosen) -> None:
        lesson = self._lessons[event.index] if event.index < len(self._lessons) else None
        if lesson is not None and self.is_current:
            self.app.learn(lesson.game_key, lesson.name)

    def action_back(self) -> None:
        self.dismiss()
