"""Nothing outside a game's own two folders names it but the registries: no key, no title, no variant, no module."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.registry import game_meta, games
from tests.support.paths import ROOT

REGISTRIES = {"rules/registry.py", "galli_tui/game_api/registry.py"}
"""The only modules that may name a game."""


def words_of(game: str) -> set[str]:
    """Return what nobody else may name."""
    meta = game_meta(game)
    return {game, game.replace("-", "_"), meta.title, *meta.variants}


def labels_of(game: str) -> set[str]:
    """Return what a game calls the values of its options: a level may be called as another game is."""
    labels = [value.label for option in game_meta(game).choices for value in option.values]
    return {label.partition("“")[2].removesuffix("”") or label for label in labels}


def modules(game: str) -> Iterator[Path]:
    own = game.replace("-", "_")
    for package in ("rules", "saves", "net", "galli_tui"):
        for path in sorted((ROOT / package).rglob("*.py")):
            inside = path.relative_to(ROOT).as_posix()
            if own not in path.parts and inside not in REGISTRIES:
                yield path


def named(path: Path) -> Iterator[str]:
    """Yield the text constants and imported modules of a module, without its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def leaks(words: set[str], path: Path) -> list[str]:
    return [text for text in named(path) if any(word in text for word in words)]


@pytest.mark.parametrize("game", games())
def test_a_game_is_named_in_its_own_folders_alone(game: str) -> None:
    words = words_of(game)
    others = {own for other in games() if other != game for own in words_of(other)}
    assert not words & others
    labels = {label for other in games() if other != game for label in labels_of(other)}
    found = {str(path.relative_to(ROOT)): leaks(words, path) for path in modules(game)}
    assert {path: texts for path, texts in found.items() if set(texts) - labels} == {}


def test_a_name_in_a_text_is_found(tmp_path: Path) -> None:
    path = tmp_path / "screen.py"
    path.write_text('"""About chess."""\n\nfrom rules.chess import BOX\n\nTITLE = "play chess now"\n', "utf-8")
    assert sorted(leaks({"chess"}, path)) == ["play chess now", "rules.chess"]
