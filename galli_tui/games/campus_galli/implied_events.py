"""Sentences about what the rules report no effect for: seats that are not asked, and cards without effect."""

from __future__ import annotations

from collections.abc import Iterator

from galli_tui.games.campus_galli.narrator import Narrator
from galli_tui.style.wording import counted, listed
from rules.campus_galli.box import Box, Task, TaskKind
from rules.campus_galli.dangers import DangerStep
from rules.campus_galli.guests import MoveInStep, ScoreAgainStep
from rules.campus_galli.losses import ArrivalStep
from rules.campus_galli.special_actions import SpecialActionsStep
from rules.campus_galli.state import EffectKind, State
from rules.campus_galli.tile_transfers import MANY_TILES
from rules.campus_galli.turn_order import Beg
from rules.engine.events import Event
from rules.engine.secrecy import Seat
from rules.engine.tellings import Told


def begs_automatically(event: Event, news: Told) -> bool:
    """Return whether a seat begs because it can do nothing else (CG-II-3x2, CG-II-3x5, CG-II-3b3)."""
    return news.key is EffectKind.BEGS and not (isinstance(event, Beg) and event.seat == news.seat)


def told_by_later_effect(news: Told, after: State) -> bool:
    """Return whether a revealed task needs no line because the event that it starts has one."""
    events = (EffectKind.EVENT, EffectKind.EVENT_IGNORED)
    tells = any(item.key in events and item.facts[0] == news.facts[0] for item in after.told)
    return news.key is EffectKind.TASK_REVEALED and tells


def implied_after_effect(box: Box, narrator: Narrator, news: Told, after: State) -> Iterator[str]:
    """Yield what follows from an effect without an effect of its own; `after` is the view that it led to."""
    match news.key:
        case EffectKind.TASK_REVEALED | EffectKind.EVENT:
            yield from _without_effect(box.tasks[news.facts[0]], news.key, after)
        case EffectKind.DICE_ROLLED:
            yield from _seats_unable_to_pay(narrator, news, after)
        case _:
            pass


def implied_between_views(box: Box, narrator: Narrator, before: State, after: State) -> Iterator[str]:
    """Yield guests who only visit and seats that can take no special action, from two successive views."""
    yield from _guests_only_visiting(box, narrator, before, after)
    left_out = [
        seat
        for seat in _seats_with_actions(before)
        if seat not in _seats_with_actions(after) and not _passed(after, seat)
    ]
    names = [narrator.name(seat) for seat in left_out if not before.seats[seat].begs]
    if len(names) > 1 and len(names) == len(before.seats):
        yield "Nobody can take a special action."
    elif names:
        yield f"{listed(names)} can't take a special action."


def _without_effect(task: Task, kind: EffectKind, after: State) -> Iterator[str]:
    """Yield that a card that takes effect at once affects nobody."""
    kinds = {item.key for item in after.told}
    waits = any(isinstance(step, ScoreAgainStep | ArrivalStep) for step in after.agenda)
    match task.kind:
        case TaskKind.DUES if EffectKind.TILES_RETURNED not in kinds:
            yield f"Nobody has more than {counted(MANY_TILES, 'tile')}."
        case TaskKind.FEAST if not waits:
            yield "Nobody has a guest to score again."
        case TaskKind.STUDY if not waits:
            yield "Nobody has a book to score again."
        case TaskKind.ARRIVALS if kind is EffectKind.EVENT and not waits:
            yield "Nobody can pay for a new arrival."
        case _:
            pass


def _seats_unable_to_pay(narrator: Narrator, rolled: Told, after: State) -> Iterator[str]:
    """Yield which seats are not asked to pay for the dice, since they can't."""
    waits = any(isinstance(step, DangerStep) for step in after.agenda[-1:])
    if waits or any(item.key is EffectKind.WARDED_OFF for item in after.told):
        return
    yield "Nobody can pay." if rolled.seat is None else f"{narrator.name(rolled.seat)} can't pay."


def _guests_only_visiting(box: Box, narrator: Narrator, before: State, after: State) -> Iterator[str]:
    """Yield the guests who do not move in."""
    came = {step.card: step.seat for step in before.agenda if isinstance(step, MoveInStep)}
    came |= {
        item.facts[0]: item.seat for item in after.told if item.key is EffectKind.GUEST_COME and item.seat is not None
    }
    waiting = {step.card for step in after.agenda if isinstance(step, MoveInStep)}
    moved = {item.seat for item in after.told if item.key is EffectKind.MOVED_IN}
    for card, seat in came.items():
        building = box.cards[card].building
        if card in waiting or seat in moved or building is None:
            continue
        letter = box.plan.buildings[building].letter
        parchment = not before.open >> building & 1
        why = f"{letter} is parchment" if parchment else f"{narrator.name(seat)} has no monk left"
        yield f"{box.cards[card].name} only visits: {why}."


def _seats_with_actions(state: State) -> tuple[Seat, ...]:
    """Return the seats that may still take special actions in this round."""
    return next((step.seats for step in state.agenda if isinstance(step, SpecialActionsStep)), ())


def _passed(state: State, seat: Seat) -> bool:
    return Told(EffectKind.PASSED, seat, ()) in state.told
