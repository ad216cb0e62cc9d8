"""A driver of the app in tests without a terminal: keys go in, the text of the screen comes out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from textual.events import Key
from textual.pilot import Pilot
from textual.strip import Strip

from galli_tui.app import GalliApp
from galli_tui.screens.base import GalliScreen
from galli_tui.tables.table import Table
from galli_tui.terminal.capabilities import Terminal
from galli_tui.terminal.double_click import DoubleClicks
from tests.support.fake_match_store import FakeMatchStore
from tests.support.fake_network import FakeNetwork

SIZES = ((80, 24), (120, 36), (160, 48))


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
        """Click a cell of the screen, not as part of a double click, however soon after the last click."""
        self.app.double_clicks = DoubleClicks()
        await self._pilot.click(offset=(column, row), button=button)
        await self.app.input_queue.settled()
        await self._pilot.pause()

    async def hover(self, column: int, row: int) -> None:
        """Move the mouse to a cell of the screen."""
        await self._pilot.hover(offset=(column, row))
        await self.app.input_queue.settled()
        await self._pilot.pause()

    async def click_again(self, column: int, row: int, *, after: float) -> None:
        """Click a cell some seconds after the last click, on a screen that has been shown for as long."""
        first, screen = self.app.double_clicks.first, self.app.screen
        assert first is not None
        assert isinstance(screen, GalliScreen)
        self.app.double_clicks.first = first._replace(time=first.time - after)
        screen.shown_at -= after
        await self._pilot.click(offset=(column, row))
        await self.app.input_queue.settled()
        await self._pilot.pause()

    async def double_click(self, column: int, row: int, *, drift: int = 0) -> None:
        """Double-click a cell of the screen; the mouse may drift some cells to the right between the clicks."""
        self.app.double_clicks = DoubleClicks()
        for at in (column, column + drift):
            await self._pilot.click(offset=(at, row))
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


def app_with(
    table: Table | None = None, match_store: FakeMatchStore | None = None, terminal: Terminal | None = None
) -> GalliApp:
    """Return an app at the menu, or at a table, on a network without tables."""
    return GalliApp(terminal or Terminal(), match_store or FakeMatchStore(), table, network=FakeNetwork())
