"""`docs/add-a-game.md`: every excerpt equals its file."""

from __future__ import annotations

import re

import pytest

from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
EXCERPTS = re.findall(r"^`(tests/sample_game/[\w./]+)`:\n\n```\w+\n(.*?)\n```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("name", "excerpt"), EXCERPTS)
def test_an_excerpt_equals_its_file(name: str, excerpt: str) -> None:
    assert excerpt + "\n" in (ROOT / name).read_text(encoding="utf-8")


def test_every_piece_of_code_is_such_an_excerpt_and_every_file_has_one() -> None:
    assert len(EXCERPTS) == PAGE.count("\n```") // 2
    folder = ROOT / "tests" / "sample_game"
    shown = {name.removeprefix("tests/sample_game/") for name, _ in EXCERPTS}
    assert shown == {
        "rulebook.md",
        "components/candles.toml",
        *{path.name for path in folder.glob("*.py") if path.name not in ("__init__.py", "registered.py")}
        - {path.name for path in folder.glob("test_*.py")},
    }


def test_no_excerpt_was_left_out() -> None:
    assert "{{" not in PAGE
