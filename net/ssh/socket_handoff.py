"""How a program that the host itself has started gets its connections: it makes a pair of sockets, and hands over one.

Used by `ssh_table`, and by the guest's program behind it. POSIX only.
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
"""A program that wants more, or more often, gets none."""
_SIGN: Final = b"+"


class SocketSender:
    """The guest's side: each connection is a stream socket, as TCP's would be."""

    def __init__(self, descriptor: int) -> None:
        """`descriptor` is an open file that was inherited. Raises OSError if it is no socket."""
        self._socket = socket.socket(fileno=descriptor)

    def connect(self) -> socket.socket:
        """One end of a new connection, the other one being the host's. Raises OSError if the host has gone."""
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
        """There will be no more connections."""
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class SocketReceiver:
    """The host's side, on the running event loop: what is handed over goes to `came`."""

    def __init__(self, came: Callable[[socket.socket], None]) -> None:
        """Opens a hatch; `inner` is the end for the guest's program."""
        self._loop = asyncio.get_running_loop()
        self._came = came
        self._own, self.inner = socket.socketpair()
        self._own.settimeout(0)
        self.closed = asyncio.Event()
        self._bucket = TokenBucket(CONNECTION_RATE, CONNECTION_RATE.burst, self._loop.time())
        self._loop.add_reader(self._own, self._receive)

    def close(self) -> None:
        """Takes nothing any more."""
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
        os.set_inheritable(file, False)  # noqa: FBT003
        if not self._bucket.take(1, self._loop.time()):
            os.close(file)
            return
        try:
            connection = socket.socket(fileno=file)
        except OSError:  # No socket at all.
            with suppress(OSError):
                os.close(file)
            return
        if connection.family == socket.AF_UNIX and connection.type == socket.SOCK_STREAM:
            connection.settimeout(0)
            self._came(connection)
        else:
            connection.close()
