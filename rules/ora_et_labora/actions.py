"""The actions of a turn: using a building, a contract, felling, cutting; building stands in `building` (OL-3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, ClassVar

from rules.engine.kinds import Range, Usual
from rules.engine.refusal import Refusal, RefusalReason
from rules.engine.secrecy import Seat
from rules.engine.steps import DecisionStep, GameMove, current_step, finish
from rules.engine.tellings import Telling, Told
from rules.ora_et_labora.building import NO_ACTION_LEFT, BuildCard
from rules.ora_et_labora.clergy import at_home, sent
from rules.ora_et_labora.conversions import CONVERSIONS
from rules.ora_et_labora.effects import EffectStep
from rules.ora_et_labora.gains import LEAVING, NOT_ON_WHEEL, Token, UsualToken
from rules.ora_et_labora.goods import COIN, PEAT, WOOD, as_goods
from rules.ora_et_labora.land import Space
from rules.ora_et_labora.landscape import LANDSCAPES
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.state import (
    JOKER,
    OWNERS,
    BuildingNumber,
    Clergyman,
    Estate,
    OraState,
    OraTurn,
    occupied,
    owner_of,
    with_estate,
)
from rules.ora_et_labora.tellings import amounts_text, difference, with_clergyman
from rules.ora_et_labora.turns import ActionStep, acted, may_act
from rules.ora_et_labora.wheel import SHARED, produced, shared, value

USES = Telling("uses", "{seat} sends {clergyman:clergyman} to {building:building}.")
CONTRACTS = Telling(
    "contracts", "{seat} makes a contract with {host:seat} for {building:building} and pays {coins:coins}."
)
PRESENTS = Telling(
    "presents", "{seat} makes a contract with {host:seat} for {building:building} and gives 1 {present:good}."
)
NEUTRAL_CONTRACTS = Telling(
    "neutral-contracts", "{seat} makes a contract for {building:building} and pays {coins:coins}."
)
NEUTRAL_PRESENTS = Telling(
    "neutral-presents", "{seat} makes a contract for {building:building} and gives 1 {present:good}."
)
SENDS = Telling("sends", "{seat} sends {clergyman:clergyman} to {building:building}.")
NEUTRAL_SENDS = Telling("neutral-sends", "{seat} sends {clergyman:neutral-clergyman} to {building:building}.")
FELLS = Telling("fells", "{seat} fells a forest and {goods:difference}.")
CUTS = Telling("cuts", "{seat} cuts a moor and {goods:difference}.")
NOT_YOUR_BUILDING = RefusalReason("not-your-building", "OL-3b", "That building does not stand on your land.")
OCCUPIED = RefusalReason("occupied", "OL-3b", "A clergyman stands on that building already.")
NOBODY_HOME = RefusalReason("nobody-home", "OL-3b", "You have no such clergyman at home.")
NOT_ANOTHERS = RefusalReason("not-anothers", "OL-3c", "A contract is for a building on another player's land.")
NO_HOST = RefusalReason("no-host", "OL-3c", "Its owner has no clergyman at home.")
FEE_TOO_DEAR = RefusalReason("fee-too-dear", "OL-3c", "The fee is {fee}; you have {has}.")
NO_CARD_THERE = RefusalReason("no-card-there", "OL-3d", "There is no such card on your land.")


@dataclass(frozen=True, slots=True)
class Use(GameMove[OraSetting, OraState]):
    """Send a clergyman to an own building and use it (OL-3b)."""

    clause: ClassVar = "OL-3b"
    reasons: ClassVar = (NO_ACTION_LEFT, NOT_YOUR_BUILDING, OCCUPIED, NOBODY_HOME)
    tellings: ClassVar = (USES,)
    only_legal: ClassVar = True
    building: BuildingNumber
    clergyman: Clergyman

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[Use]:
        estate = state.estates[seat]
        home = at_home(game, estate)
        if home and may_act(state):
            taken = occupied(state)
            free = [building for _, building in estate.buildings if building not in taken]
            yield from (cls(seat, building, clergyman) for building in free for clergyman in home)

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        estate = state.estates[self.seat]
        if not may_act(state):
            return NO_ACTION_LEFT.refusal()
        if all(building != self.building for _, building in estate.buildings):
            return NOT_YOUR_BUILDING.refusal()
        if self.building in occupied(state):
            return OCCUPIED.refusal()
        return None if self.clergyman in at_home(game, estate) else NOBODY_HOME.refusal()

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        told.append(with_clergyman(USES, self.seat, self.clergyman, self.building))
        state = sent(state, self.seat, self.building, self.clergyman)
        return acted(state, EffectStep(self.seat, self.building))


class Fee(Enum):
    """How a contract is paid."""

    COINS = "coins"
    PRESENT = "present"


def fee(game: OraSetting, state: OraState) -> int:
    """Return the coins that a contract costs (OL-3c)."""
    return game.table.raised_fee if state.raised else game.table.fee


@dataclass(frozen=True, slots=True)
class Contract(GameMove[OraSetting, OraState]):
    """Use another player's building by a contract (OL-3c)."""

    clause: ClassVar = "OL-3c"
    reasons: ClassVar = (NO_ACTION_LEFT, NOT_ANOTHERS, OCCUPIED, NO_HOST, FEE_TOO_DEAR)
    tellings: ClassVar = (CONTRACTS, PRESENTS, NEUTRAL_CONTRACTS, NEUTRAL_PRESENTS)
    only_legal: ClassVar = True
    building: BuildingNumber
    fee: Annotated[Fee, Usual(Fee.COINS)]

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[Contract]:
        if not may_act(state):
            return
        fees = [way for way in Fee if fee_paid(game, state, seat, way) is not None]
        taken = occupied(state) if fees else set[int]()
        for owner, estate in enumerate(state.estates):
            if owner != seat and fees and at_home(game, estate):
                free = [building for _, building in estate.buildings if building not in taken]
                yield from (cls(seat, building, way) for building in free for way in fees)

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        owner = owner_of(state, self.building)
        if not may_act(state):
            return NO_ACTION_LEFT.refusal()
        if owner is None or owner == self.seat:
            return NOT_ANOTHERS.refusal()
        if self.building in occupied(state):
            return OCCUPIED.refusal()
        if not at_home(game, state.estates[owner]):
            return NO_HOST.refusal()
        return fee_refusal(game, state, self.seat, self.fee)

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        seat, owner, coins = self.seat, owner_of(state, self.building), fee(game, state)
        estate = fee_paid(game, state, seat, self.fee)
        if owner is None or estate is None:
            raise ValueError("a contract that was not checked")
        present = self.fee is Fee.PRESENT
        building = self.building
        told.append(self._told(game, owner, coins))
        state = with_estate(state, seat, estate)
        if not present and owner != game.neutral:
            host = state.estates[owner]
            paid = (*host.goods[:COIN], host.goods[COIN] + coins, *host.goods[COIN + 1 :])
            state = with_estate(state, owner, host._replace(goods=as_goods(paid)))
        host_seat = seat if owner == game.neutral else Seat(owner)
        return acted(state, HostStep(host_seat, building, owner), EffectStep(seat, building))

    def _told(self, game: OraSetting, owner: int, coins: int) -> Told:
        """Return what is told: whose building it is, and the fee."""
        neutral, facts = owner == game.neutral, {"host": owner, "building": self.building}
        if self.fee is Fee.PRESENT:
            return (NEUTRAL_PRESENTS if neutral else PRESENTS)(self.seat, **facts, present=game.present)
        return (NEUTRAL_CONTRACTS if neutral else CONTRACTS)(self.seat, **facts, coins=coins)


def fee_refusal(game: OraSetting, state: OraState, seat: Seat, way: Fee) -> Refusal | None:
    """Return why a seat can't pay the fee of a contract so, with what it has, or None."""
    if fee_paid(game, state, seat, way) is not None:
        return None
    good, number = (game.present, 1) if way is Fee.PRESENT else (COIN, fee(game, state))
    has = game.payments.most(state.estates[seat].goods, ((good, 1),), number)
    return FEE_TOO_DEAR.refusal(fee=amounts_text(game.box, ((good, number),)), has=has or "none")


def fee_paid(game: OraSetting, state: OraState, seat: Seat, way: Fee) -> Estate | None:
    """Return a seat's estate after it has paid the fee of a contract, or None if it can't."""
    estate = state.estates[seat]
    amounts = ((game.present, 1),) if way is Fee.PRESENT else ((COIN, fee(game, state)),)
    goods = game.payments.without(estate.goods, amounts)
    return None if goods is None else estate._replace(goods=as_goods(goods))


@dataclass(frozen=True, slots=True)
class SendClergyman(GameMove[OraSetting, OraState]):
    """Choose the clergyman who goes to work in one's building (OL-3c)."""

    clause: ClassVar = "OL-3c"
    tag: ClassVar = "send"
    reasons: ClassVar = (NOBODY_HOME,)
    tellings: ClassVar = (SENDS, NEUTRAL_SENDS)
    clergyman: Clergyman

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[SendClergyman]:
        return (cls(seat, clergyman) for clergyman in Clergyman)

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        estate = state.estates[current_step(state, HostStep).owner]
        return None if self.clergyman in at_home(game, estate) else NOBODY_HOME.refusal()

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        return _send_to_work(game, state, current_step(state, HostStep), self.clergyman, told)


@dataclass(frozen=True, slots=True)
class HostStep(DecisionStep[OraSetting, OraState]):
    """The owner of a building under contract sends a clergyman; the solo player decides for the neutral one.

    It decides itself where only one kind is at home.
    """

    clause: ClassVar = "OL-3c"
    question: ClassVar = "choose which clergyman goes to work"
    moves: ClassVar = (SendClergyman,)
    building: BuildingNumber
    owner: Annotated[int, Range(0, OWNERS - 1)]

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState | None:
        home = at_home(game, state.estates[self.owner])
        return _send_to_work(game, state, self, home[0], told) if len(home) == 1 else None


def _send_to_work(
    game: OraSetting, state: OraState, step: HostStep, clergyman: Clergyman, told: list[Told]
) -> OraState:
    """Send a clergyman to a building under contract, tell it, and return the state."""
    sends = NEUTRAL_SENDS if step.owner == game.neutral else SENDS
    told.append(with_clergyman(sends, step.seat, clergyman, step.building))
    return finish(sent(state, step.owner, step.building, clergyman))


def allows(state: OraState, what: str) -> bool:
    """Return whether the present step allows felling or cutting: "fell" or "cut"."""
    step = state.agenda[-1]
    return bool(getattr(step, what)) if isinstance(step, GrantedClearStep) else may_act(state)


def _cleared(state: OraState, what: str) -> OraState:
    """Return the state after felling or cutting, as an action or one of the two that are granted."""
    step = state.agenda[-1]
    if not isinstance(step, GrantedClearStep):
        return acted(state)
    return finish(state, replace(step, fell=step.fell and what != "fell", cut=step.cut and what != "cut"))


@dataclass(frozen=True, slots=True)
class _Clear(GameMove[OraSetting, OraState]):
    """Take a card off the own land and a good by the wheel."""

    space: Space
    token: UsualToken

    def number(self, own: int) -> int:
        """Return the token that is used."""
        return JOKER if self.token is Token.JOKER else own

    def _refused(
        self, game: OraSetting, state: OraState, allowed: bool, cards: tuple[int, ...], own: int
    ) -> Refusal | None:
        if not allowed:
            return NO_ACTION_LEFT.refusal()
        if self.space not in cards:
            return NO_CARD_THERE.refusal()
        return NOT_ON_WHEEL.refusal() if value(game, state, self.number(own)) is None else None


@dataclass(frozen=True, slots=True)
class Fell(_Clear):
    """Fell a forest (OL-3d)."""

    clause: ClassVar = "OL-3d"
    reasons: ClassVar = (NO_ACTION_LEFT, NO_CARD_THERE, NOT_ON_WHEEL)
    tellings: ClassVar = (FELLS, SHARED)

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[Fell]:
        if allows(state, "fell"):
            yield from (cls(seat, space, token) for space in state.estates[seat].forests for token in Token)

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        return self._refused(game, state, allows(state, "fell"), state.estates[self.seat].forests, WOOD)

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        estate = state.estates[self.seat]
        left = tuple(space for space in estate.forests if space != self.space)
        state = with_estate(_cleared(state, "fell"), self.seat, estate._replace(forests=left))
        state = produced(game, state, self.seat, WOOD, self.number(WOOD))
        told += [difference(FELLS, self.seat, estate.goods, state.estates[self.seat].goods), *shared(game, WOOD)]
        return state


@dataclass(frozen=True, slots=True)
class Cut(_Clear):
    """Cut a moor (OL-3d)."""

    clause: ClassVar = "OL-3d"
    reasons: ClassVar = (NO_ACTION_LEFT, NO_CARD_THERE, NOT_ON_WHEEL)
    tellings: ClassVar = (CUTS, SHARED)

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[Cut]:
        if allows(state, "cut"):
            yield from (cls(seat, space, token) for space in state.estates[seat].moors for token in Token)

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        return self._refused(game, state, allows(state, "cut"), state.estates[self.seat].moors, PEAT)

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        estate = state.estates[self.seat]
        left = tuple(space for space in estate.moors if space != self.space)
        state = with_estate(_cleared(state, "cut"), self.seat, estate._replace(moors=left))
        state = produced(game, state, self.seat, PEAT, self.number(PEAT))
        told += [difference(CUTS, self.seat, estate.goods, state.estates[self.seat].goods), *shared(game, PEAT)]
        return state


@dataclass(frozen=True, slots=True)
class GrantedClearStep(DecisionStep[OraSetting, OraState]):
    """A seat may fell and cut by a building's effect, each once, in any order. Skipped where it can't."""

    clause: ClassVar = "OL-5h"
    question: ClassVar = "fell a forest, cut a moor, or both"
    moves: ClassVar = (Fell, Cut, *LEAVING)
    fell: bool = True
    cut: bool = True

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState | None:
        estate = state.estates[self.seat]
        return None if (self.fell and estate.forests) or (self.cut and estate.moors) else finish(state)


@dataclass(frozen=True, slots=True)
class EndOraTurn(GameMove[OraSetting, OraState]):
    """End the turn; actions that are left are passed (OL-3h)."""

    clause: ClassVar = "OL-3h"
    tag: ClassVar = "end"
    only_legal: ClassVar = True

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[EndOraTurn]:
        return iter((cls(seat),))

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        return finish(state._replace(turn=OraTurn()))


@dataclass(frozen=True, slots=True)
class OraTurnStep(ActionStep):
    """A seat's turn."""

    clause: ClassVar = "OL-3a"
    question: ClassVar = "take an action, or end your turn"
    moves: ClassVar = (Use, Contract, Fell, Cut, BuildCard, *LANDSCAPES, *CONVERSIONS, EndOraTurn)


STEPS = (OraTurnStep, HostStep, GrantedClearStep)
