"""The review of a saved match outlives the program: it is shown at once, or continued, and never trusted blindly."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from galli_tui.app import GalliApp
from galli_tui.bots.messages import GameSettings
from galli_tui.bots.pool import MoveEstimate
from galli_tui.game_api.registry import texts_of
from galli_tui.matches.local import LocalMatchStore, LocalTable
from galli_tui.screens.table.moment_list import MomentListScreen
from galli_tui.screens.table.replay import ReplayScreen
from galli_tui.tables import review_store
from galli_tui.tables.game_review import GameReview
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.option_list import OptionList
from galli_tui.widgets.rich_text import RichText
from rules.bots.review import Grade, GradedDecision, Review
from rules.engine.judge import SCORE_UNIT
from rules.engine.plain_data import Plain
from rules.engine.secrecy import Seat
from saves.storage.paths import home, matches_folder
from saves.storage.sidecar import REVIEW
from tests.support.app_driver import Driver, drive
from tests.support.bot_backends import InProcessBackend
from tests.support.saved_matches import saved_duel


class Searches:
    """Counts the searches of all bot processes; stops answering after some."""

    def __init__(self, most: int = 10_000) -> None:
        self.count, self.most = 0, most

    def backend(self, setting: GameSettings) -> InProcessBackend:
        """Return the processes of a table."""
        return _Backend(setting, self)


class _Backend(InProcessBackend):
    """Prefers another move than the one made, by 4 points. Implements `galli_tui.bots.pool.BotBackend`."""

    def __init__(self, setting: GameSettings, searches: Searches) -> None:
        super().__init__(setting)
        self._searches = searches

    async def options(
        self, seat: Seat, view: Plain, stream: bytes, work: int, played: Plain = None
    ) -> tuple[MoveEstimate, ...]:
        if self._searches.count >= self._searches.most:
            await asyncio.Event().wait()
        self._searches.count += 1
        game = self._game
        moves = [game.encode_event(move) for move in game.legal(game.decode_state(view), seat)]
        best = next(move for move in moves if move != played)
        return MoveEstimate(best, 0, 9, 0), MoveEstimate(played, 4 * SCORE_UNIT, 9, 0)


def at_the_replay(searches: Searches, script: Callable[[Driver], Coroutine[Any, Any, None]]) -> None:
    """Run a script at the replay of the only saved match, in a new program."""
    match_store = LocalMatchStore(make_backend=searches.backend)
    (row,) = match_store.saved()
    table = match_store.inspect(row.id)

    def first(app: GalliApp) -> None:
        app.push_screen(ReplayScreen(table, texts_of(table.game.meta.key), owns_table=True))

    drive(GalliApp(Terminal(), match_store, first=first), script)


def rows(app: Driver) -> list[str]:
    return [row.text for row in app.app.screen.query_one(OptionList).rows if not row.heading]


def reviewed() -> tuple[Path, list[str], int]:
    """Return a match file with its finished review, the rows that the review showed, and its number of searches."""
    saved_duel()
    searches, shown = Searches(), list[str]()

    async def script(app: Driver) -> None:
        await app.press("a")
        listed = app.app.screen
        assert isinstance(listed, MomentListScreen)
        assert listed.game_review is not None
        assert listed.game_review.done
        shown.extend(rows(app))

    at_the_replay(searches, script)
    (path,) = matches_folder().glob("*.galli")
    return path, shown, searches.count


def test_a_finished_review_is_shown_at_once_when_the_match_is_opened_again() -> None:
    _, shown, count = reviewed()
    assert count > 10
    assert len(shown) >= count
    again = Searches()

    async def script(app: Driver) -> None:
        await app.press("a")
        assert rows(app) == shown
        assert "mistakes" in app.line(0)
        await app.press("enter")
        assert (
            "Mistake: about 4 gold worse than the best move (half a material)."
            in [*app.app.screen.query(RichText)][-1].text
        )

    at_the_replay(again, script)
    assert again.count == 0


def test_an_interrupted_review_goes_on_where_it_stopped() -> None:
    saved_duel()
    begun = Searches(most=5)

    async def script(app: Driver) -> None:
        await app.press("a")
        assert "5 of" in app.line(-2)

    at_the_replay(begun, script)
    rest = Searches()

    async def goes_on(app: Driver) -> None:
        await app.press("a")
        assert "mistakes" in app.line(0)
        assert rest.count == len(rows(app)) - 5

    at_the_replay(rest, goes_on)


@pytest.mark.parametrize("damage", [b"", b"\0" * 400, None], ids=["empty", "zeros", "a flipped bit"])
def test_a_damaged_review_is_made_anew(damage: bytes | None) -> None:
    path, shown, count = reviewed()
    beside = REVIEW.path(path)
    good = beside.read_bytes()
    beside.write_bytes(bytes([*good[:50], good[50] ^ 1, *good[51:]]) if damage is None else damage)
    again = Searches()

    async def script(app: Driver) -> None:
        await app.press("a")
        assert rows(app) == shown

    at_the_replay(again, script)
    assert again.count == count
    assert beside.read_bytes() == good


def _costs_nothing(it: GradedDecision) -> GradedDecision:
    return it._replace(cost=0, grade=Grade.BEST)


def _rough_though_best(it: GradedDecision) -> GradedDecision:
    return it._replace(cost=0, best=it.decision.move, rough=True)


@pytest.mark.parametrize("forge", [_costs_nothing, _rough_though_best])
def test_a_stored_grade_that_does_not_fit_the_match_is_not_believed(
    forge: Callable[[GradedDecision], GradedDecision],
) -> None:
    reviewed()
    table = _table()
    store, decisions = table.review_store, table.decisions()
    found = store.load(decisions)
    assert found.done == found.total
    store.save(Review(found.total, (forge(found.graded[0]), *found.graded[1:])))
    assert store.load(decisions).done == 0
    table.close()


def test_a_stored_move_that_is_not_legal_there_is_not_believed() -> None:
    reviewed()
    table = _table()
    store, decisions = table.review_store, table.decisions()
    found = store.load(decisions)
    first, last = found.graded[0], found.graded[-1]
    store.save(Review(found.total, (first._replace(best=last.best), *found.graded[1:])))
    assert store.load(decisions).done == 0
    table.close()


def test_a_review_by_another_version_of_program_or_review_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    reviewed()
    table = _table()
    for name, other in (("__version__", "0.0.1"), ("VERSION", 0)):
        with monkeypatch.context() as patch:
            patch.setattr(review_store, name, other)
            assert GameReview(table).review.done == 0
    assert GameReview(table).done
    table.close()


def test_the_review_is_removed_with_its_match() -> None:
    path, *_ = reviewed()
    store = LocalMatchStore()
    (row,) = store.saved()
    store.discard(row.id)
    assert not list(matches_folder().iterdir())
    assert not list(home().rglob("*.review"))
    assert not path.exists()


def _table() -> LocalTable:
    store = LocalMatchStore()
    (row,) = store.saved()
    table = store.inspect(row.id)
    assert isinstance(table, LocalTable)
    return table
