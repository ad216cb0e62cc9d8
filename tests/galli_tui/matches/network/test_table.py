"""Tables of one match at several terminals: what each is asked, shows and may do, over the real machines."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from galli_tui.matches.network.connection_status import guest_table_status, stopped_at
from galli_tui.tables.audit_text import audit_text
from galli_tui.tables.peers import Presence, Role
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import seats_to_move
from net.error_text import NetworkFailure, network_text
from net.status import Phase
from net.wire.messages import ChatMessage, PointerMessage, SeatKind, StateHash, TableStopped
from rules.bots import bot_names
from rules.engine.events import Move
from rules.engine.refusal import Refused
from rules.engine.secrecy import HIDDEN, PUBLIC, Seat
from saves.errors import NotNow, SaveError
from saves.storage.open_match import HistoryKind
from tests.sample_game.rules import ChooseCandle, LightWindow
from tests.support.fake_network import OPEN, guest_status, lobby, lobby_seat
from tests.support.table_room import ANNA, BRUNO, CLARA, Tables, copy_of

Opened = Callable[..., Tables]
Script = Callable[[], Awaitable[None]]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    """Opens tables, and lets go of them in the end."""
    found: list[Tables] = []

    def make(**wanted: Any) -> Tables:
        found.append(Tables(tmp_path, **wanted))
        return found[-1]

    yield make
    for tables in found:
        tables.close()


def moves(table: Table, seat: Seat) -> list[Move]:
    return list(table.game.legal(table.view(seat), seat))


def run(script: Script) -> None:
    async def whole() -> None:
        await script()

    asyncio.run(whole())


async def settled() -> None:
    """Lets the loop do what it was asked to do soon."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_each_terminal_decides_for_its_own_seats(opened: Opened) -> None:
    async def script() -> None:
        tables = opened(guests=2)
        assert [player.here for player in tables.host.players] == [True, False, False]
        assert [player.here for player in tables.guests[0].players] == [False, True, False]
        assert [player.here for player in tables.guests[1].players] == [False, False, True]
        assert [player.name for player in tables.guests[1].players] == ["Anna", "Bruno", "Clara"]
        assert seats_to_move(tables.host) == [ANNA]
        assert seats_to_move(tables.guests[0]) == [BRUNO]

    run(script)


def test_a_guests_choice_is_held_until_the_host_has_chosen_and_visible_to_its_seat(opened: Opened) -> None:
    async def script() -> None:
        tables = opened()
        host, guest = tables.host, tables.guests[0]
        move = moves(guest, BRUNO)[0]
        assert isinstance(move, ChooseCandle)
        guest.submit(move)
        assert guest.status.held == (BRUNO,)
        assert seats_to_move(guest) == []
        assert BRUNO in guest.due.seats
        assert guest.view(BRUNO).chosen[BRUNO].card == move.candle.value
        assert guest.view(PUBLIC).chosen[BRUNO].card is None
        assert seats_to_move(host) == [ANNA]
        host.submit(moves(host, ANNA)[0])
        assert guest.status.decided == ()
        assert guest.due == host.due
        assert len(guest.timeline(BRUNO, 100)) == len(host.timeline(PUBLIC, 100))

    run(script)


def test_a_held_choice_can_be_undone_and_made_again(opened: Opened) -> None:
    async def script() -> None:
        tables = opened()
        guest = tables.guests[0]
        one, other = moves(guest, BRUNO)
        guest.submit(one)
        assert guest.can_undo(BRUNO)
        guest.undo(BRUNO)
        assert guest.status.decided == ()
        assert seats_to_move(guest) == [BRUNO]
        assert moves(guest, BRUNO) == [one, other]
        guest.submit(other)
        assert guest.status.held == (BRUNO,)

    run(script)


def test_an_undo_is_counted_for_everyone(opened: Opened) -> None:
    async def script() -> None:
        tables = opened()
        host, guest = tables.host, tables.guests[0]
        host.submit(moves(host, ANNA)[0])
        assert guest.status.undos == (0, 0)
        host.undo(ANNA)
        assert guest.status.undos == (1, 0)
        assert host.status.undos == guest.status.undos

    run(script)


def test_a_move_made_offline_is_sent_after_reconnecting(opened: Opened) -> None:
    async def script() -> None:
        tables = opened()
        host, guest, line = tables.host, tables.guests[0], tables.lines[0]
        host.submit(moves(host, ANNA)[0])
        line.break_off()
        line.again_at = 12.5
        line.notify()
        assert guest.status.problem
        assert guest.status.retry_at == 12.5
        assert guest.status.leave_warning
        assert host.status.presence == (Presence.HOST, Presence.AWAY)
        guest.submit(moves(guest, BRUNO)[0])
        assert guest.status.sent == (BRUNO,)
        line.again_at = None
        line.connect()
        assert guest.status.decided == ()
        assert guest.status.problem == ""
        assert host.status.presence == (Presence.HOST, Presence.ONLINE)
        assert host.due == guest.due

    run(script)


def test_a_held_choice_is_visible_after_a_restart(opened: Opened) -> None:
    async def script() -> None:
        tables = opened()
        move = moves(tables.guests[0], BRUNO)[0]
        assert isinstance(move, ChooseCandle)
        tables.guests[0].submit(move)
        again = tables.table_of(tables.lines[0])
        assert again.status.held == (BRUNO,)
        assert again.view(BRUNO).chosen[BRUNO].card == move.candle.value
        assert again.view(PUBLIC).chosen[BRUNO].card is None

    run(script)


def test_a_sent_choice_is_visible_after_a_restart(opened: Opened) -> None:
    async def script() -> None:
        tables = opened(guests=2)
        guest, line = tables.guests[0], tables.lines[0]
        tables.host.submit(moves(tables.host, ANNA)[0])
        line.break_off()
        move = moves(guest, BRUNO)[0]
        assert isinstance(move, ChooseCandle)
        guest.submit(move)
        again = tables.table_of(line)
        assert again.status.sent == (BRUNO,)
        assert again.view(BRUNO).chosen[BRUNO].card == move.candle.value
        assert again.view(PUBLIC).chosen[BRUNO].card is None

    run(script)


@pytest.mark.parametrize("restarted", [False, True])
def test_a_returning_guest_is_told_what_a_bot_decided(opened: Opened, restarted: bool) -> None:
    async def script() -> None:
        tables = opened()
        host, guest, line = tables.host, tables.guests[0], tables.lines[0]
        line.break_off()
        host.seat_bot(BRUNO)
        host.submit(moves(host, ANNA)[0])
        await settled()
        assert guest.status.stand_in_report == ""
        if restarted:
            line.machine.sync.opened_length = copy_of(line).log.length
        line.connect()
        decided = sum(row.kind is HistoryKind.MOVE and row.seat == BRUNO for row in tables.match.history)
        times = "once" if decided == 1 else f"{decided} times"
        assert decided
        assert guest.status.stand_in_report.startswith(f"A bot has decided {times} for Bruno. ")
        entries = [row.entry for row in tables.match.history if row.kind is HistoryKind.MOVE and row.seat == BRUNO]
        assert guest.status.stand_in_entries == tuple(entries)
        line.machine.sync.opened_length = copy_of(line).log.length
        line.notify()
        assert guest.status.stand_in_report == ""

    run(script)


def test_a_guest_returning_after_the_end_is_told_what_a_bot_decided(opened: Opened) -> None:
    async def script() -> None:
        tables = opened()
        host, guest, line = tables.host, tables.guests[0], tables.lines[0]
        line.break_off()
        host.seat_bot(BRUNO)
        while not host.due.over:
            host.submit(moves(host, ANNA)[0])
            await settled()
        line.connect()
        await settled()
        assert guest.due.over
        assert guest.status.stand_in_report.startswith("A bot has decided ")
        assert guest.status.stand_in_report.endswith("until the match was over.")
        line.machine.sync.opened_length = copy_of(line).log.length
        line.notify()
        assert guest.status.stand_in_report == ""

    run(script)


def test_illegal_moves_are_refused_at_each_terminal_by_the_rules(opened: Opened) -> None:
    async def script() -> None:
        tables = opened(watch=True)
        for table, seat in ((tables.host, ANNA), (tables.guests[0], BRUNO)):
            with pytest.raises(Refused):
                table.submit(LightWindow(seat, 0))
        with pytest.raises(NotNow):
            tables.guests[0].submit(moves(tables.host, ANNA)[0])
        with pytest.raises(SaveError):
            tables.spectator.submit(moves(tables.host, ANNA)[0])
        with pytest.raises(SaveError):
            tables.spectator.undo(ANNA)
        assert not tables.spectator.can_undo(ANNA)

    run(script)


def test_a_spectator_sees_what_is_public_and_nothing_more(opened: Opened) -> None:
    async def script() -> None:
        tables = opened(watch=True)
        table = tables.spectator
        assert table.status.role is Role.SPECTATOR
        assert not any(player.here for player in table.players)
        assert seats_to_move(table) == []
        assert all(hand.cards is HIDDEN for hand in table.view(ANNA).hands)
        assert table.view(PUBLIC) == tables.host.view(PUBLIC)
        assert tables.host.status.spectators == tables.guests[0].status.spectators == 1
        with pytest.raises(ValueError, match="watch"):
            table.point("window", 1)
        assert table.status.muted
        with pytest.raises(ValueError, match="has no chat"):
            table.say("Hello")

    run(script)


def test_a_subscriber_is_notified_of_every_change_until_the_table_closes(opened: Opened) -> None:
    async def script() -> None:
        tables = opened()
        host, guest = tables.host, tables.guests[0]
        heard: list[str] = []
        host.subscribe(lambda: heard.append("host"))
        end = guest.subscribe(lambda: heard.append("guest"))
        host.submit(moves(host, ANNA)[0])
        assert {"host", "guest"} <= set(heard)
        heard.clear()
        end()
        end()
        guest.submit(moves(guest, BRUNO)[0])
        assert set(heard) == {"host"}
        guest.close()
        assert tables.lines[0].left == 1
        host.close()
        assert tables.hall.left == 1

    run(script)


def test_chat_reaches_everyone_sanitized_and_numbered(opened: Opened) -> None:
    async def script() -> None:
        tables = opened(chat=True)
        host, guest = tables.host, tables.guests[0]
        guest.say("Hel\x1b[2Jlo")
        host.say("Hi")
        for table in (host, guest):
            assert [(it.number, it.seat, it.name) for it in table.status.chat] == [
                (1, BRUNO, "Bruno"),
                (2, ANNA, "Anna"),
            ]
            assert all(char.isprintable() for it in table.status.chat for char in it.text)
            assert table.status.muted == ""

    run(script)


def test_in_versus_chat_needs_the_hosts_permission(opened: Opened) -> None:
    async def script() -> None:
        tables = opened()
        for table in (tables.host, tables.guests[0]):
            assert table.status.muted
            with pytest.raises(ValueError, match=r"Chat is off|has no chat"):
                table.say("Hello")

    run(script)


def test_pointers_reach_everyone(opened: Opened) -> None:
    async def script() -> None:
        tables = opened(chat=True)
        host, guest = tables.host, tables.guests[0]
        guest.point("window", 2)
        host.point("window", 1)
        for table in (host, guest):
            assert [(it.number, it.seat, it.kind, it.target) for it in table.status.pointers] == [
                (1, BRUNO, "window", 2),
                (2, ANNA, "window", 1),
            ]

    run(script)


def test_a_guest_is_told_that_the_reopened_table_waits_in_its_lobby() -> None:
    assert guest_table_status(Role.GUEST, guest_status(Phase.LOBBY), None).pause
    assert not guest_table_status(Role.GUEST, guest_status(Phase.PLAYING), None).pause


def test_a_guest_is_told_that_its_seat_was_given_away() -> None:
    here = lobby_seat(SeatKind.HERE, "Anna", "red", ready=True)
    own, taken = lobby_seat(yours=True), lobby_seat(SeatKind.BOT, "Bruno", ready=True)
    for seat, words in ((own, ""), (taken, "The host is back, but has given the seat of Bruno to another player.")):
        status = guest_status(Phase.LOBBY, lobby(here, seat, resumed=True))._replace(seats=(Seat(1),))
        standing = guest_table_status(Role.GUEST, status, None)
        assert standing.notices == ((words,) if words else ())
        assert standing.pause == (words or "The host is back and continues when everyone is here.")


def test_a_waiting_lobby_shows_attendance_and_chat_permission() -> None:
    here, bot = (lobby_seat(kind, ready=True) for kind in (SeatKind.HERE, SeatKind.BOT))
    there, away = (lobby_seat(SeatKind.GUEST, ready=True, online=online) for online in (True, False))
    at = lobby(here, there, away, bot, OPEN, resumed=True)._replace(may_chat=False)
    standing = guest_table_status(Role.SPECTATOR, guest_status(Phase.LOBBY, at), None)
    assert standing.presence == (Presence.HOST, Presence.ONLINE, Presence.AWAY, Presence.BOT, Presence.AWAY)
    assert standing.spectators == 1
    assert standing.muted == "Spectators cannot chat at this table."
    # Once the match goes on, a lobby says nothing any more about who is there now.
    assert guest_table_status(Role.SPECTATOR, guest_status(Phase.PLAYING, at), None).presence == ()


def test_the_host_unblocks_clients_at_the_table(opened: Opened) -> None:
    async def script() -> None:
        tables = opened()
        host, guest = tables.host, tables.guests[0]
        assert not host.status.blocked
        tables.hall.shut = True
        tables.hall.room.machine.remove(BRUNO)
        tables.hall.settle()
        assert "New guests are blocked" in host.status.blocked
        assert "1 removed guest is blocked" in host.status.blocked
        with pytest.raises(ValueError, match="Only the host"):
            guest.unblock()
        host.unblock()
        assert not host.status.blocked
        assert not tables.hall.shut
        assert tables.hall.room.machine.status.blocked == 0

    run(script)


def test_only_the_hosts_table_shows_the_invitation(opened: Opened) -> None:
    async def script() -> None:
        tables = opened(watch=True)
        told = tables.host.peers.status.invite
        assert tables.hall.room.machine.status.code in told
        assert "galli-tui join 192.0.2.7:7341" in told
        assert not tables.guests[0].peers.status.invite
        assert not tables.spectator.peers.status.invite

    run(script)


def test_a_bot_plays_for_an_absent_guest_until_it_is_back(opened: Opened) -> None:
    async def script() -> None:
        tables = opened()
        host, guest, line = tables.host, tables.guests[0], tables.lines[0]
        with pytest.raises(ValueError, match="Bruno is back"):
            host.seat_bot(BRUNO)
        host.submit(moves(host, ANNA)[0])
        line.break_off()
        host.seat_bot(BRUNO)
        assert host.status.presence == (Presence.HOST, Presence.BOT)
        assert host.status.stand_ins == (BRUNO,)
        await settled()
        assert len(host.due.seats) == 1
        line.connect()
        assert host.status.presence == (Presence.HOST, Presence.ONLINE)
        assert host.status.stand_ins == ()
        assert guest.players[BRUNO].here
        lent, back = guest.status.transfers
        assert f"The host's bot ({bot_names()[-1]}) now plays for Bruno." in lent
        assert back == "The bot no longer plays for Bruno, whose seat it is again."
        assert host.status.transfers == guest.status.transfers
        assert guest.due == host.due

    run(script)


def test_the_host_removes_an_online_guest_and_continues_with_a_bot(opened: Opened) -> None:
    async def script() -> None:
        tables = opened()
        host = tables.host
        with pytest.raises(ValueError, match="There is no guest"):
            host.remove_guest(ANNA)
        with pytest.raises(ValueError, match="host"):
            tables.guests[0].remove_guest(ANNA)
        host.remove_guest(BRUNO)
        assert host.status.presence == (Presence.HOST, Presence.AWAY)
        assert "removed guest is blocked" in host.status.blocked
        host.seat_bot(BRUNO)
        assert host.status.presence == (Presence.HOST, Presence.BOT)

    run(script)


def test_the_host_can_wait_again_for_a_guest_that_a_bot_stood_in_for(opened: Opened) -> None:
    async def script() -> None:
        tables = opened()
        host = tables.host
        tables.lines[0].break_off()
        host.seat_bot(BRUNO)
        host.unseat_bot(BRUNO)
        assert host.status.presence == (Presence.HOST, Presence.AWAY)
        with pytest.raises(SaveError):
            host.unseat_bot(BRUNO)
        with pytest.raises(ValueError, match="host"):
            tables.guests[0].seat_bot(ANNA)

    run(script)


def test_bots_of_the_host_play_by_themselves_and_are_not_local(opened: Opened) -> None:
    async def script() -> None:
        tables = opened(guests=1, bots=1)
        host, guest = tables.host, tables.guests[0]
        assert not host.players[CLARA].here
        assert host.status.presence[CLARA] is Presence.BOT
        assert host.status.stand_ins == ()
        await settled()
        assert CLARA not in host.due.seats
        for table, seat in ((host, ANNA), (guest, BRUNO)):
            table.submit(moves(table, seat)[0])
        while not host.due.over:
            await settled()
            for table, seat in ((host, ANNA), (guest, BRUNO)):
                if seat in seats_to_move(table):
                    table.submit(moves(table, seat)[0])
        assert guest.due.over

    run(script)


@pytest.fixture
def candles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the sample game one of the house."""
    monkeypatch.setattr("rules.registry._PACKAGES", {"candles": "tests.sample_game"})


@pytest.mark.usefixtures(candles.__name__)
def test_a_finished_match_is_audited(opened: Opened) -> None:
    async def script() -> None:
        tables = opened(guests=0, bots=1)
        host = tables.host
        while not host.due.over:
            await settled()
            if seats_to_move(host):
                host.submit(moves(host, ANNA)[0])
        checked = asyncio.Event()
        host.subscribe(checked.set)
        if not host.status.audit:
            await checked.wait()
        assert host.status.audit.startswith("Verified by this program")
        assert "deals" in host.status.audit
        host.close()

    run(script)


@pytest.mark.usefixtures(candles.__name__)
def test_a_failed_audit_is_reported(opened: Opened) -> None:
    async def script() -> None:
        tables = opened()
        path = tables.match.path
        tables.host.close()
        whole = path.read_bytes()
        broken = bytearray(whole)
        broken[-40] ^= 1
        path.write_bytes(broken)
        assert "not valid" in audit_text(path)
        assert not audit_text(path).startswith("Verified by this program")
        path.write_bytes(whole)
        assert "once the dealer's secret is revealed" in audit_text(path)
        path.unlink()
        assert audit_text(path).startswith("The match file could not be verified.")

    run(script)


def test_a_stopped_table_names_the_entry_and_asks_for_no_move(opened: Opened) -> None:
    async def script() -> None:
        tables = opened()
        guest, line = tables.guests[0], tables.lines[0]
        length = tables.match.log.length
        peer = line.peer
        assert peer is not None
        line.machine.received(peer, TableStopped(length, bytes(32), BRUNO), 0.0)
        line.notify()
        halt = guest.status.stopped
        assert halt is not None
        assert f"entry {length - 1}" in halt.brief
        assert f"entry {length - 1}" in halt.detail
        assert "galli-tui verify" in halt.detail
        assert seats_to_move(guest) == []
        with pytest.raises(NotNow):
            guest.submit(moves(guest, BRUNO)[0])

    run(script)


def test_a_stopped_table_names_the_command_as_the_program_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["/opt/abbey/galli-tui"])
    halt = stopped_at(StateHash(58, bytes(32)))
    assert halt is not None
    assert "`/opt/abbey/galli-tui verify`" in halt.detail


def test_a_table_that_the_host_closes_is_waited_for(opened: Opened) -> None:
    async def script() -> None:
        tables = opened()
        guest = tables.guests[0]
        before = tables.host.view(PUBLIC)
        tables.host.close()
        tables.lines[0].notify()
        standing = guest.status
        assert standing.stopped is None
        assert standing.problem == "The host has closed the table; waiting for it to reopen."
        assert "cannot continue" in standing.leave_warning
        assert standing.leave_warning.endswith("Your copy shows everything played so far.")
        assert "You are offline" in standing.muted
        assert guest.view(PUBLIC) == before

    run(script)


def test_a_connection_problem_leaves_room_for_the_next_attempt() -> None:
    usual = (NetworkFailure.REFUSED, NetworkFailure.UNREACHABLE, NetworkFailure.TIMED_OUT, NetworkFailure.BROKEN)
    for trouble in NetworkFailure:
        sentence = network_text(trouble, "[fd00::2]:7341")
        status = guest_status(Phase.CONNECTING, sentence=sentence)
        standing = guest_table_status(Role.GUEST, status, None)
        told = standing.problem
        assert sentence.startswith(told[:-1]) or (told == "Connection to the host lost." and trouble not in usual)
        assert len(f"{told} Retrying in 10 s.") <= 78
        assert standing.notices == (sentence,)
        assert standing.leave_warning.startswith(sentence)


def test_repeated_chat_and_pointers_are_new_although_old_ones_are_dropped() -> None:
    same = (ChatMessage(ANNA, "Anna", "Pax"),) * 50, (PointerMessage(ANNA, "space", 3),) * 8
    for said, pointed in ((50, 8), (51, 9)):
        status = guest_status(Phase.PLAYING)._replace(
            chat=same[0], chat_count=said, pointers=same[1], pointer_count=pointed
        )
        standing = guest_table_status(Role.GUEST, status, None)
        assert [it.number for it in standing.chat] == list(range(said - 49, said + 1))
        assert [it.number for it in standing.pointers] == list(range(pointed - 7, pointed + 1))
