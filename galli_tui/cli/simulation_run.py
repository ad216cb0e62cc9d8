"""Simulation runs from the command line: what is played, how a run is stopped, and where its report goes."""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager, suppress
from os.path import realpath
from pathlib import Path
from secrets import token_hex
from shutil import copymode
from typing import Final, TypeVar

from galli_tui.bots.processors import processors
from galli_tui.cli.game_options import components_of, options_of
from galli_tui.lab.progress import ProgressLine
from galli_tui.lab.runs import MOST_MATCHES, SimulationRun, TableSetup
from galli_tui.lab.workers import Job, in_processes
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.safe_text import sanitize
from rules.bots import bot_named, bot_names
from rules.engine.game import GameBox, OptionError
from rules.engine.plain_data import Plain
from saves.errors import quoted
from saves.format import canonical

T = TypeVar("T")

MOST_JOBS: Final = 60
"""Windows cannot wait for more processes."""
STDOUT: Final = "-"
"""The value of `--json` without a file."""


def run_of(args: Namespace, box: GameBox) -> SimulationRun:
    """Return the run given. Raises `CommandError` if the options contradict each other."""
    components = components_of(box, args.components)
    tables = tuple(_table(args, box, components, seats) for seats in args.seats or (None,))
    data = None if components is None else canonical.encode(components)
    run = SimulationRun(box.meta.key, tables, args.seed, args.games, args.swap, data)
    if run.matches > MOST_MATCHES:
        raise CommandError(f"a run has at most {MOST_MATCHES} matches, not {run.matches}", Exit.USAGE)
    if run.swap and any(table.bands or len(table.bots) != 2 or len(set(table.bots)) != 2 for table in tables):
        raise CommandError("--swap needs two different bots: --mode versus --seats 2 --bots a,b", Exit.USAGE)
    return run


def processes_of(args: Namespace) -> int:
    """Return how many processes play here. Raises `CommandError`."""
    if args.jobs is not None and args.cluster is not None:
        raise CommandError("--jobs does not work with --cluster", Exit.USAGE)
    if args.jobs is not None and args.jobs > MOST_JOBS:
        raise CommandError(f"--jobs takes 1 to {MOST_JOBS}, not {args.jobs}", Exit.USAGE)
    return args.jobs or min(processors(), MOST_JOBS)


def play_all(
    jobs: Iterator[Job],
    args: Namespace,
    processes: int,
    play_one: Callable[[Job], T],
    keep: Callable[[T], None],
    progress: ProgressLine,
) -> None:
    """Play the jobs and pass each result to `keep` as it arrives, until all are played or the run is stopped."""
    try:
        with suppress(KeyboardInterrupt), _stoppable(), closing(_played(jobs, args, processes, play_one)) as found:
            for one in found:
                keep(one)
                progress.one()
    finally:
        progress.end()


def report_file(word: str | None) -> Path | None:
    """Return the file that `--json` names, if any. Raises `CommandError` before any match if it cannot be written."""
    if word in (None, STDOUT):
        return None
    path = Path(word)
    try:
        # What is no file, such as a pipe, is opened once, for the report.
        if path.is_dir() or path.is_file():
            path.open("ab").close()
        elif not path.exists():
            whole = _whole(path)  # A link may lead to where nothing is yet.
            whole.open("xb").close()
            whole.unlink()
        if path.is_file() or not path.exists():
            _create_draft(_whole(path)).unlink()
    except (OSError, ValueError) as error:
        raise _unwritten(path, error) from None
    return path


def print_report(
    args: Namespace, path: Path | None, report: Callable[[], object], lines: Callable[[], Iterator[str]]
) -> None:
    """Report a run as JSON, as lines, or both, as the options say. Raises `CommandError`.

    The file is written first, as the reader of the output may be gone by then; if it cannot be, the lines are printed
    all the same.
    """
    failure = None
    if args.json is not None:
        try:
            give(report(), path)
        except CommandError as error:
            failure = error
    if args.json is None or path is not None:
        print("\n".join(lines()))
    if failure is not None:
        raise failure


def give(report: object, path: Path | None) -> None:
    """Write a report as JSON, to the file or to the output. Raises `CommandError`."""
    text = json.dumps(report, indent=2)
    if path is None:
        print(text)
        return
    try:
        _write(path, f"{text}\n".encode())
    except OSError as error:
        raise _unwritten(path, error) from None


def _write(path: Path, data: bytes) -> None:
    """Write all of a file or nothing: until it is complete, an older file stays. Raises OSError."""
    if path.exists() and not path.is_file():
        path.write_bytes(data)  # A program reads it from the other end.
        return
    whole = _whole(path)
    draft = _create_draft(whole)
    try:
        if whole.exists():
            copymode(whole, draft)
        draft.write_bytes(data)
        draft.replace(whole)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def _whole(path: Path) -> Path:
    """Return the path behind all links. Raises OSError if the links form a circle."""
    whole = Path(realpath(path))
    if whole.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return whole


def _create_draft(path: Path) -> Path:
    """Create an empty file with a new name in the same folder, and return its path. Raises OSError."""
    draft = path.with_name(f".galli-tui-{token_hex(8)}.part")
    draft.touch(exist_ok=False)
    return draft


def half_text() -> str:
    """Return how half a point is written in this program's output."""
    return "½" if "utf" in (getattr(sys.stdout, "encoding", None) or "").lower() else ".5"


def _table(args: Namespace, box: GameBox, components: Plain | None, seats: int | None) -> TableSetup:
    options = options_of(box.meta, args, seats)
    try:
        game = box.new(options, components)
    except OptionError as error:
        raise CommandError(str(error), Exit.USAGE) from None
    return TableSetup(options, _bots(args.bots, options.seats), game.bands)


def _bots(words: str, seats: int) -> tuple[str, ...]:
    names = [word.strip() for word in words.split(",")]
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise CommandError(f"--bots names {len(names)} bots, but the table has {seats} seats", Exit.USAGE)
    try:
        return tuple(bot_named(name).name for name in names)
    except KeyError as error:
        known = ", ".join(bot_names())
        raise CommandError(f"unknown bot {sanitize(error.args[0], 40)!r}; available: {known}", Exit.USAGE) from None


def _played(jobs: Iterator[Job], args: Namespace, processes: int, play_one: Callable[[Job], T]) -> Generator[T]:
    """Yield the result of each match as it arrives. With one process, this one plays."""
    if processes and args.cluster is not None:
        from galli_tui.lab.cluster import on_cluster

        yield from on_cluster(jobs, args.cluster, play_one)
    elif processes > 1:
        yield from in_processes(jobs, processes, play_one)
    else:
        yield from map(play_one, jobs)


@contextmanager
def _stoppable() -> Generator[None]:
    """Treat the first signal that ends the program as Ctrl-C, and ignore any further ones."""
    stopped = False

    def stop(*_: object) -> None:
        nonlocal stopped
        if not stopped:
            stopped = True
            raise KeyboardInterrupt

    wishes = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
    # Who asked to outlive the terminal, as with nohup, is not stopped with it.
    before = {it: signal.getsignal(it) for it in wishes}
    heeded = [it for it in wishes if before[it] != signal.SIG_IGN]
    for it in heeded:
        signal.signal(it, stop)
    try:
        yield
    finally:
        for it in heeded:
            signal.signal(it, before[it])


def _unwritten(path: Path, error: OSError | ValueError) -> CommandError:
    reason = error.strerror if isinstance(error, OSError) else "invalid name"
    return CommandError(f"the report {quoted(path)} could not be written ({reason}); name another file", Exit.SAVE)
