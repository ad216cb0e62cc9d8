"""The steps of the agenda: what is still to happen. Automatic steps are run by `agenda.py`."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias

from rules.engine.secrecy import Seat


class LayReason(Enum):
    """The reason for laying a section."""

    CARD = "card"
    """A card was played."""
    BOUGHT = "bought"
    """It was bought in a special action, and brings no tiles (CG-II-4f)."""
    REBUILT = "rebuilt"
    """It was lifted from the plan in a special action (CG-III-4a)."""


class DrawTileStep(NamedTuple):
    """The dealer draws a seat's fifth tile."""

    seat: Seat


class DealPilesStep(NamedTuple):
    """The dealer deals every seat its pile."""


class FillBoardStep(NamedTuple):
    """The dealer reveals tasks until the board is full."""


class DrawCardsStep(NamedTuple):
    """The dealer draws cards for a seat from its pile."""

    seat: Seat
    wanted: int


class ChooseCardStep(NamedTuple):
    """These seats have not chosen yet; any order."""

    pending: tuple[Seat, ...]


class RevealCardsStep(NamedTuple):
    """The dealer reveals the chosen cards."""


class DeclareStep(NamedTuple):
    """A seat declares pouch or hut for a double-coloured card; with tiles, also whether it plays or begs."""

    seat: Seat


class OrderTurnsStep(NamedTuple):
    """The turn order is fixed. Automatic."""


class BeginTurnStep(NamedTuple):
    """A seat's turn begins, where cards cost tiles. Automatic."""

    seat: Seat


class PayStep(NamedTuple):
    """A seat pays for its card. Automatic if there is one way to pay and no swap."""

    seat: Seat


class ReceiveTilesStep(NamedTuple):
    """A seat receives tiles of these colours. Automatic without a choice."""

    seat: Seat
    colours: int
    """A bit for each colour."""
    number: int


class ProduceBookStep(NamedTuple):
    """The book of the seat's card goes to its library. Automatic."""

    seat: Seat


class WelcomeGuestStep(NamedTuple):
    """The guest of the seat's card comes to its board. Automatic."""

    seat: Seat


class ScoreAgainStep(NamedTuple):
    """A seat may score up to `most` of these books or guests again."""

    seat: Seat
    cards: tuple[int, ...]
    most: int


class MoveInStep(NamedTuple):
    """A guest moves in, if he can. Automatic."""

    seat: Seat
    card: int


class EndTurnStep(NamedTuple):
    """A seat ends its turn: it may swap and claim tasks. Automatic if it can do neither."""

    seat: Seat


class SpecialActionsStep(NamedTuple):
    """The first of these seats may take a special action; seats that passed are gone."""

    seats: tuple[Seat, ...]


class TakeSectionStep(NamedTuple):
    """A seat takes a section as its card allows. Skipped if the card allows none."""

    seat: Seat


class DrawSectionStep(NamedTuple):
    """The dealer draws a section of the shape from the pouch."""

    seat: Seat
    shape: int
    reason: LayReason = LayReason.CARD


class LaySectionStep(NamedTuple):
    """A seat lays the section it has taken."""

    seat: Seat
    section: int
    reason: LayReason = LayReason.CARD
    lifted: int | None = None
    """The placement from which it was lifted, if it was."""


class FlipBuildingStep(NamedTuple):
    """A seat that completed a building may flip another."""

    seat: Seat
    completed: int


class SettleGapsStep(NamedTuple):
    """Lazy monks go home, and new gaps beside the section just laid are found. Automatic."""

    seat: Seat
    placement: int


class LazyMonksStep(NamedTuple):
    """A seat owes a lazy monk for each of these gaps, named by first space. Automatic while it has supply."""

    seat: Seat
    gaps: tuple[int, ...]


class SendBuilderHomeStep(NamedTuple):
    """A seat without supply sends a master builder home for the gap at this space."""

    seat: Seat
    gap: int


class DealLeftoversStep(NamedTuple):
    """The dealer lays the leftover cards on the board of unfinished tasks."""


class TurnUpStep(NamedTuple):
    """The dealer turns up a card of a leftover pile."""

    pile: int


class BorrowStep(NamedTuple):
    """A seat borrows a card of the board of unfinished tasks."""

    seat: Seat


class RollStep(NamedTuple):
    """The dealer rolls dice for a seat, or once for all."""

    seat: Seat | None
    task: int
    place: int
    dice: int


class DangerStep(NamedTuple):
    """A seat pays what the dice demand, or declines. Automatic if it cannot pay or owes nothing."""

    seat: Seat
    task: int
    place: int
    faces: tuple[int, ...]


class LoseBookStep(NamedTuple):
    """A seat loses a book. Automatic without a choice."""

    seat: Seat


class LoseGuestStep(NamedTuple):
    """A seat loses a guest monk beside a building of the task's side. Automatic without a choice."""

    seat: Seat
    task: int


class FallStep(NamedTuple):
    """The threatened section falls, unless prevented. Automatic."""

    task: int
    place: int


class ArrivalStep(NamedTuple):
    """A seat may pay for a new arrival. Skipped if it cannot."""

    seat: Seat
    task: int


class TidyUpStep(NamedTuple):
    """Played cards are put away; then the next round or the end. Automatic."""


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
