"""Lines of an event of level III: its card, its dice, and the outcome of each seat.

Pure functions of an `EventSummary`; `move_entry.event_entries` adds the menu of a decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from galli_tui.games.campus_galli.card_texts import task_forms, task_full
from galli_tui.games.campus_galli.event_summary import EventSummary, SeatStatus
from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.campus_galli.points import signed_points
from galli_tui.games.campus_galli.told_names import shared_score
from galli_tui.games.campus_galli.words import building_words, cost_words, place_words, section_words, tile_words
from galli_tui.games.kit.lines import Line, Span, fitting, flowed, paragraph
from rules.campus_galli import dangers
from rules.campus_galli.box import BLACK, COLOURS, DIE_FACES, TaskKind
from rules.campus_galli.scoring import BUILDER, COOPERATION, FALLEN
from rules.campus_galli.state import EffectKind
from rules.campus_galli.tiles import Cost
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
_STATUS: Final = {
    SeatStatus.TO_ROLL: "still has to roll.",
    SeatStatus.WAITS: "decides later.",
    SeatStatus.DECIDES: "decides.",
    SeatStatus.SPARED: "is no longer asked.",
}


def event_title(context: MatchContext, summary: EventSummary) -> str:
    """Return the title of an event's panel."""
    return f"event: {fitting(task_forms(context.box, summary.task), _TITLE)}"


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
    """Return the tone of a die's face."""
    if face < len(COLOURS):
        return f"{COLOURS[face]}_fill"
    return "ink" if face == BLACK else "white_fill"


def card_lines(context: MatchContext, summary: EventSummary, width: int) -> list[Line]:
    """Return the text of the event's card."""
    return paragraph(task_full(context.box, summary.task), width, "faint")


def seat_outcome_lines(
    context: MatchContext, summary: EventSummary, width: int, *, frame: int = 0, bare: Seat | None = None
) -> list[Line]:
    """Return a sentence for each seat. The dice of the seat `bare` are shown elsewhere."""
    found: list[Line] = []
    for seat in summary.seats:
        rolled = summary.faces(seat)
        faces = [tumbling_face(number, frame) if frame else face for number, face in enumerate(rolled)]
        dice = [] if seat == bare else [die_span(context.glyphs, face) for face in faces]
        mark, tone = _mark(summary, seat)
        name = Span(context.name(seat), f"{context.players[seat].colour}_text", strong=True)
        if frame and (rolled or summary.status(seat) is SeatStatus.WAITS):
            words = "rolls" if rolled else _STATUS[SeatStatus.WAITS]
        else:
            words = _outcome_words(context, summary, seat)
        spans = [Span(mark, tone, strong=True), name, *(it for die in dice for it in (Span(" "), die))]
        found += flowed([*spans, Span(f" {words}", "faint" if tone == "faint" else "ink")], width, indent=2)
    return found


def _mark(summary: EventSummary, seat: Seat) -> tuple[str, str]:
    """Return the sign before a seat's line, and its tone."""
    status = summary.status(seat)
    if summary.chooses_loss(seat) or status is SeatStatus.DECIDES:
        return "▸ ", "gold"
    if status in (SeatStatus.PAID, SeatStatus.SAFE):
        return "✓ ", "good"
    lost = summary.facts(EffectKind.BOOK_LOST, seat) or summary.facts(EffectKind.GUEST_LOST, seat)
    return ("✗ ", "refusal") if lost else ("  ", "faint")


def _outcome_words(context: MatchContext, summary: EventSummary, seat: Seat) -> str:
    """Return what a seat did or has still to do, as a sentence without its subject."""
    status, kind = summary.status(seat), summary.task.kind
    match status:
        case SeatStatus.UNAFFECTED:
            return _UNAFFECTED.get(kind, "is not affected.")
        case SeatStatus.WAITS if summary.faces() and not summary.can_pay(seat):
            return "can't pay."
        case SeatStatus.PAID if arrived := summary.facts(EffectKind.ARRIVED, seat):
            return f"pays: a monk beside {context.plan.buildings[arrived[0]].letter}, {signed_points(BUILDER)}."
        case SeatStatus.PAID | SeatStatus.SAFE:
            took_card = summary.took_card(seat)
            done = [f"pays {tile_words(paid)}"] if (paid := summary.facts(EffectKind.TILES_PAID, seat)) else []
            done += ["saves the section"] if took_card and kind is TaskKind.COLLAPSE else []
            good = COOPERATION * sum(summary.facts(EffectKind.COOPERATION, seat)[1:])
            points = signed_points(summary.task.points if took_card else good)
            return f"{' and '.join(done) or 'has nothing to pay'}: {points}."
        case SeatStatus.UNABLE if kind is TaskKind.ARRIVALS:
            return "doesn't have the tiles." if summary.state.seats[seat].supply else "has no monk left."
        case SeatStatus.DECLINED | SeatStatus.UNABLE:
            how = "doesn't pay" if status is SeatStatus.DECLINED else "can't pay"
            return f"{how}{_loss_words(context, summary, seat)}."
        case _:
            return _STATUS[status]


def _loss_words(context: MatchContext, summary: EventSummary, seat: Seat) -> str:
    """Return what a seat lost by not paying."""
    for number in summary.facts(EffectKind.BOOK_LOST, seat):
        card = context.box.cards[number]
        return f"; the {card.name} burns: {signed_points(-card.points)}"
    for number in summary.facts(EffectKind.GUEST_LOST, seat):
        letter = context.plan.buildings[number].letter
        return f"; the guest monk beside {letter} goes home: {signed_points(-BUILDER)}"
    return ", and chooses what to lose" if summary.chooses_loss(seat) else ""


def dice_words(faces: Sequence[int]) -> str:
    """Return what dice ask for, in a sentence."""
    cost = dangers.dice_cost(tuple(faces))
    return "They ask for nothing." if cost == Cost() else f"They ask for {cost_words(cost)}."


def threat_words(context: MatchContext, summary: EventSummary) -> str:
    """Return which section is threatened, saved or fallen; empty if none is."""
    if not summary.threatened:
        return ""
    section, placement = summary.threatened
    where = place_words(context.plan, context.layout.placements[placement].mask)
    words = section_words(context.box, section)
    if not summary.fallen:
        threat = "is safe" if summary.over or summary.prevented else "is threatened"
        return f"The {words} at {where} {threat}."
    home = context.box.sections[section].origin.value
    return f"The {words} falls and returns to the {home}; {where} are uncovered."


def result_lines(context: MatchContext, summary: EventSummary, width: int) -> list[Line]:
    """Return the result of an event that is over."""
    kind = summary.task.kind
    if summary.ignored:
        return paragraph(f"No effect: {_IGNORED[kind]} The card is discarded.", width)
    for building in summary.facts(EffectKind.CORDON_LAID):
        where = building_words(context.plan.buildings[building])
        return paragraph(f"The cordon {context.glyphs.cordon} is now on {where}.", width, "refusal", strong=True)
    found: list[Line] = []
    if threat := threat_words(context, summary):
        found += paragraph(threat, width, "refusal" if summary.fallen else "good", strong=True)
    if summary.fallen and kind is TaskKind.COLLAPSE and context.game.setting.together:
        lost = f"{shared_score(context.game.setting)} {signed_points(FALLEN)}"
        found += paragraph(f"Nobody prevented it: {lost}.", width, "refusal")
    return found


def report_lines(context: MatchContext, summary: EventSummary, width: int, *, frame: int = 0) -> list[Line]:
    """Return the whole report of an event that is over, below its title."""
    found = card_lines(context, summary, width)
    if summary.ignored:
        return result_lines(context, summary, width)
    if faces := summary.faces():
        found += dice_lines(context.glyphs, faces, dice_words(faces), width, frame)
    found += seat_outcome_lines(context, summary, width, frame=frame)
    return found if frame else found + result_lines(context, summary, width)
