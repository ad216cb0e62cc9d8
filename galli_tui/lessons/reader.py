"""Reads lessons from `lessons/*.toml` in a game's folder. An error names file, step and key."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files as package_files
from itertools import pairwise
from typing import Final

from galli_tui.game_api.registry import texts_package
from galli_tui.lessons.lesson import Lesson, LessonError, LessonPlace, LessonStep
from rules.engine.game import ComponentError, Meta, OptionError, Options
from rules.engine.options import OptionValue
from rules.engine.secrecy import Seat
from rules.engine.shipped import DamagedFile, shipped_text
from rules.engine.toml_table import TomlTable, parsed
from rules.registry import game_meta

FOLDER: Final = "lessons"
_SUFFIX = ".toml"
_STEP = ("todo", "move", "moves", "any", "press", "wrong", "lit", "place", "happens", "rewinds", "heard", "command")


def lesson_names(game_key: str) -> tuple[str, ...]:
    """Return the names of a game's lessons, in the order in which they are taught: that of their file names."""
    folder = package_files(texts_package(game_key)) / FOLDER
    if not folder.is_dir():
        return ()
    found = (file.name for file in folder.iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX)))


@cache
def load_lesson(game_key: str, name: str) -> Lesson:
    """Return a lesson of a game. Raises `DamagedFile`, or KeyError if there is no such lesson."""
    if name not in lesson_names(game_key):
        raise KeyError(name)
    package, file = texts_package(game_key), f"{name}{_SUFFIX}"
    text = shipped_text(package, FOLDER, file)
    try:
        return read_lesson(game_key, name, text)
    except LessonError as error:
        raise DamagedFile("/".join((*package.split("."), FOLDER, file)), str(error)) from None


def read_lesson(game_key: str, name: str, text: str) -> Lesson:
    """Return the lesson in the text of a file. Raises `LessonError`."""
    try:
        return _lesson(game_meta(game_key), name, parsed(f"{name}{_SUFFIX}", text))
    except ComponentError as error:
        raise LessonError(str(error)) from None


def _lesson(meta: Meta, name: str, table: TomlTable) -> Lesson:
    table.only("title", "minutes", "mode", "step", optional=("options", "seat", "others", "seed", "opening"))
    others = table.texts("others") if table.has("others") else ()
    seat = table.number("seat") if table.has("seat") else 1
    seats = 1 + len(others)
    if not 1 <= seat <= seats:
        raise table.fault("seat", f"a seat from 1 to {seats}")
    if table.number("minutes") < 1:
        raise table.fault("minutes", "at least 1")
    steps = _steps(table.tables("step"))
    if not steps or not steps[-1].is_read_only:
        raise table.fault("step", "steps, the last of which is only read")
    for number, (step, after) in enumerate(pairwise(steps), 2):
        if step.verb and not after.rewinds:
            raise table.fault(f"step {number}.rewinds", "true after a step of free choice")
    return Lesson(
        meta.key,
        name,
        table.text("title"),
        table.number("minutes"),
        _options(meta, table, seats),
        Seat(seat - 1),
        others,
        table.number("seed") if table.has("seed") else 1,
        _lines(table, "opening"),
        steps,
    )


def _options(meta: Meta, table: TomlTable, seats: int) -> Options:
    chosen: dict[str, OptionValue] = {}
    if table.has("options"):
        own = table.table("options")
        for key in own.names():
            option = next((one for one in meta.choices if one.key == key), None)
            if option is None:
                raise own.fault(key, f"an option of {meta.title}: {', '.join(one.key for one in meta.choices)}")
            chosen[key] = option.values[own.word(key, [value.key for value in option.values])]
    options = meta.options_with(seats, table.text("mode"), chosen)
    try:
        meta.check_options(options)
    except OptionError as error:
        raise table.fault("mode", f"a mode for {seats} seats ({error})") from None
    return options


def _steps(tables: Sequence[TomlTable]) -> tuple[LessonStep, ...]:
    """Return the steps; the text stays where it stood in the step before if a step names no place."""
    steps: list[LessonStep] = []
    for table in tables:
        steps.append(_step(table, steps[-1].place if steps else LessonPlace.BOTTOM))
    return tuple(steps)


def _step(table: TomlTable, place: LessonPlace) -> LessonStep:
    table.only("text", optional=_STEP)
    moves = (table.text("move"),) if table.has("move") else ()
    if table.has("moves"):
        moves += table.texts("moves")
    press = table.text("press") if table.has("press") else ""
    verb = table.text("any") if table.has("any") else ""
    todo = table.text("todo") if table.has("todo") else ""
    if table.has("command") and not press:
        raise table.fault("command", "given only beside a key to press")
    if press and moves:
        raise table.fault("press", "a move or a key, not both")
    if verb and not moves:
        raise table.fault("any", "also the move that the script makes, as `move`")
    if bool(todo) != bool(press or moves):
        raise table.fault("todo", "the words for the move or key that is asked for, and none without one")
    places = [place.value for place in LessonPlace]
    return LessonStep(
        table.text("text"),
        todo,
        moves,
        verb,
        press,
        table.text("wrong") if table.has("wrong") else "",
        table.texts("lit") if table.has("lit") else (),
        LessonPlace(places[table.word("place", places)]) if table.has("place") else place,
        _lines(table, "happens"),
        table.has("rewinds") and table.switch("rewinds"),
        table.text("heard") if table.has("heard") else "",
        table.text("command") if table.has("command") else "",
    )


def _lines(table: TomlTable, key: str) -> tuple[str, ...]:
    """Return the lines of a text, without empty ones."""
    if not table.has(key):
        return ()
    return tuple(line for one in table.text(key).splitlines() if (line := one.strip()))
