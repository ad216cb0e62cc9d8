"""The tables of a guest and of a spectator, over a replica of the host's match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from galli_tui.bots.advice import OVER_SSH, WATCHED, Advice
from galli_tui.bots.adviser import BotAdviser
from galli_tui.bots.messages import GameSettings
from galli_tui.bots.seats import MakeBackend
from galli_tui.matches.network.connection_status import (
    guest_table_status,
    stand_in_report,
)
from galli_tui.matches.network.network_table import ONLY_WATCHING, Leave, NetworkTable, as_value_error
from galli_tui.tables.peers import Role, TableStatus
from net.guest.seat_client import SeatClient
from net.guest.table_client import SpectatorClient
from rules.engine.events import Move
from rules.engine.secrecy import EVERYONE, Seat, Viewer, secrets
from saves.errors import NotNow
from saves.storage.open_match import OpenMatch
from saves.storage.replica import Replica

if TYPE_CHECKING:
    from net.guest.client_connection import ClientConnection


class GuestTable(NetworkTable):
    """A guest's table, over a replica of the host's match."""

    def __init__(
        self,
        connection: ClientConnection,
        machine: SeatClient,
        record: Replica,
        leave: Leave,
        return_hint: str = "",
        *,
        make_backend: MakeBackend | None = None,
    ) -> None:
        """Create the table. Without `make_backend` there are no hints: over SSH, the host would compute them."""
        header = record.header
        backend = (
            None
            if make_backend is None
            else make_backend(GameSettings(header.game, header.options, header.components, header.rules_version))
        )
        self._adviser = None if backend is None else BotAdviser(record.game, backend)
        self._client = connection
        self._machine = machine
        decided = {seat: record.decided_move(seat) for seat in machine.seats}
        self._secret_moves = {seat: move for seat, move in decided.items() if move is not None and _is_secret(move)}
        """The last secret choice made here, by seat."""
        super().__init__(connection, record, leave, return_hint)

    def view(self, viewer: Viewer) -> Any:
        """Return the viewer's view, with its own secret choice applied that the match does not hold yet."""
        view = super().view(viewer)
        busy = self.status.decided
        move = next((move for seat, move in self._secret_moves.items() if seat == viewer and seat in busy), None)
        if move is not None and self.game.refusal(view, move) is None:
            view = self.game.view(self.game.apply(view, move), viewer)
        return view

    def submit(self, move: Move) -> None:
        self._machine.submit(move, self._connection.now)
        self._secret_moves.pop(move.seat, None)
        if _is_secret(move):
            self._secret_moves[move.seat] = move
        self._after_action()

    def can_undo(self, seat: Seat) -> bool:
        return self._machine.can_take_back(seat)

    def undo(self, seat: Seat) -> tuple[Seat, ...]:
        self._machine.take_back(seat, self._connection.now)
        self._secret_moves.pop(seat, None)
        self._after_action()
        return (seat,)

    def say(self, text: str) -> None:
        with as_value_error():
            self._machine.say(text, self._connection.now)
        self._after_action()

    def point(self, kind: str, target: int) -> None:
        with as_value_error():
            self._machine.point(kind, target, self._connection.now)
        self._after_action()

    def close(self) -> None:
        if self._adviser is not None:
            self._adviser.close()
        super().close()

    @property
    def _adviser_here(self) -> Advice | str:
        return self._adviser or OVER_SSH

    def _own_seats(self) -> tuple[Seat, ...]:
        return self._machine.seats

    def _current_status(self) -> TableStatus:
        status = self._client.status
        table_status = guest_table_status(Role.GUEST, status, self._machine.stopped)
        report, entries = stand_in_report(self._record, self._machine.keys, self._machine.sync.opened_length)
        return table_status._replace(stand_in_report=report, stand_in_entries=entries)


class SpectatorTable(NetworkTable):
    """A spectator's table."""

    def __init__(
        self,
        connection: ClientConnection,
        machine: SpectatorClient,
        record: OpenMatch,
        leave: Leave,
        return_hint: str = "",
    ) -> None:
        self._client = connection
        self._machine = machine
        super().__init__(connection, record, leave, return_hint)

    def submit(self, move: Move) -> None:
        raise NotNow(ONLY_WATCHING)

    def can_undo(self, seat: Seat) -> bool:
        return False

    def undo(self, seat: Seat) -> tuple[Seat, ...]:
        raise NotNow(ONLY_WATCHING)

    def say(self, text: str) -> None:
        with as_value_error():
            self._machine.say(text, self._connection.now)
        self._after_action()

    def point(self, kind: str, target: int) -> None:
        raise ValueError(ONLY_WATCHING)

    @property
    def _adviser_here(self) -> str:
        return WATCHED

    def _own_seats(self) -> tuple[Seat, ...]:
        return ()

    def _current_status(self) -> TableStatus:
        status = self._client.status
        return guest_table_status(Role.SPECTATOR, status, self._machine.stopped)


def _is_secret(move: Move) -> bool:
    """Return whether a move is a choice that others see only when all have made theirs."""
    return any(secret.audience != EVERYONE for secret in secrets(move))
