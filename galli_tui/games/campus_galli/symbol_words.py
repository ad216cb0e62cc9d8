"""The printed symbols in words: where they are free, what covering them brings, and what a placement covers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from galli_tui.games.campus_galli.points import points_words
from galli_tui.games.campus_galli.words import JOKER_WORD, building_words, place_words, tile_words
from galli_tui.style.wording import counted, listed, sentence_start
from rules.campus_galli.box import COLOURS
from rules.campus_galli.laying_sections import LayReason, LaySectionStep, earned_tiles, earns_builder
from rules.campus_galli.layout import Placement
from rules.campus_galli.scoring import BUILDER
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import LaidSection, State
from rules.engine.grid import spaces_of
from rules.engine.steps import current_step

FOR_BUILDER: Final = "for a master builder"
"""What a placement earns at the levels without tiles."""


def symbol_marks(setting: Setting, view: State) -> dict[int, str]:
    """Return the symbol on each space that no section covers, e.g. "green symbol"."""
    return {
        space: f"{colour} symbol"
        for colour, spaces in zip(COLOURS, setting.box.plan.symbols, strict=True)
        for space in spaces_of(spaces & ~view.covered)
    }


def symbols_on(setting: Setting, view: State, area: int) -> str:
    """Return the symbols that no section covers in an area, e.g. "red on e9 and green on i8 i9"; empty for none."""
    plan = setting.box.plan
    found = {colour: spaces & area & ~view.covered for colour, spaces in zip(COLOURS, plan.symbols, strict=True)}
    return listed(f"{colour} on {place_words(plan, spaces)}" for colour, spaces in found.items() if spaces)


def symbol_lines(setting: Setting, view: State) -> Iterator[str]:
    """Yield what covering symbols brings at this level, then the free symbols of each colour."""
    if not setting.tiles:
        yield "A section that covers a symbol of its own colour, and no grass, gets a master builder."
        yield f"A master builder is worth {points_words(BUILDER)}."
        yield "A symbol that is covered together with grass brings nothing."
    else:
        yield "A section placed by a card earns one tile of its colour for every symbol of that colour that it covers."
        yield "If it covers grass, its symbols count all the same. If it covers none, it earns one more tile."
        if setting.level.jokers:
            yield f"A {JOKER_WORD} one earns a tile for every symbol, in the symbol's colour."
    wood = setting.layout.wood(view.open)
    for colour, spaces in zip(COLOURS, setting.box.plan.symbols, strict=True):
        free = spaces & ~view.covered
        parchment = f" Still parchment: {_by_building(setting, free & ~wood)}." if free & ~wood else ""
        yield f"{sentence_start(colour)}: {_by_building(setting, free & wood) or 'none free on wood'}.{parchment}"


def _by_building(setting: Setting, spaces: int) -> str:
    """Return spaces with their buildings: "d5 f5 g5 in the church (A), e9 in the cloister (B)"."""
    plan = setting.box.plan
    return ", ".join(
        f"{place_words(plan, spaces & area)} in {building_words(building)}"
        for building, area in zip(plan.buildings, setting.layout.areas, strict=True)
        if spaces & area
    )


def placement_gain(setting: Setting, view: State, placement: Placement) -> str:
    """Return the symbols that count for a placement and what it earns: ", with 2 red symbols, for 3 red tiles"."""
    step = current_step(view, LaySectionStep)
    if setting.tiles and step.reason is not LayReason.CARD:
        return ""
    own = setting.box.sections[step.section].colour
    counts = [
        (counted((placement.mask & spaces).bit_count(), f"{COLOURS[colour]} symbol"))
        for colour, spaces in enumerate(setting.box.plan.symbols)
        if own in (None, colour) and placement.mask & spaces
    ]
    covered = f", with {listed(counts)}" if counts else ""
    if setting.tiles:
        earned = earned_tiles(setting, step.section, placement)
        return f"{covered}, for {tile_words(earned)}" if any(earned) else covered
    if not covered or earns_builder(setting, view, step, placement):
        return f"{covered}, {FOR_BUILDER}" if covered else ""
    why = "since it covers grass" if placement.grass else "since no monk is at home"
    return f"{covered} but no builder, {why}"


def covered_symbols(setting: Setting, laid: LaidSection) -> str:
    """Return the symbols of its colour that a section on the plan covers, and why it has no master builder for them.

    A sentence; empty for a section that covers none, and at the levels at which symbols bring tiles.
    """
    placement, colour = setting.layout.placements[laid.placement], setting.box.sections[laid.section].colour
    if setting.tiles or colour is None or not placement.symbols >> colour & 1:
        return ""
    counts = counted((placement.mask & setting.box.plan.symbols[colour]).bit_count(), f"{COLOURS[colour]} symbol")
    why = " This brought no builder, since it covers grass too." if placement.grass else ""
    return f"It covers {counts}.{why}"
