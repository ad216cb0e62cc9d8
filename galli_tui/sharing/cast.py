"""A recording of a whole match in the asciicast format, version 2: the table after every decision.

https://docs.asciinema.org/manual/asciicast/v2/
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from galli_tui.replay.timeline import OPENING, Stride
from galli_tui.sharing.picture import USUAL, Size, cells_of
from galli_tui.sharing.shown import ShownMatch

SECONDS = 1.0
"""Between two decisions, at speed 1."""
_CLEAR = "\x1b[?25l\x1b[2J"


def frames_of(shown: ShownMatch) -> list[int]:
    """Return the moments that a recording shows: the opening, the one after each decision, and the end."""
    timeline = shown.timeline
    found = [OPENING]
    while (number := timeline.next(found[-1], Stride.DECISION)) > found[-1]:
        found.append(number)
    return found


def cast_of(
    shown: ShownMatch, title: str, began: int, *, speed: float = 1.0, size: Size = USUAL, theme: str | None
) -> str:
    """Return the recording of a match as the text of a file."""
    header = {
        "version": 2,
        "width": size[0],
        "height": size[1],
        "timestamp": began,
        "title": title,
        "env": {"TERM": "xterm-256color"},
    }
    drawn = cells_of(shown, frames_of(shown), size, theme)
    rows = [json.dumps(header, ensure_ascii=False)]
    for number, text in enumerate(_changes(drawn)):
        rows.append(json.dumps([round(number * SECONDS / speed, 3), "o", text], ensure_ascii=False))
    return "\n".join(rows) + "\n"


def _changes(frames: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield what a terminal must receive for each frame: the lines that differ from the frame before."""
    shown: Sequence[str] = ()
    for frame in frames:
        old = shown or [""] * len(frame)
        lines = [
            f"\x1b[{row};1H{new}" for row, (before, new) in enumerate(zip(old, frame, strict=True), 1) if new != before
        ]
        yield (_CLEAR if not shown else "") + "".join(lines) + "\x1b[0m"
        shown = frame
