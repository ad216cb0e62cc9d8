"""A hosted table that is open to the network: state machine, listener and SSH entrance."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from galli_tui.matches.network.notes import CODE, note, permission_notes
from galli_tui.style.wording import listed
from galli_tui.tables.network import HostOptions, NetworkError
from galli_tui.tables.table import Table
from net.discovery.multicast import MulticastReach
from net.host.lobby import LobbyError, SeatAssignment
from net.status import HostStatus
from net.wire.messages import SeatKind
from net.wire.table_code import make_code
from rules.engine.secrecy import Seat
from saves.errors import SaveError
from saves.storage.match import Match
from saves.storage.paths import home

if TYPE_CHECKING:
    from net.host.host_actions import HostTableServer
    from net.host.listener import TableListener
    from net.ssh.entrance import SshEntrance

_MAX_ADDRESSES = 4
"""Most addresses that are shown at the table."""
_REACH_WARNINGS = {
    MulticastReach.NETWORK: "",
    MulticastReach.COMPUTER: "Other computers cannot find this table automatically, because the network does not "
    "support multicast: give your guests the address.",
    MulticastReach.NOWHERE: "This table cannot be found automatically, because the network does not support "
    "multicast: give your guests the address.",
}


class LiveHostSession:
    """Implements `galli_tui.tables.network.HostSession`."""

    def __init__(
        self,
        machine: HostTableServer,
        listener: TableListener,
        options: HostOptions,
        ended: Callable[[LiveHostSession], None],
    ) -> None:
        """Create a session; `ended` is called when the table is closed, and `end` awaited then."""
        self.machine = machine
        self.listener = listener
        self.options = options
        """The options in force."""
        self.by_ssh: tuple[str, ...] = ()
        """Sanitized names of guests who came over SSH before and find no entrance now."""
        self.ssh_again = ""
        """The command that opens the table with its former SSH entrance; empty if none is missing."""
        self.entrance: SshEntrance | None = None
        self._ended = ended
        self._closed = False

    def admit_ssh(self, port: int) -> None:
        """Open the SSH entrance (port 0: any free port). Raises `NetworkError` or `SaveError`."""
        from net.ssh.keys import EntranceError
        from net.ssh.table_entrance import GUEST_PROGRAM, make_entrance

        listener, machine = self.listener, self.machine
        words = (*GUEST_PROGRAM, "seat")
        entrance = make_entrance(
            home(), lambda: listener.status.code, listener.attach, words, listener.pump, lambda: machine.holders
        )
        try:
            entrance.open(port, self.options.bind)
        except EntranceError as error:
            raise NetworkError(str(error)) from None
        self.entrance = entrance

    @property
    def status(self) -> HostStatus:
        return self.listener.status

    @property
    def addresses(self) -> tuple[str, ...]:
        return tuple(map(str, self.listener.addresses))

    @property
    def ssh(self) -> str:
        if self.entrance is None or not self.listener.addresses:
            return ""
        return f"ssh -p {self.entrance.port} {self.listener.addresses[0].host}"

    @property
    def ssh_key(self) -> str:
        return self.entrance.fingerprint if self.entrance is not None else ""

    @property
    def problems(self) -> tuple[str, ...]:
        reach = self.listener.reach
        warning = _REACH_WARNINGS[reach] if reach is not None and not self.options.bind else ""
        return tuple(sentence for sentence in (self._port_problem, self._ssh_problem, warning) if sentence)

    @property
    def _port_problem(self) -> str:
        """The port that an earlier address or a router may still name, in a sentence; empty if it is this one."""
        taken = self.listener.port_in_use
        return "" if taken is None else f"Port {taken} is in use, so this table is at {self.listener.port}."

    @property
    def _ssh_problem(self) -> str:
        """Guests who cannot come back as the table is open now, in a sentence; empty if none."""
        if not self.ssh_again:
            return ""
        problem = "SSH was allowed at this table before, but is not now"
        if self.by_ssh:
            plays = "plays" if len(self.by_ssh) == 1 else "play"
            problem = f"{listed(self.by_ssh)} {plays} over SSH, which is not allowed now"
        return f"{problem}: to allow it, close the table and reopen it with `{self.ssh_again}`."

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        return self.listener.subscribe(changed)

    def seat(self, seat: Seat, assignment: SeatAssignment) -> None:
        self._do(lambda: assign_seat(self.machine, seat, assignment))

    def say(self, text: str) -> None:
        here = [Seat(seat) for seat, it in enumerate(self.status.seats) if it.kind is SeatKind.HERE]
        try:
            self.machine.say(text, here[0] if here else None)
        except (LobbyError, SaveError) as error:
            raise ValueError(str(error)) from None
        finally:
            self.listener.pump()

    def permit(self, *, watch: bool, chat: bool) -> None:
        self.options = self.options._replace(may_watch=watch, may_chat=chat)
        self.machine.permit(watch=watch, chat=chat)
        match = self.machine.match
        if isinstance(match, Match):
            # A permission that cannot be saved still holds until the table is closed.
            with suppress(SaveError):
                note(match, permission_notes(self.options))
        self.listener.pump()

    def remove(self, seat: Seat) -> None:
        self._do(lambda: self.machine.remove(seat))

    def unblock(self) -> None:
        self.machine.unblock_all()
        self.listener.reopen()

    def change_code(self) -> None:
        code = make_code(os.urandom)
        self.machine.set_code(code)
        self.listener.change_code(code)
        match = self.machine.match
        if isinstance(match, Match):
            # As with what is allowed.
            with suppress(SaveError):
                note(match, {CODE: code})

    def fetch(self) -> None:
        self._do(lambda: self.machine.restore(_now()))

    def begin(self) -> None:
        self._do(lambda: self.machine.begin(_now()))

    def back_to_lobby(self) -> None:
        self._do(lambda: self.machine.back_to_lobby(_now()))

    def _do(self, action: Callable[[], None]) -> None:
        """Call `action`, then send the messages that it produced. Raises `NetworkError`."""
        try:
            action()
        except (LobbyError, SaveError) as error:
            raise NetworkError(str(error)) from None
        finally:
            self.listener.pump()

    def table(self) -> Table:
        from galli_tui.matches.network.host_table import HostTable

        match = self.machine.match
        if isinstance(match, Match):
            return HostTable(self.listener, self.machine, match, self.close, self._join_commands, self.change_code)
        raise LookupError("the match has not begun")

    def _join_commands(self) -> tuple[str, ...]:
        """Return the commands that join the table."""
        joins = tuple(f"galli-tui join {address}" for address in self.addresses)
        lines = (*joins[:_MAX_ADDRESSES], self.ssh, self.ssh_key and f"ssh shows {self.ssh_key}", self._ssh_problem)
        return tuple(line for line in lines if line)

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._ended(self)

    async def end(self) -> None:
        """Disconnect everyone and close the listener and the SSH entrance."""
        if self.entrance is not None:
            await self.entrance.close()
        await self.listener.close()


def assign_seat(machine: HostTableServer, seat: Seat, assignment: SeatAssignment) -> None:
    """Assign a seat before the match begins. Raises `LobbyError`."""
    match assignment.kind:
        case SeatKind.BOT:
            machine.seat_bot(seat, assignment.bot or "", assignment.name, assignment.colour)
        case SeatKind.HERE:
            machine.seat_here(seat, assignment.name, assignment.colour)
        case _:
            machine.open_seat(seat)


def _now() -> float:
    return asyncio.get_running_loop().time()
