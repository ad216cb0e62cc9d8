"""Entering a move: what arrows, tab, numbers and clicks choose, and what each way says, without a screen."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from galli_tui.games.campus_galli.game_texts import TEXTS
from galli_tui.games.campus_galli.move_entry.base import POUCH, MoveEntry
from galli_tui.games.campus_galli.move_entry.choosing import ChooseCardEntry, DeclareEntry
from galli_tui.games.campus_galli.move_entry.factory import WaitingEntry, move_entry_for
from galli_tui.games.campus_galli.move_entry.flipping import FlipBuildingEntry, SendBuilderHomeEntry
from galli_tui.games.campus_galli.move_entry.laying import LaySectionEntry
from galli_tui.games.campus_galli.move_entry.taking import TakeSectionEntry
from galli_tui.games.campus_galli.preview import preview
from galli_tui.games.kit.decision import Arrow, InputKind, SelectResult
from galli_tui.plain.numbered_moves import NumberedMoves
from rules.campus_galli.box import Origin
from rules.campus_galli.gaps import SendBuilderHome
from rules.campus_galli.laying_sections import FlipBuilding, LaySection
from rules.campus_galli.layout import Placement
from rules.campus_galli.loader import standard
from rules.campus_galli.rounds import ChooseCard
from rules.campus_galli.turn_order import Declare
from rules.engine.grid import Mask, space_name, spaces_of
from rules.engine.refusal import Refusal
from rules.engine.secrecy import PUBLIC, Seat
from tests.support.play import Play
from tests.support.positions import CHURCH_BUT_F6, opening, position, table, with_symbols
from tests.support.table_positions import PICTURED, PositionTable, context, entering, own_view, spaces, tab_to, words

BARE = with_symbols()
"""No symbols, so that no master builder stands on any section."""
WIDTH, HEIGHT = 45, 13
"""The room at 80x24 with the fewest tasks."""


def choosing(play: Play | None = None) -> ChooseCardEntry:
    found = entering(play or opening(hands={1: "pray-hall build-red-1", 2: "angel-1 seer-1"}))
    assert isinstance(found, ChooseCardEntry)
    return found


def taking(card: str, *laid: str) -> TakeSectionEntry:
    found = entering(position(turns=(f"1 {card}", "2 angel-2"), laid=laid))
    assert isinstance(found, TakeSectionEntry)
    return found


def laying(play: Play | None = None) -> LaySectionEntry:
    found = entering(play or position(laying="hut red wing"))
    assert isinstance(found, LaySectionEntry)
    return found


def names(mask: int) -> str:
    return " ".join(space_name(space, 15) for space in spaces_of(mask))


# Choosing a card


def test_each_card_of_the_hand_has_its_number_and_effect() -> None:
    text = " ".join(words(choosing().lines(WIDTH, HEIGHT)).translate(PICTURED).split())
    assert "17 pray" in text
    assert "Draw a hall from the pouch; its colour is random." in text
    assert "50 build" in text
    assert "The other card comes back in year 2." in text


def test_a_number_selects_that_card_and_enter_chooses_it() -> None:
    hand = choosing()
    assert hand.select_number(2) is SelectResult.MOVED
    assert hand.select_number(2) is SelectResult.UNMOVED
    move = hand.enter()
    assert isinstance(move, ChooseCard)
    assert move.card.value == hand.context.box.cards.index(hand.cards[1])


def test_arrows_go_round_the_hand_and_enter_chooses() -> None:
    hand = choosing()
    hand.move(Arrow.DOWN)
    assert hand.at == 1
    hand.move(Arrow.DOWN)
    assert hand.at == 0
    hand.move(Arrow.UP)
    chosen = hand.enter()
    hand.select_number(2)
    assert hand.enter() == chosen


def test_a_number_that_is_no_card_does_nothing() -> None:
    assert choosing().select_number(3) is SelectResult.NONE


def test_a_click_on_a_card_selects_it() -> None:
    hand = choosing()
    targets = {line.target for line in hand.lines(WIDTH, HEIGHT)}
    assert {"choice:0", "choice:1"} <= targets
    assert hand.select_target("choice:1") is SelectResult.MOVED
    assert hand.at == 1
    assert hand.select_target("stock:0,0") is SelectResult.NONE


def test_open_hands_are_shown_to_all() -> None:
    game = table(2, variants=("open-hands",))
    play = opening(game, hands={1: "pray-hall build-red-1", 2: "angel-1 seer-1"})
    assert "Bruno holds grand seer 37; angel 101." in words(choosing(play).lines(60, HEIGHT))


def test_a_hidden_hand_is_not() -> None:
    assert "Bruno" not in words(choosing().lines(60, HEIGHT))


def test_little_room_gets_the_short_form_of_cards() -> None:
    lines = choosing().lines(WIDTH, 3)
    assert len(lines) == 3
    assert "hut: any shape, red" in words(lines)


# Declaring


def declaration() -> Play:
    return opening(hands={1: "double-hall-1 build-red-1", 2: "angel-1 seer-1"}).do(
        "1 choose double-hall-1", "2 choose angel-1", "dealer reveal double-hall-1 angel-1"
    )


def declaring() -> DeclareEntry:
    found = entering(declaration())
    assert isinstance(found, DeclareEntry)
    return found


def test_declaring_shows_both_turn_orders_the_stock_and_the_others_cards() -> None:
    text = words(declaring().lines(WIDTH, HEIGHT))
    assert "22 pouch: draw a hall" in text
    assert "4 left; you get a random colour: red, green, blue or yellow." in " ".join(text.split())
    assert "40 hut: take a hall" in text
    assert "The others: Bruno angel 101." in text


def test_declaring_alone_names_keys_and_clicks() -> None:
    play = opening(table(1, "solo"), hands={1: "double-hall-1 build-red-1"}).do("1 choose double-hall-1")
    prompt = entering(play.do("dealer reveal double-hall-1")).prompt
    assert prompt.endswith("1 hut or 2 pouch? (number and Enter, or two clicks)")


def without_halls(play: Play) -> Play:
    """Return a position whose pouch has no hall left."""
    (hall,) = (shape for shape, it in enumerate(play.game.setting.box.shapes) if it.name == "hall")
    halls = play.game.setting.shape_sections[hall]
    return Play(play.game, play.state._replace(pouch=play.state.pouch & ~halls))


def test_before_a_card_is_declared_it_is_said_which_way_would_take_nothing() -> None:
    play = without_halls(declaration())
    text = " ".join(words(entering(play).lines(WIDTH, HEIGHT)).split())
    assert "No hall is left in the pouch: the card would take nothing and be spent." in text
    assert entering(play).prompt.endswith("1 hut or 2 pouch? No hall is left in the pouch.")
    moves = NumberedMoves(PositionTable(play), TEXTS, Seat(0), Seat(0))
    nothing = "no hall is left in the pouch, so the card would take nothing and be spent"
    assert sorted(moves.words) == [
        "play it from the hut, turn order 40",
        f"play it from the pouch, turn order 22; {nothing}",
    ]


def test_a_card_in_hand_for_shapes_that_have_run_out_says_so() -> None:
    play = without_halls(opening(hands={1: "pray-hall build-red-1", 2: "angel-1 seer-1"}))
    shown = words(entering(play).lines(WIDTH, HEIGHT)).replace("▀▀▀▀", "")
    assert "No hall is left in the pouch: the card would take nothing" in " ".join(shown.split())


def test_declaring_one_is_the_hut_and_two_the_pouch() -> None:
    for number, origin in (1, Origin.HUT), (2, Origin.POUCH):
        found = declaring()
        found.select_number(number)
        assert found.enter() == Declare(Seat(0), origin)


def test_once_pouch_or_hut_is_declared_the_card_says_only_that() -> None:
    for declared, told in (
        ("pouch", "Draw a hall from the pouch; its colour is random."),
        ("hut", "Take a hall of any colour from the hut."),
    ):
        play = opening(hands={1: "double-hall-1 build-red-1", 2: "angel-1 seer-1"}).do(
            "1 choose double-hall-1",
            "2 choose angel-1",
            "dealer reveal double-hall-1 angel-1",
            f"1 declare {declared}",
        )
        text = " ".join(words(entering(play).lines(WIDTH, HEIGHT)).split())
        assert told in text
        assert "turn order" not in text


def test_a_single_seat_is_told_no_turn_order() -> None:
    for seats, told in ((1, False), (2, True)):
        hands = {1: "double-hall-1 angel-1"} | ({2: "angel-2 seer-1"} if seats == 2 else {})
        text = words(choosing(opening(table(seats), hands=hands)).lines(WIDTH, 99))
        assert ("turn order" in text) == told
        assert ("Angels play last" in text) == told


# Taking a section


def test_the_cursor_begins_on_something_that_may_be_taken() -> None:
    way = taking("build-blue-1")
    assert (way.stock_cursor.shape, way.stock_cursor.column) == (0, 2)
    move = way.enter()
    assert move is not None
    assert not isinstance(move, Refusal)


def test_an_unavailable_section_can_be_inspected_and_says_why() -> None:
    way = taking("build-blue-1")
    way.select_target("stock:0,1")
    answer = way.enter()
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.clause) == ("card-does-not-allow", "CG-I-3a8")
    assert "The card doesn't allow the green hall. (CG-I-3a8)" in " ".join(words(way.lines(WIDTH, HEIGHT)).split())


def test_an_empty_stock_space_says_so() -> None:
    way = taking("master-1", "2 hut red hall e5 f5 g5 h5")
    way.select_target("stock:0,0")
    text = " ".join(words(way.lines(WIDTH, HEIGHT)).split())
    assert "The red hall isn't in the hut. (CG-I-3a)" in text


def test_tab_goes_through_all_that_may_be_taken_and_nothing_else() -> None:
    way = taking("build-red-blue")
    seen: list[tuple[int, int]] = []
    for _ in range(10):
        seen.append((way.stock_cursor.shape, way.stock_cursor.column))
        assert not isinstance(way.enter(), Refusal)
        way.jump(1)
    assert sorted(seen) == [(shape, colour) for shape in range(5) for colour in (0, 2)]
    way.jump(-1)
    assert (way.stock_cursor.shape, way.stock_cursor.column) == (4, 2)


def test_tab_skips_unavailable_sections() -> None:
    way = taking("build-blue-1")
    way.select_target("stock:0,1")
    way.jump(1)
    assert (way.stock_cursor.shape, way.stock_cursor.column) == (0, 2)
    way.select_target("stock:0,3")
    way.jump(-1)
    assert (way.stock_cursor.shape, way.stock_cursor.column) == (0, 2)


@pytest.mark.parametrize(
    ("start", "way", "end"),
    [
        ("0,0", Arrow.RIGHT, (0, 2)),
        ("0,2", Arrow.RIGHT, (0, 0)),
        ("0,0", Arrow.LEFT, (0, 2)),
        ("0,0", Arrow.UP, (4, 0)),
        ("0,2", Arrow.DOWN, (1, 2)),
        ("0,3", Arrow.DOWN, (1, 2)),
        ("0,1", Arrow.RIGHT, (0, 2)),
    ],
)
def test_arrows_skip_what_the_card_forbids(start: str, way: Arrow, end: tuple[int, int]) -> None:
    entry = taking("build-red-blue")
    entry.select_target(f"stock:{start}")
    entry.move(way)
    assert (entry.stock_cursor.shape, entry.stock_cursor.column) == end
    assert entry.refusal is None


def test_a_pouch_shape_is_listed_with_its_possible_colours() -> None:
    way = taking("pray-tower", "2 pouch red tower e5 f5 e6 f6")
    assert (way.stock_cursor.shape, way.stock_cursor.column) == (1, POUCH)
    text = " ".join(words(way.lines(WIDTH, HEIGHT)).split())
    assert "a tower from the pouch" in text
    assert "Random colour: green, blue or yellow." in text


def test_a_click_selects_and_a_second_click_takes() -> None:
    way = taking("build-red-1")
    assert way.select_target("stock:3,0") is SelectResult.MOVED
    assert (way.stock_cursor.shape, way.stock_cursor.column) == (3, 0)
    assert way.select_target("stock:3,0") is SelectResult.UNMOVED


# Laying it


def test_the_section_begins_over_a_legal_place_unturned() -> None:
    way = laying()
    assert way.enter() == LaySection(Seat(0), way.place.index)
    assert "not rotated" in words(way.lines(WIDTH, HEIGHT))


def test_the_section_never_leaves_the_plan() -> None:
    way = laying()
    for direction in Arrow:
        for _ in range(20):
            way.move(direction)
        assert way.place.mask.bit_count() == len(way.context.box.shapes[way.shape].cells)
    for _ in range(4):
        way.rotate()
        assert way.place.mask.bit_count() == 4


def test_a_longer_outline_of_a_custom_box_has_a_larger_picture() -> None:
    shapes = standard().shapes
    longer = shapes[0]._replace(cells=tuple((x, 0) for x in range(6)))
    box = standard()._replace(shapes=(longer, *shapes[1:]))
    way = laying(position(table(box=box), laying="hut red hall"))
    assert "▲ ▲ ▲ ▲ ▲ ▲" in words(way.lines(WIDTH, HEIGHT))
    way.rotate()
    assert sum("▲" in line.text for line in way.lines(WIDTH, HEIGHT)) == 6


def test_arrows_move_it_by_one_space() -> None:
    way = laying()
    before = way.place.mask
    way.move(Arrow.RIGHT)
    assert way.place.mask == before << 1
    way.move(Arrow.DOWN)
    assert way.place.mask == before << 16


def test_four_rotations_and_two_flips_change_nothing() -> None:
    way = laying()
    for _ in range(5):
        way.move(Arrow.UP)
    before = way.place
    for _ in range(4):
        way.rotate()
    way.flip()
    way.flip()
    assert way.place is before


def test_rotations_are_counted_only_where_they_change_the_section() -> None:
    def told(shape: str, keys: str) -> str:
        way = laying(position(laying=f"hut red {shape}"))
        for key in keys:
            (way.rotate if key == "r" else way.flip)()
        return words(way.lines(WIDTH, HEIGHT))

    for keys in ("", "r", "m", "rrrm"):
        assert "rotated" not in told("tower", keys)
        assert "flipped" not in told("tower", keys)
    assert "not rotated" in told("hall", "rrm")
    assert "rotated 90°" in told("hall", "r")
    assert "rotated 180°, flipped" in told("wing", "mrr")


def test_flipping_mirrors_it_as_it_is_held() -> None:
    way = laying()
    way.rotate()
    columns = {space % 15 for space in way.place.spaces}
    shape = {(space % 15 - min(columns), space // 15) for space in way.place.spaces}
    way.flip()
    mirrored = {space % 15 for space in way.place.spaces}
    over = {(max(mirrored) - space % 15, space // 15) for space in way.place.spaces}
    assert shape == over


def test_tab_goes_to_the_best_place_first_and_then_down_through_all() -> None:
    play = position(table(box=with_symbols(red="e5")), laying="hut red hall", board=("progress-cloister",))
    way = laying(play)
    way.jump(1)
    assert way.preview.worth == max(_worths(way))
    seen: list[int] = []
    for _ in play.legal(1):
        seen.append(way.preview.worth)
        way.jump(1)
    assert seen == sorted(seen, reverse=True)


def _worths(way: LaySectionEntry) -> list[int]:
    """What every legal place is worth."""
    found = (
        preview(way.context.game, way.own_view, way.seat, placement) for placement in way.context.layout.placements
    )
    return [it.worth for it in found if it.refusal is None]


def test_shift_tab_goes_back() -> None:
    way = laying()
    way.jump(1)
    first = way.place
    way.jump(1)
    way.jump(-1)
    assert way.place is first


def test_an_illegal_place_says_why_and_places_nothing() -> None:
    way = laying(position(laying="hut red hall"))
    way.rotate()
    way.select_space(next(spaces_of(spaces(position(), "k8"))))
    answer = way.enter()
    assert isinstance(answer, Refusal)
    assert answer.clause == "CG-I-3a4"
    assert "It would cover a tree at k8. (CG-I-3a4)" in " ".join(words(way.lines(WIDTH, HEIGHT)).split())
    assert not way.highlights.held_legal


def test_the_verdict_names_what_the_place_earns() -> None:
    game = table(box=with_symbols(red="e5"))
    play = position(game, laying="hut red transept", board=("transept-on-church", "red-beside-blue"))
    way = laying(play)
    way.select_space(next(spaces_of(spaces(play, "f5"))))
    assert names(way.place.mask) == "e5 f5 g5 f6"
    text = words(way.lines(WIDTH, HEIGHT))
    assert "✓ task: transept on the church (A)" in text
    assert "✓ master builder: red on e5, no grass" in text
    assert "this move: +3" in text
    assert [play.setting.box.tasks[task].key for task in way.fulfilled_tasks] == ["transept-on-church"]


def test_the_verdict_says_why_no_builder_comes() -> None:
    game = table(box=with_symbols(red="e5"))
    over_grass = laying(position(game, laying="hut red hall"))
    over_grass.rotate()
    over_grass.select_space(next(spaces_of(spaces(position(), "e4"))))
    assert "no master builder: grass at e" in words(over_grass.lines(WIDTH, HEIGHT))
    plain = laying(position(game, laying="hut blue hall"))
    plain.select_space(next(spaces_of(spaces(position(), "f5"))))
    assert "no master builder: no blue symbol" in words(plain.lines(WIDTH, HEIGHT))


@pytest.mark.parametrize(
    ("mode", "whose", "told"),
    [
        ("versus", 1, "✓ Anna: 1 lazy monk home from b11 +1"),
        ("versus", 2, "· 1 lazy monk home from b11: +1 for Bruno"),
        ("coop", 2, "✓ Bruno: 1 lazy monk home from b11 +1"),
    ],
)
def test_the_verdict_says_whose_point_a_lazy_monk_gone_home_is(mode: str, whose: int, told: str) -> None:
    laid = ("1 hut blue tower b9 b10 c9 c10", "2 hut green transept c8 d7 d8 d9")
    play = position(table(mode=mode, box=BARE), laying="hut red hall", laid=laid, lazy={"b11": whose})
    way = laying(play)
    tab_to(way, spaces(play, "b11 c11 d11 e11"))
    assert told in " ".join(words(way.lines(WIDTH, HEIGHT)).split())


def test_the_verdict_says_which_flip_spares_a_lazy_monk() -> None:
    laid = (
        "1 hut red wing c4 c5 c6 d6",
        "1 hut red hall d5 e5 f5 g5",
        "1 hut green hall h5 i5 j5 k5",
        "1 hut blue hall e6 f6 g6 h6",
        "1 pouch red hall i6 j6 k6 l6",
        "1 pouch blue hall l2 l3 l4 l5",
        "2 hut blue tower b10 c10 b11 c11",
    )
    play = position(table(box=BARE), laying="hut green wing", laid=laid)
    way = laying(play)
    tab_to(way, spaces(play, "c7 d7 d8 d9"))
    text = " ".join(words(way.lines(WIDTH, HEIGHT)).split())
    assert "completes the church (A): may flip one" in text
    assert "gap of 3 at c8: 1 lazy monk, unless D is flipped -1" in text
    assert "this move: -1 or +1 with a flip" in text
    assert names(way.highlights.new_gaps) == "c8 b9 c9"


def test_the_verdict_counts_large_gaps_where_the_seats_play_together() -> None:
    play = position(table(2, "coop", box=BARE), laying="hut red hall")
    way = laying(play)
    tab_to(way, spaces(play, "c4 c5 c6 c7"))
    text = " ".join(words(way.lines(WIDTH, HEIGHT)).split())
    assert "✗ splits a gap into 2 of 4+ free spaces: 29 at d5 and 6 at c8 -3" in text
    assert "this move: you 0, team -3" in text


def test_a_click_moves_the_section_and_a_second_click_places_it() -> None:
    way = laying(position(laying="hut red hall"))
    there = next(spaces_of(spaces(position(), "f6")))
    assert way.select_space(there) is SelectResult.MOVED
    assert way.place.mask >> there & 1
    assert way.select_space(there) is SelectResult.UNMOVED
    assert way.enter() == LaySection(Seat(0), way.place.index)


def test_the_mouse_over_the_plan_shows_where_a_click_would_put_the_section_and_moves_nothing() -> None:
    way = laying(position(laying="hut red hall"))
    before, there = way.place, next(spaces_of(spaces(position(), "b9")))
    assert way.hover(there)
    assert way.place is before
    shown = way.highlights.marked
    assert shown >> there & 1
    assert way.enter() == LaySection(Seat(0), before.index)
    way.select_space(there)
    assert way.place.mask == shown
    assert not way.hover(there)
    assert not way.highlights.marked


def test_a_click_puts_the_section_where_it_may_stay_if_it_can_cover_the_space_clicked() -> None:
    way = laying(position(laying="hut red hall", laid=["1 hut blue hall h5 i5 j5 k5"]))
    way.rotate()
    there = next(spaces_of(spaces(position(), "i6")))
    assert way.hover(there), "the mouse shows it before the click"
    shown = way.highlights.marked | way.place.mask
    way.select_space(there)
    assert way.place.mask & ~shown == 0
    assert names(way.place.mask) == "i6 i7 i8 i9", "its middle there would cover i5"
    assert way.refusal is None
    way.select_space(next(spaces_of(spaces(position(), "i5"))))
    assert names(way.place.mask) == "i4 i5 i6 i7", "no legal place covers i5: the reason of the space clicked is shown"
    assert way.refusal is not None


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("shape", ["hall", "tower", "wing", "transept", "corner"])
def test_every_legal_place_is_one_click_away_from_every_other(shape: str, turns: int) -> None:
    way = laying(position(laying=f"hut red {shape}"))
    for _ in range(turns):
        way.rotate()
    reached: set[int] = set()
    for space in range(way.plan.width * way.plan.height):
        way.select_space(space)
        reached.add(way.place.index)
    legal = {it.index for it in way._legal if way._orientation(it) == (turns, False)}  # pyright: ignore[reportPrivateUsage]
    assert legal <= reached


def test_a_click_on_a_section_that_may_stay_moves_it_by_one_space() -> None:
    way = laying(position(laying="hut red hall"))
    way.select_space(next(spaces_of(spaces(position(), "e5"))))
    assert names(way.place.mask) == "d5 e5 f5 g5"
    assert way.refusal is None
    there = next(spaces_of(spaces(position(), "f5")))
    assert way.hover(there)
    assert names(way.highlights.marked) == "h5", "the mouse shows it before the click"
    assert way.select_space(there) is SelectResult.MOVED
    assert names(way.place.mask) == "e5 f5 g5 h5"
    assert way.select_space(there) is SelectResult.UNMOVED, "the second click on the same place"


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("shape", ["hall", "tower", "wing", "transept", "corner"])
def test_after_tab_two_clicks_on_any_space_of_the_section_place_it(shape: str, number: int) -> None:
    way = laying(position(laying=f"hut red {shape}"))
    way.jump(1)
    best = way.place
    there = best.spaces[number % len(best.spaces)]
    way.hover(there)
    assert not way.highlights.marked, "a click there moves nothing"
    assert way.select_space(there) is SelectResult.MOVED
    assert f"held at {names(1 << there)}: click there again to place it" in way.prompt
    assert way.select_space(there) is SelectResult.UNMOVED
    assert way.enter() == LaySection(Seat(0), best.index)


def test_the_space_at_which_a_click_took_hold_goes_where_the_next_click_is() -> None:
    way = laying(position(laying="hut red hall"))
    assert way.refusal is None
    first = way.place.spaces[0]
    way.select_space(first)
    there = next(spaces_of(spaces(position(), "e5")))
    way.hover(there)
    shown = way.highlights.marked
    assert way.select_space(there) is SelectResult.MOVED
    assert names(way.place.mask) == names(shown) == "e5 f5 g5 h5"
    assert way.select_space(there + 1) is SelectResult.MOVED, "the mouse can still move it by one"
    assert names(way.place.mask) == "f5 g5 h5 i5"
    way.move(Arrow.DOWN)
    way.select_space(there)
    assert names(way.place.mask) == "d5 e5 f5 g5", "keys let go of it"


def test_only_a_second_click_on_the_same_space_places_the_section() -> None:
    way = laying(position(laying="hut red hall"))
    corner, beside = (next(spaces_of(spaces(position(), name))) for name in ("a5", "b5"))
    assert way.select_space(corner) is SelectResult.MOVED
    assert way.select_space(beside) is SelectResult.MOVED, "the edge holds it, but it was another space"
    way.move(Arrow.RIGHT)
    assert way.select_space(beside) is SelectResult.MOVED, "it was moved in between"


@pytest.mark.parametrize("shape", ["hall", "tower", "wing", "transept", "corner"])
def test_a_section_that_a_click_put_there_is_rotated_and_flipped_under_the_mouse(shape: str) -> None:
    way = laying(position(laying=f"hut red {shape}"))
    there = next(spaces_of(spaces(position(), "h6")))
    way.select_space(there)
    before = way.place
    way.hover(there)
    for change in (way.rotate, way.flip, way.rotate):
        change()
        assert way.place.mask >> there & 1
        assert not way.highlights.marked, "a click there moves nothing"
        assert way.select_space(there) is SelectResult.UNMOVED
    way.flip()
    for _ in range(4):
        way.rotate()
    assert way.place is before


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("shape", ["hall", "tower", "wing", "transept", "corner"])
def test_a_click_puts_the_section_onto_the_space_that_was_clicked(shape: str, turns: int) -> None:
    way = laying(position(laying=f"hut red {shape}"))
    for _ in range(turns):
        way.rotate()
    there = next(spaces_of(spaces(position(), "c4")))
    way.select_space(there)
    assert way.place.mask >> there & 1


def _elbow(place: Placement, width: int) -> int:
    """Return the space of a section where its arms meet."""
    beside = {space: [it for it in place.spaces if abs(it - space) in (1, width)] for space in place.spaces}
    (elbow,) = (space for space, near in beside.items() if {abs(it - space) for it in near} == {1, width})
    return elbow


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("shape", ["wing", "corner"])
def test_a_click_puts_the_space_where_its_arms_meet_under_the_mouse(shape: str, turns: int) -> None:
    way = laying(position(laying=f"hut red {shape}"))
    for _ in range(turns):
        way.rotate()
    legal = [it for it in way._legal if way._orientation(it) == (turns, False)]  # pyright: ignore[reportPrivateUsage]
    elbows = {_elbow(place, way.plan.width): place for place in legal}
    assert elbows
    # The first click may take hold of the section where it lies, so it goes elsewhere.
    way.select_space(next(space for space in range(way.plan.width) if space not in elbows))
    for elbow, place in elbows.items():
        way.hover(elbow)
        shown = way.highlights.marked | way.place.mask
        way.select_space(elbow)
        assert way.place is place
        assert place.mask & ~shown == 0, "the mouse shows it before the click"


def test_escape_says_that_a_drawn_section_must_be_placed() -> None:
    assert "u puts it back" in laying(position(laying="hut red hall")).locked_in_text()
    assert "was drawn from the pouch and must be placed" in laying(position(laying="pouch red hall")).locked_in_text()


def test_the_first_prompt_names_the_mouse_too_unless_a_name_is_too_long_for_it() -> None:
    play = position(laying="hut red wing")
    prompts = [entering(play, name, "Bruno", "Clara", "Dora").prompt for name in ("Benedictus", "Benedictine")]
    assert prompts[0] == "Benedictus: arrows/click move, r/wheel rotate, f flips, Enter/2nd click place."
    assert prompts[1] == "Benedictine: click or arrows move it, r rotates, f flips, Enter places it."
    assert all(len(prompt) <= 78 for prompt in prompts)


# Flipping and sending home


def flipping(mode: str = "versus") -> FlipBuildingEntry:
    play = position(table(2, mode, box=BARE), laying="hut yellow hall", laid=CHURCH_BUT_F6).do("1 lay f6 f7 f8 f9")
    found = entering(play)
    assert isinstance(found, FlipBuildingEntry)
    return found


def test_flips_are_named_with_their_size_and_worth() -> None:
    way = flipping()
    text = words(way.lines(WIDTH, HEIGHT))
    assert "▸1 the stables (D), 7 spaces" in text
    assert "skip: flip no building" in text
    assert "the guests' house (K)" in text


def test_the_building_under_the_cursor_is_marked_on_the_plan() -> None:
    way = flipping()
    way.move(Arrow.DOWN)
    assert names(way.highlights.marked) == names(way.context.layout.areas[4])
    way.jump(-2)
    assert way.highlights.marked == Mask(0)
    assert way.enter() == FlipBuilding(Seat(0), None)


def test_a_click_on_a_building_selects_it_and_a_second_one_flips_it() -> None:
    way = flipping()
    there = next(spaces_of(way.context.layout.areas[10]))
    assert way.select_space(there) is SelectResult.MOVED
    assert way.select_space(there) is SelectResult.UNMOVED
    assert way.enter() == FlipBuilding(Seat(0), 10)


def test_flips_are_worth_to_the_table_what_they_change_for_it() -> None:
    text = words(flipping("coop").lines(WIDTH, HEIGHT))
    assert "+4" in text, "six points for the parchment, one for the builder, three lost for a large gap"


def test_a_flip_says_what_its_worth_is_made_of() -> None:
    way, found = flipping("coop"), dict[str, set[str]]()
    for number in range(1, 9):
        way.select_number(number)
        text = words(way.lines(WIDTH, HEIGHT))
        worth = next(line.split()[-1] for line in text.splitlines() if line.startswith("▸"))
        says = " ".join(text.split())
        found.setdefault(worth, set()).update(re.findall(r"Master builder \+1, wood \+6(?:, new gap -3)?\.", says))
    assert found == {"+4": {"Master builder +1, wood +6, new gap -3."}, "+7": {"Master builder +1, wood +6."}}
    versus = flipping()
    versus.select_number(1)
    assert "Master builder +1." in " ".join(words(versus.lines(WIDTH, HEIGHT)).split())


def test_a_builder_to_send_home_is_chosen_by_his_space() -> None:
    laid = ["1 hut blue hall h5 i5 j5 k5 builder"]
    play = position(table(box=BARE, monks=2), laying="hut red tower", laid=laid, wood="ABCK", beside=["1 K"])
    found = entering(play.do("1 lay b9 c9 b10 c10"))
    assert isinstance(found, SendBuilderHomeEntry)
    text = words(found.lines(WIDTH, HEIGHT))
    assert "on the blue hall at h5" in text
    assert "beside the guests' house (K)" in text
    assert names(found.highlights.marked) == "h5 i5 j5 k5"
    found.select_number(2)
    assert found.enter() == SendBuilderHome(Seat(0), None, 10)


def test_many_builders_scroll_with_the_cursor() -> None:
    laid = [
        "1 hut blue hall h5 i5 j5 k5 builder",
        "1 hut red hall d5 e5 f5 g5 builder",
        "1 hut green hall e6 f6 g6 h6 builder",
        "1 hut yellow hall e7 e8 e9 e10 builder",
    ]
    play = position(table(box=BARE, monks=4), laying="hut red tower", laid=laid)
    found = entering(play.do("1 lay b9 c9 b10 c10"))
    found.jump(3)
    lines = found.lines(WIDTH, 2)
    assert len(lines) == 2
    assert any(line.chosen for line in lines)


# Waiting


def test_a_waiting_seat_sees_its_own_card_and_nobody_elses() -> None:
    play = opening(hands={1: "pray-hall build-red-1", 2: "angel-1 seer-1"}).do("1 choose pray-hall")
    own = WaitingEntry(context(play), own_view(play, 1), Seat(0))
    assert "This round: 17, pray." in words(own.lines(WIDTH, HEIGHT))
    assert "Kept for year 2: build 50." in words(own.lines(WIDTH, HEIGHT))
    other = WaitingEntry(context(play), own_view(play, 2), Seat(1))
    assert "17" not in words(other.lines(WIDTH, HEIGHT))
    public = WaitingEntry(context(play), play.game.view(play.state, PUBLIC), PUBLIC)
    assert public.title == ""
    assert public.lines(WIDTH, HEIGHT) == []


def test_a_match_that_is_over_asks_for_nothing() -> None:
    play = position()
    over = Play(play.game, play.state._replace(agenda=()))
    found = move_entry_for(context(over), own_view(over), Seat(0))
    assert type(found) is MoveEntry
    assert frozenset() == found.INPUTS


@pytest.mark.parametrize(
    ("make", "abilities"),
    [
        (choosing, {InputKind.ARROWS, InputKind.ENTER, InputKind.NUMBERS, InputKind.JUMP}),
        (laying, {InputKind.ARROWS, InputKind.ENTER, InputKind.JUMP, InputKind.ROTATE}),
        (flipping, {InputKind.ARROWS, InputKind.ENTER, InputKind.NUMBERS, InputKind.JUMP}),
    ],
)
def test_each_entry_lists_its_keys(make: Callable[[], MoveEntry], abilities: set[InputKind]) -> None:
    assert abilities == make().INPUTS
