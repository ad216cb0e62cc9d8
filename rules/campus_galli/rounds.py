"""A round outside the turns: dealing, filling the board, drawing, choosing, revealing, cleanup."""

from __future__ import annotations

from rules.campus_galli import dangers, tasks, tile_transfers
from rules.campus_galli.box import ActionCard, CardKind, Origin, Task, TaskKind
from rules.campus_galli.box_limits import LEFTOVER_PILES
from rules.campus_galli.events import (
    ChooseCard,
    DealPiles,
    Declare,
    DrawCards,
    DrawTile,
    PlayCard,
    RevealCards,
    RevealTask,
)
from rules.campus_galli.gaps import send_home_widened
from rules.campus_galli.geometry import Mask
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import (
    PILE_DRAWS,
    TASK_DRAWS,
    EffectKind,
    SeatState,
    State,
    count_draw,
    current_step,
    event_order,
    finish_step,
    open_card,
    push_steps,
    with_seat,
)
from rules.campus_galli.steps import (
    BeginTurnStep,
    CampusStep,
    ChooseCardStep,
    DealLeftoversStep,
    DealPilesStep,
    DeclareStep,
    DrawCardsStep,
    DrawTileStep,
    FillBoardStep,
    OrderTurnsStep,
    RevealCardsStep,
    ScoreAgainStep,
    SpecialActionsStep,
    TakeSectionStep,
    TidyUpStep,
)
from rules.campus_galli.takeable import card_in_play, order_number
from rules.campus_galli.tiles import NO_TILES, ONE_EACH, affordable, card_cost, minus, plus, tile
from rules.engine.secrecy import EVERYONE, HIDDEN, NOBODY, Seat, Slot, Zone, only
from rules.engine.tellings import Told

_SCORED_AT_ONCE = 2
"""How many guests or books are scored again on a feast day or study day."""


def initial(setting: Setting) -> State:
    """Return the state before the piles are dealt (CG-I-0a to CG-I-0d)."""
    nothing = Zone.of((), NOBODY)
    seats = tuple(
        SeatState(
            pile=nothing,
            hand=Zone.of((), setting.hand_audience(seat)),
            chosen=Slot(None, only(seat)),
            next_year=Zone.of((), only(seat)),
            played=(),
            tasks=(),
            supply=setting.monks,
            year=1,
            declared=None,
            tiles=ONE_EACH if setting.tiles else NO_TILES,
        )
        for seat in setting.seats
    )
    fifth = [DrawTileStep(seat) for seat in reversed(setting.seats)] if setting.tiles else []
    left = setting.box.counts.tiles - len(seats)
    return State(
        agenda=(DealPilesStep(), *fifth),
        round=0,
        open=sum(1 << building for building in setting.level.open_at_start),
        hut=setting.hut_at_start,
        pouch=setting.pouch_at_start,
        laid=(),
        beside=(),
        lazy=(),
        board=(None,) * setting.board_size,
        deck=Zone.of(setting.tasks, EVERYONE),
        aside=(),
        box=Zone.of(setting.cards, EVERYONE),
        seats=seats,
        order=(),
        draws=(0,) * (PILE_DRAWS + len(seats) + (1 + LEFTOVER_PILES if setting.dangers else 0)),
        covered=Mask(0),
        told=(),
        tiles=(left, left, left, left) if setting.tiles else NO_TILES,
    )


def draw_tile(state: State, event: DrawTile, told: list[Told]) -> State:
    """Give a seat its fifth tile (CG-II-0d, CG-II-0e)."""
    own, drawn_tile = state.seats[event.seat], tile(event.colour)
    told.append(Told(EffectKind.TILES_RECEIVED, event.seat, drawn_tile))
    state = state._replace(tiles=minus(state.tiles, drawn_tile))
    return finish_step(with_seat(state, event.seat, own._replace(tiles=plus(own.tiles, drawn_tile))))


def deal_piles(setting: Setting, state: State, event: DealPiles, told: list[Told]) -> State:
    """Deal every seat its pile; the rest stays hidden (CG-I-0d)."""
    count = setting.deal + 1
    told.append(Told(EffectKind.PILES_DEALT, None, (count,)))
    seats: list[SeatState] = []
    box = state.box._replace(seen=NOBODY)
    for seat, pile in zip(state.seats, event.piles, strict=True):
        box = box.remove(pile.value, count)
        seats.append(seat._replace(pile=seat.pile.add(pile.value, count)))
    state = state._replace(seats=tuple(seats), box=box)
    if setting.dangers:
        return finish_step(state, DealLeftoversStep())
    return begin_round(setting, finish_step(state), told)


def begin_round(setting: Setting, state: State, told: list[Told]) -> State:
    """Set impossible tasks aside and schedule filling, drawing, choosing and revealing (CG-I-1a to CG-I-2b)."""
    told.append(Told(EffectKind.ROUND_BEGUN, None, (state.round + 1,)))
    board, aside = list(state.board), state.aside
    for place, task in enumerate(board):
        if task is not None and not tasks.possible(setting, state, setting.box.tasks[task]):
            told.append(Told(EffectKind.TASK_SET_ASIDE, None, (task,)))
            board[place], aside = None, (*aside, task)
    draws = [DrawCardsStep(seat, setting.level.draw) for seat in setting.seats]
    steps: list[CampusStep] = [FillBoardStep(), *draws, ChooseCardStep(setting.seats), RevealCardsStep()]
    return state._replace(round=state.round + 1, board=tuple(board), aside=aside, order=(), agenda=tuple(steps[::-1]))


def free_place(state: State) -> int | None:
    """Return the first place of the board to fill, or None (CG-I-1a, CG-II-1h)."""
    places = enumerate(state.board)
    return next((place for place, task in places if task is None and not state.turned >> place & 1), None)


def reveal_task(setting: Setting, state: State, event: RevealTask, told: list[Told]) -> State:
    """Reveal a task: set it aside, or put it on the board, where it flips its building (CG-I-1b to 1h)."""
    task, place = setting.box.tasks[event.task], free_place(state)
    if place is None:
        raise ValueError("the board is full")
    told.append(Told(EffectKind.TASK_REVEALED, None, (event.task, place)))
    state = count_draw(state._replace(deck=state.deck.remove((event.task,), 1)), TASK_DRAWS)
    possible = tasks.possible(setting, state, task)
    if possible or setting.aside_flips:
        for building in tasks.flipped_by(setting, state, task):
            told.append(Told(EffectKind.FLIPPED, None, (building,)))
            state = send_home_widened(setting, state._replace(open=state.open | 1 << building), told)
    if not possible:
        told.append(Told(EffectKind.TASK_SET_ASIDE, None, (event.task,)))
        return state._replace(aside=(*state.aside, event.task))
    state = state._replace(board=(*state.board[:place], event.task, *state.board[place + 1 :]))
    state = dangers.trigger(setting, state, event.task, place, told)
    return _at_once(state, task, place, told)


def _at_once(state: State, task: Task, place: int, told: list[Told]) -> State:
    """Apply a card that takes effect at once; it lies turned over afterwards (CG-II-1b to CG-II-1h)."""
    if task.kind not in (TaskKind.DUES, TaskKind.FEAST, TaskKind.STUDY):
        return state
    state = state._replace(turned=state.turned | 1 << place)
    order = event_order(state)
    if task.kind is TaskKind.DUES:
        return tile_transfers.dues(state, order, told)
    asked: list[ScoreAgainStep] = []
    for seat in order:
        own = state.seats[seat]
        cards = own.guests if task.kind is TaskKind.FEAST else own.books
        if cards:
            asked.append(ScoreAgainStep(seat, tuple(sorted(cards)), _SCORED_AT_ONCE))
    return push_steps(state, *asked)


def cards_due(setting: Setting, state: State, step: DrawCardsStep) -> int:
    """Return how many cards the seat draws from its present pile (CG-I-2a, CG-I-2d)."""
    seat = state.seats[step.seat]
    count = min(step.wanted, seat.pile.count)
    if seat.year == 2 and seat.pile.count - count < setting.level.draw:
        return seat.pile.count
    return count


def change_year(state: State, seat: Seat, told: list[Told]) -> State:
    """Make next year's cards the seat's pile (CG-I-2c, CG-I-2e)."""
    own = state.seats[seat]
    told.append(Told(EffectKind.YEAR_CHANGED, seat, (own.next_year.count,)))
    empty = Zone.of((), own.next_year.seen)
    return with_seat(state, seat, own._replace(pile=own.next_year, next_year=empty, year=2))


def draw_cards(setting: Setting, state: State, event: DrawCards, told: list[Told]) -> State:
    """Move cards from pile to hand (CG-I-2a)."""
    step = current_step(state, DrawCardsStep)
    own, count = state.seats[step.seat], cards_due(setting, state, step)
    told.append(Told(EffectKind.CARDS_DRAWN, step.seat, (count,)))
    cards = event.cards.value
    own = own._replace(pile=own.pile.remove(cards, count), hand=own.hand.add(cards, count))
    left = DrawCardsStep(step.seat, max(step.wanted - count, 0))
    return count_draw(finish_step(with_seat(state, step.seat, own), left), PILE_DRAWS + step.seat)


def choose_card(state: State, event: ChooseCard) -> State:
    """Choose a card face down; the others go to next year (CG-I-2b). Has no effects to report."""
    own, card = state.seats[event.seat], event.card.value
    if card is HIDDEN or own.hand.cards is HIDDEN:
        rest = HIDDEN
    else:
        rest = tuple(other for other in own.hand.cards if other != card)
    own = own._replace(
        hand=Zone.of((), own.hand.seen),
        chosen=Slot(card, own.chosen.seen),
        next_year=own.next_year.add(rest, own.hand.count - 1) if own.hand.count > 1 else own.next_year,
    )
    pending = tuple(seat for seat in current_step(state, ChooseCardStep).pending if seat != event.seat)
    return finish_step(with_seat(state, event.seat, own), ChooseCardStep(pending))


def reveal_cards(setting: Setting, state: State, event: RevealCards, told: list[Told]) -> State:
    """Reveal all cards; seats with two numbers declare in order of the lower (CG-I-3, CG-I-3x)."""
    cards = setting.box.cards
    seats: list[SeatState] = []
    for seat, card in enumerate(event.cards):
        told.append(Told(EffectKind.CARD_REVEALED, Seat(seat), (card,)))
        seats.append(state.seats[seat]._replace(chosen=Slot(card, EVERYONE)))
    doubles = [seat for seat in setting.seats if _declares(setting, cards[event.cards[seat]])]
    doubles.sort(key=lambda seat: order_number(cards[event.cards[seat]], None))
    return finish_step(state._replace(seats=tuple(seats)), *map(DeclareStep, doubles), OrderTurnsStep())


def _declares(setting: Setting, card: ActionCard) -> bool:
    """Return whether the card is declared: a double-coloured one; with tiles every one but angels."""
    return card.kind is not CardKind.ANGEL if setting.tiles else card.kind is CardKind.DOUBLE


def ways_to_play(setting: Setting, state: State, seat: Seat) -> list[Origin | None]:
    """Return the ways to play the card that the seat can afford (CG-II-3x2), a double-coloured one by origin."""
    card, own = card_in_play(setting, state, seat), state.seats[seat]
    ways: list[Origin | None] = [*Origin] if card.kind is CardKind.DOUBLE else [None]
    if not setting.tiles:
        return ways
    return [way for way in ways if affordable(own.tiles, state.tiles, card_cost(card, way))]


def beg_automatically(setting: Setting, state: State, step: DeclareStep, told: list[Told]) -> State | None:
    """Make a seat beg that can afford nothing; return None if the seat is asked (CG-II-3x2)."""
    return None if ways_to_play(setting, state, step.seat) else beg(state, step.seat, told)


def beg(state: State, seat: Seat, told: list[Told]) -> State:
    """Make the seat beg (CG-II-3x)."""
    own = state.seats[seat]
    told.append(Told(EffectKind.BEGS, seat, (open_card(own),)))
    return finish_step(with_seat(state, seat, own._replace(begs=True)))


def play_card(state: State, event: PlayCard, told: list[Told]) -> State:
    """Declare that the seat plays its card and pays for it (CG-II-3x1)."""
    told.append(Told(EffectKind.PLAYS, event.seat, (open_card(state.seats[event.seat]),)))
    return finish_step(state)


def declare(state: State, event: Declare, told: list[Told]) -> State:
    """Declare pouch or hut."""
    told.append(Told(EffectKind.DECLARED, event.seat, (int(event.origin is Origin.POUCH),)))
    own = state.seats[event.seat]
    return finish_step(with_seat(state, event.seat, own._replace(declared=event.origin)))


def order_turns(setting: Setting, state: State) -> State:
    """Order the turns by card number, lowest first (CG-I-3)."""

    def number(seat: Seat) -> tuple[int, int]:
        card, own = card_in_play(setting, state, seat), state.seats[seat]
        last = 2 if card.kind is CardKind.ANGEL else int(own.begs)
        return (last, order_number(card, own.declared))

    order = tuple(sorted(setting.seats, key=number))
    if not setting.tiles:
        return finish_step(state._replace(order=order), *map(TakeSectionStep, order), TidyUpStep())
    return finish_step(state._replace(order=order), *map(BeginTurnStep, order), SpecialActionsStep(order), TidyUpStep())


def tidy_up(setting: Setting, state: State, told: list[Told]) -> State:
    """Put cards away; begin the next round, or end when the second piles are used up (CG-I-4, CG-I-5)."""
    seats: list[SeatState] = []
    for seat in state.seats:
        slot = Slot(None, only(Seat(len(seats))))
        # Books and guests are in the library and on the board by now.
        played = seat.played if seat.chosen.card is None else (*seat.played, open_card(seat))
        played += () if seat.borrowed is None else (seat.borrowed,)
        seats.append(seat._replace(chosen=slot, played=played, declared=None, begs=False, borrowed=None))
    away = tuple(task for place, task in enumerate(state.board) if task is not None and state.turned >> place & 1)
    board = tuple(None if state.turned >> place & 1 else task for place, task in enumerate(state.board))
    state = state._replace(board=board, aside=(*state.aside, *away), turned=0, first=state.order[0])
    state = finish_step(state._replace(seats=tuple(seats)))
    if all(seat.year == 2 and not seat.pile.count for seat in seats):
        told.append(Told(EffectKind.FINISHED, None, ()))
        return state
    return begin_round(setting, state, told)
