"""Special actions: paid tasks, expanding, buying, reconstruction (CG-II-4 to CG-II-4g, CG-III-4a to 4b)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from rules.campus_galli import gaps, places, tasks, tile_transfers
from rules.campus_galli.box import TaskKind
from rules.campus_galli.events import BuyFromHut, BuyFromPouch, Expand, Lift, PayTask
from rules.campus_galli.geometry import spaces_of
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import (
    BesideMonk,
    EffectKind,
    LaidSection,
    State,
    current_step,
    finish_step,
    with_seat,
)
from rules.campus_galli.steps import CampusStep, DrawSectionStep, LayReason, LaySectionStep, SpecialActionsStep
from rules.campus_galli.tiles import ONE_EACH, Cost, Tiles, affordable, paid_for, payments, shown_cost, tile, within
from rules.engine.secrecy import Seat
from rules.engine.tellings import Told

HUT_COSTS = tuple(Cost(tile(colour, 3), 2) for colour in range(4))
"""The cost of a section from the hut, by its colour: three of that and two more (CG-II-4d)."""
POUCH_COST = Cost(ONE_EACH, 1)
"""The cost of a section from the pouch (CG-II-4e)."""


def hut_cost(setting: Setting, section: int) -> Cost:
    """Return the cost of a section from the hut (CG-II-4d)."""
    colour = setting.box.sections[section].colour
    if colour is None:
        raise ValueError("no joker lies in the hut")
    return HUT_COSTS[colour]


@lru_cache(maxsize=64)
def building_cost(setting: Setting, building: int) -> Cost:
    """Return the cost of flipping a parchment building (CG-II-4c)."""
    return shown_cost(setting.box.plan.buildings[building].cost)


def paid_tasks(setting: Setting, state: State) -> list[tuple[int, Cost]]:
    """Return the places and costs of the tasks fulfilled by paying (CG-II-4b, CG-III-1m1)."""
    found = tasks.on_board(setting, state, TaskKind.PAID) + tasks.on_board(setting, state, TaskKind.HALT)
    return [(place, shown_cost(task.tiles)) for place, task in found] if found else []


def lifts(setting: Setting, state: State) -> Iterator[tuple[int, LaidSection]]:
    """Yield the places of reconstructions on the board, each with every section that it can move (CG-III-4a1)."""
    for place, task in tasks.on_board(setting, state, TaskKind.RECONSTRUCTION):
        for laid in state.laid:
            if setting.box.sections[laid.section].shape in task.shapes and places.can_move(setting, state, laid):
                yield place, laid


def buyable(setting: Setting, state: State) -> tuple[int, int]:
    """Return the sections of the hut and shapes of the pouch with a legal placement, as bits (CG-II-4e1)."""
    hut = pouch = 0
    for shape, sections in enumerate(setting.shape_sections):
        if (state.hut | state.pouch) & sections and places.fits(setting, state, shape):
            hut |= state.hut & sections
            pouch |= 1 << shape if state.pouch & sections else 0
    return hut, pouch


def can_act(setting: Setting, state: State, seat: Seat) -> bool:
    """Return whether the seat can take a special action, after swaps if necessary (CG-II-4a)."""
    own = state.seats[seat].tiles
    costs = [cost for _, cost in paid_tasks(setting, state)]
    costs += [building_cost(setting, building) for building in spaces_of(setting.all_buildings & ~state.open)]
    if any(affordable(own, state.tiles, cost) for cost in costs):
        return True
    colours, from_pouch = _within_means(own, state.tiles)
    if colours or from_pouch:
        hut, pouch = buyable(setting, state)
        if (pouch and from_pouch) or any(hut & setting.colour_sections[colour] for colour in colours):
            return True
    return next(lifts(setting, state), None) is not None


@lru_cache(maxsize=4096)
def _within_means(own: Tiles, supply: Tiles) -> tuple[tuple[int, ...], bool]:
    """Return the colours affordable from the hut, after swaps, and whether the pouch is affordable."""
    colours = tuple(colour for colour, cost in enumerate(HUT_COSTS) if affordable(own, supply, cost))
    return colours, affordable(own, supply, POUCH_COST)


def run(setting: Setting, state: State, step: SpecialActionsStep) -> State | None:
    """Drop the seats that cannot act or begged; return None if the first one is asked (CG-II-4, CG-II-3f2)."""
    if not step.seats:
        return finish_step(state)
    seat, *others = step.seats
    if not state.seats[seat].begs and can_act(setting, state, seat):
        return None
    return finish_step(state, SpecialActionsStep(tuple(others)))


def payment_choices(own: Tiles, cost: Cost, ways: Callable[[Tiles, Cost], Sequence[Tiles]]) -> Sequence[Tiles | None]:
    """Return what a paying move says of its tiles, per payment: None where there is no choice."""
    if cost.more:
        return ways(own, cost)
    return [None] if within(cost.tiles, own) else []


def moves(
    setting: Setting, state: State, seat: Seat, ways: Callable[[Tiles, Cost], Sequence[Tiles]] = payments
) -> list[PayTask | Expand | BuyFromHut | BuyFromPouch | Lift]:
    """Return every special action that the seat can pay for without swaps."""
    own = state.seats[seat].tiles
    found: list[PayTask | Expand | BuyFromHut | BuyFromPouch | Lift] = []
    for place, cost in paid_tasks(setting, state):
        found += [PayTask(seat, place, paid) for paid in payment_choices(own, cost, ways)]
    for building in spaces_of(setting.all_buildings & ~state.open):
        found += [Expand(seat, building, paid) for paid in payment_choices(own, building_cost(setting, building), ways)]
    hut, pouch = buyable(setting, state)
    for section in spaces_of(hut):
        found += [BuyFromHut(seat, section, paid) for paid in ways(own, hut_cost(setting, section))]
    for shape in spaces_of(pouch):
        found += [BuyFromPouch(seat, shape, paid) for paid in ways(own, POUCH_COST)]
    found += [Lift(seat, place, laid.section) for place, laid in lifts(setting, state)]
    return found


def _finish_action(state: State, *steps: CampusStep) -> State:
    """Finish an action: its steps come first, then the next seat."""
    seat, *others = current_step(state, SpecialActionsStep).seats
    return finish_step(state, *steps, SpecialActionsStep((*others, seat)))


def pass_on(state: State, seat: Seat, told: list[Told]) -> State:
    """Pass for the rest of the round."""
    told.append(Told(EffectKind.PASSED, seat, ()))
    return finish_step(state, SpecialActionsStep(current_step(state, SpecialActionsStep).seats[1:]))


def pay_task(setting: Setting, state: State, event: PayTask, told: list[Told]) -> State:
    """Pay for a task and take it; a construction halt also lifts the cordon (CG-II-4b, CG-III-1m1)."""
    cost = dict(paid_tasks(setting, state))[event.place]
    halted = event.place in dict(tasks.on_board(setting, state, TaskKind.HALT))
    state = tile_transfers.pay(state, event.seat, paid_for(cost, event.tiles), told)
    state = tasks.take(state, event.seat, [event.place], told)
    if halted and state.cordon is not None:
        told.append(Told(EffectKind.CORDON_LIFTED, event.seat, (state.cordon,)))
        state = state._replace(cordon=None)
    return _finish_action(state)


def lift(setting: Setting, state: State, event: Lift, told: list[Told]) -> State:
    """Lift a section to lay it elsewhere, and take the reconstruction (CG-III-4a, CG-III-4a2)."""
    laid = next(laid for laid in state.laid if laid.section == event.section)
    told.append(Told(EffectKind.LIFTED, event.seat, (laid.section, laid.placement)))
    state = tasks.take(places.without(setting, state, laid), event.seat, [event.place], told)
    return _finish_action(state, LaySectionStep(event.seat, laid.section, LayReason.REBUILT, laid.placement))


def expand(setting: Setting, state: State, event: Expand, told: list[Told]) -> State:
    """Flip a building with a master builder beside it, who is a new person there (CG-II-4c, CG-II-4c1)."""
    building, seat = event.building, event.seat
    state = tile_transfers.pay(state, seat, paid_for(building_cost(setting, building), event.tiles), told)
    told.append(Told(EffectKind.FLIPPED, seat, (building,)))
    state, own = state._replace(open=state.open | 1 << building), state.seats[seat]
    if own.supply:
        told.append(Told(EffectKind.BUILDER_BESIDE, seat, (building,)))
        state = with_seat(state, seat, own._replace(supply=own.supply - 1))
        state = state._replace(beside=(*state.beside, BesideMonk(building, seat)))
        state = tasks.take(state, seat, tasks.of_side(setting, state, building), told)
    return _finish_action(gaps.send_home_widened(setting, state, told))


def buy_from_hut(state: State, event: BuyFromHut, told: list[Told]) -> State:
    """Pay for a section and take it, to be laid (CG-II-4d)."""
    state = tile_transfers.pay(state, event.seat, event.tiles, told)
    told.append(Told(EffectKind.SECTION_TAKEN, event.seat, (event.section,)))
    state = state._replace(hut=state.hut & ~(1 << event.section))
    return _finish_action(state, LaySectionStep(event.seat, event.section, LayReason.BOUGHT))


def buy_from_pouch(state: State, event: BuyFromPouch, told: list[Told]) -> State:
    """Pay for a shape; the dealer draws the section (CG-II-4e)."""
    state = tile_transfers.pay(state, event.seat, event.tiles, told)
    told.append(Told(EffectKind.SHAPE_FELT, event.seat, (event.shape,)))
    return _finish_action(state, DrawSectionStep(event.seat, event.shape, LayReason.BOUGHT))
