"""The progress of a match in a few words; at its end, who has won or the rank reached."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.match_words import known_meta
from galli_tui.game_api.registry import texts_of
from galli_tui.style.wording import amount, amount_words, listed, points_words
from galli_tui.terminal.safe_text import sanitize
from rules.engine.game import AnyGame, Meta
from rules.engine.score_sheet import POINTS, ScoreLine, Sheet, Unit
from rules.engine.secrecy import PUBLIC
from saves.storage.library import MatchState, SavedMatch, summarise
from saves.storage.summary import Score

if TYPE_CHECKING:
    from galli_tui.tables.table import Table

NOT_BEGUN = "has not begun"
"""The progress of a match whose guests have not all joined."""


def match_status(table: Table, half: str = "½") -> str:
    """Return the public progress or result, e.g. "year 1, round 4" or "Anna has won with 31 points"."""
    game, view = table.game, table.view(PUBLIC)
    if not table.due.over:
        return progress_text(game, view)
    sheet = game.sheet(view)
    score = Score(sheet.seats, sheet.team, sheet.winners, outcome_name(game, sheet))
    return outcome_words(score, [player.name for player in table.players], game.meta.unit, half)


def summarised(row: SavedMatch) -> SavedMatch:
    """Return the row with its summary, which is made and kept if missing: see `saves.storage.library.summarise`."""
    return summarise(row, outcome_name, progress_text)


def row_words(row: SavedMatch, half: str = "½") -> str:
    """Return the progress or result of a summarised row; empty if unknown."""
    if row.score is not None:
        return outcome_words(row.score, [sanitize(player.name) for player in row.players], _unit(row), half)
    if row.summarised and row.state is MatchState.IN_PLAY:
        return row.progress or NOT_BEGUN
    return ""


def score_words(row: SavedMatch) -> str:
    """Return the final score in numbers, e.g. "31:28" or "58"; empty for a match that has not ended."""
    if row.score is None:
        return ""
    scores = row.score.seats if row.score.team is None else (row.score.team,)
    return ":".join(amount(score, _unit(row)) for score in scores)


def outcome_words(score: Score, names: Sequence[str], unit: Unit, half: str = "½") -> str:
    """Return the result of a match, e.g. "Anna has won with 31 points" or "58 points, azurite"."""
    if score.team is not None:
        return f"{amount_words(score.team, unit, half)}{', ' if score.outcome else ''}{score.outcome}"
    return winners_words(score, names, unit, half, over=True)


def winners_words(score: Score, names: Sequence[str], unit: Unit, half: str = "½", *, over: bool) -> str:
    """Return who has won or leads, and how: "Anna leads with 2 sections to 1"; empty if nobody does."""
    winners = [names[seat] for seat in score.winners]
    if not winners:
        return ""
    how = score.outcome or f"with {amount_words(score.seats[score.winners[0]], unit, half)}"
    if len(winners) == 1:
        return f"{winners[0]} {'has won' if over else 'leads'} {how}"
    return f"{listed(winners)} {'share the win' if over else 'lead'} {how}{'' if score.outcome else ' each'}"


def outcome_name(game: AnyGame, sheet: Sheet) -> str:
    """Return the name of the rank reached, or how the winners have won where that is not their score alone."""
    return texts_of(game.meta.key).outcome(sheet) if sheet.team is None else rank_name(game, sheet.rank)


def _unit(row: SavedMatch) -> Unit:
    meta = known_meta(row.game)
    return POINTS if meta is None else meta.unit


def rank_name(game: AnyGame, key: str) -> str:
    """Return the displayed name of a rank, or of a step within the lowest rank."""
    texts = texts_of(game.meta.key)
    return next((band.name for band in (*texts.bands(game), *texts.steps(game)) if band.key == key), "")


def progress_text(game: AnyGame, view: Any) -> str:
    """Return the progress of a match, e.g. "year 1, round 4"."""
    return texts_of(game.meta.key).progress(game, view)


def score_row(texts: GameTexts, meta: Meta, line: ScoreLine, half: str = "½") -> str:
    """Return a row of the score sheet: "Books: 3, worth 1½ points", or without points where nothing is added up."""
    worth = f", worth {points_words(line.points, meta.unit, half)}" if meta.adds_up else ""
    return f"{texts.score_label(line)}: {line.count}{worth}"
