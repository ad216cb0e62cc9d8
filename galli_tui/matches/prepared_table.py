"""A table in memory for a lesson: draws and the moves of other seats are prepared, all else comes from a seed."""

from __future__ import annotations

from collections.abc import Sequence

from galli_tui.lessons.lesson import UNDO, Lesson, LessonError
from galli_tui.lessons.run import LessonPart
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.tables.table import TablePlayer
from rules.engine.entropy import derive_entropy
from rules.engine.game_codec import NotationError
from rules.engine.refusal import Refused
from rules.engine.secrecy import DEALER
from rules.registry import game_box

_DEALER = "dealer"


class PreparedTable(InMemoryTable):
    """Implements `galli_tui.lessons.run.LessonTable`. Nothing of it is saved."""

    advice = "No hints in a lesson: the text says what to do."

    def __init__(self, lesson: Lesson, name: str) -> None:
        """Create the table; `name` is the player's."""
        self._lesson = lesson
        self._prepared: list[str] = []
        """The events to come, oldest first."""
        game = game_box(lesson.game_key).new(lesson.options)
        names = [*lesson.others]
        names.insert(lesson.seat, name)
        roles = [role.colour for role in game.meta.roles] or game.meta.colours
        players = (TablePlayer(it, roles[number], number == lesson.seat) for number, it in enumerate(names))
        super().__init__(game, tuple(players), lesson.seed, match_id="lesson")

    def prepare(self, lines: Sequence[str]) -> None:
        self._prepared = [*lines]

    def carry_on(self) -> None:
        self._let_dealer_act()
        self._notify()

    def set_up(self, parts: Sequence[LessonPart]) -> None:
        self._events, self._states, self._prepared = [], [self.game.initial()], []
        for part in parts:
            self._prepared = [*part.happens]
            if part.act == UNDO:
                self._take_back()
            elif part.act:
                self._apply(f"{self._lesson.seat + 1} {part.act}")
            self._let_dealer_act()
        self._notify()

    def _take_back(self) -> None:
        number = self._last_move_of(self._lesson.seat)
        if number is None:
            raise LessonError(f"{self._lesson.name}: there is no move to undo")
        del self._events[number:]
        del self._states[number + 1 :]

    def _let_dealer_act(self) -> None:
        """Apply the prepared events while they are due; draws that are not prepared come from the seed."""
        while not self.due.over:
            line = next(iter(self._prepared), "")
            if self.due.dealer:
                state = self._states[-1]
                draw = self.game.draw(state)
                dealt = self.game.deal(
                    self.game.view(state, DEALER), derive_entropy(self._seed, draw.source, draw.index)
                )
                if line.split()[:2] == self.game.format(dealt).split()[:2]:
                    self._apply(self._prepared.pop(0))
                else:
                    self._append(dealt)
            elif line and not line.startswith(_DEALER):
                self._apply(self._prepared.pop(0))
            else:
                break
        if self._prepared:
            raise LessonError(f"{self._lesson.name}: '{self._prepared[0]}' is not due when it is prepared")

    def _apply(self, line: str) -> None:
        """Apply an event in the game's notation. Raises `LessonError` if it is none, or illegal."""
        try:
            self._append(self.game.parse(line))
        except NotationError as error:
            raise LessonError(f"{self._lesson.name}: '{line}' is no event: {error}") from None
        except Refused as refused:
            raise LessonError(f"{self._lesson.name}: '{line}' is refused: {refused.refusal}") from None
