"""How a program that the host itself has started gets connections: it makes a pair of sockets and hands over one end.

Used by `table_entrance`, and by the guest's program behind it. POSIX only.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Self

from net.limits.rates import RateLimit, TokenBucket

CONNECTION_RATE: Final = RateLimit(12, 0.5)
"""Connections beyond this are closed."""
_SIGN: Final = b"+"


class SocketSender:
    """The guest's end, which makes connections. Each is a stream socket, like one of TCP."""

    def __init__(self, descriptor: int) -> None:
        """Use an inherited file descriptor. Raises OSError if it is no socket."""
        self._socket = socket.socket(fileno=descriptor)

    def connect(self) -> socket.socket:
        """Return one end of a new connection to the host. Raises OSError if the host has gone."""
        own, other = socket.socketpair()
        try:
            socket.send_fds(self._socket, [_SIGN], [other.fileno()])
        except BaseException:
            own.close()
            raise
        finally:
            other.close()
        return own

    def close(self) -> None:
        """Close it. Connections that were made stay open."""
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class SocketReceiver:
    """The host's end, on the running event loop, which receives connections."""

    def __init__(self, on_connection: Callable[[socket.socket], None]) -> None:
        """Create the handoff and call `on_connection` for each connection; `inner` is the end for the program."""
        self._loop = asyncio.get_running_loop()
        self._on_connection = on_connection
        self._own, self.inner = socket.socketpair()
        self._own.settimeout(0)
        self.closed = asyncio.Event()
        self._bucket = TokenBucket(CONNECTION_RATE, CONNECTION_RATE.burst, self._loop.time())
        self._loop.add_reader(self._own, self._receive)

    def close(self) -> None:
        """Close both ends. Connections that were received stay open."""
        if self._own.fileno() >= 0:
            self._loop.remove_reader(self._own)
            self._own.close()
        self.inner.close()
        self.closed.set()

    def _receive(self) -> None:
        try:
            data, files, _, _ = socket.recv_fds(self._own, 1, 1)
        except BlockingIOError:
            return
        except OSError:
            data, files = b"", []
        if not data:
            self.close()
            return
        for file in files:
            self._take(file)

    def _take(self, file: int) -> None:
        """Check a received file, and pass it on if it is a stream socket."""
        os.set_inheritable(file, False)  # noqa: FBT003
        if not self._bucket.take(1, self._loop.time()):
            os.close(file)
            return
        try:
            connection = socket.socket(fileno=file)
        except OSError:  # The file is no socket.
            with suppress(OSError):
                os.close(file)
            return
        if connection.family == socket.AF_UNIX and connection.type == socket.SOCK_STREAM:
            connection.settimeout(0)
            self._on_connection(connection)
        else:
            connection.close()
