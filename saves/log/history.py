"""The history of a match: the events in force, each with the state before it, and takebacks.

States are immutable and share their parts, so keeping them is cheap and none is computed twice.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from rules.engine.events import Event, Move
from rules.engine.referee import Referee
from rules.engine.secrecy import Seat, knows, secrets

MAX_TAKEBACKS: Final = 32
"""Takebacks of one guest's seat until the match advances beyond its farthest point."""


class HistoryStep(NamedTuple):
    """One event in force, at the end of a chain that leads back to the first."""

    before: HistoryStep | None
    depth: int
    """The number of events in force, this one included."""
    entry: int
    """The number of its entry in the log."""
    hash: bytes
    """The hash of that entry."""
    event: Event
    """The event as the log's reader knows it."""
    state: Any
    """The state before the event."""


class Takeback(NamedTuple):
    """What taking back a move changes."""

    step: HistoryStep
    """The move."""
    kept: tuple[HistoryStep, ...]
    """Moves of other seats at the same decision, which stay in force; oldest first."""
    redealt: bool
    """Whether outcomes of the dealer are undone too; the same draws meet the same entropy again."""


class TakebackBudget(NamedTuple):
    """Takebacks since the match reached its farthest point, counted so that no seat can undo forever."""

    farthest: int
    """The largest number of events that were in force at once."""
    taken: tuple[int, ...]
    """By seat: its takebacks since then."""

    def after_event(self, step: HistoryStep) -> TakebackBudget:
        """Return the budget once this event is the last in force."""
        return self if step.depth <= self.farthest else TakebackBudget(step.depth, (0,) * len(self.taken))

    def after_takeback(self, seat: Seat) -> TakebackBudget:
        """Return the budget once the seat has taken back a move."""
        return self._replace(taken=(*self.taken[:seat], self.taken[seat] + 1, *self.taken[seat + 1 :]))


def next_depth(last: HistoryStep | None) -> int:
    """Return the depth of the event that follows this one."""
    return 1 if last is None else last.depth + 1


def history_steps(last: HistoryStep | None) -> list[HistoryStep]:
    """Return all events in force, oldest first."""
    found: list[HistoryStep] = []
    while last is not None:
        found.append(last)
        last = last.before
    found.reverse()
    return found


def find_last_move(last: HistoryStep | None, seat: Seat) -> Takeback | None:
    """Return how to take back the seat's last move with all that followed, whatever it revealed; None without one."""
    while last is not None and not (isinstance(last.event, Move) and last.event.seat == seat):
        last = last.before
    return None if last is None else Takeback(last, (), redealt=True)


def find_takeback(game: Referee[Any], last: HistoryStep | None, seat: Seat) -> Takeback | None:
    """Return how to take back the seat's last move; None if something was revealed or another seat decided since.

    Moves of seats that were asked at the same time stay in force if the seat cannot read them. Otherwise it could
    choose again with the advantage of having seen them.
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
