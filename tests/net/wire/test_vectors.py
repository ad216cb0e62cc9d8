"""The test vectors of docs/wire.md: for checking other programs that speak this wire.

`python -m tests.net.wire.test_vectors` prints the block as the document has to have it.
"""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import get_args

from net.sync.rules_hash import hash_folders
from net.wire.channel import Channel, Side
from net.wire.frames import MAX_HANDSHAKE_BODY, FrameReader, frame
from net.wire.handshake import GuestHandshake, HostHandshake
from net.wire.handshake_codec import TableInfo, encode_refusal
from net.wire.handshake_error import HandshakeFailure
from net.wire.key_exchange import Session
from net.wire.message_codec import decode_guest_message, decode_host_message, encode_guest_message, encode_host_message
from net.wire.messages import (
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
    submission_hash,
)
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from saves.faults import Fault
from saves.format.canonical import encode
from saves.format.identity import Identity
from tests.support.net_pair import CODE, knows_all
from tests.support.paths import ROOT

DOCUMENT = ROOT / "docs" / "wire.md"
WIDTH = 108

HOST, GUEST = Identity(bytes([1]) * 32), Identity(bytes([2]) * 32)
MATCH = bytes(range(16))
SUBMISSION, ENTRY, HEADER = b"a submission", b"an entry", b"a header"
HASH = bytes([8]) * 32
ABOUT = TableInfo("0.2.0", bytes(range(8)), "candles", 1, bytes([7]) * 32)

FROM_GUEST: dict[str, GuestMessage] = {
    "have nothing": Have(b"", 0, b""),
    "have": Have(MATCH, 12, HASH),
    "sit": TakeSeat(Seat(1), "Bruno", "blue"),
    "rise": LeaveSeat(Seat(1)),
    "ready": Ready(yes=True),
    "submit": Submit(SUBMISSION),
    "confirm": Confirm(12, HASH),
    "part": ReplicaEntries(12, (ENTRY, ENTRY)),
    "say": SendChat("Your turn"),
    "point": SendPointer("space", 71),
    "beat": Heartbeat(),
    "bye": Bye(Reason.LEFT),
}
"""All that a guest may say, but for who it is."""

FROM_HOST: dict[str, HostMessage] = {
    "lobby": Lobby(
        game="candles",
        rules_version=1,
        options=Options(4, "versus", 1),
        seats=(
            LobbySeat(SeatKind.HERE, "Anna", "red", ready=True, online=True, yours=False),
            LobbySeat(SeatKind.GUEST, "Bruno", "blue", ready=False, online=True, yours=True),
            LobbySeat(SeatKind.OPEN, "", "", ready=False, online=False, yours=False),
            LobbySeat(SeatKind.BOT, "Prior", "green", ready=True, online=True, yours=False, bot="prior"),
        ),
        components=HASH,
        resumed=False,
        spectators=1,
        may_watch=True,
        may_chat=True,
    ),
    "header": HeaderSent(HEADER),
    "entries": Entries(12, (ENTRY, ENTRY), (StateHash(13, HASH),), 40),
    "fetch": Fetch(12),
    "refused": RefusedSubmission(submission_hash(SUBMISSION), Fault.SEAT_FORK, "", (SUBMISSION, SUBMISSION)),
    "company": TableAttendance((Attendance.HERE, Attendance.ONLINE, Attendance.AWAY), 1, may_chat=True, stopped=None),
    "company stopped": TableAttendance(
        (Attendance.HERE, Attendance.BOT), 0, may_chat=False, stopped=StateHash(12, HASH)
    ),
    "said": ChatMessage(Seat(1), "Bruno", "Your turn"),
    "said by a spectator": ChatMessage(None, "Clara", "Well laid"),
    "pointed": PointerMessage(Seat(1), "space", 71),
    "stopped": TableStopped(12, HASH, Seat(1)),
    "beat": Heartbeat(),
    "bye": Bye(Reason.CLOSED),
}
"""All that a host may say, but for who it is."""


def shaken() -> tuple[list[bytes], Session]:
    """The bodies of a handshake with fixed randomness, and what it ends with."""
    guest = GuestHandshake(CODE, "0.2.1", knows_all, lambda size: b"\x11" * size)
    host = HostHandshake(CODE, ABOUT, lambda size: b"\x22" * size)
    said = guest.start()
    while guest.session is None:
        end = host if len(said) % 2 else guest
        said += end.receive(said[-1])
    assert guest.session == host.session
    return said, guest.session


def vectors(folder: Path) -> dict[str, str]:
    """Every vector by its name in the document, in hexadecimal. `folder` is an empty one to write in."""
    said, session = shaken()
    guest, host = Channel(session, Side.GUEST), Channel(session, Side.HOST)
    guest_who, host_who = guest.hello(GUEST, PeerRole.PLAYER), host.hello(HOST, PeerRole.HOST)
    for part, name, text in (("engine", "a.py", "A = 1\n"), ("game", "b.toml", "b = 2\r\n"), ("game", "c.md", "c")):
        (folder / part).mkdir(exist_ok=True)
        (folder / part / name).write_bytes(text.encode())
    found = {
        "frame": frame(b"body"),
        "rules hash": hash_folders({part: folder / part for part in ("engine", "game")}),
        **{f"handshake {number}": body for number, body in enumerate(said, 1)},
        "no": encode_refusal(HandshakeFailure.WAIT, 16),
        "guest's key": session.guest_key,
        "host's key": session.host_key,
        "transcript": session.transcript,
        "guest who": encode_guest_message(guest_who),
        "host who": encode_host_message(host_who),
        "guest sealed 0": guest.seal(encode_guest_message(guest_who)),
        "guest sealed 1": guest.seal(encode_guest_message(Heartbeat())),
        "host sealed 0": host.seal(encode_host_message(host_who)),
        "host sealed 1": host.seal(encode_host_message(Heartbeat())),
        "submission hash": submission_hash(SUBMISSION),
        **{f"guest {name}": encode_guest_message(message) for name, message in FROM_GUEST.items()},
        **{f"host {name}": encode_host_message(message) for name, message in FROM_HOST.items()},
    }
    return {name: value.hex() for name, value in found.items()}


def block(found: dict[str, str]) -> str:
    """The vectors as lines of `name = hex`, wrapped."""
    wrapped = (
        textwrap.wrap(f"{name} = {value}", WIDTH, subsequent_indent="  ", break_on_hyphens=False)
        for name, value in found.items()
    )
    return "".join(f"{line}\n" for lines in wrapped for line in lines)


def documented() -> str:
    """The block in the document."""
    found = re.search(r"```text vectors\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


FAULT_WORDS = [
    "unreadable",
    "too-large",
    "too-many",
    "other-match",
    "duplicate",
    "host-fork",
    "gap",
    "broken-chain",
    "host-signature",
    "seat-signature",
    "wrong-stage",
    "wrong-secret",
    "wrong-join",
    "early-nonce",
    "wrong-nonce",
    "wrong-start",
    "other-matchs-decision",
    "no-such-seat",
    "wrong-rekey",
    "wrong-handing",
    "seat-fork",
    "replayed",
    "skipped",
    "out-of-turn",
    "stale",
    "not-dealers-turn",
    "not-an-event",
    "unsealed",
    "broken-seal",
    "wrong-openings",
    "illegal",
    "rules-failed",
    "no-takeback",
    "misdealt",
]


def test_the_words_for_faults_never_change() -> None:
    refused = RefusedSubmission(submission_hash(SUBMISSION), Fault.STALE, "", ())
    for fault, word in zip(Fault, FAULT_WORDS, strict=True):
        raw = encode_host_message(refused._replace(fault=fault))
        assert encode(word) in raw
        assert decode_host_message(raw) == refused._replace(fault=fault)


def test_the_documents_vectors_are_what_this_program_makes(tmp_path: Path) -> None:
    assert documented() == block(vectors(tmp_path))


def test_there_is_one_for_every_message() -> None:
    assert {type(message) for message in FROM_GUEST.values()} == set(get_args(GuestMessage)) - {Hello}
    assert {type(message) for message in FROM_HOST.values()} == set(get_args(HostMessage)) - {Hello}


def test_messages_are_read_back_as_they_were_written() -> None:
    assert all(decode_guest_message(encode_guest_message(message)) == message for message in FROM_GUEST.values())
    assert all(decode_host_message(encode_host_message(message)) == message for message in FROM_HOST.values())


def test_the_handshakes_frames_are_taken_apart_again() -> None:
    said, _ = shaken()
    assert list(FrameReader(MAX_HANDSHAKE_BODY).feed(b"".join(map(frame, said)))) == said


def test_the_channels_first_frames_open_in_the_order_of_the_document(tmp_path: Path) -> None:
    told = {name: bytes.fromhex(value) for name, value in vectors(tmp_path).items()}
    _, session = shaken()
    guest, host = Channel(session, Side.GUEST), Channel(session, Side.HOST)
    who = decode_guest_message(host.open(told["guest sealed 0"]))
    assert isinstance(who, Hello)
    host.verify_hello(who)
    assert decode_guest_message(host.open(told["guest sealed 1"])) == Heartbeat()
    who = decode_host_message(guest.open(told["host sealed 0"]))
    assert isinstance(who, Hello)
    guest.verify_hello(who)
    assert decode_host_message(guest.open(told["host sealed 1"])) == Heartbeat()


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as scratch:
        print(block(vectors(Path(scratch))), end="")
