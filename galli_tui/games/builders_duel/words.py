"""Names of cards, goods and seals, and what a card does, in a few words."""

from __future__ import annotations

from collections.abc import Sequence

from rules.builders_duel.box import GOODS, Ability, Card, DuelCardKind
from rules.builders_duel.game import BuildersDuel

MADE = ("beam", "mortar", "block", "cloth")
"""The names of worked goods but metal, which has one for each side."""
EFFECTS = {
    Ability.FREE_MATERIAL: "one material free",
    Ability.WORK_FREE: "work {number} free",
    Ability.TAKE_WOOL: "{number} wool",
    Ability.TOLL: "{number} gold from the rival",
    Ability.TAKE_SEALS: "{number} seals",
    Ability.TAKE_GOLD: "{number} gold",
    Ability.SECOND_THROW: "throw a seal again",
    Ability.OATH: "+{number} in a conflict",
    Ability.SCAFFOLD: "materials cost {number}",
    Ability.TWO_SITES: "build in 2 sections",
    Ability.CARTLOAD: "{number} good, no ore",
    Ability.SABOTAGE: "spoil {number} of theirs",
}


def effect_words(card: Card) -> str:
    """Return what a card does, short enough for its place in the display."""
    match card.kind:
        case DuelCardKind.POWER:
            return "hold the Power"
        case DuelCardKind.INFLUENCE:
            return "buy seals at 2"
        case DuelCardKind.INCOME:
            return f"{card.gold} gold"
        case DuelCardKind.CRAFTSMAN:
            return f"work {goods_list(card.goods)} at {card.price}"
        case DuelCardKind.MARKET:
            sells = f", wool +{card.wool_price}" if card.wool_price else ""
            return f"buy {goods_list(card.goods)} at {card.price}{sells}"
        case DuelCardKind.PERSON | DuelCardKind.ONE_USE:
            return EFFECTS[card.effect].format(number=card.number)


def goods_list(goods: Sequence[int]) -> str:
    """Return goods in a few letters: all, or each by name."""
    return "any" if len(goods) == len(GOODS) else ", ".join(GOODS[good] for good in goods)


def many(goods: Sequence[int]) -> str:
    """Return chosen goods in words: "2 wood, ore"."""
    counts = [(GOODS[good], goods.count(good)) for good in sorted(set(goods))]
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in counts) or "nothing"


def made(game: BuildersDuel, good: int, seat: int) -> str:
    """Return the name of a worked good of a side."""
    return MADE[good] if good < len(MADE) else game.board.sides[seat].metal
