"""Decisions among choices, the cursor that looks around a grid, edges of regions, and windows of lines."""

from __future__ import annotations

import pytest

from galli_tui.games.kit.decision import Arrow, MoveList, SelectResult
from galli_tui.games.kit.grid_cursor import GridCursor
from galli_tui.games.kit.grid_edges import EAST, NORTH, NORTH_WEST, SOUTH, WEST, edges_of, rim_of
from galli_tui.games.kit.lines import line, window_of
from rules.engine.events import Move
from rules.engine.secrecy import Seat


def moves(count: int) -> MoveList:
    """A decision of the first seat among as many moves."""
    found = MoveList()
    found.moves = [Move(Seat(seat)) for seat in range(count)]
    return found


def test_arrows_go_around_the_ends_of_a_list() -> None:
    found = moves(3)
    found.move(Arrow.UP)
    assert found.enter() == Move(Seat(2))
    found.move(Arrow.RIGHT)
    assert found.enter() == Move(Seat(0))


@pytest.mark.parametrize(
    ("number", "result", "at"),
    [(1, SelectResult.UNMOVED, 0), (12, SelectResult.MOVED, 11), (13, SelectResult.NONE, 0), (0, SelectResult.NONE, 0)],
)
def test_a_number_selects_a_choice(number: int, result: SelectResult, at: int) -> None:
    found = moves(12)
    assert (found.select_number(number), found.at) == (result, at)


@pytest.mark.parametrize(("target", "at"), [("choice:11", 11), ("choice:12", 0), ("choice:x", 0), ("item:3", 0)])
def test_a_click_selects_any_choice_there_is(target: str, at: int) -> None:
    found = moves(12)
    found.select_target(target)
    assert found.at == at


def test_only_a_move_of_the_list_can_be_restored() -> None:
    found = moves(3)
    assert found.select(Move(Seat(1)))
    assert not found.select(Move(Seat(3)))
    assert found.at == 1


def test_a_grid_cursor_goes_around_the_edges_and_remembers_where_it_was() -> None:
    cursor = GridCursor(4, 3)
    cursor.move(1, 0)
    assert cursor.space is None
    cursor.toggle()
    assert cursor.space == 6
    cursor.move(2, 2)
    assert cursor.space == 0
    cursor.move(-1, -1)
    assert cursor.space == 11
    cursor.toggle()
    assert cursor.space is None
    cursor.toggle()
    assert cursor.space == 11


def test_edges_run_where_a_region_ends() -> None:
    # Spaces 0 1 3 4 of a grid of three columns: a square in the corner.
    square = 0b011011
    assert edges_of(0, square, 3, 3) == NORTH | WEST
    assert edges_of(4, square, 3, 3) == EAST | SOUTH
    # Without the corner space, the one opposite has a bend.
    assert edges_of(4, square & ~1, 3, 3) == EAST | SOUTH | NORTH_WEST


def test_a_rim_joins_its_lines_at_the_corners() -> None:
    rim = rim_of(NORTH | WEST, 3, 4)
    assert rim[0, 0] == 2 | 4
    assert [rim[0, x] for x in (1, 2, 3)] == [2 | 8] * 3
    assert [rim[y, 0] for y in (1, 2)] == [1 | 4] * 2
    assert (2, 3) not in rim


def texts(heights: list[int], at: int, room: int) -> list[str]:
    blocks = [[line(f"{number}.{row}") for row in range(height)] for number, height in enumerate(heights)]
    return [it.text.strip() for it in window_of(blocks, at, room)]


def test_a_window_of_lines_counts_the_hidden_ones() -> None:
    assert texts([1] * 3, 0, 5) == ["0.0", "1.0", "2.0"]
    assert texts([1] * 9, 4, 5) == ["↑ 3 more", "3.0", "4.0", "5.0", "↓ 3 more"]
    assert texts([1] * 9, 8, 2) == ["7.0", "8.0"]


def test_a_window_shows_only_whole_items() -> None:
    assert texts([2, 2, 2, 2], 1, 6) == ["0.0", "0.1", "1.0", "1.1", "↓ 2 more"]
    assert texts([1, 1, 1, 3, 1], 3, 5) == ["↑ 3 more", "3.0", "3.1", "3.2", "↓ 1 more"]
    assert texts([1, 3, 1, 1, 1], 4, 4) == ["↑ 2 more", "2.0", "3.0", "4.0"]


@pytest.mark.parametrize("room", range(3, 9))
def test_the_chosen_item_is_always_in_the_window(room: int) -> None:
    heights = [1, 2, 1, 3, 1, 1, 2, 1, 1]
    for at, height in enumerate(heights):
        shown = texts(heights, at, room)
        assert len(shown) <= room
        assert [it for it in shown if it.startswith(f"{at}.")] == [f"{at}.{row}" for row in range(height)][: room - 2]
        assert sum(int(it.split()[1]) for it in shown if "more" in it) + len(
            {it.split(".")[0] for it in shown if "." in it}
        ) == len(heights)
