"""What the log says: goods given and gotten in words, and a sentence for every move."""

from __future__ import annotations

import pytest

from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.secrecy import Seat
from rules.ora_et_labora.neutral import NeutralStep
from rules.ora_et_labora.rounds import CloseRoundStep
from rules.ora_et_labora.tellings import difference_words
from tests.support.ora_positions import Land, OraPosition, match, opened, position, using

NAMES = ("coin", "reliquary", "wood", "ceramic")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ((), "gets nothing"),
        ((0, 1), "gets 1 coin"),
        ((0, 5), "gets 5 coins"),
        ((1, 2), "gets 2 reliquaries"),
        ((1, -1), "gives 1 reliquary"),
        ((2, -2, 0, 5), "gives 2 wood for 5 coins"),
        ((0, 1, 1, 1, 2, 3), "gets 1 coin, 1 reliquary and 3 wood"),
        ((0, -1, 2, -3, 3, 2), "gives 1 coin and 3 wood for 2 ceramics"),
    ],
)
def test_goods_in_words(facts: tuple[int, ...], words: str) -> None:
    assert difference_words(facts, NAMES) == words


def said(at: OraPosition) -> list[str]:
    """Return the sentences about the last move."""
    game = at.game
    players = [f"P{seat + 1}" for seat in game.seats]
    return [game.tellings[told.key].sentence(told, players, game.names) for told in at.state.told]


@pytest.mark.rule("OL-8b")
def test_the_goods_of_a_round_are_told_in_the_short_game() -> None:
    told = said(opened("3s"))
    assert told[-2:] == ["Round 1 begins.", "Everybody gets 1 grain and 1 livestock."]
    assert said(opened("3"))[-1] == "Round 1 begins."


def test_moves_are_told() -> None:
    at = position(match(), Land(goods="1 clay, 1 peat, 9 coin", forests="c0"), Land(built={"d0": "F11"}))
    assert said(at.do("fell c0 own")) == ["P1 fells a forest and gets 2 wood."]
    assert said(at.do("build G07 d0")) == ["P1 builds the Peat Coal Kiln on d0."]
    assert said(at.do("build G07 d0", "follow")) == [
        "P1's prior goes to work in the Peat Coal Kiln.",
        "P1 gets 1 coin and 1 peat coal.",
    ]
    assert said(at.do("contract F11 coins")) == [
        "P1 makes a contract with P2 for the Harbor Promenade and pays 1 coin."
    ]
    assert said(at.do("plot 0 coast")) == ["P1 lays a plot beside rows 0 and 1 for 3 coins."]
    assert said(at.do("use L1a lay")) == ["P1 sends a lay brother to the Clay Mound."]
    assert said(at.do("use L1a prior")) == ["P1 sends the prior to the Clay Mound."]


@pytest.mark.rule("OL-8c")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("fell c0 own", ["P1 fells a forest and gets 3 wood.", "Everybody else gets 1 wood."]),
        ("cut c1 own", ["P1 cuts a moor and gets 3 peat.", "Everybody else gets 1 peat."]),
        ("take clay own", ["P1 gets 3 clay.", "Everybody else gets 1 clay."]),
    ],
)
def test_a_production_of_the_short_game_is_told_in_one_sum_with_what_all_others_get(
    line: str, words: list[str]
) -> None:
    at = position(match("3s"), Land(forests="c0", moors="c1"))
    made = at.do("use L1a lay", line) if line.startswith("take") else at.do(line)
    assert said(made) == words
    assert len(said(position(match(), Land(forests="c0")).do("fell c0 own"))) == 1


@pytest.mark.rule("OL-3c")
def test_a_contract_is_told_with_its_host_and_its_fee() -> None:
    present = position(match(), Land("1 wine"), Land(built={"d0": "F11"})).do("contract F11 present")
    assert said(present) == ["P1 makes a contract with P2 for the Harbor Promenade and gives 1 wine."]
    neutral = position(match("1"), Land("1 coin"), Land(supply="", built={"c0": "F05"})).do("contract F05 coins")
    assert said(neutral) == ["P1 makes a contract for the Bakery and pays 1 coin."]
    assert said(neutral.do("send lay")) == ["P1 sends a neutral lay brother to the Bakery."]
    assert said(neutral.do("send prior")) == ["P1 sends the neutral prior to the Bakery."]


@pytest.mark.rule("OL-3c")
@pytest.mark.parametrize(("prior", "lay", "who"), [("L1b", "", "a lay brother"), ("", "L1b L2b", "the prior")])
def test_it_is_told_who_works_under_a_contract_where_the_host_has_no_choice(prior: str, lay: str, who: str) -> None:
    host = Land(built={"d0": "F11"}, prior=prior, lay=lay)
    at = position(match(), Land("1 coin"), host).do("contract F11 coins")
    assert f"P2 sends {who} to the Harbor Promenade." in said(at)


@pytest.mark.rule("OL-11b")
def test_what_the_neutral_player_builds_is_told_once_with_whose_move_it_is() -> None:
    at = position(match("1"), steps=[NeutralStep(Seat(0))], display="F04")
    assert said(at.do("neutral F04 d0"))[0] == "P1 has the neutral player build the Windmill on d0."


@pytest.mark.rule("OL-5e", "OL-10b")
def test_a_building_on_the_land_of_another_is_told_with_its_owner() -> None:
    other = Land(built={"d0": "F11", "e0": "G07"}, lay="F11")
    at = position(match(), Land(goods="1 wine", built={"d0": "F27"}), other)
    assert (
        said(at.do("use F27 lay", "trade 1 1 - 0", "carry-out F11"))[0]
        == "P1 carries out the Harbor Promenade on P2's land."
    )
    lands = (Land(prior="L1a"), Land(built={"d0": "G16"}, lay="L1b"))
    bonus = position(match("4"), *lands, steps=[CloseRoundStep()], round=24).run()
    assert said(bonus.do("visit G16"))[0] == "P1's prior goes to the Cloister Chapter House on P2's land."
    assert said(bonus.do("visit L2a"))[0] == "P1's prior goes to the Farmyard."


def test_grain_that_is_turned_into_straw_is_told_as_that() -> None:
    assert said(position(match(), Land("3 grain")).do("straw 2")) == ["P1 turns 2 grain into straw."]
    assert said(using("G19", "3 livestock, 1 straw, 4 grain").do("trade 3 1 - 0")) == [
        "P1 gives 3 livestock, 1 straw and 2 grain as straw for 3 meat."
    ]


def test_a_good_that_is_both_given_and_gotten_is_told_twice() -> None:
    market = using("F08", "1 coin, 1 wood, 1 clay, 1 bread").do("trade 1 1 - WoClPnBr")
    assert said(market) == ["P1 gives 1 wood, 1 clay, 1 coin and 1 bread for 7 coins and 1 bread."]


def test_a_trade_is_told_with_what_was_given_and_gotten() -> None:
    assert said(using("G26", "2 wood").do("trade 1 1 - 0")) == ["P1 gives 2 wood for 5 coins and 1 ornament."]
    assert said(using("F24", "2 bread, 2 wine").do("trade 2 1 - 0")) == [
        "P1 gives 2 bread and 2 wine for 2 reliquaries."
    ]
    wonder = using("G34", "1 book, 1 ceramic, 1 ornament, 1 reliquary").do("trade 1 1 - 0")
    assert said(wonder)[-1] == "P1 completes a wonder."


@pytest.mark.parametrize(("mode", "country"), [("3s", "france"), ("1", "ireland")])
def test_everything_that_happens_in_a_match_is_told(mode: str, country: str) -> None:
    game, stream = match(mode, country), RandomStream(derive_entropy("told", mode))
    at, heard = OraPosition(game, game.initial()), set[str]()
    while not at.over:
        due = game.due(at.state)
        move = game.deal(at.state, stream.bytes32()) if due.dealer else stream.choice(game.legal(at.state, at.seat))
        at = OraPosition(game, game.apply(at.state, move))
        heard |= {told.key for told in at.state.told}
        for sentence in said(at):
            assert sentence.endswith(".")
            assert not {"{", "}"} & set(sentence)
    assert len(heard) > 12
