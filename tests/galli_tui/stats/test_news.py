"""What the score sheet says is new: bests, first ranks and wins, the daily deal; and what scored and cost the most."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from galli_tui.game_api.registry import texts_of
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.plain.score_words import verdict_sentences
from galli_tui.stats import news
from galli_tui.stats.news import news_of, original_words, source_words
from galli_tui.stats.results import Result
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.loader import standard
from rules.campus_galli.state import State
from rules.engine.game import Options
from rules.engine.score_sheet import ScoreLine, Sheet
from rules.engine.secrecy import Seat
from saves.storage.library import SavedMatch
from tests.support.app_driver import Driver, app_with, drive
from tests.support.results import ANNA, BOT, match
from tests.support.straws_game import straws, straws_table
from tests.support.table_positions import players

DAY = date(2026, 11, 25)
ROUND = ("enter", "1", "enter", "1", "3", "2")


def result(points: int, number: int, **more: object) -> Result:
    """Return a result in solo of level I, where points are counted in halves."""
    ids = f"{number:032x}", DAY, "campus-galli", Options(1, "solo", 1), Seat(0), ()
    one = Result(*ids, points * 2, None, "x", "ochre", (), None)
    return one._replace(**more)


def told(*results: Result) -> list[str]:
    """Return what is new with the last of these results."""
    return [*news_of(results[-1], results)]


def test_the_first_result_is_one_to_beat() -> None:
    assert told(result(20, 1)) == ["Your first result in Campus Galli I, solo: one to beat."]


def test_a_first_loss_is_no_result_to_beat() -> None:
    assert told(result(20, 1, won=False)) == ["Your first match of Campus Galli I, solo."]
    assert told(result(20, 1, won=True)) == ["Your first win in Campus Galli I, solo!"]


def test_a_best_is_told_with_its_distance_and_a_first_rank() -> None:
    assert told(result(20, 1), result(31, 2)) == ["A personal best, 11 points above the one before!"]
    better = told(result(20, 1), result(31, 2, rank_name="azurite"))
    assert better == ["A personal best, 11 points above the one before, and your first azurite!"]


def test_a_reopened_match_is_compared_with_those_only_that_ended_before_it() -> None:
    begun_first, later, worse = result(31, 1, ended=20), result(24, 2, ended=10), result(40, 3, ended=30)
    results = [begun_first, later, worse]
    assert [*news_of(later, results)] == ["Your first result in Campus Galli I, solo: one to beat."]
    assert [*news_of(begun_first, results)] == ["A personal best, 7 points above the one before!"]
    assert [*news_of(worse, results)] == ["A personal best, 9 points above the one before!"]


def test_a_reopened_daily_deal_keeps_the_streak_of_its_day() -> None:
    deals = [result(20, number, daily=DAY - timedelta(days=5 - number), ended=number) for number in range(1, 5)]
    assert [*news_of(deals[1], deals)][-1] == "Daily deal of 2026-11-22: 20 points, on 2 days in a row."


@pytest.mark.parametrize("points", [19, 20])
def test_another_result_is_told_the_best(points: int) -> None:
    assert told(result(20, 1), result(points, 2)) == ["Your best so far is 20 points, in 2 matches."]


def test_other_levels_and_modes_are_not_compared() -> None:
    other = result(99, 1, options=Options(1, "solo", 2))
    assert told(other, result(20, 2)) == ["Your first result in Campus Galli I, solo: one to beat."]


def test_wins_are_counted() -> None:
    lost, won = result(1, 1, won=False), result(2, 2, won=True)
    assert told(lost, won) == ["Your first win!"]
    assert told(won, lost) == ["You have won 1 of 2 matches like this one."]
    assert told(won)[0].startswith("Your first win in Campus Galli I")


def test_a_daily_deal_is_told_with_its_streak() -> None:
    before = result(20, 1, daily=DAY - timedelta(days=1))
    today = result(10, 2, daily=DAY)
    assert told(today)[-1] == "Daily deal of 2026-11-25: 10 points."
    assert told(before, today)[-1] == "Daily deal of 2026-11-25: 10 points, on 2 days in a row."


def test_after_a_what_if_the_result_of_the_original_match_is_told() -> None:
    original = match(92, number=1)
    branch = match(95, number=2, origin=original.match_id)
    assert [*original_words(branch.match_id, [original, branch])] == ["The original match: 46 points, ochre."]
    assert [*original_words(branch.match_id, [branch])] == []
    assert [*original_words(original.match_id, [original, branch])] == []
    assert [*original_words("", [original, branch])] == []
    contest = match(9, number=3, players=(ANNA, BOT), mode="versus")
    other = match(7, number=4, players=(ANNA, BOT), mode="versus", origin=contest.match_id)
    assert [*original_words(other.match_id, [contest, other])] == ["The original match: Anna has won with 4½ points."]


@pytest.mark.usefixtures(straws.__name__)
def test_the_score_sheet_and_plain_mode_tell_the_news(monkeypatch: pytest.MonkeyPatch) -> None:
    table = straws_table("Anna", "Bruno", mode="coop")
    results = [result(20, 1, game="straws"), result(31, 2, game="straws", match_id=table.match_id)]
    better = "A personal best, 11 points above the one before!"

    def counted(_rows: list[SavedMatch], _name: str) -> list[Result]:
        return results

    monkeypatch.setattr(news, "counted_results", counted)

    async def script(app: Driver) -> None:
        await app.press(*ROUND, *ROUND)
        await app.settle()
        assert better in app.text
        assert "earned most" in app.text

    drive(app_with(table), script)
    texts = texts_of("straws")
    said = verdict_sentences(table, texts)
    assert better in said
    assert source_words(table, texts)[0] in said


@pytest.mark.parametrize(
    ("team", "cost", "words"),
    [
        (30, 3, "10 points short of success."),
        (30, 5, "Gaps of 4+ spaces cost most: 5 points."),
        (-20, 24, "60 points short of success."),
        (46, 0.5, "2 points short of gold."),
        (50, 3, "Gaps of 4+ spaces cost most: 3 points."),
    ],
)
def test_a_cost_is_told_only_where_it_matters_beside_what_is_missing(
    team: int, cost: float, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = InMemoryTable(CampusGalli(Options(1, "solo", 1), standard()), players("Eva"), 1)
    lines = (ScoreLine("large-gaps", "CG-I-6f", None, 1, -int(2 * cost)),)

    def scored(_view: State) -> Sheet:
        return Sheet(lines, (0,), 2 * team, (), "")

    monkeypatch.setattr(table.game, "sheet", scored)
    assert source_words(table, texts_of("campus-galli")) == [words]


def test_costs_of_one_size_are_told_together(monkeypatch: pytest.MonkeyPatch) -> None:
    table = InMemoryTable(CampusGalli(Options(1, "solo", 1), standard()), players("Eva"), 1)
    lines = (ScoreLine("lazy", "CG-I-6e", None, 3, -6), ScoreLine("large-gaps", "CG-I-6f", None, 1, -6))

    def scored(_view: State) -> Sheet:
        return Sheet(lines, (0,), 94, (), "")

    monkeypatch.setattr(table.game, "sheet", scored)
    assert source_words(table, texts_of("campus-galli")) == [
        "Lazy monks and gaps of 4+ spaces cost most: 3 points each."
    ]


@pytest.mark.usefixtures(straws.__name__)
def test_during_a_match_there_is_no_news() -> None:
    table = straws_table("Anna", "Bruno", mode="coop")
    assert not any("earned most" in one for one in verdict_sentences(table, texts_of("straws")))


@pytest.mark.usefixtures(straws.__name__)
def test_at_one_screen_with_several_players_nobody_s_sources_are_told() -> None:
    assert source_words(straws_table("Anna", "Bruno"), texts_of("straws")) == []
