"""A seat's turn: take a section, lay it, and all that laying brings (CG-I-3a to CG-I-3e)."""

from __future__ import annotations

from rules.campus_galli import gaps, tasks
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
    Beside,
    DrawSectionStep,
    FlipBuildingStep,
    Laid,
    LaySectionStep,
    News,
    NewsKind,
    SendBuilderHomeStep,
    SettleGapsStep,
    State,
    Step,
    current,
    done,
    drawn,
    with_seat,
)


def take_from_hut(state: State, event: TakeFromHut, news: list[News]) -> State:
    """The section leaves the hut and must be laid."""
    news.append(News(NewsKind.SECTION_TAKEN, event.seat, (event.section,)))
    return done(state._replace(hut=state.hut & ~(1 << event.section)), LaySectionStep(event.seat, event.section))


def take_from_pouch(state: State, event: TakeFromPouch, news: list[News]) -> State:
    """The seat feels for a shape; the dealer draws."""
    news.append(News(NewsKind.SHAPE_FELT, event.seat, (event.shape,)))
    return done(state, DrawSectionStep(event.seat, event.shape))


def draw_section(state: State, event: DrawSection, news: list[News]) -> State:
    """The section leaves the pouch and must be laid (CG-I-3a12)."""
    step = current(state, DrawSectionStep)
    news.append(News(NewsKind.SECTION_TAKEN, step.seat, (event.section,)))
    state = drawn(state._replace(pouch=state.pouch & ~(1 << event.section)), POUCH_DRAWS)
    return done(state, LaySectionStep(step.seat, event.section))


def lay_section(setting: Setting, state: State, event: LaySection, news: list[News]) -> State:
    """The section lies; builder and tasks at once, flips and lazy monks as steps of their own (CG-I-3e5)."""
    step = current(state, LaySectionStep)
    placement = setting.layout.placements[event.placement]
    free_before = gaps.free_spaces(setting.layout, state)
    beside = tasks.neighbours(setting, state.laid, placement)
    news.append(News(NewsKind.SECTION_LAID, step.seat, (step.section, event.placement)))
    state = _lay(setting, state, step, placement, news)
    state = gaps.move_over(setting, state, free_before)
    state = _take_tasks(setting, state, step, placement, beside, news)
    completed = _completed(setting, state, placement)
    flips: list[Step] = []
    for building in completed:
        news.append(News(NewsKind.COMPLETED, step.seat, (building,)))
        flips.append(FlipBuildingStep(step.seat, building))
    return done(state, *flips, SettleGapsStep(step.seat, event.placement))


def _lay(setting: Setting, state: State, step: LaySectionStep, placement: Placement, news: list[News]) -> State:
    """The section covers its spaces; a master builder stands on it if it earned him (CG-I-3b, CG-I-3b1)."""
    colour, own = setting.box.sections[step.section].colour, state.seats[step.seat]
    matching = colour is not None and bool(placement.symbols >> colour & 1) and not placement.grass
    builder = matching and own.supply > 0
    if builder:
        news.append(News(NewsKind.BUILDER_PLACED, step.seat, (step.section,)))
        state = with_seat(state, step.seat, own._replace(supply=own.supply - 1))
    laid = Laid(step.section, placement.index, step.seat, builder)
    return state._replace(laid=(*state.laid, laid), covered=Mask(state.covered | placement.mask))


def _take_tasks(
    setting: Setting,
    state: State,
    step: LaySectionStep,
    placement: Placement,
    beside: tasks.Neighbours,
    news: list[News],
) -> State:
    """Every task that the section fulfils goes to its player (CG-I-3c, CG-I-3c7)."""
    section = setting.box.sections[step.section]
    board, taken = list(state.board), list(state.seats[step.seat].tasks)
    for place, task in enumerate(board):
        if task is not None and tasks.fulfils(setting, setting.box.tasks[task], section, placement, beside):
            news.append(News(NewsKind.TASK_FULFILLED, step.seat, (task, place)))
            board[place] = None
            taken.append(task)
    if len(taken) == len(state.seats[step.seat].tasks):
        return state
    own = state.seats[step.seat]._replace(tasks=tuple(taken))
    return with_seat(state._replace(board=tuple(board)), step.seat, own)


def _completed(setting: Setting, state: State, placement: Placement) -> list[int]:
    """The buildings whose last uncovered space the placement has covered (CG-I-3d)."""
    touched = spaces_of(placement.buildings)
    return [building for building in touched if not setting.layout.areas[building] & ~state.covered]


def flip_building(state: State, event: FlipBuilding, news: list[News]) -> State:
    """A building becomes wood, with a master builder beside it; or nothing (CG-I-3d, CG-I-3d2)."""
    step = current(state, FlipBuildingStep)
    if event.building is None:
        return done(state)
    news.append(News(NewsKind.FLIPPED, step.seat, (event.building,)))
    state, own = state._replace(open=state.open | 1 << event.building), state.seats[step.seat]
    if own.supply:
        news.append(News(NewsKind.BUILDER_BESIDE, step.seat, (event.building,)))
        state = with_seat(state, step.seat, own._replace(supply=own.supply - 1))
        state = state._replace(beside=(*state.beside, Beside(event.building, step.seat)))
    return done(state)


def settle_gaps(setting: Setting, state: State, step: SettleGapsStep, news: list[News]) -> State:
    """Lazy monks go home from gaps closed or widened; then the section's own gaps are paid for (CG-I-3e)."""
    state = gaps.send_home_widened(setting, state, news)
    owed = gaps.owed(setting, state, step.seat, setting.layout.placements[step.placement])
    return done(state, owed) if owed else done(state)


def send_builder_home(state: State, event: SendBuilderHome, news: list[News]) -> State:
    """A master builder goes home in a lazy monk's stead (CG-I-3e6)."""
    step = current(state, SendBuilderHomeStep)
    news.append(News(NewsKind.BUILDER_HOME, step.seat, (step.gap,)))
    own = state.seats[step.seat]
    state = with_seat(state, step.seat, own._replace(supply=own.supply + 1))
    if event.section is not None:
        laid = tuple(it._replace(builder=False) if it.section == event.section else it for it in state.laid)
        return done(state._replace(laid=laid))
    beside = list(state.beside)
    beside.remove(Beside(event.building or 0, step.seat))
    return done(state._replace(beside=tuple(beside)))
