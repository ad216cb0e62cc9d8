"""The host's machine: its table from the first guest to the end, each message in each phase, each refusal and limit."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest

from galli_tui.matches.network.connection_status import host_table_status
from net.error_text import notice_text
from net.host.host_actions import new_table
from net.host.lobby import LobbyError
from net.host.roster import MAX_CONNECTIONS
from net.limits.rates import CHAT, LOG_REQUESTS
from net.status import Phase
from net.sync import entry_batches
from net.sync.rules_hash import components_hash
from net.wire.effects import Peer
from net.wire.messages import (
    MAX_SPECTATORS,
    Attendance,
    Bye,
    ChatMessage,
    Confirm,
    Entries,
    GuestMessage,
    Have,
    HeaderSent,
    Heartbeat,
    Hello,
    LeaveSeat,
    Lobby,
    PeerRole,
    PointerMessage,
    Ready,
    Reason,
    RefusedSubmission,
    SeatKind,
    SendChat,
    SendPointer,
    StateHash,
    Submit,
    TableAttendance,
    TableStopped,
    TakeSeat,
    submission_hash,
)
from rules.engine.events import Move
from rules.engine.game import OptionError, Options
from rules.engine.secrecy import HIDDEN, Seat
from saves.errors import DiskFull, NotNow
from saves.faults import Fault
from saves.format.entries import SUBMISSION_CONTEXT, MoveBody, has_signature, read_submission, sign_submission
from saves.format.header import SCRIPTED, Dealer, components_of, header_hash, seeded
from saves.format.identity import Identity
from saves.log.match_log import LogStage
from saves.log.public_hash import public_hash
from saves.log.signing import sign_move, sign_takeback
from saves.storage.disk import Disk
from saves.storage.match import Match
from tests.sample_game.game import BOX, META
from tests.sample_game.rules import ChooseCandle, LightWindow
from tests.support.net_room import (
    BRUNO,
    CLARA,
    ONE,
    THREE,
    TWO,
    Guest,
    Room,
    any_move,
    house,
    made,
    new_room,
    playing,
    saved_room,
)
from tests.support.remote_host import FullDisk
from tests.support.sample_match import HOST_KEYS, begin, options, play, resume


def same_everywhere(room: Room) -> bool:
    """Whether every guest and spectator has the host's log, byte for byte."""
    return all(guest.raws == list(room.match.raw_entries()) for guest in room.guests.values())


def identity(number: int) -> Identity:
    """Someone else."""
    return Identity(number.to_bytes(32, "big"))


def until_due(room: Room, seat: Seat, kind: type[Move] = ChooseCandle) -> None:
    """Plays on until the seat is asked for such a decision, and the host's own seats have made theirs."""
    while True:
        log = room.log
        if seat in log.due.seats and isinstance(any_move(log.config.game, log, seat, 0), kind):
            hosts = [own for own in log.due.seats if log.holders[own] == 0]
            if not hosts:
                return
            room.machine.submit(any_move(log.config.game, log, hosts[0], 0))
            room.flush()
        elif not room.step():
            raise AssertionError("the seat is never asked")


# From the lobby to the end


def test_a_match_with_a_guest_from_the_lobby_to_the_end(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    room.machine.seat_here(ONE, "Anna")
    bruno = room.join(BRUNO)
    assert room.machine.phase is Phase.LOBBY
    bruno.sit(TWO, "Bruno")
    room.machine.begin(room.now)
    room.flush()
    assert room.machine.phase is Phase.BEGINNING
    assert all(seat.ready for seat in room.machine.status.seats)
    bruno.act()
    bruno.act()
    assert room.machine.phase is Phase.PLAYING
    room.play()
    assert room.machine.phase is Phase.OVER
    assert room.log.stage is LogStage.CLOSED
    assert same_everywhere(room)


def test_a_guest_a_bot_and_spectators_hold_one_log(tmp_path: Path) -> None:
    room, _ = playing(tmp_path, bots=1)
    room.join(CLARA, PeerRole.SPECTATOR)
    room.play(5)
    late = room.join(identity(9), PeerRole.SPECTATOR)
    room.play()
    assert room.machine.phase is Phase.OVER
    assert late.log.stage is LogStage.CLOSED
    assert len(room.guests) == 3
    assert same_everywhere(room)


def test_a_host_may_play_without_guests_nonces(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    bruno, clara = room.join(BRUNO), room.join(CLARA)
    clara.sit(ONE, "Clara")
    bruno.sit(TWO, "Bruno")
    room.begin()
    room.play()
    assert room.machine.phase is Phase.OVER
    assert same_everywhere(room)


def test_a_guest_may_hold_several_seats(tmp_path: Path) -> None:
    room = new_room(tmp_path, 3)
    room.machine.seat_here(TWO, "Anna")
    bruno = room.join(BRUNO)
    bruno.sit(ONE, "Bruno")
    bruno.sit(THREE, "Brother")
    room.begin()
    assert bruno.seats == [ONE, THREE]
    assert room.play().machine.phase is Phase.OVER


def test_a_table_without_guests_needs_nobody_to_join(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    room.machine.seat_here(ONE, "Anna")
    room.machine.seat_bot(TWO, "novice")
    room.begin()
    assert room.machine.phase is Phase.PLAYING
    assert room.play().machine.phase is Phase.OVER


def test_a_campus_galli_match_with_a_guest_a_bot_takebacks_and_a_spectator(tmp_path: Path) -> None:
    room = new_room(tmp_path, game="campus-galli", settings=Options(3, "coop", 3))
    room.machine.seat_here(ONE, "Anna")
    room.machine.seat_bot(THREE, "novice")
    bruno = room.join(BRUNO)
    bruno.sit(TWO, "Bruno")
    room.begin()
    watcher = room.join(CLARA, PeerRole.SPECTATOR)
    taken = 0
    while not room.log.over and room.step():
        if room.log.length % 7 == 0 and taken < 10 and room.machine.can_take_back(ONE):
            room.machine.take_back(ONE)
            room.flush()
            taken += 1
    late = room.join(identity(9), PeerRole.SPECTATOR)
    assert room.machine.phase is Phase.OVER
    assert taken > 0
    assert bruno.raws == watcher.raws == late.raws == list(room.match.raw_entries())


def test_every_new_entry_is_followed_by_its_hash(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    length = room.log.length
    bruno.inbox.clear()
    room.play(4)
    found = bruno.heard(Entries)
    assert [bool(entries.entries) for entries in found] == [True, False] * (len(found) // 2)
    assert [bool(entries.state_hashes) for entries in found] == [False, True] * (len(found) // 2)
    assert [check.length for entries in found for check in entries.state_hashes] == list(
        range(length + 1, len(bruno.raws) + 1)
    )
    assert found[-1].state_hashes[-1].hash == public_hash(room.log)


def test_pending_hashes_are_sent_before_the_next_entries(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    while ONE not in room.log.due.seats:
        room.step()
    length = room.log.length
    bruno.inbox.clear()
    room.machine.submit(any_move(room.match.game, room.log, ONE, 0))
    between = room.log.length
    assert room.machine.unhashed
    room.machine.take_back(ONE)
    room.flush()
    assert not room.machine.unhashed
    first, told, second, last = bruno.heard(Entries)
    assert (first.first, len(first.entries), second.first) == (length, between - length, between)
    assert [check.length for check in told.state_hashes] == list(range(length + 1, between + 1))
    assert [check.length for check in last.state_hashes] == [between + 1]


def test_bots_are_due_only_where_bots_sit(tmp_path: Path) -> None:
    room, _ = playing(tmp_path, bots=1)
    assert set(room.log.due.seats) == {ONE, TWO, THREE}
    assert room.machine.bot_seats_due() == [THREE]


# The lobby


def test_everyone_is_told_of_the_lobby_whenever_it_changes(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    bruno, clara = room.join(BRUNO), room.join(CLARA, PeerRole.SPECTATOR)
    bruno.send(TakeSeat(TWO, "Bruno", ""))
    for guest in (bruno, clara):
        seat = guest.last(Lobby).seats[1]
        assert (seat.kind, seat.name, seat.online, seat.yours) == (SeatKind.GUEST, "Bruno", True, guest is bruno)
    assert clara.last(Lobby).spectators == 1


def test_known_entries_are_not_sent_again(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    bruno, clara = room.join(BRUNO), room.join(CLARA)
    bruno.send(TakeSeat(TWO, "Bruno", ""))
    clara.inbox.clear()
    bruno.send(*[TakeSeat(TWO, "Bruno", "")] * 5, Ready(yes=False))
    assert clara.inbox == []


def test_a_request_for_a_taken_seat_is_answered_with_the_lobby(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    room.machine.seat_here(ONE, "Anna")
    bruno = room.join(BRUNO)
    bruno.inbox.clear()
    bruno.send(TakeSeat(ONE, "Bruno", ""))
    assert [seat.name for seat in bruno.last(Lobby).seats] == ["Anna", ""]


@pytest.mark.parametrize(
    "wrong", [TakeSeat(THREE, "Bruno", ""), TakeSeat(TWO, "Bruno", "mauve"), LeaveSeat(ONE), LeaveSeat(THREE)]
)
def test_invalid_lobby_messages_change_nothing(tmp_path: Path, wrong: GuestMessage) -> None:
    room = new_room(tmp_path)
    bruno = room.join(BRUNO)
    before = room.machine.status.seats
    bruno.send(wrong)
    assert room.machine.status.seats == before
    assert bruno.dropped is None


def test_a_guest_leaves_its_seat_and_another_takes_it(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    bruno, clara = room.join(BRUNO), room.join(CLARA)
    bruno.send(TakeSeat(TWO, "Bruno", ""), LeaveSeat(TWO))
    clara.send(TakeSeat(TWO, "Clara", ""))
    assert room.machine.status.seats[1].key == CLARA.public.sign.hex()[:16]


def test_a_guest_that_is_lost_in_the_lobby_keeps_its_seat_and_is_not_ready(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    room.machine.seat_here(ONE, "Anna")
    bruno = room.join(BRUNO)
    bruno.sit(TWO, "Bruno")
    room.lose(bruno)
    seat = room.machine.status.seats[1]
    assert (seat.name, seat.ready, seat.online) == ("Bruno", False, False)
    with pytest.raises(LobbyError, match="Bruno is not ready"):
        room.machine.begin(room.now)
    room.join(BRUNO)
    assert room.machine.status.seats[1].online


def test_the_match_does_not_start_while_something_is_missing(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    assert len(room.machine.obstacles) == 2
    with pytest.raises(LobbyError, match="Seat 1 is open"):
        room.machine.begin(room.now)
    assert room.machine.phase is Phase.LOBBY
    assert list(tmp_path.iterdir()) == []


def test_guests_without_a_seat_are_dismissed_at_the_start(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    clara = room.join(CLARA)
    room.machine.seat_here(ONE)
    room.machine.seat_here(TWO)
    room.begin()
    assert clara.dropped is Reason.NO_SEAT


def test_options_that_only_the_game_itself_refuses_leave_the_lobby_as_it_is(tmp_path: Path) -> None:
    def make(settled: object) -> Match:
        raise OptionError("candles are for two or three seats, against each other")

    room = Room(new_table(house(), META, options(), bytes(32), make))
    room.machine.seat_here(ONE)
    room.machine.seat_here(TWO)
    with pytest.raises(LobbyError, match="candles are for two or three seats"):
        room.machine.begin(room.now)
    assert room.machine.phase is Phase.LOBBY


def test_a_disk_that_is_full_leaves_the_lobby_as_it_is(tmp_path: Path) -> None:
    disk = FillingDisk()
    room = new_room(tmp_path, disk=disk)
    room.machine.seat_here(ONE)
    room.machine.seat_here(TWO)
    disk.full = True
    with pytest.raises(DiskFull):
        room.machine.begin(room.now)
    assert room.machine.phase is Phase.LOBBY
    disk.full = False
    room.begin()
    assert room.machine.phase is Phase.PLAYING


def test_seats_do_not_change_once_the_match_has_started(tmp_path: Path) -> None:
    room, _ = playing(tmp_path)
    machine = room.machine
    for deed in (
        lambda: machine.set_options(options(3)),
        lambda: machine.seat_here(ONE),
        lambda: machine.seat_bot(ONE, "novice"),
        lambda: machine.open_seat(ONE),
        lambda: machine.begin(room.now),
        lambda: machine.back_to_lobby(room.now),
    ):
        with pytest.raises(LobbyError):
            deed()


def half_joined(folder: Path) -> tuple[Room, Guest, Guest]:
    """Return a match of three whose start waits for the last guest: Bruno has joined, Clara has not."""
    room = new_room(folder, 3)
    room.machine.seat_here(ONE, "Anna")
    bruno, clara = room.join(BRUNO), room.join(CLARA)
    bruno.sit(TWO, "Bruno")
    clara.sit(THREE, "Clara")
    room.machine.begin(room.now)
    room.flush()
    bruno.act()
    return room, bruno, clara


def test_lobby_messages_that_cross_the_start_are_ignored(tmp_path: Path) -> None:
    _, (bruno,) = playing(tmp_path)
    bruno.inbox.clear()
    bruno.send(TakeSeat(TWO, "Mallory", ""), Ready(yes=False), LeaveSeat(TWO))
    assert (bruno.dropped, bruno.inbox, bruno.seats) == (None, [], [TWO])


def test_before_all_have_joined_the_host_may_return_to_the_lobby_and_start_another_match(tmp_path: Path) -> None:
    room, bruno, clara = half_joined(tmp_path)
    room.lose(clara)
    given_up, path = room.match.match_id, room.match.path
    room.machine.back_to_lobby(room.now)
    room.flush()
    assert room.machine.phase is Phase.LOBBY
    assert not path.exists()
    assert not bruno.last(Lobby).seats[1].ready
    room.machine.seat_here(THREE, "Klara")
    bruno.forget()
    bruno.send(Ready(yes=True))
    room.begin()
    assert room.machine.phase is Phase.PLAYING
    assert room.match.match_id != given_up


def test_a_match_closed_before_its_start_leaves_no_file(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    room.machine.seat_here(ONE, "Anna")
    bruno = room.join(BRUNO)
    bruno.sit(TWO, "Bruno")
    room.machine.begin(room.now)
    path = room.match.path
    assert path.exists()
    room.machine.close(Reason.CLOSED)
    assert not path.exists()


# Who may come in


def test_the_hosts_own_key_is_no_guests(tmp_path: Path) -> None:
    assert new_room(tmp_path).join(HOST_KEYS).dropped is Reason.OWN_KEY


def test_the_notice_about_the_hosts_own_key_ends_when_a_guest_joins(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    room.join(HOST_KEYS)
    assert room.machine.status.notices == ("Someone tried to join with this program's own key.",)
    room.join(BRUNO)
    assert room.machine.status.notices == ()


def test_a_key_that_comes_twice_replaces_its_older_connection(tmp_path: Path) -> None:
    room, (older,) = playing(tmp_path)
    newer = room.join(BRUNO)
    assert older.dropped is Reason.REPLACED
    assert newer.raws == older.raws
    room.play()
    assert same_everywhere(room)


def test_nobody_new_plays_once_the_match_has_started(tmp_path: Path) -> None:
    room, _ = playing(tmp_path)
    assert room.join(CLARA).dropped is Reason.NO_SEAT


def test_nobody_watches_where_it_is_not_allowed(tmp_path: Path) -> None:
    room = new_room(tmp_path, opened=house(may_watch=False))
    assert room.join(CLARA, PeerRole.SPECTATOR).dropped is Reason.NO_WATCHING


def test_spectators_are_disconnected_when_watching_is_forbidden(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    clara = room.join(CLARA, PeerRole.SPECTATOR)
    room.machine.permit(watch=False, chat=False)
    room.flush()
    assert (clara.dropped, bruno.dropped) == (Reason.NO_WATCHING, None)
    assert bruno.last(TableAttendance).spectators == 0


def test_at_most_eight_spectators_watch(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    watchers = [room.join(identity(number), PeerRole.SPECTATOR) for number in range(MAX_SPECTATORS + 1)]
    assert [watcher.dropped for watcher in watchers] == [None] * MAX_SPECTATORS + [Reason.FULL]
    assert room.join(BRUNO).dropped is None


def test_connections_are_limited_and_guests_places_reserved(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    bruno = room.join(BRUNO)
    bruno.sit(TWO, "Bruno")
    room.lose(bruno)
    others = [room.join(identity(number)) for number in range(MAX_CONNECTIONS)]
    assert [other.dropped for other in others] == [None] * (MAX_CONNECTIONS - 1) + [Reason.FULL]
    assert room.join(BRUNO).dropped is None
    assert len(room.guests) == MAX_CONNECTIONS


def test_a_removed_guest_does_not_return(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    bruno = room.join(BRUNO)
    bruno.sit(TWO, "Bruno")
    room.machine.remove(TWO)
    room.flush()
    assert bruno.dropped is Reason.REMOVED
    assert room.machine.status.seats[1].kind is SeatKind.OPEN
    assert room.join(BRUNO).dropped is Reason.REMOVED


def test_a_removed_guest_returns_once_unblocked(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    room.join(BRUNO).sit(TWO, "Bruno")
    room.machine.remove(TWO)
    room.flush()
    assert room.machine.status.blocked == 1
    room.machine.unblock_all()
    assert room.machine.status.blocked == 0
    assert room.join(BRUNO).dropped is None


def test_a_guest_that_is_removed_during_the_match_leaves_its_seat_to_the_host(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    room.machine.remove(TWO)
    room.flush()
    assert bruno.dropped is Reason.REMOVED
    assert room.machine.status.seats[1].kind is SeatKind.GUEST
    room.machine.replace_by_bot(TWO, "novice")
    assert room.play().machine.phase is Phase.OVER


def test_nobody_is_removed_from_a_seat_without_a_guest(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    for seat in (ONE, THREE):
        with pytest.raises(LobbyError):
            room.machine.remove(seat)


def test_a_table_that_is_closed_says_so_to_all_and_lets_nobody_in(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    path = room.match.path
    room.machine.close(Reason.CLOSED)
    room.flush()
    assert bruno.dropped is Reason.CLOSED
    assert room.machine.phase is Phase.ENDED
    assert room.join(CLARA).dropped is Reason.CLOSED
    with resume(path) as match:
        assert match.log.length == len(bruno.raws)


# What has no place


@pytest.mark.parametrize(
    "message", [TakeSeat(TWO, "Clara", ""), LeaveSeat(TWO), Ready(yes=True), Submit(b""), SendPointer("space", 1)]
)
def test_spectators_do_nothing_that_is_for_players(tmp_path: Path, message: GuestMessage) -> None:
    room = new_room(tmp_path)
    clara = room.join(CLARA, PeerRole.SPECTATOR)
    clara.send(message)
    assert clara.dropped is Reason.PROTOCOL
    assert "A spectator was disconnected" in room.machine.status.notices[-1]


def test_nobody_says_twice_who_it_is(tmp_path: Path) -> None:
    _, (bruno,) = playing(tmp_path)
    bruno.send(Hello(CLARA.public, bytes(64), PeerRole.PLAYER))
    assert bruno.dropped is Reason.PROTOCOL


def test_nobody_confirms_what_there_is_not_yet(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    bruno.send(Confirm(room.log.length + 1, bytes(32)))
    assert bruno.dropped is Reason.PROTOCOL
    assert room.machine.phase is Phase.PLAYING


def test_a_bye_ends_the_connection(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    bruno.send(Bye(Reason.LEFT))
    assert bruno.dropped is Reason.LEFT
    assert room.machine.status.attendance is not None
    assert room.machine.status.attendance.seats == (Attendance.HERE, Attendance.AWAY)


def test_the_host_is_told_why_a_connection_was_ended_for_it(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    room.machine.lost(bruno.peer, room.now, Reason.SLOW)
    assert room.machine.status.notices == (notice_text(Reason.SLOW, "Bruno"),)


def test_messages_of_a_disconnected_peer_are_ignored(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    until_due(room, TWO)
    submission = bruno.move(TWO)
    room.lose(bruno)
    length = room.log.length
    bruno.send(Submit(submission), Heartbeat(), Have(b"", 0, b""))
    room.machine.lost(bruno.peer, room.now)
    assert room.log.length == length


@pytest.mark.parametrize(
    "message", [Submit(b"x"), Confirm(0, bytes(32)), Have(b"", 0, b""), SendPointer("space", 1), Heartbeat()]
)
def test_meaningless_lobby_messages_are_ignored(tmp_path: Path, message: GuestMessage) -> None:
    room = new_room(tmp_path)
    bruno = room.join(BRUNO)
    bruno.inbox.clear()
    bruno.send(message)
    assert (bruno.dropped, bruno.inbox) == (None, [])


# Submissions


def test_a_logged_submission_is_not_taken_twice(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    until_due(room, TWO)
    submission = bruno.move(TWO)
    bruno.send(Submit(submission))
    length = room.log.length
    bruno.inbox.clear()
    bruno.send(Submit(submission))
    room.play(5)
    bruno.send(Submit(submission))
    assert bruno.heard(RefusedSubmission) == []
    assert length < room.log.length == len(bruno.raws)


def refused(room: Room, guest: Guest, submission: bytes) -> RefusedSubmission:
    """The answer to a submission that must not stand."""
    length, head = room.log.length, room.log.head
    guest.send(Submit(submission))
    assert (room.log.length, room.log.head) == (length, head)
    answer = guest.last(RefusedSubmission)
    assert answer.submission == submission_hash(submission)
    return answer


def test_a_malformed_submission_is_refused(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    answer = refused(room, bruno, b"rubbish")
    assert (answer.fault, answer.detail) == (Fault.UNREADABLE, "")


def test_a_move_of_anothers_seat_is_refused_and_the_host_is_told_whose_it_was(tmp_path: Path) -> None:
    room, (bruno, clara) = playing(tmp_path, guests=(BRUNO, CLARA))
    until_due(room, TWO)
    submission = bruno.move(TWO)
    assert refused(room, clara, submission).fault is Fault.SEAT_SIGNATURE
    assert room.machine.status.notices[-1].startswith(
        "A decision of Clara was refused: it contains a decision that its seat"
    )


@pytest.mark.parametrize(
    ("changes", "signer", "fault"),
    [
        pytest.param({}, CLARA, Fault.SEAT_SIGNATURE, id="that another key has signed"),
        pytest.param({"seat": Seat(7)}, BRUNO, Fault.NO_SUCH_SEAT, id="of a seat that there is not"),
        pytest.param({"match": bytes(16)}, BRUNO, Fault.WRONG_MATCH, id="of another match"),
    ],
)
def test_a_forged_move_is_refused(tmp_path: Path, changes: dict[str, Any], signer: Identity, fault: Fault) -> None:
    room, (bruno,) = playing(tmp_path)
    until_due(room, TWO)
    forged = sign_submission(read_submission(bruno.move(TWO))._replace(**changes), signer)
    assert refused(room, bruno, forged).fault is fault


def test_a_move_out_of_turn_is_refused(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    until_due(room, TWO)
    submission = bruno.move(TWO)
    bruno.send(Submit(submission))
    again = sign_submission(read_submission(submission)._replace(counter=room.log.counters[1]), BRUNO)
    assert TWO not in room.log.due.seats or room.log.openers[1] != read_submission(submission).answers
    assert refused(room, bruno, again).fault in (Fault.OUT_OF_TURN, Fault.STALE)


def test_a_move_that_breaks_the_rules_is_refused_with_code_and_clause(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    until_due(room, TWO, LightWindow)
    bruno.act()
    until_due(room, TWO, LightWindow)
    true = read_submission(bruno.move(TWO))
    lit = next(window for window, seat in enumerate(room.log.state.windows) if seat is not None)
    wrong = MoveBody(room.match.game.encode_event(LightWindow(TWO, lit)), ())
    answer = refused(room, bruno, sign_submission(true._replace(body=wrong), BRUNO))
    assert answer.fault is Fault.ILLEGAL
    assert "PK-4" in answer.detail
    assert answer.detail in room.machine.status.notices[-1]


def test_a_second_different_decision_is_refused_with_both_submissions(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    until_due(room, TWO)
    log = room.log
    first, second = (sign_move(bruno.log, BRUNO, move) for move in room.match.game.legal(log.state, TWO)[:2])
    bruno.send(Submit(first))
    answer = refused(room, bruno, second)
    assert answer.fault is Fault.SEAT_FORK
    assert answer.evidence == (first, second)
    assert all(has_signature(raw, SUBMISSION_CONTEXT, BRUNO.public.sign) for raw in answer.evidence)


def test_a_guest_undoes_its_move(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    while TWO not in room.log.due.seats:
        room.step()
    bruno.act()
    assert TWO not in room.log.due.seats
    bruno.send(Submit(sign_takeback(bruno.log, BRUNO, TWO)))
    assert TWO in room.log.due.seats
    room.play()
    assert same_everywhere(room)


def test_the_host_undoes_its_move(tmp_path: Path) -> None:
    room, _ = playing(tmp_path)
    room.step()
    assert room.machine.can_take_back(ONE)
    assert not room.machine.can_take_back(TWO)
    room.machine.take_back(ONE)
    room.flush()
    assert ONE in room.log.due.seats
    room.play()
    assert same_everywhere(room)


def test_a_guest_that_keeps_sending_invalid_submissions_is_dropped(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    for _ in range(30):
        if bruno.dropped is None:
            bruno.send(Submit(b"rubbish"))
    assert bruno.dropped is Reason.LIMIT
    assert 5 < len(bruno.heard(RefusedSubmission)) < 15
    assert len(room.machine.status.notices) == 2


def test_a_match_that_is_over_takes_no_submission(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    until_due(room, TWO)
    submission = bruno.move(TWO)
    bruno.act(seed=1)
    room.play()
    bruno.send(Submit(submission))
    assert room.machine.phase is Phase.OVER
    assert same_everywhere(room)


class FillingDisk(Disk):
    """A disk without room while `full` is set."""

    def __init__(self) -> None:
        self.full = False

    def write(self, handle: int, data: memoryview) -> int:
        if self.full:
            raise OSError(errno.ENOSPC, "no room")
        return super().write(handle, data)


def test_a_submission_on_a_full_disk_is_neither_refused_nor_lost(tmp_path: Path) -> None:
    disk = FillingDisk()
    room, (bruno,) = playing(tmp_path, disk=disk)
    until_due(room, TWO)
    submission = bruno.move(TWO)
    length = room.log.length
    bruno.inbox.clear()
    disk.full = True
    bruno.send(Submit(submission), Submit(submission))
    assert (room.log.length, bruno.inbox, bruno.dropped) == (length, [], None)
    (notice,) = room.machine.status.notices
    assert notice.startswith("The decision of Bruno could not be saved")
    disk.full = False
    bruno.send(Submit(submission))
    assert room.log.length > length
    assert same_everywhere(room)


def test_a_guests_move_for_a_file_that_was_removed_halts_the_table_with_where_the_match_is(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    until_due(room, TWO)
    assert host_table_status(room.machine.status, (), ()).stopped is None
    path = room.match.path
    path.unlink()
    bruno.send(Submit(bruno.move(TWO)))
    halt = host_table_status(room.machine.status, (), ()).stopped
    assert halt is not None
    assert f"{path.stem}-rescued.galli" in halt.detail
    assert len(halt.brief) < 78


def test_the_hosts_unsaved_move_can_be_made_again(tmp_path: Path) -> None:
    disk = FillingDisk()
    room, _ = playing(tmp_path, disk=disk)
    move = any_move(room.match.game, room.log, ONE, 0)
    disk.full = True
    with pytest.raises(DiskFull):
        room.machine.submit(move)
    disk.full = False
    room.machine.submit(move)
    room.flush()
    assert same_everywhere(room)


# The same state everywhere


def test_a_different_public_state_stops_the_table_for_all(tmp_path: Path) -> None:
    room, (bruno, clara) = playing(tmp_path, guests=(BRUNO, CLARA))
    room.play(2)
    length = room.log.length
    clara.send(Confirm(length, bytes(32)))
    stop = TableStopped(length, public_hash(room.log), THREE)
    assert bruno.last(TableStopped) == clara.last(TableStopped) == stop
    assert bruno.last(TableAttendance).stopped == StateHash(length, stop.hash)
    assert room.machine.phase is Phase.STOPPED
    assert (
        f"Clara's program has another public state than yours at entry {length - 1}" in room.machine.status.notices[-1]
    )
    assert clara.dropped is Reason.DIFFERS
    halt = host_table_status(room.machine.status, (), ()).stopped
    assert halt is not None
    assert "until you let a bot play for the disconnected guest, or reopen the match later." in halt.detail
    assert host_table_status(room.machine.status, (), ()).bot_continues


def test_a_stopped_table_takes_nobodys_move(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    until_due(room, TWO)
    submission = bruno.move(TWO)
    bruno.send(Confirm(room.log.length, bytes(32)))
    length = room.log.length
    bruno.inbox.clear()
    bruno.send(Submit(submission))
    assert (room.log.length, bruno.inbox) == (length, [])
    with pytest.raises(NotNow, match="stopped"):
        room.machine.submit(any_move(room.match.game, room.log, TWO, 0))
    assert room.machine.bot_seats_due() == []


def test_a_spectator_that_reports_another_state_is_dropped_and_the_table_continues(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    clara = room.join(CLARA, PeerRole.SPECTATOR)
    room.play(2)
    length = room.log.length
    clara.send(Confirm(length, bytes(32)))
    assert clara.last(TableStopped) == TableStopped(length, public_hash(room.log), None)
    assert clara.dropped is Reason.DIFFERS
    assert (bruno.heard(TableStopped), room.machine.phase) == ([], Phase.PLAYING)
    assert (
        f"A spectator's program has another public state than yours at entry {length - 1}"
        in room.machine.status.notices[-1]
    )
    room.play()
    assert room.log.stage is LogStage.CLOSED
    assert same_everywhere(room)


@pytest.mark.parametrize("kind", [SeatKind.BOT, SeatKind.HERE])
def test_the_host_continues_without_a_guest_that_sees_another_state(tmp_path: Path, kind: SeatKind) -> None:
    room, (bruno, clara) = playing(tmp_path, guests=(BRUNO, CLARA))
    room.play(2)
    clara.send(Confirm(room.log.length, bytes(32)))
    assert room.join(CLARA, known=clara).dropped is Reason.DIFFERS
    if kind is SeatKind.BOT:
        room.machine.replace_by_bot(THREE, "novice")
    else:
        room.machine.take_seat_here(THREE)
    room.flush()
    assert bruno.last(TableAttendance).stopped is None
    assert room.machine.phase is Phase.PLAYING
    assert room.join(CLARA, known=clara).dropped is Reason.DIFFERS
    room.play()
    assert room.log.stage is LogStage.CLOSED
    assert bruno.raws == list(room.match.raw_entries())


def test_a_guest_that_sees_another_state_can_be_removed_or_retried(tmp_path: Path) -> None:
    room, (bruno, clara) = playing(tmp_path, guests=(BRUNO, CLARA))
    clara.send(Confirm(room.log.length, bytes(32)))
    room.machine.remove(THREE)
    room.flush()
    assert (room.machine.phase, bruno.last(TableAttendance).stopped) == (Phase.PLAYING, None)
    assert room.join(CLARA, known=clara).dropped is Reason.REMOVED
    room.machine.replace_by_bot(THREE, "novice")
    room.machine.return_seat(THREE)
    room.flush()
    assert room.join(CLARA, known=clara).dropped is None
    room.play()
    assert room.log.stage is LogStage.CLOSED
    assert same_everywhere(room)


def test_a_table_stays_stopped_until_nobody_is_waited_for_who_sees_another_state(tmp_path: Path) -> None:
    room, (bruno, clara) = playing(tmp_path, guests=(BRUNO, CLARA))
    length = room.log.length
    clara.send(Confirm(length, bytes(32)))
    bruno.send(Confirm(length - 1, bytes(32)))
    room.machine.replace_by_bot(THREE, "novice")
    assert room.machine.phase is Phase.STOPPED
    room.machine.replace_by_bot(TWO, "novice")
    assert room.machine.phase is Phase.PLAYING


def test_a_client_that_sees_another_state_of_a_match_that_is_over_stops_nothing(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    room.play()
    bruno.send(Confirm(room.log.length, bytes(32)))
    assert room.machine.phase is Phase.OVER
    assert "Bruno's program has another public state" in room.machine.status.notices[-1]


def test_before_the_start_nothing_is_stopped(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    room.machine.seat_here(ONE, "Anna")
    bruno = room.join(BRUNO)
    bruno.sit(TWO, "Bruno")
    room.machine.begin(room.now)
    room.flush()
    bruno.send(Confirm(1, bytes(32)))
    assert bruno.dropped is Reason.DIFFERS
    assert room.machine.phase is Phase.BEGINNING
    assert "go back to the lobby" in room.machine.status.notices[-1]
    room.machine.back_to_lobby(room.now)
    room.flush()
    room.join(BRUNO, known=bruno)
    assert bruno.dropped is None


def test_a_guest_that_reconnects_in_the_lobby_must_confirm_again(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    room.machine.seat_here(ONE, "Anna")
    room.join(BRUNO).sit(TWO, "Bruno")
    assert room.machine.obstacles == []
    room.join(BRUNO)
    assert room.machine.obstacles == ["Bruno is not ready."]


def test_a_stopped_table_is_stopped_at_its_first_difference(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    room.play(3)
    bruno.send(Confirm(room.log.length, bytes(32)), Confirm(room.log.length - 1, bytes(32)))
    assert len(bruno.heard(TableStopped)) == 1


def test_a_client_that_joins_a_stopped_table_is_told(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    bruno.send(Confirm(room.log.length, bytes(32)))
    clara = room.join(CLARA, PeerRole.SPECTATOR)
    assert clara.last(TableAttendance).stopped == StateHash(room.log.length, public_hash(room.log))
    assert same_everywhere(room)


def test_a_stopped_match_can_be_ended_or_opened_again(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    bruno.send(Confirm(room.log.length, bytes(32)))
    path = room.match.path
    room.machine.close(Reason.CLOSED)
    room.flush()
    again = saved_room(resume(path))
    again.begin()
    again.machine.abandon()
    again.flush()
    assert again.log.stage is LogStage.CLOSED


def test_a_match_abandoned_at_a_stopped_table_can_be_inspected_by_its_guest(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    bruno.send(Confirm(room.log.length, bytes(32)))
    room.machine.abandon()
    room.flush()
    company = room.machine.status.attendance
    assert company is not None
    assert company.stopped is None
    room.machine.unblock_all()
    room.join(BRUNO, known=bruno)
    assert bruno.log.stage is LogStage.CLOSED


def test_an_unknown_seat_cannot_undo(tmp_path: Path) -> None:
    room, _ = playing(tmp_path)
    assert not room.machine.can_take_back(Seat(9))


@pytest.mark.parametrize("late", [0, 3])
def test_a_confirmation_that_agrees_changes_nothing(tmp_path: Path, late: int) -> None:
    room, (bruno,) = playing(tmp_path)
    room.play(2)
    confirm = Confirm(room.log.length, public_hash(room.log))
    room.play(late)
    bruno.send(confirm)
    assert room.machine.phase is Phase.PLAYING


# Catching up


def test_a_returning_guest_gets_only_missing_entries(tmp_path: Path) -> None:
    room, (bruno, clara) = playing(tmp_path, guests=(BRUNO, CLARA))
    had = len(bruno.raws)
    room.lose(bruno)
    while clara.act() or room.step():
        pass
    bruno.inbox.clear()
    room.join(BRUNO, known=bruno)
    assert bruno.heard(HeaderSent) == []
    assert [entries.first for entries in bruno.heard(Entries)] == [had]
    assert same_everywhere(room)


def test_an_up_to_date_guest_gets_a_hash(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    bruno.inbox.clear()
    bruno.send(bruno.have)
    length = room.log.length
    assert bruno.inbox == [Entries(length, (), (StateHash(length, public_hash(room.log)),), length)]


def test_a_client_far_behind_pulls_one_message_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry_batches, "BATCH_BYTES", 1_000)
    room, _ = playing(tmp_path)
    room.play()
    clara = room.join(CLARA, PeerRole.SPECTATOR)
    found = clara.heard(Entries)
    assert len(found) > 5
    assert all(sum(map(len, entries.entries)) <= 1_000 or len(entries.entries) == 1 for entries in found)
    assert same_everywhere(room)


def test_a_client_that_does_not_pull_is_sent_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry_batches, "BATCH_BYTES", 2_000)
    room, _ = playing(tmp_path)
    room.play(6)
    clara = room.join(CLARA, PeerRole.SPECTATOR)
    clara.inbox.clear()
    clara.pulls = False
    clara.forget()
    clara.send(clara.have)
    room.play(2)
    assert len(clara.heard(Entries)) == 1
    assert len(clara.raws) < room.log.length


def test_hashes_of_old_entries_are_sent_for_round_starts_and_the_end(tmp_path: Path) -> None:
    room, _ = playing(tmp_path)
    room.play()
    clara = room.join(CLARA, PeerRole.SPECTATOR)
    lengths = [check.length for entries in clara.heard(Entries) for check in entries.state_hashes]
    assert lengths[-1] == room.log.length
    assert 2 < len(set(lengths)) < room.log.length


def test_hashes_are_right_despite_takebacks(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    for _ in range(8):
        room.step()
        for seat in (ONE, TWO):
            if room.machine.can_take_back(seat):
                room.machine.take_back(seat)
                room.flush()
    room.play()
    clara = room.join(CLARA, PeerRole.SPECTATOR)
    assert clara.raws == bruno.raws


@pytest.mark.parametrize("extra", [0, 1])
def test_a_client_with_a_forked_log_gets_the_hosts_entry_and_is_dropped(tmp_path: Path, extra: int) -> None:
    room, (bruno,) = playing(tmp_path)
    room.play(3)
    bruno.inbox.clear()
    length = room.log.length
    bruno.send(Have(room.match.header.match, length + extra, bytes(32)))
    assert bruno.heard(Entries) == [Entries(length - 1, room.match.raw_entries(length - 1), (), length)]
    assert bruno.dropped is Reason.FORKED
    assert "Bruno was disconnected: that copy of the match differs" in room.machine.status.notices[-1]


def test_a_client_that_keeps_requesting_the_log_is_dropped(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    room.play(3)
    nothing = Have(room.match.header.match, 0, header_hash(bruno.raw_header))
    room.now += 100.0
    for _ in range(int(LOG_REQUESTS.burst)):
        bruno.send(nothing)
        assert bruno.dropped is None
    bruno.send(nothing)
    assert bruno.dropped is Reason.LIMIT


def test_a_client_with_another_header_under_the_same_id_is_dropped(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    bruno.send(Have(room.match.header.match, 0, bytes(32)))
    assert bruno.dropped is Reason.FORKED


def test_a_client_with_another_match_is_told_which_one_is_played(tmp_path: Path) -> None:
    _, (bruno,) = playing(tmp_path)
    bruno.inbox.clear()
    bruno.send(Have(bytes(16), 3, bytes(32)))
    assert isinstance(bruno.inbox[0], HeaderSent)


# Absent guests and bots


def attendance(room: Room) -> tuple[Attendance, ...]:
    """Who is there."""
    company = room.machine.status.attendance
    assert company is not None
    return company.seats


def test_a_guest_that_is_lost_keeps_its_seat_and_all_are_told(tmp_path: Path) -> None:
    room, (bruno, clara) = playing(tmp_path, guests=(BRUNO, CLARA))
    room.lose(bruno)
    assert clara.last(TableAttendance).seats == (Attendance.HERE, Attendance.AWAY, Attendance.ONLINE)
    room.join(BRUNO, known=bruno)
    assert clara.last(TableAttendance).seats == (Attendance.HERE, Attendance.ONLINE, Attendance.ONLINE)
    assert bruno.seats == [TWO]


def test_a_bot_plays_for_an_absent_guest_until_it_is_back(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    room.lose(bruno)
    room.machine.replace_by_bot(TWO, "novice")
    room.play(5)
    assert attendance(room) == (Attendance.HERE, Attendance.BOT)
    room.join(BRUNO, known=bruno)
    assert attendance(room) == (Attendance.HERE, Attendance.ONLINE)
    assert bruno.seats == [TWO]
    room.play()
    assert room.machine.phase is Phase.OVER
    assert same_everywhere(room)


def test_a_guest_that_returns_only_to_watch_gets_no_seat(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    room.lose(bruno)
    room.machine.replace_by_bot(TWO, "novice")
    room.join(BRUNO, PeerRole.SPECTATOR)
    assert attendance(room) == (Attendance.HERE, Attendance.BOT)


def test_a_seat_return_that_cannot_be_saved_leaves_the_bot(tmp_path: Path) -> None:
    disk = FillingDisk()
    room, (bruno,) = playing(tmp_path, disk=disk)
    room.lose(bruno)
    room.machine.replace_by_bot(TWO, "novice")
    disk.full = True
    room.join(BRUNO, known=bruno)
    assert attendance(room) == (Attendance.HERE, Attendance.BOT)
    assert "Seat 2 could not be returned" in room.machine.status.notices[-1]
    disk.full = False
    room.tick(1)
    assert bruno.seats == [TWO]


def test_a_guest_returning_to_a_stopped_table_gets_its_seat_once_it_continues(tmp_path: Path) -> None:
    room, (bruno, clara) = playing(tmp_path, guests=(BRUNO, CLARA))
    room.lose(bruno)
    room.machine.replace_by_bot(TWO, "novice")
    room.flush()
    clara.send(Confirm(room.log.length, bytes(32)))
    room.join(BRUNO, known=bruno)
    assert room.machine.phase is Phase.STOPPED
    room.machine.replace_by_bot(THREE, "novice")
    room.flush()
    assert attendance(room) == (Attendance.HERE, Attendance.ONLINE, Attendance.BOT)
    assert bruno.seats == [TWO]


def test_a_move_that_comes_after_a_bots_is_only_too_late(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    until_due(room, TWO)
    submission = bruno.move(TWO)
    room.lose(bruno)
    room.machine.replace_by_bot(TWO, "novice")
    room.step()
    room.join(BRUNO, known=bruno)
    assert refused(room, bruno, submission).fault is Fault.STALE
    assert room.machine.status.notices == ()


def test_a_move_for_a_seat_that_was_just_taken_is_only_too_late(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    until_due(room, TWO)
    submission = bruno.move(TWO)
    room.machine.take_seat_here(TWO)
    room.flush()
    assert refused(room, bruno, submission).fault is Fault.STALE


def test_a_local_stand_in_plays_until_the_seat_is_returned(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    room.lose(bruno)
    room.machine.take_seat_here(TWO)
    room.play(2)
    room.join(BRUNO, known=bruno)
    assert (bruno.dropped, bruno.seats) == (None, [])
    room.machine.return_seat(TWO)
    room.flush()
    assert bruno.seats == [TWO]
    assert room.play().machine.phase is Phase.OVER


def test_a_seat_that_no_guest_has_held_cannot_be_given_back(tmp_path: Path) -> None:
    room, _ = playing(tmp_path)
    with pytest.raises(NotNow, match="cannot be returned"):
        room.machine.return_seat(ONE)


def test_a_seat_is_given_to_another_guest(tmp_path: Path) -> None:
    room, (bruno, clara) = playing(tmp_path, guests=(BRUNO, CLARA))
    peer = room.machine.peer_at(TWO)
    assert peer is not None
    assert peer == bruno.peer
    room.machine.give_seat(THREE, peer)
    room.flush()
    assert bruno.seats == [TWO, THREE]
    assert clara.seats == []
    assert room.play().machine.phase is Phase.OVER


def test_a_seat_is_given_only_to_an_online_player(tmp_path: Path) -> None:
    room, _ = playing(tmp_path)
    clara = room.join(CLARA, PeerRole.SPECTATOR)
    with pytest.raises(LobbyError):
        room.machine.give_seat(TWO, clara.peer)
    room.lose(clara)
    with pytest.raises(LobbyError):
        room.machine.give_seat(TWO, clara.peer)


def test_a_seat_that_stays_as_it_is_makes_no_entry(tmp_path: Path) -> None:
    room, _ = playing(tmp_path)
    length = room.log.length
    room.machine.take_seat_here(ONE)
    assert room.log.length == length
    with pytest.raises(NotNow, match="no such seat"):
        room.machine.replace_by_bot(THREE, "novice")


# A saved match


def test_guests_continue_after_a_restart_of_the_host(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    room.play(4)
    room.match.close()
    again = saved_room(resume(room.match.path))
    assert again.machine.status.resumed
    assert again.machine.phase is Phase.LOBBY
    bruno.room = again
    again.begin()
    assert again.machine.phase is Phase.PLAYING
    again.join(BRUNO, known=bruno)
    again.play()
    assert again.machine.phase is Phase.OVER
    assert same_everywhere(again)


def test_the_host_restarts_before_all_have_joined(tmp_path: Path) -> None:
    room, bruno, clara = half_joined(tmp_path)
    room.match.close()
    again = saved_room(resume(room.match.path))
    bruno.room = clara.room = again
    again.join(BRUNO, known=bruno)
    again.join(CLARA, known=clara)
    again.begin()
    assert again.machine.phase is Phase.PLAYING
    assert again.play().machine.phase is Phase.OVER


def test_before_the_start_a_saved_match_keeps_its_seats(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    room.machine.seat_here(ONE, "Anna")
    room.join(BRUNO).sit(TWO, "Bruno")
    room.machine.begin(room.now)
    room.match.close()
    again = saved_room(resume(room.match.path))
    machine, seats = again.machine, again.machine.status.seats
    assert machine.status.seats_fixed
    clara = again.join(CLARA)
    for deed in (
        lambda: machine.seat_bot(TWO, "novice"),
        lambda: machine.seat_here(TWO),
        lambda: machine.open_seat(TWO),
        lambda: machine.give_seat(TWO, clara.peer),
    ):
        with pytest.raises(LobbyError, match="cannot be changed before it begins"):
            deed()
    machine.remove(TWO)
    clara.send(TakeSeat(TWO, "Clara", ""))
    assert machine.status.seats == seats
    assert machine.obstacles == []


@pytest.mark.parametrize("begins", [False, True])
def test_a_saved_match_that_has_not_begun_waits_for_its_guests_until_it_does(tmp_path: Path, *, begins: bool) -> None:
    room = new_room(tmp_path)
    room.machine.seat_here(ONE, "Anna")
    bruno = room.join(BRUNO)
    bruno.sit(TWO, "Bruno")
    room.machine.begin(room.now)
    room.flush()
    bruno.act()
    path = room.match.path
    room.match.close()
    again = saved_room(resume(path))
    bruno.room = again
    again.join(BRUNO, known=bruno)
    if begins:
        again.machine.begin(again.now)
        again.flush()
        assert again.machine.phase is Phase.BEGINNING
    bruno.inbox.clear()
    again.machine.close(Reason.CLOSED)
    again.flush()
    assert (bruno.dropped, [message.resumed for message in bruno.heard(Lobby)]) == (Reason.CLOSED, [True] * begins)
    assert path.exists()
    last = saved_room(resume(path))
    bruno.room = last
    last.join(BRUNO, known=bruno)
    last.begin()
    assert last.play().machine.phase is Phase.OVER


def test_a_hot_seat_match_is_opened_to_a_guest_who_sees_its_own_hand_alone(tmp_path: Path) -> None:
    match = play(begin(tmp_path), 3)
    room = saved_room(match)
    room.machine.open_seat(TWO)
    bruno = room.join(BRUNO)
    bruno.sit(TWO, "Mallory", "red")
    assert room.machine.status.seats[1].name == "Bruno"
    room.begin()
    assert bruno.seats == [TWO]
    state = bruno.log.state
    assert state.hands[0].cards is HIDDEN
    assert state.hands[1].cards == room.log.state.hands[1].cards
    room.play()
    assert room.machine.phase is Phase.OVER
    assert same_everywhere(room)


@pytest.mark.parametrize("away", [False, True])
def test_a_saved_match_continues_with_a_new_guest_who_only_sits_down(tmp_path: Path, *, away: bool) -> None:
    before, _ = playing(tmp_path)
    before.play(3)
    before.match.close()
    room = saved_room(resume(before.match.path))
    room.machine.open_seat(TWO)
    clara = room.join(CLARA)
    clara.send(TakeSeat(TWO, "", ""))
    if away:
        room.lose(clara)
    assert room.machine.obstacles == []
    room.machine.begin(room.now)
    room.flush()
    if away:
        room.join(CLARA, known=clara)
    assert clara.seats == [TWO]
    assert room.machine.phase is Phase.PLAYING
    room.play()
    assert room.machine.phase is Phase.OVER
    assert same_everywhere(room)


@pytest.mark.parametrize("dealer", [seeded(7), SCRIPTED])
def test_a_match_with_predictable_draws_cannot_be_hosted(tmp_path: Path, dealer: Dealer) -> None:
    with begin(tmp_path, dealer=dealer) as match, pytest.raises(LobbyError, match="work out all hands"):
        saved_room(match)


def test_a_saved_match_does_not_begin_with_an_open_seat(tmp_path: Path) -> None:
    room = saved_room(play(begin(tmp_path), 3))
    room.machine.open_seat(TWO)
    with pytest.raises(LobbyError, match="Seat 2 is open"):
        room.machine.begin(room.now)


def test_a_guest_finds_its_seat_in_the_lobby_of_a_saved_match(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    room.play(3)
    room.machine.replace_by_bot(TWO, "novice")
    room.match.close()
    again = saved_room(resume(room.match.path))
    assert again.machine.status.seats[1].kind is SeatKind.BOT
    bruno.room = again
    again.join(BRUNO, known=bruno)
    assert bruno.last(Lobby).seats[1].yours
    again.begin()
    assert bruno.seats == [TWO]


def test_a_finished_match_is_shown_to_every_client(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    room.play()
    room.match.close()
    again = saved_room(resume(room.match.path))
    assert again.machine.phase is Phase.OVER
    bruno.room = again
    again.join(BRUNO, known=bruno)
    clara = again.join(CLARA, PeerRole.SPECTATOR)
    assert clara.log.stage is LogStage.CLOSED
    assert same_everywhere(again)
    with pytest.raises(NotNow, match="over"):
        again.machine.submit(any_move(room.match.game, begin(tmp_path, tag="other").log, ONE, 0))


def test_an_abandoned_match_opens_its_secret_to_all(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    room.machine.abandon()
    room.flush()
    assert room.machine.phase is Phase.OVER
    assert bruno.log.stage is LogStage.CLOSED
    with pytest.raises(NotNow):
        room.machine.abandon()


# Talking


def coop(folder: Path) -> Room:
    """A lobby where people play together."""
    room = new_room(folder)
    together = META._replace(modes={"coop": (2, 3)})
    components = components_hash(BOX.standard_components())
    room.machine = new_table(
        house(), together, Options(2, "coop", 1), components, lambda settled: made(folder, settled)
    )
    return room


def test_coop_allows_chat(tmp_path: Path) -> None:
    room = coop(tmp_path)
    bruno, clara = room.join(BRUNO), room.join(CLARA)
    bruno.sit(TWO, "Bruno")
    bruno.send(SendChat(" Pax  vobis "))
    room.machine.say("et tecum")
    room.flush()
    assert clara.heard(ChatMessage) == [ChatMessage(TWO, "Bruno", "Pax vobis"), ChatMessage(None, "Host", "et tecum")]
    assert room.machine.status.chat == tuple(clara.heard(ChatMessage))


def test_versus_allows_chat_only_with_the_hosts_permission(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    bruno.send(SendChat("Pax"), SendPointer("space", 3))
    with pytest.raises(NotNow, match="Chat is off"):
        room.machine.say("Pax")
    assert room.machine.status.chat == ()
    assert not bruno.last(TableAttendance).may_chat
    room.machine.permit(watch=True, chat=True)
    room.flush()
    assert bruno.last(TableAttendance).may_chat
    bruno.send(SendChat("Pax"), SendPointer("space", 3))
    room.machine.say("et tecum", ONE)
    room.machine.point(ONE, "task", 2)
    room.flush()
    assert bruno.heard(ChatMessage) == [ChatMessage(TWO, "Bruno", "Pax"), ChatMessage(ONE, "Anna", "et tecum")]
    assert room.machine.status.pointers == (PointerMessage(TWO, "space", 3), PointerMessage(ONE, "task", 2))


def test_spectators_chat_only_where_chat_is_on(tmp_path: Path) -> None:
    room = coop(tmp_path)
    clara = room.join(CLARA, PeerRole.SPECTATOR)
    assert not clara.last(Lobby).may_chat
    clara.send(SendChat("Psst"))
    assert room.machine.status.chat == ()
    room.machine.permit(watch=True, chat=True)
    room.flush()
    assert clara.last(Lobby).may_chat
    clara.send(SendChat("Salve"))
    assert room.machine.status.chat == (ChatMessage(None, "", "Salve"),)


def test_new_keys_do_not_raise_a_spectators_chat_limit(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path, opened=house(may_chat=True))
    for number in range(40):
        crowd = room.join(Identity(bytes([number, 9]) * 16), PeerRole.SPECTATOR)
        crowd.send(SendChat("Buy wax!"))
        room.lose(crowd)
    assert len(bruno.heard(ChatMessage)) == CHAT.burst
    bruno.send(SendChat("Your turn"))
    assert len(bruno.heard(ChatMessage)) == CHAT.burst + 1


def test_too_frequent_chat_is_muted_for_a_while(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path, opened=house(may_chat=True))
    bruno.send(*[SendChat(f"line {number}") for number in range(20)])
    assert len(room.machine.status.chat) == 5
    assert bruno.dropped is None
    room.now += 2
    bruno.send(*[SendChat(f"more {number}") for number in range(20)])
    assert len(room.machine.status.chat) == 7


def test_reconnecting_does_not_reset_rate_limits(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path, opened=house(may_chat=True))
    for _ in range(4):
        bruno.send(*[SendChat("again") for _ in range(20)])
        room.lose(bruno)
        room.join(BRUNO, known=bruno)
    assert len(room.machine.status.chat) == 5
    while bruno.dropped is None:
        assert len(bruno.heard(Entries)) < 100
        room.lose(bruno)
        room.join(BRUNO, known=bruno)
    assert bruno.dropped is Reason.LIMIT
    room.now += 2
    room.join(BRUNO, known=bruno)
    assert bruno.dropped is None


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u202e"])
def test_an_empty_chat_line_is_dropped(tmp_path: Path, text: str) -> None:
    room, (bruno,) = playing(tmp_path, opened=house(may_chat=True))
    room.machine.received(bruno.peer, SendChat(text), room.now)
    room.machine.say(text)
    assert room.machine.status.chat == ()


def test_only_the_latest_chat_lines_and_pointers_are_kept(tmp_path: Path) -> None:
    room, _ = playing(tmp_path, opened=house(may_chat=True))
    for number in range(200):
        room.machine.say(f"line {number}")
        room.machine.point(ONE, "space", number)
    status = room.machine.status
    assert (len(status.chat), status.chat[-1].text) == (50, "line 199")
    assert (len(status.pointers), status.pointers[-1].target) == (8, 199)
    assert status.pointer_count == 200


# Time


def test_an_idle_client_gets_a_heartbeat_after_five_seconds(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    bruno.inbox.clear()
    room.tick(4.9)
    assert bruno.inbox == []
    room.tick(0.1)
    assert bruno.inbox == [Heartbeat()]
    room.tick(4.9)
    assert bruno.inbox == [Heartbeat()]


def test_a_client_silent_for_twenty_seconds_is_dropped_and_keeps_its_seat(tmp_path: Path) -> None:
    room, (bruno, clara) = playing(tmp_path, guests=(BRUNO, CLARA))
    room.tick(15)
    clara.send(Heartbeat())
    room.tick(5)
    assert (bruno.dropped, clara.dropped) == (None, None)
    room.tick(0.1)
    assert (bruno.dropped, clara.dropped) == (Reason.SILENT, None)
    assert clara.last(TableAttendance).seats == (Attendance.HERE, Attendance.AWAY, Attendance.ONLINE)
    assert room.machine.status.seats[1].kind is SeatKind.GUEST


def test_a_client_that_never_requests_the_match_is_dropped(tmp_path: Path) -> None:
    room, (bruno, clara) = playing(tmp_path, guests=(BRUNO, CLARA))
    room.lose(clara)
    clara.pulls = False
    clara.peer = Peer(77)
    room.guests[clara.peer] = clara
    room.machine.connected(clara.peer, CLARA.public, PeerRole.PLAYER, "192.0.2.7", room.now)
    room.flush()
    for _ in range(6):
        room.tick(10)
        bruno.send(Heartbeat())
        clara.send(Heartbeat())
    assert (bruno.dropped, clara.dropped) == (None, None)
    room.tick(1)
    assert (bruno.dropped, clara.dropped) == (None, Reason.IDLE)


def test_the_number_of_notices_is_limited(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    for number in range(30):
        bruno = room.join(BRUNO)
        bruno.send(TakeSeat(TWO, f"Bruno {number}", ""), Bye(Reason.LEFT))
    assert len(room.machine.status.notices) == 20
    assert "Bruno 29" in room.machine.status.notices[-1]


def test_spectators_cannot_displace_notices(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    bruno.send(Submit(b"rubbish"))
    (first,) = room.machine.status.notices
    room.play(6)
    for number in range(60):
        watcher = room.join(identity(number + 7), PeerRole.SPECTATOR)
        watcher.send(Confirm(room.log.length - number % 5, bytes(32)) if number % 2 else Bye(Reason.LEFT))
        assert watcher.dropped is not None
    notices = room.machine.status.notices
    assert (notices[0], len(notices)) == (first, 3)
    assert any("30 times so far" in notice for notice in notices)


def test_a_guest_removed_twice_is_readmitted_by_returning_its_seat(tmp_path: Path) -> None:
    room, (bruno,) = playing(tmp_path)
    room.machine.remove(TWO)
    room.machine.remove(TWO)
    assert room.machine.status.blocked == 1
    room.machine.replace_by_bot(TWO, "novice")
    room.machine.return_seat(TWO)
    assert room.machine.status.blocked == 0
    room.flush()
    assert room.join(BRUNO, known=bruno).dropped is None


def test_a_guest_removed_for_a_mismatch_can_be_unblocked(tmp_path: Path) -> None:
    room, (bruno, clara) = playing(tmp_path, guests=(BRUNO, CLARA))
    clara.send(Confirm(room.log.length, bytes(32)))
    room.machine.unblock_all()
    assert room.join(CLARA, known=clara).dropped is Reason.DIFFERS
    assert room.machine.phase is Phase.STOPPED
    room.machine.remove(THREE)
    room.machine.unblock_all()
    assert room.join(CLARA, known=clara).dropped is None
    bruno.send(Confirm(room.log.length, bytes(32)))
    assert room.machine.phase is Phase.STOPPED
    room.machine.replace_by_bot(TWO, "novice")
    assert room.machine.phase is Phase.PLAYING
    assert room.machine.status.blocked == 1
    room.machine.unblock_all()
    room.flush()
    assert room.join(BRUNO, known=bruno).dropped is None


def test_a_seat_return_that_cannot_be_saved_changes_nothing(tmp_path: Path) -> None:
    disk = FullDisk()
    room, (bruno,) = playing(tmp_path, disk=disk)
    bruno.send(Confirm(room.log.length, bytes(32)))
    room.machine.replace_by_bot(TWO, "novice")
    disk.full = True
    with pytest.raises(DiskFull):
        room.machine.return_seat(TWO)
    assert room.join(BRUNO, known=bruno).dropped is Reason.DIFFERS
    disk.full = False
    room.machine.return_seat(TWO)
    room.flush()
    assert room.join(BRUNO, known=bruno).dropped is None


def test_a_saved_match_announces_the_components_of_its_header(tmp_path: Path) -> None:
    room, _ = playing(tmp_path)
    path = room.match.path
    own = components_hash(components_of(room.match.header))
    room.machine.close(Reason.CLOSED)
    again = saved_room(resume(path))
    told = again.join(BRUNO).last(Lobby)
    assert again.machine.status.components == told.components == own
