"""Bodies on a stream of bytes: each behind its length. What is in them, nobody here knows."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

MAX_HANDSHAKE_BODY: Final = 1 << 10
"""Bytes of a body before the channel stands."""
MAX_GUEST_BODY: Final = 300 << 10
"""Bytes of a body from a guest."""
MAX_HOST_BODY: Final = 1280 << 10
"""Bytes of a body from the host."""

_LENGTH: Final = struct.Struct(">I")


class FrameError(ValueError):
    """A body of no bytes, or of more than is allowed; nothing can be read behind it."""


def frame(body: bytes) -> bytes:
    """The body with its length before it."""
    if not 0 < len(body) <= MAX_HOST_BODY:
        raise FrameError(f"a body of {len(body)} bytes")
    return _LENGTH.pack(len(body)) + body


class FrameReader:
    """Takes a stream apart. Keeps no more than one body that is allowed, and what came with it."""

    __slots__ = ("_kept", "max_body")

    def __init__(self, most: int) -> None:
        self.max_body = most
        """Bytes of the largest body that is allowed from now on; it may change between two bodies."""
        self._kept = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The bodies that are whole now, one after the other, each under the limit of the moment it is asked for.

        What is not asked for is kept. Raises `FrameError`, now or on the way, and keeps nothing from then on.
        """
        self._kept += data
        return self._bodies()

    def _bodies(self) -> Iterator[bytes]:
        while len(self._kept) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._kept)
            if not 0 < length <= self.max_body:
                self._kept.clear()
                raise FrameError(f"a body of {length} bytes, where 1 to {self.max_body} are allowed")
            end = _LENGTH.size + length
            if len(self._kept) < end:
                return
            body = bytes(self._kept[_LENGTH.size : end])
            del self._kept[:end]
            yield body
