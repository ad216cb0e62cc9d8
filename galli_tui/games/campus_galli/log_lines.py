"""The short log beside the plan: the sentences of the rules, and what happens without one.

The rules pass over seats that can do nothing and cards that affect nobody; two successive views show which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from galli_tui.games.campus_galli.card_texts import card_number, card_words, task_short
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.campus_galli.told_names import names_after, told_names
from galli_tui.games.kit.log_lines import LogLine, ShortLog
from galli_tui.style.wording import counted, listed
from rules.campus_galli.box import TaskKind
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

if TYPE_CHECKING:
    from saves.storage.open_match import TimelineEvent

_WITHOUT_EFFECT = {
    TaskKind.DUES: f"Nobody has more than {counted(MANY_TILES, 'tile')}.",
    TaskKind.FEAST: "Nobody has a guest to score again.",
    TaskKind.STUDY: "Nobody has a book to score again.",
    TaskKind.ARRIVALS: "Nobody can pay for a new arrival.",
}
"""The line for a card that takes effect at once and affects nobody."""


def log_lines(
    context: MatchContext, timeline: Sequence[TimelineEvent], since: int = 0, reader: Seat | None = None
) -> list[LogLine]:
    """Return a line for each event that is worth one, oldest first. If `since` is not 0, those after it are news.

    What the reader has just begun is no news: the decision that goes on with it says so.
    """
    game = context.game
    passing = (EffectKind.SECTION_TAKEN, EffectKind.SHAPE_FELT)
    names = {**told_names(game.setting), "task": [task_short(context.box, task) for task in context.box.tasks]}
    log = ShortLog(game.tellings, context.names, passing)
    before: State | None = None
    for number, one in enumerate(timeline):
        told = _told(context, before, one.event, one.view)
        if reader is not None:
            told = (it for it in told if not (it.seat == reader and isinstance(it, Told) and it.key in passing))
        log.add(told, names_after(game, one.view, names), new=0 < since <= number)
        before = one.view
    return log.lines


def _told(context: MatchContext, before: State | None, event: Event, after: State) -> Iterator[Told | LogLine]:
    """Yield the effects of an event, and what the rules have skipped."""
    box, kinds = context.box, {item.key for item in after.told}
    asked = bool(after.agenda) and isinstance(after.agenda[-1], DangerStep)
    if cards := [item for item in after.told if item.key is EffectKind.CARD_REVEALED]:
        shown = (f"{context.names[item.seat or 0]} {card_words(box, item.facts[:1])}" for item in cards)
        yield LogLine(f"Cards: {', '.join(shown)}.", None)
    passed = [] if before is None else [*_guests_visiting(context, before, after), *_left_out(context, before, after)]
    for item in after.told:
        name = "Nobody" if item.seat is None else context.name(item.seat)
        if item.key in (EffectKind.ROUND_BEGUN, EffectKind.FINISHED):
            yield from passed
            passed = []
        if item.key is EffectKind.BEGS and not (isinstance(event, Beg) and event.seat == item.seat):
            # It can do nothing else (CG-II-3x2, CG-II-3x5, CG-II-3b3).
            yield LogLine(f"{name} can't play card {card_number(box.cards[item.facts[0]])} and begs.", item.seat)
        elif item.key is EffectKind.TASK_REVEALED and kinds & {EffectKind.EVENT, EffectKind.EVENT_IGNORED}:
            continue
        elif item not in cards:
            yield item
        if item.key in (EffectKind.TASK_REVEALED, EffectKind.EVENT) and not _affects_anyone(after):
            task = box.tasks[item.facts[0]]
            if task.kind in _WITHOUT_EFFECT:
                yield LogLine(_WITHOUT_EFFECT[task.kind], None)
        elif item.key is EffectKind.DICE_ROLLED and EffectKind.WARDED_OFF not in kinds and not asked:
            yield LogLine("Nobody can pay." if item.seat is None else f"{name} can't pay.", None)
    yield from passed


def _affects_anyone(state: State) -> bool:
    """Return whether a card that takes effect at once has an effect."""
    asks = any(isinstance(step, ScoreAgainStep | ArrivalStep) for step in state.agenda)
    return asks or any(item.key is EffectKind.TILES_RETURNED for item in state.told)


def _left_out(context: MatchContext, before: State, after: State) -> Iterator[LogLine]:
    """Yield the seats that can take no special action; those that beg are known to take none."""
    passed = [item.seat for item in after.told if item.key is EffectKind.PASSED]
    done = [seat for seat in _seats_with_actions(before) if seat not in (*_seats_with_actions(after), *passed)]
    names = [context.name(seat) for seat in done if not before.seats[seat].begs]
    if len(names) > 1 and len(names) == len(before.seats):
        yield LogLine("Nobody can take a special action.", None)
    elif names:
        yield LogLine(f"{listed(names)} can't take a special action.", None)


def _seats_with_actions(state: State) -> tuple[Seat, ...]:
    """Return the seats that may still take special actions in this round."""
    return next((step.seats for step in state.agenda if isinstance(step, SpecialActionsStep)), ())


def _guests_visiting(context: MatchContext, before: State, after: State) -> Iterator[LogLine]:
    """Yield the guests who do not move in."""
    came = {step.card: step.seat for step in before.agenda if isinstance(step, MoveInStep)}
    came |= {it.facts[0]: it.seat for it in after.told if it.key is EffectKind.GUEST_COME and it.seat is not None}
    waiting = {step.card for step in after.agenda if isinstance(step, MoveInStep)}
    moved = {item.seat for item in after.told if item.key is EffectKind.MOVED_IN}
    for card, seat in came.items():
        building = context.box.cards[card].building
        if card not in waiting and seat not in moved and building is not None:
            parchment = not before.open >> building & 1
            letter = context.plan.buildings[building].letter
            why = f"{letter} is parchment" if parchment else f"{context.name(seat)} has no monk left"
            yield LogLine(f"{context.box.cards[card].name} only visits: {why}.", None)
