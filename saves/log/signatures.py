"""Verifying the two signatures of a log entry: the host's on the entry, and the author's on the submission in it."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from saves.faults import Fault
from saves.format.entries import ENTRY_CONTEXT, SUBMISSION_CONTEXT, SeatBody, has_signature
from saves.format.header import HOST
from saves.format.identity import PublicKeys
from saves.log.chain import ChainLink
from saves.log.decode_entry import require


class OwnSignatures(NamedTuple):
    """Submissions that the running program has signed itself, and therefore need not verify."""

    key: bytes
    """The public key of all of them."""
    submissions: Collection[bytes]


def verify_signatures(clients: tuple[PublicKeys, ...], link: ChainLink, own: OwnSignatures | None = None) -> None:
    """Verify the host's signature on the entry, and the author's on the submission in it. Raises `InvalidEntry`."""
    require(has_signature(link.raw, ENTRY_CONTEXT, clients[HOST].sign), Fault.HOST_SIGNATURE, link.entry)
    verify_author(clients, link, own)


def verify_author(clients: tuple[PublicKeys, ...], link: ChainLink, own: OwnSignatures | None = None) -> None:
    """Verify the author's signature on the submission in the entry, if there is one. Raises `InvalidEntry`."""
    body = link.entry.body
    if link.author is not None and isinstance(body, SeatBody):
        key = clients[link.author].sign
        if own is not None and key == own.key and body.submission in own.submissions:
            return
        require(has_signature(body.submission, SUBMISSION_CONTEXT, key), Fault.SEAT_SIGNATURE, link.entry)
