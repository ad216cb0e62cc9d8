"""Bots that play each other while you watch: at your speed, paused, and move by move; in every game."""

from __future__ import annotations

import pytest

from galli_tui.app import GalliApp
from galli_tui.game_api.last_setup import proposed_setup
from galli_tui.matches.local import LocalMatchStore
from galli_tui.replay.timeline import viewers_of
from galli_tui.screens.table.legend import LegendScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.stats.results import own_results
from galli_tui.tables.match_store import Setup
from galli_tui.tables.table import Table
from galli_tui.terminal.capabilities import Terminal
from rules.engine.secrecy import PUBLIC
from rules.registry import games
from tests.sample_game.game import META
from tests.sample_game.registered import sample_game
from tests.support.app_driver import Driver, drive
from tests.support.bot_backends import InProcessBackend


def bots_only(game: str) -> Setup:
    """Return a setup of a game with a novice on every seat."""
    setup = proposed_setup("Anna", game)
    return setup._replace(seats=tuple(seat._replace(bot="novice") for seat in setup.seats), seed=7)


def watched(game: str) -> Table:
    return LocalMatchStore(make_backend=InProcessBackend, pace=0).begin(bots_only(game))


@pytest.mark.parametrize("game", games())
def test_each_move_is_shown_by_itself(game: str) -> None:
    step_through(watched(game))


@pytest.mark.usefixtures(sample_game.__name__)
def test_each_move_is_shown_by_itself_in_any_game() -> None:
    step_through(watched(META.key))


def step_through(table: Table) -> None:
    """Make three moves come, one by one."""

    async def script(app: Driver) -> None:
        await app.press("z")
        assert "watching" in app.line(0)
        assert "is next, paused. Enter: next move." in app.line(-2)
        before = len(table.timeline(PUBLIC, 500))
        for _ in range(3):
            await app.press("enter")
            await app.settle()
            await app.settle()
            after = len(table.timeline(PUBLIC, 500))
            assert after > before
            before = after

    drive(GalliApp(Terminal(), LocalMatchStore(), table), script)


@pytest.mark.usefixtures(sample_game.__name__)
def test_the_keys_set_the_pace_and_leaving_asks_nothing() -> None:
    table = watched(META.key)

    async def script(app: Driver) -> None:
        await app.press("minus")
        assert "speed 2 of 6" in app.line(-2)
        await app.press("minus", "minus", "plus", "plus", "plus")
        assert "speed 4 of 6" in app.line(-2)
        await app.press("z")
        assert "go on" in app.line(-1)
        await app.press("q")
        assert "Play" in app.text

    drive(GalliApp(Terminal(), LocalMatchStore(), table), script)
    assert own_results("Anna") == []


@pytest.mark.parametrize("game", games())
def test_while_the_match_runs_only_what_is_public_can_be_seen(game: str) -> None:
    table = watched(game)
    assert table.own_seats == ()
    assert list(viewers_of(table, PUBLIC)) == [PUBLIC]

    async def script(app: Driver) -> None:
        await app.press("z")
        screen = app.app.screen
        assert isinstance(screen, TableScreen)
        assert (screen.turn.viewer, screen.turn.seat, screen.turn.reader) == (PUBLIC, None, None)
        await app.press("v")
        replay = app.text
        await app.press("tab")
        assert app.text == replay, "there are no other eyes to look through"
        await app.press("escape", "k")
        assert isinstance(app.app.screen, LegendScreen)

    drive(GalliApp(Terminal(), LocalMatchStore(), table), script)
