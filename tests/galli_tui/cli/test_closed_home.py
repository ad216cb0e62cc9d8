"""A data folder in which nothing can be saved: every command says so in the same sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from galli_tui.app import GalliApp
from galli_tui.cli import parser
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.capabilities import Terminal
from tests.support.app_driver import Driver, drive

PLAY = ("play", "--plain", "builders-duel", "--bot", "2=novice")
HOST = ("host", "--plain", "builders-duel", "--seats", "2", "--bind", "127.0.0.1", "--no-advertise")


@pytest.fixture
def closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file where the data folder should be."""
    folder = tmp_path / "data"
    folder.write_text("not a folder")
    monkeypatch.setenv("GALLI_TUI_HOME", str(folder))
    return folder


def sentence(folder: Path, why: str) -> str:
    return (
        f"Nothing can be saved in '{folder}': {why}. Correct this, or set GALLI_TUI_HOME to "
        "a folder that you can write to, and try again."
    )


@pytest.mark.network
@pytest.mark.parametrize("words", [PLAY, HOST])
def test_a_match_does_not_begin_where_nothing_can_be_saved(
    closed: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert parser.main(list(words)) == Exit.SAVE
    assert capsys.readouterr().err == f"galli-tui: {sentence(closed, 'a file is in the way')}\n"


@pytest.mark.parametrize("words", [("list",), ("stats",), ("resume", "--plain")])
def test_a_file_in_the_way_of_the_saved_matches_is_named(
    closed: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert parser.main(list(words)) == Exit.SAVE
    assert capsys.readouterr().err == f"galli-tui: {sentence(closed / 'matches', 'a file is in the way')}\n"


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc, where not even root can create files")
def test_a_folder_that_cannot_be_created_is_no_missing_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Path("/proc/galli-tui")
    monkeypatch.setenv("GALLI_TUI_HOME", str(folder))
    assert parser.main(list(PLAY)) == Exit.SAVE
    expected = sentence(folder, "the folder can't be created")
    assert capsys.readouterr().err == f"galli-tui: {expected}\n"


def test_the_screen_says_it_in_the_same_words(closed: Path) -> None:
    async def script(app: Driver) -> None:
        await app.press("n", "f5")
        words = " ".join(app.text.replace("│", " ").split())
        assert "Nothing can be saved in" in words
        assert "or set GALLI_TUI_HOME to a folder that you can write to, and try again." in words
        assert "last move" not in words

    drive(GalliApp(Terminal()), script)
