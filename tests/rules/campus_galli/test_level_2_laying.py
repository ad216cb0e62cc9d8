"""Level II, 3b to 3d: laying a section, the tiles that it brings, lazy monks."""

from __future__ import annotations

import pytest

from rules.campus_galli.game import CampusGalli
from rules.engine.entropy import derive_entropy
from tests.support.play import Play
from tests.support.positions import position, table

GAME = table(level=2)
BAKERY_BUT_B11 = ("2 hut blue tower b9 b10 c9 c10", "2 hut green transept c8 d7 d8 d9")


def lays(
    section: str,
    spaces: str,
    *board: str,
    laid: tuple[str, ...] = (),
    tiles: str = "0",
    game: CampusGalli = GAME,
    beside: tuple[str, ...] = (),
) -> Play:
    """After seat 1, which has these tiles, has laid the section."""
    at = position(game, laying=section, board=board, laid=laid, tiles={1: tiles, 2: "RGBY"}, beside=beside)
    return at.do(f"1 lay {spaces}")


@pytest.mark.rule("CG-II-3b")
def test_a_card_of_level_i_is_paid_for_and_lays_a_section_as_at_level_i() -> None:
    play = position(GAME, turns=["1 build-red-green", "2 angel-2"], tiles={1: "R"})
    assert play.tiles(1) == "0"
    shapes = ("hall", "tower", "wing", "transept", "corner")
    assert set(play.legal(1)) == {f"1 take hut {colour} {shape}" for colour in ("red", "green") for shape in shapes}
    play = play.do("1 take hut green hall")
    assert play.why_not("1 lay k5 k6 k7 k8") == ("covers-tree", "CG-I-3a4")
    assert "hut green hall" not in play.do("1 lay d5 e5 f5 g5").hut


@pytest.mark.rule("CG-II-3b1")
def test_a_section_bears_no_master_builder() -> None:
    after = lays("hut red hall", "d5 e5 f5 g5")
    assert [it.builder for it in after.state.laid] == [False]
    assert after.supply(1) == 15


@pytest.mark.rule("CG-II-3b1")
def test_completing_a_building_flips_none() -> None:
    after = lays("hut red hall", "b11 c11 d11 e11", laid=BAKERY_BUT_B11)
    assert "1 completed C" in after.told
    assert (after.wood, after.due, after.beside) == ("ABC", "2", [])


@pytest.mark.rule("CG-II-3b1")
def test_the_steps_keep_their_order() -> None:
    after = lays("hut blue tower", "b9 c9 b10 c10", "progress-bakery", "long-hours-red", tiles="R")
    told = [line.split()[1] for line in after.told]
    assert told == ["section-laid", "tiles-received", "task-fulfilled", "lazy-monk"]
    paid = position(GAME, turns=["1 build-red-1", "2 angel-2"], tiles={1: "R"})
    assert paid.tiles(1) == "0"
    assert "take" in paid.legal(1)[0]


@pytest.mark.rule("CG-II-3b1")
def test_the_end_of_the_turn_comes_after_lazy_monks() -> None:
    game = table(level=2, monks=1)
    asked = lays("hut blue tower", "b9 c9 b10 c10", "long-hours-red", game=game, beside=("1 A",))
    assert asked.legal(1) == ["1 home beside A"]
    assert "1 claim 1" in asked.do("1 home beside A").legal(1)


@pytest.mark.rule("CG-II-3b2")
def test_a_joker_is_drawn_like_any_section_of_its_shape() -> None:
    felt = position(GAME, turns=["1 pray-hall", "2 angel-2"], tiles={1: "B"}).do("1 take pouch hall")
    assert felt.told == ["1 shape-felt hall"]
    drawn = {felt.game.format(felt.game.deal(felt.state, derive_entropy("joker", i))) for i in range(100)}
    assert drawn == {f"dealer felt {colour} hall" for colour in ("red", "green", "blue", "yellow", "joker")}
    assert felt.do("dealer felt joker hall").told == ["1 section-taken pouch joker hall"]
    assert felt.why_not("dealer felt joker wing") == ("bad-draw", "CG-I-3a12")


@pytest.mark.rule("CG-II-3b2")
def test_a_joker_is_laid_by_all_clauses_of_laying() -> None:
    holding = position(GAME, laying="pouch joker hall")
    coloured = position(GAME, laying="pouch red hall")
    assert holding.legal(1) == coloured.legal(1)
    assert holding.why_not("1 lay e5 f5 e6 f6") == ("wrong-shape", "CG-I-3a6")


NEXT_TO = "g5 h5 i5 j5"


@pytest.mark.rule("CG-II-3b4")
@pytest.mark.parametrize("task", ["red-beside-blue", "red-beside-green", "red-beside-yellow"])
def test_a_joker_fulfils_no_pair_of_colours_as_the_section_laid(task: str) -> None:
    after = lays("pouch joker tower", "e5 f5 e6 f6", task, laid=(f"2 hut red hall {NEXT_TO}",))
    assert after.tasks(1) == []


@pytest.mark.rule("CG-II-3b4")
def test_nor_as_its_neighbour() -> None:
    after = lays("hut red tower", "e5 f5 e6 f6", "red-beside-blue", laid=(f"2 pouch joker hall {NEXT_TO}",))
    assert after.tasks(1) == []


@pytest.mark.rule("CG-II-3b4")
def test_it_fulfils_no_colour_on_a_side() -> None:
    after = lays("pouch joker tower", "b9 c9 b10 c10", "red-west", "blue-west")
    assert after.tasks(1) == []


@pytest.mark.rule("CG-II-3b4")
def test_it_fulfils_pairs_of_shapes_from_both_sides_shapes_on_letters_and_progress() -> None:
    board = ("tower-beside-transept", "progress-church", "transept-on-church")
    after = lays("pouch joker transept", "e5 f5 g5 f6", *board, laid=("2 hut red tower c5 d5 c6 d6",))
    assert after.tasks(1) == list(board)
    neighbour = lays("hut red tower", "c5 d5 c6 d6", board[0], laid=("2 pouch joker transept e5 f5 g5 f6",))
    assert neighbour.tasks(1) == [board[0]]


@pytest.mark.rule("CG-II-3c")
def test_a_section_that_covers_no_grass_brings_a_tile_of_its_own_colour() -> None:
    assert lays("hut green hall", "d5 e5 f5 g5").tiles(1) == "G"


@pytest.mark.rule("CG-II-3c", "CG-II-3c1")
def test_on_grass_and_without_its_symbol_it_brings_nothing() -> None:
    assert lays("hut green hall", "b9 c9 d9 e9").tiles(1) == "0"


@pytest.mark.rule("CG-II-3c1")
@pytest.mark.parametrize(
    ("section", "spaces", "tiles"),
    [
        ("hut red hall", "d5 e5 f5 g5", "RRRR"),
        ("hut red hall", "b9 c9 d9 e9", "RR"),
        ("hut blue tower", "g5 h5 g6 h6", "BB"),
        ("hut yellow tower", "e5 f5 e6 f6", "Y"),
    ],
)
def test_every_symbol_of_its_own_colour_brings_a_tile_on_grass_or_not(section: str, spaces: str, tiles: str) -> None:
    after = lays(section, spaces)
    assert after.tiles(1) == tiles
    assert after.told[1] == f"1 tiles-received {tiles}"


@pytest.mark.rule("CG-II-3c2")
@pytest.mark.parametrize(("spaces", "tiles"), [("e5 f5 e6 f6", "RB"), ("g5 h5 g6 h6", "RGB"), ("b9 c9 b10 c10", "RR")])
def test_a_joker_brings_a_tile_for_every_symbol_and_nothing_for_lying_without_grass(spaces: str, tiles: str) -> None:
    assert lays("pouch joker tower", spaces).tiles(1) == tiles


@pytest.mark.rule("CG-II-3c2")
def test_a_joker_brings_a_tile_for_a_symbol_on_grass_too() -> None:
    assert lays("pouch joker hall", "b9 c9 d9 e9").tiles(1) == "RR"


@pytest.mark.rule("CG-II-3c2")
def test_a_joker_that_covers_no_symbol_brings_nothing() -> None:
    assert lays("pouch joker hall", "c4 d4 e4 f4").tiles(1) == "0"


@pytest.mark.rule("CG-II-3g5", "CG-II-3g6")
def test_a_joker_can_bring_all_together() -> None:
    assert lays("pouch joker tower", "e5 f5 e6 f6", "red-with-blue").tasks(1) == ["red-with-blue"]


@pytest.mark.rule("CG-II-3g5")
def test_a_coloured_section_brings_one_colour_alone() -> None:
    assert lays("hut red tower", "e5 f5 e6 f6", "red-with-blue").tasks(1) == []


@pytest.mark.rule("CG-II-3g1")
def test_complete_is_fulfilled_by_covering_a_buildings_last_space_whatever_the_building() -> None:
    after = lays("hut red hall", "b11 c11 d11 e11", "complete-1", "complete-2", laid=BAKERY_BUT_B11)
    assert after.tasks(1) == ["complete-1", "complete-2"]


@pytest.mark.rule("CG-II-3g1")
def test_it_is_not_while_a_space_is_left_nor_by_a_building_that_was_complete_before() -> None:
    assert lays("hut blue tower", "b9 b10 c9 c10", "complete-1", laid=(BAKERY_BUT_B11[1],)).tasks(1) == []
    laid = (*BAKERY_BUT_B11, "2 hut red hall b11 c11 d11 e11")
    assert lays("hut blue hall", "d5 e5 f5 g5", "complete-1", laid=laid).tasks(1) == []


@pytest.mark.rule("CG-II-3d")
def test_a_small_gap_costs_its_player_a_lazy_monk() -> None:
    after = lays("hut blue tower", "b9 c9 b10 c10")
    assert after.lazy == {"b11": 1}
    assert after.supply(1) == 14


TWO_GAPS = "2 hut green hall c4 c5 c6 c7"
"""With it, a tower on the bakery leaves a gap at c8 and one at b11."""
NO_SUPPLY = table(level=2, monks=2)
BOTH = ("1 A", "1 B guest")


@pytest.mark.rule("CG-II-3d1")
def test_without_a_monk_at_home_one_beside_a_building_goes_home_a_builder_or_a_guest() -> None:
    asked = lays("hut blue tower", "b9 c9 b10 c10", game=NO_SUPPLY, beside=BOTH)
    assert asked.legal(1) == ["1 home beside A", "1 home guest B"]
    guest = asked.do("1 home guest B")
    assert (guest.beside, guest.supply(1), guest.lazy) == (["1 A"], 1, {})
    builder = asked.do("1 home beside A")
    assert (builder.beside, builder.supply(1), builder.lazy) == (["1 B guest"], 1, {})


@pytest.mark.rule("CG-II-3d1")
def test_only_the_seats_own_monks_of_that_kind_go_home() -> None:
    asked = lays("hut blue tower", "b9 c9 b10 c10", game=NO_SUPPLY, beside=(*BOTH, "2 C", "2 C guest"))
    for line in ("1 home beside B", "1 home guest A", "1 home beside C", "1 home guest C"):
        assert asked.why_not(line) == ("no-builder-there", "CG-II-3d1")


@pytest.mark.rule("CG-II-3d1")
def test_the_loss_is_the_same_one_point() -> None:
    asked = lays("hut blue tower", "b9 c9 b10 c10", game=NO_SUPPLY, beside=BOTH)
    before = asked.points("beside", 1) + asked.points("guests", 1)
    after = asked.do("1 home guest B")
    assert after.points("beside", 1) + after.points("guests", 1) == before - 1


@pytest.mark.rule("CG-II-3d1")
def test_who_owes_another_lays_down_the_monk_sent_home() -> None:
    asked = lays("hut blue tower", "b9 c9 b10 c10", laid=(TWO_GAPS,), game=NO_SUPPLY, beside=BOTH)
    after = asked.do("1 home guest B")
    assert (after.beside, after.supply(1), after.lazy) == (["1 A"], 0, {"b11": 1})


@pytest.mark.rule("CG-II-3d1")
def test_a_seat_with_none_beside_a_building_either_owes_nothing() -> None:
    game = table(level=2, monks=1)
    after = lays("hut blue tower", "b9 c9 b10 c10", laid=(TWO_GAPS,), game=game, beside=("2 A",))
    assert (after.lazy, after.due, after.beside) == ({"c8": 1}, "2", ["2 A"])
