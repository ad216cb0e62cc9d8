"""The abbot's advice to players: hints at a decision, and the review of a finished match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat

if TYPE_CHECKING:  # The search is slow to import, and most commands need none.
    from rules.bots.review import Decision
    from rules.bots.rollout_search import RankedMove

CONTESTED: Final = "No hints or review in a versus match between several terminals."
OVER_SSH: Final = "No hints over SSH: they would run on the host's computer."
WATCHED: Final = "No hints for spectators."


def is_contest(game: AnyGame) -> bool:
    """Return whether the seats play against each other."""
    return not game.bands


class AdviceUnavailable(Exception):
    """There is no advice; the text says why and what to do."""


class Advice(Protocol):
    """The abbot of one table. Its answers can be cancelled."""

    @property
    def background(self) -> int:
        """Return how many decisions it can compare at once without disturbing play; 0 if only on request."""
        ...

    async def options(self, seat: Seat, view: Any) -> list[RankedMove]:
        """Return the abbot's move for the seat and the moves it was compared with, best first.

        Uses only what the view shows. Raises `AdviceUnavailable`; ValueError if the seat has nothing to decide.
        """
        ...

    async def beside(self, decision: Decision) -> list[RankedMove]:
        """Return the abbot's comparison of a decision with a few other moves, best first, as `rules.bots.review` does.

        The same decision of the same match always gives the same answer. Raises `AdviceUnavailable`.
        """
        ...
