"""What it means that a place in the log is claimed again: nothing, a late answer, a forgery, or a proven fork."""

from __future__ import annotations

from collections.abc import Iterable

from saves.faults import Fault, InvalidEntry
from saves.format.entries import ENTRY_CONTEXT, SUBMISSION_CONTEXT, Entry, SeatBody, Submission, has_signature
from saves.format.header import HOST
from saves.format.identity import PublicKeys
from saves.log.chain import ChainLink


def second_entry(known: ChainLink, clients: tuple[PublicKeys, ...], raw: bytes) -> InvalidEntry:
    """Of an entry with the number of one that is known."""
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
    """Of a submission, in its own bytes, with a counter that its seat has used.

    Two answers to two questions are no fork: a decision may have been asked anew. Nor are those of two holders.
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
