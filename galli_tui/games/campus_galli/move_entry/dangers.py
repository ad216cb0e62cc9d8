"""What events ask of a seat, as scenes with the dice in view; and what all see of those that are over."""

from __future__ import annotations

from typing import ClassVar

from galli_tui.games.campus_galli.card_texts import task_short
from galli_tui.games.campus_galli.event_scene import (
    asked_words,
    card_lines,
    dice_lines,
    event_words,
    outcome_lines,
    role_lines,
    threat_words,
    witness_lines,
)
from galli_tui.games.campus_galli.event_summary import Tale, present
from galli_tui.games.campus_galli.lines import Line, Span, line, paragraph
from galli_tui.games.campus_galli.move_entry.base import Ability, Desk, Entering
from galli_tui.games.campus_galli.move_entry.deeds import TileMenu
from galli_tui.games.campus_galli.move_entry.menu import Item
from galli_tui.games.campus_galli.outlook import cost_spans
from galli_tui.games.campus_galli.scene import Pointing
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

_LOSSES = {
    TaskKind.FIRE: ("a book burns", "Then a book of your library goes back to the box for good"),
    TaskKind.EPIDEMIC: ("a guest leaves", "Then one of your guest monks there goes home"),
    TaskKind.COLLAPSE: ("the section falls", "Then it goes back to where it came from"),
}
"""What comes of not paying, in few words and in a sentence."""


_WAYS = "ways"
"""The page of the ways to pay, where there are many."""
_FEW = 3
"""So many ways to pay stand beside not paying."""


class EventScene(TileMenu):
    """A decision within an event: the event as a scene, and the choices below it.

    The scene gives up its parts one after the other where there is little room: first the card's own sentence, then the
    dice as they lie, then the seats' lines.
    """

    WHOLE = True
    PAYS: ClassVar[bool] = True
    """Whether it is decided with tiles, which stand above the choices."""

    def __init__(self, desk: Desk, sight: State, seat: Seat) -> None:
        self.tale: Tale | None = present(desk.game.setting, sight)
        """The event, as it has been told so far."""
        self._beat = 0
        self._parts = 3
        super().__init__(desk, sight, seat)

    def tell(self, told: list[Tale]) -> None:
        """Tells the scene all that has happened."""
        self.tale = present(self.desk.game.setting, self.sight, told)

    @property
    def thrown(self) -> int:
        return self.tale.rolls if self.tale is not None and self._faces else 0

    @property
    def tumbling(self) -> bool:
        return self._beat > 0

    def tumble(self, beat: int) -> None:
        self._beat = beat

    @property
    def title(self) -> str:
        return "" if self.tale is None else event_words(self.desk, self.tale)

    @property
    def pointing(self) -> Pointing:
        """The building that the choice names."""
        move = self.item.answer
        named = isinstance(move, LoseGuest | Settle)
        return Pointing(marked=self.desk.layout.areas[move.building]) if named else Pointing()

    @property
    def _faces(self) -> tuple[int, ...]:
        """The dice that the seat has to answer."""
        step = self.sight.agenda[-1]
        return step.faces if isinstance(step, DangerStep) else ()

    def asks(self, width: int) -> list[Line]:
        """What is asked just now."""
        return []

    def above(self, width: int) -> list[Line]:
        if self.tale is None:
            return super().above(width)
        found = card_lines(self.desk, self.tale, width) if self._parts > 2 else []
        if self._faces and self._parts > 1:
            found += dice_lines(self.desk.signs, self._faces, asked_words(self._faces), width, self._beat)
        elif self._faces and not self._beat:
            found += paragraph(asked_words(self._faces), width)
        if self._parts > 0:
            bare = self.seat if self._faces and self._parts > 1 else None
            found += role_lines(self.desk, self.tale, self.sight, width, beat=self._beat, bare=bare)
        return [*found, *self.asks(width), *(super().above(width) if self.PAYS else [])]

    def lines(self, width: int, height: int) -> list[Line]:
        self._parts = 3
        while self._parts and self.height(width) > height:
            self._parts -= 1
        found = super().lines(width, height)
        if self._beat:
            # While the dice tumble nobody sees what they will ask for.
            shown = self.above(width)[: -1 if self.PAYS else None]
            found = shown + [Line()] * (len(found) - len(shown))
        return found


class Facing(EventScene):
    """A danger, with its dice: to pay, or not."""

    @property
    def _kind(self) -> TaskKind:
        return self.desk.box.tasks[current_step(self.sight, DangerStep).task].kind

    @property
    def prompt(self) -> str:
        return f"{self.desk.name(self.seat)}, pay what the dice ask for, or do not: a number, then enter."

    @property
    def pointing(self) -> Pointing:
        if self.tale is None or self.tale.threatened is None:
            return Pointing()
        return Pointing(marked=self.desk.layout.placements[self.tale.threatened[1]].mask)

    def asks(self, width: int) -> list[Line]:
        if self.tale is None or not (threat := threat_words(self.desk, self.tale)):
            return []
        return paragraph(threat, width, "good" if self.tale.prevented else "refusal", strong=True)

    def page(self, name: str) -> list[Item]:
        step = current_step(self.sight, DangerStep)
        task = self.desk.box.tasks[step.task]
        # The first to ward it off takes the task card, the others "good cooperation" (CG-III-1h3, CG-III-1k6).
        first = self.sight.board[step.place] is not None
        cards = dangers.cooperation_for(self.desk.game.setting, self.sight, step)
        earned = task.points if first else COOPERATION * cards
        gold = Span(f" {signed(earned)}", "gold", strong=True)
        paying = [item._replace(right=(*item.right, gold)) for item in self.pay_items()]
        if name == _WAYS:
            return paying
        if len(paying) > _FEW:
            cost = cost_words(dangers.dice_cost(step.faces))
            paying = [Item(f"pay {cost}", (gold,), page=_WAYS, note="Opens the ways to pay; esc comes back.")]
        short, whole = _LOSSES[self._kind]
        if self._kind is TaskKind.COLLAPSE and not first:
            short, whole = "no points", "The section stands: another player has prevented the collapse"
        elif self._kind is TaskKind.COLLAPSE and self._others_can_pay(step):
            short = "others decide"
            whole = "Then the next seat that can pay is asked. If nobody pays, the section falls"
        choice = ""
        if self._kind is TaskKind.FIRE:
            choice = ", of your choice" if len(self.sight.seats[self.seat].books) > 1 else ""
        elif self._kind is TaskKind.EPIDEMIC:
            houses = dangers.guest_houses(self.desk.game.setting, self.sight, self.seat, task)
            choice = ", of your choice" if len(houses) > 1 else ""
        mine = f" You keep {tile_words(self.own)}."
        decline = Item("do not pay", (Span(short, "refusal"),), Decline(self.seat), note=f"{whole}{choice}.{mine}")
        return [*paying, decline]

    def _others_can_pay(self, step: DangerStep) -> bool:
        """Whether a seat that is asked after this one has the tiles."""
        cost = dangers.dice_cost(step.faces)
        waiting = [it.seat for it in self.sight.agenda[:-1] if isinstance(it, DangerStep)]
        return any(payments(self.sight.seats[seat].tiles, cost) for seat in waiting)


class Losing(EventScene):
    """Which book burns, or from where a guest monk goes home."""

    PAYS = False

    @property
    def prompt(self) -> str:
        return f"{self.desk.name(self.seat)}, choose what is lost: a number or arrows, then enter."

    def asks(self, width: int) -> list[Line]:
        guests = isinstance(self.sight.agenda[-1], LoseGuestStep)
        words = "Which guest monk goes home?" if guests else "Which book burns?"
        return paragraph(words, width, strong=True)

    def page(self, name: str) -> list[Item]:
        items: list[Item] = []
        for move in self.moves:
            if isinstance(move, LoseBook):
                card = self.desk.box.cards[move.card]
                right = (
                    *tile_spans(self.desk.signs, tiles_of(card.colours)),
                    Span(f" {signed(-card.points)}", "refusal"),
                )
                brings = "The tile is what it brings when it is scored again."
                items.append(Item(card.name, right, move, note=brings))
            elif isinstance(move, LoseGuest):
                words = f"beside {building_words(self.desk.plan.buildings[move.building])}"
                items.append(
                    Item(words, (Span(signed(-BUILDER), "refusal"),), move, note="He comes home to your supply.")
                )
        return items


class Arriving(EventScene):
    """Another monk beside a building, for tiles."""

    @property
    def prompt(self) -> str:
        return f"{self.desk.name(self.seat)}, pay for a monk beside a building, or do not."

    def page(self, name: str) -> list[Item]:
        cost = dangers.arrival_cost(self.desk.game.setting, current_step(self.sight, ArrivalStep))
        gold = Span(f" {signed(BUILDER)}", "gold", strong=True)
        moves = [move for move in self.moves if isinstance(move, Settle)]
        if cost.more and not name:
            places = dict.fromkeys(move.building for move in moves)
            right, note = (*cost_spans(self.desk.signs, cost), gold), "Opens the ways to pay; esc comes back."
            items = [Item(self._beside(place), right, page=str(place), note=note) for place in places]
        else:
            paid = [(move, paid_for(cost, move.tiles)) for move in moves if name in ("", str(move.building))]
            items = [
                Item(
                    self._beside(move.building),
                    (*tile_spans(self.desk.signs, tiles), gold),
                    move,
                    note=self.before_and_after(minus(self.own, tiles)),
                )
                for move, tiles in paid
            ]
        if name:
            return items
        note = f"You keep {tile_words(self.own)}."
        return [*items, Item("do not pay", answer=Decline(self.seat), note=note)]

    def leads_to(self, page: str, move: Move) -> bool:
        return isinstance(move, Settle) and page == str(move.building)

    def _beside(self, building: int) -> str:
        return f"beside {building_words(self.desk.plan.buildings[building])}"


_TOGETHER = 4
"""So many ignored events are told on one page."""


class Witnessing(Entering):
    """Events in which nobody here had to decide, or that have come to an end, for all to see: enter goes on."""

    ABILITIES = frozenset({Ability.ENTER})
    WHOLE = True

    def __init__(self, desk: Desk, sight: State, told: list[Tale]) -> None:
        super().__init__(desk, sight)
        self.told = told
        self._pages = _pages(told)
        self._beat = 0

    @property
    def last(self) -> int:
        """The number of the last happening that it tells of; -1 where only the state did."""
        return max((number for tale in self.told for number in tale.numbers), default=-1)

    @property
    def _page(self) -> list[Tale]:
        return self._pages[0]

    def next_page(self) -> bool:
        """Shows what happened after it; False when that was all."""
        self._pages = self._pages[1:] or [[]]
        return bool(self._page)

    @property
    def thrown(self) -> int:
        return max((tale.rolls for tale in self._page), default=0)

    @property
    def tumbling(self) -> bool:
        return self._beat > 0

    def tumble(self, beat: int) -> None:
        self._beat = beat

    @property
    def title(self) -> str:
        return event_words(self.desk, self._page[0]) if len(self._page) == 1 else "events that touch nobody"

    @property
    def prompt(self) -> str:
        more = len(self._pages) - 1
        return "Press enter to continue." if not more else "Press enter to see what followed."

    @property
    def pointing(self) -> Pointing:
        found = 0
        for tale in self._page:
            if tale.fallen is not None:
                found |= self.desk.layout.placements[tale.fallen[1]].mask
        return Pointing(marked=found)

    def lines(self, width: int, height: int) -> list[Line]:
        found: list[Line] = []
        if len(self._page) == 1:
            found = witness_lines(self.desk, self._page[0], self.sight, width, beat=self._beat)
        else:
            for tale in self._page:
                name = task_short(self.desk.box, self.desk.box.tasks[tale.task])
                found += [line(Span(name, strong=True)), *outcome_lines(self.desk, tale, width)]
        ok = line(Span("▸ ", "gold", strong=True), Span("go on", strong=True), target="choice:0", chosen=True)
        return [*found[: height - 1], ok]


def _pages(told: list[Tale]) -> list[list[Tale]]:
    """A page for each event; ignored ones that follow one another are told together."""
    pages: list[list[Tale]] = []
    for tale in told:
        if pages and tale.ignored and pages[-1][-1].ignored and len(pages[-1]) < _TOGETHER:
            pages[-1].append(tale)
        else:
            pages.append([tale])
    return pages
