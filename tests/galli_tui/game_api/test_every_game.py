"""Every game of the registry, and the sample game, with what serves all games: bots, hints, the review and files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from galli_tui.game_api.hint_standing import BEST, EQUAL, ROUGH, standing_words, tied_words
from galli_tui.game_api.hint_text import equal_count, hints_of
from galli_tui.game_api.registry import texts_of
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.tables.decisions import match_decisions
from rules.bots import bot_named, bot_names
from rules.bots.abbot import Abbot
from rules.bots.budget import EventBudget
from rules.bots.reasons import advantages
from rules.bots.review import Review, has_choice
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.game import Options
from rules.registry import game_meta, games
from saves.format.header import Player, seeded
from saves.log.public_hash import public_hash
from saves.storage.identity_file import load_identity
from saves.storage.match import Match
from saves.storage.paths import home
from tests.sample_game.game import META as SAMPLE
from tests.sample_game.registered import sample_game
from tests.support.sample_match import play
from tests.support.table_positions import players

__all__ = ["sample_game"]
MOVES = 9
"""Random moves before anything is asked: everything is still open in each game."""
WORK = 200
"""Simulated events of a decision."""


@pytest.fixture(params=[*games(), SAMPLE.key])
def match(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Match]:
    """A match of two seats at the game's last level, after some moves at random."""
    if request.param == SAMPLE.key:
        request.getfixturevalue(sample_game.__name__)
    meta = game_meta(request.param)
    options = Options(2, "versus", meta.levels[-1])
    players = [Player(name, colour) for name, colour in zip(("Anna", "Bruno"), meta.colours, strict=False)]
    made = Match.create(tmp_path, meta.key, options, players, seeded(1), identity=load_identity(home()), now=0)
    with made:
        yield play(made, MOVES)


def stream() -> RandomStream:
    return RandomStream(derive_entropy("every game"))


def test_every_bot_decides_legally_and_the_same_again(match: Match) -> None:
    for seat in match.due.seats:
        for name in bot_names():
            decided = [
                bot_named(name).decide(match.game, match.view(seat), seat, stream(), EventBudget(WORK)) for _ in "12"
            ]
            assert decided[0] in match.game.legal(match.log.state, seat), name
            assert decided[0] == decided[1], name


def test_hints_are_legal_and_in_words(match: Match) -> None:
    game, seat = match.game, match.due.seats[0]
    view = match.view(seat)
    ranked = Abbot().rank_moves(game, view, seat, stream(), EventBudget(WORK))
    hints = hints_of(InMemoryTable(game, players("Anna", "Bruno")), view, ranked, texts_of(game.meta.key))
    assert hints
    assert all(hint.move in game.legal(view, seat) for hint in hints)
    together = equal_count(hints)
    best = BEST if together == 1 else EQUAL
    assert standing_words(hints, 0, game.meta).rstrip(ROUGH) == ("" if tied_words(hints) else best)
    for hint in hints[together:]:
        why = advantages(game, view, hints[0].move, hint.move) if hint.behind else ()
        assert bool(hint.why) == bool(why)


def test_the_reason_of_moves_that_are_best_together_compares_them_with_the_first_worse_one(match: Match) -> None:
    game, seat = match.game, match.due.seats[0]
    view, table = match.view(seat), InMemoryTable(game, players("Anna", "Bruno"))
    best, second, *others = Abbot().rank_moves(game, view, seat, stream(), EventBudget(WORK))
    equal = [best, second._replace(loss=best.loss), *(it._replace(loss=best.loss + 500) for it in others)]
    hints = hints_of(table, view, equal, texts_of(game.meta.key))
    assert [hint.behind for hint in hints[:2]] == [0, 0]
    if not (worse := hints[2:]):
        assert not any(hint.why for hint in hints)
        return
    assert [hint.ties for hint in hints] == [True, True, *(False for _ in worse)]
    assert [hint.against for hint in hints] == [2, 2, *(0 for _ in worse)]
    for hint in hints:
        reason = hint.reason("move 9")
        assert not reason or "move 9" in reason
        assert "the best " not in reason


def test_a_review_rates_every_decision(match: Match) -> None:
    game = match.game
    decisions = match_decisions(match, match.due.seats)
    assert decisions
    assert all(has_choice(game, decision) for decision in decisions)
    review = Review(len(decisions))
    for decision in decisions:
        ranked = Abbot().rank_moves(game, decision.view, decision.seat, stream(), EventBudget(WORK), decision.move)
        review = review.with_decision(game, decision, ranked)
    assert review.done == review.total


def test_a_saved_match_replays_to_the_same_state(match: Match) -> None:
    play(match)
    assert match.over
    found = public_hash(match.log)
    match.close()
    with Match.open(match.path, load_identity(home()), read_only=True) as again:
        assert public_hash(again.log) == found
        assert again.game.sheet(again.view(again.seats[0])) == match.game.sheet(match.log.state)
