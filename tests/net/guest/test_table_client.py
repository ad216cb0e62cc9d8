"""The spectator's machine: the same entries as everyone's, and nothing of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from net.guest.table_client import SpectatorClient
from net.status import Phase
from net.wire.effects import Drop, Effect, Peer, Send
from net.wire.messages import Bye, Confirm, Have, HostMessage, Reason, RefusedSubmission, SendChat
from rules.engine.secrecy import HIDDEN, PUBLIC
from saves.faults import Fault
from saves.log.public_hash import public_hash
from saves.storage.replica import Replica
from tests.sample_game.registered import boxes
from tests.support.remote_host import FullDisk, RemoteHost
from tests.support.sample_match import HOST_KEYS, Identity

WATCHER = Identity(bytes([9]) * 32)
PEER = Peer(3)


@pytest.fixture
def far() -> RemoteHost:
    return RemoteHost()


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[SpectatorClient]:
    def make(header: bytes) -> Replica:
        return Replica.create(tmp_path, header, WATCHER, boxes=boxes, disk=FullDisk())

    machine = SpectatorClient(WATCHER.public, make)
    yield machine
    if machine.replica is not None:
        machine.replica.close()


def hear(machine: SpectatorClient, *messages: HostMessage) -> list[Effect]:
    for message in messages:
        machine.received(PEER, message, 1.0)
    effects, machine.outbox[:] = list(machine.outbox), []
    return effects


def watching(machine: SpectatorClient, far: RemoteHost) -> SpectatorClient:
    machine.connected(PEER, HOST_KEYS.public, 0.0)
    hear(machine, far.header_sent, far.entries())
    return machine


def test_sees_the_lobby_and_the_whole_match(machine: SpectatorClient, far: RemoteHost) -> None:
    machine.connected(PEER, HOST_KEYS.public, 0.0)
    assert hear(machine, far.lobby()) == [Send(PEER, Have(b"", 0, b""))]
    assert machine.phase is Phase.LOBBY
    far.begun()
    hear(machine, far.header_sent)
    (confirm,) = hear(machine, far.entries())
    assert confirm == Send(PEER, Confirm(far.log.length, public_hash(far.log)))
    assert machine.phase is Phase.PLAYING
    assert machine.status.seats == ()


def test_contributes_nothing_to_the_start(machine: SpectatorClient, far: RemoteHost) -> None:
    watching(machine, far)
    assert machine.phase is Phase.BEGINNING
    assert hear(machine, far.join()) == [Send(PEER, Confirm(2, public_hash(far.log)))]


def test_opens_no_seal(machine: SpectatorClient, far: RemoteHost) -> None:
    watching(machine, far.begun())
    copy = machine.replica
    assert copy is not None
    assert all(hand.cards is HIDDEN for hand in copy.log.state.hands)
    assert copy.log.state == far.log.config.game.view(far.log.state, PUBLIC)


def test_chats_if_allowed(machine: SpectatorClient, far: RemoteHost) -> None:
    machine.connected(PEER, HOST_KEYS.public, 0.0)
    hear(machine, far.lobby())
    machine.say("Well laid!", 1.0)
    assert hear(machine) == [Send(PEER, SendChat("Well laid!"))]


def test_a_refusal_to_a_spectator_is_invalid(machine: SpectatorClient, far: RemoteHost) -> None:
    watching(machine, far)
    assert hear(machine, RefusedSubmission(bytes(32), Fault.STALE, "", ())) == [Drop(PEER, Reason.PROTOCOL)]


def test_spectators_may_be_forbidden(machine: SpectatorClient) -> None:
    machine.connected(PEER, HOST_KEYS.public, 0.0)
    hear(machine, Bye(Reason.NO_WATCHING))
    assert (machine.phase, machine.returns) == (Phase.ENDED, False)
