"""Rulebooks as data: numbered clauses in Markdown, for refusals, tests and the in-app search.

A clause is a paragraph that opens with its id in bold, followed by a mark if it is a ruling: `**CG-I-3a4** *(ruling)*
Trees are never built on.` Headings give each clause its section; text before the first section is the preface. Lines
such as `- bag, sack: pouch` map a player's own words to words and clauses for the search.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

_CLAUSE = re.compile(r"\*\*([A-Z]+(?:-[A-Za-z0-9]+)+)\*\*\s+(\*\(ruling\)\*\s+)?(.+)", re.DOTALL)
_LEVEL = re.compile(r"Level (I{1,3}):")
_ID = re.compile(r"[A-Z]+(?:-[A-Za-z0-9]+)+")
_SYNONYM = re.compile(r"^- ([a-z ,'-]+): (.+)$", re.MULTILINE)
_WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*")
# fmt: off
_SMALL_WORDS: Final = frozenset([
    "a", "about", "an", "and", "are", "be", "can", "do", "does", "for", "from", "how", "i", "if", "in", "is", "it",
    "may", "my", "of", "on", "or", "our", "the", "there", "this", "to", "we", "what", "when", "where", "who", "with",
    "you", "your",
])
# fmt: on
"""Words ignored in a query, unless it consists only of them."""
_SHORTEST: Final = 3
"""The minimum length of a query that matches the beginning of a word."""
_ENDING: Final = 3
"""The maximum number of extra letters of an inflected word: `mirrored`, `mirrors`."""

NAMED, FIRST, OPENING, HEADING, WHOLE, BEGUN, WITHIN = 60, 30, 16, 12, 8, 6, 1
"""How well a clause fits a word: it is named for it; it opens a section of that heading; the word stands in its first
words, in its heading, whole in its text, at the beginning of a word of it, or anywhere."""
_FIRST_WORDS: Final = 6


class Clause(NamedTuple):
    """One numbered clause."""

    id: str
    section: str
    """The heading above it."""
    ruling: bool
    """Whether the clause is our decision because the published text is silent or garbled."""
    text: str

    @property
    def level(self) -> int:
        """The level whose heading it stands under, e.g. 2 for "Level II: setting up"; 0 in a game without levels."""
        found = _LEVEL.match(self.section)
        return len(found[1]) if found else 0


def clauses(markdown: str) -> dict[str, Clause]:
    """Return all clauses by id, in order. Raises ValueError for a duplicate id."""
    found: dict[str, Clause] = {}
    section = ""
    for block in _blocks(markdown):
        if block.startswith("#"):
            section = block.split("\n")[0].lstrip("# ")
        elif match := _CLAUSE.match(block):
            id_, ruling, text = match.groups()
            if id_ in found:
                raise ValueError(f"clause {id_} occurs twice")
            found[id_] = Clause(id_, section, ruling is not None, " ".join(text.split()))
    return found


def preface(markdown: str) -> tuple[str, ...]:
    """Return the paragraphs between the title and the first section."""
    before = markdown.partition("\n## ")[0]
    return tuple(" ".join(block.split()) for block in _blocks(before) if not block.startswith("#"))


def synonyms(markdown: str) -> dict[str, tuple[str, ...]]:
    """Return the words and clauses that each of a player's own words stands for, best first."""
    found: dict[str, tuple[str, ...]] = {}
    for words, meanings in _SYNONYM.findall(markdown):
        means = tuple(meaning.strip() for meaning in meanings.split(","))
        for word in words.split(","):
            found[word.strip()] = (*found.get(word.strip(), ()), *means)
    return found


def search(markdown: str, query: str) -> list[Clause]:
    """Return the clauses that match a query, best first; all clauses in order for an empty query.

    A clause id finds that clause and those below it. Otherwise every word of the query, or a word that it stands for,
    must occur in a clause, its heading or its id.
    """
    book, meanings = _parse(markdown)
    if named := _named(book, query):
        return named
    words = [_alternatives(word, meanings) for word in _query_words(query, meanings)]
    ranked: list[tuple[int, Clause]] = []
    section = ""
    for clause in book.values():
        first, section = clause.section != section, clause.section
        fits = [max(_fit(clause, *alternative, first=first) for alternative in word) for word in words]
        if all(fits):
            ranked.append((sum(fits), clause))
    return [clause for _, clause in sorted(ranked, key=lambda each: -each[0])]


def by_section(found: Iterable[Clause]) -> list[Clause]:
    """Return clauses in their order, but with those of each section together after its first."""
    sections: dict[str, list[Clause]] = {}
    for clause in found:
        sections.setdefault(clause.section, []).append(clause)
    return [clause for own in sections.values() for clause in own]


@lru_cache(maxsize=4)
def _parse(markdown: str) -> tuple[dict[str, Clause], dict[str, tuple[str, ...]]]:
    """Parse the rulebook once; the search runs on every keystroke."""
    return clauses(markdown), synonyms(markdown)


def _blocks(markdown: str) -> Iterator[str]:
    return (part.strip() for part in re.split(r"\n\s*\n", markdown))


def _named(book: Mapping[str, Clause], query: str) -> list[Clause]:
    """Return the clause with this id, then those whose ids begin with it."""
    name = query.strip().casefold()
    below = [clause for id_, clause in book.items() if name and id_.casefold().startswith(name)]
    return sorted(below, key=lambda clause: clause.id.casefold() != name)


def _query_words(query: str, meanings: Iterable[str]) -> list[str]:
    """Return the significant words of a query; known phrases stay whole."""
    text = " ".join(_WORD.findall(query.casefold()))
    phrases = [phrase for phrase in meanings if " " in phrase and f" {phrase} " in f" {text} "]
    for phrase in phrases:
        text = f" {text} ".replace(f" {phrase} ", " ").strip()
    words = text.split()
    return [*phrases, *([word for word in words if word not in _SMALL_WORDS] or ([] if phrases else words))]


def _alternatives(word: str, meanings: Mapping[str, tuple[str, ...]]) -> list[tuple[str, int]]:
    """Return the word and everything that it stands for, each with its rank."""
    found = [(word, 0)]
    for own, means in meanings.items():
        if own == word or (len(word) >= _SHORTEST and own.startswith(word)) or _inflected(word, own):
            found += [(meaning, rank) for rank, meaning in enumerate(means)]
    return found


def _inflected(word: str, own: str) -> bool:
    return len(own) >= _SHORTEST and word.startswith(own) and len(word) - len(own) <= _ENDING


def _fit(clause: Clause, word: str, rank: int, *, first: bool) -> int:
    """Return how well a clause fits a word; 0 for not at all. `first` marks the first clause of its section."""
    if _ID.fullmatch(word):
        return NAMED - rank if clause.id == word else 0
    if len(word) > _SHORTEST and word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    text, heading = clause.text.casefold(), clause.section.casefold()
    opening = " ".join(_WORD.findall(text)[:_FIRST_WORDS])
    fit = OPENING if _begins(word, opening) else 0
    if _begins(word, heading):
        fit += FIRST if first else HEADING
    if re.search(rf"\b{re.escape(word)}\b", text):
        fit += WHOLE
    elif _begins(word, text):
        fit += BEGUN
    elif word in text or word in clause.id.casefold():
        fit += WITHIN
    return max(fit - rank, 1) if fit else 0


def _begins(word: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(word)}", text) is not None
