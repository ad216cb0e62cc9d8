"""The course of a match: the events that are in force, each with the state it met, and how one of them is taken back.

States are immutable and share their parts, so keeping them costs little and nothing is ever folded twice.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from rules.engine.events import Move
from rules.engine.game import AnyGame, Event
from rules.engine.secrecy import Seat, knows, secrets

MAX_TAKEBACKS: Final = 32
"""Of one guest's seat, until the match has come further than ever before."""


class HistoryStep(NamedTuple):
    """One event in force, at the end of a chain that leads back to the first."""

    before: HistoryStep | None
    depth: int
    """How many events are in force with it."""
    entry: int
    """The number of its entry in the log."""
    hash: bytes
    """Of that entry."""
    event: Event
    """As far as the log's reader knows it."""
    state: Any
    """The state that it was applied to."""


class Takeback(NamedTuple):
    """What it takes to take a move back."""

    step: HistoryStep
    """The move."""
    kept: tuple[HistoryStep, ...]
    """Moves of other seats at the same decision, which stay in force; oldest first."""
    redealt: bool
    """Whether outcomes of the dealer go with it; the same draws will meet the same entropy."""


class TakebackBudget(NamedTuple):
    """How often seats have taken back since the match came as far as it ever has, so that no move goes in a loop."""

    farthest: int
    """The most events that were in force at once."""
    taken: tuple[int, ...]
    """By seat: its takebacks since then."""

    def after_event(self, step: HistoryStep) -> TakebackBudget:
        """Once this event is the last in force."""
        return self if step.depth <= self.farthest else TakebackBudget(step.depth, (0,) * len(self.taken))

    def after_takeback(self, seat: Seat) -> TakebackBudget:
        """Once the seat has taken back."""
        return self._replace(taken=(*self.taken[:seat], self.taken[seat] + 1, *self.taken[seat + 1 :]))


def next_depth(last: HistoryStep | None) -> int:
    """The depth of what follows this event."""
    return 1 if last is None else last.depth + 1


def history_steps(last: HistoryStep | None) -> list[HistoryStep]:
    """The whole course, oldest first."""
    found: list[HistoryStep] = []
    while last is not None:
        found.append(last)
        last = last.before
    found.reverse()
    return found


def find_takeback(game: AnyGame, last: HistoryStep | None, seat: Seat) -> Takeback | None:
    """The seat's last move, if it and all that followed revealed nothing, and no other seat's decision rests on it.

    Moves of seats that were asked at the same time stay, as long as they are closed to the seat: who could see
    them and then choose anew would have the better of the others.
    """
    kept: list[HistoryStep] = []
    redealt = False
    while last is not None:
        event = last.event
        if game.reveals(last.state, event):
            return None
        if not isinstance(event, Move):
            if kept:
                return None
            redealt = True
        elif event.seat == seat:
            asked = game.due(last.state).seats
            if any(isinstance(step.event, Move) and step.event.seat not in asked for step in kept):
                return None
            return Takeback(last, tuple(reversed(kept)), redealt)
        elif all(knows(secret.audience, seat) for secret in secrets(event)):
            return None
        else:
            kept.append(last)
        last = last.before
    return None
