"""Seat transfers: who may take a seat, and what the new holder learns and does not learn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.secrecy import HIDDEN, PUBLIC, Seat, redact
from saves.faults import Fault, InvalidEntry
from saves.format.entries import (
    Entry,
    MoveBody,
    RekeyBody,
    Seal,
    SeatBody,
    Submission,
    read_entry,
    read_submission,
    sign_submission,
)
from saves.format.header import MAX_CLIENTS, SCRIPTED
from saves.format.identity import Identity
from saves.format.private_records import PrivateState
from saves.format.seals import make_seal, transfer_context
from saves.log import append_entry, seat_transfer
from saves.log.append_entry import append
from saves.log.match_log import Log, LogStage, links_of
from saves.log.seat_transfer import missing_seals
from saves.log.signing import sign_takeback
from saves.storage.file_contents import FileContents, reader_for
from tests.support.sample_match import (
    ALL_KEYS,
    GUEST_KEYS,
    HOST_KEYS,
    SECRET,
    STRANGER_KEYS,
    SampleTable,
    any_move,
    table_of,
    two_clients,
)

A, B, C = Seat(0), Seat(1), Seat(2)
ALONE = table_of((0, 0, 0))
"""A hot seat for three."""
PLAYED = ALONE.play(8)
GUESTS = two_clients(3).play(5)


def rekey_of(table: SampleTable) -> tuple[Entry, RekeyBody]:
    """Return the last entry, a seat transfer."""
    entry = read_entry(table.raws[-1])
    assert isinstance(entry.body, RekeyBody)
    return entry, entry.body


def problem_of(at: Log, raw: bytes) -> InvalidEntry:
    with pytest.raises(InvalidEntry) as caught:
        append(at, raw)
    return caught.value


def sees(table: SampleTable, keys: Identity, *seats: Seat) -> None:
    """Assert that these keys see what the seats may know, and nothing else that is hidden from the public."""
    state = table.seen_by(table.reader_of(keys)).state
    for seat in seats:
        assert table.game.view(state, seat) == table.game.view(table.log.state, seat)
    for seat in {A, B, C} - set(seats):
        assert state.hands[seat].cards is HIDDEN or not state.hands[seat].count
        assert state.chosen[seat].card in (HIDDEN, None)
    assert state.pile.cards is HIDDEN or not state.pile.count


def test_a_guest_that_takes_a_seat_of_a_hot_seat_match_sees_that_seat_from_the_beginning_and_no_other() -> None:
    table = PLAYED.rekeyed(1, GUEST_KEYS)
    sees(table, GUEST_KEYS, B)
    assert table.log.clients == (HOST_KEYS.public, GUEST_KEYS.public)
    assert table.log.holders == (0, 1, 0)
    own = table.seen_by(table.reader_of(GUEST_KEYS))
    for link in links_of(own):
        public, _ = link.sealed
        if public is not None and link.event is not None:
            assert link.event == redacted(table, link.entry.number, B)


def redacted(table: SampleTable, number: int, seat: Seat) -> object:
    """Return what the seat may know of an entry's event."""
    event = links_of(table.log)[number].event
    assert event is not None
    return redact(event, seat)


@pytest.mark.parametrize("moves", range(0, 12, 3))
def test_at_every_point_the_new_holder_plays_on_as_the_old_one_would(moves: int) -> None:
    table = ALONE.play(moves).rekeyed(0, GUEST_KEYS).rekeyed(2, STRANGER_KEYS)
    sees(table, GUEST_KEYS, A)
    sees(table, STRANGER_KEYS, C)
    ended = table.play(seed=1)
    assert ended.log.stage is LogStage.CLOSED
    assert audited(ended).state == ended.log.state


def audited(table: SampleTable) -> Log:
    """Return the log read with all secrets open, with every deal and seal recomputed."""
    assert table.reader_of(None).audits
    return table.seen_by(table.reader_of(None))


def test_a_seat_that_has_seen_more_than_one_box_holds_is_not_given_away(monkeypatch: pytest.MonkeyPatch) -> None:
    given = PLAYED.rekeyed(1, GUEST_KEYS)
    entry, body = rekey_of(given)
    before = links_of(given.log)[:-1]
    seals = missing_seals(before, given.log.seating, B)
    many = (seals * (seat_transfer.MAX_TRANSFER_SEALS // len(seals) + 1))[: seat_transfer.MAX_TRANSFER_SEALS + 1]
    reader = given.log.config.reader
    with pytest.raises(InvalidEntry, match="more than 4096 seals"):
        seat_transfer.seal_transfer(entry, body, many, SECRET, reader.blind_for)
    with pytest.raises(InvalidEntry, match="more than 4096 seals"):
        seat_transfer.check_transfer(entry, body, many, 1, reader)
    monkeypatch.setattr(seat_transfer, "MAX_TRANSFER_SEALS", len(seals) - 1)
    with pytest.raises(InvalidEntry, match="seals to hand over"):
        PLAYED.rekeyed(1, GUEST_KEYS)
    assert problem_of(PLAYED.log, given.raws[-1]).fault is Fault.WRONG_REKEY


def test_a_seat_that_goes_to_a_bot_and_comes_back_brings_what_the_bot_has_seen() -> None:
    table = GUESTS.rekeyed(1, None, "novice")
    assert (table.log.bots, table.log.holders) == ((None, "novice", None), (0, 0, 0))
    table = table.play(4)
    sees(table, STRANGER_KEYS)
    table = table.rekeyed(1, GUEST_KEYS)
    assert (table.log.bots, table.log.holders) == ((None, None, None), (0, 1, 0))
    sees(table, GUEST_KEYS, B)
    assert audited(table.play()).stage is LogStage.CLOSED


def test_what_a_client_has_held_once_need_not_be_handed_over_again() -> None:
    away = GUESTS.rekeyed(1, None)
    assert rekey_of(away)[1].transfer is None, "the host opens everything"
    assert rekey_of(away.rekeyed(1, GUEST_KEYS))[1].transfer is None
    seat = PLAYED.rekeyed(1, GUEST_KEYS).rekeyed(1, None).rekeyed(1, GUEST_KEYS)
    assert rekey_of(seat)[1].transfer is None


def test_a_former_holder_learns_nothing_more_of_the_seat() -> None:
    table = PLAYED.rekeyed(1, GUEST_KEYS).rekeyed(1, STRANGER_KEYS).play(6, seed=3)
    sees(table, STRANGER_KEYS, B)
    at = table.log.length
    own = table.seen_by(table.reader_of(GUEST_KEYS))
    assert own.length == at
    assert table.game.view(own.state, PUBLIC) == table.game.view(table.log.state, PUBLIC)
    late = [link for link in links_of(own) if link.entry.number > PLAYED.log.length + 2 and link.readers]
    assert late
    for link in late:
        assert all(1 not in readers for readers in link.readers)


def test_a_closed_choice_stays_when_its_seat_is_given_away() -> None:
    table = ALONE.play(2)
    chosen = [seat for seat in (A, B, C) if table.log.state.chosen[seat].card is not None]
    assert len(chosen) == 2
    seat = chosen[0]
    table = table.rekeyed(seat, GUEST_KEYS)
    own = table.seen_by(table.reader_of(GUEST_KEYS))
    assert own.state.chosen[seat] == table.log.state.chosen[seat]
    assert table.log.unopened
    assert audited(table.play()).stage is LogStage.CLOSED


def test_the_new_holder_may_undo_what_the_old_one_did() -> None:
    table = ALONE.play(1)
    seat = next(seat for seat in (A, B, C) if table.log.state.chosen[seat].card is not None)
    table = table.rekeyed(seat, GUEST_KEYS)
    own = table.seen_by(table.reader_of(GUEST_KEYS))
    table = table.enter(sign_takeback(own, GUEST_KEYS, seat))
    assert table.log.state.chosen[seat].card is None
    assert seat in table.log.due.seats
    assert audited(table.play()).stage is LogStage.CLOSED


def test_counters_and_the_open_question_stay() -> None:
    after = PLAYED.rekeyed(1, GUEST_KEYS)
    assert (after.log.counters, after.log.openers, after.log.due) == (
        PLAYED.log.counters,
        PLAYED.log.openers,
        PLAYED.log.due,
    )


def test_after_a_match_by_hand_the_seat_can_be_given_away_as_well() -> None:
    table = table_of((0, 0), SCRIPTED)
    for outcome in [link.event for link in links_of(table_of((0, 0)).log) if link.event is not None]:
        table = table._replace(log=table.host.append_outcome(table.log, outcome).log)  # type: ignore[arg-type]
    table = table.rekeyed(1, GUEST_KEYS)
    own = table.seen_by(table.reader_of(GUEST_KEYS))
    assert own.state.hands[1] == table.log.state.hands[1]


# Who may sign


def test_the_old_holder_can_no_longer_decide_and_the_new_one_can() -> None:
    table = BEGUN.rekeyed(1, STRANGER_KEYS)
    move = table.game.legal(table.log.state, B)[0]
    with pytest.raises(InvalidEntry) as caught:
        table.enter(BEGUN.submission(move))
    assert caught.value.fault is Fault.SEAT_SIGNATURE
    assert table.enter(table.submission(move)).log.length > table.log.length


BEGUN = two_clients()


def test_a_late_answer_of_the_old_holder_is_no_fork_of_the_new_one() -> None:
    moves = BEGUN.game.legal(BEGUN.log.state, B)
    late = BEGUN.submission(moves[0])
    table = BEGUN.rekeyed(1, STRANGER_KEYS)
    table = table.enter(table.submission(moves[1]))
    assert problem_of(table.log, table.forged(SeatBody(late))).fault is Fault.SEAT_SIGNATURE


def test_a_fork_of_the_old_holder_is_still_named_after_the_seat_was_given_away() -> None:
    moves = BEGUN.game.legal(BEGUN.log.state, B)
    first, second = map(BEGUN.submission, moves[:2])
    table = BEGUN.enter(first).rekeyed(1, STRANGER_KEYS)
    problem = problem_of(table.log, table.forged(SeatBody(second)))
    assert (problem.fault, len(problem.evidence)) == (Fault.SEAT_FORK, 2)


def test_two_answers_with_one_counter_to_two_questions_are_no_fork() -> None:
    table = BEGUN.enter(BEGUN.submission(BEGUN.game.legal(BEGUN.log.state, B)[0]))
    other = Submission(table.header.match, B, 2, bytes([9]) * 32, choice_of(BEGUN))
    raw = table.forged(SeatBody(sign_submission(other, GUEST_KEYS)))
    problem = problem_of(table.log, raw)
    assert (problem.fault, problem.evidence) == (Fault.STALE, ())


def choice_of(table: SampleTable) -> MoveBody:
    body = read_submission(table.submission(table.game.legal(table.log.state, B)[1])).body
    assert isinstance(body, MoveBody)
    return body


# What is refused


def given(
    table: SampleTable, keys: Identity, seat: int = 1, bot: str | None = None, handed: Seal | None = None
) -> bytes:
    return table.forged(RekeyBody(Seat(seat), keys.public, bot, handed))


def honest() -> tuple[SampleTable, RekeyBody, Entry]:
    """Return the entry of an honest host that transfers a seat of the local match."""
    entry, body = rekey_of(PLAYED.rekeyed(1, GUEST_KEYS))
    assert body.transfer is not None
    return PLAYED, body, entry


def tampered(**changes: Any) -> tuple[Log, bytes]:
    """Return the error for a changed box, found by the host, which can read all of them."""
    table, body, _ = honest()
    assert body.transfer is not None
    return table.log, table.forged(replace(body, transfer=body.transfer._replace(**changes)))


def handing_over(openings: Callable[[list[Any]], list[Any]]) -> tuple[Log, bytes]:
    """Return a correct box with other openings of the same size."""
    table, body, entry = honest()
    seating = seat_transfer.transfer_seat(table.log.seating, entry, body)
    seals = missing_seals(links_of(table.log), seating, B)
    blinds = [
        [one.located.entry, one.located.place, table.log.config.reader.blind_for(one.located, one.context)]
        for one in seals
    ]
    context = transfer_context(entry, body.seat, body.keys)
    assert body.transfer is not None
    box = make_seal((), openings(blinds), bytes([8]) * 32, context, [body.keys.box])
    return table.log, table.forged(replace(body, transfer=box))


CASES: dict[str, tuple[Fault, Callable[[], tuple[Log, bytes]]]] = {
    "a seat that is not there": (Fault.NO_SUCH_SEAT, lambda: (PLAYED.log, given(PLAYED, GUEST_KEYS, 3))),
    "to whom it has": (Fault.WRONG_REKEY, lambda: (PLAYED.log, given(PLAYED, HOST_KEYS))),
    "a guest's bot": (Fault.WRONG_REKEY, lambda: (PLAYED.log, given(PLAYED, GUEST_KEYS, bot="novice"))),
    "nothing handed over": (Fault.WRONG_TRANSFER, lambda: (PLAYED.log, given(PLAYED, GUEST_KEYS))),
    "something handed to the host": (
        Fault.WRONG_TRANSFER,
        lambda: (GUESTS.log, given(GUESTS, HOST_KEYS, handed=honest()[1].transfer)),
    ),
    "too much handed over": (Fault.WRONG_TRANSFER, lambda: tampered(ciphertext=bytes(16 + 64 * 40))),
    "a box without a wrap": (Fault.WRONG_TRANSFER, lambda: tampered(wraps=())),
    "a box in a place": (Fault.WRONG_TRANSFER, lambda: tampered(path=(1,))),
    "a box without a key": (Fault.WRONG_TRANSFER, lambda: tampered(ephemeral=b"")),
    "a box that was not committed to": (Fault.BROKEN_SEAL, lambda: tampered(commitment=bytes(32))),
    "a box that its reader cannot open": (Fault.BROKEN_SEAL, lambda: tampered(wraps=(bytes(48),))),
    "after the end": (
        Fault.WRONG_STAGE,
        lambda: (ALONE.play().log, given(ALONE.play(), GUEST_KEYS)),
    ),
    "by another key": (
        Fault.HOST_SIGNATURE,
        lambda: (GUESTS.log, GUESTS.forged(RekeyBody(B, HOST_KEYS.public, None, None), GUEST_KEYS)),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_cannot_be_given_is_refused(name: str) -> None:
    fault, case = CASES[name]
    at, raw = case()
    assert problem_of(at, raw).fault is fault


GUESTS_EYES: dict[str, tuple[Fault, Callable[[list[Any]], list[Any]]]] = {
    "others": (Fault.WRONG_TRANSFER, lambda blinds: [[one[0], one[1] + 1, one[2]] for one in blinds]),
    "in another order": (Fault.WRONG_TRANSFER, lambda blinds: blinds[::-1]),
    "false ones": (Fault.BROKEN_SEAL, lambda blinds: [*blinds[:-1], [*blinds[-1][:2], bytes(32)]]),
    "no openings": (Fault.BROKEN_SEAL, lambda blinds: [[*one[:2], True] + [None] * 33 for one in blinds]),
}


@pytest.mark.parametrize("name", GUESTS_EYES)
def test_the_new_holder_finds_at_once_what_it_was_not_handed_rightly(name: str) -> None:
    fault, openings = GUESTS_EYES[name]
    _, raw = handing_over(openings)
    reader = reader_for(FileContents(PLAYED.header, PrivateState(), (*PLAYED.raws, raw)), GUEST_KEYS)
    problem = problem_of(PLAYED.seen_by(reader), raw)
    assert (problem.fault, problem.entry) == (fault, PLAYED.log.length)


def test_a_box_that_was_not_made_as_it_should_be_is_found_by_the_host_and_in_the_audit() -> None:
    at, raw = handing_over(lambda blinds: blinds)
    assert problem_of(at, raw).fault is Fault.BROKEN_SEAL
    seen = append(PLAYED.seen_by(PLAYED.reader_of(None)), raw)
    assert seen.holders == (0, 1, 0), "the public cannot tell"


def test_the_number_of_clients_is_limited() -> None:
    table = table_of((0, 0))
    keys = [Identity(derive_entropy("client", number)).public for number in range(MAX_CLIENTS - 1)]
    full = table._replace(log=table.log._replace(seating=table.log.seating._replace(clients=(HOST_KEYS.public, *keys))))
    problem = problem_of(full.log, given(full, GUEST_KEYS))
    assert (problem.fault, str(MAX_CLIENTS) in problem.detail) == (Fault.WRONG_REKEY, True)


def test_seat_transfers_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(append_entry, "MAX_REKEYS", 2)
    table = PLAYED.rekeyed(1, GUEST_KEYS).rekeyed(1, None)
    assert problem_of(table.log, given(table, GUEST_KEYS)).fault is Fault.WRONG_REKEY


def test_the_secret_of_the_dealer_makes_the_box_again() -> None:
    table = PLAYED.rekeyed(1, GUEST_KEYS)
    assert table.host.append_rekey(PLAYED.log, B, GUEST_KEYS.public).entries == (table.raws[-1],)
    assert SECRET not in table.raws[-1]


def test_a_match_with_rotating_seats_ends_like_any_other() -> None:
    table = ALONE
    chance = RandomStream(derive_entropy("round"))
    while not table.log.over:
        if chance.below(4) == 0:
            seat = chance.choice((A, B, C))
            others = [keys for keys in ALL_KEYS if keys is not table.keys_of(seat)]
            table = table.rekeyed(seat, chance.choice(others))
        table = table.enter(table.submission(any_move(table.game, table.log, chance)))
        for keys in (GUEST_KEYS, STRANGER_KEYS):
            seats = [seat for seat in (A, B, C) if table.keys_of(seat) is keys]
            state = table.seen_by(table.reader_of(keys)).state
            for seat in seats:
                assert state.hands[seat] == table.log.state.hands[seat]
    assert audited(table).state == table.log.state
