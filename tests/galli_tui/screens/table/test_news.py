"""The marks of what happened since a player's last turn, at every kind of table: in the log, on boards and tracks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from galli_tui.game_api.last_setup import proposed_setup
from galli_tui.game_api.registry import texts_of
from galli_tui.matches.local import LocalMatchStore
from galli_tui.screens.table.shown_turn import ShownTurn
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import seats_to_move
from rules.campus_galli.laying_sections import LaySectionStep
from rules.campus_galli.rounds import ChooseCardStep
from rules.engine.events import Move
from rules.engine.secrecy import PUBLIC, Seat
from rules.registry import games
from tests.sample_game.registered import candles_table, sample_game
from tests.sample_game.rules import LightWindow
from tests.support.app_driver import Driver, app_with, drive
from tests.support.bot_backends import InProcessBackend, InstantAdvice
from tests.support.peers_table import at_seats
from tests.support.table_positions import at_table, played
from tests.support.table_room import ANNA, BRUNO, Tables

SINCE = "since your last turn"


def told(app: Driver) -> list[str]:
    """Return the lines beside the board from the heading of the news on; none without one."""
    lines = [line[34:].strip() for line in app.lines[:-2]]
    first = next((number for number, line in enumerate(lines) if SINCE in line), len(lines))
    return [line for line in lines[first:] if line]


def test_news_stands_below_what_was_before() -> None:
    async def script(app: Driver) -> None:
        before, since = app.text.index("─ before ─"), app.text.index(f"─ {SINCE} ─")
        assert before < app.text.index("Round 3 begins.") < since < app.text.index("Bruno: red hall at a12")
        assert "takes the" not in app.text, "the reader's own decision says so"

    drive(at_table(played(LaySectionStep, 7, seats=3)), script, (160, 48))


@pytest.mark.parametrize("seats", [2, 3])
def test_after_a_move_the_next_player_at_the_keyboard_sees_other_marks(seats: int) -> None:
    table = played(LaySectionStep, 6, seats=seats)
    laying = table.due.seats[0]

    async def script(app: Driver) -> None:
        before = told(app)
        assert before
        await app.press("enter")
        assert table.due.seats[0] != laying
        assert told(app) != before
        assert any(f"»{table.players[laying].name[0]}" in line for line in app.lines), "the section just laid"

    drive(at_table(table), script)


def test_undo_and_hints_leave_the_marks_as_they_were() -> None:
    table = played(LaySectionStep, 7, seats=3)
    table.advice = InstantAdvice(table.game)

    async def script(app: Driver) -> None:
        before = app.lines[:-2]
        marks = [line[:33].count("»") for line in before]
        assert told(app)
        assert sum(marks) == 1
        await app.press("enter", "u")
        assert app.lines[:-2] == before
        await app.press("h")
        await app.settle()
        assert [line[:33].count("»") for line in app.lines[:-2]] == marks
        await app.press("h")
        assert app.lines[:-2] == before

    drive(at_table(table), script)


def test_tasks_revealed_since_the_last_turn_are_flagged() -> None:
    async def script(app: Driver) -> None:
        assert [line[35:37] for line in app.lines[3:8]] == ["1 ", "2»", "3»", "4 ", "5 "]

    drive(at_table(played(ChooseCardStep, 6, seats=3)), script)


@pytest.mark.parametrize("here", ["", "123"], ids=["spectator", "players"])
def test_a_spectator_has_no_marks(here: str) -> None:
    table = at_seats(played(LaySectionStep, 7, seats=3), here)

    async def script(app: Driver) -> None:
        assert any("»" in line[:33] for line in app.lines) == bool(here)
        assert (SINCE in app.text) == bool(here)
        assert "Bruno: red hall at a12" in app.text

    drive(at_table(table), script)


@pytest.mark.usefixtures(sample_game.__name__)
def test_a_marker_on_a_track_is_flagged_for_others_until_their_next_turn() -> None:
    table = candles_table("Anna", "Bruno", mode="coop")

    async def lit(app: Driver) -> str:
        for _ in range(9):
            if "light window" in app.text:
                break
            await app.press("enter")
        name = table.players[table.due.seats[0]].name
        await app.press("enter")
        return name[0]

    async def script(app: Driver) -> None:
        first = await lit(app)
        assert f"»{first}" in app.text
        second = await lit(app)
        await app.press("enter")
        assert f"»{second}" in app.text, "it is the other's turn, after the handover"
        assert app.text.count("»") == 1

    drive(app_with(table), script)


def news_of(table: Table, seat: Seat | None) -> tuple[Seat | None, list[int]]:
    """Return the reader of a terminal's screen, and the numbers of the entries that are news."""
    turn = ShownTurn(table, texts_of(table.game.meta.key))
    turn.show(seat, PUBLIC if seat is None else seat)
    return turn.reader, [it.entry for it in turn.events[turn.since :]] if turn.since else []


def decide(table: Table, seat: Seat) -> None:
    """Make the first move of a seat that is asked."""
    table.submit(table.game.legal(table.view(seat), seat)[0])


async def settled() -> None:
    """Let bots think, and the loop do what it was asked to do soon."""
    for _ in range(50):
        await asyncio.sleep(0)


@pytest.mark.parametrize("game", games())
def test_bots_moves_are_news_and_still_are_when_the_match_is_resumed(game: str) -> None:
    async def script() -> None:
        store = LocalMatchStore(make_backend=InProcessBackend, pace=0)
        setup = proposed_setup("Anna", game)
        first, *others = setup.seats
        seats = (first._replace(bot=None), *(it._replace(bot="novice") for it in others))
        table = store.begin(setup._replace(seats=seats, seed=7))
        table.subscribe(lambda: None)
        for _ in range(400):
            await settled()
            reader, entries = news_of(table, ANNA if seats_to_move(table) else None)
            assert reader == ANNA
            if len(entries) > 2 and seats_to_move(table):
                break
            if table.paused:
                table.resume_play()
            elif seats_to_move(table):
                decide(table, ANNA)
        else:
            raise AssertionError("the bots did nothing")
        match_id = table.match_id
        moved = {one.event.seat for one in table.timeline(ANNA, 500)[-len(entries) :] if isinstance(one.event, Move)}
        assert moved - {ANNA}
        table.close()
        again = store.resume(match_id)
        assert news_of(again, ANNA) == (ANNA, entries)
        again.close()

    asyncio.run(script())


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    """A host, a guest and a spectator of the sample game."""
    opened = Tables(tmp_path, watch=True)
    yield opened
    opened.close()


@pytest.mark.usefixtures(sample_game.__name__)
def test_a_guest_who_returns_finds_all_since_the_last_turn_and_a_spectator_nothing(tables: Tables) -> None:
    async def script() -> None:
        host, guest, line = tables.host, tables.guests[0], tables.lines[0]
        while len([it for it in host.timeline(PUBLIC, 100) if isinstance(it.event, LightWindow)]) < 2:
            for table, seat in ((host, ANNA), (guest, BRUNO)):
                if seat in seats_to_move(table):
                    decide(table, seat)
        assert news_of(host, None)[0] == ANNA
        line.break_off()
        decide(host, ANNA)
        line.connect()
        reader, entries = news_of(guest, BRUNO)
        assert reader == BRUNO
        assert entries
        assert entries[-1] == host.timeline(PUBLIC, 1)[0].entry
        assert news_of(tables.table_of(line), BRUNO) == (BRUNO, entries), "after a restart of the program"
        assert news_of(tables.spectator, None) == (None, [])

    asyncio.run(script())
