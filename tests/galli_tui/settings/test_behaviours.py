"""What the settings about questions, the mouse, pauses and the bell change; and how it is without them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from galli_tui.app import GalliApp
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.dialogs import Notice, Question
from galli_tui.screens.leaving import LeaveQuestion
from galli_tui.screens.network.guest_lobby import GuestLobby
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.table import auto_continue, turn_bell
from galli_tui.screens.table.handover import HandoverScreen
from galli_tui.screens.table.scores import ScoreSheetScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.settings.schema import Settings
from galli_tui.tables.peers import Role
from galli_tui.terminal.attention import BELL, attention_sequence, is_over_ssh, shows_notifications
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.line_widget import OTHER_BUTTON
from galli_tui.widgets.option_list import OptionList
from net.status import Phase
from net.wire.messages import LobbySeat, SeatKind
from rules.engine.secrecy import Secret, only
from saves.errors import DiskFull
from tests.sample_game.game import META
from tests.sample_game.registered import sample_game
from tests.support.app_driver import Driver, app_with, drive
from tests.support.fake_match_store import FakeMatchStore, saved
from tests.support.fake_network import FakeGuestSession, FakeNetwork, app_on, guest_status, lobby, lobby_seat
from tests.support.peers_table import with_peers
from tests.support.straws_game import Choose, straws, straws_table

with_straws = pytest.mark.usefixtures(straws.__name__)
switch = pytest.mark.parametrize("on", [True, False])

A_ROUND = ("enter", "1", "enter", "1", "1", "2")


def having(app: GalliApp, **values: Any) -> GalliApp:
    """Return the app with these settings."""
    app.settings = replace(Settings(), **values)
    return app


# Questions


@switch
@with_straws
@pytest.mark.parametrize("keys", [("enter", "q"), ("q",), ("enter", "s", "q")], ids=["table", "handover", "scores"])
def test_leaving_a_saved_match_asks_unless_that_is_off(keys: tuple[str, ...], on: bool) -> None:
    async def script(app: Driver) -> None:
        await app.press(*keys)
        assert isinstance(app.app.screen, LeaveQuestion if on else MenuScreen)

    drive(having(app_with(straws_table("Anna", "Bruno")), confirm=on), script)


@switch
@pytest.mark.usefixtures(sample_game.__name__)
def test_leaving_a_lesson_asks_unless_that_is_off(on: bool) -> None:
    app = GalliApp(Terminal(), FakeMatchStore(), first=lambda app: app.learn(META.key))

    async def script(app: Driver) -> None:
        assert isinstance(app.app.screen, TableScreen)
        await app.press("q")
        assert isinstance(app.app.screen, LeaveQuestion if on else MenuScreen)

    drive(having(app, confirm=on), script)


@with_straws
@pytest.mark.parametrize(
    ("role", "values", "asks"),
    [
        (Role.HOST, {}, True),
        (Role.GUEST, {}, False),
        (Role.GUEST, {"leave_warning": "Your last move is not sent."}, True),
        (Role.SPECTATOR, {}, False),
    ],
    ids=["host", "guest", "warned", "spectator"],
)
def test_at_a_table_of_others_only_what_concerns_them_or_is_lost_still_asks(
    role: Role, values: dict[str, str], asks: bool
) -> None:
    table = straws_table("Anna", "Bruno", here=[False, False])
    with_peers(table, role, **values)

    async def script(app: Driver) -> None:
        await app.press("q")
        assert isinstance(app.app.screen, Question if asks else MenuScreen)

    drive(having(app_with(table), confirm=False), script)


@with_straws
@pytest.mark.parametrize("kept", [True, False])
def test_a_seat_in_a_lobby_is_given_up_without_a_question_only_where_it_is_kept(kept: bool) -> None:
    at = lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), lobby_seat(yours=True), resumed=kept)
    session, network = FakeGuestSession(guest_status(at=at)), FakeNetwork()

    async def script(app: Driver) -> None:
        app.app.push_screen(GuestLobby(session))
        await app.press("home", "q")
        assert isinstance(app.app.screen, MenuScreen if kept else LeaveQuestion)

    drive(having(app_on(network), confirm=False), script)


def test_deleting_always_asks() -> None:
    async def script(app: Driver) -> None:
        await app.press("m", "x")
        assert isinstance(app.app.screen, Question)

    drive(having(app_with(match_store=FakeMatchStore(saved())), confirm=False), script)


@with_straws
def test_the_question_before_leaving_starts_on_stay_and_a_second_q_leaves() -> None:
    async def script(app: Driver) -> None:
        await app.press("enter", "escape", "enter")
        assert isinstance(app.app.screen, TableScreen)
        await app.press("q", "enter")
        assert isinstance(app.app.screen, TableScreen)
        await app.press("q", "q")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_with(straws_table("Anna", "Bruno")), script)


@switch
@with_straws
@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.BEGINNING])
@pytest.mark.parametrize("seat", [lobby_seat(yours=True), lobby_seat(SeatKind.OPEN)], ids=["seated", "no seat"])
def test_leaving_a_lobby_asks_unless_that_is_off(seat: LobbySeat, phase: Phase, on: bool) -> None:
    at = lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), seat, resumed=True)
    session = FakeGuestSession(guest_status(phase, at=at))

    async def script(app: Driver) -> None:
        app.app.push_screen(GuestLobby(session))
        await app.press("home", "escape")
        assert isinstance(app.app.screen, LeaveQuestion if on else MenuScreen)
        if on:
            await app.press("enter")
            assert isinstance(app.app.screen, GuestLobby)

    drive(having(app_on(FakeNetwork()), confirm=on), script)


# The mouse


@switch
def test_the_row_below_the_mouse_is_highlighted_unless_that_is_off(on: bool) -> None:
    async def script(app: Driver) -> None:
        await app.press("m")
        rows = app.app.screen.query_one(OptionList)
        row = rows.content_region.y + 1
        before = list(app.strips[row])
        await app.hover(20, row)
        assert (list(app.strips[row]) != before) is on
        await app.click(20, row, button=OTHER_BUTTON)
        assert rows.index == 1

    drive(having(app_with(match_store=FakeMatchStore(saved(), saved("2"))), hover=on), script)


# The pause after a round


class Moments:
    """The moments before a round starts by itself, which pass when the test says so."""

    def __init__(self) -> None:
        self.waiting: Callable[[], object] | None = None

    def begin(self, callback: Callable[[], object]) -> Moments:
        """Begin a moment, in place of the screen's timer."""
        self.waiting = callback
        return self

    def stop(self) -> None:
        """Wait no longer."""
        self.waiting = None

    async def passes(self, app: Driver) -> None:
        """Let the moment pass, if one is waited for."""
        ended, self.waiting = self.waiting, None
        if ended is not None:
            ended()
        await app.settle()


@pytest.fixture
def moments(monkeypatch: pytest.MonkeyPatch) -> Moments:
    """Let the test decide when a moment has passed."""
    moments, set_timer = Moments(), TableScreen.set_timer

    def at_will(screen: TableScreen, delay: float, callback: Any = None, **options: Any) -> Any:
        if delay == auto_continue.MOMENT:
            return moments.begin(callback)
        return set_timer(screen, delay, callback, **options)

    monkeypatch.setattr(TableScreen, "set_timer", at_will)
    return moments


@switch
@with_straws
def test_after_a_round_the_next_starts_by_itself_if_set(on: bool, moments: Moments) -> None:
    table = straws_table("Anna", "Bruno", rests=True)

    async def script(app: Driver) -> None:
        await app.press(*A_ROUND)
        await moments.passes(app)
        assert table.paused is not on
        assert isinstance(app.app.screen, HandoverScreen if on else TableScreen)

    drive(having(app_with(table), auto_continue=on), script)


@with_straws
def test_until_then_the_prompt_says_so_and_the_move_can_be_undone() -> None:
    table = straws_table("Anna", "Bruno", rests=True)

    async def script(app: Driver) -> None:
        await app.press(*A_ROUND)
        assert app.line(-2) == "Press Enter to continue, or wait; u undoes the last move."
        await app.press("u")
        assert not table.paused
        assert "▸Bruno" in app.line(0)
        await app.press("2", "enter")
        assert isinstance(app.app.screen, HandoverScreen)

    drive(having(app_with(table), auto_continue=True), script)


@with_straws
def test_nothing_goes_on_behind_another_screen(moments: Moments) -> None:
    table = straws_table("Anna", "Bruno", rests=True)

    async def script(app: Driver) -> None:
        await app.press(*A_ROUND, "s")
        assert isinstance(app.app.screen, ScoreSheetScreen)
        await moments.passes(app)
        assert table.paused
        await app.press("escape")
        await moments.passes(app)
        assert not table.paused

    drive(having(app_with(table), auto_continue=True), script)


@with_straws
def test_a_round_that_cannot_start_is_tried_once(moments: Moments, monkeypatch: pytest.MonkeyPatch) -> None:
    table = straws_table("Anna", "Bruno", rests=True)

    def full() -> None:
        raise DiskFull("The disk is full.")

    async def script(app: Driver) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(table, "resume_play", full)
            await app.press(*A_ROUND)
            await moments.passes(app)
        assert isinstance(app.app.screen, Notice)
        assert "The disk is full." in app.text
        await app.press("escape")
        await moments.passes(app)
        assert table.paused
        await app.press("enter")
        assert not table.paused

    drive(having(app_with(table), auto_continue=True), script)


# The bell


def calls_of(app: GalliApp, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what the app writes to the terminal besides the screen, which grows."""
    written: list[str] = []
    monkeypatch.setattr(app, "_write", written.append)
    return written


def rung(written: list[str]) -> bool:
    return any(BELL in one and not one.startswith("\x1b]2;") for one in written)


def bruno_chooses(table: InMemoryTable) -> None:
    """Choose for Bruno, and both point, so that Anna is asked again."""
    seat = table.due.seats[-1]
    table.submit(Choose(seat, Secret(only(seat), table.view(seat).hands[seat].cards[0])))


@with_straws
@pytest.mark.parametrize(
    ("bell", "waited", "focus", "told"),
    [
        ("auto", True, True, True),
        ("auto", False, True, False),
        ("auto", False, False, True),
        ("bell", True, True, True),
        ("notification", True, True, True),
        ("off", True, False, False),
    ],
)
def test_your_turn_is_told_after_a_long_wait_or_in_another_window(
    bell: str, waited: bool, focus: bool, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_bell, "LONG", 0.0 if waited else 3600.0)
    table = straws_table("Anna", "Bruno", here=[True, False])
    with_peers(table, Role.GUEST)
    app = having(app_with(table), bell=bell)
    written = calls_of(app, monkeypatch)

    async def script(driver: Driver) -> None:
        await driver.press("1")
        assert not rung(written)
        app.app_focus = focus
        bruno_chooses(table)
        await driver.settle()
        assert rung(written) is told

    drive(app, script)


@with_straws
def test_it_is_told_behind_another_screen_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_bell, "LONG", 0.0)
    table = straws_table("Anna", "Bruno", here=[True, False])
    with_peers(table, Role.GUEST)
    app = app_with(table)
    written = calls_of(app, monkeypatch)

    async def script(driver: Driver) -> None:
        await driver.press("1", "f1", "ctrl+p")
        bruno_chooses(table)
        await driver.settle()
        assert rung(written)

    drive(app, script)


@with_straws
def test_a_pause_at_one_keyboard_is_no_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_bell, "LONG", 0.0)
    app = app_with(straws_table("Anna", "Bruno", rests=True))
    written = calls_of(app, monkeypatch)

    async def script(driver: Driver) -> None:
        await driver.press(*A_ROUND, "enter")
        assert isinstance(driver.app.screen, HandoverScreen)
        assert not rung(written)

    drive(app, script)


NOTE = "\x1b]9;Your turn\x07"


@pytest.mark.parametrize(
    ("how", "able", "remote", "written"),
    [
        ("auto", True, False, NOTE),
        ("auto", False, False, BELL),
        ("auto", True, True, ""),
        ("bell", True, False, BELL),
        ("bell", True, True, BELL),
        ("notification", True, False, NOTE),
        ("notification", True, True, NOTE),
        ("notification", False, False, BELL),
        ("off", True, False, ""),
    ],
)
def test_what_is_written_depends_on_the_terminal(how: str, able: bool, remote: bool, written: str) -> None:
    assert attention_sequence(how, "Your turn", notifications=able, over_ssh=remote) == written


def test_no_words_can_control_the_terminal() -> None:
    words = "a\x1b]2;b\x07\n" + "c" * 500
    sequence = attention_sequence("notification", words, notifications=True, over_ssh=False)
    assert sequence.startswith("\x1b]9;a")
    assert sequence.count("\x1b") == sequence.count("\x07") == 1
    assert len(sequence) < 100


@pytest.mark.parametrize(
    ("env", "able"),
    [
        ({"TERM": "xterm-256color"}, False),
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "xterm-ghostty"}, True),
        ({"TERM": "foot"}, True),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, True),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, True),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, False),
        ({"TERM": "xterm-kitty", "TMUX": "/tmp/tmux-1000/default,1,0"}, False),
        ({"TERM": "linux"}, False),
    ],
)
def test_only_terminals_known_to_show_them_get_notifications(env: dict[str, str], able: bool) -> None:
    assert shows_notifications(env) is able


def test_ssh_is_seen_in_the_environment() -> None:
    assert not is_over_ssh({"SSH_AUTH_SOCK": "/run/agent"})
    for name in ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"):
        assert is_over_ssh({name: "192.0.2.7 22"})
