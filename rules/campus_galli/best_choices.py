"""The choices of placements, payments and swaps that may be rated best, for searches."""

from __future__ import annotations

from collections.abc import Sequence

from rules.campus_galli import places
from rules.campus_galli.layout import Placement
from rules.campus_galli.move_rating import MoveRater
from rules.campus_galli.placement_batch import JOKER
from rules.campus_galli.rule_base import Choices
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.campus_galli.tile_values import cheapest_payment
from rules.campus_galli.tiles import Cost, Swap, Tiles, any_left
from rules.engine.secrecy import Seat


class BestChoices(Choices):
    """The best rated choice of each kind for a seat; the first of equals."""

    def __init__(self, rater: MoveRater, seat: Seat) -> None:
        self._rater = rater
        self._seat = seat

    def places(self, setting: Setting, state: State, section: int, lifted: int | None) -> Sequence[Placement]:
        found = places.legal_for(setting, state, section, lifted)
        if lifted is not None:
            # Its former placement is illegal, even if rated best.
            return found
        _, shape, colour = setting.box.sections[section]
        values = self._rater.evaluator.values(state, self._seat)
        rated = values.by_placement(shape, JOKER if colour is None else colour)
        return [max(found, key=lambda place: rated[place.index])]

    def payments(self, own: Tiles, cost: Cost) -> Sequence[Tiles]:
        return cheapest_payment(own, cost, self._rater.evaluator.weights.tile)

    def swaps(self, state: State, seat: Seat, cost: Cost | None = None) -> Sequence[Swap]:
        supply = state.tiles if cost is not None else any_left(state.tiles)
        return self._rater.tile_goals(state, seat).best_swap(state.seats[seat].tiles, supply, cost)
