"""The fold: which entries it accepts, the fault of every other one, and what each reader of a log learns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from typing import Any

import pytest
from nacl.bindings import crypto_secretbox_easy

from rules.engine.events import Move, Outcome
from rules.engine.plain_data import Plain
from rules.engine.secrecy import EVERYONE, HIDDEN, PUBLIC, Seat, Secret, only, redact, secrets
from saves.faults import Fault, InvalidEntry
from saves.format import entries
from saves.format.entries import (
    ENTRY_CONTEXT,
    MAX_CACHED,
    MAX_ENTRY,
    RESERVED,
    SUBMISSION_CONTEXT,
    AbandonedBody,
    CommitBody,
    Entry,
    MoveBody,
    OpenedBody,
    OutcomeBody,
    SeatBody,
    StartBody,
    Submission,
    TakebackBody,
    has_signature,
    read_entry,
    read_submission,
    sign_submission,
)
from saves.format.header import SCRIPTED
from saves.format.seals import derive_blind, entry_context, unwrap_blind
from saves.log import append_entry, signatures
from saves.log.append_entry import append
from saves.log.decryption import ClientReader
from saves.log.match_log import Log, LogStage, links_of, new_log
from tests.sample_game.rules import ChooseCandle, LightWindow, ShowCandles
from tests.saves.log import test_nonces, test_seat_transfer
from tests.support.sample_match import (
    GUEST_KEYS,
    HOST_KEYS,
    SECRET,
    STRANGER_KEYS,
    SampleTable,
    guest_reader,
    public_reader,
    two_clients,
)

BEGUN = two_clients()
"""Both seats are to choose; the guest holds seat 1."""
LIT = BEGUN.play(2)
"""Both have chosen, and a window is to be lit."""
ENDED = BEGUN.play()
OUTCOMES = [link.event for link in links_of(BEGUN.log) if isinstance(link.event, Outcome)]
"""The pile is set, and each seat draws."""


def first_of(table: SampleTable, seat: int) -> Move:
    """Return the first legal move of a seat."""
    return table.game.legal(table.log.state, Seat(seat))[0]


def dealt_by_hand(outcomes: int) -> SampleTable:
    """Return a match with scripted outcomes, after this number of the outcomes that began the other match."""
    table = two_clients(dealer=SCRIPTED)
    for outcome in OUTCOMES[:outcomes]:
        table = table._replace(log=table.host.append_outcome(table.log, outcome).log)
    return table


def unfinished_show() -> SampleTable:
    """Return a match in which both have chosen and the host has not revealed the candles yet."""
    table = dealt_by_hand(len(OUTCOMES))
    return chosen(chosen(table, 0), 1)


def honest_show(table: SampleTable) -> tuple[ShowCandles, OutcomeBody]:
    """Return what an honest host reveals, and the body of its entry."""
    show = table.game.deal(table.log.state, bytes(32))
    assert isinstance(show, ShowCandles)
    body = read_entry(table.host.append_outcome(table.log, show).entries[0]).body
    assert isinstance(body, OutcomeBody)
    return show, body


def problem_of(at: Log, raw: bytes) -> InvalidEntry:
    """Return the error that the fold raises for this entry."""
    with pytest.raises(InvalidEntry) as caught:
        append(at, raw)
    return caught.value


# What a log comes to


def test_a_whole_match_of_two_programs_ends_with_the_secret_open() -> None:
    assert ENDED.log.stage is LogStage.CLOSED
    assert isinstance(read_entry(ENDED.raws[-1]).body, OpenedBody)


def test_the_guest_knows_after_every_entry_what_its_seat_may_know_and_no_more() -> None:
    seen = new_log(ENDED.header, ENDED.game, guest_reader())
    whole = new_log(ENDED.header, ENDED.game, ClientReader(HOST_KEYS, 0, SECRET))
    for raw in ENDED.raws:
        seen, whole = append(seen, raw), append(whole, raw)
        assert seen.state == ENDED.game.view(whole.state, Seat(1))


def test_the_public_knows_after_every_entry_what_lies_open_and_no_more() -> None:
    seen = new_log(ENDED.header, ENDED.game, public_reader())
    whole = new_log(ENDED.header, ENDED.game, ClientReader(HOST_KEYS, 0, SECRET))
    for raw in ENDED.raws:
        seen, whole = append(seen, raw), append(whole, raw)
        assert seen.state == ENDED.game.view(whole.state, PUBLIC)


def test_the_host_without_its_secret_knows_no_more_than_its_seat() -> None:
    seen = ENDED.seen_by(ClientReader(HOST_KEYS, 0), entries=BEGUN.log.length)
    assert seen.state == ENDED.game.view(BEGUN.log.state, Seat(0))


def test_appending_leaves_the_log_it_was_asked_to_append_to_as_it_was() -> None:
    before = BEGUN.log._asdict()
    BEGUN.enter(BEGUN.submission(first_of(BEGUN, 0)))
    problem_of(BEGUN.log, BEGUN.forged(StartBody(())))
    assert all(BEGUN.log._asdict()[name] is value for name, value in before.items())


def test_two_seats_may_decide_at_once_in_any_order() -> None:
    first, second = (BEGUN.submission(first_of(BEGUN, seat)) for seat in (0, 1))
    assert BEGUN.enter(first).enter(second).log.state == BEGUN.enter(second).enter(first).log.state


def test_a_seat_that_is_still_asked_answers_the_same_entry_as_before() -> None:
    after = BEGUN.enter(BEGUN.submission(first_of(BEGUN, 0)))
    assert after.log.openers == (None, BEGUN.log.openers[1])


def test_counters_count_each_seats_own_decisions() -> None:
    assert BEGUN.log.counters == (0, 2), "the guest has joined and opened its nonce"
    assert BEGUN.enter(BEGUN.submission(first_of(BEGUN, 1))).log.counters == (0, 3)


def test_a_submission_sent_again_after_others_were_entered_still_fits() -> None:
    late = BEGUN.submission(first_of(BEGUN, 1))
    assert BEGUN.enter(BEGUN.submission(first_of(BEGUN, 0))).enter(late).log.length > BEGUN.log.length + 1


def test_an_abandoned_match_opens_its_secret_and_takes_no_more_moves() -> None:
    ended = BEGUN._replace(log=BEGUN.host.append_abandonment(BEGUN.log).log)
    assert ended.log.over
    assert [type(read_entry(raw).body) for raw in ended.raws[-2:]] == [AbandonedBody, OpenedBody]
    assert (
        problem_of(ended.log, ended.forged(SeatBody(BEGUN.submission(first_of(BEGUN, 0))))).fault is Fault.WRONG_STAGE
    )


# What it refuses

UNSEEN: Plain = False
"""How a hidden value is written."""


def choosing(candle: Plain, seat: int = 0, audience: int | None = None) -> MoveBody:
    """Return a choice without a seal."""
    return MoveBody(["choose", seat, [1 << seat if audience is None else audience, candle]], ())


def sealed_choice(table: SampleTable, seat: int, **changes: object) -> bytes:
    """Return an entry with an honest choice whose seal was changed before it was signed."""
    body = read_submission(table.submission(first_of(table, seat))).body
    assert isinstance(body, MoveBody)
    seal = body.seals[0]._replace(**changes)
    return table.decided(MoveBody(body.event, (seal,)), seat)


def illegal_choice(seat: int) -> bytes:
    """Return an entry with a correctly sealed choice of a candle that the seat does not hold."""
    hand = BEGUN.game.view(BEGUN.log.state, Seat(seat)).hands[seat].cards
    other = next(candle for candle in range(15) if candle not in hand)
    submission = BEGUN.submission(ChooseCandle(Seat(seat), Secret(only(Seat(seat)), other)))
    return BEGUN.forged(SeatBody(submission))


def lit_twice() -> tuple[Log, bytes]:
    """Return an entry that lights a lit window again."""
    table = LIT.play(1)
    window = next(window for window, owner in enumerate(table.log.state.windows) if owner is not None)
    seat = table.log.due.seats[0]
    return table.log, table.decided(table.open_move(LightWindow(seat, window)), seat)


def first_choice_again(*, other: bool) -> tuple[Log, bytes]:
    """Return a second submission with the counter of seat 1's choice: the same one, or another."""
    moves = BEGUN.game.legal(BEGUN.log.state, Seat(1))
    table = BEGUN.enter(BEGUN.submission(moves[0]))
    return table.log, table.forged(SeatBody(BEGUN.submission(moves[1 if other else 0])))


def before_the_start() -> SampleTable:
    """Return a match in which the host has only committed to its secret."""
    return BEGUN._replace(log=BEGUN.seen_by(ClientReader(HOST_KEYS, 0, SECRET), entries=1))


def elsewhere() -> bytes:
    """Return a choice that the guest made at the same point of another match."""
    other = two_clients(match=bytes([9]) * 16)
    return BEGUN.forged(SeatBody(other.submission(first_of(other, 1))))


def shown(openings: Callable[[OutcomeBody], OutcomeBody]) -> tuple[Log, bytes]:
    """Return an entry that reveals the candles with the wrong openings."""
    table = unfinished_show()
    return table.log, table.forged(openings(honest_show(table)[1]))


def opened(secret: bytes, *, openings: bool = True) -> tuple[Log, bytes]:
    """Return the last entry of an abandoned match in which seat 0 has chosen."""
    table = BEGUN.enter(BEGUN.submission(first_of(BEGUN, 0)))
    honest = table.host.append_abandonment(table.log)
    ended = table._replace(log=append(table.log, honest.entries[0]))
    body = read_entry(honest.entries[1]).body
    assert isinstance(body, OpenedBody)
    assert body.openings
    return ended.log, ended.forged(OpenedBody(secret, body.openings if openings else ()))


CASES: dict[str, tuple[Fault, Callable[[], tuple[Log, bytes]]]] = {
    "noise": (Fault.UNREADABLE, lambda: (BEGUN.log, b"x" * 100)),
    "nothing": (Fault.UNREADABLE, lambda: (BEGUN.log, b"")),
    "noise as a submission": (Fault.UNREADABLE, lambda: (BEGUN.log, BEGUN.forged(SeatBody(b"x" * 100)))),
    "too much": (Fault.TOO_LARGE, lambda: (BEGUN.log, bytes(MAX_ENTRY + 1))),
    "another match's entry": (
        Fault.OTHER_MATCH,
        lambda: (BEGUN.log, BEGUN.forged(AbandonedBody(), match=bytes([9]) * 16)),
    ),
    "an entry again": (Fault.DUPLICATE, lambda: (BEGUN.log, BEGUN.raws[2])),
    "a stranger's second entry": (
        Fault.HOST_SIGNATURE,
        lambda: (BEGUN.log, BEGUN.forged(AbandonedBody(), STRANGER_KEYS, number=2)),
    ),
    "the host's second entry": (Fault.HOST_FORK, lambda: (BEGUN.log, BEGUN.forged(AbandonedBody(), number=2))),
    "an entry left out": (Fault.GAP, lambda: (BEGUN.log, BEGUN.forged(AbandonedBody(), number=BEGUN.log.length + 1))),
    "another past": (Fault.BROKEN_CHAIN, lambda: (BEGUN.log, BEGUN.forged(AbandonedBody(), previous=bytes(32)))),
    "a guest as host": (Fault.HOST_SIGNATURE, lambda: (BEGUN.log, BEGUN.forged(AbandonedBody(), GUEST_KEYS))),
    "the host as guest": (
        Fault.SEAT_SIGNATURE,
        lambda: (BEGUN.log, BEGUN.decided(read_submission(BEGUN.submission(first_of(BEGUN, 1))).body, 1, HOST_KEYS)),
    ),
    "a second start": (Fault.WRONG_STAGE, lambda: (BEGUN.log, BEGUN.forged(StartBody(())))),
    "a second commitment": (Fault.WRONG_STAGE, lambda: (BEGUN.log, BEGUN.forged(CommitBody(bytes(32))))),
    "the secret too early": (Fault.WRONG_STAGE, lambda: (BEGUN.log, BEGUN.forged(OpenedBody(SECRET, ())))),
    "abandoned when over": (Fault.WRONG_STAGE, lambda: (ENDED.log, ENDED.forged(AbandonedBody()))),
    "a move before the start": (
        Fault.WRONG_STAGE,
        lambda: (before_the_start().log, before_the_start().decided(choosing([3]))),
    ),
    "another secret": (Fault.WRONG_SECRET, lambda: opened(bytes(32))),
    "a nonce from nowhere": (
        Fault.WRONG_START,
        lambda: (before_the_start().log, before_the_start().forged(StartBody((bytes(32),)))),
    ),
    "another match's choice": (Fault.WRONG_MATCH, lambda: (BEGUN.log, elsewhere())),
    "a seat that is not there": (
        Fault.NO_SUCH_SEAT,
        lambda: (BEGUN.log, BEGUN.decided(choosing([3], 2), 0, seat=Seat(2))),
    ),
    "a second choice": (Fault.SEAT_FORK, lambda: first_choice_again(other=True)),
    "a choice again": (Fault.REPLAYED, lambda: first_choice_again(other=False)),
    "a forged second choice": (
        Fault.SEAT_SIGNATURE,
        lambda: (
            LIT.log,
            LIT.decided(choosing([3], 1), 1, STRANGER_KEYS, counter=2, answers=BEGUN.log.openers[1]),
        ),
    ),
    "a stranger as the host of a second choice": (
        Fault.HOST_SIGNATURE,
        lambda: (
            chosen(BEGUN, 1).log,
            chosen(BEGUN, 1).forged(read_entry(first_choice_again(other=True)[1]).body, STRANGER_KEYS),
        ),
    ),
    "a counter left out": (Fault.SKIPPED, lambda: (BEGUN.log, BEGUN.decided(choosing(UNSEEN), counter=1))),
    "out of turn": (
        Fault.OUT_OF_TURN,
        lambda: (LIT.log, LIT.decided(LIT.open_move(LightWindow(Seat(other_seat(LIT)), 0)), other_seat(LIT))),
    ),
    "an answer to another entry": (
        Fault.STALE,
        lambda: (BEGUN.log, BEGUN.decided(choosing(UNSEEN), answers=bytes(32))),
    ),
    "a deal at the wrong time": (
        Fault.NOT_DEALERS_TURN,
        lambda: (BEGUN.log, BEGUN.forged(OutcomeBody(["show", [1, 2]], (), ()))),
    ),
    "a move that is none": (Fault.NOT_AN_EVENT, lambda: (BEGUN.log, BEGUN.decided(MoveBody(["dance"], ())))),
    "an outcome as a move": (
        Fault.NOT_AN_EVENT,
        lambda: (BEGUN.log, BEGUN.decided(MoveBody(["show", [1, 2]], ()))),
    ),
    "another seat's move": (
        Fault.NOT_AN_EVENT,
        lambda: (LIT.log, LIT.decided(LIT.open_move(LightWindow(Seat(other_seat(LIT)), 0)), LIT.log.due.seats[0])),
    ),
    "a move as an outcome": (
        Fault.NOT_AN_EVENT,
        lambda: (unfinished_show().log, unfinished_show().forged(OutcomeBody(["light", 0, 0], (), ()))),
    ),
    "an open secret": (Fault.UNSEALED, lambda: (BEGUN.log, BEGUN.decided(choosing([3])))),
    "a secret without a seal": (Fault.UNSEALED, lambda: (BEGUN.log, BEGUN.decided(choosing(UNSEEN)))),
    "a secret hidden from all and for all": (
        Fault.UNSEALED,
        lambda: (BEGUN.log, BEGUN.decided(choosing(UNSEEN, audience=EVERYONE))),
    ),
    "a seal without a secret": (
        Fault.UNSEALED,
        lambda: (
            LIT.log,
            LIT.decided(
                MoveBody(
                    LIT.game.encode_event(first_of(LIT, LIT.log.due.seats[0])),
                    read_submission(BEGUN.submission(first_of(BEGUN, 0))).body.seals,  # type: ignore[union-attr]
                ),
                LIT.log.due.seats[0],
            ),
        ),
    ),
    "a seal in another place": (Fault.BROKEN_SEAL, lambda: (BEGUN.log, sealed_choice(BEGUN, 0, path=(1,)))),
    "a seal without a wrap": (Fault.UNSEALED, lambda: (BEGUN.log, sealed_choice(BEGUN, 1, wraps=(bytes(48),)))),
    "a seal without a key": (Fault.UNSEALED, lambda: (BEGUN.log, sealed_choice(BEGUN, 1, ephemeral=b""))),
    "another commitment": (Fault.BROKEN_SEAL, lambda: (BEGUN.log, sealed_choice(BEGUN, 0, commitment=bytes(32)))),
    "a wrap that the host cannot open": (
        Fault.BROKEN_SEAL,
        lambda: (BEGUN.log, sealed_choice(BEGUN, 1, wraps=(bytes(48), bytes(48)))),
    ),
    "a ciphertext that does not open": (
        Fault.BROKEN_SEAL,
        lambda: (BEGUN.log, sealed_choice(BEGUN, 0, ciphertext=bytes(80))),
    ),
    "a show without openings": (Fault.WRONG_OPENINGS, lambda: shown(lambda body: replace(body, openings=()))),
    "a show with half the openings": (
        Fault.WRONG_OPENINGS,
        lambda: shown(lambda body: replace(body, openings=body.openings[:1])),
    ),
    "a show with a false opening": (
        Fault.WRONG_OPENINGS,
        lambda: shown(
            lambda body: replace(body, openings=(body.openings[0], body.openings[1]._replace(blind=bytes(32))))
        ),
    ),
    "an end with something closed": (Fault.WRONG_OPENINGS, lambda: opened(SECRET, openings=False)),
    "a window lit twice": (Fault.ILLEGAL, lit_twice),
    "a candle not in hand": (Fault.ILLEGAL, lambda: (BEGUN.log, illegal_choice(0))),
    "a guest's candle not in hand": (Fault.ILLEGAL, lambda: (BEGUN.log, illegal_choice(1))),
    "a takeback of nothing": (Fault.NO_TAKEBACK, lambda: (BEGUN.log, BEGUN.decided(TakebackBody()))),
    "a takeback of another entry": (
        Fault.NO_TAKEBACK,
        lambda: (chosen(BEGUN, 0).log, chosen(BEGUN, 0).decided(TakebackBody(), 0, answers=bytes(32))),
    ),
}


def other_seat(table: SampleTable) -> int:
    """Return the seat that is not asked."""
    return 1 - table.log.due.seats[0]


def chosen(table: SampleTable, seat: int) -> SampleTable:
    """Return the match after a seat's first legal move."""
    return table.enter(table.submission(first_of(table, seat)))


@pytest.mark.parametrize("name", CASES)
def test_invalid_entries_are_refused_and_named(name: str) -> None:
    fault, case = CASES[name]
    at, raw = case()
    problem = problem_of(at, raw)
    assert problem.fault is fault
    assert str(problem).startswith(f"Entry {problem.entry} {fault.value}")
    assert "\n" not in str(problem)
    assert str(problem).endswith(".")


def test_every_kind_of_fault_has_a_test() -> None:
    elsewhere = {Fault.TOO_MANY, Fault.RULES_FAILED, Fault.MISDEALT}
    cases = [*CASES.values(), *test_nonces.CASES.values(), *test_seat_transfer.CASES.values()]
    assert {fault for fault, _ in cases} | elsewhere == set(Fault)


def test_a_log_has_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(append_entry, "MAX_ENTRIES", BEGUN.log.length)
    assert problem_of(BEGUN.log, BEGUN.forged(AbandonedBody())).fault is Fault.TOO_MANY


def test_where_no_more_submissions_fit_a_seat_can_be_given_away_and_the_match_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(append_entry, "MAX_ENTRIES", BEGUN.log.length + RESERVED)
    raw = BEGUN.forged(SeatBody(BEGUN.submission(first_of(BEGUN, 0))))
    problem = problem_of(BEGUN.log, raw)
    assert problem.fault is Fault.TOO_MANY
    assert "reserved for the end" in str(problem)
    given = BEGUN.rekeyed(1, None, "novice")
    assert given.host.append_abandonment(given.log).log.stage is LogStage.CLOSED


def test_an_exception_in_the_rules_is_a_fault_of_the_entry() -> None:
    class Stumbling:
        def __getattr__(self, name: str) -> Any:
            return getattr(BEGUN.game, name)

        def apply(self, state: object, event: object) -> object:
            raise KeyError(state, event)

    at = BEGUN.log._replace(config=replace(BEGUN.log.config, game=Stumbling()))
    raw = BEGUN.forged(SeatBody(BEGUN.submission(first_of(BEGUN, 0))))
    assert problem_of(at, raw).fault is Fault.RULES_FAILED


def test_signatures_come_last_so_that_a_cheap_reason_is_found_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def untouched(*_: object) -> bool:
        raise AssertionError

    at, raw = lit_twice()
    monkeypatch.setattr(signatures, "has_signature", untouched)
    assert problem_of(at, raw).fault is Fault.ILLEGAL


@pytest.mark.parametrize("place", [0, 10, 63, 64, 80, -1])
def test_no_byte_of_an_entry_can_be_changed(place: int) -> None:
    raw = bytearray(BEGUN.forged(SeatBody(BEGUN.submission(first_of(BEGUN, 0)))))
    raw[place] ^= 1
    problem_of(BEGUN.log, bytes(raw))


def test_the_hosts_fork_is_named_with_both_signed_entries() -> None:
    problem = problem_of(*CASES["the host's second entry"][1]())
    known, second = problem.evidence
    assert (known, read_entry(second).number) == (BEGUN.raws[2], 2)
    assert all(has_signature(raw, ENTRY_CONTEXT, HOST_KEYS.public.sign) for raw in problem.evidence)


def test_a_seats_fork_is_named_with_both_signed_entries() -> None:
    problem = problem_of(*CASES["a second choice"][1]())
    submissions: list[bytes] = []
    for raw in problem.evidence:
        body = read_entry(raw).body
        assert isinstance(body, SeatBody)
        submissions.append(body.submission)
    first, second = map(read_submission, submissions)
    assert (first.seat, first.counter) == (second.seat, second.counter) == (1, 2)
    assert submissions[0] != submissions[1]
    assert all(has_signature(raw, SUBMISSION_CONTEXT, GUEST_KEYS.public.sign) for raw in submissions)


def test_a_submissions_signature_is_not_valid_for_an_entry() -> None:
    submission = BEGUN.submission(first_of(BEGUN, 0))
    assert has_signature(submission, SUBMISSION_CONTEXT, HOST_KEYS.public.sign)
    assert not has_signature(submission, ENTRY_CONTEXT, HOST_KEYS.public.sign)


def test_what_is_too_short_for_a_signature_is_not_signed() -> None:
    assert not has_signature(b"short", ENTRY_CONTEXT, HOST_KEYS.public.sign)


# What a cheating host meets


def test_a_host_that_shows_another_candle_than_chosen_is_detected_at_once() -> None:
    table = unfinished_show()
    show, body = honest_show(table)
    false = replace(show, candles=(show.candles[0], next(card for card in range(15) if card not in show.candles)))
    raw = table.forged(replace(body, event=table.game.encode_event(false)))
    for reader in (public_reader(), guest_reader()):
        assert problem_of(table.seen_by(reader), raw).fault is Fault.ILLEGAL


def draw_for_the_guest() -> tuple[SampleTable, OutcomeBody]:
    """Return a match in which the guest is about to draw, and the entry of an honest host."""
    table = dealt_by_hand(2)
    body = read_entry(table.host.append_outcome(table.log, OUTCOMES[2]).entries[0]).body
    assert isinstance(body, OutcomeBody)
    return table, body


def test_a_host_that_seals_for_the_guest_what_the_guest_cannot_open_is_found_by_the_guest() -> None:
    table, body = draw_for_the_guest()
    raw = table.forged(replace(body, seals=(body.seals[0]._replace(wraps=(bytes(48),)),)))
    assert problem_of(table.seen_by(guest_reader()), raw).fault is Fault.BROKEN_SEAL


def test_a_guest_makes_the_dealers_seals_again_and_finds_one_that_an_audit_would_reject() -> None:
    table, body = draw_for_the_guest()
    context = entry_context(Entry(table.header.match, table.log.length, table.log.head, body), 0)
    guest, key = GUEST_KEYS.public.box, STRANGER_KEYS.public.box
    shared = STRANGER_KEYS.shared_key(guest)
    wrap_key = blake2b(key + guest + context, digest_size=32, key=shared, person=b"galli wrap").digest()
    wrap = crypto_secretbox_easy(derive_blind(SECRET, context), bytes(24), wrap_key)
    opens = body.seals[0]._replace(ephemeral=key, wraps=(wrap,))
    assert unwrap_blind(opens, 0, GUEST_KEYS, context) == derive_blind(SECRET, context)
    raw = table.forged(replace(body, seals=(opens,)))
    assert problem_of(table.seen_by(guest_reader()), raw).fault is Fault.BROKEN_SEAL


# What the bytes are


def test_entries_and_submissions_survive_their_encoding() -> None:
    for raw in ENDED.raws:
        entry = read_entry(raw)
        assert entries.sign_entry(entry, HOST_KEYS) == raw
        if isinstance(entry.body, SeatBody):
            submission = read_submission(entry.body.submission)
            keys = HOST_KEYS if submission.seat == 0 else GUEST_KEYS
            assert entries.sign_submission(submission, keys) == entry.body.submission


def test_no_secret_value_stands_in_an_entry_in_the_clear() -> None:
    for link in links_of(ENDED.log):
        if isinstance(link.entry.body, OutcomeBody) and link.event is not None:
            shown = ENDED.game.decode_event(link.entry.body.event)
            assert shown == redact(link.event, PUBLIC)
            assert all(secret.value is HIDDEN for secret in secrets(shown))


def test_a_log_of_ten_thousand_entries_is_let_go_without_a_deep_recursion() -> None:
    link = links_of(BEGUN.log)[0]
    for _ in range(10_000):
        link = link._replace(before=link)
    del link


def test_large_submissions_are_not_remembered() -> None:
    """Otherwise anyone who may send them could fill the memory: a thousand bytes take many thousands once read."""
    large = Submission(bytes(16), Seat(0), 0, bytes(32), MoveBody(bytes(MAX_CACHED), ()))
    raw = sign_submission(large, HOST_KEYS)
    small = sign_submission(large._replace(body=MoveBody(b"", ())), HOST_KEYS)
    assert read_submission(small) is read_submission(bytes(bytearray(small)))
    assert read_submission(raw) == large
    assert read_submission(raw) is not read_submission(raw)
