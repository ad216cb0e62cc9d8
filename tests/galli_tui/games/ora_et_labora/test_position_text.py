"""A position of Ora et Labora in words, and what can be asked about it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from galli_tui.game_api.position_text import position_text
from galli_tui.games.ora_et_labora.position_text import position as described
from galli_tui.games.ora_et_labora.spoken_topics import topics
from galli_tui.games.ora_et_labora.texts import TEXTS
from galli_tui.games.ora_et_labora.words import building_name
from rules.engine.secrecy import PUBLIC, Seat
from rules.ora_et_labora.actions import Contract
from tests.support.ora_positions import Land, OraPosition, match, position
from tests.support.ora_tables import NAMES, OraTable, ora_table, well_played


def part(at: OraPosition, title: str) -> Sequence[str]:
    """Return the lines of a part of the position."""
    players = NAMES[: at.game.players]
    return next(it.lines for it in described(at.game, at.state, players) if it.title == title)


def answer(at: OraPosition, text: str) -> Sequence[str]:
    """Return the answer to a topic with what follows it."""
    word, _, rest = text.partition(" ")
    topic = next(it for it in topics(at.game, at.state, NAMES[: at.game.players]) if word in it.words)
    return topic.answer(rest)


def rich() -> OraPosition:
    own = Land(
        "2 wood, 1 clay, 3 straw, 12 coin, 1 meat",
        built={"f1": "G02", "e0": "F05"},
        settled={"f0": "S2"},
        forests="d0",
        moors="c0",
        supply="S1 S3 S4",
        lay="G02",
        prior="F04",
        plots="0coast",
    )
    return position(match("3"), own, Land(built={"d0": "F04"}), round=9, tokens={"clay": 12, "wood": 3})


def test_land_is_told_row_by_row_with_who_works_there() -> None:
    anna = part(rich(), "Anna")
    assert (
        "Row 0: a0 water; b0 empty coast; c0 moor; d0 forest; e0 F05 Bakery; f0 S2 Farming Village, counts 13; "
        "g0 Clay Mound."
    ) in anna
    assert any("f1 G02 Cloister Courtyard (cloister) with a lay brother on it" in line for line in anna)
    assert "At home: a lay brother." in anna
    assert "The prior works in Bruno's F04 Windmill." in anna
    assert "A lay brother works in G02 Cloister Courtyard." in anna


def test_goods_are_told_with_food_and_energy_and_points() -> None:
    anna = part(rich(), "Anna")
    assert "Goods: 2 wood, 1 clay, 12 coins, 3 straw and 1 meat." in anna
    assert "The goods give 17 food and 3½ energy." in anna
    assert "If it ended now: 26 points (goods 0, coins 4, buildings and settlements 9, dwelling 13)." in anna


def test_the_wheel_says_now_and_next_and_what_is_missing() -> None:
    wheel = part(rich(), "Wheel")
    assert "Wood gives 4 now, then 5." in wheel
    assert "Clay gives 10 now, then 10." in wheel
    assert "The joker, for any good, gives 2 now, then 3." in wheel
    assert "Stone is not on the wheel before round 13; the joker can stand in." in wheel
    assert "The grapes token is not on the wheel before round 8; the joker can stand in." in wheel
    solo = position(match("1"), tokens={"clay": 12, "wood": None})
    assert "Clay gives 10 now, then leaves the wheel." in part(solo, "Wheel")
    assert "Wood has left the wheel; the joker can stand in." in part(solo, "Wheel")
    assert not any("grapes" in line for line in part(position(match("3", "ireland")), "Wheel"))


def test_the_joker_is_explained_and_told_where_it_stands() -> None:
    """OL-2d to OL-2f."""
    lines = answer(position(match("3"), tokens={"joker": 0}), "joker")
    assert lines[0] == "The joker is a token on the wheel that can stand in for that of any good."
    assert lines[-1] == "It gives 0 now, then 2."
    gone = answer(position(match("1"), tokens={"joker": None}), "joker")
    assert gone[-1] == "It has left the wheel."
    assert answer(position(match("1"), tokens={"joker": 12}), "joker")[-1] == "It gives 10 now, then leaves the wheel."


def test_the_display_says_what_is_missing() -> None:
    display = part(position(match("3"), Land("1 wood, 1 grain"), display="G07 G12 F04 F11 G01"), "Display")
    found = {line[:3]: line for line in display}
    assert found["G07"].endswith("Anna lacks 1 clay.")
    assert found["G12"].endswith("Anna can build it.")
    assert found["F11"].endswith("Anna lacks 1 stone and has no free coast.")
    assert "It stands on a coast or hillside." in found["F04"]
    assert found["G01"].startswith(
        "G01 Priory, a cloister building: 4 points, dwelling value 3. It costs 1 wood and 1 clay."
    )


def test_a_cloister_building_needs_a_free_space_beside_another() -> None:
    filled = Land("1 wood, 1 clay", built={"f1": "G07"}, forests="c0 d0 e0 c1 d1")
    assert part(position(match("3"), filled, display="G01"), "Display")[0].endswith(
        "Anna has no free space beside a cloister building."
    )


def test_settlements_say_their_price_and_the_best_spaces() -> None:
    lines = part(rich(), "Settlements")
    assert (
        "S4 Fishing Village costs 8 food and 3 energy, only on a coast: dwelling value 6, 4 points; in every hand."
        in lines
    )
    assert (
        "S2 Farming Village costs 3 food and 3 energy: dwelling value 1, 1 point; in the hand of Bruno and Clara."
        in lines
    )
    assert "S5 Artist's Colony costs 5 food and 1 energy: dwelling value 5, -1 point; comes with phase A." in lines
    assert "Anna can pay for S4 Fishing Village; with its points it would count 13 on b0 and 13 on b1." in lines


QUESTIONS = {
    "card g07": "It is on display.",
    "card Windmill": "It stands on d0 of Bruno, with a prior on it.",
    "card priory": "Anna has no free space beside a cloister building.",
    "card kiln": "Anna can build it on b0, b1, c1 and d1.",
    "card s3": "S3 Market Town costs 7 food: dwelling value 2, 2 points.",
    "card f24": "It comes after settlement phase B.",
    "card": "Type card and a key or name, such as card g07.",
    "card nonsense": "There is no building or settlement nonsense in this match.",
    "space f0": "f0 of Anna: S2 Farming Village, counts 13.",
    "space D0 bruno": "d0 of Bruno: F04 Windmill with a prior on it.",
    "space z9": "Anna has no space of this name. "
    "The spaces are a0, b0, c0, d0, e0, f0, g0, a1, b1, c1, d1, e1, f1 and g1.",
    "land bru": "The land of Bruno.",
    "land nobody": "Nobody here is called nobody. There is land of Anna, Bruno and Clara.",
    "goods meat": "Meat: Anna 1, Bruno 0, Clara 0.",
    "goods": "Anna. Goods: 2 wood, 1 clay, 12 coins, 3 straw and 1 meat.",
    "pay": "S3 Market Town could be paid with 2 coins and 1 meat.",
    "fees": "A contract costs 1 coin, or 1 wine as a present. Anna can pay with 1 coin.",
    "joker": "It gives 2 now, then 3.",
    "display": "G12 Stone Merchant: 6 points, dwelling value 1. It costs 1 wood. "
    "Give 2 food and 1 energy for 1 stone, up to 5 times. Anna can build it.",
}


def test_the_buildings_for_a_contract_are_those_of_the_legal_moves() -> None:
    """OL-3c: printed buildings too; each owner is named once."""
    own = Land("2 coin, 1 wine", built={"d0": "F05"})
    host = Land(built={"d0": "F04", "f0": "G02"}, lay="L2b")
    at = position(match("3"), own, host, Land(lay="L1c L2c", prior="G02"))
    price, *owners = answer(at, "contract")
    assert price == "A contract costs 1 coin, or 1 wine as a present. Anna can pay with 1 coin or 1 wine."
    assert owners == [
        "Unoccupied buildings of Bruno: F04 Windmill, Clay Mound and Cloister Office.",
        "Clara has no clergyman at home for a contract.",
    ]
    legal = [it for it in at.game.legal(at.state, Seat(0)) if isinstance(it, Contract)]
    assert len(legal) == 2 * 3
    assert all(building_name(at.game, it.building) in owners[0] for it in legal)
    poor = position(match("3"), Land(), host)
    assert answer(poor, "contract")[0].endswith("Anna can pay with neither.")


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_question_is_answered(text: str) -> None:
    assert QUESTIONS[text] in answer(rich(), text)


def test_topics_have_words_of_their_own_and_answer_anything() -> None:
    at = rich()
    found = topics(at.game, at.state, NAMES[:3])
    words = [word for topic in found for word in topic.words]
    assert len(words) == len(set(words))
    for topic in found:
        for text in ("", "x", "a0", "anna", "\x1b", "z" * 300):
            assert topic.answer(text)


def test_the_neutral_land_comes_before_the_player() -> None:
    titles = [it.title for it in described(match("1"), position(match("1")).state, NAMES[:1])]
    assert titles[-2:] == ["The neutral player", "Anna"]


@pytest.mark.parametrize("mode", ["3", "2L", "4s", "1"])
def test_every_position_has_words_for_all_parts(mode: str) -> None:
    table = ora_table(mode)
    while not table.due.over:
        for it in position_text(table, TEXTS, PUBLIC):
            assert it.lines, it.title
            for line in (*it.lines, *filter(None, [it.brief])):
                assert line.endswith("."), line
                assert "  " not in line
        well_played(table, 60)


def test_a_table_that_is_over_is_described_too() -> None:
    table = OraTable(position(match("3"), steps=[]))
    assert position_text(table, TEXTS, PUBLIC)


def test_the_goods_of_the_rounds_to_come_are_named_in_the_short_game() -> None:
    """OL-8b."""
    wheel = part(position(match("3s"), round=9), "Wheel")
    assert "In round 10 everybody gets 1 book and 1 grain." in wheel
    assert "Then round 11: 1 ceramic and 1 clay; round 12: 1 ornament and 1 wood." in wheel
    assert not any("everybody" in line for line in part(position(match("3")), "Wheel"))
