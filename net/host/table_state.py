"""The state of an open table, and what its clients are sent when it changes.

What happens to it is left to `table_server`, for messages of clients, and to `host_actions`, for the host's player.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final, NamedTuple

from net.chat import Chat
from net.error_text import notice_text
from net.host.lobby import LobbyState, SeatAssignment
from net.host.log_service import LogService
from net.host.roster import ConnectedClient, ConnectedClients
from net.host.seat_holders import MatchMaker, seat_assignments, seat_attendance
from net.limits.blocklist import Blocklist
from net.status import Phase
from net.wire.effects import Drop, Effect, Send
from net.wire.messages import (
    ChatMessage,
    Entries,
    HostMessage,
    PeerRole,
    PointerMessage,
    Reason,
    TableAttendance,
)
from rules.engine.game import VERSUS
from rules.engine.secrecy import Seat
from saves.format.identity import PublicKeys
from saves.log.match_log import LogStage
from saves.storage.match import Match

MAX_NOTICES: Final = 20

_NO_NOTICE: Final = frozenset({Reason.REMOVED, Reason.NO_WATCHING, Reason.CLOSED, Reason.DIFFERS})
"""Reasons for which the host's player needs no notice, or gets one with more details."""


class TableSettings(NamedTuple):
    """The settings of a table, in force until the host changes them."""

    keys: PublicKeys
    """The host's own."""
    name: str
    """The host's name where it speaks without a seat; clean."""
    may_watch: bool = True
    may_chat: bool = False
    """Whether there is chat in versus matches, and for spectators in all modes."""
    code: str = ""
    """The table code, to be shown to the host's player."""


class HostedTable:
    """An open table: settings, lobby, match, clients, chat and notices."""

    def __init__(
        self,
        settings: TableSettings,
        lobby: LobbyState,
        make_match: MatchMaker | None,
        log_service: LogService | None,
    ) -> None:
        """Open a table. Without `make_match` the log service has a saved match already."""
        self.outbox: list[Effect] = []
        """What is to be done, oldest first; the listener empties it after each call."""
        self._settings = settings
        self._lobby = lobby
        self._make_match = make_match
        self._log_service = log_service
        self._begun = log_service is not None and log_service.log.over
        self._ended = False
        self._attendance: TableAttendance | None = None
        self._attendance_inputs: tuple[object, ...] | None = None
        """The values from which the attendance was made; None to make and send it again."""
        self._clients = ConnectedClients()
        self._blocklist = Blocklist()
        self._chat = Chat()
        self._notices: deque[str] = deque(maxlen=MAX_NOTICES)
        self._now = 0.0

    @property
    def match(self) -> Match | None:
        """The match, once there is one."""
        return None if self._log_service is None else self._log_service.match

    @property
    def phase(self) -> Phase:
        """The phase of the table."""
        if self._ended:
            return Phase.ENDED
        if self._log_service is None or not self._begun:
            return Phase.LOBBY
        if self._log_service.log.over:
            return Phase.OVER
        if self._blocklist.stopped is not None or self._log_service.newer_copies.found is not None:
            return Phase.STOPPED
        return Phase.PLAYING if self._log_service.log.stage is LogStage.PLAYING else Phase.BEGINNING

    # Seats

    def _assignments(self) -> tuple[SeatAssignment, ...]:
        """Return the seats as they are now, in the lobby or in the match."""
        if self._log_service is None or not self._begun:
            return self._lobby.assignments
        return seat_assignments(self._log_service.log)

    def _seats_of(self, client: ConnectedClient) -> list[Seat]:
        """Return the seats that a client plays, ascending."""
        if client.role is PeerRole.SPECTATOR:
            return []
        return [Seat(number) for number, seat in enumerate(self._assignments()) if seat.keys == client.keys]

    def _name_of(self, client: ConnectedClient) -> str:
        seats = self._seats_of(client)
        if seats:
            return self._assignments()[seats[0]].name
        return "A spectator" if client.role is PeerRole.SPECTATOR else "A guest without a seat"

    def _may_chat(self, role: PeerRole) -> bool:
        return self._settings.may_chat or (role is PeerRole.PLAYER and self._lobby.options.mode != VERSUS)

    # Messages to clients

    def _send(self, client: ConnectedClient, message: HostMessage) -> None:
        client.last_sent = self._now
        self.outbox.append(Send(client.peer, message))

    def _send_all(self, message: HostMessage) -> None:
        for client in self._clients:
            self._send(client, message)

    def _publish(self, *, author: ConnectedClient | None = None) -> None:
        """Send the new entries of the log to all clients, to their author last, and the attendance."""
        if self._log_service is None:
            return
        self._send_batches(self._log_service.new_entries(), author)
        self._send_attendance()

    def _send_batches(self, batches: Iterable[Entries], last: ConnectedClient | None = None) -> None:
        """Send entries or state hashes to all clients that have the entries before them."""
        for entries in batches:
            for client in sorted(self._clients, key=lambda one: one is last):
                if client.sent_length == entries.first:
                    client.sent_length = entries.first + len(entries.entries)
                    self._send(client, entries)

    def _announce(self, message: ChatMessage | PointerMessage) -> None:
        self._chat.add(message)
        self._send_all(message)

    def _send_table(self) -> None:
        """Send the lobby, or the attendance during a match, to all clients for which it has changed."""
        if self.phase is Phase.LOBBY:
            self._send_lobby()
        else:
            self._send_attendance()

    def _send_lobby(self) -> None:
        online = self._clients.online
        for client in self._clients:
            lobby = self._lobby.lobby_for(
                client.keys if client.role is PeerRole.PLAYER else None,
                online,
                spectators=self._clients.spectators,
                may_watch=self._settings.may_watch,
                may_chat=self._may_chat(client.role),
            )
            if lobby != client.lobby:
                client.lobby = lobby
                self._send(client, lobby)

    def _send_attendance(self) -> None:
        if self._log_service is None:
            return
        log = self._log_service.log
        inputs = (log.seating, self._clients.changes, self._settings, self._blocklist.stopped)
        if inputs == self._attendance_inputs:
            return  # Nearly every move ends here, so that it is not delayed.
        self._attendance_inputs = inputs
        online = self._clients.online
        attendance = self._attendance = TableAttendance(
            tuple(seat_attendance(log, seat, online) for seat in log.config.header.seats),
            self._clients.spectators,
            self._may_chat(PeerRole.PLAYER),
            self._blocklist.stopped,
        )
        for client in self._clients:
            own = attendance._replace(may_chat=self._may_chat(client.role))
            if own != client.attendance:
                client.attendance = own
                self._send(client, own)

    def _drop(self, client: ConnectedClient, reason: Reason) -> None:
        """End a client's connection and tell it why."""
        self.outbox.append(Drop(client.peer, reason))
        self._forget(client, reason)

    def _forget(self, client: ConnectedClient, reason: Reason | None) -> None:
        """Remove a client whose connection has ended. It keeps its seats."""
        if reason is not None and reason not in _NO_NOTICE:
            self._add_notice(notice_text(reason, self._name_of(client)))
        self._clients.remove(client.peer)
        if self._log_service is not None:
            self._log_service.newer_copies.lost(client.peer)
        if client.role is PeerRole.PLAYER and self.phase is Phase.LOBBY:
            self._lobby.unready(client.keys)
        self._send_table()

    # Notices for the host's player

    def _add_notice(self, sentence: str) -> None:
        """Add a notice, or make it the newest one if it is there already."""
        self._remove_notice(sentence)
        self._notices.append(sentence)

    def _remove_notice(self, sentence: str) -> None:
        if sentence in self._notices:
            self._notices.remove(sentence)
