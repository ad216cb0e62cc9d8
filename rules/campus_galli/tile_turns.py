"""Turns where cards cost tiles: beginning, paying, claiming tasks, ending (CG-II-3p1 to CG-II-3g10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from rules.campus_galli import tasks
from rules.campus_galli.box import CardKind, Task, TaskKind
from rules.campus_galli.laying_sections import TakeSectionStep
from rules.campus_galli.leftovers import BorrowStep, borrowable, effect_step
from rules.campus_galli.pieces import PlaceNumber
from rules.campus_galli.rule_base import ALL_CHOICES, CampusAutomatic, CampusDecision, CampusMove, CampusStep, Choices
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import EffectKind, State, open_card, with_seat
from rules.campus_galli.takeable import can_take, card_in_play
from rules.campus_galli.tile_transfers import PayingStep, PayTiles, ReceiveTilesStep, SwapTiles, pay, paying, receive
from rules.campus_galli.tiles import (
    ANY_COLOUR,
    Cost,
    Tiles,
    affordable,
    card_cost,
    payments,
    swaps,
    swaps_before,
    tiles_of,
)
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat
from rules.engine.steps import finish, push
from rules.engine.tellings import Told

BEGGED = 2
"""Tiles for begging and for alms."""
FEW_TILES = 2
"""The maximum number of tiles for alms at the end of a turn."""


def cost_of(setting: Setting, state: State, seat: Seat) -> Cost:
    """Return the cost of the seat's card, as declared."""
    return card_cost(card_in_play(setting, state, seat), state.seats[seat].declared)


@dataclass(frozen=True, slots=True)
class PayStep(PayingStep):
    """A seat pays for its card, by itself if there is one way to pay and no swap (CG-II-3p6, CG-II-3x3)."""

    clause: ClassVar = "CG-II-3p6"
    question: ClassVar = "pay for the card"
    moves: ClassVar = (PayTiles, SwapTiles)

    def cost(self, game: Setting, state: State) -> Cost:
        return cost_of(game, state, self.seat)

    def payment_refusal(self, own: Tiles, paid: Tiles, cost: Cost) -> Refusal | None:
        return paying(own, paid, cost, "CG-II-3p6")

    def run(self, game: Setting, state: State, told: list[Told]) -> State | None:
        cost, own = self.cost(game, state), state.seats[self.seat].tiles
        if cost == Cost():
            return finish(state)
        ways = payments(own, cost)
        if len(ways) != 1 or swaps_before(own, state.tiles, cost):
            return None
        return finish(pay(state, self.seat, ways[0], told))


@dataclass(frozen=True, slots=True)
class ClaimTask(CampusMove):
    """Claim a task at the end of the turn, by its place on the board."""

    clause: ClassVar = "CG-II-3g"
    tag: ClassVar = "claim"
    place: PlaceNumber

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[ClaimTask]:
        return [cls(seat, place) for place in claimable(game, state, seat)]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        if self.place in claimable(game, state, self.seat):
            return None
        return Refusal("task-not-fulfilled", "CG-II-3g", (("place", self.place),))

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        """Take the task: hours of prayer bring their tile, alms two of any colour; the turn goes on (CG-II-3g8)."""
        number = state.board[self.place]
        if number is None:
            raise ValueError("no task lies there")
        task = game.box.tasks[number]
        state = tasks.take(state, self.seat, [self.place], told)
        if task.kind is TaskKind.ALMS:
            return push(state, ReceiveTilesStep(self.seat, ANY_COLOUR, BEGGED))
        return receive(game, state, self.seat, tiles_of(task.colours), told)


def claimable(setting: Setting, state: State, seat: Seat) -> list[int]:
    """Return the places of the tasks that the seat's tiles fulfil at the end of a turn (CG-II-3g)."""
    own = state.seats[seat].tiles
    return sorted(place for place, task in claims(setting, state) if fulfilled(task, own))


def claims(setting: Setting, state: State) -> tuple[tuple[int, Task], ...]:
    """Return the tasks on the board that are claimed at the end of a turn, with their places."""
    return tasks.on_board(setting, state, TaskKind.HOURS) + tasks.on_board(setting, state, TaskKind.ALMS)


def fulfilled(task: Task, own: Tiles) -> bool:
    """Return whether these tiles fulfil such a task."""
    if task.kind is TaskKind.ALMS:
        return sum(own) <= FEW_TILES
    return not any(own[colour] for colour in task.colours)


@dataclass(frozen=True, slots=True)
class EndTurn(CampusMove):
    """End the turn."""

    clause: ClassVar = "CG-II-3g9"
    tag: ClassVar = "end"

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        return _ended(state)


@dataclass(frozen=True, slots=True)
class EndTurnStep(CampusDecision):
    """A seat ends its turn, by itself if it can neither swap nor claim a task (CG-II-3g9)."""

    clause: ClassVar = "CG-II-3g9"
    question: ClassVar = "claim a task or end the turn"
    moves: ClassVar = (ClaimTask, SwapTiles, EndTurn)
    tag: ClassVar = "end"

    def run(self, game: Setting, state: State, told: list[Told]) -> State | None:
        asked = swaps(state.seats[self.seat].tiles, state.tiles) or claimable(game, state, self.seat)
        return None if asked else _ended(state)


def _ended(state: State) -> State:
    return finish(state)._replace(turn=None, received=0)


@dataclass(frozen=True, slots=True)
class BeginTurnStep(CampusAutomatic):
    """A seat's turn begins: what it declared or its card allows (CG-II-3a to 3b3, 3e, 3f, 3x5, CG-III-3a, 3a3)."""

    clause: ClassVar = "CG-II-3"
    tag: ClassVar = "turn"
    seat: Seat

    def run(self, game: Setting, state: State, told: list[Told]) -> State:
        seat, own = self.seat, state.seats[self.seat]
        state = state._replace(turn=seat, received=0)
        begging = ReceiveTilesStep(seat, ANY_COLOUR, BEGGED)
        if own.begs:
            return finish(state, begging, EndTurnStep(seat))
        deed = self._deed(game, state)
        if deed is not None and affordable(own.tiles, state.tiles, cost_of(game, state, seat)):
            return finish(state, PayStep(seat), deed, EndTurnStep(seat))
        if card_in_play(game, state, seat).kind is CardKind.ANGEL:
            told.append(Told(EffectKind.CARD_SPENT, seat, (open_card(own),)))
            return finish(state, EndTurnStep(seat))
        told.append(Told(EffectKind.BEGS, seat, (open_card(own),)))
        return finish(with_seat(state, seat, own._replace(begs=True)), begging, EndTurnStep(seat))

    def _deed(self, game: Setting, state: State) -> CampusStep | None:
        """Return the step in which the card takes effect; None if it cannot."""
        card = card_in_play(game, state, self.seat)
        if card.kind is CardKind.UNFINISHED:
            return BorrowStep(self.seat) if borrowable(game, state) else None
        step = effect_step(card, self.seat)
        return None if isinstance(step, TakeSectionStep) and not can_take(game, state, self.seat) else step
