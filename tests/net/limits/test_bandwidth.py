"""A line that passes on no more than allowed, and ends with a peer that will not read."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from net.limits import bandwidth
from net.limits.bandwidth import Backpressure, relay
from tests.support.asynchronous import driven


class Ends:
    """A line between a peer and a house, seen from both ends."""

    def __init__(self) -> None:
        self.peer, self._outer = socket.socketpair()
        self._inner, self.house = socket.socketpair()
        for end in (self.peer, self._outer, self._inner, self.house):
            end.settimeout(0)
        self.flow = Backpressure()
        self.stalls: list[str] = []
        self.stalling = asyncio.Event()
        self.flow.stalled, self.flow.resumed = self._stalled, lambda: self.stalls.append("flows")
        self.joined = asyncio.get_running_loop().create_task(relay(self._outer, self._inner, self.flow))

    def _stalled(self) -> None:
        self.stalls.append("stalled")
        self.stalling.set()

    async def send(self, end: socket.socket, data: bytes) -> None:
        await asyncio.get_running_loop().sock_sendall(end, data)

    async def take(self, end: socket.socket, length: int) -> bytes:
        """So many bytes, or fewer if the line ends."""
        taken = b""
        while len(taken) < length:
            data = await asyncio.get_running_loop().sock_recv(end, length - len(taken))
            if not data:
                break
            taken += data
        return taken


@asynccontextmanager
async def line() -> AsyncGenerator[Ends, None]:
    ends = Ends()
    try:
        async with asyncio.timeout(30):
            yield ends
    finally:
        ends.peer.close()
        ends.house.close()
        await ends.joined


@driven
async def test_bytes_pass_both_ways() -> None:
    async with line() as ends:
        await ends.send(ends.peer, b"from the peer")
        assert await ends.take(ends.house, 13) == b"from the peer"
        await ends.send(ends.house, b"from the house")
        assert await ends.take(ends.peer, 14) == b"from the house"


@driven
async def test_a_peer_that_disconnects_ends_the_program_side() -> None:
    async with line() as ends:
        await ends.send(ends.peer, b"bye")
        ends.peer.close()
        assert await ends.take(ends.house, 100) == b"bye"


@driven
async def test_closing_the_program_side_delivers_the_last_bytes() -> None:
    async with line() as ends:
        await ends.send(ends.house, b"closed")
        ends.house.close()
        assert await ends.take(ends.peer, 100) == b"closed"


@driven
async def test_a_peer_that_sends_too_fast_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    sleep = asyncio.sleep

    async def slept(seconds: float) -> None:
        waits.append(seconds)
        await sleep(0)

    monkeypatch.setattr(bandwidth.asyncio, "sleep", slept)
    async with line() as ends:
        burst = asyncio.create_task(ends.send(ends.peer, bytes(bandwidth.BURST)))
        assert len(await ends.take(ends.house, bandwidth.BURST)) == bandwidth.BURST
        await burst
        assert sum(waits) == 0
        await ends.send(ends.peer, bytes(bandwidth.CHUNK))
        assert len(await ends.take(ends.house, bandwidth.CHUNK)) == bandwidth.CHUNK
        assert 0 < sum(waits) <= bandwidth.CHUNK / bandwidth.RATE


@driven
async def test_a_peer_that_does_not_read_pauses_both_directions() -> None:
    async with line() as ends:
        much = asyncio.create_task(ends.send(ends.house, bytes(1 << 21)))
        await ends.stalling.wait()
        await ends.send(ends.peer, b"not yet")
        assert len(await ends.take(ends.peer, 1 << 21)) == 1 << 21
        await much
        assert await ends.take(ends.house, 7) == b"not yet"
        assert ends.stalls[-1] == "flows"
        assert ends.stalls.count("stalled") == ends.stalls.count("flows")


@driven
async def test_a_peer_that_never_reads_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bandwidth, "PATIENCE", 0.05)
    async with line() as ends:
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            await ends.send(ends.house, bytes(1 << 22))
        await ends.joined
