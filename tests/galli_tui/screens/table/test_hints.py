"""Hints at a table of any game: asked for in the background, listed, taken over, and kept from the wrong eyes."""

from __future__ import annotations

import pytest

from galli_tui.bots.advice import CONTESTED
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.dialogs import Notice
from galli_tui.screens.subject import subject
from galli_tui.screens.table.handover import HandoverScreen
from galli_tui.screens.table.hints import ASKING, HERE, MOVED_FIRST, HintList, TableHints
from galli_tui.screens.table.prompt import CLICK_AGAIN_FOR_HINT
from galli_tui.screens.table.table import TableScreen
from galli_tui.style.key_names import with_keys
from galli_tui.terminal.capabilities import Terminal
from rules.bots.reasons import Advantage
from rules.engine.game import AnyGame
from rules.engine.secrecy import PUBLIC, Seat
from tests.support.app_driver import Driver, app_with, drive
from tests.support.bot_backends import HeldAdvice, InstantAdvice
from tests.support.peers_table import with_peers
from tests.support.straws_game import Choose, Point, StrawsTexts, straws, straws_table

pytestmark = pytest.mark.usefixtures(straws.__name__)
ANNA, BRUNO = Seat(0), Seat(1)
TO_POINT = ("enter", "1", "enter", "1")
"""Both have chosen, and the first is to point."""


def asked(table: InMemoryTable, counsel: type[InstantAdvice] = InstantAdvice) -> InstantAdvice:
    found = table.advice = counsel(table.game, 40)
    return found


def screen_of(app: Driver) -> TableScreen:
    (screen,) = [it for it in app.app.screen_stack if isinstance(it, TableScreen)]
    return screen


def listed(app: Driver) -> list[str]:
    return [row.text for rows in app.app.screen.query(HintList) for row in rows.rows]


def test_a_reason_too_long_for_its_line_ends_before_its_last_condition(monkeypatch: pytest.MonkeyPatch) -> None:
    table = straws_table("Anna", "Bruno")
    asked(table)

    def long(texts: StrawsTexts, game: AnyGame, reason: Advantage) -> str:
        return f"points higher, if the wind has left you any straws to point at, {'for ' * 12}now"

    monkeypatch.setattr(StrawsTexts, "reason", long)

    async def script(app: Driver) -> None:
        await app.press(*TO_POINT, "h")
        assert " Points higher, if the wind has left you any straws to point at. " in app.text

    drive(app_with(table), script, size=(80, 24))


@pytest.mark.parametrize("certain", [True, False])
def test_the_title_explains_the_question_mark_where_a_hint_has_one(
    monkeypatch: pytest.MonkeyPatch, *, certain: bool
) -> None:
    def always(*_: object) -> bool:
        return certain

    monkeypatch.setattr("galli_tui.game_api.hint_text.is_certain_at", always)
    table = straws_table("Anna", "Bruno")
    asked(table)

    async def script(app: Driver) -> None:
        await app.press(*TO_POINT, "h")
        assert listed(app)[1].endswith("?") != certain
        assert ("; ? could be chance" in app.text) != certain

    drive(app_with(table), script, size=(80, 24))


def test_the_best_moves_are_listed_and_enter_selects_one_to_be_confirmed() -> None:
    table = straws_table("Anna", "Bruno")
    asked(table)

    async def script(app: Driver) -> None:
        await app.press(*TO_POINT, "h")
        rows = listed(app)
        assert rows[0] == "1 point at 3  +3 now: Numbers pointed at +3  best"
        assert rows[1].startswith("2 point at 2  +2 now")
        assert float(rows[1].rpartition(" ")[2].replace("½", ".5")) < 0
        assert "Hints" in app.text
        assert " Points higher. " in app.text
        await app.press("down")
        assert " The best points higher. " in app.text
        assert "Enter selects one" in app.line(-2)
        before = table.view(PUBLIC)
        await app.press("enter")
        assert listed(app) == []
        assert table.view(PUBLIC) == before
        await app.press("enter")
        assert table.timeline(PUBLIC, 1)[0].event == Point(ANNA, 2)

    drive(app_with(table), script)


def test_the_help_explains_the_figures_of_the_selected_hint() -> None:
    table = straws_table("Anna", "Bruno")
    asked(table)
    question = subject("ST-3", "What to do", "The text.")

    async def script(app: Driver) -> None:
        await app.press(*TO_POINT)
        hints = screen_of(app).hints
        assert hints.subject(None, question) == question
        await app.press("h", "down")
        found = hints.subject(None, question)
        assert found is not None
        assert (found.clause, found.title) == ("ST-3", "Point at 2")
        first, *_, meaning, text = (it.text for it in found.text)
        assert "below the best" in first
        assert "It scores 2 points now." in first
        assert meaning.startswith("The estimate for the end of the match comes from ")
        assert text == "The text."
        await app.press("h")
        assert hints.subject(None, question) == question

    drive(app_with(table), script)


def test_a_choice_face_down_has_hints_for_its_own_seat_alone() -> None:
    table = straws_table("Anna", "Bruno")
    counsel = asked(table)

    async def script(app: Driver) -> None:
        await app.press("enter", "h")
        hand = table.view(ANNA).hands[ANNA].cards
        assert sorted(row.split("  ")[0][2:] for row in listed(app)) == [f"choose the straw of {it}" for it in hand]
        assert all("0 now" in row for row in listed(app))
        await app.press("enter", "enter")
        assert isinstance(app.app.screen, HandoverScreen)
        assert listed(app) == []
        assert not any(str(straw) in app.text for straw in hand)
        chosen = [one.event for one in table.timeline(ANNA, 9) if isinstance(one.event, Choose)]
        assert len(chosen) == 1
        await app.press("enter", "1", "h")
        assert [(seat, view) for seat, view in counsel.asked][1:] == [(ANNA, table.view(PUBLIC))]

    drive(app_with(table), script)


def test_a_click_shows_a_hint_and_a_second_one_selects_its_move() -> None:
    table = straws_table("Anna", "Bruno")
    asked(table)

    async def script(app: Driver) -> None:
        await app.press(*TO_POINT, "h")
        row = next(number for number, line in enumerate(app.lines) if "point at 2" in line)
        await app.click(12, row)
        assert app.app.screen.query_one(HintList).index == 1
        assert listed(app)
        before = table.view(PUBLIC)
        await app.click(12, row)
        assert listed(app) == []
        assert table.view(PUBLIC) == before
        await app.press("enter")
        assert table.timeline(PUBLIC, 1)[0].event == Point(ANNA, 2)

    drive(app_with(table), script)


def test_the_first_click_on_the_first_hint_closes_no_list() -> None:
    table = straws_table("Anna", "Bruno")
    asked(table)

    async def script(app: Driver) -> None:
        await app.press(*TO_POINT, "h")
        row = next(number for number, line in enumerate(app.lines) if "▸" in line and "point at" in line)
        await app.click(12, row)
        assert listed(app)
        assert CLICK_AGAIN_FOR_HINT in app.line(-2)
        await app.click(12, row)
        assert listed(app) == []

    drive(app_with(table), script)


@pytest.mark.parametrize("key", ["escape", "h"])
def test_closing_hints_decides_nothing(key: str) -> None:
    table = straws_table("Anna", "Bruno")
    asked(table)

    async def script(app: Driver) -> None:
        await app.press(*TO_POINT)
        words, before = app.line(-2), table.view(PUBLIC)
        await app.press("h")
        assert app.line(-2) != words
        assert "h close" in app.line(-1)
        await app.press(key)
        assert (app.line(-2), listed(app), table.view(PUBLIC)) == (words, [], before)

    drive(app_with(table), script)


def test_the_screen_says_that_the_abbot_thinks_and_accepts_keys() -> None:
    table = straws_table("Anna", "Bruno")
    counsel = asked(table, HeldAdvice)
    assert isinstance(counsel, HeldAdvice)

    async def script(app: Driver) -> None:
        await app.press(*TO_POINT, "h")
        assert app.line(-2) == ASKING
        assert "h cancel" in app.line(-1)
        counsel.ready.set()
        await app.settle()
        assert listed(app)
        assert app.line(-2) != ASKING

    drive(app_with(table), script)


def test_hints_found_late_are_offered_and_searched_for_once() -> None:
    table = straws_table("Anna", "Bruno")
    counsel = asked(table, HeldAdvice)
    assert isinstance(counsel, HeldAdvice)

    async def script(app: Driver) -> None:
        await app.press(*TO_POINT, "h")
        await app.press("s", "escape")
        assert app.line(-2) == ASKING
        counsel.ready.set()
        await app.settle()
        assert listed(app) == []
        assert app.line(-2) == with_keys(HERE)
        assert "h hint" in app.line(-1)
        for _ in range(2):
            await app.press("h")
            assert listed(app)
            await app.press("h")
            assert listed(app) == []
        assert len(counsel.asked) == 1
        await app.press("2", "enter", "h")
        assert len(counsel.asked) == 2

    drive(app_with(table), script)


def ahead(monkeypatch: pytest.MonkeyPatch, counsel: type[InstantAdvice]) -> tuple[InMemoryTable, InstantAdvice]:
    """A table at which hints are looked for at once."""
    monkeypatch.setattr(TableHints, "DELAY", 0.001)
    table = straws_table("Anna", "Bruno")
    found = asked(table, counsel)
    found.background = 1
    return table, found


def test_hints_are_searched_for_ahead_invisibly(monkeypatch: pytest.MonkeyPatch) -> None:
    table, counsel = ahead(monkeypatch, InstantAdvice)

    async def script(app: Driver) -> None:
        await app.press(*TO_POINT)
        await counsel.until_asked()
        await app.settle()
        assert counsel.asked[-1] == (ANNA, table.view(PUBLIC))
        assert listed(app) == []
        assert with_keys(HERE) not in app.text
        counsel.silent = "It would have to think now."
        await app.press("h")
        assert listed(app)[0].startswith("1 point at 3")
        assert counsel.asked.count(counsel.asked[-1]) == 1

    drive(app_with(table), script)


def test_a_search_ahead_can_be_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    table, counsel = ahead(monkeypatch, HeldAdvice)
    assert isinstance(counsel, HeldAdvice)

    async def script(app: Driver) -> None:
        await app.press("enter")
        await counsel.until_asked()
        assert len(counsel.asked) == 1
        assert app.line(-2) != ASKING
        await app.press("h")
        assert app.line(-2) == ASKING
        assert len(counsel.asked) == 1
        counsel.ready.set()
        await app.settle()
        assert listed(app)

    drive(app_with(table), script)


def test_a_search_ahead_ends_with_the_decision_and_with_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    table, counsel = ahead(monkeypatch, HeldAdvice)
    assert isinstance(counsel, HeldAdvice)

    async def script(app: Driver) -> None:
        await app.press("enter")
        await counsel.until_asked()
        assert (len(counsel.asked), counsel.given_up) == (1, 0)
        await app.press("1")
        await app.settle()
        assert counsel.given_up == 1
        await app.press("enter")
        await counsel.until_asked()
        assert len(counsel.asked) == 2
        app.app.leave_table()
        await app.settle()
        assert counsel.given_up == 2

    drive(app_with(table), script)


def test_a_failed_search_ahead_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    table, counsel = ahead(monkeypatch, InstantAdvice)
    counsel.silent = "It gave no answer, twice."

    async def script(app: Driver) -> None:
        await app.press("enter")
        await counsel.until_asked()
        assert len(counsel.asked) == 1
        await app.settle()
        assert not isinstance(app.app.screen, Notice)
        await app.press("h")
        assert isinstance(app.app.screen, Notice)
        assert len(counsel.asked) == 2

    drive(app_with(table), script)


@pytest.mark.parametrize("background", [0, 1])
def test_nothing_is_searched_for_where_that_would_disturb_or_is_not_allowed(
    monkeypatch: pytest.MonkeyPatch, background: int
) -> None:
    table, counsel = ahead(monkeypatch, InstantAdvice)
    counsel.background = background
    if background:
        table.advice = CONTESTED

    async def script(app: Driver) -> None:
        await app.press(*TO_POINT)
        assert screen_of(app).hints._soon is None  # pyright: ignore[reportPrivateUsage]
        assert counsel.asked == []

    drive(app_with(table), script)


@pytest.mark.parametrize("key", ["escape", "h", "2"])
def test_a_player_who_does_not_wait_is_not_interrupted(key: str) -> None:
    table = straws_table("Anna", "Bruno")
    counsel = asked(table, HeldAdvice)
    assert isinstance(counsel, HeldAdvice)

    async def script(app: Driver) -> None:
        await app.press(*TO_POINT, "h", key)
        assert counsel.given_up == 1
        assert app.line(-2) != ASKING
        counsel.ready.set()
        await app.settle()
        assert listed(app) == []
        assert screen_of(app).turn.seat == (BRUNO if key == "2" else ANNA)

    drive(app_with(table), script)


def test_a_move_made_while_hints_are_looked_for_is_named_with_the_key_that_undoes_it() -> None:
    table = straws_table("Anna", "Bruno")
    asked(table, HeldAdvice)

    async def script(app: Driver) -> None:
        await app.press(*TO_POINT, "h", "2")
        assert app.line(-2) == f"{MOVED_FIRST} u undoes it."
        await app.press("u")
        assert MOVED_FIRST not in app.text

    drive(app_with(table), script)


def test_leaving_the_table_ends_the_search() -> None:
    table = straws_table("Anna", "Bruno")
    counsel = asked(table, HeldAdvice)
    assert isinstance(counsel, HeldAdvice)

    async def script(app: Driver) -> None:
        await app.press(*TO_POINT, "h", "q", "q")
        await app.settle()
        assert counsel.given_up == 1

    drive(app_with(table), script)


def test_in_versus_over_the_network_one_sentence_says_why_there_are_no_hints() -> None:
    table = straws_table("Anna", "Bruno", here=[True, False])
    table.advice = CONTESTED
    with_peers(table)

    async def script(app: Driver) -> None:
        assert "hint" not in app.line(-1)
        await app.press("h")
        assert app.line(-2) == CONTESTED
        assert listed(app) == []

    drive(app_with(table), script)


def test_the_sentence_stays_until_something_else_is_next() -> None:
    table = straws_table("Anna", "Bruno", here=[True, False])
    table.advice = CONTESTED
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        await app.press("h")
        assert CONTESTED in app.text
        peers.change(spectators=1)
        await app.settle()
        assert CONTESTED in app.text
        await app.press("1", "enter")
        assert CONTESTED not in app.text

    drive(app_with(table), script)


def test_in_coop_over_the_network_there_are_hints() -> None:
    table = straws_table("Anna", "Bruno", mode="coop", here=[True, False])
    asked(table)
    with_peers(table)

    async def script(app: Driver) -> None:
        await app.press("h")
        assert len(listed(app)) == 2

    drive(app_with(table), script)


def test_without_a_decision_there_are_no_hints() -> None:
    table = straws_table("Anna", "Bruno", here=[False, True])
    counsel = asked(table)
    table.submit(table.game.legal(table.view(BRUNO), BRUNO)[0])

    async def script(app: Driver) -> None:
        assert "hint" not in app.line(-1)
        await app.press("h")
        assert app.line(-2) == "Hints come when it is your turn."
        assert counsel.asked == []

    drive(app_with(table), script)


def test_without_an_answer_a_sentence_says_so_and_the_match_continues() -> None:
    table = straws_table("Anna", "Bruno")
    asked(table).silent = "It gave no answer, twice."

    async def script(app: Driver) -> None:
        await app.press(*TO_POINT, "h")
        assert isinstance(app.app.screen, Notice)
        assert "It gave no answer, twice." in app.text
        await app.press("escape", "3")
        assert table.timeline(PUBLIC, 1)[0].event == Point(ANNA, 3)

    drive(app_with(table), script)


def test_on_a_poor_terminal_hints_are_plain_letters() -> None:
    table = straws_table("Anna", "Bruno")
    asked(table)

    async def script(app: Driver) -> None:
        await app.press(*TO_POINT, "h")
        assert "point at 3" in app.text
        assert app.text.isascii()

    drive(app_with(table, terminal=Terminal(ascii=True)), script)
