"""Which keys count while decisions come up by themselves: those meant for the situation before do not."""

from __future__ import annotations

from math import inf
from time import monotonic

from textual.events import Key
from textual.timer import Timer

from galli_tui.screens.table.prompt import TablePrompt
from galli_tui.screens.table.shown_turn import ShownTurn
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.actions import action
from galli_tui.widgets.prompt import Prompt

_LOOK_FIRST = "New decision. Press again to confirm."


class KeyGuard:
    """Ignores keys that answer at once, just after a decision has come up."""

    DELAY = 0.5
    """Seconds in which no key answers a decision that has just been drawn after bots or a pause; twice as long if
    a key has made the bots play, since one more may come for the next of them."""
    NOTE = 2.5
    """Seconds until the note about a new decision gives way to the prompt."""

    def __init__(self, screen: TableScreenBase[None], turn: ShownTurn, prompt: TablePrompt) -> None:
        self._screen, self._turn, self._prompt = screen, turn, prompt
        self._until = 0.0
        """On the clock of events: until then, keys that answer immediately only hurry bots."""
        self._delay = 0.0
        """Seconds that are to pass once the display is drawn."""
        self._hurried = False
        self._note: Timer | None = None
        """Ends the note about a new decision."""

    def hurried(self) -> None:
        """Remember that a key has made bots play."""
        self._hurried = True

    def begin(self) -> None:
        """Ignore keys that answer until the next display is drawn, and a moment longer."""
        self._begin(2 * self.DELAY if self._hurried else self.DELAY)
        self._hurried = False

    def begin_unseen(self) -> None:
        """Ignore answers that were typed before the next display is drawn."""
        self._begin(0.0)

    def _begin(self, delay: float) -> None:
        self._until, self._delay = inf, delay
        self._screen.call_after_refresh(self._drawn, delay)

    def resume(self) -> None:
        """Let the moment begin now if another screen has covered the display."""
        if self._until == inf:
            self._screen.call_after_refresh(self._drawn, self._delay)

    def _drawn(self, delay: float) -> None:
        if self._until == inf and self._screen.in_front:
            self._until = monotonic() + delay

    def end(self) -> None:
        """Accept every key again."""
        self._until = 0.0

    def hears(self, event: Key) -> bool:
        """Return whether a key counts; note why if it does not."""
        # Bots may finish at any moment: keys typed just then were meant for the previous situation.
        answers = event.key.isdecimal() or event.key in action("table.continue").keys
        if not answers or event.time >= self._until or self._turn.may_hurry:
            return True
        self._prompt.note(_LOOK_FIRST)
        if self._note is not None:
            self._note.stop()
        self._note = self._screen.set_timer(self.NOTE, self._end_note)
        return False

    def _end_note(self) -> None:
        if self._screen.query_one(Prompt).text == _LOOK_FIRST:
            self._prompt.refresh()
