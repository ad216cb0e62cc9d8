"""Matches of Ora et Labora played by the rules and by the second implementation at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.laws import Policy, count_offer
from rules.ora_et_labora.actions import EndOraTurn
from rules.ora_et_labora.conversions import MakeStraw, Sell
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.state import OraState
from tests.support.second_ora import Second
from tests.support.second_ora_box import GOODS, Illegal
from tests.support.second_ora_pictures import difference, named, second_at, second_named

CODES = [*(good["code"] for good in GOODS.values()), "Ni"]


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
            tried = [*_some(stream, legal, tries), *_some(stream, pool, tries), *_near(game, stream, legal, tries)]
            _judge(game, state, second, tried, found, log)
            pool += _some(stream, legal, 4)
        log.append(game.format(event))
        state, second = game.apply(state, event), second.play(log[-1])
        _alike(game, state, second, log)
        found.events += 1
    return found


def compare_turn(game: OraEtLabora, state: OraState, line: str, seed: int, most: int = 20) -> Compared:
    """Make a move in a turn of the first seat, then others at random but for its end, with both, and compare them."""
    found, stream = Compared(matches=1), RandomStream(derive_entropy("second turn", seed))
    second, moves, log = second_at(game, state), [game.parse(line)], list[str]()
    _alike(game, state, second, log)
    while moves and len(log) < most:
        move = stream.choice(moves)
        log.append(game.format(move))
        state, second = game.apply(state, move), second.play(log[-1])
        _alike(game, state, second, log)
        found.events += 1
        legal = [*game.legal(state, game.due(state).seats[0])]
        _judge(game, state, second, [*_some(stream, legal, 4), *_near(game, stream, legal, 8)], found, log)
        moves = [it for it in legal if not isinstance(it, EndOraTurn)]
    return found


def _alike(game: OraEtLabora, state: OraState, second: Second, log: list[str]) -> None:
    ours, theirs = named(game, state), second_named(second)
    if ours != theirs:
        raise AssertionError(f"after {log[-8:]} ({len(log)} events): {difference(ours, theirs)}")


def _some(stream: RandomStream, moves: list[Move], number: int) -> list[Move]:
    return [stream.choice(moves) for _ in range(number)] if moves else []


def _near(game: OraEtLabora, stream: RandomStream, legal: list[Move], number: int) -> Iterator[Move]:
    """Yield moves with a word of a legal one changed: a number, a space, a card, or a payment."""
    chosen = [move for move in legal if not isinstance(move, MakeStraw | Sell)]
    for words in (game.format(move).split() for move in _some(stream, chosen or legal, number)):
        place = 2 + stream.below(max(1, len(words) - 2))
        word = words[place] if place < len(words) else ""
        if place == len(words) - 1 and words[1] in ("trade", "settle", "reward"):
            codes = [word[it : it + 2] for it in range(0, len(word) - 1, 2)]
            at = stream.below(len(codes) + 1)
            codes[at : at + stream.below(2)] = [stream.choice(CODES)] * stream.below(3)
            word = "".join(sorted(codes, key=CODES.index)) or "0"
        elif word.removeprefix("-").isdigit():
            word = str(int(word) + stream.choice((-1, 1)))
        elif kind := next((kind for kind in ("building", "settlement") if word in game.words[kind]), None):
            word = stream.choice(game.words[kind])
        elif word in game.words["space"]:
            word = f"{stream.choice('abcdefghi')}{stream.below(7) - 2}"
        else:
            continue
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
