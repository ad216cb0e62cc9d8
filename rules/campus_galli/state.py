"""The state of a match: an immutable value, views included. Its agenda is what must happen next.

The agenda is a stack of steps with the next one last. Its effects are told in `told`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Final, NamedTuple

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
from rules.engine.tellings import Telling, Told

MAX_BOARD = 16
"""The maximum number of places on the board of tasks."""


TELLINGS: Final[dict[str, Telling]] = {}
"""The sentence of each kind of effect, by key."""


def _told(key: str, text: str = "", short: str = "", without_seat: str = "") -> str:
    """Return the key of a kind of effects, with its sentence and its other forms in `TELLINGS`."""
    TELLINGS[key] = Telling(key, text, short, without_seat)
    return key


class EffectKind(StrEnum):
    """The kinds of public consequences of an event: each with its sentence and its form in the short log.

    The names in a sentence give the meaning of `Told.facts`; the comments add the facts that it leaves out.
    """

    PILES_DEALT = _told("piles-dealt", "Each player is dealt {count:cards}.")
    TASK_REVEALED = _told(
        "task-revealed", "New task: {task:task}{task:worth}.", "New task: {task:task}."
    )  # and its place on the board
    TASK_SET_ASIDE = _told("task-set-aside", "Set aside (impossible now): {task:task}.")
    FLIPPED = _told(
        "flipped",
        "{seat} flips {building:building} to wood{building:flip-points}.",
        "; {building:is} flipped to wood{building:flip-points}",
        without_seat="Flipped to wood: {building:building}{building:flip-points}.",
    )
    CARDS_DRAWN = _told("cards-drawn")  # how many
    YEAR_CHANGED = _told("year-changed", "{seat} begins year 2 with {count:cards}.", "Year 2 begins.")
    CARD_REVEALED = _told("card-revealed", "{seat} plays {card:card}.")
    DECLARED = _told("declared", "{seat} chooses the {stock:stock}.")
    CARD_SPENT = _told("card-spent", "{seat}'s card allows no section and is spent.")  # card
    SECTION_TAKEN = _told("section-taken", "{seat} takes the {section:section} from the {section:origin}.")
    SHAPE_FELT = _told("shape-felt", "{seat} draws a {shape:shape} from the pouch.")
    SECTION_LAID = _told(
        "section-laid",
        "{seat} places the {section:section} on {placement:spaces}{placement:gaps}.",
        "{seat}: {section:section} at {placement:place}{placement:gaps-short}",
    )
    BUILDER_PLACED = _told("builder-placed", "{seat}'s master builder stands on it: +1.", "; builder +1")  # section
    BUILDER_BESIDE = _told(
        "builder-beside", "{seat}'s master builder stands beside {building:letter}: +1.", "; builder +1"
    )
    BUILDER_HOME = _told(
        "builder-home",
        "{seat} has no monk left for the gap at {space:space}; a master builder goes home: -1.",
        "; a builder goes home -1",
    )
    TASK_FULFILLED = _told(
        "task-fulfilled", "{seat} fulfils {task:task}: {task:points}.", "; {task:task} {task:points}"
    )  # and its place on the board
    COMPLETED = _told("completed", "{seat} completes {building:building}.", "; completes {building:letter}")
    LAZY_MONK = _told(
        "lazy-monk", "{seat} gets a lazy monk in the gap at {space:space}: -1.", "; lazy monk at {space:space} -1"
    )
    LAZY_MONK_HOME = _told(
        "lazy-monk-home", "{seat}'s lazy monk at {space:space} goes home: +1.", "; {seat}'s lazy monk goes home +1"
    )
    TILES_RECEIVED = _told("tiles-received", "{seat} receives {tiles:tiles}.", "; receives {tiles:tiles}")
    TILES_PAID = _told("tiles-paid", "{seat} pays {tiles:tiles}.")
    TILES_SWAPPED = _told("tiles-swapped", "{seat} swaps {tiles:tiles} for a {tiles:swapped} one.")
    TILES_RETURNED = _told("tiles-returned", "{seat} returns {tiles:tiles}.")  # dues
    PLAYS = _told("plays", "{seat} will play card {card:number}.")  # it will be paid for
    BEGS = _told("begs", "{seat} begs instead of playing card {card:number}.")
    BOOK_PRODUCED = _told("book-produced", "{seat} produces the {card:name}.")
    GUEST_COME = _told("guest-come", "{seat} welcomes {card:name}.")
    SCORED_AGAIN = _told("scored-again", "{seat} scores {card:name} again.", "; scores {card:name} again")
    MOVED_IN = _told(
        "moved-in",
        "{seat} places {building:guests} beside {building:building}: {building:guest-points}.",
        "; moves in beside {building:letter} {building:guest-points}",
    )  # and the number of monks
    PASSED = _told("passed", "{seat} passes.")
    ROUND_BEGUN = _told("round-begun", "Round {round} begins.")
    FINISHED = _told("finished", "The match is over.")
    LEFTOVERS_DEALT = _told("leftovers-dealt", "The piles of unfinished tasks have {counts:piles} cards.")
    TURNED_UP = _told("turned-up", "New unfinished task: {card:card}.")  # and its pile
    BORROWED = _told("borrowed", "{seat} borrows {card:card}.")  # and its pile
    EVENT = _told("event", "Event: {task:task}.")  # and its place on the board: it takes effect
    EVENT_IGNORED = _told("event-ignored", "Event without effect: {task:task}.")
    DICE_ROLLED = _told("dice-rolled", "{seat} rolls: {task:dice}.")  # task, then a face for each die; no seat: for all
    WARDED_OFF = _told("warded-off", "{seat} wards it off.")  # task
    COOPERATION = _told("cooperation", "{seat} takes {task:cooperation}.")  # task, number of cards
    BOOK_LOST = _told("book-lost", "{seat} loses the {card:name}.")
    GUEST_LOST = _told("guest-lost", "{seat}'s guest monk beside {building:letter} goes home: -1.")
    THREATENED = _told("threatened", "The {section:section} is threatened.")
    FALLEN = _told("fallen", "The {section:section} at {placement:place} falls{placement:gaps}.")
    CORDON_LAID = _told("cordon-laid", "The cordon is placed on {building:building}.")
    CORDON_LIFTED = _told("cordon-lifted", "{seat} lifts the cordon from {building:building}.")
    ARRIVED = _told("arrived", "{seat}'s new monk stands beside {building:letter}: +1.")
    LIFTED = _told("lifted", "{seat} lifts the {section:section} at {placement:place}{placement:gaps}.")


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


def supplied(state: State, seat: Seat, monks: int) -> State:
    """Return the state with monks added to the seat's supply, or taken from it."""
    own = state.seats[seat]
    return with_seat(state, seat, own._replace(supply=own.supply + monks))


def beside(state: State, seat: Seat, building: int, monks: int = 1, *, guest: bool = False) -> State:
    """Return the state with monks of the seat's supply beside a building."""
    coming = [BesideMonk(building, seat, guest)] * monks
    return supplied(state, seat, -monks)._replace(beside=(*state.beside, *coming))


def count_draw(state: State, source: int) -> State:
    """Return the state after one more draw from a source."""
    draws = state.draws
    return state._replace(draws=(*draws[:source], draws[source] + 1, *draws[source + 1 :]))
