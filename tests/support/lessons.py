"""Plays a lesson on the screen by its own script, and checks every step of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable

from rich.cells import cell_len
from textual.geometry import Region
from textual.widget import Widget

from galli_tui.app import GalliApp
from galli_tui.games.kit.lines_panel import LinesPanel
from galli_tui.lessons.lesson import LessonStep, plain_text, with_keys
from galli_tui.screens.dialogs import Choice
from galli_tui.screens.table.board import TableBoard
from galli_tui.screens.table.lesson_guide import LessonGuide
from galli_tui.screens.table.lesson_panel import MOST_CORNER_LINES, MOST_LINES, LessonPanel
from galli_tui.screens.table.table import TableScreen
from galli_tui.style.actions import action
from galli_tui.terminal.capabilities import Terminal
from tests.support.app_driver import Driver, drive
from tests.support.fake_match_store import FakeMatchStore

_HEADING = "─ "
_LOG = tuple(f"{_HEADING}{words}" for words in ("what happened", "since your last turn", "before"))
"""How headings begin, and those of the log."""
_IN_WORD = r"[^\s─-▟]"
"""A character of a word or figure: neither a blank nor part of a line or block."""
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


def told_keys(step: LessonStep) -> list[str]:
    """Return the keys that the words for what to do name, in their order."""
    found = re.findall(r"\{key:([a-z0-9.-]+)\}|\*\*(\d)\*\*|\b(Esc)\b", step.todo)
    return ["escape" if named else digit or action(action_id).keys[0] for action_id, digit, named in found]


async def do_step(app: Driver, step: LessonStep) -> None:
    """Do what a step asks for, by the very keys that it names; Tab first finds a place on the board."""
    number = guide_of(app).run.number
    if step.is_read_only:
        await app.press("enter")
        return
    keys = told_keys(step)
    await app.press(*keys)
    if step.moves and guide_of(app).run.number == number:
        assert "lit spaces" in step.todo, f"step {number + 1}: {keys} do not do it"
        await app.press("tab", keys[-1])
    assert guide_of(app).run.number == number + 1, f"step {number + 1}: {keys} do not do it"


async def click_on(app: Driver, text: str) -> None:
    """Click the last line that has a text, on the text."""
    row = max(number for number, line in enumerate(app.lines) if text in line)
    await app.click(cell_len(app.lines[row][: app.lines[row].index(text)]) + 1, row)


async def click_step(app: Driver, step: LessonStep) -> None:
    """Do what a step asks for by clicks alone, on the text and on the keys of the footer."""
    guide = guide_of(app)
    number = guide.run.number
    if step.is_read_only:
        await click_on(app, guide.panel.lines[0])
        return
    if step.press:
        await click_on(app, action(step.press).label)
        if not isinstance(app.app.screen, TableScreen):
            await click_on(app, "back")
    else:
        await click_on(app, "tab next")
        await click_on(app, "enter ok")
    assert guide_of(app).run.number == number + 1, f"step {number + 1} cannot be done by mouse:\n{app.text}"


def play_lesson(
    game_key: str,
    name: str,
    size: tuple[int, int],
    check: Callable[[Driver, LessonGuide], Awaitable[None]],
    do: Callable[[Driver, LessonStep], Awaitable[None]] = do_step,
) -> None:
    """Play a lesson to its end by its own script; `check` is called at every step, and `do` does it."""

    async def script(app: Driver) -> None:
        await app.settle()
        steps = guide_of(app).run.lesson.steps
        for number, step in enumerate(steps):
            guide = guide_of(app)
            assert guide.run.number == number, app.text
            await check(app, guide)
            await do(app, step)
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
    if not step.is_read_only:
        first = app.line(-1).split("  ")[0]
        assert "skip" not in first, f"{where}: skip stands where a click goes on with other steps"
    if step.press:
        assert app.line(-2).strip() == plain_text(guide.run.todo(guide.key_of)), f"{where}: the prompt asks for a move"
    if app.app.size.width == 80:
        assert len(panel.lines) <= most_lines(panel), f"{where}: too long: {panel.lines}"
    if step.moves:
        cursor = app.app.cursor_position
        assert not panel.region.contains_point(cursor), f"{where}: the text covers the choice at {cursor}"
    assert bool(guide.lit_regions) == bool(step.lit), f"{where}: nothing is lit"
    for region in guide.lit_regions:
        assert not region.overlaps(panel.region), f"{where}: the text covers what is lit"
        assert app.app.screen.region.contains_region(region), f"{where}: what is lit is cut off"


def most_lines(panel: LessonPanel) -> int:
    """Return the most lines of a panel at 80x24, by its width."""
    return MOST_LINES if panel.region.width == 80 else MOST_CORNER_LINES


def covered_parts(app: Driver, guide: LessonGuide) -> dict[str, int]:
    """Return how many cells the text covers of each target on the screen, and of a board that is not made of lines."""
    hidden, found = guide.panel.region, Counter[str]()
    for widget in app.app.screen.query_one(TableBoard).query(Widget):
        if not isinstance(widget, LinesPanel):
            found[type(widget).__name__] += widget.region.intersection(hidden).area
            continue
        for y, line in enumerate(widget.lines[: widget.size.height]):
            x = widget.region.x
            for span in line.spans:
                width = cell_len(span.text)
                if span.text.strip():
                    cells = Region(x, widget.region.y + y, width, 1)
                    found[span.target or line.target] += cells.intersection(hidden).area
                x += width
    return {target: count for target, count in found.items() if target and count}


async def check_words(app: Driver, guide: LessonGuide) -> None:
    """Check that the text cuts no word of the table, neither at first nor with the move selected that is asked."""
    asked = guide.run.asked
    for when in ("at first", "with the move that it asks for"):
        cut = await _cut_words(app, guide.panel)
        assert not cut, f"step {guide.run.number + 1}, {when}: the text cuts {cut}"
        if asked is None:
            return
        app.app.screen.query_one(TableBoard).select(asked)
        await app.settle()


async def _cut_words(app: Driver, panel: LessonPanel) -> list[str]:
    """Return the words on the table that begin beside the text and go on below it, or the reverse."""
    hidden, found = panel.region, list[str]()
    panel.display = False
    await app.settle()
    for row in app.strips[hidden.y : hidden.bottom]:
        for edge in {hidden.x, hidden.right} - {0, app.app.size.width}:
            before, after = row.crop(0, edge).text, row.crop(edge).text
            word = re.search(rf"{_IN_WORD}+$", before), re.match(rf"{_IN_WORD}+", after)
            if word[0] and word[1]:
                found.append(f"{word[0][0]}|{word[1][0]}")
    panel.display = True
    await app.settle()
    return found


async def check_decision(app: Driver, guide: LessonGuide) -> None:
    """Check that the text covers no line of the decision, neither at first nor with the move selected that is asked."""
    asked, where = guide.run.asked, f"step {guide.run.number + 1}"
    if asked is None:
        return
    for when in ("at first", "with the move that it asks for"):
        hidden = [line for line, region in _decision(app) if region.overlaps(guide.panel.region)]
        assert not hidden, f"{where}, {when}: the text covers {hidden}"
        app.app.screen.query_one(TableBoard).select(asked)
        await app.settle()


def _decision(app: Driver) -> list[tuple[str, Region]]:
    """Return the lines of the decision with their cells: those above the log, from the last heading down."""
    for panel in app.app.screen.query(LinesPanel):
        texts = [line.text for line in panel.lines[: panel.size.height]]
        log = next((y for y, text in enumerate(texts) if text.startswith(_LOG)), len(texts))
        first = max((y for y, text in enumerate(texts[:log]) if text.startswith(_HEADING)), default=0)
        if any(line.chosen for line in panel.lines) or "this move" in " ".join(texts[:log]):
            cells = Region(panel.region.x, panel.region.y, panel.region.width, 1)
            return [
                (text, cells.translate((0, y))) for y, text in enumerate(texts[:log]) if y >= first and text.strip()
            ]
    return []


async def skip_step(app: Driver, step: LessonStep) -> None:
    """Let the script do a step; the last one is read."""
    await app.press("n")


def check_answer(app: Driver, guide: LessonGuide, number: int) -> None:
    """Check that the answer to something wrong is shown as a whole, below the step that it is about."""
    run, where = guide.run, f"step {number + 1}"
    assert run.answer, f"{where}: no answer"
    assert run.number == number, f"{where}: it went on"
    shown = " ".join(" ".join(guide.panel.lines).split())
    assert plain_text(with_keys(run.step.text, guide.key_of)) in shown, f"{where}: {shown} has taken its text's place"
    assert plain_text(with_keys(run.answer, guide.key_of)) in app.line(-2), f"{where}: {run.answer} is not shown"


async def check_wrong_keys(app: Driver, guide: LessonGuide) -> None:
    """Check that wrong keys are answered, and change nothing."""
    run, number = guide.run, guide.run.number
    for key in _WRONG:
        if run.step.press and key in action(run.step.press).keys:
            continue
        await app.press(key)
        check_answer(app, guide, number)
        if run.step.moves:
            assert run.answer != run.step.wrong, f"step {number + 1}: {key} is answered as a move"
        guide.accepts_action(action("app.help"))


async def check_wrong_move(app: Driver, guide: LessonGuide) -> None:
    """Check that the step's own answer to a wrong move can be shown: there is a legal move that it corrects."""
    run, number, screen = guide.run, guide.run.number, app.app.screen
    assert isinstance(screen, TableScreen)
    if not run.step.moves or not run.step.wrong:
        return
    table, seat = screen.table, run.lesson.seat
    legal = [table.game.format(move).split(maxsplit=1)[1] for move in table.game.legal(table.view(seat), seat)]
    others = [words for words in legal if words not in run.step.moves]
    assert others, f"step {number + 1}: nothing else is legal, so that “{run.step.wrong}” is never shown"
    await app.press("colon")
    await app.type(others[0])
    await app.press("enter")
    assert run.answer == run.step.wrong
    check_answer(app, guide, number)
    guide.accepts_action(action("app.help"))
