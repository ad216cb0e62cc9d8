"""What a machine asks the layer around it to do."""

from __future__ import annotations

from typing import NamedTuple, NewType, TypeAlias

from net.wire.messages import Message, Reason

Peer = NewType("Peer", int)
"""One connection; never used again after it is lost."""


class Send(NamedTuple):
    """Send this message; it may wait in the queue of its connection."""

    peer: Peer
    message: Message


class Drop(NamedTuple):
    """Say why, and end the connection. Nothing comes from this peer afterwards, not even that it is lost."""

    peer: Peer
    reason: Reason


Effect: TypeAlias = Send | Drop
