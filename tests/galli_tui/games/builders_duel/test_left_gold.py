"""A way of using a card says what it leaves, where that is too little to build."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from galli_tui.game_api.registry import texts_of
from galli_tui.games.builders_duel.items import note
from rules.engine.events import Move
from tests.support.app_driver import Driver, drive
from tests.support.bd_positions import Duel, Has, turn_of
from tests.support.bd_tables import CARDS, DuelTable
from tests.support.table_positions import at_table

WORDS = "Leaves 1 gold, too little to build: a material costs 2."


def working(has: Has, cards: Mapping[int, str] = CARDS) -> Duel:
    """Return Philip's turn; card 2 is the Roofer."""
    return turn_of(1, 7, cards=cards, philip=has)


def said(duel: Duel, line: str) -> tuple[str, str]:
    """Return the note about a move, and how it is read aloud."""
    move = duel.game.parse(f"1 {line}")
    assert isinstance(move, Move)
    assert duel.game.refusal(duel.state, move) is None
    spoken = texts_of("builders-duel").spoken_move(DuelTable(duel), duel.state, move)
    return note(duel.game, duel.state, move), spoken


@pytest.mark.rule("BD-5b")
def test_it_says_so_on_the_screen_and_aloud() -> None:
    written, spoken = said(working(Has(gold=2, raw="wood", cells="2")), "work 2 wood")
    assert written.startswith(f"{WORDS} ")
    assert spoken == f"work wood with card 2, Roofer: 1 gold. {WORDS.rstrip('.')}"


@pytest.mark.rule("BD-5b")
@pytest.mark.parametrize(
    ("has", "line"),
    [
        (Has(gold=3, raw="wood", cells="2"), "work 2 wood"),
        (Has(gold=2, raw="wood", cells="2"), "work 2 -"),
        (Has(gold=2, raw="wood", cells="2 7"), "work 2 wood"),
        (Has(gold=2, raw="wood wool", cells="1 2"), "work 2 wood"),
    ],
    ids=["enough", "skipped", "income to come", "wool to sell"],
)
def test_it_does_not_where_gold_is_not_what_is_missing(has: Has, line: str) -> None:
    written, spoken = said(working(has), line)
    assert "Leaves" not in written
    assert "Leaves" not in spoken


@pytest.mark.rule("BD-5b")
def test_seals_too_can_cost_the_gold_to_build() -> None:
    duel = working(Has(gold=3, worked="wood", cells="9"), CARDS | {9: "a-influence-1"})
    written, spoken = said(duel, "buy-seals 9 1")
    assert written.startswith(WORDS)
    assert spoken.endswith(WORDS.rstrip("."))
    written, spoken = said(working(Has(gold=3, cells="9"), CARDS | {9: "a-influence-1"}), "buy-seals 9 1")
    assert "Leaves" not in written + spoken, "nothing is ready to be installed"


@pytest.mark.rule("BD-5b")
@pytest.mark.parametrize("size", [(80, 24), (120, 36), (160, 48)])
def test_the_page_of_the_card_shows_it(size: tuple[int, int]) -> None:
    async def script(app: Driver) -> None:
        await app.press("enter")
        assert "Leaves 1 gold, too little" in " ".join(app.text.split())

    drive(at_table(DuelTable(working(Has(gold=2, raw="wood", cells="2")))), script, size)
