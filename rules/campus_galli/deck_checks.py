"""Constraints on the action cards and tasks of every box; `box_checks` checks the rest.

Nothing here may crash on cards with correct types.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from rules.campus_galli.box import (
    ANY_TILE,
    COLOUR_LETTERS,
    LEAST_LEVEL,
    NORTH_TOWER,
    SEVERAL_SIDES,
    SIDES,
    UNSEALED,
    ActionCard,
    CardKind,
    Plan,
    Task,
    TaskKind,
    wooden,
)
from rules.campus_galli.box_limits import (
    ACTIONS,
    LEVELS,
    MAX_CARDS,
    MAX_COST,
    MAX_NUMBER,
    MAX_POINTS,
    PLAN,
    SHAPES,
    TASKS,
)
from rules.engine.constraints import distinct, points, slug, some_of, sorted_of, text, within
from rules.engine.toml_table import fault

_ORDER = ("book", "pouch", "hut", "guest", "angel")
"""The blocks of the turn order. Unfinished tasks may come anywhere."""
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
"""For each number of a card, its block in the turn order."""


def check_cards(cards: Sequence[ActionCard], plan: Plan) -> None:
    """Check the fields of each action card, and the order of their numbers."""
    if len(cards) > MAX_CARDS:
        raise fault(ACTIONS, "", f"at most {MAX_CARDS} cards")
    for card in cards:
        _check_card(card, plan)
    distinct(ACTIONS, "", "keys", (card.key for card in cards))
    _check_numbers(cards)


def _check_card(card: ActionCard, plan: Plan) -> None:
    slug(ACTIONS, card.kind.value, card.key)
    place = _card_place(card)
    if card.level != (level := LEAST_LEVEL.get(card.kind, 1)):
        raise fault(ACTIONS, f"{place}.level", f"{level} for every {card.kind.value} card, got {card.level}")
    if len(card.numbers) != len(_RANKS[card.kind]):
        raise fault(ACTIONS, place, f"{len(_RANKS[card.kind])} order number(s), got {len(card.numbers)}")
    for number in card.numbers:
        within(ACTIONS, f"{place}.{_number_key(card)}", number, 1, MAX_NUMBER)
    if list(card.numbers) != sorted(card.numbers):
        raise fault(ACTIONS, f"{place}.{_number_key(card)}", "a lower number for the pouch than for the hut")
    colours_key = {CardKind.BOOK: "colour", CardKind.GUEST: "tiles"}.get(card.kind, "colours")
    most_colours = {CardKind.BUILD: 2, CardKind.BOOK: 1, CardKind.GUEST: len(COLOUR_LETTERS)}.get(card.kind, 0)
    least_colours = 0 if card.kind is CardKind.GUEST else min(most_colours, 1)
    most_shapes = {CardKind.PRAY: 2, CardKind.DOUBLE: 1}.get(card.kind, 0)
    some_of(ACTIONS, f"{place}.{colours_key}", card.colours, len(COLOUR_LETTERS), least_colours, most_colours)
    shapes_key = "shape" if card.kind is CardKind.DOUBLE else "shapes"
    some_of(ACTIONS, f"{place}.{shapes_key}", card.shapes, SHAPES, min(most_shapes, 1), most_shapes)
    _check_person_or_book(card, place, plan)


def _check_person_or_book(card: ActionCard, place: str, plan: Plan) -> None:
    if card.kind in (CardKind.BOOK, CardKind.GUEST):
        text(ACTIONS, f"{place}.name", card.name)
    elif card.name:
        raise fault(ACTIONS, f"{place}.name", "no name")
    _check_building(ACTIONS, f"{place}.building", card.building, plan, needed=card.kind is CardKind.GUEST)
    least, most = (1, MAX_POINTS) if card.kind is CardKind.BOOK else (0, 0)
    points(ACTIONS, f"{place}.worth", card.points, least, most)


def _check_numbers(cards: Sequence[ActionCard]) -> None:
    by_number = sorted(_numbered(cards), key=lambda each: each[0])
    for (number, _, card), (other, _, second) in pairwise(by_number):
        if number == other:
            key = f"{_card_place(second)}.{_number_key(second)}"
            raise fault(ACTIONS, key, f"a unique number; '{card.key}' has {number} too")
    ranked = [each for each in by_number if each[1] in _ORDER]
    for (_, rank, card), (number, next_rank, second) in pairwise(ranked):
        if _ORDER.index(rank) > _ORDER.index(next_rank):
            key = f"{_card_place(second)}.{_number_key(second)}"
            raise fault(ACTIONS, key, f"a number below every {rank} number, e.g. that of '{card.key}', got {number}")
    if list(cards) != sorted(cards, key=lambda card: (card.level, card.numbers)):
        raise fault(ACTIONS, "", "cards ordered by level and number")


def _numbered(cards: Iterable[ActionCard]) -> Iterator[tuple[int, str, ActionCard]]:
    for card in cards:
        for number, rank in zip(card.numbers, _RANKS[card.kind], strict=True):
            yield number, rank, card


def _card_place(card: ActionCard) -> str:
    return f"{card.kind.value} '{card.key}'"


def _number_key(card: ActionCard) -> str:
    return "pouch, hut" if card.kind is CardKind.DOUBLE else "number"


def check_tasks(tasks: Sequence[Task], plan: Plan) -> None:
    """Check the fields of each task."""
    if len(tasks) > MAX_CARDS:
        raise fault(TASKS, "", f"at most {MAX_CARDS} cards")
    for task in tasks:
        slug(TASKS, task.kind.value, task.key)
        place = f"{task.kind.value} '{task.key}'"
        within(TASKS, f"{place}.level", task.level, LEAST_LEVEL.get(task.kind, 1), LEVELS)
        least, most = (0, 0) if task.kind in UNSEALED else (1, MAX_POINTS)
        points(TASKS, f"{place}.seals", task.points, least, most)
        _check_demand(task, place, plan)
        _check_payment(task, place)
        _check_grass(task, place, plan)
        if task.kind is TaskKind.STORM:
            _check_tower(plan)
    distinct(TASKS, "", "keys", (task.key for task in tasks))
    if list(tasks) != sorted(tasks, key=lambda task: task.level):
        raise fault(TASKS, "", "cards ordered by level")


def _check_demand(task: Task, place: str, plan: Plan) -> None:
    """Check that the fields used by the task's kind are valid, and the others empty."""
    kind = task.kind
    if kind is TaskKind.COLLAPSE:
        if not task.shapes or len(set(task.shapes)) < len(task.shapes) or not set(task.shapes) <= {*range(SHAPES)}:
            raise fault(TASKS, f"{place}.shapes", f"1 to {SHAPES} different values")
        if sorted(task.colours) != list(range(len(COLOUR_LETTERS))):
            raise fault(TASKS, f"{place}.colours", f"all {len(COLOUR_LETTERS)}, each once")
    else:
        colours, shapes = _COLOURS_ASKED.get(kind, 0), _SHAPES_ASKED.get(kind, 0)
        key = f"{place}.{'colour' if colours == 1 else 'colours'}"
        sorted_of(TASKS, key, task.colours, len(COLOUR_LETTERS), colours, colours, "known values")
        key = f"{place}.{'shape' if shapes == 1 else 'shapes'}"
        sorted_of(TASKS, key, task.shapes, SHAPES, shapes, shapes, "known values")
    if kind is TaskKind.TOGETHER and len(set(task.colours)) < 2:
        raise fault(TASKS, f"{place}.colours", "two different colours")
    _check_building(TASKS, f"{place}.building", task.building, plan, needed=kind in _BUILDING_ASKED)
    _check_building(TASKS, f"{place}.buildings", task.second, plan, needed=kind is TaskKind.CONNECTION)
    if task.second is not None and task.building is not None and task.building >= task.second:
        raise fault(TASKS, f"{place}.buildings", "two different buildings, in their fixed order")
    if (task.side is not None) != (kind in _SIDE_ASKED):
        raise fault(TASKS, f"{place}.side", "a side" if kind in _SIDE_ASKED else "no side")
    if task.side is not None and not 0 <= task.side < len(SIDES):
        raise fault(TASKS, f"{place}.side", f"one of {', '.join(SIDES)}")
    if task.areas:
        if kind not in SEVERAL_SIDES:
            raise fault(TASKS, f"{place}.side", "one side")
        some_of(TASKS, f"{place}.side", task.areas, len(SIDES), 2, len(SIDES))
        if task.areas[0] != task.side:
            raise fault(TASKS, f"{place}.side", "known values, in their fixed order")
    if task.side is not None and kind is TaskKind.SIDE and task.building not in plan.sides[task.side]:
        raise fault(TASKS, f"{place}.flips", f"a building on the {SIDES[task.side]} side")


_COLOURS_ASKED = {TaskKind.COLOURS: 2, TaskKind.SIDE: 1, TaskKind.HOURS: 1, TaskKind.TOGETHER: 2}
_SHAPES_ASKED = {TaskKind.SHAPES: 2, TaskKind.LETTER: 1, TaskKind.RECONSTRUCTION: 1}
_BUILDING_ASKED = frozenset(
    {TaskKind.PROGRESS, TaskKind.LETTER, TaskKind.SIDE, TaskKind.HALT, TaskKind.EXPANSION, TaskKind.CONNECTION}
)
_SIDE_ASKED = frozenset({TaskKind.SIDE, TaskKind.PERSON, TaskKind.EPIDEMIC, TaskKind.ARRIVALS})


def _check_building(file: str, key: str, building: int | None, plan: Plan, *, needed: bool) -> None:
    """Check that a building of the plan is given where one is needed, else none."""
    known = building is not None and 0 <= building < len(plan.buildings)
    if known != needed or (building is None) == needed:
        raise fault(file, key, "a building of the plan" if needed else "no building")


def _check_payment(task: Task, place: str) -> None:
    """Check the tiles of a cost, and the name of what is paid for."""
    if task.kind in (TaskKind.PAID, TaskKind.HALT, TaskKind.ARRIVALS):
        sorted_of(TASKS, f"{place}.tiles", task.tiles, ANY_TILE + 1, 1, MAX_COST, "tiles")
    elif task.tiles:
        raise fault(TASKS, f"{place}.tiles", "no tiles")
    if task.kind is TaskKind.PAID:
        text(TASKS, f"{place}.name", task.name)
    elif task.name:
        raise fault(TASKS, f"{place}.name", "no name")


def _check_grass(task: Task, place: str, plan: Plan) -> None:
    """Check the grass spaces of expansions and connections."""
    if task.kind not in (TaskKind.EXPANSION, TaskKind.CONNECTION):
        if task.spaces:
            raise fault(TASKS, f"{place}.spaces", "no spaces")
    elif not task.spaces or task.spaces >> plan.width * plan.height or task.spaces & (wooden(plan) | plan.trees):
        raise fault(TASKS, f"{place}.spaces", "one or more spaces of grass")


def _check_tower(plan: Plan) -> None:
    """Check that the plan has a north tower for the storm."""
    towers = [spaces for key, _, spaces in plan.places if key == NORTH_TOWER]
    if not towers or towers[0] & ~wooden(plan):
        raise fault(PLAN, f"places.{NORTH_TOWER}", "spaces of buildings for the storm in tasks.toml")
