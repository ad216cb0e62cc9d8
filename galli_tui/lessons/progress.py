"""How far the player has come in each lesson, kept in the small file of settings."""

from __future__ import annotations

from typing import NamedTuple

from galli_tui.lessons.lesson import Lesson
from galli_tui.lessons.reader import lesson_names, load_lesson
from rules.registry import games
from saves.storage.settings import load_settings, save_setting

_SETTING = "lesson "
_DONE = "done"


class Progress(NamedTuple):
    """The progress in one lesson."""

    done: bool = False
    """Whether it was finished once."""
    step: int = 0
    """The step to go on from."""


def progress_of(game_key: str, name: str) -> Progress:
    """Return the progress in a lesson; none if nothing is saved, or nothing that can be read."""
    words = load_settings().get(f"{_SETTING}{game_key}/{name}", "").split()
    steps = [int(word) for word in words if word.isdecimal() and len(word) < 5]
    return Progress(_DONE in words, steps[0] if steps else 0)


def remember_step(lesson: Lesson, step: int) -> None:
    """Save the step to go on from."""
    _save(lesson, progress_of(lesson.game_key, lesson.name)._replace(step=step))


def remember_done(lesson: Lesson) -> None:
    """Save that a lesson is finished; it begins with the first step again."""
    _save(lesson, Progress(done=True))


def next_lesson(game_key: str) -> str | None:
    """Return the first lesson of a game that is not finished, else its first; None if it has none."""
    names = lesson_names(game_key)
    return next((name for name in names if not progress_of(game_key, name).done), next(iter(names), None))


def unopened_lesson(game_key: str, level: int) -> Lesson | None:
    """Return the lesson of a game's level if it was never opened; None if it was, or if there is none."""
    opened = load_settings()
    unopened = (name for name in lesson_names(game_key) if f"{_SETTING}{game_key}/{name}" not in opened)
    return next((it for it in (load_lesson(game_key, name) for name in unopened) if it.options.level == level), None)


def lesson_after(lesson: Lesson) -> Lesson | None:
    """Return the lesson to learn next: that which follows, else the first unfinished one of any game; None for none."""
    names = lesson_names(lesson.game_key)
    others = [key for key in games() if key != lesson.game_key]
    following = [(lesson.game_key, name) for name in names[names.index(lesson.name) + 1 :]]
    unfinished = [
        (key, name)
        for key in (lesson.game_key, *others)
        for name in lesson_names(key)
        if (key, name) != (lesson.game_key, lesson.name) and not progress_of(key, name).done
    ]
    found = next(iter([*following, *unfinished]), None)
    return None if found is None else load_lesson(*found)


def _save(lesson: Lesson, progress: Progress) -> None:
    words = [_DONE] if progress.done else []
    save_setting(f"{_SETTING}{lesson.key}", " ".join([*words, str(progress.step)]))
