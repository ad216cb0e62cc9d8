"""Takebacks: a seat can take back its last move until something is revealed or decided after it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.engine.entropy import RandomStream
from rules.engine.events import Outcome
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from rules.registry import games
from saves.errors import NotNow, ReadOnlyMatch
from saves.faults import Fault, InvalidEntry
from saves.format.entries import TakebackBody
from saves.format.header import COMMITTED, Player
from saves.log.append_entry import append
from saves.log.history import TakebackBudget, history_steps
from saves.log.match_log import allowed_takeback
from saves.log.signing import require_takeback, sign_takeback
from saves.storage.match import Match
from saves.storage.verify import verify_file
from tests.sample_game.registered import boxes
from tests.sample_game.rules import ChooseCandle, DrawCandles, LightWindow
from tests.support.sample_match import (
    GUEST_KEYS,
    HOST_KEYS,
    SampleTable,
    begin,
    guest_reader,
    play,
    public_reader,
    resume,
    two_clients,
)

A, B, C = Seat(0), Seat(1), Seat(2)


@pytest.fixture
def match(tmp_path: Path) -> Iterator[Match]:
    """Return a match in which three seats choose."""
    with begin(tmp_path, seats=3) as begun:
        yield begun


def choose(match: Match, seat: Seat, place: int = 0) -> ChooseCandle:
    """Choose one of the two candles of the seat."""
    move = match.game.legal(match.state, seat)[place]
    assert isinstance(move, ChooseCandle)
    match.submit(move)
    return move


def light(match: Match, window: int) -> Seat:
    """Light a window for the seat that is asked."""
    seat = match.due.seats[0]
    match.submit(LightWindow(seat, window))
    return seat


def test_an_unrevealed_choice_can_be_undone_and_made_again(match: Match) -> None:
    before = match.state
    choose(match, A)
    match.take_back(A)
    assert match.state == before
    choose(match, A, 1)
    assert match.due.seats == (B, C)


def test_others_choices_of_the_same_moment_stay(match: Match) -> None:
    choose(match, A)
    kept = choose(match, B)
    match.take_back(A)
    assert match.due.seats == (A, C)
    assert match.events[-1] == kept


def test_any_seat_may_undo_its_own_choice_even_if_another_chose_last(match: Match) -> None:
    choose(match, A)
    choose(match, B)
    assert [match.can_take_back(seat) for seat in (A, B, C)] == [True, True, False]


def test_once_all_candles_are_shown_no_choice_can_be_undone(match: Match) -> None:
    for seat in (A, B, C):
        choose(match, seat)
    assert not any(map(match.can_take_back, (A, B, C)))
    with pytest.raises(NotNow, match="Can't undo"):
        match.take_back(C)


def test_a_window_can_go_dark_again_until_the_next_seat_has_lit_one(match: Match) -> None:
    for seat in (A, B, C):
        choose(match, seat)
    before = match.state
    first = light(match, 0)
    assert match.can_take_back(first)
    match.take_back(first)
    assert match.state == before
    light(match, 1)
    second = light(match, 2)
    assert [match.can_take_back(seat) for seat in (first, second)] == [False, True]


def test_each_seat_may_undo_in_turn_the_last_first(match: Match) -> None:
    for seat in (A, B, C):
        choose(match, seat)
    before = match.state
    first, second = light(match, 0), light(match, 1)
    match.take_back(second)
    match.take_back(first)
    assert match.state == before


def test_a_draw_cannot_be_undone(match: Match) -> None:
    play(match, 6)
    assert isinstance(match.events[-1], DrawCandles)
    assert not any(map(match.can_take_back, (A, B, C)))


def test_the_entries_of_what_was_undone_stay_in_the_log(match: Match) -> None:
    before = match.log.length
    choose(match, A)
    match.take_back(A)
    assert match.log.length == before + 2


def test_counters_continue_after_a_takeback(match: Match) -> None:
    choose(match, A)
    match.take_back(A)
    choose(match, A)
    assert match.log.counters == (3, 0, 0)


def test_the_history_shows_takebacks_and_the_timeline_omits_them(match: Match) -> None:
    taken = choose(match, A)
    match.take_back(A)
    made = choose(match, A, 1)
    rows = match.history[-3:]
    assert [(row.seat, row.event, row.in_force) for row in rows] == [
        (A, taken, False),
        (A, None, True),
        (A, made, True),
    ]
    assert taken not in match.events
    assert match.events[-1] == made


def test_a_takeback_is_as_durable_as_a_move(match: Match) -> None:
    choose(match, A)
    match.take_back(A)
    state = match.state
    match.close()
    with resume(match.path) as again:
        assert again.state == state


def hands_of_the_second_round(folder: Path, takebacks: int) -> list[object]:
    """Return what is drawn after the same moves with this number of takebacks."""
    with begin(folder) as match:
        for _ in range(takebacks):
            choose(match, A, 1)
            match.take_back(A)
        choose(match, A)
        choose(match, B)
        for _ in range(takebacks):
            match.take_back(light(match, 3))
        light(match, 0)
        light(match, 5)
        return [hand.cards for hand in match.state.hands]


@pytest.mark.parametrize("takebacks", [1, 3])
def test_the_same_draws_come_however_often_something_was_undone(tmp_path: Path, takebacks: int) -> None:
    again = hands_of_the_second_round(tmp_path / "again", takebacks)
    assert again == hands_of_the_second_round(tmp_path / "straight", 0)


def solo(folder: Path) -> Match:
    """Return a solo match of Campus Galli, where showing your own card reveals nothing."""
    options = Options(1, "solo", 1)
    players = [Player("Anna", "red")]
    return Match.create(folder, games()[0], options, players, COMMITTED, identity=HOST_KEYS, now=0)


def test_an_outcome_that_revealed_nothing_goes_with_the_move_it_followed(tmp_path: Path) -> None:
    with solo(tmp_path) as match:
        before = match.state
        first, second = match.game.legal(before, A)
        chosen, shown = match.submit(first)
        assert isinstance(shown, Outcome)
        match.take_back(A)
        assert match.state == before
        assert match.submit(second) != (chosen, shown)


def test_an_outcome_that_was_undone_comes_again_if_the_move_does(tmp_path: Path) -> None:
    with solo(tmp_path) as match:
        move = match.game.legal(match.state, A)[0]
        once = match.submit(move)
        match.take_back(A)
        assert match.submit(move) == once


def test_a_match_with_takebacks_of_every_kind_passes_an_audit(tmp_path: Path) -> None:
    with solo(tmp_path) as match:
        stream = RandomStream(bytes(32))
        while not match.over:
            match.submit(stream.choice(match.game.legal(match.state, A)))
            if stream.below(2) and match.can_take_back(A):
                match.take_back(A)
    report = verify_file(match.path)
    assert (report.sound, report.audited) == (True, True)


def test_a_match_that_is_over_takes_nothing_back(match: Match) -> None:
    play(match)
    assert not any(map(match.can_take_back, (A, B, C)))
    with pytest.raises(NotNow, match="is over"):
        match.take_back(A)


def test_a_match_that_is_only_looked_at_takes_nothing_back(match: Match) -> None:
    choose(match, A)
    match.close()
    with resume(match.path, read_only=True) as looked_at:
        assert not looked_at.can_take_back(A)
        with pytest.raises(ReadOnlyMatch):
            looked_at.take_back(A)


@pytest.mark.parametrize("seat", [1, 9])
def test_a_seat_without_a_move_cannot_undo(match: Match, seat: int) -> None:
    assert not match.can_take_back(Seat(seat))


def test_the_host_takes_nothing_back_once_a_guest_has_chosen() -> None:
    table = two_clients(3)
    move = table.game.legal(table.log.state, A)[0]
    table = table.enter(table.submission(move))
    assert allowed_takeback(table.log, A) is not None
    chosen = table.log.head
    guests = table.game.legal(table.seen_by(guest_reader()).state, B)[0]
    table = table.enter(table.submission(guests))
    assert allowed_takeback(table.log, A) is None
    assert allowed_takeback(table.log, B) is not None
    forged = table.decided(TakebackBody(), by=0, answers=chosen)
    for reader in (guest_reader(), public_reader()):
        with pytest.raises(InvalidEntry) as caught:
            append(table.seen_by(reader), forged)
        assert caught.value.fault is Fault.NO_TAKEBACK


def test_the_host_may_undo_again_once_the_guest_has_undone() -> None:
    table = two_clients(3)
    table = table.enter(table.submission(table.game.legal(table.log.state, A)[0]))
    table = table.enter(table.submission(table.game.legal(table.seen_by(guest_reader()).state, B)[0]))
    table = table.enter(sign_takeback(table.seen_by(guest_reader()), GUEST_KEYS, B))
    assert allowed_takeback(table.log, A) is not None


def loop(table: SampleTable, times: int) -> SampleTable:
    """Return the match after the guest has chosen and taken back this number of times."""
    for _ in range(times):
        seen = table.seen_by(guest_reader())
        table = table.enter(table.submission(table.game.legal(seen.state, B)[0]))
        table = table.enter(sign_takeback(table.seen_by(guest_reader()), GUEST_KEYS, B))
    return table


def test_a_guest_does_not_fill_the_log_by_taking_back_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saves.log.match_log.MAX_TAKEBACKS", 3)
    table = loop(two_clients(3), 3)
    chosen = table.enter(table.submission(table.game.legal(table.seen_by(guest_reader()).state, B)[0]))
    answers = chosen.log.head
    for reader in (guest_reader(), public_reader()):
        seen = chosen.seen_by(reader)
        assert allowed_takeback(seen, B) is None
        with pytest.raises(InvalidEntry, match="too many takebacks") as caught:
            append(seen, chosen.decided(TakebackBody(), by=1, keys=GUEST_KEYS, answers=answers))
        assert caught.value.fault is Fault.NO_TAKEBACK
    with pytest.raises(NotNow, match="undone too often"):
        require_takeback(chosen.log, B)
    further = chosen.enter(chosen.submission(chosen.game.legal(chosen.log.state, A)[0]))
    assert allowed_takeback(further.log, B) is not None


def test_a_loop_of_two_seats_is_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saves.log.match_log.MAX_TAKEBACKS", 2)
    table = two_clients(3)
    for _ in range(2):
        for seat, keys in ((A, HOST_KEYS), (B, GUEST_KEYS)):
            reader = table.reader_of(keys)
            table = table.enter(table.submission(table.game.legal(table.seen_by(reader).state, seat)[0]))
            table = table.enter(sign_takeback(table.seen_by(reader), keys, seat))
    assert table.log.budget == TakebackBudget(table.log.budget.farthest, (2, 2, 0))


def test_moves_that_stay_after_a_takeback_keep_their_count(match: Match) -> None:
    choose(match, A)
    choose(match, B)
    match.take_back(A)
    assert [step.depth for step in history_steps(match.log.last_step)] == list(range(1, match.log.budget.farthest))


def test_of_choices_undone_no_more_are_kept_than_the_end_can_open(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("saves.log.match_log.MAX_TAKEN_BACK_SEALS", 3)
    for _ in range(3):
        choose(match, A)
        match.take_back(A)
    choose(match, A)
    assert not match.can_take_back(A)
    with pytest.raises(NotNow, match="undone too often"):
        match.take_back(A)
    match.abandon()
    assert verify_file(match.path, boxes=boxes).audited
