"""Every command with the sample game as the only one: no command knows a single game."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest

from galli_tui.cli import parser
from galli_tui.startup.exit_codes import Exit
from galli_tui.tables.table import Table
from galli_tui.terminal.capabilities import Terminal
from rules.bots import bot_named, bot_names
from rules.engine.events import Move
from rules.engine.game import Options
from rules.simulate import play
from saves.format.header import Player, seeded
from saves.storage.identity_file import load_identity
from saves.storage.match import Match
from saves.storage.paths import home, matches_folder
from tests.sample_game.game import BOX, META
from tests.sample_game.registered import sample_game

pytestmark = pytest.mark.usefixtures(sample_game.__name__)
OPTIONS = Options(2, "versus", 1)


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command prints."""
    assert parser.main(words) == Exit.OK
    return capsys.readouterr().out


def saved(moves: int = 99) -> Match:
    """A saved match of two seats after so many moves of bots, closed again."""
    players, bot = [Player("Anna", "red"), Player("Bruno", "blue")], bot_named("novice")
    identity = load_identity(home())
    with Match.create(matches_folder(), META.key, OPTIONS, players, seeded(1), identity=identity, now=0) as match:
        events = play(BOX.new(OPTIONS), [bot, bot], 1).events
        for move in [event for event in events if isinstance(event, Move)][:moves]:
            match.submit(move)
    return match


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """All tables that commands show."""
    shown: list[Table] = []

    def show(_: Terminal, table: Table, **__: object) -> Exit:
        shown.append(table)
        table.close()
        return Exit.OK

    def any_terminal(_: Namespace) -> Terminal:
        return Terminal()

    monkeypatch.setattr("galli_tui.cli.play.terminal_of", any_terminal)
    monkeypatch.setattr("galli_tui.app.run", show)
    return shown


def test_play_opens_a_table_with_the_options_of_the_game(tables: list[Table]) -> None:
    assert parser.main(["play", "candles", "--seats", "3", "--bot", "2=prior", "--short-first"]) == Exit.OK
    assert tables[0].game.options == Options(3, "versus", 1, ("short-first",))
    assert [player.bot for player in tables[0].players] == ["", "prior", ""]


def test_resume_opens_the_last_match(tables: list[Table]) -> None:
    match = saved(3)
    assert parser.main(["resume"]) == Exit.OK
    assert tables[0].view(match.due.seats[0]) == match.view(match.due.seats[0])


def test_list_names_game_and_progress(capsys: pytest.CaptureFixture[str]) -> None:
    saved(3)
    text = printed(capsys, "list")
    assert "Candles" in text
    assert "round 1 of 3" in text


def test_export_prints_moves_and_score(capsys: pytest.CaptureFixture[str]) -> None:
    match = saved()
    exported = json.loads(printed(capsys, "export", match.match_id, "--json"))
    assert any(entry["event"] and " light " in entry["event"] for entry in exported["events"])
    assert exported["score"]["winners"]
    assert "choose" in printed(capsys, "export", match.match_id)


def test_verify_finds_a_match_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "verify", saved().match_id)


def test_perft_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert "4" in printed(capsys, "perft", "candles", "--depth", "2")


def test_rules_print_the_rulebook_and_a_clause(capsys: pytest.CaptureFixture[str]) -> None:
    assert "PK-7" in printed(capsys, "rules", "candles")
    clause = printed(capsys, "rules", "candles", "PK-4")
    assert "tallest" in clause
    assert "PK-5" not in clause


def test_components_print_check_and_refuse(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert json.loads(printed(capsys, "components", "candles", "--json"))["prints"][-1] == 5
    (tmp_path / "candles.toml").write_text("heights = [1]\nprints = [1]\n", encoding="utf-8")
    assert parser.main(["components", "candles", "--check", str(tmp_path)]) != Exit.OK
    assert "candles.toml: heights" in capsys.readouterr().err


@pytest.mark.parametrize("bot", bot_names())
def test_simulate_plays_with_every_bot(bot: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "simulate", "candles", "--bots", bot, "--games", "1", "--jobs", "1")
    assert "Candles" in text


def test_balance_counts_what_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "components", "candles", "--balance", "--games", "2", "--jobs", "1", "--bots", "novice")
    assert "light" in text
