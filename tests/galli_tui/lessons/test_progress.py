"""How far a player has come is kept, and what comes next."""

from __future__ import annotations

import pytest

from galli_tui.lessons.progress import Progress, lesson_after, next_lesson, progress_of, remember_done, remember_step
from galli_tui.lessons.reader import load_lesson
from saves.storage.settings import save_setting
from tests.sample_game.game import META
from tests.sample_game.registered import sample_game

pytestmark = pytest.mark.usefixtures(sample_game.__name__)


def test_a_step_is_kept_until_the_lesson_is_done_and_done_for_ever() -> None:
    lesson = load_lesson(META.key, "first")
    assert progress_of(META.key, "first") == Progress()
    remember_step(lesson, 3)
    assert progress_of(META.key, "first") == Progress(done=False, step=3)
    remember_done(lesson)
    assert progress_of(META.key, "first") == Progress(done=True)
    remember_step(lesson, 2)
    assert progress_of(META.key, "first") == Progress(done=True, step=2)


@pytest.mark.parametrize("text", ["", "x", "-1", "99999", "done"])
def test_what_cannot_be_read_is_the_first_step(text: str) -> None:
    save_setting(f"lesson {META.key}/first", text)
    assert progress_of(META.key, "first").step == 0


def test_the_next_lesson_is_the_first_unfinished_one() -> None:
    assert next_lesson(META.key) == "first"
    remember_done(load_lesson(META.key, "first"))
    assert next_lesson(META.key) == "first"
    assert lesson_after(load_lesson(META.key, "first")) is None
