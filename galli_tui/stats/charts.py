"""What the plots of the statistics show, each with the same facts in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from galli_tui.game_api.match_words import game_title
from galli_tui.stats.figures import figures_of, grouped
from galli_tui.stats.report import figures_words, groupings, mean, named_sources
from galli_tui.stats.results import Result
from galli_tui.style.wording import amount, amount_words, counted
from rules.registry import game_meta

_RECENT: Final = 20
"""How many of the last results are told in words."""


class Chart(NamedTuple):
    """One plot: bars with labels, or a line of points if there are no bars."""

    group: str
    """The heading above it in a list: a game's title, or "All games"."""
    name: str
    """What it shows, in one to four words."""
    caption: str
    """What its numbers are."""
    facts: tuple[str, ...]
    """What it shows, in sentences."""
    bars: tuple[tuple[str, float], ...] = ()
    line: tuple[float, ...] = ()
    """The points in the order of time."""


def charts_of(results: Sequence[Result], streak: int, half: str = "½") -> list[Chart]:
    """Return the plots of one or more results, those of all games together last."""
    found: list[Chart] = []
    for game in dict.fromkeys(one.game for one in results):
        found += _game_charts([one for one in results if one.game == game], half)
    return [*found, *_common_charts(results, streak)]


def _game_charts(results: Sequence[Result], half: str) -> Iterator[Chart]:
    meta = game_meta(results[0].game)
    unit, title, figures = meta.unit, meta.title, figures_of(results)
    recent = [amount(one.points, unit, half) for one in results[-_RECENT:]]
    best = max(results, key=lambda one: one.points)
    when = f"{best.played.isoformat()} (match {best.match_id[:8]})"
    last = "All" if len(recent) == len(results) else f"The last {_RECENT}"
    facts = (
        f"{title}: {figures_words(figures, unit, half)}",
        f"Your best, {amount_words(best.points, unit, half)}, is from {when}.",
        f"{last} {unit.many}, oldest first: {', '.join(recent)}.",
    )
    line = tuple(one.points / unit.parts for one in results)
    yield Chart(title, "Over time", f"{unit.many.capitalize()} of each match, the first on the left", facts, line=line)
    for name, key in groupings():
        groups = grouped(results, key)
        if len(groups) > 1:
            yield Chart(
                title,
                name,
                f"Average {unit.many}",
                tuple(f"{label}: {figures_words(one, unit, half)}" for label, one in groups.items()),
                tuple((label, one.average / unit.parts) for label, one in groups.items()),
            )
    if figures.ranks:
        told = (f"{name}: {counted(times, 'match', 'matches')}." for name, times in figures.ranks)
        yield Chart(title, "Ranks", "Matches that ended with each rank", tuple(told), figures.ranks)
    sources = named_sources(results) if meta.adds_up else {}
    if any(sources.values()):
        yield Chart(
            title,
            "By source",
            f"Average {unit.many} by row of the score sheet",
            tuple(f"{label}: {mean(average, unit)} on average." for label, average in sources.items()),
            tuple((label, average / unit.parts) for label, average in sources.items()),
        )


def _common_charts(results: Sequence[Result], streak: int) -> Iterator[Chart]:
    games = _times([one.game for one in results])
    yield Chart(
        "All games",
        "Matches",
        "Finished matches",
        tuple(f"{label}: {counted(times, 'match', 'matches')}." for label, times in games),
        games,
    )
    daily = _times([one.game for one in results if one.daily is not None])
    if daily:
        days = f"{counted(streak, 'day')} in a row up to now" if streak else "none yesterday or today"
        told = (f"{label}: {counted(times, 'daily deal')}." for label, times in daily)
        yield Chart("All games", "Daily deals", "Daily deals finished", (f"Your streak: {days}.", *told), daily)


def _times(games: Sequence[str]) -> tuple[tuple[str, int], ...]:
    return tuple((game_title(game), games.count(game)) for game in dict.fromkeys(games))
