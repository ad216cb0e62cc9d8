"""A page that says in full sentences what is public on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.games.kit.keys import DETAILS
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.actions import bindings
from galli_tui.style.paragraph import Paragraph
from galli_tui.tables.table import Table
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.rich_text import RichText


class DetailsScreen(TableScreenBase[None]):
    """Paragraphs that can be scrolled."""

    SCOPES: ClassVar[tuple[str, ...]] = (DETAILS,)
    BINDINGS = bindings(DETAILS)
    DEFAULT_CSS = """
    DetailsScreen RichText { border: round $edge; border-title-color: $rubric; border-title-style: bold;
        padding: 0 1; }
    """

    def __init__(self, table: Table, texts: GameTexts, paragraphs: Sequence[Paragraph]) -> None:
        super().__init__(table, texts)
        self._paragraphs = paragraphs

    def compose(self) -> ComposeResult:
        text = RichText()
        text.border_title = "On the table"
        yield text
        yield Prompt()
        yield Footer()

    def on_mount(self) -> None:
        text = self.query_one(RichText)
        text.show(self._paragraphs)
        text.focus()
        self.query_one(Prompt).show_next("Up and Down scroll; Esc goes back to the table.")

    def action_back(self) -> None:
        self.dismiss()
