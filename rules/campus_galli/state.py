"""The state of a Campus Galli match: an immutable value, views included. What must happen next is its agenda.

The agenda is a stack of steps with the next one last. Steps that ask nobody run by themselves; `turns.py` does it.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias, TypeVar

from rules.campus_galli.box import Origin
from rules.campus_galli.geometry import Mask
from rules.engine.secrecy import Seat, Slot, Zone


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
    """A seat with a double-coloured card says pouch or hut."""

    seat: Seat


class OrderTurnsStep(NamedTuple):
    """The order of turns is fixed. Runs by itself."""


class TakeSectionStep(NamedTuple):
    """A seat takes a section as its card allows. Passes by itself where the card allows none."""

    seat: Seat


class DrawSectionStep(NamedTuple):
    """The dealer draws what the seat feels for."""

    seat: Seat
    shape: int


class LaySectionStep(NamedTuple):
    """A seat lays the section it has taken."""

    seat: Seat
    section: int


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


class TidyUpStep(NamedTuple):
    """Played cards are put away; the next round or the end. Runs by itself."""


Step: TypeAlias = (
    DealPilesStep
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
    | TidyUpStep
)


StepT = TypeVar("StepT")


class NewsKind(Enum):
    """What one event brought about, in public. The comment tells the meaning of `News.items`."""

    PILES_DEALT = "piles-dealt"  # cards for each seat
    TASK_REVEALED = "task-revealed"  # task, place on the board
    TASK_SET_ASIDE = "task-set-aside"  # task
    FLIPPED = "flipped"  # building; by a seat, or by a task where seat is None
    CARDS_DRAWN = "cards-drawn"  # how many
    YEAR_CHANGED = "year-changed"  # cards in the new pile
    CARD_REVEALED = "card-revealed"  # card
    DECLARED = "declared"  # 0 hut, 1 pouch
    CARD_SPENT = "card-spent"  # card: it allowed nothing
    SECTION_TAKEN = "section-taken"  # section
    SHAPE_FELT = "shape-felt"  # shape: the seat feels for it in the pouch
    SECTION_LAID = "section-laid"  # section, placement
    BUILDER_PLACED = "builder-placed"  # section
    BUILDER_BESIDE = "builder-beside"  # building
    BUILDER_HOME = "builder-home"  # gap's first space
    TASK_FULFILLED = "task-fulfilled"  # task, place on the board
    COMPLETED = "completed"  # building
    LAZY_MONK = "lazy-monk"  # space
    LAZY_MONK_HOME = "lazy-monk-home"  # space
    ROUND_BEGUN = "round-begun"  # round
    FINISHED = "finished"  # nothing


class News(NamedTuple):
    """One consequence of the last event; `seat` is whom it concerns, None for the table."""

    kind: NewsKind
    seat: Seat | None
    items: tuple[int, ...]


class Laid(NamedTuple):
    """A section on the plan, who laid it, and whether that seat's master builder stands on it."""

    section: int
    placement: int
    seat: Seat
    builder: bool


class Beside(NamedTuple):
    """A master builder on the grass beside a building."""

    building: int
    seat: Seat


class LazyMonk(NamedTuple):
    """A lazy monk in a gap."""

    space: int
    seat: Seat


class SeatState(NamedTuple):
    """What belongs to one seat."""

    pile: Zone
    hand: Zone
    chosen: Slot
    next_year: Zone
    played: tuple[int, ...]
    tasks: tuple[int, ...]
    """Fulfilled tasks, in the order they were taken."""
    supply: int
    """Monks at home."""
    year: int
    declared: Origin | None


class State(NamedTuple):
    """Everything on the table."""

    agenda: tuple[Step, ...]
    round: int
    """From 1; 0 before the first."""
    open: int
    """A bit for each building in wood."""
    hut: int
    """A bit for each section in the hut."""
    pouch: int
    """A bit for each section in the pouch."""
    laid: tuple[Laid, ...]
    beside: tuple[Beside, ...]
    lazy: tuple[LazyMonk, ...]
    """By space, rising."""
    board: tuple[int | None, ...]
    """The task in each place."""
    deck: Zone
    """Tasks not yet turned up; which they are is no secret, only their order is chance."""
    aside: tuple[int, ...]
    """Tasks set aside."""
    box: Zone
    """Action cards left in the box."""
    seats: tuple[SeatState, ...]
    order: tuple[Seat, ...]
    """The order of turns in this round, once fixed; empty before."""
    draws: tuple[int, ...]
    """How often was drawn from: the task deck, the pouch, then each seat's pile."""
    covered: Mask
    """All spaces under sections: derived from `laid`, kept at hand."""
    news: tuple[News, ...]
    """What the last event brought about."""

    @property
    def year(self) -> int:
        """The year of construction, 1 or 2."""
        return max(seat.year for seat in self.seats)


TASK_DRAWS, POUCH_DRAWS, PILE_DRAWS = 0, 1, 2
"""Places in `State.draws`; the seats' piles follow from the last on."""


def current(state: State, kind: type[StepT]) -> StepT:
    """The present step, which must be of this kind. Raises TypeError otherwise."""
    step = state.agenda[-1]
    if not isinstance(step, kind):
        raise TypeError(f"{kind.__name__} is not what is due, {type(step).__name__} is")
    return step


def open_card(seat: SeatState) -> int:
    """The card that a seat has turned up. Raises TypeError while it lies face down or is missing."""
    if not isinstance(seat.chosen.card, int):
        raise TypeError("the seat shows no card")
    return seat.chosen.card


def done(state: State, *steps: Step) -> State:
    """The state with its present step done; `steps` come next, the first of them first."""
    return state._replace(agenda=state.agenda[:-1] + steps[::-1])


def with_seat(state: State, seat: Seat, value: SeatState) -> State:
    """The state with one seat's part replaced."""
    seats = state.seats
    return state._replace(seats=(*seats[:seat], value, *seats[seat + 1 :]))


def drawn(state: State, source: int) -> State:
    """The state after one more draw from a source."""
    draws = state.draws
    return state._replace(draws=(*draws[:source], draws[source] + 1, *draws[source + 1 :]))
