"""A line between real programs that cuts, stalls, delays, repeats, splits and corrupts the data.

It stands between a guest and its host on the loopback. Its troubles are counted and end after so many, so that a match
that bears them comes to its end.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from types import TracebackType
from typing import Self

TROUBLES = ("cut", "stall", "delay", "double", "split", "flip")
CHUNK = 1 << 14


class HostileLine:
    """Listens on a port of its own and passes everything on to another one. Use it as a context manager."""

    def __init__(self, target: int, seed: int, *, troubles: int, rarity: int = 10) -> None:
        """Disturb one of `rarity` parts on average, `troubles` times in all."""
        self.target = target
        self.met: Counter[str] = Counter()
        """How often each trouble has befallen the line."""
        self._left = troubles
        self._rarity = rarity
        self._chance = Random(seed)
        self._server: asyncio.Server | None = None
        self._busy: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._busy:
            task.cancel()
        await asyncio.gather(*self._busy, return_exceptions=True)

    @property
    def at(self) -> str:
        """The address at which guests reach the table."""
        assert self._server is not None
        return f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._busy.add(task)
        task.add_done_callback(self._busy.discard)
        ends = [writer]
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
            ends.append(far_writer)
            ways = [
                asyncio.ensure_future(self._pass_on(reader, far_writer)),
                asyncio.ensure_future(self._pass_on(far_reader, writer)),
            ]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        except (OSError, asyncio.CancelledError):
            pass  # Nobody is there at the moment, or the test is over.
        finally:
            for end in ends:
                end.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward data until one side ends or the line is cut."""
        try:
            while data := await reader.read(CHUNK):
                if not await self._befall(data, writer):
                    return
                await writer.drain()
            await asyncio.sleep(0.1)  # The last words are on their way in the other direction.
        except OSError:
            return

    async def _befall(self, data: bytes, writer: asyncio.StreamWriter) -> bool:
        """Forward a part, perhaps disturbed; return False if the line is cut."""
        trouble = self._trouble()
        match trouble:
            case "cut":
                writer.write(data[: self._chance.randrange(len(data) + 1)])
                return False
            case "stall":
                await asyncio.sleep(self._chance.uniform(0.5, 2.0))
            case "delay":
                await asyncio.sleep(self._chance.uniform(0.0, 0.1))
            case "double":
                writer.write(data)
            case "split":
                place = self._chance.randrange(len(data))
                writer.write(data[:place])
                await asyncio.sleep(self._chance.uniform(0.0, 0.1))
                data = data[place:]
            case "flip":
                place = self._chance.randrange(len(data))
                data = data[:place] + bytes([data[place] ^ 1 << self._chance.randrange(8)]) + data[place + 1 :]
            case _:
                pass
        writer.write(data)
        return True

    def _trouble(self) -> str:
        if not self._left or self._chance.randrange(self._rarity):
            return ""
        self._left -= 1
        trouble = self._chance.choice(TROUBLES)
        self.met[trouble] += 1
        return trouble
