"""The review of a finished match: evaluates several decisions in parallel, in any order, with the same result.

`galli_tui.bots.advice` says what the abbot is asked; `rules.bots.review` grades the decisions.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from time import monotonic

from galli_tui.bots.advice import Advice, AdviceUnavailable
from galli_tui.tables.table import Table
from galli_tui.tables.time_left import TimeLeft
from rules.bots.review import Decision, Review


class GameReview:
    """The grades of the decisions of a table, as found so far."""

    def __init__(self, table: Table, known: Review | None = None) -> None:
        """Create a review of a table whose match is over, with what is `known` or stored of an earlier one."""
        self._game, self._advice, self._store = table.game, table.advice, table.review_store
        decisions = table.decisions()
        if known is None and self._store is not None:
            known = self._store.load(decisions)
        graded = tuple(it for it in known.graded if it.decision in decisions) if known else ()
        found = {it.decision.entry for it in graded}
        self.seats = frozenset(it.seat for it in decisions)
        """The seats whose decisions are reviewed."""
        self._left: deque[Decision] = deque(it for it in decisions if it.entry not in found)
        self._changed: list[Callable[[], None]] = []
        self.review = Review(len(decisions), graded)
        """The result so far."""
        self.running = False
        """Whether it is running."""
        self._time_left = TimeLeft(0.0, 0)
        """Since it was begun or continued."""
        self.error = ""
        """Why it stopped early, in a sentence or two; empty if it did not."""

    @property
    def done(self) -> bool:
        """Whether every decision has been evaluated."""
        return self.review.done == self.review.total

    def time_left(self) -> str:
        """Return how long it still takes, in a sentence; empty if it does not run or too little is known."""
        done, total = self.review.done, self.review.total
        return self._time_left.words(monotonic(), done, total - done) if self.running else ""

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every decision and when it stops. Return a function that unsubscribes."""
        self._changed.append(changed)
        return lambda: self._changed.remove(changed)

    def resume(self) -> Coroutine[None, None, None]:
        """Evaluate the remaining decisions. Await at once; if cancelled, call it again to continue."""
        self.running, self.error = True, ""
        self._time_left = TimeLeft(monotonic(), self.review.done)
        return self._run()

    async def _run(self) -> None:
        try:
            if not isinstance(self._advice, str):
                async with asyncio.TaskGroup() as group:
                    for _ in range(max(1, self._advice.background)):
                        group.create_task(self._grade(self._advice))
        except* AdviceUnavailable as errors:
            self.error = str(errors.exceptions[0])
        finally:
            self.running = False
        if self.error:
            self._notify()

    async def _grade(self, advice: Advice) -> None:
        while self._left:
            decision = self._left.popleft()
            try:
                options = await advice.beside(decision)
            except BaseException:
                self._left.appendleft(decision)
                raise
            self.review = self.review.with_decision(self._game, decision, options)
            if self._store is not None:
                self._store.save(self.review)
            self._notify()

    def _notify(self) -> None:
        for changed in tuple(self._changed):
            changed()
