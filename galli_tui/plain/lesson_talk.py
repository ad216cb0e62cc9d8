"""One lesson as a conversation: the text of each step, the move to make, and everything that can be asked meanwhile."""

from __future__ import annotations

from functools import partial
from typing import Final

from galli_tui.game_api.registry import texts_of
from galli_tui.lessons.lesson import Lesson
from galli_tui.lessons.progress import progress_of, remember_done, remember_step
from galli_tui.lessons.reader import lesson_names, load_lesson
from galli_tui.lessons.run import LessonRun
from galli_tui.matches.prepared_table import PreparedTable
from galli_tui.plain.commands import Command, command_named, help_about, help_list, question, split
from galli_tui.plain.dialogue import LEAVE, Dialogue
from galli_tui.plain.lesson_words import answer_for_the_ear, text_for_the_ear
from galli_tui.plain.move_commands import MoveCommands
from galli_tui.plain.numbered_moves import NumberedMoves
from galli_tui.plain.position_commands import PositionCommands
from galli_tui.plain.rule_commands import RuleCommands
from galli_tui.plain.table_talk import TableTalk
from galli_tui.plain.typed_number import typed_index
from galli_tui.tables.turn_flow import Turn
from rules.engine.events import Move

_ALSO: Final = "You can also type back, skip, help, or quit to leave the lesson."
_WAYS: Final = f"Enter goes on. {_ALSO}"
_LEAVE: Final = (*LEAVE, "leave", "stop")
_ON: Final = ("", "skip", "next", "go on", "continue")
_HIDDEN: Final = ("hint", "undo", "move", "now")
"""Commands of a table that a lesson answers in its own way."""
_AGAIN: Final = ("again", "repeat", "now", "step", "what", "turn", "where")


def lesson_list(game_key: str) -> list[str]:
    """Return the lessons of a game with their numbers, and how to begin one."""
    lessons = [load_lesson(game_key, name) for name in lesson_names(game_key)]
    if not lessons:
        return ["This game has no lessons. Type guide to hear how it is played."]
    done = [" You have finished it." if progress_of(game_key, it.name).done else "" for it in lessons]
    return [
        "These are the lessons. Type lesson and a number to begin one.",
        *(f"{n}: {it.title}, about {it.minutes} minutes.{done[n - 1]}" for n, it in enumerate(lessons, 1)),
    ]


class LessonTalk:
    """One lesson at its own table, which is not saved. `run` is the whole conversation."""

    def __init__(self, dialogue: Dialogue, lesson: Lesson, name: str) -> None:
        """`name` is the player's."""
        self._lesson = lesson
        self._table = PreparedTable(lesson, name)
        self._texts = texts_of(lesson.game_key)
        self._talk = TableTalk(dialogue, self._table)
        first = progress_of(lesson.game_key, lesson.name).step
        self._course = LessonRun(lesson, self._table, first=first, remember=partial(remember_step, lesson))
        self._position = PositionCommands(self._talk)
        self._rules = RuleCommands(self._talk)
        tables = (*MoveCommands(self._talk).commands(), *self._position.commands(), *self._rules.commands())
        self._own = (
            Command(("help", "commands"), "lists what you can type in a lesson, or explains it.", self._help, "WORD"),
            Command(_AGAIN, "reads this step again.", self._again),
            *(it for it in tables if it.name not in _HIDDEN),
        )

    @property
    def commands(self) -> list[Command]:
        """The commands that only tell something, with those of the game."""
        return [*self._own, *self._position.topics({word for it in self._own for word in it.words})]

    async def run(self) -> bool:
        """Teach until the lesson is over or the player leaves it; return whether it is over. Raises `InputEnded`."""
        course, say = self._course, self._talk.say
        say(f"Lesson: {self._lesson.title}.", _WAYS)
        told = -1
        while not course.over:
            if told != course.number:
                told = course.number
                self._begin()
                self._tell()
            line = (await self._talk.dialogue.line("Lesson:") or "").strip()
            if line.casefold() in _LEAVE:
                say("You have left the lesson. It goes on from this step when you come back.")
                return False
            await self._hear(line)
        remember_done(self._lesson)
        say("The lesson is over.")
        return True

    def _begin(self) -> None:
        """Give the moves of a new step their numbers."""
        talk, seat = self._talk, self._lesson.seat
        talk.turn, talk.moves, talk.more = Turn(None, seat, handover=False), None, None
        if seat in self._table.due.seats:
            talk.turn = Turn(seat, seat, handover=False)
            talk.moves = NumberedMoves(self._table, self._texts, seat, seat, self._wanted())

    def _tell(self) -> None:
        """Say the text of the step, and what to do."""
        course, count = self._course, len(self._lesson.steps)
        self._talk.say(f"Step {course.number + 1} of {count}.", text_for_the_ear(course.step), *self._task())

    def _wanted(self) -> list[Move]:
        """Return the moves that the step asks for by name, the script's own first. They are the first of the list."""
        game, seat, wanted = self._table.game, self._lesson.seat, self._course.step.moves
        legal = {game.format(move).split(maxsplit=1)[1]: move for move in game.legal(self._table.view(seat), seat)}
        return [legal[words] for words in wanted if words in legal]

    @property
    def _ways(self) -> str:
        """How to go on, or what to type instead of the move or command that is asked for."""
        return _ALSO if self._task() else _WAYS

    def _task(self) -> list[str]:
        """Return what the player must do in this step; empty if reading is all."""
        step, moves = self._course.step, self._talk.moves
        if step.command:
            return [f"Now type: {step.command}."]
        if moves is None or not step.moves:
            return []
        index = next(it for it in range(len(moves.moves)) if moves.written(it) == step.moves[0])
        which = "Now make a move such as this." if step.verb else "Now make this move."
        return [which, moves.line(index), f"To make it, type {index + 1}."]

    async def _hear(self, line: str) -> None:
        """Carry out a line."""
        course, step = self._course, self._course.step
        line = line.rstrip("?!. ") or line
        word = line.casefold()
        asks = bool(step.moves or step.command)
        if word == "back" and not course.number:
            self._talk.say("This is the first step. Type again to hear it.")
        elif word == "back":
            course.back()
        elif word in _ON and (line or not asks):
            (course.go_on if step.is_read_only else course.skip)()
        elif step.command and word == step.command:
            await self._obey(word)
        elif asks and (move := self._move(line) or self._move_in_words(line)) is not None:
            if course.accepts(move):
                self._table.submit(move)
                course.moved()
            else:
                self._talk.say(answer_for_the_ear(course.answer), *self._task())
        else:
            await self._answer(line)

    async def _answer(self, line: str) -> None:
        """Answer a line that changes nothing: a question, a command, a name on the board, or what is none of these."""
        say = self._talk.say
        asked = question(line)
        if asked is not None and asked.first in ("moves", "hint"):
            self._tell()
        elif asked is not None and (named := self._position.named(asked.words)):
            say(*named)
        elif asked is not None:
            await self._rules.about(asked.words)
        elif line and (command := command_named(self.commands, split(line)[0])) is not None:
            await command.run(split(line)[1])
        elif line and not _is_number(line) and (named := self._position.named(line)):
            say(*named)
            if fitting := self._fitting(line):
                say(f"To make the move of this step, type {fitting[0] + 1}.")
        else:
            task = self._task()
            odd = [f"{line[:30]} is not what this step asks for."] if line and task else []
            say(*odd, *(task or ["This step is only read."]), self._ways)

    async def _obey(self, line: str) -> None:
        """Carry out the command that stands for the key of this step, and go on."""
        word, rest = split(line)
        command = command_named(self.commands, word)
        if command is None:  # Undo is a part of the script.
            self._course.skip()
        else:
            await command.run(rest)
            self._course.pressed()

    async def _again(self, _: str) -> None:
        self._tell()

    async def _help(self, word: str) -> None:
        if word:
            self._talk.say(*help_about(self.commands, split(word)[0]))
        else:
            self._talk.say(*help_list([it for it in self.commands if not it.rare]), self._ways)

    def _move(self, line: str) -> Move | None:
        """Return the move that a line means: its notation, its number, or a verb and its number."""
        moves = self._talk.moves
        if moves is None or not line:
            return None
        found = moves.typed.read(line)
        if isinstance(found, Move):
            return found
        word, _, rest = line.rpartition(" ")
        index = typed_index(rest, len(moves.moves))
        if index is None or not moves.was_told(index) or (word and not moves.has_verb(index, word)):
            return None
        return moves.moves[index]

    def _move_in_words(self, line: str) -> Move | None:
        """Return the move of the step if a line has words of it and is nothing else that can be typed.

        Numbers and single letters are no words. A command is one only if it is more than the verb of the move; one
        word that is a name on the board must not be found in other moves, since it may be a question about the board.
        """
        moves, fitting, (first, rest) = self._talk.moves, self._fitting(line), split(line)
        if moves is None or not fitting or len(line) < 2 or _is_number(line):
            return None
        is_verb = moves.has_verb(fitting[0], first)
        if command_named(self.commands, first) is not None and not (is_verb and rest):
            return None
        shared = len(moves.find(line)) > len(fitting)
        if shared and not rest and not is_verb and self._position.named(line):
            return None
        return moves.moves[fitting[0]]

    def _fitting(self, line: str) -> list[int]:
        """Return the indices of the moves that the step asks for and that have the words of a line."""
        moves = self._talk.moves
        return [] if moves is None else sorted(it for it in moves.find(line) if self._course.wants(moves.moves[it]))


def _is_number(line: str) -> bool:
    """Return whether a line is a number, or several."""
    return line.replace(" ", "").isdecimal()
