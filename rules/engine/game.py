"""What a game must answer. The saves, the network, the bots and the screens know only this."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from rules.engine.events import Move, Outcome
from rules.engine.plain import Plain
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat, Viewer
from rules.engine.tally import Tally

S = TypeVar("S")

Event: TypeAlias = Move | Outcome

Readable: TypeAlias = "None | bool | int | str | Sequence[Readable] | Mapping[str, Readable]"
"""What JSON can hold, with names for people to read."""

HALF_POINT: Final = 100
"""What a half-point counts in a `worth`, so that what a move costs can be told in points."""
VERSUS: Final = "versus"
"""The mode in which the seats play against each other, in any game that has it."""


class Due(NamedTuple):
    """Who must act: these seats (all of them, in any order), or the dealer, or nobody because it is over."""

    seats: tuple[Seat, ...] = ()
    dealer: bool = False

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self.seats and not self.dealer


class Draw(NamedTuple):
    """Which draw is due: a named source and how often it was drawn from before."""

    source: str
    index: int  # pyright: ignore[reportIncompatibleMethodOverride]
    opens_round: bool = False
    """Whether a new part of the game begins with it: a table may rest here until its players have seen enough."""


class ScoreLine(NamedTuple):
    """One row of the score sheet. Points are half-points."""

    key: str
    """Stable name of the row, e.g. "seals"."""
    clause: str
    seat: Seat | None
    """Whose row; None for the table as a whole."""
    count: int  # pyright: ignore[reportIncompatibleMethodOverride]
    points: int


class Sheet(NamedTuple):
    """The score sheet as it stands. All points are half-points."""

    lines: tuple[ScoreLine, ...]
    seats: tuple[int, ...]
    """Each seat's own lines added up."""
    team: int | None
    """Everything added up, where the seats play together; else None."""
    winners: tuple[Seat, ...]
    """Who leads (who has won, once it is over); empty where the seats play together."""
    band: str
    """The key of the score band where the seats play together; else empty."""
    step: str = ""
    """The name of the step within the lowest band, where the game has such; else empty."""

    @property
    def rank(self) -> str:
        """The key of the step or the band that was reached; empty where the seats play apart."""
        return self.step or self.band


class Options(NamedTuple):
    """What a table agrees on before a match, in a form that any game can read."""

    seats: int
    mode: str
    """One of the game's `modes`."""
    level: int
    variants: tuple[str, ...] = ()
    """House variants in force, ascending, e.g. ("open-hands",)."""


class Meta(NamedTuple):
    """What a menu shows of a game."""

    key: str
    """The registry's key, e.g. "campus-galli"."""
    title: str
    rules_version: int
    """Of the menu: the newest version. Of a `Game`: the version it is played by."""
    levels: tuple[tuple[int, str], ...]
    """Each level's number and title."""
    modes: Mapping[str, tuple[int, int]]
    """Each mode's smallest and largest number of seats."""
    variants: tuple[str, ...]
    """Every house variant; `GameBox.variants_for` says which of them matter."""
    colours: tuple[str, ...]
    """Names of the seats' colours, in the order they are offered."""
    oldest_rules: int = 1
    """The oldest version of the rules whose matches still replay as they were played."""


class Game(Protocol[S]):
    """One game with its components and options fixed; states are its values. Everything here is pure."""

    meta: Meta
    options: Options
    bound: int
    """No match has more events than this."""
    bands: tuple[str, ...]
    """The keys of all score bands, lowest first, where the seats play together; else empty."""

    def initial(self) -> S:
        """The state before the first event."""
        ...

    def due(self, state: S) -> Due:
        """Who must act now."""
        ...

    def legal(self, state: S, seat: Seat) -> Sequence[Move]:
        """Every move the seat may make now; empty when none is due from it. A seat's own view suffices."""
        ...

    def candidate_moves(self, state: S, seat: Seat) -> Sequence[Move]:
        """The legal moves, in their order, without any that are sure not to be the first that `rate` puts highest.

        For bots that look ahead, which want no more of most positions than that one. All of them will do. The seat's
        own view is enough; empty where it is not due.
        """
        ...

    def refusal(self, state: S, event: Event) -> Refusal | None:
        """Why `apply` would refuse the event, or None. Hidden parts of a state or an event are taken on trust."""
        ...

    def apply(self, state: S, event: Event) -> S:
        """The state after the event. Raises `Refused`; never changes `state`. Takes views as well."""
        ...

    def draw(self, state: S) -> Draw:
        """Which draw the dealer owes. Only when `due(state).dealer`."""
        ...

    def deal(self, state: S, entropy: bytes) -> Outcome:
        """The one outcome that these 32 bytes stand for. Needs the dealer's view."""
        ...

    def reveals(self, state: S, event: Event) -> bool:
        """Whether the event tells any seat something it did not know and that was not its own decision."""
        ...

    def view(self, state: S, viewer: Viewer) -> S:
        """The state as the viewer may know it."""
        ...

    def sample_state(self, view: S, entropy: bytes) -> S:
        """One full state that looks like `view` to whom it belongs."""
        ...

    def gain(self, state: S, seat: Seat, moves: Sequence[Move]) -> Sequence[int]:
        """What each of these legal moves looks like bringing the seat, in points and not much else; its view suffices.

        For bots that are greedy. Only what one call returns can be compared.
        """
        ...

    def rate(self, state: S, seat: Seat, moves: Sequence[Move]) -> Sequence[int]:
        """How good each of these legal moves looks at a glance, with all that judgement adds to the gain.

        For bots that look ahead, which begin with it. As `gain`.
        """
        ...

    def evaluate(self, state: S, seat: Seat) -> int:
        """How well the match stands for the seat: what it has, what that promises, and how far it is ahead of others.

        For bots that look ahead, from a full state; only worths for one seat can be compared. `HALF_POINT` counts.
        """
        ...

    def sheet(self, state: S) -> Sheet:
        """The score as it stands; final once the match is over."""
        ...

    def tally(self, events: Sequence[Event]) -> Tally:
        """What a finished match, told by all its events, says of the things in the box. Takes no redacted events."""
        ...

    def census(self, state: S) -> Mapping[str, int]:
        """How many of each kind of piece are somewhere, each counted once; the same at every moment."""
        ...

    def encode_state(self, state: S) -> Plain:
        """The one plain form of a state or view."""
        ...

    def decode_state(self, plain: Plain) -> S:
        """Raises `PlainError`."""
        ...

    def encode_event(self, event: Event) -> Plain:
        """The one plain form of an event, redacted or not."""
        ...

    def decode_event(self, plain: Plain) -> Event:
        """Raises `PlainError`."""
        ...

    def format(self, event: Event) -> str:
        """The event's text, stable and unambiguous, e.g. "1 lay d5 e5 f5 g5"."""
        ...

    def parse(self, text: str) -> Event:
        """The inverse of `format`. Raises `NotationError`."""
        ...


class NotationError(ValueError):
    """A text that is no event's notation."""


AnyGame: TypeAlias = Game[Any]
"""A game whose state nobody outside it looks into."""


class GameBox(Protocol):
    """A registered game before its options are chosen: where `Game` values come from."""

    meta: Meta

    def variants_for(self, mode: str, seats: int) -> tuple[str, ...]:
        """Return the house variants that make a difference in this mode with so many seats."""
        ...

    def standard_components(self) -> Plain:
        """The canonical component data that ships with the game."""
        ...

    def earlier_components(self) -> Sequence[Plain]:
        """The canonical component data of sets that shipped with earlier versions of the game."""
        ...

    def read_components(self, files: Mapping[str, str]) -> Plain:
        """Component data from an owner's own files (name -> TOML text). Raises `ComponentError`."""
        ...

    def readable_components(self, components: Plain | None = None) -> Readable:
        """The components (the standard ones if None) told with names. Raises `ComponentError`."""
        ...

    def new(self, options: Options, components: Plain | None = None, rules_version: int | None = None) -> AnyGame:
        """The game with these options, by the newest rules if no version is named.

        `rules_version` lies between `meta.oldest_rules` and `meta.rules_version`. Raises `ComponentError` or
        `OptionError`.
        """
        ...

    def about_components(self) -> str:
        """Sentences for players on where the standard components come from."""
        ...

    def rulebook(self) -> str:
        """The rulebook's Markdown, with numbered clauses."""
        ...


class ComponentError(ValueError):
    """Component data that breaks a constraint: says file, key and what is expected."""


class OptionError(ValueError):
    """Options that the game does not offer."""
