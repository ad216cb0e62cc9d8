"""The short log beside a board."""

from __future__ import annotations

from galli_tui.games.kit.log_lines import LogLine, ShortLog, log_panel_lines
from galli_tui.tables.table import TablePlayer
from rules.engine.secrecy import Seat

ANNA = Seat(0)


def test_a_passing_line_gives_way_to_the_next_event_only_if_that_is_worth_a_line() -> None:
    log = ShortLog()
    log.add([LogLine("Anna draws.", ANNA, passing=True)])
    log.add([])
    assert [it.text for it in log.lines] == ["Anna draws."]
    log.add([LogLine("Anna places.", ANNA)])
    assert [it.text for it in log.lines] == ["Anna places."]


def test_a_line_is_not_repeated() -> None:
    log = ShortLog()
    log.add([LogLine("A new round.", None), LogLine("A new round.", None)])
    log.add([LogLine("A new round.", None), LogLine("Anna draws.", ANNA)])
    assert [it.text for it in log.lines] == ["A new round.", "Anna draws."]


def test_the_newest_lines_that_fit_are_shown_in_their_seats_colours() -> None:
    players = (TablePlayer("Anna", "red", True),)  # noqa: FBT003
    lines = [LogLine("first", None), LogLine("second", ANNA), LogLine("third", None)]
    heading, *shown = log_panel_lines(players, lines, 30, 3)
    assert "what happened" in heading.text
    assert [(it.text, it.spans[0].tone) for it in shown] == [("second", "red_text"), ("third", "ink")]
    assert log_panel_lines(players, lines, 30, 1) == []
