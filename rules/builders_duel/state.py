"""The state of a match: everything on the table. All of it is public; only the order of shuffled cards is unknown."""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

from rules.builders_duel.box import GOODS, MOST_GOODS, SEALS, Good
from rules.engine.deck import Deck
from rules.engine.kinds import Kind, Most, Range, Total
from rules.engine.secrecy import Seat
from rules.engine.steps import Step
from rules.engine.tellings import Told

LINES: Final = ("r1", "r2", "r3", "c1", "c2", "c3", "d1", "d2")
LINE_NAMES: Final = (
    "top row",
    "middle row",
    "bottom row",
    "left column",
    "middle column",
    "right column",
    "diagonal 1-5-9",
    "diagonal 3-5-7",
)
CELLS_OF: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""The cells of each line, ascending."""
PASSAGES: Final = 4
ROUNDS_PER_PASSAGE: Final = 3
"""The rounds of a passage."""
LAST_ROUND: Final = PASSAGES * ROUNDS_PER_PASSAGE

Line = Annotated[int, Kind("line")]
Cell = Annotated[int, Kind("cell")]
Seal = Annotated[int, Kind("seal")]
CardNumber = Annotated[int, Kind("card")]
CardPlace = Annotated[int, Kind("card", piece=True)]
CardDeck = Annotated[Deck, Kind("card", piece=True)]
SealPlace = Annotated[int, Kind("neutral", piece=True)]
SealDeck = Annotated[Deck, Kind("neutral", piece=True)]
Count = Annotated[int, Range(0, 9), Total("goods")]
Gold = Annotated[int, Range(0, 74), Total("gold")]
Goods = tuple[Count, Count, Count, Count, Count]
"""Numbers of wood, sand, stone, wool and ore."""
Chosen = Annotated[tuple[Good, ...], Most(MOST_GOODS)]
"""Goods chosen, ascending, equal ones repeated."""
Installed = Annotated[bool, Total("goods")]
Section = tuple[Installed, Installed, Installed]

NO_GOODS: Final = (0, 0, 0, 0, 0)


class SideState(NamedTuple):
    """What a side has."""

    gold: Gold
    seals: tuple[SealPlace, ...]
    """Neutral seals, ascending."""
    supply: Goods
    raw: Goods
    """Raw goods in the camp."""
    worked: Goods
    """Worked goods in the camp."""
    sections: tuple[Section, Section, Section]
    kept: tuple[CardPlace, ...] = ()
    """1x cards, in the order in which they were won."""


class Thrown(NamedTuple):
    """A seal thrown in this conflict, in order."""

    seat: Seat
    seal: SealPlace | None
    """None for the personal seal."""
    face: Annotated[int, Range(0, 5)] | None
    """None while it has not fallen."""


class Conflict(NamedTuple):
    """The conflict of this round."""

    thrown: tuple[Thrown, ...] = ()
    oath: tuple[Annotated[int, Range(0, 9999)], Annotated[int, Range(0, 9999)]] = (0, 0)
    """What oaths added to each sum."""
    mover: Seat | None = None
    """The seat that threw last, or whose go it is."""
    sworn: bool = False
    """Whether the mover threw its personal seal in this go."""


class DuelTurn(NamedTuple):
    """What holds until the end of the turn."""

    free_material: bool = False
    material_price: Annotated[int, Range(0, 99)] | None = None
    """The price of each material by a Scaffold."""
    sites: Annotated[int, Range(1, 3)] = 1
    """In how many sections may be built."""
    built: Annotated[tuple[Annotated[int, Kind("section")], ...], Most(3)] = ()
    """The sections built in so far."""


class DuelState(NamedTuple):
    """Everything on the table."""

    agenda: tuple[Step[Any, Any], ...]
    told: tuple[Told, ...]
    draws: Annotated[int, Range(0, 4096)]
    round: Annotated[int, Range(0, LAST_ROUND)]
    """From 1; 0 before the first."""
    power: Seat
    """Who has the Power."""
    holder: Seat
    """Who had it when the round began."""
    decks: tuple[CardDeck, CardDeck]
    discards: tuple[tuple[CardPlace, ...], tuple[CardPlace, ...]]
    """Ascending."""
    display: Annotated[tuple[CardPlace | None, ...], Most(9)]
    """The cards of the nine cells; none where one has been kept."""
    claims: tuple[Line | None, Line | None]
    """The line of each side."""
    owners: Annotated[tuple[Seat | None, ...], Most(9)]
    """Who may still use the card of each cell."""
    conflict: Conflict
    turn: DuelTurn
    stack: SealDeck
    bank: Gold
    bonuses: tuple[Seat | None, Seat | None, Seat | None]
    """Who finished a section of each number first."""
    sides: tuple[SideState, SideState]

    @property
    def deck(self) -> int:
        """The deck of this round's passage: 0 or 1."""
        return passage(self.round) % 2


def passage(round_: int) -> int:
    """Return the passage of a round, from 0."""
    return max(round_ - 1, 0) // ROUNDS_PER_PASSAGE


def other(seat: Seat) -> Seat:
    """Return the other seat."""
    return Seat(1 - seat)


def crossing(first: int, second: int) -> set[int]:
    """Return the cells that two lines share."""
    return set(CELLS_OF[first]) & set(CELLS_OF[second])


def contested(state: DuelState) -> int:
    """Return the cell that both sides have claimed; both claims must be made."""
    first, second = state.claims
    (cell,) = crossing(first or 0, second or 0)
    return cell


def with_side(state: DuelState, seat: Seat, side: SideState) -> DuelState:
    """Return the state with one side replaced."""
    return state._replace(sides=(side, state.sides[1]) if seat == 0 else (state.sides[0], side))


def pay(state: DuelState, seat: Seat, gold: int) -> DuelState:
    """Return the state after the seat has paid the bank."""
    side = state.sides[seat]
    return with_side(state._replace(bank=state.bank + gold), seat, side._replace(gold=side.gold - gold))


def take_gold(state: DuelState, seat: Seat, gold: int) -> tuple[DuelState, int]:
    """Return the state after the seat has taken gold from the bank, and how much there was (BD-4m)."""
    taken = min(gold, state.bank)
    return pay(state, seat, -taken), taken


def add(goods: Goods, other_goods: Goods, sign: int = 1) -> Goods:
    """Return the sum of two numbers of goods, or their difference."""
    wood, sand, stone, wool, ore = (one + sign * more for one, more in zip(goods, other_goods, strict=True))
    return (wood, sand, stone, wool, ore)


def counted(chosen: Chosen) -> Goods:
    """Return the numbers of chosen goods."""
    wood, sand, stone, wool, ore = (chosen.count(good) for good in range(len(GOODS)))
    return (wood, sand, stone, wool, ore)


def installed_materials(side: SideState) -> int:
    """Return the number of materials installed, those of finished sections included."""
    return sum(map(sum, side.sections))


def finished_sections(side: SideState) -> int:
    """Return the number of finished sections."""
    return sum(all(section) for section in side.sections)


def sum_of(state: DuelState, seat: Seat) -> int:
    """Return a side's sum in the conflict."""
    fallen = sum(thrown.face or 0 for thrown in state.conflict.thrown if thrown.seat == seat)
    return fallen + state.conflict.oath[seat]


def seal_word(seal: int) -> str:
    """Return the word of a kind of seal as players write it, e.g. "1/4"."""
    return "personal" if seal == len(SEALS) - 1 else "/".join(SEALS[seal])
