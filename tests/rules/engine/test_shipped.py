"""Damaged files of the program: named with the reason, whichever file it is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rules.engine.shipped import DamagedFile, shipped_text
from rules.engine.toml_table import load_shipped, parsed_beside, parsed_files


@pytest.fixture(name="package")
def damaged_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package whose files can be written."""
    folder = tmp_path / "damaged_game"
    (folder / "components").mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "rulebook.md").write_bytes(b"**CG-1** \xff")
    (folder / "guide.toml").write_text("guide = [")
    (folder / "components" / "box.toml").write_text("bank = ")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.delitem(sys.modules, folder.name, raising=False)
    return folder.name


def test_a_file_that_is_not_text_is_named(package: str) -> None:
    said = r"damaged_game/rulebook.md of this program is damaged \(it is not UTF-8 text\). Install galli-tui again."
    with pytest.raises(DamagedFile, match=said):
        shipped_text(package, "rulebook.md")


def test_a_file_that_is_missing_is_named(package: str) -> None:
    said = r"damaged_game/cards.toml of this program is damaged \(No such file or directory\). Install"
    with pytest.raises(DamagedFile, match=said):
        shipped_text(package, "cards.toml")


def test_a_file_that_is_not_toml_is_named(package: str) -> None:
    with pytest.raises(DamagedFile, match=r"damaged_game/guide.toml of this program is damaged \(guide.toml: expected"):
        parsed_beside(package, "guide.toml")


def test_components_with_an_error_are_named(package: str) -> None:
    with pytest.raises(DamagedFile, match=r"damaged_game/components of this program is damaged \(box.toml: expected"):
        load_shipped(package, ("box.toml",), lambda texts: parsed_files(("box.toml",), texts))
