"""What a table's screen says: who decides here now, what is next, and why something was refused.

It draws nothing of the game; when it changes is `screens.table`'s matter.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from galli_tui.game_api.registry import texts_of
from galli_tui.screens.table.waiting_text import thinking_words, waiting_words
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.tables.peers import Role, TableStatus
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import local_seats
from galli_tui.widgets.prompt import Prompt
from rules.engine.game import Due
from rules.engine.refusal import Refusal
from rules.engine.secrecy import PUBLIC, Seat, Viewer

if TYPE_CHECKING:
    from saves.storage.open_match import TimelineEvent

_LOOKING = "This match is open only to look at: s shows the score, l the log, q goes back."
_OVER = "The match is over: s has the score and the next match, l the log, q the menu."
_OVER_ELSEWHERE = "The match is over: s shows the score, l the log, q goes to the menu."
"""At somebody else's table."""
_RESTING = "Enter goes on"


class PromptTableScreen(TableScreenBase[None]):
    """A table of any game with its line of what is next, where a reason or a remark may stand for a while."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, texts_of(table.game.meta.key))
        self.seat: Seat | None = None
        """Who decides here now; None when nobody at this terminal does."""
        self.viewer: Viewer = PUBLIC
        """Whose view is on the screen."""
        self.due: Due = Due()
        self.happenings: list[TimelineEvent] = []
        """The last events as the viewer may know them, oldest first."""
        self._refusal: Refusal | None = None

    def next_words(self) -> str:
        """What is to be done next, in words, as whoever looks may know it."""
        if self.table.due.over:
            return _OVER if self.status is None or self.status.role is Role.HOST else _OVER_ELSEWHERE
        if self.waits_for_others:
            return self.waiting_words()
        if self.only_to_look:
            return _LOOKING
        return self.resting_words(_RESTING) if self.table.paused else self.face.next_step(self.table)

    def resting_words(self, words: str) -> str:
        """Where the table rests: the words for how it goes on, and that a move can be taken back if one can."""
        return f"{words}; u takes the last move back." if self.may_take_back else f"{words}."

    @property
    def may_take_back(self) -> bool:
        """Whether a move of somebody here can be taken back now."""
        return False

    @property
    def waits_for_others(self) -> bool:
        """Whether others act at this table, and nobody here decides anything now."""
        return self.seat is None and (self.status is not None or self.table.thinking is not None)

    def waiting_words(self) -> str:
        """What the table waits for; empty where it waits for nobody."""
        status = self.status
        if status is None:
            return thinking_words(self.table)
        return waiting_words(self.table, self.face, status, monotonic())

    def refuse(self, refusal: Refusal) -> None:
        """Shows a reason in the line of what is next, with its clause and the key to read it."""
        self._refusal = refusal
        self.query_one(Prompt).show_refusal(self.face.refusal(self.table, refusal), refusal.clause)
        self.refresh_bindings()

    def note(self, text: str) -> None:
        """Shows a short remark in the line of what is next, until the next change."""
        self.query_one(Prompt).show_note(text)

    def refresh_next(self) -> None:
        """Says again what is next; a reason or remark shown there goes."""
        self._refusal = None
        line = self.query_one(Prompt)
        show = line.show_waiting if self.waits_for_others else line.show_next
        show(self.next_words())
        self.refresh_bindings()

    def _say_again(self) -> None:
        """What is next, unless a reason stands in its place, or a remark since which nothing else is next."""
        if self._refusal is not None:
            return
        if self.query_one(Prompt).holds_remark(self.next_words()):
            self.refresh_bindings()
        else:
            self.refresh_next()

    def trouble(self, heading: str, text: str) -> None:
        """Shows what went wrong outside the game, to be read and closed."""
        from galli_tui.screens.dialogs import Notice

        self.app.push_screen(Notice(heading, text))

    @property
    def status(self) -> TableStatus | None:
        """How the table stands with its company, if it has any."""
        return None if self.table.peers is None else self.table.peers.status

    @property
    def only_to_look(self) -> bool:
        """Whether nobody at this terminal decides anything in a match that goes on."""
        return not self.table.due.over and not local_seats(self.table)

    @property
    def reason(self) -> Refusal | None:
        """Why something cannot be done, as far as the screen shows a reason."""
        return self._refusal

    @property
    def level(self) -> int:
        return self.table.game.options.level

    def action_why(self) -> None:
        if self.reason is None:
            self.note("Nothing is refused at the moment; F1 has the whole rulebook.")
        else:
            self.app.show_clause(self.game_key, self.reason.clause)
