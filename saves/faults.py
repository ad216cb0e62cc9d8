"""The faults of a log entry: a kind, a sentence, and the signed entries that prove a fork."""

from __future__ import annotations

from enum import Enum


class Fault(Enum):
    """The kinds of faults; each value completes "Entry 12 ..."."""

    UNREADABLE = "cannot be decoded"
    TOO_LARGE = "is too large"
    TOO_MANY = "exceeds the maximum length of a log"
    OTHER_MATCH = "belongs to another match"
    DUPLICATE = "is already in the log"
    HOST_FORK = "was written twice by the host, with different content"
    GAP = "skips entries before it"
    BROKEN_CHAIN = "does not follow the entry before it"
    HOST_SIGNATURE = "is not signed by the host"
    SEAT_SIGNATURE = "contains a decision that its seat did not sign"
    WRONG_STAGE = "comes at the wrong stage of the match"
    WRONG_SECRET = "does not match the dealer's secret"  # noqa: S105
    WRONG_JOIN = "contains a join or nonce that its seat does not owe"
    EARLY_NONCE = "opens a nonce before every guest has joined"
    WRONG_NONCE = "opens a nonce that its guest did not commit to"
    WRONG_START = "starts the match with nonces that were not opened"
    WRONG_MATCH = "contains a decision that was signed for another match"
    NO_SUCH_SEAT = "is from a seat that does not exist"
    WRONG_REKEY = "gives a seat to a client that cannot take it"
    WRONG_TRANSFER = "does not transfer exactly what the seat has seen"
    SEAT_FORK = "contains a second, different answer to a question that its seat has already answered"
    REPLAYED = "contains a decision that is already in the log"
    SKIPPED = "contains a decision that skips one before it"
    OUT_OF_TURN = "contains a decision of a seat that is not asked"
    STALE = "contains an answer to another question"
    NOT_DEALERS_TURN = "contains an outcome when none is due"
    NOT_AN_EVENT = "contains no event of this game"
    UNSEALED = "does not seal exactly the secrets of its event"
    BROKEN_SEAL = "contains a seal that does not match its commitment"
    WRONG_OPENINGS = "does not open exactly the sealed choices"
    ILLEGAL = "breaks the rules"
    RULES_FAILED = "cannot be processed by the rules"
    NO_TAKEBACK = "takes back a move that cannot be taken back"
    MISDEALT = "deals an outcome that does not match the dealer's secret"


class InvalidEntry(Exception):
    """An entry that is not valid at its position. `str` gives one clear sentence."""

    def __init__(self, fault: Fault, entry: int, detail: str = "", evidence: tuple[bytes, ...] = ()) -> None:
        super().__init__(fault, entry, detail)
        self.fault = fault
        self.entry = entry
        """The entry's number in the log."""
        self.detail = detail
        self.evidence = evidence
        """For a fork: the two signed entries, complete, which only the culprit can have made."""

    def __str__(self) -> str:
        """Return e.g. "Entry 12 breaks the rules (covers-tree, CG-I-3a4)."."""
        detail = f" ({self.detail})" if self.detail else ""
        return f"Entry {self.entry} {self.fault.value}{detail}."
