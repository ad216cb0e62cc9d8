"""What an open table does with the connections and messages of guests and spectators.

It is told what arrives and what time it is, and puts what is to be sent into its `outbox`; it knows no sockets. What
the host's own player does is in `host_actions`.
"""

from __future__ import annotations

from typing import Final

from net.chat import clean_line
from net.error_text import notice_text
from net.host.lobby import LobbyError, LobbyState
from net.host.log_service import LogReply, LogService
from net.host.roster import ConnectedClient
from net.host.seat_holders import MatchMaker, return_seats
from net.host.table_state import HostedTable, TableSettings
from net.limits.blocklist import mismatch_notice
from net.limits.rates import CHAT, TokenBucket
from net.status import Phase
from net.sync.older_copy import is_behind
from net.wire.effects import Drop, Peer
from net.wire.messages import (
    Bye,
    ChatMessage,
    Confirm,
    GuestMessage,
    Have,
    Heartbeat,
    Hello,
    LeaveSeat,
    PeerRole,
    PointerMessage,
    Ready,
    Reason,
    RefusedSubmission,
    ReplicaEntries,
    SendChat,
    SendPointer,
    StateHash,
    Submit,
    TableStopped,
    TakeSeat,
)
from saves.errors import SaveError
from saves.faults import Fault
from saves.format.identity import PublicKeys

_TOO_LATE: Final = frozenset({Fault.STALE, Fault.WRONG_STAGE})
"""Faults of submissions that were overtaken, which deserve no notice."""
_UNNAMED: Final = "Someone"
"""The name in notices of a client that has not given one."""


class TableServer(HostedTable):
    """A table that serves its clients. It raises no exception, whatever a client sends."""

    def __init__(
        self,
        settings: TableSettings,
        lobby: LobbyState,
        make_match: MatchMaker | None,
        log_service: LogService | None,
    ) -> None:
        """Open a table. Without `make_match` the log service has a saved match already."""
        super().__init__(settings, lobby, make_match, log_service)
        self._seatless_chat = TokenBucket(CHAT, CHAT.burst, 0.0)
        """One limit for all clients without a seat, who could otherwise return under new keys."""
        self._mismatch_notice = ""
        """The last notice of clients without a seat that have computed another public state."""

    # What happens to it

    def connected(self, peer: Peer, keys: PublicKeys, role: PeerRole, address: str, now: float) -> None:
        """Admit a peer that has proven these keys, or drop it."""
        self._now = now
        rejection = self._rejection(keys, role)
        if rejection is not None:
            self._add_notice(notice_text(rejection, _UNNAMED))
            self.outbox.append(Drop(peer, rejection))
            return
        older = self._clients.find(keys)
        if older is not None:
            self._clients.remove(older.peer)
            self.outbox.append(Drop(older.peer, Reason.REPLACED))
        client = self._clients.add(peer, keys, role, address, now)
        self._remove_notice(notice_text(Reason.OWN_KEY, _UNNAMED))  # Most likely the same person, joined properly now.
        if self.phase is Phase.LOBBY:
            self._lobby.unready(keys)  # The player may have agreed in another program, by an older connection.
            if role is PeerRole.PLAYER:
                self._lobby.restore_seats(keys)
            self._send_lobby()
            return
        self._return_seats(client)
        self._send_attendance()

    def received(self, peer: Peer, message: GuestMessage, now: float) -> None:
        """Handle a message of a client."""
        self._now = now
        client = self._clients.get(peer)
        if client is None:
            return
        client.last_heard = now
        if client.role is PeerRole.SPECTATOR and isinstance(
            message, TakeSeat | LeaveSeat | Ready | Submit | SendPointer
        ):
            self._drop(client, Reason.PROTOCOL)
            return
        match message:
            case Have():
                self._send_missing_entries(client, message)
            case Submit():
                self._take_submission(client, message.submission)
            case Confirm():
                self._compare_state(client, message)
            case ReplicaEntries() if self._log_service is not None:
                self._reply(client, self._log_service.read_replica(message, peer, self._name_of(client), now))
            case TakeSeat() | LeaveSeat() | Ready():
                self._change_lobby(client, message)
            case SendChat() | SendPointer():
                self._take_chat(client, message)
            case Heartbeat() | ReplicaEntries():
                pass
            case Bye():
                self._drop(client, Reason.LEFT)
            case Hello():
                self._drop(client, Reason.PROTOCOL)

    def lost(self, peer: Peer, now: float, reason: Reason | None = None) -> None:
        """Forget a peer whose connection has ended; the listener gives a reason if it ended it. Seats are kept."""
        self._now = now
        client = self._clients.get(peer)
        if client is not None:
            self._forget(client, reason)

    def tick(self, now: float) -> None:
        """Drop silent and idle clients and send heartbeats; to be called once a second while a client is connected."""
        self._now = now
        for client in self._clients.silent(now):
            self._drop(client, Reason.SILENT)
        if self._log_service is not None and self._begun and self._log_service.newer_copies.found is None:
            for client in self._clients.idle(self._log_service.log.length, now):
                self._drop(client, Reason.IDLE)
        for client in self._clients.need_heartbeat(now):
            self._send(client, Heartbeat())
        self._return_owed_seats()

    @property
    def unhashed(self) -> bool:
        """Whether `send_state_hashes` is to be called when there is nothing else to do."""
        return self._log_service is not None and self._log_service.unhashed

    def send_state_hashes(self, now: float) -> None:
        """Send the hashes of the public state after the last entries, so that all clients compare theirs."""
        self._now = now
        if self._log_service is not None:
            self._send_batches(self._log_service.new_hashes())

    # Connecting

    def _rejection(self, keys: PublicKeys, role: PeerRole) -> Reason | None:
        """Return why these keys are not admitted in this role; None if they are."""
        if self._ended:
            return Reason.CLOSED
        if keys == self._settings.keys:
            return Reason.OWN_KEY
        if blocked := self._blocklist.block_reason(keys):
            return blocked
        if role is PeerRole.SPECTATOR and not self._settings.may_watch:
            return Reason.NO_WATCHING
        holders = {seat.keys for seat in self._assignments() if seat.keys is not None}
        seated = role is PeerRole.PLAYER and keys in holders
        if (
            self._begun
            and self._log_service is not None
            and role is PeerRole.PLAYER
            and keys not in self._log_service.log.clients
        ):
            return Reason.NO_SEAT
        if self._clients.find(keys) is not None:
            return None
        return self._clients.rejection(role, reserved=0 if seated else len(holders - self._clients.online))

    def _return_seats(self, client: ConnectedClient) -> None:
        """Return to a guest the seats that a bot has played in its absence."""
        if self._log_service is None or client.role is not PeerRole.PLAYER:
            return
        client.owed_seats = self.phase is Phase.STOPPED
        if self.phase is not Phase.PLAYING:
            return
        for failure in return_seats(self._log_service.match, client.keys):
            client.owed_seats = True
            self._add_notice(failure)
        self._publish()

    def _return_owed_seats(self) -> None:
        """Return the seats that could not be returned when their guests connected."""
        for client in self._clients:
            if client.owed_seats:
                self._return_seats(client)

    # The log

    def _take_submission(self, client: ConnectedClient, submission: bytes) -> None:
        """Append a submission to the log and send the entry to all, or tell its author why it is refused."""
        if self._log_service is None or self.phase not in (Phase.BEGINNING, Phase.PLAYING, Phase.OVER):
            return
        try:
            refused = self._log_service.take_submission(client.keys, submission)
        except SaveError as error:
            # The guest did nothing wrong, and sends it again by itself.
            self._add_notice(f"The decision of {self._name_of(client)} could not be saved yet. {error}")
            return
        if refused is None:
            self._publish(author=client)
            return
        self._send(client, refused)
        if refused.fault not in _TOO_LATE:
            self._add_notice(_refusal_notice(self._name_of(client), refused))
        if not client.limits.allow_refused_submission(self._now):
            self._drop(client, Reason.LIMIT)

    def _send_missing_entries(self, client: ConnectedClient, have: Have) -> None:
        if self._log_service is None or not (self._begun or is_behind(self._log_service.match, have)):
            return  # The client says it again when the match begins and it gets the header.
        client.last_request = self._now
        if not client.may_request(have.length, self._log_service.log.length, self._now):
            self._drop(client, Reason.LIMIT)
            return
        self._reply(client, self._log_service.answer(have, client.peer, self._now))

    def _reply(self, client: ConnectedClient, reply: LogReply) -> None:
        """Send a reply of the log. A forked replica does not matter before the match begins."""
        if reply.forked and not self._begun:
            return
        for message in reply.messages:
            self._send(client, message)
        client.sent_length = reply.sent_length
        if reply.forked:
            self._drop(client, Reason.FORKED)

    def _compare_state(self, client: ConnectedClient, confirm: Confirm) -> None:
        if self._log_service is None or not self._begun:
            return
        if confirm.length > self._log_service.log.length:
            self._drop(client, Reason.PROTOCOL)
            return
        own = self._log_service.mismatch(confirm.length, confirm.hash)
        if own is not None:
            self._drop_for_mismatch(client, own)

    def _drop_for_mismatch(self, client: ConnectedClient, own: StateHash) -> None:
        """Drop a client that has computed another public state, and stop the table if it holds a seat."""
        seats, phase = self._seats_of(client), self.phase
        notice = mismatch_notice(self._name_of(client), own.length - 1, phase, seated=bool(seats))
        stopped = TableStopped(own.length, own.hash, next(iter(seats), None))
        if seats:
            self._blocklist.block_for_mismatch(client.keys)
        if seats and phase is Phase.PLAYING:
            self._blocklist.stopped = own
            self._send_all(stopped)
        else:
            self._send(client, stopped)
        self._drop(client, Reason.DIFFERS)
        if not seats:
            # A spectator could claim this again and again under new keys, so there is one notice for all.
            self._remove_notice(self._mismatch_notice)
            notice = self._mismatch_notice = self._blocklist.count_seatless_mismatch(notice)
        self._add_notice(notice)

    # Lobby and chat

    def _change_lobby(self, client: ConnectedClient, message: TakeSeat | LeaveSeat | Ready) -> None:
        if self.phase is not Phase.LOBBY:
            return  # The match has begun while the message was on its way.
        try:
            self._lobby.apply(client.keys, message)
        except LobbyError:
            client.lobby = None  # The unchanged lobby, sent again, shows the guest that nothing came of it.
        self._send_lobby()

    def _take_chat(self, client: ConnectedClient, message: SendChat | SendPointer) -> None:
        if not self._may_chat(client.role) or not client.limits.allow_chat(self._now):
            return
        seat = next(iter(self._seats_of(client)), None)
        if seat is None and not self._seatless_chat.take(1, self._now):
            return
        if isinstance(message, SendChat):
            line = clean_line(message.text)
            if line:
                name = "" if seat is None else self._assignments()[seat].name
                self._announce(ChatMessage(seat, name, line))
        elif seat is not None and self.phase is Phase.PLAYING:
            self._announce(PointerMessage(seat, message.kind, message.target))


def _refusal_notice(name: str, refused: RefusedSubmission) -> str:
    detail = f" ({refused.detail})" if refused.detail else ""
    return f"A decision of {name} was refused: it {refused.fault.value}{detail}."
