"""Moves typed in a game's notation: possible next words, the parsed move, and why a text is invalid.

The seat in front may be left out, and whatever follows from what is typed: the last words of a move, and the small
letters at the end of a word. Nothing here draws; `galli_tui.screens.table.move_prompt` is the line to type in.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any, NamedTuple

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.style.wording import listed, sentence_start
from galli_tui.tables.table import Table
from galli_tui.terminal.safe_text import sanitize
from rules.engine.events import Move
from rules.engine.game_codec import NotationError
from rules.engine.secrecy import Seat, Viewer

_DEALER = "dealer"
_CELLS = 200
"""The most cells of what is wrong with a text."""
_VERB_CELLS = 20
_NEXT = 6
"""How many words that can follow are named."""


class Rejection(NamedTuple):
    """Why a text is not a legal move: a sentence, and the clause if a rule says so."""

    text: str
    clause: str = ""
    asked: str = ""
    """What is asked of the seat, as a sentence, where the text is a move for another moment."""


class TypedMoves:
    """The moves that a seat can type at its present decision."""

    def __init__(self, table: Table, texts: GameTexts, seat: Seat, viewer: Viewer) -> None:
        """`viewer` is who may read the screen: completion offers only what that view shows."""
        self._table, self._texts, self._seat = table, texts, seat
        self._view: Any = table.view(seat)
        shown = self._view if viewer == seat else table.view(viewer)
        game = table.game
        self._legal = game.legal(self._view, seat)
        self._offered = offered = self._legal if viewer == seat else game.legal(shown, seat)
        self._shown: Any = shown
        self._moves = {game.format(move).split(maxsplit=1)[1].casefold(): move for move in offered}
        self._lines = [tuple(game.format(move).split()[1:]) for move in offered]
        self._verbs = {game.format(move).split()[1].casefold() for move in self._legal}

    def next_words(self, text: str) -> list[str]:
        """Return the words that may stand where the text ends, each once, in the order of the legal moves."""
        words, last = self._split(text)
        place, wanted = len(words), [word.casefold() for word in words]
        found: dict[str, None] = {}
        for line in self._lines:
            begins = len(line) > place and [word.casefold() for word in line[:place]] == wanted
            if begins and line[place].casefold().startswith(last.casefold()):
                found[line[place]] = None
        return list(found)

    def example(self, verb: str = "") -> str:
        """Return a move as it may be typed, of this verb if there is one; empty if the screen may show none."""
        alike = [line for line in self._lines if line[0].casefold() == verb.casefold()]
        return " ".join(next(iter(alike or self._lines), ()))

    @property
    def clause(self) -> str:
        """The clause of what the seat is asked; empty if no rule says so."""
        refusal = self._table.game.refusal(self._view, Move(self._seat))
        return "" if refusal is None else refusal.clause

    def completed(self, text: str) -> str:
        """Return the text, extended to where the legal moves that begin with it differ."""
        while found := self.next_words(text):
            _, last = self._split(text)
            letters = zip(*(word.casefold() for word in found), strict=False)
            alike = sum(1 for _ in takewhile(lambda it: len(set(it)) == 1, letters))
            if alike > len(last) or len(found) == 1:
                text = text[: len(text) - len(last)] + found[0][:alike]
            if len(found) > 1 or not self.next_words(f"{text} "):
                break
            text += " "
        return text

    def words(self, text: str) -> str:
        """Return a complete legal move in words; empty for any other text."""
        move = self._found(text)
        return "" if move is None else self._texts.decision(self._table, self._shown, move)

    def read(self, text: str) -> Move | Rejection:
        """Return the legal move written in the text, or why there is none. A number below 0 may be read "minus 1"."""
        text = text.replace(" minus ", " -")
        if (known := self._found(text)) is not None:
            return known
        table, seat = self._table, self._seat
        words = text.split()
        try:
            event = table.game.parse(text if self._names_who(words) else f"{seat + 1} {text}")
        except NotationError as error:
            problem = f"{sentence_start(sanitize(str(error), _CELLS))}."
            if more := self._more(words):
                return Rejection(more, self.clause)
            return Rejection(self._with_example(words, problem), self.clause, self._question(words))
        refusal = table.game.refusal(self._view, event)
        if refusal is not None:
            said = self._texts.refusal(table, refusal)
            if self._is_asked(words):
                return Rejection(said, refusal.clause)
            return Rejection(self._with_example(words, said), refusal.clause, self._question(words))
        if isinstance(event, Move) and event in self._legal:
            return event
        if isinstance(event, Move) and event.seat != seat:
            return Rejection(f"Only {table.players[seat].name} can move here now.")
        return Rejection("That isn't one of your legal moves.")

    def _with_example(self, words: list[str], problem: str) -> str:
        """Return the error of a text, with an example of a move that can be typed here."""
        verb, example = self._verb(words), self.example(self._verb(words))
        if verb.replace("-", "").isalpha() and not self._is_asked(words):
            problem = f"Not now: {sanitize(verb, _VERB_CELLS)}."
        return f"{problem} For example: {example}." if verb and example else problem

    def _more(self, words: list[str]) -> str:
        """Return what can follow a text that is the beginning of several moves; empty for a verb alone."""
        own = self._own(words)
        found = dict.fromkeys(line[len(own)] for line, _ in self._begun(own) if len(line) > len(own) > 1)
        shown = list(found)[:_NEXT]
        return f"Go on with {listed(shown, 'or')}{'' if len(found) <= _NEXT else ' and so on'}." if found else ""

    def _own(self, words: list[str]) -> list[str]:
        """Return the words without the seat in front."""
        return words[1:] if words and words[0] == str(self._seat + 1) else words

    def _is_asked(self, words: list[str]) -> bool:
        """Return whether a text begins like a move that the seat can make now."""
        return self._verb(words).casefold() in self._verbs

    def _question(self, words: list[str]) -> str:
        """Return what the seat is asked, for a text that begins like another move."""
        known = not self._verb(words) or self._is_asked(words)
        return "" if known else self._texts.asked(self._table, self._shown, self._seat)

    def _verb(self, words: list[str]) -> str:
        """Return the first word of the seat's own move; empty for a move of another seat or the dealer."""
        own = self._own(words)
        return "" if not own or self._names_who(own) else own[0]

    def _found(self, text: str) -> Move | None:
        own = self._own(text.split())
        exact = self._moves.get(" ".join(own).casefold())
        begun = self._begun(own) if exact is None else []
        return begun[0][1] if len(begun) == 1 else exact

    def _begun(self, words: list[str]) -> list[tuple[tuple[str, ...], Move]]:
        """Return the moves that begin with these words, the first of them whole; none for no words."""
        left = [] if not words else list(zip(self._lines, self._offered, strict=True))
        for place, word in enumerate(words):
            there = [it for it in left if len(it[0]) > place]
            same = [it for it in there if it[0][place].casefold() == word.casefold()]
            left = same or [it for it in there if place and _extends(it[0][place], word)]
        return left

    def _names_who(self, words: list[str]) -> bool:
        return bool(words) and words[0] in (_DEALER, *(str(seat + 1) for seat in range(len(self._table.players))))

    def _split(self, text: str) -> tuple[list[str], str]:
        """Return the whole words of a text, without the seat, and the beginning of the last one."""
        words = text.split()
        last = words.pop() if words and not text.endswith(" ") else ""
        return self._own(words), last


def _extends(word: str, begun: str) -> bool:
    """Return whether a word has only small letters after what is typed, so that no number or name is another one."""
    return word.casefold().startswith(begun.casefold()) and word[len(begun) :].islower()
