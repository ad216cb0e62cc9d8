"""Prompts of Campus Galli beside those of a decision: the next round, the last move, what another player does."""

from __future__ import annotations

from collections.abc import Sequence

from galli_tui.games.campus_galli.words import section_words
from galli_tui.style.wording import listed
from galli_tui.tables.table import TablePlayer
from rules.campus_galli.box import Box
from rules.campus_galli.gaps import SendBuilderHomeStep
from rules.campus_galli.laying_sections import FlipBuildingStep, LaySectionStep
from rules.campus_galli.rounds import next_round_year
from rules.campus_galli.special_actions import SpecialActionsStep
from rules.campus_galli.state import State
from rules.campus_galli.turn_order import TidyUpStep
from rules.engine.steps import AskingStep

INSPECT_PROMPT = "Arrows move from space to space, a number selects a task; {key:campus-galli.inspect} or Esc returns."
POINT_PROMPT = (
    "{key:campus-galli.point} points at this space for all, a number at a task; "
    "{key:campus-galli.inspect} or Esc returns."
)

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


def last_move_warning(name: str) -> str:
    """Return the warning before a move that `may_end` the match."""
    return f"{name}: this may be the last move. It can't be undone; Enter makes it."


def next_step(state: State, box: Box, players: Sequence[TablePlayer]) -> str:
    """Return who must decide what, from public information."""
    if not state.agenda:
        return "The match is over."
    step = state.agenda[-1]
    if not isinstance(step, AskingStep):
        return "Waiting for the dealer."
    return f"Waiting for {listed(players[seat].name for seat in step.asked)} to {question(state, box)}."


def question(state: State, box: Box) -> str:
    """Return what is asked now, to follow "to": "place the red hall"."""
    step = state.agenda[-1]
    if isinstance(step, LaySectionStep):
        return f"place the {section_words(box, step.section)}"
    return step.question if isinstance(step, AskingStep) else "wait"
