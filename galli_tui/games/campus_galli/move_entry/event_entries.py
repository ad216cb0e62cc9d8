"""Decisions within events, with the dice in view, and reports of events that are over."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import ClassVar

from galli_tui.games.campus_galli.card_effects import cost_spans
from galli_tui.games.campus_galli.card_texts import task_short
from galli_tui.games.campus_galli.event_lines import (
    card_lines,
    dice_lines,
    dice_words,
    event_title,
    report_lines,
    result_lines,
    seat_outcome_lines,
    threat_words,
)
from galli_tui.games.campus_galli.event_summary import EventSummary, current_event
from galli_tui.games.campus_galli.move_entry.base import MatchContext, MoveEntry
from galli_tui.games.campus_galli.move_entry.tile_menus import TileMenuEntry
from galli_tui.games.campus_galli.plan_scene import Highlights
from galli_tui.games.campus_galli.points import signed_points
from galli_tui.games.campus_galli.words import cost_words, tile_spans, tile_words
from galli_tui.games.kit.decision import Report
from galli_tui.games.kit.lines import Line, Span, line, paragraph
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.kit.request_words import by_number
from rules.campus_galli import dangers, losses
from rules.campus_galli.box import TaskKind
from rules.campus_galli.dangers import DangerStep
from rules.campus_galli.losses import ArrivalStep, Decline, LoseBook, LoseGuest, LoseGuestStep, Settle
from rules.campus_galli.scoring import BUILDER, COOPERATION
from rules.campus_galli.state import State
from rules.campus_galli.tiles import paid_for, payments, tiles_of
from rules.engine.secrecy import Seat
from rules.engine.steps import current_step

_IF_NOT_PAID = {
    TaskKind.FIRE: ("lose a book", "You lose a book"),
    TaskKind.EPIDEMIC: ("lose a guest monk", "You lose a guest monk"),
    TaskKind.COLLAPSE: ("the section falls", "The section falls and returns to where it came from"),
}
"""The result of not paying, in a few words and as a sentence."""


_PAYMENTS_INLINE = 3
"""The largest number of ways to pay that are listed without a page of their own."""


class EventEntry(TileMenuEntry):
    """A decision within an event: the event, and the choices below it.

    Where there is little room, the event leaves out first the card's text, then the picture of the dice, then the lines
    of the seats.
    """

    COVERS_TASKS = True
    STEADY = True
    NEEDS_FRESH_KEYS = True
    SHOWS_TILES: ClassVar[bool] = True
    """Whether the seat's tiles are shown above the choices."""

    def __init__(self, context: MatchContext, own_view: State, seat: Seat) -> None:
        self.summary: EventSummary | None = current_event(context.game.setting, own_view)
        """The event so far."""
        self._parts = 3
        super().__init__(context, own_view, seat)

    def update_summary(self, summaries: list[EventSummary]) -> None:
        """Show the event as these summaries have it."""
        self.summary = current_event(self.setting, self.own_view, summaries)

    @property
    def roll_number(self) -> int:
        return self.summary.rolls if self.summary is not None and self._faces else 0

    @property
    def title(self) -> str:
        return "" if self.summary is None else event_title(self.context, self.summary)

    @property
    def _faces(self) -> tuple[int, ...]:
        """The dice that the seat has to pay for."""
        step = self.own_view.agenda[-1]
        return step.faces if isinstance(step, DangerStep) else ()

    def question_lines(self, width: int) -> list[Line]:
        """Return the lines of the present question."""
        return []

    def decline_item(self, right: tuple[Span, ...] = (), result: str = "") -> MenuItem:
        """Return the item for not paying."""
        return MenuItem("don't pay", right, Decline(self.seat), note=f"{result}You keep {tile_words(self.own)}.")

    def above(self, width: int) -> list[Line]:
        if self.summary is None:
            return super().above(width)
        found = card_lines(self.context, self.summary, width) if self._parts > 2 else []
        if self._faces and self._parts > 1:
            found += dice_lines(self.glyphs, self._faces, dice_words(self._faces), width, self.frame)
        elif self._faces and not self.frame:
            found += paragraph(dice_words(self._faces), width)
        if self._parts > 0:
            bare = self.seat if self._faces and self._parts > 1 else None
            found += seat_outcome_lines(self.context, self.summary, width, frame=self.frame, bare=bare)
        return [*found, *self.question_lines(width), *(super().above(width) if self.SHOWS_TILES else [])]

    def lines(self, width: int, height: int) -> list[Line]:
        self._parts = 3
        while self._parts and self.height(width) > height:
            self._parts -= 1
        found = super().lines(width, height)
        if self.frame:
            # Nothing may give the result away while the dice tumble.
            shown = self.above(width)[: -1 if self.SHOWS_TILES else None]
            found = shown + [Line()] * (len(found) - len(shown))
        return found


class DangerEntry(EventEntry):
    """A danger with its dice: pay or not."""

    REQUEST = by_number("pay what the dice ask for?")

    @property
    def highlights(self) -> Highlights:
        if self.summary is None or not self.summary.threatened:
            return Highlights()
        return Highlights(marked=self.context.layout.placements[self.summary.threatened[1]].mask)

    def question_lines(self, width: int) -> list[Line]:
        if self.summary is None or not (threat := threat_words(self.context, self.summary)):
            return []
        return paragraph(threat, width, "good" if self.summary.prevented else "refusal", strong=True)

    def first_items(self) -> list[MenuItem]:
        step = current_step(self.own_view, DangerStep)
        task = self.box.tasks[step.task]
        # The first to ward it off takes the task card, the others "good cooperation" (CG-III-1h3, CG-III-1k6).
        first = self.own_view.board[step.place] is not None
        cards = dangers.cooperation_for(self.setting, self.own_view, step)
        gold = _points(task.points if first else COOPERATION * cards)
        paying = [item._replace(right=(*item.right, gold)) for item in self.pay_items()]
        if len(paying) > _PAYMENTS_INLINE:
            cost = cost_words(dangers.dice_cost(step.faces))
            paying = [MenuItem(f"pay {cost}", (gold,), items=paying, note="Shows the ways to pay.")]
        short, whole = _IF_NOT_PAID[task.kind]
        if task.kind is TaskKind.COLLAPSE and not first:
            short, whole = "no points", "The section is safe: another player has prevented the collapse"
        elif task.kind is TaskKind.COLLAPSE and self._others_can_pay(step):
            short = "others decide"
            whole = "The next player who can pay decides. If nobody pays, the section falls"
        lost: Sequence[object] = ()
        if task.kind is TaskKind.FIRE:
            lost = self.own_view.seats[self.seat].books
        elif task.kind is TaskKind.EPIDEMIC:
            lost = losses.guest_houses(self.setting, self.own_view, self.seat, task)
        note = f"{whole}{' of your choice' if len(lost) > 1 else ''}."
        return [*paying, self.decline_item((Span(short, "refusal"),), f"{note} ")]

    def _others_can_pay(self, step: DangerStep) -> bool:
        """Return whether a seat that decides after this one has the tiles."""
        cost = dangers.dice_cost(step.faces)
        waiting = [it.seat for it in self.own_view.agenda[:-1] if isinstance(it, DangerStep)]
        return any(payments(self.own_view.seats[seat].tiles, cost) for seat in waiting)


class LossEntry(EventEntry):
    """Which book or guest monk is lost."""

    SHOWS_TILES = False
    REQUEST = by_number("choose what to lose.")

    def question_lines(self, width: int) -> list[Line]:
        guests = isinstance(self.own_view.agenda[-1], LoseGuestStep)
        return paragraph(f"Which {'guest monk' if guests else 'book'} do you lose?", width, strong=True)

    def first_items(self) -> list[MenuItem]:
        return [*map(self._book, self.options(LoseBook)), *map(self._guest, self.options(LoseGuest))]

    def _book(self, move: LoseBook) -> MenuItem:
        card = self.box.cards[move.card]
        lost = Span(f" {signed_points(-card.points)}", "refusal")
        right = (*tile_spans(self.glyphs, tiles_of(card.colours)), lost)
        return MenuItem(card.name, right, move, note="The tile shown is what it earns when scored again.")

    def _guest(self, move: LoseGuest) -> MenuItem:
        words, lost = f"beside {self.building_words(move.building)}", Span(signed_points(-BUILDER), "refusal")
        area = self.context.layout.areas[move.building]
        return MenuItem(words, (lost,), move, note="He returns to your supply.", shows=area)


class ArrivalEntry(EventEntry):
    """Paying for another monk beside a building, or not."""

    REQUEST = by_number("pay for another monk?")

    def first_items(self) -> list[MenuItem]:
        cost = losses.arrival_cost(self.setting, current_step(self.own_view, ArrivalStep))
        items: list[MenuItem] = []
        for building, moves in groupby(self.options(Settle), key=lambda move: move.building):
            words, area = f"beside {self.building_words(building)}", self.context.layout.areas[building]
            ways = [self.pay_item(move, paid_for(cost, move.tiles), words) for move in moves]
            ways = [way._replace(right=(*way.right, _points(BUILDER)), shows=area) for way in ways]
            if cost.more:
                right = (*cost_spans(self.glyphs, cost), _points(BUILDER))
                ways = [MenuItem(words, right, items=ways, note="Shows the ways to pay.", shows=area)]
            items += ways
        return [*items, self.decline_item()]


def _points(half_points: int) -> Span:
    """Return points at the end of an item's line."""
    return Span(f" {signed_points(half_points)}", "gold", strong=True)


_IGNORED_PER_PAGE = 4
"""The largest number of ignored events on one page."""


class EventReport(Report, MoveEntry):
    """A report of events that nobody here decided, or that are over; Enter continues."""

    COVERS_TASKS = True

    def __init__(self, context: MatchContext, own_view: State, summaries: list[EventSummary]) -> None:
        super().__init__(context, own_view)
        self.summaries = summaries
        self._pages = _pages(summaries)

    @property
    def last(self) -> int:
        """The number of the last entry of the log that it reports; -1 if it comes from the state alone."""
        return max((number for summary in self.summaries for number in summary.event_numbers), default=-1)

    @property
    def _page(self) -> list[EventSummary]:
        return self._pages[0]

    def next_page(self) -> bool:
        """Show the next page; return False after the last one."""
        self._pages = self._pages[1:] or [[]]
        return bool(self._page)

    @property
    def roll_number(self) -> int:
        return max((summary.rolls for summary in self._page), default=0)

    @property
    def title(self) -> str:
        return event_title(self.context, self._page[0]) if len(self._page) == 1 else "events without effect"

    @property
    def prompt(self) -> str:
        more = len(self._pages) - 1
        return "Press Enter to continue." if not more else "Press Enter for the next event."

    @property
    def highlights(self) -> Highlights:
        found = 0
        for summary in self._page:
            if summary.fallen:
                found |= self.context.layout.placements[summary.fallen[1]].mask
        return Highlights(marked=found)

    def lines(self, width: int, height: int) -> list[Line]:
        found: list[Line] = []
        if len(self._page) == 1:
            found = report_lines(self.context, self._page[0], width, frame=self.frame)
        else:
            for summary in self._page:
                name = task_short(self.box, summary.task)
                found += [line(Span(name, strong=True)), *result_lines(self.context, summary, width)]
        ok = line(Span("▸ ", "gold", strong=True), Span("continue", strong=True), target="choice:0", chosen=True)
        return [*found[: height - 1], ok]


def _pages(summaries: list[EventSummary]) -> list[list[EventSummary]]:
    """Return a page for each event; successive ignored ones share a page."""
    pages: list[list[EventSummary]] = []
    for summary in summaries:
        if pages and summary.ignored and pages[-1][-1].ignored and len(pages[-1]) < _IGNORED_PER_PAGE:
            pages[-1].append(summary)
        else:
            pages.append([summary])
    return pages
