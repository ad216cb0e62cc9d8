"""The app: its themes and terminal, and its stack of screens."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.screen import Screen

from galli_tui.app_base import AppBase
from galli_tui.game_api.last_game import forget_unfinished
from galli_tui.screens.base import SNUG, GalliScreen
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.too_small import TooSmallScreen
from galli_tui.settings.file import load
from galli_tui.settings.theme_names import next_palette, split_name
from galli_tui.startup.exit_codes import Exit
from galli_tui.startup.fault_report import report_fault, take_last_fault
from galli_tui.startup.own_command import own_command
from galli_tui.style.actions import bindings
from galli_tui.terminal.capabilities import Colours, Terminal
from galli_tui.terminal.error_stream import print_error, write_to_terminal
from galli_tui.terminal.safe_text import NAME_CELLS, sanitize
from galli_tui.terminal.terminal_app import AFTER, BEFORE
from saves.errors import SaveError
from saves.storage.paths import home
from saves.storage.tidy import tidy_home

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.await_complete import AwaitComplete

    from galli_tui.lessons.lesson import Lesson
    from galli_tui.settings.file import Loaded
    from galli_tui.tables.match_store import MatchStore, Setup
    from galli_tui.tables.network import Network
    from galli_tui.tables.table import Table
    from rules.engine.events import Move
    from rules.engine.game import Options


_MOST_NOTICES = 3
"""The most notices about settings that one message holds."""


class GalliApp(AppBase):
    """The game's app. Its stack of screens has the menu at the bottom."""

    CSS_PATH = "theme.tcss"
    BINDINGS = bindings("app")

    def __init__(
        self,
        terminal: Terminal,
        match_store: MatchStore | None = None,
        table: Table | None = None,
        *,
        saved: bool = False,
        network: Network | None = None,
        first: Callable[[GalliApp], object] | None = None,
        settings: Loaded | None = None,
    ) -> None:
        """Create an app that shows `table` first; else the saved matches if `saved`; else the menu.

        `first` is called once the menu is mounted, to open something else on top of it.
        """
        if settings is not None and settings.settings.keys:
            from galli_tui.game_api.own_keys import with_usable_keys

            settings = with_usable_keys(settings)
        super().__init__(terminal, match_store, network, settings)
        self._first_table = table
        self._first_saved = saved
        self._first = first

    @property
    def player_name(self) -> str:
        from galli_tui.game_api.own_name import own_name
        from galli_tui.tables.match_store import NAMES

        return sanitize(self.settings.name, NAME_CELLS) or own_name() or NAMES[0]

    def own_match_store(self) -> MatchStore:
        from galli_tui.matches.local import LocalMatchStore

        return LocalMatchStore()

    def real_network(self) -> Network:
        from galli_tui.matches.network.live_network import LiveNetwork

        return LiveNetwork()

    def get_default_screen(self) -> Screen[None]:
        return MenuScreen()

    def on_mount(self) -> None:
        if self._first_table is not None:
            self.open_table(self._first_table)
        elif self._first_saved:
            from galli_tui.screens.start.saved import SavedScreen

            self.push_screen(SavedScreen())
        if self._first is not None:
            self._first(self)
        elif isinstance(self.screen, MenuScreen) and (fault := take_last_fault()) is not None:
            from galli_tui.screens.start.last_fault import mention_fault

            mention_fault(self, fault)
        if self.settings_notices:
            from galli_tui.screens.dialogs import Notice

            notices = [sanitize(notice, 300) for notice in self.settings_notices]
            if (more := len(notices) - _MOST_NOTICES) > 0:
                notices[_MOST_NOTICES:] = [f"And {more} more: `{own_command('settings')}` lists them all."]
            text = "\n\n".join(notices)
            self.push_screen(Notice("Settings", text))

    def on_resize(self) -> None:
        self.call_later(self._check_size)

    def _check_size(self) -> None:
        if self.too_small and not isinstance(self.screen, TooSmallScreen):
            self.push_screen(TooSmallScreen())
        elif not self.too_small and isinstance(self.screen, TooSmallScreen):
            self.pop_screen()

    @property
    def too_small(self) -> bool:
        """Return whether the window is too small for the screens."""
        return self.size.width < SNUG.width or self.size.height < SNUG.height

    def go_to_menu(self) -> AwaitComplete:
        # The menu is shown before the table's screen has closed.
        if self.last_table is not None and self.last_table.due.over:
            forget_unfinished(self.last_table.match_id)
        return super().go_to_menu()

    def open_table(self, table: Table) -> None:
        """Show a match in place of every screen above the menu."""
        self.go_to_menu()
        self._show_table(table)

    def open_what_if(self, table: Table, proposed: Move | None) -> None:
        """Show a match above the screen in front, to which leaving it leads back.

        A proposed move is selected when its seat is asked.
        """
        self._what_if_origins.append((self.screen, self.last_table))
        self._show_table(table, proposed)

    def _show_table(self, table: Table, proposed: Move | None = None) -> None:
        from galli_tui.game_api.left_table import remember_table
        from galli_tui.game_api.registry import screens_of
        from galli_tui.screens.table.table import TableScreen

        self.last_table = table
        remember_table(table)
        screen = screens_of(table.game.meta.key).table_screen(table)
        if proposed is not None and isinstance(screen, TableScreen):
            screen.propose(proposed)
        self.push_screen(screen)

    @property
    def farewell(self) -> str:
        """Return the line that the shell shows after the app; empty if no match was opened."""
        from galli_tui.tables.farewell import farewell

        return farewell(self.last_table) if self.last_table is not None else ""

    def start_match(self, setup: Setup, *, repeat: bool = True) -> None:
        """Begin a match at this terminal and open its table, or show why that fails; `repeat` it from the menu."""
        from galli_tui.game_api.last_setup import remember_setup
        from galli_tui.screens.dialogs import Notice
        from rules.engine.game import OptionError

        try:
            table = self.match_store.begin(setup)
        except (SaveError, OptionError) as error:
            self.push_screen(Notice("The match could not be started", str(error)))
            return
        if repeat:
            remember_setup(setup)
        self.open_table(table)

    def play_again(self, table: Table) -> None:
        """Start a rematch at once: game, options, players and bots of a finished match, with a new deal.

        Where guests have to come back, show the form.
        """
        if table.peers is None:
            self.start_match(_setup_of(table))
        else:
            self.set_up_again(table)

    def set_up_again(self, table: Table) -> None:
        """Open the form for a rematch with the same game, options and players above the table.

        The next table closes this one, which guests may still read. Bots keep their seats. Guests' seats are open
        again, also where a bot stood in: guests come back with the new table's code.
        """
        from galli_tui.screens.start.setup import SetupScreen

        setup = _setup_of(table)
        if table.peers is None:
            self.push_screen(SetupScreen(setup))
            return
        lent = table.peers.status.stand_ins
        bots = {number: seat for number, seat in enumerate(setup.seats) if seat.bot and number not in lent}
        here = tuple(seat for seat, player in zip(setup.seats, table.players, strict=True) if player.here)
        self.push_screen(SetupScreen(setup._replace(seats=here), networked=True, bots=bots))

    def set_up(self, setup: Setup | None = None, *, networked: bool = False) -> None:
        """Show the form for a new match, filled in as given; `networked` proposes a table on the network."""
        from galli_tui.screens.start.setup import SetupScreen

        self.go_to_menu()
        self.push_screen(SetupScreen(setup, networked=networked))

    def learn(self, game_key: str | None = None, lesson: str | None = None) -> None:
        from galli_tui.lessons.progress import next_lesson
        from galli_tui.lessons.reader import load_lesson

        name = lesson if lesson or game_key is None else next_lesson(game_key)
        if game_key is not None and name is not None:
            self._teach(load_lesson(game_key, name))
            return
        from galli_tui.screens.start.lessons import LessonsScreen

        self.push_screen(LessonsScreen())

    def _teach(self, lesson: Lesson) -> None:
        """Show the table of a lesson, at the step where it was left."""
        from galli_tui.game_api.registry import screens_of
        from galli_tui.lessons.progress import progress_of, remember_step
        from galli_tui.lessons.run import LessonRun
        from galli_tui.matches.prepared_table import PreparedTable
        from galli_tui.screens.start.lesson_end import end_lesson
        from galli_tui.screens.table.table import TableScreen

        table = PreparedTable(lesson, self.player_name)
        first = progress_of(lesson.game_key, lesson.name).step
        run = LessonRun(lesson, table, first=first, remember=partial(remember_step, lesson))
        screen = screens_of(lesson.game_key).table_screen(table)
        if isinstance(screen, TableScreen):
            screen.teach(run, partial(end_lesson, self, lesson))
        self.go_to_menu()
        self.push_screen(screen)

    def show_clause(self, game_key: str, clause: str) -> None:
        """Open the rulebook at a clause."""
        from galli_tui.screens.start.help import HelpScreen

        self.push_screen(
            HelpScreen(game_key, _scopes(self.screen), clause, options=self._options, networked=self._networked)
        )

    @property
    def _options(self) -> Options | None:
        """Return the options of the match or of the form; None without either."""
        screens = (screen for screen in reversed(self.screen_stack) if isinstance(screen, GalliScreen))
        return next((screen.options for screen in screens if screen.options), None)

    @property
    def _networked(self) -> bool:
        """Return whether the table in front, or the lobby, is on the network; a what-if of such a match is not."""
        screens = (screen for screen in reversed(self.screen_stack) if isinstance(screen, GalliScreen))
        return next((screen.networked for screen in screens if screen.networked is not None), False)

    def on_key(self, event: events.Key) -> None:
        """Drop a key that was typed before the screen in front opened; Textual would pass it to that screen."""
        screen = self.screen
        if isinstance(screen, GalliScreen) and not screen.hears(event):
            event.prevent_default()

    def action_help(self) -> None:
        from galli_tui.screens.start.help import HelpScreen

        screen = self.screen
        if not isinstance(screen, HelpScreen | TooSmallScreen):
            ours = screen if isinstance(screen, GalliScreen) else None
            self.push_screen(
                HelpScreen(
                    ours.game_key if ours else "",
                    _scopes(screen),
                    options=self._options,
                    players=ours.players if ours else (),
                    networked=self._networked,
                    subject=ours.subject if ours else None,
                )
            )

    def action_commands(self) -> None:
        from galli_tui.screens.command_palette import CommandScreen

        if not isinstance(self.screen, CommandScreen | TooSmallScreen):
            self.push_screen(CommandScreen(self.screen))

    def action_settings(self) -> None:
        from galli_tui.screens.start.settings import SettingsScreen

        if not any(isinstance(screen, SettingsScreen | TooSmallScreen) for screen in self.screen_stack):
            self.push_screen(SettingsScreen())

    def action_theme(self) -> None:
        if self.terminal.colours is not Colours.NONE:
            self.change_setting("theme", split_name(next_palette(self.theme))[0])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "theme":
            return self.terminal.colours is not Colours.NONE
        return super().check_action(action, parameters)

    def action_quit_program(self) -> None:
        self.exit()


def _setup_of(table: Table) -> Setup:
    """Return the setup of a match, with a deal of its own."""
    from galli_tui.tables.match_store import Setup
    from saves.format.header_fields import Player

    seats = tuple(Player(player.name, player.colour, player.bot or None) for player in table.players)
    return Setup(table.game.meta.key, table.game.options, seats)


def _scopes(screen: Screen[object]) -> tuple[str, ...]:
    return screen.scopes if isinstance(screen, GalliScreen) else ()


def run(
    terminal: Terminal,
    table: Table | None = None,
    *,
    match_store: MatchStore | None = None,
    saved: bool = False,
    first: Callable[[GalliApp], object] | None = None,
) -> Exit:
    """Show the app until the player leaves it, and return how it ended.

    Shows `table`, else the saved matches if `saved`, else what `first` opens, else the menu. If the app could not do
    what it was started for, or failed, a sentence about it has been printed to the error stream.
    """
    return show(GalliApp(terminal, match_store, table, saved=saved, first=first, settings=load()))


def show(app: GalliApp) -> Exit:
    """Run an app that was created before, as `run` does."""
    terminal = app.terminal
    with suppress(SaveError):  # Where there is no folder there is nothing to tidy.
        tidy_home(home())
    if terminal.window_titles:
        write_to_terminal(BEFORE)
    try:
        app.run(mouse=terminal.mouse)
    finally:
        if terminal.window_titles:
            write_to_terminal(AFTER)
    if app.startup_error is not None:
        sentence, code = app.startup_error
        print_error(sentence)
        return code
    if app.has_failed:
        return _report(app)
    if app.farewell:
        write_to_terminal(f"{app.farewell}\n")
    return Exit.INTERRUPTED if app.return_code == Exit.INTERRUPTED else Exit.OK


def _report(app: GalliApp) -> Exit:
    """Report the error that has ended an app, and how to return to the match that was open; return the exit code."""
    from galli_tui.doctor.examination import facts

    way_back, match_id = "", ""
    with suppress(Exception):  # The table may be what has failed.
        match_id = app.last_table.match_id if app.last_table is not None else ""
        way_back = app.farewell
    return report_fault(app.fault, facts, way_back, match_id if way_back else "")
