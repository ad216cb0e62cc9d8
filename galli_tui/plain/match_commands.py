"""The commands about the match as a whole: the lessons, the review, a rematch, and leaving."""

from __future__ import annotations

from galli_tui.lessons.reader import lesson_names, load_lesson
from galli_tui.plain.commands import Command, split
from galli_tui.plain.lesson_talk import LessonTalk, lesson_list
from galli_tui.plain.table_talk import Ending, TableTalk
from galli_tui.plain.typed_number import typed_index
from galli_tui.tables.match_store import NAMES
from galli_tui.tables.peers import Role
from galli_tui.tables.turn_flow import local_seats


class MatchCommands:
    """The commands about the match as a whole."""

    def __init__(self, talk: TableTalk) -> None:
        self._talk, self._table = talk, talk.table

    def commands(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            Command(
                ("lesson", "lessons", "learn"),
                "teaches the game step by step, at a table of its own. Your match waits.",
                self._lesson,
                "NUMBER",
                ("Without a number, it lists the lessons. For example: lesson 1.",),
            ),
            Command(
                ("review", "a", "mistakes"),
                "after the match, names the decisions that cost the most; review all names all of them at once.",
                self._review,
                more=(
                    "The worst come first; more goes on.",
                    "With a number, it reads one, and the position then. For example: review 1, or review 1 all.",
                    "It takes a few minutes. Enter reads what is found so far; you are told when it is finished.",
                ),
                rare=True,
            ),
            Command(("rematch", "n"), "starts the same match again, once this one is over.", self._rematch, rare=True),
            Command(("back", "menu"), "says how to take a move back, and how to leave.", self._back, rare=True),
            Command(("quit", "q", "save", "exit", "leave"), "leaves. The match is saved.", self._quit),
        )

    async def _lesson(self, number: str) -> None:
        key = self._table.game.meta.key
        names = lesson_names(key)
        index = typed_index(number, len(names))
        if index is None:
            self._talk.say(*lesson_list(key))
            return
        here = local_seats(self._table)
        name = self._table.players[here[0]].name if here else NAMES[0]
        await LessonTalk(self._talk.dialogue, load_lesson(key, names[index]), name).run()
        self._talk.say("You are back at your match.")
        self._talk.asked = ()

    async def _review(self, words: str) -> None:
        number, rest = split(words)
        if not self._table.due.over:
            self._talk.say("The review comes after the match. Type hint for advice now.")
        elif number.isdecimal():
            await self._talk.review.tell(number, whole=rest.casefold() == "all")
        else:
            await self._talk.review.ask(whole=number.casefold() == "all")

    async def _rematch(self, _: str) -> None:
        peers = self._table.peers
        if peers is not None and peers.status.role is not Role.HOST:
            self._talk.say("Only the host can set up a rematch. Type quit, and join the new table with its code.")
        elif self._table.due.over:
            self._talk.ending = Ending.REMATCH
        else:
            self._talk.say("A rematch comes after the match. Type quit to leave this one.")

    async def _back(self, _: str) -> None:
        undo = "" if self._table.due.over else "Type undo to take back your last move. "
        self._talk.say(f"{undo}Type quit to leave: the match is saved.")

    async def _quit(self, _: str) -> None:
        self._talk.ending = Ending.LEFT
