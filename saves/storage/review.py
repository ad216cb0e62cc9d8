"""The review of a finished match, stored beside its file so that the match need not be analysed again.

It stores what the search has found for each decision. `galli_tui.tables.review_store` checks it against the match.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from rules.engine import plain_data
from rules.engine.plain_data import Codec, Plain, PlainError
from saves.format import canonical
from saves.storage.sidecar import REVIEW

FORM: Final = "galli-tui review 1"
MAX_DECISIONS: Final = 4096
_MOST: Final = 1 << 31


class ReviewedDecision(NamedTuple):
    """What the search has found for one decision."""

    entry: int
    """The number of its entry in the match log."""
    best: Plain
    """The best move found, encoded."""
    cost: int
    samples: int
    rough: bool = False
    """As in `rules.bots.review.GradedDecision`, as are the two before."""


def load_review(match: Path, digest: bytes) -> tuple[ReviewedDecision, ...]:
    """Return what is stored of a review with this digest; nothing if it is missing, damaged or of another digest."""
    body = REVIEW.load(match, digest)
    if body is None:
        return ()
    try:
        return canonical.decode_as(body, _FORM)
    except (canonical.CanonicalError, PlainError):
        return ()


def save_review(match: Path, digest: bytes, decisions: Sequence[ReviewedDecision]) -> None:
    """Store a review, finished or not, unless the folder cannot be written to."""
    REVIEW.save(match, digest, canonical.encode(_FORM.encode(tuple(decisions))))


def _form() -> Codec[tuple[ReviewedDecision, ...]]:
    number = plain_data.integer(0, _MOST)
    decision = plain_data.structure(
        ReviewedDecision, entry=number, best=canonical.ANY, cost=number, samples=number, rough=plain_data.BOOL
    )
    decisions = plain_data.items(decision, MAX_DECISIONS)

    def decode(value: Plain) -> tuple[ReviewedDecision, ...]:
        if not isinstance(value, list) or len(value) != 2 or value[0] != FORM:
            raise PlainError("expected a review")
        return decisions.decode(value[1])

    return Codec(lambda it: [FORM, decisions.encode(it)], decode)


_FORM: Final = _form()
