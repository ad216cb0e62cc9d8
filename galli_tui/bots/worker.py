"""One process in which bots think, as the table sees it: started when needed, asked, hurried, ended."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread
from typing import Final, TypeVar

from galli_tui.bots.messages import (
    MOST,
    CandidatesReply,
    CandidatesRequest,
    DecideReply,
    DecideRequest,
    GameSettings,
    HurryRequest,
    RolloutReply,
    RolloutRequest,
    RolloutResult,
    decode_message,
    encode_message,
)
from net.wire.frames import FrameError, FrameReader
from rules.engine.plain_data import Plain, PlainError
from rules.engine.secrecy import Seat
from saves.format.canonical import CanonicalError

PROGRAM: Final = (sys.executable, "-P", "-m", "galli_tui.bots.worker_process")
"""The worker's command. In whatever folder it runs, it imports only what this program imports."""
SECONDS: Final = 1.0
"""The seconds a bot may think about one decision."""
GRACE: Final = 8.0
"""Further seconds for the answer, including the start of the process."""
COMPARING: Final = 60.0
"""The seconds for one determinization of a comparison: generous, so that a busy computer only delays hints."""
_CHUNK: Final = 1 << 16

T = TypeVar("T", DecideReply, CandidatesReply, RolloutReply)


class BotWorkerError(Exception):
    """The process did not start, ended, did not answer in time, or gave no valid answer."""


class BotWorker:
    """A process that belongs to one event loop. It ends with this program at the latest."""

    def __init__(
        self,
        setting: GameSettings,
        program: Sequence[str] = PROGRAM,
        *,
        seconds: float = SECONDS,
        grace: float = GRACE,
    ) -> None:
        self._setting, self._program = setting, tuple(program)
        self._seconds, self._grace = seconds, grace
        self._one_at_a_time = asyncio.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: socket.socket | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._reader = FrameReader(MOST)
        self._number = 0
        self._asked: type[DecideReply | CandidatesReply | RolloutReply] | None = None
        """The kind of reply that the process owes to the last request."""
        self._patience: asyncio.Timeout | None = None
        """The timeout of that reply."""
        self._closings = 0
        """How often it was closed."""

    @property
    def pid(self) -> int | None:
        """Return the id of the process; None without one."""
        return None if self._process is None else self._process.pid

    def warm(self) -> None:
        """Start the process if there is none, so that the next answer comes sooner."""
        with suppress(BotWorkerError):
            self._open()

    async def decide(self, bot: str, seat: Seat, view: Plain, stream: bytes) -> Plain:
        """Return the bot's move, encoded, from the seat's encoded view. Raises `BotWorkerError`."""
        milliseconds = round(self._seconds * 1000)
        answer = await self._answer(
            lambda number: DecideRequest(number, bot, seat, view, stream, milliseconds),
            DecideReply,
        )
        return answer.move

    async def rate(self, seat: Seat, view: Plain, played: Plain) -> CandidatesReply:
        """Return the moves that the abbot would compare, as `CandidatesRequest` asks. Raises `BotWorkerError`."""
        return await self._answer(lambda number: CandidatesRequest(number, seat, view, played), CandidatesReply)

    async def trial(
        self, seat: Seat, view: Plain, stream: bytes, world: int, moves: Sequence[Plain], work: int
    ) -> tuple[RolloutResult | None, ...]:
        """Return the outcomes of moves in one determinization, as `RolloutRequest` asks. Raises `BotWorkerError`."""
        given = tuple(moves)
        tried = await self._answer(
            lambda number: RolloutRequest(number, seat, view, stream, world, given, work), RolloutReply
        )
        if len(tried.lines) != len(given):
            raise BotWorkerError("there are more or fewer answers than moves")
        return tried.lines

    async def _answer(
        self, ask: Callable[[int], DecideRequest | CandidatesRequest | RolloutRequest], kind: type[T]
    ) -> T:
        patience = self._seconds + self._grace
        if kind is not DecideReply:
            patience = max(patience, COMPARING)
        closings = self._closings
        async with self._one_at_a_time:
            if self._closings != closings:  # It waited while the process was ended for good.
                raise BotWorkerError("the process was ended")
            try:
                async with asyncio.timeout(patience) as self._patience:
                    return await self._ask(ask, kind)
            except (TimeoutError, OSError, FrameError, CanonicalError, PlainError, BotWorkerError) as error:
                self._end()
                raise BotWorkerError(str(error)) from None
            except asyncio.CancelledError:
                # Nobody waits for the answer, so it is worth no more time; the next request discards it.
                self._cut_short()
                raise
            finally:
                self._asked = self._patience = None

    async def _ask(self, ask: Callable[[int], DecideRequest | CandidatesRequest | RolloutRequest], kind: type[T]) -> T:
        channel, loop = self._open(), asyncio.get_running_loop()
        self._number += 1
        question = ask(self._number)
        whole = False
        try:
            await loop.sock_sendall(channel, encode_message(question))
            whole = True
        finally:
            if not whole:  # What follows half a message is none.
                self._end()
        self._asked = kind
        while data := await loop.sock_recv(channel, _CHUNK):
            for body in self._reader.feed(data):
                answer = decode_message(body)
                if isinstance(answer, kind) and answer.number == self._number:
                    return answer
            await asyncio.sleep(0)  # While there is always more to read, no clock and no key would be heard.
        raise BotWorkerError("the process has ended")

    def hurry(self) -> None:
        """Ask for a bot's decision at once. Advice is not cut short, as it must not depend on time."""
        if self._asked is DecideReply:
            self._cut_short()

    def _cut_short(self) -> None:
        if self._asked is not None and self._channel is not None:
            # A few bytes always fit, unless nobody has listened for long: then the patience of `decide` ends it.
            with suppress(OSError):
                self._channel.send(encode_message(HurryRequest(self._number)))

    def _open(self) -> socket.socket:
        """Return the channel to the process, starting it if necessary. Raises `BotWorkerError`."""
        if self._channel is not None:
            return self._channel
        self._loop = asyncio.get_running_loop()
        try:
            here, there = socket.socketpair()
        except OSError as error:
            raise BotWorkerError(str(error)) from None
        with there:
            try:
                # Of all that is open here it gets the channel alone, and no signal that the terminal sends.
                self._process = subprocess.Popen(  # noqa: S603
                    self._program,
                    stdin=there.fileno(),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                    # Where this program has found its packages, the process finds the same.
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                )
            except (OSError, subprocess.SubprocessError) as error:
                here.close()
                raise BotWorkerError(str(error)) from None
        here.setblocking(False)  # noqa: FBT003
        self._channel, self._reader = here, FrameReader(MOST)
        try:
            setting = encode_message(self._setting)
            whole = here.send(setting) == len(setting)
        except (OSError, FrameError):
            whole = False
        if not whole:
            self._end()
            raise BotWorkerError("the process was not told what is played")
        return here

    def close(self) -> None:
        """End the process, and all waiting calls with `BotWorkerError`; the next request starts another one."""
        self._closings += 1
        self._end()

    def _end(self) -> None:
        """End the process; a call that waits for its turn starts another one."""
        process, self._process = self._process, None
        channel, self._channel = self._channel, None
        self._asked = None
        if self._patience is not None and not self._patience.expired():
            with suppress(RuntimeError):  # It may have ended just now.
                self._patience.reschedule(0)
        if process is not None:
            process.kill()
            # It is gone in a moment, but nobody waits for that.
            Thread(target=process.wait, name="reaper", daemon=True).start()
        if channel is not None:
            if self._loop is not None and not self._loop.is_closed():
                self._loop.remove_reader(channel)
                self._loop.remove_writer(channel)
            channel.close()
