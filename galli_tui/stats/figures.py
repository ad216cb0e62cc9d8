"""Figures of the player's results: averages, bests, wins, ranks and points by source, and the streak of daily deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from galli_tui.stats.results import Result


class GroupFigures(NamedTuple):
    """The figures of some matches of one game. Points are in the game's unit."""

    matches: int
    best: int
    average: float
    won: int | None
    """How many of them were won; None where none had a winner."""
    ranks: tuple[tuple[str, int], ...]
    """The ranks reached, by name, with how often."""


def figures_of(results: Sequence[Result]) -> GroupFigures:
    """Return the figures of one or more results."""
    points = [result.points for result in results]
    contests = [result.won for result in results if result.won is not None]
    ranks = Counter(result.rank_name for result in results if result.rank_name)
    return GroupFigures(
        len(results),
        max(points),
        sum(points) / len(points),
        sum(contests) if contests else None,
        tuple(ranks.items()),
    )


def grouped(results: Iterable[Result], key: Callable[[Result], str]) -> dict[str, GroupFigures]:
    """Return the figures of the results with each key, in the order in which the keys appear first."""
    groups: dict[str, list[Result]] = {}
    for result in results:
        groups.setdefault(key(result), []).append(result)
    return {name: figures_of(group) for name, group in groups.items()}


def source_averages(results: Sequence[Result]) -> dict[str, float]:
    """Return the average points of each row of the score sheet, the most productive row first."""
    totals: Counter[str] = Counter()
    for result in results:
        for source, points in result.sources:
            totals[source] += points
    average = {source: total / len(results) for source, total in totals.items()}
    return dict(sorted(average.items(), key=lambda item: -item[1]))


def daily_streak(results: Iterable[Result], today: date) -> int:
    """Return for how many days in a row, up to today or yesterday, a daily deal was finished."""
    days = {result.daily for result in results if result.daily is not None}
    day = today if today in days else today - timedelta(days=1)
    streak = 0
    while day - timedelta(days=streak) in days:
        streak += 1
    return streak


def comparable(result: Result, others: Iterable[Result]) -> list[Result]:
    """Return the other results of the same game, level, mode and number of seats, whose points can be compared."""

    def kind(one: Result) -> tuple[object, ...]:
        return one.game, one.options.level, one.options.mode, one.options.seats

    return [one for one in others if one.match_id != result.match_id and kind(one) == kind(result)]
