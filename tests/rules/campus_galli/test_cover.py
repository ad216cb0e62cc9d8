"""The whole plan can be covered by the sections of the box, as `data/cover.txt` shows; `find_cover` found it.

Everything is looked at anew here, space by space, with none of the code that found the cover or lays sections.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import NamedTuple

import pytest

from rules.campus_galli.box import COLOURS
from rules.campus_galli.loader import standard
from tests.support.paths import TESTS

BOX = standard()
PLAN = BOX.plan
SPACES = {f"{'abcdefghijklmno'[i % 15]}{i // 15 + 1}": i for i in range(180)}
WOOD = {name for name, i in SPACES.items() if any(building.area >> i & 1 for building in PLAN.buildings)}
TREES = {name for name, i in SPACES.items() if PLAN.trees >> i & 1}


class CoverPiece(NamedTuple):
    """A section of the cover, from its line."""

    origin: str
    colour: str
    shape: str
    spaces: tuple[str, ...]


def cover() -> list[CoverPiece]:
    lines = (TESTS / "data" / "cover.txt").read_text("utf-8").splitlines()
    words = [line.split() for line in lines if not line.startswith("#")]
    return [CoverPiece(origin, colour, shape, tuple(spaces)) for origin, colour, shape, *spaces in words]


COVER = cover()
LAID = list(chain.from_iterable(piece.spaces for piece in COVER))


def outline(points: set[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Return the points moved to the origin."""
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return frozenset((x - left, y - top) for x, y in points)


def positions(cells: tuple[tuple[int, int], ...]) -> set[frozenset[tuple[int, int]]]:
    """Return the outline in every orientation."""
    signs = [(a, b) for a in (1, -1) for b in (1, -1)]
    straight = {outline({(a * x, b * y) for x, y in cells}) for a, b in signs}
    return straight | {outline({(b * y, a * x) for x, y in cells}) for a, b in signs}


def test_every_wooden_space_of_all_eleven_buildings_is_covered() -> None:
    assert len(WOOD) == sum(building.area.bit_count() for building in PLAN.buildings) == 92
    assert set(LAID) >= WOOD


def test_no_two_sections_overlap() -> None:
    assert len(set(LAID)) == len(LAID)


def test_no_section_leaves_the_plan_or_covers_a_tree() -> None:
    assert set(LAID) <= set(SPACES) - TREES


@pytest.mark.parametrize("piece", COVER, ids=lambda piece: piece.spaces[0])
def test_every_section_covers_wood_in_the_outline_of_its_shape(piece: CoverPiece) -> None:
    assert WOOD & set(piece.spaces)
    (shape,) = (shape for shape in BOX.shapes if shape.key == piece.shape)
    assert outline({(SPACES[name] % 15, SPACES[name] // 15) for name in piece.spaces}) in positions(shape.cells)


def test_every_section_lies_in_the_box_and_is_used_once() -> None:
    box = Counter(
        (
            section.origin.value,
            "joker" if section.colour is None else COLOURS[section.colour],
            BOX.shapes[section.shape].key,
        )
        for section in BOX.sections
    )
    assert not Counter(piece[:3] for piece in COVER) - box


def test_the_cover_needs_no_joker_so_level_one_has_the_sections_for_it() -> None:
    assert all(piece.colour != "joker" for piece in COVER)


def test_the_cover_takes_24_sections_and_7_spaces_of_grass() -> None:
    assert len(COVER) == 24
    assert len(set(LAID) - WOOD) == 7
