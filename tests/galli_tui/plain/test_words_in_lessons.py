"""What may be typed in a step of a lesson: the words of its move, a repetition, a number."""

from __future__ import annotations

import asyncio
import re

import pytest

from galli_tui.lessons.progress import remember_step
from galli_tui.lessons.reader import lesson_names, load_lesson
from galli_tui.plain.dialogue import Dialogue
from galli_tui.plain.lesson_talk import LessonTalk
from galli_tui.plain.lesson_words import text_for_the_ear
from rules.registry import games
from tests.support.plain_program import assert_plain
from tests.support.plain_talk import ReadyLines

_LESSONS = [(key, name) for key in games() for name in lesson_names(key)]
_CAMPUS, _DUEL, _ORA = (
    ("campus-galli", "level-1"),
    ("builders-duel", "first-round"),
    ("ora-et-labora", "first-settlement"),
)


def at_step(capsys: pytest.CaptureFixture[str], lesson: tuple[str, str], number: int, *lines: str) -> list[str]:
    """Return what a lesson says to these lines at a step, counted from 1, with the step's own text in front."""
    course = load_lesson(*lesson)
    remember_step(course, number - 1)
    assert not asyncio.run(LessonTalk(Dialogue(ReadyLines([*lines, "quit"])), course, "Anna").run())
    said = capsys.readouterr().out.split("\n")[:-1]
    assert_plain(said)
    return said[next(place for place, line in enumerate(said) if line.startswith(f"Step {number} of ")) :]


def after(said: list[str], line: int = 1) -> list[str]:
    """Return what was said in answer to a line, counted from 1."""
    prompts = [place for place, it in enumerate(said) if it == "Lesson:"]
    return said[prompts[line - 1] + 1 : prompts[line]]


def played(capsys: pytest.CaptureFixture[str], lesson: tuple[str, str], lines: list[str]) -> list[str]:
    """Return what a lesson says that is played to its end with these lines, one for each step."""
    assert asyncio.run(LessonTalk(Dialogue(ReadyLines(lines)), load_lesson(*lesson), "Anna").run())
    return capsys.readouterr().out.split("\n")


@pytest.mark.parametrize("capital", [False, True])
@pytest.mark.parametrize("lesson", _LESSONS)
def test_a_lesson_is_played_by_the_words_that_it_reads_out(
    lesson: tuple[str, str], capital: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = load_lesson(*lesson).steps
    told = played(capsys, lesson, ["skip"] * len(steps))
    # Without what follows from a move, which is said after a colon or a full stop.
    heads = [re.split(r"[.:] |\.$", line[3:])[0] for line in told if line.startswith("1: ")]
    assert len(heads) == sum(bool(step.moves) for step in steps)
    typed = iter([f"{head.upper()}." for head in heads] if capital else heads)
    said = played(capsys, lesson, [next(typed) if step.moves else step.command for step in steps])
    assert next(typed, None) is None
    assert sum(line.startswith("Step ") for line in said) == len(steps)


@pytest.mark.parametrize(
    ("lesson", "number", "line"),
    [
        (_CAMPUS, 6, "build"),
        (_CAMPUS, 10, "take red hall"),
        (_CAMPUS, 10, "take red"),
        (_CAMPUS, 10, "red hall"),
        (_CAMPUS, 12, "place red hall e6 e7 e8 e9"),
        (_CAMPUS, 12, "e6 e7 e8 e9"),
        (_CAMPUS, 14, "pray"),
        (_CAMPUS, 14, "pray 20"),
        (_CAMPUS, 14, "number 20"),
        (_CAMPUS, 26, "flip stables"),
        (_CAMPUS, 26, "stables"),
        (_DUEL, 3, "top row"),
        (_DUEL, 8, "take card 3"),
        (_ORA, 6, "build cloister courtyard"),
        (_ORA, 7, "prior"),
        (_ORA, 13, "contract peat coal kiln"),
        (_ORA, 14, "use farmyard"),
    ],
)
def test_words_that_fit_the_move_of_a_step_make_it(
    lesson: tuple[str, str], number: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert after(at_step(capsys, lesson, number, line))[0].startswith(f"Step {number + 1} of ")


@pytest.mark.parametrize(
    ("lesson", "number", "line", "begin"),
    [
        (_CAMPUS, 10, "take blue hall", "take blue hall is not what this step asks for."),
        (_CAMPUS, 10, "t", "Tasks."),
        (_CAMPUS, 12, "lay f6 f7 f8 f9", "Not this one."),
        (_CAMPUS, 12, "gaps", "35 spaces around c4."),
        (_DUEL, 8, "card 3", "3: Income 3."),
        (_DUEL, 10, "work 2 wood", "Section I wants a beam and mortar"),
        (_ORA, 13, "contract", "A contract costs 1 coin, or 1 wine as a present."),
    ],
)
def test_another_move_and_a_command_are_not_taken_for_the_move_of_a_step(
    lesson: tuple[str, str], number: int, line: str, begin: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = after(at_step(capsys, lesson, number, line))
    assert said[0].startswith(begin)
    assert not any(it.startswith("Step ") for it in said)


@pytest.mark.parametrize(("name", "begin"), [("e9", "e9: the cloister (B)"), ("church", "The church (A)")])
def test_a_name_that_many_moves_have_is_described(name: str, begin: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = after(at_step(capsys, _CAMPUS, 12, name))
    assert said[0].startswith(begin)
    assert said[-1] == "To make the move of this step, type 1."


@pytest.mark.parametrize("line", ["what do I do", "What do I do?", "what should i do now", "again", "repeat", "now"])
@pytest.mark.parametrize(("lesson", "number"), [(_CAMPUS, 10), (_CAMPUS, 22), (_DUEL, 2), (_ORA, 7)])
def test_a_step_is_read_again(
    lesson: tuple[str, str], number: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = at_step(capsys, lesson, number, line)
    told = said[: said.index("Lesson:")]
    assert " ".join(text_for_the_ear(load_lesson(*lesson).steps[number - 1]).split()) in " ".join(told)
    assert after(said) == told


def test_reading_a_step_again_keeps_the_numbers_that_were_heard(capsys: pytest.CaptureFixture[str]) -> None:
    said = at_step(capsys, _CAMPUS, 10, "moves", "again", "2")
    assert after(said, 3)[0].startswith("Not this one.")


def test_the_first_step_has_none_before_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert after(at_step(capsys, _CAMPUS, 1, "back")) == ["This is the first step. Type again to hear it."]


def test_a_question_about_a_thing_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    said = at_step(capsys, _CAMPUS, 10, "where is the church?", "what is a lazy monk?")
    assert "church" in after(said)[0].casefold()
    assert any("lazy monk" in line for line in after(said, 2))
    assert not any(line.startswith("Step 10") for line in (*after(said), *after(said, 2)))


@pytest.mark.parametrize("lesson", _LESSONS)
def test_a_number_is_answered_alike_in_every_step_that_is_only_read(
    lesson: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    for place, step in enumerate(load_lesson(*lesson).steps, 1):
        if step.is_read_only:
            said = at_step(capsys, lesson, place, "1", "77", "moves", "1", "2")
            for number in (1, 2, 4, 5):
                only_read, ways = after(said, number)
                assert only_read == "This step is only read."
                assert ways.startswith("Enter goes on. ")


def test_a_number_that_is_no_move_of_a_step_names_no_card(capsys: pytest.CaptureFixture[str]) -> None:
    assert after(at_step(capsys, _DUEL, 3, "9"))[0] == "9 is not what this step asks for."
