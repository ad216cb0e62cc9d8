"""Opening a table to the network, from the form and from the command line's first deed; what goes wrong is said."""

from __future__ import annotations

import pytest

from galli_tui import app as apps
from galli_tui.app import GalliApp
from galli_tui.screens.dialogs import Notice
from galli_tui.screens.network.host_lobby import HostLobby
from galli_tui.screens.network.open_table import open_first, open_table
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.start.setup import SetupScreen
from galli_tui.startup.exit_codes import Exit
from galli_tui.tables.network import HostOptions, HostPlan, NetworkError
from galli_tui.terminal.capabilities import Terminal
from net.host.lobby import SeatAssignment
from net.wire.messages import SeatKind
from rules.engine.game import ComponentError, OptionError, Options
from saves.errors import NotFound, SaveError
from tests.support.app_driver import Driver, drive
from tests.support.fake_match_store import FakeMatchStore
from tests.support.fake_network import FakeHostSession, FakeNetwork, app_on
from tests.support.straws_game import straws

pytestmark = pytest.mark.usefixtures(straws.__name__)


def test_two_keys_open_a_table_with_the_defaults() -> None:
    network = FakeNetwork()

    async def script(app: Driver) -> None:
        await app.press("o")
        assert "over the network" in app.text
        assert "Seat 2" not in app.text
        assert "Seed" not in app.text
        await app.press("ctrl+s")
        assert isinstance(app.app.screen, HostLobby)

    drive(app_on(network), script)
    seats = (SeatAssignment(SeatKind.HERE, "Notker", "red"), SeatAssignment(SeatKind.OPEN))
    assert network.hosted == [(HostPlan("straws", Options(2, "versus", 1), seats), HostOptions())]


def test_the_form_of_a_new_match_can_open_it_to_the_network() -> None:
    network, match_store = FakeNetwork(), FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press("n")
        assert "at this computer" in app.text
        await app.press("down", "down", "right", "up", "up", "up", "up", "right", "ctrl+s")

    drive(app_on(network, match_store=match_store), script)
    assert not match_store.begun
    plan = network.hosted[0][0]
    assert isinstance(plan, HostPlan)
    assert [seat.kind for seat in plan.seats] == [SeatKind.HERE, SeatKind.OPEN, SeatKind.OPEN]


def test_a_typed_seed_is_not_used_at_a_table_with_guests() -> None:
    network = FakeNetwork()

    async def script(app: Driver) -> None:
        await app.press("n", "down", "down", "down", "down")
        await app.type("17")
        await app.press("up", "up", "up", "up", "up", "up", "right", "ctrl+s")
        assert isinstance(app.app.screen, HostLobby)

    drive(app_on(network), script)
    assert len(network.hosted) == 1


@pytest.mark.parametrize(
    "refusal", [NetworkError("Port 7341 is in use by another program."), SaveError("The disk is full.")]
)
def test_a_table_that_cannot_be_opened_says_why_over_the_form(refusal: NetworkError | SaveError) -> None:
    network = FakeNetwork()
    network.refusal = refusal

    async def script(app: Driver) -> None:
        await app.press("o", "ctrl+s")
        assert isinstance(app.app.screen, Notice)
        assert str(refusal) in app.text
        await app.press("enter")
        assert isinstance(app.app.screen, SetupScreen)

    drive(app_on(network), script)


@pytest.mark.parametrize("refusal", [None, NetworkError("No.")])
def test_after_opening_a_table_the_prompt_shows_the_next_step(refusal: NetworkError | None) -> None:
    network = FakeNetwork()
    network.refusal = refusal

    async def script(app: Driver) -> None:
        before = app.line(-2)
        open_table(app.app, lambda network: network.reopen("9f86d081", HostOptions()))
        await app.settle()
        app.app.leave_table()
        await app.settle()
        assert isinstance(app.app.screen, MenuScreen)
        assert app.line(-2) == before

    drive(app_on(network), script)


def test_keys_pressed_twice_open_one_table() -> None:
    network = FakeNetwork()

    async def script(app: Driver) -> None:
        await app.press("o")
        await app.press_at_once("ctrl+s", "ctrl+s")

    drive(app_on(network), script)
    assert len(network.hosted) == 1


@pytest.mark.parametrize(
    ("refusal", "code"),
    [
        (NetworkError("Port 7341 is in use by another program."), Exit.NETWORK),
        (NotFound("No saved match has an id that begins with '4f'."), Exit.NO_INPUT),
        (SaveError("The disk is full."), Exit.SAVE),
        (OptionError("there is no level 9"), Exit.USAGE),
        (ComponentError("cards.toml: there is no card 1"), Exit.USAGE),
    ],
)
def test_a_program_started_to_host_ends_with_its_reason(
    refusal: Exception, code: Exit, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def opened() -> FakeHostSession:
        raise refusal

    def first(app: GalliApp) -> None:
        open_first(app, lambda _: opened())

    def without_a_terminal(self: GalliApp, *, mouse: bool) -> None:
        async def script(app: Driver) -> None:
            await app.press("f12")

        drive(self, script)

    monkeypatch.setattr(GalliApp, "run", without_a_terminal)
    monkeypatch.setattr(GalliApp, "network", FakeNetwork())
    assert apps.run(Terminal(window_titles=False), first=first) == code
    said = capsys.readouterr().err
    assert said.startswith("galli-tui: ")
    assert str(refusal) in said
