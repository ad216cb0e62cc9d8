"""The effects that a state machine asks the layer around it to carry out."""

from __future__ import annotations

from typing import NamedTuple, NewType, TypeAlias

from net.wire.messages import Message, Reason

Peer = NewType("Peer", int)
"""The number of one connection, which is never used again."""


class Send(NamedTuple):
    """Send a message; it may wait in the queue of its connection."""

    peer: Peer
    message: Message


class Drop(NamedTuple):
    """Send the reason and close the connection. Nothing from this peer is reported afterwards, not even its loss."""

    peer: Peer
    reason: Reason


Effect: TypeAlias = Send | Drop
