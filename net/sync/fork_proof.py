"""Whether two submissions prove that one key has decided twice, before anybody is accused of it."""

from __future__ import annotations

from rules.engine.plain import PlainError
from rules.engine.secrecy import Seat
from saves.format.canonical import CanonicalError
from saves.format.entries import MAX_ENTRY, SUBMISSION_CONTEXT, has_signature, read_submission
from saves.format.identity import PublicKeys


def proves_fork(evidence: tuple[bytes, ...], match: bytes, seat: Seat, keys: PublicKeys) -> bool:
    """Whether these are two different decisions of the seat at one point of the match, both signed by this key."""
    if len(evidence) != 2 or evidence[0] == evidence[1] or max(map(len, evidence)) > MAX_ENTRY:
        return False
    try:
        first, second = map(read_submission, evidence)
    except (CanonicalError, PlainError):
        return False
    alike = first[:4] == second[:4] and (first.match, first.seat) == (match, seat)
    return alike and all(has_signature(raw, SUBMISSION_CONTEXT, keys.sign) for raw in evidence)
