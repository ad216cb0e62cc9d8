"""The base class of all screens: key bindings, size classes, window title and the terminal's cursor.

Screens can rely on at least 80x24 cells; the app covers smaller windows with `screens.too_small`.
"""

from __future__ import annotations

from asyncio import get_running_loop
from collections.abc import Sequence
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual.app import App
from textual.await_complete import AwaitComplete
from textual.events import Click, Event, InputEvent, Key, Mount, Resize, ScreenResume
from textual.geometry import Offset, Size
from textual.screen import Screen
from textual.widget import Widget

from galli_tui.app_base import AppBase
from galli_tui.screens.subject import Subject
from galli_tui.widgets.footer import OffersActions
from galli_tui.widgets.line_widget import CachedWidget

if TYPE_CHECKING:
    from galli_tui.tables.table import TablePlayer
    from rules.engine.game import Options

R = TypeVar("R")

SNUG = Size(80, 24)
WIDE = Size(120, 36)
GRAND = Size(160, 48)

_LATEST = 0.25
"""Seconds after which a screen that came to the front is painted, complete or not."""
_CALM = 4
"""Turns of the event loop in which nothing happens before such a screen counts as complete: what ends a task, such as
the end of the screen before, is no message."""


class GalliScreen(CachedWidget, Screen[R], OffersActions):
    """A screen with one of the size classes `-snug` (from 80x24), `-wide` (120x36) and `-grand` (160x48).

    A subclass names its scopes and sets `BINDINGS = bindings(...)` with those that none of its widgets binds.
    """

    DEFAULT_CSS = """
    GalliScreen { background: $ground; color: $ink; }
    GalliScreen:ansi { background: $ground; color: $ink; }
    """

    SCOPES: ClassVar[tuple[str, ...]] = ()
    """The scopes of actions that are valid here, besides "app"."""

    CURSOR_AT: ClassVar[str] = "Prompt"
    """The widget whose first cell gets the terminal's cursor while no other widget has one."""

    PATIENCE: ClassVar[float] = App.CLICK_CHAIN_TIME_THRESHOLD
    """Seconds in which the second click of a double click, begun here, does nothing on the screen shown next."""

    _answered = False
    _close_when_shown = False
    """Whether the screen was dismissed while another one covered it."""
    _result: R | None = None
    """The result with which it was dismissed then."""
    _held_since: float | None = None
    """When the screen came to the front, if it has not been painted since."""
    shown_at = 0.0
    """When the screen was first painted after it last came to the front, by the clock of events."""
    _calm = 0
    """How many turns of the event loop ago anything happened on it, as far as that matters."""
    _will_settle = False
    """Whether `_paint_when_settled` is about to be called."""
    _missed_resize = False
    """Whether the window was resized while another screen covered this one."""
    _spot: Offset | None = None

    @property
    def app(self) -> AppBase:
        """The app, with its own type."""
        return cast("AppBase", super().app)  # pyright: ignore[reportUnknownMemberType]

    @property
    def in_front(self) -> bool:
        """Whether no other screen covers this one; `is_current` is also true below a transparent dialog."""
        return bool(self.app.screen_stack) and self.app.screen is self

    @property
    def is_near_front(self) -> bool:
        """Whether at most one other screen, opaque or not, covers this one."""
        return self in self.app.screen_stack[-2:]

    @property
    def window_title(self) -> str:
        """The title of the terminal window while this screen is shown; never anything private."""
        return "galli-tui"

    @property
    def scopes(self) -> tuple[str, ...]:
        """The scopes whose actions the help explains."""
        return self.SCOPES

    @property
    def game_key(self) -> str:
        """The game whose rulebook the help shows; empty for the one played last."""
        return ""

    @property
    def options(self) -> Options | None:
        """The options that the help explains; None where none are chosen."""
        return None

    @property
    def players(self) -> Sequence[TablePlayer]:
        """The players whose signs the help explains; empty away from a table."""
        return ()

    def names(self) -> Sequence[str]:
        return [player.name for player in self.players]

    @property
    def subject(self) -> Subject | None:
        """What is selected or shown, where the help opens first; None for nothing."""
        return None

    @property
    def awaited(self) -> object:
        """What the screen waits for now, to tell it from what comes next; None where it waits for the same always."""
        return None

    @property
    def networked(self) -> bool | None:
        """Whether the screen shows a network table, or the way to one.

        True adds the network page to the help; None asks the screen below.
        """
        return None

    def steps_back_at(self, cell: Offset) -> bool:
        """Return whether a click there closes a page of this screen; closing the screen itself does not count."""
        return False

    async def on_event(self, event: Event) -> None:
        # While the app is exiting, Textual no longer composes screens but still mounts them and forwards keys.
        if self.app.leaving and isinstance(event, InputEvent | Mount | Resize | ScreenResume):
            return
        # Nor does it compose a screen that is removed before; that one has no widgets to prepare.
        if isinstance(event, Mount) and not self.children:
            return
        # A covered screen is laid out when it comes to the front, in the size that the window has then.
        if isinstance(event, Resize | ScreenResume) and not self.is_current:
            self._missed_resize |= isinstance(event, Resize)
            return
        if isinstance(event, ScreenResume):
            self._held_since, self._calm = monotonic(), 0
            if not self.size:  # Nothing has been laid out yet: all widgets were styled just now, as they were mounted.
                event.refresh_styles = False
        await super().on_event(event)

    def _forward_event(self, event: Event) -> None:
        # The second click of a double click must not act on the screen or the decision that the first one opened.
        if isinstance(event, Click):
            steps_back = self.steps_back_at(event.screen_offset)
            if self.app.double_clicks.was_meant_for_what_is_gone(
                event,
                self,
                self.awaited,
                shown_at=inf if self._is_held else self.shown_at,
                patience=self.PATIENCE,
                steps_back=steps_back,
            ):
                return
        super()._forward_event(event)

    def _compositor_refresh(self) -> None:
        """Paint; a screen that has just come to the front waits until every widget has its size and text."""
        if not self._is_held:
            super()._compositor_refresh()
        elif not self._will_settle:
            self._will_settle = True
            get_running_loop().call_soon(self.call_later, self._paint_when_settled)

    def _paint_when_settled(self) -> None:
        """Paint a held screen once it is laid out and nothing has happened for a few turns of the loop."""
        self._will_settle = False
        if not self._is_held:
            return
        unfinished = self._is_unfinished
        self._calm = 0 if unfinished or self._has_messages else self._calm + 1
        if self._calm >= _CALM or monotonic() > (self._held_since or 0) + _LATEST:
            self._held_since, self.shown_at = None, Event().time
        # At once, not at the next tick; while the screen is held, this lays it out but does not paint it.
        if not self._is_held or (unfinished and not self._has_messages):
            self._repaint_required = True
            for screen in (*self.app.visible_behind, self):
                screen._on_timer_update()
        else:
            self._compositor_refresh()

    @property
    def _is_held(self) -> bool:
        return self._held_since is not None and self.in_front

    @property
    def _is_unfinished(self) -> bool:
        """Whether something is still to be laid out or called, or a screen visible behind this one to be painted."""
        behind = self.app.visible_behind
        if any(screen._layout_required or screen._callbacks or screen._dirty_widgets for screen in behind):
            return True
        return self._layout_required or bool(self._callbacks)

    @property
    def _has_messages(self) -> bool:
        screens = (*self.app.visible_behind, self)
        pumps = (self.app, *(it for screen in screens for it in screen.walk_children(Widget, with_self=True)))
        # Textual takes the next message out of the queue before it handles one.
        return any(pump.message_queue_size or pump._pending_message for pump in pumps)

    def on_compose(self) -> None:
        # Before there is any widget, which would have to be styled again.
        self.update_classes(size_classes(self.app.size))

    def on_resize(self, event: Resize) -> None:
        self.update_classes(size_classes(event.size))

    def on_screen_resume(self) -> None:
        size = self.app.size
        self.update_classes(size_classes(size))
        if self._missed_resize or (self.size and self.size != size):
            self._missed_resize = False
            self.post_message(Resize(size, size))
        self.app.name_window(self.window_title)
        if self._close_when_shown:
            self._close_when_shown = False
            super().dismiss(self._result)

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Close the screen, if another one covers it when that has closed.

        A second key, typed before it has closed, closes nothing else.
        """
        if self._answered:
            return AwaitComplete.nothing()
        self._answered = True
        if not self.in_front:
            # Textual would close the screen that covers it instead.
            self._close_when_shown, self._result = True, result
            return AwaitComplete.nothing()
        return super().dismiss(result)

    def hears(self, event: Key) -> bool:
        """Return whether a key that was typed before the screen came to the front is accepted."""
        return True

    def put_cursor(self, spot: Offset) -> None:
        """Put the terminal's cursor on a cell of the screen, now or as soon as the screen is in front."""
        self._spot = spot
        if self.is_current:
            self.app.put_cursor(spot)

    @property
    def cursor_spot(self) -> Offset | None:
        """The cell for the terminal's cursor, which screen readers follow. The app asks after each drawing.

        It is the `cursor_cell` of the focused widget, else the last cell given to `put_cursor`, else the first cell of
        `CURSOR_AT`; clamped to the window if that is scrolled out of view.
        """
        cell: Offset | None = getattr(self.focused, "cursor_cell", None)
        if cell is None:
            cell = self._spot
        if cell is None:
            cell = next((widget.region.offset for widget in self.query(self.CURSOR_AT)), None)
        return None if cell is None else self.size.clamp_offset(cell)


def size_classes(size: Size) -> dict[str, bool]:
    """Return the size classes of a window: set is the largest that fits in both directions."""
    grand = size.width >= GRAND.width and size.height >= GRAND.height
    wide = size.width >= WIDE.width and size.height >= WIDE.height and not grand
    return {"-snug": not (wide or grand), "-wide": wide, "-grand": grand}
