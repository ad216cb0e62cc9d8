"""Names of buildings, goods, spaces and settlements, and amounts and costs in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from galli_tui.style.wording import listed
from rules.engine.secrecy import Seat
from rules.ora_et_labora.box import LAND, OraTerrain, Settlement
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import COIN, FIVE, GOODS, STRAW
from rules.ora_et_labora.land import SPACES
from rules.ora_et_labora.setting import CardInPlay
from rules.ora_et_labora.state import OraState, occupied, owner_of
from rules.ora_et_labora.tellings import GRAIN_AS_STRAW, amounts_text, good_word

NEUTRAL: Final = "the neutral player"
TERRAINS: Final = {
    OraTerrain.PLAINS: "plains",
    OraTerrain.HILLSIDE: "hillside",
    OraTerrain.COAST: "coast",
    OraTerrain.MOUNTAIN: "mountain",
    OraTerrain.WATER: "water",
}


def owner_name(game: OraEtLabora, players: Sequence[str], owner: int) -> str:
    """Return the name of an owner of land: a player's, or that of the neutral player."""
    if owner == game.neutral:
        return NEUTRAL
    return players[owner] if owner < len(players) else f"player {owner + 1}"


def possessive(name: str) -> str:
    """Return a name as an owner's: "Anna's"."""
    return f"{name}'s"


def is_printed(game: OraEtLabora, building: int) -> bool:
    """Return whether a building is printed on a heartland."""
    return building >= game.printed


def building_key(game: OraEtLabora, building: int) -> str:
    """Return the key of a building as it is shown: "G07", and "L1" for a printed one, whoever owns it."""
    key = game.cards[building].key
    return key[:-1] if is_printed(game, building) else key


def building_name(game: OraEtLabora, building: int) -> str:
    """Return a building's name with its key: "G07 Peat Coal Kiln"; a printed one has its name alone."""
    card = game.cards[building]
    return card.name if is_printed(game, building) else f"{card.key} {card.name}"


def the_building(game: OraEtLabora, building: int) -> str:
    """Return a building's name for a sentence: "G07 Peat Coal Kiln", "the Clay Mound"."""
    name = building_name(game, building)
    return f"the {name}" if is_printed(game, building) else name


def owned_building(game: OraEtLabora, view: OraState, players: Sequence[str], building: int) -> str:
    """Return a building's name with its owner's: "Anna's F04 Windmill"."""
    owner = owner_of(view, building)
    whose = "" if owner is None else f"{possessive(owner_name(game, players, owner))} "
    return f"{whose}{building_name(game, building)}"


def settlement_name(game: OraEtLabora, settlement: int) -> str:
    """Return a settlement's name with its key: "S3 Market Town"."""
    card = game.settlements[settlement]
    return f"{card.key} {card.name}"


def space_name(space: int) -> str:
    """Return the name of a space: "c0"."""
    return SPACES[space]


def terrain_words(card: CardInPlay | Settlement) -> str:
    """Return where a card may stand, if that is not coast, plains or hillside: "mountain", "coast or hillside"."""
    if set(card.terrain) == set(LAND):
        return ""
    return listed((TERRAINS[it] for it in card.terrain), "or")


def where_it_stands(card: CardInPlay | Settlement) -> str:
    """Return where a card may stand, for a sentence: "on a coast", "on water"."""
    terrain = terrain_words(card)
    return "on coast, plains or hillside" if not terrain else "on water" if terrain == "water" else f"on a {terrain}"


# Amounts


def good_name(game: OraEtLabora, good: int, number: int = 1) -> str:
    """Return the name of a good, in the plural if the number asks for it."""
    return good_word(game.box.goods[good].name, number)


def amount_of(game: OraEtLabora, good: int, number: int) -> str:
    """Return an amount of a good: "1 coin", "3 wood"."""
    return f"{number} {good_name(game, good, number)}"


def amounts_words(game: OraEtLabora, amounts: Iterable[tuple[int, int]], last: str = "and") -> str:
    """Return goods and how many of each in words: "2 wood and 1 coin"; "nothing" for none."""
    return amounts_text(game.box, amounts, last) or "nothing"


def round_goods_words(game: OraEtLabora, round_number: int) -> str:
    """Return what everybody gets at the start of a round of the short game (OL-8b): "1 stone and 5 coins"."""
    return amounts_words(game, Counter(game.table.round_goods[round_number - 1]).items())


def held_words(game: OraEtLabora, held: Sequence[int]) -> str:
    """Return goods that somebody holds in words, in the order of the goods."""
    return amounts_words(game, enumerate(held[: len(GOODS)]))


def tiles_words(game: OraEtLabora, tiles: Sequence[int], held: Sequence[int] = (), *, different: bool = False) -> str:
    """Return a payment in words; of goods that are `held`, straw beyond what there is comes out of grain (OL-7c).

    Among `different` goods a coin and a tile of 5 coins are two kinds.
    """
    numbers = [*tiles]
    made = max(0, numbers[STRAW] - held[STRAW]) if held else 0
    numbers[STRAW] -= made
    if not different:
        numbers[COIN] += 5 * numbers[FIVE]
        numbers[FIVE] = 0
    found = [
        "5 coins as one good" if tile == FIVE else amount_of(game, tile, number)
        for tile, number in enumerate(numbers)
        if number
    ]
    return listed([*found, *([f"{made} {GRAIN_AS_STRAW}"] if made else [])]) or "nothing"


def halves(number: int) -> str:
    """Return a number of halves: "9", "9½", "½"."""
    whole, odd = divmod(number, 2)
    return f"{whole or ''}½" if odd else str(whole)


def energy_words(number: int) -> str:
    """Return an amount of energy, which is counted in halves: "half an energy", "3 energy"."""
    return "half an energy" if number == 1 else f"{halves(number)} energy"


def cost_words(game: OraEtLabora, building: int) -> str:
    """Return what a building costs: "2 wood and 1 clay"."""
    return amounts_words(game, game.cards[building].cost)


def price_words(card: Settlement) -> str:
    """Return what a settlement costs: "7 food", "8 food and 3 energy"."""
    parts = ((card.food, "food"), (card.energy, "energy"))
    return listed(f"{number} {what}" for number, what in parts if number) or "nothing"


def food_of(game: OraEtLabora, held: Sequence[int]) -> int:
    """Return how much food goods give."""
    return sum(map(int.__mul__, held, game.payments.food))


def energy_of(game: OraEtLabora, held: Sequence[int]) -> int:
    """Return how much energy goods give, in halves."""
    return sum(map(int.__mul__, held, game.payments.energy))


def points_of(number: int) -> str:
    """Return a number of points: "1 point", "-1 point", "8 points"."""
    return f"{number} point{'' if abs(number) == 1 else 's'}"


# Seats and clergymen


def asked_seat(game: OraEtLabora, view: OraState) -> Seat | None:
    """Return the seat that is due, if there is one."""
    seats = game.due(view).seats
    return seats[0] if seats else None


def clergy_words(game: OraEtLabora, view: OraState, owner: int) -> str:
    """Return who of an owner's clergymen is at home: "the prior and 2 lay brothers"."""
    estate = view.estates[owner]
    lay = game.lay_brothers - len(estate.lay_brothers)
    brothers = ("", "a lay brother")[lay] if lay < 2 else f"{lay} lay brothers"
    return listed(filter(None, ("the prior" if estate.prior is None else "", brothers))) or "nobody"


def standing_on(view: OraState, building: int) -> str:
    """Return who stands on a building: "a lay brother", "the prior"; empty for nobody."""
    if building not in occupied(view):
        return ""
    lay = any(building in estate.lay_brothers for estate in view.estates)
    prior = any(estate.prior == building for estate in view.estates)
    return listed(filter(None, ("a prior" if prior else "", "a lay brother" if lay else "")))
