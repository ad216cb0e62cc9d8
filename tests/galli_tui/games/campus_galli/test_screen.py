"""The table's screen under keys and mouse: every key does what the line of keys says, at every size."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.events import MouseScrollDown
from textual.geometry import Offset
from textual.pilot import Pilot

from galli_tui.app import GalliApp
from galli_tui.games.campus_galli.move_entry.choosing import ChooseCardEntry
from galli_tui.games.campus_galli.move_entry.laying import LaySectionEntry
from galli_tui.games.campus_galli.move_entry.taking import TakeSectionEntry
from galli_tui.games.campus_galli.plan_widget import PlanWidget
from galli_tui.games.campus_galli.prompts import may_end
from galli_tui.games.kit.grid_board import HUGE, LARGE, MEDIUM, NARROW, SMALL, Scale
from galli_tui.screens.dialogs import Question
from galli_tui.screens.start.help import HelpScreen
from galli_tui.screens.table.board import TableBoard
from galli_tui.settings.schema import Settings
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.prompt import Prompt
from rules.campus_galli.laying_sections import FlipBuildingStep, LaySectionStep, TakeSectionStep
from rules.campus_galli.rounds import ChooseCardStep
from rules.campus_galli.state import State
from rules.engine.game import Options
from rules.engine.grid import space_name, spaces_of
from rules.engine.secrecy import DEALER
from tests.support.app_driver import SIZES, Driver, drive
from tests.support.bot_backends import InstantAdvice
from tests.support.fake_match_store import FakeMatchStore
from tests.support.play import Play
from tests.support.positions import CHURCH_BUT_F6, opening, position, table, with_symbols
from tests.support.table_positions import PositionTable, at_table, campus_board, spaces

BARE = with_symbols()
"""No symbols, so that no master builder stands on any section."""
OPEN = ("open-hands",)
HANDS = {1: "pray-hall build-red-1", 2: "angel-1 seer-1"}


class Table(Driver):
    """The app at a table, with the mouse as well."""

    def __init__(self, app: GalliApp, pilot: Pilot[None], table: PositionTable) -> None:
        super().__init__(app, pilot)
        self._mouse = pilot
        self.table = table

    @property
    def state(self) -> State:
        """All there is."""
        return self.table.view(DEALER)

    @property
    def laying(self) -> LaySectionEntry:
        found = campus_board(self.app).entry
        assert isinstance(found, LaySectionEntry)
        return found

    @property
    def taking(self) -> TakeSectionEntry:
        found = campus_board(self.app).entry
        assert isinstance(found, TakeSectionEntry)
        return found

    @property
    def held(self) -> str:
        """The spaces under the section held."""
        return " ".join(space_name(space, 15) for space in self.laying.place.spaces)

    @property
    def next(self) -> str:
        """The line that says what is next."""
        return self.app.screen.query_one(Prompt).text

    def cell(self, space: str) -> Offset:
        """Where a space begins on the screen."""
        (number,) = spaces_of(spaces(position(), space))
        return self.app.screen.query_one(PlanWidget).cell_of(number)

    def spot(self, text: str) -> tuple[int, int]:
        """The cell where a text begins on the screen."""
        for row, line in enumerate(self.lines):
            if text in line:
                return line.index(text), row
        raise AssertionError(f"{text!r} is not on the screen:\n{self.text}")

    async def hover_space(self, space: str) -> None:
        await self._mouse.hover(offset=self.cell(space))
        await self._mouse.pause()

    async def click_space(self, space: str, button: int = 1) -> None:
        await self._mouse.click(offset=self.cell(space), button=button)
        await self._mouse.pause()

    async def click_text(self, text: str) -> None:
        await self.click(*self.spot(text))


def at(
    play: Play,
    script: Callable[[Table], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
    *,
    ascii_only: bool = False,
) -> None:
    """Runs the app at this moment for the length of a script."""
    made = PositionTable(play)
    app = at_table(made, Terminal(ascii=ascii_only))

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(Table(app, pilot, made))

    asyncio.run(run())


def hands() -> Play:
    return opening(table(2, variants=OPEN), hands=HANDS)


def to_take() -> Play:
    return position(turns=("1 build-blue-1", "2 angel-2"))


def to_lay() -> Play:
    return position(laying="hut red wing")


# Choosing


@pytest.mark.parametrize(
    ("keys", "card"),
    [("1 enter", 0), ("2 enter", 1), ("2 1 space", 0), ("down enter", 1), ("up space", 1), ("tab enter", 1)],
)
def test_keys_choose_a_card(keys: str, card: int) -> None:
    async def script(at: Table) -> None:
        hand = at.state.seats[0].hand.cards
        assert isinstance(hand, tuple)
        await at.press(*keys.split())
        assert at.state.seats[0].chosen.card == hand[card]

    at(hands(), script)


def test_no_label_of_the_score_sheet_is_cut_off_in_a_small_window() -> None:
    async def script(app: Table) -> None:
        await app.press("s")
        assert "Builders beside buildings" in app.text
        assert not any("…" in line for line in app.lines)

    at(position(table(4, "coop", level=3)), script)


def test_no_hand_is_on_the_screen_before_the_handover() -> None:
    async def script(at: Table) -> None:
        assert "look away" in at.text
        await at.press("enter")
        assert "50 build" in at.text
        await at.press("1", "enter")
        assert "50 build" not in at.text
        assert "grand seer" not in at.text

    at(opening(hands=HANDS), script)


def test_an_undone_card_is_under_the_cursor_after_the_handover() -> None:
    async def script(at: Table) -> None:
        await at.press("enter", "2", "enter", "u")
        assert "grand seer" not in at.text
        await at.press("enter")
        entering = campus_board(at.app).entry
        assert isinstance(entering, ChooseCardEntry)
        assert entering.at == 1

    at(opening(hands=HANDS), script)


def test_a_choice_can_be_undone_while_others_choose() -> None:
    async def script(at: Table) -> None:
        await at.press("1", "enter")
        assert at.state.agenda[-1] == ChooseCardStep((1,))  # pyright: ignore[reportArgumentType]
        await at.press("u")
        assert at.state.seats[0].hand.count == 2

    at(hands(), script)


# Taking


def test_keys_take_a_section() -> None:
    async def script(at: Table) -> None:
        await at.press("down", "enter")
        step = at.state.agenda[-1]
        assert isinstance(step, LaySectionStep)
        assert at.held
        assert "place the blue tower" in at.text

    at(to_take(), script)


def test_what_may_not_be_taken_is_refused_with_its_clause_and_nothing_happens() -> None:
    async def script(at: Table) -> None:
        column, row = at.spot(" wing")
        await at.click(column + 11 + 2, row)
        await at.press("enter")
        assert "The card doesn't allow the green wing. (CG-I-3a8)" in " ".join(at.line(-2).split())
        assert isinstance(at.state.agenda[-1], TakeSectionStep)
        await at.press("right")
        assert "take a section" in at.line(-2)
        assert at.taking.refusal is None

    at(to_take(), script)


def test_a_click_on_the_stock_selects_and_takes() -> None:
    async def script(at: Table) -> None:
        column, row = at.spot(" wing")
        blue = column + 11 + 2 * 2
        await at.click(blue, row)
        assert (at.taking.stock_cursor.shape, at.taking.stock_cursor.column) == (2, 2)
        await at.click(blue, row)
        assert isinstance(at.state.agenda[-1], LaySectionStep)

    at(to_take(), script)


def test_a_click_on_a_name_in_the_hut_selects_that_shape_and_one_on_the_large_section_takes_it() -> None:
    async def script(at: Table) -> None:
        await at.click_text(" wing")
        chosen = at.taking.stock_cursor
        assert chosen is not None
        assert (chosen.shape, chosen.column) == (2, 2), "the blue one, which the card allows"
        assert at.taking.refusal is None
        before = at.state
        await at.click_text("▸ the ")
        assert at.state != before
        assert isinstance(at.state.agenda[-1], LaySectionStep)

    at(to_take(), script)


def test_a_second_click_on_a_name_in_the_hut_takes_the_section() -> None:
    async def script(at: Table) -> None:
        await at.click_text(" wing")
        await at.click_text("▸wing")
        assert isinstance(at.state.agenda[-1], LaySectionStep)

    at(to_take(), script)


def test_a_section_of_the_hut_is_put_back_by_undo() -> None:
    async def script(at: Table) -> None:
        before = at.state.hut
        await at.press("enter")
        assert at.state.hut != before
        await at.press("u")
        assert at.state.hut == before
        assert at.taking

    at(to_take(), script)


def test_an_undone_move_is_restored_as_entered() -> None:
    async def script(at: Table) -> None:
        await at.press("down")
        taken = at.taking.stock_cursor
        chosen = taken.shape, taken.column
        await at.press("enter", "r", "tab", "tab")
        held = at.held
        await at.press("enter", "u")
        assert at.held == held
        await at.press("u")
        assert (at.taking.stock_cursor.shape, at.taking.stock_cursor.column) == chosen

    at(to_take(), script)


# Laying


def test_arrows_move_the_section_and_the_real_cursor_goes_with_it() -> None:
    async def script(at: Table) -> None:
        before = at.laying.place.spaces
        await at.press("right", "down")
        assert at.laying.place.spaces == tuple(space + 16 for space in before)
        first = space_name(before[0] + 16, 15)
        assert at.app.cursor_position == at.cell(first)

    at(to_lay(), script)


def test_the_real_cursor_moves_with_the_drawn_cells_or_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    def write(_: GalliApp, sequence: str) -> None:
        written.append(sequence)

    monkeypatch.setattr(GalliApp, "_write", write)

    async def script(at: Table) -> None:
        written.clear()
        await at.press("right")
        assert written == []
        at.app.put_cursor(Offset(1, 2))
        for _ in range(500):
            if written:
                break
            await asyncio.sleep(0.01)
        assert written == ["\x1b[3;2H"]

    at(to_lay(), script)


def test_r_rotates_and_m_flips() -> None:
    async def script(at: Table) -> None:
        await at.press("r")
        assert "rotated 90°" in at.text
        await at.press("f")
        assert "flipped" in at.text

    at(to_lay(), script)


def test_tab_and_shift_tab_jump_through_legal_places_best_first() -> None:
    async def script(at: Table) -> None:
        await at.press("tab")
        assert "place 1 of" in at.text
        first = at.held
        await at.press("tab")
        assert "place 2 of" in at.text
        await at.press("shift+tab")
        assert at.held == first

    at(to_lay(), script)


@pytest.mark.parametrize("key", ["enter", "space"])
def test_enter_lays_the_section_where_it_is_shown(key: str) -> None:
    async def script(at: Table) -> None:
        await at.press("tab")
        mask = at.laying.place.mask
        await at.press(key)
        assert at.state.covered == mask
        assert "Anna: red wing at" in at.text

    at(to_lay(), script)


def test_an_illegal_place_says_why_at_once_and_again_on_enter() -> None:
    async def script(at: Table) -> None:
        await at.click_space("k3")
        assert "It must cover an uncovered space of a" in at.text
        await at.press("enter")
        assert "It must cover an uncovered space of a wooden building. (CG-I-3a1)" in at.line(-2)
        assert at.state.covered == 0
        await at.press("question_mark")
        assert "CG-I-3a1" in at.text
        await at.press("escape")
        await at.press("tab")
        assert "arrows/click move" in at.line(-2)

    at(to_lay(), script)


def test_the_tasks_that_would_be_fulfilled_are_ticked() -> None:
    async def script(at: Table) -> None:
        await at.press("tab")
        assert "✓1 build on the cloister (B)" in at.text
        assert "✓ task: build on the cloister (B)" in at.text

    at(position(table(box=BARE), laying="hut red hall", board=("progress-cloister",)), script)


def test_a_gap_that_would_cost_a_monk_is_roofed_on_the_plan() -> None:
    async def script(at: Table) -> None:
        await at.click_space("b9")
        while at.held != "b9 c9 b10 c10":
            await at.press("tab")
        column, row = at.cell("b11")
        assert at.lines[row][column] == "⌂"

    at(position(table(box=BARE), laying="hut red tower"), script)


@pytest.mark.parametrize("keys", [("tab",), ("tab", "tab")])
def test_moving_the_mouse_leaves_the_section_where_keys_have_put_it(keys: tuple[str, ...]) -> None:
    async def script(at: Table) -> None:
        await at.press(*keys)
        put = at.held
        for space in "c3", "f6", "e8":
            await at.hover_space(space)
            assert at.held == put
        mask = at.laying.place.mask
        await at.press("enter")
        assert at.state.covered == mask

    at(to_lay(), script)


def test_a_click_on_the_section_before_anything_else_lays_nothing() -> None:
    async def script(at: Table) -> None:
        there = at.held.split()[0]
        await at.click_space(there)
        assert not at.state.covered
        await at.click_space(there)
        assert at.state.covered

    at(to_lay(), script)


@pytest.mark.parametrize("key", ["1", "2"])
def test_a_digit_selects_a_card_and_only_enter_chooses_it(key: str) -> None:
    async def script(at: Table) -> None:
        before = at.state
        await at.press(key, key)
        assert at.state == before
        entering = campus_board(at.app).entry
        assert isinstance(entering, ChooseCardEntry)
        assert entering.at == int(key) - 1
        await at.press("enter")
        assert at.state != before

    at(hands(), script)


def test_a_card_is_chosen_by_the_second_click_on_it() -> None:
    async def script(at: Table) -> None:
        before = at.state
        await at.click_text("▸1")
        assert at.state == before
        await at.click_text("▸1")
        assert at.state != before

    at(hands(), script)


def test_with_confirming_switched_off_one_key_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableBoard, "confirms", False)

    async def script(at: Table) -> None:
        before = at.state
        await at.press("2")
        assert at.state != before

    at(hands(), script)


def test_the_mouse_moves_turns_and_lays() -> None:
    async def script(at: Table) -> None:
        await at.click_space("f6")
        assert "f6" in at.held.split()
        await at.click_space("f6", button=3)
        assert "rotated 90°" in at.text
        await at.hover_space("e8")
        await at.press("tab")
        there = at.held.split()[0]
        await at.click_space(there)
        assert not at.state.covered, "the first click there"
        await at.click_space(there)
        assert at.state.covered

    at(to_lay(), script)


def test_the_prompt_says_how_the_mouse_places_a_section_once_the_mouse_is_used() -> None:
    async def script(at: Table) -> None:
        assert "arrows/click move" in at.line(-2)
        await at.hover_space("f6")
        told = "click moves it, another there places it; wheel rotates, f flips."
        assert at.line(-2).strip().endswith(told)
        await at.press("left")
        assert "arrows/click move" in at.line(-2)
        await at.click_space("f6")
        assert at.line(-2).strip().endswith(told)
        await at.press("tab")
        assert "arrows/click move" in at.line(-2)

    at(to_lay(), script)


def test_the_wheel_turns_the_section() -> None:
    async def script(at: Table) -> None:
        plan = at.app.screen.query_one(PlanWidget)
        x, y = at.cell("f6")
        event = MouseScrollDown(plan, x, y, 0, 0, 0, shift=False, meta=False, ctrl=False)
        at.app.screen._forward_event(event)  # pyright: ignore[reportPrivateUsage]
        await at.press("left")
        assert "rotated 90°" in at.text

    at(to_lay(), script)


def test_a_click_on_the_picture_of_the_section_rotates_it() -> None:
    async def script(at: Table) -> None:
        row = next(number for number, line in enumerate(at.lines) if "not rotated" in line)
        column = at.lines[row].index("not rotated") - 4
        await at.click(column, row)
        assert "rotated 90°" in at.lines[row]
        await at.click(column, row)
        assert "rotated 180°" in at.lines[row]
        assert not at.state.covered

    at(to_lay(), script)


def test_escape_says_that_a_section_taken_must_be_laid() -> None:
    async def script(at: Table) -> None:
        await at.press("escape")
        assert "must be placed; u puts it back" in at.line(-2)
        assert not isinstance(at.app.screen, Question)
        await at.press("left")
        assert "arrows/click move" in at.line(-2)

    at(to_lay(), script)


# Flipping


def test_after_a_completed_building_another_is_flipped_by_keys() -> None:
    async def script(at: Table) -> None:
        assert isinstance(at.state.agenda[-1], FlipBuildingStep)
        await at.press("down", "enter")
        assert at.state.open == 0b10111

    at(position(table(box=BARE), laying="hut yellow hall", laid=CHURCH_BUT_F6).do("1 lay f6 f7 f8 f9"), script)


def test_after_a_completed_building_another_is_flipped_by_clicks() -> None:
    async def script(at: Table) -> None:
        await at.click_space("b1")
        await at.click_space("c2")
        assert at.state.open == 0b10000000111

    at(position(table(box=BARE), laying="hut yellow hall", laid=CHURCH_BUT_F6).do("1 lay f6 f7 f8 f9"), script)


# Looking


def test_i_inspects_the_plan_space_by_space_and_ends() -> None:
    async def script(at: Table) -> None:
        await at.press("i")
        first = at.app.cursor_position
        await at.press("left", "up")
        assert at.app.cursor_position == first + Offset(-2, -1)
        assert "space g6" in at.text
        assert "The church (A): wood." in at.text
        assert "arrows/click move" not in at.line(-2)
        await at.press("i")
        assert "space g6" not in at.text
        assert at.laying

    at(to_lay(), script)


def test_inspecting_moves_no_section_and_makes_no_move() -> None:
    async def script(at: Table) -> None:
        before = at.held
        await at.press("i", "left", "enter", "r", "1")
        await at.press("escape")
        assert at.held == before
        assert at.state.covered == 0

    at(to_lay(), script)


def test_the_cursor_goes_round_the_plan_and_comes_back_where_it_was() -> None:
    async def script(at: Table) -> None:
        await at.press("i", *("right",) * 8)
        assert "space a7" in at.text
        await at.press("i", "i")
        assert "space a7" in at.text

    at(to_take(), script)


def test_hovering_describes_a_space() -> None:
    async def script(at: Table) -> None:
        await at.hover_space("g8")
        assert "space g8" in at.text
        assert "never built on." in at.text
        await at.hover_space("c8")
        assert "space c8" in at.text
        assert "The bakery and almshouse (C): wood." in " ".join(at.text.split())

    at(to_take(), script)


def test_without_hover_the_mouse_describes_nothing_and_still_clicks() -> None:
    async def script(at: Table) -> None:
        at.app.settings = Settings(hover=False)
        before = at.text
        await at.hover_space("g8")
        assert at.text == before
        await at.press("i")
        await at.click_space("g8")
        assert "space g8" in at.text

    at(to_take(), script)


@pytest.mark.parametrize("hover", [True, False])
def test_a_click_on_a_space_that_decides_nothing_describes_it(hover: bool) -> None:
    async def script(at: Table) -> None:
        at.app.settings = Settings(hover=hover)
        before = at.state
        await at.click_space("k8")
        assert "space k8" in at.text
        assert at.line(-2).strip() == "Tree (cemetery orchard): never built on. F1: its rule."
        await at.press("f1")
        assert "Space k8" in at.text
        await at.press("escape", "2")
        assert "choose a card" in at.line(-2)
        assert at.state == before

    at(hands(), script)


def test_a_click_while_inspecting_selects_that_space() -> None:
    async def script(at: Table) -> None:
        await at.press("i")
        await at.click_space("k8")
        assert "space k8" in at.text
        assert "Tree (cemetery orchard): never built on." in at.text

    at(to_take(), script)


# The whole screen


@pytest.mark.parametrize(
    ("size", "scale"),
    [
        *zip(SIZES, (SMALL, MEDIUM, LARGE), strict=True),
        ((94, 50), SMALL),
        ((100, 29), SMALL),
        ((100, 30), NARROW),
        ((100, 40), NARROW),
        ((120, 30), MEDIUM),
        ((160, 44), LARGE),
        ((180, 56), HUGE),
        ((200, 60), HUGE),
    ],
    ids=str,
)
def test_the_plan_is_as_large_as_the_window_allows(size: tuple[int, int], scale: Scale) -> None:
    async def script(at: Table) -> None:
        plan = at.app.screen.query_one(PlanWidget)
        assert plan.scale == scale
        assert plan.region.width >= 3 + 15 * scale.columns
        assert plan.region.height == 1 + 12 * scale.rows
        assert at.app.screen.query_one("#campus-column").size.width >= 45
        assert at.app.screen.query_one("#campus-column").size.height >= 21
        assert "hut" in at.text
        assert "corner" in at.text
        assert "monks at home: " in at.text or " monks " in at.text

    at(to_lay(), script, size)


def test_a_taller_plan_of_a_custom_box_is_drawn_smaller_rather_than_cut() -> None:
    async def script(at: Table) -> None:
        plan = at.app.screen.query_one(PlanWidget)
        assert plan.scale == SMALL
        assert plan.region.height == 1 + 20

    box = BARE._replace(plan=BARE.plan._replace(height=20))
    at(position(table(box=box)), script, (120, 36))


def test_the_plan_grows_and_shrinks_with_the_window() -> None:
    async def script(at: Table) -> None:
        before = at.held
        for size, scale in zip(SIZES, (SMALL, MEDIUM, LARGE), strict=True):
            await at.resize(*size)
            assert at.app.screen.query_one(PlanWidget).scale == scale
        assert at.held == before
        assert "boards" in at.text
        await at.resize(80, 24)
        assert "boards" not in at.text
        assert at.line(-2).startswith("Anna: arrows/click move, r/wheel rotate, f flips, Enter/2nd click place.")

    at(to_lay(), script)


def test_a_covered_table_follows_a_resize() -> None:
    async def script(at: Table) -> None:
        plan = at.app.screen.query_one(PlanWidget)
        await at.press("f1", "ctrl+p")
        assert len(at.app.screen_stack) == 4
        await at.resize(120, 36)
        await at.press("escape", "escape")
        assert plan.is_attached
        assert plan.scale == MEDIUM
        assert plan.region.size == plan.full_size

    at(to_lay(), script)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_poor_terminal_gets_ascii_alone(size: tuple[int, int]) -> None:
    async def script(at: Table) -> None:
        await at.press("tab")
        assert at.text.isascii()
        assert "*" in at.text

    at(to_lay(), script, size, ascii_only=True)


def test_changing_the_theme_changes_only_colours() -> None:
    async def script(at: Table) -> None:
        before = at.text
        await at.press("f2")
        assert at.app.theme == "parchment"
        assert at.text == before

    at(to_lay(), script)


def test_the_footer_shows_only_what_is_possible() -> None:
    async def script(at: Table) -> None:
        assert "rotate" not in at.line(-1)
        assert "choose" not in at.line(-1)
        await at.press("enter")
        assert "r rotate" in at.line(-1)
        assert "f flip" in at.line(-1)

    at(to_take(), script)


def test_the_footer_names_the_keys_that_no_prompt_names_even_in_a_small_window() -> None:
    async def script(at: Table) -> None:
        assert len(at.line(-1)) <= 80
        assert "i look" in at.line(-1)
        assert "s scores" in at.line(-1)
        await at.press("enter")
        for key in ("r rotate", "f flip", "u undo", "enter ok", "i look"):
            assert key in at.line(-1)
        assert all(word in at.next for word in ("arrows", "Enter"))

    at(to_take(), script)


def test_a_second_click_on_the_way_back_never_undoes() -> None:
    async def script(at: Table) -> None:
        at.table.advice = InstantAdvice(at.table.game, 60)
        await at.press("enter")
        for key in ("i", "h", "b"):
            column = at.line(-1).index("u undo")
            await at.press(key)
            assert at.line(-1).index("esc back") + len("esc back") < column

            await at.click_text("esc back")
            assert at.line(-1).index("u undo") == column

    at(to_take(), script)


def test_the_key_for_the_next_place_stays_in_the_footer_beside_undo_and_hints() -> None:
    async def script(at: Table) -> None:
        at.table.advice = InstantAdvice(at.table.game, 60)
        await at.press("enter")
        foot = at.line(-1)
        assert all(key in foot for key in ("u undo", "h hint", "enter ok", "tab next")), foot
        await at.click_text("tab next")
        assert "(by points now)" in at.text

    at(to_take(), script)


def test_keys_without_a_meaning_do_nothing() -> None:
    async def script(at: Table) -> None:
        before = at.state
        await at.press("r", "f", "1", "9")
        assert at.state == before

    at(to_take(), script)


@pytest.mark.long
def test_a_match_played_by_tab_and_enter_comes_to_its_end() -> None:
    async def script(at: Table) -> None:
        for _ in range(400):
            if not at.state.agenda:
                break
            if isinstance(at.state.agenda[-1], LaySectionStep):
                await at.press("tab")
            await at.press("enter")
        assert not at.state.agenda
        assert "Final score" in at.text

    game = table(4, variants=OPEN)
    at(Play(game, game.initial()).dealt(5), script)


def test_the_last_move_warns_that_it_cannot_be_undone() -> None:
    told = "this may be the last move. It can't be undone; Enter makes it."
    last = position(turns=["1 angel-1"], laying="hut red hall", year=2, piles=0)
    another = position(turns=["1 angel-1", "2 angel-2"], laying="hut red hall", year=2, piles=0)
    earlier = position(turns=["1 angel-1"], laying="hut red hall", year=2, piles=3)
    passing = position(table(2, level=2), turns=["1 angel-1", "2 angel-2"], special="1", year=2, piles=0, tiles=RICH)
    for play, said in ((last, True), (another, False), (earlier, False), (passing, True)):
        assert may_end(play.state) is said

    at_last = PositionTable(last)
    at_last.advice = InstantAdvice(at_last.game, 40)

    async def script(app: Driver) -> None:
        assert told in app.text
        await app.press("h")
        assert told not in app.text, "Enter only selects a hint"
        await app.press("escape")
        assert told in app.text

    drive(at_table(at_last), script)


RICH = {1: "RRRGGBBY"}


@pytest.mark.parametrize(("level", "first"), [(None, "CG-I-0a"), (1, "CG-I-0a"), (2, "CG-II-0"), (3, "CG-III-0")])
def test_the_rulebook_opens_at_the_level_that_is_played(level: int | None, first: str) -> None:
    async def script(app: Driver) -> None:
        await app.press("tab", "tab", "tab", "tab")
        assert any("▌" in line and f"{first} " in line for line in app.lines)

    options = None if level is None else Options(2, "versus", level)
    help_screen = HelpScreen("campus-galli", ("table",), options=options)
    drive(GalliApp(Terminal(), FakeMatchStore(), first=lambda app: app.push_screen(help_screen)), script)
