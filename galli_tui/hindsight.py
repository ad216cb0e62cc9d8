"""Looking back at a match that is over, decision after decision; it can be left at any, and goes on from there later.

What is asked of the abbot, `galli_tui.advice` says; which decisions have cost the most, `rules.bots.review` knows.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from galli_tui.table import Table
from rules.bots.review import Decision, Review


class Hindsight:
    """What is known so far of what the decisions of a table have cost."""

    def __init__(self, table: Table) -> None:
        """For a table at which the match is over."""
        self._advice = table.advice
        self._decisions: list[Decision] = table.decisions()
        self.review = Review(0, len(self._decisions), ())
        """How far it has come."""

    @property
    def done(self) -> bool:
        """Whether every decision was looked at."""
        return self.review.done == self.review.of

    async def go_on(self) -> AsyncIterator[Review]:
        """Looks at what was not looked at yet, and says after each decision how far it is. Raises `NoAdvice`."""
        if isinstance(self._advice, str):
            return
        while not self.done:
            decision = self._decisions[self.review.done]
            self.review = self.review.looked_at(decision, await self._advice.beside(decision))
            yield self.review
