"""An event of level III as a scene in lines: what it is, the dice as they lie or tumble, and a line for each seat.

Pure; what has happened comes as a `EventSummary`. `entering.dangers` puts the menu of the decision below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from galli_tui.games.campus_galli.card_texts import task_forms, task_full
from galli_tui.games.campus_galli.event_summary import EventSummary, SeatOutcome, SeatStatus
from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.lines import Line, Span, flowed, paragraph
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.campus_galli.words import (
    building_words,
    cost_words,
    fitting,
    place_words,
    section_words,
    signed,
    tile_words,
)
from rules.campus_galli import dangers
from rules.campus_galli.box import BLACK, COLOURS, DIE_FACES, Origin, TaskKind
from rules.campus_galli.scoring import BUILDER, COOPERATION, FALLEN
from rules.campus_galli.state import State
from rules.campus_galli.tiles import Cost, payments
from rules.engine.secrecy import Seat

DICE_FRAMES: Final = 8
"""So many pictures the dice show while they tumble, the last of them as frame 1."""
_TITLE: Final = 34
"""Cells for the event in its title."""
_DIE: Final = 5
"""Cells for a die."""

_IGNORED: Final = {
    TaskKind.FIRE: "Nobody has a book: nothing burns.",
    TaskKind.EPIDEMIC: "Nobody has a guest monk there: nobody falls ill.",
    TaskKind.COLLAPSE: "Fewer than three sections lie on the plan, or none of its shapes: nothing falls.",
    TaskKind.STORM: "Nothing is built on the north tower: nothing falls.",
    TaskKind.ARRIVALS: "Nobody has a monk there: nobody arrives.",
    TaskKind.HALT: "The cordon lies elsewhere already, and there is but one.",
}
_UNAFFECTED: Final = {
    TaskKind.FIRE: "has no book.",
    TaskKind.EPIDEMIC: "has no guest monk there.",
    TaskKind.ARRIVALS: "has no monk there.",
}


def event_title(context: MatchContext, summary: EventSummary) -> str:
    """The title of an event's scene."""
    return f"event: {fitting(task_forms(context.box, context.box.tasks[summary.task]), _TITLE)}"


def tumbling_face(number: int, frame: int) -> int:
    """The face that a die shows at a frame of its tumble; never that of the frame before."""
    return (number * 2 + frame * 5) % len(DIE_FACES)


def dice_lines(glyphs: Glyphs, faces: Sequence[int], words: str, width: int, frame: int = 0) -> list[Line]:
    """Dice in three lines, with words beside them once they lie."""
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
    """Return a die within a line: a colour's sign, "any" for black, "none" for white."""
    return Span(f"[{_face(glyphs, face).strip()}]", _tone(face), strong=True)


def _face(glyphs: Glyphs, face: int) -> str:
    """Return three cells: a colour's sign; what black and white ask for, in a word."""
    if face < len(COLOURS):
        return f" {glyphs.symbols[face]} "
    return "any" if face == BLACK else " - "


def _tone(face: int) -> str:
    """A die has its own colour as an area; the black one is drawn in ink."""
    if face < len(COLOURS):
        return f"{COLOURS[face]}_fill"
    return "ink" if face == BLACK else "white_fill"


def card_lines(context: MatchContext, summary: EventSummary, width: int) -> list[Line]:
    """The card's own sentence."""
    return paragraph(task_full(context.box, context.box.tasks[summary.task]), width, "faint")


def seat_outcome_lines(
    context: MatchContext, summary: EventSummary, state: State, width: int, *, frame: int = 0, bare: Seat | None = None
) -> list[Line]:
    """A sentence for each seat. The dice of the seat `bare` are shown elsewhere."""
    found: list[Line] = []
    for outcome in summary.outcomes:
        faces = [tumbling_face(number, frame) if frame else face for number, face in enumerate(outcome.faces)]
        dice = [] if outcome.seat == bare else [die_span(context.glyphs, face) for face in faces]
        mark, tone = _mark(outcome)
        name = Span(context.name(outcome.seat), f"{context.players[outcome.seat].colour}_text", strong=True)
        if frame and outcome.status is SeatStatus.WAITS:
            words = "is asked later."
        else:
            words = "rolls" if frame and outcome.faces else _outcome_words(context, summary, outcome, state)
        spans = [Span(mark, tone, strong=True), name, *(it for die in dice for it in (Span(" "), die))]
        found += flowed([*spans, Span(f" {words}", "faint" if tone == "faint" else "ink")], width, indent=2)
    return found


def _mark(outcome: SeatOutcome) -> tuple[str, str]:
    """The sign before a seat's line, and its tone."""
    if outcome.choosing_loss or outcome.status is SeatStatus.DECIDES:
        return "▸ ", "gold"
    if outcome.status in (SeatStatus.PAID, SeatStatus.SAFE):
        return "✓ ", "good"
    lost = outcome.book is not None or outcome.building is not None
    return ("✗ ", "refusal") if lost else ("  ", "faint")


def _outcome_words(context: MatchContext, summary: EventSummary, outcome: SeatOutcome, state: State) -> str:
    """What a seat did or will be asked, as the end of a sentence that its name begins."""
    kind = context.box.tasks[summary.task].kind
    match outcome.status:
        case SeatStatus.UNAFFECTED:
            return _UNAFFECTED.get(kind, "is not touched.")
        case SeatStatus.TO_ROLL:
            return "has still to roll."
        case SeatStatus.WAITS:
            return _waiting_words(context, summary, outcome, state)
        case SeatStatus.DECIDES:
            return "decides."
        case SeatStatus.PAID if kind is TaskKind.ARRIVALS:
            return f"pays: a monk beside {_building_letter(context, outcome.building)}, {signed(BUILDER)}."
        case SeatStatus.PAID:
            saved = " and saves the section" if kind is TaskKind.COLLAPSE and outcome.took_card else ""
            return f"pays {tile_words(outcome.paid)}{saved}: {_points_gained(context, summary, outcome)}."
        case SeatStatus.SAFE:
            saved = "saves the section" if kind is TaskKind.COLLAPSE and outcome.took_card else "has nothing to pay"
            return f"{saved}: {_points_gained(context, summary, outcome)}."
        case SeatStatus.SPARED:
            return "is not asked any more."
        case SeatStatus.UNABLE if kind is TaskKind.ARRIVALS:
            return "has no monk at home." if not state.seats[outcome.seat].supply else "lacks the tiles."
        case SeatStatus.DECLINED | SeatStatus.UNABLE:
            how = "does not pay" if outcome.status is SeatStatus.DECLINED else "cannot pay"
            return f"{how}{_loss_words(context, outcome)}."


def _waiting_words(context: MatchContext, summary: EventSummary, outcome: SeatOutcome, state: State) -> str:
    task = context.box.tasks[summary.task]
    cost = dangers.dice_cost(summary.faces) if task.kind is TaskKind.COLLAPSE else None
    if cost is not None and summary.faces and not payments(state.seats[outcome.seat].tiles, cost):
        return "cannot pay."
    return "is asked later."


def _points_gained(context: MatchContext, summary: EventSummary, outcome: SeatOutcome) -> str:
    return signed(context.box.tasks[summary.task].points if outcome.took_card else COOPERATION * outcome.cooperation)


def _building_letter(context: MatchContext, building: int | None) -> str:
    return "" if building is None else context.plan.buildings[building].letter


def _loss_words(context: MatchContext, outcome: SeatOutcome) -> str:
    """What not paying has cost a seat."""
    if outcome.book is not None:
        card = context.box.cards[outcome.book]
        return f"; the {card.name} burns: {signed(-card.points)}"
    if outcome.building is not None:
        return f"; the guest beside {_building_letter(context, outcome.building)} goes home: {signed(-BUILDER)}"
    return ", and chooses what is lost" if outcome.choosing_loss else ""


def dice_words(faces: Sequence[int]) -> str:
    """What dice ask for, in a sentence."""
    cost = dangers.dice_cost(tuple(faces))
    return "They ask for nothing." if cost == Cost() else f"They ask for {cost_words(cost)}."


def threat_words(context: MatchContext, summary: EventSummary) -> str:
    """Which section is in danger, or has fallen; empty where none is."""
    found = summary.fallen or summary.threatened
    if found is None:
        return ""
    section, placement = found
    where = place_words(context.plan, context.layout.placements[placement].mask)
    words = section_words(context.box, section)
    if summary.fallen is None:
        threat = "stands" if summary.over or summary.prevented else "is about to fall"
        return f"The {words} at {where} {threat}."
    home = "hut" if context.box.sections[section].origin is Origin.HUT else "pouch"
    return f"The {words} falls, back into the {home}: {where} are free again."


def result_lines(context: MatchContext, summary: EventSummary, width: int) -> list[Line]:
    """What came of an event that is over."""
    task = context.box.tasks[summary.task]
    if summary.ignored:
        return paragraph(f"{_IGNORED[task.kind]} The card is discarded.", width)
    if summary.cordon is not None:
        letter = building_words(context.plan.buildings[summary.cordon])
        return paragraph(f"The cordon {context.glyphs.cordon} lies on {letter} now.", width, "refusal", strong=True)
    found: list[Line] = []
    if threat := threat_words(context, summary):
        found += paragraph(threat, width, "refusal" if summary.fallen else "good", strong=True)
    if summary.fallen and task.kind is TaskKind.COLLAPSE and context.game.setting.together:
        found += paragraph(f"Nobody prevented it: {signed(FALLEN)} for all.", width, "refusal")
    return found


def report_lines(
    context: MatchContext, summary: EventSummary, state: State, width: int, *, frame: int = 0
) -> list[Line]:
    """The whole scene of an event that is over, below its title."""
    found = card_lines(context, summary, width)
    if summary.ignored:
        return result_lines(context, summary, width)
    if summary.faces:
        found += dice_lines(context.glyphs, summary.faces, dice_words(summary.faces), width, frame)
    found += seat_outcome_lines(context, summary, state, width, frame=frame)
    return found if frame else found + result_lines(context, summary, width)
