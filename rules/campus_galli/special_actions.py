"""Special actions: paid tasks, expanding, buying, reconstruction (CG-II-4 to CG-II-4g, CG-III-4a to 4b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar

from rules.campus_galli import places, takeable, tasks
from rules.campus_galli.box import TaskKind
from rules.campus_galli.gaps import send_home_widened
from rules.campus_galli.laying_sections import (
    DrawSectionStep,
    LayReason,
    LaySectionStep,
    flip,
    from_hut,
    is_parchment,
    shape_refusal,
)
from rules.campus_galli.pieces import BuildingNumber, PlaceNumber, Seats, SectionNumber, ShapeNumber
from rules.campus_galli.rule_base import ALL_CHOICES, CampusMove, CampusStep, Choices
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import EffectKind, LaidSection, State
from rules.campus_galli.tile_transfers import SwapTiles, pay, paying, paying_shown
from rules.campus_galli.tiles import ONE_EACH, Cost, Tiles, affordable, paid_for, shown_cost, tile
from rules.engine.grid import spaces_of
from rules.engine.kinds import Late
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat
from rules.engine.steps import AskingStep, current_step, finish
from rules.engine.tellings import Told

HUT_COSTS = tuple(Cost(tile(colour, 3), 2) for colour in range(4))
"""The cost of a section from the hut, by its colour: three of that and two more (CG-II-4d)."""
POUCH_COST = Cost(ONE_EACH, 1)
"""The cost of a section from the pouch (CG-II-4e)."""


def _finish_action(state: State, *steps: CampusStep) -> State:
    """Finish an action: its steps come first, then the next seat."""
    seat, *others = current_step(state, SpecialActionsStep).seats
    return finish(state, *steps, SpecialActionsStep((*others, seat)))


def paid_tasks(setting: Setting, state: State) -> list[tuple[int, Cost]]:
    """Return the places and costs of the tasks fulfilled by paying (CG-II-4b, CG-III-1m1)."""
    found = tasks.on_board(setting, state, TaskKind.PAID) + tasks.on_board(setting, state, TaskKind.HALT)
    return [(place, shown_cost(task.tiles)) for place, task in found] if found else []


@dataclass(frozen=True, slots=True)
class PayTask(CampusMove):
    """Pay for a task in a special action, by its place on the board; `tiles` only where there is a choice."""

    clause: ClassVar = "CG-II-4b"
    place: PlaceNumber
    tiles: Annotated[Tiles, Late()] | None = None

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[PayTask]:
        own = state.seats[seat].tiles
        return [
            cls(seat, place, paid)
            for place, cost in paid_tasks(game, state)
            for paid in choices.named_payments(own, cost)
        ]

    def _ends_halt(self, game: Setting, state: State) -> bool:
        return self.place in dict(tasks.on_board(game, state, TaskKind.HALT))

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        cost = dict(paid_tasks(game, state)).get(self.place)
        if cost is None:
            return Refusal("not-for-tiles", "CG-II-4b", (("place", self.place),))
        own, ends_halt = state.seats[self.seat].tiles, self._ends_halt(game, state)
        return paying_shown(own, self.tiles, cost, "CG-III-1m1" if ends_halt else "CG-II-4b")

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        """Take the task; a construction halt also lifts the cordon (CG-III-1m1)."""
        cost, ends_halt = dict(paid_tasks(game, state))[self.place], self._ends_halt(game, state)
        state = pay(state, self.seat, paid_for(cost, self.tiles), told)
        state = tasks.take(state, self.seat, [self.place], told)
        if ends_halt and state.cordon is not None:
            told.append(Told(EffectKind.CORDON_LIFTED, self.seat, (state.cordon,)))
            state = state._replace(cordon=None)
        return _finish_action(state)


@lru_cache(maxsize=64)
def building_cost(setting: Setting, building: int) -> Cost:
    """Return the cost of flipping a parchment building (CG-II-4c)."""
    return shown_cost(setting.box.plan.buildings[building].cost)


@dataclass(frozen=True, slots=True)
class Expand(CampusMove):
    """Pay for a parchment building and flip it; `tiles` only where there is a choice."""

    clause: ClassVar = "CG-II-4c"
    building: BuildingNumber
    tiles: Annotated[Tiles, Late()] | None = None

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[Expand]:
        own = state.seats[seat].tiles
        return [
            cls(seat, building, paid)
            for building in spaces_of(game.all_buildings & ~state.open)
            for paid in choices.named_payments(own, building_cost(game, building))
        ]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        if not is_parchment(game, state, self.building):
            return Refusal("not-parchment", "CG-II-4c", (("building", self.building),))
        return paying_shown(state.seats[self.seat].tiles, self.tiles, building_cost(game, self.building), "CG-II-4c")

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        """Flip the building; the master builder beside it is a new person there (CG-II-4c1)."""
        building, seat = self.building, self.seat
        state = pay(state, seat, paid_for(building_cost(game, building), self.tiles), told)
        comes = state.seats[seat].supply
        state = flip(state, seat, building, told)
        if comes:
            state = tasks.take(state, seat, tasks.of_side(game, state, building), told)
        return _finish_action(send_home_widened(game, state, told))


def hut_cost(setting: Setting, section: int) -> Cost:
    """Return the cost of a section from the hut (CG-II-4d)."""
    colour = setting.box.sections[section].colour
    if colour is None:
        raise ValueError("no joker lies in the hut")
    return HUT_COSTS[colour]


def buyable(setting: Setting, state: State) -> tuple[int, int]:
    """Return the sections of the hut and shapes of the pouch with a legal placement, as bits (CG-II-4e1)."""
    return takeable.fitting(
        setting, state, state.hut, takeable.in_pouch(setting, state, range(len(setting.box.shapes)))
    )


@dataclass(frozen=True, slots=True)
class BuyFromHut(CampusMove):
    """Buy a section from the builders' hut with these tiles; it must be laid."""

    clause: ClassVar = "CG-II-4d"
    tag: ClassVar = "buy-hut"
    verb: ClassVar = "buy"
    section: SectionNumber
    tiles: Tiles

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[BuyFromHut]:
        paid = {cost: choices.payments(state.seats[seat].tiles, cost) for cost in HUT_COSTS}
        hut = buyable(game, state)[0] if any(paid.values()) else 0
        return [cls(seat, section, it) for section in spaces_of(hut) for it in paid[hut_cost(game, section)]]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        section = self.section
        if not 0 <= section < len(game.box.sections) or not state.hut >> section & 1:
            return Refusal("not-in-hut", "CG-II-4d", (("section", section),))
        paid = paying(state.seats[self.seat].tiles, self.tiles, hut_cost(game, section), "CG-II-4d")
        return shape_refusal(game, state, game.box.sections[section].shape, "CG-II-4e1") or paid

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        state = pay(state, self.seat, self.tiles, told)
        told.append(Told(EffectKind.SECTION_TAKEN, self.seat, (self.section,)))
        return _finish_action(from_hut(state, self.section), LaySectionStep(self.seat, self.section, LayReason.BOUGHT))


@dataclass(frozen=True, slots=True)
class BuyFromPouch(CampusMove):
    """Buy a shape from the prayer pouch with these tiles; its colour is random."""

    clause: ClassVar = "CG-II-4e"
    tag: ClassVar = "buy-pouch"
    verb: ClassVar = "buy pouch"
    shape: ShapeNumber
    tiles: Tiles

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[BuyFromPouch]:
        paid = choices.payments(state.seats[seat].tiles, POUCH_COST)
        return [cls(seat, shape, it) for shape in spaces_of(buyable(game, state)[1]) for it in paid] if paid else []

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        shape = self.shape
        if not 0 <= shape < len(game.box.shapes) or not state.pouch & game.shape_sections[shape]:
            return Refusal("not-in-pouch", "CG-II-4e", (("shape", shape),))
        paid = paying(state.seats[self.seat].tiles, self.tiles, POUCH_COST, "CG-II-4e")
        return shape_refusal(game, state, shape, "CG-II-4e1") or paid

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        state = pay(state, self.seat, self.tiles, told)
        told.append(Told(EffectKind.SHAPE_FELT, self.seat, (self.shape,)))
        return _finish_action(state, DrawSectionStep(self.seat, self.shape, LayReason.BOUGHT))


def _lifts(setting: Setting, state: State) -> Iterator[tuple[int, LaidSection]]:
    """Yield the places of reconstructions on the board, each with every section that it can move (CG-III-4a1)."""
    for place, task in tasks.on_board(setting, state, TaskKind.RECONSTRUCTION):
        for laid in state.laid:
            if setting.box.sections[laid.section].shape in task.shapes and places.can_move(setting, state, laid):
                yield place, laid


@dataclass(frozen=True, slots=True)
class Lift(CampusMove):
    """Fulfil a reconstruction, by its place on the board: lift a section to lay it elsewhere."""

    clause: ClassVar = "CG-III-4a"
    place: PlaceNumber
    section: SectionNumber

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[Lift]:
        return [cls(seat, place, laid.section) for place, laid in _lifts(game, state)]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        task = dict(tasks.on_board(game, state, TaskKind.RECONSTRUCTION)).get(self.place)
        if task is None:
            return Refusal("not-for-rebuilding", "CG-III-4a", (("place", self.place),))
        laid = next((laid for laid in state.laid if laid.section == self.section), None)
        if laid is None or game.box.sections[laid.section].shape not in task.shapes:
            return Refusal("section-not-there", "CG-III-4a1", (("section", self.section),))
        if not places.can_move(game, state, laid):
            return Refusal("cannot-be-moved", "CG-III-4a2", (("section", self.section),))
        return None

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        laid = next(laid for laid in state.laid if laid.section == self.section)
        told.append(Told(EffectKind.LIFTED, self.seat, (laid.section, laid.placement)))
        state = tasks.take(places.without(game, state, laid), self.seat, [self.place], told)
        return _finish_action(state, LaySectionStep(self.seat, laid.section, LayReason.REBUILT, laid.placement))


@dataclass(frozen=True, slots=True)
class Pass(CampusMove):
    """Pass: no more special actions in this round."""

    clause: ClassVar = "CG-II-4"

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        told.append(Told(EffectKind.PASSED, self.seat, ()))
        return finish(state, SpecialActionsStep(current_step(state, SpecialActionsStep).seats[1:]))


@dataclass(frozen=True, slots=True)
class SpecialActionsStep(AskingStep[Setting, State]):
    """The first of these seats may take a special action; seats that passed are gone."""

    clause: ClassVar = "CG-II-4"
    question: ClassVar = "take a special action or pass"
    moves: ClassVar = (PayTask, Expand, BuyFromHut, BuyFromPouch, Lift, SwapTiles, Pass)
    tag: ClassVar = "special"
    seats: Seats

    @property
    def asked(self) -> tuple[Seat, ...]:
        return self.seats[:1]

    def run(self, game: Setting, state: State, told: list[Told]) -> State | None:
        """Drop the seats that cannot act or begged (CG-II-3f2)."""
        if not self.seats:
            return finish(state)
        seat, *others = self.seats
        if not state.seats[seat].begs and _can_act(game, state, seat):
            return None
        return finish(state, SpecialActionsStep(tuple(others)))


def _can_act(setting: Setting, state: State, seat: Seat) -> bool:
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
    return next(_lifts(setting, state), None) is not None


@lru_cache(maxsize=4096)
def _within_means(own: Tiles, supply: Tiles) -> tuple[tuple[int, ...], bool]:
    """Return the colours affordable from the hut, after swaps, and whether the pouch is affordable."""
    colours = tuple(colour for colour, cost in enumerate(HUT_COSTS) if affordable(own, supply, cost))
    return colours, affordable(own, supply, POUCH_COST)
