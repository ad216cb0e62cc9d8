"""Loading a `Box` from the TOML component files.

`toml_table` reads single values; `box_checks` checks the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files as package_files

from rules.campus_galli.box import (
    COLOUR_LETTERS,
    DIE_FACES,
    SEVERAL_SIDES,
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
    Rank,
    Section,
    Shape,
    Task,
    TaskKind,
)
from rules.campus_galli.box_checks import check, check_plan, check_shapes, check_size
from rules.campus_galli.box_limits import (
    ACTIONS,
    COUNTS,
    LETTERS,
    LEVEL_NAMES,
    PLAN,
    SECTIONS,
    TASKS,
)
from rules.campus_galli.constraints import distinct, numbered
from rules.campus_galli.geometry import Mask, mask_of, space_named
from rules.campus_galli.layout import layout_of
from rules.engine.toml_table import TomlTable, fault, parsed, shown

_ANY = "*"
"""A tile of any colour: brought by a guest, or among the tiles of a cost."""
FILES = (PLAN, SECTIONS, ACTIONS, TASKS, COUNTS)
"""The files of a set of components: all of them, and no others."""


@cache
def standard() -> Box:
    """Return the components that ship with the game."""
    folder = package_files("rules.campus_galli").joinpath("components")
    return load({name: folder.joinpath(name).read_text("utf-8") for name in FILES})


def load(files: Mapping[str, str]) -> Box:
    """Load the box from these files (name to TOML text). Raises `ComponentError` with file, key and expected value."""
    for name in files:
        if name not in FILES:
            raise fault(shown(name), "", f"one of {', '.join(FILES)}")
    for name in FILES:
        if name not in files:
            raise fault(name, "", "this file; it is missing")
    tables = {name: parsed(name, files[name]) for name in FILES}
    plan = _plan(tables[PLAN])
    check_plan(plan)
    shapes = _shapes(tables[SECTIONS])
    check_shapes(shapes, plan)
    keys = tuple(shape.key for shape in shapes)
    box = Box(
        plan=plan,
        shapes=shapes,
        sections=_sections(tables[SECTIONS], keys),
        cards=_cards(tables[ACTIONS], keys),
        tasks=_tasks(tables[TASKS], keys, plan),
        levels=tuple(_levels(tables[COUNTS])),
        counts=_counts(tables[COUNTS]),
    )
    check(box)
    return box


def check_links(box: Box) -> None:
    """Raise `ComponentError` for an expansion or connection that no section can fulfil.

    Not part of `check`, because matches begun with such a set must still load.
    """
    placements = layout_of(box.plan, box.shapes).placements
    for task in box.tasks:
        if task.kind not in (TaskKind.EXPANSION, TaskKind.CONNECTION):
            continue
        named = sum(1 << building for building in (task.building, task.second) if building is not None)
        if not any(
            it.mask & task.spaces and it.buildings & named == named and not it.mask & box.plan.trees
            for it in placements
        ):
            whom = "the building" if task.second is None else "both buildings"
            expected = f"grass that one section can cover together with {whom}; none can"
            raise fault(TASKS, f"{task.kind.value} '{task.key}'.spaces", expected)


def _plan(table: TomlTable) -> Plan:
    table.only("spaces", "symbols", "buildings", "parchments", "sides", optional=("places",))
    rows = _rows(table, "spaces")
    width, height = len(rows[0]), len(rows)
    check_size(width, height)
    _only_characters(table, "spaces", rows, f"{LETTERS}.t")
    names = table.table("buildings")
    names.only(*LETTERS)
    symbols = _rows(table, "symbols")
    if (len(symbols[0]), len(symbols)) != (width, height):
        raise table.fault("symbols", f"{height} rows of {width} characters, as in spaces")
    _only_characters(table, "symbols", symbols, f"{COLOUR_LETTERS}.")
    parchments = table.table("parchments")
    parchments.only(optional=tuple(LETTERS))
    sides = table.table("sides")
    sides.only(*SIDES)
    red, green, blue, yellow = (_drawn(symbols, letter) for letter in COLOUR_LETTERS)
    return Plan(
        width=width,
        height=height,
        buildings=tuple(
            Building(letter, names.text(letter), _drawn(rows, letter), _tiles(parchments, letter)) for letter in LETTERS
        ),
        trees=_drawn(rows, "t"),
        symbols=(red, green, blue, yellow),
        sides=tuple(_members(sides, side, LETTERS) for side in SIDES),
        places=tuple(_places(table.table("places"), width, height)) if table.has("places") else (),
    )


def _rows(table: TomlTable, key: str) -> tuple[str, ...]:
    rows = table.texts(key)
    if not rows or len(set(map(len, rows))) != 1:
        raise table.fault(key, "one or more rows of equal length")
    return rows


def _only_characters(table: TomlTable, key: str, rows: Sequence[str], known: str) -> None:
    for place, row in enumerate(rows, start=1):
        for character in row:
            if character not in known:
                raise table.fault(f"{key} row {place}", f"only characters of {known}, got {shown(character)}")


def _drawn(rows: Sequence[str], character: str) -> Mask:
    """Return the mask of the spaces marked with a character."""
    return mask_of(place for place, found in enumerate("".join(rows)) if found == character)


def _places(table: TomlTable, width: int, height: int) -> Iterator[tuple[str, str, Mask]]:
    for key in table.names():
        place = table.table(key)
        place.only("name", "spaces")
        yield key, place.text("name"), _named_spaces(place, width, height)


def _named_spaces(table: TomlTable, width: int, height: int) -> Mask:
    """Return the mask of the spaces listed under the key `spaces`."""
    try:
        spaces = [space_named(name, width, height) for name in table.texts("spaces")]
    except ValueError:
        raise table.fault("spaces", f"names of spaces from a1 to {chr(96 + width)}{height}") from None
    if len(set(spaces)) < len(spaces):
        raise table.fault("spaces", "each space once")
    return mask_of(spaces)


def _shapes(table: TomlTable) -> tuple[Shape, ...]:
    table.only("shape", "hut", "pouch", "jokers")
    found: list[Shape] = []
    for shape in table.tables("shape"):
        shape.only("key", "letter", "name", "picture")
        picture = _rows(shape, "picture")
        _only_characters(shape, "picture", picture, "#.")
        cells = tuple((x, y) for y, row in enumerate(picture) for x, mark in enumerate(row) if mark == "#")
        found.append(Shape(shape.text("key"), shape.text("letter"), shape.text("name"), cells))
    return tuple(found)


def _sections(table: TomlTable, shapes: Sequence[str]) -> tuple[Section, ...]:
    found: list[Section] = []
    for origin in Origin:
        stock = table.table(origin.value)
        stock.only(*shapes)
        for place, shape in enumerate(shapes):
            colours = _colour_set(stock, shape)
            if colours != tuple(range(len(COLOUR_LETTERS))):
                raise stock.fault(shape, f"each letter of {COLOUR_LETTERS} once, got {shown(stock.text(shape))}")
            found += [Section(origin, place, colour) for colour in colours]
    jokers = table.table("jokers")
    jokers.only("shapes")
    found += [Section(Origin.POUCH, shape, None) for shape in _shape_set(jokers, "shapes", shapes)]
    return tuple(found)


def _cards(table: TomlTable, shapes: Sequence[str]) -> tuple[ActionCard, ...]:
    table.only(*(kind.value for kind in CardKind))
    cards = [_card(card, kind, shapes) for kind in CardKind for card in table.tables(kind.value)]
    distinct(ACTIONS, "", "keys", (card.key for card in cards), _rows_of(table, CardKind))
    return tuple(sorted(cards, key=lambda card: (card.level, card.numbers)))


def _rows_of(table: TomlTable, kinds: Iterable[CardKind] | Iterable[TaskKind]) -> list[str]:
    """Return names for the rows of a deck, kind by kind; keys may not be unique yet."""
    return [row for kind in kinds for row in numbered(kind.value, len(table.tables(kind.value)))]


_CHOICES = {
    CardKind.BUILD: ("colours",),
    CardKind.PRAY: ("shapes",),
    CardKind.DOUBLE: ("shape",),
    CardKind.BOOK: ("name", "colour", "worth"),
    CardKind.GUEST: ("name", "building", "tiles"),
}
"""The keys by which kinds of action card say what they allow or bring."""


def _card(table: TomlTable, kind: CardKind, shapes: Sequence[str]) -> ActionCard:
    numbers = ("pouch", "hut") if kind is CardKind.DOUBLE else ("number",)
    choice = _CHOICES.get(kind, ())
    table.only("key", "level", *numbers, *choice)
    colours = [_colour_set(table, key) for key in ("colours", "colour") if key in choice]
    if "tiles" in choice:
        gifts = table.text("tiles")
        colours = [tuple(range(len(COLOUR_LETTERS))) if gifts == _ANY else _colour_set(table, "tiles")]
    outlines = [_shape_set(table, key, shapes) for key in ("shape", "shapes") if key in choice]
    return ActionCard(
        key=table.text("key"),
        level=table.number("level"),
        kind=kind,
        numbers=tuple(table.number(key) for key in numbers),
        colours=colours[0] if colours else (),
        shapes=outlines[0] if outlines else (),
        name=table.text("name") if "name" in choice else "",
        building=_one(table, "building", LETTERS) if "building" in choice else None,
        points=table.halves("worth") if "worth" in choice else 0,
    )


def _tasks(table: TomlTable, shapes: Sequence[str], plan: Plan) -> tuple[Task, ...]:
    table.only(*(kind.value for kind in TaskKind))
    tasks = [_task(task, kind, shapes, plan) for kind in TaskKind for task in table.tables(kind.value)]
    distinct(TASKS, "", "keys", (task.key for task in tasks), _rows_of(table, TaskKind))
    return tuple(sorted(tasks, key=lambda task: task.level))


_DEMANDS = {
    TaskKind.PROGRESS: ("building",),
    TaskKind.COLOURS: ("colours",),
    TaskKind.SHAPES: ("shapes",),
    TaskKind.SIDE: ("colour", "side", "flips"),
    TaskKind.LETTER: ("shape", "building"),
    TaskKind.HOURS: ("colour",),
    TaskKind.PERSON: ("side",),
    TaskKind.TOGETHER: ("colours",),
    TaskKind.PAID: ("name", "tiles"),
    TaskKind.EPIDEMIC: ("side",),
    TaskKind.COLLAPSE: ("shapes", "colours"),
    TaskKind.HALT: ("building", "tiles"),
    TaskKind.EXPANSION: ("building", "spaces"),
    TaskKind.CONNECTION: ("buildings", "spaces"),
    TaskKind.RECONSTRUCTION: ("shape",),
    TaskKind.ARRIVALS: ("side", "tiles"),
}
"""The keys by which kinds of task say what they ask for; the other kinds are alike on every card."""


def _task(table: TomlTable, kind: TaskKind, shapes: Sequence[str], plan: Plan) -> Task:
    demand = _DEMANDS.get(kind, ())
    table.only("key", "level", *demand, *(() if kind in UNSEALED else ("seals",)))
    buildings = [_one(table, key, LETTERS) for key in ("building", "flips") if key in demand]
    if "buildings" in demand:
        buildings = _two_buildings(table)
    areas = _areas(table, kind) if "side" in demand else ()
    if kind is TaskKind.COLLAPSE:
        colours, outlines = [_members(table, "colours", COLOUR_LETTERS)], [_shape_list(table, "shapes", shapes)]
    else:
        colours = [_colour_set(table, key) for key in ("colour", "colours") if key in demand]
        outlines = [_shape_set(table, key, shapes) for key in ("shape", "shapes") if key in demand]
    return Task(
        key=table.text("key"),
        level=table.number("level"),
        kind=kind,
        points=0 if kind in UNSEALED else table.halves("seals"),
        building=buildings[0] if buildings else None,
        colours=colours[0] if colours else (),
        shapes=outlines[0] if outlines else (),
        side=areas[0] if areas else None,
        name=table.text("name") if "name" in demand else "",
        tiles=_tiles(table, "tiles") if "tiles" in demand else (),
        second=buildings[1] if "buildings" in demand else None,
        spaces=_named_spaces(table, plan.width, plan.height) if "spaces" in demand else Mask(0),
        areas=areas if len(areas) > 1 else (),
    )


def _areas(table: TomlTable, kind: TaskKind) -> tuple[int, ...]:
    """Return the sides under the key `side`: one, or for some events a list."""
    if kind not in SEVERAL_SIDES or table.holds_text("side"):
        return (_one(table, "side", SIDES),)
    found = table.texts("side")
    for side in found:
        if side not in SIDES:
            raise table.fault("side", f"only {', '.join(SIDES)}, got {shown(side)}")
    if not found or len(set(found)) < len(found):
        raise table.fault("side", "one side or a list of different sides")
    return tuple(sorted(map(SIDES.index, found)))


def _two_buildings(table: TomlTable) -> list[int]:
    found = sorted(_members(table, "buildings", LETTERS))
    if len(found) != 2:
        raise table.fault("buildings", f"two letters of buildings, got {len(found)}")
    return found


def _tiles(table: TomlTable, key: str) -> tuple[int, ...]:
    """Return the colours of a cost, ascending, ANY_TILE last; empty without the key."""
    return tuple(sorted(_members(table, key, COLOUR_LETTERS + _ANY))) if table.has(key) else ()


def _levels(table: TomlTable) -> Iterator[Level]:
    table.only("monks", "tiles", "cooperation", "dice", "level")
    for level in table.tables("level"):
        level.only("number", "name", "open", "draw", "board", "deal", "jokers", "bands", optional=("ranks",))
        number, deal = level.number("number"), level.table("deal")
        dealt = LEVEL_NAMES[: max(number, 1)]
        deal.only(*dealt)
        yield Level(
            number=number,
            name=level.text("name"),
            open_at_start=tuple(sorted(_members(level, "open", LETTERS))),
            draw=level.number("draw"),
            board=level.numbers("board"),
            deal=tuple(map(deal.numbers, dealt)),
            jokers=level.switch("jokers"),
            bands=tuple(_bands(level)),
            ranks=tuple(_ranks(level)) if level.has("ranks") else (),
        )


def _bands(level: TomlTable) -> Iterator[Band]:
    for place, band in enumerate(level.tables("bands")):
        band.only("key", "name", "verdict", *(("least",) if place else ()))
        least = band.halves("least") if place else 0
        yield Band(band.text("key"), band.text("name"), band.text("verdict"), least)


def _ranks(level: TomlTable) -> Iterator[Rank]:
    for place, rank in enumerate(level.tables("ranks")):
        rank.only("name", *(("least",) if place else ()))
        yield Rank(rank.text("name"), rank.halves("least") if place else 0)


def _counts(table: TomlTable) -> Counts:
    monks, tiles, cooperation, dice = map(table.table, ("monks", "tiles", "cooperation", "dice"))
    monks.only("each", "solo")
    tiles.only("each")
    cooperation.only("cards")
    dice.only("number", "faces")
    for face in dice.texts("faces"):
        if face not in DIE_FACES:
            raise dice.fault("faces", f"only {', '.join(DIE_FACES)}, got {shown(face)}")
    return Counts(
        monks=monks.number("each"),
        monks_solo=monks.number("solo"),
        tiles=tiles.number("each"),
        cooperation=cooperation.number("cards"),
        dice=dice.number("number"),
        die=tuple(sorted(map(DIE_FACES.index, dice.texts("faces")))),
    )


def _one(table: TomlTable, key: str, known: Sequence[str]) -> int:
    """Return the index of a value among the known ones."""
    value = table.text(key)
    if value not in tuple(known):
        raise table.fault(key, f"one of {', '.join(known)}, got {shown(value)}")
    return tuple(known).index(value)


def _members(table: TomlTable, key: str, letters: str) -> tuple[int, ...]:
    """Return the indices of a word's letters, in the word's order."""
    value = table.text(key)
    for letter in value:
        if letter not in letters:
            raise table.fault(key, f"only letters of {letters}, got {shown(letter)}")
    return tuple(letters.index(letter) for letter in value)


def _colour_set(table: TomlTable, key: str) -> tuple[int, ...]:
    return tuple(sorted(_members(table, key, COLOUR_LETTERS)))


def _shape_set(table: TomlTable, key: str, shapes: Sequence[str]) -> tuple[int, ...]:
    return (_one(table, key, shapes),) if key == "shape" else tuple(sorted(_shape_list(table, key, shapes)))


def _shape_list(table: TomlTable, key: str, shapes: Sequence[str]) -> tuple[int, ...]:
    found = table.texts(key)
    for value in found:
        if value not in shapes:
            raise table.fault(key, f"only {', '.join(shapes)}, got {shown(value)}")
    return tuple(shapes.index(value) for value in found)
