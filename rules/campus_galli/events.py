"""All events of Campus Galli, level I: what seats decide and what the dealer deals.

Numbers refer to the box (`box.py`) and, for placements, to the layout (`layout.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from rules.campus_galli.box import Origin
from rules.engine.events import Move, Outcome
from rules.engine.secrecy import Seat, Secret


@dataclass(frozen=True, slots=True)
class ChooseCard(Move):
    """One drawn card for this round, face down; the rest goes to next year."""

    card: Secret[int]


@dataclass(frozen=True, slots=True)
class Declare(Move):
    """With a double-coloured card: pouch or hut."""

    origin: Origin


@dataclass(frozen=True, slots=True)
class TakeFromHut(Move):
    """A section out of the builders' hut."""

    section: int


@dataclass(frozen=True, slots=True)
class TakeFromPouch(Move):
    """A shape to feel for in the prayer pouch."""

    shape: int


@dataclass(frozen=True, slots=True)
class LaySection(Move):
    """Where the section taken is laid."""

    placement: int


@dataclass(frozen=True, slots=True)
class FlipBuilding(Move):
    """The parchment building flipped for a completed one; None leaves it be."""

    building: int | None


@dataclass(frozen=True, slots=True)
class SendBuilderHome(Move):
    """The master builder who goes home for want of a lazy monk: on a section, or beside a building."""

    section: int | None
    building: int | None


@dataclass(frozen=True, slots=True)
class DealPiles(Outcome):
    """The set of cards in each seat's first pile, which nobody has seen."""

    piles: tuple[Secret[tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class RevealTask(Outcome):
    """The next task turned up for the board."""

    task: int


@dataclass(frozen=True, slots=True)
class DrawCards(Outcome):
    """Cards that a seat draws from its pile, ascending."""

    seat: Seat
    cards: Secret[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class RevealCards(Outcome):
    """All chosen cards turned up together, by seat."""

    opens_choices: ClassVar[bool] = True
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DrawSection(Outcome):
    """The section felt for in the pouch."""

    section: int


CampusMove: TypeAlias = ChooseCard | Declare | TakeFromHut | TakeFromPouch | LaySection | FlipBuilding | SendBuilderHome
CampusOutcome: TypeAlias = DealPiles | RevealTask | DrawCards | RevealCards | DrawSection
CampusEvent: TypeAlias = CampusMove | CampusOutcome
