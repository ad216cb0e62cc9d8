"""Which decisions of a match are looked back at, and at which tables the abbot may be asked."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from galli_tui.bots.advice import CONTESTED, OVER_SSH, WATCHED
from galli_tui.bots.adviser import BotAdviser
from galli_tui.matches.local import LocalTable
from galli_tui.matches.network.guest_table import GuestTable
from galli_tui.tables.decisions import find_decisions, match_decisions
from galli_tui.tables.turn_flow import next_turn, view_when_asked, with_views_before
from net.guest.seat_client import SeatClient
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.secrecy import PUBLIC, Seat
from rules.registry import games
from saves.log.history import HistoryStep, history_steps
from saves.storage.match import Match
from saves.storage.open_match import TimelineEvent
from tests.galli_tui.bots.test_worker import begun, run
from tests.sample_game.registered import boxes
from tests.sample_game.rules import ChooseCandle
from tests.support.bot_backends import InProcessBackend
from tests.support.sample_match import GUEST_KEYS, HOST_KEYS
from tests.support.table_room import Tables, copy_of

ANNA, BRUNO = Seat(0), Seat(1)
TOGETHER = Options(2, "coop", 1)


def advised(tables: Tables) -> GuestTable:
    """The first guest's table, where the guest's own program thinks."""
    line = tables.lines[0]
    assert isinstance(line.machine, SeatClient)
    return GuestTable(line.connection, line.machine, copy_of(line), line.leave, make_backend=InProcessBackend)


def asked_at(step: HistoryStep) -> HistoryStep:
    """The last step before which the seat was asked: the one before its own where the other chose first, in secret."""
    before = step.before
    chosen = isinstance(step.event, ChooseCandle) and before is not None and isinstance(before.event, ChooseCandle)
    return before if chosen and before is not None else step


async def played_out(table: LocalTable) -> None:
    """People take what is first; bots decide by themselves."""
    table.subscribe(lambda: None)
    while not table.due.over:
        if table.thinking is not None:
            await asyncio.sleep(0)
        elif table.paused:
            table.resume_play()
        else:
            seat = table.due.seats[0]
            table.submit(table.game.legal(table.view(seat), seat)[0])


def test_a_finished_match_has_the_decisions_of_its_people(tmp_path: Path) -> None:
    async def script() -> None:
        with closing(LocalTable(match, make_backend=InProcessBackend, pace=0)) as table:
            assert table.decisions() == []
            await played_out(table)
            made = table.decisions()
            events = {step.entry: step for step in history_steps(match.log.last_step)}
        assert {one.seat for one in made} == {ANNA}
        assert [one.entry for one in made] == sorted({one.entry for one in made})
        for one in made:
            assert events[one.entry].event == one.move
            assert one.view == match.game.view(asked_at(events[one.entry]).state, ANNA)
            assert len(match.game.legal(one.view, ANNA)) > 1
        assert any(asked_at(events[one.entry]) != events[one.entry] for one in made)
        choices = [step for step in events.values() if isinstance(step.event, ChooseCandle)]
        parts = [one.round for one in made if isinstance(one.move, ChooseCandle)]
        assert parts == sorted(set(parts))
        assert len(parts) <= len(choices) // 2
        assert made[-1].round > 1

    with begun(tmp_path, None, "novice") as match:
        run(script)


def test_decisions_of_a_shared_keyboard_have_the_views_on_the_screen(tmp_path: Path) -> None:
    """A hint weighed what all may see, and the analysis blames nobody for following it."""

    async def script() -> None:
        shown: dict[int, Any] = {}
        with closing(LocalTable(match, make_backend=InProcessBackend, pace=0)) as table:
            table.subscribe(lambda: None)
            while not table.due.over:
                if table.paused:
                    table.resume_play()
                    continue
                seat = table.due.seats[0]
                viewer = next_turn(table, seat).viewer
                earlier = with_views_before(table.timeline(viewer, 20))
                shown[match.log.length] = view_when_asked(table.game, seat, table.view(viewer), earlier)
                table.submit(table.game.legal(table.view(seat), seat)[0])
            made = table.decisions()
            states = {step.entry: step.state for step in history_steps(match.log.last_step)}
        assert {one.seat for one in made} == {ANNA, BRUNO}
        assert all(one.view == shown[one.entry] for one in made)
        own = [one.view == match.game.view(states[one.entry], one.seat) for one in made]
        assert True in own
        assert False in own

    with begun(tmp_path, None, None) as match:
        run(script)


def test_a_face_down_choice_has_the_view_before_the_others_choices(tmp_path: Path) -> None:
    """Others may choose while a hint is thought about or looked at: nothing rests on that, and no verdict changes."""
    with begun(tmp_path, None, None) as match:
        asked = match.view(BRUNO)
        match.submit(match.game.legal(match.view(ANNA), ANNA)[0])
        assert match.view(BRUNO) != asked
        happened = [TimelineEvent(one.entry, one.event, one.view) for one in match.timeline(BRUNO, 5)]
        assert view_when_asked(match.game, BRUNO, match.view(BRUNO), with_views_before(happened)) == asked
        match.submit(match.game.legal(match.view(BRUNO), BRUNO)[0])
        assert [one.view for one in match_decisions(match, (BRUNO,))] == [asked]
        # What comes next rests on both choices.
        seat = match.due.seats[0]
        happened = [TimelineEvent(one.entry, one.event, one.view) for one in match.timeline(seat, 5)]
        assert view_when_asked(match.game, seat, match.view(seat), with_views_before(happened)) == match.view(seat)


def test_decisions_before_a_seat_transfer_are_not_the_guests(
    tmp_path: Path,
) -> None:
    guest = GUEST_KEYS.public
    with begun(tmp_path, None, None) as match:
        while match.log.length < 16:
            seat = match.due.seats[0]
            match.submit(match.game.legal(match.view(seat), seat)[0])
        given = match.log.length
        match.rekey(BRUNO, guest)
        states = {step.entry: step.state for step in history_steps(match.log.last_step)}
        made = match_decisions(match, (ANNA,))
        assert made
        assert {one.seat for one in made} == {ANNA}
        opened = [one for one in made if not isinstance(one.move, ChooseCandle)]
        assert opened
        assert all(one.entry < given and one.view == match.game.view(states[one.entry], PUBLIC) for one in opened)
        assert match_decisions(match, (BRUNO,)) == []


def test_a_reopened_match_has_the_same_decisions(tmp_path: Path) -> None:
    async def script() -> None:
        with closing(LocalTable(match, make_backend=InProcessBackend, pace=0)) as table:
            await played_out(table)
            made = table.decisions()
        with Match.open(match.path, HOST_KEYS, read_only=True, boxes=boxes) as again:
            looked = LocalTable(again, make_backend=InProcessBackend, pace=0)
            assert looked.decisions() == made
            assert isinstance(looked.advice, BotAdviser)

    with begun(tmp_path, None, None) as match:
        run(script)


def test_inspecting_a_match_starts_no_bot_process(tmp_path: Path) -> None:
    class Cold(InProcessBackend):
        def warm(self) -> None:
            pytest.fail("nobody is to decide here")

    async def script() -> None:
        with (
            Match.open(match.path, HOST_KEYS, read_only=True, boxes=boxes) as looked_at,
            closing(LocalTable(looked_at, make_backend=Cold, pace=0)) as table,
        ):
            table.subscribe(lambda: None)
            assert table.thinking is None

    with begun(tmp_path, None, "novice") as match:
        run(script)


def test_decisions_of_a_stand_in_bot_are_left_out(tmp_path: Path) -> None:
    with begun(tmp_path, None, None) as match:
        lent: set[int] = set()
        while not match.over:
            seat = match.due.seats[0]
            if match.log.length in range(14, 16) and not match.log.bots[BRUNO]:
                match.rekey(BRUNO, None, "novice")
            elif match.log.length > 20 and match.log.bots[BRUNO]:
                match.rekey(BRUNO, None)
            if match.log.bots[seat]:
                lent.add(match.log.length)
            match.submit(match.game.legal(match.view(seat), seat)[0])
        course = [(step.entry, step.event, step.state) for step in history_steps(match.log.last_step)]
        own = {one.entry for one in find_decisions(match.game, course, lambda _: (BRUNO,))}
        assert lent & own
        assert own - lent
        assert {one.entry for one in match_decisions(match, (BRUNO,))} == own - lent
        assert match_decisions(match, ()) == []


def test_an_undone_move_is_not_a_decision(tmp_path: Path) -> None:
    with begun(tmp_path, None, None) as match:
        first, second = match.game.legal(match.view(ANNA), ANNA)[:2]
        match.submit(first)
        match.take_back(ANNA)
        match.submit(second)
        assert [one.move for one in match_decisions(match, (ANNA,))] == [second]


def test_in_versus_over_the_network_the_abbot_is_not_asked(tmp_path: Path) -> None:
    async def script() -> None:
        tables = Tables(tmp_path, watch=True)
        with closing(tables):
            for table in (tables.host, tables.guests[0], tables.spectator):
                assert table.advice == CONTESTED
            with Match.open(tables.match.path, HOST_KEYS, read_only=True, boxes=boxes) as again:
                assert LocalTable(again, make_backend=InProcessBackend, pace=0).advice == CONTESTED

    run(script)


def test_in_coop_each_terminal_has_its_own_abbot_and_decisions(tmp_path: Path) -> None:
    async def script() -> None:
        tables = Tables(tmp_path, game=games()[0], settings=TOGETHER, watch=True)
        with closing(tables):
            host, (guest,), (line,) = tables.host, tables.guests, tables.lines
            thoughtful = advised(tables)
            assert isinstance(host.advice, BotAdviser)
            assert isinstance(thoughtful.advice, BotAdviser)
            assert (guest.advice, tables.spectator.advice) == (OVER_SSH, WATCHED)
            for table, seat in ((host, ANNA), (guest, BRUNO)):
                options = await thoughtful.advice.options(BRUNO, thoughtful.view(BRUNO)) if seat == BRUNO else []
                assert all(isinstance(it.move, Move) and it.move.seat == BRUNO for it in options)
                table.submit(table.game.legal(table.view(seat), seat)[0])
            assert host.decisions() == guest.decisions() == []
            for record, seat in ((tables.match, ANNA), (copy_of(line), BRUNO)):
                (made,) = [one for one in match_decisions(record, (seat,)) if one.round == 1][:1]
                assert made.seat == seat
                assert made.view == record.game.view(made.view, seat)
            thoughtful.close()

    run(script)


@pytest.mark.parametrize("mode", ["coop", "versus"])
def test_an_inspected_shared_match_has_only_the_own_decisions(tmp_path: Path, mode: str) -> None:
    async def script() -> None:
        tables = Tables(tmp_path, game=games()[0], settings=TOGETHER._replace(mode=mode))
        with closing(tables):
            host = tables.host
            while not host.due.over:
                for table, seat in ((host, ANNA), (tables.guests[0], BRUNO)):
                    if seat in table.due.seats and seat not in table.status.decided:
                        table.submit(table.game.legal(table.view(seat), seat)[0])
            made = host.decisions(), advised(tables).decisions()
            seats = [{one.seat for one in theirs} for theirs in made]
            with Match.open(tables.match.path, HOST_KEYS, read_only=True) as again:
                looked = LocalTable(again, make_backend=InProcessBackend, pace=0)
                assert looked.decisions() == made[0]
        if mode == "versus":
            assert made == ([], [])
        else:
            assert seats[0] == {ANNA}
            assert seats[1] == {BRUNO}

    run(script)
