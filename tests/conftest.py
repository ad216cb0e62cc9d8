"""Rules for every test: a separate home, no sockets unless allowed, no sleep in an event loop, no thread left running.

Python's audit hook sees sockets wherever they are opened. What a test's own `except` swallows still fails it.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support import idle
from tests.support.shared_css import SharedRules

pytest_plugins = ("tests.support.laws_report",)

settings.register_profile("ci", max_examples=50, derandomize=True, database=None, deadline=None, print_blob=True)
settings.register_profile("long", max_examples=2_000, deadline=None, print_blob=True)
settings.load_profile("ci")

# Every test makes a house of its own and drops it whole: to look for rings that often costs a tenth of the time.
gc.set_threshold(20_000, 10, 10)

# Shells have programs in the background ignore Ctrl-C and Ctrl-\, and `nohup` has them ignore the end of the terminal.
# Programs of tests would inherit it.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)

idle.install()
SharedRules().install()

TESTS = Path(__file__).parent
WAITING = (
    "galli_tui/tables/test_farewell",
    "galli_tui/terminal/",
    "net/ssh/",
    "programs/",
    "project/test_packaging",
    "saves/storage/test_changed_while_open",
)
"""The folders and modules of tests that wait for other programs more than they work."""
THREAD_GRACE = 5.0
"""Seconds that a test's threads have to end after it."""

SURROUNDINGS = {
    "COLORTERM": "truecolor",
    "GALLI_TUI_DEBUG": "1",
    "LANG": "C.UTF-8",
    "TERM": "xterm-256color",
    "TZ": "UTC",
}
FOREIGN = (
    "COLUMNS",
    "FORCE_COLOR",
    "LC_ALL",
    "LC_CTYPE",
    "LINES",
    "NO_COLOR",
    "PYTHONPATH",
    "PYTHONWARNINGS",
    "SSH_TTY",
)
HOMES = {
    "GALLI_TUI_HOME": "galli-tui",
    "HOME": "home",
    "USERPROFILE": "home",
    "XDG_CACHE_HOME": "cache",
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
    "XDG_RUNTIME_DIR": "runtime",
    "XDG_STATE_HOME": "state",
}
PUBLIC_SOCKET_CALLS = frozenset(
    {"socket.bind", "socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendmsg", "socket.sendto"}
)


class Unasked(RuntimeError):
    """What a test did without asking for it."""


class Watch:
    """What the audit hook may let pass at the moment, and what it did not."""

    def __init__(self) -> None:
        self.sockets_free = True
        self.sleeps_free = True
        self.offences: list[str] = []

    def __call__(self, event: str, args: tuple[object, ...]) -> None:
        """The audit hook itself. It cannot be taken out, so it must be quick."""
        if event.startswith("socket.") and not self.sockets_free:
            # A pair of AF_UNIX sockets, already connected, is how asyncio wakes itself; -1 wraps an open one.
            opens = event == "socket.__new__" and args[1] not in (socket.AF_UNIX, -1)
            if opens or event in PUBLIC_SOCKET_CALLS:
                self._refuse(f"{event} without the marker `network`")

    def sleep(self, seconds: float, /) -> None:
        """`time.sleep`, but not where it would hold up an event loop."""
        if not self.sleeps_free and _in_event_loop():
            self._refuse("slept in an event loop, which blocks it")
        _sleep(seconds)

    def _refuse(self, what: str) -> None:
        self.offences.append(what)
        raise Unasked(what)

    def judge(self) -> None:
        """Fails the test for what it swallowed."""
        offences, self.offences = self.offences, []
        if offences:
            pytest.fail("; ".join(offences), pytrace=False)


def _in_event_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


watch = Watch()
sys.addaudithook(watch)
_sleep = time.sleep
time.sleep = watch.sleep


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that wait for programs and clocks, spread over the workers, so that none comes last."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    waiting = [item for item in items if item.path.relative_to(TESTS).as_posix().startswith(WAITING)]
    modules = list(dict.fromkeys(item.path for item in waiting))
    first = frozenset(waiting)
    others = [item for item in items if item not in first]
    share = -(-len(items) // workers)
    items.clear()
    for worker in range(workers):  # Each is first given as many tests, in this order.
        own = [item for item in waiting if item.path in modules[worker::workers]]
        rest = max(0, share * (worker + 1) - len(items) - len(own))
        items += own + others[:rest]
        del others[:rest]
    items += others


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Leave what exists before the first test out of every search for cycles: it is large, and stays to the end."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Watches a test from its first fixture to its last."""
    watch.sockets_free = item.get_closest_marker("network") is not None
    watch.sleeps_free = False
    try:
        return (yield)
    finally:
        watch.sockets_free = watch.sleeps_free = True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    """Remembers which threads there were."""
    item.stash[THREADS] = frozenset(threading.enumerate())
    result = yield
    watch.judge()
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """Fails a test that swallowed an offence; one that shows it fails by itself."""
    watch.offences = []
    result = yield
    watch.judge()
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """Fails a test that leaves a thread running."""
    watch.offences = []
    result = yield
    watch.judge()
    deadline = time.monotonic() + THREAD_GRACE
    left = [thread for thread in threading.enumerate() if thread not in item.stash[THREADS]]
    for thread in left:
        thread.join(max(0.0, deadline - time.monotonic()))
    if alive := [thread.name for thread in left if thread.is_alive()]:
        pytest.fail(f"left threads running: {', '.join(alive)}", pytrace=False)
    return result


THREADS = pytest.StashKey[frozenset[threading.Thread]]()


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return folders for all tests of a run. Pytest's own numbering would list those of all earlier tests each time."""
    base = tmp_path_factory.mktemp("users")
    return (base / str(number) for number in count())


@pytest.fixture(autouse=True)
def home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh folder that holds everything the program thinks of as the user's; and a terminal we know."""
    base = next(homes)
    base.mkdir(mode=0o700)
    for name, folder in HOMES.items():
        (base / folder).mkdir(mode=0o700, exist_ok=True)
        monkeypatch.setenv(name, str(base / folder))
    for name in (*FOREIGN, *(name for name in os.environ if name.startswith("TEXTUAL_") and "SNAPSHOT" not in name)):
        monkeypatch.delenv(name, raising=False)
    for name, value in SURROUNDINGS.items():
        monkeypatch.setenv(name, value)
    return base
