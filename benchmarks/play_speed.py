"""Play by bots: how long the brother takes, and how many events per second random play applies, next to other engines.

OpenSpiel is an extra (`.[peers]`); without it its two games are left out, with a notice.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import lru_cache, partial
from importlib import import_module
from itertools import count
from statistics import median
from time import perf_counter
from typing import Any

import chess

from benchmarks.pairing import Ratio, paired
from rules.bots import bot_named
from rules.bots.budget import EventBudget
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.loader import standard
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from rules.simulate import play

LEVELS = ("I", "II", "III")
ALLOWED = 20.0
"""The largest median of a decision of the brother, in milliseconds."""
SPAN = 0.5
"""The least number of seconds of random play in one measurement."""


def ratios() -> list[Ratio]:
    """Return all figures."""
    found = [
        paired(
            f"a decision of the brother at level {name}, the median of a match",
            partial(_decision, level),
            lambda: ALLOWED,
            "what it may take",
            unit="ms",
            bound=0.05,
            pairs=5,
        )
        for level, name in enumerate(LEVELS, 1)
    ]
    peers: list[tuple[str, Callable[[int], int]]] = [("python-chess", _chess)]
    spiel = _spiel()
    if spiel is None:
        print("OpenSpiel is not installed (`pip install '.[peers]'`): its games are left out.", file=sys.stderr)
    else:
        games = ((f"OpenSpiel's {name}", spiel.load_game(name)) for name in ("hearts", "backgammon"))
        peers += [(name, partial(_spiel_match, game)) for name, game in games]
    found += [
        paired(
            f"events applied by random play at level {LEVELS[level - 1]}",
            lambda level=level: _rate(partial(_match, _table(level))),
            lambda match=match: _rate(match),
            name,
            unit="a second",
            bound=None,
            pairs=5,
        )
        for level in (1, 3)
        for name, match in peers
    ]
    return found


@lru_cache(maxsize=len(LEVELS))
def _table(level: int) -> CampusGalli:
    return CampusGalli(Options(2, "versus", level), standard())


@lru_cache(maxsize=len(LEVELS))
def _decisions(level: int) -> list[tuple[Any, Seat]]:
    """Return every decision with a choice in a match of two brothers."""
    game, brother = _table(level), bot_named("brother")
    found: list[tuple[Any, Seat]] = []
    state = game.initial()
    for event in play(game, [brother] * 2, 1).events:
        due = game.due(state)
        if not due.dealer:
            seat = due.seats[0]
            view = game.view(state, seat)
            if len(game.legal(view, seat)) > 1:
                found.append((view, seat))
        state = game.apply(state, event)
    return found


def _decision(level: int) -> float:
    """Return the milliseconds of one decision, in a new game without caches."""
    game, brother, taken = CampusGalli(Options(2, "versus", level), standard()), bot_named("brother"), list[float]()
    for number, (view, seat) in enumerate(_decisions(level)):
        stream = RandomStream(derive_entropy("brother", number))
        start = perf_counter()
        brother.decide(game, view, seat, stream, EventBudget(brother.max_events))
        taken.append(perf_counter() - start)
    return median(taken) * 1e3


def _rate(match: Callable[[int], int]) -> float:
    """Return the events per second over whole matches."""
    events, start = 0, perf_counter()
    for seed in count():
        events += match(seed)
        passed = perf_counter() - start
        if passed >= SPAN:
            return events / passed
    raise AssertionError


def _match(game: CampusGalli, seed: int) -> int:
    """Play a random match on full states, as the other engines do."""
    chance, state, events = random.Random(seed), game.initial(), 0
    while not (due := game.due(state)).over:
        if due.dealer:
            draw = game.draw(state)
            event = game.deal(state, derive_entropy(seed, draw.source, draw.index))
        else:
            event = chance.choice(game.legal(state, due.seats[0]))
        state = game.apply(state, event)
        events += 1
    return events


def _chess(seed: int) -> int:
    chance, board = random.Random(seed), chess.Board()
    while not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))
    return len(board.move_stack)


def _spiel() -> Any:
    try:
        return import_module("pyspiel")
    except ImportError:
        return None


def _spiel_match(game: Any, seed: int) -> int:
    chance, state, events = random.Random(seed), game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, chances)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
        events += 1
    return events
