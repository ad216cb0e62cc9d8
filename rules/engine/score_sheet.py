"""The score sheet of a match: one row for each way to score."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.engine.secrecy import Seat


class Unit(NamedTuple):
    """What a game counts a score or an estimate in."""

    one: str
    many: str
    parts: int = 1
    """How many of the smallest amounts, in which numbers are counted, make one: 2 where there are halves."""


POINTS: Final = Unit("point", "points")
HALF_POINTS: Final = Unit("point", "points", 2)


class ScoreLine(NamedTuple):
    """One row of the score sheet. Scores are in the game's unit."""

    key: str
    """Stable name of the row, e.g. "seals"."""
    clause: str
    seat: Seat | None
    """The seat that the row belongs to; None for the table as a whole."""
    count: int  # pyright: ignore[reportIncompatibleMethodOverride]
    points: int


class Sheet(NamedTuple):
    """The current score sheet. Scores are in the game's unit."""

    lines: tuple[ScoreLine, ...]
    seats: tuple[int, ...]
    """The score of each seat: the sum of its own lines."""
    team: int | None
    """The sum of all lines where the seats play together; else None."""
    winners: tuple[Seat, ...]
    """The seats in the lead (the winners, once the match is over); empty where the seats play together."""
    band: str
    """The key of the score band where the seats play together; else empty."""
    step: str = ""
    """The name of the step within the lowest band, if the game has steps; else empty."""
    comparison: tuple[tuple[int, ...], ...] = ()
    """What decides between the seats, first to last, where that is not their score alone; more is better."""
    reason: str = ""
    """The key of what puts the winners first, where that is not their score alone, e.g. "gold"."""

    def standing(self, seat: Seat) -> tuple[int, ...]:
        """Return what the seat is compared by with the others, or with itself after another move; more is better."""
        if self.team is not None:
            return (self.team,)
        return self.comparison[seat] if self.comparison else (self.seats[seat],)

    @property
    def rank(self) -> str:
        """The key of the step or band reached; empty where seats play against each other."""
        return self.step or self.band
