"""How a match with guests begins: each commits to a nonce, and opens it once all have. So no one steers a draw.

Where in the log this may come is left to `log`.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.engine.entropy import derive_entropy
from rules.engine.secrecy import Seat
from saves.faults import Fault
from saves.format.entries import Entry, JoinBody, NonceBody
from saves.format.header import HOST
from saves.log.chain import Seating
from saves.log.decode_entry import require


class GuestNonce(NamedTuple):
    """What a guest has brought."""

    commitment: bytes
    nonce: bytes | None
    """Once it is open."""


def nonce_commitment(nonce: bytes, match: bytes, sign: bytes) -> bytes:
    """What the guest with this signing key publishes of its nonce when it joins."""
    return derive_entropy("galli-tui nonce", match, sign, nonce)


def joining_seats(seating: Seating) -> dict[int, Seat]:
    """By guest: the seat that it joins with, which is its lowest."""
    return {
        client: Seat(seating.holders.index(client))
        for client in range(1, len(seating.clients))
        if client in seating.holders
    }


def advance_joins(
    joins: tuple[GuestNonce | None, ...], seating: Seating, entry: Entry, seat: Seat, body: JoinBody | NonceBody
) -> tuple[GuestNonce | None, ...]:
    """By client without the host: what all have brought, with what comes from this seat. Raises `InvalidEntry`."""
    client = seating.holders[seat]
    require(client != HOST and joining_seats(seating)[client] == seat, Fault.WRONG_JOIN, entry)
    join = joins[client - 1]
    if isinstance(body, JoinBody):
        require(join is None, Fault.WRONG_JOIN, entry)
        join = GuestNonce(body.commitment, None)
    else:
        require(None not in joins, Fault.EARLY_NONCE, entry)
        require(join is not None and join.nonce is None, Fault.WRONG_JOIN, entry)
        commitment = nonce_commitment(body.nonce, entry.match, seating.clients[client].sign)
        require(join is not None and join.commitment == commitment, Fault.WRONG_NONCE, entry)
        join = GuestNonce(commitment, body.nonce)
    return (*joins[: client - 1], join, *joins[client:])


def opened_nonces(joins: tuple[GuestNonce | None, ...]) -> tuple[bytes, ...] | None:
    """What the match starts with; None as long as a nonce is not open."""
    nonces = [join.nonce for join in joins if join is not None and join.nonce is not None]
    return tuple(nonces) if len(nonces) == len(joins) else None
