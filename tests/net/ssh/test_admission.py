"""Who comes in by SSH, and who gives way: the rules alone, without sockets."""

from __future__ import annotations

import pytest

from net.ssh.admission import (
    ADDRESS_RATE,
    MAX_PENDING_LOGINS,
    MAX_PER_ADDRESS,
    MAX_SESSIONS,
    TOTAL_RATE,
    ConnectionGate,
    NoFreeSession,
    SessionInfo,
    make_room,
)


def stranger(key: str, line: str = "") -> SessionInfo:
    return SessionInfo(key.encode(), line or key, knows_code=False)


def player(key: str, line: str = "") -> SessionInfo:
    return SessionInfo(key.encode(), line or key, knows_code=True)


def test_parallel_logins_of_one_address_are_limited() -> None:
    gate = ConnectionGate(0)
    assert [gate.admit("a", 0) for _ in range(MAX_PER_ADDRESS + 1)] == [True] * MAX_PER_ADDRESS + [False]
    assert gate.admit("b", 0)
    gate.release("a")
    assert gate.admit("a", 0)


def test_parallel_logins_are_limited() -> None:
    gate = ConnectionGate(0)
    assert [gate.admit(str(number), 0) for number in range(MAX_PENDING_LOGINS + 1)] == [True] * MAX_PENDING_LOGINS + [
        False
    ]
    gate.release("0")
    assert gate.admit("another", 0)


def test_an_address_that_connects_too_often_waits() -> None:
    gate = ConnectionGate(0)
    for _ in range(int(ADDRESS_RATE.burst)):
        assert gate.admit("a", 0)
        gate.release("a")
    assert not gate.admit("a", 0)
    assert gate.admit("b", 0)
    assert not gate.admit("a", 0.9 / ADDRESS_RATE.per_second)
    assert gate.admit("a", 2.0 / ADDRESS_RATE.per_second)


def test_a_rejected_connection_costs_no_token() -> None:
    gate = ConnectionGate(0)
    for _ in range(1000):
        gate.admit("a", 0)
    for _ in range(MAX_PER_ADDRESS):
        gate.release("a")
    left = int(ADDRESS_RATE.burst) - MAX_PER_ADDRESS
    assert [gate.admit("a", 0) for _ in range(left)] == [True] * left


def test_connections_and_remembered_addresses_are_limited() -> None:
    gate = ConnectionGate(0)
    came = 0
    for number in range(10_000):
        if gate.admit(f"line {number}", 0):
            gate.release(f"line {number}")
            came += 1
    assert came == TOTAL_RATE.burst
    assert gate.tracked == TOTAL_RATE.burst
    assert gate.admit("later", 1000)
    assert gate.tracked == 1


def test_a_clock_running_backwards_gives_no_token() -> None:
    gate = ConnectionGate(100)
    for _ in range(int(ADDRESS_RATE.burst)):
        assert gate.admit("a", 100)
        gate.release("a")
    assert not gate.admit("a", 50)


def test_there_is_room_for_eight() -> None:
    eight = [stranger(f"key {number}") for number in range(MAX_SESSIONS)]
    assert make_room(eight[:-1], stranger("one more")) == []
    with pytest.raises(NoFreeSession, match=f"All {MAX_SESSIONS} places"):
        make_room(eight, stranger("one more"))


def test_a_later_session_of_a_key_replaces_its_earlier_one() -> None:
    eight = [player(f"key {number}") for number in range(MAX_SESSIONS)]
    assert make_room(eight, player("key 5", "elsewhere")) == [5]


def test_a_client_that_has_the_code_gets_the_place_of_the_stranger_who_came_first() -> None:
    eight = [player("a"), stranger("b"), stranger("c"), *(player(f"key {number}") for number in range(5))]
    assert make_room(eight, player("one more")) == [1]
    with pytest.raises(NoFreeSession):
        make_room([player(standing.key.decode()) for standing in eight], player("one more"))


def test_from_one_address_three_may_sit_and_a_stranger_there_gives_way() -> None:
    three = [player("a", "home"), player("b", "home"), stranger("c", "home")]
    assert make_room([stranger("x", "away"), *three], player("d", "home")) == [3]
    with pytest.raises(NoFreeSession, match="from your address"):
        make_room(three, stranger("d", "home"))
    assert make_room(three, stranger("d", "away")) == []


def test_one_stranger_who_goes_makes_room_in_both_ways() -> None:
    eight = [stranger("a", "home"), player("b", "home"), player("c", "home"), *(player(f"{n}") for n in range(5))]
    assert make_room(eight, player("d", "home")) == [0]
