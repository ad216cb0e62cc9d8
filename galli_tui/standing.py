"""How a match stands, in a few words: how far it has come, or at its end who has won or the band that was reached."""

from __future__ import annotations

from galli_tui.face import face_of
from galli_tui.screens.words import listed, points_words
from galli_tui.table import Table
from rules.engine.secrecy import PUBLIC

NOT_BEGUN = "has not begun"
"""How a match stands whose guests have not all joined."""


def standing(table: Table, half: str = "½") -> str:
    """As everybody may know it, e.g. "year 1, round 4" or "Anna has won with 31 points"."""
    face = face_of(table.game.meta.key)
    view = table.view(PUBLIC)
    if not table.due.over:
        return face.progress(view)
    sheet = table.game.sheet(view)
    if sheet.team is not None:
        band = next((band.name for band in face.bands(table) if band.key == sheet.band), "")
        return f"{points_words(sheet.team, half)}{', ' if band else ''}{band}"
    winners = [table.players[seat].name for seat in sheet.winners]
    best = points_words(max(sheet.seats), half)
    if len(winners) == 1:
        return f"{winners[0]} has won with {best}"
    return f"{listed(winners)} share the win with {best} each"
