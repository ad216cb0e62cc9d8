"""The groups of a tally in their order: cards, tasks, sections, buildings, then the course."""

from __future__ import annotations

from itertools import chain
from typing import Final

from rules.campus_galli import scoring, tasks
from rules.campus_galli.box import COLOURS, UNSEALED, Origin, Section, TaskKind
from rules.campus_galli.gaps import free_spaces
from rules.campus_galli.layout import SMALL_GAP
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State, known
from rules.engine.tally import Counters, Tally, TallyGroup, TallyItem, items_by_kind

DANGERS: Final = frozenset({TaskKind.FIRE, TaskKind.EPIDEMIC, TaskKind.COLLAPSE})
"""Kinds of task that are warded off, not fulfilled."""
CAUSES: Final = (
    "at the start",
    "tasks turned up",
    "cards",
    "begging",
    "special actions",
    "others' turns",
    "sets of tiles",
    "lost halves",
)
"""The causes of points; together they make the sheet's total."""


def parts(setting: Setting, state: State, notes: Counters) -> Tally:
    """Return the tally of a match that ended in this state."""
    cards, dealt, sections = _cards(setting, state, notes), _tasks(setting, state, notes), _sections(setting, notes)
    card_kinds = [setting.box.cards[it].kind.value for it in setting.cards]
    task_kinds = [setting.box.tasks[it].kind for it in setting.tasks]
    by_kind = items_by_kind([kind.value for kind in task_kinds], dealt, lambda it: _peers(TaskKind(it), "kind of task"))
    return Tally(
        components=(
            TallyGroup(
                "kinds of cards", "in hand", "chosen", items_by_kind(card_kinds, cards, lambda _: "kind of card")
            ),
            TallyGroup("cards", "in hand", "chosen", cards),
            TallyGroup("kinds of tasks", "on board", "done", by_kind),
            TallyGroup("tasks", "on board", "done", dealt),
            TallyGroup("shapes", "offered", "taken", _shapes(setting, notes, sections)),
            TallyGroup("sections", "offered", "taken", sections),
            *_buildings(setting, state, notes),
        ),
        course=(
            TallyGroup("plan", "all", "reached", _plan(setting, state, notes)),
            TallyGroup("where points come from", "", "", _causes(setting, state, notes)),
            TallyGroup("rows of the score sheet", "", "", _rows(setting, state)),
        ),
    )


def _cards(setting: Setting, state: State, notes: Counters) -> tuple[TallyItem, ...]:
    for seat in state.seats:
        for card in chain.from_iterable(map(known, (seat.pile, seat.hand, seat.next_year))):
            notes.add("card", card, "left")
    cards = [(number, setting.box.cards[number]) for number in setting.cards]
    counts = ("dealt", "left", "turned up", "begged", "spent", "lent")
    return notes.items("card", [(it, card.key, card.kind.value) for it, card in cards], ("tiles",), counts)


def _tasks(setting: Setting, state: State, notes: Counters) -> tuple[TallyItem, ...]:
    """Return the items of tasks; a task earns its seals and the immediate changes when it is revealed."""
    for what, found in (("left", state.board), ("aside", state.aside), ("fallen", state.fallen)):
        for number in found:
            notes.add("task", number, what)
    cards = [(number, setting.box.tasks[number]) for number in setting.tasks]
    named = [(it, task.key, _peers(task.kind, f"task of level {task.level}")) for it, task in cards]
    counts = ("shown", "left", "aside", "fallen", "ignored", "fulfilled")
    return notes.items("task", named, ("rounds", "tiles"), counts)


def _peers(kind: TaskKind, others: str) -> str:
    if kind in UNSEALED:
        return ""
    return "danger" if kind in DANGERS else others


def _sections(setting: Setting, notes: Counters) -> tuple[TallyItem, ...]:
    """Return the items of sections; those of the hut are chosen, those of the pouch are random."""
    named = [
        (number, _section_key(setting, section), "section of the hut" if section.origin is Origin.HUT else "")
        for number, section in enumerate(setting.box.sections)
        if setting.sections >> number & 1
    ]
    return notes.items("section", named, counts=("hut", "pouch", "bought", "rebuilt", "fallen"))


def _section_key(setting: Setting, section: Section) -> str:
    colour = "joker" if section.colour is None else COLOURS[section.colour]
    return f"{section.origin.value} {setting.box.shapes[section.shape].key} {colour}"


def _shapes(setting: Setting, notes: Counters, sections: tuple[TallyItem, ...]) -> tuple[TallyItem, ...]:
    """Return the items of shapes: choices, and the earnings of their sections."""
    shapes = [
        setting.box.shapes[it.shape].key for i, it in enumerate(setting.box.sections) if setting.sections >> i & 1
    ]
    earned = items_by_kind(shapes, sections, lambda _: "shape")
    chosen = notes.items("shape", [(number, shape.key, "shape") for number, shape in enumerate(setting.box.shapes)])
    return tuple(
        item._replace(chances=choice.chances, taken=choice.taken) for item, choice in zip(earned, chosen, strict=True)
    )


def _buildings(setting: Setting, state: State, notes: Counters) -> tuple[TallyGroup, ...]:
    """Return what became of each building: opened by choice, completed, and how many of its spaces are covered."""
    names = [f"{building.letter} {building.name}" for building in setting.box.plan.buildings]
    for number, area in enumerate(setting.layout.areas):
        wood = state.open >> number & 1
        notes.add("opened", number, start=int(number in setting.level.open_at_start), never=1 - wood)
        notes.add("completed", number, chances=wood, taken=int(tasks.is_complete(setting, state, number)))
        size, covered = area.bit_count(), (area & state.covered).bit_count()
        notes.add("spaces", number, spaces=size, chances=wood * size, taken=wood * covered)
    compared = [(number, name, "building") for number, name in enumerate(names)]
    alone = [(number, name, "") for number, name in enumerate(names)]
    opened = notes.items("opened", compared, ("round",), ("start", "by task", "by seat", "never"))
    return (
        TallyGroup("buildings opened by choice", "offered", "taken", opened),
        TallyGroup("buildings completed", "in wood", "completed", notes.items("completed", compared, ("round",))),
        TallyGroup("spaces of buildings", "in wood", "covered", notes.items("spaces", alone, counts=("spaces",))),
    )


def _plan(setting: Setting, state: State, notes: Counters) -> tuple[TallyItem, ...]:
    layout, plan = setting.layout, setting.box.plan
    wood, free = layout.wood(state.open), free_spaces(layout, state)
    sizes = [gap.bit_count() for gap in layout.gaps(free)]
    buildings = range(len(plan.buildings))
    complete = sum(tasks.is_complete(setting, state, building) for building in buildings)
    symbols = plan.symbols[0] | plan.symbols[1] | plan.symbols[2] | plan.symbols[3]
    shares = {
        "spaces covered, of all": (layout.wood(setting.all_buildings).bit_count(), (wood & state.covered).bit_count()),
        "spaces covered, of those in wood": (wood.bit_count(), (wood & state.covered).bit_count()),
        "symbols covered": (symbols.bit_count(), (symbols & state.covered).bit_count()),
        "grass covered": (layout.grass.bit_count(), (layout.grass & state.covered).bit_count()),
        "buildings in wood": (len(buildings), state.open.bit_count()),
        "buildings complete": (len(buildings), complete),
        "monastery complete": (1, int(complete == len(buildings))),
        "sections laid": (setting.sections.bit_count(), len(state.laid)),
    }
    numbers = {
        "large gaps": sum(size > SMALL_GAP for size in sizes),
        "small gaps": sum(size <= SMALL_GAP for size in sizes),
        "lazy monks": len(state.lazy),
        "parchments": (setting.all_buildings & ~state.open).bit_count(),
        "flips left out": notes.of("course", "flips left out", "times"),
        "rounds": state.round,
        "events": notes.of("course", "events", "times"),
    }
    return (
        *(TallyItem(key, "", chances, taken) for key, (chances, taken) in shares.items()),
        *(TallyItem(key, "", times=number) for key, number in numbers.items()),
    )


def _causes(setting: Setting, state: State, notes: Counters) -> tuple[TallyItem, ...]:
    rows = {"tiles": "sets of tiles", "lost-half": "lost halves"}
    for row in scoring.sheet(setting, state).lines:
        if row.key in rows:
            notes.add("cause", rows[row.key], points=row.points)
    return notes.items("cause", [(cause, cause, "") for cause in CAUSES], counts=("tiles",))


def _rows(setting: Setting, state: State) -> tuple[TallyItem, ...]:
    """Return the rows of the sheet, summed over all seats."""
    # A lost half is among the causes, and not in every sheet.
    rows = [row for row in scoring.sheet(setting, state).lines if row.key != "lost-half"]
    items = [TallyItem(row.key, "", times=row.count, points=row.points) for row in rows]
    return items_by_kind([row.key for row in rows], items, lambda _: "")
