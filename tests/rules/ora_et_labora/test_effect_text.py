"""Effects, read from the lines of the component file."""

from __future__ import annotations

import pytest

from rules.ora_et_labora.box import COMPONENTS
from rules.ora_et_labora.effect_text import (
    ANY,
    CarryOutPart,
    ChoicePart,
    EffectError,
    GainPart,
    Grant,
    HoldingPart,
    Reward,
    SettlePart,
    Target,
    TradePart,
    Way,
    WheelPart,
    parse_effect,
)
from rules.ora_et_labora.goods import (
    BEER,
    BOOK,
    BREAD,
    CLAY,
    COAL,
    COIN,
    FLOUR,
    GRAIN,
    LIVESTOCK,
    MALT,
    ORNAMENT,
    PEAT,
    STONE,
    WHISKEY,
    WOOD,
)

READ = {
    "+1 coal +1 coin": (GainPart(((COAL, 1), (COIN, 1))),),
    "+2 grain | +2 malt": (ChoicePart(((GRAIN, 2), (MALT, 2))),),
    "for 1/5/9 livestock +3/5/6 coin": (HoldingPart(LIVESTOCK, (1, 5, 9), COIN, (3, 5, 6)),),
    "wheel grain/livestock": (WheelPart((GRAIN, LIVESTOCK)),),
    "carry out display": (CarryOutPart(Target.DISPLAY),),
    "settle": (SettlePart(),),
    "1 peat -> 1 coal (any)": (TradePart((Way(((PEAT, 1),), gives=((COAL, 1),)),), ANY),),
    "1 flour + 1/2 energy -> 1 bread (7)": (TradePart((Way(((FLOUR, 1),), energy=1, gives=((BREAD, 1),)),), 7),),
    "2 food + 1 energy -> 1 stone": (TradePart((Way(food=2, energy=2, gives=((STONE, 1),)),), 1),),
    "6 energy -> 1 book | 10 food -> 1 book (2)": (
        TradePart((Way(energy=12, gives=((BOOK, 1),)), Way(food=10, gives=((BOOK, 1),))), 2),
    ),
    "forest -> build": (TradePart((Way(forest=True, grants=(Grant.BUILD,)),), 1),),
    "1 coin -> fell and cut": (TradePart((Way(((COIN, 1),), grants=(Grant.CLEAR,)),), 1),),
    "3 different -> 6 of one basic": (TradePart((Way(different=3, basics=(6,)),), 1),),
    "1 book -> 5 of one basic + 3 of another": (TradePart((Way(((BOOK, 1),), basics=(5, 3)),), 1),),
    "3 wood -> joker beer/whiskey": (TradePart((Way(((WOOD, 3),), joker=(BEER, WHISKEY)),), 1),),
    "1 beer -> reward 1 per card": (TradePart((Way(((BEER, 1),), reward=(1, Reward.CARD)),), 1),),
    "14 points -> 1 wonder": (TradePart((Way(points=14, wonder=True),), 1),),
    "1 clay -> 1 book (1) & 1 stone + 1 energy -> 1 ornament": (
        TradePart(
            (
                Way(((STONE, 1),), energy=2, gives=((ORNAMENT, 1),)),
                Way(((CLAY, 1),), gives=((BOOK, 1),)),
                Way(((CLAY, 1), (STONE, 1)), energy=2, gives=((BOOK, 1), (ORNAMENT, 1))),
            ),
            1,
        ),
    ),
    "+1 malt; carry out neighbour": (GainPart(((MALT, 1),)), CarryOutPart(Target.NEIGHBOUR)),
}
REFUSED = {
    "": "a gain, a trade, wheel, for, settle or carry out",
    "dance": "a gain, a trade, wheel, for, settle or carry out",
    "+1 silk": "a good, not 'silk'",
    "+x coal": "a number and what it counts",
    "+1/2 coal": "halves of energy only",
    "+1 coal +1 coin | +1 clay": "a single good in each choice",
    "wheel": "a good",
    "carry out everything": "one of prior, neighbour, occupied, display",
    "1 peat": "a gain, a trade",
    "1 peat -> ": "a number and what it counts",
    "-> 1 peat": "a number and what it counts",
    "1 peat -> 1 coal (0)": "a limit from 1 on",
    "1/2 peat -> 1 coal": "halves of energy only",
    "1/2 food -> 1 coal": "halves of energy only",
    "100 peat -> 1 coal": "a number up to 99",
    "1 coin -> reward 1 per monk": "one of card, cloister",
    "1 coin -> reward x per card": "a number up to 99",
    "1 coin -> joker silk": "a good, not 'silk'",
    "1 clay -> 1 book (any) & 1 clay -> 1 coin": "trades of one way with a limit around &",
    "1 clay -> 1 book | 1 wood -> 1 book & 1 clay -> 1 coin": "trades of one way with a limit around &",
    "for 5/1 livestock +3/5 coin": "the numbers ascending",
    "for 1/5 livestock +3 coin": "as many gains as numbers",
}


@pytest.mark.parametrize("text", READ)
def test_an_effect_is_read(text: str) -> None:
    assert parse_effect(text) == READ[text]


@pytest.mark.parametrize("text", REFUSED)
def test_an_effect_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(EffectError) as refused:
        parse_effect(text)
    assert REFUSED[text] in str(refused.value)


def test_every_building_has_an_effect() -> None:
    box = COMPONENTS.standard
    assert all(parse_effect(card.effect) for card in (*box.printed, *box.buildings))
