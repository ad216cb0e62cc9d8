"""Who may try the table code: three free tries an address, then ever longer waits, and fifty at the table in all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.limits.code_attempts import (
    FREE_ATTEMPTS,
    MAX_DELAY,
    MAX_PENDING,
    MAX_PENDING_PER_ADDRESS,
    MAX_REMEMBERED,
    MAX_WRONG,
    AttemptRefused,
    AttemptResult,
    CodeAttempts,
    address_key,
)
from net.wire.handshake_error import HandshakeFailure

HERE = "192.168.1.20"
THERE = "192.168.1.21"
BUSY = AttemptRefused(HandshakeFailure.BUSY, 0)
CLOSED = AttemptRefused(HandshakeFailure.CLOSED, 0)


def address(number: int) -> str:
    """One of many."""
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def wrong(tries: CodeAttempts, where: str, now: float = 0.0) -> None:
    """A whole handshake with a wrong code."""
    assert tries.begin(where, now) is None
    tries.finish(where, AttemptResult.WRONG, now)


def closed_table() -> CodeAttempts:
    """A table at which every try that it takes was wrong."""
    tries = CodeAttempts()
    for number in range(MAX_WRONG):
        wrong(tries, address(number))
    return tries


def test_after_three_attempts_the_delay_doubles_up_to_a_minute() -> None:
    tries, now, waits = CodeAttempts(), 100.0, list[int]()
    for _ in range(FREE_ATTEMPTS):
        wrong(tries, HERE, now)
    for _ in range(9):
        asked = tries.begin(HERE, now)
        assert asked is not None
        assert asked.kind is HandshakeFailure.WAIT
        waits.append(asked.seconds)
        assert tries.begin(HERE, now + asked.seconds - 0.001) == AttemptRefused(HandshakeFailure.WAIT, 1)
        now += asked.seconds
        wrong(tries, HERE, now)
    assert waits == [1, 2, 4, 8, 16, 32, MAX_DELAY, MAX_DELAY, MAX_DELAY]


def test_other_addresses_do_not_wait() -> None:
    tries = CodeAttempts()
    for _ in range(FREE_ATTEMPTS):
        wrong(tries, HERE)
    assert tries.begin(THERE, 0.0) is None


def test_the_right_code_clears_an_address() -> None:
    tries = CodeAttempts()
    for _ in range(FREE_ATTEMPTS - 1):
        wrong(tries, HERE)
    assert tries.begin(HERE, 0.0) is None
    tries.finish(HERE, AttemptResult.PASSED, 0.0)
    for _ in range(FREE_ATTEMPTS - 1):
        wrong(tries, HERE)
    assert tries.begin(HERE, 0.0) is None


def test_a_handshake_without_an_attempt_does_not_count() -> None:
    tries = CodeAttempts()
    for _ in range(100):
        assert tries.begin(HERE, 0.0) is None
        tries.finish(HERE, AttemptResult.UNSPENT, 0.0)
    assert tries.wrong == 0


def test_parallel_attempts_do_not_avoid_the_delay() -> None:
    tries = CodeAttempts()
    wrong(tries, HERE)
    assert [tries.begin(HERE, 0.0) for _ in range(3)] == [None, None, BUSY]
    for _ in range(2):
        tries.finish(HERE, AttemptResult.WRONG, 0.0)
    assert tries.begin(HERE, 1.0) is None
    assert tries.begin(HERE, 1.0) == BUSY, "who has had its free tries has one at a time"


def test_at_most_three_parallel_attempts_per_address_and_eight_in_all() -> None:
    tries = CodeAttempts()
    assert [tries.begin(HERE, 0.0) for _ in range(4)] == [None] * MAX_PENDING_PER_ADDRESS + [BUSY]
    others = [tries.begin(address(number), 0.0) for number in range(MAX_PENDING)]
    assert others.count(None) == MAX_PENDING - MAX_PENDING_PER_ADDRESS
    assert others[-1] == BUSY
    tries.finish(HERE, AttemptResult.UNSPENT, 0.0)
    assert tries.begin(THERE, 0.0) is None


def test_after_fifty_wrong_codes_newcomers_are_blocked_until_the_host_unblocks() -> None:
    tries = closed_table()
    assert tries.closed
    assert tries.begin(HERE, 1000.0) == CLOSED
    tries.reopen()
    assert not tries.closed
    assert tries.begin(HERE, 1000.0) is None


def test_an_address_that_knew_the_code_is_trusted() -> None:
    tries = CodeAttempts()
    assert tries.begin(HERE, 0.0) is None
    tries.finish(HERE, AttemptResult.PASSED, 0.0)
    for number in range(MAX_WRONG):
        wrong(tries, address(number))
    assert tries.begin(THERE, 0.0) == CLOSED
    assert tries.begin(HERE, 0.0) is None


def test_newcomers_do_not_displace_trusted_addresses() -> None:
    tries = CodeAttempts()
    assert tries.begin(HERE, 0.0) is None
    tries.finish(HERE, AttemptResult.PASSED, 0.0)
    for number in range(MAX_PENDING):
        assert tries.begin(address(number), 0.0) is None
    assert tries.begin(THERE, 0.0) == BUSY
    assert [tries.begin(HERE, 0.0) for _ in range(4)] == [None] * MAX_PENDING_PER_ADDRESS + [BUSY]


def test_parallel_attempts_stop_at_the_fiftieth() -> None:
    tries = CodeAttempts()
    for number in range(MAX_WRONG - 2):
        wrong(tries, address(number))
    assert [tries.begin(address(100 + number), 0.0) for number in range(3)] == [None, None, BUSY]


def test_reopening_keeps_delays() -> None:
    tries = closed_table()
    tries.reopen()
    for _ in range(FREE_ATTEMPTS):
        wrong(tries, HERE, 5.0)
    tries.reopen()
    assert tries.begin(HERE, 5.0) == AttemptRefused(HandshakeFailure.WAIT, 1)


def test_finishing_an_unknown_attempt_fails() -> None:
    with pytest.raises(ValueError, match="no handshake"):
        CodeAttempts().finish(HERE, AttemptResult.WRONG, 0.0)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"),
        ("192.168.1.20", "::ffff:192.168.1.20"),
        ("fe80::1%eth0", "fe80::1%wlan0"),
    ],
)
def test_addresses_of_one_network_count_as_one(one: str, other: str) -> None:
    assert address_key(one) == address_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:3::1"),
        ("192.168.1.20", "192.168.1.21"),
        ("fe80::1%eth0", "fe80::2%eth0"),
        ("::1", "127.0.0.1"),
        ("ssh", "here"),
    ],
)
def test_addresses_of_different_networks_count_separately(one: str, other: str) -> None:
    assert address_key(one) != address_key(other)


@given(st.lists(st.tuples(st.integers(0, 1 << 20), st.sampled_from(AttemptResult)), max_size=200), st.booleans())
def test_memory_stays_bounded_whatever_addresses_come(visits: list[tuple[int, AttemptResult]], obliging: bool) -> None:
    tries, now = CodeAttempts(), 0.0
    for number, outcome in [*visits, *((number, AttemptResult.WRONG) for number in range(2 * MAX_REMEMBERED))]:
        now += 0.1
        if obliging and tries.closed:
            tries.reopen()
        if tries.begin(address(number), now) is None:
            tries.finish(address(number), outcome, now)
    assert tries.remembered <= 2 * MAX_REMEMBERED


def due(seconds: float) -> int:
    """How many tries an address can have had after so long, all of them wrong."""
    tries, waited = FREE_ATTEMPTS, 1
    while waited <= seconds:
        tries += 1
        waited += min(2 ** (tries - FREE_ATTEMPTS), MAX_DELAY)
    return tries


@given(
    st.lists(st.tuples(st.sampled_from(["enter", "leave", "reopen"]), st.integers(0, 2), st.floats(0, 3)), max_size=150)
)
def test_a_guesser_never_has_more_attempts_than_allowed(steps: list[tuple[str, int, float]]) -> None:
    tries, now, standing, let_in = CodeAttempts(), 0.0, [0] * 3, [0] * 3
    for step, who, later in steps:
        now += later
        if step == "enter" and tries.begin(address(who), now) is None:
            standing[who] += 1
            let_in[who] += 1
        elif step == "leave" and standing[who]:
            standing[who] -= 1
            tries.finish(address(who), AttemptResult.WRONG, now)
        elif step == "reopen":
            tries.reopen()
        assert max(standing) <= MAX_PENDING_PER_ADDRESS
        assert sum(standing) <= MAX_PENDING
        assert max(let_in) <= due(now)
