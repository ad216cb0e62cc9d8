"""Whole matches on a network that breaks, by programs that die: all logs end the same, and no move is lost."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

import pytest

from net.guest.replica_sync import ReplicaSync
from net.guest.seat_client import SeatClient
from net.status import Phase
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.game import Options
from rules.registry import game_box
from saves.log.match_log import Log
from tests.sample_game.game import BOX
from tests.sample_game.registered import boxes
from tests.support.net_lines import Moment
from tests.support.net_sim import HOUR, ProgramDeath, Table

SHARES: Final = 20
SHORT: Final = 2
"""So many of them belong to a short run."""
RUNS: Final = 10
"""In each share; 200 in all."""


def sample_table(folder: Path, seed: int) -> Table:
    """A table of the sample game: how many there are, and who they are, is left to chance."""
    chance = RandomStream(derive_entropy("company", seed))
    seats = 2 + chance.below(2)
    order = chance.sample(range(seats), seats)
    guests = 1 + chance.below(seats)
    bots = chance.below(seats - guests + 1)
    return Table(
        folder,
        seed,
        box=BOX,
        boxes=boxes,
        options=Options(seats, "versus", 1),
        guests=order[:guests],
        bots=order[guests : guests + bots],
        spectators=chance.below(3),
        replaces=seed % 2 > 0,
    )


@pytest.mark.parametrize(
    "share", [pytest.param(share, marks=() if share < SHORT else pytest.mark.long) for share in range(SHARES)]
)
def test_every_run_ends_with_the_same_log_everywhere_and_no_lost_move(tmp_path: Path, share: int) -> None:
    for seed in range(share * RUNS, (share + 1) * RUNS):
        folder = tmp_path / str(seed)
        folder.mkdir()
        table = sample_table(folder, seed)
        table.play()
        table.check()


@pytest.mark.parametrize("seed", range(4))
def test_a_minute_in_which_nothing_arrives_loses_nothing(tmp_path: Path, seed: int) -> None:
    table = sample_table(tmp_path, seed)
    table.net.troubled = False
    table.clock.run(lambda: table.host.machine.phase is Phase.PLAYING, HOUR)
    table.net.parted = True
    since = table.clock.now
    table.clock.run(lambda: table.clock.now > since + 60, HOUR)
    assert [table.host.machine.peer_at(guest.seat) for guest in table.guests] == [None] * len(table.guests)
    table.net.parted = False
    table.play()
    table.check()


def test_all_randomness_comes_from_one_seed(tmp_path: Path) -> None:
    tables: list[Table] = []
    for name in ("once", "again"):
        (tmp_path / name).mkdir()
        tables.append(sample_table(tmp_path / name, 7))
        tables[-1].play()
    assert tables[0].host.entries == tables[1].host.entries
    assert tables[0].clock.now == tables[1].clock.now


KINDS: Final = ("commit", "join", "nonce", "start", "outcome", "move", "takeback", "rekey", "abandoned", "opened")
"""Of entries and of submissions in them; and what goes before them: the header."""
OF_A_GUESTS_OWN: Final = ("sent", "kept")
"""Private records of a guest's file."""


def tag_of(kind: str) -> bytes:
    """How the word stands in bytes."""
    return bytes([0xA0 + len(kind)]) + kind.encode()


def deaths() -> Iterator[object]:
    """Return every program with each kind of entry and moment; the short run has every other moment of each kind."""
    kinds = {
        "host": ("galli-tui match", *KINDS),
        "guest-1": ("galli-tui match", *KINDS, *OF_A_GUESTS_OWN),
        "watch-0": ("galli-tui match", "outcome", "rekey", "opened"),
    }
    for program, written in kinds.items():
        for number, kind in enumerate(written):
            for place, moment in enumerate(Moment):
                marks = pytest.mark.long if (number + place) % 2 else ()
                yield pytest.param(program, kind, moment, marks=marks, id=f"{program}-{kind}-{moment.name.lower()}")


@pytest.mark.parametrize(("program", "kind", "moment"), deaths())
def test_a_program_that_dies_at_an_entry_resumes_from_its_file(
    tmp_path: Path, program: str, kind: str, moment: Moment
) -> None:
    doom = ProgramDeath(program, tag_of(kind), moment)
    table = Table(
        tmp_path,
        7,
        box=BOX,
        boxes=boxes,
        options=Options(3, "versus", 1),
        guests=(1, 2),
        spectators=1,
        replaces=kind == "rekey",
        trouble=0.0,
        doom=doom,
        whims=2 if kind == "takeback" else 6,
    )
    if kind == "rekey":
        table.clock.after(15.0, lambda: table.guests[1].die())
    if kind == "abandoned":
        table.clock.after(25.0, table.host.abandon)
    table.play()
    table.check()
    died = next(one for one in (table.host, *table.programs) if one.folder.name == program)
    assert died.lives == 2


@pytest.mark.parametrize("seed", [0, 1, pytest.param(2, marks=pytest.mark.long)])
def test_campus_galli_survives_too(tmp_path: Path, seed: int) -> None:
    table = Table(
        tmp_path,
        seed,
        box=game_box("campus-galli"),
        boxes=game_box,
        options=Options(3, "versus", 1),
        guests=(1, 2),
        spectators=1,
        replaces=seed == 1,
        trouble=300.0,
    )
    table.play()
    table.check()


def test_a_program_with_different_rules_stops_the_table_at_its_entry(tmp_path: Path) -> None:
    table = sample_table(tmp_path, 4)
    table.net.troubled = False
    at = 20

    class Odd(ReplicaSync):
        """Has another public state from some length on."""

        def _hashes_at(self, log: Log, lengths: Collection[int]) -> dict[int, bytes]:
            found = super()._hashes_at(log, lengths)
            return {length: bytes(32) if length >= at else hash_ for length, hash_ in found.items()}

    odd = table.guests[0]
    odd.machine = odd.player = SeatClient(odd.identity.public, odd.make_copy)
    odd.machine.sync = Odd(odd.make_copy, None)
    table.clock.run(lambda: table.host.machine.phase is Phase.STOPPED, HOUR)
    since = table.clock.now
    table.clock.run(lambda: table.clock.now > since + 30, HOUR)
    company = table.host.machine.status.attendance
    assert company is not None
    for stopped in (company.stopped, *(program.machine.stopped for program in table.programs)):
        assert stopped is not None
        assert stopped.length == at
    assert all(program.machine.phase is Phase.STOPPED for program in table.programs)
    for one in (table.host, *table.programs):
        one.release()
