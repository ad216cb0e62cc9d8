"""What a friend sees who has come over SSH: one way to one table, and no other."""

from __future__ import annotations

import os
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from galli_tui.cli import parser
from galli_tui.matches.network.guest_session import LiveGuestSession
from galli_tui.matches.network.live_network import LiveNetwork
from galli_tui.matches.network.ssh_guest import MAX_FAILURES
from galli_tui.screens.network.join_form import JoinFormScreen
from galli_tui.screens.start.ssh_guest_menu import SshGuestMenuScreen
from galli_tui.settings.file import settings_path
from galli_tui.ssh_guest_app import SshGuestApp
from galli_tui.startup.exit_codes import Exit
from galli_tui.style.actions import action, in_scopes
from galli_tui.tables.network import JoinRequest
from galli_tui.terminal.capabilities import Terminal
from net.ssh.socket_handoff import SocketSender
from net.ssh.table_entrance import HANDOFF_VARIABLE, save_code
from net.wire.messages import PeerRole
from tests.support.app_driver import Driver, drive
from tests.support.straws_game import straws_table

pytestmark = pytest.mark.network

CODE = "cellar-heron-417"


class SshHost:
    """The far end of the socket handoff: it hangs up on everyone, and counts."""

    def __init__(self) -> None:
        self._own, inner = socket.socketpair()
        self._own.settimeout(0)
        self.hatch = SocketSender(inner.detach())

    def hang_up(self) -> int:
        """Ends the connections that have come since; returns how many."""
        came = 0
        while True:
            try:
                _, files, _, _ = socket.recv_fds(self._own, 1, 1)
            except BlockingIOError:
                return came
            for file in files:
                os.close(file)
                came += 1

    def close(self) -> None:
        self._own.close()
        self.hatch.close()


def visit(script: Callable[[Driver, SshHost], Awaitable[None]], name: str = "Anna") -> SshGuestApp:
    """Runs the friend's app for the length of a script."""
    host = SshHost()
    app = SshGuestApp(Terminal(), host.hatch, name)

    async def run(driver: Driver) -> None:
        await driver.settle()
        await script(driver, host)

    try:
        drive(app, run)
    finally:
        host.close()
    return app


def test_a_guest_changes_the_theme_for_themselves_and_no_setting_of_the_host() -> None:
    async def script(driver: Driver, host: SshHost) -> None:
        await driver.press("f2")
        assert driver.app.theme == "parchment"
        await driver.press("escape", "f9")
        assert isinstance(driver.app.screen, SshGuestMenuScreen)
        assert driver.app.change_setting("name", "Mallory") == ""
        await driver.press("f1")
        assert "signs, bell and keys" not in driver.text
        await driver.press("escape", "ctrl+p", *"settings")
        assert "Nothing found" in driver.text

    visit(script)
    assert not settings_path().exists()


def test_it_asks_for_the_code_and_for_no_address() -> None:
    async def script(driver: Driver, host: SshHost) -> None:
        assert isinstance(driver.app.screen, JoinFormScreen)
        assert "This host: the table, over SSH" in driver.text
        assert "HOST:PORT" not in driver.text
        assert driver.app.focused is driver.app.screen.query_one("#code")
        assert host.hang_up() == 0

    visit(script)


def test_a_known_code_is_not_asked_for_again(home: Path) -> None:
    save_code(home / "galli-tui", CODE)

    async def script(driver: Driver, host: SshHost) -> None:
        assert host.hang_up() == 1

    visit(script)


def test_the_first_screen_has_three_choices() -> None:
    async def script(driver: Driver, host: SshHost) -> None:
        await driver.press("escape")
        assert isinstance(driver.app.screen, SshGuestMenuScreen)
        for way in ("To the table", "Rules and help", "Leave"):
            assert way in driver.text
        for other in ("New match", "Host a table", "Saved matches"):
            assert other not in driver.text
        await driver.press("g")
        assert isinstance(driver.app.screen, JoinFormScreen)
        await driver.press("escape", "q")
        assert driver.app.leaving

    visit(script)


def test_the_palette_offers_nothing_else() -> None:
    async def script(driver: Driver, host: SshHost) -> None:
        await driver.press("escape", "ctrl+p")
        assert action("ssh-guest.table").help in driver.text
        for other in in_scopes("menu"):
            assert other.id == "menu.leave" or other.help not in driver.text

    visit(script)


def test_only_the_host_starts_another_match() -> None:
    async def script(driver: Driver, host: SshHost) -> None:
        driver.app.set_up_again(straws_table("Anna", "Bruno"))
        await driver.settle()
        assert isinstance(driver.app.screen, SshGuestMenuScreen)
        driver.app.set_up()
        await driver.settle()
        assert isinstance(driver.app.screen, SshGuestMenuScreen)

    visit(script)


def test_the_help_explains_how_to_rejoin() -> None:
    async def script(driver: Driver, host: SshHost) -> None:
        await driver.press("f1", "tab", "tab")
        assert "Playing over the network" in driver.text

    visit(script)


@pytest.mark.parametrize("wish", [PeerRole.PLAYER, PeerRole.SPECTATOR])
def test_a_leaving_player_is_told_how_to_rejoin_by_ssh(wish: PeerRole) -> None:
    async def script(driver: Driver, host: SshHost) -> None:
        guest_session = driver.app.network.join(JoinRequest(("table",), CODE, wish, ""))
        assert isinstance(guest_session, LiveGuestSession)
        assert "same ssh command" in guest_session.return_hint

    visit(script)


def test_the_abbot_does_not_think_for_friends_at_the_hosts_computer() -> None:
    async def script(driver: Driver, host: SshHost) -> None:
        guest_session = driver.app.network.join(JoinRequest(("table",), CODE, PeerRole.PLAYER, ""))
        assert isinstance(guest_session, LiveGuestSession)
        assert guest_session.make_backend is None
        assert LiveNetwork()._make_backend is not None  # pyright: ignore[reportPrivateUsage]

    visit(script)


def test_a_player_who_never_joins_is_disconnected() -> None:
    async def script(driver: Driver, host: SshHost) -> None:
        for _ in range(MAX_FAILURES):
            assert not driver.app.leaving
            driver.app.network.join(JoinRequest(("table",), CODE, PeerRole.PLAYER, ""))
            for _ in range(20):
                host.hang_up()
                await driver.settle()
        assert driver.app.leaving

    app = visit(script)
    assert app.startup_error is not None
    sentence, code = app.startup_error
    assert "ask the host" in sentence
    assert code == Exit.NETWORK


def test_without_its_host_it_says_so() -> None:
    async def script(driver: Driver, host: SshHost) -> None:
        host.close()
        await driver.type(CODE)
        await driver.press("ctrl+s")
        assert "host's program has ended" in " ".join(driver.text.split())

    visit(script)


def test_run_by_hand_the_command_says_what_to_run_instead(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(HANDOFF_VARIABLE, raising=False)
    assert parser.main(["seat"]) == Exit.USAGE
    assert "galli-tui join" in capsys.readouterr().err


def test_the_help_does_not_list_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser.main(["--help"])
    words = [line.split()[0] for line in capsys.readouterr().out.splitlines() if line.strip()]
    assert "join" in words
    assert "seat" not in words
