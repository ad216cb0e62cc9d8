"""Constraints on the action cards and tasks of every box; `box_checks` checks the rest.

Nothing here may crash on cards with correct types.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from rules.campus_galli.box import (
    ANY_TILE,
    COLOUR_LETTERS,
    NORTH_TOWER,
    ROWS,
    SEVERAL_SIDES,
    SIDES,
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
    _check_keys(ACTIONS, cards)
    for card in cards:
        _check_card(card, plan)
    _check_numbers(cards)


def _check_keys(file: str, deck: Sequence[ActionCard] | Sequence[Task]) -> None:
    if len(deck) > MAX_CARDS:
        raise fault(file, "", f"at most {MAX_CARDS} cards")
    for card in deck:
        slug(file, card.kind.value, card.key)
    distinct(file, "", "keys", (card.key for card in deck))


def _check_card(card: ActionCard, plan: Plan) -> None:
    place, level = _place(card), ROWS[card.kind].level
    if card.level != level:
        raise fault(ACTIONS, f"{place}.level", f"{level} for every {card.kind.value} card, got {card.level}")
    if len(card.numbers) != len(_RANKS[card.kind]):
        raise fault(ACTIONS, place, f"{len(_RANKS[card.kind])} order number(s), got {len(card.numbers)}")
    for number in card.numbers:
        within(ACTIONS, f"{place}.{_number_key(card)}", number, 1, MAX_NUMBER)
    if list(card.numbers) != sorted(card.numbers):
        raise fault(ACTIONS, f"{place}.{_number_key(card)}", "a lower number for the pouch than for the hut")
    colours = ("tiles", 0, len(COLOUR_LETTERS)) if card.kind is CardKind.GUEST else _limits(card, "colour", 1)
    for (key, least, most), members, known in (
        (colours, card.colours, len(COLOUR_LETTERS)),
        (_limits(card, "shape", 1), card.shapes, SHAPES),
    ):
        some_of(ACTIONS, f"{place}.{key}", members, known, least, most)
    _check_named(ACTIONS, card, plan, "worth")


def _limits(card: ActionCard | Task, one: str, least: int) -> tuple[str, int, int]:
    """Return the key of a card's colours or shapes, and how many there may be: one, or `least` to two, or none."""
    keys = ROWS[card.kind].keys
    if one in keys:
        return one, 1, 1
    return (f"{one}s", least, 2) if f"{one}s" in keys else (f"{one}s", 0, 0)


def _check_named(file: str, card: ActionCard | Task, plan: Plan, points_key: str) -> None:
    """Check the name, the building and the points of a card, and that it has nothing that its kind has not."""
    place, keys = _place(card), ROWS[card.kind].keys
    for key in ("name", "tiles", "spaces"):
        if key not in keys and getattr(card, key, None):
            raise fault(file, f"{place}.{key}", f"no {key}")
    if "name" in keys:
        text(file, f"{place}.name", card.name)
    needed = not {"building", "buildings", "flips"}.isdisjoint(keys)
    _check_building(file, f"{place}.building", card.building, plan, needed=needed)
    points(file, f"{place}.{points_key}", card.points, *((1, MAX_POINTS) if points_key in keys else (0, 0)))


def _check_numbers(cards: Sequence[ActionCard]) -> None:
    by_number = sorted(_numbered(cards), key=lambda each: each[0])
    for (number, _, card), (other, _, second) in pairwise(by_number):
        if number == other:
            key = f"{_place(second)}.{_number_key(second)}"
            raise fault(ACTIONS, key, f"a unique number; '{card.key}' has {number} too")
    ranked = [each for each in by_number if each[1] in _ORDER]
    for (_, rank, card), (number, next_rank, second) in pairwise(ranked):
        if _ORDER.index(rank) > _ORDER.index(next_rank):
            key = f"{_place(second)}.{_number_key(second)}"
            raise fault(ACTIONS, key, f"a number below every {rank} number, e.g. that of '{card.key}', got {number}")
    if list(cards) != sorted(cards, key=lambda card: (card.level, card.numbers)):
        raise fault(ACTIONS, "", "cards ordered by level and number")


def _numbered(cards: Iterable[ActionCard]) -> Iterator[tuple[int, str, ActionCard]]:
    for card in cards:
        for number, rank in zip(card.numbers, _RANKS[card.kind], strict=True):
            yield number, rank, card


def _place(card: ActionCard | Task) -> str:
    return f"{card.kind.value} '{card.key}'"


def _number_key(card: ActionCard) -> str:
    return "pouch, hut" if card.kind is CardKind.DOUBLE else "number"


def check_tasks(tasks: Sequence[Task], plan: Plan) -> None:
    """Check the fields of each task."""
    _check_keys(TASKS, tasks)
    for task in tasks:
        within(TASKS, f"{_place(task)}.level", task.level, ROWS[task.kind].level, LEVELS)
        _check_named(TASKS, task, plan, "seals")
        _check_colours(task, _place(task))
        _check_places(task, _place(task), plan)
        least, most = (1, MAX_COST) if "tiles" in ROWS[task.kind].keys else (0, MAX_COST)
        sorted_of(TASKS, f"{_place(task)}.tiles", task.tiles, ANY_TILE + 1, least, most, "tiles")
        if task.kind is TaskKind.STORM:
            _check_tower(plan)
    if list(tasks) != sorted(tasks, key=lambda task: task.level):
        raise fault(TASKS, "", "cards ordered by level")


def _check_colours(task: Task, place: str) -> None:
    """Check that a collapse has all colours and some shapes, any other task as many as its kind."""
    if task.kind is TaskKind.COLLAPSE:
        if not task.shapes or len(set(task.shapes)) < len(task.shapes) or not set(task.shapes) <= {*range(SHAPES)}:
            raise fault(TASKS, f"{place}.shapes", f"1 to {SHAPES} different values")
        if sorted(task.colours) != list(range(len(COLOUR_LETTERS))):
            raise fault(TASKS, f"{place}.colours", f"all {len(COLOUR_LETTERS)}, each once")
        return
    for one, members, known in (("colour", task.colours, len(COLOUR_LETTERS)), ("shape", task.shapes, SHAPES)):
        key, least, most = _limits(task, one, 2)
        sorted_of(TASKS, f"{place}.{key}", members, known, least, most, "known values")
    if task.kind is TaskKind.TOGETHER and len(set(task.colours)) < 2:
        raise fault(TASKS, f"{place}.colours", "two different colours")


def _check_places(task: Task, place: str, plan: Plan) -> None:
    """Check the second building, the sides and the grass of a task: there exactly where its kind has them."""
    keys = ROWS[task.kind].keys
    _check_building(TASKS, f"{place}.buildings", task.second, plan, needed="buildings" in keys)
    if task.second is not None and task.building is not None and task.building >= task.second:
        raise fault(TASKS, f"{place}.buildings", "two different buildings, in their fixed order")
    if (task.side is not None) != ("side" in keys):
        raise fault(TASKS, f"{place}.side", "a side" if "side" in keys else "no side")
    if task.side is not None and not 0 <= task.side < len(SIDES):
        raise fault(TASKS, f"{place}.side", f"one of {', '.join(SIDES)}")
    if task.areas:
        if task.kind not in SEVERAL_SIDES:
            raise fault(TASKS, f"{place}.side", "one side")
        some_of(TASKS, f"{place}.side", task.areas, len(SIDES), 2, len(SIDES))
        if task.areas[0] != task.side:
            raise fault(TASKS, f"{place}.side", "known values, in their fixed order")
    if task.side is not None and "flips" in keys and task.building not in plan.sides[task.side]:
        raise fault(TASKS, f"{place}.flips", f"a building on the {SIDES[task.side]} side")
    grass = (1 << plan.width * plan.height) - 1 & ~wooden(plan) & ~plan.trees
    if "spaces" in keys and (not task.spaces or task.spaces & ~grass):
        raise fault(TASKS, f"{place}.spaces", "one or more spaces of grass")


def _check_building(file: str, key: str, building: int | None, plan: Plan, *, needed: bool) -> None:
    """Check that a building of the plan is given where one is needed, else none."""
    known = building is not None and 0 <= building < len(plan.buildings)
    if known != needed or (building is None) == needed:
        raise fault(file, key, "a building of the plan" if needed else "no building")


def _check_tower(plan: Plan) -> None:
    """Check that the plan has a north tower for the storm."""
    towers = [spaces for key, _, spaces in plan.places if key == NORTH_TOWER]
    if not towers or towers[0] & ~wooden(plan):
        raise fault(PLAN, f"places.{NORTH_TOWER}", "spaces of buildings for the storm in tasks.toml")
