"""The one form of each message as bytes: a canonical list with a tag."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final, TypeVar

from net.wire.messages import (
    MAX_BATCH,
    MAX_MESSAGE,
    MAX_PART,
    MAX_SPECTATORS,
    MAX_TEXT,
    Attendance,
    Bye,
    ChatMessage,
    Confirm,
    Entries,
    Fetch,
    GuestMessage,
    Have,
    HeaderSent,
    Heartbeat,
    Hello,
    HostMessage,
    LeaveSeat,
    Lobby,
    LobbySeat,
    Message,
    PeerRole,
    PointerMessage,
    Ready,
    Reason,
    RefusedSubmission,
    ReplicaEntries,
    SeatKind,
    SendChat,
    SendPointer,
    StateHash,
    Submit,
    TableAttendance,
    TableStopped,
    TakeSeat,
)
from rules.engine import plain_data
from rules.engine.plain_data import Codec, Plain, PlainError
from saves.faults import Fault
from saves.format import canonical
from saves.format.canonical import CanonicalError
from saves.format.entries import MAX_ENTRIES, MAX_ENTRY
from saves.format.header_fields import ID_SIZE, MAX_NAME, MAX_SEATS, OPTIONS, bounded_blob, is_safe_char
from saves.format.identity import PublicKeys

T = TypeVar("T")
E = TypeVar("E", bound=Enum)


def encode_guest_message(message: GuestMessage) -> bytes:
    """Return the bytes of a guest's message. Raises `CanonicalError` for one that cannot be encoded."""
    return _encode(_FROM_GUEST.encode(message), message)


def encode_host_message(message: HostMessage) -> bytes:
    """Return the bytes of a host's message. Raises `CanonicalError` for one that cannot be encoded."""
    return _encode(_FROM_HOST.encode(message), message)


def _encode(value: Plain, message: Message) -> bytes:
    # Players wait for moves, and these two kinds hold only bytes and numbers, which can always be encoded.
    return canonical.encode_unchecked(value) if isinstance(message, Submit | Entries) else canonical.encode(value)


def decode_guest_message(raw: bytes) -> GuestMessage:
    """Return a guest's message. Raises `MessageError`."""
    return _decode(raw, _FROM_GUEST, MAX_ENTRY + (1 << 10))


def decode_host_message(raw: bytes) -> HostMessage:
    """Return a host's message. Raises `MessageError`."""
    return _decode(raw, _FROM_HOST, MAX_MESSAGE)


class MessageError(ValueError):
    """Bytes that are not a valid message."""


def _decode(raw: bytes, codec: Codec[T], max_size: int) -> T:
    try:
        return canonical.decode_as(raw, codec, max_size)
    except (CanonicalError, PlainError) as error:
        raise MessageError(str(error)) from None


def _single_line(max_chars: int) -> Codec[str]:
    """Return the codec of a text without control characters."""
    inner = plain_data.text(max_chars)

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
    """Return the words for faults on the wire: their names, except for two that were renamed later."""
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


_HASH: Final = plain_data.blob(32)
_NAME: Final = _single_line(MAX_NAME)
_WORD: Final = _single_line(32)
_LENGTH: Final = plain_data.integer(0, MAX_ENTRIES)
_TARGET: Final = plain_data.integer(0, 1 << 16)
_RAW: Final = bounded_blob(MAX_ENTRY)
_OPTIONAL_SEAT: Final = plain_data.optional(plain_data.SEAT)
_STATE_HASH: Final = plain_data.structure(StateHash, length=_LENGTH, hash=_HASH)
_HELLO: Final = plain_data.structure(
    Hello,
    keys=plain_data.structure(PublicKeys, sign=_HASH, box=_HASH),
    signature=plain_data.blob(64),
    role=_enum(PeerRole),
)
_FROM_EITHER: Final[dict[str, tuple[type, Codec[Any]]]] = {
    "who": (Hello, _HELLO),
    "beat": (Heartbeat, plain_data.structure(Heartbeat)),
    "bye": (Bye, plain_data.structure(Bye, reason=_enum(Reason))),
}
_FROM_GUEST: Final[Codec[GuestMessage]] = plain_data.union(
    {
        **_FROM_EITHER,
        "have": (Have, plain_data.structure(Have, match=bounded_blob(ID_SIZE), length=_LENGTH, head=bounded_blob(32))),
        "sit": (TakeSeat, plain_data.structure(TakeSeat, seat=plain_data.SEAT, name=_NAME, colour=_WORD)),
        "rise": (LeaveSeat, plain_data.structure(LeaveSeat, seat=plain_data.SEAT)),
        "ready": (Ready, plain_data.structure(Ready, yes=plain_data.BOOL)),
        "submit": (Submit, plain_data.structure(Submit, submission=_RAW)),
        "confirm": (Confirm, plain_data.structure(Confirm, length=_LENGTH, hash=_HASH)),
        "part": (
            ReplicaEntries,
            plain_data.structure(ReplicaEntries, first=_LENGTH, entries=plain_data.items(_RAW, MAX_PART)),
        ),
        "say": (SendChat, plain_data.structure(SendChat, text=_single_line(MAX_TEXT))),
        "point": (SendPointer, plain_data.structure(SendPointer, kind=_WORD, target=_TARGET)),
    }
)
_LOBBY: Final = plain_data.structure(
    Lobby,
    game=_WORD,
    rules_version=plain_data.integer(0, 1 << 20),
    options=OPTIONS,
    seats=plain_data.items(
        plain_data.structure(
            LobbySeat,
            kind=_enum(SeatKind),
            name=_NAME,
            colour=_WORD,
            ready=plain_data.BOOL,
            online=plain_data.BOOL,
            yours=plain_data.BOOL,
            bot=plain_data.optional(_WORD),
        ),
        MAX_SEATS,
    ),
    components=_HASH,
    resumed=plain_data.BOOL,
    spectators=plain_data.integer(0, MAX_SPECTATORS),
    may_watch=plain_data.BOOL,
    may_chat=plain_data.BOOL,
)
_FROM_HOST: Final[Codec[HostMessage]] = plain_data.union(
    {
        **_FROM_EITHER,
        "lobby": (Lobby, _LOBBY),
        "header": (HeaderSent, plain_data.structure(HeaderSent, header=bounded_blob(canonical.MAX_BYTES))),
        "entries": (
            Entries,
            plain_data.structure(
                Entries,
                first=_LENGTH,
                entries=plain_data.items(_RAW, MAX_BATCH),
                state_hashes=plain_data.items(_STATE_HASH, MAX_BATCH),
                length=_LENGTH,
            ),
        ),
        "fetch": (Fetch, plain_data.structure(Fetch, first=_LENGTH)),
        "refused": (
            RefusedSubmission,
            plain_data.structure(
                RefusedSubmission,
                submission=_HASH,
                fault=_fault(),
                detail=_single_line(MAX_TEXT),
                evidence=plain_data.items(_RAW, 2),
            ),
        ),
        "company": (
            TableAttendance,
            plain_data.structure(
                TableAttendance,
                seats=plain_data.items(_enum(Attendance), MAX_SEATS),
                spectators=plain_data.integer(0, MAX_SPECTATORS),
                may_chat=plain_data.BOOL,
                stopped=plain_data.optional(_STATE_HASH),
            ),
        ),
        "said": (
            ChatMessage,
            plain_data.structure(ChatMessage, seat=_OPTIONAL_SEAT, name=_NAME, text=_single_line(MAX_TEXT)),
        ),
        "pointed": (
            PointerMessage,
            plain_data.structure(PointerMessage, seat=plain_data.SEAT, kind=_WORD, target=_TARGET),
        ),
        "stopped": (TableStopped, plain_data.structure(TableStopped, length=_LENGTH, hash=_HASH, seat=_OPTIONAL_SEAT)),
    }
)
