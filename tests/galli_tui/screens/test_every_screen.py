"""What holds on every screen: the size, the colours, ASCII, the keys from the registry, help and commands."""

from __future__ import annotations

import pytest
from rich.color import Color
from textual.widget import Widget

from galli_tui.app import GalliApp
from galli_tui.screens.command_palette import CommandScreen
from galli_tui.screens.start.help import HelpScreen
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.start.saved import SavedScreen
from galli_tui.screens.start.setup import SetupScreen
from galli_tui.screens.table.handover import HandoverScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.screens.too_small import TooSmallScreen
from galli_tui.settings.file import load
from galli_tui.tables.table import Table
from galli_tui.terminal.capabilities import Colours, Terminal
from galli_tui.widgets.option_list import OptionList
from tests.support.app_driver import Driver, app_with, drive
from tests.support.fake_match_store import FakeMatchStore, saved
from tests.support.straws_game import straws, straws_table

pytestmark = pytest.mark.usefixtures(straws.__name__)

SCREENS = {
    "menu": (),
    "new match": ("n",),
    "saved matches": ("m",),
    "help": ("f1",),
    "keys": ("f1", "tab"),
    "rulebook": ("f1", "tab", "tab"),
    "commands": ("ctrl+p",),
    "handover": ("g",),
    "table": ("g", "enter"),
    "log": ("g", "enter", "l"),
    "sheet": ("g", "enter", "s"),
    "question": ("m", "x"),
}
"""The keys that lead from the menu to each screen."""


def app(terminal: Terminal | None = None, table: Table | None = None) -> GalliApp:
    return app_with(table, FakeMatchStore(saved()), terminal)


@pytest.mark.parametrize("keys", SCREENS.values(), ids=SCREENS)
def test_a_window_too_small_says_so_and_the_screen_returns(keys: tuple[str, ...]) -> None:
    async def script(app: Driver) -> None:
        await app.press(*keys)
        before, screen = app.text, app.app.screen
        for size in ((79, 24), (80, 23)):
            await app.resize(*size)
            assert isinstance(app.app.screen, TooSmallScreen)
            await app.press("n", "enter", "1", "f1", "ctrl+p")
            assert isinstance(app.app.screen, TooSmallScreen)
            await app.resize(80, 24)
            assert app.app.screen is screen
            assert app.text == before

    drive(app(), script)


def test_a_click_on_the_key_that_the_notice_names_quits() -> None:
    async def script(app: Driver) -> None:
        await app.resize(60, 20)
        (row,) = (number for number, line in enumerate(app.lines) if "Press q to quit." in line)
        await app.click(app.lines[row].index("Press"), row)
        assert not app.app.leaving
        await app.click(app.lines[row].index("q to"), row)
        assert app.app.leaving

    drive(app(), script)


def test_even_in_a_single_cell_the_program_waits() -> None:
    async def script(app: Driver) -> None:
        await app.resize(1, 1)
        await app.resize(80, 24)
        assert isinstance(app.app.screen, MenuScreen)

    drive(app(), script)


def test_the_notice_names_both_sizes() -> None:
    async def script(app: Driver) -> None:
        assert "80x24" in app.text
        assert "60x20" in app.text
        await app.resize(100, 20)
        assert "100x20" in app.text

    drive(app(), script, (60, 20))


def test_a_window_too_small_from_the_start_opens_at_the_menu_later() -> None:
    async def script(app: Driver) -> None:
        assert isinstance(app.app.screen, TooSmallScreen)
        await app.resize(80, 24)
        assert isinstance(app.app.screen, MenuScreen)

    drive(app(), script, (60, 20))


def test_a_table_in_a_small_window_shows_no_hand() -> None:
    table = straws_table("Anna", mode="solo")

    async def script(app: Driver) -> None:
        assert str(table.view(table.due.seats[0]).hands[0].cards) in app.text
        await app.resize(60, 20)
        assert "round" not in app.text

    drive(app(table=table), script)


def colours_of(app: Driver) -> set[Color]:
    """Every colour that leaves for the terminal."""
    styles = [segment.style for strip in app.strips for segment in strip if segment.style is not None]
    return {colour for style in styles for colour in (style.color, style.bgcolor) if colour is not None}


@pytest.mark.parametrize("keys", SCREENS.values(), ids=SCREENS)
def test_with_no_color_nothing_is_coloured(keys: tuple[str, ...]) -> None:
    async def script(app: Driver) -> None:
        await app.press(*keys)
        assert all(colour.is_default for colour in colours_of(app))

    drive(app(Terminal(colours=Colours.NONE, theme="none")), script)


@pytest.mark.parametrize("keys", SCREENS.values(), ids=SCREENS)
def test_in_sixteen_colours_only_the_terminals_own_are_used(keys: tuple[str, ...]) -> None:
    async def script(app: Driver) -> None:
        await app.press(*keys)
        assert all(colour.is_default or colour.is_system_defined for colour in colours_of(app))

    drive(app(Terminal(colours=Colours.SIXTEEN, theme="lamp-black-16")), script)


@pytest.mark.parametrize("keys", SCREENS.values(), ids=SCREENS)
def test_a_poor_terminal_gets_ascii_alone(keys: tuple[str, ...]) -> None:
    async def script(app: Driver) -> None:
        await app.press(*keys)
        assert app.text.isascii()
        assert all(len(line) == 80 for line in app.lines)

    drive(app(Terminal(ascii=True)), script)


@pytest.mark.parametrize("keys", SCREENS.values(), ids=SCREENS)
def test_help_and_commands_are_everywhere(keys: tuple[str, ...]) -> None:
    async def script(app: Driver) -> None:
        await app.press(*keys)
        if isinstance(app.app.screen, HelpScreen | CommandScreen):
            return
        await app.press("f1")
        assert isinstance(app.app.screen, HelpScreen)
        await app.press("f1", "ctrl+p")
        assert isinstance(app.app.screen, CommandScreen)

    drive(app(), script)


@pytest.mark.parametrize("keys", SCREENS.values(), ids=SCREENS)
def test_every_scroll_bar_takes_one_column(keys: tuple[str, ...]) -> None:
    async def script(app: Driver) -> None:
        await app.press(*keys)
        for widget in app.app.screen.query(Widget):
            scrolls = str(widget.styles.overflow_y) != "hidden"  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
            assert not scrolls or widget.styles.scrollbar_size_vertical == 1, widget

    drive(app(), script)


def test_a_key_goes_to_the_next_theme_first_the_light_one() -> None:
    async def script(app: Driver) -> None:
        assert app.app.theme == "lamp-black"
        await app.press("f2")
        assert app.app.theme == "parchment"
        await app.press("f2", "f2", "f2")
        assert app.app.theme == "lamp-black"

    drive(app(), script)


@pytest.mark.parametrize(
    "terminal", [Terminal(colours=Colours.SIXTEEN, theme="lamp-black-16"), Terminal(theme="lamp-black-256")]
)
def test_the_theme_switches_in_few_colours_too(terminal: Terminal) -> None:
    async def script(app: Driver) -> None:
        await app.press("f2")
        assert app.app.theme == terminal.theme.replace("lamp-black", "parchment")
        assert load().settings.theme == "parchment"
        await app.press("f2", "f2", "f2")
        assert app.app.theme == terminal.theme

    drive(app(terminal), script)


def test_without_colours_there_is_no_theme() -> None:
    async def script(app: Driver) -> None:
        await app.press("f2")
        assert app.app.theme == "none"
        await app.press("ctrl+p")
        assert "next theme" not in app.text

    drive(app(Terminal(colours=Colours.NONE, theme="none")), script)


def test_the_help_opens_with_how_to_play_and_tab_cycles_its_pages() -> None:
    async def script(app: Driver) -> None:
        await app.press("f1")
        assert "All choose a straw" in app.text
        await app.press("tab")
        assert "The abbot is the strongest" in app.text
        await app.press("tab")
        assert "Set up a new match." in app.text
        await app.press("tab")
        assert "Every seat draws two straws" in app.text
        await app.press("tab")
        assert "All choose a straw" in app.text
        await app.click(app.lines[0].index("Rulebook"), 0)
        assert "Every seat draws two straws" in app.text

    drive(app(), script)


def test_the_help_lists_the_keys_of_the_screen_it_was_called_from() -> None:
    async def script(app: Driver) -> None:
        await app.press("m", "f1", "tab", "tab")
        assert "Check every signature, deal and rule of the match." in app.text
        assert "Set up a new match." not in app.text

    drive(app(), script)


def test_the_rulebook_opens_and_is_searched() -> None:
    async def script(app: Driver) -> None:
        await app.press("f1", "slash")
        assert "Every seat draws two straws" in app.text
        await app.type("ties")
        assert "(ruling)" in app.text
        assert [line[3:7] for line in app.lines if line[3:6] == "ST-"] == ["ST-2"]
        await app.press("escape")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app(), script)


def test_a_clauses_number_finds_it() -> None:
    async def script(app: Driver) -> None:
        await app.press("f1", "slash")
        await app.type("st-3")
        await app.press("enter")
        marked = [line for line in app.lines if "▌" in line]
        assert any("ST-3" in line for line in marked)

    drive(app(), script)


def test_a_search_that_finds_nothing_says_so() -> None:
    async def script(app: Driver) -> None:
        await app.press("f1", "slash")
        await app.type("zeppelin")
        assert "Nothing found" in app.text
        await app.press("enter", "down", "enter")

    drive(app(), script)


def test_a_command_is_found_by_a_word_and_run() -> None:
    async def script(app: Driver) -> None:
        await app.press("ctrl+p")
        await app.type("saved")
        await app.press("enter")
        assert isinstance(app.app.screen, SavedScreen)

    drive(app(), script)


def test_commands_can_be_chosen_with_the_arrows_and_by_a_click() -> None:
    async def script(app: Driver) -> None:
        await app.press("ctrl+p", "down", "down", "down", "enter")
        assert isinstance(app.app.screen, SavedScreen)
        await app.press("escape", "ctrl+p")
        row = next(number for number, line in enumerate(app.lines) if "Set up a new match." in line)
        await app.click(20, row)
        assert isinstance(app.app.screen, SetupScreen)

    drive(app(), script)


def test_a_search_for_a_command_that_is_not_there_says_so() -> None:
    async def script(app: Driver) -> None:
        await app.press("ctrl+p")
        await app.type("zeppelin")
        assert "Nothing found" in app.text
        await app.press("enter", "down", "escape")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app(), script)


def test_keys_typed_right_after_enter_go_to_the_screen_that_it_opens() -> None:
    async def script(app: Driver) -> None:
        await app.press("ctrl+p")
        await app.type("saved")
        await app.press_at_once("enter", "x")
        assert "Delete this match?" in app.text

    drive(app(), script)


def test_letters_typed_right_after_enter_change_nothing_of_what_was_chosen() -> None:
    async def script(app: Driver) -> None:
        await app.press("ctrl+p", "down", "down", "down")
        chosen = app.app.screen.query_one(OptionList)
        assert "List the saved matches" in chosen.rows[chosen.index].text
        await app.press_at_once("enter", "n", "e", "w")
        await app.press()
        assert isinstance(app.app.screen, SavedScreen)

    drive(app(), script)


def test_commands_that_are_not_possible_are_not_listed() -> None:
    async def script(app: Driver) -> None:
        await app.press("g", "enter", "ctrl+p")
        assert "Undo the last move" not in app.text
        assert "Leave the table" in app.text

    drive(app(), script)


def test_the_footer_can_be_clicked() -> None:
    async def script(app: Driver) -> None:
        await app.click(app.lines[-1].index("saved"), 23)
        assert isinstance(app.app.screen, SavedScreen)
        await app.click(app.lines[-1].index("help"), 23)
        assert isinstance(app.app.screen, HelpScreen)

    drive(app(), script)


def test_a_menu_line_can_be_clicked() -> None:
    async def script(app: Driver) -> None:
        row = next(number for number, line in enumerate(app.lines) if "Rules and help" in line)
        await app.click(app.lines[row].index("Rules and help"), row)
        assert isinstance(app.app.screen, HelpScreen)

    drive(app(), script)


def test_the_real_cursor_stands_on_what_is_chosen() -> None:
    async def script(app: Driver) -> None:
        row = next(number for number, line in enumerate(app.lines) if "New match" in line)
        assert app.app.cursor_position == (4, row - 3)
        await app.press("down", "down")
        assert app.app.cursor_position == (4, row)
        await app.press("right")
        assert app.app.cursor_position == (40, row)

    drive(app(), script)


def test_the_app_can_open_at_a_table() -> None:
    async def script(app: Driver) -> None:
        assert isinstance(app.app.screen, HandoverScreen)
        await app.press("enter", "q", "q")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app(table=straws_table("Anna", "Bruno")), script)


def test_the_app_can_open_at_the_saved_matches() -> None:
    async def script(app: Driver) -> None:
        assert isinstance(app.app.screen, SavedScreen)

    drive(GalliApp(Terminal(), FakeMatchStore(saved()), saved=True), script)


def test_opening_a_table_closes_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = straws_table("Anna", "Bruno"), straws_table("Clara", "David")
    closed: list[bool] = []
    monkeypatch.setattr(first, "close", lambda: closed.append(True))

    async def script(app: Driver) -> None:
        await app.press("enter")
        assert isinstance(app.app.screen, TableScreen)
        app.app.open_table(second)
        await app.press()
        await app.resize(81, 24)
        assert "Clara's turn" in app.text
        assert closed == [True]

    drive(app(table=first), script)


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
def test_the_program_can_be_left(key: str) -> None:
    async def script(app: Driver) -> None:
        await app.press(key)
        assert app.app.return_code == 0

    drive(app(), script)


@pytest.mark.parametrize("opening", ["n", "m", "g", "f1", "ctrl+p"])
@pytest.mark.parametrize("leaving", ["q", "ctrl+q"])
def test_a_key_typed_after_leaving_opens_nothing(leaving: str, opening: str) -> None:
    async def script(app: Driver) -> None:
        await app.press_at_once(leaving, opening)
        assert isinstance(app.app.screen_stack[-1], MenuScreen)
        assert app.app.return_code == 0

    drive(app(), script)


@pytest.mark.parametrize("opening", ["n", "m", "g", "f1", "ctrl+p"])
def test_leaving_while_a_screen_still_opens_is_no_fault(opening: str) -> None:
    async def script(app: Driver) -> None:
        await app.press_at_once(opening, "ctrl+q")
        assert app.app.return_code == 0

    drive(app(), script)


@pytest.mark.parametrize("opening", ["s", "l", "f1", "ctrl+p"])
def test_a_key_typed_after_leaving_the_program_at_a_table_opens_nothing(opening: str) -> None:
    async def script(app: Driver) -> None:
        await app.press("enter")
        await app.press_at_once("ctrl+q", opening)
        assert isinstance(app.app.screen_stack[-1], TableScreen)
        assert app.app.return_code == 0

    drive(app(table=straws_table("Anna", "Bruno")), script)
