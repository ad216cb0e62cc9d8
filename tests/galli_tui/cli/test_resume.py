"""`resume` at a match of another host: back to its table, on the screen and in plain lines."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable

import pytest

from galli_tui.app import GalliApp
from galli_tui.cli import parser
from galli_tui.matches.local import LocalMatchStore
from galli_tui.screens.dialogs import Notice
from galli_tui.screens.network.guest_lobby import GuestLobby
from galli_tui.startup.exit_codes import Exit
from galli_tui.tables.network import NetworkError
from galli_tui.terminal.capabilities import Terminal
from saves.storage.library import find_match
from saves.storage.paths import matches_folder
from tests.support.app_driver import Driver, drive
from tests.support.fake_network import FakeNetwork
from tests.support.plain_talk import ReadyLines
from tests.support.saved_matches import hot_seat, own_replica

Opened = list[tuple[type, str]]


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> FakeNetwork:
    made = FakeNetwork()
    monkeypatch.setattr("galli_tui.matches.network.live_network.LiveNetwork", lambda: made)
    return made


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """The screens that the commands open, with their text."""
    shown: Opened = []

    def show(terminal: Terminal, *, first: Callable[[GalliApp], object]) -> Exit:
        async def script(app: Driver) -> None:
            await app.press("f12")
            shown.append((type(app.app.screen), app.text))

        drive(GalliApp(terminal, LocalMatchStore(), first=first), script)
        return Exit.OK

    def any_terminal(_: Namespace) -> Terminal:
        return Terminal()

    monkeypatch.setattr("galli_tui.cli.play.terminal_of", any_terminal)
    monkeypatch.setattr("galli_tui.app.run", show)
    return shown


@pytest.mark.parametrize("by_id", [False, True])
def test_resume_returns_a_guest_to_the_hosts_table(network: FakeNetwork, opened: Opened, by_id: bool) -> None:
    with own_replica(noted=True) as replica:
        given = replica.header.match.hex()[:8]
    assert parser.main(["resume", *([given] if by_id else [])]) == Exit.OK
    assert network.calls == [given]
    assert [screen for screen, _ in opened] == [GuestLobby]


def test_resume_takes_the_players_own_match_before_a_newer_copy_of_one_at_another_host(
    network: FakeNetwork, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("galli_tui.plain.program.LineReader", lambda: ReadyLines(()))
    with own_replica(noted=True) as replica:
        replica_id = replica.header.match.hex()
    os.utime(find_match(matches_folder(), replica_id).path, (4e9, 4e9))
    own = hot_seat(2).match_id[:8]
    assert parser.main(["resume", "--plain"]) == Exit.OK
    assert not network.calls
    assert f"Saved as {own}." in capsys.readouterr().out


def test_resume_says_why_a_guest_cannot_return(network: FakeNetwork, opened: Opened) -> None:
    own_replica(noted=True).close()
    network.refusal = NetworkError("This copy does not say where its table is: join it by address and code.")
    assert parser.main(["resume"]) == Exit.OK
    ((screen, text),) = opened
    assert screen is Notice
    assert "does not say where its table is" in text


def test_resume_in_plain_mode_returns_a_guest_to_the_hosts_table(
    network: FakeNetwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("galli_tui.plain.program.LineReader", lambda: ReadyLines(()))
    with own_replica(noted=True) as replica:
        given = replica.header.match.hex()[:8]
    assert parser.main(["resume", "--plain"]) == Exit.OK
    assert network.calls == [given]
    assert network.guest_session.closed
    assert network.ended


def test_resume_in_plain_mode_says_why_a_guest_cannot_return(capsys: pytest.CaptureFixture[str]) -> None:
    own_replica(noted=False).close()
    assert parser.main(["resume", "--plain"]) == Exit.NETWORK
    assert "join it by address and code" in capsys.readouterr().err
