"""The interface between the screens and the network: tables of ours that are open, tables found, tables visited.

What stands behind it is `galli_tui.matches.network.live_network`; the screens import no socket and no machine.
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
from rules.engine.plain import Plain
from rules.engine.secrecy import Seat


class NetworkError(Exception):
    """What could not be done on the network, in one clean sentence that says what to do next."""


class HostPlan(NamedTuple):
    """A new match to be opened to the network."""

    game: str
    options: Options
    seats: tuple[SeatAssignment, ...]
    components: Plain | None = None
    """An owner's own set; None stands for the standard one."""


class HostOptions(NamedTuple):
    """How a table is open."""

    port: int | None = None
    """None takes the usual one, or the next that is free."""
    ssh_port: int | None = None
    """None leaves the SSH entrance shut."""
    may_watch: bool = True
    may_chat: bool = False
    """Whether people may talk where they play against each other; together they always may."""
    advertise: bool = True
    """Whether programs on the network find the table by themselves."""
    bind: str = ""
    """The one address to listen on; empty for all of this computer's."""


class HostSession(Protocol):
    """A table of ours, open to the network."""

    @property
    def status(self) -> HostStatus:
        """How it stands now."""
        ...

    @property
    def addresses(self) -> tuple[str, ...]:
        """What guests may type, HOST:PORT, the likeliest first."""
        ...

    @property
    def ssh(self) -> str:
        """The words that lead a friend in over SSH; empty without that entrance."""
        ...

    @property
    def ssh_key(self) -> str:
        """The fingerprint that `ssh` shows a friend the first time; empty without that entrance."""
        ...

    @property
    def options(self) -> HostOptions:
        """How it is open now."""
        ...

    @property
    def problems(self) -> tuple[str, ...]:
        """What does not work on this network, a sentence each, with a way on."""
        ...

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Calls `changed` after every change, on the app's thread; returns what ends the subscription."""
        ...

    def seat(self, seat: Seat, plan: SeatAssignment) -> None:
        """Settles who plays a seat, before the match begins or goes on. Raises `NetTrouble`."""
        ...

    def say(self, text: str) -> None:
        """Says something to all in the lobby. Raises ValueError with a sentence if that cannot be."""
        ...

    def permit(self, *, watch: bool, chat: bool) -> None:
        """Settles whether others may watch, and whether people may talk."""
        ...

    def remove(self, seat: Seat) -> None:
        """Sends the guest of a seat away and keeps it out until `let_in`; the seat is open. Raises `NetTrouble`."""
        ...

    def unblock(self) -> None:
        """Keeps nobody out any more: newcomers after many wrong codes, guests who were sent away."""
        ...

    def fetch(self) -> None:
        """Goes on from a guest's later copy of the match, where this file is an older one. Raises `NetTrouble`."""
        ...

    def change_code(self) -> None:
        """Makes another table code. Whoever is there or holds a seat does not need it."""
        ...

    def begin(self) -> None:
        """Begins the match, or goes on with it. Raises `NetTrouble`; then the lobby stays."""
        ...

    def back_to_lobby(self) -> None:
        """Gives up a new match in which not all have answered yet, to begin another. Raises `NetTrouble`."""
        ...

    def table(self) -> Table:
        """The table to play at, once the match is under way."""
        ...

    def close(self) -> None:
        """Sends everybody away and lets go of the match, which waits in its file."""
        ...


class GuestSession(Protocol):
    """The way to somebody else's table, and this program's place there. It comes back by itself after a break."""

    @property
    def status(self) -> GuestStatus:
        """How it stands now."""
        ...

    @property
    def address(self) -> str:
        """Where the table is, as one would type it. Cleaned."""
        ...

    @property
    def role(self) -> PeerRole:
        """Whether it came to play or to watch."""
        ...

    @property
    def name(self) -> str:
        """The name to sit down with, if one was given; cleaned, else empty."""
        ...

    @property
    def return_hint(self) -> str:
        """What is kept and how one comes back, as in `galli_tui.tables.peers.Standing`; empty where it is as usual."""
        ...

    def retry_in(self) -> float | None:
        """Seconds until it tries to come back; None while it does not wait."""
        ...

    @property
    def told_to_wait(self) -> bool:
        """Whether it waits because the host has asked it to, after wrong codes or where there is no room."""
        ...

    @property
    def replaced(self) -> bool:
        """Whether another table answers where the one that is meant was."""
        ...

    def retry_now(self) -> None:
        """Tries at once to come back, unless the host has asked to wait."""
        ...

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Calls `changed` after every change, on the app's thread; returns what ends the subscription."""
        ...

    def take_seat(self, seat: Seat, name: str, colour: str) -> None:
        """Takes an open seat, or changes name and colour of an own one."""
        ...

    def leave_seat(self, seat: Seat) -> None:
        """Gives a seat back."""
        ...

    def ready(self, *, yes: bool) -> None:
        """Says whether the match may begin."""
        ...

    def say(self, text: str) -> None:
        """Says something to all in the lobby. Raises ValueError with a sentence if that cannot be."""
        ...

    def table(self) -> Table:
        """The table to play at or to watch, once the match is under way."""
        ...

    def close(self) -> None:
        """Leaves. A seat of a match that has begun stays kept for this program's key."""
        ...


class FoundTable(NamedTuple):
    """A table that was found on the network. All texts are a stranger's word, cleaned."""

    key: str
    """Tells it from the others."""
    addresses: tuple[str, ...]
    """As one would type them, the likeliest first; at least one."""
    title: str
    """Game and level."""
    mode: str
    """In what way it is played, in words."""
    host: str
    """The host's name."""
    seats: int
    vacant: int
    """Seats that are open."""
    may_watch: bool
    barrier: str = ""
    """Why this program cannot join it, in a few words; empty where it can."""
    match_id: str = ""
    """The match of ours that is played there, as in `Return.match_id`; empty for another one."""
    phase: Phase = Phase.LOBBY
    """How far it has come: `LOBBY`, `PLAYING` or `OVER`."""


class TableFinder(Protocol):
    """A look around the network, which goes on until it is closed."""

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """What is there now, in the order in which it was found."""
        ...

    @property
    def problem(self) -> str:
        """Why nothing can be found here, in one sentence with a way on; empty where all is well."""
        ...

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Calls `changed` after every change, on the app's thread; returns what ends the subscription."""
        ...

    def close(self) -> None:
        """Ends it."""
        ...


class JoinRequest(NamedTuple):
    """What somebody who joins a table has said."""

    addresses: tuple[str, ...] = ()
    """The one that was typed, or those that were found."""
    code: str = ""
    """As typed."""
    role: PeerRole = PeerRole.PLAYER
    name: str = ""


class RejoinOption(NamedTuple):
    """An unfinished match at somebody else's table, of which there is a copy here. All texts are cleaned."""

    match_id: str
    """As in `galli_tui.tables.match_store.Saved.id`."""
    title: str
    names: tuple[str, ...]
    address: str
    """Where the table was last; empty where that is not known."""
    role: PeerRole = PeerRole.PLAYER
    """Whether one comes back to play or to watch."""


class Network(Protocol):
    """Where tables of several terminals come from."""

    def find_tables(self) -> TableFinder:
        """Looks around, from now on."""
        ...

    async def host(self, plan: HostPlan, doors: HostOptions) -> HostSession:
        """Opens a new match to the network. Raises `NetTrouble`, `OptionError` or `saves.errors.SaveError`."""
        ...

    async def reopen(self, match_id: str, doors: HostOptions) -> HostSession:
        """Opens a saved match to the network. Raises as `host` does."""
        ...

    def join(self, call: JoinRequest) -> GuestSession:
        """Sets out for a table. Raises `NetTrouble` for an address or a code that is none."""
        ...

    def rejoin_options(self) -> list[RejoinOption]:
        """The matches that one can go back to, the one played last first. Raises `saves.errors.SaveError`."""
        ...

    def rejoin(self, match_id: str, address: str = "") -> GuestSession:
        """Sets out for the table of a match of ours: at this address, else where it was last.

        Raises `NetTrouble` or `saves.errors.SaveError`.
        """
        ...

    async def end(self) -> None:
        """Closes all that is open. The program ends."""
        ...


TableOpener: TypeAlias = Callable[[Network], Awaitable[HostSession]]
"""A way in which a table is opened. Raises as `Network.host` does."""


KEY_DIGITS = 8
"""Hexadecimal digits of a guest's key that are shown."""


def blocklist_text(status: HostStatus) -> str:
    """Who is kept out of a table of ours that the host may let in again; empty where nobody is."""
    told = ["New guests are blocked after too many wrong codes."] if status.closed_to_new else []
    if status.blocked:
        are = "1 removed guest is" if status.blocked == 1 else f"{status.blocked} removed guests are"
        told.append(f"{are} blocked.")
    return " ".join(told)


TEXT_CELLS = 400
"""More of a remark or a sentence is never shown."""


def chat_lines(status: GuestStatus | HostStatus) -> tuple[ChatLine, ...]:
    """The last lines of chat, clean."""
    return tuple(
        _remark(number, said) for number, said in enumerate(status.chat, status.chat_count - len(status.chat) + 1)
    )


def _remark(number: int, said: ChatMessage) -> ChatLine:
    name = sanitize(said.name) or ("somebody without a seat" if said.seat is None else f"seat {said.seat + 1}")
    return ChatLine(number, said.seat, name, sanitize(said.text, TEXT_CELLS))
