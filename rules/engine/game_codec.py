"""The codec of a game: its states and events as plain data, its events as text."""

from __future__ import annotations

from typing import Protocol, TypeVar

from rules.engine.events import Event
from rules.engine.plain_data import Plain

S = TypeVar("S")


class GameCodec(Protocol[S]):
    """How states and events are written in files, on the wire and for readers."""

    def encode_state(self, state: S) -> Plain:
        """Encode a state or view as plain data, canonically."""
        ...

    def decode_state(self, plain: Plain) -> S:
        """Decode a state or view. Raises `PlainError`."""
        ...

    def encode_event(self, event: Event) -> Plain:
        """Encode an event, redacted or not, as plain data, canonically."""
        ...

    def decode_event(self, plain: Plain) -> Event:
        """Decode an event. Raises `PlainError`."""
        ...

    def format(self, event: Event) -> str:
        """Return the event's notation, stable and unambiguous, e.g. "1 lay d5 e5 f5 g5"."""
        ...

    def parse(self, text: str) -> Event:
        """Parse an event's notation; the inverse of `format`. Raises `NotationError`."""
        ...


class NotationError(ValueError):
    """Text that is not the notation of an event."""
