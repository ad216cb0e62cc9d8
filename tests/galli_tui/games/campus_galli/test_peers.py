"""Campus Galli at several terminals: what is being entered stays, scenes hold nobody up, all can point at the plan."""

from __future__ import annotations

import pytest

from galli_tui.games.campus_galli.move_entry.choosing import ChooseCardEntry
from galli_tui.games.campus_galli.move_entry.event_entries import EventReport
from galli_tui.games.campus_galli.move_entry.factory import WaitingEntry
from galli_tui.games.campus_galli.move_entry.laying import LaySectionEntry
from galli_tui.games.campus_galli.peer_marks import SPACE, TASK, PointedAt, pointed_at, target_words
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.tables.peers import Pointer, Role
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.laying_sections import TakeSectionStep
from rules.campus_galli.rounds import ChooseCardStep
from rules.engine.secrecy import Seat
from tests.galli_tui.games.campus_galli.test_dangers import FIRE, libraries
from tests.support.app_driver import Driver, drive
from tests.support.peers_table import at_seats, with_peers
from tests.support.table_positions import ScriptedTable, at_table, campus_board, played, table_screen

BRUNO, CLARA = Seat(1), Seat(2)


def three(here: str = "1") -> InMemoryTable:
    """Three who are all asked for a card."""
    return at_seats(played(ChooseCardStep, 6, mode="coop", seats=3), here)


def chooses(table: InMemoryTable, seat: Seat) -> None:
    table.submit(table.game.legal(table.view(seat), seat)[0])


def test_a_choice_half_entered_stays_when_another_has_chosen() -> None:
    table = three()
    with_peers(table)

    async def script(app: Driver) -> None:
        await app.press("down")
        before = campus_board(app.app).entry
        assert isinstance(before, ChooseCardEntry)
        assert " ".join("123"[: len(before.moves)]) + " choose" in app.line(-1)
        assert before.at == 1
        chooses(table, BRUNO)
        await app.settle()
        assert campus_board(app.app).entry is before
        assert "✔Bruno" in app.line(0)
        assert "choosing: Anna" in app.line(1)

    drive(at_table(table), script)


def test_an_inspected_space_stays_while_others_decide() -> None:
    table = three("2")
    with_peers(table)

    async def script(app: Driver) -> None:
        chooses(table, BRUNO)
        await app.press("i", "left")
        cursor = campus_board(app.app).plan.highlights.cursor
        assert cursor is not None
        chooses(table, CLARA)
        await app.settle()
        assert campus_board(app.app).plan.highlights.cursor == cursor
        chooses(table, Seat(0))
        await app.settle()
        screen = table_screen(app.app)
        board = campus_board(app.app)
        assert (board.plan.highlights.cursor is None) == (screen.turn.seat is not None)

    drive(at_table(table), script)


def test_spaces_are_pointed_at_while_inspecting_and_tasks_by_number() -> None:
    table = three()
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        await app.press("p", "left", "p")
        cursor = campus_board(app.app).plan.highlights.cursor
        assert peers.done == [("point", SPACE, cursor)]
        await app.press("2", "9")
        assert peers.done[1:] == [("point", TASK, 2)]
        assert "points at task 2." in app.line(-2)

    drive(at_table(table), script)


def test_digits_still_select_outside_inspection() -> None:
    table = three()
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        await app.press("2", "enter")
        assert peers.done == []
        assert isinstance(campus_board(app.app).entry, WaitingEntry)

    drive(at_table(table), script)


def test_a_report_stays_while_others_play_and_the_rest_follows() -> None:
    table = ScriptedTable(libraries(2), *FIRE, "dealer dice white", "dealer task halt-school", past=2)
    with_peers(table)

    async def script(app: Driver) -> None:
        await app.press("1", "enter")
        scene = campus_board(app.app).entry
        assert isinstance(scene, EventReport)
        seat = table.due.seats[0]
        chooses(table, seat)
        await app.settle()
        assert campus_board(app.app).entry is scene
        for _ in range(9):
            if isinstance(campus_board(app.app).entry, EventReport):
                await app.press("enter")
        assert not isinstance(campus_board(app.app).entry, EventReport)

    drive(at_table(table), script)


@pytest.mark.parametrize(("role", "mute"), [(Role.GUEST, "Nobody talks at this table."), (Role.SPECTATOR, "")])
def test_a_player_who_may_not_point_has_no_key_for_it(role: Role, mute: str) -> None:
    table = three("" if role is Role.SPECTATOR else "1")
    peers = with_peers(table, role, muted=mute)

    async def script(app: Driver) -> None:
        await app.press("i", "p")
        assert (mute or "i or Esc returns") in app.line(-2)
        assert "point" not in app.line(-1)
        await app.press("2")
        assert peers.done == []

    drive(at_table(table), script)


def test_a_table_of_this_terminal_alone_has_no_key_to_point() -> None:
    table = three("123")

    async def script(app: Driver) -> None:
        await app.press("p")
        assert campus_board(app.app).plan.highlights.cursor is None

    drive(at_table(table), script)


def test_pointers_of_peers_are_shown_until_they_expire() -> None:
    table = three()
    peers = with_peers(table)

    async def script(app: Driver) -> None:
        peers.see(BRUNO, SPACE, 3)
        peers.see(CLARA, TASK, 2)
        peers.see(CLARA, SPACE, 100_000)
        peers.see(CLARA, TASK, 0)
        await app.settle()
        screen = table_screen(app.app)
        board = campus_board(app.app)
        assert board.plan.highlights.pointed_at == 1 << 3
        assert app.lines[2][3 + 2 * 3] == "!"
        assert [line[35:37] for line in app.lines if line[36:37] == "!"] == ["2!"]
        screen.peers.end_pointers()
        await app.settle()
        assert "!" not in app.text

    drive(at_table(table), script)


def test_only_what_the_plan_and_the_board_have_can_be_pointed_at() -> None:
    table = three()
    assert isinstance(table.game, CampusGalli)
    setting = table.game.setting
    assert target_words(setting, SPACE, 0) == "a1"
    assert target_words(setting, TASK, 5) == "task 5"
    spaces = setting.box.plan.width * setting.box.plan.height
    for kind, target in ((SPACE, spaces), (SPACE, -1), (TASK, 0), (TASK, setting.board_size + 1), ("moon", 1)):
        assert target_words(setting, kind, target) == ""
    glyphs = [
        Pointer(1, BRUNO, SPACE, 4),
        Pointer(2, BRUNO, SPACE, spaces),
        Pointer(3, BRUNO, TASK, 1),
        Pointer(4, CLARA, "moon", 1),
    ]
    assert pointed_at(setting, glyphs) == PointedAt(1 << 4, frozenset({1}))


def test_a_spectators_prompt_describes_the_view() -> None:
    table = three("")
    with_peers(table, Role.SPECTATOR)

    async def script(app: Driver) -> None:
        assert "watching" in app.text
        assert "stay hidden until" in " ".join(app.text.split())

    drive(at_table(table), script)


def test_a_move_undone_through_the_host_is_restored_when_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = at_seats(played(TakeSectionStep, 6), "2")
    with_peers(made)
    seat = made.due.seats[0]
    assert made.players[seat].here
    on_their_way: list[Seat] = []

    def send(seat: Seat) -> tuple[Seat, ...]:
        on_their_way.append(seat)
        return (seat,)

    async def script(app: Driver) -> None:
        board = campus_board(app.app)
        await app.press("enter", "tab", "tab")
        laying = board.entry
        assert isinstance(laying, LaySectionEntry)
        place = laying.place
        await app.press("enter")
        take_back = made.undo
        monkeypatch.setattr(made, "undo", send)
        await app.press("u")
        assert on_their_way == [seat]
        assert board.entry is not laying
        take_back(seat)
        await app.settle()
        laying = board.entry
        assert isinstance(laying, LaySectionEntry)
        assert laying.place is place

    drive(at_table(made), script)
