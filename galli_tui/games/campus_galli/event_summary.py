"""Summaries of events of level III: the seats affected, the dice, what each seat did, what fell.

They are made from public information alone; `event_lines` puts them into lines.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from rules.campus_galli import dangers
from rules.campus_galli.box import TaskKind
from rules.campus_galli.dangers import DangerStep, FallStep, RollStep
from rules.campus_galli.losses import ArrivalStep, Decline, LoseBookStep, LoseGuestStep
from rules.campus_galli.rounds import RevealTask
from rules.campus_galli.rule_base import CampusStep
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import EffectKind, State, dice_draws, event_order
from rules.campus_galli.tile_transfers import PayTiles
from rules.campus_galli.tiles import NO_TILES, Tiles
from rules.engine.events import Move
from rules.engine.secrecy import Seat
from rules.engine.tellings import Told

if TYPE_CHECKING:
    from saves.storage.open_match import TimelineEvent


class SeatStatus(Enum):
    """What a seat has done or has still to do in an event."""

    UNAFFECTED = "untouched"
    """The event does not affect it."""
    TO_ROLL = "to-roll"
    WAITS = "waits"
    """The dice are rolled; it decides after others."""
    DECIDES = "decides"
    PAID = "paid"
    SAFE = "safe"
    """Its dice ask for nothing."""
    DECLINED = "declined"
    UNABLE = "unable"
    """It was not asked, since it can't pay or has no monk to place."""
    SPARED = "spared"
    """Another seat has prevented the event, and no points are left to earn."""


class SeatOutcome(NamedTuple):
    """The outcome of an event for one seat."""

    seat: Seat
    status: SeatStatus
    faces: tuple[int, ...] = ()
    """The dice that it rolled for itself."""
    paid: Tiles = NO_TILES
    took_card: bool = False
    """Whether it took the event's card."""
    cooperation: int = 0
    """The number of "good cooperation" cards that it took instead."""
    choosing_loss: bool = False
    """Whether it is choosing what to lose."""
    book: int | None = None
    """The book that it lost."""
    building: int | None = None
    """The building of the guest monk that it lost or of its new arrival."""


class EventSummary(NamedTuple):
    """One event and its outcome so far."""

    task: int
    event_numbers: tuple[int, ...]
    """The numbers of its events in the log, ascending; empty if it is known from the state alone."""
    over: bool = True
    ignored: bool = False
    faces: tuple[int, ...] = ()
    """The dice that were rolled for all seats."""
    rolls: int = 0
    """The number of rolls in the match up to its last one; 0 without dice."""
    threatened: tuple[int, int] | None = None
    """The section that a collapse threatens, and its placement."""
    fallen: tuple[int, int] | None = None
    """The section that fell, and its placement."""
    cordon: int | None = None
    """The building on which the cordon was placed."""
    outcomes: tuple[SeatOutcome, ...] = ()
    """In the order in which the seats act."""

    @property
    def prevented(self) -> bool:
        """Whether a seat has prevented a collapse."""
        return bool(self.faces) and any(
            outcome.status in (SeatStatus.PAID, SeatStatus.SAFE) for outcome in self.outcomes
        )

    def outcome(self, seat: Seat) -> SeatOutcome | None:
        """Return the outcome for a seat, if the event has one."""
        return next((outcome for outcome in self.outcomes if outcome.seat == seat), None)


def summarize_events(setting: Setting, happenings: Sequence[TimelineEvent]) -> list[EventSummary]:
    """Return a summary of each event that began among these, oldest first; the last may not be over."""
    found: list[EventSummary] = []
    for happening in happenings:
        state: State = happening.view
        begun = _revealed_event(setting, state, happening)
        if begun is not None:
            found.append(begun)
        elif found and not found[-1].over:
            found[-1] = found[-1]._replace(event_numbers=(*found[-1].event_numbers, happening.entry))
        else:
            continue
        found[-1] = _after_happening(setting, found[-1], happening)
    return found


def current_event(setting: Setting, state: State, summaries: Sequence[EventSummary] = ()) -> EventSummary | None:
    """Return the event that is not over: the last of the summaries, or else what the state alone says of it."""
    if summaries and not summaries[-1].over:
        return summaries[-1]
    step = next((step for step in reversed(state.agenda) if isinstance(step, _EVENT_STEPS)), None)
    if step is None or not isinstance(state.agenda[-1], (*_EVENT_STEPS, LoseBookStep)):
        return None
    faces = step.faces if isinstance(step, DangerStep) else ()
    task = setting.box.tasks[step.task]
    shared = task.kind is TaskKind.COLLAPSE
    asked = [it.seat for it in state.agenda if isinstance(it, RollStep | DangerStep | ArrivalStep | LoseGuestStep)]
    summary = EventSummary(
        step.task,
        (),
        faces=faces if shared else (),
        rolls=state.draws[dice_draws(state)] if faces else 0,
        threatened=_threatened(setting, state, step.task) if shared else None,
        outcomes=tuple(
            SeatOutcome(seat, SeatStatus.WAITS, faces if seat == getattr(step, "seat", None) and not shared else ())
            for seat in event_order(state)
            if seat in asked
        ),
    )
    return _with_statuses(setting, summary, state)


def unseen_events(
    summaries: Sequence[EventSummary], happenings: Sequence[TimelineEvent], witnessed: int, here: Container[Seat]
) -> list[EventSummary]:
    """Return the events that are over and of which the seats `here` have not seen everything.

    They have seen everything up to the number `witnessed` and what they decided themselves, except that a section fell.
    """
    news = {one.entry: one for one in happenings if one.entry > witnessed}

    def counts(number: int) -> bool:
        if number not in news:
            return False
        event, state = news[number].event, news[number].view
        fell = any(it.key is EffectKind.FALLEN for it in state.told)
        return fell or not (isinstance(event, Move) and event.seat in here)

    return [summary for summary in summaries if summary.over and any(map(counts, summary.event_numbers))]


_EVENT_STEPS = (RollStep, DangerStep, LoseGuestStep, FallStep, ArrivalStep)
"""The steps of an event that name its task."""


def _revealed_event(setting: Setting, state: State, happening: TimelineEvent) -> EventSummary | None:
    """Return a summary of the event that is revealed here, if one is."""
    if not isinstance(happening.event, RevealTask):
        return None
    task, numbers = happening.event.task, (happening.entry,)
    kinds = {news.key for news in state.told}
    if EffectKind.EVENT_IGNORED in kinds:
        return EventSummary(task, numbers, ignored=True)
    if EffectKind.CORDON_LAID in kinds:
        return EventSummary(task, numbers, cordon=setting.box.tasks[task].building)
    if EffectKind.EVENT not in kinds:
        return None
    touched = _affected_seats(setting, state, task)
    outcomes = (
        SeatOutcome(seat, SeatStatus.WAITS if seat in touched else SeatStatus.UNAFFECTED) for seat in event_order(state)
    )
    match setting.box.tasks[task].kind:
        case TaskKind.STORM:
            return EventSummary(task, numbers)
        case TaskKind.COLLAPSE:
            return EventSummary(task, numbers, threatened=_threatened(setting, state, task), outcomes=tuple(outcomes))
        case _:
            return EventSummary(task, numbers, outcomes=tuple(outcomes))


def _threatened(setting: Setting, state: State, task: int) -> tuple[int, int] | None:
    """Return the section that a collapse threatens, and its placement."""
    laid = dangers.threatened(setting, state, setting.box.tasks[task])
    return None if laid is None else (laid.section, laid.placement)


def _affected_seats(setting: Setting, state: State, task: int) -> frozenset[Seat]:
    """Return the seats that a newly revealed event affects."""
    match setting.box.tasks[task].kind:
        case TaskKind.COLLAPSE:
            return frozenset(setting.seats)
        case TaskKind.ARRIVALS:
            return frozenset(
                seat for seat in setting.seats if dangers.houses(setting, state, seat, setting.box.tasks[task])
            )
        case _:
            return frozenset(it.seat for it in state.agenda if isinstance(it, RollStep) and it.seat is not None)


def _after_happening(setting: Setting, summary: EventSummary, happening: TimelineEvent) -> EventSummary:
    """Return the summary after one more entry of the log."""
    state: State = happening.view
    for news in state.told:
        summary = _after_effect(summary, news, state)
    match happening.event:
        case Decline(seat):
            summary = _change_outcome(summary, seat, lambda outcome: outcome._replace(status=SeatStatus.DECLINED))
        case PayTiles(seat, tiles):
            summary = _change_outcome(
                summary, seat, lambda outcome: outcome._replace(status=SeatStatus.PAID, paid=tiles)
            )
        case _:
            pass
    return _with_statuses(setting, summary, state)


def _after_effect(summary: EventSummary, news: Told, state: State) -> EventSummary:
    seat, items = news.seat, news.facts
    match news.key:
        case EffectKind.DICE_ROLLED if seat is None:
            return summary._replace(faces=items[1:], rolls=state.draws[dice_draws(state)])
        case EffectKind.DICE_ROLLED:
            summary = summary._replace(rolls=state.draws[dice_draws(state)])
            return _change_outcome(summary, seat, lambda outcome: outcome._replace(faces=items[1:]))
        case EffectKind.WARDED_OFF:
            return _change_outcome(summary, seat, lambda outcome: outcome._replace(status=SeatStatus.SAFE))
        case EffectKind.TASK_FULFILLED if items[0] == summary.task:
            return _change_outcome(summary, seat, lambda outcome: outcome._replace(took_card=True))
        case EffectKind.COOPERATION:
            return _change_outcome(summary, seat, lambda outcome: outcome._replace(cooperation=items[1]))
        case EffectKind.BOOK_LOST:
            return _change_outcome(summary, seat, lambda outcome: outcome._replace(book=items[0]))
        case EffectKind.GUEST_LOST:
            return _change_outcome(summary, seat, lambda outcome: outcome._replace(building=items[0]))
        case EffectKind.ARRIVED:
            return _change_outcome(
                summary, seat, lambda outcome: outcome._replace(status=SeatStatus.PAID, building=items[0])
            )
        case EffectKind.FALLEN:
            return summary._replace(fallen=(items[0], items[1]))
        case _:
            return summary


def _change_outcome(
    summary: EventSummary, seat: Seat | None, change: Callable[[SeatOutcome], SeatOutcome]
) -> EventSummary:
    return summary._replace(
        outcomes=tuple(change(outcome) if outcome.seat == seat else outcome for outcome in summary.outcomes)
    )


def _with_statuses(setting: Setting, summary: EventSummary, state: State) -> EventSummary:
    """Return the summary with each seat's status, and whether it is over, by the steps that are still on the agenda."""
    if summary.ignored or summary.cordon is not None:
        return summary
    to_come: dict[Seat | None, CampusStep] = {}
    for step in state.agenda:
        if isinstance(step, LoseBookStep) or (isinstance(step, _EVENT_STEPS) and step.task == summary.task):
            to_come[None if isinstance(step, FallStep) else step.seat] = step
    spared = summary.prevented and not dangers.rewards_left(setting, state)
    outcomes = [_with_status(outcome, to_come, state.agenda[-1], spared=spared) for outcome in summary.outcomes]
    return summary._replace(over=not to_come, outcomes=tuple(outcomes))


def _with_status(
    outcome: SeatOutcome, to_come: Mapping[Seat | None, CampusStep], now: CampusStep, *, spared: bool
) -> SeatOutcome:
    """Return the outcome with the status that follows from the seat's remaining steps."""
    step = to_come.get(outcome.seat)
    chooses = isinstance(step, LoseBookStep | LoseGuestStep)
    match step:
        case RollStep():
            status = SeatStatus.TO_ROLL
        case DangerStep() | ArrivalStep():
            status = SeatStatus.DECIDES if step is now else SeatStatus.WAITS
        case _ if outcome.status not in (SeatStatus.DECIDES, SeatStatus.WAITS, SeatStatus.TO_ROLL) or isinstance(
            to_come.get(None), RollStep
        ):
            status = outcome.status
        case _:
            status = SeatStatus.SPARED if spared else SeatStatus.UNABLE
    return outcome._replace(status=status, choosing_loss=chooses)
