"""Land in words: what stands on a space and around it, where a card can stand, and what is lacking for it."""

from __future__ import annotations

from collections.abc import Sequence

from galli_tui.games.ora_et_labora.words import (
    TERRAINS,
    amounts_words,
    building_name,
    settlement_name,
    space_name,
    standing_on,
    terrain_words,
)
from rules.ora_et_labora.box import LAND, OraTerrain
from rules.ora_et_labora.building import near_cloister
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.land import row_of
from rules.ora_et_labora.scoring import dwelling_at, surroundings
from rules.ora_et_labora.settling import price_of
from rules.ora_et_labora.state import Estate, OraState, free_spaces, neighbours, spaces


def there_words(game: OraEtLabora, view: OraState, owner: int, space: int) -> str:
    """Return what is on a space of an owner, in a few words."""
    estate = view.estates[owner]
    if space in estate.forests:
        return "forest"
    if space in estate.moors:
        return "moor"
    for place, settlement in estate.settlements:
        if place == space:
            return f"{settlement_name(game, settlement)}, counts {dwelling_at(game, estate, space, settlement)}"
    for place, building in estate.buildings:
        if place == space:
            return _building(game, view, building)
    terrain = spaces(estate)[space]
    return "water" if terrain is OraTerrain.WATER else f"empty {TERRAINS[terrain]}"


def _building(game: OraEtLabora, view: OraState, building: int) -> str:
    kind = " (cloister)" if game.cards[building].cloister else ""
    standing = standing_on(view, building)
    return f"{building_name(game, building)}{kind}{f' with {standing} on it' if standing else ''}"


def rows_of(estate: Estate) -> list[list[int]]:
    """Return the spaces of an estate row by row, from the top."""
    rows: dict[int, list[int]] = {}
    for space in spaces(estate):
        rows.setdefault(row_of(space), []).append(space)
    return list(rows.values())


def row_words(game: OraEtLabora, view: OraState, owner: int, row: Sequence[int]) -> str:
    """Return a row of land in a sentence, space by space."""
    there = "; ".join(f"{space_name(space)} {there_words(game, view, owner, space)}" for space in row)
    return f"Row {row_of(row[0])}: {there}."


def about_space(game: OraEtLabora, view: OraState, owner: int, space: int) -> list[str]:
    """Return sentences about a space besides what is on it: its card, its ground, what borders it."""
    estate = view.estates[owner]
    found: list[str] = []
    building = next((it for place, it in estate.buildings if place == space), None)
    if building is not None:
        card = game.cards[building]
        found.append(f"Dwelling value {card.dwelling}, worth {card.points} points itself.")
    if space in (*estate.forests, *estate.moors):
        found.append("Below the card lies plains.")
    near = (f"{space_name(it)} {there_words(game, view, owner, it)}" for it in neighbours(estate, space))
    found.append(f"It borders {'; '.join(near)}.")
    if building is None and spaces(estate)[space] in LAND:
        around = surroundings(game, estate, space)
        found.append(f"What borders it counts {around} for a settlement here, besides its own dwelling value.")
    return found


def building_spaces(game: OraEtLabora, estate: Estate, building: int) -> list[int]:
    """Return the spaces of an estate on which a building could be put, whatever it costs."""
    card, terrain = game.cards[building], spaces(estate)
    found = [space for space in free_spaces(estate) if terrain[space] in card.terrain]
    return [space for space in found if near_cloister(game, estate, space)] if card.cloister else found


def settling_spaces(game: OraEtLabora, estate: Estate, settlement: int) -> list[tuple[int, int]]:
    """Return the spaces for a settlement with what it would count on each, the best first."""
    terrain = spaces(estate)
    found = [space for space in free_spaces(estate) if terrain[space] in game.settlements[settlement].terrain]
    return sorted(((dwelling_at(game, estate, it, settlement), it) for it in found), key=lambda it: (-it[0], it[1]))


def lacking_words(game: OraEtLabora, estate: Estate, building: int) -> str:
    """Return what an owner lacks to build a building: "lacks 1 stone", "no free coast"; empty if nothing."""
    card = game.cards[building]
    lacking = game.payments.lacking(estate.goods, card.cost)
    parts = [f"lacks {amounts_words(game, lacking)}"] if lacking else []
    if not building_spaces(game, estate, building):
        terrain = spaces(estate)
        ground = any(terrain[space] in card.terrain for space in free_spaces(estate))
        no_ground = f"has no free {terrain_words(card) or 'space'}"
        parts.append("has no free space beside a cloister building" if ground and card.cloister else no_ground)
    return " and ".join(parts)


def can_pay(game: OraEtLabora, estate: Estate, settlement: int) -> bool:
    """Return whether an owner can pay for a settlement."""
    return game.payments.propose(estate.goods, price_of(game, settlement)) is not None
