"""The check that two submissions prove a fork: one key has signed two different decisions."""

from __future__ import annotations

from rules.engine.plain_data import PlainError
from rules.engine.secrecy import Seat
from saves.format.canonical import CanonicalError
from saves.format.entries import MAX_ENTRY, SUBMISSION_CONTEXT, has_signature, read_submission
from saves.format.identity import PublicKeys


def proves_fork(evidence: tuple[bytes, ...], match: bytes, seat: Seat, keys: PublicKeys) -> bool:
    """Return whether these are two different decisions of the seat at one point of the match, signed by its keys."""
    if len(evidence) != 2 or evidence[0] == evidence[1] or max(map(len, evidence)) > MAX_ENTRY:
        return False
    try:
        first, second = map(read_submission, evidence)
    except (CanonicalError, PlainError):
        return False
    same = first[:4] == second[:4] and (first.match, first.seat) == (match, seat)
    return same and all(has_signature(raw, SUBMISSION_CONTEXT, keys.sign) for raw in evidence)
