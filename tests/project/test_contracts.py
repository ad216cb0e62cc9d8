"""Contracts that the import linter cannot check: what `rules` may use, and which modules name a game."""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PACKAGES = ("rules", "saves", "net", "galli_tui")

WORLD = frozenset(
    {"asyncio", "concurrent", "ctypes", "datetime", "gc", "io", "locale", "logging", "mmap", "multiprocessing", "os"}
    | {"pathlib", "platform", "random", "secrets", "select", "selectors", "shutil", "signal", "site", "socket", "ssl"}
    | {"sqlite3", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid", "warnings", "weakref"}
)
"""Modules of the standard library that reach outside, or remember: clock, chance, files, network, processes."""
TOUCH = frozenset({"open", "print", "input", "exec", "eval", "compile", "__import__", "breakpoint", "hash", "id"})
"""Built-in functions that reach outside, or whose answer is not the same everywhere."""

GAME = re.compile(r"campus[-_ ]?galli|\bCG-[IVX]+\b", re.IGNORECASE)
GAMES_OWN = ("rules/campus_galli/", "galli_tui/games/campus_galli/")
REGISTRIES = frozenset({"rules/registry.py", "galli_tui/game_api/registry.py"})


def modules(*folders: str) -> list[Path]:
    """Return every Python file of these packages."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def trees(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield the path of every file, from the root, and its syntax tree."""
    for path in modules(*folders):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def imports(tree: ast.Module) -> Iterator[str]:
    """Yield the dotted names that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def calls(tree: ast.Module) -> Iterator[str]:
    """Yield the plain names that a module calls."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def words(tree: ast.Module) -> Iterator[str]:
    """Yield names and one-word strings of the code. Prose, such as docstrings and help texts, may give examples."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value.split()) == 1:
            yield node.value
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
    yield from imports(tree)


def in_rules(found: Callable[[ast.Module], Iterable[str]]) -> dict[str, set[str]]:
    """Return what is found in the files of `rules`, by file."""
    return {name: some for name, tree in trees("rules") if (some := set(found(tree)))}


def test_the_rules_import_the_standard_library_and_themselves_alone() -> None:
    known = sys.stdlib_module_names | {"rules"}
    assert in_rules(lambda tree: (name for name in imports(tree) if name.split(".")[0] not in known)) == {}


def test_the_rules_import_nothing_that_reaches_outside() -> None:
    assert in_rules(lambda tree: (name for name in imports(tree) if name.split(".")[0] in WORLD)) == {}


def test_the_rules_call_nothing_that_reaches_outside() -> None:
    assert in_rules(lambda tree: (name for name in calls(tree) if name in TOUCH)) == {}


def test_only_the_registry_imports_rules_by_a_name_it_holds_as_text() -> None:
    assert set(in_rules(lambda tree: (name for name in calls(tree) if name == "import_module"))) == {
        "rules/registry.py"
    }


def test_no_file_but_a_games_own_and_the_registries_knows_its_name() -> None:
    knowing = {
        f"{name}: {word!r}"
        for name, tree in trees(*PACKAGES)
        if not name.startswith(GAMES_OWN) and name not in REGISTRIES
        for word in words(tree)
        if GAME.search(word)
    }
    assert knowing == set()


def test_every_registry_is_known_to_need_a_games_name() -> None:
    knowing = {name for name, tree in trees(*PACKAGES) if any(GAME.search(word) for word in words(tree))}
    assert knowing >= REGISTRIES


def test_what_reaches_outside_is_spelt_as_python_spells_it() -> None:
    assert sys.stdlib_module_names >= WORLD
    assert set(dir(builtins)) >= TOUCH


@pytest.mark.parametrize("name", ["rules", "saves", "net"])
def test_every_plain_named_package_carries_its_sentinel(name: str) -> None:
    text = (ROOT / name / "__init__.py").read_text(encoding="utf-8")
    assert f'SENTINEL = "galli-tui:{name}"' in text.splitlines()


@pytest.mark.parametrize(
    "name", ["galli_tui/__init__.py", "galli_tui/startup/install_check.py", "galli_tui/startup/exit_codes.py"]
)
def test_the_entry_point_imports_only_the_standard_library(name: str) -> None:
    tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
    assert {found.split(".")[0] for found in imports(tree)} <= sys.stdlib_module_names
