"""The player's results: what counts of the saved matches, from the summaries beside them.

A match counts if it was played to its end and the player had a seat: the person's seat with the player's own name, else
the only seat of a person. Practice, what-if, imported and watched matches do not count, nor do matches in which no
seat or several could be the player's.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import NamedTuple

from galli_tui.game_api.daily import daily_date
from galli_tui.game_api.match_words import known_meta
from galli_tui.game_api.progress_text import summarised
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from saves.format.header_fields import Player
from saves.storage.library import SavedMatch, list_matches
from saves.storage.paths import matches_folder
from saves.storage.summary import MatchState, Score


class Result(NamedTuple):
    """The player's result in one match. Points are in the game's unit."""

    match_id: str
    played: date
    """The day on which the match was begun, in UTC."""
    game: str
    options: Options
    seat: Seat
    bots: tuple[str, ...]
    """The bots at the table, strongest last, each once."""
    points: int
    """The player's score, or the team's where all share one."""
    won: bool | None
    """Whether the player won, alone or with others; None where all share one score."""
    rank: str
    """The key of the team's rank; empty where seats play against each other."""
    rank_name: str
    sources: tuple[tuple[str, int], ...]
    """The points by row of the score sheet, as far as they are the player's."""
    daily: date | None
    """The day whose deal it was, if it was played on that day."""
    ended: int = 0
    """Time of the last change to the match, in seconds since 1970."""


def own_results(name: str) -> list[Result]:
    """Return the results of all saved matches, oldest first. Raises `SaveError` if the folder cannot be read."""
    return counted_results(saved_matches(), name)


def saved_matches() -> list[SavedMatch]:
    """Return all saved matches, oldest first. Raises `SaveError` if the folder cannot be read."""
    return sorted(map(summarised, list_matches(matches_folder())), key=lambda row: (row.created, row.match_id))


def counted_results(rows: Iterable[SavedMatch], name: str) -> list[Result]:
    """Return the results of the matches that count; of each day's deal only the first is the daily result."""
    found: list[Result] = []
    days: set[tuple[str, date]] = set()
    for row in rows:
        result = result_of(row, name)
        if result is not None:
            if result.daily is not None and (result.game, result.daily) in days:
                result = result._replace(daily=None)
            elif result.daily is not None:
                days.add((result.game, result.daily))
            found.append(result)
    return found


def result_of(row: SavedMatch, name: str) -> Result | None:
    """Return the player's result in a summarised match; None for one that does not count."""
    options, score, meta = row.options, row.score, known_meta(row.game)
    if options is None or score is None or meta is None or row.state is not MatchState.OVER:
        return None
    if row.origin or row.imported or options.practice:
        return None
    seat = own_seat(row.players, name)
    if seat is None:
        return None
    played = datetime.fromtimestamp(row.created, UTC).date()
    daily = daily_date(meta, row.seed, options)
    return Result(
        match_id=row.match_id,
        played=played,
        game=row.game,
        options=options,
        seat=seat,
        bots=tuple(sorted({player.bot for player in row.players if player.bot})),
        points=score.seats[seat] if score.team is None else score.team,
        won=None if score.team is not None else seat in score.winners,
        rank=score.rank,
        rank_name=score.outcome if score.team is not None else "",
        sources=_sources(score, seat),
        daily=daily if daily == played else None,
        ended=row.changed,
    )


def own_seat(players: Iterable[Player], name: str) -> Seat | None:
    """Return the player's seat: the person's with this name, else the only person's."""
    people = [(Seat(seat), player.name) for seat, player in enumerate(players) if player.bot is None]
    named = [seat for seat, called in people if name and called.casefold() == name.casefold()]
    if named:
        return named[0]
    return people[0][0] if len(people) == 1 else None


def _sources(score: Score, seat: Seat) -> tuple[tuple[str, int], ...]:
    points: dict[str, int] = {}
    for line in score.lines:
        if score.team is not None or line.seat == seat:
            points[line.key] = points.get(line.key, 0) + line.points
    return tuple(points.items())
