"""The searches that players wait for: the first hint, a decision of a bot, and the review of a match."""

from __future__ import annotations

import asyncio
from contextlib import closing
from functools import lru_cache
from statistics import median
from time import perf_counter
from typing import NamedTuple

from benchmarks.pairing import Ratio, paired
from galli_tui.bots.messages import GameSettings
from galli_tui.bots.pool import WorkerPool, most_processes
from galli_tui.bots.worker import SECONDS
from rules.bots import bot_named
from rules.bots.abbot import Abbot
from rules.engine.entropy import derive_entropy
from rules.engine.events import Move
from rules.engine.game import AnyGame, Options
from rules.engine.plain_data import Plain
from rules.engine.secrecy import Seat
from rules.registry import game_box
from rules.simulate import play
from saves.format.header import pack_components

BOX = game_box("campus-galli")
OPTIONS = Options(2, "coop", 3)
SETTING = GameSettings(BOX.meta.key, OPTIONS, pack_components(BOX.standard_components()), BOX.meta.rules_version)
REVIEWED = 8
"""Decisions in one measurement of a review, from all over a match."""
PROCESSES = max(2, most_processes())
"""At a table one processor is left to the interface; here nobody needs it."""
ALLOWED = 2.0
"""Seconds that the first hint may take."""
PAIRS = 3


class Case(NamedTuple):
    """One decision of a match."""

    seat: Seat
    played: Move
    encoded: Plain
    """The seat's view, encoded."""
    stream: bytes


def ratios() -> list[Ratio]:
    """Return all figures."""
    with (
        asyncio.Runner() as runner,
        closing(WorkerPool(SETTING, processes=1)) as one,
        closing(WorkerPool(SETTING, processes=PROCESSES)) as several,
    ):
        return [
            paired(
                "the first hint at a table of level III, the start of the processes included",
                lambda: runner.run(_first_hint()),
                lambda: ALLOWED,
                "what it may take",
                unit="s",
                bound=0.6,
                pairs=PAIRS,
            ),
            paired(
                f"hints at level III by {PROCESSES} processes",
                lambda: runner.run(_hints(several)),
                lambda: runner.run(_hints(one)),
                "by one",
                unit="a second",
                bound=1.2,
                pairs=PAIRS,
                at_least=True,
            ),
            paired(
                f"decisions in the review of a match of level III by {PROCESSES} processes",
                lambda: runner.run(_review(several)),
                lambda: runner.run(_review(one)),
                "by one",
                unit="a second",
                bound=0.6 * PROCESSES,
                pairs=PAIRS,
                at_least=True,
            ),
            paired(
                "a decision of the abbot at a table of level III, the median",
                lambda: runner.run(_bot(one)),
                lambda: SECONDS,
                "the time it is given",
                unit="s",
                bound=0.2,
                pairs=PAIRS,
            ),
        ]


@lru_cache(maxsize=1)
def _cases() -> list[Case]:
    """Return decisions with a choice from all parts of a match of two greedy bots."""
    game = _game()
    state, found = game.initial(), list[Case]()
    for event in play(game, [bot_named("brother")] * 2, 1).events:
        if isinstance(event, Move):
            view = game.view(state, event.seat)
            if len(game.legal(view, event.seat)) > 1:
                stream = derive_entropy("thinking", len(found))
                found.append(Case(event.seat, event, game.encode_state(view), stream))
        state = game.apply(state, event)
    return found[:: len(found) // REVIEWED][:REVIEWED]


def _game() -> AnyGame:
    """Return a new game without caches."""
    return BOX.new(OPTIONS)


async def _hint(mind: WorkerPool, case: Case, played: Plain = None) -> None:
    await mind.options(case.seat, case.encoded, case.stream, Abbot.max_events, played)


async def _first_hint() -> float:
    case, start = _cases()[REVIEWED // 2], perf_counter()
    with closing(WorkerPool(SETTING)) as mind:
        await _hint(mind, case)
        return perf_counter() - start


async def _hints(mind: WorkerPool) -> float:
    start = perf_counter()
    for case in _cases():
        await _hint(mind, case)
    return REVIEWED / (perf_counter() - start)


async def _review(mind: WorkerPool) -> float:
    game, start = _game(), perf_counter()
    await asyncio.gather(*(_hint(mind, case, game.encode_event(case.played)) for case in _cases()))
    return REVIEWED / (perf_counter() - start)


async def _bot(mind: WorkerPool) -> float:
    taken: list[float] = []
    for case in _cases():
        start = perf_counter()
        await mind.decide("abbot", case.seat, case.encoded, case.stream)
        taken.append(perf_counter() - start)
    return median(taken)
