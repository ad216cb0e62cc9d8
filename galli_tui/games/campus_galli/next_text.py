"""What the line of what is next says of Campus Galli beside the decision itself: the next round, the match's end."""

from __future__ import annotations

from rules.campus_galli.state import State
from rules.campus_galli.steps import (
    DrawCardsStep,
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
    first = coming_year(view) > view.year
    return f"Round {view.round} {'begins year 2' if first else 'is next'}: enter draws its cards"


def coming_year(view: State) -> int:
    """The present year; or the next one, if the cards that are to be drawn now are more than are left of this one."""
    draws = [(step, view.seats[step.seat]) for step in view.agenda if isinstance(step, DrawCardsStep)]
    return 2 if any(own.year == 1 and own.pile.count < step.wanted for step, own in draws) else view.year


def end_words(name: str) -> str:
    """What a seat is told before a move that `may_end` the match."""
    return f"{name}: this may end the match; its last move cannot be taken back."
