"""The review of a finished match: a player waits for it, or goes on typing while it is made in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, cast

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.review_summary import mistake_words
from galli_tui.plain.advice_words import ReviewReader
from galli_tui.plain.dialogue import Dialogue
from galli_tui.plain.typed_number import typed_index
from galli_tui.style.wording import counted
from galli_tui.tables.game_review import GameReview
from galli_tui.tables.table import Table
from rules.bots.review import Decision, Review

PROGRESS: Final = 15.0
"""Seconds between two looks at the progress of the review, while a player waits for it."""
_QUARTERS: Final = 4

_ALL_OF_IT: Final = "You will hear the whole review at once."


class ReviewTalk:
    """Begins the review when it is first asked for, and reads it when it is done."""

    def __init__(self, table: Table, texts: GameTexts, dialogue: Dialogue) -> None:
        self._table, self._texts, self._dialogue = table, texts, dialogue
        self._reader = ReviewReader(table, texts)
        self._whole = False
        """Whether the player wants to hear all of it at once."""
        self._review: GameReview | None = None
        self._task: asyncio.Task[None] | None = None
        self.told: Callable[[], None] = lambda: None
        """Called after something was said by itself: the prompt must be shown again."""
        self.continue_with: Callable[[Callable[[], Sequence[str]]], None] = lambda _: None
        """Called after a page was read, with a function that returns the next one."""
        self.awaited = False
        """Whether the player waits for the result at a terminal, where Enter stops that."""
        self._quarter = 0
        """How many quarters of the decisions had been reviewed at the last announcement."""
        self._worst: Decision | None = None
        """The costliest decision that was named while the player waits."""

    async def ask(self, *, whole: bool = False) -> None:
        """Read the review, a page or the `whole`; begin or continue it if it is not done: a pipe waits for it here."""
        self._whole = whole
        advice, say = self._table.advice, self._dialogue.say
        if isinstance(advice, str):
            say(advice)
            return
        if self._review is None:
            self._review = GameReview(self._table)
        review = self._review
        if review.done:
            self._read(review.review)
            return
        self.awaited = True
        say(self._progress(review), *([_ALL_OF_IT] if whole else []))
        if not review.running:
            self._task = asyncio.ensure_future(self._run(review))
        if self._task is not None and not self._dialogue.at_terminal:
            await asyncio.wait({self._task})

    @property
    def has_numbers(self) -> bool:
        """Whether decisions have been read, with numbers."""
        return self._reader.count > 0

    async def tell(self, number: str, *, whole: bool = False) -> None:
        """Tell the decision that was read with a number, with its position; read the review if none was."""
        if not self.has_numbers:
            await self.ask()
            return
        index = typed_index(number, self._reader.count)
        if index is None:
            hear = "Type more to go on." if self._reader.has_more else "Type review to hear them again."
            self._dialogue.say(f"The decisions of the review are 1 to {self._reader.count}. {hear}")
        else:
            self._dialogue.say(*self._reader.at(index + 1, whole=whole))

    def stop_waiting(self) -> None:
        """Read what is found so far, and let the review go on in the background; its end is told."""
        self.awaited = False
        if self._review is not None and self._review.review.done:
            review = self._review.review
            self._dialogue.say(f"{review.done} of {counted(review.total, 'decision')} are reviewed so far.")
            self._read(review)
        self._dialogue.say("The review goes on. You will be told when it is finished.")

    def _read(self, review: Review) -> None:
        self._dialogue.say(*self._reader.begin(review, whole=self._whole))
        self.continue_with(self._reader.more)

    def _progress(self, review: GameReview) -> str:
        done, total = review.review.done, review.review.total
        self._quarter = _quarters(review.review)
        if not done and review.running:
            return f"The abbot is still reviewing the first of {counted(total, 'decision')}."
        if not done:
            return f"The abbot is reviewing {counted(total, 'decision')}. This can take a few minutes."
        return f"The abbot has reviewed {done} of {total} decisions. {review.time_left()}".rstrip()

    def _worst_words(self, review: Review) -> list[str]:
        """Return a sentence about the costliest decision found so far, unless it was named before."""
        worst = next(iter(review.mistakes), None)
        if worst is None or worst.decision == self._worst:
            return []
        self._worst = worst.decision
        return [f"The costliest so far: {mistake_words(self._table, self._texts, worst)}."]

    async def _run(self, review: GameReview) -> None:
        say, at_terminal = self._dialogue.say, self._dialogue.at_terminal
        making = asyncio.ensure_future(review.resume())
        try:
            while not (await asyncio.wait({making}, timeout=PROGRESS))[0]:
                if not self.awaited or not self._quarter < _quarters(review.review) < _QUARTERS:
                    continue
                say(self._progress(review), *self._worst_words(review.review))
                if at_terminal:
                    self.told()
            self._tell(review, making.exception())
        finally:
            making.cancel()
            self.awaited = False
        self.told()

    def _tell(self, review: GameReview, error: BaseException | None) -> None:
        """Tell how a review has ended: why it stopped early, or what it has found if the player waits for it."""
        say = self._dialogue.say
        if error is not None:
            say(f"The review has stopped because of an error: {_cause(error)!r}. Type review to continue it.")
        elif review.error:
            say(review.error)
        elif self.awaited:
            self._read(review.review)
        else:
            say("The review is finished. Type review to hear it.")

    def close(self) -> None:
        """Stop the review."""
        if self._task is not None:
            self._task.cancel()


def _quarters(review: Review) -> int:
    """Return how many quarters of the decisions are reviewed."""
    return _QUARTERS * review.done // max(1, review.total)


def _cause(error: BaseException) -> BaseException:
    """Return the first error of a group, or an error that is none."""
    while isinstance(error, BaseExceptionGroup):
        error = cast("BaseExceptionGroup[BaseException]", error).exceptions[0]
    return error
