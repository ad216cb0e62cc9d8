"""What events ask of a seat, after the dice have been rolled."""

from __future__ import annotations

from galli_tui.campus_galli.card_texts import task_full, task_short
from galli_tui.campus_galli.entering.deeds import TileMenu, cost_words
from galli_tui.campus_galli.entering.menu import Item, Menu
from galli_tui.campus_galli.lines import Line, Span, line, paragraph
from galli_tui.campus_galli.words import building_words, dice_spans, place_words, section_words, tile_spans
from rules.campus_galli import dangers
from rules.campus_galli.box import Task, TaskKind
from rules.campus_galli.events import Decline, LoseBook, LoseGuest, Settle
from rules.campus_galli.state import current
from rules.campus_galli.steps import ArrivalStep, DangerStep
from rules.campus_galli.tiles import minus, tiles_of

_LOSSES = {
    TaskKind.FIRE: "a book of yours burns, of your choice",
    TaskKind.EPIDEMIC: "a guest monk of yours goes home, of your choice",
    TaskKind.COLLAPSE: "the next seat is asked; if nobody pays, the section falls",
}


class Facing(TileMenu):
    """A danger, with its dice: to pay, or not."""

    @property
    def title(self) -> str:
        return task_short(self.desk.box, self.desk.box.tasks[current(self.sight, DangerStep).task])

    @property
    def prompt(self) -> str:
        return f"{self.desk.name(self.seat)}, pay what the dice ask and earn the seals, or do not."

    def above(self, width: int) -> list[Line]:
        step = current(self.sight, DangerStep)
        asks = cost_words(dangers.asked(step.faces))
        scene = [line(Span("the dice ", "faint"), *dice_spans(self.desk.signs, step.faces))]
        if self.desk.box.tasks[step.task].kind is TaskKind.COLLAPSE:
            scene += paragraph(self._threat(), width, "refusal")
        return [*scene, *paragraph(f"They ask for {asks}.", width), *super().above(width)]

    def _threat(self) -> str:
        game, box = self.desk.game, self.desk.box
        laid = dangers.threatened(game.setting, self.sight, box.tasks[current(self.sight, DangerStep).task])
        if laid is None:
            return ""
        where = place_words(self.desk.plan, self.desk.layout.placements[laid.placement].mask)
        return f"The {section_words(box, laid.section)} at {where} is about to fall."

    def page(self, name: str) -> list[Item]:
        step = current(self.sight, DangerStep)
        kind = self.desk.box.tasks[step.task].kind
        return [
            *self.pay_items(),
            Item("do not pay", answer=Decline(self.seat), note=f"Then {_LOSSES.get(kind, 'it is so')}."),
        ]


class Losing(Menu):
    """Which book burns, or from where a guest monk goes home."""

    @property
    def title(self) -> str:
        books = any(isinstance(move, LoseBook) for move in self.moves)
        return "a book is lost" if books else "a guest monk goes home"

    @property
    def prompt(self) -> str:
        return f"{self.desk.name(self.seat)}, choose what is lost: a number, or arrows and enter."

    def page(self, name: str) -> list[Item]:
        items: list[Item] = []
        for move in self.moves:
            if isinstance(move, LoseBook):
                card = self.desk.box.cards[move.card]
                colour = tile_spans(self.desk.signs, tiles_of(card.colours))
                worth = "a whole" if card.points > 1 else "half a"
                items.append(Item(card.name, colour, move, note=f"Worth {worth} point."))
            elif isinstance(move, LoseGuest):
                items.append(Item(f"beside {building_words(self.desk.plan.buildings[move.building])}", answer=move))
        return items


class Arriving(TileMenu):
    """Another monk beside a building, for tiles."""

    @property
    def title(self) -> str:
        return task_short(self.desk.box, self._task)

    @property
    def _task(self) -> Task:
        return self.desk.box.tasks[current(self.sight, ArrivalStep).task]

    @property
    def prompt(self) -> str:
        return f"{self.desk.name(self.seat)}, pay for a monk beside a building, or do not."

    def above(self, width: int) -> list[Line]:
        return [*paragraph(task_full(self.desk.box, self._task), width, "faint"), *super().above(width)]

    def page(self, name: str) -> list[Item]:
        cost = tiles_of(self._task.tiles)
        items = [
            Item(
                f"beside {building_words(self.desk.plan.buildings[move.building])}",
                (*tile_spans(self.desk.signs, cost), Span(" +1", "gold")),
                move,
                note=self.before_and_after(minus(self.own, cost)),
            )
            for move in self.moves
            if isinstance(move, Settle)
        ]
        return [*items, Item("do not pay", answer=Decline(self.seat))]
