"""The table under keys and mouse: what is previewed, chosen and made; pages, questions and news."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from galli_tui.games.kit.boards_screen import BoardsScreen
from galli_tui.games.kit.decision import SelectResult
from galli_tui.games.kit.game_board import Scene
from galli_tui.games.kit.lines_panel import LinesPanel
from galli_tui.games.kit.menu_decision import ItemMenu
from galli_tui.games.ora_et_labora.wheel_lines import goods_rows
from galli_tui.games.ora_et_labora.words import space_name
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.table.prompt import CLICK_AGAIN, CLICK_AGAIN_TO_GO_BACK, CLICK_AGAIN_TO_SELECT
from galli_tui.screens.table.table import TableScreen
from rules.engine.events import Move
from rules.engine.secrecy import PUBLIC, Seat
from rules.ora_et_labora.actions import EndOraTurn, Fee, Fell, Use
from rules.ora_et_labora.building import BuildCard
from rules.ora_et_labora.gains import Token
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.land import SPACES
from rules.ora_et_labora.neutral import NeutralStep, PlaceNeutral
from rules.ora_et_labora.scoring import points
from rules.ora_et_labora.settling import EndPhase, FoundSettlement, SettlementStep
from rules.ora_et_labora.state import Clergyman, OraState
from tests.support.app_driver import SIZES, Driver, drive
from tests.support.bot_backends import InstantAdvice
from tests.support.ora_positions import Land, OraPosition, match, position, using
from tests.support.ora_tables import NAMES, ROOMS, OraTable, in_the_middle, ora_board, ora_table
from tests.support.peers_table import with_peers
from tests.support.table_positions import at_table

Script = Callable[[Driver], Awaitable[None]]
MATCH = match("3")

NESTED = ("2", "right")
"""Keys that open a page of the menu, and one within it."""


def run(table: InMemoryTable, script: Script, size: tuple[int, int] = SIZES[0]) -> None:
    drive(at_table(table), script, size)


def last_move(table: InMemoryTable) -> Move | None:
    """Return the last move that has been made."""
    events = [it.event for it in table.timeline(PUBLIC, 40)]
    return next((event for event in reversed(events) if isinstance(event, Move)), None)


async def click_on(driver: Driver, text: str) -> None:
    """Click on the first cell after the beginning of a text."""
    row = next(y for y, line in enumerate(driver.lines) if text in line)
    await driver.click(driver.lines[row].index(text) + 1, row)


def rich() -> OraPosition:
    """Return a turn of Anna with plenty of goods."""
    return position(MATCH, Land("9 wood, 9 clay, 9 stone, 9 straw, 30 coin", forests="d0 e0", moors="c0"))


def test_a_building_is_shown_where_it_would_stand_with_what_is_left_and_what_it_counts() -> None:
    table = OraTable(rich())

    async def script(driver: Driver) -> None:
        await driver.press("5", "1", "enter")
        assert "← G01 Priory ← build" in driver.text
        assert "+4 points" in driver.text
        assert "▸G01*" in driver.text
        assert "8 wood" in driver.text, "the price is shown before it is paid"
        assert "9 wood" not in driver.text
        await driver.press("enter")
        move = last_move(table)
        assert isinstance(move, BuildCard)
        assert move.building == MATCH.words["building"].index("G01")
        assert "send your prior" in driver.text

    run(table, script)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_click_on_an_own_building_leads_to_using_it_and_another_click_uses_it(size: tuple[int, int]) -> None:
    table = OraTable(rich())

    async def script(driver: Driver) -> None:
        await click_on(driver, "L1")
        assert "▸1 Clay Mound" in driver.text
        assert last_move(table) is None
        await click_on(driver, "▸1 Clay Mound")
        move = last_move(table)
        assert isinstance(move, Use)
        assert move.clergyman is Clergyman.LAY

    run(table, script, size)


def test_the_choice_that_a_page_begins_with_is_not_confirmed_by_the_first_click() -> None:
    table = OraTable(rich())

    async def script(driver: Driver) -> None:
        await click_on(driver, "1 use a building")
        await click_on(driver, "▸1 Clay Mound")
        assert last_move(table) is None
        assert CLICK_AGAIN in driver.line(-2)
        await click_on(driver, "▸1 Clay Mound")
        assert isinstance(last_move(table), Use)

    run(table, script)


def test_a_double_click_opens_a_page_and_does_not_close_it_again() -> None:
    async def script(driver: Driver) -> None:
        row = next(y for y, line in enumerate(driver.lines) if "1 use a building" in line)
        await driver.double_click(driver.lines[row].index("use a building"), row)
        assert "← use a building" in driver.text

    run(OraTable(rich()), script)


@pytest.mark.parametrize("on", ["esc back", "←"])
def test_a_double_click_on_the_way_back_goes_back_two_pages_and_never_leaves(on: str) -> None:
    async def script(driver: Driver) -> None:
        async def go_back() -> None:
            row = max(y for y, text in enumerate(driver.lines) if on in text)
            await driver.double_click(driver.lines[row].index(on), row)

        screen = driver.app.screen
        assert isinstance(screen, TableScreen)
        for keys, left in ((NESTED, 0), (NESTED[:1], 0)):
            await driver.press(*keys)
            assert screen.board.page_depth == len(keys)
            await go_back()
            assert screen.board.page_depth == left
            assert driver.app.screen is screen, "the second click does not ask whether to leave"

    run(OraTable(rich()), script)


def test_a_double_click_on_ok_opens_a_page_and_takes_nothing_from_it() -> None:
    table = OraTable(rich())

    async def script(driver: Driver) -> None:
        foot = len(driver.lines) - 1
        await driver.press("1", "left")
        await driver.double_click(driver.lines[foot].index("enter ok"), foot)
        assert "← use a building" in driver.text
        assert last_move(table) is None
        await driver.click(driver.lines[foot].index("enter ok"), foot)
        assert isinstance(last_move(table), Use), "a click after it counts"

    run(table, script)


def test_a_page_that_a_click_has_opened_closes_by_two_more_at_the_same_spot() -> None:
    async def script(driver: Driver) -> None:
        row = next(y for y, line in enumerate(driver.lines) if "1 use a building" in line)
        column = driver.lines[row].index("use a building")
        for _ in range(2):
            await driver.click(column, row)
            assert "← use a building" in driver.lines[row]
            await driver.click(column, row)
            assert "← use a building" in driver.lines[row]
            assert CLICK_AGAIN_TO_GO_BACK in driver.line(-2)
            await driver.click(column, row)
            assert "1 use a building" in driver.lines[row]
            await driver.click(column, row)
            assert "1 use a building" in driver.lines[row]
            assert CLICK_AGAIN_TO_SELECT in driver.line(-2)

    run(OraTable(rich()), script)


def test_a_page_closes_by_one_click_once_the_mouse_has_moved() -> None:
    async def script(driver: Driver) -> None:
        row = next(y for y, line in enumerate(driver.lines) if "1 use a building" in line)
        column = driver.lines[row].index("use a building")
        await driver.click(column, row)
        await driver.hover(column, row + 2)
        await driver.click(column, row)
        assert "1 use a building" in driver.lines[row]

    run(OraTable(rich()), script)


def test_a_click_on_a_forest_fells_it_after_a_second_one() -> None:
    table = OraTable(rich())

    async def script(driver: Driver) -> None:
        await click_on(driver, "♣ forest")
        assert "▸1 on d0" in driver.text
        assert "11 wood" in driver.text
        await driver.press("enter")
        assert isinstance(last_move(table), Fell)

    run(table, script)


@pytest.mark.parametrize(("text", "way"), [("L1", Clergyman.LAY), ("♣ forest", Token.OWN)])
def test_two_clicks_on_the_land_make_the_usual_move_with_a_lay_brother_and_without_the_joker(
    text: str, way: Clergyman | Token
) -> None:
    table = OraTable(rich())

    async def script(driver: Driver) -> None:
        await click_on(driver, text)
        assert last_move(table) is None
        row = next(y for y, line in enumerate(driver.lines) if "▸" in line[:50])
        await driver.click(driver.lines[row].index("▸") + 1, row)
        move = last_move(table)
        assert isinstance(move, Use | Fell)
        assert (move.clergyman if isinstance(move, Use) else move.token) is way

    run(table, script)


@pytest.mark.parametrize(
    ("text", "said", "clause"),
    [
        ("plains", "Space f0: plains, empty. The dwelling values around it come to", "OL-6f"),
        ("joker", "The token of joker: yields 2 now, and 3 after the next turn of the wheel.", "OL-2a"),
        ("S3", "S3 Market Town: costs 7 food", "OL-9a"),
        ("0 grape", "Grapes: each is worth 1 food.", "OL-7d"),
    ],
)
def test_a_click_says_what_something_is_and_the_help_opens_its_clause(text: str, said: str, clause: str) -> None:
    async def script(driver: Driver) -> None:
        await click_on(driver, text)
        assert said in driver.line(-2)
        await driver.press("f1")
        assert clause in driver.text

    run(OraTable(rich()), script)


@pytest.mark.parametrize("text", ["GnLiJo", "joker  "])
def test_a_token_on_the_dial_or_beside_it_can_be_clicked(text: str) -> None:
    async def script(driver: Driver) -> None:
        row = next(y for y, line in enumerate(driver.lines) if text in line)
        await driver.click(driver.lines[row].index(text) + len(text.rstrip()) - 1, row)
        assert "The token of joker: yields 2 now" in driver.line(-2)

    run(OraTable(rich()), script, (160, 48))


def test_the_pages_show_the_display_and_a_click_on_a_card_its_rule() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("b")
        assert isinstance(driver.app.screen, BoardsScreen)
        assert "yours to build" in driver.text
        await click_on(driver, "G06")
        assert "G06 Fuel Merchant: Give 3 energy for 5 coins" in driver.line(-2)
        await driver.press("f1")
        assert "OL-12g06" in driver.text
        await driver.press("escape", "right")
        assert "Bruno: 0 points" in driver.text
        await driver.press("b")
        assert isinstance(driver.app.screen, TableScreen)

    run(OraTable(rich()), script)


def test_those_who_wait_are_told_whose_actions_are_left_or_taken() -> None:
    table = OraTable(using("G06", "3 wood, 2 peat, 4 straw"))
    table.players = tuple(it._replace(here=it.name == "Bruno") for it in table.players)
    with_peers(table)

    async def script(driver: Driver) -> None:
        table.submit(table.game.legal(table.view(Seat(0)), Seat(0))[0])
        await driver.settle()
        assert "Anna's actions are taken" in driver.text
        assert "your" not in driver.text
        assert driver.line(-2).startswith("Waiting for Anna to ")

    run(table, script)


def test_all_is_taken_back_to_the_start_of_the_turn() -> None:
    table = OraTable(using("G06", "3 wood, 2 peat, 4 straw"))
    before = table.view(PUBLIC)

    async def script(driver: Driver) -> None:
        await driver.press("1", "enter")
        assert "your actions are taken" in driver.text
        await driver.press("u")
        assert table.view(PUBLIC) == before
        assert "▸1 give 1 wood and 1 peat" in driver.text

    run(table, script)


def test_a_payment_is_chosen_and_made() -> None:
    table = OraTable(using("G06", "3 wood, 2 peat, 4 straw"))

    async def script(driver: Driver) -> None:
        await driver.press("4", "1", "1")
        assert "▸1 pay 1 peat and 2 straw" in driver.text
        await driver.press("enter")
        (left,) = {table.view(PUBLIC).estates[0].goods}
        assert dict(zip(MATCH.words["good"], left, strict=True))["straw"] == 2

    run(table, script)


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_food_and_energy_are_those_that_the_chosen_move_leaves(room: tuple[int, int]) -> None:
    found = position(MATCH, Land("4 grain, 6 wood", built={"f1": "G02"}), steps=[SettlementStep(Seat(0))])
    board = ora_board(OraTable(found))
    settle = found.game.parse("1 settle S1 f0 GnWo")
    assert isinstance(settle, FoundSettlement)
    for move, said in ((None, "food 4, energy 6"), (settle, "food 3, energy 5")):
        shown = board.lines(Scene(found.state, *room, (), Seat(0), move))
        assert any(said in it.text for it in shown)


def test_the_page_of_the_wheel_lists_what_the_rounds_of_the_short_game_bring() -> None:
    """OL-8b."""

    def listed(mode: str, number: int) -> str:
        board, at = ora_board(ora_table(mode)), position(match(mode), round=number)
        page = next(it for it in board.pages(Scene(at.state, 0, 0)) if it.name == "wheel")
        return "\n".join(it.text.strip() for it in page.lines(100)).partition("what everybody gets")[2]

    shown = listed("3s", 6).splitlines()
    assert shown[1:3] == ["7  1 stone and 1 wood", "8  1 stone and 5 coins"]
    assert shown[-1] == "12  1 ornament and 1 wood"
    assert not listed("3s", 12)
    assert not listed("3", 6)


def test_what_is_carried_out_and_what_is_still_to_come_stands_above() -> None:
    async def script(driver: Driver) -> None:
        assert driver.line(1).startswith("in use: F05 Bakery; then trade")

    run(OraTable(using("F05", "2 flour, 2 wood, 2 bread")), script)


def test_in_a_settlement_phase_each_free_space_shows_what_lies_around_it() -> None:
    found = position(MATCH, Land("9 grain, 9 wood", built={"f1": "G02"}), steps=[SettlementStep(Seat(0))])
    board = ora_board(OraTable(found))
    shown = [it.text for it in board.lines(Scene(found.state, *ROOMS[0], (), Seat(0)))]
    assert any("=7" in line for line in shown), "f0 between the Clay Mound and the Courtyard"
    calm = position(MATCH, Land("9 grain, 9 wood", built={"f1": "G02"}))
    assert not any("=" in it.text for it in board.lines(Scene(calm.state, *ROOMS[0], (), Seat(0))))


def test_only_the_space_of_a_settlement_is_pointed_at_though_it_changes_what_its_neighbours_count() -> None:
    settled = Land("9 grain, 9 wood", built={"f1": "G02"}, settled={"e0": "S3"}, supply="S1 S2 S4")
    found = position(MATCH, settled, steps=[SettlementStep(Seat(0))])
    board = ora_board(OraTable(found))
    move = next(
        it for it in found.game.legal(found.state, Seat(0)) if found.game.format(it).startswith("1 settle S2 f0")
    )
    shown = board.lines(Scene(found.state, *ROOMS[1], (), Seat(0), move))
    assert sum(it.text.count("▸") for it in shown) == 1
    chosen = {span.target for it in shown for span in it.spans if span.chosen}
    assert chosen == {f"space 0 {SPACES.index('f0')}"}, "a second click makes the move"


@pytest.mark.parametrize("line", [1, 2])
def test_clicks_on_a_free_space_found_the_selected_settlement_there(line: int) -> None:
    found = position(MATCH, Land("9 grain, 9 wood", built={"f1": "G02"}), steps=[SettlementStep(Seat(0))])
    table = OraTable(found)

    async def script(driver: Driver) -> None:
        for _ in range(line - 1):
            await driver.press("down")
        row = next(y for y, line in enumerate(driver.lines) if "=7" in line)
        cell = driver.lines[row].index("=7") + 1, row
        await driver.click(*cell)
        assert f"← found S{line}" in driver.text
        await driver.click(*cell)
        move = last_move(table)
        assert isinstance(move, FoundSettlement)
        assert space_name(move.space) == "f0"
        assert move.settlement == MATCH.words["settlement"].index(f"S{line}")

    run(table, script)


def neutral_land() -> OraPosition:
    return position(match("1"), Land("1 coin"), steps=[NeutralStep(Seat(0))], display="F09 F05")


def test_a_building_with_one_place_on_the_neutral_land_needs_no_page() -> None:
    found = neutral_land()
    several, one = ora_board(OraTable(found)).items(found.state, Seat(0))
    assert one.move is not None
    assert one.words.startswith("place F09 Cloister Garden on ")
    assert several.opens


@pytest.mark.parametrize(("size", "title"), [(SIZES[0], "the neutral land"), (SIZES[1], "the land of the neutral")])
def test_the_neutral_land_has_its_title_while_it_is_built_on(size: tuple[int, int], title: str) -> None:
    async def script(driver: Driver) -> None:
        assert driver.line(1).startswith(title)

    run(OraTable(neutral_land()), script, size)


@pytest.mark.parametrize("space", ["d0", "f1"])
def test_a_click_on_the_neutral_land_selects_the_building_under_the_cursor_there(space: str) -> None:
    found = neutral_land()
    menu = ItemMenu(ora_board(OraTable(found)).items(found.state, Seat(0)), str)
    target = f"space 1 {SPACES.index(space)}"
    assert menu.select_target(target) is SelectResult.MOVED
    assert menu.select_target(target) is SelectResult.UNMOVED, "a second click makes the move"
    move = menu.item.move
    assert isinstance(move, PlaceNeutral)
    assert (space_name(move.space), move.building) == (space, found.game.words["building"].index("F05"))


def test_what_others_have_built_since_the_last_turn_is_flagged() -> None:
    table = in_the_middle("three")
    game = table.game
    assert isinstance(game, OraEtLabora)
    view: OraState = table.view(PUBLIC)
    owner = max(range(3), key=lambda it: len(view.estates[it].buildings))
    estate = view.estates[owner]
    new = next(built for built in estate.buildings if built.building < game.printed)
    bare = estate._replace(buildings=tuple(built for built in estate.buildings if built != new))
    before = view._replace(estates=(*view.estates[:owner], bare, *view.estates[owner + 1 :]))

    def flags(reader: Seat | None) -> int:
        scene = Scene(view, *ROOMS[2], table.players, None, None, before, reader)
        return sum(it.text.count("»") for it in ora_board(table).lines(scene))

    assert flags(Seat(owner)) == 0, "a player's own doing is no news"
    assert flags(Seat((owner + 1) % 3)) == 1
    assert flags(None) == 1, "in a replay"
    more = sum(points(game, estate)) - sum(points(game, bare))
    shown = ora_board(table).lines(Scene(view, *ROOMS[0], table.players, None, None, before, Seat((owner + 1) % 3)))
    (line,) = (it.text for it in shown if it.text.startswith(NAMES[owner]))
    assert f" {more:+d} " in line, "and so are their points"


def test_a_contract_names_the_owner_the_fee_and_the_present() -> None:
    table = OraTable(position(MATCH, Land("1 coin, 1 wine"), Land(lay="L1b L2b", prior="L3b")))

    async def script(driver: Driver) -> None:
        await driver.press("2")
        assert "▸1 Clay Mound" in driver.text
        assert "for 1 wine ›" in driver.text
        await driver.press("4", "1")
        await driver.press("enter")
        assert getattr(last_move(table), "fee", None) is Fee.PRESENT

    run(table, script)


@pytest.mark.parametrize(
    ("goods", "lines"),
    [
        (
            "2 wood, 2 clay, 2 peat, 2 coin, 2 grain, 2 livestock",
            ["Bruno 0 away 2 wood, 2 clay, 2 peat, 2 coins,", "2 grain, 2 livestock"],
        ),
        (
            "2 wood, 2 clay, 2 peat, 2 coin, 2 grain, 2 livestock, 2 straw, 2 meat, 2 stone, 2 book, 2 bread",
            ["Bruno 4 away 2 wood, 2 clay, 2 peat, 2 coins,", "2 grain, 2 livestock, 2 straw, 2 meat, +3 kinds"],
        ),
    ],
)
def test_another_has_two_lines_for_goods_where_there_is_room_and_says_how_many_kinds_are_left_out(
    goods: str, lines: list[str]
) -> None:
    found = position(MATCH, Land("2 livestock"), Land(goods, prior="L1b", lay="L2b L3b"), Land("2 livestock"))
    shown = [it.text for it in ora_board(OraTable(found)).lines(Scene(found.state, *ROOMS[0], (), Seat(0)))]
    first = next(place for place, it in enumerate(shown) if it.startswith("Bruno"))
    assert [" ".join(it.split()) for it in shown[first:]] == [*lines, "Clara 0 LLP 2 livestock"]


def test_without_room_for_more_another_has_one_line() -> None:
    many = "2 wood, 2 clay, 2 peat, 2 coin, 2 grain, 2 livestock, 2 straw"
    land = Land("2 livestock", districts="2plains 3plains 4plains")
    found = position(MATCH, land, Land(many), Land("2 livestock"))
    shown = [it.text for it in ora_board(OraTable(found)).lines(Scene(found.state, *ROOMS[0], (), Seat(0)))]
    assert len(shown) == ROOMS[0][1]
    assert shown[-2].split()[0] == "Bruno"
    assert shown[-2].rstrip().endswith("kinds")


def test_a_settlement_phase_says_whose_turn_it_is_and_what_it_allows() -> None:
    for settled, coins, said in (
        (False, 30, "Anna may found a settlement and buy land"),
        (True, 30, "Anna may buy land"),
        (True, 1, "Anna has settled"),
    ):
        found = position(MATCH, Land(f"{coins} coin"), steps=[SettlementStep(Seat(0), settled)])
        board = ora_board(OraTable(found))
        first = board.lines(Scene(found.state, *ROOMS[1], (), Seat(0)))[0].text
        assert first.startswith(said)
        assert "Anna" in board.lines(Scene(found.state, *ROOMS[0], (), Seat(0)))[0].text


def test_the_end_of_a_turn_leaves_the_picture_as_it_is() -> None:
    found = position(MATCH, Land("2 wood", prior="L1a", lay="L2a L3a"), actions=0)
    board = ora_board(OraTable(found))
    for move in (EndOraTurn(Seat(0)), EndPhase(Seat(0))):
        shown, plain = (board.lines(Scene(found.state, *ROOMS[0], (), Seat(0), it)) for it in (move, None))
        assert shown == plain


@pytest.mark.parametrize("room", ROOMS, ids=str)
@pytest.mark.parametrize("tokens", [7, 9])
def test_livestock_has_its_whole_name_where_its_column_has_room(room: tuple[int, int], tokens: int) -> None:
    late = {"stone": 1, "grapes": 1} if tokens == 9 else {}
    found = position(MATCH, Land("12 livestock"), tokens=late)
    lines = [it.text for it in ora_board(OraTable(found)).lines(Scene(found.state, *room, (), Seat(0)))]
    name = "sheep" if room == ROOMS[0] and tokens == 9 else "livestock"
    assert any(f"12 {name}" in it for it in lines)
    assert not any("…" in it for it in lines)


def test_the_goods_of_a_player_stand_below_their_tokens() -> None:
    found = position(MATCH, Land("12 livestock, 3 coin"))
    lines = [it.text for it in ora_board(OraTable(found)).lines(Scene(found.state, *ROOMS[0], (), Seat(0)))]
    for good, held in (("livestock", "12 livestock"), ("coin", "3 coin")):
        token = next(it for it in lines if f"{good} 2" in it)
        assert token.index(good) == next(it for it in lines if held in it).index(held)


@pytest.mark.parametrize("width", [24, 28, 30, 34])
def test_no_line_ends_between_a_number_and_its_good(width: int) -> None:
    found = position(MATCH, Land("3 straw, 2 ceramic, 8 book, 1 ornament, 1 wine"))
    last = [it.text for it in goods_rows(found.game, found.state, 0, width)][-3:]
    for held in ("3 straw", "2 ceramics", "8 books", "1 ornament", "1 wine"):
        assert any(held in it for it in last)


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ("9", "Nothing here has the number 9: type 1 to 7."),
        ("y", "y does nothing now: F1 shows all keys."),
    ],
)
def test_a_key_that_selects_nothing_is_answered_in_a_line(key: str, answer: str) -> None:
    async def script(driver: Driver) -> None:
        asked = driver.line(-2)
        await driver.press(key)
        assert driver.line(-2) == answer
        await driver.press("down")
        assert driver.line(-2) == asked

    run(OraTable(rich()), script)


def test_a_chosen_hint_is_selected_on_its_page_and_made_by_a_second_enter() -> None:
    table = OraTable(rich())
    advice = table.advice = InstantAdvice(table.game, 40)

    async def script(driver: Driver) -> None:
        await driver.press("h", "down", "enter")
        assert last_move(table) is None
        assert "Hints" not in driver.text
        assert "▸" in driver.text
        await driver.press("enter")
        (seat, view), *_ = advice.asked
        assert last_move(table) == (await advice.options(seat, view))[1].move

    run(table, script)


def test_a_click_on_the_words_of_a_space_makes_no_move() -> None:
    table = OraTable(rich())

    async def script(driver: Driver) -> None:
        await driver.press("7")
        await click_on(driver, " plains")
        row = next(y for y, line in enumerate(driver.lines) if "Space f0: plains" in line)
        await driver.click(driver.lines[row].index("Space") + 1, row)
        assert last_move(table) is None

    run(table, script)


def test_undo_closes_a_page_that_a_click_opened_before_it_takes_back_a_move() -> None:
    table = OraTable(rich())

    async def script(driver: Driver) -> None:
        await driver.press("3", "enter")
        assert last_move(table) is None, "Enter confirms the 3 that has opened the page"
        assert "Enter again takes the selected line" in driver.line(-2)
        await driver.press("enter")
        made = last_move(table)
        assert isinstance(made, Fell)
        await click_on(driver, "buy land ›")
        assert "← buy land" in driver.text
        await driver.press("u")
        assert "← buy land" not in driver.text
        assert last_move(table) == made
        await driver.press("u")
        assert last_move(table) is None

    run(table, script)


def test_the_first_decision_says_how_to_choose() -> None:
    async def script(app: Driver) -> None:
        assert "(number and Enter, or two clicks)." in app.line(-2)

    run(ora_table(), script)


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        ("1", "The match begins: 32 rounds; 500 points make a great abbey. You use the neutral player's buildings"),
        ("3", "The match begins: 24 rounds and a bonus round. The most points win."),
        ("2", "The match begins. It ends once few buildings are left after stage D; the most points win."),
    ],
)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_first_turn_says_how_long_the_match_is_and_what_wins(mode: str, told: str, size: tuple[int, int]) -> None:
    async def script(driver: Driver) -> None:
        panel = driver.app.screen.query_one("#kit-side", LinesPanel)
        assert told in " ".join(" ".join(it.text for it in panel.lines).split())

    run(ora_table(mode), script, size)


def test_later_turns_begin_without_the_opening() -> None:
    async def script(driver: Driver) -> None:
        assert "The match begins" not in driver.text

    run(in_the_middle("solo"), script, SIZES[2])
