"""The real program in a terminal while a sync or backup tool changes the file of its match."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from galli_tui.startup.exit_codes import Exit
from saves.storage.verify import verify_file
from tests.support.saved_matches import galli
from tests.support.terminal import Terminal


def to_the_table(terminal: Terminal) -> None:
    """Wait for the table of a solo match that asks for a card."""
    terminal.until(lambda screen: "choose a card" in screen, "the first decision")


def turn(terminal: Terminal) -> None:
    """Choose a card and place its section, each in the first legal way."""
    for _ in range(12):
        screen = terminal.settled()
        if "f flip" in screen:
            terminal.answer("tab")
            terminal.answer("enter")
            return
        terminal.answer("enter")
    raise AssertionError(f"no section was laid:\n{terminal.text}")


def restore_by_rename(path: Path, old: bytes) -> None:
    """Replace the file by an older one, as a backup tool does."""
    draft = path.with_name("from-the-backup")
    draft.write_bytes(old)
    draft.replace(path)


def restore_in_place(path: Path, old: bytes) -> None:
    """Write older bytes into the file and truncate it, as a backup tool does."""
    with path.open("r+b") as file:
        file.write(old)
        file.truncate()


def cut(path: Path, _: bytes) -> None:
    os.truncate(path, path.stat().st_size // 2)


def overwrite(path: Path, _: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(400)
        file.write(b"\0" * 50)


def remove(path: Path, _: bytes) -> None:
    path.unlink()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(restore_by_rename, marks=pytest.mark.long),
        cut,
        pytest.param(remove, marks=pytest.mark.long),
        pytest.param(restore_in_place, marks=pytest.mark.long),
        pytest.param(overwrite, marks=pytest.mark.long),
    ],
)
def test_the_table_stops_with_a_clear_word_and_the_whole_match_is_resumed_from_a_new_file(
    tmp_path: Path, change: Callable[[Path, bytes], None]
) -> None:
    with Terminal(
        "play", "campus-galli", "--mode", "solo", "--seed", "7", home=tmp_path, columns=120, rows=36
    ) as terminal:
        to_the_table(terminal)
        (path,) = (tmp_path / "matches").glob("*.galli")
        old = path.read_bytes()
        turn(terminal)
        terminal.settled()
        before = path.read_bytes()
        change(path, old)
        left = path.read_bytes() if path.exists() else None
        for _ in range(12):
            if "rescued" in terminal.text:
                break
            terminal.answer("enter")
        said = terminal.until(lambda screen: "rescued" in screen, "where the match is now")
        assert "The next round could not be started" in said or "The move could not be made" in said
    rescued = path.with_name(f"{path.stem}-rescued.galli")
    assert rescued.read_bytes() == before
    assert (path.read_bytes() if path.exists() else None) == left
    assert verify_file(rescued).sound
    with Terminal("resume", rescued.name, home=tmp_path, columns=120, rows=36) as terminal:
        terminal.until(lambda screen: "year 1" in screen, "the table again")
        turn(terminal)
        terminal.settled()
    assert len(rescued.read_bytes()) > len(before)


def test_a_match_whose_folder_is_gone_asks_to_keep_the_window_open_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    with Terminal("play", "campus-galli", "--mode", "solo", "--seed", "7", home=tmp_path) as terminal:
        to_the_table(terminal)
        folder.rename(tmp_path / "elsewhere")
        folder.touch()
        for _ in range(12):
            if "keep it open" in terminal.text:
                break
            terminal.answer("enter")
        said = " ".join(terminal.text.replace("│", " ").split())
        assert "window: keep it open, fix this, then try again." in said
        assert "open the match again" not in said
        folder.unlink()
        for _ in range(12):
            if "rescued" in terminal.text:
                break
            terminal.answer("enter")
    (rescued,) = folder.glob("*-rescued.galli")
    assert verify_file(rescued).sound


def test_files_in_the_folder_of_matches_are_named_without_their_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GALLI_TUI_HOME", str(tmp_path))
    with Terminal("play", "campus-galli", "--mode", "solo", "--seed", "7", home=tmp_path) as terminal:
        to_the_table(terminal)
    (path,) = (tmp_path / "matches").glob("*.galli")
    copy = path.with_name(f"{path.stem}-rescued.galli")
    copy.write_bytes(path.read_bytes())
    ambiguous = galli("verify", path.stem[-8:])
    assert ambiguous.code == Exit.SAVE
    assert path.name in ambiguous.err
    assert copy.name in ambiguous.err
    for name in (path.name, copy.name):
        assert galli("verify", name).code == Exit.OK
        assert galli("export", name).code == Exit.OK
