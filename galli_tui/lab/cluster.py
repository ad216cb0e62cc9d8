"""Matches on a Dask cluster. Its scheduler and workers are trusted: their answers are run as code.

They need the same version of this program; otherwise the command says so.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from galli_tui.lab.workers import AHEAD, Job, RulesMismatch, drained
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.safe_text import sanitize

if TYPE_CHECKING:
    from distributed import Client

T = TypeVar("T")

ADDRESS: Final = re.compile(
    r"(?:tcp://)?(?:[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?|\[[0-9A-Fa-f:.]+(?:%[A-Za-z0-9._-]+)?\]):([0-9]{1,5})"
)
"""The addresses accepted. On others Dask may hang, or take them for a kind of address that is untested here."""
HOW: Final = "use the one that `dask scheduler` prints, such as tcp://192.168.1.20:8786"
PATIENCE: Final = 10.0
"""The seconds that a cluster has to answer, and to show its first worker."""


def on_cluster(jobs: Iterator[Job], address: str, play_one: Callable[[Job], T]) -> Generator[T]:
    """Play the jobs on the cluster of the scheduler. Close the iterator to leave it. Raises `CommandError`."""
    name = sanitize(address, 80)
    with _connected(address, name) as client:

        def look() -> None:
            _require_workers(client, name)

        look()
        threads = sum(client.nthreads().values())
        pool = client.get_executor(pure=False)

        def submit(job: Job, done: Callable[[Future[T]], object]) -> None:
            pool.submit(play_one, job).add_done_callback(done)

        try:
            yield from drained(jobs, submit, AHEAD * threads, look)
        finally:
            pool.shutdown(wait=False)


@contextmanager
def _connected(address: str, name: str) -> Generator[Client]:
    named = ADDRESS.fullmatch(address)
    if named is None or not 0 < int(named[1]) < 1 << 16:
        raise CommandError(f"{name!r} is not a cluster address; {HOW}", Exit.USAGE)
    try:
        import distributed
    except ImportError:
        raise CommandError(
            "a cluster needs the package `distributed`: install galli-tui with the extra `cluster`, or use --jobs",
            Exit.INSTALLATION,
        ) from None
    logging.disable()  # What it has to say is said here, in one sentence.
    try:
        _require_scheduler(address, name)
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except OSError as error:
        reason = f" ({sanitize(str(error), 120)})" if str(error) else ""
        raise CommandError(f"no cluster answers at {name!r}{reason}; {HOW}", Exit.NETWORK) from None
    try:
        yield client
    except (RulesMismatch, ImportError, RuntimeError) as error:
        # What the scheduler cannot unpack, for want of the program, it says in words alone.
        if isinstance(error, RuntimeError) and "deserialization" not in str(error):
            raise
        raise CommandError(
            f"the scheduler or a worker of {name!r} has another version of the game; install the same one everywhere",
            Exit.NETWORK,
        ) from None
    except (OSError, CancelledError, distributed.KilledWorker) as error:
        raise CommandError(
            f"the cluster at {name!r} was lost ({type(error).__name__}); a run with --results FILE can be continued",
            Exit.NETWORK,
        ) from None
    finally:
        client.close(timeout=PATIENCE)
        logging.disable(logging.NOTSET)


def _require_scheduler(address: str, name: str) -> None:
    """Raise `CommandError` unless a Dask scheduler answers, and OSError if nothing answers.

    At any other server, such as a scheduler's own web page, a Dask client waits for ever or fails.
    """
    try:
        answer = asyncio.run(_identity(address))
    except OSError:
        raise
    except Exception:
        answer = None  # Dask takes any bytes for its own, and fails on them in many ways.
    if not isinstance(answer, dict) or cast("dict[str, object]", answer).get("type") != "Scheduler":
        raise CommandError(f"{name!r} is not a Dask scheduler; {HOW}", Exit.NETWORK)


async def _identity(address: str) -> object:
    import distributed

    async with asyncio.timeout(PATIENCE), cast("Any", distributed).rpc(address) as there:
        return await there.identity()


def _require_workers(client: Client, name: str) -> None:
    """Wait until the cluster has a worker; it may just be losing one and getting another. Raises `CommandError`."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise CommandError(
            f"the cluster at {name!r} has no workers; start some with `dask worker`, of the same version",
            Exit.NETWORK,
        ) from None
