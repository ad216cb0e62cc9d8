"""What laying a section would bring or why it may not lie there, in lines."""

from __future__ import annotations

from galli_tui.games.campus_galli.card_texts import task_forms
from galli_tui.games.campus_galli.lines import Line, Span, paragraph, spread
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.campus_galli.preview import Gain, GainKind, Preview
from galli_tui.games.campus_galli.words import (
    building_words,
    colour_word,
    counted,
    fitting,
    listed,
    signed,
    space_words,
    tile_words,
)
from rules.campus_galli.geometry import spaces_of
from rules.campus_galli.layout import Placement
from rules.engine.secrecy import Seat

_NUMBER = 5
"""Cells for a task's number and a gain's points."""


def preview_lines(
    context: MatchContext, seat: Seat, section: int, place: Placement, found: Preview, width: int, height: int
) -> list[Line]:
    """The verdict in at most `height` lines; tasks are run together where there are too many."""
    if found.refusal is not None:
        return paragraph(f"✗ {context.refusal_line(found.refusal)}", width, "refusal", indent=2, strong=True)
    total = _total_lines(context, found)
    lines = [*_task_lines(context, found, width), *_other_lines(context, seat, section, place, found, width), *total]
    if len(lines) > height:
        lines = [*_task_total(found, width), *_other_lines(context, seat, section, place, found, width), *total]
    return lines


def _gains(found: Preview, *kinds: GainKind) -> list[Gain]:
    return [gain for gain in found.gains if gain.kind in kinds]


def _gain_lines(text: str, points: int | None, width: int, *, bad: bool = False) -> list[Line]:
    """One consequence: what it is, and its points at the right of the last of its lines."""
    tone = "refusal" if bad else "good"
    lines = paragraph(f"{'✗' if bad else '✓'} {text}", width - _NUMBER, tone, indent=2)
    if points is None:
        return lines
    return [*lines[:-1], spread(lines[-1].spans, [Span(signed(points), tone, strong=True)], width)]


def _task_lines(context: MatchContext, found: Preview, width: int) -> list[Line]:
    lines: list[Line] = []
    for gain in _gains(found, GainKind.TASK):
        forms = [f"task: {form}" for form in task_forms(context.box, context.box.tasks[gain.item])]
        lines += _gain_lines(fitting(forms, width - _NUMBER - 2), gain.points, width)
    return lines


def _task_total(found: Preview, width: int) -> list[Line]:
    gains = _gains(found, GainKind.TASK)
    points = sum(gain.points for gain in gains)
    return _gain_lines(f"{counted(len(gains), 'task')} of the board", points, width) if gains else []


def _other_lines(
    context: MatchContext, seat: Seat, section: int, place: Placement, found: Preview, width: int
) -> list[Line]:
    lines: list[Line] = []
    for gain in _gains(found, GainKind.TILES):
        lines += _gain_lines(f"brings {tile_words(gain.tiles)}", gain.points or None, width)
    builders = _gains(found, GainKind.BUILDER)
    if builders:
        lines += _gain_lines(
            f"master builder: {_symbol_words(context, section, place)}, no grass", builders[0].points, width
        )
    elif not context.game.setting.tiles:
        lines += paragraph(
            f"· no master builder: {_why_no_builder(context, seat, section, place)}", width, "faint", indent=2
        )
    for gain in _gains(found, GainKind.COMPLETED):
        building = context.plan.buildings[gain.item]
        lines += _gain_lines(f"completes {building_words(building)}: a flip", None, width)
    for gain in _gains(found, GainKind.COMPLETED_LAST):
        building = context.plan.buildings[gain.item]
        lines += _gain_lines(f"completes {building_words(building)}", None, width)
    lines += _lazy_monk_lines(context, seat, found, width)
    if found.large_gaps:
        many = counted(abs(found.large_gaps), "large gap")
        worse = found.large_gaps > 0
        text = f"{many} {'more' if worse else 'fewer'} on the plan"
        lines += _gain_lines(text, found.large_gap_points, width, bad=worse)
    return lines


def _symbol_words(context: MatchContext, section: int, place: Placement) -> str:
    colour = context.box.sections[section].colour
    under = 0 if colour is None else place.mask & context.plan.symbols[colour]
    return f"{colour_word(colour)} on {listed(space_words(context.plan, space) for space in spaces_of(under))}"


def _why_no_builder(context: MatchContext, seat: Seat, section: int, place: Placement) -> str:
    """What is missing, told from the placement's own facts."""
    colour = context.box.sections[section].colour
    if place.grass:
        return f"grass at {space_words(context.plan, next(spaces_of(place.mask & context.layout.grass)))}"
    if colour is None or not place.symbols >> colour & 1:
        return f"no {colour_word(colour)} symbol"
    return f"{context.name(seat)} has no monk left"


def _lazy_monk_lines(context: MatchContext, mover: Seat, found: Preview, width: int) -> list[Line]:
    """Gaps and their monks, those alike together: first what it costs, then who goes home."""
    lines: list[Line] = []
    for kind in (GainKind.LAZY_MONK, GainKind.BUILDER_HOME):
        gains = _gains(found, kind)
        for sparing in dict.fromkeys(gain.sparing for gain in gains):
            alike = [gain for gain in gains if gain.sparing == sparing]
            where = listed(space_words(context.plan, gain.item) for gain in alike)
            if kind is GainKind.LAZY_MONK:
                cost = counted(len(alike), "lazy monk")
            else:
                cost = "no monk left, a builder goes home" if len(alike) == 1 else f"{len(alike)} builders go home"
            text = f"{'gap' if len(alike) == 1 else 'gaps'} at {where}: {cost}"
            if sparing:
                letters = listed((context.plan.buildings[building].letter for building in sparing), "or")
                text += f", unless {letters} is flipped"
            lines += _gain_lines(text, sum(gain.points for gain in alike), width, bad=True)
    home = _gains(found, GainKind.LAZY_MONK_HOME)
    for seat in dict.fromkeys(gain.seat for gain in home):
        alike = [gain for gain in home if gain.seat == seat]
        where = listed(space_words(context.plan, gain.item) for gain in alike)
        monks, points = counted(len(alike), "lazy monk"), sum(gain.points for gain in alike)
        if found.team is None and seat != mover:
            text = f"· {monks} home from {where}: {signed(points)} for {context.name(seat)}"
            lines += paragraph(text, width, "faint", indent=2)
        else:
            lines += _gain_lines(f"{monks} of {context.name(seat)} home from {where}", points, width)
    return lines


def _total_lines(context: MatchContext, found: Preview) -> list[Line]:
    """What it comes to; where the seats play together, the table's total counts large gaps as well."""
    whose = "" if found.team is None else " for you"
    parts = [Span(f"this move{whose} ", strong=True), Span(signed(found.own), "gold", strong=True)]
    if found.flipped is not None and found.flipped > found.own:
        parts += [
            Span(" or ", "faint"),
            Span(signed(found.flipped), "gold", strong=True),
            Span(" with a flip", "faint"),
        ]
    lines = [Line(tuple(parts))]
    if found.team is not None:
        alone = len(context.players) == 1
        both = [Span("this move " if alone else "for all ", strong=True), Span(signed(found.team), "gold", strong=True)]
        if found.team_flipped is not None and found.team_flipped > found.team:
            both += [Span(" or ", "faint"), Span(signed(found.team_flipped), "gold", strong=True)]
            both += [Span(" with a flip", "faint")]
        lines = [Line(tuple(both))] if alone else [*lines, Line(tuple(both))]
    return lines
