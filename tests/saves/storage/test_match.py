"""Hosted matches: created, played and resumed; who deals, who may open them, and what each viewer sees."""

from __future__ import annotations

import errno
import os
from itertools import pairwise
from pathlib import Path
from typing import NoReturn

import pytest

from rules.bots import bot_named
from rules.engine.events import Outcome
from rules.engine.game import GameBox, OptionError, Options
from rules.engine.refusal import Refused
from rules.engine.secrecy import PUBLIC, Seat, redact
from rules.simulate import play as simulated
from saves.errors import BrokenLog, DiskFull, NewerVersion, NotNow, NotYours, ReadOnlyMatch, SaveError, Unfinished
from saves.faults import Fault
from saves.format import canonical
from saves.format.entries import AbandonedBody, CommitBody, OpenedBody, SeatBody, StartBody, read_entry
from saves.format.header import COMMITTED, SCRIPTED, BranchPoint, Player, components_of, encode_header, seeded
from saves.format.header_fields import MAX_TIME
from saves.format.identity import Identity
from saves.format.records import Record, RecordKind
from saves.log.match_log import links_of
from saves.storage.disk import Disk
from saves.storage.match import Match
from saves.storage.match_file import MatchFile, create_file
from tests.sample_game.game import BOX, META
from tests.sample_game.registered import boxes
from tests.sample_game.rules import ChooseCandle, LightWindow
from tests.support.sample_match import (
    BEGUN,
    GUEST_KEYS,
    HOST_KEYS,
    PLAYERS,
    STRANGER_KEYS,
    begin,
    entries_of,
    fixed,
    options,
    play,
    resume,
    two_clients,
    whole,
)


def first_move(match: Match) -> ChooseCandle | LightWindow:
    """Return a legal move of the first seat that is asked."""
    move = match.game.legal(match.state, match.due.seats[0])[0]
    assert isinstance(move, ChooseCandle | LightWindow)
    return move


def rewritten(path: Path, *, keep: int | None = None, drop: int | None = None, add: tuple[Record, ...] = ()) -> Path:
    """Return a copy of a match file with other records."""
    records = list(MatchFile.view(path).records[:keep])
    if drop is not None:
        del records[drop]
    copy = path.with_name("rewritten.galli")
    create_file(copy, [*records, *add])
    return copy


# Beginning


def test_a_new_match_has_been_dealt_and_asks_the_first_seats(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        assert match.due.seats == (0, 1)
        assert all(isinstance(event, Outcome) for event in match.events)


def test_a_match_begins_with_the_commitment_and_the_start(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        assert [type(read_entry(raw).body) for raw in entries_of(match.path)[:2]] == [CommitBody, StartBody]


def test_a_file_is_named_after_when_it_began_and_its_id(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        assert match.path.name == f"20231114-221320-{match.match_id[:8]}.galli"


@pytest.mark.parametrize("now", [-1, 1 << 62])
def test_a_match_starts_and_reopens_with_any_clock(tmp_path: Path, now: int) -> None:
    with begin(tmp_path, now=now) as match:
        pass
    with resume(match.path) as again:
        assert again.header.created in (0, MAX_TIME)


def test_the_header_names_players_and_game(tmp_path: Path) -> None:
    with begin(tmp_path, seats=3) as match:
        header = match.header
    assert (header.game, header.rules_version, header.options) == (META.key, META.rules_version, options(3))
    assert (header.players, header.holders, header.clients) == (PLAYERS, (0, 0, 0), (HOST_KEYS.public,))
    assert (header.dealer, header.origin, header.created) == (COMMITTED, None, BEGUN)
    assert components_of(header) == BOX.standard_components()


def create(folder: Path, **changes: object) -> Match:
    """Create a match with unusual arguments."""
    usual: dict[str, object] = {
        "game_key": META.key,
        "options": options(),
        "players": PLAYERS[:2],
        "dealer": COMMITTED,
        "identity": HOST_KEYS,
        "now": BEGUN,
        "boxes": boxes,
    }
    return Match.create(folder, **(usual | changes))  # type: ignore[arg-type]


def test_names_are_cleaned_and_never_empty(tmp_path: Path) -> None:
    players = (Player("An\x1b[31mna", "red"), Player("\x07", "blue"))
    with create(tmp_path, players=players) as match:
        assert [player.name for player in match.header.players] == ["An[31mna", "Seat 2"]


def test_a_custom_component_set_is_used_and_stays_in_the_match(tmp_path: Path) -> None:
    own = [list(range(20, 40)), [7] * 12]
    with create(tmp_path, components=own) as match:
        assert components_of(match.header) == own
    with resume(match.path) as again:
        assert len(again.state.windows) == 12


def test_a_match_may_name_the_one_it_branches_off(tmp_path: Path) -> None:
    with create(tmp_path, origin=BranchPoint(bytes(16), 7)) as match:
        assert match.header.origin == BranchPoint(bytes(16), 7)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"players": PLAYERS[:1]}, ValueError),
        ({"players": (PLAYERS[0], Player("Bruno", "mauve"))}, ValueError),
        ({"options": Options(2, "versus", 5)}, OptionError),
        ({"game_key": "chess"}, KeyError),
    ],
)
def test_a_match_that_cannot_start_leaves_no_file(
    tmp_path: Path, changes: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        create(tmp_path, **changes)
    assert list(tmp_path.iterdir()) == []


def test_two_matches_of_one_table_have_different_ids_and_deals(tmp_path: Path) -> None:
    with create(tmp_path) as one, create(tmp_path) as two:
        assert one.match_id != two.match_id
        assert one.path != two.path
        assert one.events != two.events


# Playing


def test_a_move_returns_itself_and_the_outcomes_that_followed(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        first = first_move(match)
        assert match.submit(first) == (first,)
        second = first_move(match)
        events = match.submit(second)
        assert events[0] == second
        assert [type(event).__name__ for event in events] == ["ChooseCandle", "ShowCandles"]
        assert match.events[-2:] == events


def test_a_move_is_in_the_file_when_submit_returns(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        match.submit(first_move(match))
        with resume(match.path, read_only=True) as seen:
            assert seen.state == match.state


def test_a_refused_move_changes_nothing(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        state, data = match.state, match.path.read_bytes()
        with pytest.raises(Refused, match="not-now"):
            match.submit(LightWindow(Seat(0), 0))
        assert match.state is state
        assert match.path.read_bytes() == data


def test_the_end_opens_the_secret_by_itself(tmp_path: Path) -> None:
    path = whole(tmp_path)
    assert isinstance(read_entry(entries_of(path)[-1]).body, OpenedBody)
    with resume(path) as match:
        assert (match.over, match.abandoned, match.due.seats) == (True, False, ())
        with pytest.raises(NotNow, match="is over"):
            match.submit(LightWindow(Seat(0), 0))


def test_an_abandoned_match_is_over(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        match.submit(first_move(match))
        match.abandon()
        assert (match.over, match.abandoned) == (True, True)
        for act in (match.abandon, lambda: match.submit(LightWindow(Seat(0), 0))):
            with pytest.raises(NotNow, match="is over"):
                act()
    assert [type(read_entry(raw).body) for raw in entries_of(match.path)[-2:]] == [AbandonedBody, OpenedBody]


def test_a_match_is_resumed_as_it_was_left(tmp_path: Path) -> None:
    with begin(tmp_path, seats=3) as match:
        play(match, 7)
        state, events, history = match.state, match.events, match.history
    with resume(match.path) as again:
        assert (again.state, again.events, again.history) == (state, events, history)
        assert again.notices == ()


def test_a_match_that_is_resumed_after_every_move_is_the_same_match(tmp_path: Path) -> None:
    match = begin(tmp_path / "often")
    path = match.path
    while not match.over:
        play(match, 1)
        match.close()
        match = resume(path)
    match.close()
    assert path.read_bytes() == whole(tmp_path / "straight").read_bytes()


# Who deals


def test_a_seed_deals_the_same_in_every_match(tmp_path: Path) -> None:
    with begin(tmp_path, dealer=seeded(7), tag="a") as one, begin(tmp_path, dealer=seeded(7), tag="b") as two:
        assert one.match_id != two.match_id
        assert play(one).events == play(two).events


def test_another_seed_deals_otherwise(tmp_path: Path) -> None:
    with begin(tmp_path, dealer=seeded(7), tag="a") as one, begin(tmp_path, dealer=seeded(8), tag="b") as two:
        assert one.events != two.events


def test_a_seed_deals_as_in_simulated_matches(tmp_path: Path) -> None:
    game = BOX.new(options())
    events = simulated(game, [bot_named("novice")] * 2, 7).events
    with begin(tmp_path, dealer=seeded(7)) as match:
        assert match.events == events[: len(match.events)]


def test_a_scripted_match_takes_its_outcomes_by_hand(tmp_path: Path) -> None:
    with begin(tmp_path / "dealt") as match:
        script = [event for event in match.events if isinstance(event, Outcome)]
    with begin(tmp_path / "scripted", dealer=SCRIPTED) as match:
        assert match.due.dealer
        for outcome in script:
            assert match.deal(outcome) == (outcome,)
        assert match.events == tuple(script)
        with pytest.raises(NotNow, match="No outcome is due"):
            match.deal(script[0])


def test_a_script_cannot_deal_against_the_rules(tmp_path: Path) -> None:
    with begin(tmp_path / "dealt") as match:
        script = [event for event in match.events if isinstance(event, Outcome)]
    with begin(tmp_path / "scripted", dealer=SCRIPTED) as match, pytest.raises(Refused):
        match.deal(script[1])


def test_only_a_script_is_dealt_by_hand(tmp_path: Path) -> None:
    with begin(tmp_path) as match, pytest.raises(NotNow, match="No outcome is due"):
        match.deal(match.events[0])  # type: ignore[arg-type]


# A match whose writing was cut short


@pytest.mark.parametrize("entries", range(8))
def test_the_dealer_continues_where_it_was_cut_short(tmp_path: Path, entries: int) -> None:
    path = whole(tmp_path, moves=2)
    data, whole_log = path.read_bytes(), entries_of(path)
    short = rewritten(path, keep=2 + entries)
    with resume(short) as match:
        raws = [link.raw for link in links_of(match.log)]
        assert raws == whole_log[: len(raws)]
        assert match.due.seats
        assert len(raws) > entries or not is_dealers(whole_log[entries])
    assert data.startswith(short.read_bytes())


def is_dealers(raw: bytes) -> bool:
    """Return whether the host wrote the entry by itself."""
    return not isinstance(read_entry(raw).body, SeatBody)


def test_the_end_is_opened_where_that_was_cut_short(tmp_path: Path) -> None:
    path = whole(tmp_path)
    short = rewritten(path, keep=-1)
    with resume(short) as match:
        assert match.over
    assert short.read_bytes() == path.read_bytes()


class Full(Disk):
    """A full disk."""

    def write(self, handle: int, data: memoryview) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_without_room_to_continue_the_match_is_not_opened_and_nothing_is_lost(tmp_path: Path) -> None:
    short = rewritten(whole(tmp_path, moves=2), keep=4)
    before = short.read_bytes()
    with pytest.raises(DiskFull):
        resume(short, disk=Full())
    assert short.read_bytes() == before


def test_a_match_of_which_only_the_header_is_left_had_not_begun(tmp_path: Path) -> None:
    short = rewritten(whole(tmp_path), keep=1)
    with pytest.raises(Unfinished):
        resume(short)


# Who may open it


@pytest.mark.parametrize("identity", [GUEST_KEYS, None])
def test_a_match_of_another_key_can_be_inspected_but_not_played(tmp_path: Path, identity: Identity | None) -> None:
    path = whole(tmp_path, moves=3)
    with pytest.raises(NotYours, match="hosted with another key"):
        resume(path, identity=identity)
    with resume(path, identity=identity, read_only=True) as match, resume(path) as own:
        assert match.state == own.view(PUBLIC)


def test_a_replica_can_be_inspected_but_not_hosted(tmp_path: Path) -> None:
    copy = rewritten(whole(tmp_path, moves=3), drop=1)
    with pytest.raises(NotYours, match="without the dealer's secret"):
        resume(copy)
    with resume(copy, read_only=True) as match:
        assert match.due.seats


def test_everyone_sees_all_of_a_finished_match(tmp_path: Path) -> None:
    path = whole(tmp_path)
    with resume(path) as own, resume(path, identity=STRANGER_KEYS, read_only=True) as other:
        assert other.state == own.state
        assert other.events == own.events


def test_the_host_inspects_its_own_match_with_all_its_secrets(tmp_path: Path) -> None:
    path = whole(tmp_path, moves=3)
    with resume(path, read_only=True) as match, resume(path) as own:
        assert match.state == own.state


def test_a_read_only_match_takes_nothing(tmp_path: Path) -> None:
    path = whole(tmp_path, moves=3)
    before = path.read_bytes()
    with resume(path, read_only=True) as match:
        assert match.read_only
        for act in (lambda: match.submit(first_move(match)), match.abandon, lambda: match.deal(match.events[0])):  # type: ignore[arg-type]
            with pytest.raises(ReadOnlyMatch):
                act()
    assert path.read_bytes() == before


def test_a_remote_seat_is_not_decided_locally(tmp_path: Path) -> None:
    table = two_clients()
    path = tmp_path / "guests.galli"
    secret = Record(RecordKind.PRIVATE, canonical.encode(["dealer", bytes([4]) * 32]))
    header = Record(RecordKind.HEADER, encode_header(table.header))
    create_file(path, [header, secret, *(Record(RecordKind.ENTRY, raw) for raw in table.raws)])
    with resume(path) as match:
        with pytest.raises(NotNow, match="is played on another computer"):
            match.submit(match.game.legal(match.state, Seat(1))[0])
        match.submit(match.game.legal(match.state, Seat(0))[0])


# Logs that are not valid


def test_a_log_that_breaks_the_rules_is_refused_and_can_be_looked_at_up_to_there(tmp_path: Path) -> None:
    path = whole(tmp_path, moves=3)
    entries = entries_of(path)
    bad = rewritten(path, add=(Record(RecordKind.ENTRY, entries[4]),))
    with pytest.raises(BrokenLog, match=f"the {len(entries)} entries before it") as refusal:
        resume(bad)
    assert refusal.value.problem.fault is Fault.DUPLICATE
    with resume(bad, read_only=True) as match, resume(path, read_only=True) as good:
        assert match.state == good.state
        assert "is already in the log" in match.notices[0]


@pytest.mark.parametrize(
    "record",
    [
        Record(RecordKind.PRIVATE, canonical.encode(["dealer", bytes(32)])),
        Record(RecordKind.PRIVATE, canonical.encode(["diary", "dear"])),
        Record(RecordKind.PRIVATE, b"\xff"),
        Record(RecordKind.HEADER, b""),
    ],
)
def test_records_that_do_not_belong_there_are_refused(tmp_path: Path, record: Record) -> None:
    bad = rewritten(whole(tmp_path, moves=3), add=(record,))
    with pytest.raises(SaveError, match="is not valid"):
        resume(bad)


def test_a_dealers_secret_that_is_not_the_one_committed_to_is_found(tmp_path: Path) -> None:
    path = whole(tmp_path, moves=3)
    records = MatchFile.view(path).records
    bad = path.with_name("bad.galli")
    create_file(bad, [records[0], Record(RecordKind.PRIVATE, canonical.encode(["dealer", bytes(32)])), *records[2:]])
    with pytest.raises(BrokenLog) as refusal:
        resume(bad)
    assert refusal.value.problem.fault is Fault.WRONG_SECRET


def test_a_game_that_this_program_does_not_have_is_named(tmp_path: Path) -> None:
    def none(key: str) -> NoReturn:
        raise KeyError(key)

    with pytest.raises(NewerVersion, match="'candles'"):
        Match.open(whole(tmp_path), HOST_KEYS, boxes=none)


def test_rules_of_another_version_are_named(tmp_path: Path) -> None:
    class Later:
        meta = META._replace(rules_version=2, oldest_rules=2)

    def later(_: str) -> GameBox:
        return Later()  # type: ignore[return-value]

    with pytest.raises(NewerVersion, match="rules of Candles"):
        Match.open(whole(tmp_path), HOST_KEYS, boxes=later)


# What it shows


def test_each_viewer_is_shown_its_own_view(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        play(match, 3)
        for viewer in (Seat(0), Seat(1), PUBLIC):
            assert match.view(viewer) == match.game.view(match.state, viewer)


def test_the_last_events_are_redacted_for_the_viewer(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        play(match, 3)
        shown = match.timeline(Seat(1), 4)
        assert [change.event for change in shown] == [redact(event, Seat(1)) for event in match.events[-4:]]
        assert shown[-1].view == match.view(Seat(1))
        for before, after in pairwise(shown):
            assert match.game.apply(before.view, after.event) == after.view


def test_an_unstarted_match_has_no_events(tmp_path: Path) -> None:
    guests = [GUEST_KEYS.public]
    players = [Player("Anna", "red"), Player("Bruno", "blue")]
    with Match.create(
        tmp_path,
        META.key,
        options(),
        players,
        COMMITTED,
        identity=HOST_KEYS,
        now=0,
        guests=guests,
        holders=[0, 1],
        boxes=boxes,
    ) as match:
        assert not match.begun
        assert match.timeline(Seat(0), 4) == []


@pytest.mark.parametrize(("most", "shown"), [(0, 0), (2, 2), (999, 3)])
def test_a_short_match_shows_all_its_events(tmp_path: Path, most: int, shown: int) -> None:
    with begin(tmp_path) as match:
        assert len(match.timeline(PUBLIC, most)) == shown


def test_the_same_randomness_makes_the_same_file(tmp_path: Path) -> None:
    assert whole(tmp_path / "a").read_bytes() == whole(tmp_path / "b").read_bytes()
    assert whole(tmp_path / "a", tag="other").read_bytes() != whole(tmp_path / "b", tag="more").read_bytes()
    assert fixed("a")(40) != fixed("b")(40)


def test_a_legal_move_of_any_seat_is_taken_in_any_order(tmp_path: Path) -> None:
    with begin(tmp_path, seats=3) as match:
        for seat in (2, 0, 1):
            match.submit(match.game.legal(match.state, Seat(seat))[1])
        assert [type(event).__name__ for event in match.events[-4:]] == ["ChooseCandle"] * 3 + ["ShowCandles"]


# Seats of others, and notes


@pytest.mark.parametrize("holders", [(0, 2), (0,), (0, 0), (1, 1, 0)])
def test_holders_must_fit_seats_and_guests(tmp_path: Path, holders: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="each guest a seat"):
        Match.create(
            tmp_path,
            META.key,
            options(),
            PLAYERS[:2],
            COMMITTED,
            identity=HOST_KEYS,
            now=0,
            guests=[GUEST_KEYS.public],
            holders=holders,
            boxes=boxes,
        )
    assert not list(tmp_path.iterdir())


def test_a_bots_seat_is_decided_here_and_the_log_names_the_bot(tmp_path: Path) -> None:
    players = (PLAYERS[0], PLAYERS[1]._replace(bot="novice"))
    with Match.create(
        tmp_path, META.key, options(), players, COMMITTED, identity=HOST_KEYS, now=0, boxes=boxes
    ) as match:
        assert match.log.bots == (None, "novice")
        match.submit(match.game.legal(match.state, Seat(1))[0])
        assert not play(match).paused


def test_an_invalid_seat_transfer_is_refused(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        before = match.raw_entries()
        with pytest.raises(NotNow, match="cannot be transferred"):
            match.rekey(Seat(0), None)
        with pytest.raises(NotNow, match="cannot be transferred"):
            match.rekey(Seat(7), GUEST_KEYS.public)
        assert match.raw_entries() == before
        assert match.rekey(Seat(0), GUEST_KEYS.public) == match.raw_entries(len(before))
        with pytest.raises(NotNow, match="another computer"):
            match.submit(match.game.legal(match.state, Seat(0))[0])
        match.abandon()
        with pytest.raises(NotNow, match="over"):
            match.rekey(Seat(0), None)


def test_notes_are_kept_beside_the_match_and_the_last_one_counts(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        match.note("code", "cellar-heron-417")
        match.submit(match.game.legal(match.state, Seat(0))[0])
        match.note("code", "barn-otter-100")
        match.note("port", 7341)
        noted = {"code": "barn-otter-100", "port": 7341}
        assert dict(match.notes) == noted
        for key in ("", "Code", "a b", "a" * 33):
            with pytest.raises(ValueError, match="key"):
                match.note(key, 1)
    with resume(match.path) as again:
        assert dict(again.notes) == noted
        play(again)
    with resume(match.path, read_only=True) as over:
        assert dict(over.notes) == noted
        with pytest.raises(ReadOnlyMatch):
            over.note("code", "")
