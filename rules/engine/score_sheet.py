"""The score sheet of a match: one row for each way to score."""

from __future__ import annotations

from typing import NamedTuple

from rules.engine.secrecy import Seat


class ScoreLine(NamedTuple):
    """One row of the score sheet. Points are half-points."""

    key: str
    """Stable name of the row, e.g. "seals"."""
    clause: str
    seat: Seat | None
    """The seat that the row belongs to; None for the table as a whole."""
    count: int  # pyright: ignore[reportIncompatibleMethodOverride]
    points: int


class Sheet(NamedTuple):
    """The current score sheet. All points are half-points."""

    lines: tuple[ScoreLine, ...]
    seats: tuple[int, ...]
    """The sum of each seat's own lines."""
    team: int | None
    """The sum of all lines where the seats play together; else None."""
    winners: tuple[Seat, ...]
    """The seats in the lead (the winners, once the match is over); empty where the seats play together."""
    band: str
    """The key of the score band where the seats play together; else empty."""
    step: str = ""
    """The name of the step within the lowest band, if the game has steps; else empty."""
    comparison: tuple[tuple[int, ...], ...] = ()
    """What decides between the seats, first to last, where that is not their points alone; more is better."""

    @property
    def rank(self) -> str:
        """The key of the step or band reached; empty where seats play against each other."""
        return self.step or self.band
