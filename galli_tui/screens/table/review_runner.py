"""The review of a finished match, made in the background, and remembered while the program runs."""

from __future__ import annotations

from galli_tui.screens.table_base import TableScreenBase
from galli_tui.tables.game_review import GameReview
from galli_tui.widgets.line_widget import app_of


class ReviewRunner:
    """Makes the review of a screen's match, as long as the screen is there."""

    DELAY = 1.0
    """Seconds from the end of a match until its review starts, after the score sheet is shown."""

    def __init__(self, screen: TableScreenBase[None]) -> None:
        self._screen = screen
        self._review: GameReview | None = None

    @property
    def no_review_reason(self) -> str:
        """Why there is no review of the match, in a sentence; empty if there is one."""
        table = self._screen.table
        if not table.due.over:
            return "The review comes after the match."
        return table.advice if isinstance(table.advice, str) else ""

    @property
    def game_review(self) -> GameReview:
        """The review of this finished match as far as it has come."""
        if self._review is None:
            table = self._screen.table
            self._review = GameReview(table, app_of(self._screen).reviews.get(table.match_id))
            self._review.subscribe(self._remember)
        return self._review

    def _remember(self) -> None:
        app_of(self._screen).reviews[self._screen.table.match_id] = self.game_review.review

    def review(self) -> GameReview:
        """Return the review of this finished match, and continue it."""
        review = self.game_review
        if not review.running and not review.done:
            self._screen.run_worker(review.resume(), group="review")
        return review

    def start_soon(self) -> None:
        """Start the review in the background, if this computer has processors to spare."""
        advice = self._screen.table.advice
        if not isinstance(advice, str) and advice.background:
            self._screen.set_timer(self.DELAY, self.review)
