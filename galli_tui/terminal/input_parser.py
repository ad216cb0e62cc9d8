"""A parser from typed bytes to Textual's messages, which invalid bytes and endless pastes cannot harm."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from typing import Final

from textual._xterm_parser import XTermParser
from textual.events import Key, MouseMove, Paste, Resize
from textual.message import Message
from textual.messages import InBandWindowResize

MAX_PASTE: Final = 1 << 14
"""The most characters kept of one paste; no text field takes more."""

_PASTE_START: Final = "\x1b[200~"
_PASTE_END: Final = "\x1b[201~"


class InputParser:
    """Turns bytes into messages, whatever the bytes are and wherever they are cut."""

    def __init__(self, encoding: str) -> None:
        """Decode bytes in the terminal's `encoding`; invalid ones become U+FFFD."""
        self._decode = codecs.getincrementaldecoder(encoding)("replace").decode
        self._parser = XTermParser()
        self._recent = ""
        """The last characters, which may begin a marker of a paste."""
        self._pasted: list[str] | None = None
        """The characters of a paste that has not ended."""

    def feed(self, data: bytes) -> list[Message]:
        """Return what these bytes complete."""
        return _merge_moves(message for char in self._decode(data) for message in self._character(char))

    def tick(self) -> list[Message]:
        """Return what is complete because nothing more has come for a while: an escape key, not a sequence."""
        messages = list(self._parsed(None))
        if messages:
            self._recent = ""
        return messages

    def _character(self, char: str) -> Iterator[Message]:
        self._recent = (self._recent + char)[-len(_PASTE_START) :]
        if self._pasted is None:
            yield from self._parsed(char)
            if self._recent == _PASTE_START:
                self._pasted = []
        elif self._recent == _PASTE_END:
            text = "".join(self._pasted)
            self._pasted = None
            # The parser has seen the paste begin and must see it end; to it, the paste was empty.
            for end in _PASTE_END:
                yield from (message for message in self._parsed(end) if not isinstance(message, Paste))
            yield Paste(_typeable(_without_marker(text)))
        elif len(self._pasted) < MAX_PASTE:
            self._pasted.append(char)

    def _parsed(self, char: str | None) -> Iterator[Message]:
        """Pass on one character, or the time; a sequence that the parser fails on is dropped."""
        try:
            for message in self._parser.tick() if char is None else self._parser.feed(char):
                if isinstance(message, Resize | InBandWindowResize):
                    # A terminal can report its size among the keys, and then counts pixels. The kernel reports it too,
                    # and does not let a player type it.
                    self._parser.mouse_pixels = False
                elif not _is_surrogate(message):
                    yield message
        except Exception:  # It calls `chr` and `int` on what was typed.
            self._parser = XTermParser()


def _without_marker(pasted: str) -> str:
    """Cut off what was kept of the marker that ended the paste, but for its last character."""
    beginnings = (_PASTE_END[:length] for length in range(len(_PASTE_END) - 1, 0, -1))
    return pasted.removesuffix(next(filter(pasted.endswith, beginnings), ""))


def _typeable(pasted: str) -> str:
    """Return only what could be typed, and the line ends after it.

    A field shows what it holds, which must not steer the terminal, and takes the first line.
    """
    kept = "".join(char for char in pasted.replace("\t", " ") if char.isprintable() or char in "\r\n")
    return kept.lstrip("\r\n")


def _is_surrogate(message: Message) -> bool:
    """Return whether it is a key for half a character, which no terminal can show and no file can hold."""
    typed = message.character if isinstance(message, Key) else None
    return typed is not None and any("\ud800" <= char <= "\udfff" for char in typed)


def _merge_moves(messages: Iterable[Message]) -> list[Message]:
    """Leave out each movement of the mouse that another one follows at once."""
    kept: list[Message] = []
    for message in messages:
        if kept and isinstance(message, MouseMove) and isinstance(kept[-1], MouseMove) and _same(message, kept[-1]):
            kept.pop()
        kept.append(message)
    return kept


def _same(one: MouseMove, other: MouseMove) -> bool:
    """Return whether two movements differ in nothing but where they go."""
    return (one.button, one.shift, one.meta, one.ctrl) == (other.button, other.shift, other.meta, other.ctrl)
