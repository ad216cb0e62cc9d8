"""What stays fixed during a match: the mode, the country, the buildings in the game and what they do."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from rules.engine.game import Options
from rules.engine.secrecy import Seat
from rules.engine.steps import Step
from rules.ora_et_labora.box import LAND, PRINTED, Country, OraBox, OraTerrain
from rules.ora_et_labora.effect_text import Amounts, Effect, Grant, parse_effect
from rules.ora_et_labora.goods import CLAY, COIN, STONE, STRAW, WHISKEY, WINE, WOOD
from rules.ora_et_labora.meta import IRELAND, LONG_FOR_TWO, NO_SECOND_QUARRY, SHORT, SOLO
from rules.ora_et_labora.payments import Payments

OWNERS: Final = "abcd"
"""The letters of the seats in the keys of printed buildings; the neutral player of the solo game is b."""
LAY_BROTHERS, SHORT_LAY_BROTHERS = 2, 1


class CardInPlay(NamedTuple):
    """A building, printed or built."""

    key: str
    name: str
    cost: Amounts
    effect: Effect
    text: str
    """The effect as the component file gives it."""
    terrain: tuple[OraTerrain, ...]
    cloister: bool
    points: int
    dwelling: int


class OraSetting:
    """The setting of a match."""

    def __init__(self, options: Options, box: OraBox) -> None:
        self.box, self.table = box, box.table
        self.mode = box.modes[[mode.key for mode in box.modes].index(mode_key(options))]
        self.solo = options.mode == SOLO
        self.players = options.seats
        self.country = Country.IRELAND if IRELAND in options.variants else Country.FRANCE
        self.owners = self.players + self.solo
        """How many have land: the seats, and the neutral player of the solo game."""
        self.neutral = self.players if self.solo else None
        self.ireland = self.country is Country.IRELAND
        self.payments = Payments(box)
        self.cards = tuple(_cards(box))
        self.printed = len(box.buildings)
        """The number of the first printed building; each owner has three, in order."""
        self.present = WINE if self.country is Country.FRANCE else WHISKEY
        """The good that is a present in a contract, and is sold for coins."""
        left_out = set(self.mode.without if self.country is Country.FRANCE else ())
        if NO_SECOND_QUARRY in options.variants and self.mode.key == "4s":
            left_out.add("F29")
        self.roster = tuple(
            number
            for number, card in enumerate(box.buildings)
            if card.country in (None, self.country) and card.players in self.mode.players and card.key not in left_out
        )
        self.neutral_building = [card.key for card in box.buildings].index(self.table.neutral) if self.solo else None
        self.lay_brothers = SHORT_LAY_BROTHERS if self.mode.short else LAY_BROTHERS
        self.settlements = box.settlements
        self.raising = {number for number, card in enumerate(box.buildings) if card.key in self.table.raised_by}
        self.district_prices, self.plot_prices = (
            prices if self.solo else prices[::-1] for prices in (self.table.district_prices, self.table.plot_prices)
        )
        """The price of the next landscape by how many are left, less one."""

    def granted(self, grant: Grant, seat: Seat, building: int) -> Step[Any, Any]:
        """Return the step of what a building's effect grants; the game knows them all."""
        raise NotImplementedError

    def stage_of(self, building: int) -> int | None:
        """Return the stage of a building; None if it is there from the beginning."""
        return self.box.buildings[building].stage

    def printed_of(self, owner: int) -> range:
        """Return the printed buildings of an owner."""
        first = self.printed + PRINTED * owner
        return range(first, first + PRINTED)


def mode_key(options: Options) -> str:
    """Return the key of the mode in the components."""
    seats = options.seats
    if seats == 2:
        return "2L" if LONG_FOR_TWO in options.variants else "2"
    return f"{seats}s" if seats > 2 and SHORT in options.variants else str(seats)


def _cards(box: OraBox) -> list[CardInPlay]:
    found: list[CardInPlay] = []
    for card in box.buildings:
        cost = zip((WOOD, CLAY, STONE, STRAW, COIN), card.cost, strict=True)
        amounts = tuple((good, number) for good, number in cost if number)
        effect = parse_effect(card.effect)
        found.append(
            CardInPlay(
                card.key,
                card.name,
                amounts,
                effect,
                card.effect,
                card.terrain,
                card.cloister,
                card.points,
                card.dwelling,
            )
        )
    for letter in OWNERS:
        for card in box.printed:
            key, effect = f"{card.key}{letter}", parse_effect(card.effect)
            found.append(CardInPlay(key, card.name, (), effect, card.effect, LAND, card.cloister, 0, card.dwelling))
    return found
