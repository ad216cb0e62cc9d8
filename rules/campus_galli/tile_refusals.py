"""Refusals of moves with tiles, with code, clause and facts."""

from __future__ import annotations

from rules.campus_galli import places, special_actions, tasks, tile_transfers, tile_turns
from rules.campus_galli.box import CardKind, TaskKind
from rules.campus_galli.events import (
    Beg,
    BuyFromHut,
    BuyFromPouch,
    CampusEvent,
    ClaimTask,
    Declare,
    EndTurn,
    Expand,
    Pass,
    PayTask,
    PayTiles,
    PlayCard,
    ReceiveTiles,
    ScoreAgain,
    Settle,
    SwapTiles,
)
from rules.campus_galli.rounds import ways_to_play
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.campus_galli.steps import (
    DeclareStep,
    EndTurnStep,
    PayStep,
    ReceiveTilesStep,
    ScoreAgainStep,
    SpecialActionsStep,
)
from rules.campus_galli.takeable import card_in_play
from rules.campus_galli.tiles import SWAPPED, Cost, Tiles, paid_for, payments, pays, receipts
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat

NOT_NOW = Refusal("not-now", "CG-I-3y")


def refusal(setting: Setting, state: State, seat: Seat, event: CampusEvent) -> Refusal | None:
    """Return why the seat, which is due, may not make the move, or None."""
    step = state.agenda[-1]
    match step, event:
        case DeclareStep(), Declare() | PlayCard() | Beg():
            return _declaring(setting, state, event)
        case PayStep(), PayTiles():
            return _paying(state, seat, event.tiles, tile_turns.cost_of(setting, state, seat), "CG-II-3p6")
        case PayStep(), SwapTiles():
            return _swapping_to_pay(setting, state, event)
        case ((EndTurnStep() | SpecialActionsStep()), SwapTiles()):
            return _swapping(state, event)
        case ReceiveTilesStep(), ReceiveTiles():
            good = event.tiles in receipts(step.number, step.colours, state.tiles)
            return None if good else Refusal("wrong-tiles", "CG-II-3s4")
        case ScoreAgainStep(), ScoreAgain():
            return _scoring_again(setting, state, step, event)
        case EndTurnStep(), ClaimTask():
            good = event.place in tile_turns.claimable(setting, state, state.seats[seat].tiles)
            return None if good else Refusal("task-not-fulfilled", "CG-II-3g", (("place", event.place),))
        case (EndTurnStep(), EndTurn()) | (SpecialActionsStep(), Pass()):
            return None
        case SpecialActionsStep(), _:
            return _special(setting, state, event)
        case _:
            return NOT_NOW


def _declaring(setting: Setting, state: State, event: Declare | PlayCard | Beg) -> Refusal | None:
    if isinstance(event, Beg):
        return None if setting.tiles else NOT_NOW
    double = card_in_play(setting, state, event.seat).kind is CardKind.DOUBLE
    if double is isinstance(event, PlayCard):
        return Refusal("not-now", "CG-II-3x1" if setting.tiles else "CG-I-3x")
    way = event.origin if isinstance(event, Declare) else None
    return None if way in ways_to_play(setting, state, event.seat) else Refusal("cannot-pay", "CG-II-3x2")


def _paying(state: State, seat: Seat, tiles: Tiles, cost: Cost, clause: str) -> Refusal | None:
    own = state.seats[seat].tiles
    if not tile_transfers.fits(tiles, own) or not payments(own, cost):
        return Refusal("tiles-missing", clause)
    return None if pays(tiles, cost) else Refusal("wrong-payment", clause)


def paying_shown(state: State, event: PayTask | Expand | Settle, cost: Cost, clause: str) -> Refusal | None:
    """Return why the move does not pay a cost shown on a card or building (CG-II-4b1), or None.

    `clause` is the clause that demands the tiles.
    """
    own = state.seats[event.seat].tiles
    if not payments(own, cost) or not tile_transfers.fits(paid_for(cost, event.tiles), own):
        return Refusal("tiles-missing", clause)
    # The move names its tiles exactly where there is a choice.
    named = event.tiles is not None
    good = named == bool(cost.more) and pays(paid_for(cost, event.tiles), cost)
    return None if good else Refusal("wrong-payment", "CG-II-4b1")


def _swapping(state: State, event: SwapTiles) -> Refusal | None:
    if not tile_transfers.fits(event.given, state.seats[event.seat].tiles) or sum(event.given) != SWAPPED:
        return Refusal("wrong-swap", "CG-II-3s")
    if not 0 <= event.colour < len(state.tiles):
        return Refusal("wrong-swap", "CG-II-3s")
    if not state.tiles[event.colour] + event.given[event.colour]:
        return Refusal("tile-run-out", "CG-II-3s3", (("colour", event.colour),))
    return None


def _swapping_to_pay(setting: Setting, state: State, event: SwapTiles) -> Refusal | None:
    own, cost = state.seats[event.seat].tiles, tile_turns.cost_of(setting, state, event.seat)
    if reason := _swapping(state, event):
        return reason
    if tile_turns.still_pays(own, state.tiles, (event.given, event.colour), cost):
        return None
    return Refusal("could-not-pay", "CG-II-3x3")


def _scoring_again(setting: Setting, state: State, step: ScoreAgainStep, event: ScoreAgain) -> Refusal | None:
    if (event.cards, event.colours) in tile_turns.again_choices(setting, state, step):
        return None
    books = setting.box.cards[step.cards[0]].kind is CardKind.BOOK
    if state.turn is None:
        return Refusal("wrong-cards", "CG-II-1e" if books else "CG-II-1d")
    return Refusal("wrong-cards", "CG-II-3a1" if books else "CG-II-3e3")


def _special(setting: Setting, state: State, event: CampusEvent) -> Refusal | None:
    match event:
        case PayTask():
            cost = dict(special_actions.paid_tasks(setting, state)).get(event.place)
            if cost is None:
                return Refusal("not-for-tiles", "CG-II-4b", (("place", event.place),))
            halted = event.place in dict(tasks.on_board(setting, state, TaskKind.HALT))
            return paying_shown(state, event, cost, "CG-III-1m1" if halted else "CG-II-4b")
        case Expand():
            building = event.building
            if not 0 <= building < len(setting.box.plan.buildings) or state.open >> building & 1:
                return Refusal("not-parchment", "CG-II-4c", (("building", building),))
            return paying_shown(state, event, special_actions.building_cost(setting, building), "CG-II-4c")
        case BuyFromHut():
            section = event.section
            if not 0 <= section < len(setting.box.sections) or not state.hut >> section & 1:
                return Refusal("not-in-hut", "CG-II-4d", (("section", section),))
            shape = setting.box.sections[section].shape
            if not places.fits(setting, state, shape):
                return Refusal("no-place", "CG-II-4e1", (("shape", shape),))
            return _paying(state, event.seat, event.tiles, special_actions.hut_cost(setting, section), "CG-II-4d")
        case BuyFromPouch():
            shape = event.shape
            if not 0 <= shape < len(setting.box.shapes) or not state.pouch & setting.shape_sections[shape]:
                return Refusal("not-in-pouch", "CG-II-4e", (("shape", shape),))
            if not places.fits(setting, state, shape):
                return Refusal("no-place", "CG-II-4e1", (("shape", shape),))
            return _paying(state, event.seat, event.tiles, special_actions.POUCH_COST, "CG-II-4e")
        case _:
            return NOT_NOW
