"""Component statistics of a finished match, counted by replaying it.

`tally_parts` arranges the counters as a `Tally`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.campus_galli import scoring
from rules.campus_galli.box import UNSEALED, Origin
from rules.campus_galli.dealing import DealPiles
from rules.campus_galli.gaps import SendBuilderHome
from rules.campus_galli.laying_sections import (
    DrawSection,
    DrawSectionStep,
    FlipBuilding,
    LayReason,
    LaySection,
    LaySectionStep,
    TakeFromHut,
    TakeFromPouch,
)
from rules.campus_galli.leftovers import Borrow
from rules.campus_galli.rounds import ChooseCard, FillBoardStep, RevealCards, RevealTask
from rules.campus_galli.rule_base import CampusEvent
from rules.campus_galli.setting import Setting
from rules.campus_galli.special_actions import BuyFromHut, BuyFromPouch, Expand
from rules.campus_galli.state import EffectKind, State
from rules.campus_galli.takeable import takeable
from rules.campus_galli.tally_parts import parts
from rules.engine.events import Move
from rules.engine.grid import mask_of, spaces_of
from rules.engine.secrecy import HIDDEN, Seat
from rules.engine.steps import current_step
from rules.engine.tally import Counters, Tally

UNEARNED = frozenset({"tiles", "lost-half"})
"""Rows of the sheet that no turn earns: tiles are counted as tiles, and lost halves are one sum."""
OWN_ROWS = frozenset({"tasks", "books", "guests"})
"""Rows of a seat that only its own turns change."""
Points = dict[tuple[Seat | None, bool], int]
"""Half-points by seat (None for the table), and by whether they are in rows of `OWN_ROWS`."""


Apply = Callable[[State, CampusEvent], State]


def tally(setting: Setting, state: State, apply: Apply, events: Sequence[CampusEvent]) -> Tally:
    """Return the statistics of a match from its first state and its events. Raises ValueError for a redacted event."""
    witness = _MatchCounter(setting, state, apply)
    for event in events:
        witness.count_event(event)
    return parts(setting, witness.state, witness.notes)


class _MatchCounter:
    """Replays a match and counts."""

    def __init__(self, setting: Setting, state: State, apply: Apply) -> None:
        self._setting = setting
        self.state = state
        self._apply = apply
        self._points = _points_of(setting, self.state)
        self.notes = Counters()
        self.notes.add("cause", "at the start", points=sum(self._points.values()))
        self._cards: dict[Seat, int] = {}
        """The card of each seat in this round, once revealed."""
        self._idle: set[Seat] = set()
        """The seats whose card is not played in this round."""
        self._gains = Counters()
        """Half-points and tiles of each seat's turn."""
        self._task = 0
        """The task revealed last."""
        self._shown: dict[int, int] = {}
        """The round in which each task came to the board."""
        self._section: int | None = None
        """The section just laid, while its consequences follow."""

    def count_event(self, event: CampusEvent) -> None:
        """Count one event."""
        before = self.state
        self._choices(before, event)
        self.state = after = self._apply(before, event)
        self.notes.add("course", "events", "times")
        self._outcomes(event)
        self._laying(before, event)
        self._effects()
        self._rounds_on_board(before.round)
        points = _points_of(self._setting, after)
        gained = {key: points.get(key, 0) - self._points.get(key, 0) for key in points.keys() | self._points.keys()}
        self._points = points
        self._gained(before, event, gained)
        if any(effect.key in (EffectKind.ROUND_BEGUN, EffectKind.FINISHED) for effect in after.told):
            self._end_of_round()

    def _choices(self, state: State, event: CampusEvent) -> None:
        """Count the options of a decision, and the one taken."""
        match event:
            case ChooseCard():
                hand = state.seats[event.seat].hand.cards
                if hand is HIDDEN or event.card.value is HIDDEN:
                    raise ValueError("a redacted event")
                self.notes.choose("card", hand, event.card.value)
            case FlipBuilding(building=None):
                self.notes.add("course", "flips left out", "times")
            case FlipBuilding(building=int(building)):
                self.notes.choose("opened", spaces_of(self._setting.all_buildings & ~state.open), building)
            case Expand():
                offered = Expand.options(self._setting, state, event.seat)
                self.notes.choose("opened", dict.fromkeys(it.building for it in offered), event.building)
            case TakeFromHut() | TakeFromPouch():
                self._take(*takeable(self._setting, state, event.seat), event)
            case BuyFromHut() | BuyFromPouch():
                sections = {it.section for it in BuyFromHut.options(self._setting, state, event.seat)}
                shapes = {it.shape for it in BuyFromPouch.options(self._setting, state, event.seat)}
                self._take(mask_of(sections), mask_of(shapes), event)
            case Borrow() if (top := state.leftovers[event.pile].top) is not None:
                self.notes.add("card", top, "lent")
            case _:
                pass

    def _take(self, hut: int, pouch: int, event: TakeFromHut | TakeFromPouch | BuyFromHut | BuyFromPouch) -> None:
        sections = self._setting.box.sections
        from_hut = isinstance(event, TakeFromHut | BuyFromHut)
        shape = sections[event.section].shape if from_hut else event.shape
        self.notes.choose("shape", {sections[it].shape for it in spaces_of(hut)} | set(spaces_of(pouch)), shape)
        if (hut.bit_count() + pouch.bit_count()) > 1:
            for section in spaces_of(hut):
                self.notes.add("section", section, "chances")
            if from_hut:
                self.notes.add("section", event.section, "taken")

    def _outcomes(self, event: CampusEvent) -> None:
        """Count the cards and tasks that the dealer has dealt or revealed."""
        match event:
            case DealPiles():
                for pile in event.piles:
                    if pile.value is HIDDEN:
                        raise ValueError("a redacted event")
                    for card in pile.value:
                        self.notes.add("card", card, "dealt")
            case RevealCards():
                for seat, card in enumerate(event.cards):
                    self.notes.add("card", card, "turned up")
                    self._cards[Seat(seat)] = card
            case RevealTask():
                self._task = event.task
                self.notes.add("task", event.task, "shown")
                if event.task in self.state.board:
                    self.notes.add("task", event.task, "chances", "times")
                    if self._setting.box.tasks[event.task].kind in UNSEALED:
                        # It takes effect whenever it comes to the board.
                        self.notes.add("task", event.task, "taken")
                    self._shown[event.task] = self.state.round
            case _:
                pass

    def _laying(self, before: State, event: CampusEvent) -> None:
        """Set the section to which the consequences belong, and count its origin."""
        if isinstance(event, FlipBuilding | SendBuilderHome):
            return
        self._section = None
        if isinstance(event, LaySection):
            step = current_step(before, LaySectionStep)
            self._section = section = step.section
            origin = self._setting.box.sections[section].origin
            way = {LayReason.CARD: "hut" if origin is Origin.HUT else "pouch", LayReason.BOUGHT: "bought"}
            self.notes.add("section", section, "times", way.get(step.reason, "rebuilt"))

    def _effects(self) -> None:
        """Count the consequences of the event."""
        add, state = self.notes.add, self.state
        for key, seat, facts in state.told:
            match key:
                case EffectKind.TASK_FULFILLED:
                    add("task", facts[0], "taken", "fulfilled", points=self._setting.box.tasks[facts[0]].points)
                case EffectKind.CARD_SPENT | EffectKind.BEGS if seat is not None and seat not in self._idle:
                    self._idle.add(seat)
                    add("card", self._cards[seat], "spent" if key is EffectKind.CARD_SPENT else "begged")
                case EffectKind.EVENT_IGNORED:
                    add("task", facts[0], "ignored")
                case EffectKind.COMPLETED:
                    add("completed", facts[0], "times", round=state.round)
                case EffectKind.FLIPPED if seat is None:
                    add("opened", facts[0], "by task")
                case EffectKind.FLIPPED:
                    add("opened", facts[0], "by seat", "times", round=state.round)
                case EffectKind.FALLEN:
                    add("section", facts[0], "fallen")
                case _:
                    pass

    def _rounds_on_board(self, now: int) -> None:
        """Count the rounds on the board of tasks that have left it or lie there at the end."""
        over = not self.state.agenda
        for task in [task for task in self._shown if over or task not in self.state.board]:
            self.notes.add("task", task, rounds=now - self._shown.pop(task) + 1)

    def _gained(self, before: State, event: CampusEvent, gained: Points) -> None:
        """Count half-points and tiles by cause."""
        tiles = {
            seat: sum(self.state.seats[seat].tiles) - sum(before.seats[seat].tiles) for seat in self._setting.seats
        }
        if any(isinstance(step, FillBoardStep) for step in before.agenda):
            points, tasks = sum(gained.values()), self._setting.box.tasks
            self.notes.add("cause", "tasks turned up", points=points)
            seals = sum(tasks[it.facts[0]].points for it in self.state.told if it.key is EffectKind.TASK_FULFILLED)
            self.notes.add("task", self._task, points=points - seals, tiles=sum(tiles.values()))
            return
        whose = self._whose(before, event)
        # Rows that only another seat changes belong to its turn, which began with the same event.
        for seat in self._cards:
            if seat != whose:
                self._gains.add("turn", seat, points=gained.pop((seat, True), 0), tiles=tiles.pop(seat))
        mine = 0 if whose is None else gained.pop((whose, True), 0) + gained.pop((whose, False), 0)
        rest = sum(gained.values())
        if self._setting.together:
            mine, rest = mine + rest, 0
        self.notes.add("cause", "others' turns", points=rest)
        if self._section is not None:
            self.notes.add("section", self._section, points=mine)
        self._of_buildings(event, mine)
        if whose is not None and self._setting.tiles and before.turn is None:
            self.notes.add("cause", "special actions", points=mine, tiles=tiles[whose])
        elif whose is not None:
            self._gains.add("turn", whose, points=mine, tiles=tiles[whose])

    def _whose(self, before: State, event: CampusEvent) -> Seat | None:
        """Return the seat whose turn or special action it is; None outside turns."""
        if not before.order:
            return None
        if before.turn is not None:
            return before.turn
        if isinstance(event, Move):
            return event.seat
        return current_step(before, DrawSectionStep).seat if isinstance(event, DrawSection) else None

    def _of_buildings(self, event: CampusEvent, points: int) -> None:
        """Count the points of flipping a building by choice and of completing one."""
        if isinstance(event, Expand) or (isinstance(event, FlipBuilding) and event.building is not None):
            self.notes.add("opened", event.building, points=points)
        for effect in self.state.told:
            if effect.key is EffectKind.COMPLETED:
                self.notes.add("completed", effect.facts[0], points=points)

    def _end_of_round(self) -> None:
        """Credit each card with the gains of its turn."""
        for seat, card in self._cards.items():
            points, tiles = (self._gains.of("turn", seat, it) for it in ("points", "tiles"))
            self.notes.add("cause", "begging" if seat in self._idle else "cards", points=points, tiles=tiles)
            if seat not in self._idle:
                self.notes.add("card", card, "times", points=points, tiles=tiles)
        self._cards, self._gains, self._idle = {}, Counters(), set()


def _points_of(setting: Setting, state: State) -> Points:
    found: Points = {}
    for line in scoring.sheet(setting, state).lines:
        if line.key not in UNEARNED:
            key = (line.seat, line.key in OWN_ROWS)
            found[key] = found.get(key, 0) + line.points
    return found
