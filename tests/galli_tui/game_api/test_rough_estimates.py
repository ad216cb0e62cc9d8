"""An estimate that could be chance is recognisably rough in hints and in the review, on the screen and in words."""

from __future__ import annotations

from typing import Any

import pytest

from galli_tui.game_api.hint_about import SelectedHint, figures_of_hint
from galli_tui.game_api.hint_standing import certainty_words, is_rough, is_rough_tie, is_sure, standing_words
from galli_tui.game_api.hint_text import hints_of
from galli_tui.game_api.registry import texts_of
from galli_tui.plain.advice_words import ReviewReader, hint_sentences
from galli_tui.plain.numbered_moves import NumberedMoves
from galli_tui.screens.table.replay_text import grade_paragraphs
from galli_tui.style.wording import amount, amount_words, points_words
from rules.bots.review import Decision, Review, graded
from rules.bots.rollout_search import RankedMove
from rules.engine.judge import SCORE_UNIT
from rules.engine.secrecy import Seat
from tests.support.replays import GAMES, ReplayedTable, replayed

_ROUGH, _CLEAR = 2, 60
"""What a doubtful move and a hopeless one lose, in units of the estimates."""
_CHANCE = "5 simulations, could be chance"


def decision(key: str) -> tuple[ReplayedTable, Seat, Any, list[RankedMove]]:
    """Return a decision of a match with what a search has found: a best move, a doubtful one and a hopeless one."""
    whole = replayed(key)
    for events in range(20, 400):
        table = whole.until(events)
        for seat in table.due.seats:
            view = table.view(seat)
            if len(legal := table.game.legal(view, seat)) > 2:
                losses, errors = (0, _ROUGH, _CLEAR), (0, _ROUGH, 1)
                found = zip(legal[:3], losses, errors, strict=True)
                ranked = [RankedMove(it, loss * SCORE_UNIT, 5, error * SCORE_UNIT) for it, loss, error in found]
                return table, seat, view, ranked
    raise AssertionError("no decision with three moves")


@pytest.fixture(params=[key for key in GAMES if key != "candles"])
def found(request: pytest.FixtureRequest) -> tuple[ReplayedTable, Seat, Any, list[RankedMove]]:
    return decision(request.param)


Found = tuple[ReplayedTable, Seat, Any, list[RankedMove]]


def test_a_hint_says_whether_its_estimate_could_be_chance(found: Found) -> None:
    table, _, view, ranked = found
    meta = table.game.meta
    hints = hints_of(table, view, ranked, texts_of(meta.key))
    assert [is_rough(hints, place) for place in range(3)] == [True, True, False]
    assert [is_sure(hints, place) for place in range(3)] == [False, False, True]
    unit = meta.estimate_unit
    assert standing_words(hints, 1, meta) == f"{amount(-_ROUGH, unit)}?"
    assert standing_words(hints, 2, meta) == amount(-_CLEAR, unit)
    assert [certainty_words(hints, place, meta)[0] for place in range(3)] == [_CHANCE, _CHANCE, "clearly behind"]


def test_the_figures_of_a_hint_are_explained_as_it_is_read_aloud(found: Found) -> None:
    table, seat, view, ranked = found
    meta, texts = table.game.meta, texts_of(table.game.meta.key)
    hints = hints_of(table, view, ranked, texts)
    names = [f"move {number}" for number in (1, 2, 3)]
    explained = [list(figures_of_hint(SelectedHint(hints, place, names), meta, ())) for place in range(3)]
    said = hint_sentences(table, texts, NumberedMoves(table, texts, seat, seat), view, ranked)
    for place, (first, *_) in enumerate(explained):
        standing = first.partition(". ")[0].rstrip(".")
        assert any(line.startswith(standing) for line in said), place
    source = "The estimate for the end of the match comes from"
    assert [lines[-1].startswith(f"{source} simulations;") for lines in explained] == [True, True, False]
    assert explained[2][-1].startswith(f"{source} 5 simulations;")
    assert "Clearly behind: luck can hardly be the reason." in explained[2]


def test_a_hint_in_words_says_it_too(found: Found) -> None:
    table, seat, view, ranked = found
    texts, unit = texts_of(table.game.meta.key), table.game.meta.estimate_unit
    said = hint_sentences(table, texts, NumberedMoves(table, texts, seat, seat), view, ranked)
    chance = "; with 5 simulations that could be chance."
    rough, clear = (amount_words(cost, unit) for cost in (_ROUGH, _CLEAR))
    for words in (
        f"This move looks best{chance}",
        f"It may end about {rough} below the best{chance}",
        f"It ends about {clear} below the best.",
    ):
        assert sum(line.startswith(words) for line in said) == 1, said


@pytest.mark.parametrize("error", [0, SCORE_UNIT])
def test_a_move_equals_the_best_for_certain_only_if_it_did_in_every_simulation(found: Found, error: int) -> None:
    table, seat, view, ranked = found
    meta, texts = table.game.meta, texts_of(table.game.meta.key)
    ranked = [ranked[0], ranked[1]._replace(loss=0, error=error), ranked[2]]
    hints = hints_of(table, view, ranked, texts)
    assert [is_rough(hints, place) for place in range(3)] == [bool(error), bool(error), False]
    assert [standing_words(hints, place, meta) for place in range(2)] == ["equal?" if error else "equal"] * 2
    said = hint_sentences(table, texts, NumberedMoves(table, texts, seat, seat), view, ranked)
    chance = "; with 5 simulations that could be chance" if error else ""
    assert said.count(f"The abbot rates the first 2 equal, and best{chance}.") == 1, said
    assert not any(line.startswith(("This ", "The best ", "It is as good")) for line in said), said


def test_one_of_two_best_moves_is_not_called_the_best_if_only_the_third_could_be_as_good(found: Found) -> None:
    table, seat, view, ranked = found
    texts = texts_of(table.game.meta.key)
    ranked = [ranked[0], ranked[1]._replace(loss=0, error=0), ranked[2]._replace(error=_CLEAR * SCORE_UNIT)]
    hints = hints_of(table, view, ranked, texts)
    assert [standing_words(hints, place, table.game.meta)[:5] for place in range(2)] == ["equal", "equal"]
    assert not is_rough_tie(hints)
    said = hint_sentences(table, texts, NumberedMoves(table, texts, seat, seat), view, ranked)
    assert "The abbot rates the first 2 equal, and best." in said
    selected = SelectedHint(hints, 1, ["move 1", "move 2", "move 3"])
    figures = list(figures_of_hint(selected, table.game.meta, ()))
    assert figures[0] == "The abbot rates the first 2 equal, and best."
    assert not any("luck" in it for it in figures)


def test_of_moves_that_are_all_equal_each_is_said_to_be_with_what_it_scores(found: Found) -> None:
    table, _, view, ranked = found
    meta = table.game.meta
    hints = hints_of(table, view, [it._replace(loss=0, error=0) for it in ranked], texts_of(meta.key))
    for place, hint in enumerate(hints):
        selected = SelectedHint(hints, place, ["move 1", "move 2", "move 3"])
        first, *others = figures_of_hint(selected, meta, ())
        scores = f" It scores {points_words(hint.earned.total, meta.unit)} now."
        scored = meta.adds_up and (hint.earned.gains or hint.earned.losses)
        assert first == f"The abbot rates all 3 equal.{scores if scored else ''}"
        assert others == ['The estimate for the end of the match comes from 5 simulations; see "Bots and hints".']


def test_a_move_that_misses_a_win_does_so_for_certain() -> None:
    table, _, view, ranked = decision("duel")
    meta = table.game.meta
    hints = hints_of(table, view, [ranked[0], ranked[1]._replace(loss=2 * meta.win * SCORE_UNIT)], texts_of(meta.key))
    won = (hints[0]._replace(wins=True), hints[1]._replace(certain=False))
    assert standing_words(won, 1, meta) == "misses the win"
    assert not is_rough(won, 1)


def test_without_simulations_nothing_is_certain(found: Found) -> None:
    table, _, view, ranked = found
    meta = table.game.meta
    hints = hints_of(table, view, [it._replace(samples=0) for it in ranked], texts_of(meta.key))
    assert [certainty_words(hints, place, meta)[0] for place in range(3)] == ["not simulated, could be chance"] * 3


def test_the_review_calls_rough_what_a_hint_does(found: Found) -> None:
    table, seat, view, ranked = found
    texts = texts_of(table.game.meta.key)
    for option, rough, sure in ((ranked[1], True, "5 simulations"), (ranked[2], False, "unlikely to be chance")):
        it = graded(table.game, Decision(20, 1, seat, view, option.move), ranked)
        assert it.rough == rough
        told = ["".join(text for text, _ in words.spans) or words.text for words in grade_paragraphs(table, texts, it)]
        assert told[-1] == f"The abbot's estimate: {sure}."


def test_the_review_in_words_says_what_favours_the_move_made_and_how_sure_it_is(found: Found) -> None:
    table, seat, view, ranked = found
    texts, favoured = texts_of(table.game.meta.key), 0
    for move in table.game.legal(view, seat)[1:20]:
        options = [ranked[0], ranked[2]._replace(move=move)]
        it = graded(table.game, Decision(20, 1, seat, view, move), options)
        said = ReviewReader(table, texts).begin(Review(1, (it,)))
        shown = [words.text for words in grade_paragraphs(table, texts, it)]
        favour = [line for line in shown if line.startswith("In favour of the move made: it ")]
        assert [line for line in said if line.startswith("In favour ")] == favour
        assert any(
            line.endswith("1 of 1 decision could have been better. That is unlikely to be chance.") for line in said
        )
        favoured += len(favour)
    assert favoured
