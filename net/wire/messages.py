"""What guests and hosts tell each other, once the channel stands: values, and their one form as bytes.

Whether a message has a place where it comes, the machines decide.
"""

from __future__ import annotations

from enum import Enum
from hashlib import blake2b
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from rules.engine import plain
from rules.engine.game import Options
from rules.engine.plain import Codec, Plain, PlainError
from rules.engine.secrecy import Seat
from saves.faults import Fault
from saves.format import canonical
from saves.format.canonical import CanonicalError
from saves.format.entries import MAX_ENTRIES, MAX_ENTRY
from saves.format.header_fields import ID_SIZE, MAX_NAME, MAX_SEATS, OPTIONS, bounded_blob, is_safe_char
from saves.format.identity import PublicKeys

MAX_TEXT: Final = 200
"""Characters of one line of chat."""
MAX_WATCHERS: Final = 8
MAX_BATCH: Final = 2048
"""Entries in one message."""
MAX_PART: Final = 512
"""Entries in one message of a guest's, of `PART_BYTES` together; one entry may be larger by itself."""
PART_BYTES: Final = 192 << 10
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
    watchers: int
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
    watchers: int
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


FromGuest: TypeAlias = (
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
FromHost: TypeAlias = (
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
Message: TypeAlias = FromGuest | FromHost

T = TypeVar("T")
E = TypeVar("E", bound=Enum)


def guest_bytes(message: FromGuest) -> bytes:
    """A guest's message in its one form. Raises `CanonicalError` for one that has none."""
    return _coded(_FROM_GUEST.encode(message), message)


def host_bytes(message: FromHost) -> bytes:
    """A host's message in its one form. Raises `CanonicalError` for one that has none."""
    return _coded(_FROM_HOST.encode(message), message)


def _coded(value: Plain, message: Message) -> bytes:
    """Moves are waited for, and nothing in them can have no form: bytes as they came, numbers and hashes."""
    return canonical.encode_unchecked(value) if isinstance(message, Submit | Entries) else canonical.encode(value)


def submission_hash(raw: bytes) -> bytes:
    """What stands for a submission: 32 bytes, of the whole of it, signature included."""
    return blake2b(raw, digest_size=32, person=b"galli submission").digest()


def read_from_guest(raw: bytes) -> FromGuest:
    """Raises `MessageError`."""
    return _decoded(raw, _FROM_GUEST, MAX_ENTRY + (1 << 10))


def read_from_host(raw: bytes) -> FromHost:
    """Raises `MessageError`."""
    return _decoded(raw, _FROM_HOST, MAX_MESSAGE)


class MessageError(ValueError):
    """Bytes that are no message of ours."""


def _decoded(raw: bytes, codec: Codec[T], most: int) -> T:
    try:
        return canonical.decode_as(raw, codec, most)
    except (CanonicalError, PlainError) as error:
        raise MessageError(str(error)) from None


def _line(most: int) -> Codec[str]:
    """A text without control characters."""
    inner = plain.text(most)

    def decode(value: Plain) -> str:
        found = inner.decode(value)
        if not all(map(is_safe_char, found)):
            raise PlainError("a text with control characters")
        return found

    return Codec(inner.encode, decode)


def _enum(kind: type[E]) -> Codec[E]:
    def decode(value: Plain) -> E:
        try:
            return kind(value)
        except ValueError:
            raise PlainError(f"no {kind.__name__}") from None

    return Codec(lambda item: item.value, decode)


def _fault_words() -> dict[Fault, str]:
    """Return the words for faults on the wire: their names, except for two that were renamed since."""
    renamed = {Fault.WRONG_MATCH: "other-matchs-decision", Fault.WRONG_TRANSFER: "wrong-handing"}
    return {fault: renamed.get(fault, fault.name.lower().replace("_", "-")) for fault in Fault}


def _fault() -> Codec[Fault]:
    words = _fault_words()
    by_word = {word: fault for fault, word in words.items()}

    def decode(value: Plain) -> Fault:
        if type(value) is not str or value not in by_word:
            raise PlainError("no Fault")
        return by_word[value]

    return Codec(lambda fault: words[fault], decode)


_HASH: Final = plain.blob(32)
_NAME: Final = _line(MAX_NAME)
_WORD: Final = _line(32)
_LENGTH: Final = plain.integer(0, MAX_ENTRIES)
_TARGET: Final = plain.integer(0, 1 << 16)
_RAW: Final = bounded_blob(MAX_ENTRY)
_OPTIONAL_SEAT: Final = plain.optional(plain.SEAT)
_CHECK: Final = plain.structure(StateHash, length=_LENGTH, hash=_HASH)
_WHO: Final = plain.structure(
    Hello,
    keys=plain.structure(PublicKeys, sign=_HASH, box=_HASH),
    signature=plain.blob(64),
    role=_enum(PeerRole),
)
_BOTH: Final[dict[str, tuple[type, Codec[Any]]]] = {
    "who": (Hello, _WHO),
    "beat": (Heartbeat, plain.structure(Heartbeat)),
    "bye": (Bye, plain.structure(Bye, reason=_enum(Reason))),
}
_FROM_GUEST: Final[Codec[FromGuest]] = plain.union(
    {
        **_BOTH,
        "have": (Have, plain.structure(Have, match=bounded_blob(ID_SIZE), length=_LENGTH, head=bounded_blob(32))),
        "sit": (TakeSeat, plain.structure(TakeSeat, seat=plain.SEAT, name=_NAME, colour=_WORD)),
        "rise": (LeaveSeat, plain.structure(LeaveSeat, seat=plain.SEAT)),
        "ready": (Ready, plain.structure(Ready, yes=plain.BOOL)),
        "submit": (Submit, plain.structure(Submit, submission=_RAW)),
        "confirm": (Confirm, plain.structure(Confirm, length=_LENGTH, hash=_HASH)),
        "part": (ReplicaEntries, plain.structure(ReplicaEntries, first=_LENGTH, entries=plain.items(_RAW, MAX_PART))),
        "say": (SendChat, plain.structure(SendChat, text=_line(MAX_TEXT))),
        "point": (SendPointer, plain.structure(SendPointer, kind=_WORD, target=_TARGET)),
    }
)
_LOBBY: Final = plain.structure(
    Lobby,
    game=_WORD,
    rules_version=plain.integer(0, 1 << 20),
    options=OPTIONS,
    seats=plain.items(
        plain.structure(
            LobbySeat,
            kind=_enum(SeatKind),
            name=_NAME,
            colour=_WORD,
            ready=plain.BOOL,
            online=plain.BOOL,
            yours=plain.BOOL,
            bot=plain.optional(_WORD),
        ),
        MAX_SEATS,
    ),
    components=_HASH,
    resumed=plain.BOOL,
    watchers=plain.integer(0, MAX_WATCHERS),
    may_watch=plain.BOOL,
    may_chat=plain.BOOL,
)
_FROM_HOST: Final[Codec[FromHost]] = plain.union(
    {
        **_BOTH,
        "lobby": (Lobby, _LOBBY),
        "header": (HeaderSent, plain.structure(HeaderSent, header=bounded_blob(canonical.MAX_BYTES))),
        "entries": (
            Entries,
            plain.structure(
                Entries,
                first=_LENGTH,
                entries=plain.items(_RAW, MAX_BATCH),
                state_hashes=plain.items(_CHECK, MAX_BATCH),
                length=_LENGTH,
            ),
        ),
        "fetch": (Fetch, plain.structure(Fetch, first=_LENGTH)),
        "refused": (
            RefusedSubmission,
            plain.structure(
                RefusedSubmission,
                submission=_HASH,
                fault=_fault(),
                detail=_line(MAX_TEXT),
                evidence=plain.items(_RAW, 2),
            ),
        ),
        "company": (
            TableAttendance,
            plain.structure(
                TableAttendance,
                seats=plain.items(_enum(Attendance), MAX_SEATS),
                watchers=plain.integer(0, MAX_WATCHERS),
                may_chat=plain.BOOL,
                stopped=plain.optional(_CHECK),
            ),
        ),
        "said": (ChatMessage, plain.structure(ChatMessage, seat=_OPTIONAL_SEAT, name=_NAME, text=_line(MAX_TEXT))),
        "pointed": (PointerMessage, plain.structure(PointerMessage, seat=plain.SEAT, kind=_WORD, target=_TARGET)),
        "stopped": (TableStopped, plain.structure(TableStopped, length=_LENGTH, hash=_HASH, seat=_OPTIONAL_SEAT)),
    }
)
