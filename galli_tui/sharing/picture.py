"""Pictures of a match without a terminal: the table at a moment, drawn by the app itself, as SVG or as lines."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rich.color import ColorSystem
from textual.pilot import Pilot

from galli_tui.app import GalliApp
from galli_tui.replay.moment_table import MomentTable
from galli_tui.screens.table.table import TableScreen
from galli_tui.sharing.shown import ShownMatch
from galli_tui.terminal.capabilities import Terminal
from rules.engine.secrecy import Viewer

if TYPE_CHECKING:
    from galli_tui.replay.timeline import Timeline
    from saves.storage.open_match import TimelineEvent

T = TypeVar("T")

Size = tuple[int, int]
USUAL: Final[Size] = (120, 36)


class PictureTable(MomentTable):
    """A moment as one viewer may know it: it gives every viewer this view, so no other gets into a picture."""

    def __init__(self, timeline: Timeline, number: int, viewer: Viewer) -> None:
        super().__init__(timeline, number)
        self._viewer = viewer

    def view(self, viewer: Viewer) -> Any:
        return super().view(self._viewer)

    def timeline(self, viewer: Viewer, most: int) -> list[TimelineEvent]:
        return super().timeline(self._viewer, most)


def svg_of(shown: ShownMatch, number: int, size: Size = USUAL, theme: str | None = None) -> str:
    """Return the table at a moment as an SVG picture."""
    (picture,) = _drawn(shown, (number,), size, theme, lambda app: app.export_screenshot(title="galli-tui"))
    return picture


def cells_of(shown: ShownMatch, numbers: Sequence[int], size: Size, theme: str | None = None) -> list[list[str]]:
    """Return the table at each of these moments as lines of text with colours for a terminal."""
    return _drawn(shown, numbers, size, theme, _coloured_lines)


def _drawn(
    shown: ShownMatch, numbers: Sequence[int], size: Size, theme: str | None, take: Callable[[GalliApp], T]
) -> list[T]:
    """Return what `take` makes of the app at each of these moments."""
    terminal = Terminal(mouse=False, window_titles=False)
    app = GalliApp(terminal if theme is None else Terminal(mouse=False, window_titles=False, theme=theme))
    found: list[T] = []
    failures: list[BaseException] = []

    async def draw(pilot: Pilot[Any]) -> None:
        try:
            for number in numbers:
                app.open_table(PictureTable(shown.timeline, number, shown.viewer))
                await pilot.pause()
                while not isinstance(app.screen, TableScreen):  # The score sheet, which covers the final board.
                    await app.pop_screen()
                for line in app.screen.query("Prompt, Footer"):
                    line.visible = False  # Nobody can press a key in a picture.
                await pilot.pause()
                found.append(take(app))
        except Exception as error:
            failures.append(error)
        app.exit()

    asyncio.run(app.run_async(headless=True, size=size, mouse=False, auto_pilot=draw))
    if failures:
        raise failures[0]
    if len(found) != len(numbers):
        raise RuntimeError("the table could not be drawn")
    return found


def _coloured_lines(app: GalliApp) -> list[str]:
    screen = app.screen
    strips = screen._compositor.render_strips(screen.size)  # pyright: ignore[reportPrivateUsage]
    lines: list[str] = []
    for strip in strips:
        for line_filter in app.get_line_filters():
            strip = strip.apply_filter(line_filter, screen.styles.background)  # noqa: PLW2901
        parts = (
            segment.style.render(segment.text, color_system=ColorSystem.TRUECOLOR) if segment.style else segment.text
            for segment in strip
            if not segment.control
        )
        lines.append("".join(parts))
    return lines
