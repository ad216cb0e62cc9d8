"""Calibration of the components: on a few seeds brothers score as docs/balance.md reports for many."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

import pytest

from rules.bots import bot_named
from rules.simulate import play
from tests.support.positions import table

SEEDS = range(1, 5)
MORE_SEEDS = range(1, 13)
"""Where fewer tables are held to a target, and matches differ more: the median of eight of them is luck."""


def points(bot: str, level: int, tables: tuple[int, ...], seeds: range = SEEDS) -> Iterator[float]:
    """Return the points of a number of bots of one kind, in solo or co-op."""
    for seats in tables:
        game = table(seats, "coop" if seats > 1 else "solo", level=level)
        for seed in seeds:
            team = play(game, [bot_named(bot)] * seats, seed).sheet.team
            assert team is not None
            yield team / 2


@pytest.mark.parametrize(
    ("level", "tables", "seeds", "lowest", "highest"),
    [
        (1, (1, 2, 3, 4), SEEDS, 36, 43),
        pytest.param(2, (2, 3), MORE_SEEDS, 36, 43, marks=pytest.mark.long),
        (3, (2,), MORE_SEEDS, 62, 72),
        pytest.param(3, (2, 3), MORE_SEEDS, 62, 72, marks=pytest.mark.long),
    ],
)
def test_greedy_players_end_at_or_just_under_success(
    level: int, tables: tuple[int, ...], seeds: range, lowest: int, highest: int
) -> None:
    assert lowest <= median(points("brother", level, tables, seeds)) <= highest


def test_random_play_is_far_below() -> None:
    assert median(points("novice", 1, (2,))) < 10
