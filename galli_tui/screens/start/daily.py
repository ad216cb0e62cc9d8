"""The daily deal, from the menu: the match of a game that is in play today, or a new one."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from galli_tui.game_api.daily import daily_date, daily_setup, today
from galli_tui.game_api.last_game import games_by_use, remember_game
from galli_tui.game_api.own_name import own_name
from galli_tui.game_api.progress_text import summarised
from galli_tui.screens.dialogs import Choice, Question
from galli_tui.screens.start.saved import resume_match
from rules.registry import game_meta
from saves.errors import SaveError
from saves.storage.library import SavedMatch, list_matches
from saves.storage.paths import matches_folder
from saves.storage.summary import MatchState

if TYPE_CHECKING:
    from galli_tui.app_base import AppBase

_HEADING = "Daily deal"
_ID_DIGITS = 8


def open_daily(app: AppBase) -> None:
    """Ask for the game, the one played last first, and open its deal of today."""
    games = games_by_use()

    def chosen(place: int | None) -> None:
        if place is not None:
            _open(app, games[place])

    titles = tuple(game_meta(game).title for game in games)
    words = "Every day one deal of each game, the same for everybody. Which game?"
    app.push_screen(Choice(_HEADING, words, titles, "back", first=0), chosen)


def _open(app: AppBase, game: str) -> None:
    """Resume today's match, or begin it; ask first if it has been played to its end."""
    played = _played_today(game)
    left = next((row for row in played if row.state is MatchState.IN_PLAY), None)
    if left is not None:
        resume_match(app, left.match_id[:_ID_DIGITS])
    elif any(row.state is MatchState.OVER for row in played):
        title = game_meta(game).title
        words = (
            f"You have played today's deal of {title}. Play it again? Only the first result of a day is the daily one."
        )
        app.push_screen(Question(_HEADING, words, "play it again"), lambda yes: _begin(app, game) if yes else None)
    else:
        _begin(app, game)


def _begin(app: AppBase, game: str) -> None:
    remember_game(game)
    app.start_match(daily_setup(game, today(), own_name()), repeat=False)


def _played_today(game: str) -> list[SavedMatch]:
    """Return the matches that have today's deal of a game, last changed first."""
    meta, day = game_meta(game), today()
    try:
        rows = list_matches(matches_folder())
    except SaveError:
        return []
    options = daily_setup(game, day, "").options
    begun = (row for row in rows if row.game == game and row.options == options)
    of_the_day = (summarised(row) for row in begun if datetime.fromtimestamp(row.created, UTC).date() == day)
    return [
        row for row in of_the_day if not row.origin and not row.imported and daily_date(meta, row.seed, options) == day
    ]
