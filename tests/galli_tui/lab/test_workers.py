"""Waiting for the results of workers, interrupted at every step."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from itertools import repeat
from types import FrameType
from typing import TYPE_CHECKING, cast

import pytest

from galli_tui.lab import workers
from galli_tui.lab.workers import Job, drained

if TYPE_CHECKING:
    from _typeshed import TraceFunction

AHEAD = 4
STEPS = 60
"""The lines of Python that are interrupted, one after the other; more than a wait for four futures has."""


class Interrupted(Exception):
    """What a signal's handler raises."""


@pytest.mark.parametrize("step", range(STEPS))
def test_an_interrupt_leaves_no_lock_of_a_future_held(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "GLANCE", 1e-5)
    left, futures = step, list[Future[int]]()

    def interrupt(_frame: FrameType, _event: str, _argument: object) -> TraceFunction:
        nonlocal left
        left -= 1
        if left < 0:
            sys.settrace(None)
            raise Interrupted
        return interrupt

    def submit(_: Job, done: Callable[[Future[int]], object]) -> None:
        future = Future[int]()
        future.add_done_callback(done)
        futures.append(future)
        if len(futures) == AHEAD:
            sys.settrace(interrupt)

    def look() -> None:
        sys.settrace(None)
        raise Interrupted

    before = sys.gettrace()
    try:
        with suppress(Interrupted):
            next(drained(repeat(cast("Job", None)), submit, AHEAD, look))
    finally:
        sys.settrace(before)
    held = [future for future in futures if future._condition._lock._is_owned()]  # type: ignore[attr-defined]
    assert len(futures) == AHEAD
    assert not held
