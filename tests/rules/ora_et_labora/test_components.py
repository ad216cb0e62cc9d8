"""The components: the standard set, and the files of an owner, refused by file and key."""

from __future__ import annotations

from importlib.resources import files as package_files
from typing import Any

import pytest

from rules.engine.game import ComponentError, OptionError
from rules.ora_et_labora.box import COMPONENTS, FILES
from rules.ora_et_labora.game import ABOUT_COMPONENTS, BOX, OraEtLabora
from tests.support.ora_positions import MODES, goods, opened

FOLDER = package_files("rules.ora_et_labora") / "components"
STANDARD = {name: (FOLDER / name).read_text("utf-8") for name in FILES}
FAULTS: dict[str, list[tuple[str, str, str, str]]] = {
    "table.toml": [
        ("wonders = 8\n", "", "", "a key 'wonders'"),
        ("wonders = 8", "wonders = 8\ntax = 1", "", "no key 'tax'"),
        ("wonders = 8", "wonders = 100", "wonders", "a number from 0 to 99, got 100"),
        ("wonders = 8", "wonders = true", "wonders", "a number from 0 to 99, got True"),
        ("fee = 1 ", 'fee = "1" ', "fee", "a number from 0 to 99, got '1'"),
        ('neutral = "G13"', 'neutral = "G99"', "G99", "the key of a building"),
        ('raised_by = ["F21", "I21"]', 'raised_by = ["F21", "I99"]', "I99", "the key of a building"),
        ("coins_for_points = 5", "coins_for_points = 0", "coins_for_points", "a number from 1 to 99, got 0"),
        ('["livestock", "grain"]', '["livestock", "silk"]', "round_goods", "one of wood, clay"),
        ('    ["ornament", "wood"],\n', "", "round_goods", "a list for each of 12 rounds"),
        ("least = -999", "least = -998", "rank", "ranks in ascending order, the first from -999 on"),
        ("least = 300", "least = 200", "rank", "ranks in ascending order, the first from -999 on"),
    ],
    "modes.toml": [
        ('key = "3s"', 'key = "3x"', "mode", "the modes 4, 3, 4s, 3s, 2, 2L, 1, in this order"),
        ("phases = [7, 10, 16, 19]", "phases = [7, 10, 16]", "mode '4'.phases", "4 values, got 3"),
        ("phases = [7, 10, 16, 19]", "phases = [7, 10, 19, 16]", "mode 4.phases", "four different rounds, ascending"),
        ("phases = [7, 10, 16, 19]", "phases = [7, 10, 16, 24]", "mode 4.rounds", "more than 24"),
        ("rounds = 24", "rounds = 0", "mode 4.rounds", "0 with two players, and only then"),
        ("left = 1", "left = 1\nrounds = 30", "mode 2.rounds", "0 with two players, and only then"),
        ("wheel = [0, 2, 3, 4,", "wheel = [0, 2, 3,", "mode 4.wheel", "13 numbers from 0 up"),
        ("wheel = [0, 2, 3, 4,", "wheel = [0, 3, 2, 4,", "mode 4.wheel", "none smaller than the one before"),
        ("wheel = [0, 2, 3, 4,", "wheel = [1, 2, 3, 4,", "mode 4.wheel", "13 numbers from 0 up"),
        ("short = true", "short = 1", "mode '4s'.short", "true or false, got 1"),
        ('without = ["F10", "F29", "F31"]', 'without = ["F99"]', "mode 2L.without", "keys of buildings, not F99"),
        ('players = ["any", "3+", "4"]', 'players = ["any", "5"]', "mode '4'.players", "one of any, 3+, 4"),
    ],
    "goods.toml": [
        ('key = "wood"', 'key = "timber"', "good", "the goods wood, clay"),
        ('code = "Cl"', 'code = "Wo"', "code", "two letters for each good, no two alike"),
        ('code = "Cl"', 'code = "C"', "code", "two letters for each good, no two alike"),
        ('name = "coin"\nfood = 1', 'name = "coin"\nfood = 2', "coin.food", "1"),
        ('name = "wood"', 'name = "wo\\u001bod"', "good 'wood'.name", "plain letters"),
        ("energy = 4", "energy = 2.5", "good 'peat'.energy", "a number from 0 to 99"),
    ],
    "buildings.toml": [
        ('key = "G02"', 'key = "G01"', "building", "no key twice"),
        ('key = "L3"', 'key = "L3"\npoints = 1', "printed 'L3'", "no key 'points'"),
        ("place = [0, 4]", "place = [1, 2]", "printed", "three different places"),
        ("place = [0, 4]", "place = [2, 4]", "printed 'L1'.place", "a number from 0 to 1"),
        ("cloister = true", "cloister = 1", "printed 'L3'.cloister", "true or false, got 1"),
        ('stage = "A"', 'stage = "E"', "building 'F14'.stage", "one of A, B, C, D"),
        ('terrain = ["coast", "hillside"]', 'terrain = ["coast", "moon"]', "building 'F04'.terrain", "one of plains"),
        ('effect = "wheel clay"', 'effect = "wheel silk"', "L1.effect", "a good, not 'silk'"),
        ('effect = "carry out prior"', 'effect = "carry out monk"', "G01.effect", "one of prior, neighbour"),
        ("cost = { wood = 2 }", "cost = { wood = -1 }", "building 'G02'.cost.wood", "a number from 0 to 99, got -1"),
    ],
    "settlements.toml": [
        ('stage = "A"', 'stage = "Z"', "settlement 'S5'.stage", "one of A, B, C, D"),
        ("food = 30", "food = 100", "settlement 'S8'.food", "a number from 0 to 99, got 100"),
        ("dwelling = -3", "dwelling = -21", "settlement 'S1'.dwelling", "a number from -20 to 60"),
    ],
}
CASES = [(file, *fault) for file, faults in FAULTS.items() for fault in faults]


@pytest.mark.parametrize(("file", "old", "new", "key", "expected"), CASES, ids=[f"{it[0]} {it[2]!r}" for it in CASES])
def test_wrong_files_are_refused_by_file_and_key(file: str, old: str, new: str, key: str, expected: str) -> None:
    assert old in STANDARD[file]
    with pytest.raises(ComponentError) as refused:
        COMPONENTS.load({**STANDARD, file: STANDARD[file].replace(old, new, 1)})
    message = str(refused.value)
    assert message.startswith(f"{file}: {key}" if key else f"{file}: ")
    assert expected in message


@pytest.mark.parametrize("missing", FILES)
def test_each_file_is_needed(missing: str) -> None:
    with pytest.raises(ComponentError, match=f"^{missing}: expected this file"):
        COMPONENTS.load({name: text for name, text in STANDARD.items() if name != missing})


def test_a_file_of_an_owner_makes_another_game() -> None:
    changed = STANDARD["table.toml"].replace("wonder_points = 30", "wonder_points = 25")
    game = BOX.new(MODES["2"], BOX.read_components({**STANDARD, "table.toml": changed}))
    assert isinstance(game, OraEtLabora)
    assert game.table.wonder_points == 25
    assert opened("2").game.table.wonder_points == 30


def test_the_standard_components_survive_their_codec() -> None:
    plain = BOX.standard_components()
    assert COMPONENTS.decode(plain) == COMPONENTS.standard
    assert COMPONENTS.encode(COMPONENTS.decode(plain)) == plain


@pytest.mark.parametrize("plain", ["box", [3], [[3], [3]]])
def test_other_data_is_refused(plain: Any) -> None:
    with pytest.raises(ComponentError):
        BOX.new(MODES["2"], plain)


def test_there_are_67_buildings_and_8_settlements() -> None:
    box = COMPONENTS.standard
    assert (len(box.buildings), len(box.printed), len(box.settlements), len(box.goods)) == (67, 3, 8, 21)
    assert sum(card.cloister for card in (*box.buildings, *box.printed)) == 22
    stages = [sum(card.stage == stage for card in box.buildings) for stage in (None, 0, 1, 2, 3)]
    assert stages == [20, 9, 12, 13, 13]


def test_the_goods_of_everybody_are_those_of_the_country() -> None:
    assert opened().goods() == goods("1 wood, 1 clay, 1 peat, 1 coin, 1 grain, 1 livestock")


def test_the_note_on_components_says_where_they_come_from() -> None:
    assert BOX.about_components() == ABOUT_COMPONENTS


@pytest.mark.parametrize(
    "options",
    [
        MODES["1"]._replace(seats=2),
        MODES["4"]._replace(seats=5),
        MODES["4"]._replace(level=2),
        MODES["4"]._replace(variants=("loud",)),
    ],
)
def test_options_that_the_game_does_not_have_are_refused(options: Any) -> None:
    with pytest.raises(OptionError):
        BOX.new(options)
