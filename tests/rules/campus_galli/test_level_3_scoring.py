"""Level III, 5 and 6: how long a match lasts, and scoring."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from rules.bots import bot_named
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.rounds import ChooseCard
from rules.simulate import play as played
from tests.rules.campus_galli.test_cover import COVER
from tests.support.play import Play
from tests.support.positions import position, table

GAME = table(level=3)
TOGETHER = table(2, "coop", level=3)
SOLO = table(1, level=3)
ALL = "ABCDEFGHIJK"
COVERED = [f"1 {it.origin} {it.colour} {it.shape} {' '.join(it.spaces)}" for it in COVER]
"""The whole monastery."""


def scored(
    game: CampusGalli = GAME,
    *,
    wood: str = ALL,
    laid: Iterable[str] = (),
    beside: Sequence[str] = (),
    books: str = "",
    cooperation: int = 0,
    others: int = 0,
    board: Sequence[str] = (),
    fallen: Sequence[str] = (),
    taken: Sequence[str] = (),
) -> Play:
    """A table to be scored; what is not said brings no points."""
    return position(
        game,
        turns=[f"{seat + 1} angel-{seat + 1}" for seat in game.setting.seats],
        wood=wood,
        laid=laid,
        beside=beside,
        tiles={seat + 1: "0" for seat in game.setting.seats},
        books={1: books},
        cooperation={1: cooperation, 2: others},
        board=board,
        fallen=fallen,
        taken={1: taken},
    )


def totals(play: Play) -> list[float]:
    """The points of the seats."""
    return [points / 2 for points in play.game.sheet(play.state).seats]


def keys(play: Play) -> set[str]:
    """The rows of the sheet."""
    return {line.key for line in play.game.sheet(play.state).lines}


LENGTHS = [(1, "solo", 40), (2, "versus", 19), (3, "coop", 13), (4, "versus", 10)]


@pytest.mark.rule("CG-III-5")
@pytest.mark.parametrize(("seats", "mode", "turns"), LENGTHS, ids=[mode + str(seats) for seats, mode, _ in LENGTHS])
def test_every_seat_takes_as_many_turns_as_its_piles_have_draws_of_three(seats: int, mode: str, turns: int) -> None:
    game = table(seats, mode, level=3)
    match = played(game, [bot_named("novice")] * seats, seed=seats)
    assert match.state.round == turns
    state, hands = game.initial(), list[int]()
    for event in match.events:
        if isinstance(event, ChooseCard) and event.seat == 0:
            hands.append(state.seats[0].hand.count)
        state = game.apply(state, event)
    # Of three seats each has sixteen cards in the second year: the last draw takes up the one left over.
    assert hands == [3] * (turns - 1) + [4 if seats == 3 else 3]
    assert {own.pile.count for own in state.seats} == {0}


@pytest.mark.rule("CG-III-6a")
def test_every_card_good_cooperation_scores_a_point_for_its_seat() -> None:
    play = scored(cooperation=3, others=1)
    assert (play.points("cooperation", 1), play.points("cooperation", 2)) == (3, 1)
    assert totals(play) == [3, 1]
    assert play.game.sheet(play.state).winners == (0,)


@pytest.mark.rule("CG-III-6a")
def test_in_co_op_they_are_added_up_like_all_points() -> None:
    without, some = scored(TOGETHER), scored(TOGETHER, cooperation=3, others=1)
    assert without.team is not None
    assert some.team == without.team + 4


@pytest.mark.rule("CG-III-6b", "CG-III-6c")
@pytest.mark.parametrize("game", [TOGETHER, SOLO], ids=["together", "solo"])
def test_a_complete_monastery_scores_five_points(game: CampusGalli) -> None:
    play = scored(game, laid=COVERED)
    assert play.points("monastery") == 5
    assert (play.points("large-gaps"), play.points("parchment")) == (0, 0)
    assert play.team == 5


@pytest.mark.rule("CG-III-6c")
def test_in_versus_it_scores_nothing() -> None:
    play = scored(laid=COVERED)
    assert "monastery" not in keys(play)
    assert totals(play) == [0, 0]


@pytest.mark.rule("CG-III-6b", "CG-III-6c")
def test_without_any_one_of_its_sections_it_is_not_complete() -> None:
    for missing in COVERED:
        play = scored(TOGETHER, laid=[line for line in COVERED if line != missing])
        assert play.points("monastery") == 0, missing


@pytest.mark.rule("CG-III-6c")
def test_one_parchment_building_is_enough_to_miss_it() -> None:
    f_and_its_neighbours = [line for line in COVERED if not {"m12", "n12", "n11", "o10"}.intersection(line.split())]
    play = scored(TOGETHER, wood=ALL.replace("F", ""), laid=f_and_its_neighbours)
    assert (play.points("monastery"), play.points("parchment"), play.points("large-gaps")) == (0, -6, 0)


@pytest.mark.rule("CG-III-6d", "CG-III-6e")
@pytest.mark.parametrize(
    ("points", "band", "verdict"),
    [
        (69, "iron-gall", "in preparation"),
        (70, "ochre", "success"),
        (71, "ochre", "success"),
        (72, "red-lead", "success"),
        (74, "red-lead", "success"),
        (75, "azurite", "success"),
        (77, "azurite", "success"),
        (78, "tyrian-purple", "outstanding"),
        (80, "tyrian-purple", "outstanding"),
        (81, "gold", "outstanding"),
        (83, "gold", "outstanding"),
        (84, "lapis-lazuli", "outstanding"),
        (99, "lapis-lazuli", "outstanding"),
    ],
)
def test_in_co_op_the_total_is_read_off_the_score_table(points: int, band: str, verdict: str) -> None:
    missing = points - 5
    play = scored(table(2, "coop", level=3, monks=missing), laid=COVERED, beside=["1 A"] * missing)
    assert play.team == points
    sheet = play.game.sheet(play.state)
    assert sheet.band == band
    (row,) = (row for row in TOGETHER.setting.level.bands if row.key == sheet.band)
    assert row.verdict == verdict


@pytest.mark.rule("CG-III-6d", "CG-II-6f")
def test_a_half_left_over_does_not_reach_the_next_band() -> None:
    game = table(2, "coop", level=3, monks=64)
    play = scored(game, laid=COVERED, beside=["1 A"] * 64, books="book-abrogans")
    assert (play.team, play.game.sheet(play.state).band) == (69, "iron-gall")
    two = scored(game, laid=COVERED, beside=["1 A"] * 64, books="book-abrogans book-troper")
    assert (two.team, two.game.sheet(two.state).band) == (70, "ochre")


@pytest.mark.rule("CG-III-6d")
def test_in_versus_no_table_is_read() -> None:
    play = scored(beside=["1 A"] * 3)
    sheet = play.game.sheet(play.state)
    assert (sheet.team, sheet.band) == (None, "")


@pytest.mark.rule("CG-III-6f")
def test_books_score_as_at_level_ii_and_once() -> None:
    assert scored(books="book-abrogans book-troper").points("books", 1) == 1
    assert scored(books="book-monastery-plan").points("books", 1) == 1
    three = scored(books="book-monastery-plan book-abrogans book-troper", taken=["long-hours-red", "long-hours-blue"])
    assert (three.points("books", 1), three.points("tasks", 1)) == (2, 1)
    assert totals(three) == [3, 0]


@pytest.mark.rule("CG-I-6g", "CG-III-1m")
def test_in_co_op_a_large_gap_behind_the_cordon_costs_its_points() -> None:
    play = scored(TOGETHER, wood="A", board=["halt-church"])
    assert play.points("large-gaps") == -3


@pytest.mark.rule("CG-III-1k8")
def test_in_co_op_every_collapse_that_was_not_prevented_costs_a_point() -> None:
    play = scored(TOGETHER, laid=COVERED, fallen=["collapse-1", "collapse-3"])
    assert (play.points("fallen"), play.team) == (-2, 3)
    assert "fallen" not in keys(scored(laid=COVERED))
