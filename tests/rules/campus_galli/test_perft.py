"""Perft: counts of move sequences from fixed positions. A change of rules or components shows here.

After an intended change, `python -m tests.rules.campus_galli.test_perft` prints the new counts.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.campus_galli.laying_sections import TakeSectionStep
from rules.campus_galli.state import State
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.perft import perft
from tests.support.play import Play
from tests.support.positions import CHURCH_AND_CLOISTER_BUT_E6_TO_E9, position, start, table, with_symbols

SEED = 1


def middle(seats: int, mode: str, events: int, level: int = 1) -> Play:
    """Return a random match after a number of events, advanced to its next turn."""
    game = table(seats, mode, level=level)
    state, stream = game.initial(), RandomStream(derive_entropy("perft", seats, mode))
    while events > 0 or not isinstance(state.agenda[-1], TakeSectionStep):
        due = game.due(state)
        event = game.deal(state, stream.bytes32()) if due.dealer else stream.choice(game.legal(state, due.seats[0]))
        state, events = game.apply(state, event), events - 1
    return Play(game, state)


def two_completed() -> Play:
    """One hall completes church and cloister: two flips of nine."""
    return position(laying="pouch blue hall", laid=CHURCH_AND_CLOISTER_BUT_E6_TO_E9).do("1 lay e6 e7 e8 e9")


def three_builders() -> Play:
    """Seat 1 sends one of three home."""
    laid = ["1 hut green hall h5 i5 j5 k5 builder", "1 hut blue hall h6 i6 j6 k6 builder"]
    game = table(box=with_symbols(), monks=3)
    at = position(game, laying="hut blue tower", laid=laid, beside=["1 H"], wood="ABCH")
    return at.do("1 lay b9 c9 b10 c10")


MOMENTS: dict[str, Callable[[], Play]] = {
    "solo, the start": lambda: start(table(1)),
    "two against each other, the start": start,
    "three together, the start": lambda: start(table(3, "coop")),
    "four against each other, the start": lambda: start(table(4)),
    "solo, the middle": lambda: middle(1, "solo", 70),
    "two together, the middle": lambda: middle(2, "coop", 70),
    "three against each other, late": lambda: middle(3, "versus", 120),
    "level II, two together, the start": lambda: start(table(2, "coop", level=2)),
    "level II, two against each other, the middle": lambda: middle(2, "versus", 90, level=2),
    "level III, three against each other, the start": lambda: start(table(3, level=3)),
    "level III, two together, the middle": lambda: middle(2, "coop", 120, level=3),
    "two flips": two_completed,
    "a builder goes home": three_builders,
}

COUNTS: dict[str, tuple[int, ...]] = {
    "solo, the start": (2, 6, 1656, 3312, 11592, 1674825),
    "two against each other, the start": (2, 4, 6, 299, 2065, 294033),
    "three together, the start": (2, 4, 8, 20, 2852, 37956),
    "four against each other, the start": (2, 4, 8, 16, 28, 510),
    "solo, the middle": (2, 52, 104, 936, 39851),
    "two together, the middle": (1, 34, 139, 2832, 7567, 15134),
    "three against each other, late": (4, 84, 253, 3039, 9417, 79140),
    "level II, two together, the start": (3, 9, 20, 42, 1047, 6161),
    "level II, two against each other, the middle": (5, 1081, 10740, 220502),
    "level III, three against each other, the start": (3, 9, 27, 62, 142, 1227),
    "level III, two together, the middle": (5, 390, 3605),
    "two flips": (9, 73, 1387, 79773),
    "a builder goes home": (3, 66, 10674, 21348),
}


MANY = 15_000
"""So many sequences are counted in long runs alone."""


@pytest.mark.parametrize("moment", COUNTS)
def test_perft_counts_are_unchanged(moment: str) -> None:
    play = MOMENTS[moment]()
    few = [number for number in COUNTS[moment] if number < MANY]
    assert [perft(play.game, play.state, depth, SEED) for depth in range(1, len(few) + 1)] == few


@pytest.mark.long
@pytest.mark.parametrize("moment", [moment for moment, counts in COUNTS.items() if counts[-1] >= MANY])
def test_one_move_further_they_are_many(moment: str) -> None:
    play, counts = MOMENTS[moment](), COUNTS[moment]
    assert perft(play.game, play.state, len(counts), SEED) == counts[-1]


def test_every_moment_is_counted() -> None:
    assert COUNTS.keys() == MOMENTS.keys()


def by_states(play: Play, state: State, depth: int) -> int:
    """Return the same count, with every last move applied too."""
    game = play.game
    while (due := game.due(state)).dealer:
        source, index, _ = game.draw(state)
        state = game.apply(state, game.deal(state, derive_entropy("perft", SEED, source, index)))
    if depth == 0:
        return 1
    if due.over:
        return 0
    moves = game.legal(state, due.seats[0])
    return sum(by_states(play, game.apply(state, move), depth - 1) for move in moves)


@pytest.mark.parametrize(
    ("moment", "depth"),
    [
        ("solo, the start", 4),
        ("two flips", 2),
        ("two together, the middle", 2),
        ("level III, two together, the middle", 2),
    ],
)
def test_counting_the_last_moves_by_their_list_is_counting_the_states_they_lead_to(moment: str, depth: int) -> None:
    play = MOMENTS[moment]()
    assert perft(play.game, play.state, depth, SEED) == by_states(play, play.state, depth)


def test_a_match_that_is_over_leads_nowhere() -> None:
    last = position(turns=["2 build-red-1"], laying="hut red tower", year=2, piles=0)
    end = last.do("2 lay e5 f5 e6 f6")
    assert perft(end.game, end.state, 0, SEED) == 1
    assert perft(end.game, end.state, 1, SEED) == 0
    assert perft(last.game, last.state, 2, SEED) == 0


def test_another_seed_deals_otherwise() -> None:
    play = start(table(1))
    assert perft(play.game, play.state, 3, SEED) != perft(play.game, play.state, 3, SEED + 1)


def main() -> None:
    """Print the table of counts."""
    for name, make in MOMENTS.items():
        play, counts = make(), list[int]()
        while not counts or (counts[-1] < 20_000 and len(counts) < 6):
            counts.append(perft(play.game, play.state, len(counts) + 1, SEED))
        print(f"    {name!r}: {tuple(counts)},".replace("'", '"'))


if __name__ == "__main__":
    main()
