"""The start of a match with guests: each commits to a nonce and opens it later, so nobody controls a draw."""

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
    """What a guest has contributed."""

    commitment: bytes
    nonce: bytes | None
    """None until it is opened."""


def nonce_commitment(nonce: bytes, match: bytes, sign: bytes) -> bytes:
    """Return the commitment to the nonce of the guest with this signing key."""
    return derive_entropy("galli-tui nonce", match, sign, nonce)


def joining_seats(seating: Seating) -> dict[int, Seat]:
    """Return for each guest the seat that it joins with: its lowest."""
    return {
        client: Seat(seating.holders.index(client))
        for client in range(1, len(seating.clients))
        if client in seating.holders
    }


def advance_joins(
    joins: tuple[GuestNonce | None, ...], seating: Seating, entry: Entry, seat: Seat, body: JoinBody | NonceBody
) -> tuple[GuestNonce | None, ...]:
    """Return the guests' contributions with the one of this seat added. Raises `InvalidEntry`.

    `joins` is by client, without the host.
    """
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
    """Return the nonces that the match starts with; None until all are open."""
    nonces = [join.nonce for join in joins if join is not None and join.nonce is not None]
    return tuple(nonces) if len(nonces) == len(joins) else None
