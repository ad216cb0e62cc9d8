"""Seals: who can open them, that tampering is detected, and how little their form reveals."""

from __future__ import annotations

import pytest

from rules.engine.plain_data import Plain
from rules.engine.secrecy import EVERYONE, HIDDEN, NOBODY, PUBLIC, Seat, Secret, only, redact, secrets
from saves.format.entries import MAX_ENTRY, Entry, Seal, StartBody, Submission, TakebackBody
from saves.format.identity import Identity
from saves.format.seals import (
    BLOCK,
    SealError,
    audience_at,
    derive_blind,
    entry_context,
    fill_secrets,
    make_seal,
    open_seal,
    split_secrets,
    submission_context,
    unwrap_blind,
)
from tests.sample_game.game import BOX
from tests.sample_game.rules import ChooseCandle, DrawCandles, LightWindow, SetPile
from tests.support.sample_match import GUEST_KEYS, HOST_KEYS, STRANGER_KEYS, options

GAME = BOX.new(options())
CONTEXT = bytes([7]) * 32
BLIND = bytes([8]) * 32
DRAWN = DrawCandles(Seat(1), Secret(only(Seat(1)), (3, 9)))


def sealed(value: Plain, *readers: Identity) -> Seal:
    return make_seal((2, 1), value, BLIND, CONTEXT, [reader.public.box for reader in readers])


@pytest.mark.parametrize(
    "event", [DRAWN, SetPile(Secret(NOBODY, tuple(range(12)))), ChooseCandle(Seat(0), Secret(only(Seat(0)), 4))]
)
def test_only_the_secrets_of_an_event_are_split_off(event: DrawCandles | SetPile | ChooseCandle) -> None:
    public, holes = split_secrets(GAME, event)
    assert GAME.decode_event(public) == redact(event, PUBLIC)
    assert all(secret.value is HIDDEN for secret in secrets(GAME.decode_event(public)))
    assert [hole.audience for hole in holes] == [secret.audience for secret in secrets(event)]
    assert GAME.decode_event(fill_secrets(public, {hole.path: hole.value for hole in holes})) == event


def test_nothing_is_split_off_an_event_without_secrets() -> None:
    light = LightWindow(Seat(0), 0)
    assert split_secrets(GAME, light) == (GAME.encode_event(light), ())


def test_public_fields_are_not_split_off() -> None:
    open_draw = DrawCandles(Seat(1), Secret(EVERYONE, (3, 9)))
    assert split_secrets(GAME, open_draw) == (GAME.encode_event(open_draw), ())


def test_the_blind_opens_a_seal() -> None:
    assert open_seal(sealed([3, 9]), BLIND, CONTEXT) == [3, 9]


def test_every_reader_has_the_blind_in_its_own_wrap() -> None:
    seal = sealed([3, 9], HOST_KEYS, GUEST_KEYS)
    assert [unwrap_blind(seal, place, keys, CONTEXT) for place, keys in enumerate((HOST_KEYS, GUEST_KEYS))] == [
        BLIND,
        BLIND,
    ]


@pytest.mark.parametrize(("place", "keys"), [(0, STRANGER_KEYS), (1, HOST_KEYS), (2, HOST_KEYS)])
def test_nobody_else_finds_the_blind(place: int, keys: Identity) -> None:
    with pytest.raises(SealError):
        unwrap_blind(sealed([3, 9], HOST_KEYS, GUEST_KEYS), place, keys, CONTEXT)


def test_a_seal_for_nobody_has_neither_key_nor_wraps() -> None:
    seal = sealed([3, 9])
    assert (seal.ephemeral, seal.wraps) == (b"", ())


def test_a_seal_can_be_made_again_with_the_blind() -> None:
    assert sealed([3, 9], HOST_KEYS) == sealed([3, 9], HOST_KEYS)


def test_another_blind_does_not_open_it() -> None:
    with pytest.raises(SealError):
        open_seal(sealed([3, 9]), bytes(32), CONTEXT)


def test_in_another_context_it_does_not_open() -> None:
    with pytest.raises(SealError):
        open_seal(sealed([3, 9]), BLIND, bytes(32))


@pytest.mark.parametrize("change", [0, 20, -1])
def test_a_changed_ciphertext_does_not_open(change: int) -> None:
    seal = sealed([3, 9])
    data = bytearray(seal.ciphertext)
    data[change] ^= 1
    with pytest.raises(SealError):
        open_seal(seal._replace(ciphertext=bytes(data)), BLIND, CONTEXT)


def test_a_seal_that_opens_to_another_value_than_was_committed_is_found() -> None:
    with pytest.raises(SealError, match="the committed value"):
        open_seal(sealed([3, 9])._replace(commitment=sealed([3, 8]).commitment), BLIND, CONTEXT)


@pytest.mark.parametrize("ciphertext", [b"", b"x", bytes(16), bytes(MAX_ENTRY)])
def test_an_invalid_ciphertext_does_not_open(ciphertext: bytes) -> None:
    with pytest.raises(SealError):
        open_seal(sealed([3, 9])._replace(ciphertext=ciphertext), BLIND, CONTEXT)


def test_the_length_of_a_seal_does_not_reveal_its_value() -> None:
    values: list[Plain] = [0, 90, [1, 2], bytes(50), None]
    assert len({len(sealed(value, HOST_KEYS).ciphertext) for value in values}) == 1


@pytest.mark.parametrize("size", [0, 61, 62, 63, 64, 200])
def test_ciphertexts_come_in_blocks(size: int) -> None:
    seal = sealed(bytes(size))
    assert (len(seal.ciphertext) - 16) % BLOCK == 0
    assert open_seal(seal, BLIND, CONTEXT) == bytes(size)


def test_equal_values_look_different_in_different_places() -> None:
    entry = Entry(bytes(16), 5, bytes(32), StartBody(()))
    submission = Submission(bytes(16), Seat(1), 5, bytes(32), TakebackBody())
    contexts = {
        entry_context(entry, 0),
        entry_context(entry, 1),
        entry_context(entry._replace(number=6), 0),
        entry_context(entry._replace(previous=bytes([1]) * 32), 0),
        entry_context(entry._replace(match=bytes([1]) * 16), 0),
        submission_context(submission, 0),
        submission_context(submission, 1),
        submission_context(submission._replace(seat=Seat(0)), 0),
        submission_context(submission._replace(counter=6), 0),
        submission_context(submission._replace(answers=bytes([1]) * 32), 0),
        submission_context(submission._replace(match=bytes([1]) * 16), 0),
    }
    assert len({make_seal((1,), 4, derive_blind(BLIND, context), context, []).commitment for context in contexts}) == 11


@pytest.mark.parametrize("path", [(), (1,), (0, 1), (2,), (2, 0), (2, 1, 0), (9, 1), (2, 1, 1)])
def test_a_seal_can_only_stand_where_a_secret_is(path: tuple[int, ...]) -> None:
    public, _ = split_secrets(GAME, DRAWN)
    assert audience_at(public, (2, 1)) == only(Seat(1))
    with pytest.raises(SealError):
        audience_at(public, path)
