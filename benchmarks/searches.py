"""Three searches play each other: `python -m benchmarks.searches [PAIRS [LEVEL [WORK]]]`.

Any two of them play PAIRS seeds in both seats, with WORK simulated events per decision, on all processors.
Flat Monte Carlo is what the abbot does (`rules.bots.rollout_search`). The others are kept here so that the comparison
can be
made again: information-set Monte Carlo tree search, open-loop and of one observer (Cowling, Powley, Whitehouse:
Information Set Monte Carlo Tree Search, 2012), and beam search in each of several worlds. All see the same views, rate
moves alike, look as far ahead and may apply as many events; docs/searches.md has what was found.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import log, sqrt
from multiprocessing import Pool
from typing import Any, Final, NamedTuple

from galli_tui.lab.figures import wilson
from rules.bots import Bot
from rules.bots.abbot import LIMITS, Abbot
from rules.bots.budget import Budget
from rules.bots.rollout import (
    Determinization,
    RolloutState,
    advance_to_decision,
    greedy_move,
    roll_out,
    sample_determinization,
)
from rules.bots.rollout_search import sort_by_rating
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame, Options
from rules.engine.secrecy import Seat
from rules.registry import game_box
from rules.simulate import play

EXPLORE: Final = 300.0
"""How many worths one standard deviation of luck is held to be: the exploration constant of the tree's bound."""
WIDTH: Final = 4
"""Lines that a beam keeps."""
BRANCHES: Final = 3
"""Moves that each of them tries."""


class Node:
    """A move in the tree: how often it was available and chosen, and its results for the player who made it."""

    __slots__ = ("available", "children", "total", "visits")

    def __init__(self) -> None:
        self.available, self.visits = 1, 0
        self.total = 0.0
        self.children: dict[Move, Node] = {}

    def bound(self) -> float:
        """Return the upper confidence bound."""
        return self.total / self.visits + EXPLORE * sqrt(log(self.available) / self.visits)


class Tree:
    """Information-set Monte Carlo tree search. Implements `rules.bots.Bot`."""

    name = "tree"
    max_events = Abbot.max_events

    def decide(self, game: AnyGame, view: Any, seat: Seat, stream: RandomStream, budget: Budget) -> Move:
        """Return the move that was tried most often."""
        root, tried = Node(), [move for move, _ in sort_by_rating(game, view, seat)[: LIMITS.candidates]]
        if len(tried) == 1:
            return tried[0]
        while self._iterate(game, sample_determinization(game, view, stream), root, tried, budget):
            pass
        return max(tried, key=lambda move: root.children[move].visits if move in root.children else -1)

    def _iterate(self, game: AnyGame, world: Determinization, root: Node, tried: list[Move], budget: Budget) -> bool:
        """Descend in one determinization to a new leaf and play on from there; return whether the budget sufficed."""
        node, path = root, list[tuple[Node, Seat]]()
        line: RolloutState | None = RolloutState(world.state, LIMITS.horizon, game.due(world.state).seats[0])
        while line is not None and line.to_move is not None:
            if not budget.spend():
                return False
            state, parts, seat = line.state, line.rounds_left, line.to_move
            moves = (
                tried if node is root else [move for move, _ in sort_by_rating(game, state, seat)[: LIMITS.candidates]]
            )
            new = next((move for move in moves if move not in node.children), None)
            for move in moves:
                if move in node.children:
                    node.children[move].available += 1
            move = max(moves, key=lambda it: node.children[it].bound()) if new is None else new
            node = node.children.setdefault(move, Node())
            path.append((node, seat))
            if new is not None:
                ended = roll_out(game, Determinization(state, world.entropy), new, parts, budget)
                line = None if ended is None else RolloutState(ended, 0, None)
            else:
                line = advance_to_decision(game, world, game.apply(state, move), parts, budget)
        if line is None:
            return False
        for visited, seat in path:
            visited.visits += 1
            visited.total += game.evaluate(line.state, seat)
        return True


class Beam:
    """Beam search over the seat's own moves in each of several worlds. Implements `rules.bots.Bot`."""

    name = "beam"
    max_events = Abbot.max_events

    def decide(self, game: AnyGame, view: Any, seat: Seat, stream: RandomStream, budget: Budget) -> Move:
        """Return the move whose best line has the best average evaluation."""
        tried = [move for move, _ in sort_by_rating(game, view, seat)[: LIMITS.candidates]]
        if len(tried) == 1:
            return tried[0]
        totals = dict.fromkeys(tried, 0)
        while (
            found := self._best_lines(game, sample_determinization(game, view, stream), seat, tried, budget)
        ) is not None:
            for move, worth in found.items():
                totals[move] += worth
        return max(tried, key=totals.__getitem__)

    def _best_lines(
        self, game: AnyGame, world: Determinization, seat: Seat, tried: list[Move], budget: Budget
    ) -> dict[Move, int] | None:
        """Return the evaluation of each move's best line in one determinization; None if the budget ran out."""
        found: dict[Move, int] = {}
        for first in tried:
            if not budget.spend():
                return None
            lines, ended = [(game.apply(world.state, first), LIMITS.horizon)], list[Any]()
            while lines:
                grown: list[tuple[Any, int]] = []
                for state, parts in lines:
                    line = self._until_own(game, world, state, parts, seat, budget)
                    if line is None:
                        return None
                    if line.to_move is None:
                        ended.append(line.state)
                        continue
                    for move, _ in sort_by_rating(game, line.state, seat)[:BRANCHES]:
                        if not budget.spend():
                            return None
                        grown.append((game.apply(line.state, move), line.rounds_left))
                lines = sorted(grown, key=lambda it: game.evaluate(it[0], seat), reverse=True)[:WIDTH]
            found[first] = max(game.evaluate(state, seat) for state in ended)
        return found

    def _until_own(
        self, game: AnyGame, world: Determinization, state: Any, parts: int, seat: Seat, budget: Budget
    ) -> RolloutState | None:
        """Play all other seats by rating until the seat has a choice or the line ends; None if the budget ran out."""
        line = advance_to_decision(game, world, state, parts, budget)
        while line is not None and line.to_move is not None:
            if line.to_move == seat and len(game.legal(line.state, seat)) > 1:
                break
            if not budget.spend():
                return None
            state = game.apply(line.state, greedy_move(game, line.state, line.to_move))
            line = advance_to_decision(game, world, state, line.rounds_left, budget)
        return line


KINDS: Final[dict[str, type[Bot]]] = {"flat": Abbot, "tree": Tree, "beam": Beam}


class Task(NamedTuple):
    """A seed that two searches play in both seats."""

    first: str
    other: str
    level: int
    work: int
    seed: int


def one(task: Task) -> tuple[float, int]:
    """Return the wins of the first search and its lead in half-points, over both matches."""
    first, other, level, work, seed = task
    game = game_box("campus-galli").new(Options(2, "versus", level))
    wins, lead = 0.0, 0
    for seat in (0, 1):
        bots = [KINDS[other]()] * 2
        bots[seat] = KINDS[first]()
        for bot in bots:
            bot.max_events = work
        sheet = play(game, bots, seed).sheet
        wins += (seat in sheet.winners) / len(sheet.winners)
        lead += sheet.seats[seat] - sheet.seats[1 - seat]
    return wins, lead


def compared(pairs: int, level: int, work: int) -> Iterator[str]:
    """Return a line for each pair of searches."""
    with Pool() as pool:
        for first, other in (("flat", "tree"), ("flat", "beam")):
            tasks = [Task(first, other, level, work, seed) for seed in range(1, pairs + 1)]
            found = pool.map(one, tasks, chunksize=1)
            wins, lead = sum(wins for wins, _ in found), sum(lead for _, lead in found) / (2 * pairs)
            share = wilson(Fraction(wins), 2 * pairs)
            yield (
                f"level {level}, {work} events: {first} wins {wins:g} of {2 * pairs} against {other}, "
                f"{100 * share.low:.0f} to {100 * share.high:.0f} %, and is {lead:+.1f} half-points ahead"
            )


def _whole(least: int, most: int) -> Callable[[str], int]:
    """Return a function that parses a whole number between these limits."""

    def number(word: str) -> int:
        if not least <= int(word) <= most:
            raise ArgumentTypeError(f"takes {least} to {most}, not {word}")
        return int(word)

    return number


def main() -> None:
    """Play, and print a line for each pair of searches."""
    parser = ArgumentParser(
        prog="python -m benchmarks.searches", description=(__doc__ or "").partition("\n")[2].strip()
    )
    parser.add_argument("pairs", nargs="?", type=_whole(1, 10_000), default=10, metavar="PAIRS")
    parser.add_argument("level", nargs="?", type=int, choices=(1, 2, 3), default=1, metavar="LEVEL")
    parser.add_argument("work", nargs="?", type=_whole(0, 1_000_000), default=Abbot.max_events, metavar="WORK")
    words = parser.parse_args()
    try:
        for line in compared(words.pairs, words.level, words.work):
            print(line, flush=True)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
