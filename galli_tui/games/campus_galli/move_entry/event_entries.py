"""What events ask of a seat, as scenes with the dice in view; and what all see of those that are over."""

from __future__ import annotations

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
from galli_tui.games.campus_galli.lines import Line, Span, line, paragraph
from galli_tui.games.campus_galli.move_entry.base import InputKind, MatchContext, MoveEntry
from galli_tui.games.campus_galli.move_entry.menu import MenuItem
from galli_tui.games.campus_galli.move_entry.tile_menus import TileMenuEntry
from galli_tui.games.campus_galli.plan_scene import Highlights
from galli_tui.games.campus_galli.words import building_words, cost_words, signed, tile_spans, tile_words
from rules.campus_galli import dangers
from rules.campus_galli.box import TaskKind
from rules.campus_galli.events import Decline, LoseBook, LoseGuest, Settle
from rules.campus_galli.scoring import BUILDER, COOPERATION
from rules.campus_galli.state import State, current_step
from rules.campus_galli.steps import ArrivalStep, DangerStep, LoseGuestStep
from rules.campus_galli.tiles import minus, paid_for, payments, tiles_of
from rules.engine.events import Move
from rules.engine.secrecy import Seat

_IF_NOT_PAID = {
    TaskKind.FIRE: ("a book burns", "Then a book of your library goes back to the box for good"),
    TaskKind.EPIDEMIC: ("a guest leaves", "Then one of your guest monks there goes home"),
    TaskKind.COLLAPSE: ("the section falls", "Then it goes back to where it came from"),
}
"""What comes of not paying, in few words and in a sentence."""


_PAYMENTS = "ways"
"""The page of the ways to pay, where there are many."""
_PAYMENTS_INLINE = 3
"""So many ways to pay stand beside not paying."""


class EventEntry(TileMenuEntry):
    """A decision within an event: the event as a scene, and the choices below it.

    The scene gives up its parts one after the other where there is little room: first the card's own sentence, then the
    dice as they lie, then the seats' lines.
    """

    COVERS_TASKS = True
    SHOWS_TILES: ClassVar[bool] = True
    """Whether it is decided with tiles, which stand above the choices."""

    def __init__(self, context: MatchContext, own_view: State, seat: Seat) -> None:
        self.summary: EventSummary | None = current_event(context.game.setting, own_view)
        """The event, as it has been summaries so far."""
        self._frame = 0
        self._parts = 3
        super().__init__(context, own_view, seat)

    def update_summary(self, summaries: list[EventSummary]) -> None:
        """Tells the scene all that has happened."""
        self.summary = current_event(self.context.game.setting, self.own_view, summaries)

    @property
    def roll_number(self) -> int:
        return self.summary.rolls if self.summary is not None and self._faces else 0

    @property
    def animating(self) -> bool:
        return self._frame > 0

    def animate(self, frame: int) -> None:
        self._frame = frame

    @property
    def title(self) -> str:
        return "" if self.summary is None else event_title(self.context, self.summary)

    @property
    def highlights(self) -> Highlights:
        """The building that the choice names."""
        move = self.item.answer
        named = isinstance(move, LoseGuest | Settle)
        return Highlights(marked=self.context.layout.areas[move.building]) if named else Highlights()

    @property
    def _faces(self) -> tuple[int, ...]:
        """The dice that the seat has to answer."""
        step = self.own_view.agenda[-1]
        return step.faces if isinstance(step, DangerStep) else ()

    def question_lines(self, width: int) -> list[Line]:
        """What is asked just now."""
        return []

    def above(self, width: int) -> list[Line]:
        if self.summary is None:
            return super().above(width)
        found = card_lines(self.context, self.summary, width) if self._parts > 2 else []
        if self._faces and self._parts > 1:
            found += dice_lines(self.context.glyphs, self._faces, dice_words(self._faces), width, self._frame)
        elif self._faces and not self._frame:
            found += paragraph(dice_words(self._faces), width)
        if self._parts > 0:
            bare = self.seat if self._faces and self._parts > 1 else None
            found += seat_outcome_lines(self.context, self.summary, self.own_view, width, frame=self._frame, bare=bare)
        return [*found, *self.question_lines(width), *(super().above(width) if self.SHOWS_TILES else [])]

    def lines(self, width: int, height: int) -> list[Line]:
        self._parts = 3
        while self._parts and self.height(width) > height:
            self._parts -= 1
        found = super().lines(width, height)
        if self._frame:
            # While the dice tumble nobody sees what they will ask for.
            shown = self.above(width)[: -1 if self.SHOWS_TILES else None]
            found = shown + [Line()] * (len(found) - len(shown))
        return found


class DangerEntry(EventEntry):
    """A danger, with its dice: to pay, or not."""

    @property
    def _kind(self) -> TaskKind:
        return self.context.box.tasks[current_step(self.own_view, DangerStep).task].kind

    @property
    def prompt(self) -> str:
        return f"{self.context.name(self.seat)}, pay what the dice ask for, or do not: a number, then enter."

    @property
    def highlights(self) -> Highlights:
        if self.summary is None or self.summary.threatened is None:
            return Highlights()
        return Highlights(marked=self.context.layout.placements[self.summary.threatened[1]].mask)

    def question_lines(self, width: int) -> list[Line]:
        if self.summary is None or not (threat := threat_words(self.context, self.summary)):
            return []
        return paragraph(threat, width, "good" if self.summary.prevented else "refusal", strong=True)

    def page(self, name: str) -> list[MenuItem]:
        step = current_step(self.own_view, DangerStep)
        task = self.context.box.tasks[step.task]
        # The first to ward it off takes the task card, the others "good cooperation" (CG-III-1h3, CG-III-1k6).
        first = self.own_view.board[step.place] is not None
        cards = dangers.cooperation_for(self.context.game.setting, self.own_view, step)
        earned = task.points if first else COOPERATION * cards
        gold = Span(f" {signed(earned)}", "gold", strong=True)
        paying = [item._replace(right=(*item.right, gold)) for item in self.pay_items()]
        if name == _PAYMENTS:
            return paying
        if len(paying) > _PAYMENTS_INLINE:
            cost = cost_words(dangers.dice_cost(step.faces))
            paying = [MenuItem(f"pay {cost}", (gold,), page=_PAYMENTS, note="Opens the ways to pay; esc comes back.")]
        short, whole = _IF_NOT_PAID[self._kind]
        if self._kind is TaskKind.COLLAPSE and not first:
            short, whole = "no points", "The section stands: another player has prevented the collapse"
        elif self._kind is TaskKind.COLLAPSE and self._others_can_pay(step):
            short = "others decide"
            whole = "Then the next seat that can pay is asked. If nobody pays, the section falls"
        choice = ""
        if self._kind is TaskKind.FIRE:
            choice = ", of your choice" if len(self.own_view.seats[self.seat].books) > 1 else ""
        elif self._kind is TaskKind.EPIDEMIC:
            houses = dangers.guest_houses(self.context.game.setting, self.own_view, self.seat, task)
            choice = ", of your choice" if len(houses) > 1 else ""
        mine = f" You keep {tile_words(self.own)}."
        decline = MenuItem("do not pay", (Span(short, "refusal"),), Decline(self.seat), note=f"{whole}{choice}.{mine}")
        return [*paying, decline]

    def _others_can_pay(self, step: DangerStep) -> bool:
        """Whether a seat that is asked after this one has the tiles."""
        cost = dangers.dice_cost(step.faces)
        waiting = [it.seat for it in self.own_view.agenda[:-1] if isinstance(it, DangerStep)]
        return any(payments(self.own_view.seats[seat].tiles, cost) for seat in waiting)


class LossEntry(EventEntry):
    """Which book burns, or from where a guest monk goes home."""

    SHOWS_TILES = False

    @property
    def prompt(self) -> str:
        return f"{self.context.name(self.seat)}, choose what is lost: a number or arrows, then enter."

    def question_lines(self, width: int) -> list[Line]:
        guests = isinstance(self.own_view.agenda[-1], LoseGuestStep)
        words = "Which guest monk goes home?" if guests else "Which book burns?"
        return paragraph(words, width, strong=True)

    def page(self, name: str) -> list[MenuItem]:
        items: list[MenuItem] = []
        for move in self.moves:
            if isinstance(move, LoseBook):
                card = self.context.box.cards[move.card]
                right = (
                    *tile_spans(self.context.glyphs, tiles_of(card.colours)),
                    Span(f" {signed(-card.points)}", "refusal"),
                )
                brings = "The tile is what it brings when it is scored again."
                items.append(MenuItem(card.name, right, move, note=brings))
            elif isinstance(move, LoseGuest):
                words = f"beside {building_words(self.context.plan.buildings[move.building])}"
                items.append(
                    MenuItem(words, (Span(signed(-BUILDER), "refusal"),), move, note="He comes home to your supply.")
                )
        return items


class ArrivalEntry(EventEntry):
    """Another monk beside a building, for tiles."""

    @property
    def prompt(self) -> str:
        return f"{self.context.name(self.seat)}, pay for a monk beside a building, or do not."

    def page(self, name: str) -> list[MenuItem]:
        cost = dangers.arrival_cost(self.context.game.setting, current_step(self.own_view, ArrivalStep))
        gold = Span(f" {signed(BUILDER)}", "gold", strong=True)
        moves = [move for move in self.moves if isinstance(move, Settle)]
        if cost.more and not name:
            places = dict.fromkeys(move.building for move in moves)
            right, note = (*cost_spans(self.context.glyphs, cost), gold), "Opens the ways to pay; esc comes back."
            items = [MenuItem(self._beside(place), right, page=str(place), note=note) for place in places]
        else:
            paid = [(move, paid_for(cost, move.tiles)) for move in moves if name in ("", str(move.building))]
            items = [
                MenuItem(
                    self._beside(move.building),
                    (*tile_spans(self.context.glyphs, tiles), gold),
                    move,
                    note=self.before_and_after(minus(self.own, tiles)),
                )
                for move, tiles in paid
            ]
        if name:
            return items
        note = f"You keep {tile_words(self.own)}."
        return [*items, MenuItem("do not pay", answer=Decline(self.seat), note=note)]

    def leads_to(self, page: str, move: Move) -> bool:
        return isinstance(move, Settle) and page == str(move.building)

    def _beside(self, building: int) -> str:
        return f"beside {building_words(self.context.plan.buildings[building])}"


_IGNORED_PER_PAGE = 4
"""So many ignored events are summaries on one page."""


class EventReport(MoveEntry):
    """Events in which nobody here had to decide, or that have come to an end, for all to see: enter goes on."""

    INPUTS = frozenset({InputKind.ENTER})
    COVERS_TASKS = True

    def __init__(self, context: MatchContext, own_view: State, summaries: list[EventSummary]) -> None:
        super().__init__(context, own_view)
        self.summaries = summaries
        self._pages = _pages(summaries)
        self._frame = 0

    @property
    def last(self) -> int:
        """The number of the last happening that it tells of; -1 where only the state did."""
        return max((number for summary in self.summaries for number in summary.event_numbers), default=-1)

    @property
    def _page(self) -> list[EventSummary]:
        return self._pages[0]

    def next_page(self) -> bool:
        """Shows what happened after it; False when that was all."""
        self._pages = self._pages[1:] or [[]]
        return bool(self._page)

    @property
    def roll_number(self) -> int:
        return max((summary.rolls for summary in self._page), default=0)

    @property
    def animating(self) -> bool:
        return self._frame > 0

    def animate(self, frame: int) -> None:
        self._frame = frame

    @property
    def title(self) -> str:
        return event_title(self.context, self._page[0]) if len(self._page) == 1 else "events that touch nobody"

    @property
    def prompt(self) -> str:
        more = len(self._pages) - 1
        return "Press enter to continue." if not more else "Press enter to see what followed."

    @property
    def highlights(self) -> Highlights:
        found = 0
        for summary in self._page:
            if summary.fallen is not None:
                found |= self.context.layout.placements[summary.fallen[1]].mask
        return Highlights(marked=found)

    def lines(self, width: int, height: int) -> list[Line]:
        found: list[Line] = []
        if len(self._page) == 1:
            found = report_lines(self.context, self._page[0], self.own_view, width, frame=self._frame)
        else:
            for summary in self._page:
                name = task_short(self.context.box, self.context.box.tasks[summary.task])
                found += [line(Span(name, strong=True)), *result_lines(self.context, summary, width)]
        ok = line(Span("▸ ", "gold", strong=True), Span("go on", strong=True), target="choice:0", chosen=True)
        return [*found[: height - 1], ok]


def _pages(summaries: list[EventSummary]) -> list[list[EventSummary]]:
    """A page for each event; ignored ones that follow one another are summaries together."""
    pages: list[list[EventSummary]] = []
    for summary in summaries:
        if pages and summary.ignored and pages[-1][-1].ignored and len(pages[-1]) < _IGNORED_PER_PAGE:
            pages[-1].append(summary)
        else:
            pages.append([summary])
    return pages
