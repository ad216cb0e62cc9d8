"""Land: the heartland, districts and plots, their spaces, and which spaces border (OL-6).

Spaces have a column letter, a and b at the coast, c to g in the middle, h and i in the mountains, and a row number: the
heartland is rows 0 and 1, and rows grow downwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Annotated, Final, NamedTuple

from rules.engine.kinds import Kind, Most, Range
from rules.ora_et_labora.box import OraTerrain

COLUMNS: Final = "abcdefghi"
FIRST_ROW: Final = -28
ROWS: Final = range(FIRST_ROW, 30)
SPACES: Final = tuple(f"{column}{row}" for row in ROWS for column in COLUMNS)
MOST_LANDSCAPES: Final = 9
"""Of each kind."""
HEARTLAND: Final = (0, 1)

Space = Annotated[int, Kind("space")]
Row = Annotated[int, Range(FIRST_ROW, 29)]


class DistrictSide(Enum):
    """The sides of districts."""

    HILLS = "hills"
    PLAINS = "plains"


class PlotKind(Enum):
    """The sides of plots."""

    COAST = "coast"
    MOUNTAIN = "mountain"


class District(NamedTuple):
    """A district on a land."""

    row: Row
    side: DistrictSide


class Plot(NamedTuple):
    """A plot on a land."""

    row: Row
    """The upper one of its two rows."""
    kind: PlotKind


Districts = Annotated[tuple[District, ...], Most(MOST_LANDSCAPES)]
Plots = Annotated[tuple[Plot, ...], Most(MOST_LANDSCAPES)]

_P, _H, _C, _W, _M = OraTerrain.PLAINS, OraTerrain.HILLSIDE, OraTerrain.COAST, OraTerrain.WATER, OraTerrain.MOUNTAIN
_HEARTLAND: Final = ((_P, _P, _P, _P, _H), (_P, _P, _P, _P, _P))
_DISTRICTS: Final = {DistrictSide.HILLS: (_P, _P, _P, _H, _H), DistrictSide.PLAINS: (_P, _P, _P, _P, _H)}
MIDDLE: Final = range(2, 7)
"""The columns of heartland and districts."""
MOORS: Final = {DistrictSide.HILLS: (2,), DistrictSide.PLAINS: ()}
"""The columns that moors cover on each side of a district."""
FORESTS: Final = {DistrictSide.HILLS: (3, 4), DistrictSide.PLAINS: (2,)}


def space_at(row: int, column: int) -> int:
    """Return the number of the space in a row and column."""
    return (row - FIRST_ROW) * len(COLUMNS) + column


def row_of(space: int) -> int:
    """Return the row of a space."""
    return space // len(COLUMNS) + FIRST_ROW


def column_of(space: int) -> int:
    """Return the column of a space."""
    return space % len(COLUMNS)


@cache
def ground(districts: tuple[District, ...], plots: tuple[Plot, ...]) -> Mapping[int, OraTerrain]:
    """Return the spaces of a land with their terrain, ascending."""
    found: dict[int, OraTerrain] = {}
    for row, terrains in enumerate(_HEARTLAND):
        found.update({space_at(row, column): terrain for column, terrain in zip(MIDDLE, terrains, strict=True)})
    for row, side in districts:
        found.update({space_at(row, column): it for column, it in zip(MIDDLE, _DISTRICTS[side], strict=True)})
    for row, kind in plots:
        if kind is PlotKind.COAST:
            for line in (row, row + 1):
                found[space_at(line, 0)], found[space_at(line, 1)] = OraTerrain.WATER, OraTerrain.COAST
        else:
            found[space_at(row, 7)] = found[space_at(row + 1, 7)] = OraTerrain.HILLSIDE
            found[space_at(row, 8)] = OraTerrain.MOUNTAIN
    return dict(sorted(found.items()))


@cache
def borders(districts: tuple[District, ...], plots: tuple[Plot, ...]) -> Mapping[int, tuple[int, ...]]:
    """Return the spaces that border each space of a land.

    The mountain space of a plot borders both of its hillsides and nothing else (OL-6e).
    """
    spaces = ground(districts, plots)
    found: dict[int, set[int]] = {space: set() for space in spaces}
    for space, terrain in spaces.items():
        if terrain is OraTerrain.MOUNTAIN:
            row = row_of(space)
            for hillside in (space_at(row, 7), space_at(row + 1, 7)):
                found[space].add(hillside)
                found[hillside].add(space)
            continue
        row, column = row_of(space), column_of(space)
        nearby = [space_at(row, column + 1)] if column + 1 < len(COLUMNS) else []
        if row + 1 in ROWS:
            nearby.append(space_at(row + 1, column))
        for other in nearby:
            if spaces.get(other, OraTerrain.MOUNTAIN) is not OraTerrain.MOUNTAIN:
                found[space].add(other)
                found[other].add(space)
    return {space: tuple(sorted(near)) for space, near in found.items()}


@cache
def district_rows(districts: tuple[District, ...]) -> tuple[int, ...]:
    """Return the rows in which a district can be laid: directly above or below the others (OL-6b)."""
    rows = {*HEARTLAND, *(row for row, _ in districts)}
    return tuple(row for row in (min(rows) - 1, max(rows) + 1) if row in ROWS)


@cache
def plot_rows(districts: tuple[District, ...], plots: tuple[Plot, ...], kind: PlotKind) -> tuple[int, ...]:
    """Return the upper rows at which a plot can be laid: one edge at least borders a space (OL-6c)."""
    middle = {*HEARTLAND, *(row for row, _ in districts)}
    taken = {line for row, other in plots if other is kind for line in (row, row + 1)}
    return tuple(
        row
        for row in ROWS[:-1]
        if not {row, row + 1} & taken and ({row, row + 1} & middle or row - 1 in taken or row + 2 in taken)
    )
