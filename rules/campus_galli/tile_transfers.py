"""Tiles paid, swapped, received and returned, and the tasks fulfilled by receiving (CG-II-3p6 to CG-II-3s4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar

from rules.campus_galli import tasks
from rules.campus_galli.box import TaskKind
from rules.campus_galli.pieces import ColourNumber, ColourSet
from rules.campus_galli.rule_base import ALL_CHOICES, CampusDecision, CampusMove, Choices
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import EffectKind, State, with_seat
from rules.campus_galli.tiles import (
    ANY_COLOUR,
    SWAPPED,
    Cost,
    Tiles,
    colours_in,
    each,
    minus,
    paid_for,
    payments,
    pays,
    plus,
    receipts,
    still_pays,
    tile,
    tile_facts,
    within,
)
from rules.engine.kinds import Range
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat
from rules.engine.steps import finish
from rules.engine.tellings import Told

MANY_TILES = 7
"""A seat with more tiles returns them all at dues."""


def receive(setting: Setting, state: State, seat: Seat, tiles: Tiles, told: list[Told]) -> State:
    """Give the seat these tiles, limited by the supply (CG-II-3s3); in its turn that may fulfil tasks (CG-II-3g5)."""
    state, got = _given(state, seat, tiles)
    if not any(got):
        return state
    told.append(Told(EffectKind.TILES_RECEIVED, seat, got))
    if state.turn != seat:
        return state
    state = state._replace(received=state.received | colours_in(got))
    fulfilled = [
        place
        for place, task in tasks.on_board(setting, state, TaskKind.TOGETHER)
        if all(state.received >> colour & 1 for colour in task.colours)
    ]
    return tasks.take(state, seat, fulfilled, told)


def _given(state: State, seat: Seat, tiles: Tiles) -> tuple[State, Tiles]:
    red, green, blue, yellow = (min(wanted, left) for wanted, left in zip(tiles, state.tiles, strict=True))
    got = (red, green, blue, yellow)
    own = state.seats[seat]
    state = with_seat(state._replace(tiles=minus(state.tiles, got)), seat, own._replace(tiles=plus(own.tiles, got)))
    return state, got


def pay(state: State, seat: Seat, tiles: Tiles, told: list[Told]) -> State:
    """Return the tiles to the supply (CG-II-3p6)."""
    if not any(tiles):
        return state
    told.append(Told(EffectKind.TILES_PAID, seat, tiles))
    return _returned(state, seat, tiles)


def _returned(state: State, seat: Seat, tiles: Tiles) -> State:
    own = state.seats[seat]
    state = state._replace(tiles=plus(state.tiles, tiles))
    return with_seat(state, seat, own._replace(tiles=minus(own.tiles, tiles)))


def dues(state: State, order: tuple[Seat, ...], told: list[Told]) -> State:
    """Make seats with many tiles return them all for one of each colour (CG-II-1c, CG-II-1f)."""
    rich = [seat for seat in order if sum(state.seats[seat].tiles) > MANY_TILES]
    for seat in rich:
        told.append(Told(EffectKind.TILES_RETURNED, seat, state.seats[seat].tiles))
        state = _returned(state, seat, state.seats[seat].tiles)
    for seat in rich:
        state, got = _given(state, seat, each(ANY_COLOUR))
        told.append(Told(EffectKind.TILES_RECEIVED, seat, got))
    return state


def fits(tiles: Tiles, own: Tiles) -> bool:
    """Return whether the seat has these tiles."""
    return min(tiles) >= 0 and within(tiles, own)


def paying(own: Tiles, tiles: Tiles, cost: Cost, clause: str) -> Refusal | None:
    """Return why these tiles do not pay the cost, or None; `clause` is the one that demands them."""
    if not payments(own, cost):
        return Refusal("tiles-missing", clause, tile_facts(own, cost))
    if not fits(tiles, own):
        return Refusal("tiles-missing", clause, tile_facts(own, Cost(tiles)))
    return None if pays(tiles, cost) else Refusal("wrong-payment", clause)


def paying_shown(own: Tiles, tiles: Tiles | None, cost: Cost, clause: str) -> Refusal | None:
    """Return why these tiles do not pay a cost shown on a card or building (CG-II-4b1), or None.

    The tiles are named exactly where there is a choice. `clause` is the one that demands them.
    """
    if not payments(own, cost):
        return Refusal("tiles-missing", clause, tile_facts(own, cost))
    if not fits(paid_for(cost, tiles), own):
        return Refusal("tiles-missing", clause, tile_facts(own, Cost(paid_for(cost, tiles))))
    good = (tiles is not None) == bool(cost.more) and pays(paid_for(cost, tiles), cost)
    return None if good else Refusal("wrong-payment", "CG-II-4b1")


@dataclass(frozen=True, slots=True)
class PayingStep(CampusDecision):
    """A step at which tiles are paid."""

    def cost(self, game: Setting, state: State) -> Cost:
        """Return what the seat must pay."""
        raise NotImplementedError

    def payment_refusal(self, own: Tiles, paid: Tiles, cost: Cost) -> Refusal | None:
        """Return why the seat cannot pay the cost with these tiles, or None."""
        raise NotImplementedError

    def after_payment(self, game: Setting, state: State, told: list[Told]) -> State:
        """Return the state, whose step is finished, once the tiles are paid."""
        return state


@dataclass(frozen=True, slots=True)
class PayTiles(CampusMove):
    """Pay tiles for the card or for a danger."""

    clause: ClassVar = "CG-II-3p6"
    tag: ClassVar = "pay"
    tiles: Tiles

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[PayTiles]:
        cost = _paying_step(state).cost(game, state)
        return [cls(seat, paid) for paid in choices.payments(state.seats[seat].tiles, cost)]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        step = _paying_step(state)
        return step.payment_refusal(state.seats[self.seat].tiles, self.tiles, step.cost(game, state))

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        step = _paying_step(state)
        return step.after_payment(game, pay(finish(state), self.seat, self.tiles, told), told)


def _paying_step(state: State) -> PayingStep:
    step = state.agenda[-1]
    if not isinstance(step, PayingStep):
        raise TypeError("nothing is to be paid")
    return step


@dataclass(frozen=True, slots=True)
class SwapTiles(CampusMove):
    """Swap three tiles for one of a colour, which does not count as received (CG-II-3s, CG-II-3s2)."""

    clause: ClassVar = "CG-II-3s"
    tag: ClassVar = "swap"
    given: Tiles
    colour: ColourNumber

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[SwapTiles]:
        step = state.agenda[-1]
        cost = step.cost(game, state) if isinstance(step, PayingStep) else None
        return [_swap(seat, *swap) for swap in choices.swaps(state, seat, cost)]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        own, step = state.seats[self.seat].tiles, state.agenda[-1]
        if not fits(self.given, own) or sum(self.given) != SWAPPED or not 0 <= self.colour < len(state.tiles):
            return Refusal("wrong-swap", "CG-II-3s")
        if not state.tiles[self.colour] + self.given[self.colour]:
            return Refusal("tile-run-out", "CG-II-3s3", (("colour", self.colour),))
        if isinstance(step, PayingStep) and not still_pays(
            own, state.tiles, (self.given, self.colour), step.cost(game, state)
        ):
            return Refusal("could-not-pay", "CG-II-3x3")
        return None

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        told.append(Told(EffectKind.TILES_SWAPPED, self.seat, (*self.given, self.colour)))
        return _given(_returned(state, self.seat, self.given), self.seat, tile(self.colour))[0]


_swap = lru_cache(maxsize=None)(SwapTiles)
"""A search asks for the same swaps thousands of times."""


@dataclass(frozen=True, slots=True)
class ReceiveTiles(CampusMove):
    """Choose the tiles to receive."""

    clause: ClassVar = "CG-II-3s4"
    tag: ClassVar = "receive"
    tiles: Tiles

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[ReceiveTiles]:
        return [cls(seat, tiles) for tiles in _receipts(state)]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        return None if self.tiles in _receipts(state) else Refusal("wrong-tiles", "CG-II-3s4")

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        return receive(game, finish(state), self.seat, self.tiles, told)


@dataclass(frozen=True, slots=True)
class ReceiveTilesStep(CampusDecision):
    """A seat receives tiles of these colours, or of all that are left."""

    clause: ClassVar = "CG-II-3s4"
    question: ClassVar = "choose the tiles to receive"
    moves: ClassVar = (ReceiveTiles,)
    tag: ClassVar = "receive"
    colours: ColourSet
    """A bit for each colour."""
    number: Annotated[int, Range(0, 64)]

    def run(self, game: Setting, state: State, told: list[Told]) -> State | None:
        ways = _receipts(state)
        return None if len(ways) > 1 else receive(game, finish(state), self.seat, next(iter(ways)), told)


def _receipts(state: State) -> tuple[Tiles, ...]:
    step = state.agenda[-1]
    return receipts(step.number, step.colours, state.tiles) if isinstance(step, ReceiveTilesStep) else ()
