"""Declaring cards, the order of turns, and tidying up after them (CG-I-3, CG-I-3x, CG-I-4, CG-II-3x to CG-II-3x2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from rules.campus_galli.box import CardKind, Origin, StockTaken
from rules.campus_galli.laying_sections import TakeSectionStep
from rules.campus_galli.rule_base import ALL_CHOICES, CampusAutomatic, CampusDecision, CampusMove, Choices
from rules.campus_galli.setting import Setting
from rules.campus_galli.special_actions import SpecialActionsStep
from rules.campus_galli.state import EffectKind, SeatState, State, open_card, with_seat
from rules.campus_galli.takeable import card_in_play, order_number
from rules.campus_galli.tile_turns import BeginTurnStep
from rules.campus_galli.tiles import affordable, card_cost, tile_facts
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat, Slot, only
from rules.engine.steps import finish
from rules.engine.tellings import Told


def _ways_to_play(setting: Setting, state: State, seat: Seat) -> list[Origin | None]:
    """Return the ways to play the card that the seat can afford (CG-II-3x2), a double-coloured one by origin."""
    card, own = card_in_play(setting, state, seat), state.seats[seat]
    ways: list[Origin | None] = [*Origin] if card.kind is CardKind.DOUBLE else [None]
    if not setting.tiles:
        return ways
    return [way for way in ways if affordable(own.tiles, state.tiles, card_cost(card, way))]


def _playing(setting: Setting, state: State, seat: Seat, origin: Origin | None) -> Refusal | None:
    """Return why the card cannot be played so, or None."""
    card = card_in_play(setting, state, seat)
    if (card.kind is CardKind.DOUBLE) is (origin is None):
        return Refusal("not-now", "CG-II-3x1") if setting.tiles else Refusal("not-now", "CG-I-3x")
    if origin in _ways_to_play(setting, state, seat):
        return None
    return Refusal("cannot-pay", "CG-II-3x2", tile_facts(state.seats[seat].tiles, card_cost(card, origin)))


@dataclass(frozen=True, slots=True)
class Declare(CampusMove):
    """Declare pouch or hut for a double-coloured card."""

    clause: ClassVar = "CG-I-3x"
    origin: StockTaken

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[Declare]:
        return [cls(seat, way) for way in _ways_to_play(game, state, seat) if way is not None]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        return _playing(game, state, self.seat, self.origin)

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        told.append(Told(EffectKind.DECLARED, self.seat, (int(self.origin is Origin.POUCH),)))
        own = state.seats[self.seat]
        return finish(with_seat(state, self.seat, own._replace(declared=self.origin)))


@dataclass(frozen=True, slots=True)
class PlayCard(CampusMove):
    """Play the card and pay for it on the seat's turn."""

    clause: ClassVar = "CG-II-3x1"
    tag: ClassVar = "play"

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[PlayCard]:
        return [cls(seat)] if None in _ways_to_play(game, state, seat) else []

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        return _playing(game, state, self.seat, None)

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        told.append(Told(EffectKind.PLAYS, self.seat, (open_card(state.seats[self.seat]),)))
        return finish(state)


@dataclass(frozen=True, slots=True)
class Beg(CampusMove):
    """Beg instead of playing the card."""

    clause: ClassVar = "CG-II-3x"

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[Beg]:
        return [cls(seat)] if game.tiles else []

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        return None if game.tiles else Refusal("not-now", "CG-I-3y")

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        own = state.seats[self.seat]
        told.append(Told(EffectKind.BEGS, self.seat, (open_card(own),)))
        return finish(with_seat(state, self.seat, own._replace(begs=True)))


@dataclass(frozen=True, slots=True)
class DeclareStep(CampusDecision):
    """A seat declares pouch or hut; with tiles, also whether it plays or begs: it begs if it can afford nothing."""

    clause: ClassVar = "CG-I-3x"
    question: ClassVar = "declare how to play the card"
    moves: ClassVar = (Declare, PlayCard, Beg)

    def run(self, game: Setting, state: State, told: list[Told]) -> State | None:
        return None if _ways_to_play(game, state, self.seat) else Beg(self.seat).carry_out(game, state, told)


@dataclass(frozen=True, slots=True)
class OrderTurnsStep(CampusAutomatic):
    """The turns are ordered by card number, lowest first."""

    clause: ClassVar = "CG-I-3"
    tag: ClassVar = "order"

    def run(self, game: Setting, state: State, told: list[Told]) -> State:
        def number(seat: Seat) -> tuple[int, int]:
            card, own = card_in_play(game, state, seat), state.seats[seat]
            last = 2 if card.kind is CardKind.ANGEL else int(own.begs)
            return last, order_number(card, own.declared)

        order = tuple(sorted(game.seats, key=number))
        state = state._replace(order=order)
        if not game.tiles:
            return finish(state, *map(TakeSectionStep, order), TidyUpStep())
        return finish(state, *map(BeginTurnStep, order), SpecialActionsStep(order), TidyUpStep())


@dataclass(frozen=True, slots=True)
class TidyUpStep(CampusAutomatic):
    """Played cards and cards that have taken effect are put away (CG-I-4)."""

    clause: ClassVar = "CG-I-4"
    tag: ClassVar = "tidy"

    def run(self, game: Setting, state: State, told: list[Told]) -> State:
        seats: list[SeatState] = []
        for seat in state.seats:
            slot = Slot(None, only(Seat(len(seats))))
            # Books and guests are in the library and on the board by now.
            played = seat.played if seat.chosen.card is None else (*seat.played, open_card(seat))
            played += () if seat.borrowed is None else (seat.borrowed,)
            seats.append(seat._replace(chosen=slot, played=played, declared=None, begs=False, borrowed=None))
        away = tuple(task for place, task in enumerate(state.board) if task is not None and state.turned >> place & 1)
        board = tuple(None if state.turned >> place & 1 else task for place, task in enumerate(state.board))
        state = state._replace(board=board, aside=(*state.aside, *away), turned=0, first=state.order[0])
        return finish(state._replace(seats=tuple(seats)))
