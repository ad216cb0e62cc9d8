"""The moves that a program reported as saved, compared with those found on a disk afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from rules.engine.secrecy import Seat
from saves.storage.export import export_match
from saves.storage.identity_file import load_identity
from saves.storage.verify import verify_file


class Found(NamedTuple):
    """What is left after a power cut or a fault."""

    lost: int
    """Moves that were reported as saved and are missing or different."""
    wrong: str
    """Anything else that is wrong; empty if nothing is."""


def what_is_left(home: Path, told: list[str]) -> Found:
    """Compare the moves on the disk with those that the program has reported."""
    made = dict(line.split(" ", 2)[1:] for line in told if line.startswith("made "))
    files = sorted((home / "matches").glob("*.galli")) if (home / "matches").is_dir() else []
    if not files:
        return Found(len(made), "" if not made else "no match is left")
    (path,) = files
    try:
        report = verify_file(path)
        exported = export_match(path, seat=Seat(0), identity=load_identity(home, make=False))
    except Exception as error:
        return Found(len(made), f"{type(error).__name__}: {error}")
    wrong = "" if report.problem is None and all("is incomplete" in it for it in report.notices) else "invalid"
    rows = exported["events"]
    assert isinstance(rows, list)
    there = {str(row["entry"]): row["event"] for row in rows if isinstance(row, dict)}
    return Found(sum(there.get(number) != event for number, event in made.items()), wrong)
