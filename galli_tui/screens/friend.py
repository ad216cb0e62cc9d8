"""The first screen of a friend who has come over SSH: to the table, to the rules, or out."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical

from galli_tui.actions import bindings
from galli_tui.house_net import Call, FoundTable
from galli_tui.screens.base import GalliScreen
from galli_tui.screens.call import CallScreen
from galli_tui.widgets.key_line import KeyLine
from galli_tui.widgets.next_line import NextLine
from galli_tui.widgets.rows import Rows, row
from galli_tui.widgets.title import Title
from net.ssh_table import kept_code
from saves.errors import SaveError
from saves.paths import home

_ENTRIES = (("table", "To the table"), ("rules", "Rules and help"), ("leave", "Leave"))
_TABLE = FoundTable("ssh", ("table",), "its table", "over SSH", "This host", seats=0, vacant=0, may_watch=True)
"""What there is to come to. The address is never asked: the way is the host's own."""


class FriendScreen(GalliScreen[None]):
    """It asks for the code at once; and it is what a friend comes back to from the table."""

    SCOPES: ClassVar[tuple[str, ...]] = ("friend", "list")
    BINDINGS = bindings("friend")
    DEFAULT_CSS = """
    FriendScreen #page { width: 100%; height: auto; }
    FriendScreen #entries { width: 100%; height: 3; margin-top: 2; align-horizontal: center; }
    FriendScreen Rows { width: 30; background: $ground; }
    """

    def __init__(self, name: str) -> None:
        """`name` is what the friend may want to be called; clean."""
        super().__init__()
        self._name = name

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
        self.query_one(NextLine).show_next("Enter goes to the table. Your seat there is kept for your SSH key.")
        self.call_after_refresh(self.action_table)

    async def on_rows_chosen(self, event: Rows.Chosen) -> None:
        if self.is_current:
            await self.run_action(event.row.key)

    def action_table(self) -> None:
        if self.in_front:
            code = _code()
            call = Call(_TABLE.addresses, code, name=self._name)
            self.house.push_screen(CallScreen(call, _TABLE, at_once=bool(code)))

    async def action_rules(self) -> None:
        await self.house.run_action("help")

    def action_leave(self) -> None:
        self.house.exit()


def _code() -> str:
    """The code that this key has shown before; empty where it has to be typed."""
    try:
        return kept_code(home())
    except SaveError:
        return ""
