"""A pocket game for tests of what any game must go through: candles drawn unseen, chosen in secret, then windows lit.

It has all that the engine knows in its smallest form: a hidden pile, secret draws, simultaneous choices that one
outcome opens, decisions in turn that reveal nothing, a scored end, and a rulebook. It obeys all the laws.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Final, NamedTuple, TypeVar

from rules.engine import plain
from rules.engine.entropy import RandomStream
from rules.engine.events import Event, Move, Outcome
from rules.engine.game import AnyGame, ComponentError, GameBox, Meta, OptionError, Options, Readable
from rules.engine.game_codec import NotationError
from rules.engine.judge import HALF_POINT, Part
from rules.engine.plain import Codec, Plain, PlainError
from rules.engine.referee import Draw, Due
from rules.engine.refusal import Refusal, Refused
from rules.engine.score_sheet import ScoreLine, Sheet
from rules.engine.secrecy import (
    EMPTY,
    EVERYONE,
    HIDDEN,
    NOBODY,
    HiddenType,
    Seat,
    Secret,
    Slot,
    Viewer,
    Zone,
    only,
)
from rules.engine.tally import Tally, TallyGroup, TallyItem

T = TypeVar("T")

ROUNDS: Final = 3
HAND: Final = 2
RULEBOOK: Final = """# Candles

## Set-up

**PK-1** Three candles, unseen by all, go back into the box; the others make the pile.

## A round

**PK-2** Every seat draws from the pile until it holds two candles. Only the seat itself sees them.

**PK-3** All seats choose one candle of their hand at once, in secret; then all chosen candles are shown.

**PK-4** From the tallest candle down, each seat lights one dark window.

## The end

**PK-5** After three rounds, each window that a seat has lit counts as printed. The most points win; ties share.
"""
META: Final = Meta(
    key="candles",
    title="Candles",
    rules_version=1,
    modes={"versus": (2, 3)},
    colours=("red", "green", "blue"),
)


@dataclass(frozen=True, slots=True)
class SetPile(Outcome):
    """Fixes the set of candles in the pile."""

    pile: Secret[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class DrawCandles(Outcome):
    """A seat draws candles."""

    seat: Seat
    candles: Secret[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class ChooseCandle(Move):
    """Choose a candle of the hand, in secret."""

    candle: Secret[int]


@dataclass(frozen=True, slots=True)
class ShowCandles(Outcome):
    """Reveals all chosen candles, in seat order."""

    opens_choices: ClassVar[bool] = True
    candles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LightWindow(Move):
    """Light a window."""

    window: int


class CandlesPhase(Enum):
    """The phases of a round."""

    SET = 0
    DRAW = 1
    CHOOSE = 2
    SHOW = 3
    LIGHT = 4
    OVER = 5


class CandlesState(NamedTuple):
    """The state."""

    phase: CandlesPhase
    round: int
    box: Zone
    pile: Zone
    hands: tuple[Zone, ...]
    chosen: tuple[Slot, ...]
    shown: tuple[int, ...]
    """Candles of earlier rounds."""
    waiting: tuple[Seat, ...]
    """The seats still to act: in turn order, or all at once while choosing."""
    windows: tuple[Seat | None, ...]
    """The seat that lit each window."""
    draws: int


class Candles:
    """The rules. Implements `rules.engine.game.Game[State]`."""

    meta = META

    def __init__(self, options: Options, heights: tuple[int, ...], prints: tuple[int, ...]) -> None:
        self.options = options
        self.heights, self.prints = heights, prints
        self.seats = tuple(Seat(seat) for seat in range(options.seats))
        self.bound = 1 + ROUNDS * (3 * len(self.seats) + 1)
        self.bands: tuple[str, ...] = ()
        self.events, self.states = _codecs(len(heights), len(prints), len(self.seats))

    def initial(self) -> CandlesState:
        seats = len(self.seats)
        return CandlesState(
            phase=CandlesPhase.SET,
            round=1,
            box=Zone.of(range(len(self.heights)), EVERYONE),
            pile=Zone(0, (), NOBODY),
            hands=tuple(Zone(0, (), only(seat)) for seat in self.seats),
            chosen=(EMPTY,) * seats,
            shown=(),
            waiting=(),
            windows=(None,) * len(self.prints),
            draws=0,
        )

    def due(self, state: CandlesState) -> Due:
        match state.phase:
            case CandlesPhase.CHOOSE:
                return Due(seats=state.waiting)
            case CandlesPhase.LIGHT:
                return Due(seats=state.waiting[:1])
            case CandlesPhase.OVER:
                return Due()
            case _:
                return Due(dealer=True)

    def legal(self, state: CandlesState, seat: Seat) -> Sequence[Move]:
        if seat not in self.due(state).seats:
            return []
        if state.phase is CandlesPhase.CHOOSE:
            hand = state.hands[seat].cards
            return [] if hand is HIDDEN else [ChooseCandle(seat, Secret(only(seat), candle)) for candle in hand]
        return [LightWindow(seat, window) for window, owner in enumerate(state.windows) if owner is None]

    def candidate_moves(self, state: CandlesState, seat: Seat) -> Sequence[Move]:
        return self.legal(state, seat)

    def refusal(self, state: CandlesState, event: Event) -> Refusal | None:
        match state.phase, event:
            case CandlesPhase.SET, SetPile(pile=pile):
                fits = pile.value is HIDDEN or state.box.holds(pile.value, len(self.heights) - 3)
                return None if fits and pile.audience == NOBODY else Refusal("bad-pile", "PK-1")
            case CandlesPhase.DRAW, DrawCandles(seat=seat, candles=candles) if seat == state.waiting[0]:
                needed = HAND - state.hands[seat].count
                fits = state.pile.holds(candles.value, needed) and candles.audience == only(seat)
                return None if fits else Refusal("bad-draw", "PK-2")
            case CandlesPhase.CHOOSE, ChooseCandle(seat=seat, candle=candle) if seat in state.waiting:
                one = candle.value if candle.value is HIDDEN else (candle.value,)
                fits = state.hands[seat].holds(one, 1) and candle.audience == only(seat)
                return None if fits else Refusal("not-in-hand", "PK-3")
            case CandlesPhase.SHOW, ShowCandles(candles=candles):
                fits = len(candles) == len(self.seats)
                alike = all(slot.card in (HIDDEN, card) for slot, card in zip(state.chosen, candles, strict=False))
                return None if fits and alike else Refusal("bad-show", "PK-3")
            case CandlesPhase.LIGHT, LightWindow(seat=seat, window=window) if seat == state.waiting[0]:
                dark = 0 <= window < len(state.windows) and state.windows[window] is None
                return None if dark else Refusal("window-is-lit", "PK-4", (("window", window),))
            case _:
                return Refusal("not-now", "PK-3" if state.phase is CandlesPhase.CHOOSE else "PK-4")

    def apply(self, state: CandlesState, event: Event) -> CandlesState:
        refusal = self.refusal(state, event)
        if refusal is not None:
            raise Refused(refusal)
        match event:
            case SetPile():
                count = len(self.heights) - 3
                box = state.box.remove(event.pile.value, count)._replace(seen=NOBODY)
                state = state._replace(box=box, pile=state.pile.add(event.pile.value, count))
                return self._next_round(state)
            case DrawCandles():
                seat, cards, needed = event.seat, event.candles.value, HAND - state.hands[event.seat].count
                state = state._replace(
                    pile=state.pile.remove(cards, needed),
                    hands=_put(state.hands, seat, state.hands[seat].add(cards, needed)),
                    waiting=state.waiting[1:],
                    draws=state.draws + 1,
                )
                return state if state.waiting else state._replace(phase=CandlesPhase.CHOOSE, waiting=self.seats)
            case ChooseCandle():
                seat, card = event.seat, event.candle.value
                state = state._replace(
                    hands=_put(state.hands, seat, state.hands[seat].remove(card if card is HIDDEN else (card,), 1)),
                    chosen=_put(state.chosen, seat, Slot(card, only(seat))),
                    waiting=tuple(other for other in state.waiting if other != seat),
                )
                return state if state.waiting else state._replace(phase=CandlesPhase.SHOW)
            case ShowCandles():
                order = sorted(self.seats, key=lambda seat: -self.heights[event.candles[seat]])
                chosen = (EMPTY,) * len(self.seats)
                shown = state.shown + event.candles
                return state._replace(phase=CandlesPhase.LIGHT, chosen=chosen, shown=shown, waiting=tuple(order))
            case LightWindow():
                state = state._replace(windows=_put(state.windows, event.window, event.seat), waiting=state.waiting[1:])
                return state if state.waiting else self._next_round(state._replace(round=state.round + 1))
            case _:
                raise AssertionError

    def _next_round(self, state: CandlesState) -> CandlesState:
        if state.round > ROUNDS:
            return state._replace(phase=CandlesPhase.OVER)
        return state._replace(phase=CandlesPhase.DRAW, waiting=self.seats)

    def draw(self, state: CandlesState) -> Draw:
        if state.phase is CandlesPhase.SET:
            return Draw("box", 0)
        return (
            Draw("pile", state.draws, opens_round=True)
            if state.phase is CandlesPhase.DRAW
            else Draw("show", state.round)
        )

    def deal(self, state: CandlesState, entropy: bytes) -> Outcome:
        stream = RandomStream(entropy)
        if state.phase is CandlesPhase.SET:
            return SetPile(Secret(NOBODY, _drawn(stream, state.box, len(self.heights) - 3)))
        if state.phase is CandlesPhase.DRAW:
            seat = state.waiting[0]
            return DrawCandles(seat, Secret(only(seat), _drawn(stream, state.pile, HAND - state.hands[seat].count)))
        return ShowCandles(tuple(slot.card for slot in state.chosen if isinstance(slot.card, int)))

    def reveals(self, state: CandlesState, event: Event) -> bool:
        return isinstance(event, Outcome)

    def view(self, state: CandlesState, viewer: Viewer) -> CandlesState:
        return state._replace(
            box=state.box.view(viewer),
            pile=state.pile.view(viewer),
            hands=tuple(hand.view(viewer) for hand in state.hands),
            chosen=tuple(slot.view(viewer) for slot in state.chosen),
        )

    def sample_state(self, view: CandlesState, entropy: bytes) -> CandlesState:
        known = set(view.shown)
        for zone in (view.box, view.pile, *view.hands):
            known.update(() if zone.cards is HIDDEN else zone.cards)
        known.update(slot.card for slot in view.chosen if isinstance(slot.card, int))
        unseen = [card for card in range(len(self.heights)) if card not in known]
        unseen = RandomStream(entropy).sample(unseen, len(unseen))

        def fill(zone: Zone) -> Zone:
            return Zone.of([unseen.pop() for _ in range(zone.count)], zone.seen) if zone.cards is HIDDEN else zone

        return view._replace(
            box=fill(view.box),
            pile=fill(view.pile),
            hands=tuple(map(fill, view.hands)),
            chosen=tuple(slot._replace(card=unseen.pop()) if slot.card is HIDDEN else slot for slot in view.chosen),
        )

    def gain(self, state: CandlesState, seat: Seat, moves: Sequence[Move]) -> Sequence[int]:
        return self.rate(state, seat, moves)

    def rate(self, state: CandlesState, seat: Seat, moves: Sequence[Move]) -> Sequence[int]:
        """Prefer the tallest candle and the window with the largest print."""
        found: list[int] = []
        for move in moves:
            match move:
                case ChooseCandle(candle=candle) if candle.value is not HIDDEN:
                    found.append(candle.value)
                case LightWindow(window=window):
                    found.append(self.prints[window])
                case _:
                    found.append(0)
        return found

    def evaluate(self, state: CandlesState, seat: Seat) -> int:
        return HALF_POINT * self.sheet(state).seats[seat]

    def explain(self, state: CandlesState, move: Move) -> Sequence[Part]:
        return [Part("points", self.rate(state, move.seat, [move])[0])]

    def sheet(self, state: CandlesState) -> Sheet:
        lit = [
            [self.prints[place] for place, owner in enumerate(state.windows) if owner == seat] for seat in self.seats
        ]
        points = tuple(2 * sum(prints) for prints in lit)
        lines = [ScoreLine("windows", "PK-5", seat, len(lit[seat]), points[seat]) for seat in self.seats]
        winners = tuple(seat for seat in self.seats if points[seat] == max(points))
        return Sheet(tuple(lines), points, None, winners, "")

    def tally(self, events: Sequence[Event]) -> Tally:
        """Count how often each window was dark when one was lit, and lit."""
        lit = [event.window for event in events if isinstance(event, LightWindow)]
        items = [
            TallyItem(f"{place}", "window", lit.index(place) + 1 if place in lit else len(lit), lit.count(place))
            for place in range(len(self.prints))
        ]
        return Tally((TallyGroup("windows", "dark", "lit", tuple(items)),), ())

    def census(self, state: CandlesState) -> Mapping[str, int]:
        inside = sum(zone.count for zone in (state.box, state.pile, *state.hands))
        chosen = sum(slot.card is not None for slot in state.chosen)
        return {"candles": inside + chosen + len(state.shown), "windows": len(state.windows)}

    def encode_state(self, state: CandlesState) -> Plain:
        return self.states.encode(state)

    def decode_state(self, plain: Plain) -> CandlesState:
        return self.states.decode(plain)

    def encode_event(self, event: Event) -> Plain:
        return self.events.encode(event)

    def decode_event(self, plain: Plain) -> Event:
        return self.events.decode(plain)

    def format(self, event: Event) -> str:
        match event:
            case SetPile():
                return f"dealer set {_words(event.pile.value)}"
            case DrawCandles():
                return f"dealer draw {event.seat + 1} {_words(event.candles.value)}"
            case ShowCandles():
                return f"dealer show {_words(event.candles)}"
            case ChooseCandle():
                return f"{event.seat + 1} choose {'?' if event.candle.value is HIDDEN else event.candle.value}"
            case LightWindow():
                return f"{event.seat + 1} light {event.window}"
            case _:
                raise AssertionError

    def parse(self, text: str) -> Event:
        try:
            match text.split():
                case ["dealer", "set", *words]:
                    return SetPile(Secret(NOBODY, _numbers(words)))
                case ["dealer", "draw", seat, *words]:
                    return DrawCandles(self._seat(seat), Secret(only(self._seat(seat)), _numbers(words)))
                case ["dealer", "show", *words]:
                    return ShowCandles(tuple(map(int, words)))
                case [seat, "choose", word]:
                    candle = HIDDEN if word == "?" else int(word)
                    return ChooseCandle(self._seat(seat), Secret(only(self._seat(seat)), candle))
                case [seat, "light", window]:
                    return LightWindow(self._seat(seat), int(window))
                case _:
                    raise NotationError(f"{text[:60]!r} is no event of this game")
        except ValueError as error:
            raise NotationError(str(error)) from None

    def _seat(self, word: str) -> Seat:
        return self.seats[range(1, len(self.seats) + 1).index(int(word))]


def _put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])


def _drawn(stream: RandomStream, zone: Zone, count: int) -> tuple[int, ...]:
    assert zone.cards is not HIDDEN
    return tuple(sorted(stream.sample(zone.cards, count)))


def _words(cards: tuple[int, ...] | HiddenType) -> str:
    return "?" if cards is HIDDEN else " ".join(map(str, cards))


def _numbers(words: list[str]) -> tuple[int, ...] | HiddenType:
    return HIDDEN if words == ["?"] else tuple(map(int, words))


def _codecs(candles: int, windows: int, seats: int) -> tuple[Codec[Event], Codec[CandlesState]]:
    candle, window = plain.integer(0, candles - 1), plain.integer(0, windows - 1)
    seat = plain.integer(0, seats - 1)
    structure, items, some = plain.structure, plain.items, plain.secret(plain.ascending(candle))
    events = plain.union(
        {
            "set": (SetPile, structure(SetPile, pile=some)),
            "draw": (DrawCandles, structure(DrawCandles, seat=seat, candles=some)),
            "choose": (ChooseCandle, structure(ChooseCandle, seat=seat, candle=plain.secret(candle))),
            "show": (ShowCandles, structure(ShowCandles, candles=items(candle, seats))),
            "light": (LightWindow, structure(LightWindow, seat=seat, window=window)),
        }
    )
    number = plain.integer(0, len(CandlesPhase) - 1)
    states = structure(
        CandlesState,
        phase=Codec(lambda phase: phase.value, lambda value: CandlesPhase(number.decode(value))),
        round=plain.integer(1, ROUNDS + 1),
        box=plain.zone(candle),
        pile=plain.zone(candle),
        hands=items(plain.zone(candle), seats),
        chosen=items(plain.slot(candle), seats),
        shown=items(candle),
        waiting=items(seat, seats),
        windows=items(plain.optional(seat)),
        draws=plain.integer(0, plain.MAX_ITEMS),
    )
    return events, states


class CandlesBox:
    """The game before its options are chosen. Implements `rules.engine.game.GameBox`."""

    meta = META

    def standard_components(self) -> Plain:
        return [list(range(1, 16)), [1, 1, 1, 2, 2, 2, 3, 3, 4, 5]]

    def earlier_components(self) -> tuple[Plain, ...]:
        return ()

    def read_components(self, files: Mapping[str, str]) -> Plain:
        try:
            found = tomllib.loads(files["candles.toml"])
            components: Plain = [list(found["heights"]), list(found["prints"])]
            _parts(components)
        except (KeyError, TypeError, tomllib.TOMLDecodeError) as error:
            raise ComponentError(f"candles.toml: {error}") from None
        return components

    def readable_components(self, components: Plain | None = None) -> Readable:
        heights, prints = _parts(self.standard_components() if components is None else components)
        return {"heights": heights, "prints": prints}

    def new(self, options: Options, components: Plain | None = None, rules_version: int | None = None) -> AnyGame:
        if (
            options.mode not in META.modes
            or not 2 <= options.seats <= 3
            or (options.level, options.variants) != (1, ())
        ):
            raise OptionError("candles are for two or three seats, against each other")
        return Candles(options, *_parts(self.standard_components() if components is None else components))

    def about_components(self) -> str:
        return "They are made up for the tests."

    def rulebook(self) -> str:
        return RULEBOOK


def _parts(components: Plain) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return heights and prints. Raises `ComponentError`."""
    numbers = plain.items(plain.integer(1, 99), 99)
    try:
        heights, prints = plain.record(lambda *parts: parts, numbers, numbers).decode(components)
    except PlainError as error:
        raise ComponentError(f"candles: {error}") from None
    if len(set(heights)) != len(heights) or len(heights) < 15 or len(prints) < 9:
        raise ComponentError("candles: there must be 15 of different heights, and 9 windows")
    return heights, prints


BOX: GameBox = CandlesBox()


def boxes(key: str) -> GameBox:
    """Return a registry with this game only."""
    return {META.key: BOX}[key]
