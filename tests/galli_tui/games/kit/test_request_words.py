"""How a prompt says what is asked and how to choose, in the room that it has."""

from __future__ import annotations

import pytest

from galli_tui.games.kit.request_words import by_number, fitting_request
from galli_tui.style.text_wrap import cells

LONG, BRIEF = "Anna: claim a row, column or diagonal; Bruno must cross it.", "Anna: claim a line."


@pytest.mark.parametrize(
    ("request_words", "said"),
    [
        ("choose a card.", "choose a card (number and Enter, or two clicks)."),
        ("1 pouch or 2 hut?", "1 pouch or 2 hut? (number and Enter, or two clicks)"),
    ],
)
def test_the_way_to_choose_stands_before_the_full_stop_and_after_a_question(request_words: str, said: str) -> None:
    assert by_number(request_words) == said


@pytest.mark.parametrize(
    ("room", "briefs", "said"),
    [
        (cells(by_number(LONG)), (BRIEF,), by_number(LONG)),
        (cells(by_number(LONG)) - 1, (BRIEF,), by_number(BRIEF)),
        (cells(by_number(LONG)) - 1, (), LONG),
        (cells(by_number(BRIEF)) - 1, (BRIEF,), LONG),
    ],
    ids=["both", "the-brief-one", "no-brief-one", "no-room"],
)
def test_the_way_to_choose_is_said_where_there_is_room(room: int, briefs: tuple[str, ...], said: str) -> None:
    assert fitting_request(LONG, briefs, room) == said
