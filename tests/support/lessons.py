"""Plays a lesson on the screen by its own script, and checks every step of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from galli_tui.app import GalliApp
from galli_tui.lessons.lesson import LessonStep
from galli_tui.screens.dialogs import Choice
from galli_tui.screens.table.lesson_guide import LessonGuide
from galli_tui.screens.table.lesson_panel import MOST_LINES
from galli_tui.screens.table.table import TableScreen
from galli_tui.style.actions import action
from galli_tui.terminal.capabilities import Terminal
from tests.support.app_driver import Driver, FakeMatchStore, drive

_UNBOUND = "z"
_WRONG = ("u", "h", _UNBOUND)
"""Keys that no step asks for, unless it names their action."""


def lesson_app(game_key: str, lesson: str) -> GalliApp:
    """Return the app with a lesson on the screen."""
    return GalliApp(Terminal(), FakeMatchStore(), first=lambda app: app.learn(game_key, lesson))


def guide_of(app: Driver) -> LessonGuide:
    """Return the lesson on the screen."""
    screen = app.app.screen
    assert isinstance(screen, TableScreen), app.text
    assert screen.lesson is not None
    return screen.lesson


async def do_step(app: Driver, step: LessonStep) -> None:
    """Do what a step asks for by keys."""
    if step.press:
        await app.press(action(step.press).keys[0])
        if not isinstance(app.app.screen, TableScreen):
            await app.press("escape")
    elif step.moves:
        await app.press("colon")
        await app.type(step.moves[0])
        await app.press("enter")
    else:
        await app.press("enter")


def play_lesson(
    game_key: str,
    name: str,
    size: tuple[int, int],
    check: Callable[[Driver, LessonGuide], Awaitable[None]],
) -> None:
    """Play a lesson to its end by its own script; `check` is called at every step."""

    async def script(app: Driver) -> None:
        await app.settle()
        steps = guide_of(app).run.lesson.steps
        for number, step in enumerate(steps):
            guide = guide_of(app)
            assert guide.run.number == number, app.text
            await check(app, guide)
            await do_step(app, step)
        assert isinstance(app.app.screen, Choice), app.text

    drive(lesson_app(game_key, name), script, size)


def check_looks(app: Driver, guide: LessonGuide) -> None:
    """Check that the text fits, that what is lit exists, and that the text covers nothing of it."""
    step, panel, where = guide.run.step, guide.panel, f"step {guide.run.number + 1}"
    missing = frozenset(step.lit) - guide.light()
    assert not missing, f"{where}: not on the board: {missing}"
    assert panel.region.bottom <= app.app.size.height - 2, where
    asks_to_read = f"Read this step, then press {guide.key_of('lesson.go-on')}" in app.text
    assert asks_to_read == step.is_read_only, f"{where}: the prompt does not fit the step"
    if app.app.size.width == 80:
        assert len(panel.lines) <= MOST_LINES, f"{where}: too long: {panel.lines}"
    for region in guide.lit_regions:
        assert not region.overlaps(panel.region), f"{where}: the text covers what is lit"


async def check_wrong_keys(app: Driver, guide: LessonGuide) -> None:
    """Check that wrong keys are answered, and change nothing."""
    run, number = guide.run, guide.run.number
    for key in _WRONG:
        if run.step.press and key in action(run.step.press).keys:
            continue
        await app.press(key)
        assert run.answer, f"step {number + 1}: no answer to {key}"
        assert run.number == number
        assert run.answer.split()[0] in app.text
        guide.accepts_action(action("app.help"))
