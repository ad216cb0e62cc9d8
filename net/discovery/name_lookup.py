"""A connection to a computer by name or number: the name is looked up where it keeps nobody waiting.

What is said over the connection, whoever asked for it decides.
"""

from __future__ import annotations

import asyncio
import socket
from threading import Thread
from typing import Any, Final, TypeAlias

HAPPY_EYEBALLS_DELAY: Final = 0.25
"""Seconds until the next of a name's addresses is tried beside the one before."""

AddressInfo: TypeAlias = list[tuple[socket.AddressFamily, socket.SocketKind, int, str, tuple[Any, ...]]]


async def connect(host: str, port: int) -> socket.socket:
    """A stream socket that is connected to the first of its addresses that answers. Raises OSError."""
    from aiohappyeyeballs import start_connection  # pyright: ignore[reportUnknownVariableType]

    return await start_connection(await _addresses(host, port), happy_eyeballs_delay=HAPPY_EYEBALLS_DELAY)


async def _addresses(host: str, port: int) -> AddressInfo:
    """What the system knows by the name. Raises OSError, or `UnicodeError` for what can be no name.

    A thread of asyncio's own would hold up the end of the program until the system has given up, which can take long.
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
            return  # Nobody waits any more: the loop is closed.

    Thread(target=ask, name=f"looks up {host}", daemon=True).start()
    return await found
