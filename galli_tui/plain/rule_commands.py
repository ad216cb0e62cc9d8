"""The commands that read the rules: the guide, the rulebook, and why a move was refused."""

from __future__ import annotations

from galli_tui.plain.commands import Command
from galli_tui.plain.guide_words import guide_sentences
from galli_tui.plain.rulebook import RulebookReader
from galli_tui.plain.table_talk import TableTalk


class RuleCommands:
    """The commands that read the rules."""

    def __init__(self, talk: TableTalk) -> None:
        self._talk = talk
        self.book = RulebookReader(talk.table.game.meta.key, talk.table.game.options.level)

    def commands(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            Command(("guide",), "explains in short how the game is played.", self._guide),
            Command(
                ("rules", "rule"),
                "reads the rulebook.",
                self.about,
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

    async def about(self, query: str) -> None:
        """Read the clauses that match a number or words."""
        self._talk.more = self.book.more
        self._talk.say(*self.book.find(query))

    async def _why(self, words: str) -> None:
        talk = self._talk
        if words:
            await self.about(words)
        elif talk.clause:
            talk.say(talk.refusal)
            await self.about(talk.clause)
        else:
            talk.say(talk.refusal or "Nothing has been refused. Type rules and a word to hear a rule.")
