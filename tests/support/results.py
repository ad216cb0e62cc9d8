"""Finished matches that count in the statistics, without files."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from galli_tui.stats.results import Result, counted_results
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from saves.format.header_fields import Player
from saves.storage.library import SavedMatch
from saves.storage.summary import MatchState, Score, SummaryLine

DAY = date(2026, 11, 25)
ANNA, BRUNO = Player("Anna", "red"), Player("Bruno", "blue")
BOT = Player("Notker", "green", "brother")


def match(
    points: int = 80,
    *,
    game: str = "campus-galli",
    number: int = 1,
    players: tuple[Player, ...] = (ANNA,),
    mode: str = "solo",
    level: int = 1,
    day: date = DAY,
    seed: int | None = None,
    origin: str = "",
    imported: bool = False,
    state: MatchState = MatchState.OVER,
    rank: str = "ochre",
) -> SavedMatch:
    """Return a finished match; in versus the first seat has the points, and the others none."""
    seats = len(players)
    lines = SummaryLine("tasks", Seat(0), 3, points - 10), SummaryLine("builders", Seat(0), 5, 10)
    team = points if mode != "versus" else None
    scores = (points, *(0 for _ in players[1:]))
    winners = () if team is not None else (Seat(0),)
    score = Score(scores, team, winners, rank if team else "", lines, rank if team else "")
    return SavedMatch(
        Path("x.galli"),
        state,
        "",
        0,
        f"{number:032x}",
        game,
        Options(seats, mode, level),
        players,
        int(datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp()),
        score=score,
        origin=origin,
        imported=imported,
        seed=seed,
    )


def season() -> list[Result]:
    """Return the results of two weeks: two levels, two modes and several ranks."""
    points = 58, 72, 66, 84, 91, 77, 103, 96, 118, 112
    ranks = "ochre", "ochre", "ochre", "minium", "minium", "ochre", "gold", "minium", "gold", "gold"
    rows = [
        match(
            won,
            number=number,
            day=DAY - timedelta(days=14 - number),
            level=1 + (number > 5),
            players=(ANNA, BOT) if number % 3 == 0 else (ANNA,),
            mode="coop" if number % 3 == 0 else "solo",
            rank=rank,
        )
        for number, (won, rank) in enumerate(zip(points, ranks, strict=True), 1)
    ]
    return counted_results(rows, "Anna")
