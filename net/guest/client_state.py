"""The state of a client's session: what it knows of the table, and how far its replica has come.

Messages of the host are left to `table_client`.
"""

from __future__ import annotations

from collections.abc import Callable

from net.guest.replica_sync import ReplicaSync
from net.guest.server_link import ServerLink
from net.guest.table_view import TableView
from net.status import ClientProblem, GuestStatus, Phase
from net.wire.effects import Effect
from net.wire.messages import StateHash
from rules.engine.secrecy import Seat
from saves.format.header import HOST
from saves.format.identity import PublicKeys
from saves.log.match_log import LogStage
from saves.storage.replica import Replica


class ClientState:
    """The session of a guest or spectator, with its link to the host and its replica of the match."""

    def __init__(
        self, keys: PublicKeys, make_replica: Callable[[bytes], Replica], replica: Replica | None = None
    ) -> None:
        """Start a session with this program's own keys.

        Without a replica, `make_replica` opens or creates it from the header. It raises `SaveError`.
        """
        self.evidence: tuple[bytes, ...] = ()
        """The two signed entries, or submissions, that prove a fork."""
        self.sync = ReplicaSync(make_replica, replica)
        self.keys = keys
        self._link = ServerLink()
        self._table = TableView()
        self._save_problem: ClientProblem | None = None
        """Set while the replica cannot be saved."""
        self._older_host_file: ClientProblem | None = None
        """Set while the host reads what its older copy of the match lacks."""
        self._last_request = 0.0
        """When entries were last requested or received."""
        self._shown_at: float | None = None
        """When entries were shown that are still to be proven."""

    @property
    def outbox(self) -> list[Effect]:
        """The effects to carry out, oldest first; the connection empties it after each call."""
        return self._link.outbox

    @property
    def replica(self) -> Replica | None:
        """The replica, once there is one. The owner of the client closes it."""
        return self.sync.replica

    @property
    def returns(self) -> bool:
        """Whether to connect, or to reconnect after a loss."""
        return not self._link.ended and not self.sync.closed

    @property
    def seat_host(self) -> PublicKeys | None:
        """The host at whose table this program holds a seat, so that it can return without the table code."""
        if not self.seats:
            return None
        return self._link.host if self.replica is None else self.replica.header.clients[HOST]

    @property
    def phase(self) -> Phase:
        """The phase of the session."""
        stage = None if self.replica is None else self.replica.log.stage
        if stage is LogStage.CLOSED:
            return Phase.OVER
        if self.stopped is not None:
            return Phase.STOPPED
        if self._link.ended:
            return Phase.ENDED
        if self._link.peer is None:
            return Phase.CONNECTING
        if self._table.in_lobby:
            return Phase.LOBBY
        if stage is None:
            return Phase.CONNECTING
        if not self.sync.caught_up:
            return Phase.CATCHING_UP
        return Phase.BEGINNING if stage in (LogStage.FRESH, LogStage.COMMITTED) else Phase.PLAYING

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that this program's key holds, ascending."""
        if self.replica is not None:
            return self.sync.seats_of(self.keys)
        seats = () if self._table.lobby is None else self._table.lobby.seats
        return tuple(Seat(number) for number, seat in enumerate(seats) if seat.yours)

    @property
    def status(self) -> GuestStatus:
        """The status for the screens. The connection adds when it retries."""
        attendance, chat = self._table.attendance, self._table.chat
        fits = attendance is not None and self.replica is not None and len(attendance.seats) == self._seat_count
        return GuestStatus(
            phase=self.phase,
            lobby=self._table.lobby,
            attendance=attendance if fits else None,
            seats=self.seats,
            entries=self.sync.length,
            host_entries=max(self.sync.length, self.sync.host_length or 0),
            sending=self._sending_seats(),
            withheld=self._withheld_seats(),
            chat=chat.lines,
            chat_count=chat.line_count,
            pointers=chat.pointers,
            pointer_count=chat.pointer_count,
            problem=self._save_problem or self._older_host_file or self._link.problem,
            retry_at=None,
        )

    @property
    def stopped(self) -> StateHash | None:
        """The number of entries after which the public states differ, with the hash of the side that found it.

        None before the start of the match and in a lobby, whatever the host says.
        """
        found = self.sync.mismatch or (None if self._table.in_lobby else self._table.stopped)
        return found if found is not None and self.sync.begun else None

    @property
    def _seat_count(self) -> int:
        """The number of seats, 0 if it is not known."""
        if self.replica is not None:
            return len(self.replica.header.players)
        return 0 if self._table.lobby is None else len(self._table.lobby.seats)

    def _sending_seats(self) -> tuple[Seat, ...]:
        return ()

    def _withheld_seats(self) -> tuple[Seat, ...]:
        return ()
