"""The box: sides, sections, goods, seals and cards, as the component files give them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Final, NamedTuple

from rules.engine.base_box import ComponentSet
from rules.engine.components import read_record
from rules.engine.kinds import Kind, Most, Range, Text
from rules.engine.toml_table import TomlTable, fault

GOODS: Final = ("wood", "sand", "stone", "wool", "ore")
WOOD, SAND, STONE, WOOL, ORE = range(5)
FACES: Final = ((0, 5), (1, 4), (2, 3), (2, 3))
"""The two faces of each kind of seal."""
SEALS: Final = ("05", "14", "23", "me")
"""The kinds of seals: three neutral ones and the personal seal."""
PERSONAL: Final = 3
DECKS: Final = ("A", "B")
SECTIONS: Final = ("I", "II", "III")
FILES: Final = ("box.toml", "cards.toml")
CARDS_IN_DECK: Final = 27
MOST_SEALS: Final = 20
"""The maximum number of neutral seals."""
MOST_GOODS: Final = 16
"""The maximum number of goods of a side."""

_NUMBERED: Final = re.compile(r"-[0-9]+$")
"""How the notation ends the words of several copies of a card."""

Good = Annotated[int, Kind("good")]
Small = Annotated[int, Range(0, 99)]


class DuelCardKind(Enum):
    """What a card does."""

    POWER = "power"
    INFLUENCE = "influence"
    INCOME = "income"
    CRAFTSMAN = "craftsman"
    MARKET = "market"
    ONE_USE = "one-use"
    PERSON = "person"


class Ability(Enum):
    """What a person or a 1x card does (BD-4o, BD-6)."""

    NONE = "none"
    FREE_MATERIAL = "free-material"
    WORK_FREE = "work-free"
    TAKE_WOOL = "take-wool"
    TOLL = "toll"
    TAKE_SEALS = "take-seals"
    TAKE_GOLD = "take-gold"
    SECOND_THROW = "second-throw"
    OATH = "oath"
    SCAFFOLD = "scaffold"
    TWO_SITES = "two-sites"
    CARTLOAD = "cartload"
    SABOTAGE = "sabotage"


ONE_USE: Final = (
    Ability.SECOND_THROW,
    Ability.OATH,
    Ability.SCAFFOLD,
    Ability.TWO_SITES,
    Ability.CARTLOAD,
    Ability.SABOTAGE,
)


class Card(NamedTuple):
    """A card of a deck."""

    deck: Annotated[int, Kind("deck")]
    key: Annotated[str, Text(slug=True)]
    name: Annotated[str, Text(24)]
    kind: DuelCardKind
    copies: Annotated[int, Range(1, 27)] = 1
    gold: Small = 0
    """INCOME: the gold taken."""
    goods: Annotated[tuple[Good, ...], Most(5)] = ()
    """CRAFTSMAN and MARKET: ascending."""
    price: Small = 0
    wool_price: Small = 0
    """MARKET: the price at which it buys wool; 0 if it does not."""
    effect: Ability = Ability.NONE
    """PERSON and ONE_USE."""
    number: Small = 0
    """How many goods, seals or gold the effect is about, or what it costs or adds."""
    side: Annotated[int, Kind("side")] | None = None
    """PERSON: the side that can use it."""


class DuelSide(NamedTuple):
    """A side with its building."""

    key: Annotated[str, Text(slug=True)]
    name: Annotated[str, Text(12)]
    building: Annotated[str, Text(12)]
    colour: Annotated[str, Text(12, slug=True)]
    metal: Annotated[str, Text(12)]
    sections: tuple[tuple[Good, Good, Good], tuple[Good, Good, Good], tuple[Good, Good, Good]]


class Contents(NamedTuple):
    """Everything but the cards."""

    start_gold: Small
    seal_price: Small
    build_prices: tuple[Small, Small, Small]
    bank: Annotated[int, Range(12, 74)]
    neutral_seals: tuple[Small, Small, Small]
    goods: tuple[Small, Small, Small, Small, Small]
    bonus_seals: Small
    bonus_gold: Small
    bonus_work: Small
    sides: tuple[DuelSide, ...]


class Cards(NamedTuple):
    """The file of cards."""

    cards: tuple[Card, ...]


class DuelBox(NamedTuple):
    """The whole box."""

    board: Contents
    cards: tuple[Card, ...]

    @property
    def pieces(self) -> tuple[Card, ...]:
        """Every single card, copies counted: its place is its number."""
        return tuple(card for card in self.cards for _ in range(card.copies))


WORDS: Final = {"good": GOODS, "deck": DECKS, "side": ("philip", "waleran")}


def check(box: DuelBox) -> None:
    """Check what the types of the components do not say. Raises `ComponentError`."""
    board, cards = box
    if tuple(side.key for side in board.sides) != WORDS["side"]:
        raise fault("box.toml", "side", "philip, then waleran")
    for number, seals in enumerate(board.neutral_seals):
        if not 2 <= seals <= 20:
            raise fault("box.toml", "neutral_seals", f"2 to 20 seals of each kind, got {seals} as number {number + 1}")
    if sum(board.neutral_seals) > MOST_SEALS:
        raise fault("box.toml", "neutral_seals", f"at most {MOST_SEALS} in all, got {sum(board.neutral_seals)}")
    if sum(board.goods) > MOST_GOODS:
        raise fault("box.toml", "goods", f"at most {MOST_GOODS} in all, got {sum(board.goods)}")
    if board.bank < 2 * board.start_gold:
        raise fault("box.toml", "bank", f"at least {2 * board.start_gold}, what both sides begin with")
    for side in board.sides:
        needed = [sum(section.count(good) for section in side.sections) for good in range(len(GOODS))]
        if any(len(set(section)) < 3 or list(section) != sorted(section) for section in side.sections):
            raise fault("box.toml", f"side {side.key}.sections", "three different goods for each, in their order")
        for good, many in enumerate(needed):
            if not max(many, good < WOOL) <= board.goods[good] <= 9:
                raise fault("box.toml", "goods", f"{max(many, good < WOOL)} to 9 {GOODS[good]} for {side.name}")
    for deck, name in enumerate(DECKS):
        if (found := sum(card.copies for card in cards if card.deck == deck)) != CARDS_IN_DECK:
            raise fault("cards.toml", f"deck {name}", f"{CARDS_IN_DECK} cards, got {found}")
    known: set[tuple[int, str]] = set()
    for card in cards:
        _check_card(card)
        if (card.deck, card.key) in known:
            raise fault("cards.toml", f"card '{card.key}'", f"one row for it in deck {DECKS[card.deck]}")
        known.add((card.deck, card.key))


def _check_card(card: Card) -> None:
    one_use, person = card.kind is DuelCardKind.ONE_USE, card.kind is DuelCardKind.PERSON
    trades = card.kind in (DuelCardKind.CRAFTSMAN, DuelCardKind.MARKET)
    for key, wanted, there in (
        ("goods", trades, bool(card.goods)),
        ("side", person, card.side is not None),
        ("gold", card.kind is DuelCardKind.INCOME, card.gold > 0),
    ):
        if wanted != there:
            raise fault("cards.toml", f"card '{card.key}'.{key}", "a value" if wanted else "nothing")
    for key, allowed, value in (
        ("price", trades, card.price),
        ("wool_price", card.kind is DuelCardKind.MARKET, card.wool_price),
        ("number", one_use or person, card.number),
    ):
        if value and not allowed:
            raise fault("cards.toml", f"card '{card.key}'.{key}", "nothing")
    if _NUMBERED.search(card.key):
        raise fault("cards.toml", f"card '{card.key}'.key", "a key that does not end in a hyphen and a number")
    if list(card.goods) != sorted(set(card.goods)):
        raise fault("cards.toml", f"card '{card.key}'.goods", "different goods, in their order")
    if one_use != (card.effect in ONE_USE) or person == (card.effect is Ability.NONE or card.effect in ONE_USE):
        raise fault("cards.toml", f"card '{card.key}'.effect", f"one that fits a card of kind {card.kind.value}")


def _read(tables: Mapping[str, TomlTable]) -> DuelBox:
    board = read_record(Contents, tables["box.toml"], WORDS)
    return DuelBox(board, read_record(Cards, tables["cards.toml"], WORDS).cards)


COMPONENTS: Final = ComponentSet(DuelBox, "rules.builders_duel", FILES, _read, check, WORDS)
