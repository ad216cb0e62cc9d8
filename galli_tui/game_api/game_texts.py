"""What a game says of itself in words. Screens and commands know no single game: they ask its `GameTexts`.

`galli_tui.game_api.registry` finds them by the game's key. A game's texts can be had without its screens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from rules.engine.events import Move
from rules.engine.game import AnyGame, Event, ScoreLine
from rules.engine.refusal import Refusal

if TYPE_CHECKING:
    from galli_tui.tables.table import Table
    from galli_tui.widgets.rich_text import Paragraph
    from saves.storage.open_match import TimelineEvent


class RankRow(NamedTuple):
    """One row of a score table where the seats play together."""

    key: str
    """As in `Sheet.band`."""
    name: str
    least: int | None
    """The half-points it begins at; None for the lowest."""
    verdict: str
    """What it means, in a few words."""
    colour: str
    """A flat name of `galli_tui.style.theme.named` for text, e.g. "blue_text"."""


class GameTexts(Protocol):
    """The texts of one game. All are plain: no markup, no control characters."""

    def refusal(self, table: Table, refusal: Refusal) -> str:
        """One sentence that says why, without the clause's number."""
        ...

    def happening(self, table: Table, happening: TimelineEvent) -> list[str]:
        """What an event brought about, a short sentence each; empty for what is not worth a line."""
        ...

    def revealed(self, event: Event) -> str:
        """Why nothing before this event can be undone, as a clause, e.g. "the dice have been rolled"."""
        ...

    def next_step(self, table: Table) -> str:
        """What is to be done next, in words, as everybody may know it."""
        ...

    def decision(self, table: Table, view: Any, move: Move) -> str:
        """What a seat decides by a move, in a few words that begin with a verb, e.g. "place the red hall on e4 f4".

        From a view in which the seat may make the move.
        """
        ...

    def target(self, table: Table, kind: str, target: int) -> str:
        """What a peer points at, in a word or two, e.g. "e4"; empty where it is nothing of this game."""
        ...

    def score_label(self, line: ScoreLine) -> str:
        """What a row of the score sheet counts."""
        ...

    def bands(self, game: AnyGame) -> tuple[RankRow, ...]:
        """The score table where the seats play together, lowest band first; empty where they do not."""
        ...

    def steps(self, game: AnyGame) -> tuple[RankRow, ...]:
        """The named steps within the lowest band, lowest first, where the game has such: see `Sheet.step`."""
        ...

    def progress(self, state: Any) -> str:
        """Where a match stands, e.g. "year 1, round 4 of 12"."""
        ...

    def guide(self, level: int, *, ascii_only: bool) -> tuple[Paragraph, ...]:
        """How a round goes and what the signs mean, on one page or a little more; level 0 where none is chosen."""
        ...

    def level_blurb(self, level: int) -> str:
        """One sentence for the form of a new match."""
        ...
