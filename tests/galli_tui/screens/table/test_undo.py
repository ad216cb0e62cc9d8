"""Taking back at tables of three and four seats: the last move goes, of any seat."""

from __future__ import annotations

import pytest

from galli_tui.game_api.undo import undone_words
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.tables.seat_names import seat_names
from rules.campus_galli.laying_sections import LaySectionStep
from rules.campus_galli.rounds import ChooseCardStep
from rules.campus_galli.state import State
from rules.engine.events import Move
from rules.engine.secrecy import PUBLIC, Seat
from tests.support.app_driver import Driver, drive
from tests.support.table_positions import at_table, played


def _moves(table: InMemoryTable) -> list[Move]:
    return [one.event for one in table.timeline(PUBLIC, 1000) if isinstance(one.event, Move)]


@pytest.mark.parametrize("seats", [3, 4])
def test_undo_undoes_only_the_last_move(seats: int) -> None:
    table = played(LaySectionStep, 6, seats=seats)
    laying = table.due.seats[0]
    before, moves = table.view(PUBLIC), _moves(table)

    async def script(app: Driver) -> None:
        await app.press("enter")
        assert _moves(table)[:-1] == moves
        assert _moves(table)[-1].seat == laying
        assert table.can_undo(laying)
        await app.press("u")
        assert table.view(PUBLIC) == before
        assert _moves(table) == moves

    drive(at_table(table), script)


@pytest.mark.parametrize("seats", [3, 4])
def test_with_several_choices_each_undo_undoes_one(seats: int) -> None:
    table = played(ChooseCardStep, seats, seats=seats)
    order: list[Seat] = []

    async def script(app: Driver) -> None:
        for _ in range(seats - 1):
            order.append(table.due.seats[0])
            await app.press("enter")
        moves = _moves(table)
        assert [move.seat for move in moves[-len(order) :]] == order
        for left in range(len(order) - 1, -1, -1):
            assert table.can_undo(order[left])
            await app.press("u")
            assert _moves(table) == moves[: len(moves) - len(order) + left]
        state: State = table.view(PUBLIC)
        assert all(one.chosen.card is None for one in state.seats)

    drive(at_table(table), script)


def test_turns_of_bots_that_are_undone_too_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(LaySectionStep, 6, seats=3)
    laying = table.due.seats[0]
    first, second = (Seat(seat) for seat in range(3) if seat != laying)
    names, undo = seat_names(table), table.undo

    def with_bots(seat: Seat) -> tuple[Seat, ...]:
        return (second, first, first, *undo(seat))

    async def script(app: Driver) -> None:
        await app.press("enter", "u")
        words = (
            f"Undone: the last move of {names[laying]}, and the turns of {names[first]} and {names[second]} after it."
        )
        assert app.line(-2).strip() == words
        await app.press("left")
        assert "arrows/click move" in app.line(-2)

    monkeypatch.setattr(table, "undo", with_bots)
    drive(at_table(table), script, (120, 36))
    assert undone_words(table, (laying,)) == f"Undone: the last move of {names[laying]}."
