"""Goods, and the tiles with which prices are paid (OL-7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, cast

from rules.engine.kinds import Kind, Letters, Range

GOODS: Final = (
    "wood",
    "clay",
    "peat",
    "coin",
    "grain",
    "livestock",
    "straw",
    "coal",
    "meat",
    "stone",
    "ceramic",
    "book",
    "ornament",
    "reliquary",
    "flour",
    "bread",
    "grapes",
    "wine",
    "malt",
    "beer",
    "whiskey",
)
(
    WOOD,
    CLAY,
    PEAT,
    COIN,
    GRAIN,
    LIVESTOCK,
    STRAW,
    COAL,
    MEAT,
    STONE,
    CERAMIC,
    BOOK,
    ORNAMENT,
    RELIQUARY,
    FLOUR,
    BREAD,
    GRAPES,
    WINE,
    MALT,
    BEER,
    WHISKEY,
) = range(len(GOODS))
BASIC: Final = (WOOD, CLAY, PEAT, COIN, GRAIN, LIVESTOCK)
FIVE: Final = len(GOODS)
"""The tile of five coins: a kind of its own among different goods, and worth points."""
TILES: Final = (*GOODS, "coin5")
"""What a payment is made of."""
MOST: Final = 9999

Good = Annotated[int, Kind("good")]
Number = Annotated[int, Range(0, MOST)]
Goods = tuple[
    Number, Number, Number, Number, Number, Number, Number, Number, Number, Number, Number,
    Number, Number, Number, Number, Number, Number, Number, Number, Number, Number,
]  # fmt: skip
"""How many of each good somebody has; all coins are single ones."""
Payment = Annotated[
    tuple[
        Number, Number, Number, Number, Number, Number, Number, Number, Number, Number, Number,
        Number, Number, Number, Number, Number, Number, Number, Number, Number, Number, Number,
    ],
    Letters("tile"),
]  # fmt: skip
"""How many tiles of each kind are paid. A straw may come out of grain, and a coin out of wine or whiskey (OL-7c)."""


def as_goods(numbers: Iterable[int]) -> Goods:
    """Return numbers of all goods as what somebody has."""
    return cast("Goods", tuple(numbers))


def left_over(numbers: Iterable[int] | None) -> Goods:
    """Return what is left after a payment. Raises ValueError if it was not checked and there was too little."""
    if numbers is None:
        raise ValueError("a payment that was not checked")
    return as_goods(numbers)


def as_payment(numbers: Iterable[int]) -> Payment:
    """Return numbers of all tiles as a payment."""
    return cast("Payment", tuple(numbers))
