"""What the menu has to know of a table that is opened or left: whether its match is still to be resumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galli_tui.game_api.last_game import forget_unfinished, remember_unfinished
from galli_tui.game_api.match_marks import marked_title

if TYPE_CHECKING:
    from galli_tui.tables.table import Table


def remember_table(table: Table) -> None:
    """Save whether the match at a table is in play with people here, for the menu to resume it."""
    if table.due.over:
        forget_unfinished(table.match_id)
    elif any(player.here for player in table.players):
        words = marked_title(table.game.meta.key, table.game.options, table.marks)
        remember_unfinished(table.match_id, words, what_if=table.is_what_if)
