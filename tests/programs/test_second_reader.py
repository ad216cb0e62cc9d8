"""A second reader, written from `docs/match-log.md` alone, agrees with the program on every file, valid or not."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rules.engine.entropy import RandomStream
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from rules.registry import game_box, games
from saves.errors import SaveError
from saves.format import canonical
from saves.format.entries import OutcomeBody, StartBody
from saves.format.header import COMMITTED, SCRIPTED, Player, encode_header, seeded
from saves.format.records import Integrity, Record, RecordKind
from saves.log.match_log import links_of
from saves.storage.file_scan import read_file
from saves.storage.match import Match
from saves.storage.match_file import MatchFile, create_file
from saves.storage.verify import verify_file
from tests.sample_game.game import BOX
from tests.sample_game.registered import boxes
from tests.support.paths import ROOT, TESTS
from tests.support.sample_match import (
    GUEST_KEYS,
    HOST_KEYS,
    STRANGER_KEYS,
    SampleTable,
    begin,
    options,
    play,
    table_of,
    two_clients,
    whole,
)
from tests.support.second import audit, records, seals
from tests.support.second.log import Log, read_log
from tests.support.second.primitives import Refused, decode, encode, part_hash, personal_hash
from tests.support.second.replay import Replay, replay


def read(path: Path) -> Log:
    return read_log(records.read_file(path.read_bytes()))


def saved(table: SampleTable, path: Path) -> Path:
    """Return the file that a guest of the table would keep."""
    create_file(
        path,
        [
            Record(RecordKind.HEADER, encode_header(table.header)),
            *(Record(RecordKind.ENTRY, raw) for raw in table.raws),
        ],
    )
    return path


def agreed(path: Path) -> Replay:
    """Return the second reader's replay of a finished match, once it agrees with the program's verdict."""
    report = verify_file(path, boxes=boxes)
    assert (report.sound, report.audited) == (True, True)
    log = read(path)
    values = audit.audit(log)
    played = replay(BOX.new(options(len(log.holders))), log, values)
    boxed = sum(handed.seal is not None for handed in log.handed.values())
    submissions = sum(entry.submission is not None for entry in log.entries)
    assert report.entries == len(log.entries)
    assert report.signatures == len(log.entries) + submissions
    assert report.seals == len(values) + boxed
    assert report.deals == played.deals
    assert report.abandoned == log.abandoned
    assert report.joined == len(log.nonces)
    with Match.open(path, None, read_only=True, boxes=boxes) as match:
        assert [link.hash for link in links_of(match.log)] == [entry.hash for entry in log.entries]
        assert match.events == tuple(event for _, event in played.events)
        assert match.log.state == played.state
    return played


def test_the_second_implementation_imports_nothing_of_the_program_but_the_rules() -> None:
    code = (
        "import sys, tests.support.second.replay, tests.support.second.handshake;"
        "print(*sorted({name.partition('.')[0] for name in sys.modules} & {'net', 'saves', 'galli_tui', 'rules'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["rules"]
    sources = [path.read_text("utf-8") for path in (TESTS / "support" / "second").glob("*.py")]
    assert len(sources) > 5
    assert not [
        found
        for source in sources
        for found in re.findall(r"^\s*(?:from|import) (?:net|saves)\b.*", source, re.MULTILINE)
    ]


def documented(document: str) -> dict[str, str]:
    """Return the test vectors of a document."""
    block = re.search(r"```text vectors\n(.*?)```", (ROOT / "docs" / document).read_text("utf-8"), re.DOTALL)
    assert block is not None
    joined = re.sub(r"\n +", "", block[1])
    return dict(line.split(" = ") for line in joined.splitlines())


def test_the_documents_vectors_come_out_of_the_second_reader() -> None:
    vectors = {name: bytes.fromhex(value) for name, value in documented("match-log.md").items()}
    host, guest = (seals.keys_of(bytes([number]) * 32) for number in (1, 2))
    secret, match_id, head = bytes([4]) * 32, bytes(range(16)), vectors["entry 3 hash"]
    dealt = seals.dealt_context(match_id, 4, head, 0)
    blind = seals.blind_of(secret, dealt)
    sealed = seals.make_seal([2, 1], [3, 9], blind, dealt, [guest.box])
    nothing = part_hash()
    made = {
        "canonical": encode([None, True, -7, 300, "Änne", b"\1", [], [[1]]]),
        "derived": part_hash("galli", b"\1\2", 7),
        "host sign": host.sign,
        "host box": host.box,
        "guest sign": guest.sign,
        "guest box": guest.box,
        "guest blinding": guest.blinding,
        "header hash": personal_hash("galli header", vectors["header"]),
        "commitment": part_hash("galli-tui dealer", match_id, secret),
        "nonce commitment": part_hash("galli-tui nonce", match_id, guest.sign, bytes([5]) * 32),
        "context dealt": dealt,
        "context chosen": seals.chosen_context(match_id, 1, 2, head, 0),
        "seal blind": blind,
        "seal commitment": sealed.commitment,
        "seal ephemeral": sealed.ephemeral,
        "seal ciphertext": sealed.ciphertext,
        "seal wrap": sealed.wraps[0],
        "draw committed": part_hash("galli-tui draw", secret, nothing, "pile", 3),
        "draw with nonces": part_hash("galli-tui draw", secret, part_hash(bytes([5]) * 32), "pile", 3),
        "draw seeded": part_hash("dealer", 7, "pile", 3),
        "prefix": records.PREFIX,
        "record": records.record(b"Ebody"),
    }
    third = seals.keys_of(bytes([3]) * 32)
    made["context handed"] = seals.handed_context(match_id, 4, head, 0, third.sign, third.box)
    assert made == {name: vectors[name] for name in made}
    for last in ("entry 4", "rekey"):
        names = ["entry 0", "entry 1", "entry 2", "entry 3", last]
        log = read_log(records.MatchFile(vectors["header"], [], [vectors[name] for name in names], b""))
        assert [log.entries[n].hash for n in range(4)] == [
            vectors.get(f"entry {n} hash", log.entries[n].hash) for n in range(4)
        ]


def test_both_read_the_same_bytes_as_values() -> None:
    def nested(depth: int, leaf: bytes) -> bytes:
        return b"\x91" * depth + leaf

    for data in (
        *(nested(depth, leaf) for depth in range(30, 35) for leaf in (b"\x90", b"\x01", b"\xc0")),
        *(bytes([tag]) + bytes(size) for tag in range(256) for size in range(10)),
        *(bytes([tag]) + b"\xff" * size for tag in range(256) for size in range(10)),
        b"\xdc\x10\x00" + b"\xc0" * 4_096,
        b"\xdc\x10\x01" + b"\xc0" * 4_097,
        b"\xa3\xed\xa0\x80",
        b"\xa2\xc0\x80",
        b"",
    ):
        try:
            value = canonical.decode(data)
        except canonical.CanonicalError:
            with pytest.raises(Refused):
                decode(data)
        else:
            assert encode(decode(data)) == encode(value) == data


@pytest.mark.parametrize("seats", [2, 3])
def test_it_agrees_on_a_hot_seat_match(tmp_path: Path, seats: int) -> None:
    assert agreed(whole(tmp_path, seats=seats)).deals


def test_it_agrees_on_an_abandoned_match(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        play(match, 3)
        match.abandon()
    assert agreed(match.path).log.abandoned


def test_it_agrees_on_seeded_and_scripted_deals(tmp_path: Path) -> None:
    with begin(tmp_path / "seeded", dealer=seeded(5)) as match:
        script = play(match).events
    agreed(match.path)
    with begin(tmp_path / "scripted", dealer=SCRIPTED) as match:
        for event in script:
            match.submit(event) if BOX.new(options()).due(match.state).seats else match.deal(event)  # type: ignore[arg-type]
    assert agreed(match.path).deals == 0


@pytest.mark.parametrize("holders", [(0, 1), (1, 0), (0, 1, 0), (1, 2), (0, 1, 2)])
def test_it_agrees_on_a_match_of_several_programs(tmp_path: Path, holders: tuple[int, ...]) -> None:
    assert agreed(saved(table_of(holders).joined().play(), tmp_path / "guest.galli")).log.nonces


def test_it_agrees_on_seats_that_change_hands(tmp_path: Path) -> None:
    table = two_clients(3).play(2).rekeyed(1, STRANGER_KEYS).play(2).rekeyed(0, GUEST_KEYS).play(2)
    table = table.rekeyed(1, None, "novice").play(1).rekeyed(1, GUEST_KEYS).play()
    played = agreed(saved(table, tmp_path / "guest.galli"))
    assert any(handed.seal for handed in played.log.handed.values())


def test_it_agrees_on_moves_that_were_undone(tmp_path: Path) -> None:
    taken = 0
    with begin(tmp_path) as match:
        while not match.over:
            play(match, 1, seed=taken)
            seat = next((Seat(seat) for seat in range(2) if match.can_take_back(Seat(seat))), None)
            if seat is not None and taken < 4:
                match.take_back(seat)
                taken += 1
    played = agreed(match.path)
    assert taken == 4
    assert len(played.events) < sum(entry.tag in ("seat", "outcome") for entry in played.log.entries)


@pytest.mark.parametrize(("mode", "seats", "level"), [("solo", 1, 1), ("versus", 2, 2), ("coop", 2, 3)])
def test_it_agrees_on_campus_galli(tmp_path: Path, mode: str, seats: int, level: int) -> None:
    key = games()[0]
    players = [Player("Anna", "red"), Player("Bruno", "green")][:seats]
    wanted = Options(seats, mode, level)
    with Match.create(tmp_path, key, wanted, players, COMMITTED, identity=HOST_KEYS, now=0) as match:
        while not match.over:
            seat = match.log.due.seats[0]
            match.submit(RandomStream(bytes([match.log.length % 256]) * 32).choice(match.game.legal(match.state, seat)))
        report = verify_file(match.path)
        log = read(match.path)
        values = audit.audit(log)
        played = replay(match.game, log, values)
        assert match.events == tuple(event for _, event in played.events)
        assert (report.deals, report.seals) == (played.deals, len(values))
    assert log.header.components == game_box(key).standard_components()


def test_a_key_opens_what_its_client_may_know_during_the_match_and_no_more() -> None:
    table = two_clients(3).play(4)
    log = read_log(records.MatchFile(encode_header(table.header), [], table.raws, b""))
    for identity, seed in ((HOST_KEYS, 1), (GUEST_KEYS, 2)):
        client = log.clients.index(next(each for each in log.clients if each.sign == identity.public.sign))
        mine = audit.seen_by(log, seals.keys_of(bytes([seed]) * 32))
        opened = {
            where
            for where, placed in log.placed.items()
            if client in (placed.author, *placed.readers) or where in log.openings
        }
        assert mine
        assert set(mine) == opened
    assert set(log.placed) - set(audit.seen_by(log, seals.keys_of(bytes([2]) * 32)))


def test_private_records_are_read_as_the_program_reads_them(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        match.note("table", b"code")
        match.note("table", b"other")
    file = records.read_file(match.path.read_bytes())
    dealer = file.private("dealer")
    assert dealer is not None
    secret = dealer[1]
    assert isinstance(secret, bytes)
    assert read(match.path).entries[0].body == [part_hash("galli-tui dealer", read(match.path).header.match_id, secret)]
    assert file.private("note") == ["note", "table", b"other"]


def refused(path: Path) -> bool:
    """Say whether the program refuses a file, or an entry of it."""
    try:
        return verify_file(path, boxes=boxes).problem is not None or read_file(path)[0].integrity is Integrity.DAMAGED
    except SaveError:
        return True


def refused_again(path: Path) -> bool:
    """Say whether the second reader does."""
    try:
        log = read(path)
        if log.secret is not None:
            replay(BOX.new(options(len(log.holders))), log, audit.audit(log))
    except Refused:
        return True
    return False


def test_it_refuses_what_the_program_refuses_wherever_a_bit_is_flipped(tmp_path: Path) -> None:
    data = whole(tmp_path).read_bytes()
    path = tmp_path / "other.galli"
    for at in range(0, len(data), 61):
        changed = bytearray(data)
        changed[at] ^= 1 << at % 8
        path.write_bytes(changed)
        assert (refused(path), refused_again(path)) == (True, True), at


def test_it_refuses_what_the_program_refuses_wherever_a_checksum_is_right_and_a_byte_is_not(tmp_path: Path) -> None:
    file = MatchFile.view(whole(tmp_path))
    path = tmp_path / "other.galli"
    for number, record in enumerate(file.records):
        for at in range(0, len(record.body), 23):
            body = bytearray(record.body)
            body[at] ^= 1
            changed = [*file.records[:number], Record(record.kind, bytes(body)), *file.records[number + 1 :]]
            path.unlink(missing_ok=True)
            create_file(path, changed)
            assert refused_again(path) == refused(path), (number, at)


def test_it_cuts_off_what_the_program_cuts_off_wherever_the_file_breaks_off(tmp_path: Path) -> None:
    data = whole(tmp_path, moves=2).read_bytes()
    path = tmp_path / "other.galli"
    for size in range(1, len(data), 7):
        for end in (b"", bytes(40)):
            path.write_bytes(data[:size] + end)
            try:
                mine = records.read_file(path.read_bytes())
            except Refused:
                assert refused(path), size
                continue
            assert [
                record.body for record in MatchFile.view(path).records if record.kind is RecordKind.ENTRY
            ] == mine.entries
            assert refused(path) == refused_again(path), size


FORGERIES: list[Callable[[SampleTable], bytes]] = [
    lambda table: table.forged(StartBody(())),
    lambda table: table.forged(OutcomeBody(["draw"], (), ()), STRANGER_KEYS),
    lambda table: table.raws[-1],
    lambda table: table.forged(StartBody(()), previous=bytes(32)),
    lambda table: table.forged(StartBody(()), number=table.log.length + 1),
    lambda table: table.decided(table.open_move(table.game.legal(table.log.state, Seat(0))[0]), keys=GUEST_KEYS),
    lambda table: table.decided(
        table.open_move(table.game.legal(table.log.state, Seat(0))[0]), counter=table.log.counters[0] + 1
    ),
    lambda table: table.decided(table.open_move(table.game.legal(table.log.state, Seat(0))[0]), answers=bytes(32)),
]


@pytest.mark.parametrize("forge", FORGERIES)
def test_it_refuses_forged_entries_at_their_number(tmp_path: Path, forge: Callable[[SampleTable], bytes]) -> None:
    table = two_clients()
    path = tmp_path / "forged.galli"
    forged = [*table.raws, forge(table)]
    create_file(
        path,
        [Record(RecordKind.HEADER, encode_header(table.header)), *(Record(RecordKind.ENTRY, raw) for raw in forged)],
    )
    report = verify_file(path, boxes=boxes)
    assert report.problem is not None
    with pytest.raises(Refused) as found:
        read(path)
    assert found.value.entry == report.entries == len(table.raws)
