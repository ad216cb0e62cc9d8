"""The two kinds of event: a seat's move and the dealer's outcome. Games derive their own classes from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from rules.engine.secrecy import Seat


@dataclass(frozen=True, slots=True)
class Move:
    """A decision of a seat. Subclasses add the fields of the decision."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Outcome:
    """A deal, draw, roll or reveal of the dealer. Subclasses carry the full values."""

    opens_choices: ClassVar[bool] = False
    """True for the one kind of outcome that reveals the seats' secret choices."""


Event: TypeAlias = Move | Outcome
