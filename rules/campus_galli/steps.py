"""What is still to happen in a match: the steps of its agenda. Those that ask nobody run by themselves (`flow`)."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias

from rules.engine.secrecy import Seat


class LayReason(Enum):
    """For what a section is laid."""

    CARD = "card"
    """A card was played."""
    BOUGHT = "bought"
    """It was bought in a special action, and brings no tiles (CG-II-4f)."""
    REBUILT = "rebuilt"
    """It lay on the plan, and is laid elsewhere in a special action (CG-III-4a)."""


class DrawTileStep(NamedTuple):
    """The dealer draws a seat's fifth tile."""

    seat: Seat


class DealPilesStep(NamedTuple):
    """The dealer deals every seat its pile."""


class FillBoardStep(NamedTuple):
    """The dealer turns up tasks until the board is full."""


class DrawCardsStep(NamedTuple):
    """The dealer gives a seat so many cards of its pile."""

    seat: Seat
    wanted: int


class ChooseCardStep(NamedTuple):
    """These seats have still to choose, in any order."""

    pending: tuple[Seat, ...]


class RevealCardsStep(NamedTuple):
    """The dealer turns up what was chosen."""


class DeclareStep(NamedTuple):
    """A seat says pouch or hut with a double-coloured card; where cards cost tiles, whether it plays or begs."""

    seat: Seat


class OrderTurnsStep(NamedTuple):
    """The order of turns is fixed. Runs by itself."""


class BeginTurnStep(NamedTuple):
    """A seat's turn begins, where cards cost tiles. Runs by itself."""

    seat: Seat


class PayStep(NamedTuple):
    """A seat pays for its card. Runs by itself where it can do so in one way only and can swap nothing."""

    seat: Seat


class ReceiveTilesStep(NamedTuple):
    """A seat receives so many tiles of these colours. Runs by itself where there is no choice."""

    seat: Seat
    colours: int
    """A bit for each colour."""
    number: int


class ProduceBookStep(NamedTuple):
    """The book of the seat's card goes to its library. Runs by itself."""

    seat: Seat


class WelcomeGuestStep(NamedTuple):
    """The guest of the seat's card comes to its board. Runs by itself."""

    seat: Seat


class ScoreAgainStep(NamedTuple):
    """A seat may score so many of these books or guests again."""

    seat: Seat
    cards: tuple[int, ...]
    most: int


class MoveInStep(NamedTuple):
    """A guest moves in, if he can. Runs by itself."""

    seat: Seat
    card: int


class EndTurnStep(NamedTuple):
    """A seat ends its turn: it may swap, and take tasks of the end. Runs by itself where it can do neither."""

    seat: Seat


class SpecialActionsStep(NamedTuple):
    """The first of these seats may take a special action; all of them have not passed yet."""

    seats: tuple[Seat, ...]


class TakeSectionStep(NamedTuple):
    """A seat takes a section as its card allows. Passes by itself where the card allows none."""

    seat: Seat


class DrawSectionStep(NamedTuple):
    """The dealer draws what the seat feels for."""

    seat: Seat
    shape: int
    reason: LayReason = LayReason.CARD


class LaySectionStep(NamedTuple):
    """A seat lays the section it has taken."""

    seat: Seat
    section: int
    reason: LayReason = LayReason.CARD
    lifted: int | None = None
    """The placement from which it was lifted, where it is laid elsewhere."""


class FlipBuildingStep(NamedTuple):
    """A seat that completed a building may flip another."""

    seat: Seat
    completed: int


class SettleGapsStep(NamedTuple):
    """Lazy monks go home, and new gaps beside the section just laid are found. Runs by itself."""

    seat: Seat
    placement: int


class LazyMonksStep(NamedTuple):
    """A seat owes a lazy monk for each of these gaps, named by their first space. Runs by itself while it can pay."""

    seat: Seat
    gaps: tuple[int, ...]


class SendBuilderHomeStep(NamedTuple):
    """A seat without supply takes a master builder home for the gap at this space."""

    seat: Seat
    gap: int


class DealLeftoversStep(NamedTuple):
    """The dealer lays the cards that are left on the board of unfinished tasks."""


class TurnUpStep(NamedTuple):
    """The dealer turns up a card of a pile of that board."""

    pile: int


class BorrowStep(NamedTuple):
    """A seat borrows a card of that board."""

    seat: Seat


class RollStep(NamedTuple):
    """The dealer rolls so many dice for a seat, or once for all."""

    seat: Seat | None
    task: int
    place: int
    dice: int


class DangerStep(NamedTuple):
    """A seat pays what the dice ask, or not. Runs by itself where it cannot pay, and where there is nothing to pay."""

    seat: Seat
    task: int
    place: int
    faces: tuple[int, ...]


class LoseBookStep(NamedTuple):
    """A seat loses a book. Runs by itself where there is no choice."""

    seat: Seat


class LoseGuestStep(NamedTuple):
    """A seat loses a guest monk beside a building of the task's side. Runs by itself where there is no choice."""

    seat: Seat
    task: int


class FallStep(NamedTuple):
    """The threatened section falls, unless somebody has prevented it. Runs by itself."""

    task: int
    place: int


class ArrivalStep(NamedTuple):
    """A seat may pay for a new arrival. Runs by itself where it cannot."""

    seat: Seat
    task: int


class TidyUpStep(NamedTuple):
    """Played cards are put away; the next round or the end. Runs by itself."""


Step: TypeAlias = (
    DealPilesStep
    | DrawTileStep
    | BeginTurnStep
    | PayStep
    | ReceiveTilesStep
    | ProduceBookStep
    | WelcomeGuestStep
    | ScoreAgainStep
    | MoveInStep
    | EndTurnStep
    | SpecialActionsStep
    | FillBoardStep
    | DrawCardsStep
    | ChooseCardStep
    | RevealCardsStep
    | DeclareStep
    | OrderTurnsStep
    | TakeSectionStep
    | DrawSectionStep
    | LaySectionStep
    | FlipBuildingStep
    | SettleGapsStep
    | LazyMonksStep
    | SendBuilderHomeStep
    | DealLeftoversStep
    | TurnUpStep
    | BorrowStep
    | RollStep
    | DangerStep
    | LoseBookStep
    | LoseGuestStep
    | FallStep
    | ArrivalStep
    | TidyUpStep
)
