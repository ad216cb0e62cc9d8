"""Paragraphs of a text, for every way to show it: on a screen or as plain lines."""

from __future__ import annotations

from typing import NamedTuple

StyledRun = tuple[str, str]
"""A text and its tone: the name of a text style or piece colour, e.g. "red_text"."""


class Paragraph(NamedTuple):
    """A paragraph with an optional label. The marked one is what the player looked up."""

    text: str
    label: str = ""
    marked: bool = False
    heading: bool = False
    spans: tuple[StyledRun, ...] = ()
    """The text in several tones; replaces `text`."""
    close: bool = False
    """Whether the next paragraph follows without an empty line."""
    target: str = ""
    """What a click on it chooses; empty for nothing."""
    names_keys: bool = False
    """Whether a click on a key in it does what the key does on this screen; never for what others have written."""
