"""The start of a match with guests: all commit to a nonce before any of them opens one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.engine.entropy import derive_entropy
from rules.engine.secrecy import PUBLIC, Seat
from saves.faults import Fault, InvalidEntry
from saves.format.entries import (
    JoinBody,
    NonceBody,
    RekeyBody,
    SeatBody,
    StartBody,
    Submission,
    read_entry,
    sign_submission,
)
from saves.log.append_entry import append
from saves.log.match_log import Log, LogStage
from saves.log.nonces import nonce_commitment
from saves.log.signing import sign_join, sign_move, sign_nonce
from tests.support.sample_match import GUEST_KEYS, HOST_KEYS, NONCE, STRANGER_KEYS, SampleTable, table_of

OTHER = bytes([6]) * 32
COMMITTED = table_of((1, 2, 1))
"""Three seats and two guests, of which the first holds two; the host holds none."""


def join(table: SampleTable, keys: object = GUEST_KEYS, nonce: bytes = NONCE) -> SampleTable:
    """Return the match after this guest has joined."""
    return table.enter(sign_join(table.log, keys, nonce))  # type: ignore[arg-type]


JOINED = join(join(COMMITTED, STRANGER_KEYS, OTHER))


def opened(table: SampleTable) -> SampleTable:
    """Return the match after both guests have opened their nonces."""
    table = table.enter(sign_nonce(table.log, STRANGER_KEYS, OTHER))
    return table.enter(sign_nonce(table.log, GUEST_KEYS, NONCE))


def test_the_match_starts_by_itself_with_all_nonces_in_the_order_of_the_clients() -> None:
    table = opened(JOINED)
    assert table.log.stage is LogStage.PLAYING
    assert table.log.nonces == (NONCE, OTHER)
    assert table.log.due.seats == (0, 1, 2)


def test_until_then_nobody_is_asked_for_a_move_and_nothing_is_dealt() -> None:
    for table in (COMMITTED, JOINED):
        assert table.log.stage is LogStage.COMMITTED
        assert (table.log.due.seats, table.log.due.dealer, table.log.over) == ((), False, False)


def test_every_guests_nonce_changes_every_draw() -> None:
    other = join(join(COMMITTED, STRANGER_KEYS, NONCE))
    other = other.enter(sign_nonce(other.log, GUEST_KEYS, NONCE))
    other = other.enter(sign_nonce(other.log, STRANGER_KEYS, NONCE))
    assert other.log.state.hands != opened(JOINED).log.state.hands


def test_a_guest_joins_for_the_lowest_of_its_seats_and_answers_the_commitment() -> None:
    assert COMMITTED.log.openers == (COMMITTED.log.head, COMMITTED.log.head, None)
    after = join(COMMITTED)
    assert after.log.openers == (after.log.head, COMMITTED.log.head, None)


def test_the_commitment_is_to_match_key_and_nonce() -> None:
    assert nonce_commitment(NONCE, bytes(16), GUEST_KEYS.public.sign) == derive_entropy(
        "galli-tui nonce", bytes(16), GUEST_KEYS.public.sign, NONCE
    )


def test_only_seats_that_owe_a_nonce_can_sign_one() -> None:
    cases: list[tuple[Callable[..., bytes], Log, object]] = [
        (sign_join, COMMITTED.log, HOST_KEYS),
        (sign_join, JOINED.log, GUEST_KEYS),
        (sign_join, opened(JOINED).log, GUEST_KEYS),
        (sign_nonce, COMMITTED.log, GUEST_KEYS),
        (sign_nonce, join(COMMITTED).log, GUEST_KEYS),
        (sign_nonce, opened(JOINED).log, GUEST_KEYS),
    ]
    for submit, log, keys in cases:
        with pytest.raises(ValueError):  # noqa: PT011
            submit(log, keys, NONCE)
    with pytest.raises(ValueError, match="not asked"):
        sign_move(COMMITTED.log, GUEST_KEYS, opened(JOINED).game.legal(opened(JOINED).log.state, Seat(0))[0])


# What is refused


def joining(keys: object = GUEST_KEYS, nonce: bytes = NONCE) -> JoinBody:
    return JoinBody(nonce_commitment(nonce, bytes(16), keys.public.sign))  # type: ignore[attr-defined]


def again() -> tuple[Log, bytes]:
    """Return a second join by the guest, with the next counter and what its nonce should answer."""
    table = join(COMMITTED)
    return table.log, table.decided(joining(nonce=OTHER), 0)


def two_joins() -> tuple[Log, bytes]:
    """Return a match that the guest has joined, and a second join that it has signed."""
    table = join(COMMITTED)
    draft = Submission(table.header.match, Seat(0), 0, COMMITTED.log.head, joining(nonce=OTHER))
    return table.log, table.forged(SeatBody(sign_submission(draft, GUEST_KEYS)))


CASES: dict[str, tuple[Fault, Callable[[], tuple[Log, bytes]]]] = {
    "a join for another of its seats": (Fault.WRONG_JOIN, lambda: (COMMITTED.log, COMMITTED.decided(joining(), 2))),
    "a join of the host's": (
        Fault.WRONG_JOIN,
        lambda: (table_of((0, 1)).log, table_of((0, 1)).decided(joining(HOST_KEYS), 0)),
    ),
    "a join after the join": (Fault.WRONG_JOIN, again),
    "a second join": (Fault.SEAT_FORK, two_joins),
    "a join by another key": (
        Fault.SEAT_SIGNATURE,
        lambda: (COMMITTED.log, COMMITTED.decided(joining(), 0, STRANGER_KEYS)),
    ),
    "a join to another commitment": (
        Fault.STALE,
        lambda: (COMMITTED.log, COMMITTED.decided(joining(), 0, answers=bytes(32))),
    ),
    "a join after the start": (
        Fault.WRONG_STAGE,
        lambda: (opened(JOINED).log, opened(JOINED).decided(joining(), 0)),
    ),
    "a nonce before the last join": (
        Fault.EARLY_NONCE,
        lambda: (join(COMMITTED).log, join(COMMITTED).decided(NonceBody(NONCE), 0)),
    ),
    "a nonce of one who has not joined": (
        Fault.EARLY_NONCE,
        lambda: (COMMITTED.log, COMMITTED.decided(NonceBody(NONCE), 0)),
    ),
    "another nonce": (Fault.WRONG_NONCE, lambda: (JOINED.log, JOINED.decided(NonceBody(OTHER), 0))),
    "another guest's nonce": (Fault.WRONG_NONCE, lambda: (JOINED.log, JOINED.decided(NonceBody(NONCE), 1))),
    "a nonce to another join": (
        Fault.STALE,
        lambda: (JOINED.log, JOINED.decided(NonceBody(NONCE), 0, answers=COMMITTED.log.head)),
    ),
    "a start without nonces": (Fault.WRONG_START, lambda: (JOINED.log, JOINED.forged(StartBody(())))),
    "a start with a nonce that is not open": (
        Fault.WRONG_START,
        lambda: (JOINED.log, JOINED.forged(StartBody((NONCE, OTHER)))),
    ),
    "a start before the joins": (Fault.WRONG_START, lambda: (COMMITTED.log, COMMITTED.forged(StartBody(())))),
    "a seat given away before the start": (
        Fault.WRONG_STAGE,
        lambda: (COMMITTED.log, COMMITTED.forged(RekeyBody(Seat(0), HOST_KEYS.public, None, None))),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_an_invalid_start_is_refused(name: str) -> None:
    fault, case = CASES[name]
    at, raw = case()
    with pytest.raises(InvalidEntry) as caught:
        append(at, raw)
    assert caught.value.fault is fault


def test_a_nonce_that_comes_again_is_refused() -> None:
    nonce = sign_nonce(JOINED.log, GUEST_KEYS, NONCE)
    table = JOINED.enter(nonce)
    for raw, fault in ((nonce, Fault.REPLAYED), (table.decided(NonceBody(NONCE), 0), Fault.WRONG_JOIN)):
        entry = table.forged(SeatBody(raw)) if raw is nonce else raw
        with pytest.raises(InvalidEntry) as caught:
            append(table.log, entry)
        assert caught.value.fault is fault


def test_a_start_that_leaves_a_nonce_out_or_changes_their_order_is_refused() -> None:
    whole = opened(JOINED)
    start = next(number for number, raw in enumerate(whole.raws) if isinstance(read_entry(raw).body, StartBody))
    table = whole._replace(log=whole.seen_by(whole.log.config.reader, entries=start))
    for nonces in ((OTHER, NONCE), (NONCE,), (NONCE, OTHER, NONCE)):
        with pytest.raises(InvalidEntry) as caught:
            append(table.log, table.forged(StartBody(nonces)))
        assert caught.value.fault is Fault.WRONG_START


def test_every_replica_follows_the_start() -> None:
    table = opened(JOINED)
    for keys in (GUEST_KEYS, STRANGER_KEYS, None):
        log = table.seen_by(table.reader_of(keys))
        assert table.game.view(log.state, PUBLIC) == table.game.view(table.log.state, PUBLIC)
        assert (log.nonces, log.joins, log.counters) == (table.log.nonces, table.log.joins, table.log.counters)
