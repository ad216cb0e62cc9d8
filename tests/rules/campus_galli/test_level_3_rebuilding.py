"""Level III, 4: reconstructions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from rules.campus_galli.game import CampusGalli
from rules.campus_galli.tasks import is_complete
from tests.support.play import Play
from tests.support.positions import filling, position, table

GAME = table(level=3)
HALL = "2 hut red hall d5 e5 f5 g5"


def rebuilding(
    *board: str,
    laid: Sequence[str] = (HALL,),
    wood: str = "AB",
    tiles: str = "0",
    other: str = "0",
    lazy: Mapping[str, int] | None = None,
    beside: Sequence[str] = (),
    taken: Mapping[int, Sequence[str]] | None = None,
    game: CampusGalli = GAME,
) -> Play:
    """Seat 1 is asked for a special action."""
    return position(
        game,
        special="1 2",
        wood=wood,
        tiles={1: tiles, 2: other},
        board=board or ("rebuild-hall",),
        laid=laid,
        lazy=lazy,
        beside=beside,
        taken=taken,
    )


@pytest.mark.rule("CG-III-4a", "CG-III-4a1")
def test_a_reconstruction_moves_a_section_of_its_shape_without_cost_and_is_taken() -> None:
    play = rebuilding()
    assert (play.due, play.legal(1)) == ("1", ["1 lift 1 hut red hall", "1 pass"])
    lifted = play.do("1 lift 1 hut red hall")
    assert lifted.told == ["1 lifted hut red hall d5 e5 f5 g5", "1 task-fulfilled rebuild-hall place 1"]
    assert (lifted.laid, lifted.state.covered, lifted.due) == ([], 0, "1")
    assert {line.split()[1] for line in lifted.legal(1)} == {"lay"}
    after = lifted.do("1 lay e7 e8 e9 e10")
    assert (after.laid, after.tasks(1), after.board[0], after.tiles(1)) == (
        ["hut red hall"],
        ["rebuild-hall"],
        "-",
        "0",
    )
    assert after.state.laid[0].seat == 0
    assert after.points("tasks", 1) == 2


@pytest.mark.rule("CG-III-4a")
def test_no_other_task_lifts_a_section() -> None:
    play = rebuilding("rebuild-hall", "progress-church", tiles="RRG")
    assert play.why_not("1 lift 2 hut red hall") == ("not-for-rebuilding", "CG-III-4a")
    assert play.why_not("1 lift 3 hut red hall") == ("not-for-rebuilding", "CG-III-4a")


@pytest.mark.rule("CG-III-4a", "CG-II-4")
def test_it_is_no_part_of_a_turn_and_none_for_beggars() -> None:
    turn = position(GAME, laying="hut blue hall", wood="AB", tiles={1: "RRR"}, board=["rebuild-hall"], laid=[HALL])
    assert turn.why_not("1 lift 1 hut red hall") == ("not-now", "CG-I-3y")
    ending = turn.do("1 lay e7 e8 e9 e10")
    assert ending.why_not("1 lift 1 hut red hall") == ("not-now", "CG-I-3y")
    turns = ["1 build-red-1 beg", "2 build-red-2 beg"]
    beggars = position(GAME, turns=turns, wood="AB", tiles={1: "0", 2: "0"}, board=["rebuild-hall"], laid=[HALL])
    assert beggars.do("1 receive RG", "2 receive RG").due == "dealer tasks"


@pytest.mark.rule("CG-III-4a")
def test_after_it_the_next_seat_is_asked_and_the_card_is_gone() -> None:
    play = rebuilding("rebuild-hall", "rebuild-tower", other="RRG")
    after = play.do("1 lift 1 hut red hall", "1 lay e7 e8 e9 e10")
    assert after.due == "2"
    assert after.why_not("2 lift 1 hut red hall") == ("not-for-rebuilding", "CG-III-4a")
    assert not [line for line in after.legal(2) if " lift " in line]


@pytest.mark.rule("CG-III-4a1")
def test_any_section_of_the_shape_may_be_lifted_of_any_seat_jokers_included() -> None:
    laid = (HALL, "1 pouch joker hall d6 e6 f6 g6", "1 pouch red hall h5 i5 j5 k5", "1 hut blue tower h6 i6 h7 i7")
    play = rebuilding(laid=laid)
    lifts = [line for line in play.legal(1) if " lift " in line]
    assert lifts == ["1 lift 1 hut red hall", "1 lift 1 pouch joker hall", "1 lift 1 pouch red hall"]
    after = play.do("1 lift 1 pouch joker hall", "1 lay e7 e8 e9 e10")
    assert after.laid[-1] == "pouch joker hall"


@pytest.mark.rule("CG-III-4a1")
def test_none_of_another_shape_and_none_that_lies_not_on_the_plan() -> None:
    play = rebuilding(laid=(HALL, "1 hut blue tower h5 i5 h6 i6"))
    for section in ("hut blue tower", "hut green hall", "pouch red hall"):
        assert play.why_not(f"1 lift 1 {section}") == ("section-not-there", "CG-III-4a1")


@pytest.mark.rule("CG-III-4a1", "CG-III-1d")
def test_while_no_section_of_its_shape_lies_on_the_plan_it_stays() -> None:
    play = rebuilding("rebuild-tower", tiles="GBY", wood="A")
    assert not [line for line in play.legal(1) if " lift " in line]
    after = play.do("1 pass")
    assert (after.board[0], after.aside) == ("rebuild-tower", [])


@pytest.mark.rule("CG-III-4a1", "CG-III-1m")
def test_a_section_under_the_cordon_may_be_lifted_but_not_laid_there_again() -> None:
    play = rebuilding("rebuild-hall", "halt-church").do("1 lift 1 hut red hall")
    assert play.why_not("1 lay d6 e6 f6 g6") == ("covers-cordon", "CG-III-1m")
    after = play.do("1 lay e7 e8 e9 e10")
    assert (after.cordon, after.laid) == ("A", ["hut red hall"])


@pytest.mark.rule("CG-III-4a2")
def test_it_is_not_laid_on_exactly_the_same_spaces_but_may_cover_some_of_them() -> None:
    play = rebuilding().do("1 lift 1 hut red hall")
    assert play.why_not("1 lay d5 e5 f5 g5") == ("same-place", "CG-III-4a2")
    assert "1 lay d5 e5 f5 g5" not in play.legal(1)
    assert "1 lay e5 f5 g5 h5" in play.legal(1)
    assert play.do("1 lay e5 f5 g5 h5").tasks(1) == ["rebuild-hall"]


@pytest.mark.rule("CG-III-4a2")
@pytest.mark.parametrize(
    ("spaces", "code", "clause"),
    [
        ("d12 e12 f12 g12", "covers-parchment", "CG-I-3a3"),
        ("k9 l9 m9 n9", "covers-tree", "CG-I-3a4"),
        ("h6 i6 j6 k6", "covers-section", "CG-I-3a5"),
        ("b7 b8 b9 b10", "covers-parchment", "CG-I-3a3"),
        ("k10 l10 m10 j10", "covers-no-wood", "CG-I-3a1"),
    ],
)
def test_it_is_laid_by_all_clauses_of_laying(spaces: str, code: str, clause: str) -> None:
    play = rebuilding(laid=(HALL, "2 hut blue tower h5 i5 h6 i6")).do("1 lift 1 hut red hall")
    assert play.why_not(f"1 lay {spaces}") == (code, clause)


@pytest.mark.rule("CG-III-4a2")
def test_a_section_without_another_place_is_not_lifted() -> None:
    # All that is in wood lies behind the cordon.
    play = rebuilding("rebuild-hall", "halt-church", wood="A", tiles="GB")
    assert play.why_not("1 lift 1 hut red hall") == ("cannot-be-moved", "CG-III-4a2")
    assert play.legal(1) == ["1 pay-task 2", "1 pass"]
    assert rebuilding("rebuild-hall", "halt-church", wood="A").due == "dealer tasks"


SCHOOL_BUT_H1_AND_H2 = ("2 hut red tower f1 g1 f2 g2", "2 hut yellow hall c3 d3 e3 f3")
"""The outer school covered, but for h1 and h2."""
WING = "2 hut blue wing h1 h2 h3 i3"
"""It covers them, and grass."""


@pytest.mark.rule("CG-III-4a2", "CG-III-1k9")
def test_a_gap_that_it_leaves_and_does_not_border_owes_nobody_until_a_section_does() -> None:
    play = rebuilding("rebuild-wing", laid=(*SCHOOL_BUT_H1_AND_H2, WING), wood="AJ", other="RRRBB")
    after = play.do("1 lift 1 hut blue wing", "1 lay j5 k5 l5 l6")
    assert "h1 h2" in after.gaps
    assert (after.lazy, after.supply(1), after.due) == ({}, 15, "2")
    later = after.do("2 buy hut red hall RRRBB", "2 lay h3 h4 h5 h6")
    assert later.lazy == {"h1": 2}


@pytest.mark.rule("CG-III-4a2", "CG-III-4a3")
def test_a_small_gap_that_it_borders_where_it_lies_again_owes_a_lazy_monk() -> None:
    laid = (HALL, "2 hut blue hall d6 e6 f6 g6", "2 hut green hall c4 c5 c6 c7")
    after = rebuilding(laid=laid, wood="A").do("1 lift 1 hut red hall", "1 lay e5 f5 g5 h5")
    assert after.told[1:2] == ["1 lazy-monk d5"]
    assert (after.lazy, after.supply(1)) == ({"d5": 1}, 14)


WORKSHOPS = ("2 hut blue hall e12 f12 g12 h12", "2 hut green hall f11 g11 h11 i11")
"""They leave d12 and i12 of the workshops."""


@pytest.mark.rule("CG-III-4a2", "CG-III-1k9", "CG-I-3e4")
def test_a_gap_that_grows_too_large_by_the_lifting_sends_its_lazy_monk_home() -> None:
    play = rebuilding(laid=WORKSHOPS, wood="AE", lazy={"d12": 2})
    lifted = play.do("1 lift 1 hut blue hall")
    assert (lifted.lazy, lifted.supply(2)) == ({"d12": 2}, 14)
    after = lifted.do("1 lay d5 e5 f5 g5")
    assert after.told[1] == "2 lazy-monk-home d12"
    assert (after.lazy, after.supply(2)) == ({}, 15)


@pytest.mark.rule("CG-III-4a2", "CG-III-1k9")
def test_in_small_gaps_that_have_become_one_all_monks_stay() -> None:
    wing = "1 hut red wing c11 d11 e11 e12"
    laid = (wing, "2 hut blue hall f11 g11 h11 i11", "2 hut yellow hall g12 h12 i12 j12")
    play = rebuilding("rebuild-wing", laid=laid, wood="AE", lazy={"d12": 1, "f12": 2})
    after = play.do("1 lift 1 hut red wing", "1 lay d5 e5 f5 d6")
    assert "d12 e12 f12" in after.gaps
    assert (after.lazy, after.supply(1), after.supply(2)) == ({"d12": 1, "f12": 2}, 14, 14)


@pytest.mark.rule("CG-III-4a2", "CG-III-1k9", "CG-I-3e2")
def test_monks_of_one_gap_may_come_to_lie_on_one_space() -> None:
    laid = ("1 hut red tower g5 h5 g6 h6", "2 hut blue hall f11 g11 h11 i11", "2 hut yellow hall g12 h12 i12 j12")
    play = rebuilding("rebuild-tower", laid=laid, wood="AE", lazy={"d12": 1, "f12": 2})
    after = play.do("1 lift 1 hut red tower", "1 lay d11 e11 d12 e12")
    # Nobody owes another for f12, where both lie now.
    assert [monk.seat for monk in after.state.lazy] == [0, 1]
    assert (set(after.lazy), after.supply(1), after.supply(2)) == ({"f12"}, 14, 14)


@pytest.mark.rule("CG-III-4a2", "CG-I-3e3")
def test_a_lazy_monk_goes_home_when_it_covers_his_gap() -> None:
    play = rebuilding(laid=(HALL, *WORKSHOPS), wood="AE", lazy={"d12": 2, "i12": 1})
    after = play.do("1 lift 1 hut red hall", "1 lay d9 d10 d11 d12")
    assert "2 lazy-monk-home d12" in after.told
    assert (after.lazy, after.supply(2)) == ({"i12": 1}, 15)


@pytest.mark.rule("CG-III-4a2", "CG-I-3e2")
def test_gaps_are_judged_against_what_was_before_it_was_lifted() -> None:
    play = rebuilding(laid=WORKSHOPS, wood="AE", lazy={"d12": 2})
    after = play.do("1 lift 1 hut blue hall", "1 lay d12 e12 f12 g12")
    # The monk's own gap is covered, so he goes home; h12 is new, and the section borders it.
    assert after.told[1:3] == ["2 lazy-monk-home d12", "1 lazy-monk h12"]
    assert after.lazy == {"h12": 1}
    laid = (HALL, "2 hut blue hall f12 g12 h12 i12", "2 hut green hall f11 g11 h11 i11")
    play = rebuilding(laid=laid, wood="AE", lazy={"d12": 2})
    after = play.do("1 lift 1 hut red hall", "1 lay d9 d10 d11 d12")
    assert after.lazy == {"e12": 2}


@pytest.mark.rule("CG-III-4a3")
def test_it_brings_no_tiles() -> None:
    board = ("rebuild-hall", "red-with-green")
    play = rebuilding(*board, laid=("2 pouch joker hall d6 e6 f6 g6",)).do("1 lift 1 pouch joker hall")
    after = play.do("1 lay g5 h5 i5 j5")
    assert (after.tiles(1), after.tasks(1)) == ("0", ["rebuild-hall"])
    perfect = rebuilding().do("1 lift 1 hut red hall", "1 lay c5 d5 e5 f5")
    assert perfect.tiles(1) == "0"
    assert not [line for line in perfect.told if "tiles" in line]


@pytest.mark.rule("CG-III-4a3", "CG-II-4g")
def test_it_fulfils_all_tasks_that_a_section_laid_there_fulfils() -> None:
    transept = "1 hut blue transept c8 d7 d8 d9"
    board = ("progress-church", "progress-cloister", "red-beside-blue", "rebuild-hall", "hall-beside-transept")
    play = rebuilding(*board, laid=(HALL, transept), wood="ABC")
    after = play.do("1 lift 4 hut red hall", "1 lay e7 e8 e9 e10")
    assert after.tasks(1) == ["rebuild-hall", "progress-cloister", "red-beside-blue", "hall-beside-transept"]
    assert after.board[0] == "progress-church"
    assert after.points("tasks", 1) == 5


@pytest.mark.rule("CG-III-4a3")
def test_it_is_no_neighbour_of_its_own_and_no_longer_one_where_it_lay() -> None:
    board = ("rebuild-hall", "red-beside-blue")
    play = rebuilding(*board, laid=(HALL, "2 hut blue hall d6 e6 f6 g6"))
    after = play.do("1 lift 1 hut red hall", "1 lay i7 i8 i9 i10")
    assert (after.tasks(1), after.board[1]) == (["rebuild-hall"], "red-beside-blue")


@pytest.mark.rule("CG-III-4a3", "CG-II-3d1")
@pytest.mark.parametrize(
    ("beside", "home"),
    [
        (["1 A"], ["1 home beside A"]),
        (["1 A guest"], ["1 home guest A"]),
        (["1 A", "1 A guest"], ["1 home beside A", "1 home guest A"]),
    ],
)
def test_without_a_monk_in_the_supply_one_beside_a_building_goes_home(beside: list[str], home: list[str]) -> None:
    laid = (HALL, "2 hut blue hall d6 e6 f6 g6", "2 hut green hall c4 c5 c6 c7")
    play = rebuilding(laid=laid, wood="A", beside=beside, game=table(level=3, monks=len(beside)))
    owing = play.do("1 lift 1 hut red hall", "1 lay e5 f5 g5 h5")
    assert owing.legal(1) == home
    after = owing.do(home[-1])
    assert (after.lazy, after.supply(1), len(after.beside)) == ({}, 1, len(beside) - 1)


def school(play: Play) -> bool:
    """Whether the outer school is complete."""
    return is_complete(play.setting, play.state, 9)


@pytest.mark.rule("CG-III-4a4", "CG-II-3g1")
def test_a_building_that_it_completes_fulfils_complete() -> None:
    laid = (*SCHOOL_BUT_H1_AND_H2, "2 hut blue wing d5 e5 f5 d6")
    play = rebuilding("rebuild-wing", "complete-1", "complete-2", laid=laid, wood="AJ", beside=["1 J", "2 J guest"])
    assert not school(play)
    after = play.do("1 lift 1 hut blue wing", "1 lay h1 h2 h3 i3")
    assert "1 completed J" in after.told
    assert (after.tasks(1), school(after)) == (["rebuild-wing", "complete-1", "complete-2"], True)
    assert after.beside == ["1 J", "2 J guest"]
    assert after.wood == "AJ"


@pytest.mark.rule("CG-III-4a4")
def test_one_that_was_complete_before_the_lifting_does_not() -> None:
    laid = (*SCHOOL_BUT_H1_AND_H2, WING)
    play = rebuilding("rebuild-wing", "complete-1", laid=laid, wood="AJ")
    assert school(play)
    after = play.do("1 lift 1 hut blue wing", "1 lay g3 h1 h2 h3")
    assert school(after)
    assert (after.tasks(1), after.board[1]) == (["rebuild-wing"], "complete-1")
    assert not [line for line in after.told if "completed" in line]


@pytest.mark.rule("CG-III-4a4", "CG-II-3e7", "CG-III-1k9")
def test_a_building_that_it_opens_is_complete_no_longer_and_keeps_its_monks_and_tasks() -> None:
    laid = (*SCHOOL_BUT_H1_AND_H2, WING)
    beside, taken = ["1 J", "2 J guest", "2 J guest"], {2: ["complete-1"]}
    play = rebuilding("rebuild-wing", "progress-school", laid=laid, wood="AJ", beside=beside, taken=taken)
    after = play.do("1 lift 1 hut blue wing", "1 lay d5 e5 f5 d6")
    assert not school(after)
    assert (after.beside, after.tasks(2)) == (beside, ["complete-1"])
    assert (after.points("beside", 1), after.points("guests", 2)) == (1, 2)


@pytest.mark.rule("CG-III-4a4")
def test_it_keeps_its_origin() -> None:
    play = rebuilding(laid=("2 pouch red hall g6 h6 i6 j6",), wood="A", tiles="0")
    play = play.do("1 lift 1 pouch red hall", "1 lay b4 c4 d4 e4", "dealer task storm-north-tower")
    assert "- fallen pouch red hall b4 c4 d4 e4" in play.told
    assert ("pouch red hall" in play.pouch, play.laid) == (True, [])


@pytest.mark.rule("CG-III-4a4", "CG-III-1l1")
def test_it_counts_as_laid_latest() -> None:
    other = "2 hut blue hall c5 d5 e5 f5"
    play = rebuilding(laid=("2 hut red hall g6 h6 i6 j6", other), wood="A")
    play = play.do("1 lift 1 hut red hall", "1 lay b4 c4 d4 e4")
    assert play.laid == ["hut blue hall", "hut red hall"]
    assert play.do("dealer task storm-north-tower").laid == ["hut red hall"]
    never = filling(GAME, wood="A", laid=["2 hut red hall b4 c4 d4 e4", other]).do("dealer task storm-north-tower")
    assert never.laid == ["hut blue hall"]
