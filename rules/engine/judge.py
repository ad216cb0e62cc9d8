"""The judge: a referee who also rates moves and evaluates positions. Bots play by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol, TypeVar

from rules.engine.events import Move
from rules.engine.referee import Referee
from rules.engine.secrecy import Seat

S = TypeVar("S")

SCORE_UNIT: Final = 100
"""The smallest amount of `Meta.estimate_unit` on the scale of `Judge.evaluate`."""


class Part(NamedTuple):
    """A named part of an evaluation, or of what a move changes in it, on the scale of `SCORE_UNIT`."""

    key: str
    """A stable word, e.g. "tasks"; the game's texts have a clause for it."""
    value: int
    count: int = 0  # pyright: ignore[reportIncompatibleMethodOverride]
    """How many things it counts, for clauses such as "fulfils 2 tasks"."""
    names: tuple[int, ...] = ()
    """The numbers of these things in the game's data, where a clause can name them: "completes the church"."""
    where: tuple[int, ...] = ()
    """Where they are, as the game's data numbers places: spaces, buildings, or gaps as masks; for clauses as well."""
    lost: tuple[int, ...] = ()
    """The numbers of the things that are given up, as in `names`: goods that are spent."""


def part_changes(before: Iterable[Part], after: Iterable[Part]) -> list[Part]:
    """Return how the parts of an evaluation change; the names are those of the things that are gained."""
    old = {part.key: part for part in before}
    found: list[Part] = []
    for it in after:
        was = old.get(it.key, Part(it.key, 0))
        gained = Counter(it.names) - Counter(was.names)
        found.append(Part(it.key, it.value - was.value, it.count - was.count, tuple(gained.elements())))
    return found


class Judge(Referee[S], Protocol[S]):
    """The rules of a match with an opinion about moves and positions."""

    turns_in_round: int
    """The number of moves that a search counts as a round; 0 where rounds begin with draws (`Draw.opens_round`)."""
    rating_deviation: int
    """The standard deviation of a rating difference as a predictor of the true difference, measured by play."""

    def candidate_moves(self, state: S, seat: Seat) -> Sequence[Move]:
        """Return the legal moves, in order, without moves that `rate` cannot rank first.

        For rollouts, which need only the best rated move of most positions. Returning all legal moves is correct. The
        seat's own view suffices; empty when it is not due.
        """
        ...

    def sample_state(self, view: S, entropy: bytes) -> S:
        """Sample a full state that is consistent with the view."""
        ...

    def gain(self, state: S, seat: Seat, moves: Sequence[Move]) -> Sequence[int]:
        """Return the immediate gain of each legal move for the seat, mostly in points. The seat's own view suffices.

        For greedy bots. Only values returned by the same call are comparable.
        """
        ...

    def rate(self, state: S, seat: Seat, moves: Sequence[Move]) -> Sequence[int]:
        """Return a heuristic rating of each legal move: its gain and its prospects.

        For the rollouts and candidates of a search. Conditions as for `gain`.
        """
        ...

    def evaluate(self, state: S, seat: Seat) -> int:
        """Return the evaluation of a full state for the seat: its score, its prospects, and its lead in versus.

        For bots that search; only evaluations for the same seat are comparable. `SCORE_UNIT` is the unit.
        """
        ...

    def explain(self, state: S, move: Move) -> Sequence[Part]:
        """Return what a legal move changes for its seat until the end of its turn, in parts, as far as can be known.

        For explanations in words only: bots do not ask it. The seat's own view suffices.
        """
        ...
