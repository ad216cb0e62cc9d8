"""The neutral player of the solo game, who builds what is left on display before each settlement phase (OL-11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from rules.engine.kinds import Most, Usual
from rules.engine.refusal import Refusal, RefusalReason
from rules.engine.secrecy import Seat
from rules.engine.steps import Automatic, DecisionStep, GameMove, Step, current_step, finish
from rules.engine.tellings import Telling, Told
from rules.ora_et_labora.actions import FEE_TOO_DEAR, Fee, fee_paid, fee_refusal
from rules.ora_et_labora.building import NO_CLOISTER_NEAR, NOT_ON_DISPLAY, near_cloisters
from rules.ora_et_labora.clergy import returned, sent
from rules.ora_et_labora.effects import EffectStep
from rules.ora_et_labora.gains import LEAVING
from rules.ora_et_labora.land import Space
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.state import (
    BuildingNumber,
    Built,
    Clergyman,
    OraState,
    OraTurn,
    free_spaces,
    occupied,
    with_estate,
)

NEUTRAL_BUILDS = Telling("neutral-builds", "{seat} has the neutral player build {building:building} on {space:space}.")
NEUTRAL_WORKS = Telling("neutral-works", "{seat} has the neutral prior work in {building:building}.")
NO_ROOM_THERE = RefusalReason("no-room-there", "OL-11b", "The neutral player can't build there.")
NOT_NEW = RefusalReason("not-new", "OL-11d", "The neutral player has not just built that.")


def neutral_spaces(game: OraSetting, state: OraState, building: int) -> list[int]:
    """Return the spaces on which the neutral player may build, ascending (OL-11b).

    These are empty ones, and unoccupied buildings of the same kind, which the new one covers.
    """
    estate = state.estates[game.players]
    cloister, taken = game.cards[building].cloister, occupied(state)
    covered = [
        space
        for space, old in estate.buildings
        if game.cards[old].cloister == cloister and old not in taken and old < game.printed
    ]
    found = sorted((*free_spaces(estate), *covered))
    return sorted(near_cloisters(game, estate).intersection(found)) if cloister else found


@dataclass(frozen=True, slots=True)
class PlaceNeutral(GameMove[OraSetting, OraState]):
    """Place a building of the display on the neutral player's land (OL-11b)."""

    clause: ClassVar = "OL-11b"
    tag: ClassVar = "neutral"
    reasons: ClassVar = (NOT_ON_DISPLAY, NO_CLOISTER_NEAR, NO_ROOM_THERE)
    tellings: ClassVar = (NEUTRAL_BUILDS,)
    only_legal: ClassVar = True
    building: BuildingNumber
    space: Space

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[PlaceNeutral]:
        for building in state.display:
            yield from (cls(seat, building, space) for space in neutral_spaces(game, state, building))

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        if self.building not in state.display:
            return NOT_ON_DISPLAY.refusal()
        return None if self.space in neutral_spaces(game, state, self.building) else NO_ROOM_THERE.refusal()

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        told.append(NEUTRAL_BUILDS(self.seat, building=self.building, space=self.space))
        step, estate = current_step(state, NeutralStep), state.estates[game.players]
        old = [building for space, building in estate.buildings if space == self.space]
        kept = [built for built in estate.buildings if built.space != self.space]
        estate = estate._replace(buildings=tuple(sorted((*kept, Built(self.space, self.building)))))
        state = state._replace(
            display=tuple(it for it in state.display if it != self.building),
            removed=tuple(sorted((*state.removed, *old))),
            raised=state.raised or self.building in game.raising,
        )
        new = tuple(sorted((*(it for it in step.new if it not in old), self.building)))
        return finish(with_estate(state, game.players, estate), NeutralStep(self.seat, new))


@dataclass(frozen=True, slots=True)
class NeutralStep(DecisionStep[OraSetting, OraState]):
    """The player places all buildings left on display for the neutral player, in any order."""

    clause: ClassVar = "OL-11b"
    question: ClassVar = "place a building for the neutral player"
    moves: ClassVar = (PlaceNeutral,)
    new: Annotated[tuple[BuildingNumber, ...], Most()] = ()
    """The buildings placed so far, ascending."""

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState | None:
        if next(PlaceNeutral.options(game, state, self.seat), None) is not None:
            return None
        work = [NeutralWorkStep(self.seat, self.new)] if self.new and state.estates[game.players].prior is None else []
        return finish(state._replace(turn=OraTurn()), *work, NeutralReturnStep())


@dataclass(frozen=True, slots=True)
class UseNeutral(GameMove[OraSetting, OraState]):
    """Have the neutral prior work in a building just built, for the fee of a contract (OL-11d)."""

    clause: ClassVar = "OL-11d"
    tag: ClassVar = "work"
    reasons: ClassVar = (NOT_NEW, FEE_TOO_DEAR)
    tellings: ClassVar = (NEUTRAL_WORKS,)
    building: BuildingNumber
    fee: Annotated[Fee, Usual(Fee.COINS)]

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[UseNeutral]:
        new = current_step(state, NeutralWorkStep).new
        return (cls(seat, building, way) for building in new for way in Fee)

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        if self.building not in current_step(state, NeutralWorkStep).new:
            return NOT_NEW.refusal()
        return fee_refusal(game, state, self.seat, self.fee)

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        told.append(NEUTRAL_WORKS(self.seat, building=self.building))
        estate = fee_paid(game, state, self.seat, self.fee)
        if estate is None:
            raise ValueError("a fee that was not checked")
        state = sent(with_estate(state, self.seat, estate), game.players, self.building, Clergyman.PRIOR)
        return finish(state, EffectStep(self.seat, self.building))


@dataclass(frozen=True, slots=True)
class NeutralWorkStep(DecisionStep[OraSetting, OraState]):
    """The player may have the neutral prior work."""

    clause: ClassVar = "OL-11d"
    question: ClassVar = "have the neutral prior work in a new building, or not"
    moves: ClassVar = (UseNeutral, *LEAVING)
    new: Annotated[tuple[BuildingNumber, ...], Most()]


@dataclass(frozen=True, slots=True)
class NeutralReturnStep(Automatic[OraSetting, OraState]):
    """The neutral player's clergymen come home if none is there (OL-11c)."""

    clause: ClassVar = "OL-11c"

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        return finish(returned(game, state, (game.players,)))


def neutral_steps(game: OraSetting) -> list[Step[OraSetting, OraState]]:
    """Return the steps of the neutral player before a settlement phase; none but in the solo game."""
    return [NeutralReturnStep(), NeutralStep(Seat(0))] if game.solo else []


STEPS = (NeutralStep, NeutralWorkStep, NeutralReturnStep)
