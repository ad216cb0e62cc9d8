"""The bots at one table: their decisions, one after the other, the pauses between them, and their moves.

`pool` computes the decisions in other processes. If those fail, a quick bot decides here, so that the match continues.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeAlias

from galli_tui.bots.messages import GameSettings
from galli_tui.bots.pool import BotBackend, WorkerPool
from galli_tui.bots.watch_pace import WatchPace
from galli_tui.bots.worker import BotWorkerError
from galli_tui.terminal.safe_text import sanitize
from rules.bots import bot_named, bot_names
from rules.bots.budget import EventBudget
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.plain_data import PlainError
from rules.engine.secrecy import EVERYONE, Seat, Viewer, secrets
from saves.errors import DiskFull, FileChanged, SaveError

if TYPE_CHECKING:
    from saves.format.header import Header
    from saves.log.match_log import Log

MakeBackend: TypeAlias = Callable[[GameSettings], BotBackend]
"""A function that creates the backend of a table's bots."""

PACE: Final = 0.9
"""The longest pause between two of the bots' visible moves, in seconds, so that people can follow."""
STRETCH: Final = 7
"""Pauses shrink so that all of them between two turns of people add up to this many of the longest at most."""
HASTE: Final = 0.1
"""Seconds for each further decision once people want to see all moves at once."""
QUICK: Final = "brother"
"""The bot that decides in this process if the others fail; it needs a few milliseconds."""
AGAIN: Final = 3.0
"""Seconds after which a move that could not be saved is decided again."""
_CELLS: Final = 600
"""The maximum length of an error in a notice."""
_TRIES: Final = 2


class BotMatch(Protocol):
    """The match that the bots play in."""

    game: AnyGame
    header: Header

    @property
    def log(self) -> Log: ...
    def view(self, viewer: Viewer) -> Any: ...


class _Decision(NamedTuple):
    """One decision of a seat: the same while others choose, another after an undo."""

    seat: Seat
    bot: str
    opener: bytes
    counter: int


class BotPlayers:
    """The bots of a table. Its owner calls `update` after every change of the match."""

    def __init__(
        self,
        record: BotMatch,
        asked: Callable[[], Sequence[Seat]],
        submit: Callable[[Move], None],
        changed: Callable[[], None],
        *,
        make_backend: MakeBackend = WorkerPool,
        pace: float | None = None,
        watched: WatchPace | None = None,
    ) -> None:
        """Create the bots: `asked` returns the seats they decide for, `submit` makes a move, `changed` reports news.

        `pace` is the longest pause between two visible moves; None takes `PACE`, or no pause if animations are off.
        In a match that people only watch, `watched` says instead when each move comes.
        """
        self._watched = watched
        self._record, self._asked, self._submit, self._changed = record, asked, submit, changed
        header = record.header
        self._backend = make_backend(GameSettings(header.game, header.options, header.components, header.rules_version))
        self._pace = pace if pace is not None else 0 if os.environ.get("GALLI_TUI_STILL") else PACE
        self._secret = os.urandom(32)  # Nobody may foresee what a bot chooses.
        self._decision: _Decision | None = None
        self._thought: asyncio.Task[None] | None = None
        self._in_haste = asyncio.Event()
        """Whether no bot is to follow until a player is asked again."""
        self._since: float | None = None
        """When the bots' visible moves began, on the loop's clock; None while people are asked."""
        self._failed = False
        """Whether the backend has failed and is no longer asked."""
        self._unsaved = False
        """Whether the last move could not be saved."""
        self._later: asyncio.TimerHandle | None = None
        """The timer for deciding again."""
        self._closed = False
        self.notices: tuple[str, ...] = ()
        """What the player should know, a clean sentence each."""

    @property
    def backend(self) -> BotBackend:
        """The backend that computes the decisions."""
        return self._backend

    @property
    def thinking(self) -> Seat | None:
        """The seat being decided for; None if there is none."""
        return None if self._decision is None else self._decision.seat

    def update(self) -> None:
        """Drop a decision that is no longer needed, and begin the next one; call after every change of the match."""
        if self._closed:
            return
        self._cancel_wait()
        if any(self._record.log.bots) and not self._failed:
            self._backend.warm()
        decision = self._next()
        if decision is None:
            self._in_haste.clear()
            self._since = None
        if decision != self._decision:
            self._drop()
            if decision is not None:
                self._decision = decision
                self._thought = asyncio.get_running_loop().create_task(self._think(decision))

    def hurry(self) -> None:
        """Decide at once, and make further moves without a pause until players are asked."""
        if self._later is not None:
            self.update()
        elif self._decision is not None:
            self._in_haste.set()
            self._backend.hurry()

    def close(self) -> None:
        """Stop all searches and end the processes."""
        self._closed = True
        self._cancel_wait()
        self._drop()
        self._backend.close()

    def _next(self) -> _Decision | None:
        log = self._record.log
        seats = self._asked()
        if self.thinking in seats:
            seats = [seat for seat in seats if seat == self.thinking]
        for seat in seats:
            bot = log.bots[seat]
            known = bot if bot in bot_names() else QUICK
            return _Decision(seat, known, log.openers[seat] or b"", log.counters[seat])
        return None

    def _drop(self) -> None:
        self._decision = None
        if self._thought is not None:
            self._thought.cancel()  # If the process thinks about it, it is hurried; what else it thinks about is not.
            self._thought = None

    async def _think(self, decision: _Decision) -> None:
        loop = asyncio.get_running_loop()
        clock = loop.time
        begun = clock()
        hurry = loop.call_later(HASTE, self._backend.hurry) if self._in_haste.is_set() else None
        try:
            move = await self._decided(decision)
        finally:
            if hurry is not None:
                hurry.cancel()
        if self._watched is not None:
            await self._watched.wait()
        elif all(secret.audience == EVERYONE for secret in secrets(move)):
            # A secret choice shows nothing, so nobody needs time to follow it.
            if self._since is None:
                self._since = begun
            await self._pause(begun + pause(self._pace, begun - self._since) - clock())
        self._decision = self._thought = None
        try:
            self._submit(move)
        except SaveError as error:
            self._not_saved(decision.seat, error)
        else:
            self._unsaved = False

    def _not_saved(self, seat: Seat, error: SaveError) -> None:
        """Report once that a move was not saved, and decide again later if that may succeed."""
        if not self._unsaved:
            self._unsaved = True
            self.notices += (_unsaved(self._record.header.players[seat].name, error),)
        if isinstance(error, DiskFull) and not self._closed:
            self._later = asyncio.get_running_loop().call_later(AGAIN, self.update)
        self._changed()

    def _cancel_wait(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None

    async def _pause(self, seconds: float) -> None:
        if seconds > 0:
            try:
                async with asyncio.timeout(seconds):
                    await self._in_haste.wait()
            except TimeoutError:
                pass

    async def _decided(self, decision: _Decision) -> Move:
        """Return the bot's move, always a legal one."""
        game, seat = self._record.game, decision.seat
        view = self._record.view(seat)
        legal = game.legal(view, seat)
        stream = derive_entropy(self._secret, "bot", *decision)
        for _ in range(0 if self._failed else _TRIES):
            try:
                event = game.decode_event(
                    await self._backend.decide(decision.bot, seat, game.encode_state(view), stream)
                )
            except (BotWorkerError, PlainError):
                pass
            else:
                if isinstance(event, Move) and event in legal:
                    return event
            self._backend.close()
        if not self._failed:
            self._failed = True
            self.notices += (_failing(self._record.header.players[seat].name),)
        return bot_named(QUICK).decide(game, view, seat, RandomStream(stream), EventBudget(0))


def pause(pace: float, passed: float) -> float:
    """Return the seconds that a visible move may take when the bots have been moving for `passed` seconds."""
    return max(0.0, pace - passed / STRETCH)


def _unsaved(name: str, error: SaveError) -> str:
    what = f"{sanitize(name)}'s move could not be saved: {sanitize(str(error), _CELLS)}"
    if isinstance(error, FileChanged):
        return what  # It says where the match is now.
    again = (
        "the bot tries again every few seconds."
        if isinstance(error, DiskFull)
        else "the match continues from the previous move once it is opened again."
    )
    return f"{what} Nothing else is lost, and {again}"


def _failing(name: str) -> str:
    return (
        f"The bots' program failed twice for {sanitize(name)}: until the table is opened again, every bot here plays "
        f"like a {QUICK}."
    )
