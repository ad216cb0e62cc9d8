"""The status of a table on the network, for the screens: frozen values, taken again after every change."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from net.wire.messages import ChatMessage, Lobby, PointerMessage, Reason, SeatKind, TableAttendance
from rules.engine.game import Options
from rules.engine.secrecy import Seat


class Phase(Enum):
    """The phase of a table, or of a guest's connection to it."""

    CONNECTING = "connecting"
    """A guest connects, for the first time or again."""
    LOBBY = "lobby"
    BEGINNING = "beginning"
    """Joins and nonces are exchanged; no decision is open."""
    CATCHING_UP = "catching-up"
    """A guest receives entries that the others already have."""
    PLAYING = "playing"
    STOPPED = "stopped"
    """The public states differ; play is stopped."""
    OVER = "over"
    """The match is finished or abandoned, and audited."""
    ENDED = "ended"
    """The connection or the table is closed for good."""


class ClientProblem(NamedTuple):
    """A problem of a client's connection, for the screens to put into words."""

    reason: Reason | None
    """Why the other side ended the connection."""
    sentence: str = ""
    """This program's own sentence, safe to show; empty if the reason is enough."""


class GuestStatus(NamedTuple):
    """The status of a guest or spectator."""

    phase: Phase
    lobby: Lobby | None
    attendance: TableAttendance | None
    seats: tuple[Seat, ...]
    """The seats held by this program's key, ascending."""
    entries: int
    """Entries in the own replica."""
    host_entries: int
    """Entries in the host's log, as last heard."""
    sending: tuple[Seat, ...]
    """Seats whose submission has been sent."""
    withheld: tuple[Seat, ...]
    """Seats whose choice is kept back until the host's own seats have chosen."""
    chat: tuple[ChatMessage, ...]
    """The last lines of chat, oldest first; at most 50."""
    chat_count: int
    """Number of lines so far, including dropped ones."""
    pointers: tuple[PointerMessage, ...]
    """The last pointers, oldest first; at most 8."""
    pointer_count: int
    """Number of pointers so far, including dropped ones."""
    problem: ClientProblem | None
    retry_at: float | None
    """When it reconnects, by the state machine's clock; None while connected."""


class NewerCopy(NamedTuple):
    """A peer's copy of the match with entries by this host that the host's own file lacks."""

    name: str
    """The peer's name."""
    entries: int
    """Verified entries that it has and the host lacks."""
    own: int
    """Entries that the host has and it lacks: played from an older copy of the file."""
    whole: bool
    """Whether all of its entries have been read, so that the match can continue from them."""


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
    """The status of a table at its host."""

    phase: Phase
    game: str
    options: Options
    seats: tuple[HostSeat, ...]
    components: bytes
    """The hash of the component set; see `net.sync.rules_hash`."""
    resumed: bool
    seats_fixed: bool
    """Whether it is a saved match that has not started yet, so that its seats keep their holders."""
    spectators: int
    may_watch: bool
    may_chat: bool
    code: str
    wrong_codes: int
    """Number of wrong codes so far."""
    closed_to_new: bool
    """Whether newcomers are refused, because of too many wrong codes."""
    blocked: int
    """Number of removed keys, blocked until the host unblocks them."""
    attendance: TableAttendance | None
    chat: tuple[ChatMessage, ...]
    chat_count: int
    pointers: tuple[PointerMessage, ...]
    pointer_count: int
    """The last four are as in `GuestStatus`."""
    notices: tuple[str, ...]
    """Sentences for the host, safe to show, newest last: refusals, forks, dropped peers; at most 20."""
    newer_copy: NewerCopy | None = None
    """The copy that proves the host's file to be older; None once the host has decided what to do."""
    unsaved: str = ""
    """Why the match can no longer be saved: another program has changed its file; empty if none has."""
