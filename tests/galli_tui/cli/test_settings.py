"""`galli-tui settings`: every setting with where it comes from, and changes under the same checks as the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from galli_tui.cli.parser import main
from galli_tui.settings.file import NAME, load
from galli_tui.settings.schema import SCHEMA
from saves.storage.paths import HOME_VARIABLE


@pytest.fixture(autouse=True)
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of the file in a folder of the test's own."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path / NAME


def test_it_lists_every_setting_and_where_its_value_comes_from(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_text('signs = "ascii"\n[keys]\n"table.undo" = "z"\n')
    assert main(["settings"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert str(path) in lines[0]
    for one in SCHEMA:
        line = next(line for line in lines if line.startswith(f"{one.key} "))
        assert ("file" if one.key == "signs" else "default") in line
        assert one.help in line
    assert lines[-1] == "keys.table.undo = z"


def test_it_changes_a_setting(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "motion", "off"]) == 0
    assert capsys.readouterr().out == "motion: off\n"
    assert load().settings.motion is False


@pytest.mark.parametrize(
    ("words", "said", "code"),
    [
        (("colour",), "is no setting; choose from name, theme", 2),
        (("motion", "perhaps"), "Motion must be on or off", 2),
        (("theme", "neon"), "Theme must be", 2),
    ],
)
def test_it_refuses_what_the_file_may_not_have(
    words: tuple[str, ...], said: str, code: int, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["settings", *words]) == code
    assert said in capsys.readouterr().err
    assert not path.exists()


def test_a_broken_file_is_named_and_kept(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_text("name =")
    assert main(["settings"]) == 0
    assert "no valid TOML" in capsys.readouterr().err
    assert main(["settings", "name", "Anna"]) == 74
    assert "nothing was saved" in capsys.readouterr().err
    assert path.read_text() == "name ="
