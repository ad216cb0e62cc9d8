"""How many actions a turn has left (OL-3a)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from rules.engine.kinds import Range
from rules.engine.steps import DecisionStep, Step, finish
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.state import OraState


@dataclass(frozen=True, slots=True)
class ActionStep(DecisionStep[OraSetting, OraState]):
    """A step in which a seat has main actions left; a granted action is a step of its own."""

    actions: Annotated[int, Range(0, 2)]


def may_act(state: OraState) -> bool:
    """Return whether the present step allows an action."""
    step = state.agenda[-1]
    return not isinstance(step, ActionStep) or step.actions > 0


def acted(state: OraState, *steps: Step[OraSetting, OraState]) -> OraState:
    """Return the state after an action, whose steps follow: the turn goes on, and a granted action is over.

    With an action of the turn every building can be carried out again (OL-5f).
    """
    step = state.agenda[-1]
    if not isinstance(step, ActionStep):
        return finish(state, *steps)
    state = state._replace(turn=state.turn._replace(carried=()))
    return finish(state, *steps, replace(step, actions=step.actions - 1))
