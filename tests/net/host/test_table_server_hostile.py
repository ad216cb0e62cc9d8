"""Hostile guests and spectators send arbitrary messages: the table server never fails and logs nothing invalid."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from net.host.roster import MAX_CONNECTIONS
from net.status import Phase
from net.wire.message_codec import MessageError, decode_guest_message, encode_guest_message
from net.wire.messages import (
    MAX_SPECTATORS,
    Bye,
    Confirm,
    GuestMessage,
    Have,
    Heartbeat,
    Hello,
    LeaveSeat,
    PeerRole,
    Ready,
    Reason,
    SendChat,
    SendPointer,
    Submit,
    TakeSeat,
)
from rules.engine.secrecy import Seat
from saves.format.entries import Submission, read_submission, sign_submission
from saves.format.header import game_of
from saves.format.identity import Identity
from saves.format.private_records import PrivateState
from saves.log.decryption import PublicReader
from saves.log.public_hash import public_hash
from saves.storage.file_contents import FileContents, replay
from tests.sample_game.registered import boxes
from tests.support.net_room import BRUNO, CLARA, ONE, THREE, TWO, Guest, Room, house, new_room, playing
from tests.support.sample_match import HOST_KEYS

MALLORY = Identity(bytes([77]) * 32)
HASHES = st.sampled_from([b"", bytes(32)])
LENGTHS = st.integers(0, 60)
SEATS = st.integers(0, 31).map(Seat)
TEXTS = st.text(max_size=30)
SIGNERS = st.sampled_from([BRUNO, CLARA, MALLORY, HOST_KEYS])

Action = Callable[[Room, Guest], None]
"""An action of a hostile client."""


def says(message: GuestMessage) -> Action:
    """Return the message in these bytes; None if they are not one."""

    def do(room: Room, guest: Guest) -> None:
        try:
            heard = decode_guest_message(encode_guest_message(message))
        except MessageError:
            return
        room.machine.received(guest.peer, heard, room.now)

    return do


def submits(changes: dict[str, object], signer: Identity, flipped: int | None) -> Action:
    """Return a submission made from the last valid one in the log, with something wrong."""

    def do(room: Room, guest: Guest) -> None:
        link = room.log.last_link if room.machine.match is not None else None
        while link is not None and link.submission is None:
            link = link.before
        if link is None or link.submission is None:
            return
        raw = sign_submission(Submission(*link.submission)._replace(**changes), signer)
        if flipped is not None:
            place = flipped % len(raw)
            raw = raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :]
        room.machine.received(guest.peer, Submit(raw), room.now)

    return do


def confirms_wrongly_what_is_not_known(room: Room, guest: Guest) -> None:
    """Hashes of old states are not kept for ever, and an unknown hash proves nothing."""
    room.machine.received(guest.peer, Confirm(0, bytes(32)), room.now)


def leaves(room: Room, guest: Guest) -> None:
    if guest.peer in room.guests:
        room.lose(guest)


def waits(room: Room, guest: Guest) -> None:
    room.now += 7
    room.machine.tick(room.now)


MESSAGES = st.one_of(
    st.builds(Hello, SIGNERS.map(lambda keys: keys.public), st.just(bytes(64)), st.sampled_from(PeerRole)),
    st.builds(Have, st.sampled_from([b"", bytes(16)]), LENGTHS, HASHES),
    st.builds(TakeSeat, SEATS, TEXTS, TEXTS),
    st.builds(LeaveSeat, SEATS),
    st.builds(Ready, st.booleans()),
    st.builds(Submit, st.binary(max_size=200)),
    st.builds(Confirm, st.integers(1_000, 60_000), HASHES),
    st.builds(SendChat, TEXTS),
    st.builds(SendPointer, TEXTS, st.integers(0, 1 << 16)),
    st.just(Heartbeat()),
    st.builds(Bye, st.sampled_from(Reason)),
)
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "match": st.just(bytes(16)),
        "seat": SEATS,
        "counter": st.integers(0, 9),
        "answers": st.just(bytes(32)),
    },
)
DEEDS = st.one_of(
    MESSAGES.map(says),
    st.builds(submits, CHANGES, SIGNERS, st.none() | st.integers(0, 400)),
    st.sampled_from([confirms_wrongly_what_is_not_known, leaves, waits]),
)


def bounded(room: Room) -> bool:
    """Return whether the server keeps no more than its limits allow."""
    status = room.machine.status
    return (
        len(status.chat) <= 50
        and len(status.pointers) <= 8
        and len(status.notices) <= 20
        and status.spectators <= MAX_SPECTATORS
        and len(room.guests) <= MAX_CONNECTIONS
    )


def lawful(room: Room) -> bool:
    """Return whether everyone can verify the log."""
    match = room.match
    contents = FileContents(match.header, PrivateState(), match.raw_entries())
    log, problem = replay(contents, game_of(match.header, boxes), PublicReader())
    return problem is None and public_hash(log) == public_hash(match.log)


@settings(max_examples=settings().max_examples // 2)  # Each plays a match to its end.
@given(actions=st.lists(st.tuples(st.sampled_from([BRUNO, CLARA, MALLORY]), DEEDS), max_size=25))
def test_hostile_guests_cannot_stop_a_match(actions: list[tuple[Identity, Action]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        room, (bruno, clara) = playing(Path(folder), guests=(BRUNO, CLARA), opened=house(may_chat=True))
        room.play(4)
        mallory = room.join(MALLORY, PeerRole.SPECTATOR)
        by = {BRUNO: bruno, CLARA: clara, MALLORY: mallory}
        before = list(room.match.raw_entries())
        for identity, action in actions:
            action(room, by[identity])
            room.flush()
            assert bounded(room)
        assert list(room.match.raw_entries())[: len(before)] == before
        assert room.machine.phase is Phase.PLAYING
        for guest in (bruno, clara):
            if guest.peer not in room.guests:
                room.join(guest.identity, known=guest)
        room.play()
        assert room.machine.phase is Phase.OVER
        assert lawful(room)
        assert all(guest.raws == list(room.match.raw_entries()) for guest in (bruno, clara))
        room.match.close()


@given(actions=st.lists(st.tuples(st.sampled_from([BRUNO, CLARA, MALLORY]), DEEDS), max_size=25))
def test_hostile_guests_cannot_prevent_the_start(
    actions: list[tuple[Identity, Action]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        room = new_room(Path(folder), 3)
        by = {identity: room.join(identity) for identity in (BRUNO, CLARA)}
        by[MALLORY] = room.join(MALLORY, PeerRole.SPECTATOR)
        for identity, action in actions:
            action(room, by[identity])
            room.flush()
            assert bounded(room)
            assert room.machine.phase is Phase.LOBBY
        for seat in (ONE, TWO, THREE):
            room.machine.seat_here(seat)
        room.begin()
        assert room.machine.phase is Phase.PLAYING
        room.match.close()


def test_a_flood_of_other_keys_leaves_nothing_behind(tmp_path: Path) -> None:
    room = new_room(tmp_path)
    for number in range(300):
        room.join(Identity(number.to_bytes(32, "big")), PeerRole.SPECTATOR if number % 2 else PeerRole.PLAYER)
        assert bounded(room)
    assert len(room.guests) == MAX_CONNECTIONS
    for guest in list(room.guests.values()):
        room.lose(guest)
    assert room.machine.status.spectators == 0


def test_a_valid_submission_sent_by_another_client_is_refused(tmp_path: Path) -> None:
    room, (bruno, clara) = playing(tmp_path, guests=(BRUNO, CLARA))
    room.machine.submit(room.match.game.legal(room.log.state, ONE)[0])
    room.flush()
    length = room.log.length
    submission = bruno.move(TWO)
    assert read_submission(submission).seat == TWO
    clara.send(Submit(submission))
    assert room.log.length == length
    bruno.send(Submit(submission))
    assert room.log.length > length
