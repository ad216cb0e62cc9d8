"""What a player has selected or is shown, for the help: the clause that it rests on, and what it says."""

from __future__ import annotations

from typing import NamedTuple

from galli_tui.style.paragraph import Paragraph


class Subject(NamedTuple):
    """A card, task, space, choice or refusal."""

    clause: str
    title: str
    """What it is, in a few words."""
    text: tuple[Paragraph, ...] = ()
    """What it says by itself; empty if the clause says it all."""


def subject(clause: str, title: str, *texts: str) -> Subject:
    """Return a subject with these sentences."""
    return Subject(clause, title, tuple(Paragraph(text) for text in texts if text))
