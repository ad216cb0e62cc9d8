"""The app: its themes and terminal, its stack of screens, and the one way in."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.filter import LineFilter
from textual.geometry import Offset, Size
from textual.screen import Screen
from textual.widget import AwaitMount
from textual.worker import WorkerFailed

from galli_tui.screens.base import SNUG, GalliScreen
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.too_small import SmallScreen
from galli_tui.startup.exit_codes import Exit
from galli_tui.startup.fault_report import report_fault
from galli_tui.style import palettes, theme
from galli_tui.style.actions import bindings
from galli_tui.terminal.capabilities import Colours, Terminal, complain, safe, tell_terminal, terminal_is_gone
from galli_tui.terminal.cell_diff import CellDiff, ChangedCells, CompositorUpdate, LayoutUpdate
from galli_tui.terminal.input_queue import InputOrder
from saves.errors import SaveError
from saves.storage.paths import home
from saves.storage.tidy import tidy_home

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rich.console import RenderableType
    from textual.actions import ActionParseResult
    from textual.dom import DOMNode
    from textual.driver import Driver

    from galli_tui.tables.match_store import Setup, Shelf
    from galli_tui.tables.network.api import Doors, Network
    from galli_tui.tables.table import Table

_TERMINAL_LOOKED_AT = 3.0
"""Every so many seconds the app makes sure that its terminal is there."""
_BEFORE = "\x1b[22;2t\x1b[4 q"
"""Keeps the window's title, and makes the cursor a line."""
_AFTER = "\x1b[23;2t\x1b[0 q\x1b[0m"
"""Gives both back, and resets the colours."""


class GalliApp(App[None]):
    """The menu lies at the bottom of the stack; a table, help and dialogues come upon it."""

    TITLE = "galli-tui"
    CSS_PATH = "theme.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    """No text is selected with the mouse: nothing here copies it, and terminals do it by themselves, with Shift."""
    BINDINGS = bindings("app")

    def __init__(
        self,
        terminal: Terminal,
        shelf: Shelf | None = None,
        table: Table | None = None,
        *,
        saved: bool = False,
        network: Network | None = None,
        first: Callable[[GalliApp], object] | None = None,
    ) -> None:
        """`table`, if given, is shown at once; else `saved` asks for the saved matches; else the menu shows.

        `first` is done as soon as the menu stands, to open something else upon it.
        """
        plain = terminal.colours is not Colours.MANY
        for name in ("COLUMNS", "LINES"):  # Textual would believe them, and they do not follow the window.
            os.environ.pop(name, None)
        super().__init__(ansi_color=True if plain else None)
        self.terminal = terminal
        self._shelf = shelf
        self._first_table = table
        self._first_saved = saved
        self._first = first
        self._network = network
        self.doors: Doors | None = None
        """How this program's last table of several terminals was open; None before the first."""
        self.last_table: Table | None = None
        """The table that was opened last; None if its match was deleted since, or before the first."""
        self.trouble: tuple[str, Exit] | None = None
        """Why the program has ended before it could do what it was asked for, and its exit code."""
        self._own_filters = theme.filters_for(terminal)
        self.no_color = terminal.colours is Colours.NONE
        self._window_title = ""
        self.input_order = InputOrder(self)
        self._shown_cells = CellDiff()
        self._shown_size = Size(0, 0)
        self._cursor_shown = Offset(0, 0)
        for name in palettes.PALETTES:
            self.register_theme(theme.textual_theme(name))
        self.set_reactive(App.theme, terminal.theme)
        self.stylesheet.set_variables(self.get_css_variables())

    def get_driver_class(self) -> type[Driver]:
        if os.name != "posix" or "TEXTUAL_DRIVER" in os.environ:
            return super().get_driver_class()
        from galli_tui.terminal.driver import TerminalDriver

        return TerminalDriver

    @property
    def shelf(self) -> Shelf:
        """The saved matches: the player's own unless others were given. Imported when first asked for."""
        if self._shelf is None:
            from galli_tui.tables.local import LocalShelf

            self._shelf = LocalShelf()
        return self._shelf

    @property
    def network(self) -> Network:
        """The tables of several terminals. Imported when first asked for."""
        if self._network is None:
            from galli_tui.tables.network.live import LiveNetwork

            self._network = LiveNetwork()
        return self._network

    async def on_unmount(self) -> None:
        if self._network is not None:
            await self._network.end()

    def give_up(self, sentence: str, code: Exit) -> None:
        """Ends the program, which could not do what it was started for."""
        self.trouble = sentence, code
        self.exit(return_code=code)

    def get_default_screen(self) -> Screen[None]:
        return MenuScreen()

    def get_line_filters(self) -> list[LineFilter]:
        return [*super().get_line_filters(), *self._own_filters]

    def on_mount(self) -> None:
        self._write("\x1b[?25h")
        if not self.is_headless:
            # Whoever ends the program from outside gets the terminal back in order.
            loop = asyncio.get_running_loop()
            with suppress(NotImplementedError, AttributeError):
                loop.add_signal_handler(signal.SIGTERM, self.exit)
                loop.add_signal_handler(signal.SIGINT, self._interrupted)
                signal.signal(signal.SIGHUP, partial(self._hung_up, loop))
            self._restore_when_killed()
            self.app_resume_signal.subscribe(self, self._repaint)  # pyright: ignore[reportUnknownMemberType]
        if self._first_table is not None:
            self.open_table(self._first_table)
        elif self._first_saved:
            from galli_tui.screens.start.saved import SavedScreen

            self.push_screen(SavedScreen())
        if self._first is not None:
            self._first(self)

    def _restore_when_killed(self) -> None:
        if os.name == "posix":
            from galli_tui.terminal.driver import TerminalDriver

            if isinstance(self._driver, TerminalDriver):
                self._driver.restore_when_killed(_AFTER.encode() if self.terminal.window_titles else b"")

    def _interrupted(self) -> None:
        self.exit(return_code=Exit.INTERRUPTED)

    def _hung_up(self, loop: asyncio.AbstractEventLoop, *_: object) -> None:
        """The terminal has gone, or somebody says so."""
        if terminal_is_gone():
            # Whatever writes to it may wait for ever, the loop as well. Every move is saved; nothing else is owed.
            os._exit(Exit.OK)
        loop.call_soon_threadsafe(self.exit)

    def on_ready(self) -> None:
        if not self.is_headless:
            # What start-up made lives as long as the program: the collector need not look at it again.
            gc.freeze()
            self.set_interval(_TERMINAL_LOOKED_AT, self._mind_the_terminal)

    def _mind_the_terminal(self) -> None:
        """A terminal may go without a hang-up; reading from what is left of it would keep a processor busy for ever."""
        if terminal_is_gone():
            os._exit(Exit.OK)

    def on_resize(self) -> None:
        self._repaint()
        self.call_later(self._mind_the_size)

    def _mind_the_size(self) -> None:
        if self.too_small and not isinstance(self.screen, SmallScreen):
            self.push_screen(SmallScreen())
        elif not self.too_small and isinstance(self.screen, SmallScreen):
            self.pop_screen()

    @property
    def too_small(self) -> bool:
        """Whether the window has no room for the screens."""
        return self.size.width < SNUG.width or self.size.height < SNUG.height

    @property
    def leaving(self) -> bool:
        """Whether the program is ending: what is typed now comes too late, and no screen opens any more."""
        return self._exit

    def _repaint(self, _: object = None) -> None:
        """Write all of the screen to a terminal that may show anything by now."""
        if not self._shown_cells.is_empty:  # Else a first painting is due anyway.
            self._shown_cells.forget()
            self._write(f"\x1b[?25h{self._title_sequence()}")
            self.refresh()

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if isinstance(renderable, CompositorUpdate):
            if isinstance(renderable, LayoutUpdate) and renderable.region.size != self._shown_size:
                # Of what was laid out for another size, the terminal may have cut something off.
                self._shown_size = renderable.region.size
                self._shown_cells.forget()
            renderable = ChangedCells(renderable, self._shown_cells)
            self.cursor_position = self._cursor_shown = self._cursor_spot() or self.cursor_position
        super()._display(screen, renderable)  # pyright: ignore[reportUnknownMemberType]

    @property
    def _background_screens(self) -> list[Screen[object]]:
        """What shines through the screen in front; Textual counts the screen under an opaque one as well."""
        if not self.screen_stack or self.screen.styles.background.a == 1:
            return []
        return super()._background_screens  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]

    def _cursor_spot(self) -> Offset | None:
        """Return where the screen in front wants the terminal's own cursor; None if it does not care."""
        screen = self.screen if self.screen_stack and not self.leaving else None
        return screen.cursor_spot if isinstance(screen, GalliScreen) else None

    async def on_event(self, event: events.Event) -> None:
        if not (self.leaving and isinstance(event, events.InputEvent)) and self.input_order.admits(event):
            await super().on_event(event)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        return not self.leaving and await super().run_action(action, default_namespace, namespaces)

    if not TYPE_CHECKING:

        def push_screen(self, screen, *words, **options):
            if self.leaving:
                return AwaitMount(self.screen, ())
            return super().push_screen(screen, *words, **options)

    def open_table(self, table: Table) -> None:
        """Shows a match in place of whatever lies upon the menu."""
        from galli_tui.games.game_texts import face_of

        self.last_table = table
        self.leave_table()
        self.push_screen(face_of(table.game.meta.key).table_screen(table))

    def leave_table(self) -> AwaitComplete:
        """Goes back to the menu. Every move is saved already. To be awaited where the table is to be closed by then."""
        return AwaitComplete(*[self.pop_screen() for _ in self.screen_stack[1:]])

    @property
    def farewell(self) -> str:
        """What the shell shows after the app, a line; empty where no match was on the table."""
        from galli_tui.startup.farewell import farewell

        return farewell(self.last_table) if self.last_table is not None else ""

    def set_up_again(self, table: Table) -> None:
        """Opens the form for a new match with the same game, options and players upon the table.

        The next table closes this one, whose guests may still read. Bots keep their seats,
        and those of guests are open again, also where a bot stood in: they come back with the new table's code.
        """
        from galli_tui.screens.start.setup import NewGameScreen
        from galli_tui.tables.match_store import SeatSetup, Setup

        seats = [SeatSetup(player.name, player.colour, player.bot or None) for player in table.players]
        here = tuple(
            seat for seat, player in zip(seats, table.players, strict=True) if player.here or table.company is None
        )
        setup = Setup(table.game.meta.key, table.game.options, here)
        if table.company is not None:
            lent = table.company.standing.stand_ins
            bots = {number: seat for number, seat in enumerate(seats) if seat.bot and number not in lent}
            self.push_screen(NewGameScreen(setup, networked=True, bots=bots))
        else:
            self.push_screen(NewGameScreen(setup))

    def set_up(self, setup: Setup | None = None, *, networked: bool = False) -> None:
        """Goes to the form for a new match, filled in as given; `networked` proposes several terminals."""
        from galli_tui.screens.start.setup import NewGameScreen

        self.leave_table()
        self.push_screen(NewGameScreen(setup, networked=networked))

    def name_window(self, title: str) -> None:
        """Names the terminal's window. Never pass anything private."""
        if self.terminal.window_titles and title != self._window_title:
            self._window_title = title
            self._write(self._title_sequence())

    def _title_sequence(self) -> str:
        return f"\x1b]2;{safe(self._window_title, 60)}\x07" if self._window_title else ""

    def put_cursor(self, spot: Offset) -> None:
        """Put the terminal's own cursor on a cell, for screen readers and for the eye; a frame that is due takes it."""
        self.cursor_position = spot
        self.screen.call_after_refresh(self._move_cursor)

    def _move_cursor(self) -> None:
        if self.cursor_position != self._cursor_shown:
            self._cursor_shown = self.cursor_position
            self._write(f"\x1b[{self._cursor_shown.y + 1};{self._cursor_shown.x + 1}H")

    def show_clause(self, game_key: str, clause: str) -> None:
        """Opens the rulebook at a clause."""
        from galli_tui.screens.start.help import HelpScreen

        self.push_screen(
            HelpScreen(game_key, _scopes(self.screen), clause, level=self._level, in_company=self._in_company)
        )

    @property
    def _level(self) -> int:
        """The level of the match on the table, or of the form; 0 without either."""
        screens = (screen for screen in reversed(self.screen_stack) if isinstance(screen, GalliScreen))
        return next((screen.level for screen in screens if screen.level), 0)

    @property
    def _in_company(self) -> bool:
        return any(isinstance(screen, GalliScreen) and screen.in_company for screen in self.screen_stack)

    def on_key(self, event: events.Key) -> None:
        """Textual asks whoever is in front when a key's turn has come; who was not there when it was typed may not."""
        screen = self.screen
        if isinstance(screen, GalliScreen) and not screen.hears(event):
            event.prevent_default()

    def action_help(self) -> None:
        from galli_tui.screens.start.help import HelpScreen

        screen = self.screen
        if not isinstance(screen, HelpScreen | SmallScreen):
            game_key = screen.game_key if isinstance(screen, GalliScreen) else ""
            self.push_screen(HelpScreen(game_key, _scopes(screen), level=self._level, in_company=self._in_company))

    def action_commands(self) -> None:
        from galli_tui.screens.command_palette import CommandScreen

        if not isinstance(self.screen, CommandScreen | SmallScreen):
            self.push_screen(CommandScreen(self.screen))

    def action_light(self) -> None:
        if self.terminal.colours is not Colours.NONE:
            from galli_tui.style.saved_theme import keep_theme

            self.theme = palettes.other_light(self.theme)
            keep_theme(self.theme.partition("-")[0])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "light":
            return self.terminal.colours is not Colours.NONE
        return super().check_action(action, parameters)

    def action_quit_program(self) -> None:
        self.exit()

    def _write(self, sequence: str) -> None:
        if self._driver is not None and not self.is_headless:
            self._driver.write(sequence)

    @property
    def fault(self) -> BaseException | None:
        """The first error that nothing in the program has caught."""
        error = self._exception
        return error.error if isinstance(error, WorkerFailed) else error

    @property
    def has_failed(self) -> bool:
        """Whether the program has ended, or is about to, for a reason that nobody gave."""
        return self._exception is not None or not self.leaving or self.return_code not in (Exit.OK, Exit.INTERRUPTED)

    def _print_error_renderables(self) -> None:
        """Print nothing: Textual's traceback shows all values, hidden cards among them. See `fault_report`."""


def _scopes(screen: Screen[object]) -> tuple[str, ...]:
    return screen.SCOPES if isinstance(screen, GalliScreen) else ()


def run(
    terminal: Terminal,
    table: Table | None = None,
    *,
    shelf: Shelf | None = None,
    saved: bool = False,
    first: Callable[[GalliApp], object] | None = None,
) -> Exit:
    """Shows the app until the player leaves it: at a table, at the saved matches, at what `first` opens, at the menu.

    Returns how it ended: by the player, by an interrupt from outside, because it could not do what it was asked for, or
    by a fault of the program; then a sentence about it has been printed to the error stream.
    """
    return show(GalliApp(terminal, shelf, table, saved=saved, first=first))


def show(app: GalliApp) -> Exit:
    """The same for an app that was made already."""
    terminal = app.terminal
    with suppress(SaveError):  # Where there is no folder there is nothing to tidy.
        tidy_home(home())
    if terminal.window_titles:
        tell_terminal(_BEFORE)
    try:
        app.run(mouse=terminal.mouse)
    finally:
        if terminal.window_titles:
            tell_terminal(_AFTER)
    if app.trouble is not None:
        sentence, code = app.trouble
        complain(sentence)
        return code
    if app.has_failed:
        report_fault(app.fault)
    if app.farewell:
        tell_terminal(f"{app.farewell}\n")
    if app.has_failed:
        return Exit.FAULT
    return Exit.INTERRUPTED if app.return_code == Exit.INTERRUPTED else Exit.OK
