"""The file of the settings: what is read from it, what is said about it, and what a change leaves as it was."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from galli_tui.settings.file import MOST_BYTES, NAME, SettingsError, load, save, settings_path
from galli_tui.settings.schema import BY_KEY, SCHEMA, BadValue, Settings, checked, parsed
from galli_tui.settings.theme_names import THEMES
from saves.storage.paths import HOME_VARIABLE
from saves.storage.settings import load_settings, save_setting
from tests.support.app_driver import Driver, app_with, drive


@pytest.fixture(autouse=True)
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of the file in a folder of the test's own."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "own"))
    (tmp_path / "own").mkdir()
    return tmp_path / "own" / NAME


def test_without_a_file_everything_is_as_by_default() -> None:
    assert load() == (Settings(), frozenset(), ())


def test_the_file_is_in_the_folder_for_configuration(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings_path() == path
    monkeypatch.delenv(HOME_VARIABLE)
    assert settings_path().name == NAME
    assert "galli-tui" in str(settings_path())


def test_values_are_read(path: Path) -> None:
    path.write_text(
        'name = "Anna"\nmotion = false\nsigns = "ascii"\n[keys]\n"table.undo" = "z"\n"table.log" = ["o", "f8"]\n'
    )
    loaded = load()
    assert loaded.settings == Settings(
        name="Anna", motion=False, signs="ascii", keys={"table.undo": ("z",), "table.log": ("o", "f8")}
    )
    assert loaded.given == {"name", "motion", "signs", "keys"}
    assert not loaded.notices


@pytest.mark.parametrize(
    ("line", "notice"),
    [
        ('theme = "neon"', 'theme must be "lamp-black", '),
        ('motion = "yes"', "motion must be true or false, not 'yes'; on is used."),
        ("motion = 1", "motion must be true or false, not 1; on is used."),
        ("name = 7", "name must be a text in quotes, not 7; ask is used."),
        ('colour = "red"', "colour is no setting and is ignored."),
        ("keys = 3", "keys must be a table, such as [keys], and is ignored."),
        ("keys = { a = 3 }", "keys.a must be a key in quotes, or a list of keys; the default is used."),
    ],
)
def test_a_bad_value_is_named_and_falls_back(path: Path, line: str, notice: str) -> None:
    path.write_text(f'signs = "ascii"\n{line}\n')
    loaded = load()
    assert loaded.settings == Settings(signs="ascii")
    assert len(loaded.notices) == 1
    assert notice in loaded.notices[0]
    assert str(path) in loaded.notices[0]


@pytest.mark.parametrize("content", [b"name =", b"\xff\xfe", b"#" * (MOST_BYTES + 1), b"a = " + b"[" * 5000])
def test_a_file_that_cannot_be_read_is_named_and_never_overwritten(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    loaded = load()
    assert loaded.settings == Settings()
    assert len(loaded.notices) == 1
    assert str(path) in loaded.notices[0]
    with pytest.raises(SettingsError, match="nothing was saved"):
        save("name", "Anna")
    assert path.read_bytes() == content


def test_a_change_keeps_comments_and_what_is_unknown(path: Path) -> None:
    path.write_text(
        '# mine\nname = "Anna"  # me\nlater = 3\n\n[keys]\n"table.undo" = "z"  # nearer\n"table.log" = "f8"\n'
    )
    save("name", "Bruno")
    save("motion", value=False)
    save("keys", {"table.undo": ("z",), "table.hint": ("f7", "h")})
    text = path.read_text()
    assert text.startswith('# mine\nname = "Bruno"  # me\nlater = 3\n')
    assert '"table.undo" = "z"  # nearer' in text
    loaded = load()
    assert loaded.settings == Settings(
        name="Bruno", motion=False, keys={"table.undo": ("z",), "table.hint": ("f7", "h")}
    )
    save("keys", {})
    assert "keys" not in path.read_text()


def test_a_new_file_is_private_and_has_no_draft_beside_it(path: Path) -> None:
    save("name", "Anna")
    assert [one.name for one in path.parent.iterdir()] == [NAME]
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load().settings.name == "Anna"


def test_a_file_that_cannot_be_written_is_said(path: Path) -> None:
    path.mkdir()
    with pytest.raises(SettingsError, match="nothing was saved"):
        save("name", "Anna")


def test_a_read_only_file_is_left_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_text('name = "Anna"\n')

    def refuse(*_: object) -> bool:
        return False

    monkeypatch.setattr("os.access", refuse)  # Root may write everywhere.
    with pytest.raises(SettingsError, match="is read-only; nothing was saved"):
        save("name", "Bruno")
    assert path.read_text() == 'name = "Anna"\n'


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights of their own")
def test_a_link_to_the_file_stays_one(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "dotfiles.toml"
    target.write_text('name = "Anna"\n')
    path.symlink_to(target)
    save("name", "Bruno")
    assert path.is_symlink()
    assert target.read_text() == 'name = "Bruno"\n'


def test_the_theme_of_earlier_versions_moves_over_once(path: Path) -> None:
    save_setting("theme", "day")
    save_setting("last", "x")
    assert load().settings.theme == "parchment"
    assert dict(load_settings()) == {"last": "x"}
    assert 'theme = "parchment"' in path.read_text()
    save("theme", "lamp-black")
    save_setting("theme", "day")
    assert load().settings.theme == "lamp-black"


@pytest.mark.parametrize("one", SCHEMA, ids=lambda one: one.key)
def test_every_setting_explains_itself(one: object) -> None:
    assert one in SCHEMA
    setting = next(it for it in SCHEMA if it is one)
    assert setting.help[0].isupper()
    assert setting.help.endswith(".")
    assert checked(setting, setting.default) == setting.default
    for choice in setting.choices:
        assert setting.label_of(choice.value) == choice.label


def test_the_themes_are_those_of_the_palettes() -> None:
    assert [choice.value for choice in BY_KEY["theme"].choices] == [*THEMES]


def test_words_of_the_command_line_are_checked_alike() -> None:
    assert parsed(BY_KEY["motion"], "off") is False
    assert parsed(BY_KEY["signs"], "ascii") == "ascii"
    assert parsed(BY_KEY["theme"], "day") == "parchment"
    for key, word in (("motion", "perhaps"), ("signs", "loud"), ("theme", "neon")):
        with pytest.raises(BadValue, match="must be"):
            parsed(BY_KEY[key], word)


def test_the_chosen_theme_is_kept() -> None:
    async def script(app: Driver) -> None:
        await app.press("f2")
        assert app.app.settings.theme == "parchment"
        assert load().settings.theme == "parchment"

    drive(app_with(), script)
