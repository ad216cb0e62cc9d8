"""The legend of the duel has every sign of its table, each of which means one thing."""

from __future__ import annotations

import pytest

from galli_tui.games.builders_duel.board import DuelBoard
from galli_tui.games.builders_duel.signs import ASCII, UNICODE, DuelSigns
from galli_tui.games.builders_duel.texts import TEXTS
from galli_tui.games.kit.game_board import Scene
from rules.builders_duel.game import BuildersDuel
from rules.engine.secrecy import Seat
from tests.support.bd_tables import using


def legend(*, ascii_only: bool) -> str:
    """Return the whole legend."""
    told = TEXTS.legend(None, ascii_only=ascii_only)
    return "\n".join(it.text or "".join(text for text, _ in it.spans) for it in told)


@pytest.mark.parametrize("signs", [UNICODE, ASCII])
def test_every_sign_of_the_table_is_in_it(signs: DuelSigns) -> None:
    told = legend(ascii_only=signs is ASCII)
    shapes = [sign[-1] if isinstance(sign, tuple) else sign for sign in signs]
    assert [it for it in shapes if it not in told] == []
    assert not signs.raw.isascii() or told.isascii()


def test_the_letters_the_stock_and_the_numbers_at_the_top_are_in_it() -> None:
    told = legend(ascii_only=False)
    for words in ("Philip (P)", "Waleran (W)", "P only", "bank, stack", "0 behind a name", "1x", "1st: 10 gold"):
        assert words in told


def test_no_sign_of_a_good_stands_for_none() -> None:
    table = using()
    assert isinstance(table.game, BuildersDuel)
    board = DuelBoard(table.game, ascii_only=False)
    rows = [it.text for it in board.lines(Scene(table.view(Seat(0)), 74, 33, table.players))]
    (raw,) = (row for row in rows if row.startswith("○ raw "))
    assert UNICODE.supply not in raw
    assert " 0 " in raw
