"""Level II, 6: scoring."""

from __future__ import annotations

from itertools import product

import pytest

from rules.campus_galli.game import CampusGalli
from rules.campus_galli.tiles import sets_of
from tests.rules.campus_galli.test_level_2_board import BOOKS
from tests.support.play import Play
from tests.support.positions import position, table, tiles_named

GAME = table(level=2)
TOGETHER = table(2, "coop", level=2)


def scored(
    game: CampusGalli = GAME,
    *,
    tiles: str = "0",
    other: str = "0",
    books: str = "",
    others_books: str = "",
    taken: dict[int, list[str]] | None = None,
    beside: tuple[str, ...] = (),
    wood: str = "AB",
) -> Play:
    """A table to be scored; what is not said brings no points."""
    return position(
        game,
        turns=["1 angel-1", "2 angel-2"],
        tiles={1: tiles, 2: other},
        books={1: books, 2: others_books},
        taken=taken,
        beside=beside,
        wood=wood,
    )


def totals(play: Play) -> list[float]:
    """The points of the seats."""
    return [points / 2 for points in play.game.sheet(play.state).seats]


@pytest.mark.rule("CG-II-6a")
def test_every_master_builder_and_every_guest_monk_scores_a_point() -> None:
    play = scored(beside=("1 A", "1 A guest", "1 B guest", "2 B"))
    assert (play.points("beside", 1), play.points("guests", 1)) == (1, 2)
    assert (play.points("beside", 2), play.points("guests", 2)) == (1, 0)
    assert totals(play) == [3, 1]


@pytest.mark.rule("CG-II-6b")
def test_every_book_scores_half_a_point_and_the_monastery_plan_a_whole_one() -> None:
    assert scored(books="book-abrogans book-troper").points("books", 1) == 1
    assert scored(books="book-monastery-plan").points("books", 1) == 1
    assert [card.points for card in GAME.setting.box.cards if card.key in BOOKS] == [2, *[1] * 15]


@pytest.mark.rule("CG-II-6c")
@pytest.mark.parametrize(
    ("tiles", "points"),
    [("RR", 0), ("RRR", 1), ("RRRRR", 1), ("RGB", 0), ("RGBY", 1), ("RRRGBY", 1), ("RRRRGBY", 2), ("RRRGGG", 2)],
)
def test_three_of_a_colour_score_a_point_and_so_does_one_of_each(tiles: str, points: int) -> None:
    assert scored(tiles=tiles).points("tiles", 1) == points


def most_sets(tiles: tuple[int, int, int, int]) -> int:
    """The most sets, found by taking away one set after the other in every way."""
    best = 0
    if min(tiles) >= 1:
        red, green, blue, yellow = tiles
        best = 1 + most_sets((red - 1, green - 1, blue - 1, yellow - 1))
    for colour, count in enumerate(tiles):
        if count >= 3:
            red, green, blue, yellow = (it - 3 * (place == colour) for place, it in enumerate(tiles))
            best = max(best, 1 + most_sets((red, green, blue, yellow)))
    return best


@pytest.mark.rule("CG-II-6d")
def test_of_all_ways_to_make_sets_the_best_is_counted() -> None:
    for red, green, blue, yellow in product(range(7), repeat=4):
        if red >= green >= blue >= yellow:
            tiles = (red, green, blue, yellow)
            assert sets_of(tiles) == most_sets(tiles), tiles


@pytest.mark.rule("CG-II-6d")
@pytest.mark.parametrize(
    ("tiles", "points"), [("RRRGGGBBBY", 3), ("RRRRGGGGBBBBY", 4), ("RRGGBBYY", 2), ("RRRRGGBBYY", 2)]
)
def test_a_tile_counts_in_one_set_only(tiles: str, points: int) -> None:
    assert sets_of(tiles_named(tiles)) == points


@pytest.mark.rule("CG-II-6d")
@pytest.mark.parametrize("game", [GAME, TOGETHER], ids=["versus", "together"])
def test_tiles_are_not_pooled(game: CampusGalli) -> None:
    play = scored(game, tiles="RR", other="RGBYY")
    assert (play.points("tiles", 1), play.points("tiles", 2)) == (0, 1)


@pytest.mark.rule("CG-II-6e", "CG-II-6f")
def test_two_halves_make_a_point_of_seals_and_of_books() -> None:
    play = scored(books="book-abrogans", taken={1: ["alms-1"]})
    assert totals(play)[0] == 1


@pytest.mark.rule("CG-II-6e", "CG-II-6f")
def test_a_half_left_over_is_lost_once_for_each_seat() -> None:
    play = scored(books="book-abrogans book-troper book-legendary", others_books="book-hortulus", tiles="RRR")
    assert totals(play) == [2, 0]
    assert (play.points("lost-half", 1), play.points("lost-half", 2)) == (-0.5, -0.5)


@pytest.mark.rule("CG-II-6e")
def test_without_a_half_left_over_no_row_says_so() -> None:
    with pytest.raises(AssertionError, match="no row"):
        scored(books="book-abrogans book-troper").points("lost-half", 1)


@pytest.mark.rule("CG-II-6f")
def test_in_co_op_the_halves_of_all_seats_are_added_before_the_last_is_lost() -> None:
    base = scored(TOGETHER).team
    assert base is not None
    assert scored(TOGETHER, books="book-abrogans").team == base
    assert scored(TOGETHER, books="book-abrogans", others_books="book-troper").team == base + 1
    three = scored(TOGETHER, books="book-abrogans book-hortulus", others_books="book-troper", tiles="RRR")
    assert three.team == base + 2
    assert three.points("lost-half") == -0.5


@pytest.mark.rule("CG-II-6f")
def test_below_nought_too_a_half_is_lost_and_not_won() -> None:
    play = position(
        GAME,
        turns=["1 angel-1", "2 angel-2"],
        laid=["2 hut blue tower b9 b10 c9 c10"],
        lazy={"b11": 1},
        tiles={1: "0"},
        books={1: "book-abrogans"},
    )
    assert totals(play)[0] == -1


@pytest.mark.rule("CG-II-6g")
@pytest.mark.parametrize(
    ("points", "band"),
    [
        (39, "iron-gall"),
        (40, "ochre"),
        (41, "ochre"),
        (42, "red-lead"),
        (44, "azurite"),
        (46, "tyrian-purple"),
        (48, "gold"),
        (49, "gold"),
        (50, "lapis-lazuli"),
        (61, "lapis-lazuli"),
    ],
)
def test_in_co_op_the_total_is_read_off_the_score_table(points: int, band: str) -> None:
    at = scored(TOGETHER, wood="ABCDEFGHIJK")
    assert at.team is not None
    missing = int(points - at.team)
    game = table(2, "coop", level=2, monks=missing)
    play = scored(game, wood="ABCDEFGHIJK", beside=("1 A",) * missing)
    assert play.team == points
    assert play.game.sheet(play.state).band == band


@pytest.mark.rule("CG-II-6g")
def test_from_40_the_table_has_succeeded_and_from_46_it_is_ready_for_level_iii() -> None:
    verdicts = {row.key: row.verdict for row in TOGETHER.setting.level.bands}
    assert [verdicts[key] for key in ("ochre", "red-lead", "azurite")] == ["success"] * 3
    assert {verdicts[key] for key in ("tyrian-purple", "gold", "lapis-lazuli")} == {"ready for level III"}
    assert verdicts["iron-gall"] == "in preparation"
