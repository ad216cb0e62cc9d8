"""Tests that run in an event loop of their own."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any


def driven(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test in an event loop of its own. An unhandled error in the loop fails the test."""

    @wraps(test)
    def run(**fixtures: Any) -> None:
        faults: list[dict[str, Any]] = []

        async def heard() -> None:
            asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
            await test(**fixtures)
            await asyncio.sleep(0)
            gc.collect()  # A task that failed is missed only when it is gone.

        asyncio.run(heard())
        assert not faults

    return run
