"""The bytes that the table sends to the terminal: for each move of a section over the plan, and to open the table."""

from __future__ import annotations

import os
import select
from statistics import median

from benchmarks.pairing import Ratio
from benchmarks.screen_speed import Terminal

SIZES = ((80, 24), (120, 36), (160, 48), (200, 60))
A_MOVE = 400.0
"""Bytes that half of the moves may take, in all colours, at every size."""
A_CELL = 8.0
"""Bytes that each cell may take when the table opens."""
WALK = (b"\x1b[C",) * 5 + (b"\x1b[B",) * 3 + (b"\x1b[D",) * 5 + (b"\x1b[A",) * 3
QUIET = 0.15
"""Seconds of silence after which a move counts as painted."""
OPENED = 3.0
"""Seconds of silence after which the opened table counts as painted."""


def ratios() -> list[Ratio]:
    """Return both figures for every size."""
    found: list[Ratio] = []
    for columns, rows in SIZES:
        with Terminal("table", columns, rows) as terminal:
            while terminal.received < columns * rows:
                terminal.settle(OPENED)
            opening = float(terminal.received)
            moves = [_bytes_for(key, terminal) for key in WALK]
        size = f"{columns}x{rows}"
        found += [
            _ratio(f"opening the table at {size}", [opening], columns * rows * A_CELL),
            _ratio(f"a move of a section at {size}", moves, A_MOVE),
        ]
    return found


def _bytes_for(key: bytes, terminal: Terminal) -> float:
    before = terminal.received
    os.write(terminal.descriptor, key)
    select.select([terminal.descriptor], [], [], 2)
    terminal.settle(QUIET)
    return float(terminal.received - before)


def _ratio(name: str, figures: list[float], allowed: float) -> Ratio:
    ratios = tuple(figure / allowed for figure in figures)
    return Ratio(f"bytes for {name}", "what it may take", median(figures), allowed, "B", ratios, 1)
