"""Custom component sets: features that the standard set does not use, and what only `--check` rejects."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from galli_tui.cli import parser
from galli_tui.games.campus_galli.card_texts import task_full
from galli_tui.startup.exit_codes import Exit
from rules.bots import bot_named
from rules.campus_galli.box import Box
from rules.campus_galli.box_codec import box_from_plain, box_to_plain
from rules.campus_galli.game import BOX, CampusGalli
from rules.campus_galli.loader import FILES, check_links, load, standard
from rules.campus_galli.tasks import side_of
from rules.engine.game import ComponentError, Options
from rules.simulate import play
from tests.support.positions import filling, table

EPIDEMIC = 'key = "epidemic-{1}", level = 3, side = {0}'
"""A row of the task file up to the side."""
SOURCE = files("rules.campus_galli").joinpath("components")


def texts(**changes: tuple[str, str]) -> dict[str, str]:
    """The standard files with one text of each named file replaced."""
    found = {name: SOURCE.joinpath(name).read_text("utf-8") for name in FILES}
    for name, (old, new) in changes.items():
        assert old in found[f"{name}.toml"]
        found[f"{name}.toml"] = found[f"{name}.toml"].replace(old, new, 1)
    return found


def with_plan(columns: int, rows: int) -> Box:
    """Return the standard set on a plan with additional columns in the east and rows in the south, all grass."""
    found = texts()
    for key in ("spaces", "symbols"):
        start = found["plan.toml"].index(f"{key} = [")
        grid = found["plan.toml"][start : found["plan.toml"].index("]", start)]
        wider = grid.replace('",', "." * columns + '",') + f'    "{"." * (15 + columns)}",\n' * rows
        found["plan.toml"] = found["plan.toml"].replace(grid, wider)
    return load(found)


def played(box: Box, level: int = 3) -> None:
    """A whole match by bots, which keeps every law that `apply` checks."""
    game = CampusGalli(Options(2, "versus", level), box)
    match = play(game, [bot_named("novice")] * 2, 3)
    assert game.due(match.state).over
    assert box_from_plain(box_to_plain(box)) == box


@pytest.mark.parametrize(("columns", "rows"), [(5, 4), (11, 14), (1, 0)])
def test_a_plan_may_have_another_size(columns: int, rows: int) -> None:
    box = with_plan(columns, rows)
    assert (box.plan.width, box.plan.height) == (15 + columns, 12 + rows)
    played(box)


def test_unfinished_tasks_may_have_any_order_numbers() -> None:
    box = load(texts(actions=("number = 83 }", "number = 500 }")))
    assert max(card.numbers for card in box.cards) == (500,)
    played(box)


def test_an_outline_may_have_seven_spaces() -> None:
    box = load(texts(sections=('["####"]', '["####", "###."]')))
    assert len(box.shapes[0].cells) == 7
    played(box)


@pytest.mark.rule("CG-III-1j", "CG-III-1j3")
def test_an_epidemic_may_touch_several_sides() -> None:
    box = load(
        texts(
            tasks=(
                '"epidemic-north", level = 3, side = "north"',
                '"epidemic-north", level = 3, side = ["west", "north"]',
            )
        )
    )
    task = next(task for task in box.tasks if task.key == "epidemic-north")
    assert (task.side, task.sides) == (0, (0, 3))
    game = table(level=3, box=box)
    assert set(side_of(game.setting, task)) == {*box.plan.sides[0], *box.plan.sides[3]}
    assert "in the north and west" in task_full(box, task)
    play = filling(game, wood="ABCDF", beside=["1 D guest", "2 F guest"]).do("dealer task epidemic-north")
    assert (play.told[-1], play.due) == ("- event epidemic-north place 1", "dealer dice")
    played(box)


def test_a_guest_may_bring_any_one_tile() -> None:
    old = next(line for line in texts()["actions.toml"].splitlines() if "guest-iso" in line)
    tiles = old.partition("tiles = ")[2].split('"')[1]
    box = load(texts(actions=(old, old.replace(f'tiles = "{tiles}"', 'tiles = "*"'))))
    assert next(card for card in box.cards if card.key == "guest-iso").colours == (0, 1, 2, 3)


def test_the_standard_set_has_no_expansion_or_connection_that_cannot_be() -> None:
    check_links(standard())


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('"b7", "b8"', '"o9"', "expansion 'expand-stables'.spaces"),
        ('spaces = ["j4"]', 'spaces = ["a3"]', "connection 'connect-abbot-church'.spaces"),
    ],
)
def test_check_refuses_an_expansion_or_connection_that_no_section_reaches(
    old: str, new: str, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = texts(tasks=(old, new))
    with pytest.raises(ComponentError, match="none can") as refused:
        BOX.read_components(own)
    assert f"tasks.toml: {place}: " in str(refused.value)
    for name, text in own.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert parser.main(["components", "--check", str(tmp_path)]) == Exit.REFUSED
    assert place in capsys.readouterr().err


def test_a_match_that_was_begun_with_such_a_set_still_opens() -> None:
    box = load(texts(tasks=('"b7", "b8"', '"o9"')))
    assert box_from_plain(box_to_plain(box)) == box
    assert BOX.new(Options(1, "solo", 3), box_to_plain(box)).options.level == 3


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sections": ('hall = "RGBY"', 'hall = "RGB"')}, "sections.toml: hut.hall: expected each letter of RGBY once"),
        (
            {
                "tasks": (
                    '"epidemic-east", level = 3, side = "east"',
                    '"epidemic-east", level = 3, side = ["east", "east"]',
                )
            },
            "tasks.toml: epidemic 'epidemic-east'.side: expected one side or a list of different sides",
        ),
        (
            {"tasks": (EPIDEMIC.format('"east"', "east"), EPIDEMIC.format('["east", "east"]', "east"))},
            "tasks.toml: epidemic 'epidemic-east'.side: expected one side or a list of different sides",
        ),
        (
            {"tasks": (EPIDEMIC.format('"east"', "east"), EPIDEMIC.format('["up"]', "east"))},
            "tasks.toml: epidemic 'epidemic-east'.side: expected only north, east, south, west",
        ),
        (
            {"tasks": ('west-1", level = 2, side = "west"', 'west-1", level = 2, side = ["west"]')},
            "tasks.toml: person 'new-person-west-1'.side",
        ),
    ],
)
def test_a_slip_is_named_by_file_row_and_key(changes: dict[str, tuple[str, str]], message: str) -> None:
    with pytest.raises(ComponentError) as refused:
        load(texts(**changes))
    assert str(refused.value).startswith(message)


def test_a_symbol_beside_the_buildings_is_named_by_row_and_space() -> None:
    plan = texts()["plan.toml"]
    grid = plan[plan.index("symbols = [") :].partition("]")[0]
    wrong = grid.replace('    "', '    "R', 1).replace(".", "", 1)
    with pytest.raises(ComponentError, match=r"plan.toml: symbols row 1: .*got 'R' at a1"):
        load(texts(plan=(grid, wrong)))
