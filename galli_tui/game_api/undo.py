"""Whose move can be undone, or why none can be, in one sentence with the one reason that holds; and what was undone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.style.wording import listed, without_notes
from galli_tui.tables.seat_names import seat_names
from galli_tui.tables.since import events_reaching, has_moved
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import face_down_chooser, local_seats, with_views_before
from galli_tui.terminal.safe_text import sanitize
from rules.engine.events import Move
from rules.engine.secrecy import PUBLIC, Seat, Viewer

if TYPE_CHECKING:
    from saves.storage.open_match import TimelineEvent

_EVENTS = 60
"""How many events are searched at first for the last move of a player at this terminal."""


def seat_to_undo(table: Table, events: Sequence[TimelineEvent]) -> Seat | None:
    """Return the seat of the last move, if that can be undone and the seat is played here.

    At a network table all seats choose at the same time, so later choices of others do not matter. Bots decide again.
    """
    if table.peers is not None:
        return next((seat for seat in local_seats(table) if table.can_undo(seat)), None)
    moves = (one.event for one in reversed(events) if isinstance(one.event, Move))
    last = next((move.seat for move in moves if not table.players[move.seat].bot), None)
    return last if last in local_seats(table) and last is not None and table.can_undo(last) else None


def undo_reason(table: Table, texts: GameTexts) -> str:
    """Return why no player at this terminal can undo a move now. It is asked only where that is so."""
    here = {seat for seat in local_seats(table) if not table.players[seat].bot}
    if not here:
        return "Can't undo: you have no seat in this match."
    if table.due.over:
        return "Can't undo: the match is over."
    since: list[TimelineEvent] = []
    for timeline_event in reversed(events_reaching(table, PUBLIC, _EVENTS, lambda events: has_moved(events, here))):
        if isinstance(timeline_event.event, Move) and timeline_event.event.seat in here:
            break
        since.append(timeline_event)
    else:
        return "Nothing to undo: you haven't made a move yet."
    reasons = (_reason(table, texts, timeline_event) for timeline_event in reversed(since))
    found = next((reason for reason in reasons if reason), "you have undone too many moves in a row")
    return f"Can't undo: {found}."


def last_move(events: Sequence[TimelineEvent], seat: Seat) -> Move | None:
    """Return the last move of a seat among these events."""
    moves = (one.event for one in reversed(events) if isinstance(one.event, Move))
    return next((move for move in moves if move.seat == seat), None)


def undone_words(table: Table, undone: Sequence[Seat], move: str = "") -> str:
    """Return what an undo has taken back: the move in words, where they help, and whose moves after it.

    `undone` are the seats whose moves it undid, the last move first.
    """
    names = seat_names(table)
    own = undone[-1]
    bots = list(dict.fromkeys(names[seat] for seat in reversed(undone) if seat != own))
    words = "your last move" if len(local_seats(table)) == 1 else f"the last move of {names[own]}"
    turns = f", and the turn{'' if len(bots) == 1 else 's'} of {listed(bots)} after it" if bots else ""
    return f"Undone: {words}{f', which was to {move}' if move else ''}{turns}."


def move_to_undo(table: Table, texts: GameTexts, viewer: Viewer, seat: Seat) -> str:
    """Return the last move of a seat, before it is undone, in a few words; empty if the viewer must not know it."""
    events = events_reaching(table, viewer, _EVENTS, lambda events: has_moved(events[1:], (seat,)))
    # The first move of a match has no event before it.
    first = [(events[0].event, table.game.view(table.game.initial(), viewer))] if events else []
    for event, before in (*with_views_before(events), *first):
        if isinstance(event, Move) and event.seat == seat:
            if viewer != seat and face_down_chooser(event) is not None:
                return ""
            return without_notes(texts.spoken_move(table, before, event).partition(". ")[0])
    return ""


def _reason(table: Table, texts: GameTexts, timeline_event: TimelineEvent) -> str:
    """Return why nothing before this event can be undone; empty where it is no reason."""
    event = timeline_event.event
    if table.game.reveals(timeline_event.view, event):
        return texts.revealed(event)
    if isinstance(event, Move) and not table.players[event.seat].bot:
        closed = table.peers is not None and face_down_chooser(event) is not None
        return "" if closed else f"{sanitize(table.players[event.seat].name)} has moved since"
    return ""
