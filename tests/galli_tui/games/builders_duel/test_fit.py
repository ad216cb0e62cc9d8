"""At 80x24 no text of the duel is cut, along whole matches and with names as long as they get; each sign is one."""

from __future__ import annotations

import re
from typing import Any

import pytest

from galli_tui.game_api.registry import texts_of
from galli_tui.games.builders_duel.board import DuelBoard
from galli_tui.games.builders_duel.display import INITIALS, display_lines
from galli_tui.games.builders_duel.signs import ASCII, UNICODE, DuelSigns
from galli_tui.games.kit.game_board import Scene
from galli_tui.games.kit.menu_decision import ItemMenu
from galli_tui.games.kit.texts import base_game
from galli_tui.matches.in_memory import InMemoryTable
from rules.builders_duel.claims import Claim
from rules.builders_duel.game import BOX, BuildersDuel
from rules.builders_duel.state import LINES, DuelState
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat
from saves.text import cell_width
from tests.support.bd_positions import Has, conflict_of, round_of
from tests.support.table_positions import LONG_NAMES, players

PICTURE = (50, 21)
COLUMN = 28
PROMPT = 78


def _reason(refusal: Refusal) -> str:
    return f"not now ({refusal.clause})"


def _texts(board: DuelBoard, table: InMemoryTable, seat: Seat, move: Move | None, before: Any) -> list[str]:
    """Return the lines of the picture, with the name at the side's head shortened as it always may be."""
    return [it.text for it in board.lines(Scene(table.view(seat), *PICTURE, table.players, seat, move, before))]


def _pages(menu: ItemMenu) -> list[str]:
    """Return every line of a menu and of the pages that it opens, with the cursor on each item in turn."""
    found: list[str] = []
    for at, item in enumerate(menu.items):
        menu.put_cursor(at)
        if menu.first_page or item.move is not None:
            found += [it.text for it in menu.lines(COLUMN, 15)]
        if item.opens:
            found += _pages(menu)
            menu.close_page()
    return found


@pytest.mark.parametrize("variants", [(), ("calm-seals",)])
def test_no_line_of_any_state_is_cut(variants: tuple[str, ...]) -> None:
    table = InMemoryTable(BOX.new(Options(2, "versus", 1, variants)), players(*LONG_NAMES[:2]), 7)
    game, chance = base_game(table.game), RandomStream(derive_entropy("fit", "duel", len(variants)))
    assert isinstance(game, BuildersDuel)
    board, before, held = DuelBoard(game, ascii_only=False), dict[Seat, DuelState](), set[int]()
    texts = texts_of(table.game.meta.key)
    while not table.due.over:
        (seat,) = table.due.seats
        view: DuelState = table.view(seat)
        held |= {len(side.kept) for side in view.sides}
        menu = ItemMenu(board.items(view, seat), _reason)
        move = chance.choice(game.legal(view, seat))
        shown = [*_texts(board, table, seat, None, before.get(seat)), *_texts(board, table, seat, move, None)]
        shown += _pages(menu)
        assert [it for it in shown if "…" in it] == []
        assert all(sum(map(cell_width, it)) <= max(PICTURE[0], COLUMN) for it in shown)
        assert sum(map(cell_width, texts.next_step(table))) <= PROMPT
        assert sum(map(cell_width, texts.waiting(table))) <= PROMPT
        assert not re.search(r"\byou", texts.waiting(table))
        table.submit(move)
        before[seat] = table.view(seat)
    assert max(held)


@pytest.mark.parametrize(
    ("kept", "shown"),
    [
        ("a-second-throw", "1x Second Throw"),
        ("a-second-throw b-two-sites", "1x 2nd Throw, Two Sites"),
        ("a-scaffold a-cartload b-oath", "1x Scaffold, Cartload +1"),
    ],
)
def test_1x_cards_are_named_or_counted_but_never_cut(kept: str, shown: str) -> None:
    for duel in (round_of(philip=Has(kept=kept)), conflict_of(lines="d1 r2", philip=Has(kept=kept))):
        lines = DuelBoard(duel.game, ascii_only=False).lines(Scene(duel.state, *PICTURE))
        assert sum(it.text[:24].rstrip() == shown for it in lines) == 1
        assert len(lines) == PICTURE[1]


@pytest.mark.parametrize("deck", [0, 1])
@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_every_card_says_what_it_does_under_any_line_that_is_being_chosen(deck: int, signs: DuelSigns) -> None:
    game = BOX.new(Options(2, "versus", 1))
    view: DuelState = game.initial()
    cards = [number for number, card in enumerate(game.cards) if card.deck == deck]
    assert len(cards) == 27
    for first in range(0, len(cards), 9):
        for turned in range(9):
            part = cards[first : first + 9]
            display = tuple(part[turned:] + part[:turned])
            for line in range(len(LINES)):
                shown = display_lines(game, view._replace(display=display), Claim(Seat(0), line), signs, (16, 3))
                assert not any("…" in it.text for it in shown), [it.text for it in shown]


@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_each_sign_has_one_meaning(signs: DuelSigns) -> None:
    used = [it for name, it in signs._asdict().items() if name not in ("spire", "battlement")]
    assert len(set(used)) == len(used)
    assert not set("".join(used)) & set(INITIALS)
