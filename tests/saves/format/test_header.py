"""The header: its content, and what is rejected before a game is created from it."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.game import Options
from rules.engine.plain_data import Plain, PlainError
from saves.errors import NewerVersion, SaveError
from saves.format import canonical
from saves.format.canonical import CanonicalError
from saves.format.header import (
    COMMITTED,
    MAX_COMPONENTS,
    MAX_NAME,
    MAX_SEED,
    SCRIPTED,
    BranchPoint,
    Dealer,
    DealerKind,
    Header,
    Player,
    clean_name,
    components_of,
    decode_header,
    encode_header,
    game_of,
    pack_components,
    seeded,
)
from saves.format.identity import PublicKeys
from tests.sample_game.game import BOX
from tests.sample_game.registered import boxes
from tests.support.sample_match import two_clients

HEADER = two_clients().header


def changed(place: int, value: Plain) -> bytes:
    """Return the encoded header with another value in one place."""
    plain = canonical.decode(encode_header(HEADER))
    assert isinstance(plain, list)
    plain[place] = value
    return canonical.encode(plain)


@pytest.mark.parametrize(
    "header",
    [
        HEADER,
        HEADER._replace(dealer=seeded(MAX_SEED), origin=BranchPoint(bytes(range(16)), 12)),
        HEADER._replace(dealer=SCRIPTED),
        HEADER._replace(players=(Player("Anna", "red", "novice"), HEADER.players[1])),
    ],
)
def test_a_header_survives_its_encoding(header: Header) -> None:
    assert decode_header(encode_header(header)) == header


def test_a_later_form_of_header_is_told_from_a_broken_one() -> None:
    with pytest.raises(NewerVersion, match="newer version"):
        decode_header(changed(1, 2))


@pytest.mark.parametrize(
    "header",
    [
        HEADER._replace(players=(Player("Anna\x1b[2J", "red"), HEADER.players[1])),
        HEADER._replace(players=(Player("Anna\u202e", "red"), HEADER.players[1])),
        HEADER._replace(players=(Player("A" * (MAX_NAME + 1), "red"), HEADER.players[1])),
        HEADER._replace(players=(Player("", "red"), HEADER.players[1])),
        HEADER._replace(players=(Player("Anna", "[red]"), HEADER.players[1])),
        HEADER._replace(players=HEADER.players[:1]),
        HEADER._replace(holders=(0, 2)),
        HEADER._replace(holders=(0,)),
        HEADER._replace(holders=(0, 0)),
        HEADER._replace(players=(HEADER.players[0], Player("Bruno", "blue", "novice"))),
        HEADER._replace(players=(Player("Anna", "red", "Random bot"), HEADER.players[1])),
        HEADER._replace(clients=()),
        HEADER._replace(clients=(HEADER.clients[0], HEADER.clients[0])),
        HEADER._replace(clients=(PublicKeys(HEADER.clients[0].sign, bytes(32)), HEADER.clients[1])),
        HEADER._replace(dealer=Dealer(DealerKind.COMMITTED, 5)),
        HEADER._replace(dealer=Dealer(DealerKind.SEEDED)),
        HEADER._replace(game="Candles\n"),
        HEADER._replace(options=Options(2, "versus [b]", 1)),
        HEADER._replace(match=b"short"),
        HEADER._replace(created=-1),
        HEADER._replace(created=1 << 60),
    ],
)
def test_a_header_that_no_program_of_ours_wrote_is_refused(header: Header) -> None:
    with pytest.raises(PlainError):
        decode_header(encode_header(header))


@pytest.mark.parametrize("data", [b"", b"\x90", b"\x05", canonical.encode(["other", 1]), b"\xff" * 8])
def test_bytes_that_are_no_header_are_refused(data: bytes) -> None:
    with pytest.raises((CanonicalError, PlainError)):
        decode_header(data)


def test_components_survive_their_encoding() -> None:
    assert components_of(HEADER) == BOX.standard_components()


@pytest.mark.parametrize(
    "packed",
    [
        zlib.compress(bytes(MAX_COMPONENTS + 1), 9),
        zlib.compress(b"\x90") + b"more",
        zlib.compress(b"\x90")[:-1],
        b"not compressed",
    ],
)
def test_components_that_unfold_wrongly_are_refused(packed: bytes) -> None:
    with pytest.raises(CanonicalError):
        components_of(HEADER._replace(components=packed))


def test_a_game_is_made_of_a_header() -> None:
    assert game_of(HEADER, boxes).options == HEADER.options


def test_a_game_that_this_program_lacks_is_named() -> None:
    with pytest.raises(NewerVersion, match="'chess', which this program does not have"):
        game_of(HEADER._replace(game="chess"), boxes)


def test_other_rules_are_named_with_both_versions() -> None:
    with pytest.raises(NewerVersion, match=r"version 2 of the rules .* version 1"):
        game_of(HEADER._replace(rules_version=2), boxes)
    with pytest.raises(NewerVersion, match=r"version 0 of the rules .* version 1"):
        game_of(HEADER._replace(rules_version=0), boxes)


@pytest.mark.parametrize(
    "header",
    [
        HEADER._replace(options=Options(2, "versus", 7)),
        HEADER._replace(components=pack_components([[1], [1]])),
        HEADER._replace(components=b"broken"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(header: Header) -> None:
    with pytest.raises(SaveError, match="does not describe a playable game"):
        game_of(header, boxes)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna \t von  Rechberg ", "Anna von Rechberg"),
        ("Anna\x1b[31m\x07", "Anna[31m"),
        ("An\u202ena\u200b", "Anna"),
        ("Anna\u2028Bruno", "Anna Bruno"),
        ("A\u0308nna", "Änna"),
        ("☃\ufe0f", "☃"),
        ("\ud800", ""),
        ("x" * 40, "x" * MAX_NAME),
        ("a" * (MAX_NAME - 1) + " b", "a" * (MAX_NAME - 1)),
        ("\x00", ""),
        ("\u3164", ""),
        ("\u2800\u115f\u1160\uffa0", ""),
        ("A\U000e0100nna", "Anna"),
        ("A\u034fnna", "Anna"),
        ("Anna\uffff", "Anna"),
        ("Anna\ufdd0\u0488", "Anna"),
        ("\u0301", ""),
        ("\U0001f600\U0001f600", ""),
        ("\u4fee" * 20, "\u4fee" * 12),
    ],
)
def test_names_are_cleaned_of_control_sequences(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@given(st.text())
def test_a_clean_name_can_stand_in_a_header(typed: str) -> None:
    name = clean_name(typed)
    assert clean_name(name) == name
    if name:
        players = (Player(name, "red"), HEADER.players[1])
        assert decode_header(encode_header(HEADER._replace(players=players))).players == players


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_a_seed_has_its_bounds(seed: int) -> None:
    with pytest.raises(ValueError, match="a seed is a number from 0"):
        seeded(seed)


def test_a_committed_dealer_has_no_seed() -> None:
    assert COMMITTED.seed is None
