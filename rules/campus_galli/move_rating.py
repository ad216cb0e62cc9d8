"""Heuristic ratings of a seat's moves, for the greedy bot and for rollouts.

Values are integers, 100 to a half-point; only values of the same decision are comparable.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.campus_galli import dangers, leftovers, special_actions, tasks, tile_turns
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
from rules.campus_galli.gap_values import Weights
from rules.campus_galli.geometry import border, spaces_of
from rules.campus_galli.placement_batch import JOKER
from rules.campus_galli.placement_values import PlacementEvaluator, time_left
from rules.campus_galli.scoring import BUILDER, COOPERATION
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State, current_step
from rules.campus_galli.steps import ArrivalStep, DangerStep, EndTurnStep, LaySectionStep, SpecialActionsStep
from rules.campus_galli.takeable import card_in_play
from rules.campus_galli.tile_values import TileGoals, tile_cost, tile_gain, tile_goals
from rules.campus_galli.tiles import ONE, Tiles, card_cost, colours_in, paid_for
from rules.engine.game import HALF_POINT
from rules.engine.secrecy import HIDDEN, Seat

ANGEL_KEPT: Final = 120
"""The cost of spending the angel, which could replace any other card."""
MASTER_KEPT: Final = 30
"""The same for a grand master builder and a grand seer."""
NO_ACTION: Final = -50
"""The value of a card without a possible action."""
CACHED_BOARDS: Final = 64
"""The maximum number of cached tile goals."""


class MoveRater:
    """Rates the moves of a setting with given weights. Caches results."""

    def __init__(self, setting: Setting, weights: Weights) -> None:
        self.evaluator = PlacementEvaluator(setting, weights)
        self._wants: dict[tuple[object, ...], TileGoals] = {}

    def tile_goals(self, state: State, seat: Seat) -> TileGoals:
        """Return the tasks that the seat could claim or pay for next; cached per board and step."""
        key = (type(state.agenda[-1]), state.board, state.turned)
        found = self._wants.get(key)
        if found is None:
            if len(self._wants) >= CACHED_BOARDS:
                del self._wants[next(iter(self._wants))]
            found = self._wants[key] = _tile_goals(RatingContext(self, state, seat))
        return found


class RatingContext:
    """A decision to be rated: state, seat, placement values and tile goals."""

    def __init__(self, rater: MoveRater, state: State, seat: Seat) -> None:
        places = rater.evaluator.values(state, seat)
        self.adviser = rater
        self.values = places
        self.state = state
        self.seat = seat
        """Who looks."""
        self.setting: Setting = places.setting
        self.tile = places.weights.tile
        """What a tile is worth."""

    @property
    def tile_goals(self) -> TileGoals:
        """The tasks that could be claimed or paid for next."""
        return self.adviser.tile_goals(self.state, self.seat)

    def price(self, own: Tiles, paid: Tiles) -> int:
        """Return the cost of giving these tiles."""
        return tile_cost(own, paid, self.tile)

    def received(self, own: Tiles, tiles: Tiles) -> int:
        """Return the value of receiving these tiles."""
        return tile_gain(own, tiles, self.tile)

    def book_value(self, card: ActionCard) -> int:
        """Return the value of a book, higher early because it can be scored again."""
        later = self.values.weights.books * time_left(self.setting, self.state)
        return card.points * HALF_POINT * (100 * 100 + later) // (100 * 100)

    def saved_value(self, worth: int) -> int:
        """Return the value of keeping a card for next year; 0 in the second year."""
        return worth if self.state.seats[self.seat].year == 1 else 0


def rate(adviser: MoveRater, state: State, seat: Seat, moves: Sequence[CampusMove]) -> list[int]:
    """Return the rating of each legal move. The seat's own view suffices."""
    table = RatingContext(adviser, state, seat)
    if moves and isinstance(moves[0], LaySection):
        return _rate_placements(table, moves)
    own, swap = state.seats[seat].tiles, table.tile_goals.swap_value
    return [swap(own, it.given, it.colour) if isinstance(it, SwapTiles) else _rate_move(table, it) for it in moves]


def _rate_placements(table: RatingContext, moves: Sequence[CampusMove]) -> list[int]:
    section = table.setting.box.sections[current_step(table.state, LaySectionStep).section]
    colour = JOKER if section.colour is None else section.colour
    worths = table.values.by_placement(section.shape, colour)
    return [worths[move.placement] for move in moves if isinstance(move, LaySection)]


def _rate_move(table: RatingContext, move: CampusMove) -> int:
    setting, state, seat = table.setting, table.state, table.seat
    match move:
        case ChooseCard(card=chosen):
            return NO_ACTION if chosen.value is HIDDEN else _card_value(table, setting.box.cards[chosen.value])
        case Declare(origin=origin):
            return _played_value(table, card_in_play(setting, state, seat), origin)
        case PlayCard():
            return _played_value(table, card_in_play(setting, state, seat), None)
        case Beg():
            return _begging_value(table)
        case TakeFromHut(section=section):
            return table.values.best_value(section) or 0
        case TakeFromPouch(shape=shape):
            return table.values.pouch_value(shape, state.pouch) or 0
        case FlipBuilding(building=building):
            return 0 if building is None else _flip_value(table, building)
        case _:
            return _rate_tile_move(table, move)


def _rate_tile_move(table: RatingContext, move: CampusMove) -> int:
    """Rate a move of the levels where cards cost tiles."""
    setting, state, seat = table.setting, table.state, table.seat
    own = state.seats[seat].tiles
    match move:
        case PayTiles(tiles=tiles):
            danger = _danger_value(table) if isinstance(state.agenda[-1], DangerStep) else 0
            return danger - table.price(own, tiles)
        case ReceiveTiles(tiles=tiles):
            return table.received(own, tiles) + _together_value(table, colours_in(tiles))
        case ScoreAgain(colours=colours):
            brought = {colour for colour in colours if colour is not None}
            worth = sum(table.received(own, ONE[colour]) for colour in colours if colour is not None)
            return worth + _together_value(table, sum(1 << colour for colour in brought))
        case ClaimTask(place=place):
            return _claim_value(table, place)
        case PayTask(place=place, tiles=tiles):
            cost = dict(special_actions.paid_tasks(setting, state))[place]
            return _task_value(table, place) - table.price(own, paid_for(cost, tiles))
        case Expand(building=building, tiles=tiles):
            people = sum(_task_value(table, place) for place in tasks.of_side(setting, state, building))
            price = table.price(own, paid_for(special_actions.building_cost(setting, building), tiles))
            return _flip_value(table, building) + people - price
        case BuyFromHut(section=section, tiles=tiles):
            return (table.values.best_value(section) or 0) - table.price(own, tiles)
        case BuyFromPouch(shape=shape, tiles=tiles):
            return (table.values.pouch_value(shape, state.pouch) or 0) - table.price(own, tiles)
        case Lift(place=place):
            return _task_value(table, place)
        case Borrow(pile=pile, origin=origin):
            top = state.leftovers[pile].top
            return NO_ACTION if top is None else _action_value(table, setting.box.cards[top], origin)
        case LoseBook(card=card):
            return -table.book_value(setting.box.cards[card])
        case LoseGuest():
            return 0
        case Settle(tiles=tiles):
            cost = dangers.arrival_cost(setting, current_step(state, ArrivalStep))
            return BUILDER * HALF_POINT - table.price(own, paid_for(cost, tiles))
        case _:
            return 0


def _task_value(table: RatingContext, place: int) -> int:
    task = table.state.board[place]
    return 0 if task is None else table.values.task_value(table.setting.box.tasks[task])


def _together_value(table: RatingContext, colours: int) -> int:
    """Return the value of tasks fulfilled by receiving these colours in this turn (CG-II-3g5)."""
    setting, state = table.setting, table.state
    if state.turn != table.seat:
        return 0
    received = state.received | colours
    found = tasks.on_board(setting, state, TaskKind.TOGETHER)
    return sum(table.values.task_value(task) for _, task in found if all(received >> one & 1 for one in task.colours))


def _claim_value(table: RatingContext, place: int) -> int:
    """Return the value of a task claimed at the end of a turn, tiles included (CG-II-3g8)."""
    number = table.state.board[place]
    alms = number is not None and table.setting.box.tasks[number].kind is TaskKind.ALMS
    return _task_value(table, place) + table.tile * (tile_turns.BEGGED if alms else 1)


def _tile_goals(table: RatingContext) -> TileGoals:
    """Return the tasks that could be claimed or paid for next."""
    setting, state, step = table.setting, table.state, table.state.agenda[-1]
    ends = isinstance(step, EndTurnStep)
    claims = [(task, _claim_value(table, place)) for place, task in tile_turns.claims(setting, state)] if ends else []
    pays = ends or isinstance(step, SpecialActionsStep)
    paid = (
        [(cost, _task_value(table, place)) for place, cost in special_actions.paid_tasks(setting, state)]
        if pays
        else []
    )
    return tile_goals(tuple(claims), tuple(paid), table.tile)


def _begging_value(table: RatingContext) -> int:
    """Return the value of two tiles of any colours, and of a task that they may fulfil."""
    asked = [task for _, task in tasks.on_board(table.setting, table.state, TaskKind.TOGETHER)]
    return tile_turns.BEGGED * table.tile + max(map(table.values.task_value, asked), default=0)


def _flip_value(table: RatingContext, building: int) -> int:
    """Return the value of a flip: higher for large buildings next to open spaces."""
    setting, state = table.setting, table.state
    area, plan = setting.layout.areas[building], setting.box.plan
    beside = border(area, plan.width, plan.height) & setting.layout.wood(state.open) & ~state.covered
    return table.values.flip_value + 5 * area.bit_count() + 3 * beside.bit_count()


def _danger_value(table: RatingContext) -> int:
    """Return the value of paying for a danger: losses avoided and rewards."""
    setting, state = table.setting, table.state
    step = current_step(state, DangerStep)
    task = setting.box.tasks[step.task]
    if state.board[step.place] is not None:
        card = table.values.task_value(task)
    else:
        card = dangers.cooperation_for(setting, state, step) * COOPERATION * HALF_POINT
    match task.kind:
        case TaskKind.FIRE:
            books = [table.book_value(setting.box.cards[book]) for book in state.seats[step.seat].books]
            return card + min(books, default=0)
        case TaskKind.EPIDEMIC:
            return card + BUILDER * HALF_POINT
        case _:
            return card + (2 * HALF_POINT if setting.together else 0)


# Cards


def _card_value(table: RatingContext, card: ActionCard) -> int:
    """Return the value of a card in hand at its best use."""
    ways: list[Origin | None] = [*Origin] if card.kind is CardKind.DOUBLE else [None]
    best = max(_played_value(table, card, way) for way in ways)
    return max(best, _begging_value(table)) if table.setting.tiles else best


def _played_value(table: RatingContext, card: ActionCard, origin: Origin | None) -> int:
    """Return the value of playing a card, costs included."""
    if not table.setting.tiles:
        return _action_value(table, card, origin)
    cost = card_cost(card, origin)
    own = table.state.seats[table.seat].tiles
    missing = sum(max(0, needed - held) for needed, held in zip(cost.tiles, own, strict=True))
    return _action_value(table, card, origin) - table.tile * (sum(cost.tiles) + cost.more + 2 * missing)


def _action_value(table: RatingContext, card: ActionCard, origin: Origin | None) -> int:
    """Return the value of a card's action."""
    setting, state = table.setting, table.state
    match card.kind:
        case CardKind.BUILD:
            return _hut_value(table, _sections_of(setting, card.colours))
        case CardKind.MASTER:
            return _hut_value(table, setting.sections) - table.saved_value(MASTER_KEPT)
        case CardKind.PRAY:
            return _pouch_value(table, card.shapes)
        case CardKind.SEER:
            return _pouch_value(table, range(len(setting.box.shapes))) - table.saved_value(MASTER_KEPT)
        case CardKind.DOUBLE:
            if origin is Origin.HUT:
                return _hut_value(table, setting.shape_sections[card.shapes[0]])
            return _pouch_value(table, card.shapes)
        case CardKind.ANGEL:
            shapes = range(len(setting.box.shapes))
            return max(_hut_value(table, setting.sections), _pouch_value(table, shapes)) - table.saved_value(ANGEL_KEPT)
        case CardKind.BOOK:
            again = min(tile_turns.BOOKS_AGAIN, len(state.seats[table.seat].books))
            return table.book_value(card) + table.tile * (1 + again) + table.values.task_kind_value(TaskKind.NEWBOOK)
        case CardKind.GUEST:
            return _guest_value(table, card)
        case CardKind.UNFINISHED:
            tops = [(leftover.top, way) for leftover, way in _borrowable(table)]
            found = [_action_value(table, setting.box.cards[top], way) for top, way in tops if top is not None]
            return max(found, default=NO_ACTION)


def _borrowable(table: RatingContext) -> list[tuple[leftovers.LeftoverPile, Origin | None]]:
    piles = table.state.leftovers
    return [(piles[pile], way) for pile, way in leftovers.borrowable(table.setting, table.state)]


def _guest_value(table: RatingContext, card: ActionCard) -> int:
    setting, state = table.setting, table.state
    own = state.seats[table.seat]
    brought = table.tile * (bool(card.colours) + bool(own.guests))
    if card.building is None or not state.open >> card.building & 1:
        return brought
    complete = tasks.is_complete(setting, state, card.building)
    monks = min(own.supply, tile_turns.MOVES_IN_STONE if complete else tile_turns.MOVES_IN)
    people = sum(_task_value(table, place) for place in tasks.of_side(setting, state, card.building)) if monks else 0
    return brought + monks * BUILDER * HALF_POINT + people


def _sections_of(setting: Setting, colours: tuple[int, ...]) -> int:
    return sum(setting.colour_sections[colour] for colour in set(colours))


def _hut_value(table: RatingContext, sections: int) -> int:
    found = map(table.values.best_value, spaces_of(table.state.hut & sections))
    return max((best for best in found if best is not None), default=NO_ACTION)


def _pouch_value(table: RatingContext, shapes: Sequence[int]) -> int:
    found = [table.values.pouch_value(shape, table.state.pouch) for shape in shapes]
    return max((best for best in found if best is not None), default=NO_ACTION)
