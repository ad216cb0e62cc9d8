"""Hints at a table of any game: searched ahead of time, shown, selected, and dropped when out of date.

A game can show them on its own board; otherwise they are listed below the table.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from textual.events import Event, Key, MouseDown
from textual.timer import Timer
from textual.worker import Worker

from galli_tui.bots.advice import Advice, AdviceUnavailable
from galli_tui.screens.table.hint_text import (
    FINAL,
    NOW,
    Hint,
    change_words,
    hints_of,
    standing_words,
)
from galli_tui.screens.table.peers import PeerTableScreen
from galli_tui.style.actions import Action
from galli_tui.style.wording import signed_points
from galli_tui.tables.game_review import GameReview
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import view_when_asked, with_views_before
from galli_tui.widgets.line_widget import glyphs_of
from galli_tui.widgets.option_list import OptionList, OptionRow
from galli_tui.widgets.prompt import Prompt
from rules.bots.rollout_search import RankedMove
from rules.engine.events import Move
from rules.engine.secrecy import Seat

ASKING: Final = "Looking for the best moves... keep playing, or Esc to cancel."
HERE: Final = "Hints are ready: press h."
_CHOOSING: Final = "Hints, best first: Enter makes the move, Esc or h closes them."
_NOBODY: Final = "No hint now: nobody here has to decide."


class HintList(OptionList):
    """The hints, one on each line, with their points."""

    DEFAULT_CSS = """
    HintList { height: auto; max-height: 8; border: round $edge; border-title-color: $rubric;
        border-title-style: bold; }
    """


class HintTableScreen(PeerTableScreen):
    """A table screen with hints.

    A subclass can show the hints on its own board by overriding `show_hints(hints)` and `hide_hints()`; the latter
    draws nothing, since `end_hints()` does.
    """

    AHEAD: ClassVar[float] = 0.3
    """Seconds from a new decision until the search for hints starts, in case they are wanted."""
    REVIEW: ClassVar[float] = 1
    """Seconds from the end of a match until its analysis starts, after the score sheet is shown."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.hints: tuple[Hint, ...] = ()
        """The hints that are shown, best first."""
        self._thinking: Worker[None] | None = None
        """The search for hints for this decision."""
        self._soon: Timer | None = None
        """The timer that starts the search."""
        self._wanted = False
        """Whether the player has asked for hints."""
        self._known: tuple[Any, list[RankedMove]] | None = None
        """The ranked moves for this decision, with the view that they were found in."""
        self._went_on = False
        """Whether the player has done anything since asking."""
        self._hindsight: GameReview | None = None

    @property
    def asking(self) -> bool:
        """Whether the player waits for hints."""
        return self._thinking is not None and self._wanted

    def hindsight(self) -> GameReview:
        """Return the review of this finished match, and continue it."""
        if self._hindsight is None:
            self._hindsight = GameReview(self.table)
        if not self._hindsight.running and not self._hindsight.done:
            self.run_worker(self._hindsight.resume(), group="review")
        return self._hindsight

    def review_soon(self) -> None:
        """Start the review in the background, if this computer has processors to spare."""
        advice = self.table.advice
        if not isinstance(advice, str) and advice.background:
            self.set_timer(self.REVIEW, self.hindsight)

    def think_ahead(self) -> None:
        """Look for hints before the player asks, if this computer has processors to spare."""
        advice = self.table.advice
        if not isinstance(advice, str) and advice.background and self.seat is not None:
            self._soon = self.set_timer(self.AHEAD, self._begin)

    def _begin(self) -> None:
        advice = self.table.advice
        if not isinstance(advice, str) and self.seat is not None and self._thinking is None and self._known is None:
            self._thinking = self.run_worker(self._ask(advice, self.seat), group="hints")

    def attempt(self, move: Move) -> bool:
        """Make a move; return False if it was not made."""
        raise NotImplementedError

    def show_hints(self, hints: tuple[Hint, ...]) -> None:
        """Show the hints."""
        rows = HintList([self._row(place) for place in range(len(hints))])
        rows.index = 0
        rows.border_title = f"Hints: points {NOW}, and {FINAL} compared with the best"
        self.mount(rows, before=self.query_one(Prompt))
        rows.focus()

    def hide_hints(self) -> None:
        """Remove the hints."""
        for rows in self.query(HintList):
            rows.remove()

    def _row(self, place: int) -> OptionRow:
        hint, half = self.hints[place], glyphs_of(self).half
        words = self.face.decision(self.table, self.table.view(self.viewer), hint.move)
        parts = [(f"{place + 1} {words}", "strong"), (f"  {signed_points(hint.earned.total, half)} {NOW}", "gold")]
        changes = change_words(self.table, self.face, hint.move, hint.earned)
        if changes:
            rows = ", ".join(f"{label} {signed_points(points, half)}" for label, points in changes)
            parts.append((f": {rows}", "faint"))
        parts.append((f"  {standing_words(self.hints, place, half)}", "gold"))
        return OptionRow(tuple(parts))

    def next_words(self) -> str:
        if self.asking:
            return ASKING
        return _CHOOSING if self.hints else super().next_words()

    def end_hints(self) -> bool:
        """Close the hints and return to the decision; return False if none are shown."""
        if not self.hints:
            return False
        self.hints = ()
        self.hide_hints()
        self.refresh_next()
        return True

    def stop_asking(self) -> bool:
        """Cancel the search for hints; return False if none was asked for."""
        if not self.asking:
            return False
        self._stop_thinking()
        self.refresh_next()
        return True

    def _stop_thinking(self) -> None:
        if self._soon is not None:
            self._soon.stop()
            self._soon = None
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
        self._wanted = False

    def drop_hints(self) -> None:
        """Drop all hints, since another decision is due; the next drawing shows none."""
        self._stop_thinking()
        self._known = None
        if self.hints:
            self.hints = ()
            self.hide_hints()

    async def on_event(self, event: Event) -> None:
        self._went_on |= isinstance(event, Key | MouseDown)
        await super().on_event(event)

    def action_hint(self) -> None:
        if self.end_hints() or self.stop_asking():
            return
        if self._known is not None:
            self._show_known(*self._known)
            return
        advice = self.table.advice
        if isinstance(advice, str):
            self.note(advice)
        elif self.seat is None:
            self.note(_NOBODY)
        else:
            self._went_on = False
            self._begin()
            self._wanted = True
            self.refresh_next()

    async def _ask(self, advice: Advice, seat: Seat) -> None:
        # Only what is on the screen: the hint is visible to everybody who sees the decision.
        view = view_when_asked(self.table.game, seat, self.table.view(self.viewer), with_views_before(self.happenings))
        try:
            options = await advice.options(seat, view)
        except AdviceUnavailable as error:
            wanted, self._wanted, self._thinking = self._wanted, False, None
            if wanted:
                self.refresh_next()
                self.trouble("No hint available", str(error))
            return
        wanted, self._wanted, self._thinking = self._wanted, False, None
        self._known = view, options
        if wanted and self._went_on:
            # Keys that are still queued were meant for the move being entered.
            self.refresh_next()
            self.note(HERE)
        elif wanted:
            self._show_known(view, options)

    def _show_known(self, view: Any, options: list[RankedMove]) -> None:
        self.hints = hints_of(self.table.game, view, options)
        self.show_hints(self.hints)
        self.refresh_next()

    def on_option_list_chosen(self, event: OptionList.Chosen) -> None:
        if isinstance(event.rows, HintList) and self.hints:
            move = self.hints[event.index].move
            self.end_hints()
            self.attempt(move)

    def label(self, action: Action) -> str:
        if action.id == "table.hint" and (self.hints or self.asking):
            return "close" if self.hints else "cancel"
        return super().label(action)

    def offers(self, action: Action) -> bool:
        if action.id == "table.hint":
            return self.seat is not None and not isinstance(self.table.advice, str)
        return super().offers(action)
