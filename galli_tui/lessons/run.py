"""A lesson being played: the present step, whether a move or key is the right one, and the way on and back.

It draws nothing: the table screen and the plain mode show what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from galli_tui.lessons.lesson import UNDO, Lesson, LessonStep, with_keys
from galli_tui.tables.table import Table
from rules.engine.events import Move

_READ_FIRST = "First read this step, then go on."
_NOT_YET = "Not this one. Do what is asked here, and the lesson goes on."
_NO_KEY = "That key does nothing here."
_CAN_WAIT = "{key} can wait."


class LessonPart(NamedTuple):
    """A part of the script: what the player does in a step, and what happens after it."""

    act: str
    """The player's move in the game's notation, `UNDO`, or empty."""
    happens: tuple[str, ...]


class LessonTable(Table, Protocol):
    """A table with prepared draws, which `galli_tui.matches.prepared_table` makes. This layer is below that one."""

    def prepare(self, lines: Sequence[str]) -> None:
        """Have these events follow the next move: draws, and moves of other seats, in the game's notation."""
        ...

    def carry_on(self) -> None:
        """Let the prepared events happen now."""
        ...

    def set_up(self, parts: Sequence[LessonPart]) -> None:
        """Begin again, and play these parts of the script."""
        ...


class LessonRun:
    """The course of a lesson at a table."""

    def __init__(
        self,
        lesson: Lesson,
        table: LessonTable,
        *,
        first: int = 0,
        remember: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Begin with the step of a number, from 0; `remember` is told the number of each step that is reached."""
        self.lesson = lesson
        self.number = 0
        """The number of the present step, from 0."""
        self.answer = ""
        """The answer to the last move or key, if it was wrong; else empty."""
        self.over = False
        """Whether the last step has been read."""
        self._table, self._remember = table, remember
        self.go_to(max(0, min(first, len(lesson.steps) - 1)))

    @property
    def step(self) -> LessonStep:
        """The present step."""
        return self.lesson.steps[self.number]

    @property
    def is_last(self) -> bool:
        """Whether the present step is the last one."""
        return self.number == len(self.lesson.steps) - 1

    def parts(self, number: int) -> list[LessonPart]:
        """Return the script up to a step."""
        opening = LessonPart("", self.lesson.opening)
        return [opening, *(LessonPart(_act(step), step.happens) for step in self.lesson.steps[:number])]

    # What the player may do.

    def accepts(self, move: Move) -> bool:
        """Return whether a move is what the step asks for; else `answer` says what to do instead."""
        right = self.wants(move)
        self.answer = "" if right else self._correction()
        if right and self._written(move) not in self.step.moves:
            self._table.prepare(())  # What the script has next may be impossible now.
        return right

    def wants(self, move: Move) -> bool:
        """Return whether a move is what the step asks for; nothing else changes."""
        words, step = self._written(move), self.step
        return words in step.moves or (bool(step.verb) and words.split()[0] == step.verb)

    def _written(self, move: Move) -> str:
        """Return a move in the game's notation, without its seat."""
        return self._table.game.format(move).split(maxsplit=1)[1]

    def accepts_key(self, action_id: str, key: str = "") -> bool:
        """Return whether an action is the one whose key the step asks for; else `answer` says what to do instead.

        `key` is the key in words with what it does; empty for one that does nothing.
        """
        step = self.step
        right = bool(action_id) and action_id == step.press
        if right:
            self.answer = ""
        elif step.press and step.wrong:
            self.answer = step.wrong
        else:
            about = _CAN_WAIT.format(key=key) if key else _NO_KEY
            self.answer = f"{about} {_READ_FIRST if step.is_read_only else ''}".rstrip()
        return right

    def strayed(self) -> None:
        """Answer a key that would lead away from what the step asks for."""
        self.answer = self.step.todo or self._correction()

    def _correction(self) -> str:
        return self.step.wrong or (_READ_FIRST if self.step.is_read_only else _NOT_YET)

    @property
    def asked(self) -> Move | None:
        """The move that the step asks for; None if it asks for none, or for any of its kind."""
        step = self.step
        if not step.moves or step.verb:
            return None
        found = self._table.game.parse(f"{self.lesson.seat + 1} {step.moves[0]}")
        return found if isinstance(found, Move) else None

    @property
    def keys_before(self) -> tuple[str, ...]:
        """The ids of the actions whose keys the steps since the last move asked for, oldest first.

        They may have changed how the move of this step is entered, which the script's position does not keep.
        """
        if not self.step.moves:
            return ()
        found: list[str] = []
        for step in reversed(self.lesson.steps[: self.number]):
            if step.moves or step.happens:
                break
            if step.press:
                found.append(step.press)
        return tuple(reversed(found))

    # The way on and back.

    def moved(self) -> None:
        """Go to the next step, after the right move has been made."""
        self._enter(self.number + 1)

    def pressed(self) -> None:
        """Go to the next step, after the right key has been pressed and its action was carried out."""
        self._follow()

    def go_on(self) -> None:
        """Go to the next step of one that is only read; after the last one the lesson is over."""
        if self.is_last:
            self.over = True
        else:
            self._follow()

    def _follow(self) -> None:
        number = self.number + 1
        if self.step.happens:
            self._table.carry_on()
        self._enter(number)

    def skip(self) -> None:
        """Have the script do what the step asks for, and go to the next one."""
        if self.is_last:
            self.over = True
        else:
            self.go_to(self.number + 1)

    def back(self) -> None:
        """Go to the step before, in the script's own position."""
        self.go_to(max(0, self.number - 1))

    def go_to(self, number: int) -> None:
        """Go to a step, in the script's own position."""
        self._table.set_up(self.parts(number))
        self._enter(number)

    def _enter(self, number: int) -> None:
        self.number, self.answer = number, ""
        if self.step.rewinds:
            self._table.set_up(self.parts(number))
        self._table.prepare(self.step.happens)
        self._remember(number)

    # Words.

    def text(self, name_of: Callable[[str], str]) -> str:
        """Return the text of the step; `name_of` returns the key of an action."""
        return with_keys(self.step.text, name_of)

    def answer_text(self, name_of: Callable[[str], str]) -> str:
        """Return the answer to the last move or key with the keys that it names; empty if it was not wrong."""
        return with_keys(self.answer, name_of)

    def todo(self, name_of: Callable[[str], str]) -> str:
        """Return what to do next; empty if the step is only read."""
        return with_keys(self.step.todo, name_of)


def _act(step: LessonStep) -> str:
    return UNDO if step.press == UNDO else next(iter(step.moves), "")
