"""Bot backends for tests: in the same process, or in a process of `tests.support.bot_worker_program`."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any

from galli_tui.bots.advice import AdviceUnavailable
from galli_tui.bots.messages import GameSettings
from galli_tui.bots.pool import MoveEstimate, WorkerPool
from galli_tui.bots.worker import BotWorker
from rules.bots import bot_named
from rules.bots.abbot import Abbot
from rules.bots.budget import EventBudget
from rules.bots.review import Decision
from rules.bots.rollout_search import RankedMove
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.plain_data import Plain
from rules.engine.secrecy import Seat
from rules.registry import game_box
from saves.format.header import unpack_components
from tests.sample_game.game import BOX

PATIENCE = 60.0
"""Seconds for what should come at once, on however slow a machine."""


class InProcessBackend:
    """Decides without a process. Implements `galli_tui.bots.pool.BotBackend`."""

    def __init__(self, setting: GameSettings) -> None:
        box = BOX if setting.game == BOX.meta.key else game_box(setting.game)
        self._game: AnyGame = box.new(setting.options, unpack_components(setting.components), setting.rules_version)
        self.streams: list[bytes] = []
        self.closed = 0

    @property
    def background(self) -> int:
        return 0

    def warm(self) -> None:
        pass

    async def decide(self, bot: str, seat: Seat, view: Plain, stream: bytes) -> Plain:
        self.streams.append(stream)
        game = self._game
        move = bot_named(bot).decide(game, game.decode_state(view), seat, RandomStream(stream), EventBudget(0))
        return game.encode_event(move)

    async def options(
        self, seat: Seat, view: Plain, stream: bytes, work: int, played: Plain = None
    ) -> tuple[MoveEstimate, ...]:
        self.streams.append(stream)
        game = self._game
        move = None if played is None else game.decode_event(played)
        assert move is None or isinstance(move, Move)
        found = Abbot().rank_moves(game, game.decode_state(view), seat, RandomStream(stream), EventBudget(work), move)
        return tuple(
            MoveEstimate(game.encode_event(it.move), round(it.loss), it.samples, round(it.error)) for it in found
        )

    def hurry(self) -> None:
        pass

    def close(self) -> None:
        self.closed += 1


class RecordingPool(WorkerPool):
    """Bot processes that record the requests for advice."""

    streams: list[bytes]

    @property
    def first(self) -> BotWorker:
        return self.workers[0]

    async def options(
        self, seat: Seat, view: Plain, stream: bytes, work: int, played: Plain = None
    ) -> tuple[MoveEstimate, ...]:
        self.streams.append(stream)
        return await super().options(seat, view, stream, work, played)


def program(kind: str) -> tuple[str, ...]:
    """Return the command of a process of this kind; see `tests.support.bot_worker_program`."""
    return (sys.executable, "-P", "-m", "tests.support.bot_worker_program", kind)


def process(
    kind: str, *, seconds: float = 0, grace: float = PATIENCE, processes: int = 1
) -> Callable[[GameSettings], RecordingPool]:
    """Return a factory of such processes."""

    def make(setting: GameSettings) -> RecordingPool:
        mind = RecordingPool(setting, program(kind), processes=processes, seconds=seconds, grace=grace)
        mind.streams = []
        return mind

    return make


class InstantAdvice:
    """The abbot, searching at once and in this process. Implements `galli_tui.bots.advice.Advice`."""

    def __init__(self, game: AnyGame, work: int = 0) -> None:
        self._game, self._work = game, work
        self.asked: list[tuple[Seat, Any]] = []
        """Who asked, and what the abbot was told."""
        self.silent = ""
        """Why it gives no advice; empty while it does."""
        self.background = 0
        self.compared = 0
        """How many decisions that were made it was asked about."""
        self.heard = asyncio.Event()
        """Set when it is asked."""

    async def options(self, seat: Seat, view: Any) -> list[RankedMove]:
        self.asked.append((seat, view))
        self.heard.set()
        await self._thinks()
        return Abbot().rank_moves(self._game, view, seat, RandomStream(bytes(32)), EventBudget(self._work))

    async def beside(self, decision: Decision) -> list[RankedMove]:
        self.compared += 1
        self.heard.set()
        await self._thinks()
        seat, stream, budget = decision.seat, RandomStream(bytes(32)), EventBudget(self._work)
        return Abbot().rank_moves(self._game, decision.view, seat, stream, budget, decision.move)

    async def until_asked(self) -> None:
        """Wait for the next request."""
        async with asyncio.timeout(PATIENCE):
            await self.heard.wait()
        self.heard.clear()

    async def _thinks(self) -> None:
        """Search until the test ends it."""
        if self.silent:
            raise AdviceUnavailable(self.silent)


class HeldAdvice(InstantAdvice):
    """The abbot, searching until the test tells it to answer."""

    def __init__(self, game: AnyGame, work: int = 0) -> None:
        super().__init__(game, work)
        self.ready = asyncio.Event()
        self.given_up = 0

    async def _thinks(self) -> None:
        try:
            await self.ready.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        await super()._thinks()


class SpreadAdvice(InstantAdvice):
    """Ranks moves from all over the legal list, good or not, so that pictures stay the same."""

    async def options(self, seat: Seat, view: Any) -> list[RankedMove]:
        legal = list(self._game.legal(view, seat))
        picked = legal[:: max(1, len(legal) // 4)][:5]
        return [RankedMove(move, 70.0 * place, 16 - 3 * place) for place, move in enumerate(picked)]

    async def beside(self, decision: Decision) -> list[RankedMove]:
        await self._thinks()
        legal = list(self._game.legal(decision.view, decision.seat))
        best = next(move for move in legal if move != decision.move)
        return [RankedMove(best, 0.0, 9), RankedMove(decision.move, 60.0 * (decision.entry % 8), 9)]
