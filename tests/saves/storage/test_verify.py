"""Verifying a file from its own content: valid files pass, and a host that cheated is found out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rules.engine.entropy import RandomStream
from rules.engine.game import Options
from rules.engine.secrecy import Seat, Secret, only
from rules.registry import game_meta, games
from saves.errors import NoMatchFile, NotFound
from saves.faults import Fault
from saves.format import canonical
from saves.format.entries import OpenedBody, OutcomeBody, RekeyBody, read_entry
from saves.format.header import COMMITTED, SCRIPTED, Player, encode_header, seeded
from saves.format.records import Record, RecordKind
from saves.format.seals import derive_blind, entry_context, make_seal, split_secrets
from saves.log.append_entry import append
from saves.storage.match import Match
from saves.storage.match_file import create_file
from saves.storage.verify import VerifyReport, verify_file
from tests.sample_game.registered import boxes
from tests.sample_game.rules import DrawCandles
from tests.support.sample_match import (
    HOST_KEYS,
    SECRET,
    STRANGER_KEYS,
    SampleTable,
    begin,
    play,
    table_of,
    two_clients,
    whole,
)


def verified(path: Path) -> VerifyReport:
    """Return the report on a match of the sample game."""
    return verify_file(path, boxes=boxes)


def saved(table: SampleTable, path: Path) -> Path:
    """Return the file of a network match as a guest keeps it."""
    records = [
        Record(RecordKind.HEADER, encode_header(table.header)),
        *(Record(RecordKind.ENTRY, raw) for raw in table.raws),
    ]
    create_file(path, records)
    return path


def test_a_match_in_play_is_intact_and_not_audited_yet(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        play(match, 5)
        report = verified(match.path)
        assert (report.sound, report.over, report.audited) == (True, False, False)
        assert report.entries == match.log.length


def test_a_finished_match_is_audited_deal_by_deal_and_seal_by_seal(tmp_path: Path) -> None:
    path = whole(tmp_path, seats=3)
    report = verified(path)
    assert (report.sound, report.over, report.audited, report.abandoned) == (True, True, True, False)
    assert (report.deals, report.seals) == (1 + 9 + 3, 1 + 9 + 9)
    assert report.signatures == report.entries + 18


def test_an_abandoned_match_is_audited_as_well(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        play(match, 3)
        match.abandon()
    report = verified(match.path)
    assert (report.sound, report.over, report.audited, report.abandoned) == (True, True, True, True)


def test_a_replica_is_verified_without_any_key(tmp_path: Path) -> None:
    report = verified(saved(two_clients().play(), tmp_path / "guest.galli"))
    assert (report.sound, report.audited) == (True, True)


@pytest.mark.parametrize("moves", range(3, 7))
def test_a_seeded_match_deals_as_its_seed_says(tmp_path: Path, moves: int) -> None:
    with begin(tmp_path, dealer=seeded(moves)) as match:
        play(match)
    report = verified(match.path)
    assert (report.sound, report.deals) == (True, 1 + 6 + 3)


def test_a_scripted_match_has_its_seals_audited_and_no_deals(tmp_path: Path) -> None:
    with begin(tmp_path / "dealt", dealer=seeded(1)) as match:
        script = play(match).events
    with begin(tmp_path / "scripted", dealer=SCRIPTED) as match:
        for event in script:
            match.submit(event) if hasattr(event, "seat") and not isinstance(event, DrawCandles) else match.deal(event)  # type: ignore[arg-type]
    report = verified(match.path)
    assert (report.sound, report.audited, report.deals, report.seals) == (True, True, 0, 1 + 6 + 6)


@pytest.mark.parametrize("mode", ["solo", "coop", "versus"])
def test_a_campus_galli_match_passes_an_audit(tmp_path: Path, mode: str) -> None:
    key = games()[0]
    seats = game_meta(key).modes[mode][1]
    players = [Player(f"P{seat}", colour) for seat, colour in zip(range(seats), game_meta(key).colours, strict=False)]
    dealer, options = COMMITTED, Options(seats, mode, 1)
    with Match.create(tmp_path, key, options, players, dealer, identity=HOST_KEYS, now=0) as match:
        stream = RandomStream(bytes(32))
        while not match.over:
            match.submit(stream.choice(match.game.legal(match.state, stream.choice(match.due.seats))))
    report = verify_file(match.path)
    assert (report.sound, report.audited) == (True, True)


def test_damage_is_reported_with_the_intact_part(tmp_path: Path) -> None:
    path = whole(tmp_path)
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    report = verified(path)
    assert not report.sound
    assert report.problem is None
    assert "damaged" in report.notices[0]


def test_a_torn_end_is_reported(tmp_path: Path) -> None:
    path = whole(tmp_path)
    path.write_bytes(path.read_bytes()[:-5])
    report = verified(path)
    assert (report.sound, report.audited) == (False, False)
    assert "is incomplete" in report.notices[0]


def test_the_first_false_entry_is_named(tmp_path: Path) -> None:
    table = two_clients().play(2)
    body = read_entry(table.raws[3]).body
    forged = table._replace(log=table.seen_by(table.log.config.reader, entries=3)).forged(body, keys=HOST_KEYS)
    tampered = bytearray(forged)
    tampered[0] ^= 1
    records = [Record(RecordKind.ENTRY, raw) for raw in (*table.raws[:3], bytes(tampered))]
    create_file(tmp_path / "bad.galli", [Record(RecordKind.HEADER, encode_header(table.header)), *records])
    report = verified(tmp_path / "bad.galli")
    assert report.problem is not None
    assert (report.problem.fault, report.problem.entry, report.entries) == (Fault.HOST_SIGNATURE, 3, 3)


def favoured(candles: tuple[int, ...]) -> SampleTable:
    """Return a match whose host dealt itself these candles, sealed them correctly and abandoned the match."""
    table = two_clients()
    draw = DrawCandles(Seat(0), Secret(only(Seat(0)), candles))
    table = table._replace(log=table.seen_by(table.log.config.reader, entries=5))
    public, holes = split_secrets(table.game, draw)
    entry = read_entry(table.forged(OutcomeBody(public, (), ())))
    context = entry_context(entry, 0)
    seal = make_seal(holes[0].path, holes[0].value, derive_blind(SECRET, context), context, [HOST_KEYS.public.box])
    raw = table.forged(OutcomeBody(public, (seal,), ()))
    log = table.host.append_due(append(table.log, raw)).log
    return table._replace(log=table.host.append_abandonment(log).log)


def test_a_host_that_dealt_itself_what_it_liked_is_found_once_the_secret_is_open(tmp_path: Path) -> None:
    table = two_clients()
    pile = table.game.view(table.log.state, Seat(0)).hands[0].cards
    other = tuple(card for card in table.log.state.pile.cards if card not in pile)[:2]
    report = verified(saved(favoured(other), tmp_path / "cheat.galli"))
    assert report.problem is not None
    assert (report.problem.fault, report.problem.entry, report.audited) == (Fault.MISDEALT, 5, False)


def test_a_host_that_dealt_what_it_owed_is_not_accused(tmp_path: Path) -> None:
    table = two_clients()
    report = verified(saved(favoured(table.log.state.hands[0].cards), tmp_path / "fair.galli"))
    assert (report.sound, report.audited) == (True, True)


def test_a_seal_that_its_reader_could_not_open_is_found_once_the_secret_is_open(tmp_path: Path) -> None:
    table = two_clients()
    honest = read_entry(table.raws[6]).body
    assert isinstance(honest, OutcomeBody)
    table = table._replace(log=table.seen_by(table.log.config.reader, entries=6))
    raw = table.forged(replace(honest, seals=(honest.seals[0]._replace(wraps=(bytes(48),)),)))
    log = table.host.append_due(append(table.log, raw)).log
    table = table._replace(log=table.host.append_abandonment(log).log)
    report = verified(saved(table, tmp_path / "cheat.galli"))
    assert report.problem is not None
    assert (report.problem.fault, report.problem.entry) == (Fault.BROKEN_SEAL, 6)


def test_a_choice_that_was_undone_is_opened_at_the_end_like_all_others(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        match.submit(match.game.legal(match.state, Seat(0))[0])
        match.take_back(Seat(0))
        match.abandon()
        end = match.log.last_link
        assert end is not None
        assert isinstance(end.entry.body, OpenedBody)
        assert len(end.entry.body.openings) == 1
    report = verified(match.path)
    assert (report.sound, report.seals) == (True, 1 + 2 + 1)


def test_a_file_that_is_not_a_match_is_reported(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"text")
    with pytest.raises(NoMatchFile):
        verified(tmp_path / "other")
    with pytest.raises(NotFound):
        verified(tmp_path / "none")


def test_the_private_record_plays_no_part(tmp_path: Path) -> None:
    table = two_clients().play()
    path = saved(table, tmp_path / "guest.galli")
    lie = Record(RecordKind.PRIVATE, canonical.encode(["dealer", bytes(32)]))
    records = [Record(RecordKind.HEADER, encode_header(table.header)), lie]
    create_file(tmp_path / "lie.galli", [*records, *(Record(RecordKind.ENTRY, raw) for raw in table.raws)])
    assert verified(tmp_path / "lie.galli")._replace(path=path) == verified(path)


def test_joins_and_seat_transfers_are_reported(tmp_path: Path) -> None:
    table = two_clients().play(2).rekeyed(1, None, "novice").play(2).rekeyed(1, STRANGER_KEYS).play()
    report = verified(saved(table, tmp_path / "given.galli"))
    assert (report.sound, report.audited, report.joined) == (True, True, 1)
    told = [(given.seat, given.keys, given.bot) for given in report.transfers]
    assert told == [(1, None, "novice"), (1, STRANGER_KEYS.public, None)]
    plain = verified(saved(two_clients().play(), tmp_path / "plain.galli"))
    assert (plain.joined, plain.transfers) == (1, ())


def test_a_box_that_its_reader_could_not_open_is_found_once_the_secret_is_open(tmp_path: Path) -> None:
    table = table_of((0, 0)).play(3)
    honest = read_entry(table.rekeyed(1, STRANGER_KEYS).raws[-1])
    assert isinstance(honest.body, RekeyBody)
    assert honest.body.transfer is not None
    noise = replace(honest.body, transfer=honest.body.transfer._replace(wraps=(bytes(48),)))
    blind = table._replace(log=table.seen_by(table.reader_of(None)))
    log = append(blind.log, blind.forged(noise))
    log = log._replace(config=replace(log.config, reader=table.log.config.reader))
    log = log._replace(state=table.log.state, last_step=table.log.last_step)
    table = table._replace(log=table.host.append_abandonment(log).log)
    report = verified(saved(table, tmp_path / "cheat.galli"))
    assert report.problem is not None
    assert (report.problem.fault, report.problem.entry) == (Fault.BROKEN_SEAL, honest.number)
