"""Sentences made of the texts of errors, headings and answers."""

from __future__ import annotations


def with_full_stop(text: str) -> str:
    """Return the text with a full stop, unless it is empty or already ends with a punctuation mark."""
    return text if not text or text.endswith((".", ":", "!", "?", "…")) else f"{text}."


def to_sentence(text: str) -> str:
    """Return the text with a capital first letter, unless it begins with a file name, and a full stop."""
    ended = with_full_stop(text)
    first = ended.split(maxsplit=1)[0] if ended.strip() else ""
    return ended if "." in first.rstrip(".:") else f"{ended[:1].upper()}{ended[1:]}"
