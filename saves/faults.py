"""What a match log can be found guilty of: one kind, one sentence, and the signed entries that prove it."""

from __future__ import annotations

from enum import Enum


class Fault(Enum):
    """Each kind of problem and its sentence."""

    UNREADABLE = "is not in the form of an entry"
    TOO_LARGE = "is larger than any entry may be"
    TOO_MANY = "is one more than a log may have"
    OTHER_MATCH = "belongs to another match"
    DUPLICATE = "is already in the log"
    HOST_FORK = "was written twice by the host, in two forms"
    GAP = "leaves out entries before it"
    BROKEN_CHAIN = "does not follow from the entry before it"
    HOST_SIGNATURE = "does not bear the host's signature"
    SEAT_SIGNATURE = "holds a decision that its seat did not sign"
    WRONG_STAGE = "comes at the wrong point of the match"
    WRONG_SECRET = "does not agree with the dealer's secret"  # noqa: S105
    WRONG_JOIN = "holds a join or a nonce that its seat does not owe"
    EARLY_NONCE = "opens a nonce before every guest has joined"
    WRONG_NONCE = "opens another nonce than its guest has committed to"
    WRONG_START = "starts the match with nonces that nobody opened"
    OTHER_MATCHS_DECISION = "holds a decision that was signed for another match"
    NO_SUCH_SEAT = "is from a seat that the match does not have"
    WRONG_REKEY = "gives a seat to someone who cannot take it"
    WRONG_HANDING = "does not hand over just what a seat has seen"
    SEAT_FORK = "holds a second, different decision for a question that its seat has answered"
    REPLAYED = "holds a decision that is already in the log"
    SKIPPED = "holds a decision that leaves out one before it"
    OUT_OF_TURN = "holds a decision of a seat that is not asked"
    STALE = "holds a decision that was asked for at another point"
    NOT_DEALERS_TURN = "deals where nothing is to be dealt"
    NOT_AN_EVENT = "holds no event of this game"
    UNSEALED = "shows or hides other things than its event's secrets"
    BROKEN_SEAL = "holds a seal that does not open to what was committed"
    WRONG_OPENINGS = "does not open just the choices that are sealed"
    ILLEGAL = "breaks the rules"
    RULES_FAILED = "cannot be followed by the rules"
    NO_TAKEBACK = "takes back what cannot be taken back"
    MISDEALT = "deals other than the opened secret says"


class InvalidEntry(Exception):
    """One entry that cannot stand where it is. `str` gives one clear sentence."""

    def __init__(self, fault: Fault, entry: int, detail: str = "", evidence: tuple[bytes, ...] = ()) -> None:
        super().__init__(fault, entry, detail)
        self.fault = fault
        self.entry = entry
        """The entry's number in the log."""
        self.detail = detail
        self.evidence = evidence
        """For a fork: the two signed entries, whole, that nobody but the culprit can have made."""

    def __str__(self) -> str:
        """E.g. "Entry 12 breaks the rules (covers-tree, CG-I-3a4)."."""
        detail = f" ({self.detail})" if self.detail else ""
        return f"Entry {self.entry} {self.fault.value}{detail}."
