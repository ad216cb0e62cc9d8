"""The commands about the match and its game: the rules, the lessons, the review, a rematch, and leaving."""

from __future__ import annotations

from galli_tui.lessons.reader import lesson_names, load_lesson
from galli_tui.plain.commands import Command
from galli_tui.plain.guide_words import guide_sentences
from galli_tui.plain.rulebook import RulebookReader
from galli_tui.plain.table_talk import Ending, TableTalk
from galli_tui.tables.match_store import NAMES
from galli_tui.tables.peers import Role
from galli_tui.tables.turn_flow import local_seats


class RuleCommands:
    """The commands that read the rules."""

    def __init__(self, talk: TableTalk) -> None:
        self._talk = talk
        self._rules = RulebookReader(talk.table.game.meta.key)

    def commands(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            Command(("guide",), "tells how the game is played, in short.", self._guide),
            Command(
                ("rules", "rule"),
                "reads the rulebook.",
                self._about,
                "CLAUSE or WORDS",
                ("For example: rules gap. Without words, it lists the headings.",),
            ),
            Command(
                ("why", "?"),
                "reads the rule behind the last refusal; with words, the rules about them.",
                self._why,
                "WORDS",
                rare=True,
            ),
        )

    async def _guide(self, _: str) -> None:
        talk = self._talk
        talk.say(*guide_sentences(talk.texts, talk.table.game.options), "For the full rules, type rules.")

    async def _about(self, query: str) -> None:
        self._talk.more = self._rules.more
        self._talk.say(*self._rules.find(query))

    async def _why(self, words: str) -> None:
        talk = self._talk
        if words:
            await self._about(words)
        elif talk.clause:
            talk.say(talk.refusal)
            await self._about(talk.clause)
        else:
            talk.say(talk.refusal or "Nothing has been refused. Type rules and a word to hear a rule.")


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
            Command(("review", "a"), "tells after the match which decisions cost the most.", self._review, rare=True),
            Command(("rematch", "n"), "starts the same match again, once this one is over.", self._rematch, rare=True),
            Command(("quit", "q", "save", "exit"), "leaves. The match is saved, as after every move.", self._quit),
        )

    async def _lesson(self, number: str) -> None:
        from galli_tui.plain.lesson_talk import LessonTalk, lesson_list

        key = self._table.game.meta.key
        names = lesson_names(key)
        if not (number.isdecimal() and 1 <= int(number[:4]) <= len(names)):
            self._talk.say(*lesson_list(key))
            return
        here = local_seats(self._table)
        name = self._table.players[here[0]].name if here else NAMES[0]
        await LessonTalk(self._talk.dialogue, load_lesson(key, names[int(number) - 1]), name).run()
        self._talk.say("You are back at your match.")
        self._talk.asked = ()

    async def _review(self, _: str) -> None:
        if self._table.due.over:
            self._talk.say(*self._talk.review.tell())
        else:
            self._talk.say("The review comes after the match. Type hint for advice now.")

    async def _rematch(self, _: str) -> None:
        peers = self._table.peers
        if peers is not None and peers.status.role is not Role.HOST:
            self._talk.say("Only the host can set up a rematch. Type quit, and join the new table with its code.")
        elif self._table.due.over:
            self._talk.ending = Ending.REMATCH
        else:
            self._talk.say("A rematch comes after the match. Type quit to leave this one.")

    async def _quit(self, _: str) -> None:
        self._talk.ending = Ending.LEFT
