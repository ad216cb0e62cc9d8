"""How often a program at a table looks for rings of garbage: seldom, as a match keeps nearly all that it makes.

Entries and states stay, a few hundred small things for each move. By their number alone they would set the search off
in the middle of nearly every move, where it finds nothing.
"""

from __future__ import annotations

import gc
from typing import Final

MIN_THRESHOLD: Final = 20_000
"""Things that have been made and not let go of, after which the youngest are searched."""


def raise_gc_threshold() -> None:
    """From here on, in the whole program. One that searches less often still, or never, stays as it is."""
    young, middle, old = gc.get_threshold()
    if 0 < young < MIN_THRESHOLD:
        gc.set_threshold(MIN_THRESHOLD, middle, old)
