"""What-if matches: they begin like another match, continue with new deals, and show nothing that is hidden in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.game import AnyGame, Options
from rules.engine.secrecy import PUBLIC
from rules.registry import game_box, games
from saves.errors import BrokenLog, NotNow, NotYours
from saves.format.header import COMMITTED, SCRIPTED, BranchPoint, GameLookup, Player, encode_header
from saves.format.private_records import secret_record
from saves.format.records import Record, RecordKind
from saves.storage.branch import branch_match
from saves.storage.export import export_match
from saves.storage.library import list_matches, summarise
from saves.storage.match import Match
from saves.storage.match_file import MatchFile, create_file
from saves.storage.sidecar import SUMMARY
from saves.storage.verify import verify_file
from tests.sample_game.registered import boxes
from tests.support.sample_match import (
    BEGUN,
    HOST_KEYS,
    PLAYERS,
    SECRET,
    any_move,
    begin,
    fixed,
    play,
    resume,
    two_clients,
    whole,
)

AGAIN = (Player("Dora", "green"), Player("", "red", "novice"))


def branch(
    source: Path,
    entries: int,
    players: tuple[Player, ...] = AGAIN,
    *,
    tag: str = "what if",
    registry: GameLookup = boxes,
) -> Match:
    """Return a what-if in a folder of its own."""
    return branch_match(
        source,
        entries,
        players,
        source.parent / "what-if",
        identity=HOST_KEYS,
        now=BEGUN,
        boxes=registry,
        random=fixed(tag),
    )


def at(source: Path, entries: int) -> Match:
    """Return the match after this number of entries, for viewing."""
    records = MatchFile.view(source).records[: 2 + entries]
    copy = source.with_name(f"first-{entries}.galli")
    create_file(copy, records)
    return resume(copy, read_only=True)


def test_a_what_if_begins_with_the_events_in_force_and_names_its_origin(tmp_path: Path) -> None:
    source = whole(tmp_path)
    with resume(source, read_only=True) as origin, branch(source, 12) as match:
        then = at(source, 12)
        assert match.events[: len(then.events)] == then.events
        assert match.header.origin == BranchPoint(origin.header.match, 12)
        assert match.header.match != origin.header.match
        assert match.header.dealer == SCRIPTED
        kept = ("game", "rules_version", "options", "components")
        assert all(getattr(match.header, field) == getattr(origin.header, field) for field in kept)
        assert [player.name for player in match.header.players] == ["Dora", "Seat 2"]
        assert match.log.bots == (None, "novice")


def test_every_moment_before_the_end_can_be_played_on_to_a_valid_end(tmp_path: Path) -> None:
    source = whole(tmp_path)
    with resume(source, read_only=True) as origin:
        last = origin.log.length - 2  # The last move and the opened secret.
    for entries in range(last):
        with branch(source, entries, tag=str(entries)) as match:
            path = play(match).path
        report = verify_file(path, boxes=boxes)
        assert (report.sound, report.over, report.audited) == (True, True, True)
        assert report.deals == 0, "nobody can recompute what another match has dealt"


def test_what_follows_is_dealt_from_a_secret_of_its_own(tmp_path: Path) -> None:
    source = whole(tmp_path)
    with resume(source, read_only=True) as origin:
        dealt = origin.events
    ways = set[object]()
    for tag in "abc":
        with branch(source, 2, tag=tag) as match:
            ways.add(match.events)
            assert match.due.seats, "the dealer acts by itself"
    assert len(ways) > 1
    assert dealt[: len(next(iter(ways)))] not in ways  # type: ignore[arg-type]


def test_a_what_if_resumes_and_undoes_like_any_match(tmp_path: Path) -> None:
    source = whole(tmp_path)
    with begin(tmp_path / "early") as early:
        seat = early.due.seats[0]
        early.submit(early.game.legal(early.state, seat)[0])
        early.abandon()
        entries = early.log.length - 2
    with branch(early.path, entries, PLAYERS[:2]) as match:
        assert match.can_take_back(seat), "what was moved before the what-if began"
        match.take_back(seat)
        assert seat in match.due.seats
        play(match, 3)
        events = match.events
    with resume(match.path) as again:
        assert again.events == events
        play(again)
        assert again.over
    assert verify_file(match.path, boxes=boxes).sound
    assert source.exists()


def test_undone_moves_are_left_out(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        seat = match.due.seats[0]
        match.submit(match.game.legal(match.state, seat)[0])
        match.take_back(seat)
        match.submit(match.game.legal(match.state, seat)[1])
        length, events = match.log.length, match.events
        match.abandon()
    with branch(match.path, length) as found:
        assert found.events == events


def test_the_what_if_of_a_what_if_names_the_nearer_one(tmp_path: Path) -> None:
    source = whole(tmp_path)
    with branch(source, 6) as first:
        play(first)
    with branch(first.path, 8, tag="second") as second:
        assert second.header.origin == BranchPoint(first.header.match, 8)
        assert second.events[:4] == first.events[:4]
        play(second)
    assert verify_file(second.path, boxes=boxes).sound


def test_nothing_goes_differently_once_a_match_is_over(tmp_path: Path) -> None:
    source = whole(tmp_path)
    with resume(source, read_only=True) as origin:
        length = origin.log.length
    for entries in (length - 1, length):
        with pytest.raises(NotNow, match="earlier"):
            branch(source, entries)
    for entries in (-1, length + 1):
        with pytest.raises(NotNow, match=f"has {length} entries"):
            branch(source, entries)
    assert not (tmp_path / "what-if").exists()


def test_players_must_fit_the_seats(tmp_path: Path) -> None:
    source = whole(tmp_path)
    with pytest.raises(ValueError, match="each seat"):
        branch(source, 6, AGAIN[:1])
    with pytest.raises(ValueError, match="each seat"):
        branch(source, 6, (Player("Dora", "mauve"), AGAIN[1]))


def test_a_running_match_with_hidden_cards_has_no_what_if(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        play(match, 2)
    for entries in (3, match.log.length):
        with pytest.raises(NotYours, match="hidden from you"):
            branch(match.path, entries)
    with begin(tmp_path / "fresh") as match, pytest.raises(NotYours):
        branch(match.path, match.log.length, tag="fresh")


def test_what_nobody_has_dealt_yet_hides_nothing(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        play(match, 2)
    with branch(match.path, 2) as found:
        assert found.due.seats


def test_a_running_match_with_guests_has_no_what_if_at_any_moment(tmp_path: Path) -> None:
    path = tmp_path / "guests.galli"
    table = two_clients().play(2)
    records = [Record(RecordKind.HEADER, encode_header(table.header)), secret_record(SECRET)]
    create_file(path, [*records, *(Record(RecordKind.ENTRY, raw) for raw in table.raws)])
    for entries in (1, len(table.raws)):
        with pytest.raises(NotYours, match="other people"):
            branch(path, entries)


def test_a_finished_match_of_others_can_be_the_origin(tmp_path: Path) -> None:
    table = two_clients().play()
    path = tmp_path / "others.galli"
    records = [Record(RecordKind.HEADER, encode_header(table.header))]
    create_file(path, [*records, *(Record(RecordKind.ENTRY, raw) for raw in table.raws)])
    with branch(path, 10) as match:
        assert match.log.clients == (HOST_KEYS.public,)
        play(match)
    assert verify_file(match.path, boxes=boxes).sound


def test_an_invalid_match_is_no_origin(tmp_path: Path) -> None:
    source = whole(tmp_path)
    records = list(MatchFile.view(source).records)
    del records[8]
    create_file(tmp_path / "broken.galli", records)
    with pytest.raises(BrokenLog, match="not valid from entry"):
        branch(tmp_path / "broken.galli", 4)


def wordless(game: AnyGame, seen: object) -> str:
    """Say nothing."""
    return ""


def test_lists_and_exports_name_the_origin(tmp_path: Path) -> None:
    source = whole(tmp_path)
    with branch(source, 6) as match:
        play(match)
    for _ in range(3):  # Read from the match, replayed, and from the summary.
        (row,) = list_matches(match.path.parent)
        row = summarise(row, wordless, wordless, boxes)
        assert row.origin == match.header.origin.match.hex() if match.header.origin else None
    assert export_match(match.path, boxes=boxes)["header"]["origin"]["entries"] == 6  # type: ignore[call-overload,index]
    (row,) = list_matches(tmp_path)
    assert summarise(row, wordless, wordless, boxes).origin == ""
    plain, marked = (SUMMARY.path(path).read_bytes() for path in (source, match.path))
    assert len(marked) - len(plain) >= 16, "an ordinary match's summary stays as it was"


@pytest.mark.parametrize("key", games())
def test_every_game_has_what_ifs(tmp_path: Path, key: str) -> None:
    box = game_box(key)
    mode, (seats, _) = min(box.meta.modes.items(), key=lambda item: item[1])
    options = Options(seats, mode, box.meta.levels[0])
    people = tuple(Player(f"P{number}", box.meta.colours[number]) for number in range(seats))

    def played(match: Match, moves: int) -> Match:
        for _ in range(moves):
            match.submit(any_move(match.game, match.log, RandomStream(derive_entropy(key, match.log.length))))
        return match

    with Match.create(
        tmp_path, key, options, people, COMMITTED, identity=HOST_KEYS, now=BEGUN, random=fixed(key)
    ) as match:
        played(match, 12)
        length, seen = match.log.length, match.view(PUBLIC)
        match.abandon()
    with branch(match.path, length, people, registry=game_box) as found:
        assert found.view(PUBLIC) == seen
        played(found, 8)
        found.abandon()
    assert verify_file(found.path).sound


@pytest.mark.parametrize("bot", [None, "novice"])
def test_a_running_match_of_an_open_game_has_what_ifs(tmp_path: Path, bot: str | None) -> None:
    people = (Player("Anna", "blue"), Player("Bruno", "red", bot))
    with Match.create(
        tmp_path,
        "builders-duel",
        Options(2, "versus", 1),
        people,
        COMMITTED,
        identity=HOST_KEYS,
        now=BEGUN,
        random=fixed(),
    ) as match:
        for _ in range(6):
            seat = match.due.seats[0]
            match.submit(match.game.legal(match.state, seat)[0])
        seen, length = match.view(PUBLIC), match.log.length
        with branch(match.path, length, people, registry=game_box) as found:
            assert found.view(PUBLIC) == seen
            assert not match.over, "the origin stays as it was"
