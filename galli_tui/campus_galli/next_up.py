"""What the line of what is next says of Campus Galli beside the decision itself: the next round, the match's end."""

from __future__ import annotations

from rules.campus_galli.state import State
from rules.campus_galli.steps import (
    FlipBuildingStep,
    LaySectionStep,
    SendBuilderHomeStep,
    SpecialActionsStep,
    TidyUpStep,
)

LOOKING = "Arrows go from space to space; i or esc goes back to the game."
POINTING = "p points here for all, a number at a task; i goes back."

_LAST = (LaySectionStep, FlipBuildingStep, SendBuilderHomeStep)
"""What may be decided last in a match, besides passing."""


def may_end(view: State) -> bool:
    """Whether the match may be over with the present decision: nobody has a card or a turn left."""
    if any(own.year == 1 or own.pile.count or own.hand.count for own in view.seats) or not view.agenda:
        return False
    *later, now = view.agenda
    last = isinstance(now, _LAST) or (isinstance(now, SpecialActionsStep) and len(now.seats) == 1)
    return last and all(isinstance(step, TidyUpStep) for step in later)


def round_words(view: State) -> str:
    """Which round begins next, where the table rests before it, and how."""
    first = all(own.year == 1 and not own.pile.count for own in view.seats)
    return f"Round {view.round} {'begins year 2' if first else 'is next'}: enter draws its cards"


def end_words(name: str) -> str:
    """What a seat is told before a move that `may_end` the match."""
    return f"{name}: this may end the match; its last move cannot be taken back."
