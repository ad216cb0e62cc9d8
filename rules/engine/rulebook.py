"""A rulebook is data: short numbered clauses in Markdown, which refusals and tests point into, and how it is searched.

A clause is a paragraph that opens with its id in bold, and a ruling says so right after it:
`**CG-I-3a4** *(ruling)* Trees are never built on.` Headings give each clause its section. What stands before the first
section is the preface. Lines such as `- bag, sack: pouch` tell the search which words and clauses a player's
own words stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

_CLAUSE = re.compile(r"\*\*([A-Z]+(?:-[A-Za-z0-9]+)+)\*\*\s+(\*\(ruling\)\*\s+)?(.+)", re.DOTALL)
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
"""They say nothing about what is sought, unless nothing else is asked."""
_SHORTEST: Final = 3
"""Letters that a query must have at least to match the beginning of a word."""
_ENDING: Final = 3
"""Letters by which an inflected word may be longer than its stem: `mirrored`, `mirrors`."""

NAMED, FIRST, OPENING, HEADING, WHOLE, BEGUN, WITHIN = 60, 30, 16, 12, 8, 6, 1
"""How well a clause fits a word: it is named for it; it opens a section of that heading; the word stands in its first
words, in its heading, whole in its text, at the beginning of a word of it, or anywhere."""
_FIRST_WORDS: Final = 6


class Clause(NamedTuple):
    """One numbered clause."""

    id: str
    section: str
    """The heading it stands under."""
    ruling: bool
    """Whether the published text is silent or garbled here and the clause is our decision."""
    text: str


def clauses(markdown: str) -> dict[str, Clause]:
    """All clauses by id, in the book's order. Raises ValueError for an id that stands twice."""
    found: dict[str, Clause] = {}
    section = ""
    for block in _blocks(markdown):
        if block.startswith("#"):
            section = block.split("\n")[0].lstrip("# ")
        elif match := _CLAUSE.match(block):
            id_, ruling, text = match.groups()
            if id_ in found:
                raise ValueError(f"clause {id_} stands twice")
            found[id_] = Clause(id_, section, ruling is not None, " ".join(text.split()))
    return found


def preface(markdown: str) -> tuple[str, ...]:
    """The paragraphs between the title and the first section."""
    before = markdown.partition("\n## ")[0]
    return tuple(" ".join(block.split()) for block in _blocks(before) if not block.startswith("#"))


def synonyms(markdown: str) -> dict[str, tuple[str, ...]]:
    """For each of a player's own words, the words and clauses it stands for, the best first."""
    found: dict[str, tuple[str, ...]] = {}
    for words, meanings in _SYNONYM.findall(markdown):
        means = tuple(meaning.strip() for meaning in meanings.split(","))
        for word in words.split(","):
            found[word.strip()] = (*found.get(word.strip(), ()), *means)
    return found


def search(markdown: str, query: str) -> list[Clause]:
    """The clauses that the words are about, the best first; all of them, in the book's order, without words.

    The id of a clause finds it and those below it. Every word must be in a clause, its heading or its id, or one that
    the word stands for.
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


@lru_cache(maxsize=4)
def _parse(markdown: str) -> tuple[dict[str, Clause], dict[str, tuple[str, ...]]]:
    """Read once, for it is searched at every letter that is typed."""
    return clauses(markdown), synonyms(markdown)


def _blocks(markdown: str) -> Iterator[str]:
    return (part.strip() for part in re.split(r"\n\s*\n", markdown))


def _named(book: Mapping[str, Clause], query: str) -> list[Clause]:
    """The clause of this id, and those whose ids begin with it."""
    name = query.strip().casefold()
    below = [clause for id_, clause in book.items() if name and id_.casefold().startswith(name)]
    return sorted(below, key=lambda clause: clause.id.casefold() != name)


def _query_words(query: str, meanings: Iterable[str]) -> list[str]:
    """The words of a query that say something; the players' own phrases stay whole."""
    text = " ".join(_WORD.findall(query.casefold()))
    phrases = [phrase for phrase in meanings if " " in phrase and f" {phrase} " in f" {text} "]
    for phrase in phrases:
        text = f" {text} ".replace(f" {phrase} ", " ").strip()
    words = text.split()
    return [*phrases, *([word for word in words if word not in _SMALL_WORDS] or ([] if phrases else words))]


def _alternatives(word: str, meanings: Mapping[str, tuple[str, ...]]) -> list[tuple[str, int]]:
    """The word and all that it stands for, each with its rank among them."""
    found = [(word, 0)]
    for own, means in meanings.items():
        if own == word or (len(word) >= _SHORTEST and own.startswith(word)) or _inflected(word, own):
            found += [(meaning, rank) for rank, meaning in enumerate(means)]
    return found


def _inflected(word: str, own: str) -> bool:
    return len(own) >= _SHORTEST and word.startswith(own) and len(word) - len(own) <= _ENDING


def _fit(clause: Clause, word: str, rank: int, *, first: bool) -> int:
    """How well a clause fits a word, the higher the better; 0 for not at all. `first` is the first of its section."""
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
