"""The menu of special actions: those that can be paid for, and the others with the reason why not."""

from __future__ import annotations

from collections.abc import Sequence

from galli_tui.games.campus_galli.card_effects import cost_spans
from galli_tui.games.campus_galli.card_texts import task_short
from galli_tui.games.campus_galli.move_entry.tile_menus import TileMenuEntry
from galli_tui.games.campus_galli.plan_scene import Highlights
from galli_tui.games.campus_galli.points import signed_points
from galli_tui.games.campus_galli.words import (
    building_words,
    colour_word,
    section_words,
    shape_words,
    space_words,
    tile_spans,
)
from galli_tui.games.kit.lines import Span
from galli_tui.games.kit.menu_decision import MenuItem
from galli_tui.style.wording import counted
from rules.campus_galli import special_actions, tasks
from rules.campus_galli.box import COLOURS, Task, TaskKind
from rules.campus_galli.scoring import BUILDER, PARCHMENT
from rules.campus_galli.special_actions import BuyFromHut, BuyFromPouch, Expand, Lift, Pass, PayTask
from rules.campus_galli.tiles import Cost, affordable, minus, payments, shown_cost, tile
from rules.engine.events import Move
from rules.engine.grid import spaces_of

_TASK, _EXPAND, _HUT, _POUCH, _LIFT = "task", "expand", "hut", "pouch", "lift"
_BUILDING, _PLACE = "building", "place"
"""What an item highlights on the plan: a building or a placement, by number."""


class SpecialActionEntry(TileMenuEntry):
    """One special action, or a pass for this round."""

    COVERS_TASKS = True
    STEADY = True

    @property
    def title(self) -> str:
        kind, _, which = self._name.partition(":")
        _, _, section = which.partition(",")
        match kind:
            case "task":
                return "task: choose the payment"
            case "expand":
                letter = self.context.plan.buildings[int(which)].letter if which else ""
                return f"expand {letter}: choose the payment" if which else "expand: which building?"
            case "hut" if section:
                return f"hut: pay for the {section_words(self.context.box, int(section))}"
            case "hut":
                return "hut: which section?" if which else "hut: which colour?"
            case "pouch":
                return (
                    f"pouch: pay for a {shape_words(self.context.box, int(which))}" if which else "pouch: which shape?"
                )
            case "lift":
                return "reconstruct: which section?"
            case "swap":
                return "swap: for which tile?" if which else "swap: which three tiles?"
            case _:
                return "special action"

    @property
    def prompt(self) -> str:
        if self.paged:
            return f"{self.context.name(self.seat)}: take a special action; Esc goes back."
        return f"{self.context.name(self.seat)}: take a special action or pass (number or arrows, then Enter)."

    def page(self, name: str) -> list[MenuItem]:
        kind, _, which = name.partition(":")
        match kind:
            case "":
                return self._actions()
            case "task":
                return self._payments([it for it in self.moves if isinstance(it, PayTask) and it.place == int(which)])
            case "expand" if which:
                return self._payments([it for it in self.moves if isinstance(it, Expand) and it.building == int(which)])
            case "expand":
                return self._buildings()
            case "hut":
                return self._hut(which)
            case "pouch":
                return self._pouch(which)
            case "lift":
                return self._liftable()
            case _:
                return self.swap_page(name)

    @property
    def highlights(self) -> Highlights:
        """The building or section that the item under the cursor names."""
        layout, name = self.context.layout, self.item.shows
        kind, _, which = name.partition(":")
        if kind == _BUILDING:
            return Highlights(marked=layout.areas[int(which)])
        return Highlights(marked=layout.placements[int(which)].mask) if kind == _PLACE else Highlights()

    def leads_to(self, page: str, move: Move) -> bool:
        kind, _, which = page.partition(":")
        match move:
            case PayTask(_, place):
                return kind == _TASK and which == str(place)
            case Expand(_, building):
                return kind == _EXPAND and which in ("", str(building))
            case Lift():
                return kind == _LIFT
            case BuyFromHut(_, section):
                colour = self.context.box.sections[section].colour
                return kind == _HUT and which in ("", str(colour), f"{colour},{section}")
            case BuyFromPouch(_, shape):
                return kind == _POUCH and which in ("", str(shape))
            case _:
                return super().leads_to(page, move)

    def _actions(self) -> list[MenuItem]:
        """Return the pass, then actions that can be paid for, then swaps, then the other actions with the reason."""
        setting = self.context.game.setting
        items = [
            self._paid_task(place, task)
            for kind in (TaskKind.PAID, TaskKind.HALT)
            for place, task in tasks.on_board(setting, self.own_view, kind)
        ]
        if setting.all_buildings & ~self.own_view.open:
            items.append(self._page_item("expand: flip a building to wood", _EXPAND))
        items.append(self._page_item("buy from the hut", _HUT, (Span("3 alike + 2 any", "faint"),)))
        items.append(
            self._page_item("buy from the pouch", _POUCH, cost_spans(self.context.glyphs, special_actions.POUCH_COST))
        )
        if tasks.on_board(setting, self.own_view, TaskKind.RECONSTRUCTION):
            items.append(self._page_item("reconstruct: move a section", _LIFT))
        passing = MenuItem("pass", answer=Pass(self.seat), note="You take no more special actions this round.")
        best = [item for item in items if not item.refusal]
        return [passing, *best, *self.swap_items(), *(item for item in items if item.refusal)]

    def _page_item(self, words: str, name: str, right: tuple[Span, ...] = ()) -> MenuItem:
        """Return an item that opens a page; if nothing there is legal, with the reason of its first item."""
        inner = self.page(name)
        barred = [item.refusal for item in inner]
        return MenuItem(words, right, page=name, page_refusal=None if None in barred else barred[0])

    def _paid_task(self, place: int, task: Task) -> MenuItem:
        cost, page = shown_cost(task.tiles), f"{_TASK}:{place}"
        move = PayTask(self.seat, place, next(iter(payments(self.own, cost)), None) if cost.more else None)
        if task.kind is not TaskKind.HALT or task.building is None:
            return self._action(move, task_short(self.context.box, task), cost, page, task.points)
        words = f"lift the cordon from {self.context.plan.buildings[task.building].letter}"
        shows = f"{_BUILDING}:{task.building}"
        return self._action(move, words, cost, page, task.points)._replace(shows=shows)

    def _action(self, move: Move, words: str, cost: Cost, page: str, points: int = 0, outcome: str = "") -> MenuItem:
        """Return an action with its cost, its points and the tiles left; `page` has the ways to pay."""
        refusal = self.context.game.refusal(self.own_view, move)
        right = (
            *cost_spans(self.context.glyphs, cost),
            *([Span(f" {signed_points(points)}", "gold", strong=True)] if points else []),
        )
        if cost.more and refusal is None:
            return MenuItem(words, right, page=page, note=f"Shows the ways to pay. {outcome}".strip())
        note = self._swap_note(cost) if refusal else self.before_and_after(minus(self.own, cost.tiles))
        return MenuItem(words, right, refusal or move, note=f"{note} {outcome}".strip())

    def _payments(self, moves: Sequence[PayTask | Expand]) -> list[MenuItem]:
        """Return each way to pay for one action."""
        paid = [(move, move.tiles) for move in moves if move.tiles is not None]
        return [
            MenuItem(
                "pay", tile_spans(self.context.glyphs, tiles), move, note=self.before_and_after(minus(self.own, tiles))
            )
            for move, tiles in paid
        ]

    def _swap_note(self, cost: Cost) -> str:
        """Return a note if swaps would make a cost payable."""
        payable = affordable(self.own, self.own_view.tiles, cost) and not payments(self.own, cost)
        return "You can after swapping." if payable else ""

    def _buildings(self) -> list[MenuItem]:
        setting, plan = self.context.game.setting, self.context.plan
        items: list[MenuItem] = []
        for building in spaces_of(setting.all_buildings & ~self.own_view.open):
            cost, page = special_actions.building_cost(setting, building), f"{_EXPAND}:{building}"
            move = Expand(self.seat, building, next(iter(payments(self.own, cost)), None) if cost.more else None)
            item = self._action(
                move, building_words(plan.buildings[building]), cost, page, *self._expansion_gain(building)
            )
            items.append(item._replace(shows=f"{_BUILDING}:{building}"))
        return _payable_first(items)

    def _expansion_gain(self, building: int) -> tuple[int, str]:
        """Return the half-points that expanding with a building scores, and why."""
        setting, box = self.context.game.setting, self.context.box
        if not self.own_view.seats[self.seat].supply:
            return 0, "You have no monk left to place beside it."
        numbers = [self.own_view.board[place] for place in tasks.of_side(setting, self.own_view, building)]
        done = [box.tasks[number] for number in numbers if number is not None]
        named = "".join(f" Fulfils {task_short(box, task)}." for task in done)
        spared = ""
        if setting.together:
            spared = f" Left as parchment it costs {counted(-PARCHMENT // 2, 'point')} at the end."
        return BUILDER + sum(task.points for task in done), f"A master builder is placed beside it.{named}{spared}"

    def _liftable(self) -> list[MenuItem]:
        """Return the sections that a reconstruction on the board may move."""
        setting, box, items = self.context.game.setting, self.context.box, list[MenuItem]()
        for place, task in tasks.on_board(setting, self.own_view, TaskKind.RECONSTRUCTION):
            for laid in self.own_view.laid:
                if box.sections[laid.section].shape in task.shapes:
                    move = Lift(self.seat, place, laid.section)
                    first, *_ = self.context.layout.placements[laid.placement].spaces
                    words = f"{section_words(box, laid.section)} at {space_words(self.context.plan, first)}"
                    refusal = self.context.game.refusal(self.own_view, move)
                    note = "" if refusal else "You place it elsewhere at once, at no cost."
                    worth = (Span(signed_points(task.points), "gold", strong=True),)
                    shows = f"{_PLACE}:{laid.placement}"
                    items.append(MenuItem(words, worth, refusal or move, note=note, shows=shows))
        return _payable_first(items) or [MenuItem("no section of that shape is on the plan")]

    def _hut(self, which: str) -> list[MenuItem]:
        """Return the page of colours, then of sections, then of payments."""
        colour, _, section = which.partition(",")
        if not which:
            return _payable_first([self._hut_colour(colour) for colour in range(len(COLOURS))])
        if section:
            buys = [move for move in self.moves if isinstance(move, BuyFromHut) and move.section == int(section)]
            return [self._purchase(move) for move in buys]
        setting = self.context.game.setting
        return _payable_first(
            [
                self._section(number, f"{_HUT}:{colour},{number}")
                for number in spaces_of(self.own_view.hut & setting.colour_sections[int(colour)])
            ]
        )

    def _hut_colour(self, colour: int) -> MenuItem:
        """Return the item of a colour; if none of its sections can be bought, with the reason of the first."""
        setting = self.context.game.setting
        left = list(spaces_of(self.own_view.hut & setting.colour_sections[colour]))
        # Where none is left, a section that has been taken gives the reason.
        there = left or list(spaces_of(setting.hut_at_start & setting.colour_sections[colour]))
        inner = [self._section(number, "") for number in there]
        barred = [item.refusal for item in inner]
        why = None if None in barred else barred[0]
        words = f"{colour_word(colour)}, {counted(len(left), 'section')} left"
        right = cost_spans(self.context.glyphs, Cost(tile(colour, 3), 2))
        return MenuItem(
            words, right, page=f"{_HUT}:{colour}" if left else "", page_refusal=why, note=inner[0].note if why else ""
        )

    def _section(self, number: int, page: str) -> MenuItem:
        words, cost = (
            section_words(self.context.box, number),
            special_actions.hut_cost(self.context.game.setting, number),
        )
        if any(isinstance(move, BuyFromHut) and move.section == number for move in self.moves):
            return MenuItem(words, page=page)
        # Any payment will do: the rules check the section before the tiles.
        paid = next(iter(payments(self.own, cost)), cost.tiles)
        refusal = self.context.game.refusal(self.own_view, BuyFromHut(self.seat, number, paid))
        return MenuItem(words, answer=refusal, note=self._swap_note(cost))

    def _pouch(self, which: str) -> list[MenuItem]:
        """Return the page of shapes, then of payments."""
        if which:
            buys = [move for move in self.moves if isinstance(move, BuyFromPouch) and move.shape == int(which)]
            return [self._purchase(move) for move in buys]
        setting, items, cost = self.context.game.setting, list[MenuItem](), special_actions.POUCH_COST
        for number in range(len(self.context.box.shapes)):
            left = (self.own_view.pouch & setting.shape_sections[number]).bit_count()
            words = f"{shape_words(self.context.box, number)}, {left} left"
            if any(isinstance(move, BuyFromPouch) and move.shape == number for move in self.moves):
                items.append(MenuItem(words, page=f"{_POUCH}:{number}", note="Its colour is random."))
            else:
                paid = next(iter(payments(self.own, cost)), cost.tiles)
                refusal = self.context.game.refusal(self.own_view, BuyFromPouch(self.seat, number, paid))
                items.append(MenuItem(words, answer=refusal, note=self._swap_note(cost)))
        return _payable_first(items)

    def _purchase(self, move: BuyFromHut | BuyFromPouch) -> MenuItem:
        """Return one way to pay for a section."""
        after = self.before_and_after(minus(self.own, move.tiles))
        return MenuItem(
            "pay",
            tile_spans(self.context.glyphs, move.tiles),
            move,
            note=f"{after} You place it at once; it gains no tiles.",
        )


def _payable_first(items: list[MenuItem]) -> list[MenuItem]:
    """Return items that are legal, then the others."""
    return sorted(items, key=lambda item: item.refusal is not None)
