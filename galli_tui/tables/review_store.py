"""The review of a saved match: stored beside its file while it is made, and found there when the match is opened again.

A stored review is used only for the same match, the same program and the same limits of the abbot's search, and only if
all its moves are legal. Otherwise the review starts over.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from galli_tui import __version__
from rules.bots.abbot import Abbot, limits_for
from rules.bots.review import VERSION, Decision, Grade, GradedDecision, Review, grade_of
from rules.engine.events import Move
from rules.engine.plain_data import PlainError
from saves.format import canonical
from saves.storage.review import ReviewedDecision, load_review, save_review

if TYPE_CHECKING:
    from saves.storage.open_match import OpenMatch


class ReviewStore:
    """The stored review of one match that is over."""

    def __init__(self, match: OpenMatch) -> None:
        self._path, self._game = match.path, match.game
        judge = [__version__, VERSION, match.game.meta.rules_version, Abbot.max_events, *limits_for(match.game)]
        self._digest = sha256(match.log.head + canonical.encode([*judge])).digest()

    def load(self, decisions: Sequence[Decision]) -> Review:
        """Return the stored part of the review of these decisions."""
        known = {it.entry: it for it in decisions}
        stored = load_review(self._path, self._digest)
        try:
            graded = {it.entry: self._graded(known[it.entry], it) for it in stored if it.entry in known}
        except (PlainError, ValueError):
            graded = {}
        return Review(len(decisions), tuple(graded[entry] for entry in sorted(graded)))

    def save(self, review: Review) -> None:
        """Store a review, finished or not."""
        encode = self._game.encode_event
        stored = [
            ReviewedDecision(it.decision.entry, encode(it.best), it.cost, it.samples, it.rough) for it in review.graded
        ]
        save_review(self._path, self._digest, stored)

    def _graded(self, decision: Decision, stored: ReviewedDecision) -> GradedDecision:
        """Return a stored decision. Raises `PlainError`; ValueError if it does not fit the match."""
        best = self._game.decode_event(stored.best)
        if not isinstance(best, Move) or best not in self._game.legal(decision.view, decision.seat):
            raise ValueError("the best move is not legal")
        if (best == decision.move) != (stored.cost == 0):
            raise ValueError("only the best move costs nothing")
        grade = grade_of(stored.cost, self._game.meta.estimate_unit.parts)
        if stored.rough and grade is Grade.BEST:
            raise ValueError("the best move is not rough")
        shown = Grade.GOOD if stored.rough else grade
        return GradedDecision(decision, shown, best, stored.cost, stored.samples, stored.rough)
