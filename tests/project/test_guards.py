"""The guards of `conftest.py`, checked with small test files that a second pytest runs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.paths import TESTS

pytest_plugins = ["pytester"]

CONFTEST = TESTS / "conftest.py"
SWALLOWS = """
    try:
        {what}
    except Exception:
        pass
"""


FOREIGN = ("PYTEST_", "PYTHON", "PY_", "COV_", "COVERAGE_")
"""How the variables begin that would set up the second pytest as the caller's is."""


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the caller's plug-ins and options away from the second pytest."""
    strip_environment(monkeypatch)


def strip_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove what would set up a second pytest or its interpreter, and lead it to our packages."""
    for name in [name for name in os.environ if name.startswith(FOREIGN)]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", str(CONFTEST.parents[1]))


def judged(pytester: pytest.Pytester, body: str, *, mark: str = "", asynchronous: bool = False) -> pytest.RunResult:
    """Run a test with this body under our conftest, in a separate process."""
    pytester.makeconftest(CONFTEST.read_text())
    pytester.makeini("[pytest]\nmarkers =\n    network\n")
    body = "\n".join("    " + line for line in body.strip("\n").splitlines())
    head = "import asyncio, os, socket, threading, time\nfrom pathlib import Path\nimport pytest\n\n"
    test = f"async def body():\n{body}\n\n{mark}\ndef test_it():\n    asyncio.run(body())\n"
    test = test if asynchronous else f"{mark}\ndef test_it():\n{body}\n"
    (pytester.path / "test_it.py").write_text(head + test)
    return pytester.runpytest_subprocess("-W", "error", "-p", "no:cacheprovider")


def test_a_socket_that_nobody_asked_for_fails_the_test(pytester: pytest.Pytester) -> None:
    result = judged(pytester, "socket.socket(socket.AF_INET, socket.SOCK_STREAM)")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines("*Unasked: socket.__new__ without the marker `network`*")


def test_a_swallowed_refusal_of_a_socket_fails_the_test_all_the_same(pytester: pytest.Pytester) -> None:
    result = judged(pytester, SWALLOWS.format(what="socket.create_connection(('127.0.0.1', 9))"))
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines("*socket.getaddrinfo without the marker `network`*")


def test_a_local_socket_with_a_name_needs_asking_too(pytester: pytest.Pytester) -> None:
    body = "with socket.socket(socket.AF_UNIX) as one:\n    one.bind('here')"
    judged(pytester, body).assert_outcomes(failed=1)


def test_the_marker_network_opens_sockets(pytester: pytest.Pytester) -> None:
    body = "with socket.socket() as one:\n    one.bind(('127.0.0.1', 0))"
    judged(pytester, body, mark="@pytest.mark.network").assert_outcomes(passed=1)


def test_an_event_loop_may_wake_itself(pytester: pytest.Pytester) -> None:
    judged(pytester, "await asyncio.sleep(0)", asynchronous=True).assert_outcomes(passed=1)


def test_a_sleep_that_blocks_the_event_loop_fails_the_test(pytester: pytest.Pytester) -> None:
    result = judged(pytester, SWALLOWS.format(what="time.sleep(0.001)"), asynchronous=True)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines("*slept in an event loop*")


def test_a_sleep_beside_the_event_loop_is_free(pytester: pytest.Pytester) -> None:
    body = "await asyncio.to_thread(time.sleep, 0.001)"
    judged(pytester, body, asynchronous=True).assert_outcomes(passed=1)


def test_a_thread_left_behind_fails_the_test(pytester: pytest.Pytester) -> None:
    conftest = CONFTEST.read_text()
    assert "THREAD_GRACE = 5.0" in conftest
    body = "threading.Thread(target=threading.Event().wait, name='straggler', daemon=True).start()"
    (pytester.path / "test_it.py").write_text(f"import threading\n\ndef test_it():\n    {body}\n")
    pytester.makeconftest(conftest.replace("THREAD_GRACE = 5.0", "THREAD_GRACE = 0.0"))
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines("*left threads running: straggler*")


PLUGIN = "raise SystemExit('this plug-in does not start here')\n"


def test_plug_ins_and_options_of_the_caller_change_no_verdict(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    (pytester.path / "fussy.py").write_text(PLUGIN)
    for name, value in {"PYTEST_PLUGINS": "fussy", "PYTHONSAFEPATH": "1", "PY_COLORS": "1"}.items():
        monkeypatch.setenv(name, value)
    body = "socket.socket(socket.AF_INET, socket.SOCK_STREAM)"
    with pytest.raises(ValueError, match="terminal summary"):
        judged(pytester, body).assert_outcomes(failed=1)
    strip_environment(monkeypatch)
    judged(pytester, body).assert_outcomes(failed=1)


def test_every_test_has_a_home_of_its_own(home: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert Path.home().is_relative_to(home)
    assert home.is_relative_to(tmp_path_factory.getbasetemp())
    assert {Path(os.environ[f"XDG_{kind}_HOME"]).parent for kind in ("CACHE", "CONFIG", "DATA", "STATE")} == {home}
