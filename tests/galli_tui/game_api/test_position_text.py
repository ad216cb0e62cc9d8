"""The position in words: it says what the viewer knows, no more and no less."""

from __future__ import annotations

import pytest

from galli_tui.game_api.position import Description
from galli_tui.game_api.position_text import position_lines, position_text
from galli_tui.game_api.registry import texts_of
from rules.engine.secrecy import PUBLIC, Seat
from rules.registry import games
from tests.galli_tui.game_api.test_typed_move import table_of
from tests.sample_game.registered import candles_in_hand, candles_table, sample_game

ANNA, BRUNO = Seat(0), Seat(1)


@pytest.mark.parametrize("key", games())
def test_a_position_text_has_players_pieces_and_the_next_step(key: str) -> None:
    table = table_of(key)
    parts = position_text(table, texts_of(key), PUBLIC)
    assert parts[0].title == "The match"
    assert parts[0].lines[-1] == "What everyone can see."
    assert parts[-1].title == "What is next"
    assert {"Anna", "Bruno"} <= {part.title.split(" (")[0] for part in parts}
    assert all(line and line == line.strip() for part in parts for line in part.lines)


@pytest.mark.parametrize("key", games())
def test_every_position_of_a_match_has_a_text(key: str) -> None:
    table, told = table_of(key), set[str]()
    face = texts_of(key)
    for _ in range(60):
        if table.paused:
            table.resume_play()
        seat = table.due.seats[-1]
        for viewer in (PUBLIC, seat):
            told.update(part.title for part in position_text(table, face, viewer))
        legal = list(table.game.legal(table.view(seat), seat))
        table.submit(legal[len(legal) // 3])
    assert len(told) > 4


def test_moves_are_listed_with_their_notation() -> None:
    table = table_of("builders-duel")
    (_, *moves) = position_text(table, texts_of("builders-duel"), PUBLIC)[-1].lines
    assert len(moves) == 8
    assert moves[0].startswith("claim r1: ")


def test_a_long_list_of_moves_is_shortened() -> None:
    table = table_of("campus-galli")
    face = texts_of("campus-galli")
    while not (words := position_text(table, face, PUBLIC)[-1].lines)[-1].startswith("lay"):
        if table.paused:
            table.resume_play()
        seat = table.due.seats[0]
        table.submit(table.game.legal(table.view(seat), seat)[0])
    assert "moves, such as lay" in words[-1]


@pytest.mark.parametrize("key", games())
def test_moves_are_read_aloud_in_words(key: str) -> None:
    table, face = table_of(key), texts_of(key)
    for _ in range(12):
        if table.paused:
            table.resume_play()
        written = position_text(table, face, PUBLIC)[-1].lines
        (_, *moves) = position_text(table, face, PUBLIC, aloud=True)[-1].lines
        assert len(moves) == len(written) - 1
        assert all(move[0].isupper() or move[0].isdigit() for move in moves)
        seat = table.due.seats[0]
        view = table.view(PUBLIC)
        legal = table.game.legal(view, seat)
        for move in legal:
            token = table.game.format(move).split(maxsplit=1)[1]
            words = face.decision(table, view, move)
            assert token in words or not any(token in line for line in moves), (token, moves)
        table.submit(table.game.legal(table.view(seat), seat)[0])


@pytest.mark.usefixtures(sample_game.__name__)
def test_only_the_viewer_reads_its_hand() -> None:
    table = candles_table("Anna", "Bruno")
    face = texts_of("candles")
    hand = ", ".join(candles_in_hand(table, ANNA))

    def text(viewer: Seat) -> str:
        return "\n".join(position_lines(position_text(table, face, viewer)))

    assert f"Hands: {hand}." in text(ANNA)
    assert hand not in text(BRUNO)
    assert "choose the candle of" in text(ANNA)


def test_lines_are_grouped_below_their_titles() -> None:
    assert position_lines([Description("A", ("b.", "c.")), Description("D", ())]) == ["A", "  b.", "  c.", "", "D"]
