"""The plots of the statistics: their numbers, and the same in words."""

from __future__ import annotations

import pytest

from galli_tui.game_api.daily import daily_seed
from galli_tui.stats.charts import charts_of
from galli_tui.stats.plot import round_ticks
from galli_tui.stats.results import counted_results
from rules.registry import game_box, game_meta
from tests.support.results import ANNA, BOT, DAY, match, season


def test_one_plot_for_each_way_to_divide_the_matches() -> None:
    charts = charts_of(season(), 0)
    assert [(chart.group, chart.name) for chart in charts] == [
        ("Campus Galli", "Over time"),
        ("Campus Galli", "By level"),
        ("Campus Galli", "By mode and seats"),
        ("Campus Galli", "By bots"),
        ("Campus Galli", "Ranks"),
        ("Campus Galli", "By source"),
        ("All games", "Matches"),
    ]
    assert charts[0].line == (29, 36, 33, 42, 45.5, 38.5, 51.5, 48, 59, 56)
    assert charts[1].bars == (("Campus Galli I", 37.1), ("Campus Galli II", 50.6))
    assert dict(charts[4].bars) == {"ochre": 4, "minium": 3, "gold": 3}


def test_every_plot_is_told_in_words() -> None:
    for chart in charts_of(season(), 0):
        facts = " ".join(chart.facts)
        assert all(label in facts for label, _ in chart.bars)
    over_time = charts_of(season(), 0)[0]
    assert "Your best, 59 points, is from 2026-11-20 (match 00000000)." in over_time.facts
    assert over_time.facts[-1].startswith("All points, oldest first: 29, 36, 33, 42, 45½")


def test_each_game_has_its_plots_and_the_daily_deals_their_streak() -> None:
    seed = daily_seed(game_box("campus-galli").meta, DAY)
    duel = match(4, game="builders-duel", number=2, players=(ANNA, BOT), mode="versus")
    charts = charts_of(counted_results([match(seed=seed), duel], "Anna"), 1)
    titles = {chart.group for chart in charts}
    assert titles == {game_meta(key).title for key in ("campus-galli", "builders-duel")} | {"All games"}
    daily = charts[-1]
    assert (daily.name, daily.bars) == ("Daily deals", (("Campus Galli", 1),))
    assert daily.facts[0] == "Your streak: 1 day in a row up to now."


@pytest.mark.parametrize(
    ("least", "most", "ticks"),
    [
        (23, 23, [18, 20, 22, 24, 26, 28]),
        (-50, -50, [-55, -50, -45]),
        (0.5, 0.5, [-5, 0, 5, 10]),
        (33.5, 42, [32, 34, 36, 38, 40, 42]),
        (-51, 59, [-100, -50, 0, 50, 100]),
        (1, 3, [1, 2, 3]),
    ],
)
def test_an_axis_has_whole_round_numbers(least: float, most: float, ticks: list[int]) -> None:
    assert [*round_ticks(least, most)] == ticks
