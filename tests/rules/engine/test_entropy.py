"""The source of randomness: its vectors, that it is unbiased, and that different inputs give different results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.entropy import RandomStream, derive_entropy

SEED = bytes(range(32))

# Critical values of chi-square at p = 1e-6: seeds are fixed, so a pass today is a pass for ever.
CRITICAL = {1: 23.93, 2: 27.63, 5: 35.89, 9: 44.81, 11: 48.87, 59: 121.1}


def chi_square(counts: Iterable[int], kinds: int) -> float:
    """How far counts of equally likely kinds are from even."""
    seen = list(counts)
    even = sum(seen) / kinds
    return sum((count - even) ** 2 for count in seen) / even + (kinds - len(seen)) * even


def test_a_block_is_blake2b_of_its_number_keyed_by_the_seed_read_big_endian() -> None:
    stream = RandomStream(SEED)
    words = [stream.word() for _ in range(16)]
    blocks = b"".join(blake2b(number.to_bytes(8, "big"), key=SEED).digest() for number in (0, 1))
    assert words == [int.from_bytes(blocks[i : i + 8], "big") for i in range(0, 128, 8)]


def test_the_streams_vectors() -> None:
    assert RandomStream(SEED).word() == 0x9212BC97156556F6
    assert RandomStream(b"").word() == 0x482AE5A29FBE856C
    assert RandomStream(bytes(100)).word() == 0x925C02499F3008C4
    stream = RandomStream(SEED)
    assert [stream.below(6) for _ in range(20)] == [0, 3, 3, 3, 1, 1, 1, 5, 5, 1, 3, 2, 0, 3, 0, 2, 1, 5, 4, 5]
    assert RandomStream(SEED).sample("abcdefgh", 5) == ["g", "d", "f", "h", "c"]
    assert RandomStream(SEED).bytes32().hex() == "9212bc97156556f62890b1af163258514c78fd9c7a4fffa97a3381bca1fa788f"


def test_a_seed_longer_than_a_key_is_hashed_first() -> None:
    long = bytes(65)
    assert RandomStream(long).word() == RandomStream(blake2b(long).digest()).word()
    assert RandomStream(bytes(64)).word() != RandomStream(long).word()


@pytest.mark.parametrize("n", [2, 3, 6, 10, 12, 60])
def test_numbers_below_n_are_even(n: int) -> None:
    stream = RandomStream(derive_entropy("even", n))
    counts = Counter(stream.below(n) for _ in range(n * 1_000))
    assert set(counts) == set(range(n))
    assert chi_square(counts.values(), n) < CRITICAL[n - 1]


class Fixed(RandomStream):
    """Gives these words, and no others."""

    def __init__(self, *words: int) -> None:
        super().__init__(b"")
        self.left = list(words)

    def word(self) -> int:
        return self.left.pop(0)


def test_words_that_would_favour_small_numbers_are_thrown_away() -> None:
    top = 1 << 64
    assert top % 10 == 6
    assert Fixed(*(top - i for i in range(1, 7)), 123).below(10) == 3
    assert Fixed(top - 7).below(10) == 9


def test_where_the_words_divide_evenly_none_is_thrown_away() -> None:
    assert Fixed((1 << 64) - 1).below(1 << 32) == (1 << 32) - 1


def test_one_of_one_takes_no_word() -> None:
    stream = RandomStream(SEED)
    assert stream.below(1) == 0
    assert stream.word() == RandomStream(SEED).word()


@pytest.mark.parametrize("n", [0, -1, (1 << 32) + 1])
def test_below_takes_no_number_out_of_its_range(n: int) -> None:
    with pytest.raises(ValueError, match="1 to 2"):
        RandomStream(SEED).below(n)


def test_every_set_of_a_sample_is_as_likely_and_so_is_every_order() -> None:
    stream = RandomStream(derive_entropy("sets"))
    sets = Counter(frozenset(stream.sample("abcde", 2)) for _ in range(10_000))
    assert len(sets) == 10
    assert chi_square(sets.values(), 10) < CRITICAL[9]
    orders = Counter("".join(stream.sample("abcde", 3)) for _ in range(60_000))
    assert len(orders) == 60
    assert chi_square(orders.values(), 60) < CRITICAL[59]


def test_a_choice_is_even() -> None:
    stream = RandomStream(derive_entropy("choice"))
    counts = Counter(stream.choice("abc") for _ in range(3_000))
    assert chi_square(counts.values(), 3) < CRITICAL[2]


def test_the_bits_of_drawn_bytes_are_even() -> None:
    stream = RandomStream(derive_entropy("bits"))
    ones = sum(int.from_bytes(stream.bytes32(), "big").bit_count() for _ in range(400))
    assert chi_square((ones, 400 * 256 - ones), 2) < CRITICAL[1]


@given(items=st.lists(st.integers()), seed=st.binary(max_size=80), data=st.data())
def test_a_sample_takes_different_places_and_leaves_the_items_alone(
    items: list[int], seed: bytes, data: st.DataObject
) -> None:
    count = data.draw(st.integers(0, len(items)))
    before = list(items)
    taken = Counter(RandomStream(seed).sample(items, count))
    assert taken.total() == count
    assert taken <= Counter(items)
    assert items == before


@given(seed=st.binary(max_size=80))
def test_the_same_seed_gives_the_same_stream(seed: bytes) -> None:
    one, other = RandomStream(seed), RandomStream(seed)
    assert [one.word() for _ in range(20)] == [other.word() for _ in range(20)]


PARTS = st.lists(st.integers() | st.text(max_size=4) | st.binary(max_size=4), max_size=4)


@given(one=PARTS, other=PARTS)
def test_different_parts_derive_different_bytes(one: list[int | str | bytes], other: list[int | str | bytes]) -> None:
    assert (derive_entropy(*one) == derive_entropy(*other)) is (repr(one) == repr(other))


def test_parts_are_distinguished_by_type_and_length() -> None:
    kinds = [
        derive_entropy(b"1"),
        derive_entropy("1"),
        derive_entropy(1),
        derive_entropy("1", ""),
        derive_entropy("", "1"),
        derive_entropy("11"),
        derive_entropy(11),
        derive_entropy(),
    ]
    assert len(set(kinds)) == len(kinds)
    assert all(len(it) == 32 for it in kinds)


def test_the_vectors_of_derived() -> None:
    assert (
        derive_entropy("pile 1", 7, b"\0").hex() == "3138dd4ec4fb5ce3898eaf1460177a44d88325e4b4b87445737b72cabe3f27ce"
    )
