"""Heuristic ratings of a seat's moves, for the greedy bot and for rollouts.

Values are integers, 100 to a half-point; only values of the same decision are comparable.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.campus_galli import dangers, guests, leftovers, losses, special_actions, tasks, tile_turns
from rules.campus_galli.box import ActionCard, CardKind, Origin, TaskKind
from rules.campus_galli.dangers import DangerStep
from rules.campus_galli.gap_values import Weights
from rules.campus_galli.gaps import free_spaces
from rules.campus_galli.guests import ScoreAgain
from rules.campus_galli.laying_sections import FlipBuilding, LaySection, LaySectionStep, TakeFromHut, TakeFromPouch
from rules.campus_galli.layout import SMALL_GAP
from rules.campus_galli.leftovers import Borrow
from rules.campus_galli.losses import ArrivalStep, LoseBook, Settle
from rules.campus_galli.placement_batch import JOKER
from rules.campus_galli.placement_values import PlacementEvaluator, time_left
from rules.campus_galli.rounds import ChooseCard
from rules.campus_galli.rule_base import CampusMove
from rules.campus_galli.scoring import BUILDER, COOPERATION
from rules.campus_galli.setting import Setting
from rules.campus_galli.special_actions import BuyFromHut, BuyFromPouch, Expand, Lift, PayTask, SpecialActionsStep
from rules.campus_galli.state import State
from rules.campus_galli.takeable import card_in_play, hut_kinds, pouch_shapes
from rules.campus_galli.tile_transfers import PayTiles, ReceiveTiles, SwapTiles
from rules.campus_galli.tile_turns import ClaimTask, EndTurnStep
from rules.campus_galli.tile_values import TileGoals, tile_cost, tile_gain, tile_goals
from rules.campus_galli.tiles import ONE, Tiles, card_cost, colours_in, paid_for
from rules.campus_galli.turn_order import Beg, Declare, PlayCard
from rules.engine.grid import border, mask_of, spaces_of
from rules.engine.judge import SCORE_UNIT, Part
from rules.engine.secrecy import HIDDEN, Seat
from rules.engine.steps import current_step

KEPT: Final = {CardKind.ANGEL: 120, CardKind.MASTER: 30, CardKind.SEER: 30}
"""The cost of spending a card that could replace others: the angel, a grand master builder, a grand seer."""
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
        values = rater.evaluator.values(state, seat)
        self.values = values
        self.state = state
        self.seat = seat
        """The seat to move."""
        self.setting: Setting = values.setting
        self.tile = values.weights.tile
        """The base value of a tile."""

    def price(self, own: Tiles, paid: Tiles) -> int:
        """Return the cost of giving these tiles."""
        return tile_cost(own, paid, self.tile)

    def received(self, own: Tiles, tiles: Tiles) -> int:
        """Return the value of receiving these tiles."""
        return tile_gain(own, tiles, self.tile)

    def book_value(self, card: ActionCard) -> int:
        """Return the value of a book, higher early because it can be scored again."""
        later = self.values.weights.books * time_left(self.setting, self.state)
        return card.points * SCORE_UNIT * (100 * 100 + later) // (100 * 100)

    def saved_value(self, value: int) -> int:
        """Return the value of keeping a card for next year; 0 in the second year."""
        return value if self.state.seats[self.seat].year == 1 else 0


def rate(rater: MoveRater, state: State, seat: Seat, moves: Sequence[CampusMove]) -> list[int]:
    """Return the rating of each legal move. The seat's own view suffices."""
    context = RatingContext(rater, state, seat)
    if moves and isinstance(moves[0], LaySection):
        return _rate_placements(context, moves)
    own, swap = state.seats[seat].tiles, rater.tile_goals(state, seat).swap_value
    return [swap(own, it.given, it.colour) if isinstance(it, SwapTiles) else _rate_move(context, it) for it in moves]


def _rate_placements(context: RatingContext, moves: Sequence[CampusMove]) -> list[int]:
    section = context.setting.box.sections[current_step(context.state, LaySectionStep).section]
    colour = JOKER if section.colour is None else section.colour
    values = context.values.by_placement(section.shape, colour)
    return [values[move.placement] for move in moves if isinstance(move, LaySection)]


def _rate_move(context: RatingContext, move: CampusMove) -> int:
    setting, state, values = context.setting, context.state, context.values
    own = state.seats[context.seat].tiles
    match move:
        case ChooseCard(card=chosen):
            return NO_ACTION if chosen.value is HIDDEN else card_value(context, setting.box.cards[chosen.value])
        case Declare(origin=origin):
            return played_value(context, card_in_play(setting, state, context.seat), origin)
        case PlayCard():
            return played_value(context, card_in_play(setting, state, context.seat), None)
        case Beg():
            return begging_value(context)
        case TakeFromHut(section=section):
            return values.best_value(section) or 0
        case TakeFromPouch(shape=shape):
            return values.pouch_value(shape, state.pouch) or 0
        case FlipBuilding(building=building):
            return 0 if building is None else _flip_value(context, building)
        case PayTiles(tiles=tiles):
            danger = _danger_value(context) if isinstance(state.agenda[-1], DangerStep) else 0
            return danger - context.price(own, tiles)
        case ReceiveTiles(tiles=tiles):
            return context.received(own, tiles) + _together_value(context, colours_in(tiles))
        case ScoreAgain(colours=colours):
            brought = [colour for colour in colours if colour is not None]
            value = sum(context.received(own, ONE[colour]) for colour in brought)
            return value + _together_value(context, mask_of(brought))
        case ClaimTask(place=place):
            return _claim_value(context, place)
        case PayTask(place=place, tiles=tiles):
            cost = dict(special_actions.paid_tasks(setting, state))[place]
            return _task_value(context, place) - context.price(own, paid_for(cost, tiles))
        case Expand(building=building, tiles=tiles):
            price = context.price(own, paid_for(special_actions.building_cost(setting, building), tiles))
            return _flip_value(context, building) + _persons_value(context, building) - price
        case BuyFromHut(section=section, tiles=tiles):
            return (values.best_value(section) or 0) - context.price(own, tiles)
        case BuyFromPouch(shape=shape, tiles=tiles):
            return (values.pouch_value(shape, state.pouch) or 0) - context.price(own, tiles)
        case Lift(place=place):
            return _task_value(context, place)
        case Borrow(pile=pile, origin=origin):
            return borrowed_value(context, pile, origin)
        case LoseBook(card=card):
            return -context.book_value(setting.box.cards[card])
        case Settle(tiles=tiles):
            cost = losses.arrival_cost(setting, current_step(state, ArrivalStep))
            return BUILDER * SCORE_UNIT - context.price(own, paid_for(cost, tiles))
        case _:
            return 0


def _task_value(context: RatingContext, place: int) -> int:
    task = context.state.board[place]
    return 0 if task is None else context.values.task_value(context.setting.box.tasks[task])


def _persons_value(context: RatingContext, building: int) -> int:
    """Return the value of the tasks that a new person beside the building fulfils."""
    return sum(_task_value(context, place) for place in tasks.of_side(context.setting, context.state, building))


def _together_value(context: RatingContext, colours: int) -> int:
    """Return the value of tasks fulfilled by receiving these colours in this turn (CG-II-3g5)."""
    setting, state = context.setting, context.state
    if state.turn != context.seat:
        return 0
    received = state.received | colours
    found = tasks.on_board(setting, state, TaskKind.TOGETHER)
    return sum(context.values.task_value(task) for _, task in found if all(received >> one & 1 for one in task.colours))


def _claim_value(context: RatingContext, place: int) -> int:
    """Return the value of a task claimed at the end of a turn, tiles included (CG-II-3g8)."""
    number = context.state.board[place]
    alms = number is not None and context.setting.box.tasks[number].kind is TaskKind.ALMS
    return _task_value(context, place) + context.tile * (tile_turns.BEGGED if alms else 1)


def _tile_goals(context: RatingContext) -> TileGoals:
    """Return the tasks that could be claimed or paid for next."""
    setting, state, step = context.setting, context.state, context.state.agenda[-1]
    ends = isinstance(step, EndTurnStep)
    claims = [(task, _claim_value(context, place)) for place, task in tile_turns.claims(setting, state)] if ends else []
    pays = ends or isinstance(step, SpecialActionsStep)
    paid = (
        [(cost, _task_value(context, place)) for place, cost in special_actions.paid_tasks(setting, state)]
        if pays
        else []
    )
    return tile_goals(tuple(claims), tuple(paid), context.tile)


def begging_value(context: RatingContext) -> int:
    """Return the value of two tiles of any colours, and of a task that they may fulfil."""
    asked = [task for _, task in tasks.on_board(context.setting, context.state, TaskKind.TOGETHER)]
    return tile_turns.BEGGED * context.tile + max(map(context.values.task_value, asked), default=0)


def _flip_value(context: RatingContext, building: int) -> int:
    return context.values.builder_value + sum(part.value for part in flip_parts(context, building))


def flip_parts(context: RatingContext, building: int) -> list[Part]:
    """Return the parts of the value of a flip besides its builder: higher for large buildings next to open spaces.

    The open spaces are at the large gaps that the building becomes a part of.
    """
    setting, state = context.setting, context.state
    area, plan = setting.layout.areas[building], setting.box.plan
    beside = border(area, plan.width, plan.height) & setting.layout.wood(state.open) & ~state.covered
    size, joined = area.bit_count(), beside.bit_count()
    gaps = setting.layout.gaps(free_spaces(setting.layout, state))
    widened = tuple(gap for gap in gaps if gap & beside and gap.bit_count() > SMALL_GAP)
    return [
        Part("flipped", context.values.parchment_value, 1),
        Part("opens", 5 * size, size),
        Part("joins", 3 * joined, joined, where=widened),
    ]


def _danger_value(context: RatingContext) -> int:
    """Return the value of paying for a danger: losses avoided and rewards."""
    setting, state = context.setting, context.state
    step = current_step(state, DangerStep)
    task = setting.box.tasks[step.task]
    if state.board[step.place] is not None:
        card = context.values.task_value(task)
    else:
        card = dangers.cooperation_for(setting, state, step) * COOPERATION * SCORE_UNIT
    match task.kind:
        case TaskKind.FIRE:
            books = [context.book_value(setting.box.cards[book]) for book in state.seats[step.seat].books]
            return card + min(books, default=0)
        case TaskKind.EPIDEMIC:
            return card + BUILDER * SCORE_UNIT
        case _:
            return card + (2 * SCORE_UNIT if setting.together else 0)


# Cards


def card_value(context: RatingContext, card: ActionCard) -> int:
    """Return the value of a card in hand at its best use."""
    ways: list[Origin | None] = [*Origin] if card.kind is CardKind.DOUBLE else [None]
    best = max(played_value(context, card, way) for way in ways)
    return max(best, begging_value(context)) if context.setting.tiles else best


def played_value(context: RatingContext, card: ActionCard, origin: Origin | None) -> int:
    """Return the value of playing a card, costs included."""
    if not context.setting.tiles:
        return _action_value(context, card, origin)
    cost = card_cost(card, origin)
    own = context.state.seats[context.seat].tiles
    missing = sum(max(0, needed - held) for needed, held in zip(cost.tiles, own, strict=True))
    return _action_value(context, card, origin) - context.tile * (sum(cost.tiles) + cost.more + 2 * missing)


def _action_value(context: RatingContext, card: ActionCard, origin: Origin | None) -> int:
    """Return the value of a card's action."""
    match card.kind:
        case CardKind.BOOK:
            again = min(guests.BOOKS_AGAIN, len(context.state.seats[context.seat].books))
            task = context.values.task_kind_value(TaskKind.NEWBOOK)
            return context.book_value(card) + context.tile * (1 + again) + task
        case CardKind.GUEST:
            return _guest_value(context, card)
        case CardKind.UNFINISHED:
            ways = leftovers.borrowable(context.setting, context.state)
            return max((borrowed_value(context, *way) for way in ways), default=NO_ACTION)
        case _:
            stocks = _STOCKS.get(card.kind, (origin or Origin.POUCH,))
            best = max(_stock_value(context, card, stock) for stock in stocks)
            return best - context.saved_value(KEPT.get(card.kind, 0))


_STOCKS: Final = {
    CardKind.BUILD: (Origin.HUT,),
    CardKind.MASTER: (Origin.HUT,),
    CardKind.PRAY: (Origin.POUCH,),
    CardKind.SEER: (Origin.POUCH,),
    CardKind.ANGEL: (Origin.HUT, Origin.POUCH),
}
"""The stocks that a card may take a section from; a double-coloured card declares its own."""


def _stock_value(context: RatingContext, card: ActionCard, stock: Origin) -> int:
    """Return the value of the best section of a stock that the card allows."""
    setting, state, values = context.setting, context.state, context.values
    if stock is Origin.HUT:
        found = [values.best_value(it) for it in spaces_of(state.hut & hut_kinds(setting, card, stock))]
    else:
        shapes = spaces_of(pouch_shapes(setting, state, card, stock))
        found = [values.pouch_value(shape, state.pouch) for shape in shapes]
    return max((best for best in found if best is not None), default=NO_ACTION)


def borrowed_value(context: RatingContext, pile: int, origin: Origin | None) -> int:
    """Return the value of the action of the card turned up on a pile of the board of unfinished tasks."""
    top = context.state.leftovers[pile].top
    return NO_ACTION if top is None else _action_value(context, context.setting.box.cards[top], origin)


def _guest_value(context: RatingContext, card: ActionCard) -> int:
    setting, state = context.setting, context.state
    own = state.seats[context.seat]
    brought = context.tile * (bool(card.colours) + bool(own.guests))
    if card.building is None or not state.open >> card.building & 1:
        return brought
    complete = tasks.is_complete(setting, state, card.building)
    monks = min(own.supply, guests.MOVES_IN_STONE if complete else guests.MOVES_IN)
    return brought + monks * BUILDER * SCORE_UNIT + (_persons_value(context, card.building) if monks else 0)
