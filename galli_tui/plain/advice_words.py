"""Hints and the review of a match in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from galli_tui.game_api.gain_words import measured_words
from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.grade_words import REASONS, favour_words, lost_words
from galli_tui.game_api.hint_about import SelectedHint, about_hint
from galli_tui.game_api.hint_standing import tie_words, tied_words
from galli_tui.game_api.hint_text import Hint, hints_of
from galli_tui.game_api.reason_text import OTHER_MOVE, why_words
from galli_tui.game_api.review_summary import costliest_words, pattern_words, total_words
from galli_tui.plain.look import position_at_decision
from galli_tui.plain.numbered_moves import NumberedMoves
from galli_tui.plain.score_words import parts_of_change
from galli_tui.replay.match_course import course_words
from galli_tui.replay.timeline import Timeline
from galli_tui.style.wording import amount_words, counted, points_words, sentence_start
from galli_tui.tables.table import Table
from rules.bots.review import GradedDecision, Review
from rules.bots.rollout_search import RankedMove
from rules.bots.score_change import ScoreChange, score_change

PAGE: Final = 3
"""Decisions of a review that are read at once."""
_NUMBERS: Final = "These were all. Type the number of one to hear it again, with the position at that moment."
_ONE: Final = "That is unlikely to be chance."
_MANY: Final = "None of these is likely to be chance. The worst comes first."
_LISTED: Final = "Each move has its number in the list of all, which begins with these moves from now on."


def hint_sentences(
    table: Table, texts: GameTexts, moves: NumberedMoves, view: Any, options: Sequence[RankedMove]
) -> list[str]:
    """Return the best moves with their numbers in the list, what they score now, and why the best is best."""
    hints = hints_of(table, view, options, texts)
    lines = [_LISTED] if moves.is_reordered else list[str]()
    if tied := tied_words(hints):
        lines.append(f"The abbot rates {tied} equal.")
        return [*lines, *(_line(table, texts, moves, view, it, gains=True) for it in hints)]
    if some := tie_words(hints):
        lines.append(f"{sentence_start(some)}.")
    for place, hint in enumerate(hints):
        lines.append(_line(table, texts, moves, view, hint, gains=False))
        selected = SelectedHint(hints, place, [_name(moves, it) for it in hints])
        lines += about_hint(selected, table.game.meta, parts_of_change(table, texts, hint.move, hint.earned))
    return lines


def _line(table: Table, texts: GameTexts, moves: NumberedMoves, view: Any, hint: Hint, *, gains: bool) -> str:
    """Return a move with its number, or in words alone if it is not in the list."""
    number = moves.number_of(hint.move)
    if number is None:
        return f"{sentence_start(texts.spoken_move(table, view, hint.move))}."
    return moves.line(number, gains=gains)


def _name(moves: NumberedMoves, hint: Hint) -> str:
    number = moves.number_of(hint.move)
    return OTHER_MOVE if number is None else f"move {number + 1}"


class ReviewReader:
    """Reads a review aloud in pages, and remembers where it stopped."""

    def __init__(self, table: Table, texts: GameTexts) -> None:
        self._table, self._texts = table, texts
        self._read: Sequence[GradedDecision] = ()
        """The decisions by the numbers that they were read with, the first one 1."""
        self._left: Sequence[tuple[int, GradedDecision]] = ()

    def begin(self, review: Review, *, whole: bool = False) -> list[str]:
        """Return the summary and the decisions that cost the most so far, worst first: a page of them, or all."""
        self._read = review.mistakes
        self._left = tuple(enumerate(self._read, 1))
        return [*_summary(self._table, self._texts, review), *self.more(len(self._left) if whole else PAGE)]

    def more(self, most: int = PAGE) -> list[str]:
        """Return the next decisions, each with the better move and why it was better; empty if there are none."""
        now, self._left = self._left[:most], self._left[most:]
        lines: list[str] = []
        for number, mistake in now:
            lines += self._numbered(number, mistake)
        if self._left:
            lines.append(f"{counted(len(self._left), 'more decision')}. Type more to go on.")
        elif now:
            lines.append(_NUMBERS)
        return lines

    @property
    def has_more(self) -> bool:
        """Whether there are decisions that have not been read yet."""
        return bool(self._left)

    @property
    def count(self) -> int:
        """How many decisions have a number; 0 before the review was read."""
        return len(self._read)

    def at(self, number: int, *, whole: bool) -> list[str]:
        """Return the decision with a number once more, and the position in which it was made, in brief or `whole`."""
        mistake = self._read[number - 1]
        position = position_at_decision(self._table, self._texts, mistake.decision, whole=whole)
        rest = "" if whole else f" For the whole of it, type review {number} all."
        return [*self._numbered(number, mistake), f"The position at that moment.{rest}", *position]

    def _numbered(self, number: int, mistake: GradedDecision) -> list[str]:
        first, *others = _told(self._table, self._texts, mistake)
        return [f"{number}: {first}", *others]


def _summary(table: Table, texts: GameTexts, review: Review) -> list[str]:
    """Return how the match was won, what cost each player most, patterns, and how many decisions were bad."""
    if not review.total:
        return ["There is nothing to review: nobody here had a decision to make in this match."]
    course = course_words(Timeline(table))
    if not review.mistakes:
        return [*course, f"All {review.done} decisions were good."]
    several = len({it.decision.seat for it in review.graded}) > 1
    return [
        *course,
        # With one seat, the list itself begins with what cost it most.
        *(costliest_words(table, texts, review) if several else ()),
        *pattern_words(table, texts, review),
        f"{total_words(table, review)} {_MANY if len(review.mistakes) > 1 else _ONE}",
    ]


def _told(table: Table, texts: GameTexts, mistake: GradedDecision) -> Iterator[str]:
    it, game = mistake.decision, table.game
    cost = amount_words(mistake.cost, game.meta.estimate_unit)
    measured = measured_words(mistake.cost, game.meta)
    who = table.players[it.seat].name if len(table.players) > 1 else ""
    when = ", ".join(part for part in (who, texts.progress(game, it.view)) if part)
    worth = f", which is worth {measured}" if measured else ""
    lost = lost_words(mistake, game)
    yield f"{sentence_start(when)}. This move {lost or f'was about {cost} worse than the best{worth}'}."
    moves = it.move, mistake.best
    gains = [score_change(game, it.view, move) if game.meta.adds_up else ScoreChange(0, (), ()) for move in moves]
    for which, move, gain in zip(("The move was to", "Better was to"), moves, gains, strict=True):
        # What both score at once is no difference.
        differ = len({it.total for it in gains}) > 1
        parts = parts_of_change(table, texts, move, gain)
        scored = f" It scored {points_words(gain.total, game.meta.unit)} at once{parts}." if differ else ""
        yield f"{which} {texts.spoken_move(table, it.view, move)}.{scored}"
    why = why_words(table, texts, it.view, mistake.best, it.move, REASONS, mistake.cost, other_name="the move made")
    yield f"The better move {why or 'shows its worth only in later turns'}."
    if favour := favour_words(table, texts, mistake):
        yield favour
