"""How good each of a seat's moves looks at a glance. The brother plays by it, and search begins with it.

Worths are whole numbers, 100 to a half-point; only those of one decision can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Final

from rules.campus_galli import dangers, deeds, leftovers, specials, tasks
from rules.campus_galli.appraisal import Appraisal, Appraiser, early
from rules.campus_galli.box import ActionCard, CardKind, Origin, TaskKind
from rules.campus_galli.events import (
    Beg,
    Borrow,
    BuyFromHut,
    BuyFromPouch,
    CampusMove,
    ChooseCard,
    ClaimTask,
    Declare,
    Expand,
    FlipBuilding,
    LaySection,
    Lift,
    LoseBook,
    LoseGuest,
    PayTask,
    PayTiles,
    PlayCard,
    ReceiveTiles,
    ScoreAgain,
    Settle,
    SwapTiles,
    TakeFromHut,
    TakeFromPouch,
)
from rules.campus_galli.geometry import border, spaces_of
from rules.campus_galli.options import card_in_play
from rules.campus_galli.prospects import JOKER
from rules.campus_galli.scoring import BUILDER
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State, current
from rules.campus_galli.steps import ArrivalStep, DangerStep, EndTurnStep, LaySectionStep, SpecialActionsStep
from rules.campus_galli.tiles import ONE, Tiles, card_cost, colours_in, plus, swapped, within
from rules.engine.game import HALF_POINT
from rules.engine.secrecy import HIDDEN, Seat

ANGEL_KEPT: Final = 120
"""What it costs to spend the angel: it will do for any other card."""
MASTER_KEPT: Final = 30
"""The same of a grand master builder and a grand seer."""
NOTHING: Final = -50
"""A card that allows nothing."""


class Table:
    """What a seat looks at in one decision."""

    def __init__(self, places: Appraisal, state: State, seat: Seat) -> None:
        self.places = places
        self.state = state
        self.seat = seat
        """Who looks."""
        self.setting: Setting = places.setting
        self.tile = places.weights.tile
        """What a tile is worth."""
        self._reached: dict[Tiles, int] = {}

    def reached(self, own: Tiles) -> int:
        """The best of the tasks that could be taken or paid for next, had the seat these tiles."""
        found = self._reached.get(own)
        if found is None:
            # Many swaps lead to the same tiles.
            found = self._reached[own] = _reached(self, own)
        return found

    @cached_property
    def asks(self) -> bool:
        """Whether any task could be taken or paid for next, had the seat the tiles for it."""
        return self.claims or bool(self.paid)

    @cached_property
    def claims(self) -> bool:
        """Whether there is a task that may be taken at the end of this turn."""
        if not isinstance(self.state.agenda[-1], EndTurnStep):
            return False
        return any(tasks.on_board(self.setting, self.state, kind) for kind in (TaskKind.HOURS, TaskKind.ALMS))

    @cached_property
    def paid(self) -> list[tuple[int, Tiles]]:
        """What the tasks bring that may be paid for next, with the tiles that they cost."""
        if not isinstance(self.state.agenda[-1], EndTurnStep | SpecialActionsStep):
            return []
        return [(_task(self, place), cost.tiles) for place, cost in specials.paid_tasks(self.setting, self.state)]

    def price(self, own: Tiles, paid: Tiles) -> int:
        """What giving these tiles costs."""
        return _price(own, paid, self.tile)

    def received(self, own: Tiles, tiles: Tiles) -> int:
        """What receiving these tiles brings."""
        return _received(own, tiles, self.tile)

    def book(self, card: ActionCard) -> int:
        """What a book is worth, the more the longer it can be scored again."""
        later = self.places.weights.books * early(self.setting, self.state)
        return card.points * HALF_POINT * (100 * 100 + later) // (100 * 100)

    def kept(self, worth: int) -> int:
        """What a card is worth that may wait for next year. In the second year what is not played now never will be."""
        return worth if self.state.seats[self.seat].year == 1 else 0


def rate(appraiser: Appraiser, state: State, seat: Seat, moves: Sequence[CampusMove]) -> list[int]:
    """How good each of the seat's legal moves looks. The seat's own view is enough."""
    table = Table(appraiser.appraise(state, seat), state, seat)
    if moves and isinstance(moves[0], LaySection):
        return _places(table, moves)
    own = state.seats[seat].tiles
    return [_swap(table, own, move) if isinstance(move, SwapTiles) else _worth(table, move) for move in moves]


def _swap(table: Table, own: Tiles, move: SwapTiles) -> int:
    """Three tiles for one, and what task that brings within reach: there are many such moves at a time."""
    after, worth = _swapped(own, move.given, move.colour, table.tile)
    return worth + table.reached(after) - table.reached(own) if table.asks else worth


@lru_cache(maxsize=1 << 16)
def _swapped(own: Tiles, given: Tiles, colour: int, tile: int) -> tuple[Tiles, int]:
    """The tiles after a swap, and what it brings by itself."""
    return swapped(own, given, colour), _received(own, ONE[colour], tile) - _price(own, given, tile)


def _places(table: Table, moves: Sequence[CampusMove]) -> list[int]:
    section = table.setting.box.sections[current(table.state, LaySectionStep).section]
    colour = JOKER if section.colour is None else section.colour
    worths = {
        place.index: every + more[colour]
        for row in table.places.worths(section.shape)
        for place, every, more in zip(row.places, row.any_colour, row.colours, strict=True)
    }
    return [worths[move.placement] for move in moves if isinstance(move, LaySection)]


def _worth(table: Table, move: CampusMove) -> int:
    setting, state, seat = table.setting, table.state, table.seat
    match move:
        case ChooseCard(card=chosen):
            return NOTHING if chosen.value is HIDDEN else _choice(table, setting.box.cards[chosen.value])
        case Declare(origin=origin):
            return _played(table, card_in_play(setting, state, seat), origin)
        case PlayCard():
            return _played(table, card_in_play(setting, state, seat), None)
        case Beg():
            return _begging(table)
        case TakeFromHut(section=section):
            return table.places.best(section) or 0
        case TakeFromPouch(shape=shape):
            return table.places.felt(shape, state.pouch) or 0
        case FlipBuilding(building=building):
            return 0 if building is None else _flip(table, building)
        case _:
            return _deed(table, move)


def _deed(table: Table, move: CampusMove) -> int:
    """Where cards cost tiles."""
    setting, state, seat = table.setting, table.state, table.seat
    own = state.seats[seat].tiles
    match move:
        case PayTiles(tiles=tiles):
            danger = _danger(table) if isinstance(state.agenda[-1], DangerStep) else 0
            return danger - table.price(own, tiles)
        case ReceiveTiles(tiles=tiles):
            return table.received(own, tiles) + _brought_together(table, colours_in(tiles))
        case ScoreAgain(colours=colours):
            brought = {colour for colour in colours if colour is not None}
            worth = sum(table.received(own, ONE[colour]) for colour in colours if colour is not None)
            return worth + _brought_together(table, sum(1 << colour for colour in brought))
        case ClaimTask(place=place):
            return _claimed(table, place)
        case PayTask(place=place):
            cost = dict(specials.paid_tasks(setting, state))[place]
            return _task(table, place) - table.price(own, cost.tiles)
        case Expand(building=building):
            people = sum(_task(table, place) for place in tasks.of_side(setting, state, building))
            price = table.price(own, specials.building_cost(setting, building).tiles)
            return _flip(table, building) + people - price
        case BuyFromHut(section=section, tiles=tiles):
            return (table.places.best(section) or 0) - table.price(own, tiles)
        case BuyFromPouch(shape=shape, tiles=tiles):
            return (table.places.felt(shape, state.pouch) or 0) - table.price(own, tiles)
        case Lift(place=place):
            return _task(table, place)
        case Borrow(pile=pile, origin=origin):
            top = state.leftovers[pile].top
            return NOTHING if top is None else _deed_of(table, setting.box.cards[top], origin)
        case LoseBook(card=card):
            return -table.book(setting.box.cards[card])
        case LoseGuest():
            return 0
        case Settle():
            cost = dangers.arrival_cost(setting, current(state, ArrivalStep))
            return BUILDER * HALF_POINT - table.price(own, cost.tiles)
        case _:
            return 0


def _task(table: Table, place: int) -> int:
    task = table.state.board[place]
    return 0 if task is None else table.places.brought(table.setting.box.tasks[task])


def _brought_together(table: Table, colours: int) -> int:
    """What the tasks bring that receiving tiles of these colours fulfils, beside those of the turn (CG-II-3g5)."""
    setting, state = table.setting, table.state
    if state.turn != table.seat:
        return 0
    received = state.received | colours
    found = tasks.on_board(setting, state, TaskKind.TOGETHER)
    return sum(table.places.brought(task) for _, task in found if all(received >> one & 1 for one in task.colours))


def _claimed(table: Table, place: int) -> int:
    """What a task brings that is taken at the end of a turn, with its tiles (CG-II-3g8)."""
    number = table.state.board[place]
    alms = number is not None and table.setting.box.tasks[number].kind is TaskKind.ALMS
    return _task(table, place) + table.tile * (deeds.BEGGED if alms else 1)


def _reached(table: Table, own: Tiles) -> int:
    """The best of the tasks that could be taken or paid for next, had the seat these tiles."""
    found = [worth - table.price(own, tiles) for worth, tiles in table.paid if within(tiles, own)]
    if table.claims:
        found += [_claimed(table, place) for place in deeds.claimable(table.setting, table.state, own)]
    return max(0, *found) if found else 0


def _begging(table: Table) -> int:
    """Tiles of any colours, which may fulfil a task that asks for two."""
    asked = [task for _, task in tasks.on_board(table.setting, table.state, TaskKind.TOGETHER)]
    return deeds.BEGGED * table.tile + max(map(table.places.brought, asked), default=0)


def _flip(table: Table, building: int) -> int:
    """A building turned to wood; best where there is much to build, beside what is open."""
    setting, state = table.setting, table.state
    area, plan = setting.layout.areas[building], setting.box.plan
    beside = border(area, plan.width, plan.height) & setting.layout.wood(state.open) & ~state.covered
    return table.places.flipping + 5 * area.bit_count() + 3 * beside.bit_count()


def _danger(table: Table) -> int:
    """What paying for a danger saves and brings."""
    setting, state = table.setting, table.state
    step = current(state, DangerStep)
    task = setting.box.tasks[step.task]
    card = table.places.brought(task) if state.board[step.place] is not None else BUILDER * HALF_POINT
    match task.kind:
        case TaskKind.FIRE:
            books = [table.book(setting.box.cards[book]) for book in state.seats[step.seat].books]
            return card + min(books, default=0)
        case TaskKind.EPIDEMIC:
            return card + BUILDER * HALF_POINT
        case _:
            return card + (2 * HALF_POINT if setting.together else 0)


# Cards


def _choice(table: Table, card: ActionCard) -> int:
    """A card in hand, played in its best way."""
    ways: list[Origin | None] = [*Origin] if card.kind is CardKind.DOUBLE else [None]
    best = max(_played(table, card, way) for way in ways)
    return max(best, _begging(table)) if table.setting.tiles else best


def _played(table: Table, card: ActionCard, origin: Origin | None) -> int:
    """A card carried out and paid for."""
    if not table.setting.tiles:
        return _deed_of(table, card, origin)
    cost = card_cost(card, origin)
    own = table.state.seats[table.seat].tiles
    missing = sum(max(0, needed - held) for needed, held in zip(cost.tiles, own, strict=True))
    return _deed_of(table, card, origin) - table.tile * (sum(cost.tiles) + cost.more + 2 * missing)


def _deed_of(table: Table, card: ActionCard, origin: Origin | None) -> int:
    """A card carried out."""
    setting, state = table.setting, table.state
    match card.kind:
        case CardKind.BUILD:
            return _of_hut(table, _of_colours(setting, card.colours))
        case CardKind.MASTER:
            return _of_hut(table, setting.sections) - table.kept(MASTER_KEPT)
        case CardKind.PRAY:
            return _of_pouch(table, card.shapes)
        case CardKind.SEER:
            return _of_pouch(table, range(len(setting.box.shapes))) - table.kept(MASTER_KEPT)
        case CardKind.DOUBLE:
            if origin is Origin.HUT:
                return _of_hut(table, setting.shape_sections[card.shapes[0]])
            return _of_pouch(table, card.shapes)
        case CardKind.ANGEL:
            shapes = range(len(setting.box.shapes))
            return max(_of_hut(table, setting.sections), _of_pouch(table, shapes)) - table.kept(ANGEL_KEPT)
        case CardKind.BOOK:
            again = min(deeds.BOOKS_AGAIN, len(state.seats[table.seat].books))
            return table.book(card) + table.tile * (1 + again) + table.places.points_of(TaskKind.NEWBOOK)
        case CardKind.GUEST:
            return _guest(table, card)
        case CardKind.UNFINISHED:
            tops = [(leftover.top, way) for leftover, way in _borrowable(table)]
            found = [_deed_of(table, setting.box.cards[top], way) for top, way in tops if top is not None]
            return max(found, default=NOTHING)


def _borrowable(table: Table) -> list[tuple[leftovers.Leftover, Origin | None]]:
    piles = table.state.leftovers
    return [(piles[pile], way) for pile, way in leftovers.borrowable(table.setting, table.state)]


def _guest(table: Table, card: ActionCard) -> int:
    setting, state = table.setting, table.state
    own = state.seats[table.seat]
    brought = table.tile * (bool(card.colours) + bool(own.guests))
    if card.building is None or not state.open >> card.building & 1:
        return brought
    complete = tasks.is_complete(setting, state, card.building)
    monks = min(own.supply, deeds.MOVES_IN_STONE if complete else deeds.MOVES_IN)
    people = sum(_task(table, place) for place in tasks.of_side(setting, state, card.building)) if monks else 0
    return brought + monks * BUILDER * HALF_POINT + people


def _of_colours(setting: Setting, colours: tuple[int, ...]) -> int:
    return sum(setting.colour_sections[colour] for colour in set(colours))


def _of_hut(table: Table, sections: int) -> int:
    found = map(table.places.best, spaces_of(table.state.hut & sections))
    return max((best for best in found if best is not None), default=NOTHING)


def _of_pouch(table: Table, shapes: Sequence[int]) -> int:
    found = [table.places.felt(shape, table.state.pouch) for shape in shapes]
    return max((best for best in found if best is not None), default=NOTHING)


# Tiles


@lru_cache(maxsize=4096)
def _price(own: Tiles, paid: Tiles, tile: int) -> int:
    """What giving these tiles costs: more where few are left."""
    return sum(_scarce(held, number, tile) for held, number in zip(own, paid, strict=True))


@lru_cache(maxsize=4096)
def _received(own: Tiles, tiles: Tiles, tile: int) -> int:
    """What receiving these tiles brings: more where there are few."""
    return _price(plus(own, tiles), tiles, tile)


_STEPS: Final = (24, 10, 4, 0, -6, -12)
"""What the first tile of a colour is worth more than any, the second, and so on; all others as the last."""


def _scarce(held: int, number: int, tile: int) -> int:
    """So many tiles of one colour, the last of those that are held."""
    return sum(tile + _STEPS[min(place, len(_STEPS) - 1)] for place in range(max(0, held - number), held))
