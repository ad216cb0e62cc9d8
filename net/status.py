"""What the screens may know of a table on the network: frozen values, taken anew after every change."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from net.wire.messages import ChatMessage, Lobby, PointerMessage, Reason, SeatKind, TableAttendance
from rules.engine.game import Options
from rules.engine.secrecy import Seat


class Phase(Enum):
    """How far a table, or a guest's way to it, has come."""

    CONNECTING = "connecting"
    """A guest's: the first time, or again after a break."""
    LOBBY = "lobby"
    BEGINNING = "beginning"
    """Joins and nonces are on their way; nobody is asked anything."""
    CATCHING_UP = "catching-up"
    """A guest's: entries are coming that the others have already."""
    PLAYING = "playing"
    STOPPED = "stopped"
    """The public states differ; nothing is played any more."""
    OVER = "over"
    """Played to the end, or abandoned, and audited."""
    ENDED = "ended"
    """The connection, or the table, is gone for good."""


class ClientProblem(NamedTuple):
    """What has gone wrong, in a form that the screens turn into sentences."""

    reason: Reason | None
    """Why the other side ended the connection."""
    sentence: str = ""
    """This program's own words, where there are any; clean."""


class GuestStatus(NamedTuple):
    """How a guest or spectator stands."""

    phase: Phase
    lobby: Lobby | None
    attendance: TableAttendance | None
    seats: tuple[Seat, ...]
    """Held by this program's key, ascending."""
    entries: int
    """In the own copy."""
    host_entries: int
    """In the host's log, as far as it has been told."""
    sending: tuple[Seat, ...]
    """Seats whose submission is on its way."""
    withheld: tuple[Seat, ...]
    """Seats whose choice waits here until the host's own seats have chosen."""
    chat: tuple[ChatMessage, ...]
    """The last lines of chat, oldest first; at most 50."""
    chat_count: int
    """Lines so far, those that are forgotten counted in."""
    pointers: tuple[PointerMessage, ...]
    """The last signs, oldest first; at most 8."""
    pointer_count: int
    """Signs so far, counted likewise."""
    problem: ClientProblem | None
    retry_at: float | None
    """When it tries to come back, by the clock of the machine; None while connected."""


class NewerCopy(NamedTuple):
    """A copy of the match, at somebody who is or was connected, with entries by this host that its own file lacks."""

    name: str
    """Whose program has it."""
    entries: int
    """Those that it has and the host lacks, as far as they have been verified."""
    own: int
    """Those that the host has and it lacks: played from an older copy of the file."""
    whole: bool
    """Whether all of them are here, so that the match can go on from them."""


class HostSeat(NamedTuple):
    """A seat as the host sees it."""

    kind: SeatKind
    name: str
    colour: str
    bot: str | None
    ready: bool
    online: bool
    key: str
    """The first 16 hexadecimal digits of the guest's signing key; empty without a guest."""


class HostStatus(NamedTuple):
    """How the table stands at the host's."""

    phase: Phase
    game: str
    options: Options
    seats: tuple[HostSeat, ...]
    components: bytes
    """The hash of the set that is played with (see `fingerprint`)."""
    resumed: bool
    seats_fixed: bool
    """Whether it is a saved match that has not begun: its seats stay whose they are."""
    spectators: int
    may_watch: bool
    may_chat: bool
    code: str
    wrong_codes: int
    """Wrong codes so far."""
    closed_to_new: bool
    """Whether so many were wrong that nobody new is let in."""
    blocked: int
    """Keys that were sent away, and stay out until the host lets them in again."""
    attendance: TableAttendance | None
    chat: tuple[ChatMessage, ...]
    chat_count: int
    pointers: tuple[PointerMessage, ...]
    pointer_count: int
    """These four as in `GuestStatus`."""
    notices: tuple[str, ...]
    """What the host should know, a clean sentence each, newest last: refusals, forks, dropped peers; at most 20."""
    newer_copy: NewerCopy | None = None
    """The proof that the host's file is an older copy, as long as nothing is decided for it."""
    unsaved: str = ""
    """Why nothing more is written to the match's file, as another program has changed it; empty if none has."""
