"""Every lesson is fit for the ear: nothing in it must be seen, and its commands exist."""

from __future__ import annotations

import asyncio
import re

import pytest

from galli_tui.lessons.lesson import LessonStep
from galli_tui.lessons.reader import lesson_names, load_lesson
from galli_tui.lessons.run import LessonRun
from galli_tui.matches.prepared_table import PreparedTable
from galli_tui.plain.commands import command_named, split
from galli_tui.plain.dialogue import Dialogue, InputEnded
from galli_tui.plain.learn_talk import learn_plainly
from galli_tui.plain.lesson_talk import LessonTalk
from galli_tui.plain.lesson_words import answer_for_the_ear, is_for_the_ear, text_for_the_ear
from galli_tui.tables.match_store import Setup
from rules.registry import games
from tests.support.plain_talk import ReadyLines

LESSONS = [(key, name) for key in games() for name in lesson_names(key)]


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_no_text_of_a_lesson_speaks_of_what_is_drawn(game: str, name: str) -> None:
    for number, step in enumerate(load_lesson(game, name).steps, 1):
        assert is_for_the_ear(text_for_the_ear(step)), f"step {number} needs a text to be heard: {step.text}"
        assert is_for_the_ear(answer_for_the_ear(step.wrong))


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_every_command_of_a_lesson_exists(game: str, name: str) -> None:
    lesson = load_lesson(game, name)
    talk = LessonTalk(Dialogue(ReadyLines(())), lesson, "Anna")
    for step in lesson.steps:
        if step.command and step.command != "undo":
            assert command_named(talk.commands, split(step.command)[0]), step.command


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_a_step_with_a_key_has_a_command_or_a_text_of_its_own(game: str, name: str) -> None:
    assert all(step.command or step.heard for step in load_lesson(game, name).steps if step.press)


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("Not that. Press **2**, then enter.", "Not that."),
        ("The lit place is better.", "Not this one."),
        ("It was **green** that we wanted.", "It was green that we wanted."),
    ],
)
def test_an_answer_keeps_what_can_be_heard(text: str, heard: str) -> None:
    assert answer_for_the_ear(text) == heard


def test_the_words_of_a_screen_are_known() -> None:
    for text in (
        *("On the left lies the plan.", "The lit place", "Use the arrows.", "Press {key:table.undo}.", "Stars"),
        *(
            "He placed it here.",
            "Look at the wheel.",
            "It stands on one page.",
            "This is your land.",
            "It is proposed.",
        ),
    ):
        assert not is_for_the_ear(text)
    assert is_for_the_ear("Three rounds are left, and the hall is split off.")


def test_a_step_is_heard_in_its_own_words() -> None:
    assert text_for_the_ear(LessonStep("The **lit** one.", heard="The one on e4.")) == "The one on e4."
    assert text_for_the_ear(LessonStep("Build **well**.")) == "Build well."


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_the_move_of_a_step_is_the_first_of_the_list(game: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    lesson = load_lesson(game, name)
    lines = [line for step in lesson.steps for line in (*(["moves"] if step.moves else []), "skip")]
    assert asyncio.run(LessonTalk(Dialogue(ReadyLines(lines)), lesson, "Anna").run())
    said = capsys.readouterr().out.split("\n")
    asked = [place for place, line in enumerate(said) if line.startswith("To make it, type ")]
    assert len(asked) == sum(bool(step.moves) for step in lesson.steps)
    for place in asked:
        assert said[place] == "To make it, type 1."
        wanted, heading, first = said[place - 1], said[place + 2], said[place + 3]
        begin = heading.rpartition(". ")[2].removesuffix(":") if heading.endswith(":") else ""
        each = re.search(r"Each of [^:]*: ((?:plus|minus|no) [^,]* now)?(?:, )?(.*?)\.(?= [A-Z][^.]*:$|$)", heading)
        shared, ending = ("", "") if each is None else (each[1] or "", each[2])
        points = re.match(r"1: ([^:]* now: )?", first)
        assert points is not None
        scored = points[1] or (f"{shared}: " if shared else "")
        line = f"1: {scored}{f'{begin} ' if begin else ''}{first.removeprefix(points[0])}".removesuffix(".")
        ends = [f"{sign} {ending}." for sign in ",;"] if ending else ["."]
        assert wanted.casefold() in [f"{line}{end}".casefold() for end in ends]


def test_a_lesson_runs_on_without_a_screen() -> None:
    lesson = load_lesson(*LESSONS[0])
    assert LessonRun(lesson, PreparedTable(lesson, "Anna")).step == lesson.steps[0]


def test_where_a_move_is_asked_enter_is_not_said_to_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    lesson = load_lesson("builders-duel", "first-round")
    asking = next(number for number, step in enumerate(lesson.steps) if step.moves)
    lines = [""] * asking + ["", "quit"]
    assert not asyncio.run(LessonTalk(Dialogue(ReadyLines(lines)), lesson, "Anna").run())
    said = " ".join(capsys.readouterr().out.split())
    assert said.count("Now make this move.") == 2
    assert said.count("Enter goes on.") == 1
    assert "You can also type back, skip, help, or quit" in said.rpartition("Now make this move.")[2]


def heard_in(lesson: str, capsys: pytest.CaptureFixture[str], *lines: str) -> str:
    """Return what a lesson of Campus Galli says to these lines at its first step with a move."""
    course = load_lesson("campus-galli", lesson)
    asking = next(number for number, step in enumerate(course.steps) if step.moves)
    talk = LessonTalk(Dialogue(ReadyLines([*[""] * asking, *lines, "quit"])), course, "Anna")
    assert not asyncio.run(talk.run())
    return " ".join(capsys.readouterr().out.split()).rpartition(f"Step {asking + 1} of")[2]


def test_no_line_that_is_heard_lists_bare_letters(capsys: pytest.CaptureFixture[str]) -> None:
    lesson = load_lesson("campus-galli", "level-1")
    lines = [line for step in lesson.steps for line in (*(["tasks", "moves"] if step.moves else []), "skip")]
    assert asyncio.run(LessonTalk(Dialogue(ReadyLines([*lines[:-1], "log", "skip"])), lesson, "Anna").run())
    said = capsys.readouterr().out
    assert "in the south (E, F or B)" in said
    assert not [line for line in said.split("\n") if re.search(r"\b[A-K] [A-K]\b", line)]


@pytest.mark.parametrize("line", ["50", "frob"])
def test_a_line_that_a_step_does_not_ask_for_is_named(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = heard_in("level-1", capsys, line)
    assert f"{line} is not what this step asks for." in said
    assert said.count("To make it, type 1.") == 2


def test_help_says_that_enter_goes_on_only_where_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    said = heard_in("level-1", capsys, "help")
    assert "moves WORDS: " in said
    assert "Enter goes on." not in said
    assert "You can also type back" in said


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_every_line_of_a_lesson_is_a_whole_sentence(game: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    lesson = load_lesson(game, name)
    asyncio.run(LessonTalk(Dialogue(ReadyLines(["skip"] * len(lesson.steps))), lesson, "Anna").run())
    said = capsys.readouterr().out.splitlines()
    assert not [line for line in said if line != "Lesson:" and not line.endswith((".", "!", "?"))]


def test_a_game_without_lessons_leads_to_those_that_have_some(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lessons = {key: lesson_names(key) for key in games()} | {"builders-duel": ()}
    monkeypatch.setattr("galli_tui.plain.learn_talk.lesson_names", lessons.__getitem__)

    async def play(_: Setup) -> None:
        raise AssertionError("no match is wanted")

    with pytest.raises(InputEnded):
        asyncio.run(learn_plainly(Dialogue(ReadyLines(())), "builders-duel", None, play))
    said = capsys.readouterr().out
    assert "Which game do you want to learn?" in said
    assert "Builders" not in said
