"""The groups of a tally in their order: cards, tasks, sections, buildings, then the course."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.campus_galli import scoring, tasks
from rules.campus_galli.box import COLOURS, UNSEALED, Building, Origin, Section, Task, TaskKind
from rules.campus_galli.gaps import free_spaces
from rules.campus_galli.layout import SMALL_GAP
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.engine.tally import Counters, Counts, Tally, TallyGroup, TallyItem, items_by_kind

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
    cards, dealt = _cards(setting, state, notes), _tasks(setting, state, notes)
    sections = _sections(setting, notes)
    kinds = [card.kind.value for card in (setting.box.cards[it] for it in setting.cards)]
    box = setting.box
    return Tally(
        components=(
            TallyGroup("kinds of cards", "in hand", "chosen", items_by_kind(kinds, cards, lambda _: "kind of card")),
            TallyGroup("cards", "in hand", "chosen", cards),
            TallyGroup(
                "kinds of tasks",
                "on board",
                "done",
                items_by_kind([box.tasks[it].kind.value for it in setting.tasks], dealt, _like_kind),
            ),
            TallyGroup("tasks", "on board", "done", dealt),
            TallyGroup("shapes", "offered", "taken", _shapes(setting, notes, sections)),
            TallyGroup("sections", "offered", "taken", sections),
            TallyGroup("buildings opened by choice", "offered", "taken", _opened(setting, state, notes)),
            TallyGroup("buildings completed", "in wood", "completed", _completed(setting, state, notes)),
            TallyGroup("spaces of buildings", "in wood", "covered", _spaces(setting, state)),
        ),
        course=(
            TallyGroup("plan", "all", "reached", _plan(setting, state, notes)),
            TallyGroup("where points come from", "", "", _causes(setting, state, notes)),
            TallyGroup("rows of the score sheet", "", "", _rows(setting, state)),
        ),
    )


def _cards(setting: Setting, state: State, notes: Counters) -> tuple[TallyItem, ...]:
    left: set[int] = set()
    for seat in state.seats:
        for zone in (seat.pile, seat.hand, seat.next_year):
            left.update(zone.cards if isinstance(zone.cards, tuple) else ())
    found: list[TallyItem] = []
    for number in setting.cards:
        card = setting.box.cards[number]
        counts = (
            *notes.counts("card", number, "dealt"),
            ("left", int(number in left)),
            *notes.counts("card", number, "turned up", "begged", "spent", "lent"),
        )
        found.append(
            TallyItem(
                card.key,
                card.kind.value,
                notes.of("card", number, "chances"),
                notes.of("card", number, "taken"),
                notes.of("card", number, "times"),
                notes.of("card", number, "half_points"),
                notes.counts("card", number, "tiles"),
                counts,
            )
        )
    return tuple(found)


def _tasks(setting: Setting, state: State, notes: Counters) -> tuple[TallyItem, ...]:
    """Return the items of tasks; a task earns its seals and the immediate changes when it is revealed."""
    found: list[TallyItem] = []
    for number in setting.tasks:
        task, chances = setting.box.tasks[number], notes.of("task", number, "chances")
        counts = (
            *notes.counts("task", number, "shown"),
            ("left", int(number in state.board)),
            ("aside", int(number in state.aside)),
            ("fallen", int(number in state.fallen)),
            *notes.counts("task", number, "ignored"),
            ("fulfilled", notes.of("task", number, "taken")),
        )
        found.append(
            TallyItem(
                task.key,
                _like(task),
                chances,
                # Unsealed tasks take effect whenever they come to the board.
                chances if task.kind in UNSEALED else notes.of("task", number, "taken"),
                chances,
                notes.of("task", number, "half_points"),
                notes.counts("task", number, "rounds", "tiles"),
                counts,
            )
        )
    return tuple(found)


def _like(task: Task) -> str:
    if task.kind in UNSEALED:
        return ""
    return "danger" if task.kind in DANGERS else f"task of level {task.level}"


def _like_kind(kind: str) -> str:
    if TaskKind(kind) in UNSEALED:
        return ""
    return "danger" if TaskKind(kind) in DANGERS else "kind of task"


def _sections(setting: Setting, notes: Counters) -> tuple[TallyItem, ...]:
    """Return the items of sections; those of the hut are chosen, those of the pouch are random."""
    found: list[TallyItem] = []
    for number, section in enumerate(setting.box.sections):
        if setting.sections >> number & 1:
            counts = notes.counts("section", number, "hut", "pouch", "bought", "rebuilt", "fallen")
            like = "section of the hut" if section.origin is Origin.HUT else ""
            found.append(_item(notes, "section", number, _section_key(setting, section), like, counts))
    return tuple(found)


def _section_key(setting: Setting, section: Section) -> str:
    colour = "joker" if section.colour is None else COLOURS[section.colour]
    return f"{section.origin.value} {setting.box.shapes[section.shape].key} {colour}"


def _item(notes: Counters, kind: str, number: int, key: str, like: str, counts: Counts) -> TallyItem:
    return TallyItem(
        key,
        like,
        notes.of(kind, number, "chances"),
        notes.of(kind, number, "taken"),
        notes.of(kind, number, "times"),
        notes.of(kind, number, "half_points"),
        (),
        counts,
    )


def _shapes(setting: Setting, notes: Counters, sections: Sequence[TallyItem]) -> tuple[TallyItem, ...]:
    """Return the items of shapes: choices, and the earnings of their sections."""
    shapes = [
        setting.box.shapes[it.shape].key for i, it in enumerate(setting.box.sections) if setting.sections >> i & 1
    ]
    summed = {item.key: item for item in items_by_kind(shapes, sections, lambda _: "shape")}
    found: list[TallyItem] = []
    for number, shape in enumerate(setting.box.shapes):
        chances, taken = notes.of("shape", number, "chances"), notes.of("shape", number, "taken")
        found.append(summed[shape.key]._replace(chances=chances, taken=taken))
    return tuple(found)


def _opened(setting: Setting, state: State, notes: Counters) -> tuple[TallyItem, ...]:
    found: list[TallyItem] = []
    for number, building in enumerate(setting.box.plan.buildings):
        by_seat = notes.of("building", number, "by seat")
        counts = (
            ("start", int(number in setting.level.open_at_start)),
            ("by task", notes.of("building", number, "by task")),
            ("by seat", by_seat),
            ("never", int(not state.open >> number & 1)),
        )
        rounds = (("round", notes.of("building", number, "rounds to open")),)
        chances, taken = notes.of("building", number, "chances"), notes.of("building", number, "taken")
        points = notes.of("building", number, "half_points")
        found.append(TallyItem(_name(building), "building", chances, taken, by_seat, points, rounds, counts))
    return tuple(found)


def _completed(setting: Setting, state: State, notes: Counters) -> tuple[TallyItem, ...]:
    found: list[TallyItem] = []
    for number, building in enumerate(setting.box.plan.buildings):
        found.append(
            TallyItem(
                _name(building),
                "building",
                state.open >> number & 1,
                int(tasks.is_complete(setting, state, number)),
                notes.of("building", number, "completions"),
                notes.of("building", number, "half_points of completing"),
                (("round", notes.of("building", number, "rounds to complete")),),
            )
        )
    return tuple(found)


def _spaces(setting: Setting, state: State) -> tuple[TallyItem, ...]:
    found: list[TallyItem] = []
    for number, building in enumerate(setting.box.plan.buildings):
        area = setting.layout.areas[number]
        wood = area if state.open >> number & 1 else 0
        counts = (("spaces", area.bit_count()),)
        found.append(
            TallyItem(_name(building), "", wood.bit_count(), (wood & state.covered).bit_count(), counts=counts)
        )
    return tuple(found)


def _name(building: Building) -> str:
    return f"{building.letter} {building.name}"


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
    points = {cause: notes.of("points", cause, "half_points") for cause in CAUSES}
    rows = scoring.sheet(setting, state).lines
    points["sets of tiles"] = sum(row.points for row in rows if row.key == "tiles")
    points["lost halves"] = sum(row.points for row in rows if row.key == "lost-half")
    return tuple(
        TallyItem(cause, "", points=points[cause], counts=(notes.counts("points", cause, "tiles"))) for cause in CAUSES
    )


def _rows(setting: Setting, state: State) -> tuple[TallyItem, ...]:
    """Return the rows of the sheet, summed over all seats."""
    found: dict[str, TallyItem] = {}
    for row in scoring.sheet(setting, state).lines:
        if row.key != "lost-half":  # It is among the causes, and not in every sheet.
            old = found.get(row.key, TallyItem(row.key, ""))
            found[row.key] = old._replace(times=old.times + row.count, points=old.points + row.points)
    return tuple(found.values())
