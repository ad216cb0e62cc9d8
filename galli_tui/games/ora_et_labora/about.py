"""What a target on the board or on a page is, in a sentence, and the clause that it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from galli_tui.games.kit.targets import target_parts
from galli_tui.games.ora_et_labora.effect_words import effect_sentence
from galli_tui.games.ora_et_labora.position_text import table_brief
from galli_tui.games.ora_et_labora.prompts import progress_words, settle_words
from galli_tui.games.ora_et_labora.seat_words import goods_lines, points_words
from galli_tui.games.ora_et_labora.words import (
    TERRAINS,
    amounts_words,
    building_key,
    building_name,
    clergy_words,
    good_name,
    owner_name,
    price_words,
    settlement_name,
    space_name,
    standing_on,
    where_it_stands,
)
from galli_tui.style.wording import counted, listed, sentence_start
from rules.engine.secrecy import Seat
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.scoring import dwelling_at, surroundings
from rules.ora_et_labora.state import TOKENS, OraState, free_spaces, owner_of, spaces
from rules.ora_et_labora.wheel import value

_CLAUSES: Final = {
    "settlement": "OL-10h",
    "supply": "OL-9a",
    "token": "OL-2a",
    "good": "OL-7d",
    "estate": "OL-10e",
    "worth": "OL-7d",
    "home": "OL-4c",
    "land": "OL-1c",
    "round": "OL-4a",
    "prices": "OL-6a",
    "display": "OL-3e",
    "wheel": "OL-2a",
}
"""The clauses of targets that are not buildings or spaces."""
_BUILDINGS: Final = 12
"""The part of the rulebook about buildings."""


def about(game: OraEtLabora, view: OraState, players: Sequence[str], target: str) -> str:
    """Return a sentence about a target that begins with what it is and a colon; empty for an unknown one."""
    kind, numbers = target_parts(target)
    match kind, numbers:
        case "building", [building]:
            return f"{building_name(game, building)}: {_building(game, view, players, building)}"
        case "settlement", [owner, settlement]:
            return f"{settlement_name(game, settlement)}: {_settled(game, view, owner, settlement)}"
        case "supply", [settlement]:
            card = game.settlements[settlement]
            return (
                f"{settlement_name(game, settlement)}: costs {price_words(card)}, stands {where_it_stands(card)}. "
                f"{counted(card.points, 'point')}, dwelling value {card.dwelling}."
            )
        case "space", [owner, space]:
            return f"Space {space_name(space)}: {_space(game, view, owner, space)}"
        case "token", [token]:
            return f"The token of {TOKENS[token]}: {_token(game, view, token)}"
        case "good", [good]:
            return f"{sentence_start(good_name(game, good, 2))}: {_good(game, good)}"
        case "estate", [owner]:
            return _estate(game, view, players, owner)
        case "worth", [owner]:
            return f"Food and energy: {tuple(goods_lines(game, view, Seat(owner)))[-1]}"
        case "home", [owner]:
            return f"At home: {clergy_words(game, view, owner)}. All clergymen come home once none is at home."
        case "land", [owner]:
            return f"The land of {owner_name(game, players, owner)}: a space has the name of its column and row: d0."
        case _:
            return _at_table(game, view, kind)


def _at_table(game: OraEtLabora, view: OraState, kind: str) -> str:
    """Return a sentence about a part of the table that is no player's own; empty for an unknown one."""
    match kind:
        case "round":
            return f"{sentence_start(progress_words(game, view))}: {settle_words(game, view)}"
        case "prices":
            return f"Prices: {table_brief(game, view)}"
        case "display":
            return f"The display: {counted(len(view.display), 'building')} that may be built now."
        case "wheel":
            return f"The wheel: it turns each round, and then its tokens yield more, up to {game.mode.wheel[-1]}."
        case _:
            return ""


def clause_of(game: OraEtLabora, view: OraState, target: str) -> str:
    """Return the clause of such a target; empty for an unknown one."""
    kind, numbers = target_parts(target)
    if kind == "building":
        return f"OL-{_BUILDINGS}{building_key(game, numbers[0]).lower()}"
    if kind == "space":
        owner, space = numbers
        estate = view.estates[owner]
        return "OL-3d" if space in (*estate.forests, *estate.moors) else "OL-6f"
    if kind == "estate" and numbers == [game.neutral]:
        return "OL-11c"
    return _CLAUSES.get(kind, "")


def _estate(game: OraEtLabora, view: OraState, players: Sequence[str], owner: int) -> str:
    name = sentence_start(owner_name(game, players, owner))
    if owner != game.neutral:
        return f"{name}: {points_words(game, view, Seat(owner))}"
    return f"{name}: you use its buildings by contract. At home: {clergy_words(game, view, owner)}."


def _building(game: OraEtLabora, view: OraState, players: Sequence[str], building: int) -> str:
    card, owner = game.cards[building], owner_of(view, building)
    there = standing_on(view, building)
    parts = [effect_sentence(game, building)]
    if owner is None:
        parts.append(f"Costs {amounts_words(game, card.cost)}, stands {where_it_stands(card)}.")
    else:
        on_it = f"; {there} stands on it" if there else ""
        parts.append(f"On the land of {owner_name(game, players, owner)}{on_it}.")
    parts.append(f"{counted(card.points, 'point')}, dwelling value {card.dwelling}.")
    return " ".join(parts)


def _settled(game: OraEtLabora, view: OraState, owner: int, settlement: int) -> str:
    estate, card = view.estates[owner], game.settlements[settlement]
    space = next((space for space, it in estate.settlements if it == settlement), None)
    if space is None:
        return f"{counted(card.points, 'point')}."
    return (
        f"{counted(card.points, 'point')}, and {dwelling_at(game, estate, space, settlement)} by the dwelling values: "
        f"its own {card.dwelling} and those around it."
    )


def _space(game: OraEtLabora, view: OraState, owner: int, space: int) -> str:
    estate = view.estates[owner]
    terrain = spaces(estate).get(space)
    if terrain is None:
        return "no space of this land."
    if space in estate.forests:
        return "a forest. Fell it for wood; under it lies plains."
    if space in estate.moors:
        return "a moor. Cut it for peat; under it lies plains."
    if space not in free_spaces(estate):
        return f"{TERRAINS[terrain]}."
    around = surroundings(game, estate, space)
    return f"{TERRAINS[terrain]}, empty. The dwelling values around it come to {around}."


def _token(game: OraEtLabora, view: OraState, token: int) -> str:
    now = value(game, view, token)
    if now is None:
        return "not on the wheel."
    steps = view.tokens[token] or 0
    following = game.mode.wheel[min(steps + 1, len(game.mode.wheel) - 1)]
    return f"yields {now} now, and {following} after the next turn of the wheel."


def _good(game: OraEtLabora, good: int) -> str:
    payments, kind = game.payments, game.box.goods[good]
    worth = [f"{payments.food[good]} food"] if payments.food[good] else []
    if energy := payments.energy[good]:
        worth.append("half an energy" if energy == 1 else f"{energy // 2} energy")
    worth += [counted(kind.points, "point")] if kind.points else []
    worth += [counted(kind.coins, "coin")] if kind.coins and kind.key != "coin" else []
    return f"each is worth {listed(worth)}." if worth else "needed for buildings and trades."
