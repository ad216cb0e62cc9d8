"""Level III, 1: risk of collapse, and the storm on the north tower."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import pytest

from rules.campus_galli.box import Box
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.loader import standard
from rules.engine.grid import mask_of, space_named
from tests.rules.campus_galli.test_level_3_board import PROGRESS, to_the_next_round
from tests.support.play import Play
from tests.support.positions import CHURCH_BUT_F6, Named, filling, judge, position, table

GAME = table(level=3)
COOP = table(2, "coop", level=3)
THREE = table(3, level=3)
ALL = "ABCDEFGHIJK"

HALL = "1 hut red hall c4 c5 c6 c7"
TOWER = "1 hut blue tower d5 d6 e5 e6"
WING = "2 hut green wing f5 g5 h5 f6"
TRANSEPT = "2 pouch yellow transept i5 j5 k5 j6"
CORNER = "1 hut blue corner e7 e8 e9 f9 g9"
GREEN_HALL = "2 pouch green hall f5 g5 h5 i5"
YELLOW_HALL = "2 pouch yellow hall f6 g6 h6 i6"
LAID = (HALL, TOWER, GREEN_HALL)


def collapse(card: str, *lines: str, game: CampusGalli = GAME, order: str = "", **named: Unpack[Named]) -> Play:
    """A collapse is turned up over three sections, if no others are named, and then this happens."""
    named = {"laid": LAID, **named}
    return filling(game, order=order, **named).do(f"dealer task {card}", *lines)


def threatened(card: str, *laid: str) -> str:
    """The section that the collapse threatens."""
    told = collapse(card, laid=laid, wood=ALL).told
    assert told[1] == f"- event {card} place 1"
    assert told[2].startswith("- threatened ")
    return told[2].removeprefix("- threatened ")


@pytest.mark.rule("CG-III-1k")
@pytest.mark.parametrize(
    ("card", "laid", "section"),
    [
        ("collapse-1", [HALL, TOWER, WING, TRANSEPT, CORNER], "hut red hall"),
        ("collapse-2", [HALL, TOWER, WING, TRANSEPT, CORNER], "hut blue corner"),
        ("collapse-3", [HALL, TOWER, WING, TRANSEPT, CORNER], "hut green wing"),
        ("collapse-4", [HALL, TOWER, WING, TRANSEPT, CORNER], "hut blue tower"),
        ("collapse-1", [CORNER, TRANSEPT, WING], "hut green wing"),
        ("collapse-2", [HALL, TOWER, WING], "hut red hall"),
        ("collapse-4", [HALL, CORNER, TRANSEPT], "pouch yellow transept"),
    ],
)
def test_the_first_shape_of_the_row_that_lies_on_the_plan_is_threatened(
    card: str, laid: list[str], section: str
) -> None:
    assert threatened(card, *laid) == section


@pytest.mark.rule("CG-III-1k")
@pytest.mark.parametrize(
    ("card", "section"),
    [
        ("collapse-1", "hut red hall"),
        ("collapse-2", "pouch yellow hall"),
        ("collapse-3", "hut red hall"),
        ("collapse-4", "pouch green hall"),
    ],
)
def test_of_several_the_first_colour_of_the_row_that_one_of_them_has(card: str, section: str) -> None:
    assert threatened(card, GREEN_HALL, YELLOW_HALL, HALL) == section


@pytest.mark.rule("CG-III-1k1")
def test_of_hut_and_pouch_the_section_from_the_hut_is_threatened() -> None:
    of_pouch = "1 pouch red hall f5 g5 h5 i5"
    assert threatened("collapse-1", of_pouch, HALL, TOWER) == "hut red hall"
    assert threatened("collapse-1", TOWER, HALL, of_pouch) == "hut red hall"


@pytest.mark.rule("CG-III-1k1", "CG-III-1k")
def test_the_colour_comes_before_the_hut() -> None:
    laid = ("1 hut green hall f5 g5 h5 i5", "1 pouch red hall c4 c5 c6 c7", TOWER)
    assert threatened("collapse-1", *laid) == "pouch red hall"
    assert (
        threatened("collapse-4", *laid[:2], TRANSEPT.replace("i5 j5 k5 j6", "j5 k5 l5 k6")) == "pouch yellow transept"
    )


JOKER = "1 pouch joker hall c4 c5 c6 c7"


@pytest.mark.rule("CG-III-1k2")
@pytest.mark.parametrize("colour", ["hut red", "hut yellow", "pouch yellow"])
def test_a_joker_comes_after_all_four_colours(colour: str) -> None:
    other = f"1 {colour} hall f5 g5 h5 i5"
    assert threatened("collapse-1", JOKER, other, TOWER) == f"{colour} hall"
    assert threatened("collapse-1", TOWER, other, JOKER) == f"{colour} hall"


@pytest.mark.rule("CG-III-1k2", "CG-III-1k7")
def test_a_joker_that_alone_has_the_shape_falls_back_into_the_pouch() -> None:
    assert threatened("collapse-1", TOWER, WING, JOKER) == "pouch joker hall"
    play = collapse("collapse-1", "dealer dice red red red", laid=[TOWER, WING, JOKER], tiles={1: "0", 2: "0"})
    assert "pouch joker hall" in play.pouch
    assert play.laid == ["hut blue tower", "hut green wing"]


@pytest.mark.rule("CG-III-1k3")
@pytest.mark.parametrize("laid", [[], [HALL], [HALL, TOWER]])
@pytest.mark.parametrize("game", [GAME, COOP], ids=["versus", "coop"])
def test_with_fewer_than_three_sections_on_the_plan_it_is_ignored(game: CampusGalli, laid: list[str]) -> None:
    play = collapse("collapse-1", game=game, laid=laid)
    assert play.told == ["- task-revealed collapse-1 place 1", "- event-ignored collapse-1"]
    assert (play.aside, play.fallen, play.board[0], play.due) == (["collapse-1"], [], "-", "dealer tasks")
    assert len(play.laid) == len(laid)
    assert play.state.turned == 0


def showing(*shapes: str) -> Box:
    """The standard box with a first collapse card that shows these shapes alone."""
    box = standard()
    keys = [shape.key for shape in box.shapes]
    listed = tuple(keys.index(shape) for shape in shapes)
    tasks = tuple(task._replace(shapes=listed) if task.key == "collapse-1" else task for task in box.tasks)
    return box._replace(tasks=tasks)


@pytest.mark.rule("CG-III-1k3")
def test_where_none_of_the_shapes_that_it_shows_lies_on_the_plan_it_is_ignored() -> None:
    game = table(level=3, box=showing("corner", "transept"))
    play = collapse("collapse-1", game=game)
    assert play.told == ["- task-revealed collapse-1 place 1", "- event-ignored collapse-1"]
    assert (play.aside, play.board[0], play.due, len(play.laid)) == (["collapse-1"], "-", "dealer tasks", 3)


@pytest.mark.rule("CG-III-1k", "CG-III-1k3")
def test_a_shape_that_it_does_not_show_is_never_threatened() -> None:
    game = table(level=3, box=showing("transept", "hall"))
    play = collapse("collapse-1", game=game, laid=(TOWER, HALL, CORNER))
    assert play.told[-1] == "- threatened hut red hall"


@pytest.mark.rule("CG-III-1k4")
def test_three_dice_are_rolled_once_for_all() -> None:
    play = collapse("collapse-1", tiles={1: "RG", 2: "RG"})
    assert play.due == "dealer dice"
    assert play.why_not("dealer dice red green") == ("bad-draw", "CG-III-0h")
    play = play.do("dealer dice red green white")
    assert play.told == ["- dice-rolled collapse-1 red green white"]
    assert (play.due, play.legal(1)) == ("1", ["1 pay RG", "1 decline"])
    play = play.do("1 decline")
    assert (play.told, play.due, play.legal(2)) == ([], "2", ["2 pay RG", "2 decline"])


@pytest.mark.rule("CG-III-1k4")
@pytest.mark.parametrize("game", [GAME, COOP], ids=["versus", "coop"])
def test_a_seat_pays_alone_or_not_at_all(game: CampusGalli) -> None:
    play = collapse("collapse-1", "dealer dice red green white", game=game, tiles={1: "RRR", 2: "G"})
    assert play.due == "dealer tasks"
    assert (play.tiles(1), play.tiles(2)) == ("RRR", "G")
    assert play.told[-1] == "- fallen hut red hall c4 c5 c6 c7"
    split = collapse("collapse-1", "dealer dice red green white", game=game, tiles={1: "RRG", 2: "G"})
    assert split.why_not("1 pay R") == ("wrong-payment", "CG-III-1h1")


@pytest.mark.rule("CG-III-1k5")
@pytest.mark.parametrize("game", [GAME, COOP], ids=["versus", "coop"])
def test_a_seat_that_prevents_it_takes_the_card_with_its_two_seals(game: CampusGalli) -> None:
    tiles = {1: "0", 2: "RGB"}
    play = collapse("collapse-1", "dealer dice red black green", "2 pay RGB", game=game, tiles=tiles)
    assert play.told == ["2 tiles-paid RGB", "2 warded-off collapse-1", "2 task-fulfilled collapse-1 place 1"]
    assert (play.tasks(2), play.points("tasks", 2), play.own(2).cooperation) == (["collapse-1"], 2, 0)
    assert (play.laid[0], play.fallen, play.aside) == ("hut red hall", [], [])
    assert (play.board[0], play.state.turned, play.due) == ("-", 1, "dealer tasks")
    judge(play.game, play.state)


THREE_COOP = table(3, "coop", level=3)


@pytest.mark.rule("CG-III-1k10")
@pytest.mark.parametrize("game", [THREE, THREE_COOP], ids=["versus", "coop"])
def test_the_seats_that_can_pay_are_asked_in_order(game: CampusGalli) -> None:
    play = collapse(
        "collapse-1", "dealer dice red red white", game=game, order="2 3 1", tiles={1: "RR", 2: "RG", 3: "RR"}
    )
    assert play.due == "3"
    play = play.do("3 decline")
    assert (play.told, play.due) == ([], "1")
    assert play.do("1 pay RR").tasks(1) == ["collapse-1"]
    assert play.do("1 decline").told == ["- fallen hut red hall c4 c5 c6 c7"]


@pytest.mark.rule("CG-III-1k6")
def test_in_co_op_one_seat_prevents_it_and_no_other_is_asked() -> None:
    tiles = {1: "RR", 2: "RR", 3: "RR"}
    play = collapse("collapse-1", "dealer dice red red white", "1 pay RR", game=THREE_COOP, tiles=tiles)
    assert (play.due, play.tasks(1), play.tiles(2), play.tiles(3)) == ("dealer tasks", ["collapse-1"], "RR", "RR")
    assert sum(own.cooperation for own in play.state.seats) == 0


@pytest.mark.rule("CG-III-1k6", "CG-III-6a")
def test_in_versus_every_seat_that_pays_after_the_first_takes_two_cards_of_good_cooperation() -> None:
    tiles = {1: "RR", 2: "RR", 3: "RRG"}
    play = collapse("collapse-1", "dealer dice red red white", "1 pay RR", game=THREE, tiles=tiles)
    assert play.told == ["1 tiles-paid RR", "1 warded-off collapse-1", "1 task-fulfilled collapse-1 place 1"]
    assert (play.due, play.legal(2)) == ("2", ["2 pay RR", "2 decline"])
    play = play.do("2 decline")
    assert play.due == "3"
    play = play.do("3 pay RR")
    assert play.told == ["3 tiles-paid RR", "3 warded-off collapse-1", "3 cooperation collapse-1 2"]
    assert [own.cooperation for own in play.state.seats] == [0, 0, 2]
    assert [play.points("cooperation", seat) for seat in (1, 2, 3)] == [0, 0, 2]
    assert (play.points("tasks", 1), play.tiles(2), play.tiles(3)) == (2, "RR", "G")
    assert (play.laid[0], play.due) == ("hut red hall", "dealer tasks")
    judge(play.game, play.state)


@pytest.mark.rule("CG-III-1k10")
@pytest.mark.parametrize(("cards", "taken", "asked"), [(3, [0, 2, 1], True), (2, [0, 2, 0], False)])
def test_where_fewer_cards_are_left_a_seat_takes_one_and_without_any_no_other_is_asked(
    cards: int, taken: list[int], asked: bool
) -> None:
    box = standard()._replace(counts=standard().counts._replace(cooperation=cards))
    game, tiles = table(3, level=3, box=box), {1: "RR", 2: "RR", 3: "RR"}
    play = collapse("collapse-1", "dealer dice red red white", "1 pay RR", "2 pay RR", game=game, tiles=tiles)
    assert (play.due == "3") is asked
    play = play.do("3 pay RR") if asked else play
    assert [own.cooperation for own in play.state.seats] == taken


@pytest.mark.rule("CG-III-1k10", "CG-III-1h2")
def test_if_all_dice_are_white_in_versus_all_have_paid_and_nobody_is_asked() -> None:
    play = collapse("collapse-1", "dealer dice white white white", order="2 1", tiles={1: "RGB", 2: "0"})
    assert play.told == [
        "- dice-rolled collapse-1 white white white",
        "2 warded-off collapse-1",
        "2 task-fulfilled collapse-1 place 1",
        "1 warded-off collapse-1",
        "1 cooperation collapse-1 2",
    ]
    assert (play.due, play.tiles(1), play.laid[0], play.fallen) == ("dealer tasks", "RGB", "hut red hall", [])
    judge(play.game, play.state)


@pytest.mark.rule("CG-III-1k10", "CG-III-1h2")
def test_if_all_dice_are_white_together_the_first_seat_in_the_order_takes_the_card() -> None:
    play = collapse("collapse-1", "dealer dice white white white", game=COOP, order="2 1", tiles={1: "RGB", 2: "0"})
    assert (play.tasks(2), play.tasks(1), play.own(1).cooperation) == (["collapse-1"], [], 0)
    assert (play.due, play.laid[0], play.fallen) == ("dealer tasks", "hut red hall", [])


NOBODY = {1: "0", 2: "0"}
"""No seat has a tile, so nobody can pay."""


@pytest.mark.rule("CG-III-1k7")
@pytest.mark.parametrize(
    ("card", "fallen", "stock"),
    [
        ("collapse-1", "hut red hall c4 c5 c6 c7", "hut"),
        ("collapse-2", "hut red hall c4 c5 c6 c7", "hut"),
        ("collapse-4", "pouch yellow transept i5 j5 k5 j6", "pouch"),
    ],
)
def test_if_nobody_pays_the_section_goes_back_where_it_came_from(card: str, fallen: str, stock: str) -> None:
    laid = (HALL, YELLOW_HALL, TRANSEPT) if card == "collapse-4" else (HALL, GREEN_HALL, TOWER)
    play = collapse(card, "dealer dice red red red", laid=laid, tiles=NOBODY)
    assert play.told[1:] == [f"- fallen {fallen}"]
    section = " ".join(fallen.split()[:3])
    assert section in (play.hut if stock == "hut" else play.pouch)
    assert section not in play.laid
    assert len(play.laid) == 2
    judge(play.game, play.state)


@pytest.mark.rule("CG-III-1k7")
def test_it_falls_as_well_where_all_who_could_pay_decline() -> None:
    play = collapse("collapse-1", "dealer dice red white white", tiles={1: "R", 2: "R"}).do("1 decline", "2 decline")
    assert play.told == ["- fallen hut red hall c4 c5 c6 c7"]
    assert play.due == "dealer tasks"
    assert (play.tiles(1), play.tiles(2)) == ("R", "R")


@pytest.mark.rule("CG-III-1k7")
def test_its_spaces_are_uncovered_and_it_can_be_laid_again() -> None:
    before = filling(GAME, laid=LAID, tiles=NOBODY)
    assert not any("c4" in gap.split() for gap in before.gaps)
    play = before.do("dealer task collapse-1", "dealer dice red red red")
    assert any("c4 c5 c6" in gap for gap in play.gaps)
    again = position(GAME, laid=LAID[1:], laying="hut red hall").do("1 lay c4 c5 c6 c7")
    assert again.laid[-1] == "hut red hall"


@pytest.mark.rule("CG-III-1k8", "CG-III-1f")
@pytest.mark.parametrize("game", [table(1, level=3), COOP], ids=["solo", "coop"])
def test_in_co_op_the_card_lies_beside_the_board_as_the_section_falls_and_costs_a_point(game: CampusGalli) -> None:
    laid, tiles = (HALL, TOWER, GREEN_HALL.replace("2 ", "1 ")), {seat + 1: "0" for seat in game.setting.seats}
    before = collapse("collapse-1", game=game, laid=laid, tiles=tiles)
    assert (before.board[0], before.points("fallen")) == ("collapse-1", 0)
    play = before.do("dealer dice red red red")
    assert (play.fallen, play.board[0], play.aside, play.due) == (["collapse-1"], "-", [], "dealer tasks")
    assert play.points("fallen") == -1
    judge(play.game, play.state)
    play = play.do("dealer task collapse-2")
    assert play.board[:2] == ["-", "-"]
    assert play.fallen == ["collapse-1"]


@pytest.mark.rule("CG-III-1k8", "CG-III-1f")
def test_in_co_op_its_place_is_not_filled_before_the_next_round_and_it_lies_there_on() -> None:
    play = collapse("collapse-1", "dealer dice red red red", game=COOP, tiles=NOBODY).filled(*PROGRESS[:5])
    assert (play.board[0], play.due) == ("-", "dealer pile 1")
    after = to_the_next_round(play)
    assert (after.fallen, after.aside, after.points("fallen")) == (["collapse-1"], [], -1)
    assert after.do("dealer task church-bell").board[0] == "church-bell"


@pytest.mark.rule("CG-III-1k8", "CG-III-1f")
def test_in_versus_it_keeps_its_place_is_discarded_later_and_costs_nothing() -> None:
    play = collapse("collapse-1", "dealer dice red red red", tiles=NOBODY).filled(*PROGRESS[:5])
    assert (play.board[0], play.fallen, play.due) == ("collapse-1", [], "dealer pile 1")
    assert "fallen" not in {line.key for line in play.game.sheet(play.state).lines}
    after = to_the_next_round(play)
    assert (after.board[0], after.aside, after.fallen) == ("-", ["collapse-1"], [])


@pytest.mark.rule("CG-III-1k8")
def test_a_collapse_that_was_prevented_costs_nothing() -> None:
    play = collapse("collapse-1", "dealer dice red white white", "1 pay R", game=COOP, tiles={1: "R"})
    assert (play.fallen, play.points("fallen")) == ([], 0)


SOUTH_HALL = "1 hut red hall c3 c4 c5 c6"
"""Leaves c7 of the church."""
ROUND_C9 = "2 hut blue transept b9 b10 b11 c10"
"""Leaves c8 and c9 of the bakery."""
OVER_C8 = "1 hut blue wing b8 c8 d8 d7"
"""Between c7 and c9."""
SQUARE = "2 hut blue tower b9 b10 c9 c10"
"""Leaves c8 and b11 of the bakery."""


def lazy_monks(play: Play) -> list[str]:
    """The lazy monks, e.g. `1 c7`, as many as there are on a space."""
    names = [f"{letter}{row}" for row in range(1, 13) for letter in "abcdefghijklmno"]
    return [f"{monk.seat + 1} {names[monk.space]}" for monk in play.state.lazy]


@pytest.mark.rule("CG-III-1k9")
def test_a_gap_that_grows_larger_than_three_spaces_sends_its_lazy_monk_home() -> None:
    laid, lazy = (HALL, SQUARE, WING), {"c8": 1, "b11": 2}
    play = collapse("collapse-1", "dealer dice red red red", wood="AC", laid=laid, lazy=lazy, tiles=NOBODY)
    assert play.told[1:] == ["- fallen hut red hall c4 c5 c6 c7", "1 lazy-monk-home c8"]
    assert (play.lazy, play.supply(1), play.supply(2)) == ({"b11": 2}, 15, 14)
    judge(play.game, play.state)


@pytest.mark.rule("CG-III-1k9")
def test_all_monks_of_a_gap_that_grows_larger_go_home() -> None:
    laid, lazy = (SOUTH_HALL, ROUND_C9, TOWER), {"c7": 1, "c9": 2}
    play = collapse("collapse-1", "dealer dice red red red", wood="AC", laid=laid, lazy=lazy, tiles=NOBODY)
    assert play.told[2:] == ["1 lazy-monk-home c7", "2 lazy-monk-home c9"]
    assert lazy_monks(play) == []


@pytest.mark.rule("CG-III-1k9")
def test_in_a_gap_of_three_spaces_all_monks_stay_also_where_two_gaps_have_become_one() -> None:
    laid, lazy = (SOUTH_HALL, ROUND_C9, OVER_C8), {"c7": 1, "c9": 2}
    before = filling(GAME, wood="AC", laid=laid, lazy=lazy, tiles=NOBODY)
    assert {"c7", "c9"} < set(before.gaps)
    play = before.do("dealer task collapse-3", "dealer dice red red red")
    assert play.told[1:] == ["- fallen hut blue wing d7 b8 c8 d8"]
    assert "c7 c8 c9" in play.gaps
    assert lazy_monks(play) == ["1 c7", "2 c9"]
    assert (play.points("lazy", 1), play.points("lazy", 2)) == (-1, -1)
    judge(play.game, play.state)


@pytest.mark.rule("CG-III-1k9")
def test_a_monk_stays_where_he_lies_though_his_gap_begins_earlier_now() -> None:
    laid = (HALL, ROUND_C9, OVER_C8)
    play = collapse("collapse-3", "dealer dice red red red", wood="AC", laid=laid, lazy={"c9": 2}, tiles=NOBODY)
    assert "c8 c9" in play.gaps
    assert lazy_monks(play) == ["2 c9"]


def with_two_monks(section: str, wood: str = "AC") -> Play:
    """Seat 1 is to lay the section; two monks lie in the gap c7 c8 c9."""
    return position(GAME, laying=section, wood=wood, laid=(SOUTH_HALL, ROUND_C9), lazy={"c7": 1, "c9": 2})


@pytest.mark.rule("CG-III-1k9", "CG-I-3e2")
def test_two_monks_of_one_gap_part_when_it_is_split_and_none_is_owed() -> None:
    play = with_two_monks("hut blue wing").do("1 lay d7 b8 c8 d8")
    assert {"c7", "c9"} < set(play.gaps)
    assert lazy_monks(play) == ["1 c7", "2 c9"]


@pytest.mark.rule("CG-III-1k9", "CG-I-3e2")
def test_two_monks_of_one_gap_stay_in_what_is_left_of_it() -> None:
    play = with_two_monks("hut blue wing", "ABC").do("1 lay c7 c8 d8 e8")
    assert "c9" in play.gaps
    assert [monk for monk in lazy_monks(play) if monk.endswith("c9")] == ["1 c9", "2 c9"]


@pytest.mark.rule("CG-III-1k9", "CG-I-3e3")
def test_both_go_home_when_it_is_wholly_covered() -> None:
    play = with_two_monks("hut blue wing").do("1 lay c7 c8 c9 d7")
    assert (lazy_monks(play), play.supply(1), play.supply(2)) == ([], 15, 15)


@pytest.mark.rule("CG-III-1k9")
def test_a_small_gap_that_a_fall_leaves_owes_no_monk() -> None:
    laid = (HALL, SQUARE, OVER_C8)
    play = collapse("collapse-3", "dealer dice red red red", wood="AC", laid=laid, lazy={"b11": 2}, tiles=NOBODY)
    assert "c8" in play.gaps
    assert (play.lazy, play.supply(1)) == ({"b11": 2}, 15)


@pytest.mark.rule("CG-III-1k9")
@pytest.mark.parametrize(
    ("spaces", "lazy"), [("d9 e9 f9 g9", ["1 c7"]), ("h5 i5 j5 k5", [])], ids=["beside-it", "elsewhere"]
)
def test_it_owes_one_when_a_section_is_laid_that_borders_it(spaces: str, lazy: list[str]) -> None:
    before = position(GAME, laying="hut green hall", wood="ABC", laid=(SOUTH_HALL, ROUND_C9))
    assert "c7 c8 c9" in before.gaps
    assert lazy_monks(before.do(f"1 lay {spaces}")) == lazy


CHURCH: Sequence[str] = (*CHURCH_BUT_F6, "1 pouch blue hall f6 f7 f8 f9")
"""Completes A."""


@pytest.mark.rule("CG-III-1k9", "CG-II-3e7")
def test_monks_beside_the_building_and_tasks_that_were_taken_stay_though_it_is_complete_no_longer() -> None:
    beside, taken = ["1 A guest", "1 A guest", "2 A"], {1: ["complete-1", "progress-church"]}
    before = filling(GAME, wood="A", laid=CHURCH, beside=beside, taken=taken, tiles=NOBODY)
    assert before.do("dealer task halt-church").aside == ["halt-church"]
    play = before.do("dealer task collapse-1", "dealer dice red red red")
    assert play.told[-1] == "- fallen hut red hall c4 c5 c6 c7"
    assert (play.beside, play.tasks(1)) == (beside, ["complete-1", "progress-church"])
    assert (play.points("guests", 1), play.points("tasks", 1)) == (2, 3)
    assert play.do("dealer task halt-church").board[1] == "halt-church"


def storm(*laid: str, game: CampusGalli = GAME, wood: str = "AB") -> Play:
    """The storm comes over these sections."""
    return filling(game, laid=laid, wood=wood).do("dealer task storm-north-tower")


@pytest.mark.rule("CG-III-1l")
@pytest.mark.parametrize("origin", ["hut", "pouch"])
def test_the_section_on_the_north_tower_falls_and_goes_back(origin: str) -> None:
    play = storm(f"1 {origin} red hall c4 c5 c6 c7")
    assert play.told == [
        "- task-revealed storm-north-tower place 1",
        "- event storm-north-tower place 1",
        f"- fallen {origin} red hall c4 c5 c6 c7",
    ]
    assert play.laid == []
    assert f"{origin} red hall" in (play.hut if origin == "hut" else play.pouch)
    judge(play.game, play.state)


@pytest.mark.rule("CG-III-1l")
def test_it_cannot_be_prevented_nobody_rolls_and_nobody_is_asked() -> None:
    before = filling(GAME, laid=LAID, tiles={1: "RRRGGGBBBYYY", 2: "RGBY"})
    play = before.do("dealer task storm-north-tower")
    assert play.due == "dealer tasks"
    assert play.laid == ["hut blue tower", "pouch green hall"]
    assert len(play.tiles(1)) == 12
    assert (play.board[0], play.state.turned) == ("storm-north-tower", 1)


@pytest.mark.rule("CG-III-1l", "CG-III-1k9")
def test_gaps_that_grow_larger_by_a_storm_send_their_monks_home() -> None:
    before = filling(GAME, wood="AC", laid=(HALL, SQUARE), lazy={"c8": 1, "b11": 2})
    play = before.do("dealer task storm-north-tower")
    assert play.told[-1] == "1 lazy-monk-home c8"
    assert play.lazy == {"b11": 2}


ON_C4 = "1 hut red hall a4 b4 c4 d4"
ON_C5 = "2 hut green hall c5 d5 e5 f5"


@pytest.mark.rule("CG-III-1l1")
@pytest.mark.parametrize("section", [ON_C4, ON_C5])
def test_a_part_of_the_north_tower_is_enough(section: str) -> None:
    assert storm(section, CORNER).laid == ["hut blue corner"]


@pytest.mark.rule("CG-III-1l1")
def test_of_two_sections_that_cover_as_many_of_its_spaces_the_one_laid_earlier_falls_alone() -> None:
    assert storm(TRANSEPT, ON_C4, ON_C5).laid == ["pouch yellow transept", "hut green hall"]
    assert storm(ON_C5, TRANSEPT, ON_C4).laid == ["pouch yellow transept", "hut red hall"]


def with_north_tower(*spaces: str) -> Box:
    """The standard box with the north tower on these spaces."""
    plan = standard().plan
    mask = mask_of(space_named(name, plan.width, plan.height) for name in spaces)
    places = tuple((key, name, mask if key == "north-tower" else own) for key, name, own in plan.places)
    return standard()._replace(plan=plan._replace(places=places))


@pytest.mark.rule("CG-III-1l1")
def test_the_section_that_covers_more_of_it_falls_though_it_was_laid_later() -> None:
    game = table(level=3, box=with_north_tower("c4", "c5", "c6"))
    assert storm(ON_C4, "2 hut green tower c5 c6 d5 d6", game=game).laid == ["hut red hall"]


@pytest.mark.rule("CG-III-1l2")
@pytest.mark.parametrize("laid", [[], [CORNER], ["1 hut red tower b6 c6 b7 c7"], [TOWER, GREEN_HALL, CORNER]])
def test_where_no_section_lies_on_the_north_tower_the_storm_is_ignored(laid: list[str]) -> None:
    play = storm(*laid)
    assert play.told[1:] == ["- event-ignored storm-north-tower"]
    assert (play.aside, play.board[0], play.due) == (["storm-north-tower"], "-", "dealer tasks")
    assert len(play.laid) == len(laid)


@pytest.mark.rule("CG-III-1l2")
@pytest.mark.parametrize("laid", [[HALL], [CORNER]], ids=["falls", "ignored"])
def test_a_storm_costs_no_point(laid: list[str]) -> None:
    play = storm(*laid, game=COOP)
    assert (play.fallen, play.points("fallen")) == ([], 0)
    after = to_the_next_round(play.filled(*PROGRESS[: play.board.count("-")]))
    assert (after.fallen, after.points("fallen"), after.aside) == ([], 0, ["storm-north-tower"])
