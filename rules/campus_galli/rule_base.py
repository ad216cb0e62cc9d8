"""What the rules of Campus Galli are made of: the engine's moves, outcomes and steps, on its own setting and state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from rules.campus_galli import places, tiles
from rules.campus_galli.layout import Placement
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State, count_draw
from rules.campus_galli.tiles import Cost, Swap, Tiles
from rules.engine.referee import Draw
from rules.engine.secrecy import Seat
from rules.engine.steps import Automatic, Chance, DecisionStep, GameMove, GameOutcome, Step

CampusOutcome: TypeAlias = GameOutcome[Setting, State]
CampusStep: TypeAlias = Step[Setting, State]
CampusDecision: TypeAlias = DecisionStep[Setting, State]
CampusAutomatic: TypeAlias = Automatic[Setting, State]


class Choices:
    """All legal choices of placements, payments and swaps, in canonical order; `best_choices` has only the best."""

    def places(self, setting: Setting, state: State, section: int, lifted: int | None) -> Sequence[Placement]:
        """Return the placements of the section, without the one it was lifted from."""
        return places.legal_for(setting, state, section, lifted)

    def payments(self, own: Tiles, cost: Cost) -> Sequence[Tiles]:
        """Return the payments of the cost from these tiles."""
        return tiles.payments(own, cost)

    def swaps(self, state: State, seat: Seat, cost: Cost | None = None) -> Sequence[Swap]:
        """Return the swaps after which the cost, if any, can be paid."""
        return tiles.swaps_before(state.seats[seat].tiles, state.tiles, cost)

    def named_payments(self, own: Tiles, cost: Cost) -> Sequence[Tiles | None]:
        """Return what a paying move says of its tiles, per payment: None where there is no choice."""
        if cost.more:
            return self.payments(own, cost)
        return [None] if tiles.within(cost.tiles, own) else []


ALL_CHOICES = Choices()


@dataclass(frozen=True, slots=True)
class CampusMove(GameMove[Setting, State]):
    """A move; its options are legal, and those of the best choices may be rated best."""

    only_legal: ClassVar = True

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[CampusMove]:
        """Return the legal moves of this class."""
        return [cls(seat)]


CampusEvent: TypeAlias = CampusMove | CampusOutcome


@dataclass(frozen=True, slots=True)
class CampusChance(Chance[Setting, State]):
    """A draw, counted where its source is drawn from more than once."""

    source: ClassVar[str] = ""

    def name(self) -> str:
        """Return the name under which randomness is drawn."""
        return self.source

    def counter(self, state: State) -> int | None:
        """Return the index of the source in `State.draws`, if its draws are counted."""
        return None

    def draw(self, state: State) -> Draw:
        counter = self.counter(state)
        return Draw(self.name(), 0 if counter is None else state.draws[counter], self.opens_round)

    def counted(self, state: State) -> State:
        counter = self.counter(state)
        return state if counter is None else count_draw(state, counter)
