"""The interface between the screens and the saved matches: where tables come from and where they wait."""

from __future__ import annotations

from datetime import datetime
from enum import Enum
from typing import NamedTuple, Protocol

from galli_tui.tables.table import Table
from rules.engine.game import Options
from rules.engine.plain import Plain
from saves.format.header_fields import Player

NAMES = ("Notker", "Ratpert", "Tuotilo", "Gozbert", "Hartmut", "Ekkehart")
"""Who sits where nobody gave a name: monks of St. Gall."""


class Setup(NamedTuple):
    """All that is settled before a match."""

    game: str
    options: Options
    seats: tuple[Player, ...]
    seed: int | None = None
    """None leaves the deal to chance."""
    components: Plain | None = None
    """An owner's own set; None stands for the standard one."""


class Condition(Enum):
    """How a saved match stands."""

    PLAYING = "in play"
    OVER = "over"
    ABANDONED = "abandoned"
    DAMAGED = "damaged"
    """Its sound part can be looked at."""
    FOREIGN = "not readable"
    """Of a newer version, or no match at all."""


class SavedRow(NamedTuple):
    """A saved match in a list. All texts are cleaned."""

    id: str
    """What `resume` and the others take: the id's first digits, or the file's name where those would not do."""
    title: str
    """The game's title and level."""
    names: tuple[str, ...]
    when: datetime
    """When it was last played, in the player's time zone."""
    condition: Condition
    explanation: str = ""
    """For one that cannot be resumed: what is wrong with it and what can be done; one or two sentences."""
    is_replica: bool = False
    """Whether it is the copy of a match at somebody else's table, where alone it goes on."""
    mode: str = ""
    """How many play and in what way; empty where nobody knows."""
    short_mode: str = ""
    """The same in a word and a number, e.g. "versus 3"."""
    score: str = ""
    """How it ended, in numbers, e.g. "31:28" or "58"; empty where it has not ended or nobody knows."""
    progress: str = ""
    """How far it has come, or how it ended, in a few words; empty where that is found only by reading the match."""
    bots: tuple[str, ...] = ()
    """The bots among those who sat down, by seat; empty for people."""


class MatchStore(Protocol):
    """All saved matches. Every method may raise `saves.errors.SaveError`."""

    def begin(self, setup: Setup) -> Table:
        """A new match, saved from its first entry on. Raises `OptionError` for options the game does not offer."""
        ...

    def saved(self) -> list[SavedRow]:
        """All of them, the last played first."""
        ...

    def about(self, match_id: str) -> str:
        """How far a match has come or how it ended, in a few words, as everybody may know it."""
        ...

    def resume(self, match_id: str) -> Table:
        """Goes on with a match. Raises `saves.errors.SharedMatch` for one that goes on at a table for several."""
        ...

    def look(self, match_id: str) -> Table:
        """The sound part of a match, to look at: no seat is here."""
        ...

    def verify(self, match_id: str) -> list[str]:
        """Checks signatures, hashes, deals and rules; one sentence for each thing wrong, none when all is well."""
        ...

    def discard(self, match_id: str) -> None:
        """Deletes a match: moves its file to the trash beside the matches."""
        ...
