"""All events: the seats' moves and the dealer's outcomes.

Numbers refer to the box (`box.py`); placements to the layout (`layout.py`).
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
    """Choose a drawn card for this round, face down; the others go to next year."""

    card: Secret[int]


@dataclass(frozen=True, slots=True)
class Declare(Move):
    """Declare pouch or hut for a double-coloured card."""

    origin: Origin


@dataclass(frozen=True, slots=True)
class PlayCard(Move):
    """Play the card and pay for it on the seat's turn."""


@dataclass(frozen=True, slots=True)
class Beg(Move):
    """Beg instead of playing the card."""


@dataclass(frozen=True, slots=True)
class PayTiles(Move):
    """Pay tiles for the card or for a danger."""

    tiles: Tiles


@dataclass(frozen=True, slots=True)
class SwapTiles(Move):
    """Swap three tiles for one of a colour."""

    given: Tiles
    colour: int


@dataclass(frozen=True, slots=True)
class ReceiveTiles(Move):
    """Choose the tiles to receive."""

    tiles: Tiles


@dataclass(frozen=True, slots=True)
class ScoreAgain(Move):
    """Score books or guests again, ascending, with the tile that each brings; None for no tile."""

    cards: tuple[int, ...]
    colours: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class ClaimTask(Move):
    """Claim a task at the end of the turn, by its place on the board."""

    place: int


@dataclass(frozen=True, slots=True)
class EndTurn(Move):
    """End the turn."""


@dataclass(frozen=True, slots=True)
class PayTask(Move):
    """Pay for a task in a special action, by its place on the board; `tiles` only where there is a choice."""

    place: int
    tiles: Tiles | None = None


@dataclass(frozen=True, slots=True)
class Expand(Move):
    """Pay for a parchment building and flip it; `tiles` only where there is a choice."""

    building: int
    tiles: Tiles | None = None


@dataclass(frozen=True, slots=True)
class BuyFromHut(Move):
    """Buy a section from the builders' hut with these tiles."""

    section: int
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class BuyFromPouch(Move):
    """Buy a shape from the prayer pouch with these tiles; its colour is random."""

    shape: int
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Pass: no more special actions in this round."""


@dataclass(frozen=True, slots=True)
class TakeFromHut(Move):
    """Take a section from the builders' hut."""

    section: int


@dataclass(frozen=True, slots=True)
class TakeFromPouch(Move):
    """Take a shape from the prayer pouch; its colour is random."""

    shape: int


@dataclass(frozen=True, slots=True)
class LaySection(Move):
    """Lay the section taken."""

    placement: int


@dataclass(frozen=True, slots=True)
class FlipBuilding(Move):
    """Flip a parchment building for a completed one, or None."""

    building: int | None


@dataclass(frozen=True, slots=True)
class SendBuilderHome(Move):
    """Send a monk home in place of a lazy monk: a master builder on a section, or one beside a building."""

    section: int | None
    building: int | None
    guest: bool = False
    """Whether a guest monk goes home from beside the building."""


@dataclass(frozen=True, slots=True)
class Borrow(Move):
    """Borrow the card on a pile; a double-coloured one with pouch or hut."""

    pile: int
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Lift(Move):
    """Fulfil a reconstruction, by its place on the board: lift a section to lay it elsewhere."""

    place: int
    section: int


@dataclass(frozen=True, slots=True)
class Decline(Move):
    """Decline to pay for a danger or a new arrival."""


@dataclass(frozen=True, slots=True)
class LoseBook(Move):
    """Choose the book that returns to the box."""

    card: int


@dataclass(frozen=True, slots=True)
class LoseGuest(Move):
    """Choose the building beside which a guest monk is lost."""

    building: int


@dataclass(frozen=True, slots=True)
class Settle(Move):
    """Settle a new arrival beside a building; `tiles` only where there is a choice."""

    building: int
    tiles: Tiles | None = None


@dataclass(frozen=True, slots=True)
class DealPiles(Outcome):
    """The cards of each seat's first pile, unseen by everybody."""

    piles: tuple[Secret[tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class DrawTile(Outcome):
    """A seat's random fifth tile."""

    seat: Seat
    colour: int


@dataclass(frozen=True, slots=True)
class RevealTask(Outcome):
    """The next task revealed for the board."""

    task: int


@dataclass(frozen=True, slots=True)
class DrawCards(Outcome):
    """Cards that a seat draws from its pile, ascending."""

    seat: Seat
    cards: Secret[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class RevealCards(Outcome):
    """All chosen cards, revealed at once, in seat order."""

    opens_choices: ClassVar[bool] = True
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DrawSection(Outcome):
    """The section drawn from the pouch."""

    section: int


@dataclass(frozen=True, slots=True)
class DealLeftovers(Outcome):
    """The piles on the board of unfinished tasks: their sizes and their cards, unseen by everybody."""

    counts: tuple[int, ...]
    piles: tuple[Secret[tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class TurnUpCard(Outcome):
    """The card turned up on a leftover pile."""

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
