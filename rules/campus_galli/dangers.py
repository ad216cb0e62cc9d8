"""Events: fire, epidemic, collapse, storm and construction halt (CG-III-1e to CG-III-1m); `losses` has the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from rules.campus_galli import places, tasks
from rules.campus_galli.box import BLACK, NORTH_TOWER, WHITE, Origin, Task, TaskKind
from rules.campus_galli.box_limits import MAX_DICE
from rules.campus_galli.gaps import send_home_widened
from rules.campus_galli.losses import ArrivalStep, Decline, LoseBookStep, LoseGuestStep, RiskStep, guest_houses, houses
from rules.campus_galli.pieces import Faces, PlaceNumber, TaskNumber
from rules.campus_galli.rule_base import CampusAutomatic, CampusChance, CampusOutcome, CampusStep
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import EffectKind, LaidSection, State, dice_draws, event_order, with_seat
from rules.campus_galli.tile_transfers import PayTiles, fits
from rules.campus_galli.tiles import Cost, Tiles, payments, pays, tile_facts, tiles_of
from rules.engine.entropy import RandomStream
from rules.engine.kinds import Range
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat
from rules.engine.steps import current_step, finish, push
from rules.engine.tellings import Told

FIRE_DICE, EPIDEMIC_DICE, COLLAPSE_DICE = 1, 2, 3
LEAST_SECTIONS = 3
"""With fewer sections on the plan nothing collapses."""
FOR_A_COLLAPSE = 2
""""Good cooperation" cards for preventing a collapse whose task card another seat has."""


# An event is revealed


def trigger(setting: Setting, state: State, number: int, place: int, told: list[Told]) -> State:
    """Apply a revealed task if it is an event: it takes effect or is ignored (CG-III-1e to 1g)."""
    task = setting.box.tasks[number]
    match task.kind:
        case TaskKind.HALT:
            # The cordon is laid unless it lies elsewhere (CG-III-1m, CG-III-1m2).
            if state.cordon is not None or task.building is None:
                return _ignore(state, number, place, told)
            told.append(Told(EffectKind.CORDON_LAID, None, (task.building,)))
            return state._replace(cordon=task.building)
        case TaskKind.STORM:
            victim = on_tower(setting, state)
            if victim is None:
                return _ignore(state, number, place, told)
            return _fall(setting, _take_effect(state, number, place, told), victim, told)
        case TaskKind.FIRE | TaskKind.EPIDEMIC | TaskKind.COLLAPSE | TaskKind.ARRIVALS:
            steps = _affected_steps(setting, state, task, number, place)
        case _:
            return state
    if not steps:
        return _ignore(state, number, place, told)
    state = _take_effect(state, number, place, told)
    if task.kind is TaskKind.COLLAPSE and (victim := threatened(setting, state, task)):
        told.append(Told(EffectKind.THREATENED, None, (victim.section,)))
    return push(state, *steps)


def _affected_steps(setting: Setting, state: State, task: Task, number: int, place: int) -> Sequence[CampusStep]:
    """Return the steps of an event for the affected seats, in event order (CG-II-1f, CG-III-1h)."""
    order = event_order(state)
    match task.kind:
        case TaskKind.FIRE:
            return [RollStep(seat, number, place, FIRE_DICE) for seat in order if state.seats[seat].books]
        case TaskKind.EPIDEMIC:
            sick = [seat for seat in order if guest_houses(setting, state, seat, task)]
            return [RollStep(seat, number, place, EPIDEMIC_DICE) for seat in sick]
        case TaskKind.ARRIVALS:
            return [ArrivalStep(seat, number) for seat in order if houses(setting, state, seat, task)]
        case _:
            falls = len(state.laid) >= LEAST_SECTIONS and threatened(setting, state, task) is not None
            return [RollStep(None, number, place, COLLAPSE_DICE)] if falls else []


def _take_effect(state: State, number: int, place: int, told: list[Told]) -> State:
    """Keep the card on its place, which is not refilled this round (CG-III-1f)."""
    told.append(Told(EffectKind.EVENT, None, (number, place)))
    return state._replace(turned=state.turned | 1 << place)


def _ignore(state: State, number: int, place: int, told: list[Told]) -> State:
    """Discard the card; its place is refilled at once (CG-III-1g)."""
    told.append(Told(EffectKind.EVENT_IGNORED, None, (number,)))
    return _off_board(state, place)._replace(aside=(*state.aside, number))


def _off_board(state: State, place: int) -> State:
    return state._replace(board=(*state.board[:place], None, *state.board[place + 1 :]))


# Who and what is affected


def threatened(setting: Setting, state: State, task: Task) -> LaidSection | None:
    """Return the section that a collapse threatens (CG-III-1k to 1k2); None if no shape on the card is on the plan."""
    sections = setting.box.sections
    colours: list[int | None] = [*task.colours, None]

    def rank(laid: LaidSection) -> tuple[int, int, bool]:
        section = sections[laid.section]
        return task.shapes.index(section.shape), colours.index(section.colour), section.origin is not Origin.HUT

    shown = (laid for laid in state.laid if sections[laid.section].shape in task.shapes)
    return min(shown, key=rank, default=None)


def on_tower(setting: Setting, state: State) -> LaidSection | None:
    """Return the section that a storm blows down: the one that covers most of the north tower (CG-III-1l, 1l1)."""
    tower = sum(mask for key, _, mask in setting.box.plan.places if key == NORTH_TOWER)

    def part(laid: LaidSection) -> int:
        return (setting.layout.placements[laid.placement].mask & tower).bit_count()

    # `max` returns the first of equals, which was laid earlier.
    most = max(state.laid, key=part, default=None)
    return most if most is not None and part(most) else None


def _fall(setting: Setting, state: State, laid: LaidSection, told: list[Told]) -> State:
    """Let a section fall; lazy monks in gaps that grow too large go home (CG-III-1k7, CG-III-1k9)."""
    told.append(Told(EffectKind.FALLEN, None, (laid.section, laid.placement)))
    return send_home_widened(setting, places.put_back(setting, state, laid), told)


# The dice


def dice_cost(faces: tuple[int, ...]) -> Cost:
    """Return the tiles that the dice demand (CG-III-1h1)."""
    return Cost(tiles_of(tuple(face for face in faces if face not in (WHITE, BLACK))), faces.count(BLACK))


@dataclass(frozen=True, slots=True)
class RollDice(CampusOutcome):
    """The face of each die, for a seat, or in a collapse for all in turn (CG-III-1i, 1j, 1k4, 1k10)."""

    clause: ClassVar = "CG-III-0h"
    tag: ClassVar = "dice"
    faces: Faces

    @classmethod
    def drawn(cls, game: Setting, state: State, stream: RandomStream) -> RollDice:
        return cls(tuple(stream.choice(game.box.counts.die) for _ in range(current_step(state, RollStep).dice)))

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        good = len(self.faces) == current_step(state, RollStep).dice and set(self.faces) <= set(game.box.counts.die)
        return None if good else Refusal("bad-draw", "CG-III-0h")

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        step = current_step(state, RollStep)
        told.append(Told(EffectKind.DICE_ROLLED, step.seat, (step.task, *self.faces)))
        if step.seat is not None:
            return finish(state, DangerStep(step.seat, step.task, step.place, self.faces))
        asking = [DangerStep(seat, step.task, step.place, self.faces) for seat in event_order(state)]
        return finish(state, *asking, FallStep(step.task, step.place))


@dataclass(frozen=True, slots=True)
class RollStep(CampusChance):
    """The dealer rolls dice for a seat, or once for all."""

    clause: ClassVar = "CG-III-0h"
    outcome: ClassVar = RollDice
    source: ClassVar = "dice"
    seat: Seat | None
    task: TaskNumber
    place: PlaceNumber
    dice: Annotated[int, Range(1, MAX_DICE)]

    def counter(self, state: State) -> int:
        return dice_draws(state)


# Paying for a danger, or not


@dataclass(frozen=True, slots=True)
class DangerStep(RiskStep):
    """A seat pays what the dice demand, or declines; by itself if it cannot pay or owes nothing (CG-III-1h2)."""

    clause: ClassVar = "CG-III-1h"
    question: ClassVar = "pay for the danger or decline"
    moves: ClassVar = (PayTiles, Decline)
    task: TaskNumber
    place: PlaceNumber
    faces: Faces

    def cost(self, game: Setting, state: State) -> Cost:
        return dice_cost(self.faces)

    def payment_refusal(self, own: Tiles, paid: Tiles, cost: Cost) -> Refusal | None:
        if not fits(paid, own):
            return Refusal("tiles-missing", "CG-III-1h2", tile_facts(own, Cost(paid)))
        return None if pays(paid, cost) else Refusal("wrong-payment", "CG-III-1h1")

    def run(self, game: Setting, state: State, told: list[Told]) -> State | None:
        collapse = game.box.tasks[self.task].kind is TaskKind.COLLAPSE
        # Paying for a collapse must still benefit the seat, or prevent it (CG-III-1k10).
        if collapse and state.board[self.place] is None and not rewards_left(game, state):
            return finish(state)
        cost = dice_cost(self.faces)
        if cost == Cost():
            return self.after_payment(game, finish(state), told)
        return None if payments(state.seats[self.seat].tiles, cost) else finish(state, *self.losses(game))

    def after_payment(self, game: Setting, state: State, told: list[Told]) -> State:
        """Give the task card to the first seat, "good cooperation" to others (CG-III-1h3, CG-III-1k5, CG-III-1k6)."""
        told.append(Told(EffectKind.WARDED_OFF, self.seat, (self.task,)))
        if state.board[self.place] is not None:
            return tasks.take(state, self.seat, [self.place], told)
        earned = cooperation_for(game, state, self)
        if not earned:
            return state
        told.append(Told(EffectKind.COOPERATION, self.seat, (self.task, earned)))
        own = state.seats[self.seat]
        return with_seat(state, self.seat, own._replace(cooperation=own.cooperation + earned))

    def losses(self, game: Setting) -> Sequence[CampusStep]:
        """Return the loss: a book, a guest monk, or nothing yet (CG-III-1i1, CG-III-1j1)."""
        match game.box.tasks[self.task].kind:
            case TaskKind.FIRE:
                return [LoseBookStep(self.seat)]
            case TaskKind.EPIDEMIC:
                return [LoseGuestStep(self.seat, self.task)]
            case _:
                return []


def rewards_left(setting: Setting, state: State) -> bool:
    """Return whether seats that pay for a collapse after the first one earn anything (CG-III-1k6)."""
    return setting.each_may_prevent and _cooperation_left(setting, state) > 0


def _cooperation_left(setting: Setting, state: State) -> int:
    return setting.box.counts.cooperation - sum(seat.cooperation for seat in state.seats)


def cooperation_for(setting: Setting, state: State, step: DangerStep) -> int:
    """Return the "good cooperation" cards that the seat earns by warding the danger off (CG-III-1h3, 1k6)."""
    if state.board[step.place] is not None:
        return 0
    due = FOR_A_COLLAPSE if setting.box.tasks[step.task].kind is TaskKind.COLLAPSE else 1
    return min(due, _cooperation_left(setting, state))


@dataclass(frozen=True, slots=True)
class FallStep(CampusAutomatic):
    """The threatened section falls if nobody has taken the card; in co-op it costs a point (CG-III-1k7, 1k8)."""

    clause: ClassVar = "CG-III-1k7"
    task: TaskNumber
    place: PlaceNumber

    def run(self, game: Setting, state: State, told: list[Told]) -> State:
        state = finish(state)
        if state.board[self.place] is None:
            return state
        laid = threatened(game, state, game.box.tasks[self.task])
        if laid is not None:
            state = _fall(game, state, laid, told)
        if game.together:
            state = _off_board(state, self.place)._replace(fallen=(*state.fallen, self.task))
        return state
