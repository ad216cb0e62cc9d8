"""Taking and laying sections, with all consequences (CG-I-3a to CG-I-3e, CG-II-3b to CG-II-3d1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Annotated, ClassVar

from rules.campus_galli import places, tasks, tile_transfers
from rules.campus_galli.box import TaskKind
from rules.campus_galli.gaps import SettleGapsStep, move_over
from rules.campus_galli.layout import Placement
from rules.campus_galli.pieces import (
    BuildingNumber,
    DrawnSection,
    PlacementNumber,
    SectionNumber,
    SectionPlace,
    ShapeNumber,
)
from rules.campus_galli.rule_base import ALL_CHOICES, CampusChance, CampusDecision, CampusMove, CampusOutcome, Choices
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import POUCH_DRAWS, EffectKind, LaidSection, State, beside, open_card, supplied
from rules.campus_galli.takeable import CLAUSES, can_take, card_in_play, hut_allowed, pouch_allowed, takeable
from rules.campus_galli.tiles import Tiles, tile
from rules.engine.entropy import RandomStream
from rules.engine.grid import Mask, spaces_of
from rules.engine.kinds import NoneWord
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat
from rules.engine.steps import current_step, finish
from rules.engine.tellings import Told


class LayReason(Enum):
    """The reason for laying a section."""

    CARD = "card"
    """A card was played."""
    BOUGHT = "bought"
    """It was bought in a special action, and brings no tiles (CG-II-4f)."""
    REBUILT = "rebuilt"
    """It was lifted from the plan in a special action (CG-III-4a)."""


# Laying


def placement_refusal(setting: Setting, state: State, section: int, placement: int) -> Refusal | None:
    """Return why the section cannot be placed there (CG-I-3a1 to CG-I-3a6, CG-III-1m), or None. Any seat may ask."""
    layout = setting.layout
    if not 0 <= placement < len(layout.placements):
        return Refusal("no-such-place", "CG-I-3a6")
    place = layout.placements[placement]
    if place.shape != setting.box.sections[section].shape:
        return Refusal("wrong-shape", "CG-I-3a6", (("shape", place.shape),))
    wood = layout.wood(state.open)
    for code, clause, blocked in (
        ("covers-tree", "CG-I-3a4", setting.box.plan.trees),
        ("covers-section", "CG-I-3a5", state.covered),
        ("covers-parchment", "CG-I-3a3", layout.lettered & ~wood),
        ("covers-cordon", "CG-III-1m", places.closed(setting, state)),
    ):
        if hit := place.mask & blocked:
            return Refusal(code, clause, (("space", next(spaces_of(hit))),))
    if not place.mask & wood:
        return Refusal("covers-no-wood", "CG-I-3a1")
    return None


@dataclass(frozen=True, slots=True)
class LaySection(CampusMove):
    """Lay the section taken: builder and tasks at once, flips and lazy monks as steps that follow (CG-I-3e5)."""

    clause: ClassVar = "CG-I-3a"
    tag: ClassVar = "lay"
    placement: PlacementNumber

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[LaySection]:
        step = current_step(state, LaySectionStep)
        return [_lay(seat, place.index) for place in choices.places(game, state, step.section, step.lifted)]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        step = current_step(state, LaySectionStep)
        if self.placement == step.lifted:
            return Refusal("same-place", "CG-III-4a2")
        return placement_refusal(game, state, step.section, self.placement)

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        step, placement = current_step(state, LaySectionStep), game.layout.placements[self.placement]
        lifted = 0 if step.lifted is None else game.layout.placements[step.lifted].mask
        covered_before = state.covered | lifted
        free_before = game.layout.wood(state.open) & ~covered_before
        neighbours = tasks.neighbours(game, state.laid, placement)
        told.append(Told(EffectKind.SECTION_LAID, step.seat, (step.section, self.placement)))
        state = move_over(game, _covered(game, state, step, placement, told), free_before)
        completed = _completed(game, state, placement, covered_before)
        # Steps come first; they do not depend on the effects of tiles.
        flips = [] if game.tiles else [FlipBuildingStep(step.seat, building) for building in completed]
        state = finish(state, *flips, SettleGapsStep(step.seat, self.placement))
        if game.tiles and step.reason is LayReason.CARD:
            state = tile_transfers.receive(game, state, step.seat, earned_tiles(game, step.section, placement), told)
        section = game.box.sections[step.section]
        fulfilled = [
            place
            for place, number in enumerate(state.board)
            if number is not None
            and (
                tasks.fulfils(game, task := game.box.tasks[number], section, placement, neighbours)
                or (completed and task.kind is TaskKind.COMPLETE)
            )
        ]
        # Every task that the section fulfils (CG-I-3c, CG-I-3c7, CG-II-3g1).
        state = tasks.take(state, step.seat, fulfilled, told)
        told += [Told(EffectKind.COMPLETED, step.seat, (building,)) for building in completed]
        return state


_lay = lru_cache(maxsize=None)(LaySection)
"""A search asks for the same moves thousands of times."""


def earned_tiles(setting: Setting, section: int, placement: Placement) -> Tiles:
    """Return the tiles that laying the section earns (CG-II-3c to CG-II-3c2)."""
    colour = setting.box.sections[section].colour
    red, green, blue, yellow = ((placement.mask & mask).bit_count() for mask in setting.box.plan.symbols)
    if colour is None:
        return (red, green, blue, yellow)
    symbols = (red, green, blue, yellow)[colour]
    return tile(colour, symbols + (not placement.grass))


def earns_builder(setting: Setting, state: State, step: LaySectionStep, placement: Placement) -> bool:
    """Return whether laying the section there places a master builder (CG-I-3b, CG-I-3b1)."""
    colour = setting.box.sections[step.section].colour
    matching = not setting.tiles and colour is not None and bool(placement.symbols >> colour & 1)
    return matching and not placement.grass and state.seats[step.seat].supply > 0


def _covered(setting: Setting, state: State, step: LaySectionStep, placement: Placement, told: list[Told]) -> State:
    """Cover the spaces and place a master builder if earned (CG-I-3b, CG-I-3b1)."""
    builder = earns_builder(setting, state, step, placement)
    if builder:
        told.append(Told(EffectKind.BUILDER_PLACED, step.seat, (step.section,)))
        state = supplied(state, step.seat, -1)
    laid = LaidSection(step.section, placement.index, step.seat, builder)
    return state._replace(laid=(*state.laid, laid), covered=Mask(state.covered | placement.mask))


def _completed(setting: Setting, state: State, placement: Placement, before: int) -> list[int]:
    """Return the buildings completed by the placement, not complete `before` (CG-I-3d, CG-III-4a4)."""
    areas = setting.layout.areas
    touched = [building for building in spaces_of(placement.buildings) if not areas[building] & ~state.covered]
    return [building for building in touched if areas[building] & ~before]


@dataclass(frozen=True, slots=True)
class LaySectionStep(CampusDecision):
    """A seat lays the section it has taken."""

    clause: ClassVar = "CG-I-3a"
    question: ClassVar = "place the section"
    moves: ClassVar = (LaySection,)
    tag: ClassVar = "lay"
    section: SectionPlace
    reason: LayReason = LayReason.CARD
    lifted: PlacementNumber | None = None
    """The placement from which it was lifted, if it was."""


# Taking


@dataclass(frozen=True, slots=True)
class DrawSection(CampusOutcome):
    """The section drawn from the pouch; it must be laid (CG-I-3a12)."""

    clause: ClassVar = "CG-I-3a12"
    tag: ClassVar = "felt"
    section: DrawnSection

    @classmethod
    def drawn(cls, game: Setting, state: State, stream: RandomStream) -> DrawSection:
        shape = current_step(state, DrawSectionStep).shape
        return cls(stream.choice(list(spaces_of(state.pouch & game.shape_sections[shape]))))

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        there = state.pouch & game.shape_sections[current_step(state, DrawSectionStep).shape]
        if 0 <= self.section < len(game.box.sections) and there >> self.section & 1:
            return None
        return Refusal("bad-draw", "CG-I-3a12", (("section", self.section),))

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        step = current_step(state, DrawSectionStep)
        told.append(Told(EffectKind.SECTION_TAKEN, step.seat, (self.section,)))
        state = state._replace(pouch=state.pouch & ~(1 << self.section))
        return finish(state, LaySectionStep(step.seat, self.section, step.reason))


@dataclass(frozen=True, slots=True)
class DrawSectionStep(CampusChance):
    """The dealer draws a section of the shape from the pouch."""

    clause: ClassVar = "CG-I-3a12"
    outcome: ClassVar = DrawSection
    source: ClassVar = "pouch"
    tag: ClassVar = "feel"
    seat: Seat
    shape: ShapeNumber
    reason: LayReason = LayReason.CARD

    def counter(self, state: State) -> int:
        return POUCH_DRAWS


@dataclass(frozen=True, slots=True)
class TakeFromHut(CampusMove):
    """Take a section from the builders' hut; it must be laid."""

    clause: ClassVar = "CG-I-3a"
    tag: ClassVar = "hut"
    verb: ClassVar = "take"
    section: SectionNumber

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[TakeFromHut]:
        return [cls(seat, section) for section in spaces_of(takeable(game, state, seat)[0])]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        section = self.section
        if not 0 <= section < len(game.box.sections) or not state.hut >> section & 1:
            return Refusal("not-in-hut", "CG-I-3a", (("section", section),))
        if not hut_allowed(game, state, self.seat) >> section & 1:
            clause = CLAUSES[card_in_play(game, state, self.seat).kind]
            return Refusal("card-does-not-allow", clause, (("section", section),))
        return shape_refusal(game, state, game.box.sections[section].shape, "CG-I-3a13")

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        told.append(Told(EffectKind.SECTION_TAKEN, self.seat, (self.section,)))
        return finish(from_hut(state, self.section), LaySectionStep(self.seat, self.section))


@dataclass(frozen=True, slots=True)
class TakeFromPouch(CampusMove):
    """Take a shape from the prayer pouch; its colour is random."""

    clause: ClassVar = "CG-I-3a"
    tag: ClassVar = "pouch"
    verb: ClassVar = "take pouch"
    shape: ShapeNumber

    @classmethod
    def options(
        cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES
    ) -> Iterable[TakeFromPouch]:
        return [cls(seat, shape) for shape in spaces_of(takeable(game, state, seat)[1])]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        shape = self.shape
        if not 0 <= shape < len(game.box.shapes) or not state.pouch & game.shape_sections[shape]:
            return Refusal("not-in-pouch", "CG-I-3a", (("shape", shape),))
        if not pouch_allowed(game, state, self.seat) >> shape & 1:
            clause = CLAUSES[card_in_play(game, state, self.seat).kind]
            return Refusal("card-does-not-allow", clause, (("shape", shape),))
        return shape_refusal(game, state, shape, "CG-I-3a13")

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        told.append(Told(EffectKind.SHAPE_FELT, self.seat, (self.shape,)))
        return finish(state, DrawSectionStep(self.seat, self.shape))


def from_hut(state: State, section: int) -> State:
    """Return the state with the section taken from the hut."""
    return state._replace(hut=state.hut & ~(1 << section))


def shape_refusal(setting: Setting, state: State, shape: int, clause: str) -> Refusal | None:
    """Return why the shape cannot be laid, or None; `clause` is the one that demands it."""
    return None if places.fits(setting, state, shape) else Refusal("no-place", clause, (("shape", shape),))


@dataclass(frozen=True, slots=True)
class TakeSectionStep(CampusDecision):
    """A seat takes a section as its card allows; skipped if the card allows none."""

    clause: ClassVar = "CG-I-3a"
    question: ClassVar = "take a section"
    moves: ClassVar = (TakeFromHut, TakeFromPouch)
    tag: ClassVar = "take"

    def run(self, game: Setting, state: State, told: list[Told]) -> State | None:
        if can_take(game, state, self.seat):
            return None
        told.append(Told(EffectKind.CARD_SPENT, self.seat, (open_card(state.seats[self.seat]),)))
        return finish(state)


# Flipping


@dataclass(frozen=True, slots=True)
class FlipBuilding(CampusMove):
    """Flip a parchment building to wood for a completed one, or None (CG-I-3d, CG-I-3d2)."""

    clause: ClassVar = "CG-I-3d"
    tag: ClassVar = "flip"
    building: Annotated[BuildingNumber, NoneWord("none")] | None

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[FlipBuilding]:
        return [*(cls(seat, it) for it in spaces_of(game.all_buildings & ~state.open)), cls(seat, None)]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        building = self.building
        if building is not None and not is_parchment(game, state, building):
            return Refusal("not-parchment", "CG-I-3d", (("building", building),))
        return None

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        state = finish(state)
        return state if self.building is None else flip(state, self.seat, self.building, told)


@dataclass(frozen=True, slots=True)
class FlipBuildingStep(CampusDecision):
    """A seat that completed a building may flip another."""

    clause: ClassVar = "CG-I-3d"
    question: ClassVar = "flip a building to wood"
    moves: ClassVar = (FlipBuilding,)
    tag: ClassVar = "flip"
    completed: BuildingNumber

    def run(self, game: Setting, state: State, told: list[Told]) -> State | None:
        return finish(state) if state.open == game.all_buildings else None


def is_parchment(setting: Setting, state: State, building: int) -> bool:
    """Return whether the building exists and is still parchment."""
    return 0 <= building < len(setting.box.plan.buildings) and not state.open >> building & 1


def flip(state: State, seat: Seat, building: int, told: list[Told]) -> State:
    """Flip a building to wood, and place a master builder beside it if the seat has one in supply."""
    told.append(Told(EffectKind.FLIPPED, seat, (building,)))
    state = state._replace(open=state.open | 1 << building)
    if not state.seats[seat].supply:
        return state
    told.append(Told(EffectKind.BUILDER_BESIDE, seat, (building,)))
    return beside(state, seat, building)
