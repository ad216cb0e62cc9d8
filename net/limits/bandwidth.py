"""Two sockets joined to one line that passes a peer's bytes on no faster than allowed, and ends if it will not read.

For a protocol whose library has no such limits; ours has its own in `rates`.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

BURST: Final = 1 << 18
"""Bytes that may come at once."""
RATE: Final = 1 << 16
"""Bytes a second after that."""
PATIENCE: Final = 30.0
"""Seconds in which a peer must take what it is sent."""
CHUNK: Final = 1 << 14


class Backpressure:
    """Whether the peer takes what it is sent, and who is to know when that changes."""

    def __init__(self) -> None:
        self.stalled: Callable[[], None] = _nobody
        self.resumed: Callable[[], None] = _nobody
        self._clear = asyncio.Event()
        self._clear.set()

    @asynccontextmanager
    async def stall(self) -> AsyncGenerator[None, None]:
        """While something waits to be sent."""
        self._clear.clear()
        self.stalled()
        try:
            yield
        finally:
            self._clear.set()
            self.resumed()

    async def wait_clear(self) -> None:
        """Waits until nothing waits to be sent."""
        await self._clear.wait()


def _nobody() -> None:
    pass


async def relay(outer: socket.socket, inner: socket.socket, flow: Backpressure) -> None:
    """Passes bytes both ways until either end closes or stalls, then closes both. Both must not block.

    `outer` is the peer's. While what it is sent waits, nothing more is taken from it.
    """
    loop = asyncio.get_running_loop()
    ways = (loop.create_task(_outward(loop, inner, outer, flow)), loop.create_task(_inward(loop, outer, inner, flow)))
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        if ways[1].done():
            # What was still to be said is said, as long as it is taken.
            with suppress(OSError):
                inner.shutdown(socket.SHUT_WR)
            await asyncio.wait(ways[:1], timeout=PATIENCE)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
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
