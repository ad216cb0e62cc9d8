"""Matches at this computer: begun, listed, resumed, looked at, verified and thrown away, with the real files."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from galli_tui.app import GalliApp
from galli_tui.game_api.own_name import remember_name
from galli_tui.matches.local import LocalMatchStore, LocalTable
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.match_store import Condition, Setup
from galli_tui.tables.table import Table
from galli_tui.terminal.capabilities import Terminal
from rules.bots.rollout_search import RankedMove
from rules.engine.game import OptionError, Options
from rules.engine.secrecy import PUBLIC, Seat
from rules.registry import games
from saves.errors import Locked, NotFound, ReadOnlyMatch, SaveError, SharedMatch
from saves.format.header_fields import Player
from saves.format.identity import Identity
from saves.storage.identity_file import load_identity
from saves.storage.match import Match
from saves.storage.paths import home as player_home
from saves.storage.paths import matches_folder
from tests.support.app_driver import Driver, drive
from tests.support.saved_matches import saved_duel

GAME = games()[0]


def setup(*names: str, seed: int | None = 7) -> Setup:
    colours = ("red", "green", "blue", "yellow")
    seats = tuple(Player(name, colour) for name, colour in zip(names, colours, strict=False))
    return Setup(GAME, Options(len(names), "coop" if len(names) > 1 else "solo", 1), seats, seed)


def begun(*names: str) -> Table:
    return LocalMatchStore().begin(setup(*(names or ("Anna", "Bruno"))))


def play(table: Table, moves: int) -> None:
    """Makes the first legal move so many times."""
    for _ in range(moves):
        seat = table.due.seats[0]
        table.submit(table.game.legal(table.view(seat), seat)[0])


def the_file() -> Path:
    (path,) = matches_folder().glob("*.galli")
    return path


@pytest.mark.parametrize("name", ["Anna", "Bruno", "Clara"])
def test_a_match_that_is_over_is_listed_as_won_or_lost_by_the_player(name: str) -> None:
    remember_name(name)
    match_store, match_id = saved_duel()
    result = match_store.about(match_id)
    (saved,) = match_store.saved()
    assert saved.score
    assert saved.won == (None if name == "Clara" else result.startswith(f"{name} has won "))


def test_a_new_match_is_saved_and_listed() -> None:
    begun().close()
    (saved,) = LocalMatchStore().saved()
    assert saved.names == ("Anna", "Bruno")
    assert saved.condition is Condition.PLAYING
    assert saved.title.endswith(" I")
    assert the_file().name.endswith(f"-{saved.id}.galli")


@pytest.mark.parametrize("there", [True, False])
def test_a_match_with_a_guests_seat_is_not_resumed_locally_even_if_a_bot_plays_it(there: bool) -> None:
    begun().close()
    identity = load_identity(player_home())
    with Match.open(the_file(), identity) as match:
        match.rekey(Seat(1), Identity(bytes([9]) * 32).public)
        if not there:
            match.rekey(Seat(1), None, "novice")
    (saved,) = LocalMatchStore().saved()
    with pytest.raises(SharedMatch, match="belong to guests"):
        LocalMatchStore().resume(saved.id)
    with Match.open(the_file(), identity) as match:
        match.rekey(Seat(1), None)
    LocalMatchStore().resume(saved.id).close()


def stranger(*_: object, **__: object) -> Identity:
    """Another key than the one that has begun the match."""
    return Identity(bytes([8]) * 32)


@pytest.mark.parametrize("hosted", [True, False])
def test_a_shared_match_that_is_over_shows_how_it_ended(hosted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    begun().close()
    with Match.open(the_file(), load_identity(player_home())) as match:
        match.rekey(Seat(1), Identity(bytes([9]) * 32).public)
        match.rekey(Seat(1), None, "novice")
        while not match.over:
            seat = match.due.seats[0]
            match.submit(match.game.legal(match.view(seat), seat)[0])
    if not hosted:  # Only a copy of someone else's match.
        monkeypatch.setattr("saves.storage.identity_file.load_identity", stranger)
    (saved,) = LocalMatchStore().saved()
    table = LocalMatchStore().resume(saved.id)
    assert table.due.over
    assert not any(player.here for player in table.players)
    table.close()


def test_a_match_resumes_where_it_was_left() -> None:
    table = begun()
    play(table, 3)
    seen, due = table.view(PUBLIC), table.due
    table.close()
    (saved,) = LocalMatchStore().saved()
    again = LocalMatchStore().resume(saved.id)
    assert again.view(PUBLIC) == seen
    assert again.due == due
    assert all(player.here for player in again.players)
    again.close()


def test_a_what_if_is_played_and_listed_with_its_origin() -> None:
    with Match.open(the_file_of(begun()), load_identity(player_home())) as match:
        for _ in range(3):
            seat = match.due.seats[0]
            match.submit(match.game.legal(match.view(seat), seat)[0])
        entries, seen = match.log.length, match.view(PUBLIC)
        match.abandon()
    (origin,) = LocalMatchStore().saved()
    players = (Player("Dora", "blue"), Player("Bruno", "red", "novice"))
    table = LocalMatchStore().branch(origin.id, entries, players)
    assert table.view(PUBLIC) == seen
    assert [(player.name, player.bot) for player in table.players] == [("Dora", ""), ("Bruno", "novice")]
    table.close()
    marks = {row.id: row.marks for row in LocalMatchStore().saved()}
    assert marks == {origin.id: (), table.match_id: (f"what-if of {origin.id}",)}
    LocalMatchStore().resume(table.match_id).close()


def test_hints_in_a_what_if_are_those_of_the_match_that_it_comes_from() -> None:
    async def script() -> None:
        original = begun("Anna")
        play(original, 2)
        hints = await advised(original)
        with Match.open(the_file(), load_identity(player_home())) as match:
            entries = match.log.length
            match.abandon()
        branch = LocalMatchStore().branch(original.match_id, entries, (Player("Anna", "red"),))
        assert hints[0].samples > 1
        assert await advised(branch) == hints

    async def advised(table: Table) -> list[RankedMove]:
        assert not isinstance(table.advice, str)
        seat = table.due.seats[0]
        found = await table.advice.options(seat, table.view(seat))
        table.close()
        return found

    asyncio.run(script())


def the_file_of(table: Table) -> Path:
    table.close()
    return the_file()


def test_an_open_match_can_neither_be_opened_twice_nor_discarded() -> None:
    table = begun()
    (saved,) = LocalMatchStore().saved()
    with pytest.raises(Locked):
        LocalMatchStore().resume(saved.id)
    with pytest.raises(Locked):
        LocalMatchStore().discard(saved.id)
    assert the_file().exists()
    table.close()


def test_an_inspected_match_has_no_own_seat_and_takes_no_move() -> None:
    table = begun()
    play(table, 1)
    table.close()
    looked = LocalMatchStore().inspect(table.match_id)
    assert not any(player.here for player in looked.players)
    seat = looked.due.seats[0]
    with pytest.raises(ReadOnlyMatch):
        looked.submit(table.game.legal(table.view(seat), seat)[0])
    looked.close()


def test_timeline_events_are_redacted_for_the_viewer() -> None:
    table = begun()
    anna, bruno = (table.timeline(Seat(seat), 50) for seat in (0, 1))
    assert [one.entry for one in anna] == [one.entry for one in bruno]
    assert anna != bruno
    assert table.timeline(PUBLIC, 1) == table.timeline(PUBLIC, 50)[-1:]
    table.close()


def test_a_subscriber_is_notified_of_moves_and_takebacks_until_it_unsubscribes() -> None:
    table = begun()
    heard: list[object] = []
    stop = table.subscribe(lambda: heard.append(table.due))
    seat = table.due.seats[0]
    play(table, 1)
    assert table.can_undo(seat)
    table.undo(seat)
    assert len(heard) == 2
    stop()
    play(table, 1)
    assert len(heard) == 2
    table.close()


def test_the_list_knows_mode_seats_and_score_without_reading_a_match_again() -> None:
    table = begun()
    seats = len(table.players)
    play(table, 1)
    table.close()
    match_store = LocalMatchStore()
    (before,) = match_store.saved()
    assert before.short_mode.endswith(str(seats))
    assert (before.score, before.progress) == ("", "")
    told = match_store.about(before.id)
    (after,) = match_store.saved()
    assert after.progress == told
    assert "round" in told


def test_the_list_shows_the_progress_of_a_match() -> None:
    table = begun()
    match_store = LocalMatchStore()
    assert match_store.about(table.match_id)
    table.close()


def test_an_intact_match_passes_and_a_damaged_one_says_where_it_fails() -> None:
    table = begun()
    play(table, 2)
    table.close()
    match_store = LocalMatchStore()
    assert match_store.verify(table.match_id) == []
    path = the_file()
    data = bytearray(path.read_bytes())
    data[len(data) * 4 // 5] ^= 1
    path.write_bytes(bytes(data))
    (saved,) = match_store.saved()
    assert saved.condition is Condition.DAMAGED
    assert saved.explanation
    assert match_store.verify(saved.id)
    with pytest.raises(SaveError):
        match_store.resume(saved.id)
    match_store.inspect(saved.id).close()


def test_a_file_that_is_no_match_is_listed_by_its_name() -> None:
    matches_folder().mkdir(parents=True)
    (matches_folder() / "\x1b[31mfoo.galli").write_bytes(b"hello")
    (saved,) = LocalMatchStore().saved()
    assert saved.condition is Condition.FOREIGN
    assert "\x1b" not in saved.title + saved.explanation
    LocalMatchStore().discard(saved.id)
    assert LocalMatchStore().saved() == []


def test_a_replica_is_marked_in_its_title() -> None:
    begun().close()
    path = the_file()
    copy = path.with_name("copy.galli")
    copy.write_bytes(path.read_bytes())
    saved = LocalMatchStore().saved()
    assert {one.id for one in saved} == {path.name, copy.name}
    LocalMatchStore().resume("copy.galli").close()


def test_a_discarded_match_is_in_the_trash() -> None:
    for _ in range(2):
        table = begun()
        table.close()
        LocalMatchStore().discard(table.match_id)
    assert LocalMatchStore().saved() == []
    assert len(list((player_home() / "trash").iterdir())) == 2


def test_a_second_file_of_one_name_does_not_replace_the_first_in_the_trash() -> None:
    matches_folder().mkdir(parents=True)
    for content in (b"one", b"two"):
        (matches_folder() / "x.galli").write_bytes(content)
        LocalMatchStore().discard("x.galli")
    trash = player_home() / "trash"
    assert sorted(path.read_bytes() for path in trash.iterdir()) == [b"one", b"two"]


@pytest.mark.parametrize("match_id", ["", "..", "../identity.key", "ffffffff", "no such"])
def test_an_id_that_names_no_match_is_refused(match_id: str) -> None:
    begun().close()
    with pytest.raises(NotFound):
        LocalMatchStore().resume(match_id)


def test_a_seed_out_of_range_is_refused_in_words() -> None:
    with pytest.raises(SaveError, match="number from 0"):
        LocalMatchStore().begin(setup("Anna", seed=-1))


def test_a_match_is_played_from_the_menu_saved_and_resumed() -> None:
    async def script(app: Driver) -> None:
        await app.press("n", "f5")
        assert isinstance(app.app.screen, TableScreen)
        await app.press("q", "q", "g")
        assert isinstance(app.app.screen, TableScreen)

    drive(GalliApp(Terminal()), script)
    (saved,) = LocalMatchStore().saved()
    LocalMatchStore().resume(saved.id).close()
    assert isinstance(LocalMatchStore().inspect(saved.id), LocalTable)


def test_a_practice_match_undoes_what_was_drawn_and_says_what_it_is() -> None:
    seats = (Player("Anna", "red"),)
    options = Options(1, "solo", 1).with_practice(on=True)
    table = LocalMatchStore().begin(Setup(GAME, options, seats, 7))
    assert table.marks == ("practice",)
    seen = table.view(Seat(0))
    for _ in range(6):
        if table.paused:
            table.resume_play()
        play(table, 1)
    undone = 0
    while table.can_undo(Seat(0)):
        table.undo(Seat(0))
        undone += 1
    assert undone == 6
    assert table.view(Seat(0)) == seen
    table.close()
    (row,) = LocalMatchStore().saved()
    assert row.marks == ("practice",)
    assert "practice" not in row.mode, "a list says it once"


def test_practice_is_refused_to_two_people() -> None:
    with pytest.raises(OptionError, match="one person"):
        LocalMatchStore().begin(setup("Anna", "Bruno")._replace(options=Options(2, "coop", 1, ("practice",))))


def test_header_and_score_sheet_say_practice() -> None:
    seats = (Player("Anna", "red"),)
    table = LocalMatchStore().begin(Setup(GAME, Options(1, "solo", 1, ("practice",)), seats, 7))

    async def script(app: Driver) -> None:
        assert "practice" in app.line(0)
        await app.press("s")
        assert any("Score so far, practice" in line for line in app.lines)

    drive(GalliApp(Terminal(), LocalMatchStore(), table), script)
