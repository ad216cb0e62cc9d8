"""A driver of the app in tests without a terminal: keys go in, the text of the screen comes out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from textual.events import Key
from textual.pilot import Pilot
from textual.strip import Strip

from galli_tui.app import GalliApp
from galli_tui.tables.match_store import Condition, SavedRow, Setup
from galli_tui.tables.table import Table
from galli_tui.terminal.capabilities import Terminal
from rules.engine.game import Options
from saves.errors import DiskFull, NotFound, SaveError
from saves.format.header_fields import Player
from tests.support.straws_game import straws_table

SIZES = ((80, 24), (120, 36), (160, 48))
WHEN = datetime(2019, 3, 1, 19, 30, tzinfo=UTC)


class Driver:
    """A running app."""

    def __init__(self, app: GalliApp, pilot: Pilot[None]) -> None:
        self.app, self._pilot = app, pilot

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, and wait until everything is drawn."""
        for key in keys:
            await self._pilot.press(key)
            await self.app.input_queue.settled()
            await self._pilot.pause()

    async def settle(self) -> None:
        """Wait until changes from elsewhere are drawn."""
        await self._pilot.pause()
        await self._pilot.pause()

    async def press_at_once(self, *keys: str) -> None:
        """Press keys so fast that the last arrives before the first is handled."""
        for key in keys:
            self.app.post_message(Key("space" if key == " " else key, key if len(key) == 1 else None))
        await self.app.input_queue.settled()
        await self._pilot.pause()
        await self._pilot.pause()

    async def type(self, text: str) -> None:
        """Type a text with any characters."""
        for char in text:
            await self._pilot.press(char)
        await self.app.input_queue.settled()
        await self._pilot.pause()

    async def click(self, column: int, row: int, *, button: int = 1) -> None:
        """Click a cell of the screen."""
        await self._pilot.click(offset=(column, row), button=button)
        await self.app.input_queue.settled()
        await self._pilot.pause()

    async def hover(self, column: int, row: int) -> None:
        """Move the mouse to a cell of the screen."""
        await self._pilot.hover(offset=(column, row))
        await self.app.input_queue.settled()
        await self._pilot.pause()

    async def double_click(self, column: int, row: int) -> None:
        """Double-click a cell of the screen."""
        await self._pilot.click(offset=(column, row), times=2)
        await self.app.input_queue.settled()
        await self._pilot.pause()

    async def resize(self, width: int, height: int) -> None:
        """Resize the window."""
        await self._pilot.resize_terminal(width, height)
        await self._pilot.pause()
        await self._pilot.pause()

    @property
    def strips(self) -> list[Strip]:
        """Return the lines of the screen as they are sent to the terminal."""
        screen = self.app.screen
        strips = screen._compositor.render_strips(screen.size)  # pyright: ignore[reportPrivateUsage]
        for one in self.app.get_line_filters():
            strips = [strip.apply_filter(one, screen.styles.background) for strip in strips]
        return strips

    @property
    def lines(self) -> list[str]:
        """The screen as text."""
        return [strip.text for strip in self.strips]

    @property
    def text(self) -> str:
        """The whole screen in one text."""
        return "\n".join(self.lines)

    def line(self, row: int) -> str:
        """Return a line of the screen without surrounding blanks; -1 is the last."""
        return self.lines[row].strip()


def drive(app: GalliApp, script: Callable[[Driver], Awaitable[None]], size: tuple[int, int] = (80, 24)) -> None:
    """Run the app for the length of a script."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(Driver(app, pilot))

    asyncio.run(run())


class FakeMatchStore:
    """Saved matches that are in no file. Implements `galli_tui.tables.match_store.MatchStore`."""

    def __init__(self, *saved: SavedRow, trouble: str = "") -> None:
        self.matches = list(saved)
        self.begun: list[Setup] = []
        self.branched: list[tuple[str, int, tuple[Player, ...]]] = []
        self.trouble = trouble
        """The error with which every attempt to open a match fails."""

    def begin(self, setup: Setup) -> Table:
        self._fail()
        self.begun.append(setup)
        options: Options = setup.options
        return straws_table(*(seat.name for seat in setup.seats), mode=options.mode, variants=options.variants)

    def branch(self, match_id: str, entries: int, players: Sequence[Player]) -> Table:
        self._fail()
        self.branched.append((match_id, entries, tuple(players)))
        return straws_table(*(player.name for player in players))

    def saved(self) -> list[SavedRow]:
        return list(self.matches)

    def about(self, match_id: str) -> str:
        over = any(one.id == match_id and one.condition is Condition.OVER for one in self.matches)
        return "Anna has won with 4 points" if over else "Round 1 of 2"

    def resume(self, match_id: str) -> Table:
        self._fail()
        return straws_table(*self._names(match_id))

    def inspect(self, match_id: str) -> Table:
        self._fail()
        names = self._names(match_id)
        return straws_table(*names, mode="solo" if len(names) == 1 else "versus", here=[False] * len(names))

    def verify(self, match_id: str) -> list[str]:
        self._fail()
        return [] if self._of(match_id).condition is not Condition.DAMAGED else ["Entry 12 breaks the rules (taken)."]

    def import_file(self, path: Path) -> str:
        self._fail()
        raise NotFound(f"There is no file {path}.")

    def export_file(self, match_id: str, path: Path) -> None:
        self._fail()
        raise DiskFull(f"{path} cannot be written.")

    def discard(self, match_id: str) -> None:
        self._fail()
        self.matches.remove(self._of(match_id))

    def _of(self, match_id: str) -> SavedRow:
        return next(one for one in self.matches if one.id == match_id)

    def _names(self, match_id: str) -> tuple[str, ...]:
        return self._of(match_id).names

    def _fail(self) -> None:
        if self.trouble:
            raise SaveError(self.trouble)


def saved(
    match_id: str = "9f86d081", condition: Condition = Condition.PLAYING, *names: str, explanation: str = ""
) -> SavedRow:
    """A row of the list."""
    return SavedRow(match_id, "Straws I", names or ("Anna", "Bruno"), WHEN, condition, explanation)


def app_with(
    table: Table | None = None, match_store: FakeMatchStore | None = None, terminal: Terminal | None = None
) -> GalliApp:
    """Return an app at the menu, or at a table."""
    return GalliApp(terminal or Terminal(), match_store or FakeMatchStore(), table)
