"""Generators of placements, payments and swaps: all legal ones, or only those that may be rated best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rules.campus_galli import places, tile_turns, tiles
from rules.campus_galli.layout import Placement
from rules.campus_galli.move_rating import MoveRater
from rules.campus_galli.placement_batch import JOKER
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.campus_galli.steps import LaySectionStep
from rules.campus_galli.tile_values import cheapest_payment
from rules.campus_galli.tiles import Cost, Swap, Tiles, any_left
from rules.engine.secrecy import Seat


class ChoiceGenerator(Protocol):
    """A generator of choices, in canonical order."""

    def places(self, state: State, step: LaySectionStep) -> Sequence[Placement]:
        """Return the placements of the section."""
        ...

    def payments(self, own: Tiles, cost: Cost) -> Sequence[Tiles]:
        """Return the payments of the cost from these tiles."""
        ...

    def swaps(self, state: State, own: Tiles, cost: Cost | None = None) -> Sequence[Swap]:
        """Return the swaps after which the cost, if any, can be paid."""
        ...


class AllChoices:
    """All legal choices. Implements `ChoiceGenerator`."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def places(self, state: State, step: LaySectionStep) -> Sequence[Placement]:
        """Implement `ChoiceGenerator.places`."""
        return places.legal_for(self._setting, state, step)

    def payments(self, own: Tiles, cost: Cost) -> Sequence[Tiles]:
        """Implement `ChoiceGenerator.payments`."""
        return tiles.payments(own, cost)

    def swaps(self, state: State, own: Tiles, cost: Cost | None = None) -> Sequence[Swap]:
        """Implement `ChoiceGenerator.swaps`."""
        return tile_turns.swaps_before(own, state.tiles, cost)


class BestChoices:
    """The best rated choice of each kind; the first of equals. Implements `ChoiceGenerator`."""

    def __init__(self, rater: MoveRater, seat: Seat) -> None:
        self._rater = rater
        self._seat = seat

    def places(self, state: State, step: LaySectionStep) -> Sequence[Placement]:
        """Implement `ChoiceGenerator.places`."""
        setting = self._rater.evaluator.setting
        if step.lifted is not None:
            # Its former placement is illegal, even if rated best.
            return places.legal_for(setting, state, step)
        _, shape, colour = setting.box.sections[step.section]
        values = self._rater.evaluator.values(state, self._seat).by_placement(
            shape, JOKER if colour is None else colour
        )
        return [max(places.legal_for(setting, state, step), key=lambda place: values[place.index])]

    def payments(self, own: Tiles, cost: Cost) -> Sequence[Tiles]:
        """Implement `ChoiceGenerator.payments`."""
        return cheapest_payment(own, cost, self._rater.evaluator.weights.tile)

    def swaps(self, state: State, own: Tiles, cost: Cost | None = None) -> Sequence[Swap]:
        """Implement `ChoiceGenerator.swaps`."""
        supply = state.tiles if cost is not None else any_left(state.tiles)
        return self._rater.tile_goals(state, self._seat).best_swap(own, supply, cost)
