"""`docs/architecture.md` against the tree: its packages, its files, the way of a move, its measures."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.support.paths import ROOT, TESTS

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PACKAGES = ("rules", "saves", "net", "galli_tui")
FILE = re.compile(r"`([\w/]+\.(?:py|md))`")
FUNCTIONS = re.compile(r"`([\w/]+\.py)`\s+\(((?:`\w+`(?:,\s+|\s+and\s+)?)+)\)")


def rows() -> list[str]:
    """Return the folders in the table of packages, in its order, each with a sentence."""
    section = PAGE.split("\n## Packages\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `([\w/]+)` \| \S.*\|$", section, re.MULTILINE)


def test_the_table_lists_every_package_of_the_tree_and_no_other() -> None:
    tree = [
        path.parent.relative_to(ROOT).as_posix() for name in PACKAGES for path in (ROOT / name).rglob("__init__.py")
    ]
    assert sorted(rows()) == sorted(tree)


def test_every_folder_of_tests_mirrors_a_package() -> None:
    folders = {path.parent.relative_to(TESTS).as_posix() for path in TESTS.rglob("test_*.py")}
    assert folders - {"programs", "project", "sample_game"} <= set(rows())


def test_the_rows_of_the_app_follow_its_layers() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = next(it for it in contracts if it["id"] == "app-layers")["layers"]
    packages = [name for layer in layers for name in layer.split(" | ") if (ROOT / "galli_tui" / name).is_dir()]
    shown = [row.removeprefix("galli_tui/") for row in rows() if row.startswith("galli_tui/")]
    assert [name for name in shown if "/" not in name] == packages


def test_every_file_that_the_page_names_exists() -> None:
    assert [name for name in FILE.findall(PAGE) if not (ROOT / name).is_file()] == []


def test_every_function_on_the_way_of_a_move_is_defined_in_its_file() -> None:
    found = FUNCTIONS.findall(PAGE)
    assert found
    for name, functions in found:
        text = (ROOT / name).read_text(encoding="utf-8")
        missing = [one for one in re.findall(r"`(\w+)`", functions) if not re.search(rf"\bdef {one}\b", text)]
        assert missing == [], name


MODULES = [path for name in PACKAGES for path in sorted((ROOT / name).rglob("*.py"))]


def figure(measure: str) -> int:
    """Return the last column of a row in the table of measures."""
    row = re.search(rf"^\| {re.escape(measure)}.* \| (\d+) \|$", PAGE, re.MULTILINE)
    assert row is not None, measure
    return int(row[1])


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(tree: ast.Module, known: set[str]) -> Iterator[str]:
    """Return the modules of the project that a module imports anywhere, type-checking imports included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            for name in node.names:
                inner = f"{node.module}.{name.name}"
                yield inner if inner in known else node.module


def test_no_module_imports_itself_by_a_circle() -> None:
    names = {module_name(path) for path in MODULES}
    graph = {module_name(path): set(imported(ast.parse(path.read_text("utf-8")), names)) for path in MODULES}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(f"an import circle: {' -> '.join(error.args[1])}") from None
    assert figure("import circles") == 0


def test_no_more_class_names_than_written_down_have_two_meanings() -> None:
    trees = (ast.parse(path.read_text("utf-8")) for path in MODULES)
    counted = Counter(node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    twice = sorted(name for name, times in counted.items() if times > 1)
    assert len(twice) <= figure("class names with two or more meanings"), twice


def test_no_more_long_modules_than_written_down() -> None:
    lengths = {module_name(path): len(path.read_text("utf-8").splitlines()) for path in MODULES}
    over = {limit: [name for name, length in lengths.items() if length > limit] for limit in (250, 450)}
    assert len(over[450]) <= figure("modules of more than 450 lines"), over[450]
    assert 100 * len(over[250]) <= (figure("modules of more than 250 lines") + 1) * len(lengths)
