"""The line to type a move in, and the page of the position in words."""

from __future__ import annotations

import pytest

from galli_tui.screens.start.help import HelpScreen
from galli_tui.screens.table.handover import HandoverScreen
from galli_tui.screens.table.move_prompt import MovePrompt
from galli_tui.screens.table.position import PositionScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.peers import Role
from rules.engine.secrecy import PUBLIC, Seat
from rules.registry import games
from tests.galli_tui.game_api.test_typed_move import table_of
from tests.support.app_driver import Driver, app_with, drive
from tests.support.peers_table import with_peers
from tests.support.straws_game import straws, straws_table

ANNA = Seat(0)
MANY = 99
TO_POINT = ("enter", "1", "enter", "1")
"""Both have chosen, and the first is to point."""


@pytest.mark.parametrize("key", games())
def test_a_move_of_any_game_is_completed_and_made(key: str) -> None:
    table = table_of(key)

    async def script(app: Driver) -> None:
        if isinstance(app.app.screen, HandoverScreen):
            await app.press("enter")
        seat = table.due.seats[0]
        await app.press("colon")
        assert isinstance(app.app.screen, MovePrompt)
        assert "Next: " in app.line(-2)
        assert "For example: " in app.line(-2)
        legal = [table.game.format(move).split()[1:] for move in table.game.legal(table.view(seat), seat)]
        words, made = legal[0], len(table.timeline(PUBLIC, MANY))
        if len({verb for verb, *_ in legal}) > 1:
            await app.type(words[0][:2])
        await app.press("tab")
        assert f":{words[0]}" in app.line(-3)
        completed = app.line(-3).partition(":")[2].strip()
        assert " ".join(words).startswith(completed)
        await app.type(" ".join(words)[len(completed) :])
        assert "Enter makes the move." in app.line(-2)
        await app.press("enter")
        assert not isinstance(app.app.screen, MovePrompt)
        assert len(table.timeline(PUBLIC, MANY)) > made

    drive(app_with(table), script)


def test_a_refusal_stays_with_its_clause_and_a_question_mark_explains_it() -> None:
    table = table_of("builders-duel")

    async def script(app: Driver) -> None:
        for text in ("claim r1", "claim r2"):
            await app.press("colon")
            await app.type(text)
            await app.press("enter")
        assert "(BD-2d)  ? why" in app.line(-2)
        assert ":claim r2" in app.line(-3)
        await app.press("question_mark")
        assert isinstance(app.app.screen, HelpScreen)
        await app.press("escape", "backspace", "backspace")
        assert "Next: " in app.line(-2)
        await app.type("question?")
        assert ":claim question?" in app.line(-3)
        await app.press("enter")
        assert "'question?' is no line. " in app.line(-2)
        assert "For example: claim " in app.line(-2)
        await app.press("escape")
        assert not isinstance(app.app.screen, MovePrompt)
        assert table.due.seats == (ANNA,)

    drive(app_with(table), script)


@pytest.mark.usefixtures(straws.__name__)
def test_a_choice_face_down_is_typed_behind_the_handover_and_gone_after_it() -> None:
    table = straws_table("Anna", "Bruno")
    hand = [str(straw) for straw in table.view(ANNA).hands[ANNA].cards]

    async def script(app: Driver) -> None:
        await app.press("enter", "colon")
        await app.type("choose ")
        assert f"Next: {', '.join(hand)}" in app.line(-2)
        await app.type(hand[0])
        await app.press("enter")
        assert isinstance(app.app.screen, HandoverScreen)
        assert not any(straw in app.text for straw in hand)
        await app.press("enter", "colon")
        assert not any(straw in app.text for straw in hand)

    drive(app_with(table), script)


@pytest.mark.usefixtures(straws.__name__)
def test_it_closes_when_the_seat_has_nothing_left_to_decide() -> None:
    table = straws_table("Anna", "Bruno")

    async def script(app: Driver) -> None:
        await app.press(*TO_POINT, "colon")
        await app.type("po")
        table.submit(table.game.legal(table.view(ANNA), ANNA)[0])
        await app.settle()
        assert isinstance(app.app.screen, TableScreen)

    drive(app_with(table), script)


@pytest.mark.usefixtures(straws.__name__)
def test_it_closes_below_the_open_help() -> None:
    table = straws_table("Anna", "Bruno")

    async def script(app: Driver) -> None:
        await app.press(*TO_POINT, "colon", "f1")
        table.submit(table.game.legal(table.view(ANNA), ANNA)[0])
        await app.settle()
        assert isinstance(app.app.screen, HelpScreen)
        await app.press("escape")
        await app.settle()
        assert isinstance(app.app.screen, TableScreen)

    drive(app_with(table), script)


@pytest.mark.usefixtures(straws.__name__)
@pytest.mark.parametrize(
    ("role", "here", "why"),
    [
        (Role.SPECTATOR, [False, False], "You are a spectator; only players can move"),
        (Role.GUEST, [False, True], "No move can be made here now"),
    ],
)
def test_a_player_who_cannot_move_is_told_why(role: Role, here: list[bool], why: str) -> None:
    table = straws_table("Anna", "Bruno", here=here)
    with_peers(table, role)
    if role is Role.GUEST:
        seat = Seat(1)
        table.submit(table.game.legal(table.view(seat), seat)[0])

    async def script(app: Driver) -> None:
        await app.press("colon")
        assert isinstance(app.app.screen, TableScreen)
        assert why in app.line(-2)

    drive(app_with(table), script)


@pytest.mark.usefixtures(straws.__name__)
def test_the_position_text_matches_the_screen_and_follows_the_match() -> None:
    table = straws_table("Anna", "Bruno")
    hand = " ".join(str(straw) for straw in table.view(ANNA).hands[ANNA].cards)

    async def script(app: Driver) -> None:
        await app.press("enter", "d")
        assert isinstance(app.app.screen, PositionScreen)
        assert f"Straws: {hand}." in app.text
        assert "As Anna sees it." in app.text
        await app.press("escape", "1", "enter", "1", "d")
        assert "What everyone can see." in app.text
        assert "point 1: point at 1." in app.text
        table.submit(table.game.legal(table.view(PUBLIC), ANNA)[0])
        await app.settle()
        assert "point 1: point at 1." not in app.text

    drive(app_with(table), script)


def test_a_key_pressed_twice_does_not_answer_for_the_other_seat() -> None:
    table = table_of("builders-duel")
    seat = table.due.seats[0]

    async def script(app: Driver) -> None:
        await app.press_at_once("enter", "enter", "enter")
        assert table.due.seats != (seat,)
        assert table.can_undo(seat), "the other one has not moved"
        await app.press("enter")
        assert not table.can_undo(seat)

    drive(app_with(table), script)
