"""Constraints on every box, from an owner's files or a match header.

Errors name the file and key to correct. Types have been checked before; nothing here may crash on a box with correct
types.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from rules.campus_galli import box_limits as limits
from rules.campus_galli.box import (
    ANY_TILE,
    COLOUR_LETTERS,
    DIE_FACES,
    SIDES,
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
    wooden,
)
from rules.campus_galli.box_limits import ACTIONS, COUNTS, LEVEL_NAMES, PLAN, SEATS, SECTIONS, SHAPES
from rules.campus_galli.deck_checks import check_cards, check_tasks
from rules.engine.constraints import distinct, in_order, numbered, points, slug, some_of, sorted_of, text, within
from rules.engine.grid import canonical, mask_of, regions, space_name, spaces_of
from rules.engine.toml_table import fault, shown


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
    """Check the numbers of monks, tiles, "good cooperation" cards and dice."""
    within(COUNTS, "monks.each", counts.monks, 1, limits.MAX_MONKS)
    within(COUNTS, "monks.solo", counts.monks_solo, 1, limits.MAX_MONKS)
    within(COUNTS, "tiles.each", counts.tiles, SEATS + 1, limits.MAX_TILES)
    within(COUNTS, "cooperation.cards", counts.cooperation, 1, limits.MAX_TILES)
    within(COUNTS, "dice.number", counts.dice, limits.DICE, limits.MAX_DICE)
    if not 1 <= len(counts.die) <= limits.MAX_FACES:
        raise fault(COUNTS, "dice.faces", f"1 to {limits.MAX_FACES} sides, got {len(counts.die)}")
    in_order(COUNTS, "dice.faces", counts.die, len(DIE_FACES))


def check_plan(plan: Plan) -> None:
    """Check the plan's size, buildings, trees, symbols, sides and places."""
    check_size(plan.width, plan.height)
    _check_buildings(plan.buildings, plan.width * plan.height)
    _check_ground(plan)
    if len(plan.sides) != len(SIDES):
        raise fault(PLAN, "sides", f"the sides {', '.join(SIDES)}")
    for side, buildings in zip(SIDES, plan.sides, strict=True):
        _check_side(side, buildings, len(plan.buildings))
    _check_places(plan)


def check_size(width: int, height: int) -> None:
    """Check that the plan has no more columns and rows than there are names for."""
    for what, size, most in (("columns", width, limits.MAX_WIDTH), ("rows", height, limits.MAX_HEIGHT)):
        if not 1 <= size <= most:
            raise fault(PLAN, "spaces", f"1 to {most} {what}, got {size}")


def _check_buildings(buildings: Sequence[Building], spaces: int) -> None:
    letters = "".join(building.letter for building in buildings)
    if letters != limits.LETTERS:
        raise fault(PLAN, "buildings", f"the letters {limits.LETTERS}, in this order, got {shown(letters)}")
    taken = 0
    for building in buildings:
        text(PLAN, f"buildings.{building.letter}", building.name)
        if building.area.bit_count() <= 3:
            raise fault(PLAN, f"spaces {building.letter}", f"more than 3 spaces, got {building.area.bit_count()}")
        if building.area & taken or building.area >> spaces:
            raise fault(PLAN, f"spaces {building.letter}", "spaces on the plan that belong to one building each")
        taken |= building.area
        if building.cost:
            key = f"parchments.{building.letter}"
            sorted_of(PLAN, key, building.cost, ANY_TILE + 1, limits.PARCHMENT_TILES, limits.PARCHMENT_TILES, "tiles")
    distinct(PLAN, "buildings", "names", (it.name for it in buildings), [f"buildings.{it.letter}" for it in buildings])


def _check_ground(plan: Plan) -> None:
    wood = wooden(plan)
    if plan.trees & wood or plan.trees >> plan.width * plan.height:
        raise fault(PLAN, "spaces", "trees only on spaces of the plan without a building")
    if len(plan.symbols) != len(COLOUR_LETTERS):
        raise fault(PLAN, "symbols", f"symbols of the {len(COLOUR_LETTERS)} colours {COLOUR_LETTERS}")
    taken = 0
    for letter, spaces in zip(COLOUR_LETTERS, plan.symbols, strict=True):
        if bare := spaces & ~wood:
            space = next(spaces_of(bare))
            where = f"got '{letter}' at {space_name(space, plan.width)}"
            raise fault(PLAN, f"symbols row {space // plan.width + 1}", f"symbols only on spaces of buildings, {where}")
        if spaces & taken:
            raise fault(PLAN, "symbols", "at most one symbol per space")
        taken |= spaces


def _check_side(side: str, buildings: Sequence[int], known: int) -> None:
    key = f"sides.{side}"
    if not buildings or len(set(buildings)) < len(buildings):
        raise fault(PLAN, key, "one or more different buildings")
    if not all(0 <= building < known for building in buildings):
        raise fault(PLAN, key, "letters of buildings on the plan")


def _check_places(plan: Plan) -> None:
    if len(plan.places) > limits.MAX_PLACES:
        raise fault(PLAN, "places", f"at most {limits.MAX_PLACES} places")
    for key, name, spaces in plan.places:
        slug(PLAN, "places", key)
        text(PLAN, f"places.{key}.name", name)
        if not spaces or spaces >> plan.width * plan.height:
            raise fault(PLAN, f"places.{key}.spaces", "one or more spaces of the plan")
    distinct(PLAN, "places", "keys", (key for key, _, _ in plan.places))


def check_shapes(shapes: Sequence[Shape], plan: Plan) -> None:
    """Check that there are five different outlines, each connected and small enough for the plan."""
    if len(shapes) != SHAPES:
        raise fault(SECTIONS, "shape", f"{SHAPES} shapes, got {len(shapes)}")
    for shape in shapes:
        slug(SECTIONS, "shape", shape.key)
        key = f"shape '{shape.key}'"
        text(SECTIONS, f"{key}.name", shape.name)
        if re.fullmatch("[A-Z]", shape.letter) is None:
            raise fault(SECTIONS, f"{key}.letter", f"one capital letter, got {shown(shape.letter)}")
        _check_outline(f"{key}.picture", shape.cells, plan)
    rows = numbered("shape", len(shapes))
    distinct(SECTIONS, "shape", "keys", (shape.key for shape in shapes), rows)
    distinct(SECTIONS, "shape", "letters", (shape.letter for shape in shapes), rows)
    distinct(SECTIONS, "shape", "names", (shape.name for shape in shapes), rows)
    distinct(SECTIONS, "shape", "pictures, even rotated or flipped", (canonical(shape.cells) for shape in shapes), rows)


def _check_outline(key: str, cells: Sequence[tuple[int, int]], plan: Plan) -> None:
    if not 1 <= len(cells) <= limits.MAX_SHAPE:
        raise fault(SECTIONS, key, f"1 to {limits.MAX_SHAPE} spaces, got {len(cells)}")
    columns, rows = [column for column, _ in cells], [row for _, row in cells]
    if min(columns) != 0 or min(rows) != 0 or list(cells) != sorted(set(cells), key=lambda cell: cell[::-1]):
        raise fault(SECTIONS, key, "spaces row by row, from the first column and row on")
    if max(*columns, *rows) >= min(plan.width, plan.height):
        raise fault(SECTIONS, key, "a shape that fits on the plan in every orientation")
    if (
        len(
            regions(
                mask_of(row * limits.MAX_WIDTH + column for column, row in cells), limits.MAX_WIDTH, limits.MAX_HEIGHT
            )
        )
        > 1
    ):
        raise fault(SECTIONS, key, "spaces connected by edges")


def all_sections(shapes: int) -> tuple[Section, ...]:
    """Return every shape in every colour, hut first, then pouch; then one joker per shape."""
    coloured = tuple(
        Section(origin, shape, colour)
        for origin in Origin
        for shape in range(shapes)
        for colour in range(len(COLOUR_LETTERS))
    )
    return coloured + tuple(Section(Origin.POUCH, shape, None) for shape in range(shapes))


def check_sections(sections: Sequence[Section], shapes: Sequence[Shape], plan: Plan) -> None:
    """Check that each shape is in hut and pouch once per colour, with one joker, and that all cover the plan."""
    if tuple(sections) != all_sections(len(shapes)):
        expected = "each shape in each colour once in hut and pouch, and one joker per shape, in this order"
        raise fault(SECTIONS, "hut, pouch, jokers", expected)
    area = sum(len(shapes[section.shape].cells) for section in sections)
    if area < wooden(plan).bit_count():
        raise fault(SECTIONS, "shape", f"sections of at least {wooden(plan).bit_count()} spaces in total, got {area}")


def check_levels(box: Box) -> None:
    """Check the counts of every level, and that its decks suffice for every number of seats."""
    numbers = [level.number for level in box.levels]
    if numbers != list(range(1, limits.LEVELS + 1)):
        raise fault(COUNTS, "level", f"levels 1 to {limits.LEVELS}, each once, in this order")
    for level in box.levels:
        _check_level(level, box)


def _check_level(level: Level, box: Box) -> None:
    place = f"level {level.number}"
    text(COUNTS, f"{place}.name", level.name)
    some_of(COUNTS, f"{place}.open", level.open_at_start, len(box.plan.buildings), 1, len(box.plan.buildings))
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
            expected = f"1 to {tasks} places for {_seats(seats)}, as there are {tasks} tasks, got {places}"
            raise fault(COUNTS, f"{place}.board", expected)
    for number, row in enumerate(level.deal, start=1):
        _check_deal(f"{place}.deal.{LEVEL_NAMES[number - 1]}", row, number, box)
    piles = [sum(dealt) for dealt in zip(*level.deal, strict=True)]
    if not 2 <= level.draw <= min(piles) + 1:
        raise fault(COUNTS, f"{place}.draw", f"2 or more cards, but at most the smallest pile, got {level.draw}")
    for building in box.plan.buildings:
        if not building.cost and level.number > 1 and box.plan.buildings.index(building) not in level.open_at_start:
            key = f"parchments.{building.letter}"
            raise fault(PLAN, key, f"{limits.PARCHMENT_TILES} tiles, as it starts level {level.number} as parchment")
    _check_bands(place, level.bands)
    _check_ranks(place, level)


def _check_deal(place: str, row: Sequence[int], number: int, box: Box) -> None:
    """Check that the level has enough cards for every number of seats."""
    cards = sum(card.level == number and card.kind is not CardKind.ANGEL for card in box.cards)
    for seats, dealt in enumerate(row, start=1):
        if not 1 <= dealt <= cards // seats:
            expected = f"1 or more cards per seat for {_seats(seats)}, with {cards} besides angels, got {dealt}"
            raise fault(COUNTS, place, expected)


def _seats(number: int) -> str:
    return f"{number} seat" if number == 1 else f"{number} seats"


def _check_bands(place: str, bands: Sequence[Band]) -> None:
    if not 1 <= len(bands) <= limits.MAX_BANDS:
        raise fault(COUNTS, f"{place}.bands", f"1 to {limits.MAX_BANDS} bands, got {len(bands)}")
    for band in bands:
        slug(COUNTS, f"{place}.bands", band.key)
        key = f"{place}.bands '{band.key}'"
        text(COUNTS, f"{key}.name", band.name)
        text(COUNTS, f"{key}.verdict", band.verdict)
        points(COUNTS, f"{key}.least", band.least, 0, limits.MAX_LEAST)
    distinct(COUNTS, f"{place}.bands", "keys", (band.key for band in bands), numbered("bands", len(bands)))
    if bands[0].least != 0:
        raise fault(COUNTS, f"{place}.bands '{bands[0].key}'.least", "no 'least' in the lowest band")
    for lower, higher in pairwise(bands):
        if higher.least <= lower.least:
            raise fault(COUNTS, f"{place}.bands '{higher.key}'.least", f"more points than in '{lower.key}'")


def _check_ranks(place: str, level: Level) -> None:
    """Check that the ranks ascend and end below the second band."""
    ranks = level.ranks
    if len(ranks) > limits.MAX_BANDS:
        raise fault(COUNTS, f"{place}.ranks", f"at most {limits.MAX_BANDS} ranks, got {len(ranks)}")
    for number, rank in enumerate(ranks, start=1):
        key = f"{place}.ranks {number}"
        text(COUNTS, f"{key}.name", rank.name)
        lowest, highest = (-limits.MAX_LEAST, limits.MAX_LEAST) if number > 1 else (0, 0)
        points(COUNTS, f"{key}.least", rank.least, lowest, highest)
        if number > 2 and rank.least <= ranks[number - 2].least:
            raise fault(COUNTS, f"{key}.least", "more points than in the rank before")
    rows = [*numbered("bands", len(level.bands)), *numbered("ranks", len(ranks))]
    distinct(COUNTS, f"{place}.ranks", "names", (it.name for it in (*level.bands, *ranks)), rows)
    if len(ranks) > 1 and len(level.bands) > 1 and ranks[-1].least >= level.bands[1].least:
        expected = f"fewer points than '{level.bands[1].key}' needs"
        raise fault(COUNTS, f"{place}.ranks {len(ranks)}.least", expected)
