"""What one space of the plan shows, as a small value without characters or colours."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

JOKER: Final = 4
"""The colour of a joker section."""


class Terrain(IntEnum):
    """The top layer of a space."""

    GRASS = 0
    TREE = 1
    PARCHMENT = 2
    WOOD = 3
    LAID = 4
    """A laid section."""


class Figure(IntEnum):
    """The monk on a space."""

    NONE = 0
    BUILDER = 1
    LAZY = 2


class HeldStatus(IntEnum):
    """Whether the section being placed covers a space, and whether its placement is legal."""

    NONE = 0
    LEGAL = 1
    ILLEGAL = 2


class SpaceLook(NamedTuple):
    """Everything that one space shows."""

    kind: Terrain
    letter: str = ""
    """The building's letter, also under a section; empty outside buildings."""
    symbol: int = -1
    """The colour of the space's symbol; -1 for none."""
    shade: int = 0
    """0 or 1: distinguishes neighbouring buildings, or neighbouring sections of one colour."""
    edges: int = 0
    """The edges of the building or section that run along this space."""
    colour: int = -1
    """The section's colour; -1 for none."""
    place: int = 0
    """The index of the space in its section, in reading order."""
    figure: Figure = Figure.NONE
    seat: int = -1
    """The seat that owns the figure; -1 for none."""
    gap: bool = False
    """Whether the space is in a small gap."""
    held: HeldStatus = HeldStatus.NONE
    held_colour: int = -1
    held_edges: int = 0
    new_gap: bool = False
    """Whether placing the held section would leave the space in a small gap."""
    cursor: bool = False
    marked: bool = False
    lit: bool = False
    """Whether a lesson speaks of the space: only its rim says so, and everything on it keeps its colours."""
    pointed_at: bool = False
    """Whether a player at another terminal points at the space."""
    variety: int = 0
    """A number from 0 to 7 that varies the texture of grass."""
    label: str = ""
    """This space's part of its building's name, as wide as the space."""
    label_row: int = 0
    """The row of the space on which the label is written."""
    cordon: bool = False
    """Whether the building is cordoned off, so that nothing may cover the space."""
    recent: int = -1
    """The seat whose last move changed this section or building; set on one space of it only, -1 elsewhere."""
    task: int = 0
    """The place, from 1, of the task that indicates this space of grass; 0 for none."""
