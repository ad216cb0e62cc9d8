"""The page about the settings names every setting with its values and default, and its example is a valid file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from galli_tui.game_api.own_keys import with_usable_keys
from galli_tui.settings.file import load, settings_path
from galli_tui.settings.schema import SCHEMA, SettingSpec, Value
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "settings.md").read_text("utf-8")


def written(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


@pytest.mark.parametrize("one", SCHEMA, ids=lambda one: one.key)
def test_a_row_of_the_table_has_the_values_and_the_default(one: SettingSpec) -> None:
    (row,) = (line for line in PAGE.splitlines() if line.startswith(f"| `{one.key}` "))
    _, values, default, about = row.strip("| ").split(" | ")
    if one.choices:
        assert set(re.findall(r"`([^`]+)`", values)) == {written(choice.value) for choice in one.choices}
        assert default == f"`{written(one.default)}`"
    assert about


def test_the_example_is_a_file_in_which_nothing_is_wrong() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    path: Path = settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(example, "utf-8")
    loaded = with_usable_keys(load())
    assert loaded.notices == ()
    assert loaded.given == {*(one.key for one in SCHEMA), "keys"}
