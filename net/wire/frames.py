"""Frames on a stream of bytes: each body follows its length. What the bodies mean is left to others."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

MAX_HANDSHAKE_BODY: Final = 1 << 10
"""Bytes of a body during the handshake."""
MAX_GUEST_BODY: Final = 300 << 10
"""Bytes of a body from a guest."""
MAX_HOST_BODY: Final = 1280 << 10
"""Bytes of a body from the host."""

_LENGTH: Final = struct.Struct(">I")


class FrameError(ValueError):
    """An empty body, or one that is too long; the rest of the stream cannot be read."""


def frame(body: bytes) -> bytes:
    """Return a body with its length in front. Raises `FrameError`."""
    if not 0 < len(body) <= MAX_HOST_BODY:
        raise FrameError(f"a body of {len(body)} bytes")
    return _LENGTH.pack(len(body)) + body


class FrameReader:
    """A splitter of a stream into bodies. It buffers at most one allowed body and what arrived with it."""

    __slots__ = ("_buffer", "max_body")

    def __init__(self, max_body: int) -> None:
        self.max_body = max_body
        """Bytes of the largest allowed body; may change between two bodies."""
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Add data and yield the bodies that are complete, each under the limit at the time it is asked for.

        Bodies that are not asked for stay in the buffer. Raises `FrameError` on the way, and empties the buffer then.
        """
        self._buffer += data
        return self._bodies()

    def _bodies(self) -> Iterator[bytes]:
        while len(self._buffer) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._buffer)
            if not 0 < length <= self.max_body:
                self._buffer.clear()
                raise FrameError(f"a body of {length} bytes, where 1 to {self.max_body} are allowed")
            end = _LENGTH.size + length
            if len(self._buffer) < end:
                return
            body = bytes(self._buffer[_LENGTH.size : end])
            del self._buffer[:end]
            yield body
