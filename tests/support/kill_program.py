"""A program that plays the sample game until it is killed, or kills itself: arguments are folder, seed and call.

Without arguments it reads them from standard input, a line each, and plays each in a forked process: many deaths then
pay for one start. How each ended comes on standard output as `ended` with the exit code.

Each move that is safe is told on standard output as the length of the log. The numbered call that would change the
disk is cut short, and the process with it, as a power switch would do.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from rules.engine.entropy import RandomStream, derive_entropy
from saves.storage.disk import Disk
from saves.storage.match import Match
from tests.support.sample_match import any_move, begin, resume


class Mortal(Disk):
    """A disk on which the program dies before, during or after one call."""

    def __init__(self, at: int, chance: RandomStream) -> None:
        self.left = at
        self.chance = chance

    def dies(self) -> bool:
        """Return whether the program dies at this call."""
        self.left -= 1
        return self.left == 0

    def write(self, handle: int, data: memoryview) -> int:
        if self.dies():
            super().write(handle, data[: self.chance.below(len(data) + 1)])
            die()
        return super().write(handle, data)

    def sync(self, handle: int) -> None:
        dies = self.dies()
        if dies and self.chance.below(2):
            die()
        super().sync(handle)
        if dies:
            die()

    def truncate(self, handle: int, size: int) -> None:
        if self.dies():
            die()
        super().truncate(handle, size)


def die() -> None:
    """End the process as SIGKILL does, without any cleanup."""
    os.kill(os.getpid(), signal.SIGKILL)


def run(play: Callable[[Path, int, int], None]) -> None:
    """Play as the arguments say, or as each line of standard input says."""
    if len(sys.argv) > 1:
        play(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
        return
    for line in sys.stdin:
        folder, seed, at = line.rstrip("\n").split("\t")
        child = os.fork()
        if child == 0:
            play(Path(folder), int(seed), int(at))
            return
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"ended {os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


def play(folder: Path, seed: int, at: int) -> None:
    """Play a new match or the one in the folder to its end, with an undo now and then."""
    disk = Mortal(at, RandomStream(derive_entropy("death", seed)))
    started = list(folder.glob("*.galli"))
    match = resume(started[0], disk=disk) if started else begin(folder, seats=3, disk=disk)
    stream = RandomStream(derive_entropy("moves", seed))
    while not match.over:
        turn(match, stream)
        sys.stdout.write(f"{match.log.length}\n")
        sys.stdout.flush()


def turn(match: Match, stream: RandomStream) -> None:
    """Make one move or takeback."""
    able = [seat for seat in match.header.seats if match.can_take_back(seat)]
    if able and stream.below(3) == 0:
        match.take_back(stream.choice(able))
    else:
        match.submit(any_move(match.game, match.log, stream))


if __name__ == "__main__":
    run(play)
