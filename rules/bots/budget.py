"""Budgets for a bot's decision. `EventBudget` counts events; a budget of time comes from outside `rules`."""

from __future__ import annotations

from typing import Protocol


class Budget(Protocol):
    """A limit on a search, checked between rollout steps. When it is used up, a bot returns its best move so far."""

    def spend(self, events: int = 1) -> bool:
        """Record events applied to sampled states; return whether any budget is left."""
        ...


class EventBudget:
    """A number of simulated events, the same on every machine. Implements `Budget`."""

    def __init__(self, events: int) -> None:
        self.left = events

    def spend(self, events: int = 1) -> bool:
        """Implement `Budget.spend`."""
        self.left -= events
        return self.left > 0
