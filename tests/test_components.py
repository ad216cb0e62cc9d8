"""The components of Campus Galli: what ships with the game, what is refused, and the form that headers embed."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Callable
from importlib.resources import files as package_files
from itertools import combinations
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.campus_galli.box import COLOURS, SIDES, ActionCard, Box, CardKind, Origin, Task, TaskKind
from rules.campus_galli.box_checks import wooden
from rules.campus_galli.box_codec import box_from_plain, box_to_plain
from rules.campus_galli.geometry import spaces_of
from rules.campus_galli.layout import layout_of
from rules.campus_galli.loader import FILES, load, standard
from rules.engine.game import ComponentError
from rules.engine.plain import Plain

BOX = standard()
PLAN = BOX.plan
LAYOUT = layout_of(PLAN, BOX.shapes)
ALL_OPEN = (1 << 11) - 1
FOLDER = package_files("rules.campus_galli").joinpath("components")
STANDARD = {name: FOLDER.joinpath(name).read_text("utf-8") for name in FILES}


def cards(kind: CardKind) -> list[ActionCard]:
    return [card for card in BOX.cards if card.kind is kind]


def tasks(kind: TaskKind) -> list[Task]:
    return [task for task in BOX.tasks if task.kind is kind]


def symbols_of(*buildings: int) -> list[int]:
    """How many symbols of each colour these buildings bear."""
    area = sum(PLAN.buildings[building].area for building in buildings)
    return [(spaces & area).bit_count() for spaces in PLAN.symbols]


def centre(*buildings: int) -> tuple[float, float]:
    """The mean column and row of these buildings' spaces."""
    spaces = [space for building in buildings for space in spaces_of(PLAN.buildings[building].area)]
    columns, rows = ([part(space, PLAN.width) for space in spaces] for part in (int.__mod__, int.__floordiv__))
    return sum(columns) / len(spaces), sum(rows) / len(spaces)


# The plan


def test_the_plan_has_15_columns_12_rows_and_between_88_and_100_wooden_spaces() -> None:
    assert (PLAN.width, PLAN.height) == (15, 12)
    assert 88 <= wooden(PLAN).bit_count() <= 100


def test_the_plan_has_eleven_buildings_of_more_than_three_spaces() -> None:
    assert "".join(building.letter for building in PLAN.buildings) == "ABCDEFGHIJK"
    assert all(building.area.bit_count() > 3 for building in PLAN.buildings)


def test_about_65_percent_of_wooden_spaces_bear_a_symbol_and_each_colour_has_as_many() -> None:
    counts = [spaces.bit_count() for spaces in PLAN.symbols]
    assert 0.62 <= sum(counts) / wooden(PLAN).bit_count() <= 0.68
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(
    ("side", "colour"), [("west", "red"), ("south", "green"), ("east", "blue"), ("north", "yellow")]
)
def test_the_symbols_of_a_side_are_mostly_of_its_own_colour(side: str, colour: str) -> None:
    counts = symbols_of(*PLAN.sides[SIDES.index(side)])
    assert counts[COLOURS.index(colour)] > sum(counts) / 2


def test_the_symbols_of_the_church_are_mixed() -> None:
    counts = symbols_of(0)
    assert min(counts) >= 3
    assert max(counts) <= sum(counts) / 3


@pytest.mark.parametrize("wood", [0b111, ALL_OPEN], ids=["at the start", "all in wood"])
def test_every_colour_has_as_good_a_chance_of_a_master_builder(wood: int) -> None:
    chances = [0.0] * 4
    for shape in range(5):
        clean = [place for place in LAYOUT.legal(shape, wood, 0) if not place.grass]
        for colour in range(4):
            chances[colour] += sum(place.symbols >> colour & 1 for place in clean) / len(clean) / 5
    assert min(chances) > 0.4
    assert max(chances) - min(chances) < 0.06


def test_the_buildings_of_a_side_lie_on_that_side_of_the_middle() -> None:
    middle_column, middle_row = (PLAN.width - 1) / 2, (PLAN.height - 1) / 2
    north, east, south, west = (centre(*side) for side in PLAN.sides)
    assert north[1] < middle_row < south[1]
    assert west[0] < middle_column < east[0]


def test_every_building_but_the_church_and_the_cloister_lies_on_a_side() -> None:
    assert {building for side in PLAN.sides for building in side} == set(range(2, 11)) | {1}


def test_every_building_can_be_built_across_to_a_neighbour() -> None:
    crossing = 0
    for shape in range(5):
        for placement in LAYOUT.legal(shape, ALL_OPEN, 0):
            if placement.buildings.bit_count() > 1:
                crossing |= placement.buildings
    assert crossing == ALL_OPEN


def test_named_places_are_known_by_their_keys() -> None:
    assert {key for key, _, _ in PLAN.places} >= {"north-tower", "garth", "orchard", "gardens"}


def test_the_towers_belong_to_the_church_and_the_orchard_to_the_trees() -> None:
    places = {key: spaces for key, _, spaces in PLAN.places}
    assert places["north-tower"] | places["south-tower"] == (
        (places["north-tower"] | places["south-tower"]) & PLAN.buildings[0].area
    )
    assert not places["orchard"] & ~PLAN.trees


# Sections, cards, tasks and counts


def test_each_shape_is_there_in_each_colour_in_hut_and_pouch_and_once_as_a_joker() -> None:
    assert len(BOX.shapes) == 5
    assert Counter((section.origin, section.colour is None) for section in BOX.sections) == {
        (Origin.HUT, False): 20,
        (Origin.POUCH, False): 20,
        (Origin.POUCH, True): 5,
    }
    assert len(set(BOX.sections)) == 45


def test_level_one_has_40_action_cards_and_4_angels() -> None:
    assert Counter(card.kind for card in BOX.cards) == {
        CardKind.BUILD: 14,
        CardKind.MASTER: 3,
        CardKind.DOUBLE: 10,
        CardKind.PRAY: 10,
        CardKind.SEER: 3,
        CardKind.ANGEL: 4,
    }


def test_red_cards_show_each_colour_twice_and_each_pair_once() -> None:
    shown = Counter(card.colours for card in cards(CardKind.BUILD))
    assert shown == {**{(colour,): 2 for colour in range(4)}, **dict.fromkeys(combinations(range(4), 2), 1)}


def test_blue_cards_show_each_shape_once_and_in_two_of_five_pairs() -> None:
    shown = [card.shapes for card in cards(CardKind.PRAY)]
    assert sorted(one for one in shown if len(one) == 1) == [(shape,) for shape in range(5)]
    pairs = [one for one in shown if len(one) == 2]
    assert len(set(pairs)) == 5
    assert Counter(shape for pair in pairs for shape in pair) == dict.fromkeys(range(5), 2)


def test_double_coloured_cards_show_each_shape_twice() -> None:
    assert Counter(card.shapes for card in cards(CardKind.DOUBLE)) == {(shape,): 2 for shape in range(5)}


def test_order_numbers_leave_room_for_books_guests_and_unfinished_tasks() -> None:
    numbers = {number for card in BOX.cards for number in card.numbers}
    pouch = {card.numbers[0] for kind in (CardKind.PRAY, CardKind.SEER, CardKind.DOUBLE) for card in cards(kind)}
    build = {card.numbers[-1] for kind in (CardKind.BUILD, CardKind.MASTER, CardKind.DOUBLE) for card in cards(kind)}
    angels = {card.numbers[0] for card in cards(CardKind.ANGEL)}
    assert numbers == pouch | build | angels
    assert min(pouch) > 16
    assert max(pouch) < min(build)
    assert min(angels) - max(build) > 16 + 18


def test_level_one_has_36_tasks_with_the_seals_of_their_kinds() -> None:
    assert Counter((task.kind, task.points) for task in BOX.tasks) == {
        (TaskKind.PROGRESS, 2): 11,
        (TaskKind.COLOURS, 2): 6,
        (TaskKind.SHAPES, 4): 5,
        (TaskKind.SIDE, 2): 8,
        (TaskKind.LETTER, 4): 6,
    }


def test_tasks_cover_every_building_every_pair_of_colours_and_every_side_twice() -> None:
    assert [task.building for task in tasks(TaskKind.PROGRESS)] == list(range(11))
    assert {task.colours for task in tasks(TaskKind.COLOURS)} == set(combinations(range(4), 2))
    assert Counter(task.side for task in tasks(TaskKind.SIDE)) == dict.fromkeys(range(4), 2)
    assert Counter(task.colours for task in tasks(TaskKind.SIDE)) == {(colour,): 2 for colour in range(4)}
    assert Counter(shape for task in tasks(TaskKind.SHAPES) for shape in task.shapes) == dict.fromkeys(range(5), 2)
    assert {task.shapes for task in tasks(TaskKind.LETTER)} == {(shape,) for shape in range(5)}


def test_a_side_task_flips_the_building_that_its_side_names_first() -> None:
    for task in tasks(TaskKind.SIDE):
        assert task.side is not None
        assert task.building == PLAN.sides[task.side][0]


def test_every_shape_and_letter_task_can_be_fulfilled_without_grass() -> None:
    for task in tasks(TaskKind.LETTER):
        assert task.building is not None
        legal = LAYOUT.legal(task.shapes[0], ALL_OPEN, 0)
        on_building = [place for place in legal if place.buildings >> task.building & 1]
        assert any(not place.grass for place in on_building), task.key


def test_the_counts_of_level_one() -> None:
    (level,) = BOX.levels
    assert (level.number, level.name, level.jokers) == (1, "Ora et Labora", False)
    assert level.open_at_start == (0, 1, 2)
    assert level.draw == 2
    assert level.board == (3, 4, 5, 6)
    assert level.deal == (31, 15, 10, 7)
    assert BOX.counts == (15, 25)


def test_the_bands_of_level_one_in_half_points() -> None:
    bands = BOX.levels[0].bands
    assert [(band.key, band.least) for band in bands] == [
        ("iron-gall", 0),
        ("ochre", 80),
        ("red-lead", 84),
        ("azurite", 88),
        ("tyrian-purple", 92),
        ("gold", 96),
        ("lapis-lazuli", 100),
    ]
    assert [band.verdict for band in bands] == ["try again"] + ["success"] * 3 + ["ready for level II"] * 3


# The plain form


def test_the_plain_form_comes_back_as_the_same_box() -> None:
    assert box_from_plain(box_to_plain(BOX)) == BOX


def test_the_plain_form_is_compact() -> None:
    def size(plain: Plain) -> int:
        return 1 + (
            sum(map(size, plain)) if isinstance(plain, list) else len(plain) if isinstance(plain, str | bytes) else 0
        )

    assert size(box_to_plain(BOX)) < 4_096


def places(plain: Plain, at: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """The way to every value inside plain data, lists included."""
    inner = [place for i, one in enumerate(plain) for place in places(one, (*at, i))] if isinstance(plain, list) else []
    return [at, *inner]


def put(plain: Plain, at: tuple[int, ...], value: Callable[[Plain], list[Plain]]) -> Plain:
    """The plain data with the value at that place replaced by none, one or several."""
    assert isinstance(plain, list)
    first, *rest = at
    new = [put(plain[first], tuple(rest), value)] if rest else value(plain[first])
    return [*plain[:first], *new, *plain[first + 1 :]]


LEAVES = (
    st.none() | st.booleans() | st.integers(-2, 999) | st.integers() | st.text(max_size=50) | st.binary(max_size=30)
)
FOREIGN: st.SearchStrategy[Plain] = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=5), max_leaves=8)


def made_or_refused(make: Callable[[], Box]) -> Box | None:
    """The box, or None if it is refused by a message that a terminal can show."""
    try:
        return make()
    except ComponentError as refused:
        message = str(refused)
    assert message.isprintable()
    return None


def near(plain: Plain) -> st.SearchStrategy[Plain]:
    """A value of the same type, as a careful forger would choose it."""
    match plain:
        case bool():
            return st.just(not plain)
        case int():
            return st.sampled_from([plain - 1, plain + 1, 0])
        case bytes():
            return st.binary(min_size=len(plain), max_size=len(plain))
        case str():
            return st.text(min_size=1, max_size=len(plain) + 1)
        case list():
            return st.permutations(plain).map(list)
        case None:
            return st.integers(0, 4)


@given(data=st.data())
def test_corrupt_plain_data_is_refused_or_is_the_one_form_of_another_sound_box(data: st.DataObject) -> None:
    corrupt = box_to_plain(BOX)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.sampled_from([place for place in places(corrupt) if place]))
        corrupt = put(
            corrupt,
            at,
            lambda old: data.draw(
                st.just([]) | st.just([old, old]) | near(old).map(lambda one: [one]) | FOREIGN.map(lambda one: [one])
            ),
        )
    box = made_or_refused(lambda: box_from_plain(corrupt))
    assert box is None or box_to_plain(box) == corrupt


@given(plain=FOREIGN)
def test_foreign_plain_data_is_refused(plain: Plain) -> None:
    with pytest.raises(ComponentError, match=r"^The component data has the wrong form: "):
        box_from_plain(plain)


def test_a_kind_of_card_that_nobody_knows_is_refused() -> None:
    card = next(at for at in places(box_to_plain(BOX)) if len(at) == 4 and at[:2] == (3, 2) and at[3] == 2)
    with pytest.raises(ComponentError, match="expected one of build, master, pray, seer, double, angel"):
        box_from_plain(put(box_to_plain(BOX), card, lambda _: ["guest"]))


def test_plain_data_nested_too_deeply_is_refused() -> None:
    deep: Plain = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ComponentError, match="wrong form"):
        box_from_plain([deep, 12, 0, 0])


@given(data=st.data())
def test_a_corrupt_file_is_refused_or_holds_another_sound_box(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(FILES))
    text = STANDARD[name]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 12)))
    piece = data.draw(st.sampled_from(["", '"', "[", "]", "=", "\n", "0", "-1", "A", "R"]) | st.text(max_size=6))
    box = made_or_refused(lambda: load({**STANDARD, name: text[:start] + piece + text[end:]}))
    assert box is None or box_from_plain(box_to_plain(box)) == box


@pytest.mark.parametrize("text", [name for _, name, _ in PLAN.places] + [one.name for one in PLAN.buildings])
def test_names_are_of_letters_that_are_one_column_wide(text: str) -> None:
    assert all(unicodedata.east_asian_width(character) == "Na" for character in text)


# The page for those who write a set of their own


def keys_of(table: object) -> set[str]:
    """Every key in a TOML table and below it."""
    if isinstance(table, dict):
        inside = cast("dict[str, object]", table)
        return set(inside).union(*map(keys_of, inside.values()))
    return set[str]().union(*map(keys_of, cast("list[object]", table))) if isinstance(table, list) else set()


@pytest.mark.parametrize("name", FILES)
def test_the_page_on_components_tells_of_every_file_and_key(name: str) -> None:
    page = (Path(__file__).parents[1] / "docs" / "components.md").read_text("utf-8")
    assert f"\n### {name}\n" in page
    table = tomllib.loads(STANDARD[name])
    if name == "plan.toml":
        table["buildings"] = table["places"] = {}
    if name == "sections.toml":
        table["hut"] = table["pouch"] = {}
    known = set(re.findall(r"[A-Za-z0-9_-]+", " ".join(re.findall(r"`([^`\n]+)`", page))))
    assert keys_of(table) <= known
