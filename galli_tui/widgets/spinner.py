"""A spinner: a choice on one line, changed with left and right or by a click on its value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.events import Click
from textual.geometry import Offset
from textual.message import Message

from galli_tui.style.actions import bindings
from galli_tui.style.text_styles import brush
from galli_tui.style.theme import named, palette_of
from galli_tui.widgets.line_widget import LineWidget, Piece, app_of, cells, ellipsize

_ARROW = 2
"""Cells of the arrow before a value."""


class SpinnerOption(NamedTuple):
    """One of a spinner's values."""

    value: object
    label: str
    colour: str = ""
    """The flat name of a palette colour for the label; empty for plain text."""


class Spinner(LineWidget, can_focus=True):
    """Shows its label and the chosen option, between two arrows while it has the focus.

    A click on the value goes to the next option, on the arrow before it to the previous one. A click on the label
    selects the line, so that it is explained; on the label of the selected line, it goes to the next option.
    """

    BINDINGS = bindings("spinner")
    LABEL_CELLS = 9

    class Changed(Message):
        """The player chose another option."""

        def __init__(self, choice: Spinner) -> None:
            super().__init__()
            self.choice = choice

        @property
        def control(self) -> Spinner:
            return self.choice

    def __init__(self, label: str, options: Sequence[SpinnerOption], value: object = None, *, identity: str) -> None:
        super().__init__(id=identity)
        self._label = label
        self._options = tuple(options)
        self._index = 0
        self._was_selected = False
        """Whether it had the focus before the mouse button went down."""
        self.put(value)

    @property
    def value(self) -> object:
        """Return the chosen value."""
        return self._options[self._index].value

    def put(self, value: object) -> None:
        """Choose a value if it is offered, without posting `Changed`."""
        self._index = next((place for place, one in enumerate(self._options) if one.value == value), self._index)
        self.refresh()

    def offer(self, options: Sequence[SpinnerOption]) -> None:
        """Replace the options; keep the chosen value if it is among them."""
        value = self.value
        self._options = tuple(options)
        self._index = 0
        self.put(value)

    def pieces(self, width: int) -> list[Piece]:
        ink, signs = self.brushes, self.glyphs
        here = self.has_focus
        pieces: list[Piece] = []
        if self._label:
            pieces.append((self._label.ljust(self.LABEL_CELLS), ink.faint))
        room = width - (self.LABEL_CELLS if self._label else 0)
        label = ellipsize(self._options[self._index].label, room - 4)
        if len(self._options) < 2:
            return [*pieces, (f"  {label}  ", ink.selected if here else ink.ink)]
        if here:
            return [*pieces, (f"{signs.left} {label} {signs.right}", ink.selected)]
        palette = palette_of(app_of(self).theme)
        colour = named(palette).get(self._options[self._index].colour)
        style = ink.strong if colour is None else brush(colour, palette.page, bold=True)
        return [*pieces, ("  ", ink.faint), (label, style), ("  ", ink.faint)]

    @property
    def cursor_cell(self) -> Offset:
        """Return the cell of the screen where the chosen option begins."""
        return self.region.offset + Offset(self.LABEL_CELLS if self._label else 0, 0)

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def action_turn(self, key: str) -> None:
        self._turn(-1 if key == "left" else 1)

    def _turn(self, way: int) -> None:
        if len(self._options) > 1:
            self._index = (self._index + way) % len(self._options)
            self.refresh()
            self.post_message(self.Changed(self))

    def focus_on_click(self) -> bool:
        # Textual asks this at the press of the button, before the focus moves.
        self._was_selected = self.screen.focused is self
        return super().focus_on_click()

    def on_click(self, event: Click) -> None:
        before = event.x - (self.LABEL_CELLS if self._label else 0)
        if before >= 0 or (self._was_selected and event.x < cells(self._label)):
            self._turn(-1 if 0 <= before < _ARROW else 1)
