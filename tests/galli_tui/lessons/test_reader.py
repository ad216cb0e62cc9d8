"""Lessons are read from files; whatever is wrong is named with file, step and key."""

from __future__ import annotations

import pytest

from galli_tui.lessons import reader
from galli_tui.lessons.lesson import LessonError, LessonPlace
from galli_tui.lessons.reader import lesson_names, load_lesson, read_lesson
from rules.engine.shipped import DamagedFile
from tests.sample_game.game import META
from tests.sample_game.registered import sample_game

pytestmark = pytest.mark.usefixtures(sample_game.__name__)

HEAD = 'title = "T"\nminutes = 1\nmode = "versus"\nothers = ["Bea"]\n'
LAST = '[[step]]\ntext = "The end."\n'


def test_a_lesson_is_found_by_its_file_and_read_whole() -> None:
    assert lesson_names(META.key) == ("first",)
    lesson = load_lesson(META.key, "first")
    assert (lesson.title, lesson.minutes, lesson.options.seats, lesson.others) == (
        "Candles: the first light",
        1,
        2,
        ("Bea",),
    )
    assert lesson.opening[1] == "dealer draw 1 7 15"
    choose = lesson.steps[1]
    assert (choose.moves, choose.happens, choose.lit) == (("choose 15",), ("2 choose 1",), ("choice:1",))
    assert [step.place for step in lesson.steps] == [
        LessonPlace.BOTTOM,
        LessonPlace.BOTTOM,
        LessonPlace.LEFT,
        LessonPlace.LEFT,
        LessonPlace.BOTTOM,
    ]


def test_an_unknown_lesson_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        load_lesson(META.key, "second")


def test_a_damaged_lesson_of_the_program_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_off(*path: str) -> str:
        assert path[-1] == "first.toml"
        return 'title = "T"'

    monkeypatch.setattr(reader, "shipped_text", cut_off)
    load_lesson.cache_clear()
    with pytest.raises(DamagedFile, match=r"/lessons/first.toml of this program is damaged \(first.toml: expected"):
        load_lesson(META.key, "first")


@pytest.mark.parametrize(
    ("step", "named"),
    [
        ('todo = "Do it."', "x.toml: step 1.text"),
        ("text = 5\n", "x.toml: step 1.text: expected a text, got 5."),
        ('text = "a"\nmove = "choose 1"', "x.toml: step 1.todo"),
        ('text = "a"\ntodo = "b"', "x.toml: step 1.todo"),
        ('text = "a"\ntodo = "b"\nmove = "choose 1"\npress = "table.log"', "x.toml: step 1.press"),
        ('text = "a"\ntodo = "b"\nany = "choose"\npress = "table.log"', "x.toml: step 1.any"),
        ('text = "a"\nplace = "middle"', "x.toml: step 1.place: expected one of bottom, top, left, right"),
        ('text = "a"\ncolour = "red"', "no key 'colour'"),
        ('text = "a"\nrewinds = "yes"', "x.toml: step 1.rewinds"),
    ],
)
def test_a_wrong_step_is_named(step: str, named: str) -> None:
    with pytest.raises(LessonError) as raised:
        read_lesson(META.key, "x", f"{HEAD}[[step]]\n{step}\n{LAST}")
    assert named in str(raised.value) or "expected a key 'text'" in str(raised.value)


@pytest.mark.parametrize(
    ("head", "named"),
    [
        ("", "x.toml: expected a key 'title'"),
        (HEAD.replace('"versus"', '"solo"'), "x.toml: mode"),
        (f"{HEAD}seat = 3\n", "x.toml: seat: expected a seat from 1 to 2."),
        (HEAD.replace("minutes = 1", "minutes = 0"), "x.toml: minutes"),
        (f'{HEAD}options = {{ light = "dim" }}\n', "x.toml: options.light: expected an option of Candles"),
        (f'{HEAD}options = {{ order = "dim" }}\n', "x.toml: options.order: expected one of tall, short"),
        (f"{HEAD}opening = 3\n", "x.toml: opening"),
    ],
)
def test_a_wrong_head_is_named(head: str, named: str) -> None:
    with pytest.raises(LessonError) as raised:
        read_lesson(META.key, "x", head + LAST)
    assert named in str(raised.value)


def test_a_step_after_a_free_choice_finds_back_to_the_script() -> None:
    step = '[[step]]\ntext = "a"\ntodo = "b"\nmove = "choose 1"\nany = "choose"\n'
    with pytest.raises(LessonError, match=r"x.toml: step 2.rewinds: expected true after a step of free choice."):
        read_lesson(META.key, "x", HEAD + step + LAST)


def test_a_lesson_ends_with_a_step_that_is_only_read() -> None:
    step = '[[step]]\ntext = "a"\ntodo = "b"\nmove = "choose 1"\n'
    with pytest.raises(LessonError, match="the last of which is only read"):
        read_lesson(META.key, "x", HEAD + step)
