"""The host's own table of a match on the network, with the bots that the host's program plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from galli_tui.bots.advice import Advice
from galli_tui.bots.adviser import BotAdviser
from galli_tui.bots.pool import WorkerPool
from galli_tui.bots.seats import BotPlayers, MakeBackend
from galli_tui.matches.network.connection_status import (
    host_table_status,
)
from galli_tui.matches.network.network_table import NO_SEAT, Leave, NetworkTable, as_value_error
from galli_tui.tables.peers import Presence, TableStatus
from net.host.host_actions import HostTableServer
from net.host.seat_holders import borrowed_seats, seat_kind
from net.wire.messages import SeatKind
from rules.bots import bot_names
from rules.engine.events import Move
from rules.engine.secrecy import Seat
from saves.storage.open_match import OpenMatch

if TYPE_CHECKING:
    from net.host.listener import TableListener


class HostTable(NetworkTable):
    """The host's own table. The host's bots move as soon as they are due."""

    def __init__(
        self,
        listener: TableListener,
        machine: HostTableServer,
        record: OpenMatch,
        leave: Leave,
        join_commands: Callable[[], tuple[str, ...]] = tuple,
        change_code: Callable[[], None] = lambda: None,
        *,
        make_backend: MakeBackend = WorkerPool,
        pace: float | None = None,
    ) -> None:
        """Create the table; `make_backend` and `pace` are as in `BotPlayers`."""
        self._change_code = change_code
        self._listener = listener
        self._join_commands = join_commands
        self._machine = machine
        self._bots = BotPlayers(
            record, machine.bot_seats_due, self.submit, self._notify, make_backend=make_backend, pace=pace
        )
        self._adviser = BotAdviser(record.game, self._bots.backend)
        super().__init__(listener, record, leave)

    @property
    def notices(self) -> tuple[str, ...]:
        return self._notices + self._bots.notices

    @property
    def thinking(self) -> Seat | None:
        return self._bots.thinking

    def hurry(self) -> None:
        self._bots.hurry()

    def submit(self, move: Move) -> None:
        self._machine.submit(move)
        self._after_action()

    def can_undo(self, seat: Seat) -> bool:
        return self._machine.can_take_back(seat)

    def undo(self, seat: Seat) -> tuple[Seat, ...]:
        self._machine.take_back(seat)
        self._after_action()
        return (seat,)

    def say(self, text: str) -> None:
        with as_value_error():
            self._machine.say(text, self._own_seat)
        self._after_action()

    def point(self, kind: str, target: int) -> None:
        if self._own_seat is None:
            raise ValueError(NO_SEAT)
        with as_value_error():
            self._machine.point(self._own_seat, kind, target)
        self._after_action()

    def seat_bot(self, seat: Seat) -> None:
        if self.status.presence[seat] is not Presence.AWAY:
            raise ValueError(f"{self.players[seat].name} is back and plays again.")
        self._machine.replace_by_bot(seat, bot_names()[-1])
        self._after_action()

    def unseat_bot(self, seat: Seat) -> None:
        self._machine.return_seat(seat)
        self._after_action()

    def remove_guest(self, seat: Seat) -> None:
        with as_value_error():
            self._machine.remove(seat)
        self._after_action()

    def unblock(self) -> None:
        self._machine.unblock_all()
        self._listener.reopen()
        self._on_change()

    def change_code(self) -> None:
        self._change_code()
        self._on_change()

    def fetch(self) -> None:
        with as_value_error():
            self._machine.restore(self._connection.now)
        self._after_action()

    def close(self) -> None:
        self._bots.close()
        self._adviser.close()
        super().close()

    @property
    def _adviser_here(self) -> Advice:
        return self._adviser

    @property
    def _own_seat(self) -> Seat | None:
        """The first seat that is played at this terminal."""
        return next(iter(self._own_seats()), None)

    def _own_seats(self) -> list[Seat]:
        log = self._record.log
        return [seat for seat in self._record.header.seats if seat_kind(log, seat) is SeatKind.HERE]

    def _current_status(self) -> TableStatus:
        status, log = self._listener.status, self._record.log
        bots = [seat for seat in self._record.header.seats if seat_kind(log, seat) is SeatKind.BOT]
        absent = borrowed_seats(log) if bots else {}
        return host_table_status(status, [seat for seat in bots if seat in absent], self._join_commands())

    def _on_change(self) -> None:
        # Before the screens are told, so that they show which bot thinks.
        self._bots.update()
        super()._on_change()
