"""The client of a guest or spectator: its session at one host, in the lobby and during the match.

It is told what arrives and what time it is, and puts what is to be sent into its `outbox`; it knows no sockets. It
does not trust the host: the header must be the one agreed on, and every entry is checked by `replica_sync`.
"""

from __future__ import annotations

from typing import Final

from net.chat import clean_line
from net.guest.client_state import ClientState
from net.status import ClientProblem, Phase
from net.sync.older_copy import replica_entries
from net.wire.effects import Drop, Peer
from net.wire.messages import (
    Bye,
    ChatMessage,
    Entries,
    Fetch,
    HeaderSent,
    Heartbeat,
    Hello,
    HostMessage,
    Lobby,
    PointerMessage,
    Reason,
    RefusedSubmission,
    SendChat,
    StateHash,
    TableAttendance,
    TableStopped,
)
from rules.engine.plain_data import PlainError
from saves.errors import NotNow, SaveError
from saves.faults import InvalidEntry
from saves.format.canonical import CanonicalError
from saves.format.header import HOST, decode_header
from saves.format.identity import PublicKeys

RETRY_AFTER: Final = 5.0
"""Seconds until a request or submission without an answer is sent again."""
_OLDER_HOST_FILE: Final = ClientProblem(
    None,
    "The host has opened an older copy of this match. Your program has sent it the missing moves; the match continues "
    "as soon as the host accepts them.",
)


class TableClient(ClientState):
    """A guest or spectator. It raises no exception, whatever the host sends."""

    # What happens to it

    def connected(self, peer: Peer, host: PublicKeys, now: float) -> None:
        """Use a new connection, on which the host has proven these keys."""
        self._link.drop(Reason.REPLACED)
        if not self.returns:
            self.outbox.append(Drop(peer, Reason.LEFT))
            return
        self._link.connected(peer, host, now)
        self._table.connected()
        self._older_host_file = None
        self.sync.connected()
        if self.replica is not None and self.replica.header.clients[HOST] != host:
            self._link.leave("The host that answered is not the host of your match, so nothing was sent to it.")
            return
        self._request_entries(now)

    def received(self, peer: Peer, message: HostMessage, now: float) -> None:
        """Handle a message of the host."""
        if peer != self._link.peer:
            return
        self.prove()
        if peer != self._link.peer:
            return  # The entries before this message were invalid, and the session has ended.
        self._link.heard(now)
        match message:
            case Entries():
                self._take_entries(message, now)
            case Fetch() if self.replica is not None:
                self._older_host_file = _OLDER_HOST_FILE
                self._link.send(replica_entries(self.replica.log, message.first), now)
            case HeaderSent():
                self._take_header(message.header, now)
            case Lobby():
                self._take_lobby(message)
            case TableAttendance():
                self._take_attendance(message, now)
            case ChatMessage() | PointerMessage() if (message.seat or 0) < self._seat_count:
                self._table.chat.add(message)
            case RefusedSubmission():
                self._take_refusal(message, now)
            case TableStopped():
                self._table.stopped = self._table.stopped or StateHash(message.length, message.hash)
            case Heartbeat():
                pass
            case Bye():
                self._take_bye(message.reason)
            case Hello() | Fetch() | ChatMessage() | PointerMessage():
                self._link.protocol_error()

    def received_invalid(self, peer: Peer) -> None:
        """End the session after bytes that are no message."""
        if peer == self._link.peer:
            self._link.protocol_error()

    def lost(self, peer: Peer, now: float) -> None:  # noqa: ARG002
        """Forget a connection that has ended by itself."""
        if peer == self._link.peer:
            self._link.peer = None

    def tick(self, now: float) -> None:
        """Repeat requests and send heartbeats; to be called once a second while connected."""
        self.prove()
        if self._link.peer is None or self._link.check_silence(now):
            return
        if self.replica is not None and not self._table.in_lobby and now - self._last_request >= RETRY_AFTER:
            if self.phase is Phase.CATCHING_UP:
                self._request_entries(now)
            else:
                self._send_again(now)
        self._link.keep_alive(now)

    @property
    def unproven(self) -> bool:
        """Whether `prove` is to be called, once the new entries are on the screen."""
        return self.replica is not None and self.replica.unproven

    def prove(self) -> bool:
        """Verify and save the entries that are shown already. Return whether there is something to send or show."""
        if self.replica is None or (self._shown_at is None and not self.replica.unproven):
            return False
        shown_at, self._shown_at = self._shown_at, None
        try:
            self.replica.prove()
        except InvalidEntry as invalid:
            self._leave_for_invalid_entry(invalid)
        except SaveError as error:
            self._shown_at, self._save_problem = shown_at, ClientProblem(None, str(error))
        else:
            before = (self._save_problem, self._link.problem, len(self.outbox))
            self._save_problem = None
            if shown_at is not None:
                self._caught_up(shown_at)
            return (self._save_problem, self._link.problem, len(self.outbox)) != before
        return True

    # What its player does

    def say(self, text: str, now: float) -> None:
        """Send a line of chat, cleaned and shortened. Raises `NotNow` if there is no chat."""
        line = clean_line(text)
        if self._link.peer is None or not self._table.may_chat:
            raise NotNow("Your line was not sent: this table has no chat, or you are not connected to it.")
        if line:
            self._link.send(SendChat(line), now)

    def leave(self, now: float) -> None:  # noqa: ARG002
        """End the session. The replica stays as it is."""
        self._link.drop(Reason.LEFT)
        self._link.ended = True

    # Hooks for clients that play

    @property
    def _consents(self) -> bool:
        """Whether a match may begin with this program."""
        return True

    def _discard_start(self) -> str:
        """Discard a match that will never start. Return a warning for the player, usually empty."""
        self.sync.discard()
        return ""

    def _caught_up(self, now: float) -> None:
        """Act on a replica that is proven and as long as the host's log."""

    def _send_again(self, now: float) -> None:
        """Send again what the host may not have received."""

    def _take_refusal(self, message: RefusedSubmission, now: float) -> None:  # noqa: ARG002
        self._link.protocol_error()  # A spectator submits nothing.

    # The table

    def _take_lobby(self, lobby: Lobby) -> None:
        if len(lobby.seats) != lobby.options.seats:
            self._link.protocol_error()
            return
        if self.replica is not None and not lobby.resumed:
            if self.replica.begun:
                self._link.leave("The host has opened another table. Your copy of this match stays as it is.")
                return
            # The host has gone back to its lobby, so the match of this replica will never be played.
            if warning := self._discard_start():
                self._link.problem = ClientProblem(None, warning)
        self._table.lobby, self._table.in_lobby = lobby, True

    def _take_attendance(self, attendance: TableAttendance, now: float) -> None:
        resumed = self._table.stopped is not None and attendance.stopped is None
        self._table.attendance, self._table.stopped = attendance, attendance.stopped
        if resumed and self.phase in (Phase.BEGINNING, Phase.PLAYING):
            self._send_again(now)

    def _take_bye(self, reason: Reason) -> None:
        warning = ""
        if reason is Reason.CLOSED and not self._table.in_lobby and self.sync.caught_up and not self.sync.begun:
            # A host that closes its table discards a match that has not begun; a saved one goes to its lobby first.
            warning = self._discard_start()
        self._link.host_left(reason, warning)
        if reason is Reason.CLOSED and self.sync.begun:
            # The client waits until the host opens the match again.
            self._link.ended = False

    # The match

    def _request_entries(self, now: float) -> None:
        """Tell the host how much of the log is here, so that it sends the rest."""
        self._last_request = now
        self._link.send(self.sync.have, now)

    def _take_header(self, raw: bytes, now: float) -> None:
        try:
            header = decode_header(raw)
        except (CanonicalError, PlainError):
            self._link.protocol_error()
            return
        except SaveError as error:
            self._link.leave(str(error))
            return
        if found := self._table.header_disagreement(
            header, self._link.host, self.keys, has_replica=self.replica is not None
        ):
            self._link.leave(f"The host has begun another match than the one that was agreed on: {found}.")
            return
        if self.replica is None and not self._consents:
            self._link.leave(
                "The host has begun a match for which you were not ready, so your program has left. Nothing was "
                "signed: join again to play."
            )
            return
        new = self._table.in_lobby or self.replica is None
        if problem := self.sync.begin(raw):
            self._link.leave(problem)
            return
        self._table.in_lobby = False
        if new:
            self._request_entries(now)

    def _take_entries(self, message: Entries, now: float) -> None:
        """Add entries to the replica, confirm the public state, and request or send what is due next."""
        sync, end = self.sync, message.first + len(message.entries)
        hashed = [state.length for state in message.state_hashes]
        if self.replica is None or self._table.in_lobby or end > message.length or hashed != sorted(set(hashed)):
            self._link.protocol_error()
            return
        if self._older_host_file is not None:
            # The host has read the entries that it lacked, and knows only now how to continue.
            self._older_host_file = None
            self._request_entries(now)
            return
        sync.host_length = message.length
        if sync.mismatch is not None or sync.closed:
            return
        before = sync.length
        if message.first > before:
            if now - self._last_request >= RETRY_AFTER:
                self._request_entries(now)
            return
        try:
            confirm = sync.take(message)
        except InvalidEntry as invalid:
            self._leave_for_invalid_entry(invalid)
            return
        except SaveError as error:
            # `tick` requests the same entries again.
            self._save_problem = ClientProblem(None, str(error))
            self._last_request = now
            return
        grown = sync.length > before
        if grown:
            self._last_request, self._save_problem = now, None
        if confirm is not None:
            self._link.send(confirm, now)
        if sync.mismatch is not None:
            return
        if sync.caught_up and self.unproven:
            self._shown_at = now
        elif sync.caught_up:
            try:
                self._caught_up(now)
            except InvalidEntry as invalid:
                self._leave_for_invalid_entry(invalid)
        elif grown:
            self._request_entries(now)

    def _leave_for_invalid_entry(self, invalid: InvalidEntry) -> None:
        self._save_problem = None
        if invalid.evidence:
            self.evidence = invalid.evidence
            sentence = f"{invalid} The host has signed both, and your copy keeps the first."
        else:
            sentence = f"The host sent an invalid entry. {invalid} Your copy ends before it."
        self._link.leave(sentence, Reason.FORKED)


class SpectatorClient(TableClient):
    """The client of a spectator: it follows the match and, where the host allows it, chats."""
