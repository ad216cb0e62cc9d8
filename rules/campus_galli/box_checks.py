"""What must hold in every box, wherever it comes from: an owner's files or a match's header.

Faults name the file and key where an owner would mend them. That the values have their types is left to those
who make a `Box`; nothing here may fail on a box whose types are right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from rules.campus_galli.box import (
    COLOUR_LETTERS,
    DIE_FACES,
    LEAST_LEVEL,
    NORTH_TOWER,
    SIDES,
    UNSEALED,
    ActionCard,
    Band,
    Box,
    Building,
    CardKind,
    Counts,
    Level,
    Origin,
    Plan,
    Section,
    Shape,
    Task,
    TaskKind,
)
from rules.campus_galli.geometry import mask_of, regions
from rules.campus_galli.toml_table import fault, shown

PLAN, SECTIONS, ACTIONS, TASKS, COUNTS = (f"{name}.toml" for name in ("plan", "sections", "actions", "tasks", "counts"))
"""The component files, all needed, no others allowed."""

MAX_WIDTH, MAX_HEIGHT = 15, 12
"""The largest plan that a terminal of 80x24 shows whole."""
"""Columns and rows of the largest plan: columns are named by one letter."""
LETTERS = "ABCDEFGHIJK"
"""Of the buildings, in their order."""
SHAPES = 5
SEATS = 4
LEVEL_NAMES = ("I", "II", "III")
LEVELS = len(LEVEL_NAMES)
"""Levels in a box, all needed."""
PARCHMENT_TILES = 3
"""Tiles that turn a building from parchment to wood."""
MAX_COST = 5
"""Tiles that a task can ask for."""
MAX_TILES = 99
"""Tiles of a colour in a box; the same for cards "good cooperation"."""
DICE = 3
"""Dice that a collapse needs."""
MAX_DICE = 9
MAX_FACES = 20
MAX_SHAPE = 6
"""Spaces of the largest outline."""
MAX_PLACES = 40
MAX_CARDS = 400
"""Action cards in a box; the same for tasks."""
MAX_NUMBER = 999
"""The highest order number."""
MAX_MONKS = 99
MAX_POINTS = 20
"""Half-points of the dearest task."""
MAX_LEAST = 1_000
"""Half-points where the highest band may begin."""
MAX_BANDS = 12
MAX_TEXT = 40

_SLUG = re.compile(r"[a-z0-9-]{1,40}")
_TEXT = re.compile(r"(?! )[ -~\u00a1-\u00ac\u00ae-\u024f\u2013\u2014\u2018\u2019\u201c-\u201e]{1,40}(?<! )")
_ORDER = ("book", "pouch", "hut", "guest", "unfinished", "angel")
"""The stretches of the order of turns."""
_RANKS = {
    CardKind.BOOK: ("book",),
    CardKind.GUEST: ("guest",),
    CardKind.UNFINISHED: ("unfinished",),
    CardKind.PRAY: ("pouch",),
    CardKind.SEER: ("pouch",),
    CardKind.BUILD: ("hut",),
    CardKind.MASTER: ("hut",),
    CardKind.DOUBLE: ("pouch", "hut"),
    CardKind.ANGEL: ("angel",),
}
"""For each of a card's numbers, which stretch of the order it belongs to."""


def check(box: Box) -> None:
    """Raise `ComponentError` for the first constraint that the box breaks."""
    check_plan(box.plan)
    check_shapes(box.shapes, box.plan)
    check_sections(box.sections, box.shapes, box.plan)
    check_cards(box.cards, box.plan)
    check_tasks(box.tasks, box.plan)
    check_levels(box)
    check_counts(box.counts)


def check_counts(counts: Counts) -> None:
    """Monks, tiles, cards "good cooperation" and dice."""
    _within(COUNTS, "monks.each", counts.monks, 1, MAX_MONKS)
    _within(COUNTS, "monks.solo", counts.monks_solo, 1, MAX_MONKS)
    _within(COUNTS, "tiles.each", counts.tiles, SEATS, MAX_TILES)
    _within(COUNTS, "cooperation.cards", counts.cooperation, 1, MAX_TILES)
    _within(COUNTS, "dice.number", counts.dice, DICE, MAX_DICE)
    if not 1 <= len(counts.die) <= MAX_FACES:
        raise fault(COUNTS, "dice.faces", f"1 to {MAX_FACES} sides, got {len(counts.die)}")
    _in_order(COUNTS, "dice.faces", counts.die, len(DIE_FACES))


def check_plan(plan: Plan) -> None:
    """The plan's size, its buildings, trees, symbols, sides and places."""
    check_size(plan.width, plan.height)
    _check_buildings(plan.buildings, plan.width * plan.height)
    _check_ground(plan)
    if len(plan.sides) != len(SIDES):
        raise fault(PLAN, "sides", f"the sides {', '.join(SIDES)}")
    for side, buildings in zip(SIDES, plan.sides, strict=True):
        _check_side(side, buildings, len(plan.buildings))
    _check_places(plan)


def check_size(width: int, height: int) -> None:
    """Every space has a name."""
    for what, size, most in (("columns", width, MAX_WIDTH), ("rows", height, MAX_HEIGHT)):
        if not 1 <= size <= most:
            raise fault(PLAN, "spaces", f"1 to {most} {what}, got {size}")


def _check_buildings(buildings: Sequence[Building], spaces: int) -> None:
    letters = "".join(building.letter for building in buildings)
    if letters != LETTERS:
        raise fault(PLAN, "buildings", f"the letters {LETTERS}, in this order, got {shown(letters)}")
    taken = 0
    for building in buildings:
        _text(PLAN, f"buildings.{building.letter}", building.name)
        if building.area.bit_count() <= 3:
            raise fault(PLAN, f"spaces {building.letter}", f"more than 3 spaces, got {building.area.bit_count()}")
        if building.area & taken or building.area >> spaces:
            raise fault(PLAN, f"spaces {building.letter}", "spaces on the plan that belong to one building each")
        taken |= building.area
        if building.cost:
            _tiles(PLAN, f"parchments.{building.letter}", building.cost, PARCHMENT_TILES, PARCHMENT_TILES)
    _unlike(PLAN, "buildings", "names", (building.name for building in buildings))


def _check_ground(plan: Plan) -> None:
    wood = wooden(plan)
    if plan.trees & wood or plan.trees >> plan.width * plan.height:
        raise fault(PLAN, "spaces", "trees only on spaces of the plan without a building")
    if len(plan.symbols) != len(COLOUR_LETTERS):
        raise fault(PLAN, "symbols", f"symbols of the {len(COLOUR_LETTERS)} colours {COLOUR_LETTERS}")
    taken = 0
    for letter, spaces in zip(COLOUR_LETTERS, plan.symbols, strict=True):
        if spaces & ~wood:
            raise fault(PLAN, "symbols", f"symbols only on spaces of buildings; some of {letter} are not")
        if spaces & taken:
            raise fault(PLAN, "symbols", "at most one symbol a space")
        taken |= spaces


def _check_side(side: str, buildings: Sequence[int], known: int) -> None:
    key = f"sides.{side}"
    if not buildings or len(set(buildings)) < len(buildings):
        raise fault(PLAN, key, "one or more different buildings")
    if not all(0 <= building < known for building in buildings):
        raise fault(PLAN, key, "letters of buildings on the plan")


def _check_places(plan: Plan) -> None:
    if len(plan.places) > MAX_PLACES:
        raise fault(PLAN, "places", f"at most {MAX_PLACES} places")
    for key, name, spaces in plan.places:
        _slug(PLAN, "places", key)
        _text(PLAN, f"places.{key}.name", name)
        if not spaces or spaces >> plan.width * plan.height:
            raise fault(PLAN, f"places.{key}.spaces", "one or more spaces of the plan")
    _unlike(PLAN, "places", "keys", (key for key, _, _ in plan.places))


def wooden(plan: Plan) -> int:
    """The mask of all spaces of buildings."""
    mask = 0
    for building in plan.buildings:
        mask |= building.area
    return mask


def check_shapes(shapes: Sequence[Shape], plan: Plan) -> None:
    """Five different outlines, each in one piece and small enough for the plan."""
    if len(shapes) != SHAPES:
        raise fault(SECTIONS, "shape", f"{SHAPES} shapes, got {len(shapes)}")
    for shape in shapes:
        _slug(SECTIONS, "shape", shape.key)
        key = f"shape '{shape.key}'"
        _text(SECTIONS, f"{key}.name", shape.name)
        if re.fullmatch("[A-Z]", shape.letter) is None:
            raise fault(SECTIONS, f"{key}.letter", f"one capital letter, got {shown(shape.letter)}")
        _check_outline(f"{key}.picture", shape.cells, plan)
    _unlike(SECTIONS, "shape", "keys", (shape.key for shape in shapes))
    _unlike(SECTIONS, "shape", "letters", (shape.letter for shape in shapes))
    _unlike(SECTIONS, "shape", "names", (shape.name for shape in shapes))
    _unlike(SECTIONS, "shape", "pictures, turned or mirrored", (_canonical(shape.cells) for shape in shapes))


def _check_outline(key: str, cells: Sequence[tuple[int, int]], plan: Plan) -> None:
    if not 1 <= len(cells) <= MAX_SHAPE:
        raise fault(SECTIONS, key, f"1 to {MAX_SHAPE} spaces, got {len(cells)}")
    columns, rows = [column for column, _ in cells], [row for _, row in cells]
    if min(columns) != 0 or min(rows) != 0 or list(cells) != sorted(set(cells), key=lambda cell: cell[::-1]):
        raise fault(SECTIONS, key, "spaces row by row, from the first column and row on")
    if max(*columns, *rows) >= min(plan.width, plan.height):
        raise fault(SECTIONS, key, "a shape that fits on the plan however it is turned")
    if len(regions(mask_of(row * MAX_WIDTH + column for column, row in cells), MAX_WIDTH, MAX_HEIGHT)) > 1:
        raise fault(SECTIONS, key, "spaces that hang together by their edges")


def _canonical(cells: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The outline in the first of its up to eight positions: alike for shapes that can be turned into each other."""
    positions: list[tuple[tuple[int, int], ...]] = []
    turned = list(cells)
    for _ in range(4):
        turned = [(-row, column) for column, row in turned]
        for position in (turned, [(-column, row) for column, row in turned]):
            left, top = min(column for column, _ in position), min(row for _, row in position)
            positions.append(tuple(sorted((column - left, row - top) for column, row in position)))
    return min(positions)


def all_sections(shapes: int) -> tuple[Section, ...]:
    """Every shape in every colour, first in the hut, then in the pouch; then a joker of every shape."""
    coloured = tuple(
        Section(origin, shape, colour)
        for origin in Origin
        for shape in range(shapes)
        for colour in range(len(COLOUR_LETTERS))
    )
    return coloured + tuple(Section(Origin.POUCH, shape, None) for shape in range(shapes))


def check_sections(sections: Sequence[Section], shapes: Sequence[Shape], plan: Plan) -> None:
    """Each shape in each colour once in the hut and once in the pouch, one joker a shape; enough for the plan."""
    if tuple(sections) != all_sections(len(shapes)):
        expected = "each shape in each colour once in hut and pouch, and one joker a shape, in this order"
        raise fault(SECTIONS, "hut, pouch, jokers", expected)
    area = sum(len(shapes[section.shape].cells) for section in sections)
    if area < wooden(plan).bit_count():
        raise fault(SECTIONS, "shape", f"sections of {wooden(plan).bit_count()} spaces or more in all, got {area}")


def check_cards(cards: Sequence[ActionCard], plan: Plan) -> None:
    """What each action card allows, and the order of their numbers."""
    if len(cards) > MAX_CARDS:
        raise fault(ACTIONS, "", f"at most {MAX_CARDS} cards")
    for card in cards:
        _check_card(card, plan)
    _unlike(ACTIONS, "", "keys", (card.key for card in cards))
    _check_numbers(cards)


def _check_card(card: ActionCard, plan: Plan) -> None:
    _slug(ACTIONS, card.kind.value, card.key)
    place = _card_place(card)
    if card.level != (level := LEAST_LEVEL.get(card.kind, 1)):
        raise fault(ACTIONS, f"{place}.level", f"{level} for every {card.kind.value} card, got {card.level}")
    if len(card.numbers) != len(_RANKS[card.kind]):
        raise fault(ACTIONS, place, f"{len(_RANKS[card.kind])} order number(s), got {len(card.numbers)}")
    for number in card.numbers:
        _within(ACTIONS, f"{place}.{_number_key(card)}", number, 1, MAX_NUMBER)
    if list(card.numbers) != sorted(card.numbers):
        raise fault(ACTIONS, f"{place}.{_number_key(card)}", "a lower number for the pouch than for the hut")
    colours_key = {CardKind.BOOK: "colour", CardKind.GUEST: "tiles"}.get(card.kind, "colours")
    most_colours = {CardKind.BUILD: 2, CardKind.BOOK: 1, CardKind.GUEST: len(COLOUR_LETTERS)}.get(card.kind, 0)
    least_colours = 0 if card.kind is CardKind.GUEST else min(most_colours, 1)
    most_shapes = {CardKind.PRAY: 2, CardKind.DOUBLE: 1}.get(card.kind, 0)
    _some_of(ACTIONS, f"{place}.{colours_key}", card.colours, len(COLOUR_LETTERS), least_colours, most_colours)
    shapes_key = "shape" if card.kind is CardKind.DOUBLE else "shapes"
    _some_of(ACTIONS, f"{place}.{shapes_key}", card.shapes, SHAPES, min(most_shapes, 1), most_shapes)
    _check_person_or_book(card, place, plan)


def _check_person_or_book(card: ActionCard, place: str, plan: Plan) -> None:
    if card.kind in (CardKind.BOOK, CardKind.GUEST):
        _text(ACTIONS, f"{place}.name", card.name)
    elif card.name:
        raise fault(ACTIONS, f"{place}.name", "no name")
    _building(ACTIONS, f"{place}.building", card.building, plan, needed=card.kind is CardKind.GUEST)
    least, most = (1, MAX_POINTS) if card.kind is CardKind.BOOK else (0, 0)
    _points(ACTIONS, f"{place}.worth", card.points, least, most)


def _check_numbers(cards: Sequence[ActionCard]) -> None:
    by_number = sorted(_numbered(cards))
    for (number, _, card), (other, _, second) in pairwise(by_number):
        if number == other:
            key = f"{_card_place(second)}.{_number_key(second)}"
            raise fault(ACTIONS, key, f"a number of its own; '{card.key}' has {number} too")
    for (_, rank, card), (number, next_rank, second) in pairwise(by_number):
        if _ORDER.index(rank) > _ORDER.index(next_rank):
            key = f"{_card_place(second)}.{_number_key(second)}"
            raise fault(ACTIONS, key, f"a number below every {rank} number, such as '{card.key}' has, got {number}")
    if list(cards) != sorted(cards, key=lambda card: (card.level, card.numbers)):
        raise fault(ACTIONS, "", "cards in the order of their levels and numbers")


def _numbered(cards: Iterable[ActionCard]) -> Iterator[tuple[int, str, ActionCard]]:
    for card in cards:
        for number, rank in zip(card.numbers, _RANKS[card.kind], strict=True):
            yield number, rank, card


def _card_place(card: ActionCard) -> str:
    return f"{card.kind.value} '{card.key}'"


def _number_key(card: ActionCard) -> str:
    return "pouch, hut" if card.kind is CardKind.DOUBLE else "number"


def check_tasks(tasks: Sequence[Task], plan: Plan) -> None:
    """What each task asks for."""
    if len(tasks) > MAX_CARDS:
        raise fault(TASKS, "", f"at most {MAX_CARDS} cards")
    for task in tasks:
        _slug(TASKS, task.kind.value, task.key)
        place = f"{task.kind.value} '{task.key}'"
        _within(TASKS, f"{place}.level", task.level, LEAST_LEVEL.get(task.kind, 1), LEVELS)
        least, most = (0, 0) if task.kind in UNSEALED else (1, MAX_POINTS)
        _points(TASKS, f"{place}.seals", task.points, least, most)
        _check_demand(task, place, plan)
        _check_payment(task, place)
        _check_grass(task, place, plan)
        if task.kind is TaskKind.STORM:
            _check_tower(plan)
    _unlike(TASKS, "", "keys", (task.key for task in tasks))
    if list(tasks) != sorted(tasks, key=lambda task: task.level):
        raise fault(TASKS, "", "cards in the order of their levels")


def _check_demand(task: Task, place: str, plan: Plan) -> None:
    """The fields that the task's kind uses are meaningful, the others empty."""
    kind = task.kind
    if kind is TaskKind.COLLAPSE:
        _all_of(f"{place}.shapes", task.shapes, SHAPES)
        _all_of(f"{place}.colours", task.colours, len(COLOUR_LETTERS))
    else:
        colours, shapes = _COLOURS_ASKED.get(kind, 0), _SHAPES_ASKED.get(kind, 0)
        _exactly(f"{place}.{'colour' if colours == 1 else 'colours'}", task.colours, len(COLOUR_LETTERS), colours)
        _exactly(f"{place}.{'shape' if shapes == 1 else 'shapes'}", task.shapes, SHAPES, shapes)
    if kind is TaskKind.TOGETHER and len(set(task.colours)) < 2:
        raise fault(TASKS, f"{place}.colours", "two different ones")
    _building(TASKS, f"{place}.building", task.building, plan, needed=kind in _BUILDING_ASKED)
    _building(TASKS, f"{place}.buildings", task.second, plan, needed=kind is TaskKind.CONNECTION)
    if task.second is not None and task.building is not None and task.building >= task.second:
        raise fault(TASKS, f"{place}.buildings", "two different ones, in their fixed order")
    if (task.side is not None) != (kind in _SIDE_ASKED):
        raise fault(TASKS, f"{place}.side", "a side" if kind in _SIDE_ASKED else "no side")
    if task.side is not None and not 0 <= task.side < len(SIDES):
        raise fault(TASKS, f"{place}.side", f"one of {', '.join(SIDES)}")
    if task.side is not None and kind is TaskKind.SIDE and task.building not in plan.sides[task.side]:
        raise fault(TASKS, f"{place}.flips", f"a building of the {SIDES[task.side]}")


_COLOURS_ASKED = {TaskKind.COLOURS: 2, TaskKind.SIDE: 1, TaskKind.HOURS: 1, TaskKind.TOGETHER: 2}
_SHAPES_ASKED = {TaskKind.SHAPES: 2, TaskKind.LETTER: 1, TaskKind.RECONSTRUCTION: 1}
_BUILDING_ASKED = frozenset(
    {TaskKind.PROGRESS, TaskKind.LETTER, TaskKind.SIDE, TaskKind.HALT, TaskKind.EXPANSION, TaskKind.CONNECTION}
)
_SIDE_ASKED = frozenset({TaskKind.SIDE, TaskKind.PERSON, TaskKind.EPIDEMIC, TaskKind.ARRIVALS})


def _check_payment(task: Task, place: str) -> None:
    """What is paid, and what for."""
    if task.kind in (TaskKind.PAID, TaskKind.HALT, TaskKind.ARRIVALS):
        _tiles(TASKS, f"{place}.tiles", task.tiles, 1, MAX_COST)
    elif task.tiles:
        raise fault(TASKS, f"{place}.tiles", "no tiles")
    if task.kind is TaskKind.PAID:
        _text(TASKS, f"{place}.name", task.name)
    elif task.name:
        raise fault(TASKS, f"{place}.name", "no name")


def _check_grass(task: Task, place: str, plan: Plan) -> None:
    """The indicated spaces of expansions and connections."""
    if task.kind not in (TaskKind.EXPANSION, TaskKind.CONNECTION):
        if task.spaces:
            raise fault(TASKS, f"{place}.spaces", "no spaces")
    elif not task.spaces or task.spaces >> plan.width * plan.height or task.spaces & (wooden(plan) | plan.trees):
        raise fault(TASKS, f"{place}.spaces", "one or more spaces of grass")


def _check_tower(plan: Plan) -> None:
    """A storm needs a north tower to fall on."""
    towers = [spaces for key, _, spaces in plan.places if key == NORTH_TOWER]
    if not towers or towers[0] & ~wooden(plan):
        raise fault(PLAN, f"places.{NORTH_TOWER}", "spaces of buildings for the storm in tasks.toml")


def check_levels(box: Box) -> None:
    """The counts of every level, and that its decks are big enough for every number of seats."""
    numbers = [level.number for level in box.levels]
    if numbers != list(range(1, LEVELS + 1)):
        raise fault(COUNTS, "level", f"levels 1 to {LEVELS}, each once, in this order")
    for level in box.levels:
        _check_level(level, box)


def _check_level(level: Level, box: Box) -> None:
    place = f"level {level.number}"
    _text(COUNTS, f"{place}.name", level.name)
    _some_of(COUNTS, f"{place}.open", level.open_at_start, len(box.plan.buildings), 1, len(box.plan.buildings))
    if len(level.deal) != level.number:
        raise fault(COUNTS, f"{place}.deal", f"cards of {level.number} level(s), got {len(level.deal)}")
    deals = zip((f"deal.{name}" for name in LEVEL_NAMES), level.deal, strict=False)
    for key, counts in (("board", level.board), *deals):
        if len(counts) != SEATS:
            raise fault(COUNTS, f"{place}.{key}", f"{SEATS} numbers, for 1 to {SEATS} seats, got {len(counts)}")
    angels = sum(card.kind is CardKind.ANGEL for card in box.cards)
    if angels < SEATS:
        raise fault(ACTIONS, "angel", f"an angel for each of {SEATS} seats, got {angels}")
    tasks = sum(task.level <= level.number for task in box.tasks)
    for seats, places in enumerate(level.board, start=1):
        if not 1 <= places <= tasks:
            expected = f"1 to {tasks} places for {seats} seats, as there are {tasks} tasks, got {places}"
            raise fault(COUNTS, f"{place}.board", expected)
    for number, row in enumerate(level.deal, start=1):
        _check_deal(f"{place}.deal.{LEVEL_NAMES[number - 1]}", row, number, box)
    piles = [sum(dealt) for dealt in zip(*level.deal, strict=True)]
    if not 2 <= level.draw <= min(piles) + 1:
        raise fault(COUNTS, f"{place}.draw", f"2 cards or more, and no more than any seat's pile, got {level.draw}")
    for building in box.plan.buildings:
        if not building.cost and level.number > 1 and box.plan.buildings.index(building) not in level.open_at_start:
            key = f"parchments.{building.letter}"
            raise fault(PLAN, key, f"{PARCHMENT_TILES} tiles, as it starts level {level.number} as parchment")
    _check_bands(place, level.bands)


def _check_deal(place: str, row: Sequence[int], number: int, box: Box) -> None:
    """There are cards enough of the level for every number of seats."""
    cards = sum(card.level == number and card.kind is not CardKind.ANGEL for card in box.cards)
    for seats, dealt in enumerate(row, start=1):
        if not 1 <= dealt <= cards // seats:
            expected = f"1 card or more for each of {seats} seats out of {cards} without angels, got {dealt}"
            raise fault(COUNTS, place, expected)


def _check_bands(place: str, bands: Sequence[Band]) -> None:
    if not 1 <= len(bands) <= MAX_BANDS:
        raise fault(COUNTS, f"{place}.bands", f"1 to {MAX_BANDS} bands, got {len(bands)}")
    for band in bands:
        _slug(COUNTS, f"{place}.bands", band.key)
        key = f"{place}.bands '{band.key}'"
        _text(COUNTS, f"{key}.name", band.name)
        _text(COUNTS, f"{key}.verdict", band.verdict)
        _points(COUNTS, f"{key}.least", band.least, 0, MAX_LEAST)
    _unlike(COUNTS, f"{place}.bands", "keys", (band.key for band in bands))
    if bands[0].least != 0:
        raise fault(COUNTS, f"{place}.bands '{bands[0].key}'.least", "no least points in the lowest band")
    for lower, higher in pairwise(bands):
        if higher.least <= lower.least:
            raise fault(COUNTS, f"{place}.bands '{higher.key}'.least", f"more points than in '{lower.key}'")


def _slug(file: str, key: str, value: str) -> None:
    if _SLUG.fullmatch(value) is None:
        raise fault(file, f"{key} {shown(value)}", f"a key of at most {MAX_TEXT} characters a to z, 0 to 9 and -")


def _text(file: str, key: str, value: str) -> None:
    if _TEXT.fullmatch(value) is None:
        expected = f"1 to {MAX_TEXT} plain Latin letters, digits and signs without blanks at the ends"
        raise fault(file, key, f"{expected}, got {shown(value)}")


def _within(file: str, key: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise fault(file, key, f"a number from {low} to {high}, got {shown(value)}")


def _points(file: str, key: str, value: int, low: int, high: int) -> None:
    """Like `_within`, for half-points."""
    if not low <= value <= high:
        raise fault(file, key, f"{low / 2:g} to {high / 2:g} points, got {value / 2:g}")


def _some_of(file: str, key: str, members: Sequence[int], known: int, least: int, most: int) -> None:
    """`members` are `least` to `most` different numbers below `known`, rising."""
    if not least <= len(members) <= most or len(set(members)) < len(members):
        wanted = f"{least} to {most}" if least < most else f"{most}"
        raise fault(file, key, f"{wanted} different ones, got {len(members)}")
    _in_order(file, key, members, known)


def _building(file: str, key: str, building: int | None, plan: Plan, *, needed: bool) -> None:
    """A building of the plan where one is needed, else none."""
    known = building is not None and 0 <= building < len(plan.buildings)
    if known != needed or (building is None) == needed:
        raise fault(file, key, "a building of the plan" if needed else "no building")


def _tiles(file: str, key: str, tiles: Sequence[int], least: int, most: int) -> None:
    """`least` to `most` tiles by their colours, not falling."""
    if not least <= len(tiles) <= most:
        wanted = f"{least} to {most}" if least < most else f"{most}"
        raise fault(file, key, f"{wanted} tiles, got {len(tiles)}")
    _in_order(file, key, tiles, len(COLOUR_LETTERS))


def _all_of(key: str, members: Sequence[int], known: int) -> None:
    """All numbers below `known`, each once, in any order."""
    if sorted(members) != list(range(known)):
        raise fault(TASKS, key, f"all {known}, each once")


def _exactly(key: str, members: Sequence[int], known: int, count: int) -> None:
    """`members` of a task are `count` numbers below `known`, not falling; a pair may be of two alike."""
    if len(members) != count:
        raise fault(TASKS, key, f"{count} of those known, got {len(members)}")
    _in_order(TASKS, key, members, known)


def _in_order(file: str, key: str, members: Sequence[int], known: int) -> None:
    if any(not 0 <= member < known for member in members) or list(members) != sorted(members):
        raise fault(file, key, "known ones, in their fixed order")


def _unlike(file: str, key: str, what: str, values: Iterable[object]) -> None:
    seen: set[object] = set()
    for value in values:
        if value in seen:
            twice = f"; {shown(value)} stands twice" if isinstance(value, str) else ""
            raise fault(file, key, f"different {what}{twice}")
        seen.add(value)
