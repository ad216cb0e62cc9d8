"""The score sheet (CG-I-6a to 6j, CG-II-6a to 6g, CG-III-6a to 6e). Points are half-points throughout."""

from __future__ import annotations

from rules.campus_galli import tasks
from rules.campus_galli.gaps import free_spaces
from rules.campus_galli.layout import SMALL_GAP
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.campus_galli.tiles import sets_of
from rules.engine.score_sheet import ScoreLine, Sheet
from rules.engine.secrecy import Seat

BUILDER, LAZY, LARGE_GAP, PARCHMENT = 2, -2, -6, -12
"""Half-points for a master builder (or a guest monk), a lazy monk, a large gap, a parchment building."""
TILE_SET = 2
"""Half-points for a set of tiles."""
COOPERATION, FALLEN, MONASTERY = 2, -2, 10
"""Half-points for a card "good cooperation", a collapse not prevented, a complete monastery."""


def sheet(setting: Setting, state: State) -> Sheet:
    """Return the score sheet of a state."""
    lines = [line for seat in setting.seats for line in seat_lines(setting, state, seat)]
    if setting.tiles and not setting.together:
        lines += [line for seat in setting.seats for line in _lost_half(lines, seat)]
    totals = tuple(sum(line.points for line in lines if line.seat == seat) for seat in setting.seats)
    if not setting.together:
        best = max(totals)
        winners = tuple(seat for seat in setting.seats if totals[seat] == best)
        return Sheet(tuple(lines), totals, None, winners, "")
    lines += _table_lines(setting, state)
    if setting.tiles:
        lines += _lost_half(lines, None)
    team = sum(line.points for line in lines)
    return Sheet(tuple(lines), totals, team, (), band(setting, team), rank(setting, team))


def rank(setting: Setting, team: int) -> str:
    """Return the step within the lowest band; empty above it or without steps (CG-I-6k)."""
    level = setting.level
    if not level.ranks or band(setting, team) != level.bands[0].key:
        return ""
    reached = [step for step in level.ranks[1:] if team >= step.least]
    return (reached[-1] if reached else level.ranks[0]).name


def band(setting: Setting, team: int) -> str:
    """Return the key of the band of a total in half-points (CG-I-6i)."""
    bands = setting.level.bands
    reached = [row for row in bands[1:] if team >= row.least]
    return (reached[-1] if reached else bands[0]).key


def seat_lines(setting: Setting, state: State, seat: Seat) -> list[ScoreLine]:
    """Return the rows of one seat, without a lost half-point (CG-I-6a to 6c, CG-II-6a to 6d, CG-III-6a)."""
    own = state.seats[seat]
    beside = sum(monk.seat == seat and not monk.guest for monk in state.beside)
    lazy = sum(monk.seat == seat for monk in state.lazy)
    rows = [
        ScoreLine("lazy", "CG-I-6b", seat, lazy, lazy * LAZY),
        ScoreLine("tasks", "CG-I-6c", seat, len(own.tasks), sum(setting.box.tasks[task].points for task in own.tasks)),
    ]
    if not setting.tiles:
        builders = sum(laid.builder and laid.seat == seat for laid in state.laid)
        return [
            ScoreLine("builders", "CG-I-6a", seat, builders, builders * BUILDER),
            ScoreLine("beside", "CG-I-6a", seat, beside, beside * BUILDER),
            *rows,
        ]
    guests = sum(monk.seat == seat and monk.guest for monk in state.beside)
    books, sets = sum(setting.box.cards[card].points for card in own.books), sets_of(own.tiles)
    good = own.cooperation
    return [
        ScoreLine("beside", "CG-II-6a", seat, beside, beside * BUILDER),
        ScoreLine("guests", "CG-II-6a", seat, guests, guests * BUILDER),
        *rows,
        ScoreLine("books", "CG-II-6b", seat, len(own.books), books),
        ScoreLine("tiles", "CG-II-6c", seat, sets, sets * TILE_SET),
        *([ScoreLine("cooperation", "CG-III-6a", seat, good, good * COOPERATION)] if setting.dangers else []),
    ]


def _lost_half(lines: list[ScoreLine], seat: Seat | None) -> list[ScoreLine]:
    """Return the row of a lost half-point, of a seat or of the table (CG-II-6e, CG-II-6f)."""
    odd = sum(line.points for line in lines if seat is None or line.seat == seat) % 2
    return [ScoreLine("lost-half", "CG-II-6e", seat, odd, -odd)] if odd else []


def large_gaps(setting: Setting, state: State) -> int:
    """Return the number of gaps that are too large for a lazy monk (CG-I-6g)."""
    return sum(gap.bit_count() > SMALL_GAP for gap in setting.layout.gaps(free_spaces(setting.layout, state)))


def _table_lines(setting: Setting, state: State) -> list[ScoreLine]:
    large = large_gaps(setting, state)
    parchment = (setting.all_buildings & ~state.open).bit_count()
    lines = [
        ScoreLine("large-gaps", "CG-I-6g", None, large, large * LARGE_GAP),
        ScoreLine("parchment", "CG-I-6h", None, parchment, parchment * PARCHMENT),
    ]
    if setting.dangers:
        buildings = range(len(setting.layout.areas))
        complete = int(all(tasks.is_complete(setting, state, building) for building in buildings))
        fallen = len(state.fallen)
        lines.append(ScoreLine("fallen", "CG-III-1k8", None, fallen, fallen * FALLEN))
        lines.append(ScoreLine("monastery", "CG-III-6b", None, complete, complete * MONASTERY))
    return lines
