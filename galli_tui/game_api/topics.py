"""Topics: what a player can ask about a position in plain mode, each with the words to type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

Answer: TypeAlias = Callable[[str], Sequence[str]]
"""A function that returns sentences about what was asked for, given the words after the topic's own."""


class Topic(NamedTuple):
    """Something that a position can be asked about."""

    words: tuple[str, ...]
    """What a player types: its name, then short forms."""
    about: str
    """What it says, as a sentence for the help."""
    answer: Answer
    takes: str = ""
    """What may follow the name, e.g. "NUMBER"; empty for nothing."""
    finds: Answer | None = None
    """The same for `look NAME`: empty if nothing has this name."""
    more: tuple[str, ...] = ()
    """Further sentences for the help, with an example."""
    part: str = ""
    """The title of the part of the position that is the whole answer; empty for an answer of its own."""


def fixed_answer(lines: Sequence[str]) -> Answer:
    """Return an answer that is the same whatever follows the topic's word."""

    def answer(_: str) -> Sequence[str]:
        return lines

    return answer
