"""The texts of Ora et Labora: labels, ranks, reasons, guide and tables for everything that the game has."""

from __future__ import annotations

import re

import pytest

from galli_tui.game_api.reason_text import THAN, why_words
from galli_tui.games.ora_et_labora.texts import RANKS, TEXTS
from galli_tui.games.ora_et_labora.words import good_name
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.table.waiting_text import thinking_words
from rules.bots.reasons import Advantage
from rules.engine.secrecy import Seat
from rules.ora_et_labora.game import BOX
from tests.support.ora_positions import MODES, Land, match, opened, position
from tests.support.ora_tables import OraTable, ora_table, well_played
from tests.support.table_positions import players

WIDTH = 78


@pytest.mark.parametrize("mode", MODES)
def test_every_row_of_the_score_has_a_label(mode: str) -> None:
    for line in match(mode).sheet(opened(mode).state).lines:
        assert TEXTS.score_label(line)[0].isupper()


def test_every_part_of_the_evaluation_has_a_reason() -> None:
    game, last = match("2"), match("2").mode.phases[-1]
    parts = game.evaluation(opened("2").with_state(round=last).state, Seat(0))
    assert "ending" in {part.key for part in parts}
    for part in parts:
        for count, other in ((2, 1), (1, 0), (0, -1), (-1, -2), (-2, -3), (0, 0), (0, 1)):
            assert TEXTS.reason(game, Advantage(part.key, 100, count, other)), (part.key, count)


@pytest.mark.parametrize(
    ("key", "count", "other", "words"),
    [
        ("land", 3, 0, "adds 3 empty spaces to build on"),
        ("land", 0, -1, "keeps the empty spaces"),
        ("land", -1, -1, f"leaves better land for the buildings on display {THAN}"),
        ("clergy", -1, -1, "keeps the prior at home"),
        ("clergy", -1, 0, "sends the last clergyman (all come home next round)"),
        ("ending", -1, 0, "brings the end closer while in the lead"),
        ("ending", 0, -1, "puts off the end while behind"),
    ],
)
def test_a_reason_fits_what_the_moves_change(key: str, count: int, other: int, words: str) -> None:
    assert TEXTS.reason(match("2"), Advantage(key, 100, count, other)) == words


WOOD, CLAY, PEAT, LIVESTOCK = 0, 1, 2, 3


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Advantage("goods", 1, 3, 0, (WOOD, WOOD, CLAY)), "gains 2 {0} and 1 {1}"),
        (Advantage("goods", 1, 1, 0, (WOOD, WOOD), lost=(CLAY,)), "gains 2 {0} for 1 {1}"),
        (Advantage("goods", 1, -1, -2, lost=(CLAY,)), "spends only 1 {1}"),
        (Advantage("goods", 1, 0, 0, (WOOD,), lost=(CLAY,)), f"leaves 1 {{0}} more but 1 {{1}} less {THAN}"),
        (Advantage("goods", 1, 1, 1, (WOOD,), other_names=(PEAT,)), f"leaves 1 {{0}} more but 1 {{2}} less {THAN}"),
        (Advantage("goods", 1, 4, 0, (WOOD, CLAY, PEAT, LIVESTOCK)), "gains 4 goods"),
        (Advantage("goods", 1, 2, 0, (WOOD, WOOD, CLAY, LIVESTOCK, 4), lost=(PEAT, PEAT)), "gains 5 goods for 2 {2}"),
        (Advantage("goods", 1, 0, -1), "spends no goods"),
    ],
)
def test_a_reason_names_the_goods_that_make_the_difference(reason: Advantage, words: str) -> None:
    game = match("2")
    names = [good_name(game, good) for good in (WOOD, CLAY, PEAT)]
    assert TEXTS.reason(game, reason) == words.format(*names)


def test_a_reason_names_the_moves_that_follow() -> None:
    at = opened("1")
    table, seat = InMemoryTable(at.game, players("Anna")), Seat(0)
    moves = [move for move in at.game.legal(at.state, seat) if at.game.follow_up(at.state, move)]
    others = [at.game.legal(at.state, seat)[-1]] * len(moves)
    reasons = [
        why_words(table, TEXTS, at.state, move, it, 1) for move, it in zip(moves, others, strict=True) if move != it
    ]
    assert any(re.search(r"^could .+, if you then [a-z]+ ", words) for words in reasons)


def test_the_solo_game_has_ranks_and_the_others_none() -> None:
    bands = TEXTS.bands(match("1"))
    assert [band.key for band in bands] == list(RANKS)
    assert [band.least for band in bands] == [None, 200, 300, 400, 500]
    assert all(band.name and band.verdict for band in bands)
    assert not TEXTS.bands(match("3"))


def test_the_prompt_fits_the_smallest_terminal() -> None:
    table = ora_table("4", names=("Maximilian-Ferdinand", "Bruno", "Clara", "Dora"))
    for _ in range(60):
        assert len(TEXTS.next_step(table)) <= WIDTH
        assert len(TEXTS.waiting(table)) <= WIDTH
        assert not re.search(r"\byou", TEXTS.waiting(table))
        well_played(table, 2)


def test_a_question_is_a_sentence_and_progress_names_the_round() -> None:
    table = OraTable(position(match("3"), round=7))
    view = table.view(Seat(0))
    assert TEXTS.asked(table, view, Seat(0)) == "Take an action: use a building, contract, fell, cut or build."
    assert TEXTS.next_step(table) == "Anna: take an action: use a building, contract, fell, cut or build."
    assert TEXTS.waiting(table) == "Waiting for Anna to take an action."
    assert TEXTS.progress(table.game, view) == "round 7 of 24"


def test_a_bot_that_owes_a_clergyman_chooses_one_for_the_contract_of_another() -> None:
    game = match("3")
    begun = position(game, Land("1 coin"), Land(built={"d0": "F04"})).do("contract F04 coins")
    table = OraTable(begun)
    table.players = tuple(it._replace(bot="brother" if it.name == "Bruno" else "") for it in table.players)
    table.thinking = Seat(1)
    assert thinking_words(table, TEXTS) == (
        "Bruno (brother) chooses a clergyman for Anna's contract... Enter: play now."
    )
    assert TEXTS.pondered(OraTable(position(game))) == ""


def test_the_tables_of_components_name_all_cards_and_fit() -> None:
    lines = TEXTS.components(BOX.readable_components())
    assert max(map(len, lines)) <= WIDTH
    text = "\n".join(lines)
    game = match()
    for card in (*game.box.buildings, *game.box.printed, *game.box.settlements):
        assert f"  {card.key:<5}{card.name}" in text


WHEN = {
    "4": ("starting player", "bonus round"),
    "2": ("turn of two actions", "at most one building"),
    "1": ("neutral player", "500 points"),
}


def guide(mode: str) -> str:
    """Return the text of the guide for a mode."""
    pages = TEXTS.guide(MODES[mode], ascii_only=False)
    return " ".join(it.text + "".join(run for run, _ in it.spans) for it in pages)


@pytest.mark.parametrize("mode", WHEN)
def test_the_guide_is_that_of_the_mode(mode: str) -> None:
    for word in WHEN[mode]:
        assert word in guide(mode)
        assert all(word not in guide(other) for other in WHEN if other != mode)


@pytest.mark.parametrize("mode", MODES)
def test_the_guide_counts_the_clergymen_and_says_who_gets_goods_in_the_short_game(mode: str) -> None:
    """OL-1d, OL-8b, OL-8c."""
    short = match(mode).mode.short
    told = (
        "two **clergymen**" in guide(mode),
        "goods of the round" in guide(mode),
        "one more of that good" in guide(mode),
    )
    assert told == (short, short, short)
    assert ("three **clergymen**" in guide(mode)) is not short


@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_legend_explains_every_good_and_sign(ascii_only: bool) -> None:
    pages = TEXTS.legend(None, ascii_only=ascii_only)
    text = " ".join(it.text + "".join(run for run, _ in it.spans) for it in pages)
    for good in match().box.goods:
        assert f"{good.code} {good.name}" in text
    for sign in ("4 +4 LLP behind a name", "6 points +2", "district 2 plot 3 contract 1"):
        assert sign in text
    assert text.isascii() or not ascii_only
