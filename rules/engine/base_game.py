"""A game with defaults: from its steps, its state's types and its words follow everything that `Game` asks.

A game provides its opening state, its classes of steps, its words, pieces, bound and score sheet. It then plays,
saves, replays and has all bots; it overrides what it knows better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Any, ClassVar, Final, Generic, cast

from rules.engine.codecs import DerivedCodecs
from rules.engine.entropy import RandomStream
from rules.engine.events import Event, Move, Outcome
from rules.engine.game import Meta, Options
from rules.engine.judge import SCORE_UNIT, Part, part_changes
from rules.engine.kinds import Words, tag
from rules.engine.notation import Notation
from rules.engine.plain_data import AnyCodec, Plain
from rules.engine.referee import Draw, Due, Period
from rules.engine.refusal import Refusal, RefusalReason, Refused
from rules.engine.score_sheet import Sheet
from rules.engine.secrecy import Seat, Viewer, secret_fields
from rules.engine.shipped import shipped_text
from rules.engine.steps import AgendaState, AskingStep, Chance, GameMove, S, Step, changed
from rules.engine.tally import Tally, TallyGroup, TallyItem
from rules.engine.tellings import Telling, Told
from rules.engine.views import Views

LONGEST_TURN: Final = 20
"""The most moves of a seat that an explanation looks ahead."""


class BaseGame(Generic[S]):
    """Implements `rules.engine.game.Game` for states with an agenda."""

    meta: Meta
    state_class: ClassVar[type[Any]]
    step_classes: ClassVar[tuple[type[Step[Any, Any]], ...]]
    turn_clause: ClassVar[str]
    """The clause that says whose turn it is."""
    end_clause: ClassVar[str]
    """The clause that says when the match ends."""
    reasons: ClassVar[tuple[RefusalReason, ...]] = ()
    """Reasons that no single move has."""
    bands: tuple[str, ...] = ()
    bound: int

    def __init__(self, options: Options, words: Words, pieces: Mapping[str, Sequence[int]]) -> None:
        """Create a game from its options. Raises `OptionError` for options that it does not offer."""
        self.meta.check_options(options)
        self.options = options
        self.words: Words = {**words, "telling": tuple(self.tellings)}
        self.seats = tuple(Seat(seat) for seat in range(options.seats))
        drawn = any(issubclass(step, Chance) and step.opens_round for step in self.step_classes)
        self.turns_in_round = 0 if drawn else options.seats
        self.rating_deviation = SCORE_UNIT
        self._pieces = pieces
        self.setting: Any = self
        """What the rules are given: the game itself, unless it keeps what is fixed apart."""

    # What a game provides

    def opening(self) -> S:
        """Return the state before the first step."""
        raise NotImplementedError

    def sheet(self, state: S) -> Sheet:
        """Return the score sheet of a state."""
        raise NotImplementedError

    def evaluation(self, state: S, seat: Seat) -> Sequence[Part]:
        """Return the parts of the evaluation of a state or view for a seat: by default its points.

        A part of the same key counts things in every state, e.g. points here.
        """
        sheet = self.sheet(state)
        if sheet.team is not None:
            return [Part("points", sheet.team * SCORE_UNIT, sheet.team)]
        best_other = max((points for other, points in enumerate(sheet.seats) if other != seat), default=0)
        own = sheet.seats[seat]
        return [Part("points", own * SCORE_UNIT, own), Part("others", -best_other * SCORE_UNIT, best_other)]

    def explained(self, state: S, seat: Seat) -> Sequence[Part]:
        """Return the parts that `explain` compares: those of the evaluation, or finer ones that say more in words."""
        return self.evaluation(state, seat)

    def foreseen(self, state: S, seat: Seat) -> S:
        """Return the state itself: in most games no consequence of a move waits for an option."""
        return state

    def periods(self, state: S) -> Sequence[Period]:
        """Return the round, if the game's states have a field of that name."""
        number = getattr(state, "round", None)
        return (Period("round", number),) if isinstance(number, int) else ()

    def next_round(self, state: S, told: list[Told]) -> S:
        """Return the state, whose agenda is empty, with the steps of the next round; without any the match ends."""
        return state

    # Derived from the steps and types

    @cached_property
    def notation(self) -> Notation:
        """The notation of its events."""
        return Notation(self.words, self.options.seats, self.event_classes)

    @cached_property
    def _views(self) -> Views:
        return Views(self.state_class, {Step: self.step_classes}, self._pieces)

    @cached_property
    def _codecs(self) -> DerivedCodecs:
        return DerivedCodecs(self.words, self.options.seats, {Step: self.step_classes})

    @cached_property
    def _state_codec(self) -> AnyCodec:
        return self._codecs.of(self.state_class)

    @cached_property
    def _event_codec(self) -> AnyCodec:
        return self._codecs.union(self.event_classes)

    @cached_property
    def event_classes(self) -> tuple[type[Any], ...]:
        """All classes of moves and outcomes, in the order of the steps."""
        found: dict[type[Any], None] = {}
        for step in self.step_classes:
            if issubclass(step, AskingStep):
                found.update(dict.fromkeys(step.moves))
            elif issubclass(step, Chance):
                found[step.outcome] = None
        return tuple(found)

    @cached_property
    def tellings(self) -> dict[str, Telling]:
        """The tellings of all steps and events, by key."""
        classes = (*self.step_classes, *self.event_classes)
        return {telling.key: telling for kind in classes for telling in cast("Any", kind).tellings}

    @cached_property
    def refusal_texts(self) -> dict[str, str]:
        """The sentence for each code of a refusal."""
        return {reason.code: reason.text for kind in self.event_classes for reason in getattr(kind, "reasons", ())}

    def question(self, state: S) -> str:
        """Return what a seat is asked to do now; empty if none is."""
        step = state.agenda[-1] if state.agenda else None
        return step.question if isinstance(step, AskingStep) else ""

    def initial(self) -> S:
        told: list[Told] = []
        return changed(self._run(self.opening(), told), told=tuple(told))

    def due(self, state: S) -> Due:
        if not state.agenda:
            return Due()
        step = state.agenda[-1]
        return Due(step.asked) if isinstance(step, AskingStep) else Due(dealer=True)

    def legal(self, state: S, seat: Seat) -> Sequence[Move]:
        found: list[Move] = []
        for kind in self.moves_of(state, seat):
            options = kind.options(self.setting, state, seat)
            found += options if kind.only_legal else [it for it in options if it.refusal(self.setting, state) is None]
        return found

    @staticmethod
    def moves_of(state: AgendaState, seat: Seat) -> Sequence[type[GameMove[Any, Any]]]:
        """Return the kinds of moves of the present step, if the seat decides it."""
        step = state.agenda[-1] if state.agenda else None
        return step.moves if isinstance(step, AskingStep) and seat in step.asked else ()

    def candidate_moves(self, state: S, seat: Seat) -> Sequence[Move]:
        return self.legal(state, seat)

    def refusal(self, state: S, event: Event) -> Refusal | None:
        if not state.agenda:
            return Refusal("match-over", self.end_clause)
        step, rule = state.agenda[-1], cast("Any", event)
        if isinstance(event, Outcome):
            fits = isinstance(step, Chance) and issubclass(type(event), step.outcome)
        elif not isinstance(step, AskingStep) or event.seat not in step.asked:
            return Refusal("not-your-turn", self.turn_clause)
        else:
            fits = type(rule) in step.moves
        return rule.refusal(self.setting, state) if fits else Refusal("not-now", self.clause_of(step))

    def clause_in_force(self, clause: str) -> str:
        """Return a clause, or the one that replaces it by the match's options, such as its level."""
        return clause

    def clause_of(self, step: Step[Any, Any]) -> str:
        """Return the clause to name to a seat that does something else than the step asks."""
        return step.clause

    def listed(self, state: S, move: Move) -> Move:
        return cast("GameMove[Any, S]", move).listed(self.setting, state)

    def apply(self, state: S, event: Event) -> S:
        if (refusal := self.refusal(state, event)) is not None:
            raise Refused(refusal)
        return self.apply_legal(state, event)

    def apply_legal(self, state: S, event: Event) -> S:
        """Return the state after an event that is known to be legal."""
        told: list[Told] = []
        if isinstance(event, Outcome):
            state = self._chance(state).counted(state)
        after: S = cast("Any", event).carry_out(self.setting, state, told)
        return changed(self._run(after, told), told=tuple(told))

    def _run(self, state: S, told: list[Told]) -> S:
        """Return the state after all steps that run by themselves."""
        while True:
            if not state.agenda and not (state := self.next_round(state, told)).agenda:
                return state
            after = cast("Step[Any, S]", state.agenda[-1]).run(self.setting, state, told)
            if after is None:
                return state
            state = after

    def draw(self, state: S) -> Draw:
        return self._chance(state).draw(state)

    def deal(self, state: S, entropy: bytes) -> Outcome:
        return self._chance(state).outcome.drawn(self.setting, state, RandomStream(entropy))

    @staticmethod
    def _chance(state: AgendaState) -> Chance[Any, Any]:
        step = state.agenda[-1] if state.agenda else None
        if not isinstance(step, Chance):
            raise ValueError("no draw is due")  # noqa: TRY004 (about the state, not its type)
        return step

    def reveals(self, state: S, event: Event) -> bool:
        return isinstance(event, Outcome)

    def is_private(self, view: S, seat: Seat) -> bool:
        """Return whether the step is private, or a move of the seat carries a secret, as a card face down does."""
        step = view.agenda[-1] if view.agenda else None
        kinds = {type(move) for move in self.legal(view, seat)}
        return bool(kinds) and ((isinstance(step, AskingStep) and step.private) or any(map(secret_fields, kinds)))

    def view(self, state: S, viewer: Viewer) -> S:
        return cast(S, self._views.view(state, viewer))

    def sample_state(self, view: S, entropy: bytes) -> S:
        return cast(S, self._views.sample(view, entropy))

    def gain(self, state: S, seat: Seat, moves: Sequence[Move]) -> Sequence[int]:
        return self.rate(state, seat, moves)

    def rate(self, state: S, seat: Seat, moves: Sequence[Move]) -> Sequence[int]:
        before = self.evaluate(state, seat)
        return [self.evaluate(self.apply_legal(state, move), seat) - before for move in moves]

    def evaluate(self, state: S, seat: Seat) -> int:
        return sum(part.value for part in self.evaluation(state, seat))

    def explain(self, state: S, move: Move) -> Sequence[Part]:
        return self.changes(state, self._turn_end(state, move)[0], move.seat)

    def explain_at_once(self, state: S, move: Move) -> Sequence[Part]:
        """Return what a legal move changes by itself, before any later move of its turn, in the parts of `explain`."""
        return self.changes(state, self.apply_legal(state, move), move.seat)

    def changes(self, state: S, after: S, seat: Seat) -> Sequence[Part]:
        """Return what changes for a seat from one state to another, in the parts of `explained`."""
        return part_changes(self.explained(state, seat), self.explained(after, seat))

    def follow_up(self, state: S, move: Move) -> list[tuple[S, Move]]:
        """Return the moves by which `explain` goes on after a move, each with the state in which it is made."""
        return self._turn_end(state, move)[1]

    def _turn_end(self, state: S, move: Move) -> tuple[S, list[tuple[S, Move]]]:
        """Return the state after a move and the best rated ones of its seat, and these moves.

        They end where another seat decides or the dealer draws, and with the round: alone, the next decision is
        always the same seat's.
        """
        seat, periods, followed = move.seat, self.periods(state), list[tuple[S, Move]]()
        state = self.apply_legal(state, move)
        for _ in range(LONGEST_TURN):
            if self.due(state).seats != (seat,) or self.periods(state) != periods:
                break
            moves = self.candidate_moves(state, seat)
            ratings = self.rate(state, seat, moves)
            following = moves[ratings.index(max(ratings))]
            followed.append((state, following))
            state = self.apply_legal(state, following)
        return state, followed

    def census(self, state: S) -> Mapping[str, int]:
        return self._views.census(state)

    def tally(self, events: Sequence[Event]) -> Tally:
        """Return how often each kind of move could be and was made."""
        offered, made = Counter[str](), Counter[str]()
        state = self.initial()
        for event in events:
            if isinstance(event, Move):
                offered.update({tag(type(move)) for move in self.legal(state, event.seat)})
                made[tag(type(event))] += 1
            state = self.apply_legal(state, event)
        names = [tag(kind) for kind in self.event_classes if issubclass(kind, Move)]
        items = tuple(TallyItem(name, "", offered[name], made[name]) for name in names)
        return Tally((), (TallyGroup("moves", "could be made", "made", items),))

    def encode_state(self, state: S) -> Plain:
        return self._state_codec.encode(state)

    def decode_state(self, plain: Plain) -> S:
        return cast(S, self._state_codec.decode(plain))

    def encode_event(self, event: Event) -> Plain:
        return self._event_codec.encode(event)

    def decode_event(self, plain: Plain) -> Event:
        return cast(Event, self._event_codec.decode(plain))

    def format(self, event: Event) -> str:
        return self.notation.format(event)

    def parse(self, text: str) -> Event:
        return cast(Event, self.notation.parse(text))


class BaseBox:
    """Implements the parts of `rules.engine.game.GameBox` that most games share."""

    meta: ClassVar[Meta]

    def earlier_components(self) -> Sequence[Plain]:
        return ()

    def rulebook(self) -> str:
        return _rulebook(type(self).__module__.rpartition(".")[0])


@cache
def _rulebook(package: str) -> str:
    return shipped_text(package, "rulebook.md")
