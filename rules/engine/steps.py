"""Steps and events that carry their rule: who is due, what is legal, why not, what happens and how it is told.

The agenda of a state is a stack of steps, the next one last. A step is decided by seats, drawn by the dealer, or runs
by itself. A move or outcome stands beside the clause that it carries out; `base_game` does the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Generic, Protocol, TypeVar, cast

from rules.engine.entropy import RandomStream
from rules.engine.events import Move, Outcome
from rules.engine.kinds import PerSeat, tag
from rules.engine.referee import Draw
from rules.engine.refusal import Refusal, RefusalReason
from rules.engine.secrecy import Seat
from rules.engine.tellings import Telling, Told


class AgendaState(Protocol):
    """A state with an agenda: a named tuple with these fields among its own."""

    @property
    def agenda(self) -> tuple[Step[Any, Any], ...]:
        """What is still to happen, the next step last."""
        ...

    @property
    def told(self) -> tuple[Told, ...]:
        """The effects of the last event, as the log tells them."""
        ...

    @property
    def draws(self) -> Any:
        """How often the dealer has drawn: a number, unless the game's steps count otherwise."""
        ...


T = TypeVar("T")
G = TypeVar("G")
"""The class of the game."""
S = TypeVar("S", bound=AgendaState)
"""The class of its states."""
StepT = TypeVar("StepT")
"""A class of steps."""


def changed(state: S, **changes: Any) -> S:
    """Return the state with these fields changed."""
    return cast(S, cast("Any", state)._replace(**changes))


def replaced(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Return the items with another one at a place."""
    return (*items[:place], item, *items[place + 1 :])


def push(state: S, *steps: Step[Any, Any]) -> S:
    """Return the state with these steps before its next one, in order."""
    return _with_agenda(state, state.agenda + steps[::-1])


def finish(state: S, *steps: Step[Any, Any]) -> S:
    """Return the state with its present step finished; these come next, in order."""
    return _with_agenda(state, state.agenda[:-1] + steps[::-1])


def _with_agenda(state: S, agenda: tuple[Step[Any, Any], ...]) -> S:
    """Return the state with this agenda; twice as fast as `_replace`, and called most often."""
    fields = cast("Any", state)
    return fields._make((agenda, *fields[1:])) if fields[0] is state.agenda else changed(state, agenda=agenda)


def current_step(state: AgendaState, kind: type[StepT]) -> StepT:
    """Return the present step, which must be of this kind. Raises TypeError otherwise."""
    step = state.agenda[-1]
    if not isinstance(step, kind):
        raise TypeError(f"{kind.__name__} is not what is due, {type(step).__name__} is")
    return step


@dataclass(frozen=True, slots=True)
class GameMove(Move, Generic[G, S]):
    """A move with its rule."""

    clause: ClassVar[str]
    reasons: ClassVar[tuple[RefusalReason, ...]] = ()
    """Every reason for which it is refused, beside being out of turn."""
    tellings: ClassVar[tuple[Telling, ...]] = ()
    only_legal: ClassVar[bool] = False
    """Whether `options` yields legal moves only."""

    @classmethod
    def options(cls, game: G, state: S, seat: Seat) -> Iterable[GameMove[G, S]]:
        """Yield moves of this class in a stable order, all legal ones among them."""
        raise NotImplementedError

    def listed(self, game: G, state: S) -> GameMove[G, S]:  # noqa: ARG002 (for subclasses)
        """Return the legal move as `options` lists it: with the proposed payment, where others are accepted as well."""
        return self

    def refusal(self, game: G, state: S) -> Refusal | None:  # noqa: ARG002 (for subclasses)
        """Return why the move is illegal for the seat that is due, or None."""
        return None

    def carry_out(self, game: G, state: S, told: list[Told]) -> S:
        """Return the state after the legal move."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class GameOutcome(Outcome, Generic[G, S]):
    """An outcome with its rule."""

    clause: ClassVar[str]
    tellings: ClassVar[tuple[Telling, ...]] = ()

    @classmethod
    def drawn(cls, game: G, state: S, stream: RandomStream) -> GameOutcome[G, S]:
        """Draw the outcome at random."""
        raise NotImplementedError

    def refusal(self, game: G, state: S) -> Refusal | None:
        """Return why the outcome cannot be drawn, or None."""
        return None if self.possible(game, state) else Refusal("bad-draw", self.clause)

    def possible(self, game: G, state: S) -> bool:
        """Return whether the outcome can be drawn."""
        raise NotImplementedError

    def carry_out(self, game: G, state: S, told: list[Told]) -> S:
        """Return the state after the outcome."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Step(Generic[G, S]):
    """A step of the agenda."""

    clause: ClassVar[str]
    tellings: ClassVar[tuple[Telling, ...]] = ()

    def run(self, game: G, state: S, told: list[Told]) -> S | None:  # noqa: ARG002 (for subclasses)
        """Return the state after a step that runs or decides itself, or None to ask a seat or the dealer."""
        return None


@dataclass(frozen=True, slots=True)
class AskingStep(Step[G, S]):
    """A step that seats decide by one of these kinds of moves."""

    question: ClassVar[str]
    """What the seat is asked to do, beginning with a verb, e.g. "claim a line"."""
    moves: ClassVar[tuple[type[GameMove[Any, Any]], ...]]
    private: ClassVar[bool] = False
    """Whether the seat needs its hidden hand for this decision, so that nobody else may see the screen."""

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that decide, in any order."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class DecisionStep(AskingStep[G, S]):
    """A step that one seat decides."""

    seat: Seat

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The one seat that decides."""
        return (self.seat,)


@dataclass(frozen=True, slots=True)
class SharedStep(AskingStep[G, S]):
    """A step that several seats decide at once, each by a move of its own."""

    seats: Annotated[tuple[Seat, ...], PerSeat()]
    """Those that have not decided yet."""

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that decide at the same time."""
        return self.seats


def decided(state: S, seat: Seat) -> S:
    """Return the state after a seat's decision of a `SharedStep`, which is finished once all have decided.

    A move of such a step tells nothing, since its order among the others does not matter.
    """
    step = cast("SharedStep[Any, Any]", state.agenda[-1])
    left = tuple(other for other in step.seats if other != seat)
    return finish(state, *([replace(step, seats=left)] if left else []))


@dataclass(frozen=True, slots=True)
class Chance(Step[G, S]):
    """A step at which the dealer draws an outcome."""

    outcome: ClassVar[type[GameOutcome[Any, Any]]]
    opens_round: ClassVar[bool] = False
    """Whether a round begins with it."""

    def draw(self, state: S) -> Draw:
        """Return the draw; by default all draws of the match are counted together."""
        return Draw(tag(type(self)), state.draws, self.opens_round)

    def counted(self, state: S) -> S:
        """Return the state with one more draw counted."""
        return changed(state, draws=state.draws + 1)


@dataclass(frozen=True, slots=True)
class Automatic(Step[G, S]):
    """A step that runs by itself."""

    def run(self, game: G, state: S, told: list[Told]) -> S:
        """Return the state after the step, which must finish itself."""
        raise NotImplementedError
