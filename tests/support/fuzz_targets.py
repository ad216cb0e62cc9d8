"""Fuzz targets: each takes any bytes, allows only the documented errors, and checks the results.

Seeds come from real matches and the standard components. The bytes come from `tests.support.fuzz`, which follows the
coverage,
and from `tests/project/test_fuzz.py`, which makes a few hundred changes to the seeds.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from net.wire.frames import MAX_HANDSHAKE_BODY, FrameError, FrameReader, frame
from net.wire.message_codec import (
    MessageError,
    decode_guest_message,
    decode_host_message,
    encode_guest_message,
    encode_host_message,
)
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import AnyGame, ComponentError, Options
from rules.engine.game_codec import NotationError
from rules.engine.secrecy import Seat
from rules.registry import game_box, games
from saves.errors import SaveError
from saves.faults import InvalidEntry
from saves.format import canonical
from saves.format.entries import SIGNATURE_SIZE, SeatBody, read_entry, read_submission, sign_entry, sign_submission
from saves.format.header import COMMITTED, Player, encode_header, game_of
from saves.format.records import PrefixKind, Record, RecordKind, frames, prefix, read_prefix, scan
from saves.log.append_entry import append
from saves.log.match_log import Log, links_of
from saves.storage.file_contents import parse_records
from saves.storage.match import Match
from tests.net.wire.test_vectors import FROM_GUEST, FROM_HOST
from tests.support.sample_match import HOST_KEYS, STRANGER_KEYS, public_reader, two_clients

GAME = games()[0]
LEVELS = (1, 2, 3)


class Target(NamedTuple):
    """A part of the program that reads what others have written."""

    check: Callable[[bytes], None]
    """Raises what no caller of that part expects."""
    seeds: Callable[[], list[bytes]]


def take_frames(data: bytes) -> None:
    """Feed a stream in pieces of the size that the first byte names."""
    size, stream = (data[:1] or b"\1")[0] + 1, data[1:]
    reader = FrameReader(MAX_HANDSHAKE_BODY)
    taken = b""
    try:
        for at in range(0, len(stream), size):
            for body in reader.feed(stream[at : at + size]):
                taken += frame(body)
    except FrameError:
        pass
    assert stream.startswith(taken)


def take_message(data: bytes) -> None:
    """Read a message, as the host and as a guest."""
    with suppress(MessageError):
        assert encode_guest_message(decode_guest_message(data)) == data
    with suppress(MessageError):
        assert encode_host_message(decode_host_message(data)) == data


def take_file(data: bytes) -> None:
    """Read a match file: as it is, and with its checksums put right."""
    whole = data[1:] if data[:1] == b"\0" else prefix() + frames(_records(data))
    if read_prefix(whole) is not PrefixKind.OURS:
        return
    found = scan(whole)
    assert prefix() + frames(found.records) == whole[: found.size]
    try:
        contents = parse_records(found.records, Path("match.galli"))
    except SaveError:
        return
    assert encode_header(contents.header) == found.records[0].body
    try:
        game_of(contents.header, game_box)
    except SaveError:
        return


def _records(data: bytes) -> list[Record]:
    """Records of bodies with two bytes of length and one for their kind before them."""
    kinds = tuple(RecordKind)
    found: list[Record] = []
    at = 1
    while at + 3 <= len(data):
        size = int.from_bytes(data[at : at + 2], "big")
        found.append(Record(kinds[data[at + 2] % len(kinds)], data[at + 3 : at + 3 + size]))
        at += 3 + size
    return found


def take_entry(data: bytes) -> None:
    """Put an entry or a submission with this body, in its right place, at the end of one of several logs."""
    if len(data) < 3:
        return
    log = _logs()[data[0] % len(_logs())]
    kind, body = data[1] % 8, data[2:]
    if kind:
        seat = kind % len(log.counters)
        answers = log.openers[seat] or log.head
        content = _list_with([log.config.header.match, seat, log.counters[seat], answers], body)
        body = canonical.encode(["seat", bytes(SIGNATURE_SIZE) + content])
    raw = bytes(SIGNATURE_SIZE) + _list_with([log.config.header.match, log.length, log.head], body)
    try:
        append(log, raw, verify=False)
    except InvalidEntry:
        return
    entry = read_entry(raw)
    assert sign_entry(entry, HOST_KEYS)[SIGNATURE_SIZE:] == raw[SIGNATURE_SIZE:]
    if isinstance(entry.body, SeatBody):
        inner = entry.body.submission
        assert sign_submission(read_submission(inner), STRANGER_KEYS)[SIGNATURE_SIZE:] == inner[SIGNATURE_SIZE:]


def _list_with(items: list[canonical.Plain], last: bytes) -> bytes:
    """Return the canonical bytes of a list whose last item is these bytes, whatever they are."""
    return canonical.encode([*items, None])[:-1] + last


def take_components(data: bytes) -> None:
    """Read the standard set of components with one file in another form."""
    texts = dict(_components())
    names = sorted(texts)
    texts[names[(data[:1] or b"\0")[0] % len(names)]] = data[1:].decode("utf-8", "replace")
    box = game_box(GAME)
    try:
        plain = box.read_components(texts)
    except ComponentError:
        return
    assert canonical.decode(canonical.encode(plain), 2 << 20) == plain
    box.new(Options(1, "solo", 1), plain)
    box.readable_components(plain)


def take_notation(data: bytes) -> None:
    """Read a line of notation at each level."""
    text = data[1:].decode("utf-8", "replace")
    game = _games()[(data[:1] or b"\0")[0] % len(LEVELS)]
    try:
        event = game.parse(text)
    except NotationError:
        return
    assert game.parse(game.format(event)) == event
    assert game.decode_event(game.encode_event(event)) == event


@cache
def _played(level: int) -> tuple[AnyGame, list[Log], list[str]]:
    """Return a match of the program's own game, its log after each move, and its events in notation."""
    players = [Player("Anna", "red"), Player("Bruno", "green")]
    logs: list[Log] = []
    with TemporaryDirectory() as folder:
        options = Options(2, "versus", level)
        with Match.create(Path(folder), GAME, options, players, COMMITTED, identity=HOST_KEYS, now=0) as match:
            while not match.over:
                logs.append(match.log)
                match.submit(_any_move(match))
            logs.append(match.log)
            return match.game, logs, [match.game.format(event) for event in match.events]


def _any_move(match: Match) -> Move:
    stream = RandomStream(derive_entropy("fuzz", match.log.length))
    return stream.choice(match.game.legal(match.state, match.log.due.seats[0]))


@cache
def _games() -> list[AnyGame]:
    return [_played(level)[0] for level in LEVELS]


@cache
def _logs() -> list[Log]:
    """Return logs at many places of their matches: two games, and three readers."""
    tables = [two_clients(3).play(moves) for moves in (0, 1, 2, 5)]
    sample_logs = [log for table in tables for log in (table.log, table.seen_by(public_reader()))]
    return sample_logs + [log for level in LEVELS for log in _played(level)[1][:-1:12]]


@cache
def _components() -> dict[str, str]:
    folder = files(f"rules.{GAME.replace('-', '_')}").joinpath("components")
    return {path.name: path.read_text("utf-8") for path in folder.iterdir() if path.name.endswith(".toml")}


def frame_seeds() -> list[bytes]:
    """Return streams of real messages, in pieces of several sizes."""
    stream = b"".join(frame(encode_guest_message(message)) for message in FROM_GUEST.values())
    return [bytes([size]) + stream for size in (0, 3, 255)]


def message_seeds() -> list[bytes]:
    """Return one message of each kind."""
    return [*map(encode_guest_message, FROM_GUEST.values()), *map(encode_host_message, FROM_HOST.values())]


def file_seeds() -> list[bytes]:
    """Return the beginnings of real files, with and without their frames."""
    found: list[bytes] = []
    for level in LEVELS:
        log = _played(level)[1][2]
        entries = [Record(RecordKind.ENTRY, link.raw) for link in links_of(log)]
        header = encode_header(log.config.header._replace(components=b""))
        records = [
            Record(RecordKind.HEADER, header),
            Record(RecordKind.PRIVATE, canonical.encode(["dealer", bytes(32)])),
            *entries,
        ]
        found.append(b"\0" + prefix() + frames(records))
        kinds = tuple(RecordKind)
        chunks = [len(it.body).to_bytes(2, "big") + bytes([kinds.index(it.kind)]) + it.body for it in records]
        found.append(b"\1" + b"".join(chunks))
        whole = encode_header(log.config.header)
        found.append(b"\1" + len(whole).to_bytes(2, "big") + bytes([kinds.index(RecordKind.HEADER)]) + whole)
    return found


def entry_seeds() -> list[bytes]:
    """Return the body that came next in each of the logs, and some that could have."""
    found: list[bytes] = []
    for at, log in enumerate(_logs()):
        for other in _logs()[at + 1 : at + 3]:
            for link in links_of(other)[:6]:
                body = canonical.decode(link.raw[SIGNATURE_SIZE:], 1 << 20)
                assert isinstance(body, list)
                found.append(bytes([at, 0]) + canonical.encode(body[3]))
        for seat in log.due.seats:
            game = log.config.game
            for move in game.legal(log.state, Seat(seat))[:2]:
                event = canonical.encode(["move", game.encode_event(move), []])
                found.append(bytes([at, seat or len(log.counters)]) + event)
        found.append(bytes([at, 0]) + canonical.encode(["abandoned"]))
        found.append(bytes([at, 0]) + canonical.encode(["rekey", 0, [bytes(32), bytes([9]) * 32], None, None]))
        found.append(bytes([at, 1]) + canonical.encode(["takeback"]))
    return found


def component_seeds() -> list[bytes]:
    """Return the standard files."""
    return [bytes([number]) + _components()[name].encode() for number, name in enumerate(sorted(_components()))]


def notation_seeds() -> list[bytes]:
    """Return lines of every verb that real matches have."""
    found: dict[tuple[int, str], bytes] = {}
    for number, level in enumerate(LEVELS):
        for line in _played(level)[2]:
            found.setdefault((number, " ".join(line.split()[:2])), bytes([number]) + line.encode())
    return list(found.values())


TARGETS = {
    "frames": Target(take_frames, frame_seeds),
    "messages": Target(take_message, message_seeds),
    "file": Target(take_file, file_seeds),
    "entries": Target(take_entry, entry_seeds),
    "components": Target(take_components, component_seeds),
    "notation": Target(take_notation, notation_seeds),
}
