"""Several processes think for one table: the answers do not depend on their number, and none of them is left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import ExitStack, closing
from typing import Any

import pytest

from galli_tui.bots import pool as pools
from galli_tui.bots.messages import GameSettings
from galli_tui.bots.pool import MEMORY, MOST_PROCESSES, MoveEstimate, WorkerPool, most_processes
from galli_tui.bots.worker import BotWorkerError
from galli_tui.bots.worker_process import NICE
from rules.bots import bot_named
from rules.bots.abbot import Abbot
from rules.bots.budget import EventBudget
from rules.bots.rollout_search import sort_by_rating
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import AnyGame, Options
from rules.engine.plain_data import Plain
from rules.engine.secrecy import Seat
from rules.registry import game_box
from rules.simulate import play
from saves.format.header import pack_components
from tests.galli_tui.bots.test_worker import SETTING, STREAM, run
from tests.support.bot_backends import PATIENCE, process

BOX = game_box("campus-galli")
OPTIONS = Options(2, "coop", 2)
GAME: AnyGame = BOX.new(OPTIONS)
CAMPUS = GameSettings(BOX.meta.key, OPTIONS, pack_components(BOX.standard_components()), BOX.meta.rules_version)


def decisions(count: int) -> list[tuple[Seat, Any]]:
    """Decisions from all over a match, where there is a choice."""
    found: list[tuple[Seat, Any]] = []
    state = GAME.initial()
    for event in play(GAME, [bot_named("brother")] * 2, 1).events:
        if isinstance(event, Move):
            view = GAME.view(state, event.seat)
            if len(GAME.legal(view, event.seat)) > 3:
                found.append((event.seat, view))
        state = GAME.apply(state, event)
    return found[:: len(found) // count][:count]


def stream(number: int) -> bytes:
    return derive_entropy(STREAM, number)


def alone(number: int, seat: Seat, view: Any, work: int, played: Move | None = None) -> tuple[MoveEstimate, ...]:
    """What the abbot finds in this process."""
    options = Abbot().rank_moves(GAME, view, seat, RandomStream(stream(number)), EventBudget(work), played)
    return tuple(
        MoveEstimate(GAME.encode_event(it.move), round(it.loss), it.samples, round(it.error)) for it in options
    )


@pytest.mark.parametrize("count", [2, pytest.param(3, marks=pytest.mark.long)])
def test_the_same_options_are_found_by_any_number_of_processes(count: int) -> None:
    asked = decisions(3)[:count]
    worst = [sort_by_rating(GAME, view, seat)[-1][0] for seat, view in asked]
    works = (1500, 300, 60, 1)
    expected = [
        alone(number, *one, work, move)
        for work in works
        for number, (one, played) in enumerate(zip(asked, worst, strict=True))
        for move in (None, played)
    ]
    assert len({weights[0].worlds for weights in expected}) > 3
    assert max(len(weights) for weights in expected) > 10  # One that looked worst was compared as well.

    async def script() -> None:
        with ExitStack() as stack:
            for processes in (1, 3):  # The next test has two.
                mind = stack.enter_context(closing(WorkerPool(CAMPUS, processes=processes, grace=2 * PATIENCE)))
                found = [
                    await mind.options(seat, GAME.encode_state(view), stream(number), work, move)
                    for work in works
                    for number, ((seat, view), played) in enumerate(zip(asked, worst, strict=True))
                    for move in (None, GAME.encode_event(played))
                ]
                assert found == expected
                assert sum(worker.pid is not None for worker in mind.workers) == processes

    run(script)


def test_without_chance_too_the_same_options_are_found_by_any_number_of_processes() -> None:
    """There the number of a determinization decides how far its rollouts go, and where they leave the ratings."""
    options = Options(3, "versus", 1)
    box = game_box("ora-et-labora")
    game: AnyGame = box.new(options)
    state = game.apply(game.initial(), game.deal(game.initial(), STREAM))
    seat, stream = game.due(state).seats[0], RandomStream(STREAM)
    expected = tuple(
        MoveEstimate(game.encode_event(it.move), round(it.loss), it.samples, round(it.error))
        for it in Abbot().rank_moves(game, game.view(state, seat), seat, stream, EventBudget(1500))
    )
    assert expected[0].worlds > 2
    assert any(it.error > game.rating_deviation / 2 for it in expected), "rollouts disagree"
    setting = GameSettings(box.meta.key, options, pack_components(box.standard_components()), box.meta.rules_version)

    async def script() -> None:
        for processes in (1, 2):
            with closing(WorkerPool(setting, processes=processes, grace=2 * PATIENCE)) as mind:
                assert await mind.options(seat, game.encode_state(game.view(state, seat)), STREAM, 1500) == expected

    run(script)


def test_parallel_decisions_have_the_same_answers_as_single_ones() -> None:
    asked = decisions(7)
    expected = [alone(number, *one, 400) for number, one in enumerate(asked)]

    async def script() -> None:
        with closing(WorkerPool(CAMPUS, processes=2, grace=2 * PATIENCE)) as mind:
            found = await asyncio.gather(
                *(
                    mind.options(seat, GAME.encode_state(view), stream(number), 400)
                    for number, (seat, view) in enumerate(asked)
                )
            )
        assert found == expected

    run(script)


def question() -> tuple[Seat, Plain, bytes]:
    (seat, view), *_ = decisions(1)
    return seat, GAME.encode_state(view), stream(0)


def test_cancelling_frees_every_process() -> None:
    """The thoughts that are given up would never end, and what is asked next is answered."""

    async def script() -> None:
        seat, view, _ = sample_question()
        with closing(process("ponders", processes=3)(SETTING)) as mind:
            for _ in range(3):
                thoughts = [asyncio.create_task(mind.options(seat, view, STREAM, 100)) for _ in range(4)]
                for _ in range(100_000):
                    if all(worker._asked for worker in mind.workers):  # pyright: ignore[reportPrivateUsage]
                        break
                    await asyncio.sleep(0)
                for thought in thoughts:
                    thought.cancel()
                found = await asyncio.gather(*thoughts, return_exceptions=True)
                assert all(isinstance(it, asyncio.CancelledError) for it in found)
            for _ in range(9):
                await asyncio.sleep(0)
            assert len(mind._idle) == 3  # pyright: ignore[reportPrivateUsage]
            assert await mind.decide("novice", seat, view, STREAM)

    run(script)


def sample_question() -> tuple[Seat, Plain, bytes]:
    from tests.galli_tui.bots.test_adviser import window
    from tests.sample_game.game import BOX as SAMPLE

    game = SAMPLE.new(SETTING.options)
    decision = window(game)
    return decision.seat, game.encode_state(decision.view), STREAM


@pytest.mark.parametrize("turns", range(1, 5))
def test_closing_the_table_ends_requests_that_have_reached_no_process(turns: int) -> None:
    """A process that such a request started would never be ended."""

    async def script() -> None:
        seat, view, _ = sample_question()
        mind = process("ponders", processes=2)(SETTING)
        thoughts = [asyncio.create_task(mind.options(seat, view, STREAM, 100)) for _ in range(3)]
        for _ in range(turns):
            await asyncio.sleep(0)
        mind.close()
        async with asyncio.timeout(PATIENCE / 2):
            found = await asyncio.gather(*thoughts, return_exceptions=True)
        assert all(isinstance(it, BotWorkerError) for it in found)
        assert [worker.pid for worker in mind.workers] == [None, None]

    run(script)


def test_closing_the_table_cancels_open_requests_at_once() -> None:
    async def script() -> None:
        seat, view, _ = sample_question()
        mind = process("ponders", processes=2)(SETTING)
        thoughts = [asyncio.create_task(mind.options(seat, view, STREAM, 100)) for _ in range(3)]
        for _ in range(100_000):
            if all(worker._asked for worker in mind.workers):  # pyright: ignore[reportPrivateUsage]
                break
            await asyncio.sleep(0)
        children = [worker._process for worker in mind.workers]  # pyright: ignore[reportPrivateUsage]
        mind.close()
        async with asyncio.timeout(PATIENCE / 2):
            found = await asyncio.gather(*thoughts, return_exceptions=True)
        assert all(isinstance(it, BotWorkerError) for it in found)
        assert [worker.pid for worker in mind.workers] == [None, None]
        for child in children:
            assert child is not None
            assert await asyncio.to_thread(child.wait, PATIENCE) == -signal.SIGKILL

    run(script)


_PARENT = """
import asyncio, sys
from tests.support.bot_backends import process
from tests.galli_tui.bots.test_worker import SETTING, STREAM
from tests.galli_tui.bots.test_pool import sample_question

async def main():
    mind = process("ponders", processes=3)(SETTING)
    seat, view, _ = sample_question()
    thought = asyncio.create_task(mind.options(seat, view, STREAM, 100))
    while not all(worker._asked for worker in mind.workers):
        await asyncio.sleep(0)
    print(*(worker.pid for worker in mind.workers), flush=True)
    await thought

asyncio.run(main())
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, pytest.param(signal.SIGHUP, marks=pytest.mark.long), signal.SIGTERM])
def test_no_process_outlives_a_program_that_is_killed(end: signal.Signals) -> None:
    """All of them are in the middle of a thought that never ends."""
    with subprocess.Popen((sys.executable, "-c", _PARENT), stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        watched = [os.pidfd_open(int(pid)) for pid in parent.stdout.readline().split()]
        assert len(watched) == 3
        parent.send_signal(end)
        parent.wait(PATIENCE)
    for descriptor in watched:
        assert _ended(descriptor)
        os.close(descriptor)


def _ended(descriptor: int) -> bool:
    """Wait until the process has ended."""
    import select

    return bool(select.select([descriptor], [], [], PATIENCE)[0])


@pytest.mark.parametrize(
    ("usable", "gigabytes", "expected"),
    [(1, 8, 1), (2, 8, 1), (4, 8, 3), (8, 16, 7), (64, 256, MOST_PROCESSES), (4, 1, 1), (8, 4, 6)],
)
def test_all_processors_but_one_are_used_if_memory_allows(
    monkeypatch: pytest.MonkeyPatch, usable: int, gigabytes: int, expected: int
) -> None:
    sizes = {"SC_PHYS_PAGES": gigabytes << 18, "SC_PAGE_SIZE": 1 << 12}
    monkeypatch.setattr(pools, "processors", lambda: usable)
    monkeypatch.setattr(os, "sysconf", sizes.__getitem__)
    assert most_processes() == expected
    assert most_processes() * MEMORY <= max(MEMORY, (gigabytes << 30) / 8)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="needs Linux")
def test_a_program_bound_to_one_processor_uses_one_process() -> None:
    ask = (
        "import os; os.sched_setaffinity(0, [min(os.sched_getaffinity(0))]);"
        "from galli_tui.bots.pool import most_processes; print(most_processes())"
    )
    assert subprocess.check_output((sys.executable, "-c", ask), text=True) == "1\n"


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="needs Unix")
def test_bot_processes_have_the_lowest_priority() -> None:
    async def script() -> None:
        with closing(WorkerPool(CAMPUS, processes=2, grace=2 * PATIENCE)) as mind:
            await mind.options(*question(), 400)
            for worker in mind.workers:
                assert worker.pid is not None
                assert os.getpriority(os.PRIO_PROCESS, worker.pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICE)

    run(script)
