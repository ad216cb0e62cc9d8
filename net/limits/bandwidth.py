"""A relay between two sockets that limits how fast a peer may send, and closes if the peer does not read.

For a protocol whose library has no such limits; this project's own protocol has its limits in `rates`.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

BURST: Final = 1 << 18
"""Bytes that may arrive at once."""
RATE: Final = 1 << 16
"""Bytes a second after that."""
PATIENCE: Final = 30.0
"""Seconds in which a peer must read what it is sent."""
CHUNK: Final = 1 << 14


class Backpressure:
    """Whether bytes wait to be read by the peer, with callbacks for when that changes."""

    def __init__(self) -> None:
        self.stalled: Callable[[], None] = _ignore
        self.resumed: Callable[[], None] = _ignore
        self._clear = asyncio.Event()
        self._clear.set()

    @asynccontextmanager
    async def stall(self) -> AsyncGenerator[None, None]:
        """Mark the time during which bytes wait to be sent."""
        self._clear.clear()
        self.stalled()
        try:
            yield
        finally:
            self._clear.set()
            self.resumed()

    async def wait_clear(self) -> None:
        """Wait until no bytes wait to be sent."""
        await self._clear.wait()


def _ignore() -> None:
    pass


async def relay(outer: socket.socket, inner: socket.socket, flow: Backpressure) -> None:
    """Relay bytes both ways until either end closes or stalls, then close both sockets. These must not block.

    `outer` is the peer's. While bytes wait to be read by it, nothing more is read from it.
    """
    loop = asyncio.get_running_loop()
    directions = (
        loop.create_task(_outward(loop, inner, outer, flow)),
        loop.create_task(_inward(loop, outer, inner, flow)),
    )
    try:
        await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
        if directions[1].done():
            # The last bytes for the peer are still sent, as long as it reads them.
            with suppress(OSError):
                inner.shutdown(socket.SHUT_WR)
            await asyncio.wait(directions[:1], timeout=PATIENCE)
    finally:
        for task in directions:
            task.cancel()
        await asyncio.gather(*directions, return_exceptions=True)
        outer.close()
        inner.close()


async def _outward(
    loop: asyncio.AbstractEventLoop, inner: socket.socket, outer: socket.socket, flow: Backpressure
) -> None:
    with suppress(OSError, TimeoutError):
        while data := await loop.sock_recv(inner, CHUNK):
            try:
                sent = outer.send(data)
            except BlockingIOError:
                sent = 0
            if sent < len(data):
                async with flow.stall(), asyncio.timeout(PATIENCE):
                    await loop.sock_sendall(outer, data[sent:])


async def _inward(
    loop: asyncio.AbstractEventLoop, outer: socket.socket, inner: socket.socket, flow: Backpressure
) -> None:
    left, then = float(BURST), loop.time()
    with suppress(OSError):
        while True:
            await flow.wait_clear()
            data = await loop.sock_recv(outer, CHUNK)
            if not data:
                return
            left, then = min(BURST, left + (loop.time() - then) * RATE), loop.time()
            left -= len(data)
            if left < 0:
                await asyncio.sleep(-left / RATE)
            await loop.sock_sendall(inner, data)
