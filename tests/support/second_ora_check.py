"""Matches of Ora et Labora played by the rules and by the second implementation at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.laws import Policy, count_offer
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import GOODS
from rules.ora_et_labora.state import TOKENS, OraState
from tests.support.second_ora import Second
from tests.support.second_ora_box import GOODS as BOX_GOODS
from tests.support.second_ora_box import Illegal

CODES = [*(good["code"] for good in BOX_GOODS.values()), "Ni"]
Picture = Mapping[str, Any]


def named(game: OraEtLabora, state: OraState) -> Picture:
    """Return a state of the rules by the names of the notation."""
    word = game.words
    buildings, spaces, settlements = [*word["building"]], word["space"], word["settlement"]

    def kept(numbers: Iterable[int]) -> list[str]:
        return sorted(buildings[it] for it in numbers)

    due = game.due(state)
    players = [
        {
            "goods": {good: number for good, number in zip(GOODS, it.goods, strict=True) if number},
            "wonders": it.wonders,
            "forests": sorted(spaces[place] for place in it.forests),
            "moors": sorted(spaces[place] for place in it.moors),
            "built": {spaces[place]: buildings[building] for place, building in it.buildings},
            "settled": {spaces[place]: settlements[number] for place, number in it.settlements},
            "supply": sorted(settlements[number] for number in it.supply),
            "clergy": [None if it.prior is None else buildings[it.prior], *kept(it.lay_brothers)],
            "rows": len(it.districts),
            "plots": len(it.plots),
        }
        for it in state.estates
    ]
    steps = dict(zip(TOKENS, state.tokens, strict=True))
    return {
        "due": None if due.over or due.dealer else due.seats[0],
        "over": due.over,
        "round": state.round,
        "wheel": {token: number for token, number in steps.items() if number is not None},
        "display": kept(state.display),
        "stacks": [kept(stage) for stage in state.stages],
        "removed": kept(state.removed),
        "left": (state.districts, state.plots, state.wonders),
        "fee": 2 if state.raised else 1,
        "bought": state.turn.bought,
        "players": players,
        "scores": [_score(game, state, seat) for seat in range(game.players)],
    }


def _score(game: OraEtLabora, state: OraState, seat: int) -> Picture:
    rows = {line.key: line.points for line in game.sheet(state).lines if line.seat == seat}
    goods = rows["goods"] + rows["coins"] + rows["wonders"]
    return {"goods": goods, "economic": rows["buildings"], "settlements": rows["settlements"]}


def name_of(place: tuple[int, int]) -> str:
    """Return the name of a space."""
    return f"{'abcdefghi'[place[1] + 2]}{place[0]}"


def second_named(it: Second) -> Picture:
    """Return a state of the second implementation by the same names."""
    players = [
        {
            "goods": dict(+player["goods"]),
            "wonders": player["wonders"],
            "forests": sorted(map(name_of, player["forests"])),
            "moors": sorted(map(name_of, player["moors"])),
            "built": {name_of(place): building for place, building in player["built"].items()},
            "settled": {name_of(place): key for place, key in player["settled"].items()},
            "supply": sorted(player["supply"]),
            "clergy": [player["prior"], *sorted(brother for brother in player["lay"] if brother)],
            "rows": sum(column == 0 for _, column in player["land"]) - 2,
            "plots": sum(column in (-1, 5) for _, column in player["land"]) // 2,
        }
        for player in it.players
    ]
    return {
        "due": it.seat,
        "over": it.over,
        "round": it.round,
        "wheel": {token: (it.beam - place) % 13 for token, place in it.wheel.items()},
        "display": sorted(it.display),
        "stacks": [sorted(it.stacks[stage]) for stage in "ABCD"],
        "removed": sorted(it.removed),
        "left": (len(it.piles["district"]), len(it.piles["plot"]), it.wonders),
        "fee": it.fee,
        "bought": it.bought,
        "players": players,
        "scores": [it.score(seat) for seat in range(it.seats)],
    }


@dataclass
class Compared:
    """What was compared."""

    matches: int = 0
    events: int = 0
    accepted: int = 0
    """Moves that both accept, besides those made."""
    refused: int = 0
    """Moves that both refuse."""

    def add(self, other: Compared) -> None:
        """Add the counts of other matches."""
        self.matches += other.matches
        self.events += other.events
        self.accepted += other.accepted
        self.refused += other.refused


def compare(game: OraEtLabora, policy: Policy, seed: int, tries: int = 4) -> Compared:
    """Play a match with both. After each event everything must be alike, and so the judgement of moves tried."""
    found, stream = Compared(matches=1), RandomStream(derive_entropy("second", seed))
    state: OraState = game.initial()
    second = Second(game.mode.key, "ireland" if game.ireland else "france")
    pool: list[Move] = []
    log: list[str] = []
    offered = Counter[str]()
    while not (due := game.due(state)).over:
        if due.dealer:
            event: Any = game.deal(state, stream.bytes32())
        else:
            legal = list(game.legal(state, due.seats[0]))
            count_offer(offered, legal)
            event = policy(game, state, legal, stream, offered)
            tried = [
                *_some(stream, legal, tries),
                *_some(stream, pool, tries),
                *_near(game, stream, legal, pool, tries),
            ]
            _judge(game, state, second, tried, found, log)
            pool += _some(stream, legal, 4)
        log.append(game.format(event))
        state, second = game.apply(state, event), second.play(log[-1])
        ours, theirs = named(game, state), second_named(second)
        if ours != theirs:
            raise AssertionError(f"after {log[-8:]} ({len(log)} events): {difference(ours, theirs)}")
        found.events += 1
    return found


def _some(stream: RandomStream, moves: list[Move], number: int) -> list[Move]:
    return [stream.choice(moves) for _ in range(number)] if moves else []


def _near(game: OraEtLabora, stream: RandomStream, legal: list[Move], pool: list[Move], number: int) -> Iterator[Move]:
    """Yield moves with a word of a legal one changed: its payment, or a word that another move had there."""
    for move in _some(stream, legal, number):
        words = game.format(move).split()
        others = [it for it in (game.format(other).split() for other in pool[-200:]) if it[1] == words[1]]
        if len(words) < 3 or not others:
            continue
        place = 2 + stream.below(len(words) - 2)
        word = stream.choice(others)[place]
        if place == len(words) - 1 and words[1] in ("trade", "settle"):
            codes = [words[-1][it : it + 2] for it in range(0, len(words[-1]) - 1, 2)]
            codes[stream.below(len(codes) + 1) :][: stream.below(2)] = []
            at = stream.below(len(codes) + 1)
            codes[at : at + stream.below(2)] = [stream.choice(CODES)] * stream.below(3)
            word = "".join(sorted(codes, key=CODES.index)) or "0"
        try:
            yield game.parse(" ".join((*words[:place], word, *words[place + 1 :])))  # pyright: ignore[reportReturnType]
        except ValueError:
            continue


def _judge(
    game: OraEtLabora, state: OraState, second: Second, moves: list[Move], found: Compared, log: list[str]
) -> None:
    for move in moves:
        line, refusal = game.format(move), game.refusal(state, move)
        try:
            second.play(line)
        except Illegal as illegal:
            if refusal is None:
                raise AssertionError(f"{line} is accepted, but {illegal}, after {log}") from None
            found.refused += 1
        else:
            if refusal is not None:
                raise AssertionError(f"{line} is refused ({refusal.code}), after {log}")
            found.accepted += 1


def difference(ours: Any, theirs: Any, path: str = "") -> str:
    """Return the first place where two pictures differ."""
    parts: list[Any] = [*cast("dict[str, Any] | list[Any]", ours)] if isinstance(ours, dict | list) else []
    for place, part in enumerate(parts):
        key = part if isinstance(ours, dict) else place
        if ours[key] != theirs[key]:
            return difference(ours[key], theirs[key], f"{path} {key}")
    return f"{path}: the rules have {ours}, the second implementation {theirs}"
