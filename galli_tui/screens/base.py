"""What every screen of ours has: its actions' keys, a class for its size, a title for the window, a real cursor.

It may count on 80x24 and more; what happens below that, the app and `screens.small` see to.
"""

from __future__ import annotations

from time import monotonic
from typing import ClassVar, TypeVar, cast

from textual.await_complete import AwaitComplete
from textual.events import Event, InputEvent, Key, Mount, Resize, ScreenResume
from textual.geometry import Offset, Size
from textual.screen import Screen
from textual.widget import Widget

from galli_tui.app_base import AppBase
from galli_tui.widgets.footer import OffersActions
from galli_tui.widgets.line_widget import CachedWidget

R = TypeVar("R")

SNUG = Size(80, 24)
WIDE = Size(120, 36)
GRAND = Size(160, 48)

_LATEST = 0.25
"""Seconds after which a screen that came to the front is painted, whole or not."""


class GalliScreen(CachedWidget, Screen[R], OffersActions):
    """A screen with one of the classes `-snug` (from 80x24), `-wide` (120x36), `-grand` (160x48).

    A subclass names its scopes and writes `BINDINGS = bindings(...)` with those that no widget of its own binds.
    """

    DEFAULT_CSS = """
    GalliScreen { background: $ground; color: $ink; }
    GalliScreen:ansi { background: $ground; color: $ink; }
    """

    SCOPES: ClassVar[tuple[str, ...]] = ()
    """Whose actions are valid here, besides "app"."""

    CURSOR_AT: ClassVar[str] = "Prompt"
    """The widget whose first cell takes the terminal's cursor while no other has a cursor of its own."""

    _answered = False
    _held_since: float | None = None
    """When it came to the front, if it has not been painted since."""
    _missed_resize = False
    """Whether it was resized while another screen covered it."""
    _spot: Offset | None = None

    @property
    def app(self) -> AppBase:
        """Return the app by its own type."""
        return cast("AppBase", super().app)  # pyright: ignore[reportUnknownMemberType]

    @property
    def in_front(self) -> bool:
        """Whether no other screen lies upon this one; `is_current` holds for what shines through a dialogue as well."""
        return bool(self.app.screen_stack) and self.app.screen is self

    @property
    def is_near_front(self) -> bool:
        """Whether at most one other screen, opaque or not, lies upon this one."""
        return self in self.app.screen_stack[-2:]

    @property
    def window_title(self) -> str:
        """The title of the terminal's window while this screen shows. Never anything private."""
        return "galli-tui"

    @property
    def game_key(self) -> str:
        """The game whose rulebook the help shows; empty for the first of the house."""
        return ""

    @property
    def level(self) -> int:
        """The level that is played, which the help explains; 0 where the screen knows of none."""
        return 0

    @property
    def networked(self) -> bool:
        """Whether this is about a table of several terminals, which the help then explains."""
        return False

    async def on_event(self, event: Event) -> None:
        # Once the app is leaving, Textual composes nothing any more, yet it goes on to mount and to pass on keys.
        if self.app.leaving and isinstance(event, InputEvent | Mount | Resize | ScreenResume):
            return
        # Nobody sees what lies beneath: it is laid out when it comes to the front, in the size of then.
        if isinstance(event, Resize | ScreenResume) and not self.is_current:
            self._missed_resize |= isinstance(event, Resize)
            return
        if isinstance(event, ScreenResume):
            self._held_since = monotonic()
        await super().on_event(event)

    def _compositor_refresh(self) -> None:
        """Paint; a screen that has just come to the front, only once every widget on it has its size and its words."""
        if self._held_since is not None and self.in_front:
            if self._is_unsettled and monotonic() < self._held_since + _LATEST:
                self.refresh()
                return
            self._held_since = None
        super()._compositor_refresh()

    @property
    def _is_unsettled(self) -> bool:
        pumps = (self.app, *self.walk_children(Widget, with_self=True))
        return self._layout_required or any(pump.message_queue_size for pump in pumps)

    def on_resize(self, event: Resize) -> None:
        self.update_classes(size_classes(event.size))

    def on_screen_resume(self) -> None:
        size = self.app.size
        self.update_classes(size_classes(size))
        if self._missed_resize or (self.size and self.size != size):
            self._missed_resize = False
            self.post_message(Resize(size, size))
        self.app.name_window(self.window_title)

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Closes the screen. A second key, typed before it has gone, closes nothing more."""
        if self._answered:
            return AwaitComplete.nothing()
        self._answered = True
        return super().dismiss(result)

    def hears(self, event: Key) -> bool:
        """Whether a key that was typed before the screen came to the front counts here."""
        return True

    def put_cursor(self, spot: Offset) -> None:
        """Puts the terminal's own cursor on a cell of the screen, now or as soon as the screen is in front."""
        self._spot = spot
        if self.is_current:
            self.app.put_cursor(spot)

    @property
    def cursor_spot(self) -> Offset | None:
        """Where the terminal's own cursor belongs, which screen readers follow. The app asks after each drawing.

        It is the cell that the focused widget names as its `cursor_cell`, else where `put_cursor` put it last, else
        where `CURSOR_AT` begins; at the window's edge where that is scrolled out of sight.
        """
        cell: Offset | None = getattr(self.focused, "cursor_cell", None)
        if cell is None:
            cell = self._spot
        if cell is None:
            cell = next((widget.region.offset for widget in self.query(self.CURSOR_AT)), None)
        return None if cell is None else self.size.clamp_offset(cell)


def size_classes(size: Size) -> dict[str, bool]:
    """Which size class holds for a window: the largest that fits both ways."""
    grand = size.width >= GRAND.width and size.height >= GRAND.height
    wide = size.width >= WIDE.width and size.height >= WIDE.height and not grand
    return {"-snug": not (wide or grand), "-wide": wide, "-grand": grand}
