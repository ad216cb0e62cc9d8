"""The wheel of a production game: what its tokens are worth, as a dial where there is room and as lines elsewhere."""

from __future__ import annotations

import pytest

from galli_tui.games.kit.wheel import DIAL, Wheel, WheelToken, wheel
from galli_tui.terminal.safe_text import to_ascii

VALUES = (0, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 10)
NAMES = {"clay": "Cl", "coin": "Co", "grain": "Gn", "livestock": "Li", "wood": "Wo", "peat": "Pt", "joker": "Jo"}
ROUND_4 = Wheel(VALUES, 3)
TOKENS = [
    WheelToken(name, sign, at, "good" if name == "joker" else "ink")
    for (name, sign), at in zip(NAMES.items(), (12, 12, 1, 3, 9, 7, 4), strict=True)
]


def shown(width: int, height: int, to: str = "→") -> list[str]:
    return [it.text for it in wheel(ROUND_4, TOKENS, width, height, to=to)]


def test_a_token_is_worth_more_with_every_turn_up_to_the_last_value() -> None:
    start = WheelToken("clay", "Cl", 12)
    assert [Wheel(VALUES, turn % 13).worth(start) for turn in range(12)] == list(VALUES[1:])
    assert [ROUND_4.worth(token) for token in TOKENS] == [5, 5, 3, 0, 7, 8, 10]
    assert [ROUND_4.worth(token, 1) for token in TOKENS] == [6, 6, 4, 2, 7, 8, 10]


def test_where_there_is_little_room_each_token_has_a_line_with_its_value_now_and_next() -> None:
    lines = shown(36, 8)
    assert len(lines) == len(TOKENS)
    assert lines[0] == "Cl clay        5 → 6"
    assert lines[-1] == "Jo joker      10 → 10"


def test_the_dial_stands_beside_the_values_or_above_them() -> None:
    beside, above = shown(80, 11), shown(DIAL[0], 18)
    assert (len(beside), len(above)) == (DIAL[1], DIAL[1] + len(TOKENS))
    assert beside[2].endswith("Cl clay        5 → 6 ")
    assert above[-7:] == shown(36, 8)
    assert max(map(len, beside)) <= 80


def test_a_wheel_whose_tokens_have_all_left_is_a_bare_dial() -> None:
    assert len(wheel(ROUND_4, [], 80, 20)) == DIAL[1]
    assert wheel(ROUND_4, [], 20, 20) == []


def test_every_segment_has_its_value_and_its_tokens() -> None:
    dial = " ".join(it[: DIAL[0]] for it in shown(80, 11)).replace("*", " ").split()
    numbers = sorted(int("".join(char for char in word if char.isdigit())) for word in dial)
    assert numbers == sorted(VALUES)
    assert {"5ClCo", "3Gn", "0Li", "7Wo", "8Pt", "10Jo"} <= set(dial)


@pytest.mark.parametrize("beam", range(13))
def test_all_tokens_fit_on_one_segment_and_the_beam_points_there(beam: int) -> None:
    tokens = [token._replace(at=beam) for token in TOKENS]
    dial = wheel(Wheel(VALUES, beam), tokens, 80, 24)
    words = [it.text[: DIAL[0]] for it in dial]
    assert sum(f"0{''.join(NAMES.values())}" in word for word in words) == 1
    assert sum(word.count("*") for word in words) == 3
    values = " ".join(words).replace("".join(NAMES.values()), "").replace("*", " ").split()
    assert sorted(map(int, values)) == sorted(VALUES)


def test_in_ascii_and_in_one_colour_nothing_is_lost() -> None:
    lines = wheel(ROUND_4, TOKENS, 80, 24, to=">")
    assert all(it.text.isascii() for it in lines)
    assert [to_ascii(text) for text in shown(80, 24)] == [text.replace("→", to_ascii("→")) for text in shown(80, 24)]
