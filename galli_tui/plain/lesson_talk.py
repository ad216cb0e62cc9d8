"""A lesson as a conversation: the text of each step, what to do, and the moves that the player types."""

from __future__ import annotations

from functools import partial
from typing import Final

from galli_tui.game_api.registry import texts_of
from galli_tui.lessons.lesson import Lesson, plain_text
from galli_tui.lessons.progress import progress_of, remember_done, remember_step
from galli_tui.lessons.reader import lesson_names, load_lesson
from galli_tui.lessons.run import LessonRun
from galli_tui.matches.prepared_table import PreparedTable
from galli_tui.plain.dialogue import Dialogue
from galli_tui.plain.look import board_sentences
from galli_tui.plain.numbered_moves import NumberedMoves
from rules.engine.events import Move

_WAYS: Final = "Enter goes on. You can also type back, skip, moves, board, or quit to leave the lesson."


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
        self._dialogue, self._lesson = dialogue, lesson
        self._table = PreparedTable(lesson, name)
        self._texts = texts_of(lesson.game_key)
        first = progress_of(lesson.game_key, lesson.name).step
        self._course = LessonRun(lesson, self._table, first=first, remember=partial(remember_step, lesson))
        self._moves: NumberedMoves | None = None

    async def run(self) -> None:
        """Teach until the lesson is over or the player leaves it. Raises `InputEnded`."""
        course, say = self._course, self._dialogue.say
        say(f"Lesson: {self._lesson.title}.", _WAYS)
        told = -1
        while not course.over:
            if told != course.number:
                told = course.number
                self._tell()
            line = (await self._dialogue.line("Lesson:") or "").strip()
            if line.casefold() in ("quit", "q", "stop", "exit"):
                say("You have left the lesson. It goes on from this step when you come back.")
                return
            self._hear(line)
        remember_done(self._lesson)
        say("The lesson is over.")

    def _tell(self) -> None:
        course = self._course
        step, seat = course.step, self._lesson.seat
        self._moves = None
        if seat in self._table.due.seats:
            self._moves = NumberedMoves(self._table, self._texts, seat, seat)
        say = self._dialogue.say
        say(f"Step {course.number + 1} of {len(self._lesson.steps)}.", plain_text(course.text(_key)))
        if todo := plain_text(course.todo(_key)):
            say(todo)
        if step.moves:
            say(f"Here you type: {step.moves[0]}")
        elif step.press:
            say("On the screen this is a key. Here, Enter does it for you.")

    def _hear(self, line: str) -> None:
        """Carry out a line."""
        course, say, word = self._course, self._dialogue.say, line.casefold()
        if word in ("back", "skip", "next"):
            (course.back if word == "back" else course.skip)()
        elif word in ("board", "b"):
            say(*board_sentences(self._table, self._texts, self._lesson.seat))
        elif word == "moves" or word.startswith("moves "):
            self._list(word.removeprefix("moves").strip())
        elif not line and course.step.press:
            course.skip()
        elif not line and course.step.is_read_only:
            course.go_on()
        elif (move := self._move(line)) is not None:
            if course.accepts(move):
                self._table.submit(move)
                course.moved()
            else:
                say(plain_text(course.text(_key)))
        else:
            say(plain_text(course.todo(_key)) or "This step is only read.", _WAYS)

    def _list(self, words: str) -> None:
        moves = self._moves
        found = [] if moves is None else moves.find(words)
        self._dialogue.say(
            *(["You have no such move to make now."] if moves is None or not found else moves.page(found))
        )

    def _move(self, line: str) -> Move | None:
        moves = self._moves
        if moves is None or not line:
            return None
        if line.isdecimal():
            index = int(line[:9]) - 1
            return moves.moves[index] if moves.was_told(index) else None
        found = moves.typed.read(line)
        return found if isinstance(found, Move) else None


def _key(action_id: str) -> str:
    """Return the key of an action; the action's own name where its screen is not loaded."""
    from galli_tui.style.actions import known  # These import Textual, which plain lines do without.
    from galli_tui.style.key_names import key_words

    found = known(action_id)
    return action_id.rpartition(".")[2] if found is None else key_words(found.keys[0])
