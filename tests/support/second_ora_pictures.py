"""Positions of Ora et Labora, of the rules and of the second implementation, by the same names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, cast

from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import GOODS
from rules.ora_et_labora.state import TOKENS, OraState
from tests.support.second_ora import Second
from tests.support.second_ora_box import DISTRICTS, LETTERS, PLOTS, cell

Picture = Mapping[str, Any]


def named(game: OraEtLabora, state: OraState) -> Picture:
    """Return a state of the rules by the names of the notation."""
    word = game.words
    buildings, spaces, settlements = [*word["building"]], word["space"], word["settlement"]

    def kept(numbers: Iterable[int]) -> list[str]:
        return sorted(buildings[it] for it in numbers)

    due = game.due(state)
    players = [
        {
            "goods": {good: number for good, number in zip(GOODS, it.goods, strict=True) if number},
            "wonders": it.wonders,
            "forests": sorted(spaces[place] for place in it.forests),
            "moors": sorted(spaces[place] for place in it.moors),
            "built": {spaces[place]: buildings[building] for place, building in it.buildings},
            "settled": {spaces[place]: settlements[number] for place, number in it.settlements},
            "supply": sorted(settlements[number] for number in it.supply),
            "clergy": [None if it.prior is None else buildings[it.prior], *kept(it.lay_brothers)],
            "rows": len(it.districts),
            "plots": len(it.plots),
        }
        for it in state.estates
    ]
    steps = dict(zip(TOKENS, state.tokens, strict=True))
    return {
        "due": None if due.over or due.dealer else due.seats[0],
        "over": due.over,
        "round": state.round,
        "wheel": {token: number for token, number in steps.items() if number is not None},
        "display": kept(state.display),
        "stacks": [kept(stage) for stage in state.stages],
        "removed": kept(state.removed),
        "left": (state.districts, state.plots, state.wonders),
        "fee": 2 if state.raised else 1,
        "bought": state.turn.bought,
        "players": players,
        "scores": [_score(game, state, seat) for seat in range(game.players)],
    }


def _score(game: OraEtLabora, state: OraState, seat: int) -> Picture:
    rows = {line.key: line.points for line in game.sheet(state).lines if line.seat == seat}
    goods = rows["goods"] + rows["coins"] + rows["wonders"]
    return {"goods": goods, "economic": rows["buildings"], "settlements": rows["settlements"]}


def name_of(place: tuple[int, int]) -> str:
    """Return the name of a space."""
    return f"{'abcdefghi'[place[1] + 2]}{place[0]}"


def second_named(it: Second) -> Picture:
    """Return a state of the second implementation by the same names."""
    players = [
        {
            "goods": dict(+player["goods"]),
            "wonders": player["wonders"],
            "forests": sorted(map(name_of, player["forests"])),
            "moors": sorted(map(name_of, player["moors"])),
            "built": {name_of(place): building for place, building in player["built"].items()},
            "settled": {name_of(place): key for place, key in player["settled"].items()},
            "supply": sorted(player["supply"]),
            "clergy": [player["prior"], *sorted(brother for brother in player["lay"] if brother)],
            "rows": sum(column == 0 for _, column in player["land"]) - 2,
            "plots": sum(column in (-1, 5) for _, column in player["land"]) // 2,
        }
        for player in it.players
    ]
    return {
        "due": it.seat,
        "over": it.over,
        "round": it.round,
        "wheel": {token: (it.beam - place) % 13 for token, place in it.wheel.items()},
        "display": sorted(it.display),
        "stacks": [sorted(it.stacks[stage]) for stage in "ABCD"],
        "removed": sorted(it.removed),
        "left": (len(it.piles["district"]), len(it.piles["plot"]), it.wonders),
        "fee": it.fee,
        "bought": it.bought,
        "players": players,
        "scores": [it.score(seat) for seat in range(it.seats)],
    }


def difference(ours: Any, theirs: Any, path: str = "") -> str:
    """Return the first place where two pictures differ."""
    one, other = _parts(ours), _parts(theirs)
    for key in {**one, **other}:
        if one.get(key) != other.get(key):
            return difference(one.get(key), other.get(key), f"{path} {key}")
    return f"{path}: the rules have {ours}, the second implementation {theirs}"


def _parts(it: Any) -> dict[Any, Any]:
    if isinstance(it, dict):
        return cast("dict[Any, Any]", it)
    return dict(enumerate(cast("list[Any]", it))) if isinstance(it, list) else {}


def second_at(game: OraEtLabora, state: OraState) -> Second:
    """Return the second implementation in a position: a turn of the first seat."""
    it, known = Second(game.mode.key, "ireland" if game.ireland else "france"), named(game, state)
    it.round, it.beam, it.fee, it.wonders = state.round, state.round % 13, known["fee"], state.wonders
    it.wheel = {token: (it.beam - steps) % 13 for token, steps in known["wheel"].items()}
    it.display, it.removed = set(known["display"]), set(known["removed"])
    it.stacks = dict(zip("ABCD", map(set, known["stacks"]), strict=True))
    for pile, left in zip(it.piles.values(), known["left"], strict=False):
        del pile[: len(pile) - left]
    for player, picture, estate in zip(it.players, known["players"], state.estates, strict=True):
        shapes = [(row, 0, (DISTRICTS[side.value][0],)) for row, side in estate.districts]
        shapes += [(row, -2 if kind.value == "coast" else 5, PLOTS[kind.value]) for row, kind in estate.plots]
        for row, column, shape in shapes:
            letters = {(row + r, column + c): letter for r, line in enumerate(shape) for c, letter in enumerate(line)}
            player["land"] |= {place: LETTERS[letter] for place, letter in letters.items() if letter in LETTERS}
        player |= {
            "goods": Counter(picture["goods"]),
            "wonders": picture["wonders"],
            "forests": set(map(cell, picture["forests"])),
            "moors": set(map(cell, picture["moors"])),
            "built": {cell(place): key for place, key in picture["built"].items()},
            "settled": {cell(place): key for place, key in picture["settled"].items()},
            "supply": set(picture["supply"]),
            "prior": picture["clergy"][0],
            "lay": [*picture["clergy"][1:], *[None] * len(player["lay"])][: len(player["lay"])],
        }
    it.tasks = [{"task": "turn", "seat": 0, "actions": 1}]
    return it
