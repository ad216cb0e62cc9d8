"""The abstract app that screens and widgets know: its terminal, saved matches, network, and the ways between screens.

`GalliApp` in `galli_tui.app` is the one that runs; screens import only this.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import BindingsMap
from textual.screen import Screen

from galli_tui.settings.schema import KeyMap, Settings, Value
from galli_tui.settings.theme_names import palette_name, split_name
from galli_tui.startup.exit_codes import Exit
from galli_tui.style import palettes, theme
from galli_tui.style.actions import change_keys
from galli_tui.terminal.capabilities import Colours, Terminal
from galli_tui.terminal.terminal_app import TerminalApp

if TYPE_CHECKING:
    from galli_tui.settings.file import Loaded
    from galli_tui.tables.match_store import MatchStore, Setup
    from galli_tui.tables.network import HostOptions, Network
    from galli_tui.tables.table import Table
    from rules.bots.review import Review
    from rules.engine.events import Move


class AppBase(TerminalApp):
    """What the app offers to its screens. A subclass opens the screens."""

    def __init__(
        self,
        terminal: Terminal,
        match_store: MatchStore | None = None,
        network: Network | None = None,
        settings: Loaded | None = None,
    ) -> None:
        super().__init__(terminal)
        for name in palettes.PALETTES:
            self.register_theme(theme.textual_theme(name))
        self.set_reactive(App.theme, palette_name(terminal.theme))
        self.stylesheet.set_variables(self.get_css_variables())
        self.settings = Settings() if settings is None else settings.settings
        """The player's settings; what was asked for on the command line is in `terminal`."""
        self.settings_notices = () if settings is None else settings.notices
        """What is wrong in the file of the settings."""
        self.use_keys(self.settings.keys)
        self._match_store = match_store
        self._network = network
        self.host_options: HostOptions | None = None
        """How the last network table was opened; None before the first."""
        self.last_table: Table | None = None
        """The table that was opened last; None before the first, or once its match was deleted."""
        self._what_if_origins: list[tuple[Screen[object], Table | None]] = []
        """For each open what-if, where it was started: the screen, and the table that was opened last until then."""
        self.reviews: dict[str, Review] = {}
        """The reviews of this run of the program by match, finished or not."""
        self.startup_error: tuple[str, Exit] | None = None
        """Why the app could not do what it was started for, and the exit code."""

    @property
    def player_name(self) -> str:
        """The name of the player at this terminal."""
        raise NotImplementedError

    @property
    def match_store(self) -> MatchStore:
        """Return the saved matches: the player's own unless others were given."""
        if self._match_store is None:
            self._match_store = self.own_match_store()
        return self._match_store

    @property
    def network(self) -> Network:
        """Return the network: the real one unless another was given."""
        if self._network is None:
            self._network = self.real_network()
        return self._network

    def change_setting(self, key: str, value: Value | KeyMap) -> str:
        """Change a setting at once and save it. Return why it could not be saved; empty if it was."""
        from galli_tui.settings.file import SettingsError, save

        self.apply_setting(key, value)
        try:
            save(key, value)
        except SettingsError as error:
            return str(error)
        return ""

    def apply_setting(self, key: str, value: Value | KeyMap) -> None:
        """Change a setting until the program ends."""
        self.settings = replace(self.settings, **{key: value})
        if key == "theme" and self.terminal.colours is not Colours.NONE:
            self.theme = f"{value}{split_name(self.theme)[1]}"
        elif key == "signs":
            self.draw_with(self.terminal.with_signs(self.settings.signs).with_motion(on=self.settings.motion))
        elif key == "motion":
            self.terminal = self.terminal.with_motion(on=self.settings.motion)

    def use_keys(self, keys: KeyMap) -> None:
        """Give actions other keys in place of all earlier changes; the keys have been checked."""
        self.settings = replace(self.settings, keys=keys)
        change_keys(keys)
        self.set_keymap({action_id: ",".join(given) for action_id, given in keys.items()})

    def with_own_keys(self, bindings: BindingsMap) -> BindingsMap:
        """Return a widget's bindings with the player's own keys, as Textual does for those with the focus."""
        copy = bindings.copy()
        copy.apply_keymap(self._keymap)
        return copy

    def call_attention(self, words: str) -> None:
        """Call a player who may look elsewhere, as the settings say. Never pass anything private."""
        from galli_tui.terminal.attention import attention_sequence

        able, remote = self.terminal.notifications, self.terminal.over_ssh
        self._write(attention_sequence(self.settings.bell, words, notifications=able, over_ssh=remote))

    async def on_unmount(self) -> None:
        if self._network is not None:
            await self._network.end()

    def exit_with_error(self, sentence: str, code: Exit) -> None:
        """End the program with an error: what it was started for has failed."""
        self.startup_error = sentence, code
        self.exit(return_code=code)

    def go_to_menu(self) -> AwaitComplete:
        """Close all screens above the menu. Every move is saved already. Await the result to have them closed."""
        self._what_if_origins.clear()
        return AwaitComplete(*[self.pop_screen() for _ in self.screen_stack[1:]])

    def leave_table(self) -> AwaitComplete:
        """Go back to the screen where the what-if on the table was started; from any other table, to the menu."""
        if not self._what_if_origins:
            return self.go_to_menu()
        screen, last_table = self._what_if_origins.pop()
        # Opened from the shell there was no table before: the farewell then names the what-if.
        self.last_table = last_table or self.last_table
        above = self.screen_stack[self.screen_stack.index(screen) + 1 :]
        return AwaitComplete(*[self.pop_screen() for _ in above])

    @property
    def leaves_to_replay(self) -> bool:
        """Whether leaving the table leads back to the replay where its what-if began."""
        return bool(self._what_if_origins)

    def own_match_store(self) -> MatchStore:
        """Return the player's own saved matches."""
        raise NotImplementedError

    def real_network(self) -> Network:
        """Return the real network."""
        raise NotImplementedError

    def open_table(self, table: Table) -> None:
        """Show a match in place of every screen above the menu."""
        raise NotImplementedError

    def open_what_if(self, table: Table, proposed: Move | None) -> None:
        """Show a match above the screen in front, to which leaving it leads back.

        A proposed move is selected when its seat is asked.
        """
        raise NotImplementedError

    def set_up(self, setup: Setup | None = None, *, networked: bool = False) -> None:
        """Show the form for a new match, filled in as given; `networked` proposes a table on the network."""
        raise NotImplementedError

    def start_match(self, setup: Setup, *, repeat: bool = True) -> None:
        """Begin a match at this terminal and open its table, or show why that fails; `repeat` it from the menu."""
        raise NotImplementedError

    def play_again(self, table: Table) -> None:
        """Start a rematch with the same players and options, at once where nobody has to come back."""
        raise NotImplementedError

    def set_up_again(self, table: Table) -> None:
        """Show the form for a new match with the game, options and players of a table, above that table."""
        raise NotImplementedError

    def show_clause(self, game_key: str, clause: str) -> None:
        """Open the rulebook at a clause."""
        raise NotImplementedError

    def learn(self, game_key: str | None = None, lesson: str | None = None) -> None:
        """Show the lessons of all games; of a game, begin the next one, or the one of a name, where it was left."""
        raise NotImplementedError
