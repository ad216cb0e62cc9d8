"""The laws that every game obeys, checked over whole matches. One suite for all games, without exceptions.

`check_match` plays one match and raises `LawBroken` at the first breach. The caller chooses games, modes, seat counts,
seeds and policy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Final, TypeAlias, cast

from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Event, Move, Outcome
from rules.engine.game import AnyGame
from rules.engine.plain_data import Plain
from rules.engine.referee import Draw
from rules.engine.refusal import Refusal, Refused
from rules.engine.secrecy import DEALER, HIDDEN, PUBLIC, Seat, Viewer, redact

MAX_MOVES_TRIED = 8
"""The maximum number of moves tried per decision."""
RANDOM_MOVE_EVERY = 8
"""One in this many decisions of `rare_move_policy` is random."""


class LawBroken(AssertionError):
    """A broken law: its name and the details."""

    def __init__(self, law: str, detail: str) -> None:
        super().__init__(f"{law}: {detail}")
        self.law = law


@dataclass
class Findings:
    """Statistics of checked matches."""

    matches: int = 0
    events: int = 0
    longest: int = 0
    legal_tried: int = 0
    refused_tried: int = 0
    otherwise: int = 0
    """Legal moves tried that are listed with another payment."""
    samples: int = 0
    refusals: Counter[str] = field(default_factory=Counter[str])
    """How often each refusal code occurred."""
    kinds: Counter[str] = field(default_factory=Counter[str])
    """How often each class of event occurred."""

    def add(self, other: Findings) -> None:
        """Add the counts of other findings."""
        self.matches += other.matches
        self.events += other.events
        self.longest = max(self.longest, other.longest)
        self.legal_tried += other.legal_tried
        self.refused_tried += other.refused_tried
        self.otherwise += other.otherwise
        self.samples += other.samples
        self.refusals += other.refusals
        self.kinds += other.kinds


Standing: TypeAlias = tuple[int, ...]
"""What a seat is compared by: see `Sheet.standing`."""
Policy: TypeAlias = Callable[[AnyGame, Any, Sequence[Move], RandomStream, Mapping[str, int]], Move]
"""How seats move while laws are checked.

Arguments: game, full state, legal moves, random stream, and how often each class of move has been offered in this
match, the present offer included (`count_offer`).
"""


def count_offer(offered: Counter[str], moves: Sequence[Move]) -> None:
    """Count the classes of the moves offered, each once."""
    offered.update({type(move).__name__ for move in moves})


def random_policy(
    _game: AnyGame, _state: Any, moves: Sequence[Move], stream: RandomStream, _offered: Mapping[str, int]
) -> Move:
    """Choose any legal move, each equally likely."""
    return stream.choice(moves)


def rare_move_policy(
    _game: AnyGame, _state: Any, moves: Sequence[Move], stream: RandomStream, offered: Mapping[str, int]
) -> Move:
    """Choose a move of the class offered least often so far, and now and then any move.

    Moves that are always available, such as swapping, passing or ending a turn, come last; so it reaches much more
    than random play.
    """
    if not stream.below(RANDOM_MOVE_EVERY):
        return stream.choice(moves)
    least = min(offered[type(move).__name__] for move in moves)
    return stream.choice([move for move in moves if offered[type(move).__name__] == least])


def greedy_policy(
    game: AnyGame, state: Any, moves: Sequence[Move], stream: RandomStream, _offered: Mapping[str, int]
) -> Move:
    """Choose the move with the best score sheet right after it. Reaches what random play rarely does."""
    return _extreme_policy(game, state, moves, stream, max)


def losing_policy(
    game: AnyGame, state: Any, moves: Sequence[Move], stream: RandomStream, _offered: Mapping[str, int]
) -> Move:
    """Choose the move with the worst score sheet right after it."""
    return _extreme_policy(game, state, moves, stream, min)


def _extreme_policy(
    game: AnyGame,
    state: Any,
    moves: Sequence[Move],
    stream: RandomStream,
    wanted: Callable[[Sequence[Standing]], Standing],
) -> Move:
    standings = [game.sheet(game.apply(state, move)).standing(move.seat) for move in moves]
    goal = wanted(standings)
    return stream.choice([move for move, reached in zip(moves, standings, strict=True) if reached == goal])


def check_match(game: AnyGame, clauses: Collection[str], seed: int, policy: Policy = random_policy) -> Findings:
    """Play one match under all laws. `clauses` are the ids that refusals may name. Raises `LawBroken`."""
    return _Checker(game, clauses, RandomStream(derive_entropy("laws", seed)), policy).run()


class _Checker:
    def __init__(self, game: AnyGame, clauses: Collection[str], stream: RandomStream, policy: Policy) -> None:
        self.game = game
        self.clauses = clauses
        self.stream = stream
        self.policy = policy
        self.seats = [Seat(i) for i in range(game.options.seats)]
        self.viewers: list[Viewer] = [*self.seats, PUBLIC, DEALER]
        self.pool: list[Move] = []
        """Moves that were legal earlier in the match, to be tried when they are illegal."""
        self.outcomes: list[Outcome] = []
        """Earlier outcomes, to be tried when the dealer is not due."""
        self.drawn: set[Draw] = set()
        self.offered: Counter[str] = Counter()
        """How often each class of move has been offered."""
        self.findings = Findings(matches=1)
        self.census: Mapping[str, int] = {}
        """The pieces of the match, which every state and view must count alike."""
        self.views: dict[Viewer, Any] = {}
        """The present state as each viewer sees it."""
        self.plain: Plain = None
        """The present state, encoded."""

    def run(self) -> Findings:
        game, state = self.game, self.game.initial()
        self.census, self.views, events = dict(game.census(state)), self.views_of(state), list[Event]()
        self.check_state(state)
        while not (due := game.due(state)).over:
            if due.dealer and due.seats:
                raise LawBroken("exactness", "both the dealer and a seat are due")
            event = self.dealt(state) if due.dealer else self.decided(state, due.seats)
            after = self.step(state, event)
            if (census := dict(game.census(after))) != self.census:
                raise LawBroken("conservation", f"{self.census} became {census} by {game.format(event)}")
            self.check_state(after)
            events.append(event)
            if isinstance(event, Outcome):
                self.outcomes.append(event)
            self.findings.kinds[type(event).__name__] += 1
            if len(events) > game.bound:
                raise LawBroken("termination", f"more than {game.bound} events")
            state = after
        self.check_end(state)
        self.check_replay(events, state)
        self.findings.events = self.findings.longest = len(events)
        return self.findings

    # The dealer and the seats

    def dealt(self, state: Any) -> Event:
        """Return the dealer's outcome, dealt from its view, for a draw that never came before."""
        draw, entropy = self.game.draw(state), self.stream.bytes32()
        if draw in self.drawn:
            raise LawBroken("replay", f"{draw} is drawn twice")
        self.drawn.add(draw)
        event = self.game.deal(state, entropy)
        if self.game.deal(self.views[DEALER], entropy) != event:
            raise LawBroken("exactness", f"the dealer's view deals otherwise than the state at {draw}")
        for seat in self.seats:
            self.expect_none(state, seat)
            self.try_refused(state, seat, ())
        return event

    def decided(self, state: Any, due: Sequence[Seat]) -> Event:
        """Check the moves of all due seats and return the policy's move of a random one."""
        game, chosen = self.game, list[Move]()
        for seat in self.seats:
            if seat not in due:
                self.expect_none(state, seat)
                self.try_refused(state, seat, ())
                continue
            legal = list(game.legal(state, seat))
            if not legal:
                raise LawBroken("exactness", f"seat {seat} is due and has no legal move")
            if list(game.legal(self.views[seat], seat)) != legal:
                raise LawBroken("exactness", f"seat {seat} sees other legal moves than there are")
            if not _in_order(game.candidate_moves(state, seat), legal):
                raise LawBroken("exactness", f"seat {seat} has contenders other than its moves in order")
            if len(set(legal)) != len(legal):
                raise LawBroken("exactness", f"seat {seat} is offered a move twice")
            for move in self.sampled(legal):
                self.findings.legal_tried += 1
                if move.seat != seat or game.refusal(state, move) is not None:
                    raise LawBroken("exactness", f"{game.format(move)} is listed as legal and refused")
                game.apply(state, move)
            self.try_refused(state, seat, legal)
            self.pool += self.sampled(legal)
            count_offer(self.offered, legal)
            chosen.append(self.policy(game, state, legal, self.stream, self.offered))
        if self.outcomes:
            self.expect_refused(state, self.stream.choice(self.outcomes))
        self.check_commuting(state, chosen)
        return self.stream.choice(chosen)

    def expect_none(self, state: Any, seat: Seat) -> None:
        if self.game.legal(state, seat):
            raise LawBroken("exactness", f"seat {seat} is not due and has legal moves")

    def try_refused(self, state: Any, seat: Seat, legal: Sequence[Move]) -> None:
        """Check that moves of other positions are refused with a clause, alike on the state and the mover's view."""
        game, allowed = self.game, set(legal)
        for move in self.sampled(self.pool):
            if move.seat != seat or move in allowed:
                continue
            if game.refusal(state, move) is None and (listed := game.listed(state, move)) != move and listed in allowed:
                game.apply(state, move)
                self.findings.otherwise += 1
                continue
            refusal = self.expect_refused(state, move)
            if game.refusal(self.views[seat], move) != refusal:
                raise LawBroken("exactness", f"{game.format(move)} is refused otherwise on its seat's view")

    def expect_refused(self, state: Any, event: Event) -> Refusal:
        """Check that the event is refused with a known clause and cannot be applied."""
        game = self.game
        self.findings.refused_tried += 1
        refusal = game.refusal(state, event)
        if refusal is None:
            raise LawBroken("exactness", f"{game.format(event)} is accepted and not listed as legal")
        if refusal.clause not in self.clauses:
            raise LawBroken("clauses", f"{refusal.code} names {refusal.clause}, which the rulebook lacks")
        self.findings.refusals[refusal.code] += 1
        try:
            game.apply(state, event)
        except Refused as refused:
            if refused.refusal != refusal:
                raise LawBroken("exactness", f"{game.format(event)} is refused in two ways") from None
        else:
            raise LawBroken("exactness", f"{game.format(event)} is refused, and applied")
        return refusal

    def check_commuting(self, state: Any, chosen: Sequence[Move]) -> None:
        """Check that moves of seats that are due together commute."""
        if len(chosen) < 2:
            return
        game = self.game
        first, second = self.stream.sample(chosen, 2)
        if game.apply(game.apply(state, first), second) != game.apply(game.apply(state, second), first):
            raise LawBroken("commuting", f"{game.format(first)} and {game.format(second)} depend on their order")

    # One event, one state, one match

    def step(self, state: Any, event: Event) -> Any:
        """Return the state after the event, checking that every viewer can follow it."""
        game, followed = self.game, list[tuple[Event, Any, Any]]()
        after = game.apply(state, event)
        views = self.views_of(after)
        if game.encode_state(state) != self.plain:
            raise LawBroken("replay", f"{game.format(event)} changed the state it was applied to")
        for viewer, view in self.views.items():
            known, later = redact(event, viewer), views[viewer]
            if (known, view, later) in followed:
                continue
            followed.append((known, view, later))
            if game.apply(view, known) != later:
                raise LawBroken("privacy", f"{viewer} cannot follow {game.format(event)}")
            if game.reveals(view, known) != game.reveals(state, event):
                raise LawBroken("privacy", f"{viewer} judges otherwise what {game.format(event)} reveals")
            self.check_event(known)
        self.views = views
        return after

    def views_of(self, state: Any) -> dict[Viewer, Any]:
        return {viewer: self.game.view(state, viewer) for viewer in self.viewers}

    def check_event(self, event: Event) -> None:
        game = self.game
        plain = game.encode_event(event)
        again = game.decode_event(plain)
        if again != event or game.encode_event(again) != plain:
            raise LawBroken("round trip", f"{game.format(event)} does not survive encoding")
        if game.parse(game.format(event)) != event:
            raise LawBroken("round trip", f"{game.format(event)} does not survive notation")

    def check_state(self, state: Any) -> None:
        """Check the state and what everybody sees of it. What several viewers see alike is encoded and counted once."""
        game = self.game
        if self.views[DEALER] != state:
            raise LawBroken("privacy", "the dealer does not see everything")
        self.plain = self.round_trip(state, DEALER)
        seen, worlds = [state], list[Any]()
        for viewer, view in self.views.items():
            if view not in seen:
                seen.append(view)
                self.round_trip(view, viewer)
                if dict(game.census(view)) != self.census:
                    raise LawBroken("conservation", f"{viewer} counts other pieces")
            if game.view(view, PUBLIC) != self.views[PUBLIC] or game.view(view, viewer) != view:
                raise LawBroken("privacy", f"{viewer}'s view shows or hides what it should not")
            world = game.sample_state(view, self.stream.bytes32())
            self.findings.samples += 1
            if game.view(world, viewer) != view:
                raise LawBroken("privacy", f"a world imagined from {viewer}'s view does not look like it")
            if world in worlds:
                continue
            worlds.append(world)
            if dict(game.census(world)) != self.census:
                raise LawBroken("privacy", f"a world imagined from {viewer}'s view does not look like it")
            if _hides(world) or game.due(world) != game.due(state):
                raise LawBroken("privacy", f"a world imagined from {viewer}'s view is not whole")

    def round_trip(self, view: Any, viewer: Viewer) -> Plain:
        """Return the view's encoding, checking that it decodes to the view."""
        game = self.game
        plain = game.encode_state(view)
        again = game.decode_state(plain)
        if again != view or game.encode_state(again) != plain:
            raise LawBroken("round trip", f"{viewer}'s view does not survive encoding")
        return plain

    def check_end(self, state: Any) -> None:
        sheet = self.game.sheet(state)
        for seat in self.seats:
            self.expect_none(state, seat)
            if sheet.seats[seat] != sum(line.points for line in sheet.lines if line.seat == seat):
                raise LawBroken("termination", f"seat {seat}'s rows do not add up")
        if sheet.team is not None and sheet.team != sum(line.points for line in sheet.lines):
            raise LawBroken("termination", "the table's rows do not add up")
        if (sheet.team is None) != bool(sheet.winners) or (sheet.team is None) == bool(sheet.band):
            raise LawBroken("termination", "there must be winners against each other, and a band together")
        if (sheet.team is None) == bool(self.game.bands) or (sheet.band and sheet.band not in self.game.bands):
            raise LawBroken("termination", "the band is none of the game's, or there are bands against each other")
        standings = [sheet.standing(seat) for seat in self.seats]
        first = tuple(seat for seat in self.seats if standings[seat] == max(standings))
        if sheet.winners and sheet.winners != first:
            raise LawBroken("termination", "a winner does not come first")
        for line in sheet.lines:
            if line.clause not in self.clauses:
                raise LawBroken("clauses", f"the row {line.key} names {line.clause}, which the rulebook lacks")

    def check_replay(self, events: Sequence[Event], end: Any) -> None:
        """Check that the same events, encoded and decoded, give the same state."""
        game, state = self.game, self.game.initial()
        for event in events:
            state = game.apply(state, game.decode_event(game.encode_event(event)))
        if game.encode_state(state) != game.encode_state(end) or state != end:
            raise LawBroken("replay", "the same events give another state")

    def sampled(self, moves: Sequence[Move]) -> Sequence[Move]:
        return moves if len(moves) <= MAX_MOVES_TRIED else self.stream.sample(moves, MAX_MOVES_TRIED)


_PLAIN: Final = frozenset({int, bool, str, bytes, type(None)})


def _in_order(found: Sequence[Move], moves: Sequence[Move]) -> bool:
    """Return whether there are any moves, all of them among `moves` and in the same order."""
    rest = iter(moves)
    return bool(found) and all(move in rest for move in found)


def _hides(value: object) -> bool:
    """Return whether any part of a state is hidden."""
    parts = [value]
    while parts:
        part = parts.pop()
        if part is HIDDEN:
            return True
        if isinstance(part, tuple):
            parts += [inner for inner in cast("tuple[object, ...]", part) if type(inner) not in _PLAIN]
        elif is_dataclass(part):
            parts += [getattr(part, field.name) for field in fields(part)]
    return False
