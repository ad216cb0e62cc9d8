"""The menu of special actions, each with its price, or with the reason why it is impossible now."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from galli_tui.games.campus_galli.card_effects import cost_spans
from galli_tui.games.campus_galli.card_texts import task_short
from galli_tui.games.campus_galli.move_entry.base import legal_first
from galli_tui.games.campus_galli.move_entry.tile_menus import SWAP, TileMenuEntry
from galli_tui.games.campus_galli.points import signed_points
from galli_tui.games.campus_galli.words import (
    colour_word,
    section_words,
    shape_words,
    space_words,
)
from galli_tui.games.kit.lines import Span
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.kit.request_words import by_number
from galli_tui.style.wording import counted
from rules.campus_galli import special_actions, tasks
from rules.campus_galli.box import COLOURS, Task, TaskKind
from rules.campus_galli.scoring import BUILDER, PARCHMENT
from rules.campus_galli.special_actions import BuyFromHut, BuyFromPouch, Expand, Lift, Pass, PayTask
from rules.campus_galli.state import LaidSection
from rules.campus_galli.tile_transfers import SwapTiles
from rules.campus_galli.tiles import Cost, Tiles, affordable, minus, payments, shown_cost, tile
from rules.engine.events import Move
from rules.engine.grid import spaces_of
from rules.engine.refusal import Refusal


class SpecialActionEntry(TileMenuEntry):
    """One special action, or a pass for this round."""

    COVERS_TASKS = True
    STEADY = True
    TITLE = "special action"
    REQUEST = by_number("take a special action or pass.")
    PAGE_REQUEST = "take a special action; Esc goes back."

    def first_items(self) -> list[MenuItem]:
        """Return the pass and the actions in one order, so that each keeps its number whether it is possible or not."""
        setting, view = self.setting, self.own_view
        # Without parchment, a building that is open gives the reason.
        buildings = spaces_of(setting.all_buildings & ~view.open or setting.all_buildings)
        pages = legal_first([self._expansion(building) for building in buildings])
        expand = MenuItem("expand: flip a building to wood", items=pages, title="expand: which building?")
        pages = legal_first([self._hut_colour(colour) for colour in range(len(COLOURS))])
        price = (Span("3 alike + 2 any", "faint"),)
        hut = MenuItem("buy from the hut", price, items=pages, title="hut: which colour?")
        pages = legal_first([self._pouch_shape(shape) for shape in range(len(self.box.shapes))])
        price = cost_spans(self.glyphs, special_actions.POUCH_COST)
        pouch = MenuItem("buy from the pouch", price, items=pages, title="pouch: which shape?")
        passing = MenuItem("pass", answer=Pass(self.seat), note="You take no more special actions this round.")
        return [passing, expand, hut, pouch, self._swaps(), *self._task_items()]

    def _swaps(self) -> MenuItem:
        """Return the item for swaps; where none is possible, one of the first colour gives the reason."""
        swaps = self.swap_items()
        return swaps[0] if swaps else MenuItem(SWAP, answer=self.answer(SwapTiles(self.seat, tile(0, 3), 1)))

    def _task_items(self) -> list[MenuItem]:
        """Return the actions of the tasks on the board, which go with their task."""
        items = [
            self._paid_task(place, task)
            for kind in (TaskKind.PAID, TaskKind.HALT)
            for place, task in tasks.on_board(self.setting, self.own_view, kind)
        ]
        if rebuilding := tasks.on_board(self.setting, self.own_view, TaskKind.RECONSTRUCTION):
            lifts = [self._lift(place, task, laid) for place, task in rebuilding for laid in self._liftable(task)]
            pages = legal_first(lifts) or [MenuItem("no section of that shape is on the plan")]
            items.append(MenuItem("reconstruct: move a section", items=pages, title="reconstruct: which section?"))
        return items

    def _action(
        self, make: Callable[[Tiles | None], PayTask | Expand], words: str, cost: Cost, points: int, outcome: str = ""
    ) -> MenuItem:
        """Return an action with its cost, its points and the tiles left, or a page of the ways to pay."""
        ways = [make(tiles) for tiles in payments(self.own, cost)] if cost.more else []
        answer = self.answer(ways[0] if ways else make(None))
        gold = (Span(f" {signed_points(points)}", "gold", strong=True),) if points else ()
        item = MenuItem(words, (*cost_spans(self.glyphs, cost), *gold), answer)
        if isinstance(answer, Refusal):
            note = self._swap_note(cost)
        elif ways:
            note = "Shows the ways to pay."
            item = item._replace(answer=None, items=[self.pay_item(way, way.tiles) for way in ways if way.tiles])
        else:
            note = self.before_and_after(minus(self.own, cost.tiles))
        return item._replace(note=f"{note} {outcome}".strip())

    def _paid_task(self, place: int, task: Task) -> MenuItem:
        words, shows = task_short(self.box, task), 0
        if task.kind is TaskKind.HALT and task.building is not None:
            words = f"lift the cordon from {self.plan.buildings[task.building].letter}"
            shows = self.context.layout.areas[task.building]
        item = self._action(lambda tiles: PayTask(self.seat, place, tiles), words, shown_cost(task.tiles), task.points)
        return item._replace(shows=shows, title="task: choose the payment")

    def _expansion(self, building: int) -> MenuItem:
        cost, words = special_actions.building_cost(self.setting, building), self.building_words(building)
        gain = self._expansion_gain(building)
        item = self._action(lambda tiles: Expand(self.seat, building, tiles), words, cost, *gain)
        title = f"expand {self.plan.buildings[building].letter}: choose the payment"
        return item._replace(shows=self.context.layout.areas[building], title=title)

    def _expansion_gain(self, building: int) -> tuple[int, str]:
        """Return the half-points that expanding with a building scores, and why."""
        setting, box = self.setting, self.box
        if not self.own_view.seats[self.seat].supply:
            return 0, "You have no monk left to place beside it."
        numbers = [self.own_view.board[place] for place in tasks.of_side(setting, self.own_view, building)]
        done = [box.tasks[number] for number in numbers if number is not None]
        named = "".join(f" Fulfils {task_short(box, task)}." for task in done)
        spared = ""
        if setting.together:
            spared = f" Left as parchment it costs {counted(-PARCHMENT // 2, 'point')} at the end."
        return BUILDER + sum(task.points for task in done), f"A master builder is placed beside it.{named}{spared}"

    def _swap_note(self, cost: Cost) -> str:
        """Return a note if swaps would make a cost payable."""
        payable = affordable(self.own, self.own_view.tiles, cost) and not payments(self.own, cost)
        return "You can after swapping." if payable else ""

    def _liftable(self, task: Task) -> list[LaidSection]:
        """Return the sections on the plan that a reconstruction may move."""
        return [laid for laid in self.own_view.laid if self.box.sections[laid.section].shape in task.shapes]

    def _lift(self, place: int, task: Task, laid: LaidSection) -> MenuItem:
        placement, answer = (
            self.context.layout.placements[laid.placement],
            self.answer(Lift(self.seat, place, laid.section)),
        )
        words = f"{section_words(self.box, laid.section)} at {space_words(self.plan, placement.spaces[0])}"
        worth = (Span(signed_points(task.points), "gold", strong=True),)
        note = "" if isinstance(answer, Refusal) else "You place it elsewhere at once, at no cost."
        return MenuItem(words, worth, answer, note=note, shows=placement.mask)

    def _hut_colour(self, colour: int) -> MenuItem:
        """Return the item of a colour; where none of it is left, a section that has been taken gives the reason."""
        sections = self.setting.colour_sections[colour]
        left = list(spaces_of(self.own_view.hut & sections))
        inner = [self._hut_section(number) for number in left or spaces_of(self.setting.hut_at_start & sections)]
        words = f"{colour_word(colour)}, {counted(len(left), 'section')} left"
        item = MenuItem(words, cost_spans(self.glyphs, Cost(tile(colour, 3), 2)), title="hut: which section?")
        item = item._replace(items=legal_first(inner)) if left else item._replace(answer=inner[0].refusal)
        return item._replace(note=inner[0].note) if item.refusal else item

    def _hut_section(self, number: int) -> MenuItem:
        words, cost = section_words(self.box, number), special_actions.hut_cost(self.setting, number)
        ways = [move for move in self.options(BuyFromHut) if move.section == number]
        item = self._bought(words, ways, cost, lambda tiles: BuyFromHut(self.seat, number, tiles))
        return item._replace(title=f"hut: pay for the {words}")

    def _pouch_shape(self, number: int) -> MenuItem:
        left = (self.own_view.pouch & self.setting.shape_sections[number]).bit_count()
        words, cost = shape_words(self.box, number), special_actions.POUCH_COST
        ways = [move for move in self.options(BuyFromPouch) if move.shape == number]
        item = self._bought(f"{words}, {left} left", ways, cost, lambda tiles: BuyFromPouch(self.seat, number, tiles))
        return item._replace(title=f"pouch: pay for a {words}", note="Its colour is random." if ways else item.note)

    def _bought(
        self, words: str, ways: Sequence[BuyFromHut | BuyFromPouch], cost: Cost, make: Callable[[Tiles], Move]
    ) -> MenuItem:
        """Return a section or shape with a page of the ways to pay, or the reason why it can't be bought."""
        if ways:
            pays = [self.pay_item(it, it.tiles, more="You place it at once; it gains no tiles.") for it in ways]
            return MenuItem(words, items=pays)
        # Any payment will do: the rules check the section before the tiles.
        paid = next(iter(payments(self.own, cost)), cost.tiles)
        return MenuItem(words, answer=self.answer(make(paid)), note=self._swap_note(cost))
