"""The cards of Ora et Labora for the second implementation: component files, what buildings do, land, payments.

What the buildings do is written here once more from the rulebook and the list of rulings, not read from the files.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

Cell = tuple[int, int]
"""A row and a column; the heartland's columns are 0 to 4."""

FOLDER = files("rules.ora_et_labora").joinpath("components")


class Illegal(Exception):
    """A move against the rules."""


def must(holds: object, why: str) -> None:
    """Raise `Illegal` unless something holds."""
    if not holds:
        raise Illegal(why)


def read(name: str, kind: str) -> dict[str, dict[str, Any]]:
    """Return the entries of a kind in a component file by their keys."""
    return {it["key"]: it for it in tomllib.loads(FOLDER.joinpath(f"{name}.toml").read_text("utf-8"))[kind]}


TABLE: dict[str, Any] = tomllib.loads(FOLDER.joinpath("table.toml").read_text("utf-8"))
GOODS, MODES, SETTLEMENTS = read("goods", "good"), read("modes", "mode"), read("settlements", "settlement")
PRINTED = read("buildings", "printed")
CARDS = read("buildings", "building")
BASIC = ("wood", "clay", "peat", "coin", "grain", "livestock")
BY_CODE = {good["code"]: key for key, good in GOODS.items()}
ORDER = {key: number for number, key in enumerate([*GOODS, "coin5"])}

# What buildings do. Parts stand between semicolons, ways between bars: what is given > what is got *how often (* alone:
# any number). Goods are codes with numbers, anything else is a word with a number. A part without ">" is no trade:
# @ takes by the wheel, + is a gain (choices between slashes), carry: another building, settle: the Castle.
EFFECTS = {
    "L1": "@Cl", "L2": "@Gn/Sh", "L3": "@Pn",
    "G01": "carry:prior", "G02": "different3 > basic6", "F03": "Pn > 6Gn", "I03": "Pn > 4Gn Bo",
    "F04": "Gn > Fl Sw *7", "I04": "Gn > Ma Sw *", "F05": "Fl half1 > Br *; Br > 4Pn *2",
    "I05": "Ma Gn > Be *; Be > 7Pn",
    "G06": "half6 > 5Pn | half12 > 8Pn | half18 > 10Pn", "G07": "+Co +Pn; Pt > Co *", "F08": "different4 > Br 7Pn",
    "I08": "+3Pn; +Be/Wh", "F09": "+Gp; carry:near", "I10": "+Ma; carry:near", "I09": "mill", "F10": "forest1 > build",
    "F11": "+Wo +Wn +Pn +Ce", "I11": "+Wo +Ma +Pn +Pt", "G12": "food2 half2 > Sn *5", "G13": "2Pn > 2Wo 2Cl Sn Sw",
    "F14": "@Gp", "F31": "@Gp", "G22": "@Sn", "F29": "@Sn", "I14": "+Bo; +2Gn/2Ma; +Be/Wh", "F15": "Pn > Bo Br 2Gp 2Fl",
    "I15": "Bo > basic5 another3", "G16": "+Wo +Cl +Pt +Pn +Gn +Sh", "F17": "Pn > Bo *3; Bo > Mt Wn",
    "I17": "Pn > Bo Mt Wh",
    "G18": "Sn half2 > Or | Cl half2 > Ce | Cl Sn half4 > Ce Or | 2Cl half4 > 2Ce | 2Cl Sn half6 > 2Ce Or"
           " | 3Cl half6 > 3Ce | 3Cl Sn half8 > 3Ce Or",
    "G19": "Sh Sw > Mt *", "F20": "food1 > Pn *7; Wn > 6Pn", "I20": "Be > 8Pn; Wh > 7Pn", "F21": "Gp > Wn *; Wn > 7Pn",
    "I21": "Ma Wo Pt > 2Wh *", "F23": "Pn > Bo Ce allhome", "I23": "2Pn > priorhome build", "F24": "Br Wn > Rq *2",
    "I24": "Pn > Bo; Be Wh > Rq *3", "F25": "different13 > wonder", "I32": "different5 > Rq",
    "I25": "Rq > 2Wo 2Cl 2Pt 2Pn 2Gn 2Sh 2Sn", "G26": "2Wo > Or 5Pn", "F27": "Wn > carry:occupied",
    "I27": "Wh > carry:occupied",
    "G28": "settle", "I29": "forest1 > 2Sh 2Wo Sn", "F30": "Ce > 12Pn", "I30": "+Be +Mt; Mt > Ce *4",
    "I31": "Co > 3Pn Wh *3",
    "F32": "Pn > clear", "F33": "half6 > joker:Mt/Br/Wn", "I33": "3Wo > joker:Be/Wh", "G34": "Bo Ce Or Rq > wonder",
    "F35": "5Pn > Rq; 10Pn > Rq *", "I35": "5Pn Wh points14 > wonder", "F36": "Bo > Ce | Ce > Or | Or > Rq *2",
    "I36": "Bo Ce > Pn Cl Rq *2", "F37": "+Ce; Sw Wo > Bo *", "I37": "Bo > district plot", "F38": "forest1 > Bo *4",
    "I38": "Be > reward:cards", "G39": "half12 > Bo Or | food10 > Bo Or *2", "F40": "carry:display",
    "I40": "carry:display",
    "G41": "5Pn > reward:cloisters",
}  # fmt: skip

# Land.

HEARTLAND = ("pppph", "ppppp")
DISTRICTS = {"hills": ("ppphh", "MFF.."), "plains": ("pppph", "F....")}
PLOTS = {"coast": ("wc", "wc"), "mountain": ("hm", "h.")}
LETTERS = {"p": "plains", "h": "hillside", "c": "coast", "w": "water", "m": "mountain"}


def cell(name: str) -> Cell:
    """Return a space by its name, such as d0."""
    return int(name[1:]), "abcdefghi".index(name[0]) - 2


def touching(land: Mapping[Cell, str], place: Cell) -> list[Cell]:
    """Return the spaces of a land that border one."""
    row, column = place
    if column == 6:  # A mountain space touches the two hillsides of its plot.
        near = [(row, 5), (row + 1, 5)]
    else:
        near = [(row - 1, column), (row + 1, column), (row, column - 1), *([(row, column + 1)] if column < 5 else [])]
        if column == 5:
            near += [(r, 6) for r in (row, row - 1) if (r, 6) in land]
    return [it for it in near if it in land]


# Goods and payments. Goods are counters; energy is counted in halves.


def amounts(words: str) -> tuple[Counter[str], list[str]]:
    """Return the goods of "2Wo Pn allhome", and the words that name no goods."""
    goods, others = Counter[str](), list[str]()
    for word in words.split():
        number, code = word[:-2], word[-2:]
        if code in BY_CODE and (not number or number.isdigit()):
            goods[BY_CODE[code]] += int(number or 1)
        else:
            others.append(word)
    return goods, others


def tiles(word: str) -> Counter[str]:
    """Return the tiles of a payment such as WoPnPn; 0 is none."""
    codes = [] if word == "0" else [word[place : place + 2] for place in range(0, len(word), 2)]
    must(all(code in BY_CODE or code == "Ni" for code in codes), f"no goods: {word}")
    return Counter("coin5" if code == "Ni" else BY_CODE[code] for code in codes)


def value(tile: str, what: str) -> int:
    """Return the food, energy (in halves) or points of a tile."""
    if tile == "coin5":
        return {"food": 5, "half": 0, "points": 2}[what]
    return GOODS[tile].get("energy" if what == "half" else what, 0)


def total(paid: Mapping[str, int], what: str) -> int:
    """Return the food, energy (in halves) or points of tiles."""
    return sum(number * value(tile, what) for tile, number in paid.items())


def coins_of(paid: Mapping[str, int]) -> Counter[str]:
    """Return tiles with tiles of five coins as coins."""
    rest = Counter({tile: number for tile, number in paid.items() if tile != "coin5"})
    rest["coin"] += 5 * paid.get("coin5", 0)
    return rest


def spend(goods: Mapping[str, int], paid: Mapping[str, int]) -> Counter[str]:
    """Return what is left of goods; straw may come of grain, and coins of wine or whiskey, sold for this."""
    left = Counter(goods)
    left.subtract(coins_of(paid))
    if left["straw"] < 0:
        left["grain"] += left["straw"]
        left["straw"] = 0
    for drink, each in (("wine", 1), ("whiskey", 2)):
        if left["coin"] < 0 and (sold := min(-(left["coin"] // each), max(0, left[drink]))):
            left[drink] -= sold
            left["coin"] += each * sold
    must(min(left.values(), default=0) >= 0, "too few goods")
    return +left


def meets(paid: Mapping[str, int], price: Mapping[str, int]) -> bool:
    """Return whether tiles meet a price in food, energy, points or different goods; too much of what counts is lost."""
    if number := price.get("different", 0):
        return len(+Counter(paid)) == sum(paid.values()) == number
    wanted = [what for what in ("food", "half", "points") if price.get(what, 0)]
    useful = all(any(value(tile, what) for what in wanted) for tile in paid)
    return useful and all(total(paid, what) >= price[what] for what in wanted)


def can_meet(goods: Mapping[str, int], price: Mapping[str, int]) -> bool:
    """Return whether goods can meet such a price somehow."""
    have = Counter(goods)
    if number := price.get("different", 0):
        return most_kinds(have) >= number
    if points := price.get("points", 0):
        return most_points(have) >= points
    short = max(0, price.get("half", 0) - total(have, "half"))
    have["grain"] -= short  # A grain is half an energy once it is straw.
    return have["grain"] >= 0 and total(have, "food") >= price.get("food", 0)


def _sales(have: Counter[str]) -> Iterable[Counter[str]]:
    """Yield goods with each number of wine or whiskey sold."""
    drink, each = ("wine", 1) if have["wine"] else ("whiskey", 2)
    for sold in range(have[drink] + 1):
        yield have + Counter({"coin": each * sold}) - Counter({drink: sold})


def most_kinds(have: Counter[str]) -> int:
    """Return how many different tiles goods can give."""

    def kinds(goods: Counter[str]) -> int:
        flip = goods["grain"] > 1 and not goods["straw"]
        return len(+goods) + (1 if flip else 0) + (1 if goods["coin"] > 5 else 0)

    return max(map(kinds, _sales(have)))


def most_points(have: Counter[str]) -> int:
    """Return the most points that goods can give."""
    coins = TABLE["coin_points"], TABLE["coins_for_points"]
    return max(total(it, "points") + coins[0] * (it["coin"] // coins[1]) for it in _sales(have))
