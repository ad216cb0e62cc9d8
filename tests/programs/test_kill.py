"""Killed at any moment: the match resumes at the last move that was reported as saved."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import pytest

from rules.engine.entropy import RandomStream, derive_entropy
from saves.errors import SaveError
from saves.format.entries import SeatBody
from saves.format.header import encode_header
from saves.log.match_log import links_of
from saves.storage.library import MatchState, list_matches
from saves.storage.match import Match
from saves.storage.replica import Replica
from saves.storage.verify import verify_file
from tests.sample_game.registered import boxes
from tests.support.kill_replica import host, turn
from tests.support.paths import ROOT
from tests.support.sample_match import GUEST_KEYS, play, resume

NEVER = 1_000_000
DEATHS = 36
"""At one of the disk's calls."""
KILLS = 12
"""From outside."""
LIVES = 24
"""Of the guest."""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there is no SIGKILL here")


def child(folder: Path, seed: int, at: int) -> subprocess.Popen[str]:
    """Start a program that plays until it is killed, at the disk's call `at` by itself."""
    command = [sys.executable, "-m", "tests.support.kill_program", str(folder), str(seed), str(at)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


Death: TypeAlias = Callable[[Path, int, int], tuple[int, list[str]]]
"""A run by folder, seed and the call of the disk that kills it: its exit code and what it wrote."""


@contextmanager
def dying(program: str) -> Generator[Death]:
    """Start a program once that runs in a forked process for each death."""
    command = [sys.executable, "-m", f"tests.support.{program}"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        asked, answers = process.stdin, process.stdout
        assert asked is not None
        assert answers is not None

        def death(folder: Path, seed: int, at: int) -> tuple[int, list[str]]:
            asked.write(f"{folder}\t{seed}\t{at}\n")
            asked.flush()
            lines: list[str] = []
            for line in answers:
                word, _, rest = line.partition(" ")
                if word == "ended":
                    return int(rest), lines
                lines.append(line)
            raise AssertionError(f"{program} is gone")

        yield death


def told(lines: list[str]) -> int:
    """The length of the log that was told last; the last line may be cut short."""
    whole = [line for line in lines if line.endswith("\n")]
    return int(whole[-1]) if whole else 0


def comes_back(folder: Path, safe: int) -> int:
    """How long the log is that comes back, after all is found in order."""
    rows = list_matches(folder)
    if not rows:
        assert safe == 0
        return 0
    assert [row.state for row in rows] == [MatchState.IN_PLAY]
    assert verify_file(rows[0].path, boxes=boxes).problem is None
    with resume(rows[0].path) as match:
        assert match.log.length >= safe
        assert match.due.seats
        return match.log.length


def test_whatever_call_of_the_disk_is_the_last_the_match_comes_back_at_the_last_safe_move(tmp_path: Path) -> None:
    outcomes: set[int] = set()
    with dying("kill_program") as death:
        for number in range(DEATHS):
            folder = tmp_path / str(number)
            at = number + 1 if number < 12 else 1 + RandomStream(derive_entropy("at", number)).below(40)
            code, lines = death(folder, number, at)
            assert code == -signal.SIGKILL
            outcomes.add(comes_back(folder, told(lines)))
    assert len(outcomes) > 8


def test_a_match_killed_repeatedly_is_played_to_its_end(tmp_path: Path) -> None:
    length = 0
    for number in range(KILLS):
        with child(tmp_path, number, NEVER) as process:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(1 + number % 2)]
            process.kill()
            lines += process.stdout.readlines()
        length = max(length, told(lines))
        rows = list_matches(tmp_path)
        if rows[0].state is not MatchState.IN_PLAY:
            break
        assert comes_back(tmp_path, length) >= length
    with resume(list_matches(tmp_path)[0].path) as match:
        assert play(match).over
        raws = [link.raw for link in links_of(match.log)]
    assert len(raws) == len(set(raws))
    assert verify_file(match.path, boxes=boxes).sound


def test_a_guest_killed_at_any_disk_call_keeps_all_that_it_took_and_signed(tmp_path: Path) -> None:
    place, deaths = tmp_path / "0", 0
    with dying("kill_replica") as death:
        for number in range(LIVES):
            at = 1 + RandomStream(derive_entropy("guest", number)).below(24)
            code, written = death(place, number, at)
            if code == 0:
                place = tmp_path / str(number)
                continue
            assert code == -signal.SIGKILL
            deaths += 1
            holds_what_it_told(place, [line.split() for line in written])
    assert deaths > LIVES // 2
    with host(place / "host") as match, guest(place, match) as copy:
        chance = RandomStream(derive_entropy("end"))
        copy.take(match.raw_entries(copy.log.length))
        while not copy.over:
            turn(match, copy, chance)
        assert copy.raw_entries() == match.raw_entries()
        assert copy.audit() is None
    assert verify_file(copy.path, boxes=boxes).sound


def holds_what_it_told(place: Path, lines: list[list[str]]) -> None:
    """Check that the guest's file holds all that the program said was taken or signed."""
    rows = list_matches(place / "guest")
    if not rows:
        assert not lines
        return
    with Replica.open(rows[0].path, GUEST_KEYS, boxes=boxes) as copy, host(place / "host") as match:
        assert copy.raw_entries() == match.raw_entries()[: copy.log.length]
        assert copy.log.length >= max([int(line[1]) for line in lines if line[0] == "taken"], default=0)
        held = {link.entry.body.submission for link in links_of(copy.log) if isinstance(link.entry.body, SeatBody)}
        for line in lines:
            if line[0] == "signed":
                assert bytes.fromhex(line[1]) in {*copy.pending(), *held}


def guest(folder: Path, match: Match) -> Replica:
    """The guest's copy, on a disk that lasts."""
    return Replica.follow(folder / "guest", encode_header(match.header), GUEST_KEYS, boxes=boxes)


def test_a_file_that_is_being_made_when_the_program_dies_is_no_match_yet(tmp_path: Path) -> None:
    with child(tmp_path, 0, 1) as process:
        process.wait()
    (draft,) = tmp_path.iterdir()
    with pytest.raises(SaveError):
        resume(draft)
    assert list_matches(tmp_path) == []
    assert not draft.exists()
