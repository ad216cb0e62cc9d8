"""Lines of an event of level III: its card, its dice, and the outcome of each seat.

Pure functions of an `EventSummary`; `move_entry.event_entries` adds the menu of a decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from galli_tui.games.campus_galli.card_texts import task_forms, task_full
from galli_tui.games.campus_galli.event_summary import EventSummary, SeatOutcome, SeatStatus
from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.campus_galli.points import signed_points
from galli_tui.games.campus_galli.words import building_words, cost_words, place_words, section_words, tile_words
from galli_tui.games.kit.lines import Line, Span, fitting, flowed, paragraph
from rules.campus_galli import dangers
from rules.campus_galli.box import BLACK, COLOURS, DIE_FACES, Origin, TaskKind
from rules.campus_galli.scoring import BUILDER, COOPERATION, FALLEN
from rules.campus_galli.state import State
from rules.campus_galli.tiles import Cost, payments
from rules.engine.secrecy import Seat

DICE_FRAMES: Final = 8
"""The number of frames in which dice tumble, counted down to 1."""
_TITLE: Final = 34
"""Cells for the event in its title."""
_DIE: Final = 5
"""Cells for a die."""

_IGNORED: Final = {
    TaskKind.FIRE: "nobody has a book.",
    TaskKind.EPIDEMIC: "nobody has a guest monk there.",
    TaskKind.COLLAPSE: "fewer than three sections are on the plan, or none of its shapes.",
    TaskKind.STORM: "no section is on the north tower.",
    TaskKind.ARRIVALS: "nobody has a monk there.",
    TaskKind.HALT: "the cordon is already in use.",
}
_UNAFFECTED: Final = {
    TaskKind.FIRE: "has no book.",
    TaskKind.EPIDEMIC: "has no guest monk there.",
    TaskKind.ARRIVALS: "has no monk there.",
}


def event_title(context: MatchContext, summary: EventSummary) -> str:
    """Return the title of an event's panel."""
    return f"event: {fitting(task_forms(context.box, context.box.tasks[summary.task]), _TITLE)}"


def tumbling_face(number: int, frame: int) -> int:
    """Return the face of a tumbling die at a frame, never that of the frame before."""
    return (number * 2 + frame * 5) % len(DIE_FACES)


def dice_lines(glyphs: Glyphs, faces: Sequence[int], words: str, width: int, frame: int = 0) -> list[Line]:
    """Return dice in three lines, with words beside them when they no longer tumble."""
    shown = [tumbling_face(number, frame) if frame else face for number, face in enumerate(faces)]
    room = width - (_DIE + 1) * len(shown) - 1
    beside = [] if frame else paragraph(words, room)
    start = max(0, (3 - len(beside)) // 2)
    found: list[Line] = []
    for row in range(3):
        spans: list[Span] = []
        for face in shown:
            text = ("┌───┐", f"│{_face(glyphs, face)}│", "└───┘")[row]
            spans += [Span(text, _tone(face), strong=True), Span(" ")]
        if start <= row < start + len(beside):
            spans += [Span(" "), *beside[row - start].spans]
        found.append(Line(tuple(spans)))
    return found


def die_span(glyphs: Glyphs, face: int) -> Span:
    """Return a die in one line: a colour's sign, "any" for black, "-" for white."""
    return Span(f"[{_face(glyphs, face).strip()}]", _tone(face), strong=True)


def _face(glyphs: Glyphs, face: int) -> str:
    """Return the three cells of a face: a colour's sign, "any" for black, "-" for white."""
    if face < len(COLOURS):
        return f" {glyphs.symbols[face]} "
    return "any" if face == BLACK else " - "


def _tone(face: int) -> str:
    """Return the tone of a face."""
    if face < len(COLOURS):
        return f"{COLOURS[face]}_fill"
    return "ink" if face == BLACK else "white_fill"


def card_lines(context: MatchContext, summary: EventSummary, width: int) -> list[Line]:
    """Return the text of the event's card."""
    return paragraph(task_full(context.box, context.box.tasks[summary.task]), width, "faint")


def seat_outcome_lines(
    context: MatchContext, summary: EventSummary, state: State, width: int, *, frame: int = 0, bare: Seat | None = None
) -> list[Line]:
    """Return a sentence for each seat. The dice of the seat `bare` are shown elsewhere."""
    found: list[Line] = []
    for outcome in summary.outcomes:
        faces = [tumbling_face(number, frame) if frame else face for number, face in enumerate(outcome.faces)]
        dice = [] if outcome.seat == bare else [die_span(context.glyphs, face) for face in faces]
        mark, tone = _mark(outcome)
        name = Span(context.name(outcome.seat), f"{context.players[outcome.seat].colour}_text", strong=True)
        if frame and outcome.status is SeatStatus.WAITS:
            words = "decides later."
        else:
            words = "rolls" if frame and outcome.faces else _outcome_words(context, summary, outcome, state)
        spans = [Span(mark, tone, strong=True), name, *(it for die in dice for it in (Span(" "), die))]
        found += flowed([*spans, Span(f" {words}", "faint" if tone == "faint" else "ink")], width, indent=2)
    return found


def _mark(outcome: SeatOutcome) -> tuple[str, str]:
    """Return the sign before a seat's line, and its tone."""
    if outcome.choosing_loss or outcome.status is SeatStatus.DECIDES:
        return "▸ ", "gold"
    if outcome.status in (SeatStatus.PAID, SeatStatus.SAFE):
        return "✓ ", "good"
    lost = outcome.book is not None or outcome.building is not None
    return ("✗ ", "refusal") if lost else ("  ", "faint")


def _outcome_words(context: MatchContext, summary: EventSummary, outcome: SeatOutcome, state: State) -> str:
    """Return what a seat did or has still to do, as a sentence without its subject."""
    kind = context.box.tasks[summary.task].kind
    match outcome.status:
        case SeatStatus.UNAFFECTED:
            return _UNAFFECTED.get(kind, "is not affected.")
        case SeatStatus.TO_ROLL:
            return "still has to roll."
        case SeatStatus.WAITS:
            return _waiting_words(context, summary, outcome, state)
        case SeatStatus.DECIDES:
            return "decides."
        case SeatStatus.PAID if kind is TaskKind.ARRIVALS:
            return f"pays: a monk beside {_building_letter(context, outcome.building)}, {signed_points(BUILDER)}."
        case SeatStatus.PAID:
            saved = " and saves the section" if kind is TaskKind.COLLAPSE and outcome.took_card else ""
            return f"pays {tile_words(outcome.paid)}{saved}: {_points_gained(context, summary, outcome)}."
        case SeatStatus.SAFE:
            saved = "saves the section" if kind is TaskKind.COLLAPSE and outcome.took_card else "has nothing to pay"
            return f"{saved}: {_points_gained(context, summary, outcome)}."
        case SeatStatus.SPARED:
            return "is no longer asked."
        case SeatStatus.UNABLE if kind is TaskKind.ARRIVALS:
            return "has no monk left." if not state.seats[outcome.seat].supply else "doesn't have the tiles."
        case SeatStatus.DECLINED | SeatStatus.UNABLE:
            how = "doesn't pay" if outcome.status is SeatStatus.DECLINED else "can't pay"
            return f"{how}{_loss_words(context, outcome)}."


def _waiting_words(context: MatchContext, summary: EventSummary, outcome: SeatOutcome, state: State) -> str:
    task = context.box.tasks[summary.task]
    cost = dangers.dice_cost(summary.faces) if task.kind is TaskKind.COLLAPSE else None
    if cost is not None and summary.faces and not payments(state.seats[outcome.seat].tiles, cost):
        return "can't pay."
    return "decides later."


def _points_gained(context: MatchContext, summary: EventSummary, outcome: SeatOutcome) -> str:
    return signed_points(
        context.box.tasks[summary.task].points if outcome.took_card else COOPERATION * outcome.cooperation
    )


def _building_letter(context: MatchContext, building: int | None) -> str:
    return "" if building is None else context.plan.buildings[building].letter


def _loss_words(context: MatchContext, outcome: SeatOutcome) -> str:
    """Return what a seat lost by not paying."""
    if outcome.book is not None:
        card = context.box.cards[outcome.book]
        return f"; the {card.name} burns: {signed_points(-card.points)}"
    if outcome.building is not None:
        letter = _building_letter(context, outcome.building)
        return f"; the guest monk beside {letter} goes home: {signed_points(-BUILDER)}"
    return ", and chooses what to lose" if outcome.choosing_loss else ""


def dice_words(faces: Sequence[int]) -> str:
    """Return what dice ask for, in a sentence."""
    cost = dangers.dice_cost(tuple(faces))
    return "They ask for nothing." if cost == Cost() else f"They ask for {cost_words(cost)}."


def threat_words(context: MatchContext, summary: EventSummary) -> str:
    """Return which section is threatened, saved or fallen; empty if none is."""
    found = summary.fallen or summary.threatened
    if found is None:
        return ""
    section, placement = found
    where = place_words(context.plan, context.layout.placements[placement].mask)
    words = section_words(context.box, section)
    if summary.fallen is None:
        threat = "is safe" if summary.over or summary.prevented else "is threatened"
        return f"The {words} at {where} {threat}."
    home = "hut" if context.box.sections[section].origin is Origin.HUT else "pouch"
    return f"The {words} falls and returns to the {home}; {where} are uncovered."


def result_lines(context: MatchContext, summary: EventSummary, width: int) -> list[Line]:
    """Return the result of an event that is over."""
    task = context.box.tasks[summary.task]
    if summary.ignored:
        return paragraph(f"No effect: {_IGNORED[task.kind]} The card is discarded.", width)
    if summary.cordon is not None:
        building = building_words(context.plan.buildings[summary.cordon])
        return paragraph(f"The cordon {context.glyphs.cordon} is now on {building}.", width, "refusal", strong=True)
    found: list[Line] = []
    if threat := threat_words(context, summary):
        found += paragraph(threat, width, "refusal" if summary.fallen else "good", strong=True)
    if summary.fallen and task.kind is TaskKind.COLLAPSE and context.game.setting.together:
        found += paragraph(f"Nobody prevented it: team {signed_points(FALLEN)}.", width, "refusal")
    return found


def report_lines(
    context: MatchContext, summary: EventSummary, state: State, width: int, *, frame: int = 0
) -> list[Line]:
    """Return the whole report of an event that is over, below its title."""
    found = card_lines(context, summary, width)
    if summary.ignored:
        return result_lines(context, summary, width)
    if summary.faces:
        found += dice_lines(context.glyphs, summary.faces, dice_words(summary.faces), width, frame)
    found += seat_outcome_lines(context, summary, state, width, frame=frame)
    return found if frame else found + result_lines(context, summary, width)
