"""The commands that players wait for: `list`, empty and with many finished matches, and `resume` of a long match."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from hashlib import blake2b
from pathlib import Path
from statistics import median

from benchmarks.pairing import Ratio, paired
from benchmarks.screen_speed import first_frame
from rules.engine.entropy import RandomStream
from rules.engine.game import Options
from saves.format.header import Player, seeded
from saves.storage.identity_file import load_identity
from saves.storage.match import Match

MATCHES = 1_000
DIFFERENT = 10
"""The number of matches that are played; the rest are copies under other names, which a list reads like any other."""
PAIRS = 7

READ_ALL = """
import sys
from hashlib import blake2b
from pathlib import Path
for path in Path(sys.argv[1]).glob("*.galli"):
    blake2b(path.read_bytes()).digest()
"""
"""The least that any list has to do: read and hash every file."""


def ratios() -> list[Ratio]:
    """Return processor time of `list` beside bare Python, and `resume`'s first frame beside the menu's."""
    with tempfile.TemporaryDirectory() as folder:
        empty, many, long = (Path(folder, name) for name in ("empty", "many", "long"))
        empty.mkdir(mode=0o700)
        finished(many)
        unfinished(long)
        processor_seconds([sys.executable, "-m", "galli_tui", "list"], many)  # Makes the summaries.
        return [
            paired(
                "`list` without a match: processor time",
                lambda: processor_seconds([sys.executable, "-m", "galli_tui", "list"], empty),
                lambda: processor_seconds([sys.executable, "-c", "import msgpack, nacl.signing, platformdirs"], empty),
                "Python importing what opens a match",
                unit="s",
                bound=2,
                pairs=PAIRS,
            ),
            paired(
                f"`list` with {MATCHES:,} finished matches: processor time",
                lambda: processor_seconds([sys.executable, "-m", "galli_tui", "list"], many),
                lambda: processor_seconds([sys.executable, "-c", READ_ALL, str(many / "matches")], many),
                "bare Python that reads and hashes the files",
                unit="s",
                bound=3.5,
                pairs=PAIRS,
            ),
            _resuming(long),
        ]


def _resuming(home: Path) -> Ratio:
    pairs = [(first_frame("resume", home).seconds * 1e3, first_frame("menu").seconds * 1e3) for _ in range(PAIRS + 1)]
    ours, peers = zip(*pairs[1:], strict=True)
    return Ratio(
        "first frame of `resume`, a match of level III near its end",
        "the menu",
        median(ours),
        median(peers),
        "ms",
        tuple(own / other for own, other in pairs[1:]),
        3,
    )


def processor_seconds(command: list[str], home: Path) -> float:
    """Return the processor time of one run of a command, user and system."""
    environment = {**os.environ, "GALLI_TUI_HOME": str(home)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # Installed programs are compiled.
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def finished(home: Path) -> None:
    """Fill a home with finished matches of level I."""
    played = [_played(home, seed, Options(2, "versus", 1), whole=True) for seed in range(DIFFERENT)]
    for number in range(MATCHES - DIFFERENT):
        source = played[number % DIFFERENT]
        shutil.copy(source, source.with_name(f"{blake2b(bytes([number % 256, number >> 8])).hexdigest()[:32]}.galli"))


def unfinished(home: Path) -> None:
    """Put one match of level III into a home, its last decision still open."""
    _played(home, 0, Options(2, "coop", 3), whole=False)


def _played(home: Path, seed: int, options: Options, *, whole: bool) -> Path:
    """Play a match at random and return its file."""
    folder = home / "matches"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    players = [Player("Anna", "red"), Player("Bruno", "blue")]
    chance = RandomStream(seed.to_bytes(8, "big"))
    with Match.create(
        folder, "campus-galli", options, players, seeded(seed), identity=load_identity(home), now=0
    ) as match:
        while not match.due.over and (whole or len(match.events) < 250):
            seat = match.due.seats[0]
            match.submit(chance.choice(match.game.legal(match.view(seat), seat)))
        return match.path
