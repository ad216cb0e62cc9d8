"""Vectors packed into one int, so that long rows are added in one operation.

Rows are added, subtracted and multiplied by plain numbers like any ints, as long as each lane fits into 31 bits and a
sign. This is not checked; placement values stay far below for every box.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from struct import Struct
from typing import Final

_BITS: Final = 32
LEAST: Final = -1 << _BITS - 1
"""The value of a lane that was masked out."""


def pack(numbers: Sequence[int]) -> int:
    """Pack the numbers into one integer, one in each lane."""
    lanes, offset = _lanes(len(numbers))
    return (int.from_bytes(lanes.pack(*numbers), "little") ^ offset) - offset


def keep_mask(which: Sequence[bool]) -> int:
    """Return a mask that keeps the selected lanes; see `unpack`."""
    lanes, _ = _lanes(len(which))
    return int.from_bytes(lanes.pack(*[-one for one in which]), "little")


def unpack(row: int, size: int, kept: int = -1) -> tuple[int, ...]:
    """Unpack `size` numbers; lanes not in `kept` become `LEAST`."""
    lanes, offset = _lanes(size)
    # The offset makes every lane non-negative; its sign is then the inverted highest bit.
    return lanes.unpack(((row + offset & kept) ^ offset).to_bytes(lanes.size, "little"))


@lru_cache(maxsize=1 << 12)
def _lanes(size: int) -> tuple[Struct, int]:
    """Return the struct of `size` lanes, and the highest bit of each lane."""
    return Struct(f"<{size}i"), ((1 << _BITS * size) - 1) // ((1 << _BITS) - 1) << _BITS - 1
