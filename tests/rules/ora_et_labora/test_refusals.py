"""Positions in which a move must be refused: each with its clause, its code, and a move close to it that is legal."""

from __future__ import annotations

from typing import Any, Final

import pytest

from rules.engine.refusal import Refused
from rules.engine.secrecy import Seat
from rules.ora_et_labora.neutral import NeutralStep
from rules.ora_et_labora.rounds import BonusStep
from rules.ora_et_labora.settling import SettlementStep
from tests.support.ora_positions import Land, OraPosition, match, position, using

RICH: Final = "9 wood, 9 clay, 9 stone, 9 straw, 40 coin, 9 grain"


def turn(words: str = RICH, mode: str = "4", country: str = "france", **kinds: Any) -> OraPosition:
    """Return a turn of the first seat, beside a player with bare land."""
    others = kinds.pop("others", Land())
    apart = {key: kinds.pop(key) for key in ("display", "tokens", "raised", "actions", "ending") if key in kinds}
    return position(match(mode, country), Land(goods=words, **kinds), others, **apart)


def phase(words: str, country: str = "france", **kinds: Any) -> OraPosition:
    """Return a settlement phase."""
    return position(match("4", country), Land(goods=words, **kinds), steps=[SettlementStep(Seat(0))])


def bonus(**kinds: Any) -> OraPosition:
    """Return the bonus round, in which another player's building is occupied."""
    steps = [BonusStep(Seat(0), 1), BonusStep(Seat(1), 1)]
    land = Land(goods="3 coin, 2 clay", forests="d0")
    return position(match(), land, Land(built={"d0": "G07"}, lay="G07"), steps=steps, display="G12", **kinds)


def neutral(display: str, goods: str = "3 coin", **kinds: Any) -> OraPosition:
    """Return the neutral player's building before a settlement phase."""
    kinds.setdefault("built", {"c0": "G13"})
    land = Land(supply="", **kinds)
    return position(match("1"), Land(goods=goods), land, steps=[NeutralStep(Seat(0))], display=display).run()


def used(key: str, words: str = "", **land: Any) -> OraPosition:
    """Return a position in which the first seat has just used a building of its own."""
    return using(key, land=Land(goods=words, **land))


BUILDING: Final[list[Any]] = [
    ("OL-3e", "not-your-space", turn(display="G07", forests="d0"), "build G07 d0", "build G07 e0"),
    ("OL-3e", "not-your-space", turn(display="G07", moors="c1"), "build G07 c1", "build G07 c0"),
    ("OL-3e", "not-your-space", turn(display="G07", settled={"f0": "S1"}), "build G07 f0", "build G07 d0"),
    ("OL-3e", "not-your-space", turn(display="G07"), "build G07 e1", "build G07 d1"),
    ("OL-3e", "not-on-display", turn(display="G07"), "build G12 d0", "build G07 d0"),
    ("OL-3e", "not-on-display", turn(display="G07", others=Land(built={"d0": "G12"})), "build G12 d0", "build G07 d0"),
    ("OL-3e", "too-dear", turn("24 coin, 1 clay", display="F27 G07", plots="0mountain"),
     "build F27 h0", "build G07 h0"),
    ("OL-3e", "too-dear", turn("1 clay, 1 wood", display="G06 G07"), "build G06 d0", "build G07 d0"),
    ("OL-3f", "no-cloister-near", turn(display="G02"), "build G02 f0", "build G02 f1"),
    ("OL-3f", "no-cloister-near", turn(display="G02"), "build G02 d1", "build G02 f1"),
    ("OL-3f", "no-cloister-near", turn(display="G02", built={"f1": "G16"}), "build G02 e0", "build G02 f0"),
    ("OL-3f", "no-cloister-near", turn(display="G02", built={"c0": "I40"}, country="ireland"),
     "build G02 d0", "build G02 f1"),
    ("OL-3f", "no-cloister-near", turn(display="G02", built={"c0": "I03"}, country="ireland"),
     "build G02 e0", "build G02 d0"),
    ("OL-3f", "no-cloister-near", turn(display="G02", plots="1mountain"), "build G02 h2", "build G02 h1"),
    ("OL-6f", "wrong-terrain", turn(display="F04", plots="0mountain"), "build F04 d0", "build F04 h0"),
    ("OL-6f", "wrong-terrain", turn(display="G22", plots="0mountain"), "build G22 h0", "build G22 i0"),
    ("OL-6f", "wrong-terrain", turn(display="G28", plots="0mountain"), "build G28 d0", "build G28 i0"),
    ("OL-6f", "wrong-terrain", turn(display="F27", plots="0mountain"), "build F27 i0", "build F27 h0"),
    ("OL-6f", "wrong-terrain", turn(display="G07", plots="0mountain"), "build G07 i0", "build G07 h1"),
    ("OL-6f", "wrong-terrain", turn(display="G07", plots="0coast"), "build G07 a0", "build G07 b0"),
    ("OL-6f", "wrong-terrain", turn(display="F11", plots="0mountain 0coast"), "build F11 h0", "build F11 b1"),
    ("OL-6f", "wrong-terrain", turn(display="F14", plots="0mountain 0coast"), "build F14 b0", "build F14 h0"),
    ("OL-6f", "wrong-terrain", turn(display="I11", plots="0coast", country="ireland"), "build I11 b0", "build I11 a0"),
]  # fmt: skip

CLERGYMEN: Final[list[Any]] = [
    ("OL-3b", "occupied", turn(lay="L1a"), "use L1a lay", "use L2a lay"),
    ("OL-3b", "not-your-building", turn(), "use L1b lay", "contract L1b coins"),
    ("OL-3b", "nobody-home", turn(prior="L2a"), "use L1a prior", "use L1a lay"),
    ("OL-3b", "nobody-home", turn(mode="4s", lay="L2a"), "use L1a lay", "use L1a prior"),
    ("OL-3c", "not-anothers", turn(), "contract L1a coins", "use L1a lay"),
    ("OL-3c", "no-host", turn(others=Land(prior="L1b", lay="L2b L3b", built={"d0": "G12"})),
     "contract G12 coins", "use L1a lay"),
    ("OL-3b", "occupied", turn(others=Land(lay="L1b")), "contract L1b coins", "contract L2b coins"),
    ("OL-3c", "fee-too-dear", turn("1 coin", raised=True), "contract L1b coins", "use L1a lay"),
    ("OL-3c", "fee-too-dear", turn("1 coin", raised=True), "contract L1b present", "use L1a lay"),
    ("OL-3c", "fee-too-dear", turn("1 beer, 1 coin", country="ireland"), "contract L1b present", "contract L1b coins"),
    ("OL-3d", "no-card-there", turn(forests="d0"), "cut d0 own", "fell d0 own"),
    ("OL-3a", "no-action-left", turn(forests="d0").do("use L1a lay", "take clay own"), "fell d0 own", "end"),
    ("OL-3a", "no-action-left", turn(mode="2", forests="d0 e0").do("fell d0 own"), "fell e0 own", "end"),
    ("OL-3g", "not-now", turn(display="G07 G12").do("build G07 d0"), "build G12 e0", "follow"),
    ("OL-3a", "not-now", turn(display="G07", prior="L1a").do("build G07 d0"), "follow", "end"),
    ("OL-3a", "no-action-left", turn(mode="2", forests="d0 e0", ending=True).do("fell d0 own"), "fell e0 own", "end"),
]  # fmt: skip

KINDS: Final = "1 wood, 1 clay, 1 peat, 1 grain, 5 coin, 1 livestock"
BRIDGE: Final = {"d0": "F09", "e0": "F11", "c1": "G07"}
CLEARED: Final = [f"trade 1 1 {space} 0" for space in ("c0", "e0", "f0", "c1")]
EFFECTS: Final[list[Any]] = [
    ("OL-2e", "not-on-wheel", used("G22"), "take stone own", "take stone joker"),
    ("OL-2e", "not-on-wheel", used("F14"), "take grapes own", "take grapes joker"),
    ("OL-5b", "other-good", turn().do("use L2a lay"), "take clay own", "take livestock own"),
    ("OL-5b", "other-good", used("F33", "2 peat").do("trade 1 1 - PtPt"), "take wine own", "take wine joker"),
    ("OL-5b", "other-good", used("I33", "3 wood").do("trade 1 1 - 0"), "take malt joker", "take beer joker"),
    ("OL-5b", "other-good", used("I15", "1 book").do("trade 1 1 - 0", "choose clay"), "choose clay", "choose wood"),
    ("OL-5b", "other-good", used("G02", "1 wood, 1 clay, 1 peat").do("trade 1 1 - WoClPt"),
     "choose stone", "choose coin"),
    ("OL-5c", "too-often", used("F17", "9 coin"), "trade 4 1 - 0", "trade 3 1 - 0"),
    ("OL-5c", "too-often", used("G12", "9 wood, 9 meat"),
     "trade 6 1 - WoWoWoWoWoWoMtMtMt", "trade 5 1 - WoWoWoWoWoMtMt"),
    ("OL-5c", "too-often", used("F04", "9 grain"), "trade 8 1 - 0", "trade 7 1 - 0"),
    ("OL-3a", "not-now", used("F38", forests="c0 e0 f0 c1 d1").do(*CLEARED),
     "trade 1 1 d1 0", "end"),
    ("OL-5e", "not-carried-out", used("F09", built=BRIDGE), "carry-out G07", "carry-out F11"),
    ("OL-5e", "not-carried-out", used("F09", built={**BRIDGE, "c0": "G12"}, lay="F11"),
     "carry-out F11", "carry-out G12"),
    ("OL-5e", "not-carried-out", used("F27", "1 wine", built={"d0": "F27", "e0": "G07"}, lay="G07").do("trade 1 1 - 0"),
     "carry-out F27", "carry-out G07"),
    ("OL-5e", "not-carried-out", used("G01", built={"d0": "G01", "e0": "G07", "f0": "F11"}, lay="G07", prior="F11"),
     "carry-out G07", "carry-out F11"),
    ("OL-5e", "not-carried-out", used("F27", "1 wine", built={"d0": "F27", "e0": "G07"}, lay="L1a").do("trade 1 1 - 0"),
     "carry-out G07", "carry-out L1a"),
    ("OL-5e", "not-carried-out", used("F40", built={"d0": "F40", "e0": "G07"}), "carry-out G07", "carry-out G12"),
    ("OL-5g", "no-forest", used("F10", "1 clay", forests="e0", moors="c0"), "trade 1 1 c0 0", "trade 1 1 e0 0"),
    ("OL-5i", "other-reward", used("I38", "1 beer", forests="c0", moors="e0 f0").do("trade 1 1 - 0"),
     "reward Or", "reward Ce"),
    ("OL-5i", "other-reward", used("G41", "5 coin").do("trade 1 1 - 0"), "reward Wn", "reward Or"),
    ("OL-7b", "too-few-goods", used("G18", "2 clay, 9 wood"), "trade 1 6 - WoWoWo", "trade 1 4 - WoWo"),
    ("OL-7b", "too-few-goods", used("I32", KINDS), "trade 1 1 - WoClPtPnNi", "trade 1 1 - WoClPtGnNi"),
    ("OL-7b", "too-few-goods", used("I32", KINDS), "trade 1 1 - WoClPtGnSw", "trade 1 1 - WoClPtGnSh"),
    ("OL-7d", "price-not-met", used("I32", "2 " + KINDS[2:]), "trade 1 1 - WoWoClPtGn", "trade 1 1 - WoClPtPnGn"),
    ("OL-7d", "price-not-met", used("I35", "5 coin, 1 whiskey, 1 reliquary, 1 ceramic, 1 ornament, 1 book"),
     "trade 1 1 - CeBoRq", "trade 1 1 - BoOrRq"),
    ("OL-7d", "price-not-met", used("G18", "1 clay, 2 straw"), "trade 1 2 - Sw", "trade 1 2 - SwSw"),
    ("OL-7d", "price-not-met", used("G12", "1 wood, 4 coin"), "trade 1 1 - PnPnPn", "trade 1 1 - WoPnPn"),
    ("OL-7c", "nothing-to-convert", turn("1 beer, 1 whiskey", country="ireland"), "sell 2", "sell 1"),
    ("OL-7c", "nothing-to-convert", turn("1 grain, 4 straw"), "straw 2", "straw 1"),
]  # fmt: skip

LANDSCAPES: Final[list[Any]] = [
    ("OL-6a", "bought-already", turn().do("district 2 hills"), "plot 0 coast", "end"),
    ("OL-6a", "bought-already", turn(mode="2L", forests="d0", actions=2).do("plot 0 coast", "fell d0 own"),
     "district 2 hills", "end"),
    ("OL-6a", "land-too-dear", turn("2 coin"), "plot 0 coast", "district 2 hills"),
    ("OL-6b", "not-there", turn(), "district 3 hills", "district 2 hills"),
    ("OL-6b", "not-there", turn(districts="2hills"), "district 2 plains", "district 3 plains"),
    ("OL-6b", "not-there", turn(plots="2coast", districts="2hills"), "district 5 hills", "district 3 hills"),
    ("OL-6b", "not-there", turn(), "plot 2 mountain", "plot 1 mountain"),
    ("OL-6b", "not-there", turn(plots="0coast"), "plot 1 coast", "plot 2 coast"),
    ("OL-6b", "not-there", turn(plots="0coast"), "plot 2 mountain", "plot 2 coast"),
    ("OL-3g", "not-now", turn(display="G07").do("build G07 d0"), "district 2 hills", "follow"),
    ("OL-5c", "not-now", used("F17", "9 coin"), "plot 0 coast", "done"),
]  # fmt: skip

FOOD: Final = "9 meat, 9 coal, 9 coin"
SETTLEMENTS: Final[list[Any]] = [
    ("OL-6f", "wrong-terrain", phase(FOOD, plots="0coast"), "settle S4 d0 CoMtMt", "settle S4 b0 CoMtMt"),
    ("OL-6f", "wrong-terrain", phase(FOOD, plots="0coast 0mountain", supply="S8"),
     "settle S8 b0 CoMtMtMtMtMtMt", "settle S8 h0 CoMtMtMtMtMtMt"),
    ("OL-6f", "wrong-terrain", phase(FOOD, plots="0mountain"), "settle S1 i0 CoMt", "settle S1 h0 CoMt"),
    ("OL-6f", "wrong-terrain", phase(FOOD, plots="0coast"), "settle S1 a0 CoMt", "settle S1 b0 CoMt"),
    ("OL-3e", "not-your-space", phase(FOOD, forests="d0"), "settle S1 d0 CoMt", "settle S1 e0 CoMt"),
    ("OL-9a", "not-in-hand", phase(FOOD), "settle S5 d0 CoMt", "settle S1 d0 CoMt"),
    ("OL-9a", "settled-already", phase(FOOD).do("settle S1 d0 CoMt"), "settle S2 e0 CoMt", "stay"),
    ("OL-7d", "price-not-met", phase("1 straw, 1 coin, 1 wood"), "settle S1 d0 PnSw", "settle S1 d0 WoPn"),
    ("OL-7d", "price-not-met", phase("1 wood, 1 livestock, 1 clay"), "settle S1 d0 WoClSh", "settle S1 d0 WoSh"),
    ("OL-9b", "not-now", phase(FOOD), "use L1a lay", "settle S1 d0 CoMt"),
    ("OL-9b", "not-now", phase(RICH), "build G07 d0", "stay"),
    ("OL-3a", "not-now", turn(FOOD), "settle S1 d0 CoMt", "end"),
    ("OL-5h", "not-now", used("F10", FOOD + ", 1 clay", forests="e0").do("trade 1 1 e0 0"),
     "settle S1 f0 CoMt", "build G07 f0"),
    ("OL-5h", "not-now", turn(FOOD + ", 1 clay", display="G07", built={"d0": "G28"}).do("use G28 lay"),
     "build G07 f0", "settle S1 f0 CoMt"),
]  # fmt: skip

ENDS: Final[list[Any]] = [
    ("OL-10b", "not-now", bonus(), "use L1a lay", "visit L1a"),
    ("OL-10b", "not-now", bonus(), "contract L1b coins", "visit L1b"),
    ("OL-10b", "not-now", bonus(), "fell d0 own", "visit G07"),
    ("OL-10b", "not-built", bonus(), "visit G12", "visit G07"),
    ("OL-3a", "no-action-left", bonus().do("visit L1b", "take clay own"), "visit L1a", "end"),
    ("OL-11b", "no-room-there", neutral("G07", built={"c0": "G13", "d0": "F05"}, lay="F05"),
     "neutral G07 d0", "neutral G07 c0"),
    ("OL-11b", "no-room-there", neutral("G07 G16", built={"c0": "G13", "f1": "G02"}),
     "neutral G07 f1", "neutral G16 f1"),
    ("OL-11b", "no-room-there", neutral("G16"), "neutral G16 d0", "neutral G16 f1"),
    ("OL-3e", "not-on-display", neutral("G07"), "neutral G12 d0", "neutral G07 d0"),
    ("OL-11b", "not-now", neutral("G07"), "done", "neutral G07 d0"),
    ("OL-11d", "not-new", neutral("G07").do("neutral G07 d0"), "work G13 coins", "work G07 coins"),
    ("OL-3c", "fee-too-dear", neutral("G07", "1 peat").do("neutral G07 d0"), "work G07 coins", "done"),
]  # fmt: skip


@pytest.mark.rule(
    "OL-3b", "OL-3c", "OL-3d", "OL-3e", "OL-3f", "OL-5c", "OL-5e", "OL-6f", "OL-7d", "OL-7e", "OL-9a", "OL-10b"
)
@pytest.mark.parametrize(
    ("clause", "code", "at", "wrong", "right"), [*BUILDING, *CLERGYMEN, *EFFECTS, *LANDSCAPES, *SETTLEMENTS, *ENDS]
)
def test_a_move_is_refused_by_its_clause(clause: str, code: str, at: OraPosition, wrong: str, right: str) -> None:
    with pytest.raises(Refused) as caught:
        at.do(wrong)
    assert (caught.value.refusal.clause, caught.value.refusal.code) == (clause, code)
    assert wrong not in at.legal()
    at.do(right)
