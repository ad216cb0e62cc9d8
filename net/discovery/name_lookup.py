"""Connecting to a computer by name or numeric address, with a name lookup that never delays the end of the program."""

from __future__ import annotations

import asyncio
import socket
from threading import Thread
from typing import Any, Final, TypeAlias

HAPPY_EYEBALLS_DELAY: Final = 0.25
"""Seconds until the next address of a name is tried in parallel."""

AddressInfo: TypeAlias = list[tuple[socket.AddressFamily, socket.SocketKind, int, str, tuple[Any, ...]]]


async def connect(host: str, port: int) -> socket.socket:
    """Return a stream socket connected to the first address that answers. Raises OSError."""
    from aiohappyeyeballs import start_connection  # pyright: ignore[reportUnknownVariableType]

    return await start_connection(await _addresses(host, port), happy_eyeballs_delay=HAPPY_EYEBALLS_DELAY)


async def _addresses(host: str, port: int) -> AddressInfo:
    """Return the addresses of a name. Raises OSError, or UnicodeError for an invalid name.

    A thread of asyncio's own pool would delay the end of the program until the system gives up, which can take long.
    """
    loop = asyncio.get_running_loop()
    found: asyncio.Future[AddressInfo] = loop.create_future()

    def settle(answer: AddressInfo | OSError | UnicodeError) -> None:
        if found.done():
            return
        if isinstance(answer, list):
            found.set_result(answer)
        else:
            found.set_exception(answer)

    def ask() -> None:
        try:
            settled: AddressInfo | OSError | UnicodeError = [*socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
        except (OSError, UnicodeError) as error:
            settled = error
        try:
            loop.call_soon_threadsafe(settle, settled)
        except RuntimeError:
            return  # The loop is closed, so nothing waits for the result.

    Thread(target=ask, name=f"looks up {host}", daemon=True).start()
    return await found
