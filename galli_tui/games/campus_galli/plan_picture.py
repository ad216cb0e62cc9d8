"""The plan's picture: a space's look becomes cells of characters and paints, at five scales and in two sets of glyphs.

Pure: paints are names, which `paints` turns into colours, and `plan_widget` puts cells on the screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.plan_colours import ColourKey, PlanColour
from galli_tui.games.campus_galli.plan_scene import (
    EAST,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    WEST,
    Figure,
    HeldStatus,
    SpaceLook,
    Terrain,
    named_runs,
)


class Scale(NamedTuple):
    """How many columns and rows of the screen a space takes."""

    columns: int
    rows: int


SMALL: Final = Scale(2, 1)
NARROW: Final = Scale(3, 2)
MEDIUM: Final = Scale(4, 2)
LARGE: Final = Scale(6, 3)
HUGE: Final = Scale(8, 4)
SCALES: Final = (SMALL, NARROW, MEDIUM, LARGE, HUGE)


_LEAST_NAME: Final = 5
"""Cells for what is left of a building's name, with its dot."""
_TUFTED: Final = (1, 3, 4, 6)
"""The varieties of grass on which a tuft stands."""


class Cell(NamedTuple):
    """One cell of the screen."""

    char: str
    ink: ColourKey
    ground: ColourKey
    strong: bool = False
    underlined: bool = False


Block: TypeAlias = tuple[tuple[Cell, ...], ...]
"""The cells of one space, row by row."""


@lru_cache(maxsize=4096)
def block(look: SpaceLook, marks: str, scale: Scale, glyphs: Glyphs) -> Block:
    """The cells of a space. `marks` holds a letter for each seat."""
    if scale.rows == 1:
        return _small(look, marks, glyphs)
    if scale.rows > 2 and look.held is HeldStatus.ILLEGAL:
        return _fenced(look, marks, scale, glyphs)
    return _large(look, marks, scale, glyphs)


def _ground(look: SpaceLook) -> ColourKey:
    """The paint under a space, before anything is pointed at."""
    if look.figure is Figure.LAZY or look.gap:
        return PlanColour.GAP
    if look.cordon:
        return PlanColour.CORDON_GROUND
    match look.kind:
        case Terrain.GRASS:
            return PlanColour.GRASS
        case Terrain.TREE:
            return PlanColour.WOODLAND
        case Terrain.PARCHMENT:
            return PlanColour.PARCHMENT
        case Terrain.WOOD:
            return PlanColour.LIGHT_OAK if look.shade else PlanColour.OAK
        case Terrain.LAID:
            return (PlanColour.STONE_TOO if look.shade else PlanColour.STONE) + look.colour


def _shown_ground(look: SpaceLook) -> ColourKey:
    """The paint under a space as it is shown."""
    if look.cursor:
        return PlanColour.CURSOR
    if look.held is HeldStatus.LEGAL:
        return PlanColour.HELD + look.held_colour
    if look.held is HeldStatus.ILLEGAL:
        return PlanColour.REFUSED
    if look.pointed_at:
        return PlanColour.MARKED
    if look.new_gap:
        return PlanColour.GAP
    if look.marked:
        return PlanColour.MARKED
    return _ground(look)


def _ink(look: SpaceLook) -> ColourKey:
    """The paint of letters and lines on a space as it is shown."""
    if look.cursor:
        return PlanColour.CURSOR_INK
    if look.held is HeldStatus.LEGAL:
        return PlanColour.HELD_INK + look.held_colour
    if look.held is HeldStatus.ILLEGAL:
        return PlanColour.REFUSED_INK
    if look.pointed_at:
        return PlanColour.MARKED_INK
    if look.new_gap or look.gap or look.figure is Figure.LAZY:
        return PlanColour.GAP_INK
    if look.marked:
        return PlanColour.MARKED_INK
    if look.cordon:
        return PlanColour.CORDON
    match look.kind:
        case Terrain.GRASS:
            return PlanColour.GRASS_INK
        case Terrain.TREE:
            return PlanColour.TREE_INK
        case Terrain.PARCHMENT:
            return PlanColour.PARCHMENT_INK
        case Terrain.WOOD:
            return PlanColour.WOOD_INK
        case Terrain.LAID:
            return PlanColour.STONE_INK + look.colour


def _plain(look: SpaceLook) -> bool:
    """Whether nothing is pointed at here, so that the space shows its own plan_colours."""
    return not (look.cursor or look.held or look.new_gap or look.marked or look.pointed_at or look.gap or look.cordon)


def _symbol(look: SpaceLook, glyphs: Glyphs) -> tuple[str, ColourKey, bool]:
    """The sign of a space's symbol, its paint and whether it is strong."""
    if look.kind is Terrain.PARCHMENT:
        return glyphs.faint[look.symbol], PlanColour.FAINT + look.symbol if _plain(look) else _ink(look), False
    return glyphs.symbols[look.symbol], PlanColour.SYMBOL + look.symbol if _plain(look) else _ink(look), True


def _letter(look: SpaceLook) -> str:
    """A building's letter: capital in wood, small on parchment."""
    return look.letter.lower() if look.kind is Terrain.PARCHMENT else look.letter


def _beneath(look: SpaceLook, marks: str, glyphs: Glyphs) -> Cell:
    """The one character that tells most of a space on which something else takes the first one."""
    ink, ground = _ink(look), _shown_ground(look)
    if look.figure:
        return Cell(marks[look.seat], ink, ground, strong=True)
    if look.kind is Terrain.TREE:
        return Cell(glyphs.tree, ink, ground)
    if look.kind is Terrain.LAID:
        return Cell(glyphs.stock[look.colour], ink, ground, strong=True)
    if look.symbol >= 0:
        char, paint, strong = _symbol(look, glyphs)
        return Cell(char, paint, ground, strong)
    if look.task:
        return Cell(str(look.task), ink, ground)
    return Cell(_letter(look) or " ", ink, ground)


def _flag(look: SpaceLook, marks: str, glyphs: Glyphs) -> list[Cell]:
    """Return two cells that say whose last move this is."""
    return [
        Cell(char, PlanColour.AXIS_LIT, PlanColour.PAGE, strong=True) for char in (glyphs.recent, marks[look.recent])
    ]


def _small(look: SpaceLook, marks: str, glyphs: Glyphs) -> Block:
    """Two cells: what is pointed at or stands here, then what is beneath; else letter and symbol."""
    ink, ground = _ink(look), _shown_ground(look)
    pointer = ""
    if look.cursor:
        pointer = glyphs.cursor
    elif look.held:
        pointer = glyphs.legal if look.held is HeldStatus.LEGAL else glyphs.illegal
    elif look.pointed_at:
        pointer = glyphs.pointed_at
    elif look.new_gap:
        pointer = glyphs.gap
    elif look.marked and not look.figure:
        pointer = glyphs.mark
    if pointer:
        return ((Cell(pointer, ink, ground, strong=True), _beneath(look, marks, glyphs)),)
    if look.recent >= 0:
        return (tuple(_flag(look, marks, glyphs)),)
    if look.figure is Figure.LAZY:
        return ((Cell(glyphs.lazy, ink, ground, strong=True), Cell(marks[look.seat], ink, ground, strong=True)),)
    underlined = look.kind is Terrain.LAID and bool(look.edges & SOUTH)
    if look.figure is Figure.BUILDER:
        shown = PlanColour.FIGURE if look.kind is Terrain.GRASS else ink
        pair = (glyphs.builder, marks[look.seat])
        # The other way round beside a building, so that he is told from one on a section by his place alone.
        order = pair[::-1] if look.kind is Terrain.GRASS else pair
        return (tuple(Cell(char, shown, ground, strong=True, underlined=underlined) for char in order),)
    if look.gap:
        second = Cell(glyphs.cordon, ink, ground, strong=True) if look.cordon else _beneath(look, marks, glyphs)
        return ((Cell(glyphs.gap, ink, ground), second),)
    if look.cordon:
        return ((Cell(glyphs.cordon, ink, ground, strong=True), _beneath(look, marks, glyphs)),)
    match look.kind:
        case Terrain.GRASS if look.task:
            return ((Cell(" ", ink, ground), Cell(str(look.task), PlanColour.TASK, ground, strong=True)),)
        case Terrain.GRASS:
            tuft = glyphs.tuft if look.variety in _TUFTED else " "
            return ((Cell(" ", ink, ground), Cell(tuft, ink, ground)),)
        case Terrain.TREE:
            return ((Cell(glyphs.tree, ink, ground), Cell(" ", ink, ground)),)
        case Terrain.PARCHMENT | Terrain.WOOD:
            wood = look.kind is Terrain.WOOD
            second = Cell(glyphs.plank if wood else " ", PlanColour.PLANK if wood else ink, ground)
            if look.symbol >= 0:
                char, paint, strong = _symbol(look, glyphs)
                second = Cell(char, paint, ground, strong)
            return ((Cell(_letter(look), ink, ground), second),)
        case Terrain.LAID:
            edge = glyphs.stone[(look.edges & WEST > 0) + 2 * (look.edges & SOUTH > 0)]
            first = Cell(edge, PlanColour.STONE_EDGE + look.colour, ground, underlined=underlined)
            quiet = look.place > 0
            paint = PlanColour.STONE_QUIET + look.colour if quiet else ink
            return ((first, Cell(glyphs.stock[look.colour], paint, ground, strong=not quiet, underlined=underlined)),)


def _large(look: SpaceLook, marks: str, scale: Scale, glyphs: Glyphs) -> Block:
    """Texture or edges first, then letters and symbols in the middle, then the label, then what is pointed at."""
    columns, rows = scale
    ink, ground = _ink(look), _shown_ground(look)
    cells = [[Cell(" ", ink, ground) for _ in range(columns)] for _ in range(rows)]

    def put(row: int, column: int, char: str, paint: ColourKey = ink, *, strong: bool = False) -> None:
        cells[row][column] = Cell(char, paint, ground, strong)

    row, column = content_row(look, scale), max(1, columns // 2 - 1)
    if look.held:
        if look.held is HeldStatus.LEGAL:
            _outline(cells, look.held_edges, glyphs.double, ink, ground, strong=True)
        else:
            _fence(cells, look, glyphs)
        row = rows // 2 if rows > 2 else (1 if look.held_edges & NORTH and not look.held_edges & SOUTH else 0)
    else:
        _texture(cells, look, glyphs, ground)
    match look.kind:
        case Terrain.TREE:
            for y, x in ((0, 1), (rows - 1, columns - 2)) if columns < 6 else ((0, 1), (1, 3), (2, 1), (1, 5)):
                put(y, x, glyphs.tree)
        case Terrain.PARCHMENT | Terrain.WOOD:
            put(row, column, _letter(look))
            if look.symbol >= 0:
                char, paint, strong = _symbol(look, glyphs)
                put(row, column + 1, char, paint, strong=strong)
        case Terrain.LAID if look.place == 0 or look.held:
            put(row, column, glyphs.stock[look.colour], strong=True)
        case _:
            pass
    if look.figure:
        sign = glyphs.builder if look.figure is Figure.BUILDER else glyphs.lazy
        paint = PlanColour.FIGURE if look.kind is Terrain.GRASS and not (look.held or look.cursor) else ink
        put(row, column, sign, paint, strong=True)
        put(row, column + 1, marks[look.seat], paint, strong=True)
    if look.label and not look.held:
        for x, char in enumerate(look.label):
            if char != " ":
                put(look.label_row, x, char, strong=True)
    if look.task and not look.figure:
        put(row, column + 1, str(look.task), PlanColour.TASK if _plain(look) else ink, strong=True)
    if look.marked and not look.held:
        put(row, 0, glyphs.mark, strong=True)
    if look.pointed_at and not look.held:
        put(row, 0, glyphs.pointed_at, strong=True)
        put(row, columns - 1, glyphs.pointed_at, strong=True)
    if look.recent >= 0 and not (look.held or look.cursor):
        cells[0][-2:] = _flag(look, marks, glyphs)
    if look.cursor:
        put(row, 0, glyphs.cursor, strong=True)
        put(row, columns - 1, glyphs.cursor_end, strong=True)
    return tuple(tuple(line) for line in cells)


def _texture(cells: list[list[Cell]], look: SpaceLook, glyphs: Glyphs, ground: ColourKey) -> None:
    """What fills a space: roofs, tufts, planks, thin red lines, or the edges of stone."""
    rows, columns = len(cells), len(cells[0])
    ink = _ink(look)
    if look.new_gap or look.gap:
        cells[-1] = [Cell(glyphs.gap, ink, ground)] * columns
        if look.cordon:
            cells[0][-1] = Cell(glyphs.cordon, ink, ground, strong=True)
        return
    if look.cordon:
        cells[-1] = [Cell(glyphs.cordon, ink, ground, strong=True)] * columns
        return
    match look.kind:
        case Terrain.GRASS:
            if look.variety in _TUFTED:
                cells[look.variety % rows][look.variety % columns] = Cell(glyphs.tuft, ink, ground)
        case Terrain.WOOD:
            paint = PlanColour.PLANK if _plain(look) else ink
            cells[-1] = [Cell(glyphs.plank, paint, ground)] * columns
        case Terrain.PARCHMENT:
            paint = PlanColour.PARCHMENT_LINE if _plain(look) else ink
            _outline(cells, look.edges, glyphs.lines, paint, ground, strong=False)
        case Terrain.LAID:
            paint = PlanColour.STONE_EDGE + look.colour if _plain(look) else ink
            _outline(cells, look.edges, glyphs.lines, paint, ground, strong=False)
        case Terrain.TREE:
            pass


def _fenced(look: SpaceLook, marks: str, scale: Scale, glyphs: Glyphs) -> Block:
    """A space as it is, with the fence around a section that may not lie there: what forbids it stays in sight."""
    cells = [list(line) for line in _large(look._replace(held=HeldStatus.NONE), marks, scale, glyphs)]
    _fence(cells, look, glyphs)
    return tuple(tuple(line) for line in cells)


def _fence(cells: list[list[Cell]], look: SpaceLook, glyphs: Glyphs) -> None:
    """Draws the fence along the rim of a space: a sign in each cell of its sides, in every other one between them."""
    ink, ground = _ink(look), _shown_ground(look)
    for (y, x), arms in _rim(look.held_edges, len(cells), len(cells[0])).items():
        upright = arms == _UPRIGHT
        if not (upright and y == _OPEN_ROW and len(cells) == HUGE.rows):
            cells[y][x] = Cell(glyphs.illegal if upright or (x + y) % 2 == 0 else " ", ink, ground, strong=True)


_NORTH_ARM, _EAST_ARM, _SOUTH_ARM, _WEST_ARM = 1, 2, 4, 8
_UPRIGHT: Final = _NORTH_ARM | _SOUTH_ARM
_OPEN_ROW: Final = 1
"""The row in which a fence is open at the sides of the largest spaces: upright lines take the most bytes to draw."""


def _outline(
    cells: list[list[Cell]], edges: int, lines: str, ink: ColourKey, ground: ColourKey, *, strong: bool
) -> None:
    """Draws the edges of a region along the rim of one of its spaces, corners joined."""
    for (y, x), arms in _rim(edges, len(cells), len(cells[0])).items():
        cells[y][x] = Cell(lines[arms], ink, ground, strong)


def _rim(edges: int, rows: int, columns: int) -> dict[tuple[int, int], int]:
    """The cells on the rim of a space, by row and column, in which the edges of a region run, and the arms of each."""
    bottom, right = rows - 1, columns - 1
    arms: dict[tuple[int, int], int] = {}

    def add(row: int, column: int, arm: int) -> None:
        arms[row, column] = arms.get((row, column), 0) | arm

    if edges & NORTH:
        for x in range(right + 1):
            add(0, x, _EAST_ARM | _WEST_ARM)
    if edges & SOUTH:
        for x in range(right + 1):
            add(bottom, x, _EAST_ARM | _WEST_ARM)
    if edges & WEST:
        for y in range(bottom + 1):
            add(y, 0, _NORTH_ARM | _SOUTH_ARM)
    if edges & EAST:
        for y in range(bottom + 1):
            add(y, right, _NORTH_ARM | _SOUTH_ARM)
    for first, second, inner, y, x, in_y, in_x in (
        (NORTH, WEST, NORTH_WEST, 0, 0, _SOUTH_ARM, _EAST_ARM),
        (NORTH, EAST, NORTH_EAST, 0, right, _SOUTH_ARM, _WEST_ARM),
        (SOUTH, WEST, SOUTH_WEST, bottom, 0, _NORTH_ARM, _EAST_ARM),
        (SOUTH, EAST, SOUTH_EAST, bottom, right, _NORTH_ARM, _WEST_ARM),
    ):
        if edges & first and edges & second:
            arms[y, x] = in_y | in_x
        elif edges & inner:
            arms[y, x] = (5 - in_y) | (10 - in_x)
    return arms


def content_row(look: SpaceLook, scale: Scale) -> int:
    """The row of a space in which its letter and symbol stand: off the edges, where there is a choice."""
    if scale.rows != 2:
        return scale.rows // 2
    outlined = look.kind in (Terrain.PARCHMENT, Terrain.LAID)
    return 1 if outlined and look.edges & NORTH and not look.edges & SOUTH else 0


def labelled(looks: Sequence[SpaceLook], names: dict[str, str], width: int, scale: Scale) -> list[SpaceLook]:
    """Return the looks with each building's name written over a run of its uncovered spaces, shortened if need be."""
    found = list(looks)
    if scale.rows == 1:
        return found
    for letter, name in names.items():
        runs = [part for run in named_runs(looks, letter, width) for part in _label_runs(looks, run, scale)]
        if not runs:
            continue
        first, length, row = max(runs, key=lambda run: run[1])
        frame = 2 if looks[first].kind is Terrain.PARCHMENT else 1
        room = length * scale.columns - frame
        if room < min(len(name), _LEAST_NAME):
            continue
        shown = name if len(name) <= room else f"{name[: room - 1]}."
        text = shown.center(length * scale.columns)
        for i in range(length):
            part = text[i * scale.columns : (i + 1) * scale.columns]
            found[first + i] = found[first + i]._replace(label=part, label_row=row)
    return found


def _label_runs(looks: Sequence[SpaceLook], run: tuple[int, int], scale: Scale) -> Iterator[tuple[int, int, int]]:
    """Yield where a name can stand in a run without hiding its letters: first space, length, and row in a space."""
    first, length = run
    spaces = range(first, first + length)
    if scale.rows > 2:
        northern = all(looks[space].kind is Terrain.PARCHMENT and looks[space].edges & NORTH for space in spaces)
        yield first, length, 0 if northern else scale.rows - 1
        return
    for content, part in groupby(spaces, lambda space: content_row(looks[space], scale)):
        yield (found := tuple(part))[0], len(found), 1 - content
