"""How much a bot may think about one decision. `Work` counts; a clock is somebody else's, as rules know no time."""

from __future__ import annotations

from typing import Protocol


class Budget(Protocol):
    """Asked between two pieces of work. Whoever is told that nothing is left answers with the best that it has."""

    def spend(self, events: int = 1) -> bool:
        """Counts events that were applied to imagined states; whether any more may be."""
        ...


class EventBudget:
    """So many applied events, the same on every machine. Implements `Budget`."""

    def __init__(self, events: int) -> None:
        self.left = events

    def spend(self, events: int = 1) -> bool:
        """As `Budget.spend`."""
        self.left -= events
        return self.left > 0
