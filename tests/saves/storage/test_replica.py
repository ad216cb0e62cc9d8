"""Replicas: they grow as the host sends entries, and a submission is saved before it is sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.refusal import Refused
from rules.engine.secrecy import HIDDEN, PUBLIC, Seat, redact, secrets
from saves.errors import BrokenLog, DiskFull, HostedElsewhere, Locked, NewerVersion, NotNow, NotYours, SaveError
from saves.faults import Fault, InvalidEntry
from saves.format.entries import (
    SIGNATURE_SIZE,
    SUBMISSION_CONTEXT,
    AbandonedBody,
    Entry,
    JoinBody,
    MoveBody,
    NonceBody,
    RekeyBody,
    SeatBody,
    read_entry,
    read_submission,
    sign_entry,
)
from saves.format.header import COMMITTED, encode_header
from saves.format.identity import Identity
from saves.format.records import Record, RecordKind
from saves.log import signatures
from saves.log.chain import links_since
from saves.log.match_log import LogStage
from saves.log.public_hash import public_hash
from saves.storage import file_contents
from saves.storage.disk import DISK, Disk
from saves.storage.library import list_matches
from saves.storage.match import Match
from saves.storage.match_file import MatchFile
from saves.storage.replica import Replica
from saves.storage.verify import verify_file
from tests.sample_game.game import META
from tests.sample_game.registered import boxes
from tests.sample_game.rules import LightWindow
from tests.saves.storage.test_match import Full
from tests.support.remote_host import FullDisk
from tests.support.sample_match import (
    GUEST_KEYS,
    HOST_KEYS,
    PLAYERS,
    STRANGER_KEYS,
    any_move,
    begin,
    fixed,
    options,
    play,
    resume,
)

A, B, C = Seat(0), Seat(1), Seat(2)


def hosted(folder: Path, holders: tuple[int, ...] = (0, 1), guests: tuple[Identity, ...] = (GUEST_KEYS,)) -> Match:
    """Return a match of the host that waits for its guests."""
    return Match.create(
        folder / "host",
        META.key,
        options(len(holders)),
        PLAYERS[: len(holders)],
        COMMITTED,
        identity=HOST_KEYS,
        now=1_700_000_000,
        guests=[keys.public for keys in guests],
        holders=holders,
        boxes=boxes,
        random=fixed(),
    )


def copied(folder: Path, match: Match, keys: Identity | None = GUEST_KEYS, disk: Disk = DISK) -> Replica:
    """Return the guest's replica with all entries of the match so far."""
    place = folder / ("watch" if keys is None else keys.public.sign.hex()[:8])
    header = encode_header(match.header)
    copy = Replica.follow(place, header, keys, boxes=boxes, disk=disk, random=fixed(str(place.name)))
    copy.take(match.raw_entries(copy.log.length))
    return copy


def reopened(copy: Replica, keys: Identity | None = GUEST_KEYS) -> Replica:
    """Return the same replica after a restart of its program."""
    copy.close()
    return Replica.open(copy.path, keys, boxes=boxes)


def begun(match: Match, *copies: Replica) -> None:
    """Let the guests join and open their nonces."""
    for sign in (Replica.sign_join, Replica.sign_nonce):
        for copy in copies:
            match.enter(sign(copy))
        for copy in copies:
            catch_up(match, copy)


def catch_up(match: Match, *copies: Replica) -> None:
    for copy in copies:
        copy.take(match.raw_entries(copy.log.length))


@pytest.fixture
def table(tmp_path: Path) -> Callable[[], tuple[Match, Replica]]:
    """Return a match in play with one guest; the candles are drawn."""

    def make() -> tuple[Match, Replica]:
        match = hosted(tmp_path)
        copy = copied(tmp_path, match)
        begun(match, copy)
        return match, copy

    return make


Tables = Callable[[], tuple[Match, Replica]]


def first(copy: Replica, seat: Seat = B) -> Move:
    return copy.game.legal(copy.state, seat)[0]


def second(copy: Replica, seat: Seat = B) -> Move:
    return copy.game.legal(copy.state, seat)[1]


# A match of several programs


def test_a_match_of_three_programs_is_played_to_its_end_and_every_copy_stands_for_it(tmp_path: Path) -> None:
    match = hosted(tmp_path, (1, 0, 2), (GUEST_KEYS, STRANGER_KEYS))
    guests = [copied(tmp_path, match, keys) for keys in (GUEST_KEYS, STRANGER_KEYS)]
    watcher = copied(tmp_path, match, None)
    begun(match, *guests)
    chance = RandomStream(derive_entropy("three"))
    while not match.over:
        seat = chance.choice(match.due.seats)
        owner = next((copy for copy in guests if seat in copy.seats), None)
        move = chance.choice(match.game.legal(match.state, seat))
        if owner is None:
            match.submit(move)
        else:
            match.enter(owner.sign(move))
        catch_up(match, *guests, watcher)
        assert len({public_hash(one.log) for one in (match, *guests, watcher)}) == 1
        for copy in guests:
            assert copy.state == match.game.view(match.state, copy.seats[0]) or match.over
    assert match.log.stage is LogStage.CLOSED
    for copy in (*guests, watcher):
        assert copy.raw_entries() == match.raw_entries()
        assert copy.audit() is None
        assert copy.state == match.state
        copy.close()
        report = verify_file(copy.path, boxes=boxes)
        assert (report.sound, report.audited) == (True, True)
    match.close()


def test_the_host_waits_for_joins_and_nonces_and_deals_when_the_last_is_open(tmp_path: Path) -> None:
    with hosted(tmp_path) as match:
        assert (match.log.length, match.log.stage, match.over) == (1, LogStage.COMMITTED, False)
        with copied(tmp_path, match) as copy:
            assert copy.due.seats == ()
            assert len(match.enter(copy.sign_join())) == 1
            catch_up(match, copy)
            assert len(match.enter(copy.sign_nonce())) > 2
            catch_up(match, copy)
            assert copy.due.seats == (A, B)


def test_a_match_that_waits_for_its_guests_continues_where_it_was_when_it_is_opened_again(tmp_path: Path) -> None:
    match = hosted(tmp_path)
    copy = copied(tmp_path, match)
    match.enter(copy.sign_join())
    match.close()
    with resume(match.path) as again, reopened(copy) as copy:
        catch_up(again, copy)
        again.enter(copy.sign_nonce())
        assert again.due.seats == (A, B)


def test_a_table_with_a_guest_or_a_bot_never_rests(tmp_path: Path) -> None:
    with hosted(tmp_path) as match, copied(tmp_path, match) as copy:
        begun(match, copy)
        chance = RandomStream(derive_entropy("rest"))
        while not match.over:
            assert not match.paused
            move = any_move(match.game, match.log, chance)
            if move.seat in copy.seats:
                match.enter(copy.sign(move))
            else:
                match.submit(move, pause=True)
            catch_up(match, copy)


def test_what_a_guest_may_not_enter_is_a_problem_and_changes_nothing(table: Tables) -> None:
    match, copy = table()
    raw = copy.sign(first(copy))
    before = match.raw_entries()
    with pytest.raises(InvalidEntry) as caught:
        match.enter(raw[:-1] + bytes([raw[-1] ^ 1]))
    assert caught.value.fault in (Fault.UNREADABLE, Fault.SEAT_SIGNATURE)
    assert match.raw_entries() == before
    (entry, *_) = match.enter(raw)
    assert match.raw_entries(len(before))[0] == entry
    with pytest.raises(InvalidEntry) as caught:
        match.enter(raw)
    assert caught.value.fault is Fault.REPLAYED
    match.close()
    copy.close()


def test_a_saved_hot_seat_game_shows_a_guest_no_hand_but_its_own(tmp_path: Path) -> None:
    match = play(begin(tmp_path / "host", seats=3), 5)
    copy = copied(tmp_path, match)
    assert copy.seats == ()
    assert copy.state == match.view(PUBLIC)
    match.rekey(B, GUEST_KEYS.public)
    catch_up(match, copy)
    assert copy.seats == (B,)
    assert copy.state == match.view(B)
    with reopened(copy) as copy:
        assert copy.state == match.view(B)
    match.close()


def test_a_copy_that_takes_the_whole_match_at_once_comes_to_the_same(tmp_path: Path) -> None:
    match = play(begin(tmp_path / "host", seats=3), 4)
    match.rekey(B, GUEST_KEYS.public)
    match.rekey(C, None, "novice")
    match.rekey(B, STRANGER_KEYS.public)
    match.rekey(B, GUEST_KEYS.public)
    with copied(tmp_path, match) as copy:
        assert (copy.seats, copy.log.bots) == ((B,), (None, None, "novice"))
        assert copy.state == match.view(B)
    match.close()


# What is signed is safe


def test_what_was_signed_is_safe_before_it_is_sent_and_is_sent_again_after_a_restart(table: Tables) -> None:
    match, copy = table()
    raw = copy.sign(first(copy))
    assert copy.pending() == (raw,)
    copy = reopened(copy)
    assert copy.pending() == (raw,)
    match.enter(raw)
    assert copy.pending() == (raw,), "the copy does not know yet"
    catch_up(match, copy)
    assert copy.pending() == ()
    copy.close()
    match.close()


def test_the_same_answer_is_the_same_bytes_and_another_one_is_never_signed(table: Tables) -> None:
    match, copy = table()
    raw = copy.sign(first(copy))
    size = copy.path.stat().st_size
    assert copy.sign(first(copy)) == raw
    assert copy.path.stat().st_size == size
    for again in (copy, reopened(copy)):
        with pytest.raises(NotNow, match="already signed"):
            again.sign(second(again))
        with pytest.raises(NotNow, match="already signed"):
            again.sign(second(again), hold=True)
        copy = again
    copy.close()
    match.close()


def test_a_decision_that_the_host_does_not_want_is_not_sent_again_nor_answered_otherwise(table: Tables) -> None:
    match, copy = table()
    raw = copy.sign(first(copy))
    copy.drop(B)
    copy.drop(B)
    copy = reopened(copy)
    assert copy.pending() == ()
    with pytest.raises(NotNow, match="already signed"):
        copy.sign(second(copy))
    assert copy.sign(first(copy)) == raw
    assert copy.pending() == (raw,)
    copy.close()
    match.close()


def test_a_question_that_is_asked_again_can_be_answered_again(table: Tables) -> None:
    match, copy = table()
    for seat in (A, B):
        move = match.game.legal(match.state, seat)[-1 if seat == A else 0]
        match.submit(move) if seat == A else match.enter(copy.sign(move))
    catch_up(match, copy)
    assert match.due.seats == (A,), "Anna has the taller candle"
    match.submit(LightWindow(A, 0))
    catch_up(match, copy)
    stale = copy.sign(LightWindow(B, 2))
    match.take_back(A)
    match.submit(LightWindow(A, 1))
    with pytest.raises(InvalidEntry) as caught:
        match.enter(stale)
    assert caught.value.fault is Fault.STALE
    copy.drop(B)
    catch_up(match, copy)
    assert copy.pending() == ()
    fresh = copy.sign(LightWindow(B, 2))
    assert fresh != stale
    match.enter(fresh)
    copy.close()
    match.close()


def test_a_choice_that_is_kept_back_may_be_replaced_until_it_is_sent(table: Tables) -> None:
    match, copy = table()
    copy.sign(first(copy), hold=True)
    copy.sign(second(copy), hold=True)
    assert copy.pending() == ()
    copy = reopened(copy)
    assert copy.decided_move(B) == second(copy)
    (raw,) = copy.held()
    copy.mark_sent(B)
    assert (copy.pending(), copy.held()) == ((raw,), ())
    with pytest.raises(NotNow, match="held back"):
        copy.mark_sent(B)
    match.enter(raw)
    assert match.state.chosen[B].card == second(copy).candle.value  # type: ignore[attr-defined]
    copy.close()
    match.close()


def test_what_was_signed_to_be_sent_is_known_after_a_restart_until_it_stands_or_is_dropped(table: Tables) -> None:
    match, copy = table()
    assert copy.decided_move(B) is None
    copy.sign(second(copy))
    copy = reopened(copy)
    assert copy.decided_move(B) == second(copy)
    blind = Replica.open(_twin(copy), STRANGER_KEYS, boxes=boxes)
    assert blind.decided_move(B) is None
    blind.close()
    match.enter(copy.pending()[0])
    catch_up(match, copy)
    assert copy.decided_move(B) is None
    copy.close()
    match.close()


def _twin(copy: Replica) -> Path:
    """Open a copy of the file as another program."""
    twin = copy.path.with_name("twin.galli")
    twin.write_bytes(copy.path.read_bytes())
    return twin


def test_a_choice_that_is_kept_back_can_be_dropped_and_nothing_stands_of_it(table: Tables) -> None:
    match, copy = table()
    copy.sign(first(copy), hold=True)
    copy.drop(B)
    copy = reopened(copy)
    assert (copy.held(), copy.pending()) == ((), ())
    copy.sign(second(copy))
    copy.close()
    match.close()


def test_the_public_states_hash_comes_with_what_is_taken(table: Tables) -> None:
    match, copy = table()
    length = copy.log.length
    match.submit(match.game.legal(match.state, A)[0])
    match.enter(copy.sign(first(copy)))
    raws = match.raw_entries(length)
    found = copy.take(raws, {length, length + 1, match.log.length, match.log.length + 5})
    assert found.keys() == {length + 1, match.log.length}
    assert found[match.log.length] == public_hash(match.log) == public_hash(copy.log)
    copy.close()
    match.close()


def test_a_choice_that_is_kept_back_lies_closed_in_the_file(table: Tables) -> None:
    match, copy = table()
    copy.sign(first(copy), hold=True)
    copy.mark_sent(B)
    seal = read_submission(copy.pending()[0]).body
    copy.close()
    assert isinstance(seal, MoveBody)
    kept = [r.body for r in MatchFile.view(copy.path).records if r.kind is RecordKind.PRIVATE and b"kept" in r.body]
    assert len(kept) == 1
    assert seal.seals[0].ciphertext not in kept[0]
    stranger = Replica.open(copy.path, STRANGER_KEYS, boxes=boxes)
    assert (stranger.held(), stranger.pending()) == ((), ())
    stranger.close()
    match.close()


def test_a_nonce_is_kept_before_it_is_committed_to_and_comes_again(tmp_path: Path) -> None:
    with hosted(tmp_path) as match:
        copy = copied(tmp_path, match)
        join = copy.sign_join()
        copy = reopened(copy)
        assert copy.sign_join() == join
        assert copy.pending() == (join,)
        with pytest.raises(NotNow, match="Not every guest"):
            copy.sign_nonce()
        match.enter(join)
        catch_up(match, copy)
        assert copy.pending() == ()
        with pytest.raises(NotNow, match="nothing to join"):
            copy.sign_join()
        copy = reopened(copy)
        nonce = copy.sign_nonce()
        assert (copy.sign_nonce(), copy.pending()) == (nonce, (nonce,))
        match.enter(nonce)
        bodies = [read_submission(raw).body for raw in (join, nonce)]
        assert [type(body) for body in bodies] == [JoinBody, NonceBody]
        copy.close()


def test_a_guest_that_lost_its_nonce_is_told(tmp_path: Path) -> None:
    with hosted(tmp_path) as match:
        copy = copied(tmp_path, match)
        match.enter(copy.sign_join())
        copy.close()
        copy.path.unlink()
        with copied(tmp_path, match) as copy, pytest.raises(NotNow, match="lacks the nonce"):
            copy.sign_nonce()


def test_a_takeback_is_signed_and_comes_again_like_a_move(table: Tables) -> None:
    match, copy = table()
    match.enter(copy.sign(first(copy)))
    assert not copy.can_take_back(B)
    with pytest.raises(NotNow, match="Can't undo"):
        copy.sign_takeback(B)
    catch_up(match, copy)
    assert copy.can_take_back(B)
    raw = copy.sign_takeback(B)
    assert (copy.sign_takeback(B), copy.pending()) == (raw, (raw,))
    match.enter(raw)
    catch_up(match, copy)
    assert copy.pending() == ()
    assert B in copy.due.seats
    match.enter(copy.sign(second(copy)))
    copy.close()
    match.close()


def test_an_invalid_signature_request_is_refused_with_a_reason(table: Tables) -> None:
    match, copy = table()
    with pytest.raises(NotNow, match="another computer"):
        copy.sign(match.game.legal(match.state, A)[0])
    with pytest.raises(NotNow, match="no such seat"):
        copy.sign(LightWindow(Seat(5), 0))
    with pytest.raises(Refused):
        copy.sign(LightWindow(B, 0))
    with pytest.raises(NotNow, match="cannot be verified yet"):
        copy.audit()
    with pytest.raises(NotNow, match="nothing to join"):
        copy.sign_join()
    match.abandon()
    move = first(copy)
    catch_up(match, copy)
    with pytest.raises(NotNow, match="over"):
        copy.sign(move)
    copy.close()
    match.close()


def test_a_spectator_signs_nothing(tmp_path: Path) -> None:
    with hosted(tmp_path) as match, copied(tmp_path, match) as guest:
        begun(match, guest)
        with copied(tmp_path, match, None) as watcher:
            assert (watcher.seats, watcher.state) == ((), match.view(PUBLIC))
            for sign in (watcher.sign_join, watcher.sign_nonce, lambda: watcher.sign(first(guest))):
                with pytest.raises(SaveError):
                    sign()


def test_a_former_holder_has_nothing_pending(table: Tables) -> None:
    match, copy = table()
    copy.sign(first(copy))
    match.rekey(B, None, "novice")
    catch_up(match, copy)
    assert (copy.seats, copy.pending()) == ((), ())
    match.rekey(B, GUEST_KEYS.public)
    catch_up(match, copy)
    assert len(copy.pending()) == 1
    match.enter(copy.pending()[0])
    copy.close()
    match.close()


# What comes from the host


def test_what_comes_before_an_entry_that_cannot_stand_is_kept(table: Tables) -> None:
    match, copy = table()
    length = copy.log.length
    match.submit(match.game.legal(match.state, A)[0])
    match.enter(copy.sign(first(copy)))
    raws = list(match.raw_entries(length))
    broken = bytearray(raws[1])
    broken[0] ^= 1
    with pytest.raises(InvalidEntry) as caught:
        copy.take([raws[0], bytes(broken), *raws[2:]])
    assert (caught.value.fault, caught.value.entry) == (Fault.HOST_SIGNATURE, length + 1)
    assert copy.log.length == length + 1
    copy = reopened(copy)
    assert copy.log.length == length + 1
    copy.take(raws[1:])
    assert copy.raw_entries() == match.raw_entries()
    copy.close()
    match.close()


def test_what_is_shown_is_saved_once_it_is_proven(table: Tables) -> None:
    match, copy = table()
    before = copy.log.length
    match.submit(match.game.legal(match.state, A)[0])
    copy.show(match.raw_entries(before))
    shown = copy.log
    assert copy.unproven
    assert copy.raw_entries() == match.raw_entries()
    assert copy.path.read_bytes().find(match.raw_entries()[-1]) == -1
    copy.prove()
    assert not copy.unproven
    assert copy.log is shown
    assert copy.path.read_bytes().find(match.raw_entries()[-1]) > 0
    copy.prove()
    assert reopened(copy).raw_entries() == match.raw_entries()
    match.close()


def test_a_program_that_is_killed_before_it_has_proven_what_it_shows_is_sent_it_again(table: Tables) -> None:
    match, copy = table()
    before = copy.log.length
    match.submit(match.game.legal(match.state, A)[0])
    copy.show(match.raw_entries(before))
    copy._file.close()  # pyright: ignore[reportPrivateUsage]
    copy = Replica.open(copy.path, GUEST_KEYS, boxes=boxes)
    assert copy.log.length == before
    copy.take(match.raw_entries(before))
    assert copy.raw_entries() == match.raw_entries()
    copy.close()
    match.close()


def test_what_is_shown_and_bears_no_signature_is_shown_no_more(table: Tables) -> None:
    match, copy = table()
    length = copy.log.length
    match.submit(match.game.legal(match.state, A)[0])
    match.enter(copy.sign(first(copy)))
    *raws, last = match.raw_entries(length)
    copy.show([*raws, bytes([last[0] ^ 1]) + last[1:]])
    assert copy.log.length == match.log.length
    with pytest.raises(InvalidEntry) as caught:
        copy.prove()
    assert (caught.value.fault, caught.value.entry) == (Fault.HOST_SIGNATURE, match.log.length - 1)
    assert not copy.unproven
    assert copy.log.length == match.log.length - 1
    copy = reopened(copy)
    assert copy.log.length == match.log.length - 1
    copy.take(match.raw_entries(copy.log.length))
    assert copy.raw_entries() == match.raw_entries()
    copy.close()
    match.close()


DECIDING: dict[str, Callable[[Replica], object]] = {
    "sign": lambda copy: copy.sign(first(copy)),
    "hold": lambda copy: copy.sign(first(copy), hold=True),
    "drop": lambda copy: copy.drop(B),
    "send": lambda copy: copy.mark_sent(B),
    "show": lambda copy: copy.show(()),
    "take": lambda copy: copy.take(()),
}


@pytest.mark.parametrize("deed", DECIDING)
def test_nothing_is_decided_on_what_bears_no_signature(table: Tables, deed: str) -> None:
    match, copy = table()
    copy.sign(first(copy), hold=True)
    length, kept = copy.log.length, copy.held()
    match.submit(match.game.legal(match.state, A)[0])
    (raw,) = match.raw_entries(length)
    copy.show([bytes([raw[0] ^ 1]) + raw[1:]])
    with pytest.raises(InvalidEntry, match="not signed"):
        DECIDING[deed](copy)
    assert copy.log.length == length
    assert copy.held() == kept
    assert copy.pending() == ()
    copy.close()
    match.close()


def test_what_is_shown_and_cannot_be_saved_is_proven_later(table: Tables, tmp_path: Path) -> None:
    match, guest = table()
    disk = FullDisk()
    copy = copied(tmp_path, match, None, disk)
    match.submit(match.game.legal(match.state, A)[0])
    copy.show(match.raw_entries(copy.log.length))
    length = match.log.length
    catch_up(match, guest)
    match.enter(guest.sign(first(guest)))
    disk.full = True
    for _ in range(2):
        with pytest.raises(DiskFull):
            copy.show(match.raw_entries(length))
        assert (copy.unproven, copy.log.length) == (True, length)
    disk.full = False
    copy.show(match.raw_entries(length))
    copy.close()
    copy = Replica.open(copy.path, None, boxes=boxes)
    assert copy.raw_entries() == match.raw_entries()
    for one in (copy, guest, match):
        one.close()


def test_the_last_move_is_proven_before_it_is_shown(table: Tables) -> None:
    match, copy = table()
    chance = RandomStream(derive_entropy("to the end"))
    while not match.over:
        catch_up(match, copy)
        seat = match.due.seats[0]
        move = chance.choice(match.game.legal(match.state, seat))
        if seat in copy.seats:
            match.enter(copy.sign(move))
        else:
            match.submit(move)
    last, *_ = match.raw_entries(copy.log.length)
    with pytest.raises(InvalidEntry):
        copy.show([bytes([last[0] ^ 1]) + last[1:]])
    assert not copy.over
    copy.show([last])
    assert (copy.over, copy.unproven) == (True, False)
    copy.close()
    match.close()


def test_what_gives_a_seat_away_or_ends_the_match_is_proven_before_it_is_shown(table: Tables) -> None:
    match, copy = table()
    for does in (lambda: match.rekey(B, None), lambda: match.rekey(B, GUEST_KEYS.public), match.abandon):
        does()
        raws = match.raw_entries(copy.log.length)
        with pytest.raises(InvalidEntry):
            copy.show([bytes([raws[0][0] ^ 1]) + raws[0][1:], *raws[1:]])
        copy.show(raws)
        assert not copy.unproven
        assert copy.log.length == match.log.length
    copy.close()
    match.close()


def entered(copy: Replica, submission: bytes) -> bytes:
    """Return the host's next entry with this submission, even if it is illegal."""
    return sign_entry(Entry(copy.header.match, copy.log.length, copy.log.head, SeatBody(submission)), HOST_KEYS)


def test_what_is_not_just_what_the_guest_has_signed_is_refused_with_its_name(table: Tables) -> None:
    match, copy = table()
    match.submit(match.game.legal(match.state, A)[0])
    catch_up(match, copy)
    raw = copy.sign(first(copy))
    for forged in (bytes([raw[0] ^ 1]) + raw[1:], bytes(SIGNATURE_SIZE) + raw[SIGNATURE_SIZE:]):
        with pytest.raises(InvalidEntry) as caught:
            copy.take([entered(copy, forged)])
        assert caught.value.fault is Fault.SEAT_SIGNATURE
    match.enter(raw)
    chance = RandomStream(derive_entropy("in the open"))
    while True:
        catch_up(match, copy)
        move = any_move(match.game, match.log, chance)
        if move.seat in copy.seats and not secrets(move):
            break
        match.enter(copy.sign(move)) if move.seat in copy.seats else match.submit(move)
    raw, length = copy.sign(move), copy.log.length
    match.rekey(B, None)
    catch_up(match, copy)
    with pytest.raises(InvalidEntry) as caught:
        copy.take([entered(copy, raw)])
    assert (caught.value.fault, copy.log.length) == (Fault.SEAT_SIGNATURE, length + 1)
    copy.close()
    match.close()


def test_only_what_the_running_program_has_signed_itself_goes_unverified(
    table: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, copy = table()
    seen: list[bytes] = []

    def signed(raw: bytes, context: bytes, key: bytes, verify: Callable[..., bool] = signatures.has_signature) -> bool:
        if context == SUBMISSION_CONTEXT:
            seen.append(raw)
        return verify(raw, context, key)

    match.submit(match.game.legal(match.state, A)[0])
    catch_up(match, copy)
    raw = copy.sign(first(copy))
    monkeypatch.setattr(signatures, "has_signature", signed)
    copy.take([entered(copy, raw)])
    assert seen == []
    copy = reopened(copy)
    assert raw in seen
    copy.close()
    match.close()


def test_a_submission_that_was_signed_before_is_verified_when_it_is_entered(
    table: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, copy = table()
    match.submit(match.game.legal(match.state, A)[0])
    catch_up(match, copy)
    raw = copy.sign(first(copy))
    copy = reopened(copy)
    seen: list[bytes] = []

    def signed(raw: bytes, context: bytes, key: bytes, verify: Callable[..., bool] = signatures.has_signature) -> bool:
        seen.append(raw)
        return verify(raw, context, key)

    monkeypatch.setattr(signatures, "has_signature", signed)
    copy.take([entered(copy, raw)])
    assert raw in seen
    copy.close()
    match.close()


def test_repeated_entries_are_reported_and_change_nothing(table: Tables) -> None:
    match, copy = table()
    with pytest.raises(InvalidEntry) as caught:
        copy.take(match.raw_entries(2))
    assert caught.value.fault is Fault.DUPLICATE
    copy.take(())
    assert copy.raw_entries() == match.raw_entries()
    copy.close()
    match.close()


def test_many_signatures_are_shared_and_the_first_bad_one_is_still_found(
    table: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, copy = table()
    copy.close()
    copy.path.unlink()
    monkeypatch.setattr(file_contents, "MIN_PARALLEL", 0)
    raws = list(match.raw_entries())
    raws[4] = bytes([raws[4][0] ^ 1]) + raws[4][1:]
    again = Replica.create(tmp_path / "again", encode_header(match.header), GUEST_KEYS, boxes=boxes)
    with pytest.raises(InvalidEntry) as caught:
        again.take(raws)
    assert (caught.value.fault, again.log.length) == (Fault.HOST_SIGNATURE, 4)
    again.close()
    match.close()


def test_without_room_nothing_is_taken_and_it_can_be_taken_again(table: Tables) -> None:
    match, copy = table()
    copy.close()
    match.submit(match.game.legal(match.state, A)[0])
    full = Replica.open(copy.path, GUEST_KEYS, boxes=boxes, disk=Full())
    before = full.raw_entries()
    with pytest.raises(DiskFull):
        full.take(match.raw_entries(len(before)))
    assert full.raw_entries() == before
    with pytest.raises(DiskFull):
        full.sign(first(full))
    assert full.pending() == ()
    full.close()
    match.close()


def test_a_forked_host_is_named_and_the_copy_stays(table: Tables) -> None:
    match, copy = table()
    match.close()
    before = copy.raw_entries()
    entry = read_entry(before[-1])
    with pytest.raises(InvalidEntry) as caught:
        copy.take([sign_entry(entry._replace(body=AbandonedBody()), HOST_KEYS)])
    assert (caught.value.fault, len(caught.value.evidence)) == (Fault.HOST_FORK, 2)
    assert copy.raw_entries() == before
    copy.close()


def test_an_entry_that_hands_over_a_seat_wrongly_is_not_kept(tmp_path: Path) -> None:
    match = play(begin(tmp_path / "host"), 3)
    copy = copied(tmp_path, match)
    (honest, *_) = match.rekey(B, GUEST_KEYS.public)
    entry = read_entry(honest)
    assert isinstance(entry.body, RekeyBody)
    assert entry.body.transfer is not None
    body = replace(entry.body, transfer=entry.body.transfer._replace(wraps=(bytes(48),)))
    with pytest.raises(InvalidEntry) as caught:
        copy.take([sign_entry(entry._replace(body=body), HOST_KEYS)])
    assert (caught.value.fault, caught.value.entry) == (Fault.BROKEN_SEAL, copy.log.length)
    copy.take([honest])
    assert copy.state == match.view(B)
    copy.close()
    match.close()


# The file


def test_a_copy_is_found_again_by_its_header(tmp_path: Path) -> None:
    with hosted(tmp_path) as match:
        copy = copied(tmp_path, match)
        copy.note("code", "cellar-heron-417")
        copy.close()
        with copied(tmp_path, match) as again:
            assert (again.path, dict(again.notes)) == (copy.path, {"code": "cellar-heron-417"})
            with pytest.raises(Locked):
                copied(tmp_path, match)


def test_another_match_with_the_same_id_is_not_taken_for_it(tmp_path: Path) -> None:
    with hosted(tmp_path) as match:
        copied(tmp_path, match).close()
        other = match.header._replace(players=match.header.players[::-1])
        with pytest.raises(SaveError, match="it is a different match"):
            Replica.follow(tmp_path / GUEST_KEYS.public.sign.hex()[:8], encode_header(other), GUEST_KEYS, boxes=boxes)
        copied(tmp_path, match).close()


def test_what_a_host_sends_as_a_header_is_checked(tmp_path: Path) -> None:
    with hosted(tmp_path) as match:
        header = match.header
    for bad, error in (
        (b"noise", SaveError),
        (encode_header(header._replace(game="chess")), NewerVersion),
        (encode_header(header._replace(rules_version=99)), NewerVersion),
        (encode_header(header._replace(components=b"")), SaveError),
    ):
        with pytest.raises(error):
            Replica.follow(tmp_path / "copy", bad, GUEST_KEYS, boxes=boxes)
    assert not (tmp_path / "copy").exists() or not list((tmp_path / "copy").iterdir())


def test_the_hosts_own_key_follows_no_copy_of_its_own_match(tmp_path: Path) -> None:
    with hosted(tmp_path) as match:
        with pytest.raises(NotYours, match="resume it as its host"):
            copied(tmp_path, match, HOST_KEYS)
        copy = copied(tmp_path, match)
        copy.close()
        with pytest.raises(NotYours, match="resume it as its host"):
            Replica.open(copy.path, HOST_KEYS, boxes=boxes)
        with pytest.raises(HostedElsewhere, match="your copy of a match that is hosted elsewhere"):
            resume(copy.path, identity=GUEST_KEYS)
        match.close()
        with pytest.raises(NotYours, match="host"):
            Replica.open(match.path, GUEST_KEYS, boxes=boxes)


def test_a_torn_record_is_cut_and_the_host_sends_it_again(table: Tables) -> None:
    match, copy = table()
    copy.close()
    data = copy.path.read_bytes()
    copy.path.write_bytes(data[:-7])
    with Replica.open(copy.path, GUEST_KEYS, boxes=boxes) as again:
        assert "was removed" in again.notices[0]
        assert again.log.length == match.log.length - 1
        catch_up(match, again)
        assert again.raw_entries() == match.raw_entries()
    match.close()


def test_a_copy_whose_log_is_not_valid_is_refused_with_a_way_on(table: Tables) -> None:
    match, copy = table()
    file = copy._file  # pyright: ignore[reportPrivateUsage]
    file.append([Record(RecordKind.ENTRY, match.raw_entries()[-1])])
    copy.close()
    with pytest.raises(BrokenLog, match="Move the file away"):
        Replica.open(copy.path, GUEST_KEYS, boxes=boxes)
    match.close()


def test_no_byte_of_a_copy_opens_what_is_not_its_guests(tmp_path: Path) -> None:
    match = hosted(tmp_path, (1, 0, 2), (GUEST_KEYS, STRANGER_KEYS))
    guests = [copied(tmp_path, match, keys) for keys in (GUEST_KEYS, STRANGER_KEYS)]
    begun(match, *guests)
    guest, other = guests
    match.enter(guest.sign(first(guest, A)))
    catch_up(match, *guests)
    guest.close()
    events = {link.entry.number: link.event for link in links_since(match.log.last_link) if link.event is not None}
    for keys, seat in ((GUEST_KEYS, A), (STRANGER_KEYS, C), (None, PUBLIC)):
        file = MatchFile.view(guest.path)
        found = file_contents.parse_records(file.records, guest.path)
        fold, problem = file_contents.replay(found, match.game, file_contents.reader_for(found, keys))
        assert problem is None
        for link in links_since(fold.last_link):
            if link.event is not None:
                assert link.event == redact(events[link.entry.number], seat)
        assert fold.state == match.view(seat)
    hidden = [secret for event in events.values() for secret in secrets(event) if secret.value is not HIDDEN]
    assert hidden
    other.close()
    match.close()


def test_a_replica_is_listed_as_such(tmp_path: Path) -> None:
    with hosted(tmp_path) as match:
        copied(tmp_path, match).close()
    (row,) = list_matches(tmp_path / GUEST_KEYS.public.sign.hex()[:8])
    (own,) = list_matches(tmp_path / "host")
    assert (row.hosted, own.hosted) == (False, True)
    assert row.note == "A copy of a match hosted elsewhere."
