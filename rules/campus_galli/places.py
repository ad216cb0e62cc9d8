"""Legal placements in a state, and removing a section from the plan (CG-I-3a1 to CG-I-3a6, CG-III-1m)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.campus_galli.box import Origin
from rules.campus_galli.layout import Placement
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import LaidSection, State
from rules.engine.grid import Mask


def closed(setting: Setting, state: State) -> Mask:
    """Return the spaces under sections and behind the cordon (CG-I-3a5, CG-III-1m, CG-III-1m3)."""
    if state.cordon is None:
        return state.covered
    return Mask(state.covered | setting.layout.areas[state.cordon])


def legal(setting: Setting, state: State, shape: int) -> tuple[Placement, ...]:
    """Return the legal placements of a shape."""
    return setting.layout.legal(shape, state.open, closed(setting, state))


def fits(setting: Setting, state: State, shape: int) -> bool:
    """Return whether a shape has a legal placement."""
    return setting.layout.fits(shape, state.open, closed(setting, state))


def legal_for(setting: Setting, state: State, section: int, lifted: int | None) -> Sequence[Placement]:
    """Return the legal placements of a section, without the one it was lifted from (CG-III-4a2)."""
    found = legal(setting, state, setting.box.sections[section].shape)
    return found if lifted is None else [place for place in found if place.index != lifted]


def without(setting: Setting, state: State, laid: LaidSection) -> State:
    """Return the state with a section lifted off the plan; the section is nowhere then."""
    rest = tuple(other for other in state.laid if other.section != laid.section)
    covered = Mask(state.covered & ~setting.layout.placements[laid.placement].mask)
    return state._replace(laid=rest, covered=covered)


def can_move(setting: Setting, state: State, laid: LaidSection) -> bool:
    """Return whether a section on the plan has another legal placement (CG-III-4a2)."""
    return bool(legal_for(setting, without(setting, state, laid), laid.section, laid.placement))


def put_back(setting: Setting, state: State, laid: LaidSection) -> State:
    """Return the state with a section back in the stock it came from (CG-III-1k7)."""
    state, bit = without(setting, state, laid), 1 << laid.section
    if setting.box.sections[laid.section].origin is Origin.HUT:
        return state._replace(hut=state.hut | bit)
    return state._replace(pouch=state.pouch | bit)
