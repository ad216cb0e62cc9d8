"""Callbacks for screens that show a table or a connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Subscribers:
    """Functions that are called soon after a change. Several changes in a row are reported once."""

    def __init__(self) -> None:
        self._callbacks: list[Callable[[], None]] = []
        self._scheduled = False

    def add(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Register a callback. Return a function that removes it."""
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback) if callback in self._callbacks else None

    def clear(self) -> None:
        """Remove all callbacks, those already scheduled included."""
        self._callbacks.clear()

    def notify_soon(self) -> None:
        """Call all callbacks in the next turn of the running event loop."""
        if not self._scheduled:
            self._scheduled = True
            asyncio.get_running_loop().call_soon(self._notify)

    def _notify(self) -> None:
        self._scheduled = False
        for callback in list(self._callbacks):
            callback()
