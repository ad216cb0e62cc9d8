"""Blocks of lines side by side, tables of figures, bars, and changes of numbers."""

from __future__ import annotations

import pytest

from galli_tui.games.kit.blocks import bar, beside, block, figures, legend
from galli_tui.games.kit.cards import CardFace, card, card_grid
from galli_tui.games.kit.lines import Line, Span, line
from galli_tui.games.kit.since import change, with_names
from tests.support.bd_positions import round_of
from tests.support.bd_tables import DuelTable


def texts(lines: list[Line]) -> list[str]:
    return [it.text for it in lines]


def test_blocks_of_unequal_height_stand_side_by_side() -> None:
    left, right = block([line("one"), line("two")], 4), block([line("a long line")], 6)
    assert texts(beside(left, right)) == ["one  a lon…", "two        "]


def test_signs_that_do_not_fit_are_left_out() -> None:
    assert len(legend("signs", [(Span("o"), "raw good"), (Span("*"), "worked good")], 14, 2)) == 2


def test_pages_side_by_side_keep_their_columns() -> None:
    found = beside(block([line("one"), line("two")], 5), block([line("three")], 5), gap=2)
    assert texts(found) == ["one    three", "two         "]


def test_the_columns_of_a_table_are_as_wide_as_their_heads() -> None:
    rows = [(line("raw"), ["1", "·"]), (line("supply"), ["2", "12"])]
    assert texts(figures(("wood", "ore"), rows, 17)) == ["        wood  ore", "raw        1    ·", "supply     2   12"]


def test_a_sign_stays_beside_its_meaning() -> None:
    heading, *lines = legend("signs", [(Span("o"), "raw good"), (Span("*"), "worked good")], 14, 3)
    assert heading.text == "─ signs ──────"
    assert [text.strip() for text in texts(lines)] == ["o raw good", "* worked good"]


@pytest.mark.parametrize(("part", "shown"), [(0, "...."), (0.5, "##.."), (2, "####")])
def test_a_bar_is_filled_in_proportion(part: float, shown: str) -> None:
    assert "".join(span.text for span in bar(part, 4, ("#", "."))) == shown


def test_a_text_too_long_for_its_card_ends_in_an_ellipsis() -> None:
    shown = card(CardFace("1 Fair", "buy wood, sell wool", marks=(Span("P"),)), 10, 2)
    assert texts(shown) == ["1 Fair   P", " buy wood…"]


def test_strokes_join_neighbouring_cards() -> None:
    blocks = [card(CardFace(str(number)), 3, 1) for number in range(4)]
    strokes = {(0, 1): "-", (0, 2): "|", (0, 3): "\\"}

    def joint(one: int, other: int) -> Span | None:
        return Span(strokes[one, other]) if (one, other) in strokes else None

    assert [text.rstrip() for text in texts(card_grid(blocks, 2, joint))] == ["0  -1", "| \\\\\\", "2   3"]


@pytest.mark.parametrize(("before", "now", "shown"), [(3, 5, " +2"), (5, 3, " -2"), (3, 3, ""), (None, 3, "")])
def test_a_change_has_its_sign(before: int | None, now: int, shown: str) -> None:
    assert "".join(span.text for span in change(before, now)) == shown


def test_names_have_their_colour_only_as_whole_words() -> None:
    spans = with_names("Philip robs Bo (Waleran) of Philippics.", DuelTable(round_of(1), names=("Philip", "Bo")), "ink")
    assert [(span.text, span.tone) for span in spans if span.tone != "ink"] == [
        ("Philip", "blue_text"),
        ("Bo (Waleran)", "red_text"),
    ]
