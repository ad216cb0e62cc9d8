"""What a player can type at a table: how a line is understood, and the commands of every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from galli_tui.bots.advice import AdviceUnavailable
from galli_tui.game_api.topics import Topic
from galli_tui.game_api.typed_move import Rejection
from galli_tui.game_api.undo import seat_to_undo, undo_reason
from galli_tui.lessons.reader import lesson_names, load_lesson
from galli_tui.plain.advice_words import hint_sentences
from galli_tui.plain.commands import Command, Run, command_named, help_about, help_list, split, unknown
from galli_tui.plain.guide_words import guide_sentences
from galli_tui.plain.lesson_talk import LessonTalk, lesson_list
from galli_tui.plain.look import board_sentences, own_part, part_named, position_parts, topics_of
from galli_tui.plain.news import LOG, RECENT
from galli_tui.plain.peer_talk import PeerTalk
from galli_tui.plain.rulebook import RulebookReader
from galli_tui.plain.score_words import score_sentences
from galli_tui.plain.table_talk import Ending, TableTalk
from galli_tui.style.wording import counted, seated_words, sentence_start
from galli_tui.tables.match_store import NAMES
from galli_tui.tables.peers import Role
from galli_tui.tables.seat_names import seat_names
from galli_tui.tables.turn_flow import local_seats, view_when_asked, with_views_before
from rules.engine.events import Move
from rules.engine.game_codec import NotationError
from rules.engine.secrecy import Seat
from saves.errors import SaveError

_NO_MOVES: Final = "You have no move to make now."
_KEPT_LOG: Final = "Type log all for everything."


class TableCommands:
    """The commands at one table."""

    def __init__(self, talk: TableTalk, peers: PeerTalk | None) -> None:
        """`peers` has the commands for a network table; None at a table of this terminal alone."""
        self._peers = peers
        self._talk, self._table, self._texts = talk, talk.table, talk.texts
        self._rules = RulebookReader(talk.table.game.meta.key)
        self._reads_rules = False
        """Whether `more` goes on in the rulebook, and not in the moves."""
        self._own = (*self._all(), *(() if peers is None else peers.commands()))

    def _say(self, *sentences: str) -> None:
        self._talk.dialogue.say(*sentences)

    async def handle(self, line: str) -> None:
        """Carry out a line: a move, the number of a move, a command, or a topic of the game."""
        if len(line) > 1:
            line = line.rstrip("?!. ") or line
        moves, (word, rest) = self._talk.moves, split(line)
        if word.isdecimal() and not rest:
            self._choose(word)
        elif moves is not None and isinstance(found := moves.typed.read(line), Move):
            self._talk.make(found)
        elif (command := command_named(self.commands, word)) is not None:
            await command.run(rest)
        elif moves is not None:
            self._not_understood(line, word, moves.typed.read(line))
        elif self._is_move(line):
            self._say(_NO_MOVES)
        else:
            self._say(unknown(self.commands, word))

    def _choose(self, number: str) -> None:
        """Make the move with a number, once the player has heard what it is."""
        moves = self._talk.moves
        if moves is None:
            self._say(_NO_MOVES)
            return
        index = int(number[:9]) - 1
        if not 0 <= index < len(moves.moves):
            self._say(f"There is no move {number[:9]}. The moves have the numbers 1 to {len(moves.moves)}.")
        elif moves.was_told(index):
            self._talk.make(moves.moves[index])
        else:
            self._say(moves.line(index), f"Type {index + 1} again to make this move.")

    def _not_understood(self, line: str, word: str, found: Move | Rejection) -> None:
        """Answer a line that is neither a command nor a legal move."""
        moves = self._talk.moves
        if moves is None or not isinstance(found, Rejection):
            return
        if moves.typed.next_words(word) or self._is_move(line):
            self._talk.refuse(found.text, found.clause)
        elif alike := moves.find(line):
            self._say(f"{counted(len(alike), 'move')} with these words.", *moves.page(alike))
            self._reads_rules = False
        else:
            self._say(unknown(self.commands, word, self._asked()))

    def _is_move(self, line: str) -> bool:
        """Return whether a line is a move in the game's notation, legal or not."""
        try:
            return isinstance(self._table.game.parse(f"1 {line}"), Move)
        except NotationError:
            return False

    @property
    def commands(self) -> list[Command]:
        """Return the commands, with the topics of the game."""
        taken = {word for command in self._own for word in command.words}
        topics = topics_of(self._table, self._texts, self._talk.turn.viewer)
        return [*self._own, *(self._topic(topic, taken) for topic in topics)]

    def _topic(self, topic: Topic, taken: set[str]) -> Command:
        words = tuple(word for word in topic.words if word not in taken)
        return Command(words, topic.about, self._telling(topic), topic.takes, topic.more)

    def _telling(self, topic: Topic) -> Run:
        async def run(rest: str) -> None:
            self._say(*topic.answer(rest))

        return run

    def completions(self, text: str) -> Sequence[str]:
        """Return whole lines that may continue what is typed: moves of the present decision, and commands."""
        moves = self._talk.moves
        before = text[: len(text) - len(text.rsplit(" ", maxsplit=1)[-1])]
        found = [] if moves is None else [f"{before}{word} " for word in moves.typed.next_words(text)]
        if not before:
            found += [f"{command.name} " for command in self.commands if command.name.startswith(text.casefold())]
        return found

    def _all(self) -> tuple[Command, ...]:
        return (
            Command(("help", "commands"), "lists the commands, or explains one.", self._help, "WORD"),
            Command(
                ("moves", "move"),
                "lists your legal moves, the most promising first.",
                self._moves,
                "WORDS",
                (
                    "Type the number of a move to make it, or type the move as it is written.",
                    "With words, only moves with these words are listed. For example: moves red hall.",
                    "A move keeps its number until you have decided.",
                ),
            ),
            Command(("more", "next"), "goes on with the list of moves or of rules.", self._more),
            Command(("hint", "h"), "tells the best moves, with reasons.", self._hint),
            Command(("board", "b"), "describes the whole position.", self._board),
            Command(
                ("look", "i"),
                "describes one part of the position.",
                self._look,
                "PART",
                ("Without a part, it lists the parts.", "For example: look tasks."),
            ),
            Command(("hand", "mine"), "tells what you have.", self._hand),
            Command(("players", "others"), "tells what every player has.", self._players),
            Command(("scores", "s", "score", "points"), "reads the score sheet.", self._scores),
            Command(("changes", "since"), "tells what has happened since your last move.", self._changes),
            Command(("log", "l"), "tells what happened lately; log all tells everything.", self._log),
            Command(("undo", "u"), "takes back your last move, unless it revealed something.", self._undo),
            Command(
                ("rules",),
                "reads the rulebook.",
                self._rules_about,
                "CLAUSE or WORDS",
                ("For example: rules gap. Without words, it lists the headings.",),
            ),
            Command(("why", "?"), "reads the rule behind the last refusal.", self._why),
            Command(("now", "where", "what", "turn", "again"), "says whose turn it is, and what is asked.", self._now),
            Command(("guide",), "tells how the game is played, in short.", self._guide),
            Command(
                ("lesson", "lessons", "learn"),
                "teaches the game step by step, at a table of its own. Your match waits.",
                self._lesson,
                "NUMBER",
                ("Without a number, it lists the lessons. For example: lesson 1.",),
            ),
            Command(("who",), "names the players, and who is to move.", self._who),
            Command(("review", "a"), "tells after the match which decisions cost the most.", self._review),
            Command(("rematch", "n"), "starts the same match again, once this one is over.", self._rematch),
            Command(("quit", "q", "save", "exit"), "leaves. The match is saved, as after every move.", self._quit),
        )

    async def _help(self, word: str) -> None:
        if word:
            self._say(*help_about(self.commands, split(word)[0]))
            return
        self._say(
            "You can type these commands.",
            *help_list(self.commands),
            "You can also type a move as it is written, or its number. Type help and a command for more about it.",
        )

    async def _moves(self, words: str) -> None:
        moves = self._talk.moves
        self._reads_rules = False
        if moves is None:
            self._say(_NO_MOVES)
            return
        found = moves.find(words)
        if not found:
            self._say(f"None of your {counted(len(moves.moves), 'legal move')} has all of these words.")
            return
        order = "The most promising comes first." if moves.ranked else "They are in the order of the rules."
        count = counted(len(found), "legal move")
        self._say(f"{count}{' with these words' if words else ''}. {order}", *moves.page(found))

    async def _more(self, _: str) -> None:
        moves = self._talk.moves
        lines = self._rules.more() if self._reads_rules else [] if moves is None else moves.page()
        self._say(*(lines or ["There is no more."]))

    async def _hint(self, _: str) -> None:
        table, turn, moves = self._table, self._talk.turn, self._talk.moves
        advice = table.advice
        if isinstance(advice, str):
            self._say(advice)
        elif turn.seat is None or moves is None:
            self._say("There is no hint now: nobody here has to decide.")
        else:
            self._say("The abbot is looking for the best moves. This takes a few seconds.")
            earlier = with_views_before(table.timeline(turn.viewer, RECENT))
            view = view_when_asked(table.game, turn.seat, table.view(turn.viewer), earlier)
            try:
                options = await advice.options(turn.seat, view)
            except AdviceUnavailable as error:
                self._say(str(error))
            else:
                self._say(*hint_sentences(table, self._texts, moves, view, options))

    async def _board(self, _: str) -> None:
        self._say(*board_sentences(self._table, self._texts, self._talk.turn.viewer))

    async def _look(self, name: str) -> None:
        parts = position_parts(self._table, self._texts, self._talk.turn.viewer)
        if not name:
            self._say("You can look at these parts. Type look and a word of one.", *(f"{it.title}." for it in parts))
            return
        part = part_named(parts, name)
        if part is not None:
            self._say(f"{part.title}.", *part.lines)
            return
        for topic in topics_of(self._table, self._texts, self._talk.turn.viewer):
            if topic.finds and (lines := topic.finds(name)):
                self._say(*lines)
                return
        self._say(f"There is nothing named {name[:40]} here. Type look to hear what there is.")

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
        table = self._table
        for seat in range(len(table.players)):
            part = own_part(table, self._texts, self._talk.turn.viewer, Seat(seat))
            self._say(f"{part.title}.", *part.lines)

    async def _scores(self, _: str) -> None:
        self._say(*score_sentences(self._table, self._texts))

    async def _changes(self, _: str) -> None:
        turn = self._talk.turn
        lines = self._talk.news.since_last_move(turn.seat, turn.viewer)
        self._say(*(lines or ["Nothing has happened since your last move."]))

    async def _log(self, words: str) -> None:
        lines = self._talk.news.log(self._talk.turn.viewer)
        if not lines:
            self._say("Nothing has happened yet.")
        elif words.casefold() == "all" or len(lines) <= LOG:
            self._say(*lines)
        else:
            self._say(f"The last {LOG} of {len(lines)} sentences. {_KEPT_LOG}", *lines[-LOG:])

    async def _undo(self, _: str) -> None:
        table = self._table
        seat = seat_to_undo(table, table.timeline(self._talk.turn.viewer, RECENT))
        if seat is None:
            self._say(undo_reason(table, self._texts))
            return
        try:
            table.undo(seat)
        except (SaveError, ValueError) as error:
            self._say(f"The move was not undone. {error}")
        else:
            self._talk.asked = ()
            self._say(f"The last move of {table.players[seat].name} is undone.")

    async def _rules_about(self, query: str) -> None:
        self._reads_rules = True
        self._say(*self._rules.find(query))

    async def _why(self, _: str) -> None:
        if self._talk.clause:
            self._say(self._talk.refusal)
            await self._rules_about(self._talk.clause)
        else:
            self._say(self._talk.refusal or "Nothing has been refused.")

    def _asked(self) -> str:
        """Return what is asked of the player who decides here; empty if nobody does."""
        turn = self._talk.turn
        return "" if turn.seat is None else self._texts.asked(self._table, self._table.view(turn.viewer), turn.seat)

    async def _now(self, _: str) -> None:
        progress = self._texts.progress(self._table.view(self._talk.turn.viewer))
        seat, names = self._talk.turn.seat, seat_names(self._table)
        where = f"{sentence_start(progress)}. " if progress else ""
        if seat is not None:
            whose = f"It is the turn of {names[seat]}." if len(names) > 1 else "It is your turn."
            moves = "" if self._talk.moves is None else f" {self._talk.moves.summary()} Type moves to hear them."
            self._say(f"{where}{whose} {self._asked()}{moves}")
        elif self._table.due.over:
            self._say("The match is over.")
        else:
            self._say(f"{where}You have nothing to decide now.")

    async def _guide(self, _: str) -> None:
        self._say(*guide_sentences(self._texts, self._table.game.options), "For the full rules, type rules.")

    async def _lesson(self, number: str) -> None:
        key = self._table.game.meta.key
        names = lesson_names(key)
        if not (number.isdecimal() and 1 <= int(number[:4]) <= len(names)):
            self._say(*lesson_list(key))
            return
        here = local_seats(self._table)
        name = self._table.players[here[0]].name if here else NAMES[0]
        await LessonTalk(self._talk.dialogue, load_lesson(key, names[int(number) - 1]), name).run()
        self._say("You are back at your match.")
        await self._now("")

    async def _who(self, _: str) -> None:
        table = self._table
        for seat, name in enumerate(seat_names(table)):
            due = ", who is to move" if seat in table.due.seats else ""
            there = "" if self._peers is None else self._peers.presence(seat)
            who = seated_words(name, table.players[seat].bot)
            self._say(f"Seat {seat + 1}: {who}{f', who {there}' if there else ''}{due}.")

    async def _review(self, _: str) -> None:
        if self._table.due.over:
            self._say(*self._talk.review.tell())
        else:
            self._say("The review comes after the match. Type hint for advice now.")

    async def _rematch(self, _: str) -> None:
        peers = self._table.peers
        if peers is not None and peers.status.role is not Role.HOST:
            self._say("Only the host can set up a rematch. Type quit, and join the new table with its code.")
        elif self._table.due.over:
            self._talk.ending = Ending.REMATCH
        else:
            self._say("A rematch comes after the match. Type quit to leave this one.")

    async def _quit(self, _: str) -> None:
        self._talk.ending = Ending.LEFT
