"""Saved matches without files for tests of screens, and rows of the list of saved matches."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from galli_tui.tables.match_store import Condition, SavedRow, Setup
from galli_tui.tables.table import Table
from rules.engine.game import Options
from saves.errors import DiskFull, NotFound, SaveError
from saves.format.header_fields import Player
from tests.support.straws_game import straws_table

WHEN = datetime(2019, 3, 1, 19, 30, tzinfo=UTC)


class FakeMatchStore:
    """Saved matches that are in no file. Implements `galli_tui.tables.match_store.MatchStore`."""

    def __init__(self, *saved: SavedRow, trouble: str = "") -> None:
        self.matches = list(saved)
        self.begun: list[Setup] = []
        self.branched: list[tuple[str, int, tuple[Player, ...]]] = []
        self.trouble = trouble
        """The error with which every attempt to open a match fails."""

    def begin(self, setup: Setup) -> Table:
        self._fail()
        self.begun.append(setup)
        options: Options = setup.options
        return straws_table(*(seat.name for seat in setup.seats), mode=options.mode, variants=options.variants)

    def branch(self, match_id: str, entries: int, players: Sequence[Player]) -> Table:
        self._fail()
        self.branched.append((match_id, entries, tuple(players)))
        return straws_table(*(player.name for player in players))

    def saved(self) -> list[SavedRow]:
        return list(self.matches)

    def about(self, match_id: str) -> str:
        over = any(one.id == match_id and one.condition is Condition.OVER for one in self.matches)
        return "Anna has won with 4 points" if over else "Round 1 of 2"

    def resume(self, match_id: str) -> Table:
        self._fail()
        return straws_table(*self._names(match_id))

    def inspect(self, match_id: str) -> Table:
        self._fail()
        names = self._names(match_id)
        return straws_table(*names, mode="solo" if len(names) == 1 else "versus", here=[False] * len(names))

    def verify(self, match_id: str) -> list[str]:
        self._fail()
        return [] if self._of(match_id).condition is not Condition.DAMAGED else ["Entry 12 breaks the rules (taken)."]

    def import_file(self, path: Path) -> str:
        self._fail()
        raise NotFound(f"There is no file {path}.")

    def export_file(self, match_id: str, path: Path) -> None:
        self._fail()
        raise DiskFull(f"{path} cannot be written.")

    def discard(self, match_id: str) -> None:
        self._fail()
        self.matches.remove(self._of(match_id))

    def _of(self, match_id: str) -> SavedRow:
        return next(one for one in self.matches if one.id == match_id)

    def _names(self, match_id: str) -> tuple[str, ...]:
        return self._of(match_id).names

    def _fail(self) -> None:
        if self.trouble:
            raise SaveError(self.trouble)


def saved(
    match_id: str = "9f86d081", condition: Condition = Condition.PLAYING, *names: str, explanation: str = ""
) -> SavedRow:
    """A row of the list."""
    return SavedRow(match_id, "Straws I", names or ("Anna", "Bruno"), WHEN, condition, explanation)
