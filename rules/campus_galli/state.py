"""The state of a match: an immutable value, views included. Its agenda is what must happen next.

The agenda is a stack of steps with the next one last. Its effects are told in `told`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, NamedTuple

from rules.campus_galli.box import Spaces, StockTaken
from rules.campus_galli.box_limits import LEFTOVER_PILES, MAX_TILES
from rules.campus_galli.pieces import (
    BuildingNumber,
    BuildingSet,
    CardNumber,
    CardPlace,
    Cards,
    CardSlot,
    CardZone,
    ColourSet,
    Count,
    PlacementNumber,
    Seats,
    SectionPlace,
    SectionPlaces,
    SpaceNumber,
    TaskPlace,
    Tasks,
)
from rules.campus_galli.tiles import NO_TILES, Tiles
from rules.engine import plain_data
from rules.engine.kinds import Form, Kind, Most, PerSeat, Range, Total
from rules.engine.secrecy import EVERYONE, HIDDEN, Seat, Slot, Zone
from rules.engine.steps import Step
from rules.engine.tellings import Told

MAX_BOARD = 16
"""The maximum number of places on the board of tasks."""


class EffectKind(StrEnum):
    """The kinds of public consequences of an event. The comments give the meaning of `Told.items`."""

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
    TILES_RECEIVED = "tiles-received"  # red, green, blue, yellow
    TILES_PAID = "tiles-paid"  # red, green, blue, yellow
    TILES_SWAPPED = "tiles-swapped"  # red, green, blue, yellow given
    TILES_RETURNED = "tiles-returned"  # red, green, blue, yellow: dues
    PLAYS = "plays"  # card: it will be paid for
    BEGS = "begs"  # card
    BOOK_PRODUCED = "book-produced"  # card
    GUEST_COME = "guest-come"  # card
    SCORED_AGAIN = "scored-again"  # card
    MOVED_IN = "moved-in"  # building, monks
    PASSED = "passed"  # nothing
    ROUND_BEGUN = "round-begun"  # round
    FINISHED = "finished"  # nothing
    LEFTOVERS_DEALT = "leftovers-dealt"  # cards in the green, the blue, the red and the yellow pile
    TURNED_UP = "turned-up"  # card, pile
    BORROWED = "borrowed"  # card, pile
    EVENT = "event"  # task, place on the board: it takes effect
    EVENT_IGNORED = "event-ignored"  # task
    DICE_ROLLED = "dice-rolled"  # task, then a face for each die; for a seat, or for all where seat is None
    WARDED_OFF = "warded-off"  # task
    COOPERATION = "cooperation"  # task, number of cards
    BOOK_LOST = "book-lost"  # card
    GUEST_LOST = "guest-lost"  # building
    THREATENED = "threatened"  # section
    FALLEN = "fallen"  # section, placement
    CORDON_LAID = "cordon-laid"  # building
    CORDON_LIFTED = "cordon-lifted"  # building
    ARRIVED = "arrived"  # building
    LIFTED = "lifted"  # section, placement


_KINDS = tuple(EffectKind)
_TOLD = plain_data.structure(
    Told,
    key=plain_data.Codec(_KINDS.index, lambda number: _KINDS[plain_data.integer(0, len(_KINDS) - 1).decode(number)]),
    seat=plain_data.optional(plain_data.SEAT),
    facts=plain_data.items(plain_data.integer(0, 1 << 16), 5),
)


TilePlace = Annotated[Tiles, Total("tiles")]


class LaidSection(NamedTuple):
    """A section on the plan, the seat that laid it, and whether its master builder stands on it."""

    section: SectionPlace
    placement: PlacementNumber
    seat: Seat
    builder: Annotated[bool, Total("monks")]


class BesideMonk(NamedTuple):
    """A master builder or a guest monk on the grass beside a building."""

    building: BuildingNumber
    seat: Seat
    guest: bool = False


class LazyMonk(NamedTuple):
    """A lazy monk in a gap."""

    space: SpaceNumber
    seat: Seat


class LeftoverPile(NamedTuple):
    """A pile of the board of unfinished tasks."""

    pile: CardZone
    top: CardPlace | None = None
    """The card turned up."""
    borrowed: tuple[CardNumber, ...] = ()
    """The cards turned up here earlier, in order; they are elsewhere by now."""


class SeatState(NamedTuple):
    """The state of one seat."""

    pile: CardZone
    hand: CardZone
    chosen: CardSlot
    next_year: CardZone
    played: Cards
    tasks: Tasks
    """Fulfilled tasks, in order."""
    supply: Annotated[Count, Total("monks")]
    """Monks in supply."""
    year: Annotated[int, Range(1, 2)]
    declared: StockTaken | None
    tiles: TilePlace = NO_TILES
    begs: bool = False
    """Whether it begs or has begged in this round."""
    books: Cards = ()
    """Its library, in order of production."""
    guests: Cards = ()
    """The guests on its board, in order of arrival."""
    cooperation: Annotated[int, Range(0, MAX_TILES)] = 0
    """Its "good cooperation" cards."""
    borrowed: CardPlace | None = None
    """The borrowed card that it plays as its own, until it goes elsewhere."""
    lost: Cards = ()
    """Books of its library that have returned to the box for good."""


class State(NamedTuple):
    """Everything on the table."""

    agenda: Annotated[tuple[Step[Any, Any], ...], Most(64)]
    round: Count
    """From 1; 0 before the first."""
    open: BuildingSet
    """A bit for each building in wood."""
    hut: SectionPlaces
    """A bit for each section in the hut."""
    pouch: SectionPlaces
    """A bit for each section in the pouch."""
    laid: tuple[LaidSection, ...]
    beside: tuple[Annotated[BesideMonk, Total("monks")], ...]
    lazy: tuple[Annotated[LazyMonk, Total("monks")], ...]
    """By space, rising."""
    board: Annotated[tuple[TaskPlace | None, ...], Most(MAX_BOARD)]
    """The task in each place."""
    deck: Annotated[Zone, Kind("task", piece=True)]
    """Tasks not yet revealed; which they are is public, their order is random."""
    aside: Tasks
    """Tasks set aside."""
    box: CardZone
    """Action cards left in the box."""
    seats: Annotated[tuple[SeatState, ...], PerSeat()]
    order: Seats
    """The turn order of this round; empty until it is fixed."""
    draws: Annotated[tuple[Count, ...], Most(16)]
    """The number of draws from the task deck, the pouch, each seat's pile, and at level III dice and leftover piles."""
    covered: Spaces
    """All spaces under sections: derived from `laid`, cached."""
    told: tuple[Annotated[Told, Form(_TOLD)], ...]
    """The consequences of the last event."""
    tiles: TilePlace = NO_TILES
    """The supply."""
    turned: Annotated[int, Form(plain_data.mask(MAX_BOARD))] = 0
    """A bit for each place of the board that is not refilled this round: its card has taken effect."""
    first: Seat = Seat(0)
    """The seat that had the first turn of the previous round."""
    received: ColourSet = 0
    """A bit for each colour received in the present turn."""
    turn: Seat | None = None
    """The seat whose turn it is, where cards cost tiles; None between turns."""
    cordon: BuildingNumber | None = None
    """The building under the cordon."""
    leftovers: Annotated[tuple[LeftoverPile, ...], Most(LEFTOVER_PILES)] = ()
    """The board of unfinished tasks: books, prayer, building, guests; empty below level III."""
    fallen: Tasks = ()
    """Tasks of collapses not prevented, beside the board (CG-III-1k8)."""

    @property
    def year(self) -> int:
        """The year of construction, 1 or 2."""
        return max(seat.year for seat in self.seats)


TASK_DRAWS, POUCH_DRAWS, PILE_DRAWS = 0, 1, 2
"""Indices in `State.draws`; the seats' piles begin at the last, then come the dice and the leftover piles."""


def dice_draws(state: State) -> int:
    """Return the index of the dice in `State.draws`."""
    return PILE_DRAWS + len(state.seats)


def open_card(seat: SeatState) -> int:
    """Return the card that a seat shows. Raises TypeError if it is face down or missing."""
    if not isinstance(seat.chosen.card, int):
        raise TypeError("the seat shows no card")
    return seat.chosen.card


def known(zone: Zone) -> tuple[int, ...]:
    """Return what lies in a zone. Raises ValueError if the state hides it."""
    if zone.cards is HIDDEN:
        raise ValueError("this view does not show what is to be drawn from")
    return zone.cards


def discard_played(seat: SeatState) -> tuple[int, SeatState]:
    """Return the card that a seat plays, borrowed or its own, and the seat without it."""
    if seat.borrowed is not None:
        return seat.borrowed, seat._replace(borrowed=None)
    return open_card(seat), seat._replace(chosen=Slot(None, EVERYONE))


def event_order(state: State) -> tuple[Seat, ...]:
    """Return the seats in order, from the one that had the first turn of the previous round (CG-II-1f)."""
    seats = len(state.seats)
    return tuple(Seat((state.first + later) % seats) for later in range(seats))


def with_seat(state: State, seat: Seat, value: SeatState) -> State:
    """Return the state with one seat's part replaced."""
    seats = state.seats
    return state._replace(seats=(*seats[:seat], value, *seats[seat + 1 :]))


def count_draw(state: State, source: int) -> State:
    """Return the state after one more draw from a source."""
    draws = state.draws
    return state._replace(draws=(*draws[:source], draws[source] + 1, *draws[source + 1 :]))
