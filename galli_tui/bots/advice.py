"""What the abbot tells people: at a decision what it would do, after a match what it would have done.

How it is shown is `screens.table_hints`' and `screens.analysis`' matter; where it thinks, `thinking.adviser` knows.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

from rules.bots.review import Decision
from rules.bots.rollout_search import RankedMove
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat

CONTESTED: Final = "No hints or analysis where several terminals play against each other."
OVER_SSH: Final = "No hints over SSH: it is the host's computer that would have to think."
WATCHED: Final = "No hints for whoever watches: they are for the seats that decide."


def is_contest(game: AnyGame) -> bool:
    """Whether the seats play against each other."""
    return not game.bands


class AdviceUnavailable(Exception):
    """There is no advice; says why, and what to do, in a clean sentence or two."""


class Advice(Protocol):
    """The abbot of one table. It is never waited for: whoever asks may cancel."""

    @property
    def background(self) -> int:
        """How many decisions it can compare at once without disturbing play; 0 where it may only think on request."""
        ...

    async def options(self, seat: Seat, view: Any) -> list[RankedMove]:
        """What it would decide for the seat, and the moves it has compared that with, the best first.

        Uses only what the view shows. Raises `AdviceUnavailable`; ValueError if the seat has nothing to decide.
        """
        ...

    async def beside(self, decision: Decision) -> list[RankedMove]:
        """What it thinks of a decision beside a few other moves, the best first, as `rules.bots.review` does.

        Of one decision of one match it always thinks the same. Raises `AdviceUnavailable`.
        """
        ...
