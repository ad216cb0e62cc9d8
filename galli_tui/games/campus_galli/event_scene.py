"""An event of level III as a scene in lines: what it is, the dice as they lie or tumble, and a line for each seat.

Pure; what has happened comes as a `Tale`. `entering.dangers` puts the menu of the decision below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from galli_tui.games.campus_galli.card_texts import task_forms, task_full
from galli_tui.games.campus_galli.event_summary import Part, Role, Tale
from galli_tui.games.campus_galli.lines import Line, Span, flowed, paragraph
from galli_tui.games.campus_galli.move_entry.base import Desk
from galli_tui.games.campus_galli.signs import Signs
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

BEATS: Final = 8
"""So many pictures the dice show while they tumble, the last of them as beat 1."""
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
_UNTOUCHED: Final = {
    TaskKind.FIRE: "has no book.",
    TaskKind.EPIDEMIC: "has no guest monk there.",
    TaskKind.ARRIVALS: "has no monk there.",
}


def event_words(desk: Desk, tale: Tale) -> str:
    """The title of an event's scene."""
    return f"event: {fitting(task_forms(desk.box, desk.box.tasks[tale.task]), _TITLE)}"


def tumbling(number: int, beat: int) -> int:
    """The face that a die shows at a beat of its tumble; never that of the beat before."""
    return (number * 2 + beat * 5) % len(DIE_FACES)


def dice_lines(signs: Signs, faces: Sequence[int], words: str, width: int, beat: int = 0) -> list[Line]:
    """Dice in three lines, with words beside them once they lie."""
    shown = [tumbling(number, beat) if beat else face for number, face in enumerate(faces)]
    room = width - (_DIE + 1) * len(shown) - 1
    beside = [] if beat else paragraph(words, room)
    start = max(0, (3 - len(beside)) // 2)
    found: list[Line] = []
    for row in range(3):
        spans: list[Span] = []
        for face in shown:
            text = ("┌───┐", f"│{_face(signs, face)}│", "└───┘")[row]
            spans += [Span(text, _tone(face), strong=True), Span(" ")]
        if start <= row < start + len(beside):
            spans += [Span(" "), *beside[row - start].spans]
        found.append(Line(tuple(spans)))
    return found


def die_span(signs: Signs, face: int) -> Span:
    """Return a die within a line: a colour's sign, "any" for black, "none" for white."""
    return Span(f"[{_face(signs, face).strip()}]", _tone(face), strong=True)


def _face(signs: Signs, face: int) -> str:
    """Return three cells: a colour's sign; what black and white ask for, in a word."""
    if face < len(COLOURS):
        return f" {signs.symbols[face]} "
    return "any" if face == BLACK else " - "


def _tone(face: int) -> str:
    """A die has its own colour as an area; the black one is drawn in ink."""
    if face < len(COLOURS):
        return f"{COLOURS[face]}_fill"
    return "ink" if face == BLACK else "white_fill"


def card_lines(desk: Desk, tale: Tale, width: int) -> list[Line]:
    """The card's own sentence."""
    return paragraph(task_full(desk.box, desk.box.tasks[tale.task]), width, "faint")


def role_lines(
    desk: Desk, tale: Tale, state: State, width: int, *, beat: int = 0, bare: Seat | None = None
) -> list[Line]:
    """A sentence for each seat. The dice of the seat `bare` are shown elsewhere."""
    found: list[Line] = []
    for role in tale.roles:
        faces = [tumbling(number, beat) if beat else face for number, face in enumerate(role.faces)]
        dice = [] if role.seat == bare else [die_span(desk.signs, face) for face in faces]
        mark, tone = _mark(role)
        name = Span(desk.name(role.seat), f"{desk.players[role.seat].colour}_text", strong=True)
        if beat and role.part is Part.WAITS:
            words = "is asked later."
        else:
            words = "rolls" if beat and role.faces else _role_words(desk, tale, role, state)
        spans = [Span(mark, tone, strong=True), name, *(it for die in dice for it in (Span(" "), die))]
        found += flowed([*spans, Span(f" {words}", "faint" if tone == "faint" else "ink")], width, indent=2)
    return found


def _mark(role: Role) -> tuple[str, str]:
    """The sign before a seat's line, and its tone."""
    if role.chooses or role.part is Part.DECIDES:
        return "▸ ", "gold"
    if role.part in (Part.PAID, Part.SAFE):
        return "✓ ", "good"
    lost = role.book is not None or role.building is not None
    return ("✗ ", "refusal") if lost else ("  ", "faint")


def _role_words(desk: Desk, tale: Tale, role: Role, state: State) -> str:
    """What a seat did or will be asked, as the end of a sentence that its name begins."""
    kind = desk.box.tasks[tale.task].kind
    match role.part:
        case Part.UNTOUCHED:
            return _UNTOUCHED.get(kind, "is not touched.")
        case Part.TO_ROLL:
            return "has still to roll."
        case Part.WAITS:
            return _waits(desk, tale, role, state)
        case Part.DECIDES:
            return "decides."
        case Part.PAID if kind is TaskKind.ARRIVALS:
            return f"pays: a monk beside {_letter(desk, role.building)}, {signed(BUILDER)}."
        case Part.PAID:
            saved = " and saves the section" if kind is TaskKind.COLLAPSE and role.took else ""
            return f"pays {tile_words(role.paid)}{saved}: {_earned(desk, tale, role)}."
        case Part.SAFE:
            saved = "saves the section" if kind is TaskKind.COLLAPSE and role.took else "has nothing to pay"
            return f"{saved}: {_earned(desk, tale, role)}."
        case Part.SPARED:
            return "is not asked any more."
        case Part.UNABLE if kind is TaskKind.ARRIVALS:
            return "has no monk at home." if not state.seats[role.seat].supply else "lacks the tiles."
        case Part.DECLINED | Part.UNABLE:
            how = "does not pay" if role.part is Part.DECLINED else "cannot pay"
            return f"{how}{_loss(desk, role)}."


def _waits(desk: Desk, tale: Tale, role: Role, state: State) -> str:
    task = desk.box.tasks[tale.task]
    cost = dangers.dice_cost(tale.faces) if task.kind is TaskKind.COLLAPSE else None
    if cost is not None and tale.faces and not payments(state.seats[role.seat].tiles, cost):
        return "cannot pay."
    return "is asked later."


def _earned(desk: Desk, tale: Tale, role: Role) -> str:
    return signed(desk.box.tasks[tale.task].points if role.took else COOPERATION * role.cooperation)


def _letter(desk: Desk, building: int | None) -> str:
    return "" if building is None else desk.plan.buildings[building].letter


def _loss(desk: Desk, role: Role) -> str:
    """What not paying has cost a seat."""
    if role.book is not None:
        card = desk.box.cards[role.book]
        return f"; the {card.name} burns: {signed(-card.points)}"
    if role.building is not None:
        return f"; the guest beside {_letter(desk, role.building)} goes home: {signed(-BUILDER)}"
    return ", and chooses what is lost" if role.chooses else ""


def asked_words(faces: Sequence[int]) -> str:
    """What dice ask for, in a sentence."""
    cost = dangers.dice_cost(tuple(faces))
    return "They ask for nothing." if cost == Cost() else f"They ask for {cost_words(cost)}."


def threat_words(desk: Desk, tale: Tale) -> str:
    """Which section is in danger, or has fallen; empty where none is."""
    found = tale.fallen or tale.threatened
    if found is None:
        return ""
    section, placement = found
    where = place_words(desk.plan, desk.layout.placements[placement].mask)
    words = section_words(desk.box, section)
    if tale.fallen is None:
        threat = "stands" if tale.over or tale.prevented else "is about to fall"
        return f"The {words} at {where} {threat}."
    home = "hut" if desk.box.sections[section].origin is Origin.HUT else "pouch"
    return f"The {words} falls, back into the {home}: {where} are free again."


def outcome_lines(desk: Desk, tale: Tale, width: int) -> list[Line]:
    """What came of an event that is over."""
    task = desk.box.tasks[tale.task]
    if tale.ignored:
        return paragraph(f"{_IGNORED[task.kind]} The card is discarded.", width)
    if tale.cordon is not None:
        letter = building_words(desk.plan.buildings[tale.cordon])
        return paragraph(f"The cordon {desk.signs.cordon} lies on {letter} now.", width, "refusal", strong=True)
    found: list[Line] = []
    if threat := threat_words(desk, tale):
        found += paragraph(threat, width, "refusal" if tale.fallen else "good", strong=True)
    if tale.fallen and task.kind is TaskKind.COLLAPSE and desk.game.setting.together:
        found += paragraph(f"Nobody prevented it: {signed(FALLEN)} for all.", width, "refusal")
    return found


def witness_lines(desk: Desk, tale: Tale, state: State, width: int, *, beat: int = 0) -> list[Line]:
    """The whole scene of an event that is over, below its title."""
    found = card_lines(desk, tale, width)
    if tale.ignored:
        return outcome_lines(desk, tale, width)
    if tale.faces:
        found += dice_lines(desk.signs, tale.faces, asked_words(tale.faces), width, beat)
    found += role_lines(desk, tale, state, width, beat=beat)
    return found if beat else found + outcome_lines(desk, tale, width)
