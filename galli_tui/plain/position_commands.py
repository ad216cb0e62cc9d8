"""The commands about the position: an overview, its parts, a player's things, scores, and what has happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from galli_tui.game_api.topics import Topic
from galli_tui.plain.commands import Command, Run, command_named, split
from galli_tui.plain.look import board_sentences, named_thing, overview_sentences, own_part, position_parts, topics_of
from galli_tui.plain.news import LOG
from galli_tui.plain.score_words import score_sentences
from galli_tui.plain.table_talk import TableTalk, player_words
from galli_tui.style.wording import sentence_start
from galli_tui.tables.seat_names import seat_names
from galli_tui.tables.turn_flow import local_seats
from rules.engine.secrecy import Seat

_IN_HAND: Final = ("cards", "tiles", "goods")
"""What players ask for who mean what they have."""


class PositionCommands:
    """The commands that describe a table, none of which changes anything."""

    def __init__(self, talk: TableTalk, presence: Callable[[int], str] = lambda _: "") -> None:
        """`presence` returns whether the player of a seat is there, e.g. "is away"; empty while unknown."""
        self._talk, self._table, self._texts = talk, talk.table, talk.texts
        self._presence = presence

    def _say(self, *sentences: str) -> None:
        self._talk.say(*sentences)

    def commands(self) -> tuple[Command, ...]:
        """Return the commands of every game."""
        turn = "round" if self._texts.turn_spans_round() else "turn"
        return (
            Command(
                ("board", "b", "position"),
                "gives an overview of the position; board all describes the whole of it.",
                self._board,
            ),
            Command(
                ("look", "i", "show", "read", "describe", "inspect"),
                "describes a part of the position, or anything on the board.",
                self._look,
                "NAME",
                ("Without a name, it lists the parts.", "For example: look hand."),
            ),
            Command(self._hand_words(), "describes what you have.", self._hand),
            Command(("players", "others"), "describes what every player has.", self._players),
            Command(("scores", "s", "score", "points"), "reads the score sheet.", self._scores),
            Command(("changes", "since"), f"reads your last {turn}, and what has changed since.", self._changes),
            Command(("log", "l"), "reads what happened lately; log all reads everything.", self._log, rare=True),
            Command(("now", "where", "what", "turn", "again"), "says whose turn it is, and what is asked.", self._now),
            Command(("who",), "names the players, and who is to move.", self._who, rare=True),
        )

    def _hand_words(self) -> tuple[str, ...]:
        """Return the words for the hand, also what it often holds, unless that is another thing in this game."""
        meant = {word for topic in self._game_topics() for word in topic.words}
        return ("hand", "mine", *(word for word in _IN_HAND if word not in meant))

    def _game_topics(self) -> Sequence[Topic]:
        return topics_of(self._table, self._texts, self._talk.turn.viewer)

    def topics(self, taken: set[str]) -> list[Command]:
        """Return the commands that the game adds, without words that are taken."""
        return [self._topic(topic, taken) for topic in self._game_topics()]

    def _topic(self, topic: Topic, taken: set[str]) -> Command:
        words = tuple(word for word in topic.words if word not in taken)
        return Command(words, topic.about, self._telling(topic), topic.takes, topic.more)

    def _telling(self, topic: Topic) -> Run:
        async def run(rest: str) -> None:
            self._say(*topic.answer(rest))

        return run

    def named(self, name: str) -> Sequence[str]:
        """Return sentences about what has this name on the board; empty if nothing has."""
        return named_thing(self._table, self._texts, self._talk.turn.viewer, name)

    async def _board(self, words: str) -> None:
        tell = board_sentences if words.casefold() == "all" else overview_sentences
        self._say(*tell(self._table, self._texts, self._talk.turn.viewer))

    async def _look(self, name: str) -> None:
        if not name:
            parts = position_parts(self._table, self._texts, self._talk.turn.viewer)
            self._say("You can look at these parts. Type look and a word of one.", *(f"{it.title}." for it in parts))
        elif lines := self.named(name):
            self._say(*lines)
        else:
            word, rest = split(name)
            known = (*self.commands(), *self.topics(set()))
            command = command_named(known, word)
            if command is None or command.run == self._look:
                self._say(f"There is nothing named {name[:40]} here. Type look to hear what there is.")
            else:
                await command.run(rest)

    async def _hand(self, _: str) -> None:
        viewer, here = self._talk.turn.viewer, local_seats(self._table)
        seat = viewer if isinstance(viewer, int) else self._talk.turn.seat
        seat = here[0] if seat is None and len(here) == 1 else seat
        if seat is None:
            self._say("Nobody's hand can be told now. Type players for what everyone may know.")
        else:
            part = own_part(self._table, self._texts, viewer, Seat(seat))
            self._say(f"{part.title}.", *part.lines)

    async def _players(self, _: str) -> None:
        for seat in range(len(self._table.players)):
            part = own_part(self._table, self._texts, self._talk.turn.viewer, Seat(seat))
            self._say(f"{part.title}.", *part.lines)

    async def _scores(self, _: str) -> None:
        self._say(*score_sentences(self._table, self._texts))

    async def _changes(self, _: str) -> None:
        turn, here = self._talk.turn, local_seats(self._table)
        seat = here[0] if turn.seat is None and len(here) == 1 else turn.seat
        self._say(*(self._talk.news.since_last_turn(seat, turn.viewer) or ["Nothing has happened yet."]))

    async def _log(self, words: str) -> None:
        lines = self._talk.news.log(self._talk.turn.viewer)
        if not lines:
            self._say("Nothing has happened yet.")
        elif words.casefold() == "all" or len(lines) <= LOG:
            self._say(*lines)
        else:
            self._say(f"The last {LOG} of {len(lines)} sentences. Type log all for everything.", *lines[-LOG:])

    async def _now(self, _: str) -> None:
        talk = self._talk
        progress = self._texts.progress(self._table.game, self._table.view(talk.turn.viewer))
        seat, names = talk.turn.seat, seat_names(self._table)
        where = f" {sentence_start(progress)}." if progress else ""
        if seat is not None:
            whose = f"It is the turn of {names[seat]}." if len(names) > 1 else "It is your turn."
            moves = "" if talk.moves is None else f" {talk.moves.summary()} Type moves to hear them."
            self._say(f"{talk.question()}{moves}", f"{whose}{where}")
        else:
            self._say(f"{talk.no_moves()}{where}")

    async def _who(self, _: str) -> None:
        table = self._table
        for seat, name in enumerate(seat_names(table)):
            due = ", who is to move" if seat in table.due.seats else ""
            there = self._presence(seat)
            who = player_words(name, table.players[seat].bot)
            self._say(f"Seat {seat + 1}: {who}{f', who {there}' if there else ''}{due}.")
