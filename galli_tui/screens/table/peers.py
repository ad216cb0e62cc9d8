"""The peers at a table screen: chat, pointers, absent guests, lost connections.

`galli_tui.tables.peers` describes the peers, `peer_news` finds what is new.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from textual.timer import Timer

from galli_tui.screens.table.board import TableBoard
from galli_tui.screens.table.header import TableHeader
from galli_tui.screens.table.peer_news import (
    NewsTracker,
    bot_question,
    decisions_among,
    guests_online,
    removal_choice,
    seat_to_fill,
    wait_question,
)
from galli_tui.screens.table.prompt import TablePrompt
from galli_tui.screens.table.shown_turn import ShownTurn
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.tables.peers import Pointer, Role
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.prompt import Prompt
from rules.engine.secrecy import Seat
from saves.errors import SaveError

_WARNING_CELLS = 500
_POINTERS = 8
"""Pointers of others that are shown at once."""
_COUNT_EVERY = 1.0
"""Seconds between two counts of the seconds until the next attempt to connect."""


class TablePeers:
    """What the screen does about peers; at a local table nothing here happens."""

    MESSAGE_TIME = 8.0
    """Seconds that a chat message is shown in or beside the prompt."""
    POINTER_TIME = 20.0
    """Seconds that a pointer of others is shown, unless the match continues before."""

    def __init__(
        self, screen: TableScreenBase[None], turn: ShownTurn, prompt: TablePrompt, board: TableBoard[Any]
    ) -> None:
        self._screen, self._turn, self._prompt, self._board = screen, turn, prompt, board
        status = turn.status
        self._news = None if status is None else NewsTracker(turn.table, turn.texts, status)
        self.pointers: tuple[Pointer, ...] = ()
        """The pointers of others that are shown."""
        self._message: Timer | None = None
        self._pointed: Timer | None = None
        self._counting: Timer | None = None

    def update(self) -> None:
        """Show what is new about the peers, and count the seconds while the connection is lost."""
        turn, status = self._turn, self._turn.status
        if status is None or self._news is None:
            return
        news = self._news.look(status)
        if news.words:
            self._screen.query_one(Prompt).show_passing(news.words, news.brief)
            self._message = self._restart(self._message, self.MESSAGE_TIME, self.end_message)
        if news.signs:
            self.pointers = (*self.pointers, *news.signs)[-_POINTERS:]
            self._board.show_pointers(self.pointers)
            self._pointed = self._restart(self._pointed, self.POINTER_TIME, self.end_pointers)
        if status.retry_at is not None and self._counting is None:
            self._counting = self._screen.set_interval(_COUNT_EVERY, self._count)
        elif status.retry_at is None and self._counting is not None:
            self._counting.stop()
            self._counting = None
        if news.stood_in:
            missed = decisions_among(turn.table, turn.texts, turn.viewer, status.stand_in_entries)
            told = [text for text in (sanitize(news.stood_in, _WARNING_CELLS), missed) if text]
            self._screen.show_error("While you were away", "\n\n".join(told))
        if news.warning:
            self._screen.show_error("A move was not accepted", sanitize(news.warning, _WARNING_CELLS))
        if news.halt is not None:
            self._screen.show_error(news.halt.heading, news.halt.detail)

    def _restart(self, timer: Timer | None, seconds: float, then: Callable[[], None]) -> Timer:
        if timer is not None:
            timer.stop()
        return self._screen.set_timer(seconds, then)

    def end_message(self) -> None:
        """Remove the passing message from the prompt."""
        self._screen.query_one(Prompt).end_passing()

    def end_pointers(self) -> None:
        """Remove the pointers of others."""
        self.pointers = ()
        self._board.show_pointers(())

    def _count(self) -> None:
        """Update the seconds until the next attempt."""
        self._screen.query_one(TableHeader).refresh()
        if self._turn.waits_for_others:
            self._prompt.refresh_passing()

    def talk(self) -> None:
        """Open the chat."""
        from galli_tui.screens.network.chat import ChatRoom, ChatScreen

        peers = self._turn.table.peers
        if peers is None:
            return
        if mute := peers.status.muted:
            self._prompt.note(mute)
        else:
            chat_lines, subscribe = lambda: peers.status.chat, self._turn.table.subscribe
            room = ChatRoom(self._screen.window_title, "table", chat_lines, peers.say, subscribe)
            self._screen.app.push_screen(ChatScreen(room))

    def show_invite(self) -> None:
        """Show how others join the table."""
        from galli_tui.screens.network.invite import InviteNotice

        peers = self._turn.table.peers
        if peers is not None and self._screen.in_front:
            self._screen.app.push_screen(InviteNotice(peers))

    def fetch(self) -> None:
        """Fetch the newest entries if they do not arrive by themselves."""
        peers = self._turn.table.peers
        if peers is None or not peers.status.can_fetch:
            return
        try:
            peers.fetch()
        except (SaveError, ValueError) as error:
            self._screen.show_error("Fetching failed", str(error))

    def fill_seat(self) -> None:
        """Ask whether a bot plays for an absent guest, or no longer does."""
        peers = self._turn.table.peers
        if peers is None:
            return
        away, stand_ins = seat_to_fill(peers.status), peers.status.stand_ins
        if away is not None:
            self._screen.app.push_screen(bot_question(self._name(away)), partial(self._settle, peers.seat_bot, away))
        elif stand_ins:
            seat = stand_ins[0]
            self._screen.app.push_screen(wait_question(self._name(seat)), partial(self._settle, peers.unseat_bot, seat))
        else:
            self._prompt.note("Nobody is away.")

    def remove_guest(self) -> None:
        """Ask which guest to remove."""
        peers = self._turn.table.peers
        if peers is None:
            return
        guests = guests_online(peers.status, self._turn.table.due.seats)
        if not guests:
            self._prompt.note("There is no guest to remove.")
            return

        def answered(place: int | None) -> None:
            if place is not None:
                self._settle(peers.remove_guest, guests[place], yes=True)

        self._screen.app.push_screen(removal_choice([self._name(seat) for seat in guests]), answered)

    def _name(self, seat: Seat) -> str:
        return sanitize(self._turn.table.players[seat].name)

    def _settle(self, settle: Callable[[Seat], None], seat: Seat, yes: bool | None) -> None:
        if yes:
            try:
                settle(seat)
            except (SaveError, ValueError) as error:
                self._screen.show_error("The seat was not changed", str(error))

    def allows(self, action: str) -> bool | None:
        """Return whether an action is possible; None for one that is not about peers."""
        status = self._turn.status
        match action:
            case "talk":
                return status is not None
            case "invite":
                return status is not None and bool(status.invite)
            case "fetch":
                return status is not None and status.can_fetch
            case "fill_seat":
                return self._hosts and not self._turn.table.due.over
            case "remove_guest":
                return self._hosts
            case _:
                return None

    @property
    def _hosts(self) -> bool:
        status = self._turn.status
        return status is not None and status.role is Role.HOST

    @property
    def can_talk(self) -> bool:
        """Whether the player may write to the others."""
        return self._turn.status is not None and not self._turn.status.muted

    @property
    def can_fill_seat(self) -> bool:
        """Whether a guest is away or a bot plays for one."""
        status = self._turn.status
        return status is not None and (seat_to_fill(status) is not None or bool(status.stand_ins))
