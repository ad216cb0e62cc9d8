"""The statistics in words, for the command line and screens, and as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from galli_tui.game_api.match_words import leveled_title, match_title, short_way
from galli_tui.game_api.registry import texts_of
from galli_tui.stats.figures import GroupFigures, figures_of, grouped, source_averages
from galli_tui.stats.results import Result
from galli_tui.style.wording import amount, amount_words, counted, listed, mode_name
from rules.engine.game import Readable
from rules.engine.score_sheet import ScoreLine, Unit
from rules.registry import game_meta

NOTHING: Final = "No finished match counts yet. Practice, what-if and imported matches never do."


def in_words(results: Sequence[Result], streak: int, half: str = "½", *, plain: bool = False) -> list[str]:
    """Return the statistics of one or more results as lines; a plain one names its headings."""
    lines: list[str] = []
    for game in dict.fromkeys(result.game for result in results):
        lines += ([""] if lines and not plain else []) + game_words(
            [it for it in results if it.game == game], half, plain=plain
        )
    dailies = sum(result.daily is not None for result in results)
    if dailies:
        days = f"{counted(streak, 'day')} in a row" if streak else "no streak"
        lines += ([] if plain else [""]) + [f"Daily deals: {dailies} finished, {days}."]
    return lines


def game_words(results: Sequence[Result], half: str = "½", *, plain: bool = False) -> list[str]:
    """Return the statistics of the results of one game as lines."""
    meta = game_meta(results[0].game)
    unit, under = meta.unit, f"{meta.title}, " if plain else "  "
    lines = [f"{meta.title}: {figures_words(figures_of(results), unit, half)}"]
    for name, key in groupings():
        groups = grouped(results, key)
        if len(groups) > 1:
            lines += [] if plain else [f"{under}{name}:"]
            start = f"{under}{name.lower()}, " if plain else f"{under}  "
            lines += [f"{start}{label}: {figures_words(figures, unit, half)}" for label, figures in groups.items()]
    if meta.adds_up:
        sources = [
            f"{label} {mean(average, unit)}" for label, average in named_sources(results).items() if round(average, 1)
        ]
        if sources:
            lines.append(f"{under}{'average' if plain else 'Average'} {unit.many} by source: {'; '.join(sources)}.")
    recent = [amount(result.points, unit, half) for result in results[-10:]]
    lines.append(f"{under}{'last' if plain else 'Last'} {unit.many}, oldest first: {', '.join(recent)}.")
    return lines


def groupings() -> Iterator[tuple[str, Callable[[Result], str]]]:
    """Yield the ways to divide the results of a game: a heading, and the group of a result."""
    yield "By level", lambda one: match_title(one.game, one.options)
    yield "By mode and seats", lambda one: short_way(one.game, one.options) or mode_name(one.options.mode)
    yield "By bots", lambda one: listed(one.bots) or "no bots"


def named_sources(results: Sequence[Result]) -> dict[str, float]:
    """Return the average points of each row of the score sheet by its label, the most productive first."""
    label = texts_of(results[0].game).score_label
    return {label(ScoreLine(key, "", None, 0, 0)): average for key, average in source_averages(results).items()}


def mean(average: float, unit: Unit) -> str:
    """Return an average in the game's unit, e.g. "31.5"."""
    return f"{average / unit.parts:.1f}".removesuffix(".0")


def figures_words(figures: GroupFigures, unit: Unit, half: str) -> str:
    """Return the figures of a group: matches, wins, best and average, and ranks."""
    parts = [counted(figures.matches, "match", "matches")]
    if figures.won is not None:
        parts.append(f"{figures.won} won")
    parts.append(f"best {amount_words(figures.best, unit, half)}, average {mean(figures.average, unit)}")
    if figures.ranks:
        parts.append("ranks: " + ", ".join(f"{name} ({times})" for name, times in figures.ranks))
    return "; ".join(parts) + "."


def as_data(results: Sequence[Result], streak: int) -> Readable:
    """Return the statistics as data: every counted match, and the figures of each game."""
    return {
        "daily_streak": streak,
        "games": {game: _game_data([it for it in results if it.game == game]) for game in {it.game for it in results}},
        "matches": [_match_data(result) for result in results],
    }


def _game_data(results: Sequence[Result]) -> Readable:
    meta = game_meta(results[0].game)
    found: dict[str, Readable] = {"title": meta.title, **_figures_data(figures_of(results), meta.unit)}
    for name, key in groupings():
        groups = grouped(results, key)
        found[name.lower().replace(" ", "_")] = {it: _figures_data(one, meta.unit) for it, one in groups.items()}
    sources = source_averages(results)
    found["average_by_source"] = {key: mean(average, meta.unit) for key, average in sources.items()}
    return found


def _figures_data(figures: GroupFigures, unit: Unit) -> dict[str, Readable]:
    return {
        "matches": figures.matches,
        "won": figures.won,
        "best": mean(figures.best, unit),
        "average": mean(figures.average, unit),
        "ranks": dict(figures.ranks),
    }


def _match_data(result: Result) -> Readable:
    unit = game_meta(result.game).unit
    return {
        "id": result.match_id,
        "date": result.played.isoformat(),
        "game": result.game,
        "title": leveled_title(result.game, result.options.level),
        "level": result.options.level,
        "mode": result.options.mode,
        "seats": result.options.seats,
        "seat": result.seat + 1,
        "bots": list(result.bots),
        "points": mean(result.points, unit),
        "won": result.won,
        "rank": result.rank_name,
        "points_by_source": {key: mean(points, unit) for key, points in result.sources},
        "daily": None if result.daily is None else result.daily.isoformat(),
    }
