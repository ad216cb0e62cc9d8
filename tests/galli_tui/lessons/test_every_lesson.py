"""Every lesson of every game is played to its end by its own script, at every size of the window."""

from __future__ import annotations

import re
from typing import Final

import pytest

from galli_tui.game_api.registry import screens_of
from galli_tui.games.campus_galli.plan_widget import PlanWidget
from galli_tui.games.kit.targets import target_parts
from galli_tui.lessons.lesson import LessonPlace, key_actions, plain_text
from galli_tui.lessons.reader import lesson_names, load_lesson
from galli_tui.screens.table.lesson_guide import LessonGuide
from galli_tui.style.actions import action
from rules.engine.grid import space_named
from rules.registry import games
from tests.sample_game.game import META
from tests.sample_game.registered import sample_game
from tests.support.app_driver import SIZES, Driver, drive
from tests.support.lessons import (
    check_decision,
    check_looks,
    check_words,
    check_wrong_keys,
    check_wrong_move,
    click_step,
    covered_parts,
    guide_of,
    lesson_app,
    play_lesson,
    skip_step,
)

LESSONS = [(key, name) for key in games() for name in lesson_names(key)]
SMALL = SIZES[0]

_LESS_NEEDED: Final = {
    "stock": "",  # What is left in hut and pouch, unless a section is taken there.
    "section 0": r"[Yy]our sections?|section I\b",  # The player's own sections, unless the text speaks of them.
    "section 1": "",  # The rival's sections.
    "supply": "",  # What is left of each good.
}
"""The parts of the boards that a text may cover unless one of them is lit, and the words that speak of them."""
_TEXTS: Final = {"told", "sections", "homes", "camp", "kept", "home", "prices", "estate"}
"""The kinds of parts that are no space, card or task, but lines about what has happened and what players have."""
_COVERS_MORE: Final = {
    ("first-settlement", 12): "It speaks of the last lines on the left, and what it covers is not yet to be used.",
}
"""The steps whose text covers other parts, and why."""


async def looks(app: Driver, guide: LessonGuide) -> None:
    check_looks(app, guide)


async def covers_nothing(app: Driver, guide: LessonGuide) -> None:
    check_looks(app, guide)
    await check_decision(app, guide)


async def covers_only_what_is_less_needed(app: Driver, guide: LessonGuide) -> None:
    run = guide.run
    step, number = run.step, run.number + 1
    words = plain_text(f"{step.text} {step.todo}")
    lit = {_kind(target) for target in step.lit}
    may = _TEXTS | {
        kind for kind, spoken in _LESS_NEEDED.items() if kind not in lit and not (spoken and re.search(spoken, words))
    }
    covered = {target: cells for target, cells in covered_parts(app, guide).items() if _kind(target) not in may}
    assert bool(covered) == ((run.lesson.name, number) in _COVERS_MORE), f"step {number}: cells covered: {covered}"


def _kind(target: str) -> str:
    """Return what a target is: "stock" for "stock:2,0", "section 0" for "section 0 2" and for "section 0 2 1"."""
    kind, numbers = target_parts(target.partition(":")[0])
    return f"{kind} {numbers[0]}" if len(numbers) > 1 else kind


async def looks_and_answers(app: Driver, guide: LessonGuide) -> None:
    check_looks(app, guide)
    await check_wrong_keys(app, guide)
    await check_wrong_move(app, guide)


@pytest.mark.parametrize(("game_key", "name"), LESSONS)
def test_a_lesson_is_played_to_its_end_by_the_keys_that_it_names(game_key: str, name: str) -> None:
    play_lesson(game_key, name, SMALL, looks_and_answers)


def test_the_text_of_a_lesson_hides_no_news_of_the_log() -> None:
    async def newest_is_visible(app: Driver, guide: LessonGuide) -> None:
        if guide.run.number == 11:
            log = app.text.partition("since your last turn")[2].partition("The first settlement")[0]
            assert "Round 3 begins." in log

    play_lesson("ora-et-labora", "first-settlement", SMALL, newest_is_visible, skip_step)


def test_the_lesson_of_ora_et_labora_explains_the_signs_on_its_screen_and_names_the_key_to_all() -> None:
    text = " ".join(step.text for step in load_lesson("ora-et-labora", "first-settlement").steps)
    for sign in ("**1+1**", "**+3**", "**=7**", "**l** or **p**", "**LL**", "**+4**", "**LP**", "**home**", "**+2**"):
        assert sign in text
    assert "{key:table.legend}" in text


def test_lesson_one_asks_for_the_place_that_its_last_turn_is_told_about_and_names_untouched_buildings() -> None:
    steps = load_lesson("campus-galli", "level-1").steps
    last = next(step for step in reversed(steps) if step.moves)
    assert not last.verb, "another place would not bring the 40 points of the next steps"
    assert last.lit
    assert "lit" in last.wrong
    assert any("untouched wooden buildings 3" in step.text for step in steps)


async def nothing(app: Driver, guide: LessonGuide) -> None:
    """Check nothing beside the way through the lesson."""


@pytest.mark.parametrize(("game_key", "name"), LESSONS)
def test_the_text_of_a_lesson_covers_nothing_of_the_decision_that_it_asks_for(game_key: str, name: str) -> None:
    play_lesson(game_key, name, SMALL, covers_nothing, skip_step)


@pytest.mark.parametrize(("game_key", "name"), LESSONS)
def test_the_text_of_a_lesson_covers_no_space_card_or_task_and_nothing_that_it_speaks_of(
    game_key: str, name: str
) -> None:
    play_lesson(game_key, name, SMALL, covers_only_what_is_less_needed, skip_step)


@pytest.mark.parametrize(
    ("game_key", "name", "size"), [("builders-duel", "first-round", SMALL), ("campus-galli", "level-1", SIZES[1])]
)
def test_the_text_of_a_lesson_cuts_no_word_of_the_table(game_key: str, name: str, size: tuple[int, int]) -> None:
    play_lesson(game_key, name, size, check_words, skip_step)


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game_key", "name"), LESSONS)
def test_the_text_of_no_lesson_cuts_a_word_of_the_table_in_any_window(
    game_key: str, name: str, size: tuple[int, int]
) -> None:
    play_lesson(game_key, name, size, check_words, skip_step)


@pytest.mark.parametrize(("game_key", "name"), LESSONS)
def test_a_lesson_is_played_to_its_end_by_mouse_alone(game_key: str, name: str) -> None:
    play_lesson(game_key, name, SMALL, nothing, click_step)


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES[1:])
@pytest.mark.parametrize(("game_key", "name"), LESSONS)
def test_a_lesson_is_played_to_its_end_in_a_larger_window(game_key: str, name: str, size: tuple[int, int]) -> None:
    play_lesson(game_key, name, size, covers_nothing, skip_step)
    play_lesson(game_key, name, size, covers_only_what_is_less_needed, skip_step)
    play_lesson(game_key, name, size, looks)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.usefixtures(sample_game.__name__)
def test_the_lesson_of_the_sample_game_needs_no_code(size: tuple[int, int]) -> None:
    play_lesson(META.key, "first", size, looks_and_answers)


@pytest.mark.parametrize(("game_key", "name"), LESSONS)
def test_every_key_that_a_lesson_names_exists(game_key: str, name: str) -> None:
    screens_of(game_key)
    lesson = load_lesson(game_key, name)
    named = [
        one for step in lesson.steps for one in (*key_actions(f"{step.text} {step.todo} {step.wrong}"), step.press)
    ]
    assert all(action(one) for one in named if one)


def test_a_click_on_the_text_of_a_step_does_the_key_it_names_or_says_what_to_do() -> None:
    async def script(app: Driver) -> None:
        await app.settle()
        while guide_of(app).run.step.press != "campus-galli.rotate":
            await app.press("n")
        number = guide_of(app).run.number
        panel = guide_of(app).panel
        await app.click(panel.text_start.x + 1, panel.text_start.y)
        assert guide_of(app).run.number == number
        assert "Click a key named in the box" in app.line(-2)
        row = next(y for y, line in enumerate(app.lines) if "Press r to rotate" in line)
        await app.click(app.lines[row].index("r to rotate"), row)
        assert guide_of(app).run.number == number + 1

    drive(lesson_app("campus-galli", "level-1"), script)


def test_every_digit_that_a_step_names_can_be_clicked_in_its_text() -> None:
    async def script(app: Driver) -> None:
        await app.settle()
        while "(rows 0 and 1)" not in guide_of(app).run.step.todo:
            await app.press("n")
        number = guide_of(app).run.number
        for words in ("1 (buy land)", "3 (a plot", "2 (rows 0", "Enter"):
            row = next(y for y, line in enumerate(app.lines) if y > 15 and words in line)
            await app.click(app.lines[row].index(words), row)
        assert guide_of(app).run.number == number + 1

    drive(lesson_app("ora-et-labora", "first-settlement"), script)


@pytest.mark.parametrize("by_click", [False, True], ids=["key", "click"])
def test_enter_on_something_else_than_the_step_asks_for_first_says_what_it_asks_for(*, by_click: bool) -> None:
    async def enter(app: Driver) -> None:
        if by_click:
            row = next(y for y, line in enumerate(app.lines) if "then Enter" in line)
            await app.click(app.lines[row].index("Enter"), row)
        else:
            await app.press("enter")

    async def script(app: Driver) -> None:
        await app.settle()
        while "opens **fell a forest**" not in guide_of(app).run.step.todo:
            await app.press("n")
        number, before = guide_of(app).run.number, app.lines[:-2]
        await enter(app)
        assert app.lines[:-2] == before, "no page is opened"
        assert "3 opens fell a forest; 1, then Enter, fells the one on d0." in app.line(-2)
        await app.press("3", "1")
        await enter(app)
        assert guide_of(app).run.number == number + 1

    drive(lesson_app("ora-et-labora", "first-settlement"), script)


@pytest.mark.parametrize("way", ["wheel", "right click", "picture"])
def test_rotating_by_mouse_does_the_step_that_asks_for_the_key(way: str) -> None:
    async def rotate(app: Driver) -> None:
        plan = app.app.screen.query_one(PlanWidget)
        if way == "wheel":
            plan.post_message(PlanWidget.Rotated())
            await app.settle()
        elif way == "right click":
            await app.click(*plan.cell_of(0), button=3)
        else:
            row = next(y for y, line in enumerate(app.lines) if "from the hut" in line)
            before = app.lines[:-2]
            await app.click(app.lines[row].index("from the hut"), row)
            assert app.lines[:-2] == before, "the words beside the picture turn nothing"
            picture = re.search(r"(\S)(?: \1)*\s+\w+ \1, from the hut", app.lines[row])
            assert picture is not None, app.lines[row]
            await app.click(picture.start(), row)

    async def script(app: Driver) -> None:
        await app.settle()
        while guide_of(app).run.step.press != "campus-galli.rotate":
            await app.press("n")
        number = guide_of(app).run.number
        await rotate(app)
        assert guide_of(app).run.number == number + 1
        assert "rotated 90°" in app.text
        assert "upright" in guide_of(app).run.step.todo
        await app.click(*app.app.screen.query_one(PlanWidget).cell_of(space_named("e7", 15, 12)))
        assert "on e6 e7 e8 e9" in app.text
        while guide_of(app).run.step.press != "campus-galli.flip":
            await app.press("n")
        before = app.text
        await rotate(app)
        assert guide_of(app).run.answer == guide_of(app).run.step.wrong
        assert "rotated 90°" not in before + app.text, "as the key, it must wait"

    drive(lesson_app("campus-galli", "level-1"), script)


def test_a_title_that_does_not_fit_above_the_text_ends_at_its_colon() -> None:
    async def titles(app: Driver, guide: LessonGuide) -> None:
        place = guide.run.step.place
        heading = app.lines[guide.panel.region.y]
        whole = "Level II: tiles, books and guests ─"
        assert (whole if place is LessonPlace.BOTTOM else "─ Level II ─") in heading

    play_lesson("campus-galli", "level-2", SMALL, titles, skip_step)
