"""`docs/architecture.md` against the tree: its packages, its files, and the functions on the way of a move."""

from __future__ import annotations

import re
import tomllib

from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PACKAGES = ("rules", "saves", "net", "galli_tui")
FILE = re.compile(r"`([\w/]+\.(?:py|md))`")
FUNCTIONS = re.compile(r"`([\w/]+\.py)` \(((?:`\w+`(?:, | and )?)+)\)")


def rows() -> list[str]:
    """Return the folders in the table of packages, in its order, each with a sentence."""
    section = PAGE.split("\n## Packages\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `([\w/]+)` \| \S.*\|$", section, re.MULTILINE)


def test_the_table_lists_every_package_of_the_tree_and_no_other() -> None:
    tree = [
        path.parent.relative_to(ROOT).as_posix() for name in PACKAGES for path in (ROOT / name).rglob("__init__.py")
    ]
    assert sorted(rows()) == sorted(tree)


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
