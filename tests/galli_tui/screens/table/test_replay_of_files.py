"""The replay of match files that are damaged, imported, of others or of earlier rules: it says what it cannot do.

Nothing that a seat may not know shows before the end, whatever was cut off or changed in the file.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from galli_tui.app import GalliApp
from galli_tui.bots.advice import CONTESTED
from galli_tui.game_api.registry import texts_of
from galli_tui.matches.local import LocalMatchStore, LocalTable
from galli_tui.replay.moment_words import deed_words
from galli_tui.replay.timeline import Timeline, viewers_of
from galli_tui.screens.dialogs import Notice
from galli_tui.screens.table.moment_list import MomentListScreen
from galli_tui.screens.table.replay import ReplayScreen
from galli_tui.screens.table.review_runner import ReviewRunner
from galli_tui.screens.table.table import TableScreen
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.rich_text import RichText
from rules.engine.game import Options
from rules.engine.secrecy import DEALER, PUBLIC, Seat, Viewer
from rules.registry import game_box
from saves.errors import SaveError
from saves.format.header import seeded
from saves.format.records import Integrity, Record, RecordKind, frames, prefix, scan
from saves.storage.identity_file import load_identity
from saves.storage.match import Match
from saves.storage.match_file import MatchFile
from saves.storage.paths import home, matches_folder
from saves.storage.share import import_match, share_match
from tests.support.app_driver import Driver, drive
from tests.support.paths import TESTS
from tests.support.saved_matches import GUEST, PLAYERS, hot_seat, play_once, saved_duel, with_a_guest

OLD = TESTS / "data" / "rules-1.galli"
"""Level III, versus, between four bots, dealt with another key under version 1 of the rules."""


@pytest.fixture(autouse=True)
def _no_review_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReviewRunner, "DELAY", 1000.0)


def place(app: Driver) -> int:
    return int(app.line(0).split()[-1].split("/")[0])


def said(app: Driver) -> str:
    return " ".join([*app.app.screen.query(RichText)][-1].text.split())


def opened(path: Path) -> LocalTable:
    return LocalMatchStore().inspect_file(path)


def shown(path: Path, script: Callable[[Driver], object]) -> None:
    """Run a script at the replay of a file."""
    match_store = LocalMatchStore()
    table = match_store.inspect_file(path)

    def first(app: GalliApp) -> None:
        app.push_screen(ReplayScreen(table, texts_of(table.game.meta.key), owns_table=True))

    async def driven(app: Driver) -> None:
        result = script(app)
        assert hasattr(result, "__await__")
        await result  # type: ignore[misc]

    drive(GalliApp(Terminal(), match_store, first=first), driven)


async def everything(app: Driver) -> None:
    """Go through all that the replay offers, and come back."""
    assert isinstance(app.app.screen, ReplayScreen)
    await app.press("home", "right", "down", "pagedown", "right_square_bracket", "full_stop", "end", "left", "tab")
    await app.press("l")
    assert isinstance(app.app.screen, MomentListScreen)
    await app.press("escape", "d")
    await app.press("escape", "a")
    if "Review" in app.line(0):
        await app.press("escape")
    assert "Replay" in app.line(0)


def written(path: Path, name: str, records: Sequence[Record]) -> Path:
    """Write these records beside the file."""
    target = path.with_name(name)
    target.write_bytes(prefix() + frames(records))
    return target


# Damaged files


def test_a_file_cut_off_anywhere_is_shown_up_to_there_or_refused_in_words() -> None:
    saved_duel()
    (path,) = matches_folder().glob("*.galli")
    data, cut = path.read_bytes(), path.with_name("cut.galli")
    moments: list[int] = []
    refused: list[str] = []
    for length in (*range(0, 600, 40), *range(600, len(data), len(data) // 40)):
        cut.write_bytes(data[:length])
        try:
            table = opened(cut)
        except SaveError as error:
            refused.append(str(error))
            continue
        timeline = Timeline(table)
        moments.append(timeline.last)
        # Nothing shows where the cut falls just between two records.
        assert table.notices or scan(data[:length]).integrity is Integrity.WHOLE
        assert viewers_of(table) == (PUBLIC,)
        table.close()
    assert len(moments) > 20
    assert refused
    assert all(words.endswith(".") for words in refused)
    assert all(fewer <= more for fewer, more in pairwise(moments))
    assert moments[-1] > 50


def test_the_replay_of_a_truncated_match_ends_with_the_damage_and_has_no_review_or_what_if() -> None:
    saved_duel()
    (path,) = matches_folder().glob("*.galli")
    path.write_bytes(path.read_bytes()[:-700])

    async def script(app: Driver) -> None:
        assert place(app) > 20
        assert "intact" in said(app) or "damaged" in said(app) or "not whole" in said(app)
        assert "view: public" in app.line(0)
        await app.press("a")
        assert app.line(-2) == "The review comes after the match."
        await everything(app)
        await app.press("n", "f5")
        assert isinstance(app.app.screen, TableScreen), "whoever plays it knows all that it has hidden"

    shown(path, script)


@pytest.mark.parametrize("at", [0.1, 0.4, 0.7, 0.97])
def test_a_flipped_byte_shows_the_part_before_it(at: float) -> None:
    saved_duel()
    (path,) = matches_folder().glob("*.galli")
    whole = opened(path)
    moments = Timeline(whole).last
    whole.close()
    data = bytearray(path.read_bytes())
    data[int(at * len(data))] ^= 0x20
    path.write_bytes(data)

    async def script(app: Driver) -> None:
        assert place(app) < moments
        assert "damaged" in said(app)
        await everything(app)

    shown(path, script)


def test_an_entry_left_out_is_named_and_nothing_after_it_is_shown() -> None:
    saved_duel()
    (path,) = matches_folder().glob("*.galli")
    records = list(MatchFile.view(path).records)
    entries = [number for number, record in enumerate(records) if record.kind is RecordKind.ENTRY]
    del records[entries[30]]

    async def script(app: Driver) -> None:
        assert place(app) <= 30
        assert "not valid" in said(app) or "invalid" in said(app)
        await everything(app)
        await app.press("n", "f5")
        assert isinstance(app.app.screen, Notice)
        assert "not valid from entry" in app.text

    shown(written(path, "broken.galli", records), script)


def told(table: LocalTable, viewer: Viewer) -> list[str]:
    """Return what a viewer is told of each moment."""
    timeline, texts = Timeline(table), texts_of(table.game.meta.key)
    return [" ".join(deed_words(timeline, texts, moment.number, viewer)) for moment in timeline.moments]


def test_a_finished_match_without_its_end_shows_no_hidden_card() -> None:
    """Its own file still has the dealer's secret, but the match is not over without its last entries."""
    path = hot_seat(10_000).path
    full, table = opened(path), opened(written(path, "endless.galli", MatchFile.view(path).records[:-2]))
    assert full.due.over
    assert not table.due.over
    assert viewers_of(table) == (PUBLIC,)
    secrets, public = told(full, DEALER), told(table, PUBLIC)
    chosen = [number for number, words in enumerate(public) if " chooses a card." in words]
    assert len(chosen) > 5
    assert all(secrets[number] != public[number] for number in chosen)
    full.close()
    table.close()


# Imported matches


def test_an_imported_match_is_all_open_reviewed_for_all_seats_and_can_be_played_differently(tmp_path: Path) -> None:
    match_store, match_id = saved_duel()
    (own,) = matches_folder().glob("*.galli")
    share_match(own, tmp_path / "shared.galli")
    match_store.discard(match_id)
    path = import_match(tmp_path / "shared.galli", matches_folder(), 0).path
    table = opened(path)
    assert viewers_of(table) == (DEALER, Seat(0), Seat(1), PUBLIC)
    assert {decision.seat for decision in table.decisions()} == {0, 1}
    table.close()

    async def script(app: Driver) -> None:
        assert "Builders' Duel, imported" in app.line(0)
        await everything(app)
        await app.press("home", "right_square_bracket", "n", "f5")
        assert isinstance(app.app.screen, TableScreen)
        assert f"what-if of {match_id}" in app.app.screen.table.marks

    shown(path, script)


def test_a_file_that_is_not_among_the_saved_matches_can_be_played_differently(tmp_path: Path) -> None:
    match_store, match_id = saved_duel()
    (own,) = matches_folder().glob("*.galli")
    share_match(own, tmp_path / "shared.galli")
    match_store.discard(match_id)

    async def script(app: Driver) -> None:
        await app.press("right_square_bracket", "n", "f5")
        assert isinstance(app.app.screen, TableScreen)
        assert f"what-if of {match_id}" in app.app.screen.table.marks

    shown(tmp_path / "shared.galli", script)


# Matches of several programs


def test_the_replica_of_a_running_match_shows_only_the_guests_view(tmp_path: Path) -> None:
    match, copy = with_a_guest(tmp_path, 6)
    match.close()
    copy.close()
    table = LocalTable(Match.open(copy.path, GUEST, read_only=True))
    assert viewers_of(table) == (Seat(1), PUBLIC)
    own, public = told(table, Seat(1)), told(table, PUBLIC)
    assert len({number for number in range(len(own)) if own[number] != public[number]}) > 0
    for number, words in enumerate(own):
        if re.match(r"Anna chooses (a card|\d)", words):
            assert words == public[number] == "Anna chooses a card."
    table.close()
    host = opened(match.path)
    assert viewers_of(host) == (Seat(0), PUBLIC)
    host.close()
    by_host = opened(copy.path)
    assert viewers_of(by_host) == (Seat(0), PUBLIC), "the host's own key opens the host's own seat"
    by_host.close()

    async def script(app: Driver) -> None:
        assert "view: Anna" in app.line(0)
        await everything(app)
        await app.press("n", "f5")
        assert isinstance(app.app.screen, Notice)
        assert "still being played with other people" in app.text
        assert "until it is over" in " ".join(app.text.split())

    shown(copy.path, script)


def test_a_finished_match_of_several_programs_is_open_but_has_no_review_in_a_contest(tmp_path: Path) -> None:
    match, copy = with_a_guest(tmp_path, 0)
    number = 0
    while not match.over:
        play_once(match, copy, number)
        number += 1
    match.close()
    copy.close()

    async def script(app: Driver) -> None:
        assert "view: all open" in app.line(0)
        assert "review" not in app.line(-1)
        await app.press("a")
        assert app.line(-2) == CONTESTED
        await everything(app)
        await app.press("home", "pagedown", "pagedown", "n", "f5")
        assert isinstance(app.app.screen, TableScreen)

    shown(copy.path, script)


# Other components, and earlier rules


def test_a_match_of_other_components_is_replayed_reviewed_and_played_on_with_them() -> None:
    components = game_box("campus-galli").earlier_components()[0]
    with Match.create(
        matches_folder(),
        "campus-galli",
        Options(1, "solo", 1),
        PLAYERS[:1],
        seeded(4),
        identity=load_identity(home()),
        now=0,
        components=components,
    ) as match:
        while not match.over:
            seat = match.due.seats[0]
            match.submit(match.game.legal(match.view(seat), seat)[0])
        path, packed = match.path, match.header.components
    table = opened(path)
    assert viewers_of(table) == (DEALER, Seat(0), PUBLIC)
    assert table.decisions()
    table.close()

    async def script(app: Driver) -> None:
        await everything(app)
        await app.press("home", "pagedown", "pagedown", "n", "f5")
        screen = app.app.screen
        assert isinstance(screen, TableScreen)
        (begun,) = (it for it in matches_folder().glob("*.galli") if it != path)
        with Match.open(begun, None, read_only=True) as found:
            assert found.header.components == packed

    shown(path, script)


def test_a_match_of_earlier_rules_is_replayed_and_played_on_by_them() -> None:
    path = matches_folder() / OLD.name
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    shutil.copy(OLD, path)

    async def script(app: Driver) -> None:
        assert "view: all open" in app.line(0)
        await everything(app)
        await app.press("home", "pagedown", "pagedown", "n", "f5")
        assert isinstance(app.app.screen, TableScreen)
        (begun,) = (it for it in matches_folder().glob("*.galli") if it != path)
        with Match.open(begun, None, read_only=True) as found:
            assert found.header.rules_version == 1

    shown(path, script)
