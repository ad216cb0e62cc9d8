"""Unbiased random numbers from 32 given bytes: the only source of chance in `rules`."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


class RandomStream:
    """An endless deterministic stream of random numbers from a seed.

    Block i is BLAKE2b-64(key=seed, i as 8 bytes big-endian). Numbers are read big-endian, 8 bytes each, and rejected
    where they would favour small results.
    """

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, seed: bytes) -> None:
        self._key = seed if len(seed) <= 64 else blake2b(seed).digest()
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """Return the next 64 bits."""
        if not self._words:
            block = blake2b(self._block.to_bytes(8, "big"), key=self._key).digest()
            self._block += 1
            self._words = [int.from_bytes(block[i : i + 8], "big") for i in range(56, -1, -8)]
        return self._words.pop()

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each equally likely. `n` is 1 to 2**32."""
        if not 0 < n <= 1 << 32:
            raise ValueError(f"below() takes 1 to 2**32, not {n}")
        if n == 1:
            return 0
        limit = (1 << 64) - (1 << 64) % n
        while (word := self.word()) >= limit:
            pass
        return word % n

    def choice(self, items: Sequence[T]) -> T:
        """Return one of `items`, each equally likely."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Return `count` of the items without replacement, each selection and order equally likely."""
        pool = list(items)
        for i in range(count):
            j = i + self.below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:count]

    def bytes32(self) -> bytes:
        """Return 32 bytes: the entropy of one draw."""
        return b"".join(self.word().to_bytes(8, "big") for _ in range(4))


def derive_entropy(*parts: bytes | str | int) -> bytes:
    """Hash the parts to 32 bytes.

    Each part is hashed with its type and length, so different parts give different bytes.
    """
    digest = blake2b(digest_size=32)
    for part in parts:
        if isinstance(part, int):
            data = b"i" + str(part).encode()
        elif isinstance(part, str):
            data = b"s" + part.encode()
        else:
            data = b"b" + part
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.digest()
