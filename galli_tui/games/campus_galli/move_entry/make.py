"""Which way of entering belongs to which step."""

from __future__ import annotations

from galli_tui.games.campus_galli.move_entry.again import ScoringAgain
from galli_tui.games.campus_galli.move_entry.base import Desk, Entering
from galli_tui.games.campus_galli.move_entry.borrowing import Borrowing
from galli_tui.games.campus_galli.move_entry.choosing import Choosing, Declaring
from galli_tui.games.campus_galli.move_entry.dangers import Arriving, Facing, Losing
from galli_tui.games.campus_galli.move_entry.deeds import Ending, Paying, Playing, Receiving
from galli_tui.games.campus_galli.move_entry.flipping import Flipping, SendingHome
from galli_tui.games.campus_galli.move_entry.laying import Laying
from galli_tui.games.campus_galli.move_entry.specials import Acting
from galli_tui.games.campus_galli.move_entry.taking import Taking
from rules.campus_galli.state import State
from rules.campus_galli.steps import (
    ArrivalStep,
    BorrowStep,
    ChooseCardStep,
    DangerStep,
    DeclareStep,
    EndTurnStep,
    FlipBuildingStep,
    LaySectionStep,
    LoseBookStep,
    LoseGuestStep,
    PayStep,
    ReceiveTilesStep,
    ScoreAgainStep,
    SendBuilderHomeStep,
    SpecialActionsStep,
    TakeSectionStep,
)
from rules.engine.secrecy import Seat

_WAYS = {
    DangerStep: Facing,
    LoseBookStep: Losing,
    LoseGuestStep: Losing,
    ArrivalStep: Arriving,
    BorrowStep: Borrowing,
    PayStep: Paying,
    ReceiveTilesStep: Receiving,
    ScoreAgainStep: ScoringAgain,
    EndTurnStep: Ending,
    SpecialActionsStep: Acting,
    ChooseCardStep: Choosing,
    DeclareStep: Declaring,
    TakeSectionStep: Taking,
    LaySectionStep: Laying,
    FlipBuildingStep: Flipping,
    SendBuilderHomeStep: SendingHome,
}


def entering_for(desk: Desk, sight: State, seat: Seat) -> Entering:
    """How the seat enters what is due from it, from its own view."""
    step = sight.agenda[-1] if sight.agenda else None
    if isinstance(step, DeclareStep) and desk.game.setting.tiles:
        return Playing(desk, sight, seat)
    for kind, way in _WAYS.items():
        if isinstance(step, kind):
            return way(desk, sight, seat)
    return Entering(desk, sight)
