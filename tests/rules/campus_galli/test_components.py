"""The components of Campus Galli: what ships with the game, what is refused, and the form that headers embed."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Callable
from importlib.resources import files as package_files
from itertools import combinations
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.campus_galli.box import (
    BLACK,
    COLOURS,
    DIE_FACES,
    SIDES,
    WHITE,
    ActionCard,
    Box,
    CardKind,
    Origin,
    Task,
    TaskKind,
    wooden,
)
from rules.campus_galli.box_codec import box_from_plain, box_to_plain
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.layout import layout_of
from rules.campus_galli.loader import FILES, load, standard
from rules.campus_galli.setting import Setting
from rules.engine.game import ComponentError, OptionError, Options
from rules.engine.grid import spaces_of
from rules.engine.plain_data import Plain
from tests.support.paths import ROOT

BOX = standard()
PLAN = BOX.plan
LAYOUT = layout_of(PLAN, BOX.shapes)
ALL_OPEN = (1 << 11) - 1
FOLDER = package_files("rules.campus_galli").joinpath("components")
STANDARD = {name: FOLDER.joinpath(name).read_text("utf-8") for name in FILES}


LEVEL_ONE_TASKS = [task for task in BOX.tasks if task.level == 1]


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
    assert Counter(card.kind for card in BOX.cards if card.level == 1) == {
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
    numbers = {number for card in BOX.cards if card.level == 1 for number in card.numbers}
    pouch = {card.numbers[0] for kind in (CardKind.PRAY, CardKind.SEER, CardKind.DOUBLE) for card in cards(kind)}
    build = {card.numbers[-1] for kind in (CardKind.BUILD, CardKind.MASTER, CardKind.DOUBLE) for card in cards(kind)}
    angels = {card.numbers[0] for card in cards(CardKind.ANGEL)}
    assert numbers == pouch | build | angels
    assert min(pouch) > 16
    assert max(pouch) < min(build)
    assert min(angels) - max(build) > 16 + 18


def test_level_one_has_36_tasks_with_the_seals_of_their_kinds() -> None:
    assert Counter((task.kind, task.points) for task in LEVEL_ONE_TASKS) == {
        (TaskKind.PROGRESS, 2): 11,
        (TaskKind.COLOURS, 2): 6,
        (TaskKind.SHAPES, 2): 5,
        (TaskKind.SIDE, 2): 8,
        (TaskKind.LETTER, 4): 5,
        (TaskKind.LETTER, 2): 1,
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
    level = BOX.levels[0]
    assert (level.number, level.name, level.jokers) == (1, "Ora et Labora", False)
    assert level.open_at_start == (0, 1, 2)
    assert level.draw == 2
    assert level.board == (3, 4, 5, 6)
    assert level.deal == ((31, 15, 10, 7),)
    assert (BOX.counts.monks, BOX.counts.monks_solo) == (15, 25)


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
    assert [band.verdict for band in bands] == ["in preparation"] + ["success"] * 3 + ["ready for level II"] * 3


# Levels II and III


def test_the_box_has_122_cards_besides_the_tasks() -> None:
    assert len(BOX.cards) + BOX.counts.cooperation == 122
    later = Counter((card.level, card.kind) for card in BOX.cards if card.level > 1)
    assert later == {(2, CardKind.BOOK): 16, (2, CardKind.GUEST): 16, (3, CardKind.UNFINISHED): 18}


def test_only_the_monastery_plan_is_worth_a_whole_point() -> None:
    worth = {card.key: card.points for card in cards(CardKind.BOOK)}
    assert worth == {**dict.fromkeys(worth, 1), "book-monastery-plan": 2}
    assert Counter(card.colours for card in cards(CardKind.BOOK)) == {(colour,): 4 for colour in range(4)}


def test_every_building_has_a_guest_some_bring_nothing_and_some_a_choice() -> None:
    guests = cards(CardKind.GUEST)
    assert {card.building for card in guests} == set(range(11))
    assert {len(card.colours) for card in guests} == {0, 1, 2}
    shown = Counter(colour for card in guests for colour in card.colours)
    assert max(shown.values()) - min(shown.values()) <= 1


def test_books_and_guests_have_names_of_their_own_in_letters_one_column_wide() -> None:
    names = [card.name for kind in (CardKind.BOOK, CardKind.GUEST) for card in cards(kind)]
    assert len(set(names)) == 32
    assert all(unicodedata.east_asian_width(character) == "Na" for name in names for character in name)


def test_the_order_of_kinds_from_books_to_angels() -> None:
    numbers = {kind: [number for card in cards(kind) for number in card.numbers] for kind in CardKind}
    assert numbers[CardKind.BOOK] == list(range(1, 17))
    assert numbers[CardKind.GUEST] == list(range(67, 83))
    assert numbers[CardKind.UNFINISHED] == list(range(83, 101))


def test_level_two_has_32_tasks_and_level_three_as_many() -> None:
    later = Counter((task.level, task.kind, task.points) for task in BOX.tasks if task.level > 1)
    assert later == {
        (2, TaskKind.DUES, 0): 2,
        (2, TaskKind.FEAST, 0): 2,
        (2, TaskKind.STUDY, 0): 2,
        (2, TaskKind.HOURS, 1): 4,
        (2, TaskKind.ALMS, 1): 2,
        (2, TaskKind.COMPLETE, 4): 3,
        (2, TaskKind.NEWBOOK, 2): 3,
        (2, TaskKind.PERSON, 1): 4,
        (2, TaskKind.TOGETHER, 3): 6,
        (2, TaskKind.PAID, 3): 3,
        (2, TaskKind.PAID, 4): 1,
        (3, TaskKind.FIRE, 2): 4,
        (3, TaskKind.EPIDEMIC, 2): 4,
        (3, TaskKind.COLLAPSE, 4): 4,
        (3, TaskKind.STORM, 0): 1,
        (3, TaskKind.HALT, 2): 4,
        (3, TaskKind.EXPANSION, 3): 4,
        (3, TaskKind.CONNECTION, 5): 4,
        (3, TaskKind.RECONSTRUCTION, 4): 5,
        (3, TaskKind.ARRIVALS, 0): 2,
    }
    assert sum(number for (level, _, _), number in later.items() if level == 2) == 32
    assert sum(number for (level, _, _), number in later.items() if level == 3) == 32


def test_the_tasks_of_level_one_come_first() -> None:
    assert [task.level for task in BOX.tasks] == [1] * 36 + [2] * 32 + [3] * 32
    assert [card.level for card in BOX.cards] == [1] * 44 + [2] * 32 + [3] * 18


def test_tasks_cover_every_pair_of_colours_every_side_and_every_shape() -> None:
    assert {task.colours for task in tasks(TaskKind.TOGETHER)} == set(combinations(range(4), 2))
    assert [task.colours for task in tasks(TaskKind.HOURS)] == [(colour,) for colour in range(4)]
    assert Counter(task.side for task in tasks(TaskKind.PERSON)) == {SIDES.index("west"): 2, SIDES.index("east"): 2}
    assert [task.side for task in tasks(TaskKind.EPIDEMIC)] == [0, 1, 2, 3]
    assert [task.shapes for task in tasks(TaskKind.RECONSTRUCTION)] == [(shape,) for shape in range(5)]


def test_what_is_paid_for() -> None:
    paid = {task.name: task.tiles for task in tasks(TaskKind.PAID)}
    assert paid == {
        "church bell": (2, 2, 2),
        "imperial visit": (0, 1, 2, 3),
        "feeding the poor": (3, 3, 3),
        "ivory panel": (1, 1, 1),
    }


def test_every_collapse_reads_shapes_and_colours_in_an_order_of_its_own() -> None:
    cards_ = tasks(TaskKind.COLLAPSE)
    assert len({task.shapes for task in cards_}) == len({task.colours for task in cards_}) == 4
    assert {task.shapes[0] for task in cards_} == {0, 1, 2, 4}
    assert {task.colours[0] for task in cards_} == {0, 1, 2, 3}


@pytest.mark.parametrize("kind", [TaskKind.EXPANSION, TaskKind.CONNECTION])
def test_every_indicated_space_can_fulfil_its_task(kind: TaskKind) -> None:
    legal = [place for shape in range(5) for place in LAYOUT.legal(shape, ALL_OPEN, 0)]
    for task in tasks(kind):
        asked = sum(1 << number for number in (task.building, task.second) if number is not None)
        found = 0
        for place in legal:
            if place.buildings & asked == asked:
                found |= place.mask
        assert not task.spaces & ~found, task.key


def test_the_indicated_spaces_of_two_tasks_never_meet() -> None:
    taken = 0
    for kind in (TaskKind.EXPANSION, TaskKind.CONNECTION):
        for task in tasks(kind):
            assert not taken & task.spaces
            taken |= task.spaces


def test_parchments_ask_for_three_tiles_and_for_every_colour_about_as_often() -> None:
    costs = [building.cost for building in PLAN.buildings]
    assert [len(cost) for cost in costs] == [0] + [3] * 10
    shown = Counter(colour for cost in costs for colour in cost)
    assert max(shown.values()) - min(shown.values()) <= 1


def test_tiles_dice_and_cards_for_good_cooperation() -> None:
    counts = BOX.counts
    assert (counts.tiles, counts.cooperation, counts.dice) == (12, 28, 3)
    assert [DIE_FACES[face] for face in counts.die] == ["red", "green", "blue", "yellow", "white", "black"]
    assert (DIE_FACES[WHITE], DIE_FACES[BLACK]) == ("white", "black")


def test_the_counts_of_levels_two_and_three() -> None:
    two, three = BOX.levels[1:]
    assert (two.name, three.name) == ("Libri et Hospites", "Eventus et Periculi")
    assert (two.open_at_start, three.open_at_start) == ((0, 1), (0,))
    assert (two.draw, three.draw) == (3, 3)
    assert (two.board, three.board) == ((3, 5, 6, 7), (4, 6, 7, 8))
    assert two.deal == ((31, 15, 10, 7), (22, 11, 7, 7))
    assert three.deal == (*two.deal, (18, 8, 6, 3))
    assert (two.jokers, three.jokers) == (True, True)


def test_the_bands_of_levels_two_and_three_in_half_points() -> None:
    one, two, three = BOX.levels
    assert [(band.key, band.least) for band in two.bands] == [(band.key, band.least) for band in one.bands]
    assert [band.verdict for band in two.bands] == ["in preparation"] + ["success"] * 3 + ["ready for level III"] * 3
    assert [band.least for band in three.bands] == [0, 140, 144, 150, 156, 162, 168]
    assert [band.verdict for band in three.bands] == ["in preparation"] + ["success"] * 3 + ["outstanding"] * 3


def test_a_level_without_rules_is_not_offered() -> None:
    with pytest.raises(OptionError, match=r"^level 4 is not available"):
        CampusGalli(Options(2, "versus", 4), BOX)


def test_a_match_of_level_one_uses_only_cards_and_tasks_of_level_one() -> None:
    setting = Setting(BOX, Options(4, "versus", 1))
    assert {BOX.cards[card].level for card in setting.cards} == {1}
    assert {BOX.tasks[task].level for task in setting.tasks} == {1}


# The plain form


def test_the_plain_form_comes_back_as_the_same_box() -> None:
    assert box_from_plain(box_to_plain(BOX)) == BOX


def test_a_box_of_a_match_begun_before_there_were_ranks_is_read_and_written_as_it_was() -> None:
    plain = box_to_plain(BOX)
    old = put(put(put(plain, (3, 4, 0), but_ranks), (3, 4, 1), but_ranks), (3, 4, 2), but_ranks)
    box = box_from_plain(old)
    assert box == BOX._replace(levels=tuple(level._replace(ranks=()) for level in BOX.levels))
    assert box_to_plain(box) == old
    with pytest.raises(ComponentError, match="no ranks"):
        box_from_plain(put(plain, (3, 4, 0, 8), lambda _: [[]]))


def but_ranks(level: Plain) -> list[Plain]:
    """A level without the part that is written last."""
    assert isinstance(level, list)
    return [level[:-1]]


def test_the_plain_form_is_compact() -> None:
    def size(plain: Plain) -> int:
        return 1 + (
            sum(map(size, plain)) if isinstance(plain, list) else len(plain) if isinstance(plain, str | bytes) else 0
        )

    assert size(box_to_plain(BOX)) < 50 * (len(BOX.cards) + len(BOX.tasks))


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


def test_an_unknown_kind_of_card_is_refused() -> None:
    card = next(at for at in places(box_to_plain(BOX)) if len(at) == 4 and at[:2] == (3, 2) and at[3] == 2)
    with pytest.raises(
        ComponentError, match="expected one of build, master, pray, seer, double, angel, book, guest, unfinished"
    ):
        box_from_plain(put(box_to_plain(BOX), card, lambda _: ["devil"]))


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
def test_the_page_on_components_lists_every_file_and_key(name: str) -> None:
    page = (ROOT / "docs" / "components.md").read_text("utf-8")
    assert f"\n### {name}\n" in page
    table = tomllib.loads(STANDARD[name])
    if name == "plan.toml":
        table["buildings"] = table["parchments"] = table["places"] = {}
    if name == "sections.toml":
        table["hut"] = table["pouch"] = {}
    known = set(re.findall(r"[A-Za-z0-9_-]+", " ".join(re.findall(r"`([^`\n]+)`", page))))
    assert keys_of(table) <= known
