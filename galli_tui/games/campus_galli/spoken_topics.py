"""What a player of Campus Galli can ask in plain mode: rows, columns and spaces, buildings, and the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from galli_tui.game_api.topics import Topic, fixed_answer
from galli_tui.games.campus_galli.position_text import position
from galli_tui.games.campus_galli.shape_words import shape_topic
from galli_tui.games.campus_galli.symbol_words import covered_symbols, symbol_lines, symbol_marks, symbols_on
from galli_tui.games.campus_galli.words import (
    building_words,
    place_words,
    section_words,
    space_words,
)
from galli_tui.games.kit.grid_topics import GridArea, GridLine, GridWords, grid_topics
from galli_tui.style.wording import counted, listed
from rules.campus_galli.gaps import free_spaces
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import LaidSection, State

_PARTS = {
    "tasks": ("Tasks", ("tasks",), "reads the tasks on the board."),
    "gaps": ("Gaps", ("gaps", "gap"), "names the gaps of free building spaces, the smallest first."),
    "sections": ("Sections on the plan", ("sections",), "names the sections on the plan."),
    "hut": ("Hut and pouch", ("hut", "pouch"), "names the sections in the hut and in the pouch."),
    "buildings": ("Buildings", ("buildings",), "says which buildings are wood, and what is free there."),
}
"""By word: the title of the part of the position, the words to type, and the help."""

_SYMBOLS = "names the free symbols by colour, and what covering them brings."


def topics(setting: Setting, view: State, players: Sequence[str]) -> Sequence[Topic]:
    """Return the topics of a view."""
    parts = {part.title: part.lines for part in position(setting, view, players)}
    symbols = any(setting.box.plan.symbols)
    return (
        *(Topic(words, about, fixed_answer(parts[title])) for title, words, about in _PARTS.values()),
        *([Topic(("symbols", "symbol"), _SYMBOLS, fixed_answer([*symbol_lines(setting, view)]))] if symbols else []),
        shape_topic(setting, view),
        *grid_topics(_grid(setting, view, players)),
    )


def _grid(setting: Setting, view: State, players: Sequence[str]) -> GridWords:
    plan = setting.box.plan
    width, height = plan.width, plan.height
    names = [space_words(plan, space) for space in range(width * height)]
    return GridWords(
        names,
        [_there(setting, view, players, space) for space in range(width * height)],
        partial(_about, setting, view, players),
        [
            GridLine(f"row {row + 1}", (str(row + 1),), tuple(range(row * width, (row + 1) * width)))
            for row in range(height)
        ],
        [
            GridLine(f"column {chr(97 + it)}", (chr(97 + it),), tuple(range(it, width * height, width)))
            for it in range(width)
        ],
        [_area(setting, view, players, number) for number in range(len(plan.buildings))],
        area=("building", "area"),
        marks=symbol_marks(setting, view),
    )


def _laid_at(setting: Setting, view: State, space: int) -> LaidSection | None:
    placements = setting.layout.placements
    return next((it for it in view.laid if placements[it.placement].mask >> space & 1), None)


def _building_at(setting: Setting, space: int) -> int | None:
    return next((it for it, area in enumerate(setting.layout.areas) if area >> space & 1), None)


def _there(setting: Setting, view: State, players: Sequence[str], space: int) -> str:
    """Return what is on a space: a section, a tree, free or parchment building, or grass."""
    plan = setting.box.plan
    laid, building = _laid_at(setting, view, space), _building_at(setting, space)
    on = "" if building is None else building_words(plan.buildings[building])
    if laid is not None:
        return f"{section_words(setting.box, laid.section)} of {players[laid.seat]}{f' on {on}' if on else ''}"
    if plan.trees >> space & 1:
        return "tree"
    if building is None:
        return "grass"
    state = "free" if view.open >> building & 1 else "still parchment"
    return f"{on}, {state}"


def _about(setting: Setting, view: State, players: Sequence[str], space: int) -> Iterator[str]:
    plan, layout = setting.box.plan, setting.layout
    laid, building = _laid_at(setting, view, space), _building_at(setting, space)
    if laid is not None:
        spaces = place_words(plan, layout.placements[laid.placement].mask)
        builder = ", with a master builder on it" if laid.builder else ""
        yield f"The section covers {spaces}{builder}."
        if symbols := covered_symbols(setting, laid):
            yield symbols
    elif building is not None and view.open >> building & 1:
        gap = layout.gap_at(space, free_spaces(layout, view))
        yield f"Its gap has {counted(gap.bit_count(), 'free space')}."
    for monk in view.lazy:
        if monk.space == space:
            yield f"A lazy monk of {players[monk.seat]} lies here."
    around = [it for it in _neighbours(setting, space) if _laid_at(setting, view, it) is not None]
    if around:
        told = (f"{_there(setting, view, players, it)} at {space_words(plan, it)}" for it in around)
        yield f"Beside it: {listed(told)}."


def _neighbours(setting: Setting, space: int) -> list[int]:
    width, height = setting.box.plan.width, setting.box.plan.height
    column, row = space % width, space // width
    beside = ((column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row))
    return [y * width + x for x, y in beside if 0 <= x < width and 0 <= y < height]


def _area(setting: Setting, view: State, players: Sequence[str], number: int) -> GridArea:
    building, area = setting.box.plan.buildings[number], setting.layout.areas[number]
    title, plain = building_words(building), building.name.removeprefix("the ").casefold()
    return GridArea(
        title, (building.letter.casefold(), plain), tuple(_area_lines(setting, view, players, number, area))
    )


def _area_lines(setting: Setting, view: State, players: Sequence[str], number: int, area: int) -> Iterator[str]:
    plan, layout = setting.box.plan, setting.layout
    free = area & free_spaces(layout, view)
    yield f"It has {counted(area.bit_count(), 'space')}: {place_words(plan, area)}."
    if not view.open >> number & 1:
        yield "It is still parchment: nothing can be placed there."
    elif free == area:
        yield "It is wood, and all of it is free."
    elif free:
        yield f"It is wood. Free: {place_words(plan, free)}."
    else:
        yield "It is complete."
    if symbols := symbols_on(setting, view, area):
        yield f"Symbols: {symbols}."
    for it in view.laid:
        covered = layout.placements[it.placement].mask & area
        if covered:
            yield f"{section_words(setting.box, it.section)} of {players[it.seat]} on {place_words(plan, covered)}."
    for monk in view.beside:
        if monk.building == number:
            yield f"A {'guest monk' if monk.guest else 'master builder'} of {players[monk.seat]} stands beside it."
    if view.cordon == number:
        yield "It is under the cordon."
