"""No text of the program names the key of an action: the player may have changed it, so texts name the action."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import galli_tui

ROOT = Path(galli_tui.__file__).parent
_DOES = "lets|shows|hides|opens|closes|goes|returns|undoes|sends|plays|starts|continues|pauses|selects|skips|removes"
KEY = re.compile(
    r"\bF(?:[1-9]|1[0-2])\b|\bCtrl\+(?![CD]\b)|\b[Pp]ress(?:es)? [`“*]*(?!a )[A-Za-z?](?![\w'’])"
    rf"|(?<![\w'’.])[`“*]*[A-Za-z?][`”*]* (?:{_DOES})\b| \([a-z?]\)"
)
"""Function keys, Ctrl with a letter (Ctrl+C and Ctrl+D end programs everywhere), "press" with a letter, and a letter
that does something or stands in brackets."""


def program_texts(path: Path) -> Iterator[str]:
    """Yield the texts of a module without those that only explain it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    explaining = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr)}
    for one in ast.walk(tree):
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in explaining:
            yield one.value


@pytest.mark.parametrize(
    ("text", "is_named"),
    [
        ("Press u to undo.", True),
        ("F1 shows the help.", True),
        ("Ctrl+S starts.", True),
        ("press **r**.", True),
        ("wait, or a lets a bot play", True),
        ("**r** opens the review", True),
        ("let a bot play (a), or wait", True),
        ("Press a digit.", False),
        ("{key:table.fill-seat} lets a bot play.", False),
        ("Ctrl+C ends it.", False),
        ("Press {key:table.undo} to undo.", False),
        ("press **1**, then Enter", False),
    ],
)
def test_the_name_of_a_key_is_found(text: str, is_named: bool) -> None:
    assert bool(KEY.search(text)) is is_named


def test_no_module_names_the_key_of_an_action() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {text[:80]}"
        for path in sorted(ROOT.rglob("*.py"))
        for text in program_texts(path)
        if KEY.search(text)
    ]
    assert not found


def test_no_guide_or_lesson_names_the_key_of_an_action() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line}"
        for path in sorted(ROOT.rglob("*.toml"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if KEY.search(line)
    ]
    assert not found
