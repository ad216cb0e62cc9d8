"""Numbers side by side in one int, a lane each, so that long rows of them are added in one go.

Rows are added, subtracted and multiplied by plain numbers like any ints, as long as each lane stays within 31 bits and
a sign. Nothing checks that; the worths of places do by far, whatever a box of one's own holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from struct import Struct
from typing import Final

_BITS: Final = 32
LEAST: Final = -1 << _BITS - 1
"""What a lane reads that was not kept."""


def pack(numbers: Sequence[int]) -> int:
    """The row of these numbers."""
    lanes, offset = _lanes(len(numbers))
    return (int.from_bytes(lanes.pack(*numbers), "little") ^ offset) - offset


def keep_mask(which: Sequence[bool]) -> int:
    """What to keep of a row where only some of its lanes count; see `unpacked`."""
    lanes, _ = _lanes(len(which))
    return int.from_bytes(lanes.pack(*[-one for one in which]), "little")


def unpack(row: int, size: int, kept: int = -1) -> tuple[int, ...]:
    """So many numbers of a row."""
    lanes, offset = _lanes(size)
    # Shifted by the offset no lane is negative; its sign is then the highest bit, turned over.
    return lanes.unpack(((row + offset & kept) ^ offset).to_bytes(lanes.size, "little"))


@lru_cache(maxsize=1 << 12)
def _lanes(size: int) -> tuple[Struct, int]:
    """So many lanes as bytes, and the highest bit of each."""
    return Struct(f"<{size}i"), ((1 << _BITS * size) - 1) // ((1 << _BITS) - 1) << _BITS - 1
