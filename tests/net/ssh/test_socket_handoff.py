"""How a program that the host has started gets its connections."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from net.ssh.socket_handoff import CONNECTION_RATE, SocketReceiver, SocketSender
from tests.support.asynchronous import driven

pytestmark = pytest.mark.network


class Host:
    """A host's side, and what has come to it."""

    def __init__(self) -> None:
        self.came: asyncio.Queue[socket.socket] = asyncio.Queue()
        self.keeper = SocketReceiver(self.came.put_nowait)
        self.hatch = SocketSender(os.dup(self.keeper.inner.fileno()))

    async def next(self) -> socket.socket:
        async with asyncio.timeout(30):
            return await self.came.get()


@asynccontextmanager
async def hatch() -> AsyncGenerator[Host, None]:
    host = Host()
    try:
        yield host
    finally:
        host.hatch.close()
        host.keeper.close()
        while not host.came.empty():
            host.came.get_nowait().close()


@driven
async def test_what_a_guest_says_the_host_hears_on_as_many_connections_as_there_are() -> None:
    async with hatch() as host:
        for words in (b"first", b"second"):
            with host.hatch.connect() as guest, await host.next() as own:
                guest.sendall(words)
                assert await asyncio.get_running_loop().sock_recv(own, 100) == words
                assert not own.get_inheritable()


@driven
async def test_a_connection_ends_at_both_ends() -> None:
    async with hatch() as host:
        guest = host.hatch.connect()
        with await host.next() as own:
            guest.close()
            assert await asyncio.get_running_loop().sock_recv(own, 100) == b""


@driven
async def test_what_is_no_connection_is_not_taken() -> None:
    async with hatch() as host:
        with (
            socket.socket(fileno=os.dup(host.keeper.inner.fileno())) as raw,
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagrams,
            socket.socket() as tcp,
        ):
            file = os.open(os.devnull, os.O_RDONLY)
            for other in (file, datagrams.fileno(), tcp.fileno()):
                socket.send_fds(raw, [b"+"], [other])
            os.close(file)
            raw.sendall(b"no file at all")
            with host.hatch.connect(), await host.next():
                assert host.came.empty()


@driven
async def test_only_so_many_are_taken_at_once() -> None:
    async with hatch() as host:
        ends = [host.hatch.connect() for _ in range(int(CONNECTION_RATE.burst) + 1)]
        taken = [await host.next() for _ in range(int(CONNECTION_RATE.burst))]
        assert await asyncio.get_running_loop().run_in_executor(None, ends[-1].recv, 1) == b""
        assert host.came.empty()
        for end in (*ends, *taken):
            end.close()


@driven
async def test_when_the_host_has_gone_there_is_none() -> None:
    async with hatch() as host:
        host.keeper.close()
        host.keeper.close()
        with pytest.raises(OSError, match="Broken pipe"):
            host.hatch.connect()


@driven
async def test_when_the_guest_has_gone_the_host_closes() -> None:
    async with hatch() as host:
        host.hatch.close()
        host.keeper.inner.close()
        async with asyncio.timeout(30):
            await host.keeper.closed.wait()
        assert host.came.empty()


def test_a_path_that_is_not_a_socket_is_refused() -> None:
    with Path(os.devnull).open("rb") as file, pytest.raises(OSError, match="socket"):
        SocketSender(file.fileno())
