"""What guests and spectators have in common: a visit at one host, in its lobby and during the match.

Told what arrives and what time it is, it says in `outbox` what is to be sent. It trusts the host in nothing: the
header must be the one agreed on, and every entry is folded and checked by `following`. The connection is `line`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from net.chat import Chat, clean_line
from net.guest.replica_sync import ReplicaSync
from net.guest.server_link import ServerLink
from net.status import ClientProblem, GuestStatus, Phase
from net.sync.header_check import disagreement, terms_disagreement
from net.sync.older_copy import replica_entries
from net.wire.effects import Drop, Effect, Peer
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
from rules.engine.plain import PlainError
from rules.engine.secrecy import Seat
from saves import faults
from saves.errors import NotNow, SaveError
from saves.format.canonical import CanonicalError
from saves.format.header import HOST, DealerKind, Header, decode_header
from saves.format.identity import PublicKeys
from saves.log.log import LogStage
from saves.storage.replica import Replica

RETRY_AFTER: Final = 5.0
"""Seconds until what had no answer is asked, or sent, once more."""
_OFFERED: Final = (
    "The host has opened an older copy of this match. Your program has sent what is missing there; the match goes on "
    "as soon as the host takes it over."
)


class TableClient:
    """A guest or spectator. Its methods never raise at what the host says."""

    def __init__(self, keys: PublicKeys, make: Callable[[bytes], Replica], copy: Replica | None = None) -> None:
        """Take this program's own `keys`.

        Without a copy, `make` opens or creates one as soon as the header is here. It raises `SaveError`.
        """
        self.outbox: list[Effect] = []
        """What is to be done, oldest first; the layer around takes it out after each call."""
        self.evidence: tuple[bytes, ...] = ()
        """The two signed entries, or decisions, that prove a fork."""
        self.sync = ReplicaSync(make, copy)
        """The own copy, and how far it is."""
        self.keys = keys
        """This program's own."""
        self._link = ServerLink(self._do)
        self._lobby: Lobby | None = None
        self._in_lobby = False
        self._attendance: TableAttendance | None = None
        self._stopped: StateHash | None = None
        """Where the host says that the public states differ."""
        self._disk_problem: ClientProblem | None = None
        """That the copy cannot be written to at the moment."""
        self._older_host_file: ClientProblem | None = None
        """That the host has opened an older copy of its file, and has been sent what it lacks."""
        self._chat = Chat()
        self._asked = 0.0
        self._shown: float | None = None
        """When entries were shown after which `_grown` is still to be called."""

    @property
    def replica(self) -> Replica | None:
        """The own copy, once there is one. Whoever owns the machine closes it."""
        return self.sync.replica

    @property
    def returns(self) -> bool:
        """Whether there is a reason to connect, or to connect again."""
        return not self._link.ended and not self.sync.closed

    @property
    def seat_host(self) -> PublicKeys | None:
        """The host of the table at which this program's key holds a seat, so that it comes back without a code."""
        if not self.seats:
            return None
        return self._link.host if self.replica is None else self.replica.header.clients[HOST]

    @property
    def phase(self) -> Phase:
        """How far it has come."""
        following, copy = self.sync, self.sync.replica
        stage = None if copy is None else copy.log.stage
        if stage is LogStage.CLOSED:
            return Phase.OVER
        if self.stopped is not None:
            return Phase.STOPPED
        if self._link.ended:
            return Phase.ENDED
        if self._link.peer is None:
            return Phase.CONNECTING
        if self._in_lobby:
            return Phase.LOBBY
        if stage is None:
            return Phase.CONNECTING
        if not following.caught_up:
            return Phase.CATCHING_UP
        return Phase.BEGINNING if stage in (LogStage.FRESH, LogStage.COMMITTED) else Phase.PLAYING

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Held by this program's key, ascending."""
        if self.replica is not None:
            return self.sync.seats_of(self.keys)
        seats = () if self._lobby is None else self._lobby.seats
        return tuple(Seat(number) for number, seat in enumerate(seats) if seat.yours)

    @property
    def status(self) -> GuestStatus:
        """All that screens may know. When it comes back, the layer that connects adds."""
        return GuestStatus(
            phase=self.phase,
            lobby=self._lobby,
            attendance=self._attendance if self._fits(self._attendance) else None,
            seats=self.seats,
            entries=self.sync.length,
            host_entries=max(self.sync.length, self.sync.host_length or 0),
            sending=self._sent_seats(),
            withheld=self._held_seats(),
            chat=self._chat.lines,
            chat_count=self._chat.line_count,
            pointers=self._chat.pointers,
            pointer_count=self._chat.pointer_count,
            problem=self._disk_problem or self._older_host_file or self._link.problem,
            retry_at=None,
        )

    @property
    def stopped(self) -> StateHash | None:
        """Where the public states differ, if they do: after how many entries, and the hash of whoever told it.

        Nothing stops before the start, or in a lobby, whatever the host says.
        """
        found = self.sync.mismatch or (None if self._in_lobby else self._stopped)
        return found if found is not None and self.sync.begun else None

    # What happens to it

    def connected(self, peer: Peer, host: PublicKeys, now: float) -> None:
        """The channel stands, and the host has proven these keys."""
        self._link.drop(Reason.REPLACED)
        if not self.returns:
            self._do(Drop(peer, Reason.LEFT))
            return
        self._link.connected(peer, host, now)
        self._in_lobby, self._attendance, self._stopped, self._older_host_file = False, None, None, None
        self.sync.connected()
        if self.replica is not None and self.replica.header.clients[HOST] != host:
            self._link.leave("The host that answered is not the one of your match, so nothing was sent to it.")
            return
        self._ask(now)

    def received(self, peer: Peer, message: HostMessage, now: float) -> None:
        """The host says something."""
        if peer != self._link.peer:
            return
        self.prove()
        if peer != self._link.peer:
            return  # What came before was a lie, and this program has left.
        self._link.heard(now)
        match message:
            case Entries():
                self._follow(message, now)
            case Fetch() if self.replica is not None:
                self._older_host_file = ClientProblem(None, _OFFERED)
                self._link.send(replica_entries(self.replica.log, message.first), now)
            case HeaderSent():
                self._begin(message.header, now)
            case Lobby():
                self._see_lobby(message)
            case TableAttendance():
                self._attendance = message
                went_on = self._stopped is not None and message.stopped is None
                self._stopped = message.stopped
                if went_on and self.phase in (Phase.BEGINNING, Phase.PLAYING):
                    self._remind(now)
            case ChatMessage() | PointerMessage() if (message.seat or 0) < self._table_size:
                self._chat.add(message)
            case RefusedSubmission():
                self._refused(message, now)
            case TableStopped():
                self._stopped = self._stopped or StateHash(message.length, message.hash)
            case Heartbeat():
                pass
            case Bye():
                self._told_bye(message.reason)
            case Hello() | Fetch() | ChatMessage() | PointerMessage():
                self._link.protocol_error()

    def received_invalid(self, peer: Peer) -> None:
        """The host says something that is no message."""
        if peer == self._link.peer:
            self._link.protocol_error()

    def lost(self, peer: Peer, now: float) -> None:  # noqa: ARG002
        """The connection has ended without a word."""
        if peer == self._link.peer:
            self._link.peer = None

    def tick(self, now: float) -> None:
        """Time passes; call it about once a second while connected."""
        self.prove()
        if self._link.peer is None or self._link.check_silence(now):
            return
        if self.replica is not None and not self._in_lobby and now - self._asked >= RETRY_AFTER:
            if self.phase is Phase.CATCHING_UP:
                self._ask(now)
            else:
                self._remind(now)
        self._link.keep_alive(now)

    @property
    def unproven(self) -> bool:
        """Whether `prove` is to be called, once everybody here sees what has come."""
        return self.replica is not None and self.replica.unproven

    def prove(self) -> bool:
        """Verifies and saves what is shown already. Whether anything is to be told."""
        if self.replica is None or (self._shown is None and not self.replica.unproven):
            return False
        shown, self._shown = self._shown, None
        try:
            self.replica.prove()
        except faults.InvalidEntry as problem:
            self._misled(problem)
        except SaveError as error:
            self._shown, self._disk_problem = shown, ClientProblem(None, str(error))
        else:
            before = (self._disk_problem, self._link.problem, len(self.outbox))
            self._disk_problem = None
            if shown is not None:
                self._grown(shown)
            return (self._disk_problem, self._link.problem, len(self.outbox)) != before
        return True

    # What its player does

    def say(self, text: str, now: float) -> None:
        """A line of chat, cleaned and shortened. Raises `NotNow` where nobody would hear it."""
        line = clean_line(text)
        if self._link.peer is None or not self._may_chat:
            raise NotNow("Nobody can hear you now: this table has no chat, or you are not connected to it.")
        if line:
            self._link.send(SendChat(line), now)

    def leave(self, now: float) -> None:  # noqa: ARG002
        """Ends the visit. The copy stays as it is."""
        self._link.drop(Reason.LEFT)
        self._link.ended = True

    @property
    def _table_size(self) -> int:
        """How many seats there are, as far as it is known."""
        if self.replica is not None:
            return len(self.replica.header.players)
        return 0 if self._lobby is None else len(self._lobby.seats)

    def _fits(self, company: TableAttendance | None) -> bool:
        """Whether it is of as many seats as there are."""
        return company is not None and self.replica is not None and len(company.seats) == self._table_size

    @property
    def _may_chat(self) -> bool:
        table = self._attendance if self._attendance is not None else self._lobby
        return table is not None and table.may_chat

    # For those that play

    def _sent_seats(self) -> tuple[Seat, ...]:
        return ()

    def _held_seats(self) -> tuple[Seat, ...]:
        return ()

    @property
    def _consents(self) -> bool:
        """Whether a match may begin with this program."""
        return True

    def _give_up(self) -> str:
        """Nothing is kept of a match that will never start. What the player should know of that; mostly nothing."""
        self.sync.discard()
        return ""

    def _grown(self, now: float) -> None:
        """The copy is as long as the host's log, for all that is known, and proven."""

    def _remind(self, now: float) -> None:
        """Something may have had no answer for a while."""

    def _refused(self, message: RefusedSubmission, now: float) -> None:  # noqa: ARG002
        """Nothing was submitted."""
        self._link.protocol_error()

    # The match

    def _ask(self, now: float) -> None:
        """Tells the host what is here, so that it sends the rest."""
        self._asked = now
        self._link.send(self.sync.have, now)

    def _see_lobby(self, lobby: Lobby) -> None:
        if len(lobby.seats) != lobby.options.seats:
            self._link.protocol_error()
            return
        if self.replica is not None and not lobby.resumed:
            if self.replica.begun:
                self._link.leave("The host has opened another table; your copy of this match stays as it is.")
                return
            # Back in the lobby before anything was dealt: the match that was begun will never be played.
            if warning := self._give_up():
                self._link.problem = ClientProblem(None, warning)
        self._lobby, self._in_lobby = lobby, True

    def _begin(self, raw: bytes, now: float) -> None:
        try:
            header = decode_header(raw)
        except (CanonicalError, PlainError):
            self._link.protocol_error()
            return
        except SaveError as error:
            self._link.leave(str(error))
            return
        if wrong := self._disagreement(header):
            self._link.leave(f"The match that the host has begun is not the one that was agreed on: {wrong}.")
            return
        if self.replica is None and not self._consents:
            self._link.leave(
                "The host has begun a match for which you had not said that you are ready, so this program has "
                "left. Nothing was signed: join again to play."
            )
            return
        asks = self._in_lobby or self.replica is None
        if wrong := self.sync.begin(raw):
            self._link.leave(wrong)
            return
        self._in_lobby = False
        if asks:
            self._ask(now)

    def _disagreement(self, header: Header) -> str:
        """A lobby of an earlier connection may have changed since, but not in what it was about."""
        if header.clients[HOST] != self._link.host:
            return "it is hosted by another key than this host's"
        if header.dealer.kind is not DealerKind.COMMITTED:
            return "its draws are fixed beforehand, by a seed or by hand, and not by a secret that all can check"
        if self._lobby is None or self.replica is not None:
            return ""
        if self._in_lobby:
            return disagreement(header, self._link.host, self._lobby, self.keys)
        return terms_disagreement(header, self._lobby)

    def _follow(self, message: Entries, now: float) -> None:
        following, length = self.sync, message.first + len(message.entries)
        known = [check.length for check in message.state_hashes]
        if self.replica is None or self._in_lobby or length > message.length or known != sorted(set(known)):
            self._link.protocol_error()
            return
        if self._older_host_file is not None:
            # The host has fetched what it lacked, and knows only now how to go on from here.
            self._older_host_file = None
            self._ask(now)
            return
        following.host_length = message.length
        if following.mismatch is not None or following.closed:
            return
        before = following.length
        if message.first > before:
            if now - self._asked >= RETRY_AFTER:
                self._ask(now)
            return
        try:
            confirm = following.take(message)
        except faults.InvalidEntry as problem:
            self._misled(problem)
            return
        except SaveError as error:
            # The same entries are asked for again by and by.
            self._disk_problem = ClientProblem(None, str(error))
            self._asked = now
            return
        grown = following.length > before
        if grown:
            self._asked, self._disk_problem = now, None
        if confirm is not None:
            self._link.send(confirm, now)
        if following.mismatch is not None:
            return
        if following.caught_up and self.unproven:
            self._shown = now
        elif following.caught_up:
            try:
                self._grown(now)
            except faults.InvalidEntry as problem:
                self._misled(problem)
        elif grown:
            self._ask(now)

    def _misled(self, problem: faults.InvalidEntry) -> None:
        """The host has sent an entry that cannot stand."""
        self._disk_problem = None
        if problem.evidence:
            self.evidence = problem.evidence
            self._link.leave(
                f"{problem} The host's signature is under both, and your copy keeps the first.", Reason.FORKED
            )
        else:
            self._link.leave(f"What the host sent cannot stand. {problem} Your copy ends before it.", Reason.FORKED)

    def _told_bye(self, reason: Reason) -> None:
        warning = ""
        if reason is Reason.CLOSED and not self._in_lobby and self.sync.caught_up and not self.sync.begun:
            # Closing the table gives a new match up that has not begun; a saved one's lobby was told before.
            warning = self._give_up()
        self._link.host_left(reason, warning)
        if reason is Reason.CLOSED and self.sync.begun:
            # The match waits, and so does its guest until the table is open again.
            self._link.ended = False

    def _do(self, effect: Effect) -> None:
        self.outbox.append(effect)


class SpectatorClient(TableClient):
    """The client of a spectator: it follows the match and, where the host allows it, chats."""
