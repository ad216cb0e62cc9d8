"""1x cards: those kept, and using them in one's own turn (BD-6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.builders_duel.box import GOODS, WOOL, Ability, Good
from rules.builders_duel.setting import DuelSetting
from rules.builders_duel.state import DuelState, add, counted, other, with_side
from rules.engine.refusal import Refusal, RefusalReason
from rules.engine.secrecy import Seat
from rules.engine.steps import GameMove
from rules.engine.tellings import Telling, Told

USES = Telling("uses", "{seat} uses {card:card}.")
CARTS = Telling("carts", "{seat} takes {good:good} with the Cartload.")
SABOTAGES = Telling("sabotages", "{seat} turns {good:good} of {other} back to raw.")
NOT_KEPT = RefusalReason("card-not-kept", "BD-6a", "You have no such 1x card.")
NOT_IN_SUPPLY = RefusalReason("not-in-supply", "BD-6g", "Your supply has none of that.")
NO_ORE = RefusalReason("not-by-cartload", "BD-6g", "The Cartload brings wood, sand, stone or wool.")
NOTHING_TO_SABOTAGE = RefusalReason("not-worked-there", "BD-6h", "The other camp has no such worked good.")


def kept_with(game: DuelSetting, state: DuelState, seat: Seat, effect: Ability) -> int | None:
    """Return the seat's first kept card with an effect, or None."""
    return next((card for card in state.sides[seat].kept if game.cards[card].effect is effect), None)


def discard_kept(game: DuelSetting, state: DuelState, seat: Seat, effect: Ability) -> DuelState:
    """Return the state after a kept card with the effect has gone to its discard pile (BD-6a)."""
    card = kept_with(game, state, seat, effect)
    side = state.sides[seat]
    state = with_side(state, seat, side._replace(kept=tuple(it for it in side.kept if it != card)))
    return discard(game, state, () if card is None else (card,))


def discard(game: DuelSetting, state: DuelState, cards: tuple[int, ...]) -> DuelState:
    """Return the state with cards put on their decks' discard piles."""
    first, second = (
        tuple(sorted((*pile, *(card for card in cards if game.cards[card].deck == deck))))
        for deck, pile in enumerate(state.discards)
    )
    return state._replace(discards=(first, second))


@dataclass(frozen=True, slots=True)
class UseScaffold(GameMove[DuelSetting, DuelState]):
    """Use the Scaffold: each material costs the same this round (BD-6e)."""

    clause: ClassVar = "BD-6e"
    reasons: ClassVar = (NOT_KEPT,)
    tellings: ClassVar = (USES,)

    @classmethod
    def options(cls, game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[UseScaffold]:
        return iter((cls(seat),))

    def refusal(self, game: DuelSetting, state: DuelState) -> Refusal | None:
        return None if kept_with(game, state, self.seat, Ability.SCAFFOLD) is not None else NOT_KEPT.refusal()

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        card = kept_with(game, state, self.seat, Ability.SCAFFOLD) or 0
        told.append(USES(self.seat, card=card))
        turn = state.turn._replace(material_price=game.cards[card].number)
        return discard_kept(game, state._replace(turn=turn), self.seat, Ability.SCAFFOLD)


@dataclass(frozen=True, slots=True)
class UseTwoSites(GameMove[DuelSetting, DuelState]):
    """Use the Two Sites: build in a second section this round (BD-6f)."""

    clause: ClassVar = "BD-6f"
    reasons: ClassVar = (NOT_KEPT,)
    tellings: ClassVar = (USES,)

    @classmethod
    def options(cls, game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[UseTwoSites]:
        return iter((cls(seat),))

    def refusal(self, game: DuelSetting, state: DuelState) -> Refusal | None:
        return None if kept_with(game, state, self.seat, Ability.TWO_SITES) is not None else NOT_KEPT.refusal()

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        told.append(USES(self.seat, card=kept_with(game, state, self.seat, Ability.TWO_SITES) or 0))
        turn = state.turn._replace(sites=min(state.turn.sites + 1, 3))
        return discard_kept(game, state._replace(turn=turn), self.seat, Ability.TWO_SITES)


@dataclass(frozen=True, slots=True)
class UseCartload(GameMove[DuelSetting, DuelState]):
    """Use the Cartload: take a good from the supply (BD-6g)."""

    clause: ClassVar = "BD-6g"
    reasons: ClassVar = (NOT_KEPT, NOT_IN_SUPPLY, NO_ORE)
    tellings: ClassVar = (CARTS,)
    good: Good

    @classmethod
    def options(cls, game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[UseCartload]:
        return (cls(seat, good) for good in range(WOOL + 1))

    def refusal(self, game: DuelSetting, state: DuelState) -> Refusal | None:
        if kept_with(game, state, self.seat, Ability.CARTLOAD) is None:
            return NOT_KEPT.refusal()
        if self.good > WOOL:
            return NO_ORE.refusal()
        return None if state.sides[self.seat].supply[self.good] else NOT_IN_SUPPLY.refusal()

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        told.append(CARTS(self.seat, good=self.good))
        side, one = state.sides[self.seat], counted((self.good,))
        state = with_side(state, self.seat, side._replace(supply=add(side.supply, one, -1), raw=add(side.raw, one)))
        return discard_kept(game, state, self.seat, Ability.CARTLOAD)


@dataclass(frozen=True, slots=True)
class UseSabotage(GameMove[DuelSetting, DuelState]):
    """Use the Sabotage: a worked good in the other camp becomes raw (BD-6h)."""

    clause: ClassVar = "BD-6h"
    reasons: ClassVar = (NOT_KEPT, NOTHING_TO_SABOTAGE)
    tellings: ClassVar = (SABOTAGES,)
    good: Good

    @classmethod
    def options(cls, game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[UseSabotage]:
        return (cls(seat, good) for good in range(len(GOODS)))

    def refusal(self, game: DuelSetting, state: DuelState) -> Refusal | None:
        if kept_with(game, state, self.seat, Ability.SABOTAGE) is None:
            return NOT_KEPT.refusal()
        return None if state.sides[other(self.seat)].worked[self.good] else NOTHING_TO_SABOTAGE.refusal()

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        told.append(SABOTAGES(self.seat, good=self.good))
        rival = other(self.seat)
        side, one = state.sides[rival], counted((self.good,))
        state = with_side(state, rival, side._replace(worked=add(side.worked, one, -1), raw=add(side.raw, one)))
        return discard_kept(game, state, self.seat, Ability.SABOTAGE)


MOVES = (UseScaffold, UseTwoSites, UseCartload, UseSabotage)
