"""The pace at which bots play a match that people only watch: seconds for each move, a pause, one move at a time."""

from __future__ import annotations

import asyncio
from typing import Final

SECONDS: Final = (8.0, 4.0, 2.0, 1.0, 0.5, 0.2)
"""How long each move stays, the slowest first."""
_FIRST: Final = 2
"""The speed at which a match begins, by its place."""


class WatchPace:
    """A speed that a spectator sets, and the wait before each move."""

    def __init__(self) -> None:
        self._speed = _FIRST
        self.paused = False
        """Whether the match stands still, except for single steps."""
        self._stepping = False
        """Whether the next move comes without a wait."""
        self._changed = asyncio.Event()

    @property
    def seconds(self) -> float:
        """Return how long each move stays."""
        return SECONDS[self._speed]

    @property
    def words(self) -> str:
        """Return the pace in words, e.g. "speed 3 of 6"."""
        return "paused" if self.paused else f"speed {self._speed + 1} of {len(SECONDS)}"

    def change(self, by: int) -> None:
        """Go faster, or slower with a negative number."""
        self._speed = max(0, min(len(SECONDS) - 1, self._speed + by))
        self._changed.set()

    def toggle(self) -> None:
        """Pause, or go on."""
        self.paused = not self.paused
        self._changed.set()

    def step(self) -> None:
        """Let the next move come at once."""
        self._stepping = True
        self._changed.set()

    async def wait(self) -> None:
        """Return when the next move is due."""
        clock = asyncio.get_running_loop().time
        begun = clock()
        while not self._stepping:
            left = None if self.paused else begun + self.seconds - clock()
            if left is not None and left <= 0:
                break
            self._changed.clear()
            try:
                async with asyncio.timeout(left):
                    await self._changed.wait()
            except TimeoutError:
                break
        self._stepping = False
