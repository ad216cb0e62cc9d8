"""What a finished match means to its player: what is new among the results, and where the points came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from galli_tui.game_api.game_texts import GameTexts, RankRow
from galli_tui.game_api.match_words import full_title
from galli_tui.game_api.own_name import own_name
from galli_tui.game_api.progress_text import row_words
from galli_tui.stats.figures import comparable, daily_streak
from galli_tui.stats.results import Result, counted_results, saved_matches
from galli_tui.style.wording import amount_words, counted, listed
from galli_tui.tables.table import Table
from rules.engine.score_sheet import ScoreLine, Unit
from rules.engine.secrecy import PUBLIC
from rules.registry import game_meta
from saves.errors import SaveError
from saves.storage.library import SavedMatch

_LARGE: Final = 2
"""A cost is large from such a fraction of what is missing to the next rank: a half."""


def match_news(table: Table, texts: GameTexts, half: str = "½") -> list[str]:
    """Return the sentences for the score sheet of a match that is over: what is new, then what scored and cost most."""
    return [*result_news(table.match_id, half), *source_words(table, texts, half)]


def result_news(match_id: str, half: str = "½") -> list[str]:
    """Return what is new with a finished match of the player, by the first digits of its id.

    Of a what-if, how the original match ended; empty for any other that does not count.
    """
    try:
        rows = saved_matches()
    except SaveError:
        return []
    results = counted_results(rows, own_name())
    result = next((one for one in reversed(results) if match_id and one.match_id.startswith(match_id)), None)
    return [*original_words(match_id, rows, half)] if result is None else [*news_of(result, results, half)]


def original_words(match_id: str, rows: Sequence[SavedMatch], half: str = "½") -> Iterator[str]:
    """Yield how the match ended from which a what-if branches off, if it is saved and over."""
    origin = next((row.origin for row in rows if match_id and row.match_id.startswith(match_id)), "")
    original = next((row for row in rows if origin and row.match_id == origin), None)
    if original is not None and original.score is not None:
        yield f"The original match: {row_words(original, half)}."


def news_of(result: Result, results: Sequence[Result], half: str = "½") -> Iterator[str]:
    """Yield what was new with a result when its match ended: a best, a rank or win for the first time, the daily deal.

    Of matches that ended in the same second, the one that was begun first counts as earlier.
    """
    unit = game_meta(result.game).unit
    by_end = sorted(results, key=lambda one: one.ended)
    others = comparable(result, by_end[: by_end.index(result)])
    if not others:
        kind = full_title(result.game, result.options)
        lost = f"Your first match of {kind}." if result.won is False else f"Your first result in {kind}: one to beat."
        yield f"Your first win in {kind}!" if result.won else lost
    elif result.won is not None:
        yield from _contest(result, others)
    else:
        yield from _best(result, others, unit, half)
    if result.daily is not None:
        days = daily_streak(results, result.daily)
        streak = f", on {counted(days, 'day')} in a row" if days > 1 else ""
        yield f"Daily deal of {result.daily.isoformat()}: {amount_words(result.points, unit, half)}{streak}."


def _best(result: Result, others: Sequence[Result], unit: Unit, half: str) -> Iterator[str]:
    best = max(one.points for one in others)
    if result.points <= best:
        matches = counted(len(others) + 1, "match", "matches")
        yield f"Your best so far is {amount_words(best, unit, half)}, in {matches}."
        return
    rank = ""
    if result.rank_name and all(one.rank_name != result.rank_name for one in others):
        rank = f", and your first {result.rank_name}"
    yield f"A personal best, {amount_words(result.points - best, unit, half)} above the one before{rank}!"


def _contest(result: Result, others: Sequence[Result]) -> Iterator[str]:
    wins = sum(bool(one.won) for one in (result, *others))
    if result.won and wins == 1:
        yield "Your first win!"
    else:
        yield f"You have won {wins} of {counted(len(others) + 1, 'match', 'matches')} like this one."


def source_words(table: Table, texts: GameTexts, half: str = "½") -> list[str]:
    """Return which rows scored the most for the player, or for all who share a score, and which cost the most.

    Instead of a cost that hardly matters beside what is missing to the next rank of the score table, what is missing.
    Empty for a game whose rows do not add up, and where no seat or several could be the player's.
    """
    game = table.game
    sheet = game.sheet(table.view(PUBLIC))
    here = [seat for seat, player in enumerate(table.players) if player.here]
    if not game.meta.adds_up or (sheet.team is None and len(here) != 1):
        return []
    points: dict[str, int] = {}
    for line in sheet.lines:
        if sheet.team is not None or line.seat in here:
            points[line.key] = points.get(line.key, 0) + line.points
    said: list[str] = []
    unit, most, least = game.meta.unit, max(points.values(), default=0), min(points.values(), default=0)

    def told(worth: int) -> tuple[str, str]:
        labels = [texts.score_label(ScoreLine(key, "", None, 0, 0)) for key, it in points.items() if it == worth]
        each = " each" if len(labels) > 1 else ""
        names = listed([labels[0], *(f"{it[:1].lower()}{it[1:]}" for it in labels[1:])])
        return names, f"{amount_words(abs(worth), unit, half)}{each}"

    if most > 0:
        names, worth = told(most)
        said.append(f"{names} earned most: {worth}.")
    if least < 0:
        missing, goal = (0, "") if sheet.team is None else _goal(texts.bands(game), sheet.team)
        if -least * _LARGE >= missing:
            names, worth = told(least)
            said.append(f"{names} cost most: {worth}.")
        else:
            said.append(f"{amount_words(missing, unit, half)} short of {goal}.")
    return said


def _goal(bands: Sequence[RankRow], score: int) -> tuple[int, str]:
    """Return what is missing to the next rank of the score table, and what that is; the first one by its verdict."""
    ends = [(band.least - score, band) for band in bands if band.least is not None]
    higher = [(missing, band) for missing, band in ends if missing > 0]
    if not higher:
        return 0, ""
    missing, band = higher[0]
    return missing, band.verdict if len(higher) == len(ends) and band.verdict else band.name
