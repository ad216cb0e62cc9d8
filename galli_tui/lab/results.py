"""The results file, which records the matches of a run as they end, one line each, so that the run can be continued.

Its first line describes the run. Every line is checked as untrusted input.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Self, cast

from galli_tui.lab.runs import MatchResult, MatchSpec, SimulationRun, result_fields, result_from_fields
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.safe_text import sanitize
from rules.engine.plain_data import PlainError
from saves.errors import quoted
from saves.storage.disk import BINARY, DISK, Disk, lock

MARK: Final = "galli-tui simulate"
FORMAT: Final = 2
MAX_LINE: Final = 1 << 16
"""No line takes more bytes."""

_TOLD: Final = {"game": "game", "seed": "first seed", "swap": "choice of --swap"}
_NOT_TOLD: Final = {"components": "components differ", "tables": "tables or bots differ"}
_DAMAGED: Final = "is damaged; remove the line, and its match is played again"
_VERSION: Final = "another version of this program"


class Results:
    """An open results file, locked against other writers."""

    def __init__(self, path: Path, handle: int, disk: Disk) -> None:
        self.kept: dict[MatchSpec, MatchResult] = {}
        """The matches in the file."""
        self.notice = ""
        """What the player should know about its opening; usually empty."""
        self._path = path
        self._handle = handle
        self._disk = disk
        self._size = 0

    @classmethod
    def open(cls, path: Path, run: SimulationRun, disk: Disk = DISK) -> Self:
        """Open the file of this run, created if needed. Raises `CommandError` if it is another file or damaged."""
        handle = _opened(path)
        try:
            if not lock(handle):
                raise CommandError(f"another run is writing to {quoted(path)}; wait until it ends", Exit.SAVE)
            results = cls(path, handle, disk)
            results._begin(run)
        except OSError as error:
            os.close(handle)
            raise _file_error(error, path, "read or written to") from None
        except BaseException:
            os.close(handle)
            raise
        return results

    def add(self, result: MatchResult) -> None:
        """Append a match. Raises `CommandError` and leaves the file as it was."""
        self._write(_line(result_fields(result)))
        self.kept[result.task] = result

    def close(self) -> None:
        """Close the file once everything is on the disk."""
        try:
            self._disk.sync(self._handle)
        except OSError as error:
            raise _file_error(error, self._path, "written to") from None
        finally:
            os.close(self._handle)

    def _begin(self, run: SimulationRun) -> None:
        head = _line({MARK: FORMAT, "run": run.identity()})
        with os.fdopen(os.dup(self._handle), "rb") as file:
            first = file.readline(MAX_LINE)
            if not first.endswith(b"\n") and head.startswith(first):
                # Nothing yet, or a beginning that was cut off.
                self._cut()
                self._write(head)
                return
            _require_same(self._path, first, head)
            self._size = len(first)
            number = 1
            while line := file.readline(MAX_LINE):
                number += 1
                if not line.endswith(b"\n") and len(line) < MAX_LINE:
                    self._cut()
                    self.notice = f"{quoted(self._path)} ended within a match, which is played again"
                    return
                self._keep(run, line, number)
                self._size += len(line)

    def _keep(self, run: SimulationRun, line: bytes, number: int) -> None:
        try:
            result = result_from_fields(_parsed(line))
        except PlainError:
            result = None
        twice = result is not None and result.task in self.kept
        if result is None or twice or not _belongs(result, run):
            how = "repeats a match; remove the line" if twice else _DAMAGED
            raise CommandError(f"line {number} of the results file {quoted(self._path)} {how}", Exit.REFUSED)
        self.kept[result.task] = result

    def _cut(self) -> None:
        self._disk.truncate(self._handle, self._size)

    def _write(self, line: bytes) -> None:
        left = memoryview(line)
        try:
            os.lseek(self._handle, self._size, os.SEEK_SET)
            while left:
                left = left[self._disk.write(self._handle, left) :]
        except OSError as error:
            with contextlib.suppress(OSError):
                self._cut()
            raise _file_error(error, self._path, "written to") from None
        self._size += len(line)


def _opened(path: Path) -> int:
    # A pipe, which might never be opened from its other end, is not waited for.
    flags = os.O_RDWR | os.O_CREAT | BINARY | getattr(os, "O_NONBLOCK", 0)
    try:
        handle = os.open(path, flags, 0o666)
    except (OSError, ValueError) as error:
        raise _file_error(error, path, "opened") from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise CommandError(f"{quoted(path)} is not a regular file, so it cannot hold results", Exit.SAVE)
    return handle


def _file_error(error: OSError | ValueError, path: Path, doing: str) -> CommandError:
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.ENOSPC, errno.EDQUOT):
        return CommandError(
            f"the disk is full, so the results file {quoted(path)} could not be {doing}; the matches in it are kept: "
            "free some space and run the same command again",
            Exit.SAVE,
        )
    reason = error.strerror if isinstance(error, OSError) else "invalid name"
    return CommandError(
        f"the results file {quoted(path)} could not be {doing} ({reason}); use a folder that you can write to",
        Exit.SAVE,
    )


def _line(row: Mapping[str, object]) -> bytes:
    return json.dumps(row, separators=(",", ":")).encode() + b"\n"


def _parsed(line: bytes) -> object:
    try:
        return json.loads(line, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return a JSON object as a dictionary. Raises ValueError for a repeated key."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("named twice")
    return found


def _require_same(path: Path, first: bytes, head: bytes) -> None:
    """Raise `CommandError`, with the difference, unless the file's first line is this run's."""
    if first == head:
        return
    data = _parsed(first)
    found = cast("dict[str, object]", data) if isinstance(data, dict) else {}
    run = found.get("run")
    if MARK not in found or not isinstance(run, dict):
        raise CommandError(f"{quoted(path)} is not a results file of `galli-tui simulate`; name another", Exit.REFUSED)
    ours = cast("dict[str, object]", json.loads(head)["run"])
    theirs = cast("dict[str, object]", run)
    other = next((key for key, value in ours.items() if theirs.get(key) != value), "format")
    if other in _TOLD:
        what = f"its {_TOLD[other]} is {sanitize(json.dumps(theirs.get(other)), 40)}, not {json.dumps(ours[other])}"
    elif other in _NOT_TOLD:
        what = f"its {_NOT_TOLD[other]}"
    elif other == "format" and found[MARK] == FORMAT:
        how = "belongs to this run, but was changed, perhaps by an editor that changed its line ends; name another file"
        raise CommandError(f"line 1 of the results file {quoted(path)} {how}", Exit.REFUSED)
    else:
        raise CommandError(
            f"the results file {quoted(path)} is from {_VERSION}: continue it there, or name another file", Exit.REFUSED
        )
    raise CommandError(
        f"the results file {quoted(path)} belongs to another run: {what}; use that run's options, or name another file",
        Exit.REFUSED,
    )


def _belongs(result: MatchResult, run: SimulationRun) -> bool:
    """Return whether a match can have ended like that in this run, which may once have been longer."""
    if result.table >= len(run.tables) or result.seed < run.seed or result.swapped > run.swap:
        return False
    table = run.tables[result.table]
    seats = table.options.seats
    if len(result.scores) != seats:
        return False
    if table.bands:
        return result.band in table.bands and result.team is not None and not result.winners
    rising = result.winners == tuple(sorted(set(result.winners)))
    if result.band or result.team is not None:
        return False
    if not (rising and result.winners and result.winners[-1] <= seats):
        return False
    # What else decides is the game's; without a reason, the score alone has.
    return bool(result.reason) or all(result.scores[winner - 1] == max(result.scores) for winner in result.winners)
