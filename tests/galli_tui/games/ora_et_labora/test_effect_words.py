"""What buildings do, in words: a sentence and a short line for every building in every mode."""

from __future__ import annotations

import pytest

from galli_tui.games.ora_et_labora.effect_words import effect_line, effect_sentence
from rules.ora_et_labora.game import OraEtLabora
from tests.support.ora_positions import MODES, match, number

LONGEST = 60
"""Cells of an effect in a table."""
MOST = 180
"""Letters of an effect in a sentence."""


def building(game: OraEtLabora, key: str) -> int:
    return number(game, "building", key)


@pytest.mark.parametrize("mode", MODES)
def test_every_building_has_a_sentence_and_a_line(mode: str) -> None:
    game = match(mode)
    for number_, card in enumerate(game.cards):
        sentence, short = effect_sentence(game, number_), effect_line(game, number_)
        assert sentence[0].isupper(), card.key
        assert sentence.endswith("."), card.key
        assert len(sentence) <= MOST, card.key
        assert "  " not in sentence + short, card.key
        assert len(short) <= LONGEST, (card.key, short)
        assert not short.endswith("."), card.key


SENTENCES = {
    "L2a": "Take grain or livestock from the wheel.",
    "F05": "Give 1 flour and half an energy for 1 bread, as often as you like; "
    "then sell up to 2 bread for 4 coins each.",
    "G01": "Carry out the effect of another building with a prior on it, whoever owns it.",
    "G06": "Give 3 energy for 5 coins, 6 energy for 8 coins, or 9 energy for 10 coins.",
    "G18": "Give 1 clay and 1 energy for 1 ceramic, up to 3 times; "
    "also give 1 stone and 1 energy for 1 ornament. Both are paid at once.",
    "G39": "Give 6 energy or 10 food for 1 book and 1 ornament, up to twice in all.",
    "I09": "Get 3, 5 or 6 coins if you have at least 1, 5 or 9 livestock, which you keep.",
    "I14": "Get 1 book, and 2 grain or 2 malt, and 1 beer or 1 whiskey.",
    "I15": "Give 1 book for 5 of one basic good and 3 of another.",
    "I23": "Pay 2 coins to call your prior home and build.",
    "I25": "Give 1 reliquary for 2 of each basic good and 2 stone.",
    "I35": "Give 5 coins, 1 whiskey and other goods worth at least 14 points for a wonder.",
    "I37": "Give 1 book to lay the next district and the next plot for nothing.",
    "F10": "Clear a forest of yours and then build.",
    "F21": "Give 1 grape for 1 wine, as often as you like; then sell 1 wine for 7 coins. "
    "Once it is built, contracts cost 2 coins.",
    "F23": "Pay 1 coin for 1 book and 1 ceramic, and call all your clergymen home.",
    "F33": "Give 3 energy for as much meat, bread or wine as the joker yields.",
    "F36": "Give 1 book for 1 ceramic, 1 ceramic for 1 ornament, or 1 ornament for 1 reliquary, up to twice in all.",
}


@pytest.mark.parametrize("key", SENTENCES)
def test_an_effect_is_a_sentence(key: str) -> None:
    assert effect_sentence(match(), building(match(), key)) == SENTENCES[key]


LINES = {
    "F04": "grain for flour + straw (7x)",
    "G06": "3/6/9 energy for 5/8/10 coins",
    "G16": "get 1 of each basic good",
    "G39": "6 energy or 10 food for book + ornament (2x)",
    "I08": "get 3 coins + beer/whiskey",
    "F36": "book/ceramic/ornament for ceramic/ornament/reliquary (2x)",
    "F38": "clear a forest for book (4x)",
    "F32": "coin to fell and cut",
    "F27": "wine to carry out an occupied building",
}


@pytest.mark.parametrize("key", LINES)
def test_an_effect_is_a_line_of_a_table(key: str) -> None:
    assert effect_line(match(), building(match(), key)) == LINES[key]


@pytest.mark.parametrize(("mode", "worth"), [("4", "2 points"), ("1", "1 point"), ("2L", "1½ points")])
def test_a_reward_for_cloister_buildings_is_that_of_the_mode(mode: str, worth: str) -> None:
    game = match(mode)
    assert f"worth up to {worth} for each cloister building" in effect_sentence(game, building(game, "G41"))
    assert effect_line(game, building(game, "G41")) == f"5 coins for {worth} of goods per cloister building"
