"""The channel: what one end seals, the other opens in its order, and a key proves itself to one connection alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.wire.channel import OVERHEAD, Channel, ChannelError, Side
from net.wire.messages import Hello, PeerRole
from saves.format.identity import Identity, PublicKeys
from tests.support.net_pair import channels, guest, host, session, shake
from tests.support.sample_match import GUEST_KEYS, HOST_KEYS

SESSION = session()


def ends() -> tuple[Channel, Channel]:
    """The guest's and the host's, without shaking hands each time."""
    return Channel(SESSION, Side.GUEST), Channel(SESSION, Side.HOST)


@given(st.lists(st.tuples(st.booleans(), st.binary(max_size=300)), max_size=12))
def test_each_side_opens_what_the_other_seals(bodies: list[tuple[bool, bytes]]) -> None:
    one, other = ends()
    for from_guest, body in bodies:
        sender, receiver = (one, other) if from_guest else (other, one)
        sealed = sender.seal(body)
        assert len(sealed) == len(body) + OVERHEAD
        assert receiver.open(sealed) == body


def test_the_same_body_looks_different_each_time_and_each_way() -> None:
    one, other = ends()
    assert len({one.seal(b"beat"), one.seal(b"beat"), other.seal(b"beat"), other.seal(b"beat")}) == 4


@given(st.binary(max_size=60), st.data())
def test_a_changed_cut_or_lengthened_frame_does_not_open(body: bytes, data: st.DataObject) -> None:
    one, other = ends()
    sealed = one.seal(body)
    place = data.draw(st.integers(0, len(sealed) - 1))
    flip = data.draw(st.integers(1, 255))
    changed = data.draw(
        st.sampled_from(
            [
                sealed[:place] + bytes([sealed[place] ^ flip]) + sealed[place + 1 :],
                sealed[:place],
                sealed[place + 1 :],
                sealed + bytes([flip]),
            ]
        )
    )
    with pytest.raises(ChannelError):
        other.open(changed)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=8))
def test_only_the_order_in_which_frames_were_sealed_opens(order: list[int]) -> None:
    one, other = ends()
    sealed = [one.seal(bytes([number])) for number in range(5)]
    opened: list[bytes] = []
    for number in order:
        try:
            opened.append(other.open(sealed[number]))
        except ChannelError:
            break
    right = 0
    while right < len(order) and order[right] == right:
        right += 1
    assert opened == [bytes([number]) for number in range(right)]


def test_a_channel_that_broke_stays_broken() -> None:
    one, other = ends()
    sealed = one.seal(b"beat")
    with pytest.raises(ChannelError):
        other.open(b"rubbish that was not sealed by anyone")
    with pytest.raises(ChannelError):
        other.open(sealed)


def test_a_frame_cannot_be_sent_back_to_its_sender() -> None:
    one, _ = ends()
    with pytest.raises(ChannelError):
        one.open(one.seal(b"beat"))


@given(st.binary(max_size=200))
def test_garbage_does_not_open(body: bytes) -> None:
    for end in ends():
        with pytest.raises(ChannelError):
            end.open(body)


def test_both_ends_prove_their_keys() -> None:
    one, other = channels()
    other.verify_hello(one.hello(GUEST_KEYS, PeerRole.PLAYER))
    other.verify_hello(one.hello(GUEST_KEYS, PeerRole.SPECTATOR))
    one.verify_hello(other.hello(HOST_KEYS, PeerRole.HOST))


def test_a_proof_serves_no_other_connection_side_or_key() -> None:
    one, other = ends()
    proof = one.hello(GUEST_KEYS, PeerRole.PLAYER)
    elsewhere = shake(guest(tag="other"), host(tag="other too")).host.session
    assert elsewhere is not None
    with pytest.raises(ChannelError):
        Channel(elsewhere, Side.HOST).verify_hello(proof)
    with pytest.raises(ChannelError):
        one.verify_hello(proof._replace(role=PeerRole.HOST))
    with pytest.raises(ChannelError):
        other.verify_hello(proof._replace(keys=HOST_KEYS.public))
    with pytest.raises(ChannelError):
        other.verify_hello(proof._replace(signature=bytes(64)))


def test_a_side_has_the_wishes_that_are_its_own() -> None:
    one, other = ends()
    with pytest.raises(ChannelError):
        other.verify_hello(one.hello(GUEST_KEYS, PeerRole.HOST))
    for wish in (PeerRole.PLAYER, PeerRole.SPECTATOR):
        with pytest.raises(ChannelError):
            one.verify_hello(other.hello(HOST_KEYS, wish))


@pytest.mark.parametrize("box", [bytes(32), b"\x01" + bytes(31)])
def test_a_key_that_keeps_no_secret_is_refused(box: bytes) -> None:
    one, other = ends()
    proof = one.hello(GUEST_KEYS, PeerRole.PLAYER)
    with pytest.raises(ChannelError):
        other.verify_hello(proof._replace(keys=PublicKeys(GUEST_KEYS.public.sign, box)))


@pytest.mark.parametrize("sign", [bytes(32), b"\x01" + bytes(31), b"\xec" + b"\xff" * 30 + b"\x7f"])
def test_a_key_for_which_anyone_can_sign_is_refused(sign: bytes) -> None:
    _, other = ends()
    forged = b"\x01" + bytes(63)
    with pytest.raises(ChannelError):
        other.verify_hello(Hello(PublicKeys(sign, GUEST_KEYS.public.box), forged, PeerRole.PLAYER))


@given(st.binary(min_size=32, max_size=32), st.integers(0, 63), st.integers(1, 255))
def test_a_changed_signature_proves_nothing(seed: bytes, place: int, flip: int) -> None:
    one, other = ends()
    proof = one.hello(Identity(seed), PeerRole.PLAYER)
    other.verify_hello(proof)
    signature = bytearray(proof.signature)
    signature[place] ^= flip
    with pytest.raises(ChannelError):
        other.verify_hello(proof._replace(signature=bytes(signature)))
