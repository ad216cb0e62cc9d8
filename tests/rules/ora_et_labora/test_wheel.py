"""The production wheel (OL-2)."""

from __future__ import annotations

import pytest

from rules.ora_et_labora.wheel import turned
from tests.support.ora_positions import MODES, Land, OraPosition, goods, match, opened, position

FRONT = [0, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 10]
BACK = [0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 10]
LATE = [
    ("4", "france", 8, 13),
    ("3", "france", 8, 13),
    ("4s", "france", 4, 6),
    ("3s", "france", 4, 6),
    ("2", "france", 11, 18),
    ("2L", "france", 11, 18),
    ("4", "ireland", None, 13),
    ("2", "ireland", None, 18),
]


def next_round(at: OraPosition, number: int) -> OraPosition:
    """Return the position after the wheel has turned for a round."""
    state = at.state._replace(round=number)
    return OraPosition(at.game, turned(at.game, state))


@pytest.mark.rule("OL-2a")
@pytest.mark.parametrize(("mode", "values"), [(mode, BACK if mode == "2" else FRONT) for mode in MODES])
def test_a_token_yields_by_the_turns_of_the_wheel(mode: str, values: list[int]) -> None:
    for steps, value in enumerate(values):
        taken = position(match(mode), tokens={"clay": steps}).do("use L1a lay", "take clay own")
        bonus = int(match(mode).mode.short)
        assert taken.goods().get("clay", 0) == value + bonus
        assert taken.tokens()["clay"] == 0


@pytest.mark.rule("OL-2b", "OL-2a")
@pytest.mark.parametrize("mode", MODES)
def test_the_wheel_turns_before_the_first_round(mode: str) -> None:
    tokens = opened(mode).tokens()
    assert tokens == {token: None if token in ("stone", "grapes") else 1 for token in tokens}


@pytest.mark.rule("OL-2c")
def test_a_token_stays_at_ten_but_leaves_in_the_solo_game() -> None:
    for mode in MODES:
        at = position(match(mode), tokens={"wood": 11, "joker": 12, "peat": 0})
        then = next_round(at, 2).tokens()
        assert then["wood"] == 12
        assert then["joker"] == (None if mode == "1" else 12)
        assert then["peat"] == 1
    gone = next_round(position(match("1"), tokens={"clay": 12, "joker": 12}), 2)
    assert gone.do("use L1a lay").legal("take") == []


@pytest.mark.rule("OL-2d")
@pytest.mark.parametrize(("mode", "country", "grapes", "stone"), LATE)
def test_grapes_and_stone_come_onto_the_wheel_at_nothing(
    mode: str, country: str, grapes: int | None, stone: int
) -> None:
    at = position(match(mode, country))
    came: dict[str, int] = {}
    for number in range(2, 30):
        at = next_round(at, number)
        for token in ("grapes", "stone"):
            if token not in came and at.tokens()[token] is not None:
                assert at.tokens()[token] == 0
                came[token] = number
    assert came == ({"stone": stone} if grapes is None else {"grapes": grapes, "stone": stone})
    assert at.tokens()["stone"] == min(12, 29 - stone)


@pytest.mark.rule("OL-2d")
def test_in_the_solo_game_they_never_come() -> None:
    at = position(match("1"))
    for number in range(2, 33):
        at = next_round(at, number)
    assert (at.tokens()["stone"], at.tokens()["grapes"]) == (None, None)


@pytest.mark.rule("OL-2e", "OL-2f")
def test_the_joker_stands_in_and_alone_goes_back() -> None:
    land = Land(built={"d0": "G22"})
    used = position(match(), land, tokens={"joker": 4, "stone": None}).do("use G22 lay")
    assert used.legal("take") == ["take stone joker"]
    taken = used.do("take stone joker")
    assert (taken.goods(), taken.tokens()["joker"], taken.tokens()["stone"]) == (goods("5 stone"), 0, None)
    wood = position(match(), Land(forests="c0"), tokens={"wood": 6, "joker": 2}).do("fell c0 joker")
    assert (wood.goods(), wood.tokens()["wood"], wood.tokens()["joker"]) == (goods("3 wood"), 6, 0)


@pytest.mark.rule("OL-2f")
def test_even_nothing_may_be_taken() -> None:
    taken = position(match(), tokens={"clay": 0}).do("use L1a lay", "take clay own")
    assert taken.goods() == {}
    assert taken.tokens()["clay"] == 0
