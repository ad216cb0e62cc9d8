"""Matches handed to a Dask cluster: a real one of two workers on this machine, and what is said where there is none."""

from __future__ import annotations

import socket
import subprocess
import sys
from importlib.util import find_spec
from threading import Thread

import pytest

from galli_tui.cli import parser
from galli_tui.startup.exit_codes import Exit
from tests.support.paths import ROOT

RUN = ["simulate", "--mode", "versus", "--games", "6", "--json"]
WAIT = 120
"""Seconds after which a program is given up."""

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="the extra `cluster` is not installed")


@pytest.mark.network
def test_two_cluster_workers_produce_byte_identical_reports(capsys: pytest.CaptureFixture[str]) -> None:
    begin = [sys.executable, "-m", "tests.support.lab_cluster"]
    with subprocess.Popen(begin, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as cluster:
        assert cluster.stdin is not None
        assert cluster.stdout is not None
        try:
            ask = [sys.executable, "-m", "galli_tui", *RUN, "--cluster", cluster.stdout.readline().strip()]
            done = subprocess.run(ask, cwd=ROOT, capture_output=True, text=True, check=False, timeout=WAIT)
            cluster.stdin.close()
            cluster.wait(WAIT)
        finally:
            cluster.kill()
    assert (done.returncode, done.stderr) == (Exit.OK, "")
    assert parser.main([*RUN, "--jobs", "1"]) == Exit.OK
    assert done.stdout == capsys.readouterr().out


def test_without_the_extra_a_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert parser.main([*RUN, "--cluster", "127.0.0.1:8786"]) == Exit.INSTALLATION
    assert "the extra `cluster`" in capsys.readouterr().err


@pytest.mark.network
def test_an_unreachable_cluster_is_reported() -> None:
    code = (
        "import sys; from galli_tui.lab import cluster; cluster.PATIENCE = 0.1; "
        "from galli_tui.__main__ import main; sys.exit(main())"
    )
    # Nobody listens on port 1, or needs rights that the tests have not.
    ask = [sys.executable, "-c", code, *RUN, "--cluster", "tcp://127.0.0.1:1"]
    done = subprocess.run(ask, cwd=ROOT, capture_output=True, text=True, check=False, timeout=WAIT)
    assert (done.returncode, done.stdout) == (Exit.NETWORK, "")
    assert done.stderr.startswith("galli-tui: No cluster answers at 'tcp://127.0.0.1:1'")
    assert done.stderr.count("\n") == 1


ANSWERS = (b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\x00" * 4096, b"\xff" * 4096)


@pytest.mark.network
def test_an_address_without_a_scheduler_is_reported() -> None:
    """One process asks them all, since the library behind it takes a second to import."""
    code = (
        "import sys; from galli_tui.cli.parser import main; "
        f"print(*(int(main(sys.argv[1:])) for _ in range({len(ANSWERS)})), sep=',')"
    )
    with socket.create_server(("127.0.0.1", 0)) as door:
        there = Thread(target=_answer, args=(door,))
        there.start()
        ask = [sys.executable, "-c", code, *RUN, "--cluster", f"tcp://127.0.0.1:{door.getsockname()[1]}"]
        done = subprocess.run(ask, cwd=ROOT, capture_output=True, text=True, check=False, timeout=WAIT)
        there.join(WAIT)
    assert done.stdout == ",".join([str(int(Exit.NETWORK))] * len(ANSWERS)) + "\n"
    told = done.stderr.splitlines()
    assert len(told) == len(ANSWERS)
    assert all("is not a Dask scheduler; use the one that" in line for line in told)


def _answer(door: socket.socket) -> None:
    door.settimeout(WAIT)
    for answer in ANSWERS:
        caller, _ = door.accept()
        with caller:
            caller.sendall(answer)
            while caller.recv(4096):
                pass
