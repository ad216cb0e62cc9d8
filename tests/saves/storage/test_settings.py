"""Settings: they are kept between starts, and the program works without them."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.storage.paths import HOME_VARIABLE
from saves.storage.settings import MOST_BYTES, NAME, load_settings, save_setting


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a separate data folder for the test."""
    own = tmp_path / "own"
    monkeypatch.setenv(HOME_VARIABLE, str(own))
    return own


def test_saved_settings_are_loaded_at_the_next_start(home: Path) -> None:
    assert dict(load_settings()) == {}
    save_setting("theme", "day")
    save_setting("other", "x")
    save_setting("theme", "night")
    assert dict(load_settings()) == {"theme": "night", "other": "x"}
    assert [path.name for path in home.iterdir()] == [NAME]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1]", b"\xff\xfe", b"3", b"[" * 4000, b" " * (2 * MOST_BYTES) + b"{}"]
)
def test_an_unreadable_settings_file_counts_as_none(home: Path, content: bytes) -> None:
    home.mkdir()
    (home / NAME).write_bytes(content)
    assert dict(load_settings()) == {}
    save_setting("last", "day")
    assert dict(load_settings()) == {"last": "day"}


def test_foreign_values_are_passed_over(home: Path) -> None:
    home.mkdir()
    (home / NAME).write_text('{"theme": 7, "more": {"a": 1}, "name": "x"}')
    assert dict(load_settings()) == {"name": "x"}


def test_settings_that_cannot_be_saved_are_ignored(home: Path) -> None:
    home.write_text("a file in the folder's place")
    save_setting("last", "day")
    assert dict(load_settings()) == {}
    assert home.read_text() == "a file in the folder's place"


def test_a_folder_in_the_files_place_is_no_error_and_leaves_no_draft(home: Path) -> None:
    (home / NAME).mkdir(parents=True)
    save_setting("last", "day")
    assert dict(load_settings()) == {}
    assert [path.name for path in home.iterdir()] == [NAME]
