"""A lesson is played move by move: right ones go on, wrong ones are answered, the way back is open."""

from __future__ import annotations

import pytest

from galli_tui.lessons.lesson import LessonError
from galli_tui.lessons.reader import load_lesson, read_lesson
from galli_tui.lessons.run import LessonRun
from galli_tui.matches.prepared_table import PreparedTable
from rules.engine.events import Move
from rules.engine.secrecy import Seat
from tests.sample_game.game import META
from tests.sample_game.registered import sample_game

pytestmark = pytest.mark.usefixtures(sample_game.__name__)


def started(first: int = 0) -> tuple[LessonRun, PreparedTable, list[int]]:
    lesson, reached = load_lesson(META.key, "first"), list[int]()
    table = PreparedTable(lesson, "Anna")
    return LessonRun(lesson, table, first=first, remember=reached.append), table, reached


def move(table: PreparedTable, words: str) -> Move:
    found = table.game.parse(f"1 {words}")
    assert isinstance(found, Move)
    return found


def events(table: PreparedTable) -> list[str]:
    return [table.game.format(one.event) for one in table.timeline(Seat(0), 99)]


def make(run: LessonRun, table: PreparedTable, words: str) -> None:
    assert run.accepts(move(table, words))
    table.submit(move(table, words))
    run.moved()


def test_the_draws_are_those_prepared_and_the_other_seat_moves_by_script() -> None:
    run, table, reached = started()
    assert events(table)[1] == "dealer draw 1 7 15"
    run.go_on()
    make(run, table, "choose 15")
    assert events(table)[-3:] == ["1 choose 15", "2 choose ?", "dealer show 15 1"]
    assert reached == [0, 1, 2]


def test_a_wrong_move_is_answered_until_the_right_one() -> None:
    run, table, _ = started(1)
    assert not run.accepts(move(table, "choose 7"))
    assert run.text(str) == run.step.text
    assert run.answer_text(str) == "The candle of 7 is shorter: take the other one."
    assert run.todo(str) == "Choose the candle of 15: press **2**, then **kit.enter**."
    make(run, table, "choose 15")
    assert run.text(str) == "Now light a window, whichever you like."


def test_a_key_that_is_not_asked_for_is_answered() -> None:
    run, _, _ = started()
    assert not run.accepts_key("table.undo")
    assert run.answer_text(str) == "That key does nothing here. First read this step, then go on."
    assert not run.accepts_key("table.log", "**l** (log)")
    assert run.answer_text(str) == "**l** (log) can wait. First read this step, then go on."
    run.go_to(3)
    assert not run.accepts_key("table.log")
    assert run.answer
    assert run.accepts_key("table.scores")
    assert not run.answer


def test_after_a_free_choice_the_script_finds_back() -> None:
    run, table, _ = started(2)
    assert run.accepts(move(table, "light 10"))  # Where the script has the other seat light next.
    table.submit(move(table, "light 10"))
    assert events(table)[-1] == "1 light 10"
    run.moved()
    assert "1 light 5" in events(table)
    assert "1 light 10" not in events(table)


def test_back_skip_and_resume_lead_to_the_script_s_own_positions() -> None:
    run, table, _ = started()
    seen: list[list[str]] = []
    while not run.is_last:
        seen.append(events(table))
        run.skip()
    seen.append(events(table))
    for number, expected in enumerate(seen):
        resumed, other, _ = started(number)
        assert (resumed.number, events(other)) == (number, expected)
    for expected in reversed(seen[:-1]):
        run.back()
        assert events(table) == expected
    run.back()
    assert run.number == 0


def test_the_last_step_ends_the_lesson() -> None:
    run, _, _ = started(4)
    assert not run.over
    run.go_on()
    assert run.over


def test_a_number_beyond_the_steps_begins_with_the_last() -> None:
    assert started(99)[0].number == 4


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("dealer draw 1 2 15", "'dealer draw 1 2 15' is refused"),
        ("2 light 1", "'2 light 1' is refused"),
        ("2 dance", "'2 dance' is no event"),
        ("dealer show 1 2\ndealer show 1 2", "is not due when it is prepared"),
    ],
)
def test_a_script_that_cannot_happen_names_its_line(line: str, problem: str) -> None:
    head = 'title = "T"\nminutes = 1\nmode = "versus"\nothers = ["Bea"]\n'
    lesson = read_lesson(META.key, "x", f'{head}opening = """\n{line}\n"""\n[[step]]\ntext = "a"\n')
    with pytest.raises(LessonError) as raised:
        LessonRun(lesson, PreparedTable(lesson, "Anna"))
    assert problem in str(raised.value)
    assert str(raised.value).startswith("x")
