"""The processes in which one table's bots and hints think: all processors but one, sharing each decision.

The answer does not depend on their number: a comparison takes its determinizations in order, whichever process
simulated them.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple, Protocol, TypeVar

from galli_tui.bots.messages import GameSettings, RolloutResult
from galli_tui.bots.processors import processors
from galli_tui.bots.worker import GRACE, PROGRAM, SECONDS, BotWorker, BotWorkerError
from rules.bots.rollout_search import Comparison
from rules.engine.plain_data import Plain
from rules.engine.secrecy import Seat

MOST_PROCESSES: Final = 8
"""The most processes; more make a hint hardly faster."""
MEMORY: Final = 80 << 20
"""The most bytes that one process needs; it starts at 27 MB."""
_PART: Final = 8
"""One in this many parts of the computer's memory is for thinking."""

T = TypeVar("T")


class MoveEstimate(NamedTuple):
    """One move that was compared."""

    move: Plain
    """The move, encoded."""
    behind: int
    """The difference to the best move, on the scale of `Game.evaluate`."""
    worlds: int
    """The number of determinizations in which it was simulated."""
    error: int
    """The standard error of `behind`."""


class BotBackend(Protocol):
    """Where bots think."""

    @property
    def background(self) -> int:
        """Return how many decisions can be compared at once without holding up the interface; 0 if none."""
        ...

    def warm(self) -> None:
        """Start a process, so that the next question is answered sooner."""
        ...

    async def decide(self, bot: str, seat: Seat, view: Plain, stream: bytes) -> Plain:
        """Return the bot's move, encoded, from the seat's encoded view. Raises `BotWorkerError`."""
        ...

    async def options(
        self, seat: Seat, view: Plain, stream: bytes, work: int, played: Plain = None
    ) -> tuple[MoveEstimate, ...]:
        """Return the abbot's comparison of the seat's moves, best first, from an encoded view.

        Simulates at most `work` events per move; a move that was `played`, encoded, is compared too. Several calls may
        run at once. Cancel those no longer needed, to free the processes. Raises `BotWorkerError`.
        """
        ...

    def hurry(self) -> None:
        """Make a bot decide at once. Advice is not cut short, as it must not depend on time."""
        ...

    def close(self) -> None:
        """End all processes, and all waiting calls with `BotWorkerError`; the next call starts them again."""
        ...


def most_processes() -> int:
    """Return how many processes may think: one fewer than the processors available, if memory allows."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return max(1, min(MOST_PROCESSES, processors() - 1, memory // _PART // MEMORY))


class WorkerPool:
    """The processes of one table. Implements `BotBackend`; lives in one event loop."""

    def __init__(
        self,
        setting: GameSettings,
        program: Sequence[str] = PROGRAM,
        *,
        processes: int | None = None,
        seconds: float = SECONDS,
        grace: float = GRACE,
    ) -> None:
        """Create at most `processes` processes (None: `most_processes()`), each started when it is needed."""
        count = processes or most_processes()
        self._workers = [BotWorker(setting, program, seconds=seconds, grace=grace) for _ in range(count)]
        self._idle = list(self._workers)
        """The processes that compare nothing; the first of all, in which bots decide, is taken last."""
        self._waiting: deque[asyncio.Future[BotWorker]] = deque()
        """Requests for a process, the earliest first."""
        self._ahead = 2 * count
        """How many worlds of one comparison may be tried before the first of them is known."""
        self._closings = 0
        """How often it was closed."""

    @property
    def workers(self) -> Sequence[BotWorker]:
        """Return the processes; bots decide in the first one."""
        return self._workers

    @property
    def background(self) -> int:
        return len(self._workers)

    def warm(self) -> None:
        self._workers[0].warm()

    async def decide(self, bot: str, seat: Seat, view: Plain, stream: bytes) -> Plain:
        return await self._workers[0].decide(bot, seat, view, stream)

    def hurry(self) -> None:
        self._workers[0].hurry()

    def close(self) -> None:
        self._closings += 1
        waiting, self._waiting = self._waiting, deque()
        for freed in waiting:
            if not freed.done():
                freed.set_exception(BotWorkerError("the processes were ended"))
        for worker in self._workers:
            worker.close()

    async def options(
        self, seat: Seat, view: Plain, stream: bytes, work: int, played: Plain = None
    ) -> tuple[MoveEstimate, ...]:
        closings = self._closings
        rated = await self._begin(await self._free(), lambda worker: worker.rate(seat, view, played), closings)
        if len(rated.moves) != len(rated.ratings) or not rated.moves:
            raise BotWorkerError("there is not one rating for each move")
        comparison = Comparison(rated.ratings, rated.deviation, rated.samples)
        trials: deque[tuple[list[int], asyncio.Task[tuple[RolloutResult | None, ...]]]] = deque()
        world, left = 0, work
        try:
            while left is not None and not comparison.done:
                while not trials or (self._idle and world < rated.samples and len(trials) < self._ahead):
                    places = comparison.live
                    moves = [rated.moves[place] for place in places]
                    ask = partial(
                        BotWorker.trial, seat=seat, view=view, stream=stream, world=world, moves=moves, work=left
                    )
                    trials.append((places, self._begin(await self._free(), ask, closings)))
                    world += 1
                if not trials[0][1].done():
                    await asyncio.wait([it for _, it in trials if not it.done()], return_when=asyncio.FIRST_COMPLETED)
                while trials and trials[0][1].done() and left is not None and not comparison.done:
                    places, trial = trials.popleft()
                    left = _added(comparison, dict(zip(places, trial.result(), strict=True)), left)
        finally:
            for _, trial in trials:
                trial.cancel()
        return tuple(
            MoveEstimate(rated.moves[it.position], round(it.loss), it.samples, round(it.error))
            for it in comparison.ranking()
        )

    async def _free(self) -> BotWorker:
        """Wait for an idle process and take it; `_begin` gives it back."""
        if self._idle:
            return self._idle.pop()
        freed = asyncio.get_running_loop().create_future()
        self._waiting.append(freed)
        try:
            return await freed
        except asyncio.CancelledError:
            if not freed.cancelled() and freed.exception() is None:
                self._release(freed.result())
            raise

    def _release(self, worker: BotWorker) -> None:
        while self._waiting:
            freed = self._waiting.popleft()
            if not freed.done():
                freed.set_result(worker)
                return
        # The process of the bots is taken last.
        self._idle.insert(0 if worker is self._workers[0] else len(self._idle), worker)

    def _begin(
        self, worker: BotWorker, ask: Callable[[BotWorker], Coroutine[None, None, T]], closings: int
    ) -> asyncio.Task[T]:
        async def answer() -> T:
            if self._closings != closings:  # Closed since the request: nothing would end the process.
                raise BotWorkerError("the processes were ended")
            return await ask(worker)

        def ended(task: asyncio.Task[T]) -> None:
            self._release(worker)
            if not task.cancelled():
                task.exception()  # Some answers are not needed any more, and neither are their errors.

        task = asyncio.get_running_loop().create_task(answer())
        task.add_done_callback(ended)
        return task


def _added(comparison: Comparison, lines: Mapping[int, RolloutResult | None], left: int) -> int | None:
    """Add one world to the comparison, and return the work that is left after it.

    Returns None, and adds nothing, where the work did not last for all moves that are still live: as
    `rollout_search.search` ends with an `EventBudget`.
    """
    worths: list[int] = []
    for place in comparison.live:
        line = lines[place]
        if line is None:
            return None
        left -= line.events
        if line.events and left <= 0:
            return None
        worths.append(line.worth)
    comparison.add(worths)
    return left
