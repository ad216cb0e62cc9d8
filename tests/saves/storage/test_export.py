"""Export: everything once the match is over, before that only what the viewer may know."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.engine.secrecy import PUBLIC, Seat, redact
from saves.errors import NotFound, NotYours
from saves.format.header import encode_header, seeded
from saves.format.identity import Identity
from saves.format.private_records import secret_record
from saves.format.records import Record, RecordKind
from saves.storage.export import export_match
from saves.storage.match_file import create_file
from tests.sample_game.registered import boxes
from tests.support.sample_match import (
    GUEST_KEYS,
    HOST_KEYS,
    SECRET,
    STRANGER_KEYS,
    SampleTable,
    begin,
    play,
    resume,
    two_clients,
    whole,
)


def exported(path: Path, seat: int | None = None, identity: Identity | None = None) -> dict[str, Any]:
    """Return the export, decoded from JSON."""
    chosen = None if seat is None else Seat(seat)
    return json.loads(json.dumps(export_match(path, seat=chosen, identity=identity, boxes=boxes)))


def texts(export: dict[str, Any]) -> list[str]:
    """Return the notation of all events."""
    return [row["event"] for row in export["events"]]


def test_a_finished_match_is_exported_in_full(tmp_path: Path) -> None:
    path = whole(tmp_path)
    export = exported(path)
    with resume(path) as match:
        assert texts(export) == [match.game.format(event) for event in match.events]
        assert [match.game.parse(text) for text in texts(export)] == list(match.events)
    assert (export["seen_by"], export["over"], export["trouble"]) == ("everyone", True, [])
    assert not any("?" in text for text in texts(export))


def test_before_the_end_only_what_lies_open_is_exported(tmp_path: Path) -> None:
    path = whole(tmp_path, moves=3)
    export = exported(path)
    with resume(path) as match:
        assert texts(export) == [match.game.format(redact(event, PUBLIC)) for event in match.events]
    assert (export["seen_by"], export["over"]) == ("public", False)


@pytest.mark.parametrize("seat", [0, 1])
def test_with_its_key_a_seat_is_exported_as_it_sees_the_match(tmp_path: Path, seat: int) -> None:
    path = whole(tmp_path, moves=3)
    export = exported(path, seat, HOST_KEYS)
    with resume(path) as match:
        assert texts(export) == [match.game.format(redact(event, Seat(seat))) for event in match.events]
    assert export["seen_by"] == f"seat {seat + 1}"


def test_the_key_alone_exports_no_more_than_the_public_sees(tmp_path: Path) -> None:
    path = whole(tmp_path, moves=3)
    assert exported(path, identity=HOST_KEYS) == exported(path)


@pytest.mark.parametrize("identity", [None, STRANGER_KEYS])
def test_without_its_key_no_seat_is_exported(tmp_path: Path, identity: Identity | None) -> None:
    with pytest.raises(NotYours, match="Seat 1 belongs to the host"):
        exported(whole(tmp_path, moves=3), 0, identity)


def test_once_it_is_over_a_seat_needs_no_key(tmp_path: Path) -> None:
    path = whole(tmp_path)
    assert exported(path, 0) == exported(path)


def test_a_guest_exports_its_own_seat_and_no_other(tmp_path: Path) -> None:
    table = two_clients().play(3)
    path = tmp_path / "guest.galli"
    create_file(
        path,
        [
            Record(RecordKind.HEADER, encode_header(table.header)),
            *(Record(RecordKind.ENTRY, raw) for raw in table.raws),
        ],
    )
    known = [text for text in texts(exported(path, 1, GUEST_KEYS)) if (text or "").startswith("dealer draw")]
    assert ["?" in text for text in known] == [text.startswith("dealer draw 1") for text in known]
    with pytest.raises(NotYours):
        exported(path, 0, GUEST_KEYS)


def test_an_unknown_seat_is_reported(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no seat 5"):
        exported(whole(tmp_path, moves=3), 4, HOST_KEYS)


def test_undone_moves_are_marked(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        match.submit(match.game.legal(match.state, Seat(0))[0])
        match.take_back(Seat(0))
        rows = exported(match.path)["events"][-2:]
    assert [(row["seat"], row["event"] is None, row["taken_back"]) for row in rows] == [
        (1, False, True),
        (1, True, False),
    ]


def test_the_header_is_exported_without_secrets(tmp_path: Path) -> None:
    with begin(tmp_path, dealer=seeded(5)) as match:
        header = exported(match.path)["header"]
    assert (header["game"], header["rules_version"], header["created"]) == ("candles", 1, 1_700_000_000)
    assert header["options"] == {"seats": 2, "mode": "versus", "level": 1, "variants": []}
    assert header["players"] == [
        {"name": "Anna", "colour": "red", "bot": None},
        {"name": "Bruno", "colour": "blue", "bot": None},
    ]
    assert header["dealer"] == {"kind": "seeded", "seed": 5}
    assert header["components"]["prints"] == [1, 1, 1, 2, 2, 2, 3, 3, 4, 5]
    assert header["clients"] == [{"sign": HOST_KEYS.public.sign.hex(), "box": HOST_KEYS.public.box.hex()}]


def test_the_intact_part_of_a_damaged_match_is_exported_with_a_notice(tmp_path: Path) -> None:
    path = whole(tmp_path)
    sound = exported(path)["events"]
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    export = exported(path)
    assert 0 < len(export["events"]) < len(sound)
    assert "damaged" in export["trouble"][0]
    assert export["seen_by"] == "public"


def test_every_row_carries_the_events_plain_data(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        play(match, 2)
        rows = exported(match.path, 0, HOST_KEYS)["events"]
        events = [match.game.decode_event(row["data"]) for row in rows]
        assert events == [redact(event, Seat(0)) for event in match.events]


def test_joins_nonces_and_seats_given_away_are_rows_of_their_own(tmp_path: Path) -> None:
    table = two_clients().play(2).rekeyed(1, None, "novice")
    path = tmp_path / "table.galli"
    entries = [Record(RecordKind.ENTRY, raw) for raw in table.raws]
    create_file(path, [Record(RecordKind.HEADER, encode_header(table.header)), *entries])
    rows = exported(path)["events"]
    kinds = [row["kind"] for row in rows]
    assert kinds[:2] == ["join", "nonce"]
    assert kinds.count("move") == 2
    host = HOST_KEYS.public
    assert rows[-1]["given_to"] == {"sign": host.sign.hex(), "box": host.box.hex(), "bot": "novice"}
    assert [row["given_to"] for row in rows[:-1]] == [None] * (len(rows) - 1)


def hosts_file(tmp_path: Path, table: SampleTable) -> Path:
    """Return the host's file of a network match, with the dealer's secret."""
    path = tmp_path / "host.galli"
    entries = [Record(RecordKind.ENTRY, raw) for raw in table.raws]
    create_file(path, [Record(RecordKind.HEADER, encode_header(table.header)), secret_record(SECRET), *entries])
    return path


def test_the_host_exports_its_own_seats_only(tmp_path: Path) -> None:
    path = hosts_file(tmp_path, two_clients().play(3))
    assert exported(path, 0, HOST_KEYS)["seen_by"] == "seat 1"
    with pytest.raises(NotYours, match="Seat 2 is played on another computer"):
        exported(path, 1, HOST_KEYS)


def test_a_bot_that_stands_in_for_a_guest_opens_no_hand_to_the_host(tmp_path: Path) -> None:
    path = hosts_file(tmp_path, two_clients().play(3).rekeyed(1, None, "novice"))
    with pytest.raises(NotYours, match="Seat 2 is played by the bot novice"):
        exported(path, 1, HOST_KEYS)


def test_a_seat_that_was_given_to_the_hosts_people_is_the_hosts(tmp_path: Path) -> None:
    path = hosts_file(tmp_path, two_clients().play(3).rekeyed(1, None))
    assert exported(path, 1, HOST_KEYS)["seen_by"] == "seat 2"


def test_once_it_is_over_the_host_exports_every_seat(tmp_path: Path) -> None:
    path = hosts_file(tmp_path, two_clients().play())
    assert exported(path, 1, HOST_KEYS)["seen_by"] == "everyone"


def test_who_holds_a_seat_now_exports_it_and_who_held_it_before_does_not(tmp_path: Path) -> None:
    table = two_clients().play(2).rekeyed(1, STRANGER_KEYS)
    path = tmp_path / "table.galli"
    entries = [Record(RecordKind.ENTRY, raw) for raw in table.raws]
    create_file(path, [Record(RecordKind.HEADER, encode_header(table.header)), *entries])
    assert export_match(path, seat=Seat(1), identity=STRANGER_KEYS, boxes=boxes)["seen_by"] == "seat 2"
    with pytest.raises(NotYours):
        export_match(path, seat=Seat(1), identity=GUEST_KEYS, boxes=boxes)
