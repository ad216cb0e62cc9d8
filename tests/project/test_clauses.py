"""Law 8: every clause of every rulebook is named by a test, and what code or test names stands in a rulebook."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from rules.engine.rulebook import clauses
from rules.registry import game_box, games
from tests.support.paths import ROOT

ID = re.compile(r"[A-Z]{2,}(?:-[IVX]+)?-[0-9][0-9a-z]*")
WRITTEN_AHEAD: tuple[str, ...] = ()
"""Clauses that the rulebook has before the code: it comes clause by clause, each with its test."""


def written() -> set[str]:
    """Return the ids of all clauses of all rulebooks, of games that are not registered yet as well."""
    paths = (*(ROOT / "rules").glob("*/rulebook.md"), ROOT / "tests" / "sample_game" / "rulebook.md")
    books = (path.read_text(encoding="utf-8") for path in paths)
    return {id_ for book in books for id_ in clauses(book)}


def nodes(*folders: str) -> Iterator[ast.AST]:
    """Every node of every Python file in these folders."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def texts(node: ast.AST) -> Iterator[str]:
    """The node itself, where it is a text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def named_by_code() -> set[str]:
    """Ids that the packages hold as texts."""
    return {text for node in nodes("rules", "saves", "net", "galli_tui") for text in texts(node) if ID.fullmatch(text)}


def named_by_tests() -> set[str]:
    """Ids in the marker `rule` of any test."""
    calls = (node for node in nodes("tests") if isinstance(node, ast.Call))
    marks = (call for call in calls if ast.unparse(call.func) == "pytest.mark.rule")
    return {text for mark in marks for argument in mark.args for text in texts(argument)}


def test_every_registered_game_has_its_rulebook_among_them() -> None:
    assert {id_ for game in games() for id_ in clauses(game_box(game).rulebook())} <= written()


def test_every_clause_is_named_by_a_test() -> None:
    played = {id_ for id_ in written() if not id_.startswith(WRITTEN_AHEAD)}
    assert played
    assert sorted(played - named_by_tests()) == []


def test_every_clause_that_a_test_names_is_written() -> None:
    assert sorted(named_by_tests() - written()) == []


def test_every_clause_that_the_code_names_is_written() -> None:
    named = named_by_code()
    assert named
    assert sorted(named - written()) == []


def test_every_clause_has_an_id_that_this_search_would_find() -> None:
    assert [id_ for id_ in written() if not ID.fullmatch(id_)] == []
