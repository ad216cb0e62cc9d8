"""What is being talked about at a table: who decides, who may hear it, the moves, the last refusal, and how it ends."""

from __future__ import annotations

from enum import Enum

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.registry import texts_of
from galli_tui.plain.dialogue import Dialogue
from galli_tui.plain.news import News
from galli_tui.plain.numbered_moves import NumberedMoves
from galli_tui.plain.review_talk import ReviewTalk
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import Turn
from rules.engine.events import Move
from rules.engine.refusal import Refused
from rules.engine.secrecy import PUBLIC
from saves.errors import SaveError


class Ending(Enum):
    """Why the conversation at a table has ended."""

    LEFT = "left"
    REMATCH = "rematch"


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
        self.review = ReviewTalk(table, self.texts, dialogue.say)
        self.ending: Ending | None = None
        self.asked: tuple[object, ...] = ()
        """The decision that was announced last."""
        self.refusal, self.clause = "", ""
        """Why the last move was refused, and the clause of it; empty if no rule said no."""

    def say(self, *sentences: str) -> None:
        """Say sentences, one on each line."""
        self.dialogue.say(*sentences)

    def refuse(self, why: str, clause: str) -> None:
        """Say why a move is refused, and by which clause."""
        self.refusal, self.clause = why, clause
        self.say(f"{why} The rule is {clause}. Type why to hear it." if clause else why)

    def make(self, move: Move) -> None:
        """Make a move, or say why it is not possible; then nothing has changed."""
        try:
            self.table.submit(move)
        except Refused as refused:
            self.refuse(self.texts.refusal(self.table, refused.refusal), refused.refusal.clause)
        except SaveError as error:
            self.say(f"The move was not made. {error}")
        else:
            self.refusal = self.clause = ""
            self.say("Done.")
