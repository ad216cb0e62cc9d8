"""The score: goods, what stands on the land, and settlements (OL-10e to OL-10h)."""

from __future__ import annotations

from typing import NamedTuple

from rules.ora_et_labora.box import OraTerrain
from rules.ora_et_labora.goods import COIN, GOODS
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.state import Estate, neighbours, spaces


class Points(NamedTuple):
    """The points of one estate."""

    goods: int
    coins: int
    wonders: int
    buildings: int
    settlements: int

    @property
    def total(self) -> int:
        """The score."""
        return sum(self)


def points(game: OraSetting, estate: Estate) -> Points:
    """Return the points of an estate as if the match ended now."""
    sold, coins = _coins(game, estate)
    goods = sum(estate.goods[good] * game.payments.points[good] for good in range(len(GOODS)) if good != COIN)
    economy = sum(game.cards[building].points for _, building in estate.buildings)
    economy += sum(game.settlements[settlement].points for _, settlement in estate.settlements)
    dwelling = sum(dwelling_at(game, estate, space, settlement) for space, settlement in estate.settlements)
    lost = sold * game.payments.points[game.present]
    return Points(goods - lost, coins, estate.wonders * game.table.wonder_points, economy, dwelling)


def _coins(game: OraSetting, estate: Estate) -> tuple[int, int]:
    """Return how much wine or whiskey is best sold at the end, and the points of the coins then (OL-10f)."""
    each, lost = game.payments.coins[game.present], game.payments.points[game.present]
    table, coins = game.table, estate.goods[COIN]
    options = [
        (table.coin_points * ((coins + each * sold) // table.coins_for_points) - lost * sold, -sold)
        for sold in range(min(estate.goods[game.present], table.coins_for_points) + 1)
    ]
    value, sold = max(options)
    return -sold, value - lost * sold


def dwelling_at(game: OraSetting, estate: Estate, space: int, settlement: int) -> int:
    """Return what a settlement on a space counts: its own dwelling value and those around it (OL-10h)."""
    return game.settlements[settlement].dwelling + surroundings(game, estate, space)


def surroundings(game: OraSetting, estate: Estate, space: int) -> int:
    """Return the sum of the dwelling values on the spaces that border a space."""
    terrain = spaces(estate)
    values = {place: game.cards[building].dwelling for place, building in estate.buildings}
    values.update({place: game.settlements[it].dwelling for place, it in estate.settlements})
    water = game.table.water_dwelling
    return sum(
        values.get(near, water if terrain[near] is OraTerrain.WATER else 0) for near in neighbours(estate, space)
    )
