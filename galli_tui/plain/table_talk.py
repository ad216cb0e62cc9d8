"""What is being talked about at a table: who decides, who may hear it, the moves, the last refusal, and how it ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.registry import texts_of
from galli_tui.plain.dialogue import Dialogue
from galli_tui.plain.news import News
from galli_tui.plain.numbered_moves import NumberedMoves
from galli_tui.plain.review_talk import ReviewTalk
from galli_tui.style.wording import in_third_person
from galli_tui.tables.seat_names import seat_name
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import Turn, local_seats
from rules.engine.events import Move
from rules.engine.refusal import Refused
from rules.engine.secrecy import PUBLIC
from saves.errors import SaveError


class Ending(Enum):
    """Why the conversation at a table has ended."""

    LEFT = "left"
    REMATCH = "rematch"


def player_words(name: str, bot: str) -> str:
    """Return a player's name, and which bot plays, if one does."""
    return f"{name}, played by the bot {bot}" if bot else name


class TableTalk:
    """The state of the conversation at one table."""

    def __init__(self, dialogue: Dialogue, table: Table) -> None:
        self.dialogue, self.table = dialogue, table
        self.texts: GameTexts = texts_of(table.game.meta.key)
        self.turn = Turn(None, PUBLIC, handover=False)
        """Who decides here, and who may know what is said."""
        self.moves: NumberedMoves | None = None
        """The moves of the present decision; None if nobody here decides."""
        self.news = News(table, self.texts)
        self.review = ReviewTalk(table, self.texts, dialogue)
        self.ending: Ending | None = None
        self.asked: tuple[object, ...] = ()
        """The decision that was announced last."""
        self.made = ""
        """The move that was just made, in a sentence, until something is said of it."""
        self.refusal, self.clause = "", ""
        """Why the last move was refused, and the clause of it; empty if no rule said no."""
        self._order_told = False
        """Whether the order of a list has been explained."""
        self.more: Callable[[], Sequence[str]] | None = None
        """Returns the next sentences of the list that was read last; None if there was none."""
        self.review.continue_with = self._continue_with

    def _continue_with(self, more: Callable[[], Sequence[str]]) -> None:
        self.more = more

    def say(self, *sentences: str) -> None:
        """Say sentences, one on each line."""
        self.dialogue.say(*sentences)

    def refuse(self, why: str, clause: str) -> None:
        """Say why a move or an undo is refused, and by which clause, if one says no."""
        self.refusal, self.clause = why, clause
        self.say(f"{why} The rule is {clause}. Type why to hear it." if clause else why)

    def question(self) -> str:
        """Return what is asked of the player who decides here; empty if nobody does."""
        turn = self.turn
        return "" if turn.seat is None else self.texts.asked(self.table, self.table.view(turn.viewer), turn.seat)

    def heading(self, moves: NumberedMoves, indices: Sequence[int], *, with_words: bool = False) -> str:
        """Return the heading of a list of moves; the first one explains the order."""
        explained = moves.is_ranked and not self._order_told
        self._order_told = self._order_told or (explained and len(indices) > 1)
        return moves.heading(indices, with_words=with_words, explained=explained)

    def no_moves(self) -> str:
        """Return why nobody here can move now, and what to do instead."""
        if self.table.due.over:
            return "The match is over. Type scores, review, rematch or quit."
        if self.table.paused:
            return "You can't move yet: the round is over. Press Enter to go on."
        if self.turn.handover:
            return "You can't move yet. Press Enter first."
        return "You can't move now: it is not your turn."

    def make(self, move: Move) -> None:
        """Make a move, or say why it is not possible; then nothing has changed."""
        made = self._made_words(move)
        try:
            self.table.submit(move)
        except Refused as refused:
            self.refuse(self.texts.refusal(self.table, refused.refusal), refused.refusal.clause)
        except SaveError as error:
            self.say(f"The move was not made. {error}")
        else:
            self.refusal = self.clause = ""
            self.made = made

    def _made_words(self, move: Move) -> str:
        """Return a move in a sentence, for one that the log says nothing of; what others may not know stays unsaid."""
        viewer = self.turn.viewer
        if viewer != PUBLIC and len(local_seats(self.table)) > 1:
            return "Your move is made."
        words = self.texts.decision(self.table, self.table.view(viewer), move)
        return f"{seat_name(self.table, move.seat)} {in_third_person(words)}."
