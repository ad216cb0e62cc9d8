"""Lines of a preview: what a placement scores, or why it is illegal."""

from __future__ import annotations

from galli_tui.games.campus_galli.card_texts import task_forms
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.campus_galli.points import signed_points
from galli_tui.games.campus_galli.preview import Gain, GainKind, Preview
from galli_tui.games.campus_galli.words import building_words, colour_word, space_words, tile_words
from galli_tui.games.kit.lines import Line, Span, fitting, paragraph, spread
from galli_tui.style.wording import counted, listed
from rules.campus_galli.layout import SMALL_GAP, Placement
from rules.engine.grid import spaces_of
from rules.engine.secrecy import Seat

_TOTAL = "this move: "
_NUMBER = 5
"""Cells for a task's number and a gain's points."""


def preview_lines(
    context: MatchContext, seat: Seat, section: int, place: Placement, found: Preview, width: int, height: int
) -> list[Line]:
    """Return a preview in lines; tasks become one line if there are more than `height` lines."""
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
    """Return one consequence, with its points at the end of its last line."""
    tone = "refusal" if bad else "good"
    lines = paragraph(f"{'✗' if bad else '✓'} {text}", width - _NUMBER, tone, indent=2)
    if points is None:
        return lines
    return [*lines[:-1], spread(lines[-1].spans, [Span(signed_points(points), tone, strong=True)], width)]


def _task_lines(context: MatchContext, found: Preview, width: int) -> list[Line]:
    lines: list[Line] = []
    for gain in _gains(found, GainKind.TASK):
        forms = [f"task: {form}" for form in task_forms(context.box, context.box.tasks[gain.item])]
        lines += _gain_lines(fitting(forms, width - _NUMBER - 2), gain.points, width)
    return lines


def _task_total(found: Preview, width: int) -> list[Line]:
    gains = _gains(found, GainKind.TASK)
    points = sum(gain.points for gain in gains)
    return _gain_lines(f"{counted(len(gains), 'task')} on the board", points, width) if gains else []


def _other_lines(
    context: MatchContext, seat: Seat, section: int, place: Placement, found: Preview, width: int
) -> list[Line]:
    lines: list[Line] = []
    for gain in _gains(found, GainKind.TILES):
        lines += _gain_lines(f"gain {tile_words(gain.tiles)}", gain.points or None, width)
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
        lines += _gain_lines(f"completes {building_words(building)}: may flip one", None, width)
    for gain in _gains(found, GainKind.COMPLETED_LAST):
        building = context.plan.buildings[gain.item]
        lines += _gain_lines(f"completes {building_words(building)}", None, width)
    lines += _lazy_monk_lines(context, seat, found, width)
    if found.large_gaps:
        count, worse = abs(found.large_gaps), found.large_gaps > 0
        large = f"of {SMALL_GAP + 1}+ free spaces"
        gaps = f"{'gap' if count == 1 else 'gaps'} {large}"
        text = f"leaves {count} more {gaps}: {_parts(context, found)}" if worse else f"closes {count} {gaps}"
        if len(found.parts) == found.large_gaps + 1:
            text = f"splits a gap into {len(found.parts)} {large}: {_parts(context, found)}"
        lines += _gain_lines(text, found.large_gap_points, width, bad=worse)
    return lines


def _parts(context: MatchContext, found: Preview) -> str:
    """Return the sizes and first spaces of the large gaps that a placement leaves of others."""
    first = (next(spaces_of(gap)) for gap in found.parts)
    return listed(
        f"{gap.bit_count()} at {space_words(context.plan, space)}"
        for gap, space in zip(found.parts, first, strict=True)
    )


def _symbol_words(context: MatchContext, section: int, place: Placement) -> str:
    colour = context.box.sections[section].colour
    under = 0 if colour is None else place.mask & context.plan.symbols[colour]
    return f"{colour_word(colour)} on {listed(space_words(context.plan, space) for space in spaces_of(under))}"


def _why_no_builder(context: MatchContext, seat: Seat, section: int, place: Placement) -> str:
    """Return why no master builder is placed."""
    colour = context.box.sections[section].colour
    if place.grass:
        return f"grass at {space_words(context.plan, next(spaces_of(place.mask & context.layout.grass)))}"
    if colour is None or not place.symbols >> colour & 1:
        return f"no {colour_word(colour)} symbol"
    return f"{context.name(seat)} has no monk left"


def _lazy_monk_lines(context: MatchContext, mover: Seat, found: Preview, width: int) -> list[Line]:
    """Return lines about small gaps: the lazy monks that they cost, then those that go home."""
    lines: list[Line] = []
    for kind in (GainKind.LAZY_MONK, GainKind.BUILDER_HOME):
        gains = _gains(found, kind)
        for sparing in dict.fromkeys(gain.sparing for gain in gains):
            alike = [gain for gain in gains if gain.sparing == sparing]
            where = listed(f"{gain.size} at {space_words(context.plan, gain.item)}" for gain in alike)
            if kind is GainKind.LAZY_MONK:
                cost = counted(len(alike), "lazy monk")
            else:
                cost = "no monk left, a builder goes home" if len(alike) == 1 else f"{len(alike)} builders go home"
            text = f"{'gap' if len(alike) == 1 else 'gaps'} of {where}: {cost}"
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
            text = f"· {monks} home from {where}: {signed_points(points)} for {context.name(seat)}"
            lines += paragraph(text, width, "faint", indent=2)
        else:
            lines += _gain_lines(f"{context.name(seat)}: {monks} home from {where}", points, width)
    return lines


def _total_lines(context: MatchContext, found: Preview) -> list[Line]:
    """Return the total of the move; in solo and co-op also for the team, whose total counts large gaps."""
    start = Span(_TOTAL, strong=True)
    own, team = _points_spans(found.own, found.flipped), _points_spans(found.team or 0, found.team_flipped)
    if found.team is None:
        return [Line((start, *own))]
    if len(context.players) == 1:
        return [Line((start, *team))]
    first, second = (start, Span("you ", strong=True), *own), (Span("team ", strong=True), *team)
    if len(own) == len(team) == 1:
        return [Line((*first, Span(", ", "faint"), *second))]
    return [Line(first), Line((Span(" " * len(_TOTAL)), *second))]


def _points_spans(half_points: int, flipped: int | None) -> list[Span]:
    """Return points, and those with a flip if they are more."""
    shown = [Span(signed_points(half_points), "gold", strong=True)]
    if flipped is not None and flipped > half_points:
        more = Span(signed_points(flipped), "gold", strong=True)
        shown += [Span(" or ", "faint"), more, Span(" with a flip", "faint")]
    return shown
