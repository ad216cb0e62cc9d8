"""The rules, compared with python-chess and over a match: placements, whole random games, early and late moves."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache, reduce
from statistics import median
from time import perf_counter
from typing import TypeAlias

import chess

from benchmarks.pairing import Ratio, paired, seconds
from rules.bots import bot_named
from rules.builders_duel.game import BOX as DUEL
from rules.campus_galli.box import CardKind
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.laying_sections import TakeSectionStep
from rules.campus_galli.loader import standard
from rules.campus_galli.state import State
from rules.campus_galli.takeable import hut_allowed
from rules.engine.events import Event
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from rules.ora_et_labora.game import BOX as ORA
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.state import OraState
from rules.simulate import play

GAMES = 10
"""The number of games in one measurement of whole games."""
PASSES = 40
"""The number of passes over all positions in one measurement of legal moves."""
LONG_GAMES = 40
"""The number of games of level III whose early and late moves are measured."""
LISTING, REPLAY = 1.0, 200.0
"""The largest median of a listing of legal moves, and the largest time of a replay, in milliseconds."""
FEWEST = 12
"""The least number of moves of a kind, both early and late, for its median to count."""

Kind: TypeAlias = tuple[str, ...]
"""A kind of event: its name, that of the step it answers, and those of the steps that remain after it."""


def ratios() -> list[Ratio]:
    """Return all figures."""
    return [
        paired(
            "legal placements of a one-colour card in mid-game, each",
            _per_placement,
            _per_chess_move,
            "python-chess per legal move",
            unit="us",
            bound=1 / 3,
        ),
        paired(
            "a random game of level I with two seats",
            _galli_game,
            _chess_game,
            "a random game of chess",
            unit="ms",
            bound=0.75,
        ),
        paired(
            "a random game of level III with two seats",
            _long_game,
            _galli_game,
            "one of level I",
            unit="ms",
            bound=4,
        ),
        paired(
            "a random game of Builders' Duel",
            _duel_game,
            _chess_game,
            "a random game of chess",
            unit="ms",
            bound=0.75,
        ),
        paired(
            "a random game of Ora et Labora with four seats",
            _ora_game,
            _chess_game,
            "a random game of chess",
            unit="ms",
            bound=2,
        ),
        paired(
            "listing the legal moves of Ora et Labora with four seats, the median of random games",
            _ora_listing,
            lambda: LISTING,
            "what it may take",
            unit="ms",
            bound=0.1,
        ),
        paired(
            "replaying a game of Ora et Labora with more than 350 events",
            _ora_replay,
            lambda: REPLAY,
            "what it may take",
            unit="ms",
            bound=0.5,
        ),
        paired(
            "applying a move in the last third of a game of level III",
            lambda: _per_apply(_thirds()[1]),
            lambda: _per_apply(_thirds()[0]),
            "in the first third",
            unit="us",
            bound=1.25,
        ),
    ]


@lru_cache(maxsize=1)
def _positions() -> tuple[CampusGalli, list[State]]:
    """Return positions of rounds 5 to 8 in which a seat plays a card of one colour."""
    game = CampusGalli(Options(2, "versus", 1), standard())
    bots, found = [bot_named("novice")] * 2, list[State]()
    for seed in range(8):
        state = game.initial()
        for event in play(game, bots, seed).events:
            step = state.agenda[-1]
            if isinstance(step, TakeSectionStep) and 5 <= state.round <= 8:
                card = state.seats[step.seat].chosen.card
                chosen = game.setting.box.cards[card] if isinstance(card, int) else None
                if chosen and chosen.kind is CardKind.BUILD and len(chosen.colours) == 1:
                    found.append(state)
            state = game.apply(state, event)
    return game, found


def _list_placements() -> int:
    """List every legal placement of every section that the card allows, without caches."""
    game, states = _positions()
    game.setting.layout.forget()
    count = 0
    for state in states:
        step = state.agenda[-1]
        if isinstance(step, TakeSectionStep):
            allowed = hut_allowed(game.setting, state, step.seat)
            for shape, sections in enumerate(game.setting.shape_sections):
                if allowed & sections:
                    count += len(game.setting.layout.legal(shape, state.open, state.covered))
    return count


def _per_placement() -> float:
    count = _list_placements()
    return seconds(lambda: [_list_placements() for _ in range(PASSES)]) / (count * PASSES) * 1e6


@lru_cache(maxsize=1)
def _chess_positions() -> list[chess.Board]:
    """Return positions after 20 to 40 moves of random games."""
    found: list[chess.Board] = []
    for seed in range(12):
        chance, board = random.Random(seed), chess.Board()
        for ply in range(80):
            if board.is_game_over():
                break
            if ply >= 40 and ply % 10 == 0:
                found.append(board.copy(stack=False))
            board.push(chance.choice(list(board.legal_moves)))
    return found


def _list_chess_moves() -> int:
    return sum(len(list(board.legal_moves)) for board in _chess_positions())


def _per_chess_move() -> float:
    count = _list_chess_moves()
    return seconds(lambda: [_list_chess_moves() for _ in range(PASSES)]) / (count * PASSES) * 1e6


def _galli_game() -> float:
    game, _ = _positions()
    bots = [bot_named("novice")] * 2
    return seconds(lambda: [play(game, bots, seed) for seed in range(GAMES)]) / GAMES * 1e3


def _duel_game() -> float:
    game, bots = DUEL.new(Options(2, "versus", 1)), [bot_named("novice")] * 2
    return seconds(lambda: [play(game, bots, seed) for seed in range(GAMES)]) / GAMES * 1e3


@lru_cache(maxsize=1)
def _ora() -> OraEtLabora:
    return ORA.new(Options(4, "versus", 1))


def _ora_game() -> float:
    game, bots = _ora(), [bot_named("novice")] * 4
    return seconds(lambda: [play(game, bots, seed) for seed in range(GAMES)]) / GAMES * 1e3


@lru_cache(maxsize=1)
def _ora_positions() -> list[tuple[OraState, Seat]]:
    """Return every position of some random games in which a seat decides, with the seat."""
    game, found = _ora(), list[tuple[OraState, Seat]]()
    for seed in range(4):
        state = game.initial()
        for event in play(game, [bot_named("novice")] * 4, seed).events:
            found += [(state, seat) for seat in game.due(state).seats]
            state = game.apply(state, event)
    return found


def _ora_listing() -> float:
    legal, taken = _ora().legal, list[float]()
    for state, seat in _ora_positions():
        start = perf_counter()
        legal(state, seat)
        taken.append(perf_counter() - start)
    return median(taken) * 1e3


@lru_cache(maxsize=1)
def _ora_events() -> Sequence[Event]:
    """Return the events of a match of brothers, who build and trade more than chance does."""
    events = play(_ora(), [bot_named("brother")] * 4, 1).events
    if len(events) <= 350:
        raise ValueError(f"a game of {len(events)} events is too short to be measured")
    return events


def _ora_replay() -> float:
    return seconds(lambda: reduce(_ora().apply, _ora_events(), _ora().initial())) * 1e3


def _chess_game() -> float:
    return seconds(lambda: [_random_chess(seed) for seed in range(GAMES)]) / GAMES * 1e3


def _random_chess(seed: int) -> chess.Board:
    chance, board = random.Random(seed), chess.Board()
    while not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))
    return board


@lru_cache(maxsize=1)
def _large_table() -> CampusGalli:
    return CampusGalli(Options(2, "versus", 3), standard())


def _long_game() -> float:
    game, bots = _large_table(), [bot_named("novice")] * 2
    return seconds(lambda: [play(game, bots, seed) for seed in range(GAMES)]) / GAMES * 1e3


@lru_cache(maxsize=1)
def _thirds() -> tuple[Mapping[Kind, list[tuple[State, Event]]], Mapping[Kind, list[tuple[State, Event]]]]:
    """Return the events in the first and in the last third of some games, by kind; only kinds frequent in both.

    Equal kinds are compared, so that a change in the ratio is one of time per move, not of the share of slow moves.
    """
    game, bots = _large_table(), [bot_named("novice")] * 2
    early, late = defaultdict[Kind, list[tuple[State, Event]]](list), defaultdict[Kind, list[tuple[State, Event]]](list)
    for seed in range(LONG_GAMES):
        state, events = game.initial(), play(game, bots, seed).events
        for number, event in enumerate(events):
            after = game.apply(state, event)
            if not len(events) <= number * 3 < len(events) * 2 and state.round:
                found = early if number * 3 < len(events) else late
                names = (type(it).__name__ for it in (event, state.agenda[-1], *after.agenda[-1:]))
                found[tuple(names)].append((state, event))
            state = after
    kinds = [kind for kind in early if min(len(early[kind]), len(late[kind])) >= FEWEST]
    return {kind: early[kind] for kind in kinds}, {kind: late[kind] for kind in kinds}


def _per_apply(moments: Mapping[Kind, list[tuple[State, Event]]]) -> float:
    """Return the time to apply an event: the median of each kind, weighted by its frequency in both thirds."""
    weights = {kind: sum(len(third[kind]) for third in _thirds()) for kind in moments}
    apply, taken = _large_table().apply, defaultdict[Kind, list[float]](list)

    def measure() -> None:
        for kind, cases in moments.items():
            for state, event in cases:
                start = perf_counter()
                apply(state, event)
                taken[kind].append(perf_counter() - start)

    seconds(measure)
    return sum(weights[kind] * median(taken[kind]) for kind in moments) / sum(weights.values()) * 1e6
