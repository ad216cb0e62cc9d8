"""A cell of the plan, and the colours of a space: its background and foreground, highlighted or not."""

from __future__ import annotations

from typing import NamedTuple

from galli_tui.games.campus_galli.plan_colours import ColourKey, PlanColour
from galli_tui.games.campus_galli.plan_look import Figure, HeldStatus, SpaceLook, Terrain


class Cell(NamedTuple):
    """One cell of the screen."""

    char: str
    ink: ColourKey
    ground: ColourKey
    strong: bool = False
    underlined: bool = False


def ground_of(look: SpaceLook) -> ColourKey:
    """Return the background of a space, highlights included."""
    if look.cursor:
        return PlanColour.CURSOR
    if look.held is HeldStatus.LEGAL:
        return PlanColour.HELD + look.held_colour
    if look.held is HeldStatus.ILLEGAL:
        return PlanColour.REFUSED
    if look.pointed_at:
        return PlanColour.MARKED
    if look.new_gap:
        return PlanColour.GAP
    if look.marked:
        return PlanColour.MARKED
    return _own_ground(look)


def _own_ground(look: SpaceLook) -> ColourKey:
    """Return the background of a space without highlights."""
    if look.figure is Figure.LAZY or look.gap:
        return PlanColour.GAP
    if look.cordon:
        return PlanColour.CORDON_GROUND
    match look.kind:
        case Terrain.GRASS:
            return PlanColour.GRASS
        case Terrain.TREE:
            return PlanColour.WOODLAND
        case Terrain.PARCHMENT:
            return PlanColour.PARCHMENT
        case Terrain.WOOD:
            return PlanColour.LIGHT_OAK if look.shade else PlanColour.OAK
        case Terrain.LAID:
            return (PlanColour.DARKER_STONE if look.shade else PlanColour.STONE) + look.colour


def ink_of(look: SpaceLook) -> ColourKey:
    """Return the foreground of a space, highlights included."""
    if look.cursor:
        return PlanColour.CURSOR_INK
    if look.held is HeldStatus.LEGAL:
        return PlanColour.HELD_INK + look.held_colour
    if look.held is HeldStatus.ILLEGAL:
        return PlanColour.REFUSED_INK
    if look.pointed_at:
        return PlanColour.MARKED_INK
    if look.new_gap or look.gap or look.figure is Figure.LAZY:
        return PlanColour.GAP_INK
    if look.marked:
        return PlanColour.MARKED_INK
    if look.cordon:
        return PlanColour.CORDON
    match look.kind:
        case Terrain.GRASS:
            return PlanColour.GRASS_INK
        case Terrain.TREE:
            return PlanColour.TREE_INK
        case Terrain.PARCHMENT:
            return PlanColour.PARCHMENT_INK
        case Terrain.WOOD:
            return PlanColour.WOOD_INK
        case Terrain.LAID:
            return PlanColour.STONE_INK + look.colour


def is_plain(look: SpaceLook) -> bool:
    """Return whether the space shows its own colours: no highlight, gap or cordon covers them."""
    highlit = look.cursor or look.held or look.marked or look.pointed_at
    return not (highlit or look.new_gap or look.gap or look.cordon)
