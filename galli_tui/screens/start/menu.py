"""The main menu."""

from __future__ import annotations

from typing import ClassVar

from galli_tui.screens.start.landing import LandingScreen
from galli_tui.style.actions import Action, bindings


class MenuScreen(LandingScreen):
    """New match, host, join, resume, saved matches and help."""

    SCOPES: ClassVar[tuple[str, ...]] = ("menu", "landing", "list")
    BINDINGS = bindings("menu", "landing")
    ENTRIES = (
        ("new_game", "New match"),
        ("learn", "Learn the game"),
        ("host_table", "Host a table"),
        ("join_table", "Join a table"),
        ("resume_last", "Resume the last match"),
        ("saved_games", "Saved matches"),
        ("rules", "Rules and help"),
        ("leave", "Quit"),
    )
    FIRST = "Press q to quit."
    NEXT = "Use the arrows and Enter, press a letter below, or double-click."

    def offers(self, action: Action) -> bool:
        # `menu.leave` quits as well; the command palette should not list that twice.
        return action.id != "app.quit-program" and super().offers(action)

    def action_learn(self) -> None:
        self.app.learn()

    def action_new_game(self) -> None:
        self.app.set_up()

    def action_host_table(self) -> None:
        self.app.set_up(networked=True)

    def action_join_table(self) -> None:
        from galli_tui.screens.network.find_table import FindTableScreen

        self.app.push_screen(FindTableScreen())

    def action_saved_games(self) -> None:
        from galli_tui.screens.start.saved import SavedScreen

        self.app.push_screen(SavedScreen())

    def action_resume_last(self) -> None:
        from galli_tui.screens.start.saved import resume_last

        resume_last(self.app)
