"""What a list says of each legal move: what it scores at once, the move in words, and what it gains beside that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Final, NamedTuple

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.plain.score_words import change_of_score, parts_of_change
from galli_tui.style.wording import signed_amount
from galli_tui.tables.table import Table
from rules.bots.score_change import LineChange, ScoreChange, score_change, sheet_before
from rules.engine.events import Move
from rules.engine.secrecy import Seat

_PART: Final = re.compile(r'"[^"]*"|\([^)]*\)|([,;] )')
"""What stands together in a line, or divides it."""


class SharedWords(NamedTuple):
    """What all lines of a page say."""

    points: str = ""
    ending: str = ""

    def sentence(self, subject: str) -> str:
        """Return what stands above the lines: "Each of them: plus 1 point now, fulfils a task."; empty for nothing."""
        said = [it for it in (self.points, self.ending.lstrip(",; ")) if it]
        return f"{subject}: {', '.join(said)}." if said else ""


class MoveLine(NamedTuple):
    """A legal move as a list reads it."""

    points: str
    """What it scores at once: "plus 1 point now"; empty for nothing."""
    rest: str
    """The move, with the points of what it mentions, and what else it scores for: "flip the hall; for a guest"."""

    @property
    def whole(self) -> str:
        """The line without its number."""
        return f"{self.points}: {self.rest}" if self.points else self.rest

    def without(self, shared: SharedWords, begin: str) -> str:
        """Return the line without its number, its beginning and what it shares with the others of its list."""
        rest = self.rest.removeprefix(begin).removesuffix(shared.ending).lstrip()
        return MoveLine("" if shared.points else self.points, rest).whole


class MoveLines:
    """The lines of all moves of a seat, by their indices; each is made when it is first asked for."""

    def __init__(
        self, table: Table, texts: GameTexts, seat: Seat, view: Any, moves: Sequence[Move], words: Sequence[str]
    ) -> None:
        """`words` are the moves as they are read."""
        self._table, self._texts, self._seat, self._view = table, texts, seat, view
        self._moves, self._words = moves, words
        self._sheet = sheet_before(table.game, view, seat)
        self._lines: dict[int, MoveLine] = {}
        self._scores: dict[int, tuple[str, str, str]] = {}
        self._places = not isinstance(table.advice, str) and len(moves) > 1
        """Whether it is said where a card or a section would go best: that is advice."""

    def __getitem__(self, index: int) -> MoveLine:
        if (known := self._lines.get(index)) is None:
            points, words, paid = self._parts(index)
            known = self._lines[index] = MoveLine(points, f"{words}{self._best_place(self._moves[index])}{paid}")
        return known

    def without_advice(self, index: int) -> str:
        """Return the words of a line without where it would go best, which is no property of the move."""
        return " ".join(self._parts(index))

    def _parts(self, index: int) -> tuple[str, str, str]:
        """Return what a move scores, the move with the points of what it mentions, and what else it scores for."""
        if (known := self._scores.get(index)) is None:
            known = self._scores[index] = self._scored(self._moves[index], self._words[index])
        return known

    def _scored(self, move: Move, words: str) -> tuple[str, str, str]:
        table = self._table
        if not table.game.meta.adds_up:
            return "", words, ""
        change = score_change(table.game, self._view, move, self._sheet)
        rows = (*change.gains, *change.losses)
        if not rows:
            return "", words, ""
        mentions = self._texts.mentions(table, self._view, move)
        said = {row.key: row.points for row in rows if row.seat == move.seat and row.key in mentions}
        if len(rows) > 1:
            for key, points in said.items():
                number = signed_amount(points, table.game.meta.unit)
                words = words.replace(mentions[key], f"{mentions[key]} {number}", 1)
        parts = parts_of_change(table, self._texts, move, change, said)
        paid = f"; for {parts.removeprefix(': ')}" if parts.startswith(": ") else parts
        return self._points(change, rows), words, paid

    def _points(self, change: ScoreChange, rows: Sequence[LineChange]) -> str:
        """Return what a move scores; in a team also what the mover does, if that is not all: a gap costs the team."""
        unit, total = self._table.game.meta.unit, change.total
        own = sum(row.points for row in rows if row.seat == self._seat)
        if len(self._table.players) > 1 and own != total and self._sheet.team is not None:
            return f"{change_of_score(total, unit)} for the team and {change_of_score(own, unit)} for you now"
        return f"{change_of_score(total, unit) if total else 'no points'} now"

    def _best_place(self, move: Move) -> str:
        """Return where what a move takes would go best: ", best on e4 f4, +2"; empty for moves that need no place."""
        game = self._table.game
        place = self._texts.best_place(game, self._view, move) if self._places else ""
        points = self._texts.best_place_points(game, self._view, move) if place else 0
        scored = f", {signed_amount(points, game.meta.unit)}" if points else ""
        return f", best {place}{scored}" if place else ""

    def shared(self, indices: Sequence[int]) -> SharedWords:
        """Return what the lines of these moves all say: their points, and the end of their words."""
        first = self[indices[0]]
        points, endings = first.points, _endings(first.rest)
        for line in map(self.__getitem__, indices[1:]):
            points = points if line.points == points else ""
            endings = [ending for ending in endings if line.rest.endswith(ending)]
            if not points and not endings:
                break
        return SharedWords(points, endings[0] if endings else "")


def _endings(text: str) -> list[str]:
    """Return the ends of a line, each from a comma or semicolon on, the longest first; a number alone says nothing."""
    ends = (text[it.start() :] for it in _PART.finditer(text) if it[1])
    return [end for end in ends if any(map(str.isalpha, end))]


def common_beginning(words: Sequence[str], least: int) -> str:
    """Return the words that all of these begin with and go on after; empty if they are fewer than `least`."""
    if len(words) < 2:
        return ""
    columns = zip(*(it.split()[:-1] for it in words), strict=False)
    alike = [column[0] for column in takewhile(lambda it: len(set(it)) == 1, columns)]
    return " ".join(alike) if len(alike) >= least else ""
