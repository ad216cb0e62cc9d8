"""What goods, land, clergymen and settlements are worth to a seat at a moment, in hundredths of a point.

Food and energy are worth what the settlements still to come can take; building materials fade as the match goes on;
what counts at the end counts throughout.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.engine.judge import Part
from rules.engine.secrecy import Seat
from rules.ora_et_labora.goods import CLAY, COIN, STONE, STRAW, WOOD
from rules.ora_et_labora.payments import Held
from rules.ora_et_labora.scoring import points, surroundings
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.state import Estate, OraState, free_spaces, spaces

POINT: Final = 100
ROUNDS_FOR_TWO: Final = 36
"""About how many rounds the game for two takes."""
FOOD, MORE_FOOD = 55, 4
"""A unit of food that settlements will take, and one beyond."""
FUEL, MORE_FUEL = 42, 4
"""Half a unit of energy."""
MATERIALS: Final = {WOOD: (25, 5, 4), CLAY: (60, 12, 5), STONE: (120, 40, 6), STRAW: (35, 6, 3)}
"""For each building material what one is worth, one beyond enough, and how many are enough."""
REFINED: Final = 25
"""The part of its points, in percent, that a good counts above them while it can still be used."""
COINS: Final = (45, 30)
"""A coin, and what is added while it can be spent."""
HOME: Final = (230, 90, 160, 230)
"""The value of so many clergymen at home; with none they come home next round."""
PRIOR: Final = 70
SPACE: Final = 90
"""An empty space."""
CARD: Final = 45
"""A forest or moor."""
OWNED: Final = 70
"""A building to be used."""
PROSPECT: Final = 60
"""The part of a settlement's value, in percent, that its prospect counts."""


class Outlook:
    """The worth of things to one seat in one state."""

    def __init__(self, game: OraSetting, state: OraState, seat: Seat) -> None:
        self.game, self.state, self.seat = game, state, seat
        self.estate = state.estates[seat]
        rounds = game.mode.rounds or ROUNDS_FOR_TWO
        self.fade = max(0, min(100, 100 * (rounds - state.round + 1) // rounds))
        """How much of the match is left, in percent."""
        phases = [stage for stage, first in enumerate(game.mode.phases) if first > state.round]
        self.phases = len(phases) + bool(game.mode.rounds)
        """How many settlement phases are still to come."""
        coming = [number for number, card in enumerate(game.settlements) if card.stage in phases]
        cards = [game.settlements[number] for number in (*self.estate.supply, *coming)]
        cards.sort(key=lambda card: card.points + card.dwelling - (card.food + card.energy) // 3, reverse=True)
        self.wanted = cards[: self.phases]
        self.food = sum(card.food for card in self.wanted)
        self.fuel = sum(2 * card.energy for card in self.wanted)

    def goods(self, held: Held) -> int:
        """Return the worth of goods."""
        payments, total, food, fuel = self.game.payments, 0, 0, 0
        for good, number in enumerate(held):
            if not number or good == COIN:
                continue
            food += number * payments.food[good]
            fuel += number * payments.energy[good]
            value = payments.points[good]
            if value:
                total += number * value * (POINT + REFINED * self.fade // 100)
            elif good in MATERIALS:
                first, later, enough = MATERIALS[good]
                total += self.fade * (first * min(number, enough) + later * max(0, number - enough)) // 100
        coins = held[COIN]
        total += coins * COINS[0] + min(coins, 12) * COINS[1] * self.fade // 100
        if self.phases:
            total += FOOD * min(food, self.food) + FUEL * min(fuel, self.fuel)
        return total + MORE_FOOD * food + MORE_FUEL * fuel

    def clergy(self, home: int, prior: bool) -> int:
        """Return the worth of so many clergymen at home, the prior among them or not."""
        return (HOME[home] + PRIOR * prior) * min(self.fade, 60) // 60 if self.fade else 0

    def land(self, estate: Estate) -> int:
        """Return the worth of empty spaces, cards on the land and buildings to be used."""
        own = sum(1 for _, building in estate.buildings if self.game.cards[building].effect)
        cards = len(estate.forests) + len(estate.moors)
        return self.fade * (SPACE * min(len(free_spaces(estate)), 8) + CARD * cards + OWNED * own) // 100

    def settling(self, estate: Estate) -> int:
        """Return the worth of the settlements still to come: the best spaces with the best settlements."""
        terrain = spaces(estate)
        found = sorted(
            (
                surroundings(self.game, estate, space)
                for space in free_spaces(estate)
                if any(terrain[space] in card.terrain for card in self.wanted)
            ),
            reverse=True,
        )
        places = found[: self.phases]
        own = sum(card.points + card.dwelling for card in self.wanted[: len(places)])
        return PROSPECT * (sum(places) + own)

    def parts(self) -> list[Part]:
        """Return the evaluation of the seat's estate in parts."""
        game, estate = self.game, self.estate
        found = points(game, estate)
        home = game.lay_brothers - len(estate.lay_brothers) + (estate.prior is None)
        return [
            Part("points", POINT * (found.buildings + found.settlements + found.wonders), found.total),
            Part("goods", self.goods(estate.goods), sum(estate.goods)),
            Part("settling", self.settling(estate), len(estate.supply)),
            Part("land", self.land(estate), len(free_spaces(estate))),
            Part("clergy", self.clergy(home, estate.prior is None), home),
        ]


def evaluation(game: OraSetting, state: OraState, seat: Seat) -> Sequence[Part]:
    """Return the parts of the evaluation of a state for a seat; against others its lead counts a little."""
    own = Outlook(game, state, seat).parts()
    others = [sum(points(game, state.estates[it])) for it in range(game.players) if it != seat]
    return own if not others else [*own, Part("others", -POINT * max(others) // 4, max(others))]
