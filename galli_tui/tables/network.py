"""The interface between the screens and the network: hosting, finding and joining tables.

`galli_tui.matches.network.live_network` implements it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol, TypeAlias

from galli_tui.tables.peers import ChatLine
from galli_tui.tables.table import Table
from galli_tui.terminal.safe_text import sanitize
from net.host.lobby import SeatAssignment
from net.status import GuestStatus, HostStatus, Phase
from net.wire.messages import ChatMessage, PeerRole
from rules.engine.game import Options
from rules.engine.plain_data import Plain
from rules.engine.secrecy import Seat


class NetworkError(Exception):
    """A failure on the network: one sanitized sentence that says what to do next."""


class HostPlan(NamedTuple):
    """A new match to host."""

    game: str
    options: Options
    seats: tuple[SeatAssignment, ...]
    components: Plain | None = None
    """Custom components; None for the standard set."""


class HostOptions(NamedTuple):
    """How a table is opened to the network."""

    port: int | None = None
    """None for the default port, or the next free one."""
    ssh_port: int | None = None
    """None for no SSH entrance."""
    may_watch: bool = True
    may_chat: bool = False
    """Whether players may chat in versus; in co-op they always may."""
    advertise: bool = True
    """Whether the table is advertised on the local network."""
    bind: str = ""
    """The one address to listen on; empty for all."""


class HostSession(Protocol):
    """A table hosted by this program."""

    @property
    def status(self) -> HostStatus:
        """The present status."""
        ...

    @property
    def addresses(self) -> tuple[str, ...]:
        """Addresses for guests, HOST:PORT, likeliest first."""
        ...

    @property
    def ssh(self) -> str:
        """The ssh command that joins the table; empty without an SSH entrance."""
        ...

    @property
    def ssh_key(self) -> str:
        """The fingerprint that `ssh` shows the first time; empty without an SSH entrance."""
        ...

    @property
    def options(self) -> HostOptions:
        """The options in force."""
        ...

    @property
    def problems(self) -> tuple[str, ...]:
        """Problems on this network, a sentence each, with what to do."""
        ...

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change, on the app's thread. Return a function that unsubscribes."""
        ...

    def seat(self, seat: Seat, assignment: SeatAssignment) -> None:
        """Assign a seat before the match begins or resumes. Raises `NetworkError`."""
        ...

    def say(self, text: str) -> None:
        """Send a chat line to all in the lobby. Raises ValueError with a sentence."""
        ...

    def permit(self, *, watch: bool, chat: bool) -> None:
        """Set whether spectators and chat are allowed."""
        ...

    def remove(self, seat: Seat) -> None:
        """Remove and block the guest of a seat, which becomes open. Raises `NetworkError`."""
        ...

    def unblock(self) -> None:
        """Unblock everyone: newcomers after many wrong codes, and removed guests."""
        ...

    def fetch(self) -> None:
        """Continue from a guest's newer copy if this file is an older one. Raises `NetworkError`."""
        ...

    def change_code(self) -> None:
        """Create a new table code. Those connected or holding a seat do not need it."""
        ...

    def begin(self) -> None:
        """Begin or resume the match. Raises `NetworkError`; then the lobby stays."""
        ...

    def back_to_lobby(self) -> None:
        """Cancel the start of a new match that not all have answered yet. Raises `NetworkError`."""
        ...

    def table(self) -> Table:
        """Return the table, once the match has begun."""
        ...

    def close(self) -> None:
        """Disconnect everyone and close the match, which stays saved."""
        ...


class GuestSession(Protocol):
    """A guest's or spectator's place at a host's table. It reconnects by itself."""

    @property
    def status(self) -> GuestStatus:
        """The present status."""
        ...

    @property
    def address(self) -> str:
        """The address of the table, sanitized."""
        ...

    @property
    def role(self) -> PeerRole:
        """Player or spectator."""
        ...

    @property
    def name(self) -> str:
        """The name to take a seat with, sanitized; empty if none was given."""
        ...

    @property
    def return_hint(self) -> str:
        """How to come back, as in `galli_tui.tables.peers.TableStatus`; empty if nothing special is needed."""
        ...

    def retry_in(self) -> float | None:
        """Return the seconds until it reconnects; None while it does not wait."""
        ...

    @property
    def told_to_wait(self) -> bool:
        """Whether the host has told it to wait, after wrong codes or at a full table."""
        ...

    @property
    def replaced(self) -> bool:
        """Whether another table answers at the address."""
        ...

    def retry_now(self) -> None:
        """Reconnect now, unless the host has told it to wait."""
        ...

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change, on the app's thread. Return a function that unsubscribes."""
        ...

    def take_seat(self, seat: Seat, name: str, colour: str) -> None:
        """Take an open seat, or change the name and colour of an own one."""
        ...

    def leave_seat(self, seat: Seat) -> None:
        """Give up a seat."""
        ...

    def ready(self, *, yes: bool) -> None:
        """Set whether this guest is ready."""
        ...

    def say(self, text: str) -> None:
        """Send a chat line to all in the lobby. Raises ValueError with a sentence."""
        ...

    def table(self) -> Table:
        """Return the table, once the match has begun."""
        ...

    def close(self) -> None:
        """Leave. A seat of a match that has begun stays reserved for this program's key."""
        ...


class FoundTable(NamedTuple):
    """A table found on the network. All texts are sanitized."""

    key: str
    """Identifies the table."""
    addresses: tuple[str, ...]
    """At least one, likeliest first."""
    title: str
    """Game and level."""
    mode: str
    """The mode in words; empty if the game has only one."""
    host: str
    """The host's name."""
    seats: int
    vacant: int
    """Seats that are open."""
    may_watch: bool
    barrier: str = ""
    """Why this program cannot join it, in a few words; empty if it can."""
    match_id: str = ""
    """The saved match that is played there, as in `RejoinOption.match_id`; empty if there is none."""
    phase: Phase = Phase.LOBBY
    """`LOBBY`, `PLAYING` or `OVER`."""

    @property
    def played(self) -> str:
        """What is played there: game, level and mode."""
        return ", ".join(it for it in (self.title, self.mode) if it)


class TableFinder(Protocol):
    """A search for tables, which continues until it is closed."""

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """The tables present now, in the order they were found."""
        ...

    @property
    def problem(self) -> str:
        """Why tables cannot be found here, in one sentence with what to do; empty if they can."""
        ...

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change, on the app's thread. Return a function that unsubscribes."""
        ...

    def close(self) -> None:
        """End the search."""
        ...


class JoinRequest(NamedTuple):
    """A request to join a table, as typed or chosen."""

    addresses: tuple[str, ...] = ()
    """The typed address, or those that were found."""
    code: str = ""
    """As typed."""
    role: PeerRole = PeerRole.PLAYER
    name: str = ""


class RejoinOption(NamedTuple):
    """A replica of an unfinished match whose table can be rejoined. All texts are sanitized."""

    match_id: str
    """As in `galli_tui.tables.match_store.SavedRow.id`."""
    title: str
    names: tuple[str, ...]
    address: str
    """The last address of the table; empty if unknown."""
    role: PeerRole = PeerRole.PLAYER
    """Player or spectator."""


class Network(Protocol):
    """The source of tables shared by several programs."""

    def find_tables(self) -> TableFinder:
        """Start a search for tables."""
        ...

    async def host(self, plan: HostPlan, options: HostOptions) -> HostSession:
        """Host a new match. Raises `NetworkError`, `OptionError` or `saves.errors.SaveError`."""
        ...

    async def reopen(self, match_id: str, options: HostOptions) -> HostSession:
        """Host a saved match. Raises as `host` does."""
        ...

    def join(self, request: JoinRequest) -> GuestSession:
        """Connect to a table. Raises `NetworkError` for an invalid address or code."""
        ...

    def rejoin_options(self) -> list[RejoinOption]:
        """Return the matches that can be rejoined, last played first. Raises `saves.errors.SaveError`."""
        ...

    def rejoin(self, match_id: str, address: str = "") -> GuestSession:
        """Reconnect to the table of a match, at this address or else at its last one.

        Raises `NetworkError` or `saves.errors.SaveError`.
        """
        ...

    async def end(self) -> None:
        """Close everything that is open, before the program ends."""
        ...


TableOpener: TypeAlias = Callable[[Network], Awaitable[HostSession]]
"""A function that opens a table. Raises as `Network.host` does."""


def own_matches(network: Network, address: str, role: PeerRole) -> list[RejoinOption]:
    """Return our matches that may be played at a typed address, the most likely one first.

    Raises `saves.errors.SaveError`.
    """
    return sorted((one for one in network.rejoin_options() if one.role is role), key=lambda one: one.address != address)


KEY_DIGITS = 8
"""Hexadecimal digits of a guest's key that are shown."""


def blocklist_text(status: HostStatus) -> str:
    """Return who is blocked from the host's table, in words; empty if nobody is."""
    told = ["New guests are blocked after too many wrong codes."] if status.closed_to_new else []
    if status.blocked:
        are = "1 removed guest is" if status.blocked == 1 else f"{status.blocked} removed guests are"
        told.append(f"{are} blocked.")
    return " ".join(told)


TEXT_CELLS = 400
"""Most characters of a chat line or a sentence that are shown."""


def chat_lines(status: GuestStatus | HostStatus) -> tuple[ChatLine, ...]:
    """Return the last chat lines, sanitized."""
    return tuple(
        _chat_line(number, said) for number, said in enumerate(status.chat, status.chat_count - len(status.chat) + 1)
    )


def _chat_line(number: int, said: ChatMessage) -> ChatLine:
    name = sanitize(said.name) or ("someone without a seat" if said.seat is None else f"seat {said.seat + 1}")
    return ChatLine(number, said.seat, name, sanitize(said.text, TEXT_CELLS))
