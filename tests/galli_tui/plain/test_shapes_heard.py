"""What a listener hears of the shapes of Campus Galli."""

from __future__ import annotations

import re

import pytest

from rules.campus_galli.game import CampusGalli
from rules.campus_galli.state import State
from rules.engine.game import Options
from rules.engine.secrecy import PUBLIC
from tests.support.plain_talk import answered, new_table

LEVELS = [Options(1, "solo", level) for level in (1, 2, 3)]


@pytest.mark.parametrize("options", LEVELS)
def test_every_shape_is_described_with_what_is_left_of_it(capsys: pytest.CaptureFixture[str], options: Options) -> None:
    table = new_table("campus-galli", options)
    assert isinstance(table.game, CampusGalli)
    setting = table.game.setting
    view: State = table.view(PUBLIC)
    for number, shape in enumerate(setting.box.shapes):
        name = shape.name.split()[-1]
        said = answered(capsys, table, f"look {name}")
        assert said[0].casefold() == f"{name}."
        assert said[1].startswith(f"It has {len(shape.cells)} spaces, in the form of ")
        spaces = [
            setting.layout.plan.width * (int(it[1:]) - 1) + ord(it[0]) - 97
            for it in re.findall(r"\b[a-z]\d+\b", said[1])
        ]
        assert any(it.spaces == tuple(spaces) and it.shape == number for it in setting.layout.placements)
        for stock, mask in (("hut", view.hut), ("pouch", view.pouch)):
            left = (mask & setting.shape_sections[number]).bit_count()
            assert left
            (told,) = (it for it in said if it.startswith(f"In the {stock}: "))
            assert sum(map(int, re.findall(r"\d+", told))) == left
        for other in (f"shape {name}", f"look {name}s", f"look {shape.name}"):
            assert answered(capsys, table, other) == said
        # The name alone may also say which moves have it.
        assert answered(capsys, table, name)[: len(said)] == said


def test_shapes_that_cannot_be_rotated_are_not_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("campus-galli", LEVELS[0])
    assert "rotated" not in answered(capsys, table, "look tower")[1]
    assert answered(capsys, table, "look hall")[1].endswith("It can be rotated.")
    assert answered(capsys, table, "look wing")[1].endswith("It can be rotated and flipped.")


def test_all_shapes_are_told_without_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("campus-galli", LEVELS[0])
    said = answered(capsys, table, "shapes")
    assert isinstance(table.game, CampusGalli)
    for shape in table.game.setting.box.shapes:
        assert any(it.casefold().startswith(f"{shape.name.split()[-1]}: ") for it in said)
    assert answered(capsys, table, "shape nonsense")[0].startswith("There is no shape nonsense.")


def test_a_section_is_found_by_colour_and_shape(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("campus-galli", LEVELS[0])
    assert answered(capsys, table, "look red wing") == answered(capsys, table, "look wing")
