"""The texts of a lesson for the ear: without what stands on a screen, and without its keys."""

from __future__ import annotations

import re
from typing import Final

from galli_tui.lessons.lesson import LessonStep, plain_text

_SEEN: Final = re.compile(
    r"\{key:|\b(?:press|keys?|arrows?|lit|pale|stars?|click|mouse|screen|cursor|top line|jumps?)\b"
    r"|\b(?:on|at|to) the (?:left|right)\b|\bhere\b|\b(?:capital|small) letters\b"
    r"|\blook at\b|\bpages?\b|\bproposed\b|\byour eyes\b|\bthis is\b",
    re.IGNORECASE,
)
"""What a listener has nothing of."""
_SENTENCE: Final = re.compile(r"(?<=[.!?]) ")
_NOT_THIS: Final = "Not this one."


def is_for_the_ear(text: str) -> bool:
    """Return whether a text speaks of nothing that must be seen, and of no key."""
    return not _SEEN.search(text)


def text_for_the_ear(step: LessonStep) -> str:
    """Return the text of a step as it is read aloud."""
    return plain_text(step.heard or step.text)


def answer_for_the_ear(text: str) -> str:
    """Return an answer without its sentences for the eye."""
    kept = [it for it in _SENTENCE.split(plain_text(text)) if is_for_the_ear(it)]
    return " ".join(kept) or _NOT_THIS
