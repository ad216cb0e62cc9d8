"""A list to choose from, one line per option, for keyboard and mouse, with the terminal's cursor on the selection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.events import Click, Leave, MouseEvent, MouseMove
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from galli_tui.style.actions import bindings
from galli_tui.style.text_styles import brushes, tone_style
from galli_tui.widgets.line_widget import OTHER_BUTTON, Piece, app_of, glyphs_of, strip_of, trimmed_pieces


class OptionRow(NamedTuple):
    """One line of the list: texts with their tones, each the name of a text style or piece colour, e.g. "red_text"."""

    parts: tuple[tuple[str, str], ...]
    heading: bool = False
    """Whether it is a heading or an empty line, which cannot be selected."""
    key: str = ""
    """An identifier for the screen that made the row."""

    @property
    def text(self) -> str:
        """Return the line without its tones."""
        return "".join(text for text, _ in self.parts)


def row(text: str, brush: str = "ink", *, key: str = "") -> OptionRow:
    """Return a row of one text."""
    return OptionRow(((text, brush),), key=key)


def heading(text: str = "") -> OptionRow:
    """Return a heading, or an empty line if there is no text."""
    return OptionRow(((text, "rubric"),), heading=True)


class OptionList(ScrollView, can_focus=True, inherit_bindings=False):
    """Rows under a cursor, which posts `Moved` and `Chosen`. Keys to the left and right belong to the screen.

    The mouse highlights the row below it and moves nothing. A click chooses a row at once, as Enter does; a click of
    the right button only selects it. In a list of moves (`confirms`) the first click selects and the second chooses;
    the first posts `Touched`.
    """

    GROUND: str = "page"
    BINDINGS = bindings("list")
    DEFAULT_CSS = """
    OptionList { width: 1fr; height: 1fr; background: $page; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0; }
    """

    lit: bool = False
    """Whether the selected row is highlighted although the focus is elsewhere, as below a text field."""

    numbered: bool = True
    """Whether a digit selects the row of that number, headings not counted."""

    opens_by_number: bool = False
    """Whether a digit also chooses it, as in a menu."""

    confirms: bool = False
    """Whether the first click on a row only selects it, as for a move at the table."""

    index: reactive[int] = reactive(-1, init=False)
    """The selected row; -1 if there is none."""

    class Moved(Message):
        """Another row was selected."""

        def __init__(self, rows: OptionList, index: int) -> None:
            super().__init__()
            self.rows, self.index = rows, index

        @property
        def control(self) -> OptionList:
            return self.rows

    class Chosen(Moved):
        """A row was chosen by Enter or a click. The list may have changed before this is handled."""

        def __init__(self, rows: OptionList, index: int) -> None:
            super().__init__(rows, index)
            self.row = rows.rows[index]
            """The row when it was chosen."""

    class Touched(Moved):
        """A first click has selected a row, which a second one chooses."""

    def __init__(self, rows: Sequence[OptionRow] = (), *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._rows: tuple[OptionRow, ...] = ()
        self._hovered: int | None = None
        """The row below the mouse."""
        self._clicked: int | None = None
        """The row that was clicked last, in these rows."""
        self.show(rows)

    @property
    def rows(self) -> tuple[OptionRow, ...]:
        """Return all rows."""
        return self._rows

    def show(self, rows: Sequence[OptionRow], index: int | None = None) -> None:
        """Replace the rows; the cursor goes to `index`, or stays as close as possible."""
        if [one.text for one in rows] != [one.text for one in self._rows]:
            self._clicked = None
        self._rows = tuple(rows)
        self.virtual_size = Size(0, len(self._rows))
        wanted = index if index is not None else max(0, self.index)
        place = self._nearest(min(wanted, len(self._rows) - 1), 1)
        self.set_reactive(OptionList.index, place)
        self.refresh()
        self._reveal()

    def _nearest(self, index: int, way: int) -> int:
        """Return the first selectable row from `index` on, in direction `way` first; -1 if there is none."""
        order = range(index, len(self._rows)) if way > 0 else range(index, -1, -1)
        back = range(index - 1, -1, -1) if way > 0 else range(index + 1, len(self._rows))
        for place in (*order, *back):
            if 0 <= place < len(self._rows) and not self._rows[place].heading:
                return place
        return -1

    def watch_index(self, old: int, new: int) -> None:
        for place in (old, new):
            if place >= 0:
                self.refresh(Region(0, place - self.scroll_offset.y, self.size.width, 1))
        self._reveal()
        if new >= 0:
            self.post_message(self.Moved(self, new))

    def _reveal(self, *, center: bool = False) -> None:
        """Scroll just far enough to show the selected row; with `center`, bring one out of sight to the middle."""
        if self.index < 0 or not self.size:
            return
        first = self.index == self._nearest(0, 1)
        top = 0 if first else self.index
        seen = self.scroll_offset.y <= top and self.index < self.scroll_offset.y + self.size.height
        region = Region(0, top, 1, self.index - top + 1)
        self.scroll_to_region(region, center=center and not seen, animate=False, force=True)

    def on_resize(self) -> None:
        """Show the selected row among those around it, also when the list appears."""
        self._reveal(center=True)

    @property
    def cursor_cell(self) -> Offset:
        """Return the cell of the screen where the selected row begins, or the first row if there is none."""
        line = max(0, self.index) - self.scroll_offset.y
        return self.content_region.offset + Offset(0, max(0, min(line, self.content_region.height - 1)))

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def action_move(self, key: str) -> None:
        page = max(1, self.size.height - 1)
        last = len(self._rows) - 1
        match key:
            case "up":
                target, way = self.index - 1, -1
            case "down":
                target, way = self.index + 1, 1
            case "pageup":
                target, way = self.index - page, 1
            case "pagedown":
                target, way = self.index + page, -1
            case "home":
                target, way = 0, 1
            case _:
                target, way = last, -1
        self.index = self._nearest(max(0, min(last, target)), way)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "number":
            return self.numbered
        return super().check_action(action, parameters)

    def action_number(self, key: str) -> None:
        places = [place for place, one in enumerate(self._rows) if not one.heading]
        if int(key) <= len(places):
            self.index = places[int(key) - 1]
            if self.opens_by_number:
                self.action_choose()

    def action_choose(self) -> None:
        if self.index >= 0:
            self.post_message(self.Chosen(self, self.index))

    def _row_at(self, event: MouseEvent) -> int | None:
        """Return the row below the mouse, None for a heading or the border."""
        at = event.get_content_offset(self)
        place = -1 if at is None else at.y + self.scroll_offset.y
        return place if 0 <= place < len(self._rows) and not self._rows[place].heading else None

    def on_click(self, event: Click) -> None:
        place = self._row_at(event)
        if place is None:
            return
        if event.chain > 1 and not self.confirms:  # The second of a double click belongs to the screen before.
            return
        chosen = event.button != OTHER_BUTTON and (place == self.index == self._clicked or not self.confirms)
        self.index = self._clicked = place
        if chosen:
            self.action_choose()
        else:
            self.post_message(self.Touched(self, place))

    def on_mouse_move(self, event: MouseMove) -> None:
        self._hover(self._row_at(event) if app_of(self).settings.hover else None)

    def on_leave(self, event: Leave) -> None:
        self._hover(None)

    def _hover(self, place: int | None) -> None:
        if place != self._hovered:
            self._hovered = place
            self.refresh()

    def render_line(self, y: int) -> Strip:
        place = y + self.scroll_offset.y
        width = self.size.width
        theme = app_of(self).theme
        ink = brushes(theme, self.GROUND)
        if place >= len(self._rows):
            return Strip.blank(width, ink.ink)
        row = self._rows[place]
        here = place == self.index
        sign = glyphs_of(self).here
        shines = self.has_focus or self.lit
        chosen = (ink.selected if shines else ink.marked) if here else ink.marked if place == self._hovered else None
        pieces: list[Piece] = [(f"{sign if here else ' '} ", chosen if here and chosen else ink.ink)]
        parts = ((text, chosen or tone_style(theme, name, self.GROUND)) for text, name in row.parts)
        pieces += trimmed_pieces(parts, self.scrollable_content_region.width - 2)
        return strip_of(pieces, width, ink.selected if here and shines else ink.ink)
