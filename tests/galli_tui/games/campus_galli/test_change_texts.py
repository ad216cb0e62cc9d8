"""What a move changes in the score sheet is said in full, in one and in several, more and fewer."""

from __future__ import annotations

import pytest

from galli_tui.game_api.registry import texts_of
from galli_tui.matches.in_memory import InMemoryTable
from rules.bots.score_change import LineChange
from rules.engine.entropy import RandomStream
from rules.engine.game import Options
from rules.engine.secrecy import PUBLIC
from rules.registry import game_box
from tests.support.table_positions import players


@pytest.mark.parametrize(
    ("key", "change", "words"),
    [
        ("lazy", -1, "a lazy monk who goes home from a gap"),
        ("lazy", 2, "2 lazy monks who lie down in gaps"),
        ("builders", 1, "a master builder on the section"),
        ("large-gaps", -2, "2 fewer gaps of 4 or more spaces"),
        ("parchment", -1, "a building that is no longer parchment"),
        ("books", 1, "books"),
        ("tasks", 0, "fulfilled tasks"),
    ],
)
def test_a_change_of_the_score_is_said_in_full(key: str, change: int, words: str) -> None:
    assert texts_of("campus-galli").change_label(LineChange(key, "CG-I-6a", None, change, 1)) == words


@pytest.mark.parametrize(
    ("key", "count", "points", "label"),
    [
        ("parchment", -1, 12, "Buildings no longer parchment"),
        ("parchment", 1, -12, "Buildings still parchment"),
        ("lazy", -1, 1, "Fewer lazy monks"),
        ("lazy", 1, -1, "Lazy monks"),
        ("tasks", 1, 2, "Fulfilled tasks"),
        ("tasks", -1, -2, "Fulfilled tasks"),
    ],
)
def test_a_loss_that_is_avoided_does_not_read_as_a_gain(key: str, count: int, points: int, label: str) -> None:
    assert texts_of("campus-galli").row_label(LineChange(key, "CG-I-6a", None, count, points)) == label


@pytest.mark.parametrize("mode", ["solo", "versus"])
def test_every_row_that_costs_points_has_a_label_for_less_of_it(mode: str) -> None:
    texts, found = texts_of("campus-galli"), set[str]()
    for number, level in enumerate((1, 2, 3)):
        game = game_box("campus-galli").new(Options(1 if mode == "solo" else 2, mode, level))
        table, chance = (
            InMemoryTable(game, players("Anna", "Bruno")[: game.options.seats], number),
            RandomStream(bytes(8)),
        )
        while not table.due.over:
            seat = table.due.seats[0]
            table.submit(chance.choice(game.legal(table.view(seat), seat)))
            if table.paused:
                table.resume_play()
        found |= {it.key for it in game.sheet(table.view(PUBLIC)).lines if it.points < 0}
    # A section that has fallen has fallen.
    for key in found - {"fallen"}:
        assert texts.row_label(LineChange(key, "", None, -1, 1)) != texts.row_label(LineChange(key, "", None, 1, -1)), (
            key
        )
    assert "lazy" in found
