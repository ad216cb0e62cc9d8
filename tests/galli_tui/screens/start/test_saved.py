"""The list of saved matches: each can be resumed, looked at, verified or thrown away; what is wrong is said."""

from __future__ import annotations

import pytest

from galli_tui.screens.dialogs import Notice, Question
from galli_tui.screens.network.guest_lobby import GuestLobby
from galli_tui.screens.network.host_lobby import HostLobby
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.start.saved import SavedScreen, resume_last
from galli_tui.screens.table.handover import HandoverScreen
from galli_tui.screens.table.replay import ReplayScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.match_store import Condition, SavedRow
from galli_tui.tables.network import HostOptions
from galli_tui.tables.table import Table
from galli_tui.widgets.line_widget import OTHER_BUTTON
from saves.errors import NotYours, SaveError, SharedMatch
from tests.support.app_driver import Driver, app_with, drive
from tests.support.fake_match_store import FakeMatchStore, saved
from tests.support.fake_network import FakeNetwork, app_on
from tests.support.straws_game import straws, straws_table

pytestmark = pytest.mark.usefixtures(straws.__name__)

DAMAGED = saved("1b2c3d4e", Condition.DAMAGED, "Clara", "David", explanation="Damaged after move 17.")
FOREIGN = saved("x.galli", Condition.FOREIGN, explanation="Of a newer version.")


def test_without_matches_the_list_says_so() -> None:
    async def script(app: Driver) -> None:
        await app.press("m")
        assert "No saved matches yet" in app.text
        await app.press("enter", "x", "c", "v", "escape")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_with(), script)


def test_a_match_in_play_is_resumed() -> None:
    async def script(app: Driver) -> None:
        await app.press("m")
        assert "in play" in app.text
        assert "Anna and Bruno" in app.text
        assert "Round 1 of 2." in app.text
        await app.press("enter")
        assert isinstance(app.app.screen, HandoverScreen)

    drive(app_with(match_store=FakeMatchStore(saved())), script)


def test_the_last_match_is_resumed_from_the_menu() -> None:
    over, playing = saved("1", Condition.OVER, "Eva", "Finn"), saved("2", Condition.PLAYING, "Gret", "Hans")

    async def script(app: Driver) -> None:
        await app.press("g")
        assert "Gret's turn" in app.text

    drive(app_with(match_store=FakeMatchStore(over, playing, saved())), script)


def test_without_a_match_in_play_there_is_nothing_to_resume() -> None:
    async def script(app: Driver) -> None:
        await app.press("g")
        assert isinstance(app.app.screen, Notice)
        assert "No unfinished match" in app.text
        await app.press("enter")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_with(match_store=FakeMatchStore(saved(condition=Condition.OVER))), script)


@pytest.mark.parametrize("key", ["enter", "v"])
def test_a_damaged_match_says_what_is_wrong_and_can_be_inspected(key: str) -> None:
    async def script(app: Driver) -> None:
        await app.press("m")
        assert "Damaged after move 17." in app.text
        assert "it can't be continued" in app.line(-2)
        await app.press(key)
        screen = app.app.screen
        assert isinstance(screen, TableScreen if key == "enter" else ReplayScreen)
        if isinstance(screen, TableScreen):
            assert screen.turn.seat is None

    drive(app_with(match_store=FakeMatchStore(DAMAGED)), script)


def test_a_foreign_file_can_only_be_discarded() -> None:
    async def script(app: Driver) -> None:
        await app.press("m")
        assert "Of a newer version." in app.text
        assert "verify" not in app.line(-1)
        await app.press("enter", "v", "c")
        assert isinstance(app.app.screen, SavedScreen)

    drive(app_with(match_store=FakeMatchStore(FOREIGN)), script)


def test_a_file_name_cannot_inject_control_sequences() -> None:
    async def script(app: Driver) -> None:
        await app.press("m")
        assert "\x1b" not in app.text
        assert "\u202e" not in app.text
        assert "[b]x.galli" in app.text

    drive(app_with(match_store=FakeMatchStore(saved("\x1b[31m[b]x\u202e.galli"))), script)


def test_discarding_asks_first_and_keeps_by_default() -> None:
    match_store = FakeMatchStore(saved("1"), saved("2", Condition.OVER, "Eva", "Finn"))

    async def script(app: Driver) -> None:
        await app.press("m", "down", "x")
        assert isinstance(app.app.screen, Question)
        assert "Delete this match?" in app.text
        assert "Eva and Finn" in app.text
        await app.press("enter")
        assert len(match_store.matches) == 2
        await app.press("x", "y")
        assert [one.id for one in match_store.matches] == ["1"]
        assert "Eva" not in app.text

    drive(app_with(match_store=match_store), script)


def test_a_match_is_verified() -> None:
    async def script(app: Driver) -> None:
        await app.press("m", "c")
        assert "Verification passed" in app.text
        assert "can only be checked once" in app.text
        await app.press("enter", "down", "c")
        assert "Verification failed" in app.text
        assert "Entry 12 breaks the rules (taken)." in app.text

    drive(app_with(match_store=FakeMatchStore(saved(), DAMAGED)), script)


def test_a_match_that_cannot_be_opened_says_why_and_the_list_stays() -> None:
    match_store = FakeMatchStore(saved())

    async def script(app: Driver) -> None:
        await app.press("m")
        match_store.trouble = "It is open in another window."
        await app.press("enter")
        assert "It is open in another window." in app.text
        await app.press("escape")
        assert isinstance(app.app.screen, SavedScreen)
        await app.press("c")
        assert "It is open in another window." in app.text

    drive(app_with(match_store=match_store), script)


@pytest.mark.parametrize("button", [1, OTHER_BUTTON])
def test_a_click_selects_a_match_for_the_keys_below_and_a_second_one_resumes_it(button: int) -> None:
    async def script(app: Driver) -> None:
        await app.press("m")
        row = next(number for number, line in enumerate(app.lines) if "Gret" in line)
        await app.click(20, row, button=button)
        assert app.line(row).startswith("│▸")
        assert app.line(-2).startswith("Click again to open it")
        assert isinstance(app.app.screen, SavedScreen)
        await app.click(20, row)
        assert "Gret's turn" in app.text

    drive(app_with(match_store=FakeMatchStore(saved(), saved("2", Condition.PLAYING, "Gret", "Hans"))), script)


def test_a_closed_list_reads_no_further_matches() -> None:
    async def script(app: Driver) -> None:
        await app.press("m")
        closed = app.app.screen
        assert isinstance(closed, SavedScreen)
        await app.press("escape")
        closed.learn("2")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_with(match_store=FakeMatchStore(saved("1"), saved("2"))), script)


@pytest.mark.parametrize("keys", [("enter", "enter"), ("v", "v"), ("v", "enter")])
def test_keys_pressed_twice_open_one_table(keys: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    match_store = FakeMatchStore(saved("1", Condition.OVER))

    def look(match_id: str) -> Table:
        opened.append(match_id)
        return straws_table("Anna", "Bruno", here=[False, False])

    async def script(app: Driver) -> None:
        await app.press("m")
        opened.clear()
        await app.press_at_once(*keys)

    monkeypatch.setattr(match_store, "inspect", look)
    drive(app_with(match_store=match_store), script)
    assert opened == ["1"]


@pytest.mark.parametrize("key", ["escape", "q"])
def test_leaving_an_inspected_match_asks_nothing(key: str) -> None:
    async def script(app: Driver) -> None:
        await app.press("m", "enter")
        assert isinstance(app.app.screen, TableScreen)
        await app.press(key)
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_with(match_store=FakeMatchStore(DAMAGED)), script)


@pytest.mark.parametrize("key", ["escape", "q"])
def test_leaving_the_replay_of_a_match_goes_back_to_the_list(key: str) -> None:
    async def script(app: Driver) -> None:
        await app.press("m", "v")
        assert isinstance(app.app.screen, ReplayScreen)
        await app.press(key)
        assert isinstance(app.app.screen, SavedScreen)

    drive(app_with(match_store=FakeMatchStore(saved())), script)


def test_an_inspected_match_says_so() -> None:
    async def script(app: Driver) -> None:
        await app.press("m", "enter")
        assert "view only" in app.line(0)
        await app.press("q", "m", "down", "enter", "enter")
        assert "view only" not in app.line(0)

    drive(app_with(match_store=FakeMatchStore(DAMAGED, saved())), script)


def test_a_match_store_that_cannot_be_read_says_why() -> None:
    class UnreadableMatchStore(FakeMatchStore):
        def saved(self) -> list[SavedRow]:
            raise SaveError("The folder of the matches cannot be read: Permission denied.")

    async def script(app: Driver) -> None:
        await app.press("m")
        assert "The saved matches can't be read right now." in app.text
        assert "Permission denied." in app.text
        await app.press("enter", "escape", "g")
        assert "The match could not be resumed" in app.text
        assert "Permission denied." in app.text

    drive(app_with(match_store=UnreadableMatchStore()), script)


def test_a_finished_match_says_how_it_ended_and_that_its_deals_were_checked() -> None:
    async def script(app: Driver) -> None:
        await app.press("m")
        assert "Anna has won with 4 points." in app.text
        await app.press("c")
        assert "sealed choices were checked as well" in " ".join(app.text.replace("│", " ").split())

    drive(app_with(match_store=FakeMatchStore(saved("1", Condition.OVER))), script)


def test_a_row_has_date_score_seats_and_mode() -> None:
    one = saved("1", Condition.OVER)._replace(
        short_mode="versus 2", score="31:28½", progress="Anna has won with 31 points"
    )

    async def script(app: Driver) -> None:
        await app.press("m")
        row = " ".join(app.line(1).split())
        assert "1 Mar 2019 31:28½ Straws I versus 2 Anna and Bruno" in row
        assert "Anna has won with 31 points." in app.text
        asked.clear()
        await app.press("x")
        assert "Delete this match?" in app.text
        assert not asked, "what the list knows is not read from the match again"

    asked: list[str] = []
    match_store = FakeMatchStore(one)
    match_store.about = lambda match_id: asked.append(match_id) or ""
    drive(app_with(match_store=match_store), script)
    assert not asked


@pytest.mark.parametrize(("won", "words"), [(True, "won 3:1"), (False, "lost 3:1"), (None, "3:1")])
def test_a_row_of_a_match_that_is_over_says_whether_it_was_won(won: bool | None, words: str) -> None:
    one = saved("1", Condition.OVER)._replace(short_mode="versus 2", score="3:1", won=won)

    async def script(app: Driver) -> None:
        await app.press("m")
        assert f"1 Mar 2019 {words} Straws I versus 2" in " ".join(app.line(1).split())

    drive(app_with(match_store=FakeMatchStore(one)), script)


def test_bots_are_named_below_the_list() -> None:
    one = saved("9f86d081", Condition.PLAYING)._replace(bots=("", "prior"))

    async def script(app: Driver) -> None:
        await app.press("m")
        assert "Straws I: Anna and Bruno (prior)." in app.text

    drive(app_with(match_store=FakeMatchStore(one)), script)


def test_mode_and_full_names_are_below_the_list() -> None:
    names = ("Anna-Katharina von Berg 1", "Bartholomäus der Jüngere", "Gozbert", "Wolfgang Amadeus Ottokar")
    one = saved("9f86d081", Condition.PLAYING, *names)._replace(mode="4 seats, co-op")

    async def script(app: Driver) -> None:
        await app.press("m")
        below = " ".join(" ".join(line.strip("│ ") for line in app.lines[-9:-2]).split())
        assert f"Straws I, 4 seats, co-op: {', '.join(names[:3])} and {names[3]}." in below
        assert "Round 1 of 2." in below

    drive(app_with(match_store=FakeMatchStore(one)), script)


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Notker", "Ratpert"), "Notker and Ratpert"),
        (("Notker", "Ratpert", "Tuotilo"), "Notker, Ratpert and Tuotilo "),
        (("Notker", "Ratpert", "Hartmut", "Salomo"), "Notker, Ratpert and 2 others │"),
        (("Notker", "Hartmann", "Hartmut", "Salomo"), "Notker and 3 others "),
        (("Notker der Deutsche", "Ratpert", "Tuotilo"), "Notker der Deutsche +2 "),
        (("Bartholomäus der Jüngere", "Ratpert", "Tuotilo"), "Bartholomäus der Jüngere +2 "),
        (("Maximiliane-Friederike Keller", "Bo"), "Maximiliane-Friederike K… +1 │"),
        (("Maximiliane-Friederike Keller", "Bo", "Cy", "Di"), "Maximiliane-Friederike K… +3 │"),
    ],
)
def test_a_row_too_narrow_for_all_names_cuts_none_but_a_long_first_one(names: tuple[str, ...], shown: str) -> None:
    one = saved("9f86d081", Condition.PLAYING, *names)._replace(title="Campus Galli I", short_mode="versus 3")

    async def script(app: Driver) -> None:
        await app.press("m")
        row = next(line for line in app.lines if "Campus Galli I " in line)
        assert shown in row
        assert ("…" in row) == ("…" in shown)

    drive(app_with(match_store=FakeMatchStore(one)), script)


def test_a_mark_is_whole_beside_a_long_name_and_the_scrollbar() -> None:
    names = ("Maximiliane-Friederike Keller", "Bo")
    one = saved("9f86d081", Condition.PLAYING, *names)._replace(title="Campus Galli I", short_mode="versus 2")
    marked = [one._replace(id=f"9f86d0{number}", marks=("practice",)) for number in range(10, 40)]

    async def script(app: Driver) -> None:
        await app.press("m")
        assert " Maximiliane-Fri… +1 practice" in app.line(1)

    drive(app_with(match_store=FakeMatchStore(*marked)), script)


def test_a_saved_match_is_opened_to_the_network() -> None:
    network = FakeNetwork()

    async def script(app: Driver) -> None:
        await app.press("m")
        assert app.line(-2) == "Enter resumes the match; v replays it so far."
        await app.press("o")
        assert isinstance(app.app.screen, HostLobby)

    drive(app_on(network, match_store=FakeMatchStore(saved())), script)
    assert network.hosted == [("9f86d081", HostOptions())]


class Shared(FakeMatchStore):
    """A match store whose matches have seats of guests."""

    def resume(self, match_id: str) -> Table:
        raise SharedMatch("Seats of this match belong to guests or bots.")


@pytest.mark.parametrize("keys", ["g", "m enter"])
def test_a_match_with_guests_resumes_in_its_lobby_and_shows_no_hand(keys: str) -> None:
    network = FakeNetwork()

    async def script(app: Driver) -> None:
        await app.press(*keys.split())
        assert isinstance(app.app.screen, HostLobby)

    drive(app_on(network, match_store=Shared(saved())), script)
    assert network.hosted == [("9f86d081", HostOptions())]


class Anothers(FakeMatchStore):
    """A match store whose matches were begun with another key."""

    def resume(self, match_id: str) -> Table:
        raise NotYours("The match is hosted with another key than yours.")


def test_a_match_of_another_key_names_the_key_that_replays_it() -> None:
    async def script(app: Driver) -> None:
        await app.press("m", "enter")
        assert isinstance(app.app.screen, Notice)
        assert "To replay it, press v in the list." in " ".join(app.text.replace("│", " ").split())

    drive(app_on(FakeNetwork(), match_store=Anothers(saved())), script)


def test_outside_the_list_a_match_of_another_key_names_the_list_too() -> None:
    async def script(app: Driver) -> None:
        resume_last(app.app)
        await app.settle()
        words = " ".join(app.text.replace("│", " ").split())
        assert "To replay it, press v in the list of saved matches." in words

    drive(app_on(FakeNetwork(), match_store=Anothers(saved())), script)


def test_the_last_match_may_be_at_a_remote_table() -> None:
    network = FakeNetwork()

    async def script(app: Driver) -> None:
        await app.press("g")
        assert isinstance(app.app.screen, GuestLobby)

    drive(app_on(network, match_store=FakeMatchStore(saved()._replace(is_replica=True))), script)


def test_a_finished_match_cannot_be_hosted() -> None:
    network = FakeNetwork()

    async def script(app: Driver) -> None:
        await app.press("m")
        assert "host" not in app.line(-1)
        await app.press("o")

    drive(app_on(network, match_store=FakeMatchStore(saved(condition=Condition.OVER))), script)
    assert not network.hosted


def test_a_replica_rejoins_its_hosts_table() -> None:
    network = FakeNetwork()
    match_store = FakeMatchStore(saved("1")._replace(is_replica=True), saved("2"))

    async def script(app: Driver) -> None:
        await app.press("m")
        assert app.line(-2) == "Enter returns to your seat at the host's table; v replays your copy."
        assert "host" not in app.line(-1)
        await app.press("enter")
        assert isinstance(app.app.screen, GuestLobby)
        await app.press("escape", "g")
        assert "Anna's turn" in app.text

    drive(app_on(network, match_store=match_store), script)
    assert network.calls == ["1"]
