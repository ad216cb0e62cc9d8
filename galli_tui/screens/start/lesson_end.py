"""What comes after a lesson: the next one, or a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galli_tui.lessons.lesson import Lesson
from galli_tui.lessons.progress import lesson_after, remember_done
from galli_tui.lessons.reader import load_lesson
from galli_tui.screens.dialogs import Choice, Notice
from galli_tui.style.key_names import KEY
from galli_tui.style.wording import counted
from galli_tui.tables.match_store import Setup
from rules.registry import game_box
from saves.errors import SaveError
from saves.format.header_fields import Player

if TYPE_CHECKING:
    from galli_tui.app_base import AppBase


def end_lesson(app: AppBase, lesson: Lesson) -> None:
    """Save that the lesson is done, and offer the next one and a match."""
    remember_done(lesson)
    after = lesson_after(lesson)
    following = None if after is None else load_lesson(lesson.game_key, after)
    choices = ["Play now"]
    if following is not None:
        choices.append(f"Next lesson: {following.title} ({counted(following.minutes, 'minute')})")

    def chosen(index: int | None) -> None:
        if index == 0:
            _play_now(app, lesson)
        elif index == 1 and following is not None:
            app.learn(following.game_key, following.name)
        else:
            app.leave_table()

    again = f"{KEY:app.help} explains all of it again, and the lessons stay in the menu."
    text = f"You have finished “{lesson.title}”. {again}"
    app.push_screen(Choice("Well done!", text, tuple(choices), "Menu"), chosen)


def _play_now(app: AppBase, lesson: Lesson) -> None:
    """Start a match like that of the lesson; a novice plays each of the other seats."""
    meta = game_box(lesson.game_key).meta
    colours = [role.colour for role in meta.roles] or [*meta.colours]
    names = [*lesson.others]
    names.insert(lesson.seat, app.player_name)
    seats = (
        Player(name, colours[number], None if number == lesson.seat else "novice") for number, name in enumerate(names)
    )
    try:
        table = app.match_store.begin(Setup(lesson.game_key, lesson.options, tuple(seats)))
    except SaveError as error:
        app.push_screen(Notice("The match could not be started", str(error)))
    else:
        app.open_table(table)
