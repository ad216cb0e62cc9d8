"""Settlements and settlement phases (OL-9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from rules.engine.kinds import Range
from rules.engine.refusal import Refusal, RefusalReason
from rules.engine.secrecy import Seat
from rules.engine.steps import Automatic, DecisionStep, GameMove, finish
from rules.engine.tellings import Telling, Told
from rules.ora_et_labora.box import PHASES
from rules.ora_et_labora.building import NOT_YOUR_SPACE, WRONG_TERRAIN, may_stand
from rules.ora_et_labora.conversions import CONVERSIONS
from rules.ora_et_labora.gains import LEAVING
from rules.ora_et_labora.goods import Payment, as_payment, left_over
from rules.ora_et_labora.land import Space
from rules.ora_et_labora.landscape import LANDSCAPES
from rules.ora_et_labora.payments import Price
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.state import OraState, OraTurn, Settled, SettlementNumber, free_spaces, spaces, with_estate
from rules.ora_et_labora.trades import PRICE_NOT_MET, TOO_FEW_GOODS

SETTLES = Telling("settles", "{seat} founds {settlement:settlement} on {space:space}.")
NEW_BUILDINGS = Telling("new-buildings", "New buildings are on display, and each player gets {settlement:settlement}.")
NOT_IN_HAND = RefusalReason("not-in-hand", "OL-9a", "You don't have that settlement in hand.")
SETTLED_ALREADY = RefusalReason("settled-already", "OL-9a", "You have founded a settlement in this phase already.")


def price_of(game: OraSetting, settlement: int) -> Price:
    """Return the price of a settlement, its energy in halves."""
    card = game.settlements[settlement]
    return Price(card.food, 2 * card.energy)


@dataclass(frozen=True, slots=True)
class FoundSettlement(GameMove[OraSetting, OraState]):
    """Found a settlement (OL-9a)."""

    clause: ClassVar = "OL-9a"
    tag: ClassVar = "settle"
    reasons: ClassVar = (
        NOT_IN_HAND,
        SETTLED_ALREADY,
        NOT_YOUR_SPACE,
        WRONG_TERRAIN,
        TOO_FEW_GOODS,
        PRICE_NOT_MET,
    )
    tellings: ClassVar = (SETTLES,)
    only_legal: ClassVar = True
    settlement: SettlementNumber
    space: Space
    payment: Payment

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[FoundSettlement]:
        if _settled(state):
            return
        estate = state.estates[seat]
        terrains, free = spaces(estate), free_spaces(estate)
        for settlement in estate.supply:
            payment = game.payments.propose(estate.goods, price_of(game, settlement))
            if payment is not None:
                allowed = game.settlements[settlement].terrain
                tiles = as_payment(payment)
                yield from (cls(seat, settlement, space, tiles) for space in free if terrains[space] in allowed)

    def listed(self, game: OraSetting, state: OraState) -> FoundSettlement:
        payment = game.payments.propose(state.estates[self.seat].goods, price_of(game, self.settlement))
        return self if payment is None else replace(self, payment=as_payment(payment))

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        estate = state.estates[self.seat]
        if _settled(state):
            return SETTLED_ALREADY.refusal()
        if self.settlement not in estate.supply:
            return NOT_IN_HAND.refusal()
        if (refusal := may_stand(estate, self.space, game.settlements[self.settlement].terrain)) is not None:
            return refusal
        if game.payments.paid(estate.goods, self.payment) is None:
            return TOO_FEW_GOODS.refusal()
        return None if game.payments.meets(self.payment, price_of(game, self.settlement)) else PRICE_NOT_MET.refusal()

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        told.append(SETTLES(self.seat, settlement=self.settlement, space=self.space))
        estate = state.estates[self.seat]
        goods = left_over(game.payments.paid(estate.goods, self.payment))
        estate = estate._replace(
            goods=goods,
            settlements=tuple(sorted((*estate.settlements, Settled(self.space, self.settlement)))),
            supply=tuple(it for it in estate.supply if it != self.settlement),
        )
        state = with_estate(state, self.seat, estate)
        step = state.agenda[-1]
        return finish(state, *([replace(step, settled=True)] if isinstance(step, SettlementStep) else []))


def _settled(state: OraState) -> bool:
    step = state.agenda[-1]
    return isinstance(step, SettlementStep) and step.settled


@dataclass(frozen=True, slots=True)
class EndPhase(GameMove[OraSetting, OraState]):
    """End the turn of a settlement phase (OL-9b)."""

    clause: ClassVar = "OL-9b"
    tag: ClassVar = "stay"
    only_legal: ClassVar = True

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[EndPhase]:
        return iter((cls(seat),))

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        return finish(state._replace(turn=OraTurn()))


@dataclass(frozen=True, slots=True)
class SettlementStep(DecisionStep[OraSetting, OraState]):
    """A seat's turn of a settlement phase."""

    clause: ClassVar = "OL-9b"
    question: ClassVar = "found a settlement, or end your turn"
    moves: ClassVar = (FoundSettlement, *LANDSCAPES, *CONVERSIONS, EndPhase)
    settled: bool = False


@dataclass(frozen=True, slots=True)
class GrantedSettlementStep(DecisionStep[OraSetting, OraState]):
    """A seat may found a settlement by a building's effect. Skipped where it can't."""

    clause: ClassVar = "OL-5h"
    question: ClassVar = "found a settlement"
    moves: ClassVar = (FoundSettlement, *LEAVING)

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState | None:
        return None if next(FoundSettlement.options(game, state, self.seat), None) is not None else finish(state)


@dataclass(frozen=True, slots=True)
class NewStageStep(Automatic[OraSetting, OraState]):
    """The buildings of a stage join the display, and each player gets the stage's settlement (OL-9c)."""

    clause: ClassVar = "OL-9c"
    tellings: ClassVar = (NEW_BUILDINGS,)
    stage: Annotated[int, Range(0, PHASES - 1)]

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        settlement = next(it for it, card in enumerate(game.settlements) if card.stage == self.stage)
        told.append(NEW_BUILDINGS(settlement=settlement))
        first, second, third, fourth = (() if it == self.stage else cards for it, cards in enumerate(state.stages))
        state = state._replace(
            display=tuple(sorted((*state.display, *state.stages[self.stage]))), stages=(first, second, third, fourth)
        )
        for seat in range(game.players):
            estate = state.estates[seat]
            state = with_estate(state, seat, estate._replace(supply=tuple(sorted((*estate.supply, settlement)))))
        return finish(state)


STEPS = (SettlementStep, GrantedSettlementStep, NewStageStep)
