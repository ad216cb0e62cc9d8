"""The review of a finished match, made in the background while the player goes on typing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.plain.advice_words import review_sentences
from galli_tui.tables.game_review import GameReview
from galli_tui.tables.table import Table


class ReviewTalk:
    """Begins the review when it is first asked for, and says when it is done."""

    def __init__(self, table: Table, texts: GameTexts, say: Callable[..., None]) -> None:
        self._table, self._texts, self._say = table, texts, say
        self._review: GameReview | None = None
        self._task: asyncio.Task[None] | None = None

    def tell(self) -> list[str]:
        """Return what has been found so far; begin or continue the review."""
        advice = self._table.advice
        if isinstance(advice, str):
            return [advice]
        if self._review is None:
            self._review = GameReview(self._table)
        review = self._review
        if review.done:
            return review_sentences(self._table, self._texts, review.review)
        if not review.running:
            self._task = asyncio.ensure_future(self._run(review))
        progress = f"The abbot has compared {review.review.done} of {review.review.total} decisions."
        found = review_sentences(self._table, self._texts, review.review) if review.review.mistakes else []
        return [progress, *found, "It goes on while you do other things. Type review again for the result."]

    async def _run(self, review: GameReview) -> None:
        await review.resume()
        self._say(review.error or "The review is finished. Type review to hear it.")

    def close(self) -> None:
        """Stop the review."""
        if self._task is not None:
            self._task.cancel()
