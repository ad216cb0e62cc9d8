"""The main menu."""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical

from galli_tui.game_api.last_game import again_words, unfinished_matches
from galli_tui.screens.start.landing import LandingScreen
from galli_tui.style.actions import Action, action, bindings
from galli_tui.style.key_names import key_name
from galli_tui.widgets.column_list import ColumnList
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.line_widget import cells
from galli_tui.widgets.option_list import OptionList, OptionRow
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.title import MenuTitle


class _Entry(NamedTuple):
    """An entry of the menu."""

    action: str
    """Name of the action that it runs."""
    key: str
    """The digit that chooses it, or the id of the action whose key does."""
    label: str
    about: str
    """What it does, for the prompt."""


_RESUME = _Entry("resume_last", "menu.resume-last", "Resume", "Resume the match that you left.")
_AGAIN = _Entry("play_again", "1", "Play again", "The same game and players, a new deal.")
_NOW = _Entry("play_again", "1", "Play now", "A first match, set up for you.")
_LEFT = (
    _Entry("learn", "2", "Learn a game", "Hands-on lessons of 4 to 10 minutes, at the real table."),
    _Entry("new_game", "3", "New match", "Choose the game, the players and the bots."),
    _Entry("daily_deal", "4", "Daily deal", "One deal a day for each game, the same for everybody."),
    _Entry("host_table", "5", "Host a table", "Play with friends on other computers; they join your table."),
    _Entry("join_table", "6", "Join a table", "Play at the table of a friend."),
)
_RIGHT = (
    _Entry("saved_games", "7", "Saved matches", "Resume, view, verify or delete a match."),
    _Entry("statistics", "8", "Statistics", "Your results, ranks and bests, as plots and in words."),
    _Entry("settings", "9", "Settings", "Name, theme, signs, bell, questions and more."),
    _Entry("rules", "0", "Rules and help", "How to play, keys, signs and the rulebook."),
    _Entry("leave", "menu.leave", "Quit", "Every move is saved."),
)
_HOW: Final = "Enter, or the key before it, or a click."
_MARGINS: Final = 2
"""Cells of the prompt's line that stay empty."""
_LABEL: Final = 15
"""Cells of the label of an entry with a note."""


class MenuScreen(LandingScreen):
    """What to play, and what was played, with the last match first."""

    SCOPES: ClassVar[tuple[str, ...]] = ("menu", "landing", "list")
    BINDINGS = bindings("menu", "landing")
    FIRST = "Press {key:menu.leave} to quit."
    _can_resume = False
    """Whether a match is offered to resume."""
    DEFAULT_CSS = """
    MenuScreen ColumnList { width: 72; }
    """

    def compose(self) -> ComposeResult:
        with Container(classes="middle"), Vertical(id="page"):
            yield MenuTitle()
            with Horizontal(id="entries") as entries:
                entries.styles.height = "auto"
                rows = ColumnList(*self._rows())
                rows.GROUND = "ground"
                yield rows
        yield Prompt()
        yield Footer()

    def _rows(self) -> tuple[list[OptionRow], list[OptionRow], list[OptionRow]]:
        above: list[OptionRow] = []
        unfinished = unfinished_matches()
        self._can_resume = bool(unfinished)
        if unfinished:
            above.append(_row(_RESUME, unfinished[0].words))
        again = again_words()
        above.append(_row(_AGAIN, again) if again else _row(_NOW, "choose a game and start"))
        return above, [_row(entry) for entry in _LEFT], [_row(entry) for entry in _RIGHT]

    def on_screen_resume(self) -> None:
        """Show what has been played meanwhile."""
        found = self._rows()
        rows = self.query_one(ColumnList)
        if [*found[0], *found[1], *found[2]] != [*rows.rows]:
            rows.show_columns(*found)
            self.query_one(Prompt).show_next(self.next_words())
            self.query_one(Footer).offer()

    def on_option_list_moved(self, event: OptionList.Moved) -> None:
        self.query_one(Prompt).show_next(self.next_words())

    def next_words(self) -> str:
        rows = self.query_one(ColumnList)
        chosen = rows.rows[rows.index].key
        about = next(entry.about for entry in (_RESUME, _AGAIN, *_LEFT, *_RIGHT) if entry.action == chosen)
        if chosen == _NOW.action and not again_words():
            about = _NOW.about
        words = f"{about} {_HOW}"
        return words if cells(words) <= self.size.width - _MARGINS else about

    def offers(self, action: Action) -> bool:
        if action.id == "menu.resume-last":
            return self._can_resume
        # `menu.leave` quits as well; the command palette should not list that twice.
        return action.id != "app.quit-program" and super().offers(action)

    def action_learn(self) -> None:
        self.app.learn()

    async def action_pick(self, key: str) -> None:
        """Choose the entry with this digit."""
        entries = (_AGAIN, *_LEFT, *_RIGHT)
        chosen = next((entry.action for entry in entries if entry.key == key), "")
        if chosen:
            await self.run_action(chosen)

    def action_play_again(self) -> None:
        from galli_tui.game_api.last_setup import last_setup

        setup = last_setup()
        if setup is not None:
            self.app.start_match(setup)
        elif again_words():
            self.app.set_up()
        else:
            from galli_tui.screens.start.welcome import WelcomeScreen

            self.app.push_screen(WelcomeScreen())

    def action_new_game(self) -> None:
        self.app.set_up()

    def action_daily_deal(self) -> None:
        from galli_tui.screens.start.daily import open_daily

        open_daily(self.app)

    def action_host_table(self) -> None:
        self.app.set_up(networked=True)

    def action_join_table(self) -> None:
        from galli_tui.screens.network.find_table import FindTableScreen

        self.app.push_screen(FindTableScreen())

    def action_saved_games(self) -> None:
        from galli_tui.screens.start.saved import SavedScreen

        self.app.push_screen(SavedScreen())

    def action_statistics(self) -> None:
        from galli_tui.screens.start.statistics import StatisticsScreen

        self.app.push_screen(StatisticsScreen())

    async def action_settings(self) -> None:
        await self.app.run_action("settings")

    def action_resume_last(self) -> None:
        from galli_tui.screens.start.saved import resume_last, resume_match

        if unfinished := unfinished_matches():
            resume_match(self.app, unfinished[0].id)
        else:
            resume_last(self.app)


def _key(entry: _Entry) -> str:
    return entry.key if entry.key.isdecimal() else key_name(action(entry.key).keys[0])


def _row(entry: _Entry, note: str = "") -> OptionRow:
    label = entry.label.ljust(_LABEL) if note else entry.label
    return OptionRow(((f"{_key(entry)} ", "gold"), (label, "ink"), (note, "faint")), key=entry.action)
