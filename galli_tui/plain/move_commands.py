"""The commands about moves: list them, make one by its number, hear how it is written, hints, and undo."""

from __future__ import annotations

from galli_tui.bots.advice import AdviceUnavailable
from galli_tui.game_api.hint_text import MOST
from galli_tui.game_api.undo import move_to_undo, seat_to_undo, undo_reason, undone_words
from galli_tui.plain.advice_words import hint_sentences
from galli_tui.plain.commands import Command
from galli_tui.plain.news import RECENT
from galli_tui.plain.numbered_moves import NumberedMoves
from galli_tui.plain.table_talk import TableTalk
from galli_tui.plain.typed_number import typed_index, typed_number
from galli_tui.style.wording import counted
from galli_tui.tables.since import events_reaching, has_moved
from galli_tui.tables.turn_flow import view_when_asked, with_views_before
from rules.engine.events import Move
from rules.engine.secrecy import Seat
from saves.errors import SaveError


class MoveCommands:
    """The commands about the moves of the present decision."""

    def __init__(self, talk: TableTalk) -> None:
        self._talk, self._table = talk, talk.table

    def commands(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            Command(
                ("moves",),
                "lists your legal moves, the best first by a quick estimate.",
                self.list,
                "WORDS",
                (
                    "Type the number of a move to make it.",
                    "With words, only moves with these words are listed. For example: moves red hall.",
                    "A move keeps its number until you have decided.",
                ),
            ),
            Command(
                ("move", "make", "number"),
                "makes the move with a number. The number alone does the same.",
                self.make,
                "NUMBER",
                ("For example: move 1.",),
                rare=True,
            ),
            Command(("more", "next"), "goes on with what was read last: moves, rules or the review.", self._more),
            Command(
                ("hint", "h"),
                "names the best moves, with reasons. The abbot looks ahead, and the list doesn't.",
                self.hint,
            ),
            Command(
                ("notation", "written"),
                "explains how a move is written, so that you can type it without its number.",
                self._notation,
                "NUMBER",
                ("For example: notation 1.",),
                rare=True,
            ),
            Command(("undo", "u"), "takes back your last move, unless it revealed something.", self._undo),
        )

    def choose(self, number: str, *, asks: bool = False) -> None:
        """Make the move with a number, once the player has heard what it is; `asks` is a question about it."""
        found = self._numbered(number)
        if found is not None:
            moves, index = found
            if moves.was_told(index) and not asks:
                self._talk.make(moves.moves[index])
            else:
                self._talk.say(moves.line(index), f"Type {index + 1} again to make this move.")

    def typed(self, move: Move, *, asks: bool = False) -> None:
        """Make a move that was typed in notation; a wasteful one only once the player has heard what it is.

        `asks` is a question about it.
        """
        moves, table = self._talk.moves, self._table
        index = None if moves is None else moves.number_of(move)
        if asks and moves is not None and index is not None:
            self._talk.say(moves.line(index), f"Type {index + 1} to make this move.")
        elif moves is None or index is None or moves.was_told(index):
            self._talk.make(move)
        elif self._talk.texts.is_wasteful(table.game, moves.view, move):
            self._talk.say(moves.line(index), "Type the same again to make this move.")
        else:
            self._talk.make(move)

    def _numbered(self, number: str) -> tuple[NumberedMoves, int] | None:
        """Return the moves and the index of a number; None if there is no such move, which is then said."""
        moves = self._talk.moves
        if moves is None:
            self._talk.say(self._talk.no_moves())
            return None
        index = typed_index(number, len(moves.moves))
        if index is not None:
            return moves, index
        if alike := moves.find(number):
            self.read(moves, alike, with_words=True)  # It is another number: that of a card.
            return None
        numbers = "The only move is 1" if len(moves.moves) == 1 else f"The moves are 1 to {len(moves.moves)}"
        self._talk.say(f"There is no move {str(typed_number(number))[:9]}. {numbers}. Type moves to hear them.")
        return None

    async def make(self, number: str) -> None:
        """Make the move with a number; without one, list the moves."""
        if number.isdecimal():
            self.choose(number)
        else:
            await self.list(number)

    async def list(self, words: str) -> None:
        """Read the first moves that have these words."""
        moves, say = self._talk.moves, self._talk.say
        if moves is None:
            say(self._talk.no_moves())
            return
        found = moves.find(words)
        if not found:
            say(f"None of your {counted(len(moves.moves), 'legal move')} has these words. Type moves to hear all.")
            return
        self.read(moves, found, with_words=bool(words))

    def read(self, moves: NumberedMoves, indices: list[int], *, with_words: bool) -> None:
        """Read some moves, a few at a time."""
        self._talk.more = moves.page
        self._talk.say(self._talk.heading(moves, indices, with_words=with_words), *moves.page(indices))
        if with_words and len(indices) == 1:
            self._talk.say(f"Type {indices[0] + 1} to make it.")

    async def _more(self, _: str) -> None:
        more = self._talk.more
        if more is None and self._talk.moves is not None:
            await self.list("")
        else:
            self._talk.say(*(more() if more is not None else ()) or ("There is no more.",))

    async def _notation(self, number: str) -> None:
        if not number.isdecimal():
            self._talk.say("Type notation and the number of a move. For example: notation 1.")
        elif (found := self._numbered(number)) is not None:
            moves, index = found
            self._talk.say(f"Move {index + 1} is written: {moves.written(index)}")

    async def hint(self, _: str) -> None:
        """Tell the best moves and why, or why there is no hint."""
        table, turn, moves, say = self._table, self._talk.turn, self._talk.moves, self._talk.say
        advice = table.advice
        if isinstance(advice, str):
            say(advice)
        elif turn.seat is None or moves is None:
            say(f"There is no hint now. {self._talk.no_moves()}")
        else:
            say("The abbot looks ahead for the best moves. This takes a few seconds.")
            earlier = with_views_before(table.timeline(turn.viewer, RECENT))
            view = view_when_asked(table.game, turn.seat, table.view(turn.viewer), earlier)
            try:
                options = await advice.options(turn.seat, view)
            except AdviceUnavailable as error:
                say(str(error))
            else:
                numbers = (moves.number_of(it.move) for it in options[:MOST])
                moves.hinted = [index for index in numbers if index is not None]
                say(*hint_sentences(table, self._talk.texts, moves, view, options))

    async def _undo(self, _: str) -> None:
        table = self._table
        people = [Seat(number) for number, player in enumerate(table.players) if not player.bot]
        viewer = self._talk.turn.viewer
        events = events_reaching(table, viewer, RECENT, lambda events: has_moved(events, people))
        seat = seat_to_undo(table, events)
        if seat is None:
            self._talk.refuse(undo_reason(table, self._talk.texts), "")
            return
        move = move_to_undo(table, self._talk.texts, viewer, seat)
        try:
            undone = table.undo(seat)
        except (SaveError, ValueError) as error:
            self._talk.say(f"The move was not undone. {error}")
        else:
            self._talk.asked = ()
            self._talk.say(undone_words(table, undone, move))
