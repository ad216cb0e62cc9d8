"""The plan's picture: what each space shows at every scale, and that nothing can be taken for anything else."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.color import Color, ColorSystem

from galli_tui.games.campus_galli import paints
from galli_tui.games.campus_galli.paints import Paint
from galli_tui.games.campus_galli.plan_picture import HUGE, LARGE, MEDIUM, SCALES, SMALL, Cell, Scale, block, labelled
from galli_tui.games.campus_galli.scene import (
    EAST,
    JOKER,
    NORTH,
    SOUTH,
    SOUTH_EAST,
    WEST,
    Figure,
    Ghost,
    Kind,
    Look,
    Pointing,
    Stage,
    Standing,
    changed,
    edges_of,
)
from galli_tui.games.campus_galli.signs import ASCII, UNICODE, Signs
from rules.campus_galli.geometry import spaces_of
from rules.campus_galli.loader import standard
from tests.support.play import Play
from tests.support.positions import CHURCH_BUT_F6, position
from tests.support.table_positions import spaces

SETS = pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=lambda signs: signs.name)
ALL_SCALES = pytest.mark.parametrize("scale", SCALES, ids=["small", "narrow", "medium", "large", "huge"])
MARKS = "XY"
ALL_EDGES = NORTH | EAST | SOUTH | WEST

SPACES = {
    "grass": Look(Kind.GRASS),
    "tree": Look(Kind.TREE),
    "parchment": Look(Kind.PARCHMENT, "K", edges=ALL_EDGES),
    "parchment with a red symbol": Look(Kind.PARCHMENT, "K", symbol=0, edges=ALL_EDGES),
    "wood": Look(Kind.WOOD, "K", edges=ALL_EDGES),
    "wood with a red symbol": Look(Kind.WOOD, "K", symbol=0, edges=ALL_EDGES),
    "wood with a green symbol": Look(Kind.WOOD, "K", symbol=1, edges=ALL_EDGES),
    "wood with a blue symbol": Look(Kind.WOOD, "K", symbol=2, edges=ALL_EDGES),
    "wood with a yellow symbol": Look(Kind.WOOD, "K", symbol=3, edges=ALL_EDGES),
    "wood of another building": Look(Kind.WOOD, "C", edges=ALL_EDGES),
    "red stone": Look(Kind.LAID, "K", colour=0, edges=ALL_EDGES),
    "green stone": Look(Kind.LAID, "K", colour=1, edges=ALL_EDGES),
    "blue stone": Look(Kind.LAID, "K", colour=2, edges=ALL_EDGES),
    "yellow stone": Look(Kind.LAID, "K", colour=3, edges=ALL_EDGES),
    "somebody's last section": Look(Kind.LAID, "K", colour=0, edges=ALL_EDGES, fresh=0),
    "another's last section": Look(Kind.LAID, "K", colour=0, edges=ALL_EDGES, fresh=1),
    "a joker of stone": Look(Kind.LAID, "K", colour=JOKER, edges=ALL_EDGES),
    "a master builder on stone": Look(Kind.LAID, "K", colour=0, edges=ALL_EDGES, figure=Figure.BUILDER, seat=0),
    "another seat's builder on stone": Look(Kind.LAID, "K", colour=0, edges=ALL_EDGES, figure=Figure.BUILDER, seat=1),
    "a master builder on grass": Look(Kind.GRASS, figure=Figure.BUILDER, seat=0),
    "a lazy monk": Look(Kind.WOOD, "K", gap=True, figure=Figure.LAZY, seat=0),
    "another seat's lazy monk": Look(Kind.WOOD, "K", gap=True, figure=Figure.LAZY, seat=1),
    "a small gap": Look(Kind.WOOD, "K", gap=True),
    "a small gap with a symbol": Look(Kind.WOOD, "K", symbol=0, gap=True),
    "a section held rightly": Look(Kind.WOOD, "K", ghost=Ghost.LEGAL, ghost_colour=0, ghost_edges=ALL_EDGES),
    "a section held wrongly": Look(Kind.WOOD, "K", ghost=Ghost.ILLEGAL, ghost_colour=0, ghost_edges=ALL_EDGES),
    "the cursor": Look(Kind.WOOD, "K", cursor=True),
    "a highlight": Look(Kind.WOOD, "K", marked=True),
    "wood under the cordon": Look(Kind.WOOD, "K", cordon=True, edges=ALL_EDGES),
    "a red symbol under the cordon": Look(Kind.WOOD, "K", symbol=0, cordon=True, edges=ALL_EDGES),
    "parchment under the cordon": Look(Kind.PARCHMENT, "K", cordon=True, edges=ALL_EDGES),
    "a small gap under the cordon": Look(Kind.WOOD, "K", gap=True, cordon=True),
    "grass of the third task": Look(Kind.GRASS, task=3),
    "grass of the fourth task": Look(Kind.GRASS, task=4),
}


def flat(look: Look, scale: Scale, signs: Signs) -> list[Cell]:
    return [cell for row in block(look, MARKS, scale, signs) for cell in row]


def chars(look: Look, scale: Scale, signs: Signs) -> str:
    return "".join(cell.char for cell in flat(look, scale, signs))


def held(play: Play, names: str, *, legal: bool = True) -> Pointing:
    return Pointing(ghost=spaces(play, names), ghost_colour=0, ghost_legal=legal)


def stage_of(play: Play) -> Stage:
    return Stage(play.setting.layout, play.setting.box.sections)


@SETS
@ALL_SCALES
def test_all_that_a_space_can_be_differs_in_its_characters_alone(scale: Scale, signs: Signs) -> None:
    for (one, first), (other, second) in combinations(SPACES.items(), 2):
        assert chars(first, scale, signs) != chars(second, scale, signs), f"{one} looks like {other}"


@pytest.mark.parametrize("theme", ["day", "night", "day-256", "night-256", "day-16", "night-16"])
def test_grounds_that_mean_different_things_have_different_colours(theme: str) -> None:
    shades = paints.colours(theme)
    stones = [shades[Paint.STONE + colour] for colour in range(4)]
    grounds = [shades[paint] for paint in (Paint.GRASS, Paint.PARCHMENT, Paint.OAK, Paint.CORDON_GROUND)]
    grounds += [shades[Paint.REFUSED], *stones]
    assert len(set(grounds)) == len(grounds)


@pytest.mark.parametrize("theme", ["day", "night", "day-256", "night-256"])
def test_a_building_of_parchment_is_no_hole_in_the_plan(theme: str) -> None:
    shades = paints.colours(theme)
    for ground in (Paint.PAGE, Paint.GRASS):
        one, other = Color.parse(shades[Paint.PARCHMENT]).get_truecolor(), Color.parse(shades[ground]).get_truecolor()
        assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) >= 60


@pytest.mark.parametrize("theme", ["day", "night", "day-16", "night-16", "none"])
def test_stone_is_solid_and_what_is_not_built_yet_is_not(theme: str) -> None:
    stone = paints.style(theme, Paint.STONE_INK, Paint.STONE)
    for ground in (Paint.GRASS, Paint.PARCHMENT, Paint.OAK, Paint.ROOF):
        other = paints.style(theme, Paint.WOOD_INK, ground)
        assert (stone.bgcolor, stone.reverse) != (other.bgcolor, other.reverse)


@pytest.mark.parametrize("theme", ["day", "night", "day-256", "night-256"])
def test_letters_and_symbols_stand_out_from_their_ground(theme: str) -> None:
    shades = paints.colours(theme)
    letters = [
        (Paint.PARCHMENT_INK, Paint.PARCHMENT),
        (Paint.WOOD_INK, Paint.OAK),
        (Paint.WOOD_INK, Paint.LIGHT_OAK),
        (Paint.ROOF_INK, Paint.ROOF),
        (Paint.CURSOR_INK, Paint.CURSOR),
        (Paint.REFUSED_INK, Paint.REFUSED),
        (Paint.MARKED_INK, Paint.MARKED),
        (Paint.CORDON, Paint.CORDON_GROUND),
        *((Paint.HELD_INK + colour, Paint.HELD + colour) for colour in range(5)),
    ]
    signs = [
        *((Paint.SYMBOL + colour, ground) for colour in range(4) for ground in (Paint.OAK, Paint.LIGHT_OAK)),
        *((Paint.FAINT + colour, Paint.PARCHMENT) for colour in range(4)),
        (Paint.TREE_INK, Paint.WOODLAND),
        (Paint.FIGURE, Paint.GRASS),
        (Paint.TASK, Paint.GRASS),
    ]
    for least, pairs in ((4.5, letters), (3.0, signs)):
        for ink, ground in pairs:
            assert contrast(shades[ink], shades[ground]) >= least, (ink, ground)


@pytest.mark.parametrize("theme", ["day-256", "night-256"])
def test_a_terminal_of_256_colours_has_every_colour_that_the_plan_needs(theme: str) -> None:
    shades = paints.colours(theme)
    for key in shades:
        exact = Color.parse(shades[key])
        shown = exact.downgrade(ColorSystem.EIGHT_BIT).get_truecolor()
        assert shown == exact.get_truecolor(), (key, shades[key])


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2."""

    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    brighter, darker = sorted((light(one), light(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


@SETS
def test_every_sign_takes_one_cell(signs: Signs) -> None:
    text = "".join(part for part in signs if part != signs.name)
    assert [char for char in text if cell_len(char) != 1] == []


def test_the_ascii_set_is_ascii() -> None:
    assert all(part.isascii() for part in ASCII)


@SETS
@ALL_SCALES
def test_every_space_fills_its_cells_and_no_more(scale: Scale, signs: Signs) -> None:
    for look in SPACES.values():
        rows = block(look, MARKS, scale, signs)
        assert [[cell_len(cell.char) for cell in row] for row in rows] == [[1] * scale.columns] * scale.rows


def test_the_edges_of_an_inner_corner_are_joined() -> None:
    play = position()
    wing = spaces(play, "e5 f5 g5 e6")
    corner = next(spaces_of(spaces(play, "e5")))
    assert edges_of(corner, wing, 15, 12) == NORTH | WEST | SOUTH_EAST


def picture(
    play: Play, scale: Scale, names: str, signs: Signs = UNICODE, pointing: Pointing | None = None
) -> list[str]:
    """The rows of the rectangle of spaces between two corners."""
    stage = stage_of(play)
    looks = [
        stage.pointed(look, space, pointing or Pointing())
        for space, look in enumerate(stage.looks(Standing.of(play.state)))
    ]
    north_west, south_east = (next(spaces_of(spaces(play, name))) for name in names.split())
    rows: list[str] = []
    for row in range(north_west // 15, south_east // 15 + 1):
        blocks = [
            block(looks[row * 15 + column], MARKS, scale, signs)
            for column in range(north_west % 15, south_east % 15 + 1)
        ]
        rows += ["".join(cell.char for one in blocks for cell in one[y]) for y in range(scale.rows)]
    return rows


def test_a_section_is_drawn_with_one_closed_outline_and_named_once() -> None:
    play = position(laid=["1 hut red wing e5 f5 g5 e6"])
    assert picture(play, MEDIUM, "e5 g6") == [
        "┌──────────┐",
        "│▲ ┌───────┘",
        "│  │ A   A◆ ",
        "└──┘────────",
    ]
    assert picture(play, LARGE, "e5 g6", ASCII) == [
        "+----------------+",
        "| ^              |",
        "|    +-----------+",
        "|    |            ",
        "|    |  A     A%  ",
        "+----+------------",
    ]


def test_a_section_that_may_not_lie_there_is_a_fence_through_which_the_plan_is_seen() -> None:
    play = position(laid=["1 hut red wing e5 f5 g5 e6"])
    refused = held(play, "e5 f5 g5 f6", legal=False)
    assert picture(play, LARGE, "e5 g6", pointing=refused) == [
        "× × × × × × × × × ",
        "× ▲              ×",
        "× × × ×──── × × × ",
        "│    │×    ×      ",
        "│    │× A  ×  A◆  ",
        "└────┘× × × ──────",
    ]
    assert picture(play, HUGE, "e5 g6", ASCII, refused) == [
        "x x x x x x x x x x x x ",
        "|                      |",
        "x  ^                   x",
        " x x x x ------x x x x x",
        "|      |x      x        ",
        "|      |                ",
        "|      |x  A   x   A%   ",
        "+------+ x x x x--------",
    ]


def test_where_a_space_has_no_inside_the_fence_fills_it() -> None:
    play = position(laid=["1 hut red wing e5 f5 g5 e6"])
    assert picture(play, MEDIUM, "e5 g6", pointing=held(play, "e5 f5 g5 f6", legal=False)) == [
        "×▲× × × ×▲× ",
        " × × ▲ × × ×",
        "│  │×A × A◆ ",
        "└──┘ × ×────",
    ]


def test_a_section_that_may_not_lie_there_changes_few_cells_when_it_moves() -> None:
    play = position(laid=["1 hut red wing e5 f5 g5 e6"])

    def cells(names: str) -> list[Cell]:
        stage, pointing = stage_of(play), held(play, names, legal=False)
        looks = enumerate(stage.looks(Standing.of(play.state)))
        return [cell for space, look in looks for cell in flat(stage.pointed(look, space, pointing), HUGE, UNICODE)]

    def moved(one: str, other: str) -> int:
        return sum(before != after for before, after in zip(cells(one), cells(other), strict=True))

    assert moved("e5 f5 g5 f6", "f5 g5 h5 g6") <= 75
    assert moved("e5 f5 g5 f6", "e6 f6 g6 f7") <= 110


def test_a_laid_hall_reads_as_one_stone_at_every_scale() -> None:
    play = position(laid=["1 hut red hall e5 f5 g5 h5 builder"])
    assert picture(play, SMALL, "e5 h5") == ["▏▲▁▲▁▲☻X"]
    assert picture(play, SMALL, "e5 h5", ASCII) == ["[^_^_^@X"]
    assert picture(play, MEDIUM, "e5 h5") == ["┌▲───────────☻X┐", "└──────────────┘"]
    assert picture(play, LARGE, "e5 h5") == [
        "┌──────────────────────┐",
        "│ ▲                 ☻X │",
        "└──────────────────────┘",
    ]


def test_sections_of_one_colour_side_by_side_differ_in_tone() -> None:
    play = position(laid=["1 hut red hall e5 f5 g5 h5", "1 pouch red hall e6 f6 g6 h6"])
    looks = stage_of(play).looks(Standing.of(play.state))
    above, below = (next(spaces_of(spaces(play, name))) for name in ("e5", "e6"))
    assert looks[above].tone != looks[below].tone


def test_neighbouring_buildings_differ_in_tone() -> None:
    play = position()
    looks = stage_of(play).looks(Standing.of(play.state))
    church, cloister, bakery = (next(spaces_of(spaces(play, name))) for name in ("e6", "e7", "c8"))
    assert looks[church].tone != looks[cloister].tone
    assert looks[church].tone != looks[bakery].tone


def test_a_gap_of_three_is_roofed_and_a_gap_of_four_is_not() -> None:
    three = position(laid=CHURCH_BUT_F6, lazy={"f6": 1})
    looks = stage_of(three).looks(Standing.of(three.state))
    assert looks[next(spaces_of(spaces(three, "f6")))].gap
    assert not any(looks[space].gap for space in spaces_of(spaces(three, "e10 f10 g10 h10 i10")))


def test_builders_beside_one_building_stand_on_grass_each_by_himself() -> None:
    play = position(wood="ABCK", beside=["1 K", "2 K"])
    looks = stage_of(play).looks(Standing.of(play.state))
    found = [(space, look.seat) for space, look in enumerate(looks) if look.figure is Figure.BUILDER]
    assert sorted(seat for _, seat in found) == [0, 1]
    assert all(looks[space].kind is Kind.GRASS for space, _ in found)


def test_a_builder_beside_a_building_makes_way_for_a_section() -> None:
    free = position(wood="ABCK", beside=["1 K"])
    before = stage_of(free).looks(Standing.of(free.state))
    spot = next(space for space, look in enumerate(before) if look.figure is Figure.BUILDER)
    assert before[spot].kind is Kind.GRASS
    built = position(wood="ABCK", laid=["2 hut red hall a1 b1 c1 d1"], beside=["1 K"])
    looks = stage_of(built).looks(Standing.of(built.state))
    found = [look.kind for look in looks if look.figure is Figure.BUILDER]
    assert found == [Kind.GRASS]


def test_what_lies_under_a_held_section_still_shows() -> None:
    assert chars(SPACES["wood with a red symbol"]._replace(ghost=Ghost.LEGAL, ghost_colour=1), SMALL, UNICODE) == "+▲"
    assert chars(SPACES["tree"]._replace(ghost=Ghost.ILLEGAL, ghost_colour=1), SMALL, UNICODE) == "×♣"
    assert chars(SPACES["blue stone"]._replace(ghost=Ghost.ILLEGAL, ghost_colour=1), SMALL, UNICODE) == "×●"


def names_of(play: Play) -> dict[str, str]:
    return {building.letter: building.name for building in play.setting.box.plan.buildings}


@pytest.mark.parametrize("scale", [MEDIUM, LARGE], ids=["medium", "large"])
def test_a_building_bears_its_name_where_there_is_room(scale: Scale) -> None:
    play = position(wood="ABCDEFGHIJK")
    looks = labelled(stage_of(play).looks(Standing.of(play.state)), names_of(play), 15, scale)
    written = "".join(look.label for look in looks if look.letter == "A").strip()
    assert written == "church"


@pytest.mark.parametrize("scale", [MEDIUM, LARGE, HUGE], ids=["medium", "large", "huge"])
@pytest.mark.parametrize("wood", ["", "ABCDEFGHIJK"], ids=["parchment", "wood"])
def test_every_building_is_named_shortened_if_need_be(wood: str, scale: Scale) -> None:
    play = position(wood=wood)
    looks = labelled(stage_of(play).looks(Standing.of(play.state)), names_of(play), 15, scale)
    for letter, name in names_of(play).items():
        written = "".join(look.label for look in looks if look.letter == letter).strip()
        assert written == name or (written.endswith(".") and name.startswith(written[:-1])), letter


def test_a_name_is_never_written_over_a_section() -> None:
    play = position(laid=CHURCH_BUT_F6, lazy={"f6": 1})
    looks = labelled(stage_of(play).looks(Standing.of(play.state)), names_of(play), 15, MEDIUM)
    assert all(not look.label for look in looks if look.kind is Kind.LAID or look.letter == "A")


def test_no_names_are_written_at_the_smallest_scale() -> None:
    play = position()
    looks = labelled(stage_of(play).looks(Standing.of(play.state)), names_of(play), 15, SMALL)
    assert not any(look.label for look in looks)


masks = st.integers(0, (1 << 180) - 1)
pointings = st.builds(
    Pointing,
    cursor=st.none() | st.integers(0, 179),
    ghost=masks,
    ghost_colour=st.integers(0, 4),
    ghost_legal=st.booleans(),
    roofs=masks,
    marked=masks,
)


@given(pointings, pointings)
def test_every_space_that_looks_otherwise_is_drawn_again(before: Pointing, after: Pointing) -> None:
    stage = STAGE
    mask = changed(before, after)
    for space, look in enumerate(BASE):
        if stage.pointed(look, space, before) != stage.pointed(look, space, after):
            assert mask >> space & 1


PLAY = position()
STAGE = stage_of(PLAY)
BASE = STAGE.looks(Standing.of(PLAY.state))


def test_the_plan_of_the_box_is_wholly_in_the_picture() -> None:
    plan = standard().plan
    looks = STAGE.looks(Standing((1 << len(plan.buildings)) - 1))
    wood = {look.letter for look in looks if look.kind is Kind.WOOD}
    assert wood == {building.letter for building in plan.buildings}
    assert sum(look.kind is Kind.TREE for look in looks) == plan.trees.bit_count()
    assert sum(look.symbol >= 0 for look in looks) == sum(mask.bit_count() for mask in plan.symbols)
