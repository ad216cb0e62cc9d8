"""The strength of the bots: `python -m benchmarks.strength FOLDER` plays and prints the tables of docs/strength.md.

Every series is one `galli-tui simulate` whose results are kept in FOLDER. If interrupted, the same command continues.
Names of series after the folder restrict it to those; `-` plays nothing and prints the results so far.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

BOTS: Final = ("novice", "brother", "prior", "abbot")
SEED: Final = 1
SEEDS: Final = 300
"""Matches of each table that plays together."""
PAIRS: Final = {
    "brother-novice-1": 100,
    "brother-novice-3": 100,
    "prior-brother-1": 200,
    "prior-brother-3": 60,
    "abbot-prior-1": 200,
    "abbot-prior-3": 60,
}
"""Seeds that two bots play against each other twice, in either seat: the stronger one first, and the level."""
NONE: Final = "-"
INTERRUPTED: Final = 130
HEADS: Final = (
    "| bot | against | level | matches | won | tied | share of wins | seeds ahead / level / behind | share of seeds |",
    "|---|---|---|---|---|---|---|---|---|",
)


class Series(NamedTuple):
    """A series of matches of one kind."""

    name: str
    bots: str
    level: int
    seats: int
    mode: str
    games: int

    def command(self, folder: Path) -> list[str]:
        """Return the command that plays the series."""
        kept = [f"--results={folder / self.name}.jsonl", f"--json={self.report(folder)}"]
        what = [f"--bots={self.bots}", f"--level={self.level}", f"--seats={self.seats}", f"--mode={self.mode}"]
        swap = ["--swap"] if self.mode == "versus" else []
        return ["simulate", *what, f"--games={self.games}", f"--seed={SEED}", *swap, *kept]

    def report(self, folder: Path) -> Path:
        """Return the path of its report."""
        return folder / f"{self.name}.json"


def all_series() -> Iterator[Series]:
    """Return all series, the shortest matches first."""
    for name, games in PAIRS.items():
        one, other, level = name.split("-")
        yield Series(name, f"{one},{other}", int(level), 2, "versus", games)
    for bot in BOTS:
        for level in (1, 2, 3):
            for seats in (1, 2, 3, 4):
                yield Series(f"{bot}-{level}x{seats}", bot, level, seats, "coop" if seats > 1 else "solo", SEEDS)


def against(found: Mapping[str, Any], bots: str) -> str:
    """Return a row of the table for versus."""
    stronger, _, weaker = bots.partition(",")
    wins, pairs = found["by_bot"][stronger], found["pairs"]
    seeds = f"{pairs['before']} / {pairs['level']} / {pairs['behind']}"
    counts = f"{wins['share']['of']} | {wins['won']} | {wins['tied']}"
    shares = f"{_interval(wins['share'])} | {seeds} | {_interval(pairs['share'])}"
    return f"| {stronger} | {weaker} | {found['level']} | {counts} | {shares} |"


def together(found: Mapping[str, Any], bot: str) -> str:
    """Return a row of the table for solo and co-op."""
    spread = found["team"]
    points = " | ".join(f"{spread[key] / 2:g}" for key in ("lowest", "quarter", "median", "three_quarters", "highest"))
    bands = found["bands"]
    number = sum(bands.values())
    return f"| {bot} | {found['seats']} | {number} | {points} | {' | '.join(map(str, bands.values()))} |"


def tables(folder: Path) -> Iterator[str]:
    """Return the Markdown tables of all series that have been played."""
    done = [
        (it, json.loads(it.report(folder).read_text())["tables"][0])
        for it in all_series()
        if it.report(folder).exists() and it.report(folder).stat().st_size
    ]
    yield from HEADS
    yield from (against(found, it.bots) for it, found in done if it.mode == "versus")
    for level in (1, 2, 3):
        own = [(it, found) for it, found in done if it.mode != "versus" and it.level == level]
        if own:
            keys = list(own[0][1]["bands"])
            yield from ("", f"Level {level}", "")
            yield f"| bot | seats | matches | lowest | quarter | median | quarter | highest | {' | '.join(keys)} |"
            yield "|---" * (8 + len(keys)) + "|"
            yield from (together(found, it.bots) for it, found in own)


def main() -> int:
    """Play what is missing, then print the tables."""
    parser = ArgumentParser(
        prog="python -m benchmarks.strength", description=(__doc__ or "").partition("\n")[2].strip()
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where matches and figures are kept")
    names = "what is played, such as abbot-prior-1 or brother-2x3; without any all, with - nothing"
    parser.add_argument("series", nargs="*", default=[], metavar="SERIES", help=names)
    words = parser.parse_args()
    if unknown := set(words.series) - {NONE, *(series.name for series in all_series())}:
        parser.error(f"there is no series {', '.join(sorted(unknown))}")
    signal.signal(signal.SIGTERM, _stop)  # As Ctrl-C.
    try:
        words.folder.mkdir(parents=True, exist_ok=True)
        for series in all_series():
            if words.series and series.name not in words.series:
                continue
            command = [sys.executable, "-m", "galli_tui", *series.command(words.folder)]
            if code := _played(command):
                return code
        print("\n".join(tables(words.folder)))
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        parser.error(f"cannot read or write {words.folder}: {error}")
    except (ValueError, LookupError, TypeError):
        parser.error(f"{words.folder} contains a report that simulate did not write: move it away and try again")
    return 0


def _played(command: list[str]) -> int:
    """Play a series and return its exit code. Ctrl-C stops it as well, and gives it time to save its results."""
    with subprocess.Popen(command) as playing:
        try:
            return playing.wait()
        except KeyboardInterrupt:
            playing.terminate()
            raise


def _stop(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def _interval(share: Mapping[str, float]) -> str:
    return f"{100 * share['part']:.1f} % ({100 * share['low']:.1f} to {100 * share['high']:.1f})"


if __name__ == "__main__":
    sys.exit(main())
