"""A small game for the tests of the app: straws are drawn unseen, one is chosen in secret, then each seat points.

It has what the app must cope with: private and public decisions, a refusal, an end, and a rulebook of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, NoReturn

import pytest
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from galli_tui.game_api.game_texts import RankRow
from galli_tui.game_api.position import Description
from galli_tui.game_api.registry import Modules
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.table.board import TableBoard
from galli_tui.screens.table.table import TableScreen
from galli_tui.style.paragraph import Paragraph
from galli_tui.tables.table import Table, TablePlayer
from rules.bots.reasons import Advantage, advantages
from rules.bots.score_change import LineChange
from rules.engine.entropy import RandomStream
from rules.engine.events import Event, Move, Outcome
from rules.engine.game import AnyGame, Meta, OptionError, Options
from rules.engine.game_codec import NotationError
from rules.engine.judge import SCORE_UNIT, Part
from rules.engine.options import level_option, switch_option
from rules.engine.plain_data import Plain
from rules.engine.referee import Draw, Due, Period
from rules.engine.refusal import Refusal, Refused
from rules.engine.score_sheet import HALF_POINTS, ScoreLine, Sheet
from rules.engine.secrecy import EMPTY, EVERYONE, HIDDEN, Seat, Secret, Slot, Viewer, Zone, only, redact
from rules.engine.tally import Tally
from saves.storage.open_match import TimelineEvent

ROUNDS = 2
RULEBOOK = """
# Straws

## Drawing

**ST-1** Every seat draws two straws, unseen by the others.

**ST-2** *(ruling)* Straws are of *different* lengths, so nothing ties.

## Pointing

**ST-3** A seat points at a number from 1 to 3 that nobody has pointed at in this round.
"""
META = Meta(
    key="straws",
    title="Straws",
    rules_version=1,
    modes={"versus": (2, 4), "coop": (2, 4), "solo": (1, 1)},
    colours=("red", "green", "blue", "yellow"),
    unit=HALF_POINTS,
    choices=(
        level_option(("Short", "Two rounds of straws."), ("Long", "Two longer rounds.")),
        switch_option(
            "open-hands",
            "Hands",
            "hidden",
            "open",
            "Hidden: only you see your cards. Open: everyone does (house rule).",
            least_seats=2,
            opens_hands=True,
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class DrawStraws(Outcome):
    """Deal two straws to a seat."""

    seat: Seat
    straws: Secret[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Choose(Move):
    """Choose one of the two straws, face down."""

    straw: Secret[int]


@dataclass(frozen=True, slots=True)
class Reveal(Outcome):
    """Reveal all chosen straws."""

    opens_choices: ClassVar[bool] = True
    straws: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Point(Move):
    """A number from 1 to 3."""

    number: int


class Straws(NamedTuple):
    """The state."""

    round: int
    hands: tuple[Zone, ...]
    chosen: tuple[Slot, ...]
    revealed: bool
    pointed: tuple[int, ...]
    points: tuple[int, ...]


class StrawsGame:
    """Implements `rules.engine.game.Game`, but for the encodings, which the app never asks for."""

    meta = META
    bound = 100

    def __init__(self, options: Options) -> None:
        least, most = META.modes.get(options.mode, (1, 0))
        if not least <= options.seats <= most:
            raise OptionError(f"Straws is not played {options.mode} by {options.seats}.")
        self.options = options
        self.bands: tuple[str, ...] = () if options.mode == "versus" else ("lead", "gold")

    def initial(self) -> Straws:
        seats = self.options.seats
        return Straws(1, (Zone(0, (), EVERYONE),) * seats, (EMPTY,) * seats, False, (), (0,) * seats)  # noqa: FBT003

    def due(self, state: Straws) -> Due:
        if state.round > ROUNDS:
            return Due()
        if state.revealed:
            return Due((Seat(len(state.pointed)),))
        seats = range(self.options.seats)
        if any(state.hands[seat].count == 0 and state.chosen[seat].card is None for seat in seats):
            return Due(dealer=True)
        waiting = tuple(Seat(seat) for seat in seats if state.chosen[seat].card is None)
        return Due(waiting) if waiting else Due(dealer=True)

    def legal(self, state: Straws, seat: Seat) -> Sequence[Move]:
        if seat not in self.due(state).seats:
            return []
        if state.revealed:
            return [Point(seat, number) for number in (1, 2, 3) if number not in state.pointed]
        hand = state.hands[seat].cards
        return [Choose(seat, Secret(only(seat), straw)) for straw in (() if hand is HIDDEN else hand)]

    def candidate_moves(self, state: Straws, seat: Seat) -> Sequence[Move]:
        return self.legal(state, seat)

    def listed(self, state: Straws, move: Move) -> Move:
        return move

    def refusal(self, state: Straws, event: Event) -> Refusal | None:
        if isinstance(event, Move) and event.seat not in self.due(state).seats:
            return Refusal("not-your-turn", "ST-3")
        if isinstance(event, Point) and event.number in state.pointed:
            return Refusal("taken", "ST-3", (("number", event.number),))
        return None

    def apply(self, state: Straws, event: Event) -> Straws:
        if refusal := self.refusal(state, event):
            raise Refused(refusal)
        match event:
            case DrawStraws(seat, straws):
                return state._replace(hands=_put(state.hands, seat, Zone(2, straws.value, only(seat))))
            case Choose(seat, straw):
                chosen = _put(state.chosen, seat, Slot(straw.value, only(seat)))
                return state._replace(hands=_put(state.hands, seat, Zone(0, (), EVERYONE)), chosen=chosen)
            case Reveal(straws):
                return state._replace(revealed=True, chosen=tuple(Slot(straw, EVERYONE) for straw in straws))
            case Point(seat, number):
                pointed = (*state.pointed, number)
                points = _put(state.points, seat, state.points[seat] + 2 * number)
                state = state._replace(pointed=pointed, points=points)
                if len(pointed) == min(3, self.options.seats):
                    fresh = (EMPTY,) * self.options.seats
                    state = state._replace(round=state.round + 1, revealed=False, pointed=(), chosen=fresh)
                return state
            case _:
                raise Refused(Refusal("unknown", "ST-1"))

    def draw(self, state: Straws) -> Draw:
        begins = any(slot.card is None for slot in state.chosen)
        return Draw(f"straws {state.round}", sum(hand.count > 0 for hand in state.hands), opens_round=begins)

    def deal(self, state: Straws, entropy: bytes) -> Outcome:
        for seat in range(self.options.seats):
            if state.hands[seat].count == 0 and state.chosen[seat].card is None:
                straws = tuple(sorted(RandomStream(entropy).sample(range(10, 99), 2)))
                return DrawStraws(Seat(seat), Secret(only(Seat(seat)), straws))
        cards = [slot.card for slot in state.chosen]
        return Reveal(tuple(card for card in cards if isinstance(card, int)))

    turns_in_round = 0
    rating_deviation = 100

    def is_private(self, view: Straws, seat: Seat) -> bool:
        return any(isinstance(move, Choose) for move in self.legal(view, seat))

    def reveals(self, state: Straws, event: Event) -> bool:
        return isinstance(event, Outcome)

    def view(self, state: Straws, viewer: Viewer) -> Straws:
        return state._replace(
            hands=tuple(zone.view(viewer) for zone in state.hands),
            chosen=tuple(slot.view(viewer) for slot in state.chosen),
        )

    def sample_state(self, view: Straws, entropy: bytes) -> Straws:
        stream = RandomStream(entropy)

        def filled(zone: Zone) -> Zone:
            return zone if zone.cards is not HIDDEN else zone._replace(cards=tuple(stream.sample(range(10, 99), 2)))

        def laid(slot: Slot) -> Slot:
            return slot if slot.card is not HIDDEN else slot._replace(card=stream.sample(range(10, 99), 1)[0])

        return view._replace(hands=tuple(map(filled, view.hands)), chosen=tuple(map(laid, view.chosen)))

    def gain(self, state: Straws, seat: Seat, moves: Sequence[Move]) -> Sequence[int]:
        return self.rate(state, seat, moves)

    def rate(self, state: Straws, seat: Seat, moves: Sequence[Move]) -> Sequence[int]:
        return [2 * SCORE_UNIT * move.number if isinstance(move, Point) else 0 for move in moves]

    def evaluate(self, state: Straws, seat: Seat) -> int:
        return SCORE_UNIT * state.points[seat]

    def explain(self, state: Straws, move: Move) -> Sequence[Part]:
        return [Part("points", self.rate(state, move.seat, [move])[0])]

    def foreseen(self, state: Straws, seat: Seat) -> Straws:
        return state

    def periods(self, state: Straws) -> Sequence[Period]:
        return (Period("round", state.round),)

    def sheet(self, state: Straws) -> Sheet:
        lines = tuple(
            ScoreLine("pointing", "ST-3", Seat(seat), points // 2, points) for seat, points in enumerate(state.points)
        )
        if self.options.mode == "versus":
            best = max(state.points)
            winners = tuple(Seat(seat) for seat, points in enumerate(state.points) if points == best)
            return Sheet(lines, state.points, None, winners, "")
        team = sum(state.points) - 6
        lines = (*lines, ScoreLine("losses", "ST-2", None, 1, -6))
        return Sheet(lines, state.points, team, (), "gold" if team >= 8 else "lead")

    def tally(self, events: Sequence[Event]) -> Tally:
        return Tally((), ())

    def census(self, state: Straws) -> Mapping[str, int]:
        return {}

    def encode_state(self, state: Straws) -> Plain:
        raise NotImplementedError

    def decode_state(self, plain: Plain) -> Straws:
        raise NotImplementedError

    def encode_event(self, event: Event) -> Plain:
        raise NotImplementedError

    def decode_event(self, plain: Plain) -> Event:
        raise NotImplementedError

    def format(self, event: Event) -> str:
        match event:
            case Point(seat, number):
                return f"{seat + 1} point {number}"
            case Choose(seat, straw):
                return f"{seat + 1} choose {'?' if straw.value is HIDDEN else straw.value}"
            case _:
                return "dealer straws"

    def parse(self, text: str) -> Event:
        match text.split():
            case [seat, "point", number] if number.isdecimal():
                return Point(Seat(int(seat) - 1), int(number))
            case [seat, "choose", straw] if straw.isdecimal():
                own = Seat(int(seat) - 1)
                return Choose(own, Secret(only(own), int(straw)))
            case _:
                raise NotationError("point or choose, then a number")


def _put(row: tuple[Any, ...], place: int, value: object) -> tuple[Any, ...]:
    return (*row[:place], value, *row[place + 1 :])


class StrawsBox:
    """Implements `rules.engine.game.GameBox`."""

    meta = META

    def standard_components(self) -> Plain:
        return None

    def earlier_components(self) -> tuple[Plain, ...]:
        return ()

    def read_components(self, files: Mapping[str, str]) -> NoReturn:
        raise NotImplementedError

    def new(self, options: Options, components: Plain | None = None, rules_version: int | None = None) -> StrawsGame:
        return StrawsGame(options)

    def about_components(self) -> str:
        return "They are made up for the tests."

    def rulebook(self) -> str:
        return RULEBOOK


class StrawsBoard(TableBoard[Straws]):
    """Shows the hand to the seat that may see it; digits choose a straw or point, Enter makes a selected move."""

    BINDINGS = [*((digit, f"take({digit})", "") for digit in "123"), ("enter", "confirm", "")]
    DEFAULT_CSS = "StrawsBoard #hands { height: auto; width: 1fr; }"

    def compose(self) -> ComposeResult:
        yield Static(id="hands")

    selected: Move | None = None

    def select(self, move: Move) -> None:
        self.selected = move

    def action_confirm(self) -> None:
        if self.selected is None:
            raise SkipAction  # Enter is then for the screen.
        self.attempt(self.selected)

    def show_view(self, view: Straws) -> None:
        self.selected = None
        hands = [zone.cards for zone in view.hands]
        told = [
            line
            for timeline_event in self.turn.events[-4:]
            for line in self.texts.event_lines(self.table, timeline_event)
        ]
        text = f"round {view.round}, hands {hands}, pointed {view.pointed}\n" + "\n".join(told)
        self.query_one("#hands", Static).update(Content(text.replace("Hidden.HIDDEN", "?").replace("HIDDEN", "?")))

    def action_take(self, number: int) -> None:
        seat = self.turn.seat
        if seat is None:
            return
        hand = self.turn.own_view().hands[seat].cards
        if hand and hand is not HIDDEN:
            self.attempt(Choose(seat, Secret(only(seat), hand[number - 1])))
        else:
            self.attempt(Point(seat, number))


class StrawsScreens:
    """Implements `galli_tui.game_api.registry.GameScreens`."""

    def table_screen(self, table: Table) -> TableScreen:
        return TableScreen(table, StrawsBoard(table))

    def board_snapshot(self, table: Table, *, ascii_only: bool) -> None:
        return None


class StrawsTexts:
    """Implements `galli_tui.game_api.game_texts.GameTexts`."""

    def refusal(self, table: Table, refusal: Refusal) -> str:
        return f"{dict(refusal.facts).get('number', 'It')} is taken."

    def event_lines(self, table: Table, timeline_event: TimelineEvent) -> list[str]:
        match timeline_event.event:
            case Point(seat, number):
                return [f"{table.players[seat].name} points at {number}."]
            case Reveal(straws):
                return [f"Revealed: {', '.join(map(str, straws))}."]
            case _:
                return []

    def position(self, game: AnyGame, view: Straws, players: Sequence[str]) -> list[Description]:
        hands = ("hidden" if zone.cards is HIDDEN else " ".join(map(str, zone.cards)) for zone in view.hands)
        return [Description(name, (f"Straws: {hand}.",)) for name, hand in zip(players, hands, strict=True)]

    def component_names(self, game: AnyGame) -> Sequence[str]:
        return ()

    def reason(self, game: AnyGame, reason: Advantage) -> str:
        return "points higher"

    def is_outlook(self, key: str, clause: str) -> bool:
        return False

    def kind_of_move(self, game: AnyGame, move: Move) -> str:
        return ""

    def advantages(self, game: AnyGame, view: Straws, move: Move, other: Move) -> Sequence[Advantage]:
        return advantages(game, view, move, other)

    def own_reasons(
        self, game: AnyGame, view: Straws, move: Move, other: Move, reasons: Sequence[Advantage]
    ) -> Sequence[Advantage]:
        return reasons

    def reasons_until(self, table: Table, view: Straws, move: Move, reasons: Sequence[Advantage]) -> str:
        return ""

    def reasons_where(self, game: AnyGame, view: Straws, move: Move, reasons: Sequence[Advantage]) -> str:
        return ""

    def decision(self, table: Table, view: Straws, move: Move) -> str:
        match move:
            case Point(_, number):
                return f"point at {number}"
            case Choose(_, straw):
                return f"choose the straw of {straw.value}"
            case _:
                return ""

    def decision_forms(self, table: Table, view: Straws, move: Move) -> Sequence[str]:
        return (self.decision(table, view, move),)

    def pondered(self, table: Table) -> str:
        return ""

    def spoken_move(self, table: Table, view: Straws, move: Move) -> str:
        return self.decision(table, view, move)

    def spoken_run(self, table: Table, first: Move, last: Move) -> str:
        return ""

    def target(self, table: Table, kind: str, target: int) -> str:
        return f"number {target}" if kind == "number" and 1 <= target <= 3 else ""

    def next_step(self, table: Table) -> str:
        due = table.due
        if due.over:
            return "The match is over."
        if any(isinstance(move, Point) for seat in due.seats for move in table.game.legal(table.view(seat), seat)):
            return "Point at a number from 1 to 3."
        return "Choose a straw: 1 or 2."

    def waiting(self, table: Table) -> str:
        return self.next_step(table)

    def outcome(self, sheet: Sheet) -> str:
        return ""

    def score_label(self, line: ScoreLine) -> str:
        return {"pointing": "Numbers pointed at", "losses": "Straws lost"}[line.key]

    def row_label(self, change: LineChange) -> str:
        return self.score_label(ScoreLine(change.key, change.clause, change.seat, change.count_change, change.points))

    def change_label(self, change: LineChange) -> str:
        return {"pointing": "numbers pointed at", "losses": "straws lost"}[change.key]

    def brief_steps(self, table: Table) -> Sequence[str]:
        return ()

    def bands(self, game: AnyGame) -> tuple[RankRow, ...]:
        if game.options.mode == "versus":
            return ()
        return (
            RankRow("lead", "lead", None, "try again", "ink"),
            RankRow("gold", "gold", 8, "well done", "gold_text"),
        )

    def steps(self, game: AnyGame) -> tuple[RankRow, ...]:
        return ()

    def progress(self, game: AnyGame, state: Straws) -> str:
        return f"round {min(state.round, ROUNDS)} of {ROUNDS}"

    def guide(self, options: Options | None, *, ascii_only: bool) -> tuple[Paragraph, ...]:
        return (Paragraph("How a round goes", heading=True), Paragraph("All choose a straw, then all point at one."))

    def legend(
        self, options: Options | None, players: Sequence[TablePlayer] = (), *, ascii_only: bool
    ) -> tuple[Paragraph, ...]:
        return ()

    def drawn(self, table: Table, timeline_event: TimelineEvent) -> str:
        return ""

    def revealed(self, event: Event) -> str:
        return "new straws have been drawn" if isinstance(event, DrawStraws) else "the straws have been shown"


BOX = StrawsBox()
TEXTS = StrawsTexts()
SCREENS = StrawsScreens()


@pytest.fixture
def straws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register Straws as the only game."""
    monkeypatch.setattr("rules.registry._PACKAGES", {"straws": "straws"})
    for module in ("meta", "game"):
        monkeypatch.setitem(sys.modules, f"straws.{module}", sys.modules[__name__])
    monkeypatch.setattr("galli_tui.game_api.registry._GAMES", {"straws": Modules(__name__, __name__)})


def straws_table(
    *names: str,
    mode: str = "versus",
    variants: tuple[str, ...] = (),
    here: Sequence[bool] | None = None,
    seed: int = 1,
    rests: bool = False,
) -> InMemoryTable:
    """Return a table with these players, all local unless `here` says otherwise."""
    game = StrawsGame(Options(len(names), mode, 1, variants))
    present = here if here is not None else [True] * len(names)
    players = tuple(
        TablePlayer(name, META.colours[place], there)
        for place, (name, there) in enumerate(zip(names, present, strict=True))
    )
    return InMemoryTable(game, players, seed, rests=rests)


__all__ = ["Choose", "Point", "Reveal", "StrawsGame", "redact", "straws", "straws_table"]
