"""The repository's texts: the files they link to or name exist, and the program knows the commands they show."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from galli_tui import __version__
from galli_tui.cli import parser
from tests.support.paths import ROOT

TEXTS = sorted((*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("rules/*/*.md")))
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
MODULE_PATH = re.compile(r"(?<![\w/.<-])(?:[\w.-]+/)*[\w-]+\.py\b")
FOLDER_PATH = re.compile(r"`((?:rules|saves|net|galli_tui|tests|benchmarks|screenshots|docs|typings)/[\w./-]*)`")
DOTTED_NAME = re.compile(r"`((?:rules|saves|net|galli_tui|tests|benchmarks)(?:\.\w+)+)`")
MADE_UP = {"engine/a.py"}
"""Files of test vectors, which need not exist."""
COMMAND = re.compile(r"(?:^ {4}|`|&& )(?:\.venv/bin/)?galli-tui +([^`\n]+?)(?=`| *#| {3}|$)", re.MULTILINE)


def commands(path: Path) -> Iterator[str]:
    """Yield the arguments that a text shows after `galli-tui`."""
    yield from COMMAND.findall(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_of_a_text_leads_to_a_file(path: Path) -> None:
    targets = LINK.findall(path.read_text(encoding="utf-8"))
    assert [target for target in targets if not (path.parent / target).exists()] == []


def missing_files(text: str) -> list[str]:
    """Return the modules, files and folders of the project that a text names, but that do not exist."""
    paths = {*MODULE_PATH.findall(text), *FOLDER_PATH.findall(text)} - MADE_UP
    missing = [path for path in paths if not (ROOT / path).exists()]
    for name in DOTTED_NAME.findall(text):
        module = ROOT.joinpath(*name.split("."))  # A module or package, or something in a module.
        if not (module.exists() or module.with_suffix(".py").exists() or module.parent.with_suffix(".py").exists()):
            missing.append(name)
    return sorted(missing)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_file_and_module_that_a_text_names_exists(path: Path) -> None:
    assert missing_files(path.read_text(encoding="utf-8")) == []


def test_the_search_for_files_finds_those_that_do_not_exist() -> None:
    text = (
        "`saves/log/append_entry.py`, saves/none.py, `file.py`, `rules/chess/`, `docs/`, `saves.log.append_entry`, "
        "`net.none.thing`"
    )
    assert missing_files(text) == ["file.py", "net.none.thing", "rules/chess/", "saves/none.py"]
    assert missing_files("`rules/<game>/rulebook.md`, `galli_tui.cli`, `saves.log.append_entry.append`") == []


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_command_that_a_text_shows_is_one_the_program_takes(path: Path) -> None:
    for command in commands(path):
        words = shlex.split(command)
        if {"--help", "--version"} & set(words):
            with pytest.raises(SystemExit, match=r"^0$"):
                parser.parser().parse_args(words)
        else:
            parser.parser().parse_args(words)


def test_the_search_for_commands_finds_them_wherever_a_text_shows_them(tmp_path: Path) -> None:
    text = tmp_path / "text.md"
    text.write_text(
        "Say `galli-tui list` or\n\n    galli-tui rules CG   # a part\n    cd x && .venv/bin/galli-tui verify M\n"
    )
    assert list(commands(text)) == ["list", "rules CG", "verify M"]


def test_the_readme_shows_the_command_that_a_fresh_machine_runs() -> None:
    assert "\n    tests/run\n" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()[-1] == "exec tests/run"


def test_the_changelog_has_a_place_for_what_is_being_made_or_for_this_version() -> None:
    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] in ("Unreleased", __version__)
