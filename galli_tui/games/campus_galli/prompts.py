"""Prompts of Campus Galli beside those of a decision: the next round, the last move, what another player does."""

from __future__ import annotations

from collections.abc import Sequence

from galli_tui.games.campus_galli.words import section_words
from galli_tui.style.wording import listed
from galli_tui.tables.table import TablePlayer
from rules.campus_galli.box import Box
from rules.campus_galli.dangers import DangerStep
from rules.campus_galli.gaps import SendBuilderHomeStep
from rules.campus_galli.guests import ScoreAgainStep
from rules.campus_galli.laying_sections import FlipBuildingStep, LaySectionStep, TakeSectionStep
from rules.campus_galli.leftovers import BorrowStep
from rules.campus_galli.losses import ArrivalStep, LoseBookStep, LoseGuestStep
from rules.campus_galli.rounds import ChooseCardStep, DrawCardsStep
from rules.campus_galli.special_actions import SpecialActionsStep
from rules.campus_galli.state import State
from rules.campus_galli.tile_transfers import ReceiveTilesStep
from rules.campus_galli.tile_turns import EndTurnStep, PayStep
from rules.campus_galli.turn_order import DeclareStep, TidyUpStep

INSPECT_PROMPT = "Arrows move from space to space; i or Esc returns to the game."
POINT_PROMPT = "p points at this space for all, a number at a task; i or Esc returns."

_LAST = (LaySectionStep, FlipBuildingStep, SendBuilderHomeStep)
"""Decisions that can be the last of a match, besides passing."""


def may_end(view: State) -> bool:
    """Return whether the present decision may end the match: no seat has a card or a turn left."""
    if any(own.year == 1 or own.pile.count or own.hand.count for own in view.seats) or not view.agenda:
        return False
    *later, now = view.agenda
    last = isinstance(now, _LAST) or (isinstance(now, SpecialActionsStep) and len(now.seats) == 1)
    return last and all(isinstance(step, TidyUpStep) for step in later)


def round_words(view: State) -> str:
    """Return the prompt of a pause between two rounds, without its full stop."""
    first = next_round_year(view) > view.year
    return f"Press Enter for round {view.round}{' (year 2 begins)' if first else ''}"


def next_round_year(view: State) -> int:
    """Return the year of the next round: 2 as soon as a pile holds fewer cards than are to be drawn from it."""
    draws = [(step, view.seats[step.seat]) for step in view.agenda if isinstance(step, DrawCardsStep)]
    return 2 if any(own.year == 1 and own.pile.count < step.wanted for step, own in draws) else view.year


def last_move_warning(name: str) -> str:
    """Return the warning before a move that `may_end` the match."""
    return f"{name}: this may be the last move; it can't be undone."


def next_step(state: State, box: Box, players: Sequence[TablePlayer]) -> str:
    """Return who must decide what, from public information."""
    if not state.agenda:
        return "The match is over."
    step = state.agenda[-1]
    match step:
        case ChooseCardStep():
            names = listed(players[seat].name for seat in step.seats)
            return f"Waiting for {names} to choose a card."
        case DeclareStep():
            return f"Waiting for {players[step.seat].name} to choose how to play the card."
        case PayStep():
            return f"Waiting for {players[step.seat].name} to pay for the card."
        case ReceiveTilesStep():
            return f"Waiting for {players[step.seat].name} to choose tiles."
        case ScoreAgainStep():
            return f"Waiting for {players[step.seat].name} to choose what to score again."
        case EndTurnStep():
            return f"Waiting for {players[step.seat].name} to end the turn."
        case DangerStep():
            return f"Waiting for {players[step.seat].name} to decide about a danger."
        case LoseBookStep() | LoseGuestStep():
            return f"Waiting for {players[step.seat].name} to choose what to lose."
        case ArrivalStep():
            return f"Waiting for {players[step.seat].name} to decide about a new arrival."
        case BorrowStep():
            return f"Waiting for {players[step.seat].name} to borrow an unfinished task."
        case SpecialActionsStep():
            return f"Waiting for {players[step.seats[0]].name} to take a special action or pass."
        case TakeSectionStep():
            return f"Waiting for {players[step.seat].name} to take a section."
        case LaySectionStep():
            return f"Waiting for {players[step.seat].name} to place the {section_words(box, step.section)}."
        case FlipBuildingStep():
            return f"Waiting for {players[step.seat].name} to choose a building to flip."
        case SendBuilderHomeStep():
            return f"Waiting for {players[step.seat].name} to send a master builder home."
        case _:
            return "Waiting for the dealer."
