"""Spaces of a plan as masks: names, borders, regions, and the orientations of shapes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.grid import (
    Cells,
    border,
    canonical,
    edges,
    mask_of,
    oriented,
    regions,
    ring,
    space_name,
    space_named,
    spaces_of,
    union,
)

WIDTH, HEIGHT = 5, 4
masks = st.integers(0, (1 << WIDTH * HEIGHT) - 1)
shapes = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=6).map(tuple)


def named(text: str) -> int:
    """The mask of the spaces with these names."""
    return mask_of(space_named(name, WIDTH, HEIGHT) for name in text.split())


def test_every_space_has_a_name() -> None:
    assert [space_name(space, WIDTH) for space in (0, 4, 5, 19)] == ["a1", "e1", "a2", "e4"]
    assert all(space_named(space_name(space, WIDTH), WIDTH, HEIGHT) == space for space in range(WIDTH * HEIGHT))


@pytest.mark.parametrize("name", ["", "a", "a0", "a01", "A1", "f1", "a5", "a100", "1a", "a1 "])
def test_other_names_are_of_no_space(name: str) -> None:
    with pytest.raises(ValueError, match="space"):
        space_named(name, WIDTH, HEIGHT)


@given(masks)
def test_a_mask_is_a_set_of_spaces(mask: int) -> None:
    assert mask_of(spaces_of(mask)) == mask
    assert list(spaces_of(mask)) == sorted(set(spaces_of(mask)))


def test_a_union_has_the_spaces_of_all_its_masks() -> None:
    assert union([0b101, 0b110, 0]) == 0b111
    assert union([]) == 0


def test_borders_and_rings_do_not_run_around_the_edges() -> None:
    assert border(named("a2"), WIDTH, HEIGHT) == named("a1 b2 a3")
    assert border(named("e2"), WIDTH, HEIGHT) == named("e1 d2 e3")
    assert ring(named("a1"), WIDTH, HEIGHT) == named("b1 a2 b2")
    assert ring(named("e4"), WIDTH, HEIGHT) == named("d3 e3 d4")


@given(masks)
def test_borders_are_the_spaces_one_step_away(mask: int) -> None:
    def near(space: int, other: int) -> tuple[int, int]:
        return abs(space % WIDTH - other % WIDTH), abs(space // WIDTH - other // WIDTH)

    inside = set(spaces_of(mask))
    outside = set(range(WIDTH * HEIGHT)) - inside
    beside = {space for space in outside if any(sum(near(space, it)) == 1 for it in inside)}
    around = {space for space in outside if any(max(near(space, it)) == 1 for it in inside)}
    assert set(spaces_of(border(mask, WIDTH, HEIGHT))) == beside
    assert set(spaces_of(ring(mask, WIDTH, HEIGHT))) == around


@given(masks)
def test_regions_are_connected_and_apart(mask: int) -> None:
    found = regions(mask, WIDTH, HEIGHT)
    assert sum(found) == mask
    for region in found:
        assert regions(region, WIDTH, HEIGHT) == (region,)
        assert not border(region, WIDTH, HEIGHT) & mask
    assert list(found) == sorted(found, key=lambda region: region & -region)


def test_edges_are_all_spaces_but_the_first_or_the_last_column() -> None:
    everything, not_first, not_last = edges(WIDTH, HEIGHT)
    assert everything == (1 << 20) - 1
    assert everything ^ not_first == named("a1 a2 a3 a4")
    assert everything ^ not_last == named("e1 e2 e3 e4")


CORNER: Cells = ((0, 0), (0, 1), (1, 1))


def test_a_shape_is_flipped_and_then_rotated_clockwise() -> None:
    assert oriented(CORNER, 0, mirrored=False) == ((0, 0), (0, 1), (1, 1))
    assert oriented(CORNER, 1, mirrored=False) == ((0, 0), (1, 0), (0, 1))
    assert oriented(CORNER, 0, mirrored=True) == ((1, 0), (0, 1), (1, 1))
    assert oriented(CORNER, 4, mirrored=False) == oriented(CORNER, 0, mirrored=False)


@given(shapes, st.integers(0, 3), st.booleans())
def test_congruent_shapes_have_the_same_canonical_orientation(cells: Cells, turns: int, mirrored: bool) -> None:
    assert canonical(oriented(cells, turns, mirrored)) == canonical(cells)
    assert len(canonical(cells)) == len(cells)


def test_other_shapes_have_another() -> None:
    assert canonical(((0, 0), (1, 0), (2, 0))) != canonical(CORNER)
