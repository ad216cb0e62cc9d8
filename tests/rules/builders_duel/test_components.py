"""The components: the standard set, and the files of an owner, refused by file and key."""

from __future__ import annotations

from importlib.resources import files as package_files
from typing import Any

import pytest

from rules.builders_duel.box import COMPONENTS, FILES, check
from rules.builders_duel.game import ABOUT_COMPONENTS, BOX, BuildersDuel
from rules.engine.game import ComponentError, OptionError
from rules.engine.laws import check_match, rare_move_policy
from rules.engine.rulebook import clauses
from rules.engine.toml_table import MAX_FILE
from tests.support.bd_positions import DUEL, VERSUS

FOLDER = package_files("rules.builders_duel") / "components"
STANDARD = {name: (FOLDER / name).read_text("utf-8") for name in FILES}


def changed(file: str, old: str, new: str) -> dict[str, str]:
    """The standard files with the first place of a text replaced."""
    assert old in STANDARD[file]
    return {**STANDARD, file: STANDARD[file].replace(old, new, 1)}


FAULTS: dict[str, list[tuple[str, str, str, str]]] = {
    "box.toml": [
        ("start_gold = 3\n", "", "", "a key 'start_gold'"),
        ("start_gold = 3", "start_gold = 3\ntax = 1", "", "no key 'tax'"),
        ("start_gold = 3", 'start_gold = "3"', "start_gold", "a number from 0 to 99, got '3'"),
        ("start_gold = 3", "start_gold = true", "start_gold", "a number from 0 to 99, got True"),
        ("start_gold = 3", "start_gold = 3.0", "start_gold", "a number from 0 to 99, got 3.0"),
        ("start_gold = 3", "start_gold = -1", "start_gold", "a number from 0 to 99, got -1"),
        ("start_gold = 3", "start_gold = 38", "bank", "at least 76"),
        ("build_prices = [2, 6, 12]", "build_prices = [2, 6]", "build_prices", "3 values, got 2"),
        ("build_prices = [2, 6, 12]", "build_prices = 2", "build_prices", "a list, got 2"),
        ("build_prices = [2, 6, 12]", "build_prices = [2, 6, 100]", "build_prices", "a number from 0 to 99"),
        ("bank = 74 ", "bank = 75 ", "bank", "a number from 12 to 74, got 75"),
        (
            "neutral_seals = [2, 4, 4]",
            "neutral_seals = [1, 4, 4]",
            "neutral_seals",
            "2 to 20 seals of each kind",
        ),
        ("neutral_seals = [2, 4, 4]", "neutral_seals = [9, 9, 9]", "neutral_seals", "at most 20 in all, got 27"),
        ("goods = [2, 2, 2, 4, 1]", "goods = [1, 2, 2, 4, 1]", "goods", "2 to 9 wood for Philip"),
        ("goods = [2, 2, 2, 4, 1]", "goods = [2, 2, 2, 4, 0]", "goods", "1 to 9 ore for Philip"),
        ("goods = [2, 2, 2, 4, 1]", "goods = [4, 4, 4, 4, 1]", "goods", "at most 16 in all, got 17"),
        ('key = "philip"', 'key = "tom"', "side", "philip, then waleran"),
        ('key = "philip"', 'key = "Philip"', "side 'Philip'.key", "letters a to z, digits and hyphens"),
        ('name = "Philip"', 'name = ""', "side 'philip'.name", "1 to 12 plain letters"),
        ('name = "Philip"', 'name = "Philip of Gwynedd"', "side 'philip'.name", "got 'Philip of Gwynedd'"),
        ('name = "Philip"', 'name = "a\\u001bb"', "side 'philip'.name", "got 'a\\x1bb'"),
        ('name = "Philip"\n', "", "side 'philip'", "a key 'name'"),
        ('["wood", "sand", "stone"]', '["wood", "sand"]', "side 'philip'.sections", "3 values, got 2"),
        ('["wood", "sand", "stone"]', '["wood", "sand", "silk"]', "side 'philip'.sections", "one of wood, sand"),
        ('["wood", "sand", "stone"]', '["wood", "stone", "sand"]', "side philip.sections", "three different goods"),
        ('["wood", "sand", "stone"]', '["wood", "sand", "sand"]', "side philip.sections", "three different goods"),
    ],
    "cards.toml": [
        ('deck = "A"', 'deck = "C"', "card 'power'.deck", "one of A, B, got 'C'"),
        ('key = "power"', 'key = "power\\u202e"', "card 'power\\u202e'.key", "letters a to z"),
        ('key = "power"', 'key = "power-1"', "card 'power-1'.key", "does not end in a hyphen and a number"),
        ('key = "income4"', 'key = "income3"', "card 'income3'", "one row for it in deck A"),
        ('name = "Power"\n', "", "card 'power'", "a key 'name'"),
        ('name = "Power"', 'name = "Power"\ncolour = "red"', "card 'power'", "no key 'colour'"),
        ('kind = "power"', 'kind = "might"', "card 'power'.kind", "one of power, influence"),
        ('kind = "power"', 'kind = "power"\ngold = 3', "card 'power'.gold", "nothing"),
        ('kind = "power"', 'kind = "power"\nprice = 3', "card 'power'.price", "nothing"),
        ('kind = "power"', 'kind = "power"\nnumber = 3', "card 'power'.number", "nothing"),
        ('kind = "power"', 'kind = "power"\nside = "philip"', "card 'power'.side", "nothing"),
        ('kind = "power"', 'kind = "power"\neffect = "toll"', "card 'power'.effect", "fits a card of kind power"),
        ('kind = "power"', 'kind = "power"\ngoods = ["wood"]', "card 'power'.goods", "nothing"),
        ("copies = 2", "copies = 3", "deck A", "27 cards, got 28"),
        ("copies = 2", "copies = 28", "card 'power'.copies", "a number from 1 to 27, got 28"),
        ("gold = 3\n", "", "card 'income3'.gold", "a value"),
        (
            'goods = ["wood", "sand"]',
            'goods = ["sand", "wood"]',
            "card 'roofer'.goods",
            "different goods",
        ),
        (
            'goods = ["wood", "sand"]',
            'goods = ["wood", "wood"]',
            "card 'roofer'.goods",
            "different goods",
        ),
        ('goods = ["wood", "sand"]\n', "", "card 'roofer'.goods", "a value"),
        (
            'goods = ["wood", "sand"]\nprice = 1',
            'goods = ["wood"]\nwool_price = 1',
            "card 'roofer'.wool_price",
            "nothing",
        ),
        ('effect = "scaffold"', 'effect = "toll"', "card 'scaffold'.effect", "fits a card of kind one-use"),
        ('effect = "toll"', 'effect = "oath"', "card 'earl'.effect", "fits a card of kind person"),
        ('side = "philip"\n', "", "card 'mason'.side", "a value"),
        ('side = "philip"', 'side = "william"', "card 'mason'.side", "one of philip, waleran"),
    ],
}
CASES = [(file, *fault) for file, faults in FAULTS.items() for fault in faults]


@pytest.mark.parametrize(("file", "old", "new", "key", "expected"), CASES, ids=[f"{it[0]} {it[2]!r}" for it in CASES])
def test_wrong_files_are_refused_by_file_and_key(file: str, old: str, new: str, key: str, expected: str) -> None:
    with pytest.raises(ComponentError) as refused:
        COMPONENTS.load(changed(file, old, new))
    message = str(refused.value)
    assert message.startswith(f"{file}: {key}: " if key else f"{file}: ")
    assert expected in message


@pytest.mark.parametrize("missing", FILES)
def test_each_file_is_needed(missing: str) -> None:
    with pytest.raises(ComponentError, match=f"^{missing}: expected this file"):
        COMPONENTS.load({name: text for name, text in STANDARD.items() if name != missing})


@pytest.mark.parametrize("text", ["[[", "x" * (MAX_FILE + 1), "card = 7", "card = [7]", "= 1", ""])
def test_what_is_no_file_of_cards_is_refused(text: str) -> None:
    with pytest.raises(ComponentError, match=r"^cards\.toml: "):
        COMPONENTS.load({**STANDARD, "cards.toml": text})


def test_a_file_of_an_owner_makes_another_game() -> None:
    plain = BOX.read_components(changed("box.toml", "start_gold = 3", "start_gold = 5"))
    game = BOX.new(VERSUS, plain)
    assert isinstance(game, BuildersDuel)
    assert [side.gold for side in game.initial().sides] == [5, 5]


def test_the_largest_box_obeys_the_laws() -> None:
    files = changed("box.toml", "goods = [2, 2, 2, 4, 1]", "goods = [3, 3, 3, 4, 3]")
    files["box.toml"] = files["box.toml"].replace("neutral_seals = [2, 4, 4]", "neutral_seals = [6, 7, 7]")
    files["box.toml"] = files["box.toml"].replace("seal_price = 2", "seal_price = 0")
    game = BOX.new(VERSUS, BOX.read_components(files))
    assert check_match(game, frozenset(clauses(BOX.rulebook())), 1, rare_move_policy).events


def test_the_standard_components_survive_their_codec() -> None:
    plain = BOX.standard_components()
    assert COMPONENTS.decode(plain) == COMPONENTS.standard
    assert COMPONENTS.encode(COMPONENTS.decode(plain)) == plain


@pytest.mark.parametrize("plain", ["box", [3], [[3], [3]]])
def test_other_data_is_refused(plain: Any) -> None:
    with pytest.raises(ComponentError):
        BOX.new(VERSUS, plain)


def test_data_that_breaks_a_constraint_is_refused() -> None:
    box = COMPONENTS.standard
    broken = box._replace(board=box.board._replace(bank=74, start_gold=38))
    with pytest.raises(ComponentError, match=r"^box\.toml: bank: expected at least 76"):
        check(broken)
    with pytest.raises(ComponentError, match=r"^box\.toml: bank: "):
        BOX.new(VERSUS, COMPONENTS.encode(broken))


def test_components_are_readable() -> None:
    found: Any = BOX.readable_components()
    assert found["board"]["sides"][0]["sections"][0] == ["wood", "sand", "stone"]
    assert found["cards"][0] == {"deck": "A", "key": "power", "name": "Power", "kind": "power", "copies": 2}
    assert BOX.readable_components(BOX.standard_components()) == found


def test_there_are_27_cards_in_each_deck_and_five_persons_a_side() -> None:
    assert [sum(card.deck == deck for card in DUEL.cards) for deck in range(2)] == [27, 27]
    assert [sum(card.side == side for card in DUEL.cards) for side in range(2)] == [5, 5]


def test_a_word_names_one_card() -> None:
    words = DUEL.words["card"]
    assert len(set(words)) == len(words) == 54


def test_the_note_on_components_says_where_they_come_from() -> None:
    assert BOX.about_components() == ABOUT_COMPONENTS


@pytest.mark.parametrize(
    "options",
    [
        VERSUS._replace(mode="solo", seats=1),
        VERSUS._replace(seats=3),
        VERSUS._replace(level=2),
        VERSUS._replace(variants=("loud",)),
    ],
)
def test_options_that_the_game_does_not_have_are_refused(options: Any) -> None:
    with pytest.raises(OptionError):
        BOX.new(options)
