"""The messages that guests and hosts send each other through the channel, as values.

Their bytes are left to `message_codec`, and when each may come to the state machines of host and guest.
"""

from __future__ import annotations

from enum import Enum
from hashlib import blake2b
from typing import Final, NamedTuple, TypeAlias

from rules.engine.game import Options
from rules.engine.secrecy import Seat
from saves.faults import Fault
from saves.format.identity import PublicKeys

MAX_TEXT: Final = 200
"""Characters of one line of chat."""
MAX_SPECTATORS: Final = 8
MAX_BATCH: Final = 2048
"""Entries in one message."""
MAX_PART: Final = 512
"""Entries in one message from a guest, of `MAX_PART_BYTES` in total; a single entry may be larger."""
MAX_PART_BYTES: Final = 192 << 10
MAX_MESSAGE: Final = (1280 << 10) - 16
"""Bytes of the largest message, which only a host may send: sealed, it just fits into a frame."""


class PeerRole(Enum):
    """What a peer wants to be at the table."""

    PLAYER = "seat"
    SPECTATOR = "watch"
    HOST = ""
    """The host itself."""


class Reason(Enum):
    """Why a connection ends. The sentences for it are in `net.error_text`."""

    LEFT = "left"
    CLOSED = "closed"
    """The host closes the table; the match stays in its file."""
    OVER = "over"
    REPLACED = "replaced"
    """The same key has connected again."""
    REMOVED = "removed"
    """The host removed the peer."""
    FULL = "full"
    NO_WATCHING = "no-watching"
    NO_SEAT = "no-seat"
    """The match has started, and no seat is for this key."""
    OWN_KEY = "own-key"
    """A guest has the host's own key: it is another program of the same player."""
    LIMIT = "limit"
    """The peer exceeded a rate limit."""
    PROTOCOL = "protocol"
    """A message that is invalid or has no place here."""
    GARBLED = "garbled"
    """A frame does not open: something on the way has changed, repeated or dropped bytes."""
    SILENT = "silent"
    IDLE = "idle"
    """The peer lacks entries and does not ask for them."""
    SLOW = "slow"
    FORKED = "forked"
    """The two logs of the match differ."""
    DIFFERS = "differs"
    """The peer has another public state than the host after the same entries."""
    FAULT = "fault"
    """An internal error."""


class SeatKind(Enum):
    """Who plays a seat."""

    OPEN = "open"
    HERE = "here"
    """A player at the host's terminal."""
    GUEST = "guest"
    BOT = "bot"


class Hello(NamedTuple):
    """The first message of each side."""

    keys: PublicKeys
    signature: bytes
    role: PeerRole


class Have(NamedTuple):
    """How much of the log a peer has."""

    match: bytes
    """The match's id; empty if the peer has nothing."""
    length: int
    head: bytes
    """Hash of the last entry, or of the header if there is none; empty if the peer has nothing."""


class TakeSeat(NamedTuple):
    """A guest takes an open seat, or changes the name and colour of its own."""

    seat: Seat
    name: str
    colour: str


class LeaveSeat(NamedTuple):
    """A guest gives a seat back."""

    seat: Seat


class Ready(NamedTuple):
    """Whether a guest is ready for the match to start."""

    yes: bool


class Submit(NamedTuple):
    """A signed submission."""

    submission: bytes


class Confirm(NamedTuple):
    """A guest's hash of the public state after this number of entries."""

    length: int
    hash: bytes


class ReplicaEntries(NamedTuple):
    """Entries of a guest's replica, in answer to `Fetch`."""

    first: int
    """The number of the first entry."""
    entries: tuple[bytes, ...]


class SendChat(NamedTuple):
    """A line of chat from a guest."""

    text: str


class SendPointer(NamedTuple):
    """A guest points at something public."""

    kind: str
    """What is pointed at, as the game names it, e.g. "space" or "task"."""
    target: int


class Heartbeat(NamedTuple):
    """A sign of life."""


class Bye(NamedTuple):
    """The last message."""

    reason: Reason


class LobbySeat(NamedTuple):
    """A seat in the lobby."""

    kind: SeatKind
    name: str
    """Empty for an open seat."""
    colour: str
    ready: bool
    online: bool
    yours: bool
    """Whether the receiver holds it."""
    bot: str | None = None
    """The bot's key; None unless the kind is BOT."""


class Lobby(NamedTuple):
    """The table before the match starts. Each peer gets its own, as `yours` differs."""

    game: str
    rules_version: int
    options: Options
    seats: tuple[LobbySeat, ...]
    components: bytes
    """The hash of the component set; see `net.sync.rules_hash`."""
    resumed: bool
    """Whether it is a saved match, with fixed names and colours."""
    spectators: int
    may_watch: bool
    may_chat: bool


class HeaderSent(NamedTuple):
    """The match's header, in bytes."""

    header: bytes


class StateHash(NamedTuple):
    """The hash of the public state after this number of entries."""

    length: int
    hash: bytes


class Entries(NamedTuple):
    """Consecutive entries of the log."""

    first: int
    """The number of the first entry."""
    entries: tuple[bytes, ...]
    state_hashes: tuple[StateHash, ...]
    length: int
    """The number of entries in the host's log."""


class Fetch(NamedTuple):
    """A request for entries of a guest's replica, from this number on."""

    first: int


class RefusedSubmission(NamedTuple):
    """A submission that the host refuses, and why."""

    submission: bytes
    """The submission's hash; see `submission_hash`."""
    fault: Fault
    detail: str
    """A refusal's code and clause, or empty; must be cleaned before it is shown."""
    evidence: tuple[bytes, ...]
    """For a fork: both signed submissions."""


class Attendance(Enum):
    """Whether the player of a seat is present."""

    HERE = "here"
    """At the host's terminal."""
    ONLINE = "online"
    AWAY = "away"
    BOT = "bot"


class TableAttendance(NamedTuple):
    """Who is present during the match."""

    seats: tuple[Attendance, ...]
    spectators: int
    may_chat: bool
    stopped: StateHash | None
    """Where the state hashes differ, if they do: play stops until the host continues without that guest."""


class ChatMessage(NamedTuple):
    """A line of chat, as the host relays it."""

    seat: Seat | None
    """None for a spectator."""
    name: str
    text: str


class PointerMessage(NamedTuple):
    """A pointer, as the host relays it."""

    seat: Seat
    kind: str
    target: int


class TableStopped(NamedTuple):
    """The table stops, because a peer has another public state after this number of entries."""

    length: int
    hash: bytes
    """The host's hash."""
    seat: Seat | None
    """The seat whose program differs; None if it is the receiver, without a seat, and the table continues."""


GuestMessage: TypeAlias = (
    Hello
    | Have
    | TakeSeat
    | LeaveSeat
    | Ready
    | Submit
    | Confirm
    | ReplicaEntries
    | SendChat
    | SendPointer
    | Heartbeat
    | Bye
)
HostMessage: TypeAlias = (
    Hello
    | Lobby
    | HeaderSent
    | Entries
    | Fetch
    | RefusedSubmission
    | TableAttendance
    | ChatMessage
    | PointerMessage
    | TableStopped
    | Heartbeat
    | Bye
)
Message: TypeAlias = GuestMessage | HostMessage


def submission_hash(raw: bytes) -> bytes:
    """Return the 32-byte hash that identifies a submission, signature included."""
    return blake2b(raw, digest_size=32, person=b"galli submission").digest()
