"""Ora et Labora a second time, slow and simple: it follows the lines of a match and judges each of them.

It knows the lines of a log only, and shares no code with the rules. Everything is in plain dictionaries; what is still
to come is a list of tasks, the first of which is present. `play` returns the match after a line, or raises `Illegal`.
A task named `x` that a seat has is answered by a line with the verb `y` in the method `_x_y`; `_can_x` says whether it
can be done at all, and `_run_x` does a task that nobody is asked for.
"""

from __future__ import annotations

from tests.support.second_ora_box import (
    CARDS,
    DISTRICTS,
    LETTERS,
    PLOTS,
    SETTLEMENTS,
    Cell,
    can_meet,
    cell,
    meets,
    must,
    spend,
    tiles,
)
from tests.support.second_ora_effects import Effects
from tests.support.second_ora_table import Player, Task, card


class Second(Effects):
    """A match of the second implementation."""

    def _act(self, task: Task) -> None:
        must(task["actions"], "no action left")
        task["actions"] -= 1
        self.carried = []

    def _turn_end(self, _task: Task, _player: Player) -> None:
        self.tasks.pop(0)
        self.bought, self.carried = False, []

    _bonus_end = _turn_end

    def _settle_stay(self, _task: Task, _player: Player) -> None:
        self.tasks.pop(0)
        self.bought = False

    def _turn_use(self, task: Task, player: Player, building: str, kind: str) -> None:
        self._act(task)
        must(building in player["built"].values(), "no building of yours")
        must(building not in self._occupied(), "occupied")
        self._send(player, building, kind)
        self._use(task["seat"], building)

    def _turn_contract(self, task: Task, player: Player, building: str, fee: str) -> None:
        self._act(task)
        owners = [number for number, it in enumerate(self.players) if building in it["built"].values()]
        must(owners and owners[0] != task["seat"], "no building of another player")
        must(building not in self._occupied(), "occupied")
        host = self.players[owners[0]]
        must(self._home(host), "no clergyman at home")
        self._pay_fee(player, fee, host)
        chooser = min(owners[0], self.seats - 1)
        self._then({"task": "host", "seat": chooser, "host": owners[0], "user": task["seat"], "building": building})
        if len(kinds := set(self._home(host))) == 1:
            self._host_send(self.tasks.pop(0), host, kinds.pop())

    def _pay_fee(self, player: Player, fee: str, host: Player) -> None:
        if fee == "coins":
            player["goods"] = spend(player["goods"], {"coin": self.fee})
            host["goods"]["coin"] += 0 if self.solo else self.fee
        else:
            present = "wine" if self.country == "france" else "whiskey"
            must(fee == "present" and player["goods"][present], "no present")
            player["goods"][present] -= 1

    def _host_send(self, task: Task, _player: Player, kind: str) -> None:
        self._send(self._who(task, "host"), task["building"], kind)
        self._use(task["user"], task["building"])

    def _turn_fell(self, task: Task, player: Player, place: str, token: str) -> None:
        self._act(task)
        self._clear(player, "forests", "wood", place, token)

    def _turn_cut(self, task: Task, player: Player, place: str, token: str) -> None:
        self._act(task)
        self._clear(player, "moors", "peat", place, token)

    def _turn_build(self, task: Task, player: Player, building: str, place: str) -> None:
        self._act(task)
        self._build_build(task, player, building, place)

    _bonus_build = _turn_build

    def _bonus_visit(self, task: Task, player: Player, building: str) -> None:
        self._act(task)
        must(any(building in it["built"].values() for it in self.players), "not built")
        player["prior"] = building
        self._use(task["seat"], building)

    def _straw(self, _task: Task, player: Player, number: str) -> None:
        must(int(number) <= player["goods"]["grain"], "too little grain")
        player["goods"].update({"grain": -int(number), "straw": int(number)})

    def _sell(self, _task: Task, player: Player, number: str) -> None:
        drink, each = ("wine", 1) if self.country == "france" else ("whiskey", 2)
        must(int(number) <= player["goods"][drink], f"too little {drink}")
        player["goods"].update({drink: -int(number), "coin": each * int(number)})

    # Land

    def _buy(self, task: Task, player: Player, kind: str, row: str, side: str) -> None:
        must(not self.bought, "bought already")
        must(self.piles[kind], "sold out")
        player["goods"] = spend(player["goods"], {"coin": self.piles[kind][0]})
        self.bought = True
        self._lay(player, kind, int(row), side)

    def _lay(self, player: Player, kind: str, row: int, side: str) -> None:
        self.piles[kind].pop(0)
        land: dict[Cell, str] = player["land"]
        if kind == "district":
            must(side in DISTRICTS, "no such side")
            must((row, 0) not in land and ((row - 1, 0) in land or (row + 1, 0) in land), "no place for a district")
            terrain, cover = DISTRICTS[side]
            land.update({(row, column): LETTERS[it] for column, it in enumerate(terrain)})
            player["forests"] |= {(row, column) for column, it in enumerate(cover) if it == "F"}
            player["moors"] |= {(row, column) for column, it in enumerate(cover) if it == "M"}
            return
        must(side in PLOTS, "no such side")
        left, inner, outer = (-2, -1, 0) if side == "coast" else (5, 5, 4)
        rows = (row, row + 1)
        beside = any((it, outer) in land for it in rows) or any((it, inner) in land for it in (row - 1, row + 2))
        must(beside and not any((it, inner) in land for it in rows), "no place for a plot")
        for down, terrain in enumerate(PLOTS[side]):
            land.update({(row + down, left + right): LETTERS[it] for right, it in enumerate(terrain) if it in LETTERS})

    def _turn_district(self, task: Task, player: Player, row: str, side: str) -> None:
        self._buy(task, player, "district", row, side)

    def _turn_plot(self, task: Task, player: Player, row: str, side: str) -> None:
        self._buy(task, player, "plot", row, side)

    _bonus_district = _settle_district = _turn_district
    _bonus_plot = _settle_plot = _turn_plot

    def _land_district(self, task: Task, player: Player, row: str, side: str) -> None:
        must(task["kind"] == "district", "no district now")
        self.tasks.pop(0)
        self._lay(player, "district", int(row), side)

    def _land_plot(self, task: Task, player: Player, row: str, side: str) -> None:
        must(task["kind"] == "plot", "no plot now")
        self.tasks.pop(0)
        self._lay(player, "plot", int(row), side)

    def _can_land(self, task: Task) -> bool:
        return bool(self.piles[task["kind"]])

    # Settlements

    def _castle_settle(self, _task: Task, player: Player, key: str, place: str, paid: str) -> None:
        must(key in player["supply"], "no such settlement")
        it = SETTLEMENTS[key]
        must(cell(place) in self._empty(player), "not empty")
        must(player["land"][cell(place)] in self._ground(it), "wrong ground")
        must(meets(tiles(paid), self._cost(key)), "price not met")
        player["goods"] = spend(player["goods"], tiles(paid))
        player["supply"].remove(key)
        player["settled"][cell(place)] = key

    def _settle_settle(self, task: Task, player: Player, key: str, place: str, paid: str) -> None:
        must("settled" not in task, "settled already")
        self._castle_settle(task, player, key, place, paid)
        self._then({**task, "settled": key})

    def _cost(self, key: str) -> dict[str, int]:
        return {"food": SETTLEMENTS[key]["food"], "half": 2 * SETTLEMENTS[key]["energy"]}

    def _can_castle(self, task: Task) -> bool:
        player = self._who(task)
        ground = {player["land"][it] for it in self._empty(player)}
        return any(
            can_meet(player["goods"], self._cost(key)) and ground & set(self._ground(SETTLEMENTS[key]))
            for key in player["supply"]
        )

    # The neutral player

    def _neutral_spaces(self, building: str) -> set[Cell]:
        player = self.players[self.seats]
        kind = bool(card(building).get("cloister"))
        old = {
            place
            for place, it in player["built"].items()
            if bool(card(it).get("cloister")) == kind and it in CARDS and it not in self._occupied()
        }
        return {it for it in old | set(self._empty(player)) if self._fits(player, building, it)}

    def _can_neutral(self, _task: Task) -> bool:
        return any(self._neutral_spaces(it) for it in self.display)

    def _can_work(self, _task: Task) -> bool:
        return bool(self.new) and self.players[self.seats]["prior"] is None

    def _neutral_neutral(self, task: Task, _player: Player, building: str, place: str) -> None:
        neutral = self.players[self.seats]
        must(building in self.display, "not on display")
        must(cell(place) in self._neutral_spaces(building), "no place")
        old = neutral["built"].get(cell(place))
        self.removed |= {old} - {None}
        self._put(neutral, building, cell(place))
        self.new = [it for it in (*self.new, building) if it != old]
        self._then(task)

    def _work_work(self, task: Task, player: Player, building: str, fee: str) -> None:
        must(building in self.new, "not new")
        neutral = self.players[self.seats]
        self.carried = []
        self._pay_fee(player, fee, neutral)
        self._send(neutral, building, "prior")
        self._use(task["seat"], building)
