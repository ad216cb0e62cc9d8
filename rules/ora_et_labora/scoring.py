"""The score: goods, what stands on the land, and settlements (OL-10e to OL-10h)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.ora_et_labora.box import OraTerrain
from rules.ora_et_labora.goods import COIN, GOODS
from rules.ora_et_labora.land import borders
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.state import Estate, spaces


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
    lost = sold * game.payments.points[game.present]
    return Points(goods - lost, coins, estate.wonders * game.table.wonder_points, economy, dwelling(game, estate))


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


def dwelling(game: OraSetting, estate: Estate) -> int:
    """Return what all settlements count: their own dwelling values and those around each (OL-10h)."""
    values, near = dwelling_values(game, estate), borders(estate.districts, estate.plots)
    return sum(values.get(it, 0) for place, _ in estate.settlements for it in (place, *near[place]))


def dwelling_at(game: OraSetting, estate: Estate, space: int, settlement: int) -> int:
    """Return what a settlement on a space counts: its own dwelling value and those around it."""
    return game.settlements[settlement].dwelling + surroundings(game, estate, space)


def surroundings(game: OraSetting, estate: Estate, space: int) -> int:
    """Return the sum of the dwelling values on the spaces that border a space."""
    values = dwelling_values(game, estate)
    return sum(values.get(near, 0) for near in borders(estate.districts, estate.plots)[space])


def dwelling_values(game: OraSetting, estate: Estate) -> Mapping[int, int]:
    """Return the dwelling values by space: of buildings, settlements and water."""
    water = game.table.water_dwelling
    values = {space: water for space, ground in spaces(estate).items() if ground is OraTerrain.WATER}
    values.update((place, game.cards[building].dwelling) for place, building in estate.buildings)
    values.update((place, game.settlements[it].dwelling) for place, it in estate.settlements)
    return values
