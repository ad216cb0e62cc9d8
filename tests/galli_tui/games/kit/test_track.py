"""Tracks wrap to the width they have, show the markers of all seats, and can be read in ASCII."""

from __future__ import annotations

import pytest

from galli_tui.games.kit.lines import Line, Span
from galli_tui.games.kit.track import TrackMarker, TrackSpace, track, track_row
from galli_tui.terminal.safe_text import to_ascii

ANNA, BRUNO = Span("A", "red_text"), Span("B", "blue_text")
TURNS = [TrackSpace("+" if turn % 5 == 0 else "·", label=str(turn)) for turn in range(1, 13)]


def shown(lines: list[Line]) -> list[str]:
    return [it.text.rstrip() for it in lines]


def test_a_track_has_labels_signs_and_the_markers_on_a_space_together() -> None:
    assert shown(track(TURNS[:6], [TrackMarker(1, ANNA), TrackMarker(1, BRUNO), TrackMarker(4, ANNA)], 36)) == [
        "1  2  3  4  5  6",
        "·──·──·──·──+──·─",
        "   AB       A",
    ]


def test_a_track_that_is_too_long_continues_below_and_a_ring_returns() -> None:
    assert shown(track(TURNS, [TrackMarker(11, ANNA)], 19, ring=True)) == [
        "1  2  3  4  5  6",
        "·──·──·──·──+──·─▸",
        "",
        "7  8  9  10 11 12",
        "·──·──·──+──·──·─◂",
        "               A",
    ]
    assert shown(track(TURNS, [], 19))[3] == "·──·──·──+──·──·─"


@pytest.mark.parametrize("width", [1, 20, 50, 80, 160])
def test_every_space_is_there_once_in_lines_that_fit(width: int) -> None:
    lines = track(TURNS, [TrackMarker(3, ANNA)], width, ring=True)
    labels = " ".join(shown(lines)[::3]).split()
    assert labels == [str(turn) for turn in range(1, 13)]
    assert max(it.width for it in lines) <= max(width, 4)


def test_without_labels_and_markers_there_is_one_line() -> None:
    assert shown(track([TrackSpace()] * 3, [], 80)) == ["·─·─·"]


def test_in_ascii_every_sign_has_a_likeness() -> None:
    lines = track(TURNS, [TrackMarker(3, ANNA)], 19, ring=True)
    assert [to_ascii(it.text)[-1] for it in lines if "─" in it.text] == [">", "<"]
    assert all("?" not in to_ascii(it.text) for it in lines)


def test_a_marker_keeps_its_colour_and_a_space_its_target() -> None:
    spaces = [TrackSpace(target="space 1"), TrackSpace(chosen=True)]
    ways, marks = track(spaces, [TrackMarker(0, ANNA)], 20)
    assert ways.spans[0].target == "space 1"
    assert ANNA in marks.spans
    assert any(span.chosen and span.text == "·" for span in ways.spans)


def test_in_one_cell_a_space_there_are_groups_and_several_markers_are_counted() -> None:
    markers = [TrackMarker(1, ANNA), TrackMarker(4, ANNA), TrackMarker(4, BRUNO)]
    assert "".join(span.text for span in track_row(TURNS[:6], markers, group=3)) == "·A· ·2·"
