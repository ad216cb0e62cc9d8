"""The interface of a game: all that saves, network, bots and screens know of it."""

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
"""JSON-compatible data with readable names."""

HALF_POINT: Final = 100
"""A half-point on the scale of `Game.evaluate`."""
VERSUS: Final = "versus"
"""The mode in which seats play against each other, in any game that has it."""


class Due(NamedTuple):
    """Who must act: these seats (all of them, in any order), the dealer, or nobody because the match is over."""

    seats: tuple[Seat, ...] = ()
    dealer: bool = False

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self.seats and not self.dealer


class Draw(NamedTuple):
    """The draw that is due: a named source and how often it has been drawn from."""

    source: str
    index: int  # pyright: ignore[reportIncompatibleMethodOverride]
    opens_round: bool = False
    """Whether the draw opens a new round. A table may pause before it; searches count their horizon in rounds."""


class ScoreLine(NamedTuple):
    """One row of the score sheet. Points are half-points."""

    key: str
    """Stable name of the row, e.g. "seals"."""
    clause: str
    seat: Seat | None
    """The seat that the row belongs to; None for the table as a whole."""
    count: int  # pyright: ignore[reportIncompatibleMethodOverride]
    points: int


class Sheet(NamedTuple):
    """The current score sheet. All points are half-points."""

    lines: tuple[ScoreLine, ...]
    seats: tuple[int, ...]
    """The sum of each seat's own lines."""
    team: int | None
    """The sum of all lines where the seats play together; else None."""
    winners: tuple[Seat, ...]
    """The seats in the lead (the winners, once the match is over); empty where the seats play together."""
    band: str
    """The key of the score band where the seats play together; else empty."""
    step: str = ""
    """The name of the step within the lowest band, if the game has steps; else empty."""
    comparison: tuple[tuple[int, ...], ...] = ()
    """What decides between the seats, first to last, where that is not their points alone; more is better."""

    @property
    def rank(self) -> str:
        """The key of the step or band reached; empty where seats play against each other."""
        return self.step or self.band


class Options(NamedTuple):
    """The options of a match, in a form that any game can read."""

    seats: int
    mode: str
    """One of the game's `modes`."""
    level: int
    variants: tuple[str, ...] = ()
    """House variants in force, ascending, e.g. ("open-hands",)."""


class Meta(NamedTuple):
    """The metadata of a game, as a menu shows it."""

    key: str
    """The registry's key, e.g. "campus-galli"."""
    title: str
    rules_version: int
    """In the menu the newest version; in a `Game` the version in use."""
    levels: tuple[tuple[int, str], ...]
    """Each level's number and title."""
    modes: Mapping[str, tuple[int, int]]
    """Each mode's smallest and largest number of seats."""
    variants: tuple[str, ...]
    """Every house variant; `GameBox.variants_for` returns those that matter."""
    colours: tuple[str, ...]
    """Names of the seats' colours, in the order they are offered."""
    oldest_rules: int = 1
    """The oldest rules version whose matches still replay unchanged."""


class Game(Protocol[S]):
    """A game with fixed components and options. States are its values; every method is pure."""

    meta: Meta
    options: Options
    bound: int
    """The maximum number of events in a match."""
    bands: tuple[str, ...]
    """The keys of all score bands, lowest first, where the seats play together; else empty."""

    def initial(self) -> S:
        """Return the state before the first event."""
        ...

    def due(self, state: S) -> Due:
        """Return who must act."""
        ...

    def legal(self, state: S, seat: Seat) -> Sequence[Move]:
        """Return every legal move of the seat; empty when it is not due. The seat's own view suffices."""
        ...

    def candidate_moves(self, state: S, seat: Seat) -> Sequence[Move]:
        """Return the legal moves, in order, without moves that `rate` cannot rank first.

        For rollouts, which need only the best rated move of most positions. Returning all legal moves is correct. The
        seat's own view suffices; empty when it is not due.
        """
        ...

    def refusal(self, state: S, event: Event) -> Refusal | None:
        """Return why `apply` would refuse the event, or None. Hidden parts of state and event are not checked."""
        ...

    def apply(self, state: S, event: Event) -> S:
        """Return the state after the event; accepts views as well. Raises `Refused`; never changes `state`."""
        ...

    def draw(self, state: S) -> Draw:
        """Return the draw that the dealer owes. Only when `due(state).dealer`."""
        ...

    def deal(self, state: S, entropy: bytes) -> Outcome:
        """Return the outcome determined by 32 bytes of entropy. Needs the dealer's view."""
        ...

    def reveals(self, state: S, event: Event) -> bool:
        """Return whether the event gives any seat new information other than its own decision."""
        ...

    def view(self, state: S, viewer: Viewer) -> S:
        """Return the state as the viewer may know it."""
        ...

    def sample_state(self, view: S, entropy: bytes) -> S:
        """Sample a full state that is consistent with the view."""
        ...

    def gain(self, state: S, seat: Seat, moves: Sequence[Move]) -> Sequence[int]:
        """Return the immediate gain of each legal move for the seat, mostly in points. The seat's own view suffices.

        For greedy bots. Only values returned by the same call are comparable.
        """
        ...

    def rate(self, state: S, seat: Seat, moves: Sequence[Move]) -> Sequence[int]:
        """Return a heuristic rating of each legal move: its gain and its prospects.

        For the rollouts and candidates of a search. Conditions as for `gain`.
        """
        ...

    def evaluate(self, state: S, seat: Seat) -> int:
        """Return the evaluation of a full state for the seat: its score, its prospects, and its lead in versus.

        For bots that search; only evaluations for the same seat are comparable. `HALF_POINT` is the unit.
        """
        ...

    def sheet(self, state: S) -> Sheet:
        """Return the current score sheet; final once the match is over."""
        ...

    def tally(self, events: Sequence[Event]) -> Tally:
        """Return the component statistics of a finished match from all its events, unredacted."""
        ...

    def census(self, state: S) -> Mapping[str, int]:
        """Return how many pieces of each kind exist, each counted once; constant throughout a match."""
        ...

    def encode_state(self, state: S) -> Plain:
        """Encode a state or view as plain data, canonically."""
        ...

    def decode_state(self, plain: Plain) -> S:
        """Decode a state or view. Raises `PlainError`."""
        ...

    def encode_event(self, event: Event) -> Plain:
        """Encode an event, redacted or not, as plain data, canonically."""
        ...

    def decode_event(self, plain: Plain) -> Event:
        """Decode an event. Raises `PlainError`."""
        ...

    def format(self, event: Event) -> str:
        """Return the event's notation, stable and unambiguous, e.g. "1 lay d5 e5 f5 g5"."""
        ...

    def parse(self, text: str) -> Event:
        """Parse an event's notation; the inverse of `format`. Raises `NotationError`."""
        ...


class NotationError(ValueError):
    """Text that is not the notation of an event."""


AnyGame: TypeAlias = Game[Any]
"""A game whose state type does not matter to the caller."""


class GameBox(Protocol):
    """A registered game before its options are chosen; makes `Game` values."""

    meta: Meta

    def variants_for(self, mode: str, seats: int) -> tuple[str, ...]:
        """Return the house variants that make a difference in this mode with this number of seats."""
        ...

    def standard_components(self) -> Plain:
        """Return the canonical component data that ships with the game."""
        ...

    def earlier_components(self) -> Sequence[Plain]:
        """Return the canonical component data of the sets shipped with earlier versions."""
        ...

    def read_components(self, files: Mapping[str, str]) -> Plain:
        """Read component data from an owner's files (name to TOML text). Raises `ComponentError`."""
        ...

    def readable_components(self, components: Plain | None = None) -> Readable:
        """Return the components (by default the standard ones) with names. Raises `ComponentError`."""
        ...

    def new(self, options: Options, components: Plain | None = None, rules_version: int | None = None) -> AnyGame:
        """Make the game with these options, by the newest rules if no version is given.

        `rules_version` lies between `meta.oldest_rules` and `meta.rules_version`. Raises `ComponentError` or
        `OptionError`.
        """
        ...

    def about_components(self) -> str:
        """Return a note for players about the origin of the standard components."""
        ...

    def rulebook(self) -> str:
        """Return the rulebook as Markdown with numbered clauses."""
        ...


class ComponentError(ValueError):
    """Component data that breaks a constraint. The message names file, key and expected value."""


class OptionError(ValueError):
    """Options that the game does not offer."""
