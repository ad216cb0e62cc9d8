"""The legal moves of one decision with fixed numbers: listed in pages, filtered by words, made by number.

They are in the order of a quick bot, the most promising first. The moves of a hint come before the others from then
on, and every move keeps its number.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import takewhile
from typing import Any, Final

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.position_text import notation
from galli_tui.game_api.typed_move import TypedMoves
from galli_tui.plain.move_lines import MoveLines, SharedWords, common_beginning
from galli_tui.plain.move_order import gather_runs, rank_moves
from galli_tui.plain.speech import spoken
from galli_tui.plain.word_forms import synonyms_of, with_any, word_forms
from galli_tui.style.wording import counted, sentence_start
from galli_tui.tables.table import Table
from rules.engine.events import Move
from rules.engine.secrecy import Seat, Viewer

PAGE: Final = 6
"""Moves that are listed at once."""
MOST_IN_FULL: Final = 4
"""The most moves that a list reads in full; of more, it says once what all of them say."""
KIND: Final = 3
"""The most kinds of moves that a summary counts one by one."""
_LEAST: Final = 2
"""The fewest words with which all moves begin that are said only once."""
_MARKS: Final = '.,:;()"'
"""Marks around a word that are no part of it."""
_NOTHING: Final = (["no"], ["nothing"])
"""What follows the verb of a move that does nothing: a summary counts it apart."""
_HINT_ORDER: Final = "those of the hint first"
_LONG: Final = 4
"""The fewest letters of a word that is given as an example."""


class NumberedMoves:
    """The moves that a seat can make now. A move keeps its number until something changes at the table."""

    def __init__(self, table: Table, texts: GameTexts, seat: Seat, viewer: Viewer, wanted: Sequence[Move] = ()) -> None:
        """`viewer` is who may hear the moves: only those of that view are listed. Those of `wanted` come first."""
        self.table, self.seat = table, seat
        self.typed = TypedMoves(table, texts, seat, viewer)
        self.view: Any = table.view(viewer)
        moves = table.game.legal(self.view, seat)
        self.is_ranked = not isinstance(table.advice, str) and len(moves) > 1
        """Whether the most promising moves come first; else they are in the order of the rules."""
        self.hinted: Sequence[int] = ()
        """The indices of the moves of the last hint, best first. They are listed before the others."""
        self._wanted = len(wanted)
        """How many of the first moves are those that were wanted."""
        self._texts = texts
        order = rank_moves(table, texts, self.view, seat, moves) if self.is_ranked else moves
        order = [*wanted, *(move for move in order if move not in wanted)]
        self.moves: Sequence[Move] = gather_runs(order, moves, lambda move: bool(texts.spoken_run(table, move, move)))
        self.words = [texts.spoken_move(table, self.view, move) for move in self.moves]
        self._begin = common_beginning(self.words, _LEAST) if len(self.words) > MOST_IN_FULL else ""
        """The words that all of many moves begin with, which a list says only once."""
        self._lines = MoveLines(table, texts, seat, self.view, self.moves, self.words)
        self._shared = SharedWords()
        """What is said once of all moves of the page that is being read."""
        self._told: set[int] = set()
        """The moves that have been named with their numbers, by index."""
        self._left: list[int] = []
        """What `more` continues with."""

    def find(self, text: str) -> list[int]:
        """Return the indices of the moves that have every one of these words, in whatever form, or what they mean.

        A move has the words that it is read with, also those of what it scores, and those of its notation.
        """
        wanted = [it for word in text.split() if (it := word.strip(_MARKS).casefold())]
        said = self._said if wanted else [()] * len(self.moves)
        fits = [self._fitting(said, word) for word in wanted]
        order = [*self.hinted, *(index for index in range(len(self.moves)) if index not in self.hinted)]
        return [index for index in order if all(index in fit for fit in fits)]

    @cached_property
    def _said(self) -> list[tuple[str, ...]]:
        """The words by which each move can be found."""
        lines = (
            f"{spoken(self._lines.without_advice(index))} {self.written(index)}".casefold().split()
            for index in range(len(self.moves))
        )
        return [tuple(word.strip(_MARKS) for word in line) for line in lines]

    def _fitting(self, said: Sequence[Sequence[str]], word: str) -> set[int]:
        """Return the moves with a word in any form; without any, those with what it means, or of a kind named so."""
        forms, game = word_forms(word), self.table.game
        found = with_any(said, forms) or with_any(said, synonyms_of(game.meta.key, word))
        return found or with_any([self._texts.kind_of_move(game, move).split() for move in self.moves], forms)

    def heading(self, indices: Sequence[int], *, with_words: bool = False, explained: bool = False) -> str:
        """Return what stands above a list of some moves: how many, their order, and how all of them begin.

        `explained` adds how to hear more than a quick estimate.
        """
        order = self._order(indices[0], explained=explained) if len(indices) > 1 else ""
        which = f"{counted(len(indices), 'legal move')}{' with these words' if with_words else ''}"
        keep = " They keep their numbers." if order == _HINT_ORDER and self.is_reordered else ""
        each = f" {shared}" if (shared := self._share(indices)) else ""
        begin = f" {sentence_start(self._begin)}:" if self._begin else ""
        return f"{which}{f', {order}' if order else ''}.{keep}{each}{begin}"

    def _share(self, indices: Sequence[int]) -> str:
        """Find out what the next page of these says once of its moves, and return it as a sentence; empty for nothing.

        Few moves are read whole, and those that are read in one line share nothing.
        """
        page = indices[:PAGE]
        apart = len(page) > MOST_IN_FULL and not any(self._run_words(index, index) for index in page)
        self._shared = self._lines.shared(page) if apart else SharedWords()
        return self._shared.sentence("Each of them" if len(indices) <= PAGE else f"Each of the next {PAGE}")

    @property
    def is_reordered(self) -> bool:
        """Whether a list begins with another number than 1 or skips some, since the moves of the hint come first."""
        return list(self.hinted) != list(range(len(self.hinted)))

    def _order(self, first: int, *, explained: bool) -> str:
        if first < self._wanted:
            return "what this step asks for first"
        if first in self.hinted:
            return _HINT_ORDER
        if not self.is_ranked or self._texts.keeps_order(self.moves[first]):
            return "in the order of the rules"
        more = ", which looks beyond the points now; type hint for a closer look"
        return f"best first by a quick estimate{more if explained else ''}"

    def page(self, indices: Sequence[int] | None = None) -> list[str]:
        """Return the next lines of these moves, to follow a heading; without any, of those listed last.

        The heading says what all of the first page share; each further page begins with it.
        """
        if indices is not None:
            self._left = list(indices)
        shared = self._share(self._left)
        lines = [shared] if shared and indices is None else []
        most = len(lines) + PAGE
        while self._left and len(lines) < most:
            run = self._run(self._left)
            lines.append(self._short_line(run[0]) if len(run) == 1 else self._line_of(run))
            self._left = self._left[len(run) :]
        if self._left:
            lines.append(f"{counted(len(self._left), 'more move')}. Type more to go on.")
        return lines

    def _run_words(self, first: int, last: int) -> str:
        return self._texts.spoken_run(self.table, self.moves[first], self.moves[last])

    def _run(self, indices: Sequence[int]) -> Sequence[int]:
        """Return the first of these, and those after it that differ from it by a number alone."""
        first = indices[0]
        alike = (
            index == first + place and (not place or self._run_words(first, index))
            for place, index in enumerate(indices)
        )
        return indices[: sum(1 for _ in takewhile(bool, alike))]

    def _line_of(self, run: Sequence[int]) -> str:
        """Return moves that differ by a number alone in one line: "12 to 17: turn 1 to 6 grain into straw."."""
        self._told.update(run)
        words = self._run_words(run[0], run[-1])
        return f"{run[0] + 1} to {run[-1] + 1}: {words.removeprefix(self._begin).lstrip()}."

    def _short_line(self, index: int) -> str:
        """Return a move with its number, without what is said once of all on its page."""
        self._told.add(index)
        return f"{index + 1}: {self._lines[index].without(self._shared, self._begin)}."

    def line(self, index: int, *, gains: bool = True) -> str:
        """Return one move with its number, and with what it scores now if that is wanted."""
        self._told.add(index)
        return f"{index + 1}: {self._lines[index].whole if gains else self.words[index]}."

    def written(self, index: int) -> str:
        """Return a move in the game's notation."""
        return notation(self.table, self.moves[index])

    def has_verb(self, index: int, word: str) -> bool:
        """Return whether there is a move of this index that begins with the word, read aloud or written."""
        if not 0 <= index < len(self.moves):
            return False
        return word.casefold() in (self.words[index].split()[0], self.written(index).split()[0].casefold())

    def said_in(self, line: str) -> int | None:
        """Return the index of the only move that has these words, if they are its verb and more than a number."""
        verb, *rest = line.split()
        found = self.find(line) if any(not it.isdecimal() for it in rest) else []
        return found[0] if len(found) == 1 and self.has_verb(found[0], verb) else None

    def has_any_verb(self, word: str) -> bool:
        """Return whether any move begins with the word, read aloud or written."""
        return any(self.has_verb(index, word) for index in range(len(self.moves)))

    def is_begun(self, move: Move, line: str) -> bool:
        """Return whether a line has the first words of a move as it is written, and no other move has these words."""
        index = self.number_of(move)
        written = notation(self.table, move).casefold().split()
        typed = line.casefold().removeprefix(f"{self.seat + 1} ").split()
        return typed == written[: len(typed)] and self.find(" ".join(typed)) in ([], [index])

    def has_word(self, word: str) -> bool:
        """Return whether a move is read with exactly this word."""
        return any(word.casefold() in said for said in self._said)

    def was_told(self, index: int) -> bool:
        """Return whether the move has been named with its number."""
        return index in self._told

    def number_of(self, move: Move) -> int | None:
        """Return the index of a move; None if it is not in the list."""
        return self.moves.index(move) if move in self.moves else None

    def summary(self) -> str:
        """Return how many moves there are, by kind if they are of different kinds."""
        kinds: dict[str, int] = {}
        for words in self.words:
            verb, *rest = words.split()
            kind = words if rest[:1] in _NOTHING else verb
            kinds[kind] = kinds.get(kind, 0) + 1
        total = f"You have {counted(len(self.moves), 'legal move')}"
        if 1 < len(kinds) <= KIND:
            return f"{total}: {', '.join(f'{number} to {verb}' for verb, number in kinds.items())}."
        return f"{total}."

    @property
    def filter_example(self) -> str:
        """A word of the best move that not all moves have, for an example; empty if there is none."""
        for word in (it.strip(_MARKS) for it in self.words[0].split()):
            if len(word) >= _LONG and word.isalpha() and 0 < len(self.find(word)) < len(self.moves):
                return word
        return ""
