"""Joining: tables found and lost while one looks, an address by hand, the code, and the way back to a match."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from galli_tui.screens.dialogs import Notice
from galli_tui.screens.network.find_table import FindTableScreen
from galli_tui.screens.network.guest_lobby import GuestLobby
from galli_tui.screens.network.join_form import JoinFormScreen
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.network import JoinRequest, NetworkError, RejoinOption
from net.status import Phase
from net.wire.messages import PeerRole, Reason, SeatKind
from saves.errors import SaveError
from tests.support.app_driver import Driver, drive
from tests.support.fake_network import OPEN, FakeNetwork, app_on, found, lobby, lobby_seat
from tests.support.straws_game import straws

pytestmark = pytest.mark.usefixtures(straws.__name__)

ADDRESS = "192.168.1.20:7341"
LOBBY = lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), OPEN)
BACK = RejoinOption("9f86d081", "Straws I", ("Anna", "Bruno"), ADDRESS)


def test_the_list_follows_tables_that_come_and_go() -> None:
    network = FakeNetwork()

    async def script(app: Driver) -> None:
        await app.press("j")
        assert "none yet; open tables appear here" in app.text
        network.finding.put(found(), found("b2", "Clara", vacant=0))
        await app.press("f12")
        assert "2 of 4 open" in app.text
        assert "full" in app.text
        network.finding.put(found("b2", "Clara", vacant=1))
        await app.press("f12")
        assert "Anna" not in app.text
        assert "1 of 4 open" in app.text
        await app.press("escape")
        assert isinstance(app.app.screen, MenuScreen)
        assert network.finding.closed
        assert not network.finding.listeners

    drive(app_on(network), script)


@pytest.mark.parametrize(
    ("phase", "watch", "free", "told", "keys"),
    [
        (
            Phase.PLAYING,
            True,
            "playing",
            "The match has started",
            "w watches; Enter is for players who have a seat there.",
        ),
        (Phase.PLAYING, False, "playing", "No spectators.", "Enter is for players who have a seat there."),
        (Phase.OVER, True, "over", "The match is over.", "w watches; Enter is for players who have a seat there."),
    ],
)
def test_a_match_that_has_begun_is_not_called_full(phase: Phase, watch: bool, free: str, told: str, keys: str) -> None:
    table = found(vacant=0)._replace(phase=phase, may_watch=watch)

    async def script(app: Driver) -> None:
        await app.press("j")
        assert free in app.text
        assert "full" not in app.text
        assert told in app.text
        assert app.line(-2) == keys

    drive(app_on(FakeNetwork(table)), script)


def test_an_own_running_match_is_rejoined() -> None:
    table = found(vacant=0, match_id="9f86d081")._replace(phase=Phase.PLAYING)

    async def script(app: Driver) -> None:
        await app.press("j")
        assert "playing" in app.text
        assert app.line(-2) == "Enter returns to your seat."

    drive(app_on(FakeNetwork(table)), script)


def test_a_game_of_one_mode_has_no_words_for_it() -> None:
    table = found()._replace(mode="")
    assert (found().played, table.played) == ("Straws I, together", "Straws I")

    async def script(app: Driver) -> None:
        await app.press("j")
        assert "Straws I, at 192.168.1.20:7341" in app.text

    drive(app_on(FakeNetwork(table)), script)


def test_the_cursor_stays_with_its_table_when_others_appear_above() -> None:
    network = FakeNetwork(found("b2", "Clara"))

    async def script(app: Driver) -> None:
        await app.press("j")
        network.finding.put(found("a1", "Anna"), found("b2", "Clara"))
        await app.press("enter")
        assert "Clara: Straws I, together" in app.text

    drive(app_on(network), script)


def test_a_found_table_needs_only_its_code() -> None:
    network = FakeNetwork(found())

    async def script(app: Driver) -> None:
        await app.press("j", "enter")
        assert isinstance(app.app.screen, JoinFormScreen)
        await app.type("Cellar heron 417")
        await app.press("ctrl+s")
        assert app.line(-2) == f"Connecting to {ADDRESS}; Esc cancels."
        network.guest_session.put(Phase.LOBBY, LOBBY)
        await app.press("f12")
        assert isinstance(app.app.screen, GuestLobby)
        assert [type(screen) for screen in app.app.screen_stack] == [MenuScreen, GuestLobby]
        assert len(network.guest_session.listeners) == 1

    drive(app_on(network), script)
    assert network.calls == [JoinRequest((ADDRESS,), "Cellar heron 417", PeerRole.PLAYER)]


def test_a_running_match_opens_its_table_at_once() -> None:
    network = FakeNetwork(found())

    async def script(app: Driver) -> None:
        await app.press("j", "enter")
        await app.type("x")
        await app.press("ctrl+s")
        network.guest_session.put(Phase.PLAYING, lobby(lobby_seat(yours=True), lobby_seat(name="Clara")))
        await app.press("f12")
        assert any(isinstance(screen, TableScreen) for screen in app.app.screen_stack)

    drive(app_on(network), script)


def test_an_unknown_game_of_a_host_is_harmless() -> None:
    network = FakeNetwork(found())

    async def script(app: Driver) -> None:
        await app.press("j", "enter")
        await app.type("x")
        await app.press("ctrl+s")
        strange = lobby(OPEN, lobby_seat(name="[red]\x1b[2J\u202e", colour="[b]"), mode="evil", game="../evil")
        network.guest_session.put(Phase.LOBBY, strange)
        await app.press("f12", "enter", "ctrl+s")
        at = network.guest_session.status.lobby
        assert at is not None
        assert at.seats[0].yours
        assert "\x1b" not in app.text
        assert isinstance(app.app.screen, GuestLobby)

    drive(app_on(network), script)


def test_a_table_can_be_joined_as_a_spectator() -> None:
    network = FakeNetwork(found())

    async def script(app: Driver) -> None:
        await app.press("j", "w")
        await app.type("x")
        await app.press("ctrl+s")

    drive(app_on(network), script)
    assert network.calls == [JoinRequest((ADDRESS,), "x", PeerRole.SPECTATOR)]


def test_watching_is_offered_only_if_allowed() -> None:
    network = FakeNetwork(found()._replace(may_watch=False))

    async def script(app: Driver) -> None:
        await app.press("j")
        assert "No spectators." in app.text
        assert "watch" not in app.line(-1)
        await app.press("w")
        assert isinstance(app.app.screen, FindTableScreen)
        await app.press("enter", "down", "right")
        assert any("Join as" in line and "player" in line for line in app.lines)

    drive(app_on(network), script)


def test_a_table_of_another_version_says_so_and_is_not_connected_to() -> None:
    network = FakeNetwork(found(barrier="newer version"))

    async def script(app: Driver) -> None:
        await app.press("j")
        assert "newer version" in app.text
        await app.press("enter", "w")
        assert isinstance(app.app.screen, FindTableScreen)
        assert app.line(-2) == "✖ You can't join this table with your version of the game."

    drive(app_on(network), script)


def test_every_field_of_the_form_is_explained_in_full_at_80x24() -> None:
    async def script(app: Driver) -> None:
        await app.press("j", "e")
        for _ in range(4):
            assert app.line(-2)
            assert "…" not in app.line(-2)
            await app.press("tab")

    drive(app_on(FakeNetwork()), script)


def test_a_refusal_by_the_table_does_not_ask_for_corrections() -> None:
    network = FakeNetwork(found())

    async def script(app: Driver) -> None:
        await app.press("j", "enter")
        await app.type("x")
        await app.press("ctrl+s")
        network.guest_session.put(Phase.ENDED, reason=Reason.OWN_KEY)
        await app.press("f12")
        assert "This table is yours" in app.text
        assert app.line(-2) == "✖ Couldn't join; the reason is above."

    drive(app_on(network), script)


def test_a_wrong_code_is_reported_and_can_be_corrected() -> None:
    network = FakeNetwork(found())

    async def script(app: Driver) -> None:
        await app.press("j", "enter", "enter")
        await app.press("ctrl+s")
        assert app.line(-2) == "✖ Type the table code first; it is on the host's screen."
        await app.type("x")
        await app.press("ctrl+s")
        network.guest_session.put(Phase.ENDED, sentence="That is not this table's code; wait 4 seconds and try again.")
        await app.press("f12")
        assert "That is not this table's code; wait 4 seconds and try again." in app.text
        assert app.line(-2).startswith("✖ Couldn't join")
        assert network.guest_session.closed
        assert app.app.focused is not None
        assert app.app.focused.id == "code"
        await app.type("y")
        await app.press("ctrl+s")

    drive(app_on(network), script)
    assert [call.code for call in network.calls if isinstance(call, JoinRequest)] == ["x", "xy"]


def test_a_connection_that_ends_without_a_reason_asks_for_no_corrections() -> None:
    network = FakeNetwork(found())

    async def script(app: Driver) -> None:
        await app.press("j", "enter")
        await app.type("x")
        await app.press("ctrl+s")
        network.guest_session.put(Phase.ENDED)
        await app.press("f12")
        assert "The connection ended; the host gave no reason." in app.text
        assert app.line(-2) == "✖ Couldn't join; Ctrl+S tries again."
        await app.press("ctrl+s")

    drive(app_on(network), script)
    assert len(network.calls) == 2


@pytest.mark.parametrize("keys", [("y",), ("tab", "right")])
def test_an_error_goes_when_the_entries_change(keys: tuple[str, ...]) -> None:
    network = FakeNetwork(found())

    async def script(app: Driver) -> None:
        await app.press("j", "enter")
        await app.type("x")
        await app.press("ctrl+s")
        network.guest_session.put(Phase.ENDED, sentence="That is not this table's code.")
        await app.press("f12")
        assert "That is not this table's code." in app.text
        await app.press(*keys)
        assert "That is not this table's code." not in app.text

    drive(app_on(network), script)


def test_enter_after_the_code_connects() -> None:
    network = FakeNetwork(found())

    async def script(app: Driver) -> None:
        await app.press("j", "enter")
        await app.type("cellar-heron-417")
        await app.press("enter")

    drive(app_on(network), script)
    assert [call.code for call in network.calls if isinstance(call, JoinRequest)] == ["cellar-heron-417"]


@pytest.mark.parametrize("key", ["ctrl+s", "enter"])
def test_a_malformed_code_is_refused_before_connecting(key: str) -> None:
    network = FakeNetwork(found())
    network.refusal = NetworkError("'hern' is not a word of a table code. Did you mean 'heron'?")

    async def script(app: Driver) -> None:
        await app.press("j", "enter")
        await app.type("cellar-hern-417")
        await app.press(key)
        assert "'hern' is not a word of a table code. Did you mean 'heron'?" in app.text
        assert app.line(-2).startswith("✖ That isn't valid")
        assert app.app.focused is not None
        assert app.app.focused.id == "code"

    drive(app_on(network), script)


def test_enter_after_the_address_moves_to_the_code() -> None:
    network = FakeNetwork()

    async def script(app: Driver) -> None:
        await app.press("j", "enter")
        await app.type("10.0.0.3")
        await app.press("enter")
        assert app.app.focused is not None
        assert app.app.focused.id == "code"
        await app.type("cellar-heron-417")
        await app.press("enter")

    drive(app_on(network), script)
    assert [call.code for call in network.calls if isinstance(call, JoinRequest)] == ["cellar-heron-417"]


def test_a_table_that_does_not_answer_is_retried_until_cancelled() -> None:
    network = FakeNetwork(found())

    async def script(app: Driver) -> None:
        await app.press("j", "enter")
        await app.type("x")
        await app.press("ctrl+s")
        network.guest_session.put(Phase.CONNECTING, sentence="Nobody listens there.", seconds=2)
        await app.press("f12")
        assert "Nobody listens there." in app.text
        assert app.line(-2) == "Retrying in 2 s; Ctrl+S retries now, Esc cancels."
        assert "^s retry now" in app.line(-1)
        await app.press("ctrl+s")
        assert network.guest_session.tries == 1
        network.guest_session.told_to_wait = True
        network.guest_session.put(Phase.CONNECTING, sentence="Too many wrong codes.", seconds=54)
        await app.settle()
        assert app.line(-2) == "The host asks you to wait. Retrying in 54 s; Esc cancels."
        assert "try now" not in app.line(-1)
        await app.press("ctrl+s")
        assert network.guest_session.tries == 1
        await app.press("escape")
        assert network.guest_session.closed
        assert isinstance(app.app.screen, JoinFormScreen)
        network.guest_session.notify()
        await app.press("escape")
        assert isinstance(app.app.screen, FindTableScreen)

    drive(app_on(network), script)


def test_leaving_the_form_while_connecting_closes_the_connection() -> None:
    network = FakeNetwork(found())

    async def script(app: Driver) -> None:
        await app.press("j", "enter")
        await app.type("x")
        await app.press("ctrl+s", "ctrl+q")

    drive(app_on(network), script)
    assert network.ended


def test_an_address_is_typed_where_nothing_can_be_found() -> None:
    network = FakeNetwork(
        trouble="This network does not carry multicast: type the address that the host's screen shows."
    )

    async def script(app: Driver) -> None:
        await app.press("j")
        assert "tables can't be found here" in app.text
        assert "does not carry multicast" in app.text
        await app.press("enter")
        await app.press("ctrl+s")
        assert app.line(-2) == "✖ Type the address first: HOST:PORT, from the host's screen."
        await app.type("10.0.0.3")
        await app.press("down")
        await app.type("cellar-heron-417")
        await app.press("down", "right", "down", "enter")

    drive(app_on(network), script)
    assert network.calls == [JoinRequest(("10.0.0.3",), "cellar-heron-417", PeerRole.SPECTATOR)]


def test_an_unfinished_match_is_rejoined_without_typing() -> None:
    network = FakeNetwork()
    network.back = [BACK]

    async def script(app: Driver) -> None:
        await app.press("j")
        assert "Your matches at other hosts" in app.text
        assert "Anna and Bruno" in app.text
        assert app.line(-2) == "Enter returns to your seat; no code needed."
        await app.press("enter")
        assert isinstance(app.app.screen, GuestLobby)
        assert app.line(-2) == f"Connecting to {ADDRESS}; Esc cancels."

    drive(app_on(network), script)
    assert network.calls == ["9f86d081"]


@pytest.mark.parametrize("known", [ADDRESS, "10.0.0.7:7341", ""])
def test_an_unfinished_match_is_rejoined_at_a_new_address_without_the_code(known: str) -> None:
    network = FakeNetwork()
    network.back = [BACK._replace(match_id="other", role=PeerRole.SPECTATOR), BACK._replace(address=known)]

    async def script(app: Driver) -> None:
        app.app.push_screen(JoinFormScreen(JoinRequest((ADDRESS,))))
        await app.settle()
        assert (network.calls, network.typed) == (["9f86d081"], ADDRESS)
        network.guest_session.put(Phase.LOBBY, lobby(lobby_seat(yours=True), resumed=True))
        await app.settle()
        assert isinstance(app.app.screen, GuestLobby)

    drive(app_on(network), script)


def test_unfinished_matches_are_tried_most_likely_first() -> None:
    network = FakeNetwork()
    network.back = [BACK._replace(match_id="other", address="10.0.0.7:7341"), BACK]

    async def script(app: Driver) -> None:
        network.guest_session.replaced = True
        app.app.push_screen(JoinFormScreen(JoinRequest((ADDRESS,))))
        await app.settle()
        assert "it has its own code." in app.text

    drive(app_on(network), script)
    assert network.calls == ["9f86d081", "other"]


def test_a_different_table_at_the_address_asks_for_its_own_code() -> None:
    network = FakeNetwork()
    network.back = [BACK]

    async def script(app: Driver) -> None:
        app.app.push_screen(JoinFormScreen(JoinRequest((ADDRESS,)), at_once=True))
        await app.settle()
        network.guest_session.replaced = True
        network.guest_session.put(Phase.CONNECTING, sentence="Another table is open there.", seconds=1)
        await app.settle()
        assert network.guest_session.closed
        assert "it has its own code." in app.text
        assert "^s join" in app.line(-1)
        await app.press("ctrl+s")
        assert app.line(-2) == "✖ Type the table code first; it is on the host's screen."
        await app.type("cellar-heron-417")
        await app.press("ctrl+s")

    drive(app_on(network), script)
    assert network.calls == ["9f86d081", JoinRequest((ADDRESS,), "cellar-heron-417")]


def test_a_found_table_of_an_own_match_needs_no_code() -> None:
    network = FakeNetwork(found(match_id="9f86d081"))

    async def script(app: Driver) -> None:
        await app.press("j", "enter")
        assert isinstance(app.app.screen, GuestLobby)

    drive(app_on(network), script)
    assert network.calls == ["9f86d081"]


def test_a_match_that_cannot_be_rejoined_says_why() -> None:
    network = FakeNetwork()
    network.back = [BACK]
    network.refusal = SaveError("This match is open in another window.")

    async def script(app: Driver) -> None:
        await app.press("j", "enter")
        assert isinstance(app.app.screen, Notice)
        assert "This match is open in another window." in app.text
        await app.press("enter")
        assert isinstance(app.app.screen, FindTableScreen)

    drive(app_on(network), script)


def test_unreadable_matches_are_reported_and_tables_still_show() -> None:
    class UnreadableNetwork(FakeNetwork):
        def rejoin_options(self) -> list[RejoinOption]:
            raise SaveError("The folder of the matches cannot be read: Permission denied.")

    async def script(app: Driver) -> None:
        await app.press("j")
        assert "Permission denied." in app.text
        assert "Anna" in app.text

    drive(app_on(UnreadableNetwork(found())), script)


def test_adverts_of_strangers_cannot_inject_control_sequences() -> None:
    nasty = "\x1b]0;x\x07[b]\u202eAnna" + "漢" * 60
    one = found(host=nasty)._replace(title=nasty, mode=nasty, addresses=(nasty,), barrier="")

    async def script(app: Driver) -> None:
        await app.press("j")
        assert "2 of 4 open" in app.text
        assert "\x1b" not in app.text
        assert "\u202e" not in app.text
        await app.press("enter")
        assert isinstance(app.app.screen, JoinFormScreen)
        assert "[b]" in app.text

    drive(app_on(FakeNetwork(one)), script)


def test_keys_pressed_twice_connect_once() -> None:
    network = FakeNetwork(found())

    async def script(app: Driver) -> None:
        await app.press("j")
        await app.press_at_once("enter", "enter")
        assert sum(isinstance(screen, JoinFormScreen) for screen in app.app.screen_stack) == 1
        app.app.screen.query_one("#code", Input).value = "x"
        await app.press_at_once("ctrl+s", "ctrl+s")

    drive(app_on(network), script)
    assert len(network.calls) == 1


def test_a_click_on_a_table_asks_for_its_code() -> None:
    async def script(app: Driver) -> None:
        await app.press("j")
        row = next(number for number, line in enumerate(app.lines) if "Anna" in line)
        await app.click(20, row)
        assert isinstance(app.app.screen, JoinFormScreen)

    drive(app_on(FakeNetwork(found())), script)
