"""Power cuts while the real program plays: no move that it reported as saved is lost. Only root can run these.

The control leaves out fsync and must lose moves, which shows that the cuts are real.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rules.engine.entropy import RandomStream, derive_entropy
from saves.storage.paths import matches_folder
from tests.support.announced_and_saved import Found, what_is_left
from tests.support.loop_disk import cut_power, demand_loop_mounts, make_image, mounted
from tests.support.paths import ROOT
from tests.support.saved_matches import galli
from tests.support.terminal import Terminal

LIVES = 12
"""So often the power fails for good, and the next life begins with what is left."""
LOOKS = 8
"""In each life so many other moments at which it might have failed."""

pytestmark = pytest.mark.long


class Player:
    """A running `tests.support.solo_program`, and what it has told so far."""

    def __init__(self, home: Path, *options: str) -> None:
        self.process = subprocess.Popen(
            (sys.executable, "-m", "tests.support.solo_program", *options),
            cwd=ROOT,
            env=os.environ | {"GALLI_TUI_HOME": str(home)},
            stdout=subprocess.PIPE,
        )
        assert self.process.stdout is not None
        self._out = self.process.stdout.fileno()
        fcntl.fcntl(self._out, fcntl.F_SETFL, os.O_NONBLOCK)
        self._told = b""

    @property
    def told(self) -> list[str]:
        """Whole lines."""
        while True:
            try:
                part = os.read(self._out, 1 << 16)
            except BlockingIOError:
                break
            if not part:
                break
            self._told += part
        return [line.decode() for line in self._told.split(b"\n")[:-1]]

    def end(self) -> None:
        """Kills it, so that its disk can be let go of."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def after_power_cut(image: Path, folder: Path) -> Generator[Path, None, None]:
    """The disk as it would come up again, mounted beside the one in use."""
    copy = folder / "cut.img"
    cut_power(image, copy)
    with mounted(copy, folder / "cut") as place:
        yield place / "home"


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    """An image with a file system in it."""
    demand_loop_mounts(tmp_path)
    image = tmp_path / "disk.img"
    make_image(image)
    return image


def wait_for_a_moment(player: Player, chance: RandomStream) -> None:
    """Lets the program get to play, and then for a moment of any length."""
    end = time.monotonic() + 60
    while not player.told and player.process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(chance.below(200) / 1000)


def test_no_move_that_was_saved_is_lost_in_a_power_cut(
    disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, cuts, moves = RandomStream(derive_entropy("power cuts")), 0, 0
    told: list[str] = []
    for life in range(LIVES):
        with mounted(disk, tmp_path / "disk") as place:
            player = Player(place / "home", "--seed", str(life), "--pause", "0.01")
            try:
                for _ in range(LOOKS):
                    wait_for_a_moment(player, chance)
                    known = told + player.told
                    with after_power_cut(disk, tmp_path) as home:
                        assert what_is_left(home, known) == Found(0, "")
                    cuts += 1
                told += player.told
                cut_power(disk, tmp_path / "next.img")
            finally:
                player.end()
        assert not [line for line in told if line.startswith("refused")], told[-3:]
        moves = sum(line.startswith("made ") for line in told)
        (tmp_path / "next.img").replace(disk)
        over = told[-1] == "over"
        with mounted(disk, tmp_path / "disk") as place:
            assert what_is_left(place / "home", told) == Found(0, "")
            cuts += 1
            monkeypatch.setenv("GALLI_TUI_HOME", str(place / "home"))
            (path,) = matches_folder().glob("*.galli")
            checked = galli("verify", str(path))
            assert checked.out.splitlines()[-1] == "Valid." or "is incomplete" in checked.out
            with Terminal("resume", path.stem[-8:], home=place / "home", columns=120, rows=36) as terminal:
                terminal.until(lambda screen: "F1 help" in screen, "the table again")
            if over:
                path.unlink()
                told = []
    print(f"{cuts} power cuts, {moves} moves told in the last match, none lost")
    assert cuts == LIVES * (LOOKS + 1)


def test_without_fsync_the_same_power_cuts_lose_moves(disk: Path, tmp_path: Path) -> None:
    chance, lost = RandomStream(derive_entropy("power cuts")), 0
    with mounted(disk, tmp_path / "disk") as place:
        player = Player(place / "home", "--pause", "0.01", "--careless")
        try:
            for _ in range(LOOKS):
                wait_for_a_moment(player, chance)
                known = player.told
                with after_power_cut(disk, tmp_path) as home:
                    lost += what_is_left(home, known).lost
        finally:
            player.end()
    assert lost
