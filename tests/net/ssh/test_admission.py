"""Who comes in by SSH, and who gives way: the rules alone, without sockets."""

from __future__ import annotations

import pytest

from net.ssh.admission import (
    FROM_ONE,
    IN_ALL,
    MOST_ARRIVING,
    MOST_FROM_ONE,
    MOST_SESSIONS,
    ConnectionGate,
    NoFreeSession,
    SessionInfo,
    make_room,
)


def stranger(key: str, line: str = "") -> SessionInfo:
    return SessionInfo(key.encode(), line or key, known=False)


def player(key: str, line: str = "") -> SessionInfo:
    return SessionInfo(key.encode(), line or key, known=True)


def test_few_may_be_logging_in_from_one_address() -> None:
    gate = ConnectionGate(0)
    assert [gate.knock("a", 0) for _ in range(MOST_FROM_ONE + 1)] == [True] * MOST_FROM_ONE + [False]
    assert gate.knock("b", 0)
    gate.through("a")
    assert gate.knock("a", 0)


def test_few_may_be_logging_in_at_all() -> None:
    gate = ConnectionGate(0)
    assert [gate.knock(str(number), 0) for number in range(MOST_ARRIVING + 1)] == [True] * MOST_ARRIVING + [False]
    gate.through("0")
    assert gate.knock("another", 0)


def test_an_address_that_comes_too_often_waits() -> None:
    gate = ConnectionGate(0)
    for _ in range(int(FROM_ONE.burst)):
        assert gate.knock("a", 0)
        gate.through("a")
    assert not gate.knock("a", 0)
    assert gate.knock("b", 0)
    assert not gate.knock("a", 0.9 / FROM_ONE.per_second)
    assert gate.knock("a", 2.0 / FROM_ONE.per_second)


def test_who_is_turned_away_spends_nothing() -> None:
    gate = ConnectionGate(0)
    for _ in range(1000):
        gate.knock("a", 0)
    for _ in range(MOST_FROM_ONE):
        gate.through("a")
    left = int(FROM_ONE.burst) - MOST_FROM_ONE
    assert [gate.knock("a", 0) for _ in range(left)] == [True] * left


def test_from_all_addresses_together_only_so_many_come_and_are_remembered() -> None:
    gate = ConnectionGate(0)
    came = 0
    for number in range(10_000):
        if gate.knock(f"line {number}", 0):
            gate.through(f"line {number}")
            came += 1
    assert came == IN_ALL.burst
    assert gate.remembered == IN_ALL.burst
    assert gate.knock("later", 1000)
    assert gate.remembered == 1


def test_time_that_goes_back_gives_nothing() -> None:
    gate = ConnectionGate(100)
    for _ in range(int(FROM_ONE.burst)):
        assert gate.knock("a", 100)
        gate.through("a")
    assert not gate.knock("a", 50)


def test_there_is_room_for_eight() -> None:
    eight = [stranger(f"key {number}") for number in range(MOST_SESSIONS)]
    assert make_room(eight[:-1], stranger("one more")) == []
    with pytest.raises(NoFreeSession, match=f"All {MOST_SESSIONS} places"):
        make_room(eight, stranger("one more"))


def test_a_key_gives_way_to_itself() -> None:
    eight = [player(f"key {number}") for number in range(MOST_SESSIONS)]
    assert make_room(eight, player("key 5", "elsewhere")) == [5]


def test_whoever_has_the_code_gets_the_place_of_the_stranger_who_came_first() -> None:
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
