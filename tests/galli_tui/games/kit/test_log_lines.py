"""The short log beside a board."""

from __future__ import annotations

from galli_tui.games.kit.log_lines import LogLine, ShortLog, log_panel_lines
from galli_tui.tables.table import TablePlayer
from rules.engine.secrecy import Seat
from rules.engine.tellings import Telling

ANNA = Seat(0)
DRAWS = Telling("draws", "{seat} draws a card.")
PLACES = Telling("places", "{seat} places {card:card}.")
FILLS = Telling("fills", "{seat} fills the gap.", "; fills the gap")
FALLS = Telling("falls", "A card falls.", "; a card falls")
HIDES = Telling("hides", "")
NAMES = {"card": ("the Fool", "the Sun")}
TELLINGS = {it.key: it for it in (DRAWS, PLACES, FILLS, FALLS, HIDES)}


def new_log() -> ShortLog:
    return ShortLog(TELLINGS, ("Anna",), passing=("draws",))


def texts(log: ShortLog) -> list[str]:
    return [it.text for it in log.lines]


def test_a_passing_line_gives_way_to_the_next_event_only_if_that_is_worth_a_line() -> None:
    log = new_log()
    log.add([DRAWS(ANNA)], NAMES)
    log.add([HIDES(ANNA)], NAMES)
    assert texts(log) == ["Anna draws a card."]
    log.add([PLACES(ANNA, card=1)], NAMES)
    assert texts(log) == ["Anna places the Sun."]


def test_a_line_is_not_repeated() -> None:
    log = new_log()
    new_round = LogLine("A new round.", None)
    log.add([new_round, new_round], NAMES)
    log.add([new_round, PLACES(ANNA, card=0)], NAMES)
    assert texts(log) == ["A new round.", "Anna places the Fool."]


def test_what_an_event_brings_about_continues_its_line() -> None:
    log = new_log()
    log.add([PLACES(ANNA, card=0), FILLS(ANNA), FALLS()], NAMES)
    assert texts(log) == ["Anna places the Fool; fills the gap; a card falls"]


def test_a_continuation_of_nothing_says_who_acts() -> None:
    log = new_log()
    log.add([FILLS(ANNA)], NAMES)
    log.add([FALLS()], NAMES)
    assert log.lines == [LogLine("Anna: fills the gap", ANNA), LogLine("A card falls", None)]


def test_a_name_that_looks_like_a_continuation_is_a_name() -> None:
    log = ShortLog(TELLINGS, ("; Anna",))
    log.add([DRAWS(ANNA), PLACES(ANNA, card=0), FILLS(ANNA)], NAMES)
    assert texts(log) == ["; Anna draws a card.", "; Anna places the Fool; fills the gap"]


def test_the_newest_lines_that_fit_are_shown_in_their_seats_colours() -> None:
    players = (TablePlayer("Anna", "red", True),)  # noqa: FBT003
    lines = [LogLine("first", None), LogLine("second", ANNA), LogLine("third", None)]
    heading, *shown = log_panel_lines(players, lines, 30, 3)
    assert "what happened" in heading.text
    assert [(it.text, it.spans[0].tone) for it in shown] == [("second", "red_text"), ("third", "ink")]
    assert log_panel_lines(players, lines, 30, 1) == []
