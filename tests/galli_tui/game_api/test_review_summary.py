"""What cost each player most, at the head of a review."""

from __future__ import annotations

import asyncio
import re

import pytest

from galli_tui.game_api.registry import texts_of
from galli_tui.game_api.review_summary import MOST, costliest_words, pattern_words, total_words
from galli_tui.style.wording import amount_words
from galli_tui.tables.game_review import GameReview
from rules.bots.review import Grade, GradedDecision, Review
from rules.campus_galli.laying_sections import LaySection
from rules.campus_galli.rounds import ChooseCard
from rules.engine.events import Move
from tests.support.bot_backends import SpreadAdvice
from tests.support.replays import ReplayedTable, replayed


def reviewed(name: str) -> tuple[ReplayedTable, Review]:
    """Return a match with its review, in which decisions have all kinds of costs."""
    table = replayed(name)
    table.advice = SpreadAdvice(table.game)
    game_review = GameReview(table)
    asyncio.run(game_review.resume())
    return table, game_review.review


@pytest.mark.parametrize("name", ["campus-1", "campus-3", "duel", "ora"])
def test_every_player_hears_which_decisions_cost_most(name: str) -> None:
    table, review = reviewed(name)
    lines = costliest_words(table, texts_of(table.game.meta.key), review)
    assert len(lines) == len({it.decision.seat for it in review.mistakes})
    for line, player in zip(lines, table.players, strict=True):
        head, _, told = line.partition(": ")
        assert head == f"What cost {player.name} most"
        parts = told.removesuffix(".").split("; ")
        assert len(parts) == MOST
        for part in parts:
            assert re.fullmatch(r"[^:]+, (?:not )?[a-z]+ing\b(?:[^:\"]|\"[^\"]*\")* \((?:about [^()]+|[a-z ]+)\)", part)
            assert " of " not in part.partition(", ")[0]


def test_the_costliest_decision_of_a_player_comes_first() -> None:
    table, review = reviewed("campus-1")
    worst = next(it for it in review.mistakes if it.decision.seat == 0)
    (line, *_) = costliest_words(table, texts_of("campus-galli"), review, 1)
    cost = amount_words(worst.cost, table.game.meta.estimate_unit)
    assert line.endswith(f" (about {cost}).")
    assert costliest_words(table, texts_of("campus-galli"), Review(review.total)) == []


def test_a_player_alone_is_you() -> None:
    table, review = reviewed("campus-1")
    table.players = (table.players[0], table.players[1]._replace(here=False))
    lines = costliest_words(table, texts_of("campus-galli"), review)
    assert lines[0].startswith("What cost you most: ")
    assert lines[1].startswith("What cost Bruno most: ")


def lost(table: ReplayedTable, review: Review, *costs: tuple[type[Move], int]) -> list[str]:
    """Return the pattern of the first player, whose decisions of these kinds cost so much, in half points."""
    left = [it for it in review.graded if it.decision.seat == 0]
    graded = list[GradedDecision]()
    for kind, cost in costs:
        it = next(it for it in left if isinstance(it.decision.move, kind))
        left.remove(it)
        graded.append(it._replace(grade=Grade.MISTAKE, cost=cost))
    return pattern_words(table, texts_of("campus-galli"), Review(review.total, tuple(graded)))


def test_what_cost_most_of_all_in_several_decisions_is_a_pattern() -> None:
    table, review = reviewed("campus-1")
    found = lost(table, review, (LaySection, 6), (LaySection, 8), (ChooseCard, 10))
    assert found == ["Placing sections cost Anna the most overall: about 7 points of 12."]
    assert not lost(table, review, (LaySection, 6), (LaySection, 4), (ChooseCard, 10)), "only half of it"
    assert not lost(table, review, (LaySection, 14), (ChooseCard, 10)), "a single decision"
    assert not lost(table, review, (LaySection, 6), (LaySection, 8)), "there was no other kind"
    table.players = (table.players[0], table.players[1]._replace(here=False))
    (alone,) = lost(table, review, (LaySection, 6), (LaySection, 8), (ChooseCard, 10))
    assert alone.startswith("Placing sections cost you the most overall: ")


def test_a_game_without_names_for_its_kinds_of_moves_has_no_pattern() -> None:
    table, review = reviewed("duel")
    assert pattern_words(table, texts_of("builders-duel"), review) == []


def one_player(review: Review, *costs: int) -> Review:
    """Return a review of the first player's decisions only, of which the first cost so much."""
    own = [it for it in review.graded if it.decision.seat == 0]
    graded = [it._replace(grade=Grade.MISTAKE, cost=cost) for it, cost in zip(own, costs, strict=False)]
    fine = [it._replace(grade=Grade.BEST, cost=0) for it in own[len(costs) : 9]]
    return Review(review.total, (*graded, *fine))


@pytest.mark.parametrize(
    ("costs", "told"),
    [
        ((3, 2, 8), "3 of 9 decisions could have been better; together they cost about 13 gold (1 material)."),
        ((1, 2), "2 of 9 decisions could have been better; together they cost about 3 gold."),
        ((13,), "1 of 9 decisions could have been better."),
        ((3, 500), "2 of 9 decisions could have been better."),
    ],
)
def test_the_mistakes_of_one_player_are_added_up_unless_one_may_have_lost_the_match(
    costs: tuple[int, ...], told: str
) -> None:
    table, review = reviewed("duel")
    assert total_words(table, one_player(review, *costs)) == told


def test_the_mistakes_of_several_players_are_only_counted() -> None:
    table, review = reviewed("duel")
    assert total_words(table, review).endswith(" decisions could have been better.")
