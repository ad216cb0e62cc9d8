"""The plan's picture: what each space shows at every scale, and that nothing can be taken for anything else."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.color import Color

from galli_tui.games.campus_galli import plan_colours
from galli_tui.games.campus_galli.glyphs import ASCII, UNICODE, Glyphs
from galli_tui.games.campus_galli.plan_cells import Cell
from galli_tui.games.campus_galli.plan_colours import PlanColour
from galli_tui.games.campus_galli.plan_labels import labelled
from galli_tui.games.campus_galli.plan_look import JOKER, Figure, HeldStatus, SpaceLook, Terrain
from galli_tui.games.campus_galli.plan_picture import block
from galli_tui.games.campus_galli.plan_scene import Highlights, PlanScene, PlanState, changed_spaces
from galli_tui.games.kit.grid_board import HUGE, LARGE, MEDIUM, SCALES, SMALL, Scale
from galli_tui.games.kit.grid_edges import EAST, NORTH, SOUTH, SOUTH_EAST, WEST, edges_of
from galli_tui.style.palettes import PALETTES
from rules.campus_galli.loader import standard
from rules.engine.grid import spaces_of
from tests.support.play import Play
from tests.support.positions import CHURCH_BUT_F6, position
from tests.support.table_positions import spaces

SETS = pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=lambda glyphs: glyphs.name)
ALL_SCALES = pytest.mark.parametrize("scale", SCALES, ids=["small", "narrow", "medium", "large", "huge"])
MARKS = "XY"
ALL_EDGES = NORTH | EAST | SOUTH | WEST

SPACES = {
    "grass": SpaceLook(Terrain.GRASS),
    "tree": SpaceLook(Terrain.TREE),
    "parchment": SpaceLook(Terrain.PARCHMENT, "K", edges=ALL_EDGES),
    "parchment with a red symbol": SpaceLook(Terrain.PARCHMENT, "K", symbol=0, edges=ALL_EDGES),
    "wood": SpaceLook(Terrain.WOOD, "K", edges=ALL_EDGES),
    "wood with a red symbol": SpaceLook(Terrain.WOOD, "K", symbol=0, edges=ALL_EDGES),
    "wood with a green symbol": SpaceLook(Terrain.WOOD, "K", symbol=1, edges=ALL_EDGES),
    "wood with a blue symbol": SpaceLook(Terrain.WOOD, "K", symbol=2, edges=ALL_EDGES),
    "wood with a yellow symbol": SpaceLook(Terrain.WOOD, "K", symbol=3, edges=ALL_EDGES),
    "wood of another building": SpaceLook(Terrain.WOOD, "C", edges=ALL_EDGES),
    "red stone": SpaceLook(Terrain.LAID, "K", colour=0, edges=ALL_EDGES),
    "green stone": SpaceLook(Terrain.LAID, "K", colour=1, edges=ALL_EDGES),
    "blue stone": SpaceLook(Terrain.LAID, "K", colour=2, edges=ALL_EDGES),
    "yellow stone": SpaceLook(Terrain.LAID, "K", colour=3, edges=ALL_EDGES),
    "someone's last section": SpaceLook(Terrain.LAID, "K", colour=0, edges=ALL_EDGES, recent=0),
    "another's last section": SpaceLook(Terrain.LAID, "K", colour=0, edges=ALL_EDGES, recent=1),
    "a joker of stone": SpaceLook(Terrain.LAID, "K", colour=JOKER, edges=ALL_EDGES),
    "a master builder on stone": SpaceLook(Terrain.LAID, "K", colour=0, edges=ALL_EDGES, figure=Figure.BUILDER, seat=0),
    "another seat's builder on stone": SpaceLook(
        Terrain.LAID, "K", colour=0, edges=ALL_EDGES, figure=Figure.BUILDER, seat=1
    ),
    "a master builder on grass": SpaceLook(Terrain.GRASS, figure=Figure.BUILDER, seat=0),
    "a lazy monk": SpaceLook(Terrain.WOOD, "K", gap=True, figure=Figure.LAZY, seat=0),
    "another seat's lazy monk": SpaceLook(Terrain.WOOD, "K", gap=True, figure=Figure.LAZY, seat=1),
    "a small gap": SpaceLook(Terrain.WOOD, "K", gap=True),
    "a small gap with a symbol": SpaceLook(Terrain.WOOD, "K", symbol=0, gap=True),
    "a section held rightly": SpaceLook(Terrain.WOOD, "K", held=HeldStatus.LEGAL, held_colour=0, held_edges=ALL_EDGES),
    "a section held wrongly": SpaceLook(
        Terrain.WOOD, "K", held=HeldStatus.ILLEGAL, held_colour=0, held_edges=ALL_EDGES
    ),
    "the cursor": SpaceLook(Terrain.WOOD, "K", cursor=True),
    "a highlight": SpaceLook(Terrain.WOOD, "K", marked=True),
    "wood under the cordon": SpaceLook(Terrain.WOOD, "K", cordon=True, edges=ALL_EDGES),
    "a red symbol under the cordon": SpaceLook(Terrain.WOOD, "K", symbol=0, cordon=True, edges=ALL_EDGES),
    "parchment under the cordon": SpaceLook(Terrain.PARCHMENT, "K", cordon=True, edges=ALL_EDGES),
    "a small gap under the cordon": SpaceLook(Terrain.WOOD, "K", gap=True, cordon=True),
    "grass of the third task": SpaceLook(Terrain.GRASS, task=3),
    "grass of the fourth task": SpaceLook(Terrain.GRASS, task=4),
}


def flat(look: SpaceLook, scale: Scale, glyphs: Glyphs) -> list[Cell]:
    return [cell for row in block(look, MARKS, scale, glyphs) for cell in row]


def chars(look: SpaceLook, scale: Scale, glyphs: Glyphs) -> str:
    return "".join(cell.char for cell in flat(look, scale, glyphs))


def held(play: Play, names: str, *, legal: bool = True) -> Highlights:
    return Highlights(held=spaces(play, names), held_colour=0, held_legal=legal)


def stage_of(play: Play) -> PlanScene:
    return PlanScene(play.setting.layout, play.setting.box.sections)


@SETS
@ALL_SCALES
def test_every_kind_of_space_differs_in_its_characters(scale: Scale, glyphs: Glyphs) -> None:
    for (one, first), (other, second) in combinations(SPACES.items(), 2):
        assert chars(first, scale, glyphs) != chars(second, scale, glyphs), f"{one} looks like {other}"


@SETS
@ALL_SCALES
@pytest.mark.parametrize("theme", PALETTES)
def test_a_lit_space_keeps_its_characters_and_differs_at_its_rim(theme: str, scale: Scale, glyphs: Glyphs) -> None:
    for look in (SpaceLook(Terrain.WOOD, "K"), SpaceLook(Terrain.PARCHMENT, "K", symbol=2)):
        lit = look._replace(lit=True)
        assert chars(lit, scale, glyphs) == chars(look, scale, glyphs)
        before, after = (
            [plan_colours.cell_style(theme, cell.ink, cell.ground, cell.strong) for cell in flat(one, scale, glyphs)]
            for one in (look, lit)
        )
        assert before[0] != after[0]


@SETS
@ALL_SCALES
@pytest.mark.parametrize("name", SPACES)
def test_light_changes_the_rim_of_a_space_and_keeps_the_colours_of_its_symbol_and_section(
    name: str, scale: Scale, glyphs: Glyphs
) -> None:
    before, after = (flat(look, scale, glyphs) for look in (SPACES[name], SPACES[name]._replace(lit=True)))
    if SPACES[name].held or SPACES[name].cursor:
        assert after == before, "what is being placed or inspected lies above the light"
        return
    lit = {place for place, cell in enumerate(after) if cell.ground == PlanColour.LIT}
    assert lit
    assert all(after[place] == cell for place, cell in enumerate(before) if place not in lit)
    colours = {key for cell in before for key in cell[1:3] if PlanColour.SYMBOL <= key < PlanColour.STONE_EDGE}
    assert colours <= {key for cell in after for key in cell[1:3]}


@ALL_SCALES
def test_light_is_visible_over_the_gap_that_a_section_would_leave(scale: Scale) -> None:
    gap = SpaceLook(Terrain.WOOD, "K", symbol=1, new_gap=True)
    lit = gap._replace(lit=True)
    assert chars(lit, scale, UNICODE) == chars(gap, scale, UNICODE)
    assert {cell.ground for cell in flat(lit, scale, UNICODE)} == {PlanColour.LIT, PlanColour.GAP}


@pytest.mark.parametrize("theme", [name for name in PALETTES if name != "none"])
def test_light_has_a_colour_of_its_own(theme: str) -> None:
    shades = dict(plan_colours.theme_colours(theme))
    light = shades.pop(PlanColour.LIT)
    if theme.endswith("-16"):  # Of sixteen colours, it shares that of a highlight, which has a sign as well.
        assert shades.pop(PlanColour.MARKED) == light
    assert light not in shades.values()


@pytest.mark.parametrize("theme", [name for name in PALETTES if name != "none"])
def test_grounds_that_mean_different_things_have_different_colours(theme: str) -> None:
    shades = plan_colours.theme_colours(theme)
    stones = [shades[PlanColour.STONE + colour] for colour in range(4)]
    grounds = [
        shades[paint] for paint in (PlanColour.GRASS, PlanColour.PARCHMENT, PlanColour.OAK, PlanColour.CORDON_GROUND)
    ]
    grounds += [shades[PlanColour.REFUSED], *stones]
    assert len(set(grounds)) == len(grounds)


@pytest.mark.parametrize("theme", [name for name in PALETTES if name != "none" and not name.endswith("-16")])
def test_a_building_of_parchment_is_no_hole_in_the_plan(theme: str) -> None:
    shades = plan_colours.theme_colours(theme)
    for ground in (PlanColour.PAGE, PlanColour.GRASS):
        one, other = (
            Color.parse(shades[PlanColour.PARCHMENT]).get_truecolor(),
            Color.parse(shades[ground]).get_truecolor(),
        )
        assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) >= 60


@pytest.mark.parametrize("theme", PALETTES)
def test_stone_is_solid_and_what_is_not_built_yet_is_not(theme: str) -> None:
    stone = plan_colours.cell_style(theme, PlanColour.STONE_INK, PlanColour.STONE)
    for ground in (PlanColour.GRASS, PlanColour.PARCHMENT, PlanColour.OAK, PlanColour.GAP):
        other = plan_colours.cell_style(theme, PlanColour.WOOD_INK, ground)
        assert (stone.bgcolor, stone.reverse) != (other.bgcolor, other.reverse)


@SETS
def test_every_sign_takes_one_cell(glyphs: Glyphs) -> None:
    text = "".join(part for part in glyphs if part != glyphs.name)
    assert [char for char in text if cell_len(char) != 1] == []


def test_the_ascii_set_is_ascii() -> None:
    assert all(part.isascii() for part in ASCII)


@SETS
@ALL_SCALES
def test_every_space_fills_its_cells_and_no_more(scale: Scale, glyphs: Glyphs) -> None:
    for look in SPACES.values():
        rows = block(look, MARKS, scale, glyphs)
        assert [[cell_len(cell.char) for cell in row] for row in rows] == [[1] * scale.columns] * scale.rows


def test_the_edges_of_an_inner_corner_are_joined() -> None:
    play = position()
    wing = spaces(play, "e5 f5 g5 e6")
    corner = next(spaces_of(spaces(play, "e5")))
    assert edges_of(corner, wing, 15, 12) == NORTH | WEST | SOUTH_EAST


def picture(
    play: Play, scale: Scale, names: str, glyphs: Glyphs = UNICODE, highlights: Highlights | None = None
) -> list[str]:
    """The rows of the rectangle of spaces between two corners."""
    scene = stage_of(play)
    looks = [
        scene.highlighted(look, space, highlights or Highlights())
        for space, look in enumerate(scene.looks(PlanState.of(play.state)))
    ]
    north_west, south_east = (next(spaces_of(spaces(play, name))) for name in names.split())
    rows: list[str] = []
    for row in range(north_west // 15, south_east // 15 + 1):
        blocks = [
            block(looks[row * 15 + column], MARKS, scale, glyphs)
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
    assert picture(play, LARGE, "e5 g6", highlights=refused) == [
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
    assert picture(play, MEDIUM, "e5 g6", highlights=held(play, "e5 f5 g5 f6", legal=False)) == [
        "×▲× × × ×▲× ",
        " × × ▲ × × ×",
        "│  │×A × A◆ ",
        "└──┘ × ×────",
    ]


def test_a_section_that_may_not_lie_there_changes_few_cells_when_it_moves() -> None:
    play = position(laid=["1 hut red wing e5 f5 g5 e6"])

    def cells(names: str) -> list[Cell]:
        scene, highlights = stage_of(play), held(play, names, legal=False)
        looks = enumerate(scene.looks(PlanState.of(play.state)))
        return [
            cell for space, look in looks for cell in flat(scene.highlighted(look, space, highlights), HUGE, UNICODE)
        ]

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
    looks = stage_of(play).looks(PlanState.of(play.state))
    above, below = (next(spaces_of(spaces(play, name))) for name in ("e5", "e6"))
    assert looks[above].shade != looks[below].shade


def test_neighbouring_buildings_differ_in_tone() -> None:
    play = position()
    looks = stage_of(play).looks(PlanState.of(play.state))
    church, cloister, bakery = (next(spaces_of(spaces(play, name))) for name in ("e6", "e7", "c8"))
    assert looks[church].shade != looks[cloister].shade
    assert looks[church].shade != looks[bakery].shade


def test_a_gap_of_three_is_roofed_and_a_gap_of_four_is_not() -> None:
    three = position(laid=CHURCH_BUT_F6, lazy={"f6": 1})
    looks = stage_of(three).looks(PlanState.of(three.state))
    assert looks[next(spaces_of(spaces(three, "f6")))].gap
    assert not any(looks[space].gap for space in spaces_of(spaces(three, "e10 f10 g10 h10 i10")))


def test_builders_beside_one_building_stand_on_grass_each_by_himself() -> None:
    play = position(wood="ABCK", beside=["1 K", "2 K"])
    looks = stage_of(play).looks(PlanState.of(play.state))
    found = [(space, look.seat) for space, look in enumerate(looks) if look.figure is Figure.BUILDER]
    assert sorted(seat for _, seat in found) == [0, 1]
    assert all(looks[space].kind is Terrain.GRASS for space, _ in found)


def test_a_builder_beside_a_building_makes_way_for_a_section() -> None:
    free = position(wood="ABCK", beside=["1 K"])
    before = stage_of(free).looks(PlanState.of(free.state))
    spot = next(space for space, look in enumerate(before) if look.figure is Figure.BUILDER)
    assert before[spot].kind is Terrain.GRASS
    built = position(wood="ABCK", laid=["2 hut red hall a1 b1 c1 d1"], beside=["1 K"])
    looks = stage_of(built).looks(PlanState.of(built.state))
    found = [look.kind for look in looks if look.figure is Figure.BUILDER]
    assert found == [Terrain.GRASS]


def test_what_lies_under_a_held_section_still_shows() -> None:
    assert (
        chars(SPACES["wood with a red symbol"]._replace(held=HeldStatus.LEGAL, held_colour=1), SMALL, UNICODE) == "+▲"
    )
    assert chars(SPACES["tree"]._replace(held=HeldStatus.ILLEGAL, held_colour=1), SMALL, UNICODE) == "×♣"
    assert chars(SPACES["blue stone"]._replace(held=HeldStatus.ILLEGAL, held_colour=1), SMALL, UNICODE) == "×●"


def names_of(play: Play) -> dict[str, str]:
    return {building.letter: building.name for building in play.setting.box.plan.buildings}


@pytest.mark.parametrize("scale", [MEDIUM, LARGE], ids=["medium", "large"])
def test_a_building_bears_its_name_where_there_is_room(scale: Scale) -> None:
    play = position(wood="ABCDEFGHIJK")
    looks = labelled(stage_of(play).looks(PlanState.of(play.state)), names_of(play), 15, scale)
    written = "".join(look.label for look in looks if look.letter == "A").strip()
    assert written == "church"


@pytest.mark.parametrize("scale", [MEDIUM, LARGE, HUGE], ids=["medium", "large", "huge"])
@pytest.mark.parametrize("wood", ["", "ABCDEFGHIJK"], ids=["parchment", "wood"])
def test_every_building_is_named_shortened_if_need_be(wood: str, scale: Scale) -> None:
    play = position(wood=wood)
    looks = labelled(stage_of(play).looks(PlanState.of(play.state)), names_of(play), 15, scale)
    for letter, name in names_of(play).items():
        written = "".join(look.label for look in looks if look.letter == letter).strip()
        assert written == name or (written.endswith(".") and name.startswith(written[:-1])), letter


def test_a_name_is_never_written_over_a_section() -> None:
    play = position(laid=CHURCH_BUT_F6, lazy={"f6": 1})
    looks = labelled(stage_of(play).looks(PlanState.of(play.state)), names_of(play), 15, MEDIUM)
    assert all(not look.label for look in looks if look.kind is Terrain.LAID or look.letter == "A")


def test_no_names_are_written_at_the_smallest_scale() -> None:
    play = position()
    looks = labelled(stage_of(play).looks(PlanState.of(play.state)), names_of(play), 15, SMALL)
    assert not any(look.label for look in looks)


masks = st.integers(0, (1 << 180) - 1)
pointings = st.builds(
    Highlights,
    cursor=st.none() | st.integers(0, 179),
    held=masks,
    held_colour=st.integers(0, 4),
    held_legal=st.booleans(),
    new_gaps=masks,
    marked=masks,
)


@given(pointings, pointings)
def test_every_changed_space_is_redrawn(before: Highlights, after: Highlights) -> None:
    scene = STAGE
    mask = changed_spaces(before, after)
    for space, look in enumerate(BASE):
        if scene.highlighted(look, space, before) != scene.highlighted(look, space, after):
            assert mask >> space & 1


PLAY = position()
STAGE = stage_of(PLAY)
BASE = STAGE.looks(PlanState.of(PLAY.state))


def test_the_picture_holds_the_whole_plan() -> None:
    plan = standard().plan
    looks = STAGE.looks(PlanState((1 << len(plan.buildings)) - 1))
    wood = {look.letter for look in looks if look.kind is Terrain.WOOD}
    assert wood == {building.letter for building in plan.buildings}
    assert sum(look.kind is Terrain.TREE for look in looks) == plan.trees.bit_count()
    assert sum(look.symbol >= 0 for look in looks) == sum(mask.bit_count() for mask in plan.symbols)
