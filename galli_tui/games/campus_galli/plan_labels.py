"""The names of buildings, written over runs of their uncovered spaces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from galli_tui.games.campus_galli.plan_look import SpaceLook, Terrain
from galli_tui.games.kit.grid_board import Scale
from galli_tui.games.kit.grid_edges import NORTH, SOUTH

_LEAST_NAME: Final = 5
"""The least cells for a shortened name with its dot."""


def labelled(looks: Sequence[SpaceLook], names: Mapping[str, str], width: int, scale: Scale) -> list[SpaceLook]:
    """Return the looks with each building's name over a run of its uncovered spaces, shortened if necessary.

    `names` are by the letter of the building, `width` is the plan's. The smallest scale has no room for names.
    """
    found = list(looks)
    if scale.rows == 1:
        return found
    for letter, name in names.items():
        runs = [part for run in named_runs(looks, letter, width) for part in _label_runs(looks, run, scale)]
        if not runs:
            continue
        first, length, row = max(runs, key=lambda run: run[1])
        frame = 2 if looks[first].kind is Terrain.PARCHMENT else 1
        room = length * scale.columns - frame
        if room < min(len(name), _LEAST_NAME):
            continue
        shown = name if len(name) <= room else f"{name[: room - 1]}."
        text = shown.center(length * scale.columns)
        for i in range(length):
            part = text[i * scale.columns : (i + 1) * scale.columns]
            found[first + i] = found[first + i]._replace(label=part, label_row=row)
    return found


def content_row(look: SpaceLook, scale: Scale) -> int:
    """Return the row of a space for its letter and symbol, away from drawn edges where possible."""
    if scale.rows != 2:
        return scale.rows // 2
    outlined = look.kind in (Terrain.PARCHMENT, Terrain.LAID)
    return 1 if outlined and look.edges & NORTH and not look.edges & SOUTH else 0


def _label_runs(looks: Sequence[SpaceLook], run: tuple[int, int], scale: Scale) -> Iterator[tuple[int, int, int]]:
    """Yield where a name fits in a run without hiding letters: first space, length, and row within a space."""
    first, length = run
    spaces = range(first, first + length)
    if scale.rows > 2:
        northern = all(looks[space].kind is Terrain.PARCHMENT and looks[space].edges & NORTH for space in spaces)
        yield first, length, 0 if northern else scale.rows - 1
        return
    for content, part in groupby(spaces, lambda space: content_row(looks[space], scale)):
        yield (found := tuple(part))[0], len(found), 1 - content


def named_runs(looks: Sequence[SpaceLook], letter: str, width: int) -> list[tuple[int, int]]:
    """Return the horizontal runs of a building's uncovered spaces as (first space, length), the longest first."""
    runs: list[tuple[int, int]] = []
    for space, look in enumerate(looks):
        if look.letter != letter or look.kind is Terrain.LAID or look.figure:
            continue
        if runs and space % width and runs[-1][0] + runs[-1][1] == space:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((space, 1))
    return sorted(runs, key=lambda run: -run[1])
