"""Why a move cannot be undone, in one sentence with the one reason that holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import face_down_chooser, local_seats
from galli_tui.terminal.safe_text import sanitize
from rules.engine.events import Move
from rules.engine.secrecy import PUBLIC

if TYPE_CHECKING:
    from saves.storage.open_match import TimelineEvent

_EVENTS = 60
"""How many events are searched for the last move of a player at this terminal."""


def undo_reason(table: Table, face: GameTexts) -> str:
    """Return why no player at this terminal can undo a move now. It is asked only where that is so."""
    here = {seat for seat in local_seats(table) if not table.players[seat].bot}
    if not here:
        return "Can't undo: you have no seat in this match."
    if table.due.over:
        return "Can't undo: the match is over."
    since: list[TimelineEvent] = []
    happenings = table.timeline(PUBLIC, _EVENTS)
    for happening in reversed(happenings):
        if isinstance(happening.event, Move) and happening.event.seat in here:
            break
        since.append(happening)
    else:
        if len(happenings) < _EVENTS:
            return "Nothing to undo: you haven't made a move yet."
    reasons = (_reason(table, face, happening) for happening in reversed(since))
    found = next((reason for reason in reasons if reason), "you have undone too many moves in a row")
    return f"Can't undo: {found}."


def _reason(table: Table, face: GameTexts, happening: TimelineEvent) -> str:
    """Return why nothing before this event can be undone; empty where it is no reason."""
    event = happening.event
    if table.game.reveals(happening.view, event):
        return face.revealed(event)
    if isinstance(event, Move) and not table.players[event.seat].bot:
        closed = table.peers is not None and face_down_chooser(event) is not None
        return "" if closed else f"{sanitize(table.players[event.seat].name)} has moved since"
    return ""
