"""The picture of the plan: turns the look of a space into cells of characters and colours, at five scales.

Colours are names, which `plan_colours` resolves for a theme; `plan_widget` puts the cells on the screen.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.plan_cells import Cell, ground_of, ink_of, is_plain
from galli_tui.games.campus_galli.plan_colours import ColourKey, PlanColour
from galli_tui.games.campus_galli.plan_labels import content_row
from galli_tui.games.campus_galli.plan_look import Figure, HeldStatus, SpaceLook, Terrain
from galli_tui.games.kit.grid_board import HUGE, Scale
from galli_tui.games.kit.grid_edges import NORTH, SOUTH, VERTICAL, WEST, rim_of

_TUFTED: Final = (1, 3, 4, 6)
"""The varieties of grass that show a tuft."""
_OPEN_ROW: Final = 1
"""The row where the fence of the largest spaces has no sides: vertical lines cost the most bytes to draw."""
Block: TypeAlias = tuple[tuple[Cell, ...], ...]
"""The cells of one space, row by row."""


@lru_cache(maxsize=4096)
def block(look: SpaceLook, marks: str, scale: Scale, glyphs: Glyphs) -> Block:
    """Return the cells of a space. `marks` has one letter for each seat."""
    if scale.rows == 1:
        cells = _small(look, marks, glyphs)
    elif scale.rows > 2 and look.held is HeldStatus.ILLEGAL:
        cells = _fenced(look, marks, scale, glyphs)
    else:
        cells = _large(look, marks, scale, glyphs)
    covered = look.cursor or look.held or look.pointed_at
    return _lit(cells) if look.lit and not covered else cells


def _lit(cells: Block) -> Block:
    """Return the cells of a space with a lit rim: as much of it as leaves the two cells of letter and symbol."""
    rows, columns = len(cells), len(cells[0])

    def is_rim(row: int, column: int) -> bool:
        return column == 0 or (columns > 3 and column == columns - 1) or (rows > 2 and row in (0, rows - 1))

    return tuple(
        tuple(
            cell._replace(ink=PlanColour.LIT_INK, ground=PlanColour.LIT) if is_rim(y, x) else cell
            for x, cell in enumerate(line)
        )
        for y, line in enumerate(cells)
    )


def _symbol(look: SpaceLook, glyphs: Glyphs) -> tuple[str, ColourKey, bool]:
    """Return the glyph of the space's symbol, its colour, and whether it is bold."""
    if look.kind is Terrain.PARCHMENT:
        return glyphs.faint[look.symbol], PlanColour.FAINT + look.symbol if is_plain(look) else ink_of(look), False
    return glyphs.symbols[look.symbol], PlanColour.SYMBOL + look.symbol if is_plain(look) else ink_of(look), True


def _letter(look: SpaceLook) -> str:
    """Return the building's letter: a capital in wood, lower case on parchment."""
    return look.letter.lower() if look.kind is Terrain.PARCHMENT else look.letter


def _beneath(look: SpaceLook, marks: str, glyphs: Glyphs) -> Cell:
    """Return the second cell of a small space whose first cell is taken: the most important of what it covers."""
    ink, ground = ink_of(look), ground_of(look)
    if look.figure:
        return Cell(marks[look.seat], ink, ground, strong=True)
    if look.kind is Terrain.TREE:
        return Cell(glyphs.tree, ink, ground)
    if look.kind is Terrain.LAID:
        return Cell(glyphs.stock[look.colour], ink, ground, strong=True)
    if look.symbol >= 0:
        char, colour, strong = _symbol(look, glyphs)
        return Cell(char, colour, ground, strong)
    if look.task:
        return Cell(str(look.task), ink, ground)
    return Cell(_letter(look) or " ", ink, ground)


def _flag(look: SpaceLook, marks: str, glyphs: Glyphs) -> list[Cell]:
    """Return the two cells that mark another seat's last move."""
    return [
        Cell(char, PlanColour.AXIS_LIT, PlanColour.PAGE, strong=True) for char in (glyphs.recent, marks[look.recent])
    ]


def _small(look: SpaceLook, marks: str, glyphs: Glyphs) -> Block:
    """Return the two cells of a space at the smallest scale: a highlight or figure and what it covers, or the space."""
    ink, ground = ink_of(look), ground_of(look)
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
        # Reversed beside a building, so that a builder there differs from one on a section without colours.
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
                char, colour, strong = _symbol(look, glyphs)
                second = Cell(char, colour, ground, strong)
            return ((Cell(_letter(look), ink, ground), second),)
        case Terrain.LAID:
            edge = glyphs.stone[(look.edges & WEST > 0) + 2 * (look.edges & SOUTH > 0)]
            first = Cell(edge, PlanColour.STONE_EDGE + look.colour, ground, underlined=underlined)
            quiet = look.place > 0
            colour = PlanColour.STONE_QUIET + look.colour if quiet else ink
            return ((first, Cell(glyphs.stock[look.colour], colour, ground, strong=not quiet, underlined=underlined)),)


def _large(look: SpaceLook, marks: str, scale: Scale, glyphs: Glyphs) -> Block:
    """Return the cells of a space of several rows: texture or edges, then letter and symbol, label, highlights."""
    columns, rows = scale
    ink, ground = ink_of(look), ground_of(look)
    cells = [[Cell(" ", ink, ground) for _ in range(columns)] for _ in range(rows)]

    def put(row: int, column: int, char: str, colour: ColourKey = ink, *, strong: bool = False) -> None:
        cells[row][column] = Cell(char, colour, ground, strong)

    row, column = content_row(look, scale), max(1, columns // 2 - 1)
    if look.held:
        if look.held is HeldStatus.LEGAL:
            _draw_outline(cells, look.held_edges, glyphs.double, ink, ground, strong=True)
        else:
            _draw_fence(cells, look, glyphs)
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
                char, colour, strong = _symbol(look, glyphs)
                put(row, column + 1, char, colour, strong=strong)
        case Terrain.LAID if look.place == 0 or look.held:
            put(row, column, glyphs.stock[look.colour], strong=True)
        case _:
            pass
    if look.figure:
        glyph = glyphs.builder if look.figure is Figure.BUILDER else glyphs.lazy
        colour = PlanColour.FIGURE if look.kind is Terrain.GRASS and not (look.held or look.cursor) else ink
        put(row, column, glyph, colour, strong=True)
        put(row, column + 1, marks[look.seat], colour, strong=True)
    if look.label and not look.held:
        for x, char in enumerate(look.label):
            if char != " ":
                put(look.label_row, x, char, strong=True)
    if look.task and not look.figure:
        put(row, column + 1, str(look.task), PlanColour.TASK if is_plain(look) else ink, strong=True)
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
    """Draw the texture of a space: roofs, tufts, planks, the thin lines of the plan, or the edges of a section."""
    rows, columns = len(cells), len(cells[0])
    ink = ink_of(look)
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
            colour = PlanColour.PLANK if is_plain(look) else ink
            cells[-1] = [Cell(glyphs.plank, colour, ground)] * columns
        case Terrain.PARCHMENT | Terrain.LAID:
            line = PlanColour.PARCHMENT_LINE if look.kind is Terrain.PARCHMENT else PlanColour.STONE_EDGE + look.colour
            _draw_outline(cells, look.edges, glyphs.lines, line if is_plain(look) else ink, ground, strong=False)
        case Terrain.TREE:
            pass


def _fenced(look: SpaceLook, marks: str, scale: Scale, glyphs: Glyphs) -> Block:
    """Return the cells of a space under an illegal placement: a fence around it, so that the reason stays visible."""
    cells = [list(line) for line in _large(look._replace(held=HeldStatus.NONE), marks, scale, glyphs)]
    _draw_fence(cells, look, glyphs)
    return tuple(tuple(line) for line in cells)


def _draw_outline(
    cells: list[list[Cell]], edges: int, lines: str, ink: ColourKey, ground: ColourKey, *, strong: bool
) -> None:
    """Draw the edges of a region along the rim of one of its spaces, with joined corners."""
    for (y, x), arms in rim_of(edges, len(cells), len(cells[0])).items():
        cells[y][x] = Cell(lines[arms], ink, ground, strong)


def _draw_fence(cells: list[list[Cell]], look: SpaceLook, glyphs: Glyphs) -> None:
    """Draw the fence along the rim of a space: solid at the sides, in every other cell at top and bottom."""
    ink, ground = ink_of(look), ground_of(look)
    for (y, x), arms in rim_of(look.held_edges, len(cells), len(cells[0])).items():
        vertical = arms == VERTICAL
        if not (vertical and y == _OPEN_ROW and len(cells) == HUGE.rows):
            cells[y][x] = Cell(glyphs.illegal if vertical or (x + y) % 2 == 0 else " ", ink, ground, strong=True)
