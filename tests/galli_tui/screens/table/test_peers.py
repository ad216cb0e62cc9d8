"""At a table with company: who is waited for and why, talk and signs, guests who are away, and a table that stops."""

from __future__ import annotations

from time import monotonic

import pytest

from galli_tui.app import GalliApp
from galli_tui.game_api.registry import texts_of
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.dialogs import Choice, Notice, Question
from galli_tui.screens.network.chat import ChatScreen
from galli_tui.screens.network.host_lobby import HostLobby
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.start.setup import SetupScreen
from galli_tui.screens.table.handover import HandoverScreen
from galli_tui.screens.table.log import LogScreen
from galli_tui.screens.table.scores import ScoreSheetScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.network import HostOptions, HostPlan, NetworkError
from galli_tui.tables.peers import Pointer, Presence, Role, Stopped
from galli_tui.tables.table import Table
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.prompt import Prompt
from net.host.lobby import SeatAssignment
from net.wire.messages import SeatKind
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.secrecy import Seat, Secret, only
from tests.support.app_driver import Driver, app_with, drive
from tests.support.fake_match_store import FakeMatchStore
from tests.support.fake_network import FakeHostSession, FakeNetwork
from tests.support.peers_table import with_peers
from tests.support.straws_game import Choose, Straws, StrawsBoard, straws, straws_table

pytestmark = pytest.mark.usefixtures(straws.__name__)

ANNA, BRUNO, CLARA = Seat(0), Seat(1), Seat(2)


def far_table(*names: str, mode: str = "versus") -> InMemoryTable:
    """A table at which the first is here and the others are elsewhere."""
    return straws_table(*names, mode=mode, here=[True, *[False] * (len(names) - 1)])


def chooses(table: InMemoryTable, seat: Seat) -> None:
    """A seat elsewhere chooses the first of its straws."""
    table.submit(Choose(seat, Secret(only(seat), table.view(seat).hands[seat].cards[0])))


def play_to_the_end(table: InMemoryTable) -> None:
    while not table.due.over:
        seat = table.due.seats[0]
        table.submit(table.game.legal(table.view(seat), seat)[0])


def screen_of(app: Driver) -> TableScreen:
    found = app.app.screen
    assert isinstance(found, TableScreen)
    return found


def test_a_terminal_with_one_seat_has_no_handover() -> None:
    table = far_table("Anna", "Bruno", "Clara")
    with_peers(table)

    async def script(app: Driver) -> None:
        assert screen_of(app).turn.seat == ANNA
        assert "Choose a straw" in app.line(-2)

    drive(app_with(table), script)


def test_news_of_others_opens_no_second_handover() -> None:
    table = straws_table("Anna", "Bruno")
    peers = with_peers(table, Role.HOST, "hh")

    async def script(app: Driver) -> None:
        await app.press("enter")
        chooses(table, ANNA)
        peers.change(spectators=1)  # Before anything of the handover is drawn, as a table of several terminals tells.
        await app.settle()
        assert isinstance(app.app.screen, HandoverScreen)
        await app.press("enter")
        assert screen_of(app).turn.seat == BRUNO

    drive(app_with(table), script)


def test_cancelling_a_leave_returns_to_the_handover() -> None:
    table = straws_table("Anna", "Bruno")
    with_peers(table, Role.HOST, "hh")

    async def script(app: Driver) -> None:
        await app.press("escape")
        assert isinstance(app.app.screen, Question)
        await app.press("escape")
        assert isinstance(app.app.screen, HandoverScreen)
        await app.press("enter")
        assert screen_of(app).turn.seat == ANNA

    drive(app_with(table), script)


def test_after_choosing_the_line_says_who_is_still_waited_for() -> None:
    table = far_table("Anna", "Bruno", "Clara")
    with_peers(table)

    async def script(app: Driver) -> None:
        await app.press("1")
        assert app.line(-2) == "Waiting for Bruno and Clara to choose."
        chooses(table, BRUNO)
        await app.settle()
        assert app.line(-2) == "Waiting for Clara to choose."

    drive(app_with(table), script)


def test_signs_beside_names_show_who_has_chosen_and_who_is_thinking() -> None:
    table = far_table("Anna", "Bruno", "Clara")
    with_peers(table)

    async def script(app: Driver) -> None:
        assert "▸Anna" in app.line(0)
        assert "?Bruno" in app.line(0)
        await app.press("1")
        chooses(table, CLARA)
        await app.settle()
        assert "✔Anna" in app.line(0)
        assert "?Bruno" in app.line(0)
        assert "✔Clara" in app.line(0)
        chooses(table, BRUNO)
        await app.settle()
        assert "✔" not in app.line(0)

    drive(app_with(table), script)


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
def test_absence_and_bots_are_shown_beside_the_name(size: tuple[int, int]) -> None:
    table = far_table("Anna", "Bruno", "Clara")
    with_peers(table, presence="hab")

    async def script(app: Driver) -> None:
        assert "Bruno·away" in app.line(0)
        assert "Clara·bot" in app.line(0)

    drive(app_with(table), script, size)


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
def test_a_stand_in_is_shown_beside_the_name_at_every_width(size: tuple[int, int]) -> None:
    table = straws_table("Maximiliane of Reichenau", "Wolfgang Amadeus Mozart", here=[True, False])
    table.players = (table.players[0], table.players[1]._replace(bot="abbot"))
    with_peers(table, Role.HOST, "hb", stand_ins=(BRUNO,))

    async def script(app: Driver) -> None:
        assert "·bot " in app.line(0) or "·abbot " in app.line(0)

    drive(app_with(table), script, size)


@pytest.mark.parametrize("role", list(Role))
def test_a_bot_that_stands_in_or_stops_is_reported_to_all(role: Role) -> None:
    table = far_table("Anna", "Bruno", "Clara")
    peers = with_peers(table, role, "hat")

    async def script(app: Driver) -> None:
        peers.change(presence=(Presence.HOST, Presence.BOT, Presence.ONLINE))
        await app.settle()
        assert app.line(-2).endswith("A bot plays for Bruno.")
        peers.change(presence=(Presence.HOST, Presence.AWAY, Presence.ONLINE))
        await app.settle()
        assert app.line(-2).endswith("The bot has stopped: the match waits for Bruno.")

    drive(app_with(table), script)


@pytest.mark.parametrize("role", list(Role))
def test_an_undo_by_another_player_is_reported_and_an_own_one_is_not(role: Role) -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table, role, undos=(0, 0))

    async def script(app: Driver) -> None:
        peers.change(undos=(1, 0))
        await app.settle()
        assert "takes back" not in app.line(-2)
        peers.change(undos=(1, 1))
        await app.settle()
        assert app.line(-2).endswith("Bruno takes back the last move.")

    drive(app_with(table), script)


def test_a_long_name_leaves_room_for_the_message() -> None:
    table = far_table("Anna", "Wolfgang Amadeus Mozart")
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        peers.hear(BRUNO, "hello from the other end of the long table, how are you")
        await app.settle()
        assert "Wolfgang Am…: hello from the other end" in app.line(-2)
        peers.hear(BRUNO, "hello")
        await app.settle()
        assert "Wolfgang Amadeus Mozart: hello" in app.line(-2)

    drive(app_with(table), script)


def test_absence_is_a_word_even_beside_long_names() -> None:
    table = straws_table(*["Maximiliane of Reichenau"] * 4, here=[True, False, False, False])
    with_peers(table, presence="haba")

    async def script(app: Driver) -> None:
        assert app.line(0).count("-away ") == 2
        assert app.line(0).count("-bot ") == 1

    drive(app_with(table, terminal=Terminal(ascii=True)), script)


def test_a_local_table_has_no_signs_and_no_keys_for_peers() -> None:
    table = straws_table("Anna", mode="solo")

    async def script(app: Driver) -> None:
        assert "?" not in app.line(0)
        await app.press("t", "B")
        assert isinstance(app.app.screen, TableScreen)
        assert "talk" not in app.line(-1)

    drive(app_with(table), script)


def test_a_seat_whose_choice_is_on_its_way_is_not_asked_again() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        peers.change(sent=(ANNA,))
        await app.press("1")
        assert app.line(-2) == "Your move is being sent to the host."
        assert ANNA in table.due.seats
        assert "✔Anna" in app.line(0)

    drive(app_with(table), script)


def test_a_held_choice_says_for_whom_it_waits_and_how_to_undo_it() -> None:
    table = far_table("Anna", "Bruno", "Clara")
    peers = with_peers(table, presence="tht", held=(ANNA,))

    async def script(app: Driver) -> None:
        assert app.line(-2) == "Your choice is sent once Bruno has chosen; u undoes it."
        peers.change(presence=(Presence.ONLINE, Presence.HOST, Presence.HOST))
        await app.settle()
        assert app.line(-2) == "Your choice is sent once Bruno and Clara have chosen; u undoes it."

    drive(app_with(table), script)


def test_several_seats_of_one_terminal_still_have_handovers() -> None:
    table = straws_table("Anna", "Bruno", "Clara", here=[True, True, False])
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        assert isinstance(app.app.screen, HandoverScreen)
        await app.press("enter")
        peers.change(sent=(ANNA,))
        await app.settle()
        assert isinstance(app.app.screen, HandoverScreen)
        assert "Bruno's turn" in app.text
        assert "Anna, look away." in app.text
        peers.change(sent=(ANNA, BRUNO))
        await app.press("enter")
        assert app.line(-2) == "Anna and Bruno: the move is being sent to the host."

    drive(app_with(table), script)


class NotingStrawsBoard(StrawsBoard):
    """Notes how it was drawn."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.drawn: list[object] = []

    def show_view(self, view: Straws) -> None:
        self.drawn.append("shown")
        super().show_view(view)

    def renew_view(self, view: Straws) -> None:
        self.drawn.append("renewed")
        super().show_view(view)

    def show_pointers(self, pointers: tuple[Pointer, ...]) -> None:
        self.drawn.append(len(pointers))


@pytest.fixture
def noting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has tables shown by a screen that notes how it was drawn."""
    monkeypatch.setattr("tests.support.straws_game.StrawsBoard", NotingStrawsBoard)


def drawn_by(app: Driver) -> list[object]:
    found = screen_of(app).board
    assert isinstance(found, NotingStrawsBoard)
    return found.drawn


@pytest.mark.usefixtures(noting.__name__)
def test_an_entry_in_progress_survives_choices_and_chat_of_others() -> None:
    table = far_table("Anna", "Bruno", "Clara")
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        drawn = drawn_by(app)
        assert drawn == ["shown"]
        chooses(table, BRUNO)
        peers.hear(CLARA, "Well?")
        await app.settle()
        assert [it for it in drawn if it != 0] == ["shown", "renewed"]
        chooses(table, CLARA)
        await app.press("1")
        assert drawn[-1] == "shown"

    drive(app_with(table), script)


def test_the_host_can_show_the_invitation_during_the_match() -> None:
    table = far_table("Anna", "Bruno")
    with_peers(table, Role.HOST, invite="The table code is cellar-heron-417.")

    async def script(app: Driver) -> None:
        await app.press("o")
        assert isinstance(app.app.screen, Notice)
        assert "The table code is cellar-heron-417." in app.text

    drive(app_with(table), script)


def test_the_host_unblocks_guests_at_the_table() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table, Role.HOST, invite="The table code is cellar-heron-417.")

    async def script(app: Driver) -> None:
        await app.press("o", "U")
        assert peers.done == []
        await app.press("escape")
        peers.change(blocked="New guests are blocked after too many wrong codes.")
        await app.settle()
        assert "New guests are blocked after too many wrong codes" in app.line(-2)
        await app.press("o")
        assert "after too many wrong codes. Press U to unblock." in " ".join(line.strip("│ ") for line in app.lines)
        assert " U unblock " in f" {app.line(-1)} "
        await app.press("U")
        assert peers.done == [("let in",)]
        assert isinstance(app.app.screen, TableScreen)

    drive(app_with(table), script)


def test_a_guest_has_no_invitation_to_show() -> None:
    table = far_table("Anna", "Bruno")
    with_peers(table)

    async def script(app: Driver) -> None:
        await app.press("o")
        assert isinstance(app.app.screen, TableScreen)

    drive(app_with(table), script)


def test_an_absent_guest_is_named_and_the_host_can_let_a_bot_play() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table, Role.HOST, "ha")

    async def script(app: Driver) -> None:
        await app.press("1")
        assert app.line(-2) == "Bruno is away: wait, or B lets a bot play."
        peers.change(notices=("Bruno has left the table and can come back.",))
        await app.settle()
        assert app.line(-2).startswith("Bruno is away: wait, or B lets a bot play. ")
        assert "Bruno has left the table" in app.line(-2)
        screen_of(app).peers.end_message()
        await app.press("B")
        assert isinstance(app.app.screen, Question)
        await app.press("enter")
        assert peers.done == []
        await app.press("B", "y")
        assert peers.done == [("bot", BRUNO)]
        peers.change(presence=(Presence.HOST, Presence.BOT), stand_ins=(BRUNO,))
        await app.press("B")
        assert "Wait for Bruno again?" in app.text
        await app.press("y")
        assert peers.done[-1] == ("wait", BRUNO)
        peers.change(stand_ins=(), presence=(Presence.HOST, Presence.ONLINE))
        await app.settle()
        assert app.line(-2).endswith("Bruno is back.")
        await app.press("B")
        assert app.line(-2).startswith("Nobody is away.")

    drive(app_with(table), script)


def test_after_the_end_the_table_waits_for_nobody() -> None:
    table = straws_table("Anna", "Bruno", here=[True, False])
    with_peers(table, Role.HOST, "hb", stand_ins=(BRUNO,))

    async def script(app: Driver) -> None:
        play_to_the_end(table)
        await app.settle()
        await app.press("escape", "B")
        assert not isinstance(app.app.screen, Question)
        assert "away" not in app.line(-1)

    drive(app_with(table), script)


def test_the_host_removes_an_online_guest() -> None:
    table = far_table("Anna", "Bruno", "Clara")
    peers = with_peers(table, Role.HOST, "htt")

    async def script(app: Driver) -> None:
        await app.press("x")
        assert isinstance(app.app.screen, Choice)
        assert "remove Clara" in app.text
        await app.press("enter")
        await app.press("x", "escape")
        assert peers.done == []
        await app.press("x", "up", "enter")
        assert peers.done == [("send away", CLARA)]
        peers.change(presence=(Presence.HOST, Presence.AWAY, Presence.BOT))
        await app.settle()
        screen_of(app).peers.end_message()
        await app.press("x")
        assert app.line(-2) == "There is no guest to remove."

    drive(app_with(table), script)


def test_guests_have_no_key_to_remove_anyone() -> None:
    table = far_table("Anna", "Bruno")
    with_peers(table)

    async def script(app: Driver) -> None:
        await app.press("x")
        assert isinstance(app.app.screen, TableScreen)

    drive(app_with(table), script)


def test_a_bot_that_cannot_be_seated_leaves_the_seat_as_it_was_and_says_why() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table, Role.HOST, "ha")
    peers.trouble = "Bruno is back already."

    async def script(app: Driver) -> None:
        await app.press("B", "y")
        assert isinstance(app.app.screen, Notice)
        assert "Bruno is back already." in app.text

    drive(app_with(table), script)


def test_guests_are_told_who_is_away_and_have_no_key_for_it() -> None:
    table = far_table("Anna", "Bruno")
    with_peers(table, presence="ta")

    async def script(app: Driver) -> None:
        await app.press("1")
        assert app.line(-2) == "Bruno is away; the seat is kept."
        await app.press("B")
        assert isinstance(app.app.screen, TableScreen)

    drive(app_with(table), script)


def test_the_log_shows_which_seats_were_given_away() -> None:
    table = far_table("Anna", "Bruno")
    with_peers(table, transfers=("Entry 12 gives Bruno's seat to the host's bot (random).",))

    async def script(app: Driver) -> None:
        await app.press("l")
        assert "Seat changes" in app.text
        assert "Entry 12 gives Bruno's seat to the host's bot" in app.text

    drive(app_with(table), script)


def test_a_reopened_table_says_that_its_host_continues() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        await app.press("1")
        peers.change(pause="The host is back and goes on when all are there.")
        await app.settle()
        assert app.line(-2) == "The host is back and goes on when all are there."
        peers.change(pause="")
        await app.settle()
        assert app.line(-2) == "Waiting for Bruno to choose."

    drive(app_with(table), script)


def test_a_lost_connection_shows_a_countdown() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        peers.change(problem="The connection to the host is lost.", retry_at=monotonic() + 1000)
        await app.settle()
        assert "no connection, retry in 1000 s" in app.line(0) or "no connection, retry in 999 s" in app.line(0)
        assert "The connection to the host is lost." in app.line(-2)
        screen_of(app).peers.end_message()
        await app.settle()
        assert "Choose a straw" in app.line(-2)
        await app.press("1")
        assert app.line(-2).startswith("The connection to the host is lost. Retrying in ")
        peers.change(retry_at=monotonic() - 1)
        await app.settle()
        assert app.line(-2) == "The connection to the host is lost. Retrying now."
        peers.change(problem="", retry_at=None)
        await app.settle()
        assert "connection" not in app.line(0)
        assert app.line(-2).endswith("Connection restored.")

    drive(app_with(table), script)


def test_a_move_made_offline_is_said_to_be_saved() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table, problem="The connection to the host is lost.", retry_at=monotonic() + 1000)

    async def script(app: Driver) -> None:
        peers.change(sent=(ANNA,))
        await app.settle()
        assert app.line(-2) == "The connection to the host is lost. Your move is saved."

    drive(app_with(table), script)


def test_a_lost_connection_is_reported_once() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        await app.press("1")
        peers.change(problem="The connection to the host is lost.", retry_at=monotonic() - 1)
        await app.settle()
        assert app.line(-2) == "The connection to the host is lost. Retrying now."
        peers.change(problem="No table is open at 192.168.1.20:7341.")
        await app.settle()
        assert app.line(-2) == "No table is open at 192.168.1.20:7341. Retrying now."

    drive(app_with(table), script)


def test_a_bots_decisions_are_reported_once_to_a_returning_player() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table, stand_in_report="A bot has decided once for Anna.")

    async def script(app: Driver) -> None:
        assert isinstance(app.app.screen, Notice)
        assert "While you were away" in app.text
        assert "A bot has decided once for Anna." in app.text
        await app.press("escape")
        peers.hear(BRUNO, "There you are.")
        await app.settle()
        assert isinstance(app.app.screen, TableScreen)

    drive(app_with(table), script)


def test_a_returning_player_is_told_what_a_bot_decided() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        for _ in range(4):
            seat = table.due.seats[0]
            table.submit(table.game.legal(table.view(seat), seat)[0])
        own = [one for one in table.timeline(ANNA, 99) if isinstance(one.event, Move) and one.event.seat == ANNA]
        peers.change(stand_in_report="A bot has decided for Anna.", stand_in_entries=(own[-1].entry,))
        await app.settle()
        assert isinstance(app.app.screen, Notice)
        lines = [line.strip("│ ") for line in app.lines]
        decided = lines[lines.index("The bot's decisions (l shows the whole log):") + 1 :]
        assert isinstance(own[-1].event, Move)
        assert decided[:2] == [f"Anna: {texts_of('straws').decision(table, own[-2].view, own[-1].event)}", ""]

    drive(app_with(table), script)


def test_missing_entries_are_counted() -> None:
    table = far_table("Anna", "Bruno")
    with_peers(table, missing_entries=120, sent=(ANNA,))

    async def script(app: Driver) -> None:
        assert app.line(-2) == "Catching up: 120 entries to go."

    drive(app_with(table), script)


def test_a_stopped_table_says_why_once_and_asks_for_no_move() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        peers.change(
            stopped=Stopped(
                "Stopped", "The table stopped at entry 7.", "The states differ at entry 7. Compare the files."
            )
        )
        await app.settle()
        assert isinstance(app.app.screen, Notice)
        assert "Compare the files." in app.text
        await app.press("escape")
        assert screen_of(app).turn.seat is None
        assert app.line(-2) == "The table stopped at entry 7."
        assert "stopped" in app.line(0)
        peers.hear(BRUNO, "Oh.")
        await app.settle()
        assert isinstance(app.app.screen, TableScreen)
        await app.press("q")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_with(table), script)


def test_chat_is_typed_in_a_line_and_shown_briefly_beside_the_next_step() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        await app.press("t")
        assert isinstance(app.app.screen, ChatScreen)
        await app.type("hello q")
        await app.press("enter")
        assert peers.done == [("talk", "hello q")]
        peers.hear(BRUNO, "yes, yes")
        await app.settle()
        assert "Bruno: yes, yes" in app.text
        await app.press("enter")
        assert "Choose a straw" in app.line(-2)
        assert app.line(-2).endswith("Bruno: yes, yes")
        screen_of(app).peers.end_message()
        await app.settle()
        assert "Choose a straw" in app.line(-2)

    drive(app_with(table), script)


def test_chat_does_not_hide_a_refusal() -> None:
    table = straws_table("Anna", "Bruno", here=[False, True])
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        await app.press("1")
        chooses(table, ANNA)
        table.submit(table.game.legal(table.view(ANNA), ANNA)[0])
        await app.press("1")
        assert "1 is taken." in app.line(-2)
        peers.hear(ANNA, "hm")
        await app.settle()
        assert "1 is taken." in app.line(-2)
        await app.press("escape")
        assert app.line(-2).endswith("Anna: hm")

    drive(app_with(table), script)


def test_chat_is_shown_beside_a_requested_reason() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table, muted="The host has switched talk off for this match.")

    async def script(app: Driver) -> None:
        peers.hear(BRUNO, "hello")
        await app.press("t")
        assert app.line(-2).startswith("The host has switched talk off for this match. ")
        assert app.line(-2).endswith("Bruno: hello")

    drive(app_with(table), script)


@pytest.mark.parametrize("said", ["yes", "I think that the north is ours, if nobody minds", "W" * 200])
def test_chat_is_shown_beside_a_waiting_note(said: str) -> None:
    table = far_table("Anna", "Bruno", "Clara")
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        await app.press("1")
        peers.hear(BRUNO, said)
        await app.settle()
        assert app.line(-2).startswith("Waiting for Bruno and Clara to choose. ")
        assert f"Bruno: {said[:10]}" in app.line(-2)
        screen_of(app).peers.end_message()
        await app.settle()
        assert app.line(-2) == "Waiting for Bruno and Clara to choose."

    drive(app_with(table), script)


def test_a_long_waiting_note_leaves_room_for_chat() -> None:
    names = [f"{name} of the abbey of Reichenau" for name in ("Berno", "Herimann", "Walahfrid")]
    table = far_table("Anna", *names)
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        await app.press("1")
        peers.hear(None, "what " * 40, name="Tuotilo")
        await app.settle()
        assert app.line(-2).startswith("Waiting for Berno of the abbey of")
        assert "Tuotilo: what what what" in app.line(-2)

    drive(app_with(table), script)


def test_forbidden_chat_says_why() -> None:
    table = far_table("Anna", "Bruno")
    with_peers(table, muted="The host has switched talk off for this match.")

    async def script(app: Driver) -> None:
        assert "talk" not in app.line(-1)
        await app.press("t")
        assert app.line(-2) == "The host has switched talk off for this match."

    drive(app_with(table), script)


def test_failed_chat_stays_in_the_line() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table)
    peers.trouble = "There is no connection."

    async def script(app: Driver) -> None:
        await app.press("t")
        await app.type("hello")
        await app.press("enter")
        assert "There is no connection." in app.line(-2)
        assert "hello" in app.text

    drive(app_with(table), script)


def test_hostile_chat_is_shown_literally_and_never_wider_than_the_screen() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        peers.hear(None, "[bold]\x1b]2;gone\x07" + "W" * 500, name="[@click=app.bell]x")
        await app.settle()
        assert "[@click=app.bell]x: [bold]WWW" in app.line(-2)
        assert "\x1b" not in app.text
        assert all(len(line) == 80 for line in app.lines)
        await app.press("t")
        assert "[@click=app.bell]x:" in app.text
        assert "[bold]WWW" in app.text
        await app.press("escape", "l")
        assert isinstance(app.app.screen, LogScreen)
        assert "[@click=app.bell]x:" in app.text
        assert "[bold]WWW" in app.text

    drive(app_with(table), script)


def test_the_log_ends_with_the_chat() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table)
    peers.hear(BRUNO, "Good luck!")

    async def script(app: Driver) -> None:
        await app.press("l")
        assert "Bruno: Good luck!" in app.text

    drive(app_with(table), script)


def test_the_log_wraps_for_the_width_that_the_window_has_now() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table)
    said = "May your scriptorium never lack goose quills, candles, iron gall ink and a warm stove in winter!"
    peers.hear(BRUNO, said)

    async def script(app: Driver) -> None:
        await app.press("l")
        assert said not in app.text
        assert "warm stove in winter!" in app.text
        await app.resize(120, 36)
        (line,) = [one for one in app.lines if said in one]
        assert "▸" in line, "the last text stays selected"
        await app.resize(80, 24)
        assert said not in app.text
        assert "warm stove in winter!" in app.text

    drive(app_with(table), script)


def test_a_pointer_is_described_and_an_invalid_one_is_not() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        peers.see(BRUNO, "number", 99)
        peers.see(Seat(9), "number", 2)
        peers.see(BRUNO, "moon", 2)
        await app.settle()
        assert "points at" not in app.text
        peers.see(BRUNO, "number", 2)
        await app.settle()
        assert app.line(-2).endswith("Bruno points at number 2.")

    drive(app_with(table), script)


@pytest.mark.usefixtures(noting.__name__)
def test_pointers_end_with_the_next_move_or_after_a_while() -> None:
    table = far_table("Anna", "Bruno", "Clara")
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        def signs() -> list[object]:
            return [it for it in drawn_by(app) if isinstance(it, int)]

        peers.see(BRUNO, "number", 2)
        peers.see(BRUNO, "number", 3)
        await app.settle()
        assert signs() == [1, 2]
        chooses(table, CLARA)
        await app.settle()
        assert signs() == [1, 2, 0]
        peers.see(BRUNO, "number", 1)
        screen_of(app).peers.end_pointers()
        assert signs() == [1, 2, 0, 1, 0]

    drive(app_with(table), script)


def test_notices_to_the_host_are_shown_briefly() -> None:
    table = far_table("Anna", "Bruno")
    peers = with_peers(table, Role.HOST, notices=("An old one.",))

    async def script(app: Driver) -> None:
        assert "old" not in app.text
        peers.change(notices=("An old one.", "A stranger was dropped: it broke a limit."))
        await app.settle()
        assert app.line(-2).endswith("A stranger was dropped: it broke a limit.")

    drive(app_with(table), script)


def test_a_notice_cuts_the_next_step_between_sentences() -> None:
    async def script(app: Driver) -> None:
        prompt = app.app.screen.query_one(Prompt)
        prompt.show_next("Notker: 1 pouch or 2 hut? The lower number plays earlier.")
        prompt.show_passing("Winihart has left the table and can come back.")
        await app.settle()
        assert app.line(-2).startswith("Notker: 1 pouch or 2 hut? ")
        assert "The" not in app.line(-2)
        assert "Winihart has left the table" in app.line(-2)

    drive(app_with(far_table("Anna", "Bruno")), script)


@pytest.mark.parametrize(
    ("role", "question"),
    [(Role.HOST, "Close the table?"), (Role.GUEST, "Leave the table?"), (Role.SPECTATOR, "Stop watching?")],
)
@pytest.mark.parametrize("key", ["q", "escape"])
def test_leaving_asks_first_and_says_what_will_happen(role: Role, question: str, key: str) -> None:
    table = straws_table("Anna", "Bruno", here=[False, False])
    with_peers(table, role)

    async def script(app: Driver) -> None:
        await app.press(key)
        assert question in app.text
        await app.press("n")
        assert isinstance(app.app.screen, TableScreen)
        await app.press(key, "enter")
        assert isinstance(app.app.screen, TableScreen), "to leave takes more than the next key"
        await app.press(key, "y")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_with(table), script)


def test_after_the_end_the_host_sets_up_the_next_table_for_its_guests() -> None:
    table = straws_table("Anna", "Bruno", here=[False, True], mode="coop")
    with_peers(table, Role.HOST, presence="th")

    async def script(app: Driver) -> None:
        play_to_the_end(table)
        await app.settle()
        assert app.line(-2) == "Enter shows the final board, n sets up a rematch."
        app.app.host_options = HostOptions(ssh_port=2299, may_chat=True)
        await app.press("n")
        assert isinstance(app.app.screen, SetupScreen)
        await app.press("ctrl+s")

    network = FakeNetwork()
    drive(GalliApp(Terminal(), FakeMatchStore(), table, network=network), script)
    seats = (SeatAssignment(SeatKind.HERE, "Bruno", "green"), SeatAssignment(SeatKind.OPEN))
    assert network.hosted == [
        (HostPlan("straws", Options(2, "coop", 1), seats), HostOptions(ssh_port=2299, may_chat=True)),
    ]


@pytest.mark.parametrize("role", [Role.GUEST, Role.SPECTATOR])
def test_after_the_end_only_the_host_sets_up_the_next_match(role: Role) -> None:
    table = straws_table("Anna", "Bruno", here=[False, role is Role.GUEST])
    with_peers(table, role)

    async def script(app: Driver) -> None:
        play_to_the_end(table)
        await app.settle()
        assert app.line(-2) == "Enter shows the final board, q goes to the menu, where j finds the next table."
        assert "play again" not in app.line(-1)
        await app.press("n")
        assert isinstance(app.app.screen, ScoreSheetScreen)

    drive(app_with(table), script)


def test_opening_the_form_for_the_next_table_removes_nobody() -> None:
    table = straws_table("Anna", "Bruno", here=[True, False])
    with_peers(table, Role.HOST, presence="ht")
    closed: list[bool] = []
    table.close = lambda: closed.append(True)

    class OnePort(FakeNetwork):
        async def host(self, plan: HostPlan, options: HostOptions) -> FakeHostSession:
            if not closed:
                raise NetworkError("The last table has the port.")
            return await super().host(plan, options)

    async def script(app: Driver) -> None:
        play_to_the_end(table)
        await app.settle()
        await app.press("n", "escape")
        assert isinstance(app.app.screen, ScoreSheetScreen)
        assert not closed
        await app.press("n", "ctrl+s")
        assert closed == [True]
        assert isinstance(app.app.screen, HostLobby)

    drive(GalliApp(Terminal(), FakeMatchStore(), table, network=OnePort()), script)


def test_a_next_table_that_cannot_be_opened_leaves_its_form() -> None:
    table = straws_table("Anna", "Bruno", here=[True, False])
    with_peers(table, Role.HOST, presence="ht")
    network = FakeNetwork()
    network.refusal = NetworkError("No port is free.")

    async def script(app: Driver) -> None:
        play_to_the_end(table)
        await app.settle()
        await app.press("n", "ctrl+s")
        assert "No port is free." in app.text
        await app.press("enter")
        assert isinstance(app.app.screen, SetupScreen)
        assert "Anna" in app.text
        network.refusal = None
        await app.press("ctrl+s")
        assert isinstance(app.app.screen, HostLobby)

    drive(GalliApp(Terminal(), FakeMatchStore(), table, network=network), script)


@pytest.mark.parametrize("lent", [False, True])
def test_bots_keep_their_seats_at_the_next_table_but_stand_ins_do_not(lent: bool) -> None:
    table = straws_table("Anna", "Bruno", "Clara", here=[False, False, True])
    bots = {"Anna": "abbot" if lent else "", "Bruno": "novice", "Clara": ""}
    table.players = tuple(it._replace(bot=bots[it.name]) for it in table.players)
    with_peers(table, Role.HOST, presence="bbh" if lent else "tbh", stand_ins=(ANNA,) if lent else ())
    network = FakeNetwork()

    async def script(app: Driver) -> None:
        play_to_the_end(table)
        await app.settle()
        await app.press("n")
        assert "Bruno plays again as a bot." in app.text
        await app.press("ctrl+s")

    drive(GalliApp(Terminal(), FakeMatchStore(), table, network=network), script)
    plan = network.hosted[0][0]
    assert isinstance(plan, HostPlan)
    assert plan.seats == (
        SeatAssignment(SeatKind.HERE, "Clara", "blue"),
        SeatAssignment(SeatKind.BOT, "Bruno", "green", "novice"),
        SeatAssignment(SeatKind.OPEN),
    )


@pytest.mark.parametrize(("role", "stays"), [(Role.HOST, True), (Role.GUEST, False)])
def test_a_host_answers_the_question_before_the_table_closes_and_q_is_no_answer(role: Role, stays: bool) -> None:
    table = far_table("Anna", "Bruno")
    with_peers(table, role)

    async def script(app: Driver) -> None:
        await app.press("q", "q")
        assert isinstance(app.app.screen, Question if stays else MenuScreen)
        if stays:
            await app.press("y")
            assert isinstance(app.app.screen, MenuScreen)

    drive(app_with(table), script)


@pytest.mark.parametrize("role", [Role.GUEST, Role.SPECTATOR])
def test_without_saved_matches_another_way_to_rejoin_is_named(role: Role) -> None:
    table = straws_table("Anna", "Bruno", here=[False, False])
    with_peers(table, role, return_hint="Come back by the same ssh command.", leave_warning="Look at your copy.")

    async def script(app: Driver) -> None:
        await app.press("q")
        assert "Come back by the same ssh command." in app.text
        assert "saved matches" not in app.text
        assert "copy" not in app.text

    drive(app_with(table), script)


@pytest.mark.parametrize("terminal", [Terminal(), Terminal(ascii=True)], ids=["unicode", "ascii"])
def test_on_the_network_the_help_has_a_page_about_it(terminal: Terminal) -> None:
    table = far_table("Anna", "Bruno")
    with_peers(table)

    async def script(app: Driver) -> None:
        await app.press("q", "f1")
        assert "Network" in app.line(0)
        await app.press("tab")
        assert "Playing over the network" in app.text
        await app.press("end")
        assert "Return with the same key and the same ssh command" in " ".join(line.strip("│| ") for line in app.lines)
        await app.press("tab")
        assert "The abbot is the strongest" in app.text
        await app.press("end")
        assert ("An h after a number is half a point." in app.text) == terminal.ascii
        await app.press("tab", "tab", "tab")
        assert "All choose a straw" in app.text

    drive(app_with(table, terminal=terminal), script)


def test_at_a_local_table_the_help_says_nothing_of_the_network() -> None:
    async def script(app: Driver) -> None:
        await app.press("f1")
        assert "Network" not in app.text

    drive(app_with(straws_table("Anna", "Bruno")), script)


def test_a_spectator_sees_what_is_public_and_that_it_watches() -> None:
    table = straws_table("Anna", "Bruno", here=[False, False])
    with_peers(table, Role.SPECTATOR, spectators=1)

    async def script(app: Driver) -> None:
        assert "watching" in app.line(0)
        assert app.line(-2) == "You are watching. Waiting for Anna and Bruno to choose."
        assert not any(str(table.view(seat).hands[seat].cards) in app.text for seat in (ANNA, BRUNO))

    drive(app_with(table), script, (120, 36))
