"""What the buildings of Ora et Labora do, in the second implementation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.support.second_ora_box import (
    BASIC,
    BY_CODE,
    EFFECTS,
    Illegal,
    amounts,
    can_meet,
    cell,
    meets,
    must,
    spend,
    tiles,
    total,
    touching,
)
from tests.support.second_ora_table import Player, Table, Task, card


def effect_of(building: str) -> str:
    """Return what a building does."""
    return EFFECTS.get(building) or EFFECTS[building[:2]]


class Effects(Table):
    """The effects of buildings."""

    def _use(self, seat: int, building: str) -> None:
        self._then({"task": "effect", "seat": seat, "building": building})

    def _run_effect(self, task: Task) -> None:
        self.carried.append(task["building"])
        parts = effect_of(task["building"]).split(";")
        self._then(*({**task, "task": "part", "part": part.strip()} for part in parts))

    def _run_part(self, task: Task) -> None:
        part, player = task["part"], self._who(task)
        if ">" in part:
            ways, _, often = part.partition("*")
            limit = 1 if "*" not in part else int(often) if often.strip() else 999
            self._then(
                {**task, "task": "trade", "ways": [tuple(it.split(">")) for it in ways.split("|")], "left": limit}
            )
        elif part == "mill":
            reached = [coins for least, coins in ((1, 3), (5, 5), (9, 6)) if player["goods"]["livestock"] >= least]
            player["goods"]["coin"] += max(reached, default=0)
        elif part == "settle":
            self._then({**task, "task": "castle"})
        elif part[0] == "@":
            self._then({**task, "task": "take", "goods": [BY_CODE[it] for it in part[1:].split("/")], "joker": False})
        elif "/" in part:
            choices = [next(iter(amounts(it)[0].items())) for it in part[1:].split("/")]
            self._then({**task, "task": "choose", "choices": dict(choices), "another": 0})
        elif part[0] == "+":
            player["goods"] += amounts(part.replace("+", ""))[0]
        else:
            self._then({**task, "task": "carry", "target": part.removeprefix("carry:")})

    def _leave(self, _task: Task, _player: Player) -> None:
        """Take no more of what is offered."""

    _follow_done = _trade_done = _take_done = _choose_done = _reward_done = _carry_done = _build_done = _leave
    _clear_done = _castle_done = _land_done = _work_done = _leave

    def _price(self, way: tuple[str, str], times: int) -> tuple[Counter[str], dict[str, int]]:
        """Return the goods of a price, and what may be paid with tiles of one's choice."""
        goods, others = amounts(way[0])
        named = {word.rstrip("0123456789"): int(word.lstrip("abcdefghijklmnopqrstuvwxyz")) for word in others}
        return Counter({it: times * n for it, n in goods.items()}), {it: times * n for it, n in named.items()}

    def _possible(self, player: Player, way: tuple[str, str]) -> bool:
        goods, price = self._price(way, 1)
        forest = price.pop("forest", 0)
        try:
            left = spend(player["goods"], goods)
        except Illegal:
            return False
        wonder = "wonder" not in way[1] or self.wonders
        joker = "joker" not in way[1] or "joker" in self.wheel
        return bool(can_meet(left, price) and wonder and joker and (not forest or player["forests"]))

    def _can_trade(self, task: Task) -> bool:
        return any(self._possible(self._who(task), way) for way in task["ways"])

    def _trade_trade(self, task: Task, player: Player, times: str, way: str, forest: str, paid: str) -> None:
        count, number = int(times), int(way)
        must(1 <= number <= len(task["ways"]), "no such way")
        chosen = task["ways"][number - 1]
        goods, price = self._price(chosen, count)
        singly = len(task["ways"]) > 1 or "forest" in price
        must(1 <= count <= (1 if singly else task["left"]), "too often")
        must(self._possible(player, chosen), "not possible")
        must(bool(price.pop("forest", 0)) == (forest != "-"), "a forest or none")
        must(meets(tiles(paid), price), "price not met")
        player["goods"] = spend(spend(player["goods"], goods), tiles(paid))
        if forest != "-":
            must(cell(forest) in player["forests"], "no forest there")
            player["forests"].remove(cell(forest))
        if singly and task["left"] > 1:
            self._then({**task, "left": task["left"] - 1})
        gained, others = amounts(chosen[1])
        player["goods"].update({good: count * many for good, many in gained.items()})
        self._then(*(more for word in others for more in self._gain(task, player, word)))

    def _gain(self, task: Task, player: Player, word: str) -> Iterator[Task]:
        """Yield what is still to do for something that a trade gives besides goods."""
        now = {"seat": task["seat"], "building": task["building"]}
        word, _, what = word.partition(":")
        match word.rstrip("0123456789"):
            case "basic":
                another = 3 if "another" in task["ways"][0][1] else 0
                yield {**now, "task": "choose", "choices": dict.fromkeys(BASIC, int(word[5:])), "another": another}
            case "wonder":
                self.wonders -= 1
                player["wonders"] += 1
            case "allhome":
                player["prior"], player["lay"] = None, [None] * len(player["lay"])
            case "priorhome":
                player["prior"] = None
            case "joker":
                yield {**now, "task": "take", "goods": [BY_CODE[it] for it in what.split("/")], "joker": True}
            case "reward":
                yield {**now, "task": "reward", "points": self._reward(player, what)}
            case "carry":
                yield {**now, "task": "carry", "target": what}
            case "district" | "plot":
                yield {**now, "task": "land", "kind": word}
            case "clear":
                yield {**now, "task": "clear", "kinds": ["forests", "moors"]}
            case "build":
                yield {**now, "task": "build"}
            case _:
                must(word.startswith("another"), word)

    def _reward(self, player: Player, what: str) -> int:
        if what == "cards":
            return len(player["forests"]) + len(player["moors"])
        cloisters = sum(bool(card(it).get("cloister")) for it in player["built"].values())
        return cloisters if self.solo else 3 * cloisters // 2 if self.mode["key"] == "2L" else 2 * cloisters

    def _take_take(self, task: Task, player: Player, good: str, token: str) -> None:
        must(good in task["goods"], "another good")
        must(token == "joker" or (token == "own" and not task["joker"]), "another token")
        self._produce(player, good, good if token == "own" else "joker")

    def _can_take(self, task: Task) -> bool:
        return "joker" in self.wheel or (not task["joker"] and any(it in self.wheel for it in task["goods"]))

    def _choose_choose(self, task: Task, player: Player, good: str) -> None:
        must(good in task["choices"], "another good")
        player["goods"][good] += task["choices"][good]
        if task["another"]:
            rest = {it: task["another"] for it in task["choices"] if it != good}
            self._then({**task, "choices": rest, "another": 0})

    def _reward_reward(self, task: Task, player: Player, word: str) -> None:
        won = tiles(word)
        must(set(won) <= {"book", "ceramic", "ornament", "reliquary"}, "another good")
        must(total(won, "points") <= task["points"], "too many points")
        player["goods"].update(won)

    def _can_reward(self, task: Task) -> bool:
        return bool(task["points"] >= 2)

    def _targets(self, task: Task) -> set[str]:
        it, occupied = task["building"], self._occupied()
        match task["target"]:
            case "display":
                return self.display
            case "prior":
                return {player["prior"] for player in self.players if player["prior"]} - {it}
            case "occupied":
                return occupied - {it}
            case _:
                homes = [player for player in self.players if it in player["built"].values()]
                near = [
                    player["built"].get(spot)
                    for player in homes
                    for place, building in player["built"].items()
                    if building == it
                    for spot in touching(player["land"], place)
                ]
                return set(near) - occupied - {None}

    def _can_carry(self, task: Task) -> bool:
        return bool(self._targets(task) - set(self.carried))

    def _carry_carry_out(self, task: Task, _player: Player, building: str) -> None:
        must(building in self._targets(task) - set(self.carried), "not from here")
        self._use(task["seat"], building)

    # Felling, cutting and building that an effect grants, or an action

    def _clear(self, player: Player, kind: str, good: str, place: str, token: str) -> None:
        must(cell(place) in player[kind], "no card there")
        player[kind].remove(cell(place))
        self._produce(player, good, good if token == "own" else token)

    def _clear_fell(self, task: Task, player: Player, place: str, token: str) -> None:
        self._granted(task, player, "forests", place, token)

    def _clear_cut(self, task: Task, player: Player, place: str, token: str) -> None:
        self._granted(task, player, "moors", place, token)

    def _granted(self, task: Task, player: Player, kind: str, place: str, token: str) -> None:
        must(kind in task["kinds"], "done already")
        self._clear(player, kind, "wood" if kind == "forests" else "peat", place, token)
        self._then({**task, "kinds": [it for it in task["kinds"] if it != kind]})

    def _can_clear(self, task: Task) -> bool:
        player, tokens = self._who(task), {"forests": "wood", "moors": "peat"}
        return any(player[it] and ("joker" in self.wheel or tokens[it] in self.wheel) for it in task["kinds"])

    def _build_build(self, task: Task, player: Player, building: str, place: str) -> None:
        must(building in self.display, "not on display")
        must(cell(place) in self._empty(player), "not empty")
        must(player["land"][cell(place)] in self._ground(card(building)), "wrong ground")
        must(self._fits(player, building, cell(place)), "no cloister building beside it")
        player["goods"] = spend(player["goods"], card(building)["cost"])
        self._put(player, building, cell(place))
        if player["prior"] is None:
            self._then({"task": "follow", "seat": task["seat"], "building": building})

    def _follow_follow(self, task: Task, player: Player) -> None:
        self._send(player, task["building"], "prior")
        self._use(task["seat"], task["building"])

    def _can_build(self, task: Task) -> bool:
        player = self._who(task)
        for building in self.display:
            try:
                spend(player["goods"], card(building)["cost"])
            except Illegal:
                continue
            for place in self._empty(player):
                if player["land"][place] in self._ground(card(building)) and self._fits(player, building, place):
                    return True
        return False
