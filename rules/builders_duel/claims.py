"""Laying out the display and claiming lines (BD-2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from rules.builders_duel.conflict import FirstThrowStep
from rules.builders_duel.setting import DuelSetting
from rules.builders_duel.state import (
    CELLS_OF,
    LAST_ROUND,
    LINES,
    CardNumber,
    DuelState,
    DuelTurn,
    Line,
    crossing,
    other,
)
from rules.engine.entropy import RandomStream
from rules.engine.kinds import Most
from rules.engine.refusal import Refusal, RefusalReason
from rules.engine.secrecy import Seat
from rules.engine.steps import Chance, DecisionStep, GameMove, GameOutcome, finish
from rules.engine.tellings import Telling, Told

LAID_OUT = Telling(
    "laid-out",
    f"Round {{round}} of {LAST_ROUND}: {{seat}} lays out nine cards of deck {{deck:laid}}.",
    f"Round {{round}} of {LAST_ROUND}: {{seat}} lays out nine cards of deck {{deck:deck}}.",
)
CLAIMS = Telling("claims", "{seat} claims {line:line}.")
CONTESTED = Telling("contested", "They fight for card {cell:cell}, {card:card}.")
PARALLEL = RefusalReason("parallel", "BD-2d", "That line does not cross the first one in exactly one card.")


@dataclass(frozen=True, slots=True)
class LayOut(GameOutcome[DuelSetting, DuelState]):
    """The next nine cards of the deck, laid out (BD-2b)."""

    clause: ClassVar = "BD-2b"
    tellings: ClassVar = (LAID_OUT,)
    cards: Annotated[tuple[CardNumber, ...], Most(9)]

    @classmethod
    def drawn(cls, game: DuelSetting, state: DuelState, stream: RandomStream) -> LayOut:
        return cls(state.decks[state.deck].chosen(9, stream))

    def possible(self, game: DuelSetting, state: DuelState) -> bool:
        return len(self.cards) == 9 and state.decks[state.deck].can_be(self.cards)

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        told.append(LAID_OUT(state.holder, round=state.round, deck=state.deck))
        decks = list(state.decks)
        decks[state.deck] = decks[state.deck].without(self.cards)
        return finish(state._replace(decks=(decks[0], decks[1]), display=self.cards, turn=DuelTurn()))


@dataclass(frozen=True, slots=True)
class LayOutStep(Chance[DuelSetting, DuelState]):
    """Nine cards are laid out."""

    clause: ClassVar = "BD-2b"
    outcome: ClassVar = LayOut
    opens_round: ClassVar = True


@dataclass(frozen=True, slots=True)
class Claim(GameMove[DuelSetting, DuelState]):
    """Claim a line of three cells (BD-2c, BD-2d)."""

    clause: ClassVar = "BD-2d"
    reasons: ClassVar = (PARALLEL,)
    tellings: ClassVar = (CLAIMS, CONTESTED)
    line: Line

    @classmethod
    def options(cls, game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[Claim]:
        return (cls(seat, line) for line in range(len(LINES)))

    def refusal(self, game: DuelSetting, state: DuelState) -> Refusal | None:
        first = state.claims[other(self.seat)]
        return PARALLEL.refusal() if first is not None and len(crossing(first, self.line)) != 1 else None

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        told.append(CLAIMS(self.seat, line=self.line))
        own, first = self.line, state.claims[other(self.seat)]
        state = state._replace(claims=(own, first) if self.seat == 0 else (first, own))
        if first is None:
            return finish(state)
        (cell,) = crossing(first, own)
        card = state.display[cell]
        told.append(CONTESTED(self.seat, cell=cell, card=0 if card is None else card))
        rival = other(self.seat)
        owners = tuple(
            None if it == cell else self.seat if it in CELLS_OF[own] else rival if it in CELLS_OF[first] else None
            for it in range(9)
        )
        return finish(state._replace(owners=owners), FirstThrowStep(rival), FirstThrowStep(self.seat))


@dataclass(frozen=True, slots=True)
class ClaimStep(DecisionStep[DuelSetting, DuelState]):
    """A side claims a line."""

    clause: ClassVar = "BD-2c"
    question: ClassVar = "claim a line"
    moves: ClassVar = (Claim,)
