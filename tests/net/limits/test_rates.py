"""How much one guest may ask for: so much at once, so much a second after that, and never more in all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.limits.rates import (
    ANSWERS_TO_ENTRIES,
    BYTES,
    CHAT,
    MAX_ANSWERS,
    MAX_IDLE,
    MAX_REMEMBERED,
    MESSAGES,
    REFUSED,
    PeerLimits,
    PeerLimitsCache,
    RateLimit,
    TokenBucket,
)


def how_often(rates: PeerLimits, size: int, now: float, most: int = 1000) -> int:
    """How many messages of this size may come at one moment."""
    taken = 0
    while taken < most and rates.allow_message(size, now):
        taken += 1
    return taken


def test_forty_messages_at_once_and_twenty_a_second_after_that() -> None:
    rates = PeerLimits(0.0)
    assert how_often(rates, 10, 0.0) == 40
    assert how_often(rates, 10, 0.5) == 10
    assert how_often(rates, 10, 1.5) == 20
    assert how_often(rates, 10, 100.0) == 40


def test_one_mebibyte_at_once_and_an_eighth_of_it_a_second_after_that() -> None:
    rates = PeerLimits(0.0)
    assert how_often(rates, 256 << 10, 0.0) == 4
    assert how_often(rates, 64 << 10, 1.0) == 2


def test_a_message_of_the_largest_size_fits() -> None:
    assert PeerLimits(0.0).allow_message(300 << 10, 0.0)


def test_a_client_that_is_sent_entries_may_confirm_and_decide() -> None:
    rates = PeerLimits(0.0)
    for _ in range(30):
        rates.expect_answers(ANSWERS_TO_ENTRIES)
    assert how_often(rates, 10, 0.0) == 60 + 40
    for _ in range(MAX_ANSWERS):
        rates.expect_answers(ANSWERS_TO_ENTRIES)
    assert how_often(rates, 10, 0.0, 2 * MAX_ANSWERS) == MAX_ANSWERS


def test_chat_has_its_own_limit() -> None:
    rates = PeerLimits(0.0)
    assert [rates.allow_chat(0.0) for _ in range(6)] == [True] * 5 + [False]
    assert rates.allow_message(10, 0.0)
    assert rates.allow_chat(1.0)


def test_refused_submissions_count_for_more() -> None:
    rates = PeerLimits(0.0)
    refused = 0
    while rates.allow_message(100, 0.0) and rates.allow_refused_submission(0.0):
        refused += 1
    assert refused == MESSAGES.burst // (1 + REFUSED)


@given(
    st.sampled_from([MESSAGES, BYTES, CHAT]),
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 10)), max_size=60),
)
def test_no_more_tokens_are_taken_than_were_filled(allowance: RateLimit, asked: list[tuple[float, float]]) -> None:
    bucket, now, taken = TokenBucket(allowance, allowance.burst, 0.0), 0.0, 0.0
    for share, later in asked:
        now += later
        amount = share * allowance.burst
        taken += amount if bucket.take(amount, now) else 0.0
        assert taken <= (allowance.burst + now * allowance.per_second) * (1 + 1e-9)
        assert 0 <= bucket.tokens <= allowance.burst


def test_a_clock_running_backwards_fills_nothing() -> None:
    rates = PeerLimits(100.0)
    assert how_often(rates, 10, 100.0) == 40
    assert how_often(rates, 10, 50.0) == 0
    assert how_often(rates, 10, 100.0) == 0
    assert how_often(rates, 10, 101.0) == 20


@pytest.mark.parametrize("amount", [41, 1e9])
def test_a_request_above_capacity_is_refused_and_costs_nothing(amount: float) -> None:
    bucket = TokenBucket(MESSAGES, MESSAGES.burst, 0.0)
    assert not bucket.take(amount, 0.0)
    assert bucket.take(40, 0.0)


def test_a_returning_client_keeps_its_limits() -> None:
    kept = PeerLimitsCache()
    assert how_often(kept.get("Bruno", 0.0), 10, 0.0) == 40
    assert how_often(kept.get("Bruno", 0.0), 10, 0.0) == 0
    assert how_often(kept.get("Clara", 0.0), 10, 0.0) == 40
    assert how_often(kept.get("Bruno", 0.5), 10, 0.5) == 10
    rates = kept.get("Bruno", 1.5)
    assert [rates.allow_chat(1.5) for _ in range(6)] == [True] * 5 + [False]
    assert not kept.get("Bruno", 1.5).allow_chat(1.5)


def test_reconnecting_does_not_refill_the_chat_limit() -> None:
    kept = PeerLimitsCache()
    rates, now = kept.get("Bruno", 0.0), 2 * MAX_IDLE
    while rates.allow_chat(now):
        pass
    assert not kept.get("Bruno", now).allow_chat(now)
    for number in range(3 * MAX_REMEMBERED):
        kept.get(number, now - 1)
    assert not kept.get("Bruno", now).allow_chat(now)


def test_expected_answers_end_with_their_connection() -> None:
    kept = PeerLimitsCache()
    kept.get("Bruno", 0.0).expect_answers(ANSWERS_TO_ENTRIES)
    assert how_often(kept.get("Bruno", 0.0), 10, 0.0) == 40


def test_remembered_limits_are_bounded_in_number_and_time() -> None:
    kept = PeerLimitsCache()
    for number in range(3 * MAX_REMEMBERED):
        assert how_often(kept.get(number, 0.0), 10, 0.0) == 40
        assert how_often(kept.get(0, 0.0), 10, 0.0) == 0
        assert len(kept) <= MAX_REMEMBERED
    kept.get("Anna", MAX_IDLE + 1)
    assert len(kept) == 1
