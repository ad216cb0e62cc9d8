"""Text broken into lines of a given number of terminal cells: plain, or in pieces that each carry a style."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

from saves.text import cell_width

NO_BREAK = "\N{NO-BREAK SPACE}"
"""A blank at which no line ends."""
_PARTS = re.compile(r"[^\S\xa0]+|(?:\S|\xa0)+")
"""Blanks, or a word. A no-break space belongs to its word."""

StyleT = TypeVar("StyleT")


def cells(text: str) -> int:
    """Return how many cells a text takes."""
    return len(text) if text.isascii() else sum(map(cell_width, text))


def wrapped(text: str, width: int, indent: int = 0) -> list[str]:
    """Return the text in lines of at most `width` cells; all but the first are indented. Empty text has no lines."""
    first, *more = ("".join(part for part, _ in line) for line in wrapped_pieces([(text.strip(), None)], width, indent))
    return [first, *(" " * indent + line for line in more)] if first else []


def wrapped_pieces(pieces: Sequence[tuple[str, StyleT]], width: int, indent: int = 0) -> list[list[tuple[str, StyleT]]]:
    """Return pieces of text and style in lines of at most `width` cells, wrapped at blanks; at least one line.

    A word is broken only if it is longer than a line, and a no-break space is a blank in the end. All lines but the
    first leave `indent` cells for the caller.
    """
    width = max(width, indent + 2)
    lines: list[list[tuple[str, StyleT]]] = [[]]
    room = width
    for gap, word in _words(pieces):
        blanks = sum(len(text) for text, _ in gap)
        if blanks + sum(cells(text) for text, _ in word) <= room:
            lines[-1] += gap
            room -= blanks
        elif lines[-1]:
            lines.append([])
            room = width - indent
        for text, style in word:
            rest = text
            while cells(rest) > room:
                head = _head(rest, room)
                lines[-1].append((head.replace(NO_BREAK, " "), style))
                lines.append([])
                rest, room = rest[len(head) :], width - indent
            lines[-1].append((rest.replace(NO_BREAK, " "), style))
            room -= cells(rest)
    return lines


def _words(
    pieces: Sequence[tuple[str, StyleT]],
) -> Iterator[tuple[list[tuple[str, StyleT]], list[tuple[str, StyleT]]]]:
    """Yield the blanks before each word, and the word. Either may extend over several pieces."""
    gap: list[tuple[str, StyleT]] = []
    word: list[tuple[str, StyleT]] = []
    for text, style in pieces:
        for part in _PARTS.findall(text):
            if part.isspace() and "\xa0" not in part:
                if word:
                    yield gap, word
                    gap, word = [], []
                gap.append((" " * len(part), style))
            else:
                word.append((part, style))
    if word:
        yield gap, word


def _head(word: str, room: int) -> str:
    """Return the part of a word that fits into the room."""
    end = 0
    while end < len(word) and (room := room - cell_width(word[end])) >= 0:
        end += 1
    return word[:end]
