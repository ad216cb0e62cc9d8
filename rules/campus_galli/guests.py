"""Books and guests, and scoring them again (CG-II-3a to CG-II-3a2, CG-II-3e to CG-II-3e7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias

from rules.campus_galli import tasks
from rules.campus_galli.box import CardKind, TaskKind
from rules.campus_galli.pieces import CardNumber, CardSet, ColourNumber
from rules.campus_galli.rule_base import ALL_CHOICES, CampusAutomatic, CampusDecision, CampusMove, CampusStep, Choices
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import EffectKind, State, beside, discard_played, with_seat
from rules.campus_galli.tile_transfers import ReceiveTilesStep, receive
from rules.campus_galli.tiles import Tiles, minus, tile, tiles_of
from rules.engine.kinds import Most, Range
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat
from rules.engine.steps import current_step, finish
from rules.engine.tellings import Told

Again: TypeAlias = tuple[tuple[int, ...], tuple[int | None, ...]]
"""Cards scored again, and the tile gained from each."""
BOOKS_AGAIN, GUESTS_AGAIN = 2, 1
"""How many books are scored again with a new book, and guests with a new guest."""
MOVES_IN, MOVES_IN_STONE = 1, 2
"""Monks who move in with a guest: beside a building in wood, beside a complete one."""


@dataclass(frozen=True, slots=True)
class ScoreAgain(CampusMove):
    """Score books or guests again, ascending, with the tile gained from each; None for no tile."""

    clause: ClassVar = "CG-II-3a1"
    tag: ClassVar = "again"
    cards: CardSet
    colours: Annotated[tuple[ColourNumber | None, ...], Most(4)]

    def disagreement(self) -> str:
        """Return what is inconsistent among the fields; empty if nothing is."""
        return "" if len(self.cards) == len(self.colours) else "expected a colour for each card"

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[ScoreAgain]:
        return [cls(seat, *again) for again in _again_choices(game, state)]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        if (self.cards, self.colours) in _again_choices(game, state):
            return None
        books = game.box.cards[current_step(state, ScoreAgainStep).cards[0]].kind is CardKind.BOOK
        if state.turn is None:
            return Refusal("wrong-cards", "CG-II-1e" if books else "CG-II-1d")
        return Refusal("wrong-cards", "CG-II-3a1" if books else "CG-II-3e3")

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        state = finish(state)
        for card, colour in zip(self.cards, self.colours, strict=True):
            told.append(Told(EffectKind.SCORED_AGAIN, self.seat, (card,)))
            if colour is not None:
                state = receive(game, state, self.seat, tile(colour), told)
        return state


def _again_choices(setting: Setting, state: State) -> list[Again]:
    """Return every choice of cards to score again with their tiles; the empty one last."""
    step = current_step(state, ScoreAgainStep)
    found: list[Again] = []

    def choose(cards: tuple[int, ...], colours: tuple[int | None, ...], first: int, supply: Tiles) -> None:
        if cards:
            found.append((cards, colours))
        if len(cards) == step.most:
            return
        for place in range(first, len(step.cards)):
            card = step.cards[place]
            brought: list[int | None] = [colour for colour in setting.box.cards[card].colours if supply[colour]]
            for colour in brought or [None]:
                left = supply if colour is None else minus(supply, tile(colour))
                choose((*cards, card), (*colours, colour), place + 1, left)

    choose((), (), 0, state.tiles)
    return [*found, ((), ())]


@dataclass(frozen=True, slots=True)
class ScoreAgainStep(CampusDecision):
    """A seat may score up to `most` of these books or guests again."""

    clause: ClassVar = "CG-II-3a1"
    question: ClassVar = "score books or guests again"
    moves: ClassVar = (ScoreAgain,)
    tag: ClassVar = "again"
    cards: CardSet
    most: Annotated[int, Range(1, 4)]


@dataclass(frozen=True, slots=True)
class ProduceBookStep(CampusAutomatic):
    """The book of the seat's card goes to its library with its tile; others may be scored again."""

    clause: ClassVar = "CG-II-3a"
    tag: ClassVar = "book"
    seat: Seat

    def run(self, game: Setting, state: State, told: list[Told]) -> State:
        card, own = discard_played(state.seats[self.seat])
        told.append(Told(EffectKind.BOOK_PRODUCED, self.seat, (card,)))
        again = [ScoreAgainStep(self.seat, tuple(sorted(own.books)), BOOKS_AGAIN)] if own.books else []
        state = finish(with_seat(state, self.seat, own._replace(books=(*own.books, card))), *again)
        state = receive(game, state, self.seat, tiles_of(game.box.cards[card].colours), told)
        fulfilled = [place for place, _ in tasks.on_board(game, state, TaskKind.NEWBOOK)]
        return tasks.take(state, self.seat, fulfilled, told)


@dataclass(frozen=True, slots=True)
class WelcomeGuestStep(CampusAutomatic):
    """The guest of the seat's card comes; his tile, another guest again, and his moving in follow."""

    clause: ClassVar = "CG-II-3e"
    tag: ClassVar = "guest"
    seat: Seat

    def run(self, game: Setting, state: State, told: list[Told]) -> State:
        seat = self.seat
        card, own = discard_played(state.seats[seat])
        told.append(Told(EffectKind.GUEST_COME, seat, (card,)))
        colours = sum(1 << colour for colour in game.box.cards[card].colours)
        steps: list[CampusStep] = [ReceiveTilesStep(seat, colours, 1)] if colours else []
        if own.guests:
            steps.append(ScoreAgainStep(seat, tuple(sorted(own.guests)), GUESTS_AGAIN))
        state = with_seat(state, seat, own._replace(guests=(*own.guests, card)))
        return finish(state, *steps, MoveInStep(seat, card))


@dataclass(frozen=True, slots=True)
class MoveInStep(CampusAutomatic):
    """One monk moves in beside a wooden building, two beside a complete one (CG-II-3e4 to CG-II-3e7, CG-II-3g3)."""

    clause: ClassVar = "CG-II-3e4"
    seat: Seat
    card: CardNumber

    def run(self, game: Setting, state: State, told: list[Told]) -> State:
        building, own = game.box.cards[self.card].building, state.seats[self.seat]
        state = finish(state)
        if building is None or not state.open >> building & 1:
            return state
        monks = min(own.supply, MOVES_IN_STONE if tasks.is_complete(game, state, building) else MOVES_IN)
        if not monks:
            return state
        told.append(Told(EffectKind.MOVED_IN, self.seat, (building, monks)))
        state = beside(state, self.seat, building, monks, guest=True)
        return tasks.take(state, self.seat, tasks.of_side(game, state, building), told)
