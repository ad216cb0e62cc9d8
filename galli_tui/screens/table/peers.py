"""The peers at a table screen: chat, pointers, absent guests, lost connections.

`galli_tui.tables.peers` describes the peers, `peer_news` finds what is new.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual.timer import Timer

from galli_tui.screens.table.header import TableHeader
from galli_tui.screens.table.peer_news import (
    NewsTracker,
    bot_question,
    decided_then,
    guests_there,
    parting_choice,
    seat_to_fill,
    wait_question,
)
from galli_tui.screens.table.prompts import PromptTableScreen
from galli_tui.style.actions import Action
from galli_tui.tables.peers import Pointer, Role
from galli_tui.tables.table import Table
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.prompt import Prompt
from rules.engine.secrecy import Seat
from saves.errors import SaveError

_WARNING_CELLS = 500
_SIGNS = 8
"""Pointers of others that are shown at once."""


class PeerTableScreen(PromptTableScreen):
    """A table screen with peers; at a local table nothing here happens."""

    PASSING: ClassVar[float] = 8
    """Seconds that a chat message is shown in or beside the prompt."""
    POINTED: ClassVar[float] = 20
    """Seconds that a pointer of others is shown, unless the match continues before."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        status = self.status
        self._attention = None if status is None else NewsTracker(table, self.face, status)
        self._signs: tuple[Pointer, ...] = ()
        """The pointers of others."""
        self._passing: Timer | None = None
        self._pointed: Timer | None = None
        self._counting: Timer | None = None

    @property
    def _hosts(self) -> bool:
        return self.status is not None and self.status.role is Role.HOST

    @property
    def networked(self) -> bool:
        return self.table.peers is not None

    def show_signs(self, signs: tuple[Pointer, ...]) -> None:
        """Show what others point at, in place of previous pointers."""

    def _heed(self) -> None:
        """Show what is new about the peers, and count the seconds while the connection is lost."""
        status = self.status
        if status is None or self._attention is None:
            return
        news = self._attention.look(status)
        if news.words:
            self.query_one(Prompt).show_passing(news.words)
            self._passing = self._restart(self._passing, self.PASSING, self.end_passing)
        if news.signs:
            self._signs = (*self._signs, *news.signs)[-_SIGNS:]
            self.show_signs(self._signs)
            self._pointed = self._restart(self._pointed, self.POINTED, self.end_signs)
        if status.retry_at is not None and self._counting is None:
            self._counting = self.set_interval(1, self._count)
        elif status.retry_at is None and self._counting is not None:
            self._counting.stop()
            self._counting = None
        if news.stood_in:
            missed = decided_then(self.table, self.face, self.viewer, status.stand_in_entries)
            told = [text for text in (sanitize(news.stood_in, _WARNING_CELLS), missed) if text]
            self.trouble("While you were away", "\n\n".join(told))
        if news.warning:
            self.trouble("A move was not accepted", sanitize(news.warning, _WARNING_CELLS))
        if news.halt is not None:
            self.trouble(news.halt.heading, news.halt.detail)

    def _restart(self, timer: Timer | None, seconds: float, then: Callable[[], None]) -> Timer:
        if timer is not None:
            timer.stop()
        return self.set_timer(seconds, then)

    def end_passing(self) -> None:
        """Remove the passing message from the prompt."""
        self.query_one(Prompt).end_passing()

    def end_signs(self) -> None:
        """Remove the pointers of others."""
        self._signs = ()
        self.show_signs(())

    def _count(self) -> None:
        """Update the seconds until the next attempt."""
        self.query_one(TableHeader).refresh()
        if self.waits_for_others:
            self._say_again()

    def action_talk(self) -> None:
        from galli_tui.screens.network.chat import ChatRoom, ChatScreen

        peers = self.table.peers
        if peers is None:
            return
        if mute := peers.status.muted:
            self.note(mute)
        else:
            remarks, subscribe = lambda: peers.status.chat, self.table.subscribe
            voice = ChatRoom(self.window_title, "table", remarks, peers.say, subscribe)
            self.app.push_screen(ChatScreen(voice))

    def action_way_in(self) -> None:
        from galli_tui.screens.network.invite import InviteNotice

        peers = self.table.peers
        if peers is not None and self.in_front:
            self.app.push_screen(InviteNotice(peers))

    def action_fetch(self) -> None:
        peers = self.table.peers
        if peers is None or not peers.status.can_fetch:
            return
        try:
            peers.fetch()
        except (SaveError, ValueError) as error:
            self.trouble("Fetching failed", str(error))

    def action_absent(self) -> None:
        peers = self.table.peers
        if peers is None:
            return
        away, stand_ins = seat_to_fill(peers.status), peers.status.stand_ins
        if away is not None:
            name = sanitize(self.table.players[away].name)
            self.app.push_screen(bot_question(name), partial(self._settle_seat, peers.seat_bot, away))
        elif stand_ins:
            name = sanitize(self.table.players[stand_ins[0]].name)
            self.app.push_screen(wait_question(name), partial(self._settle_seat, peers.unseat_bot, stand_ins[0]))
        else:
            self.note("Nobody is away.")

    def action_send_away(self) -> None:
        peers = self.table.peers
        if peers is None:
            return
        guests = guests_there(peers.status, self.table.due.seats)
        if not guests:
            self.note("There is no guest to remove.")
            return

        def answered(place: int | None) -> None:
            if place is not None:
                self._settle_seat(peers.remove_guest, guests[place], yes=True)

        names = [sanitize(self.table.players[seat].name) for seat in guests]
        self.app.push_screen(parting_choice(names), answered)

    def _settle_seat(self, settle: Callable[[Seat], None], seat: Seat, yes: bool | None) -> None:
        if yes:
            try:
                settle(seat)
            except (SaveError, ValueError) as error:
                self.trouble("The seat was not changed", str(error))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "talk":
                return self.table.peers is not None
            case "way_in":
                return self.status is not None and bool(self.status.invite)
            case "fetch":
                return self.status is not None and self.status.can_fetch
            case "absent":
                return self._hosts and not self.table.due.over
            case "send_away":
                return self._hosts
            case _:
                return super().check_action(action, parameters)

    def offers(self, action: Action) -> bool:
        match action.id:
            case "table.talk":
                return self.status is not None and not self.status.muted
            case "table.absent":
                return self.status is not None and (
                    seat_to_fill(self.status) is not None or bool(self.status.stand_ins)
                )
            case _:
                return super().offers(action)
