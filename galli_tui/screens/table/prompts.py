"""The prompt of a table screen: what to do next, whom the table waits for, and why a move was refused.

It draws nothing of the game; `screens.table.table` decides when it changes.
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
from rules.engine.game import Options
from rules.engine.referee import Due
from rules.engine.refusal import Refusal
from rules.engine.secrecy import PUBLIC, Seat, Viewer

if TYPE_CHECKING:
    from saves.storage.open_match import TimelineEvent

_LOOKING = "You can only view this match: s shows the scores, l the log, q goes back."
_OVER = "The match is over. s: scores and rematch, l: log, q: menu."
_OVER_ELSEWHERE = "The match is over. s: scores, l: log, q: menu."
"""The same for a guest or spectator."""
_RESTING = "Press Enter to continue"


class PromptTableScreen(TableScreenBase[None]):
    """A table screen with its prompt, which can show a refusal or a note for a while."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, texts_of(table.game.meta.key))
        self.seat: Seat | None = None
        """The seat to decide here now; None if no seat at this terminal is."""
        self.viewer: Viewer = PUBLIC
        """The viewer whose view is on the screen."""
        self.due: Due = Due()
        self.happenings: list[TimelineEvent] = []
        """The last events as the viewer may know them, oldest first."""
        self._refusal: Refusal | None = None

    def next_words(self) -> str:
        """Return what to do next, as the viewer may know it."""
        if self.table.due.over:
            return _OVER if self.status is None or self.status.role is Role.HOST else _OVER_ELSEWHERE
        if self.waits_for_others:
            return self.waiting_words()
        if self.only_to_look:
            return _LOOKING
        return self.resting_words(_RESTING) if self.table.paused else self.face.next_step(self.table)

    def resting_words(self, words: str) -> str:
        """Return the prompt of a paused table, with the key for undo if that is possible."""
        return f"{words}, or u to undo the last move." if self.may_take_back else f"{words}."

    @property
    def may_take_back(self) -> bool:
        """Whether a move of a player here can be undone now."""
        return False

    @property
    def waits_for_others(self) -> bool:
        """Whether a peer or a bot has to act, and nobody here."""
        return self.seat is None and (self.status is not None or self.table.thinking is not None)

    def waiting_words(self) -> str:
        """Return what the table waits for; empty if it waits for nobody."""
        status = self.status
        if status is None:
            return thinking_words(self.table)
        return waiting_words(self.table, self.face, status, monotonic())

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal in the prompt, with its clause and the key to read it."""
        self._refusal = refusal
        self.query_one(Prompt).show_refusal(self.face.refusal(self.table, refusal), refusal.clause)
        self.refresh_bindings()

    def note(self, text: str) -> None:
        """Show a short note in the prompt, until the next change."""
        self.query_one(Prompt).show_note(text)

    def refresh_next(self) -> None:
        """Update the prompt, in place of a refusal or note."""
        self._refusal = None
        line = self.query_one(Prompt)
        show = line.show_waiting if self.waits_for_others else line.show_next
        show(self.next_words())
        self.refresh_bindings()

    def _say_again(self) -> None:
        """Update the prompt, unless it shows a refusal, or a note that is still valid."""
        if self._refusal is not None:
            return
        if self.query_one(Prompt).holds_remark(self.next_words()):
            self.refresh_bindings()
        else:
            self.refresh_next()

    def trouble(self, heading: str, text: str) -> None:
        """Show a notice about something that failed outside the game."""
        from galli_tui.screens.dialogs import Notice

        self.app.push_screen(Notice(heading, text))

    @property
    def status(self) -> TableStatus | None:
        """The status of a network table; None for a local one."""
        return None if self.table.peers is None else self.table.peers.status

    @property
    def only_to_look(self) -> bool:
        """Whether the match is unfinished and no seat is played at this terminal."""
        return not self.table.due.over and not local_seats(self.table)

    @property
    def reason(self) -> Refusal | None:
        """The refusal that the screen shows, if any."""
        return self._refusal

    @property
    def options(self) -> Options:
        return self.table.game.options

    def action_why(self) -> None:
        if self.reason is None:
            self.note("Nothing to explain right now. F1 opens the rulebook.")
        else:
            self.app.show_clause(self.game_key, self.reason.clause)
