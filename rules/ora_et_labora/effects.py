"""What using a building does: its parts are carried out in order, and may carry out other buildings (OL-5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.refusal import Refusal, RefusalReason
from rules.engine.secrecy import Seat
from rules.engine.steps import Automatic, DecisionStep, GameMove, Step, current_step, finish
from rules.engine.tellings import Telling, Told
from rules.ora_et_labora import gains, trades
from rules.ora_et_labora.effect_text import (
    CarryOutPart,
    ChoicePart,
    GainPart,
    Grant,
    HoldingPart,
    Part,
    SettlePart,
    Target,
    TradePart,
    WheelPart,
)
from rules.ora_et_labora.gains import LEAVING, ChooseStep, GainStep, Offer, ProduceStep
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.state import BuildingNumber, OraState, neighbours, occupied, owner_of
from rules.ora_et_labora.tellings import with_owner
from rules.ora_et_labora.trades import TradeStep

CARRIES_OUT = Telling("carries-out", "{seat} carries out {building:building}.")
CARRIES_OUT_OTHERS = Telling("carries-out-others", "{seat} carries out {building:building} on {owner:seat}'s land.")
NOT_CARRIED_OUT = RefusalReason("not-carried-out", "OL-5e", "That building can't be carried out from here.")
CARRIED_ALREADY = RefusalReason(
    "carried-already", "OL-5f", "That building has been carried out in this action already."
)


@dataclass(frozen=True, slots=True)
class CarryOut(GameMove[OraSetting, OraState]):
    """Carry out another building's effect (OL-5e)."""

    clause: ClassVar = "OL-5e"
    reasons: ClassVar = (NOT_CARRIED_OUT, CARRIED_ALREADY)
    tellings: ClassVar = (CARRIES_OUT, CARRIES_OUT_OTHERS)
    building: BuildingNumber

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[CarryOut]:
        return (cls(seat, building) for building in sorted(current_step(state, CarryOutStep).targets(game, state)))

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        if self.building not in current_step(state, CarryOutStep).targets(game, state):
            return NOT_CARRIED_OUT.refusal()
        return CARRIED_ALREADY.refusal() if self.building in state.turn.carried else None

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        told.append(with_owner(CARRIES_OUT, CARRIES_OUT_OTHERS, game, state, self.seat, self.building))
        return finish(state, EffectStep(self.seat, self.building))


@dataclass(frozen=True, slots=True)
class CarryOutStep(DecisionStep[OraSetting, OraState]):
    """A seat carries out another building. Skipped where it can't."""

    clause: ClassVar = "OL-5e"
    question: ClassVar = "carry out a building"
    moves: ClassVar = (CarryOut, *LEAVING)
    building: BuildingNumber
    """The building that lets it."""
    target: Target

    def targets(self, game: OraSetting, state: OraState) -> set[int]:
        """Return the buildings that may be carried out, but for those that have been."""
        match self.target:
            case Target.DISPLAY:
                return set(state.display)
            case Target.PRIOR:
                return {estate.prior for estate in state.estates if estate.prior is not None} - {self.building}
            case Target.OCCUPIED:
                return occupied(state) - {self.building}
            case Target.NEIGHBOUR:
                return self._near(state) - occupied(state)

    def _near(self, state: OraState) -> set[int]:
        owner = owner_of(state, self.building)
        if owner is None:
            return set()
        estate = state.estates[owner]
        place = next(space for space, building in estate.buildings if building == self.building)
        near = neighbours(estate, place)
        return {building for space, building in estate.buildings if space in near}

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState | None:
        return None if self.targets(game, state) - set(state.turn.carried) else finish(state)


@dataclass(frozen=True, slots=True)
class EffectStep(Automatic[OraSetting, OraState]):
    """A seat carries out a building: its parts follow in order (OL-5a)."""

    clause: ClassVar = "OL-5a"
    seat: Seat
    building: BuildingNumber

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        state = state._replace(turn=state.turn._replace(carried=(*state.turn.carried, self.building)))
        parts = enumerate(game.cards[self.building].effect)
        return finish(state, *(self._step(game, number, part) for number, part in parts))

    def _step(self, game: OraSetting, number: int, part: Part) -> Step[OraSetting, OraState]:
        match part:
            case GainPart() | HoldingPart():
                return GainStep(self.seat, self.building, number)
            case ChoicePart():
                return ChooseStep(self.seat, tuple(Offer(*choice) for choice in part.choices))
            case WheelPart():
                return ProduceStep(self.seat, part.goods)
            case TradePart():
                return TradeStep(self.seat, self.building, number, part.limit)
            case CarryOutPart():
                return CarryOutStep(self.seat, self.building, part.target)
            case SettlePart():
                return game.granted(Grant.SETTLE, self.seat, self.building)


STEPS = (*gains.STEPS, *trades.STEPS, CarryOutStep, EffectStep)
