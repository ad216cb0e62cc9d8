"""The referee: who must act, what is legal, what happens, who may know it, and the score.

What the match log, the network and screens ask of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

from rules.engine.events import Event, Move, Outcome
from rules.engine.refusal import Refusal
from rules.engine.score_sheet import Sheet
from rules.engine.secrecy import Seat, Viewer

S = TypeVar("S")


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


class Period(NamedTuple):
    """A named stretch of a match, e.g. round 4."""

    name: str
    """As players read it, e.g. "round" or "year"."""
    number: int


class Referee(Protocol[S]):
    """The rules of a match. States are its values; every method is pure."""

    def initial(self) -> S:
        """Return the state before the first event."""
        ...

    def due(self, state: S) -> Due:
        """Return who must act."""
        ...

    def legal(self, state: S, seat: Seat) -> Sequence[Move]:
        """Return the legal moves of the seat; empty when it is not due. The seat's own view suffices.

        Where a price can be paid in many ways, only the proposed payment is listed; `refusal` accepts the others.
        """
        ...

    def listed(self, state: S, move: Move) -> Move:
        """Return a legal move as `legal` lists it: the move itself, or the same with the proposed payment."""
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

    def is_private(self, view: S, seat: Seat) -> bool:
        """Return whether the seat, whose own view this is, needs or decides what others at its screen may not see.

        At one keyboard the screen is handed over for such decisions; others are made on the public view.
        """
        ...

    def view(self, state: S, viewer: Viewer) -> S:
        """Return the state as the viewer may know it."""
        ...

    def sheet(self, state: S) -> Sheet:
        """Return the current score sheet; final once the match is over."""
        ...

    def foreseen(self, state: S, seat: Seat) -> S:
        """Return a state or view as it becomes if the seat declines the options that delay what follows.

        So what a move costs counts with the move, although an option of the seat comes before the cost is paid.
        """
        ...

    def periods(self, state: S) -> Sequence[Period]:
        """Return the stretches of the match that a state lies in, the longest first, e.g. year 2 and round 7.

        They have the same names in every state, are public, and none ever comes back. The shortest has the number 0
        during the setup. Empty for a game without any.
        """
        ...
