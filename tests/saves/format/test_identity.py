"""The keys of one program, derived from its seed."""

from __future__ import annotations

import pytest

from saves.format.identity import Identity, exchange


def test_two_identities_share_what_no_third_one_does() -> None:
    one, two, three = (Identity(bytes([number]) * 32) for number in (1, 2, 3))
    assert one.shared_key(two.public.box) == two.shared_key(one.public.box)
    assert one.shared_key(two.public.box) != three.shared_key(two.public.box)


def test_a_public_key_that_keeps_no_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="not a valid key"):
        exchange(bytes(32), bytes(32))


def test_a_seed_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32"):
        Identity(b"short")
