"""Events: fire, epidemic, collapse, storm, new arrivals and construction halt (CG-III-1e to CG-III-1n2)."""

from __future__ import annotations

from rules.campus_galli import places, tasks, tile_transfers
from rules.campus_galli.box import BLACK, NORTH_TOWER, WHITE, Origin, Task, TaskKind
from rules.campus_galli.events import LoseBook, LoseGuest, PayTiles, RollDice, Settle
from rules.campus_galli.gaps import send_home_widened
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import (
    BesideMonk,
    EffectKind,
    LaidSection,
    State,
    count_draw,
    current_step,
    dice_draws,
    event_order,
    finish_step,
    push_steps,
    with_seat,
)
from rules.campus_galli.steps import (
    ArrivalStep,
    CampusStep,
    DangerStep,
    FallStep,
    LoseBookStep,
    LoseGuestStep,
    RollStep,
)
from rules.campus_galli.tiles import Cost, paid_for, payments, shown_cost, tiles_of
from rules.engine.secrecy import Seat
from rules.engine.tellings import Told

FIRE_DICE, EPIDEMIC_DICE, COLLAPSE_DICE = 1, 2, 3
LEAST_SECTIONS = 3
"""With fewer sections on the plan nothing collapses."""
FOR_A_COLLAPSE = 2
""""Good cooperation" cards for preventing a collapse whose task card another seat has."""


def trigger(setting: Setting, state: State, number: int, place: int, told: list[Told]) -> State:
    """Apply a revealed task if it is an event: it takes effect or is ignored (CG-III-1e to 1g)."""
    task = setting.box.tasks[number]
    match task.kind:
        case TaskKind.HALT:
            return _halt(state, task, number, place, told)
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
    return push_steps(state, *steps)


def _affected_steps(setting: Setting, state: State, task: Task, number: int, place: int) -> list[CampusStep]:
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


def _halt(state: State, task: Task, number: int, place: int, told: list[Told]) -> State:
    """Lay the cordon on the building, unless it lies elsewhere (CG-III-1m, CG-III-1m2)."""
    if state.cordon is not None or task.building is None:
        return _ignore(state, number, place, told)
    told.append(Told(EffectKind.CORDON_LAID, None, (task.building,)))
    return state._replace(cordon=task.building)


def houses(setting: Setting, state: State, seat: Seat, task: Task) -> list[int]:
    """Return the buildings of the task's side beside which the seat has a monk (CG-III-1n1)."""
    side = tasks.side_of(setting, task)
    return sorted({monk.building for monk in state.beside if monk.seat == seat and monk.building in side})


def guest_houses(setting: Setting, state: State, seat: Seat, task: Task) -> list[int]:
    """Return the buildings of the task's side beside which the seat has a guest monk (CG-III-1j)."""
    guests = {monk.building for monk in state.beside if monk.seat == seat and monk.guest}
    return [building for building in houses(setting, state, seat, task) if building in guests]


def threatened(setting: Setting, state: State, task: Task) -> LaidSection | None:
    """Return the section that a collapse threatens (CG-III-1k to 1k2); None if no shape on the card is on the plan."""
    sections = setting.box.sections
    colours: list[int | None] = [*task.colours, None]

    def rank(laid: LaidSection) -> tuple[int, int, bool]:
        section = sections[laid.section]
        return (
            task.shapes.index(section.shape),
            colours.index(section.colour),
            section.origin is not Origin.HUT,
        )

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


def dice_cost(faces: tuple[int, ...]) -> Cost:
    """Return the tiles that the dice demand (CG-III-1h1)."""
    return Cost(tiles_of(tuple(face for face in faces if face not in (WHITE, BLACK))), faces.count(BLACK))


def roll(state: State, event: RollDice, told: list[Told]) -> State:
    """Apply the dice to a seat, or in a collapse to all in turn (CG-III-1i, CG-III-1j, CG-III-1k4, CG-III-1k10)."""
    step = current_step(state, RollStep)
    told.append(Told(EffectKind.DICE_ROLLED, step.seat, (step.task, *event.faces)))
    state = count_draw(state, dice_draws(state))
    if step.seat is not None:
        return finish_step(state, DangerStep(step.seat, step.task, step.place, event.faces))
    asking = [DangerStep(seat, step.task, step.place, event.faces) for seat in event_order(state)]
    return finish_step(state, *asking, FallStep(step.task, step.place))


def run(setting: Setting, state: State, told: list[Told]) -> State | None:
    """Run a step of an event; return None if it asks a seat."""
    step = state.agenda[-1]
    match step:
        case DangerStep():
            return _danger(setting, state, step, told)
        case LoseBookStep():
            books = state.seats[step.seat].books
            return lose_book(state, LoseBook(step.seat, books[0]), told) if len(books) == 1 else None
        case LoseGuestStep():
            found = guest_houses(setting, state, step.seat, setting.box.tasks[step.task])
            return lose_guest(state, LoseGuest(step.seat, found[0]), told) if len(found) == 1 else None
        case FallStep():
            return _fall_unless_prevented(setting, state, step, told)
        case ArrivalStep():
            cost, own = arrival_cost(setting, step), state.seats[step.seat]
            return None if own.supply and payments(own.tiles, cost) else finish_step(state)
        case _:
            return None


def _danger(setting: Setting, state: State, step: DangerStep, told: list[Told]) -> State | None:
    """Save a seat that owes nothing and skip one that cannot pay (CG-III-1h2; CG-III-1k10 for a collapse)."""
    if setting.box.tasks[step.task].kind is TaskKind.COLLAPSE and not _still_earns(setting, state, step):
        return finish_step(state)
    cost = dice_cost(step.faces)
    if cost == Cost():
        return _ward_off(setting, finish_step(state), step, told)
    return None if payments(state.seats[step.seat].tiles, cost) else _suffer(setting, state, step)


def _still_earns(setting: Setting, state: State, step: DangerStep) -> bool:
    """Return whether paying for a collapse still benefits the seat, or prevents it (CG-III-1k10)."""
    return state.board[step.place] is not None or rewards_left(setting, state)


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


def _ward_off(setting: Setting, state: State, step: DangerStep, told: list[Told]) -> State:
    """Give the task card to the first seat, "good cooperation" to others (CG-III-1h3, CG-III-1k5, CG-III-1k6)."""
    told.append(Told(EffectKind.WARDED_OFF, step.seat, (step.task,)))
    if state.board[step.place] is not None:
        return tasks.take(state, step.seat, [step.place], told)
    earned = cooperation_for(setting, state, step)
    if not earned:
        return state
    told.append(Told(EffectKind.COOPERATION, step.seat, (step.task, earned)))
    own = state.seats[step.seat]
    return with_seat(state, step.seat, own._replace(cooperation=own.cooperation + earned))


def _suffer(setting: Setting, state: State, step: DangerStep) -> State:
    """Apply the loss: a book, a guest monk, or nothing yet (CG-III-1i1, CG-III-1j1)."""
    match setting.box.tasks[step.task].kind:
        case TaskKind.FIRE:
            return finish_step(state, LoseBookStep(step.seat))
        case TaskKind.EPIDEMIC:
            return finish_step(state, LoseGuestStep(step.seat, step.task))
        case _:
            return finish_step(state)


def pay(setting: Setting, state: State, event: PayTiles, told: list[Told]) -> State:
    """Pay what the dice demand."""
    step = current_step(state, DangerStep)
    return _ward_off(setting, tile_transfers.pay(finish_step(state), event.seat, event.tiles, told), step, told)


def decline(setting: Setting, state: State) -> State:
    """Decline to pay for a danger or a new arrival."""
    step = state.agenda[-1]
    if isinstance(step, DangerStep):
        return _suffer(setting, state, step)
    return finish_step(state)


def lose_book(state: State, event: LoseBook, told: list[Told]) -> State:
    """Return a book to the box for good (CG-III-1i1)."""
    own = state.seats[event.seat]
    told.append(Told(EffectKind.BOOK_LOST, event.seat, (event.card,)))
    books = tuple(book for book in own.books if book != event.card)
    return finish_step(with_seat(state, event.seat, own._replace(books=books, lost=(*own.lost, event.card))))


def lose_guest(state: State, event: LoseGuest, told: list[Told]) -> State:
    """Send a guest monk home (CG-III-1j1)."""
    own, beside = state.seats[event.seat], list(state.beside)
    told.append(Told(EffectKind.GUEST_LOST, event.seat, (event.building,)))
    beside.remove(BesideMonk(event.building, event.seat, guest=True))
    state = with_seat(state, event.seat, own._replace(supply=own.supply + 1))
    return finish_step(state._replace(beside=tuple(beside)))


def _fall_unless_prevented(setting: Setting, state: State, step: FallStep, told: list[Told]) -> State:
    """Let the threatened section fall if nobody has taken the card (CG-III-1k7); in co-op it costs a point."""
    state = finish_step(state)
    if state.board[step.place] is None:
        return state
    laid = threatened(setting, state, setting.box.tasks[step.task])
    if laid is not None:
        state = _fall(setting, state, laid, told)
    if setting.together:
        state = _off_board(state, step.place)._replace(fallen=(*state.fallen, step.task))
    return state


def arrival_cost(setting: Setting, step: ArrivalStep) -> Cost:
    """Return the cost of a new arrival (CG-III-1n)."""
    return shown_cost(setting.box.tasks[step.task].tiles)


def settle(setting: Setting, state: State, event: Settle, told: list[Told]) -> State:
    """Place another monk of the seat beside a building (CG-III-1n, CG-III-1n1)."""
    cost = arrival_cost(setting, current_step(state, ArrivalStep))
    state = tile_transfers.pay(finish_step(state), event.seat, paid_for(cost, event.tiles), told)
    told.append(Told(EffectKind.ARRIVED, event.seat, (event.building,)))
    own = state.seats[event.seat]
    state = with_seat(state, event.seat, own._replace(supply=own.supply - 1))
    return state._replace(beside=(*state.beside, BesideMonk(event.building, event.seat, guest=True)))
