"""The rules of Candles: each step, move and outcome beside its clause of `rulebook.md`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, NamedTuple

from rules.engine.entropy import RandomStream
from rules.engine.kinds import Kind, Range
from rules.engine.refusal import Refusal, RefusalReason
from rules.engine.secrecy import EMPTY, HIDDEN, NOBODY, Seat, Secret, Slot, Zone, only
from rules.engine.steps import (
    Automatic,
    Chance,
    DecisionStep,
    GameMove,
    GameOutcome,
    SharedStep,
    Step,
    current_step,
    decided,
    finish,
    replaced,
)
from rules.engine.tellings import Telling, Told
from tests.sample_game.box import CandlesSetting
from tests.sample_game.meta import SHORT_FIRST

ROUNDS: Final = 3
HAND: Final = 2
ASIDE: Final = 3

Candle = Annotated[int, Kind("candle")]
CandlePiece = Annotated[int, Kind("candle", piece=True)]
CandleZone = Annotated[Zone, Kind("candle", piece=True)]
CandleSlot = Annotated[Slot, Kind("candle", piece=True)]
Window = Annotated[int, Kind("window")]


class CandlesState(NamedTuple):
    """A position."""

    agenda: tuple[Step[Any, Any], ...]
    told: tuple[Told, ...]
    draws: Annotated[int, Range(0, 99)]
    round: Annotated[int, Range(0, ROUNDS)]
    box: CandleZone
    pile: CandleZone
    hands: tuple[CandleZone, ...]
    chosen: tuple[CandleSlot, ...]
    shown: tuple[CandlePiece, ...]
    windows: tuple[Seat | None, ...]


LIT = Telling("lit", "{seat} lights window {window:window}.")
SHOWN = Telling("shown", "{seat} shows the candle of {candle:candle}.")
NOT_IN_HAND = RefusalReason("not-in-hand", "PK-3", "You don't hold that candle.")
WINDOW_IS_LIT = RefusalReason("window-is-lit", "PK-4", "That is no dark window.")


@dataclass(frozen=True, slots=True)
class SetPile(GameOutcome[CandlesSetting, CandlesState]):
    """The candles of the pile; the others stay in the box (PK-1)."""

    clause: ClassVar = "PK-1"
    tag: ClassVar = "set"
    pile: Secret[tuple[Candle, ...]]

    @classmethod
    def drawn(cls, game: CandlesSetting, state: CandlesState, stream: RandomStream) -> SetPile:
        return cls(Secret(NOBODY, some(state.box, len(game.box.heights) - ASIDE, stream)))

    def possible(self, game: CandlesSetting, state: CandlesState) -> bool:
        return self.pile.audience == NOBODY and state.box.holds(self.pile.value, len(game.box.heights) - ASIDE)

    def carry_out(self, game: CandlesSetting, state: CandlesState, told: list[Told]) -> CandlesState:
        count = len(game.box.heights) - ASIDE
        box = state.box.remove(self.pile.value, count)._replace(seen=NOBODY)
        return finish(state._replace(box=box, pile=state.pile.add(self.pile.value, count)))


@dataclass(frozen=True, slots=True)
class SetPileStep(Chance[CandlesSetting, CandlesState]):
    """The pile is made."""

    clause: ClassVar = "PK-1"
    outcome: ClassVar = SetPile


@dataclass(frozen=True, slots=True)
class BeginRoundStep(Automatic[CandlesSetting, CandlesState]):
    """The next round begins, or the match ends (PK-5)."""

    clause: ClassVar = "PK-5"

    def run(self, game: CandlesSetting, state: CandlesState, told: list[Told]) -> CandlesState:
        if state.round == ROUNDS:
            return finish(state)
        state = state._replace(round=state.round + 1)
        return finish(state, *map(DrawStep, game.seats), ChooseStep(game.seats), ShowStep())


@dataclass(frozen=True, slots=True)
class DrawCandles(GameOutcome[CandlesSetting, CandlesState]):
    """A seat draws candles from the pile (PK-2)."""

    clause: ClassVar = "PK-2"
    tag: ClassVar = "draw"
    seat: Seat
    candles: Secret[tuple[Candle, ...]]

    @classmethod
    def drawn(cls, game: CandlesSetting, state: CandlesState, stream: RandomStream) -> DrawCandles:
        seat = current_step(state, DrawStep).seat
        return cls(seat, Secret(only(seat), some(state.pile, needed(state, seat), stream)))

    def possible(self, game: CandlesSetting, state: CandlesState) -> bool:
        own = (self.seat, self.candles.audience) == (current_step(state, DrawStep).seat, only(self.seat))
        return own and state.pile.holds(self.candles.value, needed(state, self.seat))

    def carry_out(self, game: CandlesSetting, state: CandlesState, told: list[Told]) -> CandlesState:
        cards, count, hand = self.candles.value, needed(state, self.seat), state.hands[self.seat]
        hands = replaced(state.hands, self.seat, hand.add(cards, count))
        return finish(state._replace(pile=state.pile.remove(cards, count), hands=hands))


@dataclass(frozen=True, slots=True)
class DrawStep(Chance[CandlesSetting, CandlesState]):
    """A seat's hand is filled."""

    clause: ClassVar = "PK-2"
    outcome: ClassVar = DrawCandles
    opens_round: ClassVar = True
    seat: Seat


@dataclass(frozen=True, slots=True)
class ChooseCandle(GameMove[CandlesSetting, CandlesState]):
    """Choose a candle of the hand, in secret (PK-3)."""

    clause: ClassVar = "PK-3"
    tag: ClassVar = "choose"
    reasons: ClassVar = (NOT_IN_HAND,)
    candle: Secret[Candle]

    @classmethod
    def options(cls, game: CandlesSetting, state: CandlesState, seat: Seat) -> Iterator[ChooseCandle]:
        hand = state.hands[seat].cards
        return (cls(seat, Secret(only(seat), candle)) for candle in (() if hand is HIDDEN else hand))

    def refusal(self, game: CandlesSetting, state: CandlesState) -> Refusal | None:
        fits = self.candle.audience == only(self.seat) and state.hands[self.seat].holds(self.cards, 1)
        return None if fits else NOT_IN_HAND.refusal()

    @property
    def cards(self) -> Any:
        """The candle as the content of a zone."""
        return HIDDEN if self.candle.value is HIDDEN else (self.candle.value,)

    def carry_out(self, game: CandlesSetting, state: CandlesState, told: list[Told]) -> CandlesState:
        hands = replaced(state.hands, self.seat, state.hands[self.seat].remove(self.cards, 1))
        chosen = replaced(state.chosen, self.seat, Slot(self.candle.value, only(self.seat)))
        return decided(state._replace(hands=hands, chosen=chosen), self.seat)


@dataclass(frozen=True, slots=True)
class ChooseStep(SharedStep[CandlesSetting, CandlesState]):
    """All seats choose a candle at once."""

    clause: ClassVar = "PK-3"
    question: ClassVar = "choose a candle"
    moves: ClassVar = (ChooseCandle,)


@dataclass(frozen=True, slots=True)
class ShowCandles(GameOutcome[CandlesSetting, CandlesState]):
    """All chosen candles, in seat order (PK-3); they decide who lights first (PK-4)."""

    clause: ClassVar = "PK-3"
    tag: ClassVar = "show"
    tellings: ClassVar = (SHOWN,)
    opens_choices: ClassVar[bool] = True
    candles: tuple[Candle, ...]

    @classmethod
    def drawn(cls, game: CandlesSetting, state: CandlesState, stream: RandomStream) -> ShowCandles:
        return cls(tuple(slot.card for slot in state.chosen if isinstance(slot.card, int)))

    def possible(self, game: CandlesSetting, state: CandlesState) -> bool:
        pairs = zip(state.chosen, self.candles, strict=False)
        return len(self.candles) == len(state.chosen) and all(slot.card in (HIDDEN, it) for slot, it in pairs)

    def carry_out(self, game: CandlesSetting, state: CandlesState, told: list[Told]) -> CandlesState:
        told += [SHOWN(seat, candle=candle) for seat, candle in zip(game.seats, self.candles, strict=True)]
        height = [game.box.heights[candle] for candle in self.candles]
        order = sorted(game.seats, key=lambda seat: height[seat], reverse=SHORT_FIRST not in game.options.variants)
        state = state._replace(chosen=(EMPTY,) * len(state.chosen), shown=state.shown + self.candles)
        return finish(state, *map(LightStep, order), BeginRoundStep())


@dataclass(frozen=True, slots=True)
class ShowStep(Chance[CandlesSetting, CandlesState]):
    """The chosen candles are shown."""

    clause: ClassVar = "PK-3"
    outcome: ClassVar = ShowCandles


@dataclass(frozen=True, slots=True)
class LightWindow(GameMove[CandlesSetting, CandlesState]):
    """Light a dark window (PK-4)."""

    clause: ClassVar = "PK-4"
    tag: ClassVar = "light"
    reasons: ClassVar = (WINDOW_IS_LIT,)
    tellings: ClassVar = (LIT,)
    window: Window

    @classmethod
    def options(cls, game: CandlesSetting, state: CandlesState, seat: Seat) -> Iterator[LightWindow]:
        return (cls(seat, window) for window in range(len(state.windows)))

    def refusal(self, game: CandlesSetting, state: CandlesState) -> Refusal | None:
        dark = 0 <= self.window < len(state.windows) and state.windows[self.window] is None
        return None if dark else WINDOW_IS_LIT.refusal()

    def carry_out(self, game: CandlesSetting, state: CandlesState, told: list[Told]) -> CandlesState:
        told.append(LIT(self.seat, window=self.window))
        return finish(state._replace(windows=replaced(state.windows, self.window, self.seat)))


@dataclass(frozen=True, slots=True)
class LightStep(DecisionStep[CandlesSetting, CandlesState]):
    """A seat lights a window."""

    clause: ClassVar = "PK-4"
    question: ClassVar = "light a window"
    moves: ClassVar = (LightWindow,)


STEPS: Final = (SetPileStep, BeginRoundStep, DrawStep, ChooseStep, ShowStep, LightStep)


def needed(state: CandlesState, seat: Seat) -> int:
    """Return how many candles a seat draws (PK-2)."""
    return HAND - state.hands[seat].count


def some(zone: Zone, count: int, stream: RandomStream) -> tuple[int, ...]:
    """Return cards of a zone that the dealer sees, each set equally likely."""
    assert zone.cards is not HIDDEN
    return tuple(sorted(stream.sample(zone.cards, count)))
