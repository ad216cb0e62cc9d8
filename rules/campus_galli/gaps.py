"""Gaps and lazy monks: placing, moving and sending home."""

from __future__ import annotations

from rules.campus_galli.geometry import Mask, spaces_of
from rules.campus_galli.layout import Layout, Placement
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import EffectKind, LazyMonk, State, finish_step, with_seat
from rules.campus_galli.steps import CampusStep, LazyMonksStep, SendBuilderHomeStep
from rules.engine.secrecy import Seat
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
            state = _supplied(state, monk.seat, 1)
    return state if len(staying) == len(state.lazy) else state._replace(lazy=tuple(staying))


def owed(setting: Setting, state: State, seat: Seat, placement: Placement) -> CampusStep | None:
    """Return the step in which a seat pays for small gaps beside its section without a monk, or None."""
    gaps = small_gaps_beside(setting.layout, free_spaces(setting.layout, state), placement.border)
    if not gaps:
        return None
    held = 0
    for monk in state.lazy:
        held |= 1 << monk.space
    spaces = tuple(next(spaces_of(gap)) for gap in gaps if not gap & held)
    return LazyMonksStep(seat, spaces) if spaces else None


def lie_down(state: State, step: LazyMonksStep, told: list[Told]) -> State:
    """Place one lazy monk; without supply ask for a master builder, or skip (CG-I-3e, CG-I-3e6)."""
    if not step.gaps:
        return finish_step(state)
    space, rest = step.gaps[0], LazyMonksStep(step.seat, step.gaps[1:])
    if state.seats[step.seat].supply:
        told.append(Told(EffectKind.LAZY_MONK, step.seat, (space,)))
        lazy = tuple(sorted((*state.lazy, LazyMonk(space, step.seat))))
        return finish_step(_supplied(state, step.seat, -1)._replace(lazy=lazy), rest)
    if has_builder(state, step.seat):
        return finish_step(state, SendBuilderHomeStep(step.seat, space), rest)
    return finish_step(state, rest)


def has_builder(state: State, seat: Seat) -> bool:
    """Return whether a master builder of the seat stands on the plan."""
    return any(laid.builder and laid.seat == seat for laid in state.laid) or any(
        beside.seat == seat for beside in state.beside
    )


def _supplied(state: State, seat: Seat, monks: int) -> State:
    own = state.seats[seat]
    return with_seat(state, seat, own._replace(supply=own.supply + monks))
