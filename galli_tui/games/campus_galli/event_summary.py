"""What an event of level III has brought so far: whom it touches, what the dice show, what each seat did, what fell.

Read from happenings, which are public in all that belongs to an event; `entering.event_scene` puts it into lines.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from galli_tui.tables.table import Happening
from rules.campus_galli import dangers
from rules.campus_galli.box import TaskKind
from rules.campus_galli.events import Decline, PayTiles, RevealTask
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import Effect, EffectKind, State, dice_draws, event_order
from rules.campus_galli.steps import ArrivalStep, DangerStep, FallStep, LoseBookStep, LoseGuestStep, RollStep, Step
from rules.campus_galli.tiles import NO_TILES, Tiles
from rules.engine.events import Move
from rules.engine.secrecy import Seat


class Part(Enum):
    """How far a seat is in an event."""

    UNTOUCHED = "untouched"
    """It has nothing that the event could touch."""
    TO_ROLL = "to-roll"
    WAITS = "waits"
    """The dice lie; it is asked after others."""
    DECIDES = "decides"
    PAID = "paid"
    SAFE = "safe"
    """Its dice ask for nothing."""
    DECLINED = "declined"
    UNABLE = "unable"
    """It was not asked, since it cannot pay, or has no monk to place."""
    SPARED = "spared"
    """Another seat has prevented it, and nothing more can be earned."""


class Role(NamedTuple):
    """One seat in an event."""

    seat: Seat
    part: Part
    faces: tuple[int, ...] = ()
    """Its own dice."""
    paid: Tiles = NO_TILES
    took: bool = False
    """Whether it has taken the event's card."""
    cooperation: int = 0
    """The cards "good cooperation" that it got instead; there may be none left."""
    chooses: bool = False
    """Whether it chooses now what it loses."""
    book: int | None = None
    """The book it has lost."""
    building: int | None = None
    """Where a guest monk went home, or a new one stands."""


class Tale(NamedTuple):
    """One event, as far as it has come."""

    task: int
    numbers: tuple[int, ...]
    """The happenings that belong to it, rising; empty where only the state tells of it."""
    over: bool = True
    ignored: bool = False
    faces: tuple[int, ...] = ()
    """The dice that were rolled for all."""
    rolls: int = 0
    """How often dice had been rolled in the match when its last ones lay; 0 without dice."""
    threatened: tuple[int, int] | None = None
    """The section and its placement that a collapse threatens."""
    fallen: tuple[int, int] | None = None
    """The section that fell, and its placement."""
    cordon: int | None = None
    """The building on which the cordon was laid."""
    roles: tuple[Role, ...] = ()
    """In the order in which they are asked."""

    @property
    def prevented(self) -> bool:
        """Whether a seat has prevented a collapse."""
        return bool(self.faces) and any(role.part in (Part.PAID, Part.SAFE) for role in self.roles)

    def role(self, seat: Seat) -> Role | None:
        """A seat's part."""
        return next((role for role in self.roles if role.seat == seat), None)


def tales(setting: Setting, happenings: Sequence[Happening]) -> list[Tale]:
    """Every event among these happenings that began with one of them, oldest first; the last may still go on."""
    found: list[Tale] = []
    for happening in happenings:
        state: State = happening.view
        begun = _begun(setting, state, happening)
        if begun is not None:
            found.append(begun)
        elif found and not found[-1].over:
            found[-1] = found[-1]._replace(numbers=(*found[-1].numbers, happening.number))
        else:
            continue
        found[-1] = _told(setting, found[-1], happening)
    return found


def present(setting: Setting, state: State, told: Sequence[Tale] = ()) -> Tale | None:
    """The event that the seats are asked about now: as it was told, or as far as the state alone tells of it."""
    if told and not told[-1].over:
        return told[-1]
    step = next((step for step in reversed(state.agenda) if isinstance(step, _OWN)), None)
    if step is None or not isinstance(state.agenda[-1], (*_OWN, LoseBookStep)):
        return None
    faces = step.faces if isinstance(step, DangerStep) else ()
    task = setting.box.tasks[step.task]
    shared = task.kind is TaskKind.COLLAPSE
    asked = [it.seat for it in state.agenda if isinstance(it, RollStep | DangerStep | ArrivalStep | LoseGuestStep)]
    tale = Tale(
        step.task,
        (),
        faces=faces if shared else (),
        rolls=state.draws[dice_draws(state)] if faces else 0,
        threatened=_threatened(setting, state, step.task) if shared else None,
        roles=tuple(
            Role(seat, Part.WAITS, faces if seat == getattr(step, "seat", None) and not shared else ())
            for seat in event_order(state)
            if seat in asked
        ),
    )
    return _placed(setting, tale, state)


def unseen(told: Sequence[Tale], happenings: Sequence[Happening], witnessed: int, here: Container[Seat]) -> list[Tale]:
    """The events that are over, of which something happened after the happening `witnessed` that nobody here decided.

    What a seat here pays or loses, it sees while it decides; that a section falls of it, all are to see.
    """
    news = {one.number: one for one in happenings if one.number > witnessed}

    def counts(number: int) -> bool:
        if number not in news:
            return False
        event, state = news[number].event, news[number].view
        fell = any(it.kind is EffectKind.FALLEN for it in state.effects)
        return fell or not (isinstance(event, Move) and event.seat in here)

    return [tale for tale in told if tale.over and any(map(counts, tale.numbers))]


_OWN = (RollStep, DangerStep, LoseGuestStep, FallStep, ArrivalStep)
"""The steps that name the event's task."""


def _begun(setting: Setting, state: State, happening: Happening) -> Tale | None:
    """The tale of the event that this happening reveals, if it does."""
    if not isinstance(happening.event, RevealTask):
        return None
    task, numbers = happening.event.task, (happening.number,)
    kinds = {news.kind for news in state.effects}
    if EffectKind.EVENT_IGNORED in kinds:
        return Tale(task, numbers, ignored=True)
    if EffectKind.CORDON_LAID in kinds:
        return Tale(task, numbers, cordon=setting.box.tasks[task].building)
    if EffectKind.EVENT not in kinds:
        return None
    touched = _touched(setting, state, task)
    roles = (Role(seat, Part.WAITS if seat in touched else Part.UNTOUCHED) for seat in event_order(state))
    match setting.box.tasks[task].kind:
        case TaskKind.STORM:
            return Tale(task, numbers)
        case TaskKind.COLLAPSE:
            return Tale(task, numbers, threatened=_threatened(setting, state, task), roles=tuple(roles))
        case _:
            return Tale(task, numbers, roles=tuple(roles))


def _threatened(setting: Setting, state: State, task: int) -> tuple[int, int] | None:
    """The section that a collapse threatens, and its placement."""
    laid = dangers.threatened(setting, state, setting.box.tasks[task])
    return None if laid is None else (laid.section, laid.placement)


def _touched(setting: Setting, state: State, task: int) -> frozenset[Seat]:
    """The seats that an event just revealed touches."""
    match setting.box.tasks[task].kind:
        case TaskKind.COLLAPSE:
            return frozenset(setting.seats)
        case TaskKind.ARRIVALS:
            return frozenset(
                seat for seat in setting.seats if dangers.houses(setting, state, seat, setting.box.tasks[task])
            )
        case _:
            return frozenset(it.seat for it in state.agenda if isinstance(it, RollStep) and it.seat is not None)


def _told(setting: Setting, tale: Tale, happening: Happening) -> Tale:
    """The tale with what one happening brought."""
    state: State = happening.view
    for news in state.effects:
        tale = _with_news(tale, news, state)
    match happening.event:
        case Decline(seat):
            tale = _with(tale, seat, lambda role: role._replace(part=Part.DECLINED))
        case PayTiles(seat, tiles):
            tale = _with(tale, seat, lambda role: role._replace(part=Part.PAID, paid=tiles))
        case _:
            pass
    return _placed(setting, tale, state)


def _with_news(tale: Tale, news: Effect, state: State) -> Tale:
    seat, items = news.seat, news.items
    match news.kind:
        case EffectKind.DICE_ROLLED if seat is None:
            return tale._replace(faces=items[1:], rolls=state.draws[dice_draws(state)])
        case EffectKind.DICE_ROLLED:
            tale = tale._replace(rolls=state.draws[dice_draws(state)])
            return _with(tale, seat, lambda role: role._replace(faces=items[1:]))
        case EffectKind.WARDED_OFF:
            return _with(tale, seat, lambda role: role._replace(part=Part.SAFE))
        case EffectKind.TASK_FULFILLED if items[0] == tale.task:
            return _with(tale, seat, lambda role: role._replace(took=True))
        case EffectKind.COOPERATION:
            return _with(tale, seat, lambda role: role._replace(cooperation=items[1]))
        case EffectKind.BOOK_LOST:
            return _with(tale, seat, lambda role: role._replace(book=items[0]))
        case EffectKind.GUEST_LOST:
            return _with(tale, seat, lambda role: role._replace(building=items[0]))
        case EffectKind.ARRIVED:
            return _with(tale, seat, lambda role: role._replace(part=Part.PAID, building=items[0]))
        case EffectKind.FALLEN:
            return tale._replace(fallen=(items[0], items[1]))
        case _:
            return tale


def _with(tale: Tale, seat: Seat | None, change: Callable[[Role], Role]) -> Tale:
    return tale._replace(roles=tuple(change(role) if role.seat == seat else role for role in tale.roles))


def _placed(setting: Setting, tale: Tale, state: State) -> Tale:
    """The tale with every seat's part as the steps that are still to come say, and whether it is over."""
    if tale.ignored or tale.cordon is not None:
        return tale
    to_come: dict[Seat | None, Step] = {}
    for step in state.agenda:
        if isinstance(step, LoseBookStep) or (isinstance(step, _OWN) and step.task == tale.task):
            to_come[None if isinstance(step, FallStep) else step.seat] = step
    spared = tale.prevented and not dangers.rewards_left(setting, state)
    roles = [_settled(role, to_come, state.agenda[-1], spared=spared) for role in tale.roles]
    return tale._replace(over=not to_come, roles=tuple(roles))


def _settled(role: Role, to_come: Mapping[Seat | None, Step], now: Step, *, spared: bool) -> Role:
    """A role, given what its seat is still asked for."""
    step = to_come.get(role.seat)
    chooses = isinstance(step, LoseBookStep | LoseGuestStep)
    match step:
        case RollStep():
            part = Part.TO_ROLL
        case DangerStep() | ArrivalStep():
            part = Part.DECIDES if step is now else Part.WAITS
        case _ if role.part not in (Part.DECIDES, Part.WAITS, Part.TO_ROLL) or isinstance(to_come.get(None), RollStep):
            part = role.part
        case _:
            part = Part.SPARED if spared else Part.UNABLE
    return role._replace(part=part, chooses=chooses)
