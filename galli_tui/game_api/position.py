"""A position in words: for screen readers, plain terminals and tests."""

from __future__ import annotations

from typing import NamedTuple


class Description(NamedTuple):
    """A part of a position in words: a title, and a sentence or list in each line."""

    title: str
    lines: tuple[str, ...]
    brief: str = ""
    """The part in one sentence, for an overview; empty if its lines are short enough to be read there."""
    log: tuple[str, ...] = ()
    """Kinds of effects: where a table is described, the part ends with the last event of this round that had one."""
