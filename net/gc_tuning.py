"""A higher threshold for the garbage collector while a table is open, as a match keeps nearly every object it makes.

Each move adds a few hundred small objects that stay: entries and states. With the default threshold they would start a
collection during nearly every move, which finds nothing.
"""

from __future__ import annotations

import gc
from typing import Final

MIN_THRESHOLD: Final = 20_000
"""Allocated objects after which the youngest generation is collected."""


def raise_gc_threshold() -> None:
    """Raise the threshold for the whole program, unless it is higher already or collection is off."""
    young, middle, old = gc.get_threshold()
    if 0 < young < MIN_THRESHOLD:
        gc.set_threshold(MIN_THRESHOLD, middle, old)
