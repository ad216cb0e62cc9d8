"""Topics of a board of spaces in rows and columns: a row, a column, a space, an area. A game brings only its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from galli_tui.game_api.topics import Answer, Topic
from galli_tui.style.wording import counted, listed, sentence_start

_CELLS = 20
"""The most cells of an unknown name that are repeated."""


class GridLine(NamedTuple):
    """A row, a column or another line of spaces."""

    title: str
    """E.g. "row 5"."""
    names: tuple[str, ...]
    """What a player may type after the word of the topic, e.g. "5"."""
    spaces: tuple[int, ...]


class GridArea(NamedTuple):
    """A named part of the board."""

    title: str
    names: tuple[str, ...]
    lines: tuple[str, ...]
    """What is to be said about it."""


class GridWords(NamedTuple):
    """A board in words."""

    names: Sequence[str]
    """The name of each space, e.g. "e4"."""
    there: Sequence[str]
    """What is on each space, in a few words; neighbours with the same words are told at once."""
    about: Callable[[int], Iterable[str]]
    """Returns sentences about a space, besides what is on it."""
    rows: Sequence[GridLine]
    columns: Sequence[GridLine]
    areas: Sequence[GridArea]
    row: tuple[str, ...] = ("row",)
    column: tuple[str, ...] = ("column", "col")
    space: tuple[str, ...] = ("space",)
    area: tuple[str, ...] = ("area", "building")
    """The words that a player types for each of the four."""
    marks: Mapping[int, str] = MappingProxyType({})
    """What is printed on a space besides, e.g. "green symbol": said with it, and at the end of its part of a line."""


def grid_topics(grid: GridWords) -> tuple[Topic, ...]:
    """Return the topics of a board."""
    space, area = grid.space[0], grid.area[0]
    find_space, find_area = partial(_space, grid), partial(_area, grid)
    no_space = [f"There is no {space} of this name. They are named from {grid.names[0]} to {grid.names[-1]}."]
    return (
        _line_topic(grid, grid.row, grid.rows, (grid.column[0], grid.columns)),
        _line_topic(grid, grid.column, grid.columns, (grid.row[0], grid.rows)),
        Topic(
            grid.space,
            f"describes one {space}.",
            _or_else(find_space, no_space),
            "NAME",
            find_space,
            (f"For example: {space} {grid.names[len(grid.names) // 2]}.",),
        ),
        Topic(
            grid.area,
            f"describes one {area}.",
            _or_else(find_area, _all_areas(grid)),
            "NAME",
            find_area,
            (f"For example: {area} {grid.areas[0].names[0]}.",),
        ),
    )


def _line_topic(
    grid: GridWords, words: tuple[str, ...], lines: Sequence[GridLine], across: tuple[str, Sequence[GridLine]]
) -> Topic:
    """Return the topic of the rows or columns; `across` are the others, for a name that is one of theirs."""
    word, other = words[0], across[0]
    # Lines are named as the lists name them: "top row" as "top", "row 5" as "5".
    named = [line.title.removesuffix(f" {word}") for line in lines if line.title.endswith(f" {word}")]
    which = f"The {word}s are {listed(named) or f'{lines[0].names[0]} to {lines[-1].names[0]}'}."
    example = (named or lines[0].names)[0]

    def answer(name: str) -> Sequence[str]:
        if found := _line(grid, lines, name):
            return found
        if not name:
            return [f"Type {word} and its name. {which}"]
        meant = f" Did you mean {other} {name}?" if _line(grid, across[1], name) else ""
        return [f"There is no {word} {name[:_CELLS]}. {which}{meant}"]

    def find(name: str) -> Sequence[str]:
        own, _, rest = name.partition(" ")
        return _line(grid, lines, rest) if own.casefold() in words else ()

    about = f"describes a {word}, {grid.space[0]} by {grid.space[0]}."
    return Topic(words, about, answer, "NAME", find, (f"{which} For example: {word} {example}.",))


def _or_else(find: Answer, otherwise: Sequence[str]) -> Answer:
    """Return an answer that says something else where nothing is found."""

    def answer(name: str) -> Sequence[str]:
        return find(name) or otherwise

    return answer


def _line(grid: GridWords, lines: Sequence[GridLine], name: str) -> list[str]:
    """Return a line as its parts, where neighbours with the same words are one part."""
    line = next((it for it in lines if name.casefold() in it.names), None)
    if line is None:
        return []
    parts = [list(part) for _, part in groupby(line.spaces, key=lambda space: grid.there[space])]
    return [
        f"{sentence_start(line.title)}, {counted(len(line.spaces), grid.space[0])}.",
        *(f"{_range(grid, part)}: {_part(grid, part)}." for part in parts),
    ]


def _part(grid: GridWords, spaces: Sequence[int]) -> str:
    """Return what is on neighbours with the same words, then which of them are marked."""
    if len(spaces) == 1:
        return _there(grid, spaces[0])
    marked = {
        mark: [grid.names[it] for it in spaces if grid.marks.get(it) == mark]
        for mark in dict.fromkeys(grid.marks[it] for it in spaces if it in grid.marks)
    }
    told = [f"{listed(names)} {mark}{'s' if len(names) > 1 else ''}" for mark, names in marked.items()]
    return "; ".join([grid.there[spaces[0]], *told])


def _there(grid: GridWords, space: int) -> str:
    mark = grid.marks.get(space)
    return f"{grid.there[space]}{f', with a {mark}' if mark else ''}"


def _range(grid: GridWords, spaces: Sequence[int]) -> str:
    first, last = grid.names[spaces[0]], grid.names[spaces[-1]]
    return first if first == last else f"{first} to {last}"


def _space(grid: GridWords, name: str) -> list[str]:
    wanted = name.casefold()
    found = [it for it, own in enumerate(grid.names) if own.casefold() == wanted]
    found = found or [it for it, there in enumerate(grid.there) if there.casefold() == wanted]
    if len(found) != 1:
        return []
    (space,) = found
    return [f"{grid.names[space]}: {_there(grid, space)}.", *grid.about(space)]


def _area(grid: GridWords, name: str) -> list[str]:
    wanted = name.casefold().removeprefix("the ")
    exact = [it for it in grid.areas if wanted in it.names]
    alike = [it for it in grid.areas if wanted and any(_begins(one, wanted) for one in it.names)]
    found = (exact or alike)[:1]
    return [line for area in found for line in (f"{sentence_start(area.title)}.", *area.lines)]


def _begins(name: str, wanted: str) -> bool:
    return len(wanted) > 1 and any(word.startswith(wanted) for word in (name, *name.split()))


def _all_areas(grid: GridWords) -> list[str]:
    return [f"Type {grid.area[0]} and a name.", *(f"{sentence_start(area.title)}." for area in grid.areas)]
