"""Names of cards, goods and seals, and what a card does: in a few words for the display, or in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from galli_tui.style.wording import listed
from rules.builders_duel.box import FACES, GOODS, PERSONAL, WOOL, Ability, Card, DuelCardKind
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.state import seal_word

MADE = ("beam", "mortar", "block", "cloth")
"""The names of worked goods but metal, which has one for each side."""
EFFECTS = {
    Ability.FREE_MATERIAL: "one material free",
    Ability.WORK_FREE: "work {number} free",
    Ability.TAKE_WOOL: "take {number} wool",
    Ability.TOLL: "{number} gold from the rival",
    Ability.TAKE_SEALS: "take {number} seals",
    Ability.TAKE_GOLD: "take {number} gold",
    Ability.SECOND_THROW: "1x: throw a seal again",
    Ability.OATH: "1x: add {number} in a conflict",
    Ability.SCAFFOLD: "1x: materials cost {number}",
    Ability.TWO_SITES: "1x: build in 2 sections",
    Ability.CARTLOAD: "1x: take a good, no ore",
    Ability.SABOTAGE: "1x: spoil a worked good",
}
"""In the display."""
SHORT_EFFECTS = {
    Ability.FREE_MATERIAL: "install one free",
    Ability.TOLL: "rival pays {number}",
    Ability.CARTLOAD: "1x: take a good (no ore)",
    Ability.SABOTAGE: "1x: spoil one good",
}
"""In the display where room is scarce."""
SENTENCES = {
    Ability.FREE_MATERIAL: "One material that you install this round is free; the others cost as if it were not there.",
    Ability.WORK_FREE: "Work up to {number} raw wood, sand or stone in your camp free.",
    Ability.TAKE_WOOL: "Take up to {number} wool from your supply into your camp, free.",
    Ability.TOLL: "Take up to {number} gold from the other player.",
    Ability.TAKE_SEALS: "Take the {number} top seals of the stack.",
    Ability.TAKE_GOLD: "Take {number} gold from the bank.",
    Ability.SECOND_THROW: "Throw your seal that has just fallen again; the new face counts instead.",
    Ability.OATH: "While you are behind in a conflict, add {number} to your sum without a seal.",
    Ability.SCAFFOLD: "This round each material that you install costs {number}, however many they are.",
    Ability.TWO_SITES: "This round you may build in a second section too, priced by itself.",
    Ability.CARTLOAD: "Take one wood, sand, stone or wool from your supply into your camp, free.",
    Ability.SABOTAGE: "One worked good of your choice in the other camp becomes raw again.",
}
"""On the page of details, and where there is room."""


def effect_forms(game: BuildersDuel, card: Card) -> tuple[str, ...]:
    """Return what a card does, for its place in the display, the longest form first."""
    match card.kind:
        case DuelCardKind.POWER:
            return ("you go first next round",)
        case DuelCardKind.INFLUENCE:
            return (f"buy seals at {game.board.seal_price}",)
        case DuelCardKind.INCOME:
            return (f"take {card.gold} gold",)
        case DuelCardKind.CRAFTSMAN:
            return (f"work {goods_list(card.goods)} at {card.price}",)
        case DuelCardKind.MARKET if card.wool_price:
            goods = goods_list(card.goods)
            short = {"any goods": "any", f"all but {GOODS[WOOL]}": "others"}.get(goods, goods)
            return (
                f"sell wool at {card.wool_price}, buy {goods} at {card.price}",
                f"sell wool at {card.wool_price}, buy {short} at {card.price}",
                f"sell wool at {card.wool_price}, {short.replace('others', 'rest')} at {card.price}",
            )
        case DuelCardKind.MARKET:
            return (f"buy {goods_list(card.goods)} at {card.price}",)
        case DuelCardKind.PERSON | DuelCardKind.ONE_USE:
            forms = (EFFECTS[card.effect], SHORT_EFFECTS.get(card.effect, EFFECTS[card.effect]))
            return tuple(it.format(number=card.number) for it in forms)


def effect_words(game: BuildersDuel, card: Card) -> str:
    """Return what a card does in a few words."""
    return effect_forms(game, card)[0]


CLAUSES = {
    DuelCardKind.POWER: "BD-4d",
    DuelCardKind.INCOME: "BD-4e",
    DuelCardKind.INFLUENCE: "BD-4f",
    DuelCardKind.CRAFTSMAN: "BD-4g",
    DuelCardKind.MARKET: "BD-4h",
    DuelCardKind.ONE_USE: "BD-4k",
    DuelCardKind.PERSON: "BD-4o",
    Ability.SECOND_THROW: "BD-6b",
    Ability.OATH: "BD-6c",
    Ability.SCAFFOLD: "BD-6e",
    Ability.TWO_SITES: "BD-6f",
    Ability.CARTLOAD: "BD-6g",
    Ability.SABOTAGE: "BD-6h",
}
"""The clauses of the kinds of cards, and of the 1x cards."""


PERSONAL_SEAL, PERSONAL_BRIEF = "your personal seal, 2/3", "personal"
"""The personal seal in a sentence, and beside neutral seals, which are named by their faces."""
SHORT_NAMES = {"Second Throw": "2nd Throw"}
"""Names of cards for where their own do not fit."""


def name_forms(card: Card) -> tuple[str, ...]:
    """Return a card's name, and its short form if there is one."""
    short = SHORT_NAMES.get(card.name)
    return (card.name,) if short is None else (card.name, short)


def card_clause(card: Card) -> str:
    """Return the clause that a card rests on."""
    return CLAUSES.get(card.effect, CLAUSES[card.kind])


def effect_sentence(game: BuildersDuel, card: Card) -> str:
    """Return what a card does in one or two full sentences."""
    goods = goods_list(card.goods)
    match card.kind:
        case DuelCardKind.POWER:
            return "Take the Power, or keep it: from the next round on you claim first, and equal sums are yours."
        case DuelCardKind.INFLUENCE:
            return f"Buy as many seals as you like from the top of the stack, for {game.board.seal_price} gold each."
        case DuelCardKind.INCOME:
            return f"Take {card.gold} gold from the bank."
        case DuelCardKind.CRAFTSMAN:
            return f"Work raw goods in your camp ({goods}) for {card.price} gold each."
        case DuelCardKind.MARKET:
            wool = f"Sell raw wool for {card.wool_price} gold each. " if card.wool_price else ""
            return f"{wool}Buy goods ({goods}) from your supply for {card.price} gold each."
        case DuelCardKind.PERSON:
            sentence = SENTENCES[card.effect].format(number=card.number)
            return f"For {game.board.sides[card.side or 0].name} only. {sentence}"
        case DuelCardKind.ONE_USE:
            return f"Keep it, and use it once. {SENTENCES[card.effect].format(number=card.number)}"


def goods_list(goods: Sequence[int]) -> str:
    """Return kinds of goods: all but a few by what is left out."""
    if len(goods) == len(GOODS):
        return "any goods"
    if len(goods) == len(GOODS) - 1:
        (missing,) = set(range(len(GOODS))) - set(goods)
        return f"all but {GOODS[missing]}"
    return ", ".join(GOODS[good] for good in goods)


def goods_words(goods: Sequence[int]) -> str:
    """Return chosen goods in few words: "2 wood, ore"."""
    return ", ".join(_counted(goods)) or "nothing"


def goods_listed(goods: Sequence[int]) -> str:
    """Return chosen goods for a sentence: "2 wood and ore"."""
    return listed(_counted(goods)) or "nothing"


def _counted(goods: Sequence[int]) -> list[str]:
    counts = [(GOODS[good], goods.count(good)) for good in sorted(set(goods))]
    return [name if number == 1 else f"{number} {name}" for name, number in counts]


def worked_name(game: BuildersDuel, good: int, seat: int) -> str:
    """Return the name of a worked good of a side."""
    return MADE[good] if good <= WOOL else game.board.sides[seat].metal


def seal_words(game: BuildersDuel, seals: Sequence[int], *, personal: bool) -> list[str]:
    """Return seals by kind, several of a kind as "2/3 x2", the personal one last."""
    kinds = [game.seal_kinds[it] for it in seals]
    counts = [(seal_word(kind), kinds.count(kind)) for kind in sorted(set(kinds))]
    neutral = (word if number == 1 else f"{word}x{number}" for word, number in counts)
    return [*neutral, *([PERSONAL_BRIEF] if personal else [])]


def seal_name(kind: int) -> str:
    """Return the name of a kind of seal: "1/4", or "your personal seal, 2/3"."""
    return PERSONAL_SEAL if kind == PERSONAL else f"{FACES[kind][0]}/{FACES[kind][1]}"
