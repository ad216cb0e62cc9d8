"""The two kinds of event: a seat's move and the dealer's outcome. Games derive their own from these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.secrecy import Seat


@dataclass(frozen=True, slots=True)
class Move:
    """What a seat decides. Deriving classes add the decision's own fields."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the dealer deals, draws, rolls or reveals. Deriving classes carry the full values."""

    opens_choices: ClassVar[bool] = False
    """True for the one kind of outcome that opens what seats have chosen in secret."""
