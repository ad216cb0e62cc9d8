"""Typed moves: completion offers what is legal and shown, and every text is a move or says why it is none."""

from __future__ import annotations

from itertools import islice

import pytest

from galli_tui.game_api.registry import texts_of
from galli_tui.game_api.typed_move import Rejection, TypedMoves
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.tables.table import TablePlayer
from rules.engine.game import Options
from rules.engine.secrecy import PUBLIC, Seat
from rules.registry import game_box, game_meta, games
from tests.sample_game.registered import candles_in_hand, candles_table, sample_game

ANNA, BRUNO = Seat(0), Seat(1)


def table_of(key: str) -> InMemoryTable:
    """Return a table of a game for two, with its first decision due."""
    meta = game_meta(key)
    players = tuple(TablePlayer(name, colour, here=True) for name, colour in zip(("Anna", "Bruno"), meta.colours))  # noqa: B905
    return InMemoryTable(game_box(key).new(Options(2, "versus", 1)), players, 3)


def typed(table: InMemoryTable, seat: Seat | None = None) -> TypedMoves:
    """Return what the seat that is due may type."""
    seat = table.due.seats[0] if seat is None else seat
    return TypedMoves(table, texts_of(table.game.meta.key), seat, seat)


@pytest.mark.parametrize("key", games())
def test_every_legal_move_can_be_typed_word_by_word(key: str) -> None:
    table = table_of(key)
    for _ in range(12):
        if table.paused:
            table.resume_play()
        seat = table.due.seats[0]
        moves, legal = typed(table), list(table.game.legal(table.view(seat), seat))
        for move in islice(legal, 0, None, 9):
            words, text = table.game.format(move).split()[1:], ""
            for word in words:
                assert word in moves.next_words(text)
                assert word in moves.next_words(text + word[:1].lower())
                text += f"{word} "
            assert moves.read(text) == move
            assert moves.read(f"{seat + 1} {text}") == move
            assert moves.words(text)
        table.submit(legal[len(legal) // 2])


@pytest.mark.parametrize("key", games())
def test_no_text_is_read_as_a_different_move(key: str) -> None:
    table = table_of(key)
    moves = typed(table)
    for text in ("", "   ", "nonsense", "1", "9 nonsense", "dealer", "-1", "\x1b[31m", "choose ?", "x" * 200):
        found = moves.read(text)
        assert isinstance(found, Rejection)
        assert found.text.endswith((".", "?"))
        assert "\x1b" not in found.text


def test_an_unambiguous_word_is_completed_at_once() -> None:
    moves = typed(table_of("builders-duel"))
    assert moves.completed("") == "claim "
    assert moves.completed("claim r") == "claim r"
    assert moves.completed("CL") == "claim "
    assert moves.completed("claim r1") == "claim r1"
    assert moves.completed("2 cl") == "2 claim "
    assert moves.completed("jump") == "jump"


def test_a_refusal_names_its_clause() -> None:
    table = table_of("builders-duel")
    first = typed(table).read("claim r1")
    assert not isinstance(first, Rejection)
    table.submit(first)
    assert typed(table).read("claim r2") == Rejection(
        "That line does not cross the first one in exactly one card.", "BD-2d"
    )
    assert typed(table).read("2 claim c1") == Rejection("It isn't your turn.", "BD-4a")


def test_what_is_no_move_now_is_answered_with_an_example_and_the_clause_of_what_is() -> None:
    moves = typed(table_of("builders-duel"))
    assert (moves.example(), moves.clause) == ("claim r1", "BD-2c")
    said = "Not now: build. For example: claim r1."
    asked = "Claim a row, column or diagonal; Anna must cross it, and you fight for one card."
    assert moves.read("build") == Rejection(said, "BD-2c", asked)
    assert moves.read("build I beam") == Rejection(said, "BD-2c", asked)
    assert moves.read("claim") == Rejection("Claim: line is missing. For example: claim r1.", "BD-2c")


@pytest.mark.usefixtures(sample_game.__name__)
def test_completion_offers_only_what_the_screen_shows() -> None:
    table = candles_table("Anna", "Bruno")
    face = texts_of("candles")
    hand = candles_in_hand(table, ANNA)
    assert TypedMoves(table, face, ANNA, ANNA).next_words("choose ") == hand
    assert TypedMoves(table, face, ANNA, PUBLIC).next_words("choose ") == []


@pytest.mark.usefixtures(sample_game.__name__)
def test_nobody_moves_for_another_seat() -> None:
    table = candles_table("Anna", "Bruno")
    other = candles_in_hand(table, BRUNO)[0]
    assert typed(table, ANNA).read(f"2 choose {other}") == Rejection("Only Anna can move here now.")


FARM = {
    "use l1 lay": "use L1a lay",
    "USE L1A L": "use L1a lay",
    "fell d0": "fell d0 own",
    "fell d0 j": "fell d0 joker",
    "Build g07 f0": "build G07 f0",
    "straw": "straw 1",
}
"""What may be typed in the first turn of Ora et Labora, and what it means."""


@pytest.mark.parametrize(("text", "same"), FARM.items())
def test_what_follows_from_what_is_typed_may_be_left_out(text: str, same: str) -> None:
    table = table_of("ora-et-labora")
    moves = typed(table)
    assert moves.read(text) == moves.read(same)
    assert not isinstance(moves.read(same), Rejection)
    assert table.game.format(moves.read(text)).split(maxsplit=1)[1] == same  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("text", ["use l1", "build g07", "fell", "fell d", "straw 2", "f d0", "u"])
def test_what_could_mean_several_moves_or_another_number_is_none(text: str) -> None:
    assert isinstance(typed(table_of("ora-et-labora")).read(text), Rejection)


def test_the_beginning_of_several_moves_is_answered_with_what_can_follow() -> None:
    moves = typed(table_of("ora-et-labora"))
    assert moves.read("use l1") == Rejection("Go on with lay or prior.", "OL-3a")
    assert moves.read("build g07") == Rejection("Go on with f0 or f1.", "OL-3a")


def test_a_payment_may_be_typed_in_any_order_and_with_numbers() -> None:
    table = table_of("ora-et-labora")
    for text in ("build g07 f0", "follow", "trade 1"):
        found = typed(table).read(text)
        assert not isinstance(found, Rejection), text
        table.submit(found)
    assert table.game.format(table.game.parse("1 settle s1 f1 1gnWO")) == "1 settle S1 f1 WoGn"
