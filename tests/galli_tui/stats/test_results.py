"""Which matches count, as whose, and what the figures say; also as JSON and for the daily deals."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest

from galli_tui.cli.parser import main
from galli_tui.game_api.daily import daily_date, daily_seed, daily_setup
from galli_tui.settings.file import save
from galli_tui.stats.figures import comparable, daily_streak, figures_of, grouped, source_averages
from galli_tui.stats.report import in_words
from galli_tui.stats.results import Result, counted_results, own_results, own_seat, result_of
from rules.registry import game_box, game_meta
from saves.storage.library import SavedMatch
from saves.storage.summary import MatchState
from tests.support.results import ANNA, BOT, BRUNO, DAY, match, season
from tests.support.saved_matches import hot_seat

META = game_box("campus-galli").meta


def result(row: SavedMatch, name: str = "Anna") -> Result:
    found = result_of(row, name)
    assert found is not None
    return found


def test_a_finished_match_counts_with_its_points_by_source() -> None:
    found = result(match())
    assert (found.points, found.won, found.rank_name, found.played) == (80, None, "ochre", DAY)
    assert found.sources == (("tasks", 70), ("builders", 10))


@pytest.mark.parametrize(
    "row",
    [
        match(state=MatchState.ABANDONED),
        match(origin="ab"),
        match(imported=True),
        match(players=(BOT, BOT._replace(name="Ratpert", colour="red")), mode="versus"),
        match(players=(BRUNO, ANNA._replace(name="Cara")), mode="coop"),
        match()._replace(score=None),
        match()._replace(game="chess"),
    ],
    ids=["abandoned", "what-if", "imported", "bots", "strangers", "unfinished", "unknown"],
)
def test_what_does_not_count(row: SavedMatch) -> None:
    assert result_of(row, "Anna") is None


def test_the_seat_is_that_with_the_name_else_the_only_one_of_a_person() -> None:
    assert own_seat((BRUNO, ANNA), "ANNA") == 1
    assert own_seat((BOT, BRUNO), "Anna") == 1
    assert own_seat((BRUNO, ANNA), "") is None
    assert own_seat((BOT,), "Notker") is None


def test_a_contest_is_won_or_lost() -> None:
    rows = [match(9, number=1, players=(ANNA, BOT), mode="versus"), match(9, players=(BOT, ANNA), mode="versus")]
    first, second = counted_results(rows, "Anna")
    assert (first.won, first.points, second.won, second.points) == (True, 9, False, 0)
    assert figures_of([first, second]).won == 1
    assert second.sources == ()


def test_figures_of_groups_and_sources() -> None:
    results = [result(match(80, number=1)), result(match(120, number=2))]
    figures = figures_of(results)
    assert (figures.matches, figures.best, figures.average, figures.won) == (2, 120, 100, None)
    assert figures.ranks == (("ochre", 2),)
    assert grouped(results, lambda one: str(one.points)).keys() == {"80", "120"}
    assert source_averages(results) == {"tasks": 90, "builders": 10}
    assert comparable(results[0], results) == [results[1]]
    words = "\n".join(in_words(results, 0))
    assert "Campus Galli: 2 matches; best 60 points, average 50; ranks: ochre (2)." in words
    assert "Fulfilled tasks 45" in words


def test_each_plain_line_names_its_game_and_its_group() -> None:
    lines = in_words(season(), 3, plain=True)
    assert lines[0].startswith("Campus Galli: 10 matches; ")
    assert [line.partition(": ")[0] for line in lines[1:]] == [
        "Campus Galli, by level, Campus Galli I",
        "Campus Galli, by level, Campus Galli II",
        "Campus Galli, by mode and seats, solo",
        "Campus Galli, by mode and seats, co-op 2",
        "Campus Galli, by bots, no bots",
        "Campus Galli, by bots, brother",
        "Campus Galli, average points by source",
        "Campus Galli, last points, oldest first",
    ]


def test_the_daily_deal_is_the_same_for_everybody() -> None:
    # Written down, so that no change of the program gives another deal to one of two players.
    assert daily_seed(META, DAY) // 10**10 == 20261125
    assert daily_seed(META, DAY) == 202611257482679331
    assert daily_setup("campus-galli", DAY, "Anna").seats == (ANNA,)
    duel = daily_setup("builders-duel", DAY, "Anna")
    assert [seat.bot for seat in duel.seats] == [None, "brother"]
    assert duel.seed != daily_seed(META, DAY)


@pytest.mark.parametrize("game", ["campus-galli", "builders-duel"])
def test_a_daily_deal_is_known_by_its_seed(game: str) -> None:
    meta, setup = game_meta(game), daily_setup(game, DAY, "")
    assert daily_date(meta, setup.seed, setup.options) == DAY
    assert setup.seed is not None
    assert daily_date(meta, setup.seed + 1, setup.options) is None
    assert daily_date(meta, 7, setup.options) is None
    assert daily_date(meta, None, setup.options) is None
    assert daily_date(meta, setup.seed, setup.options._replace(level=9)) is None


def test_the_first_finished_result_of_a_day_counts_on_that_day_alone() -> None:
    seed = daily_seed(META, DAY)
    rows = [match(number=1, seed=seed), match(number=2, seed=seed), match(number=3, seed=seed, day=date(2026, 11, 27))]
    assert [one.daily for one in counted_results(rows, "Anna")] == [DAY, None, None]


def test_a_streak_reaches_to_today_or_yesterday() -> None:
    days = [DAY - timedelta(days=ago) for ago in (0, 1, 2, 4)]
    results = [result(match(number=at, day=day, seed=daily_seed(META, day))) for at, day in enumerate(days)]
    assert daily_streak(results, DAY) == 3
    assert daily_streak(results, DAY + timedelta(days=1)) == 3
    assert daily_streak(results, DAY + timedelta(days=2)) == 0
    assert daily_streak([], DAY) == 0


def test_the_command_counts_saved_matches(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats"]) == 0
    assert "No finished match counts yet" in capsys.readouterr().out
    save("name", "Anna")
    hot_seat(10_000, mode="solo", seats=1).close()
    (found,) = own_results("Anna")
    assert sum(points for _, points in found.sources) == found.points
    assert main(["stats", "campus-galli", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["games"]["campus-galli"]["matches"] == len(data["matches"]) == 1
    assert main(["stats"]) == 0
    assert "Campus Galli: 1 match;" in capsys.readouterr().out
    assert main(["stats", "chess"]) == 2
