"""A tile of all colours in a cost: where an owner's set may show it, how it is paid, what is refused."""

from __future__ import annotations

import pytest

from galli_tui.games.campus_galli.card_texts import task_full, task_short
from galli_tui.games.campus_galli.decision_words import decision_forms
from galli_tui.games.campus_galli.move_entry.base import MenuEntry
from galli_tui.games.campus_galli.move_entry.event_entries import ArrivalEntry
from galli_tui.games.campus_galli.move_entry.special_actions import SpecialActionEntry
from rules.bots import bot_named
from rules.campus_galli.box import ANY_TILE, Box
from rules.campus_galli.box_codec import box_from_plain, box_to_plain, readable_box
from rules.campus_galli.game import BOX as RULES
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.loader import load
from rules.campus_galli.losses import Settle
from rules.campus_galli.special_actions import Expand, PayTask
from rules.engine.game import ComponentError, Options
from rules.engine.laws import Policy, check_match, random_policy, rare_move_policy
from rules.engine.rulebook import clauses
from rules.simulate import play as simulated
from tests.rules.campus_galli.test_components_own import texts
from tests.support.play import Play
from tests.support.positions import filling, position, table
from tests.support.table_positions import entering

PLACES = {
    "tasks.toml": (
        ('name = "church bell", tiles = "BBB"', 'name = "church bell", tiles = "B*"'),
        ('building = "A", tiles = "GB"', 'building = "A", tiles = "**"'),
        ('side = "north", tiles = "YY"', 'side = "north", tiles = "*Y"'),
    ),
    "plan.toml": (('C = "RRY"', 'C = "RR*"'), ('D = "RRG"', 'D = "***"')),
}


def own_box() -> Box:
    """The standard set with a tile of all colours in each place that may show one."""
    files = texts()
    for name, changes in PLACES.items():
        for old, new in changes:
            assert old in files[name]
            files[name] = files[name].replace(old, new, 1)
    return load(files)


BOX = own_box()
GAME = table(level=3, box=BOX)


def acting(tiles: str, *board: str) -> Play:
    """Seat 1 is asked for a special action."""
    return position(GAME, special="1 2", wood="AB", tiles={1: tiles, 2: "0"}, board=board)


def arriving(tiles: str) -> Play:
    """New arrivals in the north ask seat 1, with a monk beside I and one beside J."""
    at = filling(GAME, wood="AIJ", beside=("1 I", "1 J guest"), tiles={1: tiles, 2: "0"})
    return at.do("dealer task arrivals-north")


def ways(play: Play, start: str) -> list[str]:
    return [line for line in play.legal(1) if line.startswith(start)]


def test_such_a_set_is_read_encoded_and_described() -> None:
    assert box_from_plain(box_to_plain(BOX)) == BOX
    halt = next(task for task in BOX.tasks if task.key == "halt-church")
    bell = next(task for task in BOX.tasks if task.key == "church-bell")
    assert (bell.tiles, halt.tiles) == ((2, ANY_TILE), (ANY_TILE, ANY_TILE))
    assert task_short(BOX, bell).endswith("1 blue, 1 any")
    assert "2 any" in task_full(BOX, halt)
    assert "'cost': ['red', 'red', 'any']" in str(readable_box(BOX))


def test_it_may_stand_nowhere_else() -> None:
    with pytest.raises(ComponentError, match=r"tasks\.toml: together .*colours: expected only letters of RGBY, got"):
        load(texts(tasks=('level = 2, colours = "BY"', 'level = 2, colours = "B*"')))


@pytest.mark.rule("CG-II-4b1")
@pytest.mark.parametrize(
    ("board", "start", "tiles", "payments"),
    [
        ("church-bell", "1 pay-task 1", "BBRY", ["RB", "BB", "BY"]),
        ("halt-church", "1 pay-task 1", "GGR", ["RG", "GG"]),
        ("church-bell", "1 expand C", "RRRY", ["RRR", "RRY"]),
        ("church-bell", "1 expand D", "GGGY", ["GGG", "GGY"]),
    ],
)
def test_a_special_action_is_paid_with_any_one_tile_for_each(
    board: str, start: str, tiles: str, payments: list[str]
) -> None:
    play = acting(tiles, board)
    assert sorted(ways(play, start)) == sorted(f"{start} {paid}" for paid in payments)
    for paid in payments:
        line = f"{start} {paid}"
        event = play.event(line)
        assert GAME.decode_event(GAME.encode_event(event)) == event
        assert GAME.format(event) == line
        after = play.do(line)
        assert after.told[0] == f"1 tiles-paid {paid}"
        assert sorted(after.tiles(1) + paid) == sorted(tiles)


@pytest.mark.rule("CG-II-4b1")
@pytest.mark.parametrize(
    ("line", "tiles", "why"),
    [
        ("1 pay-task 1", "BBRY", ("wrong-payment", "CG-II-4b1")),
        ("1 pay-task 1 RY", "BBRY", ("wrong-payment", "CG-II-4b1")),
        ("1 pay-task 1 RBY", "BBRY", ("wrong-payment", "CG-II-4b1")),
        ("1 pay-task 1 GB", "BBRY", ("tiles-missing", "CG-II-4b")),
        ("1 pay-task 1 B", "BGGG", ("wrong-payment", "CG-II-4b1")),
        ("1 expand C RR", "RRRY", ("wrong-payment", "CG-II-4b1")),
        ("1 expand C RRB", "RRRY", ("tiles-missing", "CG-II-4c")),
        ("1 expand C", "RRRY", ("wrong-payment", "CG-II-4b1")),
        ("1 expand E RGG", "RGGG", ("wrong-payment", "CG-II-4b1")),
    ],
)
def test_a_wrong_payment_is_refused_with_its_clause(line: str, tiles: str, why: tuple[str, str]) -> None:
    assert acting(tiles, "church-bell").why_not(line) == why


@pytest.mark.rule("CG-II-4b1")
def test_a_new_arrival_is_paid_with_any_one_tile_beside_those_that_are_named() -> None:
    play = arriving("YRG")
    lines = ["1 settle I RY", "1 settle I GY", "1 settle J RY", "1 settle J GY"]
    assert sorted(play.legal(1)) == sorted([*lines, "1 decline"])
    after = play.do("1 settle J RY")
    assert after.told == ["1 tiles-paid RY", "1 arrived J"]
    assert after.tiles(1) == "G"
    assert play.why_not("1 settle I RG") == ("wrong-payment", "CG-II-4b1")
    assert play.why_not("1 settle I YY") == ("tiles-missing", "CG-III-1n")
    assert play.why_not("1 settle I") == ("wrong-payment", "CG-II-4b1")
    assert arriving("YB").legal(1) == ["1 settle I BY", "1 settle J BY", "1 decline"]
    assert arriving("RG").due == "dealer tasks"


def every_answer(way: MenuEntry) -> list[str]:
    """The moves on all pages that the first one leads to."""
    found: list[str] = []
    for number, item in enumerate(way.items):
        if item.opens and item.refusal is None:
            way.at = number
            way.enter()
            found += every_answer(way)
            way.close_page()
        elif item.answer is not None and item.refusal is None:
            found.append(str(item.answer))
    return found


@pytest.mark.parametrize("play", [acting("BBRRGGY", "church-bell", "halt-church"), arriving("YRGB")])
def test_every_way_to_pay_can_be_chosen_on_the_screen_is_shown_by_a_hint_and_has_words_of_its_own(play: Play) -> None:
    way = entering(play)
    assert isinstance(way, SpecialActionEntry | ArrivalEntry)
    moves = GAME.legal(play.state, way.seat)
    assert sorted(every_answer(way)) == sorted(map(str, moves))
    for move in moves:
        assert way.select(move)
        assert way.item.answer == move
        assert way.title
        assert way.prompt
    said = [decision_forms(GAME.setting, play.state, move, "rgby") for move in moves]
    assert len({forms[0] for forms in said}) == len({forms[-1] for forms in said}) == len(moves)


@pytest.mark.parametrize("tiles", ["YYR", "BBB", "RRR"])
def test_a_certain_cost_stays_without_named_tiles(tiles: str) -> None:
    play = position(table(level=3), special="1 2", wood="AB", tiles={1: tiles, 2: "0"}, board=("church-bell",))
    assert ways(play, "1 pay-task") == (["1 pay-task 1"] if tiles == "BBB" else [])


@pytest.mark.parametrize("mode", ["versus", "coop"])
def test_bots_play_a_match_with_such_a_set_to_its_end(mode: str) -> None:
    game = CampusGalli(Options(2, mode, 3), BOX)
    match = simulated(game, [bot_named("brother")] * 2, 3)
    assert game.due(match.state).over
    chosen = [getattr(event, "tiles", None) for event in match.events if isinstance(event, PayTask | Expand | Settle)]
    assert any(tiles is not None for tiles in chosen)


@pytest.mark.parametrize("policy", [pytest.param(random_policy, marks=pytest.mark.long), rare_move_policy])
def test_every_law_holds_over_a_match_with_such_a_set(policy: Policy) -> None:
    known = frozenset(clauses(RULES.rulebook()))
    found = check_match(CampusGalli(Options(3, "versus", 3), BOX), known, 7, policy)
    assert found.matches == 1
