"""Pages of what is put on a space: buildings of the display, settlements, and buildings of the neutral player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from galli_tui.games.kit.lines import Span
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.ora_et_labora.effect_words import effect_line
from galli_tui.games.ora_et_labora.menu import Asked, page
from galli_tui.games.ora_et_labora.payment_items import OTHERWISE, PaymentPages
from galli_tui.games.ora_et_labora.words import (
    TERRAINS,
    amount_of,
    building_key,
    cost_words,
    price_words,
    settlement_name,
    space_name,
    terrain_words,
    tiles_words,
)
from galli_tui.style.wording import listed, sentence_start
from rules.engine.events import Move
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat
from rules.ora_et_labora.building import (
    NO_CLOISTER_NEAR,
    NOT_ON_DISPLAY,
    NOT_YOUR_SPACE,
    WRONG_TERRAIN,
    BuildCard,
    near_cloister,
    too_dear,
)
from rules.ora_et_labora.effect_text import Amounts
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import Payment, as_goods
from rules.ora_et_labora.neutral import PlaceNeutral
from rules.ora_et_labora.payments import Price
from rules.ora_et_labora.settling import FoundSettlement, price_of
from rules.ora_et_labora.state import Built, OraState, Settled, free_spaces, spaces
from rules.ora_et_labora.trades import TOO_FEW_GOODS


def cost_signs(game: OraEtLabora, building: int) -> str:
    """Return what a building costs, in the codes of goods: "3Wo 2Cl"."""
    return " ".join(f"{number}{game.box.goods[good].code}" for good, number in game.cards[building].cost)


def building_items(asked: Asked, moves: Sequence[BuildCard]) -> list[MenuItem]:
    """Return a page of spaces for each building that can be built, then the others of the display with the reason."""
    by_card: dict[int, list[BuildCard]] = {}
    for move in moves:
        by_card.setdefault(move.building, []).append(move)
    found = [_building(asked, building, ways) for building, ways in by_card.items()]
    return [*found, *(_unbuilt(asked, it) for it in asked.view.display if it not in by_card)]


def build_page(asked: Asked, moves: Sequence[BuildCard]) -> MenuItem:
    """Return the page of buildings; if none can be built, its item says what is lacking for the nearest."""
    found = page("build", building_items(asked, moves))
    if moves:
        return found
    if not asked.view.display:
        return asked.no("build", "none left", NOT_ON_DISPLAY.refusal())
    if not all(too_dear(asked.game, asked.estate, it) for it in asked.view.display):
        return found._replace(right=(Span("no place", "refusal"),))
    short = {it: _short(asked, it) for it in asked.view.display}
    nearest = min(short, key=lambda it: sum(number for _, number in short[it]))
    lacking = listed(amount_of(asked.game, good, number) for good, number in short[nearest]) or "some of its goods"
    note = f"{asked.building(nearest)} is nearest: {lacking} short."
    return found._replace(right=(Span(_brief(asked.game, short[nearest]), "refusal"),), note=note)


def _short(asked: Asked, building: int) -> Amounts:
    """Return the goods that a seat lacks for a building."""
    return asked.game.payments.lacking(asked.estate.goods, asked.game.cards[building].cost)


def _brief(game: OraEtLabora, short: Amounts) -> str:
    """Return the goods that are lacking for the end of a line: "2 wood short"."""
    return f"{amount_of(game, *short[0])} short" if len(short) == 1 else "goods short"


def _building(asked: Asked, building: int, moves: list[BuildCard]) -> MenuItem:
    words, effect = asked.building(building), sentence_start(effect_line(asked.game, building))
    note = f"{effect}. Costs {cost_words(asked.game, building)}."
    items = [_on_space(asked, move) for move in moves]
    items.sort(key=lambda item: -_gain(item))
    made = page(words, items, cost_signs(asked.game, building), note=note)
    return made._replace(targets=(f"building {building}",), clause="OL-3e")


def _points(gain: int) -> Span:
    return Span(f"{gain:+d} point{'' if abs(gain) == 1 else 's'}", "gold")


def _gain(item: MenuItem) -> int:
    return int(item.right[0].text.split()[0]) if item.right else 0


def _on_space(asked: Asked, move: BuildCard) -> MenuItem:
    """Return the item of a space, with what the building is worth there: its points and those of settlements beside."""
    estate = asked.estate
    built = tuple(sorted((*estate.buildings, Built(move.space, move.building))))
    gain = asked.points_with(estate._replace(buildings=built))
    terrain = TERRAINS[spaces(estate)[move.space]]
    right = (_points(gain),) if gain else ()
    item = asked.item(move, f"on {space_name(move.space)}, {terrain}")
    return item._replace(right=right, note="", targets=(f"space {move.seat} {move.space}",))


def _unbuilt(asked: Asked, building: int) -> MenuItem:
    """Return a building that can't be built, and why."""
    reason = lack(asked.game, asked.view, asked.seat, building)
    note = sentence_start(effect_line(asked.game, building)) + "."
    brief, refusal = ("", NOT_YOUR_SPACE.refusal()) if reason is None else (reason.brief, reason.refusal)
    return asked.no(asked.building(building), brief, refusal, note, f"building {building}")


class Lack(NamedTuple):
    """What is missing to build a building."""

    brief: str
    refusal: Refusal
    full: str = ""


def lack(game: OraEtLabora, view: OraState, seat: Seat, building: int) -> Lack | None:
    """Return what a seat lacks for a building of the display: goods first, then ground and neighbours; or None."""
    estate, card = view.estates[seat], game.cards[building]
    if (dear := too_dear(game, estate, building)) is not None:
        short = game.payments.lacking(estate.goods, card.cost)
        full = listed(amount_of(game, good, number) for good, number in short)
        return Lack(_brief(game, short), dear, f"{full} short" if short else "")
    ground = [space for space in free_spaces(estate) if spaces(estate)[space] in card.terrain]
    if not ground:
        return Lack(f"no {terrain_words(card) or 'free space'}", WRONG_TERRAIN.refusal())
    if card.cloister and not any(near_cloister(game, estate, space) for space in ground):
        return Lack("no cloister beside", NO_CLOISTER_NEAR.refusal())
    return None


def settlement_items(asked: Asked, moves: Sequence[FoundSettlement]) -> list[MenuItem]:
    """Return a page of spaces for each settlement that can be founded, then the others in hand with the reason."""
    by_card: dict[int, list[FoundSettlement]] = {}
    for move in moves:
        by_card.setdefault(move.settlement, []).append(move)
    found = [_settlement(asked, settlement, ways) for settlement, ways in by_card.items()]
    return [*found, *(_unfounded(asked, it) for it in asked.estate.supply if it not in by_card)]


def _settlement(asked: Asked, settlement: int, moves: list[FoundSettlement]) -> MenuItem:
    card = asked.game.settlements[settlement]
    items = sorted((_settled(asked, move) for move in moves), key=lambda item: -_gain(item))
    proposed = moves[0].payment

    def make(payment: Payment) -> MenuItem:
        ways = [_settled(asked, FoundSettlement(asked.seat, settlement, move.space, payment)) for move in moves]
        ways.sort(key=lambda item: -_gain(item))
        return ways[0] if len(ways) == 1 else page("", ways)

    def paid_by(move: Move) -> Payment | None:
        same = isinstance(move, FoundSettlement) and move.settlement == settlement
        return move.payment if same and isinstance(move, FoundSettlement) else None

    pages = PaymentPages(asked.game, asked.estate.goods, price_of(asked.game, settlement), make, paid_by)
    other = pages.item(OTHERWISE)
    note = f"Costs {price_words(card)}: {tiles_words(asked.game, proposed, asked.estate.goods)}."
    name = settlement_name(asked.game, settlement)
    best = items[0].right[0].text if items[0].right else ""
    made = page(f"found {name}", [*items, other], best, note=note)
    return made._replace(targets=(f"supply {settlement}", *made.targets), clause="OL-9a")


def _settled(asked: Asked, move: FoundSettlement) -> MenuItem:
    estate = asked.estate
    settlements = tuple(sorted((*estate.settlements, Settled(move.space, move.settlement))))
    goods = asked.game.payments.paid(estate.goods, move.payment)
    after = estate._replace(settlements=settlements, goods=estate.goods if goods is None else as_goods(goods))
    gain = asked.points_with(after)
    item = asked.item(move, f"on {space_name(move.space)}, {TERRAINS[spaces(estate)[move.space]]}")
    note = f"You pay {tiles_words(asked.game, move.payment, estate.goods)}."
    return item._replace(right=(_points(gain),), note=note, targets=(f"space {move.seat} {move.space}",))


def _unfounded(asked: Asked, settlement: int) -> MenuItem:
    game, card, estate = asked.game, asked.game.settlements[settlement], asked.estate
    words, note = f"found {settlement_name(game, settlement)}", f"Costs {price_words(card)}."
    target = f"supply {settlement}"
    ground = [space for space in free_spaces(estate) if spaces(estate)[space] in card.terrain]
    if not ground:
        why = terrain_words(card) or "free space"
        return asked.no(words, f"no {why}", WRONG_TERRAIN.refusal(), note, target)
    price, pays = price_of(game, settlement), game.payments
    poor = [
        name
        for name, part in (("food", Price(price.food)), ("energy", Price(0, price.energy)))
        if pays.propose(estate.goods, part) is None
    ]
    return asked.no(words, f"{poor[0] if len(poor) == 1 else 'goods'} short", TOO_FEW_GOODS.refusal(), note, target)


def neutral_items(asked: Asked, moves: Sequence[PlaceNeutral]) -> list[MenuItem]:
    """Return a page of spaces of the neutral land for each building that is left on display."""
    by_card: dict[int, list[PlaceNeutral]] = {}
    for move in moves:
        by_card.setdefault(move.building, []).append(move)
    old = dict(asked.view.estates[asked.game.players].buildings)
    found: list[MenuItem] = []
    for building, ways in by_card.items():
        items = [asked.item(way, f"on {space_name(way.space)}{_over(asked, old.get(way.space))}") for way in ways]
        items.sort(key=lambda item: ", over " in item.words)
        note = f"{sentence_start(effect_line(asked.game, building))}."
        words, where = f"place {asked.building(building)}", items[0]
        if len(items) == 1:
            brief = f"place {building_key(asked.game, building)} {where.words}"
            found.append(where._replace(words=f"{words} {where.words}", brief=brief, note=note))
        else:
            made = page(words, items, note=note)
            found.append(made._replace(targets=(f"building {building}", *made.targets)))
    return found


def _over(asked: Asked, building: int | None) -> str:
    return "" if building is None else f", over {asked.building(building)}"
