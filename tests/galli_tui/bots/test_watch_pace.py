"""The pace of a match that people only watch: speeds, pause and single steps."""

from __future__ import annotations

import asyncio

import pytest

from galli_tui.bots.watch_pace import SECONDS, WatchPace


def test_speeds_end_at_both_ends() -> None:
    pace = WatchPace()
    pace.change(-9)
    assert (pace.seconds, pace.words) == (SECONDS[0], "speed 1 of 6")
    pace.change(9)
    assert (pace.seconds, pace.words) == (SECONDS[-1], "speed 6 of 6")
    pace.toggle()
    assert pace.words == "paused"


async def waits(pace: WatchPace, seconds: float) -> bool:
    """Return whether the next move is not due for some seconds."""
    waiting = asyncio.create_task(pace.wait())
    done, _ = await asyncio.wait([waiting], timeout=seconds)
    waiting.cancel()
    return not done


def test_a_paused_match_waits_for_a_step_and_one_step_is_one_move() -> None:
    async def script() -> None:
        pace = WatchPace()
        pace.change(9)
        pace.toggle()
        assert await waits(pace, 2 * SECONDS[-1])
        pace.step()
        assert not await waits(pace, 1)
        assert await waits(pace, 2 * SECONDS[-1])
        pace.toggle()
        assert not await waits(pace, 5)

    asyncio.run(script())


@pytest.mark.parametrize("steps", [False, True], ids=["faster", "step"])
def test_a_change_counts_for_the_move_that_is_awaited(*, steps: bool) -> None:
    async def script() -> None:
        pace = WatchPace()
        pace.change(-9)
        waiting = asyncio.create_task(pace.wait())
        await asyncio.sleep(0)
        if steps:
            pace.step()
        else:
            pace.change(9)
        async with asyncio.timeout(SECONDS[0] / 2):
            await waiting

    asyncio.run(script())
