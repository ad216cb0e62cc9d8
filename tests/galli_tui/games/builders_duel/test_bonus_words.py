"""What a move that finishes a section says about its bonus, as the choice stands now."""

from __future__ import annotations

import pytest

from galli_tui.game_api.registry import texts_of
from galli_tui.games.builders_duel.items import note
from rules.engine.events import Move
from rules.engine.secrecy import Seat
from tests.support.bd_positions import Duel, Has, turn_of
from tests.support.bd_tables import DuelTable

DONE = "wood sand stone"


def said(duel: Duel, line: str) -> str:
    """Return the note about a move."""
    move = duel.game.parse(f"1 {line}")
    assert isinstance(move, Move)
    return note(duel.game, duel.state, move)


@pytest.mark.rule("BD-5e", "BD-5f")
@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("", "Finishes section III first, but its bonus is lost: no raw wood, sand or stone."),
        ("wool wool", "Finishes section III first, but its bonus is lost: no raw wood, sand or stone."),
        ("stone", "Finishes section III first, which works your raw stone free."),
        ("wood sand wool", "Finishes section III first, which works your raw wood and sand free."),
        ("wood sand stone", "Finishes section III first, which works 2 of your raw wood, sand and stone free."),
    ],
)
def test_the_third_number_says_what_its_bonus_would_work(raw: str, words: str) -> None:
    duel = turn_of(1, philip=Has(worked="ore", built={"III": "wood wool"}, raw=raw))
    assert said(duel, "build III ore") == words


@pytest.mark.rule("BD-5e", "BD-5f")
def test_the_other_numbers_say_how_much_their_bonus_gives() -> None:
    assert said(turn_of(1, philip=Has(worked="stone", built={"I": "wood sand"}, gold=9)), "build I stone") == (
        "Finishes section I first, which gives 2 seals."
    )
    second = turn_of(1, philip=Has(worked="wool", built={"II": "sand stone"}, gold=9))
    assert said(second, "build II wool") == "Finishes section II first, which gives 10 gold."
    gone = Duel(second.game, second.state._replace(bonuses=(None, Seat(1), None)))
    assert said(gone, "build II wool") == "Finishes section II."


@pytest.mark.rule("BD-7a", "BD-7d")
def test_the_last_section_wins_and_pays_no_bonus() -> None:
    built = {"I": DONE, "III": "wood wool ore", "II": "sand"}
    duel = turn_of(1, philip=Has(worked="stone wool", built=built, gold=9))
    words = "Finishes your third section and wins the match."
    assert said(duel, "build II stone wool") == words
    table = DuelTable(duel)
    spoken = [
        texts_of("builders-duel").spoken_move(table, duel.state, move) for move in duel.game.legal(duel.state, Seat(0))
    ]
    assert any(it.endswith(words.rstrip(".")) for it in spoken)
