"""The worker processes that play the matches of a run. Each gets plain data only.

Results come in any order; the caller sorts them.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, NamedTuple, TypeVar

from galli_tui.lab.export import file_name, write_match
from galli_tui.lab.runs import MatchResult, MatchSpec, SimulationRun, components_in, rules_hash
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from rules.bots import bot_named
from rules.engine.game import AnyGame, Options
from rules.engine.tally import Tally
from rules.registry import game_box
from rules.simulate import PlayedMatch, play

T = TypeVar("T")

AHEAD: Final = 2
"""The matches handed out per worker, so that none waits for the next."""
GLANCE: Final = 10.0
"""The seconds without a result after which the workers are checked."""


class Job(NamedTuple):
    """A match as plain data for a worker."""

    game: str
    options: Options
    components: bytes | None
    bots: tuple[str, ...]
    rules: str
    task: MatchSpec
    file: str | None = None
    """The match file to write; None for none."""


class RulesMismatch(Exception):
    """The worker's rules or bots differ from the caller's."""


def jobs_of(run: SimulationRun, tasks: Iterator[MatchSpec], folder: Path | None = None) -> Iterator[Job]:
    """Yield matches of a run as jobs. They are written to the folder, if one is given."""
    for task in tasks:
        table = run.tables[task.table]
        file = None if folder is None else str(folder / file_name(run.game, table, task))
        yield Job(run.game, table.options, run.components, table.seated(task.swapped), rules_hash(), task, file)


class TalliedMatch(NamedTuple):
    """The result of a match, and the tally of its components."""

    result: MatchResult
    tally: Tally


def play_job(job: Job) -> MatchResult:
    """Play one match. Raises `RulesMismatch` if it would be another match, `SaveError` if it cannot be written."""
    played = _played(job, _game_of(job))
    if job.file is not None:
        write_match(Path(job.file), job.game, job.options, job.bots, components_in(job.components), played)
    return _match_result(job, played)


def tally_job(job: Job) -> TalliedMatch:
    """Play one match as `play_job` does, and tally its components."""
    game = _game_of(job)
    played = _played(job, game)
    return TalliedMatch(_match_result(job, played), game.tally(played.events))


def _played(job: Job, game: AnyGame) -> PlayedMatch:
    return play(game, [bot_named(name) for name in job.bots], job.task.seed)


def _match_result(job: Job, played: PlayedMatch) -> MatchResult:
    sheet = played.sheet
    winners = tuple(seat + 1 for seat in sheet.winners)
    return MatchResult(*job.task, len(played.events), sheet.seats, sheet.team, sheet.band, winners, sheet.reason)


def _game_of(job: Job) -> AnyGame:
    if job.rules != rules_hash():
        raise RulesMismatch
    return _game(job.game, job.options, job.components)


@lru_cache(maxsize=8)
def _game(key: str, options: Options, components: bytes | None) -> AnyGame:
    return game_box(key).new(options, components_in(components))


def in_processes(jobs: Iterator[Job], processes: int, play_one: Callable[[Job], T]) -> Generator[T]:
    """Play the jobs in several processes. Close the iterator to kill them at once."""
    others = set(active_children())
    with _ignoring_signals():  # With its first queue the pool starts a process that looks after what they share.
        pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=_watch_parent)

    def submit(job: Job, done: Callable[[Future[T]], object]) -> None:
        with _ignoring_signals():  # The pool starts its processes when it is given something to do.
            pool.submit(play_one, job).add_done_callback(done)

    try:
        yield from drained(jobs, submit, AHEAD * processes)
    except BrokenProcessPool:
        raise CommandError(
            "a worker process ended unexpectedly, perhaps out of memory; try again with fewer --jobs",
            Exit.FAULT,
        ) from None
    except BaseException:
        for process in set(active_children()) - others:
            process.kill()  # Also one that was stopped, which would hear of an end only when it goes on.
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def drained(
    jobs: Iterator[Job],
    submit: Callable[[Job, Callable[[Future[T]], object]], None],
    ahead: int,
    look: Callable[[], None] | None = None,
) -> Generator[T]:
    """Yield results as they arrive, with `ahead` jobs handed out at a time. Call `look` if none arrives for long.

    It waits for a queue and not for the futures: a signal that interrupts `concurrent.futures.wait` can leave their
    locks held, and then the pool never ends.
    """
    arrived, left = SimpleQueue[Future[T]](), 0
    wanted = ahead
    while True:
        for job in islice(jobs, wanted):
            submit(job, arrived.put)
            left += 1
        if not left:
            return
        try:
            future = arrived.get(timeout=GLANCE)
        except Empty:
            wanted = 0
            if look is not None:
                look()
        else:
            wanted, left = 1, left - 1
            yield future.result()


def _watch_parent() -> None:
    """End the worker together with its parent, since it ignores signals."""
    Thread(target=_end_with_parent, name="parent", daemon=True).start()


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(Exit.FAULT)


@contextmanager
def _ignoring_signals() -> Generator[None]:
    """Start processes that ignore Ctrl-C and the terminal's end: their parent ends them.

    Signals to this process are delayed meanwhile, if the system can do that.
    """
    wishes = [signal.SIGINT, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
    if hasattr(signal, "pthread_sigmask"):
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, wishes)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        return
    before = [(it, signal.signal(it, signal.SIG_IGN)) for it in wishes]
    try:
        yield
    finally:
        for it, handler in before:
            signal.signal(it, handler)
