"""All events of Campus Galli: what seats decide and what the dealer deals.

Numbers refer to the box (`box.py`) and, for placements, to the layout (`layout.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from rules.campus_galli.box import Origin
from rules.campus_galli.tiles import Tiles
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
class PlayCard(Move):
    """To play the card, and pay for it when its turn comes."""


@dataclass(frozen=True, slots=True)
class Beg(Move):
    """To beg instead of playing the card."""


@dataclass(frozen=True, slots=True)
class PayTiles(Move):
    """The tiles paid for the card, or for a danger."""

    tiles: Tiles


@dataclass(frozen=True, slots=True)
class SwapTiles(Move):
    """Three tiles given for one of a colour."""

    given: Tiles
    colour: int


@dataclass(frozen=True, slots=True)
class ReceiveTiles(Move):
    """The tiles chosen among those that may be received."""

    tiles: Tiles


@dataclass(frozen=True, slots=True)
class ScoreAgain(Move):
    """Books or guests scored again, ascending, and the tile that each brings: None where it brings none."""

    cards: tuple[int, ...]
    colours: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class ClaimTask(Move):
    """A task taken at the end of the turn, by its place on the board."""

    place: int


@dataclass(frozen=True, slots=True)
class EndTurn(Move):
    """Nothing more in this turn."""


@dataclass(frozen=True, slots=True)
class PayTask(Move):
    """A task paid for in a special action, by its place on the board; the tiles paid where there is a choice."""

    place: int
    tiles: Tiles | None = None


@dataclass(frozen=True, slots=True)
class Expand(Move):
    """A parchment building paid for and flipped; the tiles paid where there is a choice."""

    building: int
    tiles: Tiles | None = None


@dataclass(frozen=True, slots=True)
class BuyFromHut(Move):
    """A section bought out of the builders' hut, and the tiles paid."""

    section: int
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class BuyFromPouch(Move):
    """A shape bought, to be felt for in the prayer pouch, and the tiles paid."""

    shape: int
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """No more special action in this round."""


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
    guest: bool = False
    """Whether it is a guest monk who goes home from beside the building."""


@dataclass(frozen=True, slots=True)
class Borrow(Move):
    """The card borrowed, by its pile; with a double-coloured one: pouch or hut."""

    pile: int
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Lift(Move):
    """A reconstruction, by its place on the board, and the section lifted to be laid elsewhere."""

    place: int
    section: int


@dataclass(frozen=True, slots=True)
class Decline(Move):
    """Not to pay for a danger or for a new arrival."""


@dataclass(frozen=True, slots=True)
class LoseBook(Move):
    """The book that goes back to the box."""

    card: int


@dataclass(frozen=True, slots=True)
class LoseGuest(Move):
    """The building beside which a guest monk is lost."""

    building: int


@dataclass(frozen=True, slots=True)
class Settle(Move):
    """The building beside which the new arrival settles; the tiles paid where there is a choice."""

    building: int
    tiles: Tiles | None = None


@dataclass(frozen=True, slots=True)
class DealPiles(Outcome):
    """The set of cards in each seat's first pile, which nobody has seen."""

    piles: tuple[Secret[tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class DrawTile(Outcome):
    """A seat's fifth tile."""

    seat: Seat
    colour: int


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


@dataclass(frozen=True, slots=True)
class DealLeftovers(Outcome):
    """The piles on the board of unfinished tasks: how many cards lie in each, and which, which nobody has seen."""

    counts: tuple[int, ...]
    piles: tuple[Secret[tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class TurnUpCard(Outcome):
    """The card turned up on a pile of leftovers."""

    pile: int
    card: int


@dataclass(frozen=True, slots=True)
class RollDice(Outcome):
    """The face of each die."""

    faces: tuple[int, ...]


CampusMove: TypeAlias = (
    ChooseCard
    | Declare
    | PlayCard
    | Beg
    | PayTiles
    | SwapTiles
    | ReceiveTiles
    | ScoreAgain
    | ClaimTask
    | EndTurn
    | PayTask
    | Expand
    | BuyFromHut
    | BuyFromPouch
    | Pass
    | TakeFromHut
    | TakeFromPouch
    | LaySection
    | FlipBuilding
    | SendBuilderHome
    | Borrow
    | Lift
    | Decline
    | LoseBook
    | LoseGuest
    | Settle
)
CampusOutcome: TypeAlias = (
    DealPiles | DrawTile | RevealTask | DrawCards | RevealCards | DrawSection | DealLeftovers | TurnUpCard | RollDice
)
CampusEvent: TypeAlias = CampusMove | CampusOutcome
