"""The log of the duel, and a replay of it that is read aloud, name the cards."""

from __future__ import annotations

import re

from galli_tui.game_api.registry import texts_of
from rules.engine.secrecy import PUBLIC
from tests.galli_tui.game_api.test_typed_move import table_of


def test_the_cards_of_a_round_are_named_when_they_are_laid_out() -> None:
    table = table_of("builders-duel")
    said = " ".join(
        line for it in table.timeline(PUBLIC, 99) for line in texts_of("builders-duel").event_lines(table, it)
    )
    assert re.search(r"lays out nine cards of deck A: top row .+ and .+; middle row .+; bottom row .+\.", said)
