"""Rounds and passages (BD-2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.builders_duel.building import TurnStep
from rules.builders_duel.claims import ClaimStep, LayOutStep
from rules.builders_duel.conflict import CompareStep, Conflict
from rules.builders_duel.one_use import discard
from rules.builders_duel.setting import DuelSetting
from rules.builders_duel.state import LAST_ROUND, ROUNDS_PER_PASSAGE, DuelState, DuelTurn, other, passage, with_side
from rules.engine.deck import Deck
from rules.engine.secrecy import Seat
from rules.engine.steps import Automatic, finish
from rules.engine.tellings import Telling, Told

SHUFFLED = Telling("shuffled", "Passage {passage}: deck {deck:deck} is shuffled.")
RETURNS = Telling("returns", "{seat} returns {card:card} to deck {deck:deck}.")


def returning_cards(game: DuelSetting, state: DuelState, seat: Seat) -> tuple[int, ...]:
    """Return the seat's 1x cards that go back to their deck after the present round (BD-2h)."""
    if state.round % ROUNDS_PER_PASSAGE or state.round == LAST_ROUND:
        return ()
    deck = passage(state.round + 1) % len(state.decks)
    return tuple(card for card in state.sides[seat].kept if game.cards[card].deck == deck)


@dataclass(frozen=True, slots=True)
class BeginRoundStep(Automatic[DuelSetting, DuelState]):
    """The next round begins; before a passage its deck is shuffled (BD-2a, BD-2h)."""

    clause: ClassVar = "BD-2a"
    tellings: ClassVar = (RETURNS, SHUFFLED)

    def run(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        returned = [(Seat(seat), card) for seat in range(2) for card in returning_cards(game, state, Seat(seat))]
        state = state._replace(round=state.round + 1, holder=state.power)
        if state.round % ROUNDS_PER_PASSAGE == 1:
            told += [RETURNS(seat, card=card, deck=state.deck) for seat, card in returned]
            told.append(SHUFFLED(state.holder, passage=passage(state.round) + 1, deck=state.deck))
            state = _shuffled(state, tuple(card for _, card in returned))
        holder, challenger = state.holder, other(state.holder)
        steps = (LayOutStep(), ClaimStep(holder), ClaimStep(challenger), CompareStep())
        return finish(state, *steps, TurnStep(holder), ClearTurnStep(), TurnStep(challenger), EndRoundStep())


def _shuffled(state: DuelState, returned: tuple[int, ...]) -> DuelState:
    """Return the state with the deck of this passage shuffled, with its discards and the 1x cards returned."""
    deck = state.deck
    for number, side in enumerate(state.sides):
        kept = tuple(card for card in side.kept if card not in returned)
        state = with_side(state, Seat(number), side._replace(kept=kept))
    decks, discards = list(state.decks), list(state.discards)
    decks[deck] = Deck.of((*decks[deck].cards, *discards[deck], *returned))
    discards[deck] = ()
    return state._replace(decks=(decks[0], decks[1]), discards=(discards[0], discards[1]))


@dataclass(frozen=True, slots=True)
class ClearTurnStep(Automatic[DuelSetting, DuelState]):
    """What held in the holder's turn ends."""

    clause: ClassVar = "BD-4a"

    def run(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        return finish(state._replace(turn=DuelTurn()))


@dataclass(frozen=True, slots=True)
class EndRoundStep(Automatic[DuelSetting, DuelState]):
    """The cards are discarded; the next round begins, or the match is over (BD-2g, BD-7b)."""

    clause: ClassVar = "BD-2g"

    def run(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        state = discard(game, state, tuple(card for card in state.display if card is not None))
        state = state._replace(display=(), claims=(None, None), owners=(), conflict=Conflict(), turn=DuelTurn())
        return finish(state) if state.round == LAST_ROUND else finish(state, BeginRoundStep())
