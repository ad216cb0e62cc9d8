"""Component data that breaks a constraint: refused by file and key, whether it comes from files or from a header."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files as package_files

import pytest

from rules.campus_galli.box import ActionCard, Box, Building, Level, Plan, Task
from rules.campus_galli.box_checks import check
from rules.campus_galli.box_codec import box_from_plain, box_to_plain
from rules.campus_galli.loader import FILES, load, standard
from rules.engine.game import ComponentError
from rules.engine.grid import Mask, spaces_of
from rules.engine.toml_table import MAX_FILE

BOX = standard()
PLAN = BOX.plan
FOLDER = package_files("rules.campus_galli").joinpath("components")
STANDARD = {name: FOLDER.joinpath(name).read_text("utf-8") for name in FILES}


def changed(file: str, old: str, new: str) -> dict[str, str]:
    """The standard files with one text replaced, wherever it stands in the file."""
    assert old in STANDARD[file]
    return {**STANDARD, file: STANDARD[file].replace(old, new)}


FAULTS: dict[str, list[tuple[str, str, str, str]]] = {
    "plan.toml": [
        ('".KKK.JJJ.II.HH.", # 1', '".KKK.JJJ.II.HH", # 1', "spaces", "equal length"),
        ('".KKK.JJJ.II.HH.", # 1', '".KKK.JJJ.II.HHx", # 1', "spaces row 1", "got 'x'"),
        ('spaces = [\n    ".KKK', 'spaces = [\n    7, ".KKK', "spaces", "list of texts"),
        ("II.", "...", "spaces I", "more than 3 spaces, got 1"),
        ('    "...............", # 4\n', "", "symbols", "12 rows of 15 characters"),
        ('"...............", # 4', '"Z..............", # 4', "symbols row 4", "got 'Z'"),
        ('"...............", # 4', '"R..............", # 4', "symbols row 4", "got 'R' at a4"),
        ('K = "guests\' house"\n', "", "buildings", "a key 'K'"),
        ("[buildings]\n", '[buildings]\nL = "x"\n', "buildings", "no key 'L'"),
        ('K = "guests\' house"', 'K = ""', "buildings.K", "1 to 40 plain"),
        ('K = "guests\' house"', 'K = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"', "buildings.K", "1 to 40 plain"),
        ('K = "guests\' house"', 'K = "\\u001b[2J"', "buildings.K", "got '\\x1b[2J'"),
        ('K = "guests\' house"', 'K = "a\\u202eb"', "buildings.K", "got 'a\\u202eb'"),
        ('K = "guests\' house"', 'K = "客"', "buildings.K", "got '\\u5ba2'"),
        ('K = "guests\' house"', 'K = "barn"', "buildings", "'barn' occurs twice, in buildings.F and buildings.K."),
        ('K = "guests\' house"', "K = 7", "buildings.K", "a text, got 7"),
        ('north = "IJK"\n', "", "sides", "a key 'north'"),
        ('north = "IJK"', 'north = "IJL"', "sides.north", "got 'L'"),
        ('north = "IJK"', 'north = "IJI"', "sides.north", "different buildings"),
        ('north = "IJK"', 'north = ""', "sides.north", "one or more"),
        ('["c4", "c5"]', '["c4", "c13"]', "places.north-tower.spaces", "a1 to o12"),
        ('["c4", "c5"]', '["c4", "c4"]', "places.north-tower.spaces", "each space once"),
        ('["c4", "c5"]', "[]", "places.north-tower.spaces", "one or more spaces"),
        ("[places.garth]", '[places."Gar th"]', "places 'Gar th'", "a to z, 0 to 9"),
        ('name = "garth"', 'name = "garth "', "places.garth.name", "without spaces at either end"),
        ('name = "garth"', 'title = "garth"', "places.garth", "no key 'title'"),
        ("[buildings]", "[houses]", "", "no key 'houses'"),
        ('K = "RYY"', 'K = "RY"', "parchments.K", "3 tiles, got 2"),
        ('K = "RYY"', 'K = "RYX"', "parchments.K", "got 'X'"),
        ('K = "RYY"', "", "parchments.K", "3 tiles, as it starts level 2 as parchment"),
        ('B = "GBY"', "", "parchments.B", "3 tiles, as it starts level 3 as parchment"),
        ('K = "RYY"', 'L = "RYY"', "parchments", "no key 'L'"),
        ("[places.north-tower]", "[places.tower]", "places.north-tower", "spaces of buildings for the storm"),
        ('["c4", "c5"]', '["c4", "b4"]', "places.north-tower", "spaces of buildings for the storm"),
    ],
    "sections.toml": [
        ('letter = "I"', 'letter = "II"', "shape 'hall'.letter", "capital letter"),
        ('letter = "I"', 'letter = "O"', "shape", "different letters; 'O' occurs twice, in shape 1 and shape 2."),
        ('key = "hall"', 'key = "tower"', "shape", "different keys"),
        ('key = "hall"', 'key = "Hall"', "shape 'Hall'", "a key of at most 40"),
        ('name = "hall"', 'name = "tower"', "shape", "different names"),
        ('picture = ["####"]', 'picture = ["##.#"]', "shape 'hall'.picture", "connected by edges"),
        ('picture = ["####"]', 'picture = [".###"]', "shape 'hall'.picture", "first column"),
        ('picture = ["####"]', 'picture = ["...."]', "shape 'hall'.picture", "1 to 7 spaces"),
        ('picture = ["####"]', 'picture = ["########"]', "shape 'hall'.picture", "got 8"),
        ('picture = ["####"]', 'picture = ["#", "##"]', "shape 'hall'.picture", "equal"),
        ('picture = ["####"]', 'picture = ["#o"]', "shape 'hall'.picture row 1", "got 'o'"),
        ('picture = ["####"]', 'picture = ["#..", "###"]', "shape", "rotated or flipped"),
        ('[hut]\nhall = "RGBY"', '[hut]\nhall = "RGB"', "hut.hall", "each letter of RGBY once, got 'RGB'"),
        ('[pouch]\nhall = "RGBY"', '[pouch]\nhall = "RGBBY"', "pouch.hall", "once, got 'RGBBY'"),
        ('[hut]\nhall = "RGBY"', '[hut]\nhall = "RGBW"', "hut.hall", "got 'W'"),
        ('[hut]\nhall = "RGBY"\n', "[hut]\n", "hut", "a key 'hall'"),
        ('shapes = ["hall", ', "shapes = [", "hut, pouch, jokers", "one joker per shape"),
        ('shapes = ["hall", ', 'shapes = ["hut", ', "jokers.shapes", "got 'hut'"),
    ],
    "actions.toml": [
        ("number = 17", "number = 18", "pray 'pray-tower'.number", "'pray-hall' has 18 too"),
        ("number = 39", "number = 105", "seer 'seer-3'.number", "below every angel number"),
        (
            "pouch = 22, hut = 40",
            "pouch = 40, hut = 22",
            "double 'double-hall-1'.pouch, hut",
            "a lower number for the pouch",
        ),
        ("number = 66", "number = 105", "master 'master-3'.number", "below every angel number"),
        ("number = 17", "number = 0", "pray 'pray-hall'.number", "1 to 999, got 0"),
        ("number = 17", "number = 1000", "pray 'pray-hall'.number", "got 1000"),
        ("number = 17", "number = 17.0", "pray 'pray-hall'.number", "a whole number"),
        ("number = 17", "number = true", "pray 'pray-hall'.number", "got True"),
        ("number = 17, ", "", "pray 'pray-hall'", "a key 'number'"),
        ("number = 17", "number = 17, cost = 1", "pray 'pray-hall'", "no key 'cost'"),
        ('"pray-hall"', '"pray-tower"', "", "different keys; 'pray-tower' occurs twice, in pray 1 and pray 2."),
        ('"pray-hall"', '"pray hall"', "pray 'pray hall'", "a key of at most 40"),
        ("level = 1, number = 17", "level = 2, number = 17", "pray 'pray-hall'.level", "got 2"),
        ('["hall", "tower"]', '["hall", "hall"]', "pray 'pray-hall-tower'.shapes", "different"),
        ('["hall", "tower"]', "[]", "pray 'pray-hall-tower'.shapes", "1 to 2"),
        ('["hall", "tower"]', '["hall", "ell"]', "pray 'pray-hall-tower'.shapes", "got 'ell'"),
        ('"RG"', '"RR"', "build 'build-red-green'.colours", "different"),
        ('"RG"', '"RGB"', "build 'build-red-green'.colours", "1 to 2"),
        ('"RG"', '"RW"', "build 'build-red-green'.colours", "got 'W'"),
        ('    { key = "angel-4", level = 1, number = 104 },\n', "", "angel", "each of 4 seats"),
        ("number = 16,", "number = 105,", "book 'book-martyrology'.number", "below every angel number"),
        ("number = 82,", "number = 105,", "guest 'guest-haito'.number", "below every angel number"),
        ("number = 104 }", "number = 999 }, {}", "angel 5", "a key 'key'"),
        ("level = 2, number = 1,", "level = 1, number = 1,", "book 'book-monastery-plan'.level", "2 for every book"),
        (
            "level = 3, number = 83",
            "level = 2, number = 83",
            "unfinished 'unfinished-1'.level",
            "3 for every unfinished",
        ),
        ('name = "Abrogans"', 'name = ""', "book 'book-abrogans'.name", "1 to 40 plain"),
        ('"Abrogans", colour = "G"', '"Abrogans", colour = ""', "book 'book-abrogans'.colour", "1 different"),
        ('"B", worth = 1 ', '"B", worth = 0 ', "book 'book-monastery-plan'.worth", "0.5 to 10 points"),
        ('"Grimald", building = "I"', '"Grimald", building = "L"', "guest 'guest-grimald'.building", "got 'L'"),
        ('tiles = "RY"', 'tiles = "RR"', "guest 'guest-haito'.tiles", "0 to 4 different"),
        ('tiles = "RY"', 'tiles = "RX"', "guest 'guest-haito'.tiles", "got 'X'"),
        ("angel = [", "angels = [", "", "no key 'angels'"),
        ("angel = [", "angel = [7,", "angel", "a list of tables, got 7 as number 1"),
    ],
    "tasks.toml": [
        ('"progress-church"', '"progress-barn"', "", "'progress-barn' occurs twice, in progress 1 and progress 6."),
        ('"progress-church"', '"A"', "progress 'A'", "a key of at most 40"),
        ('A", seals = 1', 'L", seals = 1', "progress 'progress-church'.building", "got 'L'"),
        (
            'building = "A", seals = 1',
            'building = "A", seals = 0',
            "progress 'progress-church'.seals",
            "0.5 to 10 points",
        ),
        (
            'building = "A", seals = 1',
            'building = "A", seals = 0.3',
            "progress 'progress-church'.seals",
            "1 or 0.5, got 0.3",
        ),
        ('A", seals = 1', 'A", seals = inf', "progress 'progress-church'.seals", "got inf"),
        ('A", seals = 1', 'A", seals = nan', "progress 'progress-church'.seals", "got nan"),
        ('A", seals = 1', 'A", seals = 10.5', "progress 'progress-church'.seals", "got 10.5"),
        (
            'level = 1, building = "A", seals = 1',
            'level = 4, building = "A", seals = 1',
            "progress 'progress-church'.level",
            "1 to 3, got 4",
        ),
        ('"RG"', '"R"', "colours 'red-beside-green'.colours", "2 known values, got 1"),
        ('["hall", "wing"]', '["hall", "wing", "tower"]', "shapes 'hall-beside-wing'.shapes", "got 3"),
        ('shape = "transept"', 'shape = "nave"', "letter 'transept-on-church'.shape", "got 'nave'"),
        (
            'colour = "R", side = "west"',
            'colour = "RB", side = "west"',
            "side 'red-west'.colour",
            "1 known values, got 2",
        ),
        ('colour = "R", side = "west"', 'colour = "R", side = "left"', "side 'red-west'.side", "got 'left'"),
        (
            'colour = "R", side = "west", flips = "D"',
            'colour = "R", side = "west", flips = "E"',
            "side 'red-west'.flips",
            "a building on the west side",
        ),
        ('key = "dues-1", level = 2', 'key = "dues-1", level = 1', "dues 'dues-1'.level", "2 to 3, got 1"),
        ('key = "fire-1", level = 3', 'key = "fire-1", level = 2', "fire 'fire-1'.level", "3 to 3, got 2"),
        ('key = "dues-1", level = 2', 'key = "dues-1", level = 2, seals = 1', "dues 'dues-1'", "no key 'seals'"),
        ('"alms-1", level = 2, seals = 0.5', '"alms-1", level = 2', "alms 'alms-1'", "a key 'seals'"),
        (
            'colours = "RG", seals = 1.5 },\n    { key = "red-with-b',
            'colours = "RR", seals = 2 },\n    { key = "red-with-b',
            "together 'red-with-green'.colours",
            "two different colours",
        ),
        ('tiles = "BBB"', 'tiles = ""', "paid 'church-bell'.tiles", "1 to 5 tiles, got 0"),
        ('tiles = "BBB"', 'tiles = "BBBBBB"', "paid 'church-bell'.tiles", "1 to 5 tiles, got 6"),
        ('name = "church bell"', 'name = " "', "paid 'church-bell'.name", "1 to 40 plain"),
        ('colours = "YBRG"', 'colours = "YBRR"', "collapse 'collapse-2'.colours", "all 4, each once"),
        (
            '["corner", "transept", "hall", ',
            '["corner", "transept", "corner", ',
            "collapse 'collapse-2'.shapes",
            "1 to 5",
        ),
        ('["j4"]', '["j5"]', "connection 'connect-abbot-church'.spaces", "spaces of grass"),
        ('["j4"]', '["g8"]', "connection 'connect-abbot-church'.spaces", "spaces of grass"),
        ('["j4"]', "[]", "connection 'connect-abbot-church'.spaces", "spaces of grass"),
        ('["j4"]', '["p4"]', "connection 'connect-abbot-church'.spaces", "a1 to o12"),
        ('buildings = "AI"', 'buildings = "A"', "connection 'connect-abbot-church'.buildings", "two letters"),
        ('buildings = "AI"', 'buildings = "AA"', "connection 'connect-abbot-church'.buildings", "two different"),
    ],
    "counts.toml": [
        ("[3, 4, 5, 6]", "[3, 4, 5, 37]", "level 1.board", "1 to 36 places for 4 seats"),
        ("[3, 4, 5, 6]", "[0, 4, 5, 6]", "level 1.board", "got 0"),
        ("[3, 4, 5, 6]", "[3, 4, 5]", "level 1.board", "4 numbers"),
        ("[3, 4, 5, 6]", '"3456"', "level 1.board", "a list of whole numbers"),
        ("[3, 4, 5, 6]", "[3, 4, 5, 6.0]", "level 1.board", "a list of whole numbers"),
        ("[31, 15, 10, 7]", "[31, 15, 14, 7]", "level 1.deal.I", "3 seats, with 40 besides angels"),
        ("[31, 15, 10, 7]", "[31, 15, 10, 0]", "level 1.deal.I", "got 0"),
        ("deal.III =", "deal.IV =", "level 3.deal", "no key 'IV'"),
        ("deal.II =", "# deal.II =", "level 2.deal", "a key 'II'"),
        ("[22, 11, 7, 7]", "[22, 11, 7, 9]", "level 2.deal.II", "4 seats, with 32 besides angels, got 9"),
        ("[22, 11, 7, 7]", "[22, 11, 7]", "level 2.deal.II", "4 numbers"),
        ("[18, 8, 6, 3]", "[19, 8, 6, 3]", "level 3.deal.III", "1 seat, with 18 besides angels, got 19"),
        ("[4, 6, 7, 8]", "[4, 6, 7, 101]", "level 3.board", "1 to 100 places for 4 seats"),
        ("number = 1\nname", "number = 2\nname", "level 1.deal", "a key 'II'"),
        ("number = 3\nname", "number = 4\nname", "level", "levels 1 to 3, each once"),
        ("[tiles]\neach = 12", "[tiles]\neach = 4", "tiles.each", "5 to 99, got 4"),
        ("cards = 28", "cards = 0", "cooperation.cards", "1 to 99, got 0"),
        ("cards = 28", "", "cooperation", "a key 'cards'"),
        ("number = 3\nfaces", "number = 2\nfaces", "dice.number", "3 to 9, got 2"),
        ('"white", "black"]', '"white", "grey"]', "dice.faces", "got 'grey'"),
        ('["red", "green", "blue", "yellow", "white", "black"]', "[]", "dice.faces", "1 to 20 sides, got 0"),
        ("draw = 2", "draw = 1", "level 1.draw", "2 or more cards"),
        ("draw = 2", "draw = 9", "level 1.draw", "smallest pile, got 9"),
        ('open = "ABC"', 'open = "AAB"', "level 1.open", "different"),
        ('open = "ABC"', 'open = ""', "level 1.open", "1 to 11"),
        ('open = "ABC"', 'open = "ABZ"', "level 1.open", "got 'Z'"),
        ("jokers = false", "jokers = 0", "level 1.jokers", "true or false, got 0"),
        ("each = 15", "each = 0", "monks.each", "1 to 99, got 0"),
        ("solo = 25", "solo = 100", "monks.solo", "1 to 99, got 100"),
        ("least = 42", "least = 40", "level 1.bands 'red-lead'.least", "more points than in 'ochre'"),
        ("least = 50", "least = 501", "level 1.bands 'lapis-lazuli'.least", "0 to 500 points, got 501"),
        (", least = 40", "", "level 1.bands 'ochre'", "a key 'least'"),
        (
            'verdict = "in preparation"',
            'verdict = "in preparation", least = 0',
            "level 1.bands 'iron-gall'",
            "no key 'least'",
        ),
        ('"gold"', '"azurite"', "level 1.bands", "'azurite' occurs twice, in bands 4 and bands 6."),
        ('"in preparation"', '"\\t"', "level 1.bands 'iron-gall'.verdict", "got '\\t'"),
        ("least = 28", "least = 20", "level 1.ranks 6.least", "more points than in the rank before"),
        ("least = 34", "least = 40", "level 1.ranks 7.least", "fewer points than 'ochre' needs"),
        ("least = -20", "least = -501", "level 1.ranks 2.least", "-500 to 500 points, got -501"),
        ('"limed hide"', '"ochre"', "level 1.ranks", "'ochre' occurs twice, in bands 2 and ranks 3."),
        ('name = "raw hide"', 'name = "raw hide", least = 1', "level 1.ranks 1", "no key 'least'"),
        (", least = -20", "", "level 1.ranks 2", "a key 'least'"),
        ('"raw hide"', '""', "level 1.ranks 1.name", "got ''"),
        ("[[level]]", "[[levels]]", "", "no key 'levels'"),
        ("[monks]", "[[monks]]", "monks", "a table, got a list"),
    ],
}


CASES = [(file, *fault) for file, faults in FAULTS.items() for fault in faults]


@pytest.mark.parametrize(("file", "old", "new", "key", "expected"), CASES)
def test_a_broken_constraint_is_refused_by_file_key_and_expectation(
    file: str, old: str, new: str, key: str, expected: str
) -> None:
    with pytest.raises(ComponentError) as refused:
        load(changed(file, old, new))
    message = str(refused.value)
    assert message.startswith(f"{file}: {key}: expected " if key else f"{file}: expected ")
    assert expected in message
    assert message.endswith(".")
    assert len(message) < 250
    assert message.isprintable()


def test_a_plan_with_more_columns_than_there_are_letters_is_refused() -> None:
    files = changed("plan.toml", '", # ', '............", # ')
    with pytest.raises(ComponentError, match=r"^plan\.toml: spaces: expected 1 to 26 columns, got 27\.$"):
        load(files)


@pytest.mark.parametrize("name", FILES)
def test_every_file_is_needed(name: str) -> None:
    with pytest.raises(ComponentError, match=f"^{name}: expected this file; it is missing"):
        load({file: text for file, text in STANDARD.items() if file != name})


def test_an_unknown_file_is_refused() -> None:
    with pytest.raises(ComponentError, match=r"^'guests\.toml': expected one of plan\.toml, sections"):
        load({**STANDARD, "guests.toml": ""})


@pytest.mark.parametrize(
    "text",
    ["spaces = [", "a = 1\na = 2", "a = " + "[" * 5_000, "a = 1" + "0" * 5_000, "# \x1b[2J", 'a = "\ud800"'],
    ids=["open", "twice", "deep", "huge", "escape", "surrogate"],
)
def test_a_file_that_is_no_toml_is_refused_in_one_printable_sentence(text: str) -> None:
    with pytest.raises(ComponentError, match=r"^plan\.toml: expected ") as refused:
        load({**STANDARD, "plan.toml": text})
    assert str(refused.value).isprintable()


def test_a_file_that_is_too_long_is_refused() -> None:
    with pytest.raises(ComponentError, match=rf"^plan\.toml: expected at most {MAX_FILE} characters"):
        load({**STANDARD, "plan.toml": STANDARD["plan.toml"] + "#" * MAX_FILE})


def test_a_foreign_name_in_a_message_is_shortened() -> None:
    with pytest.raises(ComponentError) as refused:
        load(changed("plan.toml", "[sides]", f"[{'x' * 9_000}]"))
    assert len(str(refused.value)) < 250


def test_the_order_of_lines_and_of_letters_in_a_set_changes_nothing() -> None:
    lines = STANDARD["actions.toml"].splitlines(keepends=True)
    first = next(place for place, line in enumerate(lines) if "pray-hall" in line)
    lines[first], lines[first + 1] = lines[first + 1], lines[first]
    assert load({**STANDARD, "actions.toml": "".join(lines)}) == BOX
    assert load(changed("counts.toml", '"ABC"', '"CAB"')) == BOX
    assert load(changed("tasks.toml", '"RG"', '"GR"')) == BOX


def test_a_pair_of_a_task_may_be_of_two_equal_ones() -> None:
    box = load(changed("tasks.toml", '["hall", "wing"]', '["hall", "hall"]'))
    (task,) = (task for task in box.tasks if task.key == "hall-beside-wing")
    assert task.shapes == (0, 0)
    assert box_from_plain(box_to_plain(box)) == box


def test_half_a_seal_is_one_half_point() -> None:
    box = load(changed("tasks.toml", 'building = "A", seals = 1', 'building = "A", seals = 0.5'))
    assert box.tasks[0].points == 1


def test_places_may_be_left_out() -> None:
    text = STANDARD["plan.toml"]
    assert load({**without("storm"), "plan.toml": text[: text.index("[places")]}).plan.places == ()


# Constraints that a file cannot break, but a header can


def without(*kinds: str) -> dict[str, str]:
    """The standard files without the tasks of these kinds."""
    text = STANDARD["tasks.toml"]
    for kind in kinds:
        text, found = re.subn(rf"^{kind} = \[.*?^\]", f"{kind} = []", text, flags=re.DOTALL | re.MULTILINE)
        assert found == 1
    return {**STANDARD, "tasks.toml": text}


def test_levels_are_a_list_of_tables() -> None:
    text = STANDARD["counts.toml"]
    with pytest.raises(ComponentError, match=r"^counts\.toml: level: expected a list of tables, got a table\.$"):
        load({**STANDARD, "counts.toml": text[: text.index("[[level]]")] + "[level]\n"})


def with_level(change: Callable[[Level], Level]) -> Box:
    """The standard box, but for its first level."""
    return BOX._replace(levels=(change(BOX.levels[0]), *BOX.levels[1:]))


def with_building(letter: str, area: int) -> Box:
    """The standard box, but for the area of one building."""
    buildings = tuple(Building(letter, one.name, Mask(area)) if one.letter == letter else one for one in PLAN.buildings)
    return BOX._replace(plan=PLAN._replace(buildings=buildings))


def with_symbols(red: int) -> Box:
    return BOX._replace(plan=PLAN._replace(symbols=(Mask(red), *PLAN.symbols[1:])))


def with_plan(change: Callable[[Plan], Plan]) -> Box:
    return BOX._replace(plan=change(PLAN))


def with_card(key: str, change: Callable[[ActionCard], ActionCard]) -> Box:
    return BOX._replace(cards=tuple(change(card) if card.key == key else card for card in BOX.cards))


def with_task(key: str, change: Callable[[Task], Task]) -> Box:
    return BOX._replace(tasks=tuple(change(task) if task.key == key else task for task in BOX.tasks))


A_TREE = next(spaces_of(PLAN.trees))
OFF_THE_PLAN = 1 << 180

BROKEN_BOXES = {
    "plan.toml: buildings: expected the letters": with_plan(lambda it: it._replace(buildings=it.buildings[:-1])),
    "plan.toml: spaces B: expected spaces on the plan": with_building("B", PLAN.buildings[0].area),
    "plan.toml: spaces K: expected spaces on the plan": with_building("K", PLAN.buildings[10].area | OFF_THE_PLAN),
    "plan.toml: spaces: expected trees only": with_building("K", PLAN.buildings[10].area | 1 << A_TREE),
    "plan.toml: spaces: expected trees only on": with_plan(lambda it: it._replace(trees=Mask(OFF_THE_PLAN))),
    "plan.toml: spaces: expected 1 to 26 rows": with_plan(lambda it: it._replace(height=27)),
    "plan.toml: symbols row 1: expected symbols only": with_symbols(PLAN.symbols[0] | 1),
    "plan.toml: symbols: expected at most one": with_symbols(PLAN.symbols[0] | PLAN.symbols[1]),
    "plan.toml: symbols: expected symbols of the 4": BOX._replace(plan=Plan(*PLAN[:4], PLAN.symbols[:3], *PLAN[5:])),  # pyright: ignore[reportArgumentType]
    "plan.toml: sides: expected the sides": with_plan(lambda it: it._replace(sides=it.sides[:-1])),
    "plan.toml: sides.north: expected letters": with_plan(lambda it: it._replace(sides=((11,), *it.sides[1:]))),
    "plan.toml: places.garth.spaces: expected one or more": with_plan(
        lambda it: it._replace(places=(("garth", "garth", Mask(OFF_THE_PLAN)),))
    ),
    "plan.toml: places: expected different keys": with_plan(lambda it: it._replace(places=it.places[:1] * 2)),
    "plan.toml: places: expected at most": with_plan(lambda it: it._replace(places=it.places[:1] * 41)),
    "sections.toml: shape: expected 5 shapes": BOX._replace(shapes=BOX.shapes[:-1]),
    "sections.toml: shape 'hall'.picture: expected spaces row by row": BOX._replace(
        shapes=(BOX.shapes[0]._replace(cells=((1, 0), (0, 0))), *BOX.shapes[1:])
    ),
    "sections.toml: hut, pouch, jokers: expected": BOX._replace(sections=BOX.sections[::-1]),
    "actions.toml: pray 'pray-hall': expected 1 order": with_card(
        "pray-hall", lambda card: card._replace(numbers=(17, 18))
    ),
    "actions.toml: double 'double-hall-1': expected 2 order": with_card(
        "double-hall-1", lambda card: card._replace(numbers=(22,))
    ),
    "actions.toml: double 'double-hall-1'.shape: expected 1 different": with_card(
        "double-hall-1", lambda card: card._replace(shapes=(0, 1))
    ),
    "actions.toml: angel 'angel-1'.colours: expected 0": with_card("angel-1", lambda card: card._replace(colours=(0,))),
    "actions.toml: seer 'seer-1'.shapes: expected 0": with_card("seer-1", lambda card: card._replace(shapes=(0,))),
    "actions.toml: pray 'pray-hall'.shapes: expected known": with_card(
        "pray-hall", lambda card: card._replace(shapes=(5,))
    ),
    "actions.toml: build 'build-red-green'.colours: expected known values, in their": with_card(
        "build-red-green", lambda card: card._replace(colours=(1, 0))
    ),
    "actions.toml: expected cards ordered": BOX._replace(cards=BOX.cards[::-1]),
    "actions.toml: expected at most 400 cards": BOX._replace(cards=BOX.cards * 5),
    "tasks.toml: expected at most 400 cards": BOX._replace(tasks=BOX.tasks * 5),
    "tasks.toml: progress 'progress-church'.building: expected a building": with_task(
        "progress-church", lambda task: task._replace(building=11)
    ),
    "tasks.toml: letter 'hall-on-stables'.building: expected a building": with_task(
        "hall-on-stables", lambda task: task._replace(building=None)
    ),
    "tasks.toml: colours 'red-beside-green'.building: expected no building": with_task(
        "red-beside-green", lambda task: task._replace(building=0)
    ),
    "tasks.toml: colours 'red-beside-green'.shapes: expected 0": with_task(
        "red-beside-green", lambda task: task._replace(shapes=(0,))
    ),
    "tasks.toml: colours 'red-beside-green'.colours: expected known": with_task(
        "red-beside-green", lambda task: task._replace(colours=(0, 4))
    ),
    "tasks.toml: progress 'progress-church'.side: expected no side": with_task(
        "progress-church", lambda task: task._replace(side=0)
    ),
    "tasks.toml: side 'red-west'.side: expected a side": with_task("red-west", lambda task: task._replace(side=None)),
    "tasks.toml: side 'red-west'.side: expected one of": with_task("red-west", lambda task: task._replace(side=4)),
    "counts.toml: level 1.bands: expected 1 to 12": with_level(lambda it: it._replace(bands=())),
    "counts.toml: level 1.bands 'ochre'.least: expected no 'least'": with_level(
        lambda it: it._replace(bands=it.bands[1:])
    ),
    "counts.toml: level 1.ranks: expected at most 12": with_level(lambda it: it._replace(ranks=it.ranks * 2)),
    "counts.toml: level 1.ranks 1.least: expected 0 to 0": with_level(lambda it: it._replace(ranks=it.ranks[1:])),
    "counts.toml: level: expected levels 1 to 3": BOX._replace(levels=BOX.levels[:2]),
    "counts.toml: level 1.deal: expected cards of 1 level": with_level(lambda it: it._replace(deal=it.deal * 2)),
    "counts.toml: dice.faces: expected known": BOX._replace(counts=BOX.counts._replace(die=(6,))),
    "actions.toml: book 'book-abrogans'.building: expected no building": with_card(
        "book-abrogans", lambda card: card._replace(building=1)
    ),
    "actions.toml: guest 'guest-iso'.building: expected a building": with_card(
        "guest-iso", lambda card: card._replace(building=None)
    ),
    "actions.toml: angel 'angel-1'.name: expected no name": with_card("angel-1", lambda card: card._replace(name="x")),
    "actions.toml: angel 'angel-1'.worth: expected 0 to 0": with_card("angel-1", lambda card: card._replace(points=1)),
    "tasks.toml: expected cards ordered by level": BOX._replace(tasks=BOX.tasks[::-1]),
    "tasks.toml: storm 'storm-north-tower'.seals: expected 0 to 0": with_task(
        "storm-north-tower", lambda task: task._replace(points=2)
    ),
    "tasks.toml: alms 'alms-1'.tiles: expected no tiles": with_task("alms-1", lambda task: task._replace(tiles=(0,))),
    "tasks.toml: alms 'alms-1'.name: expected no name": with_task("alms-1", lambda task: task._replace(name="x")),
    "tasks.toml: alms 'alms-1'.spaces: expected no spaces": with_task(
        "alms-1", lambda task: task._replace(spaces=Mask(1))
    ),
    "tasks.toml: alms 'alms-1'.buildings: expected no building": with_task(
        "alms-1", lambda task: task._replace(second=1)
    ),
    "tasks.toml: connection 'connect-abbot-church'.buildings: expected two different": with_task(
        "connect-abbot-church", lambda task: task._replace(building=8, second=0)
    ),
    "tasks.toml: expansion 'expand-barn'.spaces: expected one or more spaces of grass": with_task(
        "expand-barn", lambda task: task._replace(spaces=Mask(OFF_THE_PLAN))
    ),
    "counts.toml: level 1.name: expected": with_level(lambda it: it._replace(name="\n")),
}


@pytest.mark.parametrize(("message", "box"), BROKEN_BOXES.items(), ids=BROKEN_BOXES)
def test_a_box_that_breaks_a_constraint_is_refused_however_it_was_made(message: str, box: Box) -> None:
    with pytest.raises(ComponentError) as refused:
        check(box)
    assert str(refused.value).startswith(message)


def with_spaces(*rows: str) -> dict[str, str]:
    """The standard files, but for the plan's spaces; no symbols, no places."""
    text = STANDARD["plan.toml"]
    kept = text[text.index("[buildings]") : text.index("[places")]
    blank = ["." * len(row) for row in rows]
    return {
        **without("storm", "expansion", "connection"),
        "plan.toml": f"spaces = {list(rows)!r}\nsymbols = {blank!r}\n{kept}",
    }


def test_a_shape_must_fit_on_the_plan_however_it_is_turned() -> None:
    rows = ("AAAABBBBCCCCDDD", "DEEEEFFFFGGGGHH", "HHIIIIJJJJKKKK.")
    with pytest.raises(ComponentError, match=r"^sections\.toml: shape 'hall'\.picture: expected a shape that fits"):
        load(with_spaces(*rows))
    assert load(with_spaces(*rows, "." * 15)).plan.height == 4


def test_the_sections_must_have_as_many_spaces_as_the_buildings() -> None:
    box = load(with_spaces(*(letter * 15 for letter in "ABCDEFGHIJK")))
    outlines = [((0, 0),), ((0, 0), (1, 0)), ((0, 0), (1, 0), (2, 0)), ((0, 0), (1, 0), (0, 1)), box.shapes[1].cells]
    small = tuple(shape._replace(cells=cells) for shape, cells in zip(box.shapes, outlines, strict=True))
    with pytest.raises(ComponentError, match=r"^sections\.toml: shape: expected sections of at least 165 spaces"):
        check(box._replace(shapes=small))
