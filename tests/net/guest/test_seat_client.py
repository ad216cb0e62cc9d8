"""The guest's client: it follows and plays a host's table, and verifies everything that it can."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from galli_tui.matches.network.connection_status import guest_table_status
from galli_tui.tables.peers import Role
from net.guest import replica_sync
from net.guest.seat_client import SeatClient
from net.status import ClientProblem, Phase
from net.wire.effects import Drop, Peer, Send
from net.wire.messages import (
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
    HostMessage,
    LeaveSeat,
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
from rules.engine.refusal import Refused
from rules.engine.secrecy import Seat
from saves.errors import DiskFull, NotNow, SaveError
from saves.faults import Fault
from saves.format.entries import AbandonedBody, Entry, StartBody, sign_entry
from saves.format.header import SCRIPTED, encode_header, pack_components, seeded
from saves.format.identity import Identity
from saves.log.match_log import Log
from saves.log.public_hash import public_hash
from saves.log.signing import sign_move
from saves.storage.replica import Replica
from tests.sample_game.registered import boxes
from tests.sample_game.rules import LightWindow
from tests.support.remote_host import FullDisk, RemoteHost
from tests.support.sample_match import GUEST_KEYS, HOST_KEYS, PLAYERS, STRANGER_KEYS

OWN, OTHER, HOSTS = Seat(1), Seat(2), Seat(0)
FORGED = bytes(32)


class Desk:
    """A guest's machine, the host far away, and the one connection between them."""

    def __init__(self, folder: Path, far: RemoteHost | None = None, copy: Replica | None = None) -> None:
        self.folder = folder
        self.disk = FullDisk()
        self.far = far or RemoteHost()
        self.machine = SeatClient(GUEST_KEYS.public, self.make, copy)
        self.peer = Peer(0)
        self.now = 100.0

    def make(self, header: bytes) -> Replica:
        return Replica.create(self.folder, header, GUEST_KEYS, boxes=boxes, disk=self.disk)

    @property
    def copy(self) -> Replica:
        found = self.machine.replica
        assert isinstance(found, Replica)
        return found

    @property
    def sentence(self) -> str:
        problem = self.machine.status.problem
        return "" if problem is None else problem.sentence

    def connect(self, keys: Identity = HOST_KEYS) -> list[GuestMessage]:
        self.peer = Peer(self.peer + 1)
        self.machine.connected(self.peer, keys.public, self.now)
        return self.said()

    def hear(self, *messages: HostMessage) -> list[GuestMessage]:
        for message in messages:
            self.machine.received(self.peer, message, self.now)
        return self.said()

    def wait(self, seconds: float) -> list[GuestMessage]:
        for _ in range(round(seconds)):
            self.now += 1
            self.machine.tick(self.now)
        return self.said()

    def said(self) -> list[GuestMessage]:
        """What has been sent, a hanging up being the bye that it becomes."""
        effects, self.machine.outbox[:] = list(self.machine.outbox), []
        found: list[GuestMessage] = []
        for effect in effects:
            assert effect.peer == self.peer
            match effect:
                case Send(message=message):
                    found.append(message)  # pyright: ignore[reportArgumentType]
                case Drop(reason=reason):
                    found.append(Bye(reason))
        return found

    def submitted(self, said: list[GuestMessage]) -> bytes:
        (found,) = [message.submission for message in said if isinstance(message, Submit)]
        return found

    def seated(self) -> Desk:
        """In the lobby, on seat 1, and ready."""
        self.connect()
        self.hear(self.far.lobby())
        self.machine.take_seat(OWN, "Bruno", "", self.now)
        return self.ready()

    def ready(self) -> Desk:
        """The player says so, and the host has heard it."""
        self.machine.ready(True, self.now)  # noqa: FBT003
        self.said()
        self.hear(self.far.lobby(OWN))
        return self

    def playing(self) -> Desk:
        """The match has begun, and everyone may choose a candle."""
        if self.machine.phase is not Phase.LOBBY:
            self.seated()
        joined = self.submitted(self.hear(self.far.header_sent, self.far.entries()))
        self.hear(self.far.enter(joined))
        opened = self.submitted(self.hear(self.far.join()))
        self.hear(self.far.enter(opened), self.far.open_nonce())
        assert self.machine.phase is Phase.PLAYING
        return self

    def lighting(self) -> Desk:
        """All candles are shown, and the guest has the turn."""
        self.playing()
        self.hear(self.far.move(HOSTS), self.far.move(OTHER))
        self.hear(self.far.enter(self.submitted(self.decide())))
        while OWN not in self.copy.log.due.seats:
            self.hear(self.far.move(self.copy.log.due.seats[0]))
        return self

    def moves(self) -> list[Move]:
        return list(self.copy.game.legal(self.copy.log.state, OWN))

    def decide(self, pick: int = 0) -> list[GuestMessage]:
        self.machine.submit(self.moves()[pick], self.now)
        return self.said()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    if desk.machine.replica is not None:
        desk.machine.replica.close()


def restarted(desk: Desk) -> Desk:
    """The program is gone and comes again, with its file."""
    desk.copy.close()
    copy = Replica.open(desk.copy.path, GUEST_KEYS, boxes=boxes, disk=desk.disk)
    return Desk(desk.folder, desk.far, copy)


def refused(submission: bytes, fault: Fault, *evidence: bytes) -> RefusedSubmission:
    return RefusedSubmission(submission_hash(submission), fault, "", evidence)


# Before the match


def test_first_reports_that_it_has_no_entries(desk: Desk) -> None:
    assert desk.machine.phase is Phase.CONNECTING
    assert desk.connect() == [Have(b"", 0, b"")]


def test_takes_and_leaves_a_seat_in_the_lobby(desk: Desk) -> None:
    desk.connect()
    with pytest.raises(NotNow, match="only in the lobby"):
        desk.machine.take_seat(OWN, "Bruno", "blue", desk.now)
    desk.hear(desk.far.lobby())
    assert desk.machine.phase is Phase.LOBBY
    desk.machine.take_seat(OWN, " Bru\x1bno ", "blue", desk.now)
    assert desk.said() == [TakeSeat(OWN, "Bruno", "blue")]
    desk.hear(desk.far.lobby(OWN))
    assert desk.machine.status.seats == (OWN,)
    desk.machine.ready(True, desk.now)  # noqa: FBT003
    desk.machine.leave_seat(OWN, desk.now)
    assert desk.said() == [Ready(True), LeaveSeat(OWN)]  # noqa: FBT003


def test_sends_its_nonce_when_all_have_joined(desk: Desk) -> None:
    desk.playing()
    assert desk.copy.log.length == desk.far.log.length
    assert desk.machine.status.seats == (OWN,)


def test_creates_its_replica_once_and_confirms_it(desk: Desk) -> None:
    desk.seated()
    (have,) = desk.hear(desk.far.header_sent)
    assert have == Have(desk.far.header.match, 0, desk.copy.log.head)
    copy = desk.copy
    assert desk.hear(desk.far.header_sent) == []
    assert desk.copy is copy


def test_a_replica_that_cannot_be_created_is_reported(desk: Desk) -> None:
    def fails(header: bytes) -> Replica:
        raise SaveError("This match was begun by other rules.")

    desk.machine = SeatClient(GUEST_KEYS.public, fails)
    desk.seated()
    assert desk.hear(desk.far.header_sent) == [Bye(Reason.LEFT)]
    assert (desk.machine.phase, desk.sentence) == (Phase.ENDED, "This match was begun by other rules.")


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"clients": (GUEST_KEYS.public, HOST_KEYS.public, STRANGER_KEYS.public)}, "another key"),
        ({"holders": (0, 2, 1)}, "seat 2 has a different holder"),
        ({"holders": (1, 1, 2)}, "seat 1 has a different holder"),
        ({"players": (PLAYERS[0], PLAYERS[1]._replace(name="Brutus"), PLAYERS[2])}, "seat 2 has a different name"),
        ({"players": (PLAYERS[0], PLAYERS[1], PLAYERS[2]._replace(colour="red"))}, "seat 3 has a different name"),
        ({"players": (PLAYERS[0]._replace(bot="novice"), *PLAYERS[1:])}, "seat 1 is played by a different bot"),
        ({"rules_version": 2}, "its game, rules or options"),
        ({"components": pack_components([])}, "its components are different"),
        ({"components": b"x"}, "cannot be read"),
        ({"dealer": SCRIPTED}, "fixed beforehand"),
        ({"dealer": seeded(7)}, "fixed beforehand"),
    ],
)
def test_leaves_a_match_that_differs_from_the_agreement(desk: Desk, changes: dict[str, object], what: str) -> None:
    desk.seated()
    other = HeaderSent(encode_header(desk.far.header._replace(**changes)))
    assert desk.hear(other) == [Bye(Reason.LEFT)]
    assert desk.machine.phase is Phase.ENDED
    assert desk.machine.replica is None
    assert what in desk.sentence


@pytest.mark.parametrize(
    ("told", "bot"),
    [
        ({"kind": SeatKind.BOT}, None),
        ({"kind": SeatKind.BOT, "bot": "novice"}, None),
        ({"kind": SeatKind.BOT, "bot": "novice"}, "abbot"),
        ({"kind": SeatKind.BOT}, "novice"),
        ({"bot": "novice"}, "novice"),
    ],
)
def test_leaves_a_match_with_other_bots_than_announced(desk: Desk, told: dict[str, object], bot: str | None) -> None:
    desk.seated()
    lobby = desk.far.lobby(OWN)
    desk.hear(lobby._replace(seats=(lobby.seats[0]._replace(**told), *lobby.seats[1:])))
    players = (PLAYERS[0]._replace(bot=bot), *PLAYERS[1:])
    assert desk.hear(HeaderSent(encode_header(desk.far.header._replace(players=players)))) == [Bye(Reason.LEFT)]
    assert "seat 1 is played by a different bot" in desk.sentence


def test_a_match_without_a_dealers_secret_is_left_even_without_a_lobby(desk: Desk) -> None:
    desk.connect()
    assert desk.hear(HeaderSent(encode_header(desk.far.header._replace(dealer=SCRIPTED)))) == [Bye(Reason.LEFT)]
    assert desk.machine.replica is None
    assert "fixed beforehand" in desk.sentence


def test_an_invalid_header_ends_the_connection(desk: Desk) -> None:
    desk.seated()
    assert desk.hear(HeaderSent(b"\x90")) == [Bye(Reason.PROTOCOL)]
    assert "sent an invalid message" in desk.sentence
    assert not desk.machine.returns


def test_a_lobby_seen_before_the_connection_broke_counts_for_what_cannot_change(desk: Desk) -> None:
    desk.seated()
    desk.machine.lost(desk.peer, desk.now)
    desk.connect()
    assert desk.hear(desk.far.header_sent) != [Bye(Reason.LEFT)]
    assert desk.machine.phase is Phase.CATCHING_UP


def test_the_host_may_go_back_to_the_lobby_before_the_start(desk: Desk) -> None:
    desk.seated()
    desk.hear(desk.far.header_sent, desk.far.entries())
    first = desk.copy
    desk.hear(desk.far.lobby(OWN))
    assert (desk.machine.phase, desk.machine.replica) == (Phase.LOBBY, None)
    assert not first.path.exists()
    assert desk.sentence == ""
    desk.far = RemoteHost(match=bytes(16))
    desk.ready().playing()


def test_a_match_cancelled_before_the_start_leaves_no_replica(desk: Desk) -> None:
    desk.seated()
    desk.hear(desk.far.header_sent, desk.far.entries())
    path = desk.copy.path
    desk.hear(Bye(Reason.CLOSED))
    assert (desk.machine.phase, desk.machine.replica) == (Phase.ENDED, None)
    assert not path.exists()


@pytest.mark.parametrize("reason", [Reason.REMOVED, Reason.FAULT, Reason.FULL])
def test_a_start_that_may_continue_keeps_its_replica(desk: Desk, reason: Reason) -> None:
    desk.seated()
    desk.hear(desk.far.header_sent, desk.far.entries())
    desk.hear(Bye(reason))
    assert desk.copy.path.exists()
    desk.machine.leave(desk.now)
    assert desk.copy.path.exists()


def test_a_started_match_is_kept_when_its_host_closes_the_table(desk: Desk) -> None:
    desk.playing()
    desk.hear(Bye(Reason.CLOSED))
    assert desk.copy.path.exists()
    with pytest.raises(ValueError, match="has begun"):
        desk.copy.discard()
    assert desk.copy.path.exists()


def test_a_host_cannot_fill_the_disk_with_matches_that_never_begin(desk: Desk) -> None:
    desk.connect()
    said: list[GuestMessage] = []
    for number in range(17):
        desk.far = RemoteHost(match=bytes([number]) * 16)
        desk.hear(desk.far.lobby())
        said = desk.ready().hear(desk.far.header_sent)
    assert said == [Bye(Reason.LEFT)]
    assert not list(desk.folder.glob("*.galli"))
    assert "16 matches" in desk.sentence


def has_opened(desk: Desk) -> Path:
    """All have joined, and the guest has opened its nonce. The file of its copy."""
    joined = desk.submitted(desk.hear(desk.far.header_sent, desk.far.entries()))
    desk.hear(desk.far.enter(joined))
    desk.submitted(desk.hear(desk.far.join()))
    return desk.copy.path


def test_a_guest_who_was_not_ready_joins_no_match(desk: Desk) -> None:
    desk.seated()
    desk.machine.ready(False, desk.now)  # noqa: FBT003
    desk.said()
    assert desk.hear(desk.far.lobby(OWN), desk.far.header_sent) == [Bye(Reason.LEFT)]
    assert desk.machine.replica is None
    assert "for which you were not ready" in desk.sentence


def test_being_ready_for_one_thing_is_no_consent_to_another(desk: Desk) -> None:
    desk.seated()
    other = desk.far.lobby(OWN, rules_version=2)
    desk.far.header = desk.far.header._replace(rules_version=2)
    assert desk.hear(other, desk.far.header_sent) == [Bye(Reason.LEFT)]
    assert "for which you were not ready" in desk.sentence


def test_a_host_cannot_choose_among_deals_by_restarting(desk: Desk) -> None:
    desk.seated()
    path = has_opened(desk)
    desk.hear(desk.far.lobby(OWN))
    assert not path.exists()
    assert desk.machine.phase is Phase.LOBBY
    assert "could know the draws" in desk.sentence
    desk.far = RemoteHost(match=bytes(16))
    assert desk.hear(desk.far.lobby(OWN), desk.far.header_sent) == [Bye(Reason.LEFT)]
    assert desk.machine.replica is None


def test_a_saved_match_does_not_circumvent_that(desk: Desk) -> None:
    desk.seated()
    has_opened(desk)
    desk.hear(desk.far.lobby(OWN))
    desk.far = RemoteHost(match=bytes(16))
    assert desk.hear(desk.far.lobby(OWN, resumed=True), desk.far.header_sent) == [Bye(Reason.LEFT)]


def test_starts_cancelled_after_the_draws_were_known_are_counted(desk: Desk) -> None:
    desk.seated()
    for number in range(3):
        desk.far = RemoteHost(match=bytes([number]) * 16)
        desk.ready()
        has_opened(desk)
        desk.hear(desk.far.lobby(OWN))
    assert "For the 3rd time" in desk.sentence
    assert "distrust it" in desk.sentence


def test_a_table_closed_after_the_draws_were_known_is_reported(desk: Desk) -> None:
    desk.seated()
    path = has_opened(desk)
    desk.hear(Bye(Reason.CLOSED))
    assert not path.exists()
    assert "could know the draws" in desk.sentence


def test_a_guest_reconnects_when_the_table_reopens(desk: Desk) -> None:
    desk.playing()
    desk.hear(Bye(Reason.CLOSED))
    assert (desk.machine.returns, desk.machine.phase) == (True, Phase.CONNECTING)
    desk.connect()
    desk.hear(desk.far.header_sent, desk.far.entries())
    assert desk.machine.phase is Phase.PLAYING


def test_a_replica_of_an_unstarted_saved_match_is_kept_when_its_host_closes_the_table(desk: Desk) -> None:
    desk.seated()
    path = has_opened(desk)
    desk.hear(desk.far.lobby(OWN, resumed=True), Bye(Reason.CLOSED))
    assert desk.machine.phase is Phase.ENDED
    assert path.exists()
    assert "distrust" not in desk.sentence


def test_a_client_that_joins_a_running_match_requests_it(desk: Desk) -> None:
    desk.connect()
    assert desk.submitted(desk.hear(desk.far.header_sent, desk.far.entries()))


def test_a_lobby_has_as_many_seats_as_its_options_say(desk: Desk) -> None:
    desk.connect()
    assert desk.hear(desk.far.lobby()._replace(seats=())) == [Bye(Reason.PROTOCOL)]


def test_another_table_does_not_replace_the_match(desk: Desk) -> None:
    desk.playing()
    assert desk.hear(desk.far.lobby(OWN)) == [Bye(Reason.LEFT)]
    assert "another table" in desk.sentence
    assert desk.copy.log.length


def test_a_saved_match_continues_from_its_lobby(desk: Desk) -> None:
    desk.playing()
    desk.machine.lost(desk.peer, desk.now)
    desk.connect()
    desk.hear(desk.far.lobby(OWN, resumed=True))
    assert desk.machine.phase is Phase.LOBBY
    (have,) = desk.hear(desk.far.header_sent)
    assert have == Have(desk.far.header.match, desk.copy.log.length, desk.copy.log.head)
    desk.hear(desk.far.entries(desk.copy.log.length))
    assert desk.machine.phase is Phase.PLAYING


def test_decisions_made_while_the_host_waits_in_the_lobby_are_kept(desk: Desk) -> None:
    desk.playing()
    desk.hear(desk.far.move(HOSTS))
    desk.machine.lost(desk.peer, desk.now)
    desk.connect()
    desk.hear(desk.far.lobby(OWN, resumed=True))
    assert desk.decide() == []
    assert desk.machine.status.sending == (OWN,)
    desk.hear(desk.far.header_sent)
    sent = desk.submitted(desk.hear(desk.far.entries(desk.copy.log.length)))
    desk.hear(desk.far.enter(sent))
    assert OWN not in desk.copy.log.due.seats


def test_the_header_of_the_replica_never_changes(desk: Desk) -> None:
    desk.playing()
    other = HeaderSent(encode_header(desk.far.header._replace(created=7)))
    assert desk.hear(other) == [Bye(Reason.LEFT)]
    assert "not the one of your copy" in desk.sentence


def test_reconnects_only_to_the_host_of_its_replica(desk: Desk) -> None:
    desk.playing()
    desk.machine.lost(desk.peer, desk.now)
    assert desk.connect(STRANGER_KEYS) == [Bye(Reason.LEFT)]
    assert "not the host of your match" in desk.sentence


# Following


def test_confirms_the_public_state_after_entries(desk: Desk) -> None:
    desk.playing()
    (confirm,) = desk.hear(desk.far.move(HOSTS))
    assert confirm == Confirm(desk.far.log.length, public_hash(desk.far.log))


def apart(entries: Entries) -> tuple[Entries, Entries]:
    """As a host sends them that lets everyone see a move before states are compared."""
    return entries._replace(state_hashes=()), entries._replace(first=entries.length, entries=())


def test_confirms_known_entries_when_their_hashes_arrive(desk: Desk) -> None:
    desk.playing()
    bare, checks = apart(desk.far.move(HOSTS))
    assert desk.hear(bare) == []
    assert desk.copy.log.length == desk.far.log.length
    assert desk.hear(checks) == [Confirm(desk.far.log.length, public_hash(desk.far.log))]
    assert desk.machine.phase is Phase.PLAYING


def test_confirmed_hashes_are_not_computed_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.playing()
    bare, checks = apart(desk.far.move(HOSTS))
    assert len(desk.hear(bare, checks)) == 1

    def again(log: Log) -> bytes:
        pytest.fail(f"worked out again at {log.length}")

    with monkeypatch.context() as patch:
        patch.setattr(replica_sync, "public_hash", again)
        assert desk.hear(*[checks] * 100) == []
    (confirm,) = desk.hear(checks._replace(state_hashes=(StateHash(desk.far.log.length, FORGED),)))
    assert isinstance(confirm, Confirm)
    assert desk.machine.stopped == StateHash(confirm.length, confirm.hash)


def test_confirms_again_over_a_new_connection(desk: Desk) -> None:
    desk.playing()
    bare, checks = apart(desk.far.move(HOSTS))
    said = desk.hear(bare, checks)
    desk.machine.lost(desk.peer, desk.now)
    desk.connect()
    desk.hear(desk.far.header_sent)
    assert desk.hear(checks) == said


def test_hashes_that_arrive_separately_stop_the_table_at_the_entry_too(desk: Desk) -> None:
    desk.playing()
    length = desk.copy.log.length
    desk.far.move(HOSTS)
    bare, checks = apart(desk.far.move(OTHER))
    bare = desk.far.entries(length)._replace(state_hashes=())
    wrong = checks._replace(state_hashes=(StateHash(length + 1, FORGED), *checks.state_hashes))
    assert desk.hear(bare) == []
    (confirm,) = desk.hear(wrong)
    assert isinstance(confirm, Confirm)
    assert (confirm.length, confirm.hash == FORGED) == (length + 1, False)
    assert desk.machine.stopped == StateHash(length + 1, confirm.hash)


def test_hashes_of_old_entries_are_ignored(desk: Desk) -> None:
    desk.playing()
    _, checks = apart(desk.far.move(HOSTS))
    desk.hear(desk.far.entries(desk.copy.log.length))
    old = checks._replace(first=desk.far.log.length, state_hashes=(StateHash(3, FORGED),))
    assert desk.hear(old) == []
    assert desk.machine.phase is Phase.PLAYING


def test_requests_entries_while_it_is_behind(desk: Desk) -> None:
    desk.far.begun()
    desk.connect()
    desk.hear(desk.far.header_sent)
    said = desk.hear(desk.far.entries(0, 4))
    assert isinstance(said[0], Confirm)
    assert said[1:] == [Have(desk.far.header.match, 4, desk.copy.log.head)]
    assert desk.machine.phase is Phase.CATCHING_UP
    assert (desk.machine.status.entries, desk.machine.status.host_entries) == (4, desk.far.log.length)
    desk.hear(desk.far.entries(4))
    assert desk.machine.phase is Phase.PLAYING


def test_repeated_entries_change_nothing(desk: Desk) -> None:
    desk.playing()
    length = desk.copy.log.length
    assert desk.hear(desk.far.entries()) == []
    assert desk.copy.log.length == length
    assert desk.machine.phase is Phase.PLAYING


def test_takes_the_new_part_of_repeated_entries(desk: Desk) -> None:
    desk.playing()
    desk.far.move(HOSTS)
    assert desk.hear(desk.far.entries(2)) == [Confirm(desk.far.log.length, public_hash(desk.far.log))]


def test_missing_entries_are_requested_repeatedly(desk: Desk) -> None:
    desk.playing()
    length = desk.copy.log.length
    desk.far.move(HOSTS)
    late = desk.far.move(OTHER)
    desk.now += 10
    assert desk.hear(late) == [Have(desk.far.header.match, length, desk.copy.log.head)]
    assert desk.hear(late) == []
    assert desk.machine.phase is Phase.CATCHING_UP
    assert Have(desk.far.header.match, length, desk.copy.log.head) in desk.wait(5)
    desk.hear(desk.far.entries(length))
    assert desk.machine.phase is Phase.PLAYING


def test_a_fork_by_the_host_is_proven(desk: Desk) -> None:
    desk.playing()
    length = desk.copy.log.length
    before = desk.far.log
    true = desk.far.move(HOSTS)
    desk.hear(true)
    desk.far.log = before
    forged = desk.far.move(HOSTS, 1)
    assert desk.hear(forged) == [Bye(Reason.FORKED)]
    assert desk.machine.evidence == (true.entries[0], forged.entries[0])
    assert f"Entry {length} was written twice by the host" in desk.sentence
    assert desk.copy.log.length == length + 1


def test_a_forged_other_entry_accuses_nobody(desk: Desk) -> None:
    desk.playing()
    forged = sign_entry(Entry(desk.far.header.match, 0, bytes(32), AbandonedBody()), STRANGER_KEYS)
    assert desk.hear(Entries(0, (forged,), (), desk.far.log.length)) == [Bye(Reason.FORKED)]
    assert desk.machine.evidence == ()
    assert "is not signed by the host" in desk.sentence


def test_an_invalid_entry_ends_the_connection_and_is_not_kept(desk: Desk) -> None:
    desk.playing()
    true = desk.far.move(HOSTS)
    head, length = desk.far.log.head, desk.far.log.length
    bad = sign_entry(Entry(desk.far.header.match, length, head, StartBody(())), HOST_KEYS)
    assert desk.hear(Entries(true.first, (*true.entries, bad), (), length + 1)) == [Bye(Reason.FORKED)]
    assert desk.copy.log.length == length
    assert f"Entry {length} comes at the wrong stage" in desk.sentence
    assert not desk.machine.returns


def test_entries_without_hashes_are_shown_before_they_are_verified(desk: Desk) -> None:
    desk.playing()
    news = desk.far.move(HOSTS)
    assert desk.hear(news._replace(state_hashes=())) == []
    assert (desk.machine.unproven, desk.copy.log.length) == (True, desk.far.log.length)
    assert desk.machine.prove() is False
    assert desk.machine.unproven is False
    confirm = Confirm(desk.far.log.length, public_hash(desk.far.log))
    assert desk.hear(Entries(desk.far.log.length, (), news.state_hashes, desk.far.log.length)) == [confirm]


@pytest.mark.parametrize("proves", ["prove", "tick", "beat", "submit"])
def test_a_shown_entry_without_a_signature_ends_the_connection(desk: Desk, proves: str) -> None:
    desk.playing()
    length = desk.copy.log.length
    news = desk.far.move(HOSTS)
    raw = news.entries[0]
    assert desk.hear(Entries(length, (bytes([raw[0] ^ 1]) + raw[1:],), (), length + 1)) == []
    assert desk.copy.log.length == length + 1
    match proves:
        case "prove":
            assert desk.machine.prove() is True
        case "tick":
            desk.machine.tick(desk.now)
        case "beat":
            desk.machine.received(desk.peer, Heartbeat(), desk.now)
        case _:
            with pytest.raises(NotNow, match="left the table"):
                desk.decide()
    assert desk.said() == [Bye(Reason.FORKED)]
    assert desk.copy.log.length == length
    assert f"Entry {length} is not signed by the host" in desk.sentence
    assert desk.machine.phase is Phase.ENDED


@pytest.mark.parametrize("reason", [Reason.CLOSED, Reason.SILENT, Reason.FAULT, Reason.LIMIT])
def test_after_a_forged_entry_nothing_more_is_accepted(desk: Desk, reason: Reason) -> None:
    desk.playing()
    length = desk.copy.log.length
    news = desk.far.move(HOSTS)
    raw = news.entries[0]
    desk.hear(Entries(length, (bytes([raw[0] ^ 1]) + raw[1:],), (), length + 1))
    assert desk.hear(Bye(reason)) == [Bye(Reason.FORKED)]
    assert desk.hear(news, TableStopped(length, FORGED, None)) == []
    assert not desk.machine.returns
    assert desk.machine.phase is Phase.ENDED
    assert desk.copy.log.length == length
    assert "is not signed by the host" in desk.sentence


def test_a_forged_entry_after_a_failed_save_is_reported_and_removed(desk: Desk) -> None:
    desk.playing()
    length = desk.copy.log.length
    desk.far.move(HOSTS)
    desk.far.move(OTHER)
    good, bad = desk.far.entries(length).entries
    desk.disk.full = True
    desk.hear(Entries(length, (good, bytes([bad[0] ^ 1]) + bad[1:]), (), length + 2))
    assert desk.copy.log.length == length + 2
    assert desk.machine.prove() is True
    assert desk.copy.log.length == length
    assert desk.said() == [Bye(Reason.FORKED)]
    assert f"Entry {length + 1} is not signed by the host" in desk.sentence
    assert not desk.machine.unproven


def test_a_forged_entry_is_reported_despite_a_failed_save(desk: Desk) -> None:
    desk.playing()
    desk.hear(desk.far.move(HOSTS)._replace(state_hashes=()))
    desk.disk.full = True
    desk.wait(1)
    assert "full" in desk.sentence
    desk.disk.full = False
    length = desk.copy.log.length
    (raw,) = desk.far.move(OTHER).entries
    desk.hear(Entries(length, (bytes([raw[0] ^ 1]) + raw[1:],), (), length + 1))
    desk.wait(1)
    assert "is not signed by the host" in desk.sentence


def test_shown_entries_that_could_not_be_saved_are_saved_later(desk: Desk) -> None:
    desk.playing()
    news = desk.far.move(HOSTS)
    desk.hear(news._replace(state_hashes=()))
    desk.disk.full = True
    assert desk.machine.prove() is True
    assert desk.machine.unproven
    assert "no room" in desk.sentence or "full" in desk.sentence
    with pytest.raises(DiskFull):
        desk.decide()
    desk.disk.full = False
    desk.wait(1)
    assert desk.machine.unproven is False
    assert desk.sentence == ""
    raws = desk.copy.raw_entries()
    desk.copy.close()
    assert Replica.open(desk.copy.path, GUEST_KEYS, boxes=boxes).raw_entries() == raws


@pytest.mark.parametrize(
    "changes",
    [
        {"length": 1},
        {"state_hashes": (StateHash(5, FORGED), StateHash(4, FORGED))},
        {"state_hashes": (StateHash(5, FORGED), StateHash(5, FORGED))},
    ],
)
def test_contradictory_entries_are_an_invalid_message(desk: Desk, changes: dict[str, object]) -> None:
    desk.playing()
    assert desk.hear(desk.far.entries()._replace(**changes)) == [Bye(Reason.PROTOCOL)]


def test_a_different_public_state_stops_the_table_at_its_entry(desk: Desk) -> None:
    desk.playing()
    length = desk.copy.log.length
    desk.far.move(HOSTS)
    desk.far.move(OTHER)
    both = desk.far.entries(length)
    wrong = both._replace(state_hashes=(StateHash(length + 1, FORGED), both.state_hashes[1]))
    (confirm,) = desk.hear(wrong)
    assert isinstance(confirm, Confirm)
    assert (confirm.length, confirm.hash == FORGED) == (length + 1, False)
    assert desk.machine.phase is Phase.STOPPED
    assert desk.machine.stopped == StateHash(length + 1, confirm.hash)
    with pytest.raises(NotNow, match="stopped"):
        desk.decide()
    assert desk.hear(desk.far.move(OWN)) == []


def test_is_told_that_the_table_was_stopped(desk: Desk) -> None:
    desk.playing()
    desk.hear(TableStopped(7, FORGED, OTHER))
    assert (desk.machine.phase, desk.machine.stopped) == (Phase.STOPPED, StateHash(7, FORGED))


def test_a_stop_before_the_header_or_in_the_lobby_stops_nothing(desk: Desk) -> None:
    company = TableAttendance((Attendance.HERE, Attendance.ONLINE, Attendance.AWAY), 0, False, StateHash(1, FORGED))  # noqa: FBT003
    desk.connect()
    desk.hear(company, TableStopped(1, FORGED, OTHER))
    assert (desk.machine.phase, desk.machine.stopped) == (Phase.CONNECTING, None)
    desk.machine.lost(desk.peer, desk.now)
    desk.seated()
    desk.hear(company, TableStopped(1, FORGED, OTHER))
    assert (desk.machine.phase, desk.machine.stopped) == (Phase.LOBBY, None)
    desk.hear(desk.far.header_sent, desk.far.entries())
    assert desk.machine.phase is Phase.BEGINNING


def test_a_stop_before_the_header_counts_once_the_match_is_received(desk: Desk) -> None:
    desk.connect()
    desk.far.begun()
    desk.hear(TableAttendance((Attendance.HERE,) * 3, 0, False, StateHash(1, FORGED)), desk.far.header_sent)  # noqa: FBT003
    assert desk.machine.phase is Phase.CATCHING_UP
    desk.hear(desk.far.entries())
    assert (desk.machine.phase, desk.machine.stopped) == (Phase.STOPPED, StateHash(1, FORGED))


def test_a_stopped_table_continues_when_the_host_says_so(desk: Desk) -> None:
    desk.playing()
    desk.hear(TableStopped(7, FORGED, OTHER))
    news = desk.far.move(HOSTS)
    desk.hear(news)
    assert desk.copy.log.length == news.length
    there = (Attendance.HERE, Attendance.ONLINE, Attendance.BOT)
    desk.hear(TableAttendance(there, 0, may_chat=False, stopped=None))
    assert (desk.machine.phase, desk.machine.stopped) == (Phase.PLAYING, None)


def test_its_own_mismatch_persists_despite_the_host(desk: Desk) -> None:
    desk.playing()
    length = desk.copy.log.length
    news = desk.far.move(HOSTS)
    desk.hear(news._replace(state_hashes=(StateHash(length + 1, FORGED),)))
    there = (Attendance.HERE, Attendance.ONLINE, Attendance.BOT)
    desk.hear(TableAttendance(there, 0, may_chat=False, stopped=None))
    assert desk.machine.phase is Phase.STOPPED


def test_learns_of_a_stop_from_the_attendance_when_joining_later(desk: Desk) -> None:
    desk.playing()
    company = TableAttendance((Attendance.HERE, Attendance.ONLINE, Attendance.AWAY), 0, False, StateHash(7, FORGED))  # noqa: FBT003
    desk.hear(company)
    assert desk.machine.status.attendance == company
    assert desk.machine.phase is Phase.STOPPED


def test_a_full_disk_keeps_the_replica_and_entries_are_sent_again(desk: Desk) -> None:
    desk.playing()
    desk.disk.full = True
    news = desk.far.move(HOSTS)
    assert desk.hear(news) == []
    assert "disk is full" in desk.sentence
    assert desk.machine.phase is Phase.CATCHING_UP
    assert desk.sentence in guest_table_status(Role.GUEST, desk.machine.status, None).notices
    seat = desk.machine.seats[0]
    with pytest.raises(NotNow, match="disk is full"):
        desk.machine.take_back(seat, desk.now)
    desk.disk.full = False
    assert Have(desk.far.header.match, news.first, desk.copy.log.head) in desk.wait(5)
    desk.hear(desk.far.entries(news.first))
    assert (desk.machine.phase, desk.sentence) == (Phase.PLAYING, "")


def cut(path: Path) -> None:
    os.truncate(path, 400)


def remove(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("harm", [cut, remove])
def test_a_replica_changed_by_another_program_is_rescued_once_with_its_path_reported(
    desk: Desk, harm: Callable[[Path], None]
) -> None:
    desk.playing()
    before, path = desk.copy.path.read_bytes(), desk.copy.path
    harm(path)
    left = path.read_bytes() if path.exists() else None
    desk.hear(desk.far.move(HOSTS))
    desk.wait(30)
    rescued = path.with_name(f"{path.stem}-rescued.galli")
    assert str(rescued) in desk.sentence
    assert desk.sentence in guest_table_status(Role.GUEST, desk.machine.status, None).notices
    assert rescued.read_bytes() == before
    assert sorted(desk.folder.rglob("*.galli")) == sorted({rescued, *([path] if left is not None else [])})
    assert (path.read_bytes() if path.exists() else None) == left
    with Replica.follow(path.parent, encode_header(desk.copy.header), GUEST_KEYS, boxes=boxes) as again:
        again.take(desk.far.entries(again.log.length).entries)
        assert again.log.length == desk.far.log.length


def test_ends_when_the_secret_is_opened(desk: Desk) -> None:
    desk.playing()
    assert not desk.machine.sync.closed
    since = desk.far.log.length
    desk.far.log = desk.far.host.append_abandonment(desk.far.log).log
    desk.hear(desk.far.entries(since))
    assert desk.machine.sync.closed
    assert desk.machine.phase is Phase.OVER
    assert not desk.machine.returns
    with pytest.raises(NotNow, match="over"):
        desk.machine.submit(LightWindow(OWN, 0), desk.now)


# Deciding


def test_a_move_is_pending_until_it_is_logged(desk: Desk) -> None:
    desk.lighting()
    submission = desk.submitted(desk.decide())
    assert desk.machine.status.sending == (OWN,)
    assert desk.copy.pending() == (submission,)
    desk.hear(desk.far.enter(submission))
    assert desk.machine.status.sending == ()


def test_a_move_against_the_rules_is_refused_at_once(desk: Desk) -> None:
    desk.lighting()
    with pytest.raises(Refused) as caught:
        desk.machine.submit(LightWindow(OWN, 99), desk.now)
    assert caught.value.refusal.clause == "PK-4"
    assert desk.said() == []


def test_decides_only_for_its_own_seats(desk: Desk) -> None:
    desk.playing()
    with pytest.raises(NotNow, match="another computer"):
        desk.machine.submit(desk.far.log.config.game.legal(desk.far.log.state, OTHER)[0], desk.now)


def test_a_face_down_choice_waits_for_the_hosts_seats(desk: Desk) -> None:
    desk.playing()
    assert desk.decide() == []
    assert (desk.machine.status.withheld, desk.machine.status.sending) == ((OWN,), ())
    assert not any(isinstance(message, Submit) for message in desk.hear(desk.far.move(OTHER)))
    submission = desk.submitted(desk.hear(desk.far.move(HOSTS)))
    assert (desk.machine.status.withheld, desk.machine.status.sending) == ((), (OWN,))
    desk.hear(desk.far.enter(submission))
    assert desk.machine.status.sending == ()


def test_a_face_down_choice_is_sent_once_the_awaited_move_is_verified(desk: Desk) -> None:
    desk.playing()
    desk.decide()
    assert desk.hear(desk.far.move(HOSTS)._replace(state_hashes=())) == []
    assert (desk.machine.unproven, desk.machine.status.withheld) == (True, (OWN,))
    assert desk.machine.prove() is True
    assert desk.submitted(desk.said())
    assert desk.machine.prove() is False


def test_a_face_down_choice_waits_until_its_question_is_saved(desk: Desk) -> None:
    desk.playing()
    desk.decide()
    desk.disk.full = True
    desk.hear(desk.far.move(HOSTS)._replace(state_hashes=()))
    assert desk.machine.prove() is True
    assert (desk.said(), desk.machine.status.withheld) == ([], (OWN,))
    desk.disk.full = False
    assert desk.submitted(desk.wait(1))
    assert desk.sentence == ""


def test_a_face_down_choice_is_sent_at_once_when_the_host_has_chosen(desk: Desk) -> None:
    desk.playing()
    desk.hear(desk.far.move(HOSTS))
    assert desk.submitted(desk.decide())


def test_a_held_choice_can_be_replaced_or_undone(desk: Desk) -> None:
    desk.playing()
    first, second = desk.moves()
    desk.decide(0)
    assert desk.copy.decided_move(OWN) == first
    desk.decide(1)
    assert desk.copy.decided_move(OWN) == second
    assert desk.machine.can_take_back(OWN)
    desk.machine.take_back(OWN, desk.now)
    assert (desk.copy.held(), desk.machine.status.withheld) == ((), ())
    assert not any(isinstance(message, Submit) for message in desk.hear(desk.far.move(HOSTS)))
    assert desk.submitted(desk.decide(1))


def test_a_pending_move_cannot_be_replaced(desk: Desk) -> None:
    desk.lighting()
    desk.decide(0)
    with pytest.raises(NotNow):
        desk.decide(1)
    assert not desk.machine.can_take_back(OWN)
    with pytest.raises(NotNow):
        desk.machine.take_back(OWN, desk.now)


def test_undoes_a_move_that_revealed_nothing(desk: Desk) -> None:
    desk.playing()
    desk.hear(desk.far.move(HOSTS))
    desk.hear(desk.far.enter(desk.submitted(desk.decide())))
    assert desk.machine.can_take_back(OWN)
    desk.machine.take_back(OWN, desk.now)
    takeback = desk.submitted(desk.said())
    desk.hear(desk.far.enter(takeback))
    assert OWN in desk.copy.log.due.seats
    assert not desk.machine.can_take_back(OWN)


def test_pending_submissions_are_resent_unchanged_after_a_disconnection(desk: Desk) -> None:
    desk.lighting()
    first = desk.submitted(desk.decide())
    desk.machine.lost(desk.peer, desk.now)
    assert desk.machine.phase is Phase.CONNECTING
    assert desk.connect() == [Have(desk.far.header.match, desk.copy.log.length, desk.copy.log.head)]
    assert desk.submitted(desk.hear(desk.far.entries(desk.copy.log.length))) == first


def test_pending_submissions_are_resent_after_a_restart(desk: Desk) -> None:
    desk.lighting()
    first = desk.submitted(desk.decide())
    again = restarted(desk)
    again.connect()
    assert again.submitted(again.hear(again.far.entries(again.copy.log.length))) == first
    again.copy.close()


def test_a_held_choice_survives_a_restart(desk: Desk) -> None:
    desk.playing()
    desk.decide()
    again = restarted(desk)
    assert again.machine.status.withheld == (OWN,)
    again.connect()
    again.hear(again.far.entries(again.copy.log.length))
    assert again.submitted(again.hear(again.far.move(HOSTS)))
    again.copy.close()


def test_an_overtaken_held_choice_is_reported(desk: Desk) -> None:
    desk.playing()
    desk.decide()
    since = desk.copy.log.length
    desk.far.log = desk.far.host.append_rekey(desk.far.log, OWN, None, "novice").log
    desk.hear(desk.far.entries(since))
    assert desk.machine.status.withheld == ()
    assert "came too late" in desk.sentence


def test_a_delivered_submission_is_not_resent(desk: Desk) -> None:
    desk.lighting()
    desk.far.enter(desk.submitted(desk.decide()))
    desk.machine.lost(desk.peer, desk.now)
    desk.connect()
    said = desk.hear(desk.far.entries(desk.copy.log.length))
    assert not any(isinstance(message, Submit) for message in said)
    assert (desk.machine.status.sending, desk.sentence) == ((), "")


def test_an_unanswered_submission_is_resent_after_a_while(desk: Desk) -> None:
    desk.lighting()
    first = desk.submitted(desk.decide())
    assert not any(isinstance(message, Submit) for message in desk.wait(3))
    assert desk.submitted(desk.wait(3)) == first


def test_decides_offline_and_sends_later(desk: Desk) -> None:
    desk.lighting()
    desk.machine.lost(desk.peer, desk.now)
    assert desk.decide() == []
    assert desk.machine.status.sending == (OWN,)
    desk.connect()
    assert desk.submitted(desk.hear(desk.far.entries(desk.copy.log.length)))


def test_decides_nothing_while_entries_are_arriving(desk: Desk) -> None:
    desk.lighting()
    desk.machine.lost(desk.peer, desk.now)
    desk.connect()
    with pytest.raises(NotNow, match="still arriving"):
        desk.decide()


def test_an_overtaken_decision_is_reported_and_forgotten(desk: Desk) -> None:
    desk.lighting()
    late = desk.submitted(desk.decide(0))
    desk.machine.lost(desk.peer, desk.now)
    since = desk.copy.log.length
    # Another program of the same player was quicker.
    desk.far.enter(sign_move(desk.far.log, GUEST_KEYS, desk.moves()[1]))
    desk.connect()
    said = desk.hear(desk.far.entries(since), refused(late, Fault.STALE))
    assert not any(isinstance(message, Submit) for message in said)
    assert "came too late" in desk.sentence
    assert desk.machine.status.sending == ()


@pytest.mark.parametrize("held", [False, True])
def test_a_late_decision_is_reported_once_even_after_a_kill(desk: Desk, held: bool) -> None:
    if held:
        desk.playing()
        desk.decide()
        assert desk.machine.status.withheld == (OWN,)
    else:
        desk.lighting()
        desk.submitted(desk.decide())
    since = desk.copy.log.length
    desk.far.log = desk.far.host.append_rekey(desk.far.log, OWN, None, "novice").log
    desk.copy.take(desk.far.entries(since).entries)
    again = restarted(desk)
    again.connect()
    again.hear(again.far.entries(again.copy.log.length))
    assert "came too late" in again.sentence
    once = restarted(again)
    once.connect()
    once.hear(once.far.entries(once.copy.log.length))
    assert once.sentence == ""
    once.copy.close()


def test_a_seat_that_was_given_to_a_bot_is_no_longer_the_guests(desk: Desk) -> None:
    desk.lighting()
    desk.decide()
    desk.machine.lost(desk.peer, desk.now)
    since = desk.copy.log.length
    desk.far.log = desk.far.host.append_rekey(desk.far.log, OWN, None, "novice").log
    desk.connect()
    desk.hear(desk.far.entries(since))
    assert desk.machine.status.seats == ()
    assert "came too late" in desk.sentence
    with pytest.raises(NotNow, match="another computer"):
        desk.machine.submit(LightWindow(OWN, 0), desk.now)


def test_an_unjustified_refusal_is_reported_and_nothing_else_is_signed(desk: Desk) -> None:
    desk.lighting()
    submission = desk.submitted(desk.decide())
    assert desk.hear(refused(submission, Fault.STALE)) == []
    assert "The host refused" in desk.sentence
    assert "an answer to another question" in desk.sentence
    assert desk.wait(4) == []
    with pytest.raises(NotNow):
        desk.decide(1)


def test_a_refusal_as_already_logged_requests_the_log(desk: Desk) -> None:
    desk.lighting()
    submission = desk.submitted(desk.decide())
    have = Have(desk.far.header.match, desk.copy.log.length, desk.copy.log.head)
    assert desk.hear(refused(submission, Fault.REPLAYED)) == [have]
    assert desk.sentence == ""


def test_a_refusal_of_another_submission_is_ignored(desk: Desk) -> None:
    desk.lighting()
    desk.decide()
    assert desk.hear(refused(b"something", Fault.ILLEGAL)) == []
    assert desk.sentence == ""


def test_a_fork_by_the_own_key_needs_both_signatures(desk: Desk) -> None:
    desk.lighting()
    own = desk.submitted(desk.decide(0))
    other = sign_move(desk.far.log, GUEST_KEYS, desk.moves()[1])
    forged = sign_move(desk.far.log, STRANGER_KEYS, desk.moves()[1])
    for evidence in ((other, forged), (own,), (own, own), (own, b"\x90"), ()):
        desk.hear(refused(own, Fault.SEAT_FORK, *evidence))
        assert "no proof" in desk.sentence
        assert desk.machine.evidence == ()
        assert desk.submitted(desk.decide(0)) == own
    desk.hear(refused(own, Fault.SEAT_FORK, other, own))
    assert "your key file" in desk.sentence
    assert desk.machine.evidence == (other, own)


def test_a_full_disk_refuses_a_move_before_it_is_sent(desk: Desk) -> None:
    desk.lighting()
    desk.disk.full = True
    with pytest.raises(SaveError, match="full"):
        desk.decide()
    assert desk.said() == []
    assert desk.machine.status.sending == ()


def test_a_full_disk_at_the_start_is_reported_and_retried(desk: Desk) -> None:
    desk.seated()
    desk.hear(desk.far.header_sent)
    desk.hear(desk.far.entries())
    joined = desk.copy.pending()[0]
    desk.hear(desk.far.enter(joined))
    desk.disk.full = True
    assert desk.hear(desk.far.join()) == []
    assert "full" in desk.sentence
    desk.disk.full = False
    desk.wait(5)
    assert isinstance(desk.hear(desk.far.entries(desk.copy.log.length))[-1], Submit)


# Talk


def test_chats_where_the_table_has_chat(desk: Desk) -> None:
    desk.seated()
    desk.machine.say("  Go\x1b[31m on " + "x" * 300, desk.now)
    (said,) = desk.said()
    assert isinstance(said, SendChat)
    assert said.text.startswith("Go[31m on xxx")
    assert len(said.text) == 200
    desk.machine.say("\n", desk.now)
    assert desk.said() == []
    desk.hear(desk.far.lobby(OWN, may_chat=False))
    with pytest.raises(NotNow, match="no chat"):
        desk.machine.say("hello", desk.now)


def test_points_at_things_during_the_match(desk: Desk) -> None:
    desk.seated()
    with pytest.raises(NotNow, match="not begun"):
        desk.machine.point("space", 7, desk.now)
    desk.playing()
    desk.machine.point("space", 7, desk.now)
    assert desk.said() == [SendPointer("space", 7)]
    desk.machine.lost(desk.peer, desk.now)
    with pytest.raises(NotNow, match="not connected"):
        desk.machine.point("space", 7, desk.now)


def test_keeps_the_latest_chat_lines_and_pointers(desk: Desk) -> None:
    desk.playing()
    desk.hear(*(ChatMessage(OTHER, "Clara", str(number)) for number in range(1_000)))
    desk.hear(*(PointerMessage(OTHER, "space", number) for number in range(1_000)))
    assert [line.text for line in desk.machine.status.chat] == [str(number) for number in range(950, 1_000)]
    assert [sign.target for sign in desk.machine.status.pointers] == list(range(992, 1_000))


def test_chat_must_come_from_a_seat_of_the_table(desk: Desk) -> None:
    desk.playing()
    assert desk.hear(ChatMessage(None, "Watcher", "hello")) == []
    assert desk.hear(PointerMessage(Seat(3), "space", 1)) == [Bye(Reason.PROTOCOL)]


def test_an_attendance_of_another_size_is_invalid(desk: Desk) -> None:
    desk.playing()
    desk.hear(TableAttendance((Attendance.HERE,), 0, True, None))  # noqa: FBT003
    assert desk.machine.status.attendance is None


# The connection


def test_sends_heartbeats_when_idle(desk: Desk) -> None:
    desk.seated()
    assert desk.wait(4) == []
    assert desk.wait(1) == [Heartbeat()]
    assert desk.wait(5) == [Heartbeat()]


def test_disconnects_from_a_silent_host_and_reconnects(desk: Desk) -> None:
    desk.playing()
    desk.wait(19)
    desk.hear(Heartbeat())
    assert Bye(Reason.SILENT) not in desk.wait(19)
    assert desk.wait(1) == [Bye(Reason.SILENT)]
    assert (desk.machine.phase, desk.machine.returns) == (Phase.CONNECTING, True)
    assert "The host has not answered for a while" in desk.sentence
    desk.connect()
    assert desk.machine.status.problem is None


@pytest.mark.parametrize("reason", list(Reason))
def test_a_bye_ends_the_connection_unless_a_retry_may_help(desk: Desk, reason: Reason) -> None:
    desk.playing()
    desk.hear(Bye(reason))
    back = reason in (Reason.SILENT, Reason.IDLE, Reason.SLOW, Reason.GARBLED, Reason.FAULT, Reason.CLOSED)
    assert desk.machine.returns is back
    assert desk.machine.phase is (Phase.CONNECTING if back else Phase.ENDED)
    assert desk.machine.status.problem == ClientProblem(reason)


def test_says_bye_when_leaving(desk: Desk) -> None:
    desk.playing()
    desk.machine.leave(desk.now)
    assert desk.said() == [Bye(Reason.LEFT)]
    assert (desk.machine.phase, desk.machine.returns) == (Phase.ENDED, False)
    with pytest.raises(NotNow, match="left the table"):
        desk.decide()
    assert desk.connect() == [Bye(Reason.LEFT)]


def test_ignores_messages_of_a_closed_connection(desk: Desk) -> None:
    desk.playing()
    old = desk.peer
    desk.machine.lost(old, desk.now)
    desk.connect()
    desk.machine.received(old, Bye(Reason.REMOVED), desk.now)
    desk.machine.lost(old, desk.now)
    assert desk.machine.phase is Phase.CATCHING_UP


def test_a_second_hello_of_the_host_is_invalid(desk: Desk) -> None:
    desk.playing()
    assert desk.hear(Hello(HOST_KEYS.public, bytes(64), PeerRole.HOST)) == [Bye(Reason.PROTOCOL)]


def test_an_unreadable_message_ends_the_connection_with_a_sentence(desk: Desk) -> None:
    desk.seated()
    desk.machine.received_invalid(desk.peer)
    assert desk.said() == [Bye(Reason.PROTOCOL)]
    assert (desk.machine.phase, desk.machine.returns) == (Phase.ENDED, False)
    assert "sent an invalid message" in desk.sentence


def test_entries_before_the_header_are_invalid(desk: Desk) -> None:
    desk.seated()
    assert desk.hear(desk.far.entries()) == [Bye(Reason.PROTOCOL)]
