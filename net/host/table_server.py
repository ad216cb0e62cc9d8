"""A table that is open to others: how its host meets guests and spectators, in the lobby and during the match.

It is told what arrives and what time it is, and says in `outbox` what is to be sent. Seats before the match are left
to `lobby`, who is connected to `roster`, who is kept out to `kept_out`, and what stands in the log, and who is sent
what of it, to `ledger`; what the host's own player does is `host`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final, NamedTuple

from net.chat import Chat, clean_line
from net.error_text import notice_text
from net.host.hosted_match import MatchMaker, return_seats, seat_assignments, seat_attendance
from net.host.lobby import LobbyError, LobbyState, SeatAssignment
from net.host.log_service import LogReply, LogService
from net.host.roster import ConnectedClient, ConnectedClients
from net.limits.blocklist import Blocklist, mismatch_notice
from net.limits.rates import CHAT, TokenBucket
from net.status import Phase
from net.sync.older_copy import is_behind
from net.wire.effects import Drop, Effect, Peer, Send
from net.wire.messages import (
    Bye,
    ChatMessage,
    Confirm,
    Entries,
    GuestMessage,
    Have,
    Heartbeat,
    Hello,
    HostMessage,
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
    TableAttendance,
    TableStopped,
    TakeSeat,
)
from rules.engine.game import VERSUS
from rules.engine.secrecy import Seat
from saves.errors import SaveError
from saves.faults import Fault
from saves.format.identity import PublicKeys
from saves.log.log import LogStage
from saves.storage.match import Match

MAX_NOTICES: Final = 20

_INNOCENT: Final = frozenset({Fault.STALE, Fault.WRONG_STAGE})
"""Faults of decisions that came too late."""
_TOLD_ELSEWHERE: Final = frozenset({Reason.REMOVED, Reason.NO_WATCHING, Reason.CLOSED, Reason.DIFFERS})
"""What the host's player did itself, or is told in more words."""


class TableSettings(NamedTuple):
    """What a table is opened with."""

    keys: PublicKeys
    """The host's own."""
    name: str
    """What the host is called where it speaks without a seat; clean."""
    may_watch: bool = True
    may_chat: bool = False
    """Whether people may talk where they play against each other, and spectators anywhere."""
    code: str = ""
    """The table code, for those who are to be told."""


class TableServer:
    """What happens to a table. Whatever a peer says, nothing is raised."""

    def __init__(
        self, house: TableSettings, lobby: LobbyState, make: MatchMaker | None, ledger: LogService | None
    ) -> None:
        """Without `make` the match is there already."""
        self.outbox: list[Effect] = []
        """What is to be done, oldest first; the layer around takes it out after each call."""
        self._settings = house
        self._lobby = lobby
        self._make = make
        self._log_service = ledger
        self._begun = ledger is not None and ledger.log.over
        self._ended = False
        self._attendance: TableAttendance | None = None
        self._attendance_inputs: tuple[object, ...] | None = None
        """What that rests on; None where somebody is to be told anew."""
        self._clients = ConnectedClients()
        self._blocklist = Blocklist()
        self._chat = Chat()
        self._crowd = TokenBucket(CHAT, CHAT.burst, 0.0)
        self._notices: deque[str] = deque(maxlen=MAX_NOTICES)
        self._strange = ""
        """What the host was told last of those without a seat who see another public state."""
        self._now = 0.0

    @property
    def match(self) -> Match | None:
        """The match, once there is one."""
        return None if self._log_service is None else self._log_service.match

    @property
    def phase(self) -> Phase:
        """How far the table has come."""
        if self._ended:
            return Phase.ENDED
        if self._log_service is None or not self._begun:
            return Phase.LOBBY
        if self._log_service.log.over:
            return Phase.OVER
        if self._blocklist.stopped is not None or self._log_service.newer_copies.found is not None:
            return Phase.STOPPED
        return Phase.PLAYING if self._log_service.log.stage is LogStage.PLAYING else Phase.BEGINNING

    # What happens to it

    def connected(self, peer: Peer, keys: PublicKeys, wish: PeerRole, address: str, now: float) -> None:
        """The channel stands, and the peer has proven these keys."""
        self._now = now
        barrier = self._barrier(keys, wish)
        if barrier is not None:
            self._notice(notice_text(barrier, "Somebody"))
            self.outbox.append(Drop(peer, barrier))
            return
        older = self._clients.find(keys)
        if older is not None:
            self._clients.remove(older.peer)
            self.outbox.append(Drop(older.peer, Reason.REPLACED))
        client = self._clients.add(peer, keys, wish, address, now)
        if self.phase is Phase.LOBBY:
            self._lobby.unready(keys)  # An older connection of its own may have been: this program was not asked.
            if wish is PeerRole.PLAYER:
                self._lobby.restore_seats(keys)
            self._tell_lobby()
            return
        self._hand_back(client)
        self._tell_company()

    def received(self, peer: Peer, message: GuestMessage, now: float) -> None:
        """A peer says something."""
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
                self._answer(client, message)
            case Submit():
                self._enter(client, message.submission)
            case Confirm():
                self._compare(client, message)
            case ReplicaEntries() if self._log_service is not None:
                self._reply(client, self._log_service.read_replica(message, peer, self._name_of(client), now))
            case TakeSeat() | LeaveSeat() | Ready():
                self._settle(client, message)
            case SendChat() | SendPointer():
                self._pass_on(client, message)
            case Heartbeat() | ReplicaEntries():
                pass
            case Bye():
                self._drop(client, Reason.LEFT)
            case Hello():
                self._drop(client, Reason.PROTOCOL)

    def lost(self, peer: Peer, now: float, reason: Reason | None = None) -> None:
        """A connection has ended, perhaps because the layer around ended it. Its guest keeps its seats."""
        self._now = now
        client = self._clients.get(peer)
        if client is not None:
            self._gone(client, reason)

    def tick(self, now: float) -> None:
        """Time passes; call it about once a second while somebody is connected."""
        self._now = now
        for client in self._clients.silent(now):
            self._drop(client, Reason.SILENT)
        if self._log_service is not None and self._begun and self._log_service.newer_copies.found is None:
            for client in self._clients.idle(self._log_service.log.length, now):
                self._drop(client, Reason.IDLE)
        for client in self._clients.need_heartbeat(now):
            self._send(client, Heartbeat())
        self._hand_back_owed()

    @property
    def unhashed(self) -> bool:
        """Whether `check` is to be called, once there is nothing else to do."""
        return self._log_service is not None and self._log_service.unhashed

    def send_state_hashes(self, now: float) -> None:
        """Tells all what the public state is after what they have been sent, so that they compare theirs."""
        self._now = now
        if self._log_service is not None:
            self._spread(self._log_service.new_hashes())

    # Guests and spectators

    def _barrier(self, keys: PublicKeys, wish: PeerRole) -> Reason | None:
        """Why these keys cannot come in."""
        if self._ended:
            return Reason.CLOSED
        if keys == self._settings.keys:
            return Reason.OWN_KEY
        if barrier := self._blocklist.block_reason(keys):
            return barrier
        if wish is PeerRole.SPECTATOR and not self._settings.may_watch:
            return Reason.NO_WATCHING
        holders = {place.keys for place in self._places() if place.keys is not None}
        seated = wish is PeerRole.PLAYER and keys in holders
        if (
            self._begun
            and self._log_service is not None
            and wish is PeerRole.PLAYER
            and keys not in self._log_service.log.clients
        ):
            return Reason.NO_SEAT
        if self._clients.find(keys) is not None:
            return None
        return self._clients.rejection(wish, kept=0 if seated else len(holders - self._clients.online))

    def _answer(self, client: ConnectedClient, have: Have) -> None:
        if self._log_service is None or not (self._begun or is_behind(self._log_service.match, have)):
            return  # The header, when the match begins, calls for the same again.
        client.last_request = self._now
        if not client.may_request(have.length, self._log_service.log.length, self._now):
            self._drop(client, Reason.LIMIT)
            return
        self._reply(client, self._log_service.answer(have, client.peer, self._now))

    def _reply(self, client: ConnectedClient, answer: LogReply) -> None:
        """Sends somebody what its copy of the log calls for. In the lobby a copy that is none is left alone."""
        if answer.forked and not self._begun:
            return
        for message in answer.messages:
            self._send(client, message)
        client.sent_length = answer.sent_length
        if answer.forked:
            self._drop(client, Reason.FORKED)

    def _enter(self, client: ConnectedClient, submission: bytes) -> None:
        if self._log_service is None or self.phase not in (Phase.BEGINNING, Phase.PLAYING, Phase.OVER):
            return
        try:
            refused = self._log_service.take_submission(client.keys, submission)
        except SaveError as error:
            # The guest sends it again by itself, and nothing is wrong with it.
            self._notice(f"What {self._name_of(client)} decided could not be saved and was not taken yet. {error}")
            return
        if refused is None:
            self._publish(after=client)
            return
        self._send(client, refused)
        if refused.fault not in _INNOCENT:
            self._notice(_told(self._name_of(client), refused))
        if not client.limits.allow_refused_submission(self._now):
            self._drop(client, Reason.LIMIT)

    def _compare(self, client: ConnectedClient, confirm: Confirm) -> None:
        if self._log_service is None or not self._begun:
            return
        if confirm.length > self._log_service.log.length:
            self._drop(client, Reason.PROTOCOL)
            return
        own = self._log_service.mismatch(confirm.length, confirm.hash)
        if own is not None:
            self._part(client, own)

    def _part(self, client: ConnectedClient, own: StateHash) -> None:
        """Lets somebody go who sees another public state; the table stops for it only if it decides at it."""
        seats, phase = self._seats_of(client), self.phase
        words = mismatch_notice(self._name_of(client), own.length - 1, phase, seated=bool(seats))
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
            # Whoever watches may say so under ever new keys: one notice is enough for all.
            if self._strange in self._notices:
                self._notices.remove(self._strange)
            words = self._strange = self._blocklist.count_seatless_mismatch(words)
        self._notice(words)

    def _settle(self, client: ConnectedClient, message: TakeSeat | LeaveSeat | Ready) -> None:
        if self.phase is not Phase.LOBBY:
            return  # It crossed the beginning on its way.
        try:
            self._lobby.apply(client.keys, message)
        except LobbyError:
            client.lobby = None  # Told again how the table stands, it sees that nothing came of it.
        self._tell_lobby()

    def _pass_on(self, client: ConnectedClient, message: SendChat | SendPointer) -> None:
        if not self._may_talk(client.role) or not client.limits.allow_chat(self._now):
            return
        seat = next(iter(self._seats_of(client)), None)
        if seat is None and not self._crowd.take(1, self._now):
            return  # Whoever holds no seat could come under ever new keys.
        if isinstance(message, SendChat):
            line = clean_line(message.text)
            if line:
                self._announce(ChatMessage(seat, "" if seat is None else self._places()[seat].name, line))
        elif seat is not None and self.phase is Phase.PLAYING:
            self._announce(PointerMessage(seat, message.kind, message.target))

    def _announce(self, said: ChatMessage | PointerMessage) -> None:
        self._chat.add(said)
        self._send_all(said)

    def _may_talk(self, wish: PeerRole) -> bool:
        return self._settings.may_chat or (wish is PeerRole.PLAYER and self._lobby.options.mode != VERSUS)

    def _hand_back(self, client: ConnectedClient) -> None:
        """Gives a guest that is here again the seats that a bot has played for it."""
        if self._log_service is None or client.role is not PeerRole.PLAYER:
            return
        client.owed_seats = self.phase is Phase.STOPPED
        if self.phase is not Phase.PLAYING:
            return
        for trouble in return_seats(self._log_service.match, client.keys):
            client.owed_seats = True
            self._notice(trouble)
        self._publish()

    def _hand_back_owed(self) -> None:
        """Gives back what could not be given back when its guest came."""
        for client in self._clients:
            if client.owed_seats:
                self._hand_back(client)

    # The log

    def _publish(self, *, after: ConnectedClient | None = None) -> None:
        """Sends what is new in the log to all who have what came before; last to who has decided, and knows it best."""
        if self._log_service is None:
            return
        self._spread(self._log_service.new_entries(), after)
        self._tell_company()

    def _spread(self, messages: Iterable[Entries], last: ConnectedClient | None = None) -> None:
        for entries in messages:
            for client in sorted(self._clients, key=lambda one: one is last):
                if client.sent_length == entries.first:
                    client.sent_length = entries.first + len(entries.entries)
                    self._send(client, entries)

    # Telling

    def _tell(self) -> None:
        if self.phase is Phase.LOBBY:
            self._tell_lobby()
        else:
            self._tell_company()

    def _tell_lobby(self) -> None:
        """Tells everybody how the table stands who does not know it yet."""
        online = self._clients.online
        for client in self._clients:
            lobby = self._lobby.lobby_for(
                client.keys if client.role is PeerRole.PLAYER else None,
                online,
                watchers=self._clients.spectators,
                may_watch=self._settings.may_watch,
                may_chat=self._may_talk(client.role),
            )
            if lobby != client.lobby:
                client.lobby = lobby
                self._send(client, lobby)

    def _tell_company(self) -> None:
        """Tells everybody who is there, if it has changed."""
        if self._log_service is None:
            return
        log = self._log_service.log
        rests_on = (log.seating, self._clients.changes, self._settings, self._blocklist.stopped)
        if rests_on == self._attendance_inputs:
            return  # As after nearly every move, which is not kept waiting for it.
        self._attendance_inputs = rests_on
        online = self._clients.online
        company = self._attendance = TableAttendance(
            tuple(seat_attendance(log, seat, online) for seat in log.config.header.seats),
            self._clients.spectators,
            self._may_talk(PeerRole.PLAYER),
            self._blocklist.stopped,
        )
        for client in self._clients:
            told = company._replace(may_chat=self._may_talk(client.role))
            if told != client.attendance:
                client.attendance = told
                self._send(client, told)

    def _notice(self, sentence: str) -> None:
        """Tells the host's player; a sentence that stands there already is the newest then."""
        if sentence in self._notices:
            self._notices.remove(sentence)
        self._notices.append(sentence)

    # Seats and peers

    def _places(self) -> tuple[SeatAssignment, ...]:
        """The seats as they stand now, before the match or in it."""
        if self._log_service is None or not self._begun:
            return self._lobby.assignments
        return seat_assignments(self._log_service.log)

    def _seats_of(self, client: ConnectedClient) -> list[Seat]:
        """The seats that the client plays, ascending."""
        if client.role is PeerRole.SPECTATOR:
            return []
        return [Seat(number) for number, place in enumerate(self._places()) if place.keys == client.keys]

    def _name_of(self, client: ConnectedClient) -> str:
        seats = self._seats_of(client)
        if seats:
            return self._places()[seats[0]].name
        return "A spectator" if client.role is PeerRole.SPECTATOR else "A guest without a seat"

    def _send(self, client: ConnectedClient, message: HostMessage) -> None:
        client.last_sent = self._now
        self.outbox.append(Send(client.peer, message))

    def _send_all(self, message: HostMessage) -> None:
        for client in self._clients:
            self._send(client, message)

    def _drop(self, client: ConnectedClient, reason: Reason) -> None:
        self.outbox.append(Drop(client.peer, reason))
        self._gone(client, reason)

    def _gone(self, client: ConnectedClient, reason: Reason | None) -> None:
        if reason is not None and reason not in _TOLD_ELSEWHERE:
            self._notice(notice_text(reason, self._name_of(client)))
        self._clients.remove(client.peer)
        if self._log_service is not None:
            self._log_service.newer_copies.lost(client.peer)
        if client.role is PeerRole.PLAYER and self.phase is Phase.LOBBY:
            self._lobby.unready(client.keys)
        self._tell()


def _told(name: str, refused: RefusedSubmission) -> str:
    return f"What {name} sent was refused: it {refused.fault.value}{refused.detail and f' ({refused.detail})'}."
