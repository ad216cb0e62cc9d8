"""The axis of the curve names rounds at even distances."""

from __future__ import annotations

from galli_tui.widgets.score_curve import axis_names


def test_all_names_stand_where_there_is_room() -> None:
    assert axis_names([(0, "1"), (4, "2"), (8, "3")], 12) == "1   2   3"


def test_where_two_names_would_touch_every_second_one_is_left_out() -> None:
    places = [(0, "8"), (3, "9"), (5, "10"), (7, "11"), (11, "12")]
    assert axis_names(places, 20) == "8    10    12"


def test_a_name_that_would_be_cut_at_the_edge_is_left_out() -> None:
    assert axis_names([(0, "9"), (6, "10")], 7) == "9"


def test_without_a_name_the_axis_is_empty() -> None:
    assert axis_names([], 10) == ""
