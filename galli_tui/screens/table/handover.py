"""The screen between two players at one terminal: a name, the public points, and nothing else of the match."""

from __future__ import annotations

from enum import Enum
from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Click, Key
from textual.widgets import Static

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.screens.table.header import TableHeader
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.actions import bindings, in_scopes
from galli_tui.style.theme import palette_of, seat_colour
from galli_tui.style.wording import listed
from galli_tui.tables.seat_names import seat_role
from galli_tui.tables.table import Table
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.line_widget import glyphs_of
from rules.engine.secrecy import Seat


class HandoverAnswer(Enum):
    """The answer to the handover."""

    READY = "ready"
    UNDO = "undo"
    LEAVE = "leave"
    """Ask whether to leave the table."""


class HandoverScreen(TableScreenBase[HandoverAnswer]):
    """The name of the next player, and a request to the others to look away."""

    SCOPES: ClassVar[tuple[str, ...]] = ("handover",)
    BINDINGS = bindings(*SCOPES)
    CURSOR_AT: ClassVar[str] = "#name"
    DEFAULT_CSS = """
    HandoverScreen { background: $ground; align: center middle; }
    HandoverScreen TableHeader { dock: top; }
    HandoverScreen Footer { dock: bottom; }
    HandoverScreen Vertical { width: 56; height: auto; padding: 1 2; border: round $gold; background: $page; }
    HandoverScreen Static { width: 1fr; text-align: center; height: auto; }
    HandoverScreen #ornament { color: $rubric; }
    HandoverScreen #name { text-style: bold; margin-bottom: 1; }
    HandoverScreen #others { color: $ink; margin-bottom: 1; }
    HandoverScreen #ready { color: $gold-text; text-style: bold; }
    """

    def __init__(self, table: Table, texts: GameTexts, seat: Seat, *, can_take_back: bool) -> None:
        super().__init__(table, texts)
        self._seat, self._can_undo = seat, can_take_back
        self._drawn: float | None = None
        """When the screen was drawn, by the clock of events."""

    def compose(self) -> ComposeResult:
        names = [sanitize(player.name) for player in self.table.players]
        others = [
            names[number] for number, player in enumerate(self.table.players) if player.here and number != self._seat
        ]
        yield TableHeader(self.table, self.texts)
        with Vertical():
            yield Static(Content(glyphs_of(self).ornament), id="ornament")
            role = seat_role(self.table, self._seat)
            yield Static(Content(f"{names[self._seat]}'s turn{f' as {role}' if role else ''}"), id="name")
            yield Static(Content(f"{listed(others)}, look away."), id="others")
            yield Static(Content("Enter when ready"), id="ready")
        yield Footer()

    def on_mount(self) -> None:
        colour = seat_colour(self.table.players[self._seat].colour, palette_of(self.app.theme)).text
        self.query_one("#name").styles.color = colour
        self.query_one(TableHeader).show(self._seat)

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self._now_drawn)

    def _now_drawn(self) -> None:
        self._drawn = monotonic()

    def hears(self, event: Key) -> bool:
        # Keys typed before the screen was drawn answer nothing.
        answer = any(event.key in action.keys for action in in_scopes(*self.SCOPES))
        return not answer or (self._drawn is not None and event.time >= self._drawn)

    def on_click(self, event: Click) -> None:
        """Accept a click on the line that asks for it, no other: the screen must not open by accident."""
        if self.query_one("#ready").region.contains_point(event.screen_offset):
            self.action_ready()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._can_undo if action == "undo" else super().check_action(action, parameters)

    def action_ready(self) -> None:
        self.dismiss(HandoverAnswer.READY)

    def action_undo(self) -> None:
        self.dismiss(HandoverAnswer.UNDO)

    def action_leave(self) -> None:
        self.dismiss(HandoverAnswer.LEAVE)
