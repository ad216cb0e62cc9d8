"""Summaries of events of level III: the seats affected, the dice, what each seat did, what fell.

They are made from public information alone; `event_lines` puts them into lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from rules.campus_galli import dangers
from rules.campus_galli.box import Task, TaskKind
from rules.campus_galli.dangers import DangerStep, FallStep, RollStep
from rules.campus_galli.losses import ArrivalStep, Decline, LoseBookStep, LoseGuestStep
from rules.campus_galli.rounds import RevealTask
from rules.campus_galli.rule_base import CampusStep
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import EffectKind, State, dice_draws, event_order
from rules.campus_galli.tiles import payments
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


class EventSummary(NamedTuple):
    """One event and its outcome so far."""

    setting: Setting
    number: int
    """The number of its task."""
    state: State
    """The latest view of it."""
    told: tuple[Told, ...] = ()
    """What it has brought about."""
    seats: tuple[Seat, ...] = ()
    """The seats to speak of, in the order in which they act."""
    affected: frozenset[Seat] = frozenset()
    declined: frozenset[Seat] = frozenset()
    event_numbers: tuple[int, ...] = ()
    """The numbers of its events in the log, ascending; empty if it is known from the state alone."""

    @property
    def task(self) -> Task:
        """The task whose event this is."""
        return self.setting.box.tasks[self.number]

    def facts(self, kind: EffectKind, seat: Seat | None = None) -> tuple[int, ...]:
        """Return the facts of the first effect of a kind on a seat, or on all; empty if there is none."""
        return next((it.facts for it in self.told if (it.key, it.seat) == (kind, seat)), ())

    @property
    def ignored(self) -> bool:
        """Whether it has no effect."""
        return bool(self.facts(EffectKind.EVENT_IGNORED))

    def faces(self, seat: Seat | None = None) -> tuple[int, ...]:
        """Return the dice that a seat rolled for itself, or that were rolled for all."""
        return self.facts(EffectKind.DICE_ROLLED, seat)[1:]

    @property
    def rolls(self) -> int:
        """The number of rolls in the match up to its last one; 0 without dice."""
        return self.state.draws[dice_draws(self.state)] if any(map(self.faces, (None, *self.seats))) else 0

    @property
    def fallen(self) -> tuple[int, ...]:
        """The section that fell, and its placement; empty if none did."""
        return self.facts(EffectKind.FALLEN)

    @property
    def threatened(self) -> tuple[int, ...]:
        """The section that a collapse threatened, and its placement; empty for other events."""
        section = self.facts(EffectKind.THREATENED)
        laid = next(((it.section, it.placement) for it in self.state.laid if (it.section,) == section), ())
        return self.fallen or laid

    @property
    def prevented(self) -> bool:
        """Whether a seat has prevented a collapse."""
        return bool(self.faces()) and any(it.key is EffectKind.WARDED_OFF for it in self.told)

    @property
    def _to_come(self) -> dict[Seat | None, CampusStep]:
        """Its steps that are still to come, of each seat or of none."""
        return {
            None if isinstance(step, FallStep) else step.seat: step
            for step in self.state.agenda
            if isinstance(step, LoseBookStep) or (isinstance(step, _EVENT_STEPS) and step.task == self.number)
        }

    @property
    def over(self) -> bool:
        """Whether nothing of it is still to come."""
        return not self._to_come

    def chooses_loss(self, seat: Seat) -> bool:
        """Return whether a seat is choosing what to lose."""
        return isinstance(self._to_come.get(seat), LoseBookStep | LoseGuestStep)

    def status(self, seat: Seat) -> SeatStatus:
        """Return what a seat has done or has still to do."""
        step = self._to_come.get(seat)
        if isinstance(step, RollStep):
            return SeatStatus.TO_ROLL
        if isinstance(step, DangerStep | ArrivalStep):
            return SeatStatus.DECIDES if step is self.state.agenda[-1] else SeatStatus.WAITS
        if seat not in self.affected:
            return SeatStatus.UNAFFECTED
        if seat in self.declined:
            return SeatStatus.DECLINED
        if self.facts(EffectKind.TILES_PAID, seat):
            return SeatStatus.PAID
        if self.facts(EffectKind.WARDED_OFF, seat):
            return SeatStatus.SAFE
        if isinstance(self._to_come.get(None), RollStep):
            return SeatStatus.WAITS
        return SeatStatus.SPARED if self.prevented and self.can_pay(seat) else SeatStatus.UNABLE

    def can_pay(self, seat: Seat) -> bool:
        """Return whether a seat has the tiles for the dice that were rolled for all."""
        return bool(payments(self.state.seats[seat].tiles, dangers.dice_cost(self.faces())))

    def took_card(self, seat: Seat) -> bool:
        """Return whether a seat took the event's card."""
        return self.facts(EffectKind.TASK_FULFILLED, seat)[:1] == (self.number,)


_EVENT_STEPS = (RollStep, DangerStep, LoseGuestStep, FallStep, ArrivalStep)
"""The steps of an event that name its task."""


def summarize_events(setting: Setting, timeline: Sequence[TimelineEvent]) -> list[EventSummary]:
    """Return a summary of each event that began in this part of a match, oldest first; the last may not be over."""
    found: list[EventSummary] = []
    for entry, event, view, *_ in timeline:
        state: State = view
        if isinstance(event, RevealTask) and any(it.key in _REVEALED for it in state.told):
            affected = _affected_seats(setting, state, event.task)
            seats = event_order(state) if affected else ()
            found.append(EventSummary(setting, event.task, state, seats=seats, affected=affected))
        elif not found or found[-1].over:
            continue
        last = found[-1]
        found[-1] = last._replace(
            state=state,
            told=last.told + state.told,
            declined=last.declined | {event.seat} if isinstance(event, Decline) else last.declined,
            event_numbers=(*last.event_numbers, entry),
        )
    return found


_REVEALED = (EffectKind.EVENT, EffectKind.EVENT_IGNORED, EffectKind.CORDON_LAID)


def _affected_seats(setting: Setting, state: State, number: int) -> frozenset[Seat]:
    """Return the seats that a newly revealed event affects."""
    task = setting.box.tasks[number]
    if not any(it.key is EffectKind.EVENT for it in state.told):
        return frozenset()
    match task.kind:
        case TaskKind.COLLAPSE:
            return frozenset(setting.seats)
        case TaskKind.ARRIVALS:
            return frozenset(seat for seat in setting.seats if dangers.houses(setting, state, seat, task))
        case _:
            return frozenset(it.seat for it in state.agenda if isinstance(it, RollStep) and it.seat is not None)


def current_event(setting: Setting, state: State, summaries: Sequence[EventSummary] = ()) -> EventSummary | None:
    """Return the event that is not over: the last of the summaries, or else what the state alone says of it."""
    if summaries and not summaries[-1].over:
        return summaries[-1]
    step = next((step for step in reversed(state.agenda) if isinstance(step, _EVENT_STEPS)), None)
    if step is None or not isinstance(state.agenda[-1], (*_EVENT_STEPS, LoseBookStep)):
        return None
    told: list[Told] = []
    shared = setting.box.tasks[step.task].kind is TaskKind.COLLAPSE
    if shared and (laid := dangers.threatened(setting, state, setting.box.tasks[step.task])):
        told.append(Told(EffectKind.THREATENED, None, (laid.section,)))
    if isinstance(step, DangerStep):
        told.append(Told(EffectKind.DICE_ROLLED, None if shared else step.seat, (step.task, *step.faces)))
    steps = (RollStep, DangerStep, ArrivalStep, LoseGuestStep)
    asked = frozenset(it.seat for it in state.agenda if isinstance(it, steps) and it.seat is not None)
    seats = tuple(seat for seat in event_order(state) if seat in asked)
    return EventSummary(setting, step.task, state, tuple(told), seats, asked)
