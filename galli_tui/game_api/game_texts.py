"""The texts of a game. Screens and commands know no single game and use its `GameTexts`.

`galli_tui.game_api.registry` finds them by the game's key. A game's texts can be had without its screens.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from galli_tui.game_api.position import Description
from galli_tui.game_api.topics import Topic
from rules.bots.reasons import Advantage
from rules.bots.score_change import LineChange
from rules.engine.events import Event, Move
from rules.engine.game import AnyGame, Options, Readable
from rules.engine.refusal import Refusal
from rules.engine.score_sheet import ScoreLine, Sheet
from rules.engine.secrecy import Seat

if TYPE_CHECKING:
    from galli_tui.style.paragraph import Paragraph
    from galli_tui.tables.table import Table, TablePlayer
    from saves.storage.open_match import TimelineEvent


class RankRow(NamedTuple):
    """One row of the table of ranks in solo and co-op."""

    key: str
    """As in `Sheet.band`."""
    name: str
    least: int | None
    """The score it begins at; None for the lowest."""
    verdict: str
    """What it means, in a few words."""
    colour: str
    """A flat name of `galli_tui.style.theme.named` for text, e.g. "blue_text"."""


class GameTexts(Protocol):
    """The texts of one game. All are plain: no markup, no control characters."""

    def refusal(self, table: Table, refusal: Refusal) -> str:
        """One sentence that says why, without the clause's number."""
        ...

    def event_lines(self, table: Table, timeline_event: TimelineEvent) -> list[str]:
        """Return short sentences about the effects of an event; empty for one not worth a line."""
        ...

    def drawn(self, table: Table, timeline_event: TimelineEvent) -> str:
        """Return what a draw that the log doesn't mention has brought, after "draws"; empty if it needs no word."""
        ...

    def revealed(self, event: Event) -> str:
        """Why nothing before this event can be undone, as a clause, e.g. "the dice have been rolled"."""
        ...

    def next_step(self, table: Table) -> str:
        """Return what is asked now, to whom it is asked, from public information only: "Anna: end your turn."."""
        ...

    def waiting(self, table: Table) -> str:
        """Return the same to everyone else, e.g. "Waiting for Anna to end the turn."."""
        ...

    def decision(self, table: Table, view: Any, move: Move) -> str:
        """Return a move in a few words that begin with a verb, e.g. "place the red hall on e4 f4".

        `view` is one in which the seat may make the move.
        """
        ...

    def decision_forms(self, table: Table, view: Any, move: Move) -> Sequence[str]:
        """Return a move in words as `decision` does, then in shorter forms for narrow lines, the shortest last."""
        ...

    def position(self, game: AnyGame, view: Any, players: Sequence[str]) -> list[Description]:
        """Return a view in words: the board, then what each of these players has, as the view shows it."""
        ...

    def renewed_part(self, event: Event) -> str:
        """Return the title of the part of `position` that an event has made new for everybody; empty for most.

        Plain mode reads it right after the event, since nothing can be decided without it.
        """
        ...

    def topics(self, game: AnyGame, view: Any, players: Sequence[str]) -> Sequence[Topic]:
        """Return what a player can ask about this view by words, besides the parts of `position`."""
        ...

    def component_names(self, game: AnyGame) -> Collection[str]:
        """Return the names of all components, in which a word such as "Enter" is never a key."""
        ...

    def asked(self, table: Table, view: Any, seat: Seat) -> str:
        """Return what a seat is asked now, to its player, as a sentence: "Place the red hall."."""
        ...

    def pondered(self, table: Table) -> str:
        """Return what the seat that is due decides in another's turn, e.g. "chooses a clergyman for Anna's contract".

        A clause without its subject, from public information; empty in a turn of its own.
        """
        ...

    def spoken_move(self, table: Table, view: Any, move: Move) -> str:
        """Return a move as it is read aloud: as `decision`, with what the screen shows beside it."""
        ...

    def mentions(self, table: Table, view: Any, move: Move) -> Mapping[str, str]:
        """Return what `spoken_move` says of rows of the score sheet that the move changes, by their keys.

        E.g. "for a master builder" by "builders". Rows that it doesn't mention, or only in part, are left out.
        """
        ...

    def as_written(self, text: str) -> str:
        """Return a typed move with words that it is read with, such as "top row", as the game's notation has them."""
        ...

    def kind_of_move(self, game: AnyGame, move: Move) -> str:
        """Return what kind of decision a move is, e.g. "placing sections"; empty if it has no name of its own."""
        ...

    def is_wasteful(self, game: AnyGame, view: Any, move: Move) -> bool:
        """Return whether a move gives up something free, so that it has to be typed twice."""
        ...

    def keeps_order(self, move: Move) -> bool:
        """Return whether such moves head every list, in the order of the rules, so that each keeps its number."""
        ...

    def spoken_run(self, table: Table, first: Move, last: Move) -> str:
        """Return moves that differ by a number alone as one, e.g. "turn 1 to 6 grain into straw"; empty for others."""
        ...

    def reason(self, game: AnyGame, reason: Advantage) -> str:
        """Return a reason for a move as a clause without its subject, e.g. "fulfils 2 tasks"; empty if unknown."""
        ...

    def is_outlook(self, key: str, clause: str) -> bool:
        """Return whether a part's clause is about what may come of a move later, which the move does not show.

        Such a reason is given only where it weighs much.
        """
        ...

    def advantages(self, game: AnyGame, view: Any, move: Move, other: Move) -> Sequence[Advantage]:
        """Return what speaks for a legal move over another and is true of both, the largest difference first."""
        ...

    def own_reasons(
        self, game: AnyGame, view: Any, move: Move, other: Move, reasons: Sequence[Advantage]
    ) -> Sequence[Advantage]:
        """Return the reasons for a move over another that the move itself brings about, with what it brings at once.

        The others are what it makes possible: "could fulfil 2 tasks", by a later move of its turn.
        """
        ...

    def reasons_until(self, table: Table, view: Any, move: Move, reasons: Sequence[Advantage]) -> str:
        """Return when the possible reasons for a move come true: "by the end of the turn", "if you then build".

        It follows them; empty if nothing can be said.
        """
        ...

    def reasons_where(self, game: AnyGame, view: Any, move: Move, reasons: Sequence[Advantage]) -> str:
        """Return the place that reasons of later moves rest on, e.g. "on e4 f4"; empty if they rest on none."""
        ...

    def best_place(self, game: AnyGame, view: Any, move: Move) -> str:
        """Return the place that a quick bot sees for what a move takes, e.g. "on e4 f4"; empty if it needs none."""
        ...

    def best_place_points(self, game: AnyGame, view: Any, move: Move) -> int:
        """Return how that place would change the score at once, in the smallest amounts of the game's unit."""
        ...

    def target(self, table: Table, kind: str, target: int) -> str:
        """Return the name of what a peer points at, e.g. "e4"; empty for an unknown target."""
        ...

    def brief_steps(self, table: Table) -> Sequence[str]:
        """Return `next_step` in fewer words, the longest first, for a line that also says how to choose."""
        ...

    def outcome(self, sheet: Sheet) -> str:
        """Return how the winners have won or lead, to follow these verbs; empty for "with" their score.

        E.g. "with 2 sections to 1". Only for seats that play against each other.
        """
        ...

    def score_label(self, line: ScoreLine) -> str:
        """Return the label of a row of the score sheet."""
        ...

    def change_label(self, change: LineChange) -> str:
        """Return what a move changes in a row of the score sheet: "a lazy monk who goes home from a gap"."""
        ...

    def row_label(self, change: LineChange) -> str:
        """Return the label of a row of the score sheet for what a move changes in it.

        An avoided loss must not read as a gain: "Fewer lazy monks" before "+1".
        """
        ...

    def bands(self, game: AnyGame) -> tuple[RankRow, ...]:
        """Return the ranks of a solo or co-op match, lowest first; empty for versus."""
        ...

    def steps(self, game: AnyGame) -> tuple[RankRow, ...]:
        """Return the named steps within the lowest rank, lowest first, if the game has any (see `Sheet.step`)."""
        ...

    def progress(self, game: AnyGame, state: Any) -> str:
        """Return how far a match is, e.g. "year 1, round 4 of 12"."""
        ...

    def turn_spans_round(self) -> bool:
        """Return whether all that a seat does in a round is told as one turn, with what others do in between."""
        ...

    def components(self, box: Readable) -> list[str]:
        """Return the components of a match as lines of at most 78 characters, for the command line."""
        ...

    def guide(self, options: Options | None, *, ascii_only: bool) -> tuple[Paragraph, ...]:
        """Return how a round is played, on about one page; `options` is None where none are chosen."""
        ...

    def legend(
        self, options: Options | None, players: Sequence[TablePlayer] = (), *, ascii_only: bool
    ) -> tuple[Paragraph, ...]:
        """Return the meaning of the signs on the screen, with those of the players at the table as examples.

        Empty for a game whose guide explains them.
        """
        ...
