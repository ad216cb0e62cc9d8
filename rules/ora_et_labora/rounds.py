"""Rounds, the bonus round and the ends of a match (OL-4, OL-10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.entropy import RandomStream
from rules.engine.refusal import Refusal, RefusalReason
from rules.engine.secrecy import Seat
from rules.engine.steps import Automatic, Chance, GameMove, GameOutcome, Step, finish
from rules.engine.tellings import Telling, Told
from rules.ora_et_labora.actions import NOBODY_HOME, EndOraTurn, OraTurnStep
from rules.ora_et_labora.building import NO_ACTION_LEFT, BuildCard
from rules.ora_et_labora.clergy import returned, sent
from rules.ora_et_labora.conversions import CONVERSIONS
from rules.ora_et_labora.effects import EffectStep
from rules.ora_et_labora.landscape import LANDSCAPES
from rules.ora_et_labora.neutral import neutral_steps
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.settling import NewStageStep, SettlementStep
from rules.ora_et_labora.state import MOST_ROUNDS, BuildingNumber, Clergyman, OraState, owner_of, with_estate
from rules.ora_et_labora.tellings import difference, with_owner
from rules.ora_et_labora.turns import ActionStep, acted, may_act
from rules.ora_et_labora.wheel import gained, turned

BEGINS = Telling("begins", "{seat} begins.")
NEW_ROUND = Telling("new-round", "Round {round} begins.")
BONUS_ROUND = Telling("bonus-round", "The bonus round begins: all priors come home.")
ROUND_GOODS = Telling("round-goods", "Everybody {goods:difference}.")
LAST_TURN = Telling("last-turn", "{seat} has one last action.")
NOT_BUILT = RefusalReason("not-built", "OL-10b", "That building has not been built by anybody.")
VISITS = Telling("visits", "{seat}'s prior goes to {building:building}.")
VISITS_OTHERS = Telling("visits-others", "{seat}'s prior goes to {building:building} on {owner:seat}'s land.")


@dataclass(frozen=True, slots=True)
class Begins(GameOutcome[OraSetting, OraState]):
    """Who begins (OL-1e)."""

    clause: ClassVar = "OL-1e"
    tellings: ClassVar = (BEGINS,)
    seat: Seat

    @classmethod
    def drawn(cls, game: OraSetting, state: OraState, stream: RandomStream) -> Begins:
        return cls(Seat(stream.below(game.players)))

    def possible(self, game: OraSetting, state: OraState) -> bool:
        return 0 <= self.seat < game.players

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        told.append(BEGINS(self.seat))
        return finish(state._replace(first=self.seat), OpenRoundStep())


@dataclass(frozen=True, slots=True)
class DrawFirstStep(Chance[OraSetting, OraState]):
    """The dealer draws who begins."""

    clause: ClassVar = "OL-1e"
    outcome: ClassVar = Begins


def starter(game: OraSetting, state: OraState) -> Seat:
    """Return who begins the round."""
    return Seat((state.first + state.round - 1) % game.players)


def in_order(game: OraSetting, state: OraState) -> list[Seat]:
    """Return the seats from the starting player on."""
    return [Seat((starter(game, state) + place) % game.players) for place in range(game.players)]


@dataclass(frozen=True, slots=True)
class OpenRoundStep(Automatic[OraSetting, OraState]):
    """The next round: clergymen come home, the wheel turns, and a settlement phase may come first (OL-4a)."""

    clause: ClassVar = "OL-4a"
    tellings: ClassVar = (NEW_ROUND, BONUS_ROUND, ROUND_GOODS, LAST_TURN)

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        state = state._replace(round=state.round + 1)
        bonus = bool(game.mode.rounds) and state.round > game.mode.rounds
        told.append(BONUS_ROUND() if bonus else NEW_ROUND(round=state.round))
        state = turned(game, returned(game, state, range(game.owners)))
        if game.mode.short and not bonus:
            goods, before = game.table.round_goods[state.round - 1], state.estates[0].goods
            for seat in range(game.players):
                state = gained(state, seat, tuple((good, 1) for good in goods))
            told.append(difference(ROUND_GOODS, None, before, state.estates[0].goods))
        if bonus:
            for seat in range(game.players):
                state = with_estate(state, seat, state.estates[seat]._replace(prior=None))
        order = in_order(game, state)
        turns = [BonusStep(seat, 1) for seat in order] if bonus else _turns(game, state, order, told)
        return finish(state, *_phase(game, state, order), *turns, CloseRoundStep())


def _phase(game: OraSetting, state: OraState, order: list[Seat]) -> list[Step[OraSetting, OraState]]:
    """Return the steps of the settlement phase with which the round begins, if it does."""
    if state.round not in game.mode.phases:
        return []
    stage = game.mode.phases.index(state.round)
    return [*neutral_steps(game), *(SettlementStep(seat) for seat in order), NewStageStep(stage)]


def _turns(game: OraSetting, state: OraState, order: list[Seat], told: list[Told]) -> list[Step[OraSetting, OraState]]:
    """Return the turns of a round (OL-4b)."""
    first = order[0]
    match game.mode.key:
        case "1":
            return [OraTurnStep(first, 2)]
        case "2":
            if state.ending:
                told.append(LAST_TURN(first))
            return [OraTurnStep(first, 1 if state.ending else 2)]
        case "2L":
            return [OraTurnStep(first, 2), OraTurnStep(order[1], 1)]
        case _:
            return [*(OraTurnStep(seat, 1) for seat in order), OraTurnStep(first, 1)]


@dataclass(frozen=True, slots=True)
class CloseRoundStep(Automatic[OraSetting, OraState]):
    """The next round begins, or the match ends (OL-10)."""

    clause: ClassVar = "OL-10a"

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        rounds = game.mode.rounds
        if not rounds:
            return self._end_for_two(game, state)
        if state.round < rounds or (state.round == rounds and not game.solo):
            return finish(state, OpenRoundStep())
        last = [SettlementStep(seat) for seat in in_order(game, state)]
        return finish(state, *neutral_steps(game), *last)

    @staticmethod
    def _end_for_two(game: OraSetting, state: OraState) -> OraState:
        """Return the state after a round of the game for two, which ends when the display is nearly empty (OL-10c)."""
        done = state.round >= game.mode.phases[-1] and len(state.display) <= game.mode.left
        if state.ending or state.round == MOST_ROUNDS or (done and game.mode.key == "2L"):
            return finish(state)
        return finish(state._replace(ending=done), OpenRoundStep())


@dataclass(frozen=True, slots=True)
class Visit(GameMove[OraSetting, OraState]):
    """Send the prior to any building in the bonus round (OL-10b)."""

    clause: ClassVar = "OL-10b"
    reasons: ClassVar = (NO_ACTION_LEFT, NOT_BUILT, NOBODY_HOME)
    tellings: ClassVar = (VISITS, VISITS_OTHERS)
    only_legal: ClassVar = True
    building: BuildingNumber

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[Visit]:
        if may_act(state) and state.estates[seat].prior is None:
            yield from (
                cls(seat, building)
                for building in sorted(building for estate in state.estates for _, building in estate.buildings)
            )

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        if not may_act(state):
            return NO_ACTION_LEFT.refusal()
        if owner_of(state, self.building) is None:
            return NOT_BUILT.refusal()
        return None if state.estates[self.seat].prior is None else NOBODY_HOME.refusal()

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        told.append(with_owner(VISITS, VISITS_OTHERS, game, state, self.seat, self.building))
        state = sent(state, self.seat, self.building, Clergyman.PRIOR)
        return acted(state, EffectStep(self.seat, self.building))


@dataclass(frozen=True, slots=True)
class BonusStep(ActionStep):
    """A seat's turn of the bonus round."""

    clause: ClassVar = "OL-10b"
    question: ClassVar = "build, or send your prior to any building"
    moves: ClassVar = (BuildCard, Visit, *LANDSCAPES, *CONVERSIONS, EndOraTurn)


STEPS = (DrawFirstStep, OpenRoundStep, CloseRoundStep, BonusStep)
