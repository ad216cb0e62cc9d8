"""What a game shows of itself: the screens know no single game, they ask its face. `faces` is the registry.

A face imports Textual only for what it draws, so that commands that print can ask it for its texts.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from rules.engine.events import Move
from rules.engine.game import AnyGame, Event, ScoreLine
from rules.engine.refusal import Refusal

if TYPE_CHECKING:
    from galli_tui.screens.table.table import TableScreen
    from galli_tui.tables.table import Happening, Table
    from galli_tui.widgets.board_snapshot import Moment
    from galli_tui.widgets.rich_text import Paragraph

_FACES = {"campus-galli": "galli_tui.games.campus_galli.game_texts"}


class Band(NamedTuple):
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


class Face(Protocol):
    """Texts and the table screen of one game. All texts are plain: no markup, no control characters."""

    def table_screen(self, table: Table) -> TableScreen[Any]:
        """The screen on which the game is played."""
        ...

    def moment(self, table: Table, *, ascii_only: bool) -> Moment | None:
        """The board as it stood at decisions of this match, for looking back; None for a game without a board."""
        ...

    def refusal(self, table: Table, refusal: Refusal) -> str:
        """One sentence that says why, without the clause's number."""
        ...

    def happening(self, table: Table, happening: Happening) -> list[str]:
        """What an event brought about, a short sentence each; empty for what is not worth a line."""
        ...

    def revealed(self, event: Event) -> str:
        """Why nothing before this event can be undone, as a clause, e.g. "the dice have been rolled"."""
        ...

    def next_step(self, table: Table) -> str:
        """What is to be done next, in words, as everybody may know it."""
        ...

    def decision(self, table: Table, view: Any, move: Move) -> str:
        """What a seat decides by a move, in a few words that begin with a verb, e.g. "lay the red hall on e4 f4".

        From a view in which the seat may make the move.
        """
        ...

    def target(self, table: Table, kind: str, target: int) -> str:
        """What a peer points at, in a word or two, e.g. "e4"; empty where it is nothing of this game."""
        ...

    def score_label(self, line: ScoreLine) -> str:
        """What a row of the score sheet counts."""
        ...

    def bands(self, game: AnyGame) -> tuple[Band, ...]:
        """The score table where the seats play together, lowest band first; empty where they do not."""
        ...

    def steps(self, game: AnyGame) -> tuple[Band, ...]:
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


def face_of(game_key: str) -> Face:
    """The face of a game. Raises KeyError for a game without one. Imported only when asked for."""
    face: Face = import_module(_FACES[game_key]).FACE
    return face
