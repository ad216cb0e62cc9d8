"""The first screen: a title, and where to go from here."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical

from galli_tui.actions import bindings
from galli_tui.screens.base import GalliScreen
from galli_tui.widgets.key_line import KeyLine
from galli_tui.widgets.next_line import NextLine
from galli_tui.widgets.rows import Rows, row
from galli_tui.widgets.title import Title

_ENTRIES = (
    ("new_game", "New match"),
    ("host_table", "Host a table"),
    ("join_table", "Join a table"),
    ("resume_last", "Resume the last match"),
    ("saved_games", "Saved matches"),
    ("rules", "Rules and help"),
    ("leave", "Quit"),
)


class MenuScreen(GalliScreen[None]):
    """A calm page: the title, seven lines, the keys."""

    SCOPES: ClassVar[tuple[str, ...]] = ("menu", "list")
    BINDINGS = bindings("menu")
    DEFAULT_CSS = """
    MenuScreen #page { width: 100%; height: auto; }
    MenuScreen #entries { width: 100%; height: 7; margin-top: 2; align-horizontal: center; }
    MenuScreen.-wide #entries, MenuScreen.-grand #entries { margin-top: 4; }
    MenuScreen Rows { width: 30; background: $ground; }
    """

    def compose(self) -> ComposeResult:
        with Container(classes="middle"), Vertical(id="page"):
            yield Title()
            rows = Rows([row(label, key=action) for action, label in _ENTRIES])
            rows.GROUND = "ground"
            with Horizontal(id="entries"):
                yield rows
        yield NextLine()
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one(NextLine).show_next("Choose with the arrows and enter, with the letters below, or by a click.")

    async def on_rows_chosen(self, event: Rows.Chosen) -> None:
        if self.is_current:
            await self.run_action(event.row.key)

    def action_new_game(self) -> None:
        self.house.set_up()

    def action_host_table(self) -> None:
        self.house.set_up(networked=True)

    def action_join_table(self) -> None:
        from galli_tui.screens.join import JoinScreen

        self.house.push_screen(JoinScreen())

    def action_saved_games(self) -> None:
        from galli_tui.screens.saved import SavedScreen

        self.house.push_screen(SavedScreen())

    def action_resume_last(self) -> None:
        from galli_tui.screens.saved import resume_last

        resume_last(self.house)

    async def action_rules(self) -> None:
        await self.house.run_action("help")

    def action_leave(self) -> None:
        self.house.exit()
