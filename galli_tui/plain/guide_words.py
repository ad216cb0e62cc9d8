"""A game's guide in sentences: how a round is played, without anything that is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.startup.sentences import with_full_stop
from galli_tui.style.paragraph import Paragraph
from rules.engine.game import Options

_MARKS = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`")


def guide_sentences(texts: GameTexts, options: Options) -> list[str]:
    """Return the guide for a match with these options: each heading, then its paragraphs."""
    return [*_sentences(texts.guide(options, ascii_only=True))]


def _sentences(paragraphs: tuple[Paragraph, ...]) -> Iterator[str]:
    for it in paragraphs:
        text = "".join(_heard(*run) for run in it.spans) if it.spans else it.text
        words = " ".join(_MARKS.sub(lambda found: found[1] or found[2] or found[3], text).split())
        if words and it.heading:
            yield with_full_stop(words)
        elif words:
            # A label that is only drawn, such as a star, says nothing to the ear.
            yield f"{it.label}: {words}" if any(char.isalnum() for char in it.label) else words


def _heard(text: str, style: str) -> str:
    """Return a run of text, with the name of the colour instead of a sign that is drawn in it."""
    colour = style.removesuffix("_text")
    return f"{colour}: " if colour != style and len(text.strip()) == 1 else text
