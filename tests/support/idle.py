"""A patch that makes Textual's pilot wait until the app is idle, instead of sleeping for a fixed time."""

from __future__ import annotations

import asyncio
from time import monotonic

from textual import app, pilot
from textual._context import active_app

PATIENCE = 1.0
"""Seconds after which an app that never rests is left alone, as Textual does."""
FRAMES = 3
"""A frame may ask for another one, and that for a last."""


async def until_idle(min_sleep: float = 0, max_sleep: float = PATIENCE) -> None:
    """Wait until only a clock, a thread or a socket can wake the app, and all that changed is drawn."""
    deadline = monotonic() + max_sleep
    for _ in range(FRAMES):
        await _until_nothing_is_ready(deadline)
        running = active_app.get(None)
        if running is not None and running.screen_stack:
            running._check_resize()  # pyright: ignore[reportPrivateUsage]
            running.screen._on_timer_update()  # pyright: ignore[reportPrivateUsage]
    await _until_nothing_is_ready(deadline)


async def _until_nothing_is_ready(deadline: float) -> None:
    loop = asyncio.get_running_loop()
    idle = 0
    while idle < 2 and monotonic() < deadline:  # Twice, since a timer that is due joins only with the next round.
        await asyncio.sleep(0)
        idle = 0 if loop._ready else idle + 1  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]


def install() -> None:
    """Patch the pilot to wait in this way."""
    app.wait_for_idle = pilot.wait_for_idle = until_idle  # pyright: ignore[reportPrivateImportUsage]
