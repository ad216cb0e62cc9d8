"""What the line of what is next says of Campus Galli beside the decision itself: the next round, the match's end."""

from __future__ import annotations

from collections.abc import Sequence

from galli_tui.games.campus_galli.words import (
    listed,
    section_words,
)
from galli_tui.tables.table import TablePlayer
from rules.campus_galli.box import Box
from rules.campus_galli.state import State
from rules.campus_galli.steps import (
    ArrivalStep,
    BorrowStep,
    ChooseCardStep,
    DangerStep,
    DeclareStep,
    DrawCardsStep,
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
    TidyUpStep,
)

INSPECT_PROMPT = "Arrows go from space to space; i or esc goes back to the game."
POINT_PROMPT = "p points here for all, a number at a task; i goes back."

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
    first = next_round_year(view) > view.year
    return f"Round {view.round} {'begins year 2' if first else 'is next'}: enter draws its cards"


def next_round_year(view: State) -> int:
    """The present year; or the next one, if the cards that are to be drawn now are more than are left of this one."""
    draws = [(step, view.seats[step.seat]) for step in view.agenda if isinstance(step, DrawCardsStep)]
    return 2 if any(own.year == 1 and own.pile.count < step.wanted for step, own in draws) else view.year


def last_move_warning(name: str) -> str:
    """What a seat is told before a move that `may_end` the match."""
    return f"{name}: this may end the match; its last move cannot be taken back."


def next_step(state: State, box: Box, players: Sequence[TablePlayer]) -> str:
    """What is to be done next, as everybody may know it."""
    if not state.agenda:
        return "The match is over."
    step = state.agenda[-1]
    match step:
        case ChooseCardStep():
            names = listed(players[seat].name for seat in step.pending)
            return f"{names} {'chooses' if len(step.pending) == 1 else 'choose'} a card for this round."
        case DeclareStep():
            return f"{players[step.seat].name} says how to play the card."
        case PayStep():
            return f"{players[step.seat].name} pays for the card."
        case ReceiveTilesStep():
            return f"{players[step.seat].name} receives tiles."
        case ScoreAgainStep():
            return f"{players[step.seat].name} may score books or guests again."
        case EndTurnStep():
            return f"{players[step.seat].name} ends the turn."
        case DangerStep():
            return f"{players[step.seat].name} pays what the dice ask, or does not."
        case LoseBookStep() | LoseGuestStep():
            return f"{players[step.seat].name} chooses what is lost."
        case ArrivalStep():
            return f"{players[step.seat].name} may pay for a new arrival."
        case BorrowStep():
            return f"{players[step.seat].name} borrows an unfinished task."
        case SpecialActionsStep():
            return f"{players[step.seats[0]].name} may take a special action."
        case TakeSectionStep():
            return f"{players[step.seat].name} takes a section."
        case LaySectionStep():
            return f"{players[step.seat].name} lays the {section_words(box, step.section)}."
        case FlipBuildingStep():
            return f"{players[step.seat].name} may turn a parchment building to wood."
        case SendBuilderHomeStep():
            return f"{players[step.seat].name} has no monk left and sends a master builder home."
        case _:
            return "The dealer is at work."
