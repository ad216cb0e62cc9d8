"""What a registered game gets from its set of components, by the sample game."""

from __future__ import annotations

import pytest

from rules.engine.game import ComponentError, Options
from tests.sample_game.box import COMPONENTS, FILE
from tests.sample_game.game import BOX

OWN = {FILE: f"heights = {list(range(11, 27))}\nprints = {[2] * 9}"}
OPTIONS = Options(2, "versus", 1)


def test_a_game_is_made_of_the_components_that_ship_with_it() -> None:
    assert BOX.new(OPTIONS).box == BOX.new(OPTIONS, BOX.standard_components()).box == COMPONENTS.standard


def test_a_game_is_made_of_a_custom_components() -> None:
    plain = BOX.read_components(OWN)
    assert BOX.new(OPTIONS, plain).box.prints == (2,) * 9
    assert BOX.readable_components(plain) == {"heights": list(range(11, 27)), "prints": [2] * 9}


@pytest.mark.parametrize("texts", [{}, {**OWN, "more.toml": ""}, {FILE: "heights = 1"}])
def test_files_that_are_missing_too_many_or_wrong_are_refused(texts: dict[str, str]) -> None:
    with pytest.raises(ComponentError, match="toml"):
        BOX.read_components(texts)


@pytest.mark.parametrize("plain", [None, [], [[1], [1]], [list(range(1, 16)), ["x"] * 9]])
def test_data_that_is_no_box_is_refused(plain: object) -> None:
    with pytest.raises(ComponentError):
        COMPONENTS.decode(plain)  # pyright: ignore[reportArgumentType]


def test_the_rulebook_and_the_note_are_the_packages() -> None:
    assert BOX.rulebook().startswith("# Candles")
    assert BOX.about_components() == BOX.about
    assert list(BOX.earlier_components()) == []
