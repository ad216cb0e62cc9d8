"""Frames: whatever pieces a stream comes in, the same bodies; nothing too long is kept."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.secret import SecretBox

from net.wire.frames import MAX_HANDSHAKE_BODY, MAX_HOST_BODY, FrameError, FrameReader, frame
from net.wire.messages import MAX_MESSAGE

bodies = st.lists(st.binary(min_size=1, max_size=300), max_size=8)


@given(bodies, st.lists(st.integers(1, 40), min_size=1, max_size=40))
def test_a_stream_in_any_pieces_gives_the_same_bodies(sent: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(map(frame, sent))
    reader, found, at, turn = FrameReader(MAX_HANDSHAKE_BODY), list[bytes](), 0, 0
    while at < len(stream):
        size = cuts[turn % len(cuts)]
        found += reader.feed(stream[at : at + size])
        at, turn = at + size, turn + 1
    assert found == sent


def test_a_frame_is_the_length_in_four_bytes_and_the_body() -> None:
    assert frame(b"abc") == b"\0\0\0\3abc"


@pytest.mark.parametrize("length", [0, MAX_HANDSHAKE_BODY + 1, 1 << 31, (1 << 32) - 1])
def test_a_length_that_is_not_allowed_ends_the_stream_before_its_body_comes(length: int) -> None:
    reader = FrameReader(MAX_HANDSHAKE_BODY)
    with pytest.raises(FrameError):
        list(reader.feed(frame(b"x") + struct.pack(">I", length)))


def test_the_largest_body_passes_and_its_limit_holds_from_the_next_one_on() -> None:
    reader = FrameReader(3)
    bodies = reader.feed(frame(b"abc") + frame(b"abcd") + frame(b"abcde"))
    assert next(bodies) == b"abc"
    reader.max_body = 4
    assert next(bodies) == b"abcd"
    with pytest.raises(FrameError):
        next(bodies)


def test_bodies_that_were_not_asked_for_come_with_the_next_bytes() -> None:
    reader = FrameReader(8)
    assert next(reader.feed(frame(b"one") + frame(b"two"))) == b"one"
    assert list(reader.feed(frame(b"three"))) == [b"two", b"three"]


def test_the_largest_message_of_the_host_fits_into_a_frame_once_it_is_sealed() -> None:
    assert len(SecretBox(bytes(32)).encrypt(bytes(MAX_MESSAGE), bytes(24)).ciphertext) == MAX_HOST_BODY


@pytest.mark.parametrize("body", [b"", bytes(MAX_HOST_BODY + 1)])
def test_a_body_that_nobody_may_send_makes_no_frame(body: bytes) -> None:
    with pytest.raises(FrameError):
        frame(body)
