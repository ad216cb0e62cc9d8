"""Level III, 1: filling the task board; what a task flips, when an event takes effect, what dice ask for."""

from __future__ import annotations

import pytest

from rules.campus_galli.box import Box, TaskKind
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.loader import standard
from tests.support.campus_text import section_text
from tests.support.play import Play
from tests.support.positions import CHURCH_BUT_F6, filling, judge, start, table

GAME = table(level=3)
THREE = table(3, level=3)
TOGETHER = table(3, "coop", level=3)
PROGRESS = [
    f"progress-{name}" for name in ("church", "cloister", "bakery", "stables", "workshops", "barn", "novitiate")
]
BOOKS = {1: "book-troper", 2: "book-abrogans"}


def with_cooperation(cards: int) -> Box:
    """Return the standard box with this number of "good cooperation" cards."""
    box = standard()
    return box._replace(counts=box.counts._replace(cooperation=cards))


def to_the_next_round(play: Play) -> Play:
    """All seats choose their first card and do the first thing that they may, or end."""
    number = play.state.round
    while play.state.round == number:
        play = play.dealt(until="dealer tasks")
        if play.state.round > number:
            break
        for seat in play.due.split():
            lines = play.legal(int(seat))
            short = [line for line in lines if line.split()[1] in ("beg", "end", "pass", "decline")]
            play = play.do((short or lines)[0])
    return play


@pytest.mark.rule("CG-III-1a")
@pytest.mark.parametrize(("seats", "places"), [(1, 4), (2, 6), (3, 7), (4, 8)])
def test_the_board_is_filled_up_to_its_places(seats: int, places: int) -> None:
    play = start(table(seats, level=3)).dealt(until="dealer tasks").filled(*PROGRESS[: places - 1])
    assert play.due == "dealer tasks"
    play = play.filled("progress-infirmary")
    assert len(play.board) == places
    assert "-" not in play.board
    assert play.due == "dealer pile 1"


@pytest.mark.rule("CG-III-1b")
def test_a_revealed_expansion_flips_its_building() -> None:
    play = filling(GAME, wood="A").filled("expand-guests")
    assert play.wood == "AK"
    assert play.told == ["- task-revealed expand-guests place 1", "- flipped K"]
    assert play.beside == []


@pytest.mark.rule("CG-III-1b")
def test_a_revealed_connection_flips_both_of_its_buildings() -> None:
    play = filling(GAME, wood="A").filled("connect-infirmary-novitiate")
    assert play.wood == "AGH"
    assert play.told[1:] == ["- flipped G", "- flipped H"]


@pytest.mark.rule("CG-III-1b")
def test_what_is_in_wood_already_is_not_flipped() -> None:
    play = filling(GAME, wood="AK").filled("expand-guests")
    assert play.told == ["- task-revealed expand-guests place 1"]
    assert filling(GAME, wood="AB").filled("connect-bakery-cloister").told[1:] == ["- flipped C"]


@pytest.mark.rule("CG-III-1b", "CG-I-3e4")
def test_a_building_so_flipped_sends_the_lazy_monk_home_whose_gap_grows() -> None:
    laid = ["1 hut blue tower b9 b10 c9 c10"]
    play = filling(GAME, wood="AC", laid=laid, lazy={"b11": 2}).filled("expand-stables")
    assert (play.lazy, play.supply(2)) == ({}, 15)
    assert play.told[-1] == "2 lazy-monk-home b11"


@pytest.mark.rule("CG-III-1c")
@pytest.mark.parametrize("task", ["epidemic-south", "halt-cloister", "arrivals-south"])
def test_epidemics_halts_and_arrivals_flip_nothing(task: str) -> None:
    play = filling(GAME, wood="A").filled(task)
    assert play.wood == "A"
    assert not [line for line in play.told if "flipped" in line]


GUESTS_HOUSE = ["1 hut red tower b1 b2 c1 c2", "1 hut red hall d1 d2 d3 d4"]
"""Completes K, and covers d3 of the grass beside it."""
ABBOTS_HOUSE = ["1 hut red wing j1 j2 j3 k1", "1 hut red hall k2 k3 k4 k5"]
"""Completes I."""
CHURCH = [*CHURCH_BUT_F6, "1 pouch blue hall f6 f7 f8 f9"]
"""Completes A, and leaves f4 of the grass beside it."""


@pytest.mark.rule("CG-III-1d")
@pytest.mark.parametrize(
    ("task", "wood", "laid"),
    [
        ("expand-guests", "AK", GUESTS_HOUSE),
        ("expand-guests", "AK", ["1 hut red wing b3 c3 d3 d2"]),
        ("connect-abbot-church", "AI", ABBOTS_HOUSE),
        ("connect-school-church", "AJ", CHURCH),
        ("connect-school-church", "AJ", ["1 hut red hall f3 f4 f5 f6"]),
    ],
    ids=[
        "expansion-building-complete",
        "expansion-grass-covered",
        "connection-second-complete",
        "connection-first-complete",
        "connection-grass-covered",
    ],
)
def test_an_expansion_or_connection_is_beyond_fulfilment(task: str, wood: str, laid: list[str]) -> None:
    play = filling(GAME, wood=wood, laid=laid).filled(task)
    assert (play.board[0], play.aside) == ("-", [task])
    assert play.told[-1] == f"- task-set-aside {task}"
    assert play.due == "dealer tasks"
    old = filling(GAME, wood=wood, laid=laid, board=["church-bell", task])
    assert (old.board[:2], old.aside) == (["church-bell", "-"], [task])


@pytest.mark.rule("CG-III-1d")
@pytest.mark.parametrize(
    ("task", "wood", "laid"),
    [
        ("expand-guests", "AK", [GUESTS_HOUSE[0]]),
        ("expand-guests", "AK", GUESTS_HOUSE[1:]),
        ("connect-abbot-church", "AI", ABBOTS_HOUSE[:1]),
        ("connect-school-church", "AJ", CHURCH[:-1]),
    ],
)
def test_it_stays_while_a_space_of_the_building_and_of_its_grass_is_left(task: str, wood: str, laid: list[str]) -> None:
    assert filling(GAME, wood=wood, laid=laid).filled(task).board[0] == task


@pytest.mark.rule("CG-III-1d")
def test_a_halt_on_a_complete_building_is_set_aside_and_lays_no_cordon() -> None:
    play = filling(GAME, wood="A", laid=CHURCH).filled("halt-church")
    assert (play.board[0], play.aside, play.state.cordon) == ("-", ["halt-church"], None)
    assert filling(GAME, wood="A", laid=CHURCH_BUT_F6).filled("halt-church").state.cordon == 0


@pytest.mark.rule("CG-III-1d")
def test_a_reconstruction_stays_even_while_no_section_of_its_shape_lies_on_the_plan() -> None:
    play = filling(GAME, board=["rebuild-hall"]).filled("rebuild-corner")
    assert play.board[:2] == ["rebuild-hall", "rebuild-corner"]
    assert play.aside == []


def all_laid(colour: str) -> list[str]:
    """Every section of a colour, each on the first place that is free, all buildings being in wood."""
    setting = GAME.setting
    found: list[str] = []
    covered, names = 0, [f"{letter}{row}" for row in range(1, 13) for letter in "abcdefghijklmno"]
    for number, section in enumerate(setting.box.sections):
        text = section_text(setting, number)
        if f" {colour} " in text:
            place = setting.layout.legal(section.shape, setting.all_buildings, covered)[0]
            covered |= place.mask
            found.append(f"1 {text} {' '.join(names[space] for space in place.spaces)}")
    return found


@pytest.mark.rule("CG-III-1d", "CG-I-1g")
def test_sections_that_could_fall_or_be_moved_are_not_counted() -> None:
    laid = all_laid("red")
    assert len(laid) == 10
    play = filling(GAME, wood="ABCDEFGHIJK", laid=laid, board=["rebuild-hall", "rebuild-tower"])
    assert play.filled("red-west").aside == ["red-west"]
    assert play.filled("blue-west").aside == []
    back = filling(GAME, wood="ABCDEFGHIJK", laid=laid[:-1], board=["rebuild-hall"])
    assert back.filled("red-west").board[1] == "red-west"


@pytest.mark.rule("CG-III-1e")
def test_an_event_takes_effect_on_a_half_filled_board_and_the_filling_continues() -> None:
    play = filling(GAME, books=BOOKS, tiles={1: "R", 2: "G"}).filled("progress-church", "fire-1")
    assert (play.board, play.due) == (["progress-church", "fire-1", "-", "-", "-", "-"], "dealer dice")
    play = play.do("dealer dice blue")
    assert play.books(1) == []
    play = play.do("dealer dice green")
    assert play.due == "2"
    assert play.why_not("dealer task progress-cloister") == ("not-now", "CG-I-3y")
    assert play.do("2 decline").due == "dealer tasks"


@pytest.mark.rule("CG-III-1e")
@pytest.mark.parametrize("task", ["fire-1", "epidemic-north", "collapse-1", "storm-north-tower", "arrivals-north"])
def test_these_five_are_events(task: str) -> None:
    laid = ["1 hut red hall c4 c5 c6 c7", "1 hut red wing j1 j2 j3 k1", "1 hut blue hall k2 k3 k4 k5"]
    before = filling(GAME, wood="AI", laid=laid, books=BOOKS, beside=["1 I guest"])
    play = before.do(f"dealer task {task}")
    assert play.told[1] == f"- event {task} place 1"
    assert play.state.turned == 1
    assert play.board[0] == task


@pytest.mark.rule("CG-III-1f")
def test_an_event_keeps_its_place_until_the_end_of_the_round_and_is_then_discarded() -> None:
    play = filling(GAME, books={1: "book-troper"}, tiles={1: "0"}).filled("fire-1")
    play = play.do("dealer dice red").filled(*PROGRESS[:5])
    assert (play.board[0], play.due) == ("fire-1", "dealer pile 1")
    after = to_the_next_round(play)
    assert (after.board[0], after.due) == ("-", "dealer tasks")
    assert "fire-1" in after.aside
    assert after.do("dealer task church-bell").board[0] == "church-bell"


@pytest.mark.rule("CG-III-1f")
def test_its_place_is_not_filled_before_the_next_round_even_if_a_seat_has_taken_the_card() -> None:
    play = filling(GAME, books={1: "book-troper"}).do("dealer task fire-1", "dealer dice white")
    assert (play.tasks(1), play.board[0]) == (["fire-1"], "-")
    play = play.filled(*PROGRESS[:5])
    assert (play.board[0], play.due) == ("-", "dealer pile 1")
    after = to_the_next_round(play)
    assert after.aside == []
    assert after.do("dealer task church-bell").board[0] == "church-bell"


@pytest.mark.rule("CG-III-1g")
def test_an_ignored_event_is_discarded_and_its_place_filled_at_once() -> None:
    play = filling(GAME).do("dealer task fire-1")
    assert play.told == ["- task-revealed fire-1 place 1", "- event-ignored fire-1"]
    assert (play.board[0], play.aside, play.due) == ("-", ["fire-1"], "dealer tasks")
    play = play.filled("epidemic-north", "storm-north-tower", "progress-church")
    assert play.board[:2] == ["progress-church", "-"]
    assert play.aside == ["fire-1", "epidemic-north", "storm-north-tower"]
    assert play.why_not("dealer task fire-1") == ("bad-draw", "CG-III-1a")


@pytest.mark.rule("CG-III-1g", "CG-I-1h")
def test_where_the_deck_runs_out_with_an_ignored_event_its_place_stays_empty() -> None:
    play = filling(GAME, board=["progress-church"], deck=["fire-1"]).do("dealer task fire-1")
    assert play.board == ["progress-church", "-", "-", "-", "-", "-"]
    assert play.due == "dealer pile 1"
    after = to_the_next_round(play)
    assert after.board == play.board
    assert after.due == "dealer pile 1"


@pytest.mark.rule("CG-III-1h")
@pytest.mark.parametrize(("order", "asked"), [("1 2 3", "123"), ("2 1 3", "231"), ("3 2 1", "312")])
def test_seats_come_from_the_one_that_had_the_first_turn_and_each_decides_before_the_next_rolls(
    order: str, asked: str
) -> None:
    books = {**BOOKS, 3: "book-hortulus"}
    play = filling(THREE, order=order, books=books, tiles={1: "R", 2: "R", 3: "R"}).do("dealer task fire-1")
    for seat in asked:
        assert play.due == "dealer dice"
        play = play.do("dealer dice red")
        assert play.told[0] == f"{seat} dice-rolled fire-1 red"
        assert play.due == seat
        play = play.do(f"{seat} decline")
    assert play.due == "dealer tasks"


@pytest.mark.rule("CG-III-1h", "CG-II-1f")
def test_in_the_first_round_they_begin_with_seat_1() -> None:
    play = start(THREE).dealt(until="dealer tasks")
    assert (play.state.round, play.state.first) == (1, 0)


def rolled(tiles: str, faces: str) -> Play:
    """Seat 1 with these tiles has rolled for its one guest monk in the north."""
    before = filling(GAME, wood="AI", beside=["1 I guest"], tiles={1: tiles, 2: "0"})
    return before.do("dealer task epidemic-north", f"dealer dice {faces}")


@pytest.mark.rule("CG-III-1h1")
@pytest.mark.parametrize(
    ("tiles", "faces", "payments"),
    [
        ("RRGB", "red green", ["RG"]),
        ("RRGB", "red red", ["RR"]),
        ("RRGB", "red white", ["R"]),
        ("RRGB", "black red", ["RB", "RG", "RR"]),
        ("RGG", "white black", ["G", "R"]),
        ("RGG", "black black", ["GG", "RG"]),
    ],
)
def test_a_colour_asks_for_its_tile_black_for_any_and_white_for_none(
    tiles: str, faces: str, payments: list[str]
) -> None:
    play = rolled(tiles, faces)
    assert play.due == "1"
    assert play.legal(1) == [*(f"1 pay {paid}" for paid in payments), "1 decline"]
    for paid in payments:
        after = play.do(f"1 pay {paid}")
        assert (len(after.tiles(1)), len(after.tiles_left)) == (len(tiles) - len(paid), 48 - len(tiles) + len(paid))
        assert after.tasks(1) == ["epidemic-north"]


@pytest.mark.rule("CG-III-1h1")
def test_other_tiles_do_not_pay() -> None:
    play = rolled("RRGB", "red green")
    assert play.why_not("1 pay RB") == ("wrong-payment", "CG-III-1h1")
    assert play.why_not("1 pay RGB") == ("wrong-payment", "CG-III-1h1")


@pytest.mark.rule("CG-III-1h2")
def test_a_seat_whose_dice_are_all_white_pays_nothing_and_earns_the_point_unasked() -> None:
    play = rolled("RG", "white white")
    assert play.due == "dealer tasks"
    assert play.told == [
        "1 dice-rolled epidemic-north white white",
        "1 warded-off epidemic-north",
        "1 task-fulfilled epidemic-north place 1",
    ]
    assert (play.tiles(1), play.points("tasks", 1), play.beside) == ("RG", 1, ["1 I guest"])


@pytest.mark.rule("CG-III-1h2")
def test_all_that_the_dice_ask_is_paid_or_nothing() -> None:
    assert rolled("RG", "red green").why_not("1 pay R") == ("wrong-payment", "CG-III-1h1")
    assert rolled("RG", "red green").do("1 decline").tiles(1) == "RG"
    assert rolled("RG", "red green").why_not("1 pay RGB") == ("tiles-missing", "CG-III-1h2")


@pytest.mark.rule("CG-III-1h2")
@pytest.mark.parametrize(
    ("tiles", "faces"), [("RB", "red green"), ("R", "black black"), ("0", "white black"), ("RRRR", "blue white")]
)
def test_a_seat_that_cannot_pay_even_if_it_could_swap_is_not_asked(tiles: str, faces: str) -> None:
    play = rolled(tiles, faces)
    assert play.due == "dealer tasks"
    assert (play.tiles(1), play.tasks(1), play.beside) == (tiles, [], [])


@pytest.mark.rule("CG-III-1h2", "CG-II-3s1")
def test_nobody_swaps_for_it() -> None:
    play = rolled("RRRB", "blue white")
    assert play.legal(1) == ["1 pay B", "1 decline"]
    assert play.why_not("1 swap RRR G")[0] == "not-now"


@pytest.mark.rule("CG-III-1h3")
@pytest.mark.parametrize("game", [THREE, TOGETHER], ids=["versus", "coop"])
def test_the_first_that_earns_the_point_takes_the_task_and_every_other_a_card_good_cooperation(
    game: CampusGalli,
) -> None:
    books = {**BOOKS, 3: "book-hortulus"}
    play = filling(game, order="2 3 1", books=books, tiles={1: "R", 2: "0", 3: "B"})
    play = play.do("dealer task fire-1", "dealer dice red")
    assert play.books(2) == []
    play = play.do("dealer dice blue", "3 pay B")
    assert play.told == ["3 tiles-paid B", "3 warded-off fire-1", "3 task-fulfilled fire-1 place 1"]
    play = play.do("dealer dice red", "1 pay R")
    assert play.told == ["1 tiles-paid R", "1 warded-off fire-1", "1 cooperation fire-1"]
    assert [play.tasks(seat) for seat in (1, 2, 3)] == [[], [], ["fire-1"]]
    assert [play.own(seat).cooperation for seat in (1, 2, 3)] == [1, 0, 0]
    assert (play.points("cooperation", 1), play.points("tasks", 3)) == (1, 1)
    judge(play.game, play.state)


@pytest.mark.rule("CG-III-1h3")
def test_28_are_enough_for_every_match() -> None:
    box = standard()
    events = sum(task.kind in (TaskKind.FIRE, TaskKind.EPIDEMIC) for task in box.tasks)
    assert 3 * events <= box.counts.cooperation


@pytest.mark.rule("CG-III-1h3")
def test_in_a_box_with_fewer_a_seat_for_which_none_is_left_has_no_point() -> None:
    game = table(3, level=3, box=with_cooperation(1))
    play = filling(game, books={**BOOKS, 3: "book-hortulus"}).do("dealer task fire-1", *["dealer dice white"] * 3)
    assert play.told == ["3 dice-rolled fire-1 white", "3 warded-off fire-1"]
    assert [play.own(seat).cooperation for seat in (1, 2, 3)] == [0, 1, 0]
    assert (play.tasks(1), play.books(3)) == (["fire-1"], ["book-hortulus"])
    assert game.decode_state(game.encode_state(play.state)) == play.state
