"""The duel's table under keys and mouse: what is previewed, chosen and made, and why something is refused."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

import pytest

from galli_tui.games.builders_duel.board import DuelBoard
from galli_tui.games.builders_duel.texts import TEXTS
from galli_tui.games.kit.game_board import Scene
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.table.prompt import CLICK_AGAIN, NEXT_CHOICE
from galli_tui.screens.table.table import TableScreen
from rules.builders_duel.building import Build, FinishTurn
from rules.builders_duel.cards import Trade, UseCard
from rules.builders_duel.claims import Claim
from rules.builders_duel.conflict import Throw
from rules.builders_duel.game import BOX, PHILIP, WALERAN, BuildersDuel
from rules.builders_duel.state import DuelState
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.secrecy import PUBLIC, Seat
from tests.support.app_driver import SIZES, Driver, drive
from tests.support.bd_positions import Has, round_of, turn_of
from tests.support.bd_tables import CARDS, DuelTable, building, claiming, conflict, using
from tests.support.table_positions import at_table

Script = Callable[[Driver], Awaitable[None]]


def last_move(table: InMemoryTable) -> Move | None:
    """Return the last move that has been made."""
    events = [it.event for it in table.timeline(PUBLIC, 40)]
    return next((event for event in reversed(events) if isinstance(event, Move)), None)


def cell_of(driver: Driver, text: str, *, last: bool = False) -> tuple[int, int]:
    """Return where a text stands on the screen."""
    rows = [(line.find(text), y) for y, line in enumerate(driver.lines) if text in line]
    column, row = rows[-1 if last else 0]
    return column + 1, row


async def click_on(driver: Driver, text: str, *, last: bool = False) -> None:
    """Click on a text."""
    await driver.click(*cell_of(driver, text, last=last))


def listed_items(table: DuelTable, seat: Seat) -> list[MenuItem]:
    """Return the first page of a seat's menu."""
    assert isinstance(table.game, BuildersDuel)
    return DuelBoard(table.game, ascii_only=False).items(table.view(PUBLIC), seat)


def run(table: DuelTable, script: Script, size: tuple[int, int] = SIZES[0]) -> None:
    drive(at_table(table), script, size)


def test_a_line_is_shown_with_the_replies_that_it_leaves_and_made_by_enter() -> None:
    table = claiming()

    async def script(driver: Driver) -> None:
        await driver.press("4")
        board = [line[:50] for line in driver.lines]
        bars = [line for line in board if "W" in line[:17] and line[0] in "147"]
        assert [line[0] for line in bars] == ["1", "4", "7"]
        assert sum("P━" in line for line in board) == 3, "each card can be fought for by its row"
        assert table.view(PUBLIC).claims == (None, None)
        await driver.press("enter")
        assert table.view(PUBLIC).claims == (None, 3)

    run(table, script)


def test_the_first_click_on_the_line_that_is_selected_asks_for_another() -> None:
    table = claiming()

    async def script(driver: Driver) -> None:
        (row,) = (number for number, line in enumerate(driver.lines) if number and "▸" in line[50:])
        column = driver.lines[row].index("▸", 50) + 3
        await driver.click(column, row)
        assert CLICK_AGAIN in driver.line(-2)
        assert table.view(PUBLIC).claims == (None, None)
        await driver.click(column, row)
        assert table.view(PUBLIC).claims == (None, 0)

    run(table, script)


def test_a_line_that_does_not_cross_says_why_with_its_clause() -> None:
    table = claiming("2 claim r2")

    async def script(driver: Driver) -> None:
        await driver.press("1", "enter")
        assert "does not cross" in driver.line(-2)
        assert "BD-2d" in driver.line(-2)
        assert table.view(PUBLIC).claims == (None, 1)

    run(table, script)


@pytest.mark.parametrize("key", ["down", "tab", "5"])
def test_a_refusal_goes_with_the_next_key_that_does_something_else(key: str) -> None:
    async def script(driver: Driver) -> None:
        await driver.press("1", "enter")
        assert "does not cross" in driver.line(-2)
        await driver.press(key)
        assert driver.line(-2).startswith("Anna (Philip): claim a line across Bruno's")

    run(claiming("2 claim r2"), script)


def test_what_is_too_dear_names_the_price_and_what_there_is() -> None:
    table = DuelTable(turn_of(1, 7, cards=CARDS, philip=Has(gold=1, worked="sand"), waleran=Has()))
    refusal = table.game.refusal(table.view(PHILIP), Build(PHILIP, 0, (1,)))
    assert refusal is not None
    assert TEXTS.refusal(table, refusal) == "Installing that costs 2 gold, and you have 1."


def test_at_80x24_lines_prompt_and_names_of_persons_are_whole() -> None:
    async def first(driver: Driver) -> None:
        prompt = "Waleran: claim a row, column or diagonal (number and Enter, or two clicks)."
        assert driver.line(-2).strip() == prompt

    async def answer(driver: Driver) -> None:
        menu = [line[50:] for line in driver.lines]
        assert sum(line.rstrip().endswith("parallel") for line in menu) == 2
        assert any("left column claimed" in " ".join(line.split()) for line in menu)
        assert any("middle column parallel" in " ".join(line.split()) for line in menu)
        assert "9 Journeyman" in driver.text

    run(claiming(), first)
    run(claiming("2 claim c1"), answer)


@pytest.mark.parametrize("line", ["c3", "r1"])
def test_a_person_says_for_whom_it_works_whether_it_is_claimed_or_not(line: str) -> None:
    async def script(driver: Driver) -> None:
        assert "W only: work 2" in driver.text

    run(claiming(f"2 claim {line}"), script)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_clicks_on_a_card_go_through_the_lines_that_have_it(size: tuple[int, int]) -> None:
    table = claiming()

    async def script(driver: Driver) -> None:
        shown: list[int] = []
        for number in (2, 3, 1):
            await click_on(driver, "1 Fair")
            shown += [number for number in range(1, 9) if f"▸{number} " in driver.text]
            assert driver.line(-2) == NEXT_CHOICE.format(number=number, count=3), "it says what another click does"
        assert shown == [4, 7, 1], "left column, diagonal, top row"
        await click_on(driver, "1 ━ top row")
        assert last_move(table) == Claim(WALERAN, 0)

    run(table, script, size)


def test_two_clicks_on_a_line_of_the_menu_make_it() -> None:
    table = claiming()

    async def script(driver: Driver) -> None:
        await click_on(driver, "right column")
        assert last_move(table) is None
        assert driver.line(-2) == CLICK_AGAIN
        await click_on(driver, "right column")
        assert isinstance(last_move(table), Claim)

    run(table, script)


def test_two_clicks_on_a_claimed_card_use_it() -> None:
    table = using()

    async def script(driver: Driver) -> None:
        await click_on(driver, "8 2nd")
        await click_on(driver, "8 2nd")
        assert isinstance(last_move(table), UseCard)
        assert "Second" in driver.text

    run(table, script)


def test_two_clicks_on_a_market_open_its_page_and_two_more_buy() -> None:
    table = using()

    async def script(driver: Driver) -> None:
        await click_on(driver, "1 Fair")
        await click_on(driver, "1 Fair")
        assert "buy" in driver.text
        choices = [line for line in driver.lines if re.search(r"[ ▸]\d (buy|sell|skip) ", line)]
        assert ["skip" in line for line in choices].index(True) == len(choices) - 1, "to do nothing comes last"
        assert last_move(table) is None
        await driver.press("enter")
        assert isinstance(last_move(table), Trade)

    run(table, script)


@pytest.mark.parametrize(
    ("side", "why"),
    [
        (Has(gold=0, raw="sand", cells="5 7"), "no gold"),
        (Has(gold=1, raw="sand", cells="4 7"), "too dear"),
        (Has(gold=9, cells="2 7"), "no goods"),
        (Has(gold=0, raw="sand stone", cells="4 7"), "no gold"),
    ],
)
def test_a_card_of_no_use_now_says_why_and_the_cursor_begins_on_another(side: Has, why: str) -> None:
    table = DuelTable(turn_of(1, 2, cards=CARDS, philip=side))

    async def script(driver: Driver) -> None:
        first, second = (line for line in driver.lines if re.search("[ ▸][12] (skip|take) ", line))
        assert " 1 skip " in first
        assert why in first
        assert "▸2 take Income 4 (7) " in second
        await driver.press("enter")
        assert last_move(table) == UseCard(PHILIP, 6)
        assert (why in driver.text) is (why == "no goods"), "the income can pay for the rest"

    run(table, script)


def test_a_card_of_no_use_is_skipped_in_one_line_without_a_page() -> None:
    table = DuelTable(turn_of(1, 2, cards=CARDS, philip=Has(gold=0, cells="5")))

    async def script(driver: Driver) -> None:
        assert re.search(r"▸1 skip Quarry \(5\) +no gold", driver.text)
        await driver.press("enter")
        assert last_move(table) == Trade(PHILIP, 4, 0, ())

    run(table, script)


def test_a_click_on_a_card_that_cannot_be_used_reads_it() -> None:
    async def script(driver: Driver) -> None:
        await click_on(driver, "5 Quarry")
        assert "Quarry: Buy goods (stone)" in driver.line(-2)

    run(using(), script)


def test_two_clicks_on_a_tower_build_there() -> None:
    table = building()

    async def script(driver: Driver) -> None:
        await click_in_section(driver, 2, "cloth")
        assert "9 gold → 7" in driver.text, "the price is shown before it is paid"
        await click_in_section(driver, 2, "cloth")
        assert last_move(table) == Build(PHILIP, 2, (3,))

    run(table, script)


def two_ready() -> DuelTable:
    """Philip may build with beam and block in section I."""
    philip = Has(gold=9, raw="sand", worked="wood stone", built={"II": "stone"})
    return DuelTable(turn_of(1, 7, cards=CARDS, philip=philip))


async def click_in_section_one(driver: Driver, text: str) -> None:
    """Click on a text in the first tower of Philip's."""
    half = len(driver.lines) // 2
    row = next(y for y, line in enumerate(driver.lines[half:], half) if text in line[: len(line) // 9])
    await driver.click(driver.lines[row].index(text) + 1, row)


async def click_in_section(driver: Driver, section: int, text: str) -> None:
    """Click on a text in a tower of Philip's, above the name of the section."""
    names = next(line for line in reversed(driver.lines) if re.match(r" +I\b", line))
    middle = [(it.start() + it.end()) // 2 for it in re.finditer("I+", names)][section]
    half = len(driver.lines) // 2
    found = ((it.start() + 1, y) for y, line in enumerate(driver.lines) if y >= half for it in re.finditer(text, line))
    await driver.click(*next(it for it in found if abs(it[0] - middle) < 5))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_click_on_a_material_selects_it_and_another_one_builds_with_it(size: tuple[int, int]) -> None:
    table = two_ready()

    async def script(driver: Driver) -> None:
        for name in ("beam", "block", "beam"):
            await click_in_section_one(driver, name)
            assert re.search(rf"▸\d I: {name} ", driver.text), name
            assert driver.line(-2) == CLICK_AGAIN
        await click_in_section_one(driver, "beam")
        assert last_move(table) == Build(PHILIP, 0, (0,))

    run(table, script, size)


def test_clicks_on_the_name_of_a_section_go_through_the_ways_to_build_there() -> None:
    table = two_ready()

    async def script(driver: Driver) -> None:
        await click_in_section_one(driver, " I ")
        assert "▸1 I: beam, block" in driver.text
        for number in (2, 3, 1):
            await click_in_section_one(driver, " I ")
            assert driver.line(-2) == NEXT_CHOICE.format(number=number, count=3)
        await driver.press("enter")
        assert last_move(table) == Build(PHILIP, 0, (0, 2))

    run(table, script)


READY = Has(gold=9, raw="sand", worked="wood", built={"II": "stone"})


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    ("philip", "section", "name", "why"),
    [
        (READY, 0, "mortar", "Mortar in section I: Philip's sand is raw and must be worked first."),
        (READY, 0, "block", "Block in section I: Philip has no stone in the camp, raw or worked."),
        (READY, 1, "block", "Block in section II: installed already."),
        (Has(gold=9, raw="stone", worked="sand", built={"I": "sand"}), 1, "block", "stone is raw"),
    ],
)
def test_clicks_on_a_material_that_cannot_be_installed_say_why_and_build_nothing(
    philip: Has, section: int, name: str, why: str, size: tuple[int, int]
) -> None:
    table = DuelTable(turn_of(1, 7, cards=CARDS, philip=philip))

    async def script(driver: Driver) -> None:
        before = [line for line in driver.lines if "▸" in line]
        for _ in range(3):
            await click_in_section(driver, section, name)
            assert why in driver.line(-2)
            assert [line for line in driver.lines if "▸" in line] == before
        assert last_move(table) is None

    run(table, script, size)


def test_a_click_on_a_material_that_is_too_dear_says_what_it_costs() -> None:
    philip = Has(gold=1, worked="wood", kept="b-oath")
    table = DuelTable(turn_of(1, 7, cards=CARDS, philip=philip))

    async def script(driver: Driver) -> None:
        await click_in_section(driver, 0, "beam")
        assert "Beam in section I: worked, but installing costs 2 gold, and Philip has 1." in driver.line(-2)
        assert last_move(table) is None

    run(table, script)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_click_on_a_raw_material_leaves_the_selected_one_alone(size: tuple[int, int]) -> None:
    philip = Has(gold=9, raw="stone", worked="sand", built={"I": "sand"})
    table = DuelTable(turn_of(1, 7, cards=CARDS, philip=philip))

    async def script(driver: Driver) -> None:
        await click_in_section(driver, 1, "mortar")
        await click_in_section(driver, 1, "block")
        assert last_move(table) is None
        assert "raw and must be worked" in driver.line(-2)
        await click_in_section(driver, 1, "mortar")
        await click_in_section(driver, 1, "mortar")
        assert last_move(table) == Build(PHILIP, 1, (1,))

    run(table, script, size)


def test_a_click_on_a_rivals_material_says_what_it_lacks() -> None:
    async def script(driver: Driver) -> None:
        await click_on(driver, "bars")
        assert "Bars in section III: Waleran has no ore" in driver.line(-2)
        await driver.press("f1")
        assert "BD-1f" in driver.text

    run(two_ready(), script)


def test_building_waits_for_the_cards_and_says_so() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("4", "enter")
        assert "Use all your cards" in driver.line(-2)
        assert "BD-5a" in driver.line(-2)

    run(using(), script)


def test_before_the_cards_are_used_one_line_says_that_building_comes_after_them() -> None:
    table = using()
    (build,) = (it for it in listed_items(table, PHILIP) if it.refusal)
    assert (build.words, [(it.text, it.tone) for it in build.right]) == ("build", [("after the cards", "refusal")])


@pytest.mark.parametrize("lines", [(), ("2 throw 14 no", "dealer fall 4")])
def test_in_a_fight_only_what_can_be_chosen_is_listed(lines: tuple[str, ...]) -> None:
    table = claiming("2 claim r2", "1 claim d1", *lines)
    (seat,) = table.due.seats
    assert all(it.refusal is None for it in listed_items(table, seat))


def test_each_throw_shows_its_chance_to_get_ahead() -> None:
    table = conflict()

    async def script(driver: Driver) -> None:
        menu = [line[50:] for line in driver.lines]
        chances = {line.split()[2]: line.split()[-2] for line in menu if "%" in line}
        assert chances == {"0/5": "50", "1/4": "50", "personal": "100"}
        await driver.press("3", "enter")
        assert isinstance(last_move(table), Throw)

    run(table, script)


def test_what_happened_since_the_last_turn_is_below_the_rest() -> None:
    table = DuelTable(
        round_of(philip=Has(seals="14"), waleran=Has(seals="14")),
        *("2 claim r1", "1 claim c1", "2 throw 14 no", "dealer fall 1", "1 throw 14 no", "dealer fall 4"),
    )

    async def script(driver: Driver) -> None:
        lines = [line[51:].strip() for line in driver.lines]
        since = next(number for number, line in enumerate(lines) if "since your last turn" in line)
        before = next(number for number, line in enumerate(lines) if "before" in line)
        new, old = lines[since:], lines[before:since]
        assert any("Anna (Philip) throws" in line for line in new)
        assert any("Bruno (Waleran) throws" in line for line in old)

    run(table, script)


def test_what_the_rival_has_gained_since_ones_own_last_turn_is_flagged() -> None:
    table = using()
    before: DuelState = table.view(PUBLIC)
    table.submit(UseCard(PHILIP, 7))
    built: DuelState = table.game.apply(building().view(PUBLIC), Build(PHILIP, 1, (1,)))
    kept = table.view(PUBLIC).sides[PHILIP].kept
    philip = built.sides[PHILIP]._replace(kept=kept)
    after = built._replace(sides=(philip, built.sides[WALERAN]), power=PHILIP)

    def flags(reader: Seat | None) -> list[str]:
        board = DuelBoard(BOX.new(Options(2, "versus", 1)), ascii_only=False)
        scene = Scene(after, 50, 21, table.players, None, None, before._replace(power=WALERAN), reader)
        return sorted(re.findall(r"»[\w◆]+", "".join(it.text for it in board.lines(scene))))

    assert flags(WALERAN) == ["»Second", "»mortar", "»◆"]
    assert flags(PHILIP) == [], "a player's own doing is no news"
    assert flags(None) == ["»Second", "»mortar", "»◆"], "in a replay"


def test_the_details_say_everything_in_full_and_go_back() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("i")
        assert "Sell raw wool for 3 gold each." in driver.text
        assert "marks the card that both fight for." in driver.text
        await driver.press("escape")
        assert "top row" in driver.text

    run(claiming(), script)


def test_a_turn_ends_by_its_last_item() -> None:
    table = building()

    async def script(driver: Driver) -> None:
        await driver.press("up", "enter")
        assert isinstance(last_move(table), FinishTurn)

    run(table, script)


def test_escape_closes_a_page_before_it_offers_to_leave() -> None:
    table = using()

    async def script(driver: Driver) -> None:
        await click_on(driver, "1 Fair")
        assert "← use Fair (1)" in driver.text
        await driver.press("escape")
        assert "← use Fair (1)" not in driver.text
        assert isinstance(driver.app.screen, TableScreen)
        await driver.press("escape")
        assert not isinstance(driver.app.screen, TableScreen)

    run(table, script)


@pytest.mark.parametrize("size", SIZES[:2])
def test_the_personal_seal_has_one_name(size: tuple[int, int]) -> None:
    table = conflict()

    async def script(driver: Driver) -> None:
        words = driver.text.split()
        assert "own" not in words
        words = ("3 throw personal last ", "3 throw your personal seal, 2/3 (your last throw) ")
        assert any(it in driver.text for it in words)
        assert "seals 2/3x2 personal" in driver.text

    run(table, script, size)


def test_the_footer_names_the_numbers_that_there_are() -> None:
    async def script(driver: Driver) -> None:
        assert " 1-8 choose " in driver.line(-1)

    run(claiming(), script)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    ("text", "words", "clause"),
    [("░", "Passage: three rounds", "BD-2a"), ("bank ", "Bank: the gold", "BD-1d"), ("stack ", "Stack: the", "BD-1d")],
)
def test_a_click_explains_passage_bank_and_stack_and_f1_opens_their_clause(
    text: str, words: str, clause: str, size: tuple[int, int]
) -> None:
    async def script(driver: Driver) -> None:
        await click_on(driver, text)
        assert words in driver.line(-2)
        assert "…" not in driver.line(-2)
        await driver.press("f1")
        assert clause in driver.text

    run(claiming(), script, size)


def test_the_first_decision_says_how_to_choose_and_later_ones_where_there_is_room() -> None:
    async def first_and_next(app: Driver) -> None:
        assert "claim a row, column or diagonal (number and Enter, or two clicks)." in app.line(-2)
        await app.press("enter")
        assert "Anna (Philip): claim a line across Bruno's (number and Enter, or two clicks)." in app.line(-2)
        await app.press("enter")
        assert "throw a first seal for Fair; both throw at least one." in app.line(-2)

    async def both(app: Driver) -> None:
        assert "row, column or diagonal; " in app.line(-2)
        assert "(number and Enter, or two clicks)." in app.line(-2)

    run(claiming(), first_and_next)
    run(claiming(), both, SIZES[2])
