"""Classifying a second claim to a position in the log: a duplicate, late, forged, or a proven fork."""

from __future__ import annotations

from collections.abc import Iterable

from saves.faults import Fault, InvalidEntry
from saves.format.entries import ENTRY_CONTEXT, SUBMISSION_CONTEXT, Entry, SeatBody, Submission, has_signature
from saves.format.header import HOST
from saves.format.identity import PublicKeys
from saves.log.chain import ChainLink


def second_entry(known: ChainLink, clients: tuple[PublicKeys, ...], raw: bytes) -> InvalidEntry:
    """Return the fault of an entry whose number is already in the log."""
    number = known.entry.number
    if known.raw == raw:
        return InvalidEntry(Fault.DUPLICATE, number)
    if not has_signature(raw, ENTRY_CONTEXT, clients[HOST].sign):
        return InvalidEntry(Fault.HOST_SIGNATURE, number)
    return InvalidEntry(Fault.HOST_FORK, number, evidence=(known.raw, raw))


def second_decision(
    links: Iterable[ChainLink],
    clients: tuple[PublicKeys, ...],
    entry: Entry,
    raw: bytes,
    submission: Submission,
    own: bytes,
) -> InvalidEntry:
    """Return the fault of a submission whose counter its seat has already used.

    `own` is the submission's bytes. Answers to two different questions are no fork, since a question may be asked again
    after a takeback. Answers of two holders of the seat are none either.
    """
    for link in links:
        was = link.submission
        if was is None or link.author is None or (was.seat, was.counter) != (submission.seat, submission.counter):
            continue
        if isinstance(link.entry.body, SeatBody) and link.entry.body.submission == own:
            break
        if was.answers != submission.answers:
            return InvalidEntry(Fault.STALE, entry.number)
        if not has_signature(raw, ENTRY_CONTEXT, clients[HOST].sign):
            return InvalidEntry(Fault.HOST_SIGNATURE, entry.number)
        if not has_signature(own, SUBMISSION_CONTEXT, clients[link.author].sign):
            return InvalidEntry(Fault.SEAT_SIGNATURE, entry.number)
        return InvalidEntry(Fault.SEAT_FORK, entry.number, f"first in entry {link.entry.number}", (link.raw, raw))
    return InvalidEntry(Fault.REPLAYED, entry.number)
