"""What others have done to the plan since a seat's own last move: the sections and buildings that are marked."""

from __future__ import annotations

from collections.abc import Sequence

from galli_tui.games.campus_galli.scene import Fresh
from galli_tui.tables.table import Happening
from rules.campus_galli.events import Declare, PayTiles, PlayCard, SwapTiles, TakeFromHut, TakeFromPouch
from rules.campus_galli.layout import Layout
from rules.campus_galli.state import EffectKind, State
from rules.engine.events import Move
from rules.engine.secrecy import Seat

_ON_THE_WAY = (Declare, PlayCard, PayTiles, SwapTiles, TakeFromHut, TakeFromPouch)
"""Moves that only begin a turn: the marks stay while the section is still in the hand."""


def last_moves(layout: Layout, happenings: Sequence[Happening], seat: Seat | None) -> tuple[Fresh, ...]:
    """Return what others have laid and turned to wood since the seat's own last move; nothing for no seat."""
    if seat is None:
        return ()
    found: list[Fresh] = []
    for happening in reversed(happenings):
        event = happening.event
        if isinstance(event, Move) and event.seat == seat and not isinstance(event, _ON_THE_WAY):
            break
        state: State = happening.view
        for news in state.effects:
            if news.seat is None or news.seat == seat:
                continue
            if news.kind is EffectKind.SECTION_LAID:
                found.append(Fresh(layout.placements[news.items[1]].mask, news.seat))
            elif news.kind is EffectKind.FLIPPED:
                found.append(Fresh(layout.areas[news.items[0]], news.seat))
    return tuple(found)
