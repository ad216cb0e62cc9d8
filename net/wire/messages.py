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
"""Entries in one message of a guest's, of `PART_BYTES` together; one entry may be larger by itself."""
MAX_PART_BYTES: Final = 192 << 10
MAX_MESSAGE: Final = (1280 << 10) - 16
"""Bytes of the largest message, which the host alone may send: with the channel's seal it just fits into a frame."""


class PeerRole(Enum):
    """What a peer has come for."""

    PLAYER = "seat"
    SPECTATOR = "watch"
    HOST = ""
    """The host's own word about itself."""


class Reason(Enum):
    """Why a connection ends. Each program has its own sentences for them: see `reasons`."""

    LEFT = "left"
    CLOSED = "closed"
    """The host closes the table; the match waits in its file."""
    OVER = "over"
    REPLACED = "replaced"
    """The same key has come again by another way."""
    REMOVED = "removed"
    """The host sent the peer away."""
    FULL = "full"
    NO_WATCHING = "no-watching"
    NO_SEAT = "no-seat"
    """The match goes on, and no seat is for this key."""
    OWN_KEY = "own-key"
    """A peer has the key of the host itself, which can hold no seat twice: it is the same player's program."""
    LIMIT = "limit"
    """More, or more often, than is allowed."""
    PROTOCOL = "protocol"
    """A message that is none, or that has no place here."""
    GARBLED = "garbled"
    """What came is not as the other side sealed it: something on the way has changed, doubled or left out bytes."""
    SILENT = "silent"
    IDLE = "idle"
    """The peer lacks entries, and does not ask for them."""
    SLOW = "slow"
    FORKED = "forked"
    """What both have of the log does not agree."""
    DIFFERS = "differs"
    """The peer's program sees another public state than the host's after the same entries."""
    FAULT = "fault"
    """A fault of the program itself."""


class SeatKind(Enum):
    """Who is to play a seat."""

    OPEN = "open"
    HERE = "here"
    """Somebody at the host's own terminal."""
    GUEST = "guest"
    BOT = "bot"


class Hello(NamedTuple):
    """The first message of each side."""

    keys: PublicKeys
    signature: bytes
    role: PeerRole


class Have(NamedTuple):
    """How much of a log a guest has."""

    match: bytes
    """Its id; empty when it has nothing."""
    length: int
    head: bytes
    """Hash of its last entry, of the header if there is none; empty when it has nothing."""


class TakeSeat(NamedTuple):
    """A guest takes an open seat, or changes its name and colour."""

    seat: Seat
    name: str
    colour: str


class LeaveSeat(NamedTuple):
    """A guest gives a seat back."""

    seat: Seat


class Ready(NamedTuple):
    """Whether the match may begin for this guest."""

    yes: bool


class Submit(NamedTuple):
    """A signed submission."""

    submission: bytes


class Confirm(NamedTuple):
    """The hash of the public state after so many entries."""

    length: int
    hash: bytes


class ReplicaEntries(NamedTuple):
    """Entries of a guest's copy that the host has asked for."""

    first: int
    """The number of the first."""
    entries: tuple[bytes, ...]


class SendChat(NamedTuple):
    """A line of chat."""

    text: str


class SendPointer(NamedTuple):
    """A sign on something that all can see."""

    kind: str
    """A word of the game's table, e.g. "space" or "task"."""
    target: int


class Heartbeat(NamedTuple):
    """I am here."""


class Bye(NamedTuple):
    """The last message."""

    reason: Reason


class LobbySeat(NamedTuple):
    """A seat before the match begins, or goes on."""

    kind: SeatKind
    name: str
    """Empty where nobody sits yet."""
    colour: str
    ready: bool
    online: bool
    yours: bool
    """Whether it is the receiver's."""
    bot: str | None = None
    """The bot's key, for BOT alone."""


class Lobby(NamedTuple):
    """How a table stands before it begins. Every peer gets its own, for `yours`."""

    game: str
    rules_version: int
    options: Options
    seats: tuple[LobbySeat, ...]
    components: bytes
    """Of what it is played with: the hash of the set (see `fingerprint`)."""
    resumed: bool
    """Whether a saved match goes on: names and colours stand fixed."""
    spectators: int
    may_watch: bool
    may_chat: bool


class HeaderSent(NamedTuple):
    """The match's header, in bytes."""

    header: bytes


class StateHash(NamedTuple):
    """The public state's hash after so many entries."""

    length: int
    hash: bytes


class Entries(NamedTuple):
    """Some entries of the log, in order."""

    first: int
    """The number of the first."""
    entries: tuple[bytes, ...]
    state_hashes: tuple[StateHash, ...]
    length: int
    """How many entries the host has."""


class Fetch(NamedTuple):
    """The host asks for entries of a guest's copy, from this number on."""

    first: int


class RefusedSubmission(NamedTuple):
    """Why a submission does not stand."""

    submission: bytes
    """Its hash (see `submission_hash`)."""
    fault: Fault
    detail: str
    """A code and clause of the rules, or empty; cleaned before it is shown."""
    evidence: tuple[bytes, ...]
    """For a fork: both signed submissions, whole."""


class Attendance(Enum):
    """Whether somebody is there for a seat."""

    HERE = "here"
    """At the host's own terminal."""
    ONLINE = "online"
    AWAY = "away"
    BOT = "bot"


class TableAttendance(NamedTuple):
    """Who is at the table during the match."""

    seats: tuple[Attendance, ...]
    spectators: int
    may_chat: bool
    stopped: StateHash | None
    """Where the state hashes differ, if they do: nothing is played until the host goes on without that guest."""


class ChatMessage(NamedTuple):
    """A line of chat as the host passes it on."""

    seat: Seat | None
    """None for a spectator."""
    name: str
    text: str


class PointerMessage(NamedTuple):
    """A sign as the host passes it on."""

    seat: Seat
    kind: str
    target: int


class TableStopped(NamedTuple):
    """The table stops: after so many entries somebody's public state is another one."""

    length: int
    hash: bytes
    """The host's."""
    seat: Seat | None
    """Whose program found it; None if the receiver's did, which holds none, and the table goes on."""


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
    """What stands for a submission: 32 bytes, of the whole of it, signature included."""
    return blake2b(raw, digest_size=32, person=b"galli submission").digest()
