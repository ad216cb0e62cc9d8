"""A queue that handles keys, clicks and pastes one at a time, each on the screen that the previous one left.

Textual passes an event on through the message queues of the widgets, and its consequences take the same way. A key that
arrives meanwhile would overtake these messages: it would start a match with half of the form changed, or be lost on a
screen that is not mounted yet.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from textual.dom import DOMNode
from textual.events import Callback, Event, InputEvent, MouseMove, Paste

if TYPE_CHECKING:
    from textual.app import App
    from textual.message_pump import MessagePump

_PATIENCE = 2.0
"""The seconds after which the next event proceeds, whatever still waits for the previous one."""


_BREATH = 0.01
"""The seconds that an event is left alone, as long as no other one waits, so that its frame comes first."""


class InputQueue:
    """Holds back an input event until all messages of the previous one have been handled."""

    def __init__(self, app: App[None], is_leaving: Callable[[], bool]) -> None:
        """Create an empty queue. Once `is_leaving()` is true, nothing more is handled."""
        self._app = app
        self._is_leaving = is_leaving
        self._held: deque[Event] = deque()
        self._released: Event | None = None
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def held(self) -> int:
        """Return how many events wait for their turn."""
        return len(self._held)

    def admits(self, event: Event) -> bool:
        """Return whether an event may be handled now; if not, it is posted to the app again in its turn."""
        if not isinstance(event, InputEvent | Paste) or event.is_forwarded:
            return True
        if event is self._released:
            self._released = None
        elif not self._idle.is_set():
            if isinstance(event, MouseMove) and self._held and isinstance(self._held[-1], MouseMove):
                self._held.pop()
            self._held.append(event)
            self._look()
            return False
        elif isinstance(event, MouseMove):
            return True  # It moves nothing that a key could miss.
        self._idle.clear()
        if self._held:
            self._look()
        else:
            self._timer = asyncio.get_running_loop().call_later(_BREATH, self._look)
        return True

    def _look(self) -> None:
        """Begin to wait for the consequences of the current event, unless the app and its loop are ending."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        waits = not self._idle.is_set() and self._app.is_running
        if waits and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._continue())

    async def settled(self) -> None:
        """Wait until every event so far and all its consequences have been handled, unless the app has ended."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await _handled(self._app)
        while not self._idle.is_set() and self._app.is_running:
            self._look()
            with suppress(TimeoutError):
                async with asyncio.timeout(_PATIENCE):
                    await self._idle.wait()

    async def _continue(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await self._settle()
        if self._held and not self._is_leaving():
            self._released = self._held.popleft()
            self._app.post_message(self._released)
        else:
            self._held.clear()
            self._idle.set()

    async def _settle(self) -> None:
        """Wait until the event and its consequences are handled, also on a screen that it opened."""
        before: tuple[object, object] | None = None
        while True:
            await _handled(self._app)
            for node in self._path():
                await _handled(node)
            front = (self._app.screen, self._app.focused) if self._app.screen_stack else None
            if front == before:
                return
            before = front

    def _path(self) -> list[MessagePump]:
        """Return the widgets that an event and its messages pass, from the inside to the app."""
        if not self._app.screen_stack:
            return []
        starts: list[DOMNode | None] = [self._app.focused, self._app.mouse_over, self._app.screen]
        found: dict[DOMNode, None] = {}
        for start in starts:
            if start is not None:
                found.update(dict.fromkeys(start.ancestors_with_self))
        found.pop(self._app, None)
        return [*found, self._app]


async def _handled(pump: MessagePump) -> None:
    """Wait until a widget has handled all messages that it has now."""
    done = asyncio.Event()
    # Not by `call_later`, whose partial function Textual would inspect each time.
    if pump.is_running and pump.post_message(Callback(done.set)):
        await done.wait()
