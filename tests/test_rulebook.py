"""Rulebooks as data: how they are read, and that whatever points into one, prose and comments too, finds its clause.

That every clause is named by a test, `test_house_clauses.py` sees; that every refusal names one, each game's own tests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.engine.rulebook import Clause, clauses
from rules.registry import game_box, games

ROOT = Path(__file__).parents[1]
ID = re.compile(r"\b([A-Z]{2,}-[IVX]+)-([0-9a-z]+)\b")
FOLDERS = ("rules", "saves", "net", "galli_tui", "docs", "benchmarks")


def prose() -> Iterator[tuple[str, str]]:
    """The repository's sources and texts, by name."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".md", ".toml", ".tcss"}:
                yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
    for path in sorted(ROOT.glob("*.md")):
        yield path.name, path.read_text(encoding="utf-8")


def written(key: str) -> dict[str, Clause]:
    """The clauses of a game's rulebook."""
    return clauses(game_box(key).rulebook())


def test_whatever_is_pointed_at_anywhere_is_a_clause() -> None:
    known = {id_ for key in games() for id_ in written(key)}
    lost = {f"{name}: {match[0]}" for name, text in prose() for match in ID.finditer(text) if match[0] not in known}
    assert sorted(lost) == []


def test_the_search_sees_comments_docstrings_and_texts() -> None:
    found = {name for name, text in prose() if ID.search(text)}
    assert {"rules/campus_galli/gaps.py", "rules/campus_galli/rulebook.md", "CONTRIBUTING.md"} <= found


@pytest.mark.parametrize("key", games())
def test_the_clauses_stand_under_headings_and_read_as_sentences(key: str) -> None:
    for clause in written(key).values():
        assert clause.section
        assert clause.text[-1] in ".!?)*"
        assert "**" not in clause.text


@pytest.mark.parametrize("key", games())
def test_every_paragraph_that_opens_in_bold_is_a_clause(key: str) -> None:
    opened = re.findall(r"^\*\*([^*]+)\*\*", game_box(key).rulebook(), re.MULTILINE)
    assert opened == list(written(key))


BOOK = """# A game

Words before.

## One

**XY-I-1** A *first* clause,
on two lines.

**XY-I-1a** *(ruling)* A decision.

## Two

**XY-I-2** Another.

Words **in between**.
"""


def test_clauses_are_read_with_their_sections_in_the_books_order() -> None:
    found = clauses(BOOK)
    assert list(found) == ["XY-I-1", "XY-I-1a", "XY-I-2"]
    assert found["XY-I-1"] == Clause("XY-I-1", "One", ruling=False, text="A *first* clause, on two lines.")
    assert found["XY-I-2"].section == "Two"


def test_rulings_are_marked() -> None:
    assert [clause.ruling for clause in clauses(BOOK).values()] == [False, True, False]
    assert clauses(BOOK)["XY-I-1a"].text == "A decision."


def test_a_clause_that_stands_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="XY-I-2 stands twice"):
        clauses(BOOK + "\n\n**XY-I-2** Again.\n")
