"""Taking and laying sections, and all its consequences (CG-I-3a to CG-I-3e, CG-II-3b to CG-II-3d1)."""

from __future__ import annotations

from rules.campus_galli import gaps, tasks, tile_transfers
from rules.campus_galli.box import TaskKind
from rules.campus_galli.events import (
    DrawSection,
    FlipBuilding,
    LaySection,
    SendBuilderHome,
    TakeFromHut,
    TakeFromPouch,
)
from rules.campus_galli.geometry import Mask, spaces_of
from rules.campus_galli.layout import Placement
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import (
    POUCH_DRAWS,
    BesideMonk,
    EffectKind,
    LaidSection,
    State,
    count_draw,
    current_step,
    finish_step,
    with_seat,
)
from rules.campus_galli.steps import (
    DrawSectionStep,
    FlipBuildingStep,
    LayReason,
    LaySectionStep,
    SendBuilderHomeStep,
    SettleGapsStep,
)
from rules.campus_galli.tiles import Tiles, tile
from rules.engine.tellings import Told


def take_from_hut(state: State, event: TakeFromHut, told: list[Told]) -> State:
    """Take a section from the hut; it must be laid."""
    told.append(Told(EffectKind.SECTION_TAKEN, event.seat, (event.section,)))
    return finish_step(state._replace(hut=state.hut & ~(1 << event.section)), LaySectionStep(event.seat, event.section))


def take_from_pouch(state: State, event: TakeFromPouch, told: list[Told]) -> State:
    """Choose a shape; the dealer draws the section."""
    told.append(Told(EffectKind.SHAPE_FELT, event.seat, (event.shape,)))
    return finish_step(state, DrawSectionStep(event.seat, event.shape))


def draw_section(state: State, event: DrawSection, told: list[Told]) -> State:
    """Take the drawn section from the pouch; it must be laid (CG-I-3a12)."""
    step = current_step(state, DrawSectionStep)
    told.append(Told(EffectKind.SECTION_TAKEN, step.seat, (event.section,)))
    state = count_draw(state._replace(pouch=state.pouch & ~(1 << event.section)), POUCH_DRAWS)
    return finish_step(state, LaySectionStep(step.seat, event.section, step.reason))


def lay_section(setting: Setting, state: State, event: LaySection, told: list[Told]) -> State:
    """Lay the section; builder and tasks at once, flips and lazy monks as steps (CG-I-3e5)."""
    step = current_step(state, LaySectionStep)
    placement = setting.layout.placements[event.placement]
    lifted = 0 if step.lifted is None else setting.layout.placements[step.lifted].mask
    covered_before = state.covered | lifted
    free_before = setting.layout.wood(state.open) & ~covered_before
    beside = tasks.neighbours(setting, state.laid, placement)
    told.append(Told(EffectKind.SECTION_LAID, step.seat, (step.section, event.placement)))
    state = _lay(setting, state, step, placement, told)
    state = gaps.move_over(setting, state, free_before)
    completed = _completed(setting, state, placement, covered_before)
    # Steps come first; they do not depend on the effects of tiles.
    flips = [] if setting.tiles else [FlipBuildingStep(step.seat, building) for building in completed]
    state = finish_step(state, *flips, SettleGapsStep(step.seat, event.placement))
    if setting.tiles and step.reason is LayReason.CARD:
        state = tile_transfers.receive(setting, state, step.seat, _earned(setting, step.section, placement), told)
    state = _take_tasks(setting, state, step, placement, beside, told, completed=bool(completed))
    told += [Told(EffectKind.COMPLETED, step.seat, (building,)) for building in completed]
    return state


def _earned(setting: Setting, section: int, placement: Placement) -> Tiles:
    """Return the tiles that laying the section earns (CG-II-3c to CG-II-3c2)."""
    colour = setting.box.sections[section].colour
    red, green, blue, yellow = ((placement.mask & mask).bit_count() for mask in setting.box.plan.symbols)
    if colour is None:
        return (red, green, blue, yellow)
    symbols = (red, green, blue, yellow)[colour]
    return tile(colour, symbols + (not placement.grass))


def _lay(setting: Setting, state: State, step: LaySectionStep, placement: Placement, told: list[Told]) -> State:
    """Cover the spaces and place a master builder if earned (CG-I-3b, CG-I-3b1)."""
    colour, own = setting.box.sections[step.section].colour, state.seats[step.seat]
    matching = not setting.tiles and colour is not None and bool(placement.symbols >> colour & 1)
    matching = matching and not placement.grass
    builder = matching and own.supply > 0
    if builder:
        told.append(Told(EffectKind.BUILDER_PLACED, step.seat, (step.section,)))
        state = with_seat(state, step.seat, own._replace(supply=own.supply - 1))
    laid = LaidSection(step.section, placement.index, step.seat, builder)
    return state._replace(laid=(*state.laid, laid), covered=Mask(state.covered | placement.mask))


def _take_tasks(
    setting: Setting,
    state: State,
    step: LaySectionStep,
    placement: Placement,
    beside: tasks.Neighbours,
    told: list[Told],
    *,
    completed: bool,
) -> State:
    """Give the player every task that the section fulfils (CG-I-3c, CG-I-3c7, CG-II-3g1)."""
    section, cards = setting.box.sections[step.section], setting.box.tasks
    places = [
        place
        for place, task in enumerate(state.board)
        if task is not None
        and (
            tasks.fulfils(setting, cards[task], section, placement, beside)
            or (completed and cards[task].kind is TaskKind.COMPLETE)
        )
    ]
    return tasks.take(state, step.seat, places, told)


def _completed(setting: Setting, state: State, placement: Placement, before: int) -> list[int]:
    """Return the buildings completed by the placement, not complete `before` (CG-I-3d, CG-III-4a4)."""
    areas = setting.layout.areas
    touched = [building for building in spaces_of(placement.buildings) if not areas[building] & ~state.covered]
    return [building for building in touched if areas[building] & ~before]


def flip_building(state: State, event: FlipBuilding, told: list[Told]) -> State:
    """Flip a building to wood with a master builder beside it, or skip (CG-I-3d, CG-I-3d2)."""
    step = current_step(state, FlipBuildingStep)
    if event.building is None:
        return finish_step(state)
    told.append(Told(EffectKind.FLIPPED, step.seat, (event.building,)))
    state, own = state._replace(open=state.open | 1 << event.building), state.seats[step.seat]
    if own.supply:
        told.append(Told(EffectKind.BUILDER_BESIDE, step.seat, (event.building,)))
        state = with_seat(state, step.seat, own._replace(supply=own.supply - 1))
        state = state._replace(beside=(*state.beside, BesideMonk(event.building, step.seat)))
    return finish_step(state)


def settle_gaps(setting: Setting, state: State, step: SettleGapsStep, told: list[Told]) -> State:
    """Send lazy monks home from closed or widened gaps, then pay for the section's own gaps (CG-I-3e)."""
    state = gaps.send_home_widened(setting, state, told)
    owed = gaps.owed(setting, state, step.seat, setting.layout.placements[step.placement])
    return finish_step(state, owed) if owed else finish_step(state)


def send_builder_home(state: State, event: SendBuilderHome, told: list[Told]) -> State:
    """Send a master builder home in place of a lazy monk (CG-I-3e6)."""
    step = current_step(state, SendBuilderHomeStep)
    told.append(Told(EffectKind.BUILDER_HOME, step.seat, (step.gap,)))
    own = state.seats[step.seat]
    state = with_seat(state, step.seat, own._replace(supply=own.supply + 1))
    if event.section is not None:
        laid = tuple(it._replace(builder=False) if it.section == event.section else it for it in state.laid)
        return finish_step(state._replace(laid=laid))
    beside = list(state.beside)
    beside.remove(BesideMonk(event.building or 0, step.seat, event.guest))
    return finish_step(state._replace(beside=tuple(beside)))
