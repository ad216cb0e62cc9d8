"""Lobbies: the host settles the seats and begins; guests sit down and are ready; what is waited for is in words."""

from __future__ import annotations

import pytest
from textual.strip import Strip
from textual.widgets import Input

from galli_tui.screens.dialogs import Notice, Question
from galli_tui.screens.network.chat import ChatScreen
from galli_tui.screens.network.guest_lobby import GuestLobby
from galli_tui.screens.network.host_lobby import HostLobby
from galli_tui.screens.network.seat_form import SeatFormScreen
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.network import HostOptions
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.rich_text import RichText
from net.host.lobby import SeatAssignment
from net.status import GuestStatus, HostSeat, HostStatus, Phase
from net.wire.messages import ChatMessage, PeerRole, Reason, SeatKind
from rules.bots import bot_names
from rules.engine.secrecy import Seat
from tests.support.app_driver import Driver, drive
from tests.support.fake_network import (
    OPEN,
    FakeGuestSession,
    FakeHostSession,
    FakeNetwork,
    app_on,
    components_at,
    guest_status,
    host_seat,
    host_status,
    lobby,
    lobby_seat,
)
from tests.support.straws_game import straws

pytestmark = pytest.mark.usefixtures(straws.__name__)

ANNA = host_seat(SeatKind.HERE, "Anna", "red")
BRUNO = host_seat(SeatKind.GUEST, "Bruno", "green", key="3fa0b1c2d3e4f506")
HINT = "Use the same ssh command."


def host(status: HostStatus) -> tuple[FakeHostSession, FakeNetwork]:
    network = FakeNetwork()
    network.host_session = FakeHostSession(status)
    return network.host_session, network


async def to_host_lobby(app: Driver, host_session: FakeHostSession) -> None:
    app.app.push_screen(HostLobby(host_session))
    await app.press("end")


async def to_guest_lobby(app: Driver, guest_session: FakeGuestSession) -> None:
    app.app.push_screen(GuestLobby(guest_session))
    await app.press("home")


def seat_line(app: Driver, number: int) -> str:
    """The line of a seat, counted from 1."""
    return next(line for line in app.lines if line.strip("│▸ ").startswith(f"{number}   "))


def test_the_host_sees_code_addresses_and_who_is_missing() -> None:
    host_session, network = host(host_status(ANNA, BRUNO, host_seat()))
    host_session.ssh = "ssh -p 2222 192.168.1.20"

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        assert "cellar-heron-417" in app.text
        assert "galli-tui join 192.168.1.20:7341" in app.text
        assert "ssh -p 2222 192.168.1.20" in app.text
        assert "3fa0b1c2" in seat_line(app, 2)
        assert "d3e4" not in app.text
        assert "not ready" in seat_line(app, 2)
        assert app.line(-2) == "Waiting for a guest on seat 3 and for Bruno to be ready."

    drive(app_on(network), script)


def test_left_and_right_cycle_through_the_kinds_of_a_seat() -> None:
    host_session, network = host(host_status(ANNA, host_seat()))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        kinds: list[SeatKind] = []
        for _ in range(2 + len(bot_names())):
            await app.press("right")
            kinds.append(host_session.status.seats[1].kind)
        assert kinds == [SeatKind.HERE, *[SeatKind.BOT] * len(bot_names()), SeatKind.OPEN]
        await app.press("left")
        strongest = bot_names()[-1]
        assert host_session.status.seats[1] == host_seat(SeatKind.BOT, "Ratpert", "green", bot=strongest)
        assert strongest in seat_line(app, 2)
        assert app.line(-2) == "Everyone is ready: Ctrl+S starts."

    drive(app_on(network), script)


def test_the_lobby_shows_the_newest_chat_lines_first() -> None:
    host_session, network = host(host_status(ANNA, BRUNO, mode="coop", resumed=True))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        lines = tuple(ChatMessage(Seat(1), "Bruno", f"line {number} [b]\x1b") for number in range(1, 5))
        host_session.put(chat=lines, chat_count=len(lines))
        await app.settle()
        told = [line.strip(" │┃║") for line in app.lines if "Bruno: " in line]
        assert told == ["Bruno: line 4 [b]", "Bruno: line 3 [b]", "Bruno: line 2 [b]"]

    drive(app_on(network), script)


def test_a_key_that_a_guest_names_in_the_chat_of_the_lobby_cannot_be_clicked() -> None:
    host_session, network = host(host_status(ANNA, BRUNO, mode="coop", resumed=True))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        host_session.put(chat=(ChatMessage(Seat(1), "Bruno", "press U or F2"),), chat_count=1, blocked=1)
        await app.settle()
        (row,) = (number for number, line in enumerate(app.lines) if "Bruno: press" in line)
        theme = app.app.theme
        await app.click(app.lines[row].index("U or"), row)
        await app.click(app.lines[row].index("F2"), row)
        assert (host_session.status.blocked, app.app.theme) == (1, theme)

    drive(app_on(network), script)


def test_arrows_do_not_change_a_guests_seat() -> None:
    host_session, network = host(host_status(ANNA, BRUNO))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        assert "player" not in app.line(-1)
        await app.press("right")
        assert host_session.status.seats[1] == BRUNO
        assert app.line(-2) == "✖ Bruno has this seat; press x to remove the guest first."
        await app.press("up")
        assert "player" in app.line(-1)

    drive(app_on(network), script)


def test_the_match_starts_when_all_are_ready_and_the_table_replaces_the_lobby() -> None:
    host_session, network = host(host_status(ANNA, BRUNO._replace(ready=True)))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        await app.press("ctrl+s")
        assert any(isinstance(screen, TableScreen) for screen in app.app.screen_stack)
        assert not any(isinstance(screen, HostLobby) for screen in app.app.screen_stack)
        assert not host_session.closed
        assert not host_session.listeners

    drive(app_on(network), script)
    assert network.ended


@pytest.mark.parametrize(
    ("seats", "missing"),
    [
        ((ANNA, host_seat()), "✖ Seat 2 is open: wait for guests, or change it with Left/Right."),
        (
            (ANNA, host_seat(), host_seat()),
            "✖ Seats 2 and 3 are open: wait for guests, or change it with Left/Right.",
        ),
        ((ANNA, BRUNO), "✖ Bruno is not ready."),
        ((ANNA, BRUNO._replace(ready=True, online=False)), "✖ Bruno is away: wait, or press x to remove."),
    ],
)
def test_a_start_that_is_not_ready_says_what_is_missing(seats: tuple[HostSeat, ...], missing: str) -> None:
    host_session, network = host(host_status(*seats))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        await app.press("ctrl+s")
        assert app.line(-2) == missing
        assert host_session.status.phase is Phase.LOBBY

    drive(app_on(network), script)


def test_a_failed_start_says_why_and_the_lobby_stays() -> None:
    host_session, network = host(host_status(ANNA, BRUNO._replace(ready=True)))
    host_session.trouble = "The match could not be saved: the disk is full."

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        await app.press("ctrl+s")
        host_session.notify()  # As every try to send something does; it must not take the words away.
        await app.press("f12")
        assert isinstance(app.app.screen, Notice)
        assert "The match could not be saved: the disk is full." in app.text
        await app.press("enter", "home", "right")
        assert "The match could not be saved" in app.text
        await app.press("enter")
        assert isinstance(app.app.screen, HostLobby)
        assert host_session.status.phase is Phase.LOBBY

    drive(app_on(network), script)


def test_removing_a_guest_asks_first() -> None:
    host_session, network = host(host_status(ANNA, BRUNO))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        await app.press("x")
        assert isinstance(app.app.screen, Question)
        assert "Remove Bruno?" in app.text
        await app.press("enter")
        assert not host_session.removed
        await app.press("x", "y")
        assert host_session.removed == [Seat(1)]
        await app.press("x")
        assert isinstance(app.app.screen, HostLobby)

    drive(app_on(network), script)


def test_a_local_seat_gets_a_name_and_a_free_colour() -> None:
    host_session, network = host(host_status(ANNA, BRUNO, host_seat()))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        await app.press("enter")
        assert isinstance(app.app.screen, SeatFormScreen)
        await app.type("BRUNO")
        await app.press("ctrl+s")
        assert app.line(-2) == "✖ The name BRUNO is taken at this table."
        await app.type("2")
        await app.press("down", "right", "enter")
        assert host_session.status.seats[2] == host_seat(SeatKind.HERE, "BRUNO2", "yellow")

    drive(app_on(network), script)


@pytest.mark.parametrize(
    ("typed", "prompt"),
    [
        (
            "Gozbert of the Grey Cloister",
            "A name has at most 24 characters: this one will be Gozbert of the Grey Clo….",
        ),
        ("An\u202enina", "Not every character can be shown: this one will be Annina."),
    ],
)
def test_the_form_of_a_seat_shows_how_a_typed_name_will_be_changed(typed: str, prompt: str) -> None:
    host_session, network = host(host_status(ANNA, BRUNO, host_seat()))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        await app.press("enter")
        app.app.screen.query_one("#name", Input).value = typed
        await app.press("f12")
        assert app.line(-2) == prompt
        await app.press("down")
        assert app.line(-2).startswith("Left/Right change the colour.")

    drive(app_on(network), script)


def test_a_name_that_clashes_only_as_it_will_be_shown_is_refused_at_a_seat() -> None:
    host_session, network = host(host_status(ANNA, BRUNO, host_seat()))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        await app.press("enter")
        app.app.screen.query_one("#name", Input).value = "Bru\u202eno"
        await app.press("ctrl+s")
        assert app.line(-2) == "✖ The name Bruno is taken at this table."
        assert isinstance(app.app.screen, SeatFormScreen)

    drive(app_on(network), script)


def test_a_renamed_bot_stays_a_bot() -> None:
    host_session, network = host(host_status(ANNA, host_seat(SeatKind.BOT, "Notker", "green", bot="novice")))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        await app.press("e")
        await app.type("Otmar")
        await app.press("ctrl+s")
        assert host_session.status.seats[1] == host_seat(SeatKind.BOT, "Otmar", "green", bot="novice")

    drive(app_on(network), script)


def test_in_a_saved_match_names_stay_and_only_who_plays_changes() -> None:
    host_session, network = host(host_status(ANNA, host_seat(SeatKind.OPEN, "Bruno", "green"), resumed=True))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        await app.press("e", "enter")
        assert isinstance(app.app.screen, HostLobby)
        assert "its name stays" in app.line(-2)
        await app.press("left")
        assert host_session.status.seats[1] == host_seat(SeatKind.BOT, "Bruno", "green", bot=bot_names()[-1])

    drive(app_on(network), script)


def test_spectators_and_chat_can_be_switched() -> None:
    host_session, network = host(host_status(ANNA, host_seat()))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        await app.press("C", "W")
        assert not host_session.status.may_chat
        assert not host_session.status.may_watch
        assert "spectators  not allowed  chat  off" in app.text
        await app.press("W")
        assert host_session.status.may_watch

    drive(app_on(network), script)


def test_the_host_chats_with_everyone_in_the_lobby() -> None:
    host_session, network = host(host_status(ANNA, BRUNO))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        assert "t chat" in app.line(-1)
        await app.press("t")
        assert isinstance(app.app.screen, ChatScreen)
        assert "Esc goes back to the lobby" in app.line(-2)
        await app.type("all here")
        await app.press("enter", "escape")
        assert isinstance(app.app.screen, HostLobby)
        assert "Anna: all here" in app.text
        host_session.put(phase=Phase.BEGINNING)
        await app.press("t")
        assert isinstance(app.app.screen, HostLobby)

    drive(app_on(network), script)


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (host_status(ANNA, host_seat()), "Nobody is here to read it yet."),
        (host_status(ANNA, BRUNO)._replace(may_chat=False), "Chat is off; C turns it on."),
    ],
)
def test_without_listeners_there_is_no_chat(status: HostStatus, words: str) -> None:
    host_session, network = host(status)

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        assert "talk" not in app.line(-1)
        await app.press("t")
        assert isinstance(app.app.screen, HostLobby)
        assert app.line(-2) == words

    drive(app_on(network), script)


def test_a_guest_chats_in_the_lobby() -> None:
    at = lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), lobby_seat(yours=True))
    guest_session, network = guest(guest_status(Phase.LOBBY, at))

    async def script(app: Driver) -> None:
        await to_guest_lobby(app, guest_session)
        await app.press("t")
        await app.type("hello")
        await app.press("enter")
        assert "Bruno: hello" in app.text
        await app.press("escape")
        assert "Bruno: hello" in app.text
        guest_session.put(Phase.LOBBY, at._replace(may_chat=False))
        await app.press("t")
        assert not isinstance(app.app.screen, ChatScreen)

    drive(app_on(network), script)


def test_coop_always_allows_chat() -> None:
    host_session, network = host(host_status(ANNA, host_seat(), mode="coop"))
    host_session.options = HostOptions()

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        assert "chat" not in app.line(-1)
        await app.press("C")
        assert host_session.status.may_chat
        assert "on, not for spectators" in app.text
        await app.press("W")
        assert host_session.options == HostOptions(may_watch=False, may_chat=False)

    drive(app_on(network), script)


def test_wrong_codes_are_counted_and_the_host_unblocks_newcomers() -> None:
    host_session, network = host(host_status(ANNA, host_seat()))
    host_session.problems = ("Nobody can find the table by itself here: tell them to type its address.",)
    host_session.put(wrong_codes=50, closed_to_new=True, notices=("A guest was dropped.",))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        assert "50 wrong codes entered so far." in app.text
        assert "tell them to type its address" in app.text
        assert "A guest was dropped." in app.text
        await app.press("U")
        assert not host_session.status.closed_to_new
        assert "unblock" not in app.line(-1)

    drive(app_on(network), script)


def test_a_removed_guest_is_unblocked() -> None:
    host_session, network = host(host_status(ANNA, host_seat()))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        assert "unblock" not in app.line(-1)
        host_session.put(blocked=1)
        await app.settle()
        assert "1 removed guest is blocked. Press U to unblock." in app.text
        assert "U unblock" in app.line(-1)
        assert "esc close" in app.line(-1)
        (row,) = (number for number, line in enumerate(app.lines) if "Press U to unblock." in line)
        await app.click(app.lines[row].index("unblock."), row)
        assert host_session.status.blocked == 1
        await app.click(app.lines[row].index("U to"), row)
        assert host_session.status.blocked == 0
        assert "unblock" not in app.line(-1)

    drive(app_on(network), script)


@pytest.mark.parametrize("key", ["escape", "q"])
def test_closing_asks_and_enter_alone_does_not_close(key: str) -> None:
    host_session, network = host(host_status(ANNA, BRUNO))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        await app.press(key)
        assert "Close the table?" in app.text
        assert "Bruno will be disconnected. The match has not started, so" in app.text
        assert "nothing is saved" in app.text
        await app.press("enter")
        assert not host_session.closed
        host_session.put(seats=(ANNA, host_seat()))
        await app.press(key, "escape")
        assert not host_session.closed
        await app.press(key, "enter")
        assert not host_session.closed
        await app.press(key, "y")
        assert host_session.closed
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_on(network), script)


def test_closing_a_saved_match_says_that_its_guests_can_rejoin() -> None:
    host_session, network = host(host_status(ANNA, BRUNO, resumed=True))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        await app.press("escape")
        told = " ".join(line.strip("│ ") for line in app.lines)
        assert "Bruno will be disconnected. The match stays in the saved" in told
        await app.press("n")
        assert "^s resume" in app.line(-1)

    drive(app_on(network), script)


@pytest.mark.parametrize(
    ("resumed", "reason", "words"),
    [
        (False, Reason.CLOSED, "before the match started, so nothing was saved"),
        (True, Reason.CLOSED, "continues when the host"),
        (False, Reason.REMOVED, "The host has removed you"),
    ],
)
def test_a_guest_is_told_what_the_end_of_a_lobby_means(resumed: bool, reason: Reason, words: str) -> None:
    at = lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), lobby_seat(yours=True), resumed=resumed)
    guest_session, network = guest(guest_status(at=at))

    async def script(app: Driver) -> None:
        await to_guest_lobby(app, guest_session)
        guest_session.status = guest_status(Phase.ENDED, at, reason=reason)
        guest_session.notify()
        await app.settle()
        assert words in " ".join(line.strip("│ ") for line in app.lines)

    drive(app_on(network), script)


def test_no_seat_changes_while_the_match_starts() -> None:
    host_session, network = host(host_status(ANNA, BRUNO._replace(ready=True)))
    host_session.put(phase=Phase.BEGINNING)

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        assert "The match starts as soon as" in app.line(-2)
        await app.press("right", "x", "t", "C", "W", "e", "ctrl+s")
        assert isinstance(app.app.screen, HostLobby)
        assert host_session.status.seats[1].kind is SeatKind.GUEST

    drive(app_on(network), script)


def test_a_start_that_a_guest_has_left_can_be_cancelled() -> None:
    host_session, network = host(host_status(ANNA, BRUNO._replace(online=False)))
    host_session.put(phase=Phase.BEGINNING)

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        assert app.line(-2) == "Waiting for Bruno to come back; u cancels this start."
        await app.press("u")
        assert host_session.status.phase is Phase.LOBBY
        assert app.line(-2) == "Waiting for Bruno to come back."
        assert "give up" not in app.line(-1)

    drive(app_on(network), script)


def test_a_saved_match_continues_without_an_absent_guest() -> None:
    away = BRUNO._replace(online=False, ready=False)
    host_session, network = host(host_status(ANNA, away, resumed=True))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        await app.press("ctrl+s")
        assert host_session.status.phase is Phase.PLAYING

    drive(app_on(network), script)


def test_in_a_saved_match_giving_away_an_online_guests_seat_asks_first() -> None:
    host_session, network = host(host_status(ANNA, BRUNO, resumed=True))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        await app.press("down", "right")
        assert isinstance(app.app.screen, Question)
        assert "Give Bruno's seat away?" in app.text
        await app.press("enter")
        assert host_session.status.seats[1].kind is SeatKind.GUEST
        await app.press("right", "y")
        assert host_session.status.seats[1].kind is SeatKind.HERE
        await app.press("right")
        assert host_session.status.seats[1].kind is SeatKind.BOT

    drive(app_on(network), script)


def test_an_unstarted_saved_match_needs_its_guests() -> None:
    away = BRUNO._replace(online=False, ready=False)
    status = host_status(ANNA, away, resumed=True, fixed=True)
    host_session, network = host(status)
    line = "Bruno must return to start this match; or close it and open a new table."

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        assert app.line(-2) == line
        await app.press("down", "right", "x")
        assert host_session.status == status
        assert "who plays" not in app.line(-1)
        await app.press("enter")
        assert "sends" not in app.line(-2)
        host_session.put(phase=Phase.BEGINNING)
        await app.settle()
        assert app.line(-2) == line
        assert "give up" not in app.line(-1)
        await app.press("escape")
        assert "not started. It stays in the saved matches" in app.text

    drive(app_on(network), script)


def test_in_a_saved_match_an_online_guest_is_ready() -> None:
    host_session, network = host(host_status(ANNA, BRUNO._replace(ready=False), resumed=True))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        assert "not ready" not in app.text
        assert app.line(-2) == "Everyone is here: Ctrl+S resumes."

    drive(app_on(network), script)


def test_a_guest_of_a_saved_match_is_not_asked_to_be_ready() -> None:
    at = lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), lobby_seat(yours=True), resumed=True)
    guest_session, network = guest(guest_status(at=at))

    async def script(app: Driver) -> None:
        await to_guest_lobby(app, guest_session)
        assert app.line(-2) == "Waiting for the host to resume the match."
        assert "ready" not in app.line(-1)

    drive(app_on(network), script)


def test_a_table_that_has_ended_says_so_at_the_menu() -> None:
    host_session, network = host(host_status(ANNA, host_seat()))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        host_session.put(phase=Phase.ENDED, notices=("The socket was closed by the system.",))
        await app.press("f12")
        assert isinstance(app.app.screen, Notice)
        assert "The socket was closed by the system." in app.text
        await app.press("enter")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_on(network), script)


@pytest.mark.parametrize("terminal", [Terminal(), Terminal(ascii=True)], ids=["unicode", "ascii"])
def test_names_of_guests_cannot_inject_control_sequences(terminal: Terminal) -> None:
    nasty = "\x1b[31m[b]Zo\u202eë\x07" + "漢" * 40
    host_session, network = host(host_status(ANNA, host_seat(SeatKind.GUEST, nasty, "\x1b[1mgreen_fill")))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        line = seat_line(app, 2) if not terminal.ascii else next(line for line in app.lines if "2   guest" in line)
        assert "[b]Zo" in line
        assert "not ready" in line
        assert "\x1b" not in app.text
        assert "\u202e" not in app.text

    drive(app_on(network, terminal), script)


def guest(
    status: GuestStatus, wish: PeerRole = PeerRole.PLAYER, name: str = ""
) -> tuple[FakeGuestSession, FakeNetwork]:
    network = FakeNetwork()
    network.guest_session = FakeGuestSession(status, wish, name)
    return network.guest_session, network


def test_a_guest_is_told_that_its_name_is_taken() -> None:
    at = lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), OPEN)
    guest_session, network = guest(guest_status(at=at), name="ANNA")

    async def script(app: Driver) -> None:
        app.app.push_screen(GuestLobby(guest_session))
        await app.press("enter")
        assert app.line(-2).startswith("ANNA is taken; type another name or keep the suggestion")

    drive(app_on(network), script)


def test_a_guest_is_told_that_chat_is_off() -> None:
    at = lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), OPEN)._replace(may_chat=False)
    guest_session, network = guest(guest_status(at=at), name="Bruno")

    async def script(app: Driver) -> None:
        app.app.push_screen(GuestLobby(guest_session))
        await app.press("t")
        assert app.line(-2) == "Chat is off at this table; the host can turn it on."

    drive(app_on(network), script)


def test_a_guest_takes_a_seat_gets_ready_and_plays() -> None:
    at = lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), OPEN)
    guest_session, network = guest(guest_status(at=at), name="Bruno")

    async def script(app: Driver) -> None:
        app.app.push_screen(GuestLobby(guest_session))
        await app.press("enter")
        assert isinstance(app.app.screen, SeatFormScreen)
        assert "Bruno" in app.text
        await app.press("enter")
        assert guest_session.status.lobby is not None
        assert guest_session.status.lobby.seats[1] == lobby_seat(name="Bruno", colour="green", yours=True)
        assert "you" in seat_line(app, 2)
        assert app.line(-2) == "Press y when you are ready."
        assert " y ready " in f" {app.line(-1)} "
        await app.press("y")
        assert app.line(-2) == "Waiting for the host to start the match."
        assert " y not ready " in f" {app.line(-1)} "
        await app.press("y", "y")
        guest_session.put(Phase.BEGINNING)
        await app.press("f12")
        assert "The match starts" in app.line(-2)
        guest_session.put(Phase.PLAYING)
        await app.press("f12")
        assert isinstance(app.app.screen, TableScreen)
        assert not guest_session.closed

    drive(app_on(network), script)


def test_a_guest_sees_which_bot_plays_a_seat() -> None:
    bot = lobby_seat(SeatKind.BOT, "Tuotilo", "blue", ready=True)._replace(bot="abbot")
    strange = lobby_seat(SeatKind.BOT, "Otmar", "yellow", ready=True)._replace(bot="\x1b[31m[b]" + "a" * 40)
    guest_session, network = guest(guest_status(at=lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), bot, strange)))

    async def script(app: Driver) -> None:
        app.app.push_screen(GuestLobby(guest_session))
        await app.press("f12")
        assert seat_line(app, 2).strip("│ ").split() == ["2", "bot", "Tuotilo", "blue", "abbot"]
        assert "[b]aaa" in seat_line(app, 3)
        assert "\x1b" not in app.text

    drive(app_on(network), script)


def test_a_guest_changes_its_name_and_stands_up_again() -> None:
    at = lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), lobby_seat(yours=True))
    guest_session, network = guest(guest_status(at=at))

    async def script(app: Driver) -> None:
        await to_guest_lobby(app, guest_session)
        await app.press("e")
        assert "Bruno" in app.text
        await app.type("Beda")
        await app.press("ctrl+s")
        assert guest_session.status.lobby is not None
        assert guest_session.status.lobby.seats[1].name == "Beda"
        await app.press("x")
        assert guest_session.status.lobby.seats[1] == OPEN
        await app.press("y", "x", "e")
        assert isinstance(app.app.screen, GuestLobby)

    drive(app_on(network), script)


@pytest.mark.parametrize(
    ("seated", "resumed", "hint", "words"),
    [
        (True, False, "", "Your seat becomes open again."),
        (True, False, HINT, "Your seat becomes open again."),
        (True, True, "", "Every move is saved"),
        (True, True, HINT, HINT),
        (False, False, "", "You can join again with the table code."),
        (False, False, HINT, "You have no seat here."),
    ],
)
def test_a_guest_is_told_how_to_return_before_it_leaves(seated: bool, resumed: bool, hint: str, words: str) -> None:
    at = lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), lobby_seat(yours=seated), resumed=resumed)
    guest_session, network = guest(guest_status(at=at))
    guest_session.return_hint = hint

    async def script(app: Driver) -> None:
        await to_guest_lobby(app, guest_session)
        await app.press("escape")
        assert "Leave the table?" in app.text
        assert words in app.text
        assert not hint or ("saved matches" not in app.text and "code." not in app.text)

    drive(app_on(network), script)


def test_a_guest_that_leaves_while_the_match_starts_is_promised_no_seat() -> None:
    at = lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), lobby_seat(yours=True))
    guest_session, network = guest(guest_status(at=at))

    async def script(app: Driver) -> None:
        await to_guest_lobby(app, guest_session)
        guest_session.put(Phase.BEGINNING)
        await app.press("f12", "escape")
        assert "Leave the table?" in app.text
        assert "Your seat is yours once the match starts" in app.text
        assert "Your seat is kept" not in app.text

    drive(app_on(network), script)


def test_a_taken_seat_cannot_be_taken() -> None:
    at = lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), OPEN)
    guest_session, network = guest(guest_status(at=at))

    async def script(app: Driver) -> None:
        await to_guest_lobby(app, guest_session)
        await app.press("enter")
        assert app.line(-2) == "Anna has this seat."

    drive(app_on(network), script)


def test_a_guest_is_told_to_go_to_an_open_seat_while_the_cursor_is_on_another() -> None:
    guest_session, network = guest(guest_status(at=lobby(lobby_seat(), OPEN)))

    async def script(app: Driver) -> None:
        app.app.push_screen(GuestLobby(guest_session))
        await app.press("up")
        assert app.line(-2) == "Up/Down select an open seat; Enter takes it."
        await app.press("down")
        assert app.line(-2) == "Enter takes the selected seat."

    drive(app_on(network), script)


def test_taking_a_seat_of_a_saved_match_asks_for_no_name() -> None:
    at = lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), OPEN._replace(name="Bruno", colour="green"), resumed=True)
    guest_session, network = guest(guest_status(at=at))

    async def script(app: Driver) -> None:
        await to_guest_lobby(app, guest_session)
        await app.press("end", "enter")
        assert guest_session.status.lobby is not None
        assert guest_session.status.lobby.seats[1] == lobby_seat(yours=True)

    drive(app_on(network), script)


def test_lobby_notes_are_never_squeezed_to_one_column(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even for the moment in which its place is not settled yet."""
    drawn: list[str] = []
    render = RichText.render_line

    def noted(self: RichText, y: int) -> Strip:
        strip = render(self, y)
        drawn.append(strip.text.strip())
        return strip

    monkeypatch.setattr(RichText, "render_line", noted)
    guest_session, network = guest(guest_status(at=lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), OPEN)))

    async def script(app: Driver) -> None:
        await to_guest_lobby(app, guest_session)
        assert any(line.startswith("Enter on an open seat asks for your name and colour.") for line in drawn)
        assert not any(0 < len(line) < 3 for line in drawn)

    drive(app_on(network), script)


@pytest.mark.parametrize(("name", "told"), [("Dora", True), ("Bruno", False), ("", False)])
@pytest.mark.parametrize("seated", [False, True])
def test_an_unused_name_in_a_saved_match_is_mentioned(name: str, told: bool, seated: bool) -> None:
    seat = lobby_seat(yours=True) if seated else OPEN._replace(name="Bruno", colour="green")
    at = lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), seat, resumed=True)
    guest_session, network = guest(guest_status(at=at))
    guest_session.name = name

    async def script(app: Driver) -> None:
        await to_guest_lobby(app, guest_session)
        words = " ".join(app.text.replace("│", " ").split())
        assert ("Your name Dora is not used here." in words) == told
        assert ("is not used here" in words) == told

    drive(app_on(network), script)


def test_a_spectator_has_no_seat_and_waits() -> None:
    at = lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), OPEN, lobby_seat(name="Clara"))
    guest_session, network = guest(guest_status(at=at), PeerRole.SPECTATOR)

    async def script(app: Driver) -> None:
        app.app.push_screen(GuestLobby(guest_session))
        await app.press("down", "up")
        assert "You are a spectator" in app.text
        assert app.line(-2) == "Waiting for a guest on seat 2 and for Clara to be ready."
        await app.press("home", "down", "enter")
        assert app.line(-2) == "You are a spectator; to play, leave and join again."

    drive(app_on(network), script)


def test_custom_components_are_named_on_both_sides() -> None:
    others = bytes.fromhex("3fa9c2d1") * 8
    host_session, network = host(host_status(ANNA, BRUNO)._replace(components=others))
    guest_session = FakeGuestSession(guest_status(at=lobby(OPEN)._replace(components=others)))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        assert "other components than the standard ones (set 3fa9c2d1)" in app.text
        host_session.put(components=components_at("straws"))
        await app.press("home")
        assert "other components" not in app.text
        await to_guest_lobby(app, guest_session)
        assert "other components than the standard ones (set 3fa9c2d1)" in app.text

    drive(app_on(network), script)


def test_a_lost_connection_shows_a_countdown_and_can_be_cancelled() -> None:
    at = lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), lobby_seat(yours=True))
    guest_session, network = guest(guest_status(at=at))

    async def script(app: Driver) -> None:
        await to_guest_lobby(app, guest_session)
        guest_session.put(Phase.CONNECTING, seconds=4.6)
        await app.press("f12")
        assert app.line(-2) == "Connection lost. Retrying in 5 s; Esc cancels."
        await app.press("y")
        assert guest_session.status.lobby is not None
        assert not guest_session.status.lobby.seats[1].ready
        await app.press("escape")
        assert guest_session.closed
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_on(network), script)


@pytest.mark.parametrize("entries", [0, 12])
def test_without_a_host_the_player_is_told_what_the_replica_is_for(entries: int) -> None:
    words = "Nobody listens there."
    guest_session, network = guest(
        guest_status(Phase.CONNECTING, sentence=words)._replace(entries=entries, host_entries=entries)
    )

    async def script(app: Driver) -> None:
        await to_guest_lobby(app, guest_session)
        assert words in app.text
        assert ("This match cannot continue without its host" in app.text) is bool(entries)

    drive(app_on(network), script)


def test_a_table_that_closes_says_why() -> None:
    guest_session, network = guest(guest_status(at=lobby(OPEN, OPEN)))

    async def script(app: Driver) -> None:
        await to_guest_lobby(app, guest_session)
        guest_session.put(Phase.ENDED, sentence="The host has \x1b[31mclosed the table.")
        await app.press("f12")
        assert isinstance(app.app.screen, Notice)
        assert "The host has closed the table." in app.text
        assert guest_session.closed
        await app.press("enter")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_on(network), script)


def test_an_assigned_seat_is_what_the_host_chose() -> None:
    host_session, network = host(host_status(ANNA, host_seat()))
    asked: list[tuple[Seat, SeatAssignment]] = []
    host_session.seat = lambda seat, assignment: asked.append((seat, assignment))

    async def script(app: Driver) -> None:
        await to_host_lobby(app, host_session)
        await app.press("right")

    drive(app_on(network), script)
    assert asked == [(Seat(1), SeatAssignment(SeatKind.HERE, "Notker"))]
