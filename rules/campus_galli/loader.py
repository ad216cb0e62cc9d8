"""Loading a `Box` from the TOML component files.

`toml_table` reads single values; `box_checks` checks the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from rules.campus_galli.box import (
    COLOUR_LETTERS,
    DIE_FACES,
    ROWS,
    SEVERAL_SIDES,
    SIDES,
    ActionCard,
    Band,
    Box,
    Building,
    CardKind,
    Counts,
    Level,
    Origin,
    Place,
    Plan,
    Rank,
    Section,
    Shape,
    Sides,
    Symbols,
    Task,
    TaskKind,
)
from rules.campus_galli.box_checks import check, check_plan, check_shapes, check_size
from rules.campus_galli.box_limits import ACTIONS, COUNTS, LETTERS, LEVEL_NAMES, PLAN, SECTIONS, TASKS
from rules.campus_galli.layout import layout_of
from rules.engine.constraints import distinct, numbered
from rules.engine.grid import Mask, mask_of, space_named
from rules.engine.toml_table import TomlTable, fault, load_shipped, parsed_files, shown

_ANY = "*"
"""A tile of any colour: brought by a guest, or among the tiles of a cost."""
FILES = (PLAN, SECTIONS, ACTIONS, TASKS, COUNTS)
"""The files of a set of components: all of them, and no others."""


@cache
def standard() -> Box:
    """Return the components that ship with the game."""
    return load_shipped("rules.campus_galli", FILES, load)


def load(files: Mapping[str, str]) -> Box:
    """Load the box from these files (name to TOML text). Raises `ComponentError` with file, key and expected value."""
    tables = parsed_files(FILES, files)
    plan = _plan(tables[PLAN])
    check_plan(plan)
    shapes = _shapes(tables[SECTIONS])
    check_shapes(shapes, plan)
    rows = _RowReader(tuple(shape.key for shape in shapes), plan)
    box = Box(
        plan=plan,
        shapes=shapes,
        sections=_sections(tables[SECTIONS], rows.shapes),
        cards=_cards(tables[ACTIONS], rows),
        tasks=_tasks(tables[TASKS], rows),
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
    rows = table.picture("spaces", f"{LETTERS}.t")
    width, height = len(rows[0]), len(rows)
    check_size(width, height)
    names = table.table("buildings")
    names.only(*LETTERS)
    symbols = table.picture("symbols", f"{COLOUR_LETTERS}.")
    if (len(symbols[0]), len(symbols)) != (width, height):
        raise table.fault("symbols", f"{height} rows of {width} characters, as in spaces")
    parchments = table.table("parchments")
    parchments.only(optional=tuple(LETTERS))
    sides = table.table("sides")
    sides.only(*SIDES)
    return Plan(
        width=width,
        height=height,
        buildings=tuple(
            Building(letter, names.text(letter), _drawn(rows, letter), _tiles(parchments, letter)) for letter in LETTERS
        ),
        trees=_drawn(rows, "t"),
        symbols=Symbols(*[_drawn(symbols, letter) for letter in COLOUR_LETTERS]),
        sides=Sides(*[sides.letters(side, LETTERS) for side in SIDES]),
        places=tuple(_places(table.table("places"), width, height)) if table.has("places") else (),
    )


def _drawn(rows: Sequence[str], character: str) -> Mask:
    """Return the mask of the spaces marked with a character."""
    return mask_of(place for place, found in enumerate("".join(rows)) if found == character)


def _places(table: TomlTable, width: int, height: int) -> Iterator[Place]:
    for key in table.names():
        place = table.table(key)
        place.only("name", "spaces")
        yield Place(key, place.text("name"), _named_spaces(place, width, height))


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
        picture = shape.picture("picture", "#.")
        cells = tuple((x, y) for y, row in enumerate(picture) for x, mark in enumerate(row) if mark == "#")
        found.append(Shape(shape.text("key"), shape.text("letter"), shape.text("name"), cells))
    return tuple(found)


def _sections(table: TomlTable, shapes: Sequence[str]) -> tuple[Section, ...]:
    found: list[Section] = []
    for origin in Origin:
        stock = table.table(origin.value)
        stock.only(*shapes)
        for place, shape in enumerate(shapes):
            colours = _colours(stock, shape)
            if colours != tuple(range(len(COLOUR_LETTERS))):
                raise stock.fault(shape, f"each letter of {COLOUR_LETTERS} once, got {shown(stock.text(shape))}")
            found += [Section(origin, place, colour) for colour in colours]
    jokers = table.table("jokers")
    jokers.only("shapes")
    found += [Section(Origin.POUCH, shape, None) for shape in sorted(jokers.words("shapes", shapes))]
    return tuple(found)


class _RowReader:
    """Reads the rows of action cards and tasks."""

    def __init__(self, shapes: Sequence[str], plan: Plan) -> None:
        self.shapes = shapes
        self._plan = plan

    def deck(self, table: TomlTable, kinds: type[CardKind | TaskKind]) -> list[dict[str, Any]]:
        """Return the fields of the cards in a file, kind by kind."""
        table.only(*(kind.value for kind in kinds))
        found: list[dict[str, Any]] = []
        names: list[str] = []
        for kind in kinds:
            cards = table.tables(kind.value)
            found += [self._card(card, kind) for card in cards]
            names += numbered(kind.value, len(cards))
        distinct(table.file, "", "keys", (fields["key"] for fields in found), names)
        return found

    def _card(self, table: TomlTable, kind: CardKind | TaskKind) -> dict[str, Any]:
        keys = ROWS[kind].keys
        table.only("key", "level", *keys)
        fields: dict[str, Any] = {"key": table.text("key"), "level": table.number("level"), "kind": kind}
        for key in keys:
            fields |= self._fields(table, kind, key)
        return fields

    def _fields(self, table: TomlTable, kind: CardKind | TaskKind, key: str) -> dict[str, Any]:
        match key:
            case "number":
                return {"numbers": (table.number(key),)}
            case "pouch":
                return {"numbers": (table.number("pouch"), table.number("hut"))}
            case "worth" | "seals":
                return {"points": table.halves(key)}
            case "name":
                return {"name": table.text(key)}
            case "colour" | "colours":
                colours = table.letters(key, COLOUR_LETTERS)
                return {"colours": colours if kind is TaskKind.COLLAPSE else tuple(sorted(colours))}
            case "shape":
                return {"shapes": (table.word(key, self.shapes),)}
            case "shapes":
                shapes = table.words(key, self.shapes)
                return {"shapes": shapes if kind is TaskKind.COLLAPSE else tuple(sorted(shapes))}
            case "building" | "flips":
                return {"building": table.word(key, LETTERS)}
            case "buildings":
                return dict(zip(("building", "second"), _two_buildings(table), strict=True))
            case "side":
                sides = _sides(table, kind)
                return {"side": sides[0], "areas": sides if len(sides) > 1 else ()}
            case "spaces":
                return {"spaces": _named_spaces(table, self._plan.width, self._plan.height)}
            case "tiles" if kind is CardKind.GUEST and table.text(key) == _ANY:
                return {"colours": tuple(range(len(COLOUR_LETTERS)))}
            case "tiles" if kind is CardKind.GUEST:
                return {"colours": _colours(table, key)}
            case "tiles":
                return {"tiles": _tiles(table, key)}
            case _:
                return {}  # "hut", which is read with "pouch"


def _cards(table: TomlTable, rows: _RowReader) -> tuple[ActionCard, ...]:
    cards = [ActionCard(**fields) for fields in rows.deck(table, CardKind)]
    return tuple(sorted(cards, key=lambda card: (card.level, card.numbers)))


def _tasks(table: TomlTable, rows: _RowReader) -> tuple[Task, ...]:
    return tuple(sorted((Task(**fields) for fields in rows.deck(table, TaskKind)), key=lambda task: task.level))


def _sides(table: TomlTable, kind: CardKind | TaskKind) -> tuple[int, ...]:
    """Return the sides under the key `side`: one, or for some events a list."""
    if kind not in SEVERAL_SIDES or table.holds_text("side"):
        return (table.word("side", SIDES),)
    found = table.words("side", SIDES)
    if not found or len(set(found)) < len(found):
        raise table.fault("side", "one side or a list of different sides")
    return tuple(sorted(found))


def _two_buildings(table: TomlTable) -> list[int]:
    found = sorted(table.letters("buildings", LETTERS))
    if len(found) != 2:
        raise table.fault("buildings", f"two letters of buildings, got {len(found)}")
    return found


def _colours(table: TomlTable, key: str) -> tuple[int, ...]:
    return tuple(sorted(table.letters(key, COLOUR_LETTERS)))


def _tiles(table: TomlTable, key: str) -> tuple[int, ...]:
    """Return the colours of a cost, ascending, ANY_TILE last; empty without the key."""
    return tuple(sorted(table.letters(key, COLOUR_LETTERS + _ANY))) if table.has(key) else ()


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
            open_at_start=tuple(sorted(level.letters("open", LETTERS))),
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
    return Counts(
        monks=monks.number("each"),
        monks_solo=monks.number("solo"),
        tiles=tiles.number("each"),
        cooperation=cooperation.number("cards"),
        dice=dice.number("number"),
        die=tuple(sorted(dice.words("faces", DIE_FACES))),
    )
