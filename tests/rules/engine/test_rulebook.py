"""Rulebooks as data: how they are read, and that whatever points into one, prose and comments too, finds its clause.

That every clause is named by a test, `test_house_clauses.py` sees; that every refusal names one, each game's own tests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

import pytest

from rules.engine.rulebook import Clause, by_section, clauses, preface, search, synonyms
from rules.registry import game_box, games
from tests.support.paths import ROOT

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


def test_every_reference_is_to_a_clause() -> None:
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
    with pytest.raises(ValueError, match="XY-I-2 occurs twice"):
        clauses(BOOK + "\n\n**XY-I-2** Again.\n")


SEARCHED = """# A game

These are the rules,
in our words.

And more of them.

## Fire hazard

**XY-I-1** A die is rolled for each library.

**XY-I-2** The fire is put out by paying.

## Pieces

**XY-II-1** Pieces of fire brick are red. See below.

**XY-II-2** A piece may be turned and turned over.

**XY-II-3** *(ruling)* Pieces that were turned stay so.

## Other words

- rotate, spin: XY-II-2, turned
- go round: turned
"""


def ids(query: str) -> list[str]:
    """What the search finds."""
    return [clause.id for clause in search(SEARCHED, query)]


def test_the_preface_stands_before_the_first_section() -> None:
    assert preface(SEARCHED) == ("These are the rules, in our words.", "And more of them.")


def test_a_players_own_words_stand_for_words_and_clauses() -> None:
    assert synonyms(SEARCHED) == {
        "rotate": ("XY-II-2", "turned"),
        "spin": ("XY-II-2", "turned"),
        "go round": ("turned",),
    }
    assert ids("rotate") == ids("rotated") == ids("Rotates") == ids("how do I rotate it") == ["XY-II-2", "XY-II-3"]
    assert ids("rot") == ["XY-II-2", "XY-II-3"]
    assert ids("go round") == ["XY-II-2", "XY-II-3"]


def test_headings_are_searched_and_the_best_clause_comes_first() -> None:
    assert ids("fire") == ids("Fires") == ["XY-I-2", "XY-I-1", "XY-II-1"]
    assert ids("hazard") == ["XY-I-1", "XY-I-2"]


def test_every_word_must_be_there() -> None:
    assert ids("fire brick") == ["XY-II-1"]
    assert ids("fire pigeon") == []


def test_an_id_finds_its_clause_and_those_below_it() -> None:
    assert ids("xy-ii") == ["XY-II-1", "XY-II-2", "XY-II-3"]
    assert ids("xy-i-1") == ["XY-I-1"]
    assert ids("ii-3") == ["XY-II-3"]


@pytest.mark.parametrize("query", ["", "  "])
def test_without_words_all_clauses_are_found_in_the_books_order(query: str) -> None:
    assert ids(query) == list(clauses(SEARCHED))


@pytest.mark.parametrize("query", ["the of", "***", "(", "\\", "x" * 500])
def test_no_query_breaks_the_search(query: str) -> None:
    assert isinstance(ids(query), list)


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("rotate", "CG-I-3a7"),
        ("mirror", "CG-I-3a7"),
        ("flip", "CG-I-3a7"),
        ("fire", "CG-III-1i"),
        ("discuss", "CG-I-6f"),
        ("can I talk about my cards", "CG-I-6f"),
        ("lazy monk", "CG-I-3e"),
        ("tie", "CG-I-6e"),
        ("plague", "CG-III-1j"),
        ("collapse", "CG-III-1k"),
        ("swap tiles", "CG-II-3s"),
        ("special actions", "CG-II-4"),
        ("begging", "CG-II-3f"),
        ("turn order", "CG-I-3"),
        ("end of the game", "CG-I-5"),
    ],
)
def test_the_rulebook_of_campus_galli_is_found_by_what_players_type(query: str, best: str) -> None:
    assert search(game_box("campus-galli").rulebook(), query)[0].id == best


@pytest.mark.parametrize("key", games())
def test_every_synonym_finds_its_meaning(key: str) -> None:
    book = game_box(key).rulebook()
    text = " ".join(f"{clause.section} {clause.text}" for clause in written(key).values()).casefold()
    for word, meanings in synonyms(book).items():
        assert search(book, word), word
        assert all(meaning in written(key) or meaning in text for meaning in meanings), word


def test_the_clauses_of_a_section_found_stand_under_one_heading() -> None:
    found = by_section(search(game_box("campus-galli").rulebook(), "lazy"))
    headings = [section for section, _ in groupby(found, key=lambda clause: clause.section)]
    assert len(headings) == len(set(headings))
    assert sorted(found) == sorted(search(game_box("campus-galli").rulebook(), "lazy"))
