"""The steps of the agenda: what is still to happen. Automatic steps are run by `agenda.py`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, ClassVar, TypeAlias

from rules.campus_galli.box_limits import MAX_DICE
from rules.campus_galli.pieces import (
    BuildingNumber,
    CardNumber,
    CardSet,
    ColourSet,
    Faces,
    PileNumber,
    PlacementNumber,
    PlaceNumber,
    Seats,
    SectionNumber,
    ShapeNumber,
    SpaceNumber,
    TaskNumber,
)
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.engine.kinds import Most, Range
from rules.engine.secrecy import Seat
from rules.engine.steps import AskingStep, Automatic, Chance, DecisionStep, Step

CampusStep: TypeAlias = Step[Setting, State]


class LayReason(Enum):
    """The reason for laying a section."""

    CARD = "card"
    """A card was played."""
    BOUGHT = "bought"
    """It was bought in a special action, and brings no tiles (CG-II-4f)."""
    REBUILT = "rebuilt"
    """It was lifted from the plan in a special action (CG-III-4a)."""


@dataclass(frozen=True, slots=True)
class DrawTileStep(Chance[Setting, State]):
    """The dealer draws a seat's fifth tile."""

    tag: ClassVar = "tile"
    seat: Seat


@dataclass(frozen=True, slots=True)
class DealPilesStep(Chance[Setting, State]):
    """The dealer deals every seat its pile."""

    tag: ClassVar = "deal"


@dataclass(frozen=True, slots=True)
class FillBoardStep(Chance[Setting, State]):
    """The dealer reveals tasks until the board is full."""

    tag: ClassVar = "fill"


@dataclass(frozen=True, slots=True)
class DrawCardsStep(Chance[Setting, State]):
    """The dealer draws cards for a seat from its pile."""

    tag: ClassVar = "draw"
    seat: Seat
    wanted: Annotated[int, Range(0, 64)]


@dataclass(frozen=True, slots=True)
class ChooseCardStep(AskingStep[Setting, State]):
    """These seats have not chosen yet; any order."""

    tag: ClassVar = "choose"
    pending: Seats


@dataclass(frozen=True, slots=True)
class RevealCardsStep(Chance[Setting, State]):
    """The dealer reveals the chosen cards."""

    tag: ClassVar = "reveal"


@dataclass(frozen=True, slots=True)
class DeclareStep(DecisionStep[Setting, State]):
    """A seat declares pouch or hut for a double-coloured card; with tiles, also whether it plays or begs."""

    tag: ClassVar = "declare"


@dataclass(frozen=True, slots=True)
class OrderTurnsStep(Automatic[Setting, State]):
    """The turn order is fixed. Automatic."""

    tag: ClassVar = "order"


@dataclass(frozen=True, slots=True)
class BeginTurnStep(Automatic[Setting, State]):
    """A seat's turn begins, where cards cost tiles. Automatic."""

    tag: ClassVar = "turn"
    seat: Seat


@dataclass(frozen=True, slots=True)
class PayStep(DecisionStep[Setting, State]):
    """A seat pays for its card. Automatic if there is one way to pay and no swap."""

    tag: ClassVar = "pay"


@dataclass(frozen=True, slots=True)
class ReceiveTilesStep(DecisionStep[Setting, State]):
    """A seat receives tiles of these colours. Automatic without a choice."""

    tag: ClassVar = "receive"
    colours: ColourSet
    """A bit for each colour."""
    number: Annotated[int, Range(0, 64)]


@dataclass(frozen=True, slots=True)
class ProduceBookStep(Automatic[Setting, State]):
    """The book of the seat's card goes to its library. Automatic."""

    tag: ClassVar = "book"
    seat: Seat


@dataclass(frozen=True, slots=True)
class WelcomeGuestStep(Automatic[Setting, State]):
    """The guest of the seat's card comes to its board. Automatic."""

    tag: ClassVar = "guest"
    seat: Seat


@dataclass(frozen=True, slots=True)
class ScoreAgainStep(DecisionStep[Setting, State]):
    """A seat may score up to `most` of these books or guests again."""

    tag: ClassVar = "again"
    cards: CardSet
    most: Annotated[int, Range(1, 4)]


@dataclass(frozen=True, slots=True)
class MoveInStep(Automatic[Setting, State]):
    """A guest moves in, if he can. Automatic."""

    tag: ClassVar = "move-in"
    seat: Seat
    card: CardNumber


@dataclass(frozen=True, slots=True)
class EndTurnStep(DecisionStep[Setting, State]):
    """A seat ends its turn: it may swap and claim tasks. Automatic if it can do neither."""

    tag: ClassVar = "end"


@dataclass(frozen=True, slots=True)
class SpecialActionsStep(AskingStep[Setting, State]):
    """The first of these seats may take a special action; seats that passed are gone."""

    tag: ClassVar = "special"
    seats: Seats


@dataclass(frozen=True, slots=True)
class TakeSectionStep(DecisionStep[Setting, State]):
    """A seat takes a section as its card allows. Skipped if the card allows none."""

    tag: ClassVar = "take"


@dataclass(frozen=True, slots=True)
class DrawSectionStep(Chance[Setting, State]):
    """The dealer draws a section of the shape from the pouch."""

    tag: ClassVar = "feel"
    seat: Seat
    shape: ShapeNumber
    reason: LayReason = LayReason.CARD


@dataclass(frozen=True, slots=True)
class LaySectionStep(DecisionStep[Setting, State]):
    """A seat lays the section it has taken."""

    tag: ClassVar = "lay"
    section: SectionNumber
    reason: LayReason = LayReason.CARD
    lifted: PlacementNumber | None = None
    """The placement from which it was lifted, if it was."""


@dataclass(frozen=True, slots=True)
class FlipBuildingStep(DecisionStep[Setting, State]):
    """A seat that completed a building may flip another."""

    tag: ClassVar = "flip"
    completed: BuildingNumber


@dataclass(frozen=True, slots=True)
class SettleGapsStep(Automatic[Setting, State]):
    """Lazy monks go home, and new gaps beside the section just laid are found. Automatic."""

    tag: ClassVar = "settle"
    seat: Seat
    placement: PlacementNumber


@dataclass(frozen=True, slots=True)
class LazyMonksStep(Automatic[Setting, State]):
    """A seat owes a lazy monk for each of these gaps, named by first space. Automatic while it has supply."""

    tag: ClassVar = "lazy"
    seat: Seat
    gaps: Annotated[tuple[SpaceNumber, ...], Most(64)]


@dataclass(frozen=True, slots=True)
class SendBuilderHomeStep(DecisionStep[Setting, State]):
    """A seat without supply sends a master builder home for the gap at this space."""

    tag: ClassVar = "home"
    gap: SpaceNumber


@dataclass(frozen=True, slots=True)
class DealLeftoversStep(Chance[Setting, State]):
    """The dealer lays the leftover cards on the board of unfinished tasks."""

    tag: ClassVar = "leftovers"


@dataclass(frozen=True, slots=True)
class TurnUpStep(Chance[Setting, State]):
    """The dealer turns up a card of a leftover pile."""

    tag: ClassVar = "turn-up"
    pile: PileNumber


@dataclass(frozen=True, slots=True)
class BorrowStep(DecisionStep[Setting, State]):
    """A seat borrows a card of the board of unfinished tasks."""

    tag: ClassVar = "borrow"


@dataclass(frozen=True, slots=True)
class RollStep(Chance[Setting, State]):
    """The dealer rolls dice for a seat, or once for all."""

    tag: ClassVar = "roll"
    seat: Seat | None
    task: TaskNumber
    place: PlaceNumber
    dice: Annotated[int, Range(1, MAX_DICE)]


@dataclass(frozen=True, slots=True)
class DangerStep(DecisionStep[Setting, State]):
    """A seat pays what the dice demand, or declines. Automatic if it cannot pay or owes nothing."""

    tag: ClassVar = "danger"
    task: TaskNumber
    place: PlaceNumber
    faces: Faces


@dataclass(frozen=True, slots=True)
class LoseBookStep(DecisionStep[Setting, State]):
    """A seat loses a book. Automatic without a choice."""

    tag: ClassVar = "lose-book"


@dataclass(frozen=True, slots=True)
class LoseGuestStep(DecisionStep[Setting, State]):
    """A seat loses a guest monk beside a building of the task's side. Automatic without a choice."""

    tag: ClassVar = "lose-guest"
    task: TaskNumber


@dataclass(frozen=True, slots=True)
class FallStep(Automatic[Setting, State]):
    """The threatened section falls, unless prevented. Automatic."""

    tag: ClassVar = "fall"
    task: TaskNumber
    place: PlaceNumber


@dataclass(frozen=True, slots=True)
class ArrivalStep(DecisionStep[Setting, State]):
    """A seat may pay for a new arrival. Skipped if it cannot."""

    tag: ClassVar = "arrival"
    task: TaskNumber


@dataclass(frozen=True, slots=True)
class TidyUpStep(Automatic[Setting, State]):
    """Played cards are put away; then the next round or the end. Automatic."""

    tag: ClassVar = "tidy"
