"""How a line that is typed at a table is understood: as a move, a number, a command, or a name on the board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from galli_tui.game_api.typed_move import Rejection
from galli_tui.plain.commands import Command, Inquiry, command_named, help_about, help_list, question, split, unknown
from galli_tui.plain.match_commands import MatchCommands
from galli_tui.plain.move_commands import MoveCommands
from galli_tui.plain.numbered_moves import NumberedMoves
from galli_tui.plain.peer_talk import PeerTalk
from galli_tui.plain.position_commands import PositionCommands
from galli_tui.plain.rule_commands import RuleCommands
from galli_tui.plain.table_talk import TableTalk
from galli_tui.plain.typed_number import typed_index
from galli_tui.style.wording import counted
from rules.engine.events import Move
from rules.engine.game_codec import NotationError

_MAKING: Final = ("play", "choose", "take", "pick", "select", "do")
"""Words that may stand in front of the number of any move."""


class TableCommands:
    """All commands at one table."""

    def __init__(self, talk: TableTalk, peers: PeerTalk | None) -> None:
        """`peers` has the commands for a network table; None at a table of this terminal alone."""
        self._talk, self._table = talk, talk.table
        self._moves = MoveCommands(talk)
        self._position = PositionCommands(talk) if peers is None else PositionCommands(talk, peers.presence)
        self._rules = RuleCommands(talk)
        self._own = (
            Command(("help", "commands"), "lists the commands, or explains one.", self._help, "WORD"),
            *self._moves.commands(),
            *self._position.commands(),
            *self._rules.commands(),
            *MatchCommands(talk).commands(),
            *(() if peers is None else peers.commands()),
        )

    def _say(self, *sentences: str) -> None:
        self._talk.say(*sentences)

    @property
    def commands(self) -> list[Command]:
        """The commands, with the topics of the game."""
        return [*self._own, *self._position.topics({word for command in self._own for word in command.words})]

    async def handle(self, line: str) -> None:
        """Carry out a line."""
        asks = line.endswith("?")
        if len(line) > 1:
            line = line.rstrip("?!. ") or line
        moves, (word, rest) = self._talk.moves, split(line)
        if word.isdecimal() and not rest and self._table.due.over and self._talk.review.has_numbers:
            await self._talk.review.tell(word)
        elif word.isdecimal() and not rest:
            self._moves.choose(word, asks=asks)
        elif line.replace(" ", "").isdecimal():
            self._say(f"Type the number of one move, such as {word}.")
        elif moves is not None and (move := self._written(moves, line)) is not None:
            self._moves.typed(move, asks=asks)
        elif moves is not None and rest.isdecimal() and self._means_number(moves, word, rest):
            self._moves.choose(rest, asks=asks)
        elif (asked := question(line)) is not None:
            await self._answer(asked)
        elif (command := command_named(self.commands, word)) is not None:
            await command.run(rest)
        else:
            self._not_a_command(line, word, asks=asks)

    async def _answer(self, asked: Inquiry) -> None:
        """Answer a question in words: with the moves that have them, what has this name, or a rule about it."""
        words, moves = asked.words, self._talk.moves
        command = command_named(self.commands, split(words)[0])
        if asked.first == "hint":
            await self._moves.hint(words)
        elif not words:
            await self._moves.list(words)
        elif asked.first == "moves" and moves is not None and (alike := moves.find(words)):
            self._moves.read(moves, alike, with_words=True)
        elif asked.first == "rules" and self._rules.book.has(words):
            await self._rules.about(words)
        elif named := self._position.named(words):
            self._say(*named)
        elif asked.first == "board" and command is not None:
            await command.run(split(words)[1])
        else:
            await self._rules.about(words)

    def _means_number(self, moves: NumberedMoves, word: str, rest: str) -> bool:
        """Return whether a line such as "choose 1" means the move with this number.

        It does not if the number is a word of such a move, as in "throw a 1 or 4 seal".
        """
        index, line = typed_index(rest, len(moves.moves)), f"{word} {rest}"
        verb = index is not None and moves.has_verb(index, word) and not moves.find(line)
        return (word.casefold() in _MAKING or verb) and not self._is_move(line)

    def _written(self, moves: NumberedMoves, line: str) -> Move | None:
        """Return the move that a line writes in the game's notation; None for words, which only find moves."""
        found = moves.typed.read(line)
        return found if isinstance(found, Move) and (self._is_move(line) or moves.is_begun(found, line)) else None

    def _not_a_command(self, line: str, word: str, *, asks: bool) -> None:
        """Answer a line that is neither a command nor a move as it is written; make the move that it says in words."""
        moves = self._talk.moves
        found = None if moves is None else moves.typed.read(self._talk.texts.as_written(line))
        is_move = self._is_move(line)
        if moves is None:
            named = self._position.named(line)
            self._say(*(named or [self._talk.no_moves() if is_move else unknown(self.commands, word)]))
        elif not asks and not is_move and (index := moves.said_in(line)) is not None and moves.was_told(index):
            self._moves.choose(str(index + 1))
        elif not is_move and not self._position.named(line) and len(line.split()) > 1 and (alike := moves.find(line)):
            self._moves.read(moves, alike, with_words=True)
        elif moves.has_any_verb(line):
            self._moves.read(moves, moves.find(line), with_words=True)
        elif isinstance(found, Rejection) and (is_move or moves.typed.next_words(word)):
            self._talk.refuse(f"{found.text} {found.asked}".rstrip(), found.clause)
        else:
            self._find(moves, line, word)

    def _find(self, moves: NumberedMoves, line: str, word: str) -> None:
        """Tell what has these words: something on the board, or moves."""
        named, alike = self._position.named(line), moves.find(line)
        if alike and moves.has_word(line) and not _has_word(named, line):
            self._moves.read(moves, alike, with_words=True)
        elif named:
            self._say(*named)
            if alike:
                have = "has" if len(alike) == 1 else "have"
                self._say(f"{counted(len(alike), 'move')} {have} this name: type moves {line[:40]}.")
        elif alike:
            self._moves.read(moves, alike, with_words=True)
        else:
            self._say(unknown(self.commands, word, self._talk.question()))

    def _is_move(self, line: str) -> bool:
        """Return whether a line is a move in the game's notation, legal or not."""
        try:
            return isinstance(self._table.game.parse(f"1 {line}"), Move)
        except NotationError:
            return False

    def completions(self, text: str) -> Sequence[str]:
        """Return whole lines that may continue what is typed: moves of the present decision, and commands."""
        moves = self._talk.moves
        before = text[: len(text) - len(text.rsplit(" ", maxsplit=1)[-1])]
        found = [] if moves is None else [f"{before}{word} " for word in moves.typed.next_words(text)]
        if not before:
            found += [f"{command.name} " for command in self.commands if command.name.startswith(text.casefold())]
        return found

    async def _help(self, word: str) -> None:
        commands = self.commands
        if word and word.casefold() != "all":
            self._say(*help_about(commands, split(word)[0]))
            return
        told = commands if word else [it for it in commands if not it.rare]
        rest = "" if word else " Type help all for the rest."
        self._say(
            "To move, type moves, then the number of a move. These are the commands.",
            *help_list(told),
            f"Type help and a command for more about it.{rest}",
        )


def _has_word(sentences: Sequence[str], word: str) -> bool:
    """Return whether the first of these, which names what they are about, has this word and not one that begins so."""
    return bool(sentences) and word.casefold() in re.findall(r"[^\W_]+", sentences[0].casefold())
