"""Moves are found by the words that a player would use for them, in every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from galli_tui.game_api.registry import texts_of
from galli_tui.plain.numbered_moves import NumberedMoves
from galli_tui.plain.word_forms import word_forms
from rules.builders_duel.building import Build
from rules.builders_duel.cards import Trade, UseCard, Work
from rules.builders_duel.claims import Claim
from rules.builders_duel.conflict import KeepSeal, Throw
from rules.campus_galli.laying_sections import FlipBuilding, LaySection, TakeFromHut, TakeFromPouch
from rules.campus_galli.rounds import ChooseCard
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.secrecy import PUBLIC
from rules.ora_et_labora.actions import Contract, Cut, Fell, Use
from rules.ora_et_labora.building import BuildCard
from rules.ora_et_labora.conversions import MakeStraw
from rules.ora_et_labora.landscape import BuyDistrict, BuyPlot
from rules.ora_et_labora.settling import FoundSettlement
from rules.registry import games
from tests.support.bot_backends import InstantAdvice
from tests.support.plain_talk import answered, heard, new_table

WORDS: Final[Mapping[str, Mapping[type[Move], str]]] = {
    "campus-galli": {
        ChooseCard: "card cards choose",
        TakeFromHut: "take hut section",
        TakeFromPouch: "draw pouch bag section",
        LaySection: "place placing spaces",
        FlipBuilding: "flip building",
    },
    "builders-duel": {
        Claim: "claim line",
        Throw: "throw seal seals toss",
        KeepSeal: "keep seal",
        UseCard: "card cards",
        Trade: "card",
        Work: "work card",
        Build: "build building section install",
    },
    "ora-et-labora": {
        Fell: "fell forest forests felling wood",
        Cut: "cut cutting moor peat",
        Use: "use",
        Contract: "contract contracts hire",
        BuildCard: "build building buildings",
        BuyDistrict: "buy district landscape land",
        BuyPlot: "buy plot landscape land",
        FoundSettlement: "found founding settlement settlements",
        MakeStraw: "straw grain",
    },
}
"""For each kind of move of a game, words by which players look for it."""


@pytest.mark.parametrize("key", games())
def test_moves_are_found_by_the_words_of_players(key: str) -> None:
    table = new_table(key, Options(2, "versus", 1))
    texts, stream, seen = texts_of(key), RandomStream(bytes(32)), set[type[Move]]()
    while not table.due.over:
        seat = table.due.seats[0]
        legal = table.game.legal(table.view(seat), seat)
        new = {type(move) for move in legal} & WORDS[key].keys() - seen
        if new:
            moves = NumberedMoves(table, texts, seat, seat)
            for kind in new:
                mine = {index for index, move in enumerate(moves.moves) if isinstance(move, kind)}
                for word in WORDS[key][kind].split():
                    missed = [moves.words[index] for index in sorted(mine - {*moves.find(word)})]
                    assert not missed, f"{word!r} does not find {missed[0]!r}"
            seen |= new
        table.submit(legal[stream.below(len(legal))])
    assert seen == WORDS[key].keys()


def test_words_that_begin_the_notation_of_a_move_only_find_it(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("campus-galli", Options(1, "solo", 1))
    for line in ("choose build", "choose", "choose b"):
        heading, first, second = answered(capsys, table, line)
        assert heading.startswith("2 legal moves with these words")
        assert first.startswith("1: choose build or pray, turn order 28 from the pouch or 46 from the hut. ")
        assert second.startswith("2: choose build, turn order 58. ")
    assert answered(capsys, table, "red")[-1] == "Type 2 to make it."
    assert answered(capsys, table, "choose build-red-green")[0] == "Anna plays 58, hut: any shape, red or green."


def test_words_from_the_verb_on_that_fit_one_move_make_it_once_it_was_read(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("campus-galli", Options(1, "solo", 1))
    assert answered(capsys, table, "choose red?")[-1] == "Type 2 to make it."
    assert answered(capsys, table, "Choose red.")[0] == "Anna plays 58, hut: any shape, red or green."
    said = heard(capsys, table, "take red hall", "take red hall")
    first = said.index("Your move:")
    assert said[first + 1].startswith("1 legal move with these words.")
    assert said[first + 3].endswith(" to make it.")
    assert any(line.startswith("Anna takes the red hall from the hut.") for line in said)


def test_the_last_words_of_the_notation_may_be_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("ora-et-labora", Options(2, "versus", 1))
    seat = table.due.seats[0]
    moves = NumberedMoves(table, texts_of("ora-et-labora"), seat, seat)
    move = next(it for it in moves.moves if isinstance(it, Contract))
    heard(capsys, table, moves.written(moves.moves.index(move)).rpartition(" ")[0], "")
    assert any(it.event == move for it in table.timeline(PUBLIC, 1000))


@pytest.mark.parametrize(
    "line", ["what should I do", "What should I do?", "what should we play now", "which card should I choose"]
)
def test_a_question_for_advice_gives_the_hint(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("campus-galli", Options(1, "solo", 1), seed=8)
    table.advice = InstantAdvice(table.game)
    said = answered(capsys, table, line)
    assert said[0] == "The abbot looks ahead for the best moves. This takes a few seconds."
    assert answered(capsys, table, "hint") == said


@pytest.mark.parametrize("line", ["what can I do", "What do I do?", "which moves can I make now"])
def test_a_question_for_all_moves_lists_them(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("campus-galli", Options(1, "solo", 1), seed=8)
    said = answered(capsys, table, line)
    assert said[0].startswith("2 legal moves")
    assert answered(capsys, table, "moves") == said


def test_words_that_no_move_has_find_none() -> None:
    table = new_table("ora-et-labora", Options(2, "versus", 1))
    seat = table.due.seats[0]
    moves = NumberedMoves(table, texts_of("ora-et-labora"), seat, seat)
    assert 0 < len(moves.find("forest joker")) < len(moves.find("forest")) < len(moves.moves)
    assert moves.find("forest whale") == []


@pytest.mark.parametrize("words", ["contract", "build", "buildings", "joker build"])
def test_a_word_of_the_question_alone_finds_no_moves(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("ora-et-labora", Options(1, "solo", 1))
    asked = heard(capsys, table, "now")
    assert any("build" in line and "contract" in line for line in asked)
    seat = table.due.seats[0]
    legal = table.game.legal(table.view(seat), seat)
    assert not any(isinstance(move, Contract | BuildCard) for move in legal)
    none = f"None of your {len(legal)} legal moves has these words. Type moves to hear all."
    assert answered(capsys, table, f"moves {words}") == [none]


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        ("settlements", "settlement"),
        ("building", "build"),
        ("buildings", "build"),
        ("cutting", "cut"),
        ("selling", "sell"),
        ("felling", "fell"),
    ],
)
def test_a_word_is_found_in_another_form(word: str, stem: str) -> None:
    assert stem in word_forms(word)


@pytest.mark.parametrize("word", ["wing", "as", "cross", "wood"])
def test_a_word_without_an_ending_is_left_whole(word: str) -> None:
    assert word_forms(word) == (word,)
