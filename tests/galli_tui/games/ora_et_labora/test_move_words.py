"""Moves in words: each begins with a verb, names what it is about, and says what it costs and brings."""

from __future__ import annotations

import pytest

from galli_tui.games.ora_et_labora.move_words import move_words
from galli_tui.games.ora_et_labora.spoken_moves import spoken_words
from rules.engine.events import Move
from rules.engine.secrecy import Seat
from rules.ora_et_labora.actions import HostStep
from rules.ora_et_labora.effects import EffectStep
from rules.ora_et_labora.neutral import NeutralStep, NeutralWorkStep
from rules.ora_et_labora.rounds import BonusStep
from rules.ora_et_labora.settling import SettlementStep
from rules.ora_et_labora.trades import MakeTrade
from tests.support.ora_positions import Land, OraPosition, match, number, opened, position, using
from tests.support.ora_tables import NAMES, ora_table, well_played

VERBS = frozenset(
    ("use", "contract", "fell", "cut", "build", "send", "leave", "take", "choose", "give", "clear", "trade", "carry")
) | {"buy", "lay", "turn", "sell", "end", "found", "place", "stop"}
A = Seat(0)


def said(at: OraPosition, line: str) -> str:
    """Return a move of the seat that is due in words."""
    move = at.game.parse(f"{at.seat + 1} {line}")
    assert isinstance(move, Move)
    assert at.game.refusal(at.state, move) is None, line
    return move_words(at.game, at.state, move, NAMES)


RICH = "9 wood, 9 clay, 9 peat, 9 coin, 9 grain, 9 livestock, 2 wine"
TURN = {
    "use L1a prior": "use the Clay Mound with the prior: 2 clay",
    "use L2a lay": "use the Farmyard with a lay brother: 2 grain or 2 livestock",
    "use G07 lay": "use G07 Peat Coal Kiln with a lay brother: get peat coal + coin; peat for peat coal (any)",
    "contract L1b coins": "contract Bruno's Clay Mound for 1 coin: 2 clay",
    "contract F04 present": "contract Bruno's F04 Windmill for 1 wine: grain for flour + straw (7x)",
    "fell d0 own": "fell the forest on d0: 2 wood",
    "fell d0 joker": "fell the forest on d0 by the joker: 2 wood",
    "cut c0 own": "cut the moor on c0: 2 peat",
    "build G02 f1": "build G02 Cloister Courtyard on f1 for 2 wood",
    "district -1 hills": "buy a district of hills above, as row -1, for 2 coins: a moor, 2 forests and 2 hillsides",
    "plot 1 coast": "buy a plot of coast beside rows 1 and 2 for 3 coins: 2 water and 2 coast spaces",
    "straw 3": "turn 3 grain into straw",
    "sell 2": "sell 2 wine for 2 coins",
    "end": "end your turn without an action",
}


@pytest.mark.parametrize("line", TURN)
def test_a_move_of_a_turn_is_said(line: str) -> None:
    own = Land(RICH, built={"f0": "G07"}, forests="d0", moors="c0")
    assert said(position(match(), own, Land(built={"d0": "F04"})), line) == TURN[line]


def test_the_joker_is_named_where_it_yields_more() -> None:
    at = position(match(), Land("1 wood"), tokens={"clay": 1, "joker": 5, "stone": None})
    assert said(at, "use L1a lay") == "use the Clay Mound with a lay brother: 2 clay, 6 by the joker"
    quarry = position(match(), Land(built={"i0": "G22"}, plots="0mountain"), tokens={"joker": 2})
    assert said(quarry, "use G22 lay") == "use G22 Quarry with a lay brother: stone, 3 by the joker"
    farmyard = position(match(), Land("1 wood"), tokens={"grain": 6, "livestock": 2, "joker": 5})
    assert said(farmyard, "use L2a lay") == (
        "use the Farmyard with a lay brother: 6 grain or 3 livestock, 6 livestock by the joker"
    )


def test_in_the_short_game_a_production_gives_all_one_more() -> None:
    at = position(match("3s"), Land("1 wood", forests="e0"))
    assert said(at, "fell e0 own") == "fell the forest on e0: 3 wood, and 1 for all others"
    assert said(at, "use L1a lay") == "use the Clay Mound with a lay brother: 3 clay"
    assert said(at.do("use L1a lay"), "take clay own") == "take 3 clay: 1 for all others"


def test_straw_that_comes_out_of_grain_is_named_as_grain() -> None:
    assert said(using("G19", "3 livestock, 1 straw, 4 grain"), "trade 3 1 - 0") == (
        "give 3 livestock, 1 straw and 2 grain as straw for 3 meat"
    )
    merchant = using("G06", "6 grain")
    assert said(merchant, "trade 1 1 - SwSwSwSwSwSw") == "give 6 grain as straw for 5 coins"


def test_trades_say_what_is_given_and_gotten() -> None:
    assert said(using("G02", "1 wood, 1 clay, 6 coin"), "trade 1 1 - WoClPn") == (
        "give 1 wood, 1 clay and 1 coin for 6 of one basic good"
    )
    assert said(using("G02", "1 wood, 6 coin"), "trade 1 1 - WoPnNi") == (
        "give 1 wood, 1 coin and 5 coins as one good for 6 of one basic good"
    )
    assert said(using("G12", "1 wood, 1 livestock"), "trade 1 1 - WoSh") == "give 1 wood and 1 livestock for 1 stone"
    assert said(using("F36", "1 book"), "trade 1 1 - 0") == "give 1 book for 1 ceramic"
    hut = using("I29", land=Land(forests="e0"))
    assert said(hut, "trade 1 1 e0 0") == "clear the forest on e0 for 2 livestock, 2 wood and 1 stone"
    assert said(using("F33", "3 wood"), "trade 1 1 - WoWoWo") == "give 3 wood for 2 meat, bread or wine"
    assert said(using("G34", "1 book, 1 ceramic, 1 ornament, 1 reliquary"), "trade 1 1 - 0").endswith("for a wonder")
    assert said(using("I38", "1 beer", land=Land(forests="e0", moors="c0")), "trade 1 1 - 0") == (
        "give 1 beer for a reward of up to 2 points"
    )
    assert said(using("G02", "1 wood, 1 clay, 1 coin"), "done") == "stop trading"
    chosen = using("G02", "1 wood, 1 clay, 1 coin").do("trade 1 1 - WoClPn")
    assert said(chosen, "choose peat") == "take 6 peat"


def test_the_prior_who_follows_and_settlements_are_said() -> None:
    built = opened().do("build G07 f1")
    assert said(built, "follow") == (
        "send your prior into G07 Peat Coal Kiln: get peat coal + coin; peat for peat coal (any)"
    )
    assert said(built, "done") == "leave the prior at home"
    settling = position(match(), Land("7 coin"), steps=[SettlementStep(A)])
    assert said(settling, "settle S3 f0 PnPnNi") == "found S3 Market Town on f0 for 7 coins: +5 points"
    assert said(settling, "stay") == "found no settlement"
    assert said(settling.do("settle S3 f0 PnPnNi"), "stay") == "end your turn"


def test_the_host_the_bonus_round_and_the_neutral_player_are_said() -> None:
    game = match()
    windmill = number(game, "building", "F04")
    host = [HostStep(A, windmill, 0), EffectStep(Seat(1), windmill)]
    assert said(position(game, Land(built={"d0": "F04"}), steps=host), "send lay") == (
        "send a lay brother to F04 Windmill"
    )
    bonus = position(game, Land(), Land(built={"d0": "F04"}), steps=[BonusStep(A, 1)])
    assert said(bonus, "visit F04") == "send your prior to Bruno's F04 Windmill: grain for flour + straw (7x)"
    solo = match("1")
    neutral = position(solo, Land("1 coin"), steps=[NeutralStep(A)], display="F05")
    assert said(neutral, "neutral F05 c0") == "place F05 Bakery on c0, over G13 Builders' Market"
    new = NeutralWorkStep(A, (number(solo, "building", "F05"),))
    work = position(solo, Land("1 coin"), Land(supply="", built={"c0": "F05"}), steps=[new])
    assert said(work, "work F05 coins").startswith("use F05 Bakery with the neutral prior for 1 coin: flour")
    assert said(work, "done") == "use none of them"


@pytest.mark.parametrize("mode", ["3", "4s", "2L", "1"])
@pytest.mark.parametrize("country", ["france", "ireland"])
def test_every_move_begins_with_a_verb_and_is_said_aloud(mode: str, country: str) -> None:
    table = ora_table(mode, country)
    for _ in range(40):
        well_played(table, 5)
        if table.due.over:
            break
        seat = table.due.seats[0]
        view = table.view(seat)
        words: dict[str, str] = {}
        for move in table.game.legal(view, seat):
            for said_ in (
                move_words(match(mode, country), view, move, NAMES),
                spoken_words(match(mode, country), view, move, NAMES),
            ):
                assert said_.split()[0] in VERBS, said_
                assert "  " not in said_, said_
                assert not said_.endswith((".", ":", " ")), said_
            notation = table.game.format(move)
            other = words.setdefault(move_words(match(mode, country), view, move, NAMES), notation)
            assert other == notation, "two moves in the same words"


@pytest.mark.parametrize(
    ("line", "end"),
    [
        ("district -1 hills", "as row -1, for 2 coins: a moor, 2 forests and 2 hillsides, on c-1 to g-1"),
        ("plot -1 coast", "for 3 coins: 2 water and 2 coast spaces, on a-1, b-1, a0 and b0"),
        ("plot 0 mountain", ", on h0, i0 and h1"),
    ],
)
def test_a_landscape_is_read_aloud_with_its_spaces_as_they_are_typed(line: str, end: str) -> None:
    at = position(match("3"), Land("9 coin"))
    move = at.game.parse(f"1 {line}")
    assert isinstance(move, Move)
    assert spoken_words(at.game, at.state, move, NAMES).endswith(end)


@pytest.mark.parametrize(
    ("card", "goods"),
    [("G02", "1 clay, 2 grain"), ("G02", "1 clay, 1 straw, 2 grain"), ("G02", "1 wood, 1 clay, 1 peat")],
)
def test_straw_made_of_grain_for_a_trade_is_named_alike_in_the_offer_and_the_log(card: str, goods: str) -> None:
    """OL-7c."""
    at = using(card, goods)
    game = at.game
    trades = [move for move in game.legal(at.state, at.seat) if isinstance(move, MakeTrade)]
    assert trades
    for move in trades:
        after = game.apply(at.state, move)
        said = game.tellings[after.told[0].key].sentence(after.told[0], NAMES, game.names)
        given, _, _ = move_words(game, at.state, move).removeprefix("give ").partition(" for ")
        assert said.rstrip(".").partition(" for ")[0] == f"Anna gives {given}"
