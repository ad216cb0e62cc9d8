"""`galli-tui doctor`: in a terminal, in a pipe, as JSON; and nothing private on its page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from galli_tui.cli.parser import main
from galli_tui.startup.exit_codes import Exit
from saves.storage.identity_file import load_identity
from saves.storage.paths import home as home_folder
from tests.support.terminal import Terminal

pytestmark = pytest.mark.network


def test_in_a_terminal_it_says_what_the_program_chooses(home: Path) -> None:
    with Terminal("doctor", home=home, rows=50) as terminal:
        assert terminal.wait() == Exit.OK
        text = " ".join(terminal.text.split())
    assert "size: 80 columns and 50 rows." in text
    assert "colours: All colours, because COLORTERM is truecolor. The program uses the palette '" in text
    assert "did not answer, so what follows goes by TERM." in text
    assert "Nothing needs to change." in text


def test_an_unsuitable_terminal_gives_its_own_exit_code(home: Path) -> None:
    with Terminal("doctor", home=home, rows=50, environment={"TERM": "dumb"}) as terminal:
        assert terminal.wait() == Exit.REFUSED
        assert "terminal (failing): This terminal cannot show" in terminal.text


def test_without_a_terminal_it_says_what_it_can(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == Exit.OK
    out = capsys.readouterr().out
    for title in ("Terminal", "Folders", "Installation", "Bots", "Network"):
        assert f"\n{title}\n" in f"\n{out}"


def test_in_plain_lines_each_names_its_subject(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--plain"]) == Exit.OK
    *lines, _summary = capsys.readouterr().out.splitlines()
    titles = ("Terminal", "Folders", "Installation", "Bots", "Network")
    assert {line.partition(", ")[0] for line in lines} == {*titles}


@pytest.mark.parametrize("term", ["dumb", "xterm-256color"])
def test_in_plain_lines_it_asks_the_terminal_nothing_and_says_that_plain_mode_works(term: str, home: Path) -> None:
    with Terminal("doctor", "--plain", home=home, rows=50, environment={"TERM": term}) as terminal:
        assert terminal.wait() == Exit.OK
    text = terminal.written.decode()
    assert text.startswith("Terminal, plain mode: It works here: ")
    assert text.isascii()
    assert "\x1b" not in text
    assert "failing" not in text
    for drawn in ("palette", "mouse", "full-screen", "colours"):
        assert drawn not in text


def test_as_json_it_can_be_read_by_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == Exit.OK
    assert json.loads(capsys.readouterr().out)["verdict"] in ("ok", "limited")


def test_nothing_private_is_on_the_page(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = home / "anna-secret"
    monkeypatch.setenv("HOME", str(anna))
    monkeypatch.setenv("GALLI_TUI_HOME", str(anna / "games"))
    monkeypatch.setenv("USER", "anna-secret")
    monkeypatch.setenv("GALLI_TUI_CODE", "cellar-heron-417")
    identity = load_identity(home_folder())
    main(["doctor"])
    main(["doctor", "--json"])
    out = capsys.readouterr().out
    for private in ("anna-secret", "cellar", identity.public.sign.hex(), str(home)):
        assert private not in out
