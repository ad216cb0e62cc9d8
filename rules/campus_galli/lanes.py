"""Numbers side by side in one int, a lane each, so that long rows of them are added in one go.

Rows are added, subtracted and multiplied by plain numbers like any ints, as long as each lane stays within its bounds.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

_LANE: Final = "i"
_BITS: Final = 8 * array(_LANE).itemsize
LEAST: Final = -1 << _BITS - 1
"""What a lane reads that was not kept."""


def packed(numbers: Sequence[int]) -> int:
    """The row of these numbers."""
    offset = _offset(len(numbers))
    return (int.from_bytes(array(_LANE, numbers).tobytes(), sys.byteorder) ^ offset) - offset


def chosen(which: Sequence[bool]) -> int:
    """What to keep of a row where only some of its lanes count; see `unpacked`."""
    return int.from_bytes(array(_LANE, [-one for one in which]).tobytes(), sys.byteorder)


def unpacked(row: int, size: int, kept: int = -1) -> list[int]:
    """So many numbers of a row."""
    # Shifted by the offset no lane is negative; its sign is then the highest bit, turned over.
    offset = _offset(size)
    lanes = (row + offset & kept) ^ offset
    found = array(_LANE)
    found.frombytes(lanes.to_bytes(size * _BITS // 8, sys.byteorder))
    return found.tolist()


@lru_cache(maxsize=1 << 12)
def _offset(size: int) -> int:
    """The highest bit of each lane."""
    return ((1 << _BITS * size) - 1) // ((1 << _BITS) - 1) << _BITS - 1
