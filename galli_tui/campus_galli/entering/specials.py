"""Special actions as a menu: what can be paid for, and with the rest the clause that says why not."""

from __future__ import annotations

from galli_tui.campus_galli.card_texts import task_short
from galli_tui.campus_galli.entering.deeds import TileMenu
from galli_tui.campus_galli.entering.menu import Item
from galli_tui.campus_galli.lines import Span
from galli_tui.campus_galli.words import building_words, colour_word, counted, place_words, section_words, tile_spans
from rules.campus_galli import specials, tasks
from rules.campus_galli.box import COLOURS, TaskKind
from rules.campus_galli.events import BuyFromHut, BuyFromPouch, Expand, Lift, Pass, PayTask
from rules.campus_galli.geometry import spaces_of
from rules.campus_galli.tiles import Cost, minus, tile, tiles_of
from rules.engine.events import Move

_EXPAND, _HUT, _POUCH, _LIFT = "expand", "hut", "pouch", "lift"


class Acting(TileMenu):
    """One special action, or passing for this round."""

    @property
    def title(self) -> str:
        return "special action"

    @property
    def prompt(self) -> str:
        return f"{self.desk.name(self.seat)}, take a special action or pass; esc goes back a page."

    def page(self, name: str) -> list[Item]:
        kind, _, which = name.partition(":")
        match kind:
            case "":
                return self._actions()
            case "expand":
                return self._buildings()
            case "hut":
                return self._hut(which)
            case "pouch":
                return self._pouch(which)
            case "lift":
                return self._lifts()
            case _:
                return self.swap_page(name)

    def _actions(self) -> list[Item]:
        setting, box = self.desk.game.setting, self.desk.box
        items = [
            self._answer(PayTask(self.seat, place), task_short(box, task), Cost(tiles_of(task.tiles)), task.points)
            for kind in (TaskKind.PAID, TaskKind.HALT)
            for place, task in tasks.on_board(setting, self.sight, kind)
        ]
        if setting.all_buildings & ~self.sight.open:
            items.append(Item("expand: turn a building to wood", page=_EXPAND))
        items.append(Item("buy a section from the hut", (Span("3 alike + 2", "faint"),), page=_HUT))
        items.append(Item("buy a section from the pouch", (Span("1 each + 1", "faint"),), page=_POUCH))
        if tasks.on_board(setting, self.sight, TaskKind.RECONSTRUCTION):
            items.append(Item("reconstruct: lay a section elsewhere", page=_LIFT))
        passing = Item("pass", answer=Pass(self.seat), note="You take no more special action in this round.")
        return [passing, *items, *self.swap_items()]

    def _answer(self, move: Move, words: str, cost: Cost, points: int = 0) -> Item:
        refusal = self.desk.game.refusal(self.sight, move)
        right = (*tile_spans(self.desk.signs, cost.tiles), *([Span(f" +{points // 2}", "gold")] if points else []))
        note = "" if refusal else self.before_and_after(minus(self.own, cost.tiles))
        return Item(words, right, refusal or move, note=note)

    def _buildings(self) -> list[Item]:
        setting, plan = self.desk.game.setting, self.desk.plan
        return [
            self._answer(
                Expand(self.seat, building),
                building_words(plan.buildings[building]),
                specials.building_cost(setting, building),
                2 if self.sight.seats[self.seat].supply else 0,
            )
            for building in spaces_of(setting.all_buildings & ~self.sight.open)
        ]

    def _lifts(self) -> list[Item]:
        """The sections of the shapes that are to be rebuilt."""
        setting, box, items = self.desk.game.setting, self.desk.box, list[Item]()
        for place, task in tasks.on_board(setting, self.sight, TaskKind.RECONSTRUCTION):
            for laid in self.sight.laid:
                if box.sections[laid.section].shape in task.shapes:
                    move = Lift(self.seat, place, laid.section)
                    where = place_words(self.desk.plan, self.desk.layout.placements[laid.placement].mask)
                    words = f"{section_words(box, laid.section)}, {where}"
                    worth = (Span(f"+{task.points // 2}", "gold"),)
                    items.append(Item(words, worth, self.desk.game.refusal(self.sight, move) or move))
        return items or [Item("no section of the shape lies on the plan")]

    def _hut(self, which: str) -> list[Item]:
        """By colours, then the shapes, then what is paid."""
        setting, signs = self.desk.game.setting, self.desk.signs
        buys = [move for move in self.moves if isinstance(move, BuyFromHut)]
        if not which:
            items: list[Item] = []
            for colour in range(len(COLOURS)):
                left = list(spaces_of(self.sight.hut & setting.colour_sections[colour]))
                page = f"{_HUT}:{colour}" if left else ""
                words = f"{colour_word(colour)}, {counted(len(left), 'section')} left"
                items.append(
                    Item(words, tile_spans(signs, tile(colour, 3)), page=page, note="And two tiles of any colour.")
                )
            return items
        colour, _, section = which.partition(",")
        if not section:
            found: list[Item] = []
            for number in spaces_of(self.sight.hut & setting.colour_sections[int(colour)]):
                payable = any(move.section == number for move in buys)
                words = section_words(self.desk.box, number)
                if payable:
                    found.append(Item(words, page=f"{_HUT}:{colour},{number}"))
                else:
                    tiles = tile(int(colour), 3)
                    found.append(
                        Item(words, answer=self.desk.game.refusal(self.sight, BuyFromHut(self.seat, number, tiles)))
                    )
            return found
        return [
            Item("pay", tile_spans(signs, move.tiles), move, note=self.before_and_after(minus(self.own, move.tiles)))
            for move in buys
            if move.section == int(section)
        ]

    def _pouch(self, which: str) -> list[Item]:
        """By shapes, then what is paid."""
        setting, signs = self.desk.game.setting, self.desk.signs
        buys = [move for move in self.moves if isinstance(move, BuyFromPouch)]
        if not which:
            found: list[Item] = []
            for number, shape in enumerate(self.desk.box.shapes):
                left = (self.sight.pouch & setting.shape_sections[number]).bit_count()
                words = f"{shape.name}, {left} left"
                if any(move.shape == number for move in buys):
                    found.append(Item(words, page=f"{_POUCH}:{number}"))
                else:
                    bare = BuyFromPouch(self.seat, number, specials.POUCH_COST.tiles)
                    found.append(Item(words, answer=self.desk.game.refusal(self.sight, bare)))
            return found
        return [
            Item("pay", tile_spans(signs, move.tiles), move, note=self.before_and_after(minus(self.own, move.tiles)))
            for move in buys
            if move.shape == int(which)
        ]
