"""The paths of the player's data."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from saves.errors import SaveError
from saves.storage import paths


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_home_is_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path / "stick"))
    assert paths.matches_folder() == tmp_path / "stick" / "matches"


def test_without_that_the_home_is_where_the_system_keeps_such_things(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(paths.HOME_VARIABLE)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert "galli-tui" in paths.home().parts


def test_a_missing_home_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, "~nobody-of-that-name/galli")
    with pytest.raises(SaveError, match="a user who does not exist"):
        paths.home()


def test_folders_are_made_closed_and_those_that_exist_are_left_as_they_are(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    paths.make_private_folder(tmp_path / "a" / "b")
    assert [mode(path) for path in (tmp_path, tmp_path / "a", tmp_path / "a" / "b")] == [0o755, 0o700, 0o700]
