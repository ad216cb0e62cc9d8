"""Gaps and lazy monks: placing, moving and sending home."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar

from rules.campus_galli.layout import Layout
from rules.campus_galli.pieces import BuildingNumber, PlacementNumber, SectionNumber, SpaceNumber
from rules.campus_galli.rule_base import ALL_CHOICES, CampusAutomatic, CampusDecision, CampusMove, Choices
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import BesideMonk, EffectKind, LazyMonk, State, supplied
from rules.engine.grid import Mask, spaces_of
from rules.engine.kinds import Most
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat
from rules.engine.steps import current_step, finish, push
from rules.engine.tellings import Told


def free_spaces(layout: Layout, state: State) -> int:
    """Return all uncovered spaces of wooden buildings."""
    return layout.wood(state.open) & ~state.covered


def small_gaps_beside(layout: Layout, free: int, border: int) -> list[Mask]:
    """Return the gaps of at most `SMALL_GAP` spaces that reach into `border`, by first space."""
    found: list[Mask] = []
    left = border & free
    while left:
        gap, small = layout.small_gap_at((left & -left).bit_length() - 1, free)
        left &= ~gap
        if small:
            found.append(gap)
    return sorted(found, key=lambda gap: gap & -gap)


def move_over(setting: Setting, state: State, free_before: int) -> State:
    """Move monks whose space was covered to the rest of their gap, if any is left (CG-I-3e2)."""
    if not any(state.covered >> monk.space & 1 for monk in state.lazy):
        return state
    moved: list[LazyMonk] = []
    for monk in state.lazy:
        space = monk.space
        if state.covered >> space & 1:
            rest = setting.layout.gap_at(space, free_before) & ~state.covered
            if rest:
                space = (rest & -rest).bit_length() - 1
        moved.append(LazyMonk(space, monk.seat))
    return state._replace(lazy=tuple(sorted(moved)))


def send_home_widened(setting: Setting, state: State, told: list[Told]) -> State:
    """Send lazy monks home whose gap is covered or larger than three spaces (CG-I-3e3, CG-I-3e4)."""
    if not state.lazy:
        return state
    layout = setting.layout
    free = free_spaces(layout, state)
    staying: list[LazyMonk] = []
    for monk in state.lazy:
        if free >> monk.space & 1 and layout.small_gap_at(monk.space, free)[1]:
            staying.append(monk)
        else:
            told.append(Told(EffectKind.LAZY_MONK_HOME, monk.seat, (monk.space,)))
            state = supplied(state, monk.seat, 1)
    return state if len(staying) == len(state.lazy) else state._replace(lazy=tuple(staying))


@dataclass(frozen=True, slots=True)
class SendBuilderHome(CampusMove):
    """Send a monk home in place of a lazy monk: a master builder on a section, or one beside a building."""

    clause: ClassVar = "CG-I-3e6"
    tag: ClassVar = "home"
    section: SectionNumber | None
    building: BuildingNumber | None
    guest: bool = False
    """Whether a guest monk goes home from beside the building."""

    def disagreement(self) -> str:
        """Return what is inconsistent among the fields; empty if nothing is."""
        one_place = (self.section is None) is not (self.building is None)
        if one_place and not (self.guest and self.building is None):
            return ""
        return "expected a builder on a section or a monk beside a building"

    @classmethod
    def options(
        cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES
    ) -> Iterable[SendBuilderHome]:
        kinds = dict.fromkeys((it.building, it.guest) for it in state.beside if it.seat == seat)
        return [
            *(cls(seat, it.section, None) for it in state.laid if it.builder and it.seat == seat),
            *(cls(seat, None, *it) for it in kinds),
        ]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        on_section = any(it.section == self.section and it.seat == self.seat and it.builder for it in state.laid)
        beside = self.building is not None and BesideMonk(self.building, self.seat, self.guest) in state.beside
        if (on_section and self.building is None and not self.guest) or (beside and self.section is None):
            return None
        return Refusal("no-builder-there", "CG-I-3e6")

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        gap = current_step(state, SendBuilderHomeStep).gap
        told.append(Told(EffectKind.BUILDER_HOME, self.seat, (gap,)))
        state = finish(supplied(state, self.seat, 1))
        if self.section is not None:
            laid = tuple(it._replace(builder=False) if it.section == self.section else it for it in state.laid)
            return state._replace(laid=laid)
        beside = list(state.beside)
        beside.remove(BesideMonk(self.building or 0, self.seat, self.guest))
        return state._replace(beside=tuple(beside))


@dataclass(frozen=True, slots=True)
class SendBuilderHomeStep(CampusDecision):
    """A seat without supply sends a master builder home for the gap at this space."""

    clause: ClassVar = "CG-I-3e6"
    question: ClassVar = "send a master builder home"
    moves: ClassVar = (SendBuilderHome,)
    tag: ClassVar = "home"
    gap: SpaceNumber


@dataclass(frozen=True, slots=True)
class LazyMonksStep(CampusAutomatic):
    """A seat owes a lazy monk for each of these gaps, named by first space."""

    clause: ClassVar = "CG-I-3e"
    tag: ClassVar = "lazy"
    seat: Seat
    gaps: Annotated[tuple[SpaceNumber, ...], Most(64)]

    def run(self, game: Setting, state: State, told: list[Told]) -> State:
        """Place one lazy monk; without supply ask for a master builder, or skip (CG-I-3e6)."""
        if not self.gaps:
            return finish(state)
        space, rest = self.gaps[0], LazyMonksStep(self.seat, self.gaps[1:])
        if state.seats[self.seat].supply:
            told.append(Told(EffectKind.LAZY_MONK, self.seat, (space,)))
            lazy = tuple(sorted((*state.lazy, LazyMonk(space, self.seat))))
            return finish(supplied(state, self.seat, -1)._replace(lazy=lazy), rest)
        if SendBuilderHome.options(game, state, self.seat):
            return finish(state, SendBuilderHomeStep(self.seat, space), rest)
        return finish(state, rest)


@dataclass(frozen=True, slots=True)
class SettleGapsStep(CampusAutomatic):
    """Lazy monks go home, then a seat pays for new gaps beside the section just laid."""

    clause: ClassVar = "CG-I-3e"
    tag: ClassVar = "settle"
    seat: Seat
    placement: PlacementNumber

    def run(self, game: Setting, state: State, told: list[Told]) -> State:
        state = finish(send_home_widened(game, state, told))
        layout = game.layout
        gaps = small_gaps_beside(layout, free_spaces(layout, state), layout.placements[self.placement].border)
        if not gaps:
            return state
        held = sum(1 << space for space in {monk.space for monk in state.lazy})
        spaces = tuple(next(spaces_of(gap)) for gap in gaps if not gap & held)
        return push(state, LazyMonksStep(self.seat, spaces)) if spaces else state
