"""The position in words: everything that the viewer may know, as text to read or to be read out."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.position_text import position_text
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.actions import bindings
from galli_tui.style.paragraph import Paragraph
from galli_tui.tables.table import Table
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.rich_text import RichText
from rules.engine.secrecy import Viewer


class PositionScreen(TableScreenBase[None]):
    """A page to scroll, which follows the match."""

    SCOPES: ClassVar[tuple[str, ...]] = ("position", "list")
    BINDINGS = bindings("position")
    DEFAULT_CSS = """
    PositionScreen RichText { border: round $edge; border-title-color: $rubric; border-title-style: bold; }
    """

    def __init__(self, table: Table, texts: GameTexts, viewer: Viewer) -> None:
        super().__init__(table, texts)
        self._viewer = viewer
        self._unsubscribe = table.subscribe(self._changed)

    def compose(self) -> ComposeResult:
        prose = RichText()
        prose.border_title = "The position in words"
        yield prose
        yield Prompt()
        yield Footer()

    def on_mount(self) -> None:
        self._show()
        self.query_one(RichText).focus()
        self.query_one(Prompt).show_next("The arrows scroll; Esc goes back to the table.")

    def on_unmount(self) -> None:
        self._unsubscribe()

    def _changed(self) -> None:
        if self.is_mounted:
            self._show()

    def _show(self) -> None:
        paragraphs: list[Paragraph] = []
        for part in position_text(self.table, self.texts, self._viewer):
            paragraphs.append(Paragraph(part.title, heading=True, close=True))
            paragraphs += [Paragraph("", spans=((line, "ink"),), close=True) for line in part.lines[:-1]]
            paragraphs += [Paragraph("", spans=((line, "ink"),)) for line in part.lines[-1:]]
        self.query_one(RichText).show(paragraphs)

    def action_back(self) -> None:
        self.dismiss()
