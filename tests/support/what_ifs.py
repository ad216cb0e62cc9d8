"""A match store that begins what-ifs of the straws game."""

from __future__ import annotations

from collections.abc import Sequence

from galli_tui.tables.table import Table
from saves.format.header_fields import Player
from tests.support.fake_match_store import FakeMatchStore
from tests.support.straws_game import straws_table


class Branches(FakeMatchStore):
    """Begins solo what-ifs."""

    def branch(self, match_id: str, entries: int, players: Sequence[Player]) -> Table:
        table = straws_table("Anna", mode="solo")
        table.is_what_if, table.match_id = True, f"what-if of {match_id}"
        return table
