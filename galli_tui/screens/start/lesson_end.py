"""What comes after a lesson: a first match, or the next lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from galli_tui.game_api.last_setup import setup_words, setups_after
from galli_tui.lessons.lesson import Lesson
from galli_tui.lessons.progress import lesson_after, remember_done
from galli_tui.screens.dialogs import Choice
from galli_tui.style.key_names import KEY
from galli_tui.style.wording import counted
from galli_tui.widgets.line_widget import cells
from rules.registry import game_meta

if TYPE_CHECKING:
    from galli_tui.app_base import AppBase


CHOICE_CELLS: Final = 57
"""The cells that a dialog has for the words of a choice."""


def end_lesson(app: AppBase, lesson: Lesson) -> None:
    """Save that the lesson is done, and offer a first match and the next lesson."""
    remember_done(lesson)
    setups = setups_after(lesson.game_key, lesson.options, app.player_name)
    choices = [f"Play now: {setup_words(setup)}" for setup in setups]
    following = lesson_after(lesson)
    if following is not None:
        choices.append(lesson_words(following, lesson))

    def chosen(index: int | None) -> None:
        if index is not None and index < len(setups):
            app.start_match(setups[index])
        elif index is not None and following is not None:
            app.learn(following.game_key, following.name)
        else:
            app.leave_table()

    again = f"{KEY:app.help} explains it all again, and the lessons stay in the menu."
    text = f"You have finished “{lesson.title}”. {again}"
    app.push_screen(Choice("Well done!", text, tuple(choices), "Menu", first=0), chosen)


def lesson_words(lesson: Lesson, before: Lesson) -> str:
    """Return the choice that leads to a lesson, with its minutes if there is room."""
    title = _title(lesson, before)
    with_minutes = f"{title} ({counted(lesson.minutes, 'minute')})"
    return with_minutes if cells(with_minutes) <= CHOICE_CELLS else title


def _title(lesson: Lesson, before: Lesson) -> str:
    """Return what leads to a lesson, with the title of its game where it is another one."""
    if lesson.game_key == before.game_key:
        return f"Next lesson: {lesson.title}"
    return f"Learn {game_meta(lesson.game_key).title}: {lesson.title[0].lower()}{lesson.title[1:]}"
