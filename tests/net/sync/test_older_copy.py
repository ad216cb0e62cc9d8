"""A host that opens an older copy of its file: a guest's copy proves it, the table stops, and the rest is fetched."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from net.host.lobby import LobbyError
from net.status import Phase
from net.wire.messages import Fetch, Have, PeerRole, Reason, ReplicaEntries
from saves.errors import NotNow
from saves.storage.match import Match
from saves.storage.verify import verify_file
from tests.sample_game.registered import boxes
from tests.support.net_room import CLARA, ONE, TWO, Guest, any_move, playing, saved_room
from tests.support.sample_match import resume


class Table:
    """A match that was played on after its file had been copied, and is opened again from that copy."""

    def __init__(self, folder: Path, *, before: int = 5, after: int = 6, bots: int = 0, watched: bool = False) -> None:
        room, guests = playing(folder, bots=bots)
        room.play(before)
        copied = folder / "copied"
        shutil.copy(room.match.path, copied)
        if watched:
            guests.append(room.join(CLARA, PeerRole.SPECTATOR))
        room.play(after)
        self.raws = room.match.raw_entries()
        self.guests = guests
        path = room.match.path
        room.match.close()
        shutil.copy(copied, path)
        self.match = resume(path)
        self.length = self.match.log.length
        self.room = saved_room(self.match)

    def come(self, guest: Guest) -> None:
        guest.room = self.room
        guest.inbox.clear()
        self.room.join(guest.identity, guest.wish, known=guest)

    @property
    def notice(self) -> str:
        return self.room.machine.status.notices[-1]


def finished(table: Table) -> None:
    """The match is played to its end at a table that goes on, and its file is valid."""
    room = table.room
    assert room.machine.phase is Phase.PLAYING
    room.play()
    assert room.machine.phase is Phase.OVER
    assert all(tuple(guest.raws) == room.match.raw_entries() for guest in room.players)
    path = room.match.path
    room.match.close()
    report = verify_file(path, boxes=boxes)
    assert report.problem is None
    assert report.audited
    with resume(path, read_only=True) as read:
        assert read.raw_entries()[: len(table.raws)] == table.raws


def test_a_guest_that_is_ahead_stops_the_lobby_and_the_rest_is_fetched(tmp_path: Path) -> None:
    table = Table(tmp_path)
    (bruno,) = table.guests
    table.come(bruno)
    machine = table.room.machine
    later = machine.status.newer_copy
    assert later is not None
    assert (later.name, later.entries, later.own, later.whole) == ("Bruno", len(table.raws) - table.length, 0, True)
    with pytest.raises(LobbyError, match=r"older copy of this match\. Bruno's program has"):
        machine.begin(0.0)
    assert table.match.raw_entries() == table.raws[: table.length]
    machine.restore(0.0)
    table.room.flush()
    assert machine.status.newer_copy is None
    assert table.match.raw_entries() == table.raws
    table.room.begin()
    finished(table)


def test_a_guest_that_comes_late_stops_the_match_and_nothing_more_is_signed(tmp_path: Path) -> None:
    table = Table(tmp_path)
    (bruno,) = table.guests
    machine = table.room.machine
    machine.begin(0.0)
    table.come(bruno)
    assert machine.phase is Phase.STOPPED
    log = table.match.log
    for deed in (
        lambda: machine.submit(any_move(table.match.game, log, log.due.seats[0], 0)),
        lambda: machine.take_back(ONE),
        lambda: machine.replace_by_bot(TWO, "novice"),
        lambda: machine.take_seat_here(TWO),
        machine.abandon,
    ):
        with pytest.raises(NotNow, match="older copy of this match"):
            deed()
    assert machine.bot_seats_due() == []
    table.room.tick(90.0)
    assert bruno.dropped is not Reason.IDLE
    assert table.match.log is log


def test_moves_on_the_older_copy_are_replaced_and_kept_beside_the_match(tmp_path: Path) -> None:
    table = Table(tmp_path, before=4, bots=1)
    (bruno,) = table.guests
    machine, room = table.room.machine, table.room
    machine.begin(0.0)
    while room.log.length == table.length or any(seat in room.log.due.seats for seat in (ONE, 2)):
        if not room.step(seed=77):
            break
    played = table.match.raw_entries()
    assert played != table.raws[: len(played)]
    clara = room.join(CLARA, PeerRole.SPECTATOR)
    table.match.note("port", 7342)
    table.come(bruno)
    later = machine.status.newer_copy
    assert later is not None
    assert later.own > 0
    assert later.whole
    machine.restore(0.0)
    room.flush()
    assert table.match.raw_entries() == table.raws
    assert clara.dropped is Reason.FORKED
    (kept,) = tmp_path.glob("*.kept")
    assert kept.name in table.notice
    with Match.open(kept, None, read_only=True, boxes=boxes) as older:
        assert older.raw_entries() == played
    assert table.match.notes["port"] == 7342
    finished(table)


def test_a_replica_is_read_in_parts_from_the_point_of_divergence(tmp_path: Path) -> None:
    table = Table(tmp_path, before=2, after=8)
    (bruno,) = table.guests
    bruno.parts = 3
    table.room.machine.begin(0.0)
    table.room.machine.replace_by_bot(TWO, "novice")
    table.room.play(5, seed=5)
    table.come(bruno)
    firsts = [fetch.first for fetch in bruno.heard(Fetch)]
    assert firsts[0] > firsts[1]
    assert firsts[-1] > firsts[-2]
    table.room.machine.restore(0.0)
    table.room.flush()
    assert table.match.raw_entries()[: len(table.raws)] == table.raws
    finished(table)


def test_a_spectator_proves_it_too(tmp_path: Path) -> None:
    table = Table(tmp_path, watched=True)
    table.room.machine.begin(0.0)
    table.come(table.guests[1])
    later = table.room.machine.status.newer_copy
    assert later is not None
    assert later.name == "A spectator"
    table.room.machine.restore(0.0)
    table.room.flush()
    table.come(table.guests[0])
    finished(table)


def test_fetched_entries_are_sent_to_everyone(tmp_path: Path) -> None:
    table = Table(tmp_path)
    machine = table.room.machine
    machine.begin(0.0)
    clara = table.room.join(CLARA, PeerRole.SPECTATOR)
    assert len(clara.raws) == table.length
    table.come(table.guests[0])
    machine.restore(0.0)
    table.room.flush()
    assert tuple(clara.raws) == table.raws
    finished(table)


@pytest.mark.parametrize("flipped", [0, 70])
def test_entries_that_this_host_has_not_signed_stop_nothing(tmp_path: Path, flipped: int) -> None:
    table = Table(tmp_path)
    (bruno,) = table.guests
    raw = bytearray(bruno.raws[table.length])
    raw[flipped] ^= 1
    bruno.raws[table.length] = bytes(raw)
    table.room.machine.begin(0.0)
    bruno.pulls = False
    table.come(bruno)
    assert table.room.machine.phase is Phase.PLAYING
    assert table.room.machine.status.newer_copy is None
    assert bruno.dropped is Reason.FORKED


def test_a_claimed_replica_that_is_never_sent_stops_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path)
    (bruno,) = table.guests
    bruno.raws = bruno.raws[: table.length]
    table.room.machine.begin(0.0)
    table.come(bruno)
    header = table.match.header.match
    bruno.send(Have(header, 60_000, bytes(32)), ReplicaEntries(60_000, ()), ReplicaEntries(0, ()))
    assert table.room.machine.phase is Phase.PLAYING
    table.room.tick(61.0)
    assert bruno.dropped is not None


def test_without_a_later_copy_there_is_nothing_to_fetch(tmp_path: Path) -> None:
    table = Table(tmp_path, after=0)
    table.come(table.guests[0])
    with pytest.raises(LobbyError, match="No newer copy"):
        table.room.machine.restore(0.0)
    table.room.begin()
    finished(table)
