"""All events: the seats' moves and the dealer's outcomes.

Numbers refer to the box (`box.py`); placements to the layout (`layout.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias

from rules.campus_galli.box import StockTaken
from rules.campus_galli.box_limits import LEFTOVER_PILES
from rules.campus_galli.pieces import (
    BuildingNumber,
    CardNumber,
    CardSet,
    ColourNumber,
    DrawnSection,
    Faces,
    PileNumber,
    PlacementNumber,
    PlaceNumber,
    SectionNumber,
    ShapeNumber,
    Size,
    TaskNumber,
)
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.campus_galli.tiles import Tiles
from rules.engine.kinds import Late, Most, NoneWord, PerSeat
from rules.engine.secrecy import Seat, Secret
from rules.engine.steps import GameMove, GameOutcome

CampusMove: TypeAlias = GameMove[Setting, State]
CampusOutcome: TypeAlias = GameOutcome[Setting, State]
CampusEvent: TypeAlias = CampusMove | CampusOutcome


@dataclass(frozen=True, slots=True)
class ChooseCard(CampusMove):
    """Choose a drawn card for this round, face down; the others go to next year."""

    tag: ClassVar = "choose"
    card: Secret[CardNumber]


@dataclass(frozen=True, slots=True)
class Declare(CampusMove):
    """Declare pouch or hut for a double-coloured card."""

    tag: ClassVar = "declare"
    origin: StockTaken


@dataclass(frozen=True, slots=True)
class PlayCard(CampusMove):
    """Play the card and pay for it on the seat's turn."""

    tag: ClassVar = "play"


@dataclass(frozen=True, slots=True)
class Beg(CampusMove):
    """Beg instead of playing the card."""

    tag: ClassVar = "beg"


@dataclass(frozen=True, slots=True)
class PayTiles(CampusMove):
    """Pay tiles for the card or for a danger."""

    tag: ClassVar = "pay"
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class SwapTiles(CampusMove):
    """Swap three tiles for one of a colour."""

    tag: ClassVar = "swap"
    given: Tiles
    colour: ColourNumber


@dataclass(frozen=True, slots=True)
class ReceiveTiles(CampusMove):
    """Choose the tiles to receive."""

    tag: ClassVar = "receive"
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class ScoreAgain(CampusMove):
    """Score books or guests again, ascending, with the tile that each brings; None for no tile."""

    tag: ClassVar = "again"
    cards: CardSet
    colours: Annotated[tuple[ColourNumber | None, ...], Most(4)]

    def disagreement(self) -> str:
        """Return what does not agree."""
        return "" if len(self.cards) == len(self.colours) else "expected a colour for each card"


@dataclass(frozen=True, slots=True)
class ClaimTask(CampusMove):
    """Claim a task at the end of the turn, by its place on the board."""

    tag: ClassVar = "claim"
    place: PlaceNumber


@dataclass(frozen=True, slots=True)
class EndTurn(CampusMove):
    """End the turn."""

    tag: ClassVar = "end"


@dataclass(frozen=True, slots=True)
class PayTask(CampusMove):
    """Pay for a task in a special action, by its place on the board; `tiles` only where there is a choice."""

    tag: ClassVar = "pay-task"
    place: PlaceNumber
    tiles: Annotated[Tiles, Late()] | None = None


@dataclass(frozen=True, slots=True)
class Expand(CampusMove):
    """Pay for a parchment building and flip it; `tiles` only where there is a choice."""

    tag: ClassVar = "expand"
    building: BuildingNumber
    tiles: Annotated[Tiles, Late()] | None = None


@dataclass(frozen=True, slots=True)
class BuyFromHut(CampusMove):
    """Buy a section from the builders' hut with these tiles."""

    tag: ClassVar = "buy-hut"
    verb: ClassVar = "buy"
    section: SectionNumber
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class BuyFromPouch(CampusMove):
    """Buy a shape from the prayer pouch with these tiles; its colour is random."""

    tag: ClassVar = "buy-pouch"
    verb: ClassVar = "buy pouch"
    shape: ShapeNumber
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class Pass(CampusMove):
    """Pass: no more special actions in this round."""

    tag: ClassVar = "pass"


@dataclass(frozen=True, slots=True)
class TakeFromHut(CampusMove):
    """Take a section from the builders' hut."""

    tag: ClassVar = "hut"
    verb: ClassVar = "take"
    section: SectionNumber


@dataclass(frozen=True, slots=True)
class TakeFromPouch(CampusMove):
    """Take a shape from the prayer pouch; its colour is random."""

    tag: ClassVar = "pouch"
    verb: ClassVar = "take pouch"
    shape: ShapeNumber


@dataclass(frozen=True, slots=True)
class LaySection(CampusMove):
    """Lay the section taken."""

    tag: ClassVar = "lay"
    placement: PlacementNumber


@dataclass(frozen=True, slots=True)
class FlipBuilding(CampusMove):
    """Flip a parchment building for a completed one, or None."""

    tag: ClassVar = "flip"
    building: Annotated[BuildingNumber, NoneWord("none")] | None


@dataclass(frozen=True, slots=True)
class SendBuilderHome(CampusMove):
    """Send a monk home in place of a lazy monk: a master builder on a section, or one beside a building."""

    tag: ClassVar = "home"
    section: SectionNumber | None
    building: BuildingNumber | None
    guest: bool = False
    """Whether a guest monk goes home from beside the building."""

    def disagreement(self) -> str:
        """Return what does not agree."""
        one_place = (self.section is None) is not (self.building is None)
        if one_place and not (self.guest and self.building is None):
            return ""
        return "expected a builder on a section or a monk beside a building"


@dataclass(frozen=True, slots=True)
class Borrow(CampusMove):
    """Borrow the card on a pile; a double-coloured one with pouch or hut."""

    tag: ClassVar = "borrow"
    pile: PileNumber
    origin: Annotated[StockTaken, NoneWord("")] | None = None


@dataclass(frozen=True, slots=True)
class Lift(CampusMove):
    """Fulfil a reconstruction, by its place on the board: lift a section to lay it elsewhere."""

    tag: ClassVar = "lift"
    place: PlaceNumber
    section: SectionNumber


@dataclass(frozen=True, slots=True)
class Decline(CampusMove):
    """Decline to pay for a danger or a new arrival."""

    tag: ClassVar = "decline"


@dataclass(frozen=True, slots=True)
class LoseBook(CampusMove):
    """Choose the book that returns to the box."""

    tag: ClassVar = "lose-book"
    card: CardNumber


@dataclass(frozen=True, slots=True)
class LoseGuest(CampusMove):
    """Choose the building beside which a guest monk is lost."""

    tag: ClassVar = "lose-guest"
    building: BuildingNumber


@dataclass(frozen=True, slots=True)
class Settle(CampusMove):
    """Settle a new arrival beside a building; `tiles` only where there is a choice."""

    tag: ClassVar = "settle"
    building: BuildingNumber
    tiles: Annotated[Tiles, Late()] | None = None


@dataclass(frozen=True, slots=True)
class DealPiles(CampusOutcome):
    """The cards of each seat's first pile, unseen by everybody."""

    tag: ClassVar = "deal"
    piles: Annotated[tuple[Secret[CardSet], ...], PerSeat()]


@dataclass(frozen=True, slots=True)
class DrawTile(CampusOutcome):
    """A seat's random fifth tile."""

    tag: ClassVar = "tile"
    seat: Seat
    colour: ColourNumber


@dataclass(frozen=True, slots=True)
class RevealTask(CampusOutcome):
    """The next task revealed for the board."""

    tag: ClassVar = "task"
    task: TaskNumber


@dataclass(frozen=True, slots=True)
class DrawCards(CampusOutcome):
    """Cards that a seat draws from its pile, ascending."""

    tag: ClassVar = "draw"
    seat: Seat
    cards: Secret[CardSet]


@dataclass(frozen=True, slots=True)
class RevealCards(CampusOutcome):
    """All chosen cards, revealed at once, in seat order."""

    tag: ClassVar = "reveal"
    opens_choices: ClassVar[bool] = True
    cards: Annotated[tuple[CardNumber, ...], PerSeat()]


@dataclass(frozen=True, slots=True)
class DrawSection(CampusOutcome):
    """The section drawn from the pouch."""

    tag: ClassVar = "felt"
    section: DrawnSection


@dataclass(frozen=True, slots=True)
class DealLeftovers(CampusOutcome):
    """The piles on the board of unfinished tasks: their sizes and their cards, unseen by everybody."""

    tag: ClassVar = "leftovers"
    counts: Annotated[tuple[Size, ...], Most(LEFTOVER_PILES)]
    piles: Annotated[tuple[Secret[CardSet], ...], Most(LEFTOVER_PILES)]

    def disagreement(self) -> str:
        """Return what does not agree."""
        return "" if len(self.counts) == len(self.piles) == LEFTOVER_PILES else "expected four piles"


@dataclass(frozen=True, slots=True)
class TurnUpCard(CampusOutcome):
    """The card turned up on a leftover pile."""

    tag: ClassVar = "turn-up"
    pile: PileNumber
    card: CardNumber


@dataclass(frozen=True, slots=True)
class RollDice(CampusOutcome):
    """The face of each die."""

    tag: ClassVar = "dice"
    faces: Faces
