"""A second, slow implementation of laying, over sets of (column, row) straight from the component files.

It shares no code with the rules except the numbers by which a state names its pieces.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import product
from typing import Any

from rules.campus_galli.gaps import SendBuilderHome
from rules.campus_galli.laying_sections import FlipBuilding
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State

Cell = tuple[int, int]
Cells = frozenset[Cell]

FOLDER = files("rules.campus_galli").joinpath("components")


def read(name: str) -> dict[str, Any]:
    """Read one component file."""
    return tomllib.loads(FOLDER.joinpath(name).read_text("utf-8"))


PLAN = read("plan.toml")
ROWS: list[str] = PLAN["spaces"]
WIDTH, HEIGHT = len(ROWS[0]), len(ROWS)
GROUND: dict[Cell, str] = {(x, y): ROWS[y][x] for x, y in product(range(WIDTH), range(HEIGHT))}
SYMBOLS: dict[Cell, str] = {(x, y): PLAN["symbols"][y][x] for x, y in GROUND}
SIDES: dict[str, str] = PLAN["sides"]
SHAPES: dict[str, list[str]] = {shape["key"]: shape["picture"] for shape in read("sections.toml")["shape"]}
TASKS: dict[str, tuple[str, dict[str, Any]]] = {
    row["key"]: (kind, row) for kind, rows in read("tasks.toml").items() for row in rows
}


def neighbours(cell: Cell) -> set[Cell]:
    """Return the spaces that share an edge with a space, on the plan or off it."""
    x, y = cell
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def cells_named(names: Iterable[str]) -> Cells:
    """Return the spaces with these names, such as `c4`."""
    return frozenset((ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in names)


def touching(cells: Iterable[Cell]) -> set[Cell]:
    """Return the spaces outside that share an edge with any of these."""
    own = set(cells)
    return {other for cell in own for other in neighbours(cell)} - own


def reading_order(cells: Iterable[Cell]) -> list[Cell]:
    """Return the sort key from north to south, within a row from west to east."""
    return sorted(cells, key=lambda cell: (cell[1], cell[0]))


def places(shape: str) -> set[Cells]:
    """Return every place of a shape on the plan, in every orientation."""
    picture = SHAPES[shape]
    points = [(x, y) for y, row in enumerate(picture) for x, sign in enumerate(row) if sign == "#"]
    found: set[Cells] = set()
    for a, b, c, d in ((1, 0, 0, 1), (0, 1, 1, 0), (-1, 0, 0, 1), (0, 1, -1, 0), (1, 0, 0, -1), (0, -1, 1, 0)):
        found |= set(_moved(points, a, b, c, d))
    for a, b, c, d in ((-1, 0, 0, -1), (0, -1, -1, 0)):
        found |= set(_moved(points, a, b, c, d))
    return found


def _moved(points: list[Cell], a: int, b: int, c: int, d: int) -> Iterator[Cells]:
    turned = [(a * x + b * y, c * x + d * y) for x, y in points]
    for right, down in product(range(-WIDTH, WIDTH + 1), range(-HEIGHT, HEIGHT + 1)):
        cells = frozenset((x + right, y + down) for x, y in turned)
        if cells <= GROUND.keys():
            yield cells


@dataclass
class OracleState:
    """The plan and the seats' pieces; it changes over a turn."""

    wood: set[str]
    laid: list[tuple[Cells, str, str]]
    """Spaces, colour letter, shape."""
    left: list[tuple[str, str]]
    """Colour letter and shape of every section in hut and pouch."""
    lazy: list[tuple[Cell, int]]
    """Space and seat, ascending; from level III on a gap may have several."""
    builders: Counter[tuple[str, int]]
    """Place ("section 3", "beside D", "guest D") and seat."""
    supply: list[int]
    tasks: list[list[str]]
    board: list[str]
    tiles: bool = False
    """Whether sections bring tiles (level II) or master builders."""
    cordon: str = ""
    """The building behind the cordon."""
    lifted: Cells = frozenset()
    """Where the section in hand was before it was lifted."""
    log: list[str] = field(default_factory=list[str])

    @property
    def covered(self) -> set[Cell]:
        """All spaces under sections."""
        return {cell for cells, _, _ in self.laid for cell in cells}

    @property
    def free(self) -> set[Cell]:
        """The uncovered spaces of wooden buildings."""
        return {cell for cell, letter in GROUND.items() if letter in self.wood} - self.covered

    def may_lie(self, cells: Cells) -> bool:
        """Return whether the section may lie there (CG-I-3a1 to CG-I-3a6)."""
        grounds = {GROUND.get(cell, "off the plan") for cell in cells}
        parchment = {letter for letter in grounds if letter.isupper()} - self.wood
        bare = not cells & self.covered and self.cordon not in grounds and cells != self.lifted
        return bare and not parchment and "off the plan" not in grounds and "t" not in grounds and grounds != {"."}

    def gaps(self, free: set[Cell] | None = None) -> list[Cells]:
        """Return the gaps by first space (CG-I-3e), of the uncovered spaces given or all."""
        left, found = set(self.free if free is None else free), list[Cells]()
        while left:
            gap = {reading_order(left)[0]}
            while more := {cell for inside in gap for cell in neighbours(inside)} & left - gap:
                gap |= more
            left -= gap
            found.append(frozenset(gap))
        return found

    def fulfils(self, key: str, cells: Cells, colour: str, shape: str) -> bool:
        """Return whether laying fulfils the task (CG-I-3c1 to CG-I-3c6), before the section counts as laid."""
        kind, task = TASKS[key]
        grounds = {GROUND[cell] for cell in cells}
        on = grounds.issuperset
        beside = [(c, s) for other, c, s in self.laid if touching(cells) & other]
        match kind:
            case "progress":
                return task["building"] in grounds
            case "colours":
                one, other = task["colours"]
                return any({colour, c} == {one, other} for c, _ in beside)
            case "shapes":
                return any({shape, s} == set(task["shapes"]) for _, s in beside)
            case "side":
                return colour == task["colour"] and bool(grounds & set(SIDES[task["side"]]))
            case "letter":
                return shape == task["shape"] and task["building"] in grounds
            case "complete":
                left = {letter: self.left_of(letter) for letter in self.wood}
                return any(spaces - self.lifted and spaces <= cells for spaces in left.values())
            case "expansion" | "connection":
                return on(task.get("buildings") or task["building"]) and bool(cells & cells_named(task["spaces"]))
            case _:
                assert self.tiles, kind
                return False

    def earned(self, cells: Cells, colour: str) -> str:
        """Return the tiles that a section brings, as letters (CG-II-3c to CG-II-3c2)."""
        symbols = [SYMBOLS[cell] for cell in cells if SYMBOLS[cell] != "."]
        if colour == "-":
            return "".join(sorted(symbols, key="RGBY".index))
        perfect = all(GROUND[cell].isupper() for cell in cells)
        return colour * (symbols.count(colour) + perfect)

    def left_of(self, letter: str) -> set[Cell]:
        """Return the uncovered spaces of a wooden building."""
        return {cell for cell in self.free if GROUND[cell] == letter}

    def complete(self, letter: str) -> bool:
        """Return whether a building is in wood and fully covered."""
        return letter in self.wood and not self.left_of(letter)

    def possible(self, key: str) -> bool:
        """Return whether a task is still possible (CG-I-1g)."""
        kind, task = TASKS[key]
        match kind:
            case "progress":
                return not self.complete(task["building"])
            case "colours" | "shapes":
                at = 0 if kind == "colours" else 1
                here = [section[at] for section in self.left]
                there = [(colour, shape)[at] for _, colour, shape in self.laid]
                one, other = task[kind]
                return any(
                    {here[i], second} == {one, other}
                    for i in range(len(here))
                    for second in [*here[:i], *here[i + 1 :], *there]
                )
            case "side":
                some = any(colour == task["colour"] for colour, _ in self.left)
                return some and not all(self.complete(letter) for letter in SIDES[task["side"]])
            case "letter":
                return any(shape == task["shape"] for _, shape in self.left) and not self.complete(task["building"])
            case _:
                raise AssertionError(kind)

    # A turn

    def lay(self, seat: int, section: int, cells: Cells, colour: str, shape: str) -> list[str]:
        """Lay the section with its master builder and tasks; return the buildings it completes."""
        old_gaps = self.gaps(self.free - self.lifted)
        for key in [key for key in self.board if key and self.fulfils(key, cells, colour, shape)]:
            self.tasks[seat].append(key)
            self.board[self.board.index(key)] = ""
        whole = {letter for letter in self.wood if not (self.left_of(letter) - self.lifted)}
        self.laid.append((cells, colour, shape))
        symbol = any(SYMBOLS[cell] == colour for cell in cells)
        if not self.tiles and symbol and all(GROUND[cell].isupper() for cell in cells) and self.supply[seat]:
            self.supply[seat] -= 1
            self.builders[f"section {section}", seat] += 1
        for at, (cell, owner) in enumerate(self.lazy):
            rest = next((reading_order(gap - cells) for gap in old_gaps if cell in gap), list[Cell]())
            if cell in cells and rest:
                self.lazy[at] = (rest[0], owner)
        self.broken = [gap for gap in old_gaps if gap & cells]
        return sorted(letter for letter in self.wood - whole if self.complete(letter))

    def flip(self, seat: int, letter: str) -> None:
        """Flip a building (CG-I-3d, CG-I-3d2)."""
        self.wood.add(letter)
        if self.supply[seat]:
            self.supply[seat] -= 1
            self.builders[f"beside {letter}", seat] += 1

    def settle(self, seat: int, cells: Cells, homes: Iterator[str]) -> None:
        """Settle gaps and lazy monks (CG-I-3e to CG-I-3e6). `homes` names the master builders sent home."""
        gaps = self.gaps()
        for cell, owner in list(self.lazy):
            if not any(cell in gap and len(gap) <= 3 for gap in gaps):
                self.lazy.remove((cell, owner))
                self.supply[owner] += 1
        for gap in gaps:
            mine = touching(cells) & gap or any(gap <= old for old in self.broken)
            if len(gap) > 3 or not mine or gap & {cell for cell, _ in self.lazy}:
                continue
            if self.supply[seat]:
                self.supply[seat] -= 1
                self.lazy.append((reading_order(gap)[0], seat))
            elif any(number and owner == seat for (_, owner), number in self.builders.items()):
                self.builders[next(homes), seat] -= 1
                self.supply[seat] += 1
        self.lazy.sort(key=lambda monk: (monk[0][1], monk[0][0], monk[1]))

    broken: list[Cells] = field(default_factory=list[Cells])
    """The gaps partly covered by the last section."""


def table_of(setting: Setting, state: State) -> OracleState:
    """Convert a state to the oracle's terms."""
    box = setting.box
    letters = [building.letter for building in box.plan.buildings]
    stock = state.hut | state.pouch
    kinds = [("-" if it.colour is None else "RGBY"[it.colour], box.shapes[it.shape].key) for it in box.sections]
    builders = Counter((f"section {it.section}", int(it.seat)) for it in state.laid if it.builder)
    builders.update(
        (f"{'guest' if it.guest else 'beside'} {letters[it.building]}", int(it.seat)) for it in state.beside
    )
    return OracleState(
        wood={letter for number, letter in enumerate(letters) if state.open >> number & 1},
        laid=[(cells_of(setting, it.placement), *kinds[it.section]) for it in state.laid],
        left=[kind for number, kind in enumerate(kinds) if stock >> number & 1],
        lazy=[(cell_of(it.space), int(it.seat)) for it in state.lazy],
        builders=builders,
        supply=[seat.supply for seat in state.seats],
        tasks=[[box.tasks[task].key for task in seat.tasks] for seat in state.seats],
        board=["" if task is None else box.tasks[task].key for task in state.board],
        tiles=setting.tiles,
        cordon="" if state.cordon is None else letters[state.cordon],
    )


def cell_of(space: int) -> Cell:
    """Return column and row of a space."""
    return space % WIDTH, space // WIDTH


def cells_of(setting: Setting, placement: int) -> Cells:
    """Return the spaces of a placement."""
    return frozenset(map(cell_of, setting.layout.placements[placement].spaces))


def home_of(setting: Setting, event: SendBuilderHome) -> str:
    """Return the builder named by the event."""
    if event.section is not None:
        return f"section {event.section}"
    assert event.building is not None
    return f"{'guest' if event.guest else 'beside'} {setting.box.plan.buildings[event.building].letter}"


def flipped_by(setting: Setting, event: FlipBuilding) -> str:
    """Return the building that the event flips; empty for none."""
    return "" if event.building is None else setting.box.plan.buildings[event.building].letter
