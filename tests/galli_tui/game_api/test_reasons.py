"""The reasons for a move in simulated matches of every game: each is a difference, and one that can be seen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest

from galli_tui.game_api.hint_text import Hint
from galli_tui.game_api.reason_text import LEAST_OUTLOOK, OTHER_MOVE, THAN, why_words
from galli_tui.game_api.registry import texts_of
from galli_tui.games.kit.part_texts import COMMON_PARTS
from galli_tui.games.kit.texts import KitTexts
from galli_tui.matches.in_memory import InMemoryTable
from rules.bots.reasons import Advantage, advantages
from rules.bots.rollout_search import sort_by_rating
from rules.bots.score_change import ScoreChange
from rules.builders_duel.claims import Claim
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import AnyGame, Options
from rules.engine.judge import SCORE_UNIT
from rules.engine.secrecy import Seat
from rules.registry import game_box, games
from tests.support.table_positions import players

TABLES: Final = {
    "campus-1": ("campus-galli", Options(2, "versus", 1)),
    "campus-2": ("campus-galli", Options(2, "versus", 2)),
    "campus-3": ("campus-galli", Options(2, "coop", 3)),
    "duel": ("builders-duel", Options(2, "versus", 1)),
    "ora": ("ora-et-labora", Options(2, "versus", 1)),
    "ora-short": ("ora-et-labora", Options(3, "versus", 1, ("short-game",))),
}
EVERY: Final = 7
"""One in so many decisions is looked at."""
MOST: Final = 40
"""The most decisions of a match that are looked at."""


@pytest.fixture(params=TABLES)
def table(request: pytest.FixtureRequest) -> InMemoryTable:
    key, options = TABLES[request.param]
    return InMemoryTable(game_box(key).new(options), players(*("Anna", "Bruno", "Clara")[: options.seats]))


AMOUNTS: Final = {"goods"}
"""The parts whose names are amounts of a thing: both moves may gain it, in different numbers."""
COMPARED: Final = {"others"}
"""The parts whose clauses say no more than that one move does better."""


def compared(game: AnyGame, seed: int = 1) -> Iterator[tuple[Any, Move, Move]]:
    """Yield views of a match with its best rated move and another that is rated lower, some of each kind."""
    state, stream, number = game.initial(), RandomStream(derive_entropy("reasons", seed)), 0
    while not (due := game.due(state)).over and number < EVERY * MOST:
        if due.dealer:
            state = game.apply(state, game.deal(state, stream.bytes32()))
            continue
        seat = due.seats[0]
        view = game.view(state, seat)
        best, *others = [move for move, _ in sort_by_rating(game, view, seat)]
        number += bool(others)
        if others and not number % EVERY:
            yield view, best, others[0]
            yield view, best, stream.choice(others)
        state = game.apply(state, stream.choice([best, best, best, *others[:1]]))


def test_a_reason_holds_for_the_better_move_alone(table: InMemoryTable) -> None:
    """What the other move would be praised for as well is no reason."""
    game, found = table.game, 0
    texts = texts_of(game.meta.key)
    for view, best, other in compared(game):
        for it in advantages(game, view, best, other):
            clause = texts.reason(game, it)
            if not clause or it.key in COMPARED or texts.is_outlook(it.key, clause):
                continue
            its = Advantage(it.key, it.lead, it.other, 0, it.other_names, it.other_where, lost=it.other_lost)
            assert not it.other or clause != texts.reason(game, its), (it, game.format(best), game.format(other))
            if it.key not in AMOUNTS and set(it.names) & set(it.other_names):
                assert clause != texts.reason(game, it._replace(other_names=())), (it, clause)
            if it.names and Counter(it.names) == Counter(it.other_names):
                assert not clause.startswith("gains"), (it, clause)
            found += 1
    assert found > MOST // 4


def test_a_reason_is_none_for_the_other_move_in_the_same_comparison(table: InMemoryTable) -> None:
    texts, found = texts_of(table.game.meta.key), 0
    for view, best, other in compared(table.game, 2):
        for_it, against = (why_words(table, texts, view, *pair, 1) for pair in ((best, other), (other, best)))
        assert not for_it or for_it != against, (for_it, table.game.format(best), table.game.format(other))
        found += bool(for_it)
    assert found > MOST // 4


def test_an_outlook_is_no_reason_for_a_gap_that_it_hardly_accounts_for(table: InMemoryTable) -> None:
    game = table.game
    texts = texts_of(game.meta.key)
    for view, best, other in compared(game, 3):
        found = {texts.reason(game, it): it for it in advantages(game, view, best, other)}
        outlooks = {clause for clause, it in found.items() if texts.is_outlook(it.key, clause)}
        most = max((it.lead for it in found.values()), default=0)
        gap = LEAST_OUTLOOK * most // SCORE_UNIT + 1
        if found and set(found) == outlooks and (not game.meta.win or gap < game.meta.win / 10):
            assert not why_words(table, texts, view, best, other, 1, gap)


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (f"leaves 1 grain more but 1 straw less {THAN}", "leaves 1 grain more but 1 straw less than hint 2"),
        ("fulfils a task", "fulfils a task"),
        (f"is more likely {THAN} to win, with 3 throws left", "is more likely than hint 2 to win, with 3 throws left"),
        ('fulfils "north", worth more than "west"', 'fulfils "north", worth more than "west"'),
        (f"could gain 2 gold more {THAN}, if you then build", "could gain 2 gold more than hint 2, if you then build"),
    ],
)
def test_a_reason_names_what_it_compares_with_where_it_says_so(why: str, said: str) -> None:
    move = Claim(Seat(0), 0)
    assert Hint(move, ScoreChange(0, (), ()), 0, 0, why=why, against=1).reason("hint 2") == said


@pytest.mark.parametrize(
    ("behind", "ties", "why", "listed", "spoken"),
    [
        (0, False, "", "", ""),
        (0, False, "fulfils a task", "fulfils a task", "compared with hint 2, it fulfils a task"),
        (
            0,
            True,
            "fulfils a task",
            "compared with hint 2, it fulfils a task",
            "compared with hint 2, it fulfils a task",
        ),
        (0, True, f"scores more {THAN}", "scores more than hint 2", "it scores more than hint 2"),
        (3, False, "the best fulfils a task", "the best fulfils a task", "the best fulfils a task"),
        (3, False, f"{OTHER_MOVE} fulfils a task", "hint 2 fulfils a task", "hint 2 fulfils a task"),
    ],
)
def test_a_reason_names_the_move_that_it_holds_against_if_it_is_spoken_or_several_are_best(
    behind: int, ties: bool, why: str, listed: str, spoken: str
) -> None:
    hint = Hint(Claim(Seat(0), 0), ScoreChange(0, (), ()), behind, 0, why=why, against=1, ties=ties)
    assert (hint.reason("hint 2"), hint.reason("hint 2", spoken=True)) == (listed, spoken)


COMPARATIVE: Final = re.compile(r"\b(?:more|less|fewer|better|larger|longer|stronger|easier|higher|further)\b")


def is_compared_once(clause: str) -> bool:
    """Return whether a clause says with what it compares if it does, and only once."""
    named = clause.count(OTHER_MOVE) + clause.count(" instead of ") + clause.count(', worth more than "')
    return named == bool(COMPARATIVE.search(clause)) or (named == 1 and f"({OTHER_MOVE} " in clause)


@pytest.mark.parametrize("key", games())
def test_every_clause_that_compares_says_where_the_other_move_is_named(key: str) -> None:
    texts = texts_of(key)
    assert isinstance(texts, KitTexts)
    for part in (*texts.part_texts.values(), *COMMON_PARTS.values()):
        clauses = [it for it in part if isinstance(it, str) and it]
        assert clauses
        assert all(map(is_compared_once, clauses)), clauses


def test_every_reason_compares_with_one_move_at_most(table: InMemoryTable) -> None:
    """Where it does, the name stands where the clause has it, and nothing is added at the end."""
    texts, found = texts_of(table.game.meta.key), 0
    for view, best, other in compared(table.game, 4):
        # What a move makes possible may name words of another move: "if you then sell the larger building".
        clauses = {texts.reason(table.game, it) for it in texts.advantages(table.game, view, best, other)} - {""}
        assert all(map(is_compared_once, clauses)), clauses
        why = why_words(table, texts, view, best, other, 1)
        hint = Hint(best, ScoreChange(0, (), ()), 0, 0, why=why, against=1)
        assert hint.reason("move 3").count("than move 3") == why.count(THAN) <= 1
        assert THAN not in why_words(table, texts, view, best, other, 3, other_name="the move made")
        found += any(OTHER_MOVE in it for it in clauses)
    assert found
