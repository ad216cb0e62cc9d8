"""Losses and arrivals at events: books, guest monks, new arrivals (CG-III-1i1, CG-III-1j1, CG-III-1n to 1n2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from rules.campus_galli import tasks
from rules.campus_galli.box import Task
from rules.campus_galli.pieces import BuildingNumber, CardNumber, TaskNumber
from rules.campus_galli.rule_base import ALL_CHOICES, CampusDecision, CampusMove, CampusStep, Choices
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import BesideMonk, EffectKind, State, beside, supplied, with_seat
from rules.campus_galli.tile_transfers import PayingStep, pay, paying_shown
from rules.campus_galli.tiles import Cost, Tiles, paid_for, payments, shown_cost
from rules.engine.kinds import Late
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat
from rules.engine.steps import current_step, finish
from rules.engine.tellings import Told


def houses(setting: Setting, state: State, seat: Seat, task: Task) -> list[int]:
    """Return the buildings of the task's side beside which the seat has a monk (CG-III-1n1)."""
    side = tasks.side_of(setting, task)
    return sorted({monk.building for monk in state.beside if monk.seat == seat and monk.building in side})


def guest_houses(setting: Setting, state: State, seat: Seat, task: Task) -> list[int]:
    """Return the buildings of the task's side beside which the seat has a guest monk (CG-III-1j)."""
    guests = {monk.building for monk in state.beside if monk.seat == seat and monk.guest}
    return [building for building in houses(setting, state, seat, task) if building in guests]


# Losses


@dataclass(frozen=True, slots=True)
class LoseBook(CampusMove):
    """Choose the book that returns to the box for good."""

    clause: ClassVar = "CG-III-1i1"
    card: CardNumber

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[LoseBook]:
        return [cls(seat, card) for card in state.seats[seat].books]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        there = self.card in state.seats[self.seat].books
        return None if there else Refusal("no-such-book", "CG-III-1i1", (("card", self.card),))

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        own = state.seats[self.seat]
        told.append(Told(EffectKind.BOOK_LOST, self.seat, (self.card,)))
        books = tuple(book for book in own.books if book != self.card)
        return finish(with_seat(state, self.seat, own._replace(books=books, lost=(*own.lost, self.card))))


@dataclass(frozen=True, slots=True)
class LoseBookStep(CampusDecision):
    """A seat loses a book, by itself without a choice."""

    clause: ClassVar = "CG-III-1i1"
    question: ClassVar = "choose the book to lose"
    moves: ClassVar = (LoseBook,)

    def run(self, game: Setting, state: State, told: list[Told]) -> State | None:
        books = state.seats[self.seat].books
        return LoseBook(self.seat, books[0]).carry_out(game, state, told) if len(books) == 1 else None


@dataclass(frozen=True, slots=True)
class LoseGuest(CampusMove):
    """Choose the building beside which a guest monk is lost, who goes home."""

    clause: ClassVar = "CG-III-1j1"
    building: BuildingNumber

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[LoseGuest]:
        return [cls(seat, house) for house in current_step(state, LoseGuestStep).houses(game, state)]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        there = self.building in current_step(state, LoseGuestStep).houses(game, state)
        return None if there else Refusal("no-guest-there", "CG-III-1j1", (("building", self.building),))

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        told.append(Told(EffectKind.GUEST_LOST, self.seat, (self.building,)))
        staying = list(state.beside)
        staying.remove(BesideMonk(self.building, self.seat, guest=True))
        return finish(supplied(state, self.seat, 1)._replace(beside=tuple(staying)))


@dataclass(frozen=True, slots=True)
class LoseGuestStep(CampusDecision):
    """A seat loses a guest monk beside a building of the task's side, by itself without a choice."""

    clause: ClassVar = "CG-III-1j1"
    question: ClassVar = "choose the guest monk to lose"
    moves: ClassVar = (LoseGuest,)
    task: TaskNumber

    def houses(self, game: Setting, state: State) -> list[int]:
        """Return the buildings to choose from."""
        return guest_houses(game, state, self.seat, game.box.tasks[self.task])

    def run(self, game: Setting, state: State, told: list[Told]) -> State | None:
        found = self.houses(game, state)
        return LoseGuest(self.seat, found[0]).carry_out(game, state, told) if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class Decline(CampusMove):
    """Decline to pay for a danger or a new arrival; a danger has its loss then (CG-III-1h2)."""

    clause: ClassVar = "CG-III-1h2"

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        step = state.agenda[-1]
        return finish(state, *(step.losses(game) if isinstance(step, RiskStep) else ()))


@dataclass(frozen=True, slots=True)
class RiskStep(PayingStep):
    """A step at which a seat that does not pay suffers."""

    def losses(self, game: Setting) -> Sequence[CampusStep]:
        """Return the steps of the loss."""
        raise NotImplementedError


# New arrivals


@dataclass(frozen=True, slots=True)
class Settle(CampusMove):
    """Settle a new arrival beside a building; `tiles` only where there is a choice."""

    clause: ClassVar = "CG-III-1n"
    building: BuildingNumber
    tiles: Annotated[Tiles, Late()] | None = None

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[Settle]:
        step = current_step(state, ArrivalStep)
        paid = choices.named_payments(state.seats[seat].tiles, arrival_cost(game, step))
        return [cls(seat, house, tiles) for house in step.houses(game, state) for tiles in paid]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        step = current_step(state, ArrivalStep)
        if self.building not in step.houses(game, state):
            return Refusal("no-monk-there", "CG-III-1n1", (("building", self.building),))
        return paying_shown(state.seats[self.seat].tiles, self.tiles, arrival_cost(game, step), "CG-III-1n")

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        cost = arrival_cost(game, current_step(state, ArrivalStep))
        state = pay(finish(state), self.seat, paid_for(cost, self.tiles), told)
        told.append(Told(EffectKind.ARRIVED, self.seat, (self.building,)))
        return beside(state, self.seat, self.building, guest=True)


@dataclass(frozen=True, slots=True)
class ArrivalStep(CampusDecision):
    """A seat may pay for a new arrival; skipped if it cannot."""

    clause: ClassVar = "CG-III-1n"
    question: ClassVar = "pay for a new arrival or decline"
    moves: ClassVar = (Settle, Decline)
    task: TaskNumber

    def houses(self, game: Setting, state: State) -> list[int]:
        """Return the buildings to choose from."""
        return houses(game, state, self.seat, game.box.tasks[self.task])

    def run(self, game: Setting, state: State, told: list[Told]) -> State | None:
        own = state.seats[self.seat]
        return None if own.supply and payments(own.tiles, arrival_cost(game, self)) else finish(state)


def arrival_cost(setting: Setting, step: ArrivalStep) -> Cost:
    """Return the cost of a new arrival (CG-III-1n)."""
    return shown_cost(setting.box.tasks[step.task].tiles)
