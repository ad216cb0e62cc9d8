"""Building, and the prior who follows into the new building (OL-3e to OL-3g)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.refusal import Refusal, RefusalReason
from rules.engine.secrecy import Seat
from rules.engine.steps import AskingStep, DecisionStep, GameMove, Step, current_step, finish
from rules.engine.tellings import Telling, Told
from rules.ora_et_labora.box import OraTerrain
from rules.ora_et_labora.clergy import sent
from rules.ora_et_labora.effects import EffectStep
from rules.ora_et_labora.gains import LEAVING
from rules.ora_et_labora.goods import left_over
from rules.ora_et_labora.land import Space, borders
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.state import (
    BuildingNumber,
    Built,
    Clergyman,
    Estate,
    OraState,
    free_spaces,
    spaces,
    with_estate,
)
from rules.ora_et_labora.tellings import amounts_text
from rules.ora_et_labora.turns import acted, may_act

BUILDS = Telling("builds", "{seat} builds {building:building} on {space:space}.")
FOLLOWS = Telling("follows", "{seat}'s prior goes to work in {building:building}.")
NO_ACTION_LEFT = RefusalReason("no-action-left", "OL-3a", "You have taken your actions of this turn: end it.")
NOT_ON_DISPLAY = RefusalReason("not-on-display", "OL-3e", "That building is not on display.")
NOT_YOUR_SPACE = RefusalReason("not-your-space", "OL-3e", "That is no empty space of yours.")
WRONG_TERRAIN = RefusalReason("wrong-terrain", "OL-6f", "That may not stand on this ground.")
NO_CLOISTER_NEAR = RefusalReason("no-cloister-near", "OL-3f", "A cloister building must border another one of yours.")
TOO_DEAR = RefusalReason("too-dear", "OL-3e", "That costs {cost}; you lack {lack}.")


def may_stand(estate: Estate, space: int, terrain: tuple[OraTerrain, ...]) -> Refusal | None:
    """Return why a card with this terrain may not be put on a space of an estate, or None."""
    if space not in free_spaces(estate):
        return NOT_YOUR_SPACE.refusal()
    return None if spaces(estate)[space] in terrain else WRONG_TERRAIN.refusal()


def near_cloisters(game: OraSetting, estate: Estate) -> set[int]:
    """Return the spaces that border a cloister building of the estate."""
    near = borders(estate.districts, estate.plots)
    return {space for place, building in estate.buildings if game.cards[building].cloister for space in near[place]}


def near_cloister(game: OraSetting, estate: Estate, space: int) -> bool:
    """Return whether a space borders a cloister building of the estate."""
    return space in near_cloisters(game, estate)


def too_dear(game: OraSetting, estate: Estate, building: int) -> Refusal | None:
    """Return why an estate can't pay for a building, with what it lacks, or None."""
    cost = game.cards[building].cost
    if game.payments.without(estate.goods, cost) is not None:
        return None
    lack = amounts_text(game.box, game.payments.lacking(estate.goods, cost)) or "some of it"
    return TOO_DEAR.refusal(cost=amounts_text(game.box, cost), lack=lack)


@dataclass(frozen=True, slots=True)
class BuildCard(GameMove[OraSetting, OraState]):
    """Build a building of the display (OL-3e)."""

    clause: ClassVar = "OL-3e"
    tag: ClassVar = "build"
    reasons: ClassVar = (
        NO_ACTION_LEFT,
        NOT_ON_DISPLAY,
        NOT_YOUR_SPACE,
        WRONG_TERRAIN,
        NO_CLOISTER_NEAR,
        TOO_DEAR,
    )
    tellings: ClassVar = (BUILDS,)
    only_legal: ClassVar = True
    building: BuildingNumber
    space: Space

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[BuildCard]:
        if not may_act(state):
            return
        estate = state.estates[seat]
        terrains, free = spaces(estate), free_spaces(estate)
        near = near_cloisters(game, estate)
        for building in state.display:
            card = game.cards[building]
            if game.payments.without(estate.goods, card.cost) is not None:
                fits = [space for space in free if terrains[space] in card.terrain]
                yield from (cls(seat, building, space) for space in fits if not card.cloister or space in near)

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        if not may_act(state):
            return NO_ACTION_LEFT.refusal()
        if self.building not in state.display:
            return NOT_ON_DISPLAY.refusal()
        card, estate = game.cards[self.building], state.estates[self.seat]
        if (refusal := may_stand(estate, self.space, card.terrain)) is not None:
            return refusal
        if card.cloister and not near_cloister(game, estate, self.space):
            return NO_CLOISTER_NEAR.refusal()
        return too_dear(game, estate, self.building)

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        seat, building = self.seat, self.building
        estate = state.estates[seat]
        goods = left_over(game.payments.without(estate.goods, game.cards[building].cost))
        told.append(BUILDS(seat, building=building, space=self.space))
        buildings = tuple(sorted((*estate.buildings, Built(self.space, building))))
        estate = estate._replace(goods=goods, buildings=buildings)
        state = with_estate(state, seat, estate)
        state = state._replace(
            display=tuple(it for it in state.display if it != building),
            raised=state.raised or building in game.raising,
        )
        follow: list[Step[OraSetting, OraState]] = [FollowStep(seat, building)] if estate.prior is None else []
        return acted(state, *follow)


@dataclass(frozen=True, slots=True)
class Follow(GameMove[OraSetting, OraState]):
    """Send the prior into the building just built, and use it (OL-3g)."""

    clause: ClassVar = "OL-3g"
    tellings: ClassVar = (FOLLOWS,)
    only_legal: ClassVar = True

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[Follow]:
        return iter((cls(seat),))

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        building = current_step(state, FollowStep).building
        told.append(FOLLOWS(self.seat, building=building))
        state = sent(state, self.seat, building, Clergyman.PRIOR)
        return finish(state, EffectStep(self.seat, building))


@dataclass(frozen=True, slots=True)
class FollowStep(DecisionStep[OraSetting, OraState]):
    """A seat that has built may send its prior after."""

    clause: ClassVar = "OL-3g"
    question: ClassVar = "send your prior into the new building, or not"
    moves: ClassVar = (Follow, *LEAVING)
    building: BuildingNumber


@dataclass(frozen=True, slots=True)
class GrantedBuildStep(DecisionStep[OraSetting, OraState]):
    """A seat may build by a building's effect. Skipped where it can't."""

    clause: ClassVar = "OL-5h"
    question: ClassVar = "build"
    moves: ClassVar = (BuildCard, *LEAVING)

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState | None:
        return None if next(BuildCard.options(game, state, self.seat), None) is not None else finish(state)


STEPS: tuple[type[AskingStep[OraSetting, OraState]], ...] = (FollowStep, GrantedBuildStep)
