"""`galli-tui serve`: what other addresses mean, what it needs, and the programs of its pages."""

from __future__ import annotations

from argparse import Namespace
from contextlib import closing
from socket import socket

import pytest

from galli_tui.cli import page, serve
from galli_tui.cli.parser import main
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.capabilities import Colours
from galli_tui.web.server import PageServer

pytestmark = pytest.mark.network


class Runs(list[tuple[list[str], list[str]]]):
    """The hosts served at and the options of pages, once for each server that would have run."""


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Runs:
    found = Runs()
    options: list[str] = []

    def init(self: PageServer, given: list[str]) -> None:
        options[:] = given

    def run(self: PageServer, sockets: list[socket]) -> None:
        found.append(([sock.getsockname()[0] for sock in sockets], list(options)))
        for sock in sockets:
            sock.close()

    monkeypatch.setattr(PageServer, "__init__", init)
    monkeypatch.setattr(PageServer, "run", run)
    return found


def test_it_serves_at_the_loopback_with_the_same_options(runs: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--theme", "parchment", "serve", "--ascii", "--no-mouse"]) == Exit.OK
    assert runs == [(["127.0.0.1"], ["--ascii", "--no-mouse", "--theme", "parchment"])]
    assert "galli-tui is at http://127.0.0.1:80" in capsys.readouterr().out


def test_another_address_needs_a_confirmation(runs: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--bind", "0.0.0.0"]) == Exit.USAGE
    said = " ".join(capsys.readouterr().err.split())
    assert "no password and no encryption: anyone who opens the page plays as you" in said
    assert "ssh -L 8000:127.0.0.1:8000" in said
    assert "--accept-risk" in said
    assert runs == []


def test_a_flag_confirms_it(runs: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--bind", "0.0.0.0", "--accept-risk"]) == Exit.OK
    assert runs == [(["0.0.0.0"], [])]
    assert "plays as you" in " ".join(capsys.readouterr().err.split())


def test_a_port_in_use_is_said(runs: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert main(["serve", "--port", str(taken.getsockname()[1])]) == Exit.NETWORK
    assert "in use" in capsys.readouterr().err
    assert runs == []


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> None:
        return None

    monkeypatch.setattr(serve, "find_spec", missing)
    assert main(["serve"]) == Exit.INSTALLATION
    assert "install '.[serve]'" in " ".join(capsys.readouterr().err.split())


def test_nobody_types_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["page"]) == Exit.USAGE
    assert "started by `galli-tui serve`" in " ".join(capsys.readouterr().err.split())


def test_a_page_has_the_size_that_the_browser_says(monkeypatch: pytest.MonkeyPatch) -> None:
    args = Namespace(ascii=False, no_mouse=True, theme=None)
    for columns, rows, size in (("133", "38", (133, 38)), ("x", "38", (80, 24)), ("", "", (80, 24))):
        monkeypatch.setenv("COLUMNS", columns or "0")
        monkeypatch.setenv("ROWS", rows or "0")
        assert page.terminal_of_page(args).page == size
    monkeypatch.setenv("COLUMNS", "9" * 9)
    assert (page.terminal_of_page(args).page or (0, 0))[0] < 1000
    assert not page.terminal_of_page(args).mouse


def test_a_page_honours_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    args = Namespace(ascii=False, no_mouse=False, theme="parchment")
    assert page.terminal_of_page(args).theme == "parchment"
    monkeypatch.setenv("NO_COLOR", "1")
    assert (page.terminal_of_page(args).colours, page.terminal_of_page(args).theme) == (Colours.NONE, "none")
