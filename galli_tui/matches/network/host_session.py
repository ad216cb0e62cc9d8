"""A hosted table that is open to the network: state machine, listener and SSH entrance."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from galli_tui.matches.network.notes import CODE, allowing, note
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

_WAYS_TOLD = 4
"""Most addresses that are shown at the table."""
_TOLD_NOWHERE = {
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
        serving: TableListener,
        doors: HostOptions,
        ended: Callable[[LiveHostSession], None],
    ) -> None:
        """Create a session; `ended` is called when the table is closed, and `end` awaited then."""
        self.machine = machine
        self.serving = serving
        self.options = doors
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

        serving, machine = self.serving, self.machine
        words = (*GUEST_PROGRAM, "seat")
        entrance = make_entrance(
            home(), lambda: serving.status.code, serving.attach, words, serving.pump, lambda: machine.holders
        )
        try:
            entrance.open(port, self.options.bind)
        except EntranceError as trouble:
            raise NetworkError(str(trouble)) from None
        self.entrance = entrance

    @property
    def status(self) -> HostStatus:
        return self.serving.status

    @property
    def addresses(self) -> tuple[str, ...]:
        return tuple(map(str, self.serving.addresses))

    @property
    def ssh(self) -> str:
        if self.entrance is None or not self.serving.addresses:
            return ""
        return f"ssh -p {self.entrance.port} {self.serving.addresses[0].host}"

    @property
    def ssh_key(self) -> str:
        return self.entrance.fingerprint if self.entrance is not None else ""

    @property
    def problems(self) -> tuple[str, ...]:
        reach = self.serving.reach
        told = _TOLD_NOWHERE[reach] if reach is not None and not self.options.bind else ""
        return tuple(sentence for sentence in (self._shut_out, told) if sentence)

    @property
    def _shut_out(self) -> str:
        """Guests who cannot come back as the table is open now, in a sentence; empty if none."""
        if not self.ssh_again:
            return ""
        shut = "SSH was allowed at this table before, but is not now"
        if self.by_ssh:
            plays = "plays" if len(self.by_ssh) == 1 else "play"
            shut = f"{listed(self.by_ssh)} {plays} over SSH, which is not allowed now"
        return f"{shut}: to allow it, close the table and reopen it with `{self.ssh_again}`."

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        return self.serving.subscribe(changed)

    def seat(self, seat: Seat, plan: SeatAssignment) -> None:
        self._do(lambda: settle(self.machine, seat, plan))

    def say(self, text: str) -> None:
        here = [Seat(seat) for seat, it in enumerate(self.status.seats) if it.kind is SeatKind.HERE]
        try:
            self.machine.say(text, here[0] if here else None)
        except (LobbyError, SaveError) as error:
            raise ValueError(str(error)) from None
        finally:
            self.serving.pump()

    def permit(self, *, watch: bool, chat: bool) -> None:
        self.options = self.options._replace(may_watch=watch, may_chat=chat)
        self.machine.permit(watch=watch, chat=chat)
        match = self.machine.match
        if isinstance(match, Match):
            # A permission that cannot be saved still holds until the table is closed.
            with suppress(SaveError):
                note(match, allowing(self.options))
        self.serving.pump()

    def remove(self, seat: Seat) -> None:
        self._do(lambda: self.machine.remove(seat))

    def unblock(self) -> None:
        self.machine.unblock_all()
        self.serving.reopen()

    def change_code(self) -> None:
        code = make_code(os.urandom)
        self.machine.set_code(code)
        self.serving.change_code(code)
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

    def _do(self, deed: Callable[[], None]) -> None:
        """Call `deed` and send what it left to send. Raises `NetworkError`."""
        try:
            deed()
        except (LobbyError, SaveError) as error:
            raise NetworkError(str(error)) from None
        finally:
            self.serving.pump()

    def table(self) -> Table:
        from galli_tui.matches.network.host_table import HostTable

        book = self.machine.match
        if isinstance(book, Match):
            return HostTable(self.serving, self.machine, book, self.close, self._ways, self.change_code)
        raise LookupError("the match has not begun")

    def _ways(self) -> tuple[str, ...]:
        """Return the commands that join the table."""
        joins = tuple(f"galli-tui join {address}" for address in self.addresses)
        lines = (*joins[:_WAYS_TOLD], self.ssh, self.ssh_key and f"ssh shows {self.ssh_key}", self._shut_out)
        return tuple(line for line in lines if line)

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._ended(self)

    async def end(self) -> None:
        """Disconnect everyone and close the listener and the SSH entrance."""
        if self.entrance is not None:
            await self.entrance.close()
        await self.serving.close()


def settle(machine: HostTableServer, seat: Seat, plan: SeatAssignment) -> None:
    """Assign a seat before the match begins. Raises `LobbyError`."""
    match plan.kind:
        case SeatKind.BOT:
            machine.seat_bot(seat, plan.bot or "", plan.name, plan.colour)
        case SeatKind.HERE:
            machine.seat_here(seat, plan.name, plan.colour)
        case _:
            machine.open_seat(seat)


def _now() -> float:
    return asyncio.get_running_loop().time()
