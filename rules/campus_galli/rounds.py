"""A round before its turns: filling the board, drawing, choosing and revealing cards (CG-I-1a to CG-I-3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar

from rules.campus_galli import dangers, tasks, tile_transfers
from rules.campus_galli.box import ActionCard, CardKind, Task, TaskKind
from rules.campus_galli.gaps import send_home_widened
from rules.campus_galli.guests import ScoreAgainStep
from rules.campus_galli.pieces import CardNumber, CardSet, TaskNumber
from rules.campus_galli.rule_base import ALL_CHOICES, CampusChance, CampusMove, CampusOutcome, Choices
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import PILE_DRAWS, TASK_DRAWS, EffectKind, SeatState, State, event_order, known, with_seat
from rules.campus_galli.takeable import order_number
from rules.campus_galli.turn_order import DeclareStep, OrderTurnsStep
from rules.engine.entropy import RandomStream
from rules.engine.kinds import PerSeat, Range
from rules.engine.referee import Draw
from rules.engine.refusal import Refusal
from rules.engine.secrecy import EVERYONE, HIDDEN, Seat, Secret, Slot, Zone, only
from rules.engine.steps import SharedStep, current_step, decided, finish, push
from rules.engine.tellings import Told

_SCORED_AT_ONCE = 2
"""How many guests or books are scored again on a feast day or study day."""


def next_round(setting: Setting, state: State, told: list[Told]) -> State:
    """Begin the next round, or end when the second piles are used up (CG-I-5).

    Tasks that have become impossible are set aside (CG-I-1a to CG-I-2b).
    """
    if all(seat.year == 2 and not seat.pile.count for seat in state.seats):
        told.append(Told(EffectKind.FINISHED, None, ()))
        return state
    told.append(Told(EffectKind.ROUND_BEGUN, None, (state.round + 1,)))
    board, aside = list(state.board), state.aside
    for place, task in enumerate(board):
        if task is not None and not tasks.possible(setting, state, setting.box.tasks[task]):
            told.append(Told(EffectKind.TASK_SET_ASIDE, None, (task,)))
            board[place], aside = None, (*aside, task)
    draws = [DrawCardsStep(seat, setting.level.draw) for seat in setting.seats]
    state = state._replace(round=state.round + 1, board=tuple(board), aside=aside, order=())
    return push(state, FillBoardStep(), *draws, ChooseCardStep(setting.seats), RevealCardsStep())


def next_round_year(state: State) -> int:
    """Return the year of the next round: 2 as soon as a pile holds fewer cards than are to be drawn from it."""
    draws = [(step, state.seats[step.seat]) for step in state.agenda if isinstance(step, DrawCardsStep)]
    return 2 if any(own.year == 1 and own.pile.count < step.wanted for step, own in draws) else state.year


def rounds_in_all(setting: Setting) -> int:
    """Return the number of rounds of a match: each seat's pile is used up twice (CG-I-2a to CG-I-2d)."""
    draw, pile, later, year, count = setting.level.draw, setting.deal + 1, 0, 1, 0
    while pile:
        hand = 0
        while hand < draw and (pile or year == 1):
            if not pile:
                pile, later, year = later, 0, 2
            taken = min(draw - hand, pile)
            hand, pile = hand + taken, pile - taken
        if year == 2 and pile < draw:
            hand, pile = hand + pile, 0
        count, later = count + 1, later + hand - 1
        if not pile and year == 1:
            pile, later, year = later, 0, 2
    return count


# The board of tasks


@dataclass(frozen=True, slots=True)
class RevealTask(CampusOutcome):
    """The next task: it is set aside, or comes to the board, where it flips its building (CG-I-1b to 1h)."""

    clause: ClassVar = "CG-I-1a"
    tag: ClassVar = "task"
    task: TaskNumber

    @classmethod
    def drawn(cls, game: Setting, state: State, stream: RandomStream) -> RevealTask:
        return cls(stream.choice(known(state.deck)))

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        there = state.deck.holds((self.task,), 1)
        return None if there else Refusal("bad-draw", "CG-I-1a", (("task", self.task),))

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        task, place = game.box.tasks[self.task], _free_place(state)
        if place is None:
            raise ValueError("the board is full")
        told.append(Told(EffectKind.TASK_REVEALED, None, (self.task, place)))
        state = state._replace(deck=state.deck.remove((self.task,), 1))
        possible = tasks.possible(game, state, task)
        if possible or game.aside_flips:
            for building in tasks.flipped_by(game, state, task):
                told.append(Told(EffectKind.FLIPPED, None, (building,)))
                state = send_home_widened(game, state._replace(open=state.open | 1 << building), told)
        if not possible:
            told.append(Told(EffectKind.TASK_SET_ASIDE, None, (self.task,)))
            return state._replace(aside=(*state.aside, self.task))
        state = state._replace(board=(*state.board[:place], self.task, *state.board[place + 1 :]))
        return _at_once(dangers.trigger(game, state, self.task, place, told), task, place, told)


def _free_place(state: State) -> int | None:
    """Return the first place of the board to fill, or None (CG-I-1a, CG-II-1h)."""
    places = enumerate(state.board)
    return next((place for place, task in places if task is None and not state.turned >> place & 1), None)


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
    return push(state, *asked)


@dataclass(frozen=True, slots=True)
class FillBoardStep(CampusChance):
    """The dealer reveals tasks until the board is full or the deck used up."""

    clause: ClassVar = "CG-I-1a"
    outcome: ClassVar = RevealTask
    source: ClassVar = "tasks"
    opens_round: ClassVar = True
    tag: ClassVar = "fill"

    def counter(self, state: State) -> int:
        return TASK_DRAWS

    def run(self, game: Setting, state: State, told: list[Told]) -> State | None:
        return None if _free_place(state) is not None and state.deck.count else finish(state)


# Drawing


@dataclass(frozen=True, slots=True)
class DrawCards(CampusOutcome):
    """Cards that a seat draws from its pile, ascending."""

    clause: ClassVar = "CG-I-2a"
    tag: ClassVar = "draw"
    seat: Seat
    cards: Secret[CardSet]

    @classmethod
    def drawn(cls, game: Setting, state: State, stream: RandomStream) -> DrawCards:
        step = current_step(state, DrawCardsStep)
        cards = stream.sample(known(state.seats[step.seat].pile), step.number(game, state))
        return cls(step.seat, Secret(game.hand_audience(step.seat), tuple(sorted(cards))))

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        step, cards = current_step(state, DrawCardsStep), self.cards.value
        fits = self.seat == step.seat and self.cards.audience == game.hand_audience(step.seat)
        rising = cards is HIDDEN or tuple(sorted(cards)) == cards
        there = state.seats[step.seat].pile.holds(cards, step.number(game, state))
        return None if fits and rising and there else Refusal("bad-draw", "CG-I-2a")

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        step, own = current_step(state, DrawCardsStep), state.seats[self.seat]
        count, cards = step.number(game, state), self.cards.value
        told.append(Told(EffectKind.CARDS_DRAWN, self.seat, (count,)))
        own = own._replace(pile=own.pile.remove(cards, count), hand=own.hand.add(cards, count))
        left = DrawCardsStep(self.seat, max(step.wanted - count, 0))
        return finish(with_seat(state, self.seat, own), left)


@dataclass(frozen=True, slots=True)
class DrawCardsStep(CampusChance):
    """The dealer draws cards for a seat from its pile; then its year changes if it wants more (CG-I-2c, CG-I-2e)."""

    clause: ClassVar = "CG-I-2a"
    outcome: ClassVar = DrawCards
    opens_round: ClassVar = True
    tag: ClassVar = "draw"
    seat: Seat
    wanted: Annotated[int, Range(0, 64)]

    def counter(self, state: State) -> int:
        return PILE_DRAWS + self.seat

    def name(self) -> str:
        return f"pile {self.seat + 1}"

    def number(self, game: Setting, state: State) -> int:
        """Return how many cards the seat draws from its present pile (CG-I-2a, CG-I-2d)."""
        seat = state.seats[self.seat]
        count = min(self.wanted, seat.pile.count)
        return seat.pile.count if seat.year == 2 and seat.pile.count - count < game.level.draw else count

    def run(self, game: Setting, state: State, told: list[Told]) -> State | None:
        own = state.seats[self.seat]
        if self.wanted and own.pile.count:
            return None
        if not self.wanted or own.year == 2:
            return finish(state)
        told.append(Told(EffectKind.YEAR_CHANGED, self.seat, (own.next_year.count,)))
        empty = Zone.of((), own.next_year.seen)
        return with_seat(state, self.seat, own._replace(pile=own.next_year, next_year=empty, year=2))


# Choosing


@dataclass(frozen=True, slots=True)
class ChooseCard(CampusMove):
    """Choose a drawn card for this round, face down; the others go to next year."""

    clause: ClassVar = "CG-I-2b"
    tag: ClassVar = "choose"
    card: Secret[CardNumber]

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[ChooseCard]:
        hand = state.seats[seat].hand.cards
        return () if hand is HIDDEN else [cls(seat, Secret(only(seat), card)) for card in hand]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        hand, card = state.seats[self.seat].hand, self.card.value
        if self.card.audience != only(self.seat):
            return Refusal("not-face-down", "CG-I-2b")
        if not hand.holds(card if card is HIDDEN else (card,), 1):
            return Refusal("card-not-in-hand", "CG-I-2b")
        return None

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        own, card = state.seats[self.seat], self.card.value
        rest = own.hand.remove(card if card is HIDDEN else (card,), 1)
        own = own._replace(
            hand=Zone.of((), own.hand.seen),
            chosen=Slot(card, own.chosen.seen),
            next_year=own.next_year.add(rest.cards, rest.count) if rest.count else own.next_year,
        )
        return decided(with_seat(state, self.seat, own), self.seat)


@dataclass(frozen=True, slots=True)
class ChooseCardStep(SharedStep[Setting, State]):
    """These seats have not chosen yet; any order."""

    clause: ClassVar = "CG-I-2b"
    question: ClassVar = "choose a card"
    moves: ClassVar = (ChooseCard,)
    tag: ClassVar = "choose"


@dataclass(frozen=True, slots=True)
class RevealCards(CampusOutcome):
    """All chosen cards, revealed at once, in seat order; those with a choice declare, the lowest number first."""

    clause: ClassVar = "CG-I-3"
    tag: ClassVar = "reveal"
    opens_choices: ClassVar[bool] = True
    cards: Annotated[tuple[CardNumber, ...], PerSeat()]

    @classmethod
    def drawn(cls, game: Setting, state: State, stream: RandomStream) -> RevealCards:
        return cls(tuple(map(_chosen, state.seats)))

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        good = len(self.cards) == len(game.seats) and len(set(self.cards)) == len(self.cards)
        for seat, card in zip(state.seats, self.cards, strict=False):
            good &= card in game.cards and (seat.chosen.card is HIDDEN or seat.chosen.card == card)
        return None if good else Refusal("bad-reveal", "CG-I-3")

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        told += [Told(EffectKind.CARD_REVEALED, Seat(seat), (card,)) for seat, card in enumerate(self.cards)]
        shown = (Slot(card, EVERYONE) for card in self.cards)
        seats = tuple(seat._replace(chosen=slot) for seat, slot in zip(state.seats, shown, strict=True))
        cards = [game.box.cards[card] for card in self.cards]
        declaring = [seat for seat in game.seats if _declares(game, cards[seat])]
        declaring.sort(key=lambda seat: order_number(cards[seat], None))
        return finish(state._replace(seats=seats), *map(DeclareStep, declaring), OrderTurnsStep())


def _chosen(seat: SeatState) -> int:
    card = seat.chosen.card
    if card is HIDDEN or card is None:
        raise ValueError("this view does not show what was chosen")
    return card


def _declares(setting: Setting, card: ActionCard) -> bool:
    """Return whether the card is declared: a double-coloured one; with tiles every one but angels."""
    return card.kind is not CardKind.ANGEL if setting.tiles else card.kind is CardKind.DOUBLE


@dataclass(frozen=True, slots=True)
class RevealCardsStep(CampusChance):
    """The dealer reveals the chosen cards."""

    clause: ClassVar = "CG-I-3"
    outcome: ClassVar = RevealCards
    tag: ClassVar = "reveal"

    def draw(self, state: State) -> Draw:
        return Draw("reveal", state.round)
