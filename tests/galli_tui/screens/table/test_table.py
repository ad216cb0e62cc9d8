"""At the table: hands are hidden at each handover, reasons are given, nothing is lost, and the end is told."""

from __future__ import annotations

import pytest
from textual.app import ComposeResult

from galli_tui.game_api.registry import texts_of
from galli_tui.game_api.undo import undo_reason
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.dialogs import Notice, Question
from galli_tui.screens.start.help import HelpScreen
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.start.setup import SetupScreen
from galli_tui.screens.table.handover import HandoverScreen
from galli_tui.screens.table.scores import ScoreSheetScreen
from galli_tui.screens.table.table import TableScreen
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.secrecy import Seat, Secret, only
from saves.errors import DiskFull
from tests.support.app_driver import Driver, app_with, drive
from tests.support.fake_match_store import FakeMatchStore
from tests.support.straws_game import Choose, straws, straws_table

pytestmark = pytest.mark.usefixtures(straws.__name__)

TO_POINTING = ("enter", "1", "enter", "1")
"""Both seats look at their hands and choose the first straw."""
A_ROUND = (*TO_POINTING, "1", "2")


def hand_of(table: InMemoryTable, seat: int) -> str:
    """A seat's straws as its screen shows them."""
    return str(table.view(Seat(seat)).hands[seat].cards)


def test_the_table_opens_with_a_handover_and_no_hand() -> None:
    table = straws_table("Anna", "Bruno")

    async def script(app: Driver) -> None:
        assert isinstance(app.app.screen, HandoverScreen)
        assert "Anna's turn" in app.text
        assert "Bruno, look away." in app.text
        assert not any(hand_of(table, seat) in app.text for seat in (0, 1))

    drive(app_with(table), script)


def test_after_the_handover_a_seat_sees_its_hand_and_no_other() -> None:
    table = straws_table("Anna", "Bruno")

    async def script(app: Driver) -> None:
        await app.press("enter")
        assert hand_of(table, 0) in app.text
        assert hand_of(table, 1) not in app.text

    drive(app_with(table), script)


def test_a_hand_is_gone_as_soon_as_its_seat_has_chosen() -> None:
    table = straws_table("Anna", "Bruno")
    anna = hand_of(table, 0)

    async def script(app: Driver) -> None:
        await app.press("enter", "1")
        assert "Bruno's turn" in app.text
        below = app.app.screen_stack[-2]
        assert isinstance(below, TableScreen)
        assert below.turn.seat is None
        assert anna not in str(below.query_one("#hands").render())

    drive(app_with(table), script)


def test_public_decisions_come_without_a_handover() -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_POINTING)
        assert isinstance(app.app.screen, TableScreen)
        assert "▸Anna" in app.line(0)
        await app.press("1")
        assert "▸Bruno" in app.line(0)

    drive(app_with(straws_table("Anna", "Bruno")), script)


def test_a_refusal_says_why_and_names_its_clause() -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_POINTING, "1", "1")
        assert app.line(-2) == "✖ 1 is taken. (ST-3)  ? why"
        await app.press("?")
        assert isinstance(app.app.screen, HelpScreen)
        assert "nobody has pointed at" in app.text
        await app.press("escape", "escape")
        assert app.line(-2) == "Point at a number from 1 to 3."

    drive(app_with(straws_table("Anna", "Bruno")), script)


def test_a_click_on_why_behind_a_refusal_explains_it() -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_POINTING, "1", "1")
        row = len(app.lines) - 2
        await app.click(app.lines[row].index("why"), row)
        assert isinstance(app.app.screen, HelpScreen)

    drive(app_with(straws_table("Anna", "Bruno")), script)


def test_why_and_undo_are_offered_only_if_possible_and_else_say_so() -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_POINTING)
        assert "? why" not in app.text
        assert "u undo" not in app.line(-1)
        await app.press("?")
        assert isinstance(app.app.screen, TableScreen)
        assert "Nothing to explain right now" in app.text
        await app.press("u")
        assert app.line(-2) == "Can't undo: the straws have been shown."

    drive(app_with(straws_table("Anna", "Bruno")), script)


@pytest.mark.parametrize(
    ("keys", "here", "words"),
    [
        (("enter", "u"), True, "Nothing to undo: you haven't made a move yet."),
        ((*TO_POINTING, "u"), True, "Can't undo: the straws have been shown."),
        ((*A_ROUND, "enter", "u"), True, "Can't undo: new straws have been drawn."),
        ((*A_ROUND, *A_ROUND, "enter", "u"), True, "Can't undo: the match is over."),
        (("u",), False, "Can't undo: you have no seat in this match."),
    ],
)
def test_a_refused_undo_names_its_one_reason(keys: tuple[str, ...], here: bool, words: str) -> None:
    async def script(app: Driver) -> None:
        await app.press(*keys)
        assert app.line(-2) == words

    drive(app_with(straws_table("Anna", "Bruno", here=[here, here])), script)


def test_a_move_followed_by_anothers_cannot_be_undone() -> None:
    table = straws_table("Anna", "Bruno", here=[True, False], rests=True)
    while not table.paused:
        seat = table.due.seats[0]
        table.submit(table.game.legal(table.view(seat), seat)[0])
    assert undo_reason(table, texts_of("straws")) == "Can't undo: Bruno has moved since."


def test_after_a_round_the_table_pauses_until_enter_and_the_last_move_can_be_undone() -> None:
    table = straws_table("Anna", "Bruno", rests=True)

    async def script(app: Driver) -> None:
        await app.press(*A_ROUND)
        assert isinstance(app.app.screen, TableScreen)
        assert "Press Enter to continue, or u to undo the last move." in app.text
        assert "enter continue" in app.line(-1)
        assert "u undo" in app.line(-1)
        await app.press("u")
        assert not table.paused
        assert "▸Bruno" in app.line(0)
        await app.press("2", "enter")
        assert isinstance(app.app.screen, HandoverScreen)
        assert "u undo" not in app.line(-1)

    drive(app_with(table), script)


def test_an_answer_at_a_pause_says_how_to_go_on() -> None:
    async def script(app: Driver) -> None:
        await app.press(*A_ROUND, "question_mark")
        assert app.line(-2) == "Nothing to explain right now. F1 opens the rulebook. Enter continues."

    drive(app_with(straws_table("Anna", "Bruno", rests=True)), script)


def test_a_pause_offers_undo_only_for_local_moves() -> None:
    table = straws_table("Anna", "Bruno", here=(True, False), rests=True)
    anna, bruno = table.players
    table.players = (anna, bruno._replace(bot="novice"))
    while not table.paused:
        table.submit(table.game.legal(table.view(table.due.seats[0]), table.due.seats[0])[0])

    async def script(app: Driver) -> None:
        assert app.line(-2) == "Press Enter to continue."
        assert "u undo" not in app.line(-1)

    drive(app_with(table), script)


def test_a_round_that_cannot_start_says_why_and_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    table = straws_table("Anna", "Bruno", rests=True)

    def full() -> None:
        raise DiskFull("The disk is full.")

    async def script(app: Driver) -> None:
        await app.press(*A_ROUND)
        with monkeypatch.context() as patch:
            patch.setattr(table, "resume_play", full)
            await app.press("enter")
        assert isinstance(app.app.screen, Notice)
        assert "The disk is full." in app.text
        await app.press("escape", "enter")
        assert isinstance(app.app.screen, HandoverScreen)

    drive(app_with(table), script)


def test_a_move_that_cannot_be_saved_is_not_made_and_can_be_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = straws_table("Anna", "Bruno")
    submit = table.submit

    def full(move: Move) -> None:
        raise DiskFull("The disk is full: make room and try again.")

    async def script(app: Driver) -> None:
        await app.press(*TO_POINTING)
        monkeypatch.setattr(table, "submit", full)
        await app.press("1")
        assert isinstance(app.app.screen, Notice)
        assert "The disk is full: make room and try again." in app.text
        await app.press("escape")
        assert "Point at a number" in app.line(-2)
        monkeypatch.setattr(table, "submit", submit)
        await app.press("1")
        assert "Anna points at 1." in app.text

    drive(app_with(table), script)


def test_a_move_that_revealed_nothing_can_be_undone() -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_POINTING, "1", "u")
        assert "▸Anna" in app.line(0)
        assert "Anna points at 1." not in app.text
        assert app.line(-2) == "Undone: the last move of Anna, which was to point at 1."

    drive(app_with(straws_table("Anna", "Bruno")), script)


def test_a_choice_undone_at_the_handover_returns_to_its_seat() -> None:
    async def script(app: Driver) -> None:
        assert "u undo" not in app.line(-1)
        await app.press("enter", "1")
        assert "u undo" in app.line(-1)
        await app.press("u")
        assert isinstance(app.app.screen, HandoverScreen)
        assert "Anna's turn" in app.text

    drive(app_with(straws_table("Anna", "Bruno")), script)


def test_the_end_shows_who_has_won() -> None:
    async def script(app: Driver) -> None:
        await app.press(*A_ROUND, *A_ROUND)
        assert isinstance(app.app.screen, ScoreSheetScreen)
        assert "Bruno has won with 4 points." in app.text

    drive(app_with(straws_table("Anna", "Bruno")), script)


def test_equal_points_share_the_win() -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_POINTING, "1", "2", *TO_POINTING, "2", "1")
        assert "Anna and Bruno share the win with 3 points each." in app.text

    drive(app_with(straws_table("Anna", "Bruno")), script)


def test_in_coop_the_end_shows_the_band() -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_POINTING, "3", "2", *TO_POINTING, "3", "2")
        assert "7 points: gold, well done." in app.text
        assert "Straws lost" in app.text
        assert any(line.strip(" │").startswith("▸    4") for line in app.lines)

    drive(app_with(straws_table("Anna", "Bruno", mode="coop")), script)


def test_after_the_end_table_and_score_sheet_can_be_inspected() -> None:
    async def script(app: Driver) -> None:
        await app.press(*A_ROUND, *A_ROUND, "enter")
        assert isinstance(app.app.screen, TableScreen)
        assert app.line(-2) == "The match is over. s: scores and rematch, l: log, q: leave."
        await app.press("s")
        assert isinstance(app.app.screen, ScoreSheetScreen)

    drive(app_with(straws_table("Anna", "Bruno")), script)


def test_after_the_end_escape_leaves_without_asking() -> None:
    async def script(app: Driver) -> None:
        await app.press(*A_ROUND, *A_ROUND, "enter", "escape")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_with(straws_table("Anna", "Bruno")), script)


def test_keys_typed_before_a_handover_is_on_the_screen_do_not_answer_it() -> None:
    table = straws_table("Anna", "Bruno")

    async def script(app: Driver) -> None:
        await app.press("enter")
        await app.press_at_once("1", "enter", "1")
        assert isinstance(app.app.screen, HandoverScreen)
        assert "Bruno's turn" in app.text
        assert not any(hand_of(table, seat) in app.text for seat in (0, 1))

    drive(app_with(table), script)


def test_after_the_end_the_same_players_play_again_at_once() -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press(*A_ROUND, *A_ROUND, "n")
        assert "round 1 of 2" in app.text

    drive(app_with(straws_table("Anna", "Bruno", mode="coop", variants=("open-hands",)), match_store), script)
    (setup,) = match_store.begun
    assert setup.options == Options(2, "coop", 1, ("open-hands",))
    assert [(seat.name, seat.bot) for seat in setup.seats] == [("Anna", None), ("Bruno", None)]
    assert setup.seed is None


def test_after_the_end_players_and_options_can_be_changed() -> None:
    async def script(app: Driver) -> None:
        await app.press(*A_ROUND, *A_ROUND, "e")
        assert isinstance(app.app.screen, SetupScreen)
        assert "Anna" in app.text
        assert "Bruno" in app.text
        assert isinstance(app.app.screen_stack[0], MenuScreen)

    drive(app_with(straws_table("Anna", "Bruno")), script)


def test_during_the_match_the_score_sheet_shows_who_leads() -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_POINTING, "3", "s")
        assert "Score so far" in app.text
        assert "Anna leads with 3 points." in app.text

    drive(app_with(straws_table("Anna", "Bruno")), script)


def test_the_log_shows_what_happened_and_nothing_private() -> None:
    table = straws_table("Anna", "Bruno")

    async def script(app: Driver) -> None:
        await app.press(*TO_POINTING, "3", "l")
        assert "Anna points at 3." in app.text
        await app.press("escape")
        assert isinstance(app.app.screen, TableScreen)

    drive(app_with(table), script)


def test_escape_asks_before_it_leaves() -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_POINTING, "escape")
        assert isinstance(app.app.screen, Question)
        await app.press("n")
        assert isinstance(app.app.screen, TableScreen)
        await app.press("escape", "up", "enter")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_with(straws_table("Anna", "Bruno")), script)


def test_leaving_closes_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    table = straws_table("Anna", "Bruno")
    closed: list[bool] = []
    monkeypatch.setattr(table, "close", lambda: closed.append(True))

    async def script(app: Driver) -> None:
        await app.press(*TO_POINTING, "q", "q")
        assert isinstance(app.app.screen, MenuScreen)
        assert closed == [True]

    drive(app_with(table), script)


def test_leaving_at_a_handover_goes_to_the_menu() -> None:
    async def script(app: Driver) -> None:
        await app.press("q", "q")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_with(straws_table("Anna", "Bruno")), script)


def test_a_handover_that_is_removed_before_it_is_composed_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Textual does: it is mounted without widgets."""

    def compose(_: HandoverScreen) -> ComposeResult:
        return iter(())

    monkeypatch.setattr(HandoverScreen, "compose", compose)

    async def script(app: Driver) -> None:
        assert isinstance(app.app.screen, HandoverScreen)
        assert not app.app.screen.children

    drive(app_with(straws_table("Anna", "Bruno")), script)


def test_notices_about_a_match_are_shown_when_it_opens() -> None:
    table = straws_table("Anna", mode="solo")
    table.notices = ("Its last record was incomplete and was cut off.",)

    async def script(app: Driver) -> None:
        assert "Its last record was incomplete" in app.text
        await app.press("escape")
        assert isinstance(app.app.screen, TableScreen)
        await app.press("l", "escape")
        assert isinstance(app.app.screen, TableScreen)

    drive(app_with(table), script)


def test_names_are_shown_as_they_are_typed_never_as_markup() -> None:
    table = straws_table("[bold red]Anna[/]", "[@click=app.bell]Bob")

    async def script(app: Driver) -> None:
        assert "[bold red]Anna[/]'s turn" in app.text
        await app.press("enter", "1")
        assert "[@click=app.bell]Bob's turn" in app.text
        await app.press("enter", "1", "1", "2", *A_ROUND)
        assert "[@click=app.bell]Bob has won" in app.text

    drive(app_with(table), script)


def test_the_window_is_named_after_the_game_and_nothing_private(monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_with(straws_table("Anna", "Bruno"))
    named: list[str] = []
    monkeypatch.setattr(app, "name_window", named.append)

    async def script(driver: Driver) -> None:
        await driver.press(*A_ROUND, "q", "q")

    drive(app, script)
    assert set(named) == {"Straws - galli-tui", "galli-tui"}


def test_a_remote_change_waits_until_the_table_is_in_front() -> None:
    table = straws_table("Anna", "Bruno", here=[True, False])

    async def script(app: Driver) -> None:
        await app.press("1", "l")
        hand = table.view(Seat(1)).hands[1].cards
        screen = app.app.screen_stack[-2]
        assert isinstance(screen, TableScreen)
        assert screen.turn.seat is None
        table.submit(Choose(Seat(1), Secret(only(Seat(1)), hand[0])))
        await app.press("escape")
        assert screen.turn.seat == 0
        assert "Point at a number" in app.line(-2)

    drive(app_with(table), script)
