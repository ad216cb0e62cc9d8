"""What goods, land, clergymen and settlements are worth to a seat at a moment, in hundredths of a point.

Food and energy are worth what the settlements still to come can take, building materials what the wanted buildings
lend them; what counts at the end counts throughout.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import Final

from rules.engine.judge import Part
from rules.engine.secrecy import Seat
from rules.ora_et_labora.demand import Demand
from rules.ora_et_labora.goods import COIN, GOODS
from rules.ora_et_labora.land import borders
from rules.ora_et_labora.payments import Held
from rules.ora_et_labora.scoring import dwelling_values, points
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.state import Estate, OraState, free_spaces, spaces
from rules.ora_et_labora.turns import ActionStep

POINT: Final = 100
LAST_FOR_TWO: Final = 12
"""About how many rounds the game for two takes after the last settlement phase."""
ACTIONS: Final = 3
"""About how many actions there are to one of building."""
MOST_BUILDS: Final = 8
FOOD, MORE_FOOD = 55, 4
"""A unit of food that settlements will take, and one beyond."""
FUEL, MORE_FUEL = 42, 4
"""Half a unit of energy."""
REFINED: Final = 25
"""The part of its points, in percent, that a good counts above them while it can still be used."""
COINS: Final = (45, 30)
"""A coin, and what is added while it can be spent."""
HOME: Final = (230, 90, 160, 230)
"""The value of none, one, two and three clergymen at home; with none they come home next round."""
PRIOR: Final = 70
SPACES: Final = (0, 250, 400, 500, 580, 640, 690, 730, 760)
"""The value of no, one, two and more empty spaces."""
CARD: Final = 45
"""A forest or moor."""
OWNED: Final = 70
"""A building to be used."""
ACTION: Final = 450
"""What an action should bring."""
HASTE: Final = 120
"""What who leads after the last settlement phase of the game for two gives for a building less, for each round."""
PATIENCE: Final = 24
"""So many rounds after the last settlement phase a player who is behind still hopes to catch up."""
LEAD: Final = 400
"""What a point of the lead counts besides when the match is about to end."""
PROSPECT: Final = 60
"""The part of a settlement's value, in percent, that its prospect counts."""


class Outlook:
    """The worth of things to one seat in one state."""

    def __init__(self, game: OraSetting, state: OraState, seat: Seat, haste: int = 0) -> None:
        self.game, self.state, self.seat = game, state, seat
        self.estate = state.estates[seat]
        rounds = game.mode.rounds or game.mode.phases[-1] + LAST_FOR_TWO
        left = max(0, rounds - state.round + 1)
        self.fade = min(100, 100 * left // rounds)
        """How much of the match is left, in percent."""
        phases = [stage for stage, first in enumerate(game.mode.phases) if first > state.round]
        self.phases = len(phases) + bool(game.mode.rounds)
        """How many settlement phases are still to come."""
        self.haste = haste
        actions = left * (game.players + 1) // game.players
        most = actions // ACTIONS if game.mode.rounds else len(state.display) - game.mode.left + 2
        builds = max(1, min(MOST_BUILDS, most))
        self.demand = Demand(game, state, self.estate, builds, self.phases, haste)
        self.sites = builds + self.phases
        """How many empty spaces can be used."""
        coming = [number for number, card in enumerate(game.settlements) if card.stage in phases]
        cards = [game.settlements[number] for number in (*self.estate.supply, *coming)]
        cards.sort(key=lambda card: card.points + card.dwelling - (card.food + card.energy) // 3, reverse=True)
        self.wanted = cards[: self.phases]
        self.food = sum(card.food for card in self.wanted)
        self.fuel = sum(2 * card.energy for card in self.wanted)
        payments, refined = game.payments, POINT + REFINED * self.fade // 100
        self._food = [value if good != COIN else 0 for good, value in enumerate(payments.food[: len(GOODS)])]
        self._fuel = payments.energy[: len(GOODS)]
        self._each = [
            points * refined + MORE_FOOD * food + MORE_FUEL * fuel
            for points, food, fuel in zip(payments.points, self._food, self._fuel, strict=False)
        ]
        """What each good counts by itself; building materials, coins and what settlements take count besides."""

    def goods(self, held: Held) -> int:
        """Return the worth of goods."""
        coins = held[COIN]
        total = sum(map(mul, held, self._each)) + self.demand.materials(held)
        total += coins * COINS[0] + min(coins, 12) * COINS[1] * self.fade // 100
        if self.phases:
            total += FOOD * min(sum(map(mul, held, self._food)), self.food)
            total += FUEL * min(sum(map(mul, held, self._fuel)), self.fuel)
        return total

    def clergy(self, home: int, prior: bool) -> int:
        """Return the worth of the clergymen at home, the prior among them or not."""
        return (HOME[home] + PRIOR * prior) * min(self.fade, 60) // 60 if self.fade else 0

    def land(self, estate: Estate) -> int:
        """Return the worth of empty spaces, cards on the land and buildings to be used."""
        own = sum(1 for _, building in estate.buildings if self.game.cards[building].effect)
        cards, free = len(estate.forests) + len(estate.moors), free_spaces(estate)
        empty = SPACES[min(len(free), self.sites, len(SPACES) - 1)]
        rare = self.demand.land(estate, free, self.estate.goods)
        return empty + rare + self.fade * (CARD * cards + OWNED * own) // 100

    def settling(self, estate: Estate) -> int:
        """Return the worth of the settlements still to come: the best spaces with the best settlements."""
        terrain, near = spaces(estate), borders(estate.districts, estate.plots)
        values, allowed = dwelling_values(self.game, estate), {it for card in self.wanted for it in card.terrain}
        found = sorted(
            (
                sum(values.get(place, 0) for place in near[space])
                for space in free_spaces(estate)
                if terrain[space] in allowed
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
        lasting = found.buildings + found.settlements + found.wonders
        return [
            Part("points", POINT * lasting, lasting),
            Part("goods", self.goods(estate.goods), sum(estate.goods)),
            Part("settling", self.settling(estate), len(estate.supply)),
            Part("land", self.land(estate), len(free_spaces(estate))),
            Part("clergy", self.clergy(home, estate.prior is None), home),
        ]


def haste(game: OraSetting, state: OraState, seat: Seat) -> int:
    """Return what it is worth to have a building less on display: with two players who leads is eager to end.

    In the long run the other one is so too.
    """
    late = state.round - game.mode.phases[-1]
    if game.mode.rounds or late < 0:
        return 0
    totals = [points(game, estate).total for estate in state.estates]
    return HASTE * max(0, late + 2 if totals[seat] == max(totals) else late - PATIENCE)


def taken(game: OraSetting, state: OraState, seat: Seat) -> int:
    """Return how many actions a seat has had by now."""
    left = sum(step.actions for step in state.agenda if isinstance(step, ActionStep) and step.seat == seat)
    begun = (state.round - 1 - (seat - state.first) % game.players) // game.players + 1
    return (2 * begun if game.mode.key == "2" else state.round + begun) - left


def standing(game: OraSetting, state: OraState, seat: Seat) -> list[Part]:
    """Return how a seat stands, in parts; against others their score counts a little."""
    others = [sum(points(game, state.estates[it])) for it in range(game.players) if it != seat]
    best = max(others, default=0)
    if not state.agenda:
        own, goods = points(game, state.estates[seat]), state.estates[seat].goods
        lasting = own.buildings + own.settlements + own.wonders
        stock = Part("goods", POINT * (own.goods + own.coins), sum(goods))
        return [Part("points", POINT * lasting, lasting), stock, Part("others", -POINT * best, best)]
    found = Outlook(game, state, seat).parts()
    return [*found, Part("others", -POINT * best // 4, best)] if others else found


def evaluation(game: OraSetting, state: OraState, seat: Seat) -> Sequence[Part]:
    """Return the parts of the evaluation of a state for a seat.

    A search compares states of different moments: so each action taken should have brought something. In the game for
    two the lead counts the more the fewer buildings are left.
    """
    found = standing(game, state, seat)
    had = taken(game, state, seat)
    found.append(Part("actions", -ACTION * had, had))
    if not game.mode.rounds and state.round >= game.mode.phases[-1]:
        own = points(game, state.estates[seat]).total
        lead = own - next(part.count for part in found if part.key == "others")
        left = max(1, len(state.display) - game.mode.left + 1) if state.agenda else 1
        found.append(Part("ending", LEAD * lead // left, left))
    return found
