"""What a seat is asked, and how far the match is: in each step, and short enough for the smallest terminal."""

from __future__ import annotations

import pytest

from galli_tui.games.ora_et_labora.prompts import next_forms, progress_words, settle_words
from galli_tui.games.ora_et_labora.texts import TEXTS
from galli_tui.plain.numbered_moves import NumberedMoves
from galli_tui.style.text_wrap import cells
from rules.engine.secrecy import Seat
from rules.ora_et_labora.actions import HostStep
from rules.ora_et_labora.effects import EffectStep
from rules.ora_et_labora.neutral import NeutralStep, NeutralWorkStep
from rules.ora_et_labora.rounds import BonusStep, CloseRoundStep
from rules.ora_et_labora.settling import FoundSettlement, SettlementStep
from tests.support.ora_positions import Land, OraPosition, match, number, opened, position, using
from tests.support.ora_tables import NAMES, OraTable, ora_table, well_played

A = Seat(0)
WIDTH = 78


def asked(at: OraPosition) -> str:
    return next_forms(at.game, at.state, NAMES)[0]


def test_a_turn_says_how_many_actions_are_left() -> None:
    poor = Land("")
    assert asked(position(match(), poor)) == "take an action: use a building, contract, fell, cut or build"
    assert asked(position(match("2"), poor, actions=2)).startswith("take the first of two actions: use")
    assert asked(position(match("2"), poor)).startswith("take your last action: use")
    assert asked(position(match(), poor, actions=0)) == "end your turn"
    assert asked(position(match(), Land("3 coin"), actions=0)) == "buy land, or end your turn"


def test_effects_ask_in_the_words_of_the_building() -> None:
    assert asked(using("F04", "9 grain")) == "F04 Windmill: give 1 grain for 1 flour and 1 straw, up to 7 times"
    second = using("F36", "2 book").do("trade 1 1 - 0")
    assert asked(second).endswith("or 1 ornament for 1 reliquary")
    assert asked(using("I14")) == "choose 2 grain or 2 malt"
    chosen = using("I15", "1 book").do("trade 1 1 - 0")
    assert asked(chosen) == "choose 5 of one basic good, then 3 of another"
    assert asked(chosen.do("choose wood")) == "choose 3 of one basic good more"
    assert asked(using("F14", land=Land(built={"g2": "F14"}, districts="2hills"))) == "take grapes from the wheel"
    assert (
        asked(using("F33", "3 wood").do("trade 1 1 - WoWoWo")) == "take as much meat, bread or wine as the joker yields"
    )
    assert asked(using("G28", "7 coin")) == "found a settlement and pay for it"
    assert asked(using("F32", "1 coin", land=Land(forests="e0", moors="c0")).do("trade 1 1 - 0")) == (
        "fell a forest, cut a moor, or both"
    )
    assert asked(opened().do("build G07 f1")) == "send your prior into G07 Peat Coal Kiln at once, or leave him at home"


def test_others_are_asked_about_a_contract_and_a_settlement() -> None:
    game = match()
    windmill = number(game, "building", "F04")
    steps = [HostStep(A, windmill, 0), EffectStep(Seat(1), windmill)]
    assert asked(position(game, Land(built={"d0": "F04"}), steps=steps)) == (
        "Bruno uses your F04 Windmill; send a lay brother or your prior"
    )
    assert asked(position(game, Land("1 wood, 1 grain"), steps=[SettlementStep(A)])) == (
        "found a settlement, or end your turn"
    )
    assert asked(position(game, Land(), steps=[SettlementStep(A)])) == "you can't found a settlement now; end your turn"
    assert asked(position(game, Land(), steps=[BonusStep(A, 1)])) == "build, or send your prior to any building"
    solo = match("1")
    assert asked(position(solo, Land(), steps=[NeutralStep(A)], display="F05 G06")) == (
        "place the 2 buildings left on display on the neutral land, one by one"
    )
    assert asked(position(solo, Land(), steps=[NeutralStep(A)], display="F05")) == (
        "place the last building left on display on the neutral land"
    )
    new = NeutralWorkStep(A, (number(solo, "building", "F05"),))
    assert asked(position(solo, Land("1 coin"), Land(supply="", built={"c0": "F05"}), steps=[new])).startswith(
        "use one"
    )


def test_in_a_settlement_phase_founding_none_is_not_counted_among_the_foundings() -> None:
    table = OraTable(position(match(), Land("9 grain, 9 peat"), steps=[SettlementStep(A)]))
    moves = NumberedMoves(table, TEXTS, A, A)
    founded = sum(isinstance(it, FoundSettlement) for it in moves.moves)
    assert founded > 1
    assert moves.summary().startswith(f"You have {len(moves.moves)} legal moves: ")
    kinds = moves.summary().partition(": ")[2].rstrip(".").split(", ")
    assert {f"{founded} to found", "1 to found no settlement"} < set(kinds)
    assert sum(int(kind.partition(" ")[0]) for kind in kinds) == len(moves.moves)


@pytest.mark.parametrize("mode", ["4", "2", "1"])
@pytest.mark.parametrize("country", ["france", "ireland"])
def test_the_shortest_form_fits_and_has_no_end(mode: str, country: str) -> None:
    table = ora_table(mode, country, names=("A" * 20, "B" * 20, "C" * 20, "D" * 20))
    game = match(mode, country)
    for _ in range(150):
        forms = next_forms(game, table.view(table.due.seats[0]), NAMES)
        assert cells(forms[-1]) + 23 <= WIDTH, forms
        assert not any(form.endswith(".") for form in forms), forms
        well_played(table, 1)


def test_the_round_and_the_phase_are_named() -> None:
    game = match("3")
    assert progress_words(game, game.opening()) == "before round 1"
    assert progress_words(game, position(game, round=7).state) == "round 7 of 24"
    phase = [SettlementStep(A), CloseRoundStep()]
    assert progress_words(game, position(game, round=6, steps=phase).state) == "round 6 of 24, settlement phase A"
    assert (
        progress_words(game, position(game, round=25, steps=[BonusStep(A, 1), CloseRoundStep()]).state) == "bonus round"
    )
    assert progress_words(game, position(game, round=25, steps=[SettlementStep(A)]).state) == "last settlement phase"
    assert progress_words(match("2"), position(match("2"), round=7).state) == "round 7"
    assert progress_words(match("2"), position(match("2"), round=30, ending=True).state) == "round 30, the last"


def test_the_next_settlement_phase_is_announced() -> None:
    game = match("3")
    assert settle_words(game, position(game, round=9).state) == (
        "Settlement phase B comes in 2 rounds, at the start of round 11."
    )
    assert settle_words(game, position(game, round=25).state).endswith("at the end of the match, after this round.")
    assert settle_words(match("1"), position(match("1"), round=31).state).endswith("in 1 round.")
    assert settle_words(game, position(game, round=6, steps=[SettlementStep(A), CloseRoundStep()]).state) == (
        "A settlement phase is going on."
    )
    assert settle_words(match("2"), position(match("2"), round=28).state) == ""
