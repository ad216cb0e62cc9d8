"""The interface between the screens and the saved matches."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from galli_tui.tables.table import Table
from rules.engine.game import Options
from rules.engine.plain_data import Plain
from saves.format.header_fields import Player

NAMES: Final = ("Notker", "Ratpert", "Tuotilo", "Gozbert", "Hartmut", "Ekkehart")
"""Default names: monks of St. Gall. The first is proposed to the player."""
BOT_NAMES: Final = (*NAMES[1:], NAMES[0])
"""The default names of bots: the player's own comes last, for a table at which all others are taken."""


class Setup(NamedTuple):
    """The setup of a match."""

    game: str
    options: Options
    seats: tuple[Player, ...]
    seed: int | None = None
    """None for a random deal."""
    components: Plain | None = None
    """Custom components; None for the standard set."""


class Condition(Enum):
    """The condition of a saved match."""

    PLAYING = "in play"
    OVER = "over"
    ABANDONED = "abandoned"
    DAMAGED = "damaged"
    """Its intact part can be viewed."""
    FOREIGN = "not readable"
    """Written by a newer version, or not a match file."""


class SavedRow(NamedTuple):
    """A saved match in a list. All texts are sanitized."""

    id: str
    """What the methods of `MatchStore` take: the id's first digits, or the file name if those are ambiguous."""
    title: str
    """The game's title and level."""
    names: tuple[str, ...]
    when: datetime
    """When it was last played, in the player's time zone."""
    condition: Condition
    explanation: str = ""
    """Why it cannot be resumed and what to do, in one or two sentences; empty if it can."""
    is_replica: bool = False
    """Whether it is a replica of a match that continues only at its host's table."""
    is_what_if: bool = False
    """Whether it began at a moment of another match."""
    mode: str = ""
    """Mode and number of players in words; empty if unknown."""
    short_mode: str = ""
    """The same in a word and a number, e.g. "versus 3"."""
    score: str = ""
    """The final score, e.g. "31:28" or "58"; empty if it has not ended or is unknown."""
    won: bool | None = None
    """Whether the player won; None where no seat is known to be the player's, or all share one score."""
    progress: str = ""
    """Progress or result in a few words; empty if only reading the match would find it."""
    bots: tuple[str, ...] = ()
    """The bot of each seat; empty for people."""
    marks: tuple[str, ...] = ()
    """What sets the match apart, e.g. "what-if of 4f3a12bc"."""


class MatchStore(Protocol):
    """All saved matches. Every method may raise `saves.errors.SaveError`."""

    def begin(self, setup: Setup) -> Table:
        """Create a match and return its table. Raises `OptionError` for options the game does not offer."""
        ...

    def branch(self, match_id: str, entries: int, players: Sequence[Player]) -> Table:
        """Create a what-if that begins with the first `entries` entries of a match, and return its table.

        Raises `saves.errors.NotYours` where it would show what a seat may not know yet.
        """
        ...

    def saved(self) -> list[SavedRow]:
        """Return all saved matches, last played first."""
        ...

    def about(self, match_id: str) -> str:
        """Return the public progress or result of a match in a few words."""
        ...

    def resume(self, match_id: str) -> Table:
        """Resume a match. Raises `saves.errors.SharedMatch` for one that belongs at a network table."""
        ...

    def inspect(self, match_id: str) -> Table:
        """Return a read-only table of the intact part of a match."""
        ...

    def verify(self, match_id: str) -> list[str]:
        """Verify signatures, hashes, deals and rules; return a sentence for each fault."""
        ...

    def import_file(self, path: Path) -> str:
        """Add the finished match in a file that others have exported, and return its id, as in `SavedRow`."""
        ...

    def export_file(self, match_id: str, path: Path) -> None:
        """Write a finished match to a new file that others can import."""
        ...

    def discard(self, match_id: str) -> None:
        """Delete a match: move its file to the trash beside the matches."""
        ...


def last_unfinished(rows: Sequence[SavedRow]) -> SavedRow | None:
    """Return the unfinished match played last, of rows last played first; None if all are finished.

    The player's own matches come before replicas, and a what-if comes last.
    """
    playing = (row for row in rows if row.condition is Condition.PLAYING)
    return min(playing, key=lambda row: (row.is_what_if, row.is_replica), default=None)
