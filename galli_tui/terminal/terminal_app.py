"""The app's side towards its terminal: input in order, drawing, the cursor, the window's title, and the end."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.app import App
from textual.filter import LineFilter
from textual.geometry import Offset, Size
from textual.screen import Screen
from textual.widget import AwaitMount, Widget
from textual.worker import WorkerFailed

from galli_tui.startup.collector import resume_collector
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.capabilities import Colours, Terminal, terminal_is_gone
from galli_tui.terminal.cell_diff import CellDiff, ChangedCells, CompositorUpdate, LayoutUpdate
from galli_tui.terminal.double_click import DoubleClicks
from galli_tui.terminal.input_queue import InputQueue
from galli_tui.terminal.line_filters import filters_for
from galli_tui.terminal.safe_text import sanitize

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType
    from textual.actions import ActionParseResult
    from textual.dom import DOMNode
    from textual.driver import Driver

_TERMINAL_CHECKED = 3.0
"""The seconds between two checks that the terminal is still there."""
_FRAME = 0.02
"""The seconds within which a frame that is due is painted."""
BEFORE = "\x1b[22;2t\x1b[4 q"
"""Saves the window's title and makes the cursor a line."""
AFTER = "\x1b[23;2t\x1b[0 q\x1b[0m"
"""Restores both and resets the colours."""


class TerminalApp(App[None]):
    """A Textual app that knows its terminal: input in order, only changed cells, a real cursor, a clean end."""

    TITLE = "galli-tui"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    """Text cannot be selected with the mouse: terminals do that themselves with Shift."""

    def __init__(self, terminal: Terminal) -> None:
        plain = terminal.colours is not Colours.MANY
        for name in ("COLUMNS", "LINES"):  # Textual would believe them, and they do not follow the window.
            os.environ.pop(name, None)
        self._in_browser = terminal.page is not None  # What follows asks for the driver.
        super().__init__(ansi_color=True if plain else None)
        # We show neither, so no screen needs a widget for them.
        self._disable_tooltips = self._disable_notifications = True
        self.terminal = terminal
        self._own_filters = filters_for(terminal)
        self.no_color = terminal.colours is Colours.NONE
        self._window_title = ""
        self.input_queue = InputQueue(self, lambda: self.leaving)
        self._shown_cells = CellDiff()
        self._shown_size = Size(0, 0)
        self._cursor_shown = Offset(0, 0)
        self.double_clicks = DoubleClicks()
        self._cursor_timer: asyncio.TimerHandle | None = None

    def get_driver_class(self) -> type[Driver]:
        if self._in_browser:
            from galli_tui.terminal.page_driver import PageDriver

            return PageDriver
        if os.name != "posix" or "TEXTUAL_DRIVER" in os.environ:
            return super().get_driver_class()
        from galli_tui.terminal.driver import TerminalDriver

        return TerminalDriver

    def draw_with(self, terminal: Terminal) -> None:
        """Draw everything again with other means of the same terminal."""
        self.terminal = terminal
        self._own_filters = filters_for(terminal)
        for screen in self.screen_stack:
            for widget in screen.walk_children(with_self=True):
                if isinstance(widget, Widget):
                    widget.refresh(layout=True)

    def get_line_filters(self) -> list[LineFilter]:
        return [*super().get_line_filters(), *self._own_filters]

    def on_mount(self) -> None:
        self._write("\x1b[?25h")
        if not self.is_headless:
            # A signal that ends the program restores the terminal first.
            loop = asyncio.get_running_loop()
            with suppress(NotImplementedError, AttributeError):
                loop.add_signal_handler(signal.SIGTERM, self.exit)
                loop.add_signal_handler(signal.SIGINT, self._interrupted)
                signal.signal(signal.SIGHUP, partial(self._hung_up, loop))
            self._restore_when_killed()
            self.app_resume_signal.subscribe(self, self._repaint)  # pyright: ignore[reportUnknownMemberType]

    def _restore_when_killed(self) -> None:
        if os.name == "posix":
            from galli_tui.terminal.driver import TerminalDriver

            if isinstance(self._driver, TerminalDriver):
                self._driver.restore_when_killed(AFTER.encode() if self.terminal.window_titles else b"")

    def _interrupted(self) -> None:
        self.exit(return_code=Exit.INTERRUPTED)

    def _hung_up(self, loop: asyncio.AbstractEventLoop, *_: object) -> None:
        """Exit on a hang-up, at once if the terminal is gone."""
        if terminal_is_gone():
            # Whatever writes to it may wait for ever, the loop as well. Every move is saved; nothing else is owed.
            os._exit(Exit.OK)
        loop.call_soon_threadsafe(self.exit)

    def on_ready(self) -> None:
        if not self.is_headless:
            resume_collector()
            self.set_interval(_TERMINAL_CHECKED, self._check_terminal)

    def _check_terminal(self) -> None:
        """Exit if the terminal has gone without a hang-up; reading from it would keep a processor busy for ever."""
        if terminal_is_gone():
            os._exit(Exit.OK)

    def on_resize(self) -> None:
        self._repaint()

    @property
    def leaving(self) -> bool:
        """Return whether the program is ending: it ignores keys and opens no more screens."""
        return self._exit

    def _repaint(self, _: object = None) -> None:
        """Write the whole screen again, whatever the terminal shows by now."""
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
    def visible_behind(self) -> list[Screen[object]]:
        """The screens visible behind the front one."""
        return self._background_screens

    @property
    def _background_screens(self) -> list[Screen[object]]:
        """Return the screens visible behind the front one; Textual counts those under an opaque one as well."""
        if not self.screen_stack or self.screen.styles.background.a == 1:
            return []
        return super()._background_screens  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]

    def _cursor_spot(self) -> Offset | None:
        """Return where the screen in front wants the terminal's own cursor; None if it does not care."""
        screen = self.screen if self.screen_stack and not self.leaving else None
        return getattr(screen, "cursor_spot", None)

    def put_cursor(self, spot: Offset) -> None:
        """Put the terminal's own cursor on a cell, for screen readers and for the eye; a frame that is due takes it."""
        self.cursor_position = spot
        if self._cursor_timer is not None:
            self._cursor_timer.cancel()
        self._cursor_timer = asyncio.get_running_loop().call_later(_FRAME, self._move_cursor)

    def _move_cursor(self) -> None:
        if not self.leaving and self.cursor_position != self._cursor_shown:
            self._cursor_shown = self.cursor_position
            self._write(f"\x1b[{self._cursor_shown.y + 1};{self._cursor_shown.x + 1}H")

    def name_window(self, title: str) -> None:
        """Set the terminal window's title. Never pass anything private."""
        if self.terminal.window_titles and title != self._window_title:
            self._window_title = title
            self._write(self._title_sequence())

    def _title_sequence(self) -> str:
        return f"\x1b]2;{sanitize(self._window_title, 60)}\x07" if self._window_title else ""

    async def on_event(self, event: events.Event) -> None:
        if not (self.leaving and isinstance(event, events.InputEvent)) and self.input_queue.admits(event):
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

    def _write(self, sequence: str) -> None:
        if self._driver is not None and not self.is_headless:
            self._driver.write(sequence)

    @property
    def fault(self) -> BaseException | None:
        """Return the first error that nothing in the program has caught."""
        error = self._exception
        return error.error if isinstance(error, WorkerFailed) else error

    @property
    def has_failed(self) -> bool:
        """Return whether the program has ended, or is about to, without having been asked to."""
        return self._exception is not None or not self.leaving or self.return_code not in (Exit.OK, Exit.INTERRUPTED)

    def _print_error_renderables(self) -> None:
        """Print nothing: Textual's traceback shows all values, hidden cards among them. See `fault_report`."""
