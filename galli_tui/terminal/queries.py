"""Questions to the terminal itself, before an app runs: what it supports, and how wide it draws signs.

Each question is a control sequence whose answer the terminal types. One that every terminal answers comes last, so that
those without an answer need no patience.
"""

from __future__ import annotations

import os
import re
import select
import termios
import time
import tty
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from galli_tui.terminal.safe_text import sanitize

PATIENCE: Final = 1.5
"""The seconds to wait for the last answer."""
_MOST: Final = 4096
"""The most bytes of all answers."""
_NAME_CELLS: Final = 60
_POSITION: Final = re.compile(rb"\x1b\[\d{1,5};(\d{1,5})R")
_ATTRIBUTES: Final = re.compile(rb"\x1b\[\?[\d;]*c")
_SYNCHRONIZED: Final = re.compile(rb"\x1b\[\?2026;([0-4])\$y")
_KEYBOARD: Final = re.compile(rb"\x1b\[\?\d+u")
_VERSION: Final = re.compile(rb"\x1bP>\|([^\x1b]*)\x1b\\")


class Answers(NamedTuple):
    """What the terminal has answered."""

    widths: dict[str, int]
    """The cells of each sign; empty if it does not say where its cursor is."""
    synchronized: bool
    """Whether it can hold a picture back until it is complete."""
    keyboard: bool
    """Whether it can tell all keys apart (the Kitty keyboard protocol)."""
    version: str
    """Its own name and version; empty if it does not say."""


def ask_terminal(output: int, source: int, signs: Sequence[str], *, simple: bool = False) -> Answers | None:
    """Return the terminal's answers; None if it gives none in time or belongs to another program at the moment.

    `output` and `source` are file descriptors of the terminal. A `simple` terminal is only asked for widths. Its line
    with the cursor is cleared.
    """
    questions = b"".join(b"\r" + sign.encode() + b"\x1b[6n" for sign in signs)
    if not simple:
        questions += b"\x1b[?2026$p\x1b[?u\x1b[>0q"
    try:
        if os.tcgetpgrp(source) != os.getpgrp():
            return None
        before = termios.tcgetattr(source)
        try:
            tty.setcbreak(source, termios.TCSANOW)
            os.write(output, questions + b"\x1b[c")
            found = _read(source)
        finally:
            with suppress(OSError):
                os.write(output, b"\r\x1b[K")
            termios.tcsetattr(source, termios.TCSAFLUSH, before)
    except (OSError, termios.error):
        return None
    return parse_answers(found, signs) if found else None


def parse_answers(data: bytes, signs: Sequence[str]) -> Answers:
    """Return what these answers say."""
    columns = [int(column) for column in _POSITION.findall(data)]
    widths = {sign: column - 1 for sign, column in zip(signs, columns, strict=False)}
    synchronized, version = _SYNCHRONIZED.search(data), _VERSION.search(data)
    return Answers(
        widths if len(columns) == len(signs) else {},
        synchronized is not None and synchronized[1] in (b"1", b"2", b"3"),
        _KEYBOARD.search(data) is not None,
        sanitize(version[1].decode(errors="replace"), _NAME_CELLS) if version else "",
    )


def _read(source: int) -> bytes:
    """Return what the terminal types, up to its last answer; empty if that does not come in time."""
    data = b""
    end = time.monotonic() + PATIENCE
    while len(data) < _MOST and (left := end - time.monotonic()) > 0:
        if not select.select([source], [], [], left)[0]:
            break
        part = os.read(source, _MOST)
        if not part:
            break
        data += part
        if _ATTRIBUTES.search(data):
            return data
    return b""
