"""Turns where cards cost tiles: paying, books, guests, begging, ending (CG-II-3p1 to CG-II-3g10)."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from rules.campus_galli import leftovers, tasks, tile_transfers
from rules.campus_galli.box import CardKind, Task, TaskKind
from rules.campus_galli.events import ClaimTask, PayTiles, ReceiveTiles, ScoreAgain
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import (
    BesideMonk,
    EffectKind,
    State,
    current_step,
    discard_played,
    finish_step,
    open_card,
    with_seat,
)
from rules.campus_galli.steps import (
    BeginTurnStep,
    BorrowStep,
    CampusStep,
    EndTurnStep,
    MoveInStep,
    PayStep,
    ProduceBookStep,
    ReceiveTilesStep,
    ScoreAgainStep,
    TakeSectionStep,
    WelcomeGuestStep,
)
from rules.campus_galli.takeable import can_take, card_in_play
from rules.campus_galli.tiles import (
    ANY_COLOUR,
    Cost,
    Swap,
    Tiles,
    affordable,
    can_swap,
    card_cost,
    minus,
    payments,
    plus,
    receipts,
    swapped,
    swaps,
    tile,
    tiles_of,
)
from rules.engine.secrecy import Seat
from rules.engine.tellings import Told

Again: TypeAlias = tuple[tuple[int, ...], tuple[int | None, ...]]
"""Cards scored again, and the tile that each brings."""
BEGGED = 2
"""Tiles for begging and for alms."""
FEW_TILES = 2
"""The maximum number of tiles for alms at the end of a turn."""
BOOKS_AGAIN, GUESTS_AGAIN = 2, 1
"""How many books are scored again with a new book, and guests with a new guest."""
MOVES_IN, MOVES_IN_STONE = 1, 2
"""Monks who move in with a guest: beside a building in wood, beside a complete one."""


def begin_turn(setting: Setting, state: State, step: BeginTurnStep, told: list[Told]) -> State:
    """Schedule the turn that the seat declared or its card allows (CG-II-3a to 3b3, 3e, 3f, 3x5, CG-III-3a, 3a3)."""
    seat = step.seat
    state = state._replace(turn=seat, received=0)
    if state.seats[seat].begs:
        return _beg(state, seat)
    kind, card = card_in_play(setting, state, seat).kind, open_card(state.seats[seat])
    match kind:
        case CardKind.BOOK:
            deed: CampusStep | None = ProduceBookStep(seat)
        case CardKind.GUEST:
            deed = WelcomeGuestStep(seat)
        case CardKind.UNFINISHED:
            deed = BorrowStep(seat) if leftovers.borrowable(setting, state) else None
        case _:
            deed = TakeSectionStep(seat) if can_take(setting, state, seat) else None
    if deed is not None and affordable(state.seats[seat].tiles, state.tiles, cost_of(setting, state, seat)):
        return finish_step(state, PayStep(seat), deed, EndTurnStep(seat))
    if kind is CardKind.ANGEL:
        told.append(Told(EffectKind.CARD_SPENT, seat, (card,)))
        return finish_step(state, EndTurnStep(seat))
    told.append(Told(EffectKind.BEGS, seat, (card,)))
    return _beg(with_seat(state, seat, state.seats[seat]._replace(begs=True)), seat)


def _beg(state: State, seat: Seat) -> State:
    return finish_step(state, ReceiveTilesStep(seat, ANY_COLOUR, BEGGED), EndTurnStep(seat))


def cost_of(setting: Setting, state: State, seat: Seat) -> Cost:
    """Return the cost of the seat's card, as declared."""
    return card_cost(card_in_play(setting, state, seat), state.seats[seat].declared)


def paying_swaps(setting: Setting, state: State, seat: Seat) -> tuple[Swap, ...]:
    """Return the swaps after which the seat can still pay for its card (CG-II-3x3)."""
    return swaps_before(state.seats[seat].tiles, state.tiles, cost_of(setting, state, seat))


@lru_cache(maxsize=4096)
def swaps_before(own: Tiles, supply: Tiles, cost: Cost | None) -> tuple[Swap, ...]:
    """Return the swaps after which the cost, if any, can be paid."""
    exchanges = swaps(own, supply)
    return exchanges if cost is None else tuple(it for it in exchanges if still_pays(own, supply, it, cost))


def still_pays(own: Tiles, supply: Tiles, swap: Swap, cost: Cost) -> bool:
    """Return whether the cost can be paid after the swap."""
    given, colour = swap
    return affordable(swapped(own, given, colour), minus(plus(supply, given), tile(colour)), cost)


def pay_automatically(setting: Setting, state: State, step: PayStep, told: list[Told]) -> State | None:
    """Pay if there is one way to pay and no swap; else return None (CG-II-3p6)."""
    cost = cost_of(setting, state, step.seat)
    if cost == Cost():
        return finish_step(state)
    ways = payments(state.seats[step.seat].tiles, cost)
    if len(ways) != 1 or paying_swaps(setting, state, step.seat):
        return None
    return finish_step(tile_transfers.pay(state, step.seat, ways[0], told))


def pay(state: State, event: PayTiles, told: list[Told]) -> State:
    """Pay for the card."""
    return finish_step(tile_transfers.pay(state, event.seat, event.tiles, told))


def receive_automatically(setting: Setting, state: State, step: ReceiveTilesStep, told: list[Told]) -> State | None:
    """Receive the tiles if there is no choice; else return None (CG-II-3s4)."""
    ways = receipts(step.number, step.colours, state.tiles)
    if len(ways) > 1:
        return None
    return tile_transfers.receive(setting, finish_step(state), step.seat, next(iter(ways)), told)


def receive(setting: Setting, state: State, event: ReceiveTiles, told: list[Told]) -> State:
    """Receive the chosen tiles."""
    return tile_transfers.receive(setting, finish_step(state), event.seat, event.tiles, told)


def produce_book(setting: Setting, state: State, step: ProduceBookStep, told: list[Told]) -> State:
    """Add the book to the library with its tile; others may be scored again (CG-II-3a to CG-II-3a2)."""
    seat, own = step.seat, state.seats[step.seat]
    card, own = discard_played(own)
    told.append(Told(EffectKind.BOOK_PRODUCED, seat, (card,)))
    again = ScoreAgainStep(seat, tuple(sorted(own.books)), BOOKS_AGAIN)
    state = with_seat(state, seat, own._replace(books=(*own.books, card)))
    state = finish_step(state, *([again] if own.books else []))
    state = tile_transfers.receive(setting, state, seat, tiles_of(setting.box.cards[card].colours), told)
    return tasks.take(state, seat, [place for place, _ in tasks.on_board(setting, state, TaskKind.NEWBOOK)], told)


def welcome_guest(setting: Setting, state: State, step: WelcomeGuestStep, told: list[Told]) -> State:
    """Place the guest; his tile, another guest again, and his moving in follow (CG-II-3e to CG-II-3e4)."""
    seat, own = step.seat, state.seats[step.seat]
    card, own = discard_played(own)
    told.append(Told(EffectKind.GUEST_COME, seat, (card,)))
    colours = sum(1 << colour for colour in setting.box.cards[card].colours)
    steps: list[CampusStep] = [ReceiveTilesStep(seat, colours, 1)] if colours else []
    if own.guests:
        steps.append(ScoreAgainStep(seat, tuple(sorted(own.guests)), GUESTS_AGAIN))
    steps.append(MoveInStep(seat, card))
    state = with_seat(state, seat, own._replace(guests=(*own.guests, card)))
    return finish_step(state, *steps)


def move_in(setting: Setting, state: State, step: MoveInStep, told: list[Told]) -> State:
    """Place one monk beside a wooden building, two beside a complete one (CG-II-3e4 to CG-II-3e7, CG-II-3g3)."""
    building, own = setting.box.cards[step.card].building, state.seats[step.seat]
    state = finish_step(state)
    if building is None or not state.open >> building & 1:
        return state
    monks = min(own.supply, MOVES_IN_STONE if tasks.is_complete(setting, state, building) else MOVES_IN)
    if not monks:
        return state
    told.append(Told(EffectKind.MOVED_IN, step.seat, (building, monks)))
    state = with_seat(state, step.seat, own._replace(supply=own.supply - monks))
    state = state._replace(beside=(*state.beside, *[BesideMonk(building, step.seat, guest=True)] * monks))
    return tasks.take(state, step.seat, tasks.of_side(setting, state, building), told)


def again_choices(setting: Setting, state: State, step: ScoreAgainStep) -> list[Again]:
    """Return every choice of cards to score again with their tiles; the empty one last."""
    found: list[Again] = []

    def choose(cards: tuple[int, ...], colours: tuple[int | None, ...], first: int, supply: Tiles) -> None:
        if cards:
            found.append((cards, colours))
        if len(cards) == step.most:
            return
        for place in range(first, len(step.cards)):
            card = step.cards[place]
            brought: list[int | None] = [colour for colour in setting.box.cards[card].colours if supply[colour]]
            if not brought:
                brought = [None]
            for colour in brought:
                left = supply if colour is None else minus(supply, tile(colour))
                choose((*cards, card), (*colours, colour), place + 1, left)

    choose((), (), 0, state.tiles)
    return [*found, ((), ())]


def score_again(setting: Setting, state: State, event: ScoreAgain, told: list[Told]) -> State:
    """Receive the tile of each named card again (CG-II-1d, CG-II-1e, CG-II-3a1, CG-II-3e3)."""
    state = finish_step(state)
    for card, colour in zip(event.cards, event.colours, strict=True):
        told.append(Told(EffectKind.SCORED_AGAIN, event.seat, (card,)))
        if colour is not None:
            state = tile_transfers.receive(setting, state, event.seat, tile(colour), told)
    return state


def claimable(setting: Setting, state: State, own: Tiles) -> list[int]:
    """Return the places of the tasks that these tiles fulfil at the end of a turn (CG-II-3g)."""
    return sorted(place for place, task in claims(setting, state) if fulfilled(task, own))


def claims(setting: Setting, state: State) -> tuple[tuple[int, Task], ...]:
    """Return the tasks on the board that are claimed at the end of a turn, with their places."""
    return tasks.on_board(setting, state, TaskKind.HOURS) + tasks.on_board(setting, state, TaskKind.ALMS)


def fulfilled(task: Task, own: Tiles) -> bool:
    """Return whether these tiles fulfil such a task."""
    if task.kind is TaskKind.ALMS:
        return sum(own) <= FEW_TILES
    return not any(own[colour] for colour in task.colours)


def claim(setting: Setting, state: State, event: ClaimTask, told: list[Told]) -> State:
    """Take a task: long hours of prayer bring their tile, alms two of any colour; the turn goes on (CG-II-3g8)."""
    number = state.board[event.place]
    if number is None:
        raise ValueError("no task lies there")
    task = setting.box.tasks[number]
    step = current_step(state, EndTurnStep)
    state = tasks.take(state, event.seat, [event.place], told)
    if task.kind is TaskKind.ALMS:
        return finish_step(state, ReceiveTilesStep(event.seat, ANY_COLOUR, BEGGED), step)
    return tile_transfers.receive(setting, state, event.seat, tiles_of(task.colours), told)


def ends_automatically(setting: Setting, state: State, step: EndTurnStep) -> bool:
    """Return whether the seat can neither swap nor claim a task (CG-II-3g9)."""
    own = state.seats[step.seat].tiles
    return not can_swap(own, state.tiles) and not claimable(setting, state, own)


def end_turn(state: State) -> State:
    """End the turn."""
    return finish_step(state)._replace(turn=None, received=0)
