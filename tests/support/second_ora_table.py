"""The table of the second implementation of Ora et Labora: players, wheel, rounds and score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from typing import Any, Self

from tests.support.second_ora_box import (
    BASIC,
    CARDS,
    HEARTLAND,
    LETTERS,
    MODES,
    PRINTED,
    SETTLEMENTS,
    TABLE,
    Cell,
    must,
    total,
    touching,
)

Task = dict[str, Any]
Player = dict[str, Any]
FREE = (
    *("turn", "bonus", "settle", "follow", "trade", "take", "choose"),
    *("reward", "carry", "build", "clear", "castle", "land", "work"),
)
"""The tasks within one's own turn, in which free actions are possible."""
LAST_ROUND = 99


def card(building: str) -> dict[str, Any]:
    """Return the card of a building; printed ones have the letter of their owner behind their key."""
    return CARDS.get(building) or PRINTED[building[:2]]


def _always(_task: Task) -> bool:
    return True


class Table:
    """What lies on the table, what is still to do, and the rounds. `play` is the one way to change a match."""

    def __init__(self, mode: str, country: str) -> None:
        self.mode, self.country = MODES[mode], country
        self.seats: int = self.mode["seats"]
        self.solo, self.short = self.seats == 1, self.mode.get("short", False)
        left_out = (*self.mode.get("without", ()), *([TABLE["neutral"]] if self.solo else []))
        cards = [
            key
            for key, it in CARDS.items()
            if it.get("country", country) == country
            and it.get("players", "any") in self.mode["players"]
            and key not in left_out
        ]
        self.display = {key for key in cards if "stage" not in CARDS[key]}
        self.stacks = {stage: {key for key in cards if CARDS[key].get("stage") == stage} for stage in "ABCD"}
        self.removed: set[str] = set()
        piles: dict[str, list[int]] = {"district": TABLE["district_prices"], "plot": TABLE["plot_prices"]}
        self.piles = {kind: prices[::-1] if self.solo else [*prices] for kind, prices in piles.items()}
        self.wonders: int = TABLE["wonders"]
        self.fee: int = TABLE["fee"]
        self.round, self.beam, self.first = 0, 0, 0
        self.wheel: dict[str, int] = dict.fromkeys((*BASIC, "joker"), 0)
        self.ending = self.over = self.bought = False
        self.carried: list[str] = []
        self.new: list[str] = []
        """The buildings that the neutral player has built before this settlement phase."""
        self.players: list[Player] = [self._player(number) for number in range(self.seats + self.solo)]
        self.tasks: list[Task] = [{"task": "round"}] if self.solo else [{"task": "begins"}]
        self._settle_tasks()

    def _player(self, number: int) -> Player:
        neutral = number == self.seats
        land = {(r, c): LETTERS[it] for r, row in enumerate(HEARTLAND) for c, it in enumerate(row)}
        built = {tuple(it["place"]): key + "abcd"[number] for key, it in PRINTED.items()}
        forests: set[Cell] = set() if neutral else {(0, 1), (0, 2), (1, 1)} - ({(0, 1)} if self.short else set())
        moors: set[Cell] = set() if neutral else {(0, 0), (1, 0)} - ({(0, 0)} if self.short else set())
        return {
            "goods": Counter[str]() if self.solo else Counter(BASIC), "wonders": 0, "land": land,
            "forests": forests, "moors": moors, "built": built | ({(0, 0): TABLE["neutral"]} if neutral else {}),
            "settled": {}, "supply": set() if neutral else {"S1", "S2", "S3", "S4"},
            "prior": None, "lay": [None] if self.short else [None, None],
        }  # fmt: skip

    # What is asked of whom

    @property
    def seat(self) -> int | None:
        """The seat that is due; None at the end and while the starting player is drawn."""
        return None if self.over else self.tasks[0].get("seat")

    def _who(self, task: Task, role: str = "seat") -> Player:
        """Return the player whose task it is, or who has another part in it."""
        number: int = task[role]
        return self.players[number]

    def play(self, line: str) -> Self:
        """Return the match after a line."""
        after = deepcopy(self)
        after._line(line)
        return after

    def _line(self, line: str) -> None:
        who, verb, *words = line.split()
        must(not self.over, "the match is over")
        task = self.tasks[0]
        if who == "dealer":
            must(task["task"] == "begins" and verb == "begins", "nothing is drawn")
            self.first = int(words[0]) - 1
            self.tasks = [{"task": "round"}]
        else:
            must(task.get("seat") == int(who) - 1, "another seat is due")
            free = verb in ("straw", "sell") and task["task"] in FREE
            method = getattr(self, f"_{verb}" if free else f"_{task['task']}_{verb}".replace("-", "_"), None)
            must(method, f"no {verb} in {task['task']}")
            if not free and verb not in ("end", "stay", "district", "plot") and task["task"] not in ("turn", "bonus"):
                self.tasks.pop(0)
            method(task, self._who(task), *words)  # pyright: ignore[reportOptionalCall]
        self._settle_tasks()

    def _settle_tasks(self) -> None:
        """Do what happens by itself, and drop what cannot be done."""
        while not self.over and self.tasks:
            task = self.tasks[0]
            if (automatic := getattr(self, f"_run_{task['task']}", None)) is not None:
                self.tasks.pop(0)
                automatic(task)
            elif not getattr(self, f"_can_{task['task']}", _always)(task):
                self.tasks.pop(0)
            else:
                return

    def _then(self, *tasks: Task) -> None:
        self.tasks[:0] = tasks

    # Rounds

    def _starting(self) -> list[int]:
        start = self.first + self.round - 1
        return [(start + step) % self.seats for step in range(self.seats)]

    @property
    def _bonus(self) -> bool:
        return bool(self.seats > 2 and self.round > self.mode["rounds"])

    def _run_round(self, _task: Task) -> None:
        self.round += 1
        self._return(range(len(self.players)))
        self._rotate()
        order = self._starting()
        if self._bonus:
            for player in self.players:
                player["prior"] = None
            self._then(*({"task": "bonus", "seat": seat, "actions": 1} for seat in order), {"task": "last"})
            return
        phases: list[int] = self.mode["phases"]
        if self.round in phases:
            self._then(*self._phase("ABCD"[phases.index(self.round)]), {"task": "turns"})
        else:
            self._then({"task": "turns"})

    def _phase(self, stage: str) -> list[Task]:
        asked: list[Task] = [{"task": it, "seat": 0} for it in ("return", "neutral", "work", "return")]
        self.new = []
        return [
            *(asked if self.solo else []),
            *({"task": "settle", "seat": seat} for seat in self._starting()),
            {"task": "stage", "stage": stage},
        ]

    def _run_stage(self, task: Task) -> None:
        if task["stage"] == "E":
            self.over = True
            return
        self.display |= self.stacks[task["stage"]]
        self.stacks[task["stage"]] = set()
        for player in self.players[: self.seats]:
            player["supply"] |= {key for key, it in SETTLEMENTS.items() if it.get("stage") == task["stage"]}

    def _run_turns(self, _task: Task) -> None:
        order, key = self._starting(), self.mode["key"]
        if key in ("1", "2"):
            turns = [(order[0], 1 if self.ending else 2)]
        elif key == "2L":
            turns = [(order[0], 2), (order[1], 1)]
        else:
            turns = [(seat, 1) for seat in (*order, order[0])]
        self.bought, self.carried = False, []
        self._then(*({"task": "turn", "seat": seat, "actions": actions} for seat, actions in turns), {"task": "next"})

    def _run_next(self, _task: Task) -> None:
        few = not any(self.stacks.values()) and len(self.display) <= self.mode.get("left", 0)
        if self.solo and self.round == self.mode["rounds"]:
            self._then({"task": "last"})
        elif self.seats == 2 and (self.ending or self.round == LAST_ROUND or (few and self.mode["key"] == "2L")):
            self.over = True
        else:
            self.ending = self.seats == 2 and few
            self._then({"task": "round"})

    def _run_last(self, _task: Task) -> None:
        self._then(*self._phase("E"))

    def _run_return(self, _task: Task) -> None:
        self._return([self.seats])

    def _return(self, players: Iterable[int]) -> None:
        for player in (self.players[number] for number in players):
            if player["prior"] and all(player["lay"]):
                player["prior"], player["lay"] = None, [None] * len(player["lay"])

    # The wheel

    def _rotate(self) -> None:
        ahead = (self.beam + 1) % 13
        for token in [it for it, place in self.wheel.items() if place == ahead]:
            if self.solo:
                del self.wheel[token]
            else:
                self.wheel[token] = (ahead + 1) % 13
        self.beam = ahead
        for token in ("grapes", "stone"):
            if self.round == self.mode.get(token, 0) and (token == "stone" or self.country == "france"):
                self.wheel[token] = self.beam
        if self.short and self.round <= len(TABLE["round_goods"]):
            for player in self.players:
                player["goods"].update(TABLE["round_goods"][self.round - 1])

    def _yield(self, token: str) -> int:
        must(token in self.wheel, f"no {token} on the wheel")
        return int(self.mode["wheel"][(self.beam - self.wheel[token]) % 13])

    def _produce(self, player: Player, good: str, token: str) -> None:
        player["goods"][good] += self._yield(token)
        self.wheel[token] = self.beam
        if self.short:
            for each in self.players:
                each["goods"][good] += 1

    # Land and clergymen

    def _empty(self, player: Player) -> list[Cell]:
        taken = player["forests"] | player["moors"] | set(player["built"]) | set(player["settled"])
        return [it for it in player["land"] if it not in taken]

    def _fits(self, player: Player, building: str, place: Cell) -> bool:
        near = [player["built"].get(it) for it in touching(player["land"], place)]
        return not card(building).get("cloister") or any(it and card(it).get("cloister") for it in near)

    def _ground(self, it: dict[str, Any]) -> list[str]:
        return it.get("terrain", ["coast", "plains", "hillside"])

    def _put(self, player: Player, building: str, place: Cell) -> None:
        self.display.remove(building)
        player["built"][place] = building
        if building in TABLE["raised_by"]:
            self.fee = TABLE["raised_fee"]

    def _home(self, player: Player) -> list[str]:
        return (["prior"] if player["prior"] is None else []) + ["lay" for it in player["lay"] if it is None]

    def _send(self, player: Player, building: str, kind: str) -> None:
        must(kind in self._home(player), f"no {kind} at home")
        if kind == "prior":
            player["prior"] = building
        else:
            player["lay"][player["lay"].index(None)] = building

    def _occupied(self) -> set[str]:
        return {it for player in self.players for it in (player["prior"], *player["lay"]) if it}

    # The end

    def score(self, number: int) -> dict[str, int]:
        """Return the points of a player, by what they are for."""
        player = self.players[number]
        goods: Counter[str] = player["goods"]
        dwelling = {place: TABLE["water_dwelling"] for place, it in player["land"].items() if it == "water"}
        dwelling |= {place: card(it)["dwelling"] for place, it in player["built"].items()}
        dwelling |= {place: SETTLEMENTS[it]["dwelling"] for place, it in player["settled"].items()}
        around = [spot for place in player["settled"] for spot in (place, *touching(player["land"], place))]
        drink, each = ("wine", 1) if self.country == "france" else ("whiskey", 2)
        treasure = total({it: n for it, n in goods.items() if it != "coin"}, "points")
        fives = ((goods["coin"] + each * sold) // TABLE["coins_for_points"] for sold in range(goods[drink] + 1))
        money = [treasure - sold + TABLE["coin_points"] * five for sold, five in enumerate(fives)]
        return {
            "goods": max(money) + TABLE["wonder_points"] * player["wonders"],
            "economic": sum(card(it).get("points", 0) for it in player["built"].values())
            + sum(SETTLEMENTS[it]["points"] for it in player["settled"].values()),
            "settlements": sum(dwelling.get(place, 0) for place in around),
        }
