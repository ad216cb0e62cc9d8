"""`galli-tui settings`: every setting with where it comes from, and changes under the same checks as the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from galli_tui.cli.parser import main
from galli_tui.settings.file import NAME, load
from galli_tui.settings.schema import SCHEMA, SettingSpec, parsed
from galli_tui.style.actions import defaults
from saves.storage.paths import HOME_VARIABLE


@pytest.fixture(autouse=True)
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of the file in a folder of the test's own."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path / NAME


def test_it_lists_every_setting_and_where_its_value_comes_from(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_text('signs = "ascii"\n[keys]\n"table.undo" = "y"\n"table.hint" = "y"\n')
    assert main(["settings"]) == 0
    told = capsys.readouterr()
    assert "keys.table.hint: y is the key of “undo” (table.undo, At the table); h stays." in told.err
    lines = told.out.splitlines()
    assert str(path) in lines[0]
    for one in SCHEMA:
        line = next(line for line in lines if line.startswith(f"{one.key} "))
        assert ("file" if one.key == "signs" else "default") in line
        assert one.help in line
    assert "keys.table.undo: y" in lines


@pytest.mark.parametrize("one", [one for one in SCHEMA if one.choices], ids=lambda one: one.key)
def test_a_setting_is_shown_with_the_words_that_change_it(one: SettingSpec, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", one.key]) == 0
    words = [line.split()[0] for line in capsys.readouterr().out.splitlines()[3:]]
    assert [parsed(one, word) for word in words] == [choice.value for choice in one.choices]
    for word in words:
        assert main(["settings", one.key, word]) == 0
        assert capsys.readouterr().out == f"{one.key}: {word}\n"


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


def test_settings_and_keys_are_printed_as_json(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_text('motion = false\n[keys]\n"table.undo" = ["y", "F7"]\n')
    assert main(["settings", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["file"] == str(path)
    assert told["settings"]["motion"] is False
    assert told["settings"]["keys.table.undo"] == "y f7"
    assert main(["settings", "keys", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["table.undo"] == {
        "keys": ["y", "f7"],
        "default": ["u"],
        "label": "undo",
        "help": "Close the page just opened, or undo the last move.",
        "where": "At the table",
    }


def test_the_keys_of_all_actions_that_can_be_changed_are_listed(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_text('[keys]\n"table.undo" = "y"\n')
    assert main(["settings", "keys"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "At the table" in lines
    undo = next(line for line in lines if line.startswith("  table.undo "))
    assert undo.split()[1] == "y"
    assert undo.endswith("(default: u)")
    for one in defaults().values():
        assert any(line.startswith(f"  {one.id} ") for line in lines) != one.each_key


def test_a_key_is_changed_and_reset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "keys.table.undo", "y F7"]) == 0
    assert capsys.readouterr().out == "keys.table.undo: y or F7\n"
    assert load().settings.keys == {"table.undo": ("y", "F7")}
    assert main(["settings", "keys.table.undo"]) == 0
    assert capsys.readouterr().out.split()[:4] == ["table.undo", "y", "or", "F7"]
    assert main(["settings", "keys.table.undo", "default"]) == 0
    assert capsys.readouterr().out == "keys.table.undo: u\n"
    assert load().settings.keys == {}


def test_an_entry_that_cannot_be_used_is_removed_by_resetting_it(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text('[keys]\n"tabel.undo" = "y"\n')
    assert main(["settings", "keys.tabel.undo", "default"]) == 0
    assert capsys.readouterr().out == "keys.tabel.undo: removed\n"
    assert load().settings.keys == {}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("keys.table.undo", "h"), "Nothing was changed: h is the key of “hint” (table.hint, At the table)."),
        (("keys.tabel.undo", "y"), "Nothing was changed: there is no such action (the nearest is table.undo)."),
        (("keys.table.undo", "f99"), "Nothing was changed: “f99” is no key (the nearest is f9)."),
        (("keys.kit.number", "y"), "Nothing was changed: the keys of “choose” cannot be changed."),
        (("keys.kit.number",), "'kit.number' has keys that cannot be changed"),
        (("keys.tabel",), "'tabel' is no action"),
    ],
)
def test_a_key_that_cannot_be_used_is_refused_with_the_reason(
    words: tuple[str, ...], said: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["settings", *words]) == 2
    assert said in capsys.readouterr().err
    assert not path.exists()
